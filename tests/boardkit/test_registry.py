"""What other packages add is found by entry points, and refused by name if a method is missing or misspelt."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from amakta.players.opponents import PLAYERS_BY_NAME
from boardkit import registry
from boardkit.errors import UserError
from finity_edu.players import LEVELS, player
from matchbox import Rules, make_learner, make_teacher
from matchbox.players.learners import LEARNERS
from matchbox.players.teachers import TEACHERS

REGISTRIES = {"finity_edu.players": LEVELS, "amakta.players": PLAYERS_BY_NAME, "matchbox.learners": LEARNERS,
              "matchbox.teachers": TEACHERS}


class First:
    """A player of Finity that takes the first legal move."""

    name = "first"

    def choose(self, position, *, seconds=None, nodes=None, seed=0, stop=None):
        return position.legal_moves()[0]


class Steps:
    """A learner, and a teacher, that moves one field."""

    def __init__(self, rules):
        self.rules = rules

    def choose(self, d, rng):
        return 1

    def learn(self, trace):
        pass


class Misspelt:
    """Neither plays nor teaches nor learns."""

    name = "misspelt"

    def __init__(self, *arguments):
        pass

    def chose(self, *arguments):
        pass


class Deaf:
    """A player that does not take what it is given."""

    name = "deaf"

    def __init__(self, *arguments):
        pass

    def choose(self):
        pass

    def learn(self, trace):
        pass


first = First()


def thing(group, cls):
    """A player of Finity is an object; the others are made of rules or of a source of chance."""
    return cls() if group == "finity_edu.players" else cls


@pytest.fixture
def installed(monkeypatch):
    """The registries as if a package with these entry points were installed, and as they were afterwards."""
    found = {"finity_edu.players": "first", "matchbox.learners": "Steps", "matchbox.teachers": "Steps"}

    def entry_points(group):
        return [EntryPoint("own", f"{__name__}:{found[group]}", group)] if group in found else []

    monkeypatch.setitem(__import__("sys").modules, __name__, __import__("types").SimpleNamespace(**globals()))
    monkeypatch.setattr(registry, "entry_points", entry_points)
    for one in REGISTRIES.values():
        monkeypatch.setattr(one, "known", dict(one.known))
        monkeypatch.setattr(one, "complete", False)


@pytest.mark.usefixtures("installed")
def test_players_learners_and_teachers_of_other_packages_are_found_by_name():
    assert player("own").name == "first"
    assert list(LEVELS)[-1] == "own"
    assert isinstance(make_learner("own", Rules()), Steps)
    assert isinstance(make_teacher("own", Rules()), Steps)


@pytest.mark.parametrize("group", REGISTRIES)
def test_a_misspelt_method_is_an_error_at_registration_that_names_it(group):
    with pytest.raises(UserError, match=r"'own' (has `chose`, which nothing|must define `choose`)"):
        REGISTRIES[group].add("own", thing(group, Misspelt))
    assert "own" not in REGISTRIES[group].known


@pytest.mark.parametrize("group", REGISTRIES)
def test_a_method_that_does_not_take_what_it_is_given_is_an_error_at_registration(group):
    with pytest.raises(UserError, match="'own': `choose` must take"):
        REGISTRIES[group].add("own", thing(group, Deaf))
