"""Hands that seldom come by themselves: dealt and played until they do, and then their result is copied wrongly."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from samples.tricks.draw import Declared
from samples.tricks.faults import claims
from samples.tricks.work import TrickWork
from samples.work import NoChance, Place

_TRIES: Final = 60
_TOPS: Final = ("BJBJLJLJAsAsAhAhKsKs", "5h5hAcAcAdAdKcKcKdKd")


def failed_for_good(work: TrickWork) -> Place:
    """A side loses at the last level as often as it may, the other side losing the bank each time in between."""
    ladder, allowed = work.sheet.ladder, work.sheet.at_level(work.sheet.ladder[-1]).failures_allowed or 0
    tired = work.rng.randrange(2)
    levels = (ladder[-1], "7") if tired == 0 else ("7", ladder[-1])
    work.begin_at(levels, work.rng.choice(range(tired, len(work.seats), 2)))
    for index in range(2 * allowed - 1):
        attackers = _seats_from(work, index)[1::2]  # who are not in office have all the high cards
        _until(work, index, _lost, dict(zip(attackers, _TOPS, strict=True)))
    return claims.levels_by(work, rule="failures")


def _seats_from(work: TrickWork, index: int) -> list[str]:
    """The seats from the banker of a hand on."""
    dealer = work.match.dealer(index) or 0
    return [*work.seats[dealer:], *work.seats[:dealer]]


def _lost(work: TrickWork, index: int) -> bool:
    hand = work.hands[index]
    following = hand["claims"].get("next_dealer")
    return following is not None and (work.seat(following) - work.seat(hand["dealer"])) % 2 == 1


def captured_with_a_set(work: TrickWork, *, levels: bool) -> Place:
    """An attacker keeps a set of three (5·10·K) and takes the kitty with it; the levels are wrong, or the multiplier."""
    index = work.choose(work.ranked(1))
    if work.hands[index]["level"] in "5TK":
        raise NoChance
    keeper = _seats_from(work, index)[work.rng.choice((1, 3))]
    players = work.match.players
    bold = (each._replace(boldness=1.0) if seat == keeper else each for seat, each in zip(work.seats, players, strict=True))
    work.match.players = tuple(bold)
    _until(work, index, lambda work, index: work.rule(index) == "bottom", {keeper: "5h5hBJBJLJLJKcTc5cAcAdAs"})
    work.match.players = players
    if levels:
        return claims.levels_by(work, rule="bottom")
    claims.multiplier(work, work.hands[index]["claims"], factors=(4, 8, 16))
    return Place(index + 1)


def captured_with_a_tractor(work: TrickWork) -> Place:
    """The attackers take the kitty with a tractor."""
    index = work.choose(work.ranked(1))
    seat, high = _seats_from(work, index)[work.rng.choice((1, 3))], range(8, 1000)
    wanted = {seat: "BJBJLJLJAcAcAdAdAsAs"}
    _until(work, index, lambda work, index: work.hands[index]["claims"].get("multiplier") in high, wanted)
    return claims.claim(work, change=partial(claims.multiplier, rights=high))


def _until(work: TrickWork, index: int, wanted: Callable[[TrickWork, int], bool], cards: Mapping[str, str]) -> None:
    """Deal hand `index` so that some seats have certain cards, and play it, until it comes out as wanted."""
    dealer, level = work.match.dealer(index) or 0, work.match.level(index)
    sheet = work.sheet.at_level(level)
    for _ in range(_TRIES):
        drawn = work.arranged(cards, level=level)
        trump = sheet.fixed_trump or sheet.kitty_trump(drawn.kitty, level)
        if trump is None:
            continue
        table = work.deal_again(index, drawn, Declared(trump, work.seats[dealer]))
        work.match.play_out(table)
        work.match.write_result(work.hands[index], table)
        if wanted(work, index):
            work.match.end(None)
            return
    raise NoChance
