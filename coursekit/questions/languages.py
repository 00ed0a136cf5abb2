"""Languages in which two numbers are compared, and the patterns of words that prove most of them not regular.

A language is plain JSON: the form of its words, the relation of two numbers n and m in them, and its parameters.  Where
remainders or numbers up to a bound are enough, memory is finite and the language regular.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise
from coursekit.questions.readers import DEAD, Memory, Reader, explored
from coursekit.questions.skins import Space

FAR = 20
"""Patterns are tried for all i ≤ j up to here.  Their numbers are linear in i and j, with small factors: no exception
comes later."""

Language: TypeAlias = dict[str, Any]
"""``form``, ``relation``; symbols ``a`` and ``b``; numbers ``c``, ``k``, ``bound``; ``turned`` if m is c·n + k."""

Pattern: TypeAlias = list[list[Any]]
"""Blocks ``[symbol, α, γ]``: the symbol α·i + γ times."""

FORMS = {"powers": "{a}ⁿ{b}ᵐ", "around": "{a}ⁿ{b}{a}ᵐ", "counts": "w"}

RELATIONS: dict[str, tuple[str, Callable[[int, int, int], bool]]] = {
    "equal": ("{one} = {linear}", lambda one, two, bound: one == two),
    "at_most": ("{one} ≤ {linear}", lambda one, two, bound: one <= two),
    "at_least": ("{one} ≥ {linear}", lambda one, two, bound: one >= two),
    "unequal": ("{one} ≠ {linear}", lambda one, two, bound: one != two),
    "congruent": (
        "{one} ≡ {linear} (mod {bound})",
        lambda one, two, bound: (one - two) % bound == 0,
    ),
    "bounded": (
        "{one} = {linear} ≤ {bound}",
        lambda one, two, bound: one == two <= bound,
    ),
}
"""How one number and c times the other plus k are related; the last two need finite memory only."""

NOT_REGULAR, REGULAR = [*RELATIONS][:4], [*RELATIONS][4:]

SMALL = str.maketrans("0123456789+ijp", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺ⁱʲᵖ")


def formula(language: Language) -> str:
    """A language in set notation.

    Examples
    --------
    >>> formula({"form": "powers", "relation": "equal", "a": "a", "b": "b", "c": 2, "k": 1, "bound": 0, "turned": 0})
    '{aⁿbᵐ : n = 2·m + 1}'
    """
    counts = language["form"] == "counts"
    numbers = [f"#{language[x]}(w)" for x in "ab"] if counts else ["n", "m"]
    one, two = reversed(numbers) if language["turned"] else numbers
    linear = f"{language['c']}·{two}" if language["c"] > 1 else two
    linear += f" + {language['k']}" if language["k"] else ""
    related = RELATIONS[language["relation"]][0].format(
        one=one, linear=linear, **language
    )
    return f"{{{FORMS[language['form']].format(**language)} : {related}}}"


def numbers(language: Language, word: str) -> tuple[int, int] | None:
    """n and m of a word; None if it has not the form."""
    a, b, form = language["a"], language["b"], language["form"]
    if form == "counts":
        return word.count(a), word.count(b)
    n = len(word) - len(word.lstrip(a))
    rest, letter = (word[n + 1 :], a) if form == "around" else (word[n:], b)
    return (
        None
        if rest.strip(letter) or (form == "around" and word[n : n + 1] != b)
        else (n, len(rest))
    )


def related(language: Language, n: int, m: int) -> bool:
    """Whether two numbers are related as those of a language."""
    one, two = (m, n) if language["turned"] else (n, m)
    return RELATIONS[language["relation"]][1](
        one, language["c"] * two + language["k"], language["bound"]
    )


def belongs(language: Language, word: str) -> bool:
    """Whether a word is in a language."""
    found = numbers(language, word)
    return found is not None and related(language, *found)


def reader_of(language: Language) -> Reader:
    """What a reader of a regular one remembers: whether it is past the first block, n and m, as far as they count."""
    a, b, bound = language["a"], language["b"], language["bound"]
    powers, counts = language["form"] == "powers", language["form"] == "counts"
    most, period = (
        (bound, bound) if language["relation"] == "congruent" else (bound + 2, 1)
    )

    def one_more(number: int) -> int:
        return number + 1 if number + 1 < most else number + 1 - period

    def step(memory: Memory, symbol: str) -> Memory:
        if memory == DEAD or symbol not in (a, b):
            return memory if counts else DEAD
        past, n, m = memory
        if symbol == a and (counts or not past):
            return past, one_more(n), m
        if symbol == b and (counts or powers):
            return not counts, n, one_more(m)
        if symbol == b:
            return DEAD if past else (True, n, m)
        return DEAD if powers else (past, n, one_more(m))

    def accept(memory: Memory) -> bool:
        return (
            memory != DEAD
            and (memory[0] or language["form"] != "around")
            and related(language, *memory[1:])
        )

    return Reader((False, 0, 0), step, accept)


def finite(language: Language, alphabet: str) -> Automaton:
    """The smallest complete deterministic automaton of a regular one: a state for each Myhill–Nerode class."""
    return minimise(explored(reader_of(language), alphabet))


def drawn(space: Space, difficulty: int, relations: Sequence[str]) -> Language:
    """A language; numbers and forms grow with the difficulty."""
    rng = space.rng
    a, b = rng.sample(space.alphabet, 2)
    form, relation = (
        rng.choice([*FORMS][: (difficulty + 2) // 2]),
        rng.choice(relations),
    )
    c, k = (
        rng.randint((difficulty + 2) // 3, difficulty // 2 + 2),
        3 * difficulty // 2 - 1 + rng.randint(0, 2),
    )
    k = k if relation in NOT_REGULAR else k // 2
    bound = rng.randint(2, 4) if relation == "congruent" else k + rng.randint(c, 3 * c)
    return {
        "form": form,
        "relation": relation,
        "a": a,
        "b": b,
        "c": c,
        "k": k,
        "bound": bound,
        "turned": rng.randrange(2),
    }


# ---------------------------------------------------------------- patterns
def patterns(language: Language) -> list[Pattern]:
    """Words with a number i in them that may serve in a proof."""
    a, b, c, k = (language[name] for name in "abck")
    found: list[Pattern] = [
        [[s, *linear]] for s in (a, b) for linear in ((1, 0), (c, 0), (1, k), (c, k))
    ]
    found += [[[a, *linear], [b, 0, 1]] for linear in ((1, 0), (c, k))] + [
        [[a, 1, 0], [b, 1, 0]]
    ]
    found += [[[b, 0, 1], [a, *linear]] for linear in ((1, 0), (c, k))]
    return [one for n, one in enumerate(found) if one not in found[:n]]


def spelt_out(pattern: Pattern, i: int) -> str:
    """A pattern as a word."""
    return "".join(symbol * (times * i + more) for symbol, times, more in pattern)


def shown(pattern: Pattern, i: str = "i") -> str:
    """A pattern as it is written.

    Examples
    --------
    >>> shown([["a", 2, 1], ["b", 0, 1]])
    'a²ⁱ⁺¹b'
    """

    def exponent(times: int, more: int) -> str:
        parts = [f"{times if times > 1 else ''}{i}"] * (times > 0) + [str(more)] * (
            more > 0
        )
        return "" if parts == ["1"] else "+".join(parts).translate(SMALL)

    return "".join(
        symbol + exponent(times, more)
        for symbol, times, more in pattern
        if times or more
    )


def exception(
    language: Language, u: Pattern, v: Pattern, same: bool, mixed: bool
) -> tuple[int, int] | None:
    """The first i ≤ j for which uⱼvᵢ does not belong as claimed: `same` if they are equal, else `mixed`."""
    return next(
        (
            (i, j)
            for j in range(1, FAR + 1)
            for i in range(1, j + 1)
            if belongs(language, spelt_out(u, j) + spelt_out(v, i))
            != (same if i == j else mixed)
        ),
        None,
    )


CLAIMS = ((True, False), (False, True))


def proves(language: Language, u: Pattern, v: Pattern) -> tuple[bool, bool] | None:
    """What has to be claimed if two patterns are to prove that a language is not regular; None if they do not."""
    return next(
        (claims for claims in CLAIMS if exception(language, u, v, *claims) is None),
        None,
    )
