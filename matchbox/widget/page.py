"""What the reader of the widget sees: the controls, the board with its dice, the panels beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardkit.messages import numeral
from boardkit.svg import Element, el, label
from boardkit.widget.markup import bar, button, choice, details, field, hit, stage
from matchbox.draw import machine as draw
from matchbox.rules.ruleset import CATALOGUE

if TYPE_CHECKING:
    from matchbox.widget.app import MatchboxWidget

__all__ = ["SPEEDS", "TEACHERS", "board", "controls", "panels", "teacher_name"]

TEACHERS = {
    "human": "human", "random": "random", "perfect": "perfect", "perfect-1": "rigid", "epsilon:0.3": "fallible",
    "memoryless": "memoryless", "clairvoyant": "clairvoyant", "machine": "machine",
}
"""The teachers that are offered, with the ids of their names."""

SPEEDS = (0, 400, 900, 1800, -1)
"""Milliseconds per step of the protocol; 0 shows all at once, −1 waits for "next"."""


def teacher_name(value: str) -> str:
    """The name of a teacher in the language of the reader."""
    return CATALOGUE.text(f"widget.teacher.{TEACHERS[value]}") if value in TEACHERS else value


def controls(widget: MatchboxWidget) -> list[Element]:
    """What stands in the bar."""
    t = CATALOGUE.text
    playing = widget.match.track is not None or bool(widget.pending)
    names = TEACHERS if widget.teacher in TEACHERS else (*TEACHERS, widget.teacher)
    waiting = None
    if widget.to_train:
        waiting = el("span", hidden="hidden", data_do="train_on", data_wait=1, data_key=f"wait-{widget.to_train}")
    elif widget.pending and widget.speed > 0:
        waiting = el("span", hidden="hidden", data_do="next", data_wait=widget.speed,
                     data_key=f"wait-{len(widget.shown)}")
    elif widget.pictures.exact_missing(widget.match, widget.teacher):  # after the page has drawn what there is already
        waiting = el("span", hidden="hidden", data_do="exact", data_wait=50, data_key="wait-exact")
    speeds = [(str(s), t("widget.at_once") if s == 0 else t("widget.by_hand") if s < 0 else f"{numeral(s / 1000)} s")
              for s in (SPEEDS if widget.speed in SPEEDS else (*SPEEDS, widget.speed))]
    train = [button(f"{n:,}".replace(",", " "), "train", games=n, disabled=widget.teacher == "human" or playing)
             for n in (1, 10, 100, 10_000)]
    if widget.to_train:
        train = [button(t("widget.stop"), "stop", key="s"),
                 el("progress", value=widget.to_train_all - widget.to_train, max=widget.to_train_all,
                    aria_label=t("widget.train"))]
    parts = [
        bar(t("widget.game"), button(t("widget.new"), "new", key="n", disabled=playing),
            button(t("widget.next"), "next", key="x", disabled=not widget.pending),
            button(t("widget.undo"), "undo", key="u", disabled=not widget.match.can_undo)),
        choice(t("widget.intelligenz"), "teacher", [(n, teacher_name(n)) for n in names], widget.teacher),
        bar(t("widget.train"), el("span", t("widget.train")), *train),
        choice(t("widget.speed"), "speed", speeds, str(widget.speed)),
        field(t("widget.seed"), "seed", str(widget.seed), size=5),
        button(t("widget.large"), "large", pressed=widget.large, key="l"),
        choice(t("widget.language"), "lang", [("en", "English"), ("de", "Deutsch"), ("es", "Español")], widget.lang),
    ]
    return [*parts, waiting] if waiting else parts


def board(widget: MatchboxWidget) -> Element:
    """The board with its dice, and the fields that can be clicked."""
    table, rules = widget.table, widget.match.rules
    width, height = draw.scene_size(rules)
    layers = draw.scene(rules, table.counts, dict(table.current), table.token, table.leaving, table.lit)
    layers += _dice(widget, height)
    offered = {}
    if widget.my_turn and widget.match.track is not None:
        offered = {widget.match.track.togo - k: k for k in widget.match.track.legal_moves()}
    hits = []
    for d in range(rules.length, -1, -1):
        name = CATALOGUE.text("draw.goal") if d == 0 else (
            CATALOGUE.text("draw.start") if d == rules.length else CATALOGUE.text("draw.field", n=rules.length - d))
        said = [name]
        if d == table.token:
            said.append(CATALOGUE.text("widget.token_here"))
        if d in offered:
            said.append(CATALOGUE.text("widget.move_here", k=offered[d]))
        x = draw.column(rules, d)
        hits.append(hit(str(d), ", ".join(said), x, draw.TRACK, el("circle", cx=x, cy=draw.TRACK, r=34),
                        target=d in offered, first=d == (max(offered) if offered else rules.length)))
    drawn = stage(width, height + 84, layers, hits, label=CATALOGUE.text("widget.board"),
                  description=draw.board(widget.value, table.token).desc, hint="")
    return el("div", drawn, class_="gk-wide")


def _dice(widget: MatchboxWidget, top: float) -> list[Element]:
    throw = widget.table.dice
    if throw is None:
        return []
    parts = [draw.die(widget.match.rules, 60 + 66 * i, top + 34, move, value, chosen=i in throw.highest)
             for i, (move, value) in enumerate(throw.dice[:14])]
    text = CATALOGUE.text("widget.tie" if throw.is_tie else "widget.decided", move=throw.dice[throw.highest[0]][0])
    parts.append(label(60 + 66 * min(len(throw.dice), 14) - 20, top + 34, text, 17, text_anchor="start"))
    return parts


def panels(widget: MatchboxWidget) -> list[Element]:
    """What can be unfolded beside the board: protocol, pictures, the machine as text."""
    t = CATALOGUE.text
    lines = [el("li", str(e), class_="gk-chosen" if n == len(widget.shown) - 1 else None, data_key=f"line-{n}")
             for n, e in enumerate(widget.shown)]
    parts = [details(t("widget.protocol"), el("ol", *lines, class_="gk-problems"), key="protocol")]
    if widget.match.played:
        curves = widget.pictures.curves(widget.match, widget.teacher)
        missing = widget.pictures.exact_missing(widget.match, widget.teacher)
        coming = el("p", t("widget.exact_coming")) if missing else None
        parts.append(details(t("widget.curves"), curves, coming, key="curves"))
    if len(widget.masks) > 1:
        over_time = widget.pictures.heat(widget.match.rules, widget.masks)
        parts.append(details(t("widget.heat"), over_time, open=False, key="heat"))
    parts.append(details(t("widget.text"), field(t("widget.machine"), "load", str(widget.value), size=46),
                         el("p", t("widget.text_hint")), open=False, key="text"))
    return parts
