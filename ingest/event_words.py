"""What findings about an event say, with entrants, players and places as people call them."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from paipu.replay.checks import render
from paipu.replay.event.record import EventRecord
from paipu.replay.event.same_deal import FROM_FILE
from paipu.replay.event.words import SHARED, WORDS, names_apart, part_title
from paipu.replay.findings import Finding
from paipu.replay.notation import NOTHING
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Lang, Text, in_language

WHO: Final[Mapping[str, tuple[str, ...]]] = {
    "EVENT-TWO-TEAMS": ("actual", "other"),
    "EVENT-PLAYER-TWICE": ("actual",),
    "EVENT-REMATCH": ("actual",),
    "EVENT-BYE": ("expected", "actual"),
    "EVENT-UNDRAWN": ("actual",),
    "EVENT-ABSENT": ("actual",),
    "EVENT-ADVANCE": ("expected", "actual"),
    "EVENT-DISQUALIFIED": ("actual",),
    "EVENT-COUNTS": ("actual",),
    "EVENT-ENTRANTS": ("expected", "actual"),
    "EVENT-SIDES": ("expected", "actual"),
    "EVENT-SUBSTITUTE": ("expected", "actual"),
    "EVENT-ROWS": ("expected", "actual"),
    **dict.fromkeys(("EVENT-BOARD-TWICE", "EVENT-BOARD-DIRECTION"), ("actual",)),
    "EVENT-SWAPPED": ("actual", "other"),
    **dict.fromkeys(("EVENT-FIGURE", "EVENT-PLACE", "EVENT-TIE-BREAK", "EVENT-LEDGER"), ("team",)),
}
"""Where a finding has ids of entrants or players, by its code."""
AT_TABLE: Final = frozenset({"EVENT-MISSING", "EVENT-UNDECIDED", "EVENT-COUNTS", "EVENT-BOARD-OPEN"})
"""Findings about a drawn table, if their pointer leads to one: `actual` has its place."""
SOME: Final = frozenset({"EVENT-BYE", "EVENT-ROWS"})
"""Findings that name the first few of many, and how many more there are."""
_AND_MORE: Final = re.compile(r", \+(\d+)$")
_APART: Final = re.compile(r"(, | – | \+ )")
_STRAY: Final = re.compile(r"(.+)/(\d+)/([^/]+)")
"""A place that a match names: stage, round and table."""
_PART: Final = re.compile(r"/stages/(\d+)/rounds/(\d+)/(tables|byes|absent)/(\d+)")
PLACES: Final = frozenset({"EVENT-PLACE", "EVENT-TIE-BREAK"})
"""Findings of which a place is `expected`."""


class EventWords:
    """The words for the findings of one event."""

    def __init__(self, event: EventRecord) -> None:
        self.event = event
        players = {player.id: player.name for entrant in event.entrants for player in entrant.players}
        entrants = {entrant.id: entrant.name for entrant in event.entrants}
        self.names = {**names_apart(players), **names_apart(entrants)}

    def message(self, finding: Finding) -> dict[str, str]:
        """What a finding says in each language."""
        term = SHEETS[self.event.sheet].term
        return {lang: render(finding, lang, term, dict(self.said(finding, lang))) for lang in LANGS}

    def said(self, finding: Finding, lang: Lang) -> Iterator[tuple[str, str]]:
        """What stands in the message in the stead of ids, by the place in it."""
        for key in WHO.get(finding.code, ()):
            held = finding.params.get(key, getattr(finding, key, None))
            if isinstance(held, str) and held != NOTHING:
                listed, more = held, _AND_MORE.search(held) if finding.code in SOME else None
                if more is not None:
                    listed = held[: more.start()]
                told = "".join([self.names.get(part, part) for part in map(str, _APART.split(listed))])
                yield key, told if more is None else in_language(WORDS["names.more"], lang, names=told, n=more[1])
        if finding.code == "EVENT-STRAY" and (stray := _STRAY.fullmatch(finding.actual or "")):
            yield "actual", in_language(part_title(stray[1], None, stray[2], stray[3]), lang)
        pointer = finding.where.pointer
        if finding.code in AT_TABLE and "/tables/" in pointer and (part := self.part_at(pointer)) is not None:
            yield "actual", in_language(part, lang)
        if finding.code == "EVENT-PLAYER-TWICE" and (part := self.part_at(str(finding.params["other"]))) is not None:
            yield "other", in_language(part, lang)
        if (source := finding.params.get("source")) is not None:
            yield "source", in_language(WORDS["board.deals"], lang) if source == FROM_FILE else str(source)
        if finding.code in PLACES and finding.expected is not None and finding.expected.endswith(SHARED):
            yield "expected", in_language(WORDS["place.shared"].fill(place=finding.expected.removesuffix(SHARED)), lang)

    def part_at(self, pointer: str) -> Text | None:
        """The table of a round that a pointer leads to, or those who have none there; None if it leads elsewhere."""
        at = _PART.match(pointer)
        if at is None:
            return None
        stage = self.event.stages[int(at[1])]
        played = stage.rounds[int(at[2])]
        if at[3] == "tables":
            return part_title(stage.id, None, played.no, played.tables[int(at[4])].name)
        return WORDS[f"idle.{at[3]}"]
