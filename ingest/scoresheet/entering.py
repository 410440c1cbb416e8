"""What an event file says of the matches of a score sheet: the event's id, its options, and whom its names mean."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ingest.scoresheet.matches import Document
from ingest.scoresheet.values import key
from replay.event.record import EventRecord


def entered(document: Document, event: EventRecord) -> Document:
    """A match as one of the event: what the score sheet leaves out is the event file's, what it says stays.

    Teams and players that it calls by their names get their ids; a name that two have, or nobody, stays as it is.
    """
    players = event.entrants if event.of_players else [player for entrant in event.entrants for player in entrant.players]
    teams = {} if event.of_players else ids_by_name((each.id, each.name) for each in event.entrants)
    people = ids_by_name((each.id, each.name) for each in players)
    named = document.get("event", {})
    seats = {seat: _known(player, teams, people) for seat, player in document.get("seats", {}).items()}
    options = {**event.options, **document.get("options", {})}
    made: Document = {**document, "event": {"id": event.id, **named}}
    if "id" not in named:
        made["id"] = f"{event.id}/{document['id']}"
    if seats:
        made["seats"] = seats
    if options:
        made["options"] = options
    return {name: made[name] for name in _ORDER if name in made}


_ORDER = ("format", "id", "sheet", "options", "event", "seats", "hands", "claims", "extra")


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


def _known(player: Mapping[str, Any], teams: Mapping[str, str], people: Mapping[str, str]) -> dict[str, Any]:
    """A seat's player with the ids that the event has for him and his team."""
    found = {**player, "id": people.get(key(player["id"]), player["id"])}
    team = player.get("team")
    if team is not None:
        found["team"] = teams.get(key(team), team)
        if player["id"].startswith(f"{team}/"):  # nobody is named: the seat stands for its player
            found["id"] = found["team"] + player["id"].removeprefix(team)
    return found
