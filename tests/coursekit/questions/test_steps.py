"""What a judged question is stepped through by: it is about its own automata, and ends with their language."""

from __future__ import annotations

from automatakit import Automaton, equivalent, minimise
from automatakit.steps import (
    EliminationSteps,
    MinimiseSteps,
    ProductSteps,
    RunSteps,
    Steps,
    SubsetSteps,
    ThompsonSteps,
)
from coursekit.questions import Instance, all_types, question
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.patterns import ShortestIn, WordsOf
from tests.cases import every
from tests.coursekit.questions.sample import instance

RUN = ("accepted accepting_path ambiguity count_paths delta_hat epsilon_run left_quotient most_paths most_tokens "
       "near_misses pumping shortest_word stop_tower synchronising_word token_sets universality winning_towers "
       "words_of_regex")
CONSTRUCTED = {
    "eliminate": "eliminate_state regex_of_board",
    "minimise": "minimal_states minimise table_filling",
    "product": "difference disjoint equivalence fooled_conjecture inclusion lost_by_rings only_one_wins product "
               "shortest_only_one",
    "subset": "determinise losing_towers",
    "thompson": "automaton_of_regex board_for_regex",
}
"""What can be stepped through after a right answer, by the kind of steps."""
BY_SKIN = [(id, skin) for ids in CONSTRUCTED.values() for id in ids.split() for skin in question(id).skins
           if (id, skin) != ("board_for_regex", "board")]


def after_the_key(made: Instance) -> Steps[object] | None:
    return made.steps(made.judge(made.key))


def test_whole_families_of_types_have_steps_and_no_others() -> None:
    found: dict[str, set[str]] = {}
    for type in all_types():
        for skin in type.skins or (None,):
            steps = None if type.kind == "function" else after_the_key(instance(type.id, 2, skin=skin))
            if steps is not None:
                found.setdefault(steps.kind, set()).add(type.id)
    assert {kind: " ".join(sorted(ids)) for kind, ids in sorted(found.items())} == {**CONSTRUCTED, "run": RUN}


@every(("id", "skin"), BY_SKIN)
def test_what_is_constructed_has_the_language_that_the_question_is_about(id: str, skin: str) -> None:
    made = instance(id, 2, skin=skin)
    steps = after_the_key(made)
    assert steps is not None
    assert equivalent(constructed(steps), asked_for(made))


def constructed(steps: Steps[object]) -> Automaton:
    """The automaton that the last step leaves."""
    end = steps.last()
    if isinstance(end, EliminationSteps):
        return Automaton.of(end.regex, symbols=end.table.alphabet)
    if isinstance(end, MinimiseSteps):
        assert len(end.quotient.states) == len(minimise(end.table).states)
        return end.quotient
    assert isinstance(end, ProductSteps | SubsetSteps | ThompsonSteps)
    return end.partial


def asked_for(made: Instance) -> Automaton:
    type, data = made.asked_by, made.data
    assert isinstance(type, AutomatonQuestion)
    if isinstance(type, ShortestIn | WordsOf):
        return type.machine(data)
    if type.id != "losing_towers" and type.kind_of(data) in ("automaton", "regex"):
        return type.target(data)
    return type.fa(data)  # of the complement too: all but its accepting states


def test_the_run_is_that_of_the_word_on_which_the_answer_errs_or_else_of_a_right_one() -> None:
    for id, answer in (("shortest_word", "wwwwwwww"), ("accepted", []), ("winning_towers", [])):
        made = instance(id, 2)
        verdict = made.judge(answer)
        steps = made.steps(verdict)
        assert isinstance(steps, RunSteps)
        assert steps.word == verdict.witness
        right = after_the_key(made)
        assert isinstance(right, RunSteps)
        assert right.last().accepted


def test_of_an_answer_that_cannot_be_read_nothing_was_judged() -> None:
    made = instance("delta_hat", 2)
    assert made.steps(made.judge("?")) is None
