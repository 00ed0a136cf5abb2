"""Compiles what would otherwise be compiled at the first use (texts, the engine of Finity), and packs the course."""

import runpy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What people read and hand out; a course that was run in this folder leaves other things beside it.
COURSE = ("notebooks/*.ipynb", "notebooks/*.toml", "notebooks/??/*.ipynb", "course/*.*", "course/??/*.*",
          "course/img/**/*.*", "course/source/*.*", "course/source/*/*.*", "course/exercises/**/*.*")


class Compile(BuildHookInterface):
    """Puts a ``.mo`` beside each ``.po``, and into a wheel the engine's module, lectures and problem sets."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, with the modules that do it where the packages run from their source."""
        runpy.run_path(str(Path(self.root) / "boardkit" / "po.py"))["compile_all"](Path(self.root))
        build_data["artifacts"].append("*.mo")
        if self.target_name == "wheel" and version != "editable":  # there the source may change
            sys.path.insert(0, self.root)
            from finity_edu.players.kernel import PROGRAM

            self.folder = TemporaryDirectory()
            module = Path(self.folder.name) / PROGRAM.kept.name
            module.write_bytes(PROGRAM.module + PROGRAM.seal())
            build_data["force_include"][str(module)] = str(PROGRAM.kept.relative_to(self.root))
            for pattern in COURSE:
                for file in Path(self.root).glob(pattern):
                    name = file.relative_to(self.root).as_posix()
                    build_data["force_include"][str(file)] = f"coursekit/shipped/{name}"
