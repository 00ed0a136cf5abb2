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
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardkit.errors import UserError
from coursekit.answers.automata import automaton
from coursekit.answers.boards import board, path
from coursekit.answers.form import Form
from coursekit.answers.functions import function
from coursekit.answers.machines import machine
from coursekit.answers.moves import list_of_moves
from coursekit.answers.numbers import fraction, number
from coursekit.answers.partitions import partition
from coursekit.answers.regexes import regex
from coursekit.answers.spelling import Misspelt, plain
from coursekit.answers.tables import table
from coursekit.answers.words import set_of_words, word
from coursekit.texts import CATALOGUE

__all__ = ["KINDS", "MalformedAnswer", "validate"]


class MalformedAnswer(UserError):
    """An answer that is not of the kind that was asked for.

    Parameters
    ----------
    kind : str
        The kind of answer that was expected.
    problem : str
        Id of the text that says what is wrong (below ``answers.problem``).
    example : str, optional
        An answer's form, where that of its kind would mislead.
    **values
        What stands in the text.
    """

    def __init__(self, kind: str, problem: str, example: str | None = None, **values: object) -> None:
        self.kind = kind
        self.problem = problem
        self.values = values
        slug = "example" if example else kind.replace(" ", "_")
        super().__init__(CATALOGUE.message(
            "answers.malformed", problem=CATALOGUE.message(f"answers.problem.{problem}", **values),
            expected=CATALOGUE.message(f"answers.expected.{slug}", example=example)))


KINDS: dict[str, Callable[[Any, Form], object]] = {
    "word": word, "set of words": set_of_words, "number": number, "fraction": fraction, "table": table,
    "path": path, "automaton": automaton, "board": board, "regex": regex, "list of moves": list_of_moves,
    "partition": partition, "machine": machine, "function": function,
}


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
    coursekit.answers.MalformedAnswer: Letter 3 is 'x'; the letters are b, w. Expected: a word ...
    """
    if kind not in KINDS:
        raise KeyError(f"no kind of answer is called {kind!r}; there are {', '.join(KINDS)}")
    if obj is ... or (obj is None and not (form.get("none") or form.get("empty"))):
        raise MalformedAnswer(kind, "nothing", form.get("example"))
    try:
        return KINDS[kind](obj if kind == "function" else plain(obj), form)
    except Misspelt as error:
        raise MalformedAnswer(kind, error.problem, form.get("example"), **error.values) from None
