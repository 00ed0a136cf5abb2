"""The board skin: states are stations, symbols are cones, the accepting state is the tower's station."""

import random
from collections.abc import Sequence

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from boardkit.svg import Picture
from coursekit.questions.base import Data, Say
from coursekit.questions.skins import Skin, Space, add_skin
from finity_edu.questions.boards import (
    arrows_text,
    board_picture,
    relabelled,
    rings_rule,
    station_fa,
    witness_picture,
)
from finity_edu.questions.laying import planted
from finity_edu.questions.sketches import Sketch, places


class BoardSkin(Skin):
    """Finity's boards: black and white arrows between neighbours, and nothing leaves the tower."""

    id, rank, alphabet = "board", 0, "bw"
    names = {
        "automaton": "board",
        "word": "tower",
        "words": "towers",
        "length": "height",
        "prefix_length": "length",
        "probe_length": "length",
        "each": "cones",
        "table": "automaton",
    }

    def by_lot(self, space: Space, size: int, arrows: int, starts: int = 1) -> Sketch:
        return Sketch.random(space.rng, size, arrows, starts)

    def planted(
        self, space: Space, size: int, word: str, arrows: int, starts: int = 1
    ) -> Sketch:
        return planted(space.rng, size, word, arrows, starts)

    def some_names(self, space: Space, size: int) -> Sequence[str]:
        return space.rng.choice(places(size))[0].names

    def numbered(self, number: int) -> tuple[str, ...]:
        return tuple(str(i + 1) for i in range(number))

    def read(self, written: str, start: int = 1) -> Automaton:
        return station_fa(written, start)

    def takes(self, fa: Automaton, edge: Edge) -> bool:
        return edge[0] not in fa.accepting  # nothing leaves the tower

    def arrow(self, edge: Edge) -> str:
        tail, colour, head = edge
        return f"{colour or 'ε'}{tail}>{head}"

    def words(self, written: str, say: Say) -> str:
        return arrows_text(written, say)

    def picture(self, written: str, word: str, say: Say) -> Picture:
        return board_picture(written, say, word)

    def run_picture(self, written: str, word: str, say: Say) -> Picture:
        return witness_picture(written, word, say)

    def rules(self, data: Data, say: Say) -> str:
        return rings_rule(data.get("rings", False), say)

    def settled(self, data: Data, rng: random.Random) -> Data:
        return relabelled(data, rng)


add_skin(BoardSkin())
