"""Whether a result agrees with what is told of it: of those that facts not on record may have led to, that is the one."""

from collections.abc import Sequence

from paipu.replay.record import Hand, HandClaims
from paipu.replay.tricks.score import Settled
from paipu.replay.tricks.sheet import TrickSheet


def levels_fit(sheet: TrickSheet, settled: Settled, claims: HandClaims, following: Hand | None) -> bool:
    """Whether a result agrees with the levels that are claimed of it, and with the next hand's level, whoever played it."""
    named = sheet.named(settled.levels)
    if any(named[side] != level for side, level in (claims.levels or {}).items()):
        return False
    if following is None or following.level is None:
        return True
    bankers = [sheet.seats[settled.next_dealer]] if settled.next_dealer is not None else []
    bankers += [following.dealer] if following.dealer is not None else []
    return not bankers or following.level in {named[sheet.sides[sheet.side_of[seat]]] for seat in bankers}


def led_on(sheet: TrickSheet, settled: Settled, claims: HandClaims, following: Hand | None) -> bool:
    """Whether a result agrees with all that is told of it: its levels, who is banker next, and of which side's level."""
    told = (claims.next_dealer, following.dealer if following is not None else None)
    bank = settled.next_dealer % 2 if settled.next_dealer is not None else None
    agrees = all(seat is None or bank == sheet.seats.index(seat) % 2 for seat in told)
    return agrees and levels_fit(sheet, settled, claims, following)


def agreeing(
    sheet: TrickSheet, plain: Settled | None, others: Sequence[Settled], claims: HandClaims, following: Hand | None
) -> tuple[Settled, ...]:
    """The other results that agree with all that is told.

    Where no result agrees with the next hand, which is wrong whichever it was, those that agree with what the score sheet has
    of this one, if the plain one does not.
    """
    found = [each for each in others if led_on(sheet, each, claims, following)]
    neither = plain is not None and not any(led_on(sheet, plain, *told) for told in ((HandClaims(), following), (claims, None)))
    if not found and neither:
        found = [each for each in others if led_on(sheet, each, claims, None)]
    return tuple(found)


def told_later(
    sheet: TrickSheet, plain: Settled, others: Sequence[Settled], claims: HandClaims, following: Hand | None
) -> Settled:
    """Where no result is as claimed of its hand: the plain one, unless one of the others alone agrees with what comes later.

    That is the next hand, or what is claimed of the match (`claims`) where there is none.
    """
    fitting = {each.levels: each for each in others if led_on(sheet, each, claims, following)}
    if len(fitting) != 1 or led_on(sheet, plain, claims, following):
        return plain
    return next(iter(fitting.values()))
