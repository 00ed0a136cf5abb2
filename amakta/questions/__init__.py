"""Questions about Amakta: what a transition system reaches, who wins it, how many stones there are."""

from amakta.questions import transition
from coursekit.questions.registry import register_all

register_all(transition)
