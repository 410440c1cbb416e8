"""Viewing a hand: the same machine as the audit, stepped play by play, with legal alternatives on demand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, zip_longest
from typing import Final, Literal, NamedTuple

from paipu.replay.cards import HIDDEN, UNKNOWN
from paipu.replay.climbing.combos import Kind, Reading, beats
from paipu.replay.climbing.context import LevelContext, Play
from paipu.replay.climbing.exchange import Finished, Moved
from paipu.replay.climbing.legal import count_plays, legal_plays
from paipu.replay.climbing.places import Placed, summed
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.result import HandResult
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.terms import MatchState
from paipu.replay.notation import PASS, UNSEEN, read_token
from paipu.replay.plays import PlayAt, plays_of
from paipu.replay.report import Report
from paipu.replay.states import HandView, Seen

UNTOLD: Final = "?"
_ALL: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTable:
    """A play that lies on the table: who made it, the cards (`-` is a pass), and what they count as.

    `reading` is None for a pass, for a play that broke a rule, and for one of which too little was seen, or of what lay there
    (`unseen`). `why` says what decides it: the cards can be nothing else
    (`only`), nothing else that they can be beats what lies there (`beats`), the player declared it (`declared`), or nothing was
    said and the sheet decides (`undeclared`).
    """

    seat: str
    cards: str
    reading: Reading | None
    declared: str | None = None
    why: Literal["only", "beats", "declared", "undeclared"] | None = None
    unseen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimbingState(Seen):
    """A hand of a climbing game at one ply; ply 0 is after the tribute.

    `made` is the play just made, `table` the plays of the trick under way; `relieved` is who won the trick before and, being
    out, left the lead to another (接风). `out` are the seats that are out, in order, with `?` (`UNTOLD`) for each that was out
    before the record begins, where it does not tell in which order; `wild` the wild cards of the level.
    """

    left: Mapping[str, int] = field(default_factory=dict)
    made: OnTable | None = None
    table: tuple[OnTable, ...] = ()
    relieved: str | None = None
    out: tuple[str, ...] = ()
    wild: frozenset[str] = frozenset()


class Choices(NamedTuple):
    """The legal plays of one kind and number of cards, weakest first: some of them with what they are, and how many in all."""

    kind: Kind
    size: int
    plays: tuple[tuple[str, Reading], ...]
    total: int


class ClimbingAlternatives(NamedTuple):
    """What a seat could have played on what lay on the table (`against`; None for a leader), an example of each reading.

    `total` counts the readings; `passing` says that it could pass as well.
    """

    against: Reading | None
    groups: tuple[Choices, ...]
    total: int
    passing: bool


class Gift(NamedTuple):
    """A card of the tribute, from one seat to another; `back` for a return."""

    giver: str
    taker: str
    card: str
    back: bool


class ClimbingTerms(NamedTuple):
    """What a hand was played under, and what its end meant. None and empty are "cannot be told".

    `owner` is the side whose level was in force, None also while both began level; `levels`, `games` and `totals` are those of
    both sides before the hand, which `first` says is the first of a game. `before` is the finishing order of the hand before,
    `before_double` whether it was 双下. `leaders` are the seats that were to lead, by the tribute or as `banker`. `double`,
    `rise` (a side, by how many levels) and `passed` (whether that passed the last level) tell of this hand's end.
    `first_seconds` and `seconds` are the limits of think time.
    """

    level: str | None
    owner: str | None
    levels: Mapping[str, str]
    games: Mapping[str, int]
    totals: Mapping[str, int]
    first: bool
    before: str | None
    before_double: bool
    banker: str | None
    gifts: tuple[Gift, ...]
    resisted: bool
    leaders: str
    double: bool
    rise: tuple[str, int] | None
    passed: bool
    first_seconds: int | None
    seconds: int | None


class Turn(NamedTuple):
    """A play as it is to be made: the hand of its seat before it, whether all of that is `known`, and what there is to beat."""

    at: PlayAt
    hand: int
    known: bool
    against: Reading | None


class ClimbingView(HandView[ClimbingSheet, MatchState, HandResult, ClimbingState]):
    """A hand of a climbing game."""

    tallied: tuple[int, tuple[Placed, ...]] | None

    @property
    def tricks(self) -> Sequence[str]:
        """None where the level cannot be told."""
        return self.result.machine.tricks if self.result.machine is not None else ()

    def machine(self) -> ClimbMachine | None:
        """The hand before trick 1, at the level that the audit found for it; None if that cannot be told."""
        done = self.result.machine
        if done is None:
            return None
        report = Report(done.report.clause_of)
        machine = ClimbMachine(self.sheet, done.ctx, done.tricks, done.began, done.known, done.sizes, report, done.out_before)
        machine.sides, machine.taken_back, machine.sizes = done.sides, done.taken_back, done.written
        machine.turn = self.sheet.seat_at[done.tricks[0][0]] if done.tricks else None
        return machine

    def states(self) -> Iterator[ClimbingState]:
        """The states of the hand, one a ply; nothing for one whose level cannot be told."""
        sheet, machine = self.sheet, self.machine()
        if machine is None:
            return
        walk = _Walk(sheet, machine, self.number)
        yield walk.state(0, 0, None, sheet.seats[machine.turn] if machine.turn is not None else None, finished=False)
        plays = list(plays_of(sheet, machine.tricks, machine.sizes))
        for at, upcoming in zip_longest(plays, plays[1:]):
            if at.play == 1:
                walk.begin(at.trick, [each for each in plays if each.trick == at.trick])
            made, turn = walk.make(at), sheet.seats[upcoming.seat] if upcoming is not None else None
            yield walk.state(at.trick, at.play, made, turn, finished=upcoming is None)

    def count(self, turn: Turn, most: int) -> int | None:
        """The readings that could be played, and 1 to pass."""
        machine = self.result.machine
        return 1 + count_plays(machine.ctx, turn.hand, turn.against, most - 1) if machine is not None else None

    def alternatives(self, ply: int | None, limit: int = 60) -> ClimbingAlternatives | None:
        """What the seat that made ply `ply` (from 1), or whose turn it is, could legally play, at most `limit` plays of each
        kind.

        None where its hand is not known. Raises IndexError for a ply that does not exist.
        """
        at, hand, known, against = self.turn_at(ply)
        machine = self.result.machine
        if machine is None or not known:
            return None
        ctx = machine.ctx
        legal = legal_plays(ctx, hand, against, _ALL)
        found: dict[tuple[Kind, int], list[tuple[str, Reading]]] = {}
        for text in legal.plays:
            reading = ctx.standing(ctx.plays[text], against)
            if reading is not None:
                found.setdefault((reading.kind, reading.size), []).append((text, reading))
        groups = tuple(Choices(kind, size, tuple(some[:limit]), len(some)) for (kind, size), some in found.items())
        return ClimbingAlternatives(against, groups, legal.total, at.play > 1)

    @property
    def turns(self) -> Sequence[Turn]:
        """What each play was made from."""
        return self._walked[0]

    @cached_property
    def _walked(self) -> tuple[Sequence[Turn], Reading | None]:
        """The same, by one walk through the hand, and what stands at its end."""
        machine, found = self.machine(), list[Turn]()
        if machine is None:
            return found, None
        walk = _Walk(self.sheet, machine, self.number)
        for trick, plays in groupby(plays_of(self.sheet, machine.tricks, machine.sizes), lambda at: at.trick):
            walk.begin(trick, made := [*plays])
            for at in made:
                found.append(Turn(at, walk.hands[at.seat], walk.complete[at.seat], walk.standing))
                walk.move(at)
        return found, walk.standing

    @cached_property
    def due(self) -> Turn | None:
        """The turn of the play that comes after the last on record."""
        machine = self.result.machine
        if machine is None or machine.over:
            return None
        seat = machine.turn if machine.within is None else machine.within
        leaders = self.hand.lead or self.terms.leaders
        if not machine.tricks and len(leaders) == 1:
            seat = self.sheet.seat_at[leaders]
        if seat is None:
            return None
        hand, known = machine.hands[seat], machine.complete[seat]
        if machine.within is None:
            return Turn(PlayAt(len(machine.tricks) + 1, 1, seat, ""), hand, known, None)
        turns, against = self._walked
        at = turns[-1].at
        sure = at.trick - 1 not in machine.loosely  # else nobody can tell what there is to beat
        return Turn(PlayAt(at.trick, at.play + 1, seat, ""), hand, known and sure, against)

    @cached_property
    def terms(self) -> ClimbingTerms:
        """What the hand was played under, and what its end meant."""
        sheet, state, result, hand = self.sheet, self.before, self.result, self.hand
        levels, before, dealer = state.levels, state.before, state.dealer
        totals = summed([placed.points for placed in self.tallied[1]]) if self.tallied is not None else None
        tribute = result.tribute
        if dealer is None and sheet.places is not None:
            dealer = result.led
        owners = [side for side in (0, 1) if result.level is not None and sheet.level_index(result.level) == levels[side]]
        owner = before.order[0] % 2 if before is not None else owners[0] if len(owners) == 1 else None
        leaders = tribute.may_lead if tribute is not None else None
        if leaders is None and dealer is not None:
            leaders = frozenset({dealer})
        return ClimbingTerms(
            level=result.level,
            owner=sheet.sides[owner] if owner is not None and sheet.levels is not None else None,
            levels=sheet.named(levels) if sheet.levels is not None else {},
            games=dict(zip(sheet.sides, state.games, strict=True)) if sheet.levels and sheet.levels.games_to_win > 1 else {},
            totals=dict(zip(sheet.sides, totals, strict=True)) if totals is not None else {},
            first=state.fresh,
            before=sheet.names(before.order) if before is not None else None,
            before_double=before is not None and before.double,
            banker=sheet.seats[dealer] if dealer is not None else None,
            gifts=_gifts(sheet, tribute.moved, before) if tribute is not None else (),
            resisted=hand.resisted or (tribute is not None and tribute.resisted),
            leaders=sheet.names(sorted(leaders or ())),
            double=sheet.rounds.double_ends and result.double and result.order is not None,
            rise=(sheet.sides[result.rise.side], result.rise.by)
            if result.rise is not None and result.order is not None
            else None,
            passed=result.rise is not None and result.rise.passed is True,
            first_seconds=sheet.clocks.first_play,
            seconds=sheet.clocks.play,
        )


def _gifts(sheet: ClimbingSheet, moved: tuple[Moved, ...], before: Finished | None) -> tuple[Gift, ...]:
    """The tribute, gifts told from returns: by who owed it, or where that is not known by their order."""
    payers = before.payers if before is not None else {move.giver for move in moved[: (len(moved) + 1) // 2]}
    return tuple(Gift(sheet.seats[move.giver], sheet.seats[move.taker], move.card, move.giver not in payers) for move in moved)


class _Walk:
    """The hand between plays. The machine says of each trick what its plays were; within it the hands are moved here."""

    def __init__(self, sheet: ClimbingSheet, machine: ClimbMachine, hand: int) -> None:
        self.sheet, self.machine, self.number = sheet, machine, hand
        self.ctx: LevelContext = machine.ctx
        self.hands, self.left, self.complete = list(machine.hands), list(machine.left), list(machine.complete)
        self.table: list[OnTable] = []
        self.standing: Reading | None = None
        self.holder: str | None = None
        self.relieved: str | None = None
        self.at_most: set[str] = set()
        self.out: list[str] = [sheet.seats[seat] for seat in machine.out_before]
        self.stands = False
        self.untold = len(machine.out_before) > 1
        self.ply = 0

    def begin(self, trick: int, plays: Sequence[PlayAt]) -> None:
        """Step the machine through a trick, of these plays, after taking over the hands as it has them before it."""
        machine, seats = self.machine, self.sheet.seats
        self.hands, self.left, self.complete = list(machine.hands), list(machine.left), list(machine.complete)
        last = seats[machine.winners[-1]] if machine.winners and machine.told is None else None
        leader = machine.tricks[trick - 1][0]
        self.relieved = last if last in self.out and leader != last else None
        self.table, self.standing, self.holder = [], None, None
        won = len(machine.winners)
        machine.step(trick - 1)
        self.stands = len(machine.winners) > won and self.refused_wins(trick, plays, seats[machine.winners[-1]])

    def refused_wins(self, trick: int, plays: Sequence[PlayAt], winner: str) -> bool:
        """Whether the trick went to a play that broke a rule, so that the table must have let such plays stand."""
        types = self.machine.types[trick - 1]
        if None not in types and len(types) == len(plays):
            return False  # it went to the last play that beat what lay there
        made = [at for at in plays[: len(types)] if at.token != PASS]
        counted = [at for at, kind in zip(plays, types, strict=False) if kind not in {None, "pass"}]
        by_rule = (counted or made)[-1:]
        return bool(by_rule) and self.sheet.seats[by_rule[0].seat] != winner == self.sheet.seats[made[-1].seat]

    def make(self, at: PlayAt) -> OnTable:
        """Make one play, and show what it counts as."""
        table, name, token = self.standing, self.sheet.seats[at.seat], read_token(at.token)
        reading = self.move(at)
        play, loose_from = self.ctx.plays[at.token], self.machine.loosely.get(at.trick - 1)
        open_to_all = bool(play.readings) or play.unsure or at.token == UNSEEN
        unseen = reading is None and open_to_all and loose_from is not None and at.play >= loose_from
        why = self.why(play, table) if reading is not None else None
        made = OnTable(
            seat=name, cards=token.stood or PASS, reading=reading, declared=token.declared or None, why=why, unseen=unseen
        )
        self.table.append(made)
        return made

    def move(self, at: PlayAt) -> Reading | None:
        """Make one play: take the cards from the hand, and see what they count as."""
        self.ply += 1
        if at.token == PASS:
            return None
        name, play, types = self.sheet.seats[at.seat], self.ctx.plays[at.token], self.machine.types[at.trick - 1]
        reading = self.read(play, types[at.play - 1] if at.play <= len(types) else None)
        if reading is not None or self.holder is None or self.stands or not self.machine.taken_back:
            self.lay_down(at.seat, play)
        if HIDDEN in at.token:
            self.lose_sight(at, reading)
            return reading
        if reading is not None or self.holder is None:
            self.standing, self.holder = reading, name
        elif self.stands:
            self.holder = name
        return reading

    def lose_sight(self, at: PlayAt, reading: Reading | None) -> None:
        """A play of which not all was seen: what is left of the hand, and perhaps who holds the trick, nobody can tell."""
        self.hands[at.seat], self.complete[at.seat] = self.machine.shown_from(at.seat, at.trick, at.play + 1), False
        leads = self.holder is None
        self.standing, self.holder = reading, self.sheet.seats[at.seat] if reading is not None or leads else None
        if at.token == UNSEEN:  # of how many cards nobody knows
            self.at_most.add(self.sheet.seats[at.seat])

    def lay_down(self, seat: int, play: Play) -> None:
        """Take the cards of a play from the hand."""
        hand, name = self.hands[seat], self.sheet.seats[seat]
        self.hands[seat] = hand - play.cards if self.ctx.contains(hand, play.cards) else self.ctx.minus(hand, play.cards)
        self.left[seat] -= play.size
        if self.left[seat] <= 0 and name not in self.out:
            self.out.append(name)

    def read(self, play: Play, kind: str | None) -> Reading | None:
        """What a play counts as, given what the machine made of it."""
        reading = self.ctx.standing(play, self.standing)
        if kind is None:
            return reading if play.misread else None
        if reading is None or reading.kind != kind:
            return next((other for other in play.readings if other.kind == kind), None)
        return reading

    def why(self, play: Play, table: Reading | None) -> Literal["only", "beats", "declared", "undeclared"]:
        """What decides what a play counts as that was made on a reading."""
        if play.declared and not play.misread:
            return "declared"
        if len(play.readings) == 1:
            return "only"
        fitting = [other for other in play.readings if table is None or beats(other, table)]
        return "beats" if len(fitting) == 1 else "undeclared"

    def state(self, trick: int, play: int, made: OnTable | None, next_seat: str | None, *, finished: bool) -> ClimbingState:
        """The state after the last play that was made."""
        seats, before = self.sheet.seats, len(self.machine.out_before)
        hands = {
            seat: tuple(reversed(self.ctx.unpack(packed))) + (() if known or left <= 0 else (UNKNOWN,))
            for seat, packed, known, left in zip(seats, self.hands, self.complete, self.left, strict=True)
        }
        return ClimbingState(
            hand=self.number,
            ply=self.ply,
            trick=trick,
            play=play,
            seat=made.seat if made is not None else None,
            cards=made.cards if made is not None else None,
            made=made,
            hands=hands,
            left={seat: max(left, 0) for seat, left in zip(seats, self.left, strict=True)},
            at_most=tuple(seat for seat, left in zip(seats, self.left, strict=True) if seat in self.at_most and left > 0),
            table=tuple(self.table),
            leader=self.table[0].seat if self.table else None,
            winner=self.holder,
            relieved=self.relieved,
            out=(*[UNTOLD if self.untold else seat for seat in self.out[:before]], *self.out[before:]),
            wild=self.ctx.wilds,
            next_seat=next_seat,
            finished=finished,
        )
