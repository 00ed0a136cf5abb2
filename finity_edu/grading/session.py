"""The student's side of a problem set: show, check, hint, submit.  Standard library only.

`check` on a graded question says whether the answer has the form that was asked for, and records it; with
``practice=n`` it judges a practice question of the same type in full, at once.  `submit` composes the notebook to hand
in from the record.  Nothing here holds a key of a graded question.
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from boardkit.errors import UserError
from boardkit.foreign import as_lines
from finity_edu.errors import CATALOGUE
from finity_edu.grading import handin
from finity_edu.grading.answers import validate
from finity_edu.grading.handin import Cell, Entry
from finity_edu.grading.needed import bound_names, missing_names, needed, without_verbs
from finity_edu.grading.recording import Record, now, write_whole

__all__ = ["Asked", "Checked", "OpenSet", "Receipt", "SubmitError", "open_set"]

INSTANCES = "finity-edu/instances"


class SubmitError(UserError):
    """Nothing was written: the notebook and the record differ, or a function does not run by itself."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]  # in a notebook the text says it all


@dataclass(frozen=True)
class Asked:
    """A question on the screen: text and picture."""

    title: str
    text: str
    picture: str | None = None

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        markdown = f"**{self.title}**\n\n{self.text}"
        bundle = {"text/plain": f"{self.title}\n\n{self.text}", "text/markdown": markdown}
        if self.picture:
            bundle["text/markdown"] = f"{markdown}\n\n{_image(self.picture)}\n"
        return bundle

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.text}"


@dataclass(frozen=True)
class Checked:
    """What `check` says about a graded question: only whether the form is right."""

    fine: bool
    message: str

    def _repr_html_(self) -> str:
        colour, sign = ("#0072B2", "✎") if self.fine else ("#999999", "?")
        return (f'<div style="border-left:6px solid {colour};padding:.4em .8em"><strong>{sign}</strong> '
                f"{as_lines(self.message)}</div>")

    def __str__(self) -> str:
        return f"{'✎' if self.fine else '?'}  {self.message}"


@dataclass(frozen=True)
class Receipt:
    """What `submit` wrote, and what is still missing in it."""

    path: str
    content: str = field(repr=False)
    lines: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        from base64 import b64encode

        rows = "".join(f"<tr><td>{escape(id)}</td><td>{escape(text)}</td></tr>" for id, text in self.lines)
        notes = "".join(f"<p>⚠ {escape(text)}</p>" for text in self.remarks)
        data = b64encode(self.content.encode()).decode()
        link = (f'<a download="{escape(self.path)}" href="data:application/x-ipynb+json;base64,{data}">'
                f"{escape(CATALOGUE.text('handin.download', file=self.path))}</a>")
        return f"<table>{rows}</table>{notes}<p><strong>{link}</strong></p>"

    def __str__(self) -> str:
        lines = [f"{id}: {text}" for id, text in self.lines] + [f"! {text}" for text in self.remarks]
        return "\n".join([*lines, CATALOGUE.text("handin.written", file=self.path)])


class Verbs(NamedTuple):
    """What `open_set` hands to a notebook."""

    show: Callable[..., Any]
    check: Callable[..., Any]
    hint: Callable[..., Any]
    submit: Callable[..., Any]


def open_set(name: str, folder: str | os.PathLike[str] = ".") -> Verbs:
    """Open a problem set in a student's notebook.

    Parameters
    ----------
    name : str
        The problem set, for example ``"ps1"``.
    folder : path
        Where ``<name>.instances.json`` lies: beside the notebook.

    Returns
    -------
    tuple
        The functions ``show``, ``check``, ``hint`` and ``submit``; see `OpenSet`.

    Raises
    ------
    UserError
        If the file with the questions is not there or cannot be read.
    """
    path = Path(folder) / f"{name}.instances.json"
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        questions, version = dict(record["questions"]), handin.version_of(record, INSTANCES)
    except FileNotFoundError:
        raise UserError(CATALOGUE.message("handin.no_instances", file=path.name, folder=str(path.parent.resolve()))) \
            from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError(CATALOGUE.message("handin.bad_instances", file=path.name)) from None
    if version is None:
        raise UserError(CATALOGUE.message("handin.bad_instances", file=path.name))
    if version > handin.VERSION:
        raise UserError(CATALOGUE.message("handin.record_newer", file=path.name, version=version))
    opened = OpenSet(name, Path(folder), record, questions)
    return Verbs(opened.show, opened.check, opened.hint, opened.submit)


class OpenSet:
    """A problem set while a student works on it.

    Parameters
    ----------
    name : str
        The problem set.
    folder : Path
        Where the record and the file to hand in are written.
    record : dict
        The file with the instances.
    questions : dict
        Its questions by id.
    """

    def __init__(self, name: str, folder: Path, record: Mapping[str, Any], questions: Mapping[str, Any]) -> None:
        self.name, self.folder, self.questions = name, folder, questions
        self.head = {k: str(record.get(k) or "") for k in ("student", "signature", "lang")}
        self.lang = self.head["lang"] or "en"
        self.record = Record(folder / f"{name}.answers.json", {"set": name, **self.head})
        self.malformed: set[str] = set()
        self.saved = 0.0

    def _one(self, id: str) -> tuple[str, Mapping[str, Any]]:
        short = id.removeprefix(f"{self.name}.")
        if short not in self.questions:
            raise UserError(CATALOGUE.message("handin.unknown", id=id, ids=", ".join(self.questions)))
        return short, self.questions[short]

    def _judged(self, id: str) -> Mapping[str, Any]:
        _, one = self._one(id)
        if one["kind"] == "manual":
            raise UserError(CATALOGUE.message("handin.by_hand", id=id))
        return one

    def _practice(self, id: str, number: int) -> Any:
        from finity_edu.questions import question

        one = self._judged(id)
        return question(one["type"]).instance(int(number), one["difficulty"], self.lang)

    def show(self, id: str, practice: int | None = None) -> Asked:
        """Show a question, or a practice question of the same type.

        Parameters
        ----------
        id : str
            The question, ``"ps1.q3"`` or ``"q3"``.
        practice : int, optional
            Number of the practice question; there are as many as you like.
        """
        short, one = self._one(id)
        if practice is None and one["kind"] == "manual":
            return Asked(f"{self.name}.{short}", CATALOGUE.text("handin.by_hand", id=short))
        if practice is None:
            return Asked(f"{self.name}.{short} · {one['title']}", one["text"], one.get("picture"))
        own = one.get("practice")
        if own:
            return Asked(_practice_title(own["title"], 1), own["text"], own.get("picture"))
        made = self._practice(id, practice)
        return Asked(_practice_title(made.title, practice), made.text, made.picture and made.picture.markup)

    def check(self, id: str, answer: object, practice: int | None = None) -> Any:
        """Check an answer.

        Parameters
        ----------
        id : str
            The question.
        answer : object
            What you answer.
        practice : int, optional
            Judge it as the answer to this practice question: points, reason, witness.

        Returns
        -------
        Checked or Verdict
            For a graded question only whether the form is right; the answer is recorded for `submit`.
        """
        short, one = self._one(id)
        if practice is not None:
            return self._judge(id, self._judged(id), answer, practice)
        source = self._cell(id, one)
        if answer is ... or (one["kind"] == "function" and _lines(source) == _lines(one.get("cell", ""))):
            return self._refused(short, CATALOGUE.text("handin.not_answered"))
        try:
            value, text = self._read(one, answer)
        except UserError as error:
            self.malformed.add(short)
            return self._refused(short, str(error))
        if one["kind"] == "function":
            source = self._function(id, one, answer)
        self.record.note(short, Entry(one["kind"], value, text, source, instance=one.get("digest", "")))
        self.malformed.discard(short)
        return Checked(True, self._tell(CATALOGUE.text("handin.noted", answer=_short(text, 400))))

    def _read(self, one: Mapping[str, Any], answer: Any) -> tuple[Any, str]:
        """The answer in canonical form and as text."""
        if one["kind"] == "manual":
            if not isinstance(answer, str) or not answer.strip():
                raise UserError(CATALOGUE.message("handin.free_text"))
            return answer, answer
        if one["kind"] == "function" and callable(answer):
            return None, CATALOGUE.text("handin.function", name=handin.variable_of(one))
        value = validate(one["kind"], answer, **one.get("form", {}))
        return value, json.dumps(value, ensure_ascii=False)

    def _refused(self, id: str, message: str) -> Checked:
        """What was recorded before stays; nothing is lost by running an empty cell."""
        before = self.record.entries().get(id)
        if before is not None:
            message += "\n" + CATALOGUE.text("handin.stays", answer=_short(before.text, 400))
        return Checked(False, self._tell(message))

    def _tell(self, message: str) -> str:
        told = dict.fromkeys([message, *map(str, self.record.told)])
        self.record.told.clear()
        return "\n".join(told)

    def _cell(self, id: str, one: Mapping[str, Any]) -> str:
        """The source of the cell that gave the answer."""
        ran = _ran()
        short = id.removeprefix(f"{self.name}.")
        own = [text for text in ran if handin.marked(text) == (self.name, short)]
        current = ran[-1] if ran else ""
        return own[-1] if own and _argument(current, id) in (None, handin.variable_of(one)) else current

    def _function(self, id: str, one: Mapping[str, Any], function: Any) -> str:
        """The source that defines a function under the name that the text asks for."""
        ran, wanted = _ran(), handin.variable_of(one)
        if not ran:
            with suppress(OSError, TypeError):
                ran = [textwrap.dedent(inspect.getsource(function))]
        given = _argument(ran[-1] if ran else "", id) or getattr(function, "__name__", wanted)
        return needed(ran if given == wanted else [*ran, f"{wanted} = {given}"], wanted)

    def _judge(self, id: str, one: Mapping[str, Any], answer: object, practice: int) -> Any:
        if "practice" in one:
            return Asked(CATALOGUE.text("handin.solution"), one["practice"]["solution"])
        made = self._practice(id, practice)
        if made.kind == "function" and callable(answer):
            from finity_edu.grading.handover import asker
            from finity_edu.questions import question

            answer = question(made.type).interview(made.data, int(practice), asker(answer))
        return made.judge(answer, one.get("points", 1))

    def hint(self, id: str, level: int = 1, practice: int = 1) -> Asked:
        """Give a hint, always on a practice question of the same type.

        Parameters
        ----------
        id : str
            The question.
        level : int
            1: which notion is meant; 2: how to go about it; 3: how the work begins.
        practice : int
            Number of the practice question.
        """
        if level not in (1, 2, 3):
            raise UserError(CATALOGUE.message("handin.level", level=level))
        one = self._judged(id)
        own = one.get("practice")
        made = None if own else self._practice(id, practice)
        title, text = (own["title"], own["text"]) if own else (made.title, made.text)  # type: ignore[union-attr]
        hints = own["hints"] if own else made.hints  # type: ignore[union-attr]
        heading = CATALOGUE.text("handin.hint", level=level, title=_practice_title(title, 1 if own else practice))
        asked = text if level == 3 else ""
        return Asked(heading, "\n\n".join([asked, *hints[level - 1:level]]).strip())

    # ------------------------------------------------------------------ handing in

    def submit(self, notebook: str | None = None, recorded: bool = False) -> Receipt:
        """Write the file to hand in, from what was recorded.

        Parameters
        ----------
        notebook : str, optional
            The notebook's file, where it cannot be found by itself.
        recorded : bool
            Hand in what was recorded even where the notebook says something else.

        Returns
        -------
        Receipt
            The state of every question, and the name of the file.

        Raises
        ------
        SubmitError
            If the saved notebook says something else than the record, or a function does not run by itself: names the
            questions.
        UserError
            If the notebook that was named cannot be read.
        """
        cells, remarks = self._saved(notebook)
        known = self.record.entries()
        entries: dict[str, Entry] = {}
        lines, problems = [], []
        for id, one in self.questions.items():
            own = [c for c in cells or () if c.marked == (self.name, id) or c.id == f"{id}-answer"
                   or (one["kind"] == "manual" and c.id == id)]
            entry = known.get(id)
            if entry and entry.instance != one.get("digest", entry.instance):
                entry, state = None, CATALOGUE.text("handin.other_instance")
            else:
                state = CATALOGUE.text("handin.not_answered")
            if one["kind"] == "manual":
                entry = self._written(id, one, own, entry)
            if entry is not None:
                entries[id] = entry
                state = "✎ " + _short(entry.text, 80)
                if own and all(_blank(c, one) for c in own):
                    state += " " + CATALOGUE.text("handin.cell_empty")
            elif one["kind"] == "manual":
                state = CATALOGUE.text("handin.not_written" if cells is not None else "handin.not_seen", id=id)
            lines.append((id, state))
            problems += self._problems(id, one, entry, own, cells or ())
        if problems and not recorded:
            listed = "\n".join(f"  {id}: {text}" for id, text in problems)
            raise SubmitError(CATALOGUE.message("handin.stopped", problems=listed))
        remarks += [f"{id}: {text}" for id, text in problems]
        made = handin.compose(self.name, self.questions, entries, **self.head, written=now())
        content = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
        out = self.folder / f"{self.name}-handin.ipynb"
        try:
            write_whole(out, content)
        except OSError as error:
            remarks.append(CATALOGUE.text("handin.not_recorded", file=out.name, problem=error.strerror or error))
        remarks += dict.fromkeys(map(str, self.record.told))
        self.record.told.clear()
        return Receipt(out.name, content, tuple(lines), tuple(remarks))

    def _saved(self, notebook: str | None) -> tuple[tuple[Cell, ...] | None, list[str]]:
        """The cells of the saved notebook, None where it cannot be read; and what is to be said about that."""
        found = [Path(notebook)] if notebook else self._notebooks()
        if len(found) == 1:
            with suppress(OSError):
                self.saved = found[0].stat().st_mtime
                read = handin.read(found[0].read_bytes())
                if read.problem is None:
                    return read.cells, []
        if notebook:
            raise UserError(CATALOGUE.message("handin.no_notebook", file=notebook))
        if found:
            names = ", ".join(path.name for path in found)
            return None, [CATALOGUE.text("handin.several", files=names, file=found[0].name)]
        return None, [CATALOGUE.text("handin.unseen")]

    def _notebooks(self) -> list[Path]:
        """The notebook's file: as the server or the editor names it, else all of this problem set that lie here."""
        named = (getattr(sys.modules["__main__"], "__vsc_ipynb_file__", ""), os.environ.get("JPY_SESSION_NAME", ""))
        for text in named:
            path = self.folder / os.path.basename(text)
            if text.endswith(".ipynb") and path.is_file() and self._is_mine(path):
                return [path]
        return [path for path in sorted(self.folder.glob("*.ipynb")) if self._is_mine(path)]

    def _is_mine(self, path: Path) -> bool:
        with suppress(OSError):
            read = handin.read(path.read_bytes())
            return not read.recorded and (read.name == self.name
                                          or any(c.marked and c.marked[0] == self.name for c in read.cells))
        return False

    def _written(self, id: str, one: Mapping[str, Any], own: Sequence[Cell], entry: Entry | None) -> Entry | None:
        """Free text: what stands in the saved notebook is recorded, unless a cell that was run gave it."""
        texts = [c.source for c in own if c.kind == "markdown" and not _blank(c, one)]
        if not texts or (entry is not None and (entry.source or entry.answer == texts[0])):
            return entry
        return self.record.note(id, Entry("manual", texts[0], texts[0], instance=one.get("digest", "")))

    def _problems(self, id: str, one: Mapping[str, Any], entry: Entry | None, own: Sequence[Cell],
                  cells: Iterable[Cell]) -> list[tuple[str, str]]:
        """What stands in the way of handing in the answer to one question."""
        filled = [c for c in own if not _blank(c, one)]
        if id in self.malformed or (entry is None and filled):
            text = "" if entry is None else "\n    " + CATALOGUE.text("handin.stays", answer=_short(entry.text, 80))
            return [(id, CATALOGUE.text("handin.malformed" if id in self.malformed else "handin.not_run") + text)]
        if entry is None:
            return []
        helpers = [c for c in cells if c.kind == "code" and c.marked in (None, (self.name, id))]
        if filled and self._saved_after(entry) and not any(self._same(c, one, entry, helpers) for c in filled):
            return [(id, CATALOGUE.text("handin.differs", answer=_short(entry.text, 80)))]
        if one["kind"] == "function":
            return [(id, text) for text in _trouble(entry.source, handin.variable_of(one))]
        return []

    def _saved_after(self, entry: Entry) -> bool:
        """Whether the notebook was saved after the answer was recorded: an older one cannot know better."""
        try:
            return self.saved >= datetime.fromisoformat(entry.time).timestamp()
        except ValueError:
            return True

    def _same(self, cell: Cell, one: Mapping[str, Any], entry: Entry, cells: Iterable[Cell]) -> bool:
        """Whether a cell says what was recorded."""
        if cell.kind == "markdown":
            return bool(cell.source == entry.answer)
        if one["kind"] == "function":
            wanted = handin.variable_of(one)
            given = _argument(cell.source) or wanted
            return (_holds(entry.source, cell.source) and _same_helpers(entry, cells)
                    and (given == wanted or entry.source.endswith(f"{wanted} = {given}")))
        read = handin.read_cell(cell.source)
        if read is not None and read.kind == "literal":
            with suppress(UserError):
                return self._read(one, read.answer)[0] == entry.answer
        return _lines(cell.source) == _lines(entry.source)


def _same_helpers(entry: Entry, cells: Iterable[Cell]) -> bool:
    """Whether what a function uses was not changed after it ran."""
    defined = [(c.source, bound_names(without_verbs(c.source))) for c in cells]
    for name in bound_names(entry.source):
        defining = [source for source, names in defined if name in names]
        if defining and not any(_holds(entry.source, source) for source in defining):
            return False
    return True


def _ran() -> list[str]:
    """What was run in this session, the current cell last."""
    return [text for text in getattr(sys.modules["__main__"], "In", []) if text.strip()]


def _argument(cell: str, id: str | None = None) -> str | None:
    """The expression that a cell hands to ``check`` as the answer to a question."""
    with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
        for node in ast.walk(ast.parse(cell)):
            if (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check"
                    and len(node.args) > 1 and isinstance(node.args[0], ast.Constant)
                    and id in (None, node.args[0].value)):
                return ast.unparse(node.args[1])
    return None


def _blank(cell: Cell, one: Mapping[str, Any]) -> bool:
    """Whether a cell is as it was handed out, or says that there is no answer."""
    if _lines(cell.source) in ([], _lines(one.get("cell", "")), ["YOUR ANSWER HERE"]):
        return True
    if cell.kind == "markdown":
        return False
    read = handin.read_cell(cell.source)
    return read is not None and read.answer is ...


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _holds(source: str, cell: str) -> bool:
    """Whether a source contains the code of a cell, however it is laid out."""
    try:
        inner, outer = (ast.unparse(ast.parse(text)) for text in (without_verbs(cell), source))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return f"\n{inner}\n" in f"\n{outer}\n" or not inner


def _trouble(source: str, name: str) -> list[str]:
    """Why a source does not define a function by itself; it is tried once, in a namespace of its own."""
    missing = sorted(missing_names(source))
    if missing:
        return [CATALOGUE.text("handin.missing_names", names=", ".join(missing))]
    space: dict[str, Any] = {"__name__": "__main__"}
    try:
        with redirect_stdout(io.StringIO()):
            exec(compile(source, f"<{name}>", "exec"), space)  # the student's own code, in the student's own session
    except (Exception, SystemExit) as error:
        return [CATALOGUE.text("handin.fails", problem=f"{type(error).__name__}: {error}")]
    return [] if callable(space.get(name)) else [CATALOGUE.text("handin.missing_names", names=name)]


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _practice_title(title: str, number: int) -> str:
    return CATALOGUE.text("handin.practice", number=number, title=title)


def _image(svg: str) -> str:
    """An SVG as an image that no other SVG of the page can disturb."""
    from base64 import b64encode
    from xml.etree import ElementTree

    alt = ""
    with suppress(ElementTree.ParseError):
        alt = next((e.text or "" for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("}desc")), "")
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
