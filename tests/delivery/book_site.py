"""A book of two small lectures, built once for all tests, and served with the faults that a test asks for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from coursekit import predict
from finity_edu import Position
from finity_edu.widget import BoardWidget
from matchbox.widget import MatchboxWidget

ROOT = Path(__file__).parents[2]
ENVIRONMENT = ROOT / "build" / "book-env"
BOARD = 'board = Position.start(word="bbwwbb", board="abcd", rules="piglab")'
BELOW = "/~name/book"
Fault = Callable[[bytes], bytes | None]


def build(*words: str | Path) -> str:
    """Make the environment (once) and a book; return what the build says."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    wanted = ["-r", str(ROOT / "delivery" / "book" / "requirements.txt"), "-e", str(ROOT)]
    subprocess.run([str(python), "-m", "pip", "install", "-q", *wanted], check=True, capture_output=True)
    done = subprocess.run([str(python), str(ROOT / "delivery" / "book" / "build.py"), *map(str, words)],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def lectures(folder: Path) -> None:
    """Two lectures: a board, a prediction, formulas, links; and a machine."""
    position = Position.start(word="bbwwbb", board="abcd", rules="piglab")
    asked = predict("ends", "Does it end?", "no", choices=["yes", "no"], reveal="It returns.", folder=folder)
    words = 'ask = "Does it end?"\nchoices = ["yes", "no"]\nreveal = "It returns."'
    (folder / "predictions.toml").write_text(f"[ends]\n{words}\n", encoding="utf-8")
    one = [
        new_markdown_cell("# Lecture one\n\nA run $q_0 \\ldots q_n$ of length $n \\le 3$: see [the other]"
                          "(02-two.ipynb), [the rules](../docs/finity.md), [a file](nothing.txt).\n\n"
                          "*Weg*, *estado*\n\n$$ \\delta $$"),
        cell("import finity_edu.course as fe\nfrom finity_edu import Position"),
        cell(BOARD + "\nunused = 1 / 1"),
        cell('fe.ask("ends", "no")'),
        cell("fe.BoardWidget(board)", BoardWidget(position).fallback()),
        *[cell("board", BoardWidget(position).fallback()) for _ in range(8)],
        new_markdown_cell("[The end](https://example.org/the-end)"),
        new_code_cell("asked", execution_count=4, outputs=[new_output("display_data", {"text/html": asked.html})]),
    ]
    two = [
        new_markdown_cell("# Lecture two\n\nBack to [the first](01-one.ipynb)."),
        cell("from matchbox.widget import MatchboxWidget"),
        cell('MatchboxWidget("first=human", seed=1)', MatchboxWidget("first=human", seed=1).fallback()),
    ]
    one[-1].source = "None  # a prediction works without Python"
    for name, cells in (("01-one", one), ("02-two", two)):
        notebook = new_notebook(cells=cells, metadata={"kernelspec": {"display_name": "Python 3", "name": "python3"},
                                                       "language_info": {"name": "python"}})
        nbformat.write(notebook, folder / f"{name}.ipynb")


def cell(source: str, value: Any = None) -> Any:
    """A cell that was run."""
    outputs = [] if value is None else [new_output("execute_result", value._repr_mimebundle_(), execution_count=1)]
    return new_code_cell(source, execution_count=1, outputs=outputs)


@contextmanager
def served(site: Path, faults: dict[str, Fault]) -> Iterator[str]:
    """The address of the site, below a path, on a server that shows no folders.

    A fault is named by the beginning of a file's name, and changes what is sent of it.
    """

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

        def translate_path(self, path: str) -> str:
            return super().translate_path(path.removeprefix(BELOW) if path.startswith(BELOW) else "/nowhere")

        def list_directory(self, path: Any) -> None:
            self.send_error(404)

        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2].partition("?")[0]
            fault = next((one for start, one in faults.items() if name.startswith(start)), None)
            content = fault(Path(self.translate_path(self.path)).read_bytes()) if fault else b""
            if fault is None:
                super().do_GET()
            elif content is None:
                self.send_error(404)
            else:
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{BELOW}"
        server.shutdown()


def play(page: Any, address: str) -> None:
    """Open a page, and make its first widget alive."""
    page.goto(address)
    page.locator(".book-play").first.click()
    alive(page)


def alive(page: Any) -> None:
    """Wait until there is a widget."""
    page.wait_for_selector(".gk-root[data-tick]", timeout=180_000)
