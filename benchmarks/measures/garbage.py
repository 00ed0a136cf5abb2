"""Garbage: every public reader, fed with nasties and mutated samples, raises helpful errors only."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import networkx

import finity_edu
from amakta import State
from amakta.players.opponents import player as amakta_player
from amakta.rules import stones
from amakta.rules.games import Record as AmaktaRecord
from amakta.rules.moves import Move as AmaktaMove
from amakta.rules.notation import parse_board, parse_field
from amakta.rules.state import parse_set
from automatakit import (
    Automaton,
    from_dot,
    from_jff,
    from_regex,
    from_tikz,
    to_dot,
    to_jff,
    to_tikz,
)
from benchmarks.measures import Table
from boardkit.errors import UserError
from boardkit.gamefile import parse_game
from coursekit.practice import handin
from coursekit.practice.session import open_set
from finity_edu import Position
from finity_edu.automata.graphs import position_from_networkx
from finity_edu.players import player
from finity_edu.rules.board import Board
from finity_edu.rules.record import Record
from finity_edu.rules.ruleset import load_rules, parse_rule_sets
from matchbox.automata import readings
from matchbox.players.teachers import law
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import Rules

POSITION = "bga/abcd bbw c; posts c@A; rings A:c..; bridges bA>B.m wB>C.l"
RULES = (Path(finity_edu.__file__).parent / "data" / "rules.toml").read_text(encoding="utf-8")
START = Position.parse(POSITION)

def _opened(text: Any) -> object:
    """A student's file of instances with that text in it."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "ps1.instances.json").write_text(str(text), encoding="utf-8", errors="surrogatepass")
        return open_set("ps1", folder)


READERS: dict[str, tuple[Callable[[Any], object], str]] = {
    "Position.parse": (Position.parse, POSITION),
    "Position.play": (START.play, "+bA>C.m"),
    "Board.parse": (Board.parse, "[A:0,0 B:0,1 C*:1,0]"),
    "load_rules": (load_rules, "bga{teleport=false,ring_size=largest}"),
    "parse_rule_sets": (lambda text: parse_rule_sets(text, "mine.toml"), RULES),
    "Record.parse": (Record.parse, f'[Start "{POSITION}"]\n1. +bA>C.m {{why not}} *'),
    "parse_game": (parse_game, '[Word "bw"]\n1. +bN>C.m {comment} 2. -- 1-0'),
    "from_jff": (from_jff, to_jff("bw")),
    "from_dot": (from_dot, to_dot("bw")),
    "from_tikz": (from_tikz, to_tikz("bw")),
    "from_regex": (from_regex, "(b|w)*b?w+()"),
    "Automaton.of": (Automaton.of, "(b|w)*b?w+()"),
    "arrows": (lambda text: Automaton.of(text, start="A", accepting="B"), "bA>B, wB>A εB>C"),
    "position_from_networkx": (position_from_networkx, ""),
    "Machine.load": (Machine.load, "length=4 | 4:- 3:3 2:12 1:1 | current 3.1 human"),
    "law": (law, "epsilon:0.3"),
    "player of Finity": (player, "greedy"),
    "player of Amakta": (amakta_player, "search:500"),
    "open_set": (_opened, '{"format": "finity-edu/instances", "version": 1, "questions": {}}'),
    "Rules.parse": (Rules.parse, "length=9 step=3 learner=remove-last"),
    "readings": (readings, "1233"),
    "State.parse": (State.parse, "zeile3 B; stones -2,0:W444444; black 444444"),
    "State.start": (lambda text: State.start(text, "solo"), "zeile3"),
    "parse_set": (parse_set, "000004 101010"),
    "Move.parse": (AmaktaMove.parse, "place -1,0 111111"),
    "parse_board": (parse_board, "infinit(0,0/4,0)"),
    "parse_field": (parse_field, "-1,0"),
    "stones.parse": (stones.parse, "400000"),
    "read_game": (AmaktaRecord.parse, '[Position "zeile3 W; white 444444; black 444444"]\n1. pass 2. pass 1/2-1/2'),
    "handin.read": (lambda text: handin.read(text.encode(errors="surrogatepass")), '{"cells": [], "metadata": {}}'),
}
"""Every public reader with a text that it reads."""

GRAPHS: tuple[Callable[[], Any], ...] = (
    networkx.MultiDiGraph, lambda: networkx.path_graph(3), lambda: networkx.MultiDiGraph([(1, 2)], word=5, players="x"),
    lambda: networkx.MultiDiGraph([("A", "B", {"colour": 5, "slot": 7})]))

NASTY: tuple[Any, ...] = (
    "epsilon:1e99999999", "epsilon:²", "perfect-²", "perfect-" + "9" * 5_000, "search:²", "search:" + "9" * 5_000,
    "", " ", "\n", "\0", "²", "A²", "\ud800", "b\udfffw", "é" * 9, "\u202e", "☃", "1.2.3", "9" * 6_000,
    "-" + "9" * 6_000, "1e99999999", "(" * 100_000, "[" * 100_000, "{" * 100_000, "<a>" * 20_000, "b" * 100_000,
    "<a>" * 50_000 + "</a>" * 50_000, "bw" * 500, "(b|w)*" * 200, "b{3000}", "b{1,99999}",
    "(" * 900 + "b" + ")" * 900, "b*" + "*" * 3_000, "|" * 3_000, "b" * 3_000 + "*", "nan", "inf", "None", "null",
    "[]", "{}", "()", "∅", "ε", "\\", "'", '"', "//", ";;;;", "::::", "length=9 | 9:123 … :15:123",
    "length=" + "9" * 5_000, "length=9 | " + "9" * 5_000 + ":1", "length=²", "9:²", "length=9|²:1",
    "length=9 | 9:123 | current", "bga/[A:²,0 B*:0,1] bb c", f"bga/[A:{'9' * 6000},0 B*:0,1] bb c", "bga/abcd bb ²",
    "bga/abcd b c; rings A:²", "bga/abcd bb c; clock ²", f"bga/abcd bb c; clock {'9' * 6000}",
    f"bga/abcd {'bw' * 500} c; posts c@A", f"bga/abcd {'b' * 50_000} c; posts c@A", "bga{a=²}/abcd bb c", "+bA>B.²",
    "+o" + "A" * 6_000, f"zeile3 W; stones {'9' * 6000},0:W444444", f"infinit({'9' * 6000},0/4,0)",
    "infinit(0,0/²,0)", "place ²,0 111111", f"place {'9' * 6000},0 111111", "place 0,0 ²²²²²²",
    'digraph { s [shape=point]; s -> A [pos="1.2.3,4"]; A [pos="1.2.3,4.5.6"] }',
    'digraph { A [pos="' + "9" * 6_000 + ',1"] ; "" -> A}',
    'digraph { "" -> A; A -> B [label="' + "b," * 5_000 + '"] }',
    '<?xml version="1.0" encoding="ISO-8859-1"?><structure><type>fa</type><automaton><state id="0"'
    ' name="é"><initial/></state></automaton></structure>',
    '<?xml version="1.0" encoding="klingon"?><structure/>',
    '<structure><type>fa</type><automaton><state id="0"><x>²</x><initial/></state></automaton></structure>',
    '<structure><type>fa</type><automaton><state id="0"><x>' + "9" * 6000
    + "</x><initial/></state></automaton></structure>",
    '<structure><type>fa</type><automaton><state id="0"><x>nan</x><initial/></state></automaton></structure>',
    '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "\\node[state, initial] (a) at (1.2.3, 4) {a};",
    "\\node[state, initial] (a) at (" + "9" * 6000 + ", 4) {a};", "[x]\ninherits = 5\n", "x = 5", "[x]\nteleport = 5",
    "a." * 5_000 + "b = 1", "x = " + "[" * 5_000, "x = " + "9" * 6_000, '[bga]\ninherits = "bga"',
    '[Start "²"]\n1. x *', '[Start "' + POSITION + '"]\n² *', "1. " + "{" * 5_000, "1. pass " * 5_000, None, 5, -1,
    1.5, float("nan"), True, b"bw", [], {}, (), object(), ["b"], {"A": 5}, {"A": {"b": 5}}, {"A": {5: {"B"}}},
    {"A": {"bb": {"B"}}}, {1: {"b": [[]]}}, len, ...,
)
"""What nobody should have to read."""

_SPICE = "²½é\ud800\0\n\t;:,./|>-=()[]{}<>\"'\\*+?019AbwZ∅ε "


def mutants(sample: str, number: int, seed: int) -> Iterator[str]:
    """Samples with pieces doubled, cut out, exchanged or replaced by something odd."""
    rng = random.Random(seed)
    for _ in range(number):
        text = sample
        for _ in range(rng.randint(1, 3)):
            i, j = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
            j = min(j, i + rng.choice((0, 1, 1, 3, 10)))
            new = rng.choice(("", "", rng.choice(_SPICE), text[i:j] * 2, rng.choice(_SPICE) * 40))
            text = text[:i] + new + text[j:]
        yield text


def inputs(name: str, number: int, seed: int = 1) -> Iterator[Any]:
    """All nasties, then mutants of the text that a reader reads."""
    if "networkx" in name:
        yield from (make() for make in GRAPHS)
    yield from NASTY
    yield from mutants(READERS[name][1], number, seed)


def escapes(name: str, value: Any) -> str | None:
    """What a reader raises that is no helpful error; None if it reads the value or refuses it well."""
    try:
        READERS[name][0](value)
    except UserError as error:
        try:
            return None if str(error).strip() else "an error without a text"
        except Exception as raised:
            return f"its text raises {type(raised).__name__}: {raised}"[:150]
    except Exception as raised:
        if name == "handin.read" and not isinstance(value, str):
            return None  # takes the bytes of a file, nothing else
        return f"{type(raised).__name__}: {raised}"[:150]
    return None


def measure(number: int = 3_000) -> Table:
    """Feed every reader."""
    rows, missed = [], []
    for name in READERS:
        tried, slowest, raw = 0, 0.0, []
        for value in inputs(name, number):
            begin = time.process_time()
            found = escapes(name, value)
            slowest, tried = max(slowest, time.process_time() - begin), tried + 1
            if found is not None:
                raw.append(f"{str(value)[:40]!r}: {found}")
        rows.append([name, tried, len(raw), f"{slowest:.2f} s"])
        missed += [f"{name}: {text}" for text in raw[:5]]
        missed += [f"{name} takes {slowest:.1f} s on something"] * (slowest > 2)
    total = sum(int(str(row[1])) for row in rows)
    summary = f"{total:,} texts and objects, {len(rows)} readers."
    return Table(["reader", "tried", "raw errors", "slowest"], rows, missed, summary)
