"""The architecture: what imports what, and what works without the optional parts.

The layers themselves are contracts in pyproject.toml, checked by ``lint-imports``.
"""

import ast
import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
HEAVY = ("numpy", "numba", "scipy", "matplotlib", "networkx", "automata", "anywidget", "ipywidgets", "traitlets",
         "IPython", "ipykernel", "jupyter_client", "nbformat", "nbclient", "jupytext", "nbgrader", "dask", "click",
         "rich")
ACCELERATORS = ("numpy", "numba", "scipy", "matplotlib", "dask", "distributed")

# Modules that are nothing but compiled speed; whoever imports them has a plain way beside it.
COMPILED = frozenset(f"matchbox.analysis.{name}" for name in ("accelerate", "arrays", "kernels", "pairs", "vectors"))

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


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_can_be_imported_where_neither_numpy_nor_matplotlib_exists(package):
    """So it is in a browser without a server."""
    names = [name for name in modules_of(package) if name not in COMPILED]
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


def test_the_exceptions_from_that_rule_exist():
    assert {name for package in PACKAGES for name in modules_of(package)} >= COMPILED


def source_files():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_no_random_generator_is_global_and_no_private_name_of_another_package_is_touched():
    """Randomness is an argument: ``random.Random(seed)``, never ``random.choice``."""
    found = []
    for path in source_files():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports_random = any(isinstance(n, ast.Import) and n.names[0].name == "random" for n in ast.walk(tree))
        for node in ast.walk(tree):
            where = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            if (imports_random and isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random"
                    and node.attr not in ("Random", "SystemRandom")):
                found.append(f"{where} random.{node.attr}")
            if (isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("np.random", "numpy.random")
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


def test_the_console_scripts_of_the_project_exist():
    import tomllib

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    for target in scripts.values():
        module, name = target.split(":")
        assert callable(getattr(import_module(module), name)), target
