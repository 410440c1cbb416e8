"""What the pages ask the warehouse about events."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import polars as pl
import streamlit as st

from paipu.analytics.event_extract import Audit, audited_event
from paipu.analytics.event_view import NEEDED, Tables, as_tables
from paipu.analytics.events import asked_of
from paipu.dashboard.links import Scope
from paipu.dashboard.session import directory, query, reader
from paipu.replay.event.match import AccountName
from paipu.replay.event.standings import places_of

PLANNED: Final = "SELECT event, stage, stage_index FROM event_stages SEMI JOIN latest_events USING (record_sha256)"
"""Where the stages stand in the files of their events."""
IN_ORDER: Final = {
    "standings": "stage_index, group_name NULLS FIRST, position, account",
    "derivations": "account, step, stage, group_name, entrant",
    "event_stages": "stage_index",
    "event_tables": "account, stage_index, round, table_index, side",
    "event_rounds": "stage_index, round",
    "event_entrants": "entrant",
    "published": "stage, group_name, after_round NULLS LAST, line, field",
    "ledger": "position",
    "event_matches": "match",
    "event_boards": "account, stage_index, set_index, board, round, table_index, match",
    "event_players": "entrant, player",
}
"""The tables of an event as they are shown."""


class Event(NamedTuple):
    """An event that stands."""

    event: str
    name: str | None
    sheet: str
    sha256: str


def event_of(chosen: Scope) -> Event | None:
    """The event that the pages look at, or the only one there is; None where there is no file of it."""
    found = query(
        """
        SELECT event, name, sheet, record_sha256
        FROM latest_events
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        ORDER BY event
        """,
        chosen.params,
    )
    return Event(*found.row(0)) if found.height == 1 else None


def several_events(chosen: Scope) -> bool:
    """Whether there are several to choose from."""
    return chosen.event is None and query("SELECT count(*) AS events FROM latest_events ORDER BY events").item() > 1


def tables_of(event: Event) -> Tables:
    """The rows of an event, by table."""
    return {
        name: query(
            f"SELECT * FROM {name} WHERE record_sha256 = ? ORDER BY {IN_ORDER[name]}",  # noqa: S608 - names of ours
            (event.sha256,),
        ).rows(named=True)
        for name in NEEDED
    }


def asked(event: Event) -> Audit | None:
    """The event over its matches, to be audited as it was after some round, or published."""
    return _asked(f"{directory()}/{reader().generation}", event.event)


@st.cache_resource(show_spinner=False, max_entries=4)
def _asked(manifest: str, event: str) -> Audit | None:  # noqa: ARG001 - of the key
    return asked_of(reader(), event)


def tables_after(event: Event, no: int) -> Tables:
    """The same as they were after some round; nothing where the event cannot be read anew."""
    return _after(f"{directory()}/{reader().generation}", event, no)


@st.cache_resource(show_spinner=False, max_entries=16)
def _after(manifest: str, event: Event, no: int) -> Tables:  # noqa: ARG001 - of the key
    found = asked(event)
    return as_tables(audited_event(0, found, after=no).rows) if found is not None else dict.fromkeys(NEEDED, ())


def places_then(event: Event, account: AccountName, entrant: str) -> Mapping[tuple[str, str | None], Mapping[int, str]]:
    """Where an entrant stood after each round; nothing where the event cannot be read anew."""
    return _places(f"{directory()}/{reader().generation}", event, account, entrant)


@st.cache_resource(show_spinner=False, max_entries=64)
def _places(
    manifest: str,  # noqa: ARG001 - of the key
    event: Event,
    account: AccountName,
    entrant: str,
) -> Mapping[tuple[str, str | None], Mapping[int, str]]:
    found = asked(event)
    return places_of(found.parsed.event, found.matches, account, entrant) if found is not None else {}


def findings_of(chosen: Scope) -> pl.DataFrame:
    """The findings about what the pages look at: of events, and of matches."""
    return query(
        f"""
        SELECT event_audit.*
        FROM event_audit
        LEFT JOIN ({PLANNED}) USING (event, stage)
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        ORDER BY
            event NULLS LAST, stage IS NOT NULL, stage_index NULLS LAST, stage, round NULLS FIRST, event_table NULLS FIRST,
            match NULLS FIRST, record_sha256, position
        """,  # noqa: S608 - a query of ours
        chosen.params,
    )
