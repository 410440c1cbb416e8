"""What waits for the referee in the warehouse, and what a ruling does to it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from paipu.analytics.errors import RulingsError, WarehouseError
from paipu.analytics.pipeline import load
from paipu.analytics.report.case import Case, NoCaseError, effect_text
from paipu.analytics.ruling_effect import EventNow, Shift, event_now, ruled_match
from paipu.analytics.rulings import Act, Given, Log, On, commit_all, log_beside, read_log
from paipu.analytics.rulings.astray import astray, why_astray
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard import records
from paipu.dashboard.links import Scope
from paipu.dashboard.service.access import allow
from paipu.dashboard.service.roles import Action
from paipu.dashboard.session import directory, query, reader
from paipu.ingest.parse import Parsed
from paipu.ingest.stream import ruled
from paipu.replay.record import Ruling
from paipu.replay.ruling import Proposal, effect_document, written_at
from paipu.replay.text import Lang, Text
from paipu.replay.words import seats_name

LISTED: Final = 40
"""Places on the page; more are counted."""
ENTRIES: Final = """
    SELECT match, sheet, hand, ply, trick, play, code, seat
    FROM (
        SELECT match, sheet, event, at_hand AS hand, at_ply AS ply, trick, play, code, seat, position,
            CASE kind WHEN 'review' THEN 0 ELSE 1 END AS urgency
        FROM findings_located
        WHERE follows_from IS NULL AND at_hand IS NOT NULL AND pointer NOT LIKE '%/incidents/%'
            AND (kind = 'review' OR (kind = 'fail' AND severity = 'error' AND seat IS NOT NULL AND play > 0))
        UNION ALL BY NAME
        SELECT match, sheet, event, hand, ply, trick, play, kind AS code, seat, position, 0 AS urgency
        FROM stored.incidents JOIN (SELECT record, match, sheet, event FROM stored.latest) USING (record)
    )
    WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
    ORDER BY urgency, match, hand, ply, position, code
    """
OWN: Final = """
    SELECT match, hand, trick, play, seat, state, effect
    FROM rulings SEMI JOIN latest_matches USING (record_sha256)
    WHERE source = 'record' AND in_force AND hand IS NOT NULL
    ORDER BY match, position
    """
"""What records say themselves of their places."""
LATE: Final = "late"
APPEALED: Final = "appealed"
WITHDRAWN: Final = "withdrawn"
DECIDING: Final = frozenset({"loser", "disqualified", "winner", "double"})
"""Effects after which it no longer matters who else was late."""
ATTACKED: Final = {"attackers": "points", "penalties": "points", "points": "points", "score": "points", "levels": "levels"}
"""In which column of the table of proposals a result stands; all others share one."""
UNDECIDED: Final = frozenset({None, "draft", "appealed", "withdrawn"})
"""States of a place that waits: nothing was ruled on it, or nothing that holds, or somebody appealed."""


class Entry(NamedTuple):
    """A place that needs a decision, or has one: `state` is that of the rulings on it, None where there is none.

    `code` is the check that finds it, or the kind of the incident that the table noted; None where only a ruling of the log
    names the place, which then says `what`. `of_match`: that is on no hand.
    """

    match: str
    hand: int
    ply: int
    code: str | None
    seat: str | None
    trick: int
    play: int
    state: str | None
    sheet: str
    what: Text | None = None
    of_match: bool = False

    @property
    def waits(self) -> bool:
        """Whether it is still to be decided."""
        return self.state in UNDECIDED


def log_path() -> Path:
    """Where the log lies."""
    return log_beside(directory())


def log() -> Log:
    """The log as it is now. Raises paipu.analytics.errors.RulingsError where it is not as it was written, or does not go on
    from what the warehouse has seen of it.
    """
    return read_log(log_path(), reader().log_seen)


def waiting(chosen: Scope) -> int | None:
    """How many places wait for the referee: what the page of rulings lists. None where the log cannot be read."""
    try:
        mark = log().mark
    except RulingsError:
        return None
    return _waiting(chosen.params, f"{directory()}/{reader().generation}/{mark.sha256}", chosen)


@st.cache_data(show_spinner=False, max_entries=32)
def _waiting(params: tuple[str, str], known: str, _chosen: Scope) -> int:  # noqa: ARG001 - what the cache goes by
    return sum(each.waits for each in entries(_chosen, log()))


def entries(chosen: Scope, acts: Log) -> list[Entry]:
    """What the audit leaves to the referee, what the table noted, the plays that broke a rule, and what else was ruled on; one
    a place and seat, and where somebody appealed first.
    """
    found: dict[tuple[str, int, int, str | None], Entry] = {}
    states = _states(acts)
    met = set[str]()
    for row in query(ENTRIES, chosen.params).iter_rows(named=True):
        trick, play, seat = row["trick"] or 0, row["play"] or 0, row["seat"]
        place = row["match"], row["hand"], row["ply"]
        on = states.get((row["match"], row["hand"]), ())
        at = f"{trick}.{play}" if trick else "0"
        late = row["code"] == LATE
        here = [each for each in on if each.at in {None, at} and (each.seat in {None, seat} or (late and each.decides))]
        met.update(each.id for each in here)
        entry = Entry(*place, row["code"], seat, trick, play, _state_of(each.state for each in here), row["sheet"])
        found.setdefault((*place, seat), entry)
    others = [each[-1] for id_, each in acts.rulings.items() if id_ not in met]
    for entry in _ruled_elsewhere(chosen, others):
        found.setdefault((entry.match, entry.hand, entry.ply, entry.seat), entry)
    return sorted(found.values(), key=lambda entry: entry.state != APPEALED)


def _state_of(states: Iterable[str]) -> str | None:
    """What the rulings on a place come to, oldest first: an appeal is to be decided, whatever else was ruled."""
    told = list(states)
    holding = [state for state in told if state != WITHDRAWN] or told
    return APPEALED if APPEALED in told else holding[-1] if holding else None


def _ruled_elsewhere(chosen: Scope, acts: Sequence[Act]) -> Iterator[Entry]:
    """Places that only rulings of the log name."""
    there = {(act.match, act.record_sha256) for act in acts}
    if not there:
        return
    known = {(match, sha256) for match, sha256 in query(CHOSEN, chosen.params).iter_rows()} & there
    for act in acts:
        if (act.match, act.record_sha256) not in known or act.state == WITHDRAWN:
            continue
        ruling = act.entry()
        hand, at = ruling.hand, ruling.at or (0, 0)
        first, ply = _ply_of(act.record_sha256, hand, at)
        what = effect_text(ruling)
        yield Entry(act.match, first, ply, None, ruling.seat, *at, act.state, act.sheet, what, of_match=hand is None)


@st.cache_data(show_spinner=False, max_entries=512)
def _ply_of(sha256: str, hand: int | None, at: tuple[int, int]) -> tuple[int, int]:
    """The hand and the ply at which a place of a record is shown; of what is on the match, the first."""
    parsed = record(sha256)
    if parsed is None:
        return hand or 1, 0
    first = parsed.record.hands[0].no if hand is None and parsed.record.hands else hand or 1
    case = Case(parsed=parsed, hand=first, at=at, looked_at=records.looked_at(parsed))
    try:
        return case.hand, case.ply
    except NoCaseError:
        return case.hand, 0


class _On(NamedTuple):
    """A ruling on a place, None for the whole hand, and against whom. One that `decides` who loses does so for both sides."""

    id: str
    at: str | None
    seat: str | None
    state: str
    decides: bool


def _states(acts: Log) -> Mapping[tuple[str, int], Sequence[_On]]:
    """By match and hand the rulings on places of it."""
    found: dict[tuple[str, int], list[_On]] = {}
    for match, hand, trick, play, seat, state, effect in query(OWN).iter_rows():
        at = None if trick is None else f"{trick}.{play}" if trick else "0"
        found.setdefault((match, hand), []).append(_On("", at, seat, state, bool(DECIDING & json.loads(effect).keys())))
    for each in acts.rulings.values():
        ruling = each[-1].entry()
        if ruling.hand is not None:
            at = written_at(ruling.at) if ruling.at is not None else None
            decides = bool(DECIDING & effect_document(ruling.effect).keys())
            found.setdefault((each[-1].match, ruling.hand), []).append(_On(ruling.id, at, ruling.seat, ruling.state, decides))
        for place in (also for act in each for also in act.also):
            on = _On(ruling.id, written_at((place.trick, place.play)), place.seat, ruling.state, decides=False)
            found.setdefault((each[-1].match, place.hand), []).append(on)
    return found


CHOSEN: Final = """
    SELECT match, record_sha256 FROM latest_matches WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) ORDER BY ALL
    """
PRESENT: Final = "SELECT match, record_sha256 FROM latest_matches ORDER BY ALL"


def adrift(acts: Log) -> list[tuple[Text, Text]]:
    """What is said of the rulings that are on a former version of a record of the warehouse, and why."""
    if not acts.rulings:
        return []
    found = astray(acts, {match: {sha256} for match, sha256 in query(PRESENT).iter_rows()}, drafts=True)
    records = [(each, record(each.record_sha256)) for each in found]
    return [(each.message, why_astray(each.act.entry(), now.record)) for each, now in records if now is not None]


def sides_at(at: Mapping[str, Any], lang: Lang) -> list[dict[str, Any]]:
    """Who sat on which side, for which teams."""
    sides: dict[str, dict[str, Any]] = {}
    for seat in at.get("seats") or ():
        if seat["side"] is not None:
            side = sides.setdefault(seat["side"], {"name": seats_name(seat["side"], lang), "teams": [], "people": []})
            side["people"].append(seat["name"] or "")
            if seat["team"] and seat["team"] not in side["teams"]:
                side["teams"].append(seat["team"])
    return list(sides.values())


class Desk:
    """A case on the desk: the place, what the log has on its record, and what each proposal would change."""

    def __init__(self, case: Case, event: EventNow | None) -> None:
        self.case, self.event = case, event

    @cached_property
    def options(self) -> Sequence[Proposal]:
        """What the sheet provides, what holds now first."""
        return self.case.proposed

    def shifts(self, *rulings: Ruling) -> Sequence[Shift] | None:
        """Who would stand elsewhere with some rulings; None where the match is of no event that is loaded."""
        record = self.case.parsed.record
        if self.event is None or all(each.id != record.id for each in self.event.matches):
            return None
        laid = [entry for act in self.case.latest if (entry := act.entry()).in_force]
        return self.event.shifts(ruled_match(ruled(record, laid), *rulings))

    @cached_property
    def effects(self) -> Sequence[Sequence[Shift] | None]:
        """The same of each proposal."""
        return [self.shifts(*filter(None, (each.follows, each.ruling))) for each in self.options]


def case_of(parsed: Parsed, hand: int, at: tuple[int, int], acts: Log, supposed: Sequence[str] = ()) -> Case:
    """The case of a place, with what the log has on its record, and other plays that are told of."""
    own = tuple(act for act in acts.acts if act.record_sha256 == parsed.sha256)
    looked_at = records.looked_at(parsed)
    return Case(parsed=parsed, hand=hand, at=at, acts=own, mark=acts.mark, looked_at=looked_at, supposed=supposed)


TABLES: Final = """
    SELECT
        match, any_value(event) AS event, any_value(stage) AS stage, any_value(round) AS round,
        any_value(event_table) AS event_table,
        list({'side': side, 'seat': seat, 'name': coalesce(name, player), 'team': team} ORDER BY seat) AS seats
    FROM latest_matches
    LEFT JOIN (SELECT match, side, seat, name, player, team, record_sha256 FROM seats) USING (match, record_sha256)
    WHERE list_contains($1, match)
    GROUP BY match
    ORDER BY match
    """


def tables(matches: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    """By match where it was played, and who sat there for which team."""
    wanted = tuple(sorted(set(matches)))
    return {row["match"]: row for row in query(TABLES, (wanted,)).iter_rows(named=True)} if wanted else {}


def desk_of(case: Case) -> Desk:
    """A case with the event that its match belongs to."""
    event = case.parsed.record.event
    return Desk(case, _event(event.id) if event and event.id else None)


def record(sha256: str) -> Parsed | None:
    """A record of the warehouse."""
    found = records.record(sha256)
    return found if isinstance(found, Parsed) else None


def _event(event: str) -> EventNow | None:
    return _event_of(event, f"{directory()}/{reader().generation}")


@st.cache_resource(show_spinner=False, max_entries=4)
def _event_of(event: str, manifest: str) -> EventNow | None:  # noqa: ARG001 - what the cache goes by
    return event_now(reader(), event)


def act(given: Sequence[Given], seen: int) -> tuple[Sequence[Act], WarehouseError | None]:
    """Put acts into the log by one who has seen so many lines of it, and have the warehouse follow; why it did not, if so.

    Who is signed in rules under his own name, whatever was typed; only an appeal is somebody else's.
    Raises paipu.analytics.errors.WarehouseError where the acts may not be: then none of them is in force.
    """
    person = allow(Action.RULE, ", ".join(f"{each.act} {each.id or ''}".strip() for each in given))
    if person is not None:
        given = [each if each.act == "appeal" else each._replace(by=person.name) for each in given]
    made = commit_all(log_path(), given, seen)
    try:
        with Warehouse.open(directory()) as warehouse:
            load([], warehouse)
    except WarehouseError as fault:
        return made, fault
    return made, None


def on(case: Case) -> On:
    """The record of a case, for a new ruling on it."""
    return On.of(case.parsed)


def entry_of(case: Case, effect: Mapping[str, Any], clause: str | None, seat: str | None) -> dict[str, Any]:
    """A ruling on the place of a case, as records have it."""
    trick, play = case.at
    said = {"hand": case.hand, "at": f"{trick}.{play}" if trick else "0", "seat": seat, "clause": clause or None}
    return {**{key: value for key, value in said.items() if value is not None}, "effect": dict(effect)}
