"""The engine in a browser's Python: compiled there, with equal results; stoppable without threads."""

import json

import pytest

from tests import pyodide
from tests.needs import needs

pytestmark = [pytest.mark.slow, needs("node", "npm")]

SEARCHES = """
import sys
sys.path.insert(0, "/src/tests/finity_edu/players")
from searches import recorded, searched
from finity_edu import Position
from finity_edu.players.kernel import Kernel
sample = recorded()[::25]
print(Kernel(Position.start(word="bbwwbwbw")).engine.name, sum(searched(one) == one for one in sample), len(sample))
"""
SAMPLES = """
import json
from boardkit.engine import Floats, Program, Words
from tests.boardkit.engine import samples as s
engine = Program(s.divided, s.logic, s.mixed, s.averaged, s.factorial, s.bits).start({host!r})
words = engine.array(Words, [2**64 - 12345, 0, 0, 0, 0])
engine.call(s.mixed, words)
found = [list(words), engine.call(s.averaged, engine.array(Floats, [1.7 * k - 3 for k in range(30)]), 29)]
found += [[engine.call(s.divided, n), engine.call(s.bits, n or 5)] for n in range(-20, 20)]
found += [engine.call(s.logic, a, b) for a in range(-3, 4) for b in range(-3, 4)] + [engine.call(s.factorial, 12)]
print(json.dumps(found))
"""
STOP = """
import asyncio
from finity_edu import Position
from finity_edu.players import Seat
from boardkit.thinking import Thinking
start, thinking, moves = Position.start(word="bbwwbwbw"), Thinking(), []
thinking.start(Seat("strong", seconds=0.6), start, lambda found: moves.append(found()))
beats = 0
while thinking.busy:
    await asyncio.sleep(0.01)
    beats += 1
print(start.why_illegal(moves[0]), beats > 3)
thinking.start(Seat("strong", seconds=600), start, lambda found: moves.append(found()))
await asyncio.sleep(0.3)
thinking.stop()
await asyncio.sleep(0.1)
print(thinking.busy, len(moves))
"""
POLICY = """
import js
js.eval("WebAssembly.Module = function () { throw new EvalError('Refused to compile: unsafe-eval'); }")
from finity_edu import Position
from finity_edu.players import think
from finity_edu.players.kernel import Kernel
start = Position.start(word="bbwwbwbw")
print(Kernel(start).engine.name, start.why_illegal(think(start, nodes=20).best.move))
"""


def test_searches_in_the_browser_find_what_they_find_elsewhere():
    assert pyodide.run(SEARCHES) == ["browser 20 20"]


def test_the_browser_computes_what_python_computes():
    there, here = (json.loads(pyodide.run(SAMPLES.format(host=host))[0]) for host in ("browser", "python"))
    assert there == here


def test_the_page_is_heard_while_an_opponent_thinks_and_can_stop_it():
    assert pyodide.run(STOP) == ["None True", "False 1"]


def test_where_the_page_forbids_webassembly_one_line_says_so_and_python_computes():
    first, second = sorted(pyodide.run(POLICY), key=len)
    assert first == "python None"
    assert second.startswith("The compiled engine does not start (browser: ")
