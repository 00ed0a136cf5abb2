"""JFLAP files (.jff): reading and writing finite automata with the places of their states.

References
----------
.. [1] S. H. Rodger, T. W. Finley: JFLAP – An Interactive Formal Languages and Automata Package.
   Jones & Bartlett (2006).
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement, TreeBuilder, indent, tostring
from xml.parsers import expat

from automatakit.automaton.errors import AutomatonError, place_in, text_in
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, Edge, Point
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import places_of
from automatakit.formats.naming import assembled, distinct, text_names

LINE = " line"
"""The attribute that holds the line where an element starts; none in a file can have this name."""

LONGEST = 200
"""Letters of one transition: each but the last one needs a state."""

LARGEST = 4_096
"""Letters of a range."""


def to_jff(automaton: Source) -> str:
    """Return an automaton as the text of a JFLAP file.

    States are numbered; names, places, initial and accepting states, and one transition for each symbol are written.

    Examples
    --------
    >>> text = to_jff(Automaton.of("bw"))
    >>> text.count("<state "), text.count("<transition>"), "<initial />" in text
    (3, 2, True)
    """
    nfa = Automaton.of(automaton).single_start()
    names = text_names(nfa)
    places = places_of(nfa)
    root = Element("structure")
    SubElement(root, "type").text = "fa"
    inner = SubElement(root, "automaton")
    for state, name in names.items():
        node = SubElement(inner, "state", id=str(nfa.index[state]), name=name)
        x, y = places[state]
        SubElement(node, "x").text = f"{x:.1f}"
        SubElement(node, "y").text = f"{y:.1f}"
        if state == nfa.start:
            SubElement(node, "initial")
        if state in nfa.accepting:
            SubElement(node, "final")
    for tail, symbol, head in nfa.sorted_edges():
        node = SubElement(inner, "transition")
        SubElement(node, "from").text = str(nfa.index[tail])
        SubElement(node, "to").text = str(nfa.index[head])
        SubElement(node, "read").text = symbol
    indent(root, "\t")
    # A return of its own would be read as the end of a line.
    written = tostring(root, encoding="unicode").replace("\r", "&#13;")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{written}\n'


def from_jff(
    text: str | bytes, symbols: str = "", letters: Mapping[str, str] | None = None
) -> Automaton:
    """Return the automaton of a JFLAP file.

    As JFLAP does it, ``[0-9]`` on a transition is any letter of a range, and other texts of several letters are read
    letter by letter, through states of their own.

    Parameters
    ----------
    text
        The contents of the file; of its bytes, the first line may say how they are encoded.
    symbols
        Letters of the alphabet that no transition reads (JFLAP does not store the alphabet).
    letters
        Which letter stands for a text that is one symbol and not several letters: ``{"coin": "c"}``.

    Raises
    ------
    AutomatonError
        Naming the line, state or transition that cannot be read.

    Examples
    --------
    >>> from_jff(to_jff("bw")).accepts("bw")
    True
    >>> spelt_out = to_jff("cp").replace("<read>c", "<read>coin")
    >>> from_jff(spelt_out).accepts("coinp"), from_jff(spelt_out, letters={"coin": "c"}).accepts("cp")
    (True, True)
    """
    root = _parse(text)
    kind = root.find("type") if root.tag == "structure" else None
    if _text(kind) != "fa":
        place = root if kind is None else kind
        raise AutomatonError.of(
            "jff_kind", kind=_text(kind) or f"<{root.tag}>", line=place.get(LINE)
        )
    names: dict[str, str] = {}
    places: dict[str, Point] = {}
    initial, final = [], set()
    # Some versions of JFLAP call a state a block
    for node in [
        *root.iter("state"),
        *root.iter("block"),
    ]:
        key = node.get("id")
        if key is None:
            raise AutomatonError.of("jff_no_id", line=node.get(LINE))
        if key in names:
            raise AutomatonError.of("jff_same_id", id=key, line=node.get(LINE))
        name = node.get("name") or f"q{key}"
        # JFLAP tells states apart by number, we do by name.
        if name in names.values():
            name = distinct(f"{name} ({key})", names.values())
        names[key] = name
        places[name] = (_number(node, "x", name), _number(node, "y", name))
        if node.find("initial") is not None:
            initial.append(name)
        if node.find("final") is not None:
            final.add(name)
    if len(initial) != 1:
        raise AutomatonError.of(
            "jff_initial", number=len(initial), states=", ".join(initial) or "–"
        )
    states = list(names.values())
    arrows: list[Edge] = []
    for node in root.iter("transition"):
        tail, read, head = _transition(node, names)
        if letters is not None:
            read = letters.get(read, read)
        spelt = re.fullmatch(r"\[(.)-(.)\]", read, re.DOTALL)
        if spelt is not None:
            codes = range(ord(spelt[1]), ord(spelt[2]) + 1)
            arrows += [(tail, chr(code), head) for code in codes]
            continue
        way = [tail]
        for i in range(1, len(read)):
            state = f"{tail}·{read[:i]}"
            # Another transition may begin with the same letters
            while state in places:
                state += "′"
            places[state] = _between(places[tail], places[head], i / len(read))
            way.append(state)
        states += way[1:]
        ends = pairwise([*way, head])
        symbols_read = read or [EPSILON]
        for symbol, (here, there) in zip(symbols_read, ends, strict=True):
            arrows.append((here, symbol, there))
    return assembled(states, initial[0], final, arrows, symbols, places)


def _between(one: Point, other: Point, share: float) -> Point:
    return (
        one[0] + share * (other[0] - one[0]),
        one[1] + share * (other[1] - one[1]),
    )


def _text(node: Element | None) -> str:
    if node is None or node.text is None:
        return ""
    return node.text.strip()


def _transition(node: Element, names: dict[str, str]) -> tuple[str, str, str]:
    ends = []
    for tag in ("from", "to"):
        key = _text(node.find(tag))
        if key not in names:
            raise AutomatonError.of(
                "jff_end", tag=tag, id=key or "–", line=node.get(LINE)
            )
        ends.append(names[key])
    read = node.find("read")
    text = "" if read is None else read.text or ""
    # A blank is a letter; lines are broken by those who lay out a file.
    if len(text) > 1 and "\n" in text:
        text = text.strip()
    spelt = re.fullmatch(r"\[(.)-(.)\]", text, re.DOTALL)
    if spelt is None:
        fits = len(text) <= LONGEST
    else:
        fits = 0 <= ord(spelt[2]) - ord(spelt[1]) < LARGEST
    if not fits:
        raise AutomatonError.of(
            "jff_symbol",
            symbol=text,
            most=LONGEST,
            tail=ends[0],
            head=ends[1],
            line=node.get(LINE),
        )
    return ends[0], text, ends[1]


def _number(node: Element, tag: str, state: str) -> float:
    child = node.find(tag)
    if child is None:
        return 0.0
    number = place_in(child.text or "")
    if number is None:
        raise AutomatonError.of(
            "jff_number", tag=tag, value=_text(child), state=state, line=child.get(LINE)
        )
    return number


def _parse(text: str | bytes) -> Element:
    """Read XML into elements that know their lines; entities that a file defines itself are refused."""
    if isinstance(text, bytes):
        content = text
        parser = expat.ParserCreate()
    else:
        content = text_in(text).encode(errors="surrogatepass")
        # A text is decoded already, whatever its first line says
        parser = expat.ParserCreate("utf-8")
    tree = TreeBuilder()

    def start(tag: str, attributes: dict[str, str]) -> None:
        tree.start(tag, {**attributes, LINE: str(parser.CurrentLineNumber)})

    def refuse(*_: object) -> None:
        raise AutomatonError.of("jff_doctype", line=parser.CurrentLineNumber)

    parser.StartElementHandler = start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.data
    parser.EntityDeclHandler = (
        refuse  # a few of them, each made of the others, would fill all memory
    )
    try:
        parser.Parse(content, True)
    except AutomatonError:
        raise
    except (
        LookupError,
        ValueError,
    ) as error:  # no encoding, or none that a file can have
        raise AutomatonError.of("jff_xml", line=1, problem=error) from None
    except expat.ExpatError as error:
        raise AutomatonError.of(
            "jff_xml", line=error.lineno, problem=expat.ErrorString(error.code)
        ) from None
    return tree.close()
