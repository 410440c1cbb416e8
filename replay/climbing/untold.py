"""Tribute of a hand before which nobody knows how the hand ended: what is wrong whoever owed it."""

from collections.abc import Sequence

from paipu.replay.cards import BIG_JOKER
from paipu.replay.climbing.exchange import AfterTribute
from paipu.replay.climbing.tribute import Exchanges, TributeAudit


class UnknownTribute(TributeAudit):
    """Judges the tribute by itself: who gives before he receives is taken to owe it, and his partner may owe it too."""

    def run(self) -> AfterTribute:
        """Check what is on record and say what the hands are after it."""
        if self.sheet.tribute is None or self.first:
            return self.none_due(None)
        if self.hand.resisted:
            return self.check_refused()
        self.check_written()
        if self.hand.tribute is None:
            return self.unknown(range(len(self.sheet.seats)))
        return self.infer_unwritten()

    def check_written(self) -> None:
        """One gift and one return at most of each, the right cards, and a return for each gift as a gift for each return."""
        payers, takers, givers = dict[int, None](), dict[int, None](), {move.giver for move in self.moved}
        for move in self.moved:
            if move.giver not in takers:
                # one side owes tribute: what goes to it from the other is returned for a gift that is not on the list
                returns = move.taker not in givers and any((move.giver - seat) % 2 for seat in payers)
                payer, taker = (move.taker, move.giver) if returns else (move.giver, move.taker)
                payers[payer] = takers[taker] = None
        self.payers, self.takers, self.double = tuple(payers), tuple(takers), len(payers) > 1
        paid, returned = self.once_each(self.payers), self.once_each(self.takers)
        for gift in paid.values():
            self.check_gift(gift)
        served = set[int]()
        for back in returned.values():
            self.check_return(back, paid, served)
            served.add(back.taker)
        for seat in self.payers:
            if seat not in paid:
                self.tell("TRIBUTE-MISSING", len(self.moved), seat=self.sheet.seats[seat])
        for seat in self.takers:
            if seat not in returned:
                self.tell("TRIBUTE-NO-RETURN", len(self.moved), seat=self.sheet.seats[seat])

    def unwritten(self) -> tuple[Sequence[int], Sequence[int]]:
        """Of two tributes one may not be on the list: that between the partners of those of whom one is.

        Who pays his partner pays the only one.
        """
        if len(self.payers) != 1 or len(self.takers) != 1:
            return (), ()
        count = len(self.sheet.seats)
        (payer,), (taker,) = self.payers, self.takers
        if self.to_partner:
            return (), ()
        return [(payer + count // 2) % count], [(taker + count // 2) % count]

    @property
    def to_partner(self) -> bool:
        """Whether somebody pays his partner, who was out first."""
        return any((payer - taker) % 2 == 0 for payer, taker in zip(self.payers, self.takers, strict=False))

    def exchanges(self, seen: Sequence[int], payers: Sequence[int], takers: Sequence[int]) -> Exchanges:
        """Only with cards that were due: it is not known that there were any."""
        found = super().exchanges(seen, payers, takers)
        due = {payer: [swap for swap in swaps if self.is_due(swap[0])] for payer, swaps in found.items()}
        return due if all(due.values()) else {}

    def leaders(self, *, resisted: bool = False) -> frozenset[int] | None:
        """Who may lead the hand: of two tributes one may not be on record."""
        if self.double:
            values = self.ranking
            alike = values is not None and values[0] == values[1]  # then it goes by who was first
            return frozenset(self.payers) if alike else super().leaders(resisted=resisted)
        if self.to_partner:
            return frozenset(self.payers)
        count = len(self.sheet.seats)
        return frozenset((seat + each) % count for seat in self.payers for each in range(0, count, 2)) or None

    def return_allowed(self, card: str, hand: int | None, *, double: bool) -> bool:
        """Whether a card may be returned out of a hand: by the rule for two, of which one may not be on record."""
        del double
        return super().return_allowed(card, hand, double=True)

    def check_refused(self) -> AfterTribute:
        """Tribute was refused: who holds a big joker owed it, and two who do are partners; none of them leads."""
        seats = range(len(self.sheet.seats))
        held = [seat for seat in seats if self.ctx.count(self.held(seat), BIG_JOKER)]
        self.double = len(held) > 1
        self.check_nothing_paid()
        if len({seat % 2 for seat in held}) > 1:
            self.tell("TRIBUTE-RESISTED", None, seat=self.sheet.names(held))
            return self.after(None, resisted=True)
        return self.after(frozenset(seats) - {*held}, resisted=True)
