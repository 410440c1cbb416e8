"""The frames of the trick-taking games: the trick, the attackers' points against the score table, kitty and bids."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, TypedDict

from paipu.dashboard.table.head import frames_of, message
from paipu.dashboard.table.message import Frame, Message
from paipu.dashboard.text import t
from paipu.replay.cards import SUITS
from paipu.replay.computed import Audit
from paipu.replay.describe.rows import EMPTY, Legal
from paipu.replay.describe.tricks import acts, points, setting
from paipu.replay.record import Hand
from paipu.replay.text import Lang, in_language
from paipu.replay.tricks.schedule import Conversion
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import Settlement, State, TrickView
from paipu.replay.tricks.words import band_name, score_name

ROUND: Final = 5
TICKS: Final = 8
"""Rows of the score bar are labelled at multiples of ROUND points; where there are more than TICKS, at fewer of them."""
_WORDS: Final = {"bid": None, "passed": "game.not_asked", "show": "table.show", "bury": "table.bury"}
"""What is said of a bid, a burial or an answer, by a key of the catalogue."""


class BidView(TypedDict):
    """A bid, a burial or an answer to the kitty question; `word` is a key of the catalogue, `bury` what was buried."""

    seat: str
    word: str | None
    cards: str | None
    bury: str | None
    note: str | None


BandView = TypedDict("BandView", {"from": int, "to": int, "side": int, "label": str, "tick": bool})
"""A row of the score table, or what lies between two of a conversion to scores (大分).

Attackers' points `from` up to but not including `to`; `side` gains. `tick`: it is labelled.
"""


class AlternativesView(TypedDict):
    """What the seat owed and could have played; `total` is None where there were too many to count.

    `owed` says it in words, empty where nothing can be said; `lead` has the cards that were led, empty for the leader.
    """

    plays: list[str]
    total: int | None
    lead: str
    owed: str


class TrickFrame(Frame):
    """The table after a play of a trick game. `table` has the trick under way.

    `left` counts each seat's cards in a hand that is on record from its middle on, None in any other.
    `attempted` has all the cards of a throw that failed. `points` are the attackers' from tricks and, `penalties` of them, from
    fines, None in a hand without plays; `band` is what they would lead to. `trios` has the suit, `T` for trumps, of each set of
    three (5·10·K) in a trick where one was led.
    """

    left: dict[str, int] | None
    attempted: str | None
    table: list[tuple[str, str]]
    trios: dict[str, str]
    points: int | None
    penalties: int
    band: str


class TrickMessage(Message):
    """The message of a trick game.

    `scored`: points are converted to a score (小分 to 大分), not to levels. `has_kitty`: the hand is dealt with one.
    """

    family: Literal["tricks"]
    trumps: str
    frames: list[TrickFrame]
    bands: list[BandView]
    scored: bool
    bids: list[BidView] | None
    has_kitty: bool
    kitty: str
    kitty_seat: str | None
    kitty_points: int | None


def trick_message(view: TrickView, audit: Audit, lang: Lang, sha256: str) -> TrickMessage:
    """The message for a hand."""
    hand, computed = view.hand, audit.hands[view.number]
    walked = view.frames or (State(hand=view.number),)
    sheet, level, trump, dealer, attackers = setting(view, audit)
    rests = view.settlement
    return TrickMessage(
        **message(view, audit, walked, lang, sha256, banker=dealer),
        family="tricks",
        trumps=trumps_of(sheet, level, trump),
        frames=[
            TrickFrame(
                **frame,
                attempted=state.attempted,
                left=dict(state.left) if state.left is not None else None,
                table=list(state.table),
                trios=dict(state.trios),
                points=state.points + state.penalties if len(walked) > 1 else None,
                penalties=state.penalties,
                band=in_language(points(view, sheet, state) or EMPTY, lang),
            )
            for frame, state in zip(frames_of(view, audit, walked), walked, strict=True)
        ],
        bands=_bands(sheet, rests, attackers, lang),
        scored=sheet.schedule is not None,
        bids=_bids(hand, lang),
        has_kitty=sheet.kitty_size > 0,
        kitty="".join(walked[-1].kitty),
        kitty_seat=view.buried_by or dealer,
        kitty_points=computed.kitty_points,
    )


def trick_alternatives(found: Legal, lang: Lang) -> AlternativesView:
    """The legal plays at a ply, as they are sent."""
    [choice] = found.choices
    plays = [cards for cards, _ in choice.plays]
    return AlternativesView(plays=plays, total=found.total, lead=found.led, owed=in_language(found.owed or EMPTY, lang))


def trumps_of(sheet: TrickSheet, level: str | None, trump: str | None) -> str:
    """The distinct trumps of a hand, so that the table can set them apart; empty where they cannot be told."""
    if trump is None:
        return ""
    return "".join(card for rung in sheet.context(level, trump).rungs[-1] for card in rung)


def _bands(sheet: TrickSheet, rests: Settlement, attackers: str | None, lang: Lang) -> list[BandView]:
    """The rows of the sheet's score table, up to the points that a deck holds."""
    if attackers not in sheet.sides:
        return []
    top = sum(points for _, points in sheet.cards.points) * len(SUITS) * sheet.cards.copies
    side = sheet.sides.index(attackers)
    if sheet.schedule is not None:
        return _pieces(sheet.schedule.conversion, top, side, lang)
    lows = _ticks([band.low for band in sheet.score.bands if band.low < top])
    return [
        BandView(
            {
                "from": band.low,
                "to": min(band.high, top),
                "side": side if band.side == "attackers" else 1 - side,
                "label": band_name(sheet, rests, sheet.score.row(band.high - 1), lang),
                "tick": band.low in lows,
            }
        )
        for band in sheet.score.bands
        if band.low < top
    ]


def _ticks(lows: Sequence[int]) -> set[int]:
    """The rows that are labelled: every one at a round number of points, or if they are many, every fortieth point."""
    found = {low for low in lows if low % ROUND == 0}
    return found if len(found) <= TICKS else {low for low in found if low % (TICKS * ROUND) == 0}


def _pieces(conversion: Conversion, top: int, side: int, lang: Lang) -> list[BandView]:
    """What lies between the rows of a conversion to scores: its bounds, on the side that they favour."""
    edges = sorted({0, top, *(points for points, _ in conversion.table if 0 < points < top)})
    lows = _ticks(edges)
    pieces = []
    for low, high in pairwise(edges):
        least, most = conversion.bracket(low + 1)
        pieces.append(
            BandView(
                {
                    "from": low,
                    "to": high,
                    "side": side if least is not None and least > 0 else 1 - side,
                    "label": score_name(least, most, lang),
                    "tick": low in lows,
                }
            )
        )
    return pieces


def _bids(hand: Hand, lang: Lang) -> list[BidView] | None:
    """The bids, and after them the burials and what was answered when the kitty was offered (炒底)."""
    made = acts(hand)
    if made is None:
        return None
    views = []
    for act in made:
        notes = [_named(act.suit, lang), f"{act.seconds:g} s" if act.seconds is not None else None]
        note = " · ".join(note for note in notes if note) or None
        views.append(BidView(seat=act.seat, word=_WORDS[act.what], cards=act.cards or None, bury=act.bury, note=note))
    return views


def _named(suit: str, lang: Lang) -> str | None:
    """The trump that a declarer named, as both ♥5 let him."""
    if not suit:
        return None
    return f"= {t(f'suit.{suit}', lang)}"
