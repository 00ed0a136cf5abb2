"""The architecture: what imports what, and what works without the optional parts.

The layers themselves are contracts in pyproject.toml, checked by ``lint-imports``.
"""

import ast
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import grimp
import networkx
import pytest

from coursekit.shipped import packages
from tests.cases import every

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
HEAVY = ("numpy", "numba", "scipy", "matplotlib", "networkx", "automata", "anywidget", "ipywidgets", "traitlets",
         "IPython", "ipykernel", "jupyter_client", "nbformat", "nbclient", "jupytext", "nbgrader", "dask", "click",
         "rich", "wasmtime")
ACCELERATORS = ("numpy", "numba", "scipy", "matplotlib", "dask", "distributed")

ENVIRONMENTS = frozenset(f"{package}.env" for package in ("boardkit", "finity_edu", "matchbox", "amakta"))
"""Modules that speak the language of libraries for agents (extra "rl"), and are of no use without them."""

BLOCK = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}} (blocked)", name=name)

sys.meta_path.insert(0, Blocked())
"""


def modules_of(package):
    found = pkgutil.walk_packages([str(ROOT / package)], prefix=f"{package}.", onerror=lambda name: None)
    return [package, *sorted(module.name for module in found if not module.name.endswith("__main__"))]


def run(code):
    return subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("package", PACKAGES)
def test_importing_a_package_loads_the_standard_library_only(package):
    done = run(f"import sys, {package}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))")
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) & set(HEAVY) == set()


@pytest.mark.slow
def test_every_module_can_be_imported_where_neither_numpy_nor_matplotlib_exists():
    """So it is in a browser without a server."""
    names = [name for package in PACKAGES for name in modules_of(package)
             if name not in ENVIRONMENTS and name != "boardkit.figure"]
    code = BLOCK.format(names=ACCELERATORS) + f"""
import importlib, traceback
for name in {names!r}:
    try:
        importlib.import_module(name)
    except Exception:
        print(name, traceback.format_exc().splitlines()[-1])
"""
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


# ---------------------------------------------------------------- imports

# What is still to be mended, arrow by arrow: none may be added, and a line goes with its arrow.
KNOWN_CIRCLES: dict[str, str] = {}
KNOWN_HIDDEN = {
    "coursekit.practice.handover -> coursekit.answers": "only a sandbox needs it",
    "coursekit.practice.handover -> boardkit.messages": "only a sandbox needs it",
}

# Where a heavy dependency may be imported, at the top of a file or when it is needed.
ROOMS = {
    "numpy": ["boardkit.env", "matchbox.env"],
    "gymnasium": ["boardkit.env", "matchbox.env"],
    "pettingzoo": ["boardkit.env"],
    "PIL": ["boardkit.env", "boardkit.figure"],
    "numba": [],
    "wasmtime": ["boardkit.engine.hosts"],
    "scipy": ["matchbox.analysis.optimal"],
    "matplotlib": ["boardkit.figure", "boardkit.plots"],
    "resvg_py": ["boardkit.svg"],
    "vl_convert": ["boardkit.svg"],
    "networkx": ["boardkit.explore", "automatakit", "finity_edu.automata", "matchbox.automata", "amakta.analysis"],
    "automata": ["automatakit", "matchbox.automata", "amakta.analysis"],
    "anywidget": ["boardkit.widget", "coursekit.practice.keeping"],
    "ipywidgets": ["boardkit.widget"],
    "traitlets": ["boardkit.widget", "automatakit.widget", "finity_edu.widget", "matchbox.widget", "amakta.widget",
                  "coursekit.practice", "coursekit.sets"],
    "IPython": ["coursekit.practice", "coursekit.questions"],
    "dask": [],
    "distributed": ["coursekit.marking", "finity_edu.players"],
}


def matches(name, pattern):
    return name == pattern or name.startswith(f"{pattern}.")


def own(name):
    return name.split(".")[0] in PACKAGES


@cache
def imports(for_types=True):
    """Who imports whom, for the checking of types too or only when it runs."""
    graph = grimp.build_graph(*PACKAGES, include_external_packages=True, exclude_type_checking_imports=not for_types,
                              cache_dir=None)
    return networkx.DiGraph((a, b) for a in graph.modules for b in graph.find_modules_directly_imported_by(a))


def known(arrow, allowance):
    """The lines of an allowance under which an arrow falls."""
    def within(name, part):
        return matches(name, part.removesuffix(".*")) if part.endswith(".*") else name == part

    return [line for line in allowance
            if all(within(name, part) for name, part in zip(arrow, line.split(" -> "), strict=True))]


def circles(graph):
    return [sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1]


def test_no_files_import_one_another_in_a_circle():
    graph = imports()
    tangled = {name: i for i, group in enumerate(circles(graph)) for name in group}
    in_circles = [(a, b) for a, b in graph.edges if a in tangled and tangled[a] == tangled.get(b)]
    used = {line for arrow in in_circles for line in known(arrow, KNOWN_CIRCLES)}
    assert set(KNOWN_CIRCLES) - used == set(), "mended: take these lines out of KNOWN_CIRCLES"
    rest = networkx.DiGraph(arrow for arrow in in_circles if not known(arrow, KNOWN_CIRCLES))
    assert circles(rest) == []


@cache
def hidden_imports():
    """Imports inside of functions: (file, what)."""
    return list(_hidden_imports())


def _hidden_imports():
    for path in source_files():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for function in nodes(path):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Import):
                        yield from ((name, alias.name) for alias in node.names)
                    elif isinstance(node, ast.ImportFrom):
                        inner = [f"{node.module}.{alias.name}" for alias in node.names]
                        yield from ((name, what if own(what) and find_module(what) else node.module) for what in inner)


@cache
def find_module(name):
    parent, _, _ = name.rpartition(".")
    return bool(hasattr(import_module(parent), "__path__") and find_spec(name))


@cache
def optional_modules():
    """Our own modules that need a third party at their top or inside, or import one that does at their top."""
    graph = imports().copy()
    graph.remove_edges_from({(a, b) for a, b in hidden_imports() if own(b)})
    third = {name for name in graph if not own(name) and name.split(".")[0] not in sys.stdlib_module_names}
    light = {"lazy_loader", "click", "rich", "babel", "vl_convert", "automata", "networkx"}
    # the last four: only to compile texts, to save PNG, to give plain objects of a library
    return {name for thing in third - light for name in networkx.ancestors(graph, thing) if own(name)}


PLATFORM = {"resource", "fcntl", "msvcrt", "signal", "ctypes", "struct"}
"""Modules of the standard library that not every system or browser has, or that only a sandbox needs."""


@pytest.mark.slow
def test_an_import_inside_a_function_starts_an_optional_dependency():
    found = [(a, b) for a, b in hidden_imports()
             if (b not in optional_modules() if own(b) else b.split(".")[0] in sys.stdlib_module_names - PLATFORM)]
    used = {line for arrow in found for line in known(arrow, KNOWN_HIDDEN)}
    assert set(KNOWN_HIDDEN) - used == set(), "mended: take these lines out of KNOWN_HIDDEN"
    assert sorted({f"{a} -> {b}" for a, b in found if not known((a, b), KNOWN_HIDDEN)}) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_has_few_layers_and_at_most_one_arrow_back_up(package):
    """Folders, and the files beside them: what is inside of a folder counts as one."""
    arrows = ((a.split(".")[1], b.split(".")[1]) for a, b in imports().edges
              if a.startswith(f"{package}.") and b.startswith(f"{package}."))
    plan = networkx.DiGraph((a, b) for a, b in arrows if a != b)
    without_one = [networkx.restricted_view(plan, [], [arrow]) for arrow in plan.edges] if circles(plan) else [plan]
    heights = [networkx.dag_longest_path_length(graph) + 1 for graph in without_one
               if networkx.is_directed_acyclic_graph(graph)]
    assert heights, circles(plan)
    assert min(heights) <= 6


@every("dependency", ROOMS)
def test_a_heavy_dependency_stays_in_its_rooms(dependency):
    graph = imports(for_types=False)
    users = set(graph.predecessors(dependency)) if dependency in graph else set()
    strays = {name for name in users if not any(matches(name, room) for room in ROOMS[dependency])}
    assert strays == set()


@pytest.mark.parametrize("rules", ["finity_edu.rules", "matchbox.rules", "amakta.rules"])
def test_rules_import_the_standard_library_and_boardkit_only(rules):
    graph = imports()
    targets = {b for a, b in graph.edges if matches(a, rules)}
    assert {b for b in targets if not matches(b, rules) and not matches(b, "boardkit")
            and b.split(".")[0] not in sys.stdlib_module_names} == set()


@cache
def nodes(path):
    """All that stands in a file, as syntax; it is read once."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def source_files():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.slow
def test_no_random_generator_is_global_and_no_private_name_of_another_package_is_touched():
    """Randomness is an argument: ``random.Random(seed)``, never ``random.choice``."""
    found = []
    for path in source_files():
        imports_random = any(isinstance(n, ast.Import) and n.names[0].name == "random" for n in nodes(path))
        file = path.relative_to(ROOT)
        for node in nodes(path):
            where = f"{file}:{getattr(node, 'lineno', 0)}"
            of = node.value if isinstance(node, ast.Attribute) else None
            if (imports_random and isinstance(of, ast.Name) and of.id == "random"
                    and node.attr not in ("Random", "SystemRandom")):
                found.append(f"{where} random.{node.attr}")
            if (isinstance(of, ast.Attribute) and of.attr == "random"
                    and ast.unparse(of) in ("np.random", "numpy.random")
                    and node.attr not in ("Generator", "SeedSequence", "PCG64", "Philox", "default_rng")):
                found.append(f"{where} numpy.random.{node.attr}")
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] not in PACKAGES:
                found += [f"{where} {node.module}.{a.name}" for a in node.names
                          if a.name.startswith("_") and not a.name.startswith("__")]
    assert found == []


def public_things(module):
    """The public classes and functions of a module, and the public methods of its classes."""
    for name, thing in vars(module).items():
        own = getattr(thing, "__module__", None) == module.__name__ and not name.startswith("_")
        if own and (inspect.isclass(thing) or inspect.isfunction(thing)):
            yield name, thing
            if inspect.isclass(thing):
                yield from ((f"{name}.{part}", getattr(thing, part)) for part, value in vars(thing).items()
                            if not part.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)))


def test_every_public_thing_has_a_docstring():
    """A method may inherit its docstring from the method that it implements.

    The methods of a type of question are told by the frame in ``coursekit.questions.base``.
    """
    found = []
    for package in PACKAGES:
        for name in modules_of(package):
            module = import_module(name)
            found += [f"{name}.{part}" for part, thing in public_things(module) if not inspect.getdoc(thing)
                      and not (".questions." in name and "." in part)]
            found += [] if module.__doc__ else [name]
    assert found == []


def test_no_kit_names_a_game_not_even_in_a_text_or_an_example():
    named = re.compile("finity_edu|matchbox|amakta", re.IGNORECASE)
    found = []
    for kit in PACKAGES[:3]:
        for path in sorted((ROOT / kit).rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if named.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []


def test_what_is_installed_together_is_what_the_entry_points_name():
    assert sorted(packages()) == sorted(PACKAGES)


def test_no_contract_has_an_exception():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert [c["name"] for c in contracts["contracts"] if c.get("ignore_imports")] == []
    assert [layer for c in contracts["contracts"] for layer in c.get("layers", ()) if ":" in layer] == []  # | it is


def test_the_console_scripts_of_the_project_exist():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    for target in scripts.values():
        module, name = target.split(":")
        assert callable(getattr(import_module(module), name)), target


@pytest.mark.slow
@pytest.mark.parametrize("package", ["automatakit", "coursekit", "finity_edu", "matchbox", "amakta"])
def test_every_name_of_a_front_door_can_be_the_first_that_is_asked_for(package):
    """In a session of its own: what another name has loaded before would hide that one cannot load itself."""
    code = f"""
import sys, {package} as door
for name in door.__all__:
    for module in [m for m in sys.modules if m.split(".")[0] == {package!r}]:
        del sys.modules[module]
    import {package}
    getattr({package}, name)
try:
    {package}.nonsense
except AttributeError:
    print(len(door.__all__))
"""
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_no_script_expands_what_people_wrote():
    """Where a text replaces something, ``$&`` in it stands for what was found; what a function returns is as it is."""
    found = r"/(?:\\.|[^/\\])+/\w*|\"[^\"]*\"|'[^']*'|`[^`]*`"
    call = re.compile(rf"\.replace(?:All)?\((?:{found}),\s*(.+)")
    by = re.compile(r"""["'][^"']*["']\)|\([\w, ]*\) =>|\w+ =>""")
    folders = [ROOT / folder for folder in (*PACKAGES, "delivery", "notebooks", "docs")]
    scripts = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".js", ".mjs", ".html")]
    calls = [(path.name, what) for path in scripts for what in call.findall(path.read_text(encoding="utf-8"))]
    assert len(calls) > 5
    assert [one for one in calls if not by.match(one[1])] == []
