"""The program inside the sandbox: it runs a student's source, calls the function, and hands over results as data.

``python -I -S handover.py SETTINGS`` reads orders and writes replies, one line of JSON each; where there are no
processes, each order is a call of what `turns` returns.  Student code runs in this very interpreter and may change
anything here; what comes out is only ever this student's own answer.  There is no other process inside that student
code could get hold of (`sandbox_linux` says why).  Only the standard library is imported before the limits are set.
"""

import io
import json
import math
import os
import sys
import traceback
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

SOURCE = "<answer>"
"""The name under which a student's source appears in tracebacks."""
RESULT, REPLY = 100_000, 4_000_000
"""Characters of one result, and of all results of a call."""
_ERROR, _LINE = 300, 100


def told(error: BaseException, source: str = "") -> dict[str, object]:
    """Say what went wrong in a student's source.

    Parameters
    ----------
    error : BaseException
        What it raised.
    source : str
        The source, for the text of the line.

    Returns
    -------
    dict
        ``error`` (type and message), and where it is known ``line`` (its number) and ``code`` (its text).

    Examples
    --------
    >>> told(ValueError("no tower"))
    {'error': 'ValueError: no tower'}
    """
    try:
        text = str(error)[:_ERROR]
    except Exception:  # a message may fail as well
        text = "?"
    found: dict[str, object] = {
        "error": f"{type(error).__name__[:60]}: {text}"
        if text
        else type(error).__name__[:60]
    }
    lines = [
        f.lineno
        for f in traceback.extract_tb(error.__traceback__, limit=-50)
        if f.filename == SOURCE
    ]
    if isinstance(error, SyntaxError) and error.filename == SOURCE:
        found["error"] = f"{type(error).__name__}: {error.msg}"[:_ERROR]
        lines = [error.lineno]
    if lines and isinstance(lines[-1], int):
        found["line"] = lines[-1]
        if rows := source.splitlines()[lines[-1] - 1 : lines[-1]]:
            found["code"] = rows[0].strip()[:_LINE]
    return found


def call(
    function: Callable[..., object], inputs: Iterable[object], source: str = ""
) -> list[dict[str, object]]:
    """Call a student's function.

    Parameters
    ----------
    function : callable
        The student's function.
    inputs : iterable
        An input that is a list holds several arguments.
    source : str
        Its source, for messages.

    Returns
    -------
    list of dict
        For each input ``{"value": …}``, or what `told` says.

    Examples
    --------
    >>> call(len, ["bwb", 7])
    [{'value': 3}, {'error': "TypeError: object of type 'int' has no len()"}]
    """
    results: list[dict[str, object]] = []
    left = REPLY
    for one in inputs:
        try:
            value = function(*one) if isinstance(one, list) else function(one)
            text = json.dumps(_plain(value))
            if len(text) > min(RESULT, left):
                results.append({"error": f"{len(text)} > {RESULT}"})
                continue
            left -= len(text)
            results.append({"value": json.loads(text)})
        except (
            Exception,
            SystemExit,
        ) as error:  # the student's function may raise anything
            results.append(told(error, source))
    return results


def asker(function: Callable[..., object]) -> Callable[[list[object]], list[object]]:
    """Return what `QuestionType.interview` calls, for a function of this very process."""
    return lambda inputs: list(call(function, json.loads(json.dumps(inputs))))


def _plain(value: object) -> object:
    """Sets and tuples as lists, NumPy's values as Python's, anything else that JSON does not know as its text."""
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            raise ValueError("nan")
        return math.copysign(sys.float_info.max, value)  # as good as infinite, and JSON
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(v) for v in value), key=str)
    if isinstance(value, (list, tuple)):
        return list(map(_plain, value))
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    return _plain(value.tolist()) if hasattr(value, "tolist") else str(value)


# ---------------------------------------------------------------------- the program itself


class _Late(BaseException):
    """The time is over."""


@contextmanager
def _within(seconds: float, clock: float) -> Iterator[None]:
    """Interrupt what takes too long, by the processor's time or by the clock, if it lets itself be."""
    import signal

    if not hasattr(signal, "setitimer"):
        yield  # where no process can interrupt itself, whoever started it does
        return

    def late(*_: object) -> None:
        raise _Late

    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, clock),
    )
    for number, timer, limit in timers:
        signal.signal(number, late)
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for _, timer, _ in timers:
            signal.setitimer(timer, 0)


class _Notebook:
    """A namespace in which cells run: plain Python, or IPython's shell for a whole notebook."""

    def __init__(self, shell: bool) -> None:
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        # What a student's notebook has, and what answers nothing here.
        names = ("show", "check", "hint", "submit", "display")
        module.__dict__.update(dict.fromkeys(names, lambda *args, **more: None))
        self.names = module.__dict__
        self.shell = _shell(module) if shell else None
        self.source = ""
        # What there was before a cell: no function of another question's is taken for its answer
        self.before: dict[str, object] = {}

    def run(self, source: str, name: str = SOURCE) -> dict[str, object]:
        """Run a cell."""
        self.source = source
        try:
            if self.shell is None:
                exec(compile(source, name, "exec", dont_inherit=True), self.names)
                return {"done": True}
            done = self.shell.run_cell(source, store_history=False)
            error = done.error_before_exec or done.error_in_exec
            if isinstance(error, _Late):
                raise error
            return {"done": True} if error is None else told(error, source)
        except (Exception, SystemExit) as error:
            return told(error, source)

    def export(
        self, kind: str, form: dict[str, object], limit: int, lang: str, name: str
    ) -> dict[str, object]:
        """Hand over what a cell left in ``answer``, or as the function that was asked for by its name."""
        if not kind:
            self.names.pop("answer", None)
            self.before = dict(self.names)
            return {"missing": True}
        if kind == "function":
            for one in (name, "answer"):
                made = self.names.get(one)
                if callable(made) and made is not self.before.get(one):
                    return {"callable": True}
            return {"missing": True}
        answer = self.names.pop("answer", ...)
        if answer is ...:
            return {"missing": True}
        from boardkit.messages import using_language
        from coursekit.answers import MalformedAnswer, validate

        with using_language(lang):
            try:
                value = validate(kind, answer, **form)
            except MalformedAnswer as error:
                return {"malformed": str(error)[:2000], "shown": repr(answer)[:500]}
            if len(json.dumps(value)) > limit:
                return {
                    "malformed": str(
                        MalformedAnswer(kind, "too_long", {}, limit=limit)
                    ),
                    "shown": "",
                }
        return {"value": value}

    def function(self, names: list[str]) -> Callable[..., object]:
        """The function that was asked for: what the question calls it, or ``answer``."""
        found = next(
            (f for name in (*names, "answer") if callable(f := self.names.get(name))),
            None,
        )
        if found is None:
            raise NameError("answer")
        return found

    def obey(self, order: dict[str, Any]) -> dict[str, object]:
        """Carry out one order."""
        try:
            with _within(order["seconds"], order["clock"]):
                if "run" in order:
                    return self.run(order["run"], order.get("name", SOURCE))
                if "export" in order:
                    return self.export(
                        order["export"],
                        order["form"],
                        order["limit"],
                        order["lang"],
                        order.get("name", ""),
                    )
                return {
                    "results": call(
                        self.function(order.get("names", [])),
                        order["inputs"],
                        self.source,
                    )
                }
        except _Late:
            return {"failed": "time"}


def _shell(module: types.ModuleType) -> Any:
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):
        def enable_gui(self, gui: object = None) -> None:
            """There is no screen."""

    settings = Config()
    settings.HistoryManager.enabled = False
    return Shell.instance(config=settings, user_module=module, user_ns=module.__dict__)


_REFUSED = {
    "x86_64": (
        0xC000003E,
        {"clone": 56, "prctl": 157},
        (
            319,
            447,
            29,
            64,
            68,  # memory that no process holds: memfd_create, memfd_secret, shmget, semget, msgget
            278,
            50,  # … pages in a pipe, words to a socket that nobody accepts: vmsplice, listen
            165,
            272,
            308,
            430,
            432,
            428,
            429,  # views: mount, unshare, setns, fsopen, fsmount, open_tree, move_mount
            457,
            458,  # where things lie outside: statmount, listmount
            101,
            321,
            323,
            298,
            425,  # ptrace, bpf, userfaultfd, perf_event_open, io_uring_setup
            248,
            249,
            250,
        ),
    ),  # add_key, request_key, keyctl
    "aarch64": (
        0xC00000B7,
        {"clone": 220, "prctl": 167},
        (
            279,
            447,
            194,
            190,
            186,
            75,
            201,
            40,
            97,
            268,
            430,
            432,
            428,
            429,
            457,
            458,
            117,
            280,
            282,
            241,
            425,
            217,
            218,
            219,
        ),
    ),
}
"""By machine: its name for the kernel, calls that are refused by their first argument, and calls that are refused.

They are what a function never needs, and what would get around the limits or the view.
"""
_CLONE3, _NAMESPACES = 435, 0x7E020000  # any flag of clone that makes a namespace
# Of prctl: whoever started this must be able to end it, and to look at it
_DEATH_SIGNAL = 1
_DUMPABLE = 4
_LOAD = 0x20
_EQUAL = 0x15
_AT_LEAST = 0x35
_ANY_BIT = 0x45
_END = 0x06
# EPERM; ENOSYS: the C library does without
_ENDS = {
    "refuse": 0x00050001,
    "unknown": 0x00050026,
    "allow": 0x7FFF0000,
}


def _filter(machine: str) -> list[tuple[int, int, int, int]]:
    """The filter as classic BPF: what is done, how many steps are left out if it is true or not, with which number."""
    architecture, by_argument, refused = _REFUSED[machine]
    number, argument = 0, 16  # where they stand in what the kernel hands over
    steps: list[tuple[int, int, str, str]] = [
        (_LOAD, 4, "", ""),
        (_EQUAL, architecture, "", "refuse"),
        (_LOAD, number, "", ""),
        (_AT_LEAST, 0x40000000, "refuse", ""),
        *((_EQUAL, one, "refuse", "") for one in refused),
        (_EQUAL, _CLONE3, "unknown", ""),
        (_EQUAL, by_argument["prctl"], "prctl", ""),
        (_EQUAL, by_argument["clone"], "", "allow"),
        (_LOAD, argument, "", ""),
        (_ANY_BIT, _NAMESPACES, "refuse", "allow"),
    ]
    places = {"prctl": len(steps)}
    steps += [
        (_LOAD, argument, "", ""),
        (_EQUAL, _DEATH_SIGNAL, "refuse", ""),
        (_EQUAL, _DUMPABLE, "refuse", "allow"),
    ]
    for end, value in _ENDS.items():
        places[end] = len(steps)
        steps.append((_END, value, "", ""))
    return [
        (
            code,
            places[yes] - i - 1 if yes else 0,
            places[no] - i - 1 if no else 0,
            value,
        )
        for i, (code, value, yes, no) in enumerate(steps)
    ]


def _prctl(*arguments: object) -> None:
    import ctypes

    if ctypes.CDLL(None, use_errno=True).prctl(*arguments):
        raise OSError(ctypes.get_errno(), "prctl")


def _refuse_system_calls() -> None:
    """Let the kernel refuse what no function needs (seccomp)."""
    import ctypes
    import struct

    machine = os.uname().machine
    if machine not in _REFUSED:
        return  # the namespaces and limits hold there too
    steps = _filter(machine)
    code = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", *step) for step in steps)
    )
    whole = ctypes.create_string_buffer(
        struct.pack("HP", len(steps), ctypes.addressof(code))
    )
    _prctl(22, 2, whole, 0, 0)  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER


def _give_up_rights(uid: int, limits: dict[str, int]) -> None:
    """From here on there is no way back."""
    import resource

    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))


def _bury() -> None:
    """Take leave of children that have ended, whosever they were: this is the first process of the sandbox."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _reply(notebook: _Notebook, order: str | bytes) -> str:
    try:
        return json.dumps(notebook.obey(json.loads(order)))
    except (Exception, SystemExit) as error:
        return json.dumps(told(error))


def main(settings: str) -> None:
    """Obey orders until there are no more."""
    options = json.loads(settings)
    orders, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)  # what a student prints, nobody reads
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    _give_up_rights(options["uid"], options["limits"])
    _refuse_system_calls()
    sys.path += options["path"]
    notebook = _Notebook(options["shell"])
    for line in orders:
        _bury()
        replies.write(_reply(notebook, line).encode() + b"\n")
        replies.flush()


class _Nowhere(io.TextIOBase):
    """What a student prints, nobody reads."""

    def write(self, text: str) -> int:
        return len(text)


def turns() -> Callable[[str], None]:
    """Return what obeys one order, and prints the reply."""
    notebook, out = _Notebook(shell=False), sys.stdout
    sys.stdout = sys.stderr = _Nowhere()

    def turn(order: str) -> None:
        out.write(_reply(notebook, order))
        out.flush()

    return turn


if __name__ == "__main__":
    main(sys.argv[1])
