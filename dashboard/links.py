"""Deep links to a place in a record, `?match=…&hand=…&ply=…&seat=…&lang=…`, read and written by ourselves.

A link that names nothing says so and shows nothing in its stead, and so every value is checked here and none is mended.
`hand` is the hand's number in the record, `ply` counts the plays of the hand from 1, 0 being before the first; `seat` is who
sees it, and is left out where all hands are open.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from paipu.replay.text import Lang

PLACE: Final = ("match", "hand", "ply", "seat")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
NOTHING: Final[Mapping[str, str]] = {}
_LEAST: Final = {"hand": 1, "ply": 0}


class Place(NamedTuple):
    """Where a link points; None where it leaves that open."""

    match: str | None = None
    hand: int | None = None
    ply: int | None = None
    seat: str | None = None


class Scope(NamedTuple):
    """The event and the rule sheet that the pages look at; None: all of them."""

    event: str | None = None
    sheet: str | None = None

    @property
    def query(self) -> dict[str, str]:
        return _said(self)

    @property
    def params(self) -> tuple[str, str]:
        """The first two values of a query that has `($1 = '' OR event = $1) AND ($2 = '' OR sheet = $2)`."""
        return self.event or "", self.sheet or ""


class Wanted(NamedTuple):
    """Which findings are gone through; None: all. `start` is the first of them that is listed, from 0."""

    severity: str | None = None
    code: str | None = None
    start: int = 0

    @property
    def query(self) -> dict[str, str]:
        return {name: value for name, value in (("severity", self.severity), ("code", self.code)) if value is not None}

    @property
    def said(self) -> dict[str, str]:
        """The same in an address that goes before what the session keeps: what is empty asks for all."""
        return {"severity": self.severity or "", **self.query, **({"from": str(self.start)} if self.start else {})}

    @property
    def params(self) -> tuple[str, str]:
        """Values of a query that has `($3 = '' OR severity = $3) AND ($4 = '' OR code = $4)`."""
        return self.severity or "", self.code or ""


class WrongLink(NamedTuple):
    """What is wrong with a link: a key of the text catalogue, and what fills it."""

    key: str
    params: Mapping[str, str | int]


def read_place(query: Mapping[str, Sequence[str]]) -> Place | WrongLink:
    """The place that a query string names, all values of each name given.

    >>> read_place({"match": ["m1"], "hand": ["2"]})
    Place(match='m1', hand=2, ply=None, seat=None)
    >>> read_place({"match": ["m1"], "hand": ["2"], "ply": ["-1"]}).key
    'replay.wrong.number'
    """
    for name in PLACE:
        if len(query.get(name, ())) > 1:
            return WrongLink("app.twice", {"name": name})
    given = {name: query[name][0] for name in PLACE if query.get(name)}
    for name, needs in (("hand", "match"), ("ply", "hand"), ("seat", "hand")):
        if name in given and needs not in given:
            return WrongLink("replay.wrong.order", {"name": name, "needs": needs})
    for name, least in _LEAST.items():
        value = given.get(name)
        if value is not None and (not _NUMBER.fullmatch(value) or int(value) < least):
            return WrongLink("replay.wrong.number", {"name": name, "value": value, "least": least})
    hand, ply = given.get("hand"), given.get("ply")
    return Place(given.get("match"), None if hand is None else int(hand), None if ply is None else int(ply), given.get("seat"))


def query_of(place: Place, lang: Lang, kept: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """The query parameters of a place, in the order in which they are always written; `kept` goes from page to page."""
    return {**_said(place), **kept, "lang": lang}


def _said(named: Place | Scope) -> dict[str, str]:
    return {name: str(value) for name, value in zip(named._fields, named, strict=True) if value is not None}


def page_link(page: str, lang: Lang, kept: Mapping[str, str] = NOTHING) -> str:
    """The address of a page, relative to the dashboard's root; the first page's name is empty.

    >>> page_link("", "en", {"event": "cup 1"})
    './?event=cup+1&lang=en'
    """
    return f"./{page}?{urlencode({**kept, 'lang': lang})}"


def replay_link(place: Place, lang: Lang, kept: Mapping[str, str] = NOTHING) -> str:
    """The address of a place, relative to the dashboard's root.

    >>> replay_link(Place("cup/1", 2, 7), "zh")
    'replay?match=cup%2F1&hand=2&ply=7&lang=zh'
    """
    return f"replay?{urlencode(query_of(place, lang, kept))}"


def part_of(stage: str, group: str | None) -> str:
    """What an address calls a stage of an event, or a group of it."""
    return stage if group is None else f"{stage}/{group}"


def standings_link(found: Mapping[str, Any], lang: Lang, kept: Mapping[str, str] = NOTHING) -> str:
    """The address of the part of an event that a finding is about: its stage and group, its round, its table.

    >>> standings_link({"event": "cup", "stage": "s", "group_name": "A", "round": 2, "event_table": "1"}, "zh")
    './standings?event=cup&part=s%2FA&round=2&table=1&lang=zh'
    """
    part = part_of(found["stage"], found["group_name"]) if found["stage"] is not None else None
    told = {"event": found["event"], "part": part, "round": found["round"], "table": found["event_table"]}
    return page_link("standings", lang, {**kept, **{name: str(value) for name, value in told.items() if value is not None}})


def case_link(place: Place, lang: Lang, kept: Mapping[str, str] = NOTHING) -> str:
    """The address of the case of a place, relative to the dashboard's root."""
    return f"rulings?{urlencode(query_of(place, lang, kept))}"


def ply_template(match: str, hand: int, lang: Lang, kept: Mapping[str, str] = NOTHING) -> str:
    """The query string of a hand for the table to fill in: `{ply}` is the ply's number, `{seat}` is `&seat=E` or nothing.

    >>> ply_template("{ply}", 2, "zh")
    'match=%7Bply%7D&hand=2&ply={ply}{seat}&lang=zh'
    """
    return f"{urlencode({'match': match, 'hand': hand})}&ply={{ply}}{{seat}}&{urlencode({**kept, 'lang': lang})}"
