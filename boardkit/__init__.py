"""What the three games share: hexagons, the State protocol, histories, exploration, pictures and texts.

The modules of this package import the standard library only, except :mod:`boardkit.console` and
:mod:`boardkit.usage` (click, rich), :mod:`boardkit.widget` (anywidget).
Nothing here is meant to be subclassed: a game is a frozen dataclass that satisfies
:class:`boardkit.protocol.State`.
"""
