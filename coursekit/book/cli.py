"""The lecturer's commands: new, release, collect, mark, read, feedback, export, status, archive, forget, rehearse."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from shlex import quote

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boardkit.console import emit, json_option, needs, no_effect, progress, working
from boardkit.errors import UserError
from boardkit.foreign import in_line, in_list, visible
from boardkit.messages import (
    get_language,
    language_is_chosen,
    numeral,
    using_language,
)
from boardkit.po import template
from boardkit.usage import Command
from boardkit.whole_files import write_whole
from coursekit.book import collecting, forgetting
from coursekit.book import export as exporting
from coursekit.book.archive import needs_passphrase, open_archive, write_archive
from coursekit.book.feedback import write_feedback
from coursekit.book.identity import Participants, check_extensions
from coursekit.book.marks import read_sheet, take_in
from coursekit.book.moodle import Worksheet, feedback_archive
from coursekit.book.new import new_course
from coursekit.book.new import start as begin
from coursekit.book.pages import fill
from coursekit.book.people import People
from coursekit.book.person import write_person
from coursekit.book.reading import write_pages
from coursekit.book.rehearsal import in_words, own_folder
from coursekit.book.rehearsal import rehearse as rehearsing
from coursekit.book.report import in_terminal, write_report
from coursekit.book.scores import (
    Renamed,
    Standing,
    book_results,
    in_book,
    see_formgrader,
    standings,
    tell,
)
from coursekit.book.status import SetStatus, autograde_is_open
from coursekit.book.status import status as look
from coursekit.marking import ledger
from coursekit.marking.autograded import few, remark_text
from coursekit.marking.marking import Marking, changes
from coursekit.marking.pool import cores, run_jobs
from coursekit.marking.result import Failed
from coursekit.practice.handin import Remark
from coursekit.sets import release as releasing
from coursekit.sets.course import Course, find_course, load_nbgrader
from coursekit.sets.deadlines import moment
from coursekit.sets.question import course_option
from coursekit.texts import message, text


def _course(
    context: click.Context | None, option: click.Parameter | None, folder: str | None
) -> Course:
    try:
        load_nbgrader()
        import jupytext  # noqa: F401
    except ImportError as error:
        raise UserError(message("course.install", module=error.name)) from None
    course = find_course(folder)
    current = context or click.get_current_context()
    if course.plan.lang and not language_is_chosen():
        current.with_resource(using_language(course.plan.lang))
    check_extensions(course)
    return course


def course_command(run: Callable[..., None]) -> click.Command:
    """Make a command about a course, with the options ``--course`` and ``--json``."""
    run = course_option(callback=_course)(run)
    command = click.command(cls=Command)(run)
    json_option(command)
    return command


MANY = 40  # files that are listed within a line
_WORKSHEET = click.option(
    "--moodle",
    "worksheet",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Moodle's grading worksheet of the assignment: it says which number is whose.",
)


def _sheet(file: Path | None) -> Worksheet | None:
    if file is None:
        return None
    return Worksheet.read(file)


def _packed(
    course: Course,
    name: str,
    what: str,
    worksheet: Worksheet,
    files: Mapping[str, Iterable[Path]],
) -> tuple[Path, list[str]]:
    """Write the archive that Moodle's assignment takes, and say for whom there is no row."""
    numbers = Participants(course, name).of_moodle()
    owners = worksheet.owners(course.students(), numbers)
    path = course.root / "export" / f"{name}-{what}.zip"
    mine = {student: paths for student, paths in files.items() if student in owners}
    write_whole(path, feedback_archive(worksheet, owners, mine))
    people = People.of(course)
    return path, list(map(people.one, sorted({*files} - {*owners})))


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def _said(path: Path, missing: list[str]) -> list[str]:
    lines = [text("moodle.archive", file=str(path))]
    if missing:
        names = in_list(missing, MANY)
        lines.append(text("export.missing", names=names))
    return lines


@course_command
@click.argument("name", metavar="SET")
@click.option(
    "--student",
    "students",
    multiple=True,
    help="Also draw questions for this student, who is not in the database (repeatable).",
)
@click.option(
    "--renew",
    is_flag=True,
    help="Draw the questions anew even where some were handed out already.",
)
@click.option(
    "--texts",
    is_flag=True,
    help="Only print the texts of the set, as a template for translators' tools.",
)
@_WORKSHEET
def release(
    name: str,
    course: Course,
    students: tuple[str, ...],
    renew: bool,
    texts: bool,
    worksheet: Path | None,
    as_json: bool,
) -> None:
    """Build problem set SET and the version for students.

    Makes nbgrader's source notebook, the release version, a solved copy and a copy for otter; and for every student
    of the database a folder with individual questions.
    """
    problems = course.problem_set(name)
    no_effect("--texts", "--student", "--renew", "--json", "--moodle")
    sheet = _sheet(worksheet)
    if texts:
        click.echo(template(problems.texts))
        return
    with course.locked(name):
        done = releasing.release(
            course,
            name,
            students=students,
            lang=course.plan.lang or get_language(),
            renew=renew,
        )
    lines = [
        text(
            "release.done",
            name=done.name,
            questions=done.questions,
            points=done.points,
        ),
        text(
            "release.individual" if done.students else "release.common",
            folder=str(done.for_students),
            students=len(done.students),
        ),
    ]
    if done.groups:
        lines.append(text("release.groups", number=done.groups))
    if done.own_before:
        lines.append(text("release.own_before", number=done.own_before))
    reservations: dict[str, list[str]] = {}
    for id, note in done.reservations:
        reservations.setdefault(note, []).append(id)
    for note, ids in reservations.items():
        lines.append(f"  {', '.join(ids)}: {text(f'release.{note}')}")
    if done.untranslated:
        lines.append(text("release.untranslated", file=done.untranslated))
    for what, files in (("kept_back", done.kept_back), ("besides", done.besides)):
        if files:
            listed = in_list(files, MANY)
            lines.append(text(f"release.{what}", files=listed))
    packed: Path | None = None
    if sheet:
        going = {}
        for student in done.students:
            going[student] = _files(course.handout(name, student))
        if not going:
            going = dict.fromkeys(course.students(), _files(done.folder))
        packed, missing = _packed(course, name, "handout", sheet, going)
        lines += _said(packed, missing)
    emit(
        {
            "set": done.name,
            "folder": str(done.folder),
            "for_students": str(done.for_students),
            "questions": done.questions,
            "points": done.points,
            "students": list(done.students),
            "groups": done.groups,
            "reservations": dict(done.reservations),
            "untranslated": done.untranslated,
            "kept_back": list(done.kept_back),
            "besides": list(done.besides),
            "archive": str(packed or ""),
        },
        "\n".join(lines),
        as_json,
    )


@course_command
@click.argument("name", metavar="SET")
@click.argument("source", metavar="FOLDER", type=click.Path())
@click.option(
    "--pattern",
    help="Regular expression with a group (?P<student>…), searched in each file's path.",
)
@click.option(
    "--new", is_flag=True, help="Accept students who are not in the database."
)
@click.option(
    "--replace",
    is_flag=True,
    help="Let the files in FOLDER count, even if newer ones were collected before.",
)
@_WORKSHEET
def collect(
    name: str,
    source: str,
    course: Course,
    pattern: str | None,
    new: bool,
    replace: bool,
    worksheet: Path | None,
    as_json: bool,
) -> None:
    """File what was handed in for problem set SET: notebooks in FOLDER (or in a .zip file), one per student.

    The outermost folder of a file, or its name, says whose it is. Files whose owner is unclear are named, not filed.
    """
    course.problem_set(name)
    with course.locked(name):
        done = collecting.collect(
            course, name, Path(source), pattern, new, replace, _sheet(worksheet)
        )
    lines = [text("collect.done", number=len(done.filed))]
    people = People.of(course, name)
    for student, one in done.filed.items():
        found = text(
            "collect.found", answers=one.answered, written=in_line(one.written, 25)
        )
        lines.append(f"  {people.together(student):<30} {found}  {in_line(one.path)}")
        lines += _remarks(one.remarks)
    lines += _not_taken(done.passed_over)
    if done.by_name:
        lines.append(text("collect.by_name", students=people.listed(done.by_name)))
    if done.elsewhere:
        lines.append(text("collect.elsewhere", students=people.listed(done.elsewhere)))
    undecided = sorted([*done.refused, *done.unreadable])
    if undecided:
        lines.append(text("collect.refused"))
        lines += _not_taken(undecided)
    emit(
        {
            "set": name,
            "filed": {s: asdict(one) for s, one in done.filed.items()},
            "passed_over": [{"file": f, "why": w} for f, w in done.passed_over],
            "by_name": list(done.by_name),
            "elsewhere": list(done.elsewhere),
            "refused": [{"file": f, "why": w} for f, w in done.refused],
            "unreadable": [{"file": f, "why": w} for f, w in done.unreadable],
        },
        _listed(lines),
        as_json,
    )
    if undecided or done.elsewhere:
        raise click.exceptions.Exit(1)


@course_command
@click.argument("name", metavar="SET")
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Number of processes (default: one for each core).",
)
@click.option(
    "--scheduler", help="Address of a dask scheduler, to mark on many machines."
)
@click.option("--again", is_flag=True, help="Mark everything anew.")
@click.option(
    "--execute",
    multiple=True,
    metavar="STUDENT",
    help="Run this student's whole notebook, in a sandbox, for answers that were not recorded (repeatable).",
)
def mark(
    name: str,
    course: Course,
    workers: int | None,
    scheduler: str | None,
    again: bool,
    execute: tuple[str, ...],
    as_json: bool,
) -> None:
    """Mark all submissions of problem set SET that are not marked yet.

    Can be interrupted at any time, and continues where it stopped.
    """
    marking = Marking(course, name, execute=execute)
    if strangers := sorted({*execute} - {*course.submissions(name)}):
        raise UserError(message("mark.nothing_of", student=strangers[0], name=name))
    click.echo(autograde_is_open(course), err=True, nl=False)
    failed: dict[str, str] = {}
    changed: dict[str, dict[str, tuple[float, float]]] = {}
    fresh: list[str] = []
    with course.locked(name):
        see_formgrader(course, name)
        todo = marking.open_students(again)
        _foresee(marking, todo)
        found = run_jobs(
            (job for s in todo for job in marking.jobs(s, again)),
            workers=min(workers or cores(), max(1, len(todo))),
            scheduler=scheduler,
        )
        try:
            for result in progress(found, name, total=len(todo)):
                student = result.student
                if isinstance(result, Failed):
                    failed[student] = result.problem
                    continue
                records = ledger.read(marking.results_file(student))
                before = ledger.by_hand_in(records).get(result.content)
                if other := changes(before, result):
                    changed[student] = other
                marking.note(result)
                if student not in fresh:
                    fresh.append(student)
        finally:
            marked = marking.marked()
            shown = in_book(course, name)
            for student, result in marked.items():
                # Marks by hand can make another hand-in the best one
                if shown.get(student, [result.content]) != [result.content]:
                    marking.show(result)
            renamed = book_results(course, name, marked)
    for line in _renamed(renamed):
        click.echo(line, err=True)
    counts = standings(course, name)
    counting = {student: counts[student] for student in marked}
    if left := sorted(map(str, Path(tempfile.gettempdir()).glob("finity-run-*"))):
        click.echo(
            text("mark.leftovers", folder=visible(left[0]), number=len(left)),
            err=True,
        )
    _report(course, name, counting, fresh, failed, changed, as_json)
    if failed:
        raise click.exceptions.Exit(1)


def _foresee(marking: Marking, students: list[str]) -> None:
    """Say where functions will run, and name what cannot, before anything is marked."""
    if not (students and marking.runs_code):
        return
    with working(text("mark.preparing")):
        place, cannot = marking.foreseen(students)
    if place:
        click.echo(text("mark.sandbox", sandbox=place), err=True)
    for whose, reason in cannot.items():
        click.echo(
            in_line(f"{whose}: {text('remark.no_sandbox', what=reason)}", 500),
            err=True,
        )


def _renamed(names: Iterable[Renamed]) -> list[str]:
    """Say which names are stored otherwise than they came."""
    return [
        text(
            "names.renamed",
            student=in_line(one.student),
            was=in_line(one.was),
            now=in_line(one.now),
        )
        for one in names
    ]


def _not_taken(files: Iterable[tuple[str, str]]) -> list[str]:
    """Lines with files that were not filed, and why."""
    return [f"  {in_line(path)}: {in_line(why, 500)}" for path, why in files]


def _remarks(remarks: Iterable[Remark]) -> list[str]:
    """Lines with what is unusual about a hand-in; not all, where it is made to fill the screen."""
    lines = []
    for remark in few(remarks):
        said = remark_text(remark)
        if remark.where:
            said = f"{remark.where}: {said}"
        lines.append(f"      {in_line(said, 500)}")
    return lines


def _listed(lines: Iterable[str], width: int | None = None) -> str:
    """Lines of which a terminal breaks none: what is too long goes on further in, where no line of ours begins."""
    if width is None and not sys.stdout.isatty():
        return "\n".join(lines)
    console = Console(width=width)
    parts = []
    for line in lines:
        bare = line.lstrip(" ")
        first = " " * (len(line) - len(bare))
        further = first + " " * 8
        broken = Text(bare).wrap(console, max(20, console.width - len(further)))
        if not broken:
            parts.append("")
        margin = first
        for part in broken:
            parts.append(margin + str(part).rstrip())
            margin = further
    return "\n".join(parts)


def _report(
    course: Course,
    name: str,
    marked: Mapping[str, Standing],
    fresh: list[str],
    failed: dict[str, str],
    changed: dict[str, dict[str, tuple[float, float]]],
    as_json: bool,
) -> None:
    """Say who got what of those who were marked now, and name every submission that something was wrong with."""
    people = People.of(course, name)
    lines = [text("mark.done", fresh=len(fresh), number=len(marked))]
    for student in sorted({*fresh} & {*marked}):
        result = marked[student]
        lines.append(
            f"  {people.together(student):<30} {numeral(result.points, '6g')} / {numeral(result.maximum)}"
        )
        for q, (before, after) in changed.get(student, {}).items():
            said = text("mark.changed", id=q, before=before, after=after)
            lines.append(f"      {said}")
        lines += _remarks(result.remarks)
    for student, why in failed.items():
        said = in_line(text("mark.failed", problem=why), 500)
        lines.append(f"  {people.together(student):<30} {said}")
    students = {}
    reasons = []
    waiting = []
    for student, result in marked.items():
        if result.waits:
            waiting.append(student)
        for remark in result.remarks:
            if remark.id == "no_sandbox" and result.unmarked:
                reasons.append(remark.what)
        students[student] = {
            "points": result.points,
            "maximum": result.maximum,
            "remarks": list(map(asdict, result.remarks)),
            "questions": {q: one.points for q, one in result.questions.items()},
        }
    if reasons:
        lines.append(text("mark.no_sandbox", number=len(reasons), reason=reasons[0]))
    if waiting:
        lines.append(f"{text('report.waiting')} {people.listed(waiting)}")
    emit(
        {
            "set": name,
            "marked": fresh,
            "students": students,
            "changed": changed,
            "failed": failed,
            "waiting": waiting,
        },
        _listed(lines),
        as_json,
    )


@course_command
@click.argument("name", metavar="SET")
@click.argument(
    "sheets",
    metavar="[SHEET]...",
    nargs=-1,
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
)
@click.option(
    "--by",
    "tutors",
    multiple=True,
    metavar="NAME",
    help="Who marks (repeatable: the answers are shared out; default: your login).",
)
@click.option(
    "--to",
    "target",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the pages (default: reading).",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Include what a person has already marked.",
)
@click.option(
    "--replace", is_flag=True, help="Enter a SHEET even if others have marked later."
)
def read(
    name: str,
    sheets: tuple[Path, ...],
    course: Course,
    tutors: tuple[str, ...],
    target: Path | None,
    everything: bool,
    replace: bool,
    as_json: bool,
) -> None:
    """Write pages on which people mark the open questions of problem set SET, or take in the sheets that come back.

    A page shows one question after the other, with a rubric that all its answers share. It needs only a browser.
    """
    course.problem_set(name)
    no_effect("--replace", "--by", "--to", "--all")
    see_formgrader(course, name)
    if sheets:
        _take_in(course, name, sheets, replace, as_json)
        return
    who = tutors or (ledger.login() or "me",)
    folder = target or course.root / "reading"
    pages = write_pages(course, name, folder, who, everything=everything)
    lines = [text("read.pages", name=name), *map(str, pages)]
    if not pages:
        lines = [text("read.nothing", name=name)]
    emit({"set": name, "files": [*map(str, pages)]}, "\n".join(lines), as_json)


def _take_in(
    course: Course, name: str, sheets: Iterable[Path], replace: bool, as_json: bool
) -> None:
    people = People.of(course, name)
    entered = 0
    refused: list[tuple[str, str, str]] = []
    with course.locked(name):
        for file in sheets:
            sheet = read_sheet(file)
            if sheet.set != name:
                raise UserError(
                    message("read.other_set", file=str(file), name=in_line(sheet.set))
                )
            taken = take_in(course, sheet, replace=replace)
            entered += taken.entered
            refused += taken.refused
    lines = [text("read.entered", number=entered)]
    for student, q, why in refused:
        lines.append(f"  {people.together(student)}, {in_line(q)}: {why}")
    data = [{"student": s, "question": q, "why": why} for s, q, why in refused]
    emit({"set": name, "entered": entered, "refused": data}, _listed(lines), as_json)
    if refused:
        raise click.exceptions.Exit(1)


@course_command
@click.argument("name", metavar="SET")
@click.option(
    "--solutions",
    is_flag=True,
    help="Add the worked solution of each student's own questions.",
)
@_WORKSHEET
def feedback(
    name: str,
    course: Course,
    solutions: bool,
    worksheet: Path | None,
    as_json: bool,
) -> None:
    """Write a page of feedback for every marked submission of problem set SET."""
    sheet = _sheet(worksheet)
    written = write_feedback(course, name, solutions)
    folder = course.folder("feedback", name, "x").parent.parent
    lines = [text("feedback.done", number=len(written), folder=visible(folder))]
    if sheet:
        files = {path.parent.parent.name: [path] for path in written}
        path, missing = _packed(course, name, "feedback", sheet, files)
        lines += _said(path, missing)
        written.append(path)
    emit({"set": name, "files": [*map(str, written)]}, "\n".join(lines), as_json)


@course_command
@click.argument("names", metavar="[SET]...", nargs=-1)
@click.option(
    "--to",
    "target",
    type=click.Path(file_okay=False),
    help="Folder for the files (default: export).",
)
@_WORKSHEET
@click.option(
    "--canvas",
    "gradebook",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="The grade book that Canvas exports, to be filled in.",
)
def export(
    names: tuple[str, ...],
    course: Course,
    target: str | None,
    worksheet: Path | None,
    gradebook: Path | None,
    as_json: bool,
) -> None:
    """Write grades as CSV: a table of all questions per problem set, and Moodle's grading worksheet filled in."""
    for name in names:
        course.problem_set(name)
    if (worksheet or gradebook) and len(names) != 1:
        raise UserError(message("export.one_set"))
    place = Path(target) if target else course.root / "export"
    written = exporting.export(course, names or course.sets(), place)
    lists = {
        "no_grades": [name for name in names if place / f"{name}.csv" not in written]
    }
    remarks = []
    filled: dict[str, exporting.Filled] = {}
    if sheet := _sheet(worksheet):
        filled["moodle"] = exporting.fill_worksheet(course, names[0], sheet)
        remarks.append(text("export.overwrite"))
        # The comments tell what every question earned
        for counts in standings(course, names[0]).values():
            tell(course, names[0], counts)
    if gradebook:
        filled["canvas"] = exporting.fill_gradebook(course, names[0], gradebook)
    for platform, one in filled.items():
        for what in ("missing", "waiting", "above"):
            lists[what] = [*lists.get(what, []), *getattr(one, what)]
        written.append(place / f"{names[0]}-{platform}.csv")
        write_whole(written[-1], one.table)
        if one.maximum is not None:
            remarks.append(text("export.maximum", maximum=one.maximum))
    files = [*map(str, written)]
    people = People.of(course)
    lines = []
    for what, whose in lists.items():
        if whose:
            lines.append(text(f"export.{what}", names=people.listed(whose)))
    emit(
        {"files": files, "missing": [], "waiting": [], "above": [], **lists},
        "\n".join([*files, *lines, *remarks]),
        as_json,
    )


@click.command(cls=Command)
@click.argument(
    "folder", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--student",
    help="Instead, delete all answers, marks and feedback of this student in the course in FOLDER.",
)
@click.option("--yes", is_flag=True, help="Delete without asking first.")
@json_option
def forget(folder: Path, student: str | None, yes: bool, as_json: bool) -> None:
    """Delete recorded answers, attempts and files to hand in that lie in FOLDER (default: here)."""
    course = None
    if student is not None:
        course = find_course(folder)
        found = forgetting.traces(course, student)
    else:
        found = forgetting.records(folder)
    if not found:
        raise UserError(message("forget.nothing", folder=str(folder.resolve())))
    click.echo(_listed(map(visible, found)), err=as_json)
    sure = yes or click.confirm(text("forget.sure", number=len(found)), err=as_json)
    left: list[Path] = []
    if sure and course and student is not None:
        left = forgetting.forget_student(course, student, found)
        click.echo(text("forget.copies"), err=as_json)
        if left:
            listed = [text("forget.left"), *(f"  {path}" for path in left)]
            click.echo(_listed(map(visible, listed)), err=as_json)
    elif sure:
        forgetting.delete(found)
    if as_json:
        deleted = found if sure else []
        emit({"deleted": [*map(str, deleted)], "left": [*map(str, left)]}, "", True)


_COUNTS = ("released", "handed_in", "marked", "feedback")


@click.command(cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--units",
    default="",
    help="Units whose problem sets you want, as in 1-5 (default: all; none in a course that exists already).",
)
@click.option(
    "--students",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Class list as CSV: id,first_name,last_name,email,number,group, or as Moodle or Canvas exports it.",
)
@click.option(
    "--start",
    type=click.DateTime(["%Y-%m-%d"]),
    help="First day of the term: a set goes out every week.",
)
@click.option(
    "--question",
    metavar="NAME",
    help="Instead, write a package in FOLDER with a type of question, and a test.",
)
@click.option(
    "--skin",
    metavar="NAME",
    help="Instead, write a package in FOLDER with another way to present automata, and a test.",
)
@click.option(
    "--board",
    metavar="NAME",
    help="Instead, write a package in FOLDER with a board of Finity, and a test.",
)
@click.option(
    "--set",
    metavar="NAME",
    help="Instead, write a problem set in the course in FOLDER, and a test.",
)
@click.option(
    "--renew-secret",
    "renew",
    is_flag=True,
    help="Instead, draw a new secret for the sets of the course in FOLDER that are not released yet.",
)
@json_option
def new(
    folder: Path,
    units: str,
    students: Path | None,
    start: date | None,
    renew: bool,
    as_json: bool,
    **wanted: str,
) -> None:
    """Make a folder for your own course, or add to it what is missing.

    The language of the course is that of --lang. Files that are already there are never changed.
    """
    no_effect(
        "--renew-secret",
        "--units",
        "--students",
        "--start",
        *(f"--{what}" for what in wanted),
    )
    if renew:
        kept = find_course(folder).renew_secret()
        return emit(
            {"folder": str(folder), "kept": kept},
            text("new.renewed", sets=", ".join(kept) or "–"),
            as_json,
        )
    for what, name in wanted.items():
        if name:
            no_effect(
                f"--{what}",
                "--units",
                "--students",
                "--start",
                *(f"--{o}" for o in wanted if o != what),
            )
            files = begin(what, name, folder)
            told = text(
                "new.begun", files=", ".join(files) or "–", folder=quote(str(folder))
            )
            return emit({"folder": str(folder), "files": list(files)}, told, as_json)
    made = new_course(
        folder, units, students, start and date(start.year, start.month, start.day)
    )
    told = text(
        "new.done",
        folder=quote(str(folder)),
        files=len(made.files),
        students=made.students,
    )
    lines = [told, *_renamed(made.renamed)]
    for column, meant in made.misspelt:
        lines.append(text("new.misspelt", column=in_line(column), meant=meant))
    if made.not_planned:
        lines += [text("new.not_planned"), made.not_planned]
    return emit(
        {
            "folder": str(folder),
            "files": list(made.files),
            "students": made.students,
            "renamed": list(map(asdict, made.renamed)),
            "misspelt": [{"column": c, "meant": m} for c, m in made.misspelt],
            "not_planned": made.not_planned,
        },
        "\n".join(lines).rstrip("\n"),
        as_json,
    )


@course_command
@click.argument("name", metavar="[SET]", default="")
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report to this file, as a web page.",
)
def status(name: str, course: Course, page: Path | None, as_json: bool) -> None:
    """Say where every problem set stands, and what to do next; or what the answers to problem set SET show."""
    if name:
        table, lines, data = in_terminal(course, name)
        if page is not None:
            write_report(course, name, page)
        if not as_json:
            Console().print(table)
        return emit(data, "\n".join(lines), as_json)
    click.echo(autograde_is_open(course), err=True, nl=False)
    sets = look(course, date.today())
    if page is not None:
        write_whole(
            page,
            fill(
                "status",
                course.plan.lang or "en",
                plan=course.plan,
                sets=sets,
                people={one.name: People.of(course, one.name) for one in sets},
                counts=_COUNTS,
            ),
        )
    if as_json:
        return emit(
            {"title": course.plan.title, "sets": list(map(asdict, sets))},
            "",
            True,
        )
    Console().print(_table(course.plan.title, sets))
    todo: dict[str, None] = {}
    for one in sets:
        todo |= dict.fromkeys(one.next)
    until = moment(course.plan.keep_until)
    if until is not None and until < datetime.now().astimezone():
        said = text("status.delete", until=str(course.plan.keep_until))
        click.echo(said)
    if not todo:
        return click.echo(text("status.nothing"))
    return click.echo("\n  ".join([text("status.next"), *todo]))


def _table(title: str, sets: list[SetStatus]) -> Table:
    table = Table(title=title or None, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(text("status.set"))
    for column in ("release", "due", *_COUNTS, "waiting", "mean"):
        table.add_column(text(f"status.{column}"), justify="right")
    for one in sets:
        plan, written = one.planned, text("status.day")
        days = [f"{day:{written}}" if day else "–" for day in (plan.release, plan.due)]
        mean = "–" if one.mean is None else numeral(one.mean, ".0%")
        table.add_row(
            one.name,
            *days,
            *(str(getattr(one, count)) for count in _COUNTS),
            str(len(one.waiting)),
            mean,
        )
    return table


def _passphrase(*, new: bool = False) -> str:
    """Ask for a passphrase, twice for a new one."""
    asked = text("archive.ask")
    again = text("archive.ask_again") if new else False
    return str(
        click.prompt(asked, hide_input=True, confirmation_prompt=again, err=True)
    )


@click.command(cls=Command)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@course_option("root")
@click.option(
    "--without-names",
    is_flag=True,
    help="Put numbers for students' names and another secret; leave out comments by hand, feedback and tables.",
)
@click.option(
    "--student",
    help="Instead, write everything that the course knows about this student, to give to them.",
)
@click.option(
    "--with-secret",
    is_flag=True,
    help="Include the secret of the course, from which everybody's questions can be drawn.",
)
@click.option(
    "--encrypt",
    is_flag=True,
    help="Encrypt the file with a passphrase; you are asked for one.",
)
@click.option(
    "--open",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Instead, check the archive FILE and unpack the course's folder here.",
)
@click.option(
    "--trust",
    is_flag=True,
    help="Open the archive even though the next command would run programs that are in it.",
)
@json_option
def archive(
    file: Path,
    root: str | None,
    without_names: bool,
    student: str | None,
    with_secret: bool,
    encrypt: bool,
    folder: Path | None,
    trust: bool,
    as_json: bool,
) -> None:
    """Write a whole course into FILE (.zip), with checksums.

    Texts that students wrote themselves are kept as they are, whatever names they contain.
    """
    no_effect(
        "--open",
        "--course",
        "--without-names",
        "--student",
        "--with-secret",
        "--encrypt",
    )
    no_effect("--student", "--without-names", "--with-secret", "--encrypt")
    no_effect("--without-names", "--with-secret")
    needs("--trust", "--open")
    if student is not None:
        number = write_person(_course(None, None, root), student, file)
        data = {"file": str(file), "files": number}
        told = text("archive.person", file=quote(str(file)), student=in_line(student))
    elif folder is None:
        course = _course(None, None, root)
        number = write_archive(
            course,
            file,
            names=not without_names,
            secret=with_secret,
            passphrase=_passphrase(new=True) if encrypt else "",
        )
        data = {"file": str(file), "files": number}
        told = text("archive.done", file=quote(str(file)), number=number)
        if without_names:
            told += "\n" + text("archive.nameless")
        if not (with_secret or without_names):
            told += "\n" + text("archive.secretless")
    else:
        passphrase = _passphrase() if needs_passphrase(file) else ""
        opened = open_archive(file, folder, trust=trust, passphrase=passphrase)
        data = {**asdict(opened), "folder": str(folder)}
        told = text(
            "archive.opened",
            folder=quote(str(folder)),
            files=opened.files,
            program=opened.program,
            written=opened.written,
        )
    emit(data, told, as_json)


@click.command(cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, exists=True))
@click.option(
    "--students",
    type=click.IntRange(1, 9999),
    default=60,
    show_default=True,
    help="Number of simulated students.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="The same seed draws the same term.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report to this file, as a web page.",
)
@json_option
def rehearse(
    folder: str, students: int, seed: int, page: Path | None, as_json: bool
) -> None:
    """Play the term of the course in FOLDER with simulated students, in a copy.

    They test the machinery, not the teaching.
    The exit code is 1 if any answer does not get the points that it was made to earn.
    """
    course = _course(None, None, folder)
    with own_folder() as place:
        done = rehearsing(
            course, place, students, seed, lambda sets: progress(sets, "rehearse")
        )
    head = text("rehearse.done", students=students, sets=len(done.sets), seed=seed)
    parts = in_words(done)
    if page is not None:
        write_whole(page, fill("rehearsal", get_language(), head=head, parts=parts))
    lines = [head]
    for title, listed in parts:
        lines.append(title)
        lines += [f"  {one}" for one in listed]
    emit(asdict(done), "\n".join(lines), as_json)
    if done.wrong:
        raise click.exceptions.Exit(1)


COMMANDS = (
    release,
    collect,
    mark,
    read,
    feedback,
    export,
    forget,
    status,
    archive,
    rehearse,
)
