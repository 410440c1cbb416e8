"""数据: what was read and what became of it, what was refused and why, and the clauses that the audit goes by."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import Any, Final

import streamlit as st

from paipu.analytics.errors import WarehouseError
from paipu.analytics.export import FORMS, export
from paipu.analytics.pipeline import LoadSummary
from paipu.dashboard.links import page_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.papers import papers, reading_lines
from paipu.dashboard.scope import scope
from paipu.dashboard.session import directory, language, query
from paipu.dashboard.text import t
from paipu.dashboard.trouble import told
from paipu.dashboard.uploads import ENDINGS, MOST_FILES, MOST_MB, BadEventError, Upload, expected, load_files, too_much
from paipu.ingest.rejection import REASONS
from paipu.replay.catalogue import clauses
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language

LOADS: Final = 10
REFUSED: Final = 12
"""Quarantined inputs on a page."""
PARTS: Final = ("clean", "with_findings", "quarantined", "seen")
MOST_ROWS: Final = 100_000
"""Of a file; `paipu export` writes any number."""
EXPORTED: Final = {
    name: f"SELECT * FROM {name} SEMI JOIN (SELECT match FROM latest_matches WHERE "  # noqa: S608 - names of ours
    f"($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)) USING (match) ORDER BY ALL LIMIT $3"
    for name in ("findings_located", "claims_compared", "results", "latest_matches", "match_results", "seats")
}
"""The tables that can be had as a file, and the query of each."""
SAID: Final = 12
"""Faults of an event file, and kinds of notes on a score sheet, that are said."""
_BECAME: Final = "data.became"
_ROUND: Final = "data.round"
_PLACES: Final = re.compile(r"\{[^{}]*\}")
_NUMBER: Final = 7
"""Digits of the number of a page at most."""


def page() -> None:
    """Draw the page."""
    lang = language()
    _upload(lang)
    draw("data.html", lang, books=_books(), refused=_refused(lang))
    _exports(lang)
    _clauses(lang)


def _upload(lang: Lang) -> None:
    """Load files, and say what became of what was in them; what was refused stands below with its reason."""
    with st.container(key=f"upload-{lang}", horizontal=True, vertical_alignment="bottom"):
        files = st.file_uploader(
            t("data.upload", lang, mb=MOST_MB, endings=", ".join(ENDINGS)),
            ENDINGS,
            accept_multiple_files=True,
            key=f"data.files.{st.session_state.get(_ROUND, 0)}",
            max_upload_size=MOST_MB,
        )
        asked = st.button(t("data.upload.load", lang), key="data.load", type="primary", disabled=not files)
    beside = papers(files, lang) if files else None
    if files and (asked or beside is not None):
        _load([*files, *(beside or ())], lang)
    elif _BECAME in st.session_state:
        say(*st.session_state.pop(_BECAME))


def _load(files: Sequence[Upload], lang: Lang) -> None:
    if too_much(files):
        say("error", t("data.upload.much", lang, mb=MOST_MB, files=MOST_FILES))
        return
    most = expected(files)
    bar = st.progress(value=0.0, text=t("data.upload.reading", lang, n=0))

    def show(done: LoadSummary) -> None:
        bar.progress(min(1.0, done.read / most), t("data.upload.reading", lang, n=done.read))

    try:
        summary, readings = load_files(files, directory(), show)
    except WarehouseError as error:
        say("error", told(error, lang))
        return
    except BadEventError as error:
        say("error", *_bad_event(error, lang))
        return
    finally:
        bar.empty()
    refused = summary.quarantined + summary.already_quarantined
    st.session_state[_BECAME] = (
        "warning" if refused or not summary.read else "note",
        t(
            "data.upload.became",
            lang,
            read=summary.read,
            clean=summary.accepted,
            with_findings=summary.accepted_with_findings,
            quarantined=summary.quarantined,
            seen=summary.already_loaded,
        ),
        *(line for reading in readings for line in reading_lines(reading, lang)),
        *([t("data.upload.refused", lang, n=refused)] if refused else []),
    )
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1  # the files that were loaded are not offered again
    st.rerun()


def _bad_event(error: BadEventError, lang: Lang) -> Iterator[str]:
    """What is wrong with the event that was sent, place by place."""
    if error.rejection is None:
        yield t("data.upload.events", lang, names=", ".join(error.several))
        return
    yield t("data.upload.event", lang, name=error.rejection.source)
    for each in error.rejection.errors[:SAID]:
        yield " ".join(filter(None, (each.pointer, in_language(each.message, lang), each.found and f"({each.found})")))


def _books() -> dict[str, Any]:
    """The loads, newest first, and the sum of all: what was read is what was accepted, refused and seen before."""
    loads = query(
        """
        SELECT
            load, strftime(loaded_at, '%Y-%m-%d %H:%M') AS loaded, read AS inputs, accepted AS clean,
            accepted_with_findings AS with_findings, quarantined, already_loaded AS seen, holds, count(*) OVER () AS total
        FROM loads
        ORDER BY load DESC
        LIMIT $1
        """,
        (LOADS,),
    ).to_dicts()
    total = query(
        """
        SELECT
            CAST(coalesce(sum(read), 0) AS BIGINT) AS inputs, CAST(coalesce(sum(accepted), 0) AS BIGINT) AS clean,
            CAST(coalesce(sum(accepted_with_findings), 0) AS BIGINT) AS with_findings,
            CAST(coalesce(sum(quarantined), 0) AS BIGINT) AS quarantined,
            CAST(coalesce(sum(already_loaded), 0) AS BIGINT) AS seen, coalesce(bool_and(holds), true) AS holds
        FROM loads
        ORDER BY ALL
        """
    ).row(0, named=True)
    total["holds"] = total["holds"] and total["inputs"] == sum(total[part] for part in PARTS)
    return {"loads": loads, "total": total, "parts": PARTS, "more": loads[0]["total"] - len(loads) if loads else 0}


def _refused(lang: Lang) -> dict[str, Any]:
    """The inputs in quarantine by reason, and a page of them."""
    reasons = query(
        """
        SELECT code, CAST(sum(inputs) AS BIGINT) AS inputs
        FROM quarantine_by_code
        GROUP BY code
        ORDER BY inputs DESC, code
        """
    ).to_dicts()
    total = sum(row["inputs"] for row in reasons)
    asked = st.query_params.get("refused", "0")
    start = int(asked) if asked.isdecimal() and len(asked) <= _NUMBER else 0
    start = min(start, max(0, total - 1)) // REFUSED * REFUSED
    rows = query(
        """
        SELECT source, line, code, message_zh, message_en, pointer, found, expected
        FROM quarantine
        ORDER BY batch DESC, position
        LIMIT $1 OFFSET $2
        """,
        (REFUSED, start),
    ).to_dicts()
    for row in rows:
        row["message"] = row[f"message_{lang}"]

    def link(to: int) -> str:
        return page_link("data", lang, {**scope().query, "refused": str(to)})

    return {
        "reasons": [{**row, "means": _means(row["code"], lang)} for row in reasons],
        "most": max((row["inputs"] for row in reasons), default=1),
        "rows": rows,
        "total": total,
        "from": start + 1,
        "to": start + len(rows),
        "back": link(start - REFUSED) if start else None,
        "on": link(start + REFUSED) if start + REFUSED < total else None,
    }


def _exports(lang: Lang) -> None:
    """A table of the warehouse as a file, of the event and the sheet that are looked at."""
    st.html(f'<h2 class="title">{t("data.export", lang)}</h2>')
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="export"):
        table = st.selectbox(
            t("data.export.table", lang), EXPORTED, key="data.table", width=420, format_func=partial(_table_name, lang=lang)
        )
        form = st.selectbox(t("data.export.form", lang), FORMS, key="data.form", width=120)
        asked = st.button(t("data.export.make", lang), key="data.make")
    if not asked:
        return
    out = BytesIO()
    rows = export([query(EXPORTED[table], (*scope().params, MOST_ROWS))], form, out)
    st.download_button(t("data.export.save", lang, rows=f"{rows:,}"), out.getvalue(), f"{table}.{form}", key="data.save")


def _table_name(table: str, lang: Lang) -> str:
    """A table by what is in it, and its name in the warehouse."""
    return f"{t(f'data.table.{table}', lang)} ({table})"


def _means(code: str, lang: Lang) -> str:
    """What a code of the quarantine means, whatever its places are filled with."""
    return _PLACES.sub("…", in_language(REASONS[code], lang)) if code in REASONS else ""


def _most_played() -> str | None:
    """The sheet of most matches that are looked at."""
    found = query(
        """
        SELECT sheet
        FROM latest_matches
        WHERE ($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)
        GROUP BY sheet
        ORDER BY count(*) DESC, sheet
        LIMIT 1
        """,
        scope().params,
    )
    return found.item() if found.height else None


def _clauses(lang: Lang) -> None:
    """The clauses of a sheet, those in which a word occurs; each with what it stands on and the checks that enforce it."""
    st.html(f'<h2 class="title" id="clauses">{t("data.clauses", lang)}</h2>')
    keys: list[str] = list(SHEETS)
    chosen = scope().sheet or _most_played()
    with st.container(horizontal=True, gap="small", key="clauses"):
        sheet = st.selectbox(
            t("column.sheet", lang),
            keys,
            index=keys.index(chosen) if chosen is not None and chosen in keys else 0,
            key="data.sheet",
            format_func=lambda key: in_language(SHEETS[key].title, lang),
            width=320,
        )
        word = st.text_input(t("data.word", lang), key="data.word", placeholder=t("data.word.placeholder", lang), width=320)
    wanted = word.strip().casefold()
    shown = [
        {
            "id": clause.id,
            "text": in_language(clause, lang),
            "basis": t(f"basis.{clause.basis}", lang),
            "checks": clause.checks,
            "unchecked": None if clause.not_checkable is None else in_language(clause.not_checkable, lang),
        }
        for clause in clauses(sheet).values()
        if wanted in " ".join((clause.id, clause.zh, clause.en, *clause.checks)).casefold()
    ]
    draw("clauses.html", lang, clauses=shown)
