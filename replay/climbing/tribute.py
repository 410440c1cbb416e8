"""Tribute: who pays whom after a hand, with which card, what comes back, who may refuse, and who leads."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, pairwise, permutations
from typing import Final

from paipu.replay.cards import BIG_JOKER
from paipu.replay.climbing.exchange import AfterTribute, Moved, lowest_to_return, may_be_returned, may_return, passed_on
from paipu.replay.climbing.owed import OwedTribute
from paipu.replay.notation import Gift
from paipu.replay.packing import FULL

Exchanges = dict[int, list[tuple[Moved, Moved]]]
"""By who paid, what he may have paid and got back."""
_LEAD: Final = ("LEAD-TRIBUTE", ())
_LEAD_AT_DOUBLE: Final = ("LEAD-TRIBUTE", ("double",))


class TributeAudit(OwedTribute):
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

    # -- what is on record

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
        case = "smallest" if known and not allowed else None
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

    # -- the hands after it

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

    def infer(self, may_resist: bool | None) -> AfterTribute:
        """No tribute is on record: what the plays and the deal tell of it, where all hands concerned are known."""
        concerned = (*self.payers, *self.takers)
        noted = self.hand.tribute is not None
        if self.is_refused(may_resist):
            self.tell("TRIBUTE-WAIVED", 0, seat=self.named_payers)
        elif noted and not may_resist:
            self.tell("TRIBUTE-MISSING", 0, seat=self.named_payers)
        leaders = self.leaders() or frozenset(self.payers)
        # refused or not, nobody wrote it down
        first = self.leaders(resisted=True) or frozenset() if may_resist is not False else frozenset()
        if not all(self.dealt.known[seat] for seat in concerned):
            return self.unknown(concerned, leaders, first)
        shown = self.shown
        seen = [self.ctx.pack_counts(cards.items()) for cards in shown]
        if all(self.ctx.contains(self.dealt.hands[seat], seen[seat]) for seat in concerned):  # nobody shows a card of another
            if any(shown[seat].total() != self.dealt.sizes[seat] for seat in self.payers) or self.came_back(seen):
                return self.unknown(concerned, leaders, first)
            if not may_resist and not noted:
                self.tell("TRIBUTE-MISSING", 0, seat=self.named_payers)
            return self.after(leaders, if_refused=first)
        exchanges = self.exchanges(seen, self.payers, self.takers)
        self.check_exchanges(exchanges)
        moved = tuple([move for made in exchanges.values() if len(made) == 1 for move in made[0]])
        if len(moved) != len(concerned):
            return self.unknown(concerned, leaders, first)
        self.moved = moved
        self.tell_open()
        return self.after(self.leaders())

    def came_back(self, seen: Sequence[int]) -> bool:
        """Whether each payer may have paid what he owed and got it back, where any card may be returned (GD1-4b)."""
        if not self.return_allowed(BIG_JOKER, None, double=self.double):
            return False
        swaps = self.exchanges(seen, self.payers, self.takers).values()
        return bool(swaps) and all(any(self.is_due(gift) for gift, _ in made) for made in swaps)

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
