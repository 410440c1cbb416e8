"""审计: the findings about an event by round, table and check, each with its place, and which of them count."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from heapq import nsmallest
from typing import Any, Final

from analytics.known import KnownError, Waivers
from dashboard.events import event_of, findings_of
from dashboard.filters import Filters
from dashboard.links import Place, replay_link, standings_link
from dashboard.markup import draw
from dashboard.notices import say
from dashboard.pages.overview import SEVERITIES, title_of
from dashboard.scope import scope
from dashboard.session import baseline, language, waivers
from dashboard.text import t
from replay.event.words import part_title, stage_title
from replay.sheets import SHEETS
from replay.text import Lang, in_language
from replay.words import hand_name, place_name

LISTED: Final = 200
"""Findings that are listed; how many more there are is said."""
COUNTED: Final = 12
"""Rows of a list of counts."""
NEW, KNOWN, WAIVED = "new", "known", "waived"
FILTERS: Final = ("stage", "round", "table", "check", "severity", "state")
NONE: Final = "-"
"""In the address: what is of no stage, round or table."""
_RANK: Final = {severity: place for place, severity in enumerate(SEVERITIES)}

Row = dict[str, Any]


def page() -> None:
    """Draw the findings that the address asks for."""
    lang, looked_at = language(), scope()
    try:
        signed, known = waivers(), baseline()
    except KnownError as fault:
        say("error", t("audit.known.broken", lang, why=getattr(fault.message, lang)))
        return
    rows = _with_states(findings_of(looked_at).to_dicts(), signed, known, lang)
    asked = Filters("audit", FILTERS, lang)
    if not asked.known("severity", dict.fromkeys(SEVERITIES, ""), t("column.severity", lang)):
        return
    wanted = {name: asked[name] for name in FILTERS if asked[name]}
    fitting = [row for row in rows if all(row["keys"][name] == value for name, value in wanted.items())] if wanted else rows
    shown = nsmallest(LISTED, fitting, key=lambda row: (row["state_key"] != NEW, _RANK[row["severity"]]))
    of = Counter(row["severity"] for row in rows if row["state_key"] == NEW)
    draw(
        "audit.html",
        lang,
        event=event_of(looked_at),
        severities=SEVERITIES,
        of={**{severity: of[severity] for severity in SEVERITIES}, "all": len(rows)},
        chips=_chips(rows, asked, lang),
        counts=_counts(fitting, asked, lang),
        found=[_shown(row, lang) for row in shown],
        total=len(fitting),
    )


def _with_states(rows: Sequence[Row], signed: Waivers, known: frozenset[str], lang: Lang) -> Sequence[Row]:
    """The findings, each with whether it counts: waived ones and those of the baseline do not."""
    for row in rows:
        waiver = signed.find(row)
        row["state_key"] = WAIVED if waiver else KNOWN if row["fingerprint"] in known else NEW
        row["state"] = ""
        if waiver is not None:
            row["state"] = t("audit.state.waived", lang, author=waiver.author, date=waiver.date, reason=waiver.reason)
        elif row["state_key"] == KNOWN:
            row["state"] = t("audit.state.known", lang)
        row["keys"] = _keys_of(row)
    return rows


def _keys_of(row: Row) -> dict[str, str]:
    """What the filters compare of a finding."""
    told = {"stage": row["stage"], "round": row["round"], "table": row["event_table"]}
    return {
        **{name: NONE if value is None else str(value) for name, value in told.items()},
        "check": row["code"],
        "severity": row["severity"],
        "state": row["state_key"],
    }


def _chips(rows: Sequence[Row], asked: Filters, lang: Lang) -> list[Row]:
    """What is asked for now, each with the way back, and severities and states to ask for."""
    found = []
    for name, said in (("severity", lambda value: t(f"severity.{value}", lang)), ("state", _state_name(lang))):
        for value, count in sorted(Counter(row["keys"][name] for row in rows).items(), key=lambda one: _RANK.get(one[0], 0)):
            on = asked[name] == value
            if name == "severity" or value != NEW or on:
                found.append(
                    {"label": said(value), "count": count, "on": on, "link": asked.link(**{name: "" if on else value})}
                )
    for name in ("stage", "round", "table", "check"):
        if asked[name]:
            label = title_of(asked[name], lang) if name == "check" else _asked_name(name, asked[name], lang)
            found.append({"label": f"{label} ×", "count": None, "on": True, "link": asked.link(**{name: ""})})
    return found


def _asked_name(name: str, value: str, lang: Lang) -> str:
    if name == "stage":
        return in_language(part_title(None if value == NONE else value), lang)
    return t("audit.filter.round.none", lang) if value == NONE else t(f"audit.filter.{name}", lang, value=value)


def _state_name(lang: Lang) -> Callable[[str], str]:
    return lambda value: t(f"audit.state.{value}.name", lang)


def _counts(rows: Sequence[Row], asked: Filters, lang: Lang) -> list[Row]:
    """How many there are by round, by table and by check, with the parts of each severity."""

    def by_round(row: Row) -> tuple[str, ...]:
        keys = row["keys"]
        return keys["stage"], keys["round"]

    def by_table(row: Row) -> tuple[str, ...]:
        return (*by_round(row), row["keys"]["table"])

    def round_name(key: tuple[str, ...]) -> str:
        stage, number = key[:2]
        if number == NONE and stage != NONE:
            return t("audit.round.none", lang, stage=in_language(stage_title(stage), lang))
        return named(stage, number)

    def named(stage: str, number: str, table: str | None = None) -> str:
        known = [None if value == NONE else value for value in (stage, number)]
        return in_language(part_title(known[0], None, known[1], table), lang)

    def table_name(key: tuple[str, ...]) -> str:
        return named(*key)

    def narrowed(*names: str) -> Callable[[tuple[str, ...]], str]:
        return lambda key: asked.link(**dict(zip(names, key, strict=True)))

    places = ("stage", "round", "table")
    return [
        _tally(t("audit.by.round", lang), rows, by_round, round_name, narrowed(*places[:2]), in_order=True),
        _tally(t("audit.by.table", lang), [row for row in rows if row["event_table"]], by_table, table_name, narrowed(*places)),
        _tally(
            t("audit.by.code", lang), rows, lambda row: (row["code"],), lambda key: title_of(key[0], lang), narrowed("check")
        ),
    ]


def _tally(
    title: str,
    rows: Iterable[Row],
    key_of: Callable[[Row], tuple[str, ...]],
    name_of: Callable[[tuple[str, ...]], str],
    link_of: Callable[[tuple[str, ...]], str],
    *,
    in_order: bool = False,
) -> Row:
    found: dict[tuple[str, ...], Counter[str]] = {}
    for (key, severity), count in Counter([(key_of(row), row["severity"]) for row in rows]).items():
        found.setdefault(key, Counter())[severity] = count
    keys = list(found) if in_order else sorted(found, key=lambda key: (-found[key]["error"], -found[key].total(), key))
    listed = [
        {
            "label": name_of(key),
            "count": found[key].total(),
            "link": link_of(key),
            "on": False,
            "hint": "/".join(key),
            **found[key],
        }
        for key in keys[:COUNTED]
    ]
    return {
        "title": title,
        "rows": [{**dict.fromkeys(SEVERITIES, 0), **row} for row in listed],
        "rest": max(0, len(keys) - COUNTED),
    }


def _shown(row: Row, lang: Lang) -> Row:
    """A finding as it is listed; it opens its ply, or the table that was published."""
    kept = scope().query
    link = None
    if row["match"] is not None:
        link = replay_link(Place(row["match"], row["at_hand"], row["at_ply"]), lang, kept)
    elif row["stage"] is not None:
        link = standings_link(row, lang, kept)
    return {**row, "message": row[f"message_{lang}"], "where": _where(row, lang), "link": link}


def _where(row: Row, lang: Lang) -> str:
    part = part_title(row["stage"], row["group_name"], row["round"], row["event_table"])
    parts = [in_language(part, lang)] if row["stage"] is not None or row["match"] is None else []
    if row["match"] is not None:
        parts.append(row["match"])
    if row["hand"] is not None:
        family = SHEETS[row["sheet"]].family if row["sheet"] in SHEETS else "tricks"
        parts.append(f"{hand_name(row['hand'], lang)} {place_name(row['trick'], row['play'], lang, family)}".strip())
    return " · ".join(parts)
