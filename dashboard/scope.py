"""Which event and which rule sheet the pages look at: chosen in the frame, in the address of every page."""

import re
from collections import Counter
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from paipu.dashboard.links import Scope, Wanted, page_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import as_text
from paipu.dashboard.session import language, query
from paipu.dashboard.text import t
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language

LISTED: Final = 300
"""Events in the list to choose from: the newest."""
_KEPT: Final = "scope"
_WANTED: Final = "wanted"
_BAR: Final = "scope.bar"
_START: Final = re.compile(r"0|[1-9][0-9]{0,6}")


def scope() -> Scope:
    """The event and the sheet of this run, None where all are looked at: what the address says, else what the session had.

    A query takes them as its first two values, and has `($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)`.
    """
    kept: Scope = st.session_state.get(_KEPT, Scope())
    return kept


def wanted() -> Wanted:
    """The findings that are gone through: what the address says, else what the session had."""
    said = st.query_params
    if any(name in said for name in ("severity", "code", "from")):
        start = said.get("from", "0")
        asked = Wanted(said.get("severity") or None, said.get("code") or None, int(start) if _START.fullmatch(start) else 0)
        st.session_state[_WANTED] = asked
    kept: Wanted = st.session_state.get(_WANTED, Wanted())
    return kept


def sheet_name(sheet: str, lang: Lang) -> str:
    """What a sheet is called; one that this engine does not have by its key."""
    return in_language(SHEETS[sheet].title, lang) if sheet in SHEETS else sheet


def bar() -> DeltaGenerator:
    """The row above the page, in which a page has its own choices beside those of all."""
    found: DeltaGenerator = st.session_state[_BAR]
    return found


def scope_bar(lang: Lang) -> bool:
    """Draw the choice, and keep the address in step with it. False where the address names what is not there, which is said."""
    _follow_address()
    names = event_titles(lang)
    sheets = query("SELECT DISTINCT sheet FROM latest_matches ORDER BY sheet")["sheet"].to_list()
    asked, known = scope(), {"event": names.keys(), "sheet": sheets}
    chosen = Scope(*(value if value in known[name] else None for name, value in asked._asdict().items()))
    st.session_state[_KEPT] = chosen  # what is not there is not kept: every other page would be shut as well
    st.session_state[_BAR] = st.container(horizontal=True, gap="small", key="scope")
    with bar():
        st.checkbox(t("scope.filters", lang), key="filters")
        if len(names) > 1:
            listed = list(dict.fromkeys([*([chosen.event] if chosen.event else []), *list(names)[:LISTED]]))
            told_apart = any(f" · {event} · " in title for event, title in names.items())
            _pick("event", listed, chosen.event, names, lang, wide=480 if told_apart else 220)
        if len(sheets) > 1:
            titles = {sheet: sheet_name(sheet, lang) for sheet in sheets}
            _pick("sheet", sheets, chosen.sheet, titles, lang, wide=180)
        for name in names.values() if len(names) == 1 else ():
            st.html(f'<span class="event">{as_text(name)}</span>', width="content")
    for name, value in asked._asdict().items():
        if value is not None and value not in known[name]:
            said, on = t("scope.unknown", lang, name=t(f"column.{name}", lang), value=value), t("scope.unknown.on", lang)
            draw("unknown.html", lang, said=said, on=on, link=page_link("", lang), label=t("scope.unknown.all", lang))
            return False
    return True


def event_titles(lang: Lang) -> dict[str, str]:
    """What each event is called, by its id, the newest first; several of one name have date, id and sheet behind it."""
    events = query(
        """
        SELECT
            event, coalesce(max(event_name), max(title)) AS name, max(started) AS began,
            coalesce(min(sheet), min(written)) AS sheet
        FROM latest_matches
        FULL JOIN (SELECT event, name AS title, sheet AS written FROM latest_events) USING (event)
        WHERE event IS NOT NULL
        GROUP BY event
        ORDER BY began DESC NULLS LAST, event
        """
    ).to_dicts()
    often = Counter(row["name"] or row["event"] for row in events)
    titles = {}
    for row in events:
        name, day = row["name"] or row["event"], (row["began"] or "")[:10]
        apart = (name, day, row["event"], sheet_name(row["sheet"], lang))
        titles[row["event"]] = name if often[name] == 1 else " · ".join(filter(None, apart))
    return titles


def _pick(name: str, values: list[str], chosen: str | None, titles: dict[str, str], lang: Lang, *, wide: int) -> None:
    key = f"scope.{name}"
    st.session_state[key] = chosen
    st.selectbox(
        t(f"column.{name}", lang),
        values,
        index=None,
        key=key,
        placeholder=t(f"scope.{name}.all", lang),
        format_func=lambda value: titles.get(value, value),
        label_visibility="collapsed",
        width=wide,
        on_change=_change,
        args=(name, key),
    )


def _change(name: str, key: str) -> None:
    """Another event or sheet was chosen: the address follows."""
    set_scope(scope()._replace(**{name: st.session_state[key]}))


def set_scope(chosen: Scope) -> None:
    """Look at another event or sheet from now on."""
    st.session_state[_KEPT] = chosen
    others = {name: value for name, value in st.query_params.to_dict().items() if name not in (*Scope._fields, "lang")}
    st.query_params.from_dict({**others, **chosen.query, "lang": language()})


def _follow_address() -> None:
    """What the address says is kept; what it leaves out is written into it, so that the link that is copied says all."""
    said = {name: st.query_params[name] or None for name in Scope._fields if name in st.query_params}
    kept = scope()
    if said:
        kept = Scope(**said)
        st.session_state[_KEPT] = kept
    elif kept.query:
        set_scope(kept)
