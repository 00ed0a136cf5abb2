"""How individual the questions of a type are: whether practice meets them, and how far a guess gets.

Two instances are the same if they ask the same thing.  What a question lists to choose from (towers, prefixes, rows) is
compared by its place in the list, so that "the second and the third" is one guess whatever they are.
"""

import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from coursekit.questions.base import Data, QuestionType
from coursekit.sets.variants import seed

LIMITS = {"instances": 300, "commonest": 0.05}
"""At least so many different instances; at most this share of the commonest key."""


@dataclass(frozen=True)
class Individuality:
    """What a sample of one type and level says.

    Parameters
    ----------
    instances : int
        Different ones among all that were drawn.
    met : float
        Share of graded instances that practice meets.
    commonest : float
        Share of the commonest key.
    blind : float
        Share of instances for which the best answer that does not depend on the question is right.
    """

    instances: int
    met: float
    commonest: float
    blind: float

    @property
    def missed(self) -> tuple[str, ...]:
        """The limits that are not kept."""
        few = ("instances",) if self.instances < LIMITS["instances"] else ()
        return (*few, *(("commonest",) if self.commonest > LIMITS["commonest"] else ()))


def individuality(kind: QuestionType, difficulty: int, graded: int = 1000, practice: int = 2000,
                  judged: int = 400, skin: str | None = None, alphabet: str | None = None) -> Individuality:
    """Draw graded instances and practice instances and compare them.

    Parameters
    ----------
    kind : QuestionType
    difficulty : int
    graded, practice : int
        How many of each to draw; practice has the seeds 1, 2, …
    judged : int
        Graded instances on which the five commonest keys of the others are tried as guesses.
    skin, alphabet : str, optional
        As for `QuestionType.instance`.

    Examples
    --------
    >>> from coursekit.questions import question
    >>> individuality(question("write_accepts"), 1, 10, 10).missed
    ('instances', 'commonest')
    """
    drawn = [kind.drawn(seed(b"graded", kind.id, str(i)), difficulty, skin, alphabet) for i in range(graded)]
    own = [asked(kind, data) for data in drawn]
    known = {asked(kind, kind.drawn(i, difficulty, skin, alphabet)) for i in range(1, practice + 1)}
    keys = [by_place(kind, data, kind.key(data)) for data in drawn]
    judged = min(judged, graded // 2)
    guesses = [guess for guess, _ in Counter(keys[judged:]).most_common(5)]
    return Individuality(len({*own, *known}), sum(text in known for text in own) / graded,
                         Counter(keys).most_common(1)[0][1] / graded,
                         max(share(kind, drawn[:judged], guess) for guess in guesses))


def asked(kind: QuestionType, data: Data) -> bytes:
    """What a student is asked, in short; instances with the same are the same.

    Where a board is to be laid, what touches what is part of the question, and only the picture says it.
    """
    seen = str(data["board"]) if kind.kind_of(data) == "board" else ""
    return hashlib.sha256((kind.wording(data) + seen).encode()).digest()[:12]


_PLACE = re.compile(r"#(\d+)#")


def _listed(kind: QuestionType, data: Data) -> list[str]:
    """What the question lists, in its order, for an answer to choose from."""
    form = kind.form(data)
    return [str(name) for part in ("tokens", "elements", "rows") for name in form.get(part, ())]


def by_place(kind: QuestionType, data: Data, key: object) -> str:
    """A key with places in place of what the question lists, as text."""
    place = {name: f"#{i}#" for i, name in enumerate(_listed(kind, data))}

    def replaced(value: Any) -> Any:
        if isinstance(value, str):
            return place.get(value, value)
        if isinstance(value, list):
            items = [replaced(v) for v in value]
            return sorted(items, key=json.dumps) if kind.kind_of(data) in ("set of words", "partition") else items
        return {k: replaced(v) for k, v in value.items()} if isinstance(value, dict) else value

    return json.dumps(replaced(key), ensure_ascii=False)


def share(kind: QuestionType, drawn: list[Data], guess: str) -> float:
    """The share of instances for which a guess (a key by places) is right."""
    if kind.kind == "function":
        return 1.0  # nothing in it depends on the instance
    right = 0
    for data in drawn:
        names = _listed(kind, data)
        if max((int(i) for i in _PLACE.findall(guess)), default=-1) < len(names):
            answer = json.loads(_PLACE.sub(lambda m: names[int(m[1])], guess))  # noqa: B023
            right += kind.judge(data, answer).right
    return right / len(drawn)
