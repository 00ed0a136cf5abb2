"""Moves of Amakta as answers."""

import re

from amakta.rules.errors import NotationError
from amakta.rules.moves import KINDS as VERBS
from amakta.rules.moves import Move
from coursekit.answers import INPUTS
from coursekit.answers.form import Form
from coursekit.answers.moves import MOVES, any_moves, of_package
from coursekit.answers.spelling import Misspelt, shown, tidy


def amakta_moves(obj: object, form: Form) -> list[str]:
    """A list of moves; commas and brackets may stand between them."""
    if isinstance(obj, str):
        before_a_verb = rf"[\s,;]+(?=(?:{'|'.join(VERBS)})\b)"
        pieces = re.split(before_a_verb, tidy(obj).lower())
        obj = [piece for piece in pieces if piece.strip()]
    out = []
    for text in any_moves(of_package(obj, "amakta"), form):
        text = re.sub(r"[()\[\];]", " ", text.lower()).strip(" ,")
        text = re.sub(r"(-?\d)\s*,\s*(-?\d)", r"\1,\2", text)
        try:
            out.append(str(Move.parse(text)))
        except NotationError as error:
            raise Misspelt(
                "not_move_here", move=shown(text), reason=error.message
            ) from None
    return out


MOVES.add("amakta", amakta_moves)
INPUTS["list of moves/amakta"] = "amakta.widget.answer:Moves"
