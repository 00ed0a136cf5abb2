"""What theory says about Amakta: state graphs, solutions, symmetries, the unbounded game."""
