"""The rules of Finity: pieces, boards, positions, moves and why they are legal.  Standard library and boardkit only."""
