"""What a message says: the ids and values behind its words, and how values written as text are read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from coursekit.questions.base import Say
from coursekit.questions.memories import without_asides


@dataclass
class Said:
    """One text of the catalogue with its values; a value that is itself such a text stands there as `Said`."""

    id: str
    values: dict[str, Any]
    text: str
    nested: bool = field(default=False, repr=False)

    def plain(self) -> tuple[Any, ...]:
        """The id and the values without any words, to compare languages; `worked` asserts lines of a solution."""
        if self.id == "verdict.begin":
            return (self.id,)
        return self.id, *((k, v.plain() if isinstance(v, Said) else _bare(v)) for k, v in sorted(self.values.items()))


def _bare(value: Any) -> Any:
    """A value without the language of a message that it may be."""
    message = getattr(value, "message", value)
    return (message.id, sorted(map(str, message.values))) if hasattr(message, "catalogue") else value


@contextmanager
def listening() -> Iterator[list[Said]]:
    """Collect all that is said meanwhile."""
    heard: list[Said] = []
    plain = Say.__call__

    def call(self: Say, id: str, /, **values: object) -> str:
        text = plain(self, id, **values)
        known = dict(values)
        for name, value in values.items():
            inner = next((s for s in reversed(heard) if value and value in (s.text, without_asides(s.text))), None)
            if inner is not None:
                known[name], inner.nested = inner, True
        heard.append(Said(id, known, text))
        return text

    Say.__call__ = call  # type: ignore[method-assign]
    try:
        yield heard
    finally:
        Say.__call__ = plain  # type: ignore[method-assign]


def parts(message: str, heard: list[Said]) -> list[Said]:
    """The texts that a message consists of; whatever else stands in it was written by hand."""
    found = []
    for said in sorted((s for s in heard if not s.nested), key=lambda s: -len(s.text)):
        if said.text in message:
            found.append(said)
            message = message.replace(said.text, "\0", 1)
    assert re.fullmatch(r"[\0\s]*", message), f"not said by a text of the catalogue: {message!r}"
    return found


# ------------------------------------------------------------------------------------- values that are texts


def word(text: str) -> str:
    """``ε`` is the empty word."""
    return "" if text == "ε" else text


def names(text: str) -> set[str]:
    """``{A, B}`` or ``∅``."""
    if text == "∅":
        return set()
    assert text[0] + text[-1] == "{}", text
    return set(text[1:-1].split(", "))


def chain(text: str) -> tuple[list[str], str]:
    """``A –b→ B –w→ C`` as stops and letters."""
    pieces = re.split(r" –(.)→ ", text)
    return pieces[::2], "".join(pieces[1::2])


def run(text: str) -> tuple[list[str], str]:
    """A run: stations and word."""
    return chain(text)


def sets(text: str) -> tuple[list[set[str]], str]:
    """Sets of states and the word that leads through them."""
    stops, letters = chain(text)
    return [names(s) for s in stops], letters


def listed(text: str) -> list[str]:
    """Names with commas between them."""
    return [] if text in ("", "–") else text.split(", ")


def steps(text: str) -> dict[str, set[str]]:
    """``δ(A, b) = {B}; δ(C, b) = ∅`` by state; the letter is checked by `letter_of`."""
    found = re.findall(r"δ\((.+?), (.)\) = (∅|\{.*?\})", text)
    assert "; ".join(f"δ({q}, {a}) = {s}" for q, a, s in found) == text
    return {q: names(s) for q, _, s in found}


def letter_of(text: str) -> str:
    """The letter that all `steps` read."""
    (letter,) = set(re.findall(r"δ\(.+?, (.)\)", text))
    return letter
