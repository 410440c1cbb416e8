"""Made-up matches: legal in every play, right in every claim, and like a game of cards."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest

from ingest.sample import Tournament, make_match, to_line
from replay.catalogue import options
from replay.sheets import SHEETS
from replay.tricks.deal import plays_of, read_token
from replay.tricks.trump import TRUMP
from replay.tricks.units import UnitKind, shape_of
from tests.ingest.sample.audits import each_in_a_process, problems

SHEET = SHEETS["shengji"]
MATCHES = 200
DEEP_MATCHES = 10_000
DEEP_LOT = 50
OPTIONS = [
    (option.key, value)
    for option in options("shengji").values()
    for value in option.choices
    if value != option.default and len(option.choices) < 6 and option.touches
]


@cache
def tournament() -> tuple[Mapping[str, Any], ...]:
    """The matches that the tests of this module look at."""
    return tuple(make_match(7, number) for number in range(1, MATCHES + 1))


def audit_lot(first: int) -> list[str]:
    """The problems of some matches of the deep run."""
    return [line for number in range(first, first + DEEP_LOT) for line in problems(make_match(11, number))]


def test_the_audit_finds_nothing_in_legal_matches() -> None:
    assert [line for document in tournament() for line in problems(document)] == []


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_the_audit_finds_nothing_in_ten_thousand_legal_matches() -> None:
    assert each_in_a_process(audit_lot, range(1, DEEP_MATCHES, DEEP_LOT)) == []


@pytest.mark.parametrize(("key", "value"), OPTIONS)
def test_players_know_the_options(key: str, value: str) -> None:
    for number in (1, 2):
        assert problems(make_match(9, number, hands=6, options={key: value})) == []


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert to_line(make_match(3, 5)) == to_line(make_match(3, 5))
    assert to_line(make_match(3, 5)) != to_line(make_match(4, 5))
    assert to_line(make_match(3, 5)) != to_line(make_match(3, 6))


def test_a_match_does_not_depend_on_those_made_before_it() -> None:
    alone = to_line(make_match(21, 4))
    for number in range(1, 4):
        make_match(21, number)
    assert to_line(make_match(21, 4)) == alone


def test_a_bound_on_hands_cuts_the_same_match_short() -> None:
    whole, begun = make_match(5, 2), make_match(5, 2, hands=3)
    assert begun["hands"] == whole["hands"][:3]
    assert begun["claims"] == {"levels": whole["hands"][2]["claims"]["levels"]}
    assert "finished" not in begun["event"]


def test_matches_are_numbered_from_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        make_match(1, 0)


# -- the tournament


def test_every_pair_meets_every_other_once_before_any_meet_again() -> None:
    event = Tournament(pairs=8)
    met = [event.pairing(number) for number in range(1, 29)]
    assert len({frozenset(place.pairs) for place in met}) == 28
    for played_round in range(1, 8):
        at_tables = [pair for place in met if place.round == played_round for pair in place.pairs]
        assert sorted(at_tables) == list(range(8))


@pytest.mark.parametrize("pairs", [0, 1, 7])
def test_a_tournament_takes_an_even_number_of_pairs(pairs: int) -> None:
    with pytest.raises(ValueError, match="even number"):
        Tournament(pairs=pairs)


def test_ids_are_unlike_and_players_keep_their_names_and_teams() -> None:
    assert len({document["id"] for document in tournament()}) == MATCHES
    seen: dict[str, set[tuple[str, str]]] = {}
    for document in tournament():
        for player in document["seats"].values():
            seen.setdefault(player["id"], set()).add((player["name"], player["team"]))
    assert len(seen) == 32
    assert all(len(shapes) == 1 for shapes in seen.values())
    names = [name for shapes in seen.values() for name, _ in shapes]
    assert len(set(names)) == len(names)
    assert any(name.isascii() for name in names)


def test_the_clock_of_a_match_fits_its_end() -> None:
    for document in tournament():
        event = document["event"]
        used = datetime.fromisoformat(event["finished"]) - datetime.fromisoformat(event["started"])
        hour = timedelta(hours=1)
        assert used <= hour if document["claims"]["reason"] == "passed" else used >= hour


# -- what a game of cards looks like


@cache
def habits() -> Mapping[str, float]:
    """Shares and averages over all finished hands of the tournament."""
    seen: Counter[str] = Counter()
    for document in tournament():
        seen[document["claims"]["reason"]] += 1
        for hand in document["hands"]:
            if "claims" not in hand:
                continue
            seen["hands"] += 1
            seen["tricks"] += len(hand["tricks"])
            claims = hand["claims"]
            seen["held"] += claims["attackers"] < 80
            seen["captured"] += "multiplier" in claims
            seen["kitty"] += claims["kitty_points"]
            seen["overbid"] += any(bid[0] != hand["bids"][0][0] for bid in hand["bids"])
            seen["reinforced"] += any(
                before[0] == after[0] for before, after in zip(hand["bids"], hand["bids"][1:], strict=False)
            )
            seen["no_trump"] += hand["trump"] == "NT"
            seen.update(leads(hand))
    ways = {way: seen[way] / seen["leads"] for way in ("single", "pair", "tractor", "throw", "failed", "trump_led", "ruffed")}
    rates = {rate: seen[rate] / seen["hands"] for rate in ("held", "captured", "overbid", "reinforced", "no_trump", "tricks")}
    return {**ways, **rates, "kitty": seen["kitty"] / seen["hands"], "passed": seen["passed"] / MATCHES}


def leads(hand: Mapping[str, Any]) -> Counter[str]:
    """What was led in a hand, and how often it was ruffed."""
    ctx = SHEET.context(hand["level"], hand["trump"])
    seen: Counter[str] = Counter()
    for text in hand["tricks"]:
        seen["leads"] += 1
        attempted, stood = (ctx.plays["".join(cards)] for cards in read_token(text.split(" ")[1]))
        units = shape_of(ctx, stood.cards, stood.cls).units
        kinds = {UnitKind.SINGLE: "single", UnitKind.PAIR: "pair", UnitKind.TRACTOR: "tractor"}
        seen["throw" if len(units) > 1 else kinds[units[0].kind]] += 1
        seen["failed"] += attempted is not stood
        seen["trump_led"] += stood.cls == TRUMP
        made = [ctx.plays["".join(at.stood)] for at in plays_of(SHEET, (text,))]
        seen["ruffed"] += stood.cls != TRUMP and any(play.cls == TRUMP for play in made[1:])
    return seen


@pytest.mark.parametrize(
    ("habit", "low", "high"),
    [
        ("tricks", 13, 20),
        ("single", 0.4, 0.75),
        ("pair", 0.12, 0.35),
        ("tractor", 0.008, 0.06),
        ("throw", 0.06, 0.25),
        ("failed", 0.005, 0.05),
        ("trump_led", 0.2, 0.5),
        ("ruffed", 0.1, 0.4),
        ("held", 0.35, 0.7),
        ("captured", 0.1, 0.4),
        ("kitty", 1, 15),
        ("overbid", 0.03, 0.3),
        ("reinforced", 0.03, 0.3),
        ("no_trump", 0.01, 0.1),
        ("passed", 0.2, 0.8),
    ],
)
def test_it_looks_like_a_game(habit: str, low: float, high: float) -> None:
    assert low < habits()[habit] < high


def test_most_hands_are_played_with_every_structure() -> None:
    seen: Counter[str] = Counter()
    for document in tournament():
        for hand in document["hands"]:
            seen.update(leads(hand))
    assert min(seen[way] for way in ("single", "pair", "tractor", "throw", "failed")) > 100
