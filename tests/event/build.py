"""Events and matches made by hand, as small as a test needs them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from paipu.replay.event.audit import EventAudit, EventFinding, Pairing
from paipu.replay.event.match import Account, AccountName, Both, Match
from paipu.replay.event.record import Entrant, EventRecord, Round, Stage, Table
from paipu.replay.event.rows import Standings
from paipu.replay.event.standings import standings
from paipu.replay.record import Player
from paipu.replay.sheets import SHEETS

Pair = tuple[str, str]


def audit_event(event: EventRecord, matches: Sequence[Match], by: AccountName = "ruled") -> tuple[EventFinding, ...]:
    """Every finding about an event, in the order of its document; those in records behind them."""
    return EventAudit(event, matches, by).run()


def teams(count: int, prefix: str = "t") -> tuple[Entrant, ...]:
    """Teams t1, t2, …, each of two players."""
    return tuple(
        [Entrant(id=f"{prefix}{n}", players=(Player(id=f"p{2 * n - 1}"), Player(id=f"p{2 * n}"))) for n in range(1, count + 1)]
    )


def drawn(
    no: int, *pairs: Pair | tuple[Pair, Pair], byes: Sequence[str] = (), absent: Sequence[str] = (), **more: Any
) -> Round:
    """A round with a table for each pair: of teams, or of two pairs of players; the tables are called 1, 2, …"""
    tables = [
        Table(str(at), tuple([(side,) if isinstance(side, str) else side for side in pair]))  # type: ignore[arg-type] # two sides
        for at, pair in enumerate(pairs, start=1)
    ]
    return Round(no, tuple(tables), tuple(byes), tuple(absent), **more)


def event(sheet: str, entrants: Iterable[Entrant], *stages: Stage, **more: Any) -> EventRecord:
    """An event."""
    listed = tuple(entrants)
    alone = not any(entrant.players for entrant in listed)
    return EventRecord(id="cup", sheet=sheet, entrants=listed, of_players=alone, stages=stages, **more)


def played(
    of: EventRecord, stage: str, no: int, table: str, *, game: int | None = None, turned: bool = False, **came: Any
) -> Match:
    """A match at a drawn table that came to the same by both accounts."""
    sheet = SHEETS[of.sheet]
    found = next(each for each in of.stages if each.id == stage)
    seated = next(each for each in next(each for each in found.rounds if each.no == no).tables if each.name == table)
    sides = seated.sides[::-1] if turned else seated.sides
    told = {"reason": "passed", **came}
    told.setdefault("lost_by", "forfeit" if told["reason"] == "forfeit" else None)
    account = Account(**told)
    by_id = {entrant.id: entrant for entrant in of.entrants}
    players = of.of_players
    ids = tuple([side if players else tuple([p.id for p in by_id[side[0]].players]) for side in sides])
    seats = {}
    for index, seat in enumerate(sheet.seats):
        side, at = ids[index % 2], index // 2
        if at < len(side):
            seats[seat] = Player(id=side[at], team=None if players else sides[index % 2][0])
    return Match(
        id=f"{stage}/{no}/{table}" + (f"/{game}" if game else ""),
        sheet=of.sheet,
        options={},
        event="cup",
        stage=stage,
        round=no,
        table=table,
        game=game,
        seats=seats,
        teams=(None, None) if players else (sides[0][0], sides[1][0]),
        players=(ids[0], ids[1]),
        recorded=account,
        computed=account,
    )


def won(of: EventRecord, stage: str, no: int, table: str, winner: int, **more: Any) -> Match:
    """A match that one side has won."""
    return played(of, stage, no, table, winner=winner, **more)


def at(match: Match, **changes: Any) -> Match:
    """A match with something else about it."""
    return replace(match, **changes)


def both(match: Match, **changes: Any) -> Match:
    """A match that came to something else by both accounts."""
    return replace(match, recorded=match.recorded._replace(**changes), computed=match.computed._replace(**changes))


def table_of(of: EventRecord, matches: Iterable[Match], stage: str | None = None, group: str | None = None) -> Standings:
    """The standings of a stage's group, the first by default, as computed."""
    found = standings(of, matches, "computed")
    return next(each for each in found if stage in {None, each.stage} and group in {None, each.group})


def places(table: Standings) -> dict[str, Any]:
    """Everybody's place; None for who is disqualified."""
    return {row.entrant: row.place for row in table.rows}


def figures(table: Standings, name: str) -> dict[str, int | None]:
    """One figure of everybody."""
    return {row.entrant: {str(key): value for key, value in row.figures.items()}[name] for row in table.rows}


def told(table: Standings, entrant: str) -> list[tuple[str, int | None, tuple[str, ...]]]:
    """How somebody's place came about."""
    row = table.row(entrant)
    assert row is not None
    return [(step.by, step.value, step.tied_with) for step in row.derivation]


def pair(first: int, second: int) -> Both:
    """A number for each side."""
    return first, second


def can_be_drawn(entrants: Sequence[str], pairs: Iterable[frozenset[str]]) -> bool:
    """Whether all can be paired without anybody meeting again who was a pair before."""
    met: dict[str, set[str]] = {}
    for pair in pairs:
        for each in pair:
            met.setdefault(each, set()).update(pair)
    return Pairing().can_be_drawn(entrants, met)
