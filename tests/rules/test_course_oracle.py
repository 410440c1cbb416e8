"""The engine's course of a match against the oracle's, on score sheets with hands, results and facts left out or wrong.

Where facts are missing the engine may leave open what follows from the rest; it never says more than all ways agree on, and
nothing is wrong for it that fits one of them.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.findings import Kind
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Start
from tests.many import many
from tests.oracle import chaodipi, course, daguai, shuangkou
from tests.oracle.cards import RANKS, SEATS, SIDES, next_seat, side_of
from tests.rules.registry import told

ENDED: Final = ("MATCH-OVER", "MATCH-HANDS")
PLAYED_AT: Final = ("LEVEL-IN-FORCE", "START-LEVEL", "DEALER-NEXT", "DEALER-PARTNER")
CLAIMS: Final = ("CLAIM-LEVELS", "CLAIM-NEXT")


# ---------------------------------------------------------------------------------------- matches


def in_mid_match(rng: random.Random, sheet: str, to_win: int) -> course.State:
    """A table somewhere in a match, more often near the end of it."""
    levels = course.levels_of(sheet)
    high = levels[-4:]
    pair = (rng.choice(rng.choice((levels, high))), rng.choice(rng.choice((levels, high))))
    who = rng.choice(SEATS if sheet in course.TRICKS else SIDES)
    state = course.State(pair, who, games=(rng.randrange(to_win), rng.randrange(to_win)))
    if state in course.anything(sheet, to_win):  # a side that carries the flag may have failed before
        return rng.choice(sorted(course.with_failures([state])))
    return in_mid_match(rng, sheet, to_win)


def random_result(rng: random.Random, sheet: str) -> int | str:
    """Points of any size, or an order out."""
    if sheet in course.TRICKS:
        return rng.choice((0, 5, 35, 40, 75, 80, 95, 100, 120, 160, rng.randrange(0, 305, 5)))
    order = "".join(rng.sample(SEATS, 4))
    first = order[0]
    return f"{order[:2]}{next_seat(first, 3)}{next_seat(first)}" if order[1] == next_seat(first, 2) else order


def played(rng: random.Random, sheet: str, state: course.State, no: int, to_win: int, hands: int) -> list[course.Row]:
    """A true score sheet of so many hands, or of fewer and perhaps some more after the match is over."""
    rows: list[course.Row] = []
    while len(rows) < hands:
        if state.winner is not None:
            if rng.random() < 0.6:
                break
            state = in_mid_match(rng, sheet, to_win)
        state = rng.choice(sorted(course.in_office(sheet, [state])))
        who, result = state.who, random_result(rng, sheet)
        assert who is not None
        side = side_of(who) if sheet in course.TRICKS else who
        level = state.levels[SIDES.index(side)]
        how = "unseen" if rng.random() < 0.1 else "as written"
        state = rng.choice(sorted(course.after(sheet, state, result, to_win, how)))
        levels = dict(zip(SIDES, state.levels, strict=True))
        tricks = sheet in course.TRICKS
        rows.append(course.Row(no + len(rows), level, who if tricks else None, result, levels, state.who if tricks else None))
    return rows


def thinned(rng: random.Random, rows: Sequence[course.Row], how: float) -> list[course.Row]:
    """Some hands left out, and some of what is told of the others."""
    kept = [row for row in rows if rng.random() >= how / 2] or [rows[0]]
    names = ("level", "dealer", "result", "levels", "next_dealer")
    return [course.Row(**{**row._asdict(), **{name: None for name in names if rng.random() < how}}) for row in kept]


def with_a_slip(rng: random.Random, sheet: str, rows: Sequence[course.Row]) -> list[course.Row]:
    """One entry of the score sheet written wrongly."""
    index = rng.randrange(len(rows))
    row = rows[index]
    slips: list[course.Row] = []
    if row.level is not None:
        slips.append(row._replace(level=rng.choice([level for level in course.levels_of(sheet) if level != row.level])))
    if row.dealer is not None:
        slips.append(row._replace(dealer=next_seat(row.dealer, rng.choice((1, 3)))))
    if row.levels is not None:
        side = rng.choice(SIDES)
        slips.append(row._replace(levels={**row.levels, side: rng.choice(course.levels_of(sheet))}))
    if row.next_dealer is not None:
        slips.append(row._replace(next_dealer=next_seat(row.next_dealer, rng.choice((1, 3)))))
    return [*rows[:index], rng.choice(slips or [row]), *rows[index + 1 :]]


# ---------------------------------------------------------------------------------------- both are asked


def record_of(sheet: str, rows: Sequence[course.Row], start: course.Start | None, *, final: bool) -> GameRecord:
    """The score sheet as a record."""
    hands = []
    for row in rows:
        result: dict[str, Any] = {"finish": row.result} if isinstance(row.result, str) else {"attackers": row.result}
        claims = HandClaims(levels=row.levels, next_dealer=row.next_dealer, **result)
        hands.append(Hand(no=row.no, level=row.level, dealer=row.dealer, claims=claims))
    begun = None if start is None else Start(levels=start.levels, dealer=start.dealer, games=start.games or {})
    event = Event(stage="final") if final else None
    return GameRecord(id="t", sheet=sheet, start=begun, hands=tuple(hands), event=event)


def spelt(numbers: Sequence[int]) -> str:
    """Numbers in a row as the engine names them."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def held_against(result: Audit, wanted: course.Course, tally: Counter[str], *, whole: bool) -> None:
    """The engine says nothing that the oracle does not, and of a `whole` record all of it; `tally` counts how much both say.

    After the first hand that has something wrong the two may go on differently.
    """
    said = told(result.findings)
    missing = [(f.where.hand, f.actual) for f in result.findings if f.code == "HANDS-MISSING"]
    should = [(number, spelt(numbers)) for number, numbers in wanted.missing]
    faultless = not any(each.wrong for each in wanted.hands)
    ended = {f.where.hand for f in result.findings if f.code in ENDED}
    beyond = {each.no for each in wanted.hands if each.beyond}
    if faultless:
        assert ended == beyond if whole else ended <= beyond, said
    if faultless and ended == beyond:
        assert missing == should, said
        assert result.match.winner == wanted.winner or (result.match.winner is None and not whole), said
    for mine, theirs in zip(result.hands, wanted.hands, strict=True):
        at_fault = {f.code for f in result.findings if f.where.hand == mine.no and f.kind is not Kind.OPEN}
        if mine.no in ended:
            assert len(at_fault) == 1, said
            assert (mine.levels, mine.next_dealer) == (None, None), said
        if theirs.beyond:
            tally["beyond for both" if mine.no in ended else "beyond for the oracle alone"] += 1
            continue
        assert all(code.startswith((*PLAYED_AT, *CLAIMS)) for code in at_fault), said
        if theirs.wrong:
            tally["wrong for both" if at_fault else "wrong for the oracle alone"] += 1
            assert at_fault or not whole, (theirs, said)
            return
        assert not at_fault, (theirs, said)
        levels = ((side, (mine.levels or {}).get(side), theirs.levels.get(side)) for side in SIDES)
        others = ((name, getattr(mine, name), getattr(theirs, name)) for name in ("level", "dealer", "next_dealer"))
        for name, ours, ought in (*levels, *others):
            assert ours == ought or (ours is None and not whole), (name, mine, theirs, said)
            tally["told by both" if ours is not None else "told by the oracle alone"] += ought is not None


def random_match(rng: random.Random, sheet: str) -> tuple[list[course.Row], course.Start | None, bool]:
    """Rows, where the record says that it begins, and whether it is a final of up to three games."""
    final = sheet == "chaodipi" and rng.random() < 0.3
    to_win = course.games_to_win(sheet, best_of_three=final)
    if rng.random() < 0.4:
        return played(rng, sheet, course.State(), 1, to_win, rng.randint(1, 9)), None, final
    state, no = in_mid_match(rng, sheet, to_win), rng.choice((1, 4))
    rows = played(rng, sheet, state, no, to_win, rng.randint(1, 7))
    if no > 1 and rng.random() < 0.2:
        return rows, None, final
    dealer = state.who if sheet in course.TRICKS and rng.random() < 0.7 else None
    games = dict(zip(SIDES, state.games, strict=True)) if to_win > 1 and rng.random() < 0.7 else None
    levels = dict(zip(SIDES, state.levels, strict=True))
    if rng.random() < 0.2:
        levels.pop(rng.choice(SIDES))
    return rows, course.Start(levels, dealer, games), final


def told_whole(rows: Sequence[course.Row], start: course.Start | None, to_win: int) -> bool:
    """Whether the record tells where it begins, and whose level is in force."""
    if start is None:
        return rows[0].no == 1
    return len(set(start.levels.values())) == 2 and (to_win == 1 or start.games is not None)


def check_courses(sheet: str, seeds: range) -> Counter[str]:
    """Ask both about the match of every seed."""
    tally: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        rows, start, final = random_match(rng, sheet)
        less = rng.choice((0.0, 0.2, 0.4))
        rows = thinned(rng, rows, less)
        if rng.random() < 0.5:
            rows = with_a_slip(rng, sheet, rows)
        wanted = course.follow(sheet, rows, start, best_of_three=final)
        whole = not less and told_whole(rows, start, course.games_to_win(sheet, best_of_three=final))
        held_against(audit(record_of(sheet, rows, start, final=final)), wanted, tally, whole=whole)
    return tally


@pytest.mark.parametrize("sheet", course.WITH_LEVELS)
@many(15, 3_000)
def test_the_course_of_matches(sheet: str, seeds: range) -> None:
    """Levels, bankers, winner, hands missing and hands beyond the end."""
    tally = check_courses(sheet, seeds)
    assert tally["told by both"] > tally["told by the oracle alone"]
    assert tally["wrong for both"] > tally["wrong for the oracle alone"]


# ---------------------------------------------------------------------------------------- what `start` says to no effect


@pytest.mark.parametrize("sheet", [*course.WITH_LEVELS, "shuangkou", "daguai"])
@many(4, 1_000)
def test_what_a_sheet_has_no_use_for_at_the_start(sheet: str, seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        sides = SIDES if sheet != "daguai" else ("135", "246")
        levels = {side: rng.choice((*RANKS, chaodipi.FLAG)) for side in sides if rng.random() < 0.7}
        games = {side: rng.randrange(2) for side in sides} if rng.random() < 0.5 else None
        start = course.Start(levels, None, games)
        record = record_of(sheet, [course.Row(4)], start, final=False)
        found = [each for each in audit(record).findings if each.code == "START-IDLE"]
        assert len(found) == course.idle(sheet, start), (start, told(tuple(found)))


# ---------------------------------------------------------------------------------------- matches of so many hands


@many(6, 2_000)
def test_hands_that_shuangkou_has_not_got(seeds: range) -> None:
    """Bankers and levels by the number, whatever is missing; totals only where nothing is."""
    for seed in seeds:
        rng = random.Random(seed)
        numbers = sorted(rng.sample(range(1, 12), rng.randint(1, 9)))
        scores = {number: rng.choice((20, 40, 80, 120, 160)) for number in numbers}
        hands = [Hand(no=number, claims=HandClaims(attackers=scores[number])) for number in numbers]
        result = audit(GameRecord(id="t", sheet="shuangkou", hands=tuple(hands)))
        beyond = course.beyond_the_schedule("shuangkou", numbers, {})
        found = [(each.where.hand, each.actual) for each in result.findings if each.code == "HANDS-MISSING"]
        missing = [(number, [no for no in gap if no <= 8]) for number, gap in course.missing_before(numbers, None)]
        assert found == [(number, spelt(gap)) for number, gap in missing if gap], (numbers, found)
        assert [each.where.hand for each in result.findings if each.code in ENDED] == beyond, numbers
        for hand in result.hands:
            if hand.no not in beyond:
                assert (hand.dealer, hand.level) == shuangkou.schedule(hand.no), numbers
        whole = [number for number in numbers if number not in beyond] == list(range(1, 9))
        sums = [shuangkou.hand_score(scores[number], shuangkou.schedule(number)[0]) for number in range(1, 9)] if whole else []
        winner, points = shuangkou.match_result(sums) if whole else (None, None)
        assert (result.match.winner, result.match.points or None) == (winner, points), numbers


@many(6, 2_000)
def test_hands_that_daguai_has_not_got(seeds: range) -> None:
    """Who leads, by who led another; an extra deal where the six end level, or one of them is not known."""
    for seed in seeds:
        rng = random.Random(seed)
        some = sorted(rng.sample(range(1, 9), rng.randint(1, 8)))
        numbers = some if rng.random() < 0.6 else list(range(1, rng.randint(7, 10)))
        orders = {number: random_places(rng) for number in numbers}
        known = {number: order for number, order in orders.items() if rng.random() < 0.9}
        first, odd = rng.choice(daguai.SEATS), rng.choice(numbers) if rng.random() < 0.4 else None
        leads = {number: course.leader_by_number(number, {1: first}) for number in numbers if rng.random() < 0.6}
        if odd is not None and odd in leads and leads[odd] is not None:
            leads[odd] = daguai.next_seat(leads[odd] or first, rng.randint(1, 5))
        hands = [Hand(no=number, lead=leads.get(number), claims=HandClaims(finish=known.get(number))) for number in numbers]
        result = audit(GameRecord(id="t", sheet="daguai", hands=tuple(hands)))
        points = {number: daguai.deal_points(order) for number, order in known.items()}
        beyond = course.beyond_the_schedule("daguai", numbers, points)
        said = (numbers, known, leads, told(result.findings))
        ended = [each.where.hand for each in result.findings if each.code in ENDED]
        assert ended == beyond if set(range(1, 7)) <= set(known) else set(ended) <= set(beyond), said
        found = [(each.where.hand, each.actual) for each in result.findings if each.code == "HANDS-MISSING"]
        missing = [each for each in course.missing_before(numbers, None) if each[0] not in ended]
        assert found == [(number, spelt(gap)) for number, gap in missing], said
        fits = any(
            all(course.leader_by_number(number, {1: seat}) in (None, lead) for number, lead in leads.items() if lead)
            for seat in daguai.SEATS
        )
        wrong = [each.where.hand for each in result.findings if each.code.startswith(("LEAD", "DEALER"))]
        assert bool(wrong) == (not fits), said
        if set(range(1, 7)) <= set(known):
            counted = daguai.match_result([points[number] for number in range(1, 8) if number in points])
            assert result.match.winner == counted.winner, said
        else:
            assert result.match.winner is None, said


def random_places(rng: random.Random) -> str:
    """An order of all six, now and then one that keeps a match level."""
    return rng.choice(("".join(rng.sample(daguai.SEATS, 6)), "135246", "246135"))
