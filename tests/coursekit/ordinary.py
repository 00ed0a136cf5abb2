"""Run a piece of Python as an ordinary user, wherever the tests themselves run as root."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["WAY", "program", "result_of"]

ROOT = Path(__file__).parents[2]
NOBODY = 65534
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
WAY = (f"no Python {VERSION} that the user nobody may run with these packages and bubblewrap: neither this one nor "
       f"/usr/bin/python{VERSION} (on Debian: apt install python{VERSION} bubblewrap)")
"""Why a test is skipped, and the way to get what it needs."""
_TRY = "from coursekit.marking.sandbox_linux import Bubblewrap; import sys; sys.exit(Bubblewrap().why_not())"
_CALL = """
import pickle, sys
source, values = pickle.load(sys.stdin.buffer)
out, sys.stdout = sys.stdout.buffer, sys.stderr
made = {}
exec(source, made)
pickle.dump(made["main"](*values), out)
"""


def _settings() -> dict[str, Any]:
    """How to become an ordinary user: nothing of root's environment, and all packages of these tests."""
    site = [p for p in sys.path if p.endswith("-packages")]
    environment = {"HOME": "/nowhere", "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1",
                   "PYTHONPATH": os.pathsep.join([str(ROOT), *site])}
    become = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    return {"env": environment, "cwd": "/", "capture_output": True, "timeout": 900, "check": False, **become}


@cache
def program() -> str | None:
    """The Python that an ordinary user may run, in which the sandbox works; None if there is none."""
    for one in (os.path.realpath(sys.executable), f"/usr/bin/python{VERSION}"):
        try:
            if subprocess.run([one, "-c", _TRY], **_settings()).returncode == 0:
                return one
        except OSError:  # it is not there, or nobody but root may look
            continue
    return None


def result_of(source: str, *values: object) -> Any:
    """Call the function ``main`` of a source, in a process of an ordinary user.

    Parameters
    ----------
    source : str
    *values : object
        Its arguments; they and the result are pickled.
    """
    python = program()
    assert python is not None, WAY
    done = subprocess.run([python, "-c", _CALL], input=pickle.dumps((source, values)), **_settings())
    assert done.returncode == 0, done.stderr.decode()
    return pickle.loads(done.stdout)
