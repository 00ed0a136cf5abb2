"""A student's work as one file: downloaded before a session forgets it, and put back into the next one."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from boardkit.errors import UserError
from coursekit import my_work, open_set
from coursekit.practice import keeping
from coursekit.practice.keeping import MyWork, deliver, pack, unpack

EXERCISE = Path(__file__).parents[2] / "course" / "exercises" / "ps0"


@pytest.fixture
def session(tmp_path: Path):
    """A fresh session, as often as one asks for it."""
    def fresh(name: str) -> Path:
        root = tmp_path / name
        (root / "notebooks").mkdir(parents=True)
        (root / "notebooks" / "00.ipynb").write_text("{}")
        (root / "course" / "ps0").mkdir(parents=True)
        for file in EXERCISE.glob("ps0.i*"):
            (root / "course" / "ps0" / file.name).write_bytes(file.read_bytes())
        deliver(root)
        return root

    return fresh


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def tree(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_answers_changed_notebooks_and_new_files_go_along_and_nothing_else_does(session):
    first = session("first")
    assert pack(first)[1] == 0
    open_set("ps0", first / "course" / "ps0").check("q1", 5)
    (first / "notebooks" / "00.ipynb").write_text('{"changed": 1}')
    (first / "mine.finity").write_text("a game")
    (first / ".hidden").write_text("x")
    content, number = pack(first)
    assert number == 3
    second = session("second")
    assert unpack(second, content) == (3, [])
    assert (second / "mine.finity").read_text() == "a game"
    assert "5" in str(open_set("ps0", second / "course" / "ps0").submit())
    assert pack(second)[1] == 4, "and the file to hand in"


def test_what_was_done_meanwhile_is_kept_beside_and_named(session):
    first, second = session("first"), session("second")
    (first / "mine.txt").write_text("old")
    (second / "mine.txt").write_text("new")
    assert unpack(second, pack(first)[0]) == (1, ["mine.kept-1.txt"])
    assert (second / "mine.kept-1.txt").read_text() == "new"
    assert unpack(second, pack(first)[0]) == (1, []), "the same once more changes nothing"


@pytest.mark.parametrize("content", [
    b"", b"PK", b"no zip at all", zipped(**{"a.txt": b"x" * 5000})[:-30], zipped(**{"../out.txt": b"x"}),
    zipped(**{"/etc/out": b"x"}), zipped(**{"C:/out": b"x"}), zipped(**{"a/.ipynb_checkpoints/x": b"x"}),
    zipped(**{"a\\..\\b": b"x"}), zipped(**{"a.txt": b"first", "b/../../c": b"x"}),
], ids=("empty", "two letters", "text", "cut off", "above", "absolute", "a drive", "a checkpoint", "backslashes",
        "above a folder"))
def test_a_damaged_or_foreign_file_changes_nothing_and_says_so(session, content):
    root = session("root")
    before = tree(root)
    with pytest.raises(UserError, match=r"Nothing was changed\."):
        unpack(root, content)
    assert tree(root) == before


def test_a_file_cut_off_in_the_middle_of_its_data_is_damaged(session):
    root = session("root")
    whole = bytearray(zipped(**{"a.txt": bytes(range(256)) * 50}))
    whole[40:60] = b"\0" * 20
    with pytest.raises(UserError, match="damaged"):
        unpack(root, bytes(whole))


def test_bombs_are_refused_before_they_are_unpacked(session, monkeypatch):
    root = session("root")
    monkeypatch.setattr(keeping, "MAX_BYTES", 1_000_000)
    with pytest.raises(UserError, match="too large"):
        unpack(root, zipped(**{"bomb.txt": b"\0" * 2_000_000}))
    with pytest.raises(UserError, match="too large"):
        unpack(root, zipped(**{f"{n}.txt": b"" for n in range(2_001)}))
    (root / "large.txt").write_bytes(b"\0" * 2_000_000)
    with pytest.raises(UserError, match="large"):
        pack(root)


def test_the_buttons_send_the_file_take_it_back_and_tell_every_error(session, monkeypatch):
    first = session("first")
    (first / "mine.txt").write_text("x")
    monkeypatch.chdir(first / "course" / "ps0")
    widget: MyWork = my_work()
    sent = []
    monkeypatch.setattr(widget, "send", lambda content, buffers=None: sent.append((content, buffers)))
    widget._asked(widget, "download", [])
    told, (packed,) = sent.pop()
    assert (told["file"], told["say"]) == ("my-work.zip", "1 file is in my-work.zip.")
    widget._asked(widget, "upload", [memoryview(packed[:-1])])
    assert "damaged" in sent.pop()[0]["say"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "write_whole", full)
    widget._asked(widget, "upload", [memoryview(packed)])
    assert "No space left" in sent.pop()[0]["say"], "a full disk is told"


def test_on_binder_opening_a_set_says_that_work_is_lost(session, monkeypatch, capsys):
    folder = session("root") / "course" / "ps0"
    open_set("ps0", folder)
    assert capsys.readouterr().out == ""
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.org/")
    open_set("ps0", folder)
    assert "Download my work" in capsys.readouterr().out
