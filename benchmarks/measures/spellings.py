"""Spellings: right answers of every type in other spellings are right, and whatever the form check takes is judged."""

from __future__ import annotations

import json
import math
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from amakta.rules.moves import Move as AMove
from benchmarks.measures import Table
from benchmarks.measures.garbage import NASTY
from benchmarks.measures.judge import told
from coursekit.answers import MalformedAnswer, validate
from coursekit.questions import QuestionType
from finity_edu import Position
from finity_edu.rules import notation
from matchbox.rules.machine import Machine

CORPUS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "tests" / "coursekit" / "questions" / "spellings.toml").read_text(encoding="utf-8"))


class Nasty:
    """An object that raises whatever it is asked."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __getattr__(self, name: str) -> Any:
        raise OSError


def _parse_move(text: str) -> Any:
    return notation.parse_move(text, Position.parse("bga/abcd bb c; posts c@A").board)


NAMES = {"np": np, "Fraction": Fraction, "Decimal": Decimal, "math": math, "re": re, "Counter": Counter, "DFA": DFA,
         "NFA": NFA, "Position": Position, "Machine": Machine, "AMove": AMove, "parse_move": _parse_move,
         "nasty": Nasty()}
"""What the spellings of the corpus may use."""


def typed() -> list[str]:
    """Everything in the corpus, as Python."""
    return [text for one in CORPUS.values()
            for many in (*(case["typed"] for case in one.get("read", ())), *one["refused"].values()) for text in many]


def _plain(kind: str, key: Any) -> Iterator[Any]:
    """Spellings that serve every kind."""
    yield key
    yield json.loads(json.dumps(key))
    if isinstance(key, list) and key and all(isinstance(x, str) for x in key):
        yield from (tuple(key), np.array(key), iter(key), repr(key), json.dumps(key))
    if isinstance(key, str) and kind in ("word", "regex"):
        yield from (f" {key} ", f"„{key}“", " ".join(key) or "ε", np.str_(key), key.upper())


def _table(key: list[list[str]], form: Mapping[str, Any]) -> Iterator[Any]:
    rows = {row[0]: row[1:] for row in key}
    yield from (rows, {k: tuple(v) for k, v in rows.items()}, repr(rows), list(rows.items()))
    if "rows" in form:
        yield {(k or "ε"): [c or "∅" for c in v] if form.get("sets") else v for k, v in rows.items()}
    if form.get("columns") == 1:
        yield from ({k: v[0] for k, v in rows.items()}, [[k, v[0]] for k, v in rows.items()])
        if "rows" in form and len(rows) == len(form["rows"]):
            yield [rows[str(k)][0] for k in form["rows"]]
    if form.get("sets"):
        yield {k: [set(c.split()) for c in v] for k, v in rows.items()}
        yield {k: [f"{{{', '.join(c.split())}}}" for c in v] for k, v in rows.items()}


def _automaton(key: dict[str, Any]) -> Iterator[Any]:
    nested: dict[Any, dict[str, set[Any]]] = {q: {} for q in key["states"]}
    pairs: dict[tuple[str, str], list[str]] = {}
    for p, a, q in key["transitions"]:
        nested[p].setdefault(a, set()).add(q)
        pairs.setdefault((p, a), []).append(q)
    yield {**key, "transitions": nested}
    yield {**key, "transitions": pairs}
    yield (key["states"], key["alphabet"], pairs, key["start"], key["accepting"])
    yield {"Q": set(key["states"]), "Σ": "".join(key["alphabet"]), "δ": key["transitions"], "q0": key["start"],
           "F": set(key["accepting"])}
    yield NFA(states=set(key["states"]), input_symbols=set(key["alphabet"]), transitions=nested,
              initial_state=key["start"], final_states=set(key["accepting"]))


def respelt(kind: str, form: Mapping[str, Any], key: Any) -> Iterator[Any]:
    """An answer in other spellings."""
    yield from _plain(kind, key)
    if kind == "set of words" and key:
        yield from (set(key), " ".join(w or "ε" for w in key), "{" + ", ".join(w or "ε" for w in key) + "}")
        yield dict.fromkeys(key, True)
    elif kind == "number":
        yield from (str(key), float(key), Fraction(key), np.int64(key), f"{key},0", f"{key:_}", Decimal(key))
    elif kind == "fraction":
        value = Fraction(key)
        yield from (value, f"{value.numerator} / {value.denominator}", [value.numerator, value.denominator])
        if math.gcd(value.denominator, 2**20) == value.denominator:
            yield from (float(value), np.float64(value), str(float(value)).replace(".", ","))
    elif kind == "table":
        yield from _table(key, form)
    elif kind == "path" and key:
        yield from ("→".join(key), " -> ".join(key), " ".join(key).lower(), ", ".join(key))
    elif kind == "automaton":
        yield from _automaton(key)
    elif kind == "board":
        yield from ([m.split(".")[0] for m in key], ", ".join(key), [m.replace(">", " → ") for m in key], set(key))
    elif kind == "regex":
        yield from (key.replace("|", " ∪ "), f"^{key}$", key.replace("*", "^*"))
    elif kind == "list of moves" and key:
        yield from ("; ".join(key), "\n".join(key), [m.replace(">", " -> ") for m in key])
        if form.get("moves") in ("arrows", "finity"):
            yield [re.sub(r"(>\w+)\.[lmr]", r"\1", m) for m in key]
            yield [re.sub(r"(\+o\w+)\.[sml]", r"\1", m) for m in key]
    elif kind == "partition":
        yield from (" / ".join(" ".join(b) for b in key), {frozenset(b) for b in key})
        yield ", ".join(f"{{{', '.join(b)}}}" for b in key)
        yield {x: i for i, b in enumerate(key) for x in b}
    elif kind == "machine":
        yield from ({int(d): set(b) for d, b in key.items()}, {np.int64(d): np.array(b) for d, b in key.items()})
        yield "; ".join(f"{d}: {' '.join(map(str, b)) or '–'}" for d, b in key.items())


def unread(kind: QuestionType, seed: int, difficulty: int, skin: str | None = None) -> list[str]:
    """Spellings of the right answer to an instance that are not right."""
    made = kind.instance(seed, difficulty, skin=skin)
    wrong = []
    for answer in respelt(made.kind, kind.full_form(made.data), made.key):
        text = repr(answer)
        verdict = kind.judge(made.data, answer)
        if not verdict.right:
            wrong.append(f"{kind.id} {seed}/{difficulty}: {text[:60]}: {verdict.message[:80]}")
    return wrong


def refused_later(kind: QuestionType, number: int, seed: int = 1, skin: str | None = None) -> tuple[int, list[str]]:
    """Feed the corpus and nasties to an instance: how many the form check takes, and which the judge cannot read."""
    rng, made = random.Random(f"{kind.id} {seed}"), kind.instance(seed, 2, skin=skin)
    answers: list[Any] = rng.sample(typed(), min(number, len(typed())))
    taken, raised = 0, []
    for answer in [*answers, *islice(NASTY, None, None, max(1, 2_000 // number))]:
        value = eval(answer, dict(NAMES)) if answer in answers else answer
        try:
            canonical = validate(made.kind, value, **kind.full_form(made.data))
        except MalformedAnswer:
            continue
        except Exception as error:
            raised.append(f"{kind.id}: {str(answer)[:60]}: {type(error).__name__}: {error}"[:200])
            continue
        taken += 1
        try:
            again = validate(made.kind, canonical, **kind.full_form(made.data))
            if again != canonical or kind.judge(made.data, canonical).malformed:
                raised.append(f"{kind.id}: {str(answer)[:60]}: {canonical} is read as {again}")
        except Exception as error:
            raised.append(f"{kind.id}: {str(answer)[:60]}: {type(error).__name__}: {error}"[:200])
    return taken, raised


def measure(seeds: int = 20, number: int = 2_000) -> Table:
    """Respell the keys of many instances, and feed the whole corpus to every type."""
    rows, missed = [], []
    for kind, skin in ((t, skin) for t, skin in told() if t.kind != "function"):
        spelt, wrong = 0, []
        for seed in range(seeds):
            made = kind.instance(seed, 1 + seed % 5, skin=skin)
            spelt += sum(1 for _ in respelt(made.kind, kind.full_form(made.data), made.key))
            wrong += unread(kind, seed, 1 + seed % 5, skin)
        taken, raised = refused_later(kind, number, skin=skin)
        rows.append([kind.id, skin or "", spelt, len(wrong), taken, len(raised)])
        missed += [*wrong[:3], *raised[:3]]
    columns = ["type", "skin", "spellings of keys", "not right", "of the corpus taken", "not judged"]
    total = f"{sum(int(str(r[2])) for r in rows):,} spellings of keys; {len(typed()):,} in the corpus."
    return Table(columns, rows, missed, total)
