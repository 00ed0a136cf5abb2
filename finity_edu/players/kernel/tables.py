"""What never changes during a game, as integers: one set of tables for each board and rule set.

They hold what the generator of moves only has to copy; `at` says what stands where, `kind` how a move is one number.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import cache

from finity_edu.players.kernel import at, kind
from finity_edu.rules.board import FIRST_BLOCKER, Board, reversed_code
from finity_edu.rules.candidates import PASS, move_table
from finity_edu.rules.options import ENGINE
from finity_edu.rules.pieces import Move
from finity_edu.rules.ruleset import Rules


@cache
def tables_of(board: Board, rules: Rules) -> array[int]:
    """The tables of a board of at most 13 stations and 24 adjacent pairs, without the word."""
    values = (
        len(board.pairs),
        len(board.names),
        board.end_index,
        board.players,
        *(number(rules, board.players) for number in ENGINE.values()),
    )
    parts: dict[int, Iterable[int]] = {
        0: values,
        **_geometry(board),
        **_lists(),
        at.TABLES_SIZE: (),
    }
    return array("i", _joined(parts))


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
    fills = [0] * (at.MAX_STATIONS * at.MAX_PAIRS)
    obstructs = [0] * (at.MAX_STATIONS * at.MAX_PAIRS)
    for station, own in enumerate(board.slots_at):
        for slot in slots:
            place = station * at.MAX_PAIRS + slot // 3
            fills[place] |= (slot in own) << slot % 3
            obstructs[place] |= (
                any(mate in own for mate in board.corner_mates[slot]) << slot % 3
            )
    pair_of = [-1] * (16 * at.MAX_STATIONS)
    for pair, (a, b) in enumerate(board.pairs):
        pair_of[16 * board.index[a] + board.index[b]] = pair_of[
            16 * board.index[b] + board.index[a]
        ] = pair
    around = [
        sum(1 << board.index[n] for n in board.neighbours[name]) for name in board.names
    ]
    near = [1 << board.end_index]
    for _ in range(at.MAX_WORD):
        near.append(
            near[-1] | sum(1 << i for i, mask in enumerate(around) if mask & near[-1])
        )
    return {
        at.PAIR_OF: pair_of,
        at.NEAR: near,
        at.TAIL: [board.index[a] for a, _ in board.pairs],
        at.HEAD: [board.index[b] for _, b in board.pairs],
        # Mates that do not exist lie in a pair of their own, so that nobody has to ask.
        at.MATE: [
            x
            for mate in mates
            for x in ((at.MAX_PAIRS, 1) if mate < 0 else (mate // 3, 1 << mate % 3))
        ],
        at.FILLS: fills,
        at.OBSTRUCTS: obstructs,
        at.AROUND: around,
    }


@cache
def _lists() -> dict[int, list[int]]:
    """Ready lists of moves within one pair, and their lengths with the look-ups that lead to them."""
    contents = [[bits >> 3 * lane & 7 for lane in range(3)] for bits in range(512)]
    present = [
        sum({1 << c - 1 for c in lanes if 0 < c < FIRST_BLOCKER}) for lanes in contents
    ]
    arrows = [
        [(lane, c) for lane, c in enumerate(lanes) if 0 < c < FIRST_BLOCKER]
        for lanes in contents
    ]
    place = [
        [
            4 * lane + code
            for lane in range(3)
            if key >> 4 + lane & 1
            for code in range(4)
            if not key >> code & 1
        ]
        for key in range(128)
    ]
    reverse = [
        [
            4 * lane + c - 1
            for lane, c in arrows[bits]
            if not present[bits] >> reversed_code(c) - 1 & 1
        ]
        for bits in range(512)
    ]
    remove = [
        [
            4 * lane + c - 1
            for lane, c in arrows[key & 511]
            if key >> (10 if c % 2 else 9) & 1
        ]
        for key in range(2048)
    ]
    target = [[lane for lane in range(3) if key >> lane & 1] for key in range(8)]
    counts = {
        at.EMPTY: [
            sum((c == 0) << i for i, c in enumerate(lanes)) for lanes in contents
        ],
        at.PRESENT: present,
        at.PLACE_NUMBER: list(map(len, place)),
        at.REVERSE_NUMBER: list(map(len, reverse)),
        at.REMOVE_NUMBER: list(map(len, remove)),
        at.TARGET_NUMBER: list(map(len, target)),
    }
    lists = {
        at: [x for row in table for x in (*row, *[0] * width)[:width]]
        for at, table, width in (
            (at.PLACE, place, 12),
            (at.REVERSE, reverse, 4),
            (at.REMOVE, remove, 4),
            (at.TARGET, target, 4),
        )
    }
    return counts | lists


@cache
def move_list(board: Board) -> tuple[Move | None, ...]:
    """The move that each number means on a board."""
    table = move_table(board)
    moves: list[Move | None] = [None] * kind.MOVES
    for slot in range(len(board.slots)):
        moves[4 * slot : 4 * slot + 4] = table.place[slot]
        moves[kind.REVERSE + 4 * slot : kind.REVERSE + 4 * slot + 4] = table.reverse[
            slot
        ]
        moves[kind.REMOVE + 4 * slot : kind.REMOVE + 4 * slot + 4] = table.remove[slot]
    for station, three in enumerate(table.ring):
        moves[kind.RING + 3 * station : kind.RING + 3 * station + 3] = three
    for source, targets in enumerate(table.move_blocker):
        moves[
            kind.BLOCKER + at.MAX_SLOTS * source : kind.BLOCKER
            + at.MAX_SLOTS * source
            + len(targets)
        ] = targets
    moves[kind.UNBLOCK : kind.UNBLOCK + len(board.slots)] = table.remove_blocker
    moves[kind.MOVE_POST : kind.MOVE_POST + len(board.names)] = table.post
    moves[kind.TELEPORT : kind.TELEPORT + len(board.names)] = table.teleport
    moves[kind.PASS] = PASS
    return tuple(moves)


@cache
def move_numbers(board: Board) -> dict[Move, int]:
    """The number of each move of a board."""
    return {
        move: number for number, move in enumerate(move_list(board)) if move is not None
    }
