"""`automatakit` alone is its rooms without widgets, and of boardkit just what these import."""

from __future__ import annotations

import ast
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "delivery" / "automatakit" / "hatch_build.py"


def listed() -> set[str]:
    """The modules of boardkit in the wheel, read without running the script: the builder is not installed here."""
    for line in ast.parse(SCRIPT.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "BOARDKIT":
            return set(ast.literal_eval(line.value))
    raise AssertionError("the script lists nothing")


def test_the_wheel_of_automatakit_has_of_boardkit_what_it_imports() -> None:
    graph = grimp.build_graph("automatakit", "boardkit")
    reached: set[str] = set()
    waiting = {module for module in graph.modules if module.startswith("automatakit") and ".widget" not in module}
    while waiting:
        module = waiting.pop()
        reached.add(module)
        waiting |= graph.find_modules_directly_imported_by(module) - reached
    assert not [module for module in reached if ".widget" in module]
    needed = {module.partition(".")[2] for module in reached if module.startswith("boardkit.")}
    assert listed() == needed | {"__init__"}
