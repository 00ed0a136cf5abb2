"""The shapes of a picture as they lie on the page, read back from its SVG: every transform is worked out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin
from xml.etree import ElementTree

__all__ = ["Shape", "shapes"]

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
STRAIGHT: Matrix = (1, 0, 0, 1, 0, 0)
CURVE = {"M": 2, "L": 2, "C": 6, "Q": 4, "A": 7, "Z": 0}
"""How many numbers belong to each letter of a path."""


@dataclass(frozen=True)
class Shape:
    """One shape: what it is, what is written there, and the box around its points."""

    tag: str
    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def times(one: Matrix, other: Matrix) -> Matrix:
    """The other transform, then this one."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def transform(text: str) -> Matrix:
    """A transform as it is written."""
    done = STRAIGHT
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(x) for x in re.split(r"[\s,]+", inside.strip())]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0)
        elif name == "scale":
            step = (numbers[0], 0, 0, numbers[-1], 0, 0)
        else:
            assert name == "rotate", f"a transform that is new here: {name}"
            turn, x, y = numbers[0], *(numbers[1:] or (0.0, 0.0))
            spin: Matrix = (cos(radians(turn)), sin(radians(turn)), -sin(radians(turn)), cos(radians(turn)), 0, 0)
            step = times(times((1, 0, 0, 1, x, y), spin), (1, 0, 0, 1, -x, -y))
        done = times(done, step)
    return done


def way(text: str) -> Iterator[Point]:
    """Points of a path: its ends, and for a curve some on the way."""
    here: Point = 0.0, 0.0
    for letter, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", text):
        numbers = [float(x) for x in re.findall(r"-?[\d.]+", inside)]
        width = CURVE[letter]
        for n in range(0, len(numbers), width or 1):
            step = numbers[n : n + width]
            if letter in "CQ":
                yield from curve([here, *zip(step[::2], step[1::2], strict=True)])
            here = step[-2], step[-1]
            yield here


def curve(handles: list[Point]) -> Iterator[Point]:
    """Points of a Bézier curve, by halving what lies between its handles again and again."""
    for share in (0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875):
        level = handles
        while len(level) > 1:
            level = [(x + share * (v - x), y + share * (w - y)) for (x, y), (v, w) in pairwise(level)]
        yield level[0]


def points(node: ElementTree.Element, tag: str) -> list[Point]:
    """Points around a shape, in its own coordinates."""
    def at(name: str) -> float:
        return float(node.get(name, "0"))

    if tag == "circle":
        return [(at("cx") + dx * at("r"), at("cy") + dy * at("r")) for dx in (-1, 1) for dy in (-1, 1)]
    if tag in ("rect", "image"):
        return [(at("x") + dx * at("width"), at("y") + dy * at("height")) for dx in (0, 1) for dy in (0, 1)]
    if tag == "line":
        return [(at("x1"), at("y1")), (at("x2"), at("y2"))]
    if tag == "text":
        # About as long as it is, and no shorter: half an em for a letter.
        long = 0.45 * float(node.get("font-size", "14")) * len("".join(node.itertext()))
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[node.get("text-anchor", "middle")] * long
        return [(at("x") - before, at("y")), (at("x") + long - before, at("y"))]
    if tag == "path":
        return [*way(node.get("d", ""))]
    numbers = [float(x) for x in re.findall(r"-?[\d.]+", node.get("points", ""))]
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def shapes(picture: object) -> list[Shape]:
    """All shapes of a picture that are drawn, in the picture's coordinates."""
    found = []

    def onward(node: ElementTree.Element, outer: Matrix) -> None:
        tag = node.tag.rpartition("}")[2]
        here = times(outer, transform(node.get("transform", "")))
        for child in node:  # which inherit how they are written
            for name in ("font-size", "text-anchor"):
                child.attrib.setdefault(name, node.get(name, "14" if name == "font-size" else "start"))
        if tag in ("defs", "title", "desc", "style"):
            return
        if own := points(node, tag):
            a, b, c, d, e, f = here
            xs, ys = [a * x + c * y + e for x, y in own], [b * x + d * y + f for x, y in own]
            found.append(Shape(tag, "".join(node.itertext()), min(xs), min(ys), max(xs), max(ys)))
        for child in node:
            onward(child, here)

    onward(ElementTree.fromstring(str(picture)), STRAIGHT)
    return found
