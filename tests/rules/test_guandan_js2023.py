"""What 江苏 2023 has of its own: for every clause and check code one record it must find, one it must not.

The situations that it shares with the other 掼蛋 sheets are in `test_guandan_plays.py`, `test_guandan_tribute.py` and
`test_guandan_match.py`, which ask its own catalogue.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import Effect, Fault, GameRecord, Hand, HandClaims, Incident, MatchClaims, OptionValue, Ruling
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.rules.build import codes
from tests.rules.climbing_build import Board, after, board, placed, played_out, plays, record_of
from tests.rules.registry import must_not, situations, trigger

JS: Final = "guandan-js2023"


# ======================================================================================== plays and tribute


def on_table(table: str, cards: str, level: str = "2") -> GameRecord:
    """E leads the one, N plays the other on it, and the rest pass."""
    return plays(JS, f"E {table} {cards} - -", level=level)


def beaten(table: str, cards: str) -> GameRecord:
    """E leads the one, N beats it, and all pass."""
    return plays(JS, f"E {table} {cards} - - -")


trigger("JS-5.5.2.1", "PLAY-NOT-HIGHER/single", at=(1, 2), seat="N").of(ace_on_a_level_card=lambda: on_table("2s", "As"))
must_not("JS-5.5.2.1", "PLAY-NOT-HIGHER/single").of(joker_on_a_level_card=lambda: beaten("2s", "LJ"))

trigger("JS-5.5.2.2", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    full_house_of_a_lower_triple=lambda: on_table("6s6h6cAsAh", "5s5h5cKsKh")
)

trigger("JS-5.5.2.3", "PLAY-NOT-HIGHER/bomb", at=(1, 2), seat="N").of(
    four_on_five=lambda: on_table("3s3h3c3d3s", "AsAhAcAd"), equal_bomb=lambda: on_table("9s9h9c9d", "9s9h9c2h")
)
must_not("JS-5.5.2.3", "PLAY-NOT-HIGHER/bomb").of(six_on_a_straight_flush=lambda: beaten("4s5s6s7s8s", "3s3h3c3d3s3h"))

trigger("JS-5.5.2.4", "PLAY-NOT-HIGHER/straight_flush", at=(1, 2), seat="N").of(
    five_on_a_straight_flush=lambda: on_table("4s5s6s7s8s", "AsAhAcAdAs")
)

trigger("JS-5.5.2.5", "PLAY-NOT-HIGHER/four_jokers", at=(1, 2), seat="N").of(
    ten_on_four_jokers=lambda: on_table("LJLJBJBJ", "AsAsAhAhAcAcAdAd2h2h"),
    straight_flush_on_four_jokers=lambda: on_table("LJLJBJBJ", "4s5s6s7s8s"),
)
must_not("JS-5.5.2.5", "PLAY-NOT-HIGHER/four_jokers").of(
    four_jokers_on_a_pair=lambda: beaten("AsAh", "BJBJLJLJ"), on_a_straight_flush=lambda: beaten("4s5s6s7s8s", "BJBJLJLJ")
)


def paid(
    order: str,
    *moves: str,
    holds: dict[str, str] | None = None,
    top: dict[str, str] | None = None,
    lead: str = "W",
    options: dict[str, OptionValue] | None = None,
    **facts: Any,
) -> GameRecord:
    """A hand after another that ended in an order, with its tribute and a lead; level 8."""
    table = board(holds, top=top, level="8").give(*moves).lead(lead)
    return after(JS, order, table.hand(2, **facts), level="8", options=options)


DOUBLE: Final = ("W>N As", "E>S As", "N>W 5c", "S>E 6c")
HELD: Final = {"N": "5c", "S": "6c"}
BOTH: Final = {"W": "As", "E": "As"}

trigger("JS-5.4.2", "LEAD-TRIBUTE/equal", hand=2, at=(1, 1), seat="E", expected="W").of(
    the_other_led_after_equal_tributes=lambda: paid("NSWE", *DOUBLE, holds=HELD, top=BOTH, lead="E")
)
must_not("JS-5.4.2", "LEAD-TRIBUTE/equal").of(
    the_right_neighbour_led_after_equal_tributes=lambda: paid("NSWE", *DOUBLE, holds=HELD, top=BOTH, lead="W")
)


def returned(card: str) -> GameRecord:
    """N, of whose hand nothing is told, was paid a nine and returned a card."""
    hand = Hand(no=2, level="8", tribute=("W>N 9c", f"N>W {card}"), tricks=("W 3c - - -",))
    return after(JS, "NESW", hand, level="8")


trigger("D-GDN-07", "TRIBUTE-RETURN/received", hand=2, at=(0, 0), seat="N", actual="Jc", basis="assumed").of(
    lower_than_it_is_what_was_paid_alone=lambda: returned("Jc")
)
must_not("D-GDN-07", "TRIBUTE-RETURN/received").of(low_itself=lambda: returned("Tc"), of_equal_rank=lambda: returned("9d"))
SHOWN: Final = (Incident(kind="exposed", seat="N", at=(0, 0), cards="5c"),)
trigger("JS-5.4.2", "TRIBUTE-SHOWN", hand=2, at=(0, 0), seat="N", actual="5c").of(
    return_shown=lambda: paid("NSWE", *DOUBLE, holds=HELD, top=BOTH, incidents=SHOWN)
)
must_not("JS-5.4.2", "TRIBUTE-SHOWN", besides=("PENALTY-WARNING",)).of(
    card_shown_that_was_not_returned=lambda: paid(
        "NSWE", *DOUBLE, holds=HELD, top=BOTH, incidents=(Incident(kind="exposed", seat="W", at=(0, 0), cards="3d"),)
    )
)


# ======================================================================================== levels, ends, points

must_not("JS-4.4", "CLAIM-LEVELS/not_first").of(
    levels_after_a_hand=lambda: record_of(JS, placed("NEWS", levels={"EW": "2", "NS": "3"}))
)


def ended(
    reason: str, *orders: str, levels: tuple[str, str] = ("2", "2"), more: tuple[Hand, ...] = (), **claims: Any
) -> GameRecord:
    """A match of hands with these places, from these levels of EW and NS."""
    hands = [placed(order, no) for no, order in enumerate(orders, start=1)]
    start = dict(zip(("EW", "NS"), levels, strict=True))
    return record_of(JS, *hands, *more, levels=start, claims=MatchClaims(reason=reason, **claims))


trigger("JS-IV.2", "CLAIM-MATCH-POINTS", hand=None, expected="EW=0 NS=2", actual="EW=1 NS=1").of(
    draw_where_one_is_ahead=lambda: ended("time", "NESW", points={"EW": 1, "NS": 1})
)
must_not("JS-IV.2", "CLAIM-MATCH-POINTS").of(
    two_for_the_winner=lambda: ended("hands", "NESW", points={"EW": 0, "NS": 2}, winner="NS"),
    one_each=lambda: ended("hands", "NESW", "EWSN", levels=("4", "5"), points={"EW": 1, "NS": 1}),
)
trigger("JS-IV.2", "CLAIM-LEVEL-POINTS", hand=None, expected="EW=11 NS=15", actual="EW=10 NS=16").of(
    wrong_difference=lambda: ended("time", "NESW", score={"EW": 10, "NS": 16})
)
must_not("JS-IV.2", "CLAIM-LEVEL-POINTS").of(
    difference=lambda: ended("time", "NESW", score={"EW": 11, "NS": 15}),
    past_the_ace=lambda: ended("passed", "NSEW", "NESW", levels=("2", "J"), score={"EW": 0, "NS": 26}),
)


def tie_break(
    first: str = "N", *, before: tuple[str, ...] = ("NESW", "EWSN"), levels: tuple[str, str] = ("4", "5"), **claims: Any
) -> GameRecord:
    """Equal levels after some hands, and one that ends when a seat is out."""
    table = board().down_to(first, 1)
    last = table.trick(f"{first} {table.hands[first][0]}").hand(len(before) + 1, tie_break=True)
    return ended("hands", *before, levels=levels, more=(last,), **claims)


trigger("JS-5.9.2", "TIE-BREAK-NONE", hand=2).of(no_tie=lambda: tie_break(before=("NESW",), levels=("2", "2")))
must_not("JS-5.9.2", "TIE-BREAK-NONE").of(
    tie_broken=lambda: tie_break(winner="NS", points={"EW": 0, "NS": 2}, score={"EW": 13, "NS": 13}, levels=("4", "5"))
)


def extra(*tricks: str, more: tuple[Hand, ...] = (), **claims: Any) -> GameRecord:
    """Equal levels and an extra hand, of which W has one card left and the others four; more hands after it."""
    last = Hand(no=3, tie_break=True, left={"E": 4, "N": 4, "W": 1, "S": 4}, tricks=tricks, lead="W")
    return ended("hands", "NESW", "EWSN", levels=("4", "5"), more=(last, *more), **claims)


trigger("JS-5.9.2", "PLAY-AFTER-END/extra", hand=3, at=(2, 1), seat="E", actual="3s").of(
    played_on_after_the_extra_hand=lambda: extra("W As - - -", "E 3s 4s")
)
must_not("JS-5.9.2", "PLAY-AFTER-END/extra").of(the_extra_hand_is_over=lambda: extra("W As"))
trigger("JS-5.9.2", "MATCH-OVER/extra", hand=4, pointer="").of(
    a_hand_after_it=lambda: extra("W As", more=(placed("ENWS", 4),)),
    a_second_extra_hand=lambda: extra("W As", more=(replace(placed("NEWS", 4), tie_break=True),)),
)
must_not("JS-5.9.2", "MATCH-OVER/extra").of(nothing_after_it=lambda: extra("W As", winner="EW"))


@pytest.mark.parametrize("again", [False, True])
def test_an_extra_hand_decides_whatever_is_played_after_it(again: bool) -> None:
    """五(九)2: one hand more, which its first player ends."""
    after_it = replace(placed("NEWS", 4), tie_break=again)
    match = audit(extra("W As", more=(after_it,))).match
    assert (match.winner, match.reason, match.points) == ("EW", "hands", {"EW": 2, "NS": 0})
    assert (match.levels, match.score) == ({"EW": "7", "NS": "7"}, {"EW": 13, "NS": 13})


def test_an_extra_hand_that_nobody_has_won_leaves_room_for_one() -> None:
    match = audit(extra("W -", more=(Hand(no=4, tie_break=True, claims=HandClaims(finish="N---")),))).match
    assert match.winner == "NS"


# ======================================================================================== clocks


def timed(*seconds: float, **facts: Any) -> GameRecord:
    """E leads, N plays, W and S pass, with the seconds of each."""
    return plays(JS, "E 3s 4s - -", seconds=(seconds,), **facts)


def tribute_timed(*seconds: float) -> GameRecord:
    """W pays N, who returns a card, with the seconds of each."""
    holds, top = {"W": "As", "N": "5c"}, {"W": "As"}
    return paid("NESW", "W>N As", "N>W 5c", holds=holds, top=top, tribute_seconds=seconds)


trigger("JS-5.5.4", "CLOCK-PLAY", at=(1, 1), seat="E", expected="40", actual="41").of(lead=lambda: timed(41, 20, 20, 20))
trigger("JS-5.5.4", "CLOCK-PLAY", at=(1, 2), seat="N", expected="20", actual="21").of(play=lambda: timed(40, 21, 20, 20))
trigger("JS-5.5.4", "CLOCK-PLAY/pass", at=(1, 3), seat="W", expected="20", actual="21").of(a_pass=lambda: timed(40, 20, 21, 20))
must_not("JS-5.5.4", "CLOCK-PLAY").of(in_time=lambda: timed(40, 20, 20, 20))
must_not("JS-5.5.4", "CLOCK-PLAY/pass").of(a_pass_in_time=lambda: timed(40, 20, 20, 20))

trigger("JS-5.4.4", "CLOCK-TRIBUTE", hand=2, at=(0, 0), seat="W", expected="20", actual="21").of(
    slow_tribute=lambda: tribute_timed(21, 40)
)
trigger("JS-5.4.4", "CLOCK-TRIBUTE", hand=2, at=(0, 0), seat="N", expected="40", actual="40.5").of(
    slow_return=lambda: tribute_timed(20, 40.5)
)
must_not("JS-5.4.4", "CLOCK-TRIBUTE").of(in_time=lambda: tribute_timed(20, 40))


# ======================================================================================== faults and their steps


def noted(*incidents: Incident, **others: Any) -> GameRecord:
    """A hand with incidents, of which one trick is on record."""
    return plays(JS, "E 3s - 4s - - -", "W 5s - - -", incidents=incidents, **others)


def one(kind: str, seat: str = "W", at: tuple[int, int] | None = (1, 3), **facts: Any) -> Incident:
    return Incident(kind=kind, seat=seat, at=at, **facts)


def record_with(kind: str, **facts: Any) -> Callable[[], GameRecord]:
    """The builder of a record with one incident."""

    def build() -> GameRecord:
        return noted(one(kind, **facts))

    return build


PLAIN: Final[tuple[tuple[str, str, str], ...]] = (
    ("JS-7.1.2", "WARNING", "draw_seen"),
    ("JS-7.1.3", "WARNING", "pack_count"),
    ("JS-7.1.5", "WARNING", "timeout"),
    ("JS-7.1.6", "WARNING", "word_out_of_turn"),
    ("JS-7.1.7", "WARNING", "manner"),
    ("JS-7.1.7", "WARNING", "exposed"),
    ("JS-7.1.7", "WARNING", "card_check"),
    ("JS-7.1.8", "WARNING", "count_asked"),
    ("JS-7.1.10", "WARNING", "sheet_not_kept"),
    ("JS-7.2.1", "VIOLATION", "draw_kept"),
    ("JS-7.2.2", "VIOLATION", "out_of_turn"),
    ("JS-7.2.3", "VIOLATION", "wrong_play"),
    ("JS-7.3", "FOUL", "signal"),
    ("JS-7.3.2", "FOUL", "hand_count"),
    ("JS-7.3.2", "FOUL", "overdraw"),
    ("JS-7.4.2", "FORFEIT", "sheet_unsigned"),
)
HAS_IT: Final = {"WARNING": None, "VIOLATION": "S", "FOUL": "NS", "FORFEIT": "NS"}
"""Who decides about what W does, or gains by it."""
for _clause, _step, _kind in PLAIN:
    trigger(_clause, f"PENALTY-{_step}/{_kind}", at=(1, 3), seat="W", expected=HAS_IT[_step], actual=_kind).of(
        **{_kind: record_with(_kind)}
    )
    _other = ("manner", "WARNING") if _step != "WARNING" else ("out_of_turn", "VIOLATION")
    must_not(_clause, f"PENALTY-{_step}/{_kind}", besides=(f"PENALTY-{_other[1]}",)).of(
        **{f"not_{_kind}": record_with(_other[0])}
    )

trigger("JS-7.1.1", "PENALTY-WARNING/late", seat="W").of(late_by_4_59=lambda: noted(one("late", at=None, seconds=299)))
must_not("JS-7.1.1", "PENALTY-WARNING/late", besides=("PENALTY-FOUL",)).of(
    late_by_five_minutes=lambda: noted(one("late", at=None, seconds=300))
)

trigger("JS-7.3.1", "PENALTY-FOUL/late", seat="W", expected="NS").of(
    late_by_five_minutes=lambda: noted(one("late", at=None, seconds=300)),
    late_by_9_59=lambda: noted(one("late", at=None, seconds=599)),
)
must_not("JS-7.3.1", "PENALTY-FOUL/late", besides=("PENALTY-FORFEIT",)).of(
    late_by_ten=lambda: noted(one("late", at=None, seconds=600))
)

trigger("JS-7.4.1", "PENALTY-FORFEIT/late", seat="W", expected="NS").of(
    late_by_ten=lambda: noted(one("late", at=None, seconds=600))
)
must_not("JS-7.4.1", "PENALTY-FORFEIT/late", besides=("PENALTY-FOUL",)).of(
    late_by_9_59=lambda: noted(one("late", at=None, seconds=599.5))
)


def both_late(west: float, south: float) -> GameRecord:
    return noted(one("late", at=None, seconds=west), one("late", "S", at=None, seconds=south))


trigger("JS-7.6.1", "PENALTY-WARNING/late_both", seat="W", besides=("PENALTY-FOUL",)).of(first=lambda: both_late(310, 400))
trigger("JS-7.6.1", "PENALTY-FOUL/late_both", seat="S", expected="EW", besides=("PENALTY-WARNING",)).of(
    later_by_five=lambda: both_late(310, 400)
)
trigger("JS-7.6.1", "PENALTY-FORFEIT/late_both", seat="S", expected="EW", besides=("PENALTY-WARNING",)).of(
    later_by_ten=lambda: both_late(590, 700)
)
must_not("JS-7.6.1", "PENALTY-WARNING/late_both", besides=("PENALTY-FOUL",)).of(
    alone=lambda: noted(one("late", at=None, seconds=300))
)
must_not("JS-7.6.1", "PENALTY-FOUL/late_both", besides=("PENALTY-WARNING",)).of(both_by_less=lambda: both_late(10, 20))
must_not("JS-7.6.1", "PENALTY-FORFEIT/late_both", besides=("PENALTY-WARNING", "PENALTY-FOUL")).of(
    later_by_less=lambda: both_late(590, 599)
)

trigger("JS-7.1.4", "PENALTY-WARNING/tribute_wrong", at=(0, 0), seat="W").of(
    before_play=lambda: noted(one("tribute_wrong", at=(0, 0), noticed=(0, 0)))
)
must_not("JS-7.1.4", "PENALTY-WARNING/tribute_wrong", besides=("PENALTY-FOUL",)).of(
    after_the_lead=lambda: noted(one("tribute_wrong", at=(0, 0), noticed=(1, 1)))
)

trigger("JS-7.3.3", "PENALTY-FOUL/tribute_wrong", at=(0, 0), seat="W", expected="NS").of(
    after_the_lead=lambda: noted(one("tribute_wrong", at=(0, 0), noticed=(1, 1)))
)
must_not("JS-7.3.3", "PENALTY-FOUL/tribute_wrong", besides=("PENALTY-WARNING",)).of(
    before_play=lambda: noted(one("tribute_wrong", at=(0, 0), noticed=(0, 0)))
)

trigger("JS-7.1", "PENALTY-OPEN", seat="W").of(late_nobody_knows_how=lambda: noted(one("late", at=None)))
must_not("JS-7.1", "PENALTY-OPEN", besides=("PENALTY-WARNING",)).of(late=lambda: noted(one("late", at=None, seconds=1)))

trigger("JS-8.1", "PENALTY-PAST", at=(1, 3), seat="W", actual="out_of_turn").of(
    in_the_next_round=lambda: noted(one("out_of_turn", noticed=(2, 1)))
)
must_not("JS-8.1", "PENALTY-PAST", besides=("PENALTY-VIOLATION",)).of(
    in_the_same_round=lambda: noted(one("out_of_turn", noticed=(1, 5)))
)
for _clause, _kind in (("JS-7.5", "misconduct"), ("JS-7.5", "cheating"), ("JS-7.6.2", "delay"), ("JS-7.6.3", "left_seat")):
    trigger(_clause, f"INCIDENT-CONDUCT/{_kind}", at=(1, 3), seat="W", actual=_kind).of(**{_kind: record_with(_kind)})
    must_not(_clause, f"INCIDENT-CONDUCT/{_kind}", besides=("PENALTY-WARNING",)).of(**{f"not_{_kind}": record_with("manner")})


# -- reports


def down(seat: str, left: int) -> Board:
    """A seat has led single cards, to which all passed, until it had so many left."""
    return board().down_to(seat, left)


def unreported(table: Board, at: tuple[int, int], noticed: tuple[int, int], seat: str = "E") -> GameRecord:
    return record_of(JS, table.hand(incidents=(Incident(kind="unannounced", seat=seat, at=at, noticed=noticed),)))


def told(table: Board, at: tuple[int, int], count: int, seat: str = "E", noticed: tuple[int, int] | None = None) -> GameRecord:
    incident = Incident(kind="count_told", seat=seat, at=at, count=count, noticed=noticed or at)
    return record_of(JS, table.hand(incidents=(incident,)))


TEN: Final = (17, 1)
"""The play that leaves E ten cards."""


def out_second() -> tuple[Board, tuple[int, int]]:
    """E goes out after N; the play that left ten, and the last one."""
    table = board(seed=3).run_out("N", "E").down_to("E", 10)
    at = (len(table.tricks), 1)
    return table.run_out("E", "S"), at


trigger("JS-7.1.9", "PENALTY-WARNING/report", at=(17, 1), seat="E").of(
    all_acted_once=lambda: unreported(down("E", 8), TEN, (17, 4)), noticed_at_once=lambda: unreported(down("E", 10), TEN, TEN)
)
trigger("JS-7.1.9", "PENALTY-WARNING/report", at=(17, 2), seat="E").of(wrong_count=lambda: told(down("E", 9), (17, 2), 9))
must_not("JS-7.1.9", "PENALTY-WARNING/report", besides=("PENALTY-VIOLATION",)).of(
    one_acted_twice=lambda: unreported(down("E", 8), TEN, (18, 2))
)

trigger("JS-7.2.4", "PENALTY-VIOLATION/report", at=(17, 1), seat="E", expected="N").of(
    one_acted_twice=lambda: unreported(down("E", 8), TEN, (18, 2))
)
must_not("JS-7.2.4", "PENALTY-VIOLATION/report", besides=("PENALTY-WARNING",)).of(
    nobody_acted_twice=lambda: unreported(down("E", 8), TEN, (18, 1))
)

trigger("JS-7.3.4", "PENALTY-FOUL/report", at=(17, 1), seat="E", expected="NS").of(
    first_out=lambda: unreported(down("E", 1).run_out("E", "W"), TEN, (27, 1))
)
must_not("JS-7.3.4", "PENALTY-FOUL/report", besides=("PENALTY-VIOLATION",)).of(
    out_second=lambda: unreported(out_second()[0], out_second()[1], (len(out_second()[0].tricks), 1))
)

trigger("JS-7.1.8", "PENALTY-WARNING/count_told", at=(18, 2), seat="E", basis="disputed", options=("D-GDN-20",)).of(
    told_again=lambda: told(down("E", 8), (18, 2), 9)
)
must_not("JS-7.1.8", "PENALTY-WARNING/count_told").of(
    told_when_due=lambda: told(down("E", 9), (17, 2), 10), more_than_ten=lambda: told(down("E", 9), (16, 2), 9)
)

trigger("JS-5.6", "COUNT-UNCONFIRMED", at=(16, 1), seat="E", expected="10", actual="11").of(
    eleven_left=lambda: unreported(down("E", 9), (16, 1), (16, 2))
)
must_not("JS-5.6", "COUNT-UNCONFIRMED", besides=("PENALTY-WARNING",)).of(
    ten_left=lambda: unreported(down("E", 9), TEN, (17, 2))
)
trigger("JS-5.6", "COUNT-OPEN", at=(30, 1), seat="E").of(no_such_play=lambda: unreported(down("E", 9), (30, 1), (30, 1)))
must_not("JS-5.6", "COUNT-OPEN", besides=("PENALTY-WARNING",)).of(a_play=lambda: unreported(down("E", 9), TEN, TEN))


# -- what the record disproves


def drawn(**deal: int) -> GameRecord:
    """A hand count of N is noted, of whom and others so many cards are on record."""
    full = board().deal
    cards = {seat: " ".join(([*held, "3s"])[: deal.get(seat, 27)]) for seat, held in full.items()}
    return record_of(JS, Hand(no=1, level="2", deal=cards, incidents=(one("hand_count", "N", (0, 0)),)))


def overdrawn(seat: str, **deal: int) -> GameRecord:
    return replace_kind(drawn(**deal), "overdraw", seat)


def replace_kind(record: GameRecord, kind: str, seat: str) -> GameRecord:
    """The record with another kind of its incident, and of another seat."""
    (hand,) = record.hands
    return replace(record, hands=(replace(hand, incidents=(replace(hand.incidents[0], kind=kind, seat=seat),)),))


WRONG_DEAL: Final = ("DEAL-COUNT", "PENALTY-FOUL")
trigger("JS-7.3.2", "INCIDENT-DISPROVED/hand_count", at=(0, 0), seat="N", expected="27", actual="hand_count").of(
    twenty_seven_on_record=drawn
)
must_not("JS-7.3.2", "INCIDENT-DISPROVED/hand_count", besides=WRONG_DEAL).of(one_too_few=lambda: drawn(N=26))
trigger("JS-7.3.2", "INCIDENT-DISPROVED/overdraw", at=(0, 0), seat="W", expected="27", actual="overdraw").of(
    everybody_has_his_number=lambda: overdrawn("W")
)
must_not("JS-7.3.2", "INCIDENT-DISPROVED/overdraw", besides=WRONG_DEAL).of(another_has_too_few=lambda: overdrawn("W", N=26))

trigger("JS-7.1.5", "INCIDENT-DISPROVED/timeout", at=(1, 1), seat="E", expected="40 ≤ 40", actual="timeout").of(
    first_lead_in_time=lambda: timed(40, 20, 20, 20, incidents=(one("timeout", "E", (1, 1)),))
)
trigger("JS-7.1.5", "INCIDENT-DISPROVED/timeout", at=(1, 3), seat="W", expected="20 ≤ 20", actual="timeout").of(
    pass_in_time=lambda: timed(40, 20, 20, 20, incidents=(one("timeout", "W", (1, 3)),))
)
trigger("JS-7.1.5", "INCIDENT-DISPROVED/timeout", hand=2, at=(0, 0), seat="N", expected="40 ≤ 40", actual="timeout").of(
    return_in_time=lambda: slow_tribute("N", 20, 40)
)
must_not("JS-7.1.5", "INCIDENT-DISPROVED/timeout", besides=("CLOCK-PLAY", "PENALTY-WARNING")).of(
    too_slow=lambda: timed(40, 20, 20.5, 20, incidents=(one("timeout", "W", (1, 3)),))
)
must_not("JS-7.1.5", "INCIDENT-DISPROVED/timeout", besides=("CLOCK-TRIBUTE", "PENALTY-WARNING")).of(
    return_too_slow=lambda: slow_tribute("N", 20, 41)
)
must_not("JS-7.1.5", "INCIDENT-DISPROVED/timeout", besides=("PENALTY-WARNING",)).of(
    nobody_timed_it=lambda: timed(40, 20, incidents=(one("timeout", "W", (1, 3)),)),
    the_play_of_another=lambda: timed(40, 20, 20, 20, incidents=(one("timeout", "S", (1, 3)),)),
)


def slow_tribute(seat: str, *seconds: float) -> GameRecord:
    """W pays N, who returns a card; somebody is noted to have been too slow with it."""
    holds, top, slow = {"W": "As", "N": "5c"}, {"W": "As"}, one("timeout", seat, (0, 0))
    return paid("NESW", "W>N As", "N>W 5c", holds=holds, top=top, tribute_seconds=seconds, incidents=(slow,))


def tribute_noted(
    seat: str, back: str = "5c", noticed: tuple[int, int] = (1, 1), cards: str | None = None, **facts: Any
) -> GameRecord:
    """W pays N, who returns a card; somebody is noted for a wrong one."""
    wrong = one("tribute_wrong", seat, (0, 0), noticed=noticed, cards=cards)
    holds = {"W": "As", "N": f"5c{back if back != '5c' else ''}"}
    return paid("NESW", "W>N As", f"N>W {back}", holds=holds, top={"W": "As"}, incidents=(wrong,), **facts)


trigger("JS-7.1.4", "INCIDENT-DISPROVED/tribute_wrong", hand=2, at=(0, 0), seat="E", expected="W>N:As N>W:5c").of(
    gave_nothing=lambda: tribute_noted("E")
)
trigger("JS-7.1.4", "INCIDENT-DISPROVED/tribute_wrong", hand=2, at=(0, 0), seat="N", expected="5c").of(
    returned_the_right_card=lambda: tribute_noted("N"),
    the_card_named_was_right=lambda: tribute_noted("N", noticed=(0, 0), cards="5c"),
)
must_not("JS-7.1.4", "INCIDENT-DISPROVED/tribute_wrong", besides=("TRIBUTE-RETURN", "PENALTY-FOUL")).of(
    returned_a_jack=lambda: tribute_noted("N", "Jd")
)
must_not("JS-7.1.4", "INCIDENT-DISPROVED/tribute_wrong", besides=("PENALTY-WARNING",)).of(
    put_right_before_play=lambda: tribute_noted("N", noticed=(0, 0))
)
must_not("JS-7.1.4", "INCIDENT-DISPROVED/tribute_wrong", besides=("PENALTY-FOUL",)).of(
    hands_not_known=lambda: tribute_noted("N", deal=None)
)

trigger("JS-7.1.9", "INCIDENT-DISPROVED/unannounced", at=TEN, seat="E", expected="10", actual="unannounced").of(
    the_right_number_was_told=lambda: miscounted(10)
)
must_not("JS-7.1.9", "INCIDENT-DISPROVED/unannounced", besides=("PENALTY-WARNING",)).of(
    a_wrong_one=lambda: miscounted(9), nothing_told=lambda: miscounted(None)
)


def miscounted(count: int | None, left: int = 10, at: tuple[int, int] = TEN) -> GameRecord:
    """E has come down to so many and told a number, or none."""
    incident = Incident(kind="unannounced", seat="E", at=at, noticed=at, count=count)
    return record_of(JS, down("E", left).hand(incidents=(incident,)))


@pytest.mark.parametrize(
    ("count", "said"), [(3, ["PENALTY-WARNING"]), (9, ["COUNT-UNCONFIRMED"]), (None, ["COUNT-UNCONFIRMED"])]
)
def test_a_wrong_number_is_a_fault_whether_or_not_one_was_due(count: int | None, said: list[str]) -> None:
    """七(一)9 报错牌: E has nine left, having told ten before."""
    assert codes(miscounted(count, 9, (18, 1))) == said


@pytest.mark.parametrize("options", [{}, {"announcing": "each"}])
def test_who_is_out_has_no_count_to_tell(options: dict[str, OptionValue]) -> None:
    """五(六): the last card leaves none."""
    hand = Hand(no=1, level="2", left={"E": 1, "N": 20, "W": 20, "S": 20}, tricks=("E 3s - - -",))
    silent = replace(hand, incidents=(Incident(kind="unannounced", seat="E", at=(1, 1), noticed=(1, 1)),))
    assert codes(record_of(JS, silent, options=options)) == ["COUNT-UNCONFIRMED"]


@pytest.mark.parametrize(("count", "said"), [(None, ["PENALTY-WARNING"]), (10, []), (9, ["PENALTY-WARNING"])])
def test_a_count_noted_as_told_is_one_too_many_unless_it_was_due(count: int | None, said: list[str]) -> None:
    """五(六), 七(一)8: what is noted without a number is 反复报牌; the right one after the play is what is due."""
    incident = Incident(kind="count_told", seat="E", at=(17, 2), count=count, noticed=(17, 2))
    assert codes(record_of(JS, down("E", 9).hand(incidents=(incident,)))) == said


def test_what_a_ruling_finds_proven_counts_though_the_record_disproves_it() -> None:
    ruling = Ruling(id="r", hand=1, at=(0, 0), seat="N", effect=Effect(fault=Fault(kind="hand_count")))
    record = replace(drawn(), rulings=(ruling,))
    assert codes(record) == ["INCIDENT-DISPROVED", "PENALTY-FOUL"]
    assert audit(record).hands[0].levels == {"EW": "5", "NS": "2"}


# -- what adds up

WARNED: Final = one("manner")
VIOLATION: Final = one("out_of_turn")
FOUL: Final = one("signal")
trigger("JS-7.2", "PENALTY-VIOLATION/full", at=(2, 4), seat="E", expected="N", besides=("PENALTY-WARNING",)).of(
    two_of_a_side=lambda: noted(one("timeout", "N", (1, 2)), WARNED, one("manner", "E", (2, 4)))
)
must_not("JS-7.2", "PENALTY-VIOLATION/full", besides=("PENALTY-WARNING",)).of(
    one_of_each_side=lambda: noted(WARNED, one("manner", "S", (1, 4)))
)

trigger("JS-7.3", "PENALTY-FOUL/full", at=(2, 4), seat="E", expected="NS", besides=("PENALTY-VIOLATION",)).of(
    two_of_a_side=lambda: noted(VIOLATION, one("wrong_play", "E", (2, 4)))
)
must_not("JS-7.3", "PENALTY-FOUL/full", besides=("PENALTY-VIOLATION",)).of(
    one_of_each_side=lambda: noted(VIOLATION, one("out_of_turn", "S", (1, 4)))
)

trigger("JS-7.4", "PENALTY-LOST/full", at=(2, 4), seat="E", expected="NS", besides=("PENALTY-FOUL",)).of(
    two_of_a_side=lambda: noted(FOUL, one("signal", "E", (2, 4)))
)
must_not("JS-7.4", "PENALTY-LOST/full", besides=("PENALTY-FOUL",)).of(one_of_each_side=lambda: noted(FOUL, one("signal", "S")))


def gave_up(**levels: str) -> GameRecord:
    """W came ten minutes late, and the score sheet has these levels."""
    late = Hand(no=1, incidents=(one("late", at=None, seconds=600),))
    return record_of(JS, late, claims=MatchClaims(winner="NS", reason="forfeit", levels=levels))


trigger(
    "JS-7.4",
    "CLAIM-MATCH-LEVELS/lost",
    hand=None,
    expected="EW=2 NS=6",
    actual="EW=2 NS=2",
    pointer="/claims/levels",
    besides=("PENALTY-FORFEIT",),
).of(as_they_were=lambda: gave_up(EW="2", NS="2"))
must_not("JS-7.4", "CLAIM-MATCH-LEVELS/lost", besides=("PENALTY-FORFEIT",)).of(four_above=lambda: gave_up(EW="2", NS="6"))


def forfeit_told(*incidents: Incident, **score: int) -> GameRecord:
    """NS have won by a forfeit, says the score sheet."""
    claims = MatchClaims(winner="NS", reason="forfeit", score=score, points={"EW": 0, "NS": 2})
    return record_of(JS, Hand(no=1, incidents=incidents), claims=claims)


LATE_BY_TEN: Final = one("late", at=None, seconds=600)
trigger(
    "JS-7.4",
    "CLAIM-LEVEL-POINTS/forfeit",
    hand=None,
    expected="EW=0 NS=17",
    actual="EW=9 NS=17",
    pointer="/claims/score",
    besides=("PENALTY-FORFEIT",),
).of(as_lost_by_fouls=lambda: forfeit_told(LATE_BY_TEN, EW=9, NS=17))
must_not("JS-7.4", "CLAIM-LEVEL-POINTS/forfeit", besides=("PENALTY-FORFEIT",)).of(
    seventeen=lambda: forfeit_told(LATE_BY_TEN, EW=0, NS=17)
)


@pytest.mark.parametrize(("score", "wrong"), [({"EW": 0, "NS": 17}, 0), ({"EW": 6, "NS": 20}, 1), ({"EW": 17, "NS": 0}, 1)])
def test_JS_7_4_a_forfeit_counts_what_is_printed_whoever_noted_why(score: dict[str, int], wrong: int) -> None:
    """Who forfeited is not on record, and so who has won is open; that a forfeit is 17 to 0 is not."""
    assert codes(forfeit_told(**score)) == ["CLAIM-LEVEL-POINTS"] * wrong


# ======================================================================================== rulings


def ruled(*hands: Hand, effect: Effect, at: tuple[int, int] | None = None, seat: str = "W", **others: Any) -> GameRecord:
    """Hands, the first of which is ruled on."""
    return record_of(JS, *hands, rulings=(Ruling(id="r1", hand=hands[0].no, at=at, seat=seat, effect=effect),), **others)


def fouled() -> Hand:
    """W has signalled in a hand that was going on."""
    return board().lead("E", None).hand(incidents=(one("signal", at=(1, 1), noticed=(1, 4)),))


def after_foul(*moves: str, lead: str = "S") -> GameRecord:
    """The hand after one that ended with EW 双下 by a ruling."""
    return ruled(fouled(), board(level="5").give(*moves).lead(lead).hand(2), effect=Effect(double="EW"))


trigger("JS-6.2", "RULING-STEP", hand=None, actual="EW").of(
    hand_ended_without_a_foul=lambda: ruled(Hand(no=1, tricks=("E 3s - - -",)), effect=Effect(double="EW")),
    turn_stopped_without_a_violation=lambda: ruled(Hand(no=1, tricks=("E 3s - - -",)), effect=Effect(stopped=True), at=(1, 3)),
    match_lost_without_two_fouls=lambda: ruled(Hand(no=1, tricks=("E 3s - - -",)), effect=Effect(loser="EW")),
)
must_not("JS-6.2", "RULING-STEP", besides=("PENALTY-FOUL",)).of(
    hand_ended_by_a_foul=lambda: ruled(fouled(), effect=Effect(double="EW"))
)


@pytest.mark.parametrize("effect", [Effect(double="EW"), Effect(fault=Fault(kind="signal"))], ids=["ended", "found"])
@pytest.mark.parametrize("jokers", [{"W": "BJBJ"}, {"W": "BJ", "E": "BJ"}, {"N": "BJBJ"}])
def test_JS_7_3_nothing_said_of_tribute_after_a_foul_is_right(effect: Effect, jokers: dict[str, str]) -> None:
    """下副牌不进贡: there is none that could be paid, refused or missing, whoever holds the big jokers."""
    hand = board(jokers, level="5").lead("S", None).hand(2)
    record = ruled(fouled(), hand, effect=effect)
    assert not [finding for finding in audit(record).findings if finding.code.startswith(("TRIBUTE", "LEAD"))]


def ended_at(*tricks: str, noticed: tuple[int, int]) -> GameRecord:
    """The referee has ended a hand for a foul of W, which was noticed at a place."""
    hand = Hand(no=1, tricks=tricks, incidents=(one("signal", at=(1, 1), noticed=noticed),))
    return ruled(hand, effect=Effect(double="EW"))


trigger("JS-7.3", "PLAY-AFTER-END/ruled", at=(1, 4), seat="S", actual="5s", besides=("PENALTY-FOUL",)).of(
    played_on_after_a_foul=lambda: ended_at("E 3s - 4s 5s - - -", noticed=(1, 3))
)
must_not("JS-7.3", "PLAY-AFTER-END/ruled", besides=("PENALTY-FOUL",)).of(
    stopped_at_a_foul=lambda: ended_at("E 3s - 4s", noticed=(1, 3))
)
trigger("JS-7.3", "LEAD-RULED", hand=2, at=(1, 1), seat="E", expected="NS", besides=("PENALTY-FOUL",)).of(
    led_by_an_offender=lambda: after_foul(lead="E")
)
must_not("JS-7.3", "LEAD-RULED", besides=("PENALTY-FOUL",)).of(led_by_the_other_side=lambda: after_foul(lead="S"))
trigger("JS-7.3", "TRIBUTE-NONE/ruled", hand=2, at=(0, 0), besides=("PENALTY-FOUL",)).of(
    tribute_after_a_foul=lambda: after_foul("E>N 3d", "N>E 4d")
)
must_not("JS-7.3", "TRIBUTE-NONE/ruled", besides=("PENALTY-FOUL",)).of(no_tribute_after_a_foul=after_foul)


def lost_at(*tricks: str, at: tuple[int, int]) -> GameRecord:
    """The referee has ended the match for a second foul of W at a place."""
    hand = Hand(no=1, tricks=tricks, incidents=(one("signal", at=(1, 1)), one("signal", at=(1, 2))))
    return ruled(hand, effect=Effect(loser="EW"), at=at)


TWO_FOULS: Final = ("PENALTY-FOUL", "PENALTY-LOST")
trigger("JS-7.4", "PLAY-AFTER-END/lost", at=(2, 1), seat="E", actual="5s", besides=TWO_FOULS).of(
    played_on_after_the_match=lambda: lost_at("E 3s - - -", "E 5s", at=(1, 4))
)
must_not("JS-7.4", "PLAY-AFTER-END/lost", besides=TWO_FOULS).of(stopped_there=lambda: lost_at("E 3s - - -", at=(1, 4)))


def stopped(*tricks: str, at: tuple[int, int] = (1, 3)) -> GameRecord:
    """W has played out of turn, and is stopped at a place."""
    hand = Hand(no=1, tricks=tricks, incidents=(one("out_of_turn", at=(1, 3)),))
    return ruled(hand, effect=Effect(stopped=True), at=at)


BESIDES: Final = ("PENALTY-VIOLATION",)
trigger("JS-7.2", "STOPPED-PLAYED", at=(1, 3), seat="W", actual="4s", besides=BESIDES).of(
    played_all_the_same=lambda: stopped("E 3s - 4s - - -")
)
must_not("JS-7.2", "STOPPED-PLAYED", besides=BESIDES).of(passed=lambda: stopped("E 3s - - -"))
trigger("JS-7.2", "LEAD-STOPPED", at=(2, 1), seat="W", expected="S", actual="W", besides=BESIDES).of(
    led_all_the_same=lambda: stopped("E 3s - 4s - - -", "W 5s - - -", at=(2, 1))
)
must_not("JS-7.2", "LEAD-STOPPED", besides=BESIDES).of(
    the_next_of_the_other_side_led=lambda: stopped("E 3s - 4s - - -", "S 5s - - -", at=(2, 1))
)


@pytest.mark.parametrize("kind", ["misconduct", "signal"])
@pytest.mark.parametrize(("reading", "score"), [("forfeit", {"EW": 0, "NS": 17}), ("lost", {"EW": 9, "NS": 17})])
def test_a_side_that_is_disqualified_loses_the_match(kind: str, reading: str, score: dict[str, int]) -> None:
    """JS-7.5, D-JS-02; a signal is no reason for it by itself."""
    hand = Hand(no=1, tricks=("E 3s - - -",), incidents=(one(kind, at=(1, 1)),))
    claims = MatchClaims(winner="NS", reason="ruling", points={"EW": 0, "NS": 2}, score=score)
    record = ruled(hand, effect=Effect(disqualified="EW"), claims=claims, options={"disqualified": reading})
    result = audit(record)
    assert (result.match.winner, result.match.reason, result.match.score) == ("NS", "ruling", score)
    said = {"misconduct": ["INCIDENT-CONDUCT"], "signal": ["PENALTY-FOUL", "RULING-STEP"]}[kind]
    assert codes(record) == said


def test_a_lead_that_was_stopped_passes_over_one_who_is_out() -> None:
    """S is out, so that of the other side N leads (JS-7.2)."""
    table = board(seed=3).run_out("S", "E").lead("E").hand(incidents=(one("out_of_turn", "E", (1, 1)),))
    number = len(table.tricks or ())
    record = ruled(table, effect=Effect(stopped=True), at=(number, 1), seat="E")
    assert codes(record) == ["PENALTY-VIOLATION", "LEAD-STOPPED"] or codes(record) == ["LEAD-STOPPED", "PENALTY-VIOLATION"]


@pytest.mark.parametrize(
    ("paid", "lead", "wrong"),
    [
        *(("Ah", "N", []), ("Ah", "W", []), ("Ah", "E", ["LEAD-STOPPED"]), ("Ah", "S", ["LEAD-TRIBUTE"])),
        *(("Ks", "N", []), ("Ks", "E", ["LEAD-STOPPED"]), ("Ks", "W", ["LEAD-STOPPED"])),
    ],
)
def test_a_first_lead_that_was_stopped_is_the_next_one_s_or_his_who_may_have_been_due(
    paid: str, lead: str, wrong: list[str]
) -> None:
    """E has paid an ace and was stopped (JS-5.4.2, JS-7.2). W may have been due if he has paid one too; if E was due he is told
    of once, and so is his partner.
    """
    hand = Hand(
        no=3,
        level="5",
        tribute=("E>S As", f"W>N {paid}", "S>E 3d", "N>W 2s"),
        tricks=(f"{lead} 9s",),
        incidents=(one("out_of_turn", "E", (1, 1)),),
    )
    record = ruled(hand, effect=Effect(stopped=True), at=(1, 1), seat="E")
    assert [code for code in codes(record) if code.startswith("LEAD-")] == wrong


def test_a_foul_takes_the_other_side_past_the_ace() -> None:
    """双下 for who is at his own A is a win (JS-7.3, JS-5.7)."""
    hand = board(level="A").lead("E").hand(3, incidents=(one("signal", at=(1, 1)),))
    ruling = Ruling(id="r1", hand=3, seat="W", effect=Effect(double="EW"))
    record = record_of(JS, replace(placed("NSWE", 2), level="J"), hand, levels={"EW": "5", "NS": "J"}, rulings=(ruling,))
    result = audit(record)
    assert result.hands[1].levels == {"EW": "5", "NS": "A"}
    assert (result.match.winner, result.match.reason, result.match.score) == ("NS", "passed", {"EW": 3, "NS": 23})


@pytest.mark.parametrize("reason", ["time", "hands"])
def test_equal_levels_leave_a_winner_by_lot_open(reason: str) -> None:
    record = ended(reason, "NESW", "EWSN", levels=("4", "5"), winner="NS", points={"EW": 0, "NS": 2})
    assert set(codes(record)) <= {"CLAIM-OPEN", "TRIBUTE-OPEN"}
    assert audit(record).match.points == {"EW": 1, "NS": 1}


def test_the_sheet_is_that_of_guandan_1_but_for_what_it_prints_otherwise() -> None:
    """Names apart, and what is open."""
    one, other = CLIMBING_SHEETS["guandan-1"], CLIMBING_SHEETS[JS]
    differs = {each.name for each in fields(one) if getattr(one, each.name) != getattr(other, each.name)}
    assert differs - {"key", "title", "source", "version", "clauses", "options"} == {
        *("tribute", "clocks", "conduct", "ends", "penalties", "steps", "event", "faults"),
        "term",
    }
    assert one.tribute is not None
    assert other.tribute == one.tribute._replace(returns_at_double="low", smallest_printed=True)
    assert other.conduct == one.conduct._replace(announced="passing")


def test_played_out_hands_are_clean() -> None:
    assert codes(record_of(JS, played_out("NESW").hand())) == []


test_situations = situations(__name__)
