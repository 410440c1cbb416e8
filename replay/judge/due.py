"""The judge of tribute: who pays whom after a hand, whether it may be refused (抗贡), and who leads then."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from replay.cards import BIG_JOKER, split_cards
from replay.catalogue import clause_of_codes
from replay.climbing.deal import Dealt
from replay.climbing.exchange import Finished
from replay.climbing.score import claimed_order, in_place
from replay.climbing.sheet import ClimbingSheet
from replay.climbing.tribute import TributeAudit
from replay.judge.climbing import climbing_sheet
from replay.judge.verdict import Ruling, Situation, Verdict, Word, weigh
from replay.notation import Gift
from replay.record import Hand
from replay.report import Report


class Told(NamedTuple):
    """What is known when tribute is due: the finishing order, and by seat hands as dealt and the cards paid.

    A hand with fewer cards than were dealt is a part of one.
    """

    finish: str
    hands: Mapping[str, str]
    paid: Mapping[str, str]


def judge_due(situation: Situation, told: Told) -> tuple[Verdict, ...]:
    """Judge who pays whom, whether the payers may refuse, and who leads; the last two only where tribute is due.

    Two first places of one side are order enough. Raises KeyError for a sheet of another family.
    """

    def verdict(kind: str) -> Verdict:
        return weigh(situation, told.finish, lambda sheet: _rule(sheet, situation.level, told, kind), climbing_sheet, kind)

    pays = verdict("pays")
    if pays.default is Word.UNDETERMINED and "places" in pays.missing:
        return (pays,)
    if not any(values.get("payers") for values in (pays.values, *(other.values for other in pays.otherwise))):
        return (pays,)
    paid = _paid(climbing_sheet(situation), told)
    return (pays, verdict("leads")) if paid else (pays, verdict("resist"), verdict("leads"))


class _Partly(TributeAudit):
    """The audit of tribute where a part of a hand may be told."""

    def lower_bound(self, seat: int) -> int:
        told = Counter(self.ctx.unpack(self.dealt.hands[seat]))
        return self.ctx.pack_counts((Counter(self.ctx.unpack(super().lower_bound(seat))) | told).items())


def _rule(sheet: ClimbingSheet, level: str, told: Told, kind: str) -> Ruling:
    if sheet.tribute is None:
        return Ruling(Word.SETTLED, "TRIBUTE-NONE", values={"payers": []})
    before = finished(sheet, told.finish)
    if before is None:
        return Ruling(Word.UNDETERMINED, "TRIBUTE-PAYER", missing=("places",))
    audit = _audit(sheet, level, told, before)
    if audit.partner_spared:
        return Ruling(Word.SETTLED, "TRIBUTE-NONE", values={"payers": []})
    if kind == "leads":
        return _leads(audit, may=False if _paid(sheet, told) else audit.may_resist())
    return _pays(audit) if kind == "pays" else _resist(audit)


def _paid(sheet: ClimbingSheet, told: Told) -> bool:
    """Whether all who owe tribute are told to have paid it."""
    before = finished(sheet, told.finish)
    return before is not None and all(sheet.seats[payer] in told.paid for payer in before.payers)


def finished(sheet: ClimbingSheet, finish: str) -> Finished | None:
    """How the hand ended, by the places told; None if they do not tell all that matters."""
    out = [sheet.seat_at[seat] for seat in finish]
    order, double = in_place(sheet, out) if len(out) > 1 else (None, False)
    if not double:  # at 双下 the first two places are enough, wherever the hand stopped
        order, double = claimed_order(sheet, finish, ())
    return Finished(order, double) if order is not None else None


def _audit(sheet: ClimbingSheet, level: str, told: Told, before: Finished) -> TributeAudit:
    """The audit of the tribute; a payer of whom a big joker is told pays that."""
    ctx = sheet.context(level)
    cards = {seat: split_cards(told.hands.get(seat, "")) for seat in sheet.seats}
    known = tuple(len(held) == sheet.hand_size for held in cards.values())
    dealt = Dealt(tuple(map(ctx.pack, cards.values())), known, (sheet.hand_size,) * len(known))
    sure = {sheet.seats[payer]: BIG_JOKER for payer in before.payers if BIG_JOKER in cards[sheet.seats[payer]]}
    taker = sheet.seats[before.order[0]]
    moved = tuple(str(Gift(seat, taker, card)) for seat, card in {**sure, **told.paid}.items())
    return _Partly(sheet, ctx, Hand(no=2, tribute=moved), dealt, before, Report(clause_of_codes(sheet.key)), first=False)


def _pays(audit: TributeAudit) -> Ruling:
    """Who pays whom with which card, as far as that is known."""
    code, case = "TRIBUTE-RECEIVER" if audit.double else "TRIBUTE-PAYER", audit.cases()
    sheet, pairing = audit.sheet, audit.pairing()
    names = [sheet.seats[payer] for payer in audit.payers]
    gifts = [
        {
            "from": sheet.seats[payer],
            "to": [sheet.seats[taker] for taker in sorted(pairing[payer])] if pairing is not None else None,
            "cards": _cards(audit, payer),
        }
        for payer in audit.payers
    ]
    values = {"payers": names, "gifts": gifts}
    if pairing is None:
        return Ruling(Word.UNDETERMINED, code, missing=_unknown(audit), case=case, values=values)
    return Ruling(Word.SETTLED, code, case=case, values=values)


def _cards(audit: TributeAudit, payer: int) -> list[str] | None:
    """The cards that a payer may choose from; None where his hand is not known."""
    ctx, hand = audit.ctx, audit.dealt.hands[payer]
    if not audit.dealt.known[payer]:
        return [move.card for move in audit.moved if move.giver == payer] or None
    highest = ctx.highest(hand)
    return [card for card in dict.fromkeys(ctx.unpack(hand)) if ctx.value[card] == highest and card not in ctx.wilds]


def _resist(audit: TributeAudit) -> Ruling:
    """Whether the payers hold all the big jokers."""
    code, case = "TRIBUTE-RESISTED", audit.cases()
    may = audit.may_resist()
    if may is None:
        missing = tuple(audit.sheet.seats[payer] for payer in audit.payers if not audit.dealt.known[payer])
        return Ruling(Word.UNDETERMINED, code, missing=missing, case=case)
    told = {"expected": may and audit.rules.resisting == "expected"}
    return Ruling(Word.SETTLED, code, case=case, values={"open": may}, told=told)


def _leads(audit: TributeAudit, *, may: bool | None) -> Ruling:
    """Who leads once tribute is paid, and who if it is refused where that may be."""
    leaders = audit.leaders()
    refused = [audit.sheet.seats[seat] for seat in audit.leaders(resisted=True) or ()]
    code, case = audit.lead()
    if leaders is None:
        values = {"leads_if_refused": refused}
        return Ruling(Word.UNDETERMINED, code, missing=_unknown(audit), case=case, values=values)
    leads = [audit.sheet.seats[seat] for seat in sorted(leaders)]
    if may is False:
        return Ruling(Word.SETTLED, code, case=case, values={"leads": leads})
    values = {"leads": leads, "leads_if_refused": refused}
    return Ruling(Word.SETTLED, code, case=case, values=values, more=(audit.lead(resisted=True),))


def _unknown(audit: TributeAudit) -> tuple[str, ...]:
    """The payers of whose card nothing is known."""
    paid = {move.giver for move in audit.moved}
    return tuple(audit.sheet.seats[seat] for seat in audit.payers if not audit.dealt.known[seat] and seat not in paid)
