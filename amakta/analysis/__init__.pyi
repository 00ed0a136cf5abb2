from . import bunker as bunker, graph as graph, infinit as infinit, solve as solve, structure as structure
