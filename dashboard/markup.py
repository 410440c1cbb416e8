"""Markup that pages draw themselves: filled from a template beside the page, in which every value is text."""

from typing import Final

import streamlit as st
from jinja2 import Environment, PackageLoader, StrictUndefined

from dashboard.text import t
from replay.text import Lang

_TEMPLATES: Final = Environment(
    loader=PackageLoader("dashboard", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def draw(template: str, lang: Lang, **values: object) -> None:
    """Draw a template. It has `t(key, …)` for texts in the language, `n` to write a number, and the values.

    A link in it to another page, or to the same with another query, is followed without loading the page anew (shell.js).
    """

    def text(key: str, **params: str | int) -> str:
        return t(key, lang, **params)

    st.html(_TEMPLATES.get_template(template).render(t=text, n="{:,}".format, lang=lang, **values))
