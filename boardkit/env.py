"""Games as environments of PettingZoo and Gymnasium: what any game needs for that.

References
----------
.. [1] J. K. Terry et al., "PettingZoo: Gym for multi-agent reinforcement learning", NeurIPS 34 (2021).
.. [2] M. Towers et al., "Gymnasium: a standard interface for reinforcement learning environments",
   https://gymnasium.farama.org.
"""

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Any, Generic, TypeAlias, TypeVar

from boardkit.errors import missing_part
from boardkit.game import GameKind
from boardkit.protocol import AnyMove, AnyState
from boardkit.svg import Picture, converted

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from PIL import Image
except ModuleNotFoundError as error:
    raise missing_part("rl", error) from None

Table: TypeAlias = Any
"""An array of NumPy."""

S = TypeVar("S", bound=AnyState)
MODES = ("ansi", "svg", "rgb_array")
"""How an environment shows itself: the text of the position, its picture, or the picture's pixels."""


def drawn(mode: str | None, text: object, picture: Callable[[], Picture]) -> object:
    """A position in one of `MODES`; nothing in another one."""
    if mode == "ansi":
        return str(text)
    if mode == "svg":
        return picture().markup
    if mode == "rgb_array":
        return np.asarray(
            Image.open(BytesIO(converted(picture().markup, ".png"))).convert("RGB")
        )
    return None


class GameEnv(AECEnv, Generic[S]):
    """A game for several agents who move in turn.

    What an agent observes is a dictionary: ``observation``, one row for each place and one column for each feature,
    named in `places` and `features`; and ``action_mask``, 1 for each legal move if it is the agent's turn.  A reward
    is paid at the end: +1 to who has won, −1 to who has lost, 0 for a draw or where the game was cut off.

    Parameters
    ----------
    kind : GameKind
    start : State
        See `boardkit.protocol.State`.
    agents : sequence of str
        The agent of each seat, in the order of the seats.
    moves : iterable
        All moves that can be spelled, in canonical order: the actions 0, 1, 2, …
    places, features : sequence of str
        The axes of what is observed.
    observe : callable
        ``observe(state, table)`` fills in the table of zeros, by numbers of places and features.
    picture : callable
        ``picture(state)`` draws a position.
    limit : int
        After so many moves the game is cut off.
    """

    def __init__(
        self,
        kind: GameKind[S],
        start: S,
        agents: Sequence[str],
        moves: Iterable[AnyMove],
        places: Sequence[str],
        features: Sequence[str],
        observe: Callable[[S, Table], None],
        picture: Callable[[S], Picture],
        render_mode: str | None = None,
        limit: int = 1000,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{kind.suffix}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.start = start
        self.seats = dict(zip(kind.begin(start).seats, agents, strict=True))
        self.limit = limit
        self.render_mode = render_mode
        self.moves = tuple(moves)
        self.numbers = {move: number for number, move in enumerate(self.moves)}
        self.places, self.features = tuple(places), tuple(features)
        self._fill, self._picture = observe, picture
        self.possible_agents = list(self.seats.values())
        action = spaces.Discrete(len(self.moves))
        shape = (len(self.places), len(self.features))
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.moves),), np.int8),
            }
        )
        self.action_spaces = dict.fromkeys(self.possible_agents, action)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all moves."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def number(self, text: str) -> int:
        """The action that a text spells in this position."""
        return next(
            number for move, number in self.numbers.items() if str(move) == text
        )

    def text(self, action: int) -> str:
        """The text of an action."""
        return str(self.moves[action])

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> None:
        """Begin a game; there is no chance in it, so the seed is of no account."""
        self.state = self.start
        self.played = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.seats[self.state.to_move]

    def step(self, action: int | None) -> None:
        """Play the move of this number; an illegal one raises the error of the rules."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.state = self.state.play(self.moves[action])
        self.played += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        result = self.state.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if result.winners:
                self.rewards = {
                    name: 1.0 if seat in result.winners else -1.0
                    for seat, name in self.seats.items()
                }
        elif self.played >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        if result is None:
            self.agent_selection = self.seats[self.state.to_move]
        else:
            agents = self.possible_agents
            self.agent_selection = agents[(agents.index(agent) + 1) % len(agents)]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, object]:
        """What an agent sees."""
        table: Table = np.zeros((len(self.places), len(self.features)), np.float32)
        self._fill(self.state, table)
        mask: Table = np.zeros(len(self.moves), np.int8)
        if (
            agent == self.agent_selection
            and not self.terminations.get(agent)
            and not self.truncations.get(agent)
        ):
            mask[[self.numbers[move] for move in self.state.legal_moves()]] = 1
        return {"observation": table, "action_mask": mask}

    def render(self) -> object:
        """The position, as the mode says."""
        return drawn(self.render_mode, self.state, lambda: self._picture(self.state))

    def close(self) -> None:
        """Nothing is open."""
