"""What the pages of the book share: the formulas' script, and the Python that runs in the reader's browser."""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MATHJAX = "3.2.2"
PYODIDE = "314.0.7"
PROGRAM = ("pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")  # the picture knows places in the last one
NOT_ASKED_FOR = {"ipython", "rich", "click", "packaging", "jupyterlab-widgets", "widgetsnbextension"}  # by any widget
LEFT_OUT = re.compile(
    r"/(course|shipped|static)/|\.data/|/tests?/|\.pot?$|/(nb|lab)extension/|"
    r"\.dist-info/(?!METADATA|entry_points|licenses/|LICENSE)")


def unpacked(name: str, version: str, work: Path) -> Path:
    """The folder of an npm package, fetched once."""
    place = work / "npm" / f"{name}-{version}"
    if not (place / "package").exists():
        place.mkdir(parents=True, exist_ok=True)
        run("npm", "pack", "--silent", "--pack-destination", place, f"{name}@{version}")
        with tarfile.open(place / f"{name}-{version}.tgz") as archive:
            archive.extractall(place, filter="data")
    return place / "package"


def formulas(site: Path, work: Path) -> None:
    """Set the formulas of all pages, and copy the fonts that they need."""
    package = unpacked("mathjax", MATHJAX, work)
    target = site / "shared" / "mathjax"
    target.mkdir(parents=True)
    pages = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    run("node", HERE / "formulas.mjs", package, target / "formulas.css", *pages)
    shutil.copytree(package / "es5" / "output" / "chtml" / "fonts" / "woff-v2", target / "fonts")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r'<script[^>]*src="[^"]*mathjax[^"]*"[^>]*></script>', "", text), encoding="utf-8")


def python(shared: Path, work: Path) -> None:
    """What runs in the reader's browser: Pyodide, the packages, and the picture of the memory that holds them."""
    target, pyodide = shared / "python", unpacked("pyodide", PYODIDE, work)
    target.mkdir(parents=True)
    packages, archive = pack(work), work / "packages.tar"
    with tarfile.open(archive, "w", format=tarfile.USTAR_FORMAT) as packed:
        for file in sorted(file for file in packages.rglob("*") if file.is_file()):
            packed.add(file, file.relative_to(packages).as_posix(), filter=anonymous)
    memory = pictured(work, pyodide, packages, archive)
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    manifest: dict[str, object] = {"info": info}
    for file in (*(pyodide / name for name in PROGRAM), archive, memory):
        name, content = file.name.partition("-")[0], gzip.compress(file.read_bytes(), 9, mtime=0)
        # A name of its own for each content; and none by which a server would unpack it.
        manifest[name] = f"{name.replace('.', '-')}.{hashlib.sha256(content).hexdigest()[:12]}.bin"
        (target / str(manifest[name])).write_bytes(content)
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    shutil.copy(pyodide / "pyodide.mjs", target / "pyodide.js")  # some servers do not know what .mjs is
    shutil.copy(HERE / "static" / "worker.js", target)


def pictured(work: Path, pyodide: Path, packages: Path, archive: Path) -> Path:
    """The picture of the memory, made once for the same packages."""
    digest = hashlib.sha256(archive.read_bytes() + (HERE / "snapshot.mjs").read_bytes()).hexdigest()[:12]
    memory = work / f"memory-{digest}"
    if not memory.exists():
        for old in work.glob("memory-*"):
            old.unlink()
        run("node", HERE / "snapshot.mjs", pyodide, packages, HERE / "page" / "compiled.py")
        run("node", HERE / "snapshot.mjs", pyodide, packages, HERE / "page" / "warm.py", memory)
    return memory


def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """A member of an archive, the same whoever packs it, and whenever."""
    member.mtime, member.uid, member.gid, member.uname, member.gname = 0, 0, 0, "", ""
    return member


def pack(work: Path) -> Path:
    """Unpack our wheel, and those that it needs, into one folder: without IPython, tests, and texts for translators."""
    wheels, folder = work / "wheels", work / "packages"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(wheels, ignore_errors=True)
    python = [sys.executable, "-m"]
    run(*python, "build", "--wheel", "--outdir", wheels, ROOT)
    run(*python, "pip", "download", "--quiet", "--only-binary=:all:", "--python-version", "3.14",
        "--implementation", "py", "--abi", "none", "--platform", "any", "--dest", wheels,
        "-r", ROOT / "delivery" / "lite" / "wheels.txt")
    found = {canonicalize_name(wheel.name.split("-")[0]): wheel for wheel in wheels.glob("*.whl")}
    queue, done = ["finity-edu"], set(NOT_ASKED_FOR)
    while queue:
        name = queue.pop()
        if name in done or name not in found:
            continue
        done.add(name)
        with zipfile.ZipFile(found[name]) as archive:
            wanted = [one for one in archive.namelist() if not LEFT_OUT.search(one)]
            archive.extractall(folder, wanted)
            metadata = next(one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
            needs = Parser().parsestr(archive.read(metadata).decode()).get_all("Requires-Dist") or ()
        queue += [canonicalize_name(Requirement(need).name) for need in needs if "extra ==" not in need]
    for file in (folder / "networkx").rglob("*.py"):
        file.write_text(without_docstrings(file.read_text(encoding="utf-8")), encoding="utf-8")
    for file in (HERE / "page" / "book.py", HERE / "cells.py"):
        shutil.copy(file, folder)
    return folder


def without_docstrings(source: str) -> str:
    """The same program; networkx says more than it does, and the picture of the memory would hold all of it."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def run(*words: str | Path) -> None:
    """Run a command; stop with its output where it fails."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"book: {' '.join(map(str, words))[:300]} failed\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
