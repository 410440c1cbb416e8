"""What tribute is owed after a hand: by whom and to whom, who may refuse it, and who leads then."""

from collections import Counter
from functools import cached_property, reduce
from operator import and_

from paipu.replay.cards import BIG_JOKER
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.deal import Dealt, shown_by_plays
from paipu.replay.climbing.exchange import Finished, Moved, may_return, read_moved
from paipu.replay.climbing.rules import TributeRules
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.record import Hand
from paipu.replay.report import Report


class OwedTribute:
    """What is owed in one hand. `before` is how the hand before ended, None where that is not known (`untold.py`).

    `first` says that the hand is the first of a game, which has no tribute.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        ctx: LevelContext,
        hand: Hand,
        dealt: Dealt,
        before: Finished | None,
        report: Report,
        *,
        first: bool,
    ) -> None:
        self.sheet, self.ctx, self.hand, self.dealt, self.report = sheet, ctx, hand, dealt, report
        self.before, self.first, self.double = before, first, before is not None and before.double
        self.payers, self.takers = (before.payers, before.takers) if before is not None else ((), ())
        if sheet.tribute is not None:
            self.rules: TributeRules = sheet.tribute
        self.moved = tuple([read_moved(sheet.seats, place, text) for place, text in enumerate(hand.tribute or ())])

    @property
    def named_payers(self) -> str:
        """Who owes tribute, in the order of the seats."""
        return self.sheet.names(sorted(self.payers))

    @property
    def partner_spared(self) -> bool:
        """Whether the last player owes nothing because he is the first one's partner, where the sheet is read so (D-GD-14)."""
        return self.before is not None and self.before.to_partner and not self.rules.partner_pays

    def may_resist(self) -> bool | None:
        """Whether the payers hold both big jokers; None where their hands do not tell."""
        jokers = [self.ctx.count(self.held(seat), BIG_JOKER) for seat in self.payers]
        if sum(jokers) == self.ctx.copies:
            return True
        return False if all(self.dealt.known[seat] for seat in self.payers) else self.others_hold_one()

    def is_refused(self, may_resist: bool | None) -> bool:
        """Whether tribute that may be refused is: where the sheet has that as a duty."""
        return bool(may_resist) and self.rules.resisting == "expected"

    def others_hold_one(self) -> bool | None:
        """A big joker in another hand rules resisting out, whatever the payers hold."""
        others = [seat for seat in range(len(self.sheet.seats)) if seat not in self.payers]
        return False if any(self.ctx.count(self.held(seat), BIG_JOKER) for seat in others) else None

    def held(self, seat: int) -> int:
        """What a seat was dealt, or the least of it where the record does not tell."""
        return self.dealt.hands[seat] if self.dealt.known[seat] else self.lower_bound(seat)

    @cached_property
    def ranking(self) -> list[int] | None:
        """What each payer of a double tribute pays by the order of cards: as due, or the most that he paid or is known to hold.

        Where the larger goes by what was paid, a card that was paid counts as it is.

        None where a payer's hand is not known and he paid nothing, unless one of the two is known to hold the highest card that
        there is; or paid less than he is known to hold and not more than the other owed: what was due may have been more still.
        """
        owed = ((move.giver, move.card) for move in self.moved if move.giver in self.payers)
        paid = {giver: self.ctx.value[card] if card not in self.ctx.wilds else -1 for giver, card in owed}
        values, least = [], []
        as_paid = self.by_cards_paid
        for seat in self.payers:
            if seat in as_paid:
                values.append(as_paid[seat])
            elif self.dealt.known[seat]:
                values.append(self.ctx.highest(self.dealt.hands[seat]))
            elif seat in paid:
                values.append(max(paid[seat], self.ctx.highest(self.lower_bound(seat))))
                least += [len(values) - 1] if paid[seat] < values[-1] < self.ctx.value[BIG_JOKER] else []
            elif self.ctx.count(self.lower_bound(seat), BIG_JOKER):
                values.append(self.ctx.value[BIG_JOKER])
            elif self.holds_less_than_the_other:
                values.append(-1)  # the other one has the highest card, whatever he holds
            else:
                return None
        ahead = (values[at] > value for at in least for other, value in enumerate(values) if other != at)
        return values if all(ahead) else None

    @property
    def holds_less_than_the_other(self) -> bool:
        """Whether one of the payers holds a big joker, and whoever is not known to hold one cannot."""
        known = [self.ctx.count(self.held(seat), BIG_JOKER) for seat in range(len(self.sheet.seats))]
        return sum(known) == self.ctx.copies and any(known[seat] for seat in self.payers)

    @property
    def by_cards_paid(self) -> dict[int, int]:
        """By payer the value of the card that he paid, where the larger tribute goes by that; nothing where by what was due."""
        if self.sheet.tribute is None or not self.moved or self.rules.larger_by == "due":
            return {}
        return {move.giver: self.ctx.value[move.card] for move in self.moved[::-1] if move.giver in self.payers}

    def pairing(self) -> dict[int, frozenset[int]] | None:
        """Who may receive the tribute of each payer."""
        if not self.double:
            return {self.payers[0]: frozenset(self.takers)}
        values = self.ranking
        if values is None:
            return None
        first, second = self.takers
        if values[0] == values[1]:
            if self.rules.equal_receiver == "either":
                return dict.fromkeys(self.payers, frozenset(self.takers))
            near = self.right_of(first)
            return {seat: frozenset({first if seat == near else second}) for seat in self.payers}
        high = self.payers[0 if values[0] > values[1] else 1]
        return {seat: frozenset({first if seat == high else second}) for seat in self.payers}

    def right_of(self, seat: int) -> int:
        """The payer who is the right neighbour of the first player: the next in order of play."""
        count = len(self.sheet.seats)
        return min(self.payers, key=lambda payer: (payer - seat) % count)

    def leaders(self, *, resisted: bool = False) -> frozenset[int] | None:
        """Who may lead the hand."""
        if resisted:
            return frozenset(self.takers[:1])
        if not self.double:
            return frozenset(self.payers)
        values = self.ranking
        if values is None:
            return None
        if values[0] != values[1]:
            return frozenset({self.payers[0 if values[0] > values[1] else 1]})
        if self.rules.equal_leader == "either":
            return frozenset(self.payers)
        return frozenset({self.right_of(self.takers[0])})

    @cached_property
    def shown(self) -> list[Counter[str]]:
        """What each seat's plays show that it held at trick 1, whether or not cards came back for those that it gave."""
        sizes = [*self.dealt.sizes]
        for move in self.moved if self.hand.left is None else ():
            sizes[move.giver] -= 1
            sizes[move.taker] += 1
        shown, *others = (shown_by_plays(self.sheet, self.hand.tricks or (), each) for each in {self.dealt.sizes, tuple(sizes)})
        return [reduce(and_, held) for held in zip(shown, *others, strict=True)]

    def lower_bound(self, seat: int) -> int:
        """The least that a seat was dealt, by its plays, by what it paid and received, and by what was seen of its hand.

        One card may have come to it that is not on the list: the highest that can be that one is left out. A wild card is not
        asked about, since it is never paid.
        """
        shown = self.shown[seat].copy()
        for move in self.moved:
            if move.giver == seat:
                shown[move.card] += 1
            if move.taker == seat:
                shown[move.card] -= 1
        came = [card for card in +shown if card not in self.ctx.wilds and self.may_have_come(seat, card)]
        if came:
            shown[max(came, key=self.ctx.value.__getitem__)] -= 1
        if self.dealt.seen:
            shown |= Counter(self.ctx.unpack(self.dealt.seen[seat]))
        return self.ctx.pack_counts((+shown).items())

    def may_have_come(self, seat: int, card: str) -> bool:
        """Whether a card may have come to a seat as a tribute or a return that is not on the list."""
        if self.hand.resisted or any(move.taker == seat for move in self.moved):
            return False
        if self.before is not None and seat in self.payers:
            return may_return(self.sheet, self.ctx, card, None, double=self.double)
        if self.before is not None and seat not in self.takers:
            return False
        payers = self.payers if self.before is not None else ()
        return not payers or any(
            not self.dealt.known[payer] or self.ctx.count(self.dealt.hands[payer], card) for payer in payers
        )

    def had_lower(self, back: Moved, paid: int) -> bool:
        """Whether a receiver of unknown hand had a lower card than he returned: his plays show one, or it was `paid` to him."""
        return self.is_lower_in(self.lower_bound(back.giver), back) or self.is_lower_in(paid, back)

    def is_by_received(self, back: Moved, paid: int) -> bool:
        """Whether only the card that was `paid` makes a return wrong: none of the receiver's own cards is lower."""
        own = self.dealt.hands[back.giver] if self.dealt.known[back.giver] else self.lower_bound(back.giver)
        return self.rules.smallest_printed and not self.is_lower_in(own, back) and self.is_lower_in(paid, back)

    def is_lower_in(self, cards: int, back: Moved) -> bool:
        """Whether one of some cards is lower than the one given back."""
        value = self.ctx.value
        return any(value[card] < value[back.card] for card in self.ctx.unpack(cards))
