"""What goes to learning platforms and comes from them: archives, worksheets, class lists, grades."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from boardkit.errors import UserError
from boardkit.messages import using_language
from coursekit.book.collecting import collect
from coursekit.book.export import export
from coursekit.book.moodle import Worksheet
from coursekit.book.new import misspelt_columns, new_course, read_students
from coursekit.sets.course import Course
from tests.coursekit.hostile.files import book, entry
from tests.coursekit.test_grades import MOODLE
from tests.coursekit.workshop import hand_in, make_course, perfect, run, run_mark

pytestmark = pytest.mark.usefixtures("marked_here")

HEAD = ("Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission),"
        "Last modified (grade),Feedback comments\n")


def row(number: int, name: str, address: str, came: str = "-", most: str = "6.00") -> str:
    status = "No submission" if came == "-" else "Submitted for grading"
    return f'Participant {number},{name},{address},{status},,{most},"{came}",-,\n'


def sheet(folder: Path, *rows: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "Grades.csv"
    path.write_text("\ufeff" + HEAD + "".join(rows), encoding="utf-8")
    return path


def imported(content: bytes, participants: set[int]) -> dict[int, dict[str, bytes]]:
    """What Moodle's importer of feedback files takes of an archive, by participant (see `coursekit.book.moodle`)."""
    found: dict[int, dict[str, bytes]] = {}
    archive = zipfile.ZipFile(io.BytesIO(content))
    for name in archive.namelist():
        parts = name.split("/")
        if parts[-1][:1] in (".", "~", ""):
            continue
        while parts:
            info = parts.pop(0).split("_", 4)
            if len(info) < 4 or not info[1].isdigit() or int(info[1]) not in participants:
                continue
            if (info[2], info[3]) != ("assignfeedback", "file"):
                continue
            file = "/".join([*info[4:], *parts])
            found.setdefault(int(info[1]), {})[file] = archive.read(name)
            break
    return found


@pytest.mark.slow
def test_what_release_and_feedback_pack_comes_to_everybody_by_moodles_own_importer(course, tmp_path):
    rows = sheet(tmp_path, row(7001, "Ada_Test .", "ada@uni.test"), row(7002, "Bob Test", "bob@uni.test"))
    done = run(course, "release", "hw", "--moodle", str(rows))
    assert done.exit_code == 0, done.output
    assert "for: Eve Test (eve)" in done.output, "who has no row is named"
    got = imported((course.root / "export" / "hw-handout.zip").read_bytes(), {7001, 7002})
    assert {number: {*files} for number, files in got.items()} == {
        number: {"hw.ipynb", "hw.instances.json"} for number in (7001, 7002)}
    assert json.loads(got[7001]["hw.instances.json"])["student"] == "ada"
    hand_in(course, "ada", perfect(course, "ada"))
    run_mark(course)
    done = run(course, "feedback", "hw", "--moodle", str(rows))
    assert done.exit_code == 0, done.output
    got = imported((course.root / "export" / "hw-feedback.zip").read_bytes(), {7001, 7002})
    assert {number: [*files] for number, files in got.items()} == {7001: ["hw.html"]}
    assert b"ada" in got[7001]["hw.html"]


def submissions(folder: Path, *places: str) -> Path:
    """An archive as Moodle packs it since 4.1: one time for all."""
    path = folder / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for place in places:
            content = book(entry(text=place), set="hw", student="", written="2026-11-01T00:00:00Z")
            archive.writestr(zipfile.ZipInfo(f"{place}/hw-handin.ipynb", (2026, 11, 20, 9, 0, 0)), content)
    return path


def test_the_platforms_number_tells_equal_names_hidden_names_and_groups_apart(course, tmp_path):
    with course.gradebook() as data:
        data.add_student("ada2", first_name="Ada", last_name="Test", email="ada2@uni.test")
    places = ["Ada Test_7001_assignsubmission_file", "Ada Test_7004_assignsubmission_file",
              "Teilnehmerin_7002_assignsubmission_file", "Group_A-Somebody_7003_assignsubmission_file"]
    came = submissions(tmp_path, *places)
    done = collect(course, "hw", came)
    assert not done.filed
    assert ["ada, ada2" in why and "--moodle" in why for _, why in done.refused].count(True) == 2
    rows = sheet(tmp_path, *(row(7000 + n, name, f"{id}@uni.test", "Thursday, 19 November 2026, 10:37 PM")
                             for n, name, id in ((1, "Ada Test", "ada"), (2, "Bob Test", "bob"), (3, "Eve Test", "eve"),
                                                 (4, "Ada Test", "ada2"))),
                 row(7009, "Zoe New", "zoe@uni.test", "Thursday, 19 November 2026, 10:37 PM"))
    done = collect(course, "hw", came, worksheet=Worksheet.read(rows))
    assert {student: one.path.partition("/")[0] for student, one in done.filed.items()} == {
        "ada": places[0], "ada2": places[1], "bob": places[2], "eve": places[3]}
    assert (done.refused, done.elsewhere) == ((), ("Zoe New (7009)",))
    fewer = submissions(tmp_path, places[0])
    said = run(course, "collect", "hw", str(fewer), "--moodle", str(rows))
    assert said.exit_code == 1
    assert "not collected: Zoe New (7009)\n" in said.output, "all others were collected before"
    rows.write_text(rows.read_text().replace("19 November 2026, 10:37 PM", "20 November 2026, 08:00 AM", 2))
    done = collect(course, "hw", fewer, worksheet=Worksheet.read(rows))
    assert done.elsewhere == ("bob", "Zoe New (7009)"), "Bob has handed in something newer"


def test_equal_names_on_canvas_are_not_told_to_fetch_moodles_worksheet(course, tmp_path):
    with course.gradebook() as data:
        data.add_student("ada2", first_name="Ada", last_name="Test")
    done = collect(course, "hw", submissions(tmp_path, "testada_12345_67890_hw"))
    ((_, why),) = done.refused
    assert ("ada, ada2" in why, "--moodle" in why) == (True, False)


PLAN = 'format = "finity-edu/course"\nversion = 1\nlate = 0.5\n[sets.hw]\ndue = 2026-11-19\n'


@pytest.mark.slow
@pytest.mark.parametrize(("came", "points", "plan"), [
    ("Thursday, 19 November 2026, 11:58 PM", 3, ""), ("Friday, 20 November 2026, 12:10 AM", 1.5, ""),
    ("Friday, 20 November 2026, 12:10 AM", 3, "grace = 15\n"),
    ("Saturday, 21 November 2026, 12:10 AM", 0, ""), ("-", 3, ""),
    ("Saturday, 21 November 2026, 12:10 AM", 3, "[sets.hw.extensions]\nada = 2026-11-21T12:00:00\n")])
def test_a_deadline_is_kept_by_the_clock_of_the_platform_or_else_by_the_students(tmp_path, came, points, plan):
    course = make_course(tmp_path / "course", ("ada",), "# %% question=\"q2\" type=\"accepted\" points=3\n")
    (course.root / "course.toml").write_text(PLAN + plan)
    course = Course(course.root, course.config)
    issued = course.issued("hw", "ada")
    content = book(entry(question="q2", kind="set of words", answer=issued["questions"]["q2"]["key"], instance=""),
                   set="hw", student="ada", signature=issued["signature"], written="2026-11-01T00:00:00Z")
    place = tmp_path / "in" / "Ada Test_7001_assignsubmission_file"
    place.mkdir(parents=True)
    (place / "hw-handin.ipynb").write_bytes(content)
    rows = Worksheet.read(sheet(tmp_path, row(7001, "Ada Test", "ada@uni.test", came)))
    done = collect(course, "hw", tmp_path / "in", worksheet=rows)
    late = points != 3
    assert ["late" in [r.id for r in one.remarks] for one in done.filed.values()] == [late]
    assert run_mark(course)["students"]["ada"]["points"] == points
    run(course, "feedback", "hw")
    page = (course.folder("feedback", "hw", "ada") / "hw.html").read_text(encoding="utf-8")
    assert ("after the deadline" in page) == late
    assert "2026-11-" in page, "it says when what counts was handed in"


@pytest.mark.slow
def test_points_above_the_maximum_of_the_platform_are_named_and_not_written(course, tmp_path):
    hand_in(course, "ada", perfect(course, "ada"))
    run_mark(course)
    for most, written in (("6.00", "4|6"), ("100.00", "4|6"), ("3,00", "")):
        rows = sheet(tmp_path, row(7001, "Ada Test", "ada@uni.test", most=f'"{most}"'))
        said = run(course, "export", "hw", "--moodle", str(rows)).output
        cell = (course.root / "export" / "hw-moodle.csv").read_text().splitlines()[1].split(",")[4]
        assert cell in written.split("|")
        assert ("The assignment's maximum" in said) == (most != "6.00")
        assert ("would skip these rows" in said) == (most == "3,00")
        assert "tick the box for updating records that were modified more recently" in said


@pytest.mark.parametrize("lang", MOODLE)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_a_worksheet_is_read_in_whatever_way_a_spreadsheet_saved_it(tmp_path, lang, encoding):
    path = tmp_path / "Grades.csv"
    path.write_text(MOODLE[lang].replace(",", ";") + "\nParticipant 1;Ä;a@b;S;;6,5;-;\n", encoding=encoding)
    found = Worksheet.read(path)
    assert (found.participant(1), found.maximum(1), found.name(1)) == ("1", 6.5, "Ä")


@pytest.mark.parametrize(("status", "handed_in"), [
    ("Submitted for grading", True), ("Zur Bewertung abgegeben - Bewertet", True), ("No submission", False), ("", False)
])
def test_where_a_site_tells_no_times_the_status_says_who_handed_in(status, handed_in):
    rows = [["Identifier", "Full name", "Status", "Grade"], ["Participant 7001", "Ada Lovelace", status, ""]]
    assert Worksheet(rows).handed_in(1) == handed_in


LISTS = {
    "ours": ("id,first_name,last_name,email,number\nada,Ada,Lovelace,ada@x.y,0123\n", "utf-8"),
    "moodle": ("First name,Last name,Email address,ID number\nAda,Lovelace,ada@x.y,0123\n", "utf-8-sig"),
    "german, from Excel": ("Vorname;Nachname;E-Mail-Adresse;Matrikelnummer\nAda;Lovelace;ada@x.y;0123\n", "cp1252"),
    "spanish": ("Nombre\tApellido(s)\tDirección de correo\tNúmero de ID\nAda\tLovelace\tada@x.y\t0123\n", "utf-16"),
    "canvas": ('Student,ID,SIS User ID,SIS Login ID,Section,Set (1)\n"    Points Possible",,,,,32\n'
               '"Lovelace, Ada",77,0123,ada,A,\n"Student, Test",78,,,A,\n', "utf-8-sig"),
    "moodle's worksheet": ("ID,Vollständiger Name,E-Mail-Adresse,Matrikelnummer,Bewertung\n"
                           "Teilnehmer/in7,Ada Lovelace,ada@x.y,0123,\n", "utf-8-sig"),
}


@pytest.mark.parametrize("name", LISTS)
def test_class_lists_are_read_as_platforms_and_spreadsheets_write_them(tmp_path, name):
    text, encoding = LISTS[name]
    (tmp_path / "list.csv").write_text(text, encoding=encoding)
    (one,) = read_students(tmp_path / "list.csv")
    assert (one.id, one.first_name, one.last_name, one.number) == ("ada", "Ada", "Lovelace", "0123")


@pytest.mark.parametrize(("heads", "found"), [
    ("id,frist_name,last_name,emial,gruop", {"frist_name": "first_name", "emial": "email", "gruop": "group"}),
    ("id,E-Mail-Addresse", {"E-Mail-Addresse": "email"}), ("email,Surname,Grupe", {"Grupe": "group"}),
    ("id,Vornahme,Nachname,Martikelnummer", {"Vornahme": "first_name", "Martikelnummer": "number"}),
    *((heads, {}) for heads in (
        "First name,Last name,ID number,Institution,Department,Email address,Groups,Roles,Last access,Status,Phone",
        "Vorname,Nachname,Institution,Abteilung,E-Mail-Adresse,Gruppen,Rollen,Letzter Zugriff,Stadt/Ort,Land",
        "Nombre,Apellido(s),Institución,Departamento,Dirección de correo,Grupos,Roles,Último acceso,Ciudad,País",
        "Student,ID,SIS User ID,SIS Login ID,Integration ID,Root Account,Section,Set (1),Current Score,Final Grade",
        "Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission),Feedback comments",
        "Anrede;Titel;Vorname;Nachname;Benutzername;Straße;Telefonnummer;Studiengänge;Anmeldedatum;Student ID"))])
def test_a_column_that_is_misspelt_is_named_and_those_of_others_are_not(tmp_path, heads, found):
    (tmp_path / "list.csv").write_text(f"{heads}\n", encoding="utf-8")
    assert dict(misspelt_columns(tmp_path / "list.csv")) == found


def test_who_stands_twice_in_a_list_is_named_and_a_known_address_keeps_its_id(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("id,email\nada,a@x\nada,b@x\n")
    with pytest.raises(UserError, match="line 3: ada"):
        read_students(path)
    path.write_text("Email address\nada@x.y\nada@z.y\nbob@x.y\n")
    assert [one.id for one in read_students(path)] == ["ada@x.y", "ada@z.y", "bob"]
    known = {"lovelace": {"email": "ADA@x.y"}, "bob": {"email": "bob@z.y"}}
    assert [one.id for one in read_students(path, known)] == ["lovelace", "ada@z.y", "bob@x.y"]


def test_a_longer_class_list_adds_no_problem_sets(tmp_path):
    (tmp_path / "list.csv").write_text("id,number\nada,17\n")
    course = new_course(tmp_path / "mine", "1", tmp_path / "list.csv").course
    (tmp_path / "list.csv").write_text("id\nada\nbob\n")
    made = new_course(tmp_path / "mine", "", tmp_path / "list.csv")
    assert (made.files, course.sets()) == ((), ["ps1"])
    assert {s: one["number"] for s, one in course.students().items()} == {"ada": "17", "bob": ""}


@pytest.mark.slow
def test_tables_name_people_and_have_everybody_the_weights_and_the_decimal_sign_of_the_language(course):
    hand_in(course, "ada", perfect(course, "ada"))
    run_mark(course)
    with course.gradebook() as data:
        data.update_or_create_student("bob", lms_user_id="4711")
        data.db.commit()
    with using_language("de"):
        export(course, ["hw"], course.root / "export")
    lines = (course.root / "export" / "hw.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("student;last_name;first_name;email;number;set;q1;q2;q3;points;maximum;days_late")
    assert [line.split(";")[0] for line in lines[1:]] == ["ada", "bob", "eve"]
    assert lines[2].split(";")[4] == "4711"
    total = (course.root / "export" / "total.csv").read_text(encoding="utf-8").splitlines()
    assert total[0].endswith(";hw;percent")
    points = float(total[1].split(";")[-2].replace(",", "."))
    assert float(total[1].split(";")[-1].replace(",", ".")) == pytest.approx(100 * points / 6, abs=0.01)
    assert total[2].endswith(";;0")


@pytest.mark.slow
def test_the_grade_book_of_canvas_is_filled_in_and_what_does_not_fit_is_named(course, tmp_path):
    hand_in(course, "ada", perfect(course, "ada"))
    hand_in(course, "bob", perfect(course, "bob"))
    run_mark(course)
    book = tmp_path / "grades.csv"
    head = "Student,ID,SIS User ID,SIS Login ID,Section,hw (17),hw2 (18)\n"
    book.write_text(head + '"    Points Possible",,,,,10,5\n"Test, Ada",7,,ada@uni.test,A,,1\n')
    said = run(course, "export", "hw", "--canvas", str(book))
    assert said.exit_code == 0, said.output
    assert ("for: Bob Test (bob)" in said.output, "maximum, 10, differs" in said.output) == (True, True)
    last = (course.root / "export" / "hw-canvas.csv").read_text().splitlines()[-1]
    assert last.split(",")[-2] in ("4", "6")
    book.write_text("Student,Grade\n")
    assert "hw" in run(course, "export", "hw", "--canvas", str(book)).output
