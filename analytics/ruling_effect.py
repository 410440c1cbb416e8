"""What a ruling would do to the standings of an event in the warehouse, before it is made."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paipu.analytics.events import matches_of
from paipu.analytics.reader import Reader
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place as Origin
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.record import EventRecord
from paipu.replay.event.rows import Standing
from paipu.replay.event.standings import standings
from paipu.replay.event.words import names_apart
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.ruling import with_ruling
from paipu.replay.ruling.comparison import Again


class Shift(NamedTuple):
    """An entrant who would stand elsewhere; who is disqualified has no place."""

    stage: str
    group: str | None
    entrant: str
    name: str
    before: int | None
    after: int | None


class EventNow(NamedTuple):
    """An event with its matches as the warehouse has them."""

    event: EventRecord
    matches: tuple[Match, ...]

    def places(self, instead: Match | None = None) -> Mapping[tuple[str, str | None, str], Standing]:
        """Who stands where by stage, group and entrant, as ruled; with another account of one match if it is given."""
        matches = [instead if instead is not None and each.id == instead.id else each for each in self.matches]
        found = standings(self.event, matches, "ruled")
        return {(table.stage, table.group, row.entrant): row for table in found for row in table.rows}

    def shifts(self, instead: Match) -> Sequence[Shift]:
        """Who would stand elsewhere, in the order of the standings then."""
        names = names_apart({entrant.id: entrant.name for entrant in self.event.entrants})
        before, after = self.places(), self.places(instead)
        return [
            Shift(*key, names[key[2]], before[key].place, row.place)
            for key, row in after.items()
            if key in before and before[key].place != row.place
        ]


def event_now(reader: Reader, event: str) -> EventNow | None:
    """An event of a warehouse; None where it has none of that id."""
    with reader.cursor() as con:
        sql = "SELECT raw FROM stored.latest_events JOIN records USING (record_sha256) WHERE event = ?"
        row = con.execute(sql, [event]).fetchone()
        parsed = parse_event(row[0], Origin()) if row is not None else None
        return EventNow(parsed.event, matches_of(con, parsed.event)) if isinstance(parsed, ParsedEvent) else None


def ruled_match(record: GameRecord, *rulings: Ruling) -> Match:
    """A match as an event would take it with more rulings on its record."""
    again = Again(record)
    return match_of(record, again.of_first, again.judged(with_ruling(record, *rulings)))
