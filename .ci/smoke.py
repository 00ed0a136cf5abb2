"""Tries an installed finity-edu: every command, a course in an empty folder, one lecture; an error if one fails."""

import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import coursekit
from coursekit.shipped import shipped

BIN = Path(sys.executable).parent


def run(*words: str, folder: str) -> str:
    """Run a command of this environment."""
    done = subprocess.run([str(BIN / words[0]), *words[1:]], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Try everything."""
    assert BIN.parent in Path(coursekit.__file__).parents, "another finity-edu is tried than the one that is installed"
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in ("finity-edu", "matchbox", "amakta"):
            listed = run(program, "--help", folder=folder).partition("Commands:")[2]
            for command in re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE):
                run(program, command, "--help", folder=folder)
                tried += 1
        run("finity-edu", "new", "mine", "--units", "0", folder=folder)
        run("finity-edu", "status", "--course", "mine", folder=folder)
        run("finity-edu", "rehearse", "mine", "--students", "3", folder=folder)
        lecture = next(iter(sorted(shipped("notebooks").glob("01*.ipynb"))))
        run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--output-dir", ".", str(lecture), folder=folder)
    print(f"finity-edu {version('finity-edu')}: {tried} commands, a course, a rehearsal, {lecture.name}: all well.")


main()
