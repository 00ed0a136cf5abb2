"""Paths: states one after the other."""

import re

from coursekit.answers.form import Form, is_empty
from coursekit.answers.spelling import Misspelt, literal, name, shown, tidy


def path(obj: object, form: Form) -> list[str]:
    """A sequence of stations; form: ``stations`` (their names), ``empty`` (there may be none)."""
    stations, obj = form.get("stations"), literal(obj)
    if is_empty(obj, form):
        return []
    if isinstance(obj, str):
        # A –b→ B, as runs are shown
        text = re.sub(r"[-–—]+\s*[a-z]\s*[-–—]*[>→⇒]", " ", tidy(obj))
        parts = [t for t in re.split(r"[\s,;>→⇒⟶=()\[\]-]+", text) if t]
        one = parts[0] if len(parts) == 1 else ""
        single = (
            one
            and stations is not None
            and one not in stations
            and {*one.upper()} <= {*map(str, stations)}
        )
        obj = list(one) if single else parts
    if not isinstance(obj, (list, tuple)):  # a set has no order
        raise Misspelt(
            "not_sequence" if isinstance(obj, frozenset) else "not_list",
            found=shown(obj),
        )
    return [name(s, stations) for s in obj]
