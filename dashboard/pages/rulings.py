"""裁定: what waits for the referee, the case with its position, what each ruling would change, and the ruling itself."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import streamlit as st

from paipu.analytics.errors import RulingsError, WarehouseError
from paipu.analytics.report.case import Case, NoCaseError, case_html, effect_text, heard_of, stamp
from paipu.analytics.ruling_effect import Shift
from paipu.analytics.rulings import Act, Given, Kind, Log, allowed, standing
from paipu.analytics.rulings.acts import STATE_AFTER
from paipu.analytics.rulings.faults import ACT_WORDS, said_of
from paipu.dashboard.links import Place, WrongLink, case_link, page_link, ply_template, query_of, read_place, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.rulings import desk as desks
from paipu.dashboard.rulings.desk import LISTED, Desk, Entry
from paipu.dashboard.scope import scope
from paipu.dashboard.service.access import person
from paipu.dashboard.session import language, query, set_title
from paipu.dashboard.table import component, frames
from paipu.dashboard.table.message import MoveView
from paipu.dashboard.table.supposed import read_other, supposed
from paipu.dashboard.text import t
from paipu.dashboard.trouble import told
from paipu.ingest.question.errors import QuestionError
from paipu.replay.catalogue import clauses
from paipu.replay.checks import CHECKS, with_cards
from paipu.replay.event.words import part_title
from paipu.replay.ruling import NOTHING_TOLD, Proposal, Told, change_name, ruling_document
from paipu.replay.ruling.words import FORMS
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
SURE: Final = "rulings.sure"
"""The act that was asked for, and is not yet confirmed."""
IF: Final = "if"
PICK: Final = "pick"
MOST_SUPPOSED: Final = 20
LONGEST: Final = 2_000
TIMED: Final = frozenset({"late"})
"""Of these faults it matters by how much; the seconds of a turn are on record."""
COUNTED: Final = frozenset({"unannounced", "count_told"})
"""Of these it matters how many cards were told."""
MOST_POINTS: Final = 1_000
MOST_LEVELS: Final = 15
NAMES_OFFERED: Final = 6
"""Of those who ruled before."""


def page() -> None:
    """Draw what the address names beside the queue."""
    lang = language()
    st.session_state.setdefault(BY, os.environ.get(REFEREE_VARIABLE, ""))
    st.session_state[BY] = st.session_state[BY]  # kept while another page is shown
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
    listed = desks.entries(scope(), log)
    if given.match is None or given.hand is None:
        _author(lang, log)
        _queue(listed, lang)
        return
    _steps(listed, given, lang)
    left, right = st.columns([57, 43], gap="medium")
    with left:
        case = _open(given, log, lang)
    if case is not None:
        set_title(f"{case.parsed.record.id} {in_language(case.place(), lang)}", lang)
        with right, st.container(key="decision"):
            _decide(case, listed, lang)


def _author(lang: Lang, log: Log) -> None:
    """Who rules: who is signed in, else typed, or tapped of those who have ruled before and of what a referee is called."""
    signed_in = person()
    if signed_in is not None:
        st.session_state[BY] = signed_in.name
        st.text_input(t("rulings.by", lang), key=BY, disabled=True)
        return
    st.text_input(t("rulings.by", lang), key=BY, placeholder=t("rulings.by.ask", lang), max_chars=100)
    before = dict.fromkeys(act.by for act in reversed(log.acts) if act.act != "appeal")
    own = [name for name in (os.environ.get(REFEREE_VARIABLE, ""),) if name]
    _offer([*dict.fromkeys([*own, *list(before)[:NAMES_OFFERED], *_words("rulings.referees", lang)])], BY)


def _words(key: str, lang: Lang) -> list[str]:
    """What a line of the catalogue offers."""
    return t(key, lang).split("|")


def _offer(choices: Sequence[str], field: str, *, more: bool = False) -> None:
    """Choices for a field, so that it is told without a keyboard: one is put into it, or with `more` added to what it says."""
    key = f"offer.{field}"

    def put() -> None:
        chosen = st.session_state.pop(key, None)
        if chosen:
            said = st.session_state.get(field, "") if more else ""
            st.session_state[field] = (
                chosen
                if not said.strip()
                else t("rulings.and", language(), first=said, second=chosen)
                if chosen not in said
                else said
            )

    with st.container(key=f"offers-{field}"):
        st.pills(t("rulings.offer", language()), choices, key=key, on_change=put, label_visibility="collapsed")


def _queue(listed: Sequence[Entry], lang: Lang) -> None:
    st.session_state.setdefault(SHOW, SHOWN[0])
    st.session_state[SHOW] = st.session_state[SHOW] or SHOWN[0]
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
    at = desks.tables(each.match for each in found[:LISTED])
    links = [_entry(each, at.get(each.match, {}), lang, scope().query) for each in found[:LISTED]]
    draw("rulings.html", lang, queue=links, more=max(0, len(found) - LISTED))


def _steps(listed: Sequence[Entry], here: Place, lang: Lang) -> None:
    """Where the case stands in the queue, with the one before and after it."""
    now, waiting = here._replace(seat=None), [Place(each.match, each.hand, each.ply) for each in listed if each.waits]
    at = waiting.index(now) if now in waiting else None
    links = [case_link(each, lang, scope().query) for each in waiting]
    back = links[at - 1] if at else None
    on = links[0] if at is None and links else links[at + 1] if at is not None and at + 1 < len(links) else None
    draw(
        "rulings.html",
        lang,
        steps={"at": at, "of": len(waiting), "back": back, "on": on, "all": page_link("rulings", lang, scope().query)},
    )


def _what(each: Entry, lang: Lang) -> str:
    if each.code is None:
        return in_language(each.what or Text("", ""), lang)
    if each.code in INCIDENTS:
        return t("rulings.noted", lang, seat=seat_name(each.seat, lang)) + in_language(INCIDENTS[each.code], lang)
    return in_language(CHECKS[each.code].title, lang)


def _where(each: Entry, lang: Lang) -> str:
    where = place_name(each.trick, each.play or None, lang, SHEETS[each.sheet].term)
    return t("scope.match", lang) if each.of_match else f"{hand_name(each.hand, lang)} {where}".strip()


def _entry(each: Entry, at: Mapping[str, Any], lang: Lang, kept: Mapping[str, str]) -> dict[str, Any]:
    part = in_language(part_title(at["stage"], None, at["round"], at["event_table"]), lang) if at.get("stage") else None
    return {
        "link": case_link(Place(each.match, each.hand, each.ply), lang, kept),
        "match": each.match,
        "part": part,
        "place": _where(each, lang),
        "what": _what(each, lang),
        "appealed": each.state == desks.APPEALED,
        "state": in_language(RULING_STATES[each.state], lang) if each.state else None,
        "sides": desks.sides_at(at, lang),
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
    case = replace(whole, at=at, supposed=_supposed(lang) if at[0] else ())
    view = frames.table_view(case.view, case.ruled, lang, parsed.sha256, case.verdict)
    view["query"] = ply_template(parsed.record.id, whole.hand, lang, scope().query)
    view["move"] = MoveView(
        id=f"{parsed.sha256}/{whole.hand}/{ply}", ply=min(ply, len(view["frames"]) - 1), seat=None, focus=False
    )
    view["desk"], view["attached"] = True, list(case.supposed)
    view["supposed"] = supposed(parsed, whole.hand, lang)
    with st.container(key="position"):
        legal = {str(ply): frames.legal_at(case.view, ply, lang)} if ply else {}
        component.mount(view, legal, _placed)
    return case


def _supposed(lang: Lang) -> tuple[str, ...]:
    """The other plays that the address names; what is none is said."""
    found = dict[str, None]()
    for given in st.query_params.get_all(IF)[:MOST_SUPPOSED]:
        try:
            found[read_other(given)] = None
        except QuestionError as fault:
            say("error", in_language(fault.message, lang))
    return tuple(found)


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
    shown = read_place({name: st.query_params.get_all(name) for name in st.query_params})
    if isinstance(shown, Place) and shown[:3] == asked[:3]:
        return
    st.session_state.pop(SURE, None)
    st.query_params.from_dict(query_of(Place(*asked[:3]), language(), scope().query))


def _decide(case: Case, listed: Sequence[Entry], lang: Lang) -> None:
    """What is in dispute, what the sheet provides, and the acts that are possible."""
    sheet = sheet_of(case.parsed.record)
    known = clauses(sheet.key)
    matter = [
        {
            "said": with_cards(row["code"], row["message"][lang], lang),
            "severity": row["severity"],
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
        noted=[in_language(each.short, lang) for each in case.noted()],
        replay=replay_link(place, lang, scope().query),
        others=[
            {
                "cards": other.cards,
                "legal": not other.verdicts,
                "said": [in_language(each, lang) for each in other.verdicts],
                "was": in_language(other.was, lang) if other.was else None,
                "would": in_language(other.would, lang) if other.would else None,
                "outcome": [in_language(line, lang) for line, _ in other.outcome],
            }
            for other in replace(case, lang=lang).others
        ],
    )
    asked = _asked(case, lang)
    desk = desks.desk_of(asked)
    if asked.elsewhere is not None:
        say("error", t("rulings.doubted", lang), told(asked.elsewhere, lang))
    _meanwhile(case, lang)
    with st.container(key="rule"):
        for act in case.latest:
            if case.about(act):
                _further(act, case, lang)
        _new(desk, listed, lang)
    if case.acts:
        draw("rulings.html", lang, history=[_told(act, lang) for act in case.acts])
    st.download_button(
        t("rulings.print", lang),
        data=lambda: case_html(asked, lang).encode(),
        file_name=f"case-{case.parsed.record.id.replace('/', '-')}-{case.hand}-{case.ply}.html",
        mime="text/html",
        key="rulings.print",
    )


def _row(each: Proposal, shifts: Sequence[Shift] | None, number: int, link: str, lang: Lang) -> dict[str, Any]:
    """A proposal as the table has it: what it changes, from what to what."""
    banker = desks.ATTACKED
    cells: dict[str, list[str]] = {"points": [], "levels": [], "other": []}
    for change in each.changes:
        cells[banker.get(change.what, "other")].append(in_language(change_name(change), lang))
    out = t("rulings.standings.out", lang)
    places = (
        None
        if shifts is None
        else [
            t("rulings.standings.shift", lang, team=one.name, before=one.before or out, after=one.after or out)
            for one in shifts
        ]
    )
    return {
        "number": number,
        "link": link,
        "title": in_language(each.title, lang),
        "words": in_language(each.words, lang),
        "applies": each.applies,
        "doubted": each.doubted,
        "places": places,
        **cells,
    }


def _found_there(case: Case, lang: Lang) -> list[str]:
    """What is found at the place, as reasons for a ruling."""
    rows = [row for row in case.findings if row["kind"] != "open"]
    return list(dict.fromkeys(f"{in_language(CHECKS[row['code']].title, lang)} {row['clause'] or ''}".strip() for row in rows))


def _pick(count: int) -> int:
    """Which of so many rulings the address has chosen; the first where it says none, or what there is not."""
    given = st.query_params.get(PICK, "1")
    return int(given) - 1 if given in {str(number) for number in range(1, count + 1)} else 0


def _pick_link(case: Case, number: int, lang: Lang) -> str:
    place = Place(case.parsed.record.id, case.hand, case.ply)
    others = [(IF, cards) for cards in case.supposed]
    return (
        f"{case_link(place, lang, {**scope().query, PICK: str(number)})}{''.join('&' + urlencode([each]) for each in others)}"
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
        "heard": [(in_language(word, lang), said) for word, said in heard_of(act)],
    }


def _new(desk: Desk, listed: Sequence[Entry], lang: Lang) -> None:
    """A ruling by one of the proposals, or another: chosen in the table, with its reason, made in two steps."""
    case, options = desk.case, desk.options
    sides = sheet_of(case.parsed.record).sides
    key = f"{case.parsed.sha256[:8]}.{case.hand}.{case.ply}"
    chosen = _pick(len(options) + 1)
    known = clauses(sheet_of(case.parsed.record).key)
    rows = [
        _row(each, shifts, number, _pick_link(case, number, lang), lang)
        for number, (each, shifts) in enumerate(zip(options, desk.effects, strict=True), 1)
    ]
    proposal = options[chosen] if chosen < len(options) else None
    named = proposal.clause if proposal is not None else None
    clause_text = known[named] if named is not None and named in known else None
    draw(
        "rulings.html",
        lang,
        rows=rows,
        chosen=chosen + 1,
        own={"number": len(options) + 1, "link": _pick_link(case, len(options) + 1, lang)},
        clause=in_language(clause_text, lang) if clause_text is not None else None,
    )
    if proposal is not None and proposal.doubted:
        say("error", t("rulings.doubted", lang), in_language(FORMS["doubted"], lang))
    effect, clause = _range(proposal, f"{key}.{chosen}", lang) if proposal is not None else _own(sides, key, lang)
    done = st.session_state.get(REASONS, 0)
    why = f"reason.{key}.{done}"
    reason = st.text_area(t("rulings.reason", lang), key=why, placeholder=t("rulings.reason.ask", lang), height=80)
    _offer([*_found_there(case, lang), *_words("rulings.reasons", lang)], why, more=True)
    hearing = _hearing(case, sides, f"{key}.{done}", lang)
    also = _also(case, listed, f"{key}.{done}", lang)
    _author(lang, desks.log())
    seat = proposal.ruling.seat if proposal is not None else _seat(case)
    entries = [desks.entry_of(case, effect, clause, seat)]
    if proposal is not None:
        entries = [
            {**_bare(each), **({"effect": effect} if each is proposal.ruling else {})}
            for each in (proposal.follows, proposal.ruling)
            if each is not None and (each is proposal.ruling or standing(desks.log(), case.parsed.sha256, each) is None)
        ]

    heard = {**hearing, **({"also": also} if also else {})}
    on, by = desks.on(case), st.session_state[BY]
    given = [Given("issue", by, reason, on=on, ruling=each) for each in entries]
    given[-1] = given[-1]._replace(hearing=heard)

    title = in_language(proposal.title, lang) if proposal is not None else t("rulings.own", lang)
    picked = rows[chosen] if proposal is not None else None
    will = [t("rulings.will.by", lang, by=st.session_state[BY].strip(), where=in_language(case.place(), lang), what=title)]
    if picked is not None:
        will += [*picked["points"], *picked["levels"], *picked["other"]]
        will += picked["places"] or []
    will += [t("rulings.will.also", lang, n=len(also))] if also else []
    will.append(t("rulings.will.log", lang))
    doubted = proposal is not None and proposal.doubted
    _two_steps(Step("issue", given, will, doubted), f"{key}.{chosen}", case, lang)
    if st.button(t("rulings.act.draft", lang), key=f"draft.{key}.{_last(case)}", disabled=not st.session_state[BY].strip()):
        _act([each._replace(act="draft") for each in given], case, lang)


class Step(NamedTuple):
    """An act that can be made: what goes into the log, what will happen then, whether the facts say otherwise."""

    kind: Kind
    given: Sequence[Given]
    will: Sequence[str]
    doubted: bool = False


def _two_steps(step: Step, key: str, case: Case, lang: Lang) -> None:
    """A button that asks, and where it was pressed what will happen with the button that does it."""
    kind = step.kind
    asked = f"{kind}.{key}.{_last(case)}"
    if st.session_state.get(SURE) != asked:
        if st.button(t(f"rulings.ask.{kind}", lang), key=asked, type="primary" if kind == "issue" else "secondary"):
            st.session_state[SURE] = asked
            st.rerun()
        return
    wanting = [] if step.given[-1].reason.strip() else [t("rulings.will.reason", lang)]
    wanting += [] if step.given[-1].by.strip() else [t("rulings.will.name", lang)]
    sure = {"title": t(f"rulings.sure.{kind}", lang), "will": step.will, "doubted": step.doubted, "wanting": wanting}
    with st.container(key="sure"):
        draw("rulings.html", lang, sure=sure)
        with st.container(horizontal=True, gap="small"):
            done = st.button(t(f"rulings.act.{kind}", lang), key=f"sure.{asked}", type="primary", disabled=bool(wanting))
            if st.button(t("rulings.not", lang), key=f"not.{asked}"):
                st.session_state.pop(SURE, None)
                st.rerun()
        if done:
            st.session_state.pop(SURE, None)
            _act(step.given, case, lang)


def _hearing(case: Case, sides: Sequence[str], key: str, lang: Lang) -> dict[str, Any]:
    """What was heard, as a form of appeal asks for it; nothing of it is needed."""
    with st.expander(t("rulings.hearing", lang)):
        called = st.text_input(t("rulings.called", lang), key=f"called.{key}", max_chars=100, placeholder="14:05")
        said = {
            side: st.text_area(
                t("rulings.statement", lang, side=seats_name(side, lang)),
                key=f"statement.{side}.{key}",
                height=80,
                max_chars=LONGEST,
            )
            for side in sides
        }
        witnesses = st.text_area(t("rulings.witnesses", lang), key=f"witnesses.{key}", height=68, max_chars=LONGEST)
        committee = st.text_input(t("rulings.committee", lang), key=f"committee.{key}", max_chars=LONGEST)
        deadline = st.text_input(t("rulings.deadline", lang), key=f"deadline.{key}", max_chars=100)
    told = {
        "called": called.strip(),
        "statements": {side: words.strip() for side, words in said.items() if words.strip()},
        "witnesses": witnesses.strip(),
        "committee": committee.strip(),
        "deadline": deadline.strip(),
        "supposed": list(case.supposed),
    }
    return {name: value for name, value in told.items() if value}


def _also(case: Case, listed: Sequence[Entry], key: str, lang: Lang) -> list[dict[str, Any]]:
    """The other places of the record that wait, and that the ruling shall be on as well."""
    here = [
        each
        for each in listed
        if each.waits
        and each.match == case.parsed.record.id
        and (each.hand, each.ply) != (case.hand, case.ply)
        and not each.of_match
    ]
    if not here:
        return []
    chosen = st.pills(
        t("rulings.also", lang),
        range(len(here)),
        selection_mode="multi",
        format_func=lambda number: f"{_where(here[number], lang)} {_what(here[number], lang)}",
        key=f"also.{key}",
    )
    return [
        {
            "hand": each.hand,
            "at": f"{each.trick}.{each.play or 1}" if each.trick else "0",
            **({"seat": each.seat} if each.seat else {}),
        }
        for each in (here[number] for number in chosen)
    ]


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
    draw("rulings.html", lang, standing=_stands(act, lang))
    may = [kind for kind in allowed(act.state) if kind != "draft"]
    if not may:
        return
    key = f"{act.id}.{act.state}"
    why = f"why.{key}"
    reason = st.text_input(
        t("rulings.reason", lang), key=why, placeholder=t("rulings.reason.ask", lang), label_visibility="collapsed"
    )
    _offer([each for kind in may for each in _words(f"rulings.reasons.{kind}", lang)], why, more=True)
    by = dict.fromkeys(may, st.session_state.get(BY, ""))
    if "appeal" in by:  # it is made by a side, and not by the referee
        by["appeal"] = st.text_input(
            t("rulings.appellant", lang), key=f"appellant.{key}", placeholder=t("rulings.appellant.ask", lang), max_chars=100
        )
        _offer(_parties(case, lang), f"appellant.{key}")
    hearing = _hearing(case, sheet_of(case.parsed.record).sides, key, lang)
    with st.container(horizontal=True, gap="small"):
        for kind in may:
            what = t("rulings.will.act", lang, id=act.id, by=by[kind].strip(), act=in_language(ACT_WORDS[kind], lang))
            state = t("rulings.will.state", lang, state=in_language(RULING_STATES[STATE_AFTER[kind]], lang))
            will = [what, state, t("rulings.will.log", lang)]
            _two_steps(Step(kind, [Given(kind, by[kind], reason, act.id, hearing=hearing)], will), key, case, lang)


def _parties(case: Case, lang: Lang) -> list[str]:
    """Who may appeal: the sides by their seats, their teams, those who played."""
    record = case.parsed.record
    sides = desks.sides_at(desks.tables([record.id]).get(record.id, {}), lang)
    named = [*(seats_name(side, lang) for side in sheet_of(record).sides)]
    return list(dict.fromkeys([*named, *(one for side in sides for one in (*side["teams"], *side["people"]) if one)]))


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
