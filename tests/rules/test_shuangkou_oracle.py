"""The sheet `shuangkou` against an independent brute-force referee, on random small hands, random full hands, random faults.

Where the two are known to differ the engine's reading binds: an illegal bid that the table accepted may stand; an incident
`concealed` that was noticed in its trick is a wrong card (D-SK-13).
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from paipu.replay.audit import audit
from paipu.replay.checks import render
from paipu.replay.computed import Audit
from paipu.replay.family import hand_view
from paipu.replay.findings import Kind
from paipu.replay.record import Hand, HandClaims, Incident, KittyAction, MatchClaims
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import TRICK_SHEETS, options_of
from paipu.replay.text import LANGS
from paipu.replay.tricks.bidding import judge_bids, parse_bid
from tests.many import many
from tests.oracle import shuangkou as sk
from tests.oracle.cards import JOKERS, SEATS, TWO_DECKS, cards_of, doubled, next_seat, seats_from, side_of, without
from tests.rules.build import KITTY, Table, match, score_sheet
from tests.rules.chance import TRUMPS, Dice, clumped_deal, random_follow, random_lead
from tests.rules.registry import told
from tests.rules.test_shengji_oracle import scrambler, thinned
from tests.rules.tricks_build import SK

SHEET: Final = TRICK_SHEETS[SK]
OPTIONS: Final = options_of(SK)
LEVELS: Final = "2345678"
FAULTS: Final = {
    "TRICK-SIZE": "count",
    "TRICK-FOLLOW-SUIT": "suit",
    "TRICK-FOLLOW-PAIR": "pair",
    "TRICK-FOLLOW-TRACTOR": "tractor",
    "LEAD-BANKER": "X-10",
    "LEAD-SIDE": "X-10",
    "LEAD-WINNER": "X-10",
    "THROW-BEATABLE": "SK-5.2.2",
    "THROW-PIECE": "SK-5.2.2",
}
"""The oracle's names of the faults that checks find."""
STOPPED: Final = {"THROW-UNBEATABLE", "THROW-ONE-UNIT"}


# ---------------------------------------------------------------------------------------- following, throws, winners


# ---------------------------------------------------------------------------------------- calling


def random_bids(rng: random.Random, level: str) -> list[str]:
    """Bids, most of them sensible."""
    bids = []
    for _ in range(rng.randint(1, 6)):
        card = level + rng.choice("shcd")
        other = level + rng.choice("shcd")
        shown = rng.choice([*[card] * 4, *[card * 2] * 6, "LJLJ", "BJBJ", "LJBJ", "LJ", card + other, rng.choice(TWO_DECKS)])
        bids.append(f"{rng.choice(SEATS)} {shown}")
    return bids


@many(800, 300_000)
def test_random_declarations(seeds: range) -> None:
    """The illegal bids, and the trump where they change nothing."""
    for seed in seeds:
        rng = random.Random(seed)
        level = rng.choice(LEVELS)
        bids = random_bids(rng, level)
        ours = judge_bids(SHEET.bids, map(parse_bid, bids), level, accept_illegal=False)
        assert (ours.trump, [index for index, _ in ours.faults]) == sk.declare(bids, level), bids
        assert ours.banker is None


def held_bids(rng: random.Random, deal: Mapping[str, Sequence[str]], level: str) -> list[str]:
    """Bids of cards that were dealt, now and then helped by the kitty."""
    bids = []
    for _ in range(rng.randint(1, 6)):
        seat = rng.choice(SEATS)
        cards = [*deal[seat], *(deal[KITTY] if rng.random() < 0.2 else ())]
        shown = [card for card in cards if card[0] == level or card in JOKERS]
        pairs = doubled(shown)
        if pairs and rng.random() < 0.7:
            bids.append(f"{seat} {rng.choice(pairs) * 2}")
        elif shown:
            bids.append(f"{seat} {rng.choice(shown)}")
    return bids


@many(10, 8_000)
def test_random_declarations_of_a_deal(seeds: range) -> None:
    """Through the audit, up to the first illegal bid; without one the trump is what was declared, or the kitty's."""
    for seed in seeds:
        rng = random.Random(seed)
        no = rng.randint(1, 8)
        dealer, level = sk.schedule(no)
        deal = clumped_deal(rng, rng.choice((0.5, 0.9)))
        bids = held_bids(rng, deal, level)
        trump, illegal = sk.declare(bids, level, deal=deal, dealer=dealer)
        upto = bids[: min(illegal, default=len(bids)) + 1]
        buried = (KittyAction(seat=dealer, bury="".join(deal[KITTY])),)
        hand = Hand(no=no, deal={part: " ".join(cards) for part, cards in deal.items()}, bids=tuple(upto), kitty=buried)
        result = audit(match(hand, sheet=SK))
        faults = {(finding.where.pointer, finding.clause) for finding in result.findings if finding.code.startswith("BID-")}
        if illegal:
            assert {pointer for pointer, _ in faults} == {f"/hands/0/bids/{min(illegal)}"}, (bids, told(result.findings))
            assert {clause for _, clause in faults} <= {"SK-2.2a", "SK-2.2b", "SK-2.2c"}
        else:
            assert not faults, (bids, told(result.findings))
            assert result.hands[0].trump == (trump or sk.kitty_trump(deal[KITTY]))
        assert result.hands[0].dealer == dealer


# ---------------------------------------------------------------------------------------- scores


def test_scores_of_every_result_and_fault() -> None:
    """Every number of points, each side's fault and both, under a bank of either side."""
    for points in (None, *range(-40, 400, 5)):
        for no in (1, 2):
            dealer, _ = sk.schedule(no)
            for guilty in ("", "E", "N", "ENS"):
                faults = tuple(Incident(kind="concealed", seat=seat, at=(3, 1), noticed=(4, 1)) for seat in guilty)
                sheet = score_sheet(points, no, incidents=faults, penalties=-40)
                expected = sk.hand_score(points, dealer, [side_of(seat) for seat in guilty])
                assert audit(match(sheet, sheet=SK)).hands[0].score == expected, (points, no, guilty)


def test_conversion_and_its_brackets() -> None:
    assert SHEET.schedule is not None
    for points in range(-40, 400):
        theirs = sk.big_points(points)
        assert SHEET.schedule.conversion.bracket(points) == (theirs.low, theirs.high)


@many(10, 20_000)
def test_random_matches(seeds: range) -> None:
    """Who wins and the match points, with wrong counts, plays out of turn and signals on the way."""
    for seed in seeds:
        rng = random.Random(seed)
        hands: list[Hand] = []
        scores: list[Mapping[str, int] | None] = []
        earlier: Counter[str] = Counter()
        signals = None
        for no in range(1, rng.randint(1, 8) + 1):
            points = rng.choice([*sk.PRINTED, 60] if rng.random() < 0.2 else [*sk.PRINTED])
            seat = rng.choice(SEATS)
            kind = rng.choice([*[""] * 6, "hand_count", "out_of_turn", "out_of_turn", *["signal"] * (rng.random() < 0.2)])
            incident = Incident(kind=kind, seat=seat, at=(3, 1), noticed=(4, 1))
            hands.append(score_sheet(points, no, incidents=(incident,) if kind else ()))
            scores.append(sk.hand_score(points, sk.schedule(no)[0], [side_of(seat)] if kind == "hand_count" else []))
            if kind == "out_of_turn":
                scores.append(sk.match_effect(kind, side_of(seat), earlier[side_of(seat)]))
                earlier[side_of(seat)] += 1
            if kind == "signal":
                signals = side_of(seat)
                break
        winner, points_of_match = sk.match_result(scores, signals)
        computed = audit(match(*hands, sheet=SK, claims=MatchClaims(reason="time"))).match
        assert (computed.winner, computed.points or None) == (winner, points_of_match), (seed, hands)


# ---------------------------------------------------------------------------------------- whole hands


def play_on(rng: random.Random, dice: Dice) -> tuple[Table, tuple[str, ...]]:
    """A hand of the schedule, called and played out with faults as the dice have them; the calls are legal."""
    dealer, level = sk.schedule(rng.randint(1, 8))
    deal = clumped_deal(rng, rng.choice((0.0, 0.5, 0.8, 0.95)))
    bids = held_bids(rng, deal, level)
    _, illegal = sk.declare(bids, level, deal=deal, dealer=dealer)
    legal = [bid for place, bid in enumerate(bids) if place not in illegal]
    trump = sk.declare(legal, level, deal=deal, dealer=dealer)[0] or sk.kitty_trump(deal[KITTY])
    pool = [*deal[dealer], *deal[KITTY]]
    bury = rng.sample(pool, 8)
    hands = {seat: list(deal[seat]) for seat in SEATS} | {dealer: without(pool, bury)}
    board = Table(level, trump, dealer, deal, bury, hands, dealer, rng, SK)
    while all(board.hands.values()):
        seat = rng.choice(SEATS) if rng.random() < dice.leader else board.leader
        lead = random_lead(board, seat)
        stood = stands(board, seat, lead, dice)
        failed = sorted(stood) != sorted(lead)
        given = {seat: "".join(lead) + (f">{''.join(stood)}" if failed else "")}
        made = [(seat, stood if failed else lead)]
        for turn in range(1, 4):
            other = next_seat(seat, turn)
            cards = random_follow(board, other, made[0][1], dice)
            given[other] = "".join(cards)
            made.append((other, cards))
        board.add(given, made)
    return board, tuple(legal)


def stands(board: Table, seat: str, lead: list[str], dice: Dice) -> list[str]:
    """What stands of a lead: as the rules have it, or, as often as the dice say, otherwise."""
    rng = board.rng
    parts = [list(part.cards) for part in sk.components(lead, board.level, board.trump)]
    if len(lead) > 1 and rng.random() < dice.throw * (1 if len(parts) > 1 else 0.2):
        return rng.choice([lead, *parts, rng.sample(lead, rng.randint(1, len(lead) - 1))])
    others = [board.hands[other] for other in SEATS if other != seat]
    test = sk.throw_test(lead, others, board.level, board.trump)
    return lead if test is None else list(rng.choice(sorted(test[0])))


def random_incidents(rng: random.Random, played: Sequence[str]) -> Iterator[Incident]:
    """Cards exposed, most of them held at the time, and wrong plays noticed in their trick or later."""
    tricks = len(played)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        at = (rng.randint(1, tricks), rng.randint(1, 4))
        later = rng.random() < 0.3
        noticed = (rng.randint(at[0] + 1, tricks + 1), 1) if later else (at[0], rng.randint(at[1], 4))
        seat, kind = rng.choice(SEATS), rng.choice(("exposed", "revoke"))
        cards = rng.sample(still_held(played, seat, at[0]), 1) if kind == "exposed" else []
        cards += rng.sample(TWO_DECKS, rng.randint(0 if cards else 1, 1))
        yield Incident(kind=kind, seat=seat, at=at, noticed=noticed, cards="".join(cards))


def still_held(played: Sequence[str], seat: str, trick: int) -> list[str]:
    """The cards that a seat goes on to play from a trick on."""
    plays = (dict(zip(seats_from(text[0]), text.split()[1:], strict=True)) for text in played[trick - 1 :])
    return [card for made in plays for card in cards_of(made[seat].rpartition(">")[2])]


def as_text(incident: Incident) -> dict[str, str]:
    """An incident as the oracle reads it."""
    assert incident.at is not None
    assert incident.noticed is not None
    places = {name: f"{trick}.{play}" for name, (trick, play) in (("at", incident.at), ("noticed", incident.noticed))}
    return {"kind": incident.kind, "seat": incident.seat, "cards": incident.cards or "", **places}


def number_of(board: Table, rng: random.Random) -> int:
    """A hand of the schedule with the board's banker and level."""
    return rng.choice([no for no in range(1, 17) if sk.schedule(no) == (board.dealer, board.level)])


@many(2, 8_000)
def test_random_full_hands(seeds: range) -> None:
    """Legality of each play, winners, points, the kitty, fines and the score; and claims, right and wrong."""
    for seed in seeds:
        rng = random.Random(seed)
        board, bids = play_on(rng, rng.choice((Dice(), Dice(0, 0, 0), Dice(0, 0.6, 0))))
        incidents = tuple(random_incidents(rng, board.tricks))
        verdict = sk.referee_hand(
            board.level, board.dealer, board.deal, bids, board.bury, board.tricks, [as_text(each) for each in incidents]
        )
        claims = HandClaims(
            winners="".join(verdict.winners),
            attackers=verdict.attackers,
            kitty_points=verdict.kitty_points,
            multiplier=verdict.multiplier,
            penalties=verdict.penalties,
            score=verdict.score,
            next_dealer=next_seat(board.dealer),
        )
        facts = board.hand(no=number_of(board, rng), bids=bids, incidents=incidents, claims=claims)
        result = audit(match(facts, sheet=SK, options={"match_hands": "32"}))
        case = (seed, board.level, board.trump, bids, board.tricks, incidents, told(result.findings))
        hand = result.hands[0]
        illegal = [
            (number, play, "tractor" if what == "pair" and has_sisters(board, number) else what)
            for number, play, what in verdict.illegal
        ]
        assert faults_found(result) == (sorted(illegal), verdict.stopped), case
        assert (hand.trump, hand.dealer, hand.winners) == (verdict.trump, board.dealer, "".join(verdict.winners)), case
        assert (hand.trick_points, hand.kitty_points) == (verdict.trick_points, verdict.kitty_points), case
        assert (hand.multiplier, hand.penalties) == (verdict.multiplier, verdict.penalties), case
        assert (hand.attackers, hand.score) == (verdict.attackers, verdict.score), case
        rest = [finding for finding in result.findings if finding.kind is not Kind.OPEN and finding.code not in SAID_OF_PLAYS]
        assert not rest, case
        check_wrong_claims(rng, facts, result)


SAID_OF_PLAYS: Final = {*FAULTS, *STOPPED, "INCIDENT-UNCONFIRMED", "INCIDENT-CARDS"}


def has_sisters(board: Table, number: int) -> bool:
    """Whether what was led to a trick, and stood, has sister pairs: a pair owed under it is owed as a part of them (X-17)."""
    lead = cards_of(board.tricks[number - 1].split()[1].rpartition(">")[2])
    return bool(sk.shape_of(lead, board.level, board.trump).tractors)


def faults_found(result: Audit) -> tuple[list[tuple[int, int, str]], list[int]]:
    """(trick, play, fault) of the plays at fault, and the tricks whose throw was taken back though nothing beat it."""
    illegal, stopped = [], []
    for finding in result.findings:
        at = finding.where
        if finding.code in STOPPED:
            stopped.append(at.trick or 0)
        elif finding.code in FAULTS:
            illegal.append((at.trick or 0, at.play or 0, FAULTS[finding.code]))
    return sorted(illegal), stopped


def check_wrong_claims(rng: random.Random, hand: Hand, result: Audit) -> None:
    """A claim that differs from the truth is found, as the one claim that is wrong."""
    claims = hand.claims
    assert claims is not None
    wrong: list[tuple[str, Any, tuple[str, ...]]] = [
        ("attackers", (claims.attackers or 0) + 5, ("CLAIM-ATTACKERS",)),
        ("kitty_points", (claims.kitty_points or 0) + 5, ("CLAIM-KITTY-POINTS",)),
        ("multiplier", (claims.multiplier or 0) + 1, ("CLAIM-MULTIPLIER",)),
        ("penalties", (claims.penalties or 0) + 10, ("CLAIM-PENALTIES", "PENALTY-")),
        ("next_dealer", hand.dealer, ("CLAIM-NEXT-DEALER",)),
    ]
    if claims.score is not None:
        other = {side: value + 1 for side, value in claims.score.items()}
        wrong.append(("score", other, ("CLAIM-SCORE", "CLAIM-SCORE")))
    name, value, codes = rng.choice(wrong)
    changed = replace(hand, claims=replace(claims, **{name: value}))
    verdict = audit(match(changed, sheet=SK, options={"match_hands": "32"}))
    assert verdict.hands == result.hands
    judged = [finding for finding in verdict.findings if finding.kind is not Kind.OPEN]
    new = [finding.code for finding in judged if "/claims/" in finding.where.pointer]
    assert len(new) == 1, told(verdict.findings)
    assert new[0].startswith(codes), told(verdict.findings)


# ---------------------------------------------------------------------------------------- partial knowledge, anything at all


@many(2, 6_000)
def test_what_is_not_known_is_never_a_fault(seeds: range) -> None:
    """Every verdict on a record with facts missing is one on the whole record too, code, place and seat; no claim is wrong."""
    for seed in seeds:
        rng = random.Random(seed)
        board, bids = play_on(rng, Dice(0.1, 0.4, 0.02))
        verdict = sk.referee_hand(board.level, board.dealer, board.deal, bids, board.bury, board.tricks)
        claims = HandClaims(
            winners="".join(verdict.winners),
            attackers=verdict.attackers,
            kitty_points=verdict.kitty_points,
            multiplier=verdict.multiplier,
            penalties=verdict.penalties,
            score=verdict.score,
        )
        hand = board.hand(no=number_of(board, rng), bids=bids, claims=claims)
        for _ in range(4):
            less = thinned(rng, hand)
            whole = audit(match(replace(hand, tricks=(hand.tricks or ())[: len(less.tricks or ())]), sheet=SK))
            part = audit(match(less, sheet=SK))
            assert on_plays(part) <= on_plays(whole), (seed, less, told(part.findings), told(whole.findings))
            others = [f for f in part.findings if f.kind is not Kind.OPEN and f.code not in {*SAID_OF_PLAYS, "MATCH-HANDS"}]
            assert not others, (seed, less, told(part.findings))


def on_plays(result: Audit) -> set[tuple[object, ...]]:
    """The verdicts on plays: code, place and seat."""
    at_fault = {*FAULTS, *STOPPED}
    return {(f.code, f.where.trick, f.where.play, f.seat) for f in result.findings if f.code in at_fault}


@many(2, 6_000)
def test_no_record_makes_the_engine_fail(seeds: range) -> None:
    """Whatever the notation allows gets a verdict under any options, its messages filled in, and can be stepped through."""
    for seed in seeds:
        rng = random.Random(seed)
        board, bids = play_on(rng, Dice(0.1, 0.3, 0.1))
        hand = thinned(rng, board.hand(no=rng.randint(1, 40)))
        change = scrambler(rng)
        places = [None, (0, 0), (rng.randint(1, 26), rng.randint(1, 4))]
        kinds = [
            *("hand_count", "kitty_count", "overdraw", "exposed", "revoke", "concealed", "failed_throw", "signal"),
            *("out_of_turn", "late", "timeout"),
        ]
        shows = [KittyAction(seat=rng.choice(SEATS), show=rng.choice(["2s2s", "BJBJ", "LJBJ"]))]
        hand = replace(
            hand,
            tricks=tuple(map(change, hand.tricks or ())),
            bids=rng.choice([bids, (), None, tuple(random_bids(rng, board.level))]),
            level=rng.choice([board.level, "A", None]),
            trump=rng.choice([board.trump, *TRUMPS, None]),
            dealer=rng.choice([*SEATS, None]),
            kitty=rng.choice([hand.kitty, (*shows, *(hand.kitty or ())), (*(hand.kitty or ()), *shows)]),
            incidents=tuple(
                Incident(kind=rng.choice(kinds), seat=rng.choice(SEATS), at=rng.choice(places), noticed=rng.choice(places))
                for _ in range(rng.choice((0, 1, 3)))
            ),
            claims=HandClaims(
                winners="".join(rng.choices(SEATS, k=rng.randint(0, 30))),
                attackers=rng.choice([None, rng.randint(-50, 300)]),
                penalties=rng.choice([None, -10]),
                multiplier=rng.choice([None, 0, 3]),
                score=rng.choice([None, {"EW": 3}, {"EW": 2, "NS": -2}]),
                next_dealer=rng.choice([*SEATS, None]),
            ),
        )
        chosen = {key: rng.choice(list(option.choices)) for key, option in OPTIONS.items() if rng.random() < 0.15}
        reason = rng.choice([None, "time", "forfeit", "ruling", "passed"])
        claims = MatchClaims(winner=rng.choice(["EW", "NS", None]), points={"EW": 2, "NS": 0}, reason=reason)
        record = match(hand, score_sheet(75, no=hand.no + 1), sheet=SK, options=chosen, claims=claims)
        result = audit(record)
        assert len(result.hands) == 2
        for finding in result.findings:
            assert all("{" not in render(finding, lang, TRICK) for lang in LANGS)
        assert all(state.hand == 0 for state in hand_view(record, 0).states())
