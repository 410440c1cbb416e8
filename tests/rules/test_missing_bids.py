"""A bid that can be seen to be missing: what is contradictory without it is found, and what cannot be seen stays unsaid.

The hands are played out with spades trumps and E the banker unless they say otherwise; only what was declared differs.
"""

from functools import cache
from typing import Any, Final

from paipu.replay.record import GameRecord, Hand, KittyAction
from tests.rules import build
from tests.rules.build import Table, match
from tests.rules.registry import before_play, each, finds, must_not, situations

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


def call(sheet: str, suit: str, seat: str = "E") -> str:
    return f"{seat} {CALL[sheet].format(suit)}"


def over(sheet: str, suit: str, seat: str = "N") -> str:
    return f"{seat} {OVER[sheet].format(suit)}"


def kitty(first: str) -> dict[str, str]:
    """A kitty with this first card, all that is known of the deal."""
    return {"kitty": f"{first} 3d 3d 4d 4d 6d 6d 7d"}


UP_BY_N: Final = (buries(), shows("N", "2s2s"), *passes("W", "S", "E"))
"""N takes the kitty up, and everybody passes."""
BETWEEN: Final = "N 2d2d"


# ======================================================================================== what can be seen

finds("TRUMP-SUIT").of(
    the_trump_is_not_what_the_bids_on_record_give=each(lambda sheet: declared(sheet, call(sheet, "h")), TRICKS),
    no_trump_without_the_jokers_that_make_it=each(lambda sheet: declared(sheet, call(sheet, "h"), trump="NT"), TRICKS),
    a_suit_after_jokers_made_no_trump=each(lambda sheet: declared(sheet, call(sheet, "s"), "N BJBJ", start=LATER), TRICKS),
    nobody_called_and_the_kitty_names_another=each(lambda sheet: declared(sheet, deal=kitty("2h"), start=LATER), TRICKS[1:]),
    not_what_the_last_who_took_up_showed=lambda: declared(
        "chaodipi", "E 2h", kitty=(buries(), shows("N", "2c2c"), *passes("W", "S", "E"))
    ),
)
finds().of(
    an_over_declaration_gives_the_trump=each(
        lambda sheet: declared(sheet, call(sheet, "h"), over(sheet, "s"), start=LATER), TRICKS
    ),
    jokers_make_no_trump=each(lambda sheet: declared(sheet, call(sheet, "h"), "N BJBJ", trump="NT", start=LATER), TRICKS),
    the_banker_in_office_need_not_bid=each(lambda sheet: declared(sheet, call(sheet, "s", "N"), start=LATER), TRICKS[:2]),
    the_kitty_names_the_trump=each(lambda sheet: declared(sheet, deal=kitty("2s"), start=LATER), TRICKS[1:]),
    a_card_added_to_ones_own=lambda: declared("shengji", "E LJ2s", "E 2s"),
    jokers_may_open_in_chaodipi=lambda: declared("chaodipi", "E LJLJ", trump="NT"),
    over_oneself_with_another_between=lambda: declared("chaodipi", "E 2h", BETWEEN, "E 2s2s"),
    taken_up_by_the_declarer_with_another_between=lambda: declared("chaodipi", "N 2h", "W 2c2c", kitty=UP_BY_N, start=LATER),
    who_declared_is_not_asked=lambda: declared("chaodipi", "E 2h", "W 2s2s", kitty=(buries(), *passes("N", "S")), start=LATER),
)
finds("DEALER-FIRST").of(the_first_banker_made_no_bid=each(lambda sheet: declared(sheet, call(sheet, "s", "N")), TRICKS[:2]))
finds("BANK-NONE").of(a_first_banker_where_nobody_bid=lambda: declared("chaodipi", deal=kitty("2s")))
finds("BID-DECLARE").of(
    a_card_added_to_no_declaration=lambda: declared("shengji", "E 2s"),
    jokers_over_no_declaration=each(lambda sheet: declared(sheet, "N LJLJ", trump="NT", start=LATER), [TRICKS[0], TRICKS[2]]),
)
finds("BID-SELF").of(
    over_oneself_with_nobody_between=each(lambda sheet: declared(sheet, call(sheet, "h"), over(sheet, "s", "E")), TRICKS[:2]),
)
finds("KITTY-SELF").of(
    taken_up_by_the_declarer_with_nobody_between=lambda: declared("chaodipi", "N 2h", kitty=UP_BY_N, start=LATER),
)
finds("KITTY-BACK").of(
    taken_up_again_by_who_passed=lambda: declared(
        "chaodipi", "E 2h", kitty=(buries(), *passes("N", "W", "S"), shows("N", "2s2s"))
    )
)
finds("KITTY-SHOW").of(
    buried_anew_with_nothing_shown=lambda: declared("chaodipi", "E 2s", kitty=(buries(), KittyAction(seat="N", bury=UNSEEN)))
)
finds("KITTY-ORDER").of(
    # W is passed over as if he had declared
    passed_over_who_declared_nothing=lambda: declared("chaodipi", "E 2s", kitty=(buries(), *passes("N", "S")))
)


# ======================================================================================== what cannot


def late(*shown: tuple[str, str], trump: str) -> GameRecord:
    """双扣: shown before the burial, where the bids are not on record."""
    return declared("shuangkou", bids=None, trump=trump, kitty=(*(KittyAction(seat=a, show=b) for a, b in shown), buries()))


finds().of(
    no_bids_on_record=each(lambda sheet: declared(sheet, bids=None), TRICKS),
    an_over_declaration_that_may_open=each(lambda sheet: declared(sheet, over(sheet, "s", "E")), TRICKS),
    # what was called before is not known, so that jokers over it are legal (D-SK-21)
    jokers_before_the_burial=each(lambda *shown: late(*shown, trump="NT"), [(("N", "LJLJ"),), (("N", "2s2s"), ("W", "LJLJ"))]),
)
finds("BID-RANK").of(jokers_and_then_a_pair=lambda: late(("N", "LJLJ"), ("W", "2s2s"), trump="s"))


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


# ======================================================================================== cards that the decks have not

finds("CARD-COPIES").of(
    a_pair_over_one_of_them=lambda: declared("chaodipi", "E 2c", "W 2c2c", trump="c", start=LATER),
    where_no_play_is_known_either=lambda: match(
        Hand(no=2, level="2", dealer="E", bids=("E 2s", "N 2s2s")), sheet="chaodipi", levels={"EW": "2", "NS": "2"}, dealer="E"
    ),
    taken_up_with_a_pair_of_which_one_was_declared=lambda: declared(
        "chaodipi", "E 2s", kitty=(buries(), shows("N", "2s2s"), *passes("W", "S", "E")), start=LATER
    ),
)
finds().of(
    his_own_single_card_in_the_pair=lambda: declared("chaodipi", "E 2c", "E 2c2c", trump="c"),
    # N takes up what S had buried, and the card that S showed may be among it
    shown_by_who_had_taken_the_kitty_up=lambda: declared(
        "chaodipi",
        "S 2s",
        kitty=(
            *(buries(), shows("N", "2d2d"), *passes("W"), shows("S", "2c2c"), *passes("E")),
            *(shows("N", "2s2s"), *passes("W", "S", "E")),
        ),
        start=LATER,
    ),
)


test_situation = situations(__name__)
