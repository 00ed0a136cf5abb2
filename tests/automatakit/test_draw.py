"""Pictures of automata and runs: everything is there, nothing overlaps, and it can be said in words."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations, product
from math import hypot

import pytest

import automatakit
from automatakit import (
    Automaton,
    difference,
    from_regex,
    intersection,
    minimise,
    subsets,
    union,
)
from automatakit.draw.automata import automaton_picture, places_for
from automatakit.draw.diagram import RADIUS, Marks, diagram
from automatakit.draw.layout import layout, node_width
from automatakit.draw.runs import (
    _tree_places,
    counterexample_picture,
    run_picture,
    tape_picture,
    tree_diagram,
    tree_picture,
    trellis_picture,
)
from automatakit.draw.tables import delta_table
from automatakit.steps import (
    EliminationSteps,
    MinimiseSteps,
    ProductSteps,
    RunSteps,
    SubsetSteps,
)
from boardkit.messages import using_language
from boardkit.svg import Element, Picture, el
from boardkit.theme import style
from finity_edu import Position
from finity_edu.automata import rings_of_seat, station_automaton
from finity_edu.examples import example
from tests.automatakit.automata import random_nfa
from tests.automatakit.gallery import gallery
from tests.automatakit.overlaps import ambiguous, crossings, drawn_by_lot, overlaps
from tests.drawn import shapes
from tests.finity_edu.boards import strewn
from tests.needs import needed


def automata():
    yield from (random_nfa(seed) for seed in range(10))
    yield from (station_automaton(strewn(seed, 2 + seed % 3), 1) for seed in range(6))
    yield from (minimise(from_regex("(b|w)*b" + "(b|w)" * n)) for n in (1, 2, 3))
    yield subsets(station_automaton(example("worked-example"), 1))
    yield rings_of_seat(example("worked-example"), 1)
    yield Automaton.of("bwbwbwbw")
    yield union(from_regex("b*"), from_regex("wb"))
    yield intersection(*[station_automaton(example("worked-example"), 1)] * 2)


def found(picture: Picture, **wanted: str) -> list[Element]:
    """All elements of a picture with some attributes."""
    result = []
    stack = list(picture.children)
    while stack:
        element = stack.pop()
        if all(element.get(key.rstrip("_").replace("_", "-")) == value for key, value in wanted.items()):
            result.append(element)
        stack += [child for child in element.children if isinstance(child, Element)]
    return result


def texts(picture: Picture) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", str(picture))


def test_every_state_and_every_arrow_is_drawn():
    for automaton in automata():
        picture = automaton_picture(automaton)
        states = found(picture, class_="state")
        assert len(states) == len(automaton.states)
        arrows = {(a.get("data-from"), a.get("data-to")) for a in found(picture, class_="arrow")}
        assert arrows == {(str_of(p), str_of(q)) for p, _, q in automaton.edges}
        assert len(found(picture, class_="initial")) == 1
        double = [s for s in states if len([c for c in s.children if c.tag in ("circle", "rect")]) > 1]
        assert len(double) == len(automaton.accepting)


def str_of(state):
    from automatakit import label

    return label(state)


def test_states_do_not_overlap_and_lie_inside_the_picture():
    for automaton in automata():
        places = places_for(automaton.drawn)
        widths = {s: node_width(str_of(s)) for s in automaton.states}
        for p, q in combinations(automaton.states, 2):
            (x1, y1), (x2, y2) = places[p], places[q]
            apart = abs(y1 - y2) >= 2 * RADIUS or abs(x1 - x2) >= (widths[p] + widths[q]) / 2
            assert apart, (p, q)
        picture = automaton_picture(automaton)
        assert picture.width < 2600
        assert picture.height < 1300


def test_arrows_do_not_run_through_states_of_planar_boards():
    from automatakit.draw.arrows import Shape, route

    for seed in range(8):
        automaton = station_automaton(strewn(seed, 2), 1)
        places = places_for(automaton)
        shapes = {s: Shape(*places[s], node_width(s), RADIUS) for s in automaton.states}
        for p, _, q in automaton.edges:
            others = [shape for s, shape in shapes.items() if s not in (p, q)]
            curve = route(shapes[p], shapes[q], tuple(others), 15.0)
            assert all(shape.distance(curve.at(t / 20)) > 4 for shape in others for t in range(21))


@pytest.mark.parametrize("seed", range(25))
def test_no_label_lies_on_another_one_on_a_state_or_on_an_arrow_that_is_not_its_own(seed):
    assert overlaps(automaton_picture(drawn_by_lot(seed))) == []


@pytest.mark.slow
def test_in_thirty_six_pictures_labels_are_nearest_to_their_own_arrows_and_few_arrows_cross():
    pictures = [automaton_picture(automaton) for automaton in gallery().values()]
    assert len(pictures) == 36
    assert [what for picture in pictures for what in overlaps(picture)] == []
    assert sum(len(ambiguous(picture)) for picture in pictures) <= 8
    assert sum(len(crossings(picture)) for picture in pictures) <= 10


def test_the_search_for_what_is_ambiguous_finds_a_label_that_stands_nearer_to_another_arrow():
    picture = automaton_picture(Automaton.of("aA>B bA>C", start="A", accepting="C"))
    assert ambiguous(picture) == []
    line = found(picture, class_="arrow", data_to="B")[0].children[0].get("d").split()
    on_arrow = Picture(9, 9, *(moved(e, float(line[-2]), float(line[-1])) for e in picture.children))
    assert ambiguous(on_arrow) == ["b of ('A', 'C') near ('A', 'B')"]
    lines = "M 0 0 C 9 9 9 9 30 30", "M 0 30 C 9 21 9 21 30 0", "M 0 40 C 9 40 9 40 30 40"
    arrows = [el("g", el("path", d=d), class_="arrow", data_from=str(n), data_to="x") for n, d in enumerate(lines)]
    assert crossings(Picture(9, 9, *arrows)) == ["('0', 'x') crosses ('1', 'x')"]


def test_the_longest_way_from_the_start_is_straight_and_equally_long_ways_bend_alike():
    drawn = gallery()
    for name, way in {
        "a search for abaab": "q0 q1 q2 q3 q4 q5", "contains aba, complete": "q0 q1 q2 q3",
        "a chain with jumps ahead": "0 1 2 3 4 5 6 7", "a chain with jumps back": "0 1 2 3 4 5 6 7",
        "numbers with a decimal point": "0 1 2 3 4", "a trap below": "A B C D T",
    }.items():
        places = layout(drawn[name].drawn)
        across, down = zip(*[places[state] for state in way.split()], strict=True)
        assert list(across) == sorted(across), name
        assert len(set(down)) == 1, name
    two = layout(drawn["two loops by ε"].drawn)
    assert two["S"][1] == two["R"][1]
    assert two["P"][1] - two["S"][1] == two["S"][1] - two["Q"][1]


def moved(element: Element, x: float, y: float) -> Element:
    """The same with all labels of arrows at one place."""
    if element.get("class") == "symbols":
        return replace(element, attributes=tuple({**dict(element.attributes), "x": str(x), "y": str(y)}.items()))
    children = [moved(child, x, y) if isinstance(child, Element) else child for child in element.children]
    return replace(element, children=tuple(children))


def test_the_search_for_overlaps_finds_labels_on_each_other_on_states_and_on_arrows():
    picture = automaton_picture(Automaton.of("aA>B bA>C", start="A", accepting="C"))
    state = found(picture, class_="state", data_state="B")[0].children[0]
    on_state = Picture(9, 9, *(moved(e, float(state.get("cx")), float(state.get("cy"))) for e in picture.children))
    assert {what.split(" ", 1)[1] for what in overlaps(on_state)} == {"on b", "on state B"}
    line = found(picture, class_="arrow", data_to="B")[0].children[0].get("d").split()
    on_arrow = Picture(9, 9, *(moved(e, float(line[1]), float(line[2])) for e in picture.children))
    assert "b on arrow ('A', 'B')" in overlaps(on_arrow)
    assert overlaps(picture) == []


def test_layers_lead_from_left_to_right_and_a_chain_is_a_row():
    chain = Automaton.of("aA>B aB>C aC>D aD>A aA>A", start="A", accepting="D")
    places = layout(chain)
    assert [places[s][0] for s in "ABCD"] == sorted({places[s][0] for s in "ABCD"})
    assert len({places[s][1] for s in "ABCD"}) == 1
    assert list(places.ways) == [("D", "A")]
    assert all(abs(y - places["A"][1]) > RADIUS for _, y in places.ways["D", "A"]), "the long arrow passes the others"


def test_arrows_there_and_back_keep_apart():
    table = Automaton.of({"A": {"b": {"B"}}, "B": {"w": {"A"}}}, start="A", accepting={"B"})
    picture = automaton_picture(table)
    paths = [str(a.children[0].get("d")) for a in found(picture, class_="arrow")]
    middles = [tuple(map(float, re.findall(r"C (\S+) (\S+)", path)[0])) for path in paths]
    assert hypot(middles[0][0] - middles[1][0], middles[0][1] - middles[1][1]) > 40


def test_the_layout_is_the_same_every_time_and_starts_at_the_left():
    for seed in range(6):
        table = random_nfa(seed, states=7)
        first = layout(table)
        assert first == layout(random_nfa(seed, states=7))
        assert min(x for x, _ in first.values()) == 0
    assert str(automaton_picture(random_nfa(3))) == str(automaton_picture(random_nfa(3)))


def test_a_large_automaton_is_drawn_in_reasonable_time_and_size():
    dfa = minimise(from_regex("(b|w)*b(b|w)(b|w)(b|w)(b|w)"))
    picture = automaton_picture(dfa)
    assert len(found(picture, class_="state")) == 32
    assert "and 4 more" in picture.desc


def test_pictures_of_the_course_are_small():
    assert len(str(automaton_picture(station_automaton(strewn(2, 2), 1)))) < 15_000
    assert len(str(run_picture(RunSteps(from_regex("(b|w)*bw"), "bbw").last()))) < 15_000


def test_text_is_at_least_fourteen_pixels():
    for picture in (automaton_picture(random_nfa(1)), SubsetSteps(random_nfa(1)).last().picture(),
                    tree_picture(RunSteps(random_nfa(1), "bwb").last()), MinimiseSteps(random_nfa(1)).last().picture()):
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', str(picture))]
        assert min(sizes) >= 14


def test_the_picture_says_in_words_what_it_shows():
    nfa = Automaton.of("bA>A bA>B", start="A", accepting="B", symbols="bw")
    desc = automaton_picture(nfa, active=["A"]).desc
    assert desc == (
        "Automaton with the states A, B; start A; accepting B. Arrows: A on b to A, B. Active: A."
    )
    with using_language("de"):
        assert automaton_picture(nfa).desc.startswith("Automat mit den Zuständen A, B")
    with using_language("es"):
        assert automaton_picture(nfa).desc.startswith("Autómata con los estados A, B")


def test_marks_have_a_shape_besides_their_colour():
    table = random_nfa(1)

    def tags(marks):
        drawn = diagram(table, layout(table), Marks(marks))
        return next(tuple(c.tag for c in e.children) for e in drawn.elements if e.get("data-state") == "1")

    outlines = {tags({1: mark}) for mark in ("active", "dead", "early", "new")}
    assert len(outlines) == 4
    assert min(map(len, outlines)) > len(tags({}))


def test_epsilon_is_drawn_as_an_arrow():
    picture = automaton_picture(union(from_regex("b"), from_regex("w")))
    assert texts(picture).count("ε") == 2
    assert len(found(picture, class_="initial")) == 1


def test_automata_show_their_picture_in_a_notebook_those_of_automata_lib_too():
    InteractiveShell = needed("IPython.core.interactiveshell").InteractiveShell

    small, board = from_regex("b*w"), station_automaton(Position.start(word="bbwwbwbw"), 1)
    shell = InteractiveShell.instance()
    try:
        importlib.reload(automatakit)  # as the first import in a running notebook
        for automaton in (small, small.nfa(), minimise(small).dfa(), board, board.nfa()):
            data, _ = shell.display_formatter.format(automaton)
            assert data["image/svg+xml"].startswith("<svg")
            assert "<img alt=" in data["text/html"]
            assert data["text/plain"].startswith("Automaton with the states")
    finally:
        InteractiveShell.clear_instance()


# --- runs ------------------------------------------------------------------------------------------------------


def test_the_tape_marks_what_is_read_and_points_at_the_next_symbol():
    read = [len([r for r in found(tape_picture("bwb", n), fill=style.blue) if r.tag == "rect"]) for n in range(4)]
    assert read == [0, 1, 2, 3]
    assert len([p for p in found(tape_picture("bwb", 1)) if p.tag == "polygon"]) == 1
    assert [p for p in found(tape_picture("bwb", 3)) if p.tag == "polygon"] == []
    assert tape_picture("bwb", 3, True) != tape_picture("bwb", 3, False)


def test_in_a_tree_of_runs_arrows_end_at_states_and_signs_leave_the_names_free():
    run = RunSteps(Automaton.of("bA>B bA>C bB>C bC>B bB>D bC>D wB>A", start="A", accepting="D"), "bbwbb").goto(4)
    drawn = shapes(tree_picture(run))[1:]
    names = [shape for shape in drawn if shape.text in ("A", "B", "C", "D")]
    polygons = [shape for shape in drawn if shape.tag == "polygon"]
    signs = [shape for shape in polygons if shape.right - shape.left > 20]
    heads = [shape for shape in polygons if shape not in signs]
    assert (len(names), len(signs), len(heads)) == (10, 2, 9)
    outlines = [shape.left for shape in drawn if shape.tag in ("circle", "rect") and shape.right - shape.left > 34]
    for head in heads:
        assert min(abs(head.right - left) for left in outlines) < 4
    for sign, name in product(signs, names):
        x, y = name.middle
        assert not (sign.left < x + 6 and x - 6 < sign.right and sign.top < y + 6 and y - 6 < sign.bottom)


def test_a_state_in_a_tree_of_runs_has_room_beside_its_name():
    run = RunSteps(Automaton.of("bfirst_of_all>second_of_all", start="first_of_all", accepting="second_of_all"), "b")
    drawn = shapes(tree_picture(run.last()))[1:]
    for name in ("first_of_all", "second_of_all"):
        text = next(shape for shape in drawn if shape.text == name)
        assert any(shape.left + 12 < text.left and text.right < shape.right - 12 for shape in drawn
                   if shape.tag in ("circle", "rect") and shape.top < text.middle[1] < shape.bottom)


def test_the_tree_of_runs_shows_every_node_with_its_fate():
    run = RunSteps(Automaton.of("bA>A bA>C wA>B bB>C", start="A", accepting="C"), "bbwb")
    for moment in run.moments():
        tree = moment.tree()
        picture = tree_picture(moment)
        assert len(found(picture, class_="state")) == len(tree.nodes)
    end = tree_picture(run.last())
    assert "1 accepting" in end.desc
    assert "2 dead in an accepting state before the end" in end.desc
    many = RunSteps(Automaton.of("bA>A bA>B bB>A bB>B", start="A", accepting="B"), "b" * 7).last()
    assert "only the first 120 nodes" in tree_picture(many).desc


def test_in_a_tree_of_runs_a_state_stands_in_the_middle_of_those_that_it_leads_to():
    tree = RunSteps(Automaton.of("bA>A bA>B bB>B bB>C", start="A", accepting="C"), "bbb").last().tree()
    places = _tree_places(tree)
    for node in tree.nodes:
        below = [places[other.number][1] for other in tree.nodes if other.parent == node.number]
        if below:
            assert places[node.number] == (node.depth, (min(below) + max(below)) / 2)


def test_the_path_is_emphasised_in_tree_and_trellis():
    run = RunSteps(from_regex("(b|w)*bw"), "bbw").last()
    tree = Picture(1, 1, *tree_diagram(run, run.tree(), run.witness).elements)
    for picture in (tree, trellis_picture(run)):
        strong = [e for e in found(picture, stroke=style.blue) if e.tag == "path"]
        assert len(strong) == 3
    assert found(tree_picture(run), stroke=style.blue) == []


def test_both_runs_on_a_counterexample_are_shown():
    case = difference(from_regex("bw*"), from_regex("bw"))
    picture = counterexample_picture(case, names=("yours", "mine"))
    assert "yours accepts b" in texts(picture)
    assert "mine rejects b" in texts(picture)
    assert picture.title == "Shortest word on which the two differ: b"


def test_a_run_that_died_out_shows_the_empty_set():
    run = RunSteps(from_regex("bw"), "wb").last()
    assert "∅" in texts(trellis_picture(run))
    assert run_picture(run).desc


# --- algorithms ------------------------------------------------------------------------------------------------


def test_the_subset_picture_shows_table_worklist_and_automaton():
    steps = SubsetSteps(from_regex("(b|w)*bw"))
    for moment in steps.moments():
        picture = moment.picture()
        assert len(found(picture, class_="state")) == len(moment.known)
        dots = [e for e in found(picture, fill=style.vermillion) if e.tag == "circle"]
        assert len(dots) == len(moment.worklist)
        for mask in moment.known:
            assert moment.table.set_label(mask) in texts(picture)


def test_states_do_not_jump_from_one_moment_to_the_next():
    steps = SubsetSteps(random_nfa(4))
    end = layout(steps.last().partial)
    middle = steps.goto(steps.total // 2)
    drawn = diagram(middle.partial, {s: end[s] for s in middle.partial.states}, Marks())
    assert len([e for e in drawn.elements if e.get("class") == "state"]) == len(middle.known)


def test_blocks_of_a_partition_have_numbers_as_well_as_colours():
    steps = MinimiseSteps(from_regex("(b|w)*b(b|w)"))
    for moment in steps.moments():
        numbers = [t for t in texts(moment.picture()) if t.isdigit()]
        assert {int(n) for n in numbers} >= set(range(1, len(moment.blocks) + 1))


def test_eliminated_states_vanish_and_labels_grow():
    steps = EliminationSteps(from_regex("(b|w)*bw"))
    sizes = [len(found(moment.picture(), class_="state")) for moment in steps.moments()]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 2
    assert steps.last().regex in texts(steps.last().picture())


def test_the_product_picture_shows_pairs():
    steps = ProductSteps(from_regex("b*"), from_regex("bb"))
    picture = steps.last().picture()
    assert all(steps.show(pair) in texts(picture) for pair in steps.last().known)


# --- δ as a table ----------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects what a screen reader would announce."""

    def __init__(self):
        super().__init__()
        self.tags, self.scopes, self.words = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.scopes += [dict(attrs)["scope"]] if "scope" in dict(attrs) else []

    def handle_data(self, data):
        self.words.append(data)


def test_delta_is_a_table_with_caption_and_headers():
    reader = Reader()
    reader.feed(delta_table(random_nfa(1)).html)
    assert reader.tags.count("caption") == 1
    assert reader.scopes.count("col") == 3
    assert reader.scopes.count("row") == 5
    assert "Transition function δ" in reader.words


def test_delta_holds_every_transition():
    for seed in range(8):
        nfa = random_nfa(seed)
        table = delta_table(nfa)
        for row, state in zip(table.rows, nfa.states, strict=True):
            assert row[0].lstrip("→* ") == str(state)
            for cell, symbol in zip(row[1:], "bw", strict=True):
                targets = nfa.successors(state, symbol)
                assert cell == ("{" + ", ".join(map(str, sorted(targets))) + "}" if targets else "∅")


def test_what_a_state_is_called_is_escaped():
    odd = Automaton.of({"<b>": {"b": {"x"}}}, start="<b>", accepting={"x"})
    assert "<b>" not in delta_table(odd).html
    assert "&lt;b&gt;" in str(automaton_picture(odd))
