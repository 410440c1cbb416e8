"""The worked cases of the rule notes for 大怪路子, put to the oracle; then its readings of the finer
points, one a test.
"""

import random
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from tests.oracle import daguai as dg
from tests.oracle.cards import JOKERS, RANKS, SUITS, cards_of, multiset, without


def read(cards: str) -> str | None:
    """The reading as `pair 9`."""
    found = dg.reading(cards_of(cards))
    return None if found is None else " ".join(found)


def beats(table: str, cards: str) -> bool:
    lying, play = dg.reading(cards_of(table)), dg.reading(cards_of(cards))
    assert lying is not None
    assert play is not None
    return dg.beats(play, lying)


def hands(*texts: str) -> dict[str, list[str]]:
    return {seat: cards_of(text) for seat, text in zip(dg.SEATS, texts, strict=True)}


def words(deal: dg.Deal) -> list[str]:
    return [f"{trick}.{play} {word}" for trick, play, word in deal.faults]


# ---------------------------------------------------------------------------------------- the worked cases


def test_dg_t21() -> None:
    deal = dg.play_out(hands("9s", "3s4s", "3h4h", "3c4c", "3d4d", "5s5h"), "1", ["1 9s - - - - -"])
    assert deal.said == [[("single", "9"), "pass", "pass", "pass", "pass", "pass"]]
    assert (deal.faults, deal.finish, deal.over, deal.leads) == ([], "1", False, "2")


def test_dg_t27() -> None:
    deals = [{"135": n, "246": 0} for n in (3, 3, 1)] + [{"135": 0, "246": n} for n in (5, 1, 1)]
    even = {"135": 7, "246": 7}, {"135": 3, "246": 3}
    assert dg.match_result(deals) == (*even, None, "extra deal", 0)
    assert dg.match_result([*deals, {"135": 0, "246": 1}]) == (*even, "246", "extra", 0)
    assert dg.match_result([*deals, {"135": 0, "246": 1}, {"135": 8, "246": 0}]).surplus == 1


def test_dg_t29() -> None:
    assert dg.misconduct("26") == {"135": 8, "246": 0}


# ---------------------------------------------------------------------------------------- types and keys


def test_dg_2_3_straights_end_at_the_ace() -> None:
    tops = {
        "".join(cards): dg.reading([r + s for r, s in zip(cards, "shcds", strict=True)]) for cards in combinations(RANKS, 5)
    }
    straights = {ranks: found.key for ranks, found in tops.items() if found is not None}
    assert straights == {"2345A": "5", **{RANKS[i : i + 5]: RANKS[i + 4] for i in range(9)}}


def test_dg_2_1a_a_joker_alone_is_itself() -> None:
    assert dg.also_readings(["LJ"]) == {("single", "LJ")}
    assert dg.also_readings(["BJ"]) == {("single", "BJ")}


def test_natural_cards_are_read_at_their_largest_too() -> None:
    assert read("AsAsAsKsKs") == "full_house A"
    assert dg.also_readings(cards_of("AsAsAsKsKs")) == {("full_house", "A"), ("flush", "A")}
    assert read("AsAsKsKsQs") == "flush A"


def test_dg_3_2_singles_and_groups_from_3_to_the_jokers() -> None:
    ranks = [*"3456789TJQKA2"]
    for copies, top in ((1, ["LJ", "BJ"]), (2, ["LJLJ", "BJBJ"]), (3, ["LJLJLJ", "BJBJBJ"]), (5, ["LJLJLJBJBJ"])):
        ladder = ["".join(rank + suit for suit in "shcds"[:copies]) for rank in ranks] + top
        for i, low in enumerate(ladder):
            assert [beats(low, other) for other in ladder] == [j > i for j in range(len(ladder))]


@pytest.mark.deep
def test_every_reading_is_one_that_a_substitution_gives() -> None:
    for cards in dg.all_forms():
        found = dg.reading(cards)
        assert (found is None) == (not dg.also_readings(cards))
        assert found is None or found in dg.also_readings(cards)
        natural = {card[0] for card in cards if card not in JOKERS}
        if found is not None and found.type not in {"straight", "straight_flush"}:
            assert found.key in (natural or JOKERS)  # 3.3a
        elif found is not None and found.key not in natural:
            assert found.key == "5"  # D-DG-07 is about nothing else


def test_two_suits_are_enough_for_the_stand_ins() -> None:
    """Every one of the 52 cards for each of up to two jokers, read one by one."""
    rng = random.Random(4)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    for number, jokers in [(2, 1), (3, 1), (3, 2)] + [(5, 1)] * 30 + [(5, 2)] * 30:
        ranks = rng.choice((RANKS, "3456", "A2345", "89TJQ"))
        natural = [rng.choice(ranks) + rng.choice(rng.choice((SUITS, "h"))) for _ in range(number - jokers)]
        literal = {
            one for stand_ins in combinations_with_replacement(deck, jokers) for one in dg.also_readings([*natural, *stand_ins])
        }
        assert dg.also_readings([*natural, *rng.choices(JOKERS, k=jokers)]) == literal


def test_legal_plays() -> None:
    hand = cards_of("9s9sThLJ3c")
    assert dg.legal_plays(hand, dg.Reading("pair", "9")) == {multiset(("LJ", "Th"))}
    assert dg.legal_plays(hand, dg.Reading("single", "T")) == {("LJ",)}
    assert dg.legal_plays(hand, dg.Reading("triple", "8")) == {multiset(cards_of("9s9sLJ"))}
    assert len(dg.legal_plays(hand, None)) == 4 + 4 + 1
    with pytest.raises(ValueError, match="eight"):
        dg.legal_plays(["3s"] * 9, None)


# ---------------------------------------------------------------------------------------- the play


def test_d_dg_05_a_pass_holds_for_one_turn() -> None:
    deal = dg.play_out(hands("3s7s", "4s8s", "5s9s", "6s6h", "3h3c", "3d4d"), "1", ["1 3s - 5s 6s - - - 8s 9s - - - - -"])
    assert deal.faults == []
    assert deal.finish == "3"
    assert deal.winners == ["3"]
    assert deal.leads == "4"


def test_d_dg_04_who_is_out_counts_as_passed() -> None:
    deal = dg.play_out(hands("3s7s", "4s", "5s9s", "6s6h", "3h3c", "3d4d"), "1", ["1 3s 4s 5s - - - - -", "3 9s"])
    assert words(deal) == ["1.8 trick too long", "2.2 trick unfinished"]
    assert deal.finish == "23"
    assert deal.leads is None


def test_d_dg_03_the_next_who_is_not_out() -> None:
    deal = dg.play_out(hands("3s7s", "4s", "5s", "6s6h", "3h3c", "3d4d"), "1", ["1 3s 4s 5s - - - -"])
    assert (deal.finish, deal.winners, deal.leads) == ("23", ["3"], "4")
    assert words(dg.play_out(hands("9s", "3s", "3h", "3c", "3d", "4d"), "1", ["1 9s - - - - -", "3 3h"])) == [
        "2.1 wrong leader",
        "2.2 trick unfinished",
    ]


def test_the_deal_is_over_when_five_are_out() -> None:
    start = hands("3s", "4s", "5s", "6s", "7s", "3h9h9c4h")
    tricks = ["1 3s 4s 5s 6s 7s -"]
    deal = dg.play_out(start, "1", tricks)
    assert (deal.faults, deal.finish, deal.over, deal.leads) == ([], "123456", True, None)
    assert dg.play_out(start, "1", ["1 3s 4s 5s 6s 7s"]).faults == []
    assert dg.play_out(start, "1", [*tricks, "6 9h9c", "6 3h", "6 4h"]).faults == []
    assert dg.play_out(start, "1", ["1 3s 4s 5s 6s 7s 9h", "6 9c"]).faults == []
    assert words(dg.play_out(start, "1", [*tricks, "6 9h9c", "6 3h", "6 4h", "6 3h"])) == ["5.1 after the end"]
    assert words(dg.play_out(start, "1", [*tricks, "6 9h9c -"])) == ["2.2 trick too long"]
    assert words(dg.play_out(start, "1", [*tricks, "1 3s"])) == ["2.1 wrong leader", "2.1 not held"]


@pytest.mark.parametrize(
    ("trick", "faults"),
    [
        ("1 9s Ts - - - - -", []),
        ("1 9s 9h - - - - -", ["1.2 too small", "1.7 trick too long"]),  # the 9s still lies there
        ("1 9s 9h - - - -", ["1.2 too small"]),
        ("1 9s 9h9d - - - -", ["1.2 number"]),
        ("1 9s 9h3h - - - -", ["1.2 no combination", "1.2 number"]),
        ("1 9s As - - - - -", ["1.2 not held"]),
        ("1 - Ts - - - - -", ["1.1 passes a lead"]),
        ("1 9sTs - - - - -", ["1.1 not held", "1.1 no combination"]),
        ("1 9s - - - -", ["1.6 trick unfinished"]),
        ("2 Ts - - - - -", ["1.1 wrong leader"]),
    ],
)
def test_faults(trick: str, faults: list[str]) -> None:
    start = hands("9s3s", "Ts9h9d3h", "3c3d", "3c3d", "4s4h", "4s4h")
    assert words(dg.play_out(start, "1", [trick])) == faults


def test_an_illegal_play_is_null_and_its_cards_are_gone() -> None:
    deal = dg.play_out(hands("9s3s", "4s", "3c3d", "3c3d", "4s4h", "4s4h"), "1", ["1 9s 4s - - - -", "1 3s"])
    assert deal.said[0] == [("single", "9"), None, "pass", "pass", "pass", "pass"]
    assert deal.finish == "21"
    assert deal.winners == ["1", "1"]


def test_a_short_trick_before_another() -> None:
    deal = dg.play_out(hands("9s3s", "4s", "3c3d", "3c3d", "4s4h", "4s4h"), "1", ["1 9s - -", "1 3s 4s - - - -"])
    assert words(deal) == ["1.4 trick too short"]
    assert deal.finish == "12"


def test_a_declared_reading_changes_nothing() -> None:
    start = hands("AsAhAcKdLJ3s", "4s", "3c3d", "3c3d", "4s4h", "4s4h")
    deal = dg.play_out(start, "1", ["1 AsAhAcKdLJ=AAAKK - - - - -"])
    assert (deal.said[0][0], deal.faults) == (("four_one", "A"), [])


def test_what_is_no_trick() -> None:
    start = hands("9s3s", "4s", "3c3d", "3c3d", "4s4h", "4s4h")
    with pytest.raises(ValueError, match="no seat"):
        dg.play_out(start, "1", ["E 9s"])
    with pytest.raises(ValueError, match="no such card"):
        dg.play_out(start, "1", ["1 9x"])
    with pytest.raises(ValueError, match="none of them empty"):
        dg.play_out({**start, "6": []}, "1", [])


@pytest.mark.parametrize("seed", range(12))
def test_a_legal_deal_has_no_faults(seed: int) -> None:
    """Deals of six cards, every play drawn from `legal_plays`, the turns kept by counting alone."""
    rng = random.Random(seed)
    deck = rng.sample([card for card in dg.THREE_DECKS if card[0] in "9TJ2LB"], 36)
    start = {seat: deck[i::6] for i, seat in enumerate(dg.SEATS)}
    left = dict(start)
    tricks: list[str] = []
    out, lead = "", "3"
    while len(out) < 6:
        table, silent, seat, owner, text = None, 0, lead, lead, lead
        while table is None or silent < 5:
            if left[seat]:
                choice = sorted(dg.legal_plays(left[seat], table))
                cards = rng.choice(choice) if choice and (table is None or rng.random() < 0.7) else ()
                text += " " + ("".join(cards) or "-")
                if cards:
                    table, owner, silent = dg.reading(cards), seat, -1
                    left[seat] = without(left[seat], cards)
                    out += "" if left[seat] else seat
            silent += 1
            seat = dg.next_seat(seat)
        tricks.append(text)
        lead = next((one for one in (dg.next_seat(owner, n) for n in range(6)) if left[one]), owner)
    deal = dg.play_out(start, "3", tricks)
    assert deal.faults == []
    assert deal.finish == out
    assert deal.over
    assert not any(deal.left.values())
    assert all(None not in said for said in deal.said)
    until_five_are_out = next(n for n in range(len(tricks) + 1) if dg.play_out(start, "3", tricks[:n]).over)
    assert dg.play_out(start, "3", tricks[:until_five_are_out]).finish == out


# ---------------------------------------------------------------------------------------- points, matches, manners


def test_dg_5_every_order_has_points() -> None:
    points = [max(dg.deal_points("".join(way)).values()) for way in permutations(dg.SEATS)]
    assert {n: points.count(n) for n in points} == {8: 72, 5: 144, 3: 216, 1: 288}


def test_d_dg_01_sides_of_the_record() -> None:
    assert dg.deal_points("123456", ("123", "456")) == {"123": 8, "456": 0}
    with pytest.raises(ValueError, match="six seats"):
        dg.deal_points("12345")


def test_d_dg_16_points_that_are_fixed_early() -> None:
    assert dg.fixed_points("135") == {"135": 8, "246": 0}
    assert dg.fixed_points("13") is None
    assert dg.fixed_points("1246") == {"135": 1, "246": 0}
    assert dg.fixed_points("1235") == {"135": 5, "246": 0}


def test_dg_5_9() -> None:
    deals = [{"135": 3, "246": 0}] * 3 + [{"135": 0, "246": 1}] * 3
    assert dg.match_result(deals) == ({"135": 9, "246": 3}, {"135": 3, "246": 3}, "135", "total", 0)
    level = [{"135": 5, "246": 0}] + [{"135": 0, "246": 1}] * 5
    assert dg.match_result(level) == ({"135": 5, "246": 5}, {"135": 1, "246": 5}, "246", "firsts", 0)
    assert dg.match_result([*level, {"135": 8, "246": 0}]) == ({"135": 5, "246": 5}, {"135": 1, "246": 5}, "246", "firsts", 1)
    assert dg.match_result(deals[:5])[2:] == (None, "deals", 0)


def test_dg_6_4() -> None:
    assert dg.misconduct("") is None
    assert dg.misconduct("12") is None
    assert dg.misconduct("11") == {"135": 0, "246": 8}
    assert dg.misconduct("1234") == "undetermined"


@pytest.mark.parametrize(
    ("drawn", "seat"),
    [
        ("As 2s BJ LJ Ks Kh", "3"),
        ("As 2s 2h LJ Ks Kh", "4"),
        ("2s 3d 2h 2c Kc Kh", "6"),
        ("As Ah Ac Ad Ks 2s", "1"),
        ("Ad Ac Ah Kd Ks 2s", "3"),
        ("BJ Ac Ah Kd BJ 2s", None),
        ("2d 2d 2c 2c 2h 2d", "5"),
    ],
)
def test_dg_1_4_the_draw(drawn: str, seat: str | None) -> None:
    assert dg.first_dealer(dict(zip(dg.SEATS, drawn.split(), strict=True))) == seat


def test_dg_4_1_the_dealers() -> None:
    assert [dg.dealer("4", no) for no in range(1, 8)] == ["4", "5", "6", "1", "2", "3", None]
    with pytest.raises(ValueError, match="from 1"):
        dg.dealer("4", 0)


def test_d_dg_02_a_full_deal() -> None:
    deal = {seat: list(dg.THREE_DECKS[i::6]) for i, seat in enumerate(dg.SEATS)}
    assert len(dg.THREE_DECKS) == 162
    assert dg.is_full_deal(deal)
    assert not dg.is_full_deal({**deal, "1": deal["2"]})


def test_dg_6_2() -> None:
    assert dg.count_answer(10, 10) is None
    assert dg.count_answer(11, "不报") is None
    assert dg.count_answer(0, 0) is None
    assert dg.count_answer(11, 11) == "must not tell"
    assert dg.count_answer(10, "不报") == "must answer"
    assert dg.count_answer(10, 9) == "wrong count"
    assert dg.count_answer(10, 10, on_turn=False) == "off turn"


def test_sides_by_the_teams_of_the_seats() -> None:
    assert dg.sides_of("ababab") == ("135", "246")
    assert dg.sides_of("aaabbb") == ("123", "456")
    assert dg.sides_of("ab-b-b") == ("135", "246")
    assert dg.sides_of("aab-b-") is None
    assert dg.deal_points("123456", dg.sides_of("aaabbb") or ()) == {"123": 8, "456": 0}
