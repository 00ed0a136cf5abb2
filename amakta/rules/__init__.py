"""The rules of Amakta: stones, boards, moves, states.  Standard library and boardkit only."""
