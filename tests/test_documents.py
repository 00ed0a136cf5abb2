"""The files around the code: README, changelog, licences, and what must not stand anywhere."""

import re
import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.cases import every

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, TOOLS = SETTINGS["project"], SETTINGS["tool"]
HEADING = re.compile(
    r"# Changelog|## (Unreleased|\d+\.\d+\.\d+ \((?:\d{4}-\d\d-\d\d|never published)\))"
    r"|### (Added|Changed|Fixed|Removed)"
)


def tracked_files():
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if not listed or listed.returncode:  # an unpacked archive, or a machine with Python only
        skip = {".git", ".venv", ".mypy_cache", ".ruff_cache", ".hypothesis", "build", "dist", "__pycache__"}
        return [p for p in ROOT.rglob("*") if p.is_file() and not skip & set(p.relative_to(ROOT).parts)]
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_the_changelog_keeps_to_its_headings_and_names_the_version():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    headings = [line for line in lines if line.startswith("#")]
    assert [line for line in headings if not HEADING.fullmatch(line)] == []
    assert headings[:2] == ["# Changelog", "## Unreleased"] or f"## {PROJECT['version']} (" in headings[1]


def test_each_piece_of_news_has_a_name_that_the_changelog_takes_and_says_something():
    kinds = {kind["directory"] for kind in TOOLS["towncrier"]["type"]}
    for path in (ROOT / "changelog.d").iterdir():
        if path.name == "README.md":
            continue
        name, kind, ending = path.name.split(".")
        assert name.startswith("+"), path.name
        assert kind in kinds, path.name
        assert ending == "md", path.name
        assert path.read_text(encoding="utf-8").strip(), path.name


def test_the_names_that_the_changelog_sends_to_exist():
    rows = re.findall(r"^  \| `.*\| (.*) \|$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    names = [name for row in rows for name in re.findall(r"`([a-z_]+(?:\.\w+)*)`", row)]
    assert len(names) > len(rows) > 5
    for name in names:
        resolve_name(name)


def test_the_session_in_the_readme_is_run_as_a_doctest():
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n    >>> ") >= 5


def test_the_readme_names_the_commands_that_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    named = set(re.findall(r"(?:^    |`)make ([a-z-]+)", text, re.M))
    assert {"lab", "test"} <= named <= targets


@every("name", [path.relative_to(ROOT).as_posix() for path in tracked_files()
                                  if path.suffix == ".md" or path.name == "LICENSE-TEXTS"])
def test_files_that_are_named_in_the_documents_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [target for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target and target != "LINK"]
    assert [target for target in links if not ((ROOT / name).parent / target).exists()] == []


def test_the_moving_picture_of_the_readme_is_what_its_command_makes():
    films = runpy.run_path(str(ROOT / "docs" / "moving.py"))["films"]()
    assert len(films) == 3
    for file, made in films.items():
        assert file.read_text(encoding="utf-8") == made, "run  python docs/moving.py"
    made = films[ROOT / "docs" / "img" / "moving.svg"]
    assert len(made.encode()) <= 40_000
    for wish in ("prefers-reduced-motion:reduce", "prefers-color-scheme:dark"):
        assert wish in made
    # Each moment has its sentence, and two tokens walk on both sides before one does
    assert len(re.findall(r'<text class="m\d+"', made)) == 5
    assert [made.count(f'class="walk w{number}"') for number in (0, 1)] == [4, 2]


def test_the_map_of_the_house_names_every_room_of_the_kits_and_no_file_that_is_not_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([^`]+)` \|", text, re.M))
    rooms = {f"{kit}/{path.parent.name}/" for kit in ("boardkit", "automatakit", "coursekit")
             for path in (ROOT / kit).glob("*/__init__.py")}
    assert rooms - named == set()
    modules = {path.name for path in (ROOT / "boardkit").glob("*.py")} - {"__init__.py"}
    assert sorted(name for name in modules if name not in text) == []
    files = {name for name in re.findall(r"`([\w-]+/[\w./-]+)`", text) if not re.search("PACKAGE|NN|SET", name)}
    assert len(files) > 40
    assert sorted(name for name in files if not (ROOT / name).exists()) == []


def test_the_list_of_modules_says_what_they_say():
    made = runpy.run_path(str(ROOT / "docs" / "modules.py"))["page"]()
    assert (ROOT / "docs" / "modules.md").read_text(encoding="utf-8") == made, "run  python docs/modules.py"


def test_every_test_that_the_threat_model_names_exists():
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [f"{file}::{test}" for file, test in named
            if f"def {test}(" not in (ROOT / file).read_text(encoding="utf-8")] == []


def test_code_and_text_have_a_licence_each_and_the_package_carries_both():
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert "CC BY 4.0" in (ROOT / "LICENSE-TEXTS").read_text(encoding="utf-8")
    assert PROJECT["license"] == "MIT"
    assert PROJECT["license-files"] == ["LICENSE", "LICENSE-TEXTS", "LICENSE-PARTS.md"]


# Nothing in the project belongs to one machine or one workplace.
FOREIGN = {
    "a folder of somebody's machine": re.compile(r"(?<![\w.$}/-])/(?:home(?!/student)|root|Users|mnt|work)/\w"),
    "a package index": re.compile(r"pypi\.org/simple|--index-url|--extra-index-url|PIP_INDEX"),
    "a ticket": re.compile(r"\b[Ii]ssue #?\d"),
}


@pytest.mark.slow
def test_no_file_names_a_machine_a_package_index_or_a_ticket():
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if path == Path(__file__):
            continue
        found += [f"{path.relative_to(ROOT)}: {what}: {match[0]!r}"
                  for what, pattern in FOREIGN.items() for match in [pattern.search(text)] if match]
    assert found == []


def test_no_file_is_too_large_for_a_repository():
    sizes = {str(path.relative_to(ROOT)): path.stat().st_size for path in tracked_files()}
    assert [name for name, size in sizes.items() if size > 1_800_000] == []


def test_the_parts_of_others_that_are_shipped_stand_in_one_file_with_their_versions():
    """What the builds of the three sites name, and nothing else; neither do we keep a library or a font of others."""
    delivery = ROOT / "delivery"
    slides = (delivery / "slides" / "build.py").read_text(encoding="utf-8")
    runtime = (delivery / "book" / "runtime.py").read_text(encoding="utf-8")
    libraries = re.findall(r'^    \("([\w.]+)", "([\d.]+)", r"', slides, re.M)
    constants = re.findall(r'^(MATHJAX|PYODIDE) = "(.+)"', runtime, re.M)
    shipped = {(name, version, "slides") for name, version in libraries}
    shipped |= {(name.lower(), version, "book") for name, version in constants}
    shipped.add(("pyodide", "as the kernel names it", "lite"))
    # These build a site and do not lie in it; the wheels for the browser are listed on their own.
    tools = {"build", "packaging", "nbformat", "matplotlib", "jupyter_server", "anywidget", "ipywidgets"}
    for file in ("book/requirements.txt", "lite/requirements.txt", "lite/wheels.txt"):
        for line in (delivery / file).read_text(encoding="utf-8").splitlines():
            name, _, version = line.partition("==")
            if not line.startswith("#") and (file.endswith("wheels.txt") or name not in tools):
                shipped.add((name, version or "newest", file.partition("/")[0]))
    left_out = re.search(r'LEFT_OUT = re\.compile\(\n +r"(.+)"\n +r"(.+)"\)', runtime)
    assert not re.search("".join(left_out.groups()), "frozendict-2.5.1.dist-info/licenses/LICENSE.txt")
    parts = (ROOT / "LICENSE-PARTS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w.-]+) \| ([^|]+) \| ([^|]+) \| [^|]+ \|$", parts, re.M)
    named = {(name, version, site) for name, version, sites in rows if name != "Part" for site in sites.split(", ")}
    assert shipped - named == set()
    assert {(name, version) for name, version, _ in named} == {(name, version) for name, version, _ in shipped}
    foreign = re.compile(r"\.(woff2?|ttf|otf|wasm)$|\.min\.(js|css)$")
    assert [path.name for path in tracked_files() if foreign.search(path.name)] == []


def test_make_test_looks_where_pytest_does_by_itself():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    packages = re.search(r"^PACKAGES := (.+)", makefile, re.M)[1]
    places = re.search(r"^TESTED = --ignore \S+ (.+)", makefile, re.M)[1].replace("$(PACKAGES)", packages).split()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert places == settings["testpaths"]
    assert not [*(ROOT / "tests" / "formats").rglob("*.py")]
