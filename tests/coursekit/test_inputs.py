"""Answers that are clicked together: every kind has an input, and what it builds is what one might have typed."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from html import unescape
from typing import Any

import pytest

from boardkit import svg
from coursekit.answers import KINDS, validate
from coursekit.inputs.kinds import Blocks, Drawn, Table
from coursekit.inputs.pictured import Pictured
from coursekit.inputs.played import Played
from coursekit.inputs.widget import AnswerWidget, answer_widget, written
from coursekit.questions import all_types, question
from finity_edu.widget.texts import parse_slot
from tests.cases import every

PLACED = ("key", "hit", "x", "y", "drag", "to", "line", "drop")
CLICKED = [t.id for t in all_types() if t.kind != "function"]


@pytest.mark.slow
@pytest.mark.parametrize("form", [{"moves": "track", "empty": True}, {"moves": "finity", "board": "bga/abcd b c"}])
def test_moves_of_a_game_have_an_input_before_anything_else_of_the_game_was_asked_for(form: dict[str, Any]) -> None:
    """A student may begin with such a question; in this process everything is loaded long since."""
    code = f"from coursekit.inputs.base import input_of; input_of('list of moves', {form!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def asked(id: str, seed: int = 5, **options: Any) -> tuple[Any, AnswerWidget]:
    """An instance of a type, and the widget for its answer."""
    made = question(id).instance(seed, 2)
    picture = None if made.picture is None else made.picture.markup
    widget = answer_widget(made.kind, made.asked_by.full_form(made.data), picture=picture, **options)
    assert widget is not None
    return made, widget


def press(widget: AnswerWidget, said: str, do: str) -> None:
    """Click the button on which something stands."""
    found = [tag for tag, inside in re.findall(r"<button([^>]*)>([^<]*)</button>", widget.part_board)
             if unescape(inside) == said and f'data-do="{do}"' in tag]
    assert found, (said, do, widget.part_board)
    data = {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', found[0])}
    widget.act(do, **{name: value for name, value in data.items() if name not in ("do", "key", "drag", "to", "drop")})


@pytest.mark.parametrize("id", CLICKED)
def test_every_key_is_shown_and_said_again(id: str) -> None:
    made, widget = asked(id)
    widget.act("typed", value=written(made.key))
    assert made.judge(widget.value).right
    form = made.asked_by.full_form(made.data)
    again = validate(made.kind, widget.input.value, **form)
    assert again == validate(made.kind, made.key, **form), "what the input shows is what was typed"
    widget.act("clear")
    assert widget.value is ...


def click(widget: AnswerWidget, made: Any) -> None:
    """Click the key of a question together, as a person would."""
    key, kind, given = made.key, made.kind, widget.input
    if kind in ("word", "number", "fraction", "regex"):
        if key is None or key == "":
            press(widget, "there is none" if key is None else "ε", "missing" if key is None else "nothing")
        for sign in str(key or ""):
            press(widget, sign, "key")
    elif kind in ("path", "set of words", "list of moves") and hasattr(given, "items"):
        if not key:
            press(widget, "∅", "nothing")
        for item in key:
            if widget.pictured:
                widget.act("hit", place=item)
            else:
                press(widget, item, "pick")
    elif kind == "set of words":
        for item in key:
            for sign in item:
                press(widget, sign, "key")
            press(widget, "Add", "add")
    elif kind == "board":
        for move in key:
            colour, tail, head = re.match(r"(\w)(\w+)>(\w+)", move).groups()  # type: ignore[union-attr]
            widget.act("tool", tool=colour)
            widget.act("drag", source=tail, target=head)
    elif kind == "list of moves" and isinstance(given, Played):
        for move in key:
            on_board(widget, move)
    elif kind == "list of moves" and hasattr(given.piece, "keys"):
        if not key:
            press(widget, "∅", "no_items")
        for game in key:
            for move in game.split():
                press(widget, move, "key")
            press(widget, "Add", "add")
    elif kind == "list of moves":
        for move in key:
            symbol, tail, head = re.match(r"(\w)(\w+)>(\w+)", move).groups()  # type: ignore[union-attr]
            for n, value in enumerate((symbol, tail, head)):
                widget.act("list", n=str(n), value=value)
            press(widget, "Add", "add")
    elif kind == "partition":
        for n, block in enumerate(key):
            for at, item in enumerate(block):
                if at:
                    widget.act("drag", source=str(given.elements.index(item)), target=str(n))
                else:
                    press(widget, item, "take")
                    widget.act("put", n=str(len(given.blocks)))
    elif isinstance(given, Table):
        fill(widget, key)
    elif isinstance(given, Drawn):
        draw(widget, key)


def fill(widget: AnswerWidget, key: Any) -> None:
    rows = [[d, " ".join(map(str, box))] for d, box in key.items()] if isinstance(key, dict) else key
    table = widget.input
    assert isinstance(table, Table)
    for n, (label, *cells) in enumerate(rows):
        if table.form.get("columns") is None and not isinstance(key, dict):
            cells = [" ".join(cells)]
        at = [row[0] for row in table.rows].index(label) if table.fixed else n
        for column, cell in enumerate([None, *cells] if table.fixed else [label, *cells]):
            if cell is None:
                continue
            widget.act("open", row=str(at), column=str(column))
            if hasattr(table.cell, "items"):
                if cell == "" or not table.cell.one:
                    press(widget, "∅", "nothing")
                for item in [cell] if table.cell.one else cell.split():
                    if widget.pictured and item in table.offered():
                        widget.act("hit", place=item)
                    else:
                        press(widget, item, "pick")
            elif cell == "":
                press(widget, "ε", "nothing")
            else:
                for sign in [cell] if cell in table.cell.keys else cell:
                    press(widget, "␣" if sign == " " else sign, "key")
        press(widget, "Next cell", "next") if not table.fixed and n + 1 < len(rows) else None


def draw(widget: AnswerWidget, key: dict[str, Any]) -> None:
    number = {}
    for n, state in enumerate(key["states"]):
        widget.act("state")
        widget.act("rename", state=str(n), value=state)
        number[state] = n
    for tail, symbol, head in key["transitions"]:
        if widget.input.editor.pen != {symbol}:  # type: ignore[attr-defined]
            for other in widget.input.editor.pen ^ {symbol}:  # type: ignore[attr-defined]
                widget.act("pen", symbol=other)
        widget.act("hit", place=f"s{number[tail]}")
        widget.act("hit", place=f"s{number[head]}")
    widget.act("start_named", value=key["start"])
    widget.act("final", value=" ".join(key["accepting"]))


@every("skin", ["board", "textbook"])
@every("id", ["delta_hat", "token_sets", "determinise", "accepting_path", "infinite_cycle",
                                "bisimilar"])
def test_states_and_stations_are_clicked_in_the_picture(id: str, skin: str) -> None:
    made = question(id).instance(5, 2, skin=skin)
    widget = answer_widget(made.kind, made.asked_by.full_form(made.data), picture=made.picture.markup)
    assert widget is not None
    assert widget.pictured is not None
    names = set(widget.input.names())
    assert set(re.findall(r'data-hit="([^"]*)"', widget.part_board)) in (names, set())
    place = dict(re.findall(r'data-state="(q\d)"><circle cx="([^"]*)"', made.picture.markup))
    assert skin == "board" or set(place) == names, "every state that is drawn, and no other"
    click(widget, made)
    assert made.judge(widget.value).right


def test_what_is_chosen_in_a_picture_is_marked_whole_and_its_sign_stands_last_inside() -> None:
    for skin in ("board", "textbook"):
        made = question("delta_hat").instance(1, 2, skin=skin)
        widget = answer_widget(made.kind, made.asked_by.full_form(made.data), picture=made.picture.markup)
        assert widget is not None
        for name in widget.input.names():
            widget.act("hit", place=name)
        drawn = widget.part_board
        x, y, width, height = map(float, re.search(r'viewBox="([^"]*)"', drawn)[1].split())
        marks, signs = drawn.split('data-key="signs"')
        corners = re.findall(r'gk-selected[^>]*><polygon points="([^"]*)"', marks)
        marked = [(float(a), float(b), 0.0) for points in corners
                  for a, b in (pair.split(",") for pair in points.split())]
        marked += [tuple(map(float, found)) for found in
                   re.findall(r'gk-selected[^>]*><circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"', marks)]
        marked += [(float(left) + 10, float(top) + 10, 10.0) for left, top in
                   re.findall(r'<rect x="([^"]*)" y="([^"]*)"', signs)]
        assert (len(marked) > 6 * len(widget.input.names())) is (skin == "board"), "hexagons"
        for a, b, reach in marked:
            assert x + reach <= a <= x + width - reach, (skin, a, b)
            assert y + reach <= b <= y + height - reach, (skin, a, b)
        assert signs.count("✓") == len(widget.input.names())


def test_a_picture_shrinks_as_far_as_its_letters_and_on_a_phone_short_names_grow() -> None:
    lesson = svg.Picture(600, 200, svg.label(300, 100, "q0", 16), svg.label(500, 100, "a", 20))
    widths = re.compile(r"--gk-growing:([\d.]+);--gk-narrowest:([\d.]+)")
    for name, growing, narrowest in (("q0", 1.55, 512), ("{q0, q1}", 1, 512)):
        drawn = str(Pictured(lesson.markup.replace("q0", name), (name,)).stage({name: "✓"}))
        found = widths.search(drawn)
        assert found is not None
        assert float(found[1]) == pytest.approx(growing, abs=0.01)
        assert float(found[2]) == pytest.approx(narrowest, abs=1), "letters of 16 pixels become 13"
        assert drawn.count('font-size="16"') == 2, "the sign is as legible as the name"


def test_a_sign_stands_beside_the_name_towards_the_middle_of_what_is_marked() -> None:
    corners = "100,100 200,100 200,220 100,220"
    field = svg.Picture(300, 300, svg.el("polygon", points=corners), svg.label(120, 120, "2,3", 12))
    drawn = str(Pictured(field.markup, ("2,3",)).stage({"2,3": "✓"}))
    (sign,) = re.findall(r"<text[^>]*>✓<", drawn)
    places = dict(re.findall(r' (x|y)="([\d.]+)"', sign))
    # The middle is at 150,160: 30 to the right and 40 down, of which 26 are gone in a straight line
    assert (float(places["x"]), float(places["y"])) == pytest.approx((120 + 15.6, 120 + 20.8), abs=1)


@pytest.mark.parametrize("id", ["moves_to_win", "winning_move", "orphaning_moves", "shortest_cycle"])
def test_moves_are_made_on_the_board_of_the_game(id: str) -> None:
    # In the cycle of seed 6 stones are placed and taken only
    made, widget = asked(id, 6 if id == "shortest_cycle" else 5)
    for n, move in enumerate(made.key):
        on_board(widget, move)
        assert widget.value == made.key[:n + 1]
    assert made.judge(widget.value).right
    widget.act("remove", n="0")
    assert widget.value is ... or widget.value == made.key[1:]


def on_board(widget: AnswerWidget, move: str) -> None:
    """Make a move of Finity or of Amakta by a piece that is taken and dropped."""
    kind, place, lane, code = re.fullmatch(r"([+~-]?\w+?|\^)[ ]?([A-Z]>[A-Z]|[A-Z]|-?\d+,-?\d+)(\.\w)?(?: (\d+))?",
                                           move).groups()  # type: ignore[union-attr]
    if kind in ("place", "take"):
        if kind == "take":
            widget.act("hit", place=place)
            widget.act("move", move=move)
            return
        hand = re.findall(r'data-do="hand" data-code="(\d+)"', widget.part_side)
        widget.act("hand", code=next(h for h in hand if sorted(h) == sorted(code)))
        for _ in range(12):
            if widget.input.widget.mode_now.code != code:  # type: ignore[attr-defined]
                widget.act("turn", by="1")
        widget.act("hit", place=place)
        return
    if kind == "+o":
        widget.act("drag", source=f"tool:{lane[1:]}", target=place)
    elif ">" in place:
        if kind[0] == "+":
            widget.act("tool", tool=kind[1])
            widget.act("drag", source=place[0], target=f"{place[0]}-{place[2]}{lane}")  # into the lane that is meant
        else:
            board = widget.input.widget.shown.board  # type: ignore[attr-defined]
            slot = board.slots[board.slot_index[parse_slot(f"{place[0]}-{place[2]}{lane}")]]
            widget.act("hit", place=str(slot))
    if "gk-menu" in widget.part_board:
        widget.act("choose", move=move)


def test_of_a_picture_only_shapes_are_taken_over() -> None:
    evil = ('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="a()"><script>b()</script><g '
            'data-do="clear" onclick="c()"><text x="1" y="2" style="d" class="gk-hit">A</text><a href="x">B</a>'
            '<rect fill="url(http://e)" width="3"/><image href="y"/></g></svg>')
    widget = answer_widget("path", {"stations": ["A"]}, picture=evil)
    assert widget is not None
    layer = re.search(r'<g data-key="layer-0".*?</g></g>', widget.part_board)
    assert layer is not None
    assert layer[0].endswith('<g><text x="1" y="2">A</text><rect width="3"/></g></g>')


def test_a_picture_without_the_names_leaves_the_list_and_stands_above_it() -> None:
    drawn = str(question("accepting_path").instance(1).picture)
    assert answer_widget("path", {"stations": ["A", "B"]}, picture=drawn).pictured is not None
    widget = answer_widget("path", {"stations": ["A", "B"]}, picture=drawn.replace(">B<", ">Z<"))
    assert widget is not None
    assert widget.pictured is None


KIND_BY_CLICK = ("count_arrows", "chance", "shortest_word", "ambiguity", "winning_towers", "accepted", "delta_hat",
                 "token_sets", "determinise", "words_in_out", "favoured", "where_nondeterministic", "count_recurrence",
                 "fastest_teacher", "accepting_path", "five_tuple", "minimise", "board_for_tower", "regex_of_board",
                 "stop_tower", "nerode_classes", "machine_update")


@pytest.mark.slow
@every("id", KIND_BY_CLICK)
def test_a_key_is_clicked_together_and_judged_right(id: str) -> None:
    made, widget = asked(id)
    click(widget, made)
    assert made.judge(widget.value).right, widget.value


def test_clicks_cover_every_kind() -> None:
    assert {question(id).kind for id in KIND_BY_CLICK} == {*KINDS} - {"function"}


@pytest.mark.parametrize(("lang", "ids"), [
    ("en", ("count_arrows", "determinise", "five_tuple")),
    ("de", ("nerode_classes", "board_for_tower", "machine_update")),
    ("es", ("accepting_path", "winning_towers", "stop_tower"))])
def test_any_clicks_leave_a_widget_that_says_whether_something_is_recorded(lang: str, ids: tuple[str, ...]) -> None:
    for id in ids:
        kept: list[object] = []

        def keep(answer: object, kept: list[object] = kept) -> str:
            kept.append(answer)
            return "kept"

        _, widget = asked(id, keep=keep, lang=lang)
        dice = random.Random(id)
        for _ in range(40):
            offers = re.findall(r'<(?:button|g)([^>]* data-do="[^>]*)>', widget.part_board)
            data = {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', dice.choice(offers))}
            data |= {"place": data["hit"]} if "hit" in data else {}
            do = data.pop("do")
            widget.act(do, **{k: v for k, v in data.items() if k not in PLACED})
            assert widget.value is ... or widget.value == kept[-1]
        assert kept or id in ("nerode_classes", "machine_update"), id  # every element, every box: too much for chance


def test_blocks_are_what_putting_elements_into_sets_one_after_the_other_gives() -> None:
    """Whatever is clicked, an element lies in one block at most, and in the one into which it was put last."""
    elements, dice = ["p", "q", "r", "s", "t"], random.Random(4)
    for _ in range(40):
        piece, model, hand = Blocks(elements), list[set[str]](), None
        for _ in range(12):
            if dice.random() < 0.5:
                n = dice.randrange(len(elements))
                piece.answer("take", {"n": str(n)})
                hand = None if hand == elements[n] else elements[n]
            else:
                n = dice.randrange(len(model) + 1)
                piece.answer("put", {"n": str(n)})
                model.append(set())
                moved = set(model[n]) if hand is None else {hand}
                model = [block - moved for block in model]
                model[n] |= set() if hand is None else {hand}
                model, hand = [block for block in model if block], None
            assert (piece.hand, piece.value is ...) == (hand, not model)
            assert [sorted(block) for block in piece.blocks] == [sorted(block) for block in model]
