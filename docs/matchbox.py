"""Write the rules of Intelligenz gegen Automat: ``python docs/matchbox.py`` makes ``docs/matchbox.md``.

The sentences are those of the printed rule sheet; the games below them are played here, each step with its rule.
Other languages have their own words for the rest in ``docs/de/matchbox.po`` and so on.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from boardkit.messages import Catalogue, using_language  # noqa: E402
from docs import languages  # noqa: E402
from matchbox import Rules  # noqa: E402
from matchbox.draw.printout import instructions  # noqa: E402
from matchbox.players.match import Match  # noqa: E402
from matchbox.rules.machine import Machine  # noqa: E402

PAGES = languages.written("matchbox")
SHEET = Catalogue("matchbox", "sheet").text
SECTIONS = {"setup": "Before the game", "human": "The move of Intelligenz", "machine": "The move of Automat",
            "won": "Automat has won", "lost": "Automat has lost"}
SOURCES = {
    "S1": "*Vorbereitung*", "S1_colours": "*Vorbereitung*", "S1_markers": "*Vorbereitung*",
    "S2_alternate": "*Vorbereitung*, *Die Spiele*", "S2": "*Die Spiele* [M1]", "I1": "*Der Zug der Intelligenz* 1 [M2]",
    "I2": "*Der Zug der Intelligenz* 2", "A2": "*Der Zug des Automaten* 2 [M3]", "A5": "*Der Zug des Automaten* 5 [M4]",
    "A8": "*Der Zug des Automaten* 8 [M6]", "W": "*Der Automat hat gewonnen* 1",
    "V1": "*Der Automat hat verloren* 1 [M5]", "V2": "*Der Automat hat verloren* 2", "E1": "[M5]",
} | {f"A{n}": f"*Der Zug des Automaten* {n}" for n in (1, 3, 4, 6, 7, 9)}
"""The heading of the rulebook, and our decision where it leaves something open."""

GAMES = {
    "A game that the machine wins; there is a tie of the dice": ("length=9", 2, 1),
    "The game after it, which the machine loses": ("length=9", 2, 2),
    "An empty box in the middle of a game: blame falls on the marker before": (
        "length=9 | 9:123 3:123 2:12 1:1", 1, 1),
    "An empty box at the first move: nothing is taken away": (
        "length=9 | 8:123 7:123 6:123 5:123 4:123 3:123 2:12 1:1", 1, 1),
}
"""By what it shows: a machine, the seed of its dice and its opponent's, and which game it is."""

VARIANTS: dict[str, tuple[object, ...]] = {
    "starter": ("machine", "human", "loser", "winner", "random"), "overshoot": ("cap", "illegal"),
    "empty": ("keep_last", "refill"), "rethrow": ("tied",), "learner": ("remove-all",), "markers": (2,), "step": (2,),
}
"""Parameters that change a sentence, with the values that do."""


def sentences(rules: Rules) -> dict[str, str]:
    """The sentences of the sheet by their ids."""
    return {id: SHEET(id, step=rules.step, markers=rules.markers) for ids in instructions(rules).values() for id in ids}


def game(machine: str, seed: int, number: int) -> str:
    """The protocol of a game against a player who moves at random."""
    taught = Machine(Rules.parse(machine)) if "|" not in machine else Machine.load(machine)
    match = Match(taught.rules, taught, "random", seed=seed)
    for _ in range(number):
        match.play_game()
    return match.protocol()


def page(lang: str = "en") -> str:
    """The whole page."""
    with using_language(lang):
        return _page(PAGES[lang])


def _page(file: Path) -> str:
    usual, say = sentences(Rules()), languages.saying(file)
    lines = [languages.line(file) + say(HEAD).format(credit=Catalogue("matchbox").text("credit"))]
    for part, title in SECTIONS.items():
        lines += ["", f"## {say(title)}", "", say(TABLE)]
        lines += [f"| {id[:2]} | {usual[id]} | {SOURCES[id]} |" for id in instructions(Rules())[part]]
    lines += ["", say(GAMES_HEAD)]
    for title, (machine, seed, number) in GAMES.items():
        setting = say(SETTING).format(machine=machine, seed=seed, number=number)
        lines += ["", f"**{say(title)}.** {setting}", "", "```text", game(machine, seed, number), "```"]
    lines += ["", say(DECISIONS), "", say(VARIANTS_HEAD)]
    for key, choices in VARIANTS.items():
        for value in choices:
            other = sentences(Rules(**{key: value}))  # type: ignore[arg-type]
            new = [f"{id[:2]}: {text}" for id, text in other.items() if usual.get(id) != text]
            gone = sorted({id[:2] for id in usual} - {id[:2] for id in other})
            new += [say(GONE).format(rules=", ".join(gone))] if gone else []
            lines.append(f"| `{key}={value}` | {' '.join(new)} |")
    return "\n".join([*lines, ""])


HEAD = """# The rules of Intelligenz gegen Automat, as this project plays them

{credit}

The source of each sentence is a heading of that rulebook, in italics. [M1] and so on are decisions of ours where it
leaves something open; they are listed below. `python docs/matchbox.py` writes this page from the texts of the printed
rule sheet (`matchbox print`, in English, German and Spanish). The program plays the games below and names the rule
of each step (A3, to take the dice, and A6, to read the colour, are done together with A4).

To play at a table, call `matchbox print`. To play on the screen, call `matchbox play`, or `MatchboxWidget()` in a
notebook, which also takes a machine as text.

A track leads from *Start* to *Goal* (in German *Ziel*), with nine fields to go [M6]. Below each field is a box with a
circle for each move that is possible from there: 1, 2 or 3, but never beyond Goal. Two players take turns to move the
same token, and the one who brings it to Goal wins. One of them, *Intelligenz*, decides freely. The other, *Automat*, is
a person who only does what the markers and the dice say."""

TABLE = """| rule | | source |
|---|---|---|"""

SETTING = "Machine `{machine}`, seed {seed}, game {number}:"

GONE = "Without {rules}."

GAMES_HEAD = """## Played

The marker `9.3` stands for the move 3 in the box with 9 to go. Each line begins with the rule that it follows."""

DECISIONS = """## Decisions of ours

| | what the rulebook leaves open | how it is played here |
|---|---|---|
| M1 | whether putting the token on Start is a move | no: the starter moves after that |
| M2 | whether Intelligenz may pass, give up, or move beyond Goal | none of these |
| M3 | where the token stands when the machine finds its box empty | where it is; the machine loses without a move |
| M4 | which dice are thrown again after a tie | all of them; with only those that tie, the chances are the same |
| M5 | a loss with an empty box | the last current marker, if there is one, is removed as after any loss |
| M6 | the board, whose picture is lost | there are nine fields to go, which fits the nine markers in each colour |"""

VARIANTS_HEAD = """## Variants

All variants are ours. Give them to a game as text, `matchbox play --rules "empty=refill starter=loser"`; the sentences
in the table then replace those above.

| variant | what it says |
|---|---|"""


if __name__ == "__main__":
    for language, file in PAGES.items():
        file.write_text(page(language), encoding="utf-8")
