"""The engine against an independent brute-force referee, on random small hands, random full hands and random faults.

Where the two are known to differ the engine's reading binds: under a lead with a tractor every pair owed falls under SJ-16g
(X-17); a first declaration may hold more jokers than one; an illegal bid that the table accepted may stand.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import COMPILED, audit
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.checks import render
from paipu.replay.computed import Audit
from paipu.replay.family import hand_view
from paipu.replay.findings import Finding, Kind
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident, KittyAction
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import TRICK_SHEETS, options_of
from paipu.replay.text import LANGS
from paipu.replay.tricks.bidding import judge_bids, parse_bid
from paipu.replay.tricks.follow import FOLLOW_CODES, follow_fault
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.trump import TrumpContext
from paipu.replay.tricks.units import shape_of
from tests.many import many
from tests.oracle import shengji as oracle
from tests.oracle.cards import (
    JOKERS,
    RANKS,
    SEATS,
    TWO_DECKS,
    next_seat,
    other_side,
    play_of,
    seats_from,
    side_of,
    without,
)
from tests.rules.build import KITTY, match, revoke, score_sheet
from tests.rules.chance import (
    TRUMPS,
    Dice,
    levels_before,
    machine_of,
    play_on,
    random_table,
    record_of,
    refereed,
    small_hands,
    some_of_a_class,
    true_claims,
)
from tests.rules.registry import told

SHEET: Final = TRICK_SHEETS["shengji"]
CLAUSES: Final = clause_of_codes("shengji")
OPTIONS: Final = options_of("shengji")
PLAY_CODES: Final = ("TRICK-", "LEAD-", "THROW-", "PLAY-", "CARD-")


def terms(rng: random.Random) -> tuple[str, str]:
    """A level and a trump."""
    return rng.choice(RANKS), rng.choice(TRUMPS)


# ---------------------------------------------------------------------------------------- order and structure


@many(60, 60_000)
def test_units_of_random_cards(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = terms(rng)
        cards = some_of_a_class(rng, small_hands(rng, level, trump, 14)[0], level, trump, 14)
        ctx = SHEET.context(level, trump)
        ours = Counter((unit.pairs, unit.top) for unit in shape_of(ctx, ctx.pack(cards), ctx.cls[cards[0]]).units)
        theirs = Counter((part.pairs, part.top) for part in oracle.components(cards, level, trump))
        assert ours == theirs, (level, trump, cards)


# ---------------------------------------------------------------------------------------- following


def clause_of_follow(
    ctx: TrumpContext, hand: Sequence[str], lead: Sequence[str], play: Sequence[str]
) -> tuple[str | None, str | None]:
    """(check code, clause) of the engine's verdict on one follow."""
    report = machine_of(SHEET, ctx, [lead, hand, [], []], f"E {''.join(lead)} {''.join(play)}").report
    faults = [finding for finding in report.findings if finding.where.play == 2]
    assert len(faults) <= 1
    return (faults[0].code, faults[0].clause) if faults else (None, None)


def expected_clause(fault: str | None, lead: Sequence[str], level: str, trump: str) -> str | None:
    """The oracle's fault as the engine names it."""
    if fault == "count":
        return "SJ-16c"
    if fault == "SJ-16h" and oracle.shape_of(lead, level, trump).tractors:
        return "SJ-16g"
    return fault


def test_three_tractors_led() -> None:
    """Against 789 KA 2LJ of trumps, a hand of 3456 TJQ owes a tractor of three and two of two: the three out of TJQ (X-16)."""
    ctx = SHEET.context("2", "s")
    lead, hand = (
        [card for card in cards.split() for _ in range(2)] for cards in ("7s 8s 9s Ks As 2s LJ", "3s 4s 5s 6s Ts Js Qs 2h")
    )
    for spared, legal in (("2h", True), ("3s", False), ("Ts", False)):
        play = without(hand, [spared] * 2)
        fault = oracle.follow_fault(hand, lead, play, "2", "s")
        assert (fault is None) == legal
        assert clause_of_follow(ctx, hand, lead, play)[1] == fault


@many(30, 5_000)
def test_wrong_number_of_cards(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = terms(rng)
        hands = small_hands(rng, level, trump, 9)
        lead = some_of_a_class(rng, hands[0], level, trump, 4)
        play = rng.sample(hands[1], rng.randint(1, len(hands[1])))
        if len(play) == len(lead) or len(hands[1]) < len(lead):
            continue
        assert clause_of_follow(SHEET.context(level, trump), hands[1], lead, play) == ("TRICK-SIZE", "SJ-16c")


@many(40, 20_000)
def test_a_fault_that_part_of_a_hand_shows_is_one_of_the_whole_hand(seeds: range) -> None:
    """The follow check takes a lower bound of a hand: more cards never make a fault legal, and never another fault."""
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = terms(rng)
        hands = small_hands(rng, level, trump, 12)
        lead = some_of_a_class(rng, hands[0], level, trump, 6)
        hand = hands[1]
        if len(hand) < len(lead):
            continue
        ctx = SHEET.context(level, trump)
        parsed = ctx.parse("".join(lead))
        led = shape_of(ctx, parsed.cards, parsed.cls)
        for _ in range(10):
            play = rng.sample(hand, len(lead))
            part = [*play, *(card for card in without(hand, play) if rng.random() < 0.5)]
            made = ctx.parse("".join(play))
            fault = follow_fault(ctx, SHEET.follow, ctx.pack(part), parsed, led, made)
            if fault is not None:
                whole = follow_fault(ctx, SHEET.follow, ctx.pack(hand), parsed, led, made)
                assert whole is not None, (level, trump, hand, part, lead, play)
                found = {FOLLOW_CODES[each.owed] for each in (fault, whole)}
                assert len(found) == 1 or (led.tractors and found == {"TRICK-FOLLOW-PAIR", "TRICK-FOLLOW-TRACTOR"})


# ---------------------------------------------------------------------------------------- throws, winners, kitty


# ---------------------------------------------------------------------------------------- levels


def test_levels_after_every_score_and_fault() -> None:
    """Every score from 0 to 400, each side's fault, every banker, from low and from high levels."""
    faults: tuple[tuple[Any, str], ...] = ((None, ""), ("bank", "bank"), ("attackers", "att"), ("both", "bank att"))
    for points in range(0, 405, 5):
        for misplay, guilty in faults:
            dealer = SEATS[points // 5 % 4]
            own, other = side_of(dealer), other_side(side_of(dealer))
            for before in ({own: "2", other: "5"}, {own: "Q", other: "K"}):
                seats = [side[0] for name, side in (("bank", own), ("att", other)) if name in guilty.split()]
                sheet = score_sheet(points, dealer=dealer, incidents=tuple(map(revoke, seats)))
                computed = audit(match(sheet, levels=before, dealer=dealer)).hands[0]
                levels, office = oracle.after_hand(before, own, points, misplay)
                assert computed.levels == levels, (points, misplay, before)
                assert computed.next_dealer == oracle.next_dealer(dealer, office, levels)


# ---------------------------------------------------------------------------------------- declaring


def random_bids(rng: random.Random, level: str) -> list[str]:
    """Bids, most of them sensible, of two seats most often."""
    levels = [level + suit for suit in "shcd"]
    bids = []
    for _ in range(rng.randint(1, 4)):
        joker, card = rng.choice(JOKERS), rng.choice(levels)
        shown = rng.choice(
            [
                *([joker + card] * 4),
                *([joker + card + card] * 4),
                "LJLJ",
                "BJBJ",
                *([card] * 3),
                card + card,
                joker,
                "LJBJ",
                joker + rng.choice(TWO_DECKS),
                joker + card + rng.choice(levels),
                "LJBJ" + card,
            ]
        )
        bids.append(f"{rng.choice('ENWS')} {shown}")
    return bids


def one_joker(bid: str) -> str:
    """A declaration with more jokers than one, as the oracle would have it written."""
    seat, shown = bid.split()
    cards = [shown[i : i + 2] for i in range(0, len(shown), 2)]
    jokers = [card for card in cards if card in JOKERS]
    rest = [card for card in cards if card not in JOKERS]
    return bid if len(jokers) < 2 or not rest else f"{seat} {jokers[0]}{''.join(rest)}"


@many(800, 300_000)
def test_random_declarations(seeds: range) -> None:
    """Each bid's clause, trump and bank, an illegal bid changing nothing."""
    for seed in seeds:
        rng = random.Random(seed)
        level = rng.choice(RANKS)
        bids = random_bids(rng, level)
        verdicts, trump, banker = oracle.declare([one_joker(bid) for bid in bids], level, True, None)
        ours = judge_bids(SHEET.bids, map(parse_bid, bids), level, accept_illegal=False)
        clauses: list[str | None] = [None] * len(bids)
        for index, fault in ours.faults:
            clauses[index] = CLAUSES[fault.code][0]
        assert (clauses, ours.trump, ours.banker) == (verdicts, trump, banker), bids


@many(40, 10_000)
def test_random_declarations_of_a_deal(seeds: range) -> None:
    """Through the audit, with the 25 cards that each drew, up to the first illegal bid."""
    for seed in seeds:
        rng = random.Random(seed)
        board = random_table(rng)
        first = rng.random() < 0.5
        bids = held_bids(rng, board.deal, board.level)
        verdicts, trump, banker = oracle.declare(
            [one_joker(bid) for bid in bids], board.level, first, None if first else board.dealer, board.deal
        )
        stop = next((index for index, clause in enumerate(verdicts) if clause is not None), len(bids))
        upto = bids[: stop + 1]
        hand = board.hand(bids=tuple(upto), tricks=None, trump=None, dealer=None, kitty=None, no=1 if first else 2)
        levels = {"EW": board.level, "NS": board.level}
        result = audit(match(hand, levels=levels, dealer=None if first else board.dealer))
        clauses = {(f.where.pointer, f.clause) for f in result.findings if f.code.startswith("BID-")}
        if stop == len(bids):
            assert not clauses, (bids, told(result.findings))
            assert result.hands[0].trump == trump
            assert result.hands[0].dealer == banker
        else:
            place = f"/hands/0/bids/{stop}"
            assert (place, verdicts[stop]) in clauses, (bids, told(result.findings))
            assert clauses <= {(place, verdicts[stop]), (place, "SJ-5c")}  # cards neither fit nor held are two faults


def held_bids(rng: random.Random, deal: Mapping[str, Sequence[str]], level: str) -> list[str]:
    """Bids of cards that were dealt, now and then helped by the kitty."""
    bids = []
    for _ in range(rng.randint(1, 4)):
        seat = rng.choice(SEATS)
        cards = [*deal[seat], *(deal[KITTY] if rng.random() < 0.3 else ())]
        jokers = [card for card in cards if card in JOKERS]
        levels = [card for card in cards if card[0] == level]
        shown = rng.choice(
            [jokers[:1] + levels[:1], jokers[:1] + levels[-1:], jokers[:2], levels[:1], jokers[:1] + _pair(levels, rng)]
        )
        if shown:
            bids.append(f"{seat} {''.join(shown)}")
    return bids or ["E LJ" + level + "s"]


def _pair(cards: Sequence[str], rng: random.Random) -> list[str]:
    pairs = [card for card, copies in Counter(cards).items() if copies == 2]
    return [rng.choice(pairs)] * 2 if pairs else list(cards[:1])


# ---------------------------------------------------------------------------------------- whole hands


def faults_found(result: Audit) -> tuple[list[tuple[int, int, str | None]], list[int]]:
    """(trick, play, clause) of the plays at fault, and the tricks whose throw was taken back though nothing beat it."""
    illegal, stopped = [], []
    for finding in result.findings:
        at = finding.where
        if finding.code in {"THROW-UNBEATABLE", "THROW-ONE-UNIT"}:
            stopped.append(at.trick or 0)
        elif finding.code.startswith(PLAY_CODES):
            clause = "SJ-3a" if finding.code == "LEAD-SIDE" else finding.clause
            illegal.append((at.trick or 0, at.play or 0, clause))
    return sorted(illegal, key=str), stopped


def faults_expected(
    verdict: oracle.HandResult, tricks: Sequence[str], level: str, trump: str
) -> list[tuple[int, int, str | None]]:
    """The oracle's list, with pairs owed under a tractor as the engine has them."""
    named = []
    for trick, play, clause in verdict.illegal:
        lead = play_of(tricks[trick - 1].split()[1])[1]
        named.append((trick, play, expected_clause(clause, lead, level, trump) if play > 1 else clause))
    return sorted(named, key=str)


@many(4, 12_000)
def test_random_full_hands(seeds: range) -> None:
    """Legality of each play, winners, points, the kitty, levels and the bank; and claims, right and wrong."""
    for seed in seeds:
        rng = random.Random(seed)
        board = play_on(random_table(rng), rng.choice((Dice(), Dice(0, 0, 0))))
        verdict = refereed(board)
        before = levels_before(board, rng)
        claims = true_claims(board, before)
        result = audit(record_of(board, before, claims))
        hand = result.hands[0]
        told_all = (seed, board.level, board.trump, board.tricks, told(result.findings))
        illegal, stopped = faults_found(result)
        assert illegal == faults_expected(verdict, board.tricks, board.level, board.trump), told_all
        assert stopped == verdict.stopped, told_all
        assert hand.winners == "".join(verdict.winners), told_all
        assert (hand.trick_points, hand.kitty_points) == (verdict.trick_points, verdict.kitty_points), told_all
        assert (hand.multiplier, hand.attackers) == (verdict.multiplier, verdict.attackers), told_all
        assert (hand.levels, hand.next_dealer) == (claims.levels, claims.next_dealer), told_all
        rest = [f for f in result.findings if not f.code.startswith(PLAY_CODES)]
        assert not rest, told_all
        check_wrong_claims(rng, board_record=record_of(board, before, claims), result=result)


def check_wrong_claims(rng: random.Random, board_record: GameRecord, result: Audit) -> None:
    """A claim that differs from the truth is found, as the one claim that is wrong."""
    hand = board_record.hands[0]
    claims = hand.claims
    assert claims is not None
    assert claims.winners is not None
    assert claims.levels is not None
    number = rng.randrange(len(claims.winners))
    other = rng.choice([seat for seat in SEATS if seat != claims.winners[number]])
    wrong: tuple[tuple[str, Any, str], ...] = (
        ("winners", claims.winners[:number] + other + claims.winners[number + 1 :], "CLAIM-WINNER"),
        ("attackers", (claims.attackers or 0) + 5, "CLAIM-ATTACKERS"),
        ("kitty_points", (claims.kitty_points or 0) + 5, "CLAIM-KITTY-POINTS"),
        ("multiplier", (claims.multiplier or 0) + 1, "CLAIM-MULTIPLIER"),
        ("penalties", 10, "CLAIM-PENALTIES"),
        ("next_dealer", next_seat(claims.next_dealer or "E"), "CLAIM-NEXT-DEALER"),
        ("levels", {side: "2" if rank != "2" else "3" for side, rank in claims.levels.items()}, "CLAIM-LEVELS"),
    )
    name, value, code = rng.choice(wrong)
    changed = replace(board_record, hands=(replace(hand, claims=replace(claims, **{name: value})),))
    verdict = audit(changed)
    assert verdict.hands == result.hands
    new = [f for f in verdict.findings if f.code.startswith("CLAIM-")]
    assert [f.code.startswith(code) for f in new] == [True], told(verdict.findings)
    if code == "CLAIM-WINNER":
        assert (new[0].where.trick, new[0].expected, new[0].actual) == (number + 1, claims.winners[number], other)


# ---------------------------------------------------------------------------------------- partial knowledge


def thinned(rng: random.Random, hand: Hand) -> Hand:
    """The hand with some of its deal, its burial or its last tricks missing."""
    assert hand.deal is not None
    assert hand.tricks is not None
    assert hand.kitty is not None
    kitty = hand.kitty if rng.random() < 0.6 else rng.choice((None, (replace(hand.kitty[0], bury=None),)))
    if kitty is not None and kitty[0].bury is not None and rng.random() < 0.3:
        kitty = (KittyAction(seat=kitty[0].seat, bury=unseen(rng, kitty[0].bury, "")),)
    if kitty is not None and kitty[0].bury is None:
        kitty = None
    deal: dict[str, str] = {}
    for part, cards in hand.deal.items():
        how = rng.random()
        if how < 0.4:
            deal[part] = cards
        elif how < 0.7:
            deal[part] = unseen(rng, cards, " ")
    return replace(
        hand, deal=None if rng.random() < 0.25 else deal, kitty=kitty, tricks=hand.tricks[: rng.randint(1, len(hand.tricks))]
    )


def unseen(rng: random.Random, cards: str, between: str) -> str:
    """Some cards with a few of them not seen."""
    text = cards.replace(" ", "")
    split = [text[i : i + 2] for i in range(0, len(text), 2)]
    for index in rng.sample(range(len(split)), rng.randint(1, len(split) // 2)):
        split[index] = "??"
    return between.join(split)


def places(findings: Sequence[Finding]) -> set[tuple[object, ...]]:
    """The verdicts on plays: code, place and seat."""
    return {
        (f.code, f.where.trick, f.where.play, f.seat)
        for f in findings
        if f.kind is not Kind.OPEN and f.code.startswith(PLAY_CODES)
    }


@many(2, 10_000)
def test_what_is_not_known_is_never_a_fault(seeds: range) -> None:
    """Every verdict on a record with facts missing is one on the whole record too, code, place and seat; no claim is wrong."""
    for seed in seeds:
        rng = random.Random(seed)
        board = play_on(random_table(rng), Dice(0.1, 0.3, 0.02))
        levels = levels_before(board, rng)
        hand = board.hand(claims=true_claims(board, levels))
        for _ in range(4):
            less = thinned(rng, hand)
            count = len(less.tricks or ())
            whole = audit(match(replace(hand, tricks=hand.tricks and hand.tricks[:count]), levels=levels, dealer=board.dealer))
            if rng.random() < 0.3:  # it begins in mid-game, at levels and with a banker that nobody wrote down
                part = audit(match(replace(less, no=5)))
            else:
                part = audit(match(less, levels=levels, dealer=board.dealer))
            assert places(part.findings) <= places(whole.findings), (seed, less, told(part.findings), told(whole.findings))
            others = [f for f in part.findings if f.kind is not Kind.OPEN and not f.code.startswith(PLAY_CODES)]
            assert not others, told(part.findings)
            for suit in proven_revokes(less, [f for f in whole.findings if f.code == "TRICK-FOLLOW-SUIT"], board.cls):
                assert suit in places(part.findings), (seed, less, suit, told(part.findings))


@many(2, 3_000)
def test_plays_alone_show_every_fault_of_a_hand_played_out(seeds: range) -> None:
    """Twenty-five cards shown are a hand known: without the deal nothing is lost."""
    for seed in seeds:
        rng = random.Random(seed)
        board = play_on(random_table(rng), Dice(0.1, 0.3, 0.02))
        whole = audit(record_of(board, levels_before(board, rng)))
        kitty = board.hand().kitty if rng.random() < 0.5 else None
        bare = audit(match(board.hand(deal=None, kitty=kitty), levels=levels_before(board, rng), dealer=board.dealer))
        assert places(bare.findings) == places(whole.findings), (seed, told(bare.findings), told(whole.findings))
        assert bare.hands[0].winners == whole.hands[0].winners
        assert bare.hands[0].attackers == whole.hands[0].attackers


def proven_revokes(hand: Hand, revokes: Sequence[Finding], cls: Callable[[str], str]) -> Iterator[tuple[object, ...]]:
    """Those revokes after which the seat shows a card of the led class all the same, in a trick on record."""
    tricks = hand.tricks or ()
    for finding in revokes:
        at, seat = finding.where, finding.seat
        assert at.trick is not None
        assert seat is not None
        led = cls(play_of(tricks[at.trick - 1].split()[1])[1][0])
        later = [stood_by(seat, trick) for trick in tricks[at.trick :]]
        if any(cls(card) == led for cards in later for card in cards):
            yield (finding.code, at.trick, at.play, seat)


def stood_by(seat: str, trick: str) -> list[str]:
    """What a seat put down in a trick."""
    leader, *tokens = trick.split()
    return play_of(tokens[seats_from(leader).index(seat)])[1]


# ---------------------------------------------------------------------------------------- two ways, one verdict


@pytest.mark.skipif(COMPILED, reason="compiled modules call each other directly: nothing can be put in between")
@many(4, 8_000)
def test_fast_path_and_careful_path_agree(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the tricks, and of the deal."""

    class CarefulMachine(TrickMachine):
        def run(self, tricks: Iterable[str]) -> None:
            self.quick = False
            super().run(tricks)

    records = []
    for seed in seeds:
        rng = random.Random(seed)
        board = play_on(random_table(rng), rng.choice((Dice(), Dice(0, 0, 0), Dice(0.02, 0, 0))))
        records.append(record_of(board, levels_before(board, rng)))
    fast = [audit(record) for record in records]
    monkeypatch.setattr("paipu.replay.tricks.hand.TrickMachine", CarefulMachine)
    monkeypatch.setattr("paipu.replay.tricks.deal._quick", lambda *_: None)
    assert SHEET.configured({}) is SHEET
    for seed, record, quick in zip(seeds, records, fast, strict=True):
        assert audit(record) == quick, seed


# ---------------------------------------------------------------------------------------- anything at all


@many(2, 10_000)
def test_no_record_makes_the_engine_fail(seeds: range) -> None:
    """Whatever the notation allows gets a verdict under any options, its messages filled in, and can be stepped through."""
    for seed in seeds:
        rng = random.Random(seed)
        board = play_on(random_table(rng), Dice(0.1, 0.3, 0.1), tricks=rng.randint(1, 25))
        hand = thinned(rng, board.hand()) if rng.random() < 0.5 else board.hand()
        change = scrambler(rng)
        hand = replace(
            hand,
            tricks=tuple(map(change, hand.tricks or ())),
            bids=tuple(random_bids(rng, board.level)) if rng.random() < 0.7 else (),
            level=rng.choice([board.level, *RANKS, None]),
            trump=rng.choice([board.trump, *TRUMPS, None]),
            dealer=rng.choice([*SEATS, None]),
            kitty=rng.choice([hand.kitty, (*(hand.kitty or ()), KittyAction(seat="N", show="BJBJ", bury="3c" * 8))]),
            incidents=tuple(random_incidents(rng)),
            claims=HandClaims(
                winners="".join(rng.choices(SEATS, k=rng.randint(0, 30))),
                attackers=rng.choice([None, rng.randint(-50, 300)]),
                kitty_points=rng.choice([None, 7, 20]),
                multiplier=rng.choice([None, 0, 3]),
                penalties=rng.choice([None, -10]),
                levels={"EW": rng.choice(RANKS), "NS": rng.choice([*RANKS, "flag"])},
                next_dealer=rng.choice([*SEATS, None]),
            ),
        )
        chosen = {key: rng.choice(list(option.choices)) for key, option in OPTIONS.items() if rng.random() < 0.15}
        start = levels_before(board, rng) if rng.random() < 0.7 else None
        record = match(hand, score_sheet(75, no=2), levels=start, dealer=rng.choice([*SEATS, None]), options=chosen)
        result = audit(record)
        assert len(result.hands) == 2
        for finding in result.findings:
            assert all("{" not in render(finding, lang, TRICK) for lang in LANGS)
        assert all(state.hand == 0 for state in hand_view(record, 0).states())


KINDS: Final = (
    *("revoke", "hand_count", "kitty_count", "overdraw", "failed_throw", "out_of_turn", "card_check", "signal", "misconduct"),
)


def random_incidents(rng: random.Random) -> Iterator[Incident]:
    """Incidents of every kind, at places that may not exist."""
    for _ in range(rng.choice((0, 0, 1, 3))):
        places = [None, (0, 0), (rng.randint(1, 26), rng.randint(1, 4))]
        kind = rng.choice([*KINDS, "late", "exposed"])
        yield Incident(kind=kind, seat=rng.choice(SEATS), at=rng.choice(places), noticed=rng.choice(places))


def scrambler(rng: random.Random) -> Callable[[str], str]:
    """Changes a trick into another string that the notation allows."""

    def scramble(trick: str) -> str:
        leader, *tokens = trick.split()
        for index, token in enumerate(tokens):
            how = rng.random()
            if how < 0.05:
                tokens[index] = "".join(rng.choices(TWO_DECKS, k=rng.randint(1, 6)))
            elif how < 0.07:
                tokens[index] = "-"
            elif how < 0.09:
                tokens[index] = token.partition(">")[0] + ">" + rng.choice(TWO_DECKS)
            elif how < 0.11:
                tokens[index] = token.partition(">")[0] * 2
        if rng.random() < 0.1:
            tokens = tokens[: rng.randint(1, 4)]
        return " ".join([leader if rng.random() < 0.9 else rng.choice(SEATS), *tokens])

    return scramble
