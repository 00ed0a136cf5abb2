"""From `Position` to a packed position and back."""

from __future__ import annotations

from array import array

from boardkit.engine import Ints
from finity_edu.players.kernel import at
from finity_edu.players.kernel.tables import move_list, move_numbers, tables_of
from finity_edu.rules.board import FIRST_BLOCKER, Board
from finity_edu.rules.effects import Ban
from finity_edu.rules.errors import FinityError, message
from finity_edu.rules.layout import Layout
from finity_edu.rules.paths import bits
from finity_edu.rules.pieces import PlaceArrow, RemoveArrow, ReverseArrow
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import Rules


class TooLargeError(FinityError):
    """A board or word for which the packed form has no room."""


def fits(position: Position) -> bool:
    """Whether the packed form has room: at most 4 players, 13 stations, 24 adjacent pairs and 60 cones."""
    board = position.board
    small = len(board.names) <= at.MAX_STATIONS and len(board.pairs) <= at.MAX_PAIRS
    return (
        small
        and board.players <= at.MAX_PLAYERS
        and 1 <= len(position.word) <= at.MAX_WORD
    )


def pack(position: Position) -> tuple[array[int], list[int]]:
    """Pack a position; what it keeps about paths is still missing (see `apply.prepare`).

    Returns
    -------
    tables : array of int
        Board, rules and word.
    state : list of int

    Raises
    ------
    TooLargeError
        If the packed form has no room for the board or the word.
    """
    if not fits(position):
        sizes = {
            "players": at.MAX_PLAYERS,
            "stations": at.MAX_STATIONS,
            "pairs": at.MAX_PAIRS,
            "cones": at.MAX_WORD,
        }
        raise TooLargeError(message("players.too_large", **sizes))
    t = tables_of(position.board, position.rules)[:]
    t[at.LENGTH] = len(position.word)
    for i, symbol in enumerate(position.word):
        t[at.WORD + i] = symbol == "w"
    s = [0] * at.STATE_SIZE
    _pack_layout(t, s, position)
    s[at.TURN] = position.turn - 1
    s[at.CLOCK] = position.clock
    s[at.PLY] = position.ply
    if position.ban is not None:
        s[at.BAN] = (
            1
            + 2 * move_numbers(position.board)[position.ban.move]
            + position.ban.orphaned
        )
    return t, s


def _pack_layout(t: array[int], s: list[int], position: Position) -> None:
    layout = position.layout
    for i in range(8):
        s[at.BLOCKER + i] = -1
    for i in range(4):
        s[at.POST + i] = -1
    for slot, code in enumerate(layout.slot_codes):
        s[at.PAIR + slot // 3] |= min(code, FIRST_BLOCKER) << 3 * (slot % 3)
        if code >= FIRST_BLOCKER:
            first = at.BLOCKER + 2 * (code - FIRST_BLOCKER)
            s[first if s[first] < 0 else first + 1] = slot
        elif code:
            colour, tail, head = position.board.transitions[slot][code]
            s[at.SUCC + 16 * colour + tail] |= 1 << head
            s[at.ARROWS + colour] += 1
            for i in (2 * slot, 2 * slot + 1):
                s[at.CLASH + t[at.MATE + 2 * i]] |= t[at.MATE + 2 * i + 1]
    for i, owner in enumerate(layout.ring_codes):
        if owner:
            s[at.RING + 3 * (owner - 1) + i % 3] |= 1 << i // 3
    for seat, code in enumerate(layout.post_codes):
        s[at.POST + seat] = code - 1


def unpack(state: Ints, board: Board, rules: Rules, word: str) -> Position:
    """The position that a packed one stands for."""
    s = state[:]
    slots = bytearray(
        s[at.PAIR + slot // 3] >> 3 * (slot % 3) & 7 for slot in range(len(board.slots))
    )
    for i in range(2 * board.players):
        if s[at.BLOCKER + i] >= 0:
            slots[s[at.BLOCKER + i]] = FIRST_BLOCKER + i // 2
    rings = bytearray(3 * len(board.names))
    for i in range(3 * board.players):
        for station in bits(s[at.RING + i]):
            rings[3 * station + i % 3] = 1 + i // 3
    posts = bytes(post + 1 for post in s[at.POST : at.POST + board.players])
    ban = None
    if s[at.BAN]:
        move = move_list(board)[s[at.BAN] - 1 >> 1]
        assert isinstance(move, PlaceArrow | ReverseArrow | RemoveArrow)
        ban = Ban(move, bool(s[at.BAN] - 1 & 1))
    layout = Layout(board, bytes(slots), bytes(rings), posts)
    return Position(rules, word, s[at.TURN] + 1, layout, ban, s[at.CLOCK], s[at.PLY])
