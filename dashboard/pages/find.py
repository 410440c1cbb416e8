"""查牌: hands by what a seat held, played and came to; by boxes or by a line of text, which are one expression."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import polars as pl
import streamlit as st

from paipu.analytics.conditions import (
    EXAMPLE,
    GROUP,
    KINDS,
    NAMES,
    TOLD,
    Condition,
    Expression,
    Joined,
    WrongExpressionError,
    never_on,
    read,
    sheets_of,
    written,
)
from paipu.analytics.report.booklet import booklet_html
from paipu.analytics.units import called
from paipu.dashboard.links import Place, WrongLink, page_link, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.scope import scope
from paipu.dashboard.service.access import shared
from paipu.dashboard.session import language, reader, set_title
from paipu.dashboard.study import ask as study
from paipu.dashboard.study import kept, narrow
from paipu.dashboard.study.shown import as_csv
from paipu.dashboard.text import t
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.words import hand_name, level_name, seat_name

OPENED: Final = 100
"""Hands that stand on the page; the others one goes through, or downloads."""
BOXES: Final = tuple(
    read(said)
    for said in (
        *("both_big_jokers", "jokers>=3", "wilds>=2", "level_cards>=4", "trumps>=14"),
        *("bomb>=5", "bomb>=6", "bomb>=8", "straight_flush", "wild_straight_flush", "four_jokers"),
        *("tractor", "tractor>=3", "throw", "failed_throw", "ruff"),
        *("won", "lost", "banker", "bank_held", "bank_lost", "bank_taken", "shutout", "kitty_captured", "points>=120"),
        *("first", "both_first", "both_last", "ace_passed", "tribute_paid", "tribute_refused"),
    )
)
"""What is searched for most, each a box to tick."""
_LINE: Final = "find.line"

Row = dict[str, Any]


def page() -> None:
    """Draw the page."""
    lang = language()
    query = st.query_params.to_dict()
    said = query.get("find", "")
    asked = narrow.listing_in(query)
    if isinstance(asked, narrow.Collected):
        _collection(asked, query, lang)
        return
    _line(said, lang)
    expression: Expression | None = None
    if said.strip():
        try:
            expression = read(said)
        except WrongExpressionError as wrong:
            say("error", in_language(wrong.message, lang), t("find.wrong", lang, example=in_language(EXAMPLE, lang)))
    filters = narrow.filters_in(query)
    if isinstance(filters, WrongLink):
        say("error", t(filters.key, lang, **filters.params), t("replay.wrong.stop", lang))
        return
    draw(
        "find.html",
        lang,
        part="boxes",
        groups=[(in_language(title, lang), [*_boxes(group, expression, query, lang)]) for group, title in GROUP.items()],
        under=[*_under(query, lang)],
        names=called(query["for"], study.called()) if query.get("for") else None,
        everybody=_link(query, lang, **{"for": "", "by": ""}),
    )
    if expression is None:
        every = study.collections().collections
        if every:
            rows = [(each.name, len(each.places), _alone(each.name, lang)) for each in every]
            draw("find.html", lang, part="collections", kept=rows)
            kept.files(every, "collections.json", lang)
        kept.take(lang)
        draw("find.html", lang, part="language", rows=[*_told(lang)])
        return
    set_title(written(expression, lang), lang)
    _found(expression, query, lang)


def _alone(name: str, lang: Lang) -> str:
    """The address of a collection."""
    return page_link("find", lang, {"collection": name})


def _collection(asked: narrow.Collected, query: Mapping[str, str], lang: Lang) -> None:
    """The places of a collection with their notes, each a link, and the collection as a booklet; only its owner changes it."""
    given = None if asked.link is None else shared(asked.link)
    found = study.collection_of(asked) if given is None else given.collection
    back = page_link("find", lang, scope().query)
    if found is None:
        none = t("find.shared.none", lang) if asked.name is None else t("find.collection.none", lang, name=asked.name)
        say("error", none, t("replay.wrong.stop", lang))
        return
    set_title(found.name, lang)
    mine = given is None
    said, at = narrow.said(query), query.get(kept.PLACE, "") if mine else ""
    rows = [
        {
            **place.model_dump(),
            "where": hand_name(place.hand, lang),
            "link": replay_link(Place(*place.key), lang, said),
            "mend": page_link("find", lang, {**said, kept.PLACE: str(number)}) if mine else None,
            "on": at == str(number),
        }
        for number, place in enumerate(found.places, start=1)
    ]
    owner = None if given is None else given.owner
    draw("find.html", lang, part="collection", name=found.name, owner=owner, rows=rows, back=back)
    if any(row["on"] for row in rows):
        kept.mend_place(found, int(at), lang)
    if rows:
        st.download_button(
            t("find.booklet", lang),
            data=partial(booklet_html, reader(), found, lang),
            file_name="booklet.html",
            mime="text/html",
            key="booklet",
            on_click="ignore",
        )
    if mine:
        kept.share(found, lang)
        kept.mend(found, lang)
    elif rows:
        kept.offer(lambda _: found.places, "kept.shared", t("kept.these", lang, n=len(rows)), lang)


def _line(said: str, lang: Lang) -> None:
    """The line of text; what the boxes come to stands in it."""
    if st.session_state.get(f"{_LINE}.said") != said:
        st.session_state[_LINE] = st.session_state[f"{_LINE}.said"] = said
    st.text_input(
        t("find.line", lang),
        key=_LINE,
        placeholder=in_language(EXAMPLE, lang),
        label_visibility="collapsed",
        on_change=_asked,
    )


def _asked() -> None:
    """The address follows the line."""
    said = st.session_state[f"{_LINE}.said"] = st.session_state[_LINE]
    if said:
        st.query_params["find"] = said
    elif "find" in st.query_params:
        del st.query_params["find"]


def _link(query: Mapping[str, str], lang: Lang, **changes: str) -> str:
    kept = {**scope().query, **narrow.said(query), **changes}
    return page_link("find", lang, {name: value for name, value in kept.items() if value})


def _boxes(group: str, expression: Expression | None, query: Mapping[str, str], lang: Lang) -> Iterator[Row]:
    """The boxes of a group that can be ticked on the sheet, each a link to the expression with it, or without."""
    parts = _parts(expression)
    for box in BOXES:
        if not isinstance(box, Condition) or KINDS[box.key].group != group:
            continue
        on = box in parts
        if on or scope().sheet is None or scope().sheet in sheets_of(box.key):
            others = tuple(part for part in parts if part != box) if on else (*parts, box)
            yield {"label": written(box, lang), "on": on, "link": _link(query, lang, find=_joined(others, lang))}


def _parts(expression: Expression | None) -> tuple[Expression, ...]:
    """What must all be met."""
    if expression is None:
        return ()
    return expression.parts if isinstance(expression, Joined) and expression.by == "and" else (expression,)


def _joined(parts: tuple[Expression, ...], lang: Lang) -> str:
    if len(parts) > 1:
        return written(Joined("and", parts), lang)
    return written(parts[0], lang) if parts else ""


def _under(query: Mapping[str, str], lang: Lang) -> Iterator[tuple[str, str]]:
    """The filters of the address, each with the address without it."""
    known = study.called()
    for name, value in narrow.filters_said(query).items():
        shown = t(f"narrow.role.{value}", lang) if name == "role" else called(value, known)
        yield f"{t(f'narrow.{name}', lang)} {shown}", _link(query, lang, **{name: ""})


def _told(lang: Lang) -> Iterator[Row]:
    """What each condition means, and on which sheets there is such a thing."""
    for key in KINDS:
        sheets = sheets_of(key)
        where = "" if len(sheets) == len(SHEETS) else " · ".join(in_language(SHEETS[each].title, lang) for each in sheets)
        yield {"name": in_language(NAMES[key], lang), "told": in_language(TOLD[key], lang), "sheets": where}


def _found(expression: Expression, query: Mapping[str, str], lang: Lang) -> None:
    """The hands that were found, each a link to its ply."""
    asked = narrow.listing_in(query)
    rows = study.counted(asked, scope()) if asked is not None else pl.DataFrame()
    total = rows["found"][0] if rows.height else 0
    sheet = scope().sheet
    never = never_on(expression, sheet) if sheet is not None else []
    if never:
        say("note", t("find.never", lang, what=", ".join(in_language(NAMES[key], lang) for key in never)))
    known = study.called()
    stays = {**scope().query, **narrow.said(query)}
    draw(
        "opened.html",
        lang,
        part="hands",
        title=t("find.found", lang, what=written(expression, lang), n=f"{total:,}"),
        rows=[
            {
                **row,
                "where": f"{hand_name(row['hand'], lang)} · {_who(row, known, lang)}",
                "level": level_name(row["level"], lang) if row["level"] else "",
                "hit": True,
                "value": None,
                "link": replay_link(Place(row["match"], row["hand"], row["ply"]), lang, stays),
            }
            for row in rows.head(OPENED).iter_rows(named=True)
        ],
        of_all=False,
        more=total - min(OPENED, rows.height),
        close=_link(query, lang, find=""),
        whole=None,
    )
    if total > rows.height:
        st.caption(t("find.most", lang, n=f"{rows.height:,}"))
    if rows.height:
        st.download_button(
            t("players.counted.csv", lang),
            data=lambda: as_csv(rows.drop("found").with_columns(asked=pl.lit(written(expression, lang)))),
            file_name="found.csv",
            mime="text/csv",
            key="csv.found",
            on_click="ignore",
        )
        kept.offer(lambda _: kept.places_of(rows), "kept.found", t("kept.these", lang, n=rows.height), lang)


def _who(row: Mapping[str, Any], known: Mapping[str, str], lang: Lang) -> str:
    """The seat, and who sat there."""
    seat = seat_name(row["seats"], lang)
    return seat if row["player"] is None else f"{seat} {known.get(row['player'], row['player'])}"
