"""Markup that pages draw themselves: filled from a template beside the page, in which every value is text.

What a page draws as a printed report does comes from a template of the report (`analytics/report`).
"""

from collections.abc import Mapping
from typing import Final

import streamlit as st
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from paipu.dashboard.text import TEXT, t
from paipu.replay.text import Lang, Text, in_language

_TEMPLATES: Final = Environment(
    loader=ChoiceLoader([PackageLoader("paipu.dashboard", "pages"), PackageLoader("paipu.analytics", "report")]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def draw(template: str, lang: Lang, /, texts: Mapping[str, Text] = TEXT, **values: object) -> None:
    """Draw a template. It has `t(key, …)` for texts in the language, `say(text)` for any other, `n` to write a
    number, `counted(what, …)` to write how many of something there are, and the values.

    A link in it to another page, or to the same with another query, is followed without loading the page anew (shell.js).
    `texts` are those of a template of the reports, beside our own.
    """

    def text(key: str, **params: str | int | Text) -> str:
        filled = {name: in_language(value, lang) if isinstance(value, Text) else value for name, value in params.items()}
        return in_language(TEXT[key] if key in TEXT else texts[key], lang, **filled)

    def say(said: Text) -> str:
        return in_language(said, lang)

    def count(what: str, number: int) -> str:
        return counted(what, number, lang)

    st.html(_TEMPLATES.get_template(template).render(t=text, say=say, n="{:,}".format, counted=count, lang=lang, **values))


def counted(what: str, number: int, lang: Lang) -> str:
    """A number of things, in the grammar of the language.

    >>> counted("hand", 1, "en"), counted("hand", 2000, "en")
    ('1 hand', '2,000 hands')
    """
    return t(f"count.{what}.one" if number == 1 else f"count.{what}", lang, n=f"{number:,}")
