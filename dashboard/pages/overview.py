"""总览: what is here, what needs a decision, and what is unusual, in this order, of one event or of all."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from paipu.dashboard.events import PLANNED
from paipu.dashboard.links import Place, Scope, Wanted, page_link, replay_link, standings_link
from paipu.dashboard.markup import counted, draw
from paipu.dashboard.rulings.desk import waiting
from paipu.dashboard.scope import event_titles, scope, wanted
from paipu.dashboard.session import language, query
from paipu.dashboard.text import TEXT, t
from paipu.replay.checks import CHECKS, with_cards
from paipu.replay.checks.renamed import RENAMED, codes_now
from paipu.replay.event.words import part_title, stage_title
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.words import hand_name, place_name

SEVERITIES: Final = ("error", "warning", "note")
"""Gravest first."""
CELLS: Final = 400
"""Matches of an event that have a cell each; of a larger one those with findings have, this many at most."""
ROWS: Final = 40
"""Rows of the grid; more are counted."""
CHECKS_SHOWN: Final = 12
ENTRIES: Final = 12
"""Findings on a page of the queue."""
UNUSUAL: Final = 6

FOUND: Final = """
    SELECT * FROM findings_located WHERE follows_from IS NULL
    UNION ALL BY NAME
    SELECT * EXCLUDE (subject) FROM event_audit WHERE subject = 'event'
    """
"""What was found in matches, and what was found about their events."""

Row = dict[str, Any]


def page() -> None:
    """Draw the page."""
    lang, chosen, filtered = language(), scope(), wanted()
    here = _here(chosen)
    groups = query(
        f"""
        SELECT severity, code, count(*) AS findings
        FROM ({FOUND})
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        GROUP BY severity, code
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, findings DESC, code
        """,  # noqa: S608 - a query of ours
        chosen.params,
    ).to_dicts()
    of = {severity: sum(row["findings"] for row in groups if row["severity"] == severity) for severity in SEVERITIES}
    draw(
        "overview.html",
        lang,
        verdict=verdict(of["error"], waiting(chosen), here["matches"], lang),
        here=here,
        days=" – ".join(dict.fromkeys(filter(None, (here["began"], here["ended"])))),
        severities=SEVERITIES,
        grid=_events(chosen, lang) if chosen.event is None and here["events"] > 1 else _rounds(chosen, here["matches"], lang),
        queue=_queue(groups, of, chosen, filtered, lang),
        unusual=_unusual(chosen, of["note"], lang),
    )


def verdict(errors: int, waiting: int | None, matches: int, lang: Lang) -> str:
    """What the audit comes to, in a sentence. What waits is what the page of rulings lists; None where its log cannot be read.

    >>> verdict(19, 3, 56, "en"), verdict(1, 0, 1, "en")
    ('19 errors in 56 matches, 3 await the referee.', '1 error in 1 match, none awaits the referee.')
    """
    return t(
        "overview.verdict",
        lang,
        errors=counted("error", errors, lang),
        matches=counted("match", matches, lang),
        reviews=t("overview.await.unknown", lang)
        if waiting is None
        else t(f"overview.await.{min(waiting, 2)}", lang, n=f"{waiting:,}"),
    )


def _here(chosen: Scope) -> Row:
    return query(
        """
        SELECT
            count(*) AS matches, count(DISTINCT event) AS events,
            count(*) FILTER (findings = 0 AND match NOT IN (
                SELECT match FROM event_findings SEMI JOIN latest_events USING (record_sha256) WHERE match IS NOT NULL
            )) AS clean,
            CAST(coalesce(sum(hands), 0) AS BIGINT) AS hands, CAST(coalesce(sum(plays), 0) AS BIGINT) AS plays,
            min(started[:10]) AS began, max(coalesce(finished, started)[:10]) AS ended
        FROM latest_matches
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        ORDER BY ALL
        """,
        chosen.params,
    ).row(0, named=True)


def _events(chosen: Scope, lang: Lang) -> Row:
    """A row an event, those with most errors first."""
    rows = query(
        """
        WITH found AS (
            SELECT
                record_sha256, count(*) FILTER (severity = 'error') AS error,
                count(*) FILTER (severity = 'warning') AS warning, count(*) FILTER (severity = 'note') AS note
            FROM findings_located
            WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND follows_from IS NULL
            GROUP BY record_sha256
        ),
        own AS (
            SELECT
                event, count(*) FILTER (severity = 'error') AS error, count(*) FILTER (severity = 'warning') AS warning,
                count(*) FILTER (severity = 'note') AS note
            FROM event_audit
            WHERE subject = 'event'
            GROUP BY event
        )
        SELECT
            event, count(*) AS matches, min(started) AS began,
            CAST(coalesce(sum(found.error), 0) + coalesce(any_value(own.error), 0) AS BIGINT) AS error,
            CAST(coalesce(sum(found.warning), 0) + coalesce(any_value(own.warning), 0) AS BIGINT) AS warning,
            CAST(coalesce(sum(found.note), 0) + coalesce(any_value(own.note), 0) AS BIGINT) AS note,
            count(*) OVER () AS total
        FROM latest_matches
        LEFT JOIN found USING (record_sha256)
        LEFT JOIN own USING (event)
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        GROUP BY event
        ORDER BY error DESC, warning DESC, note DESC, event NULLS LAST
        LIMIT $3
        """,
        (*chosen.params, ROWS),
    ).to_dicts()
    titles = event_titles(lang)
    for row in rows:
        row["name"] = titles[row["event"]] if row["event"] else t("overview.event.none", lang)
        row["day"] = (row["began"] or "")[:10]
        row["link"] = page_link("", lang, {**chosen.query, "event": row["event"]}) if row["event"] else None
    return {
        "events": rows,
        "more": rows[0]["total"] - len(rows) if rows else 0,
        "most": max((r["matches"] for r in rows), default=1),
    }


def _rounds(chosen: Scope, matches: int, lang: Lang) -> Row:
    """A row a round, a cell a match; of a large event a cell for each match with findings, and the rest as a number."""
    rows = query(
        f"""
        WITH found AS (
            SELECT
                match, count(*) AS findings,
                arg_min(
                    {{'severity': severity, 'hand': at_hand, 'ply': at_ply}},
                    (CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, at_hand IS NULL, position)
                ) AS worst
            FROM ({FOUND})
            WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND match IS NOT NULL
            GROUP BY match
        ),
        stages AS (  -- in the order of the event file, and where there is none, as they were played
            SELECT stage, row_number() OVER (ORDER BY min(stage_index) NULLS LAST, min(started) NULLS LAST, stage) AS place
            FROM latest_matches
            LEFT JOIN ({PLANNED}) USING (event, stage)
            WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2) AND stage IS NOT NULL
            GROUP BY stage
        ),
        cells AS (
            SELECT
                match, stage, round, event_table, found.findings, worst.severity AS severity, worst.hand AS at_hand,
                worst.ply AS at_ply, count(*) OVER row AS matches, count(*) FILTER (found.findings IS NULL) OVER row AS clean,
                dense_rank() OVER (ORDER BY place NULLS LAST, round NULLS LAST) AS number
            FROM latest_matches
            LEFT JOIN stages USING (stage)
            LEFT JOIN found USING (match)
            WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
            WINDOW row AS (PARTITION BY stage, round)
        )
        SELECT * FROM cells
        WHERE number <= $4 AND ($5 OR findings IS NOT NULL)
        ORDER BY number, length(event_table), event_table, match
        LIMIT $3
        """,  # noqa: S608 - a query of ours
        (*chosen.params, CELLS, ROWS, matches <= CELLS),
    ).to_dicts()
    rounds: dict[tuple[str | None, int | None], Row] = {}
    for row in rows:
        name = " · ".join(
            filter(None, (row["stage"] and in_language(stage_title(row["stage"]), lang), _round_name(row["round"], lang)))
        ) or t("overview.round.none", lang)
        known = {"name": name, "matches": row["matches"], "clean": row["clean"], "cells": []}
        rounds.setdefault((row["stage"], row["round"]), known)["cells"].append(_cell(row, chosen, lang))
    for shown in rounds.values():
        shown["left"] = shown["matches"] - len(shown["cells"])
    return {"rounds": list(rounds.values()), "more": matches - sum(shown["matches"] for shown in rounds.values())}


def _cell(row: Row, chosen: Scope, lang: Lang) -> Row:
    severity = row["severity"] or "clean"
    said = t("overview.cell", lang, match=row["match"], findings=counted("finding", row["findings"] or 0, lang))
    return {
        "severity": severity,
        "letter": t(f"letter.{severity}", lang),
        "table": row["event_table"] or "",
        "title": said,
        "link": replay_link(Place(row["match"], row["at_hand"], row["at_ply"]), lang, chosen.query),
    }


def _round_name(number: int | None, lang: Lang) -> str | None:
    return None if number is None else t("overview.round", lang, n=number)


def _queue(groups: Sequence[Row], of: Mapping[str, int], chosen: Scope, filtered: Wanted, lang: Lang) -> Row:
    """The findings that are asked for, a page of them, beside what may be asked for."""
    fitting = [row for row in groups if filtered.severity in (None, row["severity"])]
    total = sum(row["findings"] for row in fitting if filtered.code in (None, row["code"]))
    start = min(filtered.start, max(0, total - 1)) // ENTRIES * ENTRIES
    kept = {**chosen.query, **filtered.query}
    entries = query(
        f"""
        SELECT
            event, stage, group_name, round, event_table, match, at_hand, at_ply, hand, trick, play, severity, code, clause,
            sheet, message_zh, message_en
        FROM ({FOUND})
        WHERE
            ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
            AND ($3 = '' OR severity = $3) AND ($4 = '' OR code = $4)
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, first, event, at_hand, at_ply, position
        LIMIT $5 OFFSET $6
        """,  # noqa: S608 - a query of ours
        (*chosen.params, *filtered.params, ENTRIES, start),
    ).to_dicts()

    titles = event_titles(lang) if chosen.event is None else {}

    def link(to: Wanted) -> str:
        return page_link("", lang, {**chosen.query, **to.said})

    def chip(severity: str | None) -> Row:
        label = t("overview.all", lang) if severity is None else t(f"severity.{severity}", lang)
        count = sum(of.values()) if severity is None else of[severity]
        return {"label": label, "count": count, "on": filtered.severity == severity, "link": link(Wanted(severity=severity))}

    checks = [
        {
            **row,
            "title": title_of(row["code"], lang),
            "on": filtered.code == row["code"],
            "link": link(filtered._replace(code=None if filtered.code == row["code"] else row["code"], start=0)),
        }
        for row in fitting
    ]
    for entry in entries:
        entry["message"] = with_cards(entry["code"], entry[f"message_{lang}"], lang)
        entry["where"] = _where(entry, titles, lang)
        if entry["match"] is not None:
            entry["link"] = replay_link(Place(entry["match"], entry["at_hand"], entry["at_ply"]), lang, kept)
        else:
            entry["link"] = standings_link(entry, lang, chosen.query)
    return {
        "chips": [chip(None), *(chip(severity) for severity in SEVERITIES if of[severity])],
        "checks": checks[:CHECKS_SHOWN],
        "rest": checks[CHECKS_SHOWN:],
        "most": max((row["findings"] for row in fitting), default=1),
        "entries": entries,
        "total": total,
        "from": start + 1,
        "to": start + len(entries),
        "back": link(filtered._replace(start=start - ENTRIES)) if start else None,
        "on": link(filtered._replace(start=start + ENTRIES)) if start + ENTRIES < total else None,
    }


def _where(row: Row, titles: Mapping[str, str], lang: Lang) -> str:
    if row["match"] is None:
        part = in_language(part_title(row["stage"], row["group_name"], row["round"], row["event_table"]), lang)
        return f"{titles[row['event']]} · {part}" if len(titles) > 1 else part
    term = SHEETS[row["sheet"]].term if row["sheet"] in SHEETS else TRICK
    hand = t("scope.match", lang) if row["hand"] is None else hand_name(row["hand"], lang)
    return f"{row['match']} · " + " ".join(part for part in (hand, place_name(row["trick"], row["play"], lang, term)) if part)


def _unusual(chosen: Scope, notes: int, lang: Lang) -> list[Row]:
    """What an organiser would not expect, each with how often and where to look."""
    claims = query(
        """
        SELECT field, count(*) AS count, first(match) AS match, first(hand) AS hand, first(ply) AS ply, first(sheet) AS sheet
        FROM (
            SELECT field, match, hand, ply, latest.sheet
            FROM claims_compared
            JOIN (
                SELECT record_sha256, sheet FROM latest_matches WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
            ) AS latest USING (record_sha256)
            WHERE verdict = 'differs'
            ORDER BY match, hand_index NULLS LAST, field, side NULLS FIRST
        )
        GROUP BY field
        ORDER BY count DESC, field
        LIMIT $3
        """,
        (*chosen.params, UNUSUAL),
    ).to_dicts()
    shown: list[Row] = [
        {
            "text": t("overview.claim", lang, field=_field(row["field"], row["sheet"], lang)),
            "count": row["count"],
            "link": replay_link(Place(row["match"], row["hand"], row["ply"]), lang, chosen.query),
        }
        for row in claims
    ]
    twice = query(
        """
        SELECT count(*)
        FROM superseded_matches
        SEMI JOIN (SELECT match FROM latest_matches WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)) USING (match)
        ORDER BY ALL
        """,
        chosen.params,
    ).item()
    # Of which event an input was that could not be read nobody can tell.
    refused = query(
        "SELECT count(*) FROM quarantine WHERE $1 = '' AND ($2 = '' OR sheet = $2) ORDER BY ALL", chosen.params
    ).item()
    for key, count, link in (
        ("overview.open", notes, page_link("", lang, {**chosen.query, **Wanted(severity="note").query})),
        ("overview.superseded", twice, page_link("data", lang, chosen.query)),
        ("overview.refused", refused, page_link("data", lang, chosen.query)),
    ):
        if count:
            shown.append({"text": t(key, lang), "count": count, "link": link})
    return shown


def title_of(code: str, lang: Lang) -> str:
    """What a check is called, with its name now if it was renamed; a code that this engine never had stands for itself."""
    now = ", ".join(RENAMED.get(code, ()))
    named = " / ".join(in_language(CHECKS[each].title, lang) for each in codes_now(code) if each in CHECKS) or code
    return f"{named} ({now})" if now else named


def _field(field: str, sheet: str, lang: Lang) -> str:
    key = f"claim.{field}.full"
    term = SHEETS[sheet].term if sheet in SHEETS else TRICK
    return t(key, lang).replace("{term}", in_language(term, lang)) if key in TEXT else field
