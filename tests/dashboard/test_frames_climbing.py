"""The message to the card table for 掼蛋 and 大怪路子: readings, passes, who is out, tribute, places, levels and points."""

from typing import Any

import pytest

from paipu.dashboard.table.frames import legal_at
from paipu.replay.cards import split_cards
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.family import hand_view
from paipu.replay.text import LANGS, Lang
from paipu.replay.words import kind_name, reading_name
from tests.dashboard import climbing, matches
from tests.dashboard.matches import facts, view

SMALL, PAIRS, SIX = climbing.everything()


@pytest.mark.parametrize(("document", "index"), [(SMALL, 0), (PAIRS, 0), (PAIRS, 1), (PAIRS, 2), (SIX, 0), (SIX, 1)])
def test_a_frame_a_ply_passes_among_them(document: dict[str, Any], index: int) -> None:
    tricks = document["hands"][index]["tricks"]
    frames = view(document, index)["frames"]
    assert [frame["cards"] for frame in frames[1:]] == [
        token.partition("=")[0] for text in tricks for token in text.split()[1:]
    ]
    assert [frame["seat"] for frame in frames if frame["play"] == 1] == [text[0] for text in tricks]
    assert [frame["trick"] for frame in frames if frame["done"]] == list(range(1, len(tricks) + 1))


@pytest.mark.parametrize(("document", "index"), [(PAIRS, 1), (SIX, 0)])
def test_the_cards_left_are_those_in_the_hands_and_the_winner_is_the_engines(document: dict[str, Any], index: int) -> None:
    frames = view(document, index)["frames"]
    for frame in frames:
        assert {seat: len(split_cards(cards)) for seat, cards in frame["hands"].items()} == frame["left"]
    computed = matches.read(document)[1].hands[index]
    assert "".join(frame["winner"] for frame in frames if frame["done"]) == computed.winners
    assert "".join(frames[-1]["out"]) == (computed.finish or "")[: len(frames[-1]["out"])]


def test_what_each_play_counts_as_and_what_decided_it() -> None:
    frames = view(SMALL)["frames"]
    last = {frame["ply"]: frame["table"][-1] for frame in frames[1:]}
    assert [(last[ply]["reading"], last[ply]["why"], last[ply]["declared"]) for ply in (1, 2, 3, 4, 8, 18)] == [
        ("full house 8", "declared", "77888"),
        (None, None, None),
        ("full house 9", None, None),
        (None, None, None),
        ("bomb of 4 6", None, None),
        ("straight 7", "undeclared", None),
    ]
    assert (frames[4]["winner"], frames[4]["cards"]) == ("N", "4s4h4d3s3c")


def test_a_play_that_the_table_let_stand_takes_the_trick() -> None:
    tricks = ["E 9s - 5h5d - - -", "W 3s"]
    shown = view({**SMALL, "hands": [{"no": 4, "level": "5", "tricks": tricks}]})
    assert shown["frames"][3]["table"][-1]["reading"] is None
    assert [frame["winner"] for frame in shown["frames"] if frame["trick"] == 1] == ["E", "E", "W", "W", "W", "W"]


@pytest.mark.parametrize(
    ("reading", "zh", "en"),
    [
        ("full_house:K", "三带二 K", "full house K"),
        ("straight_flush:7", "同花顺 7", "straight flush 7"),
        ("bomb5:T", "5张炸弹 10", "bomb of 5 10"),
        ("four_jokers:BJ", "四王", "four jokers"),
        ("pair:LJ", "对子 小王", "pair little joker"),
    ],
)
def test_combinations_in_words(reading: str, zh: str, en: str) -> None:
    assert tuple(reading_name(reading, lang, printed=True) for lang in LANGS) == (zh, en)


def test_the_tribute_of_both_losers() -> None:
    shown = view(PAIRS, 1)
    gifts = [f"{gift['giver']}>{gift['taker']} {gift['card']}" for gift in shown["tribute"]["gifts"]]
    assert gifts == PAIRS["hands"][1]["tribute"]
    assert [gift["back"] for gift in shown["tribute"]["gifts"]] == [False, False, True, True]
    assert shown["tribute"]["leaders"] == [PAIRS["hands"][1]["lead"]]
    assert facts(shown)["Last hand"] == f"{PAIRS['hands'][0]['claims']['finish']} · both first places"
    assert view(PAIRS, 0)["tribute"]["said"] == "none in the first hand"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ({"resisted": True}, "refused: both big jokers"),
        ({"tribute": []}, "none was paid"),
        ({}, "not recorded"),
        ({"tribute": ["S>E BJ"]}, "paid"),
    ],
)
def test_what_is_said_of_the_tribute(hand: dict[str, Any], said: str) -> None:
    document = {**SMALL, "hands": [{"no": 4, "level": "5", "tricks": ["E 9s"], **hand}]}
    assert view(document)["tribute"]["said"] == said


def test_taking_the_lead_over_from_one_who_is_out() -> None:
    shown = view(PAIRS, 2)
    taken = [frame for frame in shown["frames"] if frame["relieved"] and frame["play"] == 1]
    assert taken
    for frame in taken:
        before = shown["frames"][frame["ply"] - 1]
        assert before["winner"] == frame["relieved"] in before["out"]


def test_the_end_of_a_hand_with_both_first_places() -> None:
    shown = view(PAIRS, 0)
    assert shown["result"] == {"finish": list("WENS"), "double": True, "lines": ["EW +3, to 5"]}
    assert shown["frames"][-1]["out"] == ["W", "E"]
    assert shown["places"] == ["1st", "2nd", "3rd", "last"]
    assert view(PAIRS, 2)["result"]["lines"] == ["NS +1, to 3"]


def test_points_and_totals_of_six_seats() -> None:
    shown = view(SIX, 1)
    points = matches.read(SIX)[1].hands[0].points or {}
    assert facts(shown) == {"Schedule": "hand 2 of 6", "Wild": "jokers", "Total": f"135 {points['135']} · 246 {points['246']}"}
    assert shown["tribute"] is None
    assert [seat["seat"] for seat in shown["seats"] if seat["banker"]] == ["2"]
    [line] = shown["result"]["lines"]
    assert line.endswith(" points")
    assert len(shown["places"]) == len(shown["result"]["finish"]) == 6
    assert set(split_cards(shown["wild"])) == {"BJ", "LJ"}


def test_the_first_three_places_of_one_side_are_no_double() -> None:
    shown = view(SIX, 0)
    assert shown["frames"][-1]["out"][:3] == ["4", "6", "2"]
    assert shown["result"] == {"finish": list("462351"), "double": False, "lines": ["246 8 points"]}


def test_the_level_its_owner_and_the_wild_card() -> None:
    shown = view(PAIRS, 1)
    assert facts(shown)["Level"] == "5 · EW"
    assert facts(shown)["Levels"] == "EW 5 · NS 2"
    assert shown["wild"] == "5h"
    assert facts(view(PAIRS, 0))["Level"] == "2"


def test_claims_beside_what_was_computed() -> None:
    rows = {row["key"]: row for row in view(PAIRS, 2)["claims"]}
    assert {key: row["same"] for key, row in rows.items()} == {"winners": None, "finish": False, "levels": False}
    assert all(row["same"] is not False for index in (0, 1) for row in view(PAIRS, index)["claims"])
    losers = PAIRS["hands"][0]["claims"]["finish"]
    other = {**PAIRS, "hands": [{**PAIRS["hands"][0], "claims": {"finish": losers[:2] + losers[:1:-1]}}]}
    assert {row["key"]: row["same"] for row in view(other)["claims"]}["finish"] is True


def test_findings_at_their_plies_and_readings_in_words() -> None:
    shown = view(SMALL)
    at = {frame["ply"]: [shown["findings"][n]["code"] for n in frame["findings"]] for frame in shown["frames"]}
    assert {ply: codes for ply, codes in at.items() if codes} == {
        0: ["DEAL-OPEN"],
        1: ["CLOCK-PLAY"],
        4: ["PLAY-NOT-HIGHER", "CLOCK-PLAY"],
        8: ["CLOCK-PLAY"],
        18: ["READING-AMBIGUOUS"],
        22: ["HAND-UNFINISHED", "CLAIM-OPEN"],
    }
    [ambiguous] = [finding for finding in shown["findings"] if finding["code"] == "READING-AMBIGUOUS"]
    assert ambiguous["expected"] == "straight 7 | straight 6"
    assert shown["hands"][0]["plies"] == [ply for ply, codes in at.items() if codes]


def test_a_round_that_lacks_a_play_shows_that_at_its_end() -> None:
    shown = view({**SMALL, "hands": [{"no": 4, "level": "5", "tricks": ["E 9s -", "E 3s"]}]})
    at = {frame["ply"]: [shown["findings"][n]["code"] for n in frame["findings"]] for frame in shown["frames"]}
    assert "TRICK-PLAYS" in at[2]
    assert shown["hands"][0]["plies"] == [ply for ply, codes in at.items() if codes]


def test_think_time_and_its_limit() -> None:
    frames = view(SMALL)["frames"]
    assert [(frame["seconds"], frame["limit"]) for frame in frames[:3]] == [(None, None), (31, 30), (4, 15)]
    assert view(PAIRS)["frames"][1]["limit"] is None


@pytest.mark.parametrize("lang", LANGS)
def test_legal_plays_by_kind_hold_what_was_played(lang: Lang) -> None:
    record, _ = matches.read(PAIRS)
    for state in climbing.walked(PAIRS, 1)[1:]:
        shown = hand_view(record, 1)
        assert isinstance(shown, ClimbingView)
        legal: Any = legal_at(shown, state.ply, lang)
        assert legal["total"] == sum(group["total"] for group in legal["groups"])
        assert all(len(group["plays"]) == min(group["total"], 8) for group in legal["groups"])
        assert (legal["owed"] is None, legal["passing"]) == (state.play == 1, state.play > 1)
        if state.made is not None and state.made.reading is not None:
            kinds = {group["kind"] for group in legal["groups"]}
            assert kind_name(state.made.reading.kind, state.made.reading.size, lang) in kinds


def test_of_a_hand_that_is_not_known_nothing_is_listed() -> None:
    record, _ = matches.read(SMALL)
    assert legal_at(hand_view(record, 0), 4, "zh") == {"owed": None, "groups": [], "total": None, "passing": False}
    with pytest.raises(IndexError):
        legal_at(hand_view(record, 0), 99, "zh")


def test_a_score_sheet_has_places_and_no_plays() -> None:
    hand = {"no": 1, "level": "2", "claims": {"finish": "ENWS", "levels": {"EW": "4", "NS": "2"}}}
    shown = view({**PAIRS, "hands": [hand]})
    assert shown["has_plays"] is False
    assert {row["key"] for row in shown["claims"]} == {"finish", "levels"}
