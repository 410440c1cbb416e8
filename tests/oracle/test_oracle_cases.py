"""The worked cases of the rule notes for 升级, put to the oracle; then its readings of the finer
points, one a test.
"""

import random
from collections.abc import Iterator

import pytest

from tests.oracle import shengji as sj
from tests.oracle.cards import JOKERS, RANKS, TWO_DECKS, Multiset, cards_of, multiset, seats_from, without
from tests.oracle.tractors import selections


def follow(hand: str, lead: str, play: str, level: str = "2", trump: str = "s") -> str | None:
    return sj.follow_fault(cards_of(hand), cards_of(lead), cards_of(play), level, trump)


def wins(trick: str, level: str = "2", trump: str = "s") -> str:
    """The winner of `"E:7c N:8c …"`."""
    plays = [play.split(":") for play in trick.split()]
    return sj.winner([(seat, cards_of(text)) for seat, text in plays], level, trump)


def throw(lead: str, *hands: str, level: str = "2", trump: str = "s") -> set[str] | None:
    allowed = sj.throw_test(cards_of(lead), [cards_of(hand) for hand in hands], level, trump)
    return None if allowed is None else {"".join(piece) for piece in allowed}


def parts(cards: str, level: str = "2", trump: str = "s") -> list[str]:
    return ["".join(part.cards) for part in sj.components(cards_of(cards), level, trump)]


def tractor(cards: str, level: str, trump: str) -> bool:
    return sj.is_tractor(cards_of(cards), level, trump)


# ---------------------------------------------------------------------------------------- the worked cases


def test_sj_t01() -> None:
    assert sj.after_hand({"NS": "4", "EW": "4"}, "NS", 0) == ({"NS": "7", "EW": "4"}, "NS")


@pytest.mark.parametrize(
    ("cards", "counted"),
    [("Ah", 15), ("9s", 30), ("KhKh", 30), ("9s9s", 60), ("QhQhKhKh", 60), ("8s8s9s9s", 120)],
)
def test_sj_t09(cards: str, counted: int) -> None:
    assert 15 * sj.kitty_multiplier(cards_of(cards), "2", "s") == counted


@pytest.mark.parametrize(
    ("cards", "total", "after"),
    [("Ah", 75, ({"NS": "3", "EW": "2"}, "NS")), ("9s", 90, ({"NS": "2", "EW": "3"}, "EW"))],
)
def test_sj_t11(cards: str, total: int, after: tuple[dict[str, str], str]) -> None:
    attackers = 60 + 15 * sj.kitty_multiplier(cards_of(cards), "2", "s")
    assert attackers == total
    assert sj.after_hand({"NS": "2", "EW": "2"}, "NS", attackers) == after


def test_sj_t13() -> None:
    assert not tractor("5c5c6c6c", "5", "s")
    assert tractor("4c4c6c6c", "5", "s")


def test_sj_t15() -> None:
    assert sj.declare(["N LJ2h"], "2", True, None) == ([None], "h", "N")
    assert sj.declare(["N 2h"], "2", True, None) == (["SJ-5a"], None, None)
    assert sj.declare(["N LJ"], "2", True, None) == (["SJ-5a"], None, None)


def test_sj_t17() -> None:
    assert sj.declare(["N LJ2h", "S BJBJ"], "2", True, None) == ([None, None], "NT", "N")


def test_sj_t19() -> None:
    assert sj.declare(["N LJ2h", "N BJ2c2c"], "2", True, None) == ([None, "SJ-5d"], "h", "N")
    assert sj.declare(["N LJ2h", "N 2h"], "2", True, None) == ([None, None], "h", "N")


def test_sj_t21() -> None:
    assert sj.declare(["E LJ2h", "W BJ2c2c"], "2", False, "N") == ([None, None], "c", "N")


def test_sj_t23() -> None:
    assert follow("9c9cKcQcJc3d", "7c7c8c8c", "9c9cKcQc") is None
    assert follow("9c9cKcQcJc3d", "7c7c8c8c", "KcQcJc9c") == "SJ-16g"


def test_sj_t25() -> None:
    assert follow("3cQdQd", "KcKc", "3cQd") is None
    assert follow("3cQdQd", "KcKc", "QdQd") == "SJ-16c"


def test_sj_t31() -> None:
    assert throw("9c8c8c4c4c", "Jc3c3d4d6d", "5d6d7d8d9d", "Th9h8h7h6h") == {"9c"}
    assert sj.incident_effect("failed_throw") == "none"


def test_sj_t33() -> None:
    assert sj.incident_effect("out_of_turn") == "warning"


@pytest.mark.parametrize(("total", "level"), [(100, "6"), (30, "7"), (0, "8")])
def test_sj_t35(total: int, level: str) -> None:
    assert sj.incident_effect("revoke") == "misplay"
    after = sj.after_hand({"NS": "5", "EW": "3"}, "NS", total, "attackers")
    assert after == ({"NS": level, "EW": "3"}, "NS")


def test_sj_t37() -> None:
    assert sj.time_winner({"NS": "7", "EW": "7"}, "EW") == "EW"


def test_sj_t39() -> None:
    levels, office = sj.after_hand({"NS": "T", "EW": "9"}, "NS", 75)
    assert (levels, office) == ({"NS": "J", "EW": "9"}, "NS")
    assert sj.round_winner(levels) == "NS"
    assert sj.round_winner(levels, target="A") is None


def test_sj_t41() -> None:
    assert wins("E:2d N:2h W:As S:3s") == "E"


def test_sj_t43() -> None:
    assert sj.incident_effect("hand_count") == "misplay"
    after = sj.after_hand({"NS": "6", "EW": "2"}, "NS", 50, "attackers")
    assert after == ({"NS": "7", "EW": "2"}, "NS")


# ---------------------------------------------------------------------------------------- tractors


@pytest.mark.parametrize(
    ("cards", "level", "trump", "expected"),
    [
        ("3c3c4c4c", "5", "s", True),
        ("4s4s6s6s", "5", "s", True),
        ("5c5c5s5s", "5", "s", True),
        ("LJLJBJBJ", "5", "s", True),
        ("AsAs5c5c", "5", "s", True),
        ("AsAs5s5s", "5", "s", False),
        ("5c5c6c6c", "5", "c", False),
        ("5c5c5h5h", "5", "NT", False),
        ("5c5cLJLJ", "5", "NT", True),
        ("5c5cLJLJBJBJ", "5", "NT", True),
        ("5c5cLJLJ", "5", "s", False),
        ("5s5sLJLJ", "5", "s", True),
        ("5s5sBJBJ", "5", "s", False),
        ("AcAc3c3c", "2", "s", False),
        ("AcAc2c2c", "3", "s", False),
        ("KsKsAcAc", "A", "s", True),
        ("QcQcKcKc", "A", "s", True),
        ("AsAs2h2h2s2sLJLJBJBJ", "2", "s", True),
        ("2h2h2c2c", "2", "s", False),
        ("7c7c9c9c", "2", "s", False),
        ("7c7c8d8d", "2", "s", False),
    ],
)
def test_sj_10b_13(cards: str, level: str, trump: str, expected: bool) -> None:
    assert tractor(cards, level, trump) is expected


def test_x18_longest_run_first() -> None:
    lengths = [part.pairs for part in sj.components(cards_of("AsAs2h2h2c2c2s2s"), "2", "s")]
    assert lengths == [3, 1]
    assert parts("9c8c8c4c4c") == ["8c8c", "4c4c", "9c"]


# ---------------------------------------------------------------------------------------- following


@pytest.mark.parametrize(
    ("hand", "lead", "play", "fault"),
    [
        ("9c9cTcTc3c3c", "7c7c8c8c", "9c9c3c3c", "SJ-16g"),  # a tractor is held
        ("9c9cTcTc3c3c", "7c7c8c8c", "9c9cTcTc", None),
        ("9c9cTcTc3c3c", "7c7c", "TcTc", None),  # a led pair breaks a tractor
        ("9c9cTcTc3c4c", "7c7c", "3c4c", "SJ-16h"),
        ("3c3c4c4c9c9cJcJcQd", "5c5c6c6c7c7c", "3c3c4c4cJcJc", None),  # a shorter tractor, the rest as pairs
        ("3c3c4c4c9c9cJcJcQd", "5c5c6c6c7c7c", "3c3c9c9cJcJc", "SJ-16g"),
        ("3c3c4c4c9c9cJcKc", "5c5c6c6c7c7c", "3c3c4c4cJcKc", "SJ-16g"),  # a pair owed under the tractor
        ("3c3c4c4c9c9cJcKc", "5c5c6c6cAcAc", "3c3c4c4cJcKc", "SJ-16h"),  # and under the pair of a throw
        ("3c3c4c4c5c5c6c6c9c9c", "7c7c8c8cJcJcQcQc", "3c3c5c5c6c6c9c9c", "SJ-16g"),  # two against two
        ("3c3c4c4c5c5c6c6c9c9c", "7c7c8c8cJcJcQcQc", "4c4c5c5c3c3c9c9c", "SJ-16g"),
        ("3c3c4c4c5c5c6c6c9c9c", "7c7c8c8cJcJcQcQc", "3c3c4c4c5c5c6c6c", None),
        ("3c3c4cQd", "7c7c8c8c", "3c3c4cQd", None),  # all the clubs there are
        ("3c3c4cQd5d", "7c7c8c8c", "3c3c5dQd", "SJ-16c"),
        ("3c4c5d", "7c7c", "5d", "count"),
        ("2h2h2c3s", "4s4s", "2h2c", "SJ-16h"),  # level cards are trumps
        ("As2h2h4s4s", "9s9sTsTs", "AsAs4s4s", "impossible"),
        ("AsAs2h2h4s4s", "9s9sTsTs", "AsAs4s4s", "SJ-16g"),  # the tractor AA + side level
        ("2h2h2c2c4s4s7s", "9s9sTsTs", "2h2h4s4s", None),  # two side-level pairs are none
    ],
)
def test_sj_16c_16g_16h(hand: str, lead: str, play: str, fault: str | None) -> None:
    if fault == "impossible":
        with pytest.raises(ValueError, match="not in the hand"):
            follow(hand, lead, play)
    else:
        assert follow(hand, lead, play) == fault


def random_cases(count: int, size: int) -> Iterator[tuple[list[list[str]], str, str, random.Random]]:
    """Four small hands out of few ranks, where pairs and tractors are common, with a level and a trump."""
    rng = random.Random(20260501)
    for _ in range(count):
        level, trump = rng.choice(RANKS), rng.choice(["s", "h", "c", "d", "NT"])
        ranks = [*rng.sample(RANKS, 4), level]
        pack = [card for card in TWO_DECKS if card in JOKERS or (card[0] in ranks and card[1] in "sh")]
        rng.shuffle(pack)
        yield [pack[seat::4][:size] for seat in range(4)], level, trump, rng


def random_lead(hand: list[str], level: str, trump: str, rng: random.Random) -> list[str]:
    suit = sj.effective_suit(rng.choice(hand), level, trump)
    mine = sj.of_class(hand, suit, level, trump)
    return rng.sample(mine, rng.randint(1, len(mine)))


def test_some_follow_is_always_legal() -> None:
    for hands, level, trump, rng in random_cases(150, 6):
        lead = random_lead(hands[0], level, trump, rng)
        for hand in hands[1:]:
            assert sj.legal_follows(hand, lead, level, trump)


def test_a_follow_is_illegal_exactly_where_another_shows_more() -> None:
    """The duties counted from the hand agree with a search for a better play among all there are."""

    def shows(play: Multiset, lead: list[str], level: str, trump: str) -> tuple[int, tuple[int, ...], int]:
        led = sj.class_of(lead, level, trump) or ""
        shape = sj.shape_of(lead, level, trump)
        mine = sj.of_class(list(play), led, level, trump)
        pairs = min(sum(mine.count(card) == 2 for card in set(mine)), sum(shape.tractors) + shape.pairs)
        return len(mine), sj.tractors_against(mine, shape.tractors, level, trump), pairs

    for hands, level, trump, rng in random_cases(150, 7):
        lead = random_lead(hands[0], level, trump, rng)
        plays = selections(hands[1], len(lead))
        most = max(shows(play, lead, level, trump) for play in plays)
        best = {play for play in plays if shows(play, lead, level, trump) == most}
        assert best == sj.legal_follows(hands[1], lead, level, trump)


# ---------------------------------------------------------------------------------------- throws


@pytest.mark.parametrize(
    ("lead", "hands", "allowed"),
    [
        ("9c8c8c4c4c", ("QcQc", "", ""), {"4c4c"}),
        ("9c8c8c4c4c", ("5c5c", "", ""), {"4c4c"}),
        ("9c8c8c4c4c", ("Jc", "5c5c", ""), {"4c4c"}),  # both: the pair first
        ("9c8c8c4c4c", ("Jc", "", ""), {"9c"}),
        ("9c8c8c4c4c", ("9c", "7c3c", "2s"), None),  # equal does not beat, and no trump does
        ("AcKc", ("Ac", "", ""), {"Kc"}),
        ("AcKcQc", ("Ac", "", ""), {"Qc"}),
        ("AcAc5c5c6c6c", ("7c7c8c8c", "", ""), {"5c5c6c6c"}),
        ("AcAc5c5c6c6c", ("7c7c9c9c", "", ""), None),  # pairs do not block a tractor
        ("Kc5c5c6c6c", ("7c7c8c8c9c9cAc", "", ""), {"5c5c6c6c"}),
        ("7c7c8c8c9c9cKc", ("QcQcJcJc", "", ""), None),  # shorter tractors do not block a longer
        ("9s", ("BJ", "", ""), None),  # one component is no throw
        ("BJLJ", ("LJ", "As", ""), None),
        ("2h2c", ("2s", "", ""), {"2h", "2c"}),
        ("AsAs2h2h2c2c", ("2s2s", "", ""), {"2h2h", "2c2c"}),
        ("AsAs2h2h2c2c", ("LJLJ2s2s", "", ""), {"2h2hAsAs", "2c2cAsAs"}),
    ],
)
def test_sj_16f(lead: str, hands: tuple[str, ...], allowed: set[str] | None) -> None:
    assert throw(lead, *hands) == allowed


# ---------------------------------------------------------------------------------------- winners


@pytest.mark.parametrize(
    ("trick", "expected"),
    [
        ("E:7c N:Ad W:9c S:8c", "W"),
        ("E:7c N:3s W:Ac S:4s", "S"),
        ("E:Ac N:Ac W:Kc S:3c", "E"),
        ("E:AcAc N:3s4s W:BJLJ S:3c3c", "E"),  # SJ-12: trumps without the pair
        ("E:AcAc N:3s3s W:BJBJ S:3c3c", "W"),
        ("E:AcAc N:2h2h W:2c2c S:3c3c", "N"),
        ("E:AcKc5c5c4c4c N:9s9s8s8s7s3s W:3c6c6c7c8c9c S:3d3d4d4d5d6d", "N"),
        ("E:AcAc5c5c4c4c N:9s9s8s8s7s3s W:3c6c6c7c8c9c S:3d3d4d4d5d6d", "E"),  # a pair short
        ("E:5c4c4c N:9s7s7s W:8s8s4s S:3c3d3d", "W"),  # by the pair
        ("E:5c6c7c N:9s7s7s W:8s8s4s S:3c3d3d", "N"),  # by the highest single
        ("E:5c5c6c6cAcAc N:9s9sTsTsJsJs W:QsQs8s8s7s7s S:3c3d3d4d4d5d", "N"),  # a longer tractor serves
        ("E:5c5c6c6c N:7c7c8c8c W:9s9sTsTs S:9s9sTsTs", "W"),
        ("E:5c5c6c6c N:7c7c9c9c W:AcAcKcQc S:8s8sTsTs", "E"),
        ("E:AcKc N:AsQd W:3s4s S:5s3s", "S"),
    ],
)
def test_sj_16i(trick: str, expected: str) -> None:
    assert wins(trick) == expected


# ---------------------------------------------------------------------------------------- scores and bids


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (0, ("bank", 3)),
        (5, ("bank", 2)),
        (35, ("bank", 2)),
        (40, ("bank", 1)),
        (75, ("bank", 1)),
        (80, ("attackers", 1)),
        (115, ("attackers", 1)),
        (120, ("attackers", 2)),
        (160, ("attackers", 3)),
        (200, ("attackers", 4)),
    ],
)
def test_sj_15b(total: int, expected: tuple[str, int]) -> None:
    assert sj.level_steps(total) == expected


def test_sj_16l_16n() -> None:
    levels = {"NS": "5", "EW": "3"}
    assert sj.after_hand(levels, "NS", 75, "bank") == (levels, "EW")
    assert sj.after_hand(levels, "NS", 80, "bank") == ({"NS": "5", "EW": "4"}, "EW")
    assert sj.after_hand(levels, "NS", 120, "both") == (levels, None)


def test_x14_next_dealer() -> None:
    assert sj.next_dealer("N", "NS") == "S"
    assert sj.next_dealer("N", "EW") == "W"
    assert sj.next_dealer("N", None) is None


def test_sj_3b_5() -> None:
    assert sj.declare(["N LJ2h", "E BJ2c2c"], "2", True, None) == ([None, None], "c", "E")
    assert sj.declare(["N LJ2h", "E BJ2c2c", "W LJLJ"], "2", True, None) == ([None] * 3, "NT", "E")
    assert sj.declare(["N LJLJ"], "2", True, None) == (["SJ-5a"], None, None)
    assert sj.declare(["N LJ2h", "N 2h", "E BJ2c2c"], "2", True, None)[0] == [None, None, "SJ-5b"]
    assert sj.declare(["N LJ2h", "E BJ2c"], "2", True, None)[0] == [None, "SJ-5b"]
    assert sj.declare(["N LJ2h", "E BJ2c2d"], "2", True, None)[0] == [None, "SJ-5b"]
    assert sj.declare(["N LJ2h", "E LJLJ", "N BJBJ"], "2", True, None)[0] == [None, None, None]
    assert sj.declare(["N LJ2h2h"], "2", True, None, {"N": cards_of("LJ2h")})[0] == ["SJ-5c"]


# ---------------------------------------------------------------------------------------- a whole hand


def test_referee_hand_played_by_lot() -> None:
    """A hand of random legal plays has no fault, and its points are all accounted for."""
    rng = random.Random(7)
    pack = list(TWO_DECKS)
    rng.shuffle(pack)
    deal = {seat: pack[i * 25 : i * 25 + 25] for i, seat in enumerate("ENWS")} | {"kitty": pack[100:]}
    hands = sj.after_burial(deal, "E", deal["kitty"])
    leader, tricks, winners = "E", [], []
    for _ in range(25):
        lead = [rng.choice(hands[leader])]
        plays = [(leader, lead)]
        for seat in seats_from(leader)[1:]:
            options = sorted(sj.legal_follows(hands[seat], lead, "5", "h"))
            plays.append((seat, list(rng.choice(options))))
        hands = {seat: without(hands[seat], cards) for seat, cards in plays}
        tricks.append(" ".join([leader, *("".join(cards) for _, cards in plays)]))
        leader = sj.winner(plays, "5", "h")
        winners.append(leader)
    result = sj.referee_hand("5", "h", "E", deal, deal["kitty"], tricks)
    assert (result.winners, result.illegal, result.complete) == (winners, [], True)
    assert result.kitty_points == sj.points(pack[100:])
    assert result.attackers == result.trick_points + result.kitty_points * (result.multiplier or 0)


def test_referee_hand_faults() -> None:
    """Faults are listed, and the trick goes on with the cards as they are."""
    deal = {
        "E": cards_of("Ac Kc 3d 4d"),
        "N": cards_of("Ac 5c 6d 9s"),
        "W": cards_of("Td 7d 8d 9d"),
        "S": cards_of("Kd Qd Jd 3h"),
        "kitty": cards_of("5h 6h"),
    }
    tricks = ["E AcKc>Kc Ac 7d 3h", "N 9s 8d Jd 3d", "W Td Kd 4d 5c"]
    result = sj.referee_hand("2", "s", "E", deal, cards_of("5h6h"), tricks)
    assert result.winners == ["N", "N", "S"]
    assert result.illegal == [(3, 1, "SJ-16b"), (3, 4, "SJ-16c")]
    assert (result.trick_points, result.multiplier, result.complete) == (10 + 25, None, False)
    tricks = ["E AcKc 5cAc 7d8d 3hJd", "E 4d 9s 9d Qd", "N 6d Td Kd 3d"]
    result = sj.referee_hand("2", "s", "E", deal, cards_of("5h6h"), tricks)
    assert result.illegal == [(1, 1, "SJ-16f"), (2, 2, "SJ-16c")]
    assert result.winners == ["E", "N", "S"]
    assert (result.trick_points, result.multiplier, result.attackers, result.complete) == (20, 1, 25, True)


def test_multiset_is_order_free() -> None:
    assert multiset(cards_of("AsKs")) == multiset(cards_of("KsAs"))
