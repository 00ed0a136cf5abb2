"""Right-linear grammars, which are automata written as rules: ``S → aA | b | ε``."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from automatakit.automaton.errors import AutomatonError, text_in
from automatakit.automaton.expressions import escaped
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, Edge, State
from automatakit.automaton.value import Automaton
from automatakit.languages.words import useful_states

LETTERS = "SABCDEFGHIJKLMNOPQRTUVWXYZ"

_TOKEN = re.compile(r"⟨(?P<name>[^⟨⟩]+)⟩|\\(?P<letter>.)|(?P<sign>\S)", re.DOTALL)


@dataclass(frozen=True)
class Rule:
    """One rule: a variable, the letters that it writes, and the variable that goes on, None at the end."""

    variable: str
    letters: str
    then: str | None

    def __str__(self) -> str:
        return f"{_shown(self.variable)} → {self.right({self.variable, self.then})}"

    def right(self, lefts: Container[str | None]) -> str:
        """Return the right side as text, in a grammar where these variables stand left of an arrow.

        A letter that is called like one of them has a backslash; a variable that is none of them is in brackets.
        """
        letters = "".join(_letter(letter, lefts) for letter in self.letters)
        then = "" if self.then is None else _shown(self.then, lefts)
        return letters + then or "ε"


@dataclass(frozen=True)
class Grammar:
    """A right-linear grammar.

    Attributes
    ----------
    start
        The variable with which every derivation begins.
    rules
        The rules, in order.

    Examples
    --------
    >>> grammar = Grammar.of("S → aS | bA    A → aS | ε")
    >>> print(grammar)
    S → aS | bA
    A → aS | ε
    >>> grammar.automaton().accepts("aab"), grammar.derivation("ab")
    (True, ('S', 'aS', 'abA', 'ab'))
    """

    start: str
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, source: Source) -> Grammar:
        """Return the grammar that a text is, or that an automaton (anything that `Automaton.of` reads) stands for.

        A variable is one character that stands left of an arrow (``→`` or ``->``), or a name in ``⟨…⟩``.  What is none
        is a letter; a backslash makes a letter of anything.  ``|`` separates right sides, ``ε`` is the empty one.

        Raises
        ------
        AutomatonError
            Naming the rule that is not right-linear.
        """
        if isinstance(source, str):
            rules = tuple(_read(source))
            if not rules:
                raise AutomatonError.of("no_rules")
            return cls(rules[0].variable, rules)
        return _of_automaton(Automaton.of(source))

    def __str__(self) -> str:
        lefts = {rule.variable for rule in self.rules}
        sides: dict[str, list[str]] = {}
        for rule in self.rules:
            sides.setdefault(rule.variable, []).append(rule.right(lefts))
        lines = [f"{_shown(left)} → {' | '.join(r)}" for left, r in sides.items()]
        return "\n".join(lines)

    def automaton(self) -> Automaton:
        """Return the automaton: variables are its states, and ``end`` is where a rule writes no variable."""
        variables = dict.fromkeys([self.start, *(rule.variable for rule in self.rules)])
        # A variable may have no rule at all
        taken = {self.start, *(rule.variable for rule in self.rules)}
        taken.update(rule.then for rule in self.rules if rule.then is not None)
        end = "end"
        while end in taken:
            end += "′"
        states: list[State] = [*variables]
        edges: list[Edge] = []
        accepting = {end}
        for number, rule in enumerate(self.rules):
            if rule.then is not None and rule.then not in variables:
                states.append(rule.then)
                variables[rule.then] = None
            if not rule.letters and rule.then is None:
                accepting.add(rule.variable)
                continue
            between = [
                f"{rule.variable}·{number}·{at}" for at in range(1, len(rule.letters))
            ]
            states += between
            head = end if rule.then is None else rule.then
            way = [rule.variable, *between, head]
            letters = rule.letters or [EPSILON]
            edges += zip(way, letters, way[1:], strict=False)
        if any(head == end for _, _, head in edges):
            states.append(end)
        else:
            accepting.discard(end)
        alphabet = "".join(rule.letters for rule in self.rules)
        return Automaton.make(states, self.start, accepting, edges, alphabet)

    def derivation(self, word: str) -> tuple[str, ...] | None:
        """Return a derivation of a word from the start, None if there is none."""
        # Where one is after how many letters, and by which rule.
        came: dict[tuple[str | None, int], tuple[tuple[str | None, int], Rule] | None]
        came = {(self.start, 0): None}
        queue: list[tuple[str | None, int]] = [(self.start, 0)]
        for here in queue:  # which grows meanwhile
            variable, at = here
            for rule in self.rules:
                if rule.variable == variable and word.startswith(rule.letters, at):
                    there = (rule.then, at + len(rule.letters))
                    if there not in came:
                        came[there] = here, rule
                        queue.append(there)
        place: tuple[str | None, int] = (None, len(text_in(word)))
        if place not in came:
            return None
        forms = [word or "ε"]
        step = came[place]
        while step is not None:
            place = step[0]
            forms.append(word[: place[1]] + _shown(place[0] or ""))
            step = came[place]
        return tuple(reversed(forms))


def _letter(letter: str, lefts: Container[str | None]) -> str:
    return "\\" + letter if letter in lefts else escaped(letter)


def _shown(variable: str, lefts: Container[str | None] | None = None) -> str:
    plain = len(variable) == 1 and (lefts is None or variable in lefts)
    return variable if plain else f"⟨{variable}⟩"


def _read(text: str) -> Iterator[Rule]:
    plain = text_in(text).replace("->", "→")
    tokens = list(_TOKEN.finditer(plain))
    # What stands left of an arrow is a variable, wherever it stands.
    arrows = [i for i, found in enumerate(tokens) if found["sign"] == "→"]
    lefts = {tokens[i - 1]["name"] or tokens[i - 1]["sign"] for i in arrows if i}
    begins = {i - 1 for i in arrows}
    if tokens and (not arrows or arrows[0] != 1 or None in lefts):
        raise AutomatonError.of("no_rule", rule=plain.strip())
    variable = ""
    letters, then, written = "", None, False
    for i, found in enumerate(tokens):
        name = found["name"] or (found["sign"] if found["sign"] in lefts else None)
        if i in begins or found["sign"] == "|":
            if i:
                yield _rule(variable, letters, then, written)
            letters, then, written = "", None, False
            variable = name if i in begins and name else variable
        elif i in arrows:
            continue
        elif then is not None:
            raise AutomatonError.of(
                "not_right_linear", rule=str(Rule(variable, letters, then))
            )
        elif name is not None:
            then, written = name, True
        else:
            letter = found["letter"] or found["sign"]
            letters += "" if found["sign"] == "ε" else letter
            written = True
    if tokens:
        yield _rule(variable, letters, then, written)


def _rule(variable: str, letters: str, then: str | None, written: bool) -> Rule:
    if not written:
        raise AutomatonError.of("empty_rule", variable=variable)
    return Rule(variable, letters, then)


def _of_automaton(table: Automaton) -> Grammar:
    """Each arrow is a rule, and an accepting state may end; what leads nowhere is left out."""
    one = table.single_start()
    good = useful_states(one)
    free = [letter for letter in LETTERS if letter not in one.alphabet]
    others = [state for state in one.states if state in good and state != one.start]
    order = [one.start, *others]
    if len(order) <= len(free):
        names = dict(zip(order, free, strict=False))
    else:
        names = {state: f"N{i}" for i, state in enumerate(order)}
    leaving: dict[State, list[Edge]] = {}
    for edge in one.sorted_edges():
        leaving.setdefault(edge[0], []).append(edge)
    rules = []
    for state in order:
        for _, symbol, head in leaving.get(state, ()):
            if head in good:
                rules.append(Rule(names[state], symbol, names[head]))
        if state in one.accepting:
            rules.append(Rule(names[state], "", None))
    return Grammar(names[one.start], tuple(rules))
