"""The plays of a hand as facts: seats in turn, seats without cards skipped, throws and readings apart."""

import pytest

from paipu.analytics.plays import plays_of
from paipu.replay.record import Hand
from paipu.replay.sheets import SHEETS


def seats(sheet: str, *tricks: str) -> str:
    return plays_of(SHEETS[sheet], Hand(no=1, tricks=tricks)).seats


def test_seats_follow_the_leader_in_turn() -> None:
    assert seats("shengji", "E As Ks Qs Js", "W 3s 4s 5s 6s") == "ENWSWSEN"


def test_an_unfinished_trick_and_a_hand_without_plays() -> None:
    assert seats("shengji", "S As Ks") == "SE"
    assert not any(plays_of(SHEETS["shengji"], Hand(no=1, tricks=None)))


def test_a_climbing_trick_goes_round_until_it_ends() -> None:
    assert seats("guandan-1", "E 3h 5s - 7d - - -") == "ENWSENW"
    assert seats("daguai", "6 3h 5s - - - - - -") == "61234561"


def test_seats_that_are_out_of_cards_are_skipped() -> None:
    everything = "3s" * 27
    assert seats("guandan-1", f"E {everything} - - -", "W 4s 5s - -") == "ENWSWSNW"


def test_a_pass_takes_no_card() -> None:
    assert seats("guandan-1", *["E 3s - - -"] * 26, "E 3s 4s - -", "N 5s - - -") == "ENWS" * 27 + "NWSN"


def test_more_cards_than_a_seat_had_do_not_stop_the_reading() -> None:
    everything = "3s" * 27
    assert len(seats("guandan-1", *[f"{seat} {everything}" for seat in "ENWS"], "E 3s 3s 3s 3s")) == 8


def test_a_column_has_one_value_a_play() -> None:
    hand = Hand(no=3, tricks=("E As", "N KsKsQs>Qs TsTs2s", "W 3s 4s"), seconds=((1.5, 2.0), (), (3.0,)))
    plays = plays_of(SHEETS["shengji"], hand, [["ace"], ["throw", "follow"]])
    assert plays._asdict() == {
        "sizes": [1, 2, 2],
        "seats": "ENWWS",
        "cards": ["As", "Qs", "TsTs2s", "3s", "4s"],
        "attempted": [None, "KsKsQs", None, None, None],
        "readings": [None] * 5,
        "types": ["ace", "throw", "follow", None, None],
        "seconds": [1.5, None, None, 3.0, None],
    }
    assert [*plays.spans()] == [(0, 1), (1, 3), (3, 5)]


@pytest.mark.parametrize(
    ("token", "stood", "attempted", "reading"),
    [
        ("-", "-", None, None),
        ("AsAs", "AsAs", None, None),
        ("AsAsKs>Ks", "Ks", "AsAsKs", None),
        ("KsKh9d9c2h=KKK99", "KsKh9d9c2h", None, "KKK99"),
        ("9sTsJsQs2h=9TJQKs", "9sTsJsQs2h", None, "9TJQKs"),
    ],
)
def test_a_play_token(token: str, stood: str, attempted: str | None, reading: str | None) -> None:
    plays = plays_of(SHEETS["guandan-1"], Hand(no=1, tricks=(f"E {token}",)))
    assert (plays.cards, plays.attempted, plays.readings) == ([stood], [attempted], [reading])


def test_a_seat_begins_with_the_cards_that_it_was_dealt() -> None:
    hand = Hand(no=1, deal={"E": "3s 3s", "N": "3s ??"}, tricks=("E 3s3s - - -", "N 4s - -"))
    assert plays_of(SHEETS["guandan-1"], hand).seats == "ENWSNWS"
