"""The worked cases of the rule notes for the three 掼蛋 sheets, put to the oracle; then its readings of
the finer points, one a test.
"""

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.oracle import guandan as gd
from tests.oracle.cards import RANKS, SEATS, TWO_DECKS, cards_of, multiset
from tests.oracle.guandan import GD1, GD2, GD3, Reading

SHEETS = (GD1, GD2, GD3)
each_sheet = pytest.mark.parametrize("sheet", SHEETS)


def lead(cards: str, level: str = "2", sheet: str = GD1) -> Reading | None:
    return gd.standing(sheet, level, cards_of(cards), None)


def four(e: str = "3s", n: str = "3s", w: str = "3s", s: str = "3s") -> dict[str, list[str]]:
    return {seat: cards_of(text) for seat, text in zip(SEATS, (e, n, w, s), strict=True)}


# ---------------------------------------------------------------------------------------- the worked cases, 篇一


def test_gd1_t27() -> None:
    assert gd.must_announce(10)
    assert not gd.must_announce(11)


# ---------------------------------------------------------------------------------------- the worked cases, 篇二


def test_gd2_t03() -> None:
    levels = {"EW": "2", "NS": "A"}
    for _ in range(4):
        levels, winner = gd.levels_after(GD2, levels, "A", "EWNS")
        assert (levels["NS"], winner) == ("A", None)
        levels["EW"] = "2"


def test_gd2_t17() -> None:
    hands = four(w="BJ5s", n="9cKs")
    paid = ["W>N BJ", "N>W 9c"]
    assert gd.tribute_log(GD2, "2", "NESW", hands, paid)[0] == []
    assert gd.leaders(GD2, "2", "NESW", hands) == {"W"}


# ---------------------------------------------------------------------------------------- the worked cases, 篇三


def test_gd3_t01() -> None:
    assert gd.before_the_deal("NSEW") == gd.before_the_deal("NSWE") == ("W", "N", "W")
    assert gd.before_the_deal(None) == ("N", "E", "N")
    assert gd.finish_of(GD3, "NS") == ("NSEW", "W")


@pytest.mark.parametrize(
    ("seconds", "slow"),
    [
        ([[31]], [(1, 1)]),
        ([[30]], []),
        ([[30, 16]], [(1, 2)]),
        ([[30, 15, None], [15.5, 15]], [(2, 1)]),
        ([[], [16]], [(2, 1)]),
    ],
)
def test_gd3_t13(seconds: Sequence[Sequence[float | None]], slow: list[tuple[int, int]]) -> None:
    assert gd.clock(seconds) == slow


def test_gd3_t15() -> None:
    assert gd.time_result([{"NS": "9", "EW": "4"}, {"NS": "9", "EW": "7"}]) == {"NS": "9", "EW": "7"}
    assert gd.time_result([]) == {"EW": "2", "NS": "2"}


def test_gd3_t17() -> None:
    assert gd.exposed_duty(cards_of("7d9d"), []) == {"7d", "9d"}
    assert gd.exposed_duty(cards_of("7d9d"), cards_of("7d")) == {"9d"}
    assert gd.exposed_duty(cards_of("7d9d"), cards_of("7d8s9d")) == frozenset()
    hands = four(s="7d9dKsKh5c")
    for led, faults in (("7d", []), ("KsKh", [(1, 1, "exposed_first")]), ("5c", [(1, 1, "exposed_first")])):
        assert gd.play_out(GD3, "2", hands, "S", [f"S {led}"], exposed=[(0, 0, "S", "7d9d")]).faults == faults


def test_gd3_t19() -> None:
    assert gd.round_points({"EW": "2", "NS": "A"}, "NS", 3) == {"EW": 0, "NS": 115}


def test_gd3_t21() -> None:
    assert not gd.may_ask(False, 8)
    assert gd.may_ask(True, 10)
    assert not gd.may_ask(True, 11)


# ---------------------------------------------------------------------------------------- combinations


def test_readings_of_nothing() -> None:
    assert gd.readings(GD1, "2", []) == frozenset()
    with pytest.raises(ValueError, match="not a sheet"):
        gd.readings("shengji", "2", ["3s"])


def test_readings_know_no_order() -> None:
    rng = random.Random(20)
    for _ in range(100):
        cards = rng.sample(TWO_DECKS, 5)
        level = rng.choice(RANKS)
        assert gd.readings(GD1, level, cards) == gd.readings(GD1, level, sorted(cards))


# ---------------------------------------------------------------------------------------- what beats what


@each_sheet
def test_order(sheet: str) -> None:
    for level in RANKS:
        ladder = [*(rank for rank in RANKS if rank != level), level, "LJ", "BJ"]
        assert [gd.order(level, rank) for rank in ladder] == list(range(15))
        for low, high in pairwise(ladder):
            assert gd.beats(sheet, level, Reading("single", 1, high), Reading("single", 1, low))
            assert not gd.beats(sheet, level, Reading("single", 1, low), Reading("single", 1, high))


@each_sheet
def test_bombs_are_a_ladder(sheet: str) -> None:
    sizes = [4, 5, 6, 7, 8] if sheet == GD3 else [4, 5, 6, 7, 8, 9, 10]
    ranks = [*"3456789TJQKA", "2"]
    ladder = [Reading("bomb", size, rank) for size in sizes for rank in ranks]
    flushes = [Reading("straight_flush", 5, top) for top in "56789TJQKA"]
    at = 2 * len(ranks)
    ladder = [*ladder[:at], *flushes, *ladder[at:], Reading("four_jokers", 4, "BJ")]
    for place, low in enumerate(ladder):
        assert gd.beats(sheet, "2", low, Reading("plate", 6, "A"))
        assert not gd.beats(sheet, "2", Reading("single", 1, "BJ"), low)
        for later, high in enumerate(ladder):
            assert gd.beats(sheet, "2", high, low) == (later > place)


def test_beats_is_strict_and_one_way() -> None:
    rng = random.Random(21)
    pool = [lead("".join(rng.sample(TWO_DECKS, size)), level="7") for size in (1, 2, 3, 4, 5) for _ in range(60)]
    found = [reading for reading in pool if reading is not None]
    for first in found:
        for second in found:
            assert not (gd.beats(GD2, "7", first, second) and gd.beats(GD2, "7", second, first))


# ---------------------------------------------------------------------------------------- which reading stands


def test_legal_plays() -> None:
    hand = cards_of("3s3s4h9c2h")
    plays = {"".join(cards) for cards in gd.legal_plays(GD1, "2", hand, None)}
    assert plays == {"2h", "3s", "4h", "9c", "2h3s", "2h4h", "2h9c", "3s3s", "2h3s3s"}
    assert list(gd.legal_plays(GD1, "2", hand, Reading("pair", 2, "4"))) == [("2h", "9c")]
    assert list(gd.legal_plays(GD1, "2", hand, Reading("single", 1, "LJ"))) == []
    with pytest.raises(ValueError, match="ten cards"):
        next(gd.legal_plays(GD1, "2", TWO_DECKS, None))


def test_legal_plays_stand() -> None:
    rng = random.Random(22)
    for _ in range(5):
        hand = rng.sample(TWO_DECKS, 7)
        leads = set(gd.legal_plays(GD2, "5", hand, None))
        assert {(card,) for card in hand} <= leads
        table = Reading("pair", 2, "6")
        assert set(gd.legal_plays(GD2, "5", hand, table)) <= leads
        assert leads == set(gd.legal_plays(GD2, "5", list(reversed(hand)), None))


# ---------------------------------------------------------------------------------------- the play of a deal

SMALL = {"e": "3s6s8s", "n": "4s5h9s", "w": "5s7d7sTs", "s": "6cJsQs"}


def played(*tricks: str, sheet: str = GD1, leader: str = "E", takes: bool = False, **hands: str) -> gd.Deal:
    return gd.play_out(sheet, "2", four(**{**SMALL, **hands}), leader, tricks, takes=takes)


def test_d_gd_02() -> None:
    deal = played("E 3s - 5s - 6s - 7d - - -", "W 7s - - -")
    assert deal.faults == []
    assert deal.types[0] == [
        Reading("single", 1, "3"),
        "pass",
        Reading("single", 1, "5"),
        "pass",
        Reading("single", 1, "6"),
        "pass",
        Reading("single", 1, "7"),
        "pass",
        "pass",
        "pass",
    ]
    assert (deal.holders, deal.leader, deal.turn, deal.over) == (["W", "W"], "W", None, False)


def test_d_gd_01() -> None:
    """E is out with 8s; when all have passed, W leads for him, and E is skipped from then on."""
    deal = played("E 8s - - -", "W 5s - -", "W 7s", e="8s")
    assert deal.faults == []
    assert (deal.out, deal.holders, deal.turn) == ("E", ["E", "W", "W"], "S")


def test_the_partner_must_pass_too() -> None:
    deal = played("E 8s - Ts - -", "W 5s", e="8s")
    assert deal.faults == []
    assert deal.holders[0] == "W"


def test_d_gd_03_double() -> None:
    for sheet, finish, last in ((GD1, "EWNS", None), (GD2, "EWNS", None), (GD3, "EWSN", "N")):
        deal = played("E 8s - Ts", sheet=sheet, e="8s", w="Ts")
        assert (deal.over, deal.out, deal.finish, deal.last) == (True, "EW", finish, last)
        assert (deal.leader, deal.turn, deal.faults) == (None, None, [])


def test_d_gd_03_third_out() -> None:
    deal = played("E 8s 9s Ts", e="8s", n="9s", w="Ts")
    assert (deal.finish, deal.last, deal.over) == ("ENWS", "S", True)
    assert deal.hands == {"E": [], "N": [], "W": [], "S": cards_of("6cJsQs")}


def test_after_the_end() -> None:
    assert played("E 8s - Ts -", e="8s", w="Ts").faults == [(1, 4, "after_end")]
    deal = played("E 8s - Ts", "N 4s", e="8s", w="Ts")
    assert (deal.faults, deal.stopped) == ([(2, 1, "after_end")], True)


def test_who_leads() -> None:
    assert played("N 4s").faults == [(1, 1, "wrong_leader")]
    assert played("E 3s - - -", "N 4s").faults == [(2, 1, "wrong_leader")]
    deal = played("E 8s - - -", "E -", e="8s")
    assert (deal.faults, deal.stopped) == ([(2, 1, "wrong_leader")], True)
    assert played("E -").faults == [(1, 1, "passes_a_lead")]
    deal = played("E - - - -", "E 3s")
    assert deal.faults == [(1, place, "passes_a_lead") for place in (1, 2, 3, 4)]


def test_where_a_trick_ends() -> None:
    assert played("E 3s - - - -").faults == [(1, 5, "trick_over")]
    assert not played("E 3s - - - -", "E 6s").stopped
    assert played("E 3s - - - 6s").stopped
    assert played("E 3s - -", "E 6s").faults == [(1, 4, "ends_early")]
    deal = played("E 3s - -")
    assert (deal.faults, deal.turn, deal.leader) == ([], "S", None)


def test_illegal_plays() -> None:
    deal = played("E 6s 4s - - ", "E 3s")
    assert deal.faults == [(1, 2, "does_not_beat")]
    assert deal.types[0] == [Reading("single", 1, "6"), None, "pass", "pass"]
    assert deal.hands["N"] == cards_of("5h9s")
    assert deal.holders == ["E", "E"]
    deal = played("E 6s 4s 5s - - -", "W 7s", takes=True)
    assert deal.faults == [(1, 2, "does_not_beat")]
    assert deal.holders == ["W", "W"]
    assert played("E 6s 4s5h - -").faults == [(1, 2, "no_combination")]
    deal = played("E 3s6s 4s - 6c - - -", "S Js")  # a lead that is nothing: anything follows it
    assert (deal.faults, deal.holders) == ([(1, 1, "no_combination")], ["S", "S"])
    deal = played("E 7s - - -", "E 3s")
    assert (deal.faults, deal.stopped, deal.types) == ([(1, 1, "not_held")], True, [[None]])


def test_declared_plays() -> None:
    e, n = "KsKhKc2h2h3s", "AsAhAc4s4h5s5h"
    deal = played("E KsKhKc2h2h=KKK33 AsAhAc4s4h", e=e, n=n)
    assert deal.faults == []
    assert deal.types == [[Reading("full_house", 5, "K"), Reading("full_house", 5, "A")]]
    deal = played("E KsKhKc2h2h AsAhAc4s4h", e=e, n=n)
    assert deal.faults == [(1, 2, "reading_decides")]  # five kings, or three and a pair
    deal = played("E KsKhKc2h2h=KKKQ9 AsAhAc4s4h", e=e, n=n)
    assert deal.faults == [(1, 1, "bad_reading"), (1, 2, "reading_decides")]
    deal = played("E 3s 4s - - 2h=A - - -", e=e, n=n)
    assert deal.faults == [(1, 5, "bad_reading")]
    assert deal.holders == ["E"]  # undeclared, a 2, which beats


def test_exposed_cards_go_first() -> None:
    hands = four(e="7d9d9dKs", n="8s8h3c", w="3s4s", s="3h4h")

    def faults(tricks: list[str], exposed: list[gd.Exposure], sheet: str = GD3) -> list[gd.Fault]:
        return gd.play_out(sheet, "2", hands, "E", tricks, exposed=exposed).faults

    shown: list[gd.Exposure] = [(0, 0, "E", "7d9d")]
    assert faults(["E 9d - - -", "E 7d - - -", "E 9d - - -", "E Ks"], shown) == []
    assert faults(["E 9d - - -", "E 9d"], shown) == [(2, 1, "exposed_first")]
    assert faults(["E 9d9d"], shown) == [(1, 1, "exposed_first")]
    assert faults(["E Ks"], shown, GD1) == []
    assert faults(["E Ks - - -", "E 9d"], [(1, 1, "E", "7d")]) == [(2, 1, "exposed_first")]  # not while it lies there
    assert faults(["E 7d 8s - - 9d - - -", "E Ks"], [(0, 0, "E", "7d9d")]) == []  # rid of in following
    assert gd.early_play(True) == "warning"
    assert gd.early_play(False) == "exposed"


def test_a_deal_begins_with_cards() -> None:
    with pytest.raises(ValueError, match="hold cards"):
        gd.play_out(GD1, "2", {**four(), "E": []}, "E", [])


@each_sheet
def test_random_deals_play_out(sheet: str) -> None:
    """Legal play of small hands is never a fault, and ends with everybody in place."""
    rng = random.Random(23)
    for _ in range(6):
        cards = rng.sample(TWO_DECKS, 20)
        hands = {seat: cards[5 * place : 5 * place + 5] for place, seat in enumerate(SEATS)}
        tricks: list[str] = []
        deal = gd.play_out(sheet, "5", hands, "E", tricks)
        while not deal.over:
            if deal.leader is not None:
                tricks.append(deal.leader)
                seat, table = deal.leader, None
            else:
                assert deal.turn is not None
                seat = deal.turn
                table = [said for said in deal.types[-1] if isinstance(said, Reading)][-1]
            plays = list(gd.legal_plays(sheet, "5", deal.hands[seat], table))
            tricks[-1] += " " + ("".join(rng.choice(plays)) if plays and (table is None or rng.random() < 0.8) else "-")
            deal = gd.play_out(sheet, "5", hands, "E", tricks)
            assert deal.faults == []
        assert deal.finish is not None
        assert sorted(deal.finish) == sorted(SEATS)
        laid = cards_of("".join(play for trick in tricks for play in trick.split()[1:] if play != "-"))
        assert multiset([*laid, *(card for hand in deal.hands.values() for card in hand)]) == multiset(cards)


# ---------------------------------------------------------------------------------------- tribute


@each_sheet
def test_leaders(sheet: str) -> None:
    hands = four(e="As", w="Ks")
    assert gd.leaders(sheet, "2", None, hands) == set(SEATS)
    assert gd.leaders(sheet, "2", "NSEW", hands) == {"E"}
    assert gd.leaders(sheet, "2", "NSEW", hands, resisted=True) == {"E"}  # he may not


def test_tribute_log() -> None:
    hands = four(e="As3s", w="Ks4s", n="5s6s", s="7s8s")

    def faults(sheet: str, *gifts: str, finish: str = "NSEW", resisted: bool = False) -> list[tuple[int, gd.TributeWord]]:
        return gd.tribute_log(sheet, "2", finish, hands, gifts, resisted=resisted)[0]

    assert faults(GD1, "E>N As", "W>S Ks", "N>E As", "S>W 8s") == []
    assert faults(GD3, "E>N As", "W>S Ks", "N>E As", "S>W 8s") == [(3, "return_card")]
    assert faults(GD3, "W>S Ks", "E>N As", "S>W 8s", "N>E 5s") == []
    assert faults(GD1, "E>S As", "W>N Ks", "N>W 5s", "S>E 8s") == [(1, "receiver"), (2, "receiver")]
    assert faults(GD1, "E>N 3s", "W>S Ks", "N>W 5s", "S>E 8s") == [(1, "tribute_card"), (3, "receiver"), (4, "receiver")]
    assert faults(GD1, "E>N As", "E>S 3s") == [(2, "payer"), (3, "missing")]
    assert faults(GD1, "E>N As", "W>S Ks", "N>E 9s", "S>W 7s", "S>W 8s") == [(3, "return_card"), (5, "surplus")]
    assert faults(GD1) == [(1, "missing")]
    assert faults(GD1, "E>N As", resisted=True) == [(0, "resist"), (1, "surplus")]
    assert faults(GD1, "W>N Ks", "N>W 5s", finish="NESW") == []


def test_tribute_log_moves_cards() -> None:
    hands = four(w="Ks4s", n="5s6s")
    after = gd.tribute_log(GD1, "2", "NESW", hands, ["W>N Ks", "N>W 5s"])[1]
    assert multiset(after["W"]) == ("4s", "5s")
    assert multiset(after["N"]) == ("6s", "Ks")
    assert hands == four(w="Ks4s", n="5s6s")


def test_d_gd2_d() -> None:
    """Equal tributes: 头家 chooses his, and the payers choose among what comes back."""
    hands = four(e="As3s", w="Ah4s", n="5s6s", s="7s8s")
    for there in (["E>N As", "W>S Ah"], ["W>N Ah", "E>S As"]):
        for back in (["N>E 5s", "S>W 7s"], ["N>W 5s", "S>E 7s"]):
            assert gd.tribute_log(GD2, "2", "NSEW", hands, there + back)[0] == []
    assert gd.tribute_log(GD2, "2", "NSEW", hands, ["E>N As", "W>N Ah"])[0] == [(2, "receiver"), (3, "missing")]


# ---------------------------------------------------------------------------------------- levels and points


def test_both_at_a() -> None:
    levels = {"EW": "A", "NS": "A"}
    for sheet in SHEETS:
        assert gd.levels_after(sheet, levels, "A", "NSEW", owner="NS") == (levels, "NS")
        assert gd.levels_after(sheet, levels, "A", "NSEW", owner="EW") == (levels, None)
        with pytest.raises(ValueError, match="whose A"):
            gd.levels_after(sheet, levels, "A", "NSEW")


def test_d_gd_04() -> None:
    assert gd.next_level({"EW": "5", "NS": "9"}, None) == "2"
    assert gd.next_level({"EW": "5", "NS": "9"}, "ENSW") == "5"


@pytest.mark.parametrize(
    ("ew", "ns", "winner", "past", "points"),
    [
        ("A", "A", "NS", 1, {"EW": 12, "NS": 101}),
        ("K", "A", "NS", 3, {"EW": 11, "NS": 104}),
        ("3", "A", "NS", 2, {"EW": 1, "NS": 113}),
        ("9", "7", None, 0, {"EW": 7, "NS": 5}),
        ("A", "2", None, 0, {"EW": 12, "NS": 0}),
    ],
)
def test_d_gd3_3(ew: str, ns: str, winner: str | None, past: int, points: dict[str, int]) -> None:
    assert gd.round_points({"EW": ew, "NS": ns}, winner, past) == points


def test_gd3_b3() -> None:
    assert [cards for cards in range(109) if not gd.may_cut(cards)] == [0, 1, 107, 108]


def test_readings_of_what_was_not_declared_decide() -> None:
    """3s4s5s6s with the wild 2h lies there to 7, and may be to 6."""
    same = gd.play_out(GD1, "2", four(e="3s4s5s6s2h9c", n="3c4c5c6c7c9d"), "E", ["E 3s4s5s6s2h 3c4c5c6c7c - -"])
    assert same.faults == [(1, 2, "reading_decides")]
    lower = gd.play_out(GD1, "2", four(e="3s4s5s6s2h9c", n="2c3c4c5c6c9d"), "E", ["E 3s4s5s6s2h 2c3c4c5c6c - -"])
    assert lower.faults == [(1, 2, "does_not_beat")]
    called = gd.play_out(GD1, "2", four(e="3s4s5s6s2h9c", n="3c4c5c6c7c9d"), "E", ["E 3s4s5s6s2h=34567s 3c4c5c6c7c - -"])
    assert called.faults == [(1, 2, "does_not_beat")]


def test_a_play_past_ten_cards_is_announced_by_the_other_reading_alone() -> None:
    assert gd.must_announce(10, 12)
    assert not gd.must_announce(9, 12)
    assert gd.must_announce(9, 12, passing=True)
    assert not gd.must_announce(8, 9, passing=True)
