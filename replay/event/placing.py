"""Which match was played at which drawn table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paipu.replay.event.match import Match
from paipu.replay.event.record import EventRecord, Round, Stage, Table
from paipu.replay.event_rules import stage_name
from paipu.replay.record import GameRecord
from paipu.replay.sheets import SHEETS

Games = Mapping[tuple[str | None, str, int], int]
"""How many games a match has at most, by event, stage and round; the event is None where a record names none."""


class Spot(NamedTuple):
    """A drawn table: indices of its stage, its round and itself in the event."""

    stage: int
    round: int
    table: int

    @property
    def pointer(self) -> str:
        """Where the event has it, as a JSON pointer."""
        return f"stages/{self.stage}/rounds/{self.round}/tables/{self.table}"


class Played(NamedTuple):
    """A match at a table; `turned`: its sides are those of the draw the other way round. `moved`: it names another table."""

    match: Match
    turned: bool = False
    moved: bool = False


@dataclass(slots=True)
class Placed:
    """The matches of an event at their tables, and those that have none.

    `twice` are further records of a table's match or game; `foreign` those between others than were drawn, with the table that
    they name; `stray` those of no drawn table.
    """

    at: dict[Spot, list[Played]] = field(default_factory=dict)
    twice: list[tuple[Match, Spot]] = field(default_factory=list)
    foreign: list[tuple[Match, Spot]] = field(default_factory=list)
    stray: list[Match] = field(default_factory=list)

    @property
    def uncounted(self) -> tuple[Match, ...]:
        """The matches that count nowhere, in the order of their ids."""
        return tuple(sorted([*self.stray, *(match for match, _ in (*self.foreign, *self.twice))], key=lambda match: match.id))


def belongs(event: EventRecord, match: Match) -> bool:
    """Whether a match is one of an event: its record names the event, or none but a place in one."""
    return match.event == event.id if match.event is not None else match.table is not None


def games_said(event: EventRecord) -> Games:
    """How many games a match has at most in each round of an event, where matches have several: as its file says, else as the
    sheet prints it, unless an option of either says that.
    """
    sheet = SHEETS[event.sheet]
    if sheet.event.counts != "games":
        return {}
    found: dict[tuple[str | None, str, int], int] = {}
    for stage in event.stages:
        for played in stage.rounds:
            most = played.best_of or stage.best_of
            if most is None and "games" not in event.options:
                most = sheet.event.games(stage_name(stage.id))
            if most is not None:
                found |= {(name, stage_name(stage.id), played.no): most for name in (event.id, None)}
    return found


def with_games(record: GameRecord, said: Games) -> GameRecord:
    """A record with how many games its event gives the match; as it is where no event at hand says that."""
    event = record.event
    most = games_at(said, event.id, event.stage, event.round, event.table) if event is not None else None
    return replace(record, games=most) if most is not None else record


def games_at(said: Games, event: str | None, stage: str | None, number: int | None, table: str | None) -> int | None:
    """How many games a match has at most that names this place; None where no event at hand says that."""
    if stage is None or number is None or (event is None and table is None):
        return None
    return said.get((event, stage_name(stage), number))


def place(event: EventRecord, matches: Iterable[Match]) -> Placed:
    """Find the table of each match: the one that it names, if those drawn there play; else that of its round where they do."""
    spots = spots_of(event)
    placed, left = Placed(), []
    by_players = event.of_players
    for match in matches:
        spot = spots.get(_place_of(match))
        turned = turned_at(match, table_at(event, spot), by_players=by_players) if spot is not None else None
        if spot is None or turned is None:
            left.append((match, spot))
        else:
            _put(placed, spot, Played(match, turned))
    seated = _by_who_sits(event) if left else {}
    for match, spot in left:
        elsewhere = seated.get((*_place_of(match)[:2], entrants_of(match, by_players=by_players)), ())
        other = elsewhere[0] if len(elsewhere) == 1 else None
        if other is not None:
            turned = turned_at(match, table_at(event, other), by_players=by_players)
            _put(placed, other, Played(match, bool(turned), moved=True))
        elif spot is not None:
            placed.foreign.append((match, spot))
        else:
            placed.stray.append(match)
    return placed


def spots_of(event: EventRecord) -> Mapping[tuple[str | None, int | None, str | None], Spot]:
    """The drawn tables by what records call their stage, by round and by name."""
    return {
        (stage_name(stage.id), played.no, table.name): Spot(s, r, t)
        for s, stage in enumerate(event.stages)
        for r, played in enumerate(stage.rounds)
        for t, table in enumerate(played.tables)
    }


def stage_at(event: EventRecord, spot: Spot) -> Stage:
    """The stage of a table."""
    return event.stages[spot.stage]


def round_at(event: EventRecord, spot: Spot) -> Round:
    """The round of a table."""
    return event.stages[spot.stage].rounds[spot.round]


def table_at(event: EventRecord, spot: Spot) -> Table:
    """A table by its indices."""
    return round_at(event, spot).tables[spot.table]


def turned_at(match: Match, table: Table, *, by_players: bool) -> bool | None:
    """Whether the sides of a match are turned against the draw; None if others play. What seats do not tell is as drawn."""
    sides = _sides(match, by_players=by_players)
    drawn = tuple(map(frozenset, table.sides))
    for turned in (False, True):
        wanted = drawn[::-1] if turned else drawn
        if all(side <= want if by_players else not side or side == want for side, want in zip(sides, wanted, strict=True)):
            return turned
    return None


def entrants_of(match: Match, *, by_players: bool) -> frozenset[str]:
    """Who played a match, as far as its seats tell."""
    first, second = _sides(match, by_players=by_players)
    return first | second


def _sides(match: Match, *, by_players: bool) -> tuple[frozenset[str], frozenset[str]]:
    if by_players:
        return frozenset(match.players[0]), frozenset(match.players[1])
    first, second = (frozenset([team] if team is not None else []) for team in match.teams)
    return first, second


def _place_of(match: Match) -> tuple[str | None, int | None, str | None]:
    return stage_name(match.stage) if match.stage is not None else None, match.round, match.table


def _by_who_sits(event: EventRecord) -> Mapping[tuple[str | None, int | None, frozenset[str]], list[Spot]]:
    """The tables by stage, round, and all who were drawn there."""
    found: dict[tuple[str | None, int | None, frozenset[str]], list[Spot]] = {}
    for s, stage in enumerate(event.stages):
        for r, played in enumerate(stage.rounds):
            for t, table in enumerate(played.tables):
                found.setdefault((stage_name(stage.id), played.no, frozenset(table.entrants)), []).append(Spot(s, r, t))
    return found


def _put(placed: Placed, spot: Spot, played: Played) -> None:
    """Seat a match; a further one of the same game is there twice, and one that holds all games stands alone.

    Records of other boards are no further ones.
    """
    seated = placed.at.setdefault(spot, [])
    own = {(board.set, board.no) for board in played.match.boards}
    if own and all(each.match.boards for each in seated):
        if own.isdisjoint((board.set, board.no) for each in seated for board in each.match.boards):
            seated.append(played)
        else:
            placed.twice.append((played.match, spot))
        return
    games: Sequence[int | None] = [other.match.game for other in seated]
    if played.match.game in games or (seated and None in {*games, played.match.game}):
        placed.twice.append((played.match, spot))
    else:
        seated.append(played)


def by_match(placed: Placed) -> Mapping[str, tuple[Spot, Played]]:
    """Every match at a table, by its id."""
    return {each.match.id: (spot, each) for spot, seated in placed.at.items() for each in seated}
