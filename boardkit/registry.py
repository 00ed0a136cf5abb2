"""What other packages add (questions, skins, players, learners …): found by entry points, checked when registered."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib.metadata import entry_points
from types import ModuleType
from typing import Generic, TypeVar

from boardkit.errors import UserError
from boardkit.messages import CATALOGUE

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Things by their ids; what entry points name is loaded when something is asked for that is not known yet.

    Parameters
    ----------
    group : str
        The group of entry points, such as ``coursekit.questions``. Each names a module that registers its things, or
        the thing itself, whose id is the name of the entry point.
    known : mapping, optional
        What there is without any entry point.
    check : callable, optional
        Called with an id and a thing before it becomes known; it raises an error that names what is wrong.
    """

    def __init__(
        self,
        group: str,
        known: Mapping[str, T] | None = None,
        check: Callable[[str, T], None] | None = None,
    ) -> None:
        self.group = group
        self.check = check
        self.known = dict[str, T]()
        self.complete = False
        for id, thing in (known or {}).items():
            self.add(id, thing)

    def add(self, id: str, thing: T) -> T:
        """Make a thing known under its id; a later one replaces an earlier one of the same id."""
        if self.check is not None:
            self.check(id, thing)
        self.known[id] = thing
        return thing

    def load(self) -> Mapping[str, T]:
        """Everything that installed packages declare."""
        if not self.complete:
            self.complete = True  # what is loaded may ask for what is known already
            declared = sorted(
                entry_points(group=self.group), key=lambda entry: entry.name
            )
            if not declared and not self.known:
                raise RuntimeError(
                    f"nothing is installed in the group {self.group}: run pip install -e . again"
                )
            for found in declared:
                thing = found.load()
                if not isinstance(thing, ModuleType):
                    self.add(found.name, thing)
        return self.known

    def __getitem__(self, id: str) -> T:
        return self.known[id] if id in self.known else self.load()[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.load())

    def __len__(self) -> int:
        return len(self.load())


Refusal = Callable[..., UserError]


def refusal(error: type[UserError], what: str, name: str) -> Refusal:
    """Return what makes the error that refuses a thing: ``what`` it is (a text), and its name."""

    def refuse(problem: str, **values: object) -> UserError:
        return error(
            CATALOGUE.message(
                f"declared.{problem}",
                what=CATALOGUE.message(f"declared.what.{what}"),
                type=name,
                **values,
            )
        )

    return refuse


def check_class(
    thing: object, base: type, needs: Iterable[tuple[str, ...]], refuse: Refusal
) -> None:
    """Refuse an object whose class lacks what `base` asks for, or misspells what it would read.

    Parameters
    ----------
    thing : object
    base : type
        Its annotations without a value must have one; its methods say what arguments they are called with.  A class
        that is not derived from it may still be like it.
    needs : iterable of tuple of str
        Methods of which the class must bring its own, at least one of each group.
    refuse : callable
        See `refusal`.
    """
    cls = type(thing)
    annotated = [
        n for b in reversed(base.__mro__[:-1]) for n in inspect.get_annotations(b)
    ]
    declared = {n for b in base.__mro__[:-1] for n in vars(b) if n[0] != "_"}.union(
        annotated
    )
    for needed in annotated:
        if not hasattr(thing, needed):
            raise refuse("missing", name=needed)
    mine = cls.__mro__[: cls.__mro__.index(base) if base in cls.__mro__ else -1]
    own = {n: c for c in reversed(mine) for n in vars(c) if n[0] != "_"}
    for found in own:
        if found not in declared and (
            near := get_close_matches(found, declared, 1, 0.84)
        ):
            raise refuse("unknown", name=found, near=near[0])
    for group in needs:
        if not own.keys() & set(group):
            raise refuse("missing", name="` / `".join(group))
    for method in own.keys() & declared:
        if inspect.isfunction(asked := inspect.getattr_static(base, method, None)):
            wanted = list(inspect.signature(asked).parameters.values())[1:]
            by_name = {p.name: p for p in wanted if p.kind is p.KEYWORD_ONLY}
            try:
                inspect.signature(getattr(thing, method)).bind(
                    *(p for p in wanted if p.name not in by_name), **by_name
                )
            except (TypeError, ValueError):
                raise refuse(
                    "parameters",
                    name=method,
                    expected=f"({', '.join(p.name for p in wanted)})",
                ) from None
