"""δ as an HTML table that a screen reader can read: caption, row and column headers."""

from dataclasses import dataclass
from html import escape
from typing import Any

from automatakit.automaton.errors import message
from automatakit.automaton.states import label
from automatakit.automaton.value import Automaton
from boardkit.messages import get_language
from boardkit.theme import style

CELL = f"border:1px solid {style.aside};padding:3px 10px;text-align:left;font-size:{style.name}px"


@dataclass(frozen=True)
class HtmlTable:
    """A table with headers; shows itself in a notebook and prints as text.

    Attributes
    ----------
    caption
        What the table shows.
    head
        Column headers.
    rows
        Row header and cells of each row.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def html(self) -> str:
        """The table as HTML."""
        # Whoever gives a ground gives the letters on it: a page in the dark has light ones.
        look = f"{CELL};color:{style.ink};background:{style.tint}"
        head = "".join(f'<th scope="col" style="{look}">{escape(c)}</th>' for c in self.head)
        body = "".join(
            f'<tr><th scope="row" style="{CELL}">{escape(row[0])}</th>'
            + "".join(f'<td style="{CELL}">{escape(cell)}</td>' for cell in row[1:]) + "</tr>" for row in self.rows)
        return (
            f'<table style="border-collapse:collapse" lang="{get_language()}">'
            f'<caption style="text-align:left;font-weight:bold;font-size:{style.name}px">'
            f"{escape(self.caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": str(self)}

    def __str__(self) -> str:
        lines = [self.head, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.head))]
        texts = ["  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines]
        return "\n".join([self.caption, *texts])


def markdown(automaton: Any) -> str:
    """Return the transition table in Markdown (→ start state, * accepting).

    Examples
    --------
    >>> print(markdown(Automaton.of("bA>A bA>B", start="A", accepting="B")))
    | | b |
    |---|---|
    | →A | A, B |
    | *B | ∅ |
    """
    table = Automaton.of(automaton).drawn
    lines = ["| | " + " | ".join(table.alphabet) + " |", "|" + "---|" * (len(table.alphabet) + 1)]
    for i, state in enumerate(table.states):
        mark = "→" * (table.starts >> i & 1) + "*" * (table.accepting_mask >> i & 1)
        cells = [", ".join(map(label, table.cells.get((i, symbol), ()))) or "∅" for symbol in table.alphabet]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in (mark + label(state), *cells)) + " |")
    return "\n".join(lines)


def delta_table(automaton: Any) -> HtmlTable:
    """Return the transition function as a table: a row for each state, a column for each symbol.

    Parameters
    ----------
    automaton
        Any automaton.

    Returns
    -------
    HtmlTable
        ``→`` marks the start state, ``*`` the accepting ones.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> print(delta_table(Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}, symbols="bw")))
    Transition function δ
    state  b       w
    → A    {A, B}  ∅
    * B    ∅       ∅
    """
    table = Automaton.of(automaton).drawn
    rows = []
    for i, state in enumerate(table.states):
        signs = ("→ " if table.start_mask >> i & 1 else "") + ("* " if table.accepting_mask >> i & 1 else "")
        rows.append((signs + label(state), *(table.set_label(table.moves[symbol][i]) for symbol in table.alphabet)))
    return HtmlTable(str(message("draw.delta")), (str(message("draw.state")), *table.alphabet), tuple(rows))
