"""Write what each module is, in a line: ``python docs/modules.py`` writes ``docs/modules.md`` from the docstrings."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from coursekit.questions import all_types  # noqa: E402
from coursekit.shipped import packages  # noqa: E402

PAGE = ROOT / "docs" / "modules.md"
HEAD = """# Every module in a line

Search this page for a word; [the map of the house](../CONTRIBUTING.md#the-map-of-the-house) says how the rooms belong
together. A line is the first one of a module's docstring; after it stand the types of questions that are in the module.
`python docs/modules.py` writes the page.
"""


def first_line(module: Path) -> str:
    """What a module says that it is."""
    return (ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    asked = defaultdict(list)
    for kind in all_types():
        asked[type(kind).__module__].append(f"`{kind.id}`")
    for room in (file for package in packages() for file in sorted((ROOT / package).rglob("__init__.py"))):
        yield from (f"## {room.parent.relative_to(ROOT).as_posix()}/", "", first_line(room), "")
        for module in sorted(set(room.parent.glob("*.py")) - {room}):
            types = asked[".".join(module.relative_to(ROOT).with_suffix("").parts)]
            yield f"- `{module.name}`: {' '.join([first_line(module), ', '.join(types)]).strip()}"
        yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
