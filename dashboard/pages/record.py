"""录入: a record made or mended in the browser, which keeps it; each change is read, audited and answered."""

from typing import Final

import streamlit as st

from paipu.analytics.errors import WarehouseError
from paipu.dashboard import records
from paipu.dashboard.links import Place, WrongLink, read_place, replay_link
from paipu.dashboard.papers import File
from paipu.dashboard.record.message import (
    LoadedView,
    Sent,
    StartView,
    blank,
    message_of,
    read_sent,
    written,
)
from paipu.dashboard.record.view import Asked
from paipu.dashboard.session import directory, language, query
from paipu.dashboard.table.assets import address
from paipu.dashboard.text import t
from paipu.dashboard.trouble import told
from paipu.dashboard.uploads import BadEventError, load_files
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place as Origin
from paipu.replay.text import Lang, Text, in_language

KEY: Final = "record"
_SENT: Final = "record.sent"
_START: Final = "record.start"
_LOADED: Final = "record.loaded"
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
        sent = Sent("", 0, start["document"], Asked(start["hand"], "setup", None))
    loaded = None
    if sent.load:
        loaded = _load(sent, lang)
        st.session_state[_SENT] = sent._replace(load=False)
    component = st.components.v2.component("paipu.record", js=_LOADER)
    component(key=KEY, data=dict(message_of(sent, start, lang, loaded)), on_draft_change=_take)


def _take() -> None:
    """The browser sent what it has by now."""
    sent = read_sent(st.session_state[KEY].get("draft"))
    if sent is not None:
        st.session_state[_SENT] = sent


def _start(lang: Lang) -> StartView:
    """What the page begins with: the record that the address names, else an empty one; the same as long as it is open."""
    place = read_place({name: st.query_params.get_all(name) for name in st.query_params})
    name = "" if isinstance(place, WrongLink) or place.match is None else place.match
    known: tuple[str, StartView] | None = st.session_state.get(_START)
    if known is not None and known[0] == name:
        return known[1]
    st.session_state.pop(_SENT, None)
    start = blank() if not name or isinstance(place, WrongLink) else _of_match(place, name, lang)
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
    return StartView(draft=match, document=written(dict(parsed.document)), base=parsed.sha256, hand=hand, said=None)


def _load(sent: Sent, lang: Lang) -> LoadedView:
    """Load the record into the warehouse: the next version of its match."""
    raw = sent.document.encode("utf-8", "replace")
    parsed = parse(raw, Origin())
    if not isinstance(parsed, Parsed):
        return LoadedView(tone="error", said=t("record.broken", lang), link=None, sha256=None)
    file = File(f"{parsed.record.id}.json", raw)
    try:
        summary, _ = load_files([file], directory(), lambda _: None)
    except WarehouseError as error:
        return LoadedView(tone="error", said=told(error, lang), link=None, sha256=None)
    except BadEventError:
        return LoadedView(tone="error", said=t("record.broken", lang), link=None, sha256=None)
    said = "record.load.seen" if summary.already_loaded else "record.load.done"
    if summary.quarantined:
        return LoadedView(tone="error", said=t("record.load.refused", lang), link=None, sha256=None)
    numbers = [hand.no for hand in parsed.record.hands]
    hand = numbers[sent.asked.hand] if 0 <= sent.asked.hand < len(numbers) else None
    link = replay_link(Place(parsed.record.id, hand), lang)
    return LoadedView(tone="good", said=t(said, lang, match=parsed.record.id), link=link, sha256=parsed.sha256)
