"""Python in WebAssembly under node, as a browser without a server has it: Pyodide from its npm package."""

from __future__ import annotations

import subprocess
import sysconfig
import tarfile
from functools import cache
from pathlib import Path

VERSION = "314.0.7"
ROOT = Path(__file__).parents[1]
RUNNER = """
import { loadPyodide } from "./package/pyodide.mjs";
const py = await loadPyodide();
for (const [place, real] of [["/src", process.argv[2]], ["/site", process.argv[3]]]) {
  py.FS.mkdirTree(place);
  py.FS.mount(py.FS.filesystems.NODEFS, { root: real }, place);
}
py.runPython("import sys; sys.path[:0] = ['/src']; sys.path.append('/site')");
await py.runPythonAsync(process.argv[4]);
"""


@cache
def folder() -> Path:
    """Where Pyodide lies; fetched once."""
    place = ROOT / "build" / f"pyodide-{VERSION}"
    if not (place / "package" / "pyodide.mjs").exists():
        place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", f"pyodide@{VERSION}"], cwd=place, check=True, capture_output=True,
                       timeout=300)
        with tarfile.open(place / f"pyodide-{VERSION}.tgz") as archive:
            archive.extractall(place, filter="data")
    (place / "run.mjs").write_text(RUNNER, encoding="utf-8")
    return place


def run(code: str) -> list[str]:
    """Run code with our packages, and what is installed beside them; returns the lines that it prints."""
    words = ["node", "run.mjs", str(ROOT), sysconfig.get_path("purelib"), code]
    done = subprocess.run(words, cwd=folder(), capture_output=True, text=True, check=False, timeout=500)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return (done.stdout + done.stderr).splitlines()
