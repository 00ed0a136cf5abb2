"""What a type of question must and may say, checked when it is registered: a misspelt name would never be read."""

from __future__ import annotations

import inspect
from difflib import get_close_matches

from coursekit.answers import KINDS
from coursekit.questions.base import QuestionType
from coursekit.questions.registry import QuestionError
from coursekit.texts import CATALOGUE

__all__ = ["check"]

TEXTS = ("title", "text", "hint1", "hint2", "solution")
DEMANDS = ("deterministic", "complete", "minimal", "no_epsilon")
NEEDS: dict[str, list[tuple[str, ...]]] = {"automaton": [("target", "assess")], "regex": [("target", "assess")],
         "function": [("probes", "interview"), ("assess",)]}
"""What a kind of answer needs beside what every type needs: one of each group."""


def check(kind: QuestionType) -> None:
    """Refuse a type of question whose class is not what the frame reads.

    Raises
    ------
    QuestionError
        It names the type, the name in question and what was expected.
    """
    cls = type(kind)
    declared = {name for name in vars(QuestionType) if not name.startswith("_")} | {"id", "unit", "kind"}
    name = getattr(kind, "id", cls.__name__)

    def refuse(what: str, **values: object) -> QuestionError:
        return QuestionError(CATALOGUE.message(f"question.declared_{what}", type=name, **values))

    for needed in ("id", "unit", "kind"):
        if not hasattr(kind, needed):
            raise refuse("missing", name=needed)
    if kind.kind not in KINDS:
        raise refuse("value", name="kind", found=kind.kind, expected=", ".join(KINDS))
    own = {n: c for c in reversed(cls.__mro__[: cls.__mro__.index(QuestionType)]) for n in vars(c) if n[0] != "_"}
    for found in own:
        if found not in declared and (near := get_close_matches(found, declared, 1, 0.84)):
            raise refuse("unknown", name=found, near=near[0])
    needs: list[tuple[str, ...]] = [("draw",), ("key",), ("measure",), *NEEDS.get(kind.kind, [])]
    for group in needs:
        if not own.keys() & set(group):
            raise refuse("missing", name="` / `".join(group))
    for method in own.keys() & declared:
        base = getattr(QuestionType, method, None)
        if inspect.isfunction(base):
            wanted = list(inspect.signature(base).parameters)[1:]
            try:
                inspect.signature(getattr(kind, method)).bind(*wanted)
            except (TypeError, ValueError):
                raise refuse("parameters", name=method, expected=f"({', '.join(wanted)})") from None
    for demand in kind.demands:
        if demand not in DEMANDS:
            raise refuse("value", name="demands", found=demand, expected=", ".join(DEMANDS))
    for part in kind.texts:
        if part not in (*TEXTS, "hint3"):
            raise refuse("value", name="texts", found=part, expected=", ".join((*TEXTS, "hint3")))
    for part in TEXTS:
        if part not in kind.texts and not kind.say().knows(f"q.{name}.{part}"):
            raise refuse("missing", name=f"texts[{part!r}]")
