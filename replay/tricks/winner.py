"""Who takes a trick, and whether he leads the next."""

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from paipu.replay.faults import WRONG_PLAYS
from paipu.replay.notation import split_trick
from paipu.replay.penalties import SAME_PLAY, SAME_TRICK, delay
from paipu.replay.plays import rotations
from paipu.replay.record import Incident
from paipu.replay.report import Report
from paipu.replay.tricks.beat import beats, strength
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, lead_shape, shape_of

_PAIR: Final = 4
"""Characters of two cards."""


class Contested(NamedTuple):
    """A trick that may be taken by others than who led it: its lead with the shape, all plays, whether it is the last."""

    lead: Play
    led: Shape
    made: tuple[tuple[int, Play], ...]
    last: bool


def leading_seat(sheet: TrickSheet, ctx: TrumpContext, table: Sequence[tuple[str, str]], lowest: Container[int] = ()) -> str:
    """Who holds a trick under way, given the seats and the cards that stand; the seats in `lowest` cannot."""
    made = [(sheet.seats.index(seat), ctx.plays[cards]) for seat, cards in table]
    lead = ctx.as_lead(made[0][1])
    made[0] = (made[0][0], lead)
    led = lead_shape(ctx, lead) if lead.cls != MIXED and lead.possible else None
    return sheet.seats[winner_of(sheet, ctx, lead, led, made, lowest)]


def winner_of(
    sheet: TrickSheet,
    ctx: TrumpContext,
    lead: Play,
    led: Shape | None,
    made: Sequence[tuple[int, Play]],
    lowest: Container[int] = (),
) -> int:
    """Who takes a trick: the leader, unless a stronger play was made by a seat not in `lowest`.

    Nobody can beat a lead of several classes.
    """
    return made[0][0] if led is None else sheet.ask(takes, ctx, lead, led, tuple(made), lowest)


def takes(
    sheet: TrickSheet,
    ctx: TrumpContext,
    lead: Play,
    led: Shape,
    made: tuple[tuple[int, Play], ...],
    lowest: Container[int],
) -> int:
    """The same of a lead of one class."""
    here = sheet.ordering(ctx)
    if here is not ctx:
        ctx, led = here, lead_shape(here, lead)
    winner = made[0][0]
    holder = None
    best = lead
    for seat, play in made[1:]:
        if not led.pair_count and not led.trio and play.power < best.power:
            continue  # of single cards, whatever is compared, the highest is higher
        if seat in lowest:
            continue
        if led.count > 1 and best.cls != TRUMP and ruffs(lead, led, play):
            holder, winner, best = None, seat, play  # whatever would be compared with another trump
            continue
        if led.count > 1 and outranked(ctx, led, play, best):
            continue
        challenger = strength(ctx, sheet.beat, lead, led, play)
        if challenger is None:
            continue
        holder = holder or strength(ctx, sheet.beat, lead, led, best, leads=best is lead)
        if holder is not None and beats(sheet.beat, challenger, holder):
            holder, winner, best = challenger, seat, play
    return winner


def contested_in(sheet: TrickSheet, ctx: TrumpContext, tricks: Sequence[str]) -> tuple[Contested, ...]:
    """Those of some whole tricks in which all is in order of which it hangs on what is compared who takes them."""
    orders, shared, found = rotations(sheet.seats), ctx.shared, []
    for number, text in enumerate(tricks, start=1):
        seat, *tokens = split_trick(text)
        one = tokens[0]
        alike = len({*tokens}) < len(tokens) or sum([token[:2] in shared for token in tokens]) > 1
        if not alike and (len(one) < _PAIR or (len(one) == _PAIR and one[:2] == one[2:])):
            continue
        made = tuple(zip(orders[sheet.seat_at[seat]], map(ctx.plays.__getitem__, tokens), strict=False))
        lead = ctx.as_lead(made[0][1])
        led = lead_shape(ctx, lead)
        if lead.size == 1 or lead.is_pair:
            hangs = is_tied([(play.power, play.cls) for _, play in made if play.pairs == lead.pairs])
        else:
            hangs = any(
                play.trio != MIXED or (play.pairs >= led.pair_count and play.cls in (lead.cls, TRUMP)) for _, play in made[1:]
            )
        if hangs:
            found.append(Contested(lead, led, made, number == len(tricks)))
    return tuple(found)


def won_of(sheet: TrickSheet, ctx: TrumpContext, contested: tuple[Contested, ...]) -> tuple[int, int | None]:
    """What some tricks are worth: the points that the first seat's side takes, and who takes the hand's last trick."""
    points, taker = 0, None
    for lead, led, made, last in contested:
        winner = takes(sheet, ctx, lead, led, made, ())
        taker = winner if last else taker
        points += sum([play.points for _, play in made]) if not winner % 2 else 0
    return points, taker


def is_tied(made: Sequence[tuple[int, int]]) -> bool:
    """Whether a later play is as high as the one that holds the trick, given power and class of each, the lead's first."""
    (highest, led), *rest = made
    for power, cls in rest:
        if cls in (led, TRUMP):
            if power == highest:
                return True
            highest = max(highest, power)
    return False


def outranked(ctx: TrumpContext, led: Shape, play: Play, best: Play) -> bool:
    """Whether of two plays on a throw with pairs one is the weaker, whatever is compared: its best pair and its best card."""
    if play.cls != best.cls or play.cls == MIXED or led.tractors or led.trio or not led.pairs or play.trio != MIXED:
        return False
    mine, theirs = shape_of(ctx, play.cards, play.cls), shape_of(ctx, best.cards, best.cls)
    return mine.top < theirs.top and mine.layers[0].bit_length() < theirs.layers[0].bit_length()


def ruffs(lead: Play, led: Shape, play: Play) -> bool:
    """Whether a play of trumps takes a trick of a throw in which nobody else ruffs: it has the pairs, and no tractor is led."""
    return (
        (play.cls == TRUMP != lead.cls and lead.possible and play.possible and play.size == lead.size)
        and play.pairs >= led.pair_count
        and not (led.tractors or led.trio or play.trio != MIXED)
    )


def may_lead(sheet: TrickSheet, first: int) -> Sequence[int]:
    """Who may lead the first trick, given whose it is to lead: he, or his partner too where that is the rule."""
    return [first, (first + 2) % len(sheet.seats)] if sheet.leader_from_side else [first]


def check_leader(sheet: TrickSheet, dealer: int, turn: int, leader: int, number: int, report: Report) -> None:
    """The leader of a trick, given whose turn it is by the rules: of the first it is the banker's, or his side's."""
    if leader == turn or (number == 1 and not (leader - dealer) % 2 and leader in may_lead(sheet, turn)):
        return
    code = "LEAD-WINNER" if number > 1 else "LEAD-SIDE" if (leader - dealer) % 2 else "LEAD-BANKER"
    report.at_play(code, (number, 1, sheet.seats[leader]), sheet.seats[turn], sheet.seats[leader])


def ranked_lowest(sheet: TrickSheet, incidents: Sequence[Incident]) -> dict[int, frozenset[int]]:
    """The seats whose play in a trick ranks lowest, for it was a wrong one put right in the trick (CDP-6.5)."""
    found: dict[int, set[int]] = {}
    if incidents and sheet.charging.corrected_lowest:
        for incident in incidents:
            late = delay(incident)
            if (
                incident.ruled is None  # what lay there is a fact, which no ruling changes
                and incident.kind in WRONG_PLAYS
                and incident.at is not None
                and late is not None
                and SAME_PLAY <= late <= SAME_TRICK
            ):
                found.setdefault(incident.at[0], set()).add(sheet.seats.index(incident.seat))
    return {trick: frozenset(seats) for trick, seats in found.items()}
