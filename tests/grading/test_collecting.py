"""Collecting: which file is whose, from folders and archives."""

import zipfile

import pytest

from boardkit.errors import UserError
from finity_edu.grading.collecting import collect


def test_files_are_filed_by_where_they_lie(course, tmp_path):
    inbox = tmp_path / "inbox"
    for name in ("ada/anything.ipynb", "bob.ipynb", "eve_hw-handin.ipynb", "Zoe New_77_assignsubmission_file/x.ipynb",
                 "Ada Test_12_assignsubmission_file/newer.ipynb", "../x.ipynb", "no id/x.ipynb"):
        path = inbox / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    done = collect(course, "hw", inbox)
    assert set(done.filed) == {"ada", "bob", "eve", "77"}
    assert (course.folder("submitted", "hw", "bob") / "hw.ipynb").read_text() == "bob.ipynb"
    assert [f for f, _ in done.remarks if "no id" in f]
    assert len([f for f, why in done.remarks if "ada" in why]) == 1


def test_an_archive_is_read_without_being_unpacked(course, tmp_path):
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../escape.ipynb", "x")
        archive.writestr("ada/hw.ipynb", "{}")
    done = collect(course, "hw", path)
    assert done.filed["ada"] == "ada/hw.ipynb"
    assert not (tmp_path.parent / "escape.ipynb").exists()
    path.write_text("no archive")
    with pytest.raises(UserError, match=r"no \.zip"):
        collect(course, "hw", path)


def test_a_pattern_finds_the_student(course, tmp_path):
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw" / "2026-ada-final.ipynb").write_text("{}")
    assert set(collect(course, "hw", tmp_path / "hw", r"\d+-(?P<student>\w+)-").filed) == {"ada"}
    with pytest.raises(UserError, match="student"):
        collect(course, "hw", tmp_path / "hw", r"\d+-(\w+)-")
