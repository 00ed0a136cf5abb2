"""Regular expressions in the signs that people use for them."""

import re

from automatakit.automaton.expressions import RegexError
from automatakit.automaton.states import EPSILON_WORDS
from automatakit.automaton.value import Automaton
from coursekit.answers.form import Form, alphabet_of
from coursekit.answers.spelling import Misspelt, lowered, shown, tidy

MAX_LENGTH = 2_000
"""Characters of an expression that is marked: what is longer, nobody has thought of."""

MAX_DEPTH = 60
"""Brackets in brackets."""
# The longest first: "eps" begins "epsilon"
_EPSILON = re.compile(
    "|".join([*sorted(EPSILON_WORDS, key=len, reverse=True), '""', "''"])
)


def regex(obj: object, form: Form) -> str:
    """A regular expression; form: ``alphabet`` ("bw"), ``unknown`` (may stand before it: ``X0 = b*``)."""
    if isinstance(obj, re.Pattern):
        obj = obj.pattern
    if not isinstance(obj, str):
        raise Misspelt("not_text", found=shown(obj))
    text, alphabet = expression(obj), alphabet_of(form)
    if unknown := form.get("unknown"):
        text = re.sub(rf"^{unknown}=", "", text, flags=re.IGNORECASE)
    text = lowered(text, alphabet)
    if len(text) > MAX_LENGTH:
        raise _misspelt("regex_long", text, MAX_LENGTH)
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth > MAX_DEPTH:
            raise _misspelt("regex_long", text, at)
    try:
        Automaton.of(text, symbols=alphabet)
    except RegexError as error:
        problem = {"": "regex_end", "(": "regex_open"}.get(error.found, "regex")
        raise _misspelt(problem, text, error.column, error.found) from None
    return text


def _misspelt(problem: str, text: str, at: int, found: str = "…") -> Misspelt:
    near = text[max(0, at - 25) : at] + "▸" + text[at : at + 25]
    return Misspelt(problem, place=at + 1, found=found, text=shown(near))


def expression(text: str) -> str:
    """A regular expression in the signs that are read here: ``∪`` and ``∨``, ``·``, ``λ``, ``^*``, ``[bw]``."""
    text = (
        re.sub(r"\s+|·", "", tidy(text))
        .replace("(?:", "(")
        .replace("^*", "*")
        .replace("^+", "+")
        .replace("⁺", "+")
    )
    text = _EPSILON.sub("ε", text.removeprefix("^").removesuffix("$"))
    return re.sub(r"\[([a-z]+)\]", lambda found: f"({'|'.join(found[1])})", text)
