"""The course of a match, read a second time: where it begins, what follows a hand, hands missing, hands beyond the end.

The rules of one hand are those of the other modules of this package; here they are put in a row. Where a record leaves
something out every way that the table can have gone is kept, a set of states, and what all of them agree on is what the record
tells. A recorded level or banker, and claimed levels and bankers, tell which of them it was; where none fits, the record is
wrong there (`wrong`), and the match goes on as if that had not been written.

* `start`, `no` and gaps are read as the record format says. A record without `start` that does not begin with hand 1, and one
  with a gap, can be in any state from there on; but a match that is over stays over.
* A hand of which the result is not known may have any result that the sheet has. One that was played all the same shows that
  the match was not over before it.
* In 掼蛋 the side whose level is in force has just risen: a hand is played at 2 only when a game begins, at 2 for both.
* What is missing, wrong or odd about a hand beyond the end is not asked: it is that one thing.
* 炒地皮: a stake (CDP-4.3d, e) or a 5·10·K bottom (CDP-5.1f) that nobody wrote down, and failures at 扛旗 before the record
  begins (CDP-4.3c), explain what is claimed after a hand, or what a later one is played at, where the points alone do not: the
  level of the side that is not in office shows only when that side is. What needs no such explanation had none; a banker alone
  is not enough to look for one, for levels are what is at stake.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from typing import Final, Literal, NamedTuple, TypeVar

from tests.oracle import chaodipi, daguai, guandan, shengji, shuangkou
from tests.oracle.cards import RANKS, SEATS, SIDES, side_of

GUANDAN: Final = (guandan.GD1, guandan.GD2, guandan.GD3)
TRICKS: Final = ("shengji", "chaodipi")
WITH_LEVELS: Final = (*TRICKS, *GUANDAN)
"""The sheets whose matches have no fixed number of hands. 双扣 and 大怪路子 go by the number of the hand."""


class Row(NamedTuple):
    """What a score sheet has of one hand: `result` is the attackers' points, or in 掼蛋 the order of all four; `levels` and
    `next_dealer` are claimed. `next_dealer` and `dealer` are of 升级 and 炒地皮 alone.
    """

    no: int
    level: str | None = None
    dealer: str | None = None
    result: int | str | None = None
    levels: Mapping[str, str] | None = None
    next_dealer: str | None = None


class Start(NamedTuple):
    """Where a record says that it begins."""

    levels: Mapping[str, str] = {}
    dealer: str | None = None
    games: Mapping[str, int] | None = None


class State(NamedTuple):
    """A table between two hands: levels (EW, NS); `who` is banker next, or in 掼蛋 the side whose level is in force, None where
    that is still to be declared for or drawn; failures at 扛旗 in a row, games won, and who has won the match, if anybody.
    `fresh`: a game is over with these levels, and the next begins.
    """

    levels: tuple[str, str] = ("2", "2")
    who: str | None = None
    failures: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    winner: str | None = None
    fresh: bool = False


def games_to_win(sheet: str, *, best_of_three: bool = False) -> int:
    """GD2-5; CDP-1.2 in semi-finals and finals; one everywhere else."""
    return 2 if sheet == guandan.GD2 or (sheet == "chaodipi" and best_of_three) else 1


# ---------------------------------------------------------------------------------------- where it begins


def levels_of(sheet: str) -> Sequence[str]:
    """The levels that a side can have between two hands. In 升级 a side past the target has won (SJ-0.3, D-SJ-01)."""
    if sheet == "shengji":
        return RANKS[: RANKS.index("T") + 1]
    return chaodipi.LEVELS if sheet == "chaodipi" else RANKS


def idle(sheet: str, start: Start, *, best_of_three: bool = False) -> int:
    """How much `start` says that the sheet has no use for: levels where there are none or that it has not, games won where a
    match is one.
    """
    known: Sequence[str] = () if sheet in ("shuangkou", "daguai") else chaodipi.LEVELS if sheet == "chaodipi" else RANKS
    unknown = sum(level not in known for level in start.levels.values())
    several = games_to_win(sheet, best_of_three=best_of_three) > 1
    return unknown + (0 if several else sum(games > 0 for games in (start.games or {}).values()))


@cache
def anything(sheet: str, to_win: int) -> frozenset[State]:
    """Every state of a table at which a match is not over."""
    levels = [(first, second) for first in levels_of(sheet) for second in levels_of(sheet)]
    games = [(first, second) for first in range(to_win) for second in range(to_win)]
    whos: Sequence[str] = SEATS if sheet in TRICKS else SIDES
    states = (State(each, who, games=won) for each, who, won in product(levels, whos, games))
    return frozenset(state for state in states if sheet in TRICKS or state.levels == ("2", "2") or _level(sheet, state) != "2")


def with_failures(states: Iterable[State]) -> frozenset[State]:
    """The states, and those in which a side that carries the flag failed once or twice before (CDP-4.3c)."""
    found = set()
    for state in states:
        counts = (range(3) if level == chaodipi.FLAG else (0,) for level in state.levels)
        found |= {state._replace(failures=(first, second)) for first, second in product(*counts)}
    return frozenset(found)


def begins(sheet: str, start: Start | None, first_no: int, to_win: int) -> frozenset[State]:
    """The states in which a record can begin."""
    if start is None and first_no == 1:
        return frozenset({State()})
    if start is None:
        return anything(sheet, to_win)
    known = {side: level for side, level in start.levels.items() if level in levels_of(sheet)}
    beginning = first_no == 1 and set(known.values()) == {"2"} and len(known) == 2
    found = set()
    for state in anything(sheet, to_win) | {State()} if beginning else anything(sheet, to_win):
        if any(dict(zip(SIDES, state.levels, strict=True))[side] != level for side, level in known.items()):
            continue
        if sheet in TRICKS and start.dealer not in (None, state.who):
            continue
        if beginning and start.games is None and state.games != (0, 0):
            continue
        if beginning and start.dealer is None and state.who is not None:
            continue
        if start.games is not None and to_win > 1 and state.games != tuple(start.games.get(side, 0) for side in SIDES):
            continue
        found.add(state)
    return frozenset(found)


def won_before(start: Start | None, to_win: int) -> str | None:
    """The side that had won the match before the record begins, by the games that `start` names."""
    if start is None or start.games is None or to_win == 1:
        return None
    winners = [side for side, games in start.games.items() if games >= to_win]
    return winners[0] if len(winners) == 1 else None


# ---------------------------------------------------------------------------------------- what follows a hand

Declared = Literal["as written", "unseen"]
"""Whether 5h5h and 5·10·K bottoms are those on record, none, or may have been there unseen."""

POINTS: Final = (0, 5, *range(40, 600, 40))
"""Attackers' points that lead to every result there is."""


@cache
def after(sheet: str, state: State, result: int | str | None, to_win: int, how: Declared = "as written") -> frozenset[State]:
    """The states after a hand that was played in a state with somebody in office."""
    if isinstance(result, str) or sheet in GUANDAN:
        orders = [result] if isinstance(result, str) else ["".join(each) for each in permutations(SEATS)]
        return frozenset(_after_climbing(sheet, state, order, to_win) for order in orders)
    if sheet == "shengji":
        return frozenset(_after_shengji(state, points) for points in ([result] if result is not None else POINTS))
    how = how if result is not None else "unseen"
    scores = [result] if result is not None else (*range(0, 85, 5), *range(90, 225, 10))
    return frozenset(each for points in scores for each in _after_chaodipi(state, points, to_win, how))


def _as_levels(levels: Mapping[str, str]) -> tuple[str, str]:
    return levels["EW"], levels["NS"]


def _game_won(state: State, levels: tuple[str, str], side: str, to_win: int) -> State:
    """A game of the match is won: the match is too, or the next begins."""
    games = (state.games[0] + (side == "EW"), state.games[1] + (side == "NS"))
    if max(games) >= to_win:
        return State(levels, None, state.failures, games, side)
    return State(levels, None, games=games, fresh=True)


def _after_climbing(sheet: str, state: State, order: str, to_win: int) -> State:
    owner = state.who
    assert owner is not None
    before = dict(zip(SIDES, state.levels, strict=True))
    levels, winner = guandan.levels_after(sheet, before, before[owner], order, owner=owner)
    if winner is not None:
        return _game_won(state, _as_levels(levels), winner, to_win)
    return state._replace(levels=_as_levels(levels), who=side_of(order[0]))


def _after_shengji(state: State, points: int) -> State:
    assert state.who is not None
    levels, office = shengji.after_hand(dict(zip(SIDES, state.levels, strict=True)), side_of(state.who), points)
    winner = shengji.round_winner(levels)
    banker = shengji.next_dealer(state.who, office, levels)
    return State(_as_levels(levels), banker, winner=winner)


def _after_chaodipi(state: State, points: int, to_win: int, how: Declared) -> Iterator[State]:
    assert state.who is not None
    bank = side_of(state.who)
    before = dict(zip(SIDES, state.levels, strict=True))
    flag = before[bank] == chaodipi.FLAG
    stakes: list[Collection[str]] = [()]
    if how == "unseen":
        stakes += [(side,) for side in SIDES if not (flag and side == bank)]
    bottoms = (False, True) if how == "unseen" and not flag else (False,)
    for staked, bottom in product(stakes, bottoms):
        failed = dict(zip(SIDES, state.failures, strict=True))
        done = chaodipi.after_hand(before, state.who, points, stakes=staked, bottom=bottom, failures=failed)
        levels = _as_levels(done.levels)
        if done.over:
            yield _game_won(state, levels, bank, to_win)
            continue
        yield state._replace(levels=levels, who=done.dealer, failures=_as_failures(done.failures))


def _as_failures(failures: Mapping[str, int]) -> tuple[int, int]:
    return failures["EW"], failures["NS"]


# ---------------------------------------------------------------------------------------- a record

T = TypeVar("T")
Test = Callable[[State], bool]

Wrong = Literal["level", "dealer", "played at", "levels", "next_dealer"]
"""What a record has wrong of a hand: its level, its banker, the two together; the levels and the next banker claimed."""


@dataclass(slots=True)
class Told:
    """What a record tells of one hand: None where it leaves that open. `beyond`: the match was over before it."""

    no: int
    beyond: bool = False
    level: str | None = None
    dealer: str | None = None
    levels: dict[str, str | None] = field(default_factory=dict)
    next_dealer: str | None = None
    wrong: set[Wrong] = field(default_factory=set)


@dataclass(slots=True)
class Course:
    """What a record tells of the match. `missing` are (the hand before which numbers are left out, these numbers)."""

    hands: list[Told] = field(default_factory=list)
    missing: list[tuple[int, list[int]]] = field(default_factory=list)
    winner: str | None = None
    games: tuple[int, int] | None = None


class Standing(NamedTuple):
    """Where a match may stand: as what is written has it, and by what may have been there unseen, too."""

    states: frozenset[State]
    unseen: frozenset[State]


def missing_before(numbers: Sequence[int], start: Start | None) -> list[tuple[int, list[int]]]:
    """The numbers left out between hands, and before the first where no `start` says that the record begins in mid-match."""
    found = []
    last = 0 if start is None else numbers[0] - 1
    for number in numbers:
        if number > last + 1:
            found.append((number, list(range(last + 1, number))))
        last = number
    return found


def follow(sheet: str, rows: Sequence[Row], start: Start | None = None, *, best_of_three: bool = False) -> Course:
    """The course of a match of a sheet that has levels, by its score sheet."""
    to_win = games_to_win(sheet, best_of_three=best_of_three)
    course = Course(winner=won_before(start, to_win))
    states = begins(sheet, start, rows[0].no, to_win)
    at = Standing(states, with_failures(states))
    gaps = dict(missing_before([row.no for row in rows], start))
    for row, later in zip(rows, [*rows[1:], None], strict=True):
        if course.winner is not None:
            course.hands.append(Told(row.no, beyond=True))
            continue
        if row.no in gaps:
            course.missing.append((row.no, gaps[row.no]))
            states = anything(sheet, to_win)
            at = Standing(states, with_failures(states))
        told = Told(row.no)
        following = later if later is not None and later.no == row.no + 1 else None
        at = _step(sheet, at, row, following, told, to_win)
        course.hands.append(told)
        course.winner = _common(state.winner for state in at.states)
    course.games = _common(state.games for state in at.states)
    return course


def _step(sheet: str, at: Standing, row: Row, following: Row | None, told: Told, to_win: int) -> Standing:
    """One hand: what it was played at, and where the match stands after it."""
    tests = _played_at(sheet, row)
    before = _narrowed(in_office(sheet, at.states), tests, told)
    unseen = before | _fitting(in_office(sheet, at.unseen), tests)
    told.level = _common(_level(sheet, state) for state in before)
    told.dealer = _common(state.who for state in before) if sheet in TRICKS else None
    claims = _claimed(row)
    reached = _reached(sheet, before, row, to_win, "as written")
    possible = _leading_to(sheet, _reached(sheet, unseen, row, to_win, "unseen"), claims, following)
    if possible and not any(_levels_fit(state, row, following) for state in reached):
        told.next_dealer = _common(state.who for state in possible)
        return Standing(possible, possible)
    told.levels = {side: _common(state.levels[place] for state in reached) for place, side in enumerate(SIDES)}
    told.next_dealer = _common(state.who for state in reached) if sheet in TRICKS else None
    return Standing(_narrowed(reached, claims, told), possible)


def _levels_fit(state: State, row: Row, following: Row | None) -> bool:
    """Whether the levels claimed are those of a state, and the next hand's is that of one of the sides that may play it."""
    levels = dict(zip(SIDES, state.levels, strict=True))
    if any(levels[side] != level for side, level in (row.levels or {}).items()):
        return False
    if following is None or following.level is None:
        return True
    if state.fresh:
        return following.level == "2"
    banks = {side_of(seat) for seat in (state.who, following.dealer) if seat is not None}
    return not banks or following.level in {levels[side] for side in banks}


def _leading_to(
    sheet: str, states: Iterable[State], claims: Sequence[tuple[Wrong, Test]], following: Row | None
) -> frozenset[State]:
    """The states that fit what is claimed, and from which the hand that comes next can have been played."""
    tests = _played_at(sheet, following) if following is not None else []
    return frozenset(
        state for state in _fitting(states, claims) if following is None or _fitting(in_office(sheet, [state]), tests)
    )


def _reached(sheet: str, before: Iterable[State], row: Row, to_win: int, how: Declared) -> frozenset[State]:
    return frozenset(later for state in before for later in after(sheet, state, row.result, to_win, how))


def in_office(sheet: str, states: Iterable[State]) -> frozenset[State]:
    """The states with somebody to play the hand; anybody may be, where that is declared for or drawn."""
    found = set()
    for state in states:
        if state.winner is None and state.who is not None:
            found.add(state)
        elif state.winner is None:
            levels = ("2", "2") if state.fresh else state.levels
            whos: Sequence[str] = SEATS if sheet in TRICKS else SIDES
            found |= {State(levels, who, games=state.games) for who in whos}
    return frozenset(found)


def _level(sheet: str, state: State) -> str:
    """The level of a hand played in a state: that of the side in office (SJ-8, D-CDP-32), of the last 上游's (D-GD-04)."""
    assert state.who is not None
    side = side_of(state.who) if sheet in TRICKS else state.who
    return state.levels[SIDES.index(side)]


def _played_at(sheet: str, row: Row) -> list[tuple[Wrong, Test]]:
    tests: list[tuple[Wrong, Test]] = []
    if row.dealer is not None:
        tests.append(("dealer", lambda state: state.who == row.dealer))
    if row.level is not None:
        tests.append(("level", lambda state: _level(sheet, state) == row.level))
    return tests


def _claimed(row: Row) -> list[tuple[Wrong, Test]]:
    tests: list[tuple[Wrong, Test]] = []
    if row.levels is not None:
        claimed = row.levels
        tests.append(("levels", lambda state: all(state.levels[SIDES.index(side)] == claimed[side] for side in claimed)))
    if row.next_dealer is not None:
        tests.append(("next_dealer", lambda state: state.winner is None and state.who in (None, row.next_dealer)))
    return tests


def _fitting(states: Iterable[State], tests: Sequence[tuple[Wrong, Test]]) -> frozenset[State]:
    return frozenset(state for state in states if all(test(state) for _, test in tests))


def _narrowed(states: frozenset[State], tests: Sequence[tuple[Wrong, Test]], told: Told) -> frozenset[State]:
    """The states that fit what is recorded; where nothing fits one of them, it is wrong and left out, and where they do not fit
    together, the later one is.
    """
    for wrong, test in tests:
        fitting = _fitting(states, [(wrong, test)])
        if fitting:
            states = fitting
        else:
            told.wrong.add(wrong)
    return states


def _common(values: Iterable[T]) -> T | None:
    """The value that all have, None where they differ or there are none."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


# ---------------------------------------------------------------------------------------- matches of so many hands


def beyond_the_schedule(sheet: str, numbers: Sequence[int], points: Mapping[int, Mapping[str, int]]) -> list[int]:
    """The hands that a match of 双扣 or 大怪路子 has not got.

    双扣 has eight (D-SK-01). 大怪路子 has six (DG-1.2), and one more if points and first places are equal (DG-5.9). `points`
    are those known of its deals, by their numbers: where one of the six is not known nobody can say whether that came about,
    and where the seventh is not on record, whether it was the one that counted.
    """
    if sheet == "shuangkou":
        return [number for number in numbers if number > len(shuangkou.LEVELS)]
    six = [points[number] for number in range(1, 7) if number in points]
    extra = len(six) < 6 or daguai.match_result(six).by == "extra deal"
    last = 6 if not extra else 7 if 7 in numbers else max(numbers)
    return [number for number in numbers if number > last]


def leader_by_number(number: int, seen: Mapping[int, str]) -> str | None:
    """Who leads a deal of 大怪路子, by who led another (DG-4.1); None for the extra deal, and where that is not known."""
    led = [(other, seat) for other, seat in seen.items() if other <= 6]
    if number > 6 or not led:
        return None
    other, seat = led[0]
    return daguai.next_seat(seat, (number - other) % 6)
