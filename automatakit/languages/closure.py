"""What regular languages are closed under, on automata: concatenation, star, homomorphisms, quotients.

Union and intersection are in `automatakit.languages.operations`, complement and mirror
in `automatakit.languages.minimal`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from automatakit.automaton.errors import text_in
from automatakit.automaton.reading import Source, checked_alphabet
from automatakit.automaton.states import EPSILON, Edge, State, image
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import both, led_together
from automatakit.languages.minimal import reverse


def concatenation(left: Source, right: Source) -> Automaton:
    """Return an automaton for the words x·y, x from the left and y from the right one: ε leads from one to the other.

    Examples
    --------
    >>> concatenation("a*", "b").accepts("aab"), concatenation("a*", "b").accepts("aa")
    (True, False)
    """
    a, b = both(left, right)
    one = a.single_start().renamed(lambda state: (1, state))
    two = b.single_start().renamed(lambda state: (2, state))
    joints = {(end, EPSILON, two.start) for end in one.accepting}
    return Automaton.make(
        (*one.states, *two.states),
        one.start,
        two.accepting,
        one.edges | two.edges | joints,
        a.alphabet,
    )


def star(automaton: Source) -> Automaton:
    """Return an automaton for any number of words one after another: a new start, which accepts, and ε back to it.

    Examples
    --------
    >>> star("ab").accepts(""), star("ab").accepts("abab"), star("ab").accepts("aba")
    (True, True, False)
    """
    table = Automaton.of(automaton).single_start()
    start = _new_name(table)
    back = {(end, EPSILON, start) for end in table.accepting}
    edges = table.edges | back | {(start, EPSILON, table.start)}
    states = (start, *table.states)
    return Automaton.make(states, start, [start], edges, table.alphabet)


def plus(automaton: Source) -> Automaton:
    """Return an automaton for one or more words one after another: ε leads back from every accepting state.

    Examples
    --------
    >>> plus("ab").accepts(""), plus("ab").accepts("abab")
    (False, True)
    """
    table = Automaton.of(automaton).single_start()
    back = {(end, EPSILON, table.start) for end in table.accepting}
    return table.with_(edges=table.edges | back)


def option(automaton: Source) -> Automaton:
    """Return an automaton for the same words and the empty one: a new start, which accepts.

    Examples
    --------
    >>> option("ab").accepts(""), option("ab").accepts("ab")
    (True, True)
    """
    table = Automaton.of(automaton).single_start()
    start = _new_name(table)
    edges = table.edges | {(start, EPSILON, table.start)}
    accepting = {start, *table.accepting}
    states = (start, *table.states)
    return Automaton.make(states, start, accepting, edges, table.alphabet)


def _new_name(table: Automaton) -> str:
    name = "start"
    while name in table.index:
        name += "′"
    return name


def homomorphism(automaton: Source, images: Mapping[str, str]) -> Automaton:
    """Return an automaton for the words in which every letter has been replaced by a word.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    images
        The word for each letter; letters that are not named stay.

    Examples
    --------
    >>> image = homomorphism("(ab)*", {"a": "xy", "b": ""})
    >>> image.accepts("xyxy"), image.accepts("xyx"), image.alphabet
    (True, False, ('x', 'y'))
    """
    table = Automaton.of(automaton)
    one = table.single_start()
    spelt = _spelt(one.alphabet, images)
    states: list[State] = list(one.states)
    edges: list[Edge] = []
    for number, (tail, symbol, head) in enumerate(one.sorted_edges()):
        word = spelt.get(symbol, EPSILON)
        # A letter of the word after another: between them states of its own.
        between = [_own_place(one, number, at) for at in range(1, len(word))]
        states += between
        way = [tail, *between, head]
        letters = word or [EPSILON]
        edges += zip(way, letters, way[1:], strict=False)
    letters_used = "".join(spelt.values())
    return Automaton.make(states, one.start, one.accepting, edges, letters_used)


def _own_place(table: Automaton, number: int, at: int) -> State:
    """A state for a place within the word of an arrow; a product may have pairs of numbers as states, too."""
    place: State = (number, at)
    while place in table.index:
        place = (place,)
    return place


def inverse_homomorphism(
    automaton: Source, images: Mapping[str, str], symbols: Iterable[str] | None = None
) -> Automaton:
    """Return an automaton for the words that become accepted ones if every letter is replaced by a word.

    Its states are the same: a letter leads where its word leads.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    images
        The word for each letter.
    symbols
        The letters; by default those that have an image.

    Examples
    --------
    >>> before = inverse_homomorphism("(xy)*", {"a": "xy", "b": ""})
    >>> before.accepts("abba"), before.alphabet
    (True, ('a', 'b'))
    """
    table = Automaton.of(automaton).without_epsilon()
    letters = sorted(images if symbols is None else checked_alphabet(symbols))
    plain = {}
    for letter, word in _spelt(letters, images).items():
        row = tuple([1 << i for i in range(len(table.states))])
        for symbol in word:
            # What is no letter there leads nowhere
            step = table.plain.get(symbol, (0,) * len(row))
            row = tuple([image(mask, step) for mask in row])
        plain[letter] = row
    return replace(table, alphabet=tuple(letters), plain=plain)


def _spelt(letters: Iterable[str], images: Mapping[str, str]) -> dict[str, str]:
    """The word for each letter."""
    checked_alphabet(images)
    spelt = {}
    for letter in letters:
        spelt[letter] = text_in(images.get(letter, letter))
    return spelt


def left_quotient(automaton: Source, prefix: Source) -> Automaton:
    """Return an automaton for what may follow a prefix: the words z with prefix·z accepted.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    prefix
        A word; or an automaton, for what may follow some word of it.

    Examples
    --------
    >>> left_quotient("bbw|w*", "b").accepts("bw"), left_quotient("bbw|w*", Automaton.of("bb|w")).accepts("w")
    (True, True)
    """
    table = Automaton.of(automaton)
    if isinstance(prefix, str):
        return replace(table, starts=table.read(prefix))
    one, two = both(prefix, table)
    starts = 0
    for state, there in enumerate(led_together(one, two)):
        if one.is_accepting(state):
            starts |= there
    return replace(two, starts=starts)


def right_quotient(automaton: Source, suffix: Source) -> Automaton:
    """Return an automaton for what may stand before a suffix: the words z with z·suffix accepted.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    suffix
        A word; or an automaton, for what may stand before some word of it.

    Examples
    --------
    >>> right_quotient("bbw|w*", "w").accepts("bb"), right_quotient("bbw|w*", Automaton.of("bw")).accepts("b")
    (True, True)
    """
    if isinstance(suffix, str):
        turned: Source = suffix[::-1]
    else:
        turned = reverse(suffix)
    return reverse(left_quotient(reverse(automaton), turned))


def prefixes(automaton: Source) -> Automaton:
    """Return an automaton for all beginnings of accepted words: every state from which acceptance is reached accepts.

    Examples
    --------
    >>> prefixes("abc").accepts("ab"), prefixes("abc").accepts("b")
    (True, False)
    """
    table = Automaton.of(automaton)
    return replace(table, accepting_mask=table.productive)


def suffixes(automaton: Source) -> Automaton:
    """Return an automaton for all ends of accepted words: every state that is reached is a start.

    Examples
    --------
    >>> suffixes("abc").accepts("bc"), suffixes("abc").accepts("ab")
    (True, False)
    """
    table = Automaton.of(automaton)
    return replace(table, starts=table.reachable)
