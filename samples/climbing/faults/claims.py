"""Wrong claims: the score sheet says other than the plays. And matches that go on when they are over."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from replay.cards import RANKS
from replay.climbing.score import place_at_fault
from samples.climbing.faults.work import Work
from samples.climbing.results import risen
from samples.document import Document
from samples.fault import Place

# -- a hand


def finish(work: Work) -> Place | None:
    """Two places are exchanged: the first two, or two that follow on each other among those who went out."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    order = hand["claims"]["finish"]
    out = sum(not cards for cards in work.left(index))
    at = work.rng.randrange(out - 1)
    wrong = order[:at] + order[at + 1] + order[at] + order[at + 2 :]
    hand["claims"]["finish"] = wrong
    return Place(hand["no"], case=place_at_fault(work.sheet, wrong, order))


def levels(work: Work, *, last: bool) -> Place | None:
    """Another level than the hand led to.

    `last` says that the side that rose would have gone past the last level; else neither side was there, nor would have been.
    """
    fits = _past_the_last if last else _below_the_last
    index = work.choose(index for index in work.finished() if fits(work, index))
    if index is None:
        return None
    hand = work.hands[index]
    risen_side = work.sheet.sides[work.seat(hand["claims"]["finish"][0]) % 2]
    changed = _other_level(work, hand["claims"]["levels"], (risen_side,) if last else work.sheet.sides)
    if last:
        before = work.standing(index).levels[work.sheet.sides.index(risen_side)]
        return Place(hand["no"], case="beyond" if before + 1 < len(work.sheet.ladder) else None)
    return Place(hand["no"], case="not_first" if changed != risen_side else None)


def _past_the_last(work: Work, index: int) -> bool:
    """Whether the rise of a hand goes further than the levels do."""
    standing = work.standing(index)
    order = [work.seat(seat) for seat in work.hands[index]["claims"]["finish"]]
    rise = risen(work.sheet, standing.levels, standing.in_force, order)
    return standing.levels[rise.side] + rise.by >= len(work.sheet.ladder)


def _below_the_last(work: Work, index: int) -> bool:
    """Whether no side was at the last level before a hand, nor goes past it."""
    levels = work.standing(index).levels
    return max(levels) + 1 < len(work.sheet.ladder) and not _past_the_last(work, index)


def _other_level(work: Work, claimed: Document, sides: Sequence[str]) -> str:
    """Change the level of one of some sides; which one it is."""
    side = work.rng.choice(sides)
    claimed[side] = work.rng.choice([rank for rank in RANKS if rank != claimed[side]])
    return side


def place_points(work: Work) -> Place | None:
    """Other points than the places give."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    points = hand["claims"]["points"]
    winner = max(points, key=points.__getitem__)
    rules = work.sheet.places
    scores = [*(score for score, _ in rules.rows), rules.least] if rules is not None else []
    case = f"{points[winner]}_{winner}"
    points[winner] = work.rng.choice([score for score in scores if score != points[winner]])
    return Place(hand["no"], case=case)


# -- the match


def team(work: Work) -> Place | None:
    """A player is of the team of those beside him."""
    at = work.rng.randrange(2, len(work.seats))
    seats = work.document["seats"]
    seats[work.seats[at]]["team"] = seats[work.seats[at - 1]]["team"]
    return Place(seat=work.seats[at])


def match_winner(work: Work) -> Place | None:
    """The other side is said to have won."""
    claims = work.document["claims"]
    if "winner" not in claims:
        return None
    claims["winner"] = work.sheet.sides[1 - work.sheet.sides.index(claims["winner"])]
    return Place()


def match_reason(work: Work) -> Place | None:
    """A match that came to its end is said to have been broken off."""
    claims = work.document["claims"]
    if "winner" not in claims or claims["reason"] != "passed":
        return None
    claims["reason"] = work.rng.choice(("forfeit", "ruling"))
    return Place()


def match_levels(work: Work) -> Place | None:
    """Another final level."""
    _other_level(work, work.document["claims"]["levels"], work.sheet.sides)
    return Place()


def match_points(work: Work) -> Place | None:
    """Other points of the match than its hands or levels come to."""
    points = work.document["claims"].get("points")
    if points is None:
        return None
    points[work.rng.choice(work.sheet.sides)] += work.rng.choice((1, 2, 3))
    return Place()


def clock(work: Work) -> Place | None:
    """The time of the match and the way it ended do not go together."""
    event, claims = work.document["event"], work.document["claims"]
    limit = work.sheet.conduct.round_minutes
    if limit is None or "reason" not in claims:
        return None
    minutes = limit + work.rng.randrange(2, 20) * (1 if claims["reason"] == "passed" else -1)
    event["finished"] = (datetime.fromisoformat(event["started"]) + timedelta(minutes=minutes)).isoformat()
    return Place()


def played_on(work: Work) -> Place | None:
    """One more hand is played when the match is over; nothing of the match counts it."""
    standing = work.standing(len(work.hands)) if "claims" in work.hands[-1] else None
    if standing is None or not work.match.complete(standing):
        return None
    work.hands.append(work.match.new_hand(standing))
    return Place(work.hands[-1]["no"])
