"""The film of the README and of the site's front page, ten seconds: an arrow is laid, and a word is read on both sides.

    python docs/moving.py       writes docs/img/moving.svg, and it in other languages beside it

Everything in it is computed: the legal move, the automaton of the board, the sets of active stations, and who dies.
It is light or dark as its reader's screen is; who wants no motion sees the last moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from html import escape
from pathlib import Path

from automatakit import Automaton
from automatakit.automaton.states import State
from automatakit.draw.automata import places_for
from automatakit.draw.diagram import Marks, diagram
from boardkit.messages import NATIVE
from boardkit.po import translations
from boardkit.svg import Element, Picture, el
from boardkit.theme import DARK, FONT, LIGHT, Theme, using_theme
from finity_edu import Position
from finity_edu.automata import station_automaton
from finity_edu.draw import draw_board
from finity_edu.draw.board import BoardDrawing

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT, TOP, SECONDS = 960, 440, 56, 10
BEFORE, MOVE = "bga/abcd bw c; posts c@A; bridges bA>B.m wC>D.m", "+bA>C.m"
"""After the first symbol two tokens are there, of which one dies with the second one and the other arrives."""
BEGINS = (0.0, 1.8, 3.4, 5.4, 7.2)
"""When each moment begins, in seconds: the board, the move, and the word before, between and after its two symbols."""
WALK = 0.7
CAPTIONS = ("A board is an automaton: stations are states.", "Lay an arrow, and a transition appears.",
            "Now read b w, all runs at once.", "Two runs are alive: in B and in C.",
            "One dies. One ends in D with the whole word read: accepted.")
ROLES = [field.name for field in fields(Theme) if isinstance(getattr(LIGHT, field.name), str)]
NAMED = replace(LIGHT, **{role: f"var(--{role})" for role in ROLES})


def film(captions: Sequence[str] = CAPTIONS, lang: str = "en") -> str:
    """The film, with a sentence for each moment."""
    before = Position.parse(BEFORE)
    after = before.play(MOVE)
    # The ring that a play asks for says nothing here
    table = station_automaton(after, 1)
    word = after.word
    active = Automaton.of(table).active(word)
    boards = [draw_board(before), draw_board(after)]
    machines = [machine(station_automaton(before, 1)), machine(table)]
    for read, states in enumerate(active):
        boards.append(draw_board(after, active=states, word_read=read))
        machines.append(machine(table, dict.fromkeys(states, "accepting" if read == len(word) else "active")))
    geometry = BoardDrawing(after.board).geometry
    stations = {station: geometry.centre(station) for station in after.board.names}
    right, down = offset(machines[1])
    states = {}
    for state, (x, y) in places_for(table).items():
        states[str(state)] = x + right, y + down
    walked = steps(active, table)
    halves = [half(boards, stations, walked, 10, 470), half(machines, states, walked, 500, 440)]
    said = []
    for moment, caption in enumerate(captions):
        said.append(f'<text class="m{1 << moment}" x="{WIDTH / 2}" y="36" font-size="23" font-weight="600" '
                    f'text-anchor="middle" fill="var(--ink)">{escape(caption)}</text>')
    body = "".join([*said, *halves])
    title = escape(" ".join(captions))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}" role="img" '
            f'lang="{lang}"><title>{title}</title><style>{look(body)}</style>'
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="var(--paper)"/>{body}</svg>\n')


def machine(table: Automaton, marks: Mapping[State, str] | None = None) -> Picture:
    """The automaton, its states where they stand whatever is marked."""
    drawn = diagram(table, places_for(table), Marks(marks or {}))
    room = diagram(table, places_for(table), Marks(dict.fromkeys(table.states, "accepting"))).bounds()
    moved = f"translate({-room.left:g} {-room.top:g})"
    return Picture(room.right - room.left, room.bottom - room.top, el("g", *drawn.elements, transform=moved))


def steps(active: Sequence[Sequence[object]], table: Automaton) -> list[tuple[int, str, str]]:
    """Who walks where: the number of the symbol, from, to."""
    walked = []
    for number, symbol in enumerate("bw"):
        for tail, read, head in table.arrows():
            if read == symbol and tail in active[number]:
                walked.append((number, str(tail), str(head)))
    return walked


def offset(picture: Picture) -> tuple[float, float]:
    """How far the whole diagram is moved."""
    moved = picture.children[-1].get("transform")
    x, y = moved.removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def half(
    pictures: Sequence[Picture], places: dict[str, tuple[float, float]], walked: Sequence[tuple[int, str, str]],
    left: float, width: float,
) -> str:
    """One side: what all moments share once, what they do not at its time; and the tokens on their way."""
    with using_theme(NAMED):
        shared = merged([list(picture.children) for picture in pictures], (1 << len(pictures)) - 1)
    tokens = []
    for number, tail, head in walked:
        (x, y), (to_x, to_y) = places[tail], places[head]
        tokens.append(f'<circle class="walk w{number}" r="9" cx="{x}" cy="{y}" fill="var(--ink)" stroke="var(--paper)" '
                      f'stroke-width="2" style="--x:{to_x - x:.0f}px;--y:{to_y - y:.0f}px"/>')
    one = pictures[-1]
    return (f'<svg x="{left}" y="{TOP}" width="{width}" height="{HEIGHT - TOP - 10}" '
            f'viewBox="0 0 {one.width} {one.height}">{shared}{"".join(tokens)}</svg>')


def merged(variants: Sequence[list[Element | str]], mask: int) -> str:
    """What the moments of a mask show, as little as possible twice: equal parts stand once."""
    moments = [moment for moment in range(len(variants)) if mask >> moment & 1]
    shared = []
    for place in range(max(len(variants[moment]) for moment in moments)):
        there = [variant[place : place + 1] for variant in variants]
        others = [part for moment in moments for part in there[moment]]
        if len(others) == len(moments) and all(part == others[0] for part in others):
            shared.append(str(others[0]))
        elif len(others) == len(moments) and alike(others):
            part = others[0]
            assert isinstance(part, Element)
            inner = merged([children(one) for one in there], mask)
            shared.append(str(replace(part, children=("\0",))).replace("\0", inner))
        else:
            shared.append(separate(there, moments))
    return "".join(shared)


def children(parts: Sequence[Element | str]) -> list[Element | str]:
    """What is inside of a part, if there is one."""
    return [child for part in parts if isinstance(part, Element) for child in part.children]


def alike(parts: Sequence[Element | str]) -> bool:
    """Whether parts differ in what is inside only."""
    outsides = {(part.tag, part.attributes) for part in parts if isinstance(part, Element) and part.children}
    return len(outsides) == 1 and all(isinstance(part, Element) and part.children for part in parts)


def separate(variants: Sequence[list[Element | str]], moments: Sequence[int]) -> str:
    """Different parts, each at its moments."""
    masks: dict[str, int] = {}
    for moment in moments:
        text = "".join(map(str, variants[moment]))
        masks[text] = masks.get(text, 0) | 1 << moment
    return "".join([f'<g class="m{mask}">{text}</g>' for text, mask in masks.items() if text])


def look(body: str) -> str:
    """The style sheet: the colours, and when what is seen."""
    css = [f"svg{{{colours(LIGHT, body)}}}@media(prefers-color-scheme:dark){{svg{{{colours(DARK, body)}}}}}"]
    last = len(BEGINS) - 1
    for mask in range(1, 1 << len(BEGINS)):
        if f'"m{mask}"' not in body:
            continue
        times = []
        for moment, begin in enumerate(BEGINS):
            seen = "visible" if mask >> moment & 1 else "hidden"
            times.append(f"{100 * begin / SECONDS:g}%{{visibility:{seen}}}")
        still = "visible" if mask >> last & 1 else "hidden"
        css.append(f".m{mask}{{visibility:{still};animation:m{mask} {SECONDS}s step-end infinite}}"
                   f"@keyframes m{mask}{{{''.join(times)}}}")
    css.append(".walk{visibility:hidden}")
    for number in (0, 1):
        end = BEGINS[3 + number]
        first, second = 100 * (end - WALK) / SECONDS, 100 * end / SECONDS
        there = "translate(var(--x),var(--y))"
        keys = (f"0%,{first - 0.01:.2f}%{{visibility:hidden;transform:none}}",
                f"{first:g}%{{visibility:visible;transform:none}}",
                f"{second - 0.01:.2f}%{{visibility:visible;transform:{there}}}",
                f"{second:g}%,100%{{visibility:hidden;transform:{there}}}")
        css.append(f".w{number}{{animation:w{number} {SECONDS}s ease-in-out infinite}}"
                   f"@keyframes w{number}{{{''.join(keys)}}}")
    css.append("@media(prefers-reduced-motion:reduce){*{animation:none!important}}")
    return "".join(css)


def colours(theme: Theme, body: str) -> str:
    """The colours that are used."""
    return "".join([f"--{role}:{getattr(theme, role)};" for role in ROLES if f"var(--{role})" in body])


def films() -> dict[Path, str]:
    """The film in each language, by its file; what it says in other languages is said by the front page as well."""
    made = {HERE / "img" / "moving.svg": film()}
    for lang in NATIVE:
        texts = HERE.parent / "delivery" / "book" / "texts" / f"book.{lang}.po"
        if texts.exists():
            said = translations(texts.read_text(encoding="utf-8"))
            made[HERE / "img" / lang / "moving.svg"] = film([said[caption] for caption in CAPTIONS], lang)
    return made


if __name__ == "__main__":
    for file, moving in films().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(moving, encoding="utf-8")
