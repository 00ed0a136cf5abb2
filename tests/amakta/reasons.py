"""Why a move of Amakta is not legal, asserted on the literal reading of the rules."""

from __future__ import annotations

from amakta.rules.errors import Reason
from amakta.rules.state import State
from tests.amakta.literal import OTHER, Position, ways_to_lie


def holds(state: State, move: str, reason: Reason) -> bool:
    """Whether what a reason says of a state is so."""
    here, me, values, code = Position.of(state), state.turn, dict(reason.values), move.split()[-1]
    field = tuple(map(int, str(values["field"]).split(","))) if "field" in values else (99, 99)
    stone = here.stones.get(field)
    arrows = here.arrows(me, field), here.arrows(OTHER[me], field)
    if "mine" in values and (values["mine"], values["theirs"]) != arrows:
        return False
    return bool({
        "game_over": lambda: state.result is not None or here.won(),
        "no_field": lambda: field not in here.fields,
        "empty": lambda: stone is None,
        "occupied": lambda: stone is not None,
        "not_yours": lambda: stone[2] != me,
        "yours": lambda: stone[2] == me,
        "bound": lambda: not here.is_free(field),
        "not_controlled": lambda: not here.controls(me, field),
        "not_in_hand": lambda: values["code"] == code and not any(code in ways_to_lie(k) for k in here.inventories[me]),
        "other_stone": lambda: values["code"] == code and code not in ways_to_lie(values["present"]),
        "same_code": lambda: here.stones[tuple(map(int, move.split()[1].split(",")))][0] == values["code"] == code,
        "same_field": lambda: move.split()[1] == move.split()[2] == values["field"],
        "expropriated": lambda: stone[1] != stone[2],
        "not_expropriated": lambda: stone[1] == stone[2],
        "base_wins": lambda: field == here.bases[OTHER[me]],
    }[reason.id]())
