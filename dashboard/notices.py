"""Notices that quote what a link or a record says.

Streamlit's own boxes read their text as Markdown, in which a quoted word could make a link or fetch a picture. These show
it as text.
"""

from html import escape
from typing import Literal

import streamlit as st


def as_text(text: str) -> str:
    """Text as markup that shows it, and from which nothing can break out."""
    return escape(text)


def say(kind: Literal["error", "warning", "note"], *paragraphs: str) -> None:
    """Show some paragraphs of plain text in a box."""
    body = "".join(f"<p>{as_text(paragraph)}</p>" for paragraph in paragraphs)
    role = "status" if kind == "note" else "alert"
    st.html(f'<div class="notice {kind}" role="{role}">{body}</div>')
