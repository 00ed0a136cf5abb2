"""What the pages of the course say, computed anew: the start page and unit 1, on a board as an NFA.

Each test is named by the words that it stands for.
"""

from __future__ import annotations

import random
import re
from itertools import product

from automatakit import (
    accepts,
    ambiguity,
    count_words,
    longest_length,
    minimise,
    words,
)
from automatakit.steps import RunSteps
from finity_edu import Position
from finity_edu.analysis import to_win
from finity_edu.automata import ring_nfa, station_nfa
from finity_edu.examples import example
from tests.course_notebooks.claims import (
    automaton,
    fetch,
    pages,
    says,
    source_of,
    towers,
)


@says("00", "an arrow that points away from it is not a transition",
      de="Ein Pfeil, der von dieser Station wegzeigt, ist kein Übergang",
      es="una flecha que parta de esa estación no cuenta como transición")
@says("01", "Nothing leaves the station with the tower: an arrow that points away from it is not a transition.")
@says("07", "But it is not a transition: nothing leaves the end.")
def test_an_arrow_away_from_the_tower_may_lie_there_and_is_no_transition():
    board = Position.parse("bga/abcd bb c; posts c@A; bridges bA>C.m bC>D.m bD>C.l")
    assert station_nfa(board).transitions["D"] == {}
    assert "+wD>C.r" in map(str, board.legal_moves())


@says("predictions", "Black leads to B, black to C, white back to A, black to B: the tower is read",
      "With two more black cones on top you would arrive.",
      de=("Schwarz führt nach B, schwarz nach C, weiß zurück nach A, schwarz nach B", "kämst du an"),
      es="Negro lleva a B; negro, a C; blanco, de vuelta a A; negro, a B")
@says("00", "(3) No: a cone is left, and nothing leaves D.",
      de="(3) Nein: Ein Kegel ist übrig, und von D geht nichts aus.")
def test_the_tower_of_the_start_page():
    board, tower = fetch("00", "board", "tower")
    assert [list(active) for active in RunSteps(board, tower.word).last().sets] == [[q] for q in "ABCAB"]
    assert accepts(board, tower.word + "bb")


def test_a_page_whose_positions_are_under_other_rules_than_bga_names_them():
    for page in ("00", "01", "02", "03", "06", "07"):
        code = source_of(page).read_text(encoding="utf-8")
        used = set(re.findall(r'rules="(\w+)"|parse\(\s*"(\w+)/|BoardWidget\("(\w+)/', code))
        for rules in {name for names in used for name in names if name} - {"bga"}:
            assert f"`{rules}`" in "".join(pages()[page, "en"]), (page, rules)


@says("predictions", "A, B, C, A, B, C, D. It passes the same three stations twice.",
      "On this board there is never a choice: each of these sets contains at most one state.",
      "That is where you are after bbb.",
      "A white arrow leads from C to A, but the third black cone has already taken you to D.")
def test_the_first_board_has_no_choice():
    board, = fetch("01", "board")
    assert all(len(heads) <= 1 for row in board.automaton().nfa().transitions.values() for heads in row.values())
    run = RunSteps(board, "bbwwbb").last()
    assert [list(active) for active in run.sets] == [[q] for q in "ABCABCD"]
    assert [list(active) for active in RunSteps(board, "bbbw").last().sets] == [["A"], ["B"], ["C"], ["D"], []]
    assert board.automaton().nfa().transitions["C"]["w"] == {"A"}


@says("predictions", "Exactly one arrow for a and exactly one for b leave each of the three states",
      "those with at least one b", "Two of its states do the same job")
def test_the_automaton_on_paper_of_unit_1():
    paper, = fetch("01", "paper")
    assert len(paper.states) == 3
    assert len(minimise(paper).states) == 2
    assert all(paper.accepts(w) == ("b" in w) for n in range(7) for w in map("".join, product("ab", repeat=n)))


@says("predictions", "After the first black cone of bbb the active stations are B and C.")
def test_the_choice():
    nfa = station_nfa(example("choice"))
    assert sorted(RunSteps(nfa, "b").last().active) == ["B", "C"]
    assert ambiguity(nfa).degree == "unambiguous"


@says("predictions", "The numbers of accepted words of length 2, 3, 4, 5 and 6 are 1, 1, 2, 3 and 5.",
      "From length 2 on these are the Fibonacci numbers.")
@says("01", "A word is accepted iff it begins with `b`, ends with `bb`, and has no two `w` side by side",
      "{A} at the start and after each `w`, {B, C} after one `b`, {B, C, D} after two or more in a row, and only a "
      "`w` that is read from {A} leads to ∅",
      "a(n) = a(n − 1) + a(n − 2)", "an accepted word of length n − 1 remains",
      "a <code>b</code> stands before it; leave out both: an accepted word of length n − 2 remains",
      de=("wenn es mit `b` beginnt, mit `bb` endet und nie zwei `w` nebeneinander hat",
          "Es bleibt ein akzeptiertes Wort der Länge n − 1"),
      es="empieza por `b`, termina en `bb` y no tiene dos `w` seguidas")
def test_fibonacci():
    nfa = station_nfa(example("choice"))
    assert [count_words(nfa, n) for n in range(2, 9)] == [1, 1, 2, 3, 5, 8, 13]
    assert [w for n in range(10) for w in towers(n) if nfa.accepts_input(w)] == [
        w for n in range(10) for w in towers(n) if w.startswith("b") and w.endswith("bb") and "ww" not in w]
    sets = {(): "A", ("w",): "A", ("b",): "BC", ("b", "b"): "BCD"}
    for word in (w for n in range(10) for w in towers(n) if not w.startswith("w") and "ww" not in w):
        blacks = len(word) - len(word.rstrip("b"))
        last = tuple(word[-1:]) if blacks < 2 else ("b", "b")
        assert set(RunSteps(nfa, word).last().active) == set(sets[last])
    for n in range(4, 12):
        accepted = {w for w in towers(n) if nfa.accepts_input(w)}
        assert {w[:-3] + w[-2:] for w in accepted if w[-3] == "b"} == {w for w in towers(n - 1) if nfa.accepts_input(w)}
        assert {w[:-4] + w[-2:] for w in accepted if w[-3] == "w"} == {w for w in towers(n - 2) if nfa.accepts_input(w)}
        assert all(w[-4] == "b" for w in accepted if w[-3] == "w")


@says("ps1", "On `bw` the run A, C is partial: it dies, because no white arrow leaves C.",
      "The run A, B, D is complete and ends on D, so `bw` is accepted.", "{A}, {B, C}, {D}",
      "here it would be empty, because `bw` is the only word that is accepted now",
      de=("Auf `bw` ist A, C ein Teillauf", "{A}, dann {B, C}, dann {D}",
          "hier die leere, denn `bw` ist das einzige Wort, das jetzt akzeptiert wird"))
def test_the_model_answer_of_set_1():
    delta = {"A": {"b": {"B", "C"}}, "B": {"w": {"D"}}, "C": {}, "D": {}}
    nfa = automaton(delta, "A", "D")
    assert list(words(nfa)) == ["bw"]
    assert [sorted(active) for active in RunSteps(nfa, "bw").last().sets] == [["A"], ["B", "C"], ["D"]]
    # If no run may die: a station without an arrow of the next colour spoils the word. C does, after b.
    assert "w" not in delta["C"]


@says("ps6",
      "that path needs rings as well: every departure after the first costs a ring on the station that it leaves.",
      de="Jeder Aufbruch nach dem ersten kostet einen Ring auf der Station, die man dabei verlässt.",
      es="cada salida después de la primera cuesta un anillo de la estación de la que se sale.")
@says("06",
      "The first departure, from the post, is free, and so is the arrival. Every departure in between costs a ring.",
      "**Lemma 1.** A path of $L \\ge 1$ arrows spends $L - 1$ rings, whatever its route.",
      "A path has 11 arrows.",
      "A player has 4 rings. Can there be a full path for a tower of 6 cones?",
      "(1) 10. (2) No: 4 rings allow at most 5 arrows.",
      "(3) Yes; only the first departure is free.")
@says("ps6", "Every station you *leave* costs you a ring there, except the very first departure from your post.",
      "every word that player 1 wins with these rings has at most r + 1 symbols")
def test_what_a_path_costs():
    bare = Position.start(word="bbwwbwbw")
    plan = to_win(bare, 1)
    assert len(plan.path) - 1 == 8
    assert len(plan.rings) == 7
    home = "bga/[A:0,0 B:1,0 Z*:2,0] bbbb c; posts c@A; rings {}; bridges bA>B.m bB>A.l bB>Z.m"
    assert Position.parse(home.format("B:cc.")).full_path(1) is None
    assert Position.parse(home.format("A:c.. B:cc.")).full_path(1) == tuple("ABABZ")
    for seed in range(30):
        dice = random.Random(seed)
        rings = {q: dice.choice(["...", "c..", "cc."]) for q in "ABC"}
        board = Position.parse("bga/abcd bb c; posts c@A; rings " + " ".join(f"{q}:{r}" for q, r in rings.items()) +
                               "; bridges bA>B.m wB>A.r bB>C.m wC>B.l bC>D.m wA>C.m")
        longest = longest_length(ring_nfa(board, 1))
        assert longest is None or longest <= sum(r.count("c") for r in rings.values()) + 1
