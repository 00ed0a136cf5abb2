"""The formal view in the lens: picture of the automaton, table of δ, five-tuple, rings, verdict with its witness."""

from collections.abc import Callable
from functools import lru_cache

from automatakit.automaton.states import label, set_text
from automatakit.draw.automata import automaton_picture
from automatakit.steps.run import RunSteps
from boardkit.errors import UserError
from boardkit.messages import get_language
from boardkit.svg import Element, el
from boardkit.widget.frame import View
from boardkit.widget.markup import LEGIBLE, bar, button, picture, ready, table
from finity_edu.analysis.boards import witness
from finity_edu.analysis.seats import seat_view
from finity_edu.automata.steps import run_steps
from finity_edu.automata.views import rings_of_seat
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.texts import text

PICTURE_LIMIT = 60
"""Largest number of states of a ring automaton that is drawn."""
LONGEST = 40
"""So many symbols of a word are followed in the table of its run."""


def formal_views(
    position: Position,
    seat: int,
    rings: bool,
    word: str,
    read: int | None,
    path: tuple[str, ...] = (),
    *,
    editable: bool,
) -> list[View]:
    """What the lens can show of the automaton of a seat.

    Parameters
    ----------
    position : Position
    seat : int
    rings : bool
        Whether rings count: then the ring automaton marks where the run stands.
    word : str
        The word of the verdict.
    read : int, optional
        Symbols read so far, if a run is shown: its active states are marked.
    path : tuple of str
        The stations of a run, whose arrows are marked.
    editable : bool
        Whether the cells of δ can be changed.
    """

    def view(id: str, made: Callable[..., Element], *args: object) -> View:
        def content() -> list[Element | None]:
            try:
                return [_seats(position, seat), made(*args, get_language())]
            except UserError as error:
                return [el("p", str(error))]

        return View(id, text(f"formal.{id}"), content)

    return [
        view("picture", automaton, position, seat, word, read, path),
        view("delta", _delta, position, seat, word, read, editable),
        view("tuple", _tuple, position, seat),
        view("rings", _rings, position, seat, word, read if rings else None),
        view("verdict", _verdict, position, seat, word, read),
    ]


def _seats(position: Position, seat: int) -> Element:
    seats = [
        button(text(f"seat.{seat_letter(s)}"), "seat", pressed=s == seat, seat=s)
        for s in range(1, position.players + 1)
    ]
    return bar(text("formal.whose"), *seats)


@lru_cache(maxsize=32)
def automaton(
    position: Position,
    seat: int,
    word: str,
    read: int | None,
    path: tuple[str, ...],
    lang: str,
) -> Element:
    """The diagram of a seat's automaton, with what is active after so many symbols and the arrows of a run."""
    active = _active(position, seat, word, read)
    drawn = automaton_picture(
        seat_view(position, seat),
        active=active,
        accepted=read == len(word),
        path=path,
        close=True,
    )
    return ready(picture(drawn, least=LEGIBLE))


@lru_cache(maxsize=8)
def _rings(
    position: Position, seat: int, word: str, read: int | None, lang: str
) -> Element:
    active = _active(position, seat, word, read, rings=True)
    drawn = automaton_picture(
        rings_of_seat(position, seat, limit=PICTURE_LIMIT), active=active
    )
    return ready(picture(drawn, least=LEGIBLE))


def _active(
    position: Position, seat: int, word: str, read: int | None, rings: bool = False
) -> tuple[object, ...]:
    if read is None:
        return ()
    return tuple(run_steps(position, seat, word, rings=rings).goto(read).active)


@lru_cache(maxsize=32)
def _tuple(position: Position, seat: int, lang: str) -> Element:
    automaton = run_steps(position, seat, "").table
    start = position.layout.posts[seat - 1] or text("formal.no_start")
    lines = (
        ("Q", set_text(automaton.states)),
        ("Σ", set_text(automaton.alphabet)),
        ("δ", text("formal.delta_below")),
        ("q₀", start),
        ("F", set_text([position.board.end])),
    )
    cells = [
        el(tag, content)
        for name, value in lines
        for tag, content in (("dt", name), ("dd", f"= {value}"))
    ]
    return ready(el("dl", *cells, class_="gk-tuple"))


@lru_cache(maxsize=32)
def _delta(
    position: Position,
    seat: int,
    word: str,
    read: int | None,
    editable: bool,
    lang: str,
) -> Element:
    automaton, active, rows = (
        run_steps(position, seat, "").table,
        _active(position, seat, word, read),
        [],
    )
    start = position.layout.posts[seat - 1]
    for i, state in enumerate(automaton.states):
        name = str(state)
        sign = ("→" if name == start else "") + (
            "*" if name == position.board.end else ""
        )
        cells: list[Element | str] = [f"{sign}{name}"]
        for symbol in automaton.alphabet:
            targets = set_text(automaton.names(automaton.moves[symbol][i]))
            cells.append(
                _cell(name, symbol, targets)
                if editable and name != position.board.end
                else targets
            )
        rows.append(cells)
    current = [i for i, state in enumerate(automaton.states) if state in active]
    head = ["δ", *automaton.alphabet]
    return ready(
        table(
            text("formal.editable" if editable else "formal.table"),
            head,
            rows,
            current=current,
            cls="gk-delta",
        )
    )


def _cell(state: str, symbol: str, targets: str) -> Element:
    said = text("formal.cell", state=state, symbol=symbol, targets=targets)
    return el(
        "button",
        targets,
        type="button",
        data_do="cell",
        data_state=state,
        data_symbol=symbol,
        class_="gk-cell",
        data_key=f"cell-{state}-{symbol}",
        aria_label=said,
    )


@lru_cache(maxsize=32)
def _verdict(
    position: Position, seat: int, word: str, read: int | None, lang: str
) -> Element:
    """What is active after each symbol; accepted or not, ringless and in the game, each with what shows it."""
    steps = run_steps(position, seat, word)
    rows = [
        [word[:at] or "ε", set_text(steps.goto(at).active)]
        for at in range(min(steps.total, LONGEST) + 1)
    ]
    return ready(
        _line("formal.ignored", *_plain_verdict(steps)),
        _line("formal.counted", *_ring_verdict(position, seat, steps)),
        table(
            text("formal.run"),
            [text("formal.read"), text("formal.active")],
            rows,
            current=() if read is None else [read],
        ),
    )


def _plain_verdict(steps: RunSteps) -> tuple[bool, str]:
    witness = steps.witness
    if witness is not None:
        return True, text("formal.accepted", run=" → ".join(map(label, witness)))
    for at in range(steps.total + 1):
        if not steps.goto(at).active:
            return False, text("formal.dies", prefix=steps.word[:at] or "ε")
    return False, text("formal.ends", states=set_text(steps.last().active))


def _ring_verdict(position: Position, seat: int, steps: RunSteps) -> tuple[bool, str]:
    path = witness(position, seat, steps.word) if steps.word else None
    if path is not None:
        return True, text("formal.accepted", run=" → ".join(path))
    if steps.witness is None:
        return False, text("formal.no_run")
    return False, text("formal.too_few_rings", needed=max(len(steps.word) - 1, 0))


def _line(id: str, accepted: bool, reason: str) -> Element:
    return el(
        "p",
        el("span", text(id), class_=f"gk-verdict gk-{'yes' if accepted else 'no'}"),
        " ",
        reason,
    )
