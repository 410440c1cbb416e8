"""The report of an event: its standings with their derivations, who met whom, what was published, and what the audit found."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from analytics.event_extract import Audit, audited_event
from analytics.event_view import NEEDED, groups
from analytics.report.event_text import EVENT
from analytics.report.page import FRAME, Tongue, document, language_of, speaker
from replay.audit import ENGINE_VERSION
from replay.event.match import AccountName
from replay.event.words import FIGURE_NAMES
from replay.findings import Severity
from replay.sheets import SHEETS
from replay.text import Lang, Text, in_language

LISTED: Final = 400
"""Findings that are printed; how many more there are is said."""
_RANK: Final = {str(severity): place for place, severity in enumerate((Severity.ERROR, Severity.WARNING, Severity.NOTE))}


class Said(NamedTuple):
    """A finding as it is printed."""

    severity: str
    place: str
    message: Text
    code: str
    clause: str | None


def event_html(asked: Audit, found: Sequence[Mapping[str, Any]], account: AccountName, tongue: Tongue) -> str:
    """The report of an event over its matches. `found` are the findings of the records, as documented rows."""
    audited = audited_event(0, asked)
    rows = {name: [row._asdict() for row in audited.rows[name]] for name in (*NEEDED, "event_findings")}  # type: ignore[attr-defined]  # rows of these tables are NamedTuples
    event, say, lang = asked.parsed.event, speaker(tongue), language_of(tongue)
    own = [
        Said(row["severity"], _where(row), Text(row["message_zh"], row["message_en"]), row["code"], row["clause"])
        for row in rows["event_findings"]
    ]
    told = [*own, *_of_records(found, lang)]
    kinds = [*(row["kind"] for row in rows["event_findings"]), *(row["kind"] for row in found if row["follows_from"] is None)]
    title = event.name or event.id
    return document(
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
            cells=sum(row["verdict"] == "differs" for row in rows["published"]),
        ),
        groups=groups(rows, account),
        names=FIGURE_NAMES,
        link=None,
        rounds=False,
        findings=sorted(told, key=lambda each: _RANK[each.severity])[:LISTED],
        total=len(told),
        provenance=[
            say(FRAME["report.sheet"], sheet=SHEETS[event.sheet].title, version=SHEETS[event.sheet].version),
            say(FRAME["report.engine"], version=ENGINE_VERSION),
            say(FRAME["report.sha256"], what=event.id, sha256=asked.parsed.sha256),
            say(EVENT["event.matches"], n=len(asked.matches)) + f" · SHA-256 {asked.digest}",
        ],
    )


def _where(row: Mapping[str, Any]) -> str:
    """Where a finding of the event is: stage, round, table, as far as it has them, else its pointer."""
    told = [str(row[key]) for key in ("stage", "round", "event_table") if row[key] is not None]
    if row["match"] is not None:
        return str(row["match"])
    return " / ".join(told) or str(row["pointer"])


def _of_records(found: Sequence[Mapping[str, Any]], lang: Lang) -> Iterator[Said]:
    for row in found:
        if row["follows_from"] is None:
            at = EVENT["event.hand"].fill(hand=row["hand"]) if row["hand"] is not None else None
            place = row["cell"] or row["match"] + (f" · {in_language(at, lang)}" if at else "")
            yield Said(row["severity"], place, Text(**row["message"]), row["code"], row["clause"])
