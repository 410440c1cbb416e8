"""Partner effects: against fields whose truth is known, against the model written out in full, and where that is too few."""

import random
from itertools import combinations, product
from math import exp

import numpy as np
import polars as pl
import pytest

from paipu.analytics.partners import CHANCE, FEWEST, SPREADS, SURE, effects, framed
from paipu.analytics.ratings import Game

Truth = dict[frozenset[str], float]


def game(number: int, one: str, other: str, ranks: tuple[int, int] = (1, 2), sheet: str = "shengji") -> Game:
    return Game(sheet, f"m{number:05d}", "cup", None, None, (tuple(one.split()), tuple(other.split())), ranks)


class Known:
    """A field in which the strengths and the effects of partners are known, and chance decides by them."""

    def __init__(self, seed: int, players: int, strengths: float, together: float) -> None:
        self.rng = random.Random(seed)
        self.players = [f"p{number:02d}" for number in range(players)]
        self.strength = {player: self.rng.gauss(0, strengths) for player in self.players}
        self.worth = {frozenset(two): self.rng.gauss(0, together) for two in combinations(self.players, 2)}
        self.with_and_without: dict[frozenset[str], list[float]] = {}

    def side(self, players: tuple[str, ...]) -> float:
        return sum(self.strength[each] for each in players) + sum(
            self.worth[frozenset(two)] for two in combinations(players, 2)
        )

    def played(self, matches: int, seats: int = 4) -> list[Game]:
        """So many matches with partners drawn anew; on the scale of log odds, of which the model knows nothing."""
        made = []
        for number in range(matches):
            drawn = self.rng.sample(self.players, seats)
            one, other = tuple(drawn[::2]), tuple(drawn[1::2])
            margin = self.side(one) - self.side(other)
            for side, sign in ((one, 1), (other, -1)):
                for two in map(frozenset, combinations(side, 2)):
                    gained = share(sign * margin) - share(sign * margin - self.worth[two])
                    self.with_and_without.setdefault(two, []).append(gained)
            won = self.rng.random() < share(margin)
            made.append(game(number, " ".join(one), " ".join(other), (1, 2) if won else (2, 1)))
        return made

    def truth(self) -> Truth:
        """How much more of its matches together each two won in the mean, than if they were worth nothing beyond themselves."""
        return {two: sum(gains) / len(gains) for two, gains in self.with_and_without.items()}


def share(margin: float) -> float:
    return 1 / (1 + exp(-4 * margin))


def told(field: Known, matches: int, seats: int = 4) -> pl.DataFrame:
    """Each two of whom there is enough, with the truth."""
    rows = framed(effects(field.played(matches, seats))).filter(pl.col("player") < pl.col("partner"), told="enough")
    truth = field.truth()
    true = [truth[frozenset(two)] for two in rows.select("player", "partner").iter_rows()]
    raw = (pl.col("won") - pl.col("expected")) / pl.col("matches")
    return rows.with_columns(true=pl.Series(true), raw=raw)


def missed(rows: pl.DataFrame, value: str) -> float:
    """The root of the mean square of what a value misses the truth by."""
    return float(rows.select(((pl.col(value) - pl.col("true")) ** 2).mean()).item() ** 0.5)


def covered(rows: pl.DataFrame) -> tuple[int, int]:
    return rows.filter((pl.col("low") <= pl.col("true")) & (pl.col("true") <= pl.col("high"))).height, rows.height


@pytest.mark.parametrize("seats", [4, 6])
def test_the_truth_lies_in_the_intervals_and_nearer_than_what_was_won(seats: int) -> None:
    rows = pl.concat([told(Known(seed, 14, 0.1, 0.08), 1200, seats) for seed in range(2)])
    inside, of = covered(rows)
    assert of == 2 * 91
    assert inside >= 0.93 * of
    assert missed(rows, "effect") < 0.9 * missed(rows, "raw")
    assert missed(rows, "effect") < missed(rows.with_columns(none=pl.lit(0.0)), "none")
    assert rows.select(pl.corr("effect", "true")).item() > 0.5


def test_where_partners_are_worth_nothing_nobody_is_told_that_they_are() -> None:
    rows = pl.concat([told(Known(seed, 14, 0.15, 0.0), 800) for seed in range(2, 4)])
    assert rows.filter((pl.col("low") > 0) | (pl.col("high") < 0)).height <= 0.025 * rows.height
    assert rows.select(pl.col("effect").abs().mean()).item() < 0.05


def test_two_who_are_worth_much_together_are_found() -> None:
    field = Known(5, 12, 0.05, 0.0)
    field.worth[frozenset(("p03", "p07"))] = 0.35
    rows = framed(effects(field.played(1500)))
    best = rows.filter(told="enough").sort("effect", "player", descending=[True, False]).row(0, named=True)
    assert (best["player"], best["partner"]) == ("p03", "p07")
    assert best["low"] > 0
    assert rows.filter(player="p07", partner="p03").row(0, named=True)["effect"] == best["effect"]


@pytest.mark.deep
def test_intervals_hold_the_truth_in_many_fields_narrow_and_wide() -> None:
    """Of 95 of 100 that are promised at least 95 in all, and 90 in the worst kind of field."""
    kinds = [*product((0.03, 0.1, 0.2), (0.0, 0.04, 0.12), (6, 30))]
    found = {}
    for strengths, together, each in kinds:
        rows = [told(Known(seed, 12, strengths, together), 66 * each) for seed in range(12)]
        found[strengths, together, each] = covered(pl.concat([one for one in rows if one.height]))
    assert all(inside >= 0.9 * of for inside, of in found.values()), found
    assert sum(inside for inside, _ in found.values()) >= 0.95 * sum(of for _, of in found.values()), found


def in_full(played: list[Game], twos: list[frozenset[str]]) -> list[tuple[float, float]]:
    """The effect of each two and its error, with a column for every two, by the covariances of the matches themselves."""
    every = sorted({player for each in played for side in each.sides for player in side})
    pairs = {frozenset(pair) for each in played for side in each.sides for pair in combinations(side, 2)}
    columns = [*(frozenset((player,)) for player in every), *sorted(pairs, key=sorted)]
    rows = [[(column <= {*each.sides[0]}) - (column <= {*each.sides[1]}) for column in columns] for each in played]
    model, shares = np.array(rows, dtype=float), np.array([(each.ranks[1] - each.ranks[0]) / 2 for each in played])
    means, squares, likely = [], [], []
    for strengths, together in product(SPREADS, SPREADS):
        prior = np.diag([((strengths if len(column) == 1 else together) / CHANCE) ** 2 for column in columns])
        total = np.eye(len(played)) + model @ prior @ model.T
        inverse = np.linalg.inv(total)
        freedom, rest = len(played) + SURE, SURE / 4 + shares @ inverse @ shares
        means.append(prior @ model.T @ inverse @ shares)
        left = prior - prior @ model.T @ inverse @ model @ prior
        squares.append(np.diag(left) * rest / (freedom - 2) + means[-1] ** 2)
        likely.append(-np.linalg.slogdet(total)[1] / 2 - freedom / 2 * np.log(rest))
    weights = np.exp(np.array(likely) - max(likely)) / np.exp(np.array(likely) - max(likely)).sum()
    mean = weights @ np.array(means)
    error = np.sqrt(weights @ np.array(squares) - mean**2)
    return [(float(mean[columns.index(two)]), float(error[columns.index(two)])) for two in twos]


def test_it_is_the_model_written_out_in_full() -> None:
    played = Known(9, 6, 0.1, 0.1).played(120)
    played[7] = played[7]._replace(ranks=(1, 1))
    played += [game(900 + number, f"p00 x{number}", "p01 p02", (2, 1)) for number in range(4)]  # each of one match alone
    rows = framed(effects(played)).filter(told="enough", player="p00")
    assert rows.height == 5
    expected = in_full(played, [frozenset(("p00", partner)) for partner in rows["partner"]])
    for row, own in zip(rows.iter_rows(named=True), expected, strict=True):
        assert (row["effect"], row["standard_error"]) == pytest.approx(own, abs=2e-6)


def test_what_is_not_enough_is_said() -> None:
    """Of two who always sit together, of few matches, and of nobody where partners never vary."""
    fixed = [game(number, "a b", "c d", ranks) for number, ranks in enumerate([(1, 2), (2, 1)] * FEWEST)]
    assert [*effects(fixed)] == []
    varied = [*fixed, *(game(100 + number, "a c", "b d") for number in range(FEWEST - 1))]
    rows = framed(effects(varied))
    assert {(row["player"], row["partner"]): row["told"] for row in rows.iter_rows(named=True)} == {
        **dict.fromkeys([("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")], "apart"),
        **dict.fromkeys([("a", "c"), ("c", "a"), ("b", "d"), ("d", "b")], "few"),
    }
    assert rows.select("expected", "effect", "low", "high").null_count().sum_horizontal().item() == 4 * rows.height
    assert rows.filter(player="a", partner="b").select("matches", "won", "drawn").row(0) == (20, 10, 0)
    enough = [*varied, game(200, "a c", "b d", (1, 1)), game(201, "a c", "b d", sheet="guandan-1")]
    assert {*framed(effects(enough)).filter(sheet="shengji")["told"]} == {"enough"}


def test_the_order_of_matches_changes_nothing_and_other_fields_tell_nothing_of_one() -> None:
    played = Known(11, 8, 0.1, 0.1).played(400)
    rows = framed(effects(played))
    assert framed(effects(played[::-1])).equals(rows)
    elsewhere = [game(5000 + number, "y z" if number % 2 else "y w", "x w" if number % 2 else "x z") for number in range(40)]
    assert framed(effects([*elsewhere, *played])).filter(~pl.col("player").is_in([*"wxyz"])).equals(rows)
