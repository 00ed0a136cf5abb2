"""Build the notebooks from their sources: text in, executed notebooks out.

``src/NN-title.py`` (percent format) is what people write.  This command executes it and writes
``NN-title.ipynb`` so that two runs give the same file: stable cell ids, no times, widget state or paths.

    python -m notebooks.build              # all notebooks
    python -m notebooks.build 01 02        # those whose names begin so
    python -m notebooks.build --check      # fails if a committed notebook does not stem from its source

A cell that ends by asking, or only makes a widget, hides its source in JupyterLab: for the room it is noise, and where
something is asked it names the way to the answer.

A cell header may say ``slide_type="slide"`` (or subslide, fragment, skip, notes) and ``tags=["…"]``.

Another language: ``src/NN-title.de.po`` holds the translation of each markdown cell; it gives
``de/NN-title.ipynb``.  Code cells are the same in every language; before them stands one that sets FINITY_LANG.
``--texts`` prints the cells as a template (``.pot``) for translators' tools.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

from boardkit.messages import LANGUAGES
from boardkit.po import template, translations

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TRANSLATIONS = LANGUAGES[1:]  # besides English, the language of the sources
_WIDGET_TYPES = ("application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json")
Notebook = Any  # nbformat.NotebookNode: attributes that are not known to a type checker


class BuildError(Exception):
    """A notebook that cannot be built as it should be: names the notebook and the cell."""


def sources(prefixes: list[str]) -> list[Path]:
    """The source files whose names begin with one of the prefixes; all if there are none."""
    found = sorted((HERE / "src").glob("[0-9]*.py"))
    for prefix in prefixes:
        if not any(path.name.startswith(prefix) for path in found):
            raise BuildError(f"there is no source notebooks/src/{prefix}*.py")
    return [path for path in found if not prefixes or any(path.name.startswith(p) for p in prefixes)]


def targets(source: Path) -> Iterator[tuple[str, Path]]:
    """The languages a source exists in, each with the path of its notebook."""
    yield "en", HERE / f"{source.stem}.ipynb"
    for lang in TRANSLATIONS:
        if source.with_suffix(f".{lang}.po").exists():
            yield lang, HERE / lang / f"{source.stem}.ipynb"


def convert(source: Path, lang: str = "en") -> Notebook:
    """Read a source and return the notebook that is to be executed."""
    notebook = jupytext.reads(source.read_text(encoding="utf-8"), fmt="py:percent")
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: dict[str, int] = {}
    for cell in notebook.cells:
        metadata = dict(cell.metadata)
        slide = metadata.pop("slide_type", None)
        cell.metadata = metadata | ({"slideshow": {"slide_type": slide}} if slide else {})
        if cell.cell_type == "code" and only_shows(cell.source):
            cell.metadata["jupyter"] = {"source_hidden": True}
        key = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
        seen[key] = seen.get(key, 0) + 1
        cell.id = key if seen[key] == 1 else f"{key}-{seen[key]}"
    if lang != "en":
        translate(notebook, source.with_suffix(f".{lang}.po"), lang)
    return notebook


def only_shows(source: str) -> bool:
    """Whether a cell does nothing but ask a question, or name what it asks about, or make a widget.

    >>> only_shows('n = 3; fe.ask("id", n)'), only_shows("fe.BoardWidget()"), only_shows("w = fe.BoardWidget()")
    (True, True, False)
    """
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # a command of the notebook
        return False
    if not statements or not isinstance(statements[-1], ast.Expr):
        return False
    call, before = statements[-1].value, statements[:-1]
    names = ast.unparse(call.func).split(".") if isinstance(call, ast.Call) else []
    if "ask" in names:
        return all(isinstance(one, ast.Assign) for one in before)
    return not before and any(name.endswith("Widget") for name in names)


def translate(notebook: Notebook, file: Path, lang: str) -> None:
    """Replace the markdown cells by their translations; nothing may be missing and nothing left over."""
    known, wanted = translations(file.read_text(encoding="utf-8")), texts(notebook)
    if missing := [text for text in wanted if text not in known]:
        raise BuildError(f"{file.name}: {len(missing)} cells lack a translation, such as {missing[0][:60]!r}")
    if stale := [text for text in known if text not in wanted]:
        raise BuildError(f"{file.name}: no cell of the source reads {stale[0][:60]!r} any more")
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = known[cell.source.strip()]
    first = next(i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    metadata = {"slideshow": {"slide_type": "skip"}}
    notebook.cells.insert(first, new_code_cell(f"%env FINITY_LANG={lang}", id="language", metadata=metadata))


def texts(notebook: Notebook) -> list[str]:
    """What people read beside the code."""
    return [text for cell in notebook.cells if cell.cell_type == "markdown" and (text := cell.source.strip())]


def execute(notebook: Notebook, name: str, lang: str = "en") -> None:
    """Run all cells in the folder of the notebooks and clean what they put out; no cell is numbered.

    One cell more would otherwise change all that follow it.  Each gets a 0, which JupyterLab does not show: without
    any number, nbval would take it for a cell that was not run.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", record_timing=False, coalesce_streams=True,
        resources={"metadata": {"path": str(HERE)}},
    )
    client.execute(env=os.environ | {"PYTHONPATH": path, "FINITY_LANG": lang, "PYTHONHASHSEED": "0"})
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}  # the kernel's answer names its version
    for number, cell in enumerate(notebook.cells, 1):
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [clean(o, f"{name}, cell {number}", cell.metadata) for o in cell.outputs]
            for numbered in (cell, *cell.outputs):
                if "execution_count" in numbered:
                    numbered.execution_count = 0
    nbformat.validate(notebook)


def clean(output: Any, place: str, metadata: Mapping[str, Any]) -> Any:
    """Remove from an output what belongs to one run only, and refuse what does not belong there at all."""
    if output.output_type == "error":
        output.traceback = [f"{output.ename}: {output.evalue}"]
    to_errors = output.output_type == "stream" and output.name == "stderr"
    if to_errors and "stderr" not in metadata.get("tags", ()):
        raise BuildError(f"{place} writes to the error stream: {output.text.strip()[:300]}")
    for kind in _WIDGET_TYPES:
        output.get("data", {}).pop(kind, None)
    for private in (str(ROOT), str(Path.home()), " object at 0x"):
        if len(private) > 1 and private in str(output):
            raise BuildError(f"{place} shows something that differs from machine to machine: {private!r}")
    return output


def skeleton(notebook: Notebook) -> list[tuple[str, str, str, str]]:
    """What the source determines: kinds, ids, texts and metadata of the cells."""
    return [(cell.cell_type, cell.id, cell.source, str(sorted(cell.metadata.items())))
            for cell in notebook.cells]


def check(source: Path) -> list[str]:
    """Say how the committed notebooks of a source differ from what it gives; the outputs are nbval's job."""
    problems = []
    for lang, target in targets(source):
        name = target.relative_to(ROOT)
        if not target.exists():
            problems.append(f"{name} does not exist: run make notebooks")
            continue
        committed = nbformat.read(target, as_version=4)
        fresh = convert(source, lang)
        if skeleton(committed) != skeleton(fresh):
            problems.append(f"{name} does not stem from {source.relative_to(ROOT)}: run make notebooks")
        if committed.metadata != fresh.metadata:
            problems.append(f"{name} carries other metadata than the build gives it")
        if any(cell.get("execution_count") for cell in committed.cells):
            problems.append(f"{name} was not written by the build: its cells are numbered")
    return problems


def build(source: Path) -> None:
    """Execute a source in each of its languages and write the notebooks."""
    for lang, target in targets(source):
        print(f"{target.relative_to(ROOT)} …", flush=True)
        notebook = convert(source, lang)
        execute(notebook, target.name, lang)
        target.parent.mkdir(exist_ok=True)
        nbformat.write(notebook, target)


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m notebooks.build", description="Build the notebooks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="beginning of a name; all by default")
    parser.add_argument("--check", action="store_true", help="only compare with the sources")
    parser.add_argument("--texts", action="store_true", help="only print the texts, as a template for translators")
    options = parser.parse_args(arguments)
    try:
        chosen = sources(options.names)
        if options.texts:
            print(template(text for source in chosen for text in texts(convert(source))))
            return 0
        if options.check:
            problems = [problem for source in chosen for problem in check(source)]
            print("\n".join(problems) or f"{len(chosen)} sources, all notebooks stem from them")
            return 1 if problems else 0
        for source in chosen:
            build(source)
    except BuildError as error:
        print(f"notebooks.build: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
