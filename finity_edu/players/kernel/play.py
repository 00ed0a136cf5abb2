"""Counting and playing at random with packed positions."""

from __future__ import annotations

from typing import Any

from finity_edu.players.kernel.accel import Ints, compiled, random_below
from finity_edu.players.kernel.apply import apply
from finity_edu.players.kernel.moves import legal
from finity_edu.players.kernel.tables import AT_RESULT, STATE_SIZE, Tables


@compiled
def copy_state(source: Ints, target: Ints) -> None:
    """Copy one packed position over another."""
    for i in range(STATE_SIZE):
        target[i] = source[i]


@compiled
def count_sequences(t: Tables, states: Any, lists: Any, left: Ints, work: Ints, depth: int) -> int:
    """Perft of ``states[0]`` for a depth of at least 1.

    There is one row of `states` and `lists` and one entry of `left` (moves not yet tried) for each level.
    """
    number = legal(t, states[0], lists[0])
    if depth == 1:
        return number
    total = 0
    at = 0
    left[0] = number
    while at >= 0:
        if left[at] == 0:
            at -= 1
            continue
        left[at] -= 1
        copy_state(states[at], states[at + 1])
        apply(t, states[at + 1], lists[at][left[at]], work)
        number = legal(t, states[at + 1], lists[at + 1])
        if at + 2 == depth:
            total += number
        else:
            at += 1
            left[at] = number
    return total


@compiled
def random_plies(t: Tables, start: Ints, s: Ints, out: Ints, work: Ints, dice: Ints, plies: int, ends: Ints) -> int:
    """Play random games from a start until so many moves have been played.

    At every ply all legal moves are listed and one is applied.  `s` is overwritten; ``ends[result]`` counts how the
    games ended (see `tables.TIE`).  Returns the number of finished games.
    """
    games = 0
    copy_state(start, s)
    for _ in range(plies):
        number = legal(t, s, out)
        apply(t, s, out[random_below(dice, number)], work)
        if s[AT_RESULT] != 0:
            ends[s[AT_RESULT]] += 1
            games += 1
            copy_state(start, s)
    return games


@compiled
def random_game(t: Tables, s: Ints, out: Ints, work: Ints, dice: Ints, cap: int) -> int:
    """Play random moves in place to the end of the game, or at most `cap` of them; returns how many."""
    plies = 0
    while plies < cap and s[AT_RESULT] == 0:
        number = legal(t, s, out)
        apply(t, s, out[random_below(dice, number)], work)
        plies += 1
    return plies


@compiled
def list_many(t: Tables, states: Any, out: Ints) -> int:
    """List the legal moves of several positions; returns how many there are in all (for measuring)."""
    total = 0
    for i in range(len(states)):
        total += legal(t, states[i], out)
    return total
