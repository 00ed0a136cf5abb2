"""The compiled engine agrees with the readable one."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from agreement import (
    assert_equal_effects,
    assert_equal_views,
    corpus_games,
    corpus_positions,
    own_boards,
    play_side_by_side,
)

from boardkit.explore import perft
from finity_edu import Board, Position, load_rules
from finity_edu.players.kernel import PROGRAM, Kernel, TooLargeError
from finity_edu.players.thinking import PIECE
from finity_edu.rules.paths import claim
from finity_edu.rules.ruleset import rule_set_names
from tests.cases import every
from tests.finity_edu.test_rules import FLIPS, SET_UP
from tests.needs import needed

WORD = "bbwwbwbw"


def start(players, rules):
    return Position.start(players, word=WORD[: load_rules(rules).word_length], rules=rules)


def test_perft_of_the_two_player_start_is_that_of_the_specification():
    kernel = Kernel(start(2, "bga"))
    assert [kernel.perft(depth) for depth in (0, 1, 2, 3)] == [1, 214, 55_076, 13_840_640]


@every("rules", rule_set_names())
@every("players", [2, 3, 4])
def test_perft_agrees_with_the_readable_engine(players, rules):
    position = start(players, rules)
    assert Kernel(position).perft(2) == perft(position, 2)


@pytest.mark.parametrize("rules", rule_set_names())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_agree_ply_by_ply(players, rules):
    seen = play_side_by_side(players, rules, 400, seed=players)
    assert seen["PlaceRing"] > 0
    assert seen["orphans"] > 0


@every("key", sorted(set(FLIPS) - SET_UP))
def test_random_games_agree_where_one_key_is_another(key):
    """So that both engines know what no rule set that is shipped allows."""
    value, _ = FLIPS[key]
    play_side_by_side(2, str(load_rules("bga").replace(**{key: value})), 400, seed=2)


@pytest.mark.parametrize("board", own_boards())
def test_random_games_on_boards_of_ones_own_agree_ply_by_ply(board):
    assert sum(play_side_by_side(0, "bga", 150, seed=5, board=own_boards()[board]).values()) >= 150


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.bulk)])
def test_moves_and_reach_agree_in_all_positions_of_recorded_games(every):
    for game in corpus_games(every):
        for position in game:
            assert Kernel(position).legal_moves() == position.legal_moves(), str(position)
    for position in corpus_positions(step=9, every=every) + [game[-1] for game in corpus_games(every)]:
        assert_equal_views(position)


def test_effects_agree_in_a_sample_of_the_recorded_games():
    dice = Random(3)
    for position in corpus_positions(step=5):
        moves = position.legal_moves()
        assert_equal_effects(position, tuple(dice.sample(moves, min(12, len(moves)))))


@pytest.mark.bulk
def test_effects_of_every_move_agree_in_all_positions_of_the_recorded_games():
    for position in corpus_positions(every=1):
        assert_equal_effects(position, position.legal_moves())


POSITIONS = {
    "a ring that no move has swept": "bga/2 bbwwbwbw c; posts c@N y@S; rings E:c..; bridges bN>NE.m",
    "a station that would have to be left too often": (
        "bga/2 bwbwbwbw y; posts c@N y@S; rings N:c.. NE:c..; bridges bN>NE.m wNE>N.l bNE>E.m wNE>E.l"
    ),
    "a ban after a removal": "piglab/2 bbwwbwbw y; posts c@N y@S; bridges bN>NE.m; ban -bN>NW.m",
    "a ban after a removal with orphans": "piglab/2 bbwwbwbw y; posts c@N y@S; bridges bN>NE.m; ban -bN>NW.m#",
    "a ban of the colour": "bga/2 bbwwbwbw y; posts c@N y@S; bridges bN>NE.m; ban -bN>NW.m",
    "a ban after a reversal": "bga/2 bbwwbwbw y; posts c@N y@S; bridges bN>NE.m; ban ~bNE>N.m",
    "an enclosed post": ("bga/2 bbwwbwbw c; posts c@W y@S; rings SW:yyy NW:yyy; bridges bS>SW.m bSW>NW.m"),
    "nothing but the pass": "bga/[A:0,0 B*:1,0] bb c; posts y@A; bridges bA>B.l bB>A.m; blockers y@A-B.r",
    "a seat without a post": "bga/abcd bbw c; posts c@A; rings B:c..; bridges bA>B.m bB>C.m",
    "a word of one": "bga/[A:0,0 B*:1,0 D:0,1] b c; posts c@A; bridges wA>B.l",
    "a deadlock": "bga/2 bbwwbwbw c; posts c@N y@S; clock 20",
    "both complete, a tie": "bga/abcd bb c; posts c@A y@B; rings C:cy.; bridges bA>C.m bB>C.m bC>D.m",
    "way and path differ": "piglab/2 bbwwbwbw c; posts c@N y@S; rings E:..c; bridges wN>NE.m wNE>E.m bN>NW.m",
}


@every("name", POSITIONS)
def test_peculiar_positions_agree(name):
    position = Position.parse(POSITIONS[name])
    assert_equal_views(position)
    assert_equal_effects(position, position.legal_moves())
    if name == "nothing but the pass":
        assert [str(move) for move in position.legal_moves()] == ["--"]


def test_of_two_full_paths_the_one_with_more_stations_wins_in_both_engines():
    position = Position.parse("bga/abcd bbb c; posts c@A y@C; rings B:cy. C:cy.; bridges bA>B.m bB>C.m bC>B.l bC>D.m")
    kernel = Kernel(position)
    assert kernel.result == position.result
    assert kernel.result is not None
    assert kernel.result.winners == {1}
    assert [kernel.stations_on_path(seat) for seat in (1, 2)] == [4, 3]


def test_boards_that_do_not_fit_are_refused_with_the_limits():
    row = Board.custom({f"S{i}": (i, 0) for i in range(14)}, end="S13", starts=["S0"])
    with pytest.raises(TooLargeError, match="13 stations"):
        Kernel(Position.start(word="bw", board=row))


def test_playouts_depend_on_the_seed_only():
    one, two, other = (Kernel(start(2, "bga")) for _ in range(3))
    assert one.playout(7) == two.playout(7)
    assert one.position == two.position
    other.playout(8)
    assert other.position != one.position


SCRIPT = """
import sys
{prelude}
from finity_edu import Position
from finity_edu.players import Seat, moves_to_complete, think
from finity_edu.players.kernel import Kernel
kernel = Kernel(Position.start(word="bbwwbwbw"))
print(kernel.engine.name, kernel.perft(1), kernel.random_plies(40, seed=5), kernel.playout(3), kernel.position)
start = Position.start(3, word="bbwwbwbw", rules="piglab").play("+bNW>N.m")
print(moves_to_complete(start, 2), [(str(s.move), s.value) for s in think(start, nodes=150, seed=2).scored[:5]])
print(Seat("greedy", seed=4).choose(start))
"""


def run_script(prelude):
    script = SCRIPT.format(prelude=prelude)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    host, _, rest = done.stdout.partition(" ")
    return host, rest, done.stderr.splitlines()


@pytest.mark.slow
def test_without_wasmtime_the_same_functions_give_the_same_results_and_one_line_says_so():
    needed("wasmtime")
    fast, results, silence = run_script("")
    slow, interpreted, said = run_script("sys.modules['wasmtime'] = None")
    assert (fast, slow) == ("wasmtime", "python")
    assert interpreted == results
    assert silence == []
    assert len(said) == 1


def test_the_compiled_module_is_small():
    assert len(PROGRAM.module) <= 40_000


def test_the_page_about_the_engine_has_its_sizes():
    root = Path(__file__).parents[3]
    page = " ".join((root / "docs" / "engine.md").read_text(encoding="utf-8").split())
    modules = [ast.parse((root / "boardkit" / "engine" / file).read_text(encoding="utf-8"))
               for file in ("compiler.py", "expressions.py")]
    lines = sum(len({node.lineno for node in ast.walk(module) if isinstance(node, ast.expr | ast.stmt)
                     and not isinstance(getattr(node, "value", None), str | ast.Constant)}) for module in modules)
    assert f"The compiler has {round(lines, -2)} lines" in page
    assert f"The module of Finity takes {round(len(PROGRAM.module) / 1000)} kB" in page
    searches = (Path(__file__).parent / "searches.jsonl").read_text(encoding="utf-8").count("\n")
    assert f"{searches} searches against what version 0.1 found" in page
    assert f"it pauses after about {1000 * PIECE:.0f} ms" in page


SEVERAL_PATHS = {
    "more stations": ("bbb c; posts c@A y@C; rings B:cy. C:cy.; bridges bA>B.m bB>C.m bC>B.l bC>D.m", {1}),
    "not more rings": ("bbb c; posts c@A y@C; rings B:cyy C:cyy; bridges bA>B.m bB>C.m bC>B.l bC>D.m", {1}),
    "from the second seat": ("bbb y; posts c@C y@A; rings B:ycc C:ycc; bridges bA>B.m bB>C.m bC>B.l bC>D.m", {2}),
    "as many stations, more rings": ("bb c; posts c@A y@B; rings C:cyy; bridges bA>C.m bB>C.m bC>D.m", {2}),
    "as many stations, fewer rings": ("bb c; posts c@A y@B; rings C:ccy; bridges bA>C.m bB>C.m bC>D.m", {1}),
    "as many of both": ("bb c; posts c@A y@B; rings C:cy.; bridges bA>C.m bB>C.m bC>D.m", set()),
    "rings elsewhere count, too": ("bb c; posts c@A y@B; rings A:c.. C:cy.; bridges bA>C.m bB>C.m bC>D.m", {1}),
}


@pytest.mark.parametrize("name", SEVERAL_PATHS)
def test_of_several_full_paths_both_engines_let_the_same_one_win(name):
    """Distinct stations come first, then rings on the board, wherever they lie; then it is a tie."""
    text, winners = SEVERAL_PATHS[name]
    position = Position.parse(f"bga/abcd {text}")
    assert all(position.full_path(seat) for seat in (1, 2))
    assert position.result.winners == winners
    assert Kernel(position).result == position.result


def test_where_several_have_a_full_path_both_engines_agree_who_wins():
    """Rings by chance on a board whose arrows allow ways of 3 and of 4 stations: every part of the rule decides."""
    dice, decided = Random(61), Counter()
    around = "bbb c; posts c@{} y@{}; rings {}; bridges bA>B.m bB>C.m bC>B.l bC>D.m"
    direct = "bb c; posts c@{} y@{}; rings {}; bridges bA>C.m bB>C.m bC>D.m"
    for _ in range(150):
        rings = " ".join(f"{station}:{''.join(dice.choices('ccyy.', k=3))}" for station in "ABC")
        for text, posts in ((around, "AC"), (direct, "AB")):
            seats = dice.sample(posts, 2)
            position = Position.parse(f"bga/abcd {text.format(*seats, rings)}")
            claims = [claim(position.layout, seat, position.word) for seat in (1, 2)]
            if None not in claims:
                assert Kernel(position).result == position.result, str(position)
                (stations, rings_there), best = sorted(claims)
                decided["stations" if best[0] > stations else "rings" if best[1] > rings_there else "tie"] += 1
                decided["against the rings"] += best[0] > stations and best[1] < rings_there
    assert min(decided[how] for how in ("stations", "rings", "tie", "against the rings")) > 2, decided


def test_a_post_beside_nothing_but_the_end_station_does_not_teleport():
    """A neighbour beside the end is needed; a lonely post has none, and A is free."""
    position = Position.parse("bga/[A:0,0 D*:1,0 B:2,0 E:1,-1] bbwwbwbw y; posts c@E y@B")
    assert "^^A" not in map(str, position.legal_moves())
    assert Kernel(position).legal_moves() == position.legal_moves()
