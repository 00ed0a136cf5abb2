"""Games as text, golden games, and the games that people really played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.errors import UserError
from finity_edu import FinityError, Position
from finity_edu.rules.corpus import read_corpus, replay
from finity_edu.rules.record import Record, new_game
from tests.cases import every
from tests.finity_edu.make_goldens import FOLDER, goldens
from tests.needs import GAMES, needs

GOLDENS = sorted(FOLDER.glob("*.finity"))


@every("file", GOLDENS, ids=lambda file: file.stem)
def test_a_golden_game_replays_and_prints_as_it_stands(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert str(record) == text
    assert record.game.moves


def test_the_goldens_are_what_their_plan_gives() -> None:
    assert {file.stem: file.read_text(encoding="utf-8") for file in GOLDENS} == {
        name: str(record) for name, record in goldens().items()
    }


def test_the_goldens_end_in_every_way_but_a_tie() -> None:
    kinds = {record.game.result.kind for record in goldens().values() if record.game.result}
    assert kinds == {"win", "deadlock", "resignation", "agreement"}


def test_comments_and_tags_stay() -> None:
    game = new_game(Position.start(word="bbwwbwbw"), ("+bN>C.m", "+bS>SE.m"))
    record = Record(game, {"Event": 'a "real" game'}, {0: "before", 2: "after"})
    assert Record.parse(str(record)) == record


TEXT = st.text(st.characters(exclude_characters="}", exclude_categories=("Cs",)), max_size=200)


@given(
    st.integers(0, 40),
    st.dictionaries(st.from_regex(r"\A[A-Z][a-z0-9_]{1,9}\Z"), TEXT.filter(lambda t: not set(t) & set("\r\n"))),
    st.dictionaries(st.integers(0, 40), TEXT),
)
@pytest.mark.slow
def test_whatever_is_said_about_a_game_is_read_back(
    plies: int, tags: dict[str, str], comments: dict[int, str]
) -> None:
    whole = Record.parse(GOLDENS[-1].read_text(encoding="utf-8")).game
    game = new_game(whole.start, whole.moves[:plies])
    said = {number: text for number, text in comments.items() if number <= len(game.moves)}
    record = Record(game, {name: text for name, text in tags.items() if name not in Record.own_tags()}, said)
    assert Record.parse(str(record)) == record == eval(repr(record))


def test_what_could_not_be_read_back_is_refused() -> None:
    game = new_game(Position.start(word="bbwwbwbw"), ("+bN>C.m",))
    with pytest.raises(UserError, match="number 2"):
        Record(game, {}, {2: "on a move that was not made"})
    with pytest.raises(UserError, match="brace"):
        Record(game, {}, {1: "}"})
    with pytest.raises(UserError, match="Result"):
        Record(game, {"Result": "1-0"})
    with pytest.raises(UserError, match="Two words"):
        str(Record(game, {"Two words": ""}))


def test_comments_stay_with_the_moves_that_stay() -> None:
    start = Position.start(word="bbwwbwbw")
    record = Record(new_game(start, ("+bN>C.m", "+bS>SE.m")), {"Event": "x"}, {0: "start", 1: "one", 2: "two"})
    assert record.with_game(record.game.undo()).comments == {0: "start", 1: "one"}
    assert record.with_game(new_game(start, ("+bN>C.m", "+bS>SW.m"))).comments == {0: "start", 1: "one"}
    further = new_game(start, ("+bN>C.m", "+bS>SE.m", "+bN>NE.m"))
    parted = Record(further, {}, {1: "one", 2: "two", 3: "three"})  # the third move is the same, in another game
    assert parted.with_game(new_game(start, ("+bN>C.m", "+bS>SW.m", "+bN>NE.m"))).comments == {1: "one"}
    assert record.with_game(further) == Record(further, record.tags, record.comments)


@pytest.mark.parametrize(
    ("change", "mentions"),
    [
        (("+bN>NE.m", "+bN>XX.m"), "Line 6, column 1"),
        (("+bN>NE.m", "+bS>SE.m"), "opening"),
        (("Finity", "Chess"), "Chess"),
        (("[Start ", "[Begin "), "tag Start"),
        (("1. ", "7. "), "Line 6"),
        ((" *", " 1-0"), "1-0"),
        (("bga/2", "bga/9"), "a board"),
        (("c@N", "c@C"), "end station"),
    ],
)
def test_a_broken_game_file_says_where(change: tuple[str, str], mentions: str) -> None:
    text = str(Record(new_game(Position.start(word="bbwwbwbw"), ("+bN>NE.m",))))
    assert change[0] in text
    with pytest.raises(UserError) as caught:
        Record.parse(text.replace(*change))
    assert mentions in str(caught.value)


# --- real games ---------------------------------------------------------------------------------------------

@needs("games")
@pytest.mark.slow
def test_all_real_games_replay() -> None:
    games = read_corpus(GAMES)
    assert len(games) == 215
    replays = [replay(game) for game in games]
    assert {one.id: one.problem for one in replays if one.problem is not None} == {}
    assert sum(one.plies for one in replays) == 10_442


@needs("games")
def test_a_real_game_with_a_fault_does_not_replay() -> None:
    """The replay can fail: a wrong orphan count, a wrong winner and an illegal move are all found."""
    from dataclasses import replace

    game = next(g for g in read_corpus(GAMES) if g.result["type"] == "win")
    first, *rest = game.moves
    wrong_orphans = replace(game, moves=({**first, "orphans": {"1": 1}}, *rest))
    wrong_winner = replace(game, result={**game.result, "winner": 3 - game.result["winner"]})
    illegal = replace(game, moves=(first, {**first, "n": 2, "seat": 2}, *rest[1:]))
    too_short = replace(game, moves=game.moves[:-1])
    for faulty in (wrong_orphans, wrong_winner, illegal, too_short):
        assert replay(faulty).problem is not None


def test_a_corpus_that_is_not_there_or_broken_is_named(tmp_path: Path) -> None:
    with pytest.raises(FinityError, match=r"derived_words\.jsonl"):
        read_corpus(tmp_path / "absent")
    tmp_path.joinpath("derived_words.jsonl").write_text("", encoding="utf-8")
    tmp_path.joinpath("games.jsonl").write_text('{"id": 1}\n', encoding="utf-8")
    with pytest.raises(FinityError, match=r"games\.jsonl:1"):
        read_corpus(tmp_path)
    tmp_path.joinpath("games.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(FinityError, match=r"games\.jsonl:1"):
        read_corpus(tmp_path)


ARROW = {"colour": "b", "from": "-1,1", "to": "0,1", "channel": "M"}
ADD = ARROW | {"n": 1, "seat": 1, "op": "bridge_add"}
LOGGED = {
    "id": "own", "players": 2, "start": ["-1,1", "1,-1"], "word": "bbwwbwbw",
    "moves": [
        ADD,
        {"n": 2, "seat": 2, "op": "blocker_move", "slot": ["1,0", "1,1", "L"]},
        {"n": 3, "seat": 1, "op": "ring_add", "at": "0,1", "size": "S"},
        {**ARROW, "n": 4, "seat": 2, "op": "bridge_reverse", "orphans": {"1": 1}},
    ],
    "result": {"type": "concede", "winner": 1},
}  # fmt: skip


def corpus_of(folder: Path, entry: object) -> Path:
    folder.joinpath("derived_words.jsonl").write_text("", encoding="utf-8")
    folder.joinpath("games.jsonl").write_text(json.dumps(entry), encoding="utf-8")
    return folder


def test_a_small_corpus_of_our_own_replays(tmp_path: Path) -> None:
    """The reader of the log format is tested without the real games, too."""
    (game,) = read_corpus(corpus_of(tmp_path, LOGGED))
    assert replay(game).problem is None


@pytest.mark.parametrize(
    "change",
    [
        {"start": ["9,9", "1,-1"]}, {"start": ["-1,1"]}, {"start": 3}, {"word": "bbwwbwbx"}, {"word": "b"},
        {"word": None}, {"players": 7}, {"result": {}}, {"result": {"type": "win", "winner": 5}}, {"moves": None},
    ],
    ids=str,
)  # fmt: skip
def test_an_entry_that_is_no_game_is_refused_with_its_line(tmp_path: Path, change: dict[str, object]) -> None:
    with pytest.raises(FinityError, match=r"games\.jsonl:1"):
        read_corpus(corpus_of(tmp_path, LOGGED | change))


@pytest.mark.parametrize(
    "move",
    [
        3, {}, {"seat": 1}, {"seat": 1, "op": "fly"}, {"seat": 1, "op": "ring_add", "at": "7,7", "size": "S"},
        {"seat": 1, "op": "ring_add", "at": "0,1", "size": "XL"}, {"seat": 1, "op": "blocker_move", "slot": ["1,0"]},
        ADD | {"colour": "q"}, ADD | {"to": "1,-1"}, ADD | {"orphans": 3}, ADD | {"seat": 2},
    ],
    ids=str,
)  # fmt: skip
def test_a_move_that_is_none_ends_the_replay_with_its_number(tmp_path: Path, move: object) -> None:
    (game,) = read_corpus(corpus_of(tmp_path, LOGGED | {"moves": [move]}))
    replayed = replay(game)
    assert replayed.plies == 0
    assert (replayed.problem or "").startswith("1: ")
