"""Every table of the specification that counts states, moves or classes, computed again."""

from collections import Counter
from itertools import product

import pytest

from amakta.analysis.graph import explore
from amakta.analysis.solve import retrograde
from amakta.analysis.structure import (
    bisimulation,
    components,
    fixed_states,
    has_cycle,
    minimal_dfa,
    orbits,
)
from amakta.rules.board import board
from amakta.rules.errors import AmaktaError, LimitExceededError
from amakta.rules.games import new_game
from amakta.rules.moves import KINDS
from amakta.rules.situation import CIRCLES
from amakta.rules.state import State
from boardkit.explore import perft
from tests.needs import needed

PERFT = {
    ("zeile3", "solo"): (2, 4, 9, 19, 42, 89),
    ("zeile3", "doppel"): (7, 49, 379, 2_869, 22_542),
    ("zeile5", "sterne"): (3, 9, 39, 169, 769, 3_379),
    ("raute4", "duo"): (4, 10, 42, 118, 446, 1_324),
    ("ring6", "sterne"): (3, 9, 51, 265, 1_383, 6_803),
    ("kaefer9", "lang"): (4, 16, 97, 541, 3_972, 26_235),
    ("wabe7", "duo"): (4, 16, 124, 824, 5_884),
    ("wabe56", "lehr8"): (46, 2_116, 184_276),
}

GRAPHS = {
    # states, situations, edges, start, forced win, won W / won B / drawn, longest,
    # components, largest one, bisimulation classes, orbits y / full
    ("zeile3", "solo"): (14, 8, 28, None, None, (4, 4, 6), 3, 3, 12, 12, 14, 7),
    ("zeile3", "doppelachse"): (266, 166, 970, None, None, (120, 120, 26), 6, 71, 76, 78, 160, 80),
    ("zeile3", "doppel"): (854, 529, 5_362, None, None, (384, 384, 86), 6, 209, 262, 78, 498, 249),
    ("raute4", "duo"): (6_148, 3_796, 20_274, "W", 5, (2_531, 2_531, 1_086), 8, 1_592, 448, 2_174, 3_324, 1_662),
    ("kaefer9", "lang"): (3_506, 1_942, 43_918, "W", 13, (1_727, 1_727, 52), 13, 391, 1_056, 1_388, 1_828, 914),
    ("kaefer9", "kreuz"): (3_488, 1_924, 43_642, None, None, (1_603, 1_603, 282), 8, 373, 1_056, 1_402, 1_818, 909),
    ("ring6", "sterne"): (
        17_000, 9_584, 70_692, None, None, (5_852, 5_852, 5_296), 16, 2_693, 696, 7_120, 8_668, 4_334),
    ("wabe7", "duo"): (
        102_012, 55_570, 647_492, None, None, (42_974, 42_974, 16_064), 20, 12_043, 4_706, None, None, None),
}


@pytest.mark.parametrize("game", PERFT, ids="/".join)
def test_perft_from_the_start(game):
    state = State.start(*game)
    assert tuple(perft(state, n + 1) for n in range(len(PERFT[game]))) == PERFT[game]
    assert perft(state, 0) == 1


def facts(game, structure=True):
    """The row of the table, computed."""
    graph = explore(State.start(*game))
    solution = retrograde(graph)
    parts = components(graph)
    counts = solution.counts
    row = (len(graph), len(graph.keys), len(graph.target), solution.winner(0), solution.distance(0),
           (counts["W"], counts["B"], counts["drawn"]), solution.longest, len(parts), parts.sizes[0])
    if not structure:
        return (*row, None, None, None)
    return *row, len(bisimulation(graph)), len(orbits(graph)), len(orbits(graph, full=True))


@pytest.mark.slow
@pytest.mark.parametrize("game", [g for g in GRAPHS if g[0] not in ("ring6", "wabe7")], ids="/".join)
def test_graphs_of_the_small_boards(game):
    assert facts(game) == GRAPHS[game]


@pytest.mark.bulk
@pytest.mark.parametrize("game", [("ring6", "sterne"), ("wabe7", "duo")], ids="/".join)
def test_graphs_of_the_larger_boards(game):
    assert facts(game, structure=game[0] == "ring6") == GRAPHS[game]


@pytest.fixture(scope="module")
def solo():
    return explore(State.start("zeile3", "solo"))


@pytest.fixture(scope="module")
def raute():
    return explore(State.start("raute4", "duo"))


def test_x2_the_levels_of_the_smallest_game(solo):
    assert solo.level_sizes == (1, 2, 3, 3, 2, 2, 1)


def test_x3_alphabet_words_and_minimal_automaton_of_the_smallest_game(solo):
    assert len(solo.alphabet) == 10
    assert len(minimal_dfa(solo)) == 14
    language = solo.to_dfa().to_complete()
    accepted = {n: language.count_words_of_length(n) for n in range(12)}
    assert {n: number for n, number in accepted.items() if number} == {5: 1, 7: 5, 9: 22, 11: 99}
    assert solo.words(12) == 8_399 == perft(State.start("zeile3", "solo"), 12)
    assert round((solo.words(400) / solo.words(398)) ** 0.5, 3) == 2.132, "growth rate"


def test_x3_minimal_automaton_of_the_diamond(raute):
    assert (len(minimal_dfa(raute)), len(raute.alphabet)) == (3_880, 91)
    assert {m.kind for m in raute.alphabet} == set(KINDS)


def test_our_minimal_automaton_agrees_with_the_one_of_automata_lib(solo):
    ours, theirs = minimal_dfa(solo), solo.to_dfa().to_complete().minify()
    assert len(ours) == len(theirs.states) == 14
    *_, sink = ours.of
    told = {(c, solo.winners[i] == "W", frozenset((move, ours.of[t]) for move, t in solo.transitions(i)
                                                  if ours.of[t] != sink)) for i, c in enumerate(ours.of[:-1])}
    assert len(told) == len({c for c, *_ in told}), "what is put together accepts, and goes on, alike"


def outcome(start):
    """Who wins under perfect play, None if nobody can force it."""
    return retrograde(explore(start)).winner(0)


def complete_games(game):
    """All games to their end, with the repetition rule."""
    if game.result is not None:
        yield game
        return
    for move in game.legal_moves():
        yield from complete_games(game.play(move))


def test_x4_all_games_of_the_smallest_board_under_the_repetition_rule(solo):
    games = list(complete_games(new_game(State.start("zeile3", "solo"))))
    won = Counter("".join(g.result.winners) or "draw" for g in games)
    assert (len(games), won) == (126, {"W": 5, "B": 12, "draw": 109})
    running = {s for s, w in zip(solo.situation_of, solo.winners, strict=True) if w is None}
    assert max(len(g.moves) for g in games) == 12 == 2 * len(running), "the bound of F3 is attained"


def value_with_history(game):
    """Minimax over histories: the rule in full, without retrograde analysis."""
    if game.result is not None:
        return next(iter(game.result.winners), None)
    values = {value_with_history(game.play(move)) for move in game.legal_moves()}
    me = game.to_move
    return me if me in values else None if None in values else next(iter(values))


def test_f1_the_repetition_rule_does_not_change_who_wins(solo):
    solution = retrograde(solo)
    for i, state in enumerate(solo.states()):
        assert value_with_history(new_game(state)) == solution.winner(i)


def test_f2_with_equal_circles_white_never_loses():
    for circle in ("", "V", "G"):
        given = {p: {"444444": circle} for p in "WB"}
        assert outcome(State.start("zeile3", "solo", given)) != "B"


def test_x5_attractor_of_the_diamond(raute):
    solution = retrograde(raute)
    assert solution.layers("W") == (722, 352, 330, 395, 365, 225, 100, 36, 6) == solution.layers("B")
    start = State.start("raute4", "duo")
    assert (solution.winner(start), solution.distance(start)) == ("W", 5)
    judged = {str(move): (winner, plies) for move, winner, plies in solution.judged_moves(start)}
    assert judged["pass"][0] == "B", "an initial pass loses"
    assert judged["place -1,0 111111"] == ("W", 4)
    triangle = sorted([judged["place -1,0 101010"], judged["place -1,0 010101"]], key=str)
    assert triangle == [("W", 6), (None, None)], "the right position wins in 7, the other draws"


def test_the_forced_win_of_the_specification_is_one(raute):
    solution, state = retrograde(raute), State.start("raute4", "duo")
    for text in ("place -1,0 111111", "pass", "place 0,-1 010101", "pass"):
        if state.turn == "W":
            assert text in map(str, solution.best_moves(state))
        state = state.play(text)
    assert [str(m) for m in state.legal_moves() if m.to == (1, 0) and m.field == (0, -1)]
    assert state.play("relocate 0,-1 1,0 101010").result.winners == {"W"}


def test_perfect_play_of_both_sides_takes_exactly_the_distance(raute):
    solution = retrograde(raute)
    for i in range(0, len(raute), 37):
        plies = solution.distance(i)
        if plies is not None:
            state = raute.state(i)
            for move in solution.line(i):
                state = state.play(move)
            assert state.result.winners == {solution.winner(i)}
            assert len(solution.line(i)) == plies


def test_values_obey_the_rule_of_the_game_in_every_state(raute):
    solution = retrograde(raute)
    for i in range(len(raute)):
        me = raute.turn(i)
        following = {solution.winner(t) for t in raute.successors(i)}
        best = me if me in following or not following else None if None in following else next(iter(following))
        assert solution.winner(i) == (raute.winners[i] or best)


def test_x7_components_of_the_diamond(raute):
    parts = components(raute)
    assert (len(parts), sum(has_cycle(raute, m) for m in parts.classes)) == (1_592, 148)
    assert len(parts.classes[parts.of[0]]) == 448


def material(situation):
    """For each colour how many stones are its own, and how many are expropriated: what captures change."""
    own = tuple(len(hand) + sum(s.owner == s.colour == p for _, s in situation.stones)
                for p, hand in zip("WB", situation.hands, strict=True))
    return own, tuple(sum(s.expropriated and s.colour == p for _, s in situation.stones) for p in "WB")


def test_f4_material_is_constant_on_every_component(raute):
    parts = components(raute)
    for members in parts.classes:
        assert len({material(raute.state(i).situation) for i in members}) == 1


def test_components_are_those_of_networkx(raute):
    networkx = needed("networkx")
    graph = raute.to_networkx()
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (6_148, 20_274), "no parallel edges"
    sizes = sorted(map(len, networkx.strongly_connected_components(graph)), reverse=True)
    assert sizes == list(components(raute).sizes)


def test_x8_arrows_into_the_void_are_unobservable():
    a, b = (explore(State.start("zeile3", name)) for name in ("doppel", "doppelachse"))
    together = bisimulation(a, b)
    assert (len(bisimulation(a)), len(bisimulation(b)), len(together)) == (78, 78, 78)
    assert together.of[0] == together.of[len(a)], "the starts are bisimilar"


def test_x9_orbits_of_the_diamond_by_orbit_counting(raute):
    assert fixed_states(raute) == 500
    assert len(orbits(raute)) == (6_148 + 500) // 2 == 3_324
    assert len(orbits(raute, full=True)) == 1_662


@pytest.mark.slow
def test_x10_the_start_procedure_as_a_game_on_two_levels():
    values = {}
    for white, black in product(CIRCLES, repeat=2):
        start = State.start("kaefer9", "kreuz", {"W": {"442442": white}, "B": {"442442": black}})
        values[white or ".", black or "."] = outcome(start) or "D"
    assert values == {(".", "."): "D", (".", "V"): "D", (".", "G"): "W", ("V", "."): "D", ("V", "V"): "D",
                      ("V", "G"): "W", ("G", "."): "D", ("G", "V"): "B", ("G", "G"): "W"}


def test_a_limit_on_states_fails_clearly_and_progress_is_reported():
    with pytest.raises(LimitExceededError, match="More than 100 states") as caught:
        explore(State.start("raute4", "duo"), limit=100)
    assert (caught.value.limit, caught.value.found) == (100, 101)
    seen = []
    explore(State.start("kaefer9", "lang"), progress=lambda done, found: seen.append((done, found)))
    assert seen[-1] == (3_506, 3_506)
    assert len(seen) == 4


def test_a_bounded_exploration_is_not_solved():
    with pytest.raises(AmaktaError, match="only to a certain level"):
        retrograde(explore(State.start("raute4", "duo"), max_level=3))


def test_the_graph_is_the_one_of_the_generic_exploration(solo):
    from boardkit.explore import reachable_graph

    generic = reachable_graph(State.start("raute4", "duo"))
    mine = explore(State.start("raute4", "duo"))
    states = list(mine.states())
    assert states == list(generic)
    assert [[(move, states[t]) for move, t in mine.transitions(i)] for i in range(len(mine))] == [
        list(moves.items()) for moves in generic.values()]


def test_states_are_found_by_number_and_strangers_are_not(solo):
    for i, state in enumerate(solo.states()):
        assert solo.index(state) == i
        assert state in solo
    assert State.start("raute4", "duo") not in solo
    assert State.parse("zeile3 W; stones 0,0:W111111") not in solo
    with pytest.raises(KeyError, match="not a state"):
        solo.index(State.parse("zeile3 B; stones 0,0:W111111"))


def test_shortest_paths_lead_where_they_should(raute):
    for i in (0, 1, 100, 6_147):
        state = State.start("raute4", "duo")
        for move in raute.path_to(i):
            state = state.play(move)
        assert raute.index(state) == i


def test_every_board_of_the_table_exists():
    assert {name for name, _ in GRAPHS} | {name for name, _ in PERFT} <= {board(n).name for n, _ in PERFT} | {"zeile3"}


def test_words_of_every_length_even_or_odd_are_as_many_as_perft_finds():
    start = State.start("zeile3", "solo")
    graph = explore(start)
    assert [graph.words(n) for n in range(6)] == [perft(start, n) for n in range(6)]
