"""The ending of a climbing game's hand from a place in its record on."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from paipu.replay.cards import UNKNOWN
from paipu.replay.climbing.combos import Reading
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.states import UNTOLD, ClimbingState, ClimbingView, OnTable
from paipu.replay.faults import Moment
from paipu.replay.notation import PASS
from paipu.replay.solve.solution import PlayValue, Reason, Solution, Value, narrowed
from paipu.replay.solve.tables_climbing import ALL_AT_MOST, CARDS_AT_MOST, ZERO, ClimbingTables


class Trick(NamedTuple):
    """The trick under way: who holds it as what, how many are to pass yet, and the seats that have passed, as a mask."""

    holder: int = 0
    reading: Reading | None = None
    waiting: int = 0
    passed: int = 0
    told: bool = True


def trick_of(view: ClimbingView, table: Sequence[OnTable], holding: Sequence[bool]) -> Trick:
    """What the plays of a trick come to, given who still has cards."""
    sheet, found = view.sheet, Trick()
    reentry = sheet.rounds.reentry
    for each in table:
        seat = sheet.seat_at[each.seat]
        if each.cards == PASS:
            waiting = found.waiting - (1 if reentry or not found.passed >> seat & 1 else 0)
            found = found._replace(waiting=waiting, passed=found.passed | 1 << seat)
            continue
        barred = 0 if reentry else found.passed
        waiting = sum(held and other != seat and not barred >> other & 1 for other, held in enumerate(holding))
        found = Trick(seat, each.reading, waiting, found.passed, found.told and each.reading is not None)
    return found


def solve_climbing(
    view: ClimbingView, at: Moment, nodes: int, *, plays: bool = True, out: Sequence[str] = ()
) -> Solution | None:
    """What a position is worth to the first side, and each play in it. None where nobody is to play there.

    `out` are the seats that were out before the hand as it is on record begins, in their order, where that is known.
    """
    machine, played = view.result.machine, view.result.played
    if machine is None or played is None or not view.frames:
        return None
    frame = next((each for each in view.frames if (each.trick, each.play) == at), None)
    before = view.frames[frame.ply - 1] if frame is not None else view.frames[-1]
    holding = [bool(before.hands[each] or before.left[each]) for each in view.sheet.seats]
    trick = trick_of(view, before.table, holding)
    if frame is not None:
        seat = frame.seat
    else:  # what would come next
        turn = machine.within if trick.waiting else machine.turn
        seat = view.sheet.seats[turn] if turn is not None and not machine.over and at == _next_place(before, trick) else None
    if seat is None:
        return None
    if at[1] == 1:
        trick = Trick()
    gone = (*out, *before.out[len(out) :])
    return _Ending(view, before, gone, machine.sides, played.ctx, nodes).solve(seat, trick, plays=plays)


def _next_place(last: ClimbingState, trick: Trick) -> Moment:
    """The place after the last that is on record."""
    return (last.trick, last.play + 1) if trick.waiting else (last.trick + 1, 1)


class _Ending:
    """A search, asked for one value after the other, all from one budget."""

    def __init__(
        self,
        view: ClimbingView,
        before: ClimbingState,
        out: Sequence[str],
        sides: Sequence[int],
        ctx: LevelContext,
        nodes: int,
    ) -> None:
        self.sheet, self.out, self.limit = view.sheet, out, nodes
        hands = [before.hands[seat] for seat in self.sheet.seats]
        self.reason: Reason | None = None
        if any(UNKNOWN in hand for hand in hands) or UNTOLD in out:
            self.reason = "unknown"
        elif max(map(len, hands)) > CARDS_AT_MOST or sum(map(len, hands)) > ALL_AT_MOST:
            self.reason = "cards"
        elif sum(1 << len(hand) for hand in hands) > nodes:  # each set of cards is read before the search begins
            self.reason = "nodes"
        self.tables = ClimbingTables(self.sheet, ctx, hands if self.reason is None else [()] * len(hands), sides)
        self.search = self.tables.search()

    def solve(self, seat: str, trick: Trick, *, plays: bool) -> Solution:
        """The position and its plays."""
        sheet, tables, search = self.sheet, self.tables, self.search
        turn = sheet.seat_at[seat]
        order = 0
        for each in self.out if UNTOLD not in self.out else ():
            order = order << 3 | sheet.seat_at[each] + 1
        known = tables.order(order)
        value = Value((known >> 8 & 255) - ZERO, (known & 255) - ZERO)
        if not trick.told and self.reason is None:
            self.reason = "lead"
        found: list[PlayValue] = []
        if self.reason is None:
            table = tables.number(trick.reading) if trick.reading is not None else 0
            search.start(turn, trick.holder, table, trick.waiting, trick.passed, order)
            for number, cards in enumerate(tables.cards):
                search.hold(number, (1 << len(cards)) - 1)
            search.grant(self.limit)
            leads = tables.sides[turn] == 0
            if plays:
                for play in search.listed():
                    text = tables.text(play) if play >= 0 else PASS
                    found.append(PlayValue(text, self._value(play, value)))
                sign = -1 if leads else 1
                found.sort(key=lambda each: (sign * each.value.low, sign * each.value.high, each.cards))
                best = max if leads else min
                value = Value(best(each.value.low for each in found), best(each.value.high for each in found))
            else:
                value = self._value(None, value)
            if not value.exact or not all(each.value.exact for each in found):
                self.reason = "nodes"
        first = "".join(each for each in sheet.seats if tables.sides[sheet.seat_at[each]] == 0)
        unit: Literal["levels", "place_points"] = "levels" if sheet.places is None else "place_points"
        return Solution(seat, first, unit, value, tuple(found), self.reason, search.nodes)

    def _value(self, play: int | None, bounds: Value) -> Value:
        """What the position is worth, or it after a play."""
        search = self.search

        def reaches(beta: int) -> int:
            return search.ask(beta) if play is None else search.ask_after(play, beta)

        return narrowed(search, reaches, bounds, sum(bounds) // 2)
