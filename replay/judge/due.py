"""The judge of tribute: who pays whom after a hand, whether it may be refused (抗贡), and who leads then.

What is told makes the beginning of a hand on record; the audit of its tribute answers.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from replay.cards import BIG_JOKER, UNKNOWN, join_cards, split_cards
from replay.catalogue import clause_of_codes
from replay.climbing.deal import dealt_hands
from replay.climbing.exchange import Finished
from replay.climbing.score import claimed_order, in_place
from replay.climbing.sheet import ClimbingSheet
from replay.climbing.tribute import TributeAudit
from replay.findings import Finding
from replay.judge.climbing import climbing_sheet
from replay.judge.verdict import Ruling, Situation, Verdict, Word, faults, weigh
from replay.notation import Gift
from replay.record import Hand
from replay.report import Report

_OF_GIFTS: Final = frozenset({"TRIBUTE-PAYER", "TRIBUTE-CARD", "TRIBUTE-NOT-HELD", "TRIBUTE-PAID-ANYWAY"})
"""What is found of the cards that were paid; whom they went to and what came back is not told."""


_UNPRINTED: Final = Ruling(Word.UNDETERMINED, "LEAD-TRIBUTE", missing=("unprinted",))
"""Who leads a hand before which nobody pays, which no sheet says."""


class Told(NamedTuple):
    """What is known when tribute is due: the finishing order, and by seat hands as dealt and the cards paid.

    A hand with fewer cards than were dealt is a part of one.
    """

    finish: str
    hands: Mapping[str, str]
    paid: Mapping[str, str]


def judge_due(situation: Situation, told: Told) -> tuple[Verdict, ...]:
    """Judge who pays whom, whether the payers may refuse, and who leads, then what is wrong with the cards that were paid.

    Whether they may refuse is said only where tribute is owed, and who leads only where the sheet has such a thing. Two first
    places of one side are order enough. Raises KeyError for a sheet of another family.
    """

    def verdict(kind: str, view: Callable[["_Due"], Ruling]) -> Verdict:
        def rule(sheet: ClimbingSheet) -> Ruling:
            due = _due(sheet, situation.level, told)
            if isinstance(due, _Due):
                return view(due)
            return _UNPRINTED if kind == "leads" and due.word is Word.SETTLED else due

        return weigh(situation, told.finish, rule, climbing_sheet, kind)

    def found(sheet: ClimbingSheet) -> list[Finding]:
        due = _due(sheet, situation.level, told)
        return due.found() if isinstance(due, _Due) else []

    pays = verdict("pays", _Due.pays)
    owed = _due(climbing_sheet(situation), situation.level, told)
    if climbing_sheet(situation).tribute is None or (isinstance(owed, Ruling) and owed.word is Word.UNDETERMINED):
        return (pays,)
    due = isinstance(owed, _Due) or any(other.values.get("payers") for other in pays.otherwise)
    resist = (verdict("resist", _Due.resist),) if due and not (isinstance(owed, _Due) and owed.paid) else ()
    return (pays, *resist, verdict("leads", _Due.leads), *faults(situation, told.finish, found, climbing_sheet))


def finished(sheet: ClimbingSheet, finish: str) -> Finished | None:
    """How the hand ended, by the places told; None if they do not tell all that matters."""
    out = [sheet.seat_at[seat] for seat in finish]
    order, double = in_place(sheet, out) if len(out) > 1 else (None, False)
    if not double:  # at 双下 the first two places are enough, wherever the hand stopped
        order, double = claimed_order(sheet, finish, ())
    return Finished(order, double) if order is not None else None


def _due(sheet: ClimbingSheet, level: str, told: Told) -> "_Due | Ruling":
    """What is owed, or what says that nothing is, or that it cannot be told."""
    none = Ruling(Word.SETTLED, "TRIBUTE-NONE", values={"payers": []})
    if sheet.tribute is None:
        return none
    before = finished(sheet, told.finish)
    if before is None:
        return Ruling(Word.UNDETERMINED, "TRIBUTE-PAYER", missing=("places",))
    due = _Due(sheet, level, told, before)
    return none if due.audit.partner_spared else due


class _Due:
    """What is owed under one reading of the sheet, by the audit of a hand of which no more is on record than is told."""

    def __init__(self, sheet: ClimbingSheet, level: str, told: Told, before: Finished) -> None:
        self.sheet, self.ctx = sheet, sheet.context(level)
        taker = sheet.seats[before.order[0]]
        hand = Hand(
            no=2,
            deal={seat: _as_dealt(cards, sheet.hand_size) for seat, cards in told.hands.items()},
            tribute=tuple(str(Gift(seat, taker, card)) for seat, card in told.paid.items()),
        )
        report = Report(clause_of_codes(sheet.key))
        dealt = dealt_hands(sheet, self.ctx, hand, report.scratch())
        self.audit = TributeAudit(sheet, self.ctx, hand, dealt, before, report, first=False)
        self.may = self.audit.may_resist()
        self.paid = all(sheet.seats[payer] in told.paid for payer in before.payers)

    @property
    def refused(self) -> bool:
        """Whether tribute is refused, and nobody is told to have paid it all the same."""
        return self.audit.is_refused(self.may) and not self.audit.moved

    def found(self) -> list[Finding]:
        """What is wrong with the cards that were paid."""
        self.audit.run()
        return [finding for finding in self.audit.report.findings if finding.code in _OF_GIFTS] if self.audit.moved else []

    def pays(self) -> Ruling:
        """Who pays whom with which card, as far as that is known."""
        audit, sheet = self.audit, self.sheet
        if self.refused:
            return Ruling(Word.SETTLED, "TRIBUTE-RESISTED", case=audit.cases(), values={"payers": []})
        code, pairing = "TRIBUTE-RECEIVER" if audit.double else "TRIBUTE-PAYER", audit.pairing()
        gifts = [
            {
                "from": sheet.seats[payer],
                "to": [sheet.seats[taker] for taker in sorted(pairing[payer])] if pairing is not None else None,
                "cards": self.cards(payer),
            }
            for payer in audit.payers
        ]
        values: dict[str, object] = {"payers": [sheet.seats[payer] for payer in audit.payers], "gifts": gifts}
        more = () if self.may is not True else (("TRIBUTE-RESISTED", audit.cases()),)
        told = {"may_refuse": bool(self.may) and not audit.moved}
        if pairing is None:
            return Ruling(Word.UNDETERMINED, code, missing=self.unknown(), case=audit.cases(), values=values, told=told)
        return Ruling(Word.SETTLED, code, case=audit.cases(), values=values, told=told, more=more)

    def cards(self, payer: int) -> list[str] | None:
        """The cards that a payer may choose from, or the one that he paid; None where that is not known."""
        audit, ctx = self.audit, self.ctx
        if not audit.dealt.known[payer]:
            sure = [BIG_JOKER] if ctx.count(audit.held(payer), BIG_JOKER) else None
            return [move.card for move in audit.moved if move.giver == payer] or sure
        hand = audit.dealt.hands[payer]
        highest = ctx.highest(hand)
        return [card for card in dict.fromkeys(ctx.unpack(hand)) if ctx.value[card] == highest and card not in ctx.wilds]

    def resist(self) -> Ruling:
        """Whether the payers hold all the big jokers."""
        audit, case = self.audit, self.audit.cases()
        if self.may is None:
            missing = tuple(self.sheet.seats[payer] for payer in audit.payers if not audit.dealt.known[payer])
            return Ruling(Word.UNDETERMINED, "TRIBUTE-RESISTED", missing=missing, case=case)
        values = {"open": self.may, "expected": audit.is_refused(self.may)}
        return Ruling(Word.SETTLED, "TRIBUTE-RESISTED", case=case, values=values)

    def leads(self) -> Ruling:
        """Who leads once tribute is paid, and who if it is refused, where that may be or should have been."""
        audit, seats = self.audit, self.sheet.seats
        code, case = audit.lead()
        first = [seats[seat] for seat in audit.leaders(resisted=True) or ()]
        if self.refused:
            refusing, cases = audit.lead(resisted=True)
            return Ruling(Word.SETTLED, refusing, case=cases, values={"leads": first})
        refusable = audit.is_refused(self.may) if self.paid else self.may is not False
        open_to = {"leads_if_refused": first} if refusable else {}
        leaders = audit.leaders()
        if leaders is None:
            return Ruling(Word.UNDETERMINED, code, missing=self.unknown(), case=case, values=open_to)
        more = (audit.lead(resisted=True),) if open_to else ()
        values = {"leads": [seats[seat] for seat in sorted(leaders)], **open_to}
        return Ruling(Word.SETTLED, code, case=case, values=values, more=more)

    def unknown(self) -> tuple[str, ...]:
        """The payers of whose card nothing is known."""
        audit = self.audit
        return tuple(self.sheet.seats[seat] for seat in audit.payers if self.cards(seat) is None)


def _as_dealt(cards: str, size: int) -> str:
    """A hand as a record has it: of one that is told in part the other cards were not seen."""
    told = split_cards(cards)
    return join_cards([*told, *[UNKNOWN] * (size - len(told))])
