"""Tribute that is on record: each card from who owes it to who is to have it, one returned for each, or none at all."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from paipu.replay.climbing.exchange import AfterTribute, Moved, lowest_to_return, may_be_returned, may_return
from paipu.replay.climbing.owed import OwedTribute
from paipu.replay.notation import Gift
from paipu.replay.packing import FULL


class ListedTribute(OwedTribute):
    """What is wrong with the cards on the list of tribute, and the hands when they have moved."""

    def none_due(self, case: str | None) -> AfterTribute:
        """Nothing is to be paid."""
        if self.moved or self.hand.resisted:
            self.tell("TRIBUTE-NONE", self.moved[0].place if self.moved else None, actual=self.written, case=case)
        return self.after(None)._replace(undue=True)

    @property
    def written(self) -> str:
        """The tribute as the record has it."""
        return " ".join(text.replace(" ", ":") for text in self.hand.tribute or ()) or "resisted"

    def tell(
        self,
        code: str,
        place: int | None,
        *,
        seat: str | None = None,
        expected: str | None = None,
        actual: str | None = None,
        case: str | None = None,
    ) -> None:
        """Report something at an entry of the list, or at the list."""
        listed = len(self.hand.tribute or ())
        pointer = "resisted" if place is None else f"tribute/{place}" if place < listed else "tribute"
        cases = self.cases(case)
        self.report.add(code, pointer, trick=0, play=0, seat=seat, expected=expected, actual=actual, case=cases)

    def cases(self, case: str | None = None) -> tuple[str, ...]:
        """A case of tribute, and that of 双下."""
        return tuple(filter(None, (case, "double" if self.double else None)))

    def check_resisted(self, may_resist: bool | None) -> AfterTribute:
        """Tribute was refused: only who holds both big jokers, in one hand or two, may do that."""
        if may_resist is False:
            self.tell("TRIBUTE-RESISTED", None, seat=self.named_payers)
        self.check_nothing_paid()
        first = self.leaders(resisted=True) or frozenset()
        if may_resist is not False:
            return self.after(first, resisted=True)
        due = self.leaders() or frozenset(range(len(self.sheet.seats)))  # the table may have gone on either way
        return self.after(due, resisted=True, if_refused=first)

    def check_nothing_paid(self) -> None:
        """No card changes hands where tribute was refused."""
        if self.moved:
            self.tell("TRIBUTE-NONE", 0, actual=self.written, case="resisted_double" if self.double else "resisted")

    def check_moves(self, *, may_resist: bool) -> None:
        """Gifts first, each from who owes it, the right card to the right player; then a return for each."""
        for move in self.moved:
            if move.giver not in {*self.payers, *self.takers}:
                self.tell_move("TRIBUTE-PAYER", move, self.named_payers)
        paid = self.once_each(self.payers)
        self.check_gifts(paid)
        returned = self.once_each(self.takers)
        for move in returned.values():
            self.check_return(move, paid, {other.taker for other in returned.values() if other.place < move.place})
        for earlier, later in pairwise(self.moved):
            if earlier.giver in self.takers and later.giver in self.payers:
                self.tell_move("TRIBUTE-ORDER", later)
                break
        for seat in self.payers:
            if seat not in paid and (paid or not may_resist):
                self.tell("TRIBUTE-MISSING", len(self.moved), seat=self.sheet.seats[seat])
        for seat in self.takers:
            if seat not in returned and any(gift.taker == seat for gift in paid.values()):
                self.tell("TRIBUTE-NO-RETURN", len(self.moved), seat=self.sheet.seats[seat])

    def check_gifts(self, paid: Mapping[int, Moved]) -> None:
        """Each gift to who is to have it, and the card that is due."""
        pairing = self.pairing()
        for gift in paid.values():
            due = pairing[gift.giver] if pairing is not None else frozenset({gift.taker})
            if len(due) > 1:
                due -= {other.taker for other in paid.values() if other.place < gift.place}
            if gift.taker not in due:
                self.tell_move("TRIBUTE-RECEIVER", gift, self.sheet.names(sorted(due)))
            self.check_gift(gift)

    def once_each(self, seats: Sequence[int]) -> dict[int, Moved]:
        """The first card that each of some seats gave; a second one is reported."""
        found: dict[int, Moved] = {}
        for move in self.moved:
            if move.giver in seats and found.setdefault(move.giver, move) is not move:
                self.tell_move("TRIBUTE-TWICE", move)
        return found

    def tell_move(self, code: str, move: Moved, expected: str | None = None, case: str | None = None) -> None:
        """Report something about who gave a card to whom."""
        self.tell(code, move.place, seat=self.sheet.seats[move.giver], expected=expected, actual=self.text(move), case=case)

    def check_gift(self, move: Moved) -> None:
        """The highest card that is not wild, and one that the payer holds."""
        name = self.sheet.seats[move.giver]
        ctx, hand = self.ctx, self.dealt.hands[move.giver]
        if self.dealt.known[move.giver] and not ctx.count(hand, move.card):
            self.tell("TRIBUTE-NOT-HELD", move.place, seat=name, actual=move.card)
            return
        highest = ctx.highest(self.held(move.giver))
        if move.card in ctx.wilds or ctx.value[move.card] < highest:
            cards = [card for card in ctx.order if ctx.value[card] == highest and card not in ctx.wilds]
            expected = " | ".join(card for card in cards if ctx.count(hand, card))
            if not self.dealt.known[move.giver]:  # he may have held a higher one
                expected = f"≠ {move.card}" if move.card in ctx.wilds else f"≥ {' | '.join(cards)}"
            self.tell("TRIBUTE-CARD", move.place, seat=name, expected=expected, actual=move.card)

    def check_return(self, move: Moved, paid: Mapping[int, Moved], served: AbstractSet[int] = frozenset()) -> None:
        """What a receiver gives back, and to whom: to his payer, or to one not yet `served` where both paid the same."""
        name, ctx = self.sheet.seats[move.giver], self.ctx
        payers = {gift.giver for gift in paid.values() if gift.taker == move.giver}
        values = self.ranking if self.double else None
        if values is not None and values[0] == values[1] and self.rules.equal_receiver == "either":
            payers = set(self.payers) - served
        if payers and move.taker not in payers:
            expected = self.sheet.names(sorted(payers))
            self.tell_move("TRIBUTE-RETURN-TO", move, expected)
        gained = sum(ctx.weight[gift.card] for gift in paid.values() if gift.taker == move.giver)
        known = self.dealt.known[move.giver]
        hand = self.dealt.hands[move.giver] + gained
        if known and not ctx.count(hand, move.card):
            self.tell("TRIBUTE-NOT-HELD", move.place, seat=name, actual=move.card)
            return
        if self.return_allowed(move.card, hand if known else None, double=self.double):
            return
        if not known and self.rules.smallest_printed and not self.had_lower(move, gained):
            return
        allowed = [card for card in ctx.order if known and ctx.count(hand, card) and self.is_low(card)]
        case = "received" if self.is_by_received(move, gained) else "smallest" if known and not allowed else None
        expected = " ".join(allowed or (lowest_to_return(self.sheet, self.ctx, hand) if known else ())) or self.low_words
        self.tell("TRIBUTE-RETURN", move.place, seat=name, expected=expected, actual=move.card, case=case)

    @property
    def low_words(self) -> str:
        return f"≤ {self.rules.return_top}"

    def return_allowed(self, card: str, hand: int | None, *, double: bool) -> bool:
        """Whether a card may be returned out of a hand; one that is not known is taken to hold a low card."""
        return may_return(self.sheet, self.ctx, card, hand, double=double)

    def is_low(self, card: str) -> bool:
        """Whether a card is a plain one that may be returned where only low cards may (D-GD-15)."""
        return self.sheet.answer(may_be_returned, card, self.ctx.level)

    def at_fault(self, unmade: Sequence[Moved]) -> list[Moved]:
        """Of cards on the list that never changed hands those that somebody owed: no return is owed for a gift not made."""
        spared = {move.taker for move in unmade if move.giver in self.payers}
        return [move for move in unmade if move.giver not in spared]

    def report_not_made(self, unmade: Sequence[Moved]) -> None:
        """Report cards that are on the list and never changed hands."""
        for move in self.at_fault(unmade):
            code = "TRIBUTE-MISSING" if move.giver in self.payers else "TRIBUTE-NO-RETURN"
            self.tell(code, move.place, seat=self.sheet.seats[move.giver], actual=self.text(move))

    def text(self, move: Moved) -> str:
        """A move in the record's notation."""
        return str(Gift(self.sheet.seats[move.giver], self.sheet.seats[move.taker], move.card))

    def after(
        self, leaders: frozenset[int] | None, *, resisted: bool = False, if_refused: frozenset[int] = frozenset()
    ) -> AfterTribute:
        """The hands with the recorded tribute moved."""
        hands, known = list(self.dealt.hands), list(self.dealt.known)
        copies = self.ctx.copies
        for giver, taker, card, _ in self.moved:
            weight = self.ctx.weight[card]
            copy = FULL * weight
            if known[giver] and hands[giver] & copy:
                hands[giver] -= weight
            else:
                known[giver] = False
            if hands[taker] & copy < copies * weight:
                hands[taker] += weight
            else:
                known[taker] = False
        lead = self.lead(resisted=resisted, either=bool(if_refused))
        return AfterTribute(tuple(hands), tuple(known), leaders, self.moved, resisted, lead, if_refused=if_refused)

    def lead(self, *, resisted: bool = False, either: bool = False) -> tuple[str, tuple[str, ...]]:
        """The check of who leads, after tribute or its refusal, and in which cases: after equal tributes, at 双下."""
        if either or resisted:
            return "LEAD-NEITHER" if either else "LEAD-RESISTED", self.cases()
        values = self.ranking if self.double else None
        return "LEAD-TRIBUTE", self.cases("equal" if values is not None and values[0] == values[1] else None)
