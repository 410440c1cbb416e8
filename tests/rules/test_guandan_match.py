"""Levels, results and conduct of the three 掼蛋 sheets: for each clause and check code what it must find and must not."""

from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Basis, Kind
from paipu.replay.record import Effect, Event, GameRecord, Hand, HandClaims, Incident, MatchClaims, Ruling
from tests.rules.build import codes, found, match
from tests.rules.climbing_build import GUANDAN, Board, after, board, placed, played_out, plays, record_of
from tests.rules.registry import each, each_must_not, each_trigger, situations

PLACES: Final = "GD1-3b GD2-3a GD3-C4.2"
IN_FORCE: Final = "GD1-3a GD2-4a GD3-D1"
RISES: Final = "GD1-5a GD2-4a GD3-D3"
ONLY_THE_FIRST: Final = "GD1-5a GD2-4a GD3-D1"
ACE: Final = "GD1-5b GD2-4b GD3-D1"
FINAL: Final = "GD1-5a GD2-4a GD3-D1"
GAME: Final = "GD1-5b GD2-5 GD3-D1"
ONE_TRICK: Final = ("E 3s - - -",)


# ======================================================================================== places


def finished(sheet: str, order: str, claimed: str, **others: Any) -> GameRecord:
    """A whole hand with these places, and those that the score sheet has."""
    return record_of(sheet, played_out(order).hand(claims=HandClaims(finish=claimed)), **others)


each_trigger(PLACES, "CLAIM-FINISH", expected="NESW", actual="ENSW", pointer="claims/finish").of(
    first_and_second_exchanged=lambda sheet: finished(sheet, "NESW", "ENSW")
)

each_trigger("GD3-C4.3", "CLAIM-FINISH", expected="NESW", actual="NEWS", pointer="claims/finish").of(
    third_and_last_exchanged=lambda sheet: finished(sheet, "NESW", "NEWS")
)

each_trigger(
    "GD3-C4.6", "CLAIM-FINISH", expected="NSEW", actual="NSWE", pointer="claims/finish", basis="assumed", options=("D-GD-03",)
).of(left_neighbour_of_the_first_as_last_at_double=lambda sheet: finished(sheet, "NSEW", "NSWE"))

each_must_not(PLACES, "CLAIM-FINISH").of(
    places_as_played=each(finished, [("NESW", "NESW"), ("NESW", "NES"), ("NEWS", "NEWS"), ("NSEW", "NS")])
)

each_trigger(
    "GD3-C4.1", "CLAIM-FINISH", expected="NSEW", actual="NESW", pointer="claims/finish", basis="assumed", options=("D-GD-03",)
).of(partner_of_the_last_said_to_be_second=lambda sheet: finished(sheet, "NSEW", "NESW"))

each_trigger(
    "GD3-C4.6", "CLAIM-FINISH", expected="NSEW", actual="NSWE", pointer="claims/finish", basis="assumed", options=("D-GD-03",)
).of(
    # no plays are on record; whatever they were, the first player's right neighbour is last
    left_neighbour_of_the_first_as_last_by_the_score_sheet=lambda sheet: record_of(
        sheet, Hand(no=1, claims=HandClaims(finish="NSWE"))
    )
)

each_must_not("GD3-C4.1", "CLAIM-FINISH").of(partners_are_the_last_two=lambda sheet: finished(sheet, "NSEW", "NSEW"))

each_must_not("GD3-C4.3", "CLAIM-FINISH").of(last_as_played=lambda sheet: finished(sheet, "NEWS", "NEWS"))

each_must_not("GD3-C4.6", "CLAIM-FINISH").of(
    right_neighbour_of_the_first_is_last_at_double=each(
        lambda sheet, order: finished(sheet, order, order), ["NSEW", "SNWE", "EWSN", "WENS"]
    )
)

each_must_not("GD1-3b GD2-3a", "CLAIM-FINISH").of(
    losers_at_double_in_any_order=each(lambda sheet, claimed: finished(sheet, "NSEW", claimed), ["NSEW", "NSWE"])
)


# ======================================================================================== the level


each_trigger(IN_FORCE, "START-LEVEL", expected="2", actual="3", pointer="level").of(
    first_hand_at_three=lambda sheet: record_of(sheet, Hand(no=1, level="3", tricks=ONE_TRICK))
)
each_must_not(IN_FORCE, "START-LEVEL").of(
    first_hand_at_two=lambda sheet: record_of(sheet, Hand(no=1, level="2", tricks=ONE_TRICK)),
    record_that_begins_at_seven=lambda sheet: plays(sheet, *ONE_TRICK, level="7"),
)
each_trigger(IN_FORCE, "LEVEL-IN-FORCE", hand=2, expected="8", actual="2", pointer="level", basis="assumed").of(
    level_of_the_losers=lambda sheet: after(sheet, "NESW", Hand(no=2, level="2"))
)
each_must_not(IN_FORCE, "LEVEL-IN-FORCE").of(
    level_of_the_first_players_side_after_its_rise=each(
        lambda sheet, order: after(sheet, order, Hand(no=2, level="8")), ["NESW", "NSWE", "NEWS", "EWNS"]
    )
)
each_trigger(IN_FORCE, "LEVEL-OPEN", hand=5, at=(0, 0), pointer="level").of(
    record_that_begins_later_and_names_no_level=lambda sheet: record_of(sheet, Hand(no=5, tricks=ONE_TRICK))
)
each_must_not(IN_FORCE, "LEVEL-OPEN").of(
    level_recorded_or_first_hand_or_no_plays=each(
        record_of, [Hand(no=5, level="7", tricks=ONE_TRICK), Hand(no=1, tricks=ONE_TRICK), Hand(no=5)]
    )
)


# ======================================================================================== rising


each_trigger(RISES, "CLAIM-LEVELS", actual="EW=2 NS=3", pointer="claims/levels").of(
    one_level_for_more=each(
        lambda sheet, order: record_of(sheet, placed(order, levels={"EW": "2", "NS": "3"})), ["NSEW", "NESW"]
    )
)

each_trigger(ONLY_THE_FIRST, "CLAIM-LEVELS", expected="EW=2 NS=3", actual="EW=3 NS=3", pointer="claims/levels").of(
    other_side_rises_too=lambda sheet: record_of(sheet, placed("NEWS", levels={"EW": "3", "NS": "3"}))
)

each_trigger(RISES, "CLAIM-LEVELS", actual="NS=4", pointer="claims/levels").of(
    wrong_rise_while_the_others_are_at_the_ace=lambda sheet: record_of(
        sheet, placed("NSEW", levels={"NS": "4"}), levels={"EW": "A", "NS": "2"}
    )
)

each_must_not("GD3-D1", "CLAIM-LEVELS").of(
    only_the_side_of_the_first_rises=lambda sheet: record_of(sheet, placed("NEWS", levels={"EW": "2", "NS": "3"}))
)


@each_must_not(RISES, "CLAIM-LEVELS")
@pytest.mark.parametrize("order", ["NSEW", "NESW", "NEWS", "EWNS", "ENWS", "ENSW"])
def test_GD_must_not_levels_by_the_places(sheet: str, order: str) -> GameRecord:
    by = {"guandan-2": (5, 3, 1)}.get(sheet, (3, 2, 1))[order.index({"N": "S", "E": "W"}[order[0]]) - 1]
    side, other = ("NS", "EW") if order[0] == "N" else ("EW", "NS")
    return record_of(sheet, placed(order, levels={side: "23456789"[by], other: "2"}))


def at_ace(sheet: str, order: str, levels: dict[str, str] | None = None, ew: str = "2", **others: Any) -> GameRecord:
    """A hand played at the ace of NS, the other side at `ew`."""
    hand = replace(placed(order, levels=levels), level="A")
    return record_of(sheet, hand, levels={"EW": ew, "NS": "A"}, **others)


each_trigger("GD2-4b", "CLAIM-LEVELS-LAST", actual="NS=2", pointer="claims/levels").of(
    # who fails at the ace plays it again
    sent_back_from_the_ace=lambda sheet: at_ace(sheet, "ENWS", {"NS": "2"})
)

each_trigger("GD1-5b GD3-D1", "CLAIM-LEVELS-LAST/stays", actual="NS=2", pointer="claims/levels", basis="assumed").of(
    sent_back_from_the_ace_where_nothing_is_printed=lambda sheet: at_ace(sheet, "ENWS", {"NS": "2"})
)

each_trigger(ACE, "CLAIM-LEVELS-LAST", actual="NS=2", pointer="claims/levels").of(
    sent_back_from_the_ace_by_a_rise=lambda sheet: at_ace(sheet, "NESW", {"NS": "2"})
)

each_trigger(RISES, "CLAIM-LEVELS", expected="EW=2 NS=A", actual="NS=K", pointer="claims/levels").of(
    # a plain rise exactly to the ace is no question of stopping there
    no_rise_to_the_ace=lambda sheet: record_of(sheet, placed("NEWS", levels={"NS": "K"}), levels={"EW": "2", "NS": "K"})
)

each_trigger("GD1:D-GD-16? GD2-4b GD3:D-GD-16?", "CLAIM-LEVELS-LAST", actual="NS=3", pointer="claims/levels").of(
    # K and three levels, or five, are the ace
    past_the_ace_without_playing_it=lambda sheet: record_of(
        sheet, placed("NSWE", levels={"NS": "3"}), levels={"EW": "2", "NS": "K"}
    )
)

each_must_not("GD1:D-GD-16 GD3:D-GD-16", "CLAIM-LEVELS-LAST").of(
    stopped_at_the_ace_where_that_is_not_printed=lambda sheet: record_of(
        sheet, placed("NSWE", levels={"NS": "A"}), levels={"EW": "2", "NS": "K"}
    )
)

each_must_not("GD1-5b GD3-D1", "CLAIM-LEVELS-LAST/stays").of(
    still_at_the_ace_where_nothing_is_printed=lambda sheet: at_ace(sheet, "ENWS", {"NS": "A"})
)

each_must_not(ACE, "CLAIM-LEVELS-LAST").of(
    still_at_the_ace=each(lambda sheet, order: at_ace(sheet, order, {"NS": "A"}), ["ENWS", "EWNS", "WNSE"]),
    stopped_at_the_ace=lambda sheet: record_of(sheet, placed("NSWE", levels={"NS": "A"}), levels={"EW": "2", "NS": "K"}),
)


# ======================================================================================== the end of a match


def passed(sheet: str, order: str = "NESW") -> tuple[Hand, ...]:
    """NS, at the ace, pass it with these places; in `guandan-2` they then win a second game."""
    first = replace(placed(order), level="A")
    if sheet != "guandan-2":
        return (first,)
    return (first, *(placed("NSWE", no) for no in range(2, 6)))


def won(sheet: str, *more: Hand, **claims: Any) -> GameRecord:
    """NS, at the ace against a two, win the match."""
    event = claims.pop("event", None)
    told = MatchClaims(**claims) if claims else None
    return record_of(sheet, *passed(sheet), *more, levels={"EW": "2", "NS": "A"}, claims=told, event=event)


each_trigger(FINAL, "CLAIM-MATCH-LEVELS", hand=None, expected="EW=2 NS=3", actual="EW=2 NS=4", pointer="/claims/levels").of(
    other_final_levels=lambda sheet: record_of(sheet, placed("NEWS"), claims=MatchClaims(levels={"EW": "2", "NS": "4"}))
)
each_must_not(FINAL, "CLAIM-MATCH-LEVELS").of(
    final_levels=lambda sheet: record_of(sheet, placed("NEWS"), claims=MatchClaims(levels={"EW": "2", "NS": "3"}))
)

each_trigger("GD2-5", "CLAIM-MATCH-POINTS", hand=None, expected="EW=0 NS=1", actual="NS=2 EW=0", pointer="/claims/points").of(
    games_won=lambda sheet: at_ace(sheet, "NESW", claims=MatchClaims(points={"NS": 2, "EW": 0}))
)
each_must_not("GD2-5", "CLAIM-MATCH-POINTS").of(games_won=lambda sheet: won(sheet, points={"NS": 2, "EW": 0}))

each_trigger(GAME, "CLAIM-MATCH-WINNER", hand=None, expected="NS", actual="EW", pointer="/claims/winner").of(
    other_winner=lambda sheet: won(sheet, winner="EW")
)
each_trigger(GAME, "CLAIM-MATCH-WINNER", hand=None, expected="-", actual="NS", pointer="/claims/winner").of(
    winner_before_the_ace_is_passed=lambda sheet: record_of(
        sheet, placed("NEWS"), levels={"EW": "2", "NS": "Q"}, claims=MatchClaims(winner="NS")
    )
)


OVERRUN: Final = "GD1:D-GD-16 GD3:D-GD-16"
"""Past the ace without playing it, where the sheet does not say that it must be played."""


def overrun(sheet: str, **claims: Any) -> GameRecord:
    """NS, at the king, are first and second."""
    return record_of(sheet, placed("NSEW"), levels={"EW": "2", "NS": "K"}, claims=MatchClaims(**claims))


each_trigger(OVERRUN, "CLAIM-MATCH-WINNER", hand=None, expected="-", actual="NS", pointer="/claims/winner", basis="assumed").of(
    winner_who_ran_past_the_ace=lambda sheet: overrun(sheet, winner="NS")
)
each_must_not(OVERRUN, "CLAIM-MATCH-WINNER").of(winner_who_played_the_ace=lambda sheet: won(sheet, winner="NS"))
each_trigger(
    OVERRUN, "CLAIM-MATCH-REASON", hand=None, expected="-", actual="passed", pointer="/claims/reason", basis="assumed"
).of(passed_by_running_past_the_ace=lambda sheet: overrun(sheet, reason="passed"))
each_must_not(OVERRUN, "CLAIM-MATCH-REASON").of(passed_by_playing_the_ace=lambda sheet: won(sheet, reason="passed"))

each_trigger("GD1-5b", "CLAIM-MATCH-WINNER", hand=None, expected="-", actual="NS", pointer="/claims/winner").of(
    winner_at_the_ace_with_his_partner_last=lambda sheet: at_ace(sheet, "NEWS", claims=MatchClaims(winner="NS"))
)

each_trigger("GD2-5", "CLAIM-MATCH-WINNER", hand=None, expected="-", actual="NS", pointer="/claims/winner").of(
    winner_after_one_game=lambda sheet: at_ace(sheet, "NESW", claims=MatchClaims(winner="NS"))
)

each_must_not(GAME, "CLAIM-MATCH-WINNER").of(
    the_side_that_passed_the_ace=lambda sheet: won(sheet, winner="NS", reason="passed")
)
each_trigger(GAME, "CLAIM-MATCH-REASON", hand=None, expected="passed", actual="time", pointer="/claims/reason").of(
    time_called_after_the_ace_was_passed=lambda sheet: won(sheet, reason="time")
)
each_must_not(GAME, "CLAIM-MATCH-REASON").of(ace_passed=lambda sheet: won(sheet, reason="passed"))
each_trigger(GAME, "CLAIM-MATCH-REASON", hand=None, expected="-", actual="passed", pointer="/claims/reason").of(
    called_passed_with_nobody_past_the_ace=lambda sheet: record_of(sheet, placed("NESW"), claims=MatchClaims(reason="passed"))
)
each_must_not(GAME, "CLAIM-MATCH-REASON").of(
    ended_otherwise_with_nobody_past_the_ace=each(
        lambda sheet, reason: record_of(sheet, placed("NESW"), claims=MatchClaims(reason=reason)), ["time", "forfeit"]
    )
)


def one_more(sheet: str) -> Hand:
    return Hand(no=len(passed(sheet)) + 1)


each_trigger("GD1-5b GD3-D1", "MATCH-OVER", hand=2, pointer="").of(
    hand_after_the_ace_was_passed=lambda sheet: won(sheet, one_more(sheet))
)

each_trigger("GD2-5", "MATCH-OVER", hand=6, pointer="").of(hand_after_the_second_game=lambda sheet: won(sheet, one_more(sheet)))

each_must_not(GAME, "MATCH-OVER").of(
    hand_after_failing_at_the_ace=lambda sheet: record_of(
        sheet, replace(placed("ENWS"), level="A"), Hand(no=2), levels={"EW": "2", "NS": "A"}
    )
)

each_must_not("GD2-5", "MATCH-OVER").of(hand_of_the_second_game=lambda sheet: won(sheet))

each_must_not("GD1-5b", "MATCH-OVER").of(
    hand_after_a_rise_at_the_ace_with_the_partner_last=lambda sheet: record_of(
        sheet, replace(placed("NEWS"), level="A"), Hand(no=2, level="A"), levels={"EW": "2", "NS": "A"}
    )
)


def second_game(**facts: Any) -> GameRecord:
    """The first hand after NS have passed the ace in `guandan-2`."""
    return record_of("guandan-2", *passed("guandan-2")[:1], Hand(no=2, **facts), levels={"EW": "9", "NS": "A"})


def test_second_game_begins_anew() -> None:
    """GD2-5: at two, without tribute, led by whoever drew the card."""
    assert not codes(second_game(level="2", tricks=ONE_TRICK))
    assert codes(second_game(level="9", tricks=ONE_TRICK)) == ["START-LEVEL"]
    assert codes(second_game(level="2", tribute=("W>N As", "N>W 5c"), tricks=ONE_TRICK)) == ["TRIBUTE-NONE"]


# ---------------------------------------------------------------------------------------- the points of a round


each_trigger(
    "GD3-G2",
    "CLAIM-ROUND-POINTS",
    hand=None,
    expected="EW=0 NS=115",
    actual="EW=0 NS=112",
    pointer="/claims/points",
    basis="assumed",
).of(points_of_a_round_won_by_three=lambda sheet: at_ace(sheet, "NSWE", claims=MatchClaims(points={"EW": 0, "NS": 112})))
each_must_not("GD3-G2", "CLAIM-ROUND-POINTS").of(
    points_of_a_round=each(
        lambda sheet, order, ew, points: at_ace(sheet, order, ew=ew, claims=MatchClaims(points=points)),
        [
            ("NSWE", "2", {"EW": 0, "NS": 115}),
            ("NESW", "2", {"EW": 0, "NS": 114}),  # 16 − 2
            ("NSWE", "9", {"EW": 7, "NS": 108}),  # 17 − 9, and 9 − 2
            ("NESW", "K", {"EW": 11, "NS": 103}),  # 16 − 13, and 13 − 2
        ],
    )
)


def forfeited_round(sheet: str, **points: int) -> GameRecord:
    """A round that NS came too late for: what that is worth is not printed."""
    late = Hand(no=1, incidents=(Incident(kind="late", seat="N", at=(0, 0), seconds=600),))
    return match(late, sheet=sheet, claims=MatchClaims(winner="EW", reason="forfeit", points=points))


each_trigger(
    "GD3-G2",
    "CLAIM-ROUND-POINTS/bounds",
    hand=None,
    expected="0…115",
    actual="116",
    pointer="/claims/points/EW",
    besides=("INCIDENT-LATE",),
).of(more_than_any_round_gives=lambda sheet: forfeited_round(sheet, EW=116))
each_trigger(
    "GD3-G2",
    "CLAIM-ROUND-POINTS/bounds",
    hand=None,
    expected="0…12",
    actual="-1",
    pointer="/claims/points/NS",
    besides=("INCIDENT-LATE",),
).of(a_loser_loses_nothing=lambda sheet: forfeited_round(sheet, NS=-1))
each_must_not("GD3-G2", "CLAIM-ROUND-POINTS/bounds", besides=("INCIDENT-LATE", "CLAIM-OPEN")).of(
    points_of_a_round_within_bounds=each(
        lambda sheet, points: forfeited_round(sheet, **points),
        [{"EW": 115, "NS": 0}, {"EW": 100, "NS": 0}, {"EW": 0, "NS": 12}],
    )
)


# ======================================================================================== clocks (GD3)


def lasted(sheet: str, seconds: float | None, reason: str) -> GameRecord:
    """A round that ended so, after so long."""
    event = Event(seconds=seconds)
    if reason == "passed":
        return won(sheet, reason=reason, event=event)
    return record_of(sheet, placed("NEWS"), claims=MatchClaims(reason=reason), event=event)


each_trigger("GD3-A5", "CLOCK-ROUND", hand=None, expected="60", actual="59.98", pointer="/event/finished").of(
    time_called_early=lambda sheet: lasted(sheet, 3_599, "time")
)
each_trigger("GD3-A5", "CLOCK-ROUND", hand=None, expected="60", actual="61", pointer="/event/finished").of(
    played_on_after_the_hour=lambda sheet: lasted(sheet, 3_660, "passed")
)
each_must_not("GD3-A5", "CLOCK-ROUND").of(
    on_the_hour=each(lasted, [(3_600, "time"), (3_600, "passed"), (60, "passed"), (None, "time")])
)


def timed(sheet: str, *seconds: tuple[float | None, ...]) -> GameRecord:
    return plays(sheet, "E 3s 4s - - -", "N 5s - - -", seconds=seconds)


each_trigger("GD3-A4", "CLOCK-PLAY", at=(1, 1), seat="E", expected="30", actual="31", pointer="seconds/0/0").of(
    first_lead_after_31_seconds=lambda sheet: timed(sheet, (31, 15))
)
each_trigger("GD3-A4", "CLOCK-PLAY", at=(1, 2), seat="N", expected="15", actual="15.5", pointer="seconds/0/1").of(
    second_play_after_more_than_15_seconds=lambda sheet: timed(sheet, (30, 15.5))
)
each_trigger(
    "GD3-A4", "CLOCK-PLAY/pass", at=(1, 3), seat="W", expected="15", actual="16", pointer="seconds/0/2", basis="assumed"
).of(
    # a pass is an act (the notes' finer points)
    pass_after_16_seconds=lambda sheet: timed(sheet, (None, None, 16))
)
each_trigger("GD3-A4", "CLOCK-PLAY", at=(2, 1), seat="N", expected="15", actual="16", pointer="seconds/1/0").of(
    later_lead_after_16_seconds=lambda sheet: timed(sheet, (), (16,))
)
each_must_not("GD3-A4", "CLOCK-PLAY/pass").of(pass_after_15_seconds=lambda sheet: timed(sheet, (30, 15, 15)))
each_must_not("GD3-A4", "CLOCK-PLAY").of(within_the_limits=lambda sheet: timed(sheet, (30, 15, 15, 15, 15), (15, 15, None, 0)))


# ======================================================================================== what somebody noticed


def noticed(sheet: str, *kinds: str, **details: Any) -> GameRecord:
    """One trick, N's play in which somebody noticed something of W."""
    facts = {"seat": "W", "at": (1, 2)} | details
    return plays(sheet, "E 3s - - -", incidents=tuple(Incident(kind=kind, **facts) for kind in kinds))


for _clause, _check, _kind in (
    ("GD1-6", "INCIDENT-CONDUCT", "misconduct"),
    ("GD1-6", "INCIDENT-CONDUCT", "cheating"),
    ("GD3-E1", "INCIDENT-CONDUCT", "manner"),
    ("GD3-E1", "INCIDENT-CONDUCT", "wrong_play"),
    ("GD3-E3", "INCIDENT-CONDUCT/misconduct", "misconduct"),
    ("GD3-E3", "INCIDENT-CONDUCT/delay", "delay"),
):
    each_trigger(_clause, _check, at=(1, 2), seat="W", actual=_kind, pointer="incidents/0").of(
        **{_kind: lambda sheet, kind=_kind: noticed(sheet, kind)}
    )
    each_must_not(_clause, _check, besides=("INCIDENT-SIGNAL",)).of(**{_kind: lambda sheet: noticed(sheet, "signal")})

each_trigger("GD1-6 GD2-7 GD3-E1", "INCIDENT-SIGNAL", at=(1, 2), seat="W", actual="signal", pointer="incidents/0").of(
    signal=lambda sheet: noticed(sheet, "signal")
)
each_must_not("GD1-6 GD2-7 GD3-E1", "INCIDENT-SIGNAL").of(signal=lambda sheet: noticed(sheet))

each_trigger("GD2-6 GD3-F4", "INCIDENT-LATE", seat="W", actual="late", pointer="incidents/0").of(
    late=lambda sheet: noticed(sheet, "late", at=None)
)
each_must_not("GD2-6 GD3-F4", "INCIDENT-LATE").of(late=lambda sheet: noticed(sheet))


def given_up(sheet: str, winner: str) -> GameRecord:
    """E and W came ten minutes late, and the match was given up for it."""
    late = noticed(sheet, "late", at=None, seconds=600)
    return replace(late, claims=MatchClaims(winner=winner, reason="forfeit"))


for _clause, _basis in (("GD2-6", "assumed"), ("GD3-F4", "stated")):
    each_trigger(
        _clause,
        "CLAIM-MATCH-WINNER/late",
        basis=_basis,
        hand=None,
        expected="NS",
        actual="EW",
        pointer="/claims/winner",
        besides=("INCIDENT-LATE",),
    ).of(who_came_late_claimed_to_win=lambda sheet: given_up(sheet, "EW"))
    each_must_not(_clause, "CLAIM-MATCH-WINNER/late", besides=("INCIDENT-LATE",)).of(
        who_came_in_time=lambda sheet: given_up(sheet, "NS")
    )

each_trigger("GD3-A4", "INCIDENT-TIMEOUT", at=(1, 2), seat="W", actual="timeout", pointer="incidents/0").of(
    timeout=lambda sheet: noticed(sheet, "timeout")
)
each_must_not("GD3-A4", "INCIDENT-TIMEOUT", besides=("INCIDENT-CARD-CHECK",)).of(
    timeout=lambda sheet: noticed(sheet, "card_check")
)


def timed_out(sheet: str, taken: float) -> GameRecord:
    """N is noted to have been too slow with a play of which the seconds are on record."""
    slow = Incident(kind="timeout", seat="N", at=(1, 2))
    return plays(sheet, "E 3s 4s - - -", seconds=((30, taken, 15, 15, 15),), incidents=(slow,))


each_trigger(
    "GD3-A4", "INCIDENT-DISPROVED/timeout", at=(1, 2), seat="N", expected="15 ≤ 15", actual="timeout", pointer="incidents/0"
).of(in_time_and_yet_noted=lambda sheet: timed_out(sheet, 15))
each_must_not("GD3-A4", "INCIDENT-DISPROVED/timeout", besides=("INCIDENT-TIMEOUT", "CLOCK-PLAY")).of(
    too_slow_indeed=lambda sheet: timed_out(sheet, 15.5)
)

each_trigger("GD3-F1", "INCIDENT-CARD-CHECK", at=(1, 2), seat="W", actual="card_check", pointer="incidents/0").of(
    card_check=lambda sheet: noticed(sheet, "card_check")
)
each_must_not("GD3-F1", "INCIDENT-CARD-CHECK", besides=("INCIDENT-TIMEOUT",)).of(
    card_check=lambda sheet: noticed(sheet, "timeout")
)


FOREIGN: Final = {
    "guandan-1": ("late", "exposed", "out_of_turn", "timeout", "card_check", "count_asked", "count_told", "revoke"),
    "guandan-2": ("misconduct", "unannounced", "exposed", "out_of_turn", "timeout", "card_check", "count_asked"),
    "guandan-3": ("unannounced", "revoke", "kitty_viewed"),
}
"""Kinds of incident that a sheet has no clause for."""


@pytest.mark.parametrize(("sheet", "kind"), [(sheet, kind) for sheet, kinds in FOREIGN.items() for kind in kinds])
def test_incidents_that_a_sheet_has_no_clause_for(sheet: str, kind: str) -> None:
    (finding,) = found(noticed(sheet, kind), "INCIDENT-KIND")
    assert (finding.clause, finding.basis, finding.seat, finding.actual) == (None, Basis.STATED, "W", kind)
    assert codes(noticed(sheet, kind)) == ["INCIDENT-KIND"]


# ---------------------------------------------------------------------------------------- counts


def down_to_ten() -> Board:
    """E leads his seventeen highest cards, and is left with ten by the lead of trick 17."""
    return board().down_to("E", 10)


def counted(sheet: str, kind: str, at: tuple[int, int] | None, count: int | None = None, **others: Any) -> GameRecord:
    """E is left with ten cards; something about his count at a play."""
    options = others.pop("options", None)
    incident = Incident(kind=kind, seat="E", at=at, count=count)
    return record_of(sheet, down_to_ten().lead("E").hand(incidents=(incident,)), options=options)


each_trigger(
    "GD1-4f", "COUNT-UNANNOUNCED", at=(17, 1), seat="E", expected="10", actual="unannounced", pointer="incidents/0"
).of(ten_left_and_not_announced=lambda sheet: counted(sheet, "unannounced", (17, 1)))
each_must_not("GD1-4f", "COUNT-UNANNOUNCED").of(
    ten_left_and_nothing_noticed=lambda sheet: record_of(sheet, down_to_ten().lead("E").hand())
)
each_trigger("GD1-4f", "COUNT-UNCONFIRMED", at=(16, 1), seat="E", expected="10", actual="11", pointer="incidents/0").of(
    eleven_left_and_not_announced=lambda sheet: counted(sheet, "unannounced", (16, 1))
)
each_must_not("GD1-4f", "COUNT-UNCONFIRMED", besides=("COUNT-UNANNOUNCED",)).of(
    ten_left=lambda sheet: counted(sheet, "unannounced", (17, 1))
)
each_trigger("GD1-4f", "COUNT-OPEN", seat="E", actual="unannounced", pointer="incidents/0").of(
    not_announced_at_a_play_unknown=lambda sheet: counted(sheet, "unannounced", None)
)
each_trigger("GD1-4f", "COUNT-OPEN", at=(19, 1), seat="E", actual="unannounced", pointer="incidents/0").of(
    not_announced_in_a_trick_that_is_not_there=lambda sheet: counted(sheet, "unannounced", (19, 1))
)
each_trigger("GD1-4f", "COUNT-OPEN", at=(17, 5), seat="E", actual="unannounced", pointer="incidents/0").of(
    not_announced_at_a_play_that_is_not_there=lambda sheet: counted(sheet, "unannounced", (17, 5))
)
each_must_not("GD1-4f", "COUNT-OPEN", besides=("COUNT-UNANNOUNCED",)).of(
    not_announced_at_a_play=lambda sheet: counted(sheet, "unannounced", (17, 1))
)


AGREED: Final = {"counts": "agreed"}
each_trigger("GD1-4f", "INCIDENT-DISPROVED/unannounced", at=(17, 1), seat="E", expected="10", pointer="incidents/0").of(
    ten_told_and_yet_noted=lambda sheet: counted(sheet, "unannounced", (17, 1), 10)
)
each_must_not("GD1-4f", "INCIDENT-DISPROVED/unannounced", besides=("COUNT-UNANNOUNCED",)).of(
    nine_told_of_ten=lambda sheet: counted(sheet, "unannounced", (17, 1), 9)
)
each_trigger("GD3-F6", "INCIDENT-DISPROVED/unannounced", at=(17, 1), seat="E", expected="10", pointer="incidents/0").of(
    ten_told_and_yet_noted_where_agreed=lambda sheet: counted(sheet, "unannounced", (17, 1), 10, options=AGREED)
)
each_must_not("GD3-F6", "INCIDENT-DISPROVED/unannounced", besides=("COUNT-UNANNOUNCED",)).of(
    nine_told_of_ten_where_agreed=lambda sheet: counted(sheet, "unannounced", (17, 1), 9, options=AGREED)
)


each_trigger("GD3-F6", "COUNT-NOT-AGREED", at=(18, 1), seat="E", pointer="incidents/0").of(
    counts_not_agreed_on=each(lambda sheet, kind: counted(sheet, kind, (18, 1), 10), ["count_asked", "count_told"])
)
each_trigger("GD3-F6", "COUNT-NOT-AGREED", seat="E", pointer="incidents/0").of(
    counts_not_agreed_on_at_any_play=each(lambda sheet, kind: counted(sheet, kind, None, 10), ["count_asked", "count_told"])
)
each_must_not("GD3-F6", "COUNT-NOT-AGREED").of(
    counts_agreed_on=each(lambda sheet, kind: counted(sheet, kind, (18, 1), 10, options=AGREED), ["count_asked", "count_told"])
)
each_trigger("GD3-F6", "COUNT-ANSWER", at=(18, 1), seat="E", expected="10", actual="9", pointer="incidents/0").of(
    nine_told_of_ten=lambda sheet: counted(sheet, "count_told", (18, 1), 9, options=AGREED)
)
each_trigger("GD3-F6", "COUNT-ANSWER", at=(17, 1), seat="E", expected="-", actual="11", pointer="incidents/0").of(
    # agreed on are counts up to ten
    eleven_told=lambda sheet: counted(sheet, "count_told", (17, 1), 11, options=AGREED)
)
each_trigger("GD3-F6", "COUNT-UNANNOUNCED", at=(18, 1), seat="E", expected="9", actual="unannounced", pointer="incidents/0").of(
    # agreed on are all counts within ten
    nine_left_and_not_announced_though_agreed=lambda sheet: counted(sheet, "unannounced", (18, 1), options=AGREED)
)
each_must_not("GD3-F6", "COUNT-UNANNOUNCED").of(
    nothing_noticed_though_agreed=lambda sheet: record_of(sheet, down_to_ten().lead("E").hand(), options=AGREED)
)
each_trigger("GD3-F6", "COUNT-UNCONFIRMED", at=(16, 1), seat="E", expected="10", actual="11", pointer="incidents/0").of(
    eleven_left_and_not_announced_though_agreed=lambda sheet: counted(sheet, "unannounced", (16, 1), options=AGREED)
)
each_must_not("GD3-F6", "COUNT-UNCONFIRMED", besides=("COUNT-UNANNOUNCED",)).of(
    ten_left_though_agreed=lambda sheet: counted(sheet, "unannounced", (17, 1), options=AGREED)
)


def test_nobody_has_to_announce_where_counts_were_not_agreed_on() -> None:
    assert codes(counted(GUANDAN[2], "unannounced", (17, 1))) == ["INCIDENT-KIND"]


def past_ten(**options: str) -> GameRecord:
    """E goes from eleven cards to nine in one play, and does not announce it."""
    table = board({"E": "3s3h"}).down_to("E", 11)
    incident = Incident(kind="unannounced", seat="E", at=(17, 1))
    return record_of(GUANDAN[0], table.lead("E", "3s3h").hand(incidents=(incident,)), options=options)


def test_a_play_past_ten_cards_is_disputed() -> None:
    (finding,) = found(past_ten(), "COUNT-UNCONFIRMED")
    assert (finding.kind, finding.basis, finding.options) == (Kind.REVIEW, Basis.DISPUTED, ("D-GD1-A",))
    (finding,) = found(past_ten(announcing="passing"), "COUNT-UNANNOUNCED")
    assert (finding.expected, finding.basis, finding.options) == ("9", Basis.DISPUTED, ("D-GD1-A",))


each_must_not("GD3-F6", "COUNT-ANSWER").of(
    right_answer=each(
        lambda sheet, at, count: counted(sheet, "count_told", at, count, options=AGREED), [((18, 1), 10), ((17, 1), None)]
    )
)
each_trigger("GD3-F6", "COUNT-OPEN", seat="E", actual="count_told", pointer="incidents/0").of(
    count_told_at_a_play_unknown=lambda sheet: counted(sheet, "count_told", None, 10, options=AGREED)
)
each_trigger("GD3-F6", "COUNT-OPEN", at=(19, 1), seat="E", actual="count_told", pointer="incidents/0").of(
    count_told_in_a_trick_that_is_not_there=lambda sheet: counted(sheet, "count_told", (19, 1), 10, options=AGREED)
)
each_trigger("GD3-F6", "COUNT-OPEN", at=(17, 5), seat="E", actual="count_told", pointer="incidents/0").of(
    count_told_at_a_play_that_is_not_there=lambda sheet: counted(sheet, "count_told", (17, 5), 10, options=AGREED)
)
each_must_not("GD3-F6", "COUNT-OPEN").of(
    count_told_at_a_play=lambda sheet: counted(sheet, "count_told", (18, 1), 10, options=AGREED)
)


# ---------------------------------------------------------------------------------------- exposed cards, early plays (GD3)


def exposed(sheet: str, *tricks: str, cards: str = "7d9d", at: tuple[int, int] | None = (1, 1)) -> GameRecord:
    """S exposed cards while E led."""
    incident = Incident(kind="exposed", seat="S", at=at, cards=cards)
    return plays(sheet, *tricks, incidents=(incident,))


S_WINS: Final = "E 3s - - 4s - - -"


each_trigger("GD3-E2.2", "INCIDENT-EXPOSED", at=(1, 1), seat="S", actual="exposed", pointer="incidents/0", basis="assumed").of(
    exposed_cards=lambda sheet: exposed(sheet, "E 3s - - -")
)
each_must_not("GD3-E2.2", "INCIDENT-EXPOSED", besides=("INCIDENT-CONDUCT",)).of(
    exposed_cards=lambda sheet: noticed(sheet, "misconduct")
)
each_trigger(
    "GD3-E2.2",
    "LEAD-EXPOSED",
    at=(2, 1),
    seat="S",
    expected="7d | 9d",
    actual="KsKh",
    besides=("INCIDENT-EXPOSED",),
    basis="assumed",
).of(led_others_than_the_exposed=lambda sheet: exposed(sheet, S_WINS, "S KsKh - - -"))
each_trigger(
    "GD3-E2.2", "LEAD-EXPOSED", at=(3, 1), seat="S", expected="9d", actual="Ks", besides=("INCIDENT-EXPOSED",), basis="assumed"
).of(led_only_one_of_two_exposed=lambda sheet: exposed(sheet, S_WINS, "S 7d - - -", "S Ks - - -"))
each_trigger(
    "GD3-E2.2",
    "LEAD-EXPOSED",
    at=(2, 1),
    seat="S",
    expected="7d",
    actual="7d7h",
    besides=("INCIDENT-EXPOSED",),
    basis="assumed",
).of(
    # 每次只能出一张
    led_the_exposed_with_another=lambda sheet: exposed(sheet, S_WINS, "S 7d7h - - -", cards="7d")
)
each_must_not("GD3-E2.2", "LEAD-EXPOSED", besides=("INCIDENT-EXPOSED",)).of(
    # following is free, and a card that was followed with is gone (D-GD3-5)
    the_exposed_first_or_followed_with=each(
        exposed,
        [
            (S_WINS, "S 7d - - -", "S 9d - - -", "S KsKh - - -"),
            (S_WINS, "S 9d - - -", "S 7d - - -", "S KsKh - - -"),
            ("E 3s - - 7d - - -", "S 9d - - -", "S KsKh - - -"),
            ("E 3d - - 7d - 8d - 9d - - -", "S KsKh - - -"),
        ],
    ),
    # whether it was before he led is not known
    exposed_at_a_play_unknown=lambda sheet: exposed(sheet, S_WINS, "S KsKh - - -", at=None),
)


def early(sheet: str, *tricks: str, at: tuple[int, int] | None = (1, 2), cards: str | None = "7d") -> GameRecord:
    """W played before N, whose turn it was, had acted."""
    incident = Incident(kind="out_of_turn", seat="W", at=at, cards=cards)
    return plays(sheet, *tricks, incidents=(incident,))


each_trigger("GD3-E2.3", "INCIDENT-EARLY", at=(1, 2), seat="W", actual="out_of_turn", pointer="incidents/0").of(
    early_and_the_one_before_passed=lambda sheet: early(sheet, "E 3s - 7d - - -")
)
each_trigger("GD3-E2.3", "INCIDENT-EARLY", at=(1, 3), seat="W", actual="out_of_turn", pointer="incidents/0").of(
    early_by_his_own_play_and_the_one_before_passed=lambda sheet: early(sheet, "E 3s - 7d - - -", at=(1, 3))
)
each_must_not("GD3-E2.3", "INCIDENT-EARLY", besides=("INCIDENT-EARLY-EXPOSED",)).of(
    warning_alone_where_the_one_before_played=lambda sheet: early(sheet, "E 3s 4s - - -")
)
each_trigger("GD3-E2.3", "INCIDENT-EARLY-EXPOSED", at=(1, 2), seat="W", actual="out_of_turn", pointer="incidents/0").of(
    early_and_the_one_before_played=lambda sheet: early(sheet, "E 3s 4s - - -")
)
each_must_not("GD3-E2.3", "INCIDENT-EARLY-EXPOSED", besides=("INCIDENT-EARLY",)).of(
    # he may lead what he likes
    exposed_where_the_one_before_passed=lambda sheet: early(sheet, "E 3s - 8d - - -", "W KsKh - - -")
)
each_trigger("GD3-E2.3", "INCIDENT-EARLY-OPEN", seat="W", actual="out_of_turn", pointer="incidents/0").of(
    early_at_a_play_unknown=lambda sheet: early(sheet, "E 3s 4s - - -", at=None)
)
each_must_not("GD3-E2.3", "INCIDENT-EARLY-OPEN", besides=("INCIDENT-EARLY",)).of(
    early_at_a_play=lambda sheet: early(sheet, "E 3s - 7d - - -")
)

each_trigger(
    "GD3-E2.2",
    "LEAD-EXPOSED",
    at=(2, 1),
    seat="W",
    expected="7d",
    actual="KsKh",
    besides=("INCIDENT-EARLY-EXPOSED",),
    basis="assumed",
).of(card_played_early_not_led_first=lambda sheet: early(sheet, "E 3s 4s 8d - - -", "W KsKh - - -"))
each_must_not("GD3-E2.2", "LEAD-EXPOSED", besides=("INCIDENT-EARLY-EXPOSED",)).of(
    card_played_early_led_first=lambda sheet: early(sheet, "E 3s 4s 8d - - -", "W 7d - - -", "W KsKh - - -")
)


# ======================================================================================== rulings


@pytest.mark.parametrize("sheet", GUANDAN)
def test_levels_taken_by_a_ruling_are_counted(sheet: str) -> None:
    """GD3-E2.1: 罚级, set by the referee (D-GD3-8); it is in the levels after the hand."""
    taken = Ruling(id="r1", hand=1, effect=Effect(levels={"NS": -1}))
    record = record_of(sheet, placed("NEWS", levels={"EW": "2", "NS": "2"}), rulings=(taken,))
    assert not codes(record)
    assert audit(record).hands[0].levels == {"EW": "2", "NS": "2"}


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("claims", [None, HandClaims(finish="EN--")])
def test_levels_taken_in_a_hand_that_was_cut_short_are_counted(sheet: str, claims: HandClaims | None) -> None:
    """The hand leaves the result of the one before (GD3-A5), and what the referee took in it comes off (GD3-E2.1)."""
    taken = Ruling(id="r1", hand=2, effect=Effect(levels={"NS": -1}))
    told = MatchClaims(reason="time", levels={"EW": "2", "NS": "2"})
    record = record_of(sheet, placed("NEWS"), Hand(no=2, claims=claims), claims=told, rulings=(taken,))
    assert not codes(record)
    result = audit(record)
    assert (result.hands[1].levels, result.match.levels) == ({"EW": "2", "NS": "2"}, {"EW": "2", "NS": "2"})


test_situation = situations(__name__)
