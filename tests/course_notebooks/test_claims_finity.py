"""What the pages of the course say, computed anew: units 6 and 7, on rings and on playing Finity.

Each test is named by the words that it stands for.
"""

from __future__ import annotations

import random
import re
from itertools import pairwise
from math import comb, log, prod, sqrt

import pytest

from automatakit import (
    accepting_runs,
    is_finite,
    longest_length,
    pumpings,
    words,
)
from boardkit.explore import perft
from boardkit.search import alpha_beta, monte_carlo
from coursekit.questions.registry import question
from finity_edu import Position
from finity_edu.analysis import to_win
from finity_edu.automata import ring_nfa, station_nfa
from finity_edu.players import moves_to_complete, player, wilson
from finity_edu.players.ratings import elo_ratings
from tests.boardkit.toys import Nim
from tests.course_notebooks.claims import SETS, fetch, printed, says, towers


@says("06", "For the real position, in which four of the 9 stations hold 1, 2, 1 and 2 rings, that is 324")
@says("predictions", "the path leaves NE twice, but player c has only one ring there",
      "Player y may reverse one arrow: the white one from SE to S (~wSE>S.l), "
      "or the black one from NE to E (~bNE>E.l).")
def test_the_real_position():
    real, = fetch("06", "real")
    run = next(accepting_runs(station_nfa(real), real.word))
    rings = {q: sum(ring.seat == 1 and ring.station == q for ring in real.layout.rings) for q in ("NE", "SE", "S", "E")}
    assert run[:-1].count("NE") == 2
    assert list(rings.values()) == [1, 2, 1, 2]
    assert len(station_nfa(real).states) == 9
    assert 9 * prod(count + 1 for count in rings.values()) == 324
    assert {"~wSE>S.l", "~bNE>E.l"} <= {str(move) for move in real.legal_moves()}
    assert real.full_path(1) is None


@says("06", "it accepts a word iff the player has a full path for it.",
      "At most $|Q| \\cdot \\prod_q (r(q) + 1)$ states",
      "a finite language satisfies it with any $p$ larger than the length of its longest word",
      de="Er akzeptiert ein Wort genau dann, wenn der Spieler einen vollständigen Pfad dafür hat.")
@says("predictions", "The arrows form a cycle B, C, B.", "Yes: every arrow but the first spends a ring.",
      "Rings stop the pump: every turn of y costs rings.")
@says("ps6", "This automaton has no cycles.", "Take p = r + 2: there is no such word",
      "no state occurs twice in a run, although a station may",
      de="Dieser Automat hat keine Kreise.", es="Este autómata no tiene ciclos.")
def test_the_ring_automaton():
    small, = fetch("06", "small")
    unfolded, plain_nfa = ring_nfa(small, 1), station_nfa(small)
    assert is_finite(unfolded)
    assert not is_finite(plain_nfa)
    assert len(unfolded.states) <= 4 * 3 * 3
    for word in (w for n in range(1, 9) for w in towers(n)):
        won = Position.parse(str(small).replace(f" {small.word} ", f" {word} ")).full_path(1)
        assert unfolded.accepts_input(word) == (won is not None)
    assert all(not pumpings(unfolded, word) for word in words(unfolded))
    assert longest_length(unfolded) <= 4 + 1 < 4 + 2


@says("predictions", "Without it E has only one neighbour, F", "arrows alone still accept the tower")
@says("06", "A full path has $n$ arrows and spends $n - 1$ rings: **all** of them, one on each station.",
      "So it visits every vertex exactly once",
      es="Un camino completo tiene $n$ flechas y gasta $n - 1$ anillos: **todos**, uno en cada estación.")
@says("ps6", "One colour, one ring on each station except those with your post and with the tower, and a tower with "
      "one cone fewer than the board has stations.", "so a winning path visits every station exactly once")
def test_a_winning_path_is_a_hamiltonian_path():
    hamilton, graph = fetch("06", "hamilton", "graph")
    board = hamilton(graph)
    assert len(board.word) == 6
    assert len(board.layout.rings) == 5
    assert sorted(board.full_path(1)) == list("ABCDEFZ")
    without = hamilton([edge for edge in graph if edge != ("D", "E")])
    assert station_nfa(without).accepts_input(without.word)
    assert without.full_path(1) is None
    # Set 4: the free first departure must not pay for a second visit.
    dice, found = random.Random(2), 0
    for _ in range(200):
        arrows = [f"b{p}>{q}.{lane}" for one in ("AB", "AC", "BC", "BD", "CD")
                  for (p, q), lane in ((one, "m"), (one[::-1], "l")) if dice.random() < 0.7]
        rest = f"bbb c; posts c@A; rings B:c.. C:c..; bridges {' '.join(arrows)}"
        try:
            path = Position.parse(f"bga/[A:0,0 B:0,1 C:1,0 D*:1,1] {rest}").full_path(1)
        except ValueError:  # arrows that get into each other's way at a corner
            continue
        found += path is not None
        assert path is None or sorted(path) == list("ABCD")
    assert found > 5


@says("07", "The first player has 214 moves.", "The tree of depth 3 has 5,311 positions below the root.",
      de=("Wer anfängt, hat 214 Züge zur Wahl.", "Der Baum der Tiefe 3 hat unter der Wurzel 5311 Stellungen."),
      es="El árbol de profundidad 3 tiene 5311 posiciones bajo la raíz.")
def test_counts_of_sequences():
    puzzle, start = fetch("07", "puzzle", "start")
    assert perft(start, 1) == 214
    assert sum(perft(puzzle, depth) for depth in (1, 2, 3)) == 5311


@says("predictions", "With n = 7 the rule gives 0.20 + √2 · √(ln 7 / 5) = 1.08 for 2, "
      "and 0.00 + √2 · √(ln 7 / 2) = 1.39 for 1.",
      "with it, move 2 has the value 1.08 and move 1 has 1.39.")
def test_the_eighth_game_tries_what_was_tried_less_often():
    def at_the_root(games):
        children = monte_carlo(Nim(5, 2), games, seed=5).tree.children
        return {move: (node.visits, round(node.mean(), 2)) for move, node in children.items()}

    before, after = at_the_root(7), at_the_root(8)
    assert before == {2: (5, 0.2), 1: (2, 0.0)}
    assert after[1][0] == 3
    owed = {move: mean + sqrt(2 * log(7) / games) for move, (games, mean) in before.items()}
    assert {move: round(value, 2) for move, value in owed.items()} == {2: 1.08, 1: 1.39}


@says("07", "There is exactly **one** move with which c wins by force within three moves, including the answer of y.",
      "The search had to look three moves ahead: at depth 1 and 2 nothing is decided")
@says("predictions",
      "With arrows and rings alone both sides need three more moves; by moving the post, c needs only two.",
      "none of the 20 legal moves with arrows and rings does as much",
      "from C the run C, A, C, D uses only arrows that are already there; one ring on A is missing")
def test_the_puzzle():
    puzzle, = fetch("07", "puzzle")
    assert len(to_win(puzzle, 1)) == len(to_win(puzzle, 2)) == 3
    others = [move for move in puzzle.legal_moves() if str(move) != "^C"]
    assert len(others) == 20
    assert all(str(move)[0] in "+-~" for move in others)
    assert len(to_win(puzzle.play("^C"), 1)) == 1
    assert all(len(to_win(after, 1) or "....") >= 2 for after in map(puzzle.play, others))
    assert [str(m) for m in puzzle.legal_moves() if alpha_beta(puzzle.play(m), 2).value == -1] == ["^C"]
    assert alpha_beta(puzzle, 1).value == alpha_beta(puzzle, 2).value == 0
    won = puzzle.play("^C").with_turn(1).play("+oA.s")
    assert won.full_path(1) == ("C", "A", "C", "D")


@says("07", "(2) No; only the number of positions differs.")
def test_alpha_beta_gives_the_minimax_value():
    def minimax(position, depth):  # for the side to move
        if position.result is not None:
            return (position.turn in position.result.winners) - bool(position.result.winners - {position.turn})
        if depth == 0:
            return 0
        return max(-minimax(after, depth - 1) if after.result is None else outcome(position.turn, after)
                   for after in map(position.play, position.legal_moves()))

    def outcome(seat, after):
        return (seat in after.result.winners) - bool(after.result.winners - {seat})

    puzzle, = fetch("07", "puzzle")
    for position, depth in ((puzzle, 2), (puzzle.play("^C"), 2), (puzzle.play("^C").play("+bA>B.m"), 1)):
        assert alpha_beta(position, depth).value == minimax(position, depth)


@says("07", "Everything that y loses depends on one arrow.",
      "is enough, since an arrow cannot be reversed if the reversed arrow is already on the board")
def test_orphans():
    middle, = fetch("07", "middle")
    assert middle.orphans_of("~bS>SW.m") == {2: 3}
    assert sum(ring.seat == 2 for ring in middle.layout.rings) == 3
    safe = middle.with_turn(2).play("+bSW>S.l")
    assert safe.why_illegal("~bS>SW.m")


@says("07", "the more games, the more searches find it", "In the end its value is well below +1",
      "Nearly all end in a *deadlock*: when no ring has been placed or lost for ten rounds, the game is drawn.")
def test_what_the_searches_printed():
    found = [int(n) for n in re.findall(r"games: (\d) of 8 searches find", printed("07"))]
    assert len(found) == 4
    assert all(one <= two for one, two in pairwise(found))
    assert found[0] < found[-1]
    assert float(re.search(r"the winning move: .*\+([\d.]+)", printed("07"))[1]) < 0.95
    ends = dict(re.findall(r"'(\w+)': (\d+)", re.search(r"Counter\((.*)\)", printed("07"))[1]))
    assert int(ends["deadlock"]) > 0.9 * sum(map(int, ends.values()))


@says("07", "contains its true probability of winning in about 95 % of all such experiments")
def test_how_often_the_interval_contains_the_truth():
    for n, p in ((50, 0.6), (200, 0.55)):
        inside = sum(comb(n, k) * p ** k * (1 - p) ** (n - k) for k in range(n + 1)
                     if wilson(k, n)[0] <= p <= wilson(k, n)[1])
        assert inside == pytest.approx(0.95, abs=0.02)


@says("ps7", "The greedy player shortens its own path and never looks at yours")
def test_the_greedy_player_looks_at_its_own_way_only():
    puzzle, = fetch("07", "puzzle")
    for position in (puzzle, *(puzzle.play(move) for move in puzzle.legal_moves()[::4])):
        seat = position.turn
        left = {str(move): moves_to_complete(position.play(move), seat) for move in position.legal_moves()}
        assert left[str(player("greedy").choose(position, seed=1))] == min(n for n in left.values() if n is not None)


@says("07", "The problem set of this unit asks for an evaluation that beats `greedy` in at least 60 % of 200 games.")
@says("ps7", "Looking one move ahead, it has to score at least 60 % in 200 games.",
      de="Ein Spieler, der mit dieser Funktion einen Zug vorausschaut, muss in 200 Partien mindestens 60 % der "
         "Punkte holen.",
      es="Mirando una jugada hacia delante, la función tiene que lograr al menos el 60 % de los puntos en 200 "
         "partidas.")
def test_what_the_evaluation_must_reach():
    data = question("evaluation_function").instance(seed=1, difficulty=5).data
    assert (data["games"], data["percent"]) == (200, 60)
    assert 'type="evaluation_function" points=10 difficulty=5' in (SETS / "ps7" / "ps7.py").read_text(encoding="utf-8")


@says("07", "9½ points out of 12",
      "(3) That does not follow: the interval is 96.3 % to 100 %.",
      "for half the width you need four times as many games")
@says("predictions", "Half a point decides: with so few games the verdict is on a knife edge.",
      "that interval reaches below 0")
def test_intervals():
    wins, draws, losses = map(int, re.search(r"(\d+) won, (\d+) drawn, (\d+) lost", printed("07")).groups())
    assert (wins + draws + losses, wins + draws / 2) == (12, 9.5)
    rating = elo_ratings(["a", "b"], [("a", "b", x) for x in [1] * wins + [0.5] * draws + [0] * losses])["a"]
    assert rating.plus_minus > rating.elo
    assert wilson(9, 12)[0] < 0.5 < wilson(9.5, 12)[0]
    assert [round(bound, 3) for bound in wilson(100, 100)] == [0.963, 1.0]
    width = [high - low for low, high in (wilson(600, 1000), wilson(2400, 4000))]
    assert width[0] / width[1] == pytest.approx(2, abs=0.01)


@says("ps7", "112/200 = 0.560, Wilson interval about 0.49 to 0.63; 121/200 = 0.605, about 0.54 to 0.67",
      "The new one very probably wins more than half of its games against the greedy player; that "
      "cannot be said of the old one.",
      "the difference is 0.045 with a standard error of about √(2·0.24/200) ≈ 0.049",
      "For 0.045 to be about two standard errors, 2·0.24/n ≈ 0.0225², so n ≈ 950 games each: about 1,000")
def test_the_model_answer_of_set_7():
    assert [round(bound, 2) for bound in wilson(112, 200)] == [0.49, 0.63]   # a half is possible
    assert [round(bound, 2) for bound in wilson(121, 200)] == [0.54, 0.67]
    assert (round(112 / 200, 3), round(121 / 200, 3), round(121 / 200 - 112 / 200, 3)) == (0.56, 0.605, 0.045)
    assert round(sqrt(2 * 0.24 / 200), 3) == 0.049
    assert round(2 * 0.24 / 0.0225 ** 2, -1) == 950
