"""Tries an installed finity-edu: every command, a course in an empty folder, one lecture; an error if one fails."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from pathlib import Path
from urllib.request import urlopen

import coursekit
from coursekit.shipped import shipped

BIN = Path(sysconfig.get_path("scripts"))


def run(*words: str, folder: str) -> str:
    """Run a command of this environment."""
    done = subprocess.run([str(BIN / words[0]), *words[1:]], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def serve(folder: str) -> None:
    """Start the lectures, fetch their page, stop."""
    server = subprocess.Popen([str(BIN / "finity-edu"), "lab", "--no-browser"], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        address = next(found[0] for line in server.stdout or () if (found := re.search(r"http://\S+", line)))
        with urlopen(address, timeout=120) as page:
            assert b"jupyter" in page.read().lower()
        assert (Path(folder) / "finity-edu" / "notebooks" / "00-start-here.ipynb").is_file()
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Try everything."""
    assert Path(sys.prefix) in Path(coursekit.__file__).parents, "this is not the finity-edu that is installed"
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in ("finity-edu", "matchbox", "amakta"):
            listed = run(program, "--help", folder=folder).partition("Commands:")[2]
            for command in re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE):
                run(program, command, "--help", folder=folder)
                tried += 1
        run("finity-edu", "new", "mine", "--units", "0", folder=folder)
        run("finity-edu", "status", "--course", "mine", folder=folder)
        run("finity-edu", "release", "ps0", "--student", "ada", "--course", "mine", folder=folder)
        (Path(folder) / "inbox").mkdir()
        shutil.copy(Path(folder) / "mine" / "solution" / "ps0" / "ps0.ipynb", Path(folder) / "inbox" / "ada.ipynb")
        run("finity-edu", "collect", "ps0", "inbox", "--course", "mine", folder=folder)
        assert "ada" in run("finity-edu", "mark", "ps0", "--course", "mine", folder=folder)
        serve(folder)
        run("finity-edu", "rehearse", "mine", "--students", "3", folder=folder)
        lecture = next(iter(sorted(shipped("notebooks").glob("01*.ipynb"))))
        run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--output-dir", ".", str(lecture), folder=folder)
    print(f"finity-edu {version('finity-edu')}: {tried} commands, a course, the start page, a rehearsal, "
          f"{lecture.name}: all well.")


main()
