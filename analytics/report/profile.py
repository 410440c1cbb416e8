"""The profile of a player, or of partners, to be printed and kept: statistics, rating, luck and matches, a part a sheet."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import polars as pl

from paipu.analytics import luck, ratings
from paipu.analytics.filters import Filters
from paipu.analytics.keys import NAMES, TOGETHER
from paipu.analytics.matches import matches_of
from paipu.analytics.reader import Reader
from paipu.analytics.report.page import FRAME, Tongue, document, speaker
from paipu.analytics.statistics import TIMES, named, statistics, written
from paipu.analytics.units import UnitKind, called
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text, both
from paipu.replay.texts import Texts
from paipu.replay.words import level_name

PROFILE: Final = Texts({}, (__package__, "profile"))
LISTED: Final = 200
"""Matches of a sheet that are printed, the newest."""


class Part(NamedTuple):
    """What there is of a sheet: lines about the whole, a row a statistic, and the newest of `total` matches."""

    title: Text
    lines: list[Text]
    rows: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    total: int


class NobodyError(ValueError):
    """Filters let nothing pass of which a profile could tell."""


def profile_html(
    reader: Reader, filters: Filters, tongue: Tongue, *, sheet: str | None = None, event: str | None = None
) -> str:
    """The document of the unit that the filters name. Raises NobodyError where nothing of it passes them."""
    members = filters.members or ()
    kind: UnitKind = "player" if len(members) == 1 else "pair"
    found = statistics(reader, kind, sheet=sheet, event=event, filters=filters)
    if found.is_empty() or not members:
        raise NobodyError(TOGETHER.join(members))
    known = named(reader, "player")
    parts = [
        Part(
            Text(SHEETS[key].title.zh, SHEETS[key].title.en) if key in SHEETS else Text(key, key),
            [] if filters.narrow else [*_whole(reader, kind, found["unit"][0], key, event)],
            [_row(row) for row in rows.iter_rows(named=True)],
            *_matches(reader, kind, key, event, filters, known),
        )
        for (key,), rows in found.partition_by("sheet", as_dict=True, maintain_order=True).items()
    ]
    say = speaker(tongue)
    return document(
        "profile.html",
        tongue,
        PROFILE,
        title=called(found["unit"][0], known),
        subtitle=say(PROFILE["profile.filters"], filters=_said(filters, known, sheet, event)),
        narrowed=filters.narrow,
        parts=parts,
        provenance=[
            say(PROFILE["profile.subtitle"]) + f" · {found['unit'][0]}",
            say(FRAME["report.engine"], version=ENGINE_VERSION),
            say(PROFILE["profile.warehouse"], generation=reader.generation),
        ],
    )


def _whole(reader: Reader, kind: UnitKind, unit: str, sheet: str, event: str | None) -> Iterator[Text]:
    """Rating and luck on a sheet, where there are any."""
    rated = ratings.standings(ratings.history(reader, sheet)).filter(kind=kind, unit=unit)
    for row in rated.iter_rows(named=True):
        yield PROFILE["profile.rating"].fill(**{**row, **{name: f"{row[name]:.1f}" for name in ("mu", "low", "high")}})
    for told in luck.luck_of(reader, luck.shipped(), sheet, event, (kind, unit)):
        numbers = {name: f"{getattr(told, name):.1f}" for name in ("outcome", "baseline", "luck", "adjusted")}
        error = "–" if told.standard_error is None else f"{told.standard_error:.1f}"
        yield PROFILE["profile.luck"].fill(**numbers, error=error, hands=told.hands)


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    value, interval = written(row) or ("–", "")
    numerator = f"{row['numerator'] / 1000:,.1f}" if row["key"] == TIMES else f"{row['numerator']:,}"
    percentile = "" if row["percentile"] is None else f"{row['percentile']:.0%}"
    told = {"name": NAMES[row["key"]], "value": value, "interval": interval, "percentile": percentile}
    return {**told, "numerator": numerator, "denominator": f"{row['denominator']:,}", "open": row["open"]}


def _matches(
    reader: Reader, kind: UnitKind, sheet: str, event: str | None, filters: Filters, known: Mapping[str, str]
) -> tuple[list[dict[str, Any]], int]:
    found: pl.DataFrame = matches_of(reader, kind, sheet, event, filters)
    rows = []
    for row in found.head(LISTED).iter_rows(named=True):
        levels = [both(partial(level_name, row[each])) for each in ("level", "other_level") if row[each]]
        points = [str(row[each]) for each in ("points", "other_points") if row[each] is not None]
        people = {
            name: TOGETHER.join(known.get(each, each) for each in row[name] or () if each) for name in ("partners", "opponents")
        }
        each_side = levels if len(levels) == 2 else [Text(each, each) for each in points]
        score = Text(*(" : ".join(said) for said in zip(*each_side, strict=True))) if each_side else None
        rows.append({**row, **people, "score": score})
    return rows, found.height


def _said(filters: Filters, known: Mapping[str, str], sheet: str | None, event: str | None) -> Text:
    """What narrows the hands, in words."""
    told: list[Text] = []
    for name, value in {**filters._asdict(), "sheet": sheet, "event": event}.items():
        if value is None or name in {"members", "facing"}:
            continue
        if name == "bank":
            told.append(PROFILE["filter.bank" if value else "filter.attack"])
        else:
            shown = TOGETHER.join(known.get(each, each) for each in value) if isinstance(value, tuple) else value
            told.append(PROFILE[f"filter.{name}"].fill(value=shown))
    if not told:
        return PROFILE["profile.every"]
    return Text(*(", ".join(said) for said in zip(*told, strict=True)))
