"""The engine against the oracle's reading of 炒地皮, on random small hands, declarations, askings and results.

What is asked of one follow, lead or trick is put to the engine's machine; what is asked of a whole hand, to `audit`.
"""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import pytest

from replay.audit import audit
from replay.catalogue import clause_of_codes
from replay.record import Hand, HandClaims, KittyAction
from replay.report import Report
from replay.sheets import TRICK_SHEETS
from replay.tricks.bidding import judge_bids, judge_reopening, parse_bid
from replay.tricks.deal import Holdings
from replay.tricks.legal import legal_follows
from replay.tricks.play import TrickMachine
from replay.tricks.score import contains_trio, multiplier
from replay.tricks.trump import TrumpContext
from replay.tricks.units import lead_shape, shape_of
from tests.many import every, many
from tests.oracle import chaodipi as oracle
from tests.oracle.cards import RANKS, SEATS, TWO_DECKS, multiset, side_of, without
from tests.oracle.tractors import both_copies, selections
from tests.rules.build import match, score_sheet

SHEET: Final = TRICK_SHEETS["chaodipi"]
TRUMPS: Final = ("s", "h", "c", "d", "NT")
LEVELS: Final = (*RANKS, oracle.FLAG)
FOLLOW_CODES: Final = {
    "size": "TRICK-SIZE",
    "suit": "TRICK-FOLLOW-SUIT",
    "pair": "TRICK-FOLLOW-PAIR",
    "tractor": "TRICK-FOLLOW-TRACTOR",
    "five_ten_king": "TRICK-FOLLOW-TRIO",
    "top_trumps": "TRICK-FOLLOW-HIGHEST",
    "top_trumps_disputed": "TRICK-HIGHEST-OR-TRIO",
}
KITTY_CODES: Final = {
    "order": "KITTY-ORDER",
    "passed": "KITTY-BACK",
    "declarer": "BID-SELF",
    "own": "KITTY-OWN",
    "pair": "KITTY-SHOW",
    "spent": "BID-SPENT",
}


def terms(rng: random.Random) -> tuple[str, str]:
    """A level and a trump; 扛旗 has no trump suit."""
    level = rng.choice(LEVELS)
    return level, "NT" if level == oracle.FLAG else rng.choice(TRUMPS)


def small_hands(rng: random.Random, level: str, trump: str, size: int) -> list[list[str]]:
    """Four hands of few cards: neighbours of one class and the fives, tens and kings of a suit, so that units are the rule."""
    suits = [suit for suit in "shcdT" if oracle.ladder(suit, level, trump)]
    rungs = oracle.ladder(rng.choice([*suits, "T"]), level, trump)
    start = rng.randrange(len(rungs))
    window = [card for rung in rungs[start : start + 7] for card in rung]
    suit = rng.choice("shcd")
    cards = dict.fromkeys([*window, "5" + suit, "T" + suit, "K" + suit, "5h", *rng.sample(TWO_DECKS, 4)])
    hands: list[list[str]] = [[] for _ in SEATS]
    together = rng.choice((0.3, 0.8))
    for card in cards:
        first, second = rng.choices(hands, (4, 5, 2, 2), k=2)
        first.append(card)
        (first if rng.random() < together else second).append(card)
    for hand in hands:
        rng.shuffle(hand)
        del hand[size:]
    return [hand or ["BJ"] for hand in hands]


def random_lead(rng: random.Random, hand: Sequence[str], level: str, trump: str, most: int) -> list[str]:
    """Some cards that may be led together: often a 5·10·K, a tractor, or a throw."""
    trios = [list(cards) for cards in combinations(dict.fromkeys(hand), 3) if oracle.five_ten_king(cards, level, trump)]
    if trios and rng.random() < 0.6:
        return rng.choice(trios)
    cls = oracle.effective_suit(rng.choice(list(hand)), level, trump)
    rest = oracle.of_class(hand, cls, level, trump)
    runs = [run for run in oracle.runs_in(rest, level, trump) if 2 * len(run) <= most]
    lead: list[str] = []
    if runs and rng.random() < 0.6:
        lead = both_copies(rng.choice(runs))
        rest = without(rest, lead)
    room = min(most - len(lead), len(rest))
    return [*lead, *rng.sample(rest, rng.randint(0 if lead else 1, room))]


def machine_of(ctx: TrumpContext, hands: Sequence[Sequence[str]], trick: str) -> TrickMachine:
    """One trick led by E, all hands known."""
    held = Holdings([ctx.pack(hand) for hand in hands], [True] * 4, (None,) * 4, None)
    report = Report(clause_of_codes("chaodipi"))
    machine = TrickMachine(SHEET, ctx, Hand(no=1, tricks=(trick,)), 0, held, report)
    machine.run((trick,))
    return machine


# ---------------------------------------------------------------------------------------- order and structure


def test_classes_order_and_sets_of_three_at_every_level_and_trump() -> None:
    for level in LEVELS:
        for trump in TRUMPS if level != oracle.FLAG else ("NT",):
            ctx = SHEET.context(level, trump)
            for card in dict.fromkeys(TWO_DECKS):
                assert ctx.effective_suit(card) == oracle.effective_suit(card, level, trump)
                assert ctx.rung[card] == oracle.order(card, level, trump), (level, trump, card)
            for suit in "shcd":
                cards = ["5" + suit, "T" + suit, "K" + suit]
                cls = ctx.parse("".join(cards)).trio
                ours = ctx.class_name(cls) if cls >= 0 else None
                assert ours == oracle.five_ten_king(cards, level, trump), (level, trump, cards)


@pytest.mark.parametrize("level", every(5, LEVELS[::-1]))
def test_every_two_pairs_are_neighbours_for_both_or_for_neither(level: str) -> None:
    for trump in TRUMPS if level != oracle.FLAG else ("NT",):
        ctx = SHEET.context(level, trump)
        for first, second in combinations(dict.fromkeys(TWO_DECKS), 2):
            cards = [first, first, second, second]
            if ctx.cls[first] == ctx.cls[second]:
                tractor = bool(shape_of(ctx, ctx.pack(cards), ctx.cls[first]).tractors)
                assert tractor == oracle.is_tractor(cards, level, trump), (level, trump, cards)


# ---------------------------------------------------------------------------------------- follows, throws, winners


@many(75, 10_000)
def test_every_play_of_random_small_hands(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = terms(rng)
        hands = small_hands(rng, level, trump, 10)
        lead, hand = random_lead(rng, hands[0], level, trump, 6), hands[1]
        if len(hand) < len(lead):
            continue
        ctx = SHEET.context(level, trump)
        legal = set()
        for play in selections(hand, len(lead)):
            fault = oracle.follow_fault(hand, lead, list(play), level, trump)
            found = [
                f
                for f in machine_of(ctx, [lead, hand, [], []], f"E {''.join(lead)} {''.join(play)}").report.findings
                if f.where.play == 2
            ]
            expected = FOLLOW_CODES[fault] if fault else None
            if fault == "pair" and oracle.shape_of(lead, level, trump).tractors:
                expected = "TRICK-FOLLOW-TRACTOR"
            assert [f.code for f in found] == ([expected] if expected else []), (level, trump, hand, lead, play)
            if fault is None:
                legal.add(play)
        parsed = ctx.as_lead(ctx.parse("".join(lead)))
        listed = legal_follows(ctx, SHEET.follow, ctx.pack(hand), parsed, lead_shape(ctx, parsed), limit=10_000)
        assert {multiset(ctx.unpack(ctx.parse(text).cards)) for text in listed.plays} == legal, (level, trump, hand, lead)
        assert listed.total == len(listed.plays) == len(legal)


@many(250, 40_000)
def test_throws_of_random_small_hands(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = terms(rng)
        hands = small_hands(rng, level, trump, 8)
        lead = random_lead(rng, hands[0], level, trump, 6)
        ctx = SHEET.context(level, trump)
        allowed = oracle.throw_test(lead, hands[1:], level, trump)
        stood = machine_of(ctx, hands, f"E {''.join(lead)}")
        finding = next((f for f in stood.report.findings if f.where.play == 1), None)
        assert (finding is None) == (allowed is None), (level, trump, hands, lead)
        if finding is not None and allowed is not None:
            assert finding.code == "THROW-BEATABLE"
            pieces = (finding.expected or "").split(" | ")
            assert {multiset(ctx.unpack(ctx.parse(piece).cards)) for piece in pieces} == allowed
            failed = machine_of(ctx, hands, f"E {''.join(lead)}>{rng.choice(pieces)}")
            assert not [f for f in failed.report.findings if f.where.play == 1]
            assert sum(failed.fines) == oracle.throw_fine(lead)


@many(375, 60_000)
def test_winners_and_multipliers_of_random_tricks(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = terms(rng)
        hands = small_hands(rng, level, trump, 12)
        lead = random_lead(rng, hands[0], level, trump, 6)
        if any(len(hand) < len(lead) for hand in hands):
            continue
        plays = [lead]
        for hand in hands[1:]:
            trumps = oracle.of_class(hand, "T", level, trump)
            trios = [list(each) for each in combinations(dict.fromkeys(trumps), 3) if oracle.five_ten_king(each, level, trump)]
            if len(lead) == 3 and trios and rng.random() < 0.5:
                plays.append(rng.choice(trios))
                continue
            same = oracle.of_class(hand, oracle.led_class(lead, level, trump), level, trump)
            source = rng.choice([each for each in (trumps, same, hand) if len(each) >= len(lead)])
            plays.append(rng.sample(source, len(lead)))
        ctx = SHEET.context(level, trump)
        trick = "E " + " ".join("".join(cards) for cards in plays)
        machine = machine_of(ctx, hands, trick)
        winner = oracle.winner(list(zip(SEATS, plays, strict=True)), level, trump)
        assert SEATS[machine.winners[0]] == winner, (level, trump, trick)
        winning = plays[SEATS.index(winner)]
        assert machine.last is not None
        assert multiplier(SHEET, ctx, *machine.last) == oracle.kitty_multiplier(winning, level, trump), (level, trump, trick)
        if level == oracle.FLAG:
            continue  # no kitty, so nothing to capture
        assert contains_trio(ctx, machine.last[1]) == oracle.holds_five_ten_king_bottom(winning, level, trump), (level, trick)


# ---------------------------------------------------------------------------------------- declaring and 炒底


def random_shows(rng: random.Random, level: str) -> list[str]:
    """What may be shown, well or badly."""
    pairs = [(level + suit) * 2 for suit in "shcd" if level != oracle.FLAG]
    singles = [level + suit for suit in "shcd" if level != oracle.FLAG]
    shows = [*pairs, *pairs, *singles, "LJLJ", "BJBJ", "5h5h=c", "5h5h=NT", "LJ", "BJ", "5h", "LJBJ", "7s7s"]
    if level == "5":
        shows = [show for show in shows if show != "5h5h"]
    return rng.choices(shows, k=rng.randint(0, 5))


@many(750, 60_000)
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


@many(750, 60_000)
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


@many(1_000, 60_000)
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
