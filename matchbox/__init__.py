"""Intelligenz gegen Automat: a machine of markers and dice that learns, simulated, computed and drawn.

>>> import matchbox
>>> matchbox.Rules().length
9
>>> matchbox.exact.expected_games("perfect") < matchbox.exact.expected_games("random")
True
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
