"""You guess: words are asked about, rows move up, a conjecture is drawn and tried."""

from __future__ import annotations

from collections.abc import Sequence

from automatakit.guessing import Guess
from automatakit.learning import Variant, shown
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View, piece
from boardkit.widget.markup import ALWAYS, bar, button
from finity_edu.widget.guess.mode import (
    GuessMode,
    GuessState,
    asked_view,
    conjecture_view,
    icon,
    secret_view,
    tools_bar,
)
from finity_edu.widget.guess.table import Sheet
from finity_edu.widget.texts import text

LONGEST = 24
"""So many letters a word has at most."""
USES: Sequence[tuple[Variant, str]] = (
    ("angluin", "1"),
    ("maler-pnueli", "2"),
    ("rivest-schapire", "3"),
)
"""What can be done with a word on which the conjecture errs, with its key."""


class AskMode(GuessMode):
    """One player guesses what is hidden."""

    name = "ask"
    beside_par = True
    halving = True
    """Whether an ending may be found by halving, which asks several words at once."""

    def __init__(self, widget: GuessState) -> None:
        super().__init__(widget)
        self.word = ""
        self._guess = Guess(widget.secret.automaton)

    @property
    def guess(self) -> Guess:
        """What the player knows now."""
        return self._guess

    def keep(self, guess: Guess) -> None:
        """Something was done, and this is known now."""
        self._guess = guess

    # --- what is shown -------------------------------------------------------------------------------------

    def answers(self) -> list[Element]:
        solved = self.guess.solved
        sheet = Sheet(self.guess, self.widget.skin, live=not solved)
        return self.sheet(sheet, None if solved else self.word)

    def status(self) -> tuple[str, str]:
        guess = self.guess
        if self.drawing is not None:
            return "", self.drawing.hint() or self.widget.said("lay")
        if guess.solved:
            return "good", self.verdict()
        if not guess.asked:
            return "", self.widget.said("hidden")
        last = guess.asked[-1]
        return "", self.widget.told(last, guess.answers[last])

    def verdict(self) -> str:
        """How it went, beside par."""
        guess, par = self.guess, self.widget.par
        score = text(
            "guess.score",
            asked=len(guess.asked),
            drawn=guess.conjectures,
            par=par.questions,
            par_drawn=par.conjectures,
        )
        return f"{text('guess.yes')} {score}"

    def aside(self) -> str:
        guess = self.guess
        if self.drawing is not None:
            return ""
        match guess.next:
            case "over":
                return self.widget.said("think")
            case "use":
                return text("guess.advice.use")
            case "propose":
                return text("guess.advice.propose")
            case "move_up":
                return text("guess.advice.move_up", row=shown(guess.restless or ""))
            case "ask":
                return text("guess.advice.ask", n=len(guess.open_cells))
            case "draw":
                return text("guess.advice.draw")
            case "add_column":
                one, other, ending = map(shown, guess.apart or ("", "", ""))
                return text(
                    "guess.advice.add_column", one=one, other=other, ending=ending
                )

    def views(self) -> Sequence[View]:
        if self.drawing is not None:
            sheet = Sheet(self.guess, self.widget.skin, live=False)
            return [View("table", text("guess.table"), lambda: [sheet.render()])]
        views = [conjecture_view(self.guess), asked_view(self.guess, self.widget.skin)]
        if self.guess.solved:
            title = self.widget.said("view")
            views.insert(0, secret_view(self.widget.secret, title))
        elif (empty := self.widget.secret.empty) is not None:
            views.append(secret_view(empty, text("guess.view.empty"), "empty"))
        return views

    # --- the tray ------------------------------------------------------------------------------------------

    def controls(self) -> list[Element]:
        if self.drawing is not None:
            propose = button(
                text("guess.propose"), "propose", key="i", cls="gk-primary"
            )
            back = button(text("guess.leave"), "leave")
            return tools_bar(self.drawing, propose, back)
        guess = self.guess
        if guess.solved:
            return [button(text("guess.another"), "another", cls="gk-primary")]
        if guess.wrong is not None:
            return [bar(text("guess.advice.use"), *self._uses())]
        return [
            bar(text("guess.letters_of"), *self._letters()),
            bar(text("guess.table"), *self._questions()),
            bar(text("guess.view.conjecture"), *self._conjectures()),
            ALWAYS,
        ]

    def _uses(self) -> list[Element]:
        uses = []
        for variant, key in USES:
            # What is drawn by hand has no rows that its states stand for.
            halved = self.halving and self.guess.from_table
            if variant == "rivest-schapire" and not halved:
                continue
            who = el("small", text(f"guess.who.{variant}"))
            made = button(
                text(f"guess.use.{variant}"),
                "use",
                key=key,
                icon=who,
                variant=variant,
                cls="gk-told gk-use",
            )
            uses.append(made)
        return uses

    def _letters(self) -> list[Element]:
        skin = self.widget.skin
        pieces = []
        for symbol in self.guess.automaton.alphabet:
            drawn = el(
                "svg",
                *icon(symbol, skin),
                viewBox="-24 -16 48 32",
                width=52,
                height=35,
                aria_hidden="true",
            )
            name = self.widget.said("letter", letter=symbol)
            pieces.append(
                piece(
                    drawn,
                    name,
                    "letter",
                    key=symbol,
                    drag=f"letter:{symbol}",
                    to=("tower",),
                    symbol=symbol,
                )
            )
        shorter = text("guess.shorter")
        pieces.append(
            button(
                "⌫",
                "shorter",
                key="Backspace",
                title=shorter,
                said=shorter,
                disabled=not self.word,
            )
        )
        return pieces

    def _questions(self) -> list[Element]:
        guess = self.guess
        ask = button(
            text("guess.ask"),
            "ask",
            said=text("guess.ask_word", word=shown(self.word)),
            key=self._key("q"),
            disabled=self.word in guess.answers,
            cls="" if self.word in guess.answers else "gk-primary",
            word=self.word,
        )
        return [ask, *self._fills()]

    def _fills(self) -> list[Element]:
        cells = len(self.guess.open_cells)
        fill = text("guess.fill", n=cells) if cells else text("guess.full")
        return [
            button(fill, "fill", key=self._key("t"), disabled=not cells),
            button(
                text("guess.column"),
                "column",
                key=self._key("e"),
                title=text("guess.column_long", word=shown(self.word)),
                ending=self.word,
                disabled=self.word in self.guess.endings,
            ),
        ]

    def _conjectures(self) -> list[Element]:
        by_hand = button(self.widget.said("by_hand"), "by_hand", key=self._key("h"))
        return [self._wanted(), by_hand]

    def _wanted(self) -> Element:
        """What the table wants next."""
        guess, cls = self.guess, "gk-primary"
        match guess.next:
            case "move_up":
                row, key = guess.restless or "", self._key("m")
                said = text("guess.up_row", row=shown(row))
                name = f"↑ {text('guess.up')}"
                return button(name, "up", key=key, row=row, said=said, cls=cls)
            case "add_column":
                ending, key = guess.apart[2] if guess.apart else "", self._key("m")
                said = text("guess.column_long", word=shown(ending))
                name = text("guess.make_column")
                return button(
                    name, "column", key=key, ending=ending, said=said, cls=cls
                )
            case "propose":
                name, key = text("guess.propose"), self._key("i")
                return button(name, "propose", key=key, cls=cls)
            case "draw":
                return button(text("guess.draw"), "draw", key=self._key("v"), cls=cls)
            case _:
                return button(text("guess.draw"), "draw", disabled=True)

    def _key(self, key: str) -> str | None:
        """A key, unless it is a letter of the alphabet."""
        return None if key in self.guess.automaton.alphabet else key

    # --- what is done --------------------------------------------------------------------------------------

    @action
    def letter(self, symbol: str) -> None:
        """Put a letter on the word."""
        if len(self.word) == LONGEST:
            self.widget.tell(self.widget.said("longest", most=LONGEST), "error")
        elif symbol in self.guess.automaton.alphabet:
            self.word += symbol
            self.widget.say(self.word)

    @action
    def shorter(self) -> None:
        """Take the last letter off."""
        self.word = self.word[:-1]
        self.widget.say(shown(self.word))

    def drop(self) -> None:
        self.word = ""

    def drag(self, source: str, target: str) -> None:
        self.letter(source.removeprefix("letter:"))

    @action
    def ask(self, word: str) -> None:
        """Ask whether a word wins."""
        wins = self.guess.automaton.accepts(word)
        known = word in self.guess.answers
        self.keep(self.guess.ask(word))
        self.word = ""
        said = self.widget.told(word, wins)
        self.widget.tell(f"{text('guess.known')} {said}" if known else said)

    @action
    def fill(self) -> None:
        """Ask every open cell."""
        cells = len(self.guess.open_cells)
        self.keep(self.guess.filled())
        self.widget.tell(text("guess.filled", n=cells))

    @action
    def up(self, row: str) -> None:
        """Move a row up."""
        self.keep(self.guess.moved_up(row))
        self.widget.tell(text("guess.moved", row=shown(row)))

    @action
    def column(self, ending: str) -> None:
        """Make an ending a column."""
        self.keep(self.guess.with_column(ending))
        self.word = ""
        self.widget.tell(text("guess.new_column", ending=shown(ending)))

    @action
    def draw(self) -> None:
        """Draw the conjecture of the table."""
        self.keep(self.guess.with_conjecture())
        self.widget.lens = "conjecture"
        assert self.guess.conjecture is not None
        self.widget.tell(text("guess.made", n=len(self.guess.conjecture.states)))

    @action
    def by_hand(self) -> None:
        """Draw a conjecture by hand."""
        self.drawing = self.widget.drawing()

    @action("leave")
    def back_to_table(self) -> None:
        """Back to the table, without a conjecture."""
        self.drawing = None

    @action
    def propose(self) -> None:
        """Is this it?"""
        if self.drawing is None:
            guess = self.guess.proposed()
        else:
            guess = self.guess.proposed(self.drawing.secret().automaton)
        self.drawing = None
        self.widget.lens = "hidden" if guess.solved else "conjecture"
        if guess.wrong is not None:
            id = "theirs" if guess.answers[guess.wrong] else "mine"
            self.widget.tell(self.widget.said(id, word=shown(guess.wrong)))
        else:
            self.widget.say(text("guess.yes"))
        self.keep(guess)

    @action
    def use(self, variant: Variant) -> None:
        """Learn from the word on which the conjecture errs."""
        before = self.guess
        after = before.used(variant)
        self.keep(after)
        rows = list(map(shown, after.prefixes[len(before.prefixes) :]))
        columns = list(map(shown, after.endings[len(before.endings) :]))
        added = ", ".join(rows + columns) or "–"
        self.widget.tell(text(f"guess.used.{variant}", added=added))
