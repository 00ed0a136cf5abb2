"""The measure of attacks: what holds and what does not stands in its table, by name."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("pwd", reason="accounts of Unix are attacked: run it on Linux or macOS")

from benchmarks.measures import attacks
from coursekit.marking import cluster
from tests.coursekit import ordinary
from tests.coursekit.test_cluster import OPEN
from tests.needs import needed

needed("distributed")


@pytest.mark.slow
def test_a_table_says_what_was_tried_as_whom_and_held():
    table = attacks.measure(["addresses of dask"])
    number = len(OPEN)
    row = ("addresses of dask", number, "an ordinary user", number, 0)
    if os.geteuid() != 0:
        assert (table.rows, table.missed) == ([row], [])
    elif ordinary.program():
        assert (table.rows, table.missed) == ([("addresses of dask", number, "root", number, 0), row], [])
    else:
        assert table.missed == [f"nothing was tried as an ordinary user: {ordinary.WAY}"]


def test_what_does_not_hold_is_named(monkeypatch):
    monkeypatch.setattr(cluster, "_require_closed", lambda address: None)
    monkeypatch.setattr(attacks, "OPEN", ("tcp://:1",))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    table = attacks.measure(["addresses of dask"])
    assert table.rows == [("addresses of dask", 1, "an ordinary user", 0, 1)]
    assert table.missed[0].startswith("addresses of dask, as an ordinary user: tcp://:1: it was asked")
    assert "1 of which broke something" in table.summary


def test_a_corpus_that_cannot_be_tried_is_not_passed_over(monkeypatch):
    monkeypatch.setitem(attacks.CORPORA, "broken", lambda folder: {}[folder])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "could not be tried" in attacks.measure(["broken"]).missed[0]


def test_a_trial_that_raises_did_not_hold():
    assert attacks._each(["x"], str, lambda name: [][1]) == {"x": ["IndexError: list index out of range"]}
