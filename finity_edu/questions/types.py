"""The types of questions that need the game, in the order in which they are taught."""

from coursekit.questions.registry import register_all
from finity_edu.questions import bounded, building, evaluation, play, rings

register_all(building, rings, bounded, play, evaluation)
