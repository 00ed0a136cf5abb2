"""Finite automata as values: bit masks inside, read from anything."""
