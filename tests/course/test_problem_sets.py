"""The problem sets: form, variants, solutions, and what wrong answers earn."""

from __future__ import annotations

import pkgutil
import re
from itertools import pairwise

import pytest

from boardkit.formats import canonical
from boardkit.messages import LANGUAGES
from coursekit.answers import MalformedAnswer, validate
from coursekit.practice.handover import asker
from coursekit.questions import all_types, judge, question
from coursekit.sets.build import answer_cells, nbgrader_source, otter_master, solved
from coursekit.sets.variants import issue, public
from tests.cases import IN_LANGUAGES, every
from tests.course.workshop import (
    REHEARSAL,
    SETS,
    SOURCE,
    STUDENTS,
    asked,
    common,
    instance,
    problem_set,
)

ASKED = list(asked())
QUESTIONS = pytest.mark.parametrize(("name", "q"), ASKED, ids=[f"{name}.{q.id}" for name, q in ASKED])


def questions_but(what: str) -> pytest.MarkDecorator:
    """All questions but those of a type or kind."""
    some = [(name, q) for name, q in ASKED if what not in (q.type, q.kind)]
    return pytest.mark.parametrize(("name", "q"), some, ids=[f"{name}.{q.id}" for name, q in some])


NAMES = pytest.mark.parametrize("name", SETS)
ALL = pytest.mark.parametrize("name", [REHEARSAL, *SETS])
HEADING = re.compile(r"^## (\d+) · (.+) \((\d+) points?, (\d+) min\)\n\n(.+)", re.S)

# What the course asks for in each unit, and the types of questions that do.
WANTED = {
    "ps1": {"board_for_words", "delta_hat", "count_words", "shortest_word", "useless_arrows"},
    "ps2": {"determinise", "minimise", "inequivalent_prefixes", "separating_suffix"},
    "ps3": {"regex_of_board", "board_for_regex", "automaton_of_regex", "eliminate_state"},
    "ps4": {"losing_towers", "product", "shortest_only_one", "equivalence", "remove_epsilon"},
    "ps5": {"inequivalent_prefixes", "fooling_set", "nonregular_proof", "pumping_game", "regular_or_not"},
    "ps6": {"rings_needed", "lost_by_rings", "where_ring", "pumping"},
    "ps7": {"winning_move", "orphaning_moves", "evaluation_function"},
    "ps8": {"machine_update", "losing_fields", "win_probability", "chance", "unlearn_trace"},
    "ps9": {"stone_count", "reachable_positions", "mini_winner", "shortest_cycle"},
    "ps10": {"fill_table", "unclosed_rows", "new_questions", "conjecture_of_table", "new_column", "fooled_conjecture",
             "ending_that_matters"},
}


def headings(name):
    """Number, title, points, minutes and text of every question, as authored."""
    texts = [HEADING.match(c.text) for c in problem_set(name).cells if c.kind == "markdown"]
    return [m.groups() for m in texts if m]


# ---------------------------------------------------------------- form


@ALL
def test_a_set_has_six_to_nine_questions_the_last_one_for_a_person(name):
    questions = problem_set(name).questions.values()
    assert 6 <= len(questions) <= 9
    assert [q.manual for q in questions] == [False] * (len(questions) - 1) + [True]


@NAMES
def test_a_set_asks_what_the_course_promises(name):
    questions = problem_set(name).questions.values()
    types = {q.type for q in questions}
    assert WANTED[name] <= types
    assert len({q.difficulty for q in questions if not q.manual}) >= 3
    assert all(q.seed is None for q in questions)
    alike = [q for q in questions if not q.manual and not q.variants]
    assert len(alike) <= 2


@ALL
def test_a_set_asks_on_the_board_and_as_on_paper(name):
    asked = [q for q in problem_set(name).questions.values() if not q.manual]
    told = [q.skin or next(iter(question(q.type).skins), "game") for q in asked]
    assert "textbook" in told
    assert set(told) & {"board", "game"}
    if name == "ps5":  # types of its own on both sides: they take turns
        assert told == ["board", "textbook"] * (len(told) // 2)


@ALL
def test_points_and_minutes_stand_at_every_question_and_add_up(name):
    problems = problem_set(name)
    found = headings(name)
    assert [int(n) for n, *_ in found] == list(range(1, len(problems.questions) + 1))
    assert [int(p) for _, _, p, _, _ in found] == [q.points for q in problems.questions.values()]
    assert len({title for _, title, *_ in found}) == len(found)
    total = re.search(r"\*Time\*\* about (\d+) minutes\. \*\*Points\*\* (\d+), of which (\d+)", problems.cells[0].text)
    by_hand = sum(q.points for q in problems.questions.values() if q.manual)
    minutes = sum(int(m) for *_, m, _ in found)
    assert [int(x) for x in total.groups()] == [minutes, problems.maximum, by_hand]
    assert 20 <= minutes <= 30 if name == REHEARSAL else 60 <= minutes <= 90


@ALL
def test_every_question_is_motivated_and_the_heading_is_followed_by_it(name):
    cells = [c for c in problem_set(name).cells if c.kind != "code"]
    for before, cell in pairwise(cells):
        if cell.kind == "question":
            text = HEADING.match(before.text)
            assert text, cell.id
            assert 15 <= len(text[5].split()) <= 170


@ALL
def test_the_rubric_of_the_open_question_adds_up_and_stays_with_the_lecturer(name):
    problems = problem_set(name)
    q = list(problems.questions.values())[-1]
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", q.code, re.M)
    assert sum(int(points) for points, _ in rows) == q.points
    assert len(rows) >= 2
    assert "**Model answer.**" in q.code
    promised = re.search(r"Marked by hand: (.+)\.\s*$", headings(name)[-1][4])
    assert sum(int(n) for n in re.findall(r"\d+", promised[1])) == q.points


@ALL
def test_students_get_neither_solutions_nor_rubrics(name):
    from nbformat import from_dict
    from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

    problems = problem_set(name)
    book = from_dict(nbgrader_source(problems, common(name)))
    assert "Model answer" in str(book)
    for step in (ClearSolutions(code_stub={"python": ""}), ClearHiddenTests()):
        book, _ = step.preprocess(book, {})
    for word in ("Model answer", "BEGIN SOLUTION", "HIDDEN", "| points | for |", '"data"'):
        assert word not in str(book)


@ALL
def test_all_versions_of_a_set_are_built_from_its_text(name):
    problems, issued = problem_set(name), common(name)
    books = {make: make(problems, issued)["cells"] for make in (nbgrader_source, solved, otter_master)}
    assert books[otter_master]
    pairs = zip(books[nbgrader_source], books[solved], strict=True)
    differ = {b["metadata"]["nbgrader"]["grade_id"] for a, b in pairs if a["source"] != b["source"]}
    marked = [q for q in problems.questions.values() if not q.manual]
    assert differ == {f"{q.id}-answer" for q in marked} | {q.id for q in marked}  # blanks, and hidden tests


def test_the_texts_name_no_helper_that_does_not_exist():
    for name in SETS:
        text = (SOURCE / name / f"{name}.py").read_text(encoding="utf-8")
        for dotted in re.findall(r"`((?:finity_edu|matchbox|amakta)\.[a-z_.]+)", text):
            assert pkgutil.resolve_name(dotted) is not None


@pytest.mark.parametrize("name", ["ps7", "ps8", "ps10"])
def test_the_helpers_in_the_sets_do_what_they_say(name):
    cell = next(c.text for c in problem_set(name).cells if c.kind == "code")
    space = {}
    exec(cell, space)
    if name == "ps7":
        assert "mine" in str(space["trial"](lambda text, seat: 0, games=2))
    elif name == "ps10":
        steps = space["lesson"](lambda word: word.count("b") % 3 == 2, "bw")
        assert (steps[-1].kind, len(steps[-1].conjecture.states)) == ("learned", 3)
    else:
        assert space["chances"]("perfect", 3)[0] == pytest.approx(0.5, abs=0.01)


# ---------------------------------------------------------------- variants



@QUESTIONS
def test_students_get_questions_of_their_own(name, q):
    kind = question(q.type)
    if not q.variants:
        assert len({str(instance(name, q.id, student)["data"]) for student in STUDENTS[:3]}) == 1
        return
    if q.type == "write_accepts":  # everybody writes the same function; it is called with inputs of one's own
        data = instance(name, q.id, "ada")["data"]
        assert kind.probes(data, 1) != kind.probes(data, 2)
        return
    # Of 16 words, of at least 30 instances: bulk counts these.
    first, *others = STUDENTS
    data = instance(name, q.id, first)["data"]
    assert any(instance(name, q.id, student)["data"] != data for student in others)


@pytest.mark.bulk
@QUESTIONS
def test_a_class_of_thirty_gets_thirty_different_questions(name, q):
    """Or nearly: there are at least thirty, found among the first two hundred seeds."""
    if not q.variants:
        return
    if q.type in ("write_accepts", "evaluation_function"):  # one function for all, or one for each of 16 words
        return
    drawn = set()
    for n in range(200):
        drawn.add(str(question(q.type).drawn(n, q.difficulty)))
        if len(drawn) == 30:
            return
    pytest.fail(f"{q.type} of difficulty {q.difficulty} has only {len(drawn)} instances")


def test_a_students_question_is_always_the_same():
    for name, q in ASKED[::5]:
        again = issue(b"a secret of the tests", name, [q], "ada", "en")["questions"][q.id]
        assert again == instance(name, q.id, "ada")


HANDED_OUT = {"type", "difficulty", "lang", "title", "text", "picture", "kind", "form", "points", "digest", "cell"}


@ALL
def test_what_a_student_gets_gives_no_answer_away(name):
    problems = problem_set(name)
    flags: dict[str, set[str]] = {}
    told: dict[str, set[bool]] = {}
    for student in STUDENTS:
        issued = {"set": name, "lang": "en", "questions": {
            q.id: instance(name, q.id, student) for q in problems.questions.values() if not q.manual}}
        handed_out = public(b"secret", issued, [t.id for t in all_types()], answer_cells(problems, issued))
        assert list(handed_out["questions"]) == list(problems.questions)
        for id, one in handed_out["questions"].items():
            if one["kind"] == "manual":
                assert set(one) == {"type", "kind", "points", "cell"}
                continue
            full = issued["questions"][id]
            assert set(one) - {"skin", "alphabet"} == HANDED_OUT
            assert one["text"] == full["text"]
            rest = canonical({k: v for k, v in one.items() if k not in ("text", "picture")})
            key = canonical(full["key"])
            # Short ones, and a way through all stations in their order, stand there by chance.
            told.setdefault(id, set()).add(len(key) > 8 and one["kind"] != "path" and key in rest)
            steps = [line for line in question(full["type"]).solution(full["data"], full["lang"]).splitlines()
                     if len(line) > 30 and not line.startswith("def ")]
            assert not [line for line in steps if line in one["text"] + one["cell"]]
            # What the form check knows is the same for every instance, or stands in the question.
            seen = one["text"] + (one["picture"] or "")
            for detail, value in one["form"].items():
                if isinstance(value, (bool, int)) or detail == "names":  # of the states in an example
                    flags.setdefault(f"{id} {detail}", set()).add(str(value))
                elif isinstance(value, list):
                    parts = {part for x in value for part in re.split(" –|→ ", str(x))}  # of an arrow
                    assert not [part for part in parts if part not in seen and not part.isdigit()], (id, detail)
    assert [id for id, found in told.items() if False not in found] == []
    assert {detail: values for detail, values in flags.items() if len(values) > 1} == {}


# ---------------------------------------------------------------- right, untouched, wrong


def full(q, one):
    """The right answer, or what a judge hears who questions the reference function."""
    if q.kind != "function":
        return one["key"]
    space = {}
    exec(one["key"]["source"], space)
    function = next(v for k, v in space.items() if k in ("accepts", "evaluate"))
    return question(q.type).interview(one["data"], 5, asker(function))


@questions_but("evaluation_function")  # 200 games: see the slow test
@pytest.mark.parametrize("lang", IN_LANGUAGES)
def test_the_solution_earns_everything_in_every_language(name, q, lang):
    student = STUDENTS[LANGUAGES.index(lang)]
    one = instance(name, q.id, student)
    verdict = judge(q.type, one["data"], full(q, one), q.points, lang)
    assert (verdict.status, verdict.points) == ("right", q.points)
    assert question(one["type"]).solution(one["data"], one["lang"])
    assert len(question(q.type).hints(one["data"], "en")) == 3


@every(("name", "q"), ASKED)
def test_an_untouched_answer_earns_nothing(name, q):
    one = instance(name, q.id, "ada")
    with pytest.raises(MalformedAnswer):
        validate(q.kind, ..., **one["form"])
    if one["key"] in (None, []):  # None says that there is none, and here it is right
        return
    assert judge(q.type, one["data"], None, q.points).points == 0


# ---------------------------------------------------------------- functions


def guess_true(arrows, start, end, tower):
    return True


def one_way_only(arrows, start, end, tower):
    """Takes the first arrow that fits: the machine must choose right at once."""
    for cone in tower:
        start = next((a.split(">")[1] for a in arrows if a[0] == cone and a[1:].split(">")[0] == start), None)
    return start == end


def early(arrows, start, end, tower):
    """Reaching the tower's station early is enough."""
    tokens = {start}
    for cone in tower:
        tokens = {a.split(">")[1] for a in arrows if a[0] == cone and a[1:].split(">")[0] in tokens} | tokens & {end}
    return end in tokens


def never(arrows, start, end, tower):
    raise ValueError


@pytest.mark.parametrize(("function", "nothing"), [(guess_true, True), (one_way_only, False), (early, False),
                                                   (never, True)])
def test_a_function_that_guesses_earns_nothing_and_one_that_errs_sometimes_a_part(function, nothing):
    q = problem_set("ps1").questions["q7"]
    one = instance("ps1", "q7", "ada")
    kind = question(q.type)
    verdict = judge(q.type, one["data"], kind.interview(one["data"], 5, asker(function)), q.points)
    if nothing:
        assert verdict.points == 0
        return
    space = {}
    exec(one["key"]["source"], space)
    right = {True: [0, 0], False: [0, 0]}
    for probe in kind.probes(one["data"], 5):
        wanted = space["accepts"](*probe)
        right[wanted][0] += function(*probe) == wanted
        right[wanted][1] += 1
    above_a_guess = sum(good / all_ for good, all_ in right.values()) - 1
    share = (above_a_guess - 0.1) / 0.9  # so far luck gets
    assert verdict.points == pytest.approx(q.points * share, abs=0.01)
    assert 0 < verdict.points < q.points
    assert verdict.witness


def test_an_evaluation_is_paid_by_the_share_of_points_up_to_sixty_percent():
    q = problem_set("ps7").questions["q8"]
    one = instance("ps7", "q8", "ada")
    assert (one["data"]["games"], one["data"]["percent"]) == (200, 60)
    start = question(q.type).start(one["data"])
    opening = str(next(iter(start.legal_moves())))  # a game that was left there counts half
    assert judge(q.type, one["data"], {"seed": 1, "results": [opening] * 200}, 10).points == pytest.approx(7.5)
    assert judge(q.type, one["data"], {"seed": 1, "results": [opening] * 199}, 10).points == 0
