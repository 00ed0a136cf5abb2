"""Why a word of a pattern belongs to a language of two numbers: the numbers, and when they are related, as formulas."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from coursekit.questions.languages import RELATIONS, SMALL, Language, Pattern, shown

Linear: TypeAlias = dict[str, int]
"""A sum: how often each variable counts, and the number that is added, under ``""``."""

VARIABLES = ("p", "j", "i", "k")


def text(sum_: Mapping[str, int]) -> str:
    """A sum as it is written.

    Examples
    --------
    >>> text({"i": 2, "j": 1, "": 3}), text({"p": 1, "k": -1, "": 0}), text({})
    ('j + 2i + 3', 'p − k', '0')
    """
    written = ""
    for variable in (*VARIABLES, ""):
        number = sum_.get(variable, 0)
        if not number:
            continue
        size = abs(number)
        term = variable if variable and size == 1 else f"{size}{variable}"
        sign = "−" if number < 0 else "+"
        written += f" {sign} {term}" if written else ("−" if number < 0 else "") + term
    return written or "0"


def added(*sums: Mapping[str, int]) -> Linear:
    """Several sums added up."""
    found: Linear = {}
    for one in sums:
        for variable, number in one.items():
            found[variable] = found.get(variable, 0) + number
    return found


def times(factor: int, sum_: Mapping[str, int]) -> Linear:
    """A multiple of a sum."""
    return {variable: factor * number for variable, number in sum_.items()}


@dataclass(frozen=True)
class Membership:
    """When a word belongs to a language: its two numbers, and how they would have to be related.

    Parameters
    ----------
    n, m : str
        The two numbers.
    relation : str
        What has to hold of them.
    short : str
        The same, with everything brought to one side.
    """

    n: str
    m: str
    relation: str
    short: str


def membership(language: Language, n: Linear, m: Linear) -> Membership:
    """When a word with these numbers belongs; their difference depends on i − j alone, or on k alone."""
    one, two = (m, n) if language["turned"] else (n, m)
    linear = added(times(language["c"], two), {"": language["k"]})
    relation = RELATIONS[language["relation"]][0].format(
        one=text(one), linear=text(linear)
    )
    over = added(one, times(-1, linear))
    return Membership(text(n), text(m), relation, _short(language["relation"], over))


SIGNS = {"equal": "=", "unequal": "≠", "at_most": "≤", "at_least": "≥"}
TURNED = {"=": "=", "≠": "≠", "≤": "≥", "≥": "≤"}


def _short(relation: str, over: Linear) -> str:
    """That a sum is, say, at most 0: with the variable on the left, counted positively."""
    sign, rest = SIGNS[relation], over.get("", 0)
    variable = "k" if over.get("k") else "j"
    factor = over[variable]
    if factor < 0:
        factor, rest, sign = -factor, -rest, TURNED[sign]
    if rest % factor:
        name = "k" if variable == "k" else "(j − i)"
        return f"{factor}{name} {sign} {text({'': -rest})}"
    number = {"": -rest // factor}
    other = number if variable == "k" else {"i": 1, **number}
    return f"{variable} {sign} {text(other)}"


def counted(language: Language, u: Pattern, v: Pattern) -> tuple[Linear, Linear]:
    """The two numbers of uⱼvᵢ, which has the form of the language's words.

    Examples
    --------
    >>> ab = {"form": "powers", "a": "a", "b": "b"}
    >>> counted(ab, [["a", 1, 0]], [["b", 2, 4]])
    ({'j': 1, '': 0}, {'i': 2, '': 4})
    """
    numbers: tuple[Linear, Linear] = ({}, {})
    second = False
    for pattern, variable in ((u, "j"), (v, "i")):
        for symbol, factor, more in pattern:
            if language["form"] == "around" and symbol == language["b"]:
                second = True
                continue
            behind = second if language["form"] == "around" else symbol == language["b"]
            block = {variable: factor, "": more} if factor else {"": more}
            numbers[behind].update(added(numbers[behind], block))
    return numbers


def joined(u: Pattern, v: Pattern) -> str:
    """The pattern uⱼvᵢ as it is written.

    Examples
    --------
    >>> joined([["a", 1, 0]], [["b", 2, 4]])
    'aʲb²ⁱ⁺⁴'
    """
    return shown(u, "j") + shown(v)


def names(language: Language) -> tuple[str, str]:
    """What the two numbers of a language are called.

    Examples
    --------
    >>> names({"form": "counts", "a": "c", "b": "d"})
    ('#c(w)', '#d(w)')
    """
    if language["form"] != "counts":
        return "n", "m"
    return f"#{language['a']}(w)", f"#{language['b']}(w)"


def power(symbol: str, number: Linear) -> str:
    """A symbol as often as a sum says.

    Examples
    --------
    >>> power("a", {"p": 2, "": 1})
    'a²ᵖ⁺¹'
    """
    exponent = text(number).replace(" ", "")
    return (
        ""
        if exponent == "0"
        else symbol + ("" if exponent == "1" else exponent.translate(SMALL))
    )
