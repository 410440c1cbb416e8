"""What a play cost by what its player could know: cross-fitted, paired over the same deals, with its error.

Deals of the hidden cards are drawn (`worlds.py`), and in each of them the play that was made and others are played out by the
rule player (`policy_*.py`). *Cross-fitted*: the deals are split in halves; the best play is chosen on one and measured against
the one that was made on the other, and the other way round; so who plays best is not charged for the luck of the draw that a
best of many has. *Paired*: both plays are compared in the same deals. While the best is chosen, plays that are far behind are
dropped (the better half goes on, at least four), which is a choice made on the half that chooses alone. Where the halves choose
different plays the loss is one against either half the time; half of what these differ by is in the error as well.

Near the end a second judge opens the cards of the same deals and solves them (`replay/solve`). It sees what no seat saw, and
so thinks that every later guess is right; the first thinks that all go on by simple rules. Where one of them sees a mistake
and the other sees none, the verdict is *open*. Neither looks at where the hidden cards really were.

Units: in trick games the attackers' points of the whole hand, failed throws and the kitty counted; levels would be steps of 40
points with nothing between, so that most plays would cost nothing and a few a level. In climbing games levels by the sheet's
table, in 大怪路子 its points by places. Where a set of three that captures the kitty wins the hand at any score it counts as 80
points.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol

from paipu.analytics.review.worlds import World, worlds

VERSION: Final = 1
"""What is said is the same for the same version of the judge, record, number of deals and threshold."""
WORLDS: Final = 128
LEAST: Final = 16
"""With fewer deals nothing is said."""
CONFIDENCE: Final = 1.96
_STAGES: Final = (8, 8, 16)
_GO_ON: Final = 4
_CANDIDATES: Final = 40
_OPENED: Final = 12
"""In so many deals the cards are opened."""

Grade = Literal["same", "open", "doubtful", "mistake"]
Unit = Literal["points", "levels", "place_points"]


class Thresholds(NamedTuple):
    """From what loss on a play is a mistake, by the unit."""

    points: float = 5.0
    levels: float = 0.3
    place_points: float = 0.5

    def of(self, unit: Unit) -> float:
        """That of a unit."""
        return float(getattr(self, unit))


class Plays(Protocol):
    """One hand being played out in a deal."""

    def value(self, token: str) -> int:
        """What it comes to after a play."""
        ...


class Decision(Protocol):
    """A decision as the judge sees it: what a family says of it. Nothing here knows where the hidden cards are."""

    hidden: Any
    unit: Unit
    sign: int
    """1 where the seat wants a high value, -1 where it wants a low one."""

    def candidates(self, most: int) -> tuple[list[str], int | None]:
        """Plays to be compared, and how many there are in all, None where they are not counted."""
        ...

    def playout(self, world: World) -> Plays:
        """A deal to be played out."""
        ...

    def opened(self, world: World, tokens: Sequence[str]) -> list[int] | None:
        """What the plays are worth with cards open; None where that is not computed."""
        ...


def all_known(values: Iterable[int | None]) -> list[int] | None:
    """The values; None as soon as one of them is not known, without asking for the rest."""
    found = []
    for value in values:
        if value is None:
            return None
        found.append(value)
    return found


class Candidate(NamedTuple):
    """A play that was compared: how much better than the one made it was on average, the error, and in how many deals."""

    cards: str
    gain: float
    error: float
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a play cost: `loss` with its standard `error`, and what the hand was expected to come to (`value`, with its error)
    after it.

    `best` is the play that was found best, the one made if none is better. `open_loss` is what the second judge says, None
    where it was not asked. `compared` of `legal` plays were compared. `reason` says why nothing is said; the grade is None
    then.
    """

    cards: str
    unit: Unit
    worlds: int
    seed: str
    best: str | None = None
    loss: float | None = None
    error: float | None = None
    value: float | None = None
    value_error: float | None = None
    open_loss: float | None = None
    open_error: float | None = None
    compared: int = 0
    legal: int | None = None
    candidates: tuple[Candidate, ...] = ()
    reason: Literal["worlds", "one"] | None = None

    def grade(self, thresholds: Thresholds) -> Grade | None:
        """The grade for what counts as a mistake."""
        if self.loss is None or self.error is None:
            return None
        return graded(self.loss, self.error, self.open_loss, self.open_error, thresholds.of(self.unit))


def graded(loss: float, error: float, open_loss: float | None, open_error: float | None, threshold: float) -> Grade:
    """A mistake costs the threshold at least, and certainly something; half of both is doubtful; else it is as good as the
    best.

    Where the second judge says the contrary it is open.
    """
    sure = loss - CONFIDENCE * error > 0
    mistake = sure and loss >= threshold
    if open_loss is not None and open_error is not None:
        theirs = open_loss >= threshold and open_loss - CONFIDENCE * open_error > 0
        if mistake and open_loss < threshold / 2:
            return "open"
        if theirs and not mistake and loss < threshold / 2:
            return "open"
    if mistake:
        return "mistake"
    return "doubtful" if loss >= threshold or (sure and loss >= threshold / 2) else "same"


def seed_of(record: str, hand: int, ply: int) -> str:
    """What the deals of a decision are drawn from: the record's id, the hand and the ply, and the judge's version. Decisions
    before the first play count down from 0.
    """
    return hashlib.sha256(f"{VERSION}/{record}/{hand}/{ply}".encode()).hexdigest()[:16]


def judge(
    decision: Decision, made: str, seed: str, count: int = WORLDS, same: Callable[[str, str], bool] = str.__eq__
) -> Judgement:
    """What a play cost. `same` tells whether two texts are one play."""
    plays, legal = decision.candidates(_CANDIDATES)
    plays = [each for each in plays if not same(each, made)]
    if not plays:
        return Judgement(cards=made, unit=decision.unit, worlds=0, seed=seed, legal=legal, reason="one")
    found = worlds(decision.hidden, Random(seed), count)  # noqa: S311 - to be drawn again alike
    found = found[: len(found) // 2 * 2]
    if len(found) < LEAST:
        return Judgement(cards=made, unit=decision.unit, worlds=len(found), seed=seed, legal=legal, reason="worlds")
    values = _Values(decision, found)
    halves = [range(0, len(found), 2), range(1, len(found), 2)]
    chosen = [_choose(values, half, made, plays) for half in halves]
    measured = [values.paired(chosen[1 - at], made, half) for at, half in enumerate(halves)]
    grain = _grain(decision.unit)
    loss, error = _combined(measured, [grain if each != made else 0.0 for each in reversed(chosen)])
    means = [values.mean(each, range(len(found))) for each in chosen]
    error = hypot(error, (means[0] - means[1]) / 2)
    best = max(zip(means, chosen, strict=True), key=lambda each: (each[0], each[1] == made, each[1]))[1]
    value, value_error = _mean([values.of(made, at) for at in range(len(found))], 0.0)
    open_loss, open_error = _opened(decision, found[:_OPENED], best, made)
    shown = [each for each in plays if values.many(each)]
    candidates = sorted(
        (Candidate(each, *values.gain(each, made)) for each in shown), key=lambda each: (-each.gain, each.cards)
    )
    return Judgement(
        cards=made,
        unit=decision.unit,
        worlds=len(found),
        seed=seed,
        best=best,
        loss=loss,
        error=error,
        value=decision.sign * value,
        value_error=value_error,
        open_loss=open_loss,
        open_error=open_error,
        compared=len(plays) + 1,
        legal=legal,
        candidates=tuple(candidates),
    )


class _Values:
    """What plays came to in deals, each asked once; high is good for the seat."""

    def __init__(self, decision: Decision, found: Sequence[World]) -> None:
        self.sign = decision.sign
        self.playouts = [decision.playout(world) for world in found]
        self.known: dict[str, dict[int, int]] = {}

    def of(self, token: str, at: int) -> int:
        """One of them."""
        known = self.known.setdefault(token, {})
        if at not in known:
            known[at] = self.sign * self.playouts[at].value(token)
        return known[at]

    def paired(self, one: str, other: str, half: Sequence[int]) -> list[int]:
        """How much better one play was than another, deal by deal."""
        return [0] * len(half) if one == other else [self.of(one, at) - self.of(other, at) for at in half]

    def mean(self, token: str, half: Sequence[int]) -> float:
        """What a play came to on average."""
        return sum(self.of(token, at) for at in half) / len(half)

    def many(self, token: str) -> bool:
        """Whether a play was tried at all."""
        return len(self.known.get(token, ())) > 1

    def gain(self, token: str, made: str) -> tuple[float, float, int]:
        """How much better than the one made a play was where it was tried, the error of that, and in how many deals."""
        found = [value - self.of(made, at) for at, value in sorted(self.known[token].items())]
        mean, error = _mean(found, 0.0)
        return mean, error, len(found)


def _choose(values: _Values, half: Sequence[int], made: str, plays: Sequence[str]) -> str:
    """The best play on some deals."""
    active = [made, *plays]
    begin = 0
    for size in (*_STAGES, len(half)):
        tried = half[: begin + size]
        begin += size
        # ties go to the play that was made, else to the first in the order of texts
        active.sort(key=lambda each: (-values.mean(each, tried), each != made, each))
        if len(tried) == len(half):
            return active[0]
        active = active[: max(_GO_ON, (len(active) + 1) // 2)]
    return active[0]


def _grain(unit: Unit) -> float:
    return 5.0 if unit == "points" else 1.0


def _mean(found: Sequence[int], grain: float) -> tuple[float, float]:
    """Mean and its standard error; one deal more is thought of that is `grain` off, for what never differed so far may."""
    count = len(found)
    mean = sum(found) / count
    spread = sum((each - mean) ** 2 for each in found) + grain**2
    return mean, sqrt(spread / (max(count - 1, 1) * count))


def _combined(measured: Sequence[Sequence[int]], grains: Sequence[float]) -> tuple[float, float]:
    """The mean of both halves, and its error."""
    parts = [_mean(each, grain) for each, grain in zip(measured, grains, strict=True)]
    return sum(mean for mean, _ in parts) / len(parts), sqrt(sum(error**2 for _, error in parts)) / len(parts)


def _opened(decision: Decision, found: Sequence[World], best: str, made: str) -> tuple[float | None, float | None]:
    """What the second judge says of the play made beside the best; nothing where they are the same, or it cannot say."""
    if best == made:
        return None, None
    each = [decision.opened(world, (best, made)) for world in found]
    values = [decision.sign * (pair[0] - pair[1]) for pair in each if pair is not None]
    return _mean(values, _grain(decision.unit)) if len(values) == len(each) else (None, None)
