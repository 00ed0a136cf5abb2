"""Tables of cases: one test for a whole table, whose failure names every case that fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

__all__ = ["IN_LANGUAGES", "every", "sampled"]

IN_LANGUAGES = ["en", pytest.param("de", marks=pytest.mark.slow), pytest.param("es", marks=pytest.mark.slow)]
"""For what takes long in every language: every day in English only."""
PARAM = type(pytest.param())


def every(
    names: str | tuple[str, ...], cases: Iterable[Any] | Callable[[], Iterable[Any]], ids: Any = None
) -> Callable[[Any], Any]:
    """Like ``pytest.mark.parametrize``, but one test: for many cases, each of which takes no time.

    Cases that take long to find are given as a function, which is called when the test runs and not when it is found.
    What a case changes (the language, a fixture) the next one finds: for such tests ``parametrize`` is right.
    """
    parts = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = None if callable(cases) else _table(cases, parts, ids)

    def decorate(test: Any) -> Any:
        @wraps(test)
        def check_all(**others: Any) -> None:
            failed: dict[str, BaseException] = {}
            for values, label in table or _table(cases(), parts, ids):
                try:
                    test(**dict(zip(parts, values, strict=True)), **others)
                except (Exception, pytest.fail.Exception) as error:
                    failed[label] = error
            if failed:
                told = [f"[{label}] {type(error).__name__}: {error}" for label, error in failed.items()]
                raise AssertionError("\n".join(told)) from next(iter(failed.values()))

        signature = inspect.signature(test)
        left = [parameter for parameter in signature.parameters.values() if parameter.name not in parts]
        check_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return check_all

    return decorate


def _table(cases: Iterable[Any], parts: list[str], ids: Any) -> list[tuple[tuple[Any, ...], str]]:
    """The values of all cases, and what each is called."""
    table = [_case(case, len(parts)) for case in cases]
    assert table, "a table without cases tests nothing"
    return [(values, id or _label(parts, values, ids, number)) for number, (values, id) in enumerate(table)]


def _case(case: Any, number: int) -> tuple[tuple[Any, ...], str | None]:
    """The values of a case, and its name if it has one."""
    if isinstance(case, PARAM):
        assert not case.marks, "a case in a table has no marks of its own"
        return tuple(case.values), case.id
    return (case,) if number == 1 else tuple(case), None


def _label(parts: list[str], values: tuple[Any, ...], ids: Any, number: int) -> str:
    if ids is None:
        return ", ".join(_name(part, value, number) for part, value in zip(parts, values, strict=True))
    return "-".join(str(ids(value)) for value in values) if callable(ids) else str(ids[number])


def _name(part: str, value: Any, number: int) -> str:
    """A value as it can be found in the table again: a function has no readable text."""
    text = getattr(value, "__name__", None) or repr(value)
    return f"{part} {number}" if "<lambda>" in text or " at 0x" in text else text


def sampled(cases: Iterable[Any], name: Callable[[Any], str] = str, of: int = 4) -> list[Any]:
    """All cases as parameters: one of four (or ``of``) is tried every day, the others with the slow tests.

    Parameters
    ----------
    cases : iterable
    name : callable
        What a case is called.
    of : int
        How many of which one is tried every day.
    """
    parameters: list[Any] = []
    for number, case in enumerate(cases):
        marks = [] if number % of == 0 else [pytest.mark.slow]
        parameters.append(pytest.param(case, id=name(case), marks=marks))
    return parameters
