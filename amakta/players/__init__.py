"""Computer opponents and how they value a position."""
