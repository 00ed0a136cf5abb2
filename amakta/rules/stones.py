"""Stones: codes, the twelve ways in which a stone can lie, and how many different stones there are.

A stone gives every one of the six directions at most two arrows; an arrow is blue, green or red and reaches
one, two or three fields.  What one direction can hold is written as one digit (`CONTENTS`), so a stone as it
lies is a string of six digits, the *code*; digit ``i`` belongs to direction ``i`` (E, NE, NW, W, SW, SE).

Turning and mirroring generate the dihedral group D6.  Two codes are the same stone if and only if one of the
twelve elements of D6 takes one to the other; the lexicographically greatest of the images names the stone.

References
----------
.. [1] Rulebook, "Stein"; docs/amakta.md, sections 3.1 to 3.3 and ruling A19.
.. [2] W. Burnside, *Theory of Groups of Finite Order*, 2nd ed., 1911, section 145 (orbit counting).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import gcd
from typing import NamedTuple

from amakta.rules.errors import AmaktaError, NotationError
from amakta.rules.texts import CATALOGUE, message

COLOURS = "BGR"
"""Colour letters in order of reach: blue one field, green two, red three."""

REACH = {"B": 1, "G": 2, "R": 3}

CONTENTS = ("", "B", "G", "R", "BB", "BG", "BR", "GG", "GR", "RR")
"""What digit ``d`` of a code stands for: the multiset of at most two arrows of one direction."""


@cache
def arrows(code: str) -> tuple[tuple[int, int], ...]:
    """Single arrows of a stone as pairs (direction, length); a pair of one colour gives its arrow twice.

    Examples
    --------
    >>> arrows("450000")
    ((0, 1), (0, 1), (1, 1), (1, 2))
    """
    found = []
    for direction, digit in enumerate(parse(code)):
        for colour in CONTENTS[int(digit)]:
            found.append((direction, REACH[colour]))
    return tuple(found)


def rotate(code: str, steps: int = 1) -> str:
    """The code after a turn by ``steps`` times 60 degrees counter-clockwise (E to NE): digit i goes to i + steps.

    Examples
    --------
    >>> rotate("123000"), rotate("123000", -1)
    ('012300', '230001')
    """
    if not hasattr(steps, "__index__"):
        raise AmaktaError(message("error.steps", steps=repr(steps)))
    return _turned(parse(code), steps)


def _turned(code: str, steps: int) -> str:
    steps %= len(code)
    return code[-steps:] + code[:-steps]


def mirror(code: str) -> str:
    """The code after a reflection in the east-west line (NE and SE change places): digit i goes to -i.

    Examples
    --------
    >>> mirror("123000")
    '100032'
    """
    return _flipped(parse(code))


def _flipped(code: str) -> str:
    return code[0] + code[:0:-1]


def mirror_vertical(code: str) -> str:
    """The code after a reflection in the north-south line (E and W change places): digit i goes to 3 - i.

    Examples
    --------
    >>> mirror_vertical("123000")
    '032100'
    """
    return rotate(mirror(code), 3)


def images(code: str) -> tuple[str, ...]:
    """The twelve images under D6, with repetitions: six turns, then the mirror image and its six turns.

    Examples
    --------
    >>> len(images("123000")), len(set(images("111111")))
    (12, 1)
    """
    # Read once: the turns of a code need no further check.
    shape = parse(code)
    turns = [_turned(shape, steps) for steps in range(6)]
    mirrored_turns = [_turned(_flipped(shape), steps) for steps in range(6)]
    return (*turns, *mirrored_turns)


@cache
def orientations(code: str) -> tuple[str, ...]:
    """The different codes of one stone, greatest first; their number divides 12 (orbit and stabiliser).

    Examples
    --------
    >>> orientations("101010")
    ('101010', '010101')
    """
    return tuple(sorted(set(images(code)), reverse=True))


def canonical(code: str) -> str:
    """The name of the stone: the lexicographically greatest of its codes.

    Raises
    ------
    NotationError
        If `code` is not six digits.

    Examples
    --------
    >>> canonical("000321")
    '321000'
    """
    # Blanks are removed first, so that a code is remembered once, however it was written.
    return orientations(parse(code))[0]


def is_code(text: object) -> bool:
    """Whether `text` is a code: a string of six ASCII digits.

    Examples
    --------
    >>> is_code("450000"), is_code("45"), is_code(450000)
    (True, False, False)
    """
    # `isdigit` alone would take the digits of other scripts.
    return (
        isinstance(text, str) and len(text) == 6 and text.isascii() and text.isdigit()
    )


def parse(text: object) -> str:
    """The code that `text` spells, surrounding blanks removed.

    Raises
    ------
    NotationError
        If it is not six digits.
    """
    code = text.strip() if isinstance(text, str) else ""
    if not is_code(code):
        raise NotationError(message("error.code", text=str(text)), str(text))
    return code


def is_chiral(code: str) -> bool:
    """Whether no turn takes the stone to its mirror image.

    Examples
    --------
    >>> is_chiral("321000"), is_chiral("111111")
    (True, False)
    """
    # One reflection decides: the other five differ from it by turns.
    turns = images(code)[:6]
    return _flipped(turns[0]) not in turns


# -- counting ------------------------------------------------------------------------------------------


class SymmetryClass(NamedTuple):
    """One row of the orbit-counting table: `elements` symmetries fix `fixed` codes each."""

    name: str
    elements: int
    fixed: int

    @property
    def title(self) -> str:
        """The name in the current language."""
        kind = self.name.split()[0]
        number = "".join(filter(str.isdigit, self.name))
        return CATALOGUE.text(f"symmetry.{kind}", n=int(number or 0))

    @property
    def total(self) -> int:
        """Fixed codes summed over the elements of the row."""
        return self.elements * self.fixed


def burnside_table(
    contents: int = 10, directions: int = 6, mirrors: bool = True
) -> tuple[SymmetryClass, ...]:
    """Symmetries of a stone with `directions` directions, grouped by what they fix.

    A symmetry fixes a code if and only if the code is constant on every cycle of directions, so it fixes
    ``contents ** cycles`` codes.

    Parameters
    ----------
    contents : int
        Number of possible contents of one direction (10 in the game).
    directions : int
        Number of directions (6 in the game).
    mirrors : bool
        Whether a stone may also be reflected (it may in the game, A19).

    Examples
    --------
    >>> for row in burnside_table():
    ...     print(row.name, row.elements, row.fixed, row.total)
    identity 1 1000000 1000000
    turn of order 6 2 10 20
    turn of order 3 2 100 200
    turn of order 2 1 1000 1000
    mirror with 4 cycles 3 10000 30000
    mirror with 3 cycles 3 1000 3000
    """
    n, contents = _counted(directions, contents)
    # Turning by k has the order n / gcd(n, k), and all its cycles are as long as its order.
    turns: Counter[int] = Counter(n // gcd(n, k) for k in range(1, n))
    # The identity alone has as many cycles as there are directions.
    rows = [SymmetryClass("identity", 1, contents**n)]
    for order in sorted(turns, reverse=True):
        rows.append(
            SymmetryClass(
                f"turn of order {order}", turns[order], contents ** (n // order)
            )
        )
    if mirrors:
        # Each of the n reflections sends direction i to k - i, for one k: it leaves some alone and swaps the others.
        cycles: Counter[int] = Counter()
        for k in range(n):
            left_alone = sum(2 * i % n == k for i in range(n))
            cycles[(n + left_alone) // 2] += 1
        for number in sorted(cycles, reverse=True):
            rows.append(
                SymmetryClass(
                    f"mirror with {number} cycles", cycles[number], contents**number
                )
            )
    return tuple(rows)


def _counted(directions: int, contents: int) -> tuple[int, int]:
    """A stone has at least one direction, which can hold at least one thing."""
    for number in (directions, contents):
        if not hasattr(number, "__index__") or number < 1:
            given = {"directions": repr(directions), "contents": repr(contents)}
            raise AmaktaError(message("error.counted", **given))
    return directions, contents


def count(contents: int = 10, directions: int = 6, mirrors: bool = True) -> int:
    """Number of different stones, by orbit counting: the mean number of codes that a symmetry fixes.

    Examples
    --------
    >>> count()
    86185
    >>> count(mirrors=False), count(contents=4)
    (166870, 430)
    """
    table = burnside_table(contents, directions, mirrors)
    total = sum(row.total for row in table)
    order = sum(row.elements for row in table)
    assert total % order == 0, "the orbit-counting theorem guarantees a whole number"
    return total // order


def enumerate_orbits(
    contents: int = 10, directions: int = 6, mirrors: bool = True
) -> Iterator[tuple[int, int]]:
    """All stones by brute force: pairs (number, orbit size), one for each stone.

    A code is read as a number in base `contents`, first direction leading; the least number of the orbit
    represents it.  Every code is visited once, so this counts without any theorem.

    Examples
    --------
    >>> sorted(Counter(size for _, size in enumerate_orbits(contents=2)).items())
    [(1, 2), (2, 1), (3, 2), (6, 7), (12, 1)]
    """
    directions, contents = _counted(directions, contents)
    top = contents ** (directions - 1)
    seen = bytearray(contents**directions)
    for number in range(contents**directions):
        if seen[number]:
            continue
        starts = [number]
        if mirrors:
            rest = number
            flipped = 0
            for _ in range(directions):
                rest, digit = divmod(rest, contents)
                flipped = flipped * contents + digit
            starts.append(flipped)
        orbit = set()
        for image in starts:
            for _ in range(directions):
                orbit.add(image)
                # The last digit becomes the first: a turn.
                rest, digit = divmod(image, contents)
                image = rest + digit * top
        for image in orbit:
            seen[image] = 1
        yield number, len(orbit)


def orbit_sizes(
    contents: int = 10, directions: int = 6, mirrors: bool = True
) -> dict[int, int]:
    """How many stones there are of every orbit size, by enumeration.

    Examples
    --------
    >>> orbit_sizes(contents=3, directions=3)
    {1: 3, 3: 6, 6: 1}
    """
    sizes = Counter(size for _, size in enumerate_orbits(contents, directions, mirrors))
    return dict(sorted(sizes.items()))
