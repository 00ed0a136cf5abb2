"""Random positions for the tests: reached by playing, and thrown together."""

import random

from hypothesis import strategies as st

from amakta.rules.board import board
from amakta.rules.moves import CAPTURES
from amakta.rules.situation import CIRCLES, Situation, Stone, make_hand
from amakta.rules.state import State
from amakta.rules.stones import canonical, orientations

BOARDS = ("zeile3", "zeile5", "raute4", "ring6", "wabe7", "kaefer9")
SHAPES = ("444444", "111111", "101010", "744744", "400000", "321000", "900000", "500000", "210000", "600600", "000000")


def thrown_together(dice, name=None, most=3):
    """A random position: any stones anywhere, some expropriated, some with circles; it need not be reachable."""
    where = board(name or dice.choice(BOARDS))
    shapes = dice.sample(SHAPES, dice.randint(1, most))
    free = sorted(where.fields)
    dice.shuffle(free)
    stones, hands = [], {"W": {}, "B": {}}
    for player in "WB":
        for shape in shapes:
            fate = dice.random()
            if fate < 0.55 and free:
                owner = player if dice.random() < 0.7 else "WB"[player == "W"]
                circle = dice.choice(CIRCLES) if owner == player else ""
                code = dice.choice(orientations(canonical(shape)))
                stones.append((free.pop(), Stone(code, player, owner, circle)))
            elif fate < 0.9:
                hands[player][shape] = dice.choice(CIRCLES)
    made = Situation(where, tuple(sorted(stones)), (make_hand(hands["W"]), make_hand(hands["B"])))
    if made.winner() and dice.random() < 0.9:  # finished positions have little to say
        return thrown_together(dice, name, most)
    return State(made, dice.choice("WB"))


def played(dice, name=None, moves=16):
    """A random position that a game with random circles has reached."""
    shapes = dice.sample(SHAPES, dice.randint(1, 3))
    circles = {p: {s: dice.choice(CIRCLES) for s in shapes} for p in "WB"}
    state = State.start(name or dice.choice(BOARDS), shapes, circles)
    for _ in range(dice.randint(0, moves)):
        if not state.legal_moves():
            break
        # captures are rare in random play and worth meeting
        rare = [m for m in state.legal_moves() if m.kind in CAPTURES]
        state = state.play(dice.choice(rare if rare and dice.random() < 0.5 else state.legal_moves()))
    return state


@st.composite
def states(draw):
    """Hypothesis strategy over both kinds of positions."""
    dice = random.Random(draw(st.integers(0, 2**32)))
    state = dice.choice((thrown_together, played))(dice)
    return state if not state.situation.problems() else played(dice)
