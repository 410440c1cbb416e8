"""The worked cases of the rule notes for 双扣, put to the oracle; then its readings of the finer points,
one a test.
"""

import random

import pytest

from tests.oracle import shuangkou as sk
from tests.oracle.cards import JOKERS, RANKS, SEATS, TWO_DECKS, cards_of, seats_from, without


def follow(hand: str, lead: str, play: str, level: str = "2", trump: str = "s") -> str | None:
    return sk.follow_fault(cards_of(hand), cards_of(lead), cards_of(play), level, trump)


def small_hand(e: str, n: str, w: str, s: str, kitty: str) -> dict[str, list[str]]:
    return {key: cards_of(text) for key, text in zip((*SEATS, "kitty"), (e, n, w, s, kitty), strict=True)}


# ---------------------------------------------------------------------------------------- the worked cases


def test_sk_t01() -> None:
    assert ["".join(sk.schedule(no)) for no in range(1, 9)] == ["E2", "N3", "W4", "S5", "E5", "N6", "W7", "S8"]


def test_sk_t03() -> None:
    assert sk.schedule(2)[1] == "3"
    rungs = [*(rank + "h" for rank in "2456789TJQKA"), "3s", "3h", "LJ", "BJ"]
    heights = [sk.order(card, "3", "h") for card in rungs]
    assert heights == sorted(set(heights))
    assert len({sk.order(card, "3", "h") for card in ("3s", "3c", "3d")}) == 1
    assert {sk.effective_suit(card, "3", "h") for card in (*rungs, "3c", "3d")} == {"T"}


@pytest.mark.parametrize(("first", "trump"), [("7d", "d"), ("LJ", "NT")])
def test_sk_t13(first: str, trump: str) -> None:
    kitty = cards_of(first + "2h8s9s3cKcJhQh")
    assert sk.kitty_trump(kitty) == trump
    assert sk.declare([], "2") == (None, [])
    assert sk.declare(["W 2s2s"], "2", turned=kitty) == (trump, [0])


def test_sk_t17() -> None:
    small = 55 + 15 * sk.kitty_multiplier(cards_of("9s9s"), "2", "s")
    assert small == 115
    assert sk.big_points(small) == (None, 2, 14)
    assert sk.hand_score(small, "N") is None


def test_sk_t21() -> None:
    assert sk.ruling("hand_count", "0", "25.4") == "deal"
    assert sk.hand_score(120, "N", ["NS"]) == {"EW": 14, "NS": -14}
    assert sk.hand_score(40, "N", ["NS"]) == {"EW": 2, "NS": -2}


def test_sk_t29() -> None:
    assert follow("QcQcJc", "KcKc", "QcJc") == "pair"
    assert sk.ruling("revoke", "7.2", "8.1") == "deal"
    assert sk.hand_score(None, "E", ["NS"]) == {"EW": 2, "NS": -2}


def test_sk_t31() -> None:
    assert sk.match_result([{"NS": 17, "EW": -17}]) == ("NS", {"NS": 2, "EW": 1})


# ---------------------------------------------------------------------------------------- schedule and calls


def test_d_sk_01() -> None:
    assert sk.schedule(9) == ("E", "2")
    assert sk.schedule(16) == ("S", "8")
    with pytest.raises(ValueError, match="from 1"):
        sk.schedule(0)


def test_sk_2_2_cards_held() -> None:
    deal = small_hand("2h3d", "2c2c", "2s4d", "2d2d", "2s2h")
    assert sk.declare(["E 2h", "N 2s2s"], "2", deal=deal, dealer="W") == ("h", [1])
    assert sk.declare(["E 2h", "E 2h"], "2", deal=deal, dealer="W") == ("h", [1])
    assert sk.declare(["E 2h", "E 2h"], "2", deal=deal, dealer="E") == ("h", [])
    assert sk.declare(["E 2h", "W 2s2s"], "2", deal=deal, dealer="W") == ("s", [])
    assert sk.declare(["W 2s2s", "E 2h"], "2", deal=deal, dealer="W") == ("h", [0])


# ---------------------------------------------------------------------------------------- playing


# ---------------------------------------------------------------------------------------- throws


def test_a_play_is_out_of_the_hand() -> None:
    with pytest.raises(ValueError, match="not in the hand"):
        follow("9cTd", "7c", "2h")


def test_d_sk_11_smallest_of_the_kind_is_blocked_itself() -> None:
    """What beats a piece beats every smaller one of its kind: the two readings of D-SK-11 do not differ."""
    rng = random.Random(20260502)
    for _ in range(300):
        level, trump = rng.choice("2345678"), rng.choice(["s", "h", "c", "d", "NT"])
        ranks = [*rng.sample(RANKS, 4), level]
        pack = [card for card in TWO_DECKS if card in JOKERS or (card[0] in ranks and card[1] in "sh")]
        rng.shuffle(pack)
        hands = [pack[seat::4][:7] for seat in range(4)]
        mine = sk.of_class(hands[0], sk.effective_suit(hands[0][0], level, trump), level, trump)
        test = sk.throw_test(mine, hands[1:], level, trump)
        if test is not None:
            for piece in test[0]:
                part = sk.components(list(piece), level, trump)[0]
                assert any(sk.beaten_by(part, hand, level, trump) for hand in hands[1:])


# ---------------------------------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("small", "expected"),
    [
        (20, (-17, -17, -17)),
        (40, (-9, -9, -9)),
        (160, (25, 25, 25)),
        (60, (None, -9, 2)),
        (0, (None, None, -17)),
        (-10, (None, None, -17)),
        (200, (None, 25, None)),
    ],
)
def test_d_sk_02(small: int, expected: tuple[int | None, int | None, int | None]) -> None:
    assert sk.big_points(small) == expected


@pytest.mark.parametrize(
    ("small", "offenders", "defenders"),
    [
        (20, [], -17),
        (60, [], None),
        (20, ["NS"], -17),  # the bankers are innocent and better off so: 17
        (40, ["NS"], -9),
        (80, ["NS"], -2),
        (160, ["NS"], -2),
        (160, ["EW"], 25),
        (80, ["EW"], 2),
        (60, ["EW"], 2),  # somewhere up to 2: not better
        (60, ["NS"], None),
        (100, ["EW"], None),
        (100, ["NS"], -2),
        (10, ["NS"], None),
        (10, ["EW"], 2),
        (170, ["EW"], None),
        (170, ["NS"], -2),
        (None, [], None),
        (None, ["NS", "NS"], -2),
        (120, ["NS", "EW"], None),
    ],
)
def test_d_sk_16(small: int | None, offenders: list[str], defenders: int | None) -> None:
    """The bank is with EW; `defenders` are NS."""
    expected = None if defenders is None else {"NS": defenders, "EW": -defenders}
    assert sk.hand_score(small, "W", offenders) == expected


def test_sk_5() -> None:
    assert sk.penalties("exposed", cards_of("Ks"), "3.2", "3.3", "N", "E") == -10
    assert sk.penalties("exposed", cards_of("KsKs"), "3.1", "3.1", "W", "E") == 20
    assert sk.penalties("revoke", cards_of("Ks"), "3.2", "3.4", "N", "E") == -10
    assert sk.penalties("revoke", cards_of("Ks"), "3.2", "4.1", "N", "E") == 0
    assert sk.penalties("out_of_turn", cards_of("Ks"), "3.2", "3.2", "N", "E") == 0
    assert sk.ruling("hand_count", "0", "0") == "draw"
    assert sk.match_effect("hand_count", "NS") == {"NS": 0, "EW": 0}
    assert sk.match_effect("out_of_turn", "NS") == {"NS": 0, "EW": 0}
    assert sk.match_effect("out_of_turn", "NS", 1) == {"NS": -10, "EW": 0}
    assert sk.match_effect("signal", "NS") == {"NS": -10, "EW": 2}
    assert sk.match_effect("late", "NS") == {"NS": -20, "EW": 20}


def test_sk_4_1b() -> None:
    won = {"EW": 14, "NS": -14}
    assert sk.match_result([won, {"EW": -14, "NS": 14}]) == (None, None)
    assert sk.match_result([won, {"EW": -9, "NS": 9}]) == ("EW", {"EW": 2, "NS": 1})
    assert sk.match_result([won, None]) == (None, None)
    assert sk.match_result([won, sk.match_effect("out_of_turn", "EW", 1)]) == ("EW", {"EW": 2, "NS": 1})
    assert sk.match_result([won], signals="EW") == ("NS", {"NS": 2, "EW": 1})
    assert sk.match_result([], late="EW") == ("NS", {"NS": 2, "EW": 0})
    assert sk.totals([won, sk.match_effect("signal", "EW")]) == {"EW": 4, "NS": -12}


# ---------------------------------------------------------------------------------------- a whole hand


def test_referee_hand_played_by_lot() -> None:
    """A hand of random legal plays has no fault, and its points are all accounted for."""
    rng = random.Random(8)
    pack = list(TWO_DECKS)
    rng.shuffle(pack)
    deal = {seat: pack[i * 25 : i * 25 + 25] for i, seat in enumerate(SEATS)} | {"kitty": pack[100:]}
    trump = sk.kitty_trump(deal["kitty"])
    hands = sk.after_burial(deal, "N", deal["kitty"])
    leader, tricks, winners = "N", [], []
    for _ in range(25):
        lead = [rng.choice(hands[leader])]
        plays = [(leader, lead)]
        for seat in seats_from(leader)[1:]:
            options = sorted(sk.legal_follows(hands[seat], lead, "3", trump))
            plays.append((seat, list(rng.choice(options))))
        hands = {seat: without(hands[seat], cards) for seat, cards in plays}
        tricks.append(" ".join([leader, *("".join(cards) for _, cards in plays)]))
        leader = sk.winner(plays, "3", trump)
        winners.append(leader)
    result = sk.referee_hand("3", "N", deal, [], deal["kitty"], tricks)
    assert (result.trump, result.winners, result.illegal, result.complete) == (trump, winners, [], True)
    assert result.attackers == result.trick_points + result.kitty_points * (result.multiplier or 0)
    assert result.score == sk.hand_score(result.attackers, "N")


DEAL = small_hand("Ac Kc 3d 4d", "Ac 5c 6d 9s", "Td 7d 8d 9d", "Kd Qd Jd 2s", "5h 6h")


def test_referee_hand_faults() -> None:
    """Faults are listed, the trick goes on with the cards as they are, and what was noticed is fined."""
    tricks = ["E AcKc>Kc Ac 7d 2s", "N 9s 8d Jd 3d", "W Td Kd 4d 5c"]
    result = sk.referee_hand("2", "E", DEAL, ["W 2h", "S 2s"], cards_of("5h6h"), tricks)
    assert (result.trump, result.illegal_bids) == ("s", [0])
    assert result.winners == ["S", "N", "S"]
    assert result.illegal == [(2, 1, "X-10"), (3, 1, "X-10"), (3, 4, "suit")]
    assert (result.trick_points, result.penalties, result.attackers) == (10 + 25, 10, 45)
    assert (result.multiplier, result.complete, result.score) == (None, False, None)


def test_referee_hand_kitty_and_incidents() -> None:
    tricks = ["E AcKc 5cAc 7d8d QdJd", "E 4d 9s 9d Kd", "N 6d Td 2s 3d"]
    bury = cards_of("5h6h")

    def referee(*incidents: dict[str, str]) -> sk.HandResult:
        return sk.referee_hand("2", "E", DEAL, ["S 2s"], bury, tricks, incidents)

    plain = referee()
    assert plain.winners == ["E", "N", "S"]
    assert plain.illegal == [(1, 1, "SK-5.2.2"), (2, 2, "suit")]
    assert (plain.trick_points, plain.kitty_points, plain.multiplier) == (20, 5, 2)
    assert (plain.penalties, plain.attackers, plain.score) == (0, 30, None)
    throw_named = referee({"kind": "failed_throw", "seat": "E", "at": "1.1"})
    assert (throw_named.penalties, throw_named.attackers) == (10, 40)
    assert throw_named.score == {"NS": -9, "EW": 9}
    at_once = referee({"kind": "revoke", "seat": "N", "at": "2.2", "noticed": "2.3", "cards": "9s"})
    assert (at_once.penalties, at_once.attackers, at_once.score) == (-10, 20, {"NS": -17, "EW": 17})
    later = referee({"kind": "revoke", "seat": "N", "at": "2.2", "noticed": "3.1", "cards": "9s"})
    assert (later.penalties, later.attackers, later.score) == (0, 30, None)  # EW's own result is somewhere in 9 to 17
    bank = referee({"kind": "concealed", "seat": "W", "at": "2.3", "noticed": "3.1"})
    assert bank.score == {"NS": 2, "EW": -2}


def test_referee_hand_throws() -> None:
    """A wrong piece, a throw that nothing beat, fines of both sides."""
    deal = small_hand("Ac Kc Qc", "Ac 3c 4c", "6d 7d 8d", "6h 7h 8h", "5s")
    bury = cards_of("5s")
    tricks = ["E AcKcQc>Kc Ac 6d 6h", "N 3c4c>4c 7d 7h Qc", "E Ac 3c 8d 8h"]
    result = sk.referee_hand("2", "E", deal, [], bury, tricks)
    assert (result.trump, result.winners) == ("s", ["N", "E", "E"])
    assert result.illegal == [(1, 1, "SK-5.2.2"), (2, 1, "SK-5.2.2")]
    assert result.penalties == 20 - 20  # two of E's clubs are beaten, and both of N's
    assert (result.stopped, result.multiplier, result.attackers) == ([], None, 10)
    deal = small_hand("Ac Kc Qc", "9c 3c 4c", "6d 7d 8d", "6h 7h 8h", "5s")
    tricks = ["E AcKcQc>Qc 3c 6d 6h", "E AcKc 9c4c 7d8d 7h8h"]
    result = sk.referee_hand("2", "E", deal, [], bury, tricks)
    assert (result.stopped, result.illegal, result.penalties) == ([1], [], 0)
    assert (result.complete, result.multiplier, result.attackers) == (True, None, 0)
    with pytest.raises(ValueError, match="only a lead"):
        sk.referee_hand("2", "E", deal, [], bury, ["E Ac 9c>3c 6d 6h"])


def test_referee_hand_wants_even_hands() -> None:
    deal = small_hand("Ac Kc", "Ac", "6d", "6h", "5h")
    with pytest.raises(ValueError, match="every hand"):
        sk.referee_hand("2", "E", deal, [], cards_of("5h"), [])
