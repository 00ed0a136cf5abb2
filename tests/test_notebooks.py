"""The notebooks stem from their sources, and the build gives the same file twice."""

import ast

import jupytext
import nbformat
import pytest

from notebooks import build
from tests.cases import every
from tests.course_notebooks.documents import PACKAGES
from tests.texts import read

SOURCE = '''# %% [markdown] slide_type="slide"
# # Title
#
# Text.

# %% slide_type="subslide" tags=["keep"]
1 + 1

# %%
1 + 1

# %%
1 + 1
'''
GERMAN = r"""
msgid ""
"# Title\n"
"\n"
"Text."
msgstr ""
"# Titel\n"
"\n"
"Worte."
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of notebooks of our own, with one source."""
    (tmp_path / "notebooks" / "src").mkdir(parents=True)
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "HERE", tmp_path / "notebooks")
    (tmp_path / "notebooks" / "src" / "07-toy.py").write_text(SOURCE)
    return tmp_path / "notebooks"


def source(folder):
    return folder / "src" / "07-toy.py"


@pytest.mark.parametrize("path", build.sources([]), ids=lambda path: path.stem)
def test_each_committed_notebook_stems_from_its_source(path):
    assert build.check(path) == []


def test_each_figure_has_a_text_alternative():
    figures = [output.metadata["image/png"]["alt"] for path in build.sources([]) for _, target in build.targets(path)
               for cell in nbformat.read(target, as_version=4).cells for output in cell.get("outputs", ())
               if "image/png" in output.get("data", ())]
    assert len(figures) >= 6
    assert all(figures)


@every("path", build.sources([]), ids=lambda path: path.stem)
def test_a_unit_imports_one_module_of_ours_and_no_cell_is_long(path):
    cells = [cell.source for cell in jupytext.read(path).cells if cell.cell_type == "code"]
    assert [cell for cell in cells if len(cell.splitlines()) > 15] == []
    nodes = [node for cell in cells for node in ast.walk(ast.parse(cell))]
    modules = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    asked = [name for name in modules if name.split(".")[0] in PACKAGES]
    assert len([name for name in asked if not name.endswith(".env")]) == 1  # environments are an extra of their own


def test_each_notebook_has_a_source():
    made = {target for path in build.sources([]) for _, target in build.targets(path)}
    assert set(build.HERE.glob("**/[0-9]*.ipynb")) - made == set()


def test_cells_get_slide_types_tags_and_stable_ids(folder):
    notebook = build.convert(source(folder))
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code", "code", "code"]
    assert notebook.cells[0].metadata == {"slideshow": {"slide_type": "slide"}}
    assert notebook.cells[1].metadata == {"slideshow": {"slide_type": "subslide"}, "tags": ["keep"]}
    ids = [cell.id for cell in notebook.cells]
    assert ids[2:] == [f"{ids[1]}-2", f"{ids[1]}-3"]
    source(folder).write_text("# %%\nnew = 0\n\n" + SOURCE)
    assert [cell.id for cell in build.convert(source(folder)).cells][1:] == ids  # a new cell moves no id


def test_cells_that_only_ask_or_only_make_a_widget_hide_their_source():
    hidden = {True: 0, False: 0}
    for source in build.sources(["01", "02", "08"]):
        for cell in build.convert(source).cells:
            if cell.cell_type == "code":
                is_hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
                hidden[is_hidden] += 1
                shows = cell.source.lstrip().startswith(("fe.ask(", "mb.ask(", "fe.BoardWidget(", "mb.MatchboxWidget("))
                assert is_hidden or not shows, cell.source
                assert not is_hidden or "ask(" in cell.source or "Widget" in cell.source, cell.source
    assert min(hidden.values()) > 10
    assert not build.only_shows("print(3)\nfe.ask('rows', 3)")
    assert not build.only_shows("%env FINITY_LANG=de")


def test_a_translation_replaces_the_texts_and_leaves_the_code(folder):
    file = folder / "src" / "07-toy.de.po"
    file.write_text(GERMAN)
    english, german = build.convert(source(folder)), build.convert(source(folder), "de")
    assert german.cells[0].source == "# Titel\n\nWorte."
    assert german.cells.pop(1).source == "%env FINITY_LANG=de"
    assert [c.source for c in german.cells[1:]] == [c.source for c in english.cells[1:]]
    assert [c.id for c in german.cells] == [c.id for c in english.cells]
    assert [lang for lang, _ in build.targets(source(folder))] == ["en", "de"]


def test_a_translation_that_lacks_a_text_or_keeps_an_old_one_is_refused(folder, capsys):
    file = folder / "src" / "07-toy.de.po"
    file.write_text("")
    with pytest.raises(build.BuildError, match=r"07-toy\.de\.po: 1 cells lack a translation"):
        build.convert(source(folder), "de")
    assert build.main(["--texts"]) == 0
    assert [entry.text for entry in read(capsys.readouterr().out)] == ["# Title\n\nText."]
    file.write_text(GERMAN + '\nmsgid "Gone."\nmsgstr "Weg."\n')
    with pytest.raises(build.BuildError, match=r"no cell of the source reads 'Gone\.'"):
        build.convert(source(folder), "de")


def output(**fields):
    return nbformat.from_dict(fields)


def test_widget_views_are_removed_and_what_stands_beside_them_stays():
    data = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}, "image/svg+xml": "<svg/>"}
    cleaned = build.clean(output(output_type="display_data", data=data, metadata={}), "place", {})
    assert cleaned.data == {"image/svg+xml": "<svg/>"}


def test_a_traceback_is_cut_to_its_last_line():
    error = output(output_type="error", ename="UserError", evalue="no", traceback=["a", "b"])
    assert build.clean(error, "place", {}).traceback == ["UserError: no"]


def test_addresses_paths_and_warnings_do_not_get_into_a_notebook():
    address = output(output_type="execute_result", data={"text/plain": "<X object at 0x7f00>"}, metadata={})
    path = output(output_type="stream", name="stdout", text=f"in {build.ROOT}/data")
    warning = output(output_type="stream", name="stderr", text="a warning")
    for bad, message in [(address, "differs from machine"), (path, "differs from machine"), (warning, "a warning")]:
        with pytest.raises(build.BuildError, match=f"cell 3 .*{message}"):
            build.clean(bad, "07-toy, cell 3", {})
    assert build.clean(warning, "place", {"tags": ["stderr"]}) == warning


def test_an_unknown_name_is_reported(capsys):
    assert build.main(["nothing"]) == 2
    assert "no source notebooks/src/nothing" in capsys.readouterr().err


@pytest.mark.slow
def test_building_twice_gives_the_same_file_and_the_check_passes(folder, capsys):
    assert build.main(["--check"]) == 1
    assert "does not exist" in capsys.readouterr().out
    target = folder / "07-toy.ipynb"
    assert build.main([]) == 0
    first = target.read_bytes()
    assert build.main(["07"]) == 0
    assert target.read_bytes() == first
    assert build.main(["--check"]) == 0
    notebook = nbformat.read(target, as_version=4)
    assert notebook.cells[1].outputs[0].data == {"text/plain": "2"}
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook.cells[0].source = "changed by hand"
    nbformat.write(notebook, target)
    assert build.main(["--check"]) == 1
    assert "does not stem from" in capsys.readouterr().out
