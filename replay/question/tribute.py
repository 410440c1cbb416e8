"""Questions about tribute: a card paid or returned; who pays whom after a hand, who may refuse (抗贡), and who leads then.

What is told makes the beginning of a hand on record; the audit of its tribute answers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from paipu.replay.cards import BIG_JOKER, UNKNOWN, join_cards, split_cards
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.deal import dealt_hands
from paipu.replay.climbing.exchange import Finished, Moved, lowest_to_return
from paipu.replay.climbing.score import claimed_order, in_place
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.tribute import TributeAudit
from paipu.replay.findings import Finding, Kind
from paipu.replay.notation import Gift
from paipu.replay.question.verdict import Question, Said, Situation, Verdict, Word
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.sheets import CLIMBING_SHEETS


def tribute_audit(
    sheet: ClimbingSheet, level: str, hands: Mapping[str, str], moved: Sequence[Gift], before: Finished
) -> TributeAudit:
    """The audit of the tribute of a hand of which no more is on record: hands as dealt, which may be told in part."""
    ctx = sheet.context(level)
    hand = Hand(no=2, deal=hands, tribute=tuple(map(str, moved)))
    report = Report(clause_of_codes(sheet.key))
    return TributeAudit(sheet, ctx, hand, dealt_hands(sheet, ctx, hand, report.fork()), before, report, first=False)


# --- one card ----------------------------------------------------------------------------------------------

_ONE_LAST: Final = Finished((0, 3, 2, 1), double=False)
_BOTH_LAST: Final = Finished((0, 2, 1, 3), double=True)
"""How the hand before ended: the first player is E, and N, who comes next, pays him."""


class _Gift:
    """A card that is paid, or returned, out of a hand that is known, and what others would come to in its place."""

    def __init__(self, sheet: ClimbingSheet, level: str, hand: str, *, double: bool, returned: bool) -> None:
        self.sheet, self.level, self.hand, self.double, self.returned = sheet, level, hand, double, returned

    def paying(self, card: str) -> TributeAudit:
        """The audit of it."""
        payer, taker = self.sheet.seats[1], self.sheet.seats[0]
        giver, given = (taker, payer) if self.returned else (payer, taker)
        before = _BOTH_LAST if self.double else _ONE_LAST
        return tribute_audit(self.sheet, self.level, {giver: self.hand}, [Gift(giver, given, card)], before)

    def found(self, card: str) -> list[Finding]:
        """What is found of it."""
        audit = self.paying(card)
        audit.run()
        return [finding for finding in audit.report.findings if finding.where.pointer == "/tribute/0"]

    def say(self, card: str) -> Said:
        """Whether it may be given."""
        faults = sorted(self.found(card), key=lambda finding: finding.kind is not Kind.FAIL)
        if faults:
            return Said.against(faults[0])
        audit = self.paying(card)
        free = self.double and audit.rules.returns_at_double == "any"
        code = "TRIBUTE-CARD" if not self.returned else "TRIBUTE-NOT-HELD" if free else "TRIBUTE-RETURN"
        smallest = code == "TRIBUTE-RETURN" and lowest_to_return(audit.sheet, audit.ctx, audit.ctx.pack(split_cards(self.hand)))
        return Said(Word.LEGAL, code, case=audit.cases("smallest" if smallest else None))

    def allowed(self) -> tuple[str, ...]:
        """The cards of the hand that would do."""
        held = dict.fromkeys(split_cards(self.hand))
        return tuple(each for each in held if not any(fault.kind is Kind.FAIL for fault in self.found(each)))


def judge_gift(situation: Situation, *, card: str, hand: str, double: bool = False, returned: bool = False) -> Verdict:
    """Judge whether a card is the one that must be paid as tribute, or may be `returned` for it, out of a complete hand.

    The hand is as dealt; that of a return has the tribute in it. `double`: both losers pay (双下). `allowed` are the cards
    that would do. Raises KeyError for a sheet of another family, and ValueError for one without tribute.
    """

    def world(sheet: ClimbingSheet, at: Situation) -> _Gift:
        return _Gift(sheet, at.level, hand, double=double, returned=returned)

    question = Question(situation, CLIMBING_SHEETS, world)
    if question.here.sheet.tribute is None:
        raise ValueError(f"{situation.sheet} has no tribute")
    verdict = question.verdict(card, lambda gift: gift.say(card), "return" if returned else "tribute")
    allowed = question.here.allowed()
    return replace(verdict, allowed=allowed, total=len(allowed))


# --- who pays whom -----------------------------------------------------------------------------------------

_OF_GIFTS: Final = frozenset({"TRIBUTE-PAYER", "TRIBUTE-CARD", "TRIBUTE-NOT-HELD", "TRIBUTE-PAID-ANYWAY"})
"""What is found of the cards that were paid; whom they went to and what came back is not told."""


_UNPRINTED: Final = Said(Word.UNDETERMINED, "LEAD-TRIBUTE", missing=("unprinted",))
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
    question = Question(situation, CLIMBING_SHEETS, lambda sheet, at: _due(sheet, at.level, told))

    def verdict(kind: str, view: Callable[[_Due], Said]) -> Verdict:
        def say(due: _Due | Said) -> Said:
            if isinstance(due, _Due):
                return view(due)
            return _UNPRINTED if kind == "leads" and due.word is Word.SETTLED else due

        return question.verdict(told.finish, say, kind)

    owed, pays = question.here, verdict("pays", _Due.pays)
    if question.configured(situation).tribute is None or (isinstance(owed, Said) and owed.word is Word.UNDETERMINED):
        return (pays,)
    due = isinstance(owed, _Due) or any(other.values.get("payers") for other in pays.otherwise)
    resist = (verdict("resist", _Due.resist),) if due and not (isinstance(owed, _Due) and owed.paid) else ()
    faults = question.faults(told.finish, lambda due: due.found if isinstance(due, _Due) else [])
    return (pays, *resist, verdict("leads", _Due.leads), *faults)


def finished(sheet: ClimbingSheet, finish: str) -> Finished | None:
    """How the hand ended, by the places told; None if they do not tell all that matters."""
    out = [sheet.seat_at[seat] for seat in finish]
    order, double = in_place(sheet, out) if len(out) > 1 else (None, False)
    if not double:  # at 双下 the first two places are enough, wherever the hand stopped
        order, double = claimed_order(sheet, finish, ())
    return Finished(order, double) if order is not None else None


def _due(sheet: ClimbingSheet, level: str, told: Told) -> "_Due | Said":
    """What is owed, or what says that nothing is, or that it cannot be told."""
    none = Said(Word.SETTLED, "TRIBUTE-NONE", values={"payers": []})
    if sheet.tribute is None:
        return none
    before = finished(sheet, told.finish)
    if before is None:
        return Said(Word.UNDETERMINED, "TRIBUTE-PAYER", missing=("places",))
    due = _Due(sheet, level, told, before)
    return none if due.audit.partner_spared else due


class _Due:
    """What is owed under one reading of the sheet, by the audit of a hand of which no more is on record than is told."""

    def __init__(self, sheet: ClimbingSheet, level: str, told: Told, before: Finished) -> None:
        self.sheet = sheet
        taker = sheet.seats[before.order[0]]
        hands = {seat: _as_dealt(cards, sheet.hand_size) for seat, cards in told.hands.items()}
        self.audit = tribute_audit(sheet, level, hands, [Gift(seat, taker, card) for seat, card in told.paid.items()], before)
        self.may = self.audit.may_resist()
        self.paid = all(sheet.seats[payer] in told.paid for payer in before.payers)

    @property
    def refused(self) -> bool:
        """Whether tribute is refused, and nobody is told to have paid it all the same."""
        return self.audit.is_refused(self.may) and not self.audit.moved

    @cached_property
    def found(self) -> list[Finding]:
        """What is wrong with the cards that were paid."""
        self.audit.run()
        return [finding for finding in self.audit.report.findings if finding.code in _OF_GIFTS] if self.audit.moved else []

    def pays(self) -> Said:
        """Who pays whom with which card, as far as that is known."""
        audit, sheet = self.audit, self.sheet
        if self.refused:
            return Said(Word.SETTLED, "TRIBUTE-RESISTED", case=audit.cases(), values={"payers": []})
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
        if audit.moved and audit.is_refused(self.may):
            values["refusal_due"] = True
        more = () if self.may is not True else (("TRIBUTE-RESISTED", audit.cases()),)
        told = {"may_refuse": bool(self.may) and not audit.moved}
        if pairing is None:
            return Said(Word.UNDETERMINED, code, missing=self.unknown(), case=audit.cases(), values=values, told=told)
        return Said(Word.SETTLED, code, case=audit.cases(), values=values, told=told, more=more)

    def cards(self, payer: int) -> list[str] | None:
        """The cards that a payer may choose from, or the one that he paid; None where that is not known."""
        audit, ctx = self.audit, self.audit.ctx
        if not audit.dealt.known[payer]:
            sure = [BIG_JOKER] if ctx.count(audit.held(payer), BIG_JOKER) else None
            return [move.card for move in audit.moved if move.giver == payer] or sure
        held = dict.fromkeys(ctx.unpack(audit.dealt.hands[payer]))
        return [card for card in held if audit.is_due(Moved(payer, audit.takers[0], card, 0))]

    def resist(self) -> Said:
        """Whether the payers hold all the big jokers."""
        audit, case = self.audit, self.audit.cases()
        if self.may is None:
            missing = tuple(self.sheet.seats[payer] for payer in audit.payers if not audit.dealt.known[payer])
            return Said(Word.UNDETERMINED, "TRIBUTE-RESISTED", missing=missing, case=case)
        values = {"open": self.may, "expected": audit.is_refused(self.may)}
        return Said(Word.SETTLED, "TRIBUTE-RESISTED", case=case, values=values)

    def leads(self) -> Said:
        """Who leads once tribute is paid, and who if it is refused, where that may be or should have been."""
        audit, seats = self.audit, self.sheet.seats
        code, case = audit.lead()
        first = [seats[seat] for seat in audit.leaders(resisted=True) or ()]
        if self.refused:
            refusing, cases = audit.lead(resisted=True)
            return Said(Word.SETTLED, refusing, case=cases, values={"leads": first})
        refusable = audit.is_refused(self.may) if self.paid else self.may is not False
        open_to = {"leads_if_refused": first} if refusable else {}
        leaders = audit.leaders()
        if leaders is None:
            return Said(Word.UNDETERMINED, code, missing=self.unknown(), case=case, values=open_to)
        more = (audit.lead(resisted=True),) if open_to else ()
        values = {"leads": [seats[seat] for seat in sorted(leaders)], **open_to}
        return Said(Word.SETTLED, code, case=case, values=values, more=more)

    def unknown(self) -> tuple[str, ...]:
        """The payers of whose card nothing is known."""
        audit = self.audit
        return tuple(self.sheet.seats[seat] for seat in audit.payers if self.cards(seat) is None)


def _as_dealt(cards: str, size: int) -> str:
    """A hand as a record has it: of one that is told in part the other cards were not seen."""
    told = split_cards(cards)
    return join_cards([*told, *[UNKNOWN] * (size - len(told))])
