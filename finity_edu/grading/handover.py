"""Inside the sandbox: an answer leaves as text, a function is called with the judge's inputs.

Student code may have changed everything here; what comes out is only ever this student's own answer.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
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
    if len(text) > limit:
        return json.dumps({"malformed": str(MalformedAnswer(kind, "too_long", limit=limit)), "shown": text[:500]})
    return text


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


# ---------------------------------------------------------------------- what the lecturer is told


def watch(allowed: tuple[str, ...]) -> Callable[[], str]:
    """Note what a notebook does that no answer needs: it informs the lecturer, and protects nothing.

    (The sandbox protects: there is nothing to be found.  What runs beside a student's code can be deceived by it.)

    Parameters
    ----------
    allowed : tuple of str
        Folders that are nobody's secret.

    Returns
    -------
    callable
        Returns the notes as JSON: remark (one of `NOTES`) → list of texts.  ``reached_out`` are files outside the
        notebook's own folders, other processes and attempts at the network; ``tampered`` is what the notebook replaced
        in the program that runs or checks it; ``leftovers`` are threads that still run.
    """
    reached: dict[str, None] = {}
    before = set(threading.enumerate())
    roots = frozenset(map(os.path.realpath, sys.path))  # every import looks through them
    own = (*allowed, f"/tmp/ipykernel_{os.getpid()}")  # where the kernel says that its cells lie
    working = False

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal working
        if working or len(reached) >= MAX_NOTES or event not in _WATCHED:
            return
        working = True
        try:
            _note(reached, event, args, own, roots)
        except Exception:  # an unusual argument is no reason to disturb the notebook
            pass
        finally:
            working = False

    def notes() -> str:
        threads = [t.name for t in threading.enumerate() if t not in before]
        found = (list(reached), list(dict.fromkeys(_replaced())), threads)
        return json.dumps({id: texts[:MAX_NOTES] for id, texts in zip(NOTES, found, strict=True)})

    sys.addaudithook(hook)
    return notes


NOTES = ("reached_out", "tampered", "leftovers")
MAX_NOTES = 10
_FILES = ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "os.symlink", "os.link")
_WATCHED = frozenset((*_FILES, "socket.connect", "socket.getaddrinfo", "socket.sendto", "subprocess.Popen",
                      "os.system", "os.fork", "os.exec", "os.posix_spawn", "os.kill", "os.killpg",
                      "resource.setrlimit", "ctypes.dlsym"))
_SYSTEM_CALLS = ("mount", "umount", "umount2", "unshare", "setns", "chroot", "ptrace")  # libraries need none of them
_PROGRAMS = ("fc-list",)  # matplotlib asks for fonts; and the kernel interrupts itself by a signal
_MACHINERY = ("builtins", "json", "finity_edu", "boardkit", "matchbox", "amakta")


def _note(notes: dict[str, None], event: str, args: tuple[Any, ...], allowed: tuple[str, ...],
          roots: frozenset[str]) -> None:
    if event == "socket.connect" and isinstance(args[1], (str, bytes)):
        return  # the kernel's own sockets are files
    if event == "ctypes.dlsym" and args[1] not in _SYSTEM_CALLS:
        return
    if (event == "subprocess.Popen" and args[0] in _PROGRAMS) or (event == "os.kill" and args[0] == os.getpid()):
        return
    if event in _FILES:
        if not isinstance(args[0], (str, bytes, os.PathLike)):
            return
        path = os.path.realpath(os.fsdecode(args[0]))
        if path in roots or any(path == a or path.startswith(a + "/") for a in allowed):
            return
        notes.setdefault(f"{event} {path}"[:200])
    else:
        second = event.startswith("socket") or event == "ctypes.dlsym"
        what = args[1] if second and len(args) > 1 else args[0] if args else ""
        notes.setdefault(f"{event} {what}"[:200])


def _replaced() -> Iterator[str]:
    """Name everything in the machinery that was defined in the notebook."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in _MACHINERY:
            yield from _own(name, module)
            for kind in list(vars(module).values()):
                if isinstance(kind, type) and kind.__module__ == name:
                    yield from _own(f"{name}.{kind.__qualname__}", kind)
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None:
        return
    for part in (shell, shell.display_formatter, shell.display_pub):
        yield from _own(type(part).__name__, part)
    for event, callbacks in shell.events.callbacks.items():
        yield from (event for callback in callbacks if _of_the_notebook(callback))
    for transformers in ("input_transformers_cleanup", "input_transformers_post", "ast_transformers"):
        yield from (transformers for one in getattr(shell, transformers) if _of_the_notebook(one))


def _own(place: str, owner: Any) -> Iterator[str]:
    yield from (f"{place}.{name}" for name, value in list(vars(owner).items()) if _of_the_notebook(value))


def _of_the_notebook(value: Any) -> bool:
    return getattr(value, "__module__", None) == "__main__"
