"""Every problem set, solved in a browser without a server and on the desktop, and marked: the same verdicts.

Each set has a student's own questions; in the browser it begins with the file that was mailed, and the network is cut.
Where Firefox is installed, they are solved there as well.
"""

from __future__ import annotations

import shutil
import socket
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measures import Table
from coursekit.marking.marking import Marking, grade
from coursekit.marking.result import Result
from coursekit.sets.build import solved
from coursekit.sets.course import Course, find_course
from coursekit.sets.release import release
from tests.delivery import firefox, lite_site
from tests.needs import CHROMIUM, FLAGS, WAYS

__all__ = ["answers", "desktop", "made", "marked", "measure"]

ROOT = Path(__file__).parents[2]
WRITTEN = "A run is a path that reads the whole word."


def made(root: Path, names: list[str]) -> Course:
    """A course in which one student has questions of her own."""
    for name in names:
        shutil.copytree(ROOT / "course" / "source" / name, root / "source" / name)
    shutil.copy(ROOT / "course" / "nbgrader_config.py", root)
    course = find_course(root)
    for name in names:
        release(course, name, students=["ada"])
    return course


def answers(course: Course, name: str) -> dict[str, str]:
    """The right text of every cell that answers a question, by nbgrader's name for the cell."""
    cells = {c["metadata"].get("nbgrader", {}).get("grade_id", ""): c for c in solved(
        course.problem_set(name), course.issued(name, "ada"))["cells"]}
    found = {id: "".join(c["source"]) for id, c in cells.items() if id.endswith("-answer")}
    return found | {q.id: WRITTEN for q in course.problem_set(name).questions.values() if q.manual}


def desktop(course: Course, name: str, texts: dict[str, str]) -> bytes:
    """The file to hand in, from a kernel of this machine."""
    import nbformat
    from nbclient import NotebookClient

    folder = course.handout(name, "ada")
    book = nbformat.read(folder / f"{name}.ipynb", 4)
    for cell in book.cells:
        id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        cell.source = texts.get(id, cell.source)
    nbformat.write(book, folder / f"{name}.ipynb")
    NotebookClient(book, resources={"metadata": {"path": str(folder)}}, timeout=300).execute()
    return (folder / f"{name}-handin.ipynb").read_bytes()


def marked(course: Course, name: str, content: bytes) -> Result:
    """What is said about a file that is handed in, whatever the file is."""
    folder = course.folder("submitted", name, "ada")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.ipynb").write_bytes(content)
    return replace(grade(Marking(course, name).job("ada")), key="", content="")


def measure(chosen: tuple[str, ...] = ()) -> Table:
    """Solve every set twice."""
    columns = ("set", "in", "questions", "points in the browser", "on the desktop", "of", "for a person", "verdicts")
    if not CHROMIUM:
        return Table(columns, [], [WAYS["chromium"]])
    from playwright.sync_api import sync_playwright

    lite_site.build()
    names = sorted(p.stem for p in (ROOT / "course" / "source").glob("*/*.py") if not chosen or p.stem in chosen)
    rows, missed = [], []
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory() as folder, lite_site.served(port) as address, sync_playwright() as playwright:
        course = made(Path(folder), names)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names:
            texts, instances = answers(course, name), course.handout(name, "ada") / f"{name}.instances.json"
            here, page, files = marked(course, name, desktop(course, name, texts)), browser.new_page(), {}
            files["Chromium"] = lite_site.hand_in(page, address, instances, name, texts)
            page.close()
            if firefox.FIREFOX:
                with firefox.opened() as other:
                    files[f"Firefox {other.version}"] = lite_site.hand_in(other, address, instances, name, texts)
            waiting = sum(v.maximum for v in here.questions.values() if v.manual)
            for where, content in files.items():
                there = marked(course, name, content)
                same = there == here
                rows.append((name, where, len(here.questions), there.points, here.points, here.maximum,
                             waiting, "equal" if same else "different"))
                if not same or there.points + waiting != there.maximum:
                    missed.append(f"{name}: {there.points} in {where}, {here.points} on the desktop")
        browser.close()
    alike = sum(row[-1] == "equal" for row in rows)
    missed += [] if firefox.FIREFOX else ["Firefox is not installed; on Debian: apt install firefox-esr"]
    return Table(columns, rows, missed, f"{alike} of {len(rows)} hand-ins are marked alike.")
