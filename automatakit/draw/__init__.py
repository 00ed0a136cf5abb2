"""Pictures of automata, of runs and of algorithms: state diagrams, tables, trees."""
