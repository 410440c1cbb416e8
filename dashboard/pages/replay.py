"""牌谱: one hand on the card table, at the ply that the address names."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import streamlit as st

from paipu.analytics.collected import Collection, kept_place
from paipu.analytics.statistics import key_name
from paipu.analytics.units import called
from paipu.dashboard import records
from paipu.dashboard.links import PLACE, Place, Wanted, WrongLink, page_link, ply_template, query_of, read_place, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.pages.overview import SEVERITIES, title_of
from paipu.dashboard.rulings import desk as desks
from paipu.dashboard.scope import bar, event_titles, scope, sheet_name, wanted
from paipu.dashboard.session import language, query, reader, set_title
from paipu.dashboard.study import ask as study
from paipu.dashboard.study import kept, narrow
from paipu.dashboard.study.course import course
from paipu.dashboard.table import alone, component, frames
from paipu.dashboard.table.component import Asked
from paipu.dashboard.table.found import hand_links
from paipu.dashboard.table.message import MoveView, QueueView, StopView
from paipu.dashboard.table.review import review
from paipu.dashboard.table.supposed import supposed
from paipu.dashboard.text import t
from paipu.ingest.parse import Parsed
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.event.words import names_apart, part_title, stage_title
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import hand_name

FOUND: Final = (*SEVERITIES, "none")
"""By what was found in them matches can be listed."""
LISTED: Final = 300
"""Matches in the list to choose from; past that a search narrows it."""
NEWEST: Final = 30
"""Matches of the list that there is where none is named."""
BEHIND: Final = 2
AHEAD: Final = 6
"""Plies about the one looked at whose legal plays are worked out with it, so that stepping seldom waits."""
_LAST: Final = "replay.last"
_SHOWN: Final = "replay.shown"
_REPORTED: Final = "replay.reported"
_MOVES: Final = "replay.moves"
_FOCUS: Final = "replay.focus"
_PICKED: Final = "replay.picked"
_PLACED: Final = "replay.placed"


def page() -> None:
    """Draw what the address names, or say what is wrong with it."""
    lang = language()
    st.session_state.pop(_PLACED, None)
    given = read_place({name: st.query_params.get_all(name) for name in st.query_params})
    if given == Place() and _LAST in st.session_state:
        given = st.session_state[_LAST]
        st.query_params.from_dict(query_of(given, lang, _kept()))
    _choose(None if isinstance(given, WrongLink) else given.match, lang)
    if isinstance(given, WrongLink):
        _wrong(lang, given)
    elif given.match is None:
        _newest(lang)
    else:
        _show(given, given.match, lang)


def _newest(lang: Lang) -> None:
    """The newest matches, where the address names none."""
    rows = query(
        """
        SELECT match, sheet, event, stage, round, event_table, started[:10] AS day, findings, hands
        FROM latest_matches
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        ORDER BY started DESC NULLS LAST, match
        LIMIT $3
        """,
        (*scope().params, NEWEST),
    ).to_dicts()
    titles, seats = event_titles(lang), desks.tables(row["match"] for row in rows)
    set_title(t("replay.newest", lang), lang)
    draw("newest.html", lang, rows=[_new(row, titles, seats.get(row["match"], {}), lang) for row in rows])


def _new(row: dict[str, Any], titles: Mapping[str, str], at: Mapping[str, Any], lang: Lang) -> dict[str, Any]:
    part = part_title(row["stage"], None, row["round"], row["event_table"]) if row["stage"] else None
    return {
        "link": replay_link(Place(row["match"]), lang, scope().query),
        "match": row["match"],
        "event": titles.get(row["event"], ""),
        "part": in_language(part, lang) if part is not None else "",
        "day": row["day"] or "",
        "sheet": sheet_name(row["sheet"], lang),
        "hands": row["hands"],
        "findings": row["findings"],
        "sides": desks.sides_at(at, lang),
    }


def _choose(current: str | None, lang: Lang) -> None:
    """The list of matches, what narrows it, and which findings are gone through."""
    stages = query(
        """
        SELECT DISTINCT stage
        FROM latest_matches
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND stage IS NOT NULL
        ORDER BY stage
        """,
        scope().params,
    )["stage"].to_list()
    with bar():
        titles = names_apart({each: in_language(stage_title(each), lang) for each in stages})
        stage = _narrow("stage", stages, titles, lang) if len(stages) > 1 else None
        found = _narrow("found", FOUND, {each: t(f"replay.found.{each}", lang) for each in FOUND}, lang)
        search = st.text_input(
            t("replay.search", lang),
            key="replay.search",
            placeholder=t("replay.search.placeholder", lang),
            label_visibility="collapsed",
            width=200,
        )
        labels, fitting = _matches(search.strip(), stage, found, lang)
        if current is not None and current not in labels:
            held = query("SELECT match FROM latest_matches WHERE match = ? ORDER BY match", (current,))
            current = None if held.is_empty() else current
            labels = {match: match for match in held["match"]} | labels
        st.session_state[_PICKED] = current
        st.selectbox(
            t("column.match", lang),
            list(labels),
            index=None,
            key=_PICKED,
            placeholder=t("replay.match.choose", lang),
            format_func=lambda match: labels.get(match, match),
            label_visibility="collapsed",
            on_change=_pick,
        )
        if current is not None:
            draw("mend.html", lang, link=page_link("record", lang, _here()))
    _going_through(lang)
    if not fitting:
        say("note", t("replay.match.none", lang, search=search))
    elif fitting > LISTED:
        st.caption(t("replay.match.more", lang, shown=f"{LISTED:,}", total=f"{fitting:,}"))


def _going_through(lang: Lang) -> None:
    """Say what `n` goes through: a list, or findings."""
    listing = narrow.listing_in(st.query_params.to_dict())
    if listing is not None:
        whose = [called(listing.unit, study.called())] if listing.unit is not None else []
        collection = study.collection_of(listing) if isinstance(listing, narrow.Collected) else None
        said = [*whose, _said_of(listing, collection, lang)]
        away = page_link("replay", lang, {**_here(), **scope().query})
        draw("wanted.html", lang, said=said, link=away, of="list", note=_note(collection))
    elif wanted().query:
        code, severity = wanted().code, wanted().severity
        said = [t(f"severity.{severity}", lang)] if severity in SEVERITIES else []
        said += [] if code is None else [title_of(code, lang)]
        draw(
            "wanted.html",
            lang,
            said=said,
            link=page_link("replay", lang, {**_here(), **scope().query, **Wanted().said}),
            of="findings",
            note="",
        )


def _here() -> dict[str, str]:
    return {name: st.query_params[name] for name in PLACE if name in st.query_params}


def _narrow(name: str, values: Sequence[str], titles: Mapping[str, str], lang: Lang) -> str | None:
    chosen: str | None = st.selectbox(
        t(f"replay.{name}", lang),
        values,
        index=None,
        key=f"replay.{name}",
        placeholder=t(f"replay.{name}", lang),
        format_func=lambda value: titles.get(value, value),
        label_visibility="collapsed",
        width=150,
    )
    return chosen


def _matches(search: str, stage: str | None, found: str | None, lang: Lang) -> tuple[dict[str, str], int]:
    """What the list says of each match that fits, at most LISTED of them, and how many fit in all."""
    frame = query(
        """
        SELECT match, sheet, event, findings, people, count(*) OVER () AS total
        FROM latest_matches
        WHERE
            ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND ($3 = '' OR stage = $3)
            AND len(list_filter(string_split($4, ' '), lambda word: NOT contains(search, word))) = 0
            AND (
                $5 = '' OR ($5 = 'none' AND findings = 0)
                OR record_sha256 IN (SELECT record_sha256 FROM findings_located WHERE severity = $5 AND follows_from IS NULL)
            )
        ORDER BY match
        LIMIT $6
        """,
        (*scope().params, stage or "", search.lower(), found or "", LISTED),
    )
    one_sheet, titles = frame["sheet"].n_unique() < 2, event_titles(lang) if frame["event"].n_unique() > 1 else {}
    labels = {row["match"]: _label(row, titles, lang, one_sheet=one_sheet) for row in frame.iter_rows(named=True)}
    return labels, 0 if frame.is_empty() else int(frame["total"][0])


def _label(row: dict[str, Any], titles: Mapping[str, str], lang: Lang, *, one_sheet: bool) -> str:
    """A match as the list has it, without what all of them have."""
    found = t("replay.findings.count", lang, n=row["findings"]) if row["findings"] else t("replay.findings.zero", lang)
    sheet = None if one_sheet else sheet_name(row["sheet"], lang)
    parts = (row["match"], row["people"], found, sheet, titles.get(row["event"]))
    return " · ".join(part for part in parts if part)


def _pick() -> None:
    """Another match was chosen: the address follows, and the keys go to the table."""
    match = st.session_state[_PICKED]
    st.session_state[_FOCUS] = True
    st.session_state.pop(_LAST, None)
    st.query_params.from_dict(query_of(Place(match), language(), _kept()))


def _wrong(lang: Lang, wrong: WrongLink) -> None:
    say("error", t(wrong.key, lang, **wrong.params), t("replay.wrong.stop", lang))


def _show(place: Place, match: str, lang: Lang) -> None:
    """The hand of a match that the link names, else the first."""
    found = query("SELECT record_sha256, engine_version FROM latest_matches WHERE match = ? ORDER BY ALL", (match,))
    if found.is_empty():
        _wrong(lang, WrongLink("replay.wrong.match", {"match": match}))
        return
    sha256, engine = found.row(0)
    parsed = records.record(sha256)
    if isinstance(parsed, Text):
        say("error", t("replay.unreadable", lang, why=in_language(parsed, lang)))
        return
    if engine != ENGINE_VERSION:
        st.caption(t("replay.engine", lang, then=engine, now=ENGINE_VERSION))
    numbers = [hand.no for hand in parsed.record.hands]
    if not numbers:
        st.info(t("replay.no_hands", lang))
        return
    number = numbers[0] if place.hand is None else place.hand
    if number not in numbers:
        have = ", ".join(str(no) for no in numbers)
        _wrong(lang, WrongLink("replay.wrong.hand", {"match": match, "hand": number, "have": have}))
        return
    _draw(parsed, numbers.index(number), place, lang)


@st.cache_data(show_spinner=False, max_entries=64, hash_funcs={Parsed: records.hash_of})
def _view(parsed: Parsed, index: int, lang: Lang) -> frames.TableView:
    match = records.looked_at(parsed)
    return frames.table_view(match.hands[index], match.audit, lang, parsed.sha256)


def _draw(parsed: Parsed, index: int, place: Place, lang: Lang) -> None:
    view, record, verdict = _view(parsed, index, lang), parsed.record, records.looked_at(parsed).audit
    last = len(view["frames"]) - 1
    one_view = record.hands[index].tricks and not view["has_plays"]  # of a hand whose plays cannot be replayed
    ply = 0 if place.ply is None or one_view else place.ply
    if ply > last:
        _wrong(lang, WrongLink("replay.wrong.ply", {"ply": ply, "hand": view["hand"], "last": last}))
        return
    seats = SHEETS[record.sheet].seats
    if place.seat is not None and place.seat not in seats:
        _wrong(lang, WrongLink("replay.wrong.seat", {"seat": place.seat, "have": " ".join(seats)}))
        return
    here = Place(record.id, view["hand"], ply, place.seat)
    st.session_state[_LAST] = here
    view["query"] = ply_template(record.id, view["hand"], lang, _kept())
    view["queue"] = _queue(record.id)
    view["hands"] = hand_links(record, verdict, wanted(), lang)
    view["review"] = review(parsed, index, ply, lang) if place.seat is None else None
    view["move"] = _move(here)
    legal = {str(each): _legal(parsed, index, each, lang) for each in _plies(view, ply)}
    nearby = [str(each) for each in range(ply - BEHIND, ply + AHEAD + 1)]
    draw("paper.html", lang, title=alone.heading(record, lang))
    set_title(f"{record.id} {hand_name(view['hand'], lang)}", lang)
    _table(parsed, view, legal, nearby, lang)
    st.download_button(
        t("replay.download", lang),
        data=_alone(parsed, index),  # at once, for what is made when it is asked for is gone where the page was drawn anew
        file_name=f"{record.id.replace('/', '-')}-{view['hand']}.json",
        mime="application/json",
        key="replay.download",
        on_click="ignore",
    )
    st.download_button(
        t("replay.page", lang),
        data=lambda: alone.page(parsed, range(len(record.hands)), lang),
        file_name=f"{record.id.replace('/', '-')}.html",
        mime="text/html",
        help=t("replay.page.why", lang),
        key="replay.page",
        on_click="ignore",
    )
    kept.offer(
        lambda note: [kept_place(record.id, view["hand"], ply, note)], "kept.here", t("kept.here", lang), lang, note=True
    )
    if place.seat is None:  # whoever sees with one seat's eyes does not see how it went on
        course(record, verdict, view, ply, lang)


def _alone(parsed: Parsed, index: int) -> bytes:
    """A hand by itself as a record: what the match says of it, and how the match stood before it."""
    told = json.loads(reader().record(parsed.sha256) or b"{}")
    hand = told["hands"][index]
    before = records.looked_at(parsed).audit.hands[index - 1].levels if index else None
    start = {"start": {**told.get("start", {}), "levels": dict(before)}} if before else {}
    rulings = [each for each in told.get("rulings", ()) if each.get("hand") == hand.get("no")]
    kept = {name: value for name, value in told.items() if name not in {"claims", "rulings"}}
    alone = {**kept, **start, "hands": [hand], **({"rulings": rulings} if rulings else {})}
    return json.dumps(alone, ensure_ascii=False, indent=1).encode()


@st.fragment
def _table(
    parsed: Parsed, view: frames.TableView, legal: Mapping[str, frames.LegalView], nearby: Sequence[str], lang: Lang
) -> None:
    """The table, drawn anew by itself where another play is asked about, with the page where another place is."""
    if st.session_state.pop(_PLACED, False):
        st.rerun()
    view["supposed"] = supposed(parsed, view["hand"], lang)
    component.mount(view, legal, _placed, nearby)


def _said_of(listing: narrow.Listing | narrow.Sought | narrow.Collected, collection: Collection | None, lang: Lang) -> str:
    """What a list is called."""
    if isinstance(listing, narrow.Listing):
        return key_name(listing.key, lang)
    if isinstance(listing, narrow.Sought):
        return listing.said
    return listing.name or "" if collection is None else collection.name


def _note(collection: Collection | None) -> str:
    """What is noted of the ply that is shown."""
    here = _here()
    at = here.get("match"), here.get("hand"), here.get("ply", "0")
    places = () if collection is None else collection.places
    return next((each.note for each in places if (each.match, str(each.hand), str(each.ply)) == at), "")


def _kept() -> dict[str, str]:
    """What stays in the address as one goes on."""
    return {**scope().query, **wanted().query, **narrow.said(st.query_params.to_dict())}


def _queue(match: str) -> QueueView:
    """What is gone through, findings or the hands of a list, and the nearest of it before and after the match."""
    listing = narrow.listing_in(st.query_params.to_dict())
    if listing is not None:
        back, on, stops = narrow.stops(study.counted(listing, scope()), match)
        return QueueView(severity=None, code=None, stops=stops, back=back, on=on)
    asked = wanted()
    return QueueView(severity=asked.severity, code=asked.code, stops=None, back=_stop(match, _BEFORE), on=_stop(match, _AFTER))


def _stop(match: str, sql: str) -> StopView | None:
    found = query(sql, (*scope().params, *wanted().params, match))
    if found.is_empty():
        return None
    to, hand, ply = found.row(0)
    return StopView(match=to, hand=hand, ply=ply)


_AFTER: Final = """
    SELECT match, at_hand AS hand, at_ply AS ply
    FROM findings_located
    WHERE
        ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND ($3 = '' OR severity = $3) AND ($4 = '' OR code = $4)
        AND follows_from IS NULL AND at_hand IS NOT NULL
        AND first > (SELECT any_value(first) FROM stored.latest WHERE match = $5)
    ORDER BY first, at_hand, at_ply, position
    LIMIT 1
    """
_BEFORE: Final = """
    SELECT match, at_hand AS hand, at_ply AS ply
    FROM findings_located
    WHERE
        ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND ($3 = '' OR severity = $3) AND ($4 = '' OR code = $4)
        AND follows_from IS NULL AND at_hand IS NOT NULL
        AND first < (SELECT any_value(first) FROM stored.latest WHERE match = $5)
    ORDER BY first DESC, at_hand DESC, at_ply DESC, position DESC
    LIMIT 1
    """


def _move(here: Place) -> MoveView:
    """Whether the table is told to go to the ply of the address: not when the address only follows the table."""
    if here not in (st.session_state.get(_SHOWN), st.session_state.get(_REPORTED)):
        st.session_state[_MOVES] = st.session_state.get(_MOVES, 0) + 1
        st.session_state.pop(_REPORTED, None)
    st.session_state[_SHOWN] = here
    return MoveView(
        id=str(st.session_state.get(_MOVES, 0)),
        ply=here.ply or 0,
        seat=here.seat,
        focus=bool(st.session_state.pop(_FOCUS, False)),
    )


def _plies(view: frames.TableView, ply: int) -> list[int]:
    """The plies whose legal plays are sent: those with findings, and those about the ply of the address.

    The table keeps what it was sent. It writes its ply into the address whenever the reader pauses, and so gets those of every
    ply that is looked at.
    """
    if not view["has_plays"]:
        return []
    plies = {frame["ply"] for frame in view["frames"] if frame["findings"]} | set(range(ply - BEHIND, ply + AHEAD + 1))
    last = len(view["frames"]) - 1
    return [each for each in sorted(plies) if 0 < each <= last]


@st.cache_data(show_spinner=False, max_entries=2_000, hash_funcs={Parsed: records.hash_of})
def _legal(parsed: Parsed, index: int, ply: int, lang: Lang) -> frames.LegalView:
    return frames.legal_at(records.looked_at(parsed).hands[index], ply, lang)


def _placed(asked: Asked) -> None:
    """The table shows a ply, or asks for another hand: the address follows."""
    st.session_state[_PLACED] = True
    place = Place(*asked)
    shown: Place | None = st.session_state.get(_SHOWN)
    if shown is not None and place[:2] == shown[:2]:
        st.session_state[_REPORTED] = place
    st.query_params.from_dict(query_of(place, language(), _kept()))
