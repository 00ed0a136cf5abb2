"""The site without a server, built once for all tests, and a browser that is cut off from everything else."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ENVIRONMENT = ROOT / "build" / "lite-env"

READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    const session = panel?.sessionContext?.session;
    return panel?.context?.isReady && session?.kernel?.connectionStatus === "connected"
        && session.kernel.status === "idle";
}"""
RUN_ALL = """() => {
    window.outcome = null;
    window.jupyterapp.commands.execute("notebook:run-all-cells")
        .then(done => { window.outcome = String(done); }, error => { window.outcome = String(error); });
}"""
CELLS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
    .filter(cell => cell.type === "code").map(cell => cell.toJSON())"""


def build() -> str:
    """Make the environment (once) and the site; return what the build says."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    pip = [str(python), "-m", "pip", "install", "-q", "-r", str(ROOT / "delivery" / "lite" / "requirements.txt")]
    subprocess.run(pip, check=True)
    return subprocess.run(
        [str(python), str(ROOT / "delivery" / "lite" / "build.py")], check=True, capture_output=True, text=True
    ).stdout


@contextmanager
def served(port: int) -> Iterator[str]:
    """Serve the site; gives its address."""
    words = [sys.executable, "-m", "http.server", str(port), "-d", str(ROOT / "build" / "lite"), "--bind", "127.0.0.1"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            while server.poll() is None:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def open_notebook(page: Any, address: str, name: str) -> None:
    """Open a lecture, or another notebook by its path, and wait until its kernel is ready."""
    name = name if "/" in name else f"notebooks/{name}"
    page.goto(f"{address}/notebooks/index.html?path={name}")
    page.wait_for_function(READY, timeout=400_000)
    page.wait_for_timeout(800)


SOURCES = """(texts) => {
    for (const cell of window.jupyterapp.shell.currentWidget.content.model.cells) {
        const id = cell.getMetadata("nbgrader")?.grade_id;
        if (id in texts) cell.sharedModel.setSource(texts[id]);
    }
}"""
FILE = """async (path) => {
    const { content } = await window.jupyterapp.serviceManager.contents.get(path, { content: true });
    return typeof content === "string" ? atob(content) : JSON.stringify(content); // what Python wrote is kept as base64
}"""
SAVE = """async () => { await window.jupyterapp.shell.currentWidget.context.save(); }"""


def hand_in(page: Any, address: str, instances: Path, name: str, texts: dict[str, str]) -> bytes:
    """Begin at the start page with the file that was mailed, write answers, run everything; the file to hand in."""
    page.goto(address)
    page.wait_for_function("window.startReady")
    page.set_input_files("#file", instances)
    page.wait_for_url("**/notebooks/index.html**")
    page.wait_for_function(READY, timeout=400_000)
    page.wait_for_timeout(800)
    page.evaluate(SOURCES, texts)
    page.evaluate(SAVE)
    run_all(page)
    lang = json.loads(instances.read_text(encoding="utf-8"))["lang"]
    folder = f"course/exercises/{'' if lang == 'en' else lang + '/'}{name}"
    return str(page.evaluate(FILE, f"{folder}/{name}-handin.ipynb")).encode("latin-1")


def run_all(page: Any) -> None:
    """Run all cells of the notebook that is open."""
    page.evaluate(RUN_ALL)
    page.wait_for_function("window.outcome !== null", timeout=900_000)


def run_notebook(page: Any, address: str, name: str) -> list[dict[str, Any]]:
    """Open a notebook, run all its cells, and return the code cells with their outputs."""
    open_notebook(page, address, name)
    run_all(page)
    cells: list[dict[str, Any]] = page.evaluate(CELLS)
    return cells
