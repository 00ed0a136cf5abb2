"""The moving picture of the README, ten seconds: a move, the automaton that it changes, an answer and its witness.

    python docs/moving.py       writes docs/img/moving.svg

Everything in it is computed: the legal move, the automaton of the board, the shortest word on which an answer errs.
"""

from pathlib import Path

from automatakit import Automaton, counterexample
from automatakit.draw.automata import automaton_picture
from automatakit.languages.runs import first_run
from boardkit.svg import Picture
from boardkit.theme import style
from finity_edu import Position
from finity_edu.automata import station_nfa
from finity_edu.draw import draw_board

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT, SECONDS = 960, 430, 10
BEFORE, MOVE, MORE, ANSWER = "bga/abcd bww c; posts c@A; bridges bA>B.m wC>D.m", "+wB>C.m", "+bA>C.m", "bww"


def frames() -> list[tuple[Picture, Picture, str]]:
    """Board, automaton and sentence, in the order in which they are seen."""
    before = Position.parse(BEFORE)
    after = before.play(MOVE)
    old, new = (Automaton.of(station_nfa(position, 1)) for position in (before, after))
    more = after.play(MORE)
    last = Automaton.of(station_nfa(more, 1))
    witness = counterexample(Automaton.of(ANSWER), last)
    run = first_run(last, witness)
    return [
        (draw_board(before), automaton_picture(old), "A board is an automaton: stations are states."),
        (draw_board(after), automaton_picture(new), f"A move edits it: {MOVE}"),
        (draw_board(more), automaton_picture(last), f"One more. Which language is it? An answer: {ANSWER}"),
        (draw_board(more), automaton_picture(last, path=run), f"Wrong. The witness: {witness} leads to the tower."),
    ]


def picture() -> str:
    """The picture; who wants no motion sees the last frame."""
    shown = frames()
    share = 100 / len(shown)
    css = [f".frame{{visibility:hidden;animation:seen {SECONDS}s step-end infinite}}",
           f"@keyframes seen{{0%{{visibility:visible}}{share}%{{visibility:hidden}}}}",
           "@media (prefers-reduced-motion:reduce){.frame{animation:none}.frame:last-child{visibility:visible}}"]
    body = []
    for number, (board, automaton, text) in enumerate(shown):
        delay = f"{number * SECONDS / len(shown)}s"
        pictures = [f'<svg x="{x}" y="70" width="470" height="{HEIGHT - 80}" '
                    f'viewBox="0 0 {p.width} {p.height}">{p.markup}</svg>' for x, p in ((0, board), (480, automaton))]
        label = f'<text x="24" y="44" font-size="24" font-family="sans-serif" fill="{style.ink}">{text}</text>'
        body.append(f'<g class="frame" style="animation-delay:{delay}">{label}{"".join(pictures)}</g>')
    title = " ".join(text for _, _, text in shown)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{title}</title>'
            f'<style>{"".join(css)}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="{style.paper}"/>')
    return head + "".join(body) + "</svg>\n"


if __name__ == "__main__":
    (HERE / "img" / "moving.svg").write_text(picture(), encoding="utf-8")
