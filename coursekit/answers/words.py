"""Words and sets of words or names."""

import re

from coursekit.answers import spelling
from coursekit.answers.form import Form, alphabet_of, is_missing
from coursekit.answers.spelling import (
    AND,
    EMPTY_WORDS,
    Misspelt,
    colour,
    items,
    literal,
    lowered,
    names,
    shown,
    tidy,
)

MAX_WORD = 1_000


def word(obj: object, form: Form) -> str | None:
    """A word; form: ``alphabet`` ("bw"), ``none`` (may be missing), ``between`` (a sign that may separate symbols)."""
    if form.get("none") and is_missing(obj):
        return None
    if isinstance(obj, str):
        obj = literal(obj)
    if isinstance(obj, (list, tuple)) and all(isinstance(a, str) for a in obj):
        obj = "".join(colour(a) or a for a in obj)
    text = tidy(obj).replace(form.get("between", " "), " ").strip()
    if text.casefold() in EMPTY_WORDS:
        return ""
    text = re.sub(r"[A-Za-zÀ-ÿ]{4,}", lambda found: colour(found[0]) or found[0], text)
    text, alphabet = re.sub(r"[\s,;.·_-]", "", text), alphabet_of(form)
    text = lowered(text, alphabet)
    if len(text) > MAX_WORD:
        raise Misspelt("too_long", limit=MAX_WORD)
    for i, letter in enumerate(text):
        if letter not in alphabet:
            power = letter in "^*{}0123456789²³⁴⁵⁶⁷⁸⁹ⁿ"
            raise Misspelt(
                "power" if power else "letter",
                letter=shown(letter),
                place=i + 1,
                alphabet=", ".join(alphabet),
            )
    return text


def set_of_words(obj: object, form: Form) -> list[str]:
    """A set of words, or of names if the form lists them as ``tokens``."""
    tokens = form.get("tokens")
    if (
        tokens is not None
        or not isinstance(obj, str)
        or re.search(r"""["']""", tidy(obj))
    ):
        # Without quotes 100 is a word here, for Python it is a number
        obj = literal(obj)
    # {"bw": True, "wb": False}
    if isinstance(obj, dict) and all(isinstance(v, bool) for v in obj.values()):
        obj = [k for k, v in obj.items() if v]
    if tokens is not None:
        if isinstance(obj, (int, float)):
            obj = [obj]
        if not isinstance(obj, (str, list, tuple, frozenset)):
            raise Misspelt("not_list", found=shown(obj))
        rank = {str(t): i for i, t in enumerate(tokens)}
        return sorted(set(names(obj, tokens)), key=rank.__getitem__)
    if isinstance(obj, str):
        obj = [w for w in spelling.words(obj) if w not in AND]
    return sorted(
        {word(w, {"alphabet": alphabet_of(form)}) or "" for w in items(obj)},
        key=lambda w: (len(w), w),
    )
