"""Teachers side by side: each trains machines of its own, game after game, and a curve grows for each of them."""

from contextlib import suppress
from random import Random

from boardkit.chart import Line, line_chart
from boardkit.errors import UserError
from boardkit.messages import Catalogue
from boardkit.svg import Picture
from matchbox.players.match import Match
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import Rules

_t = Catalogue("matchbox", "widget").text
_f = Catalogue("matchbox", "figure").text

ENTRANTS = ("random", "perfect", "perfect-1", "epsilon:0.3", "clairvoyant")
"""The teachers that compete."""


class Tournament:
    """A tournament of teachers: whose machines are perfect soonest?

    Parameters
    ----------
    rules : Rules
    seed : int
    machines, games : int
        How many machines each teacher trains, and for how long at most.

    Examples
    --------
    >>> contest = Tournament(Rules(length=5), seed=1, machines=4, games=60)
    >>> while not contest.over:
    ...     contest.go_on()
    >>> contest.at, contest.winner in ENTRANTS
    (60, True)
    """

    def __init__(
        self, rules: Rules, seed: int, machines: int = 20, games: int = 120
    ) -> None:
        self.matches: dict[str, list[Match]] = {}
        for name in ENTRANTS:
            # The clairvoyant one sees through boards of some size only
            with suppress(UserError):
                matches = []
                for number in range(machines):
                    own_seed = Random(f"{seed} {number}").getrandbits(32)
                    matches.append(Match(rules, Machine(rules), name, seed=own_seed))
                self.matches[name] = matches
        self.perfect: dict[str, list[float]] = {name: [0.0] for name in self.matches}
        self.machines = machines
        self.games = games
        self.stopped = False

    @property
    def at(self) -> int:
        """Games that each machine has played."""
        return len(next(iter(self.perfect.values()))) - 1

    @property
    def over(self) -> bool:
        """Whether it has ended, or was stopped."""
        return self.stopped or self.at >= self.games

    def go_on(self) -> None:
        """One more game for every machine."""
        for name, matches in self.matches.items():
            for match in matches:
                match.play_game()
            perfect = sum(match.machine.is_perfect for match in matches)
            self.perfect[name].append(perfect / self.machines)

    def soonest(self, name: str) -> int | None:
        """After how many games half of a teacher's machines were perfect; None if they are not yet."""
        for games, share in enumerate(self.perfect[name]):
            if share >= 0.5:
                return games
        return None

    @property
    def winner(self) -> str | None:
        """The teacher who has brought half of the machines there first; none if nobody has."""
        first = self._order()[0]
        return None if self.soonest(first) is None else first

    def _order(self) -> list[str]:
        def place(name: str) -> tuple[int, float]:
            # Who has not brought half there stands behind all others.
            return self.soonest(name) or self.games + 1, -self.perfect[name][-1]

        return sorted(self.perfect, key=place)

    def standings(self) -> list[tuple[str, str, str]]:
        """Name, games until half of the machines were perfect, share of perfect machines now."""
        rows = []
        for name in self._order():
            share = _t("share", n=self.perfect[name][-1])
            rows.append((_t(f"teacher.{name}"), str(self.soonest(name) or "–"), share))
        return rows

    def picture(self) -> Picture:
        """How many machines are perfect after how many games, for every teacher."""
        lines = []
        for name, shares in self.perfect.items():
            lines.append(Line(_t(f"teacher.{name}"), range(len(shares)), shares))
        return line_chart(
            lines,
            title=_f("teachers_perfect"),
            x_label=_f("games_axis"),
            y_label=_f("perfect_axis"),
            x_range=(0, self.games),
            y_range=(0, 1),
            width=400,
            height=260,
            below=True,
        )
