"""Right-linear grammars, read as automata and written down from them."""

from collections.abc import Sequence

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.languages.grammars import Grammar, Rule
from automatakit.languages.minimal import minimise
from automatakit.languages.words import is_finite, useful_states
from coursekit.questions.assessing import sets_text, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Misreadings,
    Mistakes,
    Rows,
    Say,
    Values,
)
from coursekit.questions.patterns import BuildAutomaton
from coursekit.questions.sampling import search
from coursekit.questions.skins import Drawing, Space

VARIABLES = "SABCD"
END = "E"
"""The state in which no variable is left: the lecture's new variable E."""


class AutomatonOfGrammar(BuildAutomaton):
    id, unit = "automaton_of_grammar", 3

    def task(self, space: Space, difficulty: int) -> Data:
        """Rules of all three forms, no variable in vain, and a choice between rules of one letter."""
        variables = VARIABLES[: (3, 3, 4, 4, 5)[difficulty - 1]]
        number = (6, 8, 9, 11, 13)[difficulty - 1]
        low, high = ((3, 4), (4, 5), (4, 6), (5, 7), (6, 9))[difficulty - 1]
        ends = [*variables, ""]
        room = [[v, a, end] for v in variables for a in space.alphabet for end in ends]
        empty = [[v, "", ""] for v in variables]

        def make() -> Data | None:
            rules = [*space.rng.sample(room, number - 1), space.rng.choice(empty)]
            if len({left for left, _, _ in rules}) < len(variables):
                return None
            rules.sort(
                key=lambda rule: (
                    variables.index(rule[0]),
                    not rule[2],
                    not rule[1],
                    rule,
                )
            )
            return {"alphabet": space.alphabet, "rules": rules}

        def good(data: Data) -> bool:
            fa = self.target(data)
            return (
                {*useful_states(fa)} == {*variables, END}
                and not fa.is_deterministic
                and not is_finite(fa)
                and low <= len(minimise(fa).states) <= high
            )

        return search(make, good)

    def target(self, data: Data) -> Automaton:
        """The variables are the states, and E."""
        rules = rules_of(data)
        states = dict.fromkeys(rule.variable for rule in rules)
        edges: list[Edge] = []
        accepting = {END}
        for rule in rules:
            if rule.letters:
                edges.append((rule.variable, rule.letters, rule.then or END))
            else:
                accepting.add(rule.variable)
        alphabet = self.alphabet(data)
        return Automaton.make([*states, END], "S", accepting, edges, alphabet)

    def values(self, data: Data, say: Say) -> Values:
        lines = str(Grammar("S", rules_of(data))).splitlines()
        return {**data, "grammar": "\n".join(f"- {line}" for line in lines)}

    def full_form(self, data: Data) -> Form:
        """The letters of variables would suggest a wrong start."""
        return {**super().full_form(data), "names": ("q0", "q1", "q2", "q3")}

    def measure(self, data: Data) -> float:
        """Each rule is an arrow, or a state that accepts."""
        return len(data["rules"])

    def misread(self, data: Data) -> Misreadings:
        yield "only_end_accepts", self.target(data).with_(accepting={END})
        yield from super().misread(data)

    def reason(self, data: Data, word: str, say: Say) -> str:
        derivation = Grammar("S", rules_of(data)).derivation(word)
        if derivation is not None:
            return say("reason.derived", derivation=" ⇒ ".join(derivation))
        return say(
            "reason.not_derived",
            word=word_text(word),
            sets=sets_text(self.target(data), word),
        )


def rules_of(data: Data) -> tuple[Rule, ...]:
    """The rules of an instance: variable, letter and variable, either of these perhaps empty."""
    return tuple(Rule(left, a, then or None) for left, a, then in data["rules"])


class GrammarOfAutomaton(AutomatonQuestion):
    """The rules of each state: its arrows, and ε where it accepts."""

    id, unit, kind = "grammar_of_automaton", 3, "table"

    def task(self, space: Space, difficulty: int) -> Data:
        """Every state is useful, and a state that accepts need not be the end."""

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            return len(useful_states(fa)) == len(fa.states)

        return {"automaton": space.drawn(difficulty, good, more=difficulty)}

    def form(self, data: Data) -> Form:
        fa = self.fa(data)
        arrows = [a + q for a in fa.alphabet for q in fa.states]
        return {
            "rows": fa.states,
            "columns": 1,
            "sets": True,
            "members": [*arrows, "ε"],
        }

    def full_form(self, data: Data) -> Form:
        fa = self.fa(data)
        example = f'{{"{fa.start}": ["{fa.alphabet[0]}{fa.states[-1]}", "ε"], …}}'
        return {**super().full_form(data), "example": example}

    def rights(self, fa: Automaton, state: str) -> list[str]:
        """The right sides of the rules of a state."""
        ends = ["ε"] if state in fa.accepting else []
        return [a + q for a in fa.alphabet for q in fa.successors(state, a)] + ends

    def table(self, fa: Automaton) -> list[list[str]]:
        return [[q, " ".join(sorted(self.rights(fa, q)))] for q in fa.states]

    def key(self, data: Data) -> Rows:
        return self.table(self.fa(data))

    def ends_with(self, data: Data, key: Rows) -> list[list[str | list[str]]]:
        """The rules in the form that is asked for, in the order of the solution."""
        fa = self.fa(data)
        return [[q, self.rights(fa, q)] for q in fa.states]

    def measure(self, data: Data) -> float:
        """The rules that are written."""
        fa = self.fa(data)
        return len(fa.edges) + len(fa.accepting)

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        turned = frozenset((q, a, p) for p, a, q in fa.edges)
        yield "reversed_arrows", self.table(fa.with_(edges=turned))

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        """The rule that is missing, with its arrow; else one that is too much."""
        rights, given = self.rights(self.fa(data), label), cells[0].split()
        lost = next((right for right in rights if right not in given), None)
        if lost is None:
            more = next(right for right in given if right not in rights)
            if more == "ε":
                return say("v.rules.goes_on", state=label)
            return say("v.rules.no_arrow", state=label, right=more)
        if lost == "ε":
            return say("v.rules.ends", state=label)
        arrow = f"{label} –{lost[0]}→ {lost[1:]}"
        return say("v.rules.arrow", arrow=arrow, state=label, right=lost)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        return [f"- {q} → {' | '.join(self.rights(fa, q))}" for q in fa.states]
