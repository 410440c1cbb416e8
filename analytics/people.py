"""Who plays: players by their ids, names and teams, and how they are found."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from paipu.analytics.reader import Reader
from paipu.replay.sheets import SHEETS
from paipu.replay.text import near


class People:
    """The players of the latest record of every match."""

    def __init__(self, reader: Reader) -> None:
        rows = reader.query(
            """
            SELECT player, any_value(called.name) AS name, list_sort(list(DISTINCT team) FILTER (team IS NOT NULL)) AS teams
            FROM (SELECT record, player, team FROM stored.seats)
            SEMI JOIN stored.latest USING (record)
            LEFT JOIN (SELECT player, name FROM player_names) AS called USING (player)
            GROUP BY player
            ORDER BY player
            """
        )
        self.names: Mapping[str, str] = {player: name or player for player, name, _ in rows.iter_rows()}
        self.teams: Mapping[str, Sequence[str]] = {player: teams or () for player, _, teams in rows.iter_rows()}

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for player, name in self.names.items():
            found.setdefault(name.casefold(), []).append(player)
        return found

    def named(self, said: str) -> Sequence[str]:
        """The ids of the players who are named by it, or by the whole of their names: several may be called alike."""
        return [said] if said in self.names else self._by_name.get(said.strip().casefold(), [])

    def near(self, said: str) -> str:
        """Ids and names that are most like one that there is not."""
        return near(said, [*self.names.values(), *self.names])

    def called(self, members: Sequence[str]) -> Iterator[str]:
        """What some players are called."""
        return (self.names.get(player, player) for player in members)


def values_of(name: str) -> tuple[str, ...]:
    """What `seat`, `side` and `level` can be on any sheet."""
    slots = {"seat": "seats", "side": "sides", "level": "ladder"}
    return tuple(dict.fromkeys(value for sheet in SHEETS.values() for value in getattr(sheet, slots[name])))
