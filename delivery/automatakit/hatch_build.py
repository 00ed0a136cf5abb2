"""What of the tree is `automatakit` alone: its rooms without widgets, and what of boardkit these stand on."""

import runpy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

TREE = Path(__file__).resolve().parents[2]
# Errors, texts and drawing; `tests/delivery/test_alone.py` holds the list to what is imported.
BOARDKIT = ("__init__", "doors", "errors", "messages", "notebook", "po", "svg", "theme", "views")
DOOR = "automatakit/__init__.pyi"


def without_widgets(door: str) -> str:
    """The front door's list, without the names that a widget offers."""
    return "".join(line for line in door.splitlines(keepends=True) if not line.startswith("from .widget"))


def rooms() -> list[Path]:
    """The files of the wheel as they stand in the tree, all but the front door's list."""
    found = [TREE / "boardkit" / f"{name}.py" for name in BOARDKIT]
    found += [TREE / package / "py.typed" for package in ("automatakit", "boardkit")]
    for package in ("automatakit", "boardkit"):
        found += sorted((TREE / package / "locale").rglob("*.mo"))
    found += [
        file
        for file in sorted((TREE / "automatakit").rglob("*.py"))
        if "widget" not in file.relative_to(TREE).parts
    ]
    return found


class Rooms(BuildHookInterface):
    """Puts the files into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the texts, and list the files."""
        runpy.run_path(str(TREE / "boardkit" / "po.py"))["compile_all"](TREE)
        included = {str(file): file.relative_to(TREE).as_posix() for file in rooms()}
        self.folder = TemporaryDirectory()
        door = Path(self.folder.name) / "door.pyi"
        door.write_text(without_widgets((TREE / DOOR).read_text(encoding="utf-8")), encoding="utf-8")
        included[str(door)] = DOOR
        included[str(TREE / "LICENSE")] = "automatakit/LICENSE"
        build_data["force_include"].update(included)


class Page(MetadataHookInterface):
    """Its page in the documentation is its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Read the page."""
        page = (TREE / "docs" / "automatakit.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
