"""What a student hands in: one notebook, composed from the record of the answers, with that record in its metadata.

It is an ordinary notebook, so that any learning platform can show it, and nbgrader and otter can take it as it is.  The
answers that count stand in ``metadata.finity.entries``.  A notebook that was handed in without `submit` has no record:
then cells that hold a literal, a function or free text are read, and every other one is named.

Everything that is read here comes from strangers: size, depth and number of items are bounded before anything is
parsed, nothing is ever executed or unpickled, and nothing that is read becomes the name of a file.
"""

import ast
import json
import pprint
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import accumulate

from boardkit.foreign import in_short
from boardkit.foreign_json import Json, Refused, is_time, parse
from boardkit.formats import Format, FormatError, NewerFormatError
from coursekit.formats import ANSWERS, HAND_IN, IssuedQuestion
from coursekit.judging.stages import SOLUTION
from coursekit.notebooks import (
    Notebook,
    cell,
    grader,
    marked,
    marker,
    notebook,
    opening,
    otter_name,
    variable_of,
)
from coursekit.practice.needed import needed, without_verbs

UNREAD = frozenset(
    [
        "too_large",
        "too_deep",
        "too_many",
        "too_costly",
        "not_json",
        "not_notebook",
        "newer",
        "foreign_format",
        "foreign",
        "unreadable",
    ]
)
"""Problems of a file of which nothing counts."""
MAX_CELLS = 2_000
MAX_ENTRIES = 1_000
MAX_ANSWER = 100_000  # characters of one answer as JSON
MAX_SOURCE = 200_000  # characters of one cell
MAX_LITERAL = 20_000  # characters of a cell that is read as a literal
MAX_READ = 200  # cells that are read, where there is no record
MAX_CODE = (
    1_000_000  # characters of all cells in which is looked for what functions need
)
_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


@dataclass(frozen=True)
class Remark:
    """Something that lecturer and student should know: an id of the catalogue, where, and what."""

    id: str
    where: str = ""
    what: str = ""


@dataclass(frozen=True)
class Entry:
    """The answer to one question, as it was recorded or read.

    Parameters
    ----------
    kind : str
        Kind of answer; ``function``, ``manual`` (free text), or ``literal`` for what stood in a cell without a record.
    answer : object
        Canonical JSON; None for a function; for a ``literal`` the Python value, not validated yet.
    text : str
        As it was shown to the student, or as a ``literal`` was typed.  Foreign: show people the answer itself.
    source : str
        Source of the cell; for a function all that is needed to define it.
    n : int
        Number of the entry; a greater one is newer.
    instance : str
        Digest of the question that was answered.
    time : str
        When it was recorded, by the student's clock.
    attempts, stage : int
        How many different answers there were to a practice question, and how much feedback had told by then (see
        `coursekit.judging.stages`).
    """

    kind: str
    answer: Json
    text: str = ""
    source: str = ""
    n: int = 0
    instance: str = ""
    time: str = ""
    attempts: int = 0
    stage: int = 0


@dataclass(frozen=True)
class Cell:
    """One cell of a submission.

    Parameters
    ----------
    kind : str
        ``code`` or ``markdown``.
    source : str
        Its text.
    id : str or None
        The id that nbgrader gave it.
    marked : tuple of (str, str) or None
        Problem set and question that its first line names.
    grader : dict
        All that nbgrader noted about it, as it came back.
    """

    kind: str
    source: str
    id: str | None = None
    marked: tuple[str, str] | None = None
    grader: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Submission:
    """What could be read of a file that was handed in.

    Parameters
    ----------
    name : str or None
        The problem set that the file says it belongs to.
    student, signature : str
        Whose questions were answered, and the signature of the file that they came in.
    entries : dict of str to Entry
        By question.
    written : str
        When it was written, by the student's clock; "" where it says no time.
    cells : tuple of Cell
        All cells.
    recorded : bool
        Whether the entries come from a record; else they were read from cells.
    problem : str or None
        Why nothing could be read: one of `UNREAD`.
    remarks : tuple of Remark
        What is unusual.
    """

    name: str | None = None
    student: str = ""
    signature: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    written: str = ""
    cells: tuple[Cell, ...] = ()
    recorded: bool = False
    problem: str | None = None
    remarks: tuple[Remark, ...] = ()

    @property
    def said(self) -> datetime | None:
        """When the student worked on it last, by the student's clock."""
        times = [self.written, *(entry.time for entry in self.entries.values())]
        return max((moment(one) for one in times if is_time(one)), default=None)


def entries_of(data: Mapping[str, Json]) -> tuple[dict[str, Entry], list[Remark]]:
    """Read the entries of a record: the newest of each question; what is no entry is left out and named."""
    raw = data.get("entries")
    found: dict[str, Entry] = {}
    if not isinstance(raw, list) or len(raw) > MAX_ENTRIES:
        return found, [Remark("record_damaged")]
    remarks = []
    for number, item in enumerate(raw, 1):
        entry = _entry(_dict(item))
        if entry is None:
            remarks.append(Remark("entry_ignored", what=str(number)))
        elif entry[0] not in found or found[entry[0]].n < entry[1].n:
            found[entry[0]] = entry[1]
    return found, remarks


def _entry(item: Mapping[str, Json]) -> tuple[str, Entry] | None:
    question = item.get("question")
    kind = item.get("kind")
    n = item.get("n")
    texts = [item.get(name, "") for name in ("text", "source", "instance", "time")]
    numbers = [item.get(name, 0) for name in ("attempts", "stage")]
    if not (
        isinstance(question, str)
        and _ID.fullmatch(question)
        and isinstance(kind, str)
        and 0 < len(kind) <= 50
        and type(n) is int
        and 0 <= n < 1 << 53
        and "answer" in item
        and all(isinstance(t, str) and len(t) <= MAX_SOURCE for t in texts)
        and all(type(m) is int and 0 <= m < 10_000 for m in numbers)
        and numbers[1] <= SOLUTION
    ):
        return None
    answer, (text, source, instance, time) = item["answer"], texts
    if len(json.dumps(answer, ensure_ascii=False)) > MAX_ANSWER or (
        kind == "manual" and not isinstance(answer, str)
    ):
        return None
    return question, Entry(
        kind,
        None if kind == "function" else answer,
        text,
        source,
        n,
        instance[:64],
        time[:64],
        *numbers,
    )


def read(content: bytes, record: bytes | None = None) -> Submission:
    """Read a file that was handed in; this never raises.

    Parameters
    ----------
    content : bytes
        The notebook.
    record : bytes, optional
        A ``<set>.answers.json`` that came along: it counts if the notebook itself has no record.

    Returns
    -------
    Submission
        With `problem` set if the file is no notebook.

    Examples
    --------
    >>> read(b"PK").problem
    'not_json'
    >>> cell = {"cell_type": "code", "source": "# Your answer to ps1.q1\\nanswer = {'bw', 'b'}", "metadata": {}}
    >>> found = read(json.dumps({"cells": [cell]}).encode())
    >>> sorted(found.entries["q1"].answer), found.recorded
    (['b', 'bw'], False)
    """
    try:
        book = parse(content)
        if (
            not isinstance(book, dict)
            or not isinstance(book.get("cells"), list)
            or len(book["cells"]) > MAX_CELLS
        ):
            raise Refused("not_notebook")
        meta = _dict(_dict(book.get("metadata")).get("finity"))
        recorded = "format" in meta
        if recorded:
            _check(meta, HAND_IN)
    except Refused as refusal:
        return Submission(
            problem=refusal.problem,
            remarks=(Remark(refusal.problem, what=refusal.what),),
        )
    cells = [
        _cell(raw) for raw in book["cells"] if _dict(raw).get("cell_type") != "raw"
    ]
    none = cells.count(None)
    remarks = [Remark("unreadable_cells", what=str(none))] if none else []
    found = Submission(
        _text(meta, "set") or None, cells=tuple(c for c in cells if c is not None)
    )
    if recorded:
        return _with_record(found, meta, remarks)
    if record is not None:
        try:
            data = _dict(parse(record))
            _check(data, ANSWERS)
            return _with_record(found, data, remarks)
        except Refused as refusal:
            remarks.append(
                Remark(
                    "record_damaged"
                    if refusal.problem == "not_json"
                    else f"record_{refusal.problem}",
                    what=refusal.what,
                )
            )
    entries, unread = _from_cells(found)
    return replace(found, entries=entries, remarks=(*remarks, *unread))


def at_a_glance(content: bytes, record: bytes | None = None) -> Submission:
    """Read a file for what it says of itself: without its cells, and without what was answered.

    It is called in a process of its own (`boardkit.aside.bounded`), and says no more than whoever collects must know.
    """
    found = read(content, record)
    return replace(
        found,
        cells=(),
        entries={
            id: Entry(e.kind, None, n=e.n, time=e.time if is_time(e.time) else "")
            for id, e in found.entries.items()
        },
    )


def moment(text: str) -> datetime:
    """Return the moment that a text names which `is_time`; where it names no zone, it is that of Greenwich.

    Examples
    --------
    >>> moment("2026-01-01T10:00:00Z").hour, moment("2026-01-01 10:00").hour
    (10, 10)
    """
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        return when.replace(tzinfo=UTC)
    return when


def unread(problem: str) -> Submission:
    """What is known of a file of which nothing could be read."""
    return Submission(problem=problem, remarks=(Remark(problem),))


def _check(data: Mapping[str, Json], format: Format) -> None:
    try:
        format.check(data)
    except NewerFormatError as error:
        raise Refused("newer", error.found) from None
    except FormatError as error:
        raise Refused("foreign_format", error.found) from None


def _with_record(
    found: Submission, data: Mapping[str, Json], remarks: list[Remark]
) -> Submission:
    entries, ignored = entries_of(data)
    written = _text(data, "written")
    if written and not is_time(written):
        ignored.append(Remark("odd_time", what=in_short(written, 60)))
        written = ""
    return replace(
        found,
        name=_text(data, "set") or found.name,
        student=_text(data, "student"),
        signature=_text(data, "signature"),
        written=written,
        entries=entries,
        recorded=True,
        remarks=(*remarks, *ignored),
    )


def _text(data: Mapping[str, Json], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        return ""
    return value[:200]


def _dict(value: object) -> dict[str, Json]:
    if isinstance(value, dict):
        return value
    return {}


def _cell(raw: object) -> Cell | None:
    data = _dict(raw)
    source = data.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if (
        not isinstance(source, str)
        or data.get("cell_type") not in ("code", "markdown")
        or len(source) > MAX_SOURCE
    ):
        return None
    grader = _dict(_dict(data.get("metadata")).get("nbgrader"))
    id = grader.get("grade_id")
    return Cell(
        data["cell_type"],
        source,
        id if isinstance(id, str) else None,
        marked(source),
        grader,
    )


# ---------------------------------------------------------------------- a notebook without a record


def _from_cells(found: Submission) -> tuple[dict[str, Entry], list[Remark]]:
    """The answers that can be read without running anything."""
    entries: dict[str, Entry] = {}
    remarks: list[Remark] = []
    sizes = accumulate(len(c.source) for c in found.cells)
    code = []
    for one, size in zip(found.cells, sizes, strict=True):
        if one.kind == "code" and size <= MAX_CODE:
            code.append(one.source)
    for one in found.cells:
        if len(entries) + len(remarks) >= MAX_READ:
            return entries, [*remarks, Remark("too_many")]
        id = question_of(one)
        if not _ID.fullmatch(id):
            continue
        if (
            one.kind == "markdown"
            and one.grader.get("grade") is True
            and one.grader.get("solution") is True
        ):
            entries.setdefault(id, Entry("manual", one.source))
        elif one.kind == "code" and (one.marked or one.grader.get("solution") is True):
            entry = read_cell(one.source, code)
            if entry is not None and entry.answer is ...:
                continue
            # Of several cells that answer a question the last one is what the notebook says in the end
            if id in entries or Remark("not_literal", id) in remarks:
                remarks.append(Remark("answered_twice", id))
            entries.pop(id, None)
            remarks = [r for r in remarks if r != Remark("not_literal", id)]
            if entry is None:
                remarks.append(Remark("not_literal", id))
            else:
                entries[id] = entry
    return entries, remarks


def question_of(cell: Cell) -> str:
    """The question that a cell answers, by its first line or by nbgrader's id; "" if it may be none."""
    if cell.marked:
        return cell.marked[1]
    return (cell.id or "").removesuffix("-answer")


def read_cell(source: str, others: Iterable[str] = ()) -> Entry | None:
    """Read the answer in a cell without running it.

    Parameters
    ----------
    source : str
        The cell: ``answer = `` and a literal, or the definition of a function.
    others : iterable of str
        All code cells of the notebook, for what a function needs.

    Returns
    -------
    Entry or None
        None if it is neither; its answer is ``...`` where none was given.

    Examples
    --------
    >>> read_cell("answer = [1, 2]").answer
    [1, 2]
    >>> read_cell("answer = 6 * 7") is None
    True
    """
    if len(source) > MAX_LITERAL:
        return None
    try:
        plain = without_verbs(source)
        body = ast.parse(plain).body
        values = [
            s.value
            for s in body
            if isinstance(s, ast.Assign)
            and [*map(ast.unparse, s.targets)] == ["answer"]
        ]
        functions = [s.name for s in body if isinstance(s, ast.FunctionDef)]
        if functions and (not values or ast.unparse(values[-1]) in functions):
            source = needed([*others, source], functions[-1])
            if len(source) <= MAX_SOURCE:
                return Entry("function", None, source=source)
            return None
        # Whatever else the cell does may change the answer
        if not values or len(values) < len(body):
            return None
        typed = ast.get_source_segment(plain, values[-1]) or ""
        return Entry("literal", ast.literal_eval(values[-1]), typed, source)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None


# ---------------------------------------------------------------------- writing


def compose(
    name: str,
    questions: Mapping[str, IssuedQuestion],
    entries: Mapping[str, Entry],
    *,
    student: str,
    signature: str,
    lang: str,
    written: str,
) -> Notebook:
    """Compose the notebook to hand in.

    Parameters
    ----------
    name : str
        The problem set.
    questions : dict
        The questions as they were handed out, by id, in order.
    entries : dict of str to Entry
        The answers by question.
    student, signature, lang : str
        Of the file with the questions.
    written : str
        The time, by the student's clock.

    Returns
    -------
    dict
        A notebook as JSON, without outputs; equal inputs give equal notebooks.
    """
    cells = [cell("code", opening(name), grader("setup", locked=True))]
    for id, one in questions.items():
        cells.append(
            cell(
                "markdown",
                "\n\n".join(t for t in (f"## {name}.{id}", one.get("text", "")) if t),
            )
        )
        entry, points = entries.get(id), one.get("points", 1)
        if one["kind"] == "manual":
            text = entry.answer if entry else ""
            cells.append(
                cell("markdown", text, grader(id, solution=True, points=points))
            )
            continue
        variable = variable_of(one)
        if entry is None:
            code = f"{variable} = ..."
        elif one["kind"] == "function":
            code = entry.source
        else:
            code = f"{variable} = {pprint.pformat(entry.answer, width=100, sort_dicts=False)}"
        cells += [
            cell(
                "code",
                f"{marker(name, id)}  ({one['kind']})\n{code}",
                grader(f"{id}-answer", solution=True),
            ),
            cell(
                "code",
                f"{otter_name(id)} = {variable}",
                grader(id, locked=True, points=points),
            ),
        ]
    record = {
        **HAND_IN.head,
        "set": name,
        "student": student,
        "signature": signature,
        "lang": lang,
        "written": written,
        "entries": as_json(entries),
    }
    # Else otter turns it away
    return notebook(cells, {"finity": record, "otter": {"assignment_name": name}})


def as_json(entries: Mapping[str, Entry]) -> list[dict[str, Json]]:
    """Write entries as plain JSON, in the order of their numbers."""
    return [
        {
            "n": e.n,
            "question": id,
            "instance": e.instance,
            "kind": e.kind,
            "answer": e.answer,
            "text": e.text,
            "source": e.source,
            "time": e.time,
            **({"attempts": e.attempts, "stage": e.stage} if e.attempts else {}),
        }
        for id, e in sorted(entries.items(), key=lambda item: item[1].n)
    ]
