"""The frames of the trick-taking games: the trick, the attackers' points against the score table, kitty and bids."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal, TypedDict

from paipu.dashboard.table.head import frames_of, message
from paipu.dashboard.table.message import ClaimRow, FactView, Frame, Message
from paipu.dashboard.table.noted import noted, said_short
from paipu.dashboard.table.words import claim, claim_of_sides, fact, levels_before, named_levels, sides_text, told, turn
from paipu.dashboard.text import t
from paipu.replay.cards import SUITS
from paipu.replay.catalogue import clauses
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.notation import read_bid, read_shown
from paipu.replay.record import GameRecord, Hand, HandClaims
from paipu.replay.text import Lang, in_language
from paipu.replay.tricks.schedule import Conversion
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import Settlement, State, TrickView
from paipu.replay.tricks.words import band_name, bounds, duty_name, points_name, score_name, sum_of_points
from paipu.replay.words import level_name, rank_name, seats_name, signed

ROUND: Final = 5
TICKS: Final = 8
"""Rows of the score bar are labelled at multiples of ROUND points; where there are more than TICKS, at fewer of them."""
PLAYS_SHOWN: Final = 60
"""Legal plays listed at a ply, of however many there are."""


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
    attackers = walked[-1].attackers or None
    dealer = computed.dealer or hand.dealer
    level, trump = computed.level or hand.level, computed.trump or hand.trump
    sheet, rests = view.sheet.at_level(level), view.settlement
    earlier = audit.hands[: view.number]
    facts = [
        *_facts(view.record, sheet, level, trump, earlier, attackers, lang),
        *_facts_of_sheet(sheet, hand, earlier, rests, lang),
    ]
    fined = t("list.stop", lang).join(said_short(each, lang) for each in noted(view, lang) if each["counts"]) or None
    claims = _claims(sheet.key, hand.claims, computed, rests, fined, lang)
    return TrickMessage(
        **message(view, audit, walked, lang, sha256, banker=dealer, facts=facts, claims=claims),
        family="tricks",
        trumps=_trumps(sheet, level, trump),
        frames=[
            TrickFrame(
                **frame,
                attempted=state.attempted,
                left=dict(state.left) if state.left is not None else None,
                table=list(state.table),
                trios=dict(state.trios),
                points=state.points + state.penalties if len(walked) > 1 else None,
                penalties=state.penalties,
                band=_band_at(sheet, rests, state, lang),
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


def trick_alternatives(view: TrickView, ply: int, lang: Lang) -> AlternativesView:
    """What the engine worked out for a ply, as it is sent."""
    found = view.alternatives(ply, PLAYS_SHOWN)
    owed = duty_name(found.duty, lang) if found.duty is not None else ""
    return AlternativesView(plays=list(found.plays), total=found.total, lead=found.lead, owed=owed)


def _facts(
    record: GameRecord,
    sheet: TrickSheet,
    level: str | None,
    trump: str | None,
    earlier: Sequence[ComputedHand],
    attackers: str | None,
    lang: Lang,
) -> list[FactView]:
    """What the hand was played under, as computed where that can be told; `earlier` are the hands before it."""
    facts = []
    if level is not None:
        facts.append(fact(t("table.level", lang), rank_name(level_name(level, lang), lang)))
    if trump is not None:
        facts.append(fact(t("table.trump", lang), t(f"suit.{trump}", lang), suit=trump if trump in SUITS else None))
    before = next((one.levels for one in reversed(earlier) if one.levels), None)
    facts += levels_before(record, sheet.sides, before, lang)
    if attackers in sheet.sides:
        facts.append(fact(t("table.attackers", lang), seats_name(attackers, lang)))
        facts[-1]["side"] = sheet.sides.index(attackers)
    return facts


def _facts_of_sheet(
    sheet: TrickSheet, hand: Hand, earlier: Sequence[ComputedHand], rests: Settlement, lang: Lang
) -> list[FactView]:
    """What only some sheets have: levels at stake (上天入地), and a schedule with the score (大分) so far."""
    facts = []
    if rests.stake is not None:
        seats = seats_name("".join(dict.fromkeys(rests.stakes)), lang)
        facts.append(fact(t("table.stakes", lang), seats, t(f"table.stakes.{rests.stake.rule}", lang)))
    if sheet.schedule is not None:
        turns = " · ".join(f"{seats_name(seat, lang)} {level}" for seat, level in sheet.schedule.turns)
        facts.append(turn(hand.no, sheet.schedule.hands, lang, turns))
        scores = [one.score for one in earlier]
        if hand.no == len(scores) + 1 > 1 and all(scores):
            totals = {side: sum(score[side] for score in scores if score) for side in sheet.sides}
            shown = " · ".join(f"{seats_name(side, lang)} {signed(total)}" for side, total in totals.items())
            facts.append(fact(t("table.score", lang), shown, t("table.score.before", lang)))
    return facts


def _trumps(sheet: TrickSheet, level: str | None, trump: str | None) -> str:
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


def _band_at(sheet: TrickSheet, rests: Settlement, state: State, lang: Lang) -> str:
    """What the points of a state would lead to if no more were won."""
    if state.attackers not in sheet.sides:
        return ""
    if state.left is not None:
        return t("table.band.midway", lang)
    return points_name(sheet, rests, state.points + state.penalties, lang)


def _bids(hand: Hand, lang: Lang) -> list[BidView] | None:
    """The bids, and after them the burials and what was answered when the kitty was offered (炒底)."""
    if hand.bids is None and hand.kitty is None:
        return None
    views = []
    for bid in hand.bids or ():
        seat, shown = read_bid(bid)
        views.append(BidView(seat=seat, word=None, cards=shown.cards, bury=None, note=_named(shown.suit, lang)))
    for action in hand.kitty or ():
        word = "game.not_asked" if action.passed else "table.show" if action.show else "table.bury"
        shown = read_shown(action.show or "")
        notes = [_named(shown.suit, lang), f"{action.seconds:g} s" if action.seconds is not None else None]
        note = " · ".join(note for note in notes if note) or None
        views.append(BidView(seat=action.seat, word=word, cards=shown.cards or None, bury=action.bury, note=note))
    return views


def _named(suit: str, lang: Lang) -> str | None:
    """The trump that a declarer named, as both ♥5 let him."""
    if not suit:
        return None
    return f"= {t(f'suit.{suit}', lang)}"


def _claims(
    sheet: str, claims: HandClaims | None, computed: ComputedHand, rests: Settlement, fined: str | None, lang: Lang
) -> list[ClaimRow]:
    """Each claim beside what was computed; rows of which neither is known are left out. `fined` is what penalties are for."""
    claims = claims or HandClaims()
    clause = clauses(sheet).get(rests.clause or "")
    why = None if clause is None else f"{clause.id} {in_language(clause, lang)}"
    return told(
        lang,
        claim("winners", claims.winners, computed.winners),
        claim("attackers", claims.attackers, computed.attackers, sum_of_points(computed)),
        claim("kitty_points", claims.kitty_points, computed.kitty_points),
        claim("multiplier", claims.multiplier, computed.multiplier),
        claim("penalties", claims.penalties, computed.penalties, fined),
        claim_of_sides("levels", named_levels(claims.levels, lang), named_levels(computed.levels, lang), why),
        claim("next_dealer", claims.next_dealer, computed.next_dealer),
        _claim_of_score(claims.score, computed.score, rests),
    )


def _claim_of_score(claimed: Mapping[str, int] | None, computed: Mapping[str, int] | None, rests: Settlement) -> ClaimRow:
    """The score (大分): where only its bounds are known, a claim within them is left open."""
    if computed is not None or rests.bounds is None:
        return claim_of_sides("score", claimed, computed)
    side, low, high = rests.bounds
    row = claim("score", sides_text(claimed), f"{side} {bounds(low, high)}")
    value = (claimed or {}).get(side)
    outside = value is not None and ((low is not None and value < low) or (high is not None and value > high))
    row["same"] = False if outside else None
    return row
