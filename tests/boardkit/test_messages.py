import os
import pickle
import threading
from pathlib import Path

import pytest

from boardkit.errors import UserError
from boardkit.messages import (
    LANGUAGES,
    Catalogue,
    _translations,
    _Words,
    get_language,
    set_language,
    using_language,
)

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
TEMPLATE = HEAD + """
msgctxt "hello"
msgid "Hello {who}"
msgstr ""

msgctxt "deep.er.place"
msgid "in {room}"
msgstr ""

msgctxt "topic.name"
msgid "kitchen"
msgstr ""

msgctxt "boxes"
msgid "{n} box"
msgid_plural "{n} boxes"
msgstr[0] ""
msgstr[1] ""

msgid "What the code says."
msgstr ""
"""
GERMAN = HEAD + """
msgctxt "hello"
msgid "Hello {who}"
msgstr "Hallo {who}"

msgctxt "deep.er.place"
msgid "in {room}"
msgstr "im {room}"

msgctxt "topic.name"
msgid "kitchen"
msgstr "Küche"

# A comment.
#, python-brace-format
msgctxt "boxes"
msgid "{n} box"
msgid_plural "{n} boxes"
msgstr[0] "{n} Kasten"
msgstr[1] ""
"{n} "
"Kästen"

msgid "What the code says."
msgstr "Was das Programm sagt."
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with texts of its own; returns its catalogue and its German file."""
    name = f"texts_{tmp_path.name.replace('-', '_')}"
    german = tmp_path / name / "locale" / "de" / "LC_MESSAGES" / f"{name}.po"
    german.parent.mkdir(parents=True)
    (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / name / "locale" / f"{name}.pot").write_text(TEMPLATE, encoding="utf-8")
    german.write_text(GERMAN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    _translations.cache_clear()
    return Catalogue(name), german


def test_a_text_has_the_form_for_its_number(package):
    catalogue, _ = package
    said = [catalogue.text("boxes", lang, n=n) for lang in LANGUAGES for n in (0, 1, 2)]
    assert said == ["0 boxes", "1 box", "2 boxes", "0 Kästen", "1 Kasten", "2 Kästen", "0 boxes", "1 box", "2 boxes"]


def test_numbers_have_the_decimal_sign_of_the_language_and_a_fraction_is_many(package):
    catalogue, _ = package
    message = catalogue.message("boxes", n=0.5)
    assert [message.text(lang) for lang in ("en", "de")] == ["0.5 boxes", "0,5 Kästen"]
    assert catalogue.text("boxes", "de", n=1.0) == "1,0 Kasten"
    assert [catalogue.text("boxes", "de", n=n) for n in (1.5, 1.01)] == ["1,5 Kästen", "1,01 Kästen"]


@pytest.mark.parametrize("share", [1, 0.5])
def test_a_share_has_a_space_before_its_sign_where_the_language_wants_it_even_if_it_is_whole(share):
    said = [_Words().format("{share:.0%}", share=share)]
    with using_language("de"):
        said.append(_Words().format("{share:.0%}", share=share))
    assert said == [f"{100 * share:.0f}%", f"{100 * share:.0f}\xa0%"]


def test_what_has_no_translation_or_that_of_another_wording_is_said_in_english(package):
    catalogue, german = package
    stale = GERMAN.replace('msgctxt "topic.name"', '#, fuzzy\nmsgctxt "topic.name"')
    german.write_text(stale.replace('"Hello {who}"', '"Hi {who}"'), encoding="utf-8")
    assert catalogue.text("topic.name", "de") == "kitchen"
    assert catalogue.text("hello", "de", who="x") == "Hello x"
    assert catalogue.text("deep.er.place", "es", room="x") == "in x"


def test_what_the_code_says_is_found_by_its_wording(package):
    catalogue, _ = package
    with using_language("de"):
        assert catalogue.translated("What the code says.") == "Was das Programm sagt."
        assert catalogue.translated("What it does not say.") == "What it does not say."


def test_a_file_is_compiled_when_it_is_first_asked_and_when_it_has_changed(package):
    catalogue, german = package
    compiled = german.with_suffix(".mo")
    assert catalogue.text("topic.name", "de") == "Küche"
    assert compiled.exists()
    german.write_text(GERMAN.replace("Küche", "Bad"), encoding="utf-8")
    os.utime(german, (compiled.stat().st_mtime + 2,) * 2)
    _translations.cache_clear()
    assert catalogue.text("topic.name", "de") == "Bad"
    german.unlink()  # as where the packages are installed
    _translations.cache_clear()
    assert catalogue.text("topic.name", "de") == "Bad"


def test_where_nothing_may_be_written_the_texts_are_there_all_the_same(package, monkeypatch):
    catalogue, german = package

    def refused(*_):
        raise PermissionError("read only")

    monkeypatch.setattr(Path, "write_bytes", refused)
    assert catalogue.text("topic.name", "de") == "Küche"
    assert not german.with_suffix(".mo").exists()


def test_values_that_are_messages_are_rendered_in_the_same_language(package):
    catalogue, _ = package
    message = catalogue.message("deep.er.place", room=catalogue.message("topic.name"))
    assert str(message) == "in kitchen"
    assert message.text("de") == "im Küche"
    with using_language("de"):
        assert str(message) == "im Küche"
        assert f"{message:>10}" == "  im Küche"


def test_an_unknown_id_and_a_missing_value_are_programming_errors(package):
    catalogue, _ = package
    with pytest.raises(KeyError, match="has no text 'nothing'"):
        catalogue.text("nothing")
    with pytest.raises(KeyError, match="who"):
        catalogue.text("hello")


def test_messages_are_values(package):
    catalogue, _ = package
    one, two = catalogue.message("hello", who="x"), catalogue.message("hello", who="x")
    assert one == two
    assert hash(one) == hash(two)
    assert one != catalogue.message("hello", who="y")
    assert pickle.loads(pickle.dumps(one)) == one


def test_the_language_comes_from_the_environment(monkeypatch):
    assert get_language() == "en"
    monkeypatch.setenv("FINITY_LANG", "de_AT.UTF-8")
    assert get_language() == "de"
    monkeypatch.setenv("FINITY_LANG", "fr")
    with pytest.raises(ValueError, match="FINITY_LANG: no texts in language 'fr'"):
        get_language()


def test_a_language_that_is_set_reaches_threads():
    """Callbacks of widgets and parallel work must speak the language that the notebook set."""
    set_language("es")
    seen = []
    thread = threading.Thread(target=lambda: seen.append(get_language()))
    thread.start()
    thread.join()
    assert seen == ["es"]


def test_a_block_in_another_language_ends_with_the_block():
    with using_language("de"):
        with using_language("es"), using_language(None):
            assert get_language() == "es"
        assert get_language() == "de"
    assert get_language() == "en"
    with pytest.raises(ValueError, match="no texts"), using_language("xx"):
        pass


def test_a_user_error_speaks_the_language_of_the_moment():
    error = UserError(Catalogue("boardkit").message("game.over"))
    assert len({error_text(error, lang) for lang in LANGUAGES}) == 3
    assert str(UserError("plain")) == "plain"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def error_text(error, lang):
    with using_language(lang):
        return str(error)
