"""How well-formed answers are judged, kind by kind; a type of question overrides `assess` where it must.

Which misconception a wrong answer shows is decided here, too: of an automaton or expression by its language
(`_misread`), of any other kind by the answers that its type lists in `wrong` (`misconception`).

What a type may add to that (`target`, `demands`, `shown`, `universe`, `reason`, `separator`, `misread`) is declared in
`Answered`; what a wrong answer earns stands in `coursekit.judging.credit`.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from typing import ClassVar, TypeVar

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.expressions import RegexError
from automatakit.automaton.states import State, label, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.certificate import Certificate, proves
from automatakit.languages.compare import compare, equivalent
from automatakit.languages.minimal import minimise
from automatakit.languages.runs import first_run
from boardkit.foreign_json import Json
from coursekit.answers.form import Form
from coursekit.answers.spelling import shown as shortened
from coursekit.judging.credit import (
    expression_credit,
    form_credit,
    knows_nothing,
    language_credit,
    less_form,
    partition_credit,
    set_credit,
    table_credit,
)
from coursekit.judging.misread import (
    one_arrow,
    prefix_closure,
    recognise,
    says_nothing,
    slips,
    variants,
)
from coursekit.questions.say import (
    Data,
    Judged,
    Misreadings,
    Mistakes,
    Right,
    Say,
    Wrong,
)

T = TypeVar("T")

BEGINNING = 4
"""Lines of the work that a third hint shows at most: of a table the head and two rows."""


class Answered:
    """How answers to a type of question are judged: by their kind, unless the type says otherwise."""

    id: ClassVar[str]
    kind: ClassVar[str]
    demands: ClassVar[tuple[str, ...]] = ()
    """What an automaton must be beside its language: "deterministic", "complete", "minimal", "no_epsilon"."""

    def key(self, data: Data) -> object:
        """Compute a right answer."""
        raise NotImplementedError

    def kind_of(self, data: Data) -> str:
        """The kind of an instance's answer: always the same, unless a skin asks for another one."""
        return self.kind

    def form(self, data: Data) -> Form:
        """Details of the answer's form, for `validate`."""
        return {}

    def wrong(self, data: Data) -> Mistakes:
        """Answers that misconceptions lead to, as (id, canonical answer)."""
        return iter(())

    def assess(self, data: Data, answer: Json, say: Say) -> Judged:
        """Judge a well-formed answer: equal to the key is right, everything else is explained."""
        return assess_by_kind(self, data, answer, say)

    def target(self, data: Data) -> Automaton:
        """The automaton whose language is asked for (kinds automaton and regex must say it)."""
        raise NotImplementedError

    def shown(self, data: Data) -> Sequence[Automaton]:
        """Automata that the question shows; to hand one in as it is earns nothing."""
        return ()

    def misread(self, data: Data) -> Misreadings:
        """Automata for the languages that misconceptions lead to, as (id, automaton); the target is not shown."""
        return variants(self.target(data), shown=False)

    def language_credit(
        self, data: Data, target: Automaton, answer: Automaton
    ) -> float:
        """Partial credit (0 to 1) for an automaton or expression of the wrong language; a type may use another rule."""
        return language_credit(target, answer, self.shown(data))

    def universe(self, data: Data) -> int | None:
        """The number of items that a set could hold, if it can be said (kind set of words)."""
        tokens = self.form(data).get("tokens")
        return None if tokens is None else len(tokens)

    def reason(self, data: Data, item: str, say: Say) -> str:
        """Why an item, a row or a word belongs to the key or does not."""
        return ""

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        """Why a row of a table does not hold what was written there."""
        return self.reason(data, label, say)

    def separator(self, data: Data, x: str, y: str) -> str | None:
        """What tells two elements of a partition apart, None if nothing does."""
        return None

    def apart(self, data: Data, x: str, y: str, say: Say) -> str:
        """That two elements of a partition do not belong together, and why."""
        return say(
            "verdict.apart", x=x, y=y, by=word_text(self.separator(data, x, y) or "")
        )

    def together(self, data: Data, x: str, y: str, say: Say) -> str:
        """That two elements of a partition belong together."""
        return say("verdict.together", x=x, y=y)

    def work(self, data: Data, say: Say) -> list[str]:
        """The lines of the worked solution; the first of them serve as third hint."""
        return []

    def beginning(self, data: Data, say: Say) -> str:
        """The first lines of the work, half of them at most; a heading stays with what it heads."""
        lines = self.work(data, say)
        half = min(BEGINNING, max(1, len(lines) // 2))
        rest = "".join(lines[half:])
        while half > 1 and not lines[half - 1]:
            half -= 1
        if lines and _heads(lines[half - 1], rest):
            first = next(n for n in range(half, len(lines)) if lines[n])
            half = half - 1 if half > 1 else min(first + 1, len(lines) - 1)
        # The head of a table alone says nothing
        while lines and lines[half - 1].startswith("|---") and half < len(lines) - 1:
            half += 1
        return "\n".join(lines[:half]).rstrip("\n")


def _heads(line: str, rest: str) -> bool:
    """Whether a line is the heading of the list or table that goes on with the rest."""
    return not line.startswith(("-", "|")) and rest.startswith(("-", "|"))


def right(say: Say, certificate: Certificate | None = None) -> Right:
    """The verdict on a right answer: the one way to say so."""
    return Right(say("verdict.right"), certificate)


def misconception(kind: Answered, data: Data, answer: object) -> str | None:
    """The one misconception whose answer this is; none where a slip explains it as well, or where it says nothing."""
    if answer == []:
        return None
    found = {id for id, value in kind.wrong(data) if value == answer}
    if len(found) != 1:
        return None
    asked, key = kind.kind_of(data), kind.key(data)
    if asked == "set of words" and len(set(answer)) == kind.universe(data):  # type: ignore[call-overload]
        return None
    if asked == "table" and empty_where_wrong(answer, key):
        return None
    return None if one_slip(asked, answer, key) else found.pop()


def empty_where_wrong(answer: Json, key: Json) -> bool:
    """Whether all rows of a table that are wrong are empty: that says of no misconception that it was this one.

    Examples
    --------
    >>> empty_where_wrong([["", "A"], ["b", ""], ["bb", ""]], [["", "A"], ["b", "B"], ["bb", "A B"]])
    True
    """
    wrong = [row for row in answer if row not in key]
    return wrong != [] and not any("".join(row[1:]) for row in wrong)


def one_slip(kind: str, answer: Json, key: Json) -> bool:
    """Whether an answer lacks only one piece of the key, has one too many, or another one in its place.

    Of a number that is one more or one less.

    Examples
    --------
    >>> one_slip("set of words", ["b", "bw"], ["b"]), one_slip("word", "bwb", "bbb"), one_slip("word", "b", "bbb")
    (True, True, False)
    """
    if kind == "set of words":
        return len(set(answer) ^ set(key)) == 1
    if kind == "word":
        return answer is not None and key is not None and _one_letter(answer, key)
    if kind == "table":
        given, wanted = ({row[0]: row[1:] for row in rows} for rows in (answer, key))
        apart = [
            label
            for label in {*given, *wanted}
            if given.get(label) != wanted.get(label)
        ]
        return len(apart) == 1 and len(key) > 2
    if kind == "partition":
        return len(key) > 1 and _moved(answer, key) == 1
    if kind == "number":
        return abs(answer - key) == 1
    return False


def _one_letter(one: str, two: str) -> bool:
    """Whether two words differ by one letter: another one, or one more."""
    if len(one) > len(two):
        one, two = two, one
    if len(one) == len(two):
        return sum(a != b for a, b in zip(one, two, strict=True)) == 1
    shorter = (two[:i] + two[i + 1 :] for i in range(len(two)))
    return len(one) + 1 == len(two) and one in shorter


def _moved(one: Sequence[Sequence[str]], two: Sequence[Sequence[str]]) -> int:
    """How many elements have to move from block to block."""
    stay = sum(max(len({*block} & {*other}) for other in two) for block in one)
    return sum(map(len, one)) - stay


def run_text(path: Iterable[State], word: str) -> str:
    """A run as ``A –b→ B –w→ C``."""
    stations = list(map(label, path))
    return stations[0] + "".join(
        f" –{a}→ {q}" for a, q in zip(word, stations[1:], strict=True)
    )


def spelt(dfa: Automaton, *read: Automaton) -> Automaton:
    """What subset construction or product made of some automata, its states by their names: ``A B``, ``A B / ∅``."""

    def name(states: State) -> str:
        sets = states if len(read) > 1 else (states,)
        return " / ".join(
            " ".join(map(label, fa.names(fa.mask(s)))) or "∅"
            for fa, s in zip(read, sets, strict=True)
        )

    return dfa.renamed(name)


def sets_text(fa: Automaton, word: str) -> str:
    """The active sets over a word as ``{A} –b→ {B, C} –w→ ∅``; after ∅ nothing more can come."""
    first, *later = fa.active(word)
    read = later.index(()) + 1 if () in later else len(word)
    return set_text(first) + "".join(
        f" –{a}→ {set_text(s)}" for a, s in zip(word[:read], later, strict=False)
    )


def steps_text(fa: Automaton, states: Iterable[str], letter: str) -> str:
    """Where a letter leads from each of some states, as ``δ(A, b) = {B, C}; δ(B, b) = ∅``."""
    return "; ".join(
        f"δ({q}, {letter}) = {set_text(fa.successors(q, letter))}" for q in states
    )


def word_text(word: str) -> str:
    """A word as it is shown; the empty one as ``ε``."""
    return word or "ε"


def why_word(fa: Automaton, word: str, say: Say) -> str:
    """Why an automaton accepts a word (a run) or rejects it (the active sets)."""
    last = fa.active(word)[-1]
    if fa.accepts(word):
        run = None if fa.has_epsilon else first_run(fa, word)
        if run:
            return say("reason.run", run=run_text(run, word))
        return say(
            "reason.meets",
            sets=sets_text(fa, word),
            state=next(q for q in last if q in fa.accepting),
        )
    return say(
        "reason.ends" if last else "reason.stuck",
        sets=sets_text(fa, word),
        last=set_text(last),
    )


LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def numbered_symbols(fa: Automaton, places: Iterable[State]) -> str:
    """Symbols of an expression with their numbers from the left; the automaton is that of its symbols."""
    into = {head: symbol for _, symbol, head in fa.edges}
    return ", ".join(into[q] + label(q).translate(LOWERED) for q in places)


def why_matched(fa: Automaton, word: str, say: Say, about: str = "reason") -> str:
    """Why an expression, given as the automaton of its letters, describes a word or does not.

    It is the student's own; with other texts, those whose ids begin with `about`, the one of the question.
    """
    if fa.accepts(word):
        places = (first_run(fa, word) or ())[1:]
        if not places:
            return say(f"{about}.skipped")
        if about == "matched":
            return say("matched.spelt", letters=numbered_symbols(fa, places))
        return say("reason.spelt", letters=", ".join(places))
    beginnings = prefix_closure(fa)
    part = next(
        (word[:n] for n in range(len(word), -1, -1) if beginnings.accepts(word[:n])),
        None,
    )
    if part is None:
        return say("reason.no_word")
    if not part:
        return (
            say(f"{about}.no_first", letter=word[0])
            if word
            else say(f"{about}.not_empty")
        )
    if part == word:
        if about == "reason":
            return say("reason.goes_on", part=part)
        # The start is no letter, though the empty word may end there
        ends = fa.mask(fa.accepting - {fa.start})
        return say(
            f"{about}.goes_on",
            part=part,
            places=numbered_symbols(fa, fa.names(fa.read(part))),
            ends=numbered_symbols(fa, fa.names(ends)),
        )
    return say(f"{about}.begins", part=part, letter=word[len(part)])


def assess_by_kind(kind: Answered, data: Data, answer: Json, say: Say) -> Judged:
    """Judge by the kind of answer: equal to the key is right, everything else is explained."""
    asked = kind.kind_of(data)
    if asked == "automaton":
        return assess_language(kind, data, Automaton.from_json(answer), say)
    if asked == "regex":
        return _regex(kind, data, answer, say)
    key = kind.key(data)
    if same(asked, answer, key):
        return right(say)
    judges: dict[str, Callable[..., Wrong]] = {
        "set of words": _set,
        "table": _table,
        "partition": _partition,
        "fraction": _fraction,
        "machine": _machine,
    }
    fallback: Callable[..., Wrong] = _plain
    judged = judges.get(asked, fallback)(kind, data, answer, key, say)
    return replace(judged, misconception=misconception(kind, data, answer))


def same(kind: str, answer: Json, key: Json) -> bool:
    """Whether two canonical answers of a kind say the same: sets, rows and blocks have no order."""
    if kind == "set of words":
        return set(answer) == set(key)
    if kind == "table":
        return {row[0]: row[1:] for row in answer} == {row[0]: row[1:] for row in key}
    if kind == "partition":
        return set(map(frozenset, answer)) == set(map(frozenset, key))
    return bool(answer == key)


def _plain(kind: Answered, data: Data, answer: Json, key: Json, say: Say) -> Wrong:
    begin = kind.beginning(data, say)
    got = answer if len(str(answer)) < 60 else shortened(str(answer))
    text = say("verdict.value", got=got)
    return Wrong(
        0.0, text, str(got), more=say("verdict.begin", lines=begin) if begin else ""
    )


def _fraction(kind: Answered, data: Data, answer: str, key: str, say: Say) -> Wrong:
    exact = Fraction(key)
    # 0 and 1 are no rounded chances
    tolerance = min(Fraction(1, 1000), abs(exact) / 100, abs(1 - exact) / 100)
    if abs(Fraction(answer) - exact) < tolerance:
        return Wrong(0.0, say("verdict.rounded", got=answer), answer)
    return _plain(kind, data, answer, key, say)


FEW = 5
"""Of fewer items that can be chosen a choice is right or wrong."""


def _set(
    kind: Answered, data: Data, answer: list[str], key: list[str], say: Say
) -> Wrong:
    expected, got = set(key), set(answer)
    missing, extra = len(expected - got), len(got - expected)
    item = one_of([x for x in [*answer, *key] if (x in got) != (x in expected)], answer)
    text = say(
        "verdict.extra" if item in got else "verdict.missing", item=word_text(item)
    )
    counts = say(
        "verdict.counts", right=len(expected & got), wrong=extra, missing=missing
    )
    items = kind.universe(data) or 3 * len(expected)
    others = items - len(expected)
    # Among very few items chance alone finds some
    credit = set_credit(len(expected), others, missing, extra) if items >= FEW else 0.0
    return Wrong(
        credit,
        f"{text} {kind.reason(data, item, say)}",
        word_text(item),
        more=counts,
    )


def one_of(wrong: Sequence[T], answer: object) -> T:
    """One of the places in which an answer errs, always the same; the first would say that all before it is right."""
    digest = hashlib.sha256(f"{answer} {wrong}".encode()).digest()
    return wrong[int.from_bytes(digest[:4], "big") % len(wrong)]


def _table(
    kind: Answered, data: Data, answer: list[list[str]], key: list[list[str]], say: Say
) -> Wrong:
    given, wanted = {r[0]: r[1:] for r in answer}, {r[0]: r[1:] for r in key}
    good = sum(given.get(label) == cells for label, cells in wanted.items())
    extra = [label for label in given if label not in wanted]
    label = next(
        (x for x in wanted if given.get(x) != wanted[x]), extra[0] if extra else ""
    )
    if label not in given:
        text = say("verdict.row_missing", row=word_text(label))
    elif label not in wanted:
        text = say("verdict.row_extra", row=word_text(label))
    else:
        cells = given[label]
        if kind.form(data).get("sets"):
            cells = [set_text(cell.split()) for cell in cells]
        nothing = "ε" if kind.form(data).get("cells") == "word" else "∅"
        got = " | ".join(cell or nothing for cell in cells)
        text = say("verdict.row", row=word_text(label), got=got)
    both = label in given and label in wanted
    why = (
        kind.row_reason(data, label, given[label], say)
        if both
        else kind.reason(data, label, say)
    )
    return Wrong(
        table_credit(
            list(wanted.values()), list(given.values()), len(wanted) - good + len(extra)
        ),
        f"{text} {why}".rstrip(),
        word_text(label),
        more=say("verdict.rows", good=good, all=len(wanted)),
    )


def _machine(
    kind: Answered,
    data: Data,
    answer: dict[str, list[int]],
    key: dict[str, list[int]],
    say: Say,
) -> Wrong:
    start = data.get("boxes", {})
    touched = {d for d, box in key.items() if start.get(d) != box}
    wrong = [d for d, box in key.items() if answer.get(d) != box]
    text = say("verdict.row", row=wrong[0], got=str(answer.get(wrong[0])))
    missing = len(touched & set(wrong))
    return Wrong(
        set_credit(
            len(touched), len(key) - len(touched), missing, len(wrong) - missing
        ),
        f"{text} {kind.reason(data, wrong[0], say)}",
        wrong[0],
        more=say("verdict.rows", good=len(key) - len(wrong), all=len(key)),
    )


def _partition(
    kind: Answered, data: Data, answer: list[list[str]], key: list[list[str]], say: Say
) -> Wrong:
    block, own = (
        {x: i for i, b in enumerate(blocks) for x in b} for blocks in (key, answer)
    )
    x, y = one_of(
        [
            (x, y)
            for x, y in combinations(block, 2)
            if (own[x] == own[y]) != (block[x] == block[y])
        ],
        answer,
    )
    by = kind.separator(data, x, y)
    if own[x] == own[y]:
        text = kind.apart(data, x, y, say)
    else:
        text = kind.together(data, x, y, say)
    return Wrong(
        partition_credit(key, answer),
        text,
        f"{x}, {y}" + (f": {word_text(by)}" if by is not None else ""),
    )


def _regex(kind: Answered, data: Data, answer: str, say: Say) -> Judged:
    """As an automaton; one symbol that is wrong is one slip."""
    target = kind.target(data)
    judged = assess_language(
        kind,
        data,
        Automaton.of(answer, symbols=target.alphabet),
        say,
        lambda: expression_credit(target, answer),
        why_matched,
    )
    if isinstance(judged, Wrong) and "+" in answer:
        with suppress(RegexError):  # as other books write a union
            if equivalent(
                target, Automaton.of(answer.replace("+", "|"), symbols=target.alphabet)
            ):
                return replace(
                    judged, message=judged.message + "\n" + say("verdict.plus")
                )
    return judged


def assess_language(
    kind: Answered,
    data: Data,
    answer: Automaton,
    say: Say,
    near: Callable[[], float] = lambda: 0.0,
    why: Callable[[Automaton, str, Say], str] = why_word,
) -> Judged:
    """Equality of languages decides; then what else was demanded; else counterexample and partial credit.

    `near` is what slips in the way that the answer is written leave, where the automaton does not show them; `why`
    says why the answer accepts a word or rejects it.
    """
    target, shown = kind.target(data).single_start(), kind.shown(data)
    # A letter that it leaves out is one that it never reads
    answer = answer.over(target.alphabet)
    word, certificate = compare(target, answer)
    form = form_credit(target, answer, kind.demands, shown)
    if word is None:
        if not proves(certificate, target.to_json(), answer.to_json()):
            raise AssertionError(
                f"{kind.id}: the languages seem equal, but the proof does not hold"
            )
        broken = _broken(kind.demands, target, answer, say)
        if not broken:
            return right(say, certificate)
        return Wrong(form, say("verdict.language_right") + " " + " ".join(broken))
    text = say(
        "verdict.lang_missing" if target.accepts(word) else "verdict.lang_extra",
        word=word_text(word),
        why=why(answer, word, say),
    )
    text = f"{text} {kind.reason(data, word, say)}".rstrip()
    found = _misread(kind, data, target, answer)
    credit = 0.0
    with suppress(TooLargeError):  # too large to say how far off it is
        if not knows_nothing(target, answer, shown):
            credit = less_form(
                max(kind.language_credit(data, target, answer), near()), form
            )
    return Wrong(credit, text, word_text(word), misconception=found)


def _misread(
    kind: Answered, data: Data, target: Automaton, answer: Automaton
) -> str | None:
    """The misconception whose language an answer has, or the arrow that was misread or drawn wrong."""
    others = slips(minimise(target))
    if kind.kind_of(data) == "automaton":
        others = chain(others, slips(Automaton.from_json(kind.key(data))))  # type: ignore[arg-type]
    found = recognise(answer, kind.misread(data), others)
    if found is not None:
        return found
    # One slip in what was drawn
    if kind.kind != "regex":
        return (
            None
            if says_nothing(answer)
            else recognise(target, one_arrow(answer), slips(answer))
        )
    # One slip in what was read
    if {"board", "automaton"} & data.keys():
        return recognise(answer, one_arrow(target), slips(target))
    return None


def _broken(
    demands: Iterable[str], target: Automaton, answer: Automaton, say: Say
) -> list[str]:
    met = {
        "deterministic": answer.is_deterministic,
        "complete": answer.is_complete,
        "no_epsilon": not answer.has_epsilon,
        "minimal": len(answer.states) <= len(minimise(target).states),
    }
    return [say(f"verdict.not_{demand}") for demand in demands if not met[demand]]
