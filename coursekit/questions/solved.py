"""Worked solutions step by step, by the methods that the lectures teach."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from string import ascii_uppercase

from automatakit.automaton.states import State, label, set_text
from automatakit.automaton.value import Automaton
from automatakit.draw.tables import markdown
from automatakit.languages.brackets import plain
from automatakit.languages.elimination import END, START, eliminations, written
from automatakit.languages.minimal import first_words, minimise
from automatakit.languages.operations import intersection
from automatakit.languages.runs import count_runs
from automatakit.languages.words import useful_states
from coursekit.questions.say import Say


# ---------------------------------------------------------------- words and runs, letter by letter
def reached(fa: Automaton) -> Iterator[str]:
    """Breadth-first search over states: for each length the steps that first reach one, up to an accepting one."""
    layer: list[State] = [fa.start]
    seen = {fa.start}
    told = [label(fa.start)]
    for length in count():
        yield f"- {length}: {', '.join(told) or '–'}"
        if not layer or fa.accepting.intersection(layer):
            return
        before, layer, told = layer, [], []
        for state in before:
            for symbol in fa.alphabet:
                for head in fa.successors(state, symbol):
                    if head not in seen:
                        seen.add(head)
                        layer.append(head)
                        told.append(f"{label(state)} –{symbol}→ {label(head)}")


def tree(fa: Automaton, words: Sequence[str]) -> list[str]:
    """For each length the beginnings of some words, with their sets of active states; in brackets what is cut there."""
    lines = []
    met = [""]
    for length in range(len(words[0]) + 1):
        kept = {word[:length] for word in words}
        told = []
        for word in met:
            shown = f"{word or 'ε'} {set_text(fa.active(word)[-1])}"
            told.append(shown if word in kept else f"({shown})")
        lines.append(f"- {length}: {', '.join(told)}")
        met = [word + symbol for word in met if word in kept for symbol in fa.alphabet]
    return lines


def runs_counted(fa: Automaton, word: str) -> list[str]:
    """After each prefix of a word, how many runs end in each state."""
    lines = []
    for length in range(len(word) + 1):
        counts = _runs_by_end(fa, word[:length])
        told = ", ".join(f"{label(q)}: {n}" for q, n in counts.items())
        lines.append(f"- {word[:length] or 'ε'} – {told or '∅'}")
    return lines


def _runs_by_end(fa: Automaton, word: str) -> dict[State, int]:
    """How many runs over a word end in each state."""
    counts = {q: count_runs(fa.with_(accepting=[q]), word) for q in fa.states}
    return {q: n for q, n in counts.items() if n}


def summed(fa: Automaton, word: str, say: Say) -> list[str]:
    """The sum of the runs over a word that end in accepting states, where there are several such states."""
    counts = _runs_by_end(fa, word)
    terms = [n for q, n in counts.items() if q in fa.accepting]
    return sum_of(terms, say)


def added(terms: Sequence[int]) -> str:
    """A sum written out, or its only term.

    Examples
    --------
    >>> added([2, 3]), added([4]), added([])
    ('2 + 3 = 5', '4', '0')
    """
    written = " + ".join(map(str, terms))
    return f"{written} = {sum(terms)}" if len(terms) > 1 else written or "0"


def sum_of(terms: Sequence[int], say: Say) -> list[str]:
    """A sum of several numbers, below some lines."""
    if len(terms) < 2:
        return []
    return ["", say("work.sum", terms=" + ".join(map(str, terms)), n=sum(terms))]


def new_sets(fas: Sequence[Automaton], last: str | None) -> list[list[str]]:
    """For each length the active sets of several automata that are new, each with its first word.

    The search ends with the length of a last word; without one it goes on to the end.
    """
    layer, found = [""], list[list[str]]()
    seen = set[tuple[tuple[State, ...], ...]]()
    while layer and (last is None or len(found) <= len(last)):
        new = {}
        for word in layer:
            sets = tuple(fa.active(word)[-1] for fa in fas)
            if sets not in seen:
                new[word] = sets
                seen.add(sets)
        told = []
        for word, sets in new.items():
            told.append(f"{word or 'ε'}: {' / '.join(map(set_text, sets))}")
        found.append(told)
        layer = [word + symbol for word in new for symbol in fas[0].alphabet]
    return found


def first_sets(fas: Sequence[Automaton], last: str | None) -> list[str]:
    """A search over the active sets, a line for each length; it stops with a last word, or with nothing new."""
    search = new_sets(fas, last)
    if last is not None:
        words = [told.split(": ")[0] for told in search[-1]]
        del search[-1][words.index(last or "ε") + 1 :]
    return [f"- {n}: {'; '.join(told) or '–'}" for n, told in enumerate(search)]


MOST_PAIRS = 14
"""So many pairs a search by hand may meet."""
WIDEST_LINE = 240
"""So many characters of one length can still be read."""


def few_pairs(
    fas: Sequence[Automaton], last: str | None, most: int = MOST_PAIRS
) -> bool:
    """Whether a search over the active sets, up to a word or to the end, fits on paper."""
    search = new_sets(fas, last)
    lines = ("; ".join(told) for told in search)
    return sum(map(len, search)) <= most and max(map(len, lines)) <= WIDEST_LINE


def most_runs(
    fa: Automaton, length: int
) -> Iterator[tuple[str, dict[State, int], bool]]:
    """Prefixes that may become a word with the most accepting runs, length by length, and those that are dropped.

    With each stands how many of its runs end in each state, and whether it is kept: it is dropped if another one of its
    length has at least as many runs in every state, as no ending makes up for that.
    """
    kept = [""]
    for _ in range(length + 1):
        ends = {word: _runs_by_end(fa, word) for word in kept}
        kept = []
        for word, counts in ends.items():
            rivals = [*kept, *list(ends)[list(ends).index(word) + 1 :]]
            lost = any(_at_least(ends[rival], counts) for rival in rivals)
            if not lost:
                kept.append(word)
            yield word, counts, not lost
        kept = [word + symbol for word in kept for symbol in fa.alphabet]


def _at_least(more: dict[State, int], less: dict[State, int]) -> bool:
    """Whether there are as many runs in every state, or more."""
    return all(more.get(state, 0) >= number for state, number in less.items())


# ---------------------------------------------------------------- the product, pair by pair
def pair_text(pair: State) -> str:
    """A pair of states as its state in a product is called.

    Examples
    --------
    >>> pair_text(("A", "q1"))
    '(A,q1)'
    """
    return f"({','.join(map(label, pair))})"


def pairs(one: Automaton, two: Automaton) -> Automaton:
    """The product of two automata, without the pairs from which no accepting one is reached."""
    whole = intersection(one, two)
    useful = useful_states(whole) | {whole.start}
    kept = [pair for pair in whole.states if pair in useful]
    edges = [(p, a, q) for p, a, q in whole.edges if p in useful and q in useful]
    accepting = [pair for pair in kept if pair in whole.accepting]
    small = Automaton.make(kept, whole.start, accepting, edges, whole.alphabet)
    return small.renamed(pair_text)


def search_of_pairs(one: Automaton, two: Automaton) -> Iterator[str]:
    """Breadth-first search in the product: for each length the words that lead to new pairs, up to one that accepts.

    Of the last word only the pair that accepts stands there.
    """
    whole = intersection(one, two)
    layer: dict[State, str] = {whole.start: ""}
    seen = {whole.start}
    for length in count():
        met: dict[str, list[State]] = {}
        for pair, word in sorted(layer.items(), key=lambda one: one[1]):
            met.setdefault(word, []).append(pair)
        told = []
        for word, new in met.items():
            found = [pair for pair in new if pair in whole.accepting][:1]
            told.append(f"{word or 'ε'}: {', '.join(map(pair_text, found or new))}")
            if found:
                break
        yield f"- {length}: {'; '.join(told) or '–'}"
        if not layer or whole.accepting.intersection(layer):
            return
        layer = {}
        for word, some in met.items():
            for symbol in whole.alphabet:
                for pair in some:
                    for head in whole.successors(pair, symbol):
                        if head not in seen:
                            seen.add(head)
                            layer[head] = word + symbol


# ---------------------------------------------------------------- Moore's blocks
@dataclass(frozen=True)
class Split:
    """A symbol that splits a block: each part, with the block into which the symbol leads it."""

    block: tuple[State, ...]
    symbol: str
    parts: tuple[tuple[tuple[State, ...], tuple[State, ...]], ...]


def splits(fa: Automaton) -> Iterator[Split]:
    """Split the blocks of a complete deterministic automaton until no symbol splits one; accepting states apart."""
    blocks = [
        tuple(q for q in fa.states if (q in fa.accepting) == accepts)
        for accepts in (True, False)
    ]
    while (split := _next_split(fa, blocks)) is not None:
        yield split
        at = blocks.index(split.block)
        blocks[at : at + 1] = [part for part, _ in split.parts]


def _next_split(fa: Automaton, blocks: Sequence[tuple[State, ...]]) -> Split | None:
    for block in blocks:
        for symbol in fa.alphabet:
            parts: dict[tuple[State, ...], list[State]] = {}
            for state in block:
                (head,) = fa.successors(state, symbol)
                goal = next(one for one in blocks if head in one)
                parts.setdefault(goal, []).append(state)
            if len(parts) > 1:
                found = ((tuple(part), goal) for goal, part in parts.items())
                return Split(block, symbol, tuple(found))
    return None


def lettered(fa: Automaton) -> Automaton:
    """The minimal automaton; its states are called A, B, … as no state of a question's table is."""
    small = minimise(fa)
    return small.renamed(lambda q: ascii_uppercase[small.index[q]])


def minimised(fa: Automaton, say: Say) -> list[str]:
    """Minimise by splitting blocks, and say which block is which state of the minimal automaton."""
    names = "; ".join(f"{q} = {set_text(block)}" for q, block in _classes(fa).items())
    told = say("work.blocks", names=names)
    return [*split_blocks(fa, say), f"- {told}", "", *table(lettered(fa))]


def counted(fa: Automaton, say: Say) -> list[str]:
    """Split blocks, and count those that are left."""
    classes = ", ".join(map(set_text, _classes(fa).values()))
    told = say("work.classes", classes=classes)
    return [*split_blocks(fa, say), f"- {told}"]


def split_blocks(fa: Automaton, say: Say) -> list[str]:
    """Split the blocks of a complete deterministic automaton, one after the other."""
    accepting = fa.names(fa.accepting_mask)
    others = [q for q in fa.states if q not in fa.accepting]
    first = say(
        "work.first_blocks", accepting=set_text(accepting), others=set_text(others)
    )
    lines = [f"- {first}"]
    for split in splits(fa):
        parts = "; ".join(
            f"{set_text(part)} –{split.symbol}→ {set_text(goal)}"
            for part, goal in split.parts
        )
        told = say(
            "work.split", symbol=split.symbol, block=set_text(split.block), parts=parts
        )
        lines.append(f"- {told}")
    return lines


def _classes(fa: Automaton) -> dict[State, list[State]]:
    """The states that belong together, by their state in the minimal automaton."""
    small = lettered(fa)
    members: dict[State, list[State]] = {q: [] for q in small.states}
    for mask, word in first_words(fa):
        (home,) = small.active(word)[-1]
        members[home] += fa.names(mask)
    return {
        home: sorted(block, key=fa.index.__getitem__) for home, block in members.items()
    }


def table(fa: Automaton) -> list[str]:
    """The transition table (→ start, * accepting)."""
    return markdown(fa).split("\n")


# ---------------------------------------------------------------- expressions, state by state
def eliminated(fa: Automaton, say: Say, order: Sequence[State] = ()) -> list[str]:
    """Eliminate the states one by one; after each, the arrows that have changed."""
    steps = eliminations(fa, order)
    _, before = next(steps)
    kept = [state for state in fa.states if (START, state) in before]
    ends = [state for state in fa.states if (state, END) in before]
    start, goals = (", ".join(map(label, some)) for some in (kept, ends))
    lines = [say("work.new_ends", start=start, ends=goals), ""]
    for state, labels in steps:
        arrows = ", ".join(
            f"{label(p)} → {label(q)}: `{plain(written(terms))}`"
            for (p, q), terms in labels.items()
            if terms != before.get((p, q))
        )
        told = say("work.removed", state=label(state), arrows=arrows or "–")
        lines.append(f"- {told}")
        before = labels
    return lines


@dataclass(frozen=True)
class Substitution:
    """An equation of a system, as it reads after a step: solved by Arden's rule, or with another one put in."""

    before: str
    text: str
    put_in: str
    """What was put in; nothing where the equation was solved for its own unknown."""


class Equations:
    """A system of equations for the languages that are accepted from the states of an automaton.

    Examples
    --------
    >>> system = Equations(Automaton.of("aX>X bX>Y aY>X", start="X", accepting="Y"))
    >>> for step in system.solve():
    ...     print(step.text)
    X = (a|ba)X | b
    X = (a|ba)*b
    """

    def __init__(self, fa: Automaton) -> None:
        self.fa = fa
        self.rows: dict[str, dict[str, str]] = {}
        for p in fa.states:
            row: dict[str, str] = {}
            for a in fa.alphabet:
                for q in fa.successors(p, a):
                    _add(row, q, a)
            if p in fa.accepting:
                _add(row, "", "()")
            self.rows[p] = row

    def text(self, unknown: str) -> str:
        """An equation as it is written; ε stands for the empty word."""
        row = self.rows[unknown]
        terms = [_times(row[q]) + q for q in row if q]
        if alone := row.get("", ""):
            # A union beside other terms stands in brackets, and ε as it is
            terms.append((terms and _times(alone)) or alone)
        return f"{unknown} = {' | '.join(terms) or '∅'}".replace("()", "ε")

    def solve(self) -> Iterator[Substitution]:
        """Solve for one unknown after the other, that of the start last, and put it into the others."""
        rest = [q for q in reversed(self.fa.states) if q != self.fa.start]
        for unknown in [*rest, self.fa.start]:
            row, given = self.rows[unknown], self.text(unknown)
            if loop := row.pop(unknown, ""):
                for q, factor in row.items():
                    row[q] = plain(f"({loop})*({factor})")
                yield Substitution(given, self.text(unknown), "")
            solved = self.text(unknown)
            del self.rows[unknown]
            self.solution = row.get("", "∅")
            for other, terms in self.rows.items():
                given = self.text(other)
                if before := terms.pop(unknown, ""):
                    for q, factor in row.items():
                        _add(terms, q, f"({before})({factor})")
                    yield Substitution(given, self.text(other), solved)


def _add(row: dict[str, str], unknown: str, factor: str) -> None:
    """Add a term to a row."""
    both = f"({row[unknown]})|({factor})" if unknown in row else factor
    row[unknown] = plain(both)


def _times(factor: str) -> str:
    """A factor before an unknown."""
    return plain(f"({factor})x")[:-1]


def substituted(fa: Automaton, say: Say) -> list[str]:
    """Solve a system of equations, each substitution written out."""
    lines = []
    for step in Equations(fa).solve():
        id = "work.put_in" if step.put_in else "work.arden"
        told = say(id, put_in=step.put_in, before=step.before, after=step.text)
        lines.append(f"- {told}")
    return lines


def solution_of(fa: Automaton) -> str:
    """The solution for the start's unknown."""
    system = Equations(fa)
    for _ in system.solve():
        pass
    return system.solution


# ---------------------------------------------------------------- pairs of words
def listed(words: Iterable[str]) -> str:
    """Words with commas between them; a dash for none."""
    return ", ".join(words) or "–"
