"""The same number of positions gives the same move as in version 0.1, on every host."""

import pytest
from searches import recorded, searched

from finity_edu import Position
from finity_edu.players import advice, think
from finity_edu.players.kernel import PROGRAM
from tests.needs import needed


@pytest.fixture(params=["wasmtime", pytest.param("python", marks=pytest.mark.slow)])
def host(request, monkeypatch):
    if request.param != "python":
        needed(request.param)
    monkeypatch.setattr(PROGRAM, "_start", lambda: PROGRAM.start(request.param))
    monkeypatch.setattr(advice, "_SPACE", advice._Space())
    return request.param


def test_recorded_searches_find_the_same(host):
    """A sample of those that `make measure ONLY=engine` repeats."""
    sample = recorded()[::20] if host == "wasmtime" else [one for one in recorded() if one["nodes"] <= 300][::40]
    assert len(sample) >= 4
    for one in sample:
        assert searched(one) == one


def test_the_record_has_all_kinds_of_games():
    heads = {tuple(one["position"].split()[0].partition("/")[::2]) for one in recorded()}
    assert len(recorded()) == 500
    assert {rules for rules, _ in heads} == {"bga", "english", "piglab", "express"}
    assert {board for _, board in heads} >= {"2", "3", "4", "abcd"}
    assert sum(board.startswith("[") for _, board in heads) > 1


def test_the_best_move_is_the_one_that_is_found_if_all_moves_are_valued_exactly():
    """A move is searched only as far as it might surpass the best one: what it gains by itself counts there as well."""
    compared = 0
    for one in recorded()[::9]:
        position = Position.parse(one["position"])
        exact = think(position, depth=2, lines=99, nodes=40_000, seed=1)
        if exact.depth == 2 and exact.nodes < 40_000:
            best = think(position, depth=2, nodes=40_000, seed=1).best
            assert (best.move, best.value) == (exact.best.move, exact.best.value), one["position"]
            compared += 1
        if compared == 30:
            break
    assert compared == 30
