"""The luck of the deal: what is read of a hand, what is fitted on it, and what it says of units."""

import random
from typing import Any

import numpy as np
import polars as pl
import pytest

from paipu.analytics.dealt import NAMES, Combinations, Strength
from paipu.analytics.dealt_columns import Held, combinations, strength
from paipu.analytics.luck import SURE, Luck, Model, fit, fit_sheet, luck_of, read_model, shipped, written
from paipu.analytics.reader import Reader
from paipu.replay.cards import RANKS
from paipu.replay.sheets import SHEETS
from tests.analytics.even import loaded
from tests.made import sample


def held(cards: str, level: str) -> Held:
    return Held.of([cards], np.array([RANKS.index(level)]))


def strength_of(cards: str, level: str) -> Strength:
    return Strength(*strength(held(cards, level))[0].tolist())


def combinations_of(cards: str, level: str, *, wild: bool) -> Combinations:
    return Combinations(*combinations(held(cards, level), np.array([wild]))[0].tolist())


def test_a_hand_of_tricks_in_numbers() -> None:
    found = strength_of("BJLJ2s2hAsAsKsKs3sKd5d", "2")
    assert found._asdict() == {
        "big_jokers": 1,
        "little_jokers": 1,
        "level_cards": 2,
        "aces": 2,
        "kings": 3,
        "pairs": 2,
        "in_a_row": 1,
        "longest": 5 + 4,
        "short": 3,
    }
    assert strength_of("AsKd", "A").aces == 0
    assert strength_of("As", "A").level_cards == 1


def test_a_hand_of_climbing_in_numbers() -> None:
    cards = "BJBJLJLJ2h2s7s7h7c7d9s9h9c9d9d3cAsAdKc"
    found = combinations_of(cards, "2", wild=True)
    assert {
        name: getattr(found, name) for name in ("wild_cards", "level_cards", "bombs", "long_bombs", "singles", "low_singles")
    } == {
        "wild_cards": 1,
        "level_cards": 1,
        "bombs": 2,
        "long_bombs": 1,
        "singles": 3,
        "low_singles": 1,
    }
    assert found.jokers_in_one_hand == 1
    assert combinations_of(cards, "2", wild=False).level_cards == 2
    assert (*found._fields, "ahead") == NAMES["climbing"]


def hands(count: int, told: float, seed: int = 1) -> pl.DataFrame:
    """Hands whose result goes with the first of their numbers, so far as `told`, and else with chance."""
    rng = random.Random(seed)
    names = NAMES["climbing"]
    rows: list[dict[str, Any]] = []
    for number in range(count):
        features = [rng.randrange(-3, 4) for _ in names]
        result = round(told * features[0] + rng.gauss(0, 2))
        rows.append({"match": f"m{number // 10}", "seat": rng.choice("ENWS"), "result": result, "features": features})
    return pl.DataFrame(rows)


def test_a_fit_finds_what_is_there_and_is_offered_for_that_alone() -> None:
    made = fit_sheet(hands(3000, 1.0), "guandan-1")
    assert made is not None
    assert made.coefficients[NAMES["climbing"][0]] == pytest.approx(1.0, abs=0.05)
    assert made.fit.offered
    assert made.fit.error < made.fit.mean_error
    assert made.fit.error < made.fit.seat_error
    assert made.fit.hands + made.fit.held_out == 3000
    blind = fit_sheet(hands(3000, 0.0), "guandan-1")
    assert blind is not None
    assert not blind.fit.offered
    assert fit_sheet(hands(100, 1.0), "guandan-1") is None


def test_a_model_is_written_and_read_again() -> None:
    made = fit_sheet(hands(1000, 1.0), "guandan-1")
    assert made is not None
    model = Model("own", '样例 "x"\\\n', {"guandan-1": made})
    assert read_model(written(model)) == model
    for broken in ("", "version = 1", 'version = "1"\nfitted_on = ""\n[sheets.bridge]\n', "sheets = 3"):
        with pytest.raises(ValueError, match="no luck model"):
            read_model(broken)


def test_the_shipped_model_beats_both_trivial_models_wherever_it_is_offered() -> None:
    model = shipped()
    assert model.sheets
    for key, sheet in model.sheets.items():
        told = sheet.fit
        better = told.error < told.mean_error and told.error < told.seat_error
        assert told.offered == (min(told.over_mean, told.over_seat) > SURE), key
        assert better or not told.offered, key
        assert 0 < told.r2 < 1 or not told.offered, key
        assert set(sheet.coefficients) == set(NAMES[SHEETS[key].family])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reader, Reader]:
    """The same matches, loaded in two orders."""
    folder = tmp_path_factory.mktemp("luck")
    documents = [*sample(5, 6, sheet="guandan-1", hands=6), *sample(5, 4, hands=6)]
    return loaded(folder / "a", documents), loaded(folder / "b", documents[::-1])


def always(offered: Model) -> Model:
    """A model that is offered for every sheet of it."""
    sheets = {
        key: sheet._replace(fit=sheet.fit._replace(over_mean=9.0, over_seat=9.0)) for key, sheet in offered.sheets.items()
    }
    return offered._replace(sheets=sheets)


def test_what_one_side_has_the_other_lacks(told: tuple[Reader, Reader]) -> None:
    rows = list(luck_of(told[0], always(shipped())))
    assert {row.sheet for row in rows} == {"shengji", "guandan-1"}
    for sheet in ("shengji", "guandan-1"):
        pairs = [row for row in rows if row.kind == "pair" and row.sheet == sheet]
        assert sum(row.adjusted for row in pairs) == pytest.approx(0, abs=0.05)
        assert all(row.outcome - row.expected == pytest.approx(row.adjusted, abs=0.01) for row in pairs)
        assert all(row.baseline + row.luck + row.adjusted == pytest.approx(row.outcome, abs=1e-6) for row in rows)
        played = told[0].query("SELECT count(*) FROM dealt WHERE sheet = ? ORDER BY ALL", (sheet,)).item()
        assert sum(row.hands for row in pairs) == 2 * played


def test_the_error_is_by_match_and_has_what_is_not_known_of_the_coefficients(told: tuple[Reader, Reader]) -> None:
    model = always(shipped())
    known = model._replace(
        sheets={
            key: sheet._replace(covariance=tuple(tuple(0.0 for _ in row) for row in sheet.covariance))
            for key, sheet in model.sheets.items()
        }
    )
    for row, sure in zip(luck_of(told[0], model), luck_of(told[0], known), strict=True):
        assert row._replace(standard_error=None, low=None, high=None) == sure._replace(standard_error=None, low=None, high=None)
        assert row.standard_error is not None
        assert sure.standard_error is not None
        of_matches = rests(told[0], model, row)
        mean = sum(rest for rest, _ in of_matches) / row.hands
        spread = sum((rest - mean * hands) ** 2 for rest, hands in of_matches) * len(of_matches) / max(len(of_matches) - 1, 1)
        assert sure.standard_error >= spread**0.5 - 0.01
        assert row.standard_error > sure.standard_error


def rests(reader: Reader, model: Model, unit: Luck) -> list[tuple[float, int]]:
    """What is left of a unit's hands in each match, and how many they are."""
    sheet, found = model.sheets[unit.sheet], dict[int, tuple[float, int]]()
    rows = reader.query(
        """
        SELECT record, unit AS seats, side, result, features FROM stored.dealt JOIN stored.tallies USING (record)
        JOIN (SELECT record, sheet FROM stored.latest) USING (record)
        WHERE sheet = ? AND array_to_string(players, ' + ') = ?
        ORDER BY ALL
        """,
        (unit.sheet, unit.unit),
    )
    for record, seats, side, result, features in rows.iter_rows():
        expected = sheet.intercept + sum(a * b for a, b in zip(sheet.coefficients.values(), features, strict=True))
        rest, hands = found.get(record, (0.0, 0))
        found[record] = (rest + (result - expected) * (1 if seats[0] in side else -1), hands + 1)
    return [*found.values()]


def test_the_covariance_is_how_far_coefficients_of_other_hands_differ() -> None:
    fits = [made for seed in range(12) if (made := fit_sheet(hands(800, 1.0, seed), "guandan-1")) is not None]
    name = NAMES["climbing"][0]
    spread = np.std([made.coefficients[name] for made in fits], ddof=1)
    said = np.mean([made.covariance[1][1] for made in fits]) ** 0.5
    assert said == pytest.approx(spread, rel=0.4)


def test_no_order_of_loading_changes_it(told: tuple[Reader, Reader]) -> None:
    model = always(shipped())
    assert list(luck_of(told[0], model)) == list(luck_of(told[1], model))
    assert list(luck_of(told[0], model, "shengji", "demo")) == list(luck_of(told[0], model, "shengji"))
    assert list(luck_of(told[0], model, "shengji", "nowhere")) == []


def test_a_warehouse_of_few_hands_fits_nothing(told: tuple[Reader, Reader]) -> None:
    assert fit(told[0], "own", "").sheets == {}
