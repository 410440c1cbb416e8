"""What a seat of a trick game knew before a play.

Its own cards; all that was played, and by whom; who showed a class to be used up, or pairs of it; that every play so far was
legal and every throw stood or failed as it did; the cards that somebody showed to declare, to take up the kitty or in a throw
that failed, and has not played; the kitty, if it buried that, and what it buried before others took that up. Nothing else of
the record is read: neither the deal of others, nor what came later. Where a seat went against what it had shown before, the
later play counts.

What is not read: the cards of a kitty that was turned up to make trumps, those that an incident exposed, and the cards that
a seat drew while others declared; where several seats buried, the cards that they showed to declare.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from paipu.analytics.review.worlds import Hidden, Lot, World
from paipu.replay.cards import HIDDEN, split_cards
from paipu.replay.notation import FAILED, read_bid, read_shown, read_token
from paipu.replay.tricks.follow import follow_fault
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import TrickView, Turn
from paipu.replay.tricks.trump import MIXED, Play, TrumpContext
from paipu.replay.tricks.units import Shape, blocked_units, forced_pieces, lead_shape

KITTY: Final = -1
"""The place of the kitty, beside those of the seats."""


class Follow(NamedTuple):
    """A play of another seat that is to have been legal: what it played from then on, and under what."""

    place: int
    since: int
    lead: Play
    shape: Shape
    play: Play


class Thrown(NamedTuple):
    """A throw that was tested: its units, what stood, and for each other seat what it played from then on."""

    attempted: Play
    shape: Shape
    stood: Play | None
    since: Mapping[int, int]
    """By place; the seat whose knowledge this is has its whole hand then at `None`'s place, -1."""


class TrickKnown(NamedTuple):
    """A decision of a trick game, and all that its seat knew.

    `own` is its hand, `gone` all that was played, `kitty` what it buried, None where another seat did. `trick` are the plays of
    the trick under way, its lead first. `played` are the attackers' points in finished tricks. `void` is for each seat a mask
    of the classes that it has shown to be used up. `places` says whose each hidden place is.
    """

    sheet: TrickSheet
    ctx: TrumpContext
    seat: int
    dealer: int
    taker: int | None
    own: int
    gone: int
    kitty: int | None
    leader: int
    trick: tuple[Play, ...]
    lead: Play | None
    shape: Shape | None
    played: int
    void: tuple[int, ...]
    places: tuple[int, ...]
    hidden: Hidden


class TrickHand:
    """A hand on record, of which each decision is asked for. `unknown` says why nothing can be: its cards were not all seen."""

    def __init__(self, view: TrickView) -> None:
        played = view.result.played
        self.view, self.turns = view, view.turns
        self.unknown = played is None or view.hand.left is not None or any(HIDDEN in text for text in view.tricks)
        if played is None or self.unknown:
            return
        self.ctx, self.terms = played.ctx, played.terms
        self.machine: TrickMachine = view.machine(played)
        self.sheet = self.machine.sheet
        self.plays = [
            self.ctx.as_lead(self.ctx.parse(read_token(turn.at.token).stood))
            if turn.at.play == 1
            else self.ctx.parse(read_token(turn.at.token).stood)
            for turn in self.turns
        ]
        taker, burier = view.settlement.taker, view.buried_by
        self.taker = self.sheet.seat_at[taker] if taker is not None else None
        self.burier = self.sheet.seat_at[burier] if burier is not None else None
        self.held, self.buried = played.held, played.held.kitty

    def decision(self, ply: int) -> TrickKnown | None:
        """What the seat of a ply knew before it; None where its cards are not known, or it could only play them all."""
        if self.unknown:
            return None
        turn, ctx, sheet = self.turns[ply - 1], self.ctx, self.sheet
        seat = turn.at.seat
        if not turn.known or ctx.size(turn.hand) < 2 or not all(play.possible for play in self.plays[: ply - 1]):
            return None
        before = self.turns[: ply - 1]
        gone = sum(play.cards for play in self.plays[: ply - 1])
        mine = self.burier == seat and sheet.kitty_size > 0
        if mine and self.buried is None:
            return None
        kitty = self.buried if mine else None
        seen = turn.hand + gone + (kitty or 0)
        if not ctx.contains(ctx.deck, ctx.deck & seen) or not self._fits_deck(seen):
            return None
        first = next(at for at in range(ply - 1, -1, -1) if self.turns[at].at.play == 1)
        trick = tuple(self.plays[first : ply - 1])
        sizes = [sheet.hand_size] * len(sheet.seats)
        for each, play in zip(before, self.plays, strict=False):
            sizes[each.at.seat] -= play.size
        places = [each for each in range(len(sizes)) if each != seat]
        capacity = [sizes[each] for each in places]
        if sheet.kitty_size and not mine:
            places.append(KITTY)
            capacity.append(sheet.kitty_size)
        told = _Told(self, ply, seat, turn.hand, places)
        hidden = Hidden(tuple(capacity), told.lots(ctx.deck - seen), tuple(told.unpaired), told.fits)
        frame = self.view.frames[ply - 1]
        return TrickKnown(
            sheet=sheet,
            ctx=ctx,
            seat=seat,
            dealer=self.machine.dealer,
            taker=self.taker,
            own=turn.hand,
            gone=gone,
            kitty=kitty,
            leader=self.turns[first].at.seat,
            trick=trick,
            lead=turn.lead if turn.at.play > 1 else None,
            shape=turn.shape if turn.at.play > 1 else None,
            played=frame.points + frame.penalties,
            void=tuple(told.void),
            places=tuple(places),
            hidden=hidden,
        )

    def burial(self) -> TrickKnown | None:
        """What the last seat that buried knew before it did, all that it chose from being its hand; None where that is not
        known.
        """
        if self.unknown or self.burier is None or not self.buried or not self.turns:
            return None
        ctx, sheet, seat, held = self.ctx, self.sheet, self.burier, self.held
        own = held.hands[seat] + self.buried
        if not held.complete[seat] or ctx.size(own) != sheet.hand_size + sheet.kitty_size or not self._fits_deck(own):
            return None
        places = [each for each in range(len(sheet.seats)) if each != seat]
        told = _Told(self, 1, seat, own, places)
        capacity = (sheet.hand_size,) * len(places)
        return TrickKnown(
            sheet=sheet,
            ctx=ctx,
            seat=seat,
            dealer=self.machine.dealer,
            taker=self.taker,
            own=own,
            gone=0,
            kitty=None,
            leader=self.turns[0].at.seat,
            trick=(),
            lead=None,
            shape=None,
            played=0,
            void=tuple(told.void),
            places=tuple(places),
            hidden=Hidden(capacity, told.lots(ctx.deck - own), tuple(told.unpaired), told.fits),
        )

    def _fits_deck(self, seen: int) -> bool:
        """Whether no card was seen more often than the decks have it."""
        deck = self.ctx.deck
        return ((deck | self.ctx.guard) - seen) & self.ctx.guard == self.ctx.guard


class _Told:
    """What the plays and the showing of cards before a ply tell a seat of the others."""

    def __init__(self, hand: TrickHand, ply: int, seat: int, own: int, places: Sequence[int]) -> None:
        self.hand, self.seat, self.own, self.places = hand, seat, own, places
        self.ctx, self.sheet = hand.ctx, hand.sheet
        count = len(self.sheet.seats)
        self.at = {each: place for place, each in enumerate(places)}
        self.void, self.alone = [0] * count, [0] * count
        self.pinned: list[tuple[int, int]] = []
        """Shown cards, one by one, each with a mask of the places where it may lie."""
        self.follows: list[Follow] = []
        self.throws: list[Thrown] = []
        since = [0] * count
        exposed: dict[int, int] = {}
        for number in range(ply - 2, -1, -1):
            turn, play = hand.turns[number], hand.plays[number]
            mover = turn.at.seat
            since[mover] += play.cards
            if turn.at.play == 1:
                self._thrown(turn, play, since)
                if FAILED in turn.at.token and mover != seat:
                    rest = self.ctx.parse(read_token(turn.at.token).thrown).cards
                    exposed[mover] = self._most(exposed.get(mover, 0), self.ctx.minus(rest, since[mover]))
            elif mover != seat and turn.shape is not None:
                self._followed(turn, play, since[mover])
        self.unpaired = [self.alone[each] if each != KITTY else 0 for each in places]
        self._shown(since, exposed)

    def _most(self, one: int, other: int) -> int:
        """Of each card as many as there are in either."""
        return one + self.ctx.minus(other, one)

    def _followed(self, turn: Turn, play: Play, since: int) -> None:
        """What a follow shows, walking backwards: `since` is what its seat played from it on."""
        ctx, lead, shape, mover = self.ctx, turn.lead, turn.shape, turn.at.seat
        assert shape is not None  # noqa: S101 - asked before
        mask, high = ctx.masks[lead.cls], ctx.high_masks[lead.cls]
        given, later = ctx.size(play.cards & mask), since - play.cards
        lowered = play.cards & ctx.lowered[lead.cls] and self.sheet.follow.lowered_serves
        if given < lead.size and not lowered:
            if not later & mask:
                self.void[mover] |= 1 << lead.cls
        elif lead.pairs and lead.trio == MIXED and given == lead.size:
            shown = (play.cards & high).bit_count()
            if shown < lead.pairs and not later & high:
                self.alone[mover] |= high
        whole = play.cls == lead.cls and play.pairs >= lead.pairs and not shape.tractors
        if (lead.pairs or lead.trio != MIXED or lowered) and not whole:
            rules = self.sheet.follow
            if follow_fault(ctx, rules, since, lead, shape, play) is None:
                self.follows.append(Follow(self.at[mover], since, lead, shape, play))

    def _thrown(self, turn: Turn, stood: Play, since: Sequence[int]) -> None:
        """A throw that was tested against the other hands."""
        ctx, token = self.ctx, read_token(turn.at.token)
        attempted = ctx.as_lead(ctx.parse(token.thrown)) if token.failed else stood
        if attempted.cls == MIXED or not attempted.possible:
            return
        shape = lead_shape(ctx, attempted)
        if shape.count < 2 or not ctx.contains(attempted.cards, stood.cards):
            return
        mover = turn.at.seat
        across = [each for each in range(len(since)) if each != mover]
        if not self.sheet.throws.partner_blocks:
            across = [each for each in across if (each - mover) % 2]
        then = {self.at[each]: since[each] for each in across if each != self.seat}
        if self.seat in across:
            then[KITTY] = self.own + since[self.seat]
        self.throws.append(Thrown(attempted, shape, stood if token.failed else None, then))

    def _shown(self, since: Sequence[int], exposed: Mapping[int, int]) -> None:
        """Cards that were shown and are not played: they lie with who showed them, or where he buried them."""
        ctx, view, sheet = self.ctx, self.hand.view, self.sheet
        declared: dict[int, int] = {}
        for text in view.hand.bids or ():
            name, shown = read_bid(text)
            self._show(declared, sheet.seat_at.get(name), shown.cards)
        taken: dict[int, int] = {}
        buriers: list[int] = []
        for action in view.hand.kitty or ():
            mover = sheet.seat_at.get(action.seat)
            if action.show is not None:
                self._show(taken, mover, read_shown(action.show).cards)
            if mover is not None and not action.passed and (action.bury is not None or action.show is not None):
                buriers.append(mover)
        in_kitty = 1 << self.at[KITTY] if KITTY in self.at else 0
        for shown_by, where in ((declared, True), (taken, True), (exposed, False)):
            for mover, cards in shown_by.items():
                if mover == self.seat or (len(set(buriers)) > 1 and where):
                    continue  # who took a kitty up again may have taken what another buried
                rest = ctx.minus(cards, since[mover])
                places = 1 << self.at[mover] | (in_kitty if where and mover == self.hand.burier else 0)
                known = sum(ctx.weight[card] for card in self._pins(mover))
                self.pinned += [(ctx.weight[card], places) for card in ctx.unpack(ctx.minus(rest, known))]
        self._buried_before(since, in_kitty)

    def _pins(self, mover: int) -> list[str]:
        """The cards that are known to lie with a seat already."""
        bit = 1 << self.at[mover]
        weights = {self.ctx.weight[card]: card for card in self.ctx.order}
        return [weights[weight] for weight, where in self.pinned if where & bit]

    def _show(self, shown: dict[int, int], seat: int | None, text: str) -> None:
        cards = [card for card in split_cards(text) if card in self.ctx.weight] if text else []
        packed = self.ctx.pack_counts((card, cards.count(card)) for card in dict.fromkeys(cards))
        if seat is not None and packed:
            shown[seat] = self._most(shown.get(seat, 0), packed)

    def _buried_before(self, since: Sequence[int], in_kitty: int) -> None:
        """What the seat buried and another took up lies with those who took the kitty up since, or in the kitty."""
        actions = [each for each in self.hand.view.hand.kitty or () if each.bury is not None]
        mine = [number for number, each in enumerate(actions) if self.sheet.seat_at.get(each.seat) == self.seat]
        if not mine or mine[-1] == len(actions) - 1:
            return
        later = [self.sheet.seat_at[each.seat] for each in actions[mine[-1] + 1 :]]
        bury = actions[mine[-1]].bury or ""
        places = in_kitty
        cards = self.ctx.pack_counts(
            (card, split_cards(bury).count(card)) for card in set(split_cards(bury)) if card in self.ctx.weight
        )
        for mover in later:
            places |= 1 << self.at[mover]
            cards = self.ctx.minus(cards, since[mover])
        self.pinned += [(self.ctx.weight[card], places) for card in self.ctx.unpack(cards)]

    def lots(self, unseen: int) -> tuple[Lot, ...]:
        """The hidden cards, and where each may lie."""
        ctx, found = self.ctx, list[Lot]()
        everywhere = (1 << len(self.places)) - 1
        for card in ctx.order:
            copies, weight = ctx.count(unseen, card), ctx.weight[card]
            cls = 1 << ctx.cls[card]
            allowed = everywhere
            for place, each in enumerate(self.places):
                if each != KITTY and self.void[each] & cls:
                    allowed &= ~(1 << place)
            pins = [where & allowed or where for each, where in self.pinned if each == weight][:copies]
            found += [Lot(weight, 1, where) for where in pins]
            if copies > len(pins):
                found.append(Lot(weight, copies - len(pins), allowed))
        return tuple(found)

    def fits(self, world: World) -> bool:
        """Whether every play so far was legal, and every throw stood or failed, in a world."""
        ctx, rules = self.ctx, self.sheet.follow
        for place, since, lead, shape, play in self.follows:
            if follow_fault(ctx, rules, world[place] + since, lead, shape, play) is not None:
                return False
        return all(self._tested(world, each) for each in self.throws)

    def _tested(self, world: World, thrown: Thrown) -> bool:
        ctx, rules = self.ctx, self.sheet.throws
        hands = [since + (world[place] if place != KITTY else 0) for place, since in thrown.since.items()]
        blocked = blocked_units(ctx, thrown.shape, thrown.attempted.cls, hands)
        if thrown.stood is None or not blocked:
            return (thrown.stood is None) == (not blocked)
        stood = lead_shape(ctx, thrown.stood).units
        if rules.one_card:
            return stood[0].top == min(unit.top for unit in blocked)
        return len(stood) == 1 and stood[0] in forced_pieces(thrown.shape, blocked, rules.forced_kinds)
