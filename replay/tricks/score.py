"""From points to results: the kitty, the score table, levels, the bank, and wrong plays that cost the hand."""

from typing import Final, Literal, NamedTuple

from replay.cards import RANKS
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from replay.tricks.units import UnitKind, shape_of

Rule = Literal["table", "bank_fault", "attackers_fault", "both_fault"]
PAST_ACE = len(RANKS)


class Settled(NamedTuple):
    """What a hand leads to.

    `levels` are indices into `RANKS` by side, `PAST_ACE` for a side that has passed the ace; `next_dealer` is a seat index,
    None when the bank is declared for again; `rose` is the side that went up, `rule` what decided.
    """

    levels: tuple[int, int]
    next_dealer: int | None
    rose: int | None
    rule: Rule


def multiplier(sheet: TrickSheet, ctx: TrumpContext, lead: Play, winning: Play) -> int:
    """The kitty's multiplier for the play that won the last trick (SJ-14, X-12, D-SJ-22).

    An illegal lead of several suits that wins counts as the single or the pair that is in it, and as no trumps.
    """
    rules = sheet.multipliers
    play = lead if rules.by_lead else winning
    if play.cls == MIXED or not play.possible:
        return rules.of(UnitKind.PAIR if play.pairs else UnitKind.SINGLE, 1, trump=False)
    units = shape_of(ctx, play.cards, play.cls).units
    best = units[0]
    if rules.by_size:
        return max(1, 2 * best.pairs) * (2 if len(units) > 1 else 1)
    cls = lead.cls if rules.class_of_lead else winning.cls
    return rules.of(best.kind, best.pairs, trump=cls == TRUMP)


RULE_CODES: Final = {
    "table": "CLAIM-LEVELS",
    "bank_fault": "CLAIM-MISPLAY-BANKER",
    "attackers_fault": "CLAIM-MISPLAY-ATTACKERS",
    "both_fault": "CLAIM-MISPLAY-BOTH",
}
"""The check code, and so the clause, of each way to settle a hand."""


def settle(sheet: TrickSheet, levels: tuple[int, int], dealer: int, points: int, at_fault: frozenset[int]) -> Settled:
    """Levels and the next banker after a hand.

    `points` are the attackers', `at_fault` the sides (0 for the first seat's) that had a wrong count or a wrong play.
    """
    bank = dealer % 2
    attackers = 1 - bank
    row = sheet.score.row(points)
    rules = sheet.misplay
    if at_fault == {0, 1}:
        return Settled(levels, None, None, "both_fault")
    if bank in at_fault:
        steps = row.steps if points >= rules.attackers_settle_from and row.side == "attackers" else rules.attackers_rise
        return _result(sheet, levels, dealer, attackers, steps, "bank_fault")
    if attackers in at_fault:
        if row.side == "attackers" and not rules.bank_keeps_at_any_score:
            return _result(sheet, levels, dealer, attackers, row.steps, "attackers_fault")
        steps = row.steps if points < rules.bank_settles_below and row.side == "bank" else rules.bank_rises
        return _result(sheet, levels, dealer, bank, steps, "attackers_fault")
    side = bank if row.side == "bank" else attackers
    return _result(sheet, levels, dealer, side, row.steps, "table")


def _result(sheet: TrickSheet, levels: tuple[int, int], dealer: int, side: int, steps: int, rule: Rule) -> Settled:
    """`side` holds or takes the bank and rises by `steps`."""
    seats = len(sheet.seats)
    held = side == dealer % 2
    risen = levels[side] + steps
    if sheet.pass_as_banker:
        target = RANKS.index(sheet.pass_level)
        passes = held and levels[side] == target and steps > 0
        risen = target + 1 if passes else max(levels[side], min(risen, target))
    after = list(levels)
    after[side] = min(risen, PAST_ACE)
    if not held:
        next_dealer = (dealer + 1) % seats
    elif sheet.next_dealer == "partner":
        next_dealer = (dealer + 2) % seats
    else:
        next_dealer = dealer
    return Settled((after[0], after[1]), next_dealer, side if steps else None, rule)


def passed(sheet: TrickSheet, level: int) -> bool:
    """Whether a level is past the one that wins the match (SJ-0.3, D-SJ-01)."""
    return level > RANKS.index(sheet.pass_level)


def level_name(level: int) -> str:
    """A level as records write it; past the ace it stays the ace (SJ-b)."""
    return RANKS[min(level, PAST_ACE - 1)]
