"""What an event file says of the matches of a score sheet: the event's id, its options, its draw, and whom its names mean."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from paipu.ingest.scoresheet.matches import Document
from paipu.ingest.scoresheet.places import PLACES
from paipu.ingest.scoresheet.values import key, table_number
from paipu.replay.event.record import EventRecord, Table
from paipu.replay.event.words import stage_title
from paipu.replay.sheets import SHEETS

_ORDER: Final = ("format", "id", "sheet", "options", "event", "seats", "hands", "claims", "extra")
_OF_EVENT: Final = ("id", "name", "stage", "round", "table")


class Entering:
    """Makes matches of score sheets those of an event: what these leave out is the event file's, what they say stays."""

    def __init__(self, event: EventRecord) -> None:
        self.event = event
        players = event.entrants if event.of_players else [player for entrant in event.entrants for player in entrant.players]
        self.teams = {} if event.of_players else ids_by_name((each.id, each.name) for each in event.entrants)
        self.people = ids_by_name((each.id, each.name) for each in players)
        self.stages = dict(ids_by_name((stage.id, title) for stage in event.stages for title in {*stage_title(stage.id)}))
        self.spots: dict[tuple[str | None, int | None, str], set[tuple[str, int]]] = {}
        """The stage and round of every drawn table, by what may be told of them."""
        self.meetings: dict[frozenset[str], list[tuple[str, int, Table]]] = {}
        """Where the draw has those who met."""
        self.tables: dict[str, str] = {}
        """What the draw calls its tables, by their numbers."""
        for stage in event.stages:
            self.stages |= {key(name): stage.id for name in stage.groups or () for name in (name, f"{name}组", f"group {name}")}
            for played in stage.rounds:
                for table in played.tables:
                    self.tables.setdefault(table_number(table.name), table.name)
                    met = frozenset(each for side in table.sides for each in side)
                    self.meetings.setdefault(met, []).append((stage.id, played.no, table))
                    for told in ((None, None), (None, played.no), (stage.id, None)):
                        self.spots.setdefault((*told, table.name), set()).add((stage.id, played.no))

    def entered(self, document: Document) -> Document:
        """A match as one of the event.

        Event, teams and players that it calls by their names get their ids; a name that two have, or nobody, stays as it is.
        A stage may be called by its title and a table 第3桌; a stage or round that is left out is the one where the draw has
        the table.
        """
        named = document.get("event", {})
        if key(named.get("id", "")) in {key(each) for each in (self.event.id, self.event.name) if each}:
            named = {**named, "id": self.event.id}
        seats = {seat: self.known(player) for seat, player in document.get("seats", {}).items()}
        options = {**self.event.options, **document.get("options", {})}
        made: Document = {**document, "event": self.drawn({"id": self.event.id, **named})}
        if "id" not in named:
            made["id"] = f"{self.event.id}/{document['id']}"
        if seats:
            made["seats"] = seats
        if document.get("extra", {}).get(PLACES, {}).get("sides") == "assumed":
            made |= self.seated(made)
        if options:
            made["options"] = options
        return {name: made[name] for name in _ORDER if name in made}

    def seated(self, document: Document) -> Document:
        """A match of which nobody said who sat which way, as the draw has it; and where they met, if it tells no table."""
        seats, event = document.get("seats", {}), document["event"]
        side_of = SHEETS[self.event.sheet].side_of
        names = SHEETS[self.event.sheet].sides
        teams = {side: {each.get("team") for seat, each in seats.items() if names[side_of[seat]] == side} for side in names}
        if any(len(each) != 1 or None in each for each in teams.values()):
            return {}
        first, second = (next(iter(each)) for each in teams.values())
        places = self.meetings.get(frozenset({first, second}), ())
        told = [("stage", 0), ("round", 1)]
        fitting = [each for each in places if all(event.get(name, each[at]) == each[at] for name, at in told)]
        fitting = [each for each in fitting if event.get("table", each[2].name) == each[2].name]
        if len(fitting) != 1 or event["id"] != self.event.id:
            return {}
        stage, played, table = fitting[0]
        found: Document = {"event": {**event, "stage": stage, "round": played, "table": table.name}}
        found["event"] = {
            name: found["event"][name] for name in dict.fromkeys((*_OF_EVENT, *found["event"])) if name in found["event"]
        }
        return {**found, **(turned_round(document, names) if table.sides[0] == (second,) else {})}

    def drawn(self, named: Mapping[str, Any]) -> dict[str, Any]:
        """Where a match belongs, in the words of the draw."""
        found = dict(named)
        if found["id"] != self.event.id:
            return found
        if "stage" in found:
            found["stage"] = self.stages.get(key(found["stage"]), found["stage"])
        if "table" in found and (None, None, found["table"]) not in self.spots:
            found["table"] = self.tables.get(table_number(found["table"]), found["table"])
        told = found.get("stage"), found.get("round"), found.get("table", "")
        fitting = self.spots.get(told, set())
        for at, name in enumerate(("stage", "round")):
            if name not in found and len({spot[at] for spot in fitting}) == 1:
                found[name] = next(iter(fitting))[at]
        return {name: found[name] for name in dict.fromkeys((*_OF_EVENT, *found)) if name in found}

    def known(self, player: Mapping[str, Any]) -> dict[str, Any]:
        """A seat's player with the ids that the event has for him and his team."""
        found = {**player, "id": self.people.get(key(player["id"]), player["id"])}
        team = player.get("team")
        if team is not None:
            found["team"] = self.teams.get(key(team), team)
            if player["id"].startswith(f"{team}/"):  # nobody is named: the seat stands for its player
                found["id"] = found["team"] + player["id"].removeprefix(team)
        return found


def turned_round(document: Document, sides: Sequence[str]) -> Document:
    """A match with its sides the other way round, its cells too; each seat has who sat at the one behind it."""
    seats = list(document["seats"])
    order = [seat for seat in SHEETS[document["sheet"]].seats if seat in seats]
    other = dict(zip(order, [*order[1:], order[0]], strict=True)) | dict(zip(sides, reversed(sides), strict=True))

    def turned(value: Any) -> Any:  # noqa: ANN401 - whatever stands in a document
        if isinstance(value, dict):
            return {
                "/".join(other.get(step, step) for step in str(name).split("/")): turned(each) for name, each in value.items()
            }
        if isinstance(value, list):
            return [turned(each) for each in value]
        return other.get(value, value) if isinstance(value, str) and value in sides else value

    found: Document = {name: turned(document[name]) for name in ("seats", "hands", "claims") if name in document}
    for seat, player in found["seats"].items():
        team = player.get("team")
        if team is not None and re.fullmatch(rf"{re.escape(team)}/\w", player["id"]):
            player["id"] = f"{team}/{seat}"
    places = document["extra"][PLACES]
    named = {name: turned(places[name]) for name in ("columns", "cells", "hands") if name in places}
    return {**found, "extra": {**document["extra"], PLACES: {**places, **named}}}


def ids_by_name(entrants: Iterable[tuple[str, str | None]]) -> Mapping[str, str]:
    """The ids by every name that means one of them alone.

    >>> ids_by_name([("t1", "青松"), ("t2", "白鹭"), ("t3", "白鹭")])["青松"]
    't1'
    """
    known = list(entrants)
    names = Counter(key(name) for _, name in known if name)
    return {
        **{key(name): identifier for identifier, name in known if name and names[key(name)] == 1},
        **{key(identifier): identifier for identifier, _ in known},
    }
