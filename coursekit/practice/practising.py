"""One question to be tried in a lecture, judged at once."""

from __future__ import annotations

from functools import partial

from boardkit.messages import get_language
from coursekit.practice.display import Asked
from coursekit.practice.session import answer_input
from coursekit.questions import question

POINTS = 4.0
"""What a question is worth that counts for nothing: enough for halves and quarters."""


def practise(type: str, seed: int = 1, difficulty: int = 2) -> Asked:
    """Ask a question of a type, with the input for its answer, in the current language.

    It shows itself in a notebook. What is answered is judged at once and kept nowhere; then another one may be asked.

    Examples
    --------
    >>> practise("pumping_game", seed=7, difficulty=1).title
    'Against the pumping lemma'
    """
    new = question(type).instance(seed, difficulty)
    picture = new.picture.following if new.picture else None
    make = partial(
        answer_input,
        new.kind,
        new.asked_by.full_form(new.data),
        judge=partial(new.judge, points=POINTS),
        steps=new.steps,
        picture=picture,
        lang=get_language(),
    )
    another = partial(practise, type, seed + 1, difficulty)
    return Asked(new.title, new.text, picture, make, another)
