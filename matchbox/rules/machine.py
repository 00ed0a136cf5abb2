"""The machine as it stands on the table: markers in boxes, dice, current moves; every step can be watched.

The rule ids (A1, V1, …) are those of the rule sheet that ``matchbox print`` makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from boardkit.errors import UserError, whole_number
from boardkit.formats import Format
from matchbox.rules.dice import Throw, throw
from matchbox.rules.ruleset import CATALOGUE, Circle, Empty, Rules, Seat, message

MACHINE = Format("finity-edu/machine", 1)


class Lesson(NamedTuple):
    """What a learning rule does with the markers."""

    lost: slice
    """Which of the current markers that may leave a loss takes, in the order they were played."""
    sentence: str
    """Rule V1 on the rule sheet."""
    all_leave: bool | None
    """`ALL_LEAVE` for the bit masks of `matchbox.analysis.kernel`; None: they cannot learn so."""
    empty: Empty | None = None
    """What happens before an empty box, whatever the rules say."""


_LAST = Lesson(slice(-1, None), "V1", all_leave=False)
MARKER_LEARNERS = {
    "remove-last": _LAST,
    "remove-all": Lesson(slice(None), "V1_all", all_leave=True),
    "never-empty": _LAST._replace(empty=Empty.KEEP_LAST),
}
"""The learning rules that only take markers away; the others are in `matchbox.players.learners`."""


def with_lesson(rules: Rules) -> Rules:
    """The rules, with what their learner says of empty boxes."""
    lesson = MARKER_LEARNERS.get(rules.learner)
    return replace(rules, empty=lesson.empty) if lesson and lesson.empty else rules


@dataclass(frozen=True)
class Marker:
    """One marker: the field whose box it belongs to (fields to go), its move, and its number on the circle."""

    field: int
    move: int
    number: int = 1

    def __str__(self) -> str:
        return f"{self.field}.{self.move}"

    @property
    def circle(self) -> Circle:
        """Its place ``(d, k)``."""
        return self.field, self.move


@dataclass(frozen=True)
class Trace:
    """What a machine experienced in one game.

    Attributes
    ----------
    moves : tuple of (int, int)
        The circles ``(d, k)`` that were played, in order.
    won : bool
    resigned : int or None
        Fields to go where it stood before an empty box.
    """

    moves: tuple[Circle, ...]
    won: bool
    resigned: int | None = None


MOVED = {
    "current": ("boxes", "current"),
    "win": ("current", "boxes"),
    "back": ("current", "boxes"),
    "remove": ("current", "gone"),
    "refill": ("gone", "boxes"),
}
"""From where to where the markers of an event go, by its kind; those of other kinds stay where they are."""


@dataclass(frozen=True)
class Event:
    """One observable step: the rule that demands it, what happened, and what it happened to."""

    rule: str
    kind: str
    togo: int
    markers: tuple[Marker, ...] = ()
    dice: Throw | None = None
    who: Seat | None = None
    move: int | None = None

    def __str__(self) -> str:
        return f"{self.rule:<3} {self.words}"

    @property
    def words(self) -> str:
        """What happened, in words of the current language, without the rule."""
        return CATALOGUE.text(
            f"protocol.{self.kind}",
            togo=self.togo,
            markers=" ".join(map(str, self.markers)),
            move=self.markers[0].move if self.markers else self.move,
            dice=self.dice or "",
            who=CATALOGUE.text(f"seat.{self.who}") if self.who else "",
        )


def _place(marker: Marker) -> tuple[int, int]:
    return marker.move, marker.number


class Machine:
    """A learning machine of markers and dice.

    It is a player (``choose``, ``learn``), so it can also teach another machine.

    Parameters
    ----------
    rules : Rules
    markers : mapping of (d, k) to int, optional
        Markers on each circle; by default every circle is full.

    Attributes
    ----------
    boxes : dict
        The markers in the box of each field, by fields to go.
    current : list of Marker
        The markers on "current move", in the order they were played.
    gone : list of Marker
        The markers that have left the game.
    events : list of Event
        The protocol of the present game; ``print(machine.protocol())``.

    Examples
    --------
    >>> machine = Machine(Rules(length=4))
    >>> machine.start_game("human")
    >>> move = machine.choose(2, Random(1))
    >>> machine.finish(won=move == 2)
    >>> print(machine.protocol())
    A1  Box of the field with 2 to go: markers 2.1 2.2.
    A4  Dice (move:value, highest starred): 1:2 2:5*
    A7  Marker 2.2 becomes the current move.
    A8  The token moves forward by 2.
    W   The machine has won: all its current markers go back (2.2).
    >>> print(machine)
    length=4 | 4:123 3:123 2:12 1:1
    """

    name = "machine"

    def __init__(
        self, rules: Rules | None = None, markers: Mapping[Circle, int] | None = None
    ) -> None:
        rules = with_lesson(Rules.of(rules))
        # Other learners have no markers to take away.
        if rules.learner not in MARKER_LEARNERS:
            known = ", ".join(MARKER_LEARNERS)
            raise UserError(
                message("error.no_machine", learner=rules.learner, known=known)
            )
        self.rules = rules
        self.boxes: dict[int, list[Marker]] = {}
        for d in range(1, rules.length + 1):
            self.boxes[d] = []
        self.current: list[Marker] = []
        self.gone: list[Marker] = []
        self.events: list[Event] = []
        self.starter = Seat(rules.first)
        if markers is not None:
            if not isinstance(markers, Mapping):
                raise UserError(message("error.markers", value=repr(markers)))
            for circle in rules.subset(markers):
                whole_number(f"markers[{circle}]", markers[circle], 0, rules.markers)
        for d, k in rules.circles:
            here = rules.markers if markers is None else markers.get((d, k), 0)
            for number in range(1, rules.markers + 1):
                place = self.boxes[d] if number <= here else self.gone
                place.append(Marker(d, k, number))

    # -- what it looks like ------------------------------------------------------------------------------------

    @property
    def counts(self) -> dict[Circle, int]:
        """Markers per circle, current moves included."""
        found = Counter(marker.circle for marker in self.current)
        for box in self.boxes.values():
            found.update(marker.circle for marker in box)
        return {circle: found[circle] for circle in self.rules.circles}

    @property
    def configuration(self) -> int:
        """Bit mask of the circles that still have a marker (see `matchbox.analysis.chain`)."""
        mask = 0
        for bit, number in enumerate(self.counts.values()):
            if number:
                mask |= 1 << bit
        return mask

    @property
    def is_perfect(self) -> bool:
        """True if it plays perfectly on every winnable field."""
        counts = self.counts
        return not any(counts[circle] for circle in self.rules.bad_on_winnable)

    def protocol(self) -> str:
        """The present game, one line per step, each with the id of its rule."""
        return "\n".join(map(str, self.events))

    # -- one game ----------------------------------------------------------------------------------------------

    def follow(self, event: Event) -> None:
        """Write a step into the protocol, and move its markers as `MOVED` says."""
        self.events.append(event)
        if event.kind in MOVED:
            whence, where = MOVED[event.kind]
            for marker in event.markers:
                box = self.boxes[marker.field]
                lie = {"boxes": box, "current": self.current, "gone": self.gone}
                lie[whence].remove(marker)
                lie[where].append(marker)
                # So that boxes always look the same.
                box.sort(key=_place)

    def start_game(self, starter: Seat | str) -> None:
        """Begin a game: the protocol is empty again."""
        if self.current:
            raise UserError(message("error.unfinished"))
        self.starter = Seat(starter)
        self.events = []

    def leave_game(self) -> None:
        """Lay the current moves back into their boxes: a game that is left teaches nothing."""
        for marker in self.current:
            box = self.boxes[marker.field]
            box.append(marker)
            box.sort(key=_place)
        self.current = []

    def choose(self, d: int, rng: Random) -> int | None:
        """The machine's turn with d fields to go (A1 to A8); None means it resigns before an empty box (A2)."""
        try:
            box = self.boxes[d]
        except (KeyError, TypeError):
            raise self.rules.no_field(d) from None
        self.events.append(Event("A1", "look" if box else "look_empty", d, tuple(box)))
        if not box:
            self.events.append(Event("A2", "resign", d))
            return None
        moves = [marker.move for marker in box]
        throws = throw(moves, self.rules.sides, rng, self.rules.rethrow)
        self.events.append(Event("A4", "throw", d, dice=throws[0]))
        for again in throws[1:]:
            self.events.append(Event("A5", "rethrow", d, dice=again))
        # The dice stand for the markers of the box, in their order.
        marker = box[throws[-1].highest[0]]
        self.follow(Event("A7", "current", d, (marker,)))
        self.events.append(Event("A8", "move", d, (marker,)))
        return marker.move

    def leaving(self) -> tuple[Marker, ...]:
        """The markers that a loss takes now (V1, E1, E2), by the learning rule."""
        # Usually every current marker may leave.
        free = self.current
        if self.rules.empty == Empty.KEEP_LAST:
            # Each of them was drawn from its box: it was the last one if the box is empty now.
            drawn = Counter(marker.field for marker in self.current)
            free = [
                marker
                for marker in self.current
                if len(self.boxes[marker.field]) + drawn[marker.field] > 1
            ]
        return tuple(free[MARKER_LEARNERS[self.rules.learner].lost])

    def finish(self, won: bool) -> None:
        """The end of a game: *win* (W) or *loss* (V1, V2)."""
        if won:
            if self.current:
                self.follow(Event("W", "win", 0, tuple(self.current)))
        else:
            leaving = self.leaving()
            if leaving:
                self.follow(Event("V1", "remove", 0, leaving))
            else:
                self.events.append(Event("E1", "nothing", 0))
            if self.current:
                self.follow(Event("V2", "back", 0, tuple(self.current)))
        if self.rules.empty == Empty.REFILL:
            for d, box in self.boxes.items():
                if box:
                    continue
                back = [marker for marker in self.gone if marker.field == d]
                self.follow(Event("V3", "refill", d, tuple(sorted(back, key=_place))))

    def learn(self, trace: Trace) -> None:
        """The same as `finish`; the name that all learners share."""
        self.finish(trace.won)

    # -- text --------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        boxes = []
        for d in sorted(self.boxes, reverse=True):
            moves = "".join(str(marker.move) for marker in self.boxes[d])
            boxes.append(f"{d}:{moves or '-'}")
        text = f"{self.rules} | {' '.join(boxes)}"
        if self.current:
            current = " ".join(map(str, self.current))
            text += f" | current {current} {self.starter.value}"
        return text

    def file_text(self) -> str:
        """The text as a file: a line that says its format, then the machine; `load` reads it back."""
        return f"{MACHINE.line}\n{self}\n"

    def __repr__(self) -> str:
        return f"Machine.load({str(self)!r})"

    @classmethod
    def load(cls, text: str) -> Machine:
        """Read a machine from the text that ``str(machine)`` prints.

        Boxes that are not named are empty; white space is free.

        Raises
        ------
        UserError
            Names the part that cannot be read, and why.

        Examples
        --------
        >>> text = "length=4 | 4:- 3:3 2:12 1:1"
        >>> str(Machine.load(text)) == text
        True
        >>> Machine.load("length=4 | 4:7")
        Traceback (most recent call last):
        ...
        boardkit.errors.UserError: I cannot read "4:7" in the machine: ...
        """
        if not isinstance(text, str):
            raise UserError(message("error.no_boxes", text=text))
        head, bar, rest = MACHINE.body(text).partition("|")
        body, _, tail = rest.partition("|")
        rules = Rules.parse(head)
        if not bar:
            raise UserError(message("error.no_boxes", text=text.strip()))
        # Several markers of one circle are written one after the other.
        counts: Counter[Circle] = Counter()
        places = {f"{d}.{k}": (d, k) for d, k in rules.circles}

        def counted(place: str, part: str) -> Circle:
            circle = places.get(place, (0, 0))
            counts[circle] += 1
            if place not in places or counts[circle] > rules.markers:
                raise UserError(message("error.box", part=part, markers=rules.markers))
            return circle

        for part in body.split():
            d, _, moves = part.partition(":")
            if f"{d}.1" not in places or not moves:
                raise UserError(message("error.box", part=part, markers=rules.markers))
            for k in moves.replace("-", ""):
                counted(f"{d}.{k}", part)
        words = tail.split()
        if words:
            # They were played one after the other, and the token never goes back.
            fields = [
                int(part.partition(".")[0]) for part in words[1:-1] if part in places
            ]
            falling = fields == sorted(set(fields), reverse=True)
            started = words[-1] in list(Seat)
            if words[0] != "current" or len(words) < 3 or not started or not falling:
                raise UserError(message("error.current", part=tail.strip()))
        played = [counted(part, part) for part in words[1:-1]]
        # The current moves are laid into their boxes first, and drawn from them below.
        machine = cls(rules, counts)
        if words:
            machine.starter = Seat(Rules(first=words[-1]).first)
        for togo, move in played:
            box = machine.boxes[togo]
            place = [marker.move for marker in box].index(move)
            machine.current.append(box.pop(place))
        return machine
