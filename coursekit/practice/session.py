"""The student's side of a problem set: show, check, hint, submit.  Standard library only.

`check` on a graded question says whether the answer has the form that was asked for, and records it; with
``practice=n`` it judges a practice question of the same type at once, and tells more with every attempt.  `submit`
composes the notebook to hand in from the record.  Nothing here holds a key of a graded question.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from boardkit.errors import UserError
from boardkit.foreign import in_short
from boardkit.formats import NewerFormatError
from boardkit.whole_files import write_whole
from coursekit.answers.form import Form
from coursekit.formats import INSTANCES, Instances, IssuedQuestion
from coursekit.judging.stages import POLICIES, SOLUTION, WITNESS
from coursekit.judging.verdict import Verdict
from coursekit.notebooks import heading, marked, variable_of
from coursekit.practice import handin
from coursekit.practice.display import Asked, Checked, Missing, Receipt
from coursekit.practice.handin import Cell, Entry
from coursekit.practice.needed import needed
from coursekit.practice.recording import Record, now
from coursekit.practice.saved import (
    Saved,
    argument,
    blank,
    lines_of,
    read_answer,
    saved_notebook,
    trouble,
)
from coursekit.texts import CATALOGUE

if TYPE_CHECKING:
    from IPython.display import DisplayHandle

    from automatakit.steps.base import Steps
    from coursekit.inputs.widget import AnswerWidget
    from coursekit.questions.base import Instance

CLICKED = "# clicked"
"""Stands in the place of the source of a cell where an answer was clicked together."""


class SubmitError(UserError):
    """Nothing was written: the notebook and the record differ, or a function does not run by itself."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]  # in a notebook the text says it all


class Verbs(NamedTuple):
    """What `open_set` hands to a notebook."""

    show: Callable[..., Asked]
    check: Callable[..., Checked | Verdict | Asked]
    hint: Callable[..., Asked]
    submit: Callable[..., Receipt]


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
        INSTANCES.check(record, path.name)
    except NewerFormatError:
        raise
    except FileNotFoundError:
        raise UserError(
            CATALOGUE.message(
                "handin.no_instances", file=path.name, folder=str(path.parent.resolve())
            )
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError(
            CATALOGUE.message("handin.bad_instances", file=path.name)
        ) from None
    opened = OpenSet(name, Path(folder), record, questions)
    if os.environ.get("BINDER_LAUNCH_HOST"):
        print(CATALOGUE.text("work.reminder"))
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

    def __init__(
        self,
        name: str,
        folder: Path,
        record: Instances,
        questions: Mapping[str, IssuedQuestion],
    ) -> None:
        self.name = name
        self.folder = folder
        self.questions = questions
        self.head = {
            k: str(record.get(k) or "") for k in ("student", "signature", "lang")
        }
        self.lang = self.head["lang"] or "en"
        self.record = Record(
            folder / f"{name}.answers.json", {"set": name, **self.head}
        )
        self.malformed: set[str] = set()
        self.waiting: dict[str, DisplayHandle] = {}
        """What stands on the page below cells that were run without an answer, by question."""

    def _one(self, id: str) -> tuple[str, IssuedQuestion]:
        short = str(id).strip().removeprefix(f"{self.name}.")
        if short not in self.questions:
            raise UserError(
                CATALOGUE.message(
                    "handin.unknown", id=id, ids=", ".join(self.questions)
                )
            )
        return short, self.questions[short]

    def _judged(self, id: str) -> IssuedQuestion:
        _, one = self._one(id)
        if one["kind"] == "manual":
            raise UserError(CATALOGUE.message("handin.by_hand", id=id))
        return one

    def _instance(self, one: IssuedQuestion, number: int) -> Instance:
        from coursekit.questions import question

        try:
            seed = index(number)
        except TypeError:
            raise UserError(CATALOGUE.message("handin.number", number=number)) from None
        return question(one["type"]).instance(
            seed, one["difficulty"], self.lang, one.get("skin"), one.get("alphabet")
        )

    def _practice(self, id: str, number: int) -> tuple[Asked, Sequence[str]]:
        """A practice question and its hints; of a lecturer's own type there is one."""
        one = self._judged(id)
        if made := one.get("practice"):
            title = CATALOGUE.text("handin.practice", number=1, title=made["title"])
            return Asked(title, made["text"], made["picture"]), made["hints"]
        new = self._instance(one, number)
        picture = None if new.picture is None else new.picture.following
        short = self._one(id)[0]
        form = new.asked_by.full_form(new.data)
        if new.kind == "function":
            form = {**form, **heading(new.key["source"])}
        make = partial(
            answer_input,
            new.kind,
            form,
            judge=partial(self._judge, short, one, practice=number, stage=0),
            steps=partial(self._steps, f"{short}-practice-{number}", new),
            picture=picture,
            lang=self.lang,
        )
        title = CATALOGUE.text("handin.practice", number=number, title=new.title)
        another = partial(self.show, id, number + 1)
        return Asked(title, new.text, picture, make, another), new.hints

    def show(self, id: str, practice: int | None = None) -> Asked:
        """Show a question, or a practice question of the same type, and below it the input for its answer.

        Parameters
        ----------
        id : str
            The question, ``"ps1.q3"`` or ``"q3"``.
        practice : int, optional
            Number of the practice question; there are as many as you like.
        """
        short, one = self._one(id)
        if practice is None and one["kind"] == "manual":
            return Asked(
                f"{self.name}.{short}", CATALOGUE.text("handin.by_hand", id=short)
            )
        if practice is None:
            return Asked(
                f"{self.name}.{short} · {one['title']}",
                one["text"],
                one.get("picture"),
                lambda: self._input(short, one),
            )
        return self._practice(id, practice)[0]

    def _input(self, id: str, one: IssuedQuestion) -> AnswerWidget | None:
        """The input for the answer to a question; what is clicked is recorded."""
        digest = one.get("digest", "")
        form = one.get("form", {})
        is_function = one["kind"] == "function"
        if is_function:
            form = {**form, **heading(one.get("cell", ""), variable_of(one))}

        def keep(answer: object) -> str:
            if is_function:
                return self._taken(id, one, answer)
            said = self._note(id, one, *read_answer(one, answer), CLICKED)
            if waiting := self.waiting.get(id):
                waiting.update(Checked(True, said))
            return said

        def kept() -> tuple[int, object] | None:
            entry = self.record.entries().get(id)
            if entry is None or entry.instance != digest:
                return None
            return entry.n, entry.source if is_function else entry.answer

        return answer_input(
            one["kind"],
            form,
            keep=keep,
            kept=kept,
            picture=one.get("picture"),
            lang=self.lang,
        )

    def _taken(self, id: str, one: IssuedQuestion, function: object) -> str:
        """Record a function as it stands in the notebook; what would be handed in is shown."""
        said = self._checked(id, function)
        if not said.fine:
            raise UserError(said.message)
        source = self.record.entries()[id].source
        missing = trouble(source, variable_of(one))
        return "\n".join(
            filter(None, (missing, CATALOGUE.text("input.hand_in"), source))
        )

    def _note(
        self, id: str, one: IssuedQuestion, value: object, text: str, source: str
    ) -> str:
        """Record an answer and say so."""
        self.record.note(
            id, Entry(one["kind"], value, text, source, instance=one.get("digest", ""))
        )
        self.malformed.discard(id)
        return self._tell(CATALOGUE.text("handin.noted", answer=in_short(text, 400)))

    def check(
        self, id: str, answer: object, practice: int | None = None, stage: int = 0
    ) -> Checked | Verdict | Asked:
        """Check an answer.

        Parameters
        ----------
        id : str
            The question.
        answer : object
            What you answer.
        practice : int, optional
            Judge it as the answer to this practice question: points, and with every attempt more of the reason.
        stage : int
            Tell at least so much about it: 1 the kind of error, 2 a witness, 3 a hint, 4 the worked solution.

        Returns
        -------
        Checked or Verdict
            For a graded question only whether the form is right; the answer is recorded for `submit`.
        """
        if practice is None:
            return self._checked(id, answer)
        short, _ = self._one(id)
        return self._judge(short, self._judged(id), answer, practice, stage)

    def _checked(self, id: str, answer: object) -> Checked:
        """Look at the form of an answer, and record it."""
        short, one = self._one(id)
        source = self._cell(id, one)
        if answer is ... or (
            one["kind"] == "function"
            and lines_of(source) == lines_of(one.get("cell", ""))
        ):
            return self._missing(short, one)
        try:
            value, text = read_answer(one, answer)
        except UserError as error:
            self.malformed.add(short)
            return self._refused(short, str(error))
        if one["kind"] == "function":
            source = self._function(id, one, answer)
        return Checked(True, self._note(short, one, value, text, source))

    def _missing(self, id: str, one: IssuedQuestion) -> Checked:
        """A cell without an answer; whoever has clicked one has answered all the same."""
        before = self.record.entries().get(id)
        digest = one.get("digest", "")
        if before and before.source == CLICKED and before.instance == digest:
            known = in_short(before.text, 400)
            return Checked(
                True, self._tell(CATALOGUE.text("handin.kept", answer=known))
            )
        refused = self._refused(id, CATALOGUE.text("handin.not_answered"))
        return Missing(False, refused.message, partial(self.waiting.__setitem__, id))

    def _refused(self, id: str, message: str) -> Checked:
        """What was recorded before stays; nothing is lost by running an empty cell."""
        before = self.record.entries().get(id)
        if before is not None:
            message += "\n" + CATALOGUE.text(
                "handin.stays", answer=in_short(before.text, 400)
            )
        return Checked(False, self._tell(message))

    def _tell(self, message: str) -> str:
        return "\n".join(dict.fromkeys([message, *self.record.news()]))

    def _cell(self, id: str, one: IssuedQuestion) -> str:
        """The source of the cell that gave the answer."""
        ran = _ran()
        short = id.removeprefix(f"{self.name}.")
        own = [text for text in ran if marked(text) == (self.name, short)]
        current = ran[-1] if ran else ""
        if own and argument(current, id) in (None, variable_of(one)):
            return own[-1]
        return current

    def _function(self, id: str, one: IssuedQuestion, function: Any) -> str:
        """The source that defines a function under the name that the text asks for."""
        ran, wanted = _ran(), variable_of(one)
        if not ran:
            with suppress(OSError, TypeError):
                ran = [textwrap.dedent(inspect.getsource(function))]
        given = argument(ran[-1] if ran else "", id) or getattr(
            function, "__name__", wanted
        )
        return needed(ran if given == wanted else [*ran, f"{wanted} = {given}"], wanted)

    def _judge(
        self, id: str, one: IssuedQuestion, answer: object, practice: int, stage: int
    ) -> Verdict | Asked:
        if "practice" in one:
            return Asked(CATALOGUE.text("handin.solution"), one["practice"]["solution"])
        if stage not in range(SOLUTION + 1):
            raise UserError(CATALOGUE.message("handin.stage", stage=stage))
        made = self._instance(one, practice)
        value = given = answer
        if made.kind == "function" and callable(answer):
            from coursekit.practice.handover import asker
            from coursekit.questions import question

            value = None
            given = question(made.type).interview(
                made.data, index(practice), asker(answer)
            )
        else:
            # Else the verdict says what is wrong with the form
            with suppress(UserError):
                value = read_answer(
                    {"kind": made.kind, "form": made.asked_by.form(made.data)}, answer
                )[0]
        short = f"{id}-practice-{index(practice)}"
        before, told = self.record.entries().get(short), POLICIES["practice"]
        if before is None:
            attempt = 1
        else:
            attempt = before.attempts + (value is None or before.answer != value)
        stage = max(stage, told.stage(attempt), 0 if before is None else before.stage)
        verdict = made.judge(
            given, one.get("points", 1), stage, max(1, told.hint(attempt))
        )
        if not verdict.malformed and not verdict.right and stage < WITNESS:
            more = f"{verdict.message}\n{CATALOGUE.text('stages.more', self.lang)}"
            verdict = replace(verdict, message=more)
        if not verdict.malformed:
            text = json.dumps(value, ensure_ascii=False)
            self.record.note(
                short, Entry(made.kind, value, text, attempts=attempt, stage=stage)
            )
        return verdict

    def _steps(self, id: str, made: Instance, verdict: Verdict) -> Steps[object] | None:
        """What can be stepped through: where the solution may be told, as it tells that."""
        known = self.record.entries().get(id)
        if verdict.right or (known is not None and known.stage >= SOLUTION):
            return made.steps(verdict)
        return None

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
        asked, hints = self._practice(id, practice)
        text = asked.text if level == 3 else ""
        return Asked(
            CATALOGUE.text("handin.hint", level=level, title=asked.title),
            "\n\n".join([text, *hints[level - 1 : level]]).strip(),
        )

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
        saved = saved_notebook(self.name, self.folder, notebook)
        known = self.record.entries()
        entries: dict[str, Entry] = {}
        lines, problems = [], []
        for id, one in self.questions.items():
            own = saved.of(id, one)
            entry, state = known.get(id), CATALOGUE.text("handin.not_answered")
            if entry and entry.instance != one.get("digest", entry.instance):
                entry, state = None, CATALOGUE.text("handin.other_instance")
            if one["kind"] == "manual":
                entry = self._written(id, one, own, entry)
            if entry is not None:
                entries[id] = entry
                state = "✎ " + in_short(entry.text, 80)
                if own and entry.source != CLICKED and all(blank(c, one) for c in own):
                    state += " " + CATALOGUE.text("handin.cell_empty")
            elif one["kind"] == "manual":
                state = CATALOGUE.text(
                    "handin.not_seen" if saved.cells is None else "handin.not_written",
                    id=id,
                )
            lines.append((id, state))
            if problem := self._problem(id, one, entry, saved):
                problems.append(f"{id}: {problem}")
        if problems and not recorded:
            listed = "\n".join(f"  {problem}" for problem in problems)
            raise SubmitError(CATALOGUE.message("handin.stopped", problems=listed))
        remarks = [saved.remark, *problems] if saved.remark else problems
        # What helped, for a report
        entries |= {id: entry for id, entry in known.items() if entry.attempts}
        made = handin.compose(
            self.name, self.questions, entries, **self.head, written=now()
        )
        content = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
        out = self.folder / f"{self.name}-handin.ipynb"
        try:
            write_whole(out, content)
        except OSError as error:
            remarks.append(
                CATALOGUE.text(
                    "handin.not_recorded",
                    file=out.name,
                    problem=error.strerror or error,
                )
            )
        return Receipt(out.name, content, tuple(lines), (*remarks, *self.record.news()))

    def _written(
        self, id: str, one: IssuedQuestion, own: Sequence[Cell], entry: Entry | None
    ) -> Entry | None:
        """Free text: what stands in the saved notebook is recorded, unless a cell that was run gave it."""
        texts = [c.source for c in own if c.kind == "markdown" and not blank(c, one)]
        if not texts or (
            entry is not None and (entry.source or entry.answer == texts[0])
        ):
            return entry
        return self.record.note(
            id, Entry("manual", texts[0], texts[0], instance=one.get("digest", ""))
        )

    def _problem(
        self, id: str, one: IssuedQuestion, entry: Entry | None, saved: Saved
    ) -> str | None:
        """What stands in the way of handing in the answer to one question."""
        if id in self.malformed:
            said = CATALOGUE.text("handin.malformed")
            if entry is None:
                return said
            known = in_short(entry.text, 80)
            return f"{said}\n    {CATALOGUE.text('handin.stays', answer=known)}"
        if entry is None:
            if all(blank(c, one) for c in saved.of(id, one)):
                return None
            return CATALOGUE.text("handin.not_run")
        if saved.differs(id, one, entry):
            return CATALOGUE.text("handin.differs", answer=in_short(entry.text, 80))
        if one["kind"] == "function":
            return trouble(entry.source, variable_of(one))
        return None


def answer_input(kind: str, form: Form, **options: Any) -> AnswerWidget | None:
    """A widget to answer with; it is loaded when it is shown."""
    from coursekit.inputs.widget import answer_widget

    return answer_widget(kind, form, **options)


def _ran() -> list[str]:
    """What was run in this session, the current cell last."""
    return [text for text in getattr(sys.modules["__main__"], "In", []) if text.strip()]
