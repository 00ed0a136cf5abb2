"""Markdown on pages that a lecturer reads: as HTML that does nothing, whoever wrote it.

markdown-it-py parses, nh3 (a binding of ammonia) sanitises what comes out; both are alive and small.  bleach, which
nbconvert brings along, has been declared deprecated by its authors.  In a student's text only what makes an answer
readable means something: paragraphs, lists, tables, code, formulas.  All other marks stand there as they were typed, so
that nothing runs, loads or leads elsewhere; and a star is a star, as in ``b*w``.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from boardkit.foreign import as_html, visible

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_TAGS = {
    "p",
    "br",
    "ul",
    "ol",
    "li",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "code",
    "pre",
    "em",
    "strong",
    "blockquote",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "a",
    "div",
    "span",
}
_SCHEMES = {"http", "https", "mailto"}
# MathJax of any version leaves the first alone, and typesets the second inside it.
_PLAIN, _MATH = "tex2jax_ignore mathjax_ignore", "tex2jax_process mathjax_process"
# A formula is typeset if it holds no other command: \href, \class, \require, \def and their like stay text.
_COMMANDS = frozenset(
    re.findall(
        r"\w+",
        """
    alpha beta gamma delta epsilon varepsilon zeta eta theta lambda mu nu xi pi rho sigma tau phi varphi chi psi omega
    Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega emptyset varnothing infty aleph ldots cdots dots
    in notin ni subset subseteq subsetneq supset supseteq cup cap setminus times cdot circ ast star to mapsto
    rightarrow Rightarrow leftarrow Leftarrow leftrightarrow Leftrightarrow longrightarrow iff implies vdash models
    forall exists nexists neg land lor wedge vee oplus mid nmid le leq ge geq ne neq lt gt equiv sim approx cong
    mathbb mathcal mathrm mathbf mathit text textit textbf hat bar overline underline tilde vec
    frac binom sqrt sum prod bigcup bigcap lim min max log bmod pmod mod left right langle rangle lvert rvert vert
    lfloor rfloor lceil rceil quad qquad
""",
    )
)


def student_html(text: str) -> str:
    """Return a student's Markdown as HTML in which nothing is alive.

    Examples
    --------
    >>> print(student_html("[x](javascript:alert(1)) <b>*b*w*</b>"))
    <div class="tex2jax_ignore mathjax_ignore"><p>[x](javascript:alert(1)) &lt;b&gt;*b*w*&lt;/b&gt;</p>
    </div>
    >>> "$x" in student_html("$x \\\\in A$"), "<code>" in student_html("$\\\\href{javascript:alert(1)}{x}$")
    (True, True)
    """
    return untouched(_clean(_student().render(visible(text, lines=True))))


def own_html(text: str) -> str:
    """Return Markdown of the course's own (questions, comments) as HTML: emphasis, headings and links as well."""
    return _clean(_own().render(visible(text, lines=True)))


def untouched(html: str) -> str:
    """Put HTML into a box in which no formulas are looked for."""
    return f'<div class="{_PLAIN}">{html}</div>'


def still(svg: str, alternative: str = "") -> str:
    """Return a picture as HTML that shows it, with its own description, and does nothing else, whatever is in it."""
    described = re.search(r"<desc>(.*?)</desc>", svg, re.S)
    alternative = unescape(described[1]) if described else alternative
    data = base64.b64encode(visible(svg, lines=True).encode()).decode()
    # nbgrader's formgrader puts a red frame round every picture, which reads as "wrong"
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{as_html(alternative)}" class="gk-still" style="border:0" src="{source}">'


def cell_source(html: str) -> str:
    """Return HTML as the source of a Markdown cell that every renderer passes on as it is.

    All that Markdown or a search for formulas might see a meaning in is a character reference, on one line.

    Examples
    --------
    >>> cell_source("<p>$a$\\n*b*</p>")
    '<div><p>&#36;a&#36;&#10;&#42;b&#42;</p></div>'
    """
    parts = re.split(r"(</?[a-z0-9]+(?: [a-z]+=\"[^\"<>]*\")*>)", html)
    text = [
        part
        if i % 2
        else re.sub(r"[^A-Za-z0-9 &;#]", lambda m: f"&#{ord(m[0])};", part)
        for i, part in enumerate(parts)
    ]
    return f"<div>{''.join(text)}</div>"


def _clean(html: str) -> str:
    import nh3

    classes = {"div": set(_PLAIN.split()), "span": set(_MATH.split())}
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        allowed_classes=classes,
        url_schemes=_SCHEMES,
    )


@cache
def _student() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("zero", {"breaks": True}).enable(
        ["list", "table", "code", "fence", "backticks", "newline"]
    )
    parser.use(
        dollarmath_plugin, renderer=_formula, allow_labels=False, double_inline=True
    )
    # It looks for its end anew in every item of a list
    return parser.disable("math_block")


@cache
def _own() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = (
        MarkdownIt("commonmark", {"html": False, "breaks": True})
        .enable("table")
        .disable("image")
    )
    parser.validateLink = lambda url: url.partition(":")[0] in _SCHEMES  # type: ignore[method-assign]
    return parser


def _formula(source: str, options: dict[str, object]) -> str:
    sign = "$$" if options["display_mode"] else "$"
    shown = as_html(f"{sign}{source}{sign}")
    known = all(
        command in _COMMANDS for command in re.findall(r"\\([A-Za-z]+)", source)
    )
    return f'<span class="{_MATH}">{shown}</span>' if known else f"<code>{shown}</code>"
