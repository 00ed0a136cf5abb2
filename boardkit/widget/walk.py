"""What is gone through step by step, such as a replay: its controls, their keys, and their lines behind "?"."""

from boardkit.messages import Catalogue
from boardkit.svg import Element
from boardkit.widget.actions import Actor, action
from boardkit.widget.markup import Shortcut, bar, button, later

_TEXTS = Catalogue("boardkit", "widget")
BACK, NEXT = "k", "n"
"""The keys of single steps, on every screen."""


class Walk(Actor):
    """Something that is gone through step by step.

    Examples
    --------
    >>> class Word(Walk):
    ...     at, total = 0, 2
    ...     def goto(self, at):
    ...         self.at = max(0, min(at, self.total))
    >>> word = Word()
    >>> word.go_or_halt(); word.run_on(); word.run_on()
    >>> word.at, word.playing
    (2, False)
    """

    key = "g"
    """The key that starts and stops it."""
    playing = False
    """Whether it goes on by itself."""

    @classmethod
    def help(cls) -> Shortcut:
        """Its line in the help of a screen."""
        return f"{BACK} {NEXT} {cls.key}", _TEXTS.message("help.steps")

    @property
    def at(self) -> int:
        """The step that is shown."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """How many steps there are."""
        raise NotImplementedError

    def goto(self, at: int) -> None:
        """Show a step, or the nearest one that there is."""
        raise NotImplementedError

    @action
    def step(self, by: int) -> None:
        """Some steps forward or back."""
        self.choose_step(self.at + by)

    @action("goto")
    def choose_step(self, value: int) -> None:
        """To one step; what goes on by itself halts."""
        self.playing = False
        self.goto(value)

    @action("run")
    def go_or_halt(self) -> None:
        """Go on by itself, or halt."""
        self.playing = not self.playing and self.total > 0
        if self.playing and self.at == self.total:
            self.goto(0)

    @action
    def run_on(self) -> None:
        """The next step of what goes on by itself."""
        if self.playing:
            self.goto(self.at + 1)
            self.playing = self.at < self.total

    def walking(
        self, speed: int, *more: Element, next_too: bool = True
    ) -> list[Element]:
        """What goes through it step by step.

        Parameters
        ----------
        speed : int
            Time of a step in milliseconds, while it goes on by itself.
        *more : Element
            Further controls of the bar.
        next_too : bool
            Whether the next step may be taken as it is; it may have to be earned.
        """
        text = _TEXTS.text
        at = self.at
        total = self.total
        blocked = at == total or not next_too
        row = bar(
            text("steps"),
            button("|◀", "goto", title=text("first"), value=0, disabled=at == 0),
            button(text("back"), "step", key=BACK, by=-1, disabled=at == 0),
            button(text("next"), "step", key=NEXT, by=1, disabled=blocked),
            button("▶|", "goto", title=text("last"), value=total, disabled=blocked),
            button(
                text("halt" if self.playing else "run"),
                "run",
                key=self.key,
                pressed=self.playing,
                disabled=not next_too,
            ),
            *more,
        )
        return [row, later("run_on", speed, at)] if self.playing else [row]
