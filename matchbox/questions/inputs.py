"""Games of *Intelligenz gegen Automat*, move by move."""

from coursekit.answers.form import Form
from coursekit.inputs.base import Input
from coursekit.inputs.pieces import Collected, Keys


def games(form: Form) -> Input:
    """Games such as ``m1 h3 m-``."""
    keys = [*(player + steps for player in "hm" for steps in "123"), "m-"]
    return Collected(
        Keys(keys, between=" "), ordered=True, empty=bool(form.get("empty"))
    )
