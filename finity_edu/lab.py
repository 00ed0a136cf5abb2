"""Open the start page in JupyterLab: ``finity-edu lab``.

Works as root and without a display (then it prints the address instead of opening a browser), takes a free
port, and ends on Ctrl-C without questions.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from pathlib import Path

import click

from boardkit.errors import UserError
from boardkit.messages import Catalogue
from boardkit.usage import Command

__all__ = ["lab", "start"]

_TEXTS = Catalogue("finity_edu")
_START_PAGE = "notebooks/00-start-here.ipynb"


def project_folder() -> Path:
    """The folder that holds ``notebooks/``: the current one, or the one that the package was installed from.

    Raises
    ------
    UserError
        If there are no notebooks in either.
    """
    for folder in (Path.cwd(), Path(__file__).resolve().parent.parent):
        if (folder / _START_PAGE).exists():
            return folder
    raise UserError(_TEXTS.message("lab.no_notebooks", page=_START_PAGE))


def free_port(first: int = 8888, tries: int = 100) -> int:
    """The first port from ``first`` on that nobody listens on; any free one if all of them are taken."""
    for port in (*range(first, first + tries), 0):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise AssertionError("the system gives no port")


def has_display() -> bool:
    """Whether a browser could be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def start(port: int | None = None, browser: bool | None = None) -> int:
    """Run JupyterLab until Ctrl-C.

    Parameters
    ----------
    port : int, optional
        Where to listen; by default the first free one from 8888 on.
    browser : bool, optional
        Whether to open a browser; by default wherever there is a display.

    Returns
    -------
    int
        The exit code of JupyterLab.

    Raises
    ------
    UserError
        If JupyterLab is not installed, or there are no notebooks here.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise UserError(_TEXTS.message("lab.install"))
    folder = project_folder()
    port = free_port() if port is None else port
    token = secrets.token_urlsafe(16)
    address = f"http://127.0.0.1:{port}/lab/tree/{_START_PAGE}?token={token}"
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "-y",
        "--LabApp.log_level=WARN", "--ServerApp.log_level=WARN", "--ip=127.0.0.1", f"--port={port}",
        "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    # In a session of its own the server does not see Ctrl-C; it is told to end, and ends its kernels.
    server = subprocess.Popen(command, env=os.environ | {"JUPYTER_TOKEN": token}, start_new_session=True)
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        server.terminate()

    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), stop) for name in names}
    try:
        if _answers(port, server):
            click.echo(_TEXTS.text("lab.running", address=address))
            if has_display() if browser is None else browser:
                webbrowser.open(address)
        code = server.wait()
        return 0 if stopping else code
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _answers(port: int, server: subprocess.Popen[bytes], seconds: float = 120) -> bool:
    """Wait until the server accepts connections; False if it ends or takes too long."""
    end = time.monotonic() + seconds
    while server.poll() is None and time.monotonic() < end:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.1)
    return False


@click.command(cls=Command)
@click.option("--port", type=click.IntRange(1, 65535), help="Port (default: the first free one).")
@click.option("--browser/--no-browser", default=None, help="Open a browser (default: if it can).")
def lab(port: int | None, browser: bool | None) -> None:
    """Open the start page in JupyterLab."""
    sys.exit(start(port, browser))
