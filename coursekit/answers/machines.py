"""Learning machines: the markers left in their boxes."""

from collections.abc import Mapping

from coursekit.answers import spelling
from coursekit.answers.form import Form
from coursekit.answers.numbers import whole
from coursekit.answers.spelling import Misspelt, items, literal, name, pairs, shown


def machine(obj: object, form: Form) -> dict[str, list[int]]:
    """The boxes of a learning machine: field (distance d to the goal) → moves whose marker is left."""
    obj = literal(obj)
    if isinstance(obj, str):
        obj = pairs(obj) or obj
    if isinstance(obj, (list, tuple)) and all(
        isinstance(row, (list, tuple)) and len(row) == 2 for row in obj
    ):
        obj = dict(obj)
    # A machine itself: its boxes, by fields to go
    if isinstance(boxes := getattr(obj, "boxes", None), Mapping):
        obj = {d: [m.move for m in box] for d, box in boxes.items()}
    if not isinstance(obj, dict):
        raise Misspelt("not_machine", found=shown(obj))
    if len(obj) > 100:
        raise Misspelt("too_long", limit=100)
    fields = form.get("fields")
    out: dict[int, list[int]] = {}
    for k, v in obj.items():
        d = whole(k) if fields is None else int(name(k, fields))
        if v is None:
            v = []
        elif isinstance(v, str):
            v = spelling.words(v)
        elif isinstance(v, int):
            v = [v]
        out[d] = sorted(map(whole, items(v)))
    for d in fields or ():
        if int(d) not in out:
            raise Misspelt("left_out", name=d)
    return {str(d): out[d] for d in sorted(out, reverse=True)}
