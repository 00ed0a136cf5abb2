"""Automata as text and as graphs: JFLAP, DOT, TikZ, networkx."""
