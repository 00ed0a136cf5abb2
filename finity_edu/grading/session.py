"""The student's side of a problem set: show, check, hint, submit.  Standard library only.

`check` on a graded question says whether the answer has the form that was asked for, and nothing more; with
``practice=n`` it judges a practice question of the same type in full, at once.  Nothing here holds a key of a graded
question.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from boardkit.errors import UserError
from boardkit.foreign import as_lines
from finity_edu.errors import CATALOGUE
from finity_edu.grading import handin
from finity_edu.grading.answers import MalformedAnswer, validate

__all__ = ["Asked", "Checked", "OpenSet", "Receipt", "open_set"]


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
        questions = dict(record["questions"])
    except FileNotFoundError:
        raise UserError(CATALOGUE.message("handin.no_instances", file=path.name, folder=str(path.parent.resolve()))) \
            from None
    except (ValueError, KeyError, TypeError):
        raise UserError(CATALOGUE.message("handin.bad_instances", file=path.name)) from None
    opened = OpenSet(name, Path(folder), record, questions)
    return Verbs(opened.show, opened.check, opened.hint, opened.submit)


class OpenSet:
    """A problem set while a student works on it.

    Parameters
    ----------
    name : str
        The problem set.
    folder : Path
        Where the hand-in file is written.
    record : dict
        The file with the instances.
    questions : dict
        Its questions by id.
    """

    def __init__(self, name: str, folder: Path, record: Mapping[str, Any], questions: Mapping[str, Any]) -> None:
        self.name, self.folder, self.questions = name, folder, questions
        self.lang = record.get("lang", "en")
        self.variant = {k: record.get(k) for k in ("student", "signature")}
        self.answers: dict[str, Any] = {}
        self.functions: dict[str, Any] = {}

    def _one(self, id: str) -> tuple[str, Mapping[str, Any]]:
        short = id.removeprefix(f"{self.name}.")
        if short not in self.questions:
            raise UserError(CATALOGUE.message("handin.unknown", id=id, ids=", ".join(self.questions)))
        return short, self.questions[short]

    def _practice(self, id: str, number: int) -> Any:
        from finity_edu.questions import question

        _, one = self._one(id)
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
            For a graded question only whether the form is right; the answer is noted for `submit`.
        """
        short, one = self._one(id)
        if practice is not None:
            return self._judge(id, one, answer, practice)
        self.answers.pop(short, None)
        self.functions.pop(short, None)
        if answer is ...:
            return Checked(False, CATALOGUE.text("handin.not_answered"))
        if one["kind"] == "function" and callable(answer):
            self.functions[short] = answer
            return Checked(True, CATALOGUE.text("handin.noted_function"))
        try:
            value = validate(one["kind"], answer, **one.get("form", {}))
        except MalformedAnswer as error:
            return Checked(False, str(error))
        self.answers[short] = value
        text = json.dumps(value, ensure_ascii=False)
        return Checked(True, CATALOGUE.text("handin.noted", answer=text if len(text) < 400 else text[:399] + "…"))

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
        _, one = self._one(id)
        own = one.get("practice")
        made = None if own else self._practice(id, practice)
        title, text = (own["title"], own["text"]) if own else (made.title, made.text)  # type: ignore[union-attr]
        hints = own["hints"] if own else made.hints  # type: ignore[union-attr]
        heading = CATALOGUE.text("handin.hint", level=level, title=_practice_title(title, 1 if own else practice))
        asked = text if level == 3 else ""
        return Asked(heading, "\n\n".join([asked, *hints[level - 1:level]]).strip())

    # ------------------------------------------------------------------ handing in

    def submit(self, notebook: str | None = None) -> Receipt:
        """Write the file to hand in.

        Parameters
        ----------
        notebook : str, optional
            The notebook's file, where it cannot be found by itself.

        Returns
        -------
        Receipt
            Which answers are in it, what is missing, and the name of the file.

        Raises
        ------
        UserError
            If the notebook that was named does not exist.
        """
        remarks = []
        path = Path(notebook) if notebook else self._notebook()
        if path is None:
            book = self._from_memory()
        else:
            try:
                book = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                raise UserError(CATALOGUE.message("handin.no_notebook", file=str(path))) from None
            remarks += [CATALOGUE.text("handin.stale", id=id) for id in self._stale(book)]
        out = self.folder / f"{self.name}-handin.ipynb"
        content = handin.pack(book, self.name, self.answers, self.variant)
        out.write_text(content, encoding="utf-8")
        lines = tuple((id, self._state(id)) for id in self.questions)
        return Receipt(out.name, content, lines, tuple(remarks))

    def _state(self, id: str) -> str:
        if id in self.functions:
            return CATALOGUE.text("handin.noted_function")
        if id not in self.answers:
            return CATALOGUE.text("handin.not_answered")
        text = json.dumps(self.answers[id], ensure_ascii=False)
        return "✎ " + (text if len(text) <= 80 else text[:79] + "…")

    def _notebook(self) -> Path | None:
        """The notebook's file: as the server names it, else the only one of this problem set that lies here."""
        session = os.environ.get("JPY_SESSION_NAME", "")
        named = self.folder / os.path.basename(session)
        if session.endswith(".ipynb") and named.is_file():
            return named
        found = [p for p in sorted(self.folder.glob("*.ipynb")) if self._is_mine(p)]
        return found[0] if len(found) == 1 else None

    def _is_mine(self, path: Path) -> bool:
        try:
            meta = json.loads(path.read_text(encoding="utf-8"))["metadata"]["finity"]
            return bool(meta["set"] == self.name and "format" not in meta)
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def _stale(self, book: Mapping[str, Any]) -> list[str]:
        """Functions whose source in the file is not what this session ran: the notebook was not saved."""
        sources = [c["source"] if isinstance(c["source"], str) else "".join(c["source"]) for c in book["cells"]]
        stale = []
        for id, function in self.functions.items():
            try:
                text = inspect.getsource(function).strip()
            except (OSError, TypeError):
                continue
            if not any(text in source for source in sources):
                stale.append(id)
        return stale

    def _from_memory(self) -> dict[str, Any]:
        """A notebook made of what was run, for front ends that do not tell where the file is."""
        history = [text for text in getattr(sys.modules["__main__"], "In", []) if text.strip()]
        last = {handin.marker(self.name, id): max(
            (i for i, text in enumerate(history) if text.startswith(handin.marker(self.name, id))), default=-1)
            for id in self.questions}
        cells = []
        for i, text in enumerate(history):
            mark = next((m for m in last if text.startswith(m)), None)
            if (mark is None or last[mark] == i) and "submit(" not in text:
                cells.append({"cell_type": "code", "metadata": {}, "source": text})
        return {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}


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
