"""Questions about the learning machine."""

from matchbox.questions import learning, machines

__all__ = ["learning", "machines"]
