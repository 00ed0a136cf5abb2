"""What an input is: it knows the form that a question expects, and no key."""

from collections.abc import Mapping, Sequence
from pkgutil import resolve_name

from boardkit.foreign_json import Json
from boardkit.messages import Catalogue
from boardkit.svg import Element, el
from boardkit.widget.actions import Actor
from coursekit.answers import INPUTS, KINDS
from coursekit.answers.form import Form
from coursekit.answers.moves import MOVES
from coursekit.judging.verdict import Verdict

TEXTS = Catalogue("coursekit", "input")


class Input(Actor):
    """Something that an answer is built with.

    Attributes
    ----------
    value : object
        What has been built so far, as a student might write it; ``...`` where there is nothing yet.
    """

    value: Json = ...
    typed = True
    """Whether the answer can be typed as well."""
    verdict: Verdict | None = None
    """What was said about it, until it is changed."""
    plain = False
    """Whether what is typed is plain text, as people write it; else it is lists and the like."""

    def load(self, answer: Json) -> None:
        """Show an answer in its canonical form; ``...`` for none."""
        self.value = answer

    def names(self) -> Sequence[str]:
        """What might be clicked in the picture of the question, where its name stands."""
        return ()

    def offered(self) -> Mapping[str, str]:
        """What of it can be clicked now, with the sign that stands at it."""
        return {}

    def render(self) -> Sequence[Element]:
        """What is shown and can be clicked."""
        raise NotImplementedError

    def parts(self) -> Mapping[str, Sequence[Element]]:
        """The same by the parts of a widget."""
        return {"board": [el("div", *self.render(), class_="gk-input")]}


def input_of(kind: str, form: Form) -> Input | None:
    """The input of a kind of answer; None for a kind whose package brings none.

    Examples
    --------
    >>> word = input_of("word", {"alphabet": "ab"})
    >>> word.answer("key", {"n": "0"}), word.answer("key", {"n": "1"}), word.value
    (True, True, 'ab')
    """
    KINDS[kind], MOVES[form.get("moves", "")]  # what declares them is loaded
    where = INPUTS.get(f"{kind}/{form.get('moves', '')}", INPUTS.get(kind))
    made: Input | None = resolve_name(where)(form) if where else None
    return made
