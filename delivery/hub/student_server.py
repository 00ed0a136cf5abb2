"""What the hub starts for a student: give them the notebooks, then become their server.

    python student_server.py NOTEBOOKS COMMAND...

It runs with the student's rights, and so does everything that it does in the student's home: whatever a link there
leads to, the student could have written it anyway.  The hub itself touches no home.
"""

import os
import shutil
import sys
from pathlib import Path

FOLDER = "finity"


def give_notebooks(notebooks: Path, target: Path) -> None:
    """Copy notebooks that the student does not have yet; whatever has their name stays as it is."""
    for notebook in sorted(notebooks.rglob("*.ipynb")):
        copy = target / notebook.relative_to(notebooks)
        if ".ipynb_checkpoints" in notebook.parts or os.path.lexists(copy):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(notebook, copy)


def main() -> None:
    """Give the notebooks; start the server even where that fails, so that its owner can look why."""
    notebooks, command = Path(sys.argv[1]), sys.argv[2:]
    try:
        if not os.access(notebooks, os.R_OK | os.X_OK):
            raise PermissionError(f"{notebooks} cannot be read by {os.environ.get('USER', 'this account')}")
        give_notebooks(notebooks, Path.home() / FOLDER)
    except OSError as error:
        print(f"The notebooks were not all copied: {error}", file=sys.stderr, flush=True)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
