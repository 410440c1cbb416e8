"""Records of the climbing family that stop early or leave something out: what is wrong in them, and what is merely open.

Of each record all findings are asserted, but for what a score sheet without plays leaves open of its own hand.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.findings import Kind, Where
from paipu.replay.notation import PASS
from paipu.replay.plays import plays_of
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, MatchClaims, Start
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.many import every, in_one
from tests.oracle.guandan import GD1, GD2, GD3
from tests.rules.build import found
from tests.rules.climbing_build import GUANDAN, Board, after, board, height, placed, played_out, plays, record_of
from tests.rules.daguai_build import A, claimed, recorded, sheets, table

Said = tuple[str, Where, str | None, str | None, str | None]
"""Code, place, seat, what is expected, what there is."""


def at(
    code: str,
    pointer: str,
    trick: int | None = None,
    play: int | None = None,
    *,
    hand: int | None = 1,
    seat: str | None = None,
    expected: str | None = None,
    actual: str | None = None,
) -> Said:
    """A finding as `said` gives it."""
    return code, Where(hand, trick, play, pointer), seat, expected, actual


def said(record: GameRecord) -> list[Said]:
    """All findings in order, but for what is open about hands without plays."""
    told = {hand.no for hand in record.hands if not hand.tricks}
    return [
        (finding.code, finding.where, finding.seat, finding.expected, finding.actual)
        for finding in audit(record).findings
        if finding.kind is not Kind.OPEN or finding.where.hand not in told
    ]


def unchecked(name: str) -> Said:
    """A claim about the match that cannot be checked."""
    return at("CLAIM-OPEN", f"/claims/{name}", hand=None, actual=name)


# ======================================================================================== time is called (GD3-A5)


def tribute_paid(level: str) -> Board:
    """The second hand after W was last and N first, with the tribute that is due; W leads."""
    return board({"N": "5c"}, top={"W": "As"}, level=level).give("W>N As", "N>W 5c")


UNFINISHED: Final = {
    "nobody out": tribute_paid("7").lead("W"),
    "the others' first out": tribute_paid("7").run_out("W", "E").lead("E"),
    "first and third out": tribute_paid("7").run_out("W", "N").run_out("N", "S").lead("S"),
}


def at_the_bell(stage: str, reason: str | None = "time", facts: Mapping[str, Any] | None = None, **claims: Any) -> GameRecord:
    """NS have come from 5 to 7 against a 4; after an hour the second hand is not finished."""
    return record_of(
        GD3,
        placed("NESW"),
        UNFINISHED[stage].hand(2, **(facts or {})),
        levels={"EW": "4", "NS": "5"},
        claims=MatchClaims(reason=reason, **claims),
        event=Event(seconds=3_600),
    )


@pytest.mark.parametrize("stage", UNFINISHED)
def test_hand_before_counts_when_time_is_called(stage: str) -> None:
    record = at_the_bell(stage, points={"EW": 2, "NS": 5}, levels={"EW": "4", "NS": "7"})
    assert said(record) == []
    result = audit(record)
    assert (result.match.points, result.match.levels) == ({"EW": 2, "NS": 5}, {"EW": "4", "NS": "7"})
    assert (result.match.winner, result.match.reason) == ("NS", "time")  # D-GD3-10
    assert (result.hands[1].level, result.hands[1].finish, result.hands[1].levels) == ("7", None, None)


@pytest.mark.parametrize("stage", UNFINISHED)
@pytest.mark.parametrize("points", [{"EW": 2, "NS": 6}, {"EW": 5, "NS": 5}, {"EW": 2, "NS": 3}])
def test_other_points_when_time_is_called(stage: str, points: dict[str, int]) -> None:
    actual = " ".join(f"{side}={value}" for side, value in points.items())
    wrong = at("CLAIM-ROUND-POINTS", "/claims/points", hand=None, expected="EW=2 NS=5", actual=actual)
    assert said(at_the_bell(stage, points=points)) == [wrong]


def test_claimed_levels_of_the_hand_that_time_cut_short_do_not_count() -> None:
    record = at_the_bell("nobody out", facts={"claims": HandClaims(levels={"NS": "9"})}, points={"EW": 2, "NS": 5})
    assert said(record) == [at("CLAIM-OPEN", "/hands/1/claims", hand=2, actual="levels")]


def test_nobody_has_climbed_when_time_is_called_in_the_first_hand() -> None:
    claims = MatchClaims(reason="time", points={"EW": 0, "NS": 0})
    record = record_of(GD3, board().lead("E").hand(), claims=claims, event=Event(seconds=3_600))
    assert said(record) == []
    assert audit(record).match.points == {"EW": 0, "NS": 0}


def test_points_are_open_where_nothing_says_that_time_was_called() -> None:
    """The plays may have gone on off the record."""
    record = at_the_bell("nobody out", reason=None, points={"EW": 2, "NS": 5})
    assert said(record) == [at("HAND-UNFINISHED", "/hands/1/tricks", hand=2, actual="1"), unchecked("points")]


# ======================================================================================== exposed cards (GD3-E2.2)

S_WINS: Final = "E 3s - - 4s - - -"
"""The first trick: S takes the lead."""


def exposed(*tricks: str, cards: Mapping[tuple[int, int], str], seat: str = "S") -> GameRecord:
    """A seat exposed cards at several plays."""
    incidents = tuple(Incident(kind="exposed", seat=seat, at=place, cards=text) for place, text in cards.items())
    return plays(GD3, *tricks, incidents=incidents)


def shown(*places: tuple[int, int], seat: str = "S") -> list[Said]:
    """The findings that tell of the incidents."""
    return [
        at("INCIDENT-EXPOSED", f"/hands/0/incidents/{number}", trick, play, seat=seat, actual="exposed")
        for number, (trick, play) in enumerate(places)
    ]


def led(trick: int, expected: str, actual: str, seat: str = "S") -> Said:
    """The finding that an exposed card was to be led."""
    return at("LEAD-EXPOSED", f"/hands/0/tricks/{trick - 1}", trick, 1, seat=seat, expected=expected, actual=actual)


REST: Final = [
    at("DEAL-OPEN", "/hands/0/deal", 0, 0, actual="E N W S"),
    at("HAND-UNFINISHED", "/hands/0/tricks", actual="4"),
]
"""What four tricks alone leave open."""
TWICE: Final = {(1, 1): "7d", (1, 2): "9d"}


@pytest.mark.parametrize(
    "tricks",
    [
        (S_WINS, "S 7d - - -", "S 9d - - -", "S KsKh - - -"),
        (S_WINS, "S 9d - - -", "S 7d - - -", "S KsKh - - -"),
        ("E 3s - - 7d - - -", "S 9d - - -", "S KsKh - - -", "S Qs - - -"),
    ],
)
def test_exposed_cards_of_two_incidents_led_one_by_one(tricks: tuple[str, ...]) -> None:
    assert said(exposed(*tricks, cards=TWICE)) == [*shown((1, 1), (1, 2)), *REST]


@pytest.mark.parametrize(
    ("tricks", "faults"),
    [
        ((S_WINS, "S Ks - - -", "S 7d - - -", "S 9d - - -"), [led(2, "7d | 9d", "Ks")]),
        ((S_WINS, "S 7d - - -", "S Ks - - -", "S 9d - - -"), [led(3, "9d", "Ks")]),
        ((S_WINS, "S 9d - - -", "S Ks - - -", "S Qs - - -"), [led(3, "7d", "Ks"), led(4, "7d", "Qs")]),
    ],
)
def test_other_card_led_before_the_exposed_of_two_incidents(tricks: tuple[str, ...], faults: list[Said]) -> None:
    assert said(exposed(*tricks, cards=TWICE)) == [*shown((1, 1), (1, 2)), *faults, *REST]


def test_both_copies_exposed_are_led_alone() -> None:
    """每次只能出一张: together they are one lead too many, and one by one they are both due."""
    both = {(1, 1): "7d", (1, 2): "7d"}
    told = shown((1, 1), (1, 2))
    pair = exposed(S_WINS, "S 7d7d - - -", "S Ks - - -", "S Qs - - -", cards=both)
    assert said(pair) == [*told, led(2, "7d", "7d7d"), *REST]
    one = exposed(S_WINS, "S 7d - - -", "S Ks - - -", "S 7d - - -", cards=both)
    assert said(one) == [*told, led(3, "7d", "Ks"), *REST]


def test_card_exposed_later_binds_from_then_on() -> None:
    """S may lead a king in trick 3, during which the nine is seen; trick 4 is to begin with it."""
    cards = {(1, 1): "7d", (3, 3): "9d"}
    told = shown((1, 1), (3, 3))
    free = exposed(S_WINS, "S 7d - - -", "S Ks - - -", "S 9d - - -", cards=cards)
    assert said(free) == [*told, *REST]
    bound = exposed(S_WINS, "S 7d - - -", "S Ks - - -", "S Qs - - -", cards=cards)
    assert said(bound) == [*told, led(4, "9d", "Qs"), *REST]


def test_card_exposed_by_its_owners_own_lead_does_not_bind_that_lead() -> None:
    record = exposed(S_WINS, "S Ks - - -", "S Qs - - -", "S 9d - - -", cards={(2, 1): "9d"})
    assert said(record) == [*shown((2, 1)), led(3, "9d", "Qs"), *REST]


def test_incidents_need_not_be_in_order_of_play() -> None:
    cards = {(3, 3): "9d", (1, 1): "7d"}
    record = exposed(S_WINS, "S 7d - - -", "S Ks - - -", "S Qs - - -", cards=cards)
    assert said(record) == [*shown((3, 3), (1, 1)), led(4, "9d", "Qs"), *REST]


def test_exposed_cards_bind_their_owner_alone() -> None:
    """N leads what he likes, though S has exposed cards."""
    tricks = ("E 3s 4s - - -", "N Ks - - -", "N Qs - - -", "N Js - - -")
    assert said(exposed(*tricks, cards=TWICE)) == [*shown((1, 1), (1, 2)), *REST]


# ======================================================================================== tribute that lacks a return

SINGLE: Final = "NESW"
DOUBLE: Final = "NSWE"
GIFT: Final = "W>N As"
RETURN: Final = "N>W 5c"
GIFTS: Final = ("W>N As", "E>S Ks")
RETURNS: Final = ("N>W 5c", "S>E 6c")


def cards_played(record: GameRecord, sizes: tuple[int, ...]) -> dict[str, int]:
    """How many cards each seat plays in the last hand, if they begin with so many."""
    sheet, hand = CLIMBING_SHEETS[record.sheet], record.hands[-1]
    counts = dict.fromkeys(sheet.seats, 0)
    for play in plays_of(sheet, hand.tricks or (), sizes):
        if play.token != PASS:
            counts[sheet.seats[play.seat]] += len(split_cards(play.token.partition("=")[0]))
    return counts


def returned(sheet: str, finish: str, *, dealt: bool, moved: tuple[str, ...]) -> GameRecord:
    """W, last before, pays N; the hand is played with these cards moved, and the note has the gift alone."""
    played = board({"N": "5c", "S": "6c"}, top={"W": "As"}, level="8").give(*moved).finish(finish)
    hand = played.hand(2, tribute=(GIFT,))
    return after(sheet, SINGLE, hand if dealt else replace(hand, deal=None))


NO_RETURN: Final = at("TRIBUTE-NO-RETURN", "/hands/1/tribute", 0, 0, hand=2, seat="N")


def deal_open(seats: str) -> list[Said]:
    """That these hands cannot be told at trick 1, which is no fault."""
    return [at("DEAL-OPEN", "/hands/1/deal", 0, 0, hand=2, actual=seats)] if seats else []


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize(("dealt", "unknown"), [(True, ""), (False, "S")])
def test_no_return_was_made(sheet: str, dealt: bool, unknown: str) -> None:
    """W, who paid and got nothing, plays 26 cards, N 28."""
    record = returned(sheet, "WNES", dealt=dealt, moved=(GIFT,))
    counts = cards_played(record, (27, 28, 26, 27))
    assert (counts["W"], counts["N"], counts["E"]) == (26, 28, 27)
    assert said(record) == [NO_RETURN, *deal_open(unknown)]
    assert audit(record).hands[1].finish == "WNES"


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize(("dealt", "unknown"), [(True, ""), (False, "S")])
def test_return_was_made_and_not_noted(sheet: str, dealt: bool, unknown: str) -> None:
    """All play 27, W the five that N gave him among them."""
    record = returned(sheet, "WNES", dealt=dealt, moved=(GIFT, RETURN))
    counts = cards_played(record, (27,) * 4)
    assert (counts["W"], counts["N"], counts["E"]) == (27, 27, 27)
    assert said(record) == [NO_RETURN, *deal_open(unknown)]
    assert audit(record).hands[1].finish == "WNES"


@pytest.mark.parametrize(("moved", "finish"), [((GIFT,), "WENS"), ((GIFT, RETURN), "WENS"), ((GIFT,), "WESN")])
def test_levels_rise_whatever_was_returned(moved: tuple[str, ...], finish: str) -> None:
    """W and E are the first two: 双下, and EW rise by three."""
    result = audit(returned(GD1, finish, dealt=True, moved=moved))
    assert result.hands[1].levels == {"EW": "5", "NS": "8"}
    assert {finding.code for finding in result.findings if finding.kind is not Kind.OPEN} == {"TRIBUTE-NO-RETURN"}


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize("moved", [GIFTS, (*GIFTS, *RETURNS)], ids=["none made", "both made"])
def test_note_has_neither_return_of_two(sheet: str, moved: tuple[str, ...]) -> None:
    """W and E pay N and S: two returns are missing, in the note or at the table."""
    played = board({"N": "5c", "S": "6c"}, top={"W": "As", "E": "Ks"}, level="8").give(*moved).finish("WNES")
    record = after(sheet, DOUBLE, played.hand(2, tribute=GIFTS))
    faults = [finding for finding in audit(record).findings if finding.kind is not Kind.OPEN]
    code = "TRIBUTE-NO-RETURN"
    assert [(finding.code, finding.seat, finding.where) for finding in faults] == [
        (code, "N", Where(2, 0, 0, "/hands/1/tribute")),
        (code, "S", Where(2, 0, 0, "/hands/1/tribute")),
    ]
    assert audit(record).hands[1].finish == "WNES"


# ======================================================================================== games after a gap (GD2-5)


def rises_to_the_ace(first: int) -> tuple[Hand, ...]:
    """A whole game in four hands, won by NS."""
    return (replace(placed("NSWE", first), level="2"), *(placed("NSWE", no) for no in range(first + 1, first + 4)))


ACE_PASSED: Final = replace(placed("NESW"), level="A")
"""NS pass the ace."""


def two_games(*, gap: bool, **claims: Any) -> GameRecord:
    """NS win a game with the first hand, and another with the last; between the two, hands may be missing."""
    hands = (ACE_PASSED, *rises_to_the_ace(4 if gap else 2))
    return record_of(GD2, *hands, levels={"EW": "2", "NS": "A"}, claims=MatchClaims(**claims))


WON: Final[Mapping[str, Any]] = {"winner": "NS", "points": {"EW": 0, "NS": 2}, "reason": "passed"}


def test_games_are_counted_without_a_gap() -> None:
    record = two_games(gap=False, **WON)
    assert said(record) == []
    assert (audit(record).match.winner, audit(record).match.points) == ("NS", {"EW": 0, "NS": 2})


@pytest.mark.parametrize("winner", ["NS", "EW"])
@pytest.mark.parametrize("points", [{"EW": 0, "NS": 2}, {"EW": 2, "NS": 1}])
def test_games_are_not_counted_after_a_gap(winner: str, points: dict[str, int]) -> None:
    """Any side may have won a game in between: nothing that is claimed is wrong."""
    record = two_games(gap=True, winner=winner, points=points)
    assert said(record) == [unchecked("winner"), unchecked("points")]
    result = audit(record)
    assert (result.match.winner, result.match.points) == (None, {})
    assert result.hands[-1].levels == {"EW": "2", "NS": "A"}, "the levels of a game that begins after the gap are known"


def test_end_of_the_match_is_open_after_a_gap() -> None:
    assert said(two_games(gap=True, **WON)) == [unchecked("winner"), unchecked("points"), unchecked("reason")]


def test_ace_passed_after_a_gap_in_a_match_of_one_game() -> None:
    """Whose ace it is that NS came first at cannot be told."""
    record = record_of(GD1, placed("NSWE"), replace(placed("NSWE", 4), level="A"), claims=MatchClaims(winner="NS"))
    assert said(record) == [unchecked("winner")]


# ======================================================================================== whether the ace was passed


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(
    "hand",
    [Hand(no=5, level="A"), Hand(no=5, level="A", claims=HandClaims(finish="NSEW")), Hand(no=5)],
    ids=["no places", "places alone", "nothing"],
)
def test_passed_is_open_in_a_record_that_begins_later(sheet: str, hand: Hand) -> None:
    """Nothing tells whose ace it is."""
    record = record_of(sheet, hand, claims=MatchClaims(reason="passed"))
    assert said(record) == [unchecked("reason")]
    assert audit(record).match.reason is None


@pytest.mark.parametrize("sheet", GUANDAN)
def test_passed_is_open_where_the_last_hand_is_not_finished(sheet: str) -> None:
    """NS play their ace, and the record stops before anybody is out."""
    hand = board(level="A").lead("N").hand(tribute=())
    claims = MatchClaims(reason="passed", winner="NS")
    record = record_of(sheet, hand, levels={"EW": "2", "NS": "A"}, claims=claims)
    assert said(record) == [at("HAND-UNFINISHED", "/hands/0/tricks", actual="1"), unchecked("winner"), unchecked("reason")]


def test_passed_is_open_before_the_six_hands_of_daguai() -> None:
    assert said(sheets(*["135246"] * 3, claims=MatchClaims(reason="passed"))) == [unchecked("reason")]


# ======================================================================================== 双下 in a hand that goes on (D-GD-03)

TO_THE_THIRD: Final = {"hand_end": "third"}
RISEN: Final = {GD1: "5", GD2: "7", GD3: "5"}
"""The level of NS after 双下 from 2."""


@pytest.mark.parametrize("sheet", RISEN)
@pytest.mark.parametrize("right", [True, False])
def test_levels_are_settled_at_double_where_the_hand_goes_on(sheet: str, right: bool) -> None:
    claims = HandClaims(levels={"EW": "2", "NS": RISEN[sheet] if right else "4"})
    record = record_of(sheet, played_out("NSEW").hand(claims=claims), options=TO_THE_THIRD)
    unfinished = at("HAND-UNFINISHED", "/hands/0/tricks", actual="53")
    expected = f"EW=2 NS={RISEN[sheet]}"
    wrong = at("CLAIM-LEVELS", "/hands/0/claims/levels", expected=expected, actual="EW=2 NS=4")
    assert said(record) == ([unfinished] if right else [unfinished, wrong])
    hand = audit(record).hands[0]
    assert (hand.finish, hand.levels) == (None, {"EW": "2", "NS": RISEN[sheet]})


@pytest.mark.parametrize("sheet", RISEN)
def test_next_hand_is_played_at_the_level_that_double_gave(sheet: str) -> None:
    """Both losers owe tribute, too."""
    first = played_out("NSEW").hand()
    record = record_of(sheet, first, Hand(no=2, level="4", tribute=()), options=TO_THE_THIRD)
    owed = {(finding.seat, finding.where) for finding in found(record, "TRIBUTE-MISSING")}
    assert owed == {(seat, Where(2, 0, 0, "/hands/1/tribute")) for seat in "EW"}
    (level,) = found(record, "LEVEL-IN-FORCE")
    assert (level.expected, level.actual, level.where) == (RISEN[sheet], "4", Where(2, None, None, "/hands/1/level"))


def test_two_of_different_sides_settle_nothing() -> None:
    """Second and third are not told where the record stops after two are out."""
    two_out = board().run_out("N", "E").run_out("E", "S")
    record = record_of(GD1, two_out.hand(claims=HandClaims(levels={"EW": "2", "NS": "4"})), options=TO_THE_THIRD)
    assert said(record) == [
        at("HAND-UNFINISHED", "/hands/0/tricks", actual="53"),
        at("CLAIM-OPEN", "/hands/0/claims", actual="levels"),
    ]
    assert audit(record).hands[0].levels is None


# ======================================================================================== claims on an unfinished hand

N_OUT: Final = board().run_out("N", "E").lead("E")
STOPPED: Final = at("HAND-UNFINISHED", "/hands/0/tricks", actual="28")


def stopped(sheet: str, match: MatchClaims | None = None, **claims: Any) -> GameRecord:
    """N is out, and the record stops."""
    return record_of(sheet, N_OUT.hand(claims=HandClaims(**claims)), claims=match)


@in_one
@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(
    ("claims", "open_claims"),
    [
        ({"finish": "N"}, "finish"),
        ({"finish": "NE"}, "finish"),
        ({"finish": "NESW"}, "finish"),
        ({"levels": {"EW": "2", "NS": "3"}}, "levels"),
        ({"levels": {"EW": "2", "NS": "2"}}, "levels"),
        ({"finish": "NE", "levels": {"EW": "2", "NS": "3"}}, "finish levels"),
    ],
)
def test_claims_on_an_unfinished_hand_are_open(sheet: str, claims: dict[str, Any], open_claims: str) -> None:
    assert said(stopped(sheet, **claims)) == [STOPPED, at("CLAIM-OPEN", "/hands/0/claims", actual=open_claims)]


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("finish", ["E", "EN", "ENSW", "SNEW"])
def test_claimed_places_against_the_seats_that_are_out(sheet: str, finish: str) -> None:
    wrong = at("CLAIM-FINISH", "/hands/0/claims/finish", expected="N…", actual=finish)
    assert said(stopped(sheet, finish=finish)) == [STOPPED, wrong]
    assert audit(stopped(sheet, finish=finish)).hands[0].levels is None, "places that cannot be right tell no levels"


@pytest.mark.parametrize("sheet", GUANDAN)
def test_claims_about_a_match_whose_last_hand_is_unfinished_are_open(sheet: str) -> None:
    match = MatchClaims(winner="NS", levels={"EW": "2", "NS": "4"}, reason="passed")
    assert said(stopped(sheet, match)) == [STOPPED, unchecked("winner"), unchecked("levels"), too_soon(sheet)]
    at_the_ace = replace(stopped(sheet, match), start=Start(levels={"EW": "A", "NS": "A"}))
    assert unchecked("reason") in said(at_the_ace)


def too_soon(sheet: str) -> Said:
    """Nobody has passed the ace in the first hand, unless games before it are not on record."""
    if sheet == GD2:
        return unchecked("reason")
    return at("CLAIM-MATCH-REASON", "/claims/reason", hand=None, expected="-", actual="passed")


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("levels", [{"EW": "2", "NS": "3"}, {"EW": "2", "NS": "2"}])
def test_end_of_the_match_is_open_though_an_unfinished_hand_has_claimed_levels(sheet: str, levels: dict[str, str]) -> None:
    """They cannot be checked, so that nobody is known not to have won; the ace has not been played."""
    record = stopped(sheet, MatchClaims(winner="NS", reason="passed"), levels=levels)
    not_checked = at("CLAIM-OPEN", "/hands/0/claims", actual="levels")
    assert said(record) == [STOPPED, not_checked, unchecked("winner"), too_soon(sheet)]


def test_claimed_levels_of_an_unfinished_hand_are_those_of_the_match() -> None:
    """They cannot be checked, but the match cannot have ended at others."""
    levels = {"EW": "2", "NS": "4"}
    still_open = [STOPPED, at("CLAIM-OPEN", "/hands/0/claims", actual="levels")]
    assert said(stopped(GD1, MatchClaims(levels=levels), levels=levels)) == still_open
    wrong = at("CLAIM-MATCH-LEVELS", "/claims/levels", hand=None, expected="EW=2 NS=4", actual="EW=2 NS=5")
    assert said(stopped(GD1, MatchClaims(levels={"EW": "2", "NS": "5"}), levels=levels)) == [*still_open, wrong]


def test_claimed_ace_of_an_unfinished_hand_may_have_ended_a_game() -> None:
    """Where a match has several games, levels at the ace say nothing of the next hand."""
    levels = {"EW": "2", "NS": "A"}
    first = board(level="A").lead("E").hand(tribute=(), claims=HandClaims(levels=levels))
    record = record_of(GD2, first, Hand(no=2, level="2"), levels=levels, claims=MatchClaims(points={"EW": 0, "NS": 0}))
    assert said(record) == [
        at("HAND-UNFINISHED", "/hands/0/tricks", actual="1"),
        at("CLAIM-OPEN", "/hands/0/claims", actual="levels"),
        unchecked("points"),
    ]


@pytest.mark.parametrize(
    ("claims", "finding"),
    [
        ({"finish": "123456"}, at("CLAIM-OPEN", "/hands/0/claims", actual="finish")),
        ({"points": {A: 5}}, at("CLAIM-OPEN", "/hands/0/claims", actual="points")),
        ({"finish": "213456"}, at("CLAIM-FINISH", "/hands/0/claims/finish", expected="12…", actual="213456")),
    ],
)
def test_claims_on_an_unfinished_hand_of_daguai(claims: dict[str, Any], finding: Said) -> None:
    """Seats 1 and 2 are out."""
    record = recorded(table().go_out("1").go_out("2").hand(claims=HandClaims(**claims)))
    assert said(record) == [at("HAND-UNFINISHED", "/hands/0/tricks", actual="54"), finding]


def test_finished_hand_of_daguai_has_its_claims_checked() -> None:
    assert [finding.code for finding in audit(claimed("135246", finish="315246")).findings] == ["CLAIM-FINISH"]


# ======================================================================================== what the note of tribute left out


def test_return_not_noted_to_the_last_player_of_the_hand() -> None:
    """No play tells it: that the hand is over does."""
    made = tribute_paid("8")
    low = made.low("W")
    finished = made.trick(f"W {low} - {made.low('E', low)} - - -").finish("ESNW")
    record = after(GD1, "NESW", finished.hand(2, tribute=("W>N As",)))
    assert {code for code, *_ in said(record)} == {"TRIBUTE-NO-RETURN", "DEAL-OPEN"}
    assert audit(record).hands[1].finish == "ESNW"


def test_one_of_two_returns_that_are_not_noted_was_made() -> None:
    made = board({"N": "5c", "S": "6c"}, top={"W": "As", "E": "Ks"}, level="8").give("W>N As", "E>S Ks", "S>E 6c")
    record = after(GD1, "NSWE", made.finish("WSNE").hand(2, tribute=("W>N As", "E>S Ks")))
    assert [code for code, *_ in said(record)] == ["TRIBUTE-NO-RETURN", "TRIBUTE-NO-RETURN", "DEAL-OPEN"]
    assert audit(record).hands[1].finish == "WSNE"


def test_second_card_paid_whose_return_is_not_noted() -> None:
    """W paid two cards and got two back; one return is on the list."""
    made = board({"N": "5c6c"}, top={"W": "As"}, level="8")
    low = made.low("W")
    finished = made.give("W>N As", f"W>N {low}", "N>W 5c", "N>W 6c").finish("WENS")
    record = after(GD1, "NESW", finished.hand(2, tribute=("W>N As", f"W>N {low}", "N>W 5c")))
    assert {code for code, *_ in said(record)} == {"TRIBUTE-TWICE", "DEAL-OPEN"}
    assert audit(record).hands[1].finish == "WENS"


@pytest.mark.parametrize("moved", [True, False], ids=["made at the table", "on paper alone"])
def test_tribute_that_is_not_due_is_one_finding(moved: bool) -> None:
    """In the first hand, whether the cards changed hands or not."""
    made = board({"N": "5c"}, top={"W": "As"})
    hand = (made.give("W>N As", "N>W 5c") if moved else made).finish("WNES").hand(tribute=("W>N As", "N>W 5c"))
    wrong = at("TRIBUTE-NONE", "/hands/0/tribute/0", 0, 0, actual="W>N:As N>W:5c")
    assert said(record_of(GD1, hand)) == [wrong]


def test_tribute_in_a_game_without_any_is_one_finding() -> None:
    hand = replace(table({"1": "As", "2": "3d"}).trick("As").finish().hand(), tribute=("1>2 As", "2>1 3d"))
    assert [code for code, *_ in said(recorded(hand))] == ["TRIBUTE-NONE"]


# ======================================================================================== smaller repairs


def test_time_called_at_double_where_the_hand_goes_on() -> None:
    """The hand is not over, so that the one before counts (GD3-A5)."""
    begun = board({"N": "5c"}, top={"W": "As"}, level="4").give("W>N As", "N>W 5c")
    unfinished = begun.run_out("W", "E").run_out("E", "N").hand(2)
    options, event = {"hand_end": "third"}, Event(seconds=3_600)
    for points, wrong in (({"EW": 0, "NS": 2}, []), ({"EW": 3, "NS": 2}, ["CLAIM-ROUND-POINTS"])):
        claims = MatchClaims(reason="time", points=points)
        record = record_of(GD3, placed("NESW"), unfinished, options=options, claims=claims, event=event)
        assert [code for code, *_ in said(record)] == wrong


def test_card_that_two_noticed_is_exposed_once() -> None:
    """S holds one 7d; when it has been led the next lead is free."""
    begun = board({"S": "7d", "N": "7d"})
    low = begun.low("E")
    over = max((card for card in begun.hands["S"] if card != "7d"), key=lambda card: height(card, "2"))
    led_twice = begun.trick(f"E {low} - - {over} - - -").lead("S", "7d").lead("S")
    incidents = tuple(Incident(kind="exposed", seat="S", at=place, cards="7d") for place in ((1, 1), (1, 2)))
    assert "LEAD-EXPOSED" not in {code for code, *_ in said(record_of(GD3, led_twice.hand(incidents=incidents)))}


@pytest.mark.parametrize("finish", ["NNSW", "NESN"])
def test_places_that_name_a_seat_twice_are_wrong_though_the_hand_is_unfinished(finish: str) -> None:
    record = record_of(GD1, board().run_out("N", "E").lead("E").hand(claims=HandClaims(finish=finish)))
    assert "CLAIM-FINISH" in {code for code, *_ in said(record)}


@pytest.mark.parametrize(("value", "kind"), [("three_pairs", "tube"), ("two_triples", "plate")])
@pytest.mark.parametrize("undeclared", ["strongest", "weakest"])
def test_two_wild_cards_are_what_the_option_says(value: str, kind: str, undeclared: str) -> None:
    record = plays(GD1, "E 6s6d7c7d2h2h - - -", options={"two_wilds": value, "undeclared": undeclared})
    types = audit(record).hands[0].types
    assert types is not None
    assert types[0][0] == kind


def test_seven_copies_of_a_card_are_not_in_hand() -> None:
    """The counts of the packed hand must not run over."""
    record = plays(GD1, "E 3s3s3s3s3s3s3s - - -", level="7")
    assert "PLAY-NOT-HELD" in {code for code, *_ in said(record)}


# ======================================================================================== tribute of hands that are not known


def second(order: str, *tricks: str, sheet: str = GD1, **facts: Any) -> list[tuple[str, str | None]]:
    """Codes and seats of what is wrong in a second hand of which only this is on record."""
    record = after(sheet, order, Hand(no=2, level="8", tricks=tricks, **facts), level="8")
    return [(finding.code, finding.seat) for finding in audit(record).findings if finding.kind is not Kind.OPEN]


@pytest.mark.parametrize(
    ("order", "leader", "expected"),
    [
        *((("NESW"), leader, [] if leader in "WN" else [("LEAD-NEITHER", leader)]) for leader in "ENWS"),
        *((("NSEW"), leader, [] if leader in "EWN" else [("LEAD-NEITHER", leader)]) for leader in "ENWS"),
    ],
)
def test_who_may_lead_where_no_tribute_is_on_record(order: str, leader: str, expected: list[tuple[str, str]]) -> None:
    """A payer, or the first player if tribute was refused."""
    assert second(order, f"{leader} 3h - - -") == expected


@pytest.mark.parametrize(("leader", "fault"), [("W", None), ("N", "N"), ("S", "S")])
def test_who_may_lead_where_the_deal_tells_that_tribute_was_due(leader: str, fault: str | None) -> None:
    made = board({"N": "9c"}, top={"W": "As"}, level="8").lead(leader)
    record = after(GD1, "NESW", made.hand(2, tribute=None), level="8")
    assert [seat for code, _, seat, *_ in said(record) if code == "LEAD-TRIBUTE"] == ([fault] if fault else [])


def test_who_owed_the_larger_card_is_known_by_what_he_plays() -> None:
    """E paid an ace and plays a big joker: his was the larger tribute that was due."""
    moves = ("E>N As", "W>S LJ", "N>E 3c", "S>W 4c")
    assert second("NSEW", "E 3h - - -", "E BJ - - -", tribute=moves) == [("TRIBUTE-CARD", "E")]


@pytest.mark.parametrize(("order", "code"), [("NESW", "TRIBUTE-RESISTED"), ("NSEW", "TRIBUTE-RESISTED")])
def test_big_joker_played_by_another_rules_out_a_refusal(order: str, code: str) -> None:
    assert [found for found, _ in second(order, "N BJ - - -", resisted=True)] == [code]


def test_both_big_jokers_played_by_the_payer_who_paid() -> None:
    codes_found = [code for code, _ in second("NESW", "W BJBJ - - -", tribute=("W>N As", "N>W 3c"))]
    assert codes_found == ["TRIBUTE-PAID-ANYWAY", "TRIBUTE-CARD"]


# ======================================================================================== more cards, more hands


def test_more_cards_played_than_a_seat_has() -> None:
    """Nobody's cards are known; E plays 26 of them, and then two."""
    singles = [f"E {rank}{suit} - - -" for suit in "sc" for rank in "23456789TJQKA"]
    assert [each for each in said(plays(GD1, *singles, "E 7h7d - - -", level="3")) if each[0] == "PLAY-NOT-HELD"] == [
        at("PLAY-NOT-HELD", "/hands/0/tricks/26", 27, 1, seat="E", actual="7h7d")
    ]


def test_hand_beyond_the_six_is_not_in_the_totals() -> None:
    orders = ("124356", "124356", *("124635",) * 5)
    record = sheets(*orders, claims=MatchClaims(points={"135": 10, "246": 0}))
    assert [code for code, *_ in said(record)] == ["MATCH-HANDS"]
