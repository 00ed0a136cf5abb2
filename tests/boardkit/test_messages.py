import pickle
import threading

import pytest

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, Catalogue, get_language, set_language, using_language


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with texts of its own; returns its catalogue and its data folder."""
    data = tmp_path / f"texts_{tmp_path.name.replace('-', '_')}" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").write_text("")
    (data / "messages.en.toml").write_text('hello = "Hello {who}"\n[deep.er]\nplace = "in {room}"\n')
    (data / "messages.de.toml").write_text('hello = "Hallo {who}"\n[deep.er]\nplace = "im {room}"\n')
    (data / "messages.topic.en.toml").write_text('[topic]\nname = "kitchen"\n')
    (data / "messages.topic.de.toml").write_text('[topic]\nname = "Küche"\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    return Catalogue(data.parent.name), data


def test_nested_tables_flatten_to_dotted_ids_and_topics_are_merged(package):
    catalogue, _ = package
    assert set(catalogue.texts("en")) == {"hello", "deep.er.place", "topic.name"}
    assert catalogue.text("topic.name", "de") == "Küche"


def test_an_id_in_two_files_is_an_error_that_names_both(package):
    catalogue, data = package
    (data / "messages.other.en.toml").write_text('hello = "again"\n')
    with pytest.raises(ValueError, match=r"messages\.other\.en\.toml: the id 'hello' stands in another file"):
        catalogue.text("hello", who="x")


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
