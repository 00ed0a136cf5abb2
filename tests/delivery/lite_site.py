"""The site without a server, built once for all tests, and a browser that is cut off from everything else."""

from __future__ import annotations

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


def run_notebook(page: Any, address: str, name: str) -> list[dict[str, Any]]:
    """Open a notebook, run all its cells, and return the code cells with their outputs."""
    page.goto(f"{address}/notebooks/index.html?path={name}")
    page.wait_for_function(READY, timeout=180_000)
    page.wait_for_timeout(800)
    page.evaluate(RUN_ALL)
    page.wait_for_function("window.outcome !== null", timeout=900_000)  # unit 6 computes for minutes there
    cells: list[dict[str, Any]] = page.evaluate(CELLS)
    return cells
