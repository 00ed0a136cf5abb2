"""Answers are data: thirteen kinds, each with one canonical JSON form.

`validate` turns what a student wrote into the canonical form, or raises `MalformedAnswer`, which says what was
found and what was expected.  It never says whether an answer is right: a malformed answer and a wrong one are
different things.  The canonical form is read as itself, and the judge reads whatever stands in one.  Sizes are
bounded, so that no answer can stall the judge.

=================  =============================================  ==========================================
kind               what a student may write                       canonical JSON
=================  =============================================  ==========================================
word               ``"bwb"``, ``""`` or ``"ε"``; None if allowed  string, or null for "there is none"
set of words       list, set, or words separated by blanks        sorted list without repetition
number             integer                                        integer
fraction           ``Fraction``, ``"3/8"``, ``"0.375"``           string in lowest terms, ``"3/8"``
table              dict row → cells, or list of rows              list of rows ``[label, cell, …]`` of strings
path               list of stations, or ``"A B C"``               list of strings
automaton          dict with the five parts, automata-lib object  dict (see `automaton`)
board              position text, position, or list of arrows     string (position) or list of arrows
regex              string                                         string
list of moves      list of moves or of move texts                 list of strings
partition          list of blocks, or ``"A B / C"``               sorted list of sorted lists
machine            dict field → markers left in its box           dict of sorted lists, keys are strings
function           a Python function; here: what it returned      ``{"seed": …, "results": [...]}``
=================  =============================================  ==========================================

Each kind, or family of kinds, has its module; `spelling` is what they share: it is generous, and the same for all.
Boards, and the moves of a game, are read where the game is: a package adds them by the entry point
``coursekit.answers``.
"""

import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

from boardkit.errors import UserError
from boardkit.messages import Catalogue, Message
from boardkit.registry import Registry, refusal
from coursekit.answers.automata import automaton
from coursekit.answers.form import Form, samples
from coursekit.answers.functions import function
from coursekit.answers.machines import machine
from coursekit.answers.moves import list_of_moves
from coursekit.answers.numbers import fraction, number
from coursekit.answers.partitions import partition
from coursekit.answers.paths import path
from coursekit.answers.regexes import regex
from coursekit.answers.spelling import Misspelt, plain
from coursekit.answers.tables import table
from coursekit.answers.words import set_of_words, word
from coursekit.texts import CATALOGUE, message


class MalformedAnswer(UserError):
    """An answer that is not of the kind that was asked for.

    Parameters
    ----------
    kind : str
        The kind of answer that was expected.
    problem : str
        Id of the text that says what is wrong (below ``answers.problem``).
    form : mapping
        What the question expects; an ``example`` is shown in place of the kind's own.
    **values
        What stands in the text.
    """

    def __init__(self, kind: str, problem: str, form: Form, **values: object) -> None:
        self.kind = kind
        self.problem = problem
        self.values = values
        slug = "example" if form.get("example") else kind.replace(" ", "_")
        super().__init__(
            message(
                "answers.malformed",
                problem=_message(kind, f"answers.problem.{problem}", **values),
                expected=_message(
                    kind,
                    f"answers.expected.{slug}",
                    **samples(form),
                    example=form.get("example"),
                ),
            )
        )


Read: TypeAlias = Callable[[Any, Form], object]
"""Turns what a student wrote into the canonical form, or raises `coursekit.answers.spelling.Misspelt`."""
KINDS: Registry[Read] = Registry("coursekit.answers")
INPUTS: dict[str, str] = {}
"""Where the input of a kind is made, as ``module:function`` of the form; it is loaded when it is shown (see
`coursekit.inputs`).  A list of moves of a game has its own under ``list of moves/ID``."""


def add_kind(id: str, read: Read, input: str | None = None) -> Read:
    """Make a kind of answer known; a package does so in the module that its entry point names.

    Parameters
    ----------
    id : str
    read : callable
        Takes what a student wrote and the form that the question expects.
    input : str, optional
        Where the input is made with which such an answer is clicked together, ``module:function``.

    Raises
    ------
    UserError
        If it takes other arguments, or the package has no text ``answers.expected.ID`` or ``answers.format.ID``.
    """
    refuse = refusal(UserError, "kind", id)
    try:
        inspect.signature(read).bind("obj", "form")
    except (TypeError, ValueError):
        raise refuse(
            "parameters",
            name=getattr(read, "__name__", repr(read)),
            expected="(obj, form)",
        ) from None
    for use in ("expected", "format"):
        text = f"answers.{use}.{id.replace(' ', '_')}"
        if all(text not in Catalogue(package) for package in _speakers(read)):
            raise refuse("missing", name=text)
    if input is not None:
        INPUTS[id] = input
    return KINDS.add(id, read)


def _speakers(read: Read) -> tuple[str, ...]:
    """The packages whose texts speak of a kind."""
    return read.__module__.split(".")[0], CATALOGUE.package


def _message(kind: str, id: str, **values: object) -> Message:
    texts = next(
        Catalogue(package)
        for package in _speakers(KINDS[kind])
        if id in Catalogue(package)
    )
    return texts.message(id, **values)


for _id, _read, _input in (
    ("word", word, "word"),
    ("set of words", set_of_words, "words"),
    ("number", number, "number"),
    ("fraction", fraction, "fraction"),
    ("table", table, "Table"),
    ("path", path, "path"),
    ("automaton", automaton, "Drawn"),
    ("regex", regex, "regex"),
    ("list of moves", list_of_moves, "moves"),
    ("partition", partition, "partition"),
    ("machine", machine, "machine"),
    ("function", function, "Defined"),
):
    add_kind(_id, _read, f"coursekit.inputs.kinds:{_input}")


def validate(kind: str, obj: object, **form: Any) -> object:
    """Bring an answer into the canonical form of its kind.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    obj : object
        What the student wrote, or its canonical form (which stays as it is).
    **form
        What the question expects in detail (alphabet, stations, rows, …; see the function of the kind), and an
        ``example`` to show.

    Returns
    -------
    object
        A value that JSON can carry.

    Raises
    ------
    MalformedAnswer
        With a text that says what is wrong and what was expected.

    Examples
    --------
    >>> validate("set of words", "wb b")
    ['b', 'wb']
    >>> validate("fraction", "6/16")
    '3/8'
    >>> validate("word", "bwx")
    Traceback (most recent call last):
    coursekit.answers.MalformedAnswer: Symbol 3 is 'x'; the symbols are b, w. Expected: a word ...
    """
    if kind not in KINDS:
        raise KeyError(
            f"no kind of answer is called {kind!r}; there are {', '.join(KINDS)}"
        )
    if obj is ... or (obj is None and not (form.get("none") or form.get("empty"))):
        raise MalformedAnswer(kind, "nothing", form)
    try:
        return KINDS[kind](obj if kind == "function" else plain(obj), form)
    except Misspelt as error:
        raise MalformedAnswer(kind, error.problem, form, **error.values) from None
