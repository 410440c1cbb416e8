"""The worked cases of the rule notes for 炒地皮, put to the oracle; then its readings of the finer
points, one a test.
"""

import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from tests.oracle import chaodipi as cdp
from tests.oracle.cards import JOKERS, RANKS, TWO_DECKS, Multiset, cards_of, next_seat, seats_from, without
from tests.oracle.tractors import Shape, selections


def follow(hand: str, lead: str, play: str, level: str = "8", trump: str = "s") -> str | None:
    return cdp.follow_fault(cards_of(hand), cards_of(lead), cards_of(play), level, trump)


def wins(trick: str, level: str = "8", trump: str = "s") -> str:
    """The winner of `"E:7c N:8c …"`."""
    plays = [play.split(":") for play in trick.split()]
    return cdp.winner([(seat, cards_of(text)) for seat, text in plays], level, trump)


def parts(cards: str, level: str = "8", trump: str = "s") -> list[str]:
    return ["".join(part.cards) for part in cdp.components(cards_of(cards), level, trump)]


def special(cards: str, level: str = "8", trump: str = "s") -> str | None:
    return cdp.five_ten_king(cards_of(cards), level, trump)


def both(ns: str, ew: str) -> dict[str, str]:
    return {"EW": ew, "NS": ns}


def after(
    levels: Mapping[str, str], dealer: str, total: int, *, stakes: str = "", bottom: bool = False
) -> tuple[dict[str, str], str | None]:
    """The levels and the next dealer of a hand that is not 扛旗."""
    result = cdp.after_hand(levels, dealer, total, stakes=stakes.split(), bottom=bottom)
    assert (result.failures, result.over) == (both_zero(), False)
    return result.levels, result.dealer


def both_zero() -> dict[str, int]:
    return {"EW": 0, "NS": 0}


def ask(text: str) -> list[cdp.Ask]:
    """Kitty actions out of `"E: N- W:2c2c"`: a burial, a pass, a 炒. Always the same eight cards are buried."""
    eight = "3d4d5d6d7d9dTdJd"
    actions: list[cdp.Ask] = []
    for word in text.split():
        seat, rest = word[0], word[1:]
        if rest == "-":
            actions.append({"seat": seat, "pass": True})
        elif rest == ":":
            actions.append({"seat": seat, "bury": eight})
        else:
            actions.append({"seat": seat, "show": rest[1:], "bury": eight})
    return actions


def asked(text: str, declarer: str | None = "E", level: str = "2", spent: str = "") -> cdp.Chaodi:
    return cdp.chaodi(text[0], declarer, ask(text), level, spent.split())


# ---------------------------------------------------------------------------------------- the worked cases


def test_cdp_t13() -> None:
    actions = ask("N: W- S- E:5h5h=c N- W- S-")
    assert cdp.chaodi("N", "N", actions, "9") == ("c", [], "E", [])
    stakes = cdp.stakes_of([], [], actions, [])
    assert stakes == {"EW"}
    assert after(both("9", "3"), "N", 85, stakes="EW") == (both("2", "A"), "W")


def test_cdp_t15() -> None:
    bids = ["N 5h5h=d"]
    assert cdp.declare(bids, "5", False, "S") == ("d", "S", [])
    assert cdp.stakes_of(bids, [], [], []) == {"NS"}
    assert after(both("5", "8"), "S", 40, stakes="NS") == (both("A", "2"), "N")


def test_cdp_t17() -> None:
    kitty = cards_of("Kc5d3h4h6c7c8d9d")
    assert wins("N:8s8s W:9s9s S:3s4s E:6s7s", "2", "s") == "W"
    multiplier = cdp.kitty_multiplier(cards_of("9s9s"), "2", "s")
    assert (multiplier, multiplier * cdp.points(kitty)) == (4, 60)
    assert after(both("2", "6"), "N", 45 + 60) == (both("2", "8"), "W")


def test_cdp_t29() -> None:
    trick = "E:KsTs5s N:5hBJ8d W:LJ8s8h S:AsQsJs"
    assert wins(trick) == "E"
    assert sum(cdp.points(cards_of(play.split(":")[1])) for play in trick.split()) == 30


def test_cdp_t33() -> None:
    assert special("KcTc5c", "T", "s") is None
    with pytest.raises(ValueError, match="not a lead of one class"):
        cdp.led_class(cards_of("KcTc5c"), "T", "s")


def test_cdp_t35() -> None:
    assert wins("E:KcTc5c N:3c4c6c W:7c9cJc S:BJLJ8s", "8", "NT") == "E"


def test_cdp_t37() -> None:
    assert cdp.throw_fine(cards_of("AcKcQc")) == 30
    assert cdp.penalty("failed_throw", cards_of("AcKcQc"), seat="E", dealer="N") == -30
    assert cdp.penalty("failed_throw", cards_of("AcKcQc"), seat="E", dealer="E") == 30


@pytest.mark.parametrize(
    ("kitty", "trump"),
    [("3cKd2s9h4d6d7s8s", "s"), ("3cKd9hAc4d6d7s8s", "c"), ("3cLJ9hAc4d6d7s8s", "NT"), ("3cKd5hAd4d6d7s8s", "h")],
)
def test_cdp_t41(kitty: str, trump: str) -> None:
    assert cdp.kitty_trump(cards_of(kitty), "2") == trump


def test_cdp_t43() -> None:
    declared = cdp.declare(["E 2s"], "2", True)
    assert declared == ("s", "E", [])
    assert asked("E: N- W:2c2c S- E- N-") == ("c", [], "W", [])
    deal = {
        "E": cards_of("2sAs"),
        "N": cards_of("3s4s"),
        "W": cards_of("2c2c"),
        "S": cards_of("3c4c"),
        "kitty": cards_of("3d4d5d6d7d9dTdJd"),
    }
    result = cdp.before_the_play("2", None, deal, ["E 2s"], ask("E: N- W:2c2c S- E- N-"), True)
    assert (result.trump, result.dealer, result.burier, result.kitty_faults) == ("c", "E", "W", [])


def test_cdp_t45() -> None:
    change = cdp.penalty("kitty_count", [], "0", "2.1", seat="N", dealer="N")
    assert change == 80
    assert after(both("3", "6"), "N", 50 + change) == (both("3", "J"), "W")


def test_cdp_t47() -> None:
    assert asked("E: N- W:2c2c S- E- N:2d2d W- S- E-") == ("d", [], "N", [])
    assert asked("E: N- W- N:2d2d").faults == [(3, "passed")]
    assert asked("E: N- W- S- N:2d2d") == (None, [(4, "passed")], "N", [])


def test_cdp_t51() -> None:
    assert cdp.penalty("card_check", [], seat="E", dealer="N") == 0
    assert cdp.penalty("card_check", [], seat="E", dealer="N", earlier=1) == -10
    incidents: list[cdp.Incident] = [{"kind": "card_check", "seat": seat} for seat in "EWN"]
    assert cdp.penalties(incidents, "N") == -10
    assert cdp.penalties(incidents[:1], "N", {("EW", "card_check"): 1}) == -10


def test_cdp_t53() -> None:
    assert cdp.too_slow("play", 16)
    assert not cdp.too_slow("play", 15)
    assert not cdp.too_slow("bury", 60)
    assert [cdp.fine("timeout", [], ruled=ruled) for ruled in (0, 10, 80)] == [0, 10, 80]
    with pytest.raises(ValueError, match="10 to 80"):
        cdp.fine("timeout", [], ruled=90)


# ---------------------------------------------------------------------------------------- cards and tractors


@pytest.mark.parametrize(
    ("card", "level", "trump", "suit"),
    [
        ("5h", "8", "s", "T"),
        ("5h", "flag", "NT", "T"),
        ("2h", "flag", "NT", "h"),
        ("8c", "8", "NT", "T"),
        ("BJ", "8", "h", "T"),
        ("5s", "8", "NT", "s"),
    ],
)
def test_cdp_4_3a_classes(card: str, level: str, trump: str, suit: str) -> None:
    assert cdp.effective_suit(card, level, trump) == suit


@pytest.mark.parametrize(
    ("level", "trump", "falling"),
    [
        ("8", "s", "5h BJ LJ 8s 8h=8c=8d As Ks Qs Js Ts 9s 7s 6s 5s 4s 3s 2s"),
        ("5", "h", "5h BJ LJ 5s=5c=5d Ah Kh Qh Jh Th 9h 8h 7h 6h 4h 3h 2h"),
        ("5", "c", "5h BJ LJ 5c 5s=5d Ac Kc Qc Jc Tc 9c 8c 7c 6c 4c 3c 2c"),
        ("5", "NT", "5h BJ LJ 5s=5c=5d"),
        ("A", "NT", "5h BJ LJ As=Ah=Ac=Ad"),
        ("flag", "NT", "5h BJ LJ"),
    ],
)
def test_d_cdp_05(level: str, trump: str, falling: str) -> None:
    rungs = [rung.split("=") for rung in reversed(falling.split())]
    assert cdp.ladder("T", level, trump) == rungs
    trumps = {card for card in TWO_DECKS if cdp.effective_suit(card, level, trump) == "T"}
    assert trumps == {card for rung in rungs for card in rung}


def test_every_card_stands_on_one_rung() -> None:
    for level, trump in product(RANKS, ["s", "h", "c", "d", "NT"]):
        cards = [card for suit in "shcdT" for rung in cdp.ladder(suit, level, trump) for card in rung]
        assert sorted(cards) == sorted(set(TWO_DECKS))


def test_components() -> None:
    assert parts("7c7c9c9cTcKcKcAc") == ["7c7c9c9c", "KcKc", "Ac", "Tc"]
    assert parts("AsAs8d8d8s8sLJLJBJBJ5h5h") == ["LJLJBJBJ", "5h5h", "8s8s", "8d8d", "AsAs"]
    assert cdp.shape_of(cards_of("5hThKh"), "8", "s") == Shape((), 0)


@pytest.mark.parametrize(
    ("cards", "level", "trump", "expected"),
    [
        ("5cTcKc", "8", "s", "c"),
        ("5sTsKs", "8", "s", "T"),
        ("5hThKh", "8", "s", "h"),
        ("5hThKh", "8", "h", "T"),  # D-CDP-10
        ("5hThKh", "8", "NT", "h"),
        ("5hThKh", "flag", "NT", "h"),
        ("5hThKh", "5", "s", "h"),  # D-CDP-11
        ("5hThKh", "5", "h", None),  # CDP-c
        ("5sTsKs", "5", "s", None),
        ("5cTcKc", "5", "s", None),
        ("5hThKh", "T", "s", None),
        ("5sTsKs", "T", "s", None),
        ("5hThKh", "K", "h", None),
        ("5cTcKd", "8", "s", None),
        ("5cTcKcKc", "8", "s", None),
        ("5cTc", "8", "s", None),
        ("5cTcTc", "8", "s", None),
        ("LJTcKc", "8", "s", None),
    ],
)
def test_cdp_5_1a(cards: str, level: str, trump: str, expected: str | None) -> None:
    assert special(cards, level, trump) == expected


# ---------------------------------------------------------------------------------------- following


def test_a_play_is_out_of_the_hand() -> None:
    with pytest.raises(ValueError, match="not in the hand"):
        follow("5cTcKc3c", "5cTcKc", "3cTc5s")
    assert follow("5hThKhAhBJ", "5hThKh", "ThKhAh", "T", "h") is None  # CDP-c: three singles


def test_legal_follows_disputed() -> None:
    hand, lead = cards_of("5sTsKsAs8d"), cards_of("5sTsKs")
    assert cdp.legal_follows(hand, lead, "8", "s") == {("8d", "As", "Ks")}
    assert cdp.legal_follows(hand, lead, "8", "s", disputed=True) == {("8d", "As", "Ks"), ("5s", "Ks", "Ts")}


def random_cases(count: int, size: int) -> Iterator[tuple[list[list[str]], str, str, random.Random]]:
    """Four small hands out of few ranks, where pairs, tractors and 5·10·K are common."""
    rng = random.Random(20260502)
    for _ in range(count):
        level = rng.choice([*RANKS, "flag"])
        trump = "NT" if level == "flag" else rng.choice(["s", "h", "c", "d", "NT"])
        ranks = {*rng.sample(RANKS, 2), "5", "T", "K", level}
        pack = [card for card in TWO_DECKS if card in JOKERS or (card[0] in ranks and card[1] in "sh")]
        rng.shuffle(pack)
        yield [pack[seat::4][:size] for seat in range(4)], level, trump, rng


def random_lead(hand: list[str], level: str, trump: str, rng: random.Random) -> list[str]:
    """A 5·10·K if there is one, as often as not; else cards of one class."""
    specials = sorted(play for play in selections(hand, 3) if cdp.five_ten_king(list(play), level, trump) is not None)
    if specials and rng.random() < 0.5:
        return list(rng.choice(specials))
    suit = cdp.effective_suit(rng.choice(hand), level, trump)
    mine = cdp.of_class(hand, suit, level, trump)
    return rng.sample(mine, rng.randint(1, len(mine)))


def test_some_follow_is_always_legal() -> None:
    for hands, level, trump, rng in random_cases(200, 6):
        lead = random_lead(hands[0], level, trump, rng)
        for hand in hands[1:]:
            assert cdp.legal_follows(hand, lead, level, trump)


def test_a_follow_is_illegal_exactly_where_another_shows_more() -> None:
    """The duties counted from the hand agree with a search for a better play among all there are."""

    def shows(play: Multiset, lead: list[str], level: str, trump: str) -> tuple[int, tuple[int, ...], int]:
        led, asks = cdp.led_class(lead, level, trump), cdp.five_ten_king(lead, level, trump)
        mine = cdp.of_class(list(play), led, level, trump)
        if asks == "T":
            return len(mine), tuple(sorted((cdp.order(card, level, trump) for card in mine), reverse=True)), 0
        if asks is not None:
            return len(mine), (), int(led != "h" and asks == cdp.five_ten_king(list(play), level, trump))
        shape = cdp.shape_of(lead, level, trump)
        pairs = min(sum(mine.count(card) == 2 for card in set(mine)), sum(shape.tractors) + shape.pairs)
        return len(mine), cdp.TRACTORS.tractors_against(mine, shape.tractors, level, trump), pairs

    for hands, level, trump, rng in random_cases(200, 7):
        lead = random_lead(hands[0], level, trump, rng)
        asks = cdp.five_ten_king(lead, level, trump)
        plays = selections(hands[1], len(lead))
        most = max(shows(play, lead, level, trump) for play in plays)
        best = {play for play in plays if shows(play, lead, level, trump) == most}
        best |= {play for play in plays if asks == "h" and cdp.five_ten_king(list(play), level, trump) == "h"}
        assert best == cdp.legal_follows(hands[1], lead, level, trump)


# ---------------------------------------------------------------------------------------- winners


# ---------------------------------------------------------------------------------------- points and levels


@pytest.mark.parametrize(
    ("cards", "level", "trump", "expected"),
    [
        ("5cTcKc", "8", "s", True),
        ("5hThKh", "8", "s", True),
        ("5cTcKcAcAc", "8", "s", True),
        ("5sTsKsBJ", "8", "s", True),
        ("5cTcTcAc", "8", "s", False),
        ("5sTsKs", "T", "s", False),
        ("5cTcKc", "flag", "NT", False),
    ],
)
def test_cdp_5_1f(cards: str, level: str, trump: str, expected: bool) -> None:
    assert cdp.holds_five_ten_king_bottom(cards_of(cards), level, trump) is expected


@pytest.mark.parametrize(
    ("levels", "total", "stakes", "bottom", "expected"),
    [
        (both("9", "3"), 75, "EW", False, (both("A", "2"), "S")),  # lost
        (both("9", "3"), 80, "NS", False, (both("2", "A"), "W")),
        (both("A", "3"), 75, "NS", False, (both("flag", "2"), "S")),  # D-CDP-18
        (both("A", "3"), 75, "EW", False, (both("flag", "2"), "S")),
        (both("9", "A"), 80, "EW", False, (both("2", "A"), "W")),
        (both("9", "flag"), 80, "EW", False, (both("2", "flag"), "W")),
        (both("9", "flag"), 75, "NS", False, (both("A", "2"), "S")),
        (both("9", "3"), 80, "", True, (both("2", "A"), "W")),
        (both("9", "3"), 35, "", True, (both("2", "A"), "W")),  # D-CDP-16
        (both("9", "3"), 35, "EW", True, (both("2", "A"), "W")),  # CDP-e
    ],
)
def test_cdp_4_3d(levels: dict[str, str], total: int, stakes: str, bottom: bool, expected: tuple[dict[str, str], str]) -> None:
    assert after(levels, "N", total, stakes=stakes, bottom=bottom) == expected


def test_cdp_4_3c_4_3e() -> None:
    flag = both("flag", "9")
    twice = {"NS": 2, "EW": 0}
    assert cdp.after_hand(flag, "N", 100, failures=twice) == (both("A", "9"), "W", both_zero(), False)
    assert cdp.after_hand(flag, "N", 95, failures=twice) == (flag, None, twice, True)
    assert cdp.after_hand(flag, "N", 180, stakes=["EW"]) == (both("A", "A"), "W", both_zero(), False)
    assert cdp.after_hand(flag, "N", 95, stakes=["EW"]) == (flag, None, both_zero(), True)
    assert cdp.after_hand(flag, "N", 100, stakes=["NS"]) == (flag, "W", {"NS": 1, "EW": 0}, False)
    at_flag = both("flag", "flag")
    assert cdp.after_hand(at_flag, "N", 100, stakes=["EW"]).levels == both("A", "flag")
    fallen = cdp.after_hand(both("7", "flag"), "N", 40, stakes=["NS"], failures={"EW": 2, "NS": 0})
    assert fallen == (both("A", "2"), "S", both_zero(), False)


# ---------------------------------------------------------------------------------------- bids


@pytest.mark.parametrize(
    ("bids", "level", "trump", "banker", "illegal"),
    [
        ("E 2s/E 2s", "2", "s", "E", [1]),
        ("E 5h5h", "2", None, None, [0]),  # no suit named
        ("E 5h5h", "5", "h", "E", []),
        ("E LJLJ=c", "2", None, None, [0]),
    ],
)
def test_cdp_3_1_3_2(bids: str, level: str, trump: str | None, banker: str | None, illegal: list[int]) -> None:
    assert cdp.declare(bids.split("/"), level, True) == (trump, banker, illegal)
    assert cdp.declare(bids.split("/"), level, False, "S") == (trump, "S", illegal)


def test_declare_held() -> None:
    hands = {"E": cards_of("2s"), "N": cards_of("2c2c"), "W": [], "S": []}
    assert cdp.declare(["E 2s", "E 2s2s", "N 2c2c"], "2", True, None, hands) == ("c", "N", [1])


def test_cdp_4_3e_shown() -> None:
    bids = ["E 5h5h", "N 5h5h", "E LJLJ"]
    assert cdp.declare(bids, "flag", False, "N") == ("NT", "N", [1, 2])
    assert cdp.stakes_of(bids, [1, 2], [], []) == {"EW"}


def test_d_cdp_25() -> None:
    assert cdp.kitty_trump(cards_of("BJ5hAs2c"), "3") == "h"
    assert cdp.kitty_trump(cards_of("AdAhAcKs"), "3") == "h"
    assert cdp.kitty_trump(cards_of("BJ3d3s5h"), "3") == "d"
    assert cdp.kitty_trump(cards_of("Ac5h5dKs"), "5") == "h"
    assert cdp.kitty_trump(cards_of("Ac5d5hKs"), "5") == "d"


@pytest.mark.parametrize(
    ("text", "declarer", "expected"),
    [
        ("E: N- W- S-", "E", (None, [], "E", [])),
        ("E: N- W-", "E", (None, [], "E", ["S"])),
        ("E: W- S-", "N", (None, [], "E", [])),  # the declarer is not asked
        ("E: N- W- S-", "N", (None, [], "E", [])),  # and may pass
        ("E: N:2c2c W- S- E-", "N", (None, [(1, "declarer")], "N", [])),
        ("E: N- S- W-", "E", (None, [(2, "order")], "E", [])),
        ("E: N- S:2c2c W-", "E", (None, [(2, "order")], "S", [])),
        ("E: N- N- W- S-", "E", (None, [(2, "order")], "E", [])),
        ("E: N:2c W- S-", "E", (None, [(1, "pair")], "N", [])),
        ("E: N:3c3c W- S-", "E", (None, [(1, "pair")], "N", [])),
        ("E: N:5h5h W- S-", "E", (None, [(1, "pair")], "N", [])),
        ("E: N:2s2s W- S-", "E", (None, [(1, "spent")], "N", [])),
        ("E: N:2c2c W:LJLJ S- E- N:2c2c", "E", ("NT", [(5, "spent")], "N", [])),
        ("E: N:2c2c W:LJLJ S:BJBJ E:2d2d N:2h2h W- S- E-", "E", ("h", [], "N", [])),
        ("E: W- S- E:2d2d", "N", (None, [(3, "own")], "E", [])),  # the dealer, who has not declared, asks the others
        ("E: W- E:2d2d S-", "N", (None, [(2, "own")], "E", [])),
        ("E: N:2c2c W- S- E:2d2d N- W- S-", "W", ("d", [], "E", [])),  # N has declared since
        ("E: N- W- S- E:2d2d", None, (None, [(4, "own")], "E", [])),
    ],
)
def test_cdp_3_5(text: str, declarer: str | None, expected: tuple[str | None, list[tuple[int, str]], str, list[str]]) -> None:
    assert asked(text, declarer, spent="2s") == expected


def test_cdp_3_5_held_and_count() -> None:
    deal = {
        "E": cards_of("2sAs"),
        "N": cards_of("3s4s"),
        "W": cards_of("2c3c"),
        "S": cards_of("3c4c"),
        "kitty": cards_of("3d4d5d6d7d9dTd2c"),
    }
    eight = "3d4d5d6d7d9dTd2c"
    actions: list[cdp.Ask] = [
        {"seat": "E", "bury": eight},
        {"seat": "N", "pass": True},
        {"seat": "W", "show": "2c2c", "bury": eight},
        {"seat": "S", "pass": True},
    ]
    assert cdp.chaodi("E", "E", actions, "2", (), deal).faults == [(2, "held")]
    nine: list[cdp.Ask] = [{"seat": "E", "bury": eight + "As"}]
    assert cdp.chaodi("E", "E", nine, "2").faults == [(0, "count")]
    assert cdp.hands_after(deal, nine)[0]["E"] == ["2s"]
    with pytest.raises(ValueError, match="not in list"):
        cdp.hands_after(deal, [{"seat": "N", "bury": "As"}])


def test_d_cdp_17() -> None:
    actions = ask("E: N:5h5h=c W:2d2d S- E- N-")
    assert cdp.chaodi("E", "E", actions, "2").trump == "d"
    assert cdp.stakes_of([], [], actions, []) == {"NS"}
    assert cdp.stakes_of([], [], actions, [1]) == set()
    assert cdp.spent_pairs(["E 2s", "N 2c2c", "N LJLJ"], [2]) == {"2c"}


# ---------------------------------------------------------------------------------------- penalties


@pytest.mark.parametrize(
    ("kind", "cards", "at", "noticed", "expected"),
    [
        ("exposed", "AsKs", "3.1", "3.1", 20),
        ("out_of_turn", "AsAs", "3.1", "3.1", 20),
        ("revoke", "Ks", "7.2", "7.4", 10),
        ("revoke", "Ks", "7.2", "8.1", 10),  # D-CDP-28
        ("revoke", "Ks", "7.2", "9.1", 80),
        ("concealed", "KsKs", "7.2", "7.3", 20),
        ("concealed", "KsKs", "7.2", "12.1", 80),
        ("kitty_count", "", "0", "1.3", 0),
        ("kitty_count", "", "0", "2.1", 80),
        ("hand_count", "", "0", "0", 80),
        ("overdraw", "", "0", "0", 0),
        ("kitty_viewed", "", "2.1", "2.1", 0),
    ],
)
def test_part_6(kind: str, cards: str, at: str, noticed: str, expected: int) -> None:
    assert cdp.penalty(kind, cards_of(cards), at, noticed, seat="W", dealer="E") == expected
    assert cdp.penalty(kind, cards_of(cards), at, noticed, seat="N", dealer="E") == -expected


def test_part_6_counters() -> None:
    assert cdp.fine("kitty_viewed", [], earlier=1) == 80
    with pytest.raises(ValueError, match="without its trick"):
        cdp.fine("revoke", ["Ks"], "7.2")
    with pytest.raises(ValueError, match="before it was done"):
        cdp.fine("revoke", ["Ks"], "7.2", "6.1")
    with pytest.raises(ValueError, match="no such incident"):
        cdp.fine("sneeze", [])


def test_d_cdp_27() -> None:
    incidents: list[cdp.Incident] = [
        {"kind": "kitty_count", "seat": "E", "at": "0", "noticed": "5.1"},
        {"kind": "hand_count", "seat": "E", "at": "0", "noticed": "5.1"},
        {"kind": "kitty_count", "seat": "N", "at": "0", "noticed": "5.1"},
        {"kind": "exposed", "seat": "N", "at": "6.1", "noticed": "6.1", "cards": "As"},
    ]
    assert cdp.penalties(incidents, "E") == 80 - 80 - 10
    assert cdp.penalties(incidents[:2], "E") == 80


# ---------------------------------------------------------------------------------------- a whole hand


def by_lot(deal: dict[str, list[str]], level: str, trump: str, dealer: str, rng: random.Random) -> tuple[list[str], list[str]]:
    """(tricks, winners) of a hand of random legal plays: singles, pairs and each 5·10·K there is."""
    hands, leader = {seat: list(deal[seat]) for seat in "ENWS"}, dealer
    tricks: list[str] = []
    winners: list[str] = []
    while hands[leader]:
        mine = hands[leader]
        specials = sorted(play for play in selections(mine, 3) if cdp.five_ten_king(list(play), level, trump))
        pairs = sorted(card for card in set(mine) if mine.count(card) == 2)
        lead = [rng.choice(mine)]
        if specials:
            lead = list(rng.choice(specials))
        elif pairs and rng.random() < 0.5:
            lead = [rng.choice(pairs)] * 2
        answers = {seat: sorted(cdp.legal_follows(hands[seat], lead, level, trump)) for seat in seats_from(leader)[1:]}
        plays = [(leader, lead), *((seat, list(rng.choice(plays))) for seat, plays in answers.items())]
        hands = {seat: without(hands[seat], cards) for seat, cards in plays}
        tricks.append(" ".join([leader, *("".join(cards) for _, cards in plays)]))
        leader = cdp.winner(plays, level, trump)
        winners.append(leader)
    return tricks, winners


@pytest.mark.parametrize(("level", "trump", "seed"), [("5", "h", 1), ("8", "s", 2), ("8", "NT", 3), ("flag", "NT", 4)])
def test_referee_hand_played_by_lot(level: str, trump: str, seed: int) -> None:
    """A hand of random legal plays has no fault, and its points are all accounted for."""
    rng = random.Random(seed)
    pack = list(TWO_DECKS)
    rng.shuffle(pack)
    size = 27 if level == "flag" else 25
    deal = {seat: pack[i * size : i * size + size] for i, seat in enumerate("ENWS")}
    kitty: list[cdp.Ask] = []
    bids: list[str] = []
    if level != "flag":
        deal["kitty"] = pack[100:]
        kitty = [{"seat": "E", "bury": "".join(pack[100:])}, *ask("N- W- S-")]
        held = [seat for seat in "ENWS" if trump == "NT" or level + trump in deal[seat]]
        bids = [f"{held[0]} {level}{trump}"] if trump != "NT" else []
    named = trump if level == "flag" or bids else cdp.kitty_trump(pack[100:], level)
    tricks, winners = by_lot(deal, level, named, "E", rng)
    result = cdp.referee_hand(level, "E", deal, bids, kitty, tricks)
    assert (result.winners, result.illegal, result.disputed, result.complete) == (winners, [], [], True)
    assert (result.trump, result.bid_faults, result.kitty_faults) == (named, [], [])
    assert result.kitty_points == cdp.points(pack[size * 4 :])
    assert result.attackers == result.trick_points + result.kitty_points * (result.multiplier or 0)
    assert (result.multiplier is None) == (level == "flag" or winners[-1] in "EW")


DEAL = {
    "E": cards_of("Ac Kc 3d 4d"),
    "N": cards_of("Ac 5c 6d 9s"),
    "W": cards_of("Td 7d 8d 9d"),
    "S": cards_of("Kd Qd Jd 3h"),
    "kitty": cards_of("5d 6h 7h 8h 9h Jh Qh 2s"),
}
BURIED: list[cdp.Ask] = [{"seat": "E", "bury": "5d6h7h8h9hJhQh2s"}]


def test_referee_hand_faults() -> None:
    """Faults are listed, and the trick goes on with the cards as they are."""
    tricks = ["E AcKc>Kc Ac 7d 3h", "N 9s 8d Jd 3d", "W Td Kd 4d 5c"]
    result = cdp.referee_hand("2", "E", DEAL, [], BURIED, tricks)
    assert result.trump == "s"
    assert result.winners == ["N", "N", "S"]
    assert result.illegal == [(3, 1, "leader"), (3, 4, "suit")]
    assert (result.trick_points, result.penalties, result.attackers) == (35, 20, 55)
    assert (result.multiplier, result.complete) == (None, False)
    told: list[cdp.Incident] = [{"kind": "failed_throw", "seat": "E", "at": "1.1", "noticed": "1.1", "cards": "AcKc"}]
    assert cdp.referee_hand("2", "E", DEAL, [], BURIED, tricks, incidents=told).penalties == 20
    tricks = ["E AcKc 5cAc 7d8d 3hJd", "E 4d 9s 9d Qd", "N 6d Td Kd 3d"]
    result = cdp.referee_hand("2", "E", DEAL, [], BURIED, tricks)
    assert result.illegal == [(1, 1, "throw"), (2, 2, "suit")]
    assert result.winners == ["E", "N", "S"]
    assert (result.trick_points, result.multiplier, result.attackers) == (20, 2, 30)
    assert (result.penalties, result.bottom, result.complete) == (0, False, True)


def test_referee_hand_bottom_and_first_hand() -> None:
    deal = {
        "E": cards_of("2s3d4d"),
        "N": cards_of("5hThKh"),
        "W": cards_of("2c2c9d"),
        "S": cards_of("3h4h6h"),
        "kitty": cards_of("3c4c6c7c8c9cJcKc"),
    }
    bury = "3c4c6c7c8c9cJcKc"
    kitty: list[cdp.Ask] = [
        {"seat": "E", "bury": bury},
        {"seat": "N", "pass": True},
        {"seat": "W", "show": "2c2c", "bury": bury},
        {"seat": "S", "pass": True},
        {"seat": "E", "pass": True},
        {"seat": "N", "pass": True},
    ]
    result = cdp.referee_hand("2", None, deal, ["E 2s"], kitty, ["N 5hThKh 2c2c9d 3h4h6h 2s3d4d"], first_hand=True)
    assert (result.dealer, result.burier, result.trump) == ("E", "W", "c")
    assert result.illegal == [(1, 1, "leader")]
    assert (result.winners, result.bottom, result.multiplier) == (["N"], True, 2)
    assert (result.trick_points, result.kitty_points, result.attackers) == (25, 10, 45)
    with pytest.raises(ValueError, match="redeal"):
        cdp.referee_hand("2", None, deal, [], kitty[:1], [], first_hand=True)


def test_next_dealer() -> None:
    assert cdp.next_dealer("N", "NS") == next_seat("N", 2) == "S"
    assert cdp.next_dealer("N", "EW") == "W"


def test_what_is_laid_for_the_kitty_counts_where_no_burial_is_written_down() -> None:
    taken = cdp.chaodi("E", "E", [{"seat": "N", "show": "2c2c"}, {"seat": "W", "pass": True}], "2")
    assert (taken.trump, taken.faults) == ("c", [])
    assert cdp.chaodi("E", "N", [{"seat": "E", "show": "2c2c"}], "2").faults == [(0, "own")]


def test_cdp_3_4_burial_offences_count_together() -> None:
    assert cdp.fine("timeout", [], "0") == 0
    assert cdp.fine("timeout", [], "0", earlier=1) == 80
    assert cdp.fine("timeout", [], "3.1", earlier=1) == 0
    looked = {"kind": "kitty_viewed", "seat": "N", "at": "2.1"}
    assert cdp.penalties([looked, {"kind": "timeout", "seat": "S", "at": "0"}], "N") == 80  # type: ignore[list-item] # plain dicts
