"""The types of questions that need the game, in the order in which they are taught."""

from finity_edu.questions import building, rings, bounded, play  # noqa: F401, I001
