"""Links: a position, a game or a machine as the fragment of an address.

What stands behind ``#`` stays in the reader's browser: no server learns which position somebody looks at.  The values
are the text forms of the games, percent-encoded, under these keys: ``p`` a position (the start of a game), ``m`` the
moves from there, ``machine`` a machine.
"""

import re
from urllib.parse import quote, unquote

from boardkit.errors import UserError
from boardkit.messages import CATALOGUE

_PLAIN = "/:@!$'()*,;.~-"  # what a fragment may hold as it is (RFC 3986), but for what separates its parts
_LINK = re.compile(r"[^\s#]*#([a-z]+=[^\s&]*(?:&[a-z]+=[^\s&]*)*)")


def link(page: str = "", /, **values: str) -> str:
    """Return a link; values that are empty are left out.

    Parameters
    ----------
    page : str
        The address of the page; whatever it has behind ``#`` is replaced.
    **values
        Texts by key.

    Examples
    --------
    >>> link("https://example.org/board", p="bga/abcd b c; posts c@A", m="")
    'https://example.org/board#p=bga/abcd%20b%20c;%20posts%20c@A'
    """
    parts = [
        f"{key}={quote(text, safe=_PLAIN)}" for key, text in values.items() if text
    ]
    return f"{page.partition('#')[0]}#{'&'.join(parts)}"


def read_link(text: str) -> dict[str, str] | None:
    """Return the texts of a link by key; None if the text is none.

    Examples
    --------
    >>> read_link(link(p="a & b", m="+bN>C.m"))
    {'p': 'a & b', 'm': '+bN>C.m'}
    >>> read_link("bga/abcd b c; posts c@A") is None
    True
    """
    found = _LINK.fullmatch(text.strip())
    if found is None:
        return None
    pairs = (part.partition("=") for part in found[1].split("&"))
    return {key: unquote(value) for key, _, value in pairs}


def linked(text: str, key: str) -> str:
    """Return what a link holds under a key; a text that is no link stands for itself.

    Raises
    ------
    UserError
        If it is a link that has nothing under this key.

    Examples
    --------
    >>> linked("https://example.org#machine=length%3D5", "machine"), linked("length=5", "machine")
    ('length=5', 'length=5')
    """
    found = read_link(text)
    if found is None:
        return text
    if key not in found:
        raise UserError(CATALOGUE.message("link.without", key=key, text=text))
    return found[key]
