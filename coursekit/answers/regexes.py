"""Regular expressions in the signs that people use for them."""

import re

from automatakit.automaton.expressions import RegexError
from automatakit.automaton.value import Automaton
from coursekit.answers.form import Form, alphabet_of
from coursekit.answers.spelling import Misspelt, shown, tidy


def regex(obj: object, form: Form) -> str:
    """A regular expression; form: ``alphabet`` ("bw")."""
    if isinstance(obj, re.Pattern):
        obj = obj.pattern
    if not isinstance(obj, str):
        raise Misspelt("not_text", found=shown(obj))
    text, alphabet = expression(obj), alphabet_of(form)
    if alphabet.islower():
        text = text.lower()
    try:
        Automaton.of(text, symbols=alphabet)
    except RegexError as error:
        at = error.column
        problem = {"": "regex_end", "(": "regex_open", "…": "regex_long"}.get(
            error.found, "regex"
        )
        raise Misspelt(
            problem,
            place=at + 1,
            found=error.found,
            text=shown(text[max(0, at - 25) : at] + "▸" + text[at : at + 25]),
        ) from None
    return text


def expression(text: str) -> str:
    """A regular expression in the signs that are read here: ``∪`` and ``∨``, ``·``, ``λ``, ``^*``, ``[bw]``."""
    text = (
        re.sub(r"\s+|·", "", tidy(text))
        .replace("(?:", "(")
        .replace("^*", "*")
        .replace("^+", "+")
        .replace("⁺", "+")
    )
    text = re.sub(
        r"eps(?:ilon)?|lambda|λ|\"\"|''", "ε", text.removeprefix("^").removesuffix("$")
    )
    return re.sub(r"\[([a-z]+)\]", lambda found: f"({'|'.join(found[1])})", text)
