"""The pieces of which inputs consist: keys, choices, sequences, collections, lists to pick from."""

from collections.abc import Callable, Mapping, Sequence

from boardkit.foreign_json import Json
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.markup import bar, button, choice
from coursekit.inputs.base import TEXTS, Input

text = TEXTS.text


def spoken(value: object) -> str:
    """How a piece of an answer is shown: ε where it is empty."""
    if value not in ("", None):
        return str(value)
    if value == "":
        return "ε"
    return text("none")


def chips(
    name: str,
    items: Sequence[object],
    *,
    removable: bool = False,
    ordered: bool = False,
) -> Element:
    """What has been built so far, piece by piece; clicking one takes it away."""
    if not items:
        return el("p", "∅" if not ordered else "–", class_="gk-chosen")
    if not removable:
        between = " → " if ordered else ", "
        return el("p", between.join(map(spoken, items)), class_="gk-chosen")
    return bar(
        name,
        *(
            button(
                f"{spoken(item)} ✕",
                "remove",
                title=text("remove", item=spoken(item)),
                n=n,
            )
            for n, item in enumerate(items)
        ),
    )


class Keys(Input):
    """A text, key by key.

    Parameters
    ----------
    keys : sequence of str
        What one key writes.
    between : str
        What stands between two of them.
    empty : bool
        Whether the empty text is an answer, ε.
    none : bool
        Whether it is an answer that there is none.
    """

    plain = True

    def __init__(
        self,
        keys: Sequence[str],
        *,
        between: str = "",
        empty: bool = False,
        none: bool = False,
    ) -> None:
        self.keys = tuple(keys)
        self.between = between
        self.empty = empty
        self.none = none

    def _parts(self) -> list[str]:
        if not isinstance(self.value, str) or not self.value:
            return []
        return self.value.split(self.between) if self.between else list(self.value)

    def load(self, answer: Json) -> None:
        self.value = answer if answer is ... or answer is None else str(answer)

    @action
    def key(self, n: int) -> None:
        """One key."""
        self.value = self.between.join([*self._parts(), self.keys[n]])

    @action
    def back(self) -> None:
        """Take back the last key."""
        parts = self._parts()
        shorter = self.between.join(parts[:-1])
        self.value = shorter if shorter or (parts and self.empty) else ...

    @action
    def nothing(self) -> None:
        """The empty text."""
        self.value = ""

    @action
    def missing(self) -> None:
        """There is none."""
        self.value = None

    def render(self) -> Sequence[Element]:
        extra = []
        if self.empty:
            extra.append(
                button("ε", "nothing", pressed=self.value == "", title=text("empty"))
            )
        if self.none:
            extra.append(button(text("none"), "missing", pressed=self.value is None))
        shown = "…" if self.value is ... else spoken(self.value)
        return [
            el("p", shown, class_="gk-chosen gk-written"),
            bar(
                text("keys"),
                *(
                    button("␣" if key == " " else key, "key", n=n)
                    for n, key in enumerate(self.keys)
                ),
                button("⌫", "back", title=text("back"), disabled=not self._parts()),
                *extra,
            ),
        ]


class Choices(Input):
    """Some of several things, or one of them; in the order in which they stand, or in that of the clicks.

    Parameters
    ----------
    items : sequence of str
    one : bool
        Whether exactly one is chosen.
    ordered : bool
        Whether the same may be chosen again, and the order counts: a path.
    empty : bool
        Whether it is an answer that there are none.
    """

    def __init__(
        self,
        items: Sequence[object],
        *,
        one: bool = False,
        ordered: bool = False,
        empty: bool = True,
    ) -> None:
        self.items = tuple(map(str, items))
        self.one = one
        self.ordered = ordered
        self.empty = empty

    def _chosen(self) -> list[str]:
        if self.value is ...:
            return []
        if self.one:
            return [self.value]
        return list(self.value)

    def load(self, answer: Json) -> None:
        if answer is not ... and not self.one:
            answer = list(map(str, answer))
        self.value = answer

    @action
    def pick(self, n: int) -> None:
        """One more; in a set, or one less."""
        item, chosen = self.items[n], self._chosen()
        if self.one:
            self.value = item
        elif self.ordered:
            self.value = [*chosen, item]
        else:
            kept = {*chosen} ^ {item}
            self.value = [other for other in self.items if other in kept]

    @action
    def hit(self, place: str) -> None:
        """The same, in the picture."""
        self.pick(self.items.index(place))

    def names(self) -> Sequence[str]:
        return self.items

    def offered(self) -> Mapping[str, str]:
        chosen = self._chosen()
        if self.ordered:
            return {
                item: ", ".join(
                    str(n) for n, one in enumerate(chosen, 1) if one == item
                )
                for item in self.items
            }
        return {item: self._sign(item) if item in chosen else "" for item in self.items}

    def _sign(self, item: str) -> str:
        """What stands at a thing that is chosen: ✗ where the answer errs; ✓ only if all of it is right, once judged."""
        if self.verdict is None or self.verdict.right:
            return "✓"
        return "✗" if spoken(item) == self.verdict.witness else "•"

    @action
    def back(self) -> None:
        """Take back the last one."""
        self.value = self._chosen()[:-1] or ...

    @action
    def nothing(self) -> None:
        """None of them."""
        self.value = []

    def render(self) -> Sequence[Element]:
        chosen = self._chosen()
        buttons = []
        for n, item in enumerate(self.items):
            pressed = None if self.ordered else item in chosen
            signed = pressed and self.verdict is not None
            said = f"{spoken(item)} {self._sign(item)}" if signed else spoken(item)
            buttons.append(button(said, "pick", n=n, pressed=pressed))
        if self.ordered:
            buttons.append(button("⌫", "back", title=text("back"), disabled=not chosen))
        if self.empty and not self.one:
            buttons.append(
                button(
                    "∅", "nothing", title=text("none_of_them"), pressed=self.value == []
                )
            )
        shown = [chips(text("answer"), chosen, ordered=True)] if self.ordered else []
        return [*shown, bar(text("choices"), *buttons)]


class Picker(Input):
    """One thing that is put together from several lists.

    Parameters
    ----------
    lists : sequence of (str, sequence of (str, str))
        Each with the id of its name (below ``input``); the pairs are what is written, and what is shown for it.
    join : callable
        Makes the answer of what was picked.
    """

    def __init__(
        self,
        lists: Sequence[tuple[str, Sequence[tuple[str, str]]]],
        join: Callable[..., str],
    ) -> None:
        self.lists, self.join = lists, join
        self.load(...)

    def load(self, answer: Json) -> None:
        self.picked = [options[0][0] for _, options in self.lists]

    @property
    def value(self) -> str:
        """The answer so far."""
        return self.join(*self.picked)

    @action("list")
    def pick(self, n: int, value: str) -> None:
        """Pick from one of the lists."""
        if value in dict(self.lists[n][1]):
            self.picked[n] = value

    def render(self) -> Sequence[Element]:
        return [
            bar(
                text("choices"),
                *(
                    choice(text(id), "list", options, self.picked[n], n=n)
                    for n, (id, options) in enumerate(self.lists)
                ),
            )
        ]


class Collected(Input):
    """Several things, each built by an input of its own and then added.

    Parameters
    ----------
    piece : Input
    ordered : bool
        Whether their order counts, and one may occur again.
    empty : bool
        Whether it is an answer that there are none.
    """

    def __init__(
        self, piece: Input, *, ordered: bool = False, empty: bool = True
    ) -> None:
        self.piece = piece
        self.ordered = ordered
        self.empty = empty

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        return super().answer(do, data) or self.piece.answer(do, data)

    def load(self, answer: Json) -> None:
        if isinstance(answer, str):
            answer = [answer]
        self.value = answer if answer is ... else list(answer)

    def _items(self) -> list[Json]:
        return [] if self.value is ... else list(self.value)

    @action
    def add(self) -> None:
        """Add what has been built."""
        if self.piece.value is not ... and (
            self.ordered or self.piece.value not in self._items()
        ):
            self.value = [*self._items(), self.piece.value]
        self.piece.load(...)

    @action
    def remove(self, n: int) -> None:
        """Take one away."""
        items = self._items()
        self.value = items[:n] + items[n + 1 :] or ...

    @action("no_items")
    def nothing(self) -> None:
        """There are none."""
        self.value = []

    def render(self) -> Sequence[Element]:
        more = [button(text("add"), "add", disabled=self.piece.value is ...)]
        if self.empty:
            more.append(
                button(
                    "∅",
                    "no_items",
                    title=text("none_of_them"),
                    pressed=self.value == [],
                )
            )
        return [
            chips(text("answer"), self._items(), removable=True, ordered=self.ordered),
            el("div", *self.piece.render(), bar(text("add"), *more), class_="gk-piece"),
        ]
