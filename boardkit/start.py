"""Where the command lines start: Ctrl-C is heard from the first moment on, while the program is still being loaded.

Every package that can be imported is an attribute of this module: ``boardkit.start:finity_edu`` loads
`finity_edu.cli` and runs its ``main``.  Nothing else may be loaded here, as loading is what takes long.
"""

import sys
from collections.abc import Callable
from importlib.util import find_spec

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended


def __getattr__(package: str) -> Callable[[], None]:
    if package.startswith("_") or find_spec(package) is None:
        raise AttributeError(f"there is no package {package!r} to start")

    def start() -> None:
        try:
            __import__(f"{package}.cli")
            sys.modules[f"{package}.cli"].main()
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    return start
