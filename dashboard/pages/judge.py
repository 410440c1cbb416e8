"""判牌: one dispute without a record, asked in fields and answered at once; the address is the question."""

from typing import Any

import streamlit as st

from paipu.dashboard.judge.form import NAMES, Told, told_in
from paipu.dashboard.judge.view import message_of
from paipu.dashboard.session import language, set_title
from paipu.dashboard.table.assets import address
from paipu.dashboard.text import t
from paipu.ingest.question.document import LONGEST, MOST_GIVEN

KEY = "judge"
_LOADER = f"""
const {{ default: mount }} = await import(location.origin + "{address("judge.js")}");
export default mount;
"""


def page() -> None:
    """Draw the question that the address asks, and its answer."""
    lang = language()
    told = told_in({name: st.query_params.get_all(name) for name in st.query_params})
    message = message_of(told, lang)
    asked = next(each["label"] for each in message["abouts"] if each["value"] == message["about"])
    set_title(f"{asked} {t('nav.judge', lang)}", lang)
    component = st.components.v2.component("paipu.judge", js=_LOADER)
    component(key=KEY, data=dict(message), on_asked_change=_ask)


def _ask() -> None:
    """Another question was asked: it is the address now."""
    told = read_told(st.session_state[KEY].get("asked"))
    if told is not None:
        st.query_params.from_dict({**told, "lang": language()})


def read_told(value: Any) -> Told | None:  # noqa: ANN401 - JSON from the browser
    """What the browser sent, or None for anything but what the page sends."""
    if not isinstance(value, dict):
        return None
    found: dict[str, list[str]] = {}
    for name, each in value.items():
        if name not in NAMES or not isinstance(each, str) or len(each) > LONGEST:
            return None
        found[name] = each.split("\n")[:MOST_GIVEN]
    return found
