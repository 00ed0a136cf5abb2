"""Inside the sandbox: an answer leaves as text, a function is called with the judge's inputs.

Student code may have changed everything here; what comes out is only ever this student's own answer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from finity_edu.grading.answers import MalformedAnswer, validate

__all__ = ["asker", "call", "export", "watch"]


def export(kind: str, form: str, answer: object, limit: int) -> str:
    """Write an answer as JSON text.

    Parameters
    ----------
    kind : str
        Kind of answer.
    form : str
        JSON of the details that `validate` takes.
    answer : object
        What the student's cell left in ``answer``.
    limit : int
        Largest number of characters.

    Returns
    -------
    str
        ``{"value": …}``, ``{"missing": true}``, ``{"callable": true}`` or ``{"malformed": text, "shown": text}``.

    Examples
    --------
    >>> export("word", "{}", "b w b", 100)
    '{"value": "bwb"}'
    >>> export("word", "{}", ..., 100)
    '{"missing": true}'
    """
    if answer is ...:
        return '{"missing": true}'
    if kind == "function":
        return json.dumps({"callable": True} if callable(answer) else _malformed("function", answer))
    try:
        text = json.dumps({"value": validate(kind, answer, **json.loads(form))}, ensure_ascii=False)
    except MalformedAnswer as error:
        return json.dumps({"malformed": str(error)[:2000], "shown": _shown(answer)})
    return text if len(text) <= limit else json.dumps({"malformed": "…", "shown": text[:500]})


def call(function: Callable[..., Any], inputs: str, limit: int) -> str:
    """Call a student's function on inputs and write what it returned as JSON text.

    Parameters
    ----------
    function : callable
        The student's function.
    inputs : str
        JSON list of inputs; an input that is a list holds several arguments.
    limit : int
        Largest number of characters of one value.

    Returns
    -------
    str
        A JSON list of ``{"value": …}`` or ``{"error": text}``.

    Examples
    --------
    >>> call(len, '["bwb", 7]', 100)
    '[{"value": 3}, {"error": "TypeError: object of type \\'int\\' has no len()"}]'
    """
    results: list[dict[str, Any]] = []
    for one in json.loads(inputs):
        try:
            value = function(*one) if isinstance(one, list) else function(one)
            text = json.dumps(_plain(value), allow_nan=False)
            results.append({"value": json.loads(text)} if len(text) <= limit else {"error": "too long"})
        except Exception as error:  # the student's function may raise anything
            results.append({"error": f"{type(error).__name__}: {error}"[:300]})
    return json.dumps(results)


def asker(function: Callable[..., Any]) -> Callable[[list[object]], list[object]]:
    """Return what `QuestionType.interview` calls, for a function of this very process."""
    return lambda inputs: list(json.loads(call(function, json.dumps(inputs), 100_000)))


def _plain(value: Any) -> Any:
    """Sets and tuples as lists; anything that JSON does not know as its text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(v) for v in value), key=str)
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    return str(value)


def _malformed(kind: str, answer: object) -> dict[str, str]:
    return {"malformed": str(MalformedAnswer(kind, "not_function", found=_shown(answer)[:60])),
            "shown": _shown(answer)}


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:500]
    except Exception:  # a student's object may fail to print itself
        return type(answer).__name__


def watch(allowed: tuple[str, ...]) -> Callable[[], str]:
    """Note what a notebook reaches for outside its own folders, and every attempt at the network.

    This informs the lecturer; it protects nothing (the sandbox does: there is nothing to be found).

    Parameters
    ----------
    allowed : tuple of str
        Folders that are nobody's secret.

    Returns
    -------
    callable
        Returns the notes as a JSON list of texts.
    """
    notes: dict[str, None] = {}
    working = False

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal working
        if working or len(notes) >= 10 or event not in _WATCHED:
            return
        working = True
        try:
            _note(notes, event, args, allowed)
        except Exception:  # an unusual argument is no reason to disturb the notebook
            pass
        finally:
            working = False

    sys.addaudithook(hook)
    return lambda: json.dumps(list(notes))


_FILES = ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "os.symlink", "os.link")
_WATCHED = frozenset((*_FILES, "socket.connect", "socket.getaddrinfo", "socket.sendto", "subprocess.Popen",
                      "os.system", "os.fork", "os.exec", "os.posix_spawn", "os.kill", "os.killpg"))


def _note(notes: dict[str, None], event: str, args: tuple[Any, ...], allowed: tuple[str, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], (str, bytes)):
        return  # the kernel's own sockets are files
    if event in _FILES:
        if not isinstance(args[0], (str, bytes, os.PathLike)):
            return
        path = os.path.realpath(os.fsdecode(args[0]))
        if any(path == a or path.startswith(a + "/") for a in allowed):
            return
        notes.setdefault(f"{event} {path}"[:200])
    else:
        what = args[1] if event.startswith("socket") and len(args) > 1 else args[0] if args else ""
        notes.setdefault(f"{event} {what}"[:200])
