"""Tribute: who pays whom after a hand, with which card, what comes back, who may refuse, and who leads."""

from collections.abc import Mapping, Sequence
from itertools import chain, permutations
from typing import Final

from paipu.replay.climbing.deal import led_first
from paipu.replay.climbing.exchange import AfterTribute, Moved, passed_on
from paipu.replay.climbing.listed import ListedTribute

Exchanges = dict[int, list[tuple[Moved, Moved]]]
"""By who paid, what he may have paid and got back."""
_LEAD: Final = ("LEAD-TRIBUTE", ())
_LEAD_AT_DOUBLE: Final = ("LEAD-TRIBUTE", ("double",))


class TributeAudit(ListedTribute):
    """Judges the tribute of one hand, given how the hand before ended."""

    def run(self) -> AfterTribute:
        """Check what is on record and say what the hands are after it."""
        if self.sheet.tribute is None or self.first or self.partner_spared:
            return self.none_due(None)
        if self.before is not None and self.before.ruled:
            return self.none_due("ruled")._replace(leaders=frozenset(self.takers), lead=("LEAD-RULED", ()))
        settled = self._quick()
        if settled is not None:
            return settled
        may_resist = self.may_resist()
        if self.hand.resisted:
            return self.check_resisted(may_resist)
        if self.hand.tribute is None or (not self.moved and may_resist):
            return self.infer(may_resist)
        if self.is_refused(may_resist):
            paid = any(move.giver in self.payers for move in self.moved)
            self.tell("TRIBUTE-PAID-ANYWAY" if paid else "TRIBUTE-WAIVED", 0, seat=self.named_payers)
        self.check_moves(may_resist=bool(may_resist))
        return self.infer_unwritten()

    def _quick(self) -> AfterTribute | None:
        """Each payer's card, then one returned for each, all as they should be, in hands that are known; None for all else."""
        payers, count, moved, ctx = self.payers, len(self.payers), self.moved, self.ctx
        if len(moved) != 2 * count or self.hand.resisted or False in self.dealt.known:
            return None
        hands = [*self.dealt.hands]
        highest = [ctx.highest(hands[seat]) for seat in payers]
        if sum([hands[seat] & ctx.big_jokers for seat in payers]) == ctx.all_big_jokers or len({*highest}) < count:
            return None  # they may resist, or who pays whom is another question
        most = highest.index(max(highest))
        due = dict(zip(payers, self.takers[::-1] if most else self.takers, strict=True))
        gifts, returns = moved[:count], moved[count:]
        if {gift.giver: gift.taker for gift in gifts} != due or {back.taker: back.giver for back in returns} != due:
            return None
        for gift in gifts:
            low = gift.card in ctx.wilds or ctx.value[gift.card] < highest[payers.index(gift.giver)]
            if low or not passed_on(ctx, gift, hands):
                return None
        for back in returns:
            if not (self.return_allowed(back.card, hands[back.giver], double=self.double) and passed_on(ctx, back, hands)):
                return None
        leaders, lead = frozenset(payers[most : most + 1]), _LEAD_AT_DOUBLE if self.double else _LEAD
        return AfterTribute(tuple(hands), self.dealt.known, leaders, moved, lead=lead)

    def infer(self, may_resist: bool | None) -> AfterTribute:
        """No tribute is on record: what the plays, the deal and who led tell of it."""
        concerned = (*self.payers, *self.takers)
        seen = [self.ctx.pack_counts(cards.items()) for cards in self.shown]
        nothing_shown = all(  # nobody shows a card of another
            self.ctx.contains(self.dealt.hands[seat], seen[seat]) for seat in concerned if self.dealt.known[seat]
        )
        leaders = self.leaders() or frozenset(self.payers)
        # refused or not, nobody wrote it down
        first = self.leaders(resisted=True) or frozenset() if may_resist is not False else frozenset()
        if may_resist and nothing_shown and led_first(self.sheet, self.hand) in first:  # else he would not have led
            self.tell_unwritten(paid=False, may_resist=may_resist)
            return self.after(first, resisted=True)
        if not all(self.dealt.known[seat] for seat in concerned):
            self.tell_unwritten(paid=False, may_resist=may_resist)
            return self.unknown(concerned, leaders, first)
        if nothing_shown:
            all_shown = all(self.shown[seat].total() == self.dealt.sizes[seat] for seat in self.payers)
            unseen = self.unseen_is_due(seen) if may_resist or all_shown else True
            paid = unseen and led_first(self.sheet, self.hand) in leaders
            self.tell_unwritten(paid=paid, may_resist=may_resist)
            if unseen or not all_shown:
                return self.unknown(concerned, leaders, first)
            if may_resist:
                return self.after(first, resisted=True)
            if self.hand.tribute is None:
                self.tell("TRIBUTE-MISSING", 0, seat=self.named_payers)
            return self.after(leaders, if_refused=first)
        exchanges = self.exchanges(seen, self.payers, self.takers)
        self.tell_unwritten(paid=bool(exchanges), may_resist=may_resist)
        self.check_exchanges(exchanges)
        moved = tuple([move for made in exchanges.values() if len(made) == 1 for move in made[0]])
        if len(moved) != len(concerned):
            return self.unknown(concerned, leaders, first)
        self.moved = moved
        self.tell_open()
        return self.after(self.leaders())

    def tell_unwritten(self, *, paid: bool, may_resist: bool | None) -> None:
        """What is said of an empty list: that both big jokers were held, `paid` all the same or not, or what is owed."""
        if self.is_refused(may_resist):
            self.tell("TRIBUTE-PAID-ANYWAY" if paid else "TRIBUTE-WAIVED", 0, seat=self.named_payers)
        elif self.hand.tribute is not None and not may_resist:
            self.tell("TRIBUTE-MISSING", 0, seat=self.named_payers)

    def unseen_is_due(self, seen: Sequence[int]) -> bool:
        """Whether each payer may have paid what he owed and got a card that may be returned, though no play shows either.

        Those may be cards that nobody has played yet, or, where any card may be returned (GD1-4b), the one that was paid.
        """
        swaps = self.exchanges(seen, self.payers, self.takers).values()
        return bool(swaps) and all(any(self.is_right(swap) for swap in made) for made in swaps)

    def is_right(self, swap: tuple[Moved, Moved]) -> bool:
        """Whether a gift and a return are both as they should be."""
        gift, back = swap
        return self.is_due(gift) and self.return_allowed(back.card, self.with_gift(swap), double=self.double)

    def infer_unwritten(self) -> AfterTribute:
        """The hands after what is on record, and after exchanges of seats of which nothing is but what their plays show."""
        payers, takers = self.unwritten()
        leaders, idle = self.leaders(), (*payers, *takers)
        if not payers or len(payers) != len(takers) or not all(self.dealt.known[seat] for seat in idle):
            return self.after(leaders)
        seen = [self.ctx.pack_counts(cards.items()) for cards in self.shown]
        if all(self.ctx.contains(self.dealt.hands[seat], seen[seat]) for seat in idle):
            return self.after(leaders)
        exchanges = self.exchanges(seen, payers, takers)
        if not exchanges:
            return self.after(leaders)
        self.check_exchanges(exchanges)
        self.tell_open()
        sure = [made[0] for made in exchanges.values() if len(made) == 1]
        if len(sure) == len(payers):
            self.moved += tuple(chain.from_iterable(sure))
            return self.after(leaders)
        after = self.after(leaders)
        return after._replace(known=tuple([known and seat not in idle for seat, known in enumerate(after.known)]))

    def unwritten(self) -> tuple[Sequence[int], Sequence[int]]:
        """Who owed tribute, and who was to have it, of whom no card is on the list."""
        moving = {seat for move in self.moved for seat in (move.giver, move.taker)}
        payers, takers = ([seat for seat in seats if seat not in moving] for seats in (self.payers, self.takers))
        return payers, takers

    def exchanges(self, seen: Sequence[int], payers: Sequence[int], takers: Sequence[int]) -> Exchanges:
        """What each of some payers may have paid, and got back, given what everybody shows; what was due goes before all else.

        Empty where no way in which payers and receivers match explains it.
        """
        pairing = self.pairing() or {}
        ways = [dict(zip(payers, some, strict=True)) for some in permutations(takers)]
        due = [way for way in ways if all(taker in pairing.get(payer, takers) for payer, taker in way.items())]
        for some in (due, ways):
            made = [{payer: self.swaps(payer, taker, seen) for payer, taker in way.items()} for way in some]
            explained = [each for each in made if all(each.values())]
            if explained:
                return {payer: [swap for each in explained for swap in each[payer]] for payer in payers}
        return {}

    def swaps(self, payer: int, taker: int, seen: Sequence[int]) -> list[tuple[Moved, Moved]]:
        """The gifts and returns between two seats that leave both with what they show: right ones if there are any."""
        ctx, dealt, place = self.ctx, self.dealt.hands, len(self.hand.tribute or ())
        found = []
        gifts = dict.fromkeys(ctx.unpack(dealt[payer]))
        needed = ctx.unpack(ctx.minus(seen[taker], dealt[taker]))
        for gift in gifts if not needed else needed if len(needed) == 1 and needed[0] in gifts else ():
            paid, got = dealt[payer] - ctx.weight[gift], dealt[taker] + ctx.weight[gift]
            lacking = ctx.unpack(ctx.minus(seen[payer], paid))
            for back in lacking if len(lacking) == 1 else () if lacking else dict.fromkeys(ctx.unpack(got)):
                weight = ctx.weight[back]
                if ctx.contains(got, weight) and ctx.contains(got - weight, seen[taker]):
                    found.append((Moved(payer, taker, gift, place), Moved(taker, payer, back, place + 1)))
        right = [swap for swap in found if self.is_due(swap[0])]
        found = right or found
        return [swap for swap in found if self.return_allowed(swap[1].card, self.with_gift(swap), double=self.double)] or found

    def is_due(self, gift: Moved) -> bool:
        """Whether a card is one that a known hand may pay."""
        return gift.card not in self.ctx.wilds and self.ctx.value[gift.card] == self.ctx.highest(self.dealt.hands[gift.giver])

    def with_gift(self, swap: tuple[Moved, Moved]) -> int:
        """The hand of a receiver with what was paid in it."""
        return self.dealt.hands[swap[0].taker] + self.ctx.weight[swap[0].card]

    def check_exchanges(self, exchanges: Mapping[int, Sequence[tuple[Moved, Moved]]]) -> None:
        """Report of what may have been paid and returned that which is wrong whatever it was."""
        pairing = self.pairing() or {}
        for payer, swaps in exchanges.items():
            gift, back = swaps[0]
            if payer in pairing and all(swap[0].taker not in pairing[payer] for swap in swaps):
                self.tell_move("TRIBUTE-RECEIVER", gift, self.sheet.names(sorted(pairing[payer])))
            if not any(self.is_due(swap[0]) for swap in swaps):
                self.check_gift(gift)
            if not any(self.return_allowed(swap[1].card, self.with_gift(swap), double=self.double) for swap in swaps):
                self.check_return(back, {payer: gift})

    def tell_open(self) -> None:
        """Say that the tribute is not on record, whatever the plays show of it."""
        self.report.add("TRIBUTE-OPEN", "tribute", trick=0, play=0, case=self.cases())

    def unknown(
        self, concerned: Sequence[int], leaders: frozenset[int] | None = None, if_refused: frozenset[int] = frozenset()
    ) -> AfterTribute:
        """The hands of those concerned are not known at trick 1, only what their plays show, and who may lead."""
        self.tell_open()
        known = tuple(sure and seat not in concerned for seat, sure in enumerate(self.dealt.known))
        lead = self.lead(either=bool(if_refused))
        return AfterTribute(self.dealt.hands, known, leaders, lead=lead, if_refused=if_refused)
