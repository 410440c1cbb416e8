"""The message to the card table for 炒地皮 and 双扣: 炒底, 5·10·K, 扛旗, fines, levels at stake, the score and its bounds."""

from itertools import pairwise
from typing import Any

import pytest

from paipu.replay.cards import split_cards
from paipu.replay.text import LANGS, Lang
from tests.dashboard import family, matches
from tests.dashboard.matches import facts, view

ASKED, FLAG, SCORED = family.everything()


def test_who_was_asked_and_what_was_shown_and_buried() -> None:
    shown = view(ASKED)
    assert [(bid["seat"], bid["word"], bid["cards"]) for bid in shown["bids"]] == [
        ("E", None, "2s"),
        ("E", "table.bury", None),
        ("N", "game.not_asked", None),
        ("W", "table.show", "2c2c"),
        ("S", "table.show", "5h5h"),
        *((seat, "game.not_asked", None) for seat in "ENW"),
    ]
    assert [len(split_cards(bid["bury"])) for bid in shown["bids"] if bid["bury"]] == [8, 8, 8]
    assert shown["bids"][4]["note"] == "= diamonds · 33 s"
    assert shown["kitty_seat"] == "S"
    assert sorted(split_cards(shown["kitty"])) == sorted(split_cards(shown["bids"][4]["bury"]))
    assert all(len(split_cards(cards)) == 25 for cards in shown["frames"][0]["hands"].values())


def test_both_red_fives_put_the_levels_at_stake() -> None:
    shown = view(ASKED)
    assert facts(shown)["Both ♥5"] == "S"
    assert {band["label"] for band in shown["bands"]} == {"bank to A, attackers to 2", "attackers to A, bank to 2"}
    levels = next(row for row in shown["claims"] if row["key"] == "levels")
    assert levels["how"].startswith("CDP-4.3d")


def test_a_trick_of_sets_of_three_is_named() -> None:
    frames = view(ASKED)["frames"]
    for ply in family.plies_with_sets(ASKED):
        frame = frames[ply]
        assert list(frame["trios"]) == [frame["seat"]]
        assert frame["trios"][frame["seat"]] in {*"shc", "T"}
        assert frames[ply + 3]["trios"][frame["seat"]] == frame["trios"][frame["seat"]]
    assert [frame["ply"] for frame in frames if frame["trios"] and frame["play"] == 1] == family.plies_with_sets(ASKED)


@pytest.mark.parametrize("document", [ASKED, FLAG])
def test_the_points_hold_the_fines(document: dict[str, Any]) -> None:
    shown = view(document)
    computed = matches.read(document)[1].hands[0]
    last = shown["frames"][-1]
    assert (last["points"], last["penalties"]) == ((computed.trick_points or 0) + (computed.penalties or 0), computed.penalties)
    changes = {two["penalties"] - one["penalties"] for one, two in pairwise(shown["frames"])}
    throws = [frame for frame in shown["frames"] if frame["attempted"]]
    assert changes == ({0, 20} if throws else {0})


def test_the_bands_of_the_level_reach_straight_to_the_ace() -> None:
    hand = {key: value for key, value in ASKED["hands"][0].items() if key not in {"kitty", "claims"}}
    shown = view({**ASKED, "hands": [{**hand, "trump": "s"}]})
    assert [band["label"] for band in shown["bands"][:3]] == ["bank straight to A", "bank +8", "bank +7"]
    assert [band["from"] for band in shown["bands"] if band["tick"]] == [0, 40, 80, 120, 160]


@pytest.mark.parametrize("lang", LANGS)
def test_the_flag_hand(lang: Lang) -> None:
    shown = view(FLAG, lang=lang)
    assert {len(split_cards(cards)) for cards in shown["frames"][0]["hands"].values()} == {27}
    assert (shown["has_kitty"], shown["kitty"]) == (False, "")
    assert set(split_cards(shown["trumps"])) == {"5h", "BJ", "LJ"}
    assert [(band["from"], band["to"], band["tick"]) for band in shown["bands"]] == [(0, 100, True), (100, 200, True)]
    name = {"zh": "扛旗", "en": "flag"}[lang]
    assert shown["facts"][0]["text"] == name
    assert any(name in fact["text"] and "9" in fact["text"] for fact in shown["facts"])
    over = [frame["band"] for frame in shown["frames"] if frame["points"] >= 100]
    assert set(over) == {{"zh": "抓分方上台、对方退打A", "en": "attackers take office, bank back to A"}[lang]}
    assert shown["frames"][0]["band"] == {"zh": "扛旗通过", "en": "flag passed"}[lang]


def test_a_score_has_bounds_and_a_schedule() -> None:
    shown = view(SCORED, 1)
    assert shown["scored"] is True
    assert facts(shown)["Schedule"] == "hand 2 of 8"
    assert [(band["from"], band["label"]) for band in shown["bands"]] == [
        (0, "score …−17"),
        (20, "score −17…−9"),
        (40, "score −9…+2"),
        (80, "score +2…+14"),
        (120, "score +14…+25"),
        (160, "score +25…"),
    ]
    [score] = [row for row in shown["claims"] if row["key"] == "score"]
    assert (score["claimed"], score["computed"], score["same"]) == (None, "EW +14…+25", None)


@pytest.mark.parametrize(("claimed", "same"), [({"EW": 20, "NS": -20}, None), ({"EW": 2, "NS": -2}, False)])
def test_a_claimed_score_is_held_against_the_bounds(claimed: dict[str, int], same: bool | None) -> None:
    hands = [{**hand, "claims": {"score": claimed}} if hand["no"] == 2 else hand for hand in SCORED["hands"]]
    [score] = [row for row in view({**SCORED, "hands": hands}, 1)["claims"] if row["key"] == "score"]
    assert (score["claimed"], score["same"]) == (f"EW {claimed['EW']} · NS {claimed['NS']}", same)


def test_with_the_organisers_table_the_scores_so_far_are_told() -> None:
    hands = [{key: value for key, value in hand.items() if key != "claims"} for hand in SCORED["hands"]]
    shown = view({**SCORED, "options": {"big_points": "0:-25,70:-1,135:18,200:40"}, "hands": hands}, 2)
    assert facts(shown)["Score"] == "EW +19 · NS −19"
    [score] = [row for row in shown["claims"] if row["key"] == "score"]
    assert score["computed"] == "EW -18 · NS 18"


def test_what_the_result_rests_on() -> None:
    asked, flag = family.settled(ASKED), family.settled(FLAG)
    assert (asked.declarer, asked.taker, asked.stakes, asked.clause) == ("S", "S", ("S",), "CDP-4.3d")
    assert (flag.declarer, flag.taker, flag.stakes, flag.clause) == ("N", None, ("N",), "CDP-4.3e")
    assert (asked.stake_on("bank") is None, flag.stake_on("bank") is None) == (False, True)
    assert family.settled(SCORED, 1).bounds == ("EW", 14, 25)
    assert family.settled({**ASKED, "options": {"stake_survives": "no"}}).stakes == ("S",)
