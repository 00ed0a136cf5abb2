"""Each button, list, field and place that a widget offers can be used at any time: nothing raises, no key means two."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from importlib import resources

import pytest

from amakta.widget import AmaktaWidget
from automatakit import Automaton
from automatakit.widget import StepWidget, edit
from boardkit.widget import GameWidget
from finity_edu.widget import BoardWidget, GuessWidget
from matchbox.widget import MatchboxWidget
from tests.finity_edu.widget.games import WORKED

NFA = Automaton.of({"A": {"b": {"A", "B"}, "w": {"A"}}, "B": {"b": {"C"}, "w": {"C"}}}, start="A", accepting={"C"})
WIDGETS: dict[str, Callable[[], GameWidget]] = {
    "board": lambda: BoardWidget(WORKED),
    "subset": lambda: StepWidget.subset(NFA, predict=True),
    "eliminate": lambda: StepWidget.eliminate(NFA),
    "editor": lambda: edit("(a|b)*ab"),
    "guess": lambda: GuessWidget(seed=1),
    "guess on paper": lambda: GuessWidget(seed=1, skin="textbook", alphabet="abc"),
    "matchbox": lambda: MatchboxWidget("length=5 first=human", speed=-1, seed=1),
    "amakta": lambda: AmaktaWidget(board="zeile3", stones="solo"),
}
SLOW = ("advise", "exact", "player", "teacher")
"""Actions that load or compile an engine; they have tests of their own."""
KIT = resources.files("boardkit.widget").joinpath("kit.js").read_text(encoding="utf-8")
OWN = set(re.findall(r'"(\w+)"', re.search(r"RESERVED = new Set\((.*?)\)", KIT)[1])) - {"do"}  # type: ignore[index]
"""What the page keeps to itself."""
TYPED = ("", "x", "3", "bbw", "-1")


def seen(widget: GameWidget) -> str:
    """The markup of all that is there now."""
    return "".join(str(getattr(widget, f"part_{name}")) for name in widget.part_names)


def shared_keys(widget: GameWidget) -> set[str]:
    """Keys that stand at two elements, such as one of the frame and one of the game: the page would press the first."""
    keys = re.findall(r'aria-keyshortcuts="([^"]*)"', seen(widget))
    return {key for key, number in Counter(keys).items() if number > 1}


def offered(widget: GameWidget, dice: random.Random) -> list[dict[str, str]]:
    """What the page could send now; fields and lists with some value."""
    markup = seen(widget)
    found = []
    for tag, attributes, inside in re.findall(r'<(\w+)([^>]* data-do="[^>]*)>((?:<option.*?</option>)*)', markup):
        data = {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', attributes)}
        if "hit" in data:
            data["place"] = data["hit"]
        if "anywhere" in data:  # a ground on which every point is a place
            data["place"] = f"{data['anywhere']}{dice.randrange(600)},{dice.randrange(400)}"
        if tag == "select":
            data["value"] = unescape(dice.choice(re.findall(r'value="([^"]*)"', inside)))
        elif tag == "input":
            data["value"] = "1" if 'type="range"' in attributes else dice.choice(TYPED)
        found.append({name: value for name, value in data.items() if name not in OWN})
    return [one for one in found if one["do"] not in SLOW and one.get("games") != "10000"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", WIDGETS)
def test_whatever_is_pressed_is_answered(name: str, seed: int) -> None:
    dice, widget, done = random.Random(seed), WIDGETS[name](), []
    for _ in range(60):
        chances = offered(widget, dice)
        by_kind = {one["do"]: one for one in sorted(chances, key=lambda one: dice.random())}
        message = by_kind[dice.choice(sorted(by_kind))]  # every kind of action is as likely as the others
        done.append(message)
        before = widget.tick
        widget.act(**message)
        assert widget.tick == before + 1, done
        assert shared_keys(widget) == set(), done
    assert len({message["do"] for message in done}) >= 6
