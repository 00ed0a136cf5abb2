"""What the pages of the course say, computed anew: units 2 to 5, on automata and their languages.

Each test is named by the words that it stands for.
"""

from __future__ import annotations

import random
import re
from itertools import combinations, pairwise, product

import pytest
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit import (
    Automaton,
    AutomatonError,
    Moore,
    complement,
    counterexample,
    equivalent,
    from_regex,
    intersection,
    minimise,
    most_tokens,
    pumpings,
    to_regex,
)
from automatakit import subsets as powerset
from automatakit.learning import AutomatonTeacher, learn
from automatakit.steps import EliminationSteps, MinimiseSteps, RunSteps
from finity_edu import Board, Position
from finity_edu.automata import board_from_nfa, station_automaton, station_nfa
from finity_edu.examples import example
from tests.course_notebooks.claims import automaton, fetch, says, towers


def some_nfas(number, states=4, seed=1):
    """Automata drawn at random, with one start and any number of accepting states."""
    dice = random.Random(seed)
    for _ in range(number):
        names = [str(i) for i in range(dice.randint(2, states))]
        delta = {p: {a: {q for q in names if dice.random() < 0.35} for a in "bw"} for p in names}
        yield automaton(delta, "0", *(q for q in names if dice.random() < 0.4))


@says("02", "Can you find a tower after which *no* token is left?", "One after which tokens lie on three stations?")
@says("predictions", "Every set that contains D is accepting")
def test_the_tokens_of_unit_2():
    board, = fetch("02", "board")
    nfa = board.automaton()
    assert not RunSteps(nfa, "w").last().active
    assert most_tokens(nfa)[0] >= 3
    dfa = powerset(nfa)
    assert dfa.accepting == {q for q in dfa.states if "D" in q}


@says("02", "A tower is accepted iff its $k$-th cone from the top is black and was read while the running token "
      "stood on A or B.",
      "Two of every three cones are of this kind, so at least 4 to the power of ⌊k/3⌋ states are needed",
      "the last column of the revealed table is the size of the smallest DFA there is")
@says("predictions", "The number of stations grows by one with each k.",
      "From each line to the next, the number of sets grows fourfold, like 2 to the power of 2k/3: "
      "of every three cones two are read at an entrance.")
def test_the_corridor():
    corridor, = fetch("02", "corridor")
    boards = {k: corridor(k).automaton().nfa() for k in range(1, 8)}
    for k in (1, 2, 3, 4):
        for word in (w for n in range(8) for w in towers(n)):
            expected = len(word) >= k and word[-k] == "b" and (len(word) - k) % 3 in (0, 1)
            assert boards[k].accepts_input(word) == expected
    sizes = {k: len(minimise(nfa).states) for k, nfa in boards.items()}
    assert all(len(powerset(nfa).states) == sizes[k] for k, nfa in boards.items())
    assert all(sizes[k + 3] == 4 * sizes[k] and sizes[k] >= 4 ** (k // 3) for k in (1, 2, 3, 4))
    assert [len(nfa.states) for nfa in boards.values()] == list(range(4, 11))


@says("02", "(5) 6: the sums 0, 1, 2, 3, 4, and everything above.",
      de="(5) 6: die Summen 0, 1, 2, 3, 4 und alles darüber.")
def test_the_vending_machine_of_unit_2():
    sums = {str(n): {coin: {str(min(n + int(coin), 5))} for coin in "12"} for n in range(6)}
    assert len(minimise(Automaton.of(sums, start="0", accepting={"4"})).states) == 6


@says("05", "For our $L$, cut its words in the middle: that gives as many pairs as you like.",
      de="Bei unserem $L$ zerschneide die Wörter in der Mitte: Das gibt so viele Paare, wie du willst.",
      es="Para nuestro $L$, corta sus palabras por la mitad: así salen tantos pares como quieras.")
def test_the_pairs_are_a_fooling_set():
    in_l, = fetch("05", "in_l")
    for i, j in product(range(1, 12), repeat=2):
        assert in_l("b" * i + "w" * j) == (i == j)


@says("05", "in $w = b^p w^p$ the part $xy$ lies within the first $p$ symbols",
      "With $i = 0$ there are fewer `b` than `w`.",
      "$y = aa$ if it begins with exactly two `a`",
      "With at most three open it can: the states are the numbers 0, 1, 2 and 3 of open messages, and the trap.",
      de="Die Zustände sind die Anzahlen 0, 1, 2 und 3 der offenen Nachrichten, dazu der Fangzustand.",
      es="en $w = b^p w^p$, la parte $xy$ queda dentro de los primeros $p$ símbolos")
@says("predictions", "For i = 1 and j = 3 that is ww: neither bww nor bbbww belongs to L.",
      "a with z = a gives aa, and aa with z = a gives aaa: both are palindromes.",
      "In bwbw… the opponent takes the first bw as y.")
def test_the_pumping_games_of_unit_5():
    in_l, in_e, in_g, split_off, wins = fetch("05", "in_l", "in_e", "in_g", "split_off", "wins")
    for p in range(1, 9):
        assert wins("b" * p + "w" * p, p, in_l)
        assert wins("b" * p + "w" * p, p, in_e)
        assert p == 1 or not wins("bw" * p, p, in_e)
        assert all(in_e("bw" * (p - 1 + i)) for i in range(4))
    for word in (w for n in range(1, 8) for w in map("".join, product("abc", repeat=n)) if in_g(w)):
        cut = split_off(word)
        pumped = [word[:cut] * i + word[cut:] for i in range(5)]
        assert all(map(in_g, pumped))
        assert all(w.count("a") != 1 for i, w in enumerate(pumped) if i != 1)
    assert not in_l("bww")
    assert not in_l("bbbww")
    open_at_once = {str(n): {"o": {str(n + 1) if n < 3 else "trap"}, "c": {str(n - 1) if n else "trap"}}
                    for n in range(4)}
    checker = Automaton.of(open_at_once | {"trap": {"o": {"trap"}, "c": {"trap"}}}, start="0", accepting={"0"})
    assert len(minimise(checker).states) == 5


@says("predictions", "The numbers are equal iff the word begins and ends with the same symbol, or is empty.",
      "between two occurrences of bw there is always one of wb")
def test_places_of_bw_and_of_wb():
    same_ends = from_regex("(b(b|w)*b|w(b|w)*w|b|w)?")
    assert len(minimise(same_ends).states) == 5
    assert all(same_ends.accepts(w) == (w[:1] == w[-1:]) for n in range(8) for w in towers(n))
    assert all((w.count("bw") == w.count("wb")) == (w[:1] == w[-1:]) for n in range(11) for w in towers(n))


@says("predictions", "Without the first b the run reads bwbb from A: b leads to B, and no white arrow leaves B, so it "
      "dies.",
      "bwb leads from B to C, not back to B.")
def test_one_of_the_parts_that_are_offered_can_be_pumped():
    board, = fetch("05", "board")
    assert {one.y for one in pumpings(board, "bbwbb")} & {"b", "bw", "bb", "bwb"} == {"bw"}
    assert [set(active) for active in board.automaton().active("bw")] == [{"A"}, {"B"}, set()]


@says("04b", "raises a `RuntimeError` in the version this page was written with")
@says("04b", "automata-lib reads it as the symbol 1, without a warning")
def test_automata_lib_trips_over_a_result_without_a_name():
    one, other = (minimise(text).dfa() for text in ("b(b|w)*", "w(b|w)*"))
    with pytest.raises(RuntimeError):
        (one ^ other).isempty()
    twice = NFA.from_regex(r"(b+)w\1")
    assert [word for word in ["bwb", "bbw1"] if twice.accepts_input(word)] == ["bbw1"]


@says("02", "two stations that take turns would need four arrows between them, but there are only three slots: "
      "hence the circle of three")
def test_two_stations_cannot_take_turns_on_both_letters():
    delta = {"A": {a: {"B"} for a in "bw"}, "B": {"b": {"A", "Z"}, "w": {"A"}}, "Z": {}}
    nfa = automaton(delta, "A", "Z")
    with pytest.raises(AutomatonError, match="three slots"):
        board_from_nfa(nfa)


@says("predictions", "What follows may tell two non-accepting states apart.",
      "one or more white cones with a black one on top", "Six sets, four states",
      es="uno o más conos blancos con uno negro encima")
@says("02", "They are as short as possible: two states that round $k$ takes apart are separated by a word of $k$ "
      "symbols and by no shorter one (ε belongs to round 0).", es="Son lo más cortas posible")
def test_the_toy():
    other, = fetch("02", "other")
    toy = other.automaton()
    dfa = powerset(toy)
    assert (len(dfa.states), len(minimise(toy).states)) == (6, 4)
    assert counterexample(toy, from_regex("w+b")) is None
    assert [len(word) for word in re.findall(r"split by the word (\w+):", " ".join(
        str(moment.text) for moment in MinimiseSteps(dfa).moments()))] == [1, 2]
    for p, q in product(dfa.states, repeat=2):
        word = counterexample(dfa.with_(start=p), dfa.with_(start=q))
        apart = [w for n in range(5) for w in towers(n) if _ends(dfa, p, w) != _ends(dfa, q, w)]
        assert (word is None) == (not apart)
        assert (word is None or len(word) == len(apart[0]))


def _ends(dfa, state, word):
    for letter in word:
        (state,) = dfa.successors(state, letter)
    return state in dfa.accepting


def rounds(dfa):
    """The blocks of the states, round after round, as unit 2 tells the algorithm."""
    blocks = {q: q in dfa.accepting for q in dfa.states}
    while True:
        yield blocks
        finer = {q: (blocks[q], *(blocks[_next(dfa, q, a)] for a in dfa.alphabet)) for q in dfa.states}
        if len(set(finer.values())) == len(set(blocks.values())):
            return
        blocks = finer


def _next(dfa, state, letter):
    (after,) = dfa.with_(start=state).active([letter])[-1]
    return after


@says("02", "each round splits every block from which some symbol leads into different blocks of the "
      "round before", "It stops after a round that splits nothing.")
def test_the_round_that_takes_two_states_apart_is_the_length_of_the_word_that_separates_them():
    for nfa in some_nfas(40):
        dfa = powerset(nfa)
        history = list(rounds(dfa))
        for p, q in combinations(dfa.states, 2):
            apart = [k for k, blocks in enumerate(history) if blocks[p] != blocks[q]]
            word = counterexample(dfa.with_(start=p), dfa.with_(start=q))
            assert apart[:1] == ([] if word is None else [len(word)])


@says("02", "The refinement takes at most $n - 1$ rounds, since ε leaves two blocks and each round but the last adds")
def test_the_number_of_rounds():
    for nfa in some_nfas(40):
        dfa = powerset(nfa)
        blocks = [len(set(one.values())) for one in rounds(dfa)]  # after ε, and after each round but the last
        if blocks[0] == 2:
            assert len(blocks) <= len(dfa.states) - 1
        assert all(before < after for before, after in pairwise(blocks))


@says("03a", "the language has a board, with six stations in a circle and the tower in the middle",
      "The one for `(b|w)*b` does not fit.")
@says("03", "a pair of copies may need four, and there are three")
def test_a_language_whose_board_the_program_does_not_find():
    in_form, _, _, _, wheel = fetch("03a", "in_form", "ring", "arrows", "places", "wheel")
    with pytest.raises(ValueError, match="no arrangement"):
        board_from_nfa(in_form(from_regex("(b|w)*b")))
    assert len(wheel.stations) == 7
    assert all(equivalent(wheel.automaton().with_(start=place), "(b|w)*b") for place in "ABCDEF")
    swaps = in_form(Automaton.of("bp>p wp>p", start="p", accepting=["p"]))
    between = [arrow for arrow in swaps.graph().edges(keys=True) if "end" not in arrow]
    assert len(between) == 4, swaps


@says("02", "(1) 32, ∅ included",
      "Its states become sets of one state each", "NFAs and DFAs accept the same languages")
@says("04b", "automata-lib allows partial DFAs: `from_nfa` and `minify` leave the trap out.",
      "Between an NFA and a DFA it is `False`, whatever they accept.",
      de="Der Vergleich zwischen einem NEA und einem DEA ergibt `False`, ganz gleich, was die beiden akzeptieren.",
      es="Entre un AFN y un AFD, el resultado es `False`, acepten lo que acepten.")
def test_powersets_and_the_language_of_equal_halves():
    for nfa in some_nfas(40):
        dfa = powerset(nfa)
        assert len(powerset(nfa).states) <= 2 ** len(nfa.states)
        assert equivalent(dfa, nfa)
        plain = DFA.from_nfa(nfa, retain_names=True, minify=False)
        assert set(plain.states) == set(dfa.states) - {frozenset()}
        assert (nfa == plain) is False
        again = powerset(dfa)
        assert len(again.states) == len(dfa.states)
    assert 2 ** 5 == 32


@says("03", "**Theorem.** A language has an automaton of this form iff it is regular and does not contain ε.",
      "Add a new end, the only state that accepts; for each arrow into an old accepting state add one with the",
      "let every arrow between old states lead from one copy to the other, so that none is a loop")
def test_every_regular_language_without_the_empty_word_has_the_form_of_a_board():
    in_form, = fetch("03a", "in_form")
    for nfa in some_nfas(60):
        laid = in_form(Automaton.of(nfa)).nfa()
        (end,) = laid.final_states
        assert not laid.transitions[end]
        assert end != laid.initial_state
        assert all(p not in heads for p, row in laid.transitions.items() for heads in row.values())
        assert all(laid.accepts_input(w) == nfa.accepts_input(w) for n in range(1, 7) for w in towers(n))
        assert not laid.accepts_input("")


@says("03a", "only $3n^2 + 3n + 1$ hexagons are that close: 217 for $n = 8$",
      "the 256 towers of sixteen cones that read the same from the top as from the bottom",
      "After eight cones an automaton for them needs a state of its own for each of the $2^8$ lower halves",
      "But 256 stations do not fit on 217 hexagons.",
      de="die 256 Türme aus sechzehn Kegeln, die von oben gelesen dasselbe ergeben wie von unten",
      es="a $n$ pasos o menos solo hay $3n^2 + 3n + 1$ hexágonos: 217 para $n = 8$")
def test_there_is_no_room_for_all_palindromes():
    for n in range(9):
        near = [(x, y) for x in range(-n, n + 1) for y in range(-n, n + 1) if abs(x + y) <= n]
        assert len(near) == 3 * n * n + 3 * n + 1
    assert len(near) == 217
    halves = towers(8)
    assert len({u + u[::-1] for u in halves}) == 256 == 2 ** 8 > 217
    assert not any((u + v[::-1]) == (u + v[::-1])[::-1] for u in halves for v in halves if u != v)


@says("03a", "On a board where no station has a choice, no winning tower is the beginning of another",
      "So `b|bw` needs a station that two arrows of one colour leave.")
def test_without_choice_no_winning_tower_begins_another():
    dice = random.Random(5)
    seen = 0
    for _ in range(300):
        delta = {p: {a: {dice.choice("ABCD")} - {p} for a in "bw" if dice.random() < 0.8} for p in "ABC"} | {"D": {}}
        nfa = automaton(delta, "A", "D")
        won = [w for n in range(7) for w in towers(n) if nfa.accepts_input(w)]
        seen += len(won) > 1
        assert not any(v != w and v.startswith(w) for w in won for v in won)
    assert seen > 50


@says("04", "The first bad pair gives the **shortest counterexample**",
      "* Equivalence is decidable, and a \"no\" comes with a shortest word.",
      es="El primer par malo da el **contraejemplo más corto**")
def test_counterexamples_are_the_first_ones():
    for one, two in pairwise(some_nfas(60)):
        differ = [w for n in range(6) for w in towers(n) if one.accepts_input(w) != two.accepts_input(w)]
        word = counterexample(one, two)
        assert (word == differ[0]) if differ else (word is None or len(word) > 5)


@says("03", "Four arrows are enough; at one station you will need a choice.",
      es="Bastan cuatro flechas; en una estación hará falta poder elegir.")
def test_the_board_to_build():
    board = Position.parse("bga/abcd wbwb c; posts c@A; bridges wA>C.m bC>B.m wB>C.l bC>D.m")
    assert counterexample(station_nfa(board), from_regex("w(bw)*b")) is None


@says("predictions", "No removal changes the language, so no order does.")
@says("03", "There is one more state than there are symbols.", "(3) 5: four symbols and the start.",
      de="(3) 5: vier Symbole und der Start.")
def test_elimination_and_glushkov():
    large, *_, glushkov = fetch("03", "large", "symbol_of", "marked", "follow", "firsts", "arrows", "glushkov")
    found = [EliminationSteps(large, order=order).last().regex for order in (list("ABCD"), list("DCBA"))]
    assert len(found[0]) != len(found[1])
    assert all(equivalent(text, large) for text in found)
    assert to_regex(large)
    assert len(glushkov.states) == len("bbwww") + 1
    assert equivalent(glushkov, "b(bw)*ww")
    assert not minimise(from_regex("(b|w)*bb")).has_epsilon


@says("03", "(1) No: bw.")
@says("04", "At most how many states can the product of an automaton with 4 states and one with 5 have?",
      "(1) Not necessarily: besides an accepting run a word may have another complete one", "(2) 20.",
      de="Neben einem akzeptierenden Lauf kann ein Wort noch einen anderen vollständigen Lauf haben")
@says("predictions", "no white arrow leaves A, so its run dies in both automata", "Only c wins with it.",
      "y wins with it as well.", "then it is still accepted after the swap",
      de="der Lauf auf diesem Wort stirbt also in beiden Automaten")
@says("ps4", "Careful: swapping accepting and other stations on the board is not enough.",
      "`b` is accepted by the run A, C. After the exchange A and B accept, and `b` is accepted again, by the run A, B",
      "no white arrow leaves A: the word `w` has no complete run",
      de="Es genügt nicht, die akzeptierenden Stationen des Bretts mit den anderen zu vertauschen.",
      es="no basta con intercambiar en el tablero las estaciones que aceptan y las que no.")
def test_swapping():
    nfa = station_nfa(example("choice"))
    swapped = _swapped(nfa)
    assert counterexample(swapped, complement(nfa)) == "w"
    assert not RunSteps(nfa, "w").last().active
    everything = automaton({"p": {a: {"p", "q"} for a in "bw"}, "q": {}}, "p", "p")
    assert counterexample(everything, from_regex("(b|w)*")) is None
    assert _swapped(everything).accepts_input("b")
    duel, = fetch("04", "duel")
    both = intersection(station_automaton(duel, 1), station_automaton(duel, 2))
    assert {str(q) for q in both.nfa().final_states} == {str(("D", "D"))}
    assert all(len(intersection(one, two).states) <= len(one.states) * len(two.states)
               for one, two in pairwise(some_nfas(20)))
    four, five = (Automaton.of(f"({'b' * n})*", symbols="b") for n in (4, 5))
    assert [len(minimise(one).states) for one in (four, five, intersection(four, five))] == [4, 5, 20]
    assert counterexample(from_regex("(b|w)*"), from_regex("b*|w*")) == "bw"
    for other in some_nfas(20):
        assert equivalent(_swapped(powerset(other).dfa()), complement(other))
    model = automaton({"A": {"b": {"B", "C"}}, "B": {}, "C": {}}, "A", "C")
    assert model.accepts_input("b")
    assert _swapped(model).accepts_input("b")
    assert not model.accepts_input("w")
    assert not _swapped(model).accepts_input("w")


def _swapped(nfa):
    return type(nfa)(states=nfa.states, input_symbols=nfa.input_symbols, transitions=nfa.transitions,
                     initial_state=nfa.initial_state, final_states=nfa.states - nfa.final_states)


@pytest.mark.slow
@says("03b", "Each `a` can be read in two ways, so there are $2^n$ ways through `aa…a`, and every one of them fails",
      "However many runs there are, a set has at most as many members as there are states",
      de=("also gibt es $2^n$ Wege durch `aa…a`, und alle scheitern", "eine Menge hat höchstens so viele Elemente"),
      es=("así que hay $2^n$ caminos a través de `aa…a`, y todos fracasan", "tiene como mucho tantos elementos como"))
def test_a_search_that_goes_back_doubles_with_each_letter_and_derivatives_do_not_err():
    names = ("a", "b", "silly", "looks", "attempt", "found", "NOTHING", "EMPTY", "has_empty", "derivative", "accepts",
             "endings")
    found = dict(zip(names, fetch("03b", *names), strict=True))
    tried = []
    for n in range(10):
        assert not found["found"]("a" * n)
        tried.append(len(found["looks"]))
    assert all(later > 2 * earlier for earlier, later in pairwise(tried))
    automaton = from_regex("(a|b)*bb")
    for n in range(8):
        for letters in product("ab", repeat=n):
            word = "".join(letters)
            assert found["accepts"](found["endings"], word) == automaton.accepts(word)


@says("10", "If the minimal DFA of the hidden language has $n$ states, the learner names it after at most $n - 1$ "
      "wrong conjectures.",
      "With Rivest and Schapire there are at most $n$ upper rows, $n |\\Sigma|$ lower ones and $n$ columns: about "
      "$|\\Sigma| n^2$ words, and for each counterexample $\\log_2$ of its length.",
      de="so nennt ihn Berta nach höchstens $n - 1$ falschen Vermutungen",
      es="quien aprende da con él tras $n - 1$ conjeturas equivocadas como mucho")
@says("10", "Over two symbols there are $2^k - 1$ other words of this length, and in the worst case Berta must ask "
      "about all of them; yet the automaton has only $k + 2$ states.")
def test_a_learner_needs_no_more_conjectures_than_the_theorem_says():
    for nfa in some_nfas(20):
        states = len(minimise(nfa).states)
        for variant in ("angluin", "maler-pnueli", "rivest-schapire"):
            *_, last = learn(AutomatonTeacher(nfa), variant)
            assert len(last.conjecture.states) == states
            assert last.conjectures <= states
        assert len(last.table.prefixes) <= states
        assert len(last.table.endings) <= states
    assert [len(minimise("b" * k).states) - k for k in range(1, 7)] == [2] * 6


@says("10", "For locks there is a better conjecture: `nothing` from section 1, since Anna must then name the secret.",
      "The hidden automaton is an NFA with 3 states, drawn on paper. How many states can the answer have?",
      "(3) Up to 8: it is the minimal DFA.",
      de="Bei Schlössern gibt es eine bessere Vermutung: `nothing` aus Abschnitt 1, denn dann muss Anna das geheime "
         "Wort nennen.",
      es="Con cerraduras hay una conjetura mejor: `nothing`, de la sección 1, porque entonces Anna tiene que nombrar "
         "el secreto.")
def test_a_lock_gives_its_secret_away_at_once_and_three_states_can_need_eight():
    (nothing,) = fetch("10", "nothing")
    for secret in towers(4):
        assert AutomatonTeacher(from_regex(secret)).differs(nothing) == secret
    drawn = automaton({"p": {"w": {"q", "r"}}, "q": {"b": {"p", "q"}, "w": {"r"}}, "r": {"b": {"q"}, "w": {"p"}}},
                      "p", "p", "r")
    assert len(minimise(drawn).states) == 2 ** len(drawn.states) == 8


class LongWinded(AutomatonTeacher):
    """Names a word of eleven symbols, where there is one."""

    def differs(self, automaton):
        words = map("".join, product("wb", repeat=11))
        return next((word for word in words if automaton.accepts(word) != self.wins(word)), super().differs(automaton))


@says("10", "This Anna names a tower of eleven cones whenever she can:",
      de="Hier nennt Anna einen Turm aus elf Kegeln, wann immer sie kann:",
      es="Esta Anna nombra una torre de once conos siempre que puede:")
def test_a_long_counterexample_teaches_no_more_and_costs_the_table_of_prefixes_most():
    hidden = Board("bA>B wB>C bC>D bB>A", start="A", end="D").automaton()
    asked = {}
    for teacher in (AutomatonTeacher(hidden), LongWinded(hidden)):
        for variant in ("angluin", "rivest-schapire"):
            steps = list(learn(teacher, variant))
            named = next(step.asked[0] for step in steps if step.kind == "counterexample")
            asked[len(named), variant] = steps[-1].questions, steps[-1].conjectures
    assert asked == {(3, "angluin"): (44, 3), (3, "rivest-schapire"): (29, 4),
                     (11, "angluin"): (119, 3), (11, "rivest-schapire"): (42, 4)}


def test_a_language_of_two_states_takes_five_words_and_four_answers_could_not_tell_all_of_them_apart():
    asked, languages = [], set()
    words = ["".join(letters) for n in range(4) for letters in product("bw", repeat=n)]
    for one, other, three, four in product("pq", repeat=4):
        delta = {"p": {"b": {one}, "w": {other}}, "q": {"b": {three}, "w": {four}}}
        for accepting in "pq":
            automaton = Automaton.of(delta, start="p", accepting=[accepting])
            if len(minimise(automaton).states) == 2 and {one, other} != {"p"}:
                *_, last = learn(AutomatonTeacher(automaton))
                asked.append((last.questions, last.conjectures))
                languages.add(tuple(map(automaton.accepts, words)))
    assert asked == [(5, 1)] * 24
    assert len(languages) == 24 > 2**4


@says("04a", "For each Moore machine there is a Mealy machine that writes the same except for $\\lambda(q_0)$",
      "(1) n and n + 1: the Moore machine writes in the start state, too.",
      "Here is a machine that stops counting after two black cones:",
      de="(1) n und n + 1: Der Moore-Automat schreibt auch im Startzustand.",
      es="(1) n y n + 1: la máquina de Moore escribe también en el estado inicial.")
def test_machines_that_write_the_same():
    odd, forgets, light = fetch("04a", "odd", "forgets", "light")
    parity = Moore("e", {"e": {"b": "o", "w": "e"}, "o": {"b": "e", "w": "o"}}, {"e": "0", "o": "1"})
    for word in ("".join(letters) for n in range(6) for letters in product("bw", repeat=n)):
        assert odd.moore().output(word) == odd.output(word)
        assert parity.output(word) == "0" + parity.mealy().output(word)
        assert (len(odd.output(word)), len(parity.output(word))) == (len(word), len(word) + 1)
        same = odd.output(word) == forgets.output(word)
        assert same or word.count("b") > 2
    assert odd.difference(forgets) == "bbb"
    assert light.output("ttt") == "●○○ ○○● ○●○ ●○○ "
