"""Why a word is accepted or not, as verdicts say it."""

from __future__ import annotations

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim, probed, subject
from tests.coursekit.questions.second.languages import HOLDS, pair
from tests.coursekit.questions.second.memories import seen_in
from tests.coursekit.questions.second.readers import (
    Reader,
    expression,
    of_board,
    of_json,
    of_rings,
    words_to,
)
from tests.coursekit.questions.second.said import Said
from tests.coursekit.questions.second.sentences import holds as part_holds


@claim("reason.run")
def _(case: Case, reader: Reader, word: str | None, run: str) -> None:
    stations, letters = read.run(run)
    assert word in (None, letters)
    assert reader.is_run(stations, letters)
    assert reader.accepts(stations[-1])


def active(reader: Reader, word: str | None, sets: str) -> list[set[str]]:
    rows, letters = read.sets(sets)
    assert word in (None, letters) or (word.startswith(letters) and not rows[-1])
    assert rows == reader.sets(letters)
    assert all(rows[:-1])
    return rows


@claim("reason.ends")
def _(case: Case, reader: Reader, word: str | None, sets: str, last: str) -> None:
    rows = active(reader, word, sets)
    assert rows[-1] == read.names(last)
    assert rows[-1]
    assert not any(map(reader.accepts, rows[-1]))


@claim("reason.stuck")
def _(case: Case, reader: Reader, word: str | None, sets: str, last: str) -> None:
    assert active(reader, word, sets)[-1] == set() == read.names(last)


@claim("reason.meets")
def _(case: Case, reader: Reader, word: str | None, sets: str, state: str) -> None:
    assert state in active(reader, word, sets)[-1]
    assert reader.accepts(state)


@claim("reason.sets")
def _(case: Case, reader: Reader, word: str | None, sets: str) -> None:
    active(reader, word, sets)


@claim("reason.word")
def _(case: Case, word: str, why: Said) -> None:
    reader = subject(case) if case.made.kind != "function" else probed(case)[1]
    case.check(why, reader, read.word(word))


@claim("reason.board")
def _(case: Case, reader: Reader, word: str, why: Said) -> None:
    case.check(why, case.plain, word)


@claim("reason.given")
def _(case: Case, reader: Reader, word: str, why: Said) -> None:
    case.check(why, of_json(case.data["automaton"]), word)


@claim("reason.reversed")
def _(case: Case, reader: Reader, about: str, word: str, why: Said) -> None:
    assert read.word(word) == about[::-1]
    case.check(why, case.plain, about[::-1])


@claim("v.two.both")
def _(case: Case, reader: Reader, word: str, one: Said, two: Said) -> None:
    other = case.data["other"]
    case.check(one, case.plain, word)
    case.check(two, of_board(other) if isinstance(other, str) else of_json(other), word)


@claim("v.two.players")
def _(case: Case, reader: Reader, word: str, one: Said, two: Said) -> None:
    case.check(one, case.plain, word)
    case.check(two, of_board(case.data["board"], 2), word)


@claim("v.two.rings")
def _(case: Case, reader: Reader, word: str, one: Said, two: Said) -> None:
    case.check(one, case.plain, word)
    case.check(two, of_rings(case.data["board"]), word)


@claim("reason.spelt")
def _(case: Case, reader: Reader, word: str, letters: str) -> None:
    places = [int(n) for n in letters.split(", ")]
    assert "".join([c for c in case.answer if c in case.alphabet][n - 1] for n in places) == word


@claim("reason.skipped")
def _(case: Case, reader: Reader, word: str) -> None:
    assert word == ""
    assert expression(case.answer)("")


def described(case: Case, beginning: str) -> bool:
    """Whether a word of at most 9 letters that begins so is described."""
    matches = expression(case.answer)
    return any(w.startswith(beginning) and matches(w) for w in words_to(9, case.alphabet))


@claim("reason.begins")
def _(case: Case, reader: Reader, word: str, part: str, letter: str) -> None:
    assert word.startswith(read.word(part) + letter)
    assert described(case, read.word(part)) or len(case.answer) > 9
    assert not described(case, read.word(part) + letter)


@claim("reason.goes_on")
def _(case: Case, reader: Reader, word: str, part: str) -> None:
    assert read.word(part) == word
    assert described(case, word) or len(case.answer) > 9
    assert not expression(case.answer)(word)


@claim("reason.no_first")
def _(case: Case, reader: Reader, word: str, letter: str) -> None:
    assert word.startswith(letter)
    assert not described(case, letter)


@claim("reason.not_empty")
def _(case: Case, reader: Reader, word: str) -> None:
    assert word == ""
    assert not expression(case.answer)("")


@claim("reason.no_word")
def _(case: Case, reader: Reader, word: str) -> None:
    assert not described(case, "")


@claim("reason.described", "reason.belongs")
def _(case: Case, word: str, why: Said) -> None:
    assert HOLDS[case.type](case.data)(read.word(word))
    each_part(case, read.word(word), why)


@claim("reason.not_described", "reason.not_belongs")
def _(case: Case, word: str, why: Said) -> None:
    assert not HOLDS[case.type](case.data)(read.word(word))
    each_part(case, read.word(word), why)


def each_part(case: Case, word: str, why: Said) -> None:
    """The reason for each of the conditions, by their numbers; of a story, what is so after the word."""
    if "condition" not in case.data:
        case.check(why)
        return
    name, *rest = case.data["condition"]
    if name not in ("and", "or"):
        assert seen_in(case.data["condition"], why, word)
        return
    assert why.id == "part.two"
    for part, number in zip(rest, ("one", "two"), strict=True):
        told = why.values[number]
        assert told.id == ("part.holds" if part_holds(part, word) else "part.fails")
        assert seen_in(part, told.values["seen"], word)


@claim("reason.cut")
def _(case: Case, word: str, pieces: str) -> None:
    parts = [read.word(piece) for piece in pieces.split(" · ")]
    assert "".join(parts) == read.word(word)
    one, two = pair(case.data)
    if case.type == "concat_construct":
        assert len(parts) == 2
        assert one(parts[0])
        assert two(parts[1])
    else:
        assert all(map(one, parts))


@claim("reason.one_piece")
def _(case: Case, word: str) -> None:
    assert case.type != "concat_construct"
    assert pair(case.data)[0](read.word(word))


@claim("reason.no_piece")
def _(case: Case, word: str) -> None:
    assert (case.type, read.word(word)) == ("star_construct", "")


@claim("reason.no_cut")
def _(case: Case, word: str) -> None:
    assert not HOLDS[case.type](case.data)(read.word(word))
