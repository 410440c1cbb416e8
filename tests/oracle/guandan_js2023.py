"""江苏省掼蛋竞赛规则（2023） read from its text alone: clocks, ends, points, faults, and the ladder of penalties.

Clause ids are those of the catalogue: `JS-5.9.1` is 五(九)1 of chapter three, `JS-IV.2` is 二 of chapter four. Cards, plays,
tribute and levels are in `guandan.py`, under the key of the sheet. Levels count 2 to 14 here, and past the A is 15.

What the text leaves open and is taken so here:

* Two warnings of one side make a 违例, and the next two another; likewise 违例 and 犯规. They count as they were found: what
  was found later is a later warning, wherever the table listed it.
* 一家 of JS-7.2.4 and JS-7.3.4 who goes out after a fault of reporting is the offender.
* Who reports again what he has reported, at a later play, repeats it (反复报牌).
* A 犯规 in a hand is the end of it with the offenders 双下, so that the others pass the A if they were at it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from tests.oracle.cards import SIDES, other_side, side_of

Step = Literal["warning", "violation", "foul", "lost", "forfeit"]
"""警告, 违例, 犯规, 判负, 弃权."""
PAST: Final = 15
MOST: Final = 13

# ---------------------------------------------------------------------------------------- ends and points


def ahead(levels: Mapping[str, int]) -> str | None:
    """JS-5.9.1: the side with the higher level; None where they are equal."""
    one, other = (levels[side] for side in SIDES)
    return None if one == other else SIDES[one < other]


def match_points(winner: str | None) -> dict[str, int]:
    """JS-IV.2: 2 for the winner and 0 for the loser, 1 each where nobody has won."""
    return {side: 1 if winner is None else 2 * (side == winner) for side in SIDES}


def difference_points(levels: Mapping[str, int]) -> dict[str, int]:
    """JS-IV.2, table 2: 13 + d for who is ahead by d levels, 13 - d for the other; d is 13 at most."""
    one, other = (levels[side] for side in SIDES)
    return {SIDES[0]: MOST + one - other, SIDES[1]: MOST + other - one}


def climbed(levels: Mapping[str, int]) -> dict[str, int]:
    """JS-IV.2, 升级数: how many levels each side rose from 2."""
    return {side: levels[side] - 2 for side in SIDES}


def after_losing(levels: Mapping[str, int], loser: str) -> dict[str, int]:
    """JS-7.4: who is ruled to have lost has his level, J at most, and the others four more; a lead of more than four stands."""
    winner = other_side(loser)
    if levels[winner] - levels[loser] > 4:
        return dict(levels)
    lowered = min(levels[loser], 11)
    return {loser: lowered, winner: lowered + 4}


def forfeited(loser: str) -> dict[str, int]:
    """JS-7.4: 级差分 after a forfeit."""
    return {loser: 0, other_side(loser): 17}


def after_extra(first_out: str, levels: Mapping[str, int]) -> tuple[str, dict[str, int]]:
    """JS-5.9.2: (who wins, the levels that count) after an extra hand, which ends when its first player is out."""
    return side_of(first_out), dict(levels)


# ---------------------------------------------------------------------------------------- clocks


def over_time(what: Literal["tribute", "return", "first", "later"], seconds: float) -> bool:
    """JS-5.4.4, JS-5.5.4: 20 seconds to pay, 40 to return, 40 for the first lead, 20 for all else; the limit is in time."""
    return seconds > {"tribute": 20, "return": 40, "first": 40, "later": 20}[what]


# ---------------------------------------------------------------------------------------- faults


def late(seconds: float) -> Step:
    """JS-7.1.1, JS-7.3.1, JS-7.4: five minutes are a 犯规, ten a forfeit."""
    return "warning" if seconds < 300 else "foul" if seconds < 600 else "forfeit"


def both_late(earlier: float, later: float) -> tuple[Step, Step]:
    """JS-7.6.1: who came first is only warned, the other goes by his time."""
    del earlier
    return "warning", late(later)


def drew_out_of_turn(*, in_hand: bool, seen: bool) -> Step | None:
    """JS-7.1.2, JS-7.2.1."""
    return "violation" if in_hand else "warning" if seen else None


def wrong_count(*, own_hand: bool) -> Step:
    """JS-7.1.3: a pack with a wrong number of cards; JS-7.3.2: one's own hand with one."""
    return "foul" if own_hand else "warning"


def wrong_tribute(*, played: bool) -> Step:
    """JS-7.1.4, JS-7.3.3: a wrong card paid or returned, found before or after somebody played."""
    return "foul" if played else "warning"


SIMPLE: Final[Mapping[str, Step]] = {
    "timeout": "warning",  # JS-7.1.5, still over time when the seconds were counted
    "word_out_of_turn": "warning",  # JS-7.1.6
    "manner": "warning",  # JS-7.1.7
    "exposed": "warning",  # JS-5.5.3 (1), JS-7.1.7
    "card_check": "warning",  # likewise: played cards are not touched without leave
    "count_asked": "warning",  # JS-7.1.8
    "sheet_not_kept": "warning",  # JS-7.1.10
    "out_of_turn": "violation",  # JS-7.2.2
    "wrong_play": "violation",  # JS-7.2.3
    "overdraw": "foul",  # JS-7.3.2, 抓错牌
    "signal": "foul",  # JS-7.3
    "sheet_unsigned": "forfeit",  # JS-7.4.2
}


def wrong_report(actors: Sequence[str], out: str | None, *, first: bool = False) -> Step:
    """JS-7.1.9, JS-7.2.4, JS-7.3.4: a count not told, or told wrong. `actors` are the seats that have acted since, in order;
    `out` is the offender where he has gone out since, `first` as 上游.
    """
    if out is not None:
        return "foul" if first else "violation"
    return "warning" if all(actors.count(seat) <= 1 for seat in actors) else "violation"


def must_report(before: int, left: int) -> bool:
    """JS-5.6: whether a play after which so many of `before` are left is to be reported: the first that leaves ten or fewer."""
    return left <= 10 < before


# ---------------------------------------------------------------------------------------- the ladder


@dataclass
class Ladder:
    """JS-7: what each side has against it in a match; two of a step are one of the next."""

    against: dict[str, dict[Step, int]] = field(
        default_factory=lambda: {side: {"warning": 0, "violation": 0, "foul": 0} for side in SIDES}
    )

    def fault(self, side: str, step: Step) -> list[Step]:
        """What a fault of this step comes to: itself, and each step that it makes full."""
        made: list[Step] = [step]
        following: Mapping[Step, Step] = {"warning": "violation", "violation": "foul", "foul": "lost"}
        while step in following:
            mine = self.against[side]
            mine[step] += 1
            if mine[step] % 2:
                break
            step = following[step]
            made.append(step)
        return made


def found_at(kind: str, at: tuple[int, int] | None, noticed: tuple[int, int] | None) -> tuple[float, float]:
    """JS-7.2: when a fault of a hand was found, as trick and play.

    Lateness comes before all, the draw before play, and that the sheet is not signed after the hand.
    """
    fixed = {"late": (-1.0, 0.0), "sheet_unsigned": (1000.0, 0.0)}
    return fixed.get(kind) or noticed or at or (0.0, 0.0)


def after_foul(offender: str, levels: Mapping[str, int], level: int) -> tuple[dict[str, int], str | None]:
    """JS-7.3: the hand is over and the offenders are 双下; (levels, who has passed the A)."""
    side = other_side(offender)
    if levels[side] == 14:
        return ({**levels, side: PAST}, side) if level == 14 else (dict(levels), None)
    return {**levels, side: min(14, levels[side] + 3)}, None


def leads_instead(lead: str, holding: str) -> str | None:
    """JS-7.2: who leads where a player is stopped who was to lead: the next of the other side who holds cards."""
    seats = "ENWS"
    turns = [seats[(seats.index(lead) + step) % 4] for step in range(1, 4)]
    return next((seat for seat in turns if side_of(seat) != side_of(lead) and seat in holding), None)


# ---------------------------------------------------------------------------------------- before a hand


def draws_first(order: str | None, cutter: str = "S", turned: int = 1) -> str:
    """JS-5.3.2, JS-5.3.3: counted from the cutter in the first hand; later the last, and after 双下 the first one's 下家."""
    seats = "ENWS"
    if order is None:
        return seats[(seats.index(cutter) + turned - 1) % 4]
    return seats[(seats.index(order[0]) + 1) % 4] if side_of(order[0]) == side_of(order[1]) else order[3]
