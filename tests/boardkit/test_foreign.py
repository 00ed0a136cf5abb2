"""What strangers wrote shows, whatever it is made of; honest text in any script stays as it is."""

from __future__ import annotations

import csv
import json

import pytest

from boardkit.foreign import (
    MARKS,
    as_csv,
    as_json,
    as_name,
    in_line,
    safe_part,
    visible,
)

HONEST = [
    "café", "cafe\u0301", "Nguye\u0302\u0303n", "Ελληνικά", "Привет", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
    "مُحَمَّد", "می\u200cخواهم", "क्\u200dष", "ශ්\u200dරී", "བསྒྲུབས", "ไทยที่", "한국어", "渡邉\U000e0101", "葛\ufe00", "ᠠ\u180b",
    "❤\ufe0f", "❤\ufe0f\u200d🔥", "👩🏽\u200d💻", "👨\u200d👩\u200d👧", "1\ufe0f\u20e3", "🇪🇸", "a\u00a0b", "≠", "A̅",
]
UNSEEN = ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f", "\ufe0f", "\ufe00", "\U000e0101", "\u200b",
          "\u200d", "\u200c",
          "\u00ad", "\u2060", "\u17b4", "\U0001d159", "\U000e0041", "\u180b"]


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_in_any_script_stays_as_it_is(text):
    assert visible(text) == visible(text, lines=True) == text


@pytest.mark.parametrize("sign", UNSEEN)
def test_what_is_printable_and_not_seen_is_written_out(sign):
    escape = sign.encode("unicode_escape").decode()
    assert visible(f"ada{sign}") == f"ada{escape}"
    assert visible(f"{sign}ada{sign * 2}lovelace") == f"{escape}ada{escape * 2}lovelace"
    assert sign not in as_json({"ada": f"a{sign}"})
    assert json.loads(as_json({"ada": f"a{sign}"})) == {"ada": f"a{sign}"}


def test_accents_are_not_piled_up_and_none_stands_on_what_is_not_of_the_text():
    pile = "\u0301" * 50
    assert visible("a" + pile) == "a" + "\u0301" * MARKS + "\\u0301" * (50 - MARKS)
    assert visible("\u0301a").startswith("\\u0301")


def test_a_text_within_a_line_cannot_push_its_end_to_the_next_line():
    assert in_line("ada" + " \u00a0\u3000" * 60 + "bob  9 answers") == "ada bob 9 answers"
    assert len(in_line("a" * 5_000)) == 60


def test_a_persons_name_is_text_wherever_it_is_put():
    assert as_name("O'Neil-Öz, Zoë") == "O'Neil-Öz, Zoë"
    assert not {*'<>&"\n'} & {*as_name('<b title="x">&lt;\n')}
    assert len(as_name("a" * 500)) == 100


@pytest.mark.parametrize("text", [
    "x;=1+1;y", 'x;"=1+1;y', "x; +1", "a;-1", "x;@SUM(A1)", "x;＝1", 'a;""=1', "=1;=2", "x;\t=1"])
@pytest.mark.parametrize("separator", ";,\t")
def test_no_cell_is_a_formula_whatever_separates_cells(text, separator):
    table = as_csv([["ada", text, "end"]])
    for row in csv.reader(table.splitlines(), delimiter=separator):
        assert [cell for cell in row if cell.lstrip(' "')[:1] in tuple("=+-@＝") and len(cell) > 1] == []
    assert as_csv([["a; b", "x;y=1", -1.5]]) == "a; b,x;y=1,-1.5\n"


@pytest.mark.parametrize("name", ["con", "NUL", "aux.txt", "com1.x", "LPT9", "CONIN$", "con .txt", "a:b", "C:", "a.",
                                  "a ", "", ".", "..", "a/b", "a\\b", "a\0", "a\nb", "ü" * 150, "a?", "a\u202eb"])
def test_what_is_no_name_of_a_file_on_every_system(name):
    assert not safe_part(name)
    assert safe_part("console.py")
    assert safe_part("Kopie von ps2.py~")


def test_a_name_may_have_255_bytes_as_files_have_and_no_more():
    for letter in ("a", "ä", "€"):
        longest = 255 // len(letter.encode())
        assert safe_part("x" * (255 % len(letter.encode())) + letter * longest)
        assert not safe_part("x" * (1 + 255 % len(letter.encode())) + letter * longest)
