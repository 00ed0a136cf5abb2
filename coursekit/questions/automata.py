"""The types of questions about automata, in the order in which they are taught."""

from coursekit.questions import (  # noqa: F401, I001
    intro,
    words,
    arrows,
    functions,
    determinise,
    classes,
    comparing,
    structure,
    counting,
)
