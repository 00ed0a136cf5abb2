"""No code is seen or spoken: sentences of the three games name places and pieces in words.

Moves in notation stand in the record only.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest

from amakta.widget import AmaktaWidget
from boardkit.messages import LANGUAGES
from boardkit.widget import GameWidget
from finity_edu.examples import example_game
from finity_edu.widget import BoardWidget
from matchbox.widget import MatchboxWidget
from tests.finity_edu.widget.games import played_game

CODE = re.compile(
    r"\b[A-Z]\w*-[A-Z]\w*\.[lmr]\b"  # a slot of Finity
    r"|\b\w@\w|\b[bw][A-Z]\w*>[A-Z]\w*"  # a post, an arrow
    r"|(?<![\w.,])\d+[.:]\d{1,2}\b(?! s)|(?<![\w(])-?\d+,-?\d{1,2}(?!\d)|\b\d{6}\b"  # a field, coordinates, a stone
    r"|[+~x^-]o?[A-Z]\w*\.[sml]\b|(?<!\w)[cyrp](?: \(| ●|[.;:]|$)"  # a move, a seat
)
SPOKEN = re.compile(r' (?:aria-label|title|aria-valuetext|data-why)="([^"]*)"')
PARTS = ("players", "board", "status", "tray")


def sentences(widget: GameWidget) -> Iterator[str]:
    """All that is seen and spoken now, apart from the record and the lens."""
    yield widget.announcement
    for name in PARTS:
        markup = getattr(widget, f"part_{name}")
        yield from map(unescape, SPOKEN.findall(markup))
        without_pictures = re.sub(r"<svg.*?</svg>", "", markup, flags=re.S)
        yield from map(unescape, re.split(r"<[^>]+>", without_pictures))


def finity(dice: random.Random, lang: str) -> Iterator[GameWidget]:
    for plies in (0, 25):
        widget = BoardWidget(played_game(plies, seed=dice.randrange(9)), lang=lang, formal=False)
        places = [*widget.value.board.names, *map(str, widget.value.board.slots)]
        for _ in range(12):
            widget.act("tool", tool=dice.choice("bwsmlx^"))
            widget.act("hit", place=dice.choice(places))
            yield widget
            widget.act("escape")
            widget.act("drag", source=dice.choice(places), target=dice.choice(places))
            yield widget
            widget.act("escape")
            widget.act("hit", place=dice.choice(places))
            yield widget
            if widget.value.result is None:
                widget.act("choose", move=str(dice.choice(widget.value.legal_moves())))
                yield widget
    widget = BoardWidget(played_game(15), lang=lang, formal=False, mode="edit")
    for _ in range(12):
        widget.act("tool", tool=dice.choice("bwsmlx^"))
        widget.act("hit", place=dice.choice(places))
        yield widget
    game = example_game().game
    replay = BoardWidget(game, lang=lang, formal=False, mode="replay")
    for ply in range(len(game.moves) + 1):
        replay.ply = ply
        yield replay


def matchbox(dice: random.Random, lang: str) -> Iterator[GameWidget]:
    widget = MatchboxWidget("length=5 first=human", speed=-1, seed=dice.randrange(99), lang=lang)
    yield from pressed(widget, dice)


def amakta(dice: random.Random, lang: str) -> Iterator[GameWidget]:
    widget = AmaktaWidget(board="zeile3", stones="solo", lang=lang)
    yield from pressed(widget, dice)


def pressed(widget: GameWidget, dice: random.Random) -> Iterator[GameWidget]:
    """What comes when pieces and places are pressed at random."""
    for _ in range(25):
        yield widget
        markup = widget.part_board + getattr(widget, "part_tray", "")
        tags = re.findall(r'<(?:button|g)[^>]* data-do="(?:hit|hand|dice|move|choose|tool|take)"[^>]*>', markup)
        if not tags:
            return
        data = dict(re.findall(r'data-(do|hit|code|move|stone|turn|value)="([^"]*)"', dice.choice(tags)))
        if "hit" in data:
            data["place"] = data.pop("hit")
        widget.act(**{name: unescape(value) for name, value in data.items()})


GAMES: tuple[Callable[[random.Random, str], Iterator[GameWidget]], ...] = (finity, matchbox, amakta)


@pytest.mark.slow
def test_no_sentence_that_is_seen_or_spoken_holds_a_code() -> None:
    found = set()
    for lang in LANGUAGES:
        for game in GAMES:
            for widget in game(random.Random(7), lang):
                found |= {f"{game.__name__} {lang}: {one.strip()}" for one in sentences(widget) if CODE.search(one)}
    assert sorted(found) == []
