"""Questions about Amakta."""

from amakta.questions import transition

__all__ = ["transition"]
