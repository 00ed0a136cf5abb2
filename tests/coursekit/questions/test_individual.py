"""Instances: nothing leaves the tower, names and places are anybody's guess, and types say where they are small."""

import json
import random

import pytest

from benchmarks.measures._individuality import (
    LIMITS,
    Individuality,
    by_place,
    individuality,
)
from benchmarks.measures.instances import (
    KEPT,
    Level,
    levels,
    misjudged,
    one,
    reserved,
)
from coursekit.questions import all_types, question
from finity_edu import Position
from finity_edu.questions.boards import relabelled
from finity_edu.questions.sketches import BOX, outlines, places
from tests.cases import every
from tests.coursekit.questions.sample import instance

LANGUAGES = ("en", "de", "es")
TYPES = [t.id for t in all_types()]


def boards(data):
    """The positions in the data of an instance."""
    return [Position.parse(data[name]) for name in ("board", "other") if isinstance(data.get(name), str)]


@every("type_id", TYPES)
def test_no_arrow_leaves_the_tower(type_id):
    kind = question(type_id)
    data = instance(type_id, 2).data
    for pos in boards(data):
        assert all(b.tail != pos.board.end for b in pos.layout.arrows)
    for probe in kind.probes(data, 3) if type_id == "write_accepts" else ():
        assert not any(a[1:].split(">")[0] == probe[2] for a in probe[0])


def test_an_arrow_that_leaves_the_tower_may_be_laid_and_changes_nothing():
    for type_id in ("board_for_tower", "board_for_words", "board_for_regex"):
        made = question(type_id).instance(4, 2)
        (pos,) = boards(made.data)
        more = [f"b{pos.board.end}>{away}" for away in pos.board.neighbours[pos.board.end]]
        word = next(w for w in more if made.judge([*made.key, w]).right)
        without, with_it = (made.judge(answer) for answer in (made.key[1:], [*made.key[1:], word]))
        assert (without.points, without.witness) == (with_it.points, with_it.witness)
        assert not without.right


def test_boards_are_compact_and_post_and_tower_are_no_neighbours():
    assert [len(outlines(n)) for n in (4, 5, 6, 7)] == [3, 6, 14, 31]
    for shape in range(4):
        for board, post in places(shape):
            assert len(board.names) == shape + 4
            assert all(len(board.neighbours[s]) >= 2 for s in board.names)
            assert board.end not in (post, *board.neighbours[post])
    assert all(board.is_standard for board, _ in places(BOX))


def test_other_names_change_nothing_but_the_names():
    for seed in range(8):
        kind = question("moves_to_win")
        before = super(type(kind), kind).drawn(seed, 3)
        after = relabelled(before, random.Random(seed))
        assert len(kind.key(before)) == len(kind.key(after))
        (one_board,), (other,) = boards(before), boards(after)
        assert sorted(one_board.board.names) == list(other.board.names)
        assert len(one_board.layout.arrows) == len(other.layout.arrows)
        assert json.loads(json.dumps(after)) == after


def test_keys_are_compared_by_the_place_of_what_is_listed():
    kind, data = question("accepted"), {"towers": ["wb", "bb", "bw"]}
    assert by_place(kind, data, ["wb", "bw"]) == '["#0#", "#2#"]'


def test_what_is_missed_is_named():
    assert Individuality(5000, 0.01, 0.02, 0.03).missed == ()
    assert Individuality(299, 0.01, 0.06, 0.03).missed == ("instances", "commonest")
    assert individuality(question("stone_count"), 2, 60, 300, 30).missed == ("instances", "commonest")


def test_a_set_asks_nothing_of_few_instances_unless_everybody_is_asked_the_same():
    """Measured in bulk, and kept; a level that draws otherwise since is found there, by its fingerprint."""
    known = json.loads(KEPT.read_text(encoding="utf-8"))
    for level, asked in levels().items():
        kind = question(level.type)
        assert not kind.programmers, asked
        if kind.same:
            continue
        found = known[str(level)]
        assert reserved(level) is None, asked
        assert found["instances"] >= LIMITS["instances"], asked
        assert found["commonest"] <= LIMITS["commonest"], asked


SAMPLE = [level for level in levels() if reserved(level) is None]


@pytest.mark.slow
@pytest.mark.parametrize("level", SAMPLE, ids=str)
def test_practice_meets_no_instance_of_a_small_sample(level):
    """The limits need thousands of instances and are measured in bulk; here nothing may even come near them."""
    found = one(level, 2, 2, 1)
    assert found.instances == 4
    assert found.commonest <= 0.5


def test_a_type_that_says_too_much_or_too_little_is_found():
    good, bad = Individuality(5000, 0, 0, 0), Individuality(20, 1, 1, 1)
    assert misjudged(Level("accepted", 2), good) is None
    assert "commonest 1 (limit 0.05)" in misjudged(Level("accepted", 2), bad)
    assert "is small, and a set asks it" in misjudged(Level("stone_count", 2), bad)
    assert "keeps all limits" in misjudged(Level("stone_count", 2), good)
    assert one(Level("write_accepts", 3), 5, 5, 2).instances == 1


@pytest.mark.slow
def test_a_skin_that_has_few_instances_says_so():
    board = Level("disjoint", 3, "board")
    assert reserved(board) == reserved(board._replace(skin=None)) == "small"
    assert reserved(board._replace(skin="textbook")) is None
    assert one(board, 100, 2, 2).missed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_students_read_what_is_small_and_what_is_the_same_for_everybody(lang):
    from coursekit.sets.source import Question
    from coursekit.sets.variants import issue
    from coursekit.texts import CATALOGUE

    asked = [Question("q1", "stone_count", 1, kind="number"), Question("q2", "write_accepts", 1, kind="function"),
             Question("q3", "accepted", 1, kind="set of words"),
             Question("q4", "accepted", 1, kind="set of words", variants=False)]
    record = issue(b"secret", "ps1", asked, "ada", lang)
    small, same = (CATALOGUE.text(f"question.{id}", lang) for id in ("small", "same"))
    notes = [[note for note in (small, same) if note in record["questions"][q.id]["text"]] for q in asked]
    assert notes == [[small], [same], [], [same]]
