"""Which moves are legal, and why the others are not.

The rules are a table: for every kind of move the questions that are asked about the stone, or the empty field,
that it begins with. `legal_moves` lists the moves that no question stops, `why_illegal` names the first one
that does; both ask the same questions, so they cannot disagree. Every answer is the id of a reason with a text
in each language (``reason.<id>`` in the catalogues).

References
----------
.. [1] Rulebook, "Spielzug"; docs/amakta.md, section 7 and rulings A7, A8, A10, A16, A19.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from amakta.rules.board import OPPONENT, Player
from amakta.rules.errors import Reason
from amakta.rules.lattice import Field, field_text
from amakta.rules.moves import FROM_HAND, PASS, Kind, Move
from amakta.rules.situation import Situation, Stone
from amakta.rules.stones import orientations

Question: TypeAlias = Callable[[Situation, Player, Field], str | None]
"""Asked about a field; the answer is the id of the reason that stands in the way, or None."""


def lies_none(situation: Situation, me: Player, field: Field) -> str | None:
    """Does no stone lie there?"""
    return "occupied" if field in situation.at else None


def mine(situation: Situation, me: Player, field: Field) -> str | None:
    """Is it a stone of one's own?"""
    return None if situation.at[field].owner == me else "not_yours"


def free(situation: Situation, me: Player, field: Field) -> str | None:
    """Is it free?"""
    return None if situation.is_free(field) else "bound"


def theirs(situation: Situation, me: Player, field: Field) -> str | None:
    """Is it a stone of the opponent?"""
    return "yours" if situation.at[field].owner == me else None


def of_maker(situation: Situation, me: Player, field: Field) -> str | None:
    """Does it belong to whoever made it? A stone changes hands at most once (A16)."""
    return "expropriated" if situation.at[field].expropriated else None


def of_taker(situation: Situation, me: Player, field: Field) -> str | None:
    """Was it expropriated? Only such a stone can be released."""
    return None if situation.at[field].expropriated else "not_expropriated"


def controlled(situation: Situation, me: Player, field: Field) -> str | None:
    """Does one control the field? That nothing points there is enough to take a stone, not to place one."""
    return None if situation.control.get(field) == me else "not_controlled"


def goes_on(situation: Situation, me: Player, field: Field) -> str | None:
    """Does the game go on after the first part of a combined move? On the enemy base it does not (A10)."""
    return "base_wins" if field == situation.board.base(OPPONENT[me]) else None


MOVING: tuple[Question, ...] = (mine, free)
EXCHANGING: tuple[Question, ...] = (*MOVING, controlled)
EXPROPRIATING: tuple[Question, ...] = (theirs, of_maker, controlled)
CAPTURING: tuple[Question, ...] = (*EXPROPRIATING, goes_on)
RELEASING: tuple[Question, ...] = (theirs, of_taker, controlled)
LANDING: tuple[Question, ...] = (lies_none, controlled)

QUESTIONS: Mapping[Kind, tuple[Question, ...]] = {
    "rotate": MOVING,
    "take": MOVING,
    "place": LANDING,
    "expropriate": EXPROPRIATING,
    "release": RELEASING,
    "replace": EXCHANGING,
    "relocate": MOVING,
    "appropriate": CAPTURING,
    "remove": CAPTURING,
    "detach": RELEASING,
}
"""What is asked about the first field of a move, in this order; in the order in which moves are listed."""

TURNING: frozenset[str] = frozenset({"rotate", "appropriate"})
"""The moves that leave a stone where it is, so it has to lie differently afterwards (A8)."""


def barrier(
    questions: tuple[Question, ...], situation: Situation, me: Player, field: Field
) -> str | None:
    """The id of the first reason that stands in the way."""
    for question in questions:
        reason = question(situation, me, field)
        if reason is not None:
            return reason
    return None


# -- the list ------------------------------------------------------------------------------------------


def legal_moves(situation: Situation, me: Player) -> tuple[Move, ...]:
    """All moves of `me`, ordered by kind (as in `KINDS`), field, target, code.

    The situation must not be over.
    """
    control = situation.control
    at = situation.at
    open_fields = sorted([field for field in control if control[field] == me and field not in at])
    passing: dict[tuple[Question, ...], list[Field]] = {LANDING: open_fields}
    shapes = [shape for shape, _ in situation.hand(me)]
    moves = [PASS]
    for kind, questions in QUESTIONS.items():
        if questions not in passing:
            passing[questions] = _passing(questions, situation, me)
        for field in passing[questions]:
            if kind in FROM_HAND:
                for shape in shapes:
                    moves += _every_way(kind, field, None, shape)
            elif kind in TURNING:
                code = at[field].code
                moves += _every_way(kind, field, None, code, code)
            elif kind == "relocate":
                code = at[field].code
                for to in open_fields:
                    moves += _every_way(kind, field, to, code)
            else:
                moves.append(Move(kind, field))
    return tuple(moves)


def _passing(questions: tuple[Question, ...], situation: Situation, me: Player) -> list[Field]:
    """The fields of the stones that no question stops; what `barrier` does, without a call for each."""
    fields = []
    for field in situation.at:
        for question in questions:
            if question(situation, me, field) is not None:
                break
        else:
            fields.append(field)
    return fields


@lru_cache(maxsize=1 << 16)
def _every_way(
    kind: Kind, field: Field, to: Field | None, shape: str, but: str = ""
) -> tuple[Move, ...]:
    """One move for every way in which a stone can lie, except one."""
    return tuple(Move(kind, field, to, code) for code in orientations(shape) if code != but)


# -- one move ------------------------------------------------------------------------------------------


def why_illegal(situation: Situation, me: Player, move: Move) -> Reason | None:
    """The first rule that a move of `me` would break, or None if it is legal.

    Raises
    ------
    NotationError
        If the move lacks a field or a code that its kind needs, or has one too many.
    """
    Move.parse(str(move))  # a hand-made Move may be malformed
    if situation.winner() is not None:
        return Reason("game_over")
    if move.field is None:
        return None
    for named in (move.field, move.to):
        if named is not None and named not in situation.board:
            return _told("no_field", situation, me, named)
    stone = situation.at.get(move.field)
    questions = QUESTIONS[move.kind]
    if stone is None and questions != LANDING:
        return _told("empty", situation, me, move.field)
    reason = barrier(questions, situation, me, move.field)
    if reason is not None:
        return _told(reason, situation, me, move.field)
    if move.to is not None:
        # The stone's own field is not empty either, but this says more.
        reason = "same_field" if move.to == move.field else barrier(LANDING, situation, me, move.to)
        if reason is not None:
            return _told(reason, situation, me, move.to)
    if move.code is None:
        return None
    return _why_it_cannot_lie(situation, me, move.kind, move.code, stone)


def _told(reason: str, situation: Situation, me: Player, field: Field) -> Reason:
    """A reason that concerns a field; where arrows decide, with their numbers."""
    values: list[tuple[str, object]] = [("field", field_text(field))]
    if reason in ("bound", "not_controlled"):
        white, black = situation.count(field)
        mine, theirs = (white, black) if me == "W" else (black, white)
        values += [("mine", mine), ("theirs", theirs)]
    return Reason(reason, (field,), tuple(values))


def _why_it_cannot_lie(
    situation: Situation, me: Player, kind: Kind, code: str, stone: Stone | None
) -> Reason | None:
    """What is wrong with the code of the stone as it would come to lie."""
    shape = orientations(code)[0]
    if kind in FROM_HAND:
        if shape not in dict(situation.hand(me)):
            return Reason("not_in_hand", (), (("code", code),))
    elif stone is not None:
        if shape != orientations(stone.code)[0]:
            return Reason("other_stone", (), (("code", code), ("present", stone.code)))
        if kind in TURNING and code == stone.code:
            return Reason("same_code", (), (("code", code),))
    return None
