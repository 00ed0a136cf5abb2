"""A course for all tests of marking, and a fresh copy for each that changes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coursekit.sets.course import Course, find_course
from tests.coursekit.workshop import make_course


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("course")
    make_course(root)
    return root


@pytest.fixture
def course(template: Path, tmp_path: Path) -> Course:
    root = tmp_path / "course"
    shutil.copytree(template, root)
    return find_course(root)
