"""What plays of a hand were worth, as the table shows it: by what the seat knew, and with cards open.

The first is what `paipu review` stored; the second is hindsight, solved here where few cards are left. Neither is a ground for
a ruling.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from paipu.analytics.review.judge import CONFIDENCE
from paipu.dashboard import records
from paipu.dashboard.session import query
from paipu.dashboard.table.message import ReviewedView, ReviewView, WorthView
from paipu.dashboard.text import t
from paipu.ingest.parse import Parsed
from paipu.replay.notation import PASS
from paipu.replay.solve.opened import opened
from paipu.replay.text import Lang
from paipu.replay.words import cards_name, seat_name

_LAST: Final = "(FROM stored.decisions QUALIFY review = max(review) OVER (PARTITION BY record))"
_OF_MATCH: Final = f"SELECT * FROM {_LAST} JOIN (SELECT record, match FROM stored.latest) USING (record) WHERE match = $1"  # noqa: S608 - of ours


def review(parsed: Parsed, index: int, ply: int, lang: Lang) -> ReviewView | None:
    """The review of a hand, with cards open at the ply that is looked at; None where the match was not reviewed."""
    match = parsed.record.id
    stops: dict[str, list[int]] = {}
    told = f"SELECT hand, ply FROM ({_OF_MATCH}) WHERE grade = 'mistake' ORDER BY hand_index, ply"  # noqa: S608 - of ours
    for hand, at in query(told, (match,)).iter_rows():
        stops.setdefault(str(hand), []).append(at)
    rows = query(f"SELECT * FROM ({_OF_MATCH}) WHERE hand_index = $2 ORDER BY ply", (match, index)).to_dicts()  # noqa: S608 - of ours
    if not rows and not stops:
        return None
    return ReviewView(
        stops=stops, decisions=[_decision(row, lang) for row in rows], ply=ply, opened=_opened(parsed, index, ply)
    )


def _decision(row: Mapping[str, Any], lang: Lang) -> ReviewedView:
    """A decision: what is said of it, and what was compared, best first."""
    compared: list[list[Any]] = json.loads(row["candidates"])
    plays = [
        *(WorthView(cards=cards, gain=gain, reach=CONFIDENCE * error, made=False) for cards, gain, error, _ in compared),
        *([WorthView(cards=row["cards"], gain=0.0, reach=None, made=True)] if row["loss"] is not None else []),
    ]
    return ReviewedView(
        ply=row["ply"],
        grade=row["grade"],
        said=_said(row, lang),
        value=row["value"],
        reach=CONFIDENCE * row["value_error"] if row["value_error"] is not None else None,
        plays=sorted(plays, key=lambda each: (-each["gain"], not each["made"], each["cards"])),
        small=t(
            "review.small",
            lang,
            worlds=row["worlds"],
            compared=row["compared"],
            legal=row["legal"] if row["legal"] is not None else "–",
            version=row["judge_version"],
            seed=row["seed"],
        ),
    )


def _said(row: Mapping[str, Any], lang: Lang) -> str:
    """The decision in a sentence."""
    if row["loss"] is None:
        return t("review.unjudged", lang, n=row["worlds"])
    said = sentence(row, lang)
    if row["open_loss"] is None:
        return said
    loss, reach = f"{row['open_loss']:.1f}".replace("-", "−"), f"{CONFIDENCE * row['open_error']:.1f}"
    return said + t("review.opened", lang, loss=loss, reach=reach)


def sentence(row: Mapping[str, Any], lang: Lang) -> str:
    """What a decision that was judged gave away, by what its seat knew, in a sentence."""
    return t(
        "review.same" if row["best"] == row["cards"] or row["loss"] <= 0 else "review.lost",
        lang,
        did=t(f"review.did.{row['act'] if not row['ply'] else 'play'}", lang, seat=seat_name(row["seat"], lang)),
        cards=_called(row["cards"], lang),
        best=_called(row["best"], lang),
        loss=f"{row['loss']:.1f}".replace("-", "−"),
        reach=f"{CONFIDENCE * row['error']:.1f}",
        unit=t(f"review.unit.{row['unit']}", lang),
    )


def _called(cards: str, lang: Lang) -> str:
    return t("game.pass", lang) if cards == PASS else cards_name(cards, lang, "")


@st.cache_data(show_spinner=False, max_entries=500, hash_funcs={Parsed: records.hash_of})
def _opened(parsed: Parsed, index: int, ply: int) -> dict[str, float]:
    """By play what it gives away against the best one with all cards open; nothing where that is not exact."""
    view = records.looked_at(parsed).hands[index]
    if not 0 < ply < len(view.frames):
        return {}
    found = opened(view, (view.frames[ply].trick, view.frames[ply].play))
    if found is None:
        return {}
    best = found.plays[0].value.low
    return {each.cards: float(abs(best - each.value.low)) for each in found.plays}
