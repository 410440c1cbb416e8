"""审计: the findings about an event by round, table and check, each with its place, and which of them count."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import polars as pl

from paipu.analytics.known import KnownError, Waivers
from paipu.analytics.located import places
from paipu.dashboard.events import Event, event_of, findings_of
from paipu.dashboard.filters import Filters
from paipu.dashboard.links import Place, page_link, replay_link, standings_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.pages.overview import SEVERITIES, title_of
from paipu.dashboard.scope import event_titles, scope
from paipu.dashboard.session import baseline, language, reader, waivers
from paipu.dashboard.text import t
from paipu.replay.checks import with_cards
from paipu.replay.event.words import part_title, stage_title
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.words import hand_name, place_name

LISTED: Final = 200
"""Findings that are listed; how many more there are is said."""
COUNTED: Final = 12
"""Rows of a list of counts."""
NEW, KNOWN, WAIVED = "new", "known", "waived"
FILTERS: Final = ("stage", "round", "table", "check", "severity", "state")
NONE: Final = "-"
"""In the address: what is of no stage, round or table."""
KEYS: Final = {
    "stage": "stage_key",
    "round": "round_key",
    "table": "table_key",
    "check": "code",
    "severity": "severity",
    "state": "state_key",
    "event": "event",
}
"""The columns that the filters compare."""
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
    titles, rows = event_titles(lang), _with_states(findings_of(looked_at), signed, known)
    several = titles if looked_at.event is None and rows["event"].n_unique() > 1 else {}
    asked = Filters("audit", FILTERS, lang)
    if not asked.known("severity", dict.fromkeys(SEVERITIES, ""), t("column.severity", lang)):
        return
    fitting = rows.filter(*(pl.col(KEYS[name]) == asked[name] for name in FILTERS if asked[name]))
    rank = pl.col("severity").replace_strict(_RANK, return_dtype=pl.Int8)
    folded = _folded(fitting.sort(pl.col("state_key") != NEW, rank, maintain_order=True))
    shown = list(folded.head(LISTED).iter_rows(named=True))
    cells = places(reader(), shown)
    of = _how_many(rows.filter(state_key=NEW), "severity")
    draw(
        "audit.html",
        lang,
        event=_called(event_of(looked_at), titles),
        severities=SEVERITIES,
        of={**{severity: of.get(severity, 0) for severity in SEVERITIES}, "all": rows.height},
        chips=_chips(rows, asked, lang),
        counts=_counts(fitting, asked, several, lang),
        found=[_shown(row, cell, signed, several, lang) for row, cell in zip(shown, cells, strict=True)],
        listed=sum(row["times"] for row in shown),
        total=fitting.height,
    )


def _with_states(rows: pl.DataFrame, signed: Waivers, known: frozenset[str]) -> pl.DataFrame:
    """The findings with what the filters compare; waived ones and those of the baseline do not count."""
    waived = [signed.find(row) is not None for row in rows.iter_rows(named=True)] if signed.all else [False] * rows.height
    in_baseline = pl.col("fingerprint").is_in(list(known))
    return rows.with_columns(
        pl.col("stage").fill_null(NONE).alias(KEYS["stage"]),
        pl.col("round").cast(pl.String).fill_null(NONE).alias(KEYS["round"]),
        pl.col("event_table").fill_null(NONE).alias(KEYS["table"]),
        pl.when(pl.Series(waived, dtype=pl.Boolean))
        .then(pl.lit(WAIVED))
        .when(in_baseline)
        .then(pl.lit(KNOWN))
        .otherwise(pl.lit(NEW))
        .alias(KEYS["state"]),
    )


def _folded(rows: pl.DataFrame) -> pl.DataFrame:
    """The findings, in order, the notes of a match that say the same of it as one, with how many they are."""
    note = pl.col("severity") == "note"
    alike = pl.when(note).then(
        pl.concat_str("record_sha256", pl.col("match").fill_null(""), "code", "state_key", separator=" ")
    )
    keyed = rows.with_row_index("at").with_columns(alike.otherwise(pl.col("at").cast(pl.String)).alias("alike"))
    return keyed.group_by("alike", maintain_order=True).agg(pl.all().first(), pl.len().alias("times"))


def _how_many(rows: pl.DataFrame, column: str) -> dict[str, int]:
    """How many there are of each value, in the order in which the values come."""
    return dict(rows.group_by(column, maintain_order=True).len().iter_rows())


def _chips(rows: pl.DataFrame, asked: Filters, lang: Lang) -> list[Row]:
    """What is asked for now, each with the way back, and severities and states to ask for."""
    found = []
    for name, said in (("severity", lambda value: t(f"severity.{value}", lang)), ("state", _state_name(lang))):
        for value, count in sorted(_how_many(rows, KEYS[name]).items(), key=lambda one: _RANK.get(one[0], 0)):
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


def _called(event: Event | None, titles: Mapping[str, str]) -> Event | None:
    return event._replace(name=titles[event.event]) if event is not None else None


def _counts(rows: pl.DataFrame, asked: Filters, several: Mapping[str, str], lang: Lang) -> list[Row]:
    """How many there are by round, by table and by check, with the parts of each severity; of `several` events by event."""

    def round_name(key: tuple[str, ...]) -> str:
        stage, number = key
        if number == NONE and stage != NONE:
            return t("audit.round.none", lang, stage=in_language(stage_title(stage), lang))
        return table_name(key)

    def table_name(key: tuple[str, ...]) -> str:
        stage, number, *table = (None if value == NONE else value for value in key)
        return in_language(part_title(stage, None, number, *table), lang)

    def narrowed(*names: str) -> Callable[[tuple[str, ...]], str]:
        return lambda key: asked.link(**dict(zip(names, key, strict=True)))

    of_round, of_table, of_check = ("stage", "round"), ("stage", "round", "table"), ("check",)
    at_tables = rows.filter(pl.col("event_table") != "")
    by_check = _tally(t("audit.by.code", lang), rows, of_check, lambda key: title_of(key[0], lang), narrowed(*of_check))
    if several:
        of_event = rows.filter(pl.col("event").is_not_null())
        kept = {name: asked[name] for name in FILTERS if asked[name]}

        def to_event(key: tuple[str, ...]) -> str:
            return page_link("audit", lang, {**scope().query, "event": key[0], **kept})

        return [_tally(t("audit.by.event", lang), of_event, ("event",), lambda key: several[key[0]], to_event), by_check]
    return [
        _tally(t("audit.by.round", lang), rows, of_round, round_name, narrowed(*of_round), in_order=True),
        _tally(t("audit.by.table", lang), at_tables, of_table, table_name, narrowed(*of_table)),
        by_check,
    ]


def _tally(
    title: str,
    rows: pl.DataFrame,
    names: Sequence[str],
    name_of: Callable[[tuple[str, ...]], str],
    link_of: Callable[[tuple[str, ...]], str],
    *,
    in_order: bool = False,
) -> Row:
    columns = [KEYS[name] for name in names]
    parts = {severity: (pl.col("severity") == severity).sum() for severity in SEVERITIES}
    found = rows.group_by(columns, maintain_order=True).agg(**parts, count=pl.len())
    if not in_order:
        found = found.sort("error", "count", *columns, descending=[True, True, *(False for _ in columns)])
    listed = []
    for row in found.head(COUNTED).iter_rows(named=True):
        key = tuple(row.pop(column) for column in columns)
        listed.append({**row, "label": name_of(key), "link": link_of(key), "on": False, "hint": "/".join(key)})
    return {"title": title, "rows": listed, "rest": max(0, found.height - COUNTED)}


def _shown(row: Row, cell: str | None, signed: Waivers, several: Mapping[str, str], lang: Lang) -> Row:
    """A finding as it is listed; it opens its ply, or the table that was published."""
    kept = scope().query
    link = None
    if row["match"] is not None:
        link = replay_link(Place(row["match"], row["at_hand"], row["at_ply"]), lang, kept)
    elif row["stage"] is not None:
        link = standings_link(row, lang, kept)
    waiver = signed.find(row)
    state = t("audit.state.known", lang) if row["state_key"] == KNOWN else ""
    if waiver is not None:
        state = t("audit.state.waived", lang, author=waiver.author, date=waiver.date, reason=waiver.reason)
    return {
        **row,
        "message": with_cards(row["code"], row[f"message_{lang}"], lang),
        "where": _where(row, several, lang),
        "cell": cell or (row["pointer"] if row["match"] is None else ""),
        "link": link,
        "state": state,
    }


def _where(row: Row, several: Mapping[str, str], lang: Lang) -> str:
    part = part_title(row["stage"], row["group_name"], row["round"], row["event_table"])
    parts = [several[row["event"]]] if row["match"] is None and row["event"] in several else []
    parts += [in_language(part, lang)] if row["stage"] is not None or row["match"] is None else []
    if row["match"] is not None:
        parts.append(row["match"])
    if row["hand"] is not None:
        term = SHEETS[row["sheet"]].term if row["sheet"] in SHEETS else TRICK
        parts.append(f"{hand_name(row['hand'], lang)} {place_name(row['trick'], row['play'], lang, term)}".strip())
    return " · ".join(parts)
