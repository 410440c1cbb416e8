"""Who plays: players by their ids, names and teams, and how they are found."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

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

    def called(self, players: Sequence[str]) -> list[str]:
        """What some players are called."""
        return [self.names.get(player, player) for player in players]

    def fits(self, player: str, wanted: str) -> bool:
        """Whether a word, in small letters, is part of a player's name, id or team, or of how the name is spelt in pinyin,
        whole or by initials.
        """
        said = (self.names[player], player, *self.teams[player])
        if any(wanted in each.casefold() for each in said):
            return True
        return wanted.isascii() and any(wanted in each for each in spelt(self.names[player]))


@lru_cache(maxsize=1 << 16)
def spelt(name: str) -> tuple[str, str]:
    """A name in pinyin, and its initials.

    >>> spelt("林晓岚")
    ('linxiaolan', 'lxl')
    """
    from pypinyin import lazy_pinyin  # noqa: PLC0415 - it reads a dictionary, which only a search in letters needs

    whole = [word for each in lazy_pinyin(name) for word in each.split()]
    return "".join(whole).casefold(), "".join(each[:1] for each in whole).casefold()


def values_of(name: str) -> tuple[str, ...]:
    """What `seat`, `side` and `level` can be on any sheet."""
    slots = {"seat": "seats", "side": "sides", "level": "ladder"}
    return tuple(dict.fromkeys(value for sheet in SHEETS.values() for value in getattr(sheet, slots[name])))
