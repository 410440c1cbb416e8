"""The one walk over the plays of a record: what machines step, views show and tables hold is where it says."""

from typing import Any

import pytest

from paipu.analytics.plays import plays_of as columns_of
from paipu.replay.audit import MatchView
from paipu.replay.causes.cards import balance
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.notation import PASS
from paipu.replay.plays import BEFORE, PlayAt, Recorded, plays_of, plays_of_hand, ply_at
from paipu.replay.record import Hand
from paipu.replay.sheets import SHEETS, TRICK_SHEETS, sheet_of
from paipu.replay.tricks.states import TrickView
from paipu.samples import FAULTS
from paipu.samples.document import record_of
from tests.made import make_match
from tests.many import every


@pytest.mark.parametrize("sheet", every(4, FAULTS))
def test_views_and_tables_have_the_plays_of_the_walk_each_at_its_ply(sheet: str) -> None:
    record = record_of(make_match(5, 1, sheet=sheet, hands=1))
    [hand], [view] = record.hands, MatchView(record).hands
    walked = [*plays_of_hand(sheet_of(record), hand)]
    names = [sheet_of(record).seats[at.seat] for at in walked]
    assert [(*at.place, name, "".join(at.stood) or PASS) for at, name in zip(walked, names, strict=True)] == [
        (state.trick, state.play, state.seat, state.cards) for state in view.frames[1:]
    ]
    columns = columns_of(SHEETS[sheet], hand)
    assert columns.seats == "".join(names)
    assert [*columns.cards] == ["".join(at.stood) or PASS for at in walked]
    for ply, at in enumerate([BEFORE, *(each.place for each in walked)]):
        assert ply_at(hand.tricks or (), *at) == view.ply_at(*at) == ply


def test_a_hand_that_cannot_be_replayed_has_one_ply() -> None:
    document = make_match(5, 1, sheet="shengji", hands=1)
    hand = document["hands"][0]
    for name in ("level", "dealer", "trump", "bids", "kitty", "claims", "deal"):
        hand.pop(name, None)
    document.pop("start", None)
    [view] = MatchView(record_of(document)).hands
    assert view.frames == ()
    assert view.ply_at(3, 2) == 0


def test_a_failed_throw_has_what_was_thrown_and_what_stood_and_a_pass_nothing() -> None:
    thrown, passed = PlayAt(1, 1, 0, "AsAsKs>Ks"), PlayAt(1, 2, 1, PASS)
    assert (thrown.attempted, thrown.stood) == (("As", "As", "Ks"), ("Ks",))
    assert (passed.attempted, passed.stood) == ((), ())


def test_plays_are_looked_up_by_place_and_by_seat() -> None:
    hand = Hand(no=1, tricks=("E 3h 5s - 7d - - -", "W 4s4s - - -"))
    plays = Recorded(plays_of_hand(SHEETS["guandan-1"], hand))
    lead = plays.at((2, 1))
    assert lead is not None
    assert plays.lead(plays.plays[-1]) == lead
    assert plays.before(lead) == plays.at((1, 7))
    assert plays.before(plays.plays[0]) is plays.at((3, 1)) is plays.at(None) is None
    assert [at.place for at in plays.of_seat(2)] == [(1, 3), (1, 7), (2, 1)]
    assert (plays.played_by(2, (2, 1), after=False), plays.played_by(2, (2, 1), after=True)) == (0, 2)


@pytest.mark.parametrize("sheet", every(2, TRICK_SHEETS))
def test_who_plays_a_card_too_many_in_a_trick_game_is_not_skipped_at_the_end(sheet: str) -> None:
    """His cards are all gone before the last trick; what he plays there is his, not the next seat's."""
    if sheet not in FAULTS:
        pytest.skip("no players of this sheet")
    document = make_match(5, 1, sheet=sheet, hands=1)
    tricks = document["hands"][0]["tricks"]
    at, words = next((at, text.split(" ")) for at, text in enumerate(tricks) if len(text.split(" ")[2]) == 2)
    words[2] *= 2
    tricks[at] = " ".join(words)
    record = record_of(document)
    found = balance(sheet_of(record), record.hands[0])
    assert found is not None
    assert found.off == (1, 0)


def test_plays_beyond_the_seats_of_a_trick_have_no_place() -> None:
    assert [at.seat for at in plays_of(SHEETS["shengji"], ("W As Ks Qs Js Ts",))] == [2, 3, 0, 1]


@pytest.mark.parametrize(("sheet", "kind"), [("shengji", TrickView), ("guandan-1", ClimbingView)])
def test_what_was_legal_at_all_plies_is_told_from_one_walk(sheet: str, kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    [view] = MatchView(record_of(make_match(5, 1, sheet=sheet, hands=1))).hands
    assert isinstance(view, kind)
    stepped = []
    machine = kind.machine

    def counted(*given: Any) -> Any:
        stepped.append(given)
        return machine(*given)

    monkeypatch.setattr(kind, "machine", counted)
    plies = range(1, len(view.frames))
    assert all(view.alternatives(ply, 1) is not None for ply in plies)
    assert len([*view.choices(3, view.sheet.seats)]) == len(plies)
    assert len(stepped) == 2, "one for what is shown, one for what was legal"
