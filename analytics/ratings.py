"""Ratings of pairs (trios), and of players where partners are redrawn: openskill's Plackett-Luce model, one scale a sheet.

A match is a game with two places: won by the side that has won as ruled, or drawn where the sheet says that it is. One of
which neither is told is no game, nor one of which it is told by claims alone: there the statistics leave open who has won.

The model has the parameters that openskill gives it: at those the 95 % interval of units of equal strength holds that strength
in more than 95 of 100 cases (`tests/analytics/test_ratings.py`), for the truth is then where every rating begins.

**Order.** By `started` as an instant; then the matches without it, by event, round and the match's id. Of matches that started
together the id decides. Nothing depends on when or in what order records were loaded.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from math import inf
from typing import Final, Literal, NamedTuple

import polars as pl
from openskill.models import PlackettLuce, PlackettLuceRating

from paipu.analytics.filters import Filters
from paipu.analytics.keys import TOGETHER
from paipu.analytics.reader import Reader
from paipu.analytics.units import HALF_95, UNITS, UnitKind
from paipu.replay.sheets import SHEETS

Result = Literal["won", "lost", "drawn"]

MODEL: Final = PlackettLuce()
BETWEEN: Final = "\x1f"
"""Between a match and those who are faced there, in filters."""


class Game(NamedTuple):
    """A match between two sides. `ranks` are 1 and 2, or 1 and 1 of a draw."""

    sheet: str
    match: str
    event: str | None
    round: int | None
    started: str | None
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    ranks: tuple[int, int]

    @property
    def order(self) -> tuple[float, str, float, str]:
        """What games are rated in the order of."""
        if self.started is not None:
            return datetime.fromisoformat(self.started).timestamp(), "", 0, self.match
        return inf, self.event or "", inf if self.round is None else self.round, self.match


class Rated(NamedTuple):
    """How a unit stood after a match; `game` counts its matches from 1, and `ordinal` is mu less three sigma."""

    sheet: str
    kind: UnitKind
    unit: str
    game: int
    match: str
    event: str | None
    round: int | None
    started: str | None
    opponents: str
    result: Result
    mu: float
    sigma: float
    ordinal: float
    low: float
    high: float


SCHEMA: Final = {
    **dict.fromkeys(("sheet", "kind", "unit"), pl.String),
    "game": pl.Int64,
    **dict.fromkeys(("match", "event"), pl.String),
    "round": pl.Int64,
    **dict.fromkeys(("started", "opponents", "result"), pl.String),
    **dict.fromkeys(("mu", "sigma", "ordinal", "low", "high"), pl.Float64),
}

GAMES: Final = f"""
WITH paired AS (FROM ({UNITS}) WHERE kind = 'pair'),
ended AS (  -- as ruled where rulings are laid over the record, else as computed
    SELECT record, arg_max(drawn, account) AS drawn
    FROM stored.match_accounts
    WHERE account IN ('computed', 'ruled')
    GROUP BY record
)
SELECT
    sheet, match, event, round, started, one.players, other.players AS others, winner
FROM stored.latest
JOIN (SELECT record, ruled_winner AS winner, ruled_reason AS reason FROM stored.match_results) USING (record)
JOIN paired AS one USING (record)
JOIN paired AS other USING (record)
JOIN ended USING (record)
ANTI JOIN (SELECT record FROM stored.tallies WHERE matches_won.open > 0) USING (record)
WHERE one.seats < other.seats AND (winner IS NOT NULL OR (reason IS NOT NULL AND drawn)) AND (? IS NULL OR sheet = ?)
ORDER BY sheet, match
"""  # noqa: S608 - constants of ours


def games(reader: Reader, sheet: str | None = None) -> Iterator[Game]:
    """The matches of a warehouse that are games, of the latest record of each."""
    for row in reader.query(GAMES, (sheet, sheet)).iter_rows():
        key, match, event, number, started, players, others, winner = row
        ranks = (1, 1) if winner is None else (1, 2) if winner == SHEETS[key].sides[0] else (2, 1)
        yield Game(key, match, event, number, started, (tuple(players), tuple(others)), ranks)


def history(reader: Reader, sheet: str | None = None) -> pl.DataFrame:
    """One row a unit and match, sheet by sheet, in the order in which they were rated."""
    return framed(rate(games(reader, sheet)))


def framed(rows: Iterable[Rated]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=SCHEMA, orient="row")


def rate(played: Iterable[Game]) -> Iterator[Rated]:
    """The history that some games make, whatever order they are given in."""
    by_sheet: dict[str, list[Game]] = defaultdict(list)
    for game in played:
        by_sheet[game.sheet].append(game)
    for _, listed in sorted(by_sheet.items()):
        in_order = sorted(listed, key=lambda game: game.order)
        redrawn = redrawn_events(in_order)
        pairs, players = _Scale("pair"), _Scale("player")
        for game in in_order:
            yield from pairs.play(game, [[TOGETHER.join(side)] for side in game.sides])
            if game.event in redrawn:
                yield from players.play(game, game.sides)


def redrawn_events(played: Iterable[Game]) -> frozenset[str]:
    """The events in which most of those who played more than once had other partners at some time.

    A substitute changes the partners of a few, a draw of partners those of nearly all.
    """
    partners: dict[str, dict[str, list[tuple[str, ...]]]] = defaultdict(lambda: defaultdict(list))
    for game in played:
        if game.event is not None:
            for side in game.sides:
                for player in side:
                    partners[game.event][player].append(side)
    found = set()
    for event, sides in partners.items():
        again = [with_whom for with_whom in sides.values() if len(with_whom) > 1]
        if 2 * sum(len(set(with_whom)) > 1 for with_whom in again) > len(again):
            found.add(event)
    return frozenset(found)


class _Scale:
    """The ratings of one kind of unit on one sheet, as they are so far."""

    def __init__(self, kind: UnitKind) -> None:
        self.kind: UnitKind = kind
        self.now: dict[str, PlackettLuceRating] = {}
        self.games: dict[str, int] = defaultdict(int)

    def play(self, game: Game, sides: Sequence[Sequence[str]]) -> Iterator[Rated]:
        """Rate a game, and tell how each of its units stands after it."""
        before = [[self.now.get(unit) or MODEL.rating() for unit in side] for side in sides]
        after = MODEL.rate(before, ranks=list(game.ranks))
        for number, (side, ratings) in enumerate(zip(sides, after, strict=True)):
            own, other = game.ranks[number], game.ranks[1 - number]
            result: Result = "won" if own < other else "lost" if own > other else "drawn"
            opponents = TOGETHER.join(game.sides[1 - number])
            for unit, rating in zip(side, ratings, strict=True):
                self.now[unit] = rating
                self.games[unit] += 1
                mu, sigma = rating.mu, rating.sigma
                yield Rated(
                    game.sheet,
                    self.kind,
                    unit,
                    self.games[unit],
                    game.match,
                    game.event,
                    game.round,
                    game.started,
                    opponents,
                    result,
                    *(round(each, 6) for each in (mu, sigma, rating.ordinal(), mu - HALF_95 * sigma, mu + HALF_95 * sigma)),
                )


def faced(rated: pl.DataFrame, filters: Filters) -> Filters:
    """The filters with the matches in which the opponents' rating is as they ask, of whom they name.

    The rating is that of the opponents as a pair, or trio, before the match; who has played none has that of a beginner.
    """
    if (filters.over is None and filters.under is None) or filters.members is None:
        return filters
    pairs = rated.filter(kind="pair")
    before = pl.col("mu").shift(1).over("sheet", "unit", order_by="game").fill_null(MODEL.mu)
    known = {(match, unit): mu for match, unit, mu in pairs.select("match", "unit", before).iter_rows()}
    members = {*filters.members}
    met = [
        (match, opponents)
        for match, unit, opponents in pairs.select("match", "unit", "opponents").iter_rows()
        if members <= {*unit.split(TOGETHER)}
    ]
    low, high = (-inf if filters.over is None else filters.over), (inf if filters.under is None else filters.under)
    facing = tuple(f"{match}{BETWEEN}{opponents}" for match, opponents in met if low <= known[match, opponents] < high)
    return filters._replace(facing=facing)


def standings(rated: pl.DataFrame, event: str | None = None) -> pl.DataFrame:
    """How each unit stands now: its last row, with its matches won, lost and drawn; the surest best first.

    With an event, the units that played in it, rated by all their matches: there is one rating a sheet.
    """
    unit = ["sheet", "kind", "unit"]
    told = rated.group_by(unit, maintain_order=True).agg(
        pl.last("game", "mu", "sigma", "ordinal", "low", "high"),
        *((pl.col("result") == result).sum().cast(pl.Int64).alias(result) for result in ("won", "lost", "drawn")),
    )
    if event is not None:
        told = told.join(rated.filter(pl.col("event") == event).select(unit).unique(), on=unit, how="semi")
    return told.sort("sheet", "kind", "ordinal", "unit", descending=[False, False, True, False])
