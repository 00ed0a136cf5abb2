"""A test that is skipped says how to get what it lacks; and a table of cases names the case that fails."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cases import every
from tests.needs import WAYS, way_to

TESTS = Path(__file__).parent
SKIPS = {"pytest.skip", "pytest.mark.skip", "pytest.mark.skipif", "pytest.importorskip"}
WAY_OUT = re.compile(r"(apt|pip|uv python) (un)?install|run it (on|as|in|where)|FINITY_GAMES=")
FROM_NEEDS = re.compile(r"\b(WAYS\[|WAY\b|way_to\(|missing\b)")
"""The texts of `tests.needs`, or what a file has joined of them."""


def without_a_way_out(source):
    """The lines of a file on which a test is skipped, and its reason names no way out."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in SKIPS:
            continue
        given = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
        if not given and ast.unparse(node.func) == "pytest.skip":
            given = node.args[:1]
        reason = ast.unparse(given[0]) if given else ""
        if not WAY_OUT.search(reason) and not FROM_NEEDS.search(reason):
            yield node.lineno


def test_every_skip_names_a_way_out():
    files = [path for path in sorted(TESTS.rglob("*.py")) if path.name not in (Path(__file__).name, "needs.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    found = [f"{path.relative_to(TESTS)}:{line}" for path, text in texts.items() if "skip" in text
             for line in without_a_way_out(text)]
    assert found == []
    assert [name for name, text in WAYS.items() if not WAY_OUT.search(text)] == []
    assert WAY_OUT.search(way_to("pillow"))


@every("source", ["pytest.skip('no setpriv')", "pytest.importorskip('numpy')", "pytest.skip()",
                  "@pytest.mark.skipif(True, reason='only on Tuesdays')\ndef test(): pass"])
def test_a_skip_without_one_is_found(source):
    assert list(without_a_way_out(source))


def test_a_table_names_all_cases_that_fail_and_only_these():
    @every("number", [1, 2])
    @every("name, wanted", [pytest.param("a", 1, id="the first"), ("b", 2)])
    def check(name, wanted, number):
        assert number == wanted, name

    with pytest.raises(AssertionError) as failure:
        check()
    lines = [line for line in str(failure.value).splitlines() if line.startswith("[")]
    assert [re.findall(r"\[(.*?)\]", line) for line in lines] == [["1", "'b', 2"], ["2", "the first"]]
    with pytest.raises(AssertionError, match="tests nothing"):
        every("number", [])


@pytest.mark.slow
def test_an_endless_loop_in_compiled_code_is_ended_by_the_timeout(tmp_path):
    """A signal would wait until the compiled code returns."""
    (tmp_path / "test_endless.py").write_text(
        "import wasmtime\n"
        "def test_endless():\n"
        "    store = wasmtime.Store()\n"
        "    code = '(module (func (export \"spin\") (loop br 0)))'\n"
        "    module = wasmtime.Module(store.engine, wasmtime.wat2wasm(code))\n"
        "    wasmtime.Instance(store, module, []).exports(store)['spin'](store)\n")
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    method = project["tool"]["pytest"]["ini_options"]["timeout_method"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", "-c", "/dev/null",
         "-o", "timeout=1", "-o", f"timeout_method={method}", "test_endless.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode not in (0, 5)
    assert "test_endless" in done.stdout + done.stderr
    assert "Timeout" in done.stdout + done.stderr
