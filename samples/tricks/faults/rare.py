"""Hands that seldom come by themselves: dealt and played until they do, and then their result is copied wrongly."""

from collections.abc import Callable, Mapping
from typing import Final

from samples.fault import Place
from samples.tricks.draw import Declared
from samples.tricks.faults.claims import levels_by, multiplier_for
from samples.tricks.faults.work import Work

_TRIES: Final = 60
_TOPS: Final = ("BJBJLJLJAsAsAhAhKsKs", "5h5hAcAcAdAdKcKcKdKd")


def failed_for_good(work: Work) -> Place | None:
    """A side loses at the last level as often as it may, the other side losing the bank each time in between."""
    ladder, allowed = work.sheet.ladder, work.sheet.at_level(work.sheet.ladder[-1]).failures_allowed or 0
    tired = work.rng.randrange(2)
    levels = (ladder[-1], "7") if tired == 0 else ("7", ladder[-1])
    work.begin_at(levels, work.rng.choice([seat for seat in range(len(work.seats)) if seat % 2 == tired]))
    for index in range(2 * allowed - 1):
        if not _until(work, index, _lost, _strong_attackers):
            return None
    return levels_by(work, rule="failures")


def _strong_attackers(work: Work, index: int) -> Mapping[str, str]:
    """All the high cards for those who are not in office."""
    dealer = work.standing(index).dealer or 0
    return {work.seats[(dealer + step) % len(work.seats)]: cards for step, cards in zip((1, 3), _TOPS, strict=True)}


def _lost(work: Work, index: int) -> bool:
    hand = work.hands[index]
    following = hand["claims"].get("next_dealer")
    return following is not None and (work.seat(following) - work.seat(hand["dealer"])) % 2 == 1


def captured_with_a_set(work: Work, *, levels: bool) -> Place | None:
    """An attacker keeps a set of three (5·10·K) and takes the kitty with it; the levels are wrong, or the multiplier."""
    index = work.choose(work.ranked(1))
    if index is None or work.hands[index]["level"] in "5TK":
        return None
    keeper = ((work.standing(index).dealer or 0) + work.rng.choice((1, 3))) % len(work.seats)
    players = work.match.players
    work.match.players = tuple(each._replace(boldness=1.0) if number == keeper else each for number, each in enumerate(players))
    found = _until(work, index, _bottom, lambda *_: {work.seats[keeper]: "5h5hBJBJLJLJKcTc5cAcAdAs"})
    work.match.players = players
    if not found:
        return None
    if levels:
        return levels_by(work, rule="bottom")
    claims = work.hands[index]["claims"]
    claims["multiplier"] = work.rng.choice([factor for factor in (4, 8, 16) if factor != claims["multiplier"]])
    return Place(work.hands[index]["no"])


def _bottom(work: Work, index: int) -> bool:
    return work.rule(index) == "bottom"


def captured_with_a_tractor(work: Work) -> Place | None:
    """The attackers take the kitty with a tractor."""
    index = work.choose(work.ranked(1))
    if index is None:
        return None
    seat = work.seats[((work.standing(index).dealer or 0) + work.rng.choice((1, 3))) % len(work.seats)]
    high = range(8, 1000)

    def with_a_tractor(work: Work, index: int) -> bool:
        return work.hands[index]["claims"].get("multiplier") in high

    found = _until(work, index, with_a_tractor, lambda *_: {seat: "BJBJLJLJAcAcAdAdAsAs"})
    return multiplier_for(work, rights=high) if found else None


def _until(
    work: Work, index: int, wanted: Callable[[Work, int], bool], cards: Callable[[Work, int], Mapping[str, str]]
) -> bool:
    """Deal hand `index` so that some seats have certain cards, and play it, until it comes out as wanted."""
    standing = work.standing(index)
    dealer = standing.dealer or 0
    level = standing.level(work.sheet, dealer)
    sheet = work.sheet.at_level(level)
    for _ in range(_TRIES):
        drawn = work.arranged(cards(work, index), level=level)
        trump = sheet.fixed_trump or sheet.kitty_trump(drawn.kitty, level)
        if trump is None:
            continue
        table = work.deal_again(index, drawn, Declared(trump, work.seats[dealer]))
        work.match.play_out(table)
        work.match.write_result(work.hands[index], table, standing)
        if wanted(work, index):
            work.match.end(work.standing(index + 1), None)
            return True
    return False
