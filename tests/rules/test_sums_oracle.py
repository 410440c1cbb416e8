"""What a score sheet costs and comes to, against the oracles: its arithmetic, burials that come too late, and forfeits."""

import random
from collections import Counter
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from paipu.replay.record import Incident, MatchClaims
from tests.many import many
from tests.oracle import chaodipi, shuangkou, sums
from tests.oracle.cards import SEATS, SIDES, next_seat, other_side, side_of
from tests.rules.build import match, score_sheet
from tests.rules.registry import told

ARITHMETIC: Final = {"CLAIM-POINTS-IMPOSSIBLE", "CLAIM-MULTIPLIER", "CLAIM-PENALTIES"}


def true_numbers(rng: random.Random, sheet: str) -> sums.Sheet:
    """The numbers of a hand that can have been."""
    kitty = rng.choice(sums.KITTY)
    factor = rng.choice((0, *sums.MULTIPLIERS[sheet][:5]))
    step = sums.PENALTY_STEPS[sheet]
    penalties = step * rng.choice((0, 0, 1, -2, 8, -16))
    return sums.Sheet(rng.randrange(0, sums.DECK - kitty + 5, 5) + kitty * factor + penalties, kitty, factor, penalties)


def with_a_slip(rng: random.Random, numbers: sums.Sheet) -> sums.Sheet:
    """One number written wrongly."""
    name = rng.choice(numbers._fields)
    return numbers._replace(**{name: (getattr(numbers, name) or 0) + rng.choice((-100, -5, -1, 1, 2, 3, 5, 10, 90, 200))})


@pytest.mark.parametrize("sheet", sums.MULTIPLIERS)
@many(16, 20_000)
def test_the_numbers_of_a_score_sheet(sheet: str, seeds: range) -> None:
    """Something is wrong with them where, and only where, no hand can have come to them."""
    seen = Counter[bool]()
    for seed in seeds:
        rng = random.Random(seed)
        numbers = true_numbers(rng, sheet)
        if rng.random() < 0.7:
            numbers = with_a_slip(rng, numbers)
        numbers = numbers._replace(**{name: None for name in numbers._fields if rng.random() < 0.2})
        claims: dict[str, Any] = {
            "kitty_points": numbers.kitty,
            "multiplier": numbers.multiplier,
            "penalties": numbers.penalties,
        }
        hand = score_sheet(numbers.attackers, dealer="E", level="2", trump="s", **claims)
        found = audit(match(hand, sheet=sheet)).findings
        wrong = [finding.code for finding in found if finding.kind is Kind.FAIL]
        assert set(wrong) <= ARITHMETIC, (numbers, told(found))
        assert bool(wrong) != sums.possible(sheet, numbers), (seed, numbers, told(found))
        seen[bool(wrong)] += 1
    assert min(seen[True], seen[False]) > len(seeds) // 10


# ---------------------------------------------------------------------------------------- CDP-3.4


@many(8, 6_000)
def test_burials_that_offend_more_than_once(seeds: range) -> None:
    """A side is warned once in a game, then it pays eighty, whichever of the two offences it was (CDP-3.4, D-CDP-31)."""
    for seed in seeds:
        rng = random.Random(seed)
        hands, wanted = [], []
        earlier: Counter[tuple[str, str]] = Counter()
        dealer = "E"
        for no in range(1, rng.randint(2, 5)):
            kinds = rng.choices(("kitty_viewed", "timeout"), k=rng.choice((0, 1, 1, 2)))
            told_of: list[chaodipi.Incident] = [{"kind": kind, "seat": rng.choice(SEATS), "at": "0"} for kind in kinds]
            wanted.append(chaodipi.penalties(told_of, dealer, earlier))
            earlier += Counter((side_of(each["seat"]), "kitty_viewed") for each in told_of)
            incidents = tuple(Incident(kind=each["kind"], seat=each["seat"], at=(0, 0)) for each in told_of)
            hands.append(score_sheet(80, no, dealer=dealer, incidents=incidents))
            dealer = next_seat(dealer)
        result = audit(match(*hands, sheet="chaodipi"))
        for hand, penalties, computed in zip(hands, wanted, result.hands, strict=True):
            found = computed.penalties if hand.incidents else 0
            assert found == penalties, (seed, hand.no, hands, told(result.findings))


# ---------------------------------------------------------------------------------------- SK-4.2


@many(14, 6_000)
def test_forfeits(seeds: range) -> None:
    """Who came late has lost by −20 to 20, with no match point, whatever was played before and whatever is claimed."""
    for seed in seeds:
        rng = random.Random(seed)
        last = rng.randint(1, 8)
        late = rng.choice(SEATS)
        side = side_of(late)
        effect = shuangkou.match_effect("late", side)
        winner, points = shuangkou.match_result([], late=side)
        hands = [score_sheet(rng.choice([*shuangkou.PRINTED]), no) for no in range(1, last)]
        claimed = rng.choice((None, effect, {side: -2, other_side(side): 2}))
        incident = Incident(kind="late", seat=late, at=(0, 0))
        hands.append(score_sheet(None, last, incidents=(incident,), score=claimed))
        said = rng.choice((None, *SIDES))
        totals = rng.choice((None, effect, {side: 20, other_side(side): -20}))
        reason = MatchClaims(reason="forfeit", winner=said, score=totals)
        result = audit(match(*hands, sheet="shuangkou", claims=reason))
        computed = result.match
        case = (seed, hands, reason, told(result.findings))
        assert (computed.winner, computed.points, computed.score, computed.reason) == (winner, points, effect, "forfeit"), case
        assert result.hands[-1].score == effect, case
        wrong = {finding.where.pointer for finding in result.findings if finding.kind is Kind.FAIL}
        expected = {
            *(["/claims/winner"] if said not in {None, winner} else []),
            *(["/claims/score"] if totals not in (None, effect) else []),
            *([f"/hands/{last - 1}/claims/score"] if claimed not in (None, effect) else []),
        }
        assert wrong == expected, case
