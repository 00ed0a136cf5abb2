"""What README, CONTRIBUTING and CITATION.cff claim is compared with the project."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import pages
from benchmarks.harness import YARDSTICK, load

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_figures_of_the_documents_are_those_of_bench_json() -> None:
    for page, content in pages.written(load()).items():
        text = page.read_text(encoding="utf-8")
        assert pages.between_the_marks(text) == content, "write them with: python -m benchmarks --write"


def test_the_figures_of_the_readme_are_few_and_beside_named_peers() -> None:
    rows = [load()[name] for name in pages.FIGURES]
    assert len(rows) == 3
    assert all(row["ratio"] > 1 and row["peer_name"] not in (YARDSTICK, "one thread") for row in rows)


def test_a_table_is_written_between_the_marks_and_nowhere_else(tmp_path: Path) -> None:
    copy = tmp_path / "README.md"
    copy.write_text(README, encoding="utf-8")
    pages.write(copy, "| a job |")
    assert pages.between_the_marks(copy.read_text(encoding="utf-8")) == "| a job |"
    pages.write(copy, pages.figures(load()))
    assert copy.read_text(encoding="utf-8") == README
    copy.write_text("no marks here", encoding="utf-8")
    with pytest.raises(ValueError, match="marks"):
        pages.write(copy, "")


def test_a_newcomer_sees_in_one_screen_what_it_is() -> None:
    """A screen: the pictures and forty lines of text; what is fast comes later."""
    screen = "\n".join(README.splitlines()[:40])
    places = [screen.index(part) for part in ("<picture>", "![", "in the browser", "    make lab", "## Who it is for")]
    assert places == sorted(places)
    assert README.index(pages.MARKS[0]) > README.index("## The course")
    assert len(README.splitlines()) <= 120


def test_the_pictures_of_the_readme_are_there_light_and_dark_and_have_a_text_alternative() -> None:
    found = re.search(r"<picture>.*?</picture>", README, re.DOTALL)
    assert found is not None
    files = re.findall(r'(?:srcset|src)="([^"]+)"', found[0])
    assert files == ["docs/img/program-dark.jpg", "docs/img/program-light.jpg"]
    photographs = list((ROOT / "docs" / "img").rglob("program-*.jpg"))
    assert len(photographs) == 6
    assert all(10_000 < photograph.stat().st_size < 120_000 for photograph in photographs)
    assert len(re.findall(r'alt="([^"]{100,})"', found[0])) == 1


def test_the_board_of_the_outreach_pages_is_what_its_command_draws() -> None:
    drawn = script("docs/picture.py").board()
    assert (ROOT / "docs/img/board.svg").read_text(encoding="utf-8").strip() == str(drawn).strip()


def test_the_session_has_twelve_lines() -> None:
    session = re.search(r"(?:^    .+\n)+", README[README.index("    >>> "):], re.MULTILINE)
    assert session is not None
    assert len(session[0].splitlines()) == 12


def test_the_map_of_the_course_names_every_notebook_and_every_problem_set() -> None:
    for path in (*ROOT.glob("notebooks/[0-9]*.ipynb"), *ROOT.glob("course/exercises/ps*/*.ipynb")):
        assert f"]({path.relative_to(ROOT).as_posix()})" in README


def test_what_the_readme_counts_is_what_there_is() -> None:
    import amakta
    import matchbox
    from coursekit.questions.registry import all_types, built_in
    from finity_edu.players import LEVELS
    from finity_edu.rules.ruleset import rule_set_names

    games = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    # Other tests of the same process may have registered types of their own.
    ours = [kind for kind in all_types() if built_in(kind)]
    assert "more than a hundred types of questions" in " ".join(README.split())
    assert 100 < len(ours) < 200
    assert f"{amakta.stones.count():,} different stones" in games
    assert [name for name in rule_set_names() if f"`{name}`" not in games] == []
    assert ("six levels" in games) == (len(LEVELS) == 6)
    teachers = ("random", "perfect", "perfect-1")
    expected = {teacher: matchbox.exact.expected_games(teacher=teacher) for teacher in teachers}
    assert f"takes {expected['random']:.0f} games on average" in " ".join(games.split())
    assert f"against a perfect opponent {expected['perfect']:.0f}" in " ".join(games.split())
    assert expected["perfect-1"] == float("inf")


def test_the_citation_names_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in citation
    assert f"\nlicense: {PROJECT['license']}\n" in citation
    assert f"version {PROJECT['version']}" in README


def test_every_place_on_the_map_of_the_house_exists_and_every_folder_is_on_it() -> None:
    rows = re.findall(r"^\| (`[^|]+) \|", CONTRIBUTING, re.MULTILINE)
    places = [place for row in rows for place in re.findall(r"`([^`]+)`", row)]
    assert [place for place in places if not (ROOT / place).exists()] == []
    hidden = {"build", "dist", "htmlcov", "node_modules"}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "__"))}
    assert {f"{name}/" for name in folders - hidden} <= {place for place in places if place.endswith("/")}


def test_every_file_that_contributing_names_exists() -> None:
    named = re.findall(r"`((?:[\w-]+/)+[\w.-]*\.(?:py|toml|md|json))`", CONTRIBUTING)
    assert named
    assert [name for name in named if "NN-title" not in name and not (ROOT / name).exists()] == []


def test_a_recipe_has_at_most_eight_steps() -> None:
    recipes = CONTRIBUTING.split("## Recipes")[1].split("\n## ")[0].split("\n### ")[1:]
    titles = " ".join(recipe.splitlines()[0] for recipe in recipes).lower()
    assert [what for what in ("rule set", "board", "question", "learner", "notebook", "translation")
            if what not in titles] == []
    for recipe in recipes:
        steps = re.findall(r"^(\d+)\. ", recipe, re.MULTILINE)
        assert [int(step) for step in steps] == list(range(1, len(steps) + 1))
        assert 1 <= len(steps) <= 8, recipe.splitlines()[0]
