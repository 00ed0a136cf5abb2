"""The opponents: legal, seeing what is near, perfect where a table exists."""

import random

import pytest
from hypothesis import given, settings

from amakta.analysis import evaluation
from amakta.analysis.evaluation import WIN, can_win_at_once, evaluate
from amakta.analysis.graph import explore
from amakta.analysis.search import SearchPlayer
from amakta.analysis.solve import retrograde
from amakta.players.opponents import GreedyPlayer, RandomPlayer, TablePlayer, player
from amakta.rules.board import OPPONENT
from amakta.rules.errors import UnknownNameError
from amakta.rules.games import new_game
from amakta.rules.state import State
from tests.amakta.positions import states


@given(states())
@settings(deadline=None, max_examples=150)
def test_the_quick_look_for_a_win_agrees_with_the_legal_moves(state):
    if state.result is None:
        for turn in "WB":
            here = State(state.situation, turn)
            wins = any(here.play(m).result for m in here.legal_moves())
            assert can_win_at_once(state.situation, turn) == wins


@given(states())
@settings(deadline=None, max_examples=60)
def test_the_evaluation_changes_its_sign_with_the_colours(state):
    other = state.mirrored(vertical=True)
    assert evaluate(state.situation, state.turn) == pytest.approx(-evaluate(other.situation, other.turn))


@pytest.mark.parametrize("name", ["random", "greedy", "search:300"])
@pytest.mark.parametrize("board", [("raute4", "duo"), ("kaefer9", "lang"), ("wabe56", "duo")])
def test_players_play_whole_games_with_legal_moves(name, board):
    dice = random.Random(5)
    seats = {p: player(name, dice) for p in "WB"}
    game = new_game(State.start(*board))
    while game.result is None and len(game.moves) < 40:
        game = game.play(seats[game.state.turn].choose(game))
    assert game.moves


@pytest.mark.parametrize("made", [GreedyPlayer, SearchPlayer])
def test_a_win_in_one_is_taken(made):
    game = new_game(State.parse("wabe56 B; stones -6,0:B444444 8,0:B111111; white 444444; black 321000"))
    assert game.play(made(random.Random(1)).choose(game)).result.winners == {"B"}


@pytest.mark.parametrize(("text", "parried"), [
    ("zeile5 W; stones -4,0:W000007 0,0:B744744 2,0:B000100 4,0:B000004; white 400000 111111", False),
    ("zeile5 W; stones -4,0:W111111 0,0:B744744 2,0:B000100; white 700000 400000; black 400000", True),
    ("zeile5 B; stones -4,0:W111111 -2,0:W400000 0,0:W700000 4,0:B447447; black 400000 100000", True),
])
def test_a_threat_counts_as_a_win_only_if_no_reply_parries_it(text, parried):
    state = State.parse(text)
    attacker = OPPONENT[state.turn]
    replies = [can_win_at_once(state.play(m).situation, attacker) for m in state.legal_moves()]
    assert any(replies)
    assert all(replies) is not parried
    assert SearchPlayer(random.Random(1))._cannot_be_parried(state.situation, attacker) is not parried


def test_the_search_prevents_a_win_that_greed_does_not_see():
    game = new_game(State.parse(
        "zeile5 W; stones -4,0:W400000 0,0:B004000 2,0:B000100; white 111111 700000; black 744744"))
    assert can_win_at_once(game.state.situation, "B") is False
    move = SearchPlayer(random.Random(2), nodes=3000).choose(game)
    assert not can_win_at_once(game.play(move).state.situation, "B")


def test_the_search_keeps_to_its_budget():
    searcher = SearchPlayer(random.Random(1), nodes=2000)
    game = new_game(State.start("wabe56", "lehr8"))
    for _ in range(4):
        game = game.play(searcher.choose(game))
        assert searcher.used <= 2000 + 2 * max(len(s.legal_moves()) for s in game.states)


def test_the_same_seed_gives_the_same_game():
    def moves(seed):
        dice, game = random.Random(seed), new_game(State.start("wabe56", "lehr8"))
        for _ in range(6):
            game = game.play(SearchPlayer(dice, nodes=600).choose(game))
        return game.moves

    assert moves(3) == moves(3)


@pytest.fixture(scope="module")
def solution():
    return retrograde(explore(State.start("raute4", "duo")))


def test_from_every_decided_state_a_best_move_leads_one_move_nearer_to_the_end(solution):
    """Also from lost ones: whoever loses makes the way as long as it can be."""
    for i in range(len(solution.graph)):
        distance = solution.distance(i)
        best = set(solution.best_moves(i))
        for move, winner, rest in solution.judged_moves(i):
            if distance is None:
                assert (move in best) == (winner is None)
            else:
                assert (move in best) == (winner == solution.winner(i) and rest == distance - 1)
        assert len(solution.line(i)) == distance or distance is None


@pytest.mark.parametrize("other", [RandomPlayer, GreedyPlayer])
def test_the_table_wins_every_won_game_within_the_distance(solution, other):
    for seed in range(10):
        dice = random.Random(seed)
        game = new_game(State.start("raute4", "duo"))
        seats = {"W": TablePlayer(solution, dice), "B": other(dice)}
        while game.result is None:
            game = game.play(seats[game.state.turn].choose(game))
        assert game.result.winners == {"W"}
        assert len(game.moves) <= 5


def test_the_table_never_loses_a_drawn_game():
    drawn = retrograde(explore(State.start("kaefer9", "kreuz")))
    for seed in range(10):
        dice = random.Random(seed)
        me = "WB"[seed % 2]
        seats = {me: TablePlayer(drawn, dice), OPPONENT[me]: GreedyPlayer(dice)}
        game = new_game(State.start("kaefer9", "kreuz"))
        while game.result is None and len(game.moves) < 200:
            game = game.play(seats[game.state.turn].choose(game))
        assert game.result is None or game.result.winners <= {me}


@pytest.mark.bulk
def test_the_search_beats_chance_on_the_full_board():
    points = 0
    for number in range(6):
        dice = random.Random(number)
        mine = "WB"[number % 2]
        seats = {mine: SearchPlayer(dice, nodes=2000), OPPONENT[mine]: RandomPlayer(dice)}
        game = new_game(State.start("wabe56", "lehr8"))
        while game.result is None and len(game.moves) < 300:
            game = game.play(seats[game.state.turn].choose(game))
        points += game.result is not None and game.result.winners == {mine}
    assert points >= 5


def test_unknown_players_are_answered_with_the_names_that_exist():
    for name in ("perfectionist", "greedy:3", "search:many"):
        with pytest.raises(UnknownNameError, match="greedy"):
            player(name)


def seen(state, visits=(), me=None):
    """What the search sees of each move without looking further, for the side that is on the move."""
    searcher = SearchPlayer(random.Random(1))
    searcher._me = me or state.turn
    searcher._visits.update(dict(visits))
    return {child.move: child for child in searcher._children(state.situation, state.turn)}


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_move_is_worth_a_win_a_draw_a_loss_or_what_the_evaluation_says_for_its_player(mirrored):
    told = set()
    for text in ("wabe56 B; stones -6,0:B444444 8,0:B111111; white 444444; black 321000",
                 "wabe56 W; stones -6,0:B444444 8,0:B111111; white 444444; black 321000"):
        state = State.parse(text).mirrored(vertical=True) if mirrored else State.parse(text)
        other = OPPONENT[state.turn]
        for move, child in seen(state).items():
            after = state.play(move)
            loses = can_win_at_once(child.situation, other)
            told.add("wins" if after.result is not None else loses)
            if after.result is not None:
                assert child.value == WIN
            elif loses:
                assert child.value == 1 - WIN
            else:
                sign = 1 if state.turn == "W" else -1
                assert child.value == sign * evaluate(child.situation, other)
    assert told == {"wins", True, False}


def test_a_third_occurrence_is_a_draw_which_the_searcher_does_not_like_and_a_win_is_a_win():
    state = State.parse("wabe56 B; stones -6,0:B444444 8,0:B111111; white 444444; black 321000")
    before = seen(state)
    for times, drawn in ((1, False), (2, True), (3, True)):
        visits = {child.situation: times for child in before.values()}
        for me, value in (("B", -2.5), ("W", 2.5)):
            for move, child in seen(state, visits, me).items():
                kept = before[move].value
                assert child.value == (value if drawn and kept != WIN else kept)


def test_far_arrows_are_worth_a_little_less_and_fields_near_the_enemys_base_more():
    near, far, none = map(evaluation._strength, ("100000", "300000", "000000"))
    assert none < far < near == none + 1.0
    at_base, beside, away = (evaluation._weight((x, 0), (0, 0), (8, 0)) for x in (0, 2, 4))
    assert at_base == pytest.approx(0.15 + 1.2 + 0.4 / (1 + evaluation.distance((0, 0), (8, 0))))
    assert at_base > beside > away
