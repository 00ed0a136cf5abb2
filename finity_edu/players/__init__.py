"""Computer opponents for Finity: players of every strength, advice, and an arena.

>>> from finity_edu.rules.position import Position
>>> start = Position.start(word="bbwwbwbw")
>>> move = player("strong").choose(start, nodes=2000, seed=1)
>>> start.why_illegal(move) is None
True

`kernel` is the compiled engine that they think with.
"""

from boardkit.doors import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
