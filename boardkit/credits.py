"""Who a game is by: one text in each game's catalogue (id ``credit``), shown by widgets, commands, sheets and pages.

The text holds links as Markdown does, ``[name](address)``; notebooks and documents take it as it is.
"""

import re

from boardkit.messages import Catalogue
from boardkit.svg import Element, el

_LINK = re.compile(r"\[([^]]+)\]\(([^)]+)\)")


def credit_line(catalogue: Catalogue) -> str:
    """The credit of a game as plain text, with the addresses behind the names.

    Examples
    --------
    >>> class Race:
    ...     def text(self, id):
    ...         return "Race: by [Ada](https://example.org/ada)."
    >>> credit_line(Race())
    'Race: by Ada (https://example.org/ada).'
    """

    def plain(link: re.Match[str]) -> str:
        name, address = link.groups()
        return address if address.endswith(name) else f"{name} ({address})"

    return _LINK.sub(plain, catalogue.text("credit"))


def credit_parts(catalogue: Catalogue) -> Element:
    """The credit of a game as a paragraph with links that open a page of their own.

    Examples
    --------
    >>> class Race:
    ...     def text(self, id):
    ...         return "Race: by [Ada](https://example.org/ada)."
    >>> 'href="https://example.org/ada"' in str(credit_parts(Race()))
    True
    """
    parts: list[Element | str] = []
    text, end = catalogue.text("credit"), 0
    for link in _LINK.finditer(text):
        parts += [
            text[end : link.start()],
            el("a", link[1], href=link[2], target="_blank", rel="noopener noreferrer"),
        ]
        end = link.end()
    return el("p", *parts, text[end:], class_="gk-credit")
