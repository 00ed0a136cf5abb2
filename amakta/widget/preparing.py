"""The start procedures: circles and colours of the standard game; bidding and creation of Amakta Infinit."""

import re
from collections.abc import Sequence

from amakta.analysis.infinit import Bidding, Creation, value
from amakta.draw import board as draw
from amakta.draw import shapes
from amakta.rules.board import PLAYERS, Player, board_names, set_names
from amakta.rules.errors import SetupError
from amakta.rules.setup import Setup
from amakta.rules.situation import CIRCLES, Stone
from amakta.rules.state import as_circle
from amakta.rules.stones import CONTENTS
from amakta.rules.texts import CATALOGUE, message
from amakta.widget.mode import AmaktaMode, stone_icon, stone_image
from amakta.widget.state import AmaktaState
from amakta.widget.texts import text
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.markup import bar, button, choice, field, picture, rows


def circle_name(circle: str) -> str:
    """What a circle is called."""
    return CATALOGUE.text(f"circle.{circle or 'none'}")


def whole(value: str, least: int = 0) -> int:
    """A whole number that somebody typed.

    Raises
    ------
    SetupError
        If it is none, or below `least`.
    """
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", value) and int(value) >= least:
        return int(value)
    raise SetupError(message("widget.number", text=value, least=least))


class SetupMode(AmaktaMode):
    """The host chooses board and set and gives circles; the guest chooses the colour."""

    name = "setup"

    def __init__(self, widget: AmaktaState) -> None:
        super().__init__(widget)
        self.names = ("raute4", "duo")
        self.setup = Setup.propose(*self.names)

    def board(self) -> list[Element]:
        """The board beside the stones; each has its circle, which a click changes."""
        shown = draw.board(self.setup.board, coordinates=self.widget.coordinates)
        stones = []
        for player in PLAYERS:
            name = CATALOGUE.text(f"player.{player}")
            own = [self._stone(player, code) for code in self.setup.stones]
            takes = button(text("setup.takes", player=name), "colour", player=player)
            stones.append(bar(name, el("strong", name), *own, takes))
        return [el("div", picture(shown, 1.0), rows(*stones), class_="gk-setup")]

    def views(self) -> Sequence[View]:
        return [View("key", text("key"), self._key)]

    def status(self) -> tuple[str, str]:
        return "", text("setup.host")

    def aside(self) -> str:
        return text("setup.how")

    def controls(self) -> list[Element]:
        boards = [(name, name) for name in board_names()]
        sets = [(name, name) for name in set_names()]
        return [
            bar(
                text("group.setup"),
                choice(text("board"), "board", boards, self.names[0]),
                choice(text("set"), "set", sets, self.names[1]),
            )
        ]

    def _stone(self, player: Player, code: str) -> Element:
        circle = self.setup.circle(player, code)
        stone = Stone(code, player, player, circle)
        return button(
            circle_name(circle),
            "circle",
            icon=stone_icon(stone),
            player=player,
            code=code,
            title=text("setup.cycle", words=shapes.stone_words(stone)),
        )

    @action("board")
    def choose_board(self, value: str) -> None:
        """Choose a board."""
        self._propose(value, self.names[1])

    @action("set")
    def choose_set(self, value: str) -> None:
        """Choose a set."""
        self._propose(self.names[0], value)

    def _propose(self, board: str, stones: str) -> None:
        self.setup = Setup.propose(board, stones)
        self.names = board, stones

    @action("circle")
    def give_circle(self, player: str, code: str) -> None:
        """Give a stone the next circle: none, reinforcement, damage."""
        # One click is enough for three possibilities, and a fourth begins anew.
        now = CIRCLES.index(self.setup.circle(player, code))
        following = CIRCLES[(now + 1) % 3]
        self.setup = self.setup.give(player, code, following)
        self.widget.say(
            f"{CATALOGUE.text('player.' + player)} {code}: {circle_name(following)}"
        )

    @action("colour")
    def choose_colour(self, player: str) -> None:
        """The guest chooses; the game begins."""
        done = self.setup.choose(player)
        self.widget.begin_at(done.start())
        self.widget.mode = "play"
        white, black = (text(done.person(player)) for player in PLAYERS)
        self.widget.tell(text("setup.begun", white=white, black=black), "good")


class InfinitMode(AmaktaMode):
    """Distance and White's points, the bidding for Black, the creation of the sets."""

    name = "infinit"

    def __init__(self, widget: AmaktaState) -> None:
        super().__init__(widget)
        self.restart()

    @action("again")
    def restart(self) -> None:
        """Begin the preparation anew."""
        self.steps = 4
        self.points = 60
        self.bidding = Bidding()
        self.creation: Creation | None = None
        self.code = "000000"
        self.circle = ""

    def status(self) -> tuple[str, str]:
        if self.creation is None:
            return "", text("infinit.bid", person=text(self.bidding.bidder))
        turn = self.creation.turn
        player = CATALOGUE.text(f"player.{turn}")
        points = self.creation.points[PLAYERS.index(turn)]
        return "", text("infinit.create", player=player, points=points)

    def aside(self) -> str:
        return text("infinit.how" if self.creation is None else "infinit.how_create")

    def controls(self) -> list[Element]:
        if self.creation is not None:
            return self._builder()
        offers = self.bidding.offers
        agreed = []
        if not offers:
            agreed = [
                field(text("infinit.distance"), "distance", str(self.steps), size=4),
                field(text("infinit.points"), "points", str(self.points), size=6),
            ]
        again = button(text("infinit.again"), "again")
        offer = field(text("infinit.offer"), "offer", "", size=6)
        accept = button(text("infinit.accept"), "accept", disabled=not offers)
        return [
            bar(text("group.infinit"), *agreed, again),
            bar(text("infinit.bidding"), offer, accept),
        ]

    def board(self) -> list[Element]:
        """Who has offered what; then the sets, as they grow."""
        if self.creation is not None:
            return [el("div", rows(*map(self._made, PLAYERS)), class_="gk-setup")]
        offers = []
        for points in self.bidding.offers:
            offers.append(el("li", text("infinit.offered", points=points)))
        return [
            el(
                "div",
                el("p", text("infinit.bidding")),
                el("ol", *offers),
                class_="gk-setup",
            )
        ]

    def views(self) -> Sequence[View]:
        return [View("key", text("key"), self._key)]

    def _builder(self) -> list[Element]:
        assert self.creation is not None
        turn = self.creation.turn
        stone = Stone(self.code, turn, turn, as_circle(self.circle))
        contents = [
            (str(digit), arrows or "–") for digit, arrows in enumerate(CONTENTS)
        ]
        choices = []
        for i, digit in enumerate(self.code):
            name = CATALOGUE.text(f"direction.{i}")
            choices.append(choice(name, "content", contents, digit, direction=i))
        circles = [(circle, circle_name(circle)) for circle in CIRCLES]
        choices.append(choice(text("infinit.circle"), "circle", circles, self.circle))

        price = value(self.code, self.circle)
        told = text("infinit.price", code=shapes.stone_words(stone), price=price)
        objection = self.creation.why_not(self.code, self.circle)
        if objection is not None:
            told = f"{told} {objection}"
        actions = bar(
            text("group.actions"),
            el("span", told),
            button(text("infinit.make"), "create", disabled=objection is not None),
            button(text("infinit.close"), "close"),
            button(text("infinit.again"), "again"),
        )
        return [
            rows(bar(text("infinit.build"), stone_icon(stone, 60), *choices), actions)
        ]

    def _made(self, player: Player) -> Element:
        assert self.creation is not None
        number = PLAYERS.index(player)
        stones = []
        for code, circle in self.creation.sets[number]:
            stones.append(stone_image(code, player, circle))
        points = self.creation.points[number]
        head = text(
            "infinit.set", player=CATALOGUE.text(f"player.{player}"), points=points
        )
        return bar(head, el("strong", head), *stones)

    @action("distance")
    def agree_distance(self, value: str) -> None:
        """Agree on the distance of the bases."""
        self.steps = whole(value, 1)

    @action("points")
    def agree_points(self, value: str) -> None:
        """Agree on White's points."""
        self.points = whole(value)

    @action
    def offer(self, value: str) -> None:
        """Offer the other person points for Black."""
        # An empty field is not an offer of 0.
        if value.strip():
            self.bidding = self.bidding.offer(whole(value))

    @action
    def accept(self) -> None:
        """Accept the last offer; the creation begins."""
        self.bidding = self.bidding.accept()
        self.creation = Creation.begin(self.points, self.bidding.points or 0)
        person = text(self.bidding.black or "host")
        points = self.bidding.points
        self.widget.tell(text("infinit.accepted", person=person, points=points), "good")
        self._begin_if_done()

    @action("content")
    def change_content(self, direction: str, value: str) -> None:
        """Change what the stone holds in one direction."""
        digits = list(self.code)
        digits[int(direction)] = str(int(value) % 10)
        self.code = "".join(digits)

    @action("circle")
    def choose_circle(self, value: str) -> None:
        """Choose the circle of the stone."""
        self.circle = as_circle(value)

    @action
    def create(self) -> None:
        """Create the stone."""
        assert self.creation is not None
        self.creation = self.creation.create(self.code, self.circle)
        self._begin_if_done()

    @action
    def close(self) -> None:
        """Close the set for good."""
        assert self.creation is not None
        self.creation = self.creation.close()
        self._begin_if_done()

    def _begin_if_done(self) -> None:
        if self.creation is None or not self.creation.done:
            return
        # The window of the last game says nothing about this board.
        self.widget.centre = None
        self.widget.begin_at(self.creation.start(self.steps))
        self.widget.mode = "play"
        white, black = (
            ("guest", "host") if self.bidding.black == "host" else ("host", "guest")
        )
        self.widget.tell(
            text("setup.begun", white=text(white), black=text(black)), "good"
        )
        self.restart()
