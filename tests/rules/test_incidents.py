"""What is noticed at a table of the trick-taking sheets, held against deal and plays: words mean the same in all three.

`tricks` hold the cards as they lay when the trick was turned over: what was taken back in time is not among them.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.computed import ComputedHand
from paipu.replay.record import GameRecord, Incident
from tests.rules.build import codes, match, table

SHEETS: Final = ("shengji", "chaodipi", "shuangkou")
FINED: Final = ("chaodipi", "shuangkou")


def revoked(sheet: str, *, played: str = "3c", lead: str = "Kh", holds: str = "Ah3c", **incident: Any) -> GameRecord:
    """E, the banker, leads hearts; W, who holds no other hearts than in `holds`, plays these cards. And what was noticed."""
    board = table({"E": lead, "W": holds}, {"W": "h"}, sheet=sheet).trick({"E": lead, "W": played})
    noticed = Incident(**({"kind": "revoke", "seat": "W", "at": (1, 3), "noticed": (1, 4)} | incident))
    return match(board.finish().hand(incidents=(noticed,)), sheet=sheet)


def result_of(record: GameRecord) -> ComputedHand:
    """What the engine made of the only hand."""
    return audit(record).hands[0]


def penalties(record: GameRecord) -> int | None:
    """The change of the attackers' points. W is of the bank's side, so fines are added."""
    return result_of(record).penalties


# ---------------------------------------------------------------------------------------- how many cards


@pytest.mark.parametrize("sheet", FINED)
def test_a_play_of_one_card_costs_one_card_whatever_is_named(sheet: str) -> None:
    record = revoked(sheet, cards="AsAsKsKs")
    assert penalties(record) == 10
    assert "INCIDENT-CARDS" in codes(record)


@pytest.mark.parametrize("sheet", FINED)
@pytest.mark.parametrize("cards", ["3c", "Ah"])
def test_the_wrong_card_or_the_owed_one_is_named(sheet: str, cards: str) -> None:
    record = revoked(sheet, cards=cards)
    assert penalties(record) == 10
    assert "INCIDENT-CARDS" not in codes(record)


@pytest.mark.parametrize("sheet", FINED)
def test_a_card_that_nobody_held_is_named(sheet: str) -> None:
    assert "INCIDENT-CARDS" in codes(revoked(sheet, cards="Kh"))


@pytest.mark.parametrize("sheet", FINED)
def test_the_plays_tell_how_many_cards_were_wrong(sheet: str) -> None:
    """Nothing is named: of three cards two had to be hearts, of two the pair."""
    assert penalties(revoked(sheet)) == 10
    two = {"lead": "KhKh", "holds": "QhQh3c4c"}
    assert penalties(revoked(sheet, **two, played="Qh3c")) == 10
    assert penalties(revoked(sheet, **two, played="3c4c")) == 20


@pytest.mark.parametrize("sheet", FINED)
def test_fewer_cards_named_than_were_wrong(sheet: str) -> None:
    record = revoked(sheet, lead="KhKh", holds="QhQh3c4c", played="3c4c", cards="3c")
    assert penalties(record) == 20
    assert "INCIDENT-CARDS" in codes(record)


@pytest.mark.parametrize("sheet", FINED)
def test_cards_shown_were_held(sheet: str) -> None:
    """W showed the ace of hearts, of which he has one."""
    shown: dict[str, Any] = {"kind": "exposed", "at": (1, 1), "noticed": (1, 1), "played": "Ah"}
    assert penalties(revoked(sheet, **shown, cards="AhAh")) == 10
    assert "INCIDENT-CARDS" in codes(revoked(sheet, **shown, cards="AhAh"))
    assert "INCIDENT-CARDS" not in codes(revoked(sheet, **shown, cards="Ah"))


def test_a_play_out_of_turn_has_as_many_cards_as_it_has() -> None:
    early: dict[str, Any] = {"kind": "out_of_turn", "noticed": (1, 3), "played": "Ah"}
    assert penalties(revoked("chaodipi", **early)) == 10
    assert penalties(revoked("chaodipi", **early, cards="Ah3c")) == 10
    assert "INCIDENT-CARDS" in codes(revoked("chaodipi", **early, cards="Ah3c"))


# ---------------------------------------------------------------------------------------- taken back, or not


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_was_taken_back_at_once_is_no_longer_there(sheet: str) -> None:
    """W showed a club, took it back before S played, and followed."""
    record = revoked(sheet, played="Ah", cards="3c", noticed=(1, 3))
    assert codes(record) == (["INCIDENT-CORRECTED"] if sheet == "shengji" else [])
    assert penalties(record) == (0 if sheet == "shengji" else 10)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_card_that_still_lies_there_was_not_taken_back(sheet: str) -> None:
    """It was noticed at once, and stands: 升级 counts it as wrong, and does not call it corrected."""
    record = revoked(sheet, noticed=(1, 3))
    said = codes(record)
    assert "TRICK-FOLLOW-SUIT" in said
    assert not {"INCIDENT-CORRECTED", "INCIDENT-UNCONFIRMED"} & set(said)
    if sheet == "shengji":
        assert result_of(record).next_dealer in {"N", "S"}  # SJ-16l: the bank's side is put out
    else:
        assert penalties(record) == 10


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_card_that_was_right_was_not_taken_back(sheet: str) -> None:
    """W is said to have shown the ace of hearts, which he owed, and it is what he played."""
    record = revoked(sheet, played="Ah", cards="Ah", noticed=(1, 3))
    assert ("INCIDENT-UNCONFIRMED" in codes(record)) == (sheet != "shengji")


@pytest.mark.parametrize("kind", ["revoke", "concealed"])
def test_a_wrong_play_that_nobody_made(kind: str) -> None:
    assert codes(revoked("shuangkou", kind=kind, played="Ah", noticed=(5, 1))) == ["INCIDENT-UNCONFIRMED"]


# ---------------------------------------------------------------------------------------- wrong counts


COUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "shengji": ("hand_count", "kitty_count", "overdraw"),
    "chaodipi": ("hand_count", "kitty_count"),
    "shuangkou": ("hand_count", "kitty_count", "overdraw"),
}


@pytest.mark.parametrize(("sheet", "kind"), [(sheet, kind) for sheet, kinds in COUNTS.items() for kind in kinds])
def test_a_count_that_the_deal_disproves(sheet: str, kind: str) -> None:
    record = revoked(sheet, kind=kind, seat="E", played="Ah", at=(0, 0), noticed=(20, 1))
    assert codes(record) == ["INCIDENT-UNCONFIRMED"]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_count_that_the_deal_shows(sheet: str) -> None:
    whole = revoked(sheet, kind="hand_count", seat="S", played="Ah", at=(0, 0), noticed=(20, 1))
    hand = whole.hands[0]
    deal = dict(hand.deal or {})
    deal["S"] = deal["S"].rpartition(" ")[0]
    record = match(
        type(hand)(no=1, level="2", dealer="E", trump="s", deal=deal, incidents=hand.incidents, kitty=hand.kitty), sheet=sheet
    )
    assert "INCIDENT-UNCONFIRMED" not in codes(record)


@pytest.mark.parametrize("place", [{"at": (0, 0), "noticed": (2, 1)}, {"noticed": (2, 1)}, {"at": (2, 1)}])
@pytest.mark.parametrize(("sheet", "kind"), [("chaodipi", "hand_count"), ("chaodipi", "overdraw"), ("shuangkou", "hand_count")])
def test_a_wrong_count_that_was_noticed_is_not_ruled_again(sheet: str, kind: str, place: dict[str, Any]) -> None:
    """It was wrong from the beginning, whatever the record says of when it was found."""
    board = table(sheet=sheet)
    deal = {part: list(cards) for part, cards in board.deal.items()}
    deal["S"].append(deal["kitty"].pop())

    def ruled(*incidents: Incident) -> list[str | int]:
        hand = board.hand(deal={part: " ".join(cards) for part, cards in deal.items()}, incidents=incidents)
        return [finding.params["effect"] for finding in audit(match(hand, sheet=sheet)).findings if "effect" in finding.params]

    assert ruled()
    assert not ruled(Incident(kind=kind, seat="S", **place))
