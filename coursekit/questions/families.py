"""Families of conditions on words, each by its reader; the id of a family is the name of its function.

What is said of every symbol, block or pair holds of a word that has none.  Whatever speaks of one (the first symbol,
the symbol at position 2) asks that it is there.  Positions are counted from 1.
"""

from collections.abc import Sequence

from coursekit.questions.readers import (
    DEAD,
    OTHER,
    REST,
    SYMBOL,
    YES,
    Memory,
    Reader,
    blocks,
    count,
    family,
    modulo,
    number_of_blocks,
    occurrences,
    overlap,
)


# ---------------------------------------------------------------- words within words
@family(u=(2, 4))
def contains(u: str) -> Reader:
    """u occurs."""
    forward = overlap(u)
    return Reader(
        "", lambda seen, s: u if seen == u else forward(seen, s), lambda seen: seen == u
    )


@family(u=(2, 4))
def begins_with(u: str) -> Reader:
    """The word begins with u."""
    return Reader(
        "",
        lambda seen, s: (
            seen if seen in (u, DEAD) else seen + s if u.startswith(seen + s) else DEAD
        ),
        lambda seen: seen == u,
    )


@family(u=(2, 4))
def ends_in(u: str) -> Reader:
    """The word ends in u."""
    return Reader("", overlap(u), lambda seen: seen == u)


@family(u=(2, 4))
def scattered(u: str) -> Reader:
    """The symbols of u occur in this order, with anything between them."""
    return Reader(0, lambda i, s: i + (i < len(u) and u[i] == s), lambda i: i == len(u))


@family(u=(2, 3), k=(1, 2))
def occurs_exactly(u: str, k: int) -> Reader:
    """u occurs exactly k times."""
    return occurrences(u, k + 1, k)


@family(u=(2, 3), k=(2, 3))
def occurs_at_least(u: str, k: int) -> Reader:
    """u occurs at least k times."""
    return occurrences(u, k, k)


@family(u=(2, 2), v=(2, 2))
def one_before_other(u: str, v: str) -> Reader:
    """u occurs, and v occurs somewhere behind its end."""
    first, second = contains(u), contains(v)

    def step(memory: tuple[bool, str], symbol: str) -> tuple[bool, str]:
        found, seen = memory
        if found:
            return True, second.step(seen, symbol)
        seen = first.step(seen, symbol)
        return (True, "") if first.accept(seen) else (False, seen)

    return Reader(
        (False, ""), step, lambda memory: memory[0] and second.accept(memory[1])
    )


@family(u=(3, 5))
def beginning_of(u: str) -> Reader:
    """The word is u or what is left of it when its end is cut off (the empty word included)."""
    return Reader(
        "",
        lambda seen, s: seen + s if u.startswith(seen + s) else DEAD,
        lambda seen: seen != DEAD,
    )


@family(u=(2, 4))
def repeats(u: str) -> Reader:
    """u, any number of times in a row (none included)."""
    return Reader(
        0,
        lambda i, s: DEAD if i == DEAD or u[i] != s else (i + 1) % len(u),
        lambda i: i == 0,
    )


# ---------------------------------------------------------------- how many
@family(x=SYMBOL, k=(1, 4))
def exactly(x: str, k: int) -> Reader:
    """There are exactly k x."""
    return count(k + 1, lambda s: s == x, lambda n: n == k)


@family(x=SYMBOL, k=(2, 4))
def at_least(x: str, k: int) -> Reader:
    """There are at least k x."""
    return count(k, lambda s: s == x, lambda n: n == k)


@family(x=SYMBOL, k=(1, 4))
def at_most(x: str, k: int) -> Reader:
    """There are at most k x."""
    return count(k + 1, lambda s: s == x, lambda n: n <= k)


@family(x=SYMBOL, m=(2, 4), r=REST)
def number_modulo(x: str, m: int, r: int) -> Reader:
    """The number of x leaves the remainder r."""
    return modulo(m, lambda s: s == x, r)


@family(x=SYMBOL, y=OTHER, m=(3, 4))
def same_remainder(x: str, y: str, m: int) -> Reader:
    """The numbers of x and of y leave the same remainder; modulo 2, over two symbols, that is the length's."""
    return modulo(m, lambda s: (s == x) - (s == y), 0)


@family(x=SYMBOL, y=OTHER, k=(1, 2))
def never_ahead(x: str, y: str, k: int) -> Reader:
    """In every beginning of the word the numbers of x and of y differ by at most k."""

    def step(n: Memory, symbol: str) -> Memory:
        if n == DEAD:
            return DEAD
        n += (symbol == x) - (symbol == y)
        return n if abs(n) <= k else DEAD

    return Reader(0, step, lambda n: n != DEAD)


@family(x=SYMBOL, y=OTHER)
def both_occur(x: str, y: str) -> Reader:
    """x and y occur."""
    return Reader(
        frozenset(), lambda seen, s: seen | ({s} & {x, y}), lambda seen: len(seen) == 2
    )


# ---------------------------------------------------------------- how long
@family(m=(2, 4), r=REST)
def length_modulo(m: int, r: int) -> Reader:
    """The length leaves the remainder r."""
    return modulo(m, lambda _: 1, r)


@family(k=(2, 4))
def length_exactly(k: int) -> Reader:
    """The length is k."""
    return count(k + 1, lambda _: True, lambda n: n == k)


@family(k=(2, 4))
def length_at_least(k: int) -> Reader:
    """The length is at least k."""
    return count(k, lambda _: True, lambda n: n == k)


@family(k=(2, 4))
def length_at_most(k: int) -> Reader:
    """The length is at most k."""
    return count(k + 1, lambda _: True, lambda n: n <= k)


# ---------------------------------------------------------------- where
@family(k=(2, 4), x=SYMBOL)
def symbol_at(k: int, x: str) -> Reader:
    """x stands at position k."""

    def step(memory: Memory, symbol: str) -> Memory:
        if memory in (YES, DEAD):
            return memory
        return memory + 1 if memory + 1 < k else YES if symbol == x else DEAD

    return Reader(0, step, lambda memory: memory == YES)


@family(k=(2, 3), x=SYMBOL)
def symbol_from_end(k: int, x: str) -> Reader:
    """x stands at position k from the end."""
    return Reader(
        "",
        lambda seen, s: (seen + s)[-k:],
        lambda seen: len(seen) == k and seen[0] == x,
    )


@family()
def same_ends() -> Reader:
    """The first and the last symbol are there and equal."""
    return Reader(
        "",
        lambda ends, s: (ends or s)[0] + s,
        lambda ends: bool(ends) and ends[0] == ends[-1],
    )


@family(k=(2, 3))
def symbol_equals_last(k: int) -> Reader:
    """Symbol number k is there and equals the last one."""

    def step(memory: tuple[int, str], symbol: str) -> tuple[int, str]:
        n, seen = memory
        return (n + 1, symbol if n + 1 == k else "") if n < k else (k, seen[0] + symbol)

    return Reader(
        (0, ""), step, lambda memory: memory[0] == k and memory[1][0] == memory[1][-1]
    )


@family(x=SYMBOL)
def first_at_even(x: str) -> Reader:
    """x occurs, and for the first time at an even position (the first position is 1)."""
    return Reader(
        0,
        lambda n, s: n if n in (YES, DEAD) else 1 - n if s != x else YES if n else DEAD,
        lambda n: n == YES,
    )


@family(x=SYMBOL)
def every_odd(x: str) -> Reader:
    """x stands at every odd position."""
    return Reader(
        0,
        lambda n, s: DEAD if n == DEAD or (n == 0 and s != x) else 1 - n,
        lambda n: n != DEAD,
    )


@family(x=SYMBOL)
def every_even(x: str) -> Reader:
    """x stands at every even position."""
    return Reader(
        0,
        lambda n, s: DEAD if n == DEAD or (n == 1 and s != x) else 1 - n,
        lambda n: n != DEAD,
    )


@family(x=SYMBOL, m=(2, 3), r=REST)
def number_at_odd_modulo(x: str, m: int, r: int) -> Reader:
    """The number of x at odd positions leaves the remainder r."""
    return Reader(
        (0, 0),
        lambda memory, s: (
            1 - memory[0],
            (memory[1] + (memory[0] == 0 and s == x)) % m,
        ),
        lambda memory: memory[1] == r,
    )


@family(x=SYMBOL, m=(2, 3), r=REST)
def after_last_modulo(x: str, m: int, r: int) -> Reader:
    """x occurs, and the number of symbols after its last occurrence leaves the remainder r."""
    return Reader(
        None,
        lambda n, s: 0 if s == x else None if n is None else (n + 1) % m,
        lambda n: n == r,
    )


# ---------------------------------------------------------------- one symbol and the next
@family(x=SYMBOL, y=OTHER)
def followed_at_once(x: str, y: str) -> Reader:
    """Every x is followed at once by y."""
    return Reader(
        0,
        lambda n, s: DEAD if n == DEAD or (n and s != y) else int(s == x),
        lambda n: n == 0,
    )


@family(x=SYMBOL, y=OTHER)
def preceded_at_once(x: str, y: str) -> Reader:
    """y stands directly before every x."""
    return Reader(
        0,
        lambda n, s: DEAD if n == DEAD or (s == x and n == 0) else int(s == y),
        lambda n: n != DEAD,
    )


@family(x=SYMBOL, y=OTHER)
def followed_later(x: str, y: str) -> Reader:
    """After every x comes, sooner or later, y."""
    return Reader(0, lambda n, s: 1 if s == x else 0 if s == y else n, lambda n: n == 0)


@family(x=SYMBOL, y=OTHER)
def preceded_earlier(x: str, y: str) -> Reader:
    """Somewhere before every x stands y."""
    return Reader(
        0,
        lambda n, s: (
            n if n in (YES, DEAD) else YES if s == y else DEAD if s == x else 0
        ),
        lambda n: n != DEAD,
    )


@family(x=SYMBOL, y=OTHER)
def all_before(x: str, y: str) -> Reader:
    """No x stands behind a y."""
    return Reader(
        0,
        lambda n, s: DEAD if n == DEAD or (n and s == x) else int(n or s == y),
        lambda n: n != DEAD,
    )


@family()
def no_equal_neighbours() -> Reader:
    """No two neighbours are equal."""
    return Reader(
        "", lambda last, s: DEAD if last in (s, DEAD) else s, lambda last: last != DEAD
    )


@family(m=(2, 3), r=REST)
def changes_modulo(m: int, r: int) -> Reader:
    """The number of places where two neighbours differ leaves the remainder r."""
    return Reader(
        ("", 0),
        lambda memory, s: (s, (memory[1] + (memory[0] not in ("", s))) % m),
        lambda memory: memory[1] == r,
    )


@family(x=SYMBOL, k=(2, 3))
def spaced(x: str, k: int) -> Reader:
    """Between two x there are always at least k other symbols."""
    return Reader(
        k,
        lambda n, s: (
            DEAD if n == DEAD or (s == x and n < k) else 0 if s == x else min(k, n + 1)
        ),
        lambda n: n != DEAD,
    )


@family(x=SYMBOL, m=(2, 3))
def gaps_modulo(x: str, m: int) -> Reader:
    """Between two neighbouring x the number of other symbols is always divisible by m."""

    def step(n: Memory, symbol: str) -> Memory:
        if n in (None, DEAD):
            return 0 if symbol == x and n is None else n
        return (n + 1) % m if symbol != x else DEAD if n else 0

    return Reader(None, step, lambda n: n != DEAD)


# ---------------------------------------------------------------- blocks: as many equal symbols in a row as there are
@family(x=SYMBOL, k=(2, 3))
def blocks_at_least(x: str, k: int) -> Reader:
    """Every block of x has a length of at least k."""
    return blocks(x, lambda n: min(k, n + 1), lambda n: n == k)


@family(x=SYMBOL, k=(2, 3))
def blocks_at_most(x: str, k: int) -> Reader:
    """Every block of x has a length of at most k."""
    return blocks(x, lambda n: min(k + 1, n + 1), lambda n: n <= k)


@family(x=SYMBOL, m=(2, 3))
def blocks_divisible(x: str, m: int) -> Reader:
    """The length of every block of x is divisible by m."""
    return blocks(x, lambda n: (n + 1) % m, lambda n: n == 0)


@family(x=SYMBOL, k=(1, 2))
def number_of_blocks_exactly(x: str, k: int) -> Reader:
    """There are exactly k blocks of x."""
    return number_of_blocks(x, lambda n: min(k + 1, n + 1), lambda n: n == k)


@family(x=SYMBOL, m=(2, 3), r=REST)
def number_of_blocks_modulo(x: str, m: int, r: int) -> Reader:
    """The number of blocks of x leaves the remainder r."""
    return number_of_blocks(x, lambda n: (n + 1) % m, lambda n: n == r)


@family(x=SYMBOL, k=(1, 3))
def ends_in_block(x: str, k: int) -> Reader:
    """The word ends in exactly k x, not in more."""
    return Reader(0, lambda n, s: min(k + 1, n + 1) if s == x else 0, lambda n: n == k)


@family(x=SYMBOL, k=(1, 3))
def begins_with_block(x: str, k: int) -> Reader:
    """The word begins with exactly k x, not with more."""
    return Reader(
        0,
        lambda n, s: (
            n
            if n in (YES, DEAD)
            else YES
            if n == k and s != x
            else n + 1
            if n < k and s == x
            else DEAD
        ),
        lambda n: n in (k, YES),
    )


# ---------------------------------------------------------------- numbers
@family(binary=True, m=(2, 5), r=REST)
def binary_modulo(m: int, r: int) -> Reader:
    """Read as a binary number, the highest digit first; the empty word is 0."""
    return Reader(0, lambda n, s: (2 * n + int(s)) % m, lambda n: n == r)


@family(binary=True, m=(3, 3), r=REST)
def binary_backwards_modulo(m: int, r: int) -> Reader:
    """Read as a binary number, the lowest digit first; the empty word is 0."""
    return Reader(
        (0, 1),
        lambda memory, s: ((memory[0] + memory[1] * int(s)) % m, memory[1] * 2 % m),
        lambda memory: memory[0] == r,
    )


# ---------------------------------------------------------------- lists
@family(words=(2, 4))
def one_of(words: Sequence[str]) -> Reader:
    """The word stands in a list."""
    listed = tuple(words)
    return Reader(
        "",
        lambda seen, s: (
            seen + s if any(w.startswith(seen + s) for w in listed) else DEAD
        ),
        lambda seen: seen in listed,
    )
