"""Front doors: what each package offers by tab, what its import loads, and the names that others rely on."""

import os
import subprocess
import sys
from importlib import import_module

import pytest

from finity_edu import Board, Position
from tests.cases import every

OFFERED = {
    "finity_edu": """
        AmbiguousMoveError Board BoardError FinityError IllegalMoveError InvalidPositionError Layout NotationError
        Position Reason Record Result RuleSetError Rules analysis automata draw examples load_rules players widget""",
    "matchbox": """
        Machine Match Rules Seat Simulation Trace Track automata exact figures law make_learner make_teacher play_game
        simulate widget""",
    "amakta": """
        AmaktaError Board IllegalMoveError InfinitBoard InvalidPositionError Move NotationError Setup Situation State
        Stone bunker graph infinit new_game player solve stones structure widget""",
    "coursekit": "Verdict ask grade my_work open_set practise predict",
}
LIGHT = {"boardkit", "lazy_loader", *sys.stdlib_module_names}


@pytest.mark.parametrize("package", OFFERED)
def test_a_front_door_offers_what_a_user_needs_and_nothing_else(package):
    door = import_module(package)
    assert dir(door) == door.__all__
    assert set(dir(door)) == set(OFFERED[package].split())


def test_automatakit_offers_functions_classes_and_errors_only():
    door = import_module("automatakit")
    assert dir(door) == door.__all__
    assert {"Automaton", "accepts", "counterexample", "equivalent", "minimise", "to_regex"} <= set(dir(door))
    assert [name for name in dir(door) if not callable(getattr(door, name))] == []


@pytest.mark.parametrize("package", [*OFFERED, "automatakit"])
def test_importing_a_front_door_loads_next_to_nothing(package):
    """No time is asserted: what is loaded is (benchmarks/bench_start.py has the time)."""
    loaded = imported(f"import {package}") - imported("pass")
    assert {name for name in loaded if name.split(".")[0] not in LIGHT} == {package}
    assert {name for name in loaded if name.startswith("boardkit")} <= {
        "boardkit", "boardkit.doors", "boardkit.notebook", "boardkit.views"}


def imported(code):
    words = [sys.executable, "-X", "importtime", "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


PICTURED = {
    "finity_edu": ['Board("bA>B wB>C", start="A", end="C")', "Board.standard(3)", 'Position.start(word="bbwwbwbw")',
                   'Position.start(word="bbwwbwbw").layout'],
    "matchbox": ["Machine(Rules())", "Track.start()"],
    "amakta": ['State.start("raute4", "duo")', 'State.start("raute4", "duo").situation', 'Board.from_spec("raute4")',
               "InfinitBoard.at_distance(2)", 'Stone("450000", "W", "W", "V")'],
}


PICTURED_AUTOMATA = {
    "automatakit": ['Automaton.of("b*w")', 'Automaton.of("b*w").nfa()', 'minimise("b*w").dfa()'],
    "automatakit.steps": ['RunSteps("b*w", "bw")', 'SubsetSteps("b*w")', 'MinimiseSteps("b*w")',
                          'ProductSteps("b*w", "bw")', 'EliminationSteps("b*w")'],
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks for each value: run it on Linux or macOS")
def test_values_show_themselves_as_pictures_in_a_notebook_without_a_further_import():
    """Each in a process that has loaded nothing else: what another value has loaded cannot help."""
    script = f"""
import os, sys
from importlib import import_module
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
class Door(dict):
    def __init__(self, package):
        self.package = import_module(package)
    def __missing__(self, name):
        return getattr(self.package, name)
for package, values in {PICTURED | PICTURED_AUTOMATA!r}.items():
    for value in values:
        sys.stdout.flush()
        if os.fork():
            os.wait()
            continue
        shown = eval(value, {{}}, Door(package))
        bundle, _ = shell.display_formatter.format(shown)
        print(bundle["image/svg+xml"][:4], bundle["text/plain"] == repr(shown), value)
        sys.stdout.flush()
        os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    wanted = [f"<svg True {value}" for values in PICTURED.values() for value in values]
    wanted += [f"<svg False {value}" for values in PICTURED_AUTOMATA.values() for value in values]  # described in words
    assert done.stdout.splitlines() == wanted


# --- the first thing that a student types ------------------------------------------------------------------


def test_a_board_is_written_as_arrows_and_lays_itself_out():
    board = Board("bA>B wB>C wB>B2 bB2>C", start="A", end="C")
    assert eval(repr(board)) == board
    assert {station for arrow in board.laid for station in (arrow.tail, arrow.head)} == set(board.names)
    assert all(board.place(arrow.tail).distance(board.place(arrow.head)) == 1 for arrow in board.laid)
    automaton = board.automaton()
    assert [word for word in ("bw", "b", "bwb", "bww") if automaton.accepts(word)] == ["bw", "bwb"]
    position = Position.start(word="bw", board=board)
    assert position.layout.posts == ("A", None)
    assert position.layout.arrows == board.laid
    assert Position.parse(str(position)) == position


def test_boards_with_other_arrows_are_not_equal_and_labels_are_free():
    one, other = (Board(f"{colour}q0>q1", start="q0", end="q1") for colour in "bw")
    assert one != other
    assert one.bare == other.bare
    assert one == Board("bq0>q1.m", start="q0", end="q1", places={"q0": (0, 0), "q1": (-1, 0)})
    assert Board("b1>Ä_2", start="1", end="Ä_2").names == ("1", "Ä_2")


@every(
    ("arguments", "message"),
    [
        ({"arrows": "bA>B A-B"}, "'A-B' is not an arrow"),
        ({"arrows": 3}, "'3' is not an arrow"),
        ({"arrows": "bA>A wA>B"}, "bA>A leads from A to itself"),
        ({"arrows": "bA>B bA>B"}, "bA>B is given twice"),
        ({"arrows": "bA>B", "start": "B"}, "B"),
        ({"arrows": " ".join(f"bA>{x}" for x in "BCDEFGH")}, "A has 7 neighbours"),
        ({"arrows": "bA>B bA>C bA>D bB>C bB>D bC>D"}, "no arrangement of hexagons"),
        ({"arrows": "bA>B", "places": {"A": (0, 0), "B": (0, 2)}}, "A and B are not neighbours"),
        ({"arrows": "bA>B", "places": {"A": (0, 0)}}, "no station B"),
        ({"arrows": "bA>B.m wA>B.m"}, "clash at the corners"),
    ],
)
def test_what_is_not_a_board_is_refused_with_the_arrow_in_the_way(arguments, message):
    with pytest.raises(ValueError, match=message):
        Board(**{"start": "A", "end": "B", **arguments})


# --- the names that others rely on -------------------------------------------------------------------------


def test_the_names_that_others_rely_on_work_together():
    """The stable names of all packages, in one go: what breaks here breaks somebody's notebook."""
    import amakta
    import automatakit
    import matchbox
    from boardkit.explore import perft
    from coursekit.questions import question, types
    from finity_edu import IllegalMoveError, NotationError, Rules, load_rules
    from finity_edu.analysis import count_paths, to_win
    from finity_edu.automata import board_from_nfa, ring_nfa, station_nfa
    from finity_edu.players import player

    p = Position.start(players=2, word="bbwwbwbw", rules="bga")
    assert isinstance(load_rules("bga"), Rules)
    after = p.play("+bN>C.m")
    assert "+bN>C.m" in map(str, p.legal_moves())
    assert (p.why_illegal("+bN>C.m"), p.to_move, p.result, dict(p.orphans_of("+bN>C.m"))) == (None, 1, None, {})
    with pytest.raises(IllegalMoveError) as illegal:
        p.play("+bN>C.l")
    assert illegal.value.reason.id == "slot_full"
    with pytest.raises(NotationError):
        p.play("nonsense")
    assert (p.reachable(1), p.full_path(1)) == (frozenset({"N"}), None)
    assert Position.parse(str(after)) == after == eval(repr(after))
    board = Board("bA>B wB>C", start="A", end="C")
    placed = Position.start(word="bw", board=board)
    assert count_paths(placed, 1, rings=False) == 1
    assert len(to_win(placed, 1)) == 1
    assert station_nfa(placed, 1).accepts_input("bw")
    assert not ring_nfa(placed, 1).accepts_input("bw")
    assert board_from_nfa(station_nfa(placed, 1)).board.end == "C"
    assert p.why_illegal(player("strong").choose(p, nodes=50)) is None
    assert automatakit.accepts(board, "bw")
    assert automatakit.equivalent(board, automatakit.from_regex("bw"))
    assert automatakit.counterexample(board.automaton(), automatakit.from_regex("b")) == "b"
    expression = automatakit.to_regex(automatakit.minimise(board.automaton()))
    assert automatakit.equivalent(automatakit.from_regex(expression), board.automaton())
    r = matchbox.simulate(machines=20, games=3, teacher="random", first="machine", seed=1)
    assert (len(r.wins_starting), len(r.wins_replying), len(r.perfect), len(r.markers)) == (3, 3, 4, 20)
    c = matchbox.exact.curve(teacher="perfect", games=3, first="machine", tester=None)
    assert len(c.machine_starts) == len(c.human_starts) == len(c.perfect) == 4
    assert matchbox.exact.expected_games(teacher="random", until="winnable", first="machine") > 1
    s = amakta.State.start(board="raute4", stones="duo", circles=None)
    s = s.play(s.legal_moves()[1])
    assert amakta.State.from_dict(s.to_dict(), board="raute4") == s
    assert (amakta.stones.count(), amakta.stones.canonical("000321")) == (86185, "321000")
    assert amakta.infinit.value("450000", "") > 0
    graph = amakta.graph.explore(amakta.State.start("zeile3", "solo"))
    assert amakta.solve.retrograde(graph).winner(0) in ("W", "B", None)
    assert [perft(p, depth) for depth in (0, 1)] == [1, 214]
    assert set(s.control().values()) <= {"W", "B"}
    made = question("regex_of_board").instance(seed=1, difficulty=2, lang="en")
    verdict = made.judge(made.key, points=1)
    assert "regex_of_board" in types()
    assert (verdict.status, verdict.points, verdict.maximum) == ("right", 1, 1)
