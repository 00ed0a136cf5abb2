"""How Sphinx makes the book of one language; `build.py` calls it, and lays the sources ready."""

import json
from html import escape

from sphinx.search.de import SearchGerman
from sphinx.search.es import SearchSpanish

extensions = ["myst_nb"]
project = "finity-edu"
html_title = "finity-edu"
copyright = "the finity-edu contributors; texts CC BY 4.0, code MIT"
nb_execution_mode = "off"
# A picture comes as HTML, with its text alternative.
nb_mime_priority_overrides = [("html", "text/html", 0), ("html", "text/markdown", 1), ("html", "image/svg+xml", 2)]
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]
mathjax_path = "mathjax.js"  # never loaded: the build sets the formulas itself
html_theme = "pydata_sphinx_theme"
html_theme_options = {
    "logo": {"text": "finity-edu", "link": "start.html"},
    "navbar_end": ["theme-switcher", "languages"],
    "navbar_center": [],
    "primary_sidebar_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    "navigation_with_keys": False,  # the arrow keys belong to the boards
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"**": ["units"]}
html_static_path = ["static"]
html_css_files = ["book.css", "../../shared/mathjax/formulas.css"]
html_js_files = [("play.js", {"type": "module"})]
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_context = {"default_mode": "auto"}
# A search leaves out forms of "to be" and the like; here they are words of the course.
SearchSpanish.stopwords = SearchSpanish.stopwords - {"estado", "estados"}
SearchGerman.stopwords = SearchGerman.stopwords - {"weg"}


def setup(app):  # Sphinx calls it
    app.connect("html-page-context", complete)


def complete(app, page, template, context, doctree):
    """Add to a page the texts of its script, and the language of a text that is not translated."""
    meta = context.get("meta") or {}
    if context.get("body") and meta.get("text_lang"):
        context["body"] = f'<div lang="{escape(meta["text_lang"])}">{context["body"]}</div>'
    told = json.dumps(context["book"]).replace("<", "\\u003c")
    script = f'<script type="application/json" id="book-texts">{told}</script>'
    context["metatags"] = context.get("metatags", "") + script
