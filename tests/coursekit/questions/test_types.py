"""Every type of question: same instance everywhere, right key, honest verdicts, growing difficulty."""

import ast
import hashlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.measures.misconceptions import another_error
from boardkit.messages import LANGUAGES, using_language
from coursekit.answers import KINDS, MalformedAnswer, validate
from coursekit.questions import Instance, QuestionError, all_types, judge, question
from tests.cases import every, sampled
from tests.coursekit.questions.mutation import letters, right_answer
from tests.coursekit.questions.sample import instance
from tests.coursekit.questions.second import CHECKS
from tests.texts import MISCONCEPTIONS

TYPES = [t.id for t in all_types()]
ROOT = Path(__file__).resolve().parents[3]


def test_every_unit_and_every_kind_of_answer_has_types():
    assert {t.unit for t in all_types()} == set(range(11))
    assert {t.kind for t in all_types()} == set(KINDS)


@pytest.mark.parametrize("type_id", TYPES)
def test_the_key_is_right_and_canonical_in_every_language(type_id):
    kind = question(type_id)
    for difficulty, lang in zip((1, 3, 5), LANGUAGES, strict=True):
        made = instance(type_id, difficulty, lang)
        assert made.text
        assert made.solution
        hints = made.hints
        assert len(hints) == 3
        assert all(hints)
        if type_id == "evaluation_function":
            continue  # it must play: see the slow test of many instances
        answer = right_answer(made)
        if kind.kind != "function":
            assert validate(kind.kind, made.key, **kind.full_form(made.data)) == made.key
        verdict = judge(type_id, made.data, json.loads(json.dumps(answer)), 4, lang)
        assert (verdict.status, verdict.points) == ("right", 4)


@pytest.mark.parametrize("type_id", TYPES)
def test_what_a_handed_out_sheet_holds_is_told_alike(type_id):
    """A sheet is written with its names sorted, so no text may depend on their order."""
    kind, made = question(type_id), instance(type_id, 3)
    data = json.loads(json.dumps(made.data, sort_keys=True))
    assert kind.wording(data, "en") == kind.wording(made.data, "en")
    assert kind.solution(data, "en") == kind.solution(made.data, "en")
    assert kind.hints(data, "en") == kind.hints(made.data, "en")
    forms = (kind.full_form(data), kind.full_form(made.data))
    assert json.dumps(forms[0]) == json.dumps(forms[1])


@pytest.mark.parametrize("type_id", TYPES)
def test_the_language_changes_the_texts_only(type_id):
    with using_language("de"):
        assert question(type_id).drawn(1, 2) == instance(type_id, 2).data
    made = [instance(type_id, 2, lang) for lang in LANGUAGES]
    assert len({m.text for m in made}) == 3
    assert len({m.title for m in made}) == 3


@every("type_id", TYPES)
def test_the_public_part_holds_all_that_the_judge_needs_and_no_key(type_id):
    made = instance(type_id, 3)
    public = json.loads(json.dumps(made.to_json()))
    assert not {"key", "solution", "seed"} & set(public)
    again = question(type_id).render(public["data"])
    assert (again.text, again.key) == (made.text, made.key)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_instance_in_another_process_with_other_hashes():
    program = ("import json; from coursekit.questions import all_types; "
               "made = [t.instance(1, 2) for t in all_types()]; "
               "print(json.dumps([[m.data, m.key, m.text, m.solution, m.hints] for m in made]))")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT,
                          env={**os.environ, "PYTHONHASHSEED": "1"})
    here = [instance(type_id, 2) for type_id in TYPES]
    told = [[m.data, m.key, m.text, m.solution, m.hints] for m in here]
    assert json.loads(done.stdout) == json.loads(json.dumps(told))


LONG_TO_DRAW = {
    "delta_hat", "mini_winner", "most_tokens", "shortest_only_one", "longest_readable", "equivalence", "shortest_cycle",
    "orphaned_after", "ring_language_size", "ambiguity", "winning_towers", "product", "nfa_of_description",
    "eliminate_state", "reachable_positions", "shortest_word", "pumping_defence", "regular_or_not",
}


def pinned(name, found, request, why):
    """Compare digests with those of a file; ``pytest --update`` writes new ones, and leaves the others."""
    path = Path(__file__).with_name(name)
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = {key: hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
             for key, value in found.items()}
    assert {key: value for key, value in found.items() if kept.get(key, value) != value} == {}, why
    if request.config.getoption("--update"):
        path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return
    assert found.keys() == kept.keys(), "a type came or went: run this test with --update"


def test_instances_of_a_seed_stay_as_they_are(request):
    found = {type_id: [instance(type_id, difficulty).data for difficulty in (1, 3, 5)] for type_id in TYPES}
    for type_id in set(TYPES) - LONG_TO_DRAW:
        kind = question(type_id)
        last = kind.skins[-1] if kind.skins else None
        found[f"{type_id}, other seeds"] = [kind.drawn(level, level, (last, None)[level % 2]) for level in range(2, 6)]
    pinned("instances.json", found, request, "courses rely on seeds")


def medians(type_id, seeds):
    kind = question(type_id)
    return [statistics.median(kind.measure(kind.drawn(seed, d)) for seed in seeds) for d in range(1, 6)]


@pytest.mark.parametrize("type_id", [
    pytest.param(type_id, marks=pytest.mark.bulk) if type_id in LONG_TO_DRAW else type_id for type_id in TYPES])
@pytest.mark.slow
def test_difficulty_is_measurably_ordered(type_id):
    # Where the answer is drawn first, so that nobody guesses it, few instances say little about a level.
    seeds = range(40) if type_id in ("count_paths", "transition_monoid", "fooling_set") else range(7)
    found = medians(type_id, seeds)
    assert found == sorted(found)
    assert found[0] < found[-1]


CLASS, ENOUGH = 30, 40
FEWER = {
    "write_accepts": 1,  # everybody writes the same program; what it is tried on is drawn for each student
    "evaluation_function": 16,  # a program as well, and a tower of four cones
    "win_probability": 15,  # there are no more short roads; few lessons are all that can be computed by hand
    "stone_count": 38,  # all at level 2 whose result is as small as that level says
}


@pytest.mark.bulk
@pytest.mark.parametrize(("type_id", "difficulty"), [
    (type_id, level) for type_id in TYPES for level in range(1, 6) if question(type_id).reservation(level) != "small"])
def test_there_are_more_different_questions_than_students_in_a_class(type_id, difficulty):
    kind, enough = question(type_id), FEWER.get(type_id, ENOUGH)
    found: set[str] = set()
    for seed in range(20 * CLASS):
        found.add(kind.instance(seed, difficulty).text)
        if len(found) >= enough:
            break
    assert len(found) >= enough


WRONG = {
    "word": ["", "b", "wbwbwb", "bbbbbbbbb"], "number": [0, -1, 10**9], "fraction": ["0", "1/7", 0.123],
    "regex": ["b*", "()", "(b|w)*", "∅"], "set of words": [[]], "table": [[]], "path": [[]], "board": [[]],
    "list of moves": [[], ["nonsense"], ["+bA>B.m"]], "machine": [], "partition": [], "automaton": [],
    "function": [{"seed": 1, "results": []}, {"seed": 1, "results": [{"error": "ZeroDivisionError: x"}] * 96}],
}


def told(answer, made: Instance):
    """An answer about b and w over the alphabet of a question."""
    if isinstance(answer, list):
        return [told(part, made) for part in answer]
    if isinstance(answer, dict):
        return {name: told(part, made) for name, part in answer.items()}
    return answer.translate(str.maketrans("bw", letters(made)[:2])) if isinstance(answer, str) else answer


def wrong_answers(made: Instance):
    """Answers of the right form that are far off, by kind."""
    yield from (told(answer, made) for answer in WRONG[made.kind])
    form = question(made.type).form(made.data)
    if made.kind == "automaton":
        loops = [["1", a, "1"] for a in letters(made)]
        base = {"states": ["1"], "alphabet": [*letters(made)], "start": "1", "transitions": loops}
        yield base | {"accepting": []}
        yield base | {"accepting": ["1"]}
    elif made.kind == "partition":
        yield [[x or "ε"] for x in form["elements"]]
        yield [[x or "ε" for x in form["elements"]]]
    elif made.kind == "machine":
        yield {d: [] for d in form["fields"]}
        yield made.data["boxes"]
    elif made.kind == "table":
        rows = [row[:] for row in made.key]
        for i, row in enumerate(rows):
            yield [*rows[:i], [row[0], *("9" for _ in row[1:])], *rows[i + 1 :]]
        yield rows[:-1]
    elif made.kind == "set of words" and "tokens" in form:
        yield list(form["tokens"])
    elif made.kind == "path" and not made.key:
        yield list(form["stations"])
    elif made.kind in ("path", "list of moves", "board") and made.key:
        yield made.key[:-1]
        yield [*made.key, made.key[0]]
        yield list(reversed(made.key))


@pytest.mark.parametrize("type_id", sampled([t for t in TYPES if t != "evaluation_function"]))
def test_wrong_answers_are_explained_in_every_language_and_never_earn_everything(type_id):
    made = instance(type_id, 2)
    seen = 0
    for answer in wrong_answers(made):
        verdicts = [judge(type_id, made.data, answer, 4, lang) for lang in LANGUAGES]
        if verdicts[0].malformed or verdicts[0].right:  # e.g. "there is none" may be the answer
            continue
        seen += 1
        assert all(0 <= v.points < 4 for v in verdicts)
        assert len({v.points for v in verdicts}) == 1
        assert len({v.message for v in verdicts}) == 3
        assert {v.misconception for v in verdicts} <= {None, *MISCONCEPTIONS}
        assert judge(type_id, made.data, answer, 4) == verdicts[0]
    assert seen


@pytest.mark.parametrize("type_id", TYPES)
def test_the_answer_below_a_solution_has_the_form_that_was_asked_for(type_id):
    kind = question(type_id)
    for skin in kind.skins or (None,):
        made = instance(type_id, 2, skin=skin)
        if made.kind == "function":
            continue
        told = re.findall(r"^\*\*.*?:\*\* `(.*)`$", made.solution, re.M)[-1]
        answer = ast.literal_eval(told)
        assert judge(type_id, made.data, answer, 1).right
        assert (made.kind == "table") == isinstance(answer, dict) or made.kind in ("automaton", "machine")
        assert "ε" not in told or made.kind == "regex" or "ε" in kind.form(made.data).get("members", ())


@pytest.mark.parametrize("type_id", sampled(TYPES))
def test_misconceptions_of_a_type_are_named(type_id):
    """An answer with the key of a misconception is told so, unless it is empty or another simple error explains it."""
    kind = question(type_id)
    for difficulty in range(1, 6):
        made = instance(type_id, difficulty)
        wrong = list(kind.wrong(made.data))
        for id, answer in wrong:
            assert id in MISCONCEPTIONS
            verdict = judge(type_id, made.data, answer, 4) if answer not in (None, []) else None
            if verdict is not None and not verdict.right and not verdict.malformed and "word" not in kind.kind:
                if another_error(made, answer, id):
                    assert verdict.misconception in (None, "no_empty_set", "reversed_arrows")
                else:
                    assert verdict.misconception in (id, "no_empty_set", "reversed_arrows")


def cut_short(key, kind):
    """A key without its end, for every place at which it can end; with its last part twice; with more than it needs."""
    if kind == "table":
        yield [*key, *([label, *key[0][1:]] for label in ("bbbbbbbb", "w"))]
        for n, (label, *cells) in enumerate(key):
            for most in range(len(cells)):
                yield [*key[:n], [label, *cells[:most]], *key[n + 1 :]]
            yield [*key[:n], [label, *cells, *cells[-1:]], *key[n + 1 :]]
    elif kind == "machine":
        for field, box in key.items():
            for most in range(len(box)):
                yield key | {field: box[:most]}
    elif kind == "automaton":
        for part in ("accepting", "transitions"):
            yield key | {part: key[part][:-1]}
        more = {"states": [*key["states"], "more"],
                "transitions": [*key["transitions"], *(["more", letter, "more"] for letter in key["alphabet"])]}
        yield key | more
        yield key | more | {"accepting": [*key["accepting"], "more"]}
    if isinstance(key, list | str):
        for most in range(len(key)):
            yield key[:most]
        yield key + key[-1:]


def test_what_a_wrong_answer_earns_stays_as_it_is(request):
    """Points, witnesses, misconceptions; not the words, which may be improved."""
    found = {}
    for type_id in set(TYPES) - {"evaluation_function"}:
        made = instance(type_id, 2)
        found[type_id] = []
        for answer in [*cut_short(made.key, made.kind), *wrong_answers(made)]:
            verdict = judge(type_id, made.data, answer, 4)
            assert verdict.message, (type_id, answer)
            assert verdict.points == 4 if verdict.right else 0 <= verdict.points < 4, (type_id, answer)
            found[type_id].append([verdict.status, verdict.points, verdict.witness, verdict.misconception])
    pinned("verdicts.json", found, request, "an answer earns the same in every version, or the changelog says why")


ODD = {
    "one letter only": {"states": ["1"], "alphabet": ["b"], "start": "1", "accepting": ["1"],
                        "transitions": [["1", "b", "1"]]},
    "no letter": {"states": ["1"], "alphabet": [], "start": "1", "accepting": ["1"], "transitions": []},
    "no states": {"start": "1", "accepting": [], "transitions": []},
    "a circle of ε": {"states": ["1", "2"], "alphabet": ["b", "w"], "start": "1", "accepting": ["2"],
                      "transitions": [["1", "", "2"], ["2", "", "1"], ["2", "b", "2"]]},
}


@pytest.mark.parametrize("odd", ODD)
def test_automata_over_fewer_letters_or_without_arrows_are_judged_like_others(odd):
    for type_id in [t.id for t in all_types() if t.kind == "automaton"]:
        made = instance(type_id, 2)
        verdict = judge(type_id, made.data, told(ODD[odd], made), 10)
        assert not verdict.malformed, type_id
        assert verdict.message, type_id
        assert 0 <= verdict.points < 10, type_id
        assert verdict.points == 0 or odd in ("one letter only", "a circle of ε"), type_id


def test_wrong_forms_are_malformed_not_wrong():
    forms = {"word": 5, "set of words": 0.5, "number": "many", "fraction": "half", "table": 5, "path": 0.5,
             "automaton": [], "board": "nonsense", "regex": "b)", "list of moves": 5, "partition": 5, "machine": 5,
             "function": 5}
    for kind in all_types():
        made = instance(kind.id, 2)
        may_be_none = any(kind.form(made.data).get(name) for name in ("none", "empty"))
        for answer in (forms[kind.kind], 7.5 if may_be_none else None):
            verdict = judge(kind.id, made.data, answer, 3)
            assert verdict.malformed, kind.id
            assert verdict.points == 0
            with pytest.raises(MalformedAnswer):
                validate(kind.kind, answer, **kind.form(made.data))


def test_unknown_types_seeds_and_difficulties_are_refused_with_a_way_out():
    with pytest.raises(QuestionError, match="token_sets"):
        question("token_set")
    for bad in (0, 6, 2.5, "hard"):
        with pytest.raises(QuestionError):
            question("token_sets").instance(1, bad)
    for bad in ("seven", 1.5, True):
        with pytest.raises(QuestionError):
            question("token_sets").instance(bad)


def test_huge_and_negative_seeds_are_fine():
    datas = [question("accepted").drawn(seed, 2) for seed in (-5, 5, 10**40)]
    assert len({json.dumps(d) for d in datas}) == 3


@every("type_id", TYPES)
def test_every_type_has_a_second_method(type_id):
    assert type_id in CHECKS, f"no function of tests/coursekit/questions/second/ is a @check or @told of {type_id}"


@pytest.mark.parametrize("type_id", sampled(sorted(set(CHECKS) - {"evaluation_function", "fastest_teacher"})))
def test_a_second_method_finds_the_same_key(type_id):
    """The two that are left out play or simulate; see the slow test of many instances."""
    for difficulty in (1, 2, 3, 4, 5):
        made = instance(type_id, difficulty)
        CHECKS[type_id](made.data, made.key)


HEAVY = {"evaluation_function": 1, "fastest_teacher": 2, "moves_to_win": 3, "board_for_regex": 8, "hamilton": 6,
         "shortest_only_one": 6, "separating_suffix": 8, "no_pump_rings": 8, "product": 8, "most_tokens": 8}


@pytest.mark.bulk
@pytest.mark.parametrize("type_id", sorted(CHECKS))
def test_a_second_method_finds_the_same_key_on_many_instances(type_id):
    rng = random.Random(type_id)
    for difficulty in (1, 2, 3, 4, 5):
        if type_id == "evaluation_function" and difficulty < 5:
            continue
        for _ in range(HEAVY.get(type_id, 30)):
            made = question(type_id).instance(rng.randrange(10**9), difficulty)
            CHECKS[type_id](made.data, made.key)


@pytest.mark.slow
def test_a_seed_with_which_sixty_draws_fail_yields_an_instance():
    """One in a thousand of the level and the skin that are drawn longest for."""
    assert question("product").drawn(869, 5, "textbook")


@pytest.mark.bulk
@pytest.mark.parametrize("type_id", TYPES)
def test_every_seed_yields_an_instance_of_every_difficulty(type_id):
    kind = question(type_id)
    for difficulty in range(1, 6):
        for seed in range(40 if type_id not in ("separating_suffix", "board_for_regex", "shortest_only_one") else 12):
            kind.instance(seed, difficulty)
