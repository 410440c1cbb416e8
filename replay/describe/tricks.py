"""A hand of a trick game in words: its trump, who attacks, bids and kitty, what its points lead to."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from paipu.replay.cards import SUITS
from paipu.replay.catalogue import clauses
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.describe.rows import (
    SAID,
    Choice,
    Fact,
    Legal,
    Result,
    fact,
    joined,
    levels_before,
    noted,
    result,
    seats,
    sides,
    turn,
)
from paipu.replay.notation import read_bid, read_shown
from paipu.replay.record import Hand, HandClaims
from paipu.replay.text import Text, both
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import Settlement, State, TrickView
from paipu.replay.tricks.words import bounds, duty_name, points_name, sum_of_points
from paipu.replay.words import WORDS, level_name, rank_name, signed


class Setting(NamedTuple):
    """What a hand was played under, as computed where that can be told: the sheet is as it is played at the level."""

    sheet: TrickSheet
    level: str | None
    trump: str | None
    dealer: str | None
    attackers: str | None


class Act(NamedTuple):
    """A bid, a burial, or an answer to whether the kitty is taken up again. `suit` is the trump named with the cards."""

    seat: str
    what: Literal["bid", "passed", "show", "bury"]
    cards: str = ""
    suit: str = ""
    bury: str | None = None
    seconds: float | None = None


def setting(view: TrickView, audit: Audit) -> Setting:
    """What a hand was played under."""
    hand, computed = view.hand, audit.hands[view.number]
    level, attackers = computed.level or hand.level, view.frames[-1].attackers if view.frames else None
    return Setting(view.sheet.at_level(level), level, computed.trump or hand.trump, computed.dealer or hand.dealer, attackers)


def facts(view: TrickView, audit: Audit) -> list[Fact]:
    """What a hand was played under."""
    sheet, level, trump, _, attackers = setting(view, audit)
    earlier, found = audit.hands[: view.number], list[Fact]()
    if level is not None:
        found.append(fact("table.level", both(lambda lang: rank_name(level_name(level, lang), lang))))
    if trump is not None:
        found.append(fact("table.trump", WORDS[f"suit.{trump}"], suit=trump if trump in SUITS else None))
    before = next((one.levels for one in reversed(earlier) if one.levels), None)
    found += levels_before(view.record, sheet.sides, before)
    if attackers in sheet.sides:
        found.append(fact("table.attackers", seats(attackers), side=sheet.sides.index(attackers)))
    return [*found, *_of_sheet(sheet, view.hand, earlier, view.settlement)]


def _of_sheet(sheet: TrickSheet, hand: Hand, earlier: Sequence[ComputedHand], rests: Settlement) -> list[Fact]:
    """What only some sheets have: levels at stake (上天入地), and a schedule with the score (大分) so far."""
    found = []
    if rests.stake is not None:
        found.append(fact("table.stakes", seats("".join(dict.fromkeys(rests.stakes))), f"table.stakes.{rests.stake.rule}"))
    if sheet.schedule is not None:
        turns = [joined(" ", (seats(seat), Text(level, level))) for seat, level in sheet.schedule.turns]
        found.append(turn(hand.no, sheet.schedule.hands, joined(" · ", turns)))
        scores = [one.score for one in earlier]
        if hand.no == len(scores) + 1 > 1 and all(scores):
            totals = {side: signed(sum(score[side] for score in scores if score)) for side in sheet.sides}
            found.append(fact("table.score", sides(totals), "table.score.before"))
    return found


def points(view: TrickView, sheet: TrickSheet, state: State) -> Text | None:
    """What the points of a state would lead to if no more were won; None where nobody knows who attacks."""
    if state.attackers not in sheet.sides:
        return None
    if state.left is not None:
        return SAID["table.band.midway"]
    return both(lambda lang: points_name(sheet, view.settlement, state.points + state.penalties, lang))


def acts(hand: Hand) -> list[Act] | None:
    """The bids, and after them the burials and what was answered when the kitty was offered (炒底); None if not on record."""
    if hand.bids is None and hand.kitty is None:
        return None
    found = [Act(seat, "bid", shown.cards, shown.suit) for seat, shown in map(read_bid, hand.bids or ())]
    for action in hand.kitty or ():
        shown = read_shown(action.show or "")
        what: Literal["passed", "show", "bury"] = "passed" if action.passed else "show" if action.show else "bury"
        found.append(Act(action.seat, what, shown.cards, shown.suit, action.bury, action.seconds))
    return found


def results(view: TrickView, audit: Audit) -> list[Result]:
    """Each result beside the claim; the levels with the clause that settled them, penalties with what they are for."""
    claims, computed, rests = view.hand.claims or HandClaims(), audit.hands[view.number], view.settlement
    clause = clauses(view.sheet.key).get(rests.clause or "")
    why = None if clause is None else Text(f"{clause.id} {clause.zh}", f"{clause.id} {clause.en}")
    fined = joined(WORDS["list.stop"], (each.short for each in noted(view) if each.counts))
    total = sum_of_points(computed)
    return [
        result("winners", claims.winners, computed.winners),
        result("attackers", claims.attackers, computed.attackers, Text(total, total) if total is not None else None),
        result("kitty_points", claims.kitty_points, computed.kitty_points),
        result("multiplier", claims.multiplier, computed.multiplier),
        result("penalties", claims.penalties, computed.penalties, fined if fined.zh else None),
        result("levels", claims.levels, computed.levels, why),
        result("next_dealer", claims.next_dealer, computed.next_dealer),
        _score(claims.score, computed.score, rests),
    ]


def _score(claimed: Mapping[str, int] | None, computed: Mapping[str, int] | None, rests: Settlement) -> Result:
    """The score (大分): where only its bounds are known, a claim within them is left open."""
    if computed is not None or rests.bounds is None:
        return result("score", claimed, computed)
    side, low, high = rests.bounds
    value = (claimed or {}).get(side)
    outside = value is not None and ((low is not None and value < low) or (high is not None and value > high))
    return Result("score", claimed, f"{side} {bounds(low, high)}", False if outside else None)


def legal(view: TrickView, ply: int | None, most: int) -> Legal:
    """What a follower owed and could have played; a leader may lead anything of one suit."""
    found = view.alternatives(ply, most)
    duty, plays = found.duty, [(play, None) for play in found.plays]
    owed = both(lambda lang: duty_name(duty, lang)) if duty is not None else None
    known = bool(plays) or found.total is not None
    lead = view.turn_at(ply).at.play == 1
    return Legal(owed, [Choice(None, plays, found.total)], found.total, known=known, lead=lead, led=found.lead)
