"""What the opponents promise: legal moves, no missed wins, no needless losses, the same for the same seed."""

import threading
import time

import pytest
from agreement import corpus_positions

from boardkit.choosing import finish
from finity_edu import Position
from finity_edu.players import (
    LEVELS,
    Arena,
    Custom,
    PlayerError,
    Seat,
    Stop,
    player,
    think,
    thinking,
    wilson,
    winning_move,
)
from finity_edu.players.kernel import root
from finity_edu.players.kernel.root import DECIDED

START = Position.start(word="bbwwbwbw")


def wins(position, move):
    after = position.play(move)
    return after.result is not None and after.result.winners == {position.turn}


def loses_at_once(position, move):
    """By the readable engine: whether the move lets the opponent win, now or with its answer."""
    after = position.play(move)
    if after.result is not None:
        return after.result.winners == {after.turn}
    return any(wins(after, answer) for answer in after.legal_moves())


def won_in_one(step, every=5):
    return [p for p in corpus_positions(every=every) if winning_move(p) is not None][::step]


def under_threat(step, every=5):
    """Two-player positions in which the opponent would win if it were to move now."""
    two = [p for p in corpus_positions(every=every) if p.players == 2 and winning_move(p) is None]
    return [p for p in two if winning_move(p, 3 - p.turn) is not None][::step]


def check_wins(positions):
    for position in positions:
        assert wins(position, think(position, nodes=300).best.move), str(position)


def check_blocks(positions):
    blocked = 0
    for position in positions:
        if loses_at_once(position, think(position, nodes=300).best.move):
            assert all(loses_at_once(position, move) for move in position.legal_moves()), str(position)
        else:
            blocked += 1
    assert blocked > len(positions) / 2  # there is something to block


def test_the_strong_player_finds_wins_in_one_in_the_recorded_games():
    check_wins(won_in_one(step=2))


def test_the_strong_player_blocks_losses_in_one_in_the_recorded_games():
    check_blocks(under_threat(step=8))


@pytest.mark.bulk
def test_the_strong_player_finds_every_win_in_one_and_blocks_every_loss_in_one_of_the_recorded_games():
    check_wins(won_in_one(step=1, every=1))
    check_blocks(under_threat(step=1, every=1))


def test_the_compiled_threats_are_those_of_the_readable_engine():
    for position in corpus_positions(step=40):
        readable = any(wins(position, move) for move in position.legal_moves())
        assert (winning_move(position) is not None) == readable


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_plays_legal_moves_and_the_same_for_the_same_seed(name, players):
    position = Position.start(players, word="bbwwbwbw")
    for ply in range(6):
        move = player(name).choose(position, nodes=600, seed=ply)
        assert position.why_illegal(move) is None
        assert move == player(name).choose(position, nodes=600, seed=ply)
        position = position.play(move)


def test_other_seeds_choose_otherwise_among_equals():
    assert len({player("greedy").choose(START, seed=seed) for seed in range(8)}) > 1
    assert len({player("strong").choose(START, nodes=300, seed=seed) for seed in range(8)}) > 1


def test_a_finished_game_leaves_nothing_to_choose():
    over = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; clock 20")
    for one in LEVELS.values():
        with pytest.raises(ValueError, match="nothing left to choose"):
            one.choose(over, nodes=100)


def test_an_unknown_player_is_refused_with_the_names():
    with pytest.raises(PlayerError, match=r"'grandmaster'.*random, beginner"):
        player("grandmaster")


def test_the_node_limit_is_kept_and_more_nodes_look_further():
    little, much = think(START, nodes=500), think(START, nodes=8000)
    assert little.nodes <= 501
    assert much.nodes <= 8001
    assert much.depth > little.depth


def test_all_legal_moves_are_scored_best_first_and_lines_can_be_played():
    thought = think(START, nodes=4000, lines=3)
    assert {scored.move for scored in thought.scored} == set(START.legal_moves())
    values = [scored.value for scored in thought.scored]
    assert values == sorted(values, reverse=True)
    for scored in thought.scored[:3]:
        position = START
        assert scored.line[0] == scored.move
        for move in scored.line:
            position = position.play(move)


def test_a_forced_win_is_announced_and_found():
    p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    best = think(p, nodes=100).best
    assert wins(p, best.move)
    assert best.value > DECIDED
    assert best.wins_in == 1


def test_thinking_stops_when_it_is_told_to():
    stop = Stop()
    threading.Timer(0.2, stop.now).start()
    thought = think(START, seconds=600, stop=stop)  # without the stop this test would not end
    assert START.why_illegal(thought.best.move) is None
    seat = Seat("strong", seconds=600)
    threading.Timer(0.2, seat.stop).start()
    assert START.why_illegal(seat.choose(START)) is None


@pytest.fixture
def no_threads(monkeypatch):
    """As in a browser without a server."""
    monkeypatch.setattr(thinking, "THREADS", False)
    monkeypatch.setattr(threading.Thread, "start", lambda thread: pytest.fail("a thread was started"))


@pytest.mark.slow
def test_without_threads_the_search_comes_in_pieces_and_ends_in_time(no_threads):
    begin = time.perf_counter()
    assert len(list(thinking.thinking(START, seconds=0.5))) >= 2
    assert think(START, seconds=0.5).nodes > 0
    assert time.perf_counter() - begin < 60  # no test of speed: it would search for hours
    assert think(START, seconds=60, nodes=300).nodes <= 300 + root.BREADTH


def test_without_threads_a_slow_computer_thinks_no_longer_than_the_page_can_wait(no_threads, monkeypatch):
    monkeypatch.setattr(thinking, "DEFAULT_SECONDS", 0.1)
    monkeypatch.setitem(thinking.DEFAULT_NODES, "wasmtime", 10**9)
    monkeypatch.setitem(thinking.DEFAULT_NODES, "python", 10**9)
    assert START.why_illegal(player("strong").choose(START)) is None


@pytest.mark.parametrize("start", [START, Position.start(4, word="bbwwbwbw")], ids=["two", "four"])
def test_a_search_may_pause_anywhere_and_finds_the_same(start, no_threads, monkeypatch):
    """One step at a time: after every move of the first two stages, and at every position below."""
    with monkeypatch.context() as threads:
        threads.setattr(thinking, "THREADS", True)
        whole = think(start, nodes=1000, seed=2)
    monkeypatch.setattr(thinking, "PIECE", 1e-9)
    pieces = list(thinking.thinking(start, nodes=1000, seed=2, seconds=1000))
    assert len(pieces) > 1000
    assert think(start, nodes=1000, seed=2, seconds=1000) == whole


def test_a_search_in_pieces_is_stopped_between_two_of_them(no_threads):
    seat = Seat("strong", seconds=600)
    pieces = seat.choosing(START)
    next(pieces)
    seat.stop()
    assert START.why_illegal(finish(pieces)) is None


def test_a_switch_that_nobody_used_does_not_stop_the_next_search():
    stop = Stop()
    assert think(START, nodes=400, stop=stop) == think(START, nodes=400, stop=stop)
    stop.now()
    assert think(START, nodes=400, stop=stop).nodes < 400


def test_no_strong_player_drifts_into_the_deadlock_draw():
    """The clock runs while nobody places a ring; who is ahead places one in time."""
    idle = Position.parse("bga/2 wbbwwbww c; posts c@N y@S; bridges wN>NE.m bNE>E.m bE>NE.l; clock 16")
    position = idle
    for answer in ("wS>SW.m", "wSW>W.m"):
        position = position.play(think(position, nodes=2000).best.move)
        if position.clock == 0:
            break
        position = position.play(f"+{answer}")
    assert position.clock == 0


def test_an_evaluation_of_ones_own_plays():
    rings = Custom(lambda position, seat: sum(ring.seat == seat for ring in position.layout.rings), "rings")
    position = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; bridges bN>NE.m")
    assert str(rings.choose(position, seed=1)).startswith("+o")
    p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    assert wins(p, Custom(lambda position, seat: 0.0).choose(p))  # a win needs no evaluation


def test_strength_rises_with_the_level_in_a_small_seeded_arena():
    assert Arena([player("greedy"), player("random")], games=6, seed=1).run().counts("greedy", "random") == (6, 0, 0)
    assert Arena([player("strong"), player("random")], 4, nodes=300, seed=1).run().counts("strong", "random")[0] == 4


@pytest.mark.slow
def test_the_strong_player_is_significantly_better_than_greedy_in_a_seeded_sample():
    wins_, draws, losses = (
        Arena([player("strong"), player("greedy")], 16, nodes=4000, seed=5).run().counts("strong", "greedy")
    )
    assert wilson(wins_ + draws / 2, wins_ + draws + losses)[0] > 0.5


@pytest.mark.bulk
@pytest.mark.parametrize("seats", [3, 4])
def test_the_strong_player_wins_more_than_its_share_at_larger_tables(seats):
    players = [player("strong"), player("greedy"), player("random"), player("beginner")][:seats]
    games = Arena(players, 2 * seats, nodes=2000, seats=seats, seed=3).run().games
    won = sum(game.winner > 0 and game.players[game.winner - 1] == "strong" for game in games)
    assert won > len(games) / seats
