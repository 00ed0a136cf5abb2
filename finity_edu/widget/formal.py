"""The formal view beside the board: five-tuple, table of δ, picture of the automaton, verdict with its witness."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import lru_cache

from automatakit.automaton.value import Automaton, label
from automatakit.draw.automata import automaton_picture
from automatakit.steps.run import RunSteps
from boardkit.errors import UserError
from boardkit.messages import get_language
from boardkit.svg import Element, Picture, el
from boardkit.widget.markup import bar, button, details, picture, ready, table
from finity_edu.analysis.boards import witness
from finity_edu.analysis.seats import seat_view
from finity_edu.automata.steps import run_steps
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.texts import text

PIXELS = 78.0
PICTURE_LIMIT = 60
"""Largest number of states of a ring automaton that is drawn."""


def formal_view(
    position: Position, seat: int, word: str, *, read: int | None, editable: bool, rings: bool, large: bool = False
) -> tuple[Element, Element]:
    """The automaton of a seat in the language in force: in the notation of the lecture, and as a picture.

    Parameters
    ----------
    position : Position
    seat : int
    word : str
        The word of the verdict.
    read : int, optional
        Symbols read so far, if a run is shown: its active states are marked.
    editable : bool
        Whether the cells of δ can be changed.
    rings : bool
        Whether the ring automaton is shown too.
    large : bool
        For a lecture hall.
    """
    return _view(position, seat, word, read, editable, rings, large, get_language())


@lru_cache(maxsize=32)
def _view(
    position: Position, seat: int, word: str, read: int | None, editable: bool, rings: bool, large: bool, lang: str
) -> tuple[Element, Element]:
    steps = run_steps(position, seat, word)
    now = steps.goto(read) if read is not None else steps
    active = set(now.active) if read is not None else set()
    notation = ready(
        _seats(position, seat, rings),
        details(text("formal.tuple"), _tuple(steps.table, position, seat), key="tuple"),
        details(text("formal.delta"), _delta(position, seat, steps.table, active, editable), key="delta"),
        details(text("formal.verdict"), *_verdict(position, seat, steps), key="verdict"),
    )
    counting = run_steps(position, seat, word, rings=True).goto(read) if rings and read is not None else None
    drawn = _pictures(position, seat, tuple(active), rings, tuple(counting.active) if counting else (),
                      1.35 if large else 1.0)
    return notation, ready(details(text("formal.picture"), *drawn, key="picture"))


def _seats(position: Position, seat: int, rings: bool) -> Element:
    seats = [
        button(text(f"seat.{seat_letter(s)}"), "seat", pressed=s == seat, seat=s)
        for s in range(1, position.players + 1)
    ]
    ring = button(text("formal.rings"), "ring_automaton", pressed=rings)
    return bar(text("formal.whose"), *seats, ring)


def _set(names: Collection[object]) -> str:
    return "{" + ", ".join(label(name) for name in names) + "}" if names else "∅"


def _tuple(automaton: Automaton, position: Position, seat: int) -> Element:
    start = position.layout.posts[seat - 1] or text("formal.no_start")
    lines = (
        ("Q", _set(automaton.states)), ("Σ", _set(automaton.alphabet)), ("δ", text("formal.delta_below")),
        ("q₀", start), ("F", _set([position.board.end])),
    )
    cells = [el(tag, content) for name, value in lines for tag, content in (("dt", name), ("dd", f"= {value}"))]
    return el("dl", *cells, class_="gk-tuple")


def _delta(position: Position, seat: int, automaton: Automaton, active: Collection[object], editable: bool) -> Element:
    rows = []
    start = position.layout.posts[seat - 1]
    for i, state in enumerate(automaton.states):
        name = str(state)
        sign = ("→" if name == start else "") + ("*" if name == position.board.end else "")
        cells: list[Element | str] = [f"{sign}{name}"]
        for symbol in automaton.alphabet:
            targets = _set(automaton.names(automaton.moves[symbol][i]))
            cells.append(_cell(name, symbol, targets) if editable and name != position.board.end else targets)
        rows.append(cells)
    current = [i for i, state in enumerate(automaton.states) if state in active]
    head = ["δ", *automaton.alphabet]
    return table(text("formal.editable" if editable else "formal.table"), head, rows, current=current, cls="gk-delta")


def _cell(state: str, symbol: str, targets: str) -> Element:
    said = text("formal.cell", state=state, symbol=symbol, targets=targets)
    return el("button", targets, type="button", data_do="cell", data_state=state, data_symbol=symbol, class_="gk-cell",
              data_key=f"cell-{state}-{symbol}", aria_label=said)


def _verdict(position: Position, seat: int, steps: RunSteps) -> list[Element]:
    """Accepted or not, ringless and in the game, each with what shows it."""
    return [
        _line("formal.ignored", *_plain_verdict(steps)), _line("formal.counted", *_ring_verdict(position, seat, steps)),
    ]


def _plain_verdict(steps: RunSteps) -> tuple[bool, str]:
    witness = steps.witness
    if witness is not None:
        return True, text("formal.accepted", run=" → ".join(map(label, witness)))
    for at in range(steps.total + 1):
        if not steps.goto(at).active:
            return False, text("formal.dies", prefix=steps.word[:at] or "ε")
    return False, text("formal.ends", states=_set(steps.last().active))


def _ring_verdict(position: Position, seat: int, steps: RunSteps) -> tuple[bool, str]:
    path = witness(position, seat, steps.word) if steps.word else None
    if path is not None:
        return True, text("formal.accepted", run=" → ".join(path))
    if steps.witness is None:
        return False, text("formal.no_run")
    return False, text("formal.too_few_rings", needed=max(len(steps.word) - 1, 0))


def _line(id: str, accepted: bool, reason: str) -> Element:
    return el("p", el("span", text(id), class_=f"gk-verdict gk-{'yes' if accepted else 'no'}"), " ", reason)


def _pictures(position: Position, seat: int, active: tuple[object, ...], rings: bool,
              counting: tuple[object, ...], scale: float) -> list[Element]:
    drawn = [picture(_automaton(position, seat, active), scale)]
    if rings:
        try:
            drawn.append(picture(_ring_automaton(position, seat, counting), scale, least=0.7 * scale))
        except UserError as error:
            drawn.append(el("p", str(error)))
    return drawn


@lru_cache(maxsize=32)
def _automaton(position: Position, seat: int, active: tuple[object, ...]) -> Picture:
    places: dict[Hashable, tuple[float, float]] = {name: place.pixel(PIXELS) for name, place in position.board.stations}
    return automaton_picture(seat_view(position, seat).table, active=active, places=places)


@lru_cache(maxsize=8)
def _ring_automaton(position: Position, seat: int, active: tuple[object, ...]) -> Picture:
    from finity_edu.automata.bridge import ring_nfa

    return automaton_picture(ring_nfa(position, seat, limit=PICTURE_LIMIT), active=active)
