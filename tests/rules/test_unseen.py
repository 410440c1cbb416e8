"""Plays that nobody saw, and cards of which only the rank or the suit was: what holds whatever they were is found, no more."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.computed import ComputedHand
from paipu.replay.family import hand_view
from paipu.replay.plays import plays_of
from paipu.replay.record import GameRecord, HandClaims
from paipu.replay.sheets import sheet_of
from tests.rules import build, climbing_build
from tests.rules.build import codes, found, match
from tests.rules.registry import must_not, situations, trigger

TRICKS: Final = ("shengji", "chaodipi", "shuangkou")


def computed(record: GameRecord) -> ComputedHand:
    return audit(record).hands[0]


def opens(record: GameRecord) -> list[tuple[str, str | None]]:
    """What could not be checked."""
    kinds = {"PLAY-UNSEEN", "HAND-UNFINISHED", "CLAIM-OPEN"}
    return [(each.code, each.actual) for each in audit(record).findings if each.code in kinds]


# ======================================================================================== the trick games


HELD: Final = {"E": "Ah9c", "N": "3h7c7d", "W": "4h8c", "S": "6hTc"}


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_follow_that_is_wrong_whatever_it_was_is_found(sheet: str) -> None:
    """N has a heart and no seven of hearts: a seven is of another suit."""
    only = {"N": "3h7c7d"}
    board = build.table(HELD, only, sheet=sheet, trump="s").trick({"E": "Ah", "N": "7c", "W": "4h", "S": "6h"})
    for written in ("7c", "7?", "?c"):
        record = match(board.hand(tricks=(f"E Ah {written} 4h 6h",), bids=None), sheet=sheet)
        assert codes(record) == ["TRICK-FOLLOW-SUIT"], written
    for written in ("?", "??", "?h"):
        record = match(board.hand(tricks=(f"E Ah {written} 4h 6h",), bids=None), sheet=sheet)
        assert codes(record) == [], written


@pytest.mark.parametrize("sheet", TRICKS)
def test_who_wins_whatever_it_was_has_won(sheet: str) -> None:
    """A three is no ace of trumps; what nobody saw may be a joker."""
    held = {"E": "As9c", "N": "3s7c", "W": "4s8c", "S": "6sTc"}
    board = build.table(held, sheet=sheet, trump="s").trick({"E": "As", "N": "3s", "W": "4s", "S": "6s"}, leader="E")

    def told(written: str) -> GameRecord:
        tricks = (f"E As {written} 4s 6s", "S Tc 8d 8h 9d")
        return match(board.hand(tricks=tricks, bids=None, deal=None, kitty=None), sheet=sheet)

    for written in ("3s", "3?", "K?"):
        assert "LEAD-WINNER" in codes(told(written)), written
        assert computed(told(written)).winners == "ES", written
    for written in ("?", "??"):
        assert codes(told(written)) == [], written
        assert computed(told(written)).winners == "", written


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_card_that_can_only_be_one_of_the_hand_is_it(sheet: str) -> None:
    """N has a heart, and of a rank only a card of another suit."""
    boards = (build.table({"E": "Ah", "N": "3h"}, sheet=sheet, trump="s", seed=seed) for seed in range(9))
    dealt = ((board, card, [each[0] for each in board.hands["N"]]) for board in boards for card in board.hands["N"])
    board, card = next((board, card) for board, card, ranks in dealt if ranks.count(card[0]) == 1 and card[1] in "cd")
    board.trick({"E": "Ah", "N": card}, leader="E")
    record = match(board.hand(tricks=(board.tricks[0].replace(card, card[0] + "?"),), bids=None), sheet=sheet)
    assert [each.actual for each in found(record, "TRICK-FOLLOW-SUIT")] == [card]


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_card_that_was_not_dealt_is_not_held_behind_a_play_that_nobody_saw(sheet: str) -> None:
    board = build.table({"E": "Ah9c", "N": "3h", "W": "4hKd", "S": "6h"}, {"E": "Ah", "W": "Kd"}, sheet=sheet, trump="s")
    board.trick({"E": "Ah", "N": "3h", "W": "4h", "S": "6h"}, leader="E")
    mine, other = board.hands["N"][0], "KdAh"
    for first in ("?", "3h", "3?", "??"):
        for card in (mine, other[:2], other[2:]):
            record = match(board.hand(tricks=(f"E Ah {first} 4h 6h", f"E 9c {card}"), bids=None), sheet=sheet)
            held = card in board.deal["N"]
            assert ("PLAY-NOT-HELD" in codes(record)) == (not held), (first, card)


@pytest.mark.parametrize("sheet", TRICKS)
def test_how_many_cards_were_played_is_known(sheet: str) -> None:
    """A hand with a card of each trick unseen was played out; its points are open, and what is claimed of them."""
    board = build.table(sheet=sheet).finish()
    tricks = tuple(" ".join((*text.split()[:2], "??", *text.split()[3:])) for text in board.tricks)
    right = computed(match(board.hand(bids=None), sheet=sheet))
    claims = HandClaims(winners=right.winners, attackers=right.attackers)
    record = match(board.hand(tricks=tricks, bids=None, claims=claims, deal=None), sheet=sheet)
    assert codes(record) == []
    assert "HAND-UNFINISHED" not in {code for code, _ in opens(record)}
    assert computed(record).attackers is None
    assert "attackers" in (dict(opens(record))["CLAIM-OPEN"] or "")


def test_a_play_that_nobody_saw_has_as_many_cards_as_were_led() -> None:
    tricks = ("E 5s5s ? 6s6s ?", "E ? 7h7h ? ?", "E ? ? ? ?", "E Ah")
    sheet = sheet_of(match(build.table().hand()))
    assert [at.size for at in plays_of(sheet, tricks)] == [2] * 8 + [0] * 4 + [1]


def seen(*tricks: str) -> GameRecord:
    return match(build.table(HELD, trump="s").hand(tricks=tricks, bids=None, deal=None, kitty=None))


trigger(None, "PLAY-UNSEEN", actual="1.2 1.4", pointer="tricks").of(two_plays=lambda: seen("E Ah 7? 4h ?"))
must_not(None, "PLAY-UNSEEN").of(all_were_seen=lambda: seen("E Ah 7h 4h 6h"))


# ======================================================================================== the climbing games


def climbed(sheet: str, *tricks: str, **changes: Any) -> GameRecord:
    """A hand that begins with these rounds, its deal not on record."""
    board = climbing_build.board() if sheet != "daguai" else None
    assert board is not None
    return climbing_build.record_of(sheet, replace(board.hand(tricks=tricks, deal=None), **changes))


ROUNDS: Final[Mapping[str, tuple[str, list[str]]]] = {
    "a pair that is not higher": ("E 8s8h 7?7? - - -", ["PLAY-NOT-HIGHER"]),
    "a pair that is": ("E 8s8h 9?9? - - -", []),
    "no combination": ("E 3s 7?8? - - -", ["PLAY-TYPE"]),
    "a pair on a single card": ("E 3s 7?7? - - -", ["PLAY-OTHER-TYPE"]),
    "a wild card among them": ("E 8s8h 7?2? - - -", []),
    "a run that may be a flush": ("E 3s3h3d4s4h 5?6?7?8?9? - - -", []),
    "a play nobody saw, on which it may be lower": ("E 8s ? 7s - - -", []),
    "no combination on what nobody saw": ("E 8s ? 7s9s - - -", ["PLAY-TYPE"]),
    "a lead that nobody saw": ("E ? - 7s - -", []),
    "bombs of ranks alone": ("E 4?4?4?4? 3?3?3?3? - - -", ["PLAY-NOT-HIGHER"]),
}
"""The first round, and what is wrong whatever was not seen; twos are level cards, and that of hearts is wild."""


@pytest.mark.parametrize("situation", ROUNDS)
@pytest.mark.parametrize("sheet", climbing_build.GUANDAN)
def test_what_is_wrong_of_a_round_whatever_was_not_seen(sheet: str, situation: str) -> None:
    text, wrong = ROUNDS[situation]
    assert codes(climbed(sheet, text)) == wrong


@pytest.mark.parametrize("sheet", climbing_build.GUANDAN)
def test_a_play_nobody_saw_leaves_open_who_leads_next(sheet: str) -> None:
    assert codes(climbed(sheet, "E 8s ? - -", "S 7s")) == []
    assert codes(climbed(sheet, "E 8s - - -", "S 7s")) == ["LEAD-WINNER"]


@pytest.mark.parametrize("sheet", climbing_build.GUANDAN)
def test_a_play_nobody_saw_is_no_pass_and_no_combination(sheet: str) -> None:
    made = computed(climbed(sheet, "E 8s ? - -"))
    assert made.types == (("single", None, "pass", "pass"),)
    assert made.winners == ""


def test_of_who_made_a_play_that_nobody_saw_it_is_known_how_many_cards_at_most_are_left() -> None:
    last = hand_view(climbed("guandan-1", "E 3s ? 7?7? - - -"), 0).frames[-1]
    assert last.left is not None
    assert (last.at_most, last.left["N"], last.left["W"]) == (("N",), 27, 25)


@pytest.mark.parametrize("sheet", climbing_build.GUANDAN)
def test_who_may_be_out_by_what_nobody_saw_is_not_asked_to_play(sheet: str) -> None:
    """E plays what nobody saw as the last of his cards, and is skipped; had he as many left as no play has, he would not be."""
    board = climbing_build.board(seed=1).down_to("E", 1)
    last = board.tricks[-1].split()[0]
    rest = [*board.tricks, f"{last} ? - - -", f"N {board.low('N')} - -", f"N {board.low('N')} - -"]
    record = climbing_build.record_of(sheet, board.hand(tricks=tuple(rest)))
    assert codes(record) == []
    assert computed(record).finish is None


@pytest.mark.parametrize("sheet", climbing_build.GUANDAN)
def test_a_card_that_was_not_dealt_is_not_held_behind_a_round_that_was_not_seen(sheet: str) -> None:
    board = climbing_build.board({"E": "3s", "N": "4s4s", "W": "BJBJ"})
    hand = board.hand(tricks=("E 3s ? - -", "N BJ"))
    assert codes(climbing_build.record_of(sheet, hand)) == ["PLAY-NOT-HELD"]


# ======================================================================================== places left out


FINISHES: Final[Mapping[str, tuple[HandClaims, list[str], str | None]]] = {
    "the two are worth the same": (HandClaims(finish="E??W", levels={"EW": "3", "NS": "2"}), [], "finish"),
    "and not more": (HandClaims(finish="E??W", levels={"EW": "4", "NS": "2"}), ["CLAIM-LEVELS"], "finish"),
    "second or third": (HandClaims(finish="E??S", levels={"EW": "4", "NS": "2"}), [], "finish levels"),
    "neither": (HandClaims(finish="E??S", levels={"EW": "3", "NS": "2"}), ["CLAIM-LEVELS"], "finish"),
    "nor the others": (HandClaims(finish="E??S", levels={"EW": "2", "NS": "4"}), ["CLAIM-LEVELS"], "finish"),
    "one that is left": (HandClaims(finish="E?NS", levels={"EW": "5", "NS": "2"}), [], "finish"),
    "of one that is left": (HandClaims(finish="E?NS", levels={"EW": "4", "NS": "2"}), ["CLAIM-LEVELS"], "finish"),
    "the same twice": (HandClaims(finish="E??E"), ["CLAIM-FINISH"], None),
    "nothing": (HandClaims(finish="????", levels={"EW": "4", "NS": "2"}), [], "finish levels"),
}
"""What is claimed of a first hand, what is wrong with it, and what is open."""


@pytest.mark.parametrize("situation", FINISHES)
def test_what_is_claimed_of_a_hand_of_which_not_all_places_are(situation: str) -> None:
    claims, wrong, unchecked = FINISHES[situation]
    hand = replace(climbing_build.board().hand(), deal=None, tricks=None, claims=claims)
    record = climbing_build.record_of("guandan-1", hand)
    assert codes(record) == wrong
    assert dict(opens(record)).get("CLAIM-OPEN") == unchecked


@pytest.mark.parametrize(
    ("finish", "wrong"),
    [
        ("E??S", []),
        ("EN??", []),
        ("?N?S", []),
        ("E??N", ["CLAIM-FINISH"]),
        ("N??S", ["CLAIM-FINISH"]),
        ("?E??", ["CLAIM-FINISH"]),
    ],
)
@pytest.mark.parametrize("sheet", climbing_build.GUANDAN)
def test_places_that_are_told_are_held_against_the_plays(sheet: str, finish: str, wrong: list[str]) -> None:
    hand = climbing_build.board(seed=1).finish("ENWS").hand(claims=HandClaims(finish=finish))
    assert codes(climbing_build.record_of(sheet, hand)) == wrong


test_situation = situations(__name__)
