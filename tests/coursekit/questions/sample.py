"""The instances that tests of all types share: drawing takes longer than most of what is asserted about them."""

from __future__ import annotations

import json
from functools import cache

from coursekit.questions import Instance, question

__all__ = ["instance"]


@cache
def drawn(type_id: str, seed: int, difficulty: int, skin: str | None) -> str:
    return json.dumps(question(type_id).drawn(seed, difficulty, skin))


def instance(type_id: str, difficulty: int, lang: str = "en", skin: str | None = None, seed: int = 1) -> Instance:
    """A question as `QuestionType.instance` makes it; what was drawn before in this process is not drawn again."""
    data = json.loads(drawn(type_id, seed, difficulty, skin))
    return question(type_id).render(data, lang, seed, difficulty)
