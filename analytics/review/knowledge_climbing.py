"""What a seat of a climbing game knew before a play.

Its own cards; all that was played, and how many cards each has left; the cards of the tribute that others hold and have not
played; that who paid tribute had no higher card left but wild ones and what was returned; and with whom both big jokers were
where tribute was refused. Nothing else of the record is read: neither the deal of others, nor what came later. Where a seat
went against what it had shown before, the later play counts.

What is not read: passes and choices, what an incident exposed, and that a tribute which could have been refused was not.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from paipu.analytics.review.worlds import Hidden, Lot, World
from paipu.replay.cards import BIG_JOKER, HIDDEN
from paipu.replay.climbing.combos import Reading
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.states import UNTOLD, ClimbingView, Gift
from paipu.replay.notation import PASS, read_token
from paipu.replay.packing import FULL
from paipu.replay.solve.climbing import Trick, trick_of


class ClimbKnown(NamedTuple):
    """A decision of a climbing game, and all that its seat knew.

    `own` is its hand; `trick` what lies there; `out` the seats that are out, in order; `sides` the side of each seat. `places`
    says whose each hidden place is.
    """

    sheet: ClimbingSheet
    ctx: LevelContext
    ply: int
    seat: int
    sides: tuple[int, ...]
    own: int
    trick: Trick
    leads: bool
    out: tuple[int, ...]
    left: tuple[int, ...]
    places: tuple[int, ...]
    hidden: Hidden

    @property
    def table(self) -> Reading | None:
        """What there is to beat."""
        return None if self.leads else self.trick.reading


class Returning(NamedTuple):
    """A card that was returned for tribute: what its seat knew before, the tribute in its hand; the seat that gets the card,
    the one that leads the first trick, and whether both of a side paid.
    """

    card: str
    known: ClimbKnown
    taker: int
    leader: int
    double: bool


class ClimbHand:
    """A hand on record, of which each decision is asked for. `unknown` says that none can be: its cards were not all seen."""

    def __init__(self, view: ClimbingView) -> None:
        machine = view.result.machine
        self.view, self.turns = view, view.turns
        self.unknown = machine is None or view.hand.left is not None or any(HIDDEN in text for text in view.tricks)
        if machine is None or self.unknown:
            return
        self.machine, self.sheet, self.ctx = machine, view.sheet, machine.ctx
        self.plays = [
            self.ctx.pack(_cards(read_token(turn.at.token).stood)) if turn.at.token != PASS else 0 for turn in self.turns
        ]
        self.terms = view.terms

    def decision(self, ply: int) -> ClimbKnown | None:
        """What the seat of a ply knew before it; None where its cards are not known, or it has no choice."""
        if self.unknown:
            return None
        turn, ctx, sheet = self.turns[ply - 1], self.ctx, self.sheet
        seat = turn.at.seat
        before = self.view.frames[ply - 1]
        if not turn.known or UNTOLD in before.out or not turn.hand:
            return None
        since = [0] * len(sheet.seats)
        for each, cards in zip(self.turns[: ply - 1], self.plays, strict=False):
            since[each.at.seat] += cards
        seen = turn.hand + sum(since)
        guard = ctx.guard
        if ((ctx.deck | guard) - seen) & guard != guard:
            return None
        left = [before.left[each] for each in sheet.seats]
        leads = turn.at.play == 1
        trick = Trick() if leads else trick_of(self.view, before.table, [bool(count) for count in left])
        if not leads and (not trick.told or trick.reading is None or (not sheet.rounds.reentry and trick.passed >> seat & 1)):
            return None
        places = tuple(each for each in range(len(left)) if each != seat and left[each])
        hidden = Hidden(
            tuple(left[each] for each in places),
            self._lots(ctx.deck - seen, places, since, self.terms.gifts),
            (0,) * len(places),
            _any,
        )
        out = tuple(sheet.seat_at[each] for each in before.out)
        sides = tuple(self.machine.sides)
        return ClimbKnown(sheet, ctx, ply, seat, sides, turn.hand, trick, leads, out, tuple(left), places, hidden)

    def returns(self) -> Iterator[Returning]:
        """The cards that were returned for tribute by seats whose hands are known."""
        if self.unknown or not self.turns:
            return
        ctx, sheet, machine = self.ctx, self.sheet, self.machine
        gifts = self.terms.gifts
        paid = tuple(gift for gift in gifts if not gift.back)
        for gift in gifts:
            if not gift.back:
                continue
            seat, taker = sheet.seat_at[gift.giver], sheet.seat_at[gift.taker]
            own, sizes = machine.began[seat] + ctx.weight[gift.card], machine.sizes
            if not machine.known[seat] or ((ctx.deck | ctx.guard) - own) & ctx.guard != ctx.guard:
                continue
            places = tuple(each for each in range(len(sizes)) if each != seat)
            capacity = tuple(sizes[each] - (each == taker) for each in places)
            lots = self._lots(ctx.deck - own, places, [0] * len(sizes), paid)
            hidden = Hidden(capacity, lots, (0,) * len(places), _any)
            sides = tuple(machine.sides)
            known = ClimbKnown(sheet, ctx, 0, seat, sides, own, Trick(), True, (), tuple(sizes), places, hidden)
            yield Returning(gift.card, known, taker, self.turns[0].at.seat, self.terms.before_double)

    def _lots(self, unseen: int, places: tuple[int, ...], since: list[int], gifts: Iterable[Gift]) -> tuple[Lot, ...]:
        """The hidden cards, and where each may lie, when so much of the tribute is known."""
        ctx, sheet = self.ctx, self.sheet
        at = {each: place for place, each in enumerate(places)}
        barred = [0] * len(places)
        held = dict.fromkeys(at, 0)
        for gift in gifts:
            taker, giver = sheet.seat_at[gift.taker], sheet.seat_at[gift.giver]
            if taker in at:
                held[taker] += ctx.weight[gift.card]
            if not gift.back and giver in at:
                value = ctx.value[gift.card]
                higher = ctx.pack(card for card in ctx.order if card not in ctx.wilds and ctx.value[card] > value)
                if not since[giver] & FULL * higher:
                    barred[at[giver]] |= higher
        pinned = [
            (ctx.weight[card], 1 << at[taker])
            for taker, cards in held.items()
            for card in ctx.unpack(ctx.minus(cards, since[taker]))
        ]
        pinned += self._resisting(unseen, at)
        found = []
        everywhere = (1 << len(places)) - 1
        for card in ctx.order:
            copies, weight = ctx.count(unseen, card), ctx.weight[card]
            allowed = everywhere & ~sum(1 << place for place, mask in enumerate(barred) if mask & weight)
            pins = [where for each, where in pinned if each == weight][:copies]
            found += [Lot(weight, 1, where) for where in pins]
            if copies > len(pins):
                found.append(Lot(weight, copies - len(pins), allowed or everywhere))
        return tuple(found)

    def _resisting(self, unseen: int, at: Mapping[int, int]) -> list[tuple[int, int]]:
        """The big jokers that are hidden where tribute was refused: who owed it has them, or had."""
        terms, sheet, ctx = self.terms, self.sheet, self.ctx
        if not terms.resisted or terms.before is None:
            return []
        payers = [sheet.seat_at[each] for each in terms.before[-2 if terms.before_double else -1 :]]
        where = sum(1 << at[each] for each in payers if each in at)
        return [(ctx.weight[BIG_JOKER], where)] * ctx.count(unseen, BIG_JOKER) if where else []


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _any(world: World) -> bool:
    """Every deal fits that has the cards where they may be."""
    del world
    return True
