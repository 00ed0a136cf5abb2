"""Games of *Intelligenz gegen Automat* as answers."""

import re

from coursekit.answers import INPUTS
from coursekit.answers.form import Form
from coursekit.answers.moves import MOVES
from coursekit.answers.spelling import Misspelt, items, shown, tidy


def track_games(obj: object, form: Form) -> list[str]:
    """A list of games such as ``m1 h3 m-``."""
    if isinstance(obj, str):
        obj = [t for t in re.split(r"[;,\n]+", tidy(obj)) if t.strip()]
    out = []
    for game in items(obj):
        text = " ".join(map(str, game)) if isinstance(game, (list, tuple)) else game
        text = re.sub(r"\s*[:=]\s*|(?<=[mh])\s+(?=[0-9-])", "", tidy(text).lower())
        for one in re.split(r"[\s,]+", text):
            if not re.fullmatch(r"[mh][0-9]{1,3}|m-", one):
                raise Misspelt("not_track_move", found=shown(one), game=shown(text))
        out.append(" ".join(re.split(r"[\s,]+", text)))
    return out


MOVES.add("track", track_games)
INPUTS["list of moves/track"] = "matchbox.questions.inputs:games"
