"""What narrows the hands that the page of players counts, and the list that a count opens: both stand in the address."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import polars as pl

from paipu.analytics.conditions import WrongExpressionError, read
from paipu.analytics.filters import Filters, is_day
from paipu.analytics.hands import Part
from paipu.analytics.keys import NAMES, TOGETHER
from paipu.analytics.people import values_of
from paipu.analytics.situated import offered
from paipu.analytics.units import UnitKind
from paipu.dashboard.links import WrongLink
from paipu.dashboard.table.message import StopView

FILTERS: Final = ("with", "against", "since", "until", "seat", "side", "level", "role", "first", "last", "over", "under")
"""By these names an address has them. `with` and `against` are ids of players, joined as in a unit."""
LISTED: Final = ("for", "by", "key", "of", "across", "across2", "step", "step2", "find", "collection", "shared")
"""What an address says of a list: whose, of what kind, of which statistic; `of` where it is of the denominator. `find` has the
conditions of a search instead of a statistic, which without `for` is through everybody's hands; `collection` names one of
whoever looks, and `shared` another's by its link. By
`across` and `across2`, situations, the statistic is told apart; `step` and `step2` are those of the hands that are listed.
"""
ROLES: Final = ("bank", "attack")
_RATING: Final = re.compile(r"[1-9]?[0-9](\.[0-9])?")
_COUNT: Final = re.compile(r"[1-9][0-9]?")


class Listing(NamedTuple):
    """The hands that a statistic counts of a unit."""

    kind: UnitKind
    unit: str
    key: str
    part: Part
    filters: Filters
    by: tuple[str, ...] = ()
    step: tuple[str, ...] = ()


class Sought(NamedTuple):
    """The hands that a search finds, of a unit or of everybody."""

    said: str
    unit: str | None
    filters: Filters


class Collected(NamedTuple):
    """The places of a collection: of whoever looks by its name, or of somebody who gave it a link by that."""

    name: str | None
    link: str | None = None
    unit: None = None


def filters_in(query: Mapping[str, str]) -> Filters | WrongLink:
    """The filters of an address, but for the unit."""
    said = {name: query[name] for name in FILTERS if query.get(name)}
    for name, value in said.items():
        rated_of_nobody = name in {"over", "under"} and not (query.get("for") or query.get("u"))
        if rated_of_nobody or not _is_one(name, value):
            return WrongLink("narrow.wrong", {"name": name, "value": value})
    bank = said["role"] == "bank" if "role" in said else None
    return Filters(
        partners=_players(said.get("with")),
        opponents=_players(said.get("against")),
        bank=bank,
        first=int(said["first"]) if "first" in said else None,
        last=int(said["last"]) if "last" in said else None,
        since=said.get("since"),
        until=said.get("until"),
        seat=said.get("seat"),
        side=said.get("side"),
        level=said.get("level"),
        over=float(said["over"]) if "over" in said else None,
        under=float(said["under"]) if "under" in said else None,
    )


def _is_one(name: str, value: str) -> bool:
    if name in {"seat", "side", "level"}:
        return value in values_of(name)
    if name in {"since", "until"}:
        return is_day(value)
    if name in {"first", "last"}:
        return _COUNT.fullmatch(value) is not None
    if name in {"over", "under"}:
        return _RATING.fullmatch(value) is not None
    return name != "role" or value in ROLES


def _players(said: str | None) -> tuple[str, ...] | None:
    return tuple(said.split(TOGETHER)) if said else None


def of_unit(filters: Filters, unit: str) -> Filters:
    return filters._replace(members=tuple(unit.split(TOGETHER)))


def listing_in(query: Mapping[str, str]) -> Listing | Sought | Collected | None:
    """The list that an address names; None where it names none that there can be."""
    if query.get("shared"):
        return Collected(None, query["shared"])
    if query.get("collection"):
        return Collected(query["collection"])
    filters = filters_in(query)
    if isinstance(filters, WrongLink):
        return None
    if query.get("find"):
        return _sought(query["find"], query.get("for") or None, filters)
    if not query.get("for") or query.get("key") not in NAMES:
        return None
    kind: UnitKind = "player" if query.get("by") == "player" else "pair"
    part: Part = "denominator" if query.get("of") else "numerator"
    by = tuple(query[name] for name in ("across", "across2") if query.get(name))
    step = tuple(query[name] for name in ("step", "step2") if query.get(name))
    if len({*by, *offered(query["key"])}) > len(offered(query["key"])) or (step and len(step) != len(by)):
        return None
    return Listing(kind, query["for"], query["key"], part, of_unit(filters, query["for"]), by, step)


def _sought(conditions: str, unit: str | None, filters: Filters) -> Sought | None:
    try:
        read(conditions)
    except WrongExpressionError:
        return None
    return Sought(conditions, unit, filters if unit is None else of_unit(filters, unit))


def said(query: Mapping[str, str]) -> dict[str, str]:
    """What of an address narrows, and names a list."""
    return {name: query[name] for name in (*LISTED, *FILTERS) if query.get(name)}


def filters_said(query: Mapping[str, str]) -> dict[str, str]:
    """What of an address narrows."""
    return {name: query[name] for name in FILTERS if query.get(name)}


def stops(listed: pl.DataFrame, match: str) -> tuple[StopView | None, StopView | None, dict[str, list[int]]]:
    """Where a list goes on before and after a match, and the plies of its hands by their numbers."""
    places = listed.with_row_index("at").filter(pl.col("match") == match)
    own: dict[str, list[int]] = {}
    for hand, ply in places.select("hand", "ply").iter_rows():
        own.setdefault(str(hand), []).append(ply)
    if places.is_empty():
        return None, _stop(listed, 0), {}
    return _stop(listed, places["at"][0] - 1), _stop(listed, places["at"][-1] + 1), own


def _stop(listed: pl.DataFrame, at: int) -> StopView | None:
    if not 0 <= at < listed.height:
        return None
    row: dict[str, Any] = listed.row(at, named=True)
    return StopView(match=row["match"], hand=row["hand"], ply=row["ply"])
