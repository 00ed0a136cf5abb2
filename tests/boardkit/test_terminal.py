"""A game at the terminal, driven by lists of lines instead of a person."""

from __future__ import annotations

from dataclasses import dataclass

from boardkit.game import Game, GameKind
from boardkit.gamefile import Record
from boardkit.messages import Catalogue
from boardkit.terminal import Table, game_facts
from tests.boardkit.toys import Nim


@dataclass(frozen=True)
class Turns(Nim):
    """Nim that says whose turn it is, as the games of the terminal do."""

    @property
    def turn(self):
        return self.to_play

    def why_illegal(self, move):
        return None if int(move) in self.legal_moves() else f"{move} are too many"

    def __str__(self):
        return str(self.heap)

    def play(self, move):
        return Turns(super().play(move).heap, self.most, 3 - self.to_play)


class NimRecord(Record[Turns]):
    """A game of Nim, as it is saved."""

    kind = GameKind(
        "Nim",
        tag="Heap",
        example="9",
        position=lambda text: Turns(int(text)),
        begin=lambda start: Game(start, seats=(1, 2)),
        move=lambda state, move: int(move),
    )


class NimTable(Table[Turns]):
    """Nim, typed as numbers."""

    texts = Catalogue("amakta", "terminal")

    def __init__(self, heap=9, programs=None):
        self.said = []
        super().__init__(NimRecord(Game(Turns(heap), seats=(1, 2))), self.said.append, programs)

    def drawn(self):
        return f"heap {self.game.state.heap}"

    def told(self, move):
        return f"program takes {move}"

    def prompt(self):
        return "> "

    def typed(self, *lines, end=EOFError):
        """Type lines, and then nothing more; returns what was said."""
        left, before = list(lines), len(self.said)

        def read(prompt):
            assert prompt == "> "
            if not left:
                left.append("after the end of the input nobody is asked")
                raise end
            assert not left[0].startswith("after"), left[0]
            return left.pop(0)

        self.run(read)
        self.rest = left
        return self.said[before:]


def test_moves_are_played_and_the_position_is_shown_before_each_line():
    table = NimTable()
    assert table.typed("3", "2") == ["heap 9", "heap 6", "heap 4"]
    assert table.game.moves == (3, 2)


def test_the_input_ends_where_it_ends_or_with_a_word():
    assert NimTable().typed() == ["heap 9"]
    for word in ("quit", "exit", "q", " q "):
        table = NimTable()
        assert table.typed(word, "3") == ["heap 9"]
        assert (table.game.moves, table.rest) == ((), ["3"])


def test_an_empty_line_and_a_mistake_change_nothing_and_a_mistake_is_explained():
    table = NimTable()
    assert table.typed("", "7", "load", "load nowhere.nim") == [
        "heap 9", "you cannot take 7", *table.said[2:]]
    assert len(table.said) == 4
    assert ".nim" in table.said[2]
    assert "nowhere.nim" in table.said[3]
    assert table.game.moves == ()


def test_programs_move_until_it_is_a_persons_turn_and_undo_goes_back_to_that():
    table = NimTable(programs={2: Fixed(1)})
    assert table.typed("3", "2") == ["heap 9", "program takes 1", "heap 5", "program takes 1", "heap 2"]
    assert table.game.moves == (3, 1, 2, 1)
    table.typed("undo")
    assert table.game.moves == (3, 1)
    table.typed("u")
    assert table.game.moves == ()
    table.typed("redo")
    assert table.game.moves[0] == 3
    first = NimTable(programs={1: Fixed(2)})
    first.typed("3")
    assert first.game.moves == (2, 3, 2)
    first.typed("undo")
    assert first.game.moves[:1] == (2,)
    assert len(first.game.moves) < 3


class Fixed:
    """Always takes as many."""

    def __init__(self, many):
        self.many = many

    def choose(self, state):
        return self.many


def test_why_says_what_forbids_a_move_or_that_nothing_does():
    table = NimTable()
    table.typed("why 7", "why 2")
    assert table.said[1] == "7 are too many"
    assert "2" in table.said[2] != table.said[1]


def test_legal_moves_are_listed_by_their_beginning():
    table = NimTable()
    table.typed("moves", "moves 2", "moves x")
    assert table.said[1].startswith("1  2  3\n")
    assert "3" in table.said[1].splitlines()[1]
    assert table.said[2].startswith("2\n")
    assert "x" in table.said[3]
    assert len(table.said[3].splitlines()) == 1


def test_a_game_is_saved_and_loaded_and_what_no_file_holds_is_not_lost(tmp_path):
    file = str(tmp_path / "a.nim")
    table = NimTable()
    assert table.unsaved() == ""
    table.typed("3", "2")
    assert table.unsaved().endswith("\n1. 3 2. 2 *\n")
    table.typed(f"save {file}")
    assert table.unsaved() == ""
    table.typed("1")
    assert table.unsaved().endswith("\n1. 3 2. 2 3. 1 *\n")
    table.typed(f"load {file}")
    assert (table.game.moves, table.unsaved()) == ((3, 2), "")
    assert table.said[-1] == "heap 4"


def test_a_game_ends_by_resigning_and_by_agreement_and_its_facts_say_so():
    resigned, drawn, going = NimTable(), NimTable(), NimTable()
    resigned.typed("3", "resign")
    drawn.typed("draw")
    assert game_facts(resigned.game)["winners"] == ["1"]
    assert game_facts(resigned.game)["ending"] == "resignation"
    assert game_facts(resigned.game)["moves"] == ["3"]
    assert game_facts(drawn.game)["winners"] == []
    assert game_facts(going.game)["winners"] is game_facts(going.game)["ending"] is None
