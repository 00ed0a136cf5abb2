"""Moves as an answer: they are made on the board of their game, or put together below it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from boardkit.errors import UserError
from boardkit.messages import get_language
from boardkit.svg import Element
from boardkit.widget.modal import ModalWidget
from coursekit.inputs.base import Input
from coursekit.inputs.pieces import Collected

ON_BOARD = frozenset(["hit", "drag", "choose", "escape"])


class Played(Collected):
    """Moves that a game's own widget takes; a subclass says from which position the next one is made.

    Parameters
    ----------
    piece : Input
        What a move is put together with.
    widget : ModalWidget
        The widget of the game; its mode is "play".
    empty : bool
        Whether it is an answer that there are none.
    """

    def __init__(
        self, piece: Input, widget: ModalWidget[Any], *, empty: bool = False
    ) -> None:
        super().__init__(piece, ordered=True, empty=empty)
        self.widget = widget

    def after(self, moves: Sequence[str]) -> Any:
        """The position in which the next move is made.

        Raises
        ------
        UserError
            If one of the moves cannot be made.
        """
        raise NotImplementedError

    def load(self, answer: Any) -> None:
        super().load(answer)
        self._lay()

    def _lay(self) -> None:
        """Show the position in which the next move is made: without what is wrong, which stays in the answer."""
        items = list(map(str, self._items()))
        position = self.after(())
        for n in range(1, len(items) + 1):
            with suppress(UserError):
                position = self.after(items[:n])
        self.widget.begin_at(position)

    def answer(self, do: str, data: Mapping[str, Any]) -> bool:
        before = self._items()
        done = super().answer(do, data) or self._on_board(do, data)
        if self._items() != before:
            self._lay()
        return done

    def _on_board(self, do: str, data: Mapping[str, Any]) -> bool:
        widget = self.widget
        if do not in ON_BOARD and do not in widget.mode_now.actions:
            return False
        widget.lang = get_language()
        widget.act(do, **data)
        if widget.game.moves:
            self.value = [*self._items(), str(widget.game.moves[-1])]
        elif widget.note is not None and widget.note[0] == "error":
            raise UserError(str(widget.note[1]))
        return True

    def parts(self) -> Mapping[str, Sequence[Element]]:
        return {
            **super().parts(),
            **self.around(),
            "board": [*self.widget.mode_now.board(), *super().parts()["board"]],
        }

    def around(self) -> Mapping[str, Any]:
        """What else the game's widget shows."""
        return {}
