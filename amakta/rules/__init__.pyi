from . import (
    board as board, errors as errors, games as games, lattice as lattice, moves as moves, notation as notation,
    setup as setup, situation as situation, state as state, stones as stones,
)
