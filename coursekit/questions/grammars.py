"""Unit 3: right-linear grammars, read as automata and written down from them."""

from collections.abc import Iterator, Mapping

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.languages.grammars import Grammar, Rule
from automatakit.languages.minimal import minimise
from automatakit.languages.words import is_finite, useful_states
from coursekit.questions.assessing import sets_text, word_text
from coursekit.questions.base import Data, Say
from coursekit.questions.sampling import search
from coursekit.questions.skins import Space
from coursekit.questions.structure import BuildAutomaton

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
            rules = space.rng.sample(room, number - 1) + [space.rng.choice(empty)]
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

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        lines = str(Grammar("S", rules_of(data))).splitlines()
        return {**data, "grammar": "\n".join(f"- {line}" for line in lines)}

    def measure(self, data: Data) -> float:
        """Each rule is an arrow, or a state that accepts."""
        return len(data["rules"])

    def misread(self, data: Data) -> Iterator[tuple[str, Automaton]]:
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
