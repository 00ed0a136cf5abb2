"""Where the command lines start: Ctrl-C is heard from the first moment on, while the program is still being loaded.

Any attribute of this module is the start of a command line: ``boardkit.start:finity_edu`` loads `finity_edu.cli` and
runs its ``main``.  Nothing else may be imported here, as loading is what takes long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended


def __getattr__(package: str) -> Callable[[], None]:
    if package.startswith("_"):
        raise AttributeError(package)

    def start() -> None:
        try:
            __import__(f"{package}.cli")
            sys.modules[f"{package}.cli"].main()
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    return start
