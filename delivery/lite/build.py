"""Build the course as a static site that runs in a browser without a server, with nothing fetched from elsewhere.

    make lite

or, without make::

    python -m venv build/lite-env
    build/lite-env/bin/pip install -r delivery/lite/requirements.txt
    build/lite-env/bin/python delivery/lite/build.py

The site lands in ``build/lite``; any static web server shows it (``python -m http.server -d build/lite``). It holds
JupyterLite, Pyodide (from its npm package, the version that the kernel names), a lock file that lists exactly the
wheels that the notebooks need, the packages of this project, and the notebooks.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "lite-work"
SITE = ROOT / "build" / "lite"
PYODIDE = WORK / "static" / "pyodide"
LOCALFORAGE = "1.10.0"  # JupyterLite itself keeps files with it
# Loaded before the first cell: what the notebooks import from us, and what the kernel itself needs.
PRELOADED = ["finity-edu", "ipython", "comm", "micropip"]


def run(*words: str | Path, cwd: Path = ROOT) -> None:
    """Run a command; stop with its output where it fails."""
    done = subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"lite: {' '.join(map(str, words))} failed\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def fetch_pyodide() -> None:
    """Unpack Pyodide from its npm package."""
    run("npm", "pack", f"pyodide@{PYODIDE_VERSION}", cwd=WORK)
    with tarfile.open(WORK / f"pyodide-{PYODIDE_VERSION}.tgz") as archive:
        archive.extractall(WORK, filter="data")
    PYODIDE.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "package.json"):
        shutil.copy(WORK / "package" / name, PYODIDE)


def fetch_wheels(python: str) -> None:
    """Our own wheel, and pure wheels of what it needs."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", PYODIDE, ROOT)
    run(
        sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--python-version", python,
        "--implementation", "py", "--abi", "none", "--platform", "any", "--dest", PYODIDE, "-r", HERE / "wheels.txt",
    )  # fmt: skip


def lock_entry(wheel: Path, known: set[str], environment: dict[str, str]) -> tuple[str, dict[str, object]]:
    """What the lock file says about a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata_file = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(metadata_file).decode())
    tops = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    needs = [Requirement(text) for text in metadata.get_all("Requires-Dist") or ()]
    depends = {canonicalize_name(n.name) for n in needs if n.marker is None or n.marker.evaluate(environment)}
    name = canonicalize_name(metadata["Name"])
    return name, {
        "name": name,
        "version": metadata["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top for top in tops if not top.endswith(".dist-info")),
        "depends": sorted(depends & known),
        "unvendored_tests": False,
    }


def write_lock(info: dict[str, str]) -> list[str]:
    """A lock file with the wheels that are there, and no others."""
    environment = {**default_environment(), "sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
    environment |= {"python_version": ".".join(info["python"].split(".")[:2]), "python_full_version": info["python"]}
    wheels = sorted(PYODIDE.glob("*.whl"))
    known = {canonicalize_name(wheel.name.split("-")[0]) for wheel in wheels}
    packages = dict(lock_entry(wheel, known, environment) for wheel in wheels)
    (PYODIDE / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": packages}, indent=1))
    return sorted(packages)


def write_settings() -> None:
    """Tell the site to use what lies beside it, and nothing else."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": PRELOADED},
    }
    settings = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "finity-edu",
            "exposeAppInBrowser": True,
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }
    (WORK / "jupyter-lite.json").write_text(json.dumps(settings, indent=1))
    overrides = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    (WORK / "overrides.json").write_text(json.dumps(overrides, indent=1))


def copy_course() -> list[str]:
    """Lectures and exercises as they are committed, in every language, in their own folders; their names."""
    names = []
    for place in (ROOT / "notebooks", ROOT / "course" / "exercises"):
        for file in sorted([*place.rglob("*.ipynb"), *place.rglob("*.instances.json"), *place.rglob("*.toml")]):
            if any(part.startswith(".") for part in file.relative_to(ROOT).parts) or "handin" in file.name:
                continue
            names.append(file.relative_to(ROOT).as_posix())
            target = WORK / "files" / names[-1]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    return names


def title(notebook: Path) -> str:
    """The first heading of a notebook; its file's name if it has none."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    lines = "".join("".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "markdown").splitlines()
    return next((line.lstrip("# ") for line in lines if line.startswith("# ")), notebook.stem)


def write_start(names: list[str]) -> None:
    """The page on which everybody begins, and what every page says where work cannot be kept."""
    run("npm", "pack", f"localforage@{LOCALFORAGE}", cwd=WORK)
    with tarfile.open(WORK / f"localforage-{LOCALFORAGE}.tgz") as archive:
        library = archive.extractfile("package/dist/localforage.min.js")
        assert library is not None
        (SITE / "localforage.min.js").write_bytes(library.read())
    for file in ("start.js", "warn.js"):
        shutil.copy(HERE / file, SITE)
    listed = {name: title(WORK / "files" / name) for name in names if name.endswith(".ipynb")}
    page = (HERE / "start.html").read_text(encoding="utf-8")
    data = json.dumps(listed).replace("<", "\\u003c")
    (SITE / "index.html").write_text(page.replace("NOTEBOOKS", data), encoding="utf-8")
    for page_of_an_app in SITE.glob("*/index.html"):
        text = page_of_an_app.read_text(encoding="utf-8")
        script = '<script src="../warn.js" defer></script>'
        page_of_an_app.write_text(text.replace("</head>", f"{script}</head>", 1), encoding="utf-8")


def main() -> None:
    """Build the site, and say what is in it."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    WORK.mkdir(parents=True)
    fetch_pyodide()
    info = json.loads((WORK / "package" / "pyodide-lock.json").read_text())["info"]
    fetch_wheels(".".join(info["python"].split(".")[:2]))
    packages = write_lock(info)
    write_settings()
    names = copy_course()
    jupyter = Path(sys.executable).with_name("jupyter")
    run(
        jupyter, "lite", "build", "--lite-dir", WORK, "--output-dir", SITE, "--contents", WORK / "files",
        "--settings-overrides", WORK / "overrides.json", "--apps", "lab", "--apps", "notebooks", "--no-sourcemaps",
        cwd=WORK,
    )  # fmt: skip
    write_start(names)
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file()) / 1e6
    print(f"{SITE.relative_to(ROOT)}: {size:.0f} MB, Pyodide {PYODIDE_VERSION}, {len(packages)} wheels:")
    print("  " + " ".join(packages))


if __name__ == "__main__":
    main()
