"""Collecting: which file is whose, from folders and archives; what is not clear is named and not filed."""

from __future__ import annotations

import json
import os
import unicodedata
import zipfile
from pathlib import Path
from typing import Any

import pytest

from boardkit.errors import UserError
from coursekit.book import collecting, downloads, forgetting
from coursekit.book.collecting import Collected
from coursekit.practice import handin
from coursekit.sets import handins
from coursekit.sets.course import Course
from tests.coursekit.hostile.files import answered, book, entry
from tests.coursekit.workshop import SOURCE, run


def collect(course: Course, folder: Path, *args: Any, **more: Any) -> Collected:
    return collecting.collect(course, "hw", folder, *args, **more)


def inbox(folder: Path, *files: str, content: bytes = b"") -> Path:
    """A folder with these files; each holds its own name as an answer."""
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content or book(entry(text=name), set="hw", student=""))
    return folder


def filed(course: Course, student: str) -> handin.Submission:
    return handin.read((course.folder("submitted", "hw", student) / "hw.ipynb").read_bytes())


def dated(written: str, **changes: Any) -> bytes:
    """What `submit` wrote at a time."""
    return book(entry(**changes), set="hw", student="", written=written)


def sources(done: Collected) -> dict[str, str]:
    return {student: one.path for student, one in done.filed.items()}


def test_files_are_filed_by_where_they_lie(course, tmp_path):
    done = collect(course, inbox(tmp_path / "in", "ada/anything.ipynb", "bob.ipynb", "eve_hw-handin.ipynb"))
    assert sources(done) == {"ada": "ada/anything.ipynb", "bob": "bob.ipynb", "eve": "eve_hw-handin.ipynb"}
    assert filed(course, "bob").entries["q1"].text == "bob.ipynb"
    assert (done.refused, done.passed_over) == ((), ())
    assert (done.filed["ada"].answered, done.filed["ada"].written) == (1, "2026-01-01T00:00:00Z")


def test_the_outermost_folder_decides(course, tmp_path):
    done = collect(course, inbox(tmp_path / "in", "eve/ada/x.ipynb", "eve/ada.ipynb", "ada/mine.ipynb"))
    assert set(done.filed) == {"ada", "eve"}
    assert filed(course, "ada").entries["q1"].text == "ada/mine.ipynb"
    assert filed(course, "eve").entries["q1"].text.startswith("eve/")
    done = collect(course, inbox(tmp_path / "wrapped", "all/ada/x.ipynb", "all/bob/x.ipynb"))
    assert not done.filed
    assert [(place, "collect that folder" in why) for place, why in done.refused] == [("all", True)]


@pytest.mark.parametrize("files", [
    ("ada/x.ipynb", "ada_2.ipynb"), ("ada/x.ipynb", "Ada Test_12_assignsubmission_file/x.ipynb"),
    ("Test Ada_1_assignsubmission_file/x.ipynb", "Ada Test_12_assignsubmission_file/x.ipynb"),
    ("testada_4_55_hw.ipynb", "adatest_5_55_hw.ipynb")])
def test_two_claims_on_one_student_are_refused_and_what_was_filed_before_stays(course, tmp_path, files):
    collect(course, inbox(tmp_path / "before", "ada/first.ipynb"))
    done = collect(course, inbox(tmp_path / "in", *files, "bob/x.ipynb"))
    assert set(done.filed) == {"bob"}
    assert len(done.refused) == 2
    assert all("ada is claimed by" in why for _, why in done.refused)
    assert filed(course, "ada").entries["q1"].text == "ada/first.ipynb"


@pytest.mark.parametrize(("place", "said"), [
    ("Ada", "looks like ada"), ("ADA", "looks like ada"), ("ａｄａ", "looks like ada"), ("ada\u0301", "looks like ada"),
    ("аdа", "looks like ada"), ("S002", "nearest: –"), ("adaa", "nearest: ada"), ("ada ", "nearest: ada"),
    ("no id", "no student is called"), ("Zoe New_77_assignsubmission_file", "no student is called"),
    ("doejane_12345_67890_ps1", "no student is called"), ("Adam Test_3_assignsubmission_file", "nearest: ada")])
def test_an_unknown_name_is_refused_with_the_nearest_known_ones(course, tmp_path, place, said):
    done = collect(course, inbox(tmp_path / "in", f"{place}/x.ipynb"))
    assert not done.filed
    ((where, why),) = done.refused
    assert where == place
    assert said in why
    assert not course.submissions("hw")
    wanted = place if place == "S002" or place == "adaa" else None  # the others are no ids, or look like somebody
    assert ("--new" in why) == bool(wanted)  # never a way out that leads nowhere
    assert set(collect(course, tmp_path / "in", new=True).filed) == ({wanted} if wanted else set())


def test_a_folder_that_has_somebodys_name_is_to_be_called_by_the_id(course, tmp_path):
    done = collect(course, inbox(tmp_path / "in", "Ada Test/x.ipynb", "Test ada.ipynb"), new=True)
    assert not done.filed
    assert [(place, "is the name of ada:" in why) for place, why in done.refused] == [
        ("Ada Test", True), ("Test ada.ipynb", True)]


def test_the_folder_in_which_one_is_has_a_name_too(course, tmp_path, monkeypatch):
    folder = inbox(tmp_path / "in", "ada.ipynb")
    inbox(folder, "readme.txt", content=b"x")
    monkeypatch.chdir(folder)
    assert [place for place, _ in collect(course, Path()).passed_over] == ["in"]


def test_what_may_not_be_read_is_named_and_keeps_back_nobody_else(course, tmp_path, monkeypatch):
    folder = inbox(tmp_path / "in", "ada/x.ipynb", "bob/x.ipynb", "eve/x.ipynb")

    def closed(function, place):
        def guarded(path=".", *more, **named):
            if Path(path) == place:
                raise PermissionError(13, "closed", str(path))
            return function(path, *more, **named)
        return guarded

    monkeypatch.setattr(downloads.os, "scandir", closed(os.scandir, folder / "ada"))
    monkeypatch.setattr(Path, "open", closed(Path.open, folder / "bob" / "x.ipynb"))
    done = collect(course, folder)
    assert set(done.filed) == {"eve"}
    assert [(f, "permissions" in why) for f, why in done.refused] == [("ada", True), ("bob/x.ipynb", True)]


def test_names_that_platforms_make_are_found_in_the_data_base(course, tmp_path):
    with course.gradebook() as data:
        data.add_student("s17", first_name="Zoë", last_name="Ω-Lange Öz", email="")
        data.add_student("42", first_name="No", last_name="Body", email="")
    zoe = unicodedata.normalize("NFD", "Zoë Ω-Lange Öz")
    for name, student in ((f"{zoe}_17_assignsubmission_file/a.ipynb", "s17"), ("testbob_1_2_hw.ipynb", "bob"),
                          ("ωlangeözzoë_LATE_3_2_hw-1.ipynb", "s17"),
                          ("BOB TEST_4_assignsubmission_file_hw.ipynb", "bob"),
                          ("Somebody Else_42_assignsubmission_file_/a.ipynb", "42")):
        folder = inbox(tmp_path / student / name.replace("/", "-"), name)
        assert sources(collect(course, folder)) == {student: name}
    with course.gradebook() as data:
        data.add_student("s18", first_name="Bob", last_name="Test", email="")
    done = collect(course, inbox(tmp_path / "same name", "Bob Test_5_assignsubmission_file/x.ipynb"))
    assert not done.filed


def test_of_one_students_files_the_one_that_submit_wrote_counts_else_the_newest(course, tmp_path):
    folder = inbox(tmp_path / "in", "ada/hw-handin.ipynb")
    inbox(folder, "ada/hw.ipynb", "ada/hw-Copy1.ipynb", content=answered("3"))
    inbox(folder, "ada/ps2.ipynb", content=book(set="ps2"))
    os.utime(folder / "ada/hw-handin.ipynb", (1, 1))
    done = collect(course, folder)
    assert sources(done) == {"ada": "ada/hw-handin.ipynb"}
    assert [f for f, _ in done.passed_over] == ["ada/hw-Copy1.ipynb", "ada/hw.ipynb"]
    assert [(f, "ps2" in why) for f, why in done.refused] == [("ada/ps2.ipynb", True)]
    (folder / "ada/hw-handin.ipynb").unlink()
    os.utime(folder / "ada/hw.ipynb", (2 * 10**9 + 5,) * 2)
    os.utime(folder / "ada/hw-Copy1.ipynb", (2 * 10**9,) * 2)
    assert sources(collect(course, folder)) == {"ada": "ada/hw.ipynb"}


def test_what_submit_wrote_counts_before_newer_work_in_the_notebook_that_was_handed_out(course, tmp_path):
    handed_out = json.loads(answered("3")) | {"metadata": {"finity": {"set": "hw"}}}
    folder = inbox(tmp_path / "in", "ada/hw.ipynb", content=json.dumps(handed_out).encode())
    inbox(folder, "ada/hw-handin.ipynb", content=book(entry(), student="", signature="", written=""))
    os.utime(folder / "ada/hw-handin.ipynb", (1, 1))
    assert sources(collect(course, folder)) == {"ada": "ada/hw-handin.ipynb"}


def test_a_record_that_came_along_is_filed_and_counts_where_submit_was_forgotten(course, tmp_path):
    record = {"format": "finity-edu/answers", "version": 1, "set": "hw", "student": "eve", "entries": [entry()]}
    folder = inbox(tmp_path / "in", "ada/hw.ipynb", "bob/other.ipynb", content=answered("3"))
    (folder / "ada" / "hw.answers.json").write_text(json.dumps(record))
    inbox(folder, "eve/hw.answers.json", content=json.dumps(record).encode())
    done = collect(course, folder)
    assert [r.id for r in done.filed["ada"].remarks] == ["other_variant"]
    assert {s: one.answered for s, one in done.filed.items()} == {"ada": 1, "bob": 1, "eve": 1}
    place = course.folder("submitted", "hw", "ada")
    assert json.loads((place / "hw.answers.json").read_text()) == record
    assert not (course.folder("submitted", "hw", "bob") / "hw.answers.json").exists()
    (folder / "ada" / "hw.answers.json").unlink()
    collect(course, folder)
    assert not (place / "hw.answers.json").exists()


def test_a_record_that_cannot_be_read_is_named(course, tmp_path, monkeypatch):
    folder = inbox(tmp_path / "in", "eve/hw.answers.json", content=b"{}")
    monkeypatch.setattr(downloads.Download, "content", lambda one: "too_large")
    assert [path for path, _ in collect(course, folder).refused] == ["eve/hw.answers.json"]


def test_the_time_of_handing_in_is_when_it_was_written_and_collecting_again_changes_nothing(course, tmp_path):
    folder = inbox(tmp_path / "in", "ada/x.ipynb")
    collect(course, folder)
    stamp = course.folder("submitted", "hw", "ada") / "timestamp.txt"
    assert stamp.read_text() == "2026-01-01 00:00:00 UTC\n", "when it was written, by the student's clock"
    again = dated("2026-01-01T00:00:00Z", answer=8)
    collect(course, inbox(folder, "ada/x.ipynb", content=again))
    collect(course, folder)
    assert len(handins.kept(course, "hw", "ada")) == 2, "of what comes again there is one"
    inbox(folder, "ada/x.ipynb", content=dated("2999-01-01T00:00:00Z"))
    collect(course, folder)
    assert stamp.read_text() < "2998", "no clock is later than ours"


def test_a_file_that_cannot_be_read_is_named_to_be_decided_on_and_kept_as_it_is(course, tmp_path):
    folder = inbox(tmp_path / "in", "ada/x.ipynb", content=b"PK")
    (folder / "bob.ipynb").touch()
    done = collect(course, folder)
    assert not done.filed
    assert [(path, "it is not a notebook" in why) for path, why in done.unreadable] == [
        ("ada/x.ipynb", True), ("bob.ipynb", True)]
    assert course.handed_in("hw", "ada") == (b"PK", None), "marking lets it wait for a person"
    said = run(course, "collect", "hw", str(folder))
    assert (said.exit_code, "Filed: 0" in said.output) == (1, True)
    assert "bob.ipynb: The file cannot be read" in said.output.partition("please decide:")[2]


def test_what_cannot_be_read_costs_no_earlier_hand_in_and_is_named_all_the_same(course, tmp_path):
    collect(course, inbox(tmp_path / "first", "ada/x.ipynb"))
    done = collect(course, inbox(tmp_path / "second", "ada/x.ipynb", content=b"PK"))
    ((path, why),) = done.unreadable
    assert (path, "earlier counts" in why, done.passed_over) == ("ada/x.ipynb", True, ())
    assert filed(course, "ada").entries["q1"].text == "ada/x.ipynb"
    inbox(tmp_path / "second", "ada/y.ipynb", content=dated("2999-01-01T00:00:00Z"))
    done = collect(course, tmp_path / "second")
    assert (done.unreadable, [path for path, _ in done.passed_over]) == ((), ["ada/x.ipynb"])


def test_an_archive_is_read_without_being_unpacked(course, tmp_path):
    path = tmp_path / "all.zip"
    content = book(entry(), set="hw", student="")
    link = zipfile.ZipInfo("eve/hw.ipynb")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("../../escape.ipynb", "/abs.ipynb", "C:\\x.ipynb", "ada/hw.ipynb", "bob\\hw.ipynb", "eve/more.zip",
                     "eve/more.7z", "__MACOSX/eve/._hw.ipynb", "ada/../eve/x.ipynb", "ada/picture.png"):
            archive.writestr(name, content)
        archive.writestr(link, "../../course/private/secret")
        archive.writestr("Bomb_1_assignsubmission_file/hw.ipynb", b" " * (60 << 20))
    done = collect(course, path)
    assert sources(done) == {"ada": "ada/hw.ipynb", "bob": "bob/hw.ipynb"}
    assert {f for f, _ in done.refused} == {
        "../../escape.ipynb", "/abs.ipynb", "C:\\x.ipynb", "ada/../eve/x.ipynb", "eve/more.zip", "eve/more.7z",
        "eve/hw.ipynb", "Bomb_1_assignsubmission_file"}
    assert not (tmp_path.parent / "escape.ipynb").exists()
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ada/hw.ipynb", b" " * (60 << 20))
    assert [f for f, _ in collect(course, tmp_path / "bomb.zip").refused] == ["ada/hw.ipynb"]
    path.write_text("no archive")
    with pytest.raises(UserError, match=r"\.zip file"):
        collect(course, path)


@pytest.mark.parametrize("damage", [{"compress_type": 99}, {"flag_bits": 1}, {"CRC": 7}])
def test_a_damaged_entry_costs_nobody_else(course, tmp_path, damage):
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ada/hw.ipynb", book(entry(), set="hw", student=""))
        archive.writestr("bob/hw.ipynb", book(entry(), set="hw", student=""))
        for field, value in damage.items():
            setattr(archive.filelist[0], field, value)
    done = collect(course, path)
    assert set(done.filed) == {"bob"}
    assert [f for f, _ in done.refused] == ["ada/hw.ipynb"]


def test_trees_and_links_are_bounded_and_inert(course, tmp_path, monkeypatch):
    monkeypatch.setattr(downloads, "MANY", 50)
    folder = inbox(tmp_path / "in", "bob/hw.ipynb", *(f"ada/{i}/x.ipynb" for i in range(60)))
    inbox(folder, "eve/" + "d/" * 45 + "x.ipynb")
    (folder / "secret.ipynb").symlink_to(course.root / "private" / "secret")
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "eve" / "pipe.ipynb")
    done = collect(course, folder)
    assert {"bob", "eve"} <= set(done.filed)
    assert {f for f, _ in done.refused} == {"ada", "secret.ipynb", "loop"}
    monkeypatch.setattr(collecting, "FILES", 3)
    done = collect(course, inbox(tmp_path / "many", *(f"ada/{i}.ipynb" for i in range(9))))
    assert [f for f, _ in done.passed_over] == ["ada", "ada/6.ipynb", "ada/7.ipynb"], "read, or named on one line"
    assert done.passed_over[0][1].endswith("ada/0.ipynb, ada/1.ipynb, ada/2.ipynb, ada/3.ipynb, ada/4.ipynb, … (+1)")
    monkeypatch.setattr(downloads, "MAX_DEPTH", 20)
    assert any("too deeply" in why for _, why in collect(course, folder).refused)


def test_a_pattern_finds_the_student(course, tmp_path):
    folder = inbox(tmp_path / "in", "2026-ada-final.ipynb", "2026-zoe-final.ipynb")
    done = collect(course, folder, r"\d+-(?P<student>\w+)-")
    assert set(done.filed) == {"ada"}
    assert "no student is called zoe" in done.refused[0][1]
    with pytest.raises(UserError, match="student"):
        collect(course, folder, r"\d+-(\w+)-")


def test_a_platforms_number_is_kept_and_another_one_under_the_same_name_is_refused(course, tmp_path):
    done = collect(course, inbox(tmp_path / "1", "Ada Test_7_assignsubmission_file/x.ipynb"))
    assert (done.by_name, done.refused) == (("ada",), ())
    done = collect(course, inbox(tmp_path / "2", "Ada Test_9_assignsubmission_file/x.ipynb"))
    assert not done.filed
    assert [("had the number 7" in why, "id of the right student" in why) for _, why in done.refused] == [(True, True)]
    done = collect(course, inbox(tmp_path / "3", "Renamed_7_assignsubmission_file/x.ipynb", "ada_x.ipynb"))
    assert len(done.refused) == 2, "a name may change, a number says whose it is: two places claim to be ada's"
    done = collect(course, inbox(tmp_path / "4", "Renamed_7_assignsubmission_file/x.ipynb"))
    assert (set(done.filed), done.by_name) == ({"ada"}, ())
    done = collect(course, inbox(tmp_path / "5", "Bob Test_7_assignsubmission_file/x.ipynb"))
    assert not done.filed


def test_moodle_numbers_anew_in_each_assignment_and_canvas_once_for_all(course, tmp_path):
    (course.root / "source" / "next").mkdir()
    (course.root / "source" / "next" / "next.py").write_text(SOURCE, encoding="utf-8")
    collect(course, inbox(tmp_path / "1", "Ada Test_7_assignsubmission_file/x.ipynb", "testbob_5_1_hw.ipynb"))
    folder = inbox(tmp_path / "2", "Ada Test_8_assignsubmission_file/x.ipynb", "testbob_6_1_hw.ipynb",
                   content=book(entry(), set="next"))
    done = collecting.collect(course, "next", folder)
    assert set(done.filed) == {"ada"}
    assert ["had the number 5" in why for _, why in done.refused] == [True]


def test_a_name_that_is_all_that_says_whose_work_it_is_is_named_by_the_command(course, tmp_path):
    folder = inbox(tmp_path / "in", "Ada Test_7_assignsubmission_file/x.ipynb", "bob/x.ipynb")
    said = run(course, "collect", "hw", str(folder)).output
    alone = [line for line in said.splitlines() if "only by the name on the platform" in line]
    assert [line.endswith(": Ada Test (ada)") for line in alone] == [True]
    assert "alone" not in run(course, "collect", "hw", str(folder)).output
    assert forgetting.traces(course, "ada")
    forgetting.forget_student(course, "ada", [])
    assert "7" not in (course.private / "participants" / "hw.json").read_text()


@pytest.mark.parametrize("places", [("Zoe", "zoe"), ("zoe", "ZOE"), ("zoe", "z0e"), ("con", "zed"), ("ada.", "zed"),
                                    ("nul.txt", "zed")])
def test_new_students_who_would_share_a_folder_anywhere_are_refused_by_name(course, tmp_path, places):
    done = collect(course, inbox(tmp_path / "in", *(f"{place}/x.ipynb" for place in places)), new=True)
    assert set(done.filed) == ({"zed"} & {*places})
    assert all(any(place in why for place in places) for _, why in done.refused)
    assert len(done.refused) == 2 - len(done.filed)


def test_whatever_lies_in_a_students_folder_is_read_or_named(course, tmp_path):
    folder = inbox(tmp_path / "in", "ada/HW.IPYNB", "bob.IPYNB", "eve/hw.ipynb")
    inbox(folder, "eve/.hidden.ipynb", "eve/deep/notes.txt", "readme.txt", content=b"x")
    inbox(folder, "ada/hw.PDF", "ada/.DS_Store", "ada/hw.instances.json", content=b"x")
    inbox(folder, *(f"eve/{i}.png" for i in range(9)), content=b"x")
    os.mkfifo(folder / "ada" / "pipe.ipynb")
    done = collect(course, folder)
    assert sources(done) == {"ada": "ada/HW.IPYNB", "bob": "bob.IPYNB", "eve": "eve/hw.ipynb"}
    assert filed(course, "ada").entries["q1"].text == "ada/HW.IPYNB"
    said = dict(done.passed_over)
    assert said["ada"].endswith("not read: hw.PDF, pipe.ipynb")
    assert said["eve"].endswith("not read: .hidden.ipynb, 0.png, 1.png, 2.png, 3.png, … (+6)")
    assert said["in"].endswith("not read: readme.txt")
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in folder.rglob("*"):
            if path.is_file():
                packed.write(path, path.relative_to(folder))
    packed = collect(course, archive)
    assert sources(packed) == sources(done)
    assert {why.partition(": ")[2] for _, why in packed.passed_over} == {
        "hw.PDF", "readme.txt", ".hidden.ipynb, 0.png, 1.png, 2.png, 3.png, … (+6)"}


def test_of_whom_nothing_can_be_read_something_is_to_be_decided(course, tmp_path):
    folder = inbox(tmp_path / "in", "ada/hw.ipynb")
    inbox(folder, "bob/hw.py", "eve_hw.txt", "zed.txt", content=b"answer = 7")
    (folder / "eve").mkdir()
    done = collect(course, folder)
    assert [(place, why.partition(": ")[2]) for place, why in done.refused] == [
        ("bob", "hw.py"), ("eve_hw.txt", "eve_hw.txt")]
    assert [place for place, _ in done.passed_over] == ["in"]
    done = collect(course, inbox(tmp_path / "kept", "ada/.ipynb_checkpoints/hw-checkpoint.ipynb", "bob/x.ipynb"))
    assert [place for place, _ in done.refused] == ["ada"], "even if only programs have put something there"


HAND_INS = ("hw-handin.ipynb.txt", "hw-handin.ipynb.json", "HW-HANDIN.IPYNB", "hw-handin.json", "hw-handin",
            "hw-handin (1).ipynb", "hw-handin.html", ".hw-handin.ipynb", "Kopie von hw-handin.ipynb")


def test_a_hand_in_is_read_whatever_its_name(course, tmp_path):
    content = dated("2026-01-01T00:00:00Z")
    missed = [name for number, name in enumerate(HAND_INS)
              if "ada" not in collect(course, inbox(tmp_path / str(number), f"ada/{name}", content=content)).filed]
    assert missed == []
    flat = inbox(tmp_path / "flat", "ada_hw.ipynb.txt", "Bob Test_7_assignsubmission_file_hw.json", content=content)
    assert set(collect(course, flat).filed) == {"ada", "bob"}


def test_a_notebook_and_its_record_belong_together_however_a_browser_calls_them(course, tmp_path):
    record = {"format": "finity-edu/answers", "version": 1, "set": "hw", "student": "ada", "entries": [entry()]}
    folder = inbox(tmp_path / "in", "ada/hw (1).ipynb", content=answered("3"))
    inbox(folder, "ada/hw.answers (1).json", content=json.dumps(record).encode())
    inbox(folder, "ada/hw.instances (1).json", content=b'{"format": "finity-edu/instances", "cells": []}')
    done = collect(course, folder)
    place = course.folder("submitted", "hw", "ada")
    assert json.loads((place / "hw.answers.json").read_text()) == record
    assert [why.rpartition(": ")[2] for _, why in done.passed_over] == ["hw.instances (1).json"]


@pytest.mark.parametrize("written", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0999-01-01 10:00"])
def test_a_time_that_no_calendar_here_can_say_is_none_and_stops_nobody(course, tmp_path, written):
    for student in ("ada", "bob"):
        inbox(tmp_path, f"{student}/hw.ipynb", content=dated(written))
    done = collect(course, tmp_path)
    assert [[r.id for r in one.remarks] for one in done.filed.values()] == [["odd_time", "unsigned"]] * 2
    assert [len(handins.kept(course, "hw", student)) for student in ("ada", "bob")] == [1, 1]


def test_what_a_file_says_of_itself_comes_before_its_name_and_the_times_of_an_archive(course, tmp_path):
    old, new = dated("2026-01-01T10:37:11Z"), dated("2026-01-01T10:37:12Z", answer=8)
    own = handins_own(course, "ada")
    for case, (files, counts) in enumerate((
            ({"hw-handin.ipynb": old, "hw-handin (1).ipynb": new}, "hw-handin (1).ipynb"),
            ({"hw-handin.ipynb": new, "hw-handin (1).ipynb": old}, "hw-handin.ipynb"),
            ({"a.ipynb": own, "b.ipynb": new}, "a.ipynb"),
            ({"hw.ipynb": answered("3"), "hw (2).ipynb": answered("4"), "hw (10).ipynb": answered("5")},
             "hw (10).ipynb"))):
        path = tmp_path / f"{case}.zip"
        with zipfile.ZipFile(path, "w") as packed:
            for name, content in files.items():
                packed.writestr(zipfile.ZipInfo(f"ada/{name}", (2026, 2, 1, 0, 0, 0)), content)
        done = collect(course, path, replace=True)
        assert sources(done) == {"ada": f"ada/{counts}"}
        assert len(done.passed_over) == len(files) - 1


def handins_own(course: Course, student: str) -> bytes:
    """What `submit` wrote long ago, with the signature of a student's own questions."""
    issued = course.issued("hw", student)
    return book(entry(), set="hw", student=student, signature=issued["signature"], written="2025-01-01T00:00:00Z")


def test_what_is_older_than_what_was_collected_before_does_not_count_and_is_named(course, tmp_path):
    collect(course, inbox(tmp_path / "1", "ada/x.ipynb", content=dated("2026-01-02T00:00:00Z", text="new")))
    mail = inbox(tmp_path / "2", "ada/x.ipynb", content=dated("2026-01-01T00:00:00Z", text="old"))
    done = collect(course, mail)
    assert [("--replace" in why) for _, why in done.passed_over] == [True]
    assert filed(course, "ada").entries["q1"].text == "new"
    collect(course, mail, replace=True)
    assert filed(course, "ada").entries["q1"].text == "old"
    traces = forgetting.traces(course, "ada")
    assert course.kept("hw", "ada") in traces, "whatever is kept can be forgotten"


def test_what_submit_wrote_is_found_behind_however_many_newer_notebooks(course, tmp_path):
    folder = inbox(tmp_path / "in", "ada/hw-handin.ipynb")
    os.utime(folder / "ada" / "hw-handin.ipynb", (1, 1))
    inbox(folder, *(f"ada/{i}.ipynb" for i in range(collecting.FILES + 5)), content=answered("3"))
    done = collect(course, folder)
    assert sources(done) == {"ada": "ada/hw-handin.ipynb"}
    first, *_ = done.passed_over
    assert first[1].startswith(f"more than {collecting.FILES} files of this kind")
    assert first[1].endswith("(+1)")


def test_of_several_records_the_newest_counts_and_the_others_are_named(course, tmp_path):
    record = {"format": "finity-edu/answers", "version": 1, "set": "hw", "student": "ada", "entries": [entry()]}
    folder = inbox(tmp_path / "in", "ada/a-hw.answers.json", content=json.dumps(record).encode())
    inbox(folder, "ada/b-hw.answers.json", "ada/ps2.answers.json", content=b"{}")
    os.utime(folder / "ada" / "b-hw.answers.json", (1, 1))
    done = collect(course, folder)
    assert (sources(done), done.filed["ada"].answered) == ({"ada": "ada/a-hw.answers.json"}, 1)
    assert {f for f, _ in done.passed_over} == {"ada/b-hw.answers.json", "ada/ps2.answers.json"}


@pytest.mark.parametrize(("student", "signature", "said"), [
    ("ada", "5", []), ("", "5", ["unsigned"]), ("ada", "", ["unsigned"]), ("", "", ["unsigned"]),
    ("bob", "", ["other_variant"])])
def test_a_record_that_does_not_say_whose_it_is_is_named(course, tmp_path, student, signature, said):
    content = book(entry(), set="hw", student=student, signature=signature)
    done = collect(course, inbox(tmp_path / "in", "ada/x.ipynb", content=content))
    assert [r.id for r in done.filed["ada"].remarks] == said


def test_what_is_said_of_a_hand_in_is_bounded_and_forges_no_line(course, tmp_path):
    forged = f"ada/x{' ' * 70}bob  9 answers, on time{'y' * 100}.ipynb"
    content = book(*[entry(n=-1)] * 980, set="hw", student="ada", written="on time (checked)")
    said = run(course, "collect", "hw", str(inbox(tmp_path / "in", forged, content=content))).output
    assert "… and 970 more of this kind." in said
    assert "is not written as submit() writes it: on time (checked)" in said
    assert len(said.splitlines()) == 2 + 10 + 1 + 1
    assert "x bob" in said
    assert "y" * 90 not in said
    marked = run(course, "mark", "hw").output
    assert marked.count("is not one that submit() writes") == 10
    page = course.folder("autograded", "hw", "ada") / "hw.ipynb"
    assert page.read_text(encoding="utf-8").count("is not one that submit") == 10
