"""The board widget without a browser: what is the same in every mode."""

from __future__ import annotations

import re
from typing import Any

import pytest
import traitlets

from boardkit.messages import LANGUAGES
from finity_edu import InvalidPositionError, NotationError, Position
from finity_edu.widget import BoardWidget
from tests.cases import every
from tests.finity_edu.widget.games import WORKED, First, played_game
from tests.needs import needed

# --- construction and assignment ---------------------------------------------------------------------------------


def test_unknown_keywords_raise() -> None:
    with pytest.raises(TypeError):
        BoardWidget(postion="bga/2 bbwwbwbw c")  # type: ignore[call-arg]


@pytest.mark.parametrize("options", [{"mode": "watch"}, {"seat": 3}, {"word": "abc"}, {"lang": "fr"}])
def test_impossible_values_raise_at_construction(options: dict[str, Any]) -> None:
    with pytest.raises((traitlets.TraitError, ValueError)):
        BoardWidget(**options)


def test_malformed_and_impossible_positions_raise() -> None:
    with pytest.raises(NotationError):
        BoardWidget("nonsense")
    with pytest.raises(InvalidPositionError):
        BoardWidget("bga/2 bbwwbwbw c; posts c@N y@N")
    widget = BoardWidget()
    before = widget.position
    with pytest.raises(NotationError):
        widget.position = "bga/2 bbwwbwbw"
    assert widget.position == before


def test_players_without_choose_are_refused() -> None:
    with pytest.raises(TypeError, match="choose"):
        BoardWidget(players={2: object()})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="seat 5"):
        BoardWidget(players={5: First()})


@pytest.mark.parametrize(("name", "value"), [("mode", "x"), ("seat", 9), ("word", "bx")])
def test_impossible_values_raise_at_assignment(name: str, value: object) -> None:
    with pytest.raises(traitlets.TraitError):
        setattr(BoardWidget(), name, value)


def test_assigning_a_position_begins_a_game_there_and_is_observed() -> None:
    widget, seen = BoardWidget(), []
    widget.observe(lambda change: seen.append(change["new"]), "position")
    widget.position = "  bga/abcd bb c;  posts c@A; bridges bA>B.m "
    assert widget.position == seen[-1] == "bga/abcd bb c; posts c@A; bridges bA>B.m"
    assert widget.value == Position.parse(widget.position)
    assert widget.word == "bb"


def test_assigning_moves_plays_them_from_the_start() -> None:
    widget = BoardWidget()
    widget.moves = "+bN>C.m +bS>SE.m"
    assert widget.value == Position.start(word="bbwwbwbw").play("+bN>C.m").play("+bS>SE.m")
    with pytest.raises(ValueError, match="slot"):
        widget.moves = "+bN>C.m +bN>C.m"
    assert widget.moves == "+bN>C.m +bS>SE.m"


def test_the_page_draws_a_slot_and_station_for_each_place_of_the_board() -> None:
    widget = BoardWidget()
    hits = re.findall(r'data-hit="([^"]+)"', widget.part_board)
    assert sorted(hits) == sorted([*widget.value.board.names, *map(str, widget.value.board.slots)])


# --- what a screen reader says -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "action", "data", "said"), [
    ("run", "step", {"by": "1"}, "Read b: from {A} to {B}"),
    ("run", "mode", {"name": "edit"}, "the automaton follows"),
    ("play", "tool", {"tool": "b"}, "Put the black arrow"),
    ("edit", "tool", {"tool": "s"}, "Small"),
    ("edit", "hit", {"place": "C-D.l"}, "C to D, left lane: black arrow C → D"),
    ("play", "lang", {"value": "de"}, "Nimm einen Spielstein"),
])
def test_every_change_is_announced(mode: str, action: str, data: dict[str, str], said: str) -> None:
    text = WORKED if mode != "play" else "bga/abcd bbw c; posts c@A"
    widget = BoardWidget(text, mode=mode)
    before = widget.announced
    widget.act(action, **data)
    assert said in widget.announcement
    assert widget.announced == before + 1


# --- for everyone ------------------------------------------------------------------------------------------------


@every("lang", LANGUAGES)
@every("mode", ["play", "edit", "run", "replay"])
def test_every_mode_speaks_every_language(mode: str, lang: str) -> None:
    widget = BoardWidget(played_game(8), mode=mode, lang=lang)
    text = "".join(getattr(widget, f"part_{name}") for name in widget.part_names)
    assert "{" not in re.sub(r"\{[A-Z, ]*\}|\{b, w\}", "", re.sub(r"<[^>]*>", "", text))
    other = BoardWidget(played_game(8), mode=mode, lang="en" if lang != "en" else "de")
    assert other.part_bar != widget.part_bar
    other.act("lang", value=lang)
    assert other.part_bar == widget.part_bar


def test_every_control_and_place_has_a_name() -> None:
    for mode in ("play", "edit", "run", "replay"):
        widget = BoardWidget(played_game(8), mode=mode)
        for hit in re.findall(r"<g role=\"button\"[^>]*>", widget.part_board):
            assert re.search(r'aria-label="[^"]+"', hit)
        assert widget.part_board.count('tabindex="0"') == 1


def test_the_fallback_shows_the_board_as_it_is() -> None:
    widget = BoardWidget(WORKED, mode="run")
    widget.act("step", by="1")
    data, _ = widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")
    assert "Symbols read: 1" in data["image/svg+xml"]


def test_the_fallback_of_a_run_shows_the_word_that_is_read() -> None:
    position = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    widget = BoardWidget(position, mode="run", word="bbwbb")
    assert "bbwbb" in widget._repr_mimebundle_()[0]["image/svg+xml"].replace(" ", "")


@pytest.mark.parametrize("view", [False, True])
@pytest.mark.parametrize(("form", "lang", "how"), [("HTML", "en", "run the cell again in Jupyter"), (
    "Slides", "de", "in Jupyter noch einmal aus"), ("HTML", "es", "Vuelve a ejecutarla en Jupyter")])
def test_a_converted_page_shows_the_board_and_says_how_to_go_on(form: str, lang: str, how: str, view: bool) -> None:
    """As nbconvert shows it: after the build of the notebooks, and as Jupyter saves it (without the state)."""
    nbformat, nbconvert = needed("nbformat"), needed("nbconvert")
    data, _ = BoardWidget(WORKED, lang=lang)._repr_mimebundle_()
    if not view:
        del data["application/vnd.jupyter.widget-view+json"]
    output = nbformat.v4.new_output("display_data", data)
    cell = nbformat.v4.new_code_cell("widget", outputs=[output])
    page, _ = getattr(nbconvert, f"{form}Exporter")().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert re.search('alt="[^"]*Finity', page)
    assert "data:image/svg+xml" in page
    assert how in page


def test_actions_that_do_not_exist_raise() -> None:
    with pytest.raises(ValueError, match="no action"):
        BoardWidget().act("explode")
    widget = BoardWidget()
    widget.act("hit", place="X-Y.m")
    assert "no station or slot" in widget.announcement


def test_the_table_marks_the_start_of_the_seat_that_is_shown_and_no_other() -> None:
    widget = BoardWidget()
    widget.act("look", view="delta")
    assert re.findall(r"→(\w+)</th>", widget.part_side) == ["N"]
    widget.act("seat", seat="2")
    assert re.findall(r"→(\w+)</th>", widget.part_side) == ["S"]


def test_the_automaton_can_be_read_back() -> None:
    widget = BoardWidget(WORKED)
    assert widget.nfa().accepts_input("bbwwbb")
    assert not widget.nfa(rings=True).accepts_input("bbb" + "bbb")


def test_only_what_changed_is_sent() -> None:
    widget = BoardWidget()
    sent: list[str] = []
    widget.observe(lambda change: sent.append(change["name"]), names=traitlets.All)
    widget.act("tool", tool="s")
    assert "part_side" not in sent
    assert sent.count("tick") == 1


# --- the lens and the lecture hall -------------------------------------------------------------------------------


@pytest.mark.parametrize("folded", [False, True])
def test_of_a_lecture_hall_there_are_two_steps_and_the_third_leads_back_to_the_same_view(folded: bool) -> None:
    widget = BoardWidget()
    widget.act("look", view="moves")
    if folded:
        widget.act("fold")
    seen = []
    for _ in range(3):
        widget.act("switch", name="large")
        seen.append((widget.large, widget.lens))
    assert seen == [(True, "moves"), (True, ""), (False, "moves")]
