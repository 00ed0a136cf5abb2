"""All types of questions, by their ids; what a type must and may say is checked when it is registered."""

from difflib import get_close_matches
from types import ModuleType

from boardkit.registry import Registry, check_class, refusal
from coursekit.answers import KINDS
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import QuestionError, QuestionType
from coursekit.shipped import packages
from coursekit.texts import CATALOGUE

TYPES: Registry[QuestionType] = Registry("coursekit.questions")
TEXTS = ("title", "text", "hint1", "hint2", "solution")
DEMANDS = ("deterministic", "complete", "minimal", "no_epsilon")
NEEDS: dict[str, list[tuple[str, ...]]] = {
    "automaton": [("target", "assess")],
    "regex": [("target", "assess")],
    "function": [("probes", "interview"), ("assess",)],
}
"""What a kind of answer needs beside what every type needs: one of each group."""


def register(kind: QuestionType) -> QuestionType:
    """Make a type of question known under its id; a later one replaces an earlier one of the same id.

    Parameters
    ----------
    kind : QuestionType
        An object of the new class.

    Returns
    -------
    QuestionType
        The same object.

    Raises
    ------
    QuestionError
        If the class lacks something, misspells something that it may say, or takes other arguments than are given.
    """
    name = getattr(kind, "id", type(kind).__name__)
    refuse = refusal(QuestionError, "question", name)
    answer: str = getattr(kind, "kind", "")
    if isinstance(kind, AutomatonQuestion):
        check_class(
            kind,
            AutomatonQuestion,
            [("task", "draw"), ("key",), *NEEDS.get(answer, [])],
            refuse,
        )
    else:
        check_class(
            kind, QuestionType, [("draw",), ("key",), *NEEDS.get(answer, [])], refuse
        )
    told = [kind.say("en", {"skin": skin}) for skin in kind.skins] or [kind.say()]
    for part, found, possible in (
        ("kind", (answer,), tuple(KINDS)),
        ("demands", kind.demands, DEMANDS),
        *(("texts", kind.own_texts(say), (*TEXTS, "hint3")) for say in told),
    ):
        for one in found:
            if one not in possible:
                raise refuse(
                    "value", name=part, found=one, expected=", ".join(possible)
                )
    for say in told:
        for part in TEXTS:
            if part not in kind.own_texts(say) and not say.knows(f"q.{name}.{part}"):
                raise refuse("missing", name=f"texts[{part!r}]")
    return TYPES.add(name, kind)


def register_all(*modules: ModuleType) -> None:
    """Register the types of questions that some modules define, in their order: every class with an id of its own."""
    for module in modules:
        for thing in list(vars(module).values()):
            if (
                isinstance(thing, type)
                and thing.__module__ == module.__name__
                and "id" in vars(thing)
            ):
                register(thing())


def question(type_id: str) -> QuestionType:
    """Return a type of question by its id.

    Raises
    ------
    QuestionError
        If there is none of that id; the message lists near ones.
    """
    if type_id not in TYPES:
        near = get_close_matches(type_id, TYPES, 3, 0.3) or sorted(TYPES)[:3]
        raise QuestionError(
            CATALOGUE.message("question.unknown", type=type_id, near=", ".join(near))
        )
    return TYPES[type_id]


def built_in(kind: QuestionType) -> bool:
    """Whether a type comes with this distribution, so that every student has it too."""
    return type(kind).__module__.partition(".")[0] in packages()


def types() -> tuple[str, ...]:
    """The ids of all types of questions, by unit, in the order in which they are taught."""
    return tuple(kind.id for kind in all_types())


def all_types() -> tuple[QuestionType, ...]:
    """All types of questions, by unit, in the order in which they are taught."""
    return tuple(sorted(TYPES.values(), key=lambda kind: kind.unit))
