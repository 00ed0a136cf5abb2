"""A position as text for a terminal: the board in rows, then stones and inventories."""

from amakta.rules.board import PLAYERS, Board
from amakta.rules.lattice import field_text
from amakta.rules.notation import stone_text
from amakta.rules.situation import Situation
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from boardkit.protocol import Result


def diagram(state: State) -> str:
    """Rows of the board, a list of the stones, both inventories, the side to move.

    Stones carry the letter of their owner and a number of the list; an empty field shows who controls it
    (``w``, ``b``), ``=`` for a stalemate, ``·`` if nothing points there; ``#`` is a hole.  Bases stand in
    brackets.

    Examples
    --------
    >>> print(diagram(State.parse("zeile3 W; stones -2,0:W400000")))
    [W1]  w  [b]
      W1  -2,0  W400000  1:0
    White: –
    Black: –
    White to move
    """
    s = state.situation
    names = {f: f"{stone.owner}{i}" for i, (f, stone) in enumerate(s.stones, 1)}
    lines = _rows(s, names) if isinstance(s.board, Board) else [s.board.spec]
    for f, stone in s.stones:
        white, black = s.count(f)
        lines.append(f"  {names[f]:<3} {field_text(f):<5} {stone_text(stone):<8} {white}:{black}")
    for p in PLAYERS:
        held = " ".join(code + circle for code, circle in s.hand(p)) or "–"
        lines.append(f"{CATALOGUE.text('player.' + p)}: {held}")
    if state.result is None:
        lines.append(
            CATALOGUE.text("draw.to_move", player=CATALOGUE.message(f"player.{state.turn}"))
        )
    return "\n".join(line.rstrip() for line in lines)


def _rows(s: Situation, names: dict[tuple[int, int], str]) -> list[str]:
    assert isinstance(s.board, Board)
    left = min(x for x, _ in s.board.fields)
    top = min(y for _, y in s.board.fields)
    bases = {s.board.base(p) for p in PLAYERS}
    lines = []
    for y, row in enumerate(s.board.rows):
        line = ""
        for x, sign in enumerate(row):
            f = left + x, top + y
            if sign == " ":
                continue
            tied = "=" if s.count(f)[0] else "·"
            cell = "#" if sign == "." else names.get(f) or s.control.get(f, tied).lower()
            cell = f"[{cell}]" if f in bases else f" {cell} "
            line = line.ljust(5 * x // 2) + cell
        lines.append(line)
    return lines


def ending(result: Result) -> str:
    """How a game ended, in words of the current language."""
    won = [
        CATALOGUE.text("draw.won", player=CATALOGUE.message(f"player.{winner}"))
        for winner in result.winners
    ]
    return ". ".join([*won, CATALOGUE.text(f"cli.ending.{result.kind}")])
