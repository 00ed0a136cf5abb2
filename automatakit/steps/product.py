"""The product of two automata, one entry at a time: two players read the same tower.

For ``"both"`` nondeterministic automata can be multiplied as they are.  Every other way to accept needs to know that
*no* run accepts, so the automata are determinised first.
"""

from collections.abc import Iterable

from automatakit.automaton.errors import message
from automatakit.automaton.reading import Source
from automatakit.automaton.states import State
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import both, verdict
from automatakit.languages.minimal import complete_dfa
from automatakit.languages.operations import Pair, pair_table
from automatakit.steps.base import Prediction
from automatakit.steps.worklist import Construction


class ProductSteps(Construction[Pair]):
    """The product construction: each step computes where one pair leads on one symbol.

    Parameters
    ----------
    left, right
        Two automata.
    accept
        ``"both"``, ``"either"``, ``"left only"``, ``"right only"``, ``"one only"`` or ``"neither"``.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> one = Automaton.of({"A": {"b": {"A", "C"}}}, start="A", accepting={"C"})
    >>> two = Automaton.of({"B": {"b": {"C"}}}, start="B", accepting={"C"})
    >>> steps = ProductSteps(one, two).last()
    >>> [steps.show(pair) for pair in steps.known]
    ['(A, B)', '(A, C)', '(C, C)']
    >>> steps.partial.accepts("b"), steps.partial.accepts("bb")
    (True, False)
    """

    kind = "product"
    left: Automaton
    right: Automaton
    accept: str

    def __init__(self, left: Source, right: Source, accept: str = "both") -> None:
        verdict(accept)  # an unknown one is an error
        a, b = both(left, right)
        if accept != "both":  # one has to know that no run accepts
            a, b = complete_dfa(a), complete_dfa(b)
        starts, found = pair_table(a, b)
        self._begin(
            found,
            left=a,
            right=b,
            accept=accept,
            alphabet=a.alphabet,
            starts=tuple(starts),
        )

    def state(self, node: Pair) -> tuple[State, State]:
        left, right = node
        return self.left.states[left], self.right.states[right]

    def accepting(self, node: Pair) -> bool:
        left, right = node
        return verdict(self.accept)(
            self.left.is_accepting(left), self.right.is_accepting(right)
        )

    def predict(self, pairs: Iterable[tuple[State, State]]) -> Prediction:
        """Judge a prediction of the pairs that the next step reaches."""
        entry = self.upcoming
        if entry is None:
            return Prediction(False, message("steps.over"))
        if set(pairs) == set(map(self.state, entry.targets)):
            return Prediction(True, message("product.right", **self.told(entry)))
        return Prediction(False, message("product.wrong", **self.told(entry)))
