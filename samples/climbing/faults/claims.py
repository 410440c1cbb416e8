"""Wrong claims: the score sheet says other than the plays."""

from replay.climbing.score import place_at_fault
from samples.climbing.work import ClimbWork
from samples.faults import other_level
from samples.work import NoChance, Place


def finish(work: ClimbWork) -> Place:
    """Two places are exchanged: the first two, or two that follow on each other among those who went out."""
    index = work.choose(work.finished())
    claims = work.hands[index]["claims"]
    order = claims["finish"]
    at = work.rng.randrange(len(work.written(index).out) - 1)
    claims["finish"] = order[:at] + order[at + 1] + order[at] + order[at + 2 :]
    return Place(index + 1, case=place_at_fault(work.sheet, claims["finish"], order))


def levels(work: ClimbWork, *, last: bool) -> Place:
    """Another level than the hand led to.

    `last` says that the side that rose would have gone past the last level; else neither side was there, nor would have been.
    """
    sides = work.sheet.sides
    for index in work.finished():
        before = work.match.at(index).state.levels
        rise = work.match.after(index).results[-1].rise
        own, top = before[rise.side] if rise is not None else None, len(work.sheet.ladder) - 1
        if rise is None or own is None or last != (own + rise.by > top) or (not last and top in before):
            continue
        changed = other_level(work, work.hands[index]["claims"]["levels"], sides[rise.side : rise.side + 1] if last else sides)
        if last:
            return Place(index + 1, case="beyond" if own < top else None)
        return Place(index + 1, case="not_first" if changed != sides[rise.side] else None)
    raise NoChance


def place_points(work: ClimbWork) -> Place:
    """Other points than the places give."""
    index = work.choose(work.finished())
    points, rules = work.hands[index]["claims"]["points"], work.sheet.places
    winner = max(points, key=points.__getitem__)
    scores = [*(score for score, _ in rules.rows), rules.least] if rules is not None else []
    case = f"{points[winner]}_{winner}"
    points[winner] = work.choose(score for score in scores if score != points[winner])
    return Place(index + 1, case=case)


def match_reason(work: ClimbWork) -> Place:
    """A match that came to its end is said to have been broken off."""
    if "winner" not in work.claims or work.claims["reason"] != "passed":
        raise NoChance
    work.claims["reason"] = work.rng.choice(("forfeit", "ruling"))
    return Place()
