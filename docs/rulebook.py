"""Write the rulebook of Finity from the rule sets and the rule cases: ``python docs/rulebook.py``.

Every sentence is a case of ``tests/finity_edu/rule_cases.toml``, which the tests run; every verdict, every key and
every position in which two rule sets part is computed here.  Other languages have their words in
``docs/es/rulebook.po`` and so on.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from boardkit.messages import get_language, using_language  # noqa: E402
from boardkit.svg import Picture  # noqa: E402
from docs import languages  # noqa: E402
from finity_edu import InvalidPositionError, Position, Rules, load_rules  # noqa: E402
from finity_edu.draw import draw_board  # noqa: E402
from finity_edu.draw.describe import describe  # noqa: E402
from finity_edu.rules.ruleset import KEYS, print_value  # noqa: E402

PAGES = languages.written("rulebook")
IMAGES = ROOT / "docs" / "img" / "rulebook"
CASES = ROOT / "tests" / "finity_edu" / "rule_cases.toml"
IMPOSSIBLE = "such a position cannot be"
SETS = ("bga", "english", "piglab", "express")
BEGINNINGS = {
    "word_min": "2 bbwwbwb c; posts c@N y@S", "word_max": "2 bbwwbwbwb c; posts c@N y@S",
    "end_ring": "2 bbwwbwbw c; posts c@N y@S; rings NE:c.. SE:c.. S:c.. SW:c.. NW:c.. W:c.. E:c.. N:c..",
    "rings_small": "3 bbwwbwbw c; posts c@S y@NW r@NE; "
                   "rings N:c.. NE:c.. SE:c.. S:c.. SW:c.. NW:c.. E:c.. FNW:c.. FSW:c..",
}
"""Positions that show a key of the beginning, where no case does."""


def say(text: str, **values: object) -> str:
    """A text of this page in the language that is spoken."""
    return languages.saying(PAGES[get_language()])(text).format(**values)


class Case(NamedTuple):
    """A sentence with the position that shows it."""

    number: int
    section: str
    name: str
    source: str
    rules: tuple[str, ...]
    body: str
    move: str

    def position(self, rules: str | Rules) -> Position:
        """The position under a rule set."""
        return Position.parse(f"{rules}/{self.body}")


@cache
def cases() -> tuple[Case, ...]:
    """All cases, each under the heading that stands above it."""
    found, section = [], ""
    for part in re.split(r"(?m)^(?=# --- |\[\[case\]\])", CASES.read_text(encoding="utf-8")):
        if heading := re.match(r"# --- (.*?) -+$", part, re.M):
            section = heading[1]
        elif part.startswith("[[case]]"):
            (one,) = tomllib.loads(part)["case"]
            own, _, body = one["position"].partition("/")
            found.append(Case(len(found) + 1, section, one["name"], one["source"], (own, *one.get("also", ())), body,
                              one["move"]))
    return tuple(found)


def outcome(case: Case, rules: str | Rules) -> str:
    """What a move leads to: the reason why it is not legal, or what it changes beside the board."""
    position = case.position(rules)
    reason = position.why_illegal(case.move)
    if reason is not None:
        return say("not legal: {reason}", reason=reason)
    after = position.play(case.move)
    said = [say("player {seat} loses a ring" if n == 1 else "player {seat} loses {n} rings", seat="cyrp"[seat - 1], n=n)
            for seat, n in sorted(position.orphans_of(case.move).items())]
    said += [say("the clock of idle moves begins again")] if position.clock and not after.clock else []
    said += [str(after.result)] if after.result else []
    return "; ".join([say("legal"), *said])


def everything(case: Case, rules: str | Rules) -> tuple[object, ...]:
    """All that a rule can change about a case."""
    try:
        position = case.position(rules)
    except InvalidPositionError as error:
        return (f"{say(IMPOSSIBLE)}: {error.problems[0]}",)
    if position.why_illegal(case.move) is not None:
        return (outcome(case, rules),)
    after = position.play(case.move)
    return outcome(case, rules), after.layout, str(after.ban or ""), after.clock


@cache
def values(key: str) -> tuple[object, ...]:
    """The values of a key in the rule sets."""
    return tuple(dict.fromkeys(getattr(load_rules(name), key) for name in SETS))


def changed(rules: Rules, key: str) -> Iterator[Rules]:
    """A rule set with the other values of a key; lengths of words must stay in order, and are no matter of cases."""
    for value in values(key):
        if value != getattr(rules, key) and not key.startswith("word"):
            yield rules.replace(**{key: value})


@cache
def keys_of(case: Case) -> tuple[str, ...]:
    """The keys on which the verdict hangs: another value of one changes what happens."""
    rules = load_rules(case.rules[0])
    here = everything(case, rules)
    others = {key: [everything(case, other) for other in changed(rules, key)] for key in KEYS}
    return tuple(key for key, found in others.items()
                 if any(one != here and not str(one[0]).startswith(say(IMPOSSIBLE)) for one in found))


def parting(key: str) -> tuple[Case | None, str]:
    """The first case on which a key bears, if there is one, and what each value says."""
    bga, named = load_rules("bga"), {value: _sets(key, value) for value in values(key)}
    for case in cases():
        if "bga" in case.rules and not key.startswith("word"):
            said = {value: everything(case, bga.replace(**{key: value}))[0] for value in values(key)}
            if len(set(said.values())) > 1:
                return case, "; ".join(f"{named[value]}: {what}" for value, what in said.items())
    if key in BEGINNINGS:
        return None, f"`{BEGINNINGS[key]}`: " + "; ".join(
            f"{', '.join(f'`{name}`' for name in group)}: {text}" for text, group in _beginnings(key).items())
    if key == "seat_order":
        said = {value: Position.start(3, word="bbwwbwbw", rules=bga.replace(seat_order=value)) for value in values(key)}
        return None, "; ".join(f"{named[value]}: `{re.search('posts [^;]*', str(start))[0]}`"  # type: ignore[index]
                               for value, start in said.items())
    what = "{n} cones are drawn" if key == "word_length" else "{n} cones of each colour are in the bag"
    return None, "; ".join(f"{named[value]}: {say(what, n=value)}" for value in values(key))


def _beginnings(key: str) -> dict[str, list[str]]:
    """What the rule sets say of a position from which a key is seen."""
    found: dict[str, list[str]] = {}
    for name in SETS:
        rules = load_rules(name)
        if not key.startswith("word"):
            rules = load_rules("bga").replace(**{key: getattr(rules, key)})
        try:
            Position.parse(f"{rules}/{BEGINNINGS[key]}")
            text = say("can be")
        except InvalidPositionError as error:
            text = str(error.problems[0])
        found.setdefault(text, []).append(name)
    return found


def _sets(key: str, value: object) -> str:
    return ", ".join(f"`{name}`" for name in SETS if getattr(load_rules(name), key) == value)


def picture(case: Case) -> Picture:
    """The position of a case, with the place of the move marked."""
    position = case.position(case.rules[0])
    known = (*position.board.index, *position.board.slot_named)
    marked = [place for place in re.split(r"[+~^/]|-(?=[bwx])|^x", case.move) if place in known]
    arrow = re.fullmatch(r"[+~-][bw](\w+)>(\w+\.[lmr])", case.move)
    ring = re.fullmatch(r"\+o(\w+)\.[sml]", case.move)
    marked += [f"{arrow[1]}-{arrow[2]}"] if arrow else [ring[1]] if ring else []
    return draw_board(position, highlight=marked)


def row(case: Case) -> str:
    """One line of a table: the picture, and all that is to be said."""
    said = outcome(case, case.rules[0]).replace("\n", " ").replace("|", "\\|")
    position = case.position(case.rules[0])
    keys = ", ".join(f"[`{key}`](#{key})" for key in keys_of(case))
    text, seen = str(position), describe(position.layout, position)
    parts = [f'<a id="s{case.number}"></a>**{case.number}. {say(case.name)}**', say(case.source),
             ", ".join(f"`{name}`" for name in case.rules) + (f"; {say('key')}: {keys}" if keys else ""),
             f"`{case.move}`: {said}",
             f"`{text}`"]
    folder = "img" if get_language() == "en" else "../img"
    image = f'<img src="{folder}/rulebook/{case.number}.svg" width="250" alt="{escape(seen)}">'
    return f"| {image} | {'<br>'.join(parts)} |"


def page(lang: str = "en") -> str:
    """The whole rulebook."""
    with using_language(lang):
        return "\n".join([languages.line(PAGES[lang]) + say(HEAD), *_parts(), *_sections(), ""])


def _parts() -> Iterator[str]:
    for key in (key for key in KEYS if len(values(key)) > 1):
        case, said = parting(key)
        where = f"{say(WHERE, number=case.number, move=case.move)} " if case is not None else ""
        sources = [f"`{name}`: {print_value(getattr(load_rules(name), key))} ({say(load_rules(name).sources[key])})"
                   for name in SETS]
        yield f'| <a id="{key}"></a>`{key}` | {"<br>".join(sources)} | {where}{said} |'.replace("\n", " ")


def _sections() -> Iterator[str]:
    for section in dict.fromkeys(case.section for case in cases()):
        yield from ("", f"## {say(section)}", "", say(TABLE))
        yield from (row(case) for case in cases() if case.section == section)


WHERE = "[sentence {number}](#s{number}), move `{move}`:"

TABLE = """| position | sentence |
|---|---|"""

HEAD = """# The executable rulebook of Finity

Finity is a game by Tony Mullen ([finitygame.com](https://finitygame.com); also on [Board Game
Arena](https://boardgamearena.com/gamepanel?game=finity)). [The rules](finity.md) say how it is played. Here
each sentence stands beside a position in which it can be tried, with its source, the rule sets for which it is shown,
and the *keys* on which it depends. `python docs/rulebook.py` writes this page; the verdicts are the program's, and
the tests run every line.

**To play on from a position**, give its text to a board in a notebook:

```python
from finity_edu.widget import BoardWidget
BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S")
```

The signs say where a sentence comes from: [H] the help page of Board Game Arena, [S] the short English rules, [P] the
German rulebook, [O] the official rules of 2020, [L] recorded games. [D1] and so on are decisions of ours, where all of
these are silent or can be read in two ways; [section 8 of the rules](finity.md#8-decisions-of-ours) lists them. Where
[S] is silent, `english` follows `bga` unless a decision says something else; `express` is `bga` with a tower of six.

In a picture, the place of the move is outlined with a dashed line. Moves are written as in [section
7](finity.md#7-text-forms): `+bN>C.m` places a black arrow from N to C in the middle lane, `~` reverses, `-` removes,
`+oSE.m` places a medium ring, `x` moves a blocker and `-x` removes one, `^` moves the post, `^^` teleports and `--`
passes.

## Where the rule sets differ

For each key whose values differ, this table shows what each rule set says, with its source, and the first position in
which the difference matters when the other keys are as in `bga`.

| key | values and sources | first position |
|---|---|---|"""


def main() -> None:
    """Write the page and its pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for old in IMAGES.glob("*.svg"):
        old.unlink()
    with using_language("en"):
        for case in cases():
            picture(case).save(IMAGES / f"{case.number}.svg")
    for lang, file in PAGES.items():
        file.write_text(page(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
