"""What automata accept: words, numbers, comparison, minimal automata, operations, structure."""
