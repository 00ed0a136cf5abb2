"""Individual questions: each student gets an instance of its own, and never the seed that it came from.

    seed = HMAC(secret of the course, student, question)

The secret stays with the lecturer.  A student gets the instances in a file that is signed with the same secret, so
that the marking can tell whose variant somebody worked on; each instance has a digest, which goes back with its answer.
"""

from __future__ import annotations

import ast
import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from boardkit.foreign_json import Json
from boardkit.formats import canonical
from coursekit.answers.form import possible
from coursekit.formats import INSTANCES, Instances, IssuedQuestion
from coursekit.judging.stages import FEW
from coursekit.questions import question
from coursekit.questions.base import blaming
from coursekit.texts import CATALOGUE

if TYPE_CHECKING:
    from coursekit.sets.source import Question


def seed(secret: bytes, *parts: str) -> int:
    """Derive the seed of an instance.

    Parameters
    ----------
    secret : bytes
        The course's secret.
    *parts : str
        What the instance is for: student, question.

    Returns
    -------
    int
        63 bits.

    Examples
    --------
    >>> seed(b"s", "ada", "ps1.q1") == seed(b"s", "ada", "ps1.q1")
    True
    >>> seed(b"s", "ada", "ps1.q1") == seed(b"s", "eve", "ps1.q1")
    False
    """
    digest = hmac.new(secret, canonical(list(parts)).encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def digest(secret: bytes, type: str, data: Mapping[str, object]) -> str:
    """Name an instance without giving anything of it away: without the secret nobody can try out guesses."""
    return hmac.new(
        secret, canonical([type, data]).encode(), hashlib.sha256
    ).hexdigest()[:16]


def sign(secret: bytes, record: Mapping[str, object]) -> str:
    """Sign a record (its field ``signature`` is left out)."""
    text = canonical({k: v for k, v in record.items() if k != "signature"})
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def issue(
    secret: bytes,
    name: str,
    questions: Iterable[Question],
    student: str,
    lang: str,
    before: Mapping[str, IssuedQuestion] = {},
) -> Instances:
    """Make the instances of one student, with everything that the marking needs.

    Parameters
    ----------
    secret : bytes
        The course's secret.
    name : str
        The problem set.
    questions : iterable of Question
        Its questions; those marked by hand are left out.
    student : str
        The student's id; "" for the common instances that everybody may see.
    lang : str
        Language of the texts.
    before : dict
        The instances that the student has already, by question: as long as the set asks the same, they stay.

    Returns
    -------
    dict
        Plain JSON: for each question type, text, picture, data, key.  This is the lecturer's copy.
    """
    instances: dict[str, IssuedQuestion] = {}
    for q in questions:
        if q.manual:
            continue
        old = before.get(q.id, {})
        if _asks_the_same(q, old):
            one = _kept(q, old)
        else:
            whose = student if q.variants else ""
            lot = seed(secret, whose, f"{name}.{q.id}") if q.seed is None else q.seed
            one = _drawn(q, lot, lang)
        own = digest(secret, q.type, one["data"])
        instances[q.id] = {**one, "points": q.points, "digest": own}
    record = {
        **INSTANCES.head,
        "set": name,
        "student": student,
        "lang": lang,
        "questions": instances,
    }
    issued: Instances = json.loads(canonical(record))
    return issued


def _asks_the_same(q: Question, old: IssuedQuestion) -> bool:
    asked = (q.type, q.difficulty, q.skin or None, q.alphabet or None)
    parts = ("type", "difficulty", "skin", "alphabet")
    return asked == tuple(map(old.get, parts))


def _kept(q: Question, old: IssuedQuestion) -> IssuedQuestion:
    """An instance that was handed out: only what may have been corrected is computed again."""
    with blaming(q.type):
        key = question(q.type).key(old["data"])
    form = dict(old["form"])
    if q.kind == "function":
        form["name"] = function_name(q, key)
    return {**old, "key": key, "form": form}


def _drawn(q: Question, lot: int, lang: str) -> IssuedQuestion:
    """A new instance, with what is said of it where it tells little about one student."""
    kind = question(q.type)
    one = kind.instance(lot, q.difficulty, lang, q.skin, q.alphabet)
    form = dict(kind.full_form(one.data))
    if q.kind == "function":
        form["name"] = function_name(q, one.key)
    notes = (
        kind.reservation(q.difficulty, q.variants and q.seed is None, q.skin),
        "once" if possible(q.kind, form) < FEW else None,
    )
    said = [CATALOGUE.text(f"question.{note}", lang) for note in notes if note]
    drawn: IssuedQuestion = {
        **one.to_json(),
        "text": "\n\n".join([one.text, *said]),
        "form": form,
        "key": one.key,
    }
    if q.skin:
        drawn["skin"] = q.skin
    if q.alphabet:
        drawn["alphabet"] = q.alphabet
    return drawn


def function_name(q: Question, key: Json) -> str:
    """Return the name of the function that a question asks for: that of its cell, or of the generator's solution."""
    source = q.code if q.code.strip() else key["source"]
    names = [
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    ]
    return names[-1] if q.code.strip() else names[0]


def public(
    secret: bytes,
    issued: Instances,
    known: Iterable[str],
    cells: Mapping[str, IssuedQuestion],
) -> Instances:
    """Return what a student gets of `issue`: no data that a key could be read from, no key.

    Parameters
    ----------
    secret : bytes
        Signs the file.
    issued : dict
        What `issue` made.
    known : iterable of str
        Types of questions that the student's package has too; for any other type (a lecturer's own) one practice
        question with its solution is put into the file.
    cells : dict
        For every question of the set, in order, what the student's notebook says about it: its points, and its cell
        as it is handed out.  A question that is marked by hand has nothing else.
    """
    questions: dict[str, IssuedQuestion] = {}
    known = set(known)
    for id, cell in cells.items():
        if id not in issued["questions"]:
            questions[id] = {"type": "manual", "kind": "manual", **cell}
            continue
        one = issued["questions"][id]
        shown = one.copy()
        del shown["data"], shown["key"]
        if one["type"] not in known:
            kind = question(one["type"])
            practice = kind.instance(
                1, one["difficulty"], one["lang"], one.get("skin"), one.get("alphabet")
            )
            shown["practice"] = {
                "title": practice.title,
                "text": practice.text,
                "solution": practice.solution,
                "picture": None
                if practice.picture is None
                else practice.picture.following,
                "hints": list(kind.hints(practice.data, one["lang"])),
            }
        questions[id] = {**shown, **cell}
    record: Instances = {**issued, "questions": questions}
    return {**record, "signature": sign(secret, record)}
