"""Viewing a hand: the same machine as the audit, stepped play by play, with legal alternatives on demand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from paipu.replay.cards import HIDDEN, UNKNOWN
from paipu.replay.catalogue import clause_for
from paipu.replay.notation import FAILED, read_token, split_trick
from paipu.replay.plays import PlayAt, plays_of
from paipu.replay.report import Report
from paipu.replay.states import HandView, Seen
from paipu.replay.tricks.follow import Duty, duty_of
from paipu.replay.tricks.legal import count_follows, legal_follows
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.result import HandResult
from paipu.replay.tricks.rules import Office, StakeRules
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState
from paipu.replay.tricks.trump import MIXED, Play, TrumpContext
from paipu.replay.tricks.units import Shape, lead_shape
from paipu.replay.tricks.winner import leading_seat


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Seen):
    """A hand of a trick game at one ply.

    `attempted` has all the cards of a throw that failed. `table` has the plays of the trick under way, `trios` the suit of
    each play there that is a set of three (5·10·K) where one was led, `T` for trumps. `points` are the attackers' in finished
    tricks; `penalties` is the signed change of them by failed throws so far, at the last ply by whatever else was charged too.
    `attackers` is their side. `left` is None but in a hand that is on record from its middle on, whose points are those of the
    tricks on record.
    """

    attempted: str | None = None
    table: tuple[tuple[str, str], ...] = ()
    trios: Mapping[str, str] = field(default_factory=dict)
    points: int = 0
    penalties: int = 0
    attackers: str = ""
    kitty: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """What a seat could legally have played; `total` is None when there are too many to count.

    `duty` is what the seat owed; None for a leader, who may lead anything of one suit, for a hand that is not known, and under
    a set of three (5·10·K). `lead` has the cards that were led, empty for the leader.
    """

    plays: tuple[str, ...]
    total: int | None
    lead: str
    duty: Duty | None


class Settlement(NamedTuple):
    """What a hand's result rests on, beside its points.

    `declarer` made the declaration in force, None where nobody did or it cannot be told; `taker` is the last who took the kitty
    up again (炒底), and `stakes` are the seats that put the levels at stake (上天入地), under the rules `stake`. `clause`
    settled the levels, None where they cannot be told or a ruling had a say. `bounds` is a side with the lowest and the highest
    match score (大分) that it may have, None where the score is exact or the sheet counts none.
    """

    declarer: str | None = None
    taker: str | None = None
    stakes: tuple[str, ...] = ()
    stake: StakeRules | None = None
    clause: str | None = None
    bounds: tuple[str, int | None, int | None] | None = None

    def stake_on(self, winner: Office) -> StakeRules | None:
        """What decides the levels instead of the score table if a side wins, None where that table does."""
        return self.stake if self.stake is not None and (winner == "attackers" or not self.stake.attackers_only) else None


class Turn(NamedTuple):
    """A play as it is to be made: the hand of its seat before it, whether all of that is `known`, and what was led.

    `shape` is None where a lead of several suits, or one that nobody can have held, binds nobody.
    """

    at: PlayAt
    hand: int
    known: bool
    lead: Play
    shape: Shape | None


class TrickView(HandView[TrickSheet, MatchState, HandResult, State]):
    """A hand of a trick game."""

    @property
    def tricks(self) -> Sequence[str]:
        """None where trump or banker cannot be told."""
        return self.result.played.machine.tricks if self.result.played is not None else ()

    def machine(self, played: Played) -> TrickMachine:
        """The hand before trick 1, under the terms that the audit found for it."""
        done = played.machine
        report = Report(done.report.clause_of)
        return TrickMachine(done.sheet, played.ctx, self.hand, done.dealer, played.held, report, leader=done.leader)

    def states(self) -> Iterator[State]:
        """The states of the hand, one a ply; nothing for one whose trump or banker cannot be told."""
        played = self.result.played
        if played is None:
            return
        machine = self.machine(played)
        sheet, seats, tricks = machine.sheet, machine.sheet.seats, machine.tricks
        ctx, dealer = played.ctx, played.terms.dealer
        kitty = tuple(reversed(ctx.unpack(played.held.kitty))) if played.held.kitty is not None else ()
        attackers = sheet.sides[1 - dealer % 2]
        ply, charged = 0, self.result.computed.penalties
        left = dict(zip(seats, played.held.left, strict=True)) if played.held.left is not None else None

        yield State(
            hand=self.number,
            hands=_shown(machine, machine.hands, left),
            left=dict(left) if left is not None else None,
            attackers=attackers,
            kitty=kitty,
            next_seat=seats[machine.leader],
        )
        for number, plays in groupby(plays_of(sheet, tricks), lambda at: at.trick):
            before = list(machine.hands)
            earlier = machine.attackers_points
            machine.run((tricks[number - 1],))
            in_trick = list(plays)
            lowest = machine.lowest.get(number, ())
            table: list[tuple[str, str]] = []
            for at in in_trick:
                ply += 1
                cards = read_token(at.token).stood
                table.append((seats[at.seat], cards))
                last = at is in_trick[-1]
                held = before[at.seat]
                if left is not None:
                    left[seats[at.seat]] = max(left[seats[at.seat]] - at.size, 0)
                before[at.seat] = machine.left_of(at, held)
                upcoming = seats[machine.turn] if last else seats[(at.seat + 1) % len(seats)]
                over = last and number == len(tricks)
                yield State(
                    hand=self.number,
                    ply=ply,
                    trick=number,
                    play=at.play,
                    seat=seats[at.seat],
                    cards=cards,
                    attempted=read_token(at.token).thrown if FAILED in at.token else None,
                    hands=_shown(machine, machine.hands if last else before, left),
                    left=dict(left) if left is not None else None,
                    table=tuple(table),
                    leader=table[0][0],
                    winner=leading_seat(sheet, ctx, table, lowest),
                    trios=_trios(ctx, table),
                    points=machine.attackers_points if last else earlier,
                    penalties=_fined(machine) if not over or charged is None else charged,
                    attackers=attackers,
                    kitty=kitty,
                    next_seat=None if over else upcoming,
                    finished=over,
                )

    def count(self, turn: Turn, most: int) -> int | None:
        """The follows; None past the bound."""
        played = self.result.played
        if played is None or turn.shape is None:
            return None
        return count_follows(played.ctx, played.machine.sheet.follow, turn.hand, turn.lead, turn.shape, most)

    def alternatives(self, ply: int | None, limit: int = 60) -> Alternatives:
        """The legal plays of the seat that made ply `ply` (from 1), judged before it was made, or of the seat whose turn it is.

        Raises IndexError for a ply that does not exist. A leader's choices are not listed, nor those of a hand that is not
        fully known: `total` is None then.
        """
        at, hand, known, lead, shape = self.turn_at(ply)
        played = self.result.played
        if played is None or at.play == 1 or shape is None or not known:
            return Alternatives(plays=(), total=None, lead="" if at.play == 1 else lead.text, duty=None)
        ctx, rules = played.ctx, played.machine.sheet.follow
        legal = legal_follows(ctx, rules, hand, lead, shape, limit)
        return Alternatives(plays=legal.plays, total=legal.total, lead=lead.text, duty=duty_of(ctx, rules, hand, lead, shape))

    @cached_property
    def turns(self) -> Sequence[Turn]:
        """What each play was made from, by one walk through the hand."""
        played, found = self.result.played, list[Turn]()
        if played is None:
            return found
        machine = self.machine(played)
        for trick, plays in groupby(plays_of(machine.sheet, machine.tricks), lambda at: at.trick):
            first, *others = plays
            lead = machine.ctx.as_lead(machine.ctx.parse("".join(first.stood)))
            sure = lead.cls != MIXED and lead.possible and HIDDEN not in first.token
            shape = lead_shape(machine.ctx, lead) if sure else None
            found += (Turn(at, machine.hands[at.seat], machine.complete[at.seat], lead, shape) for at in (first, *others))
            machine.run((machine.tricks[trick - 1],))
        return found

    @cached_property
    def due(self) -> Turn | None:
        """The turn of the play that comes after the last on record."""
        played = self.result.played
        if played is None:
            return None
        machine = played.machine
        count, gone = len(machine.hands), [0] * len(machine.hands)
        for at in plays_of(machine.sheet, machine.tricks):
            gone[at.seat] += at.size
        sizes = played.held.left or (machine.sheet.hand_size,) * count
        holds = [
            bool(hand) if known else cards < size
            for hand, known, cards, size in zip(machine.hands, machine.complete, gone, sizes, strict=True)
        ]
        leader, *tokens = split_trick(machine.tricks[-1]) if machine.tricks else ("",)
        if machine.open_tricks and machine.told is None:
            first = machine.sheet.seat_at[leader]
            seat, place = (first + len(tokens)) % count, (len(machine.tricks), len(tokens) + 1)
            [*_, last] = self.turns
            lead, shape = last.lead, last.shape
        else:
            seat, place, lead, shape = machine.turn, (len(machine.tricks) + 1, 1), played.ctx.parse(""), None
        if not holds[seat]:
            return None
        return Turn(PlayAt(*place, seat, ""), machine.hands[seat], machine.complete[seat], lead, shape)

    @property
    def buried_by(self) -> str | None:
        """Who buried the final kitty, if that is on record; who took it up last buried it again, on record or not."""
        taker = self.settlement.taker
        buried = (each.seat for each in reversed(self.hand.kitty or ()) if each.bury is not None or each.seat == taker)
        return next(buried, None)

    @cached_property
    def settlement(self) -> Settlement:
        """What the result of the hand rests on."""
        result, record = self.result, self.record
        sheet = self.sheet.at_level(result.computed.level)
        declared, settled, scored = result.declared, result.settled, result.scored
        standing = declared.standing if declared is not None else None
        stake = sheet.stakes
        seats = declared.stakes if declared is not None else ()
        if stake is not None and stake.last_only:
            seats = (standing.seat,) if standing is not None and standing.reading.stakes else ()
        if stake is not None and stake.attackers_only and result.dealer is not None:
            seats = tuple(seat for seat in seats if (sheet.seats.index(seat) - result.dealer) % 2)
        ruled = any(ruling.in_force and ruling.hand == self.hand.no for ruling in record.rulings)
        clause = None
        if settled is not None and not ruled:
            clause, _ = clause_for(self.clause_of, "CLAIM-LEVELS", settled.rule)
        bounds = None
        if scored is not None and scored.by_side is None and result.computed.attackers is not None:
            bounds = (sheet.sides[scored.side], scored.low, scored.high)
        return Settlement(
            standing.seat if standing is not None else None,
            declared.taker if declared is not None else None,
            seats,
            stake if seats else None,
            clause,
            bounds,
        )


def _fined(machine: TrickMachine) -> int:
    """What failed throws changed of the attackers' points."""
    adds = 1 if machine.sheet.charging.bank_fault_adds else -1
    return sum(-fine if (seat - machine.dealer) % 2 else adds * fine for seat, fine in enumerate(machine.fines))


def _shown(machine: TrickMachine, hands: Sequence[int], left: Mapping[str, int] | None) -> Mapping[str, tuple[str, ...]]:
    """The cards of each seat as a table shows them, the highest first, and a sign where there are more that are not known."""
    return {
        seat: tuple(reversed(machine.ctx.unpack(packed))) + (() if known or (left and not left[seat]) else (UNKNOWN,))
        for seat, packed, known in zip(machine.sheet.seats, hands, machine.complete, strict=True)
    }


def _trios(ctx: TrumpContext, table: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """The plays that are a set of three (5·10·K), by seat, with their suit; none unless one was led."""
    if ctx.plays[table[0][1]].trio == MIXED:
        return {}
    trios = {seat: ctx.plays[cards].trio for seat, cards in table}
    return {seat: ctx.class_name(trio) for seat, trio in trios.items() if trio != MIXED}
