"""What partners are worth to each other beyond their own strengths, where partners vary: a linear mixed model of the matches.

**Model.** A match, a game of the ratings (`ratings.games`), is worth 1, 1/2 or 0 to a side. What it is worth less 1/2 is the
sum of the strengths of the side's players and of the effects of each two of them, less the same of the other side, and chance.
Strengths, effects and chance are independent and normal about 0. How widely strengths and effects spread beside chance is not
known: every pair of `SPREADS` is as likely beforehand, and the variance of chance has an inverse-gamma prior about 1/4 that is
worth `SURE` matches. What is told is the mean of the posterior over all of them, with its standard deviation as the error, and
1.959964 of these on either side as the interval. So an effect is drawn towards 0 the more the less there is to tell it from,
and several that are compared need no further correction. Unit: share of a match; +0.05 wins five matches more of a hundred.
The same method for every field, and the same answer in whatever order matches come. `tests/analytics/test_partners.py` holds
it against fields of which the truth is known.

Source: Henderson's mixed model equations (C. R. Henderson, Biometrics 31, 1975, 423-447).

**Not enough.** Two of whom fewer than `FEWEST` matches together are known are told nothing (`few`), and likewise where one of
them has fewer than that with others: then his strength is not told from what they are together (`apart`). Of a field of more
than `LARGEST` players and partners who met through matches nothing is told (`large`): ask for an event.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import polars as pl
import scipy  # what of it is asked for is loaded then, as in `luck`

from paipu.analytics.ratings import Game, games
from paipu.analytics.reader import Reader
from paipu.analytics.units import HALF_95

Told = Literal["enough", "few", "apart", "large"]
"""Whether there is enough to tell an effect, else why not."""

FEWEST: Final = 10
"""Matches of two together, and of each of them with others, from which on an effect is told."""
SPREADS: Final = (0.1, 0.2)
"""Standard deviations of strengths and of effects that may be, in shares of a match, where that of chance is 1/2.

None is small: were effects said to spread less than they do, intervals would hold the truth too seldom; so they hold it more
often than they promise where effects spread less, and fewer effects are told from none.
"""
CHANCE: Final = 0.5
SURE: Final = 2
"""How many matches the prior of the variance of chance is worth."""
LARGEST: Final = 3_000
HALF: Final = 0.5
"""What a draw is worth."""
DIGITS: Final = 6
Floats = np.ndarray[Any, np.dtype[np.float64]]
Two = tuple[str, str]
Column = str | Two


class Effect(NamedTuple):
    """Two who sat on one side, once as each of them has it.

    `expected` is how many of their `matches` they would have won by the strengths of all and the effects of all others, a draw
    being half a win; `effect`, with its error and interval, what they are worth together beyond that, in shares of a match.
    These are None where there is not enough.
    """

    sheet: str
    player: str
    partner: str
    matches: int
    won: int
    drawn: int
    told: Told
    expected: float | None = None
    effect: float | None = None
    standard_error: float | None = None
    low: float | None = None
    high: float | None = None


SCHEMA: Final = {
    **dict.fromkeys(("sheet", "player", "partner"), pl.String),
    **dict.fromkeys(("matches", "won", "drawn"), pl.Int64),
    "told": pl.String,
    **dict.fromkeys(("expected", "effect", "standard_error", "low", "high"), pl.Float64),
}


def partner_effects(reader: Reader, sheet: str | None = None, event: str | None = None) -> pl.DataFrame:
    """A row for each player and partner of each sheet (see Effect), of all events or of one."""
    return framed(effects(game for game in games(reader, sheet) if event is None or game.event == event))


def framed(rows: Iterable[Effect]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=SCHEMA, orient="row")


def effects(played: Iterable[Game]) -> Iterator[Effect]:
    """Every player and partner of some games, in order; nobody of a sheet where partners never vary."""
    of_sheets: dict[str, list[Game]] = {}
    for game in played:
        of_sheets.setdefault(game.sheet, []).append(game)
    for sheet, listed in sorted(of_sheets.items()):
        if _vary(listed):
            found = [effect for field in _fields(listed) for effect in _Field(sheet, field).effects()]
            found += [effect._replace(player=effect.partner, partner=effect.player) for effect in found]
            yield from sorted(found, key=lambda effect: (effect.player, effect.partner))


def _vary(played: Sequence[Game]) -> bool:
    """Whether anybody had several partners."""
    sides: dict[str, set[frozenset[str]]] = {}
    for game in played:
        for side in game.sides:
            for player in side:
                sides.setdefault(player, set()).add(frozenset(side))
    return any(len(own) > 1 for own in sides.values())


def _fields(played: Sequence[Game]) -> list[list[Game]]:
    """The games by the fields of their players: two are of one field if a chain of games leads from one to the other.

    Of players in different fields nothing tells which is the stronger.
    """
    of: dict[str, str] = {}

    def root(player: str) -> str:
        while of.setdefault(player, player) != player:
            of[player] = player = of[of[player]]
        return player

    for game in played:
        first, *others = (player for side in game.sides for player in side)
        for player in others:
            of[root(player)] = root(first)
    found: dict[str, list[Game]] = {}
    for game in sorted(played, key=lambda game: (game.match, game.sides)):
        found.setdefault(root(game.sides[0][0]), []).append(game)
    return [*found.values()]


def _twos(side: Sequence[str]) -> list[Two]:
    return [*combinations(sorted(side), 2)]


class _Side(NamedTuple):
    """A side of a game: who sat there, what the match was worth to it, and whether it is the first."""

    players: Sequence[str]
    twos: Sequence[Two]
    worth: float
    first: bool

    @property
    def columns(self) -> list[Column]:
        return [*self.players, *self.twos]


class _Field:
    """The games of a field.

    The columns of the model are its players, then each two who sat together more than once. An effect of one match alone is
    noise of that match, by which it counts for less.
    """

    def __init__(self, sheet: str, played: Sequence[Game]) -> None:
        self.sheet = sheet
        self.sides = [[*_sides(game)] for game in played]
        every = [side for sides in self.sides for side in sides]
        self.matches = Counter(two for side in every for two in side.twos)
        self.won = Counter(two for side in every for two in side.twos if side.worth == 1)
        self.drawn = Counter(two for side in every for two in side.twos if side.worth == HALF)
        self.played = Counter(player for side in every for player in side.players)
        again = sorted(two for two, matches in self.matches.items() if matches > 1)
        columns: list[Column] = [*sorted(self.played), *again]
        self.columns: Mapping[Column, int] = {who: at for at, who in enumerate(columns)}

    def told(self, two: Two) -> Told:
        """Whether there is enough to tell what two are worth together."""
        if self.matches[two] < FEWEST:
            return "few"
        if any(self.played[player] - self.matches[two] < FEWEST for player in two):
            return "apart"
        return "large" if len(self.columns) > LARGEST else "enough"

    def effects(self) -> Iterator[Effect]:
        """Each two once, with what they are worth together where there is enough."""
        enough = [two for two in sorted(self.matches) if self.told(two) == "enough"]
        solved = self._solved(enough) if enough else {}
        for two in sorted(self.matches):
            counts = (self.matches[two], self.won[two], self.drawn[two])
            yield Effect(self.sheet, *two, *counts, self.told(two), *solved.get(two, ()))

    def _solved(self, asked: Sequence[Two]) -> Mapping[Two, Sequence[float]]:
        """Of each two what is expected of them without their effect, that effect, its error and its interval."""
        shares, model, once = self._model()
        wanted = np.array([self.columns[two] for two in asked])
        found = [_posterior(shares, model, once, self._variances(*spreads), wanted) for spreads in product(SPREADS, SPREADS)]
        likely = np.exp([each.log_likelihood - max(other.log_likelihood for other in found) for each in found])
        likely /= likely.sum()
        effects = sum(weight * each.effects for weight, each in zip(likely, found, strict=True))
        own = effects[wanted]
        squares = sum(weight * (each.variances + each.effects[wanted] ** 2) for weight, each in zip(likely, found, strict=True))
        errors = np.sqrt(squares - own**2)
        expected = self._expected(model @ effects)
        return {
            two: [
                round(float(value), DIGITS)
                for value in (
                    expected[two] - self.matches[two] * effect,
                    effect,
                    error,
                    effect - HALF_95 * error,
                    effect + HALF_95 * error,
                )
            ]
            for two, effect, error in zip(asked, own, errors, strict=True)
        }

    def _model(self) -> tuple[Floats, "scipy.sparse.csr_array", Floats]:
        """What each match was worth to its first side less 1/2; of which columns; and how many effects are of it alone."""
        entries = [
            (at, self.columns[who], 1.0 if side.first else -1.0)
            for at, sides in enumerate(self.sides)
            for side in sides
            for who in side.columns
            if who in self.columns
        ]
        rows, columns, signs = zip(*entries, strict=True)
        model = scipy.sparse.csr_array((signs, (rows, columns)), shape=(len(self.sides), len(self.columns)))
        once = [sum(two not in self.columns for side in sides for two in side.twos) for sides in self.sides]
        return np.array([sides[0].worth - HALF for sides in self.sides]), model, np.array(once, dtype=float)

    def _variances(self, strengths: float, effects: float) -> Floats:
        """Of each column beside that of chance; the last is that of an effect."""
        players = len(self.played)
        spreads = np.array([strengths] * players + [effects] * (len(self.columns) - players + 1))
        return np.asarray((spreads / CHANCE) ** 2)

    def _expected(self, margins: Floats) -> Mapping[Two, float]:
        """How much each two would have won by what is expected of the first side of each match, less 1/2."""
        found: dict[Two, float] = dict.fromkeys(self.matches, 0.0)
        for sides, margin in zip(self.sides, margins, strict=True):
            for side in sides:
                for two in side.twos:
                    found[two] += HALF + (margin if side.first else -margin)
        return found


def _sides(game: Game) -> Iterator[_Side]:
    for at, players in enumerate(game.sides):
        own, other = game.ranks[at], game.ranks[1 - at]
        yield _Side(players, _twos(players), HALF if own == other else float(own < other), at == 0)


class _Posterior(NamedTuple):
    """What is known once the variances are: of all columns the means, of the wanted ones the variances."""

    log_likelihood: float
    effects: Floats
    variances: Floats


def _posterior(shares: Floats, model: "scipy.sparse.csr_array", once: Floats, variances: Floats, wanted: Any) -> _Posterior:  # noqa: ANN401 - an array of places
    """Henderson's equations: the variance of chance is integrated out, and that of the columns is beside it."""
    *_, of_effect = variances
    noise = 1 + of_effect * once
    weighed = model.T.multiply(1 / noise).tocsr()
    equations = (weighed @ model).toarray() + np.diag(1 / variances[:-1])
    factor = scipy.linalg.cho_factor(equations, lower=True)
    right = weighed @ shares
    effects = scipy.linalg.cho_solve(factor, right)
    rest = SURE * CHANCE**2 + float((shares**2 / noise).sum() - right @ effects)
    spread = 2 * np.log(np.diag(factor[0])).sum() + np.log(variances[:-1]).sum() + np.log(noise).sum()
    picked = np.zeros((len(variances) - 1, len(wanted)))
    picked[wanted, np.arange(len(wanted))] = 1
    inverse = scipy.linalg.cho_solve(factor, picked)[wanted, np.arange(len(wanted))]
    freedom = len(shares) + SURE
    return _Posterior(float(-(spread + freedom * np.log(rest)) / 2), effects, rest / (freedom - 2) * inverse)
