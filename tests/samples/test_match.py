"""Made-up matches: legal in every play, right in every claim, and like a game of cards."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest

from paipu.replay.plays import cards_of, plays_of
from paipu.replay.sheets import SHEETS, TRICK_SHEETS, options_of
from paipu.replay.tricks.trump import MIXED, TRUMP
from paipu.replay.tricks.units import UnitKind, lead_shape
from paipu.samples import FAULTS, Tournament, make_match, to_line
from tests.many import every
from tests.samples.audits import MATCHES, each_in_a_process, problems, tournament

QUICK = 1
DEEP_MATCHES = 10_000
DEEP_LOT = 50
FINAL = Tournament(id="final", stage="final")
TRICKS = [sheet for sheet in FAULTS if SHEETS[sheet].family == "tricks"]
OPTIONS = [
    (sheet, option.key, value)
    for sheet in FAULTS
    for option in options_of(sheet).values()
    for value in option.choices
    if value != option.default and len(option.choices) < 6
]


def audit_lot(lot: tuple[str, int]) -> list[str]:
    """The problems of some matches of the deep run."""
    sheet, first = lot
    return [line for number in range(first, first + DEEP_LOT) for line in problems(make_match(11, number, sheet=sheet))]


@pytest.mark.parametrize("sheet", FAULTS)
def test_the_audit_finds_nothing_in_legal_matches(sheet: str) -> None:
    assert [line for document in tournament(sheet)[:QUICK] for line in problems(document)] == []


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("sheet", FAULTS)
def test_the_audit_finds_nothing_in_ten_thousand_legal_matches(sheet: str) -> None:
    assert each_in_a_process(audit_lot, [(sheet, first) for first in range(1, DEEP_MATCHES, DEEP_LOT)]) == []


@pytest.mark.parametrize("number", every(2, (1, 2)))
@pytest.mark.parametrize(("sheet", "key", "value"), every(4, OPTIONS))
def test_players_know_the_options(sheet: str, key: str, value: str, number: int) -> None:
    assert problems(make_match(9, number, sheet=sheet, hands=6, options={key: value})) == []


def test_a_declarer_who_is_asked_answers() -> None:
    assert problems(make_match(9, 1, sheet="chaodipi", hands=6, options={"declarer_asked": "yes"})) == []


@pytest.mark.parametrize(("key", "value"), every(8, [(key, value) for sheet, key, value in OPTIONS if sheet == "chaodipi"]))
def test_players_know_the_options_of_the_last_levels(key: str, value: str) -> None:
    assert problems(make_match(9, 3, sheet="chaodipi", event=FINAL, options={key: value})) == []


@pytest.mark.usefixtures("played_anew")
@pytest.mark.parametrize("sheet", every(3, FAULTS))
def test_the_same_seed_gives_the_same_bytes(sheet: str) -> None:
    first = to_line(make_match(3, 5, sheet=sheet))
    assert to_line(make_match(3, 5, sheet=sheet)) == first
    assert to_line(make_match(4, 5, sheet=sheet)) != first
    assert to_line(make_match(3, 6, sheet=sheet)) != first


@pytest.mark.usefixtures("played_anew")
@pytest.mark.parametrize("sheet", every(4, FAULTS))
def test_a_match_does_not_depend_on_those_made_before_it(sheet: str) -> None:
    alone = to_line(make_match(21, 4, sheet=sheet))
    for number in range(1, 4):
        make_match(21, number, sheet=sheet)
    assert to_line(make_match(21, 4, sheet=sheet)) == alone


def test_a_bound_on_hands_cuts_the_same_match_short() -> None:
    whole, begun = make_match(5, 2), make_match(5, 2, hands=3)
    assert begun["hands"] == whole["hands"][:3]
    assert begun["claims"] == {"levels": whole["hands"][2]["claims"]["levels"]}
    assert "finished" not in begun["event"]


def test_matches_are_numbered_from_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        make_match(1, 0)


def test_a_sheet_without_players_is_refused() -> None:
    with pytest.raises(KeyError):
        make_match(1, 1, sheet="guandan")


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
    assert len({document["id"] for document in tournament("shengji")}) == MATCHES
    seen: dict[str, set[tuple[str, str]]] = {}
    for document in tournament("shengji"):
        for player in document["seats"].values():
            seen.setdefault(player["id"], set()).add((player["name"], player["team"]))
    assert len(seen) == 32
    assert all(len(shapes) == 1 for shapes in seen.values())
    names = [name for shapes in seen.values() for name, _ in shapes]
    assert len(set(names)) == len(names)
    assert any(name.isascii() for name in names)


@pytest.mark.parametrize("sheet", TRICKS)
def test_the_clock_of_a_match_fits_its_end(sheet: str) -> None:
    clocks = TRICK_SHEETS[sheet].clocks
    limit = timedelta(minutes=clocks.round_minutes or 0)
    for document in tournament(sheet):
        event = document["event"]
        used = datetime.fromisoformat(event["finished"]) - datetime.fromisoformat(event["started"])
        if document["claims"]["reason"] == "time":
            assert used >= limit
            assert event["stage"] not in clocks.untimed_stages
        elif clocks.time_in_hand == "stop":
            assert used <= limit


def test_nobody_takes_longer_than_he_may() -> None:
    clocks = TRICK_SHEETS["chaodipi"].clocks
    for document in tournament("chaodipi"):
        for hand in document["hands"]:
            assert max(map(max, hand["seconds"])) <= (clocks.play or 0)
            assert all(action.get("seconds", 0) <= (clocks.bury or 0) for action in hand.get("kitty", ()))


@pytest.mark.deep
def test_a_late_stage_is_played_best_of_three() -> None:
    finals = [make_match(31, number, sheet="chaodipi", event=FINAL) for number in range(1, 9)]
    games = [sorted(document["claims"]["points"].values()) for document in finals]
    assert {(0, 2), (1, 2)} == set(map(tuple, games))
    assert {document["claims"]["reason"] for document in finals} == {"passed"}
    assert [line for document in finals for line in problems(document)] == []


def test_a_knock_out_has_its_stages_in_turn() -> None:
    begun = [make_match(7, number, sheet="chaodipi", hands=1) for number in range(1, 33)]
    stages = Counter(document["event"]["stage"] for document in begun)
    assert stages == {"1/8": 8, "quarterfinal": 4, "semifinal": 2, "final": 1, "placement": 17}


def test_scheduled_hands_are_scored_where_the_conversion_is_exact() -> None:
    schedule = TRICK_SHEETS["shuangkou"].schedule
    assert schedule is not None
    given = Counter("options" in document for document in tournament("shuangkou"))
    assert min(given.values()) > MATCHES // 4
    for document in tournament("shuangkou"):
        hands = [hand for hand in document["hands"] if "claims" in hand]
        assert [(hand["dealer"], hand["level"]) for hand in hands] == list(schedule.turns[: len(hands)])
        if "options" in document:
            assert all(sum(hand["claims"]["score"].values()) == 0 for hand in hands)
            points = document["claims"].get("points")
            assert points is None or sorted(points.values()) == [1, 2]


# -- what a game of cards looks like


@cache
def habits(sheet: str) -> Mapping[str, float]:
    """Shares and averages over all finished hands of the tournament."""
    seen: Counter[str] = Counter()
    for document in tournament(sheet):
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
            seen["silent"] += not hand["bids"]
            seen["overbid"] += any(bid[0] != hand["bids"][0][0] for bid in hand["bids"])
            seen["reinforced"] += any(
                before[0] == after[0] for before, after in zip(hand["bids"], hand["bids"][1:], strict=False)
            )
            seen["no_trump"] += hand["trump"] == "NT"
            seen["taken_again"] += any("show" in action for action in hand.get("kitty", ()))
            seen["fined"] += claims["penalties"] != 0
            seen["flag"] += hand["level"] == "flag"
            seen["staked"] += any("5h5h" in bid for bid in hand["bids"])
            seen.update(leads(sheet, hand))
    ways = ("single", "pair", "tractor", "set", "throw", "failed", "trump_led", "ruffed", "set_ruffed")
    rates = (
        "held",
        "captured",
        "overbid",
        "reinforced",
        "no_trump",
        "tricks",
        "kitty",
        "silent",
        "taken_again",
        "fined",
        "flag",
    )
    return {
        **{way: seen[way] / seen["leads"] for way in ways},
        **{rate: seen[rate] / seen["hands"] for rate in (*rates, "staked")},
        "passed": seen["passed"] / len(tournament(sheet)),
    }


def leads(sheet: str, hand: Mapping[str, Any]) -> Counter[str]:
    """What was led in a hand, and how often it was ruffed."""
    rules = TRICK_SHEETS[sheet]
    ctx = rules.context(hand["level"], hand["trump"])
    seen: Counter[str] = Counter()
    for text in hand["tricks"]:
        seen["leads"] += 1
        attempted, stood = (ctx.as_lead(ctx.plays["".join(cards)]) for cards in cards_of(text.split(" ")[1]))
        units = lead_shape(ctx, stood).units
        kinds = {UnitKind.SINGLE: "single", UnitKind.PAIR: "pair", UnitKind.TRACTOR: "tractor", UnitKind.TRIO: "set"}
        seen["throw" if len(units) > 1 else kinds[units[0].kind]] += 1
        seen["failed"] += attempted.text != stood.text
        seen["trump_led"] += stood.cls == TRUMP
        made = [ctx.plays["".join(at.stood)] for at in plays_of(rules, (text,))]
        seen["ruffed"] += stood.cls != TRUMP and any(play.cls == TRUMP for play in made[1:])
        seen["set_ruffed"] += stood.trio not in {MIXED, TRUMP} and any(play.trio == TRUMP for play in made[1:])
    return seen


@pytest.mark.parametrize(
    ("sheets", "habit", "low", "high"),
    [
        ("shengji chaodipi shuangkou", "tricks", 13, 20),
        ("shengji chaodipi shuangkou", "single", 0.4, 0.75),
        ("shengji chaodipi shuangkou", "pair", 0.12, 0.35),
        ("shengji chaodipi shuangkou", "tractor", 0.008, 0.06),
        ("shengji chaodipi shuangkou", "throw", 0.06, 0.25),
        ("shengji chaodipi shuangkou", "failed", 0.005, 0.05),
        ("shengji chaodipi shuangkou", "trump_led", 0.2, 0.5),
        ("shengji chaodipi shuangkou", "ruffed", 0.1, 0.4),
        ("shengji chaodipi shuangkou", "held", 0.35, 0.7),
        ("shengji chaodipi shuangkou", "captured", 0.1, 0.4),
        ("shengji chaodipi shuangkou", "kitty", 1, 15),
        ("shengji chaodipi shuangkou", "overbid", 0.03, 0.3),
        ("shengji chaodipi shuangkou", "reinforced", 0.03, 0.3),
        ("shengji chaodipi shuangkou", "no_trump", 0.01, 0.25),
        ("shengji chaodipi", "passed", 0.2, 0.8),
        ("chaodipi shuangkou", "silent", 0.02, 0.25),
        ("chaodipi shuangkou", "fined", 0.1, 0.4),
        ("chaodipi", "set", 0.01, 0.08),
        ("chaodipi", "set_ruffed", 0.0001, 0.02),
        ("chaodipi", "taken_again", 0.05, 0.3),
        ("chaodipi", "flag", 0.05, 0.3),
        ("chaodipi", "staked", 0.01, 0.1),
    ],
)
def test_it_looks_like_a_game(sheets: str, habit: str, low: float, high: float) -> None:
    for sheet in sheets.split():
        assert low < habits(sheet)[habit] < high, sheet


@pytest.mark.parametrize("sheet", TRICKS)
def test_most_hands_are_played_with_every_structure(sheet: str) -> None:
    seen: Counter[str] = Counter()
    for document in tournament(sheet):
        for hand in document["hands"]:
            seen.update(leads(sheet, hand))
    assert min(seen[way] for way in ("single", "pair", "tractor", "throw", "failed")) > MATCHES
