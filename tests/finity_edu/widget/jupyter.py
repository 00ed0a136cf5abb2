"""Jupyter servers for tests, and the few things one does in their pages."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import TimeoutError as PageTimeout

ROOT = Path(__file__).resolve().parents[3]
READY = """() => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  const session = panel?.sessionContext, kernel = session?.session?.kernel;
  const ready = panel?.context?.isReady && session?.isReady && kernel?.connectionStatus === "connected"
    && kernel.status === "idle" && panel.content?.widgets?.length > 0;
  const now = performance.now();
  if (!ready) window.readySince = undefined;
  else window.readySince ??= now;
  return ready && now - window.readySince > 800;
}"""
# Whether every widget is drawn of the cells that the page has: a notebook may leave out those that are not in view.
DRAWN = """() => {
  const cells = window.jupyterapp.shell.currentWidget.content.widgets.filter((cell) => cell.isAttached);
  const said = cells.map((cell) => cell.model.outputs);
  const outputs = said.flatMap((all) => Array.from({ length: all?.length ?? 0 }, (_, n) => all.get(n)));
  const ours = ["application/vnd.jupyter.widget-view+json", "text/html"];  // those of ipywidgets have no HTML beside
  const made = outputs.filter(({ data }) => ours.every((kind) => kind in data)).length;
  return made > 0 && document.querySelectorAll(".gk-root[data-tick]").length >= made;
}"""
EXECUTE = """async (code) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({ code, store_history: false });
  let said = "";
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === "stream") said += content.text;
    if (header.msg_type === "error") said += content.evalue;
  };
  const late = new Promise((_, no) => setTimeout(() => no(new Error("the kernel does not answer: " + said)), 60_000));
  await Promise.race([future.done, late]);  // an answer that got lost would be waited for until the end of days
  return said.trim();
}"""
STOPWATCH = """() => {
  window.latencies = [];
  document.addEventListener("click", () => { window.clickedAt = performance.now(); }, true);
  for (const root of document.querySelectorAll(".gk-root")) new MutationObserver(() => {
    if (window.clickedAt !== undefined) window.latencies.push(performance.now() - window.clickedAt);
    window.clickedAt = undefined;
  }).observe(root, { attributes: true, attributeFilter: ["data-tick"] });
}"""
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True},
    "docmanager-extension/plugin": {"autosave": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def write_notebook(path: Path, cells: Sequence[str]) -> Path:
    """A notebook with code cells."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source, id=f"cell-{n}") for n, source in enumerate(cells)],
        metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    )
    nbformat.write(notebook, path)
    return path


@contextmanager
def running(arguments: Sequence[str], url: str, folder: Path, python: str = sys.executable,
            packages: str = str(ROOT), settings: Mapping[str, Any] = SETTINGS,
            home: Path | None = None) -> Iterator[None]:
    """A server process, from its first answer to the end of the block; another Python may have other packages."""
    for name, values in settings.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), encoding="utf-8")
    paths = {name: str(folder / name) for name in ("settings", "workspaces", "runtime", "config", "ipython")}
    environment = os.environ | {
        "JUPYTERLAB_SETTINGS_DIR": paths["settings"], "JUPYTERLAB_WORKSPACES_DIR": paths["workspaces"],
        "JUPYTER_RUNTIME_DIR": paths["runtime"], "JUPYTER_CONFIG_DIR": paths["config"], "IPYTHONDIR": paths["ipython"],
        "PYTHONPATH": packages, "FINITY_LANG": "en", "JUPYTER_PLATFORM_DIRS": "1",
    }
    with (folder / "server.log").open("w") as log:
        command = [python, "-m", *arguments]
        server = subprocess.Popen(command, env=environment, cwd=home or folder, stdout=log, stderr=log)
        try:
            _wait_for(url, server, folder / "server.log")
            yield
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended: {log.read_text(encoding='utf-8')[-2000:]}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return  # it answers, whatever it says
        except OSError:
            time.sleep(0.3)
    raise RuntimeError(f"the server does not answer: {log.read_text(encoding='utf-8')[-2000:]}")


def lab_arguments(port: int, folder: Path) -> list[str]:
    """How to start JupyterLab, which serves Notebook 7 as well."""
    return [
        "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=",
        "--ServerApp.disable_check_xsrf=True", "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]


def run_all(page: Any, again: bool = True, patience: int = 60_000) -> None:
    """Run the notebook from top to bottom; wait until every widget has been drawn that is to be seen.

    A busy server may lose the answer of a kernel that a page comes back to; then, once, the page is loaded again.
    """
    page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate("""() => { window.ran = undefined;
      window.jupyterapp.commands.execute("notebook:run-all-cells").then((ok) => { window.ran = ok; }); }""")
    try:
        page.wait_for_function("window.ran !== undefined", timeout=patience)
    except PageTimeout as late:
        if not again:
            raise
        print(f"run again after a reload: {late}")
        page.reload()
        run_all(page, again=False, patience=patience)
        return
    assert page.evaluate("window.ran"), "a cell raised"
    page.wait_for_function(DRAWN, timeout=30_000)


def python(page: Any, code: str) -> str:
    """What code prints in the notebook's kernel, asked for through the page's own connection."""
    return str(page.evaluate(EXECUTE, code))


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
