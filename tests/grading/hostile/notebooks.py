"""Cells and files that are not what was handed out."""

from __future__ import annotations

import io
import json
import zipfile

from tests.grading.hostile import Corpus, Stage, Submission
from tests.grading.workshop import cell

CORPUS = Corpus()
NOTHING = (0, 0, 0)


def _without(book: dict, *ids: str) -> dict:
    book["cells"] = [c for c in book["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") not in ids]
    return book


@CORPUS.sample("missing")
def deleted_answer(stage: Stage) -> Submission:
    return _without(stage.book(), "q1-answer", "q3-answer")


@CORPUS.sample("deleted")
def deleted_checks(stage: Stage) -> Submission:
    return _without(stage.book("answer = 'x'"), "q1", "q2", "q3")


@CORPUS.sample("deleted")
def deleted_everything_else(stage: Stage) -> Submission:
    book = stage.book()
    return {**book, "cells": [cell(book, "q2-answer")]}


@CORPUS.sample("duplicated")
def duplicated_answers(stage: Stage) -> Submission:
    """One cell for each number: one of them must be right."""
    book = stage.book("answer = -1")
    for guess in range(30):
        extra = json.loads(json.dumps(cell(book, "q1-answer")))
        extra["source"] = f"answer = {guess}"
        book["cells"].append(extra)
    return book


@CORPUS.sample("duplicated")
def duplicated_graded_cell(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    book["cells"] += [cell(book, "q2")] * 5
    return book


@CORPUS.sample("reordered")
def reordered(stage: Stage) -> Submission:
    book = stage.book()
    return {**book, "cells": list(reversed(book["cells"]))}


@CORPUS.sample("metadata_changed")
def metadata_changed(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    for one in book["cells"]:
        if "nbgrader" in one["metadata"]:
            one["metadata"]["nbgrader"].update(grade=True, solution=True, locked=False)
    return book


@CORPUS.sample("metadata_lost")
def metadata_removed(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    for one in book["cells"]:
        one["metadata"] = {}
    cell_of_q2 = next(c for c in book["cells"] if c["source"].startswith("# Your answer to hw.q2"))
    assert cell_of_q2
    return book


@CORPUS.sample("reordered", "missing", points=NOTHING)
def swapped_ids(stage: Stage) -> Submission:
    """The cell that answers q2 says that it answers q1."""
    book = stage.book()
    first, second = cell(book, "q1-answer"), cell(book, "q2-answer")
    first["metadata"], second["metadata"] = second["metadata"], first["metadata"]
    first["source"] = first["source"].split("\n", 1)[1]
    second["source"] = second["source"].split("\n", 1)[1]
    return book


@CORPUS.sample("foreign_cell")
def graded_cell_of_ones_own(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    book["cells"].append({"cell_type": "code", "source": "100", "outputs": [], "execution_count": None, "metadata": {
        "nbgrader": {"grade": True, "grade_id": "bonus", "points": 100, "locked": False, "solution": False,
                     "schema_version": 3, "task": False}}})
    return book


@CORPUS.sample("foreign", points=NOTHING)
def foreign_notebook(stage: Stage) -> Submission:
    return {"cells": [{"cell_type": "code", "metadata": {}, "source": "print('my shopping list')", "outputs": [],
                       "execution_count": None}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@CORPUS.sample("other_set")
def notebook_of_another_set(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    book["metadata"]["finity"] = {"set": "ps9", "answers": {"q1": 1}}
    return book


@CORPUS.sample("not_json", points=NOTHING)
def broken_json(stage: Stage) -> Submission:
    return json.dumps(stage.book()).encode()[:-20]


@CORPUS.sample("not_json", points=NOTHING)
def empty_file(stage: Stage) -> Submission:
    return b""


@CORPUS.sample("not_json", points=NOTHING)
def archive(stage: Stage) -> Submission:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("hw.ipynb", b"0" * 10_000_000)
    return out.getvalue()


@CORPUS.sample("not_notebook", points=NOTHING)
def another_kind_of_json(stage: Stage) -> Submission:
    return b'{"points": 100, "cells": {"q1": 1}}'


@CORPUS.sample("not_json", points=NOTHING)
def endless_brackets(stage: Stage) -> Submission:
    return b'{"cells": ' + b"[" * 1_000_000


@CORPUS.sample("not_json", points=NOTHING)
def endless_number(stage: Stage) -> Submission:
    return b'{"cells": [' + b"9" * 1_000_000 + b"]}"


@CORPUS.sample("too_large", points=NOTHING)
def bomb_of_outputs(stage: Stage) -> Submission:
    book = stage.book()
    cell(book, "q1-answer")["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "0" * 25_000_000}]
    return book


@CORPUS.sample("not_notebook", points=NOTHING)
def too_many_cells(stage: Stage) -> Submission:
    book = stage.book()
    book["cells"] += [{"cell_type": "code", "metadata": {}, "source": "1", "outputs": []}] * 5_000
    return book


@CORPUS.sample("unreadable_cells")
def cells_that_are_no_cells(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    book["cells"] += [None, 7, [], {"cell_type": 3}, {"cell_type": "code", "source": {"a": 1}, "metadata": []},
                      {"cell_type": "code", "source": ["1\n", 2], "metadata": {"nbgrader": {"grade_id": ["q1"]}}}]
    return book


@CORPUS.sample("error")
def half_a_character(stage: Stage) -> Submission:
    """A lone surrogate is JSON, and no text that could be written to a file."""
    book = stage.book("answer = '\ud800'\nraise ValueError('\ud800')")
    return json.dumps(book).encode()


@CORPUS.sample("helpers_time", "time")
def many_slow_cells(stage: Stage) -> Submission:
    book = stage.book()
    slow = {"cell_type": "code", "metadata": {}, "source": "import time\ntime.sleep(1.5)", "outputs": []}
    book["cells"] = book["cells"][:3] + [dict(slow) for _ in range(60)] + book["cells"][3:]
    return book


@CORPUS.sample("q1 malformed")
def script_in_an_output(stage: Stage) -> Submission:
    """Whoever reads it in the formgrader has the right to change grades.

    No remark: honest outputs are HTML as well (tables, pictures), and of all of them only text and bitmaps are kept.
    """
    return stage.book("""
from IPython.display import HTML, SVG, Javascript, Markdown, display
display(HTML('<script>owned()</script>'), Javascript('owned()'), Markdown('<img src=x onerror=owned()>'))
display({'image/svg+xml': '<svg onload="owned()"/>', 'image/png': '" onerror="owned()'}, raw=True)
answer = 'x'""")


@CORPUS.sample("q1 malformed")
def script_in_a_text(stage: Stage) -> Submission:
    """No remark: tags are usual in Markdown, and all of them become text."""
    book = stage.book("answer = 'x'")
    book["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "<script>owned()</script><img onerror=owned()>"})
    return book


@CORPUS.sample("q1 malformed")
def markup_in_an_answer(stage: Stage) -> Submission:
    """No remark: the question shows the answer as what it is, a text that is no number."""
    return stage.book("answer = '<script>document.title = \"owned\"</script><img src=x onerror=alert(1)>'")
