"""A record of the warehouse as its audit took it: with how many games the events that are there give its match."""

import streamlit as st

from paipu.analytics.events import games_told
from paipu.dashboard.session import directory, reader
from paipu.dashboard.text import TEXT
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place as Origin
from paipu.ingest.stream import in_event
from paipu.replay.audit import MatchView
from paipu.replay.event.placing import Games
from paipu.replay.text import Text


def record(sha256: str) -> Parsed | Text:
    """A record, or why it cannot be had."""
    parsed = _read(sha256, str(directory()))
    if isinstance(parsed, Text):
        return parsed
    return in_event(parsed, _games(f"{directory()}/{reader().generation}"))


@st.cache_resource(show_spinner=False, max_entries=32)
def _read(sha256: str, folder: str) -> Parsed | Text:  # noqa: ARG001 - what the cache goes by
    raw = reader().record(sha256)
    if raw is None:
        return TEXT["replay.gone"].fill(sha256=sha256)
    parsed = parse(raw, Origin())
    return parsed if isinstance(parsed, Parsed) else parsed.message


def hash_of(given: Parsed) -> str:
    """Names a record and how many games its event gives the match."""
    return f"{given.sha256}/{given.record.games}"


@st.cache_resource(show_spinner=False, max_entries=32, hash_funcs={Parsed: hash_of})
def looked_at(parsed: Parsed) -> MatchView:
    """A record as the pages look at it: made once for all of them and for every session."""
    view = MatchView(parsed.record)
    view.audit, view.hands  # noqa: B018 - nobody who is given it has to wait for them
    return view


@st.cache_resource(show_spinner=False, max_entries=4)
def _games(manifest: str) -> Games:  # noqa: ARG001 - what the cache goes by
    return games_told(reader())
