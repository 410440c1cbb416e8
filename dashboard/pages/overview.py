"""总览: what was read and what became of it, the findings, the claims that do not hold, and what was refused."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import charts
from dashboard.links import Place, replay_link
from dashboard.session import language, query
from dashboard.text import TEXT, t
from replay.catalogue import clauses
from replay.checks import CHECKS
from replay.checks.renamed import RENAMED, codes_now
from replay.sheets import SHEETS
from replay.text import Lang, in_language

SHOWN: Final = 500
"""Rows of a list that are sent to the browser; more are counted and not shown."""
ROWS_HIGH: Final = 10
ROW_HEIGHT: Final = 32
PLOTLY: Final[dict[str, Any]] = {"displayModeBar": False}


def page() -> None:
    """Draw the page, in the order in which an organiser asks."""
    lang = language()
    _books(lang)
    _findings(lang)
    _claims(lang)
    _quarantine(lang)
    _batches(lang)


def _books(lang: Lang) -> None:
    books = query(
        """
        SELECT
            CAST(sum(read) AS BIGINT) AS inputs,
            CAST(sum(accepted) AS BIGINT) AS clean,
            CAST(sum(accepted_with_findings) AS BIGINT) AS with_findings,
            CAST(sum(quarantined) AS BIGINT) AS quarantined,
            CAST(sum(already_loaded) AS BIGINT) AS seen,
            CAST(sum(replaced) AS BIGINT) AS replaced,
            bool_and(holds) AS holds
        FROM reconciliation
        ORDER BY ALL
        """
    ).row(0, named=True)
    parts = ("clean", "with_findings", "quarantined", "seen")
    columns = st.columns(1 + len(parts))
    columns[0].metric(t("column.inputs", lang), f"{books['inputs']:,}", border=True)
    for column, part in zip(columns[1:], parts, strict=True):
        column.metric(t(f"column.{part}", lang), f"{books[part]:,}", border=True)
    numbers = {part: f"{books[part]:,}" for part in (*parts, "inputs")}
    if books["holds"] and sum(books[part] for part in parts) == books["inputs"]:
        st.caption(t("overview.equation.holds", lang, **numbers))
    else:
        st.error(t("overview.equation.broken", lang, **numbers))
    now = query(
        """
        SELECT
            count(*) AS matches,
            CAST(coalesce(sum(hands), 0) AS BIGINT) AS hands,
            CAST(coalesce(sum(plays), 0) AS BIGINT) AS plays
        FROM latest_matches
        ORDER BY ALL
        """
    ).row(0, named=True)
    st.caption(t("overview.contents", lang, **{name: f"{value:,}" for name, value in now.items()}))


def _findings(lang: Lang) -> None:
    st.subheader(t("overview.findings", lang), anchor=False)
    frame = query("SELECT *, findings AS count FROM findings_by_code ORDER BY ALL")
    if frame.is_empty():
        st.success(t("overview.findings.none", lang))
        return
    frame = frame.with_columns(pl.Series("title", [title_of(code, lang) for code in frame["code"]], dtype=pl.String))
    narrow, wide = st.columns((1, 2))
    with narrow:
        st.markdown(f"**{t('overview.by_severity', lang)}**")
        st.plotly_chart(
            charts.findings_by_severity(frame, lang), config=PLOTLY, key="chart.severity", alt=t("overview.by_severity", lang)
        )
    with wide:
        st.markdown(f"**{t('overview.by_code', lang)}**")
        st.plotly_chart(charts.findings_by_code(frame, lang), config=PLOTLY, key="chart.code", alt=t("overview.by_code", lang))
    rank = {severity: place for place, severity in enumerate(charts.SEVERITIES)}
    rows = sorted(frame.iter_rows(named=True), key=lambda row: (rank[row["severity"]], -row["findings"], row["code"]))
    shown = [
        {
            **row,
            **{name: t(f"{name}.{row[name]}", lang) for name in ("severity", "basis", "kind")},
            "clause_text": _clause(row["sheet"], row["clause"], lang),
            "sheet": f"{row['sheet']} {row['sheet_version']}",
        }
        for row in rows
    ]
    _grid(shown, "severity code title count matches hands clause clause_text basis kind sheet", lang, key="grid.codes")
    _one_by_one(sorted({row["code"] for row in rows}), lang)


def _one_by_one(codes: Sequence[str], lang: Lang) -> None:
    """The findings of one check, or of all, each with its place in the replay."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{t('overview.one_by_one', lang)}**", width="content")
        chosen = st.selectbox(
            t("column.code", lang),
            codes,
            index=None,
            key="overview.code",
            placeholder=t("overview.all_codes", lang),
            format_func=lambda code: f"{code}  {title_of(code, lang)}",
            label_visibility="collapsed",
            width=420,
        )
    frame = query(
        """
        SELECT match, hand, trick, play, seat, severity, message_zh, message_en, clause, code, ply, count(*) OVER () AS total
        FROM findings
        SEMI JOIN latest_matches USING (record_sha256)
        WHERE follows_from IS NULL AND (CAST(? AS VARCHAR) = '' OR code = ?)
        ORDER BY
            CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, code, match, record_sha256, findings.position
        LIMIT ?
        """,
        (chosen or "", chosen or "", SHOWN),
    )
    rows = [
        {
            **row,
            "open": replay_link(Place(row["match"], row["hand"], row["ply"]), lang),
            "severity": t(f"severity.{row['severity']}", lang),
            "message": row[f"message_{lang}"],
        }
        for row in frame.iter_rows(named=True)
    ]
    _grid(rows, "open severity match hand trick play seat message clause code", lang, key="grid.findings")
    _more(len(rows), rows[0]["total"] if rows else 0, lang)


def _claims(lang: Lang) -> None:
    st.subheader(t("overview.claims", lang), anchor=False)
    frame = query(
        """
        SELECT
            match, hand, field, side, claimed, computed, ply,
            count(*) OVER () AS total
        FROM claims_compared
        WHERE verdict = 'differs'
        ORDER BY match, hand_index NULLS LAST, field, side NULLS FIRST
        LIMIT ?
        """,
        (SHOWN,),
    )
    if frame.is_empty():
        st.success(t("overview.claims.none", lang))
        return
    rows = list(frame.iter_rows(named=True))
    shown = [
        {**row, "open": replay_link(Place(row["match"], row["hand"], row["ply"]), lang), "field": _field(row["field"], lang)}
        for row in rows
    ]
    _grid(shown, "open match hand field side claimed computed", lang, key="grid.claims")
    _more(len(rows), rows[0]["total"], lang)


def _quarantine(lang: Lang) -> None:
    st.subheader(t("overview.quarantine", lang), anchor=False)
    reasons = query(
        """
        SELECT code AS reason, inputs AS count, sources
        FROM quarantine_by_code
        ORDER BY inputs DESC, code, sources
        """
    )
    if reasons.is_empty():
        st.success(t("overview.quarantine.none", lang))
        return
    narrow, wide = st.columns((1, 3))
    with narrow:
        _grid(list(reasons.iter_rows(named=True)), "reason count sources", lang, key="grid.reasons")
    frame = query(
        """
        SELECT source, line, code AS reason, message_zh, message_en, pointer, found, expected, count(*) OVER () AS total
        FROM quarantine
        ORDER BY source, line NULLS FIRST, batch, position
        LIMIT ?
        """,
        (SHOWN,),
    )
    rows = [{**row, "message": row[f"message_{lang}"]} for row in frame.iter_rows(named=True)]
    with wide:
        _grid(rows, "source line reason message pointer found expected", lang, key="grid.quarantine")
        _more(len(rows), rows[0]["total"], lang)


def _batches(lang: Lang) -> None:
    st.subheader(t("overview.batches", lang), anchor=False)
    frame = query(
        """
        SELECT
            batch, loaded_at AS loaded, read AS inputs, accepted AS clean, accepted_with_findings AS with_findings,
            quarantined, already_loaded AS seen, replaced, holds, engine_version AS engine
        FROM reconciliation
        ORDER BY batch DESC
        LIMIT ?
        """,
        (SHOWN,),
    )
    _grid(list(frame.iter_rows(named=True)), " ".join(frame.columns), lang, key="grid.batches")


def _grid(rows: Sequence[Mapping[str, object]], columns: str, lang: Lang, *, key: str) -> None:
    """A table of some columns, with translated headers; texts of records are cells, which Streamlit draws as text."""
    config: dict[str, Any] = {name: t(f"column.{name}", lang) for name in columns.split()}
    shown = [{name: row[name] for name in config} for row in rows]
    if "open" in config:
        config["open"] = st.column_config.LinkColumn(t("column.open", lang), display_text=t("link.open", lang), width="small")
    for name in ("message", "clause_text"):
        if name in config:
            config[name] = st.column_config.TextColumn(t(f"column.{name}", lang), width="large")
    for name in ("hand", "trick", "play", "line", "severity", "seat", "side", "clause"):
        if name in config:
            config[name] = st.column_config.Column(t(f"column.{name}", lang), width="small")
    st.dataframe(
        pl.DataFrame(shown, infer_schema_length=None),
        hide_index=True,
        column_config=config,
        height=ROW_HEIGHT * (min(len(rows), ROWS_HIGH) + 1) + 3,
        row_height=ROW_HEIGHT,
        placeholder="–",
        key=key,
    )


def _more(shown: int, total: int, lang: Lang) -> None:
    if shown < total:
        st.caption(t("overview.more", lang, shown=f"{shown:,}", total=f"{total:,}"))


def title_of(code: str, lang: Lang) -> str:
    """What a check is called, with its name now if it was renamed; a code that this engine never had stands for itself."""
    now = ", ".join(RENAMED.get(code, ()))
    named = " / ".join(in_language(CHECKS[each].title, lang) for each in codes_now(code) if each in CHECKS) or code
    return f"{named} ({now})" if now else named


def _clause(sheet: str, clause: str | None, lang: Lang) -> str | None:
    found = clauses(sheet).get(clause) if sheet in SHEETS and clause is not None else None
    return None if found is None else in_language(found, lang)


def _field(field: str, lang: Lang) -> str:
    key = f"claim.{field}.full"
    return t(key, lang) if key in TEXT else field
