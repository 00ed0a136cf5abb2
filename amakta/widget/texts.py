"""Texts of the widget, and fields and moves in words."""

from amakta.draw import shapes
from amakta.rules.errors import Reason
from amakta.rules.lattice import DIRECTIONS, Field
from amakta.rules.moves import Move
from amakta.rules.situation import Stone
from amakta.rules.texts import CATALOGUE
from boardkit.messages import Catalogue

TEXTS = Catalogue("amakta", "widget")
text = TEXTS.text


def field_words(field: Field, home: Field) -> str:
    """Where a field lies, seen from the base of White: steps on a shortest way.

    Examples
    --------
    >>> field_words((-4, 0), (-4, 0)), field_words((0, -2), (-4, 0)), field_words((-5, 1), (-4, 0))
    ('the base of White', '1 E, 2 NE of the base of White', '1 SW of the base of White')
    """
    if field == home:
        return text("home")
    way = []
    steps = _steps(field[0] - home[0], field[1] - home[1])
    for direction, number in enumerate(steps):
        if number:
            name = CATALOGUE.text(f"direction.{direction}")
            way.append(text("steps", n=number, direction=name))
    return text("way", way=", ".join(way))


def _steps(x: int, y: int) -> list[int]:
    """How many steps in each direction lead so far to the east and to the south."""
    steps = [0] * len(DIRECTIONS)
    slanted = abs(y)
    steps[0 if x > 0 else 3] = max(0, (abs(x) - slanted) // 2)
    east = max(0, min(slanted, (slanted + x) // 2))
    steps[1 if y < 0 else 5] = east
    steps[2 if y < 0 else 4] = slanted - east
    return steps


def move_words(move: Move, home: Field) -> str:
    """A move in words.

    Examples
    --------
    >>> move_words(Move("relocate", (-4, 0), (2, 0), "300000"), (-4, 0))
    'Relocate (the base of White → 3 E of the base of White)'
    """
    name = text(f"kind.{move.kind}")
    fields = [field for field in (move.field, move.to) if field is not None]
    if not fields:
        return name
    where = " → ".join(field_words(field, home) for field in fields)
    return text("move", name=name, where=where)


def reason_words(reason: Reason | None, home: Field) -> str:
    """Why a move is not legal, with fields and stones in words."""
    if reason is None:
        return ""
    values = dict(reason.values)
    if reason.fields:
        values["field"] = field_words(reason.fields[0], home)
    for name in ("code", "present"):
        if name in values:
            values[name] = shapes.stone_words(Stone(str(values[name]), "W", "W"))
    return CATALOGUE.text(f"reason.{reason.id}", None, **values)
