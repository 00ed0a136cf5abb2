"""Building and releasing a set: source and notebooks, what is refused, and what a second release keeps."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from coursekit.book.archive import open_archive, write_archive
from coursekit.book.scores import book_results
from coursekit.marking.marking import Marking, grade
from coursekit.sets import build, variants
from coursekit.sets.course import find_course
from coursekit.sets.release import release
from coursekit.sets.source import read_source
from coursekit.sets.variants import issue
from finity_edu.cli import main as finity
from tests.coursekit.workshop import SOURCE, blank, hand_in, marked, run
from tests.texts import read

pytestmark = pytest.mark.usefixtures("marked_here")


def test_building_twice_gives_the_same_notebooks(course):
    problems, common = course.problem_set("hw"), course.issued("hw", "")
    for make in (build.nbgrader_source, build.solved, build.otter_master):
        assert json.dumps(make(problems, common)) == json.dumps(make(problems, common))
    on_disk = json.loads((course.folder("source", "hw") / "hw.ipynb").read_text())
    assert on_disk == build.nbgrader_source(problems, common)


def test_exercise_and_solution_differ_only_in_the_blanks(course):
    def texts(book):
        return [(c["metadata"].get("nbgrader", {}).get("grade_id"), "".join(c["source"]).rstrip())
                for c in book["cells"]]

    exercise = texts(blank(course))
    solution = texts(build.solved(course.problem_set("hw"), course.issued("hw", "")))
    assert [id for id, _ in exercise] == [id for id, _ in solution]
    differ = {id for (id, a), (_, b) in zip(exercise, solution, strict=True) if a != b}
    assert differ == {"q1-answer", "q2-answer", "q3-answer"}


def test_solutions_and_hidden_parts_stand_in_the_source_notebook_only(course):
    assert "HIDDEN TESTS" in (course.folder("source", "hw") / "hw.ipynb").read_text()
    for folder in (course.folder("release", "hw"), course.root / "handout"):
        files = [p for p in folder.rglob("*") if p.is_file()]
        assert files
        for path in files:
            assert path.suffix != ".py"
            assert "CANARY" not in path.read_text()
            assert "HIDDEN" not in path.read_text()


def test_where_a_person_reads_the_answer_the_blank_says_so_in_the_language_of_the_set(course):
    source = course.folder("source", "hw") / "hw.py"
    added = '\n# %% [markdown] question="why" type="manual" points=1\n# Model answer.\n'
    source.write_text(source.read_text(encoding="utf-8") + added, encoding="utf-8")
    release(course, "hw")
    handed_out = (course.folder("release", "hw") / "hw.ipynb").read_text(encoding="utf-8")
    assert "*Write your answer here.*" in handed_out
    assert "YOUR ANSWER HERE" not in handed_out
    assert "Model answer." not in handed_out


def test_a_second_release_keeps_the_questions_that_were_handed_out(course):
    before = course.issued("hw", "ada")
    release(course, "hw")
    assert course.issued("hw", "ada") == before
    done = run(course, "release", "hw", "--student", "zoe", "--lang", "es")
    assert "existe la traducción" in done.output
    assert "hw.es.po" in done.output
    assert course.issued("hw", "ada")["questions"] == before["questions"]
    assert course.issued("hw", "zoe")["student"] == "zoe"
    assert course.issued("hw", "nobody")["student"] == ""


def test_a_later_release_draws_only_for_whom_there_is_nothing_yet_and_once_to_find_slips(course, monkeypatch):
    drawn, draw = [], variants._drawn
    monkeypatch.setattr(variants, "_drawn", lambda q, lot, lang: drawn.append(q.id) or draw(q, lot, lang))
    places = [course.root / step for step in ("private", "handout", "release", "solution", "source")]

    def files():
        return {path: path.read_bytes() for place in places for path in place.rglob("*") if path.is_file()}

    before = files()
    release(course, "hw", students=["late"])
    assert sorted(drawn) == sorted(2 * [*course.issued("hw", "late")["questions"]])
    after = files()
    assert {path for path in before if after[path] != before[path]} == set()
    assert {"late" in str(path) for path in {*after} - {*before}} == {True}


@pytest.mark.slow
def test_no_command_builds_a_grammar_for_which_nobody_asks():
    code = "import sys\nfrom coursekit.sets.course import load_nbgrader\nload_nbgrader()\n"
    code += "print(*(name in sys.modules for name in ('nbgrader', 'lark', 'rfc3987_syntax')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "False"]


def test_variants_differ_between_students_and_between_courses(course, tmp_path):
    towers = {s: course.issued("hw", s)["questions"]["q2"]["data"]["board"] for s in ("ada", "bob", "eve", "")}
    assert len(set(towers.values())) > 1


def test_a_set_chooses_a_skin_for_one_question_or_for_those_that_follow(tmp_path):
    path = tmp_path / "told.py"
    path.write_text('''# %% question="q1" type="accepted" points=1

# %% [markdown] skin="textbook"
# Now as in a textbook.

# %% question="q2" type="accepted" points=1

# %% question="q3" type="accepted" points=1 skin="board"

# %% question="q4" type="winning_move" points=1

# %% [markdown] alphabet="01"
# Over 0 and 1 from here on.

# %% question="q5" type="accepted" points=1

# %% question="q6" type="accepted" points=1 alphabet="abc"

# %% question="q7" type="accepted" points=1 skin="board"

# %% question="q8" type="board_for_words" points=1
''', encoding="utf-8")
    problems = read_source(path)
    assert [(q.skin, q.alphabet) for q in problems.questions.values()] == [
        (None, None), ("textbook", None), ("board", None), (None, None), ("textbook", "01"), ("textbook", "abc"),
        ("board", None), ("textbook", "01")]
    questions = issue(b"secret", "told", problems.questions.values(), "ada", "en")["questions"]
    assert "board" in questions["q1"]["data"]
    assert questions["q2"]["data"]["skin"] == questions["q2"]["skin"] == "textbook"
    assert "board" in questions["q3"]["data"]
    assert problems.questions["q8"].kind == questions["q8"]["kind"] == "automaton"  # on a board, one is laid
    assert [questions[q]["data"].get("alphabet") for q in ("q5", "q6", "q7")] == ["01", "abc", None]
    for wrong in ("q1", "q4"):
        asked = path.read_text(encoding="utf-8").replace(f'"{wrong}"', f'"{wrong}" skin="poem"')
        (tmp_path / "wrong.py").write_text(asked, encoding="utf-8")
        with pytest.raises(UserError, match="poem"):
            read_source(tmp_path / "wrong.py")


@pytest.mark.parametrize(("change", "message"), [
    (('points=1 ', ''), "points"), (('points=1', 'points="x"'), "points"),
    (('"count_arrows"', '"count_arows"'), "count_arrows"), (('question="q2"', 'question="q1"'), "two questions"),
    *[((" difficulty=1 seconds=2", f" {mistake}"), mistake.replace('"', "'")) for mistake in (
        'difficulty="hard"', "difficulty=9", "difficulty=2.5", 'seconds="x"', "seconds=-1", 'variants="no"',
        'seed="a"', "skin=1")],
    (('question="q1"', 'question="../q"'), "id of a question"), (('seconds=2', 'second=2'), "'second'"),
    (('### BEGIN SOLUTION', '### SOLUTION'), "BEGIN SOLUTION"), (('question=', 'query='), "asks no question"),
])
def test_a_mistake_in_the_source_is_named_with_file_and_cell(course, tmp_path, change, message):
    path = tmp_path / "hw.py"
    path.write_text(SOURCE.replace(*change))
    with pytest.raises(UserError, match=message) as error:
        read_source(path)
    assert "hw.py" in str(error.value)


def test_the_texts_of_a_set_are_printed_for_translators_and_nothing_is_released(course):
    before = files_in(course.root)
    done = run(course, "release", "hw", "--texts")
    assert [entry.text for entry in read(done.output)] == course.problem_set("hw").texts
    assert files_in(course.root) == before
    assert run(course, "release", "hw", "--texts", "--renew").exit_code == 2


@pytest.mark.parametrize("text", [
    'msgid "x"\nmsgstr "y"\n', 'msgid "x"', r'msgid "\x"' + '\nmsgstr ""', "[[text", "\udcff"])
def test_a_mistake_in_a_translation_is_named_with_its_file(course, text):
    (course.root / "source" / "hw.de.po").write_text(text, errors="surrogateescape")
    done = run(course, "release", "hw", "--lang", "de")
    assert (done.exit_code, "hw.de.po" in done.output) == (2, True)


def files_in(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_what_nbgrader_refuses_is_told_in_its_own_last_words_and_leaves_the_release_as_it_was(course):
    before = files_in(course.root / "release")
    hand_in(course, "ada", blank(course))
    book_results(course, "hw", {"ada": grade(Marking(course, "hw").job("ada"))})
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(path.read_text() + '\n# %% question="q9" type="count_arrows" points=1\n')
    done = run(course, "release", "hw")
    assert (done.exit_code, "Cannot add or remove cells" in done.output) == (2, True)
    assert before
    assert files_in(course.root / "release") == before


def test_a_solution_that_stayed_in_is_not_released(course, monkeypatch):
    before = files_in(course.root / "release")
    monkeypatch.setattr(build, "nbgrader_source", lambda *args: build.solved(*args))
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(path.read_text().replace("# # A set", "# # BEGIN SOLUTION of a set"))
    assert "solution" in run(course, "release", "hw").output
    assert files_in(course.root / "release") == before


def test_first_releases_at_once_agree_on_one_secret(course, monkeypatch):
    drawn, both = [], threading.Barrier(2)

    def token(number):
        with suppress(threading.BrokenBarrierError):  # nobody else comes: the other one waits for the lock
            both.wait(0.2)
        drawn.append(f"{len(drawn):02x}" * number)
        return drawn[-1]

    (course.private / "secret").unlink()
    monkeypatch.setattr("coursekit.sets.course.secrets.token_hex", token)
    with ThreadPoolExecutor(2) as threads:
        secrets = {future.result() for future in [threads.submit(course.secret) for _ in range(2)]}
    assert secrets == {course.secret()} == {bytes.fromhex(next(text for text in drawn if len(text) == 64))}


@pytest.mark.slow
def test_a_renewed_secret_is_for_the_sets_that_are_not_released_yet(course, tmp_path):
    marked(course)
    (course.root / "source" / "late").mkdir()
    (course.root / "source" / "late" / "late.py").write_text(SOURCE, encoding="utf-8")
    handed_out, old = files_in(course.root / "handout" / "hw"), course.secret()
    done = CliRunner().invoke(finity, ["new", str(course.root), "--renew-secret", "--json"])
    assert (done.exit_code, json.loads(done.stdout)["kept"]) == (0, ["hw"])
    assert (course.secret("hw"), course.secret("late") == course.secret() != old) == (old, True)
    release(course, "hw")
    assert files_in(course.root / "handout" / "hw") == handed_out
    assert json.loads(run(course, "mark", "hw", "--again", "--json").stdout)["changed"] == {}
    release(course, "late")
    ours = course.issued("late", "ada")["questions"]["q2"]
    assert ours["digest"] == variants.digest(course.secret(), ours["type"], ours["data"])
    write_archive(course, tmp_path / "term.zip", names=False)
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    assert opened.secret("hw") == opened.secret() not in (old, course.secret())
    release(course, "hw", renew=True)
    assert course.secret("hw") == course.secret()
    assert files_in(course.root / "handout" / "hw") != handed_out


def test_a_right_answer_that_nobody_could_give_is_refused_wherever_the_question_stands(course):
    own = course.own_questions.read_text(encoding="utf-8")
    odd = own.partition("class CountB")[2].partition("\n\n\nregister(")[0]
    odd = odd.replace('"count_b", 0, "function"', '"odd", 0, "number"').replace("{\"seed\": 1,", "{\"seed\": 2,")
    course.own_questions.write_text(f"{own}\n\nclass Odd{odd}\n\n\nregister(Odd())\n", encoding="utf-8")
    file = course.folder("source", "hw") / "hw.py"
    file.write_text(f'{SOURCE}\n# %% question="q4" type="odd" points=1\n', encoding="utf-8")
    done = run(course, "release", "hw")
    assert done.exit_code == 2
    assert "hw, q4: the right answer computed by the type odd" in done.output
