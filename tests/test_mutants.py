"""Faults that `make measure ONLY=mutants` puts into the code: what they are, and that one of them is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.measures import mutants
from benchmarks.measures._faults import faults

SOURCE = b'''"""With 3 texts."""
__all__ = ["f", "1"]
LIMIT: int = 7


def f(a: int, b: int = 2) -> int:
    """At most 3."""
    assert a != 1, "never"
    for n in range(a):
        if n < b and not a:
            continue
        a -= n
    print(f"{a + 1}")
    return max(a, -b)
'''
EXPECTED = {
    (3, "off by one", "7", "8"), (3, "off by one", "7", "6"),
    (6, "off by one", "2", "3"), (6, "off by one", "2", "1"),
    (10, "border", "n < b", "(n <= b)"),
    (10, "branches swapped", "n < b and not a", "(not (n < b and (not a)))"),
    (10, "case dropped", "n < b and not a", "False"),
    (10, "and/or", "n < b and not a", "(n < b or not a)"),
    (10, "part dropped", "n < b and not a", "(not a)"), (10, "part dropped", "n < b and not a", "(n < b)"),
    (10, "not dropped", "not a", "(a)"),
    (11, "break/continue", "continue", "break"),
    (12, "sign", "a -= n", "a += n"), (12, "not done", "a -= n", "pass"),
    (13, "not done", 'print(f"{a + 1}")', "pass"),
    (14, "min/max", "max", "min"), (14, "sign", "-b", "(b)"),
}


def test_the_faults_of_a_module_are_those_of_its_behaviour() -> None:
    assert {(one.line, one.kind, one.before, one.after) for one in faults("x.py", SOURCE)} == EXPECTED


def test_a_fault_changes_its_place_and_nothing_else() -> None:
    for one in faults("x.py", SOURCE):
        changed = one.put_into(SOURCE).splitlines()
        compile(one.put_into(SOURCE), "x.py", "exec")
        assert [n for n, line in enumerate(SOURCE.splitlines()) if line != changed[n]] == [one.line - 1]


def test_faults_are_drawn_by_their_seed_from_all_kinds_and_lines() -> None:
    first, again, other = (mutants.drawn(seed, 200, ["amakta"]) for seed in (5, 5, 6))
    assert first == again != other
    assert len(first) == len({(one.path, one.line) for one in first}) == mutants.numbers(200)["amakta"]
    assert len({one.kind for one in first}) == 16
    assert min(mutants.numbers(90).values()) == mutants.LEAST


def test_what_became_of_a_fault_is_known_while_no_file_changes_and_afterwards_who_noticed_it(tmp_path: Path) -> None:
    one, other, *_ = faults("x.py", SOURCE)
    file = tmp_path / "trials.jsonl"
    for trial in (mutants.Trial(one, True, "test_x.py::test_x", 3), mutants.Trial(other, False, "", 8)):
        mutants.Memory(file, "before").keep(trial)
        assert mutants.Memory(file, "before").trial(trial.fault) == trial
        assert mutants.Memory(file, "after").trial(trial.fault) is None
    noticed_by = mutants.Memory(file, "after").noticed_by
    assert noticed_by == {mutants.Memory.change(one): "test_x.py::test_x"}


@pytest.mark.slow
def test_a_fault_is_noticed_in_a_copy_and_the_copy_is_as_it_was(tmp_path: Path) -> None:
    tests = "tests/boardkit/test_search.py"
    mutants.copied(tmp_path)
    (tmp_path / "map").mkdir()
    mutants.Reached.record(tmp_path / "map", tmp_path, [tests])
    reached = mutants.Reached(tmp_path / "map")
    module = "boardkit/search.py"
    source = (tmp_path / module).read_bytes()
    wrong, unseen = (next(one for one in faults(module, source) if one.before == before and one.after == after)
                     for before, after in (("len(state.result.winners) == 1", "(len(state.result.winners) != 1)"),
                                           ("1000", "1001")))
    memory = mutants.Memory(tmp_path / "trials.jsonl", "these")
    trial = mutants.tried(wrong, tmp_path, reached, memory)
    assert trial.noticed
    assert trial.by.startswith(tests)
    assert not mutants.tried(unseen, tmp_path, reached, memory).noticed
    assert (tmp_path / module).read_bytes() == source
    assert mutants.failing([trial.by], tmp_path, reached) == set()


def test_a_change_elsewhere_hardly_changes_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def words() -> set[tuple[str, str, str, str]]:
        return {(one.path, one.within, one.before, one.after) for one in mutants.drawn(5, 90, ["amakta"])}

    before = words()
    all_faults = mutants.faults
    monkeypatch.setattr(mutants, "faults", lambda path, source: all_faults(path, b"# A line more.\n" + source))
    assert words() == before
    without = mutants.modules("amakta")[3:]
    monkeypatch.setattr(mutants, "modules", lambda package: without)
    assert len(words() & before) > len(before) / 2
