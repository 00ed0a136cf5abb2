"""Files that are handed in to break whoever reads them: name → bytes, and what the reader says."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

Case = tuple[bytes, str | None, set[str]]
"""The file, the problem, the ids of the remarks."""


def entry(**changes: Any) -> dict[str, Any]:
    """An entry as it should be, with changes."""
    return {"n": 1, "question": "q1", "instance": "0" * 16, "kind": "number", "answer": 7, "text": "7", "source": "",
            "time": ""} | changes


def book(*entries: Any, cells: Any = (), **changes: Any) -> bytes:
    """A file with these entries."""
    meta = {"format": "finity-edu/hand-in", "version": 1, "set": "hw", "student": "ada", "signature": "5", "lang": "en",
            "written": "2026-01-01T00:00:00Z", "entries": list(entries)} | changes
    return json.dumps({"cells": list(cells), "metadata": {"finity": meta}, "nbformat": 4}).encode()


def code(source: Any, **more: Any) -> dict[str, Any]:
    """A code cell."""
    return {"cell_type": "code", "metadata": {}, "source": source} | more


def plain(*cells: Any) -> bytes:
    """A notebook without a record."""
    return json.dumps({"cells": list(cells), "metadata": {}}).encode()


def function(*cells: str) -> bytes:
    """A notebook without a record, in which a function comes after these cells."""
    return plain(*map(code, cells), code("# Your answer to hw.q1\ndef answer(word):\n    return [a, x1, x2]"))


def answered(text: str) -> bytes:
    """A notebook without a record, whose first question is answered so."""
    return plain(code(f"# Your answer to hw.q1\nanswer = {text}"))


LITERALS = (
    # Honest ones, which say the same as a list, a tuple or a text would.
    "{'A', 'B'}", "{'b', 'bw'}", "{''}", "{'A'}", "{1, 2}", "('A', 'B')", "(('A', 'b'), 'B')", "['A', 'B']", "'A B'",
    "{'A': {'B', 'C'}}", "[{'A'}, {'B', 'C'}]", "{'A': ('B',), 'B': ()}", "[('A', 'b', 'B')]", "()", "[]", "{}",
    "{('A', 'b'): 'B'}", "{('A', 'b'): {'B', 'C'}}", "{1: 2, 2: 1}", "{1: [1, 2], '1': [2]}", "{7: {1, 2}}",
    "{'states': {'A'}, 'alphabet': {'b', 'w'}, 'start': 'A', 'accepting': {'A'}, 'transitions': {('A', 'b'): 'A'}}",
    # Numbers that JSON has not, or that no decoder takes.
    "1e999", "-1e999", "[1e999]", "{1e999: 1}", "{'A': -1e999}", "1e308", "1j", "1 + 2j", "[1j]", "1e999 - 1e999j",
    "0x" + "f" * 4_000, "-0x" + "f" * 4_000, "[0x" + "f" * 4_000 + "]", "0b" + "1" * 19_000, "{0x" + "f" * 4_000 + "}",
    "9" * 4_299, "9" * 4_301, "10000000000000000000000000001", "True", "{True: False}", "[False, None]",
    # Other types, nested and mixed.
    "None", "[None]", "{None: None}", "[...]", "{'A': ...}", "(..., ...)", "b'x'", "[b'x', b'\\xff']", "{b'x': b'y'}",
    "{b'x', 'x'}", "{1, 'a', (2, b'c'), None, 1j}", "{(): ()}", "[[], (), {}]", "{('A',): {('B', 1e999): [1j, b'x']}}",
    "[" * 60 + "]" * 60, "(" * 40 + "1" + ",)" * 40, "{'a': " * 60 + "1" + "}" * 60,
    # Texts that cannot be written, or that do something on a screen.
    "'\\ud800'", "{'\\ud800': '\\udfff'}", "{'\\ud800'}", "'\\0\\x1b[2J\\u202e'", "'<script>x</script>'",
    '"""\n a\n b\n"""', "'9' '9'", "'1e999'", "'NaN'", "'{1, 2}'", "'" + "b" * 2_000 + "'",
    # None at all.
    "set()", "frozenset({'A'})", "float('nan')", "Fraction(1, 2)", "'x' * 3", "x",
)
"""Literals of Python as students may write them for any kind of question, and a few expressions that are none."""


@cache
def cases() -> dict[str, Case]:
    """All of them."""
    good = book(entry())
    wrong = {f"entry {field} = {value!r}"[:60]: (book(entry(**{field: value})), None, {"entry_ignored"})
             for field, values in {
                 "n": (-1, 1.5, True, "1", None, 1 << 60, [], 10**300), "kind": (None, 7, "", "k" * 99, ["number"]),
                 "question": (None, 1, "", "../q1", "q" * 200, "q 1", "q\n1", "ｑ１", ["q1"]), "text": (7, None, []),
                 "source": ({}, 0), "instance": (1,), "time": (0,), "answer": ("x" * 200_000, [0] * 99_999),
             }.items() for value in values}
    return wrong | {
        "depth 100,000": (b"[" * 100_000, "too_deep", {"too_deep"}),
        "depth 100,000 in an answer": (good.replace(b'"answer": 7', b'"answer": ' + b"[" * 10**5 + b"]" * 10**5),
                                       "too_deep", {"too_deep"}),
        "brackets in a text": (book(entry(text="[" * 1_000)), None, set()),
        "a million items": (good.replace(b'"answer": 7', b'"answer": [' + b"1," * 10**6 + b"1]"),
                            "too_many", {"too_many"}),
        "three million texts": (good.replace(b'"answer": 7', b'"answer": [' + b'"a",' * 3_000_000 + b"1]"),
                                "too_many", {"too_many"}),
        "a million quotes": (b'"\\' * 10**6, "not_json", {"not_json"}),
        "a text that does not end": (b'{"cells": "' + b"\\\\" * 10**6, "not_json", {"not_json"}),
        "large": (b" " * (20 << 20) + b"{}", "too_large", {"too_large"}),
        "a number of 5,000 digits": (good.replace(b": 7", b": " + b"9" * 5_000), "not_json", {"not_json"}),
        "1e999": (good.replace(b'"answer": 7', b'"answer": 1e999'), None, set()),
        "NaN": (good.replace(b'"answer": 7', b'"answer": NaN'), None, set()),
        "duplicate keys": (good.replace(b'"answer": 7', b'"answer": 7, "answer": 8'), "not_json", {"not_json"}),
        "lone surrogates": (good.replace(b'"text": "7"', b'"text": "\\ud800"'), None, set()),
        "NUL and escapes": (book(entry(text="\0\x1b[2J\u202e")), None, set()),
        "UTF-8 with a mark": (b"\xef\xbb\xbf" + good, None, set()),
        "UTF-16": (good.decode().encode("utf-16"), None, set()),
        "UTF-32": (good.decode().encode("utf-32"), None, set()),
        "Latin-1": ('{"cells": ["é"]}'.encode("latin-1"), "not_json", {"not_json"}),
        "empty": (b"", "not_json", {"not_json"}),
        "an archive": (b"PK\x03\x04" + bytes(99), "not_json", {"not_json"}),
        "a pickle": (b"\x80\x04\x95cos\nsystem\n(S'touch x'\ntR.", "not_json", {"not_json"}),
        "a list": (b"[]", "not_notebook", {"not_notebook"}),
        "null": (b"null", "not_notebook", {"not_notebook"}),
        "cells that are none": (b'{"cells": {"0": 1}}', "not_notebook", {"not_notebook"}),
        "3,000 cells": (plain(*[code("x")] * 3_000), "not_notebook", {"not_notebook"}),
        "cells of other types": (plain(7, None, [], "x", {"cell_type": 3}, code({}), code([1, "x"])), None,
                                 {"unreadable_cells"}),
        "metadata of other types": (b'{"cells": [], "metadata": {"finity": [1]}}', None, set()),
        "a newer format": (book(entry(), version=2), "newer", {"newer"}),
        "a foreign format": (book(entry(), format="other/hand-in"), "foreign_format", {"foreign_format"}),
        "version true": (book(entry(), version=True), "foreign_format", {"foreign_format"}),
        "version text": (book(entry(), version="1"), "foreign_format", {"foreign_format"}),
        "entries none": (book(entries=None), None, {"record_damaged"}),
        "entries a dict": (book(entries={"q1": 7}), None, {"record_damaged"}),
        "2,000 entries": (book(*[entry()] * 2_000), None, {"record_damaged"}),
        "set and student of other types": (book(entry(), set=7, student=["ada"], signature={}), None, set()),
        "a literal 100,000 deep": (answered("[" * 9_000 + "]" * 9_000), None, {"not_literal"}),
        "minus 19,000 times": (answered("-" * 19_000 + "1"), None, {"not_literal"}),
        "a sum of 9,000": (answered("1+" * 9_000 + "1"), None, {"not_literal"}),
        "a literal of 5,000 digits": (answered("9" * 5_000), None, {"not_literal"}),
        "a long literal": (answered("[" + "1," * 50_000 + "]"), None, {"not_literal"}),
        "a power": (answered("9**9**9"), None, {"not_literal"}),
        "a call": (answered("__import__('os').system('touch x')"), None, {"not_literal"}),
        "an f-string": (answered("f'{open(\"x\", \"w\")}'"), None, {"not_literal"}),
        "a walrus": (answered("(x := 1)"), None, {"not_literal"}),
        "unhashable": (answered("{[]: 1}"), None, {"not_literal"}),
        "2,000 functions": (plain(*[code(f"# Your answer to hw.q{i}\ndef f{i}(): return f{i - 1}()")
                                    for i in range(2_000)]), None, {"too_many"}),
        "NUL in a cell": (answered("1\0"), None, {"not_literal"}),
        "12,000 statements": (function("a\n" * 12_000), None, set()),
        "12,000 statements on a line": (function("a;" * 12_000), None, set()),
        "10,000 calls that only ask": (function("show(1)\n" * 10_000), None, set()),
        "1,900 cells of which each needs the one before": (
            function(*[f"x{i + 1} = x{i}" for i in range(1, 1_900)]), None, set()),
        "190,000 blank lines": (function("\n" * 190_000), None, set()),
        "a function behind 190,000 blank lines": (
            book(entry(kind="function", source="\n" * 190_000 + "import os\ndef answer(word): pass")), None, set()),
    }
