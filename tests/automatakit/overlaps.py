"""A second opinion on pictures: which labels lie on something, read from the SVG and nothing else."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot

from automatakit import Automaton
from boardkit.svg import Element, Picture

Point = tuple[float, float]
Box = tuple[float, float, float, float]

NARROW = {",": 0.32, " ": 0.32, ".": 0.32, "-": 0.36, "ε": 0.54, "(": 0.39, ")": 0.39, "|": 0.34, "*": 0.5}
"""Advance widths of DejaVu Sans in units of the size; letters and digits need at most 0.64, w and m more."""
WIDE = {"w": 0.82, "m": 0.98}


def label_box(text: Element) -> Box:
    """The ink of a label: its letters' widths, and the height of a small letter with ascender and descender."""
    content, size = str(text.children[0]), float(text.get("font-size"))
    half = sum(NARROW.get(c, WIDE.get(c, 0.64)) for c in content) * size / 2
    x, y = float(text.get("x")), float(text.get("y"))
    return x - half, y - 0.45 * size, x + half, y + 0.45 * size


def elements(root: Element) -> Iterator[Element]:
    yield root
    for child in root.children:
        if isinstance(child, Element):
            yield from elements(child)


def curve_points(path: str) -> list[Point]:
    """Points of a path of cubic curves, half a pixel apart or so."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    result = []
    for n in range(0, len(points) - 1, 3):
        a, b, c, d = points[n : n + 4]
        steps = 4 * int(sum(abs(complex(*q) - complex(*p)) for p, q in pairwise((a, b, c, d)))) // 2 + 1
        for k in range(steps + 1):
            t = k / steps
            u = 1 - t
            result.append(tuple(u**3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t**3 * s
                                for p, q, r, s in zip(a, b, c, d, strict=True)))
    return result


def polygon(points: str) -> list[Point]:
    return [tuple(map(float, pair.split(","))) for pair in points.split()]


def meet(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def in_state(box: Box, outline: Element) -> bool:
    """Whether a label lies on a state: a circle, or a capsule as high as its ends are round."""
    if outline.tag == "circle":
        x = half = 0.0
        x, y, r = (float(outline.get(name)) for name in ("cx", "cy", "r"))
    else:
        w, h = float(outline.get("width")), float(outline.get("height"))
        x, y, r, half = float(outline.get("x")) + w / 2, float(outline.get("y")) + h / 2, h / 2, w / 2 - h / 2
    across = max(box[0] - x - half, x - half - box[2], 0.0)
    down = max(box[1] - y, y - box[3], 0.0)
    return across**2 + down**2 < r**2


def overlaps(picture: Picture) -> list[str]:
    """What is wrong with a diagram: labels on labels, on states, on arrows that are not theirs."""
    everything = [e for child in picture.children for e in elements(child)]
    labels = [(e, label_box(e)) for e in everything if e.get("class") == "symbols"]
    found = [f"{one.children[0]} on {two.children[0]}" for (one, a), (two, b) in combinations(labels, 2) if meet(a, b)]
    for element in everything:
        kind = element.get("class")
        if kind == "state":
            found += [f"{text.children[0]} on state {element.get('data-state')}" for text, box in labels
                      if in_state(box, element.children[0])]
        elif kind in ("arrow", "initial"):
            ends = element.get("data-from"), element.get("data-to")
            line = curve_points(element.children[0].get("d")) + polygon(element.children[1].get("points"))
            found += [f"{text.children[0]} on arrow {ends}" for text, box in labels
                      if (text.get("data-from"), text.get("data-to")) != ends
                      and any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in line)]
    return found


def drawn_by_lot(seed: int) -> Automaton:
    """An automaton with 2 to 12 states, deterministic or not, with ε or not, with long names or short ones."""
    rng = random.Random(seed)
    states = [rng.choice(("q{}", "{}", "{{{}, 7}}"))] * rng.randint(2, 12)
    names = [pattern.format(n) for n, pattern in enumerate(states)]
    alphabet = rng.choice(("ab", "01", "bw", "abc", "0123456789"[: rng.randint(2, 5)]))
    if rng.random() < 0.4:  # a complete deterministic one, as minimisation and products give
        edges = {(p, a, rng.choice(names)) for p in names for a in alphabet[:3]}
    else:
        signs = [*alphabet, *[""] * rng.randint(0, 1)]
        edges = {(rng.choice(names), rng.choice(signs), rng.choice(names))
                 for _ in range(rng.randint(len(names), 2 * len(names) + 2))}
    accepting = rng.sample(names, rng.randint(1, min(3, len(names))))
    return Automaton.make(names, names[0], accepting, {e for e in edges if e[1] or e[0] != e[2]}, alphabet)


def near(point: Point, box: Box) -> float:
    """How far a point is from a box."""
    across = max(box[0] - point[0], point[0] - box[2], 0.0)
    down = max(box[1] - point[1], point[1] - box[3], 0.0)
    return hypot(across, down)


def drawn_arrows(picture: Picture) -> dict[tuple[str, str], list[Point]]:
    """Points of each arrow, about four pixels apart, by its ends."""
    found = {}
    for child in picture.children:
        for element in elements(child):
            if element.get("class") == "arrow":
                points = curve_points(element.children[0].get("d"))
                found[element.get("data-from"), element.get("data-to")] = [*points[::8], points[-1]]
    return found


def ambiguous(picture: Picture) -> list[str]:
    """Labels at least as near to an arrow of others as to their own."""
    arrows = drawn_arrows(picture)
    found = []
    for element in [e for child in picture.children for e in elements(child)]:
        if element.get("class") != "symbols":
            continue
        box = label_box(element)
        own = element.get("data-from"), element.get("data-to")
        least = {ends: min(near(point, box) for point in points) for ends, points in arrows.items()}
        mine = least.pop(own)
        found += [f"{element.children[0]} of {own} near {ends}" for ends, other in least.items() if other <= mine][:1]
    return found


def crossings(picture: Picture) -> list[str]:
    """Where two arrows cross, once for each place."""
    # By places first: most arrows are far from each other
    pieces = defaultdict(list)
    for ends, points in drawn_arrows(picture).items():
        for p, q in pairwise(points):
            for x in (-10, 10):
                for y in (-10, 10):
                    pieces[(p[0] + x) // 20, (p[1] + y) // 20].append((ends, p, q))
    found = set()
    for near_each_other in pieces.values():
        for (one, p, q), (two, r, s) in combinations(near_each_other, 2):
            if one != two and cross(p, q, r, s):
                found.add((min(one, two), max(one, two), min((p, q), (r, s))))
    return [f"{one} crosses {two}" for one, two, _ in sorted(found)]


def cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether the ends of each of two lines lie on two sides of the other."""
    return turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0


def turn(p: Point, q: Point, r: Point) -> float:
    """Twice the area of a triangle; negative on the other side."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
