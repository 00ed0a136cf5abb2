"""A show of hands: the counts that a lecturer reads off the room, as bars, before the discussion and after it.

Nothing of it leaves the page, and nobody needs a phone: a count is typed, or each hand is a press of a letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from boardkit.errors import UserError
from boardkit.messages import Catalogue
from boardkit.svg import Element, el
from boardkit.widget.actions import Actor, action
from boardkit.widget.markup import button, cell_field

TEXTS = Catalogue("coursekit", "hands")
text = TEXTS.text
MOST = 9999


@dataclass
class Hands(Actor):
    """The votes of a room on some choices; at most two, so that before and after stand side by side.

    Attributes
    ----------
    choices : sequence of str
    counting : bool
        Whether hands are counted now.
    shown : bool
        Whether the bars are shown; until then a count is to be read by nobody.
    votes : list of list of int
        For each vote how many were for each choice.

    Examples
    --------
    >>> hands = Hands(["yes", "no"])
    >>> hands.count(0); hands.write(1, "17"); hands.votes
    [[1, 17]]
    >>> hands.vote_again(); hands.write(1, "4"); hands.votes
    [[1, 17], [0, 4]]
    """

    choices: Sequence[str]
    counting: bool = False
    shown: bool = False
    votes: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.votes.append([0] * len(self.choices))
        self.shown = False

    @action
    def hands(self) -> None:
        """Begin to count hands, or end it."""
        self.counting = not self.counting

    @action
    def count(self, n: int) -> None:
        """One hand more."""
        self.write(n, str(self.votes[-1][n] + 1))

    @action("counted")
    def write(self, n: int, value: str) -> None:
        """So many hands."""
        if not value.strip().isdecimal() or int(value) > MOST:
            raise UserError(TEXTS.message("number", value=value, most=MOST))
        self.votes[-1][n] = int(value)

    @action
    def bars(self) -> None:
        """Show the bars, or hold them back."""
        self.shown = not self.shown

    @action("again")
    def vote_again(self) -> None:
        """A second vote; the first one stays beside it."""
        if len(self.votes) == 1:
            self._begin()

    def controls(self) -> list[Element]:
        """What is done with a vote."""
        if not self.counting:
            return [button(text("begin"), "hands", pressed=False)]
        shows = text("hide") if self.shown else text("show")
        total = sum(self.votes[-1])
        made = [
            button(text("begin"), "hands", pressed=True),
            button(shows, "bars", disabled=not total),
        ]
        if len(self.votes) == 1:
            made.append(button(text("again"), "again", disabled=not total))
        return [*made, el("span", text("total", n=total), class_="gk-aside")]

    def row(self, n: int) -> list[Element]:
        """What stands beside a choice: where its hands are counted, and the bars."""
        if not self.counting:
            return []
        now = self.votes[-1][n]
        value = str(now) if self.shown and now else ""
        said = text("of", choice=self.choices[n])
        taken = el("span", "✓" if now else "", class_="gk-taken", aria_hidden="true")
        return [cell_field(said, "counted", value, n=n), taken, *self._bars(n)]

    def _bars(self, n: int) -> list[Element]:
        if not self.shown:
            return []
        bars = []
        for which, vote in enumerate(self.votes):
            name = text(("before", "after")[which]) if len(self.votes) == 2 else ""
            share = vote[n] / max(1, sum(vote))
            bar = el("i", "", style=f"width:{100 * share:.0f}%", class_="gk-share")
            said = el("span", f"{vote[n]} {name}".strip())
            later = " gk-later" if which or len(self.votes) == 1 else ""
            bars.append(el("span", bar, said, class_=f"gk-votes{later}"))
        return [el("span", *bars, class_="gk-bars")]
