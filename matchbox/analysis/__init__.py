"""What theory and simulation say about the learning machine: exact chains, learning curves, optima, engines."""
