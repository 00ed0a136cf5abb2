"""Guess my board: the game as it is seen and played, by hand and in a browser."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bench
import pytest
import room

from automatakit import counterexample, equivalent
from automatakit.guessing import par
from boardkit.errors import UserError
from finity_edu import Board
from finity_edu.widget import GuessWidget
from finity_edu.widget.guess.hiding import BOARDS, STATES, by_lot
from tests.needs import needs, way_to

HIDDEN = "(b|w)*bw"


def advance(game: GuessWidget) -> None:
    """Press what the widget offers first."""
    guess = game.guess
    match guess.next:
        case "ask":
            game.act("fill")
        case "move_up":
            game.act("up", row=guess.restless)
        case "add_column":
            assert guess.apart is not None
            game.act("column", ending=guess.apart[2])
        case "use":
            game.act("use", variant="rivest-schapire")
        case step:
            game.act(step)


def test_a_word_is_built_and_asked_and_its_answer_is_seen_by_colour_and_sign() -> None:
    game = GuessWidget(hidden=HIDDEN)

    def shows(colour: str, said: str, sign: str) -> bool:
        cell = rf'<td class="{colour}[^>]*><span[^>]*aria-label="{said}"[^>]*>{sign}'
        return re.search(cell, game.part_board) is not None

    for letter in "bw":
        game.act("letter", symbol=letter)
    assert game.announcement == "bw"
    game.act("ask", word="bw")
    assert shows("gk-yes", "wins", "✓")
    assert game.announcement == "The tower bw wins."
    game.act("ask", word="b")
    assert shows("gk-no", "does not win", "✗")
    game.act("ask", word="b")
    assert (game.announcement, len(game.guess.asked)) == ("You know that already. The tower b does not win.", 2)


def test_equal_rows_are_joined_and_one_that_is_like_none_asks_to_be_moved_up() -> None:
    game = GuessWidget(hidden="(b|w)*b")
    game.act("fill")
    assert game.part_board.count('<g class="gk-look-0"') == 3  # the line from ε past b to w
    assert 'data-do="up" data-row="b"' in game.part_board
    game.act("up", row="b")
    assert 'data-do="up"' not in game.part_board


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_a_whole_game_ends_with_the_board_and_its_score_beside_par(lang: str) -> None:
    game = GuessWidget(seed=3, level=1, lang=lang)
    while not game.guess.solved:
        advance(game)
        assert "{" not in game.part_status + game.part_board + game.part_tray
    assert game.guess.conjecture is not None
    assert equivalent(game.guess.conjecture, game.secret.automaton)
    assert 'data-key="view-hidden"' in game.part_side
    assert str(game.par.questions) in game.part_status
    seed = game.seed
    game.act("another")
    assert (game.seed, game.guess.asked) == (seed + 1, ())


def test_no_is_said_with_the_shortest_tower_on_which_they_differ() -> None:
    game = GuessWidget(hidden=HIDDEN)
    game.act("fill")
    game.act("draw")
    assert game.guess.conjecture is not None
    wrong = counterexample(game.guess.conjecture, HIDDEN)
    game.act("propose")
    assert game.guess.wrong == wrong == "bw"
    assert game.announcement == "No: the tower bw wins on the hidden board, but not on yours."
    assert game.part_tray.count('data-do="use"') == 3


def test_a_conjecture_is_laid_on_a_board_or_drawn_on_paper() -> None:
    board = GuessWidget(hidden=Board("bA>B wB>C", start="A", end="C"))
    board.act("by_hand")
    board.act("drag", source="A", target="B")
    board.act("tool", tool="w")
    board.act("drag", source="B", target="C")
    board.act("propose")
    assert board.guess.solved
    paper = GuessWidget(hidden="a", skin="textbook")
    paper.act("by_hand")
    for place in ("p80,80", "p192,80", "s0", "s1"):
        paper.act("hit", place=place)
    paper.act("propose")
    assert paper.guess.wrong == "a"
    assert 'data-variant="rivest-schapire"' not in paper.part_tray  # a drawing has no rows


def test_the_machine_says_why_at_every_step_and_ends_at_par() -> None:
    game = GuessWidget(hidden=HIDDEN, mode="watch")
    seen = set()
    while True:
        before = game.part_status
        seen.add(re.sub("<[^>]*>", " ", before).split()[0])
        game.act("step", by=1)
        if game.part_status == before:
            break
    assert {"Ask", "Not", "The"} <= seen
    assert f"Towers asked about: {game.par.questions}<" in game.part_board


def test_the_machine_asks_about_yours_and_a_wrong_answer_is_not_taken() -> None:
    game = GuessWidget(mine="(b|w)*b")
    assert (game.mode, "Does the tower ε win?" in game.part_status) == ("yours", True)
    game.act("reply", wins=1)
    assert game.announcement == "Check again. The tower ε does not win."
    game.act("reply", wins=0)
    assert "Does the tower b win?" in game.part_status
    game.act("lay_another")
    for place in ("A", "C", "B"):
        game.act("hit", place=place)
    game.act("begin")
    assert "Does the tower" in game.part_status


def test_two_players_hide_boards_and_what_one_lays_the_other_does_not_see() -> None:
    game = GuessWidget(seed=5, level=1, mode="duel")
    for _ in range(2):
        assert "gk-cover" in game.part_board
        assert game.part_side == ""
        game.act("ready")
        game.act("lots")
    game.act("ready")
    game.act("letter", symbol="b")
    game.act("ask", word="b")
    assert "gk-cover" in game.part_board
    assert "gk-yes" not in game.part_board + game.part_side
    game.act("ready")
    assert "Towers asked about: 0" in game.part_board
    assert game.part_players.index("gk-turn") > game.part_players.index("Player 1")


def test_what_is_hidden_by_lot_in_a_duel_lies_on_the_stations_that_can_be_laid() -> None:
    small = Board("bA>B wB>C", start="A", end="C")
    game = GuessWidget(hidden=small, mode="duel")
    game.act("ready")
    game.act("lots")
    (hidden,) = game.duel.hidden
    assert hidden.place == game.secret.place
    assert hidden.automaton != game.secret.automaton


def test_a_tower_that_grows_too_high_is_refused_in_words() -> None:
    game = GuessWidget(seed=1)
    for _ in range(25):
        game.act("letter", symbol="b")
    assert "A tower of more than 24 cones is too long here." in game.part_status


def test_where_no_kernel_runs_a_picture_shows_what_may_be_seen() -> None:
    board = Board("bA>B wB>C", start="A", end="C")
    for mode, arrows in (("ask", False), ("watch", True), ("duel", False)):
        picture = GuessWidget(hidden=board, mode=mode).fallback()
        assert picture is not None
        assert ("There are no arrows" in picture.desc) != arrows, mode
    assert GuessWidget(hidden="(a|b)*a", skin="textbook").fallback() is None


def test_on_each_level_the_answer_has_the_states_that_it_should_have() -> None:
    for level, (_, sizes) in enumerate(BOARDS, 1):
        found = par(by_lot(level, level, "board", "bw").automaton).conjecture
        assert found is not None
        assert len(found.states) in sizes
    for level, size in enumerate(STATES, 1):
        found = par(by_lot(level, level, "textbook", "abcd").automaton).conjecture
        assert found is not None
        assert len(found.states) == size


def test_what_the_game_cannot_be_asked_for_is_refused_by_name() -> None:
    wrong: list[dict[str, Any]] = [{"level": 6}, {"skin": "paper"}, {"skin": "textbook", "alphabet": "abcde"},
                                   {"hidden": "a|b|c|d|e"}]
    for options in wrong:
        with pytest.raises(UserError, match=r"level|skin|symbols"):
            GuessWidget(**options)


PAGE_RULES = {rule: {"enabled": False} for rule in ("region", "page-has-heading-one")}
"""What a whole page would have to have."""


# --- in a browser ----------------------------------------------------------------------------------------------


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a game in a room of some size, and waits for each answer."""
    contexts = []

    def show(game: GuessWidget, size: tuple[int, int], touch: bool = False) -> Any:
        view = {"width": size[0], "height": size[1]}
        contexts.append(browser.new_context(viewport=view, has_touch=touch, is_mobile=touch, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(5_000)
        folder = tmp_path / str(len(contexts))
        folder.mkdir()
        bench.show(page, game, folder)
        return page

    yield show
    for context in contexts:
        context.close()


def pressed(page: Any, game: GuessWidget, selector: str) -> None:
    page.click(selector)
    bench.settled(page, game)


@pytest.mark.browser
@needs("chromium")
def test_a_game_is_played_by_mouse_and_nothing_of_it_is_cut_in_a_notebook(opened: Any) -> None:
    game = GuessWidget(hidden=Board("bA>B wB>C", start="A", end="C"))
    page = opened(game, (846, 599))
    cone, tower = (page.locator(one).bounding_box() for one in ("[data-do=letter][data-symbol=b]", "[data-drop=tower]"))
    page.mouse.move(cone["x"] + 20, cone["y"] + 20)
    page.mouse.down()
    page.mouse.move(tower["x"] + 40, tower["y"] + 90, steps=5)
    page.mouse.up()
    page.wait_for_selector("[data-do=ask][data-word=b]")
    presses = 0
    while not game.guess.solved:
        first = page.locator(".gk-part-tray .gk-primary").first
        fill = page.locator("[data-do=fill]:not([aria-disabled])")
        target = fill if fill.count() else first if first.count() else page.locator("[data-variant=rivest-schapire]")
        target.click()
        bench.settled(page, game)
        assert room.faults(page, 0) == []
        presses += 1
        assert presses < 40
    assert page.locator("[data-key=view-hidden] svg").is_visible()


@pytest.mark.browser
@needs("chromium")
def test_a_game_is_played_by_keys_alone(opened: Any) -> None:
    game = GuessWidget(hidden="(b|w)*b")
    page = opened(game, (1098, 599))
    page.keyboard.press("Tab")
    for key in ("b", "b", "Backspace", "q", "t", "m", "t", "v", "i"):
        tick = game.tick
        page.keyboard.press(key)
        page.wait_for_function(f"Number(document.querySelector('.gk-root').dataset.tick) > {tick}")
    assert game.guess.solved


@pytest.mark.browser
@needs("chromium")
def test_on_a_phone_all_of_it_is_seen_at_once_and_can_be_touched(opened: Any) -> None:
    game = GuessWidget(seed=3)
    page = opened(game, (390, 844), touch=True)
    for selector in ("[data-symbol=b]", "[data-do=ask][data-word=b]", "[data-do=fill]", "[data-do=by_hand]"):
        page.tap(selector)
        bench.settled(page, game)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        whole = page.locator(".gk-root").bounding_box()
        assert whole["y"] + whole["height"] <= 844, selector
        small = page.locator(".gk-part-tray .gk-button").evaluate_all(
            "(all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)")
        assert small == []


@pytest.mark.browser
@needs("chromium")
@pytest.mark.parametrize("skin", ["board", "textbook"])
def test_in_a_hall_table_and_conjecture_stand_side_by_side_in_large_letters(skin: Any, opened: Any) -> None:
    game = GuessWidget(seed=3, skin=skin, large=True)
    page = opened(game, (1280, 720))
    for _ in range(6):
        advance(game)
    page.evaluate("(state) => window.update(state)", bench.state_of(game))
    assert room.faults(page, 0, room.HALL_LETTERS) == []
    assert page.evaluate(room.COVERED, 0) == []


@pytest.mark.browser
@needs("chromium")
def test_there_is_nothing_that_a_checker_of_accessibility_objects_to(opened: Any) -> None:
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip(way_to("axe-playwright-python"))
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    for options in ({}, {"theme": "dark"}, {"mode": "watch"}, {"mode": "duel"}, {"mine": HIDDEN}):
        game = GuessWidget(seed=3, **options)
        for _ in range(4 * (not options or "theme" in options)):
            advance(game)
        page = opened(game, (1098, 599))
        found = axe.run(page, options={"rules": PAGE_RULES})
        assert [one["id"] for one in found.response["violations"]] == [], options


@pytest.mark.browser
@needs("chromium")
@pytest.mark.parametrize("size", [(1280, 800), (846, 599), (640, 700)])
def test_on_a_wide_page_and_in_the_column_of_a_book_every_button_is_seen(size: tuple[int, int], opened: Any) -> None:
    for lang, skin in (("en", "board"), ("de", "board"), ("es", "board"), ("de", "textbook")):
        game = GuessWidget(seed=3, lang=lang, skin=skin, alphabet="abw")
        page = opened(game, size)
        for _ in range(9):
            game.act("letter", symbol="w")
        for _ in range(4):
            advance(game)
            page.evaluate("(state) => window.update(state)", bench.state_of(game))
            assert room.faults(page, 0) == [], (lang, skin)
        assert page.locator(".gk-built > p").count() == 1
