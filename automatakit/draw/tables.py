"""δ as an HTML table that a screen reader can read: caption, row and column headers."""

from dataclasses import dataclass
from html import escape

from automatakit.automaton.errors import text
from automatakit.automaton.reading import Source
from automatakit.automaton.states import label
from automatakit.automaton.value import Automaton
from automatakit.learning import ObservationTable
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
        head = "".join(
            f'<th scope="col" style="{look}">{escape(name)}</th>' for name in self.head
        )
        body = ""
        for name, *cells in self.rows:
            body += f'<tr><th scope="row" style="{CELL}">{escape(name)}</th>'
            for cell in cells:
                body += f'<td style="{CELL}">{escape(cell)}</td>'
            body += "</tr>"
        return (
            f'<table style="border-collapse:collapse" lang="{get_language()}">'
            f'<caption style="text-align:left;white-space:nowrap;font-weight:bold;font-size:{style.name}px">'
            f"{escape(self.caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": str(self)}

    def __str__(self) -> str:
        rows = [self.head, *self.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [self.caption]
        for row in rows:
            cells = map(str.ljust, row, widths)
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)


def markdown(automaton: Source) -> str:
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
    lines = [
        "| | " + " | ".join(table.alphabet) + " |",
        "|" + "---|" * (len(table.alphabet) + 1),
    ]
    for i, state in enumerate(table.states):
        cells = [_signs(table, table.starts, i) + label(state)]
        for symbol in table.alphabet:
            heads = table.names(table.plain[symbol][i])
            cells.append(", ".join(map(label, heads)) or "∅")
        # A bar in a name would end the cell
        escaped = [cell.replace("|", "\\|") for cell in cells]
        lines.append("| " + " | ".join(escaped) + " |")
    return "\n".join(lines)


def _signs(table: Automaton, starts: int, number: int, gap: str = "") -> str:
    """Return what stands before the name of a state: → if it is among the start states, * if it accepts."""
    signs = ""
    if starts >> number & 1:
        signs += "→" + gap
    if table.is_accepting(number):
        signs += "*" + gap
    return signs


def delta_table(automaton: Source) -> HtmlTable:
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
        cells = [_signs(table, table.start_mask, i, gap=" ") + label(state)]
        for symbol in table.alphabet:
            cells.append(table.set_label(table.plain[symbol][i]))
        rows.append(tuple(cells))
    return HtmlTable(
        text("draw.delta"), (text("draw.state"), *table.alphabet), tuple(rows)
    )


def observation_table(table: ObservationTable, *, states: bool = True) -> HtmlTable:
    """Return what a learner has asked as a table: a row for each beginning, a column for each ending.

    Parameters
    ----------
    table : ObservationTable
    states : bool
        Whether the last column names the state that a row stands for.

    Returns
    -------
    HtmlTable
        ✓ for a word that wins, ✗ for one that does not; lower rows begin with ``+``.  A state is
        named by the first upper row that is equal; a lower row like none above has ``?``.

    Examples
    --------
    >>> from automatakit.learning import AutomatonTeacher, learn
    >>> print(observation_table(next(learn(AutomatonTeacher("b(b|w)*"))).table))
    Observation table
    word  ε  state
    ε     ✗  ε
    + b   ✓  ?
    + w   ✗  ε
    """
    named: dict[tuple[bool, ...], str] = {}
    for prefix in table.prefixes:
        named.setdefault(table.row(prefix), prefix or "ε")
    head = [text("draw.word"), *(ending or "ε" for ending in table.endings)]
    if states:
        head.append(text("draw.state"))
    rows = []
    for word in (*table.prefixes, *table.borders):
        row = table.row(word)
        sign = "" if word in table.prefixes else "+ "
        cells = [sign + (word or "ε"), *("✓" if won else "✗" for won in row)]
        if states:
            cells.append(named.get(row, "?"))
        rows.append(tuple(cells))
    return HtmlTable(text("draw.observations"), tuple(head), tuple(rows))
