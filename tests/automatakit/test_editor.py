"""The automaton editor without a browser: what clicks, drags, keys and typing do to what is drawn."""

from __future__ import annotations

import random
import re
from itertools import combinations
from math import dist

import pytest

from automatakit import Automaton, edit, equivalent, from_jff, to_dot, to_jff, to_tikz
from automatakit.automaton.errors import AutomatonError
from automatakit.widget import AutomatonEditor
from automatakit.widget.canvas import Editor
from automatakit.widget.draft import (
    LEAST,
    MARGIN,
    MOST,
    NEAR,
    STEP,
    Draft,
    _kept,
    symbols_in,
)
from boardkit.messages import LANGUAGES

EVEN = Automaton.of({"e": {"a": {"o"}, "b": {"e"}}, "o": {"a": {"e"}, "b": {"o"}}}, start="e", accepting={"e"})


def drawn(*places: str, **options: object) -> AutomatonEditor:
    """An editor after some clicks."""
    widget = AutomatonEditor(**options)  # type: ignore[arg-type]
    for place in places:
        widget.act("hit", place=place)
    return widget


def edges(widget: AutomatonEditor) -> set[tuple[str, str, str]]:
    return set(widget.value.edges)


def test_clicks_make_states_arrows_and_loops_and_undo_goes_back_to_the_empty_canvas() -> None:
    widget = drawn("p80,80", "p304,80", "s0", "s1", "s1", "s1")
    assert edges(widget) == {("q0", "a", "q1"), ("q1", "a", "q1")}
    widget.act("final", value="q1")
    assert widget.value.accepts("aa")
    for _ in range(5):
        widget.act("undo")
    assert widget.value.states == ()
    for _ in range(5):
        widget.act("redo")
    assert widget.value.accepts("aa")


def test_what_is_drawn_is_seen() -> None:
    widget = drawn("p80,80", "p304,80", "s0", "s1")
    assert re.findall(r"<text[^>]*>(q\d|a)</text>", widget.part_board) == ["a", "q0", "q1"]


def test_a_drag_draws_moves_and_bends_as_the_tool_says() -> None:
    widget = drawn("p80,80", "p304,80")
    widget.act("drag", source="s0", target="s1")
    widget.act("drag", source="s1", target="p304,272")
    assert edges(widget) == {("q0", "a", "q1"), ("q1", "a", "q2")}
    widget.act("drag", source="e0-1", target="s2")
    assert edges(widget) == {("q0", "a", "q2"), ("q1", "a", "q2")}
    widget.act("tool", tool="move")
    widget.act("drag", source="s0", target="p80,272")
    assert widget.value.places["q0"] == (80, 272)
    widget.act("tool", tool="delete")
    widget.act("hit", place="e1-2")
    widget.act("hit", place="s2")
    assert (widget.value.states, edges(widget)) == (("q0", "q1"), set())


def test_several_symbols_at_once_epsilon_and_ranges() -> None:
    widget = drawn("p80,80", "p304,80")
    widget.act("pen", symbol="b")
    widget.act("pen", symbol="")
    widget.act("drag", source="s0", target="s1")
    assert {a for _, a, _ in edges(widget)} == {"a", "b", ""}
    assert "a, b, ε" in widget.announcement
    widget.act("hit", place="e0-1")
    widget.act("label", value="0-2, b")
    assert {a for _, a, _ in edges(widget)} == {"0", "1", "2", "b"}
    assert widget.value.alphabet == ("0", "1", "2", "a", "b")
    widget.act("label", value="")
    assert edges(widget) == set()


def test_what_is_not_allowed_is_refused_with_the_reason() -> None:
    widget = drawn("p80,80", "s0", "s0", "e0-0", alphabet="ab", epsilon=False, open=False)
    for do, data, said in (("label", {"value": "c"}, "c cannot stand on an arrow here; the symbols are a, b"),
                           ("label", {"value": "ε"}, "ε cannot stand"),
                           ("rename", {"state": "0", "value": "q 1"}, "cannot be the name of a state"),
                           ("final", {"value": "q7"}, "q7")):
        widget.act(do, **data)
        assert said in str(widget.note[1] if widget.note else ""), do
    widget.act("pen", symbol="a")
    widget.act("drag", source="s0", target="p304,80")
    assert "Choose at least one symbol" in widget.part_status
    assert edges(widget) == {("q0", "a", "q0")}


def test_table_and_canvas_edit_each_other() -> None:
    widget = drawn("p80,80")
    widget.act("cell", state="0", symbol="a", value="q0, q1")
    widget.act("cell", state="1", symbol="b", value="q0")
    widget.act("rename", state="1", value="odd")
    widget.act("final", value="odd")
    assert edges(widget) == {("q0", "a", "q0"), ("q0", "a", "odd"), ("odd", "b", "q0")}
    assert len(widget.value.places) == 2
    assert "State odd, Accepting" in widget.part_board


def test_a_click_anywhere_makes_a_state_there_and_snaps_softly() -> None:
    spots = {"p150,130": (150, 130), "p75,90": (80, 80), "p86,300": (80, 300), "p300,124": (300, 130),
             "p200,150": (217, 157)}
    widget = drawn(*spots)
    for (state, place), (x, y) in zip(widget.editor.draft.places.items(), spots.values(), strict=True):
        assert place == pytest.approx((x, y), abs=4), state
    for one, other in combinations(widget.editor.draft.places.values(), 2):
        assert dist(one, other) >= 69


@pytest.mark.slow
def test_what_is_drawn_stays_as_it_is_when_a_state_comes_until_it_is_tidied() -> None:
    for expression in ("(a|b)*abb(a|b)", "a(bb|ab)*b", "(ab|ba)*(a|bb)"):
        widget = edit(expression)
        before = widget.editor._drawn(())
        far = max(widget.editor.draft.free(), key=sum)
        widget.act("hit", place=f"p{far[0]:g},{far[1]:g}")
        after = widget.editor._drawn(())
        lines = [set(re.findall(r'<path d="[^"]*"', "".join(map(str, drawn.elements)))) for drawn in (before, after)]
        assert len(lines[0]) > 4
        assert lines[0] <= lines[1], expression


def test_the_way_of_an_arrow_stays_only_where_no_point_of_it_is_near_what_has_moved() -> None:
    places = {"A": (0.0, 0.0), "B": (900.0, 0.0), "C": (450.0, 300.0)}
    way = ((450.0, 350.0), (450.0, 900.0))
    assert _kept(places, {("A", "B"): way}, "C").ways == {}
    assert _kept(places, {("A", "B"): way}, "A").ways == {}
    assert _kept({**places, "C": (450.0, 600.0)}, {("A", "B"): way}, "C").ways == {("A", "B"): way}


def test_a_state_can_be_dragged_to_every_other_one_and_to_free_places() -> None:
    widget = drawn("p80,80", "p320,80")
    [places] = re.findall(r'data-hit="s0"[^>]* data-to="([^"]*)"', widget.part_board)
    assert "s1" in places.split()
    assert [place for place in places.split() if place.startswith("p")]


def test_places_are_never_shared_and_a_click_that_comes_too_late_is_ignored() -> None:
    widget = drawn("p80,80", "p80,80", "p999,1", "s1", "s7", "e0-7", "nonsense")
    assert widget.value.states == ("q0",)
    rng = random.Random(3)
    for _ in range(12):
        free = re.findall(r'data-hit="(p[^"]*)"', widget.part_board)
        widget.act("hit", place=rng.choice(free))
    points = list(widget.value.places.values())
    assert len(points) == len(set(points)) == 13
    assert min(abs(complex(*p) - complex(*q)) for p in points for q in points if p != q) > 90


@pytest.mark.parametrize("source", ["(a|b)*ab", EVEN, EVEN.dfa(), "ε|a"])
def test_it_goes_on_from_anything_that_is_an_automaton(source: object) -> None:
    widget = edit(source)
    assert equivalent(widget.value, Automaton.of(source))
    before = widget.value
    widget.act("tidy")
    assert widget.value == before
    assert min(p for place in widget.value.places.values() for p in place) >= 0


def test_files_come_in_and_go_out_as_text() -> None:
    widget = edit(EVEN)
    for name, part in (("TikZ", "tikzpicture"), ("Graphviz", "digraph"), ("JFLAP", "automaton"),
                       ("automata-lib", "nfa = NFA(")):
        widget.act("format", value=name)
        assert part in widget.part_side
    other = edit()
    other.act("begin_with", value=to_jff(EVEN))
    assert equivalent(other.value, EVEN)
    other.act("begin_with", value="(a|")
    assert "gk-error" in other.part_status
    assert equivalent(other.value, EVEN)


def test_what_is_too_large_to_be_drawn_is_refused_before_it_is() -> None:
    """An expression in a link, a file: the page would stand still for minutes."""
    assert len(Draft.of("b" * 99).states) == 100
    with pytest.raises(AutomatonError, match="the automaton has 801 states and 800 arrows"):
        Draft.of("b" * 800)
    with pytest.raises(AutomatonError, match="at most 100 states and 400 arrows"):
        Draft.of(Automaton.make(range(30), 0, [1], [(p, "a", q) for p in range(30) for q in range(30)], "a"))
    with pytest.raises(AutomatonError, match="801 states"):
        AutomatonEditor("b").begin_with("b" * 800)


def test_a_word_is_read_forwards_and_backwards() -> None:
    widget = edit(EVEN)
    widget.act("word", value="ab")
    assert "ab is not accepted" in widget.part_side
    widget.act("step", by="1")
    assert "Active: {o}" in widget.part_side
    widget.act("step", by="-1")
    assert "Active: {e}" in widget.part_side
    widget.act("word", value="c")
    assert "c" in str(widget.note[1] if widget.note else "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_hint_and_every_menu_is_said_in_every_language(lang: str) -> None:
    widget = drawn("p80,80", "s0", "s0", lang=lang)
    said = set()
    for tool in ("arrow", "move", "delete"):
        widget.act("tool", tool=tool)
        said.add(widget.part_status)
        if tool != "delete":
            widget.act("hit", place="s0")
            said.add(widget.part_status)
    assert len(said) == 5
    assert "{" not in "".join(said)


def test_a_draft_without_a_start_accepts_nothing_and_says_so_by_its_value() -> None:
    draft = Draft(("a",)).added().switched("q0")
    assert draft.automaton().accepts("")
    assert not draft.without("q0").added(name="z").automaton().accepts("")
    with pytest.raises(AutomatonError, match="symbols are 0"):
        symbols_in("1", "0", epsilon=False, open=False)


def test_a_part_is_copied_with_its_arrows_and_undone_in_one_step() -> None:
    widget = drawn("p80,80", "p192,80", "s0", "s1", "s1", "s1")
    widget.act("final", value="q1")
    for do, data in (("tool", {"tool": "copy"}), ("hit", {"place": "s0"}), ("hit", {"place": "s1"}),
                     ("hit", {"place": "p80,272"})):
        widget.act(do, **data)
    assert edges(widget) == {("q0", "a", "q1"), ("q1", "a", "q1"), ("q2", "a", "q3"), ("q3", "a", "q3")}
    assert widget.value.accepting == {"q1", "q3"}
    assert widget.value.places["q3"] == (192, 272)
    widget.act("undo")
    assert widget.value.states == ("q0", "q1")


def test_notes_are_written_changed_moved_and_deleted_and_are_no_part_of_the_automaton() -> None:
    widget = drawn("p80,80")
    widget.act("tool", tool="note")
    widget.act("hit", place="p304,80")
    widget.act("note", value="even number of b")
    assert "even number of b" in widget.part_board
    assert "p304,80" not in widget.part_board.replace("np304,80", ""), "its place is taken"
    widget.act("tool", tool="move")
    widget.act("hit", place="np304,80")
    widget.act("hit", place="p80,272")
    assert widget.editor.draft.notes == {(80, 272): "even number of b"}
    widget.act("tool", tool="delete")
    widget.act("hit", place="np80,272")
    assert not widget.editor.draft.notes
    widget.act("undo")
    assert widget.editor.draft.notes
    assert widget.value.states == ("q0",)


@pytest.mark.parametrize("write", [to_jff, to_dot, to_tikz])
def test_a_file_is_read_drawn_and_can_be_undone(write) -> None:
    widget = drawn("p80,80")
    widget.act("begin_with", value=write(EVEN))
    assert equivalent(widget.value, EVEN)
    widget.act("undo")
    assert widget.value.states == ("q0",)


def test_a_drawing_is_saved_as_a_file_and_a_run_as_a_moving_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, str]] = []
    widget = edit(EVEN)
    monkeypatch.setattr(widget, "send", sent.append)
    widget.act("save", kind="JFLAP")
    widget.act("word", value="aba")
    widget.act("save", kind="run")
    assert [one["file"] for one in sent] == ["automaton.jff", "run.svg"]
    assert equivalent(from_jff(sent[0]["text"]), EVEN)
    assert sent[1]["text"].count('class="frame"') == 4
    assert "prefers-reduced-motion" in sent[1]["text"]


def test_a_cell_of_a_symbol_that_there_is_not_is_passed_over() -> None:
    """A page may still show the column of a symbol whose arrow was taken back."""
    editor = Editor(Draft(("a",)).added((80, 80)), epsilon=False)
    for symbol in ("b", ""):
        editor.cell(0, symbol, "q0")
    assert editor.draft.arrows == frozenset()
    editor.canvas()


def test_what_is_said_of_a_relabelled_or_bent_arrow_is_what_it_has_become() -> None:
    said: list[str] = []
    three = Draft(("a", "b")).added((80, 80)).added((192, 80)).added((304, 80))
    editor = Editor(three.toggled("q0", {"a"}, "q1"), say=said.append)
    editor.hit("e0-1")
    editor.relabel("a, b")
    assert said[-1] == "Arrow from q0 to q1: a, b"
    editor.drag("e0-1", "s2")
    assert said[-1] == "Arrow from q0 to q2: a, b"


def test_an_arrow_bent_onto_another_one_brings_its_letters_and_takes_none_away() -> None:
    draft = Draft.of(Automaton.of("aA>B bA>B bA>C cA>C aB>C", start="A", accepting="C"))
    bent = draft.bent("A", "B", "C")
    assert bent.symbols("A", "C") == ("a", "b", "c")
    assert bent.symbols("A", "B") == ()
    assert bent.symbols("B", "C") == ("a",)


def test_what_is_done_is_said_with_the_names_of_what_it_was_done_to() -> None:
    widget = drawn("p80,80")
    assert "q0" in widget.announcement
    widget.act("drag", source="s0", target="p304,80")
    assert "q1" in widget.announcement
    widget.act("cell", state="1", symbol="b", value="q0, q1")
    assert all(word in widget.announcement for word in ("q1", "b", "q0, q1"))
    assert {("q1", "b", "q0"), ("q1", "b", "q1")} <= edges(widget)
    widget.act("tool", tool="move")
    widget.act("drag", source="s0", target="p80,272")
    assert "q0" in widget.announcement


def test_beside_and_below_whatever_was_drawn_a_place_is_free() -> None:
    for places in ([], [(0, 0)], [(900.0, 80.0), (80.0, 80.0)], [(80.0, 80.0), (900.0, 80.0), (300.0, 700.0)]):
        draft = Draft(("a",))
        for place in places:
            draft = draft.added(place)
        columns, rows = draft.size
        right, low = (max((place[n] for place in places), default=0.0) for n in (0, 1))
        assert MARGIN + (columns - 1) * STEP[0] > right + 1 or columns == MOST
        assert MARGIN + (rows - 1) * STEP[1] > low + 1 or rows == MOST
        assert min(columns, rows) >= LEAST
        assert all(dist(free, place) >= NEAR for free in draft.free() for place in places)
