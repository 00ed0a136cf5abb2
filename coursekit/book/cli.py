"""The lecturer's commands: release, collect, mark, feedback, export."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click

from boardkit.console import emit, json_option, progress
from boardkit.errors import UserError
from boardkit.foreign import visible
from boardkit.messages import get_language, numeral
from boardkit.usage import Command
from coursekit.texts import CATALOGUE

__all__ = ["COMMANDS"]

T = TypeVar("T")


def course_option(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the option ``--course``."""
    return click.option("--course", "folder", type=click.Path(file_okay=False),
                        help="Folder of the course (default: here, or the folder course in it).")(command)


def _course(folder: str | None) -> Any:
    try:
        import jupytext  # noqa: F401
        import nbgrader  # noqa: F401
    except ImportError as error:
        raise UserError(CATALOGUE.message("course.install", module=error.name)) from None
    from coursekit.sets.course import find_course

    return find_course(folder)


@click.command(cls=Command)
@click.argument("name", metavar="SET")
@course_option
@click.option("--student", "students", multiple=True, help="A student who is not in the data base (repeatable).")
@click.option("--renew", is_flag=True, help="Draw new questions even where some were handed out already.")
@json_option
def release(name: str, folder: str | None, students: tuple[str, ...], renew: bool, as_json: bool) -> None:
    """Build problem set SET and the version for students.

    Makes nbgrader's source notebook, the release version, a solved copy and a copy for otter; and for every student
    of the data base a folder with individual questions.
    """
    from coursekit.sets.release import release as run

    course = _course(folder)
    course.problem_set(name)
    with course.locked(name):
        done = run(course, name, students=students, lang=get_language(), renew=renew)
    text = CATALOGUE.text("release.done", name=done.name, questions=done.questions, points=numeral(done.points),
                          folder=str(done.folder), students=len(done.students))
    text += "".join(f"\n  {id}: {CATALOGUE.text(f'release.{note}')}" for id, note in done.reservations)
    emit({"set": done.name, "folder": str(done.folder), "questions": done.questions, "points": done.points,
          "students": list(done.students), "reservations": dict(done.reservations)}, text, as_json)


@click.command(cls=Command)
@click.argument("name", metavar="SET")
@click.argument("source", metavar="FOLDER", type=click.Path())
@course_option
@click.option("--pattern", help="Regular expression with a group (?P<student>…), searched in each file's path.")
@click.option("--new", is_flag=True, help="Take students who are not in the data base.")
@json_option
def collect(name: str, source: str, folder: str | None, pattern: str | None, new: bool, as_json: bool) -> None:
    """File what was handed in for problem set SET: notebooks in FOLDER (or in a .zip file), one per student.

    Whose a file is follows from its outermost folder, or from its name. What is not clear is named and not filed.
    """
    from coursekit.book.collecting import collect as run

    course = _course(folder)
    course.problem_set(name)
    done = run(course, name, Path(source), pattern, new)
    lines = [CATALOGUE.text("collect.done", number=len(done.filed))]
    for student, one in done.filed.items():
        found = CATALOGUE.text("collect.found", answers=one.answered, written=one.written)
        lines.append(f"  {visible(student):<20} {visible(found)}  {visible(one.path)}")
        lines += [f"      {_remark(r)}" for r in map(asdict, one.remarks)]
    lines += [f"  {visible(path)}: {visible(why)}" for path, why in done.passed_over]
    if done.refused:
        lines.append(CATALOGUE.text("collect.refused"))
        lines += [f"  {visible(path)}: {visible(why)}" for path, why in done.refused]
    emit({"set": name, "filed": {s: asdict(one) for s, one in done.filed.items()},
          "passed_over": [{"file": f, "why": w} for f, w in done.passed_over],
          "refused": [{"file": f, "why": w} for f, w in done.refused]}, "\n".join(lines), as_json)
    if done.refused:
        raise click.exceptions.Exit(1)


@click.command(cls=Command)
@click.argument("name", metavar="SET")
@course_option
@click.option("--workers", type=click.IntRange(1), help="Number of processes (default: one for each core).")
@click.option("--scheduler", help="Address of a dask scheduler, to mark on many machines.")
@click.option("--again", is_flag=True, help="Mark everything anew.")
@click.option("--execute", multiple=True, metavar="STUDENT",
              help="Run this student's whole notebook, in a sandbox, for answers that were not recorded (repeatable).")
@json_option
def mark(name: str, folder: str | None, workers: int | None, scheduler: str | None, again: bool,
         execute: tuple[str, ...], as_json: bool) -> None:
    """Mark all submissions of problem set SET that are not marked yet.

    Can be interrupted at any time, and goes on where it was.
    """
    from coursekit.book.scores import as_it_counts, book_results, scores
    from coursekit.marking import results
    from coursekit.marking.marking import Marking, changes
    from coursekit.marking.pool import cores, run_jobs

    course = _course(folder)
    marking = Marking(course, name, execute=execute)
    if strangers := sorted({*execute} - {*course.submissions(name)}):
        raise UserError(CATALOGUE.message("mark.nothing_of", student=strangers[0], name=name))
    failed: dict[str, str] = {}
    changed: dict[str, dict[str, tuple[float, float]]] = {}
    fresh: list[str] = []
    with course.locked(name):
        todo = marking.open_students(again)
        found = run_jobs((marking.job(s) for s in todo), workers=min(workers or cores(), max(1, len(todo))),
                         scheduler=scheduler)
        try:
            for result in progress(found, name, total=len(todo)):
                student = result["student"]
                if "failed" in result:
                    failed[student] = result["failed"]
                    continue
                if other := changes(results.latest(marking.results_file(student)), result):
                    changed[student] = other
                marking.note(result)
                fresh.append(student)
        finally:
            marked = marking.marked()
            book_results(course, name, marked)
    book = scores(course, name)
    counting = {student: as_it_counts(result, book.get(student)) for student, result in marked.items()}
    if left := sorted(map(str, Path(tempfile.gettempdir()).glob("finity-run-*"))):
        click.echo(CATALOGUE.text("mark.leftovers", folder=visible(left[0]), number=len(left)), err=True)
    _report(name, counting, fresh, failed, changed, as_json)
    if failed:
        raise click.exceptions.Exit(1)


def _remark(r: Mapping[str, str]) -> str:
    from coursekit.marking.autograded import remark_text

    return visible((r["where"] + ": " if r["where"] else "") + remark_text(r))


def _report(name: str, marked: dict[str, Any], fresh: list[str], failed: dict[str, str],
            changed: dict[str, dict[str, tuple[float, float]]], as_json: bool) -> None:
    """Say who got what, and name every submission that something was wrong with."""
    lines = [CATALOGUE.text("mark.done", fresh=len(fresh), number=len(marked))]
    for student, result in marked.items():
        lines.append(f"  {student:<20} {numeral(result['points'], '6g')} / {numeral(result['maximum'])}")
        lines += ["      " + CATALOGUE.text("mark.changed", id=q, before=numeral(before), after=numeral(after))
                  for q, (before, after) in changed.get(student, {}).items()]
        for r in result["remarks"]:
            lines.append(f"      {_remark(r)}")
    lines += [f"  {visible(student):<20} {visible(CATALOGUE.text('mark.failed', problem=why))}"
              for student, why in failed.items()]
    if unmarked := [r["remarks"] for r in marked.values() if r["unmarked"]]:
        reasons = [r["what"] for remarks in unmarked for r in remarks if r["id"] == "no_sandbox"]
        lines.append(CATALOGUE.text("mark.no_sandbox", number=len(reasons), reason=reasons[0]))
    students = {s: {"points": r["points"], "maximum": r["maximum"], "remarks": r["remarks"],
                    "questions": {q: v["points"] for q, v in r["questions"].items()}} for s, r in marked.items()}
    waiting = [s for s, r in marked.items() if r["waits"]]
    lines += [f"{CATALOGUE.text('report.waiting')} {', '.join(waiting)}"] if waiting else []
    emit({"set": name, "marked": fresh, "students": students, "changed": changed, "failed": failed,
          "waiting": waiting}, "\n".join(lines), as_json)


@click.command(cls=Command)
@click.argument("name", metavar="SET")
@course_option
@click.option("--solutions", is_flag=True, help="Add the worked solution of each student's own questions.")
@json_option
def feedback(name: str, folder: str | None, solutions: bool, as_json: bool) -> None:
    """Write a page of feedback for every marked submission of problem set SET."""
    from coursekit.book.feedback import write_feedback

    written = write_feedback(_course(folder), name, solutions)
    emit({"set": name, "files": [str(p) for p in written]},
         CATALOGUE.text("feedback.done", number=len(written)), as_json)


@click.command(cls=Command)
@click.argument("names", metavar="[SET]...", nargs=-1)
@course_option
@click.option("--to", "target", type=click.Path(file_okay=False), help="Folder for the files (default: export).")
@click.option("--moodle", "worksheet", type=click.Path(dir_okay=False, exists=True, path_type=Path),
              help="Moodle's grading worksheet of the assignment, to be filled in for the one set that is named.")
@json_option
def export(names: tuple[str, ...], folder: str | None, target: str | None, worksheet: Path | None,
           as_json: bool) -> None:
    """Write grades as CSV: a table of all questions per problem set, and Moodle's grading worksheet filled in."""
    from coursekit.book.export import export as run
    from coursekit.book.export import fill_worksheet
    from coursekit.practice.files import write_whole

    course = _course(folder)
    for name in names:
        course.problem_set(name)
    if worksheet and len(names) != 1:
        raise UserError(CATALOGUE.message("export.one_set"))
    place = Path(target) if target else course.root / "export"
    written = run(course, names or course.sets(), place)
    lists: dict[str, list[str]] = {"missing": [], "waiting": []}
    if worksheet:
        filled = fill_worksheet(course, names[0], worksheet)
        lists = {"missing": list(filled.missing), "waiting": list(filled.waiting)}
        written.append(place / f"{names[0]}-moodle.csv")
        write_whole(written[-1], filled.table)
    files = [str(p) for p in written]
    lines = [CATALOGUE.text(f"export.{what}", students=", ".join(students)) for what, students in lists.items()
             if students]
    emit({"files": files, **lists}, "\n".join([*files, *lines]), as_json)


@click.command(cls=Command)
@click.argument("name", metavar="SET")
@course_option
@click.option("--to", "target", help="Folder for the files (default: report).")
@json_option
def report(name: str, folder: str | None, target: str | None, as_json: bool) -> None:
    """Write a summary of problem set SET: how many are right, which misconceptions, which witness words."""
    from coursekit.book.report import attention, write_report
    from coursekit.book.scores import standings

    course = _course(folder)
    written = [str(p) for p in write_report(course, name, Path(target) if target else course.root / "report")]
    lists = attention(course, name, standings(course, name))
    lines = [f"{CATALOGUE.text(f'report.{what}')} {', '.join(students)}" for what, students in lists.items()
             if students]
    emit({"files": written, **lists}, "\n".join([*written, *lines]), as_json)


COMMANDS = (release, collect, mark, feedback, export, report)
