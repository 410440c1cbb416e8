"""Viewing a hand: the same machine as the audit, stepped play by play, with legal alternatives on demand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from replay.audit import configured_sheet
from replay.catalogue import clause_of_codes
from replay.record import GameRecord
from replay.report import Report
from replay.sheets import SHEETS
from replay.tricks.deal import plays_of
from replay.tricks.legal import legal_follows
from replay.tricks.match import MatchAudit
from replay.tricks.play import Played, TrickMachine, leading_seat
from replay.tricks.trump import MIXED
from replay.tricks.units import lead_shape


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A hand at one ply. Ply 0 is before trick 1, after the burial; ply n is after the hand's n-th play.

    `hands` list cards by seat, strongest first; a seat whose cards are only partly known ends with `??`. `cards` is the play
    just made, `attempted` all the cards of a throw that failed. `table` has the plays of the trick under way, `winner` who
    holds it, `points` the attackers' points in finished tricks. `attackers` is their side.
    """

    hand: int
    ply: int
    trick: int
    play: int
    seat: str | None
    cards: str | None
    attempted: str | None
    hands: Mapping[str, tuple[str, ...]]
    table: tuple[tuple[str, str], ...]
    winner: str | None
    points: int
    attackers: str
    kitty: tuple[str, ...]
    next_seat: str | None
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """What a seat could legally have played; `total` is None when there are too many to count.

    `owed` sums up the lead to follow, and is empty for a leader, who may lead anything of one suit.
    """

    plays: tuple[str, ...]
    total: int | None
    owed: str


def states(record: GameRecord, hand: int) -> Iterator[State]:
    """The states of hand number `hand` (its index in the record), one a ply.

    Yields nothing for a hand whose trump or banker cannot be told, or of a sheet that is not implemented. Raises IndexError
    for a hand that does not exist.
    """
    played = _played(record, hand)
    if played is None:
        return
    machine = _fresh_machine(record, hand, played)
    sheet, seats, tricks = machine.sheet, machine.sheet.seats, machine.tricks
    ctx, dealer = played.ctx, played.terms.dealer
    kitty = tuple(reversed(ctx.unpack(played.held.kitty))) if played.held.kitty is not None else ()
    attackers = sheet.sides[1 - dealer % 2]
    plays = list(plays_of(sheet, tricks))
    ply = 0

    def points() -> int:
        return sum(machine.points[seat] for seat in range(len(seats)) if (seat - dealer) % 2)

    def shown(hands: list[int]) -> Mapping[str, tuple[str, ...]]:
        return {
            seat: tuple(reversed(ctx.unpack(packed))) + (() if known else ("??",))
            for seat, packed, known in zip(seats, hands, machine.complete, strict=True)
        }

    yield State(
        hand=hand,
        ply=0,
        trick=0,
        play=0,
        seat=None,
        cards=None,
        attempted=None,
        hands=shown(machine.hands),
        table=(),
        winner=None,
        points=0,
        attackers=attackers,
        kitty=kitty,
        next_seat=seats[dealer],
        finished=False,
    )
    for number, text in enumerate(tricks, start=1):
        before = list(machine.hands)
        earlier = points()
        machine.run((text,))
        in_trick = [at for at in plays if at.trick == number]
        lowest = machine.lowest.get(number, ())
        table: list[tuple[str, str]] = []
        for at in in_trick:
            ply += 1
            cards = "".join(at.stood)
            table.append((seats[at.seat], cards))
            last = at is in_trick[-1]
            held = before[at.seat]
            taken = ctx.parse(cards).cards
            before[at.seat] = held - taken if ctx.contains(held, taken) else ctx.minus(held, taken)
            upcoming = seats[machine.turn] if last else seats[(at.seat + 1) % len(seats)]
            over = last and number == len(tricks)
            yield State(
                hand=hand,
                ply=ply,
                trick=number,
                play=at.play,
                seat=seats[at.seat],
                cards=cards,
                attempted="".join(at.attempted) if at.attempted != at.stood else None,
                hands=shown(machine.hands if last else before),
                table=tuple(table),
                winner=leading_seat(sheet, ctx, table, lowest),
                points=points() if last else earlier,
                attackers=attackers,
                kitty=kitty,
                next_seat=None if over else upcoming,
                finished=over,
            )


def alternatives(record: GameRecord, hand: int, ply: int, limit: int = 60) -> Alternatives:
    """The legal plays of the seat that made ply `ply` (from 1) of a hand, judged before it was made.

    Raises IndexError for a ply that does not exist. A leader's choices are not listed, nor those of a hand that is not
    fully known: `total` is None then.
    """
    played = _played(record, hand)
    if played is None or ply < 1:
        raise IndexError(f"hand {hand} has no ply {ply}")
    machine = _fresh_machine(record, hand, played)
    plays = list(plays_of(machine.sheet, machine.tricks))
    if ply > len(plays):
        raise IndexError(f"hand {hand} has no ply {ply}")
    at = plays[ply - 1]
    machine.run(machine.tricks[: at.trick - 1])
    ctx = machine.ctx
    lead = ctx.as_lead(ctx.parse("".join(next(p for p in plays if p.trick == at.trick).stood)))
    if at.play == 1 or lead.cls == MIXED or not lead.possible or not machine.complete[at.seat]:
        return Alternatives(plays=(), total=None, owed="" if at.play == 1 else lead.text)
    legal = legal_follows(
        ctx,
        machine.sheet.follow,
        machine.hands[at.seat],
        lead,
        lead_shape(ctx, lead),
        limit,
    )
    return Alternatives(plays=legal.plays, total=legal.total, owed=lead.text)


def _played(record: GameRecord, hand: int) -> Played | None:
    """The hand played out under the terms that the audit found for it."""
    record.hands[hand]  # raises IndexError
    if record.sheet not in SHEETS:
        return None
    sheet = configured_sheet(record.sheet, tuple(sorted(record.options.items())))
    match = MatchAudit(sheet, record, Report(clause_of_codes(record.sheet)))
    results = [match.hand(index, each) for index, each in enumerate(record.hands[: hand + 1])]
    return results[-1].played


def _fresh_machine(record: GameRecord, hand: int, played: Played) -> TrickMachine:
    report = Report(clause_of_codes(record.sheet))
    return TrickMachine(played.machine.sheet, played.ctx, record.hands[hand], played.terms.dealer, played.held, report)
