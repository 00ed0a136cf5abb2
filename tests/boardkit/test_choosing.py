"""What a program does wrong in place of a move reaches the person: who, what, in which position."""

import asyncio

import pytest

from amakta.widget import AmaktaWidget
from boardkit.choosing import PlayerFault, chosen
from boardkit.messages import LANGUAGES, using_language
from finity_edu import Position
from finity_edu.players import Arena, player
from finity_edu.rules.record import Record, new_game
from finity_edu.terminal import Table
from finity_edu.widget import BoardWidget

START = Position.start(word="bbwwbwbw")


class Bad:
    """A player that raises, or gives whatever it was made with."""

    name = "Bad"

    def __init__(self, gives=None):
        self.gives = gives

    def choose(self, *_, **__):
        if isinstance(self.gives, Exception):
            raise self.gives
        return self.gives


FAULTS = {"None": Bad(), "ZeroDivisionError: oops": Bad(ZeroDivisionError("oops")), "+bN>C.q": Bad("+bN>C.q"),
          "^N": Bad("^N"), "5": Bad(5), "no idea": Bad(ValueError("no idea"))}


@pytest.mark.parametrize("said", FAULTS)
def test_a_fault_names_the_player_the_deed_and_the_position(said):
    with pytest.raises(PlayerFault) as caught:
        chosen(FAULTS[said], START, FAULTS[said].choose)
    for lang in LANGUAGES:
        with using_language(lang):
            text = str(caught.value)
            assert "Bad" in text
            assert said in text
            assert str(START) in text


@pytest.mark.parametrize("said", FAULTS)
def test_an_arena_stops_and_says_whose_fault_it_is(said):
    with pytest.raises(PlayerFault, match="Bad"):
        Arena([player("random"), FAULTS[said]], games=2, nodes=10).run()


@pytest.mark.parametrize("said", FAULTS)
def test_the_game_at_the_terminal_stops_and_says_whose_fault_it_is(said):
    with pytest.raises(PlayerFault, match="Bad"):
        Table(Record(new_game(START)), print, computers={1: FAULTS[said]}).let_programs_move()


@pytest.mark.parametrize("said", FAULTS)
def test_both_boards_of_a_page_tell_it_whether_an_event_loop_runs_or_not(said):
    board = BoardWidget(players={1: FAULTS[said]})
    amakta = AmaktaWidget(players={"W": FAULTS[said]})

    async def page():
        looped = BoardWidget(players={1: FAULTS[said]}), AmaktaWidget(players={"W": FAULTS[said]})
        for _ in range(100):
            await asyncio.sleep(0.02)
            if all(said in widget.announcement for widget in looped):
                break
        return looped

    for widget in (board, amakta, *asyncio.run(page())):
        assert "Bad" in widget.announcement
        assert said in widget.announcement
        assert widget.moves == ""
