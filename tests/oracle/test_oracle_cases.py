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


def parts(cards: str, level: str = "2", trump: str = "s") -> list[str]:
    return ["".join(part.cards) for part in sj.components(cards_of(cards), level, trump)]


# ---------------------------------------------------------------------------------------- the worked cases


@pytest.mark.parametrize(("total", "level"), [(100, "6"), (30, "7"), (0, "8")])
def test_sj_t35(total: int, level: str) -> None:
    assert sj.incident_effect("revoke") == "misplay"
    after = sj.after_hand({"NS": "5", "EW": "3"}, "NS", total, "attackers")
    assert after == ({"NS": level, "EW": "3"}, "NS")


def test_sj_t31_t33_what_costs_nothing() -> None:
    assert sj.incident_effect("failed_throw") == "none"
    assert sj.incident_effect("out_of_turn") == "warning"


def test_sj_t39_by_the_other_reading() -> None:
    assert sj.round_winner({"NS": "J", "EW": "9"}, target="A") is None


def test_sj_5c_a_bid_is_out_of_the_hand() -> None:
    assert sj.declare(["N LJ2h2h"], "2", True, None, {"N": cards_of("LJ2h")})[0] == ["SJ-5c"]


def test_sj_t43() -> None:
    assert sj.incident_effect("hand_count") == "misplay"
    after = sj.after_hand({"NS": "6", "EW": "2"}, "NS", 50, "attackers")
    assert after == ({"NS": "7", "EW": "2"}, "NS")


# ---------------------------------------------------------------------------------------- tractors


def test_x18_longest_run_first() -> None:
    lengths = [part.pairs for part in sj.components(cards_of("AsAs2h2h2c2c2s2s"), "2", "s")]
    assert lengths == [3, 1]
    assert parts("9c8c8c4c4c") == ["8c8c", "4c4c", "9c"]


# ---------------------------------------------------------------------------------------- following


def test_a_play_is_out_of_the_hand() -> None:
    with pytest.raises(ValueError, match="not in the hand"):
        follow("As2h2h4s4s", "9s9sTsTs", "AsAs4s4s")


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


# ---------------------------------------------------------------------------------------- winners


# ---------------------------------------------------------------------------------------- scores and bids


def test_sj_16l_16n() -> None:
    levels = {"NS": "5", "EW": "3"}
    assert sj.after_hand(levels, "NS", 75, "bank") == (levels, "EW")
    assert sj.after_hand(levels, "NS", 80, "bank") == ({"NS": "5", "EW": "4"}, "EW")
    assert sj.after_hand(levels, "NS", 120, "both") == (levels, None)


def test_x14_next_dealer() -> None:
    assert sj.next_dealer("N", "NS") == "S"
    assert sj.next_dealer("N", "EW") == "W"
    assert sj.next_dealer("N", None) is None


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
