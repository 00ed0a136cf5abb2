"""Where command lines start: Ctrl-C is heard from the first moment on, while the program is still being loaded.

Nothing else may be loaded here, as loading is what takes long.
"""

import sys

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended


def start(module: str) -> None:
    """Run ``main`` of a module."""
    try:
        __import__(module)
        sys.modules[module].main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
