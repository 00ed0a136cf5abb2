"""Open the start page in JupyterLab: ``finity-edu lab``.

A lecture is opened as one projects it: one document, nothing that asks, no tools for setting assignments, and large
letters one key away (`data/jupyter/labconfig`; who starts JupyterLab in another way has it as it is).
Works as root and without a display (then it prints the address instead of opening a browser), takes a free
port, and ends on Ctrl-C without questions.
"""

import importlib.util
import os
import secrets
import sys
import threading
from pathlib import Path
from tempfile import TemporaryFile

import click

from boardkit.console import emit, json_option
from boardkit.errors import UserError
from boardkit.files import file_problem
from boardkit.messages import Catalogue, get_language
from boardkit.usage import Command
from boardkit.whole_files import copy_unchanged
from coursekit.shipped import shipped

_TEXTS = Catalogue("finity_edu")
_START_PAGE = "notebooks/00-start-here.ipynb"
_SETTINGS = Path(__file__).parent / "data" / "jupyter"


def project_folder() -> Path:
    """The folder that holds ``notebooks/``: the current one, a clone, or a copy made here of what was installed.

    The copy is the folder ``finity-edu``, with lectures and exercises; what was changed there stays as it is.

    Raises
    ------
    UserError
        If there are no notebooks anywhere.
    """
    lectures = shipped("notebooks")
    if (Path.cwd() / _START_PAGE).exists():
        return Path.cwd()
    if lectures is None:
        raise UserError(_TEXTS.message("lab.no_notebooks", page=_START_PAGE))
    if (lectures.parent / "pyproject.toml").exists():
        return lectures.parent
    for part in ("notebooks", "course/exercises"):
        copy_unchanged(lectures.parent / part, Path.cwd() / "finity-edu" / part)
    return Path.cwd() / "finity-edu"


def start_page(folder: Path) -> str:
    """The start page in the reader's language, or else in English."""
    translated = _START_PAGE.replace("/", f"/{get_language()}/")
    return translated if (folder / translated).exists() else _START_PAGE


def has_display() -> bool:
    """Whether a browser could be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _check_home() -> None:
    """Where Jupyter cannot write, it says so on a page of its own errors, or not at all."""
    from jupyter_core.paths import jupyter_config_dir, jupyter_runtime_dir

    for folder in (jupyter_config_dir(), jupyter_runtime_dir()):
        try:
            os.makedirs(folder, 0o700, exist_ok=True)
            with TemporaryFile(dir=folder) as file:
                file.write(bytes(1 << 16))
        except OSError as error:
            raise UserError(
                _TEXTS.message("lab.home", problem=file_problem(folder, error))
            ) from None


def start(
    port: int | None = None, browser: bool | None = None, as_json: bool = False
) -> None:
    """Run JupyterLab until Ctrl-C.

    Parameters
    ----------
    port : int, optional
        Where to listen; by default the first free one from 8888 on.
    browser : bool, optional
        Whether to open a browser; by default wherever there is a display.
    as_json : bool
        Print the address as JSON.

    Raises
    ------
    UserError
        If JupyterLab is not installed or cannot write its files, or there are no notebooks here.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise UserError(_TEXTS.message("lab.install"))
    # Read when JupyterLab is loaded
    paths = [str(_SETTINGS), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)
    from jupyterlab.labapp import LabApp

    _check_home()
    folder = project_folder()
    page = start_page(folder)
    options = [
        "-y",
        "--LabApp.log_level=WARN",
        "--ServerApp.log_level=WARN",
        "--ip=127.0.0.1",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/doc/tree/{page}",
        f"--ServerApp.open_browser={has_display() if browser is None else browser}",
    ]
    if port is not None:
        options += [f"--port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    os.environ["JUPYTER_TOKEN"] = token = secrets.token_urlsafe(16)
    server = LabApp.initialize_server(options)
    address = f"http://127.0.0.1:{server.port}/doc/tree/{page}?token={token}"
    told = _TEXTS.text("lab.running", address=address)
    # When it listens
    server.io_loop.add_callback(emit, {"address": address}, told, as_json)
    server.start()
    # The loop may end before it tells them, and they would wait for ever
    for thread in threading.enumerate():
        if thread.name == "AnyIO worker thread":
            getattr(thread, "stop", bool)()


@click.command(cls=Command)
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Port (default: the first free one)."
)
@click.option(
    "--browser/--no-browser",
    default=None,
    help="Open a browser (default: if there is a screen).",
)
@json_option
def lab(port: int | None, browser: bool | None, as_json: bool) -> None:
    """Open the start page in JupyterLab."""
    start(port, browser, as_json)
