"""What the judge answers about the tricks, results and tribute of a match is what the audit computed for it."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest

from paipu.ingest.source import RawRecord
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.climbing.states import ClimbingState
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.family import hand_views
from paipu.replay.findings import Kind
from paipu.replay.question import (
    LAST,
    Places,
    ScoreSheet,
    Situation,
    Told,
    Verdict,
    judge_climb,
    judge_due,
    judge_finish,
    judge_first_leader,
    judge_follow,
    judge_incidents,
    judge_lead,
    judge_play,
    judge_result,
    judge_trick,
)
from paipu.replay.record import GameRecord, Hand
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS, sheet_of
from paipu.replay.states import HandView, Seen
from paipu.replay.tricks.states import State
from paipu.samples import FAULTS
from tests.made import must_parse, sample
from tests.samples.test_faults import faulty

MATCHES = 1
TRICKS = [key for key in TRICK_SHEETS if key != "shengji-botzone"]
CLIMBING = list(CLIMBING_SHEETS)


@cache
def matches(sheet: str) -> list[tuple[GameRecord, Audit]]:
    found = []
    for document in sample(11, MATCHES, 0.0, sheet=sheet):
        parsed = must_parse(document, RawRecord(b"", "sample", None))
        found.append((parsed.record, audit(parsed.record)))
    return found


def hands(sheet: str) -> Iterator[tuple[GameRecord, Hand, ComputedHand, ComputedHand | None]]:
    """Each hand with its computed result, and that of the hand before."""
    for record, verdict in matches(sheet):
        before = None
        for hand, computed in zip(record.hands, verdict.hands, strict=True):
            yield record, hand, computed, before
            before = computed


def levels_before(sheet: RuleSheet, before: ComputedHand | None) -> Mapping[str, str]:
    """The levels before a hand; after one that won a game at the last level the next game begins anew."""
    return (before.levels or {}) if before is not None else dict.fromkeys(sheet.sides, sheet.first_level)


@pytest.mark.parametrize("key", TRICKS)
def test_who_wins_each_trick_is_what_the_audit_computed(key: str) -> None:
    looked = 0
    for record, hand, computed, _ in hands(key):
        situation = Situation(key, computed.level or "", computed.trump or "", record.options)
        winners = []
        for trick in hand.tricks or ():
            first = judge_trick(situation, trick)[0]
            winners.append(first.values["winner"])
            assert judge_trick(situation, trick, "leads")[0].values["leads"] == [first.values["winner"]]
        assert "".join(map(str, winners)) == (computed.winners or "")
        looked += len(winners)
    assert looked > 100


@pytest.mark.parametrize("key", TRICKS)
def test_who_leads_the_first_trick_is_who_led(key: str) -> None:
    for record, hand, computed, _ in hands(key):
        if hand.tricks and computed.dealer is not None:
            situation = Situation(key, computed.level or "", "", record.options)
            asked = [f"{action.seat} {action.show or '-'}" for action in (hand.kitty or ())[1:]]
            found = judge_first_leader(situation, computed.dealer, hand.bids or (), asked)
            assert hand.tricks[0][0] in (found.values["leads"] or ())  # type: ignore[operator] # a list of seats


@pytest.mark.parametrize("key", TRICKS)
def test_what_a_hand_comes_to_is_what_the_audit_computed(key: str) -> None:
    looked = 0
    for record, hand, computed, before in hands(key):
        if computed.trick_points is None or hand.tricks is None:
            continue
        sheet = sheet_of(record)
        levels = levels_before(sheet, before) if sheet.key != "shuangkou" else None
        thrown = [trick for trick in hand.tricks if ">" in trick]
        if thrown or (levels is not None and set(levels) != set(sheet.sides)):
            continue
        told = ScoreSheet(
            banker=computed.dealer,
            attackers=computed.trick_points,
            kitty_points=computed.kitty_points,
            last=hand.tricks[-1],
            levels=levels,
            bids=hand.bids or (),
            asked=[f"{action.seat} {action.show or '-'}" for action in (hand.kitty or ())[1:]],
            incidents=hand.incidents,
            failures=0,
            earlier=0,
        )
        situation = Situation(key, computed.level or "", computed.trump or "", record.options)
        found = {verdict.kind: verdict for verdict in judge_result(situation, told)}
        result = found["result"].values
        assert result["attackers"] == computed.attackers
        assert result.get("levels") == computed.levels
        assert result.get("score") == computed.score
        if levels is not None:
            assert found["banker"].values["next_banker"] == computed.next_dealer
        if computed.kitty_points is not None:
            assert found["kitty"].values["multiplier"] == computed.multiplier
        assert [verdict.kind for verdict in judge_incidents(situation, told)] == ["incident"] * len(hand.incidents)
        looked += 1
    assert looked > 5


@pytest.mark.parametrize("key", CLIMBING)
def test_who_wins_each_climbing_trick_is_what_the_audit_computed(key: str) -> None:
    looked = 0
    for record, hand, computed, _ in hands(key):
        sheet = sheet_of(record)
        situation = Situation(key, computed.level or "", "", record.options)
        left = dict.fromkeys(sheet.seats, 27)
        for text in hand.tribute or ():
            left[text[0]] -= 1
            left[text[2]] += 1
        out, tricks = "", hand.tricks or ()
        for number, trick in enumerate(tricks):
            before = out
            out, marked = play_on(sheet, left, out, trick)
            assert judge_climb(situation, marked, before)[0].values["winner"] == (computed.winners or "")[number]
            leads = judge_climb(situation, marked, before, "leads")[0].values["leads"]
            assert leads == ([tricks[number + 1][0]] if number + 1 < len(tricks) else [])
            looked += 1
    assert looked > 50


def play_on(sheet: RuleSheet, left: dict[str, int], out: str, trick: str) -> tuple[str, str]:
    """The seats that are out after a trick, counted card by card, and the trick, the last play of a seat marked."""
    leader, *plays = trick.split(" ")
    marked = [leader]
    seat = sheet.seats.index(leader)
    for play in plays:
        name = sheet.seats[seat]
        left[name] -= len(split_cards(play.partition("=")[0])) if play != "-" else 0
        marked.append(play)
        if not left[name] and name not in out:
            out += name
            marked[-1] += LAST
        seat = next(
            ((seat + step) % len(sheet.seats) for step in range(1, 7) if left[sheet.seats[(seat + step) % len(left)]]), seat
        )
    return out, " ".join(marked)


@pytest.mark.parametrize("key", CLIMBING)
def test_what_a_finishing_order_comes_to_is_what_the_audit_computed(key: str) -> None:
    looked = 0
    for record, hand, computed, earlier in hands(key):
        if computed.finish is None:
            continue
        before = None if hand.tribute is None and not hand.resisted else earlier  # the first hand of a game has no tribute
        sheet = CLIMBING_SHEETS[key].configured(record.options)
        levels = levels_before(sheet, before) if sheet.levels is not None else None
        in_force = None
        if before is not None and before.finish is not None and levels is not None:
            in_force = next(side for side in sheet.sides if before.finish[0] in side)
        told = Places(computed.finish, levels, in_force, hand.incidents)
        found = {
            verdict.kind: verdict for verdict in judge_finish(Situation(key, computed.level or "", "", record.options), told)
        }
        assert found["result"].values.get("levels") == computed.levels
        assert found["result"].values.get("points") == computed.points
        looked += 1
    assert looked > 5


@pytest.mark.parametrize("key", [key for key in CLIMBING if key.startswith("guandan")])
def test_who_pays_whom_is_what_was_recorded_where_the_audit_found_nothing(key: str) -> None:
    looked = 0
    for record, hand, computed, before in hands(key):
        if hand.tribute is None or before is None or before.finish is None or hand.deal is None or hand.no == 1:
            continue
        if not hand.tribute and not hand.resisted:
            continue
        told = Told(before.finish, {seat: cards.replace(" ", "") for seat, cards in hand.deal.items()}, {})
        found = {each.kind: each for each in judge_due(Situation(key, computed.level or "", "", record.options), told)}
        assert found["resist"].values["open"] is hand.resisted
        if hand.resisted:
            assert hand.tricks is None or [hand.tricks[0][0]] == found["leads"].values["leads"]
            continue
        gifts = {gift["from"]: gift for gift in found["pays"].values["gifts"]}  # type: ignore[attr-defined] # a list of gifts
        paid = [text for text in hand.tribute if text[0] in gifts]
        assert len(paid) == len(gifts)
        for text in paid:
            assert text[2] in gifts[text[0]]["to"]
            assert text[4:] in gifts[text[0]]["cards"]
        leads = found["leads"].values["leads"]
        assert hand.tricks is None or hand.tricks[0][0] in leads  # type: ignore[operator] # a list of seats
        looked += 1
    assert looked > 3


# --- every play -------------------------------------------------------------------------------------------------

OF_THE_COURSE = frozenset(
    {
        *(
            "LEAD-WINNER",
            "LEAD-BANKER",
            "LEAD-SIDE",
            "LEAD-AFTER-OUT",
            "LEAD-OUT",
            "LEAD-STOPPED",
            "LEAD-RECORD",
            "STOPPED-PLAYED",
        ),
        *("LEAD-TRIBUTE", "LEAD-RESISTED", "LEAD-NEITHER", "LEAD-EXPOSED", "TRICK-PLAYS", "PLAY-REENTRY", "PLAY-AFTER-END"),
        *("CARD-COPIES", "READING-DECIDES", "THROW-FOLLOW"),
    }
)
"""What a play is found to be by what went before it, or by cards of others: a question about it alone tells nothing of that."""


def of_play(view: HandView[Any, Any, Any, Any], before: Seen, after: Seen) -> Verdict | None:
    """What the judge says of a play that was made, asked about alone; None where the hand is not known."""
    seat, hands = after.seat or "", {seat: "".join(cards) for seat, cards in before.hands.items()}
    record, known = view.record, "??" not in hands[seat]
    if isinstance(after, State):
        situation = Situation(record.sheet, view.result.computed.level, view.result.computed.trump, record.options)
        if after.play > 1:
            lead = after.table[0][1]
            return judge_follow(situation, lead=lead, hand=hands[seat], play=after.cards or "") if known else None
        others = {other: cards for other, cards in hands.items() if other != seat}
        made = f"{after.attempted}>{after.cards}" if after.attempted else after.cards or ""
        whole = known and not any("??" in cards for cards in others.values())
        return judge_lead(situation, hand=hands[seat], play=made, seat=seat, others=others) if whole else None
    assert isinstance(after, ClimbingState)
    assert after.made is not None
    situation = Situation(record.sheet, view.result.level, "", record.options)
    lying = [each for each in after.table[:-1] if each.reading is not None]
    if not known or (after.play > 1 and not lying):
        return None
    told = [f"{each.cards}={each.declared}" if each.declared else each.cards for each in (*lying[-1:], after.made)]
    return judge_play(situation, table=told[0] if lying else None, play=told[-1], hand=hands[seat])


def disagreements(key: str, kind: str, every: int) -> tuple[int, list[str]]:
    """How many plays of a match with a fault were asked about, each wrong one and one in so many others, and what differs."""
    looked, differs = 0, []
    for document in islice(faulty(key, kind), 1):
        parsed = must_parse(json.dumps(document, ensure_ascii=False).encode(), RawRecord(b"", "sample", None))
        found: dict[tuple[int | None, int | None, int | None], set[str]] = {}
        for each in audit(parsed.record).findings:
            if "/tricks/" in each.where.pointer and each.kind is not Kind.OPEN and each.code not in OF_THE_COURSE:
                found.setdefault((each.where.at_hand, each.where.trick, each.where.play), set()).add(each.code)
        for view in hand_views(parsed.record):
            for before, after in pairwise(view.states()):
                place = (view.number, after.trick, after.play)
                if place not in found and after.ply % every:
                    continue
                said = of_play(view, before, after)
                code = said.finding.code if said is not None and said.finding is not None else None
                looked += said is not None
                if said is not None and code not in OF_THE_COURSE and code not in found.get(place, {None}):
                    differs.append(f"{kind} {place}: {code}, not {found.get(place)}")
    return looked, differs


@pytest.mark.parametrize("key", list(FAULTS))
def test_what_is_said_of_a_play_is_what_the_audit_found_of_it(key: str) -> None:
    kinds = [kind for kind in FAULTS[key] if kind.startswith(("revoke", "throw", "play", "reading"))]
    asked = [disagreements(key, kind, 40) for kind in kinds[:: len(kinds) // 2]]
    assert [line for _, lines in asked for line in lines] == []
    assert sum(looked for looked, _ in asked) > 5


@pytest.mark.deep
@pytest.mark.parametrize("key", list(FAULTS))
def test_what_is_said_of_any_play_is_what_the_audit_found_of_it(key: str) -> None:
    assert [line for kind in FAULTS[key] for line in disagreements(key, kind, 9)[1]] == []
