"""Pages for people, from templates: whatever is put into one is escaped, unless it is HTML that we made."""

from collections.abc import Callable
from functools import cache
from typing import Any

from boardkit.errors import missing_part
from boardkit.foreign import in_short, visible
from boardkit.messages import numeral, using_language
from boardkit.theme import style
from coursekit.marking.autograded import long_html, verdict_html
from coursekit.practice.prose import own_html, still
from coursekit.texts import CATALOGUE

LONGEST = 60
"""Characters of a witness that are shown."""


def fill(template: str, lang: str, **values: Any) -> str:
    """Return a page in a language, from a template of the folder ``templates``."""
    with using_language(lang):
        return _templates().get_template(f"{template}.html").render(lang=lang, **values)


@cache
def _templates() -> Any:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
        from markupsafe import Markup
    except ModuleNotFoundError as error:
        raise missing_part("grading", error) from None

    def ours(make: Callable[..., str]) -> Callable[..., Markup]:
        return lambda *values: Markup(make(*values))

    made = Environment(
        loader=PackageLoader("coursekit.book"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: (
            value if isinstance(value, Markup) else visible(value, lines=True)
        ),
    )
    made.globals |= {"look": style, "say": CATALOGUE.text}
    made.filters |= {
        "number": numeral,
        "in_short": _in_short,
        "picture": ours(str),
        "ours": ours(str),
    }
    made.filters["named"] = lambda student, people: people.together(student)
    made.filters |= {
        make.__name__: ours(make) for make in (own_html, long_html, still, verdict_html)
    }
    return made


def _in_short(text: str) -> str:
    return in_short(visible(text), LONGEST)
