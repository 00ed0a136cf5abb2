"""Rule sets as data: one record of values, read from ``data/rules.toml``, each value with its source.

Only what differs between the rulebooks is a key; what is the same everywhere is a constant here.
No rule-set name appears in code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

from finity_edu.rules.errors import CATALOGUE, RuleSetError
from finity_edu.rules.pieces import SIZES, Size

BRIDGES_PER_COLOUR = 32
BLOCKERS_PER_SEAT = 2
BRIDGES_BEFORE_BLOCKERS_GO = 20
"""Number of bridges on the board from which an opponent's blocker may be removed."""
IDLE_ROUNDS = 10
"""The game is a draw after this many rounds (times the number of players) of idle moves."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "seat_order": ("listed", "clockwise"),
    "ring_barred_by_post": ("own", "opponent"),
    "ring_size": ("any", "largest"),
    "end_ring": SIZES,
    "sweep": ("path", "way"),
    "slot_ban": ("colour", "slot"),
    "opening": ("first_move", "first_round"),
    "clock_reset": ("placing_or_orphans", "placing"),
}
_RINGS: dict[str, str] = {"s": "rings_small", "m": "rings_medium", "l": "rings_large"}
_BOUNDS: dict[str, tuple[int, int]] = {
    "word_min": (1, 64),
    "word_max": (1, 64),
    "word_length": (1, 64),
    "cones": (1, 64),
    "rings_small": (0, 13),
    "rings_medium": (0, 13),
    "rings_large": (0, 13),
}


@dataclass(frozen=True)
class Rules:
    """The values of one rule set.

    Attributes
    ----------
    name : str
        Rule set the values come from.
    seat_order : {"listed", "clockwise"}
        Which order of start stations three and four players take (`board.START_ORDERS`).
    word_min, word_max, word_length : int
        Shortest, longest and default number of cones in the tower.
    cones : int
        Cones of each colour in the bag from which a random word is drawn.
    ring_barred_by_post : {"own", "opponent"}
        Whose post keeps a player from placing a ring on its station.
    ring_size : {"any", "largest"}
        Whether a player chooses the size of a ring, or must take the largest that fits and is in supply.
    rings_small, rings_medium, rings_large : int
        Rings of each player, the one on the end station included.
    end_ring : {"s", "m", "l"}
        Size of the ring of each player that lies on the end station from the start.
    sweep : {"path", "way"}
        A ring stays while its station is reached by a partial path (word and rings count), or by any way
        along bridges (only directions count).
    slot_ban : {"colour", "slot"}
        After a bridge was removed: bar its colour from the slot, or every bridge.
    opening : {"first_move", "first_round"}
        For how long slots at opponents' posts are protected.
    teleport : bool
        Whether an enclosed post may jump.
    clock_reset : {"placing_or_orphans", "placing"}
        What sets the deadlock clock back.

    Examples
    --------
    >>> load_rules("express").word_length
    6
    >>> print(load_rules("bga").replace(teleport=False))
    bga{teleport=false}
    """

    name: str
    seat_order: str
    word_min: int
    word_max: int
    word_length: int
    cones: int
    ring_barred_by_post: str
    ring_size: str
    rings_small: int
    rings_medium: int
    rings_large: int
    end_ring: str
    sweep: str
    slot_ban: str
    opening: str
    teleport: bool
    clock_reset: str
    sources: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check(self.name, {key: getattr(self, key) for key in KEYS}, "Rules")

    def ring_supply(self, size: Size) -> int:
        """Rings of one size that a player can have on the board: all but the one on the end station."""
        return int(getattr(self, _RINGS[size])) - (size == self.end_ring)

    def draw_word(self, random: Random, length: int | None = None) -> str:
        """Draw a tower from the bag of cones, bottom first.

        Raises
        ------
        RuleSetError
            If the bag or the rule set does not give a word of this length.

        Examples
        --------
        >>> len(load_rules("bga").draw_word(Random(1)))
        8
        """
        length = self.word_length if length is None else length
        if not self.word_min <= length <= self.word_max:
            raise _error("rules.length", name=self.name, length=length, low=self.word_min, high=self.word_max)
        return "".join(random.sample("b" * self.cones + "w" * self.cones, length))

    def replace(self, **changes: Any) -> Rules:
        """The same rules with some values changed.

        Raises
        ------
        RuleSetError
            For an unknown key or a bad value.
        """
        for key in changes:
            if key not in KEYS:
                raise _error("rules.unknown_key", file="Rules", name=self.name, key=key, keys=", ".join(KEYS))
        return replace(self, **changes)

    def changes(self) -> dict[str, Any]:
        """Keys whose values differ from the shipped rule set of the same name."""
        if self.name not in rule_set_names():
            return {}
        shipped = _shipped()[self.name]
        return {key: getattr(self, key) for key in KEYS if getattr(self, key) != getattr(shipped, key)}

    def __str__(self) -> str:
        changes = ",".join(f"{key}={print_value(value)}" for key, value in self.changes().items())
        return self.name + (f"{{{changes}}}" if changes else "")

    def __repr__(self) -> str:
        if self.name in rule_set_names():
            return f"load_rules({str(self)!r})"
        values = ", ".join(f"{key}={getattr(self, key)!r}" for key in ("name", *KEYS))
        return f"Rules({values})"

    def __hash__(self) -> int:
        # Computed once: a position hashes its rules at every look-up.
        cached = self.__dict__.get("_hash")
        if cached is None:
            cached = hash(tuple(getattr(self, key) for key in ("name", *KEYS)))
            object.__setattr__(self, "_hash", cached)
        return int(cached)


KEYS: tuple[str, ...] = tuple(f.name for f in fields(Rules) if f.name not in ("name", "sources"))
"""The keys of a rule set, in the order of the documentation."""


def _error(message: str, **values: object) -> RuleSetError:
    return RuleSetError(CATALOGUE.message(message, **values))


def _check(name: str, values: Mapping[str, Any], file: str) -> None:
    """Each value by itself, then the values that must suit one another."""
    for key in KEYS:
        _check_value(name, key, values[key], file)
    lengths = tuple(values[key] for key in ("word_min", "word_length", "word_max"))
    if lengths != tuple(sorted(lengths)):
        raise _error("rules.word_order", file=file, name=name, lengths=str(lengths))
    if 2 * values["cones"] < values["word_max"]:
        raise _error("rules.cones", file=file, name=name, cones=values["cones"], length=values["word_max"])
    end_rings = _RINGS[values["end_ring"]]
    if not values[end_rings]:
        raise _error("rules.end_ring", file=file, name=name, size=values["end_ring"], key=end_rings)


def _check_value(name: str, key: str, value: object, file: str) -> None:
    if key in _CHOICES:
        good, allowed = value in _CHOICES[key], ", ".join(_CHOICES[key])
    elif key in _BOUNDS:
        low, high = _BOUNDS[key]
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        allowed = f"{low}–{high}"
    else:
        good, allowed = isinstance(value, bool), "true, false"
    if not good:
        raise _error("rules.bad_value", file=file, name=name, key=key, value=repr(value), allowed=allowed)


def print_value(value: object) -> str:
    """A value as it is written in TOML and in braces: ``true``, not ``True``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_value(key: str, text: str) -> object:
    if key in _CHOICES:
        return text
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else text


def parse_rule_sets(text: str, file: str) -> dict[str, Rules]:
    """Read rule sets from TOML: tables with ``inherits`` and, for each key, ``{value, source}``.

    A key without ``value`` takes the inherited value; every key of every rule set states its source.

    Parameters
    ----------
    text : str
        TOML text.
    file : str
        Name of the file, for messages.

    Raises
    ------
    RuleSetError
        Names file, rule set and key: not TOML, unknown or missing key, missing source, bad value, an unknown
        parent, or rule sets that inherit from each other in a circle.
    """
    try:
        tables: dict[str, Any] = tomllib.loads(text if isinstance(text, str) else repr(text))
    except (ValueError, RecursionError) as error:  # no TOML, a number of thousands of digits, endless brackets
        raise _error("rules.not_toml", file=file, detail=str(error)) from None
    done: dict[str, Rules] = {}
    for name in tables:
        _resolve(name, tables, file, done, ())
    return done


def _resolve(name: str, tables: dict[str, Any], file: str, done: dict[str, Rules], children: tuple[str, ...]) -> Rules:
    if name in done:
        return done[name]
    if name in children:
        raise _error("rules.circle", file=file, names=" → ".join((*children, name)))
    table = tables[name]
    if not isinstance(table, dict):
        raise _error("rules.no_table", file=file, name=name)
    parent_name = table.get("inherits")
    parent: Rules | None = None
    if parent_name is not None:
        if not isinstance(parent_name, str) or parent_name not in tables:
            raise _error("rules.no_parent", file=file, name=name, parent=str(parent_name))
        parent = _resolve(parent_name, tables, file, done, (*children, name))
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for key, entry in table.items():
        if key in ("inherits", "title"):
            continue
        if key not in KEYS:
            raise _error("rules.unknown_key", file=file, name=name, key=key, keys=", ".join(KEYS))
        source = entry.get("source") if isinstance(entry, dict) else None
        unknown = sorted(set(entry) - {"value", "source"}) if isinstance(entry, dict) else []
        if not isinstance(source, str) or not source or unknown:
            raise _error("rules.no_source", file=file, name=name, key=key)
        sources[key] = source
        if "value" in entry:
            values[key] = entry["value"]
    missing = [key for key in KEYS if key not in sources or (parent is None and key not in values)]
    if missing:
        raise _error("rules.missing", file=file, name=name, key=missing[0])
    values = {key: getattr(parent, key) for key in KEYS if key not in values} | values
    _check(name, values, file)
    done[name] = Rules(name=name, **values, sources=sources)
    return done[name]


@cache
def _shipped() -> dict[str, Rules]:
    text = resources.files("finity_edu").joinpath("data/rules.toml").read_text(encoding="utf-8")
    return parse_rule_sets(text, "rules.toml")


def rule_set_names() -> tuple[str, ...]:
    """Names of the shipped rule sets.

    >>> rule_set_names()
    ('bga', 'english', 'piglab', 'express')
    """
    return tuple(_shipped())


def rule_sets(file: str | Path | None = None) -> Mapping[str, Rules]:
    """All rule sets of a TOML file by name; the shipped ones by default.

    Raises
    ------
    RuleSetError
        If the file cannot be read, or as `parse_rule_sets`.

    Examples
    --------
    >>> rule_sets()["piglab"].sources["teleport"]
    'piglab has no such rule'
    """
    if file is None:
        return _shipped()
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _error("rules.unreadable", file=str(file), detail=str(error)) from None
    return parse_rule_sets(text, str(file))


def load_rules(name: str, file: str | Path | None = None) -> Rules:
    """A rule set by name; changed values may follow in braces.

    A rule set from a file of one's own comes back as a shipped one with changed values, so that the texts of
    positions and games can be read where the file is not.

    Parameters
    ----------
    name : str
        For instance ``bga`` or ``bga{teleport=false,ring_size=largest}``.
    file : path, optional
        A TOML file of one's own with rule sets; the shipped ones otherwise.

    Raises
    ------
    RuleSetError
        If there is no such rule set, key or value, or the file cannot be read.

    Examples
    --------
    >>> load_rules("piglab").sweep
    'way'
    >>> load_rules("bga{ring_size=largest}").ring_size
    'largest'
    """
    known = rule_sets(file)
    match = re.fullmatch(r"([^{}]*)(?:\{([^{}]*)\})?", name) if isinstance(name, str) else None
    if match is None or match[1] not in known:
        raise _error("rules.no_such", name=str(name), names=", ".join(known))
    rules = known[match[1]]
    if rules.name not in _shipped():
        rules = replace(rules, name=_nearest_shipped(rules))
    return rules.replace(**_read_changes(rules.name, match[2])) if match[2] else rules


def _nearest_shipped(rules: Rules) -> str:
    """Name of the shipped rule set from which the fewest values differ."""
    names = rule_set_names()
    return min(names, key=lambda name: len(replace(rules, name=name).changes()))


def _read_changes(name: str, text: str) -> dict[str, object]:
    changes: dict[str, object] = {}
    for word in text.split(","):
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise _error("rules.change", change=word)
        if key in changes:
            raise _error("rules.change_twice", key=key)
        changes[key] = _read_value(key, value)
    return changes
