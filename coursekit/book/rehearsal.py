"""A term before it begins: simulated students answer every set of a course, in a copy, and everything is done with it.

How each answer was made decides what it must earn, not the judge: a right one everything, one of a misconception less
and under its name, none nothing.  Simulated students test the machinery, not the teaching.
"""

import hashlib
import itertools
import json
import random
import shutil
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time

from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.whole_files import write_whole
from coursekit.answers import MalformedAnswer, validate
from coursekit.answers.form import possible
from coursekit.book.archive import open_archive, write_archive
from coursekit.book.collecting import collect
from coursekit.book.export import export
from coursekit.book.feedback import write_feedback
from coursekit.book.moodle import Worksheet
from coursekit.book.report import attention
from coursekit.book.scores import Standing, book_results, of_everybody, standings
from coursekit.formats import IssuedQuestion
from coursekit.judging.stages import earned
from coursekit.marking import ledger, sandboxes
from coursekit.marking.marking import Marking, changes
from coursekit.marking.pool import cores, run_jobs
from coursekit.marking.result import Failed, Result, exact
from coursekit.notebooks import Notebook, marked, marker
from coursekit.practice.session import open_set
from coursekit.questions import question
from coursekit.sets.build import solved
from coursekit.sets.course import Course, find_course, lock_file
from coursekit.sets.groups import Groups
from coursekit.sets.plan import PlannedSet
from coursekit.sets.release import release
from coursekit.texts import text

KINDS = (
    "careful",
    "misconceived",
    "improving",
    "copying",
    "hostile",
    "absent",
    "forgetful",
    "hasty",
    "offline",
    "late",
    "renamed",
    "downloading",
    "twice",
    "typing",
    "computing",
    "namesake",
    "sharing",
    "correcting",
    "overdue",
    "extended",
    "paired",
    "partner",
)
"""Simulated students; the text ``rehearse.KIND`` says what each of them does."""
STEPS = (
    "release",
    "answer",
    "collect",
    "mark",
    "feedback",
    "export",
    "archive",
    "open",
    "again",
)
BY_HAND = ("waiting", "unread", "identity", "refused", "unmarked")
_TURNS: tuple[frozenset[str], ...] = (
    frozenset({*KINDS} - {"absent", "late"}),
    frozenset({"correcting"}),
    frozenset({"improving", "late"}),
)
"""Who hands in together.  After all but the last of these turns pages are written for everybody."""
_DUE = timedelta(days=-2)
"""The deadline, as seen from now: a platform has no hand-in of the future."""
_TYPED = ("forgetful", "typing", "computing")
_BROKEN = b'{"cells": [' + b"[" * 100_000
_PACKED = (2026, 1, 1, 12, 0, 0)
_SKEW = 2.0
"""Instances that measure so many times the median are named."""


@dataclass
class Rehearsed:
    """What came of a rehearsal.

    Parameters
    ----------
    students : dict of str to str
        Kinds of the simulated students.
    sets : tuple of str
    seconds : dict of (str, float)
        How long each step took, all sets together.
    sizes : dict of str to int
        Bytes: of the course, of its archive.
    checked : int
        Points that were compared with how the answer was made.
    by_hand : dict of str to int
        Hand-ins that wait for a person, among them such that cannot be read or answer somebody else's questions;
        files to sort; answers to mark on another machine.
    odd : list of (str, str, int)
        What looked odd: a question and its type, why (``harder``, ``everybody``, ``nobody``), how many students.
    wrong : list of str
        Points that are not what the answer was made to earn.
    """

    students: dict[str, str]
    sets: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STEPS, 0.0))
    sizes: dict[str, int] = field(default_factory=dict)
    checked: int = 0
    by_hand: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BY_HAND, 0))
    odd: list[tuple[str, str, int]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Count the time of a step."""
        begun = perf_counter()
        yield
        self.seconds[step] += perf_counter() - begun


@dataclass(frozen=True)
class Made:
    """An answer and what it must earn: all points (1), none (0), or less (None), under one of some names or none."""

    answer: Json
    earns: float | None
    names: tuple[str, ...] = ()


NOTHING = Made(None, 0.0)
TEXT = Made("In words: because every run of it ends there.", 0.0)
"""An open answer, which no machine gives points for."""


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder for a rehearsal, removed afterwards, as are those of rehearsals that were killed."""
    prefix, mark = "finity-rehearsal-", "at-work"
    with (
        TemporaryDirectory(prefix=prefix) as place,
        open(Path(place, mark), "wb") as mine,
    ):
        lock_file(mine)
        for other in Path(place).parent.glob(f"{prefix}*/{mark}"):
            with suppress(OSError):  # it is at work, or somebody else's
                with other.open("r+b") as file:
                    lock_file(file)
                # It may be about to take its lock
                if time() - other.stat().st_mtime > 60:
                    shutil.rmtree(other.parent)
        try:
            yield Path(place)
        except OSError as error:
            if error.filename is None:  # a disk that is full says not where
                error.filename = place
            raise


def rehearse(
    course: Course,
    folder: Path,
    students: int = 60,
    seed: int = 1,
    told: Callable[[Sequence[str]], Iterator[str]] = iter,
) -> Rehearsed:
    """Play a term with simulated students.

    Parameters
    ----------
    course : Course
        It is read and never changed.
    folder : Path
        An empty folder for the copy.
    students : int
    seed : int
        The same seed makes the same questions and the same answers.
    told : callable
        Goes through the sets, as a bar of progress does.

    Raises
    ------
    UserError
        If a set cannot be read.
    """
    people = {f"sim{n:03}": KINDS[n % len(KINDS)] for n in range(students)}
    copy = _copied(course, folder / "course", seed)
    _plan(copy, people)
    done = Rehearsed(people, tuple(course.sets()))
    with copy.gradebook() as book:
        for student, kind in people.items():
            first, last = _name(student, kind)
            address = f"{student}@example.invalid"
            book.add_student(student, first_name=first, last_name=last, email=address)
    for name in told(done.sets):
        _one_set(copy, name, done, folder / "inbox" / name, seed)
    with done.timed("export"):
        export(copy, done.sets, copy.root / "export")
    with done.timed("archive"):
        write_archive(copy, folder / "term.zip", secret=True)
    with done.timed("open"):
        opened = find_course(
            open_archive(folder / "term.zip", folder / "opened", trust=True).folder
        )
    with done.timed("again"):
        shops = [Marking(opened, name) for name in done.sets]
        before = {}
        for shop in shops:
            for student in opened.submissions(shop.name):
                results = ledger.read(shop.results_file(student))
                before[shop.name, student] = results[-1]
        for one in _judged(shops, again=True):
            if what := changes(before[one.set, one.student], one):
                done.wrong.append(f"{one.set} {one.student}: {what}")
    done.sizes = {
        "course": sum(
            path.stat().st_size for path in copy.root.rglob("*") if path.is_file()
        ),
        "archive": (folder / "term.zip").stat().st_size,
    }
    return done


def _copied(course: Course, root: Path, seed: int) -> Course:
    """The course without people: plan, settings, sets, and a secret of its own."""
    source = course.folder("source", "x").parent
    shutil.copytree(
        source,
        root / source.relative_to(course.root),
        ignore=shutil.ignore_patterns("*.ipynb", "*.json"),
    )
    for name in ("course.toml", "nbgrader_config.py"):
        if (course.root / name).is_file():
            shutil.copy(course.root / name, root / name)
    write_whole(
        root / "private" / "secret",
        hashlib.sha256(f"rehearsal {seed}".encode()).hexdigest(),
        0o600,
    )
    return find_course(root)


def _plan(course: Course, people: Mapping[str, str]) -> None:
    """Give a copy a deadline, extensions, groups and a price of being late."""
    ids = [*people]
    pairs = [pair for pair in itertools.pairwise(ids) if people[pair[1]] == "partner"]
    course.write_groups(Groups({lead: (lead, other) for lead, other in pairs}))
    due = datetime.now().astimezone().replace(second=0, microsecond=0) + _DUE
    extended = [student for student, kind in people.items() if kind == "extended"]
    extensions = dict.fromkeys(extended, due + timedelta(days=1))
    sets = {}
    for name in course.sets():
        own = course.plan.of(name)
        sets[name] = PlannedSet(
            due=due,
            weight=own.weight,
            extensions=extensions,
            individual=own.individual,
            counts=own.counts,
            late=0.5,  # so that it is seen what being late costs
        )
    # The file stays as the lecturer wrote it
    vars(course)["plan"] = replace(course.plan, rounding=0.0, sets=sets)


def _came(course: Course, name: str, kind: str, turn: int = 0) -> datetime:
    """When somebody hands in: in time, or an hour after the deadline."""
    due = course.plan.rule(name, "").due
    assert due is not None
    if kind in ("overdue", "extended"):
        return due + timedelta(hours=1)
    return due - timedelta(hours=6 - turn)


def _one_set(
    course: Course, name: str, done: Rehearsed, inbox: Path, seed: int
) -> None:
    with done.timed("release"):
        release(course, name, lang=course.plan.lang or "en")
    texts = [q.id for q in course.problem_set(name).questions.values() if q.manual]
    answers = {}
    for student, kind in done.students.items():
        answers[student] = _answers(course, name, student, kind, seed)
        answers[student] |= dict.fromkeys(texts, TEXT)
    first: dict[str, Result] = {}
    for turn, kinds in enumerate(_TURNS):
        came = {s: kind for s, kind in done.students.items() if kind in kinds}
        if not came:
            continue
        if turn == len(_TURNS) - 1:
            with done.timed("feedback"):
                write_feedback(course, name)
        with done.timed("answer"):
            _hand_in(course, name, came, answers, inbox / str(turn), turn)
        with done.timed("collect"):
            packed = _packed(inbox / f"{turn}.zip", inbox / str(turn))
            times = {s: _came(course, name, kind, turn) for s, kind in came.items()}
            sheet = _worksheet(done.students, times)
            collected = collect(course, name, packed, worksheet=sheet)
        for lost in collected.elsewhere:
            done.wrong.append(text("rehearse.lost", which=name, student=lost))
        done.by_hand["refused"] += len(collected.refused)
        with done.timed("mark"):
            computing = [s for s, kind in came.items() if kind == "computing"]
            shop = Marking(course, name, execute=computing)
            marked = {one.student: one for one in _judged([shop])}
            book_results(course, name, shop.marked())
        _compare(course, name, done, marked, answers, first, turn)
        first = {**marked, **first}
    with done.timed("feedback"):
        write_feedback(course, name, True)
    found = standings(course, name)
    _compare_rules(course, name, done, found)
    lists = attention(course, name, found)
    for what in ("waiting", "unread", "identity"):
        done.by_hand[what] += len(lists[what])
    done.by_hand["unmarked"] += sum(len(one.unmarked) for one in found.values())
    done.odd += _odd(course, name, done, found)


def _judged(shops: Sequence[Marking], again: bool = False) -> Iterator[Result]:
    todo = [(shop, student) for shop in shops for student in shop.open_students(again)]
    named = {shop.name: shop for shop in shops}
    for result in run_jobs(
        (shop.job(s) for shop, s in todo), workers=max(1, min(cores(), len(todo)))
    ):
        if isinstance(result, Failed):
            raise UserError(result.problem)
        named[result.set].note(result)
        yield result


# ---------------------------------------------------------------------- answers


def _answers(
    course: Course, name: str, student: str, kind: str, seed: int
) -> dict[str, Made]:
    """What a student answers first, and what each answer must earn."""
    whose = "" if kind == "sharing" else student
    questions = course.issued(name, whose)["questions"]
    rng = random.Random(f"{seed} {student} {name}")
    made = {}
    for id, one in questions.items():
        right = Made(deepcopy(one["key"]), 1.0)
        if one["kind"] == "function":  # only as source, in a notebook
            made[id] = right if kind in _TYPED else NOTHING
        elif kind in ("misconceived", "improving", "correcting"):
            made[id] = rng.choice(_mistaken(one) or [right])
        else:
            made[id] = nearly(one) if kind == "hasty" else right
    return made


def _mistaken(one: IssuedQuestion) -> list[Made]:
    """The answers of known misconceptions: where several lead to the same answer, any of their names will do."""
    kind, key = question(one["type"]), one["key"]
    names = defaultdict(list)
    for id, answer in kind.wrong(one["data"]):
        try:
            names[
                json.dumps(
                    validate(
                        kind.kind_of(one["data"]), answer, **kind.full_form(one["data"])
                    )
                )
            ].append(id)
        except MalformedAnswer:
            continue
    made = []
    for typed, ids in names.items():
        answer = json.loads(typed)
        if answer not in (key, []):
            made.append(Made(answer, None, tuple(ids)))
    return made


def nearly(one: IssuedQuestion) -> Made:
    """A slip that is wrong whatever else is right; nothing at all where none is known.

    Off by one; without a word; two classes as one; the start state accepting though it was not, or the other way
    round, which changes the answer to the empty word unless ε moves on.
    """
    kind, key = one["kind"], one["key"]
    if kind == "number":
        return Made(key + 1, None)
    if kind == "fraction":
        return Made(str(Fraction(key) + 1), None)
    if kind == "set of words" and len(key) > 1:
        return Made(key[:-1], None)
    if kind == "partition" and len(key) > 1:
        return Made([key[0] + key[1], *key[2:]], None)
    if kind == "automaton" and all(symbol for _, symbol, _ in key["transitions"]):
        return Made(
            {**key, "accepting": sorted({*key["accepting"]} ^ {key["start"]})}, None
        )
    return NOTHING


def _hand_in(
    course: Course,
    name: str,
    kinds: Mapping[str, str],
    answers: Mapping[str, Mapping[str, Made]],
    inbox: Path,
    turn: int,
) -> None:
    """Each hands in as the real ones do: answers, `submit()`, the file in a folder as Moodle names it."""
    for student, kind in kinds.items():
        place = inbox / _folder(student, kind)
        place.mkdir(parents=True)
        desk, file = course.handout(name, student), place / f"{name}-handin.ipynb"
        if not desk.is_dir():  # a set without questions of one's own
            desk = shutil.copytree(course.folder("release", name), desk)
        if kind == "hostile":
            file.write_bytes(_BROKEN)
            continue
        if kind == "partner":
            lead = course.groups(name).lead(student)
            theirs = inbox / _folder(lead, kinds[lead]) / file.name
            shutil.copy(theirs, file)  # a platform gives it to each of a group
            continue
        if kind in _TYPED:
            file.write_text(json.dumps(_typed(course, name, student, kind)), "utf-8")
            continue
        if kind == "sharing":
            desk = shutil.copytree(
                course.folder("release", name), inbox / f".{student}"
            )
        questions = course.issued(name, "" if kind == "sharing" else student)
        if kind == "copying":
            desk = course.handout(name, _victim(kinds))
        elif kind == "twice":
            _click(name, desk, {}, turn, questions["questions"])
            shutil.copy(desk / f"{name}-handin.ipynb", file)
            file = place / f"{name}-handin (1).ipynb"
        if kind != "copying":
            _click(name, desk, answers[student], turn, questions["questions"])
        if kind in ("offline", "downloading"):
            number = " (1)" if kind == "downloading" else ""
            record = place / f"{name}.answers{number}.json"
            shutil.copy(desk / f"{name}.answers.json", record)
            shutil.copy(desk / f"{name}.ipynb", place / f"{name}{number}.ipynb")
            continue
        if kind == "renamed":
            file = place / f"{name}-handin.ipynb.txt"
        shutil.copy(desk / f"{name}-handin.ipynb", file)
        if kind == "sharing":
            shutil.rmtree(desk)


def _name(student: str, kind: str) -> tuple[str, str]:
    """First and last name: some people have the same."""
    if kind in ("namesake", "typing"):
        return "Simulated", "Twin"
    return f"Simulated {kind}", student


def _number(student: str) -> int:
    """The number of a participant, which Moodle keeps within an assignment."""
    return 1 + int(student.removeprefix("sim"))


def _folder(student: str, kind: str) -> str:
    name = " ".join(_name(student, kind))
    return f"{name}_{_number(student)}_assignsubmission_file"


def _worksheet(students: Mapping[str, str], times: Mapping[str, datetime]) -> Worksheet:
    """Moodle's grading worksheet, with the times at which people handed in."""
    heads = ["Identifier", "Full name", "Email address", "Grade"]
    rows = [[*heads, "Last modified (submission)"]]
    for student, kind in students.items():
        name = " ".join(_name(student, kind))
        address = f"{student}@example.invalid"
        came = f"{times[student]:%A, %d %B %Y, %H:%M}" if student in times else "-"
        rows.append([f"Participant {_number(student)}", name, address, "", came])
    return Worksheet(rows)


def _typed(course: Course, name: str, student: str, kind: str) -> Notebook:
    """A notebook in whose cells everything is right, and of which no record was kept."""
    issued = course.issued(name, student)
    book = deepcopy(solved(course.problem_set(name), issued))
    for cell in book["cells"]:
        answers = marked("".join(cell["source"]))
        if answers is None or kind == "forgetful":
            continue
        one = issued["questions"].get(answers[1])
        if one is None or one["kind"] == "function":
            continue
        typed = repr(one["key"])
        if kind == "computing":
            typed = f"[{typed}][0]"
        elif one["kind"] == "set of words" and one["key"]:
            typed = repr({*one["key"]})
        cell["source"] = f"{marker(name, answers[1])}\nanswer = {typed}"
    return book


def _victim(kinds: Mapping[str, str]) -> str:
    return next(student for student, kind in kinds.items() if kind == "careful")


def _click(
    name: str,
    desk: Path,
    made: Mapping[str, Made],
    turn: int,
    questions: Mapping[str, IssuedQuestion],
) -> None:
    """Answer at a desk: what was wrong before is right the second time."""
    _, check, _, submit = open_set(name, desk)
    for id, one in made.items():
        if one is TEXT or (one is not NOTHING and questions[id]["kind"] != "function"):
            check(
                id, questions[id]["key"] if turn and one.earns is None else one.answer
            )
    submit()


def _packed(target: Path, folder: Path) -> Path:
    """Pack a folder as Moodle does since 4.1: with one time for all files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _PACKED)
                archive.writestr(entry, path.read_bytes())
    return target


# ---------------------------------------------------------------------- what must come of it


def _compare(
    course: Course,
    name: str,
    done: Rehearsed,
    marked: Mapping[str, Result],
    answers: Mapping[str, Mapping[str, Made]],
    first: Mapping[str, Result],
    turn: int,
) -> None:
    """Compare every automatic point with how its answer was made."""
    for student, result in marked.items():
        kind, own = done.students[student], course.issued(name, student)["questions"]
        for id, made in answers[student].items():
            verdict = result.questions[id]
            if made is TEXT:
                if not verdict.manual or (
                    kind not in ("hostile", *_TYPED) and verdict.answer != made.answer
                ):
                    done.wrong.append(
                        text(
                            "rehearse.unasked",
                            which=f"{name}.{id}",
                            student=f"{student} ({_short(kind)})",
                        )
                    )
                continue
            if id in result.unmarked or (verdict.manual and not _runs(kind)):
                continue
            one = own[id]
            most, earns = verdict.maximum, made.earns
            if kind == "hostile" or (
                kind == "copying" and one["digest"] != _digest(course, name, done, id)
            ):
                earns = 0.0
            elif turn == 1 and earns is None:
                earns = 1.0
            elif student in first and earns is None:
                before = first[student].questions[id].points
                earns = (
                    round(
                        earned(most, before, 2, possible(one["kind"], one["form"])), 2
                    )
                    / most
                )
            done.checked += 1
            # A judge may have something better to say than the name of a misconception, but never another one's.
            named = (
                not made.names
                or student in first
                or verdict.misconception in (*made.names, None)
            )
            if earns is None:
                expected = f"< {most:g}"
                fits = verdict.points < most
            else:
                expected = f"{earns * most:g}"
                fits = abs(verdict.points - earns * most) < 0.011
            if not (named and fits):
                done.wrong.append(
                    text(
                        "rehearse.differs",
                        which=f"{name}.{id} {one['type']}",
                        student=f"{student} ({_short(kind)})",
                        points=f"{verdict.points:g} / {most:g} {verdict.misconception or ''}".strip(),
                        expected=f"{expected} {'/'.join(made.names)}".strip(),
                    )
                )


def _compare_rules(
    course: Course, name: str, done: Rehearsed, found: Mapping[str, Standing]
) -> None:
    """Compare what being late has cost with who was late, and the points of a group with each other."""
    everybody = of_everybody(course, name, found)
    for student, kind in done.students.items():
        if kind == "absent":
            continue
        one = everybody.get(student)
        points, expected = 0.0, 1.0
        if one:
            share = course.rule(name, student).share(_came(course, name, kind))
            earned = exact(one.full) * share
            points, expected = one.points, course.plan.rounded(earned, one.maximum)
        if abs(points - expected) > 0.011:
            done.wrong.append(
                text(
                    "rehearse.differs",
                    which=name,
                    student=f"{student} ({_short(kind)})",
                    points=f"{points:g}",
                    expected=f"{expected:g}",
                )
            )


def _runs(kind: str) -> bool:
    """Whether what a kind of students answers can be judged here."""
    place, _ = sandboxes.place_for([], [], notebook=True)
    return kind != "computing" or place is not None


def _short(kind: str) -> str:
    """The name of a kind of students, without what they do."""
    return text(f"rehearse.{kind}").partition(":")[0]


def _digest(course: Course, name: str, done: Rehearsed, id: str) -> str:
    return str(course.issued(name, _victim(done.students))["questions"][id]["digest"])


def _odd(
    course: Course, name: str, done: Rehearsed, found: Mapping[str, Standing]
) -> Iterator[tuple[str, str, int]]:
    """Questions of which some instances measure much harder than most; that everybody solved, or nobody.

    Where everybody did, no wrong answer is known that a simulated student could have given.
    """
    issued = [course.issued(name, student)["questions"] for student in done.students]
    own = []
    for student, result in found.items():
        if done.students[student] not in ("hostile", "copying"):
            own.append(result.questions)
    for id, one in issued[0].items():
        which = f"{name}.{id} {one['type']}"
        right = []
        for each in own:
            said = each[id]
            if said.right or said.answer is not None:
                right.append(said.right)
        if len({*right}) == 1:
            yield which, "everybody" if right[0] else "nobody", len(right)
        measure = question(one["type"]).measure
        measures = sorted(float(measure(each[id]["data"])) for each in issued)
        middle = measures[len(measures) // 2]
        if middle > 0 and measures[-1] >= _SKEW * middle:
            yield which, "harder", sum(m >= _SKEW * middle for m in measures)


def in_words(done: Rehearsed) -> list[tuple[str, list[str]]]:
    """What came of a rehearsal, for people: titles, and what stands below each."""
    kinds = Counter(done.students.values())
    whiches: dict[str, list[str]] = {}
    for which, why, number in done.odd:
        whiches.setdefault(why, []).append(f"{which} ({number})")
    odd = []
    for why, listed in whiches.items():
        odd.append(text(f"rehearse.{why}", which=", ".join(listed)))
    return [
        (
            text("rehearse.points", checked=done.checked, wrong=len(done.wrong)),
            done.wrong,
        ),
        (
            text("rehearse.by_hand"),
            [
                text(f"rehearse.{what}", number=number)
                for what, number in done.by_hand.items()
            ],
        ),
        (text("rehearse.odd", number=len(done.odd)), odd),
        (
            text("rehearse.seconds", seconds=sum(done.seconds.values())),
            [text("rehearse.steps", None, **done.seconds)],
        ),
        (
            text(
                "rehearse.sizes",
                course=done.sizes["course"] / 1e6,
                archive=done.sizes["archive"] / 1e6,
            ),
            [],
        ),
        (
            text("rehearse.kinds"),
            [f"{number} {text(f'rehearse.{kind}')}" for kind, number in kinds.items()],
        ),
    ]
