"""录入: a record made or mended in the browser, which keeps it; each change is read, audited and answered."""

from typing import Final

import streamlit as st

from paipu.analytics.errors import WarehouseError
from paipu.dashboard import records
from paipu.dashboard.judge.form import told_in
from paipu.dashboard.links import Place, WrongLink, case_link, read_place, replay_link
from paipu.dashboard.papers import File
from paipu.dashboard.record.message import (
    LoadedView,
    Sent,
    StartView,
    asked,
    blank,
    message_of,
    read_sent,
    written,
)
from paipu.dashboard.record.view import Asked
from paipu.dashboard.session import directory, language, query, set_title
from paipu.dashboard.table.assets import address
from paipu.dashboard.text import t
from paipu.dashboard.trouble import told
from paipu.dashboard.uploads import BadEventError, load_files
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place as Origin
from paipu.replay.plays import ply_at
from paipu.replay.text import Lang, Text, in_language

KEY: Final = "record"
_SENT: Final = "record.sent"
_START: Final = "record.start"
_LOADER: Final = f"""
const {{ default: mount }} = await import(location.origin + "{address("record.js")}");
export default mount;
"""


def page() -> None:
    """Draw the record that is being written."""
    lang = language()
    start = _start(lang)
    sent: Sent | None = st.session_state.get(_SENT)
    if sent is None:
        sent = Sent("", 0, start["document"], Asked(start["hand"], start["stage"], None))
    loaded = None
    if sent.load:
        loaded = _load(sent, lang)
        st.session_state[_SENT] = sent._replace(load=False)
    named = start["draft"] if start["base"] else t("record.from.judge", lang) if start["draft"].startswith("?") else ""
    set_title(f"{named} {t('nav.record', lang)}".strip(), lang)
    component = st.components.v2.component("paipu.record", js=_LOADER)
    component(key=KEY, data=dict(message_of(sent, start, lang, loaded)), on_draft_change=_take)


def _take() -> None:
    """The browser sent what it has by now."""
    sent = read_sent(st.session_state[KEY].get("draft"))
    if sent is not None:
        st.session_state[_SENT] = sent


def _start(lang: Lang) -> StartView:
    """What the page begins with: the record that the address names, or of which it asks, else an empty one; the same as long
    as it is open.
    """
    query = {name: st.query_params.get_all(name) for name in st.query_params}
    place, told = read_place(query), told_in(query)
    match = "" if isinstance(place, WrongLink) or place.match is None else place.match
    name = match or repr(sorted(told.items()))
    known: tuple[str, StartView] | None = st.session_state.get(_START)
    if known is not None and known[0] == name:
        return known[1]
    st.session_state.pop(_SENT, None)
    if match and isinstance(place, Place):
        start = _of_match(place, match, lang)
    else:
        start = (asked(told, lang) if told else None) or blank()
    st.session_state[_START] = name, start
    return start


def _of_match(place: Place, match: str, lang: Lang) -> StartView:
    """The newest version of a match that the warehouse has."""
    found = query("SELECT record_sha256 FROM latest_matches WHERE match = ? ORDER BY ALL", (match,))
    if found.is_empty():
        return StartView({**blank(), "said": t("replay.wrong.match", lang, match=match)})
    parsed = records.record(found.item())
    if isinstance(parsed, Text):
        return StartView({**blank(), "said": t("replay.unreadable", lang, why=in_language(parsed, lang))})
    numbers = [hand.no for hand in parsed.record.hands]
    hand = numbers.index(place.hand) if place.hand in numbers else 0
    text = written(dict(parsed.document))
    return StartView(draft=match, document=text, base=parsed.sha256, hand=hand, stage="plays", said=None)


def _load(sent: Sent, lang: Lang) -> LoadedView:
    """Load the record into the warehouse: the next version of its match."""
    raw = sent.document.encode("utf-8", "replace")
    parsed = parse(raw, Origin())
    if not isinstance(parsed, Parsed):
        return _not_loaded(t("record.broken", lang))
    record = parsed.record
    try:
        summary, _ = load_files([File(f"{record.id}.json", raw)], directory(), lambda _: None)
    except WarehouseError as error:
        return _not_loaded(told(error, lang))
    except BadEventError:
        return _not_loaded(t("record.broken", lang))
    if summary.quarantined:
        return _not_loaded(t("record.load.refused", lang))
    said = "record.load.seen" if summary.already_loaded else "record.load.done"
    there = 0 <= sent.asked.hand < len(record.hands)
    hand = record.hands[sent.asked.hand] if there else None
    place = Place(record.id, hand.no if hand is not None else None)
    if hand is not None and sent.place is not None:
        place = place._replace(ply=ply_at(hand.tricks or (), *sent.place))
    return LoadedView(
        tone="good",
        said=t(said, lang, match=record.id),
        link=replay_link(place, lang),
        case=case_link(place, lang) if hand is not None else None,
        sha256=parsed.sha256,
    )


def _not_loaded(said: str) -> LoadedView:
    return LoadedView(tone="error", said=said, link=None, case=None, sha256=None)
