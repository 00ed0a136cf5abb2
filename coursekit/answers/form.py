"""What a question expects of an answer in detail, and what several kinds ask of it."""

from collections.abc import Mapping
from math import inf, prod

from boardkit.foreign_json import Json
from coursekit.answers.spelling import EMPTY_SETS, MISSING, tidy

Form = Mapping[str, Json]


def alphabet_of(form: Form) -> str:
    """The letters that may be used."""
    return str(form.get("alphabet", "bw"))


def samples(form: Form) -> dict[str, str]:
    """What stands in the texts that say how an answer is written: words over the alphabet, names that occur.

    Lists end with ``…``, so that none of them is an answer.
    """
    x, y = [*alphabet_of(form) * 2][:2]
    lists = ("neighbours", "elements", "stations", "members", "fields", "names")
    named = next((form[what] for what in lists if form.get(what)), ())
    p, q, r = [*map(str, named), "A", "B", "D"][:3]
    if form.get("moves") == "transitions":
        # As a keyboard has it
        moves = [f"{p} -{x}-> {q}", f"{q} -{y}-> {r}"]
    else:
        # On large boards the first station is the tower, which no arrow leaves
        moves = [f"{x}{q}>{r}", f"{y}{r}>{p}"]
    return {
        "word": x + y + x,
        "words": f'["{x}{y}", "{y}{x}{x}", …]',
        "path": f'["{p}", "{q}", "{r}", …]',
        "x": x,
        "letters": ", ".join(f"`{a}`" for a in alphabet_of(form)),
        "symbols": ", ".join(f'"{a}"' for a in alphabet_of(form)),
        "moves": f'["{moves[0]}", "{moves[1]}", …]',
        "p": p,
        "q": q,
        "r": r,
    }


def possible(kind: str, form: Form) -> float:
    """How many answers are possible where the question lists what they consist of, else infinity.

    Examples
    --------
    >>> possible("set of words", {"tokens": "ABCD"}), possible("partition", {"elements": "pqrs"}), possible("word", {})
    (16.0, 15, inf)
    """
    listed = form.get(
        {"set of words": "tokens", "list of moves": "among"}.get(kind, "")
    )
    if listed is not None:
        return float(2 ** len(listed))
    if kind == "partition":
        # Bell's numbers
        return dict(enumerate((1, 1, 2, 5, 15))).get(len(form["elements"]), inf)
    cells = form.get("cells")
    if kind == "table" and isinstance(cells, Mapping):
        return prod(inf if isinstance(one, str) else len(one) for one in cells.values())
    return inf


def is_missing(obj: object) -> bool:
    """Whether an answer says that there is none, or that it is infinite."""
    if isinstance(obj, float):
        return obj == float("inf")
    return obj is None or (isinstance(obj, str) and tidy(obj).casefold() in MISSING)


def is_empty(obj: object, form: Form) -> bool:
    """Whether an answer says that there are none, where that may be."""
    return bool(form.get("empty")) and (
        is_missing(obj) or (isinstance(obj, str) and tidy(obj) in EMPTY_SETS)
    )
