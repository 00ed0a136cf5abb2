"""The harness of the benchmarks, and the jobs that are listed."""

import json

import pytest
from click.testing import CliRunner

import benchmarks.__main__ as command
from benchmarks import harness
from benchmarks.harness import Job, at_least, at_most, faster_than_peer


def quick(name="job", **fields):
    return Job(name, **({"ours": lambda: None, "rounds": 2, "seconds": 1e-5} | fields))


def test_both_sides_are_measured_in_alternation_after_a_setup():
    calls = []
    job = quick(ours=lambda: calls.append("ours"), peer=lambda: calls.append("peer"), rounds=3, seconds=0,
                setup=lambda: calls.append("setup"), peer_name="them", operations=4)
    row = harness.measure(job)
    assert calls[0] == "setup"
    assert calls[-6:] == ["ours", "peer"] * 3
    assert row["ratio"] == pytest.approx(row["peer"] / row["ours"])
    assert row["peer_name"] == "them"


def test_a_job_without_a_peer_is_measured_beside_the_yardstick(monkeypatch):
    calls = []
    monkeypatch.setattr(harness, "additions", lambda: calls.append("yardstick"))
    row = harness.measure(quick(ours=lambda: calls.append("ours"), rounds=3, seconds=0, operations=10**9))
    assert calls[-6:] == ["ours", "yardstick"] * 3
    assert row["peer_name"] == harness.YARDSTICK
    assert row["ratio"] > 1, "one operation of ours, not one call, is compared with one loop"
    with pytest.raises(ValueError, match="job: a ratio is demanded, but there is no peer"):
        quick(limit=faster_than_peer(2))


def test_the_yardstick_adds_what_it_says():
    assert harness.additions() == sum(range(10**6))


def test_limits_are_printed_and_checked():
    assert str(at_most(20e-6)) == "≤ 20 µs"
    assert at_most(20e-6).met(19e-6, 1)
    assert not at_most(20e-6).met(21e-6, 1)
    assert str(at_least(500_000, "plies")) == "≥ 500,000 plies/s"
    assert at_least(1000).met(0.001, 1)
    assert not at_least(1001).met(0.001, 1)
    assert str(faster_than_peer(3.5)) == "ratio ≥ 3.5"
    assert faster_than_peer(3.5).met(1, 3.5)
    assert not faster_than_peer(3.5).met(1, 3.4)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that can be changed; returns its path."""
    path = tmp_path / "timed_module_of_a_test.py"
    path.write_text("x = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return path


def test_a_row_is_stale_when_its_module_changes_its_job_vanishes_or_it_was_never_measured(module, monkeypatch):
    monkeypatch.setattr(harness, "additions", lambda: None)
    jobs = [quick("kept", modules=(module.stem,)), quick("new")]
    rows = {"kept": harness.measure(jobs[0]), "gone": harness.measure(quick("gone"))}
    assert harness.stale(jobs, rows) == {"new": "never measured", "gone": "there is no such job any more"}
    module.write_text("x = 2\n")
    assert harness.stale(jobs, rows)["kept"] == f"changed since: {module.stem}"


def test_the_hash_of_a_package_covers_all_its_modules(tmp_path, monkeypatch):
    package = tmp_path / "timed_package_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "part.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = harness.module_hash(package.name)
    (package / "part.py").write_text("x = 2\n")
    assert harness.module_hash(package.name) != before
    with pytest.raises(ValueError, match="no module 'nothing_of_that_name'"):
        harness.module_hash("nothing_of_that_name")


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Two jobs, and a file of results of our own."""
    jobs = [quick("first job", peer=lambda: None, peer_name="them", limit=at_most(60)), quick("second job")]
    monkeypatch.setattr(command, "find_jobs", lambda: jobs)
    monkeypatch.setattr(harness, "additions", lambda: None)  # a test of its own asks what the yardstick adds
    path = tmp_path / "bench.json"
    monkeypatch.setattr(command, "load", lambda: harness.load(path))
    monkeypatch.setattr(command, "save", lambda rows: harness.save(rows, path))
    return path


def run(*arguments):
    return CliRunner().invoke(command.main, arguments)


def test_measuring_prints_a_table_and_keeps_the_rows(results):
    result = run()
    assert result.exit_code == 0, result.output
    assert "them:" in result.stdout
    assert "≤ 60 s ✓" in result.stdout
    assert list(json.loads(results.read_text())) == ["first job", "second job"]
    assert run("--stale").exit_code == 0
    assert "second job" in run("--table").stdout


def test_only_the_named_jobs_are_measured_and_the_other_rows_stay(results):
    run("--only", "second")
    assert list(json.loads(results.read_text())) == ["second job"]
    stale = run("--stale")
    assert (stale.exit_code, stale.stdout) == (1, "first job: never measured\n")
    run("--only", "first")
    assert set(json.loads(results.read_text())) == {"first job", "second job"}
    assert run("--only", "nothing").exit_code == 2


def test_a_missed_limit_is_reported_and_fails(results, monkeypatch):
    monkeypatch.setattr(command, "find_jobs", lambda: [quick("slow job", limit=at_most(1e-12))])
    result = run()
    assert result.exit_code == 1
    assert "1 of 1 jobs missed their limit: slow job" in result.stderr


def test_the_jobs_of_the_project_have_names_of_their_own_and_time_modules_that_exist():
    jobs = harness.find_jobs()
    assert jobs
    for job in jobs:
        assert job.modules, f"{job.name} names no module, so it could never be stale"
        for module in job.modules:
            harness.module_hash(module)


def test_two_jobs_of_one_name_are_refused(monkeypatch):
    fake = type("Module", (), {"JOBS": [quick("twice"), quick("twice")]})
    monkeypatch.setattr(harness.importlib, "import_module", lambda name: fake)
    with pytest.raises(ValueError, match=r"same name: \['twice'\]"):
        harness.find_jobs()
