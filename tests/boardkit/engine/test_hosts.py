"""The hosts of a compiled program, and what happens where one does not work: one line, and the next host."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from boardkit.engine import Ints, Program
from tests.boardkit.engine import samples
from tests.needs import needed

SCRIPT = """
import sys
{before}
from boardkit.engine import Program
from tests.boardkit.engine.samples import fibonacci
program = Program(fibonacci)
first, second = program.start(), program.start()
print(first.name, first.call(fibonacci, 20), second.call(fibonacci, 30))
"""


def run(before):
    script = SCRIPT.format(before=before)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr.splitlines()


def test_wasmtime_comes_first_and_says_nothing():
    needed("wasmtime")
    assert run("") == (["wasmtime", "6765", "832040"], [])


WITHOUT = {
    "wasmtime is missing": "sys.modules['wasmtime'] = None",
    "wasmtime breaks": "import wasmtime; wasmtime.Module = lambda *_: 1 / 0",
    "what came with a wheel is broken": "from boardkit.engine import Program as P; P.seal = lambda self: b'rubbish'; "
                                        "P.kept = type('File', (), {'read_bytes': P.seal})()",
    "no room for a memory": "import wasmtime; wasmtime.Store = lambda *_: bytearray(1 << 60)",
}


@pytest.mark.parametrize("reason", WITHOUT)
def test_without_a_host_python_computes_and_one_line_says_so(reason):
    needed("wasmtime")
    printed, said = run(WITHOUT[reason])
    assert printed == ["python", "6765", "832040"]
    assert len(said) == 1
    assert said[0].startswith("The compiled engine does not start (wasmtime: ")


def test_the_module_that_came_with_a_wheel_is_taken_if_it_is_of_these_sources(tmp_path, monkeypatch):
    program = Program(samples.fibonacci)
    fresh, kept = program.module, tmp_path / "kept.wasm"
    monkeypatch.setattr(Program, "kept", kept)
    kept.write_bytes(fresh + program.seal())
    assert Program(samples.fibonacci).module == fresh + program.seal()
    assert Program(samples.fibonacci).start("wasmtime").call(samples.fibonacci, 20) == 6765
    kept.write_bytes(fresh + Program(samples.fibonacci, pages=17).seal())  # an older one
    assert Program(samples.fibonacci).module == fresh


def test_a_limited_address_space_is_enough_for_wasmtime():
    needed("wasmtime")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))"
    assert run(limit) == (["wasmtime", "6765", "832040"], [])


@pytest.mark.slow
def test_the_oldest_wasmtime_that_is_allowed_works(tmp_path):
    """The newest is the one that is installed."""
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = next(line for line in project["project"]["dependencies"] if line.startswith("wasmtime"))
    oldest = re.search(r">=(\d+)", wanted)[1]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", tmp_path, f"wasmtime=={oldest}.*"]
    if subprocess.run(pip, capture_output=True, check=False).returncode:
        pytest.skip("pip finds no package index: run it where pip install works")
    first = f"sys.path.insert(0, {str(tmp_path)!r})"
    printed, said = run(f"{first}; import wasmtime; assert {str(tmp_path)!r} in wasmtime.__file__")
    assert (printed, said) == (["wasmtime", "6765", "832040"], [])


def test_engines_have_memories_of_their_own():
    program = Program(samples.shifted)
    for host in ("python", "wasmtime"):
        one, two = program.start(host), program.start(host)
        numbers, others = one.array(Ints, [1]), two.array(Ints, [1])
        numbers[0] = 2
        assert (list(numbers), list(others)) == ([2], [1])


def test_room_is_given_back_after_an_error_too():
    engine = Program(samples.fibonacci).start()
    before = getattr(engine, "heap", None)
    with pytest.raises(ZeroDivisionError), engine.scratch():
        engine.zeros(Ints, 1000 // (engine.zeros(Ints, 1)[0]))
    assert getattr(engine, "heap", None) == before


BARE = """
import sys
for name in ("numpy", "matplotlib", "scipy", "numba", "pandas"):
    sys.modules[name] = None
import matchbox, matchbox.comparisons
from amakta import State
from amakta.players.opponents import player as amakta_player
from amakta.rules.games import new_game
from finity_edu import Position
from finity_edu.players import Arena, advise, player, think
from matchbox.analysis import exact
from matchbox.draw import figures
start = Position.start(word="bbwwbwbw")
think(start, nodes=300), advise(start, nodes=300)
Arena([player("greedy"), player("random")], games=2, seed=1, nodes=50).run()
amakta_player("search:100", 1).choose(new_game(State.start("raute4", "duo")))
matchbox.simulate(machines=3, games=5, teacher="random", seed=1)
exact.curve("random", 5, rules=matchbox.Rules(length=5))
figures.learning_curves("random", 5, machines=3)
try:
    import matchbox.env
except ModuleNotFoundError as error:
    print(error)
"""


@pytest.mark.slow
def test_players_machine_and_figures_need_neither_numpy_nor_matplotlib_and_environments_say_what_they_need():
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r'\S+ is not installed. Install it with: pip install "finity-edu\[rl\]"\n', done.stdout)
