"""Slots and sizes that an answer leaves out are chosen so that everything fits, if anything does."""

import random
from itertools import product

import pytest

from coursekit.questions import judge, question
from finity_edu import Position
from finity_edu.questions import laying
from finity_edu.questions.laying import Unfit, fitting, laid, meanings, played, slotted
from finity_edu.questions.sketches import fitted, possible_arrows
from finity_edu.rules.board import Board
from finity_edu.rules.pieces import Arrow

BOARDS = (Board.parse("A:0,0 B:0,1 C:1,0 D*:1,1"), Board.standard(2))
TRIANGLE = "bga/[A:0,0 B:0,1 C:1,0 D*:1,1] bbw c; posts c@A"


def by_hand(board, lanes):
    """Whether some choice of lanes puts no two arrows into one slot or around one corner."""
    for choice in product(*(lane or "mlr" for lane in lanes.values())):
        slots = [board.arrow_code[Arrow(a, p, q, lane)][0]
                 for (p, a, q), lane in zip(lanes, choice, strict=True)]
        if all(x != y and y not in board.corner_mates[x] for i, x in enumerate(slots) for y in slots[:i]):
            return True
    return False


def test_a_choice_of_slots_is_found_exactly_where_there_is_one():
    rng, greedy = random.Random(1), 0
    for n in range(300):
        board = BOARDS[n % 2]
        edges = rng.sample(possible_arrows(board) if n % 2 == 0 else possible_arrows(board)[:12], rng.randint(3, 7))
        lanes = {e: rng.choice(("", "", "l", "m", "r")) for e in edges}
        found = slotted(board, lanes)
        assert (found is not None) == by_hand(board, lanes), lanes
        if found is not None:
            slots = [board.arrow_code[b][0] for b in found]
            assert {(b.tail, b.colour, b.head): b.lane for b in found}.keys() == lanes.keys()
            assert all(not lane or Arrow(a, p, q, lane) in found for (p, a, q), lane in lanes.items())
            assert not any(y in board.corner_mates[x] for x in slots for y in slots)
            greedy += n % 2 == 0 and len(list(fitted(board, edges))) < len(edges)
    assert greedy  # taking the first free slot would not do


def test_an_answer_may_leave_out_slots_and_sizes_and_is_told_what_does_not_fit():
    data, say = {"board": TRIANGLE}, question("board_for_tower").say()
    edges, rings = laid(data, ["bA>B", "wA>B", "bB>A.l", "oB", "oB", "oB.s"], say)
    assert edges == {("A", "b", "B"), ("A", "w", "B"), ("B", "b", "A")}
    assert rings == {"B": 3}
    for answer, mention in ((["bA>B", "wA>B", "bB>A", "wB>A"], "wB>A"), (["oB"] * 4, "oB"), (["oD"], "oD"),
                            (["bA>B.l", "bA>B.m"], "bA>B.m")):
        with pytest.raises(Unfit, match=mention):
            laid(data, answer, say)


def test_moves_may_leave_out_slots_and_sizes():
    pos = Position.parse(TRIANGLE.replace("posts c@A", "posts c@A; rings B:c..; bridges bA>B.m"))
    assert meanings(pos, "+bA>C")[0] == ["+bA>C.m", "+bA>C.l", "+bA>C.r"][:len(meanings(pos, "+bA>C")[0])]
    assert meanings(pos, "-bA>B") == (["-bA>B.m"], meanings(pos, "-bA>B.l")[1])
    assert meanings(pos, "+oB")[0] == ["+oB.m", "+oB.l"]
    end, wrong = played(pos, ["+bB>C", "+wC>D", "+oC"])
    assert wrong is None
    assert end.full_path(1) == ("A", "B", "C", "D")
    assert played(pos, ["+bB>C", "-wB>C"])[1][:2] == (2, "-wB>C")


def test_the_key_without_slots_and_sizes_is_right():
    for type_id in ("moves_to_win", "board_for_words", "board_for_tower", "winning_move"):
        made = question(type_id).instance(3, 4)
        short = [m.split(".")[0] for m in made.key]
        assert judge(type_id, made.data, short).right, (type_id, short)


def test_of_what_is_too_much_the_rest_is_found_by_one_search_for_each_piece(monkeypatch):
    data = {"board": TRIANGLE}
    everything = [f"{a}{p}>{q}" for p in "ABCD" for q in "ABCD" if p != q for a in "bw"]
    searches = []
    monkeypatch.setattr(laying, "slotted", lambda *words: searches.append(words) or slotted(*words))
    edges, _, why, left_out = fitting(data, everything, question("board_for_tower").say())
    assert len(edges) + left_out >= len(everything) - 4  # an arrow that leaves the tower is no edge
    assert why
    assert len(searches) <= 2 * len(everything) + 2


def test_a_search_that_gave_up_refuses_nothing(monkeypatch):
    given_up = iter([True])
    monkeypatch.setattr(laying, "slotted", lambda *words: None if next(given_up, False) else slotted(*words))
    edges, _ = laid({"board": TRIANGLE}, ["bA>B", "wA>B"], question("board_for_tower").say())
    assert edges == {("A", "b", "B"), ("A", "w", "B")}
