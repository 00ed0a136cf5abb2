"""Build ``course/exercises/``: the students' version of every problem set, with the same questions for everybody.

    python -m course.build [SET]...

It is committed, like the lectures, so that it lies in Binder, in the site without a server and in every clone; opening
and handing in take neither nbgrader nor jupytext.  These questions are drawn from a secret that everybody can read:
they are for practice.  A course that gives marks releases its own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from boardkit.messages import using_language
from boardkit.whole_files import write_whole
from coursekit.sets import build, variants
from coursekit.sets.source import ProblemSet, read_source, translated

HERE = Path(__file__).resolve().parent
SECRET = "ec5e" * 16
"""As ``private/secret`` of a course this gives the same questions to everybody who has none of their own."""


def exercise(problems: ProblemSet, lang: str = "en") -> tuple[dict[str, Any], dict[str, Any]]:
    """The notebook of a problem set as students get it, and its questions."""
    secret = bytes.fromhex(SECRET)
    issued = variants.issue(secret, problems.name, problems.questions.values(), "", lang)
    cells = build.answer_cells(problems, issued)
    book = build.nbgrader_source(problems, issued)
    shown = []
    for cell in book["cells"]:
        id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if id in cells and cell["cell_type"] == "code":
            continue  # the hidden tests
        text = cells.get(id.removesuffix("-answer"), {}).get("cell") if id in cells or id.endswith("-answer") else None
        shown.append(cell if text is None else {**cell, "source": text})
    known = [q.type for q in problems.questions.values()]
    return {**book, "cells": shown}, variants.public(secret, issued, known, cells)


def exercises(names: list[str]) -> dict[Path, str]:
    """All files below ``course/exercises``, and what stands in them: in English, and in what a set is translated to."""
    files = {}
    for source in sorted((HERE / "source").glob("*/*.py")):
        name = source.stem
        if name != source.parent.name or (names and name not in names):
            continue
        translations = sorted((HERE / "source").glob(f"{name}.*.po"))
        for lang in ("en", *(po.name.split(".")[1] for po in translations)):
            problems = translated(read_source(source), HERE / "source" / f"{name}.{lang}.po")
            with using_language(lang):
                book, record = exercise(problems, lang)
            folder = HERE / "exercises" / ("" if lang == "en" else lang) / name
            for file, data in ((f"{name}.ipynb", book), (f"{name}.instances.json", record)):
                files[folder / file] = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return files


def main(names: list[str]) -> None:
    """Write them, and remove those of sets that are gone."""
    files = exercises(names)
    for file, text in files.items():
        write_whole(file, text)
    if not names:
        for file in sorted((HERE / "exercises").rglob("*.*")):
            if file not in files and file.suffix in (".ipynb", ".json"):
                file.unlink()
    print(f"course/exercises: {len(files) // 2} problem sets")


if __name__ == "__main__":
    main(sys.argv[1:])
