"""The judge: grades, the second judge beside the solver, and what it makes of plays whose worth is known."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from paipu.analytics.review.judge import LEAST, Thresholds, graded, judge
from paipu.analytics.review.worlds import Hidden, Lot, World
from paipu.replay.solve import solve
from tests.many import many
from tests.review.records import SHEETS, TRICKS, decision_of, hands_of, real_world, record_of

GRADES = [
    (8.0, 1.0, None, None, "mistake"),
    (8.0, 5.0, None, None, "doubtful"),
    (3.0, 0.5, None, None, "doubtful"),
    (2.0, 0.5, None, None, "same"),
    (-3.0, 0.5, None, None, "same"),
    (8.0, 1.0, 7.0, 1.0, "mistake"),
    (8.0, 1.0, 1.0, 1.0, "open"),
    (1.0, 1.0, 9.0, 1.0, "open"),
    (1.0, 1.0, 9.0, 8.0, "same"),
    (3.0, 0.5, 9.0, 1.0, "doubtful"),
]


@pytest.mark.parametrize(("loss", "error", "opened", "off", "grade"), GRADES)
def test_grades(loss: float, error: float, opened: float | None, off: float | None, grade: str) -> None:
    assert graded(loss, error, opened, off, 5.0) == grade


class Made:
    """A decision made up: `worth` tells what a play comes to in a deal."""

    unit = "points"
    sign = 1

    def __init__(self, plays: Sequence[str], worth: Callable[[str, World], int]) -> None:
        self.plays, self.worth = plays, worth
        lots = tuple(Lot(1 << 3 * place, 1, 3) for place in range(24))
        self.hidden = Hidden((12, 12), lots, (0, 0), lambda _: True)

    def candidates(self, most: int) -> tuple[list[str], int]:
        del most
        return list(self.plays), len(self.plays)

    def playout(self, world: World) -> "Plays":
        return Plays(self, world)

    def opened(self, world: World, tokens: Sequence[str]) -> None:
        del world, tokens


class Plays:
    def __init__(self, made: Made, world: World) -> None:
        self.made, self.world = made, world

    def value(self, token: str) -> int:
        return self.made.worth(token, self.world)


def fixed(**worth: int) -> Any:
    """Plays that come to the same in every deal."""
    return Made(list(worth), lambda token, _: worth[token])


def test_what_always_costs_as_much_is_told_to_the_point() -> None:
    found = judge(fixed(good=20, bad=10, worse=0), "bad", "seed")
    assert (found.best, found.loss, found.compared) == ("good", 10.0, 3)
    assert found.error is not None
    assert 0 < found.error < 1
    assert found.grade(Thresholds()) == "mistake"
    assert found.value == 10.0


def test_the_best_costs_nothing_and_is_sure_of_it() -> None:
    found = judge(fixed(good=20, bad=10), "good", "seed")
    assert (found.best, found.loss, found.error, found.grade(Thresholds())) == ("good", 0.0, 0.0, "same")


def test_plays_of_one_worth_are_charged_nothing_on_average() -> None:
    """Many plays that are as good by chance: a judge that takes the best of them where it measures would charge each."""
    losses = []
    for number in range(24):

        def chance(token: str, world: World, number: int = number) -> int:
            return Random(f"{number} {token} {world}").randrange(0, 100, 5)

        noise: Any = Made([str(each) for each in range(12)], chance)
        found = judge(noise, "5", f"seed {number}", 64)
        assert found.loss is not None
        losses.append(found.loss)
    mean = sum(losses) / len(losses)
    error = (sum((loss - mean) ** 2 for loss in losses) / (len(losses) - 1) / len(losses)) ** 0.5
    assert abs(mean) < 3 * error
    assert error < 2


def test_too_few_deals_and_a_single_play_are_not_judged() -> None:
    few = fixed(a=0, b=1)
    few.hidden = few.hidden._replace(fits=lambda _: False)
    found = judge(few, "a", "seed")
    assert (found.reason, found.worlds < LEAST, found.grade(Thresholds())) == ("worlds", True, None)
    assert judge(fixed(a=0), "a", "seed").reason == "one"


def opened_plays(sheet: str, seeds: range) -> Iterator[tuple[list[int], list[int]]]:
    """What the second judge says of two plays where the cards really were, and what the solver says of the record."""
    for seed in seeds:
        for hand in hands_of(record_of(sheet, seed + 1)):
            last = len(hand.turns)
            for ply in range(last - 5, max(last - 25, 0), -2 if sheet in TRICKS else -1):
                decision = decision_of(hand, ply)
                plays = decision.candidates(40)[0][:2] if decision is not None else []
                if len(plays) < 2 or (sheet in TRICKS and decision.known.own.bit_count() > 4):  # more take long to solve
                    continue
                opened = decision.opened(real_world(hand, decision.known, ply), plays)
                at = hand.turns[ply - 1].at
                solution = solve(hand.view, (at.trick, at.play), 20_000) if opened is not None else None
                if opened is None or solution is None or solution.reason is not None:
                    continue
                found = {play: each.value.low for play in plays for each in solution.plays if decision.same(each.cards, play)}
                if len(found) == len(plays):
                    yield opened, [found[play] for play in plays]


@pytest.mark.parametrize("sheet", SHEETS)
@many(2, 60)
def test_the_second_judge_solves_what_the_solver_solves(sheet: str, seeds: range) -> None:
    found = list(opened_plays(sheet, seeds))
    assert found
    for opened, told in found:
        assert [value - opened[0] for value in opened] == [value - told[0] for value in told]
