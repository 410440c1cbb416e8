"""The course of a match, over all sheets: where a record begins, hands that are missing, hands beyond the end, forfeits."""

from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.findings import Kind
from paipu.replay.record import Effect, Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims, Ruling, Start
from tests.rules.build import codes, match, score_sheet, table, verdicts
from tests.rules.climbing_build import GUANDAN, placed, played_out
from tests.rules.daguai_build import DG as DAGUAI

TRICKS: Final = ("shengji", "chaodipi", "shuangkou")


def found(result: Audit, code: str) -> list[tuple[int | None, str | None, str | None]]:
    """Hand, expected and actual of the findings of a code."""
    return [(each.where.hand, each.expected, each.actual) for each in result.findings if each.code == code]


# ---------------------------------------------------------------------------------------- what `start` says, and how long


def led_by(seat: str, no: int) -> Hand:
    """A hand of which only its level, who led it, and a trick are known."""
    return Hand(no=no, level="2" if no == 1 else "5", tricks=(f"{seat} 3s - - -",))


@pytest.mark.parametrize("sheet", GUANDAN)
def test_who_leads_the_first_hand_does_not_lead_later_ones(sheet: str) -> None:
    """`start` names E; the hand after next has another leader, and what it follows is not known."""
    hands = (led_by("E", 1), led_by("N", 2), led_by("W", 4))
    assert codes(match(*hands, sheet=sheet, dealer="E")) == []


def test_who_leads_the_first_hand_of_a_match_does_not_lead_its_second_game() -> None:
    """Four hands of 双下 win the first game of a match; the next game is led by who draws the card."""
    hands = [placed("EWNS", no) for no in range(1, 5)]
    record = match(*hands, Hand(no=5, level="2", tricks=("S 3s - - -",)), sheet="guandan-2", dealer="E")
    assert [code for code in codes(record) if code.startswith("LEAD")] == []


@pytest.mark.parametrize("games", [None, {"EW": 1, "NS": 0}, {"EW": 0, "NS": 1}])
def test_games_won_before_the_record_begins(games: dict[str, int] | None) -> None:
    """EW win the game that is under way: the match, if they had won one before; unknown is open, and not wrong."""
    start = Start(levels={"EW": "A", "NS": "9"}, games=games or {})
    hands = (Hand(no=1, level="A", claims=HandClaims(finish="EWNS")),)
    claims = MatchClaims(winner="EW", reason="passed", points={"EW": 2, "NS": 0})
    result = audit(GameRecord(id="t", sheet="guandan-2", start=start, hands=hands, claims=claims))
    wrong = [each.code for each in verdicts(result)]
    if games is None:
        assert wrong == []
        assert (result.match.winner, dict(result.match.points)) == (None, {})
    elif games["EW"]:
        assert wrong == []
        assert (result.match.winner, dict(result.match.points)) == ("EW", {"EW": 2, "NS": 0})
    else:
        assert "CLAIM-MATCH-WINNER" in wrong
        assert dict(result.match.points) == {"EW": 1, "NS": 1}


@pytest.mark.parametrize(("games", "winner"), [(None, None), ({"EW": 0, "NS": 1}, "NS"), ({"EW": 1, "NS": 0}, None)])
def test_games_of_a_final_won_before(games: dict[str, int] | None, winner: str | None) -> None:
    """In 炒地皮, NS carry the flag in a final of up to three games."""
    start = Start(levels={"EW": "A", "NS": "flag"}, dealer="N", games=games or {})
    hands = (score_sheet(95, 9, dealer="N", level="flag", trump="NT"),)
    claims = MatchClaims(winner="NS", reason="passed", levels={"EW": "A", "NS": "flag"})
    record = GameRecord(id="t", sheet="chaodipi", start=start, hands=hands, claims=claims, event=Event(stage="final"))
    assert audit(record).match.winner == winner
    assert ("CLAIM-MATCH-WINNER" in codes(record)) == (games == {"EW": 1, "NS": 0})


@pytest.mark.parametrize("sheet", ["guandan-2", "chaodipi"])
@pytest.mark.parametrize("games", [{"EW": 0, "NS": 2}, {"EW": 1, "NS": 2}])
def test_a_match_won_before_the_record_begins_is_over(sheet: str, games: dict[str, int]) -> None:
    """NS had won two games of at most three: what was played after them belongs to no match."""
    hands = (placed("EWNS", 9) if sheet == "guandan-2" else score_sheet(95, 9, dealer="E", level="5", trump="s"),)
    start, claims = Start(levels={"EW": "5", "NS": "2"}, games=games), MatchClaims(winner="NS", reason="passed", points=games)
    result = audit(GameRecord(id="t", sheet=sheet, start=start, hands=hands, claims=claims, event=Event(stage="final")))
    assert [(each.code, each.where.hand) for each in verdicts(result)] == [("MATCH-OVER", 9)]
    assert (result.match.winner, dict(result.match.points)) == ("NS", games)


@pytest.mark.parametrize("sheet", ["guandan-2", "chaodipi"])
def test_two_games_are_no_match_where_both_sides_are_said_to_have_won_them(sheet: str) -> None:
    start = Start(levels={"EW": "5", "NS": "2"}, games={"EW": 2, "NS": 2})
    record = GameRecord(id="t", sheet=sheet, start=start, hands=(Hand(no=9, level="5"),), event=Event(stage="final"))
    assert (codes(record), audit(record).match.winner) == ([], None)


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("levels", [{"EW": "3", "NS": "2"}, {"EW": "5", "NS": "4"}])
def test_levels_at_the_start_that_the_first_hand_denies(sheet: str, levels: dict[str, str]) -> None:
    record = match(Hand(no=1, level="2", tricks=("E 3s - - -",)), sheet=sheet, levels=levels)
    expected = " | ".join(level for level in levels.values() if level != "2")
    assert found(audit(record), "START-LEVEL") == [(1, expected, "2")]


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi"])
def test_levels_at_the_start_that_no_hand_can_be_played_at(sheet: str) -> None:
    """Nobody knows who is banker: it is one side's level or the other's."""
    record = match(Hand(no=5, level="9", trump="s"), sheet=sheet, levels={"EW": "3", "NS": "4"})
    assert found(audit(record), "LEVEL-IN-FORCE") == [(5, "3 | 4", "9")]


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi"])
def test_level_of_the_recorded_banker_at_the_start(sheet: str) -> None:
    record = match(Hand(no=5, level="9", dealer="N", trump="s"), sheet=sheet, levels={"EW": "3", "NS": "4"})
    assert found(audit(record), "LEVEL-IN-FORCE") == [(5, "4", "9")]


@pytest.mark.parametrize("sheet", ["shuangkou", DAGUAI])
def test_levels_at_the_start_of_a_sheet_that_counts_none(sheet: str) -> None:
    sides = ("EW", "NS") if sheet == "shuangkou" else ("135", "246")
    record = match(Hand(no=1), sheet=sheet, levels=dict.fromkeys(sides, "5"))
    assert len(found(audit(record), "START-IDLE")) == len(sides)


def test_banker_at_the_start_against_the_schedule() -> None:
    assert found(audit(match(score_sheet(80, 2), sheet="shuangkou", dealer="W")), "DEALER-NEXT") == [(None, "N", "W")]
    assert codes(match(score_sheet(80, 2), sheet="shuangkou", dealer="N")) == []


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("level", [None, "9"])
def test_one_side_at_two_does_not_make_a_first_hand(sheet: str, level: str | None) -> None:
    """Nobody says what EW are at: they may be the side whose nine is played."""
    claims = HandClaims(finish="ENSW", levels={"EW": "T", "NS": "2"})
    assert codes(match(Hand(no=1, level=level, claims=claims), sheet=sheet, levels={"NS": "2"})) == []


# ---------------------------------------------------------------------------------------- what 炒地皮 leaves unseen


def lost_flag(no: int, *hands: Hand, **claims: Any) -> GameRecord:
    """A record that begins with EW carrying the flag, and losing it."""
    first = score_sheet(100, no, dealer="E", level="flag", **claims)
    return match(first, *hands, sheet="chaodipi", levels={"EW": "flag", "NS": "J"}, dealer="E")


@pytest.mark.parametrize("no", [1, 9])
@pytest.mark.parametrize("level", ["A", "flag"])
def test_failures_before_the_record_begins(no: int, level: str) -> None:
    """It may have been the third in a row (CDP-4.3c), whatever number the hand has."""
    assert codes(lost_flag(no, levels={"EW": level, "NS": "J"})) == []
    assert codes(lost_flag(no, levels={"EW": "Q", "NS": "J"})) == ["CLAIM-LEVELS"]


@pytest.mark.parametrize("no", [1, 9])
@pytest.mark.parametrize("told", [{}, {"levels": {"NS": "J"}}])
def test_a_third_failure_shows_when_the_side_is_in_office_again(no: int, told: dict[str, Any]) -> None:
    """NS play their J in between and lose; EW are at A then, or carry the flag still, and at nothing else (CDP-4.3c)."""

    def then(level: str, **claims: Any) -> list[str]:
        between = score_sheet(80, no + 1, dealer="N", level="J", **claims)
        return codes(lost_flag(no, between, Hand(no=no + 2, dealer="W", level=level), **told))

    assert then("A") == then("flag") == []
    assert then("Q") == ["LEVEL-IN-FORCE"]
    for level in ("A", "flag"):
        assert then(level, levels={"EW": level, "NS": "J"}) == []
    assert then("A", levels={"EW": "flag", "NS": "J"}) == ["LEVEL-IN-FORCE"]


def test_two_failures_on_record_leave_one_before() -> None:
    """Twice NS took over and lost; the third failure that is on record is the third, or a later one that had to come sooner."""

    def lost(*levels: str) -> list[str]:
        hands = [score_sheet(100, 9, dealer="E", level="flag")]
        for number, (level, dealers) in enumerate(zip(levels, ("NW", "SE", "NW"), strict=False)):
            hands.append(score_sheet(80, 10 + 2 * number, dealer=dealers[0], level="J"))
            hands.append(score_sheet(100 if level == "flag" else None, 11 + 2 * number, dealer=dealers[1], level=level))
        return codes(match(*hands, sheet="chaodipi", levels={"EW": "flag", "NS": "J"}, dealer="E"))

    assert lost("flag", "A") == lost("A") == []
    assert lost("flag", "flag", "A") == []
    assert lost("flag", "flag", "flag") == ["LEVEL-IN-FORCE"]


def test_a_stake_shows_when_the_side_that_lost_it_is_in_office_again() -> None:
    """NS were at A already: that EW fell back to 2 with 5h5h that nobody wrote down is seen two hands later (CDP-4.3d)."""

    def then(level: str) -> list[str]:
        first, second = score_sheet(80, 5, dealer="E", level="9"), score_sheet(80, 6, dealer="N", level="A")
        third = Hand(no=7, dealer="W", level=level)
        return codes(match(first, second, third, sheet="chaodipi", levels={"EW": "9", "NS": "A"}, dealer="E"))

    assert then("2") == then("9") == []
    assert then("5") == ["LEVEL-IN-FORCE"]


def test_final_levels_that_a_failure_before_the_record_explains() -> None:
    def ended(levels: dict[str, str]) -> list[str]:
        hand = score_sheet(100, 9, dealer="E", level="flag")
        claims = MatchClaims(levels=levels)
        return codes(match(hand, sheet="chaodipi", levels={"EW": "flag", "NS": "J"}, dealer="E", claims=claims))

    assert ended({"EW": "A", "NS": "J"}) == ended({"EW": "flag", "NS": "J"}) == []
    assert ended({"EW": "Q", "NS": "J"}) == ["CLAIM-MATCH-LEVELS"]


@pytest.mark.parametrize(("dealer", "level"), [("W", "A"), ("W", "3"), ("N", "A")])
def test_the_next_hand_tells_of_a_stake_or_bottom(dealer: str, level: str) -> None:
    """75 points are a rise of one; 5h5h or a 5·10·K bottom that nobody wrote down is A, for the bank or for the attackers."""
    record = match(score_sheet(75, dealer="E", level="2"), Hand(no=2, dealer=dealer, level=level), sheet="chaodipi")
    assert codes(record) == []
    told = score_sheet(75, dealer="E", level="2", levels={"EW": "3", "NS": "2"})
    claimed = match(told, Hand(no=2, dealer=dealer, level=level), sheet="chaodipi")
    assert bool(codes(claimed)) == (level == "A")


def test_a_banker_alone_tells_of_no_bottom() -> None:
    """Levels are at stake with it (CDP-5.1f): where they are as the points have them, or untold, the banker is wrong."""
    levels = {"EW": "2", "NS": "A"}
    assert codes(match(score_sheet(75, dealer="E", level="2", next_dealer="N", levels=levels), sheet="chaodipi")) == []
    assert codes(match(score_sheet(75, dealer="E", level="2", next_dealer="N"), sheet="chaodipi")) == ["CLAIM-NEXT-DEALER"]


def test_the_flag_has_no_kitty_to_capture() -> None:
    """Nothing unseen makes a flag hand of 35 points other than won (CDP-4.3b)."""
    hand = score_sheet(35, 9, dealer="E", level="flag", levels={"EW": "A", "NS": "J"})
    assert codes(match(hand, sheet="chaodipi", levels={"EW": "flag", "NS": "J"}, dealer="E")) == ["CLAIM-LEVELS"]


def test_a_hand_that_may_have_won_a_game_of_several() -> None:
    """Nobody knows what the flag hand of a final came to: the next may begin a game at 2."""
    hands = (score_sheet(None, 5, level="flag", levels={"EW": "K", "NS": "flag"}), Hand(no=6, dealer="W", level="2"))
    assert codes(match(*hands, sheet="chaodipi", event=Event(stage="final"))) == []


# ---------------------------------------------------------------------------------------- hands that are missing


def rows(sheet: str, *numbers: int) -> list[Hand]:
    """Hands of which hardly anything is known."""
    if sheet in TRICKS:
        return [score_sheet(None, no) for no in numbers]
    return [Hand(no=no) for no in numbers]


@pytest.mark.parametrize("sheet", [*TRICKS, *GUANDAN, DAGUAI])
def test_each_gap_is_one_note(sheet: str) -> None:
    result = audit(match(*rows(sheet, 1, 3, 4, 6), sheet=sheet))
    gaps = [each for each in result.findings if each.code == "HANDS-MISSING"]
    assert [(each.where.hand, each.actual, each.kind) for each in gaps] == [(3, "2", Kind.OPEN), (6, "5", Kind.OPEN)]


def test_the_eighth_hand_is_missing_where_a_ninth_is_on_record() -> None:
    """The ninth belongs to no match, and nobody knows what the eighth came to."""
    numbers = (*range(1, 8), 9)
    result = audit(match(*(score_sheet(80, no) for no in numbers), sheet="shuangkou"))
    assert found(result, "HANDS-MISSING") == [(9, None, "8")]
    assert result.match.winner is None
    assert found(audit(match(*(score_sheet(80, no) for no in (*range(1, 9), 10)), sheet="shuangkou")), "HANDS-MISSING") == []


def test_six_hands_decide_whatever_number_the_next_has() -> None:
    hands = [Hand(no=no, claims=HandClaims(finish="135246")) for no in (*range(1, 7), 8)]
    assert found(audit(match(*hands, sheet=DAGUAI)), "MATCH-HANDS") == [(8, "6", "8")]


@pytest.mark.parametrize("sheet", [*TRICKS, *GUANDAN, DAGUAI])
def test_hands_in_a_row_lack_nothing(sheet: str) -> None:
    assert found(audit(match(*rows(sheet, 1, 2, 3), sheet=sheet)), "HANDS-MISSING") == []


@pytest.mark.parametrize(("sheet", "hands"), [("shuangkou", 8), (DAGUAI, 6)])
def test_a_match_of_fixed_length_is_not_over_before_its_last_hand(sheet: str, hands: int) -> None:
    def said(count: int) -> list[str]:
        claims = MatchClaims(reason="passed")
        if sheet == DAGUAI:
            played = [Hand(no=no, claims=HandClaims(finish="135246")) for no in range(1, count + 1)]
        else:
            played = [score_sheet(80, no) for no in range(1, count + 1)]
        findings = audit(match(*played, sheet=sheet, claims=claims)).findings
        return [each.code for each in findings if each.where.pointer == "/claims/reason"]

    assert said(hands - 1) == ["CLAIM-OPEN"]
    assert said(hands) == []


# ---------------------------------------------------------------------------------------- hands beyond the end


def beyond(sheet: str, **claims: Any) -> GameRecord:
    """A match that is over with its first hand, or has all its hands, and one more that is full of errors."""
    wrong = HandClaims(levels={"EW": "3", "NS": "3"}, **claims)
    if sheet in GUANDAN:
        played = played_out("NSEW", level="7", seed=3).hand(2, claims=wrong, lead="E")
        start: dict[str, Any] = {
            "levels": {"EW": "9", "NS": "A"},
            "games": {"EW": 0, "NS": 1} if sheet == "guandan-2" else None,
        }
        return match(Hand(no=1, level="A", claims=HandClaims(finish="NESW")), played, sheet=sheet, **start)
    if sheet == DAGUAI:
        last = Hand(no=7, level="9", lead="3", claims=HandClaims(finish="112345", points={"135": 3, "246": 3}))
        return match(*(Hand(no=no, claims=HandClaims(finish="135246")) for no in range(1, 7)), last, sheet=sheet)
    if sheet == "shuangkou":
        last = score_sheet(83, 9, level="9", dealer="W", score={"EW": 1, "NS": 1})
        return match(*(score_sheet(80, no) for no in range(1, 9)), last, sheet=sheet)
    level = "T" if sheet == "shengji" else "flag"
    first = score_sheet(75, level=level, dealer="N", trump="NT")
    last = score_sheet(83, 2, level="9", dealer="W", trump="s", levels={"EW": "3", "NS": "3"})
    return match(first, last, sheet=sheet, levels={"EW": "5", "NS": level}, dealer="N")


@pytest.mark.parametrize("sheet", [*TRICKS, *GUANDAN, DAGUAI])
def test_a_hand_beyond_the_end_is_one_finding_and_counts_nowhere(sheet: str) -> None:
    record = beyond(sheet)
    whole, before = audit(record), audit(match(*record.hands[:-1], sheet=sheet, **_start(record)))
    last = record.hands[-1].no
    assert [each.code for each in whole.findings if each.where.hand == last] in (["MATCH-OVER"], ["MATCH-HANDS"])
    assert (whole.match.winner, whole.match.levels, whole.match.points, whole.match.score) == (
        (before.match.winner, before.match.levels, before.match.points, before.match.score)
    )
    extra = whole.hands[-1]
    assert (extra.levels, extra.points, extra.score, extra.next_dealer) == (None, None, None, None)


def _start(record: GameRecord) -> dict[str, Any]:
    start = record.start
    return {"levels": start.levels, "dealer": start.dealer, "games": start.games} if start is not None else {}


# ---------------------------------------------------------------------------------------- forfeits


LATE: Final = Incident(kind="late", seat="N", at=(0, 0))


def forfeited(sheet: str, *, winner: str, **claims: Any) -> GameRecord:
    """NS came late, and the match was given up for it."""
    told = MatchClaims(winner=winner, reason="forfeit", **claims)
    return match(Hand(no=1, incidents=(LATE,)), sheet=sheet, claims=told)


@pytest.mark.parametrize("sheet", ["chaodipi", "shuangkou", "guandan-2", "guandan-3"])
def test_the_side_that_came_late_loses_whatever_is_claimed(sheet: str) -> None:
    right, wrong = audit(forfeited(sheet, winner="EW")), audit(forfeited(sheet, winner="NS"))
    assert (right.match.winner, right.match.reason) == ("EW", "forfeit")
    assert found(right, "CLAIM-MATCH-WINNER") == []
    assert found(wrong, "CLAIM-MATCH-WINNER") == [(None, "EW", "NS")]


@pytest.mark.parametrize("sheet", ["chaodipi", "shuangkou", "guandan-2", "guandan-3"])
@pytest.mark.parametrize(
    ("late", "winner"),
    [
        ({"N": 599}, None),  # what it was given up for is not on record
        ({"N": 600}, "EW"),
        ({"N": 700, "E": 100}, "EW"),
        ({"N": 700, "S": 100}, "EW"),
        ({"N": 700, "E": 700}, None),
    ],
)
def test_less_than_ten_minutes_is_no_forfeit(sheet: str, late: dict[str, float], winner: str | None) -> None:
    incidents = tuple(Incident(kind="late", seat=seat, at=(0, 0), seconds=seconds) for seat, seconds in late.items())
    result = audit(match(Hand(no=1, incidents=incidents), sheet=sheet, claims=MatchClaims(winner="EW", reason="forfeit")))
    assert result.match.winner == winner
    if sheet == "shuangkou":
        assert result.hands[0].score == ({"EW": 20, "NS": -20} if winner else None)


def test_a_match_lost_otherwise_is_no_forfeit_since_somebody_was_a_minute_late() -> None:
    told = (Incident(kind="late", seat="N", at=(0, 0), seconds=60),)
    late = Hand(no=1, incidents=told, claims=HandClaims(score={"EW": 2, "NS": -2}))
    lost = Ruling(id="r1", hand=1, at=(1, 1), seat="N", effect=Effect(loser="NS"), state="final")
    claims = MatchClaims(winner="EW", score={"EW": 2, "NS": -2}, reason="ruling")
    record = replace(match(late, sheet="shuangkou", claims=claims), rulings=(lost,))
    assert found(audit(record), "CLAIM-FORFEIT") == []


@pytest.mark.parametrize("sheet", ["shengji", "guandan-1", DAGUAI])
def test_lateness_is_no_forfeit_where_the_sheet_does_not_know_it(sheet: str) -> None:
    side = "EW" if sheet != DAGUAI else "135"
    hand = Hand(no=1, incidents=(Incident(kind="late", seat=side[0]),))
    claims = MatchClaims(winner=side, reason="forfeit")
    assert "CLAIM-MATCH-WINNER" not in codes(match(hand, sheet=sheet, claims=claims))


def test_a_forfeit_costs_twenty_and_gives_twenty() -> None:
    """SK-4.2: the hand before which the side came late has it, and so has the match."""
    score = {"EW": 20, "NS": -20}
    result = audit(forfeited("shuangkou", winner="EW", score=score, points={"EW": 2, "NS": 0}))
    assert verdicts(result) == []
    assert (result.match.score, result.hands[0].score) == (score, score)
    wrong = audit(forfeited("shuangkou", winner="EW", score={"EW": 10, "NS": -20}))
    assert found(wrong, "CLAIM-FORFEIT") == [(None, "EW=20 NS=-20", "EW=10 NS=-20")]


def test_the_score_of_a_hand_that_was_given_up() -> None:
    hand = Hand(no=1, incidents=(LATE,), claims=HandClaims(score={"EW": 2, "NS": -2}))
    claims = MatchClaims(reason="forfeit")
    assert found(audit(match(hand, sheet="shuangkou", claims=claims)), "CLAIM-FORFEIT") == [(1, "EW=20 NS=-20", "EW=2 NS=-2")]


def test_a_forfeit_after_games_leaves_the_games_open() -> None:
    record = forfeited("guandan-2", winner="EW", points={"EW": 2, "NS": 0})
    assert found(audit(record), "CLAIM-MATCH-POINTS") == []


# ---------------------------------------------------------------------------------------- what is partly seen


@pytest.mark.parametrize(("order", "right", "wrong"), [("NESW", "NES-", "NE--"), ("NSEW", "NS--", "NSE-")])
@pytest.mark.parametrize("sheet", GUANDAN)
def test_those_who_kept_cards_are_marked(sheet: str, order: str, right: str, wrong: str) -> None:
    """The last of a hand has no place of his own; at 双下 two have none."""

    def said(finish: str) -> list[str]:
        return codes(match(played_out(order).hand(claims=HandClaims(finish=finish)), sheet=sheet))

    assert said(right) == said(order) == []
    assert said(wrong) == ["CLAIM-FINISH"]


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("finish", ["EWNS", "EW--"])
def test_marks_tell_the_places_on_a_score_sheet(sheet: str, finish: str) -> None:
    computed = audit(match(Hand(no=1, claims=HandClaims(finish=finish)), sheet=sheet)).hands[0]
    assert computed.levels is not None
    assert computed.levels["NS"] == "2" != computed.levels["EW"]


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_burial_that_was_partly_seen(sheet: str) -> None:
    """Nothing is wrong with it, its points are open, and its number of cards is checked."""
    board = table(sheet=sheet).finish()
    seen = "".join(board.bury[:3])
    whole = audit(match(board.hand(), sheet=sheet)).hands[0]

    def with_kitty(cards: str) -> GameRecord:
        return match(board.hand(kitty=(KittyAction(seat=board.dealer, bury=cards),)), sheet=sheet)

    assert codes(with_kitty(seen + "??" * 5)) == codes(match(board.hand(), sheet=sheet))
    assert audit(with_kitty(seen + "??" * 5)).hands[0].winners == whole.winners
    assert "BURY-COUNT" in codes(with_kitty(seen + "??" * 4))


def test_a_fault_does_not_rest_on_whether_its_hand_belongs_to_the_match() -> None:
    """At level T the match may be over by one reading of what passes it (D-SJ-01): a banker's wrong lead is one by any."""
    first = score_sheet(75, level="T", dealer="N", trump="NT")
    board = table(level="J", dealer="S", seed=1)
    second = board.trick(leader="E").hand(no=2)
    record = match(first, second, levels={"EW": "5", "NS": "T"}, dealer="N", options={"pass_level": "A"})
    (lead,) = [each for each in audit(record).findings if each.code.startswith("LEAD")]
    assert lead.options == ()


@pytest.mark.parametrize(("clause", "reason"), [("SK-4.2", "forfeit"), ("SK-5.4", "ruling")])
def test_a_ruling_says_by_its_clause_whether_the_match_was_forfeited(clause: str, reason: str) -> None:
    """SK-4.2 says so of itself, and under another clause an untimed lateness makes it none."""
    late = (Incident(kind="late", seat="N", at=(0, 0)),) if reason == "ruling" else ()
    lost = Ruling(id="r1", hand=1, at=(0, 0), seat="N", clause=clause, effect=Effect(loser="NS"), state="final")
    result = audit(replace(match(Hand(no=1, incidents=late), sheet="shuangkou"), rulings=(lost,)))
    assert (result.match.winner, result.match.reason) == ("EW", reason)
    assert (result.match.score == {"EW": 20, "NS": -20}) == (reason == "forfeit")


def test_where_both_sides_came_late_no_score_follows_a_claim() -> None:
    incidents = tuple(Incident(kind="late", seat=seat, at=(0, 0), seconds=600) for seat in "NE")
    claims = MatchClaims(winner="EW", reason="forfeit", score={"EW": 20, "NS": -20}, points={"EW": 2, "NS": 0})
    result = audit(match(Hand(no=1, incidents=incidents), sheet="shuangkou", claims=claims))
    assert (result.match.winner, dict(result.match.points), dict(result.match.score)) == (None, {}, {})
