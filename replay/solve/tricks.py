"""The ending of a trick game's hand from a place in its record on."""

from collections.abc import Iterable
from typing import NamedTuple

from paipu.replay.faults import Moment
from paipu.replay.plays import plays_of
from paipu.replay.solve.search_tricks import TrickSearch
from paipu.replay.solve.solution import PlayValue, Reason, Solution, Value, narrowed
from paipu.replay.solve.tables_tricks import CARDS_AT_MOST, UNITS_AT_MOST, TrickTables
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.score import captures
from paipu.replay.tricks.states import TrickView


class Position(NamedTuple):
    """A trick game before a play: the machine before the trick, and what was played in it (seat, cards, if it ranks lowest).

    `leader` leads the trick, `so_far` are the attackers' points in the tricks before it, with what was charged till then.
    """

    played: Played
    machine: TrickMachine
    leader: int
    made: tuple[tuple[int, int, bool], ...]
    so_far: int

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.made)) % len(self.machine.hands)


def position(view: TrickView, at: Moment) -> Position | None:
    """The position before a play on record, or before the one that would come next; None where there is none."""
    played = view.result.played
    if played is None:
        return None
    tricks, (trick, play) = view.tricks, at
    machine = view.machine(played)
    if trick < 1 or play < 1 or trick > len(tricks) + 1:
        return None
    rows = [row for row in plays_of(machine.sheet, tricks) if row.trick == trick]
    if play > len(rows) + 1:
        return None
    machine.run(tricks[: trick - 1])
    lowest = machine.lowest.get(trick, ())
    made = tuple((row.seat, played.ctx.parse("".join(row.stood)).cards, row.seat in lowest) for row in rows if row.play < play)
    if len(made) == len(machine.hands) or not any(machine.hands):
        return None
    frame = next((each for each in reversed(view.frames) if each.trick < trick), None)
    so_far = machine.attackers_points + (frame.penalties if frame is not None else 0)
    return Position(played, machine, rows[0].seat if rows else machine.turn, made, so_far)


def solve_tricks(view: TrickView, at: Moment, nodes: int, *, plays: bool = True, taker: str | None = None) -> Solution | None:
    """What a position is worth, and each play in it. None where nobody is to play there.

    A kitty that is not known is searched with the least and with the most points that it may have. `taker` took it up last
    (炒底), where the record does not tell.
    """
    found = position(view, at)
    if found is None:
        return None
    seats, last = view.sheet.seats, taker or view.settlement.taker
    took = seats.index(last) if last is not None else None
    captured = [captures(found.machine.sheet, seat, found.machine.dealer, took) for seat in range(len(seats))]
    least, most = kitty_points(found) if any(captured) else (0, 0)
    if least == most:
        return _Ending(found, took, least, nodes).solve(plays=plays)
    low, high = (_Ending(found, took, points, max(nodes // 2, 1)).solve(plays=plays) for points in (least, most))
    values = {each.cards: each.value.high for each in high.plays}
    between = [each._replace(value=Value(each.value.low, values[each.cards])) for each in low.plays]
    value = Value(low.value.low, high.value.high)
    sure = value.exact and all(each.value.exact for each in between)
    return low._replace(
        value=value,
        plays=best_first(between, attacks=(found.seat - found.machine.dealer) % 2 == 1),
        reason=low.reason or high.reason or (None if sure else "kitty"),
        nodes=low.nodes + high.nodes,
    )


def kitty_points(at: Position) -> tuple[int, int]:
    """The least and the most points that the kitty may have: what it has, where that is known; else by the cards not seen."""
    ctx, sheet, kitty = at.played.ctx, at.machine.sheet, at.played.held.kitty
    if kitty is not None:
        return (ctx.points_in(kitty),) * 2
    unseen = ctx.deck
    for hand in at.played.held.hands:
        unseen = ctx.minus(unseen, hand)
    worth = sorted(ctx.points[card] for card in ctx.unpack(unseen))
    size = sheet.kitty_size
    return sum(worth[:size]), sum(worth[len(worth) - size :])


def best_first(plays: Iterable[PlayValue], *, attacks: bool) -> tuple[PlayValue, ...]:
    """Plays in the order in which whose turn it is would have them."""
    sign = -1 if attacks else 1
    return tuple(sorted(plays, key=lambda each: (sign * each.value.low, sign * each.value.high, each.cards)))


class _Ending:
    """A search, asked for one value after the other, all from one budget; `kitty` is what the kitty's cards count."""

    def __init__(self, at: Position, taker: int | None, kitty: int, nodes: int) -> None:
        self.at, self.limit = at, nodes
        self.sheet, machine, ctx = at.machine.sheet, at.machine, at.played.ctx
        self.attackers = self.sheet.sides[1 - machine.dealer % 2]
        known = all(machine.complete)
        self.total = sum(map(ctx.points_in, machine.hands)) if known else ctx.points_in(ctx.deck)
        self.tables = TrickTables(self.sheet, ctx, machine.hands, machine.dealer, taker, kitty)
        self.reason = self._refused()
        self.search: TrickSearch | None = None
        if self.reason is None:
            self.search = self.tables.search()
            self._lay()

    def _refused(self) -> Reason | None:
        """Why nothing can be searched."""
        machine = self.at.machine
        if not all(machine.complete) or len({machine.ctx.size(hand) for hand in machine.hands}) > 1:
            return "unknown"
        if len(self.tables.cards[0]) > CARDS_AT_MOST:
            return "cards"
        return "units" if any(len(units) > UNITS_AT_MOST for units in self.tables.units) else None

    def _lay(self) -> None:
        """Lay the plays that were made in the trick."""
        search = self._search()
        search.start(self.at.leader, self.limit)
        for number, (seat, packed, loses) in enumerate(self.at.made):
            held = (1 << len(self.tables.cards[seat])) - 1
            if not search.given(number, self.tables.mask(seat, held, packed), int(loses)):
                self.reason = "lead"

    def _search(self) -> TrickSearch:
        assert self.search is not None  # noqa: S101 - there is one where there is no reason against it
        return self.search

    def solve(self, *, plays: bool) -> Solution:
        """The position and its plays."""
        attacks = bool((self.at.seat - self.at.machine.dealer) % 2)
        found: list[PlayValue] = []
        value = self._widest()
        nodes = 0
        if self.reason is None:
            search = self._search()
            if plays:
                found = self._plays(attacks=attacks)
                best = max if attacks else min
                value = Value(best(each.value.low for each in found), best(each.value.high for each in found))
            else:
                value = self._value(len(self.at.made), value)
            nodes = search.nodes
            if not value.exact or not all(each.value.exact for each in found):
                self.reason = "nodes"
        seats = self.sheet.seats
        return Solution(
            seat=seats[self.at.seat],
            side=self.attackers,
            unit="points",
            value=self._told(value),
            plays=tuple(each._replace(value=self._told(each.value)) for each in found),
            reason=self.reason,
            nodes=nodes,
        )

    def _plays(self, *, attacks: bool) -> list[PlayValue]:
        search, at, number = self._search(), self.at, len(self.at.made)
        found = []
        guess = None
        for mask in search.listed(number):
            search.given(number, mask, 0)
            value = self._value(number + 1, self._widest(), guess)
            guess = value.low
            found.append(PlayValue(self.tables.text(at.seat, mask), value))
        return list(best_first(found, attacks=attacks))

    def _widest(self) -> Value:
        return Value(0, self.total + self.tables.most_of_all())

    def _value(self, made: int, bounds: Value, guess: int | None = None) -> Value:
        """What is still to be had after so many plays of the trick."""
        search, step = self._search(), self.tables.step
        if guess is None:
            guess = (bounds.low + min(bounds.high, self.total)) // 2 // step * step
        return narrowed(search, lambda beta: search.ask(made, beta), bounds, guess, step)

    def _told(self, value: Value) -> Value:
        return Value(value.low + self.at.so_far, value.high + self.at.so_far)
