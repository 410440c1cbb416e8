"""Made-up matches of the climbing sheets: how they end, their clocks and tribute, and whether they look like a game."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from paipu.replay.cards import RANKS, split_cards
from paipu.replay.notation import PASS
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.samples import FAULTS, inject, make_match
from paipu.samples.climbing.groups import Arranging
from paipu.samples.document import shuffler
from tests.samples.audits import MATCHES, problems, tournament

CLIMBING = [sheet for sheet in FAULTS if sheet in CLIMBING_SHEETS]
GUANDAN = [sheet for sheet in CLIMBING if CLIMBING_SHEETS[sheet].seats == FOUR_SEATS]
MINUTES = 60


def minutes(document: Mapping[str, Any]) -> float:
    event = document["event"]
    return (datetime.fromisoformat(event["finished"]) - datetime.fromisoformat(event["started"])).total_seconds() / 60


# -- how a match ends


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-3"])
def test_a_match_is_won_at_the_last_level(sheet: str) -> None:
    for document in tournament(sheet):
        claims = document["claims"]
        if claims["reason"] == "passed":
            assert claims["levels"][claims["winner"]] == "A"
            assert document["hands"][-1]["level"] == "A"


def test_the_first_sheet_is_not_won_with_the_partner_last() -> None:
    """GD1-5b."""
    for document in tournament("guandan-1"):
        winner, finish = document["claims"]["winner"], document["hands"][-1]["claims"]["finish"]
        assert finish[0] in winner
        assert finish[3] not in winner
    stayed = sum(
        hand["level"] == "A" and hand["claims"]["finish"][0] + hand["claims"]["finish"][3] in {"EW", "WE", "NS", "SN"}
        for document in tournament("guandan-1")
        for hand in document["hands"]
    )
    assert stayed > 0


def test_the_second_sheet_is_played_best_of_three() -> None:
    """GD2-5: each game begins at the first level, without tribute."""
    games = Counter(tuple(sorted(document["claims"]["points"].values())) for document in tournament("guandan-2"))
    assert set(games) == {(0, 2), (1, 2)}
    for document in tournament("guandan-2"):
        claims = document["claims"]
        assert claims["points"][claims["winner"]] == 2
        first = [hand for hand in document["hands"] if not hand.keys() & {"tribute", "resisted"}]
        assert [hand["level"] for hand in first] == ["2"] * sum(claims["points"].values())


def test_the_third_sheet_stops_at_the_hour() -> None:
    """GD3-A5, D-GD3-10: a hand that is not finished counts for nothing, and the higher level has won."""
    stopped = [document for document in tournament("guandan-3") if document["claims"]["reason"] == "time"]
    assert MATCHES / 20 < len(stopped) < MATCHES / 2
    for document in tournament("guandan-3"):
        assert minutes(document) <= MINUTES
    for document in stopped:
        *finished, last = document["hands"]
        assert minutes(document) == MINUTES
        levels = {side: RANKS.index(level) for side, level in document["claims"]["levels"].items()}
        ahead = [side for side in levels if levels[side] > min(levels.values())]
        assert document["claims"].get("winner") == (ahead[0] if ahead else None)
        assert all("claims" in hand for hand in finished)
        before = finished[-1] if "claims" not in last else last
        assert document["claims"]["levels"] == before["claims"]["levels"]


def test_nobody_takes_longer_than_he_may() -> None:
    """GD3-A4."""
    for document in tournament("guandan-3"):
        for hand in document["hands"]:
            rows = [list(row) for row in hand["seconds"]]
            assert rows[0].pop(0) <= 30
            assert all(spent <= 15 for row in rows for spent in row)


def test_six_hands_and_one_more_where_they_are_tied() -> None:
    """DG-1.2, DG-5.9."""
    counts = Counter(len(document["hands"]) for document in tournament("daguai"))
    assert set(counts) == {6, 7}
    assert counts[6] > 10 * counts[7]
    for document in tournament("daguai"):
        leaders = [int(hand["lead"]) for hand in document["hands"]]
        assert leaders[:6] == [(leaders[0] + step - 1) % 6 + 1 for step in range(6)]


def test_teams_of_three_sit_at_every_second_seat() -> None:
    for document in tournament("daguai"):
        teams = [document["seats"][seat]["team"] for seat in "123456"]
        assert len({*teams[::2]}) == len({*teams[1::2]}) == 1
        assert teams[0] != teams[1]
        assert len({player["id"] for player in document["seats"].values()}) == 6


# -- what a game of cards looks like


def kinds(sheet: str) -> tuple[Counter[str], Counter[str]]:
    """What was played, and what was led, in the tournament."""
    rules = CLIMBING_SHEETS[sheet]
    made: Counter[str] = Counter()
    led: Counter[str] = Counter()
    for document in tournament(sheet):
        for hand in document["hands"]:
            ctx = rules.context(hand["level"])
            for text in hand["tricks"]:
                tokens = text.split(" ")[1:]
                made["declared"] += sum("=" in token for token in tokens)
                made["wild"] += sum(any(card in ctx.wilds for card in split_cards(token.partition("=")[0])) for token in tokens)
                names = ["pass" if token == PASS else ctx.plays[token].kind for token in tokens]
                made.update(names)
                led[names[0]] += 1
    return made, led


@pytest.mark.parametrize("sheet", CLIMBING)
def test_every_combination_of_the_sheet_is_played(sheet: str) -> None:
    made, _ = kinds(sheet)
    assert all(made[row.kind.value] > 0 for row in CLIMBING_SHEETS[sheet].cards.rows)
    assert made["wild"] > MATCHES


@pytest.mark.parametrize("sheet", CLIMBING)
def test_low_combinations_are_led_and_bombs_are_kept(sheet: str) -> None:
    made, led = kinds(sheet)
    leads = led.total()
    assert 0.25 < led["single"] / leads < 0.5
    assert 0.1 < led["pair"] / leads < 0.3
    assert 0.1 < led["full_house"] / leads < 0.35
    assert 0.02 < led["straight"] / leads < 0.25
    assert led["bomb"] < 0.1 * made["bomb"] + 0.05 * leads
    plays = sum(made[kind] for kind in {row.kind.value for row in CLIMBING_SHEETS[sheet].cards.rows})
    assert 0.4 < made["pass"] / (made["pass"] + plays) < 0.75


@pytest.mark.parametrize("sheet", GUANDAN)
def test_wild_cards_are_declared_where_they_can_be_read_in_several_ways(sheet: str) -> None:
    made, _ = kinds(sheet)
    assert made["declared"] > MATCHES


@pytest.mark.parametrize("sheet", GUANDAN)
def test_tribute_is_paid_and_sometimes_refused(sheet: str) -> None:
    seen: Counter[str] = Counter()
    for document in tournament(sheet):
        for before, hand in zip(document["hands"], document["hands"][1:], strict=False):
            seen["resisted"] += hand.get("resisted", False)
            seen["double"] += len(hand.get("tribute", ())) == 4
            seen["single"] += len(hand.get("tribute", ())) == 2
            if "tribute" in hand:
                assert hand["tribute"][0].split(">")[0] in before["claims"]["finish"][2:]
    assert min(seen.values()) > MATCHES


@pytest.mark.parametrize("sheet", GUANDAN)
def test_partners_let_each_other_stand(sheet: str) -> None:
    """Most plays are made on an opponent's; looked at while all four hold cards."""
    seats = CLIMBING_SHEETS[sheet].seats
    over: Counter[bool] = Counter()
    for document in tournament(sheet)[:10]:
        for hand in document["hands"]:
            for text in hand["tricks"][:4]:
                seat = holder = seats.index(text[0])
                for made in text.split(" ")[1:]:
                    if made != PASS:
                        if seat != holder:
                            over[(seat - holder) % 2 == 0] += 1
                        holder = seat
                    seat = (seat + 1) % 4
    assert over[False] > 2 * over[True] > 0


# -- the maker itself


@pytest.mark.parametrize("sheet", CLIMBING)
def test_a_match_under_way_has_no_winner(sheet: str) -> None:
    begun = make_match(5, 2, sheet=sheet, hands=3)
    assert begun["hands"] == make_match(5, 2, sheet=sheet)["hands"][:3]
    assert not {"winner", "reason"} & begun["claims"].keys()
    assert "finished" not in begun["event"]
    assert problems(begun) == []


@pytest.mark.parametrize("sheet", CLIMBING)
def test_the_match_goes_on_after_a_fault_as_another_one(sheet: str) -> None:
    document = make_match(13, 2, sheet=sheet, hands=4)
    changed = inject(document, "play_lower", shuffler(8))
    assert changed is not None
    note = changed["extra"]["faults"][0]
    index = note["hand"] - 1
    assert changed["hands"][:index] == document["hands"][:index]
    before, after = document["hands"][index]["tricks"], changed["hands"][index]["tricks"]
    assert after[: note["trick"] - 1] == before[: note["trick"] - 1]
    assert after[note["trick"] - 1] != before[note["trick"] - 1]
    assert len(changed["hands"]) == len(document["hands"])


@pytest.mark.parametrize("cards", ["7s7s7h7c", "7s7s7h7c8s8h8c8d", "7s7s7h7c8s8h8c8dBJ"])
def test_four_alike_go_without_a_fifth_where_there_is_no_other_card(cards: str) -> None:
    held = split_cards(cards)
    groups = Arranging(CLIMBING_SHEETS["daguai"].context("2"), held, shuffler(3)).run()
    assert sorted(card for group in groups for card in group.cards) == sorted(held)
