"""Individual questions: each student gets an instance of its own, and never the seed that it came from.

    seed = HMAC(secret of the course, student, question)

The secret stays with the lecturer.  A student gets the instances in a file that is signed with the same secret, so
that the marking can tell whose variant somebody worked on.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from finity_edu.questions import question

if TYPE_CHECKING:
    from finity_edu.grading.source import Question

__all__ = ["FORMAT", "canonical", "issue", "public", "seed", "sign", "signed_by"]

FORMAT = "finity-instances/1"


def canonical(value: object) -> str:
    """Write JSON in the one way that is signed and hashed.

    Examples
    --------
    >>> canonical({"b": 1, "a": "ε"})
    '{"a":"ε","b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


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


def sign(secret: bytes, record: Mapping[str, Any]) -> str:
    """Sign a record (its field ``signature`` is left out)."""
    text = canonical({k: v for k, v in record.items() if k != "signature"})
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def signed_by(secret: bytes, record: Mapping[str, Any]) -> bool:
    """Say whether a record carries the right signature."""
    given = record.get("signature")
    return isinstance(given, str) and hmac.compare_digest(given.encode(), sign(secret, record).encode())


def issue(secret: bytes, name: str, questions: Iterable[Question], student: str, lang: str) -> dict[str, Any]:
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

    Returns
    -------
    dict
        Plain JSON: for each question type, text, picture, data, key, solution.  This is the lecturer's copy.
    """
    instances = {}
    for q in questions:
        if q.manual:
            continue
        whose = student if q.variants else ""
        value = q.seed if q.seed is not None else seed(secret, whose, f"{name}.{q.id}")
        kind = question(q.type)
        one = kind.instance(value, q.difficulty, lang)
        instances[q.id] = {
            **one.to_json(), "form": dict(kind.form(one.data)), "points": q.points, "key": one.key,
            "solution": one.solution,
        }
    record = {"format": FORMAT, "set": name, "student": student, "lang": lang, "questions": instances}
    return dict(json.loads(canonical(record)))


def public(secret: bytes, issued: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Return what a student gets of `issue`: no data that a key could be read from, no key, no solution.

    Parameters
    ----------
    secret : bytes
        Signs the file.
    issued : dict
        What `issue` made.
    known : iterable of str
        Types of questions that the student's package has too; for any other type (a lecturer's own) one practice
        question with its solution is put into the file.
    """
    questions = {}
    known = set(known)
    for id, one in issued["questions"].items():
        shown = {k: v for k, v in one.items() if k not in ("data", "key", "solution")}
        if one["type"] not in known:
            kind = question(one["type"])
            practice = kind.instance(1, one["difficulty"], one["lang"])
            shown["practice"] = {
                "title": practice.title, "text": practice.text, "solution": practice.solution,
                "picture": None if practice.picture is None else practice.picture.markup,
                "hints": list(kind.hints(practice.data, one["lang"])),
            }
        questions[id] = shown
    record = {**issued, "questions": questions}
    return {**record, "signature": sign(secret, record)}
