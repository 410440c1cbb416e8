"""The report of an event: its standings with their derivations, who met whom, what was published, and what the audit found."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from paipu.analytics.event_extract import Audit, audited_event
from paipu.analytics.event_view import as_tables, directions, groups, listed, rests_on
from paipu.analytics.report.case import effect_text, stamp
from paipu.analytics.report.page import FRAME, Tongue, document, log_named, speaker
from paipu.analytics.report.texts import EVENT
from paipu.analytics.rulings import Act, Log, in_force
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.checks import CHECKS
from paipu.replay.event.match import AccountName
from paipu.replay.event.published import Count
from paipu.replay.event.words import part_title
from paipu.replay.findings import Severity
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Text, in_language
from paipu.replay.words import FIGURE_NAMES, RULING_STATES, hand_name, place_name

LISTED: Final = 400
"""Findings that are printed; how many more there are is said."""
MOST_NOTES: Final = 3
"""Notes of one check that are printed one by one."""
ON_PAPER: Final[Mapping[str, object]] = {
    "names": FIGURE_NAMES,
    "listed": listed,
    "asked": lambda _round, _table: False,
    "rounds": False,
    **dict.fromkeys(("link", "of_team", "of_player", "beside")),
}
"""What the tables of an event take on paper: no links, and nothing that an address asks for."""
_RANK: Final = {str(severity): place for place, severity in enumerate((Severity.ERROR, Severity.WARNING, Severity.NOTE))}


class Said(NamedTuple):
    """A finding as it is printed."""

    severity: str
    place: Text
    message: Text
    code: str
    clause: str | None


class InForce(NamedTuple):
    """A ruling of the log as it is printed."""

    id: str
    match: str
    place: Text | None
    effect: Text
    clause: str | None
    state: Text
    by: str
    when: str
    reason: str


class Made(NamedTuple):
    """A report, and how many cells of the published tables it says were checked."""

    html: str
    published: Count


def event_report(
    asked: Audit, found: Sequence[Mapping[str, Any]], account: AccountName, tongue: Tongue, log: Log | None = None
) -> Made:
    """The report of an event over its matches. `found` are the findings of the records, as documented rows.

    `log` is that of the rulings which are laid over the records, None where none is asked for.
    """
    by: AccountName = "recorded" if account == "recorded" else "ruled"
    audited = audited_event(0, asked, by)
    rows = as_tables(audited.rows)
    event, say = asked.parsed.event, speaker(tongue)
    own = [
        Said(row["severity"], _where(row), Text(row["message_zh"], row["message_en"]), row["code"], row["clause"])
        for row in rows["event_findings"]
    ]
    told = [*own, *_of_records(found)]
    shown = sorted(_folded(told), key=lambda each: _RANK[each.severity])
    ruled = any(row["account"] == account for row in rows["standings"])
    shown_as = account if ruled else "computed"  # where nothing is ruled, that is what was computed
    kinds = [*(row["kind"] for row in rows["event_findings"]), *(row["kind"] for row in found if row["follows_from"] is None)]
    title = event.name or event.id
    published = Count.of(row["verdict"] for row in rows["published"])
    html = document(
        "event.html",
        tongue,
        EVENT,
        title=title,
        subtitle=say(EVENT["event.title"]) + f" · {event.id} · " + say(EVENT[f"event.account.{account}"]),
        summary=say(
            EVENT["event.summary"],
            entrants=len(event.entrants),
            matches=len(asked.matches),
            errors=sum(each.severity == "error" for each in told),
            warnings=sum(each.severity == "warning" for each in told),
            reviews=kinds.count("review"),
            published=published_said(published),
        ),
        groups=groups(rows, shown_as),
        checked_by=shown_as,
        rests=rests_on(rows),
        rulings=None if log is None else [*rulings_in_force(log, asked)],
        rounds_too=True,
        side_names=directions(event.sheet),
        **ON_PAPER,
        findings=shown[:LISTED],
        total=len(shown),
        provenance=[
            say(FRAME["report.sheet"], sheet=SHEETS[event.sheet].title, version=SHEETS[event.sheet].version),
            say(FRAME["report.engine"], version=ENGINE_VERSION),
            say(FRAME["report.sha256"], what=event.id, sha256=asked.parsed.sha256),
            say(EVENT["event.matches"], n=len(asked.matches)) + f" · SHA-256 {asked.digest}",
            log_named(say, log.mark if log is not None else None),
        ],
    )
    return Made(html, published)


def published_said(count: Count) -> Text:
    """How many cells of the published tables were checked, differ, and were not."""
    if not count.cells:
        return EVENT["event.summary.unpublished"]
    told = {**count._asdict(), "checked": count.checked}
    return Text(*(in_language(EVENT["event.summary.published"], lang, **told) for lang in LANGS))


def _where(row: Mapping[str, Any]) -> Text:
    """Where a finding of the event is: its match, or the part of the event."""
    if row["match"] is not None:
        return Text(row["match"], row["match"])
    return part_title(row["stage"], row["group_name"], row["round"], row["event_table"])


def _of_records(found: Sequence[Mapping[str, Any]]) -> Iterator[Said]:
    for row in found:
        if row["follows_from"] is None:
            hand = EVENT["event.hand"].fill(hand=row["hand"]) if row["hand"] is not None else None
            place = Text(*(" · ".join([row["match"], *([in_language(hand, lang)] if hand else [])]) for lang in LANGS))
            cell = Text(row["cell"], row["cell"]) if row["cell"] else None
            yield Said(row["severity"], cell or place, Text(**row["message"]), row["code"], row["clause"])


def _folded(told: Sequence[Said]) -> Iterator[Said]:
    """The findings; notes of one check that are many, as where there are no plays at all, in one line with their number."""
    notes = Counter(each.code for each in told if each.severity == Severity.NOTE)
    said = set[str]()
    for each in told:
        count = notes[each.code] if each.severity == Severity.NOTE else 0
        if count <= MOST_NOTES:
            yield each
        elif each.code not in said:
            said.add(each.code)
            many = (EVENT["event.findings.many"].fill(place=in_language(each.place, lang), n=count) for lang in LANGS)
            place = Text(*(in_language(text, lang) for text, lang in zip(many, LANGS, strict=True)))
            yield each._replace(place=place, message=Text(*CHECKS[each.code].title), clause=None)


def rulings_in_force(log: Log, asked: Audit) -> Iterator[InForce]:
    """The rulings in force on the matches, in the order of the matches."""
    ruled = in_force(log)
    for match in asked.matches:
        yield from map(_in_force, ruled.get(asked.hashes[match.id], ()))


def _in_force(act: Act) -> InForce:
    ruling = act.entry()
    place = None
    if ruling.hand is not None:
        term = SHEETS[act.sheet].term
        at = {lang: place_name(*ruling.at, lang, term) if ruling.at is not None else "" for lang in LANGS}
        place = Text(*(f"{hand_name(ruling.hand, lang)} {at[lang]}".strip() for lang in LANGS))
    state = RULING_STATES[act.state]
    made = ruling.by or "", stamp(ruling.when), ruling.note or ""  # the act may be an appeal against it
    return InForce(act.id, act.match, place, effect_text(ruling), ruling.clause, state, *made)
