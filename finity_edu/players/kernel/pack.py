"""From `Position` to a packed position and back."""

from __future__ import annotations

from finity_edu.players.kernel.accel import Ints, ints, plain
from finity_edu.players.kernel.apply import update_result
from finity_edu.players.kernel.reach import update_kept, update_reach
from finity_edu.players.kernel.tables import (
    AT_BAN,
    AT_BLOCKER,
    AT_BRIDGES,
    AT_CLASH,
    AT_CLOCK,
    AT_LENGTH,
    AT_MATE,
    AT_PAIR,
    AT_PLY,
    AT_POST,
    AT_RING,
    AT_SUCC,
    AT_TURN,
    AT_WORD,
    MAX_PAIRS,
    MAX_STATIONS,
    MAX_WORD,
    PLAYERS,
    STATE_SIZE,
    WORK_SIZE,
    Tables,
    move_list,
    move_numbers,
    tables_of,
)
from finity_edu.rules.board import FIRST_BLOCKER, Board
from finity_edu.rules.effects import Ban
from finity_edu.rules.errors import CATALOGUE, FinityError
from finity_edu.rules.layout import Layout
from finity_edu.rules.paths import bits
from finity_edu.rules.pieces import PlaceBridge, RemoveBridge, ReverseBridge
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import Rules


class TooLargeError(FinityError):
    """A board or word for which the packed form has no room."""


def fits(position: Position) -> bool:
    """Whether the packed form has room: at most 13 stations, 24 adjacent pairs and 60 cones."""
    board = position.board
    return len(board.names) <= MAX_STATIONS and len(board.pairs) <= MAX_PAIRS and 1 <= len(position.word) <= MAX_WORD


def new_work() -> Ints:
    """Work space for the searches of one thread."""
    return ints([0] * WORK_SIZE)


def pack(position: Position, work: Ints | None = None) -> tuple[Tables, Ints]:
    """Pack a position.

    Parameters
    ----------
    position : Position
    work : sequence of int, optional
        Work space (`new_work`); made anew if it is missing.

    Returns
    -------
    tables : Tables
        Board and rules, shared by all positions of a game.
    state : sequence of int

    Raises
    ------
    TooLargeError
        If the packed form has no room for the board or the word.

    Examples
    --------
    >>> position = Position.start(word="bbwwbwbw")
    >>> unpack(pack(position)[1], position.board, position.rules) == position
    True
    """
    if not fits(position):
        sizes = {"stations": MAX_STATIONS, "pairs": MAX_PAIRS, "cones": MAX_WORD}
        raise TooLargeError(CATALOGUE.message("players.too_large", **sizes))
    t = tables_of(position.board, position.rules)
    s = [0] * STATE_SIZE
    _pack_layout(t, s, position)
    s[AT_TURN] = position.turn - 1
    s[AT_CLOCK] = position.clock
    s[AT_PLY] = position.ply
    s[AT_WORD] = sum(1 << i for i, symbol in enumerate(position.word) if symbol == "w")
    s[AT_LENGTH] = len(position.word)
    if position.ban is not None:
        s[AT_BAN] = 1 + 2 * move_numbers(position.board)[position.ban.move] + position.ban.orphaned
    packed = ints(s)
    work = new_work() if work is None else work
    for seat in range(t.numbers[PLAYERS]):
        update_reach(t, packed, seat, work)
        update_kept(t, packed, seat)
    update_result(t, packed, work)
    return t, packed


def _pack_layout(t: Tables, s: list[int], position: Position) -> None:
    layout = position.layout
    for i in range(8):
        s[AT_BLOCKER + i] = -1
    for i in range(4):
        s[AT_POST + i] = -1
    for slot, code in enumerate(layout.slot_codes):
        s[AT_PAIR + slot // 3] |= min(code, FIRST_BLOCKER) << 3 * (slot % 3)
        if code >= FIRST_BLOCKER:
            first = AT_BLOCKER + 2 * (code - FIRST_BLOCKER)
            s[first if s[first] < 0 else first + 1] = slot
        elif code:
            colour, tail, head = position.board.arrows[slot][code]
            s[AT_SUCC + 16 * colour + tail] |= 1 << head
            s[AT_BRIDGES + colour] += 1
            for i in (2 * slot, 2 * slot + 1):
                s[AT_CLASH + t.numbers[AT_MATE + 2 * i]] |= int(t.numbers[AT_MATE + 2 * i + 1])
    for i, owner in enumerate(layout.ring_codes):
        if owner:
            s[AT_RING + 3 * (owner - 1) + i % 3] |= 1 << i // 3
    for seat, code in enumerate(layout.post_codes):
        s[AT_POST + seat] = code - 1


def unpack(state: Ints, board: Board, rules: Rules) -> Position:
    """The position that a packed one stands for."""
    s = plain(state)
    slots = bytearray(s[AT_PAIR + slot // 3] >> 3 * (slot % 3) & 7 for slot in range(len(board.slots)))
    for i in range(2 * board.players):
        if s[AT_BLOCKER + i] >= 0:
            slots[s[AT_BLOCKER + i]] = FIRST_BLOCKER + i // 2
    rings = bytearray(3 * len(board.names))
    for i in range(3 * board.players):
        for station in bits(s[AT_RING + i]):
            rings[3 * station + i % 3] = 1 + i // 3
    posts = bytes(post + 1 for post in s[AT_POST : AT_POST + board.players])
    ban = None
    if s[AT_BAN]:
        move = move_list(board)[s[AT_BAN] - 1 >> 1]
        assert isinstance(move, PlaceBridge | ReverseBridge | RemoveBridge)
        ban = Ban(move, bool(s[AT_BAN] - 1 & 1))
    word = "".join("bw"[s[AT_WORD] >> i & 1] for i in range(s[AT_LENGTH]))
    layout = Layout(board, bytes(slots), bytes(rings), posts)
    return Position(rules, word, s[AT_TURN] + 1, layout, ban, s[AT_CLOCK], s[AT_PLY])
