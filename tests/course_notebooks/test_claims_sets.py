"""What the pages of the course say, computed anew: the gallery, the problem sets and the syllabus.

Each test is named by the words that it stands for.
"""

from __future__ import annotations

import random
import re
from itertools import product

from automatakit import (
    Automaton,
    counterexample,
    equivalent,
    is_empty,
    minimise,
)
from automatakit.learning import AutomatonTeacher, learn
from boardkit.messages import LANGUAGES
from coursekit.questions.registry import all_types, built_in, question
from finity_edu import Position
from finity_edu.automata import station_nfa
from finity_edu.rules.options import ARROWS_PER_COLOUR
from tests.course_notebooks.claims import (
    ROOT,
    automaton,
    pages,
    says,
    source_of,
    towers,
)


@says("11", "Here is one instance of every type of question in the course, drawn with seed 7.",
      de="Hier siehst du zu jeder Aufgabenart des Kurses eine Aufgabe, gezogen mit dem Startwert 7.")
@says("00", "it shows a question of every type, and what feedback looks like",
      de="Sie enthält zu jeder Aufgabenart eine Aufgabe, und du siehst, wie Rückmeldungen aussehen")
def test_the_gallery_shows_every_type():
    code = source_of("11").read_text(encoding="utf-8")
    shown = re.findall(r'question\("(\w+)"\)\.instance\(seed=7, difficulty=2\)', code)
    ours = {kind.id for kind in all_types() if built_in(kind)}
    assert set(shown) >= ours  # other tests register types of their own


@says("11", "And here are questions of other units, in the skin in which they do not appear above:",
      de="in der Darstellung, in der sie oben nicht vorkommen",
      es="en la presentación en la que no aparecen arriba")
def test_the_gallery_shows_both_skins_in_each_unit_that_has_types_with_both():
    code = source_of("11").read_text(encoding="utf-8")
    both = {kind.id: kind.unit for kind in all_types() if built_in(kind) and len(kind.skins) > 1 and kind.unit}
    again = re.findall(r'question\("(\w+)"\)\.instance\(seed=7, difficulty=2, skin="textbook"\)', code)
    assert {both[id] for id in again} == set(both.values())


@says("ps2", "NFA: state 0 with loops on b and w and an arrow b to 1; arrows on b and w from i to i + 1 for 1 ≤ i < n",
      "So the 2ⁿ words of length n lead to 2ⁿ different states.",
      "In uz and vz the n-th symbol from the end is the one at position i",
      de="Die 2ⁿ Wörter der Länge n führen also in 2ⁿ verschiedene Zustände.",
      es="Por tanto, las 2ⁿ palabras de longitud n llevan a 2ⁿ estados distintos.")
def test_the_model_answer_of_set_2():
    for n in range(1, 6):
        delta = {"0": {"b": {"0", "1"}, "w": {"0"}}, str(n): {}}
        delta |= {str(i): {a: {str(i + 1)} for a in "bw"} for i in range(1, n)}
        nfa = automaton(delta, "0", str(n))
        assert len(nfa.states) == n + 1
        assert len(minimise(nfa).states) == 2 ** n
        assert all(nfa.accepts_input(w) == (w[-n] == "b") for w in towers(n + 2))


@says("ps3", "`bw` belongs to `(b|w)*` and not to `(b*|w*)`", "`b` belongs to `(b|w)*` and not to `(b*w)*`",
      "Repair: `(b*w)*b*`.", de="`bw` gehört zu `(b|w)*` und nicht zu `(b*|w*)`",
      es="`bw` pertenece a `(b|w)*` y no a `(b*|w*)`")
def test_the_model_answer_of_set_3():
    everything, each, ending, repaired = (Automaton.of(text, symbols="bw")
                                          for text in ("(b|w)*", "b*|w*", "(b*w)*", "(b*w)*b*"))
    assert [one.accepts("bw") for one in (everything, each)] == [True, False]
    assert [one.accepts("b") for one in (everything, ending)] == [True, False]
    assert equivalent(repaired, everything)


@says("ps5",
      "Prefixes: oⁱ for i = 0, 1, 2, … For i ≠ j the suffix cⁱ tells oⁱ and oʲ apart: oⁱcⁱ is legal; oʲcⁱ is not",
      "With three files at most: states 0, 1, 2, 3, for the number of open files, start and accepting state 0, "
      "`o` from n to n + 1 for n < 3, `c` from n to n − 1 for n > 0",
      "The proof now gives four prefixes, ε, o, oo, ooo, and any word with four files open leads to the trap",
      de="Zustände 0, 1, 2, 3 für die Zahl der offenen Dateien",
      es="los estados son 0, 1, 2, 3, por el número de archivos abiertos")
def test_the_model_answer_of_set_5():
    def opened(session):
        depths = [0]
        for message in session:
            depths.append(depths[-1] + (1 if message == "o" else -1))
        return depths

    def legal(session, most=99):
        depths = opened(session)
        return min(depths) >= 0 and max(depths) <= most and depths[-1] == 0

    pairs = [(i, j) for i in range(9) for j in range(9) if i != j]
    assert all(legal("o" * i + "c" * i) and not legal("o" * j + "c" * i) for i, j in pairs)
    edges = [(str(n), a, str(n + d)) for n in range(4) for a, d in (("o", 1), ("c", -1)) if 0 <= n + d <= 3]
    server = Automaton.make("0123", "0", "0", edges, "co")
    assert all(server.accepts("".join(w)) == legal(w, 3) for n in range(11) for w in product("oc", repeat=n))
    assert len(minimise(server).states) == 4 + 1


@says("11", "difficulty 1 to 5 sets its size, and the texts exist in English, German and Spanish",
      es="los textos existen en inglés, alemán y español")
def test_what_a_question_has():
    kind = question("winning_towers")
    made = [kind.instance(seed=7, difficulty=d, lang=lang) for d in range(1, 6) for lang in LANGUAGES]
    assert len({one.title for one in made}) == len(LANGUAGES) == 3
    assert all(len(one.hints) == 3 and one.solution for one in made)
    sizes = [kind.measure(one.data) for one in made[::3]]
    assert sizes == sorted(sizes)


@says("ps1", "A slip in one row does not ruin the rest: what follows correctly from it still earns something.",
      de="Ein Fehler in einer Zeile verdirbt nicht den Rest: Für alles, was richtig aus dieser Zeile folgt, gibt es "
         "noch Punkte.")
def test_what_follows_rightly_from_a_slip_still_earns_something():
    compared = 0
    for seed in range(12):
        made = question("token_sets").instance(seed=seed, difficulty=3)
        delta = station_nfa(Position.parse(made.data["board"])).transitions
        tower, key = made.data["tower"], dict(made.key)
        slip = {"": key[""], tower[0]: "A"}
        for n in range(2, len(tower) + 1):
            before = slip[tower[:n - 1]].split()
            slip[tower[:n]] = " ".join(sorted({q for p in before for q in delta[p].get(tower[n - 1], ())}))
        nowhere = next(states for states in ("B E", "A C", "B D") if states not in (*key.values(), *slip.values()))
        wild = {prefix: slip[prefix] if len(prefix) < 2 else nowhere for prefix in slip}
        if slip[tower[0]] != key[tower[0]] and sum(slip[p] != key[p] for p in slip) > 2:
            compared += 1
            assert made.judge(slip, points=4).points > max(0, made.judge(wild, points=4).points)
    assert compared >= 3


@says("ps7", "you lose points for each move that is missing, and for each one too many")
def test_moves_missing_and_moves_too_many():
    for seed in (0, 3):
        made = question("orphaning_moves").instance(seed=seed, difficulty=3)
        rest = next(str(m) for m in Position.parse(made.data["board"]).legal_moves() if str(m) not in made.key)
        points = [made.judge(answer, points=4).points for answer in (made.key, made.key[1:], [*made.key, rest])]
        assert max(points[1:]) < points[0] == 4


@says("ps1", "A function that tries only one path will be caught.",
      de="Eine Funktion, die nur einen einzigen Weg ausprobiert, wird ertappt.",
      es="Una función que pruebe un único camino quedará en evidencia.")
def test_a_function_that_tries_one_way_is_caught():
    kind, data = question("write_accepts"), question("write_accepts").instance(seed=1, difficulty=3).data

    def one_way(arrows, here, end, tower):
        for cone in tower:
            here = next((arrow[3:] for arrow in arrows if arrow[0] == cone and arrow[1:].split(">")[0] == here), None)
            if here is None:
                return False
        return here == end

    for secret in range(40):
        probes = kind.probes(data, secret)
        assert any(one_way(*probe) != kind.expected(data, probe) for probe in probes)


@says("syllabus", "Every unit is one lecture notebook, whose core takes at most 45 minutes "
      "and which as a whole takes at most 90", "The core fits into a lesson of 45 minutes.",
      "The first unit follows a page of 15 minutes with a rehearsal of handing in.",
      "A set takes 60 to 90 minutes, problem set 0 about 20.")
@says("ps0", "**Time** about 22 minutes.", de="**Zeit** etwa 22 Minuten.", es="**Tiempo** unos 22 minutos.")
def test_minutes():
    minutes = {page: [int(m) for m in re.findall(r"^## .*\((?:\d+ points?, )?(\d+) min\)", "\n".join(cells), re.M)]
               for (page, lang), cells in pages().items() if lang == "en"}
    assert "**15 minutes.**" in pages()["00", "en"][0]
    assert all(60 <= sum(minutes[f"ps{n}"]) <= 90 for n in range(1, 11))
    assert sum(minutes["ps0"]) == 22


@says("00", "Each of the units 1 to 10 has a problem set, which your lecturer hands out.")
def test_units_with_a_set():
    assert {f"ps{unit}" for unit in range(1, 11)} <= {page for page, _ in pages()}


@says("syllabus", "Units 1 to 7 build on each other. Units 8 and 9 need units 1 and 2 only",
      "unit 10 comes after unit 5")
def test_prerequisites_are_the_same_wherever_they_are_told():
    (syllabus,) = pages()["syllabus", "en"]
    rows = re.findall(r"^\| \d \| .*?`0([1-9])`[^|]*\| (?:–|unit (\d)) \|", syllabus, re.M)
    needs = {int(unit): int(other or 0) for unit, other in rows}
    for (page, _), cells in pages().items():
        if re.fullmatch("0[1-9]", page):
            told = re.search(r"^(?:You need|Du brauchst|Necesitas):.*", cells[0], re.M | re.S)[0]
            assert [int(number) for number in re.findall(r"\((?:\.\./)?0(\d)-", told)] == [needs[int(page)]], page

    def before(unit):
        return {needs[unit], *before(needs[unit])} - {0} if unit else set()

    units = [unit for unit in needs if unit < 8]
    assert [before(unit) for unit in units] == [set(units[:n]) for n in range(len(units))]
    assert before(8) == before(9) == {1, 2}
    assert re.findall(r"\]\((0\d)-", pages()["10", "en"][0]) == ["02", "04", "05"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Units 1 to 7 build on each other; 8 and 9 need units 1 and 2 only, 10 needs 2, 4 and 5." in readme


@says("syllabus", "hexagons of cardboard (9, 10 or 13 for two, three or four players, the end station among them)",
      "24 curtain rings or coins in three sizes (7 large, 8 medium, 9 small), two blockers and a post",
      "32 black and 32 white paper arrows, eight black and eight white beads")
def test_the_parts_of_a_set():
    starts = [Position.start(players, word="bbwwbwbw", rules="piglab") for players in (2, 3, 4)]
    assert [len(start.board.names) for start in starts] == [9, 10, 13]
    rules = starts[0].rules
    assert (rules.rings_large, rules.rings_medium, rules.rings_small) == (7, 8, 9)
    assert all(sum(b.seat == 1 for b in start.layout.blockers) == 2 for start in starts)
    assert (ARROWS_PER_COLOUR, rules.cones) == (32, 8)


@says("ps10",
      "None of ε, m and b brings coffee: the table with the column ε is closed, and the first conjecture is one "
      "state that accepts nothing. I try all words, short ones first, and mmb brings coffee. Halving gives the "
      "column mb; it tells m from ε, so m moves up. The second conjecture has 2 states and takes mm for m. It is "
      "wrong about mmb, too; this time the column b follows, and mm and mmb move up. Now I have asked about 19 words. "
      "The columns are ε, mb, b, and the upper rows are ε 000, m 010, mm 011 and mmb 100; each lower row equals "
      "one of them. The states are: no coin, one coin, two coins (more fall through), and coffee has just come.",
      "I tried all words of up to 6 symbols in vain.",
      de="Nun habe ich nach 19 Wörtern gefragt.", es="Ya he preguntado por 19 palabras.")
def test_the_model_answer_of_set_10():
    delta = {
        "none": {"m": {"one"}, "b": {"none"}},
        "one": {"m": {"two"}, "b": {"one"}},
        "two": {"m": {"two"}, "b": {"coffee"}},
        "coffee": {"m": {"one"}, "b": {"none"}},
    }
    coffee = Automaton.of(delta, start="none", accepting=["coffee"])
    anna = AutomatonTeacher(coffee)
    steps = list(learn(anna, "rivest-schapire"))
    guesses = [step.conjecture for step in steps if step.kind == "conjecture"]
    assert [len(guess.states) for guess in guesses] == [1, 2, 4]
    assert is_empty(guesses[0])
    assert [guess.accepts("mmb") for guess in guesses] == [False, False, True]
    assert guesses[1].active("mm")[-1] == guesses[1].active("m")[-1]
    taught = [step for step in steps if step.kind == "counterexample"]
    assert [anna.differs(step.conjecture) for step in taught] == ["mmb", "mmb"]
    assert [step.table.endings[-1] for step in taught] == ["mb", "b"]
    last = steps[-1].table
    rows = {word: "".join("01"[won] for won in last.row(word)) for word in last.prefixes}
    assert rows == {"": "000", "m": "010", "mm": "011", "mmb": "100"}
    assert last.endings == ("", "mb", "b")
    assert last.unclosed() is None
    assert steps[-1].questions == 19
    # Each upper row is named by its state.
    assert [{*coffee.active(word)[-1]} for word in rows] == [{"none"}, {"one"}, {"two"}, {"coffee"}]


@says("ps10",
      "If I knew that it has at most 4 states, I could be certain: two complete deterministic automata with m and n "
      "states that accept different languages differ on a word of at most m + n − 2 symbols.",
      de="unterscheiden sich bei einem Wort mit höchstens m + n − 2 Symbolen",
      es="difieren en una palabra de como mucho m + n − 2 símbolos")
def test_two_small_automata_differ_on_a_short_word():
    assert 4 + 4 - 2 == 6
    rng = random.Random(10)

    def machine(size):
        states = [str(number) for number in range(size)]
        delta = {state: {letter: {rng.choice(states)} for letter in "bm"} for state in states}
        return Automaton.of(delta, start="0", accepting=rng.sample(states, rng.randint(1, size)))

    lengths = [(m + n, len(counterexample(machine(m), machine(n)) or ""))
               for m in (2, 3, 4) for n in (2, 3, 4) for _ in range(30)]
    assert all(length <= states - 2 for states, length in lengths)
    # With 2 states each, over one letter: no smaller bound holds.
    assert counterexample("b(bb)*", "bb*") == "bb"
