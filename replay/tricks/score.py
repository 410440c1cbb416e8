"""From points to results: the kitty, the score table, levels, the bank, and wrong plays that cost the hand."""

from typing import Final, Literal, NamedTuple

from paipu.replay.tricks.rules import Band, StakeRules
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import UnitKind, shape_of

Rule = Literal[
    "table",
    "office",
    "straight",
    "must_play",
    "stage",
    "failures",
    "stake",
    "stage_stake",
    "bottom",
    "bank_fault",
    "attackers_fault",
    "both_fault",
]


class Outcome(NamedTuple):
    """What a hand came to before levels are counted.

    `points` are the attackers', `at_fault` the sides (0 for the first seat's) whose wrong count or wrong play costs the hand,
    `staked` says that the levels are at stake (上天入地), `bottom` that the attackers captured the kitty with a set of three
    (5·10·K).
    """

    points: int
    at_fault: frozenset[int] = frozenset()
    staked: bool = False
    bottom: bool = False


class Settled(NamedTuple):
    """What a hand leads to.

    `levels` are indices into the sheet's ladder by side, one past its end for a side that has passed all; `next_dealer` is a
    seat index, None when the bank is declared for again; `rose` is the side that went up, `rule` what decided. `failures`
    counts each side's hands at the last level that it lost in a row.
    """

    levels: tuple[int, int]
    next_dealer: int | None
    rose: int | None
    rule: Rule
    failures: tuple[int, int] = (0, 0)


def multiplier(sheet: TrickSheet, ctx: TrumpContext, lead: Play, winning: Play) -> int:
    """The kitty's multiplier for the play that won the last trick (SJ-14, X-12, D-SJ-22).

    An illegal lead of several suits that wins counts as the single or the pair that is in it, and as no trumps.
    """
    return sheet.ask(_multiplied, ctx, lead, winning)


def _multiplied(sheet: TrickSheet, ctx: TrumpContext, lead: Play, winning: Play) -> int:
    ctx, rules = sheet.ordering(ctx), sheet.multipliers
    play = lead if rules.by_lead else winning
    if play.cls == MIXED or not play.possible:
        return rules.of(UnitKind.PAIR if play.pairs else UnitKind.SINGLE, 1, trump=False)
    units = shape_of(ctx, play.cards, play.cls).units
    best = units[0]
    if rules.by_size:
        return max(1, 2 * best.pairs) * (2 if len(units) > 1 else 1)
    cls = lead.cls if rules.class_of_lead else winning.cls
    return rules.of(best.kind, best.pairs, trump=cls == TRUMP)


def contains_trio(ctx: TrumpContext, play: Play) -> bool:
    """Whether there is a set of three (5·10·K) among the cards that won (CDP-5.1f); a lowered card only in a set by itself."""
    if play.trio != MIXED:
        return True
    mask = ctx.masks[play.cls] if play.cls != MIXED else 0
    return any(not packed & ~mask and ctx.contains(play.cards, packed) for packed in ctx.trios)


FAULT_RULES: Final[frozenset[Rule]] = frozenset({"bank_fault", "attackers_fault", "both_fault"})


def settle(
    sheet: TrickSheet, levels: tuple[int, int], dealer: int, outcome: Outcome, failures: tuple[int, int] = (0, 0)
) -> Settled:
    """Levels and the next banker after a hand. `sheet` is the sheet as it is played at the hand's level."""
    return sheet.answer(_settle, levels, dealer, outcome, failures)


def _settle(sheet: TrickSheet, levels: tuple[int, int], dealer: int, outcome: Outcome, failures: tuple[int, int]) -> Settled:
    bank = dealer % 2
    attackers = 1 - bank
    row = sheet.score.row(outcome.points)
    rules, at_fault = sheet.misplay, outcome.at_fault
    if at_fault == {0, 1}:
        return Settled(levels, None, None, "both_fault", failures)
    if rules is not None and bank in at_fault:
        settles = outcome.points >= rules.attackers_settle_from and row.side == "attackers"
        row = Band(0, 1, "attackers", row.steps if settles else rules.attackers_rise)
        return _result(sheet, levels, dealer, row, "bank_fault", failures)
    if rules is not None and attackers in at_fault:
        if row.side == "attackers" and not rules.bank_keeps_at_any_score:
            return _result(sheet, levels, dealer, row, "attackers_fault", failures)
        settles = outcome.points < rules.bank_settles_below and row.side == "bank"
        row = Band(0, 1, "bank", row.steps if settles else rules.bank_rises)
        return _result(sheet, levels, dealer, row, "attackers_fault", failures)
    stakes = sheet.stakes
    if outcome.bottom and stakes is not None and stakes.bottom_decides:
        row = row if row.side == "attackers" else Band(0, 1, "attackers", 0)
        return _staked(sheet, stakes, _result(sheet, levels, dealer, row, "bottom", failures), levels, attackers)
    settled = _result(sheet, levels, dealer, row, "table", failures)
    if stakes is not None and (outcome.staked or outcome.bottom):
        winner = bank if row.side == "bank" else attackers
        if winner == attackers or not stakes.attackers_only:
            rule: Rule = "bottom" if outcome.bottom else stakes.rule
            return _staked(sheet, stakes, settled._replace(rule=rule), levels, winner)
    return settled


def _result(
    sheet: TrickSheet, levels: tuple[int, int], dealer: int, row: Band, rule: Rule, failures: tuple[int, int]
) -> Settled:
    """The side of a row holds or takes the bank and rises as the row says; levels that must be played stop it."""
    bank = dealer % 2
    side = bank if row.side == "bank" else 1 - bank
    held = side == bank
    wanted = levels[side] + row.steps
    if row.to is not None:
        wanted = max(wanted, sheet.ladder.index(row.to))
    risen = wanted
    target = next((level for level in sheet.must_play_at if level >= levels[side]), None)
    if target is not None:
        passes = held and levels[side] == target and row.steps > 0
        risen = target + 1 if passes else max(levels[side], min(wanted, target))
    after = list(levels)
    after[side] = min(risen, len(sheet.ladder))
    lost = list(failures)
    if sheet.failures is not None:
        lost[bank] = 0 if held else lost[bank] + 1
        if lost[bank] >= sheet.failures.allowed:
            after[bank], lost[bank] = sheet.ladder.index(sheet.failures.back_to), 0
            rule = "failures"
    if rule == "table":
        rule = "stage" if sheet.staged else "table"
        if row.to is not None and levels[side] < sheet.ladder.index(row.to):
            rule = "straight"
        elif wanted > risen:
            rule = "must_play"
        elif not held and not row.steps and rule == "table":
            rule = "office"
    next_dealer = next_banker(sheet, dealer, held=held)
    return Settled((after[0], after[1]), next_dealer, side if row.steps else None, rule, (lost[0], lost[1]))


def next_banker(sheet: TrickSheet, dealer: int, *, held: bool) -> int:
    """Who is banker after a hand that the bank held or lost (X-14)."""
    seats = len(sheet.seats)
    if not held:
        return (dealer + 1) % seats
    return (dealer + 2) % seats if sheet.next_dealer == "partner" else dealer


def bank_by_points(sheet: TrickSheet, dealer: int | None, outcome: Outcome | None) -> int | None:
    """Who is banker after a hand if another follows, whatever the levels: None where more than points may have decided it."""
    if dealer is None or outcome is None or sheet.schedule is not None or sheet.stakes is not None:
        return None
    return settle(sheet, (0, 0), dealer, outcome).next_dealer


def _staked(sheet: TrickSheet, rules: StakeRules, settled: Settled, before: tuple[int, int], winner: int) -> Settled:
    """The levels where they were at stake: the winner's at least up to one, the loser's back to another (CDP-4.3d)."""
    top = sheet.ladder.index(rules.winner_to)
    after = list(settled.levels)
    after[winner] = max(after[winner], top)
    if not rules.past_ace and before[winner] <= top:
        after[winner] = top
    if rules.lowers_winner:
        after[winner] = top
    after[1 - winner] = sheet.ladder.index(rules.loser_to)
    failures = list(settled.failures)
    failures[1 - winner] = 0
    return settled._replace(levels=(after[0], after[1]), rose=winner, failures=(failures[0], failures[1]))


def passed(sheet: TrickSheet, level: int) -> bool:
    """Whether a level is past the one that wins the match (SJ-0.3, D-SJ-01)."""
    return sheet.answer(_passed, level)


def _passed(sheet: TrickSheet, level: int) -> bool:
    return level > sheet.pass_at


def who_passed(sheet: TrickSheet, settled: Settled) -> int | None:
    """The side that has passed the last level by a hand: the one that rose, where both stand past it."""
    past = [side for side in (0, 1) if passed(sheet, settled.levels[side])]
    return next((side for side in past if side == settled.rose), past[0] if past else None)


def captures(sheet: TrickSheet, winner: int, dealer: int, taker: int | None) -> bool:
    """Whether who wins the last trick captures the kitty, which `taker` was the last to take up again (炒底).

    The bank's side does not, nor do the attackers where they protect what they buried themselves (D-CDP-07).
    """
    if not (winner - dealer) % 2 or not sheet.kitty_size:
        return False
    return taker is None or not (taker - dealer) % 2 or sheet.reopen is None or not sheet.reopen.burier_protects
