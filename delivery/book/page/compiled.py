"""Compiles the packages before the memory is pictured, which is then free of what compiling leaves behind."""

import py_compile
from pathlib import Path

for file in Path("/lib/course").rglob("*.py"):
    target = file.parent / "__pycache__" / f"{file.stem}.cpython-314.pyc"
    # Nobody reads docstrings in a page, and they are a tenth of what has to be fetched.
    py_compile.compile(str(file), cfile=str(target), doraise=True, optimize=2)
