"""Moves: which there are, which are legal, why one is not, and what it does.

Control, freedom and arrows are those of the situation *before* the whole move; only possession and emptiness
are taken after the first part of a combined move (A7).  Two moves are equal if and only if they lead to the
same situation, so doing nothing is called ``pass`` only (A8).

References
----------
.. [1] Rulebook, "Spielzug"; docs/amakta.md, section 7 and rulings A7, A8, A10, A13, A16, A19.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from amakta.rules.board import OPPONENT, Player
from amakta.rules.errors import NotationError, Reason
from amakta.rules.lattice import Field, field_text
from amakta.rules.notation import parse_field
from amakta.rules.situation import Hand, Layout, Situation, Stone
from amakta.rules.stones import is_code, orientations
from amakta.rules.texts import CATALOGUE

Kind: TypeAlias = Literal[
    "pass", "rotate", "take", "place", "expropriate", "release",
    "replace", "relocate", "appropriate", "remove", "detach"]

SHAPE_OF_MOVES: Mapping[str, tuple[int, bool]] = {
    "pass": (0, False), "rotate": (1, True), "take": (1, False), "place": (1, True),
    "expropriate": (1, False), "release": (1, False),
    "replace": (1, True), "relocate": (2, True), "appropriate": (1, True), "remove": (1, False),
    "detach": (1, True),
}
"""For every kind of move: how many fields its text names, and whether it names a code."""

KINDS: tuple[Kind, ...] = tuple(SHAPE_OF_MOVES)  # type: ignore[arg-type]  # the six simple, then the five combined
CAPTURES: frozenset[str] = frozenset({"expropriate", "appropriate", "remove", "release", "detach"})
"""The moves that expropriate or release; they reset the counter of Amakta Infinit (B4)."""


class Move(NamedTuple):
    """A move; its text is the kind, the fields and the code of the stone as it comes to lie.

    Examples
    --------
    >>> str(Move("relocate", (-4, 0), (2, 0), "300000"))
    'relocate -4,0 2,0 300000'
    """

    kind: Kind
    field: Field | None = None
    to: Field | None = None
    code: str | None = None

    def __str__(self) -> str:
        words: list[str] = [self.kind]
        words += [field_text(f) for f in (self.field, self.to) if f is not None]
        return " ".join(words if self.code is None else [*words, self.code])

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move text; blanks do not matter.

        Raises
        ------
        NotationError
            With the column at which reading stopped.

        Examples
        --------
        >>> Move.parse(" place  -1,0 111111").code
        '111111'
        """
        if not isinstance(text, str):
            raise NotationError(CATALOGUE.message("error.no_text", value=repr(text)), repr(text))
        words = [(m.start(), m.group()) for m in re.finditer(r"[^\s]+", text)]
        if not words or words[0][1] not in SHAPE_OF_MOVES:
            raise NotationError(CATALOGUE.message("move.kind", kinds=", ".join(KINDS)), text,
                                words[0][0] if words else 0)
        kind = words[0][1]
        fields, coded = SHAPE_OF_MOVES[kind]
        wanted = 1 + fields + coded
        if len(words) != wanted:
            column = words[wanted][0] if len(words) > wanted else len(text)
            raise NotationError(CATALOGUE.message(f"move.words.{kind}"), text, column)
        places: list[Field] = []
        for column, word in words[1:1 + fields]:
            try:
                places.append(parse_field(word))
            except NotationError as error:
                raise NotationError(error.message, text, column) from None  # type: ignore[arg-type]
        if coded and not is_code(words[-1][1]):
            raise NotationError(CATALOGUE.message("error.code", text=words[-1][1]), text, words[-1][0])
        return cls(kind, places[0] if places else None, places[1] if fields == 2 else None,  # type: ignore[arg-type]
                   words[-1][1] if coded else None)


PASS = Move("pass")


@lru_cache(maxsize=1 << 16)
def _spread(kind: Kind, f: Field, to: Field | None, shape: str, without: str = "") -> tuple[Move, ...]:
    """One move for every code of a shape except one."""
    return tuple(Move(kind, f, to, code) for code in orientations(shape) if code != without)


def legal_moves(s: Situation, me: Player) -> tuple[Move, ...]:
    """All moves of `me`, ordered by kind (as in `KINDS`), field, target, code.

    The situation must not be over.
    """
    at, control, hand = s.at, s.control, s.hand(me)
    enemy_base = s.board.base(OPPONENT[me])
    open_fields = sorted([f for f, p in control.items() if p == me and f not in at])
    lists: dict[str, list[Move]] = {kind: [] for kind in KINDS}
    lists["pass"].append(PASS)
    for f, stone in s.stones:
        held = control.get(f) == me
        if stone.owner == me:
            if held or s.is_free(f):
                lists["rotate"] += _spread("rotate", f, None, stone.code, stone.code)
                lists["take"].append(Move("take", f))
                for g in open_fields:
                    lists["relocate"] += _spread("relocate", f, g, stone.code)
            if held:  # unpointed is enough to take, not to place
                for shape, _ in hand:
                    lists["replace"] += _spread("replace", f, None, shape)
        elif held and stone.expropriated:
            lists["release"].append(Move("release", f))
            for shape, _ in hand:
                lists["detach"] += _spread("detach", f, None, shape)
        elif held:
            lists["expropriate"].append(Move("expropriate", f))
            if f != enemy_base:  # there the game is over after the first part (A10)
                lists["appropriate"] += _spread("appropriate", f, None, stone.code, stone.code)
                lists["remove"].append(Move("remove", f))
    for g in open_fields:
        for shape, _ in hand:
            lists["place"] += _spread("place", g, None, shape)
    return tuple([move for moves in lists.values() for move in moves])


def after(s: Situation, me: Player, move: Move) -> tuple[Layout, tuple[Hand, Hand]]:
    """Stones and inventories after a legal move of `me`."""
    kind, f, to, code = move
    if f is None:
        return s.stones, s.hands
    at, hand = dict(s.at), s.hand(me)
    old: Any = at.pop(f, None)  # a stone, but for "place"
    if kind in ("place", "replace", "detach"):
        shape = orientations(code or "")[0]
        at[f] = Stone(code or "", me, me, dict(hand)[shape])
        hand = tuple([held for held in hand if held[0] != shape])
    elif kind in ("expropriate", "appropriate"):
        at[f] = Stone(code or old.code, old.colour, me)
    elif kind in ("rotate", "relocate"):
        at[to or f] = old._replace(code=code)  # an expropriated stone stays in the game (A13)
    if kind in ("take", "replace") and not old.expropriated:
        hand = tuple(sorted((*hand, (orientations(old.code)[0], old.circle)), reverse=True))
    return tuple(sorted(at.items())), (hand, s.hands[1]) if me == "W" else (s.hands[0], hand)


def why_illegal(s: Situation, me: Player, move: Move) -> Reason | None:
    """The first rule that a move of `me` would break, or None if it is legal.

    Raises
    ------
    NotationError
        If the move lacks a field or a code that its kind needs, or has one too many.
    """
    Move.parse(str(move))  # a hand-made Move may be malformed
    return next(_objections(s, me, move), None)


def _objections(s: Situation, me: Player, move: Move) -> Iterator[Reason]:
    if s.winner() is not None:
        yield Reason("game_over")
    kind, f, to, code = move
    if f is None:
        return
    for place in (f, to):
        if place is not None and place not in s.board:
            yield _at("no_field", place)
    stone = s.at.get(f)
    if stone is None and kind != "place":
        yield _at("empty", f)
        return
    if stone is not None and kind in ("rotate", "take", "replace", "relocate"):
        if stone.owner != me:
            yield _at("not_yours", f)
        if not s.is_free(f):
            yield _counted("bound", s, me, f)
    elif stone is not None and kind != "place":
        release = kind in ("release", "detach")
        if stone.owner == me:
            yield _at("yours", f)
        if stone.expropriated != release:  # (A16)
            yield _at("not_expropriated" if release else "expropriated", f)
    if kind not in ("rotate", "take", "relocate", "place"):
        yield from _uncontrolled(s, me, f)
    if kind in ("appropriate", "remove") and f == s.board.base(OPPONENT[me]):
        yield _at("base_wins", f)
    if to == f:
        yield _at("same_field", f)
    for place in (f if kind == "place" else to,):
        if place is not None:
            if place in s.at:
                yield _at("occupied", place)
            yield from _uncontrolled(s, me, place)
    if code is not None:
        yield from _cannot_lie(s, me, move, stone)


def _at(id: str, f: Field) -> Reason:
    return Reason(id, (f,), (("field", field_text(f)),))


def _cannot_lie(s: Situation, me: Player, move: Move, stone: Stone | None) -> Iterator[Reason]:
    """What is wrong with the code of the stone as it would come to lie."""
    code = move.code or ""
    if move.kind in ("place", "replace", "detach"):
        if orientations(code)[0] not in dict(s.hand(me)):
            yield Reason("not_in_hand", (), (("code", code),))
    elif stone is not None:
        if orientations(code)[0] != orientations(stone.code)[0]:
            yield Reason("other_stone", (), (("code", code), ("present", stone.code)))
        if code == stone.code and move.kind != "relocate":
            yield Reason("same_code", (), (("code", code),))


def _uncontrolled(s: Situation, me: Player, f: Field) -> Iterator[Reason]:
    if s.control.get(f) != me:
        yield _counted("not_controlled", s, me, f)


def _counted(id: str, s: Situation, me: Player, f: Field) -> Reason:
    white, black = s.count(f)
    mine, theirs = (white, black) if me == "W" else (black, white)
    return Reason(id, (f,), (("field", field_text(f)), ("mine", mine), ("theirs", theirs)))
