"""What a count of the page of players opens: its hands, and its parts by situations, each a count that opens in turn."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import polars as pl

from paipu.analytics.situated import MOST, offered, spread
from paipu.analytics.situations import SITUATIONS, step_name
from paipu.analytics.statistics import TIMES, key_name, written
from paipu.analytics.tally_rows import ADDED
from paipu.dashboard.links import Place, Scope, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.scope import event_titles
from paipu.dashboard.study import ask
from paipu.dashboard.study.narrow import Listing
from paipu.dashboard.text import t
from paipu.replay.text import Lang, in_language
from paipu.replay.words import hand_name, level_name

OPENED: Final = 100
"""Hands of a list that stand on the page; the others one goes through, or downloads."""
MOST_STEPS: Final = 60
"""Parts that stand on the page; of matches there may be more."""

Row = dict[str, Any]
Link = Callable[..., str]
"""The address of the same page with other values of its query."""


def opened(asked: Listing, within: Scope, name: str, link: Link, kept: dict[str, str], lang: Lang) -> pl.DataFrame:
    """Draw the hands, each a link to its ply, below the situations; what is listed. `kept` stays in the address of a ply."""
    of = {"for": asked.unit, "by": asked.kind, "key": asked.key, "of": "all" if asked.part == "denominator" else ""}
    by = dict(zip(("across", "across2"), asked.by, strict=False))
    situations(asked, within, lambda **more: link(**{**of, **by, **more}), lang)
    listed = ask.listed(asked, within)
    said = " · ".join([key_name(asked.key, lang), *(_step(*each, lang) for each in zip(asked.by, asked.step, strict=False))])
    title = "players.counted" if asked.part == "numerator" else "players.counted.of"
    draw(
        "opened.html",
        lang,
        part="hands",
        title=t(title, lang, name=name, of=said, n=listed.height),
        rows=[
            {
                **row,
                "where": hand_name(row["hand"], lang),
                "level": level_name(row["level"], lang) if row["level"] else "",
                "value": None if row["value"] is None else f"{row['value'] / (1000 if asked.key == TIMES else 1):g}",
                "link": replay_link(Place(row["match"], row["hand"], row["ply"]), lang, kept),
            }
            for row in listed.head(OPENED).iter_rows(named=True)
        ],
        of_all=asked.part == "denominator" and asked.key not in ADDED,
        more=listed.height - OPENED,
        close=link(),
        whole=link(**of, **by) if asked.step else None,
    )
    return listed


def situations(asked: Listing, within: Scope, link: Link, lang: Lang) -> None:
    """By what the statistic can be told apart, and its parts where this is asked: as bars, or as a map of two situations."""
    known = offered(asked.key, within.sheet)
    first, second = (*asked.by, None, None)[:MOST]
    bare = {"across": "", "across2": "", "step": "", "step2": ""}
    chips = [
        (
            in_language(SITUATIONS[each], lang),
            link(**{**bare, "across": "" if each == first and not second else each}),
            each == first,
        )
        for each in known
    ]
    beside = [
        (
            in_language(SITUATIONS[each], lang),
            link(**{**bare, "across": first, "across2": "" if each == second else each}),
            each == second,
        )
        for each in known
        if first is not None and each != first
    ]
    parts = ask.apart(asked, within) if asked.by else pl.DataFrame()
    parts = parts.filter(unit=asked.unit) if asked.by else parts
    cells = [_cell(row, asked, link, lang) for row in parts.head(MOST_STEPS).iter_rows(named=True)]
    draw(
        "opened.html",
        lang,
        part="situations",
        chips=chips,
        beside=beside,
        of=[in_language(SITUATIONS[each], lang) for each in asked.by],
        cells=cells if len(asked.by) == 1 else [],
        grid=_grid(cells) if len(asked.by) == MOST else None,
        shares=spread(asked.key, asked.by),
        more=max(0, parts.height - MOST_STEPS),
    )


def _cell(row: Row, asked: Listing, link: Link, lang: Lang) -> Row:
    """A part as it is written, where its counts lead, and of a share how far its bar goes."""
    value, reach = written(row, 0) or ("–", "")
    step = dict(zip(("step", "step2"), row["step"], strict=False))
    counted_alike = asked.key in ADDED and spread(asked.key, asked.by)
    return {
        "steps": [_step(name, each, lang) for name, each in zip(asked.by, row["step"], strict=True)],
        "value": value,
        "reach": reach.replace(" ", ""),
        "share": None if row["mean"] or row["value"] is None else round(100 * row["value"]),
        "number": row["value"],
        "numerator": f"{row['numerator'] / 1000:,.1f}" if asked.key == TIMES and row["mean"] else f"{row['numerator']:,}",
        "denominator": f"{row['denominator']:,}",
        "hits": None
        if (asked.key in ADDED and not counted_alike) or not row["numerator"]
        else link(**step, of="all" if counted_alike else ""),
        "all": None if spread(asked.key, asked.by) or not row["denominator"] else link(**step, of="all"),
    }


def _grid(cells: Sequence[Row]) -> Row:
    """The parts of two situations: those of the one down, those of the other across; how dark a field is goes by its value."""
    down, across = (list(dict.fromkeys(cell["steps"][at] for cell in cells)) for at in range(MOST))
    at = {tuple(cell["steps"]): cell for cell in cells}
    numbers = [cell["number"] for cell in cells if cell["number"] is not None]
    low, high = min([0.0, *numbers]), max([*numbers, 0.0])
    for cell in cells:
        cell["shade"] = 0 if cell["number"] is None or high == low else round(45 * (cell["number"] - low) / (high - low))
    return {"across": across, "rows": [(one, [at.get((one, other)) for other in across]) for one in down]}


def _step(situation: str, step: str, lang: Lang) -> str:
    return event_titles(lang).get(step, step) if situation == "event" else step_name(situation, step, lang)
