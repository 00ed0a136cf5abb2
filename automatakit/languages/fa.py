"""Small finite automata for judging: sets of states are bit masks, nothing but the standard library.

Answers come from students, so every construction that can blow up takes a limit and raises `TooLargeError`
instead of running on.  For everything that is shown to students (automata-lib, pictures, steps) see
`automatakit`; the two referee each other in the tests.  Two automata side by side: `automatakit.languages.pairs`;
useful states and cycles: `automatakit.languages.cycles`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from automatakit.automaton.value import EPSILON, Automaton, Edge
from automatakit.languages.hopcroft import classes

__all__ = ["EPSILON", "FA", "Edge", "TooLargeError"]

LIMIT = 20_000


class TooLargeError(Exception):
    """A construction would have grown beyond its limit."""


class FA(Automaton):
    """An automaton with the constructions that judging needs, each with a limit.

    Examples
    --------
    >>> fa = FA.of("A B C", "A", "C", "AbB BwC BbA")
    >>> fa.accepts("bw"), fa.accepts("b")
    (True, False)
    >>> fa.minimal().states
    ('q0', 'q1', 'q2', 'q3')
    """

    @classmethod
    def of(cls, states: str, start: str, accepting: str, edges: str, alphabet: str = "bw") -> FA:
        """Short form for one-letter states: ``FA.of("A B", "A", "B", "AbB BwA")``."""
        triples = frozenset((e[0], e[1:-1], e[-1]) for e in edges.split())
        return cls.make(states.split(), start, accepting.split(), triples, alphabet)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FA:
        """Read the canonical JSON form of the answer kind ``automaton``."""
        edges = frozenset((p, a, q) for p, a, q in data["transitions"])
        return cls.make(data["states"], str(data["start"]), data["accepting"], edges, data["alphabet"])

    def to_json(self) -> dict[str, object]:
        """Return the canonical JSON form of the answer kind ``automaton``."""
        rank = {q: i for i, q in enumerate(self.states)}
        return {"states": list(self.states), "alphabet": list(self.alphabet), "start": self.start,
                "accepting": sorted(self.accepting, key=rank.__getitem__),
                "transitions": [list(e) for e in sorted(self.edges, key=lambda e: (rank[e[0]], e[1], rank[e[2]]))]}

    def step_mask(self, mask: int, letter: str) -> int:
        """The states after a letter, as masks; none after a letter that it does not know."""
        row = self.moves.get(letter)
        return _union(row, mask) if row else 0

    # ---------------------------------------------------------------- reading words
    def active(self, word: str) -> list[tuple[str, ...]]:
        """The set of states after every prefix of a word: δ̂(q0, ε), δ̂(q0, w1), …"""
        masks = [self.start_mask]
        for letter in word:
            masks.append(self.step_mask(masks[-1], letter))
        return [self.names(m) for m in masks]

    def accepts(self, word: str) -> bool:
        """Whether some run over the word ends in an accepting state."""
        return bool(self.end_mask(word) & self.final_mask)

    def end_mask(self, word: str) -> int:
        """The states after a word, as a mask: δ̂(q0, w)."""
        mask = self.start_mask
        for letter in word:
            mask = self.step_mask(mask, letter)
        return mask

    def successors(self, state: str, letter: str) -> tuple[str, ...]:
        """δ(state, letter) without ε-moves, in the order of `states`."""
        return tuple(q for q in self.states if (state, letter, q) in self.edges)

    def runs(self, word: str) -> Iterator[tuple[str, ...]]:
        """All accepting runs over a word (an automaton without ε), in the order of `states`.

        Only states from which the rest of the word is accepted are entered, so no way is in vain.
        """
        good = [set(self.accepting)]
        for letter in reversed(word):
            good.append({p for p, a, q in self.edges if a == letter and q in good[-1]})
        path: list[str] = []
        choices = [iter((self.start,))]
        while choices:
            q = next(choices[-1], None)
            if q is None:
                choices.pop()
                del path[-1:]
            elif q in good[len(word) - len(path)]:
                path.append(q)
                if len(path) > len(word):
                    yield tuple(path)
                    path.pop()
                else:
                    choices.append(iter(self.successors(q, word[len(path) - 1])))

    def run(self, word: str) -> tuple[str, ...] | None:
        """The first accepting run over a word, or None."""
        return next(self.runs(word), None)

    def count_runs(self, word: str) -> int:
        """The number of accepting runs over a word."""
        counts = {self.start: 1}
        for letter in word:
            new: dict[str, int] = {}
            for p, a, q in self.edges:
                if a == letter and p in counts:
                    new[q] = new.get(q, 0) + counts[p]
            counts = new
        return sum(n for q, n in counts.items() if q in self.accepting)

    # ---------------------------------------------------------------- constructions
    def subsets(self, limit: int = LIMIT) -> dict[int, dict[str, int]]:
        """The reachable part of the subset automaton, in breadth-first order (the empty set included)."""
        table: dict[int, dict[str, int]] = {}
        queue = deque([self.start_mask])
        seen = {self.start_mask}
        while queue:
            mask = queue.popleft()
            table[mask] = {a: self.step_mask(mask, a) for a in self.alphabet}
            for new in table[mask].values():
                if new not in seen:
                    seen.add(new)
                    queue.append(new)
            if len(seen) > limit:
                raise TooLargeError
        return table

    def deterministic(self, limit: int = LIMIT) -> FA:
        """The complete subset automaton; states are named like ``A B``, the empty set ``∅``."""
        table = self.subsets(limit)
        name = {m: " ".join(self.names(m)) or "∅" for m in table}
        return FA.make(tuple(name.values()), name[self.start_mask],
                  frozenset(name[m] for m in table if m & self.final_mask),
                  frozenset((name[m], a, name[t]) for m, row in table.items() for a, t in row.items()),
                  self.alphabet)

    def minimal(self, limit: int = LIMIT) -> FA:
        """The minimal complete DFA; states q0, q1, … in breadth-first order (so equal languages, equal values)."""
        masks, rows = self._numbered(limit)
        block = classes(rows, [bool(m & self.final_mask) for m in masks])
        names, queue, done = {block[0]: "q0"}, deque([0]), set[int]()
        edges = set()
        while queue:
            i = queue.popleft()
            if block[i] in done:
                continue
            done.add(block[i])
            for a, j in zip(self.alphabet, rows[i], strict=True):
                names.setdefault(block[j], f"q{len(names)}")
                edges.add((names[block[i]], a, names[block[j]]))
                queue.append(j)
        final = frozenset(names[b] for b, m in zip(block, masks, strict=True) if m & self.final_mask)
        return FA.make(tuple(names.values()), "q0", final, frozenset(edges), self.alphabet)

    def _numbered(self, limit: int = LIMIT) -> tuple[list[int], list[list[int]]]:
        """The subset automaton by numbers: masks, and where each leads, letter by letter; the start is 0."""
        table = self.subsets(limit)
        number = {m: i for i, m in enumerate(table)}
        return list(table), [[number[t] for t in row.values()] for row in table.values()]

    def with_(self, **changes: Any) -> FA:
        """A copy with some of the five parts changed."""
        parts: dict[str, Any] = {"states": self.states, "start": self.start, "accepting": self.accepting,
                                    "edges": self.edges, "alphabet": self.alphabet}
        return FA.make(**(parts | changes))

    def completed(self) -> FA:
        """The same automaton with a sink for the arrows that are missing, if any are."""
        if self.is_complete:
            return self
        sink = _fresh("∅", self.states)
        there = {(p, a) for p, a, _ in self.edges}
        loops = {(p, a, sink) for p in (*self.states, sink) for a in self.alphabet if (p, a) not in there}
        return self.with_(states=(*self.states, sink), edges=self.edges | loops)

    def complement(self, limit: int = LIMIT) -> FA:
        """Σ* without the language: swap accepting states of the *deterministic* automaton."""
        d = self.deterministic(limit)
        return d.with_(accepting=frozenset(d.states) - d.accepting)

    def reverse(self) -> FA:
        """The reversed language: turn the arrows, swap start and accepting states (joined by ε)."""
        fresh = _fresh("R", self.states)
        edges = {(q, a, p) for p, a, q in self.edges} | {(fresh, EPSILON, q) for q in self.accepting}
        return FA.make((fresh, *self.states), fresh, frozenset({self.start}), frozenset(edges), self.alphabet)

    def words(self, length: int) -> list[str]:
        """The accepted words of exactly that length, alphabetical."""
        found: list[str] = []
        coming = self._alive(length)

        def extend(word: str, mask: int) -> None:
            mask &= coming[length - len(word)]
            if mask and len(word) == length:
                found.append(word)
            elif mask:
                if len(found) > LIMIT:
                    raise TooLargeError
                for a in self.alphabet:
                    extend(word + a, self.step_mask(mask, a))
        extend("", self.start_mask)
        return found

    def _alive(self, length: int) -> list[int]:
        """alive[k] = states from which some word of length k is accepted."""
        alive = [self.final_mask]
        for _ in range(length):
            alive.append(sum(1 << i for i in range(len(self.states))
                             if any(self.moves[a][i] & alive[-1] for a in self.alphabet)))
        return alive

    def counts(self, length: int) -> list[int]:
        """Numbers of accepted words of length 0, 1, …, `length` (through the subset automaton)."""
        masks, rows = self._numbered()
        final = [i for i, m in enumerate(masks) if m & self.final_mask]
        now = [1] + [0] * (len(rows) - 1)
        result = []
        for _ in range(length + 1):
            result.append(sum(now[i] for i in final))
            new = [0] * len(rows)
            for row, n in zip(rows, now, strict=True):
                if n:
                    for t in row:
                        new[t] += n
            now = new
        return result

    def first_words(self) -> Iterator[tuple[int, str]]:
        """The sets of states that can be reached, each with the first of the shortest words that lead there."""
        words = {self.start_mask: ""}
        queue = deque([self.start_mask])
        while queue:
            mask = queue.popleft()
            yield mask, words[mask]
            for a in self.alphabet:
                new = self.step_mask(mask, a)
                if new not in words:
                    words[new] = words[mask] + a
                    queue.append(new)
            if len(words) > LIMIT:
                raise TooLargeError

    def shortest(self) -> str | None:
        """The shortest accepted word, alphabetically first, or None."""
        return next((word for mask, word in self.first_words() if mask & self.final_mask), None)

    def markdown(self) -> str:
        """The transition table in Markdown (→ start, * accepting)."""
        letters = list(self.alphabet) + ([EPSILON] if self.has_epsilon else [])
        lines = ["| | " + " | ".join(a or "ε" for a in letters) + " |", "|" + "---|" * (len(letters) + 1)]
        for q in self.states:
            mark = ("→" if q == self.start else "") + ("*" if q in self.accepting else "")
            cells = (", ".join(self.successors(q, a)) or "∅" for a in letters)
            lines.append(f"| {mark}{q} | " + " | ".join(cells) + " |")
        return "\n".join(lines)


def _union(row: Sequence[int], mask: int) -> int:
    out = 0
    while mask:
        low = mask & -mask
        out |= row[low.bit_length() - 1]
        mask ^= low
    return out


def _fresh(name: str, taken: Iterable[str]) -> str:
    used = set(taken)
    while name in used:
        name += "'"
    return name
