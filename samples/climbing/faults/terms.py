"""Wrong levels: a hand is written down at another level than is in force, or really played at it."""

from replay.cards import RANKS
from replay.climbing.combos import beats
from samples.climbing.faults.work import Work
from samples.climbing.table import PASS
from samples.document import Document
from samples.fault import Place

_ATTEMPTS = 8


def level(work: Work, *, played: bool, first: bool | None = None) -> Place | None:
    """Another level than is in force, of the `first` hand of a game, of a later one, or of any."""
    index = work.choose(index for index in work.finished() if first in {None, work.standing(index).before is None})
    if index is None:
        return None
    right = work.hands[index]["level"]
    wrong = work.rng.choice([rank for rank in RANKS if rank != right])
    if not played:
        work.hands[index]["level"] = wrong
        return Place(work.hands[index]["no"])
    for _ in range(_ATTEMPTS):
        table = work.deal_again(index, level=wrong)
        number = work.play_out(index, table)
        if _illegal_at(work, work.hands[index], right):
            return Place(number)
    return None


def _illegal_at(work: Work, hand: Document, right: str) -> bool:
    """Whether the plays of a hand show that it was not played at a level."""
    ctx = work.sheet.context(right)
    for text in hand["tricks"]:
        lying = None
        for token in text.split(" ")[1:]:
            if token == PASS:
                continue
            play = ctx.plays[token]
            standing = ctx.standing(play, lying)
            if standing is None or play.misread or (lying is not None and not beats(standing, lying)):
                return True
            lying = standing
    return False
