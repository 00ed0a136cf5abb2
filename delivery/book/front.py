"""The front page of the site, in each language: one sentence, a film that becomes a board, three games, a witness."""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Mapping
from html import escape
from pathlib import Path

from runtime import HERE, ROOT

from amakta.draw import board as amakta_draw
from amakta.rules.state import State
from automatakit import Automaton, counterexample
from automatakit.draw.automata import automaton_picture
from automatakit.languages.runs import first_run
from boardkit.messages import using_language
from boardkit.svg import Picture
from boardkit.theme import DARK, LIGHT, using_theme
from finity_edu.draw import draw_board
from finity_edu.examples import example_game
from matchbox import Machine
from matchbox.draw import machine as matchbox_draw

GAMES = {"finity": "00-", "matchbox": "08-", "amakta": "09-"}
"""The games, and the lectures in which they are played."""
ANSWER, ASKED = "bww", "bA>B wB>C bA>C wC>D"
PLAYED = ("wabe7 W; stones -2,0:W111111 -1,-1:W740000V 0,0:B600200G 1,1:W010101* 2,0:B000400;"
          " white 101010; black 300300 321000V")
"""A position of Amakta."""
CAPTIONS = ("board", "lay", "read", "two", "end")


def write(site: Path, lang: str, languages: Mapping[str, str], texts: Mapping[str, str],
          living: Mapping[str, Mapping[int, str]]) -> None:
    """Write the page and its pictures; `living` has the lectures of this site, with the code of their boards."""
    folder = site / "shared" / "front"
    folder.mkdir(exist_ok=True)
    (folder / "front.css").write_text((HERE / "static" / "front.css").read_text(encoding="utf-8"), encoding="utf-8")
    film = runpy.run_path(str(ROOT / "docs" / "moving.py"))["film"]
    told = [texts[f"film.{caption}"] for caption in CAPTIONS]
    (folder / f"film-{lang}.svg").write_text(film(told, lang), encoding="utf-8")
    shown = Automaton.of(ASKED, start="A", accepting="D")
    word = counterexample(Automaton.of(ANSWER), shown)
    run = first_run(shown, word)
    with using_language(lang):
        pictures = {
            "finity": draw_board(example_game().game.state), "matchbox": matchbox_draw.board(Machine()),
            "amakta": amakta_draw.position(State.parse(PLAYED)),
            "witness": automaton_picture(shown, path=run),
        }
        images = {name: image(folder, f"{name}-{lang}", picture) for name, picture in pictures.items()}
    lectures = {name[:3]: f"{Path(name).stem}.html" for name in living}
    games = []
    for game, lecture in GAMES.items():
        games.append(
            f'<div class="card">{images[game]}<div><h3>{texts[f"{game}.name"]}</h3><p>{texts[f"{game}.what"]}</p>'
            f'<a href="{lectures.get(lecture, "index.html")}">{texts[f"{game}.verb"]}</a></div></div>')
    links = []
    for code, name in languages.items():
        here = ' aria-current="page"' if code == lang else ""
        links.append(f'<a href="../{code}/start.html" lang="{code}" hreflang="{code}"{here}>{name}</a>')
    first = lectures.get("01-", "index.html")
    told_run = " → ".join(map(str, run))
    values = {
        **{name: escape(text) for name, text in texts.items()}, "lang": lang, "links": "".join(links), "first": first,
        "opening": first + opening(living), "games": "".join(games), "witness": images["witness"], "answer": ANSWER,
        "wrong": texts["front.wrong"].format(word=word), "run": texts["front.run"].format(run=told_run),
    }
    page = (HERE / "front.html").read_text(encoding="utf-8")
    for name, text in values.items():
        page = page.replace(f"{{{name}}}", text)
    (site / lang / "start.html").write_text(page, encoding="utf-8")


def opening(living: Mapping[str, Mapping[int, str]]) -> str:
    """What makes the first board of the first unit alive, alone on its page."""
    for name, boards in living.items():
        if name.startswith("01-") and boards:
            code = boards[min(boards)]
            return f"?play={hashlib.sha256(code.encode()).hexdigest()[:12]}"
    return ""


def image(folder: Path, name: str, picture: Picture) -> str:
    """Write a picture, light and dark, and return what shows it."""
    for look, theme in (("light", LIGHT), ("dark", DARK)):
        with using_theme(theme):
            (folder / f"{name}-{look}.svg").write_text(picture.markup, encoding="utf-8")
    place = f"../shared/front/{name}"
    return (f'<picture><source srcset="{place}-dark.svg" media="(prefers-color-scheme: dark)">'
            f'<img src="{place}-light.svg" width="{picture.width:.0f}" height="{picture.height:.0f}" loading="lazy" '
            f'alt="{escape(f"{picture.title}. {picture.desc}")}"></picture>')
