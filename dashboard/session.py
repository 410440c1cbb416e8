"""What every page shares: the language of the session, and the warehouse that it reads."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import polars as pl
import streamlit as st

from paipu.analytics.known import Waivers, read_baseline, read_waivers
from paipu.analytics.reader import Reader
from paipu.dashboard.given import BASELINE_VARIABLE, WAIVERS_VARIABLE, WAREHOUSE_VARIABLE
from paipu.dashboard.notices import say
from paipu.dashboard.text import LANG_NAMES, t
from paipu.replay.text import LANGS, Lang, is_lang

DEFAULT_WAREHOUSE: Final = "warehouse"

Value = str | int | float | tuple[float, ...] | tuple[str, ...]
"""What a query takes."""
_LANG: Final = "lang"
_LANG_WIDGET: Final = "lang.widget"


@st.cache_resource(show_spinner=False, max_entries=4)
def reader_of(directory: str) -> Reader:
    """The one reader of a warehouse in this process: each would open for itself what is new, which takes time."""
    return Reader(directory)


def directory() -> Path:
    """The folder of the warehouse."""
    return Path(os.environ.get(WAREHOUSE_VARIABLE, DEFAULT_WAREHOUSE))


def reader() -> Reader:
    """The reader that all sessions share. Raises paipu.analytics.errors.WarehouseError where there is nothing to read."""
    return reader_of(str(directory()))


def baseline() -> frozenset[str]:
    """The fingerprints that `paipu dashboard --baseline` names."""
    path = os.environ.get(BASELINE_VARIABLE)
    return read_baseline(Path(path)) if path else frozenset()


def waivers() -> Waivers:
    """The waivers that `paipu dashboard --waivers` names."""
    path = os.environ.get(WAIVERS_VARIABLE)
    return read_waivers(Path(path)) if path else Waivers()


def query(sql: str, params: Sequence[Value] = ()) -> pl.DataFrame:
    """The rows of one SELECT of the newest manifest, remembered until there is another."""
    warehouse = reader()
    # Asked here and not while hashing, where Streamlit would put an error of its own around one of ours.
    manifest = f"{warehouse.directory}/{warehouse.generation}"
    return _query(warehouse, manifest, sql, tuple(params))


@st.cache_data(show_spinner=False, max_entries=128)
def _query(_warehouse: Reader, manifest: str, sql: str, params: tuple[Value, ...]) -> pl.DataFrame:  # noqa: ARG001 - of the key
    return _warehouse.query(sql, params)


def language() -> Lang:
    """The language of this run: what the address says, else what the session had, else Chinese."""
    asked = st.query_params.get(_LANG)
    if asked is not None and is_lang(asked):
        st.session_state[_LANG] = asked
        return asked
    kept: Lang = st.session_state.get(_LANG, "zh")
    return kept


def language_switch() -> Lang:
    """Draw the switch, keep the address in step with it, and say so where the address asks for no language of ours."""
    lang = language()
    st.session_state[_LANG_WIDGET] = lang
    with st.container(key="language", width="content"):
        st.segmented_control(
            t("app.language", lang),
            LANGS,
            key=_LANG_WIDGET,
            required=True,
            format_func=LANG_NAMES.__getitem__,
            on_change=_switch,
            label_visibility="collapsed",
        )
    asked = st.query_params.get(_LANG)
    if asked is not None and not is_lang(asked):
        say("warning", t("app.language.unknown", lang, value=asked, shown=LANG_NAMES[lang]))
    elif asked is None:
        st.query_params[_LANG] = lang
    return lang


def _switch() -> None:
    chosen: Lang = st.session_state[_LANG_WIDGET]
    st.session_state[_LANG] = chosen
    st.query_params[_LANG] = chosen


def set_title(shown: str, lang: Lang) -> None:
    """Name the tab by what is shown."""
    st.set_page_config(page_title=f"{shown} · {t('app.title', lang)}")
