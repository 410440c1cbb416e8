"""What the attackers' points of a trick game lead to, in words: rows of the sheet's table, scores (大分), how they add up."""

from paipu.replay.cards import SUITS
from paipu.replay.computed import ComputedHand
from paipu.replay.text import Lang, in_language
from paipu.replay.tricks.follow import Duty
from paipu.replay.tricks.rules import Band
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import Settlement
from paipu.replay.tricks.trump import TRUMP
from paipu.replay.words import WORDS, level_name, signed


def band_name(sheet: TrickSheet, rests: Settlement, row: Band, lang: Lang) -> str:
    """What a row of the score table gives, with the levels that are at stake in the hand."""
    stake = rests.stake_on(row.side)
    if stake is not None:
        return in_language(WORDS[f"band.{stake.rule}.{row.side}"], lang, top=stake.winner_to, bottom=stake.loser_to)
    if row.to is not None:
        return in_language(WORDS["band.straight"], lang, level=level_name(row.to, lang))
    if row.side == "bank" and sheet.staged:
        return in_language(WORDS["band.passed"], lang, level=level_name(sheet.ladder[-1], lang))
    return in_language(WORDS[f"band.{row.side}" if row.steps else f"band.{row.side}.0"], lang, n=row.steps)


def points_name(sheet: TrickSheet, rests: Settlement, points: int, lang: Lang) -> str:
    """What some points would come to: levels, or a score (大分) where the sheet has a schedule."""
    if sheet.schedule is None:
        return band_name(sheet, rests, sheet.score.row(points), lang)
    return score_name(*sheet.schedule.conversion.bracket(points), lang)


def score_name(low: int | None, high: int | None, lang: Lang) -> str:
    """A score (大分) or its bounds, as such."""
    return in_language(WORDS["band.score"], lang, score=bounds(low, high))


def duty_name(duty: Duty, lang: Lang) -> str:
    """What a follower owes, as a referee would say it.

    >>> duty_name(Duty(cls=2, size=4, cards=4, pairs=2, tractors=()), "en")
    'clubs: 4, 2 pairs among them'
    >>> duty_name(Duty(cls=3, size=3, cards=1, pairs=0, tractors=()), "zh")
    '方块只有 1 张，都须跟出，其余任意'
    """
    suit = in_language(WORDS["suit.T" if duty.cls == TRUMP else f"suit.{SUITS[duty.cls]}"], lang)
    what = "void" if not duty.cards else "short" if duty.cards < duty.size else "all"
    said = in_language(WORDS[f"duty.{what}"], lang, suit=suit, n=duty.cards or duty.size)
    for length in duty.tractors:
        said += in_language(WORDS["duty.tractor"], lang, n=length)
    single = duty.pairs - sum(duty.tractors)
    if single > 0:
        said += in_language(WORDS["duty.pair" if single == 1 else "duty.pairs"], lang, n=single)
    return said


def bounds(low: int | None, high: int | None) -> str:
    """A score, or its bounds; an end that the sheet does not tell stays open.

    >>> bounds(2, 2), bounds(-9, 2), bounds(None, -17), bounds(25, None)
    ('+2', '−9…+2', '…−17', '+25…')
    """
    if low is not None and low == high:
        return signed(low)
    return f"{'' if low is None else signed(low)}…{'' if high is None else signed(high)}"


def sum_of_points(computed: ComputedHand) -> str | None:
    """How the attackers' points come about: tricks + kitty × multiplier + penalties. None where that cannot be told."""
    if computed.trick_points is None or computed.attackers is None:
        return None
    said = str(computed.trick_points)
    if computed.multiplier is not None and computed.kitty_points is not None:
        said += f" + {computed.kitty_points} × {computed.multiplier}"
    if computed.penalties:
        said += f" {'+' if computed.penalties > 0 else '−'} {abs(computed.penalties)}"
    return said
