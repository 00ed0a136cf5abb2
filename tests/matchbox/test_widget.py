"""The widget without a browser: traits, actions, markup."""

import asyncio
import re
import xml.etree.ElementTree as ET
from math import isfinite

import pytest

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from boardkit.widget.base import PARTS
from matchbox import Machine, Match, Rules, exact
from matchbox.draw.machine import board
from matchbox.widget import MatchboxWidget, Table
from matchbox.widget.curves import ExactCurve


def markup(widget):
    """All parts as one text; they must be well-formed."""
    text = "".join(getattr(widget, f"part_{name}") for name in PARTS)
    ET.fromstring(f"<all>{text}</all>")
    return text


def chosen_view(widget, name):
    """What the lens shows in one of its views."""
    widget.act("look", view=name)
    return widget.part_side


def targets(widget):
    root = ET.fromstring(f"<all>{widget.part_board}</all>")
    return {g.get("data-hit") for g in root.iter("g") if "gk-target" in (g.get("class") or "")}


def test_a_game_is_played_by_clicks_on_the_offered_fields():
    w = MatchboxWidget("length=9 first=human", speed=0, seed=2)
    w.act("new")
    assert targets(w) == {"8", "7", "6"}
    while w.match.track is not None:
        before = w.match.track.togo
        w.act("hit", place=max(targets(w), key=int))
        assert w.match.track is None or w.match.track.togo < before
    assert w.games == 1
    assert targets(w) == set()


def best(togo):
    """The winning move, or else 1."""
    return togo % 4 or 1


def clumsy(togo):
    """A move that loses against anybody who knows better, if there is one."""
    return next((k for k in (1, 2, 3) if k <= togo and (togo - k) % 4), 1)


def played(widget, strategy):
    """A game of the reader, who plays by a strategy."""
    widget.act("new")
    while widget.match.track is not None:
        togo = widget.match.track.togo
        assert f"Your turn: move the token {'up to' if togo > 1 else 'one field'}" in widget.announcement
        assert "Drag the token" in widget.part_status
        widget.act("hit", place=str(togo - strategy(togo)))
    return widget.match.played[-1]


@pytest.mark.slow
def test_who_has_won_is_said_by_name_and_only_the_reader_is_congratulated():
    seen = set()
    for seed, strategy in ((1, best), (1, clumsy), (2, clumsy), (3, clumsy), (4, clumsy)):
        w = MatchboxWidget("first=human", speed=0, seed=seed)
        for _ in range(4):
            game = played(w, strategy)
            seen.add(game.won)
            assert ("The machine wins." in w.part_status) == game.won
            assert ("You win." in w.part_status) == (not game.won)
            assert ("gk-good" in w.part_status) == (not game.won)
            assert w.part_players.count("gk-won") == 1
            gone = [e for e in w.shown if e.kind == "remove"]
            assert ("Removed for ever" in w.part_status) == bool(gone)
    assert seen == {True, False}


def test_what_was_taken_back_can_be_had_again():
    w = MatchboxWidget(teacher="perfect", speed=0, seed=1)
    w.act("train", games="10")
    after = w.machine, w.games, list(w.masks)
    w.act("undo")
    assert w.games == 0
    w.act("redo")
    assert (w.machine, w.games, w.masks) == after
    w.act("redo")
    assert "nothing left to redo" in w.announcement
    w.act("undo")
    w.act("train", games="1")
    w.act("redo")
    assert w.games == 1, "after something new there is nothing to be had again"
    assert len(w.masks) == 2


@pytest.mark.slow
def test_teachers_compete_while_the_page_looks_on_and_can_be_stopped():
    w = MatchboxWidget(seed=1)
    w.lens = "tournament"
    w.act("tournament")
    before = w.machine
    while w.contest is not None:
        at = w.contest.at
        assert "data-do=\"compete\"" in w.part_tray
        assert w.part_side.count("<polyline") >= 5 * (at > 1)
        w.act("compete")
    assert "The best teacher here is “clairvoyant”" in w.announcement
    assert w.machine == before
    order = [name for name, _, _ in w.tournament.standings()]
    assert order[0] == "clairvoyant"
    assert order[-1] == "perfect (always 1 when lost)", "it leaves bad markers behind"
    w.act("tournament")
    w.act("stop")
    assert w.contest is None
    assert w.tournament.at == 1


def test_the_exact_curve_is_computed_beside_the_page_and_stopped():
    task = ("random", 50, "machine", Rules(length=6))
    assert ExactCurve().choose(task) == exact.curve("random", 50, "machine", rules=Rules(length=6))
    stopped = ExactCurve()
    stopped.stop()
    assert stopped.choose(task) is None

    async def story():
        w = MatchboxWidget("length=9", teacher="random", seed=1)
        w.act("train", games="10")
        w.act("exact")
        assert w.computing.busy
        assert "being computed" in w.part_side
        w.act("exactly")
        assert not w.computing.busy
        assert 'data-do="exact"' not in w.part_tray
        w.act("exactly")
        w.act("exact")
        while w.computing.busy:
            await asyncio.sleep(0.01)
        assert "exact, starting" in w.part_side

    asyncio.run(story())


def test_the_goal_is_called_ziel_in_german_only():
    pages = {}
    for code in LANGUAGES:
        w = MatchboxWidget("first=human", speed=0, seed=1, lang=code)
        w.act("new")
        pages[code] = markup(w)
    assert [code for code, text in pages.items() if "Ziel" in text] == ["de"]


def test_a_click_elsewhere_says_why_not():
    w = MatchboxWidget("first=human", speed=0)
    w.act("hit", place="8")
    assert "not your turn" in w.announcement
    w.act("new")
    w.act("hit", place="2")
    assert "possible: 1, 2, 3" in w.announcement
    assert w.match.track.togo == 9
    w.act("new")
    assert "still going on" in w.announcement


@pytest.mark.slow
def test_every_step_of_the_machine_is_shown_dice_ties_and_the_leaving_marker():
    seen = set()
    for seed in range(40):
        w = MatchboxWidget("length=5", teacher="perfect", speed=-1, seed=seed)
        w.act("new")
        while w.pending or w.match.track is not None:
            w.act("next")
            event = w.shown[-1]
            seen.add(event.kind)
            if event.kind in ("throw", "rethrow"):
                assert ("throw again" in str(event)) == (event.kind == "rethrow")
                assert ("A tie: the highest dice" in w.part_status) == event.dice.is_tie
            if event.kind == "remove":
                assert w.table.leaving == event.markers[-1].circle
            if w.pending or w.match.track is not None:
                assert w.announcement == (w.status()[1] if event.dice else event.words)
                assert f"Rule {event.rule}: " in w.part_status, "the code is explained at the place"
            assert event.words in chosen_view(w, "protocol")
    assert {"look", "throw", "rethrow", "current", "move", "human_move", "goal", "win", "remove"} <= seen


@pytest.mark.parametrize("text", ["length=9", "length=6 empty=keep_last", "length=6 empty=refill markers=2",
                                  "length=6 overshoot=cap", "length=6 overshoot=illegal"])
def test_the_picture_that_follows_the_protocol_ends_where_the_machine_is(text):
    match = Match(Rules.parse(text), seed=3)
    for _ in range(60):
        before = Table.of(match.machine)
        match.play_game()
        for event in match.events:
            before.show(event)
            if event.kind == "human_move" and event.togo >= event.move:
                assert before.token == event.togo - event.move
        after = Table.of(match.machine)
        assert +before.counts == +after.counts
        assert before.current == []


def test_markers_lie_in_their_box():
    rules = Rules(length=6)
    drawn = str(board(Machine(rules)))
    box_top, box_height = map(float, re.search(r'<rect[^>]* y="([\d.]+)" width="50" height="([\d.]+)"', drawn).groups())
    for group in re.findall(r'data-key="markers-\d+".*?(?=data-key="markers-|$)', drawn, re.S):
        heights = [float(y) for y in re.findall(r'translate\([\d.]+ ([\d.]+)\)', group)]
        assert heights
        assert all(box_top < y < box_top + box_height for y in heights)


@pytest.mark.slow
@pytest.mark.parametrize("games", [1, 10, 100, 10_000])
def test_a_teacher_trains_the_machine(games):
    w = MatchboxWidget(teacher="random", seed=1)
    w.act("train", games=str(games))
    while w.to_train:
        assert "data-wait" in w.part_tray
        assert "<progress" in w.part_tray
        w.act("train_on")
    assert w.games == games
    if games == 10_000:
        assert w.value.is_perfect
        assert w.machine == "length=9 seed=1 | 9:1 8:- 7:3 6:2 5:1 4:- 3:3 2:2 1:1"
    w.act("undo")
    assert w.games == 0
    assert w.value.configuration == 2**24 - 1


def test_a_long_training_can_be_stopped():
    w = MatchboxWidget(teacher="random", seed=1)
    w.act("train", games="10000")
    w.act("stop")
    assert not w.to_train
    assert 0 < w.games < 10_000


def test_training_begins_at_once_at_random_and_says_so_where_the_reader_plays_intelligenz():
    w = MatchboxWidget(seed=1)
    assert 'aria-disabled="true" data-do="train"' not in w.part_tray
    w.act("train", games="10")
    assert "Intelligenz: at random" in w.announcement
    assert (w.games, w.teacher) == (10, "human")
    other = MatchboxWidget(teacher="random", seed=1)
    other.act("train", games="10")
    assert other.machine == w.machine


def test_a_hundred_games_are_seen_for_two_seconds_and_the_curve_keeps_its_scale():
    w = MatchboxWidget("length=6", seed=1)
    w.act("train", games="100")
    seen, scales = 0, set()
    while waiting := re.search(r'<[^>]*data-do="train_on"[^>]*>', w.part_tray):
        seen += int(re.search(r'data-wait="(\d+)"', waiting[0])[1])
        scales.add(tuple(re.findall(r">(\d+)</text>", w.part_side)))
        assert w.games % 5 == 0
        w.act("train_on")
    assert w.games == 100
    assert 1500 <= seen <= 2000
    assert len(scales) == 1
    quick = MatchboxWidget("length=6", seed=1, speed=0)
    quick.act("train", games="100")
    assert quick.games == 100
    assert quick.machine == w.machine


def test_undo_takes_back_one_move_and_the_same_dice_fall_again():
    w = MatchboxWidget("first=human", speed=0, seed=5)
    w.act("new")
    w.act("hit", place="8")
    after = (w.machine, w.match.track and w.match.track.togo)
    w.act("undo")
    assert w.match.track.togo == 9
    w.act("hit", place="8")
    assert (w.machine, w.match.track and w.match.track.togo) == after


def test_machines_are_saved_loaded_and_checked():
    w = MatchboxWidget(teacher="perfect", seed=1)
    w.act("train", games="100")
    text = w.machine
    other = MatchboxWidget()
    other.act("load", value=text)
    assert other.machine == text
    other.machine = "length=4 | 4:1 3:3 2:2 1:1"
    assert isinstance(other.value, Machine)
    assert other.value.counts[4, 1] == 1
    other.act("load", value="nonsense")
    assert "nonsense" in other.announcement
    with pytest.raises(UserError):
        other.machine = "length=4 | 9:1"


def test_wrong_arguments_are_refused():
    for arguments in ({"rules": "length=99"}, {"teacher": "magic"}, {"machine": "x"}):
        with pytest.raises(UserError):
            MatchboxWidget(**arguments)
    with pytest.raises(TypeError):
        MatchboxWidget(colour="red")
    w = MatchboxWidget()
    w.act("seed", value="-3")
    assert "seed" in w.announcement
    w.act("seed", value="77")
    assert w.value.rules.seed == 77


@pytest.mark.parametrize("teacher", ["random", "clairvoyant", "machine"])
def test_the_learning_curve_has_an_exact_curve_where_there_is_one(teacher):
    w = MatchboxWidget("length=6", teacher=teacher, seed=1, speed=0)
    w.act("train", games="100")
    waiting = 'data-do="exact"' in w.part_tray  # the page draws the games first and asks for the exact curve then
    assert waiting == (teacher == "random")
    w.act("exact")
    text = markup(w)
    assert 'data-do="exact"' not in text
    assert ("exact, starting" in text) == (teacher == "random")
    assert "Markers over time" in chosen_view(w, "boxes")


def test_observers_hear_of_every_game():
    w = MatchboxWidget(teacher="random", seed=1)
    heard = []
    w.observe(lambda change: heard.append(change["new"]), names=["games"])
    w.act("train", games="1")
    w.act("train", games="10")
    assert heard[-1] == 11


def test_all_texts_exist_in_all_languages_and_everything_has_a_name():
    pages = set()
    for code in LANGUAGES:
        w = MatchboxWidget(teacher="random", speed=0, lang=code, seed=1)
        w.act("new")
        w.act("train", games="10")
        text = markup(w)
        pages.add(text)
        assert not re.search(r"\{\w+\}", text)
        for button in re.findall(r"<button[^>]*>([^<]*)<", text):
            assert button.strip()
        assert text.count("aria-label") > 12
    assert len(pages) == 3
    w.act("lang", value="en")
    assert "New game" in w.part_tray


def test_large_print_and_fallback_picture():
    w = MatchboxWidget(seed=1)
    w.act("switch", name="large")
    assert w.large
    bundle, _ = w._repr_mimebundle_()
    assert {"image/svg+xml", "text/html", "text/plain"} <= set(bundle)
    assert all(isfinite(v) for v in (w.fallback().width, w.fallback().height))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["length=4", "length=4 overshoot=cap", "length=4 overshoot=illegal"])
def test_the_end_is_told_whatever_ended_the_game(rules):
    told = set()
    for teacher in ("random", "machine"):
        w = MatchboxWidget(rules, teacher=teacher, speed=0, seed=4)
        for _ in range(30):
            w.act("new")
            kinds = {event.kind for event in w.match.events}
            reasons = {"The token is on Goal.": "goal", "box was empty.": "resign"}
            told |= {said for said in (*reasons, "moved beyond Goal.", "could not move.") if said in w.part_status}
            assert all((said in w.part_status) == (kind in kinds) for said, kind in reasons.items())
            assert ("The machine wins." in w.part_status) == w.match.played[-1].won
    assert {"The token is on Goal.", "box was empty."} <= told
    assert ({"moved beyond Goal.", "could not move."} <= told) == ("illegal" in rules)
