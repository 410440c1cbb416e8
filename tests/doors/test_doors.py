"""Every door says the same of a situation, and what the rule notes say: audit, judge, page view, what-if, ruling, standings.

A situation is put to each door that can be asked it. What one says of it is compared with what the table has, and the clause
with that of the audit.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import pytest

from paipu.analytics.plays import plays_of
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.computed import Audit
from paipu.replay.event.match import match_of
from paipu.replay.family import hand_view
from paipu.replay.findings import Finding, Kind, Severity
from paipu.replay.question import (
    Places,
    ScoreSheet,
    Situation,
    Told,
    Verdict,
    Word,
    judge_climb,
    judge_conduct,
    judge_declarations,
    judge_due,
    judge_finish,
    judge_follow,
    judge_gift,
    judge_play,
    judge_result,
    judge_time,
    judge_trick,
)
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident, MatchClaims, Start
from paipu.replay.ruling import propose_for_finding
from paipu.replay.ruling.alleged import matter_of
from paipu.replay.sheets import SHEETS, sheet_of
from paipu.replay.states import Seen
from paipu.replay.whatif import Bids as OtherBids
from paipu.replay.whatif import Play as OtherPlay
from paipu.replay.whatif import Tribute as OtherTribute
from paipu.replay.whatif import what_if
from tests.analytics.derived import tally_rows
from tests.cases import Row, all_rows, tricks
from tests.cases.climbing import DAGUAI, levels_of, points_of
from tests.oracle.cards import next_seat
from tests.rules.climbing_build import deal_around, rise_of
from tests.rules.test_second_reader_rulings import SHEETS_READ, issued, moment
from tests.rules.test_second_reader_rulings import record_of as hand_read
from tests.rules.tricks_build import SK

SEATS: Final = "ENWS"
OTHERS: Final = 10
"""Of the rows that are no worked cases every tenth is asked in each run."""


def situations(kind: str, *, others: bool = False) -> pytest.MarkDecorator:
    """The worked cases of a kind in the tables of `tests/cases`; and some of the `others`, all of them in a deep run."""
    rows = [row for row in all_rows() if row.kind == kind and (row.worked or others)]
    named = [(row.worked or number % OTHERS == 0, f"{number}-{row.case}-{row.sheet}", row) for number, row in enumerate(rows)]
    marks = {True: (), False: (pytest.mark.deep,)}
    return pytest.mark.parametrize("asked", [pytest.param(row, id=name, marks=marks[often]) for often, name, row in named])


def faults(record: GameRecord, pointer: str, play: int | None = None) -> list[Finding]:
    """What the audit finds wrong, or for the referee, at a place."""
    found = [each for each in audit(record).findings if each.kind is not Kind.OPEN and each.where.pointer == pointer]
    return [each for each in found if play in {None, each.where.play}]


def shown(record: GameRecord, number: int = 0) -> list[Seen]:
    """The states of a hand, as the page and the command show them."""
    return list(hand_view(record, number).states())


def same(judged: Verdict, found: Sequence[Finding], before: Sequence[Verdict] = ()) -> None:
    """The judge says of something what the audit finds of it.

    A record tells whether what came `before` was taken at the table; where it was not asked, the judge rests on what that does.
    """
    assert [judged.code] == [each.code for each in found][:1]
    assert judged.clause == found[0].clause
    resting = {option for each in before for option in each.options} - set(found[0].options)
    assert judged.basis == found[0].basis or resting & set(judged.options)
    assert set(judged.options) - resting == set(found[0].options)


# --- plays ---------------------------------------------------------------------------------------------------


def on_record(asked: Row, play: str) -> GameRecord:
    """A hand of which only a trick is on record: what lies there, and a play on it, or a lead."""
    seats = len(SHEETS[asked.sheet].seats)
    trick = " ".join([SHEETS[asked.sheet].seats[0], *([asked["table"]] if asked.get("table") else []), play])
    passes = seats - 1 if not asked.wrong or asked.get("basis") == "disputed" else seats - 2 if asked.get("table") else 0
    start = Start(levels=dict.fromkeys(SHEETS[asked.sheet].sides, asked.level)) if asked.sheet != "daguai" else None
    hand = Hand(no=1, level=asked.level, tricks=(" ".join([trick, *["-"] * passes]),))
    return GameRecord(id="d", sheet=asked.sheet, start=start, hands=(hand,))


@situations("play")
def test_a_play(asked: Row) -> None:
    table, play, beats = asked.get("table"), asked["play"], not asked.wrong
    place = 1 if table is None else 2
    situation, record = Situation(asked.sheet, asked.level), on_record(asked, play)
    judged = judge_play(situation, table=table, play=play)
    found = [each for each in faults(record, "/hands/0/tricks/0", place) if not each.code.startswith("READING-AMBIGUOUS")]
    if asked.get("basis") == "disputed":
        assert judged.word is Word.DISPUTED
        return same(judged, found)
    assert judged.word is (Word.LEGAL if beats else Word.ILLEGAL)
    computed = audit(record).hands[0]
    if beats:
        assert not found
        winner = SHEETS[asked.sheet].seats[place - 1]
        assert computed.winners == winner
        assert shown(record)[-1].winner == winner
        assert judge_climb(situation, (record.hands[0].tricks or ("",))[0])[0].values["winner"] == winner
    else:
        same(judged, found)
        assert computed.types is not None
        assert computed.types[0][place - 1] is None or table is not None
        ruled_on(record, found[0], situation)
    if table is not None:
        instead = what_if(on_record(asked, "-"), 1, OtherPlay((1, 2), play))
        assert [each.code for each in instead.verdicts][:1] == ([] if beats else [judged.code])
    return None


def ruled_on(record: GameRecord, finding: Finding, situation: Situation) -> None:
    """What a referee is offered for what is found stands on the clause that the judge names for it, where one is printed."""
    matter = matter_of(record, finding)
    if matter is None:
        return
    assert (matter.code, matter.incident.seat) == (finding.code, finding.seat)
    offered = propose_for_finding(record, finding, noticed=matter.incident.at)
    printed = next((each for each in offered if each.form == "printed" and each.applies), None)
    incident = Incident(kind=matter.incident.kind, seat=matter.incident.seat, at=(1, 2), noticed=(1, 2))
    if printed is not None and SHEETS[record.sheet].family == "climbing" and matter.incident.at == (1, 2):
        [verdict] = judge_conduct(situation, Places(incidents=[incident], trick=(record.hands[0].tricks or ("",))[0]))
        assert verdict.clause == printed.clause


@situations("follow")
def test_a_follow(asked: Row) -> None:
    lead, hand_of_n, made, legal = asked["lead"], asked["hand"], asked["play"], not asked.wrong
    judged = judge_follow(tricks.asked(asked), lead=lead, hand=hand_of_n, play=made)
    assert judged.word is (Word.LEGAL if legal else Word.ILLEGAL)

    def with_play(play: str) -> GameRecord:
        cards = split_cards(hand_of_n)
        left = dict.fromkeys(SEATS, max(len(cards), len(split_cards(lead))))
        return tricks.record_of(asked, tricks=(f"E {lead} {play}",), left=left, deal={"N": " ".join(cards)})

    if not tricks.on_record(asked):
        return
    found = faults(with_play(made), "/hands/0/tricks/0", 2)
    other = next(each for each in judged.allowed if each != made) if judged.total != 1 else None
    if not legal:
        same(judged, found)
        matter = matter_of(with_play(made), found[0])
        assert matter is not None
        assert (matter.code, matter.incident.seat, matter.incident.at) == (judged.code, "N", (1, 2))
    else:
        assert not found
    for allowed in judged.allowed:
        assert not faults(with_play(allowed), "/hands/0/tricks/0", 2)
    if other is not None:
        verdicts = what_if(with_play(other), with_play(other).hands[0].no, OtherPlay((1, 2), made)).verdicts
        assert [each.code for each in verdicts] == ([] if legal else [judged.code])


@situations("trick", others=True)
def test_who_wins_a_trick(asked: Row) -> None:
    trick, winner = asked["trick"], asked["winner"]
    assert judge_trick(tricks.asked(asked), trick, "leads")[0].values["leads"] == [winner]
    assert shown(tricks.of_trick(asked))[-1].winner == winner


# --- before play ---------------------------------------------------------------------------------------------


@situations("bids", others=True)
def test_declarations(asked: Row) -> None:
    bids, record = asked["bids"], tricks.of_bids(asked, asked["bids"])
    bidding = judge_declarations(Situation(asked.sheet, asked.level), bids, asked.get("banker"))
    for number in asked["illegal"]:
        found = [each for each in faults(record, f"/hands/0/bids/{number}") if each.code.startswith("BID-")]
        same(bidding.bids[number], found, bidding.bids[:number])
    result = audit(record).hands[0]
    if not asked["illegal"]:
        assert (result.trump, result.dealer) == (asked.get("trump"), asked.get("bank"))
    *before, last = bids
    if before:
        instead = what_if(tricks.of_bids(asked, before), record.hands[0].no, OtherBids((*before, last))).verdicts
        codes = [each.code for each in instead if each.where.pointer == f"/hands/0/bids/{len(before)}"]
        assert codes[:1] == ([bidding.bids[-1].code] if len(before) in asked["illegal"] else [])


@cache
def dealt(level: str, top: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Whole hands of which the highest cards are those told."""
    holds = {seat: cards for seat, cards in top if len(split_cards(cards)) > 1 or cards == "BJ"}
    highest = {seat: cards for seat, cards in top if seat not in holds}
    jokers = {"BJ"} if not any("BJ" in cards for _, cards in top) else set[str]()
    payers = [seat for seat, _ in top]
    barred = dict.fromkeys(payers, jokers)
    others = [seat for seat in SEATS if seat not in payers]
    spread = {} if holds else {others[0]: "BJBJ"}
    hands = deal_around({**holds, **spread}, top=highest, barred=barred, level=level)
    return {seat: " ".join(cards) for seat, cards in hands.items()}


@situations("due")
def test_tribute(asked: Row) -> None:
    situation = Situation(asked.sheet, asked.level)
    deal = dealt(asked.level, tuple(asked["top"].items()))
    hands = {seat: cards.replace(" ", "") for seat, cards in deal.items()}
    found = {each.kind: each for each in judge_due(situation, Told(asked["before"], hands, {}))}
    gifts = {gift[0]: (gift[2], gift[4:]) for gift in asked["gifts"]}
    pays: Mapping[str, Any] = found["pays"].values
    assert set(pays["payers"]) == set(gifts)
    for gift in pays.get("gifts", ()):
        taker, card = gifts[gift["from"]]
        assert taker in gift["to"]
        assert card in gift["cards"]
        single = judge_gift(situation, card=card, hand=hands[gift["from"]], double=len(gifts) > 1)
        assert (single.word, card in single.allowed) == (Word.LEGAL, True)
    assert found["resist"].values["open"] is not bool(gifts)
    assert found["leads"].values["leads"] == sorted(asked["leads"], key=SEATS.index)

    def paid(moves: Sequence[str], lead: str) -> GameRecord:
        first = Hand(no=1, claims=HandClaims(finish=asked["before"]))
        hand = Hand(no=2, level=asked.level, deal=deal, tribute=tuple(moves), resisted=not moves, lead=lead)
        return GameRecord(id="d", sheet=asked.sheet, start=Start(levels=_before(asked)), hands=(first, hand))

    returns = [f"{gift[2]}>{gift[0]} {low(asked, hands[gift[2]])}" for gift in asked["gifts"]]
    moves = [*asked["gifts"], *returns]
    for lead in SEATS:
        record = paid(moves, lead)
        wrong = [
            each for each in audit(record).findings if each.where.pointer.startswith("/hands/1/") and each.kind is Kind.FAIL
        ]
        assert [each.code.partition("-")[0] for each in wrong] == ([] if lead in asked["leads"] else ["LEAD"])
        if lead not in asked["leads"]:
            assert {wrong[0].clause} & set(found["leads"].clauses)
    setting = audit(paid(moves, asked["leads"][0])).hands[1].setting
    if asked["gifts"]:
        assert set(setting.owes or "") == set(gifts)
    else:
        anyway = what_if(paid((), "N"), 2, OtherTribute((f"{asked['before'][-1]}>N BJ",))).verdicts
        assert {each.code for each in anyway} & {"TRIBUTE-NONE", "TRIBUTE-PAID-ANYWAY"}


def _before(asked: Row) -> Mapping[str, str]:
    """Levels before a hand after which NS play at the level."""
    by = rise_of(asked.sheet, asked["before"])
    ranks = SHEETS[asked.sheet].ladder
    return {"EW": "3", "NS": ranks[ranks.index(asked.level) - by] if ranks.index(asked.level) >= by else "2"}


def low(asked: Row, hand: str) -> str:
    """A card that may be returned out of a hand: a low one that is no level card."""
    return next(card for card in split_cards(hand) if card[0] in "346789" and card[0] != asked.level)


# --- results -------------------------------------------------------------------------------------------------


def account(record: GameRecord, result: Audit) -> Mapping[str, str] | None:
    """The levels that standings take from a record."""
    ladder, grades = SHEETS[record.sheet].ladder, match_of(record, result).computed.grades
    return {side: ladder[min(at, len(ladder) - 1)] for side, at in zip(SHEETS[record.sheet].sides, grades or (), strict=False)}


def claim(record: GameRecord, **claims: Any) -> list[Finding]:
    """What is wrong with claims of the only hand."""
    [hand] = record.hands
    kept = {name: getattr(hand.claims, name) for name in ("attackers", "finish")}
    told_so = Hand(no=hand.no, level=hand.level, dealer=hand.dealer, claims=HandClaims(**{**kept, **claims}))
    with_claims = GameRecord(id="d", sheet=record.sheet, start=record.start, hands=(told_so,))
    return [each for each in audit(with_claims).findings if each.severity is Severity.ERROR]


@situations("score", others=True)
def test_what_a_hand_of_tricks_comes_to(asked: Row) -> None:
    if asked.sheet == SK or "winner" in asked.told:
        return  # there is nothing that standings take from a hand
    record = tricks.of_score(asked)
    result = audit(record)
    assert account(record, result) == tricks.levels_of(asked["after"])


@situations("finish")
def test_what_a_finishing_order_comes_to(asked: Row) -> None:
    finish, own = asked["finish"], asked.get("own")
    levels = None if asked.sheet == DAGUAI else levels_of(asked.get("levels", "22"))
    places = Places(finish, levels, own, failures=0)
    found = {each.kind: each for each in judge_finish(Situation(asked.sheet, "2"), places)}
    level = (levels or {}).get(own or "")
    start = Start(levels=levels) if levels else None
    hand = Hand(no=5 if own else 1, level=level, claims=HandClaims(finish=finish))
    record = GameRecord(id="d", sheet=asked.sheet, start=start, hands=(hand,))
    result = audit(record)
    if levels is None:
        assert found["result"].values["points"] == points_of(asked["after"]) == result.hands[0].points
        [wrong] = claim(record, points=dict(zip(("135", "246"), (2, 0), strict=True)))
        assert (wrong.code, wrong.clause) == ("CLAIM-PLACE-POINTS", found["result"].clause)
        return
    after = levels_of(asked["after"])
    assert found["result"].values["levels"] == after == result.hands[0].levels
    assert found["over"].values["winner"] == asked.get("winner")
    if asked.sheet != "guandan-2":  # of which one game is not the match
        assert result.match.winner == asked.get("winner")
        assert account(record, result) == after
        for key in ("points", "score"):
            counted = getattr(result.match, key)
            assert (
                found["points"].values.get(key, {}) == counted if "points" in found else not asked.get("winner") or not counted
            )
    assert not claim(record, levels=after)
    side = next(side for side in SHEETS[asked.sheet].sides if finish[0] in side)
    [wrong] = claim(record, levels={**after, side: "9"})
    assert (wrong.code, wrong.clause) == (found["result"].code, found["result"].clause)


@situations("time", others=True)
def test_who_wins_at_time(asked: Row) -> None:
    levels, winner, banker = tricks.levels_of(asked["levels"]), asked.get("winner"), asked.get("banker")
    judged = judge_time(Situation(asked.sheet, "2"), levels, banker)
    assert judged.values["winner"] == winner
    before, dealer, finished = levels, banker, None
    if asked.sheet == "chaodipi":  # there a hand is played to its end: the bank was held, and rose by one
        side, ladder = next(side for side in ("EW", "NS") if asked["banker"] in side), SHEETS[asked.sheet].ladder
        before = {**levels, side: ladder[ladder.index(levels[side]) - 1]}
        dealer, finished = next_seat(asked["banker"], 2), HandClaims(attackers=75, levels=levels, next_dealer=banker)
    level = before["NS" if dealer is not None and dealer in "NS" else "EW"]
    record = GameRecord(
        id="d",
        sheet=asked.sheet,
        start=Start(levels=before, dealer=dealer),
        hands=(Hand(no=4, level=level, dealer=dealer, claims=finished),),
        claims=MatchClaims(reason="time"),
    )
    result = audit(record)
    sides = SHEETS[asked.sheet].sides
    taken = match_of(record, result).computed
    assert result.match.winner == winner
    assert taken.winner == (sides.index(winner) if winner else None)
    for key in ("points", "score"):
        expected = asked.get(key, {})
        assert judged.values.get(key, {}) == expected
        assert getattr(result.match, key) == expected
        assert dict(zip(sides, getattr(taken, key) or (), strict=False)) == expected
    rows = {row.unit: row for row in tally_rows(record, result, [plays_of(sheet_of(record), each) for each in record.hands])}
    if winner is not None and "matches_won" in next(iter(rows.values()))._fields:
        shares = {unit: row.matches_won for unit, row in rows.items() if unit in sides}
        assert {unit for unit, share in shares.items() if share is not None and share.numerator} <= {winner}


# --- faults --------------------------------------------------------------------------------------------------

FAULTS: Final = [
    (sheet, case)
    for sheet, cases in SHEETS_READ.items()
    for case in cases
    if "differs" not in case and not any("amount" in fault or "form" in fault for fault in case["faults"])  # nobody weighs it
]


def noted(fault: Mapping[str, Any]) -> Incident:
    """A fault as the table notes it; over time it was still when the seconds had been counted."""
    return Incident(
        step="warning" if fault["kind"] == "timeout" else None,
        kind=fault["kind"],
        seat=fault["seat"],
        at=moment(fault["at"]),
        noticed=moment(fault["noticed"]),
        cards=fault.get("cards"),
        seconds=fault.get("seconds"),
    )


@pytest.mark.parametrize(("sheet", "case"), FAULTS, ids=[case["id"] for _, case in FAULTS])
def test_a_fault(sheet: str, case: Mapping[str, Any]) -> None:
    """What the judge says faults do is what the proposed rulings do: to levels, scores, and who wins."""
    bare = hand_read(sheet, case["hand"])
    *earlier, last = case["faults"]
    record = bare
    for fault in earlier:
        record, _, _ = issued(record, fault)
    record, proposal, _ = issued(record, last)
    result = audit(record)
    incidents = [noted(fault) for fault in case["faults"]]
    hand = case["hand"]
    if SHEETS[sheet].family == "climbing":
        levels = dict.fromkeys(SHEETS[sheet].sides, hand["level"]) if SHEETS[sheet].counts_levels else None
        verdicts = judge_finish(Situation(sheet, hand["level"]), Places(hand["finish"], levels, None, incidents))
    else:
        start = bare.start.levels if bare.start is not None else dict.fromkeys(SHEETS[sheet].sides, hand["level"])
        told_of = ScoreSheet(
            banker=hand["dealer"],
            attackers=hand["attackers"],
            levels=start if SHEETS[sheet].counts_levels else None,
            incidents=incidents,
            failures=0,
            earlier=0,
        )
        verdicts = judge_result(Situation(sheet, hand["level"], "s"), told_of)
    found = {each.kind: each for each in verdicts}
    values = found["result"].values
    assert proposal.clause in {None, *found["incident"].clauses}  # of several the last
    if "attackers" in values:  # of a hand told by its score sheet the points are what was written down, penalties in it
        assert values["attackers"] == hand["attackers"] + (result.hands[0].penalties or 0)
    elif "levels" in values and not values.get("lost"):
        assert values["levels"] == result.hands[0].levels
    if values.get("lost"):
        assert values.get("winner", result.match.winner) == result.match.winner is not None
        assert values.get("levels", result.match.levels) == result.match.levels
        assert values.get("score", {}) == (result.match.score if "levels" not in values else {})
        assert "over" not in found or found["over"].values["winner"] == result.match.winner
    elif "score" in values:
        assert values["score"] == result.hands[0].score
    if "points" in values:
        assert values["points"] == result.hands[0].points
    if "banker" in found and not result.hands[0].penalties:
        assert found["banker"].values["next_banker"] == result.hands[0].next_dealer
