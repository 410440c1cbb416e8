"""裁定: what waits for the referee, the case with its position, what each ruling would change, and the ruling itself."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from paipu.analytics.errors import RulingsError, WarehouseError
from paipu.analytics.report.case import Case, NoCaseError, case_html, effect_text, stamp
from paipu.analytics.rulings import Act, Given, Log, allowed, standing
from paipu.analytics.rulings.faults import ACT_WORDS, said_of
from paipu.dashboard.links import Place, WrongLink, case_link, ply_template, query_of, read_place, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.rulings import desk as desks
from paipu.dashboard.rulings.desk import LISTED, Desk, Entry
from paipu.dashboard.scope import scope
from paipu.dashboard.session import language, query
from paipu.dashboard.table import component, frames
from paipu.dashboard.table.message import MoveView
from paipu.dashboard.text import t
from paipu.dashboard.trouble import told
from paipu.replay.catalogue import clauses
from paipu.replay.checks import CHECKS, with_cards
from paipu.replay.ruling import NOTHING_TOLD, Proposal, Told, ruling_document
from paipu.replay.sheets import SHEETS, sheet_of
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import INCIDENTS, RULING_STATES, WORDS, hand_name, place_name, seat_name, seats_name

BY: Final = "rulings.by"
SHOW: Final = "rulings.show"
SHOWN: Final = ("waiting", "ruled")
DONE: Final = "rulings.done"
REFEREE_VARIABLE: Final = "PAIPU_REFEREE"
SEEN: Final = "rulings.seen"
"""The record on the page, and the number of the newest act on it when it was drawn."""
REASONS: Final = "rulings.reasons"
"""How many acts were put into the log from here: what was written as a reason for one is none for the next."""
TIMED: Final = frozenset({"late"})
"""Of these faults it matters by how much; the seconds of a turn are on record."""
COUNTED: Final = frozenset({"unannounced", "count_told"})
"""Of these it matters how many cards were told."""
MOST_POINTS: Final = 1_000
MOST_LEVELS: Final = 15


def page() -> None:
    """Draw what the address names beside the queue."""
    lang = language()
    try:
        log = desks.log()
    except RulingsError as fault:
        say("error", told(fault, lang))
        return
    for notice in log.notices:
        say("warning", in_language(notice, lang))
    for message, why in desks.adrift(log):
        say("warning", in_language(message, lang), in_language(why, lang))
    if DONE in st.session_state:
        say("note", st.session_state.pop(DONE))
    given = read_place({name: st.query_params.get_all(name) for name in st.query_params})
    if isinstance(given, WrongLink):
        say("error", t(given.key, lang, **given.params), t("replay.wrong.stop", lang))
        given = Place()
    side, main = st.columns([1, 3], gap="small")
    with side:
        _author(lang)
        _queue(log, given, lang)
    with main:
        if given.match is None or given.hand is None:
            st.info(t("rulings.choose", lang))
            return
        case = _open(given, log, lang)
        if case is not None:
            _decide(case, lang)


def _author(lang: Lang) -> None:
    st.session_state.setdefault(BY, os.environ.get(REFEREE_VARIABLE, ""))
    st.session_state[BY] = st.session_state[BY]  # kept while another page is shown
    st.text_input(t("rulings.by", lang), key=BY, placeholder=t("rulings.by.ask", lang), max_chars=100)


def _queue(log: Log, here: Place, lang: Lang) -> None:
    st.session_state.setdefault(SHOW, SHOWN[0])
    st.session_state[SHOW] = st.session_state[SHOW] or SHOWN[0]
    chosen = scope()
    listed = desks.entries(chosen, log)
    waits = sum(each.waits for each in listed)
    counts = dict(zip(SHOWN, (waits, len(listed) - waits), strict=True))
    shown = st.segmented_control(
        t("rulings.show", lang),
        SHOWN,
        key=SHOW,
        format_func=lambda name: t(f"rulings.show.{name}", lang, n=counts[name]),
        required=True,
    )
    found = [each for each in listed if each.waits == (shown == SHOWN[0])]
    links = [_entry(each, here, lang, chosen.query) for each in found[:LISTED]]
    draw("rulings.html", lang, queue=links, more=max(0, len(found) - LISTED))


def _entry(each: Entry, here: Place, lang: Lang, kept: Mapping[str, str]) -> dict[str, Any]:
    place = Place(each.match, each.hand, each.ply)
    if each.code is None:
        what = in_language(each.what or Text("", ""), lang)
    elif each.code in INCIDENTS:
        what = t("rulings.noted", lang, seat=seat_name(each.seat, lang)) + in_language(INCIDENTS[each.code], lang)
    else:
        what = in_language(CHECKS[each.code].title, lang)
    where = place_name(each.trick, each.play or None, lang, SHEETS[each.sheet].term)
    return {
        "link": case_link(place, lang, kept),
        "here": place[:3] == here[:3],
        "match": each.match,
        "place": t("scope.match", lang) if each.of_match else f"{hand_name(each.hand, lang)} {where}".strip(),
        "what": what,
        "state": in_language(RULING_STATES[each.state], lang) if each.state else None,
    }


def _open(place: Place, log: Log, lang: Lang) -> Case | None:
    """The case of a place with its position; None where there is none, and that is said."""
    found = query("SELECT record_sha256 FROM latest_matches WHERE match = ? ORDER BY ALL", (place.match or "",))
    parsed = desks.record(found.item()) if not found.is_empty() else None
    if parsed is None:
        say("error", t("replay.wrong.match", lang, match=place.match or ""), t("replay.wrong.stop", lang))
        return None
    whole = desks.case_of(parsed, place.hand or 0, (0, 0), log)
    try:
        states = whole.frames
    except NoCaseError as fault:
        say("error", in_language(fault.message, lang))
        return None
    ply = place.ply or 0
    if states and ply >= len(states):
        wrong = {"ply": ply, "hand": whole.hand, "last": len(states) - 1}
        say("error", t("replay.wrong.ply", lang, **wrong), t("replay.wrong.stop", lang))
        return None
    at = (states[ply].trick, states[ply].play) if states and ply else (0, 0)
    case = replace(whole, at=at)
    view = frames.table_view(case.view, case.ruled, lang, parsed.sha256, case.verdict)
    view["query"] = ply_template(parsed.record.id, whole.hand, lang, scope().query)
    view["move"] = MoveView(
        id=f"{parsed.sha256}/{whole.hand}/{ply}", ply=min(ply, len(view["frames"]) - 1), seat=None, focus=False
    )
    with st.container(key="position"):
        legal = {str(ply): frames.legal_at(case.view, ply, lang)} if ply else {}
        component.mount(view, legal, _placed)
    return case


def _asked(case: Case, lang: Lang) -> Case:
    """The case with what is thought to have been done there, where nothing shows it, and what is told of that."""
    seat = _seat(case)
    if seat is None:
        return case
    sheet = sheet_of(case.parsed.record)
    key = f"{case.parsed.sha256[:8]}.{case.hand}.{case.ply}"
    with st.container(horizontal=True, gap="small"):
        kind = st.selectbox(
            t("rulings.kind", lang, seat=seat_name(seat, lang)),
            [kind for kind in INCIDENTS if sheet.penalties.knows(kind)],
            index=None,
            key=f"kind.{key}",
            placeholder=t("rulings.kind.ask", lang),
            format_func=lambda kind: in_language(INCIDENTS[kind], lang),
        )
        facts = NOTHING_TOLD
        if kind in TIMED:
            facts = Told(seconds=st.number_input(t("rulings.seconds", lang), 0, 86_400, None, key=f"seconds.{key}", width=140))
        elif kind in COUNTED:
            facts = Told(
                count=st.number_input(t("rulings.count", lang), 0, sheet.hand_size, None, key=f"count.{key}", width=140)
            )
    return replace(case, seat=seat, kind=kind, told_of=facts) if kind else case


def _placed(asked: component.Asked) -> None:
    """The table shows another ply: that is the case now."""
    st.query_params.from_dict(query_of(Place(*asked[:3]), language(), scope().query))


def _decide(case: Case, lang: Lang) -> None:
    """What is in dispute, what the sheet provides, and the acts that are possible."""
    sheet = sheet_of(case.parsed.record)
    known = clauses(sheet.key)
    matter = [
        {
            "said": with_cards(row["code"], row["message"][lang], lang),
            "small": " · ".join(
                [
                    *([in_language(known[row["clause"]], lang)] if row["clause"] in known else []),
                    *filter(None, (row["clause"], in_language(WORDS["basis." + row["basis"]], lang), row["code"])),
                ]
            ),
        }
        for row in case.findings
    ]
    place = Place(case.parsed.record.id, case.hand, case.ply)
    draw(
        "rulings.html",
        lang,
        title=f"{case.parsed.record.id} {in_language(case.place(), lang)}",
        matter=matter,
        replay=replay_link(place, lang, scope().query),
    )
    asked = _asked(case, lang)
    desk = desks.desk_of(asked)
    proposals = [
        {
            "applies": each.applies,
            "title": in_language(each.title, lang),
            "words": in_language(each.words, lang),
            "clause": in_language(known[each.clause], lang) if each.clause is not None and each.clause in known else None,
            "shifts": shifts,
        }
        for each, shifts in zip(desk.options, desk.effects, strict=True)
    ]
    if asked.elsewhere is not None:
        say("error", told(asked.elsewhere, lang))
    draw("rulings.html", lang, proposals=proposals)
    _meanwhile(case, lang)
    with st.container(key="rule"):
        for act in case.latest:
            if case.concerns(act.entry()):
                _further(act, case, lang)
        _new(desk, lang)
    if case.acts:
        draw("rulings.html", lang, history=[_told(act, lang) for act in case.acts])
    st.download_button(
        t("rulings.print", lang),
        data=lambda: case_html(asked, lang).encode(),
        file_name=f"case-{case.parsed.record.id.replace('/', '-')}-{case.hand}-{case.ply}.html",
        mime="text/html",
        key="rulings.print",
    )


def _meanwhile(case: Case, lang: Lang) -> None:
    """Say which acts have come on the record since the page was drawn; its buttons count no more, for each has their number."""
    record, last = st.session_state.get(SEEN, ("", 0))
    st.session_state[SEEN] = (case.parsed.sha256, _last(case))
    came = [act for act in case.acts if act.no > last] if record == case.parsed.sha256 else []
    if came:
        said = "; ".join(in_language(said_of(act), lang) for act in came)
        say("warning", t("rulings.meanwhile", lang, came=said))


def _last(case: Case) -> int:
    """The number of the newest act on the record: who presses a button has seen them all up to there."""
    return case.acts[-1].no if case.acts else 0


def _told(act: Act, lang: Lang) -> dict[str, Any]:
    return {
        "no": act.no,
        "id": act.id,
        "state": in_language(RULING_STATES[act.state], lang),
        "effect": in_language(effect_text(act.entry()), lang),
        "by": act.by,
        "when": stamp(act.when),
        "reason": act.reason,
    }


def _new(desk: Desk, lang: Lang) -> None:
    """A ruling by one of the proposals, or another."""
    case = desk.case
    sides = sheet_of(case.parsed.record).sides
    key = f"{case.parsed.sha256[:8]}.{case.hand}.{case.ply}"
    titles = [*(in_language(each.title, lang) for each in desk.options), t("rulings.own", lang)]
    chosen = st.radio(
        t("rulings.which", lang),
        range(len(titles)),
        format_func=lambda number: f"{number + 1}. {titles[number]}",
        key=f"which.{key}",
    )
    proposal = desk.options[chosen] if chosen < len(desk.options) else None
    effect, clause = _range(proposal, f"{key}.{chosen}", lang) if proposal is not None else _own(sides, key, lang)
    done = st.session_state.get(REASONS, 0)
    reason = st.text_area(
        t("rulings.reason", lang), key=f"reason.{key}.{done}", placeholder=t("rulings.reason.ask", lang), height=80
    )
    with st.container(horizontal=True, gap="small"):
        for kind in ("issue", "draft"):
            if st.button(
                t(f"rulings.act.{kind}", lang),
                key=f"{kind}.{key}.{_last(case)}",
                type="primary" if kind == "issue" else "secondary",
                disabled=not st.session_state[BY].strip(),
            ):
                seat = proposal.ruling.seat if proposal is not None else _seat(case)
                entries = [desks.entry_of(case, effect, clause, seat)]
                if proposal is not None:
                    entries = [
                        {**_bare(each), **({"effect": effect} if each is proposal.ruling else {})}
                        for each in (proposal.follows, proposal.ruling)
                        if each is not None
                        and (each is proposal.ruling or standing(desks.log(), case.parsed.sha256, each) is None)
                    ]
                given = [Given(kind, st.session_state[BY], reason, on=desks.on(case), ruling=each) for each in entries]
                _act(given, case, lang)


def _bare(ruling: Any) -> dict[str, Any]:  # noqa: ANN401 - a ruling of the kernel
    """A proposed ruling without what the log gives it."""
    return {name: value for name, value in ruling_document(ruling).items() if name not in {"id", "state"}}


def _seat(case: Case) -> str | None:
    """Whom the case is about: who made the play."""
    seat: str | None = case.frames[case.ply].seat if case.frames and case.ply else None
    return seat


def _range(proposal: Proposal, key: str, lang: Lang) -> tuple[dict[str, Any], str | None]:
    """A proposal's effect; within the referee's range where the sheet leaves him one."""
    effect = dict(ruling_document(proposal.ruling).get("effect", {}))
    power = proposal.discretion
    for name, bounds in (("points", power.points if power else None), ("levels", power.levels if power else None)):
        told = effect.get(name)
        if bounds is None or not told:
            continue
        most = bounds[1] if bounds[1] is not None else MOST_POINTS if name == "points" else MOST_LEVELS
        effect[name] = {
            side: st.number_input(
                t(f"rulings.{name}", lang, side=seats_name(side, lang)),
                min_value=-most,
                max_value=-bounds[0],
                value=value,
                key=f"{name}.{side}.{key}",
            )
            for side, value in told.items()
        }
    return effect, proposal.clause


def _own(sides: Sequence[str], key: str, lang: Lang) -> tuple[dict[str, Any], str | None]:
    """An effect of the referee's own."""
    effect: dict[str, Any] = {"points": {}, "levels": {}}
    with st.container(horizontal=True, gap="small"):
        for name, most in (("points", MOST_POINTS), ("levels", MOST_LEVELS)):
            for side in sides:
                label = t(f"rulings.{name}", lang, side=seats_name(side, lang))
                value = st.number_input(label, -most, most, 0, key=f"own.{name}.{side}.{key}", width=140)
                effect[name] |= {side: value} if value else {}
        loser = st.selectbox(
            t("rulings.loser", lang),
            [None, *sides],
            format_func=lambda side: t("rulings.nobody", lang) if side is None else seats_name(side, lang),
            key=f"own.loser.{key}",
            width=160,
        )
        clause = st.text_input(t("rulings.clause", lang), key=f"own.clause.{key}", max_chars=40, width=160)
        void = st.checkbox(t("rulings.void", lang), key=f"own.void.{key}")
    told = {**effect, **({"loser": loser} if loser else {}), **({"void": True} if void else {})}
    return {name: value for name, value in told.items() if value}, clause.strip() or None


def _further(act: Act, case: Case, lang: Lang) -> None:
    """What can be done with a ruling that is there."""
    may = [kind for kind in allowed(act.state) if kind != "draft"]
    if not may:
        return
    draw("rulings.html", lang, standing=_stands(act, lang))
    key = f"{act.id}.{act.state}"
    reason = st.text_input(
        t("rulings.reason", lang), key=f"why.{key}", placeholder=t("rulings.reason.ask", lang), label_visibility="collapsed"
    )
    by = dict.fromkeys(may, st.session_state[BY])
    if "appeal" in by:  # it is made by a side, and not by the referee
        by["appeal"] = st.text_input(
            t("rulings.appellant", lang), key=f"appellant.{key}", placeholder=t("rulings.appellant.ask", lang), max_chars=100
        )
    with st.container(horizontal=True, gap="small"):
        for kind in may:
            if st.button(
                t(f"rulings.act.{kind}", lang),
                key=f"{kind}.{key}.{_last(case)}",
                disabled=kind != "appeal" and not by[kind].strip(),
            ):
                _act([Given(kind, by[kind], reason, act.id)], case, lang)


def _stands(act: Act, lang: Lang) -> dict[str, Any]:
    """A ruling as it stands: by whom and why it was made, and what was done with it since."""
    ruling = act.entry()
    since = act.act in {"appeal", "decide", "withdraw"}
    last = {"act": in_language(ACT_WORDS[act.act], lang), "by": act.by, "when": stamp(act.when), "reason": act.reason}
    return {
        **_told(act, lang),
        "by": ruling.by or "",
        "when": stamp(ruling.when),
        "reason": ruling.note or "",
        "last": t("rulings.last", lang, **last) if since else None,
    }


def _act(given: Sequence[Given], case: Case, lang: Lang) -> None:
    """Put acts into the log, and draw the page as it is then; or say why not."""
    try:
        made, pending = desks.act(given, case.mark.lines if case.mark is not None else 0)
    except WarehouseError as fault:
        say("error", told(fault, lang))
        return
    done = [t("rulings.done", lang, no=act.no, id=act.id, state=in_language(RULING_STATES[act.state], lang)) for act in made]
    if pending is not None:
        done += [t("rulings.pending", lang), told(pending, lang)]
    st.session_state[DONE] = " ".join(done)
    st.session_state[REASONS] = st.session_state.get(REASONS, 0) + len(made)
    st.session_state.pop(SEEN, None)
    st.rerun()
