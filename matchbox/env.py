"""The machine's game as an environment of Gymnasium: whoever learns, sits in the machine's seat.

Importing this module registers ``matchbox/Automat-v0``.

>>> import gymnasium, matchbox.env
>>> game = gymnasium.make("matchbox/Automat-v0", teacher="perfect")
>>> seen, info = game.reset(seed=1)
>>> seen, info["action_mask"].tolist()
(9, [1, 1, 1, 1])
>>> seen, reward, over, cut_off, info = game.step(1)
>>> seen in (5, 6, 7), reward, over
(True, 0.0, False)

The machine of markers is an agent like any other: ``game.step(machine.choose(seen, rng) or 0)``.
"""

from typing import TypeAlias

from boardkit.env import MODES, drawn
from boardkit.errors import missing_part
from matchbox.draw.machine import track
from matchbox.players.teachers import LawLike, law
from matchbox.rules.ruleset import Rules, Seat, one_of
from matchbox.rules.track import Track

try:
    import gymnasium
    import numpy as np
except ModuleNotFoundError as error:
    raise missing_part("rl", error) from None


Way: TypeAlias = tuple[float, int, float, bool]
"""What a move can lead to: its probability, what is seen next, the reward, whether the game is over."""

WON: Way = (1.0, 0, 1.0, True)
LOST: Way = (1.0, 0, -1.0, True)

Info: TypeAlias = dict[str, object]


class Automat(gymnasium.Env[int, int]):
    """The token's way to Goal against a teacher who plays by a law.

    What is observed is the number of fields to go, the machine to move (0: the game is over).  Action 0 resigns,
    action k moves k; one that has no circle loses at once, and ``info["action_mask"]`` says which have.  The reward
    comes at the end: +1 for a win, −1 for a loss.

    Parameters
    ----------
    board : Rules or str, optional
        The rules, or their text, such as ``"length=5"``.
    teacher : str or law
        See `matchbox.players.teachers.law`.
    first : {"machine", "human", "alternate"}
        Who starts; ``alternate`` begins with the machine, after a seed again.
    render_mode : {"ansi", "svg", "rgb_array"}, optional

    Attributes
    ----------
    P : dict
        The transition law, ``P[seen][action]``: tuples of probability, what is seen next, reward, and whether the
        game is over then (the form of Gymnasium's toy texts).
    openings : tuple of float
        ``openings[seen]``: probability that this is seen first if the teacher starts.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        board: Rules | str | None = None,
        teacher: LawLike = "random",
        first: str = "machine",
        render_mode: str | None = None,
    ) -> None:
        self.rules = Rules.parse(board) if isinstance(board, str) else Rules.of(board)
        self.first = one_of("first", first, ("machine", "human", "alternate"))
        self.render_mode = render_mode
        self.law = law(teacher, self.rules)
        length = self.rules.length
        actions = range(self.rules.step + 1)
        self.observation_space = gymnasium.spaces.Discrete(length + 1)
        self.action_space = gymnasium.spaces.Discrete(len(actions))
        self.P: dict[int, dict[int, list[Way]]] = {}
        for seen in range(length + 1):
            self.P[seen] = {action: self._after(seen, action) for action in actions}
        # As an array over all that can be seen, so that NumPy can draw from it.
        openings = [0.0] * (length + 1)
        for probability, seen, _, _ in self._replies(length):
            openings[seen] = probability
        self.openings = tuple(openings)
        self.seen = 0
        self.games = 0

    def _after(self, seen: int, action: int) -> list[Way]:
        """What a move can lead to."""
        if action == 0 or action not in self.rules.box(seen):
            return [LOST]
        rest = self.rules.arrival(seen, action)
        if rest > 0:
            return self._replies(rest)
        return [WON if rest == 0 else LOST]

    def _replies(self, rest: int) -> list[Way]:
        """What the teacher's move can lead to."""
        ways = []
        for move, probability in enumerate(self.law[rest], start=1):
            # What cannot happen is no way.
            if probability:
                over = rest == move
                ways.append(
                    (float(probability), rest - move, -1.0 if over else 0.0, over)
                )
        return ways

    def _info(self) -> Info:
        here = self.rules.box(self.seen)
        mask = [action == 0 or action in here for action in range(self.rules.step + 1)]
        return {"action_mask": np.array(mask, np.int8)}

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[int, Info]:
        """Begin a game."""
        super().reset(seed=seed)
        # A seed begins everything anew, also whose turn it is to start.
        if seed is not None:
            self.games = 0
        starter = self.first
        if starter == "alternate":
            starter = list(Seat)[self.games % 2]
        self.games += 1
        self.seen = self.rules.length
        if starter == Seat.HUMAN:
            self.seen = int(
                self.np_random.choice(self.rules.length + 1, p=self.openings)
            )
        return self.seen, self._info()

    def step(self, action: int) -> tuple[int, float, bool, bool, Info]:
        """Move, and let the teacher reply."""
        ways = self.P[self.seen][int(action)]
        chances = [probability for probability, _, _, _ in ways]
        chosen = int(self.np_random.choice(len(ways), p=chances))
        _, self.seen, reward, over = ways[chosen]
        return self.seen, reward, over, False, self._info()

    def render(self) -> object:
        """The position, as the mode says."""
        position = Track(self.rules, self.seen)
        return drawn(self.render_mode, position, lambda: track(position))


gymnasium.register("matchbox/Automat-v0", entry_point="matchbox.env:Automat")
