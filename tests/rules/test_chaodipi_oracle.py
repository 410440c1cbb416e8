"""The engine against the oracle's reading of 炒地皮, on random small hands, declarations, askings and results.

What is asked of one follow, lead or trick is put to the engine's machine; what is asked of a whole hand, to `audit`.
"""

import random
from typing import Any, Final

from paipu.replay.audit import audit
from paipu.replay.record import Hand, HandClaims, KittyAction
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.bidding import judge_bids, judge_reopening, parse_bid
from tests.many import many
from tests.oracle import chaodipi as oracle
from tests.oracle.cards import RANKS, SEATS, TWO_DECKS, side_of
from tests.rules.build import match, score_sheet

SHEET: Final = TRICK_SHEETS["chaodipi"]
KITTY_CODES: Final = {
    "order": "KITTY-ORDER",
    "passed": "KITTY-BACK",
    "declarer": "KITTY-SELF",
    "own": "KITTY-OWN",
    "pair": "KITTY-SHOW",
    "spent": "BID-SPENT",
}


# ---------------------------------------------------------------------------------------- order and structure


# ---------------------------------------------------------------------------------------- follows, throws, winners


# ---------------------------------------------------------------------------------------- declaring and 炒底


def random_shows(rng: random.Random, level: str) -> list[str]:
    """What may be shown, well or badly."""
    pairs = [(level + suit) * 2 for suit in "shcd" if level != oracle.FLAG]
    singles = [level + suit for suit in "shcd" if level != oracle.FLAG]
    shows = [*pairs, *pairs, *singles, "LJLJ", "BJBJ", "5h5h=c", "5h5h=NT", "LJ", "BJ", "5h", "LJBJ", "7s7s"]
    if level == "5":
        shows = [show for show in shows if show != "5h5h"]
    return rng.choices(shows, k=rng.randint(0, 5))


@many(300, 60_000)
def test_random_declarations(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level = rng.choice(RANKS)
        bids = [f"{rng.choice(SEATS)} {show}" for show in random_shows(rng, level)]
        if bids and rng.random() < 0.5:  # 自保
            seat, shown = bids[0].split(" ")
            bids.insert(1, f"{seat} {shown * 2 if len(shown) == 2 and shown != '5h' else shown}")
        if level == "5" and any("5h" in bid for bid in bids):
            continue  # the first ♥5 is a level card, the second makes it the pair of red fives
        singles = [bid for bid in bids if len(bid) == 4]
        if len(set(singles)) < len(singles):
            continue  # a second card of one's own may be written alone
        ours = judge_bids(SHEET.bids, map(parse_bid, bids), level, accept_illegal=False)
        theirs = oracle.declare(bids, level, first_hand=True)
        assert [index for index, _ in ours.faults] == theirs.illegal, (level, bids)
        assert (ours.trump, ours.banker) == (theirs.trump, theirs.banker), (level, bids)


@many(300, 60_000)
def test_random_askings(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level = rng.choice([rank for rank in RANKS if rank != "5"])
        dealer, declarer = rng.choice(SEATS), rng.choice(SEATS)
        bids = [f"{declarer} {level}{rng.choice('shcd')}"]
        actions: list[dict[str, Any]] = [{"seat": dealer, "bury": "2s"}]
        seat = dealer
        for _ in range(rng.randint(1, 9)):
            seat = SEATS[(SEATS.index(seat) + rng.choice((1, 1, 1, 1, 2))) % 4]
            if rng.random() < 0.7:
                actions.append({"seat": seat, "pass": True})
            else:
                show = rng.choice([(level + suit) * 2 for suit in "shcd"] + ["LJLJ", "BJBJ", "5h5h=s", "LJBJ"])
                actions.append({"seat": seat, "show": show, "bury": "2s"})
        if not any("pass" in action for action in actions):
            continue
        if rng.random() < 0.3:  # nobody saw what was buried after the first time
            actions[1:] = [{name: value for name, value in each.items() if name != "bury"} for each in actions[1:]]
        recorded = [
            KittyAction(seat=each["seat"], bury=each.get("bury"), show=each.get("show"), passed=each.get("pass", False))
            for each in actions
        ]
        before = judge_bids(SHEET.bids, map(parse_bid, bids), level, accept_illegal=False)
        assert SHEET.reopen is not None
        ours = judge_reopening(SHEET.reopen, recorded, SEATS, before, level, accept_illegal=False, banker=dealer)
        theirs = oracle.chaodi(dealer, declarer, actions, level)  # type: ignore[arg-type] # plain dicts of its shape
        shown = {index for index, action in enumerate(actions) if "show" in action}
        mine = [(index, fault.code) for index, fault in ours.kitty_faults if index in shown]
        expected = [(index, KITTY_CODES[fault]) for index, fault in theirs.faults if fault in KITTY_CODES and index in shown]
        assert {index for index, _ in mine} == {index for index, _ in expected}, (dealer, declarer, actions[1:], mine, expected)
        assert ours.trump == (theirs.trump or before.trump)


def test_the_kitty_names_the_trump() -> None:
    rng = random.Random(7)
    for _ in range(3_000):
        level = rng.choice(RANKS)
        kitty = (
            rng.sample(TWO_DECKS, 8)
            if rng.random() < 0.5
            else rng.choices([card for card in TWO_DECKS if card[0] in "2345"], k=8)
        )
        assert SHEET.kitty_trump(kitty, level) == oracle.kitty_trump(kitty, level), (level, kitty)


# ---------------------------------------------------------------------------------------- levels


@many(400, 60_000)
def test_levels_after_every_result(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        before = {side: rng.choice((*RANKS, "A", oracle.FLAG)) for side in ("EW", "NS")}
        dealer = rng.choice(SEATS)
        level = before[side_of(dealer)]
        points = rng.choice((0, 5, 10, 75, 80, 85, 95, 100, 200, -10, rng.randrange(0, 300, 5)))
        staker = rng.choice((None, None, *SEATS))
        bids: tuple[str, ...] = ()
        if staker is not None:
            if level == oracle.FLAG and side_of(staker) == side_of(dealer):
                continue
            bids = (f"{staker} 5h5h=c" if level != oracle.FLAG else f"{staker} 5h5h",)
        hand = Hand(
            no=1,
            dealer=dealer,
            level=level,
            bids=bids or None,
            trump=None if bids else "NT",
            claims=HandClaims(attackers=points),
        )
        computed = audit(match(hand, sheet="chaodipi", levels=before, dealer=dealer)).hands[0]
        wanted = oracle.after_hand(before, dealer, points, stakes=[side_of(staker)] if staker else [])
        assert computed.levels == wanted.levels, (before, dealer, points, staker)
        if not wanted.over:
            assert computed.next_dealer == wanted.dealer


def test_three_failures_in_a_row() -> None:
    before = {"EW": oracle.FLAG, "NS": oracle.FLAG}
    levels, dealer, failures = before, "E", {"EW": 0, "NS": 0}
    hands = []
    for no in range(1, 8):
        hands.append(score_sheet(100, no=no, dealer=dealer, level=levels[side_of(dealer)]))
        wanted = oracle.after_hand(levels, dealer, 100, failures=failures)
        levels, failures = wanted.levels, wanted.failures
        assert wanted.dealer is not None
        dealer = wanted.dealer
        assert audit(match(*hands, sheet="chaodipi", levels=before, dealer="E")).hands[-1].levels == levels
