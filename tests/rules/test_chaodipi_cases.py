"""Every worked case of the rule notes for 炒地皮, through the public engine, as records that a table could have written."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Basis, Finding, Severity
from paipu.replay.question import Situation, Word, judge_lead
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims, Ruling
from tests.rules import build
from tests.rules.build import Table, after, answered, codes, only, score_sheet, verdicts

SHEET: Final = "chaodipi"
table = partial(build.table, sheet=SHEET)
ending = partial(build.ending, sheet=SHEET)
match = partial(build.match, sheet=SHEET)
Levels = Mapping[str, str]


def levels(ew: str, ns: str) -> Levels:
    """The levels of both sides."""
    return {"EW": ew, "NS": ns}


def leads_to(
    points: int, before: Levels, then: Levels, wrong: Levels, *, dealer: str = "N", next_dealer: str, **facts: Any
) -> Finding:
    """With these attackers' points the levels become `then`; the finding on a score sheet that has them wrong."""

    def sheet(claimed: Levels, **others: Any) -> GameRecord:
        given = score_sheet(points, dealer=dealer, levels=claimed, **facts, **others)
        return match(given, levels=before, dealer=dealer)

    right = sheet(then, next_dealer=next_dealer)
    assert not codes(right)
    assert after(right) == (then, next_dealer)
    return only(sheet(wrong))


# ---------------------------------------------------------------------------------------- points and levels


def test_CDP_T05_the_others_are_not_lowered() -> None:
    """(Back to 2 they could have been sent by 上天入地, of which a score sheet says nothing.)"""
    finding = leads_to(0, levels("6", "4"), levels("6", "A"), levels("5", "A"), next_dealer="S")
    assert (finding.code, finding.clause) == ("CLAIM-LEVELS", "CDP-4.2c")


def test_CDP_T05_no_points_played_out() -> None:
    """N holds the 25 highest trumps, so that nobody else wins a trick."""
    board = table({"N": build.top_trumps("4", "s", sheet=SHEET)}, level="4", dealer="N").finish()
    record = match(board.hand(), levels=levels("6", "4"), dealer="N")
    assert not codes(record)
    assert audit(record).hands[0].attackers == 0
    assert after(record) == (levels("6", "A"), "S")


# ---------------------------------------------------------------------------------------- 扛旗


def flag_hand(points: int, **claims: Any) -> Hand:
    """N carries the flag."""
    return score_sheet(points, dealer="N", level="flag", trump="NT", **claims)


@pytest.mark.parametrize(("winner", "code"), [("NS", None), ("EW", "CLAIM-MATCH-WINNER")])
def test_CDP_T11_95_points_end_the_game(winner: str, code: str | None) -> None:
    claims = MatchClaims(winner=winner, reason="passed")
    record = match(flag_hand(95), levels=levels("6", "flag"), dealer="N", claims=claims)
    assert (audit(record).match.winner, audit(record).match.reason) == ("NS", "passed")
    found = [(finding.code, finding.clause) for finding in verdicts(audit(record))]
    assert found == ([(code, "CDP-4.1")] if code else [])


def test_CDP_T11_100_points_do_not_end_the_game() -> None:
    claims = MatchClaims(winner="NS", reason="passed")
    record = match(flag_hand(100), levels=levels("6", "flag"), dealer="N", claims=claims)
    assert audit(record).match.winner is None
    assert {finding.clause for finding in verdicts(audit(record))} == {"CDP-4.1", "CDP-1.3c"}


# ---------------------------------------------------------------------------------------- 上天入地


def test_CDP_T13_attackers_win_what_they_staked() -> None:
    """E takes the kitty up with both ♥5 and names clubs."""
    finding = leads_to(
        85,
        levels("3", "9"),
        levels("A", "2"),
        levels("3", "9"),
        next_dealer="W",
        level="9",
        trump="c",
        bids=("N 9s",),
        kitty=(KittyAction(seat="N", bury="??" * 8), KittyAction(seat="E", show="5h5h=c", bury="??" * 8)),
    )
    assert (finding.code, finding.clause, finding.options) == ("CLAIM-LEVELS", "CDP-4.3d", ())


def test_CDP_T15_bank_wins_what_it_staked() -> None:
    finding = leads_to(
        40,
        levels("8", "5"),
        levels("2", "A"),
        levels("8", "9"),
        next_dealer="S",
        level="5",
        trump="c",
        bids=("N 5h5h=c",),
    )
    assert (finding.code, finding.clause) == ("CLAIM-LEVELS", "CDP-4.3d")


# ---------------------------------------------------------------------------------------- the kitty


def test_CDP_T17_pair_takes_the_kitty() -> None:
    last = {"N": "8s8s", "W": "9s9s", "S": "3s4s", "E": "6s7s"}
    board = ending(last, leader="N", kitty="Kc5d3h4h6c7c8d9d", dealer="S", points=45)
    right = HandClaims(
        winners=board.winners,
        attackers=105,
        kitty_points=15,
        multiplier=4,
        penalties=0,
        levels=levels("8", "2"),
        next_dealer="E",
    )

    def record(claims: HandClaims) -> GameRecord:
        return match(board.hand(claims=claims), levels=levels("6", "2"), dealer="S")

    assert board.winners[-1] == "W"
    assert not codes(record(right))
    wrong = only(record(HandClaims(multiplier=2)))
    assert (wrong.code, wrong.clause, wrong.options) == ("CLAIM-MULTIPLIER", "CDP-4.4", ())
    wrong = only(record(HandClaims(levels=levels("7", "2"))))
    assert (wrong.code, wrong.clause) == ("CLAIM-LEVELS", "CDP-4.2a")
    assert "D-CDP-02" in wrong.options


def test_CDP_T19_four_pairs_in_a_row() -> None:
    last = {"E": "3c3c4c4c5c5c6c6c", "N": "3d4d6d7d8d9dJdQd", "W": "3h4h6h7h8h9hJhQh", "S": "3d4d6d7d8d9dJdQd"}
    board = ending(last, leader="E", kitty="5d3h4h6h7h8h9hJh", dealer="S")
    earned = board.points["EW"]
    right = match(board.hand(claims=HandClaims(kitty_points=5, multiplier=16, attackers=earned + 80)))
    assert not codes(right)
    wrong = only(match(board.hand(claims=HandClaims(multiplier=12))))
    assert (wrong.code, wrong.clause, wrong.expected, wrong.options) == ("CLAIM-MULTIPLIER", "CDP-4.4", "16", ())


# ---------------------------------------------------------------------------------------- tractors


def first_trick(
    plays: Mapping[str, str],
    holds: Mapping[str, str] | None = None,
    closed: Mapping[str, str] | None = None,
    *,
    level: str = "8",
    trump: str = "s",
) -> GameRecord:
    """A whole hand whose first trick, led by E, has these plays, the rest being legal; `closed` holds no other such cards."""
    held = {seat: cards.partition(">")[0] for seat, cards in plays.items()} | dict(holds or {})
    board = table(held, closed, level=level, trump=trump).trick(plays).finish()
    return match(board.hand(), levels=levels(level, level), dealer="E")


@pytest.mark.parametrize("cards", ["7c7c9c9c", "BJBJLJLJ"])
def test_CDP_T21_T23_a_tractor_need_not_be_highest(cards: str) -> None:
    assert not codes(first_trick({"E": cards}))
    verdict = judge_lead(Situation(SHEET, "8", "s"), hand=cards, play=cards, seat="E", others={})
    assert (verdict.word, verdict.code) == (Word.LEGAL, "THROW-ONE-UNIT")


# ---------------------------------------------------------------------------------------- 5·10·K

HIGHEST_THREE: Final = {"E": "KsTs5s", "N": "5hBJ8d", "W": "LJ8s8h", "S": "AsQsJs"}


def called_trumps(winners: str | None = None, **changed: str) -> GameRecord:
    """S, the banker, loses the first trick to E, who leads the 5·10·K of trumps; nobody has higher trumps than he plays."""
    plays = HIGHEST_THREE | changed
    first = {"S": "3c", "E": "Ac", "N": "4c", "W": "6c"}
    holds = {seat: HIGHEST_THREE[seat] + first[seat] for seat in "ENWS"} | {"S": "AsQsJs3c9s"}
    board = table(holds, dict.fromkeys("NWS", "T"), level="8", dealer="S").trick(first).trick(plays)
    claims = HandClaims(winners=winners) if winners else None
    return match(board.hand(claims=claims), levels=levels("8", "8"), dealer="S")


def test_CDP_T29_three_highest_trumps() -> None:
    record = called_trumps("EE")
    assert not codes(record)
    assert (audit(record).hands[0].winners, audit(record).hands[0].trick_points) == ("EE", 30)


def test_CDP_T29_the_red_five_does_not_win() -> None:
    finding = only(called_trumps("EN"))
    assert (finding.code, finding.clause, finding.expected) == ("CLAIM-WINNER-HIGHEST", "CDP-5.1b", "E")
    assert finding.basis is Basis.ASSUMED


def test_CDP_T29_a_lower_trump_is_not_enough() -> None:
    finding = only(called_trumps(S="AsQs9s"))
    assert (finding.code, finding.clause, finding.seat) == ("TRICK-FOLLOW-HIGHEST", "CDP-5.1b", "S")
    assert finding.expected == "JsQsAs"


def test_CDP_T29_the_points_are_assumed() -> None:
    """The sheet does not say what a 5, a 10 and a K count."""
    board = table().finish()
    finding = only(match(board.hand(claims=HandClaims(attackers=board.points["NS"] + 5))))
    assert (finding.code, finding.clause, finding.basis) == ("CLAIM-ATTACKERS", "CDP-4.2a", Basis.ASSUMED)


def test_CDP_T33_level_trump_is_not_lowered() -> None:
    verdict = judge_lead(Situation(SHEET, "T", "s"), hand="KcTc5c", play="KcTc5c", seat="E", others={})
    assert (verdict.word, verdict.code, verdict.clause) == (Word.ILLEGAL, "LEAD-TRIO", "CDP-5.1a")
    finding = next(iter(verdicts(audit(first_trick({"E": "KcTc5c"}, level="T")))))
    assert (finding.code, finding.clause, finding.seat, finding.options) == ("LEAD-TRIO", "CDP-5.1a", "E", ())


@pytest.mark.parametrize(("claimed", "code"), [("E", None), ("S", "CLAIM-WINNER-TRIO")])
def test_CDP_T35_no_trump_suit_no_ruff(claimed: str, code: str | None) -> None:
    plays = {"E": "KcTc5c", "S": "BJLJ8s"}
    board = table(plays, {"S": "c"}, level="8", trump="NT").trick(plays)
    hand = board.hand(claims=HandClaims(winners=claimed))
    record = match(hand, levels=levels("8", "8"), dealer="E")
    assert audit(record).hands[0].winners == "E"
    found = [(finding.code, finding.clause, finding.options) for finding in verdicts(audit(record))]
    assert found == ([(code, "CDP-5.1c", ())] if code else [])


# ---------------------------------------------------------------------------------------- throws

THROWN: Final = {"E": "AcKcQc", "N": "Ac3c4c", "W": "5c6c7c", "S": "3d4d6d"}
NO_MORE_CLUBS: Final = dict.fromkeys("NWS", "c")


def test_CDP_T37_failed_throw_of_the_bank() -> None:
    record = first_trick({"E": "AcKcQc>Qc"}, THROWN, NO_MORE_CLUBS)
    assert not codes(record)
    assert audit(record).hands[0].penalties == 30


def test_CDP_T37_failed_throw_of_the_attackers() -> None:
    """E wins the first trick, and throws in the second; the deal has given the others four clubs."""
    first = {"S": "8d", "E": "Ad", "N": "9d", "W": "Jd"}
    holds = {seat: THROWN[seat] + first[seat] for seat in "ENWS"}
    board = table(holds, NO_MORE_CLUBS, level="8", trump="s", dealer="S")
    hand = board.trick(first | {"S": "3d"}).trick({"E": "AcKcQc>Qc"}).finish().hand(claims=HandClaims(penalties=-30))
    assert not codes(match(hand, levels=levels("8", "8"), dealer="S"))


def test_CDP_T37_the_throw_does_not_stand() -> None:
    finding = only(first_trick({"E": "AcKcQc"}, THROWN, NO_MORE_CLUBS))
    assert (finding.code, finding.clause, finding.seat, finding.expected) == ("THROW-BEATABLE", "CDP-6.8", "E", "Qc")


def test_CDP_T37_the_smallest_single_stands() -> None:
    finding = only(first_trick({"E": "AcKcQc>Kc"}, THROWN, NO_MORE_CLUBS))
    assert (finding.code, finding.expected, finding.options) == ("THROW-PIECE", "Qc", ())


@pytest.mark.parametrize("wrong", [10, 20, -30])
def test_CDP_T37_thirty_points(wrong: int) -> None:
    record = first_trick({"E": "AcKcQc>Qc"}, THROWN, NO_MORE_CLUBS)
    (hand,) = record.hands
    board = table(THROWN, NO_MORE_CLUBS, level="8").trick({"E": "AcKcQc>Qc"}).finish()
    assert hand.tricks == tuple(board.tricks)
    finding = only(match(board.hand(claims=HandClaims(penalties=wrong)), levels=levels("8", "8"), dealer="E"))
    assert (finding.code, finding.clause, finding.expected) == ("CLAIM-PENALTIES", "CDP-6.8", "30")


# ---------------------------------------------------------------------------------------- declaring


def test_CDP_T39_in_a_record() -> None:
    board = table({"E": "LJLJ"}, trump="NT").finish()
    assert not codes(match(board.hand(bids=("E LJLJ",))))
    finding = only(match(board.hand(bids=("E LJ",))))
    assert (finding.code, finding.clause, finding.seat, finding.options) == ("BID-DECLARE", "CDP-3.2c", "E", ())


@pytest.mark.parametrize(
    ("kitty", "trump", "wrong", "options"),
    [
        ("3cKd2s9h4d6d7d8s", "s", "d", ()),
        ("3cKd9hAc4d6d7s8s", "c", "d", ()),
        ("3cLJ9hAc4d6d7s8s", "NT", "c", ()),
        ("3cKd5hAd4d6d7s8s", "h", "d", ("D-CDP-25",)),
    ],
)
def test_CDP_T41_the_kitty_names_the_trump(kitty: str, trump: str, wrong: str, options: tuple[str, ...]) -> None:
    hand = partial(table(kitty=kitty, trump=trump).finish().hand, no=2, bids=())
    right = match(hand(trump=None), levels=levels("2", "2"), dealer="E")
    assert not codes(right)
    assert audit(right).hands[0].trump == trump
    finding = only(match(hand(trump=wrong), levels=levels("2", "2"), dealer="E"))
    assert (finding.code, finding.clause, finding.expected) == ("TRUMP-SUIT", "CDP-3.3", trump)
    assert finding.options == options


# ---------------------------------------------------------------------------------------- 炒底


def reopened(*answers: str, trump: str, holds: Mapping[str, str], **changes: Any) -> GameRecord:
    """A whole first hand: E declares spades and buries, then the others are asked."""
    board = table({"E": "2s"} | dict(holds), trump=trump).finish()
    return match(board.hand(bids=("E 2s",), kitty=answered(board, *answers), **changes))


def test_CDP_T43_taken_up_and_trump_changed() -> None:
    record = reopened("N", "W 2c2c", "S", "E", "N", trump="c", holds={"W": "2c2c"})
    assert not codes(record)
    assert (audit(record).hands[0].trump, audit(record).hands[0].dealer) == ("c", "E")


def test_CDP_T43_the_banker_is_not_changed() -> None:
    finding = only(reopened("N", "W 2c2c", "S", "E", "N", trump="c", holds={"W": "2c2c"}, dealer="W", tricks=None))
    assert (finding.code, finding.clause, finding.expected) == ("DEALER-FIRST", "CDP-3.1b", "E")


def test_CDP_T43_the_trump_is() -> None:
    finding = only(reopened("N", "W 2c2c", "S", "E", "N", trump="s", holds={"W": "2c2c"}))
    assert (finding.code, finding.clause, finding.expected) == ("TRUMP-SUIT", "CDP-3.5b", "c")


@pytest.mark.parametrize("buried", [7, 9])
def test_CDP_T43_eight_cards_are_buried_again(buried: int) -> None:
    board = table({"W": "2c2c", "E": "2s"}, trump="c")
    taker = [*board.bury, *(card for card in board.hands["W"] if card != "2c")]
    again = KittyAction(seat="W", show="2c2c", bury="".join(taker[:buried]))
    finding = only(match(board.hand(bids=("E 2s",), kitty=(*answered(board, "N"), again), tricks=None)))
    assert (finding.code, finding.clause, finding.seat) == ("BURY-COUNT", "CDP-3.4", "W")


T47_HOLDS: Final = {"W": "2c2c", "N": "2d2d"}


def test_CDP_T47_back_after_somebody_took_it_up() -> None:
    record = reopened("N", "W 2c2c", "S", "E", "N 2d2d", "W", "S", "E", trump="d", holds=T47_HOLDS)
    assert not codes(record)
    assert audit(record).hands[0].trump == "d"


def test_CDP_T47_not_back_when_everybody_passed() -> None:
    finding = only(reopened("N", "W", "S", "E", "N 2d2d", trump="d", holds=T47_HOLDS))
    assert (finding.code, finding.clause, finding.seat, finding.options) == ("KITTY-BACK", "CDP-3.5b", "N", ())


# ---------------------------------------------------------------------------------------- penalties

NINE_BURIED: Final = Incident(kind="kitty_count", seat="N", at=(0, 0), noticed=(2, 1))


def test_CDP_T45_nine_cards_buried() -> None:
    """Fifty points in play and eighty for the kitty."""
    finding = leads_to(130, levels("6", "3"), levels("J", "3"), levels("6", "3"), next_dealer="W", incidents=(NINE_BURIED,))
    assert (finding.code, finding.clause, finding.options) == ("CLAIM-LEVELS", "CDP-4.2a", ("D-CDP-02",))


@pytest.mark.parametrize(("penalties", "code"), [(80, None), (-80, "CLAIM-PENALTIES"), (0, "CLAIM-PENALTIES")])
def test_CDP_T45_eighty_to_the_attackers(penalties: int, code: str | None) -> None:
    sheet = score_sheet(130, dealer="N", penalties=penalties, incidents=(NINE_BURIED,))
    found = verdicts(audit(match(sheet, levels=levels("6", "3"), dealer="N")))
    named = [(finding.code, finding.clause, finding.expected, finding.options) for finding in found]
    assert named == ([(code, "CDP-6.2", "80", ("D-CDP-26",))] if code else [])


def played_to(points: int, dealer: str) -> Table:
    """A whole hand in which the attackers make so many points in tricks and do not win the last."""
    boards = (table(level="3", dealer=dealer, seed=seed).finish() for seed in range(400))
    side = {"N": "NS", "E": "EW"}[dealer]
    return next(board for board in boards if board.winners[-1] in side and board.points[board.attackers] == points)


def test_CDP_T45_played_out() -> None:
    board = played_to(50, "N")
    record = match(board.hand(incidents=(NINE_BURIED,)), levels=levels("6", "3"), dealer="N")
    assert codes(record) == ["INCIDENT-UNCONFIRMED"]  # the recorded burial has eight
    assert (audit(record).hands[0].attackers, audit(record).hands[0].penalties) == (130, 80)
    assert after(record) == (levels("J", "3"), "W")


def test_CDP_T51_unfounded_requests() -> None:
    """The first of a game is free, the second costs ten."""
    requests = tuple(Incident(kind="card_check", seat=seat, at=(trick, 1)) for seat, trick in (("E", 3), ("W", 5)))

    def record(number: int, penalties: int) -> GameRecord:
        sheet = score_sheet(60, dealer="N", incidents=requests[:number], penalties=penalties)
        return match(sheet, levels=levels("2", "2"), dealer="N")

    first, second = audit(record(1, 0)), audit(record(2, -10))
    for result in (first, second):
        (finding,) = verdicts(result)
        assert (finding.code, finding.clause, finding.seat) == ("INCIDENT-CARD-CHECK", "CDP-7.2", "E")
        assert finding.severity is Severity.WARNING
    wrong = [finding for finding in verdicts(audit(record(2, -20))) if finding.code != "INCIDENT-CARD-CHECK"]
    assert [(finding.code, finding.clause, finding.expected) for finding in wrong] == [("CLAIM-PENALTIES", "CDP-7.2", "-10")]


@pytest.mark.parametrize(
    ("kind", "claimed", "code", "clause"),
    [("card_check", -10, "CLAIM-PENALTIES", "CDP-7.2"), ("kitty_viewed", -80, "CLAIM-PENALTIES", "CDP-3.4")],
)
def test_CDP_T51_what_is_free_the_first_time_costs_nothing_on_a_score_sheet(
    kind: str, claimed: int, code: str, clause: str
) -> None:
    """The sheet prints that the first time is not fined, so that no plays are needed to refute a fine."""
    once = Incident(kind=kind, seat="N", at=(3, 1))

    def record(penalties: int) -> GameRecord:
        return match(score_sheet(60, dealer="E", incidents=(once,), penalties=penalties))

    right, wrong = audit(record(0)), audit(record(claimed))
    assert right.hands[0].penalties == 0
    assert not [finding for finding in right.findings if finding.code == "CLAIM-OPEN" and "penalties" in (finding.actual or "")]
    found = [(finding.code, finding.clause, finding.expected) for finding in verdicts(wrong)]
    assert (code, clause, "0") in found


def slow(seconds: float, *incidents: Incident, ruled: int | None = None) -> GameRecord:
    """W takes so long over his first play; the referee may have ruled on it."""
    board = table().finish()
    hand = board.hand(seconds=((3.0, 4.0, seconds, 5.0),), incidents=incidents)
    if ruled is None:
        return match(hand)
    effect = build.ruling(1, points={"EW": -ruled}).effect
    return match(hand, rulings=(Ruling(id="r1", hand=1, at=(1, 3), seat="W", clause="CDP-6.9", effect=effect),))


def test_CDP_T53_sixteen_seconds() -> None:
    finding = only(slow(16))
    assert (finding.code, finding.clause, finding.seat) == ("CLOCK-PLAY", "CDP-1.3a", "W")
    assert (finding.where.trick, finding.where.play) == (1, 3)
    assert not codes(slow(15))


def test_CDP_T53_the_referee_decides() -> None:
    timeout = Incident(kind="timeout", seat="W", at=(1, 3))
    named = {(finding.code, finding.clause) for finding in verdicts(audit(slow(16, timeout)))}
    assert named == {("CLOCK-PLAY", "CDP-1.3a"), ("INCIDENT-TIMEOUT", "CDP-6.9")}


@pytest.mark.parametrize(("seconds", "seat", "said"), [(15, "W", ["INCIDENT-UNCONFIRMED"]), (15, "N", ["INCIDENT-TIMEOUT"])])
def test_CDP_T53_slowness_that_the_seconds_disprove(seconds: float, seat: str, said: list[str]) -> None:
    """Those of W's play tell nothing of another's."""
    assert codes(slow(seconds, Incident(kind="timeout", seat=seat, at=(1, 3)))) == said


@pytest.mark.parametrize(("taken", "said"), [(60.0, "INCIDENT-UNCONFIRMED"), (61.0, "CLOCK-BURY")])
def test_CDP_T53_a_burial_noted_as_slow_is_held_against_its_seconds(taken: float, said: str) -> None:
    hand = table().finish().hand()
    buried, *others = hand.kitty or ()
    noted = Incident(kind="timeout", seat=buried.seat, at=(0, 0))
    timed = replace(hand, kitty=(replace(buried, seconds=taken), *others), incidents=(noted,))
    assert said in codes(match(timed))
    assert ("INCIDENT-UNCONFIRMED" in codes(match(timed))) == (said == "INCIDENT-UNCONFIRMED")


@pytest.mark.parametrize(("points", "within"), [(5, False), (10, True), (80, True), (90, False)])
def test_CDP_T53_ten_to_eighty(points: int, within: bool) -> None:
    named = [(finding.code, finding.clause) for finding in verdicts(audit(slow(15, ruled=points)))]
    assert named == ([] if within else [("RULING-AMOUNT", "CDP-6.9")])


# ---------------------------------------------------------------------------------------- time


def at_time(winner: str, seconds: float | None = 3_100) -> GameRecord:
    """NS bank at 7 and rise to 8 in the hand in which the time rings."""
    return match(
        score_sheet(75, dealer="N"),
        levels=levels("6", "7"),
        dealer="N",
        claims=MatchClaims(winner=winner, levels=levels("6", "8"), reason="time"),
        event=Event(stage="1/8", seconds=seconds),
    )


def test_CDP_T49_the_side_ahead_wins() -> None:
    assert not codes(at_time("NS"))
    assert (audit(at_time("NS")).match.winner, audit(at_time("NS")).match.reason) == ("NS", "time")


def test_CDP_T49_the_other_side_is_wrong() -> None:
    finding = only(at_time("EW"))
    assert (finding.code, finding.clause, finding.expected, finding.options) == ("CLAIM-MATCH-TIME", "CDP-1.3b", "NS", ())
