"""Tests of the whole project and of its packages."""
