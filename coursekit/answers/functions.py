"""What a Python function returned when the judge had it called."""

import json
from collections.abc import Mapping

from coursekit.answers.form import Form
from coursekit.answers.spelling import Misspelt, shown

MAX_RESULTS = 5_000


def function(obj: object, form: Form) -> dict[str, object]:
    """What a function returned for the judge's inputs: ``{"seed": …, "results": [...]}``.

    The function itself never reaches the judge: whoever runs it (the sandbox, or the student's own notebook)
    calls ``question(type).interview(data, seed, call)`` and hands over what that returns.
    """
    if not isinstance(obj, Mapping) or not {"seed", "results"} <= set(obj):
        raise Misspelt("not_function", found=shown(obj))
    if not isinstance(obj["results"], list) or len(obj["results"]) > MAX_RESULTS:
        raise Misspelt("not_list", found=shown(obj["results"]))
    try:
        copy = json.loads(
            json.dumps(
                {"seed": obj["seed"], "results": obj["results"]}, allow_nan=False
            )
        )
    except (TypeError, ValueError, RecursionError):
        raise Misspelt("not_data") from None
    return dict(copy)
