"""Unit 8: Intelligenz gegen Automat, games and boxes of the machine that learns by forgetting."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, zip_longest

from coursekit.judging.credit import nearness
from coursekit.questions.assessing import right
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    QuestionType,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.sampling import SELDOM, search
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import Rules

Boxes = dict[str, list[int]]


def machine_of(data: Data, boxes: Boxes | None = None) -> Machine:
    """The machine of an instance, with the markers that are left."""
    rules = Rules(length=data["length"], learner=data.get("learner", "remove-last"))
    if boxes is None:
        return Machine(rules)
    markers = {}
    for d, box in boxes.items():
        for k in box:
            markers[int(d), k] = 1
    return Machine(rules, markers)


def boxes_of(machine: Machine) -> Boxes:
    """The markers of a machine as a canonical answer."""
    boxes = {}
    for d in sorted(machine.boxes, reverse=True):
        boxes[str(d)] = sorted(marker.move for marker in machine.boxes[d])
    return boxes


def fields_of(boxes: Boxes) -> list[str]:
    """The fields from the start to the goal; a file has them in the order of their names."""
    return sorted(boxes, key=int, reverse=True)


def boxes_text(boxes: Boxes) -> str:
    """Boxes in words: ``9: 1 2 3; 8: –``."""
    told = []
    for d in fields_of(boxes):
        moves = " ".join(map(str, boxes[d]))
        told.append(f"{d}: {moves or '–'}")
    return "; ".join(told)


def run_of(length: int, game: str) -> str:
    """A game with the fields to go: ``5 –m1→ 4 –h2→ 2 –m2→ 0``; a machine that resigns stays where it is."""
    d = length
    run = str(d)
    for word in game.split():
        if word == "m-":
            return f"{run}, m-"
        d -= int(word[1:])
        run += f" –{word}→ {d}"
    return run


class BadGame(Exception):
    """A game that cannot be played; ``args`` name the text of the reason and what stands in it."""


def play_game(machine: Machine, text: str) -> bool:
    """Let the machine play a game such as ``m1 h3 m2 h3``; ``m-`` resigns.  Return whether it won."""
    d = machine.rules.length
    starter = None
    last = ""
    for word in text.split():
        seat = word[:1]
        move = word[1:]
        if seat not in ("m", "h") or (not move.isdecimal() and word != "m-"):
            raise BadGame("word", word)
        if d <= 0 or last == "resigned":
            raise BadGame("over", word)
        if seat == last:
            raise BadGame("turn", word)
        if starter is None:
            starter = seat
            machine.start_game("machine" if seat == "m" else "human")
        last = seat
        if word == "m-":
            if machine.boxes[d]:
                raise BadGame("resigns", word)
            last = "resigned"
            continue
        k = int(move)
        if seat == "m":
            box = machine.boxes[d]
            moves = [marker.move for marker in box]
            if k not in moves:
                raise BadGame("marker", word)
            machine.current.append(box.pop(moves.index(k)))
        elif k not in machine.rules.human_moves(d):
            raise BadGame("far", word)
        d -= k
    if starter is None or (d > 0 and last != "resigned"):
        raise BadGame("open", text)
    won = last == "m"
    machine.finish(won)
    return won


def _is_won(game: str) -> bool:
    """Whether the machine won a game, such as ``m1 h3 m2 h3``: it moved last, and did not resign."""
    last = game.split()[-1]
    return last.startswith("m") and last != "m-"


def random_game(rng: random.Random, data: Data, boxes: Boxes) -> str:
    """A game that this machine could have played."""
    d = data["length"]
    machine_turn = rng.random() < 0.5
    words = []
    while d > 0:
        if machine_turn:
            box = [k for k in boxes[str(d)] if k <= d]
            if not box:
                words.append("m-")
                break
            k = rng.choice(box)
            words.append(f"m{k}")
        else:
            k = rng.randint(1, min(3, d))
            words.append(f"h{k}")
        d -= k
        machine_turn = not machine_turn
    return " ".join(words)


class MachineUpdate(QuestionType):
    """One update by hand: the boxes after some games."""

    id, unit, kind = "machine_update", 8, "machine"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, games = ((5, 1), (7, 1), (9, 2), (9, 3), (11, 4))[difficulty - 1]

        def make() -> Data:
            # Some markers are gone already, as after some games.
            data: Data = {"length": length}
            boxes = boxes_of(machine_of(data))
            for box in boxes.values():
                for k in list(box):
                    if len(box) > 1 and rng.random() < 0.4:
                        box.remove(k)
            data["boxes"] = {d: list(box) for d, box in boxes.items()}
            data["games"] = []
            for _ in range(games):
                game = random_game(rng, data, boxes)
                machine = machine_of(data, boxes)
                play_game(machine, game)
                boxes = boxes_of(machine)
                data["games"].append(game)
            return data

        def good(data: Data) -> bool:
            # Nothing was lost: there would be nothing to do.
            if self.key(data) == data["boxes"]:
                return False
            # With one move of the machine, first and last marker are the same.
            if max(game.count("m") for game in data["games"]) < 2:
                return False
            # Later a won game is among them, which changes nothing.
            return difficulty < 3 or any(map(_is_won, data["games"]))

        return search(make, good)

    def form(self, data: Data) -> Form:
        return {"fields": fields_of(data["boxes"])}

    def measure(self, data: Data) -> float:
        """The markers that are looked at, and the moves that are followed."""
        moves = sum(len(game.split()) for game in data["games"])
        return moves + sum(map(len, data["boxes"].values()))

    def after(self, data: Data, learner: str = "remove-last") -> list[Boxes]:
        machine = machine_of({**data, "learner": learner}, data["boxes"])
        out = []
        for game in data["games"]:
            play_game(machine, game)
            out.append(boxes_of(machine))
        return out

    def key(self, data: Data) -> Boxes:
        return self.after(data)[-1]

    def wrong(self, data: Data) -> Mistakes:
        with suppress(BadGame):  # the games may be impossible under that rule
            yield "blames_everything", self.after(data, "remove-all")[-1]
        yield "blames_first", self.variant(data, first=True)
        yield "rewarded", self.variant(data, reward=True)

    def variant(self, data: Data, first: bool = False, reward: bool = False) -> Boxes:
        """Boxes if the first marker were removed, or if winning markers were doubled."""
        boxes = {d: list(box) for d, box in data["boxes"].items()}
        for game in data["games"]:
            used = []
            d = data["length"]
            # Resigning is no move.
            for word in game.removesuffix("m-").split():
                k = int(word[1:])
                if word.startswith("m"):
                    used.append((str(d), k))
                d -= k
            if _is_won(game):
                if reward:
                    for field, k in used:
                        boxes[field] = sorted([*boxes[field], k])
            elif used:
                field, k = used[0] if first else used[-1]
                if k in boxes[field]:
                    boxes[field].remove(k)
        return boxes

    def beginning(self, data: Data, say: Say) -> str:
        """Of a single game only how it runs: with the marker that goes, all would be said."""
        game, *more = data["games"]
        if more:
            return super().beginning(data, say)
        return f"- {run_of(data['length'], game)}"

    def reason(self, data: Data, item: str, say: Say) -> str:
        before = data["boxes"]
        for game, boxes in zip(data["games"], self.after(data), strict=True):
            if boxes[item] != before[item]:
                return say("v.update.lost", game=game, field=item)
            before = boxes
        return say("v.update.same", field=item)

    def values(self, data: Data, say: Say) -> Values:
        games = [f"{n}. {game}" for n, game in enumerate(data["games"], 1)]
        return {
            **data,
            "boxes": boxes_text(data["boxes"]),
            "games": "\n".join(games),
        }

    def rules(self, data: Data, say: Say) -> str:
        return say("v.machine.game")

    def work(self, data: Data, say: Say) -> list[str]:
        lines = []
        before = data["boxes"]
        for game, boxes in zip(data["games"], self.after(data), strict=True):
            run = run_of(data["length"], game)
            gone = [
                (field, move)
                for field, box in boxes.items()
                for move in before[field]
                if move not in box
            ]
            if gone:
                ((field, move),) = gone
                told = say("v.update.lost_line", game=run, field=field, move=move)
            else:
                kind = "won_line" if _is_won(game) else "idle_line"
                told = say(f"v.update.{kind}", game=run)
            lines.append(f"- {told}")
            before = boxes
        return lines


class UnlearnTrace(QuestionType):
    """Can the machine unlearn a winning move?  Answer: the games of a trace, or an empty list."""

    id, unit, kind = "unlearn_trace", 8, "list of moves"
    small = range(1, 5)
    example = '["h2 m1 h3", "m3 h1 m2", …]'

    def form(self, data: Data) -> Form:
        return {"moves": "track", "empty": True}

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (6, 7, 9, 10, 11)[difficulty - 1]
        learner = "remove-last" if rng.random() < SELDOM else "remove-all"
        winning = Rules(length=length).winning

        def make() -> Data:
            """A machine that has lost some games: where the last marker is to blame, no winning one is gone."""
            data: Data = {"length": length, "learner": learner}
            boxes = boxes_of(machine_of(data))
            field, move = rng.choice(sorted((d, k) for d, k in winning if d > 4))
            kept = winning if learner == "remove-last" else {(field, move)}
            for d, box in boxes.items():
                for k in rng.sample(box, len(box)):
                    if len(box) > 1 and (int(d), k) not in kept and rng.random() < 0.6:
                        box.remove(k)
            return {**data, "boxes": boxes, "field": field, "move": move}

        return search(
            make, lambda data: learner == "remove-last" or self.key(data) != []
        )

    def measure(self, data: Data) -> float:
        """The markers among which a game is sought, and the fields that it crosses."""
        return int(data["length"]) + sum(map(len, data["boxes"].values()))

    def key(self, data: Data) -> list[str]:
        """Under "remove-last" a winning marker never leaves; otherwise one lost game through it suffices."""
        if data["learner"] != "remove-last":
            for game in self.lost_games(data):
                return [" ".join(game)]
        return []

    def lost_games(self, data: Data) -> Iterator[list[str]]:
        """All games that use the marker and are lost, by depth-first search."""

        def extend(d: int, machine: bool, used: bool) -> Iterator[list[str]]:
            # Intelligenz has reached Goal, after the machine has played the marker.
            if d == 0 and used and machine:
                yield []
            # The field of the marker lies behind: it cannot be used any more.
            if d == 0 or (machine and not used and d < data["field"]):
                return
            here = machine and d == data["field"]
            moves = list(range(1, min(3, d) + 1))
            if here:
                moves = [data["move"]]
            elif machine:
                moves = [k for k in data["boxes"][str(d)] if k <= d]
            seat = "m" if machine else "h"
            for move in moves:
                for rest in extend(d - move, not machine, used or here):
                    yield [f"{seat}{move}", *rest]

        for starts in (True, False):
            yield from extend(data["length"], starts, False)

    def credit(self, data: Data, answer: list[str]) -> float:
        """Moves of one game that differ from a game which would do; half of a game can be had by chance."""
        if not self.key(data):
            return 0.0
        words = " ".join(answer).lower().split()
        best = 0.0
        for game in islice(self.lost_games(data), 1000):
            differing = sum(
                given != wanted for given, wanted in zip_longest(words, game)
            )
            best = max(best, nearness(differing, len(game) // 2))
        return best

    def values(self, data: Data, say: Say) -> Values:
        return {
            **data,
            "rule": say(f"v.machine.{data['learner'].replace('-', '_')}"),
            "boxes": boxes_text(data["boxes"]),
        }

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        if not answer:
            if self.key(data):
                return Wrong(0.0, say("v.unlearn.possible"))
            return right(say)
        machine = machine_of(data, data["boxes"])
        for number, game in enumerate(answer, start=1):
            try:
                play_game(machine, game)
            except BadGame as bad:
                reason, word = bad.args
                why = say(f"v.game.{reason}", word=word)
                text = say("v.unlearn.bad", n=number, game=game, reason=why)
                return Wrong(self.credit(data, answer), text, game)
        field = data["field"]
        move = data["move"]
        boxes = boxes_of(machine)
        if move not in boxes[str(field)]:
            return right(say)
        told = boxes_text(boxes)
        text = say("v.unlearn.still", field=field, move=move, boxes=told)
        found = "worse_after_loss" if data["learner"] == "remove-last" else None
        return Wrong(
            self.credit(data, answer), text, f"{field}.{move}", misconception=found
        )

    def rules(self, data: Data, say: Say) -> str:
        return say("v.machine.game")

    def work(self, data: Data, say: Say) -> list[str]:
        key = self.key(data)
        begun = say("v.unlearn.begin", field=data["field"], move=data["move"])
        if not key:
            return [begun, "", say("v.unlearn.never"), say("v.unlearn.why")]
        (game,) = key
        run = run_of(data["length"], game)
        return [begun, "", say("v.unlearn.trace"), "", f"- {run}"]
