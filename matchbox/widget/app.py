"""What the reader of the widget sees: the board, the sentence, moves and dice, what the lens shows."""

from collections import Counter
from collections.abc import Sequence

from boardkit.messages import Catalogue, numeral, using_language
from boardkit.svg import Element, Picture, el
from boardkit.theme import style
from boardkit.widget.frame import Chip, Screen, View, copy_button, loading, piece
from boardkit.widget.history import UNDO_HELP, undo_and_redo
from boardkit.widget.markup import (
    ALWAYS,
    LEGIBLE,
    Shortcut,
    bar,
    button,
    choice,
    details,
    field,
    group,
    hit,
    later,
    picture,
    rows,
    stage,
    table,
)
from matchbox.draw import machine as draw
from matchbox.draw.printout import sections
from matchbox.rules.machine import Event
from matchbox.rules.ruleset import Seat, text
from matchbox.widget.curves import heat, learning
from matchbox.widget.state import MatchboxCourse, teacher_name, teachers_offered

t = Catalogue("matchbox", "widget").text
_FRAME = Catalogue("boardkit", "frame").text

KEYS = (
    ("←↑↓→", "arrows"),
    ("Enter", "enter"),
    ("1 2 3", "move"),
    ("n", "new"),
    ("x", "next"),
    UNDO_HELP,
    ("s", "stop"),
    ("f", "lens"),
    ("l", "large"),
)
"""The keys and what they do."""

LEAST = 0.72
"""Boards are not scaled below this: a field stays wide enough for a finger."""

SPEEDS = (0, 400, 900, 1800, -1)
"""Milliseconds per step of the protocol; 0 shows all at once, −1 waits for "next"."""


class MatchboxWidget(MatchboxCourse):
    """Intelligenz gegen Automat, to be touched.

    Parameters
    ----------
    rules : Rules or str, optional
    machine : Machine or str, optional
        A saved machine, which brings its own rules; by default one with all its markers.
    teacher : str
        Who plays Intelligenz: ``human`` (you), or a teacher by name.
    speed : int
        Milliseconds per step; 0: at once; −1: one step for each "next".
    seed : int, optional
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.
    theme : str
        The name of a theme of `boardkit.theme`, or "auto": as the page is.

    Attributes
    ----------
    machine : str
        The machine as text; can be observed and assigned.
    teacher : str
    speed : int
    games : int
        Number of finished games.

    Examples
    --------
    >>> w = MatchboxWidget("length=4 first=human", speed=0)
    >>> w.act("new")
    >>> w.act("hit", place="3")      # the field with 3 to go: a move of 1
    >>> w.games in (0, 1)
    True
    """

    def shortcuts(self) -> Sequence[Shortcut]:
        return KEYS

    def heading(self) -> str:
        """The name of the widget."""
        return text("draw.title")

    def fallback(self) -> Picture:
        """The board, where no kernel runs."""
        with using_language(self.lang):
            return draw.board(
                self.value, self.match.track.togo if self.match.track else None
            )

    # -- what is said ----------------------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        track = self.match.track
        # Said while it lasts, whatever else could be said.
        if self.to_train:
            return "", t("training", games=len(self.match.played))
        if self.contest is not None:
            return "", t("tournament.now", games=self.contest.at)
        if self.my_turn and track is not None:
            return "", t("your_turn", n=len(track.legal_moves()))
        if self.pending or track is not None:
            throw = self.shown[-1].dice
            if throw is None:
                return "", self.shown[-1].words
            move, value = throw.dice[throw.highest[0]]
            return "", t("tie" if throw.is_tie else "decided", move=move, value=value)
        if self.watched:
            return self._ending()
        played = self.match.played
        if not played:
            return "", t("welcome")
        won = sum(game.won for game in played)
        return "", t("standing", games=len(played), won=won)

    def _ending(self) -> tuple[str, str]:
        """Who has won, why, and what the machine makes of it."""
        machine_won = self.match.played[-1].won
        happened = {event.kind: event for event in self.match.events}
        if "goal" in happened:
            why = "goal"
        elif "resign" in happened:
            why = "resign"
        else:
            why = "other" if machine_won else "move"
        # The last of these says most.
        learned = ""
        for kind in ("nothing", "remove", "win"):
            if kind in happened:
                learned = happened[kind].words
        mood = ""
        who = "machine"
        if not machine_won:
            who = "human"
            if self.teacher == "human":
                who = "you"
                mood = "good"
        return mood, f"{t(f'won.{who}')} {t(f'because.{why}')} {learned}"

    def aside(self) -> str:
        """The way out on the reader's turn; else the rule by which the last step was made."""
        if self.my_turn:
            return t("your_turn.how")
        # After a training nobody has seen the steps.
        if not (self.pending or self.watched) or not self.shown:
            return ""
        last = self.shown[-1]
        for event in self.shown:
            if event.kind == "remove":  # the step from which one learns
                last = event
        told = [self._rule(last)]
        if last.markers:
            marker = last.markers[0]
            told.append(
                t("code", marker=str(marker), togo=marker.field, move=marker.move)
            )
        return " ".join(filter(None, told))

    def _rule(self, event: Event) -> str:
        """The rule of a step, as it stands on the rule sheet."""
        for section in sections(self.value.rules).values():
            if event.rule in section:
                return t("rule", rule=event.rule, text=section[event.rule])
        return ""

    # -- the screen ------------------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        return Screen(
            self.board(),
            name=self.heading(),
            facts=t("facts", games=len(self.match.played)),
            players=self.chips(),
            tray=[*self.tray(), *self.waiting(), ALWAYS],
            views=self.views(),
            record=self.record(),
            rare=self.rare(),
        )

    def chips(self) -> list[Chip]:
        """Both players; colours and shapes are those of the seats in all games."""
        human = _FRAME("you")
        if self.teacher != "human":
            human = t("chip.human", teacher=teacher_name(self.teacher))
        disc = el("circle", cx=9, cy=9, r=7, fill=style.blue)
        square = el("rect", x=3, y=3, width=12, height=12, fill=style.orange)
        return [
            self._chip(Seat.HUMAN, human, disc),
            self._chip(Seat.MACHINE, t("chip.machine"), square),
        ]

    def _chip(self, seat: Seat, name: str, shape: Element) -> Chip:
        track = self.match.track
        won = [game.won == (seat is Seat.MACHINE) for game in self.match.played]
        # While steps are still to be shown, the match is one turn ahead of the page.
        turn = track is not None and (track.turn is seat) != bool(self.pending)
        wins = self.watched and track is None and not self.pending and won[-1]
        note = ""
        if wins:
            note = _FRAME("wins")
        elif self.my_turn and seat is Seat.HUMAN:
            note = _FRAME("your_move")
        mark = el(
            "svg",
            shape,
            viewBox="0 0 18 18",
            width=18,
            height=18,
            stroke=style.rim,
            aria_hidden="true",
        )
        return Chip(name, mark, note, turn, wins, score=sum(won) if won else None)

    def board(self) -> Element:
        """The board with its boxes, and the fields that can be clicked."""
        table = self.table
        rules = self.match.rules
        width, height = draw.scene_size(rules)
        layers = draw.scene(
            rules,
            table.counts,
            dict(table.current),
            table.token,
            table.leaving,
            table.lit,
            table.came,
        )
        offered: dict[int, int] = {}  # the moves, by the fields that they lead to
        track = self.match.track
        if track is not None and self.my_turn:
            offered = {track.togo - k: k for k in track.legal_moves()}
        first = max(offered, default=rules.length)
        hits = []
        for d in range(rules.length, -1, -1):
            said = [draw.field_name(rules, d)]
            if d == table.token:
                said.append(t("token_here"))
            if d in offered:
                said.append(t("move_here", k=offered[d]))
            x = draw.column(rules, d)
            shape = el(
                "rect",
                x=x - draw.COLUMN / 2,
                y=draw.TRACK - 40,
                width=draw.COLUMN,
                height=84,
                rx=10,
            )
            place = hit(
                str(d),
                ", ".join(said),
                x,
                draw.TRACK,
                shape,
                target=d in offered,
                first=d == first,
                drag=bool(offered) and d == table.token,
                to=map(str, offered),
            )
            hits.append(place)
        return stage(
            width,
            height,
            layers,
            hits,
            label=t("board"),
            description=draw.board(self.value, table.token).desc,
            least=LEAST,
        )

    def tray(self) -> list[Element]:
        """The moves of the reader, the dice of the machine, or between two games what may be begun."""
        if self.to_train or self.contest is not None:
            if self.contest is not None:
                name = t("tournament")
                done = self.contest.at
                most = self.contest.games
            else:
                name = t("train")
                most = self.to_train_all
                done = most - self.to_train
            return [
                button(t("stop"), "stop", key="s"),
                el("progress", value=done, max=most, aria_label=name),
            ]
        if self.my_turn:
            return self._moves()
        if self.pending or self.match.track is not None:
            return [button(t("next"), "next", key="x"), *self._dice()]
        begin = button(t("new"), "new", key="n", cls="gk-primary")
        names = dict.fromkeys((*teachers_offered(), self.teacher))
        teachers = [(name, teacher_name(name)) for name in names]
        opponent = choice(t("intelligenz"), "teacher", teachers, self.teacher)
        train = []
        for games in (1, 10, 100, 10_000):
            said = t("train.games", n=games)
            train.append(
                button(
                    numeral(games, ","),
                    "train",
                    games=games,
                    said=said,
                )
            )
        training = bar(t("train"), el("span", t("train")), *train)
        return [rows(bar(t("game"), begin, opponent), training)]

    def _moves(self) -> list[Element]:
        """The moves that the reader has, as markers that can be laid on the field they lead to."""
        assert self.match.track is not None
        pieces = []
        for k in self.match.track.legal_moves():
            icon = el(
                "svg",
                draw.marker(self.match.rules, 18, 18, k, 16),
                viewBox="0 0 36 36",
                width=36,
                height=36,
                aria_hidden="true",
            )
            # A marker is laid on the field that the move leads to.
            rest = self.match.track.togo - k
            move = piece(
                icon,
                t("move", n=k),
                "hit",
                key=str(k),
                drag=f"move:{k}",
                to=[str(rest)],
                place=rest,
            )
            pieces.append(move)
        return pieces

    def _dice(self) -> list[Element]:
        throw = self.table.dice
        if throw is None:
            return []
        thrown = sum(event.dice is not None for event in self.shown)
        drawn = picture(draw.dice(self.match.rules, throw), 0.75)
        return [el("div", drawn, class_="gk-come", data_key=f"throw-{thrown}")]

    def waiting(self) -> list[Element]:
        """What goes on by itself."""
        if self.to_train:
            return [later("train_on", self.pause, self.to_train)]
        if self.contest is not None:
            return [later("compete", 1, self.contest.at)]
        if self.pending and self.speed > 0:
            return [later("next", self.speed, len(self.shown))]
        if self.exact_missing and not self.computing.busy:
            # After the page has drawn what there is already
            return [later("exact", 50, "exact")]
        return []

    def record(self) -> list[Element]:
        """The last step, and what goes back and forth."""
        history = [
            *undo_and_redo(t, self.match.can_undo, self.match.can_redo),
            copy_button(_FRAME("copy.link"), self.link()),
        ]
        moves = [f" {move}" for move in self.match.moves[-12:]]
        return [
            el("p", *moves, class_="gk-record"),
            el("div", *history, role="group", aria_label=t("game"), class_="gk-quiet"),
        ]

    def rare(self) -> list[Element]:
        """Speed, seed, and the machine to take away and to bring back."""
        named = {0: t("at_once"), -1: t("by_hand")}
        speeds = []
        for speed in dict.fromkeys((*SPEEDS, self.speed)):
            speeds.append((str(speed), named.get(speed, f"{numeral(speed / 1000)} s")))
        return [
            group(
                t("game"),
                button(t("fresh_one"), "seed", value=self.seed),
                button(t("exactly"), "exactly", pressed=self.exactly),
                choice(t("speed"), "speed", speeds, str(self.speed)),
                field(t("seed"), "seed", str(self.seed), size=5),
            ),
            group(_FRAME("group.share"), copy_button(t("copy"), str(self.value))),
            group(
                _FRAME("group.save"),
                el("div", *self.saving(), class_="gk-row"),
                *loading(t("load"), "text/*,.machine"),
            ),
        ]

    def game_text(self) -> str:
        return self.value.file_text()

    # -- the lens --------------------------------------------------------------------------------------------------

    def views(self) -> list[View]:
        """What the lens can show."""
        return [
            View("curve", t("tab.curve"), self._curve),
            View("boxes", t("tab.boxes"), self._boxes),
            View("law", t("tab.law"), self._law),
            View("protocol", t("tab.protocol"), self._protocol),
            View("tournament", t("tournament"), self._tournament),
        ]

    def _curve(self) -> list[Element | None]:
        curve = self.exact.get(self.task) if self.exactly else None
        coming = el("span", t("exact_coming")) if self.exact_missing else None
        if not self.match.played and curve is None:
            return [coming or el("p", t("curves.none"))]
        games = len(self.match.played) + self.to_train
        return [picture(learning(self.match, curve, games), least=LEGIBLE), coming]

    def _boxes(self) -> list[Element]:
        masks = self.masks[: len(self.match.played) + 1]
        # Before the first game there is nothing to compare.
        if len(masks) < 2:
            return [el("p", t("curves.none"))]
        return [picture(heat(self.match.rules, masks), least=LEGIBLE)]

    def _law(self) -> list[Element]:
        """What the machine would do now on every field."""
        rules = self.match.rules
        moves = range(1, rules.step + 1)
        rows: list[list[str]] = []
        current = []
        for d in range(rules.length, 0, -1):
            if d == self.table.token:
                current.append(len(rows))
            box = Counter(marker.move for marker in self.value.boxes[d])
            row = [draw.field_name(rules, d)]
            for k in moves:
                share = t("share", n=box[k] / box.total()) if box[k] else "–"
                row.append(f"{share} ★" if (d, k) in rules.winning else share)
            rows.append(row)
        head = [t("law.field"), *[t("move", n=k) for k in moves]]
        return [table(t("law.caption"), head, rows, current=current)]

    def _protocol(self) -> list[Element]:
        """What happened, step by step; each unfolds to its rule."""
        if not self.shown:
            return [el("p", t("protocol.none"))]
        lines = []
        for number, event in enumerate(self.shown):
            rule = el("p", self._rule(event))
            lines.append(
                el("li", details(str(event), rule, open=False, key=f"line-{number}"))
            )
        return [el("ol", *lines, class_="gk-problems")]

    def _tournament(self) -> list[Element]:
        contest = self.tournament
        begin = button(
            t("tournament.begin"), "tournament", disabled=self.contest is not None
        )
        if contest is None:
            return [el("p", t("tournament.what")), begin]
        head = [t("tournament.teacher"), t("tournament.half"), t("tournament.perfect")]
        return [
            picture(contest.picture(), least=LEGIBLE),
            table(
                t("tournament.caption", n=contest.machines), head, contest.standings()
            ),
            begin,
        ]
