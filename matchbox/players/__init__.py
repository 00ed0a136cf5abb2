"""Learners and teachers: who plays, and what is learned from it."""
