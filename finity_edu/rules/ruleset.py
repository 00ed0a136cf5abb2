"""Rule sets as data: one record of values, read from ``data/rules.toml``, each value with its source.

No rule-set name appears in code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random

from boardkit.remembered import hashed_once
from finity_edu.rules.errors import CATALOGUE, RuleSetError
from finity_edu.rules.options import END_RING, VALUES, Options, Value


@hashed_once
@dataclass(frozen=True, kw_only=True, repr=False)
class Rules(Options):
    """A rule set: its options, and where their values come from.

    Attributes
    ----------
    name : str
        Rule set the values come from.
    sources : mapping of str to str
        Where each value stands written, by key.

    Examples
    --------
    >>> load_rules("express").word_length
    6
    >>> print(load_rules("bga").replace(teleport=False))
    bga{teleport=false}
    """

    name: str
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        _check(self.name, {key: getattr(self, key) for key in KEYS}, "Rules")

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
            raise _error(
                "rules.length",
                name=self.name,
                length=length,
                low=self.word_min,
                high=self.word_max,
            )
        return "".join(random.sample("b" * self.cones + "w" * self.cones, length))

    def replace(self, **changes: Value) -> Rules:
        """The same rules with some values changed.

        Raises
        ------
        RuleSetError
            For an unknown key or a bad value.
        """
        for key in changes:
            if key not in KEYS:
                raise _error(
                    "rules.unknown_key",
                    file="Rules",
                    name=self.name,
                    key=key,
                    keys=", ".join(KEYS),
                )
        return replace(self, **changes)

    def changes(self) -> dict[str, Value]:
        """Keys whose values differ from the shipped rule set of the same name."""
        if self.name not in rule_set_names():
            return {}
        shipped = _shipped()[self.name]
        return {
            key: getattr(self, key)
            for key in KEYS
            if getattr(self, key) != getattr(shipped, key)
        }

    def __str__(self) -> str:
        changes = ",".join(
            f"{key}={print_value(value)}" for key, value in self.changes().items()
        )
        return self.name + (f"{{{changes}}}" if changes else "")

    def __repr__(self) -> str:
        if self.name in rule_set_names():
            return f"load_rules({str(self)!r})"
        values = ", ".join(f"{key}={getattr(self, key)!r}" for key in ("name", *KEYS))
        return f"Rules({values})"


KEYS = tuple(VALUES)
"""The keys of a rule set, in the order of the documentation."""


def _error(message: str, **values: object) -> RuleSetError:
    return RuleSetError(CATALOGUE.message(message, **values))


def _check(name: str, values: Mapping[str, Value], file: str) -> None:
    """Each value by itself, then the values that must suit one another."""
    for key in KEYS:
        _check_value(name, key, values[key], file)
    lengths = tuple(values[key] for key in ("word_min", "word_length", "word_max"))
    if lengths != tuple(sorted(lengths)):
        raise _error("rules.word_order", file=file, name=name, lengths=str(lengths))
    if 2 * values["cones"] < values["word_max"]:
        raise _error(
            "rules.cones",
            file=file,
            name=name,
            cones=values["cones"],
            length=values["word_max"],
        )
    end_rings = END_RING[values["end_ring"]]
    if not values[end_rings]:
        raise _error(
            "rules.end_ring",
            file=file,
            name=name,
            size=values["end_ring"],
            key=end_rings,
        )


def _check_value(name: str, key: str, value: object, file: str) -> None:
    values = tuple(VALUES[key])
    if type(value) is not type(values[0]) or value not in values:  # True is no number
        numbers = isinstance(VALUES[key], range)
        if numbers:
            allowed = f"{values[0]}–{values[-1]}"
        else:
            allowed = ", ".join(map(print_value, values))
        raise _error(
            "rules.bad_value",
            file=file,
            name=name,
            key=key,
            value=repr(value),
            allowed=allowed,
        )


def print_value(value: object) -> str:
    """A value as it is written in TOML and in braces: ``true``, not ``True``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_value(key: str, text: str) -> object:
    """The value that a text in braces stands for; the text itself if there is none, for the message."""
    return next(
        (value for value in VALUES.get(key, ()) if print_value(value) == text), text
    )


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
        tables: dict[str, Value] = tomllib.loads(
            text if isinstance(text, str) else repr(text)
        )
    except (
        ValueError,
        RecursionError,
    ) as error:  # no TOML, a number of thousands of digits, endless brackets
        raise _error("rules.not_toml", file=file, detail=str(error)) from None
    done: dict[str, Rules] = {}
    for name in tables:
        _resolve(name, tables, file, done, ())
    return done


def _resolve(
    name: str,
    tables: dict[str, Value],
    file: str,
    done: dict[str, Rules],
    children: tuple[str, ...],
) -> Rules:
    if name in done:
        return done[name]
    if name in children:
        raise _error("rules.circle", file=file, names=" → ".join((*children, name)))
    table = tables[name]
    if not isinstance(table, dict):
        raise _error("rules.no_table", file=file, name=name)
    values: dict[str, Value] = {}
    sources: dict[str, str] = {}
    if "inherits" in table:
        if table["inherits"] not in tuple(tables):
            raise _error(
                "rules.no_parent", file=file, name=name, parent=str(table["inherits"])
            )
        parent = _resolve(table["inherits"], tables, file, done, (*children, name))
        values = {key: getattr(parent, key) for key in KEYS}
    for key, entry in table.items():
        if key in ("inherits", "title"):
            continue
        if key not in KEYS:
            raise _error(
                "rules.unknown_key", file=file, name=name, key=key, keys=", ".join(KEYS)
            )
        match entry:
            case {"source": str(source), **rest} if source and set(rest) <= {"value"}:
                sources[key] = source
                values[key] = rest.get("value", values.get(key))
            case _:
                raise _error("rules.no_source", file=file, name=name, key=key)
    missing = [key for key in KEYS if key not in sources or values.get(key) is None]
    if missing:
        raise _error("rules.missing", file=file, name=name, key=missing[0])
    _check(name, values, file)
    done[name] = Rules(name=name, **values, sources=sources)
    return done[name]


@cache
def _shipped() -> dict[str, Rules]:
    text = (
        resources.files("finity_edu")
        .joinpath("data/rules.toml")
        .read_text(encoding="utf-8")
    )
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
    match = re.fullmatch(r"([^{}]*)(?:\{([^{}]*)\})?", str(name))
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
