"""What never changes during a game, as integer tables: one set for each board and rule set.

A position is one sequence of integers; this module says what stands where in it, how a move is one number, and
prepares what the generator of moves only has to copy.

========  ==========================================================================================
number    move
========  ==========================================================================================
place     ``4·slot + code − 1`` (codes as in `finity_edu.rules.board`: b forward, b back, w forward, w back)
reverse   the same + `REVERSE`; remove: + `REMOVE`
ring      ``RING + 3·station + size``
blocker   ``BLOCKER + 72·source + target``; remove a blocker: ``UNBLOCK + slot``
post      ``MOVE_POST + station``; teleport: ``TELEPORT + station``; pass: `PASS_MOVE`
========  ==========================================================================================

The numbers ascend in the canonical order of moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from finity_edu.players.kernel.accel import Ints, ints, shorts
from finity_edu.rules.board import FIRST_BLOCKER, Board, reversed_code
from finity_edu.rules.candidates import PASS, move_table
from finity_edu.rules.pieces import SIZES, Move
from finity_edu.rules.ruleset import IDLE_ROUNDS, Rules

MAX_STATIONS, MAX_PAIRS, MAX_SLOTS, MAX_WORD = 13, 24, 72, 60

# --- numbers of moves (see above) ---------------------------------------------------------------------------
REVERSE = 4 * MAX_SLOTS
REMOVE = 2 * REVERSE
RING = 3 * REVERSE
BLOCKER = RING + 3 * MAX_STATIONS
UNBLOCK = BLOCKER + MAX_SLOTS * MAX_SLOTS
MOVE_POST = UNBLOCK + MAX_SLOTS
TELEPORT = MOVE_POST + MAX_STATIONS
PASS_MOVE = TELEPORT + MAX_STATIONS
MOVES = PASS_MOVE + 1
MOST_MOVES = 1024
"""Room for a list of moves, with some to spare for copying whole rows."""

# --- what stands where in a position ------------------------------------------------------------------------
AT_PAIR = 0  # for each pair of stations its three slots, three bits each: 0, a bridge's code, or 5 for a blocker
AT_CLASH = 25  # for each pair a bit for each slot that a bridge beside the same corner obstructs
AT_SUCC = 50  # δ: for each colour (16 apart) and station the mask of the heads
AT_RING = 82  # for each seat and size the mask of the stations with such a ring
AT_POST = 94  # for each seat the station of its post, or −1
AT_BLOCKER = 98  # for each seat the slots of its two blockers, or −1
AT_BRIDGES = 106  # number of black and of white bridges on the board
AT_TURN, AT_CLOCK, AT_PLY, AT_BAN, AT_RESULT, AT_WORD, AT_LENGTH, AT_SWEPT = range(108, 116)
AT_REACH = 116  # for each seat the mask of the stations that it reaches; the end is in it iff it has a full path
AT_DEPART = 120  # for each seat and colour: stations that its partial paths may leave by that colour (a superset)
AT_KEPT = 128  # for each seat the mask of the stations on which its rings stay
STATE_SIZE = 132

TIE, DEADLOCK = 5, 6
"""Values of the result beside 0 (the game goes on) and 1 to 4 (that seat has won)."""

# --- what stands where in the work space of a search for paths -----------------------------------------------
AT_EPOCH = 0
AT_TODO = 8
AT_LEFT = AT_TODO + 64
AT_AHEAD = AT_LEFT + 64
AT_MEMO = AT_AHEAD + 64 * 16
MEMO_SIZE = 1024
AT_LABELS = AT_MEMO + MEMO_SIZE  # for each symbol and station how many partial plans are kept (see `cost`)
AT_PRICE = AT_LABELS + 64 * 16  # moves that each of them costs
AT_SPENT = AT_PRICE + 64 * 16 * 8  # rings that it has spent
AT_PARENT = AT_SPENT + 64 * 16 * 8  # station and place of the plan that it continues
AT_OWN = AT_PARENT + 64 * 16 * 8  # own rings on each station
AT_ROOM = AT_OWN + 16  # own rings that a station could hold in all
AT_CAN = AT_ROOM + 16  # for each colour and station the heads to which an arrow could be laid or turned
AT_PATH = AT_CAN + 32  # stations of the plan that was found
AT_COSTS = AT_PATH + 64  # what `evaluate` finds for each seat: moves to win, then the worth of its plan
AT_VALUES = AT_COSTS + 8  # what a position is worth to each seat by itself
AT_MARKS = AT_VALUES + 4  # what is added to every interest of the present node, so that older ones count as none
AT_INTEREST = AT_MARKS + 1  # for each move how much it has to do with the plans
WORK_SIZE = AT_INTEREST + MOVES


class Tables(NamedTuple):
    """Board and rules as integers; two sequences only, since compiled calls hand over every field."""

    numbers: Ints
    rows: Ints


# --- what stands where in `Tables.numbers`: values of the board and the rules, then tables ------------------------
(PAIRS, STATIONS, END, PLAYERS, SUPPLY_SMALL, SUPPLY_MEDIUM, SUPPLY_LARGE) = range(7)
(OWN_POST_BARS, LARGEST_ONLY, SWEEP_WAYS, SLOT_BAN, OPENING, TELEPORTS, RINGS_RESET, DEADLOCK_AT) = range(7, 15)
AT_TAIL = 16  # first station of each pair
AT_HEAD = AT_TAIL + MAX_PAIRS  # second station of each pair
AT_MATE = AT_HEAD + MAX_PAIRS  # pair and bit of each of the two slots beside the same corner
AT_FILLS = AT_MATE + 4 * MAX_SLOTS  # for each station and pair the slots at the station
AT_OBSTRUCTS = AT_FILLS + MAX_STATIONS * MAX_PAIRS  # and those where a bridge would obstruct a slot at the station
AT_AROUND = AT_OBSTRUCTS + MAX_STATIONS * MAX_PAIRS  # neighbours of each station
AT_PAIR_OF = AT_AROUND + MAX_STATIONS  # the pair of two neighbours (16 · one + the other), or −1
AT_NEAR = AT_PAIR_OF + 16 * MAX_STATIONS  # stations from which the end is at most 0, 1, 2, … steps away
AT_EMPTY = AT_NEAR + MAX_WORD + 1  # by the nine bits of a pair: its empty slots
AT_PRESENT = AT_EMPTY + 512  # and the bridge codes that lie in it
AT_PLACE_NUMBER = AT_PRESENT + 512  # lengths of the rows below
AT_REVERSE_NUMBER = AT_PLACE_NUMBER + 128
AT_REMOVE_NUMBER = AT_REVERSE_NUMBER + 512
AT_TARGET_NUMBER = AT_REMOVE_NUMBER + 2048

# --- what stands where in `Tables.rows`: ready lists of moves within one pair -----------------------------------
AT_PLACE = 0  # by open slots and codes that are not available
AT_REVERSE = AT_PLACE + 12 * 128  # by the nine bits of a pair
AT_REMOVE = AT_REVERSE + 4 * 512  # by these, and whether bridges to the first and to the second station may go
AT_TARGET = AT_REMOVE + 4 * 2048  # by the empty slots


@cache
def tables_of(board: Board, rules: Rules) -> Tables:
    """The tables of a board of at most 13 stations and 24 adjacent pairs."""
    values = (
        len(board.pairs),
        len(board.names),
        board.end_index,
        board.players,
        *(rules.ring_supply(size) for size in SIZES),
        rules.ring_barred_by_post == "own",
        rules.ring_size == "largest",
        rules.sweep == "way",
        rules.slot_ban == "slot",
        1 if rules.opening == "first_move" else board.players,
        rules.teleport,
        rules.clock_reset == "placing_or_orphans",
        IDLE_ROUNDS * board.players,
    )
    parts = {0: values, **_geometry(board)}
    lists, counts = _lists()
    parts.update(counts)
    return Tables(ints(_joined(parts)), shorts(_joined(lists)))


def _joined(parts: Mapping[int, Iterable[int]]) -> list[int]:
    """One sequence from parts by their places."""
    joined: list[int] = []
    for place in sorted(parts):
        joined += [0] * (place - len(joined))
        joined += map(int, parts[place])
    return joined


def _geometry(board: Board) -> dict[int, list[int]]:
    """Tables that follow from where the stations lie."""
    slots = range(len(board.slots))
    mates = [mate for slot in slots for mate in (*board.corner_mates[slot], -1, -1)[:2]]
    fills = [0] * (MAX_STATIONS * MAX_PAIRS)
    obstructs = [0] * (MAX_STATIONS * MAX_PAIRS)
    for station, own in enumerate(board.slots_at):
        for slot in slots:
            place = station * MAX_PAIRS + slot // 3
            fills[place] |= (slot in own) << slot % 3
            obstructs[place] |= any(mate in own for mate in board.corner_mates[slot]) << slot % 3
    pair_of = [-1] * (16 * MAX_STATIONS)
    for pair, (a, b) in enumerate(board.pairs):
        pair_of[16 * board.index[a] + board.index[b]] = pair_of[16 * board.index[b] + board.index[a]] = pair
    around = [sum(1 << board.index[n] for n in board.neighbours[name]) for name in board.names]
    near = [1 << board.end_index]
    for _ in range(MAX_WORD):
        near.append(near[-1] | sum(1 << i for i, mask in enumerate(around) if mask & near[-1]))
    return {
        AT_PAIR_OF: pair_of,
        AT_NEAR: near,
        AT_TAIL: [board.index[a] for a, _ in board.pairs],
        AT_HEAD: [board.index[b] for _, b in board.pairs],
        # Mates that do not exist lie in a pair of their own, so that nobody has to ask.
        AT_MATE: [x for mate in mates for x in ((MAX_PAIRS, 1) if mate < 0 else (mate // 3, 1 << mate % 3))],
        AT_FILLS: fills,
        AT_OBSTRUCTS: obstructs,
        AT_AROUND: around,
    }


def _lists() -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Ready lists of moves within one pair, and their lengths with the look-ups that lead to them."""
    contents = [[bits >> 3 * lane & 7 for lane in range(3)] for bits in range(512)]
    present = [sum({1 << c - 1 for c in lanes if 0 < c < FIRST_BLOCKER}) for lanes in contents]
    bridges = [[(lane, c) for lane, c in enumerate(lanes) if 0 < c < FIRST_BLOCKER] for lanes in contents]
    place = [
        [4 * lane + code for lane in range(3) if key >> 4 + lane & 1 for code in range(4) if not key >> code & 1]
        for key in range(128)
    ]
    reverse = [
        [4 * lane + c - 1 for lane, c in bridges[bits] if not present[bits] >> reversed_code(c) - 1 & 1]
        for bits in range(512)
    ]
    remove = [
        [4 * lane + c - 1 for lane, c in bridges[key & 511] if key >> (10 if c % 2 else 9) & 1] for key in range(2048)
    ]
    target = [[lane for lane in range(3) if key >> lane & 1] for key in range(8)]
    counts = {
        AT_EMPTY: [sum((c == 0) << i for i, c in enumerate(lanes)) for lanes in contents],
        AT_PRESENT: present,
        AT_PLACE_NUMBER: [len(row) for row in place],
        AT_REVERSE_NUMBER: [len(row) for row in reverse],
        AT_REMOVE_NUMBER: [len(row) for row in remove],
        AT_TARGET_NUMBER: [len(row) for row in target],
    }
    lists = {
        at: [x for row in table for x in (*row, *[0] * width)[:width]]
        for at, table, width in (
            (AT_PLACE, place, 12),
            (AT_REVERSE, reverse, 4),
            (AT_REMOVE, remove, 4),
            (AT_TARGET, target, 4),
        )
    }
    return lists, counts


@cache
def move_list(board: Board) -> tuple[Move | None, ...]:
    """The move that each number means on a board."""
    table = move_table(board)
    moves: list[Move | None] = [None] * MOVES
    for slot in range(len(board.slots)):
        moves[4 * slot : 4 * slot + 4] = table.place[slot]
        moves[REVERSE + 4 * slot : REVERSE + 4 * slot + 4] = table.reverse[slot]
        moves[REMOVE + 4 * slot : REMOVE + 4 * slot + 4] = table.remove[slot]
    for station, three in enumerate(table.ring):
        moves[RING + 3 * station : RING + 3 * station + 3] = three
    for source, targets in enumerate(table.move_blocker):
        moves[BLOCKER + MAX_SLOTS * source : BLOCKER + MAX_SLOTS * source + len(targets)] = targets
    moves[UNBLOCK : UNBLOCK + len(board.slots)] = table.remove_blocker
    moves[MOVE_POST : MOVE_POST + len(board.names)] = table.post
    moves[TELEPORT : TELEPORT + len(board.names)] = table.teleport
    moves[PASS_MOVE] = PASS
    return tuple(moves)


@cache
def move_numbers(board: Board) -> dict[Move, int]:
    """The number of each move of a board."""
    return {move: number for number, move in enumerate(move_list(board)) if move is not None}
