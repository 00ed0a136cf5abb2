"""The three games as environments: the tests that their libraries bring, and ours of the games in them."""

import random
import re
import warnings
from pathlib import Path

import pytest

from amakta import State
from finity_edu import Position
from matchbox import Machine, Rules, exact
from matchbox.analysis.optimal import best_response

WAY = 'gymnasium, pettingzoo, Pillow or resvg-py is not installed: pip install "finity-edu[rl]"'
gymnasium = pytest.importorskip("gymnasium", reason=WAY)
for name in ("pettingzoo", "PIL", "resvg_py"):
    pytest.importorskip(name, reason=WAY)

import numpy as np  # noqa: E402

from amakta.env import env as amakta_env  # noqa: E402
from amakta.rules.errors import AmaktaError  # noqa: E402
from finity_edu.env import env as finity_env  # noqa: E402
from matchbox.env import Automat  # noqa: E402

GAMES = {
    "Finity": (lambda **more: finity_env(word="bbwwbwbw", **more), Position.start(word="bbwwbwbw")),
    "Finity for three": (lambda **more: finity_env(players=3, word="bbwwbwbw", **more),
                         Position.start(3, word="bbwwbwbw")),
    "Amakta": (lambda **more: amakta_env("raute4", "duo", **more), State.start("raute4", "duo")),
    "Amakta with circles": (lambda **more: amakta_env("zeile3", ["300000"], {"W": {"300000": "V"}}, **more),
                            State.start("zeile3", ["300000"], {"W": {"300000": "V"}})),
}


@pytest.fixture(autouse=True)
def quiet():
    """The libraries warn about what is meant: dictionaries are observed, and no window is opened."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name, capsys):
    from pettingzoo.test import api_test, render_test, seed_test

    make, _ = GAMES[name]
    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=10)
    render_test(make, custom_tests={"svg": lambda shown: shown.startswith("<svg")})


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_in_the_environment_is_a_legal_game_in_text_form(name):
    make, state = GAMES[name]
    game, rng, seen_results = make(limit=150), random.Random(name), set()
    for _ in range(3):
        game.reset()
        played = state
        while game.agents:
            seen, reward, terminated, truncated, _ = game.last()
            if terminated or truncated:
                seen_results.add(float(reward))
                game.step(None)
                continue
            legal = [game.text(number) for number in np.flatnonzero(seen["action_mask"])]
            assert legal == list(map(str, played.legal_moves()))
            move = rng.choice(legal)
            played = played.play(move)
            game.step(game.number(move))
            assert str(game.state) == str(played)
    assert seen_results <= {-1.0, 0.0, 1.0}


def test_a_board_without_an_end_is_refused_by_name():
    with pytest.raises(AmaktaError, match="the board of Amakta Infinit has no end"):
        amakta_env("infinit")


def test_who_wins_is_rewarded_who_loses_pays_and_a_game_that_is_cut_off_costs_nobody_anything():
    game = amakta_env("zeile3", "solo")
    game.reset()
    for move in ("place -2,0 444444", "pass", "relocate -2,0 0,0 444444"):
        if game.state.result is None:
            game.step(game.number(move))
    while game.state.result is None:
        game.step(game.numbers[game.state.legal_moves()[-1]])
    winner = {"W": "white", "B": "black"}[next(iter(game.state.result.winners))]
    assert game.rewards == {name: 1.0 if name == winner else -1.0 for name in ("white", "black")}
    short = finity_env(limit=2)
    short.reset()
    for _ in range(2):
        short.step(short.numbers[short.state.legal_moves()[0]])
    assert set(short.truncations.values()) == {True}
    assert set(short.rewards.values()) == {0.0}


@pytest.mark.slow
def test_pettingzoo_can_measure_how_fast_it_is(capsys):
    from pettingzoo.test import performance_benchmark

    performance_benchmark(finity_env())
    assert float(re.search(r"([\d.]+) turns per second", capsys.readouterr().out)[1]) > 0


def test_the_page_about_agents_runs():
    page = (Path(__file__).parents[1] / "docs" / "agents.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {})


def test_an_illegal_move_is_refused_with_the_reason_of_the_rules():
    game = finity_env()
    game.reset()
    with pytest.raises(ValueError, match="end a path"):
        game.step(game.number("+oC.s"))


def test_places_and_features_say_where_a_piece_is():
    game = finity_env()
    game.reset()
    table = game.observe("player_1")["observation"]
    assert table.shape == (len(game.places), len(game.features))
    assert [game.places[i] for i in np.flatnonzero(table[:, game.features.index("post of 1")])] == ["N"]
    blocked = [game.places[i] for i in np.flatnonzero(table[:, game.features.index("blocker of 2")])]
    assert blocked == ["C-S.l", "C-S.r"]
    game.step(game.number("+bN>C.m"))
    after = game.observe("player_2")["observation"]
    for feature in ("b from the second station", "last arrow"):
        assert [game.places[i] for i in np.flatnonzero(after[:, game.features.index(feature)])] == ["C-N.m"]


# -- the learning machine ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [
    {}, {"board": "length=5 overshoot=illegal", "first": "human", "teacher": "perfect"},
    {"board": Rules(length=3), "first": "alternate"}], ids=str)
def test_gymnasium_finds_nothing_wrong(options):
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("matchbox/Automat-v0", **options).unwrapped, skip_render_check=True)
    for mode in Automat.metadata["render_modes"]:
        game = Automat(render_mode=mode, **options)
        game.reset(seed=1)
        assert isinstance(game.render(), np.ndarray if mode == "rgb_array" else str)


def value(game, choose):
    """Probability of a win from each field, for a way to choose from the values of the moves: swept until it stays."""
    wins = [0.0] * (game.rules.length + 1)
    for _ in range(game.rules.length + 1):
        for seen in range(1, game.rules.length + 1):
            moves = {k: sum(p * ((reward + 1) / 2 if over else wins[then]) for p, then, reward, over in ways)
                     for k, ways in game.P[seen].items() if k in game.rules.box(seen)}
            wins[seen] = choose(moves)
    return {"machine": wins[-1], "human": sum(p * w for p, w in zip(game.openings, wins, strict=True))}


@pytest.mark.parametrize("teacher", ["random", "perfect", "epsilon:0.3"])
@pytest.mark.parametrize("rules", [Rules(), Rules(length=6, step=2), Rules(length=5, overshoot="cap")], ids=str)
def test_values_of_the_transition_law_are_those_of_the_exact_chain(rules, teacher):
    game = Automat(rules, teacher)
    best = value(game, lambda moves: max(moves.values()))
    fresh = value(game, lambda moves: sum(moves.values()) / len(moves))
    for starter in ("machine", "human"):
        assert best[starter] == pytest.approx(float(best_response(teacher, starter, rules)), abs=1e-12)
        assert fresh[starter] == pytest.approx(float(exact.win_probability(teacher, starter, rules=rules)), abs=1e-12)


def test_the_machine_of_markers_is_an_agent_that_learns_there():
    game, machine, rng = gymnasium.make("matchbox/Automat-v0", first="alternate"), Machine(), random.Random(1)
    for n in range(300):
        seen, info = game.reset(seed=7 if n == 0 else None)
        machine.start_game("human" if n % 2 else "machine")
        over = False
        while not over:
            move = machine.choose(seen, rng) or 0
            assert info["action_mask"][move]
            seen, reward, over, _, info = game.step(move)
        machine.finish(reward > 0)
    assert machine.is_perfect
