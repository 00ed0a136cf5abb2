"""What is drawn, in words: for hints, for screen readers, and for whoever has just done something."""

from collections.abc import Iterable

from automatakit.widget.draft import Draft
from boardkit.messages import Catalogue

TEXTS = Catalogue("automatakit", "widget")
text = TEXTS.text


def shown(symbol: str) -> str:
    """A symbol as it is written; ε for the empty one."""
    return symbol or "ε"


def listed(symbols: Iterable[str]) -> str:
    """Symbols as they stand on an arrow."""
    return ", ".join(map(shown, symbols))


def told_state(state: str, draft: Draft) -> str:
    """A state: its name, what it is, and its arrows."""
    roles = [text("edit.a_state", state=state)]
    if state == draft.start:
        roles.append(text("edit.start"))
    if state in draft.accepting:
        roles.append(text("edit.accept"))
    arrows = []
    for head in draft.states:
        symbols = draft.symbols(state, head)
        if symbols:
            arrows.append(f"{listed(symbols)} → {head}")
    said = ", ".join(roles)
    return f"{said}. {'; '.join(arrows)}" if arrows else said


def told_arrow(tail: str, head: str, draft: Draft) -> str:
    """An arrow: where it leads from and to, and its symbols."""
    return text(
        "edit.an_arrow", tail=tail, head=head, symbols=listed(draft.symbols(tail, head))
    )
