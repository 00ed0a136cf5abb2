"""What a task must not say, read by patterns: two readings, denials of denials, positions without a first one."""

from __future__ import annotations

import re

__all__ = ["stumbles"]

CLAUSE = r"(?:that|in which|in every|whose|with|without)\b"
STUMBLES = {
    "or both": r"\(or both\)",
    "clauses joined in one line": rf"\b(?:and|or) {CLAUSE}.*\b(?:and|or) {CLAUSE}",
    "and within or": rf"\bor {CLAUSE}.*\band\b|\band {CLAUSE}.*\bor\b",
    "a denied remainder of two": r"not (?:leave|be|is) .*(?:divided|divisible) by 2\b",
    "a remainder of two": r"remainder \d when divided by 2\b",
    "twice not": r"\bnot\b(?:(?! and )[^,;.()])*\b(?:not|no|never|without)\b",
    "a difference that may be negative": r"minus the number",
    "not every": r"\bnot\b[^,;.()]*\bevery\b",
    "a letter with an article": r"\ban? [a-d]\b(?!rule)",
}
"""In English, of a line without its automata."""
LINE = re.compile(r"\((\d)\) ")
POSITION = re.compile(r"\b(?:odd|even) positions?\b|\bat position\b")
COUNTED = re.compile(r"counted from 1|position 1\)|is at position 1\b")


def stumbles(text: str) -> list[str]:
    """What is wrong with a task, each with the line; lines of tables and of code are no sentences."""
    found = []
    for line in text.split("\n"):
        if line.startswith(("|", "*Answer", "    ")):
            continue
        told = re.sub(r"`[^`]*`|\$[^$]*\$", "…", line)
        found += [f"{name}: {line}" for name, pattern in STUMBLES.items() if re.search(pattern, told)]
        if POSITION.search(told) and not COUNTED.search(told):
            found.append(f"positions are counted from somewhere: {line}")
        if LINE.match(told) and re.search(rf",? (?:and|or) {CLAUSE}", told):
            found.append(f"a numbered condition is made of two: {line}")
    numbers = [m[1] for line in text.split("\n") if (m := LINE.match(line))]
    if numbers and not re.search(r"[Bb]oth |[Aa]t least one of|rules", text):
        found.append(f"conditions are numbered, and nobody says how many must hold: {text}")
    return found
