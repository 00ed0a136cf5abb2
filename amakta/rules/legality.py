"""Which moves are legal, and why the others are not.

The rules are a table: for every kind of move the reasons that may stand in its way. `_against` says which
reasons a field gives. `legal_moves` lists the moves that begin where none of theirs is among them, and
`why_illegal` names the first that is: both ask the same, so they cannot disagree. Every reason is an id with a
text in each language (``reason.<id>`` in the catalogues).

References
----------
.. [1] Rulebook, "Spielzug"; docs/amakta.md, section 7 and rulings A7, A8, A10, A16, A19.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from amakta.rules.board import OPPONENT, Player
from amakta.rules.errors import Reason
from amakta.rules.lattice import Field, field_text
from amakta.rules.moves import FROM_HAND, KINDS, PASS, Kind, Move
from amakta.rules.situation import Situation, Stone
from amakta.rules.stones import orientations

REASONS: Mapping[Kind, tuple[str, ...]] = {
    "pass": (),
    "rotate": ("empty", "not_yours", "bound"),
    "take": ("empty", "not_yours", "bound"),
    "place": ("occupied", "not_controlled"),
    "expropriate": ("empty", "yours", "expropriated", "not_controlled"),
    "release": ("empty", "yours", "not_expropriated", "not_controlled"),
    # That nothing points at a stone is enough to take it, not to place another there.
    "replace": ("empty", "not_yours", "bound", "not_controlled"),
    "relocate": ("empty", "not_yours", "bound"),
    # On the enemy base the game is over after the first part (A10).
    "appropriate": ("empty", "yours", "expropriated", "not_controlled", "base_wins"),
    "remove": ("empty", "yours", "expropriated", "not_controlled", "base_wins"),
    "detach": ("empty", "yours", "not_expropriated", "not_controlled"),
}
"""What may be wrong with the first field of a move, in the order in which it is said."""

TURNING: frozenset[str] = frozenset({"rotate", "appropriate"})
"""The moves that leave a stone where it is, so it has to lie differently afterwards (A8)."""


def _against(situation: Situation, me: Player, field: Field) -> frozenset[str]:
    """The reasons that a field gives against moves of `me`."""
    found = []
    if situation.control.get(field) != me:
        found.append("not_controlled")
    stone = situation.at.get(field)
    if stone is None:
        found.append("empty")
        return frozenset(found)
    found.append("occupied")
    found.append("yours" if stone.owner == me else "not_yours")
    found.append("expropriated" if stone.expropriated else "not_expropriated")
    if not situation.is_free(field):
        found.append("bound")
    if field == situation.board.base(OPPONENT[me]):
        found.append("base_wins")
    return frozenset(found)


@cache
def _possible(against: frozenset[str]) -> tuple[Kind, ...]:
    """The kinds of moves that begin at a field in spite of these reasons."""
    return tuple(kind for kind in KINDS[1:] if against.isdisjoint(REASONS[kind]))


# -- the list ------------------------------------------------------------------------------------------


def legal_moves(situation: Situation, me: Player) -> tuple[Move, ...]:
    """All moves of `me`, ordered by kind (as in `KINDS`), field, target, code.

    The situation must not be over.
    """
    places = set(situation.at)
    places.update(
        [field for field, player in situation.control.items() if player == me]
    )
    fields: dict[str, list[Field]] = {kind: [] for kind in KINDS}
    for field in sorted(places):
        for kind in _possible(_against(situation, me, field)):
            fields[kind].append(field)

    shapes = [shape for shape, _ in situation.hand(me)]
    moves = [PASS]
    for kind in KINDS:
        for field in fields[kind]:
            if kind in FROM_HAND:
                for shape in shapes:
                    moves += _every_way(kind, field, None, shape)
            elif kind in TURNING:
                code = situation.at[field].code
                moves += _every_way(kind, field, None, code, code)
            elif kind == "relocate":
                code = situation.at[field].code
                for to in fields["place"]:
                    moves += _every_way(kind, field, to, code)
            else:
                moves.append(Move(kind, field))
    return tuple(moves)


@lru_cache(maxsize=1 << 16)
def _every_way(
    kind: Kind, field: Field, to: Field | None, shape: str, but: str = ""
) -> tuple[Move, ...]:
    """One move for every way in which a stone can lie, except one."""
    return tuple(
        Move(kind, field, to, code) for code in orientations(shape) if code != but
    )


# -- one move ------------------------------------------------------------------------------------------


def why_illegal(situation: Situation, me: Player, move: Move) -> Reason | None:
    """The first rule that a move of `me` would break, or None if it is legal.

    Raises
    ------
    NotationError
        If the move lacks a field or a code that its kind needs, or has one too many.
    """
    Move.parse(str(move))  # a hand-made Move may be malformed
    # The list is made for games that go on only; a single move may be asked about at any time.
    if situation.winner() is not None:
        return Reason("game_over")
    if move.field is None:
        return None
    for field in (move.field, move.to):
        if field is not None and field not in situation.board:
            return _about(field, "no_field")
    reason = _first_reason(situation, me, move.field, REASONS[move.kind])
    if reason is None and move.to is not None:
        if move.to == move.field:  # not empty either, but this says more
            return _about(move.to, "same_field")
        reason = _first_reason(situation, me, move.to, REASONS["place"])
    if reason is None and move.code is not None:
        stone = situation.at.get(move.field)
        reason = _why_it_cannot_lie(situation, me, move.kind, move.code, stone)
    return reason


def _first_reason(
    situation: Situation, me: Player, field: Field, reasons: tuple[str, ...]
) -> Reason | None:
    """The first reason that stands in the way; where arrows decide, with their numbers."""
    # All reasons at once, and then the one that comes first for this kind of move.
    against = _against(situation, me, field)
    for reason in reasons:
        if reason not in against:
            continue
        if reason in ("bound", "not_controlled"):
            white, black = situation.count(field)
            mine, theirs = (white, black) if me == "W" else (black, white)
            return _about(field, reason, mine=mine, theirs=theirs)
        return _about(field, reason)
    return None


def _about(field: Field, reason: str, **arrows: int) -> Reason:
    return Reason(reason, (field,), (("field", field_text(field)), *arrows.items()))


def _why_it_cannot_lie(
    situation: Situation, me: Player, kind: Kind, code: str, stone: Stone | None
) -> Reason | None:
    """What is wrong with the code of the stone as it would come to lie."""
    # The name of the stone, however it lies.
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
