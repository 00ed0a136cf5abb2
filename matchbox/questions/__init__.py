"""Questions about the learning machine."""

from coursekit.questions.registry import register_all
from matchbox.questions import learning, machines

register_all(learning, machines)
