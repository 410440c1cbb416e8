"""A bid that can be seen to be missing: what is contradictory without it is found, and what cannot be seen stays unsaid.

The hands are played out with spades trumps and E the banker unless they say otherwise; only what was declared differs.
"""

from functools import cache
from typing import Any, Final

import pytest

from replay.record import GameRecord, KittyAction
from tests.rules import build
from tests.rules.build import Table, codes, match
from tests.rules.registry import before_play, must_not, situations

TRICKS: Final = ("shengji", "chaodipi", "shuangkou")
UNSEEN: Final = "??" * 8
LATER: Final = {"levels": {"EW": "2", "NS": "2"}, "dealer": "E"}
"""A match that begins with a banker in office."""
CALL: Final = {"shengji": "LJ2{}", "chaodipi": "2{}", "shuangkou": "2{}"}
"""A first declaration of a suit."""
OVER: Final = {"shengji": "BJ2{0}2{0}", "chaodipi": "2{0}2{0}", "shuangkou": "2{0}2{0}"}
"""An over-declaration of a suit."""


@cache
def played(sheet: str, trump: str) -> Table:
    return build.table(sheet=sheet, trump=trump).finish()


def declared(
    sheet: str,
    *bids: str,
    trump: str = "s",
    start: dict[str, Any] | None = None,
    options: dict[str, str] | None = None,
    **facts: Any,
) -> GameRecord:
    """A hand with these declarations, its cards known only from the plays."""
    made = {"deal": None, "bids": bids, **facts}
    start = start if sheet != "shuangkou" else None  # there the banker is fixed
    return match(played(sheet, trump).hand(**made), sheet=sheet, options=options, **(start or {}))


def buries(seat: str = "E") -> KittyAction:
    return KittyAction(seat=seat, bury=UNSEEN)


def shows(seat: str, cards: str) -> KittyAction:
    return KittyAction(seat=seat, show=cards, bury=UNSEEN)


def passes(*seats: str) -> tuple[KittyAction, ...]:
    return tuple(KittyAction(seat=seat, passed=True) for seat in seats)


# ======================================================================================== what can be seen


@pytest.mark.parametrize("sheet", TRICKS)
def test_the_trump_is_not_what_the_bids_on_record_give(sheet: str) -> None:
    call = f"E {CALL[sheet].format('h')}"
    assert codes(declared(sheet, call)) == ["TRUMP-SUIT"]
    assert codes(declared(sheet, call, f"N {OVER[sheet].format('s')}", start=LATER)) == []


@pytest.mark.parametrize("sheet", TRICKS)
def test_no_trump_without_the_jokers_that_make_it(sheet: str) -> None:
    call = f"E {CALL[sheet].format('h')}"
    assert codes(declared(sheet, call, trump="NT")) == ["TRUMP-SUIT"]
    assert codes(declared(sheet, call, "N LJLJ", trump="NT", start=LATER)) == []


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_suit_after_jokers_made_no_trump(sheet: str) -> None:
    assert codes(declared(sheet, f"E {CALL[sheet].format('s')}", "N LJLJ", start=LATER)) == ["TRUMP-SUIT"]


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi"])
def test_the_first_banker_made_no_bid(sheet: str) -> None:
    assert codes(declared(sheet, f"N {CALL[sheet].format('s')}")) == ["DEALER-FIRST"]
    assert codes(declared(sheet, f"N {CALL[sheet].format('s')}", start=LATER)) == []


def test_the_first_banker_of_chaodipi_where_nobody_bid() -> None:
    kitty = {"kitty": "2s 3d 3d 4d 4d 6d 6d 7d"}
    assert codes(declared("chaodipi", deal=kitty)) == ["BANK-NONE"]


def test_a_card_added_to_no_declaration() -> None:
    assert codes(declared("shengji", "E 2s")) == ["BID-DECLARE"]
    assert codes(declared("shengji", "E LJ2s", "E 2s")) == []


@pytest.mark.parametrize("sheet", ["shengji", "shuangkou"])
def test_jokers_over_no_declaration(sheet: str) -> None:
    assert codes(declared(sheet, "N LJLJ", trump="NT", start=LATER)) == ["BID-DECLARE"]


def test_jokers_may_open_in_chaodipi() -> None:
    assert codes(declared("chaodipi", "E LJLJ", trump="NT")) == []


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi"])
def test_over_oneself_with_nobody_between(sheet: str) -> None:
    bids = [f"E {CALL[sheet].format('h')}", f"E {OVER[sheet].format('s')}"]
    between = f"N {OVER[sheet].format('d')}".replace("BJ", "LJ")
    assert codes(declared(sheet, *bids)) == ["BID-SELF"]
    if sheet == "chaodipi":
        assert codes(declared(sheet, bids[0], between, bids[1])) == []


def test_nobody_called_and_the_kitty_names_another_trump() -> None:
    for sheet in ("chaodipi", "shuangkou"):
        assert codes(declared(sheet, deal={"kitty": "2h 3d 3d 4d 4d 6d 6d 7d"}, start=LATER)) == ["TRUMP-SUIT"]
        assert codes(declared(sheet, deal={"kitty": "2s 3d 3d 4d 4d 6d 6d 7d"}, start=LATER)) == []


def test_taken_up_by_the_declarer_with_nobody_between() -> None:
    up = (buries(), shows("N", "2s2s"), *passes("W", "S", "E"))
    assert codes(declared("chaodipi", "N 2h", kitty=up, start=LATER)) == ["BID-SELF"]
    assert codes(declared("chaodipi", "N 2h", "W 2h2h", kitty=up, start=LATER)) == []


def test_taken_up_again_by_who_passed_with_nobody_between() -> None:
    up = (buries(), *passes("N", "W", "S"), shows("N", "2s2s"))
    assert codes(declared("chaodipi", "E 2h", kitty=up)) == ["KITTY-BACK"]


def test_buried_anew_with_nothing_shown() -> None:
    up = (buries(), KittyAction(seat="N", bury=UNSEEN))
    assert codes(declared("chaodipi", "E 2s", kitty=up)) == ["KITTY-SHOW"]


def test_the_trump_is_not_what_the_last_who_took_up_showed() -> None:
    up = (buries(), shows("N", "2c2c"), *passes("W", "S", "E"))
    assert codes(declared("chaodipi", "E 2h", kitty=up)) == ["TRUMP-SUIT"]


def test_somebody_is_asked_who_declared_nothing_and_not_one_who_would_be() -> None:
    """W is passed over as if he had declared."""
    assert codes(declared("chaodipi", "E 2s", kitty=(buries(), *passes("N", "S")))) == ["KITTY-ORDER"]
    assert codes(declared("chaodipi", "E 2h", "W 2s2s", kitty=(buries(), *passes("N", "S")), start=LATER)) == []


# ======================================================================================== what cannot


@pytest.mark.parametrize("sheet", TRICKS)
def test_no_bids_on_record_are_none_that_is_missing(sheet: str) -> None:
    assert codes(declared(sheet, bids=None)) == []


@pytest.mark.parametrize("sheet", TRICKS)
def test_an_over_declaration_that_may_open_needs_none_before_it(sheet: str) -> None:
    assert codes(declared(sheet, f"E {OVER[sheet].format('s')}")) == []


@pytest.mark.parametrize("shown", [["LJLJ"], ["2s2s", "LJLJ"]])
def test_shown_before_the_burial_of_shuangkou_where_the_bids_are_not_on_record(shown: list[str]) -> None:
    """What was called before is not known, so that jokers over it are legal (D-SK-21)."""
    late = (*[KittyAction(seat=seat, show=cards) for seat, cards in zip("NW", shown, strict=False)], buries())
    assert codes(declared("shuangkou", bids=None, trump="NT", kitty=late)) == []


def test_shown_in_the_wrong_order_before_the_burial_of_shuangkou() -> None:
    late = (KittyAction(seat="N", show="LJLJ"), KittyAction(seat="W", show="2s2s"), buries())
    assert codes(declared("shuangkou", bids=None, kitty=late)) == ["BID-RANK"]


# ======================================================================================== the kitty is not known


before_play("CDP-3.3", "TRUMP-KITTY-OPEN", actual="s", pointer="trump").of(
    nobody_called_and_the_kitty_is_not_on_record=lambda: declared("chaodipi", start=LATER)
)
must_not("CDP-3.3", "TRUMP-KITTY-OPEN").of(
    taken_up_again=lambda: declared("chaodipi", start=LATER, kitty=(buries(), shows("N", "2s2s"), *passes("W", "S", "E")))
)

before_play("SK-2.2d", "TRUMP-KITTY-OPEN", actual="s", pointer="trump").of(
    nobody_called_and_the_first_card_was_not_seen=lambda: declared("shuangkou", deal={"kitty": "?? 3d 3d 4d 4d 6d 6d 7d"})
)
must_not("SK-2.2d", "TRUMP-KITTY-OPEN").of(
    the_first_card_names_the_trump=lambda: declared("shuangkou", deal={"kitty": "3s ?? ?? ?? ?? ?? ?? ??"})
)

before_play("SJ-9", "TRUMP-KITTY-OPEN", actual="s", pointer="trump", basis="assumed", options=("D-SJ-08",)).of(
    the_kitty_would_name_the_trump_and_is_not_on_record=lambda: declared(
        "shengji", start=LATER, options={"nobody_declares": "kitty_card"}
    )
)
must_not("SJ-9", "TRUMP-KITTY-OPEN").of(
    somebody_declared=lambda: declared("shengji", "E LJ2s", start=LATER, options={"nobody_declares": "kitty_card"})
)


test_situation = situations(__name__)
