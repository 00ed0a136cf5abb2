"""Tests of questions, answers, verdicts and partial credit."""
