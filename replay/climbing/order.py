"""Who leads in place of one who is out, and when a hand is over."""

from collections.abc import Sequence

from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.plays import seats_after


def takes_over(sheet: ClimbingSheet, sides: Sequence[int], holder: int, left: Sequence[int]) -> int:
    """Who leads in place of a winner who is out (接风), given the side of each seat and how many cards it has left."""
    count = len(left)
    for step in range(1, count) if sheet.rounds.after_out != "next" else ():
        partner = (holder + step) % count
        if left[partner] > 0 and sides[partner] == sides[holder]:
            return partner
    return seats_after(left)[holder]


def hand_over(sheet: ClimbingSheet, out: Sequence[int]) -> bool:
    """Whether a hand is over: all but one are out, one side has the first places (D-GD-03), or somebody is (`first_ends`)."""
    if sheet.rounds.first_ends:
        return bool(out)
    gone, count = len(out), len(sheet.seats)
    if gone != count // 2:
        return gone >= count - 1
    return sum([seat % 2 for seat in out]) in {0, gone} and sheet.rounds.double_ends
