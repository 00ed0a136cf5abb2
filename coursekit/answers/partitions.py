"""Partitions of given elements into blocks."""

import re
from typing import Any

from coursekit.answers.form import Form
from coursekit.answers.spelling import (
    Misspelt,
    items,
    literal,
    names,
    shown,
    text_of,
    tidy,
)


def partition(obj: object, form: Form) -> list[list[str]]:
    """A partition; form: ``elements`` (every one must be in exactly one block)."""
    obj, elements = literal(obj), form.get("elements")
    known = [str(e) or "ε" for e in elements] if elements is not None else None
    if isinstance(obj, dict):  # element → number of its block
        blocks: dict[Any, list[Any]] = {}
        for x, block in obj.items():
            blocks.setdefault(text_of(block), []).append(x)
        obj = list(blocks.values())
    if isinstance(obj, str):
        text = tidy(obj)
        inner = re.findall(r"[{\[(]([^{}\[\]()]*)[}\])]", text)
        parts = inner if inner else re.split(r"[/|;]", text)
        obj = [p for p in parts if p.strip()]
    found = [[x or "ε" for x in names(block, known)] for block in items(obj)]
    flat = [x for block in found for x in block]
    for x in flat:
        if flat.count(x) > 1:
            raise Misspelt("twice", name=shown(x))
    for x in known or ():
        if x not in flat:
            raise Misspelt("left_out", name=x)
    order = {x: i for i, x in enumerate(known or sorted(flat))}
    return sorted(
        (sorted(b, key=order.__getitem__) for b in found if b),
        key=lambda b: order[b[0]],
    )
