"""The track game, its dice, the machine and its match.  Standard library and boardkit only."""
