"""The rules of the guessing game, without a widget: one player, a machine, two players."""

from typing import get_args

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    counterexample,
    equivalent,
    random_dfa,
)
from automatakit.guessing import Duel, Guess, moments, par
from automatakit.learning import AutomatonTeacher, Variant, learn

LAST_IS_B = "(a|b)*b"
VARIANTS = get_args(Variant)


def finished(guess, variant):
    """A player who does whatever the table wants."""
    while guess.next != "over":
        match guess.next:
            case "ask":
                guess = guess.filled()
            case "move_up":
                guess = guess.moved_up(guess.restless)
            case "add_column":
                guess = guess.with_column(guess.apart[2])
            case "draw":
                guess = guess.with_conjecture()
            case "propose":
                guess = guess.proposed()
            case "use":
                guess = guess.used(variant)
    return guess


@pytest.mark.parametrize("variant", VARIANTS)
def test_whoever_does_what_the_table_wants_finds_the_language_and_is_at_par(variant):
    for seed in range(25):
        hidden = random_dfa(seed, 5)
        guess, machine = finished(Guess(hidden), variant), par(hidden, variant)
        assert equivalent(guess.conjecture, hidden)
        assert guess.conjectures == machine.conjectures
        assert len(guess.asked) == machine.questions


def test_an_answer_stands_in_every_cell_of_its_word_or_beside_the_table():
    guess = Guess(LAST_IS_B).with_column("b").ask("ab").ask("aab")
    assert guess.row("a") == (None, True)
    assert guess.beside == ("aab",)
    assert guess.ask("ab") == guess
    assert guess.open_cells == ("", "b", "a", "bb")
    assert guess.filled().open_cells == ()


def test_a_row_asks_to_move_up_as_soon_as_one_answer_tells_it_from_each_row_above():
    guess = Guess(LAST_IS_B).with_column("a")
    assert guess.ask("b").restless is None
    guess = guess.ask("b").ask("")
    assert guess.restless == "b"
    assert None in guess.row("b")
    assert guess.moved_up("b").table.borders == ("a", "ba", "bb")


def test_rows_are_joined_only_if_all_their_cells_are_equal():
    guess = Guess(LAST_IS_B).with_column("b").ask("").ask("a")
    assert guess.like("a") is None
    assert guess.ask("b").ask("ab").like("a") == ""


def test_a_wrong_conjecture_gives_the_shortest_word_on_which_they_differ_and_its_answer():
    nothing = Automaton.of({"p": {"a": {"p"}, "b": {"p"}}}, start="p", accepting=[])
    guess = Guess(LAST_IS_B).proposed(nothing)
    assert (guess.wrong, guess.conjectures, guess.solved) == ("b", 1, False)
    assert guess.answers == {"b": True}
    assert guess.wrong == counterexample(nothing, LAST_IS_B)
    guess = guess.proposed(LAST_IS_B)
    assert (guess.wrong, guess.conjectures, guess.solved) == (None, 2, True)


def test_a_drawing_of_ones_own_teaches_beginnings_or_endings_but_has_no_rows():
    guess = Guess("(a|b)*bb").proposed(LAST_IS_B)
    assert guess.wrong == "b"
    assert guess.used("angluin").prefixes == ("", "b")
    assert guess.used("maler-pnueli").endings == ("", "b")
    with pytest.raises(AutomatonError, match="drawn by hand"):
        guess.used("rivest-schapire")


def test_what_the_table_does_not_allow_is_refused_with_a_way_out():
    guess = Guess(LAST_IS_B)
    for refused, said in ((lambda: guess.moved_up("b"), "cannot move up"), (guess.with_conjecture, "open cells"),
                          (lambda: guess.used("angluin"), "first"), (lambda: guess.used("anglin"), "maler-pnueli"),
                          (lambda: guess.ask("x"), "x")):
        with pytest.raises(AutomatonError, match=said):
            refused()


def test_the_moments_of_a_machine_are_its_questions_one_by_one():
    hidden = random_dfa(7, 4)
    for variant in VARIANTS:
        seen, steps = list(moments(hidden, variant)), list(learn(AutomatonTeacher(hidden), variant))
        asked = [moment.word for moment in seen if moment.word is not None]
        assert asked == [word for step in steps for word in step.asked]
        assert [moment.known for moment in seen if moment.word is not None] == list(range(len(asked)))
        for moment in seen:
            assert moment.word not in moment.guess(hidden).answers
        assert seen[-1].guess(hidden).solved


def test_two_players_ask_in_turns_and_who_comes_second_has_the_last_turn():
    duel = Duel((Guess("a"), Guess("b")))
    assert duel.played(duel.hand.with_column("a")).turn == 0  # what is no question costs no turn
    duel = duel.played(duel.hand.proposed("a"))
    assert (duel.turn, duel.winners) == (1, ())
    assert duel.played(duel.hand.ask("b")).winners == (0,)
    assert duel.played(duel.hand.proposed("b")).winners == (0, 1)
