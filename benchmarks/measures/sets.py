"""Every question of every problem set is answered by clicking in a real browser, right and wrong, handed in and judged.

Each question is shown from the file that a student gets; its key is clicked together on the page, as a person would,
and every third is answered wrongly after that.  What a person marks, and functions, are not clicked.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Error, sync_playwright

from benchmarks.measures import Table
from course.build import HERE, SECRET
from coursekit import open_set
from coursekit.inputs.widget import written
from coursekit.practice import handin
from coursekit.questions import judge, question
from coursekit.sets.build import answer_cells
from coursekit.sets.source import read_source
from coursekit.sets.variants import issue, public
from tests.automatakit.test_editor_browser import Drawer
from tests.boardkit.test_drag_browser import DESK
from tests.coursekit.questions.mutation import all_sorts
from tests.coursekit.test_inputs import click
from tests.coursekit.test_inputs_browser import Clicking
from tests.finity_edu.widget import bench

WRONG = 3
"""Every so many questions one is answered wrongly in the end."""


def measure() -> Table:
    """Walk through all sets, one student each."""
    rows, missed = [], []
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as place:
        chromium = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for source in sorted((HERE / "source").glob("ps*/*.py")):
            context = chromium.new_context(viewport=DESK, has_touch=True)
            row, problems = walked(context, source.stem, Path(place) / source.stem)
            rows.append(row)
            missed += problems
        chromium.close()
    return Table(("set", "questions", "answered rightly by clicks", "answered wrongly"), rows, missed,
                 f"{sum(row[2] for row in rows)} questions of {len(rows)} sets were answered rightly by clicks alone.")


def walked(context: Any, name: str, folder: Path) -> tuple[tuple[str, int, int, int], list[str]]:
    """Answer one set; what was reached, and what went wrong."""
    problems = read_source(HERE / "source" / name / f"{name}.py")
    questions = problems.questions.values()
    issued = issue(bytes.fromhex(SECRET), name, questions, "ada", "en")
    folder.mkdir()
    handed_out = public(b"", issued, [q.type for q in questions], answer_cells(problems, issued))
    (folder / f"{name}.instances.json").write_text(json.dumps(handed_out), encoding="utf-8")
    show, _, _, submit = open_set(name, folder)
    asked = [q for q in questions if not q.manual and q.kind != "function"]
    wrong, missed = [q.id for q in asked[WRONG - 1::WRONG]], []
    for q in asked:
        one, page, widget = issued["questions"][q.id], context.new_page(), show(q.id).input
        bench.show(page, widget, folder)
        hand = Clicking(Drawer(page, widget, True), widget)
        try:
            click(hand, SimpleNamespace(key=one["key"], kind=q.kind))
            if judge(q.type, one["data"], widget.value).right and q.id in wrong:
                hand.act("typed", value=written(other(one)))
        except (Error, AssertionError, LookupError, AttributeError) as error:
            missed.append(f"{name}.{q.id} ({q.type}): {type(error).__name__}: {str(error)[:300]}")
        page.close()
    context.close()
    submit(recorded=True)
    entries = handin.read((folder / f"{name}-handin.ipynb").read_bytes()).entries
    right = {q.id: q.id in entries and judge(q.type, issued["questions"][q.id]["data"], entries[q.id].answer).right
             for q in asked}
    missed += [f"{name}.{id}: {'right' if is_right else 'wrong'} where it should not be"
               for id, is_right in right.items() if is_right is (id in wrong)]
    return (name, len(asked), sum(right.values()), len(wrong)), missed


def other(one: dict[str, Any]) -> object:
    """Something that has the right form and is wrong."""
    made = question(one["type"]).render(one["data"])
    return next(answer for answer in all_sorts(made, 9) if not made.judge(answer).right)
