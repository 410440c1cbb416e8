"""Leads: one suit, throws that nobody can beat, and what stands and is paid of one that failed."""

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from paipu.replay.cards import HIDDEN, split_cards
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.held import HeldCards
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, Unit, UnitKind, blocked_units, forced_pieces, lead_shape


class ThrowFine(NamedTuple):
    """What a failed throw costs: the trick, from 1, the seat's index, and points."""

    trick: int
    seat: int
    points: int


class LeadCheck(HeldCards):
    """What is asked of a lead, given what the seats hold; `fined` is what failed throws cost."""

    def __init__(self, sheet: TrickSheet, ctx: TrumpContext, hand: Hand, held: Holdings, report: Report) -> None:
        super().__init__(sheet, ctx, hand, held, report)
        self.fined: list[ThrowFine] = []

    @property
    def fines(self) -> list[int]:
        """What each seat's failed throws cost, by seat index."""
        return [sum(fine.points for fine in self.fined if fine.seat == seat) for seat in range(len(self.hands))]

    def _lead(self, seat: int, token: str, number: int) -> tuple[Play, Shape | None]:
        """Check a lead and take its cards. The shape is None for a lead of several classes, or of cards no deck has."""
        if HIDDEN in token:
            token = self.told_by_hand(seat, token)
        if HIDDEN in token:
            return self.lead_unseen(seat, token, number)
        attempted, made = self._play(token)
        failed = attempted is not made
        attempted = self.ctx.as_lead(attempted)
        made = self.ctx.as_lead(made) if failed else attempted
        report, at = self.report, (number, 1, self.sheet.seats[seat])
        held = self._holds(seat, attempted, number, 1)
        if MIXED in {attempted.cls, made.cls} or not attempted.size or not made.size:
            code = "LEAD-TRIO" if self._looks_like_trio(attempted.text) else "LEAD-ONE-SUIT"
            report.at_play(code, at, actual=attempted.text)
            self.faults.add(seat)
            self._take(seat, made)
            return made, None
        if not (attempted.possible and made.possible):
            self._take(seat, made)
            return made, None
        shape = lead_shape(self.ctx, attempted)
        throw = shape.count > 1
        if throw and attempted.cls == TRUMP and not self.sheet.throws.trump_throws:
            report.at_play("THROW-TRUMPS", at, actual=attempted.text)
            self.faults.add(seat)
        if failed:
            if not throw:
                report.at_play("THROW-ONE-UNIT", at, actual=token)
            elif not self.ctx.contains(attempted.cards, made.cards):
                report.at_play("THROW-PIECE", at, attempted.text, made.text)
            elif held:
                self._check_failed_throw(seat, attempted, shape, made, number)
            else:
                self.fines_open = True
        elif throw and held:
            self._check_throw(seat, attempted, shape, number)
        self._take(seat, made)
        return made, lead_shape(self.ctx, made) if failed else shape

    def _looks_like_trio(self, text: str) -> bool:
        """Whether somebody led a set of three (5·10·K) of a suit that has none: a level card of it is a trump."""
        rules, cards = self.sheet.cards.trios, split_cards(text)
        return rules is not None and sorted(card[0] for card in cards) == sorted(rules.ranks) and len(set(text[1::2])) == 1

    def _blocked(self, seat: int, shape: Shape, cls: int) -> tuple[tuple[Unit, ...], bool]:
        """The units of a throw that the others can beat (X-7), and whether the hands that may are all fully known."""
        others = [other for other in range(len(self.hands)) if other != seat]
        found = self._blocked_by(others, shape, cls)
        across = [other for other in others if (other - seat) % 2]
        opponents = self._blocked_by(across, shape, cls) if found != ((), True) else found
        return found if opponents == found or self.sheet.throws.partner_blocks else opponents

    def _blocked_by(self, others: Iterable[int], shape: Shape, cls: int) -> tuple[tuple[Unit, ...], bool]:
        blocked = blocked_units(self.ctx, shape, cls, [self.hands[other] for other in others])
        return blocked, all(self.complete[other] for other in others)

    def _check_throw(self, seat: int, made: Play, shape: Shape, number: int) -> None:
        """A throw that stood must be beyond beating, unit by unit (SJ-16f, X-7)."""
        blocked, known = self._blocked(seat, shape, made.cls)
        if blocked:
            self.faults.add(seat)
            pieces = " | ".join(self._pieces(made, shape, blocked))
            self.report.at_play("THROW-BEATABLE", (number, 1, self.sheet.seats[seat]), pieces, made.text)
        elif not known:
            self.unproven = True

    def _check_failed_throw(self, seat: int, attempted: Play, shape: Shape, made: Play, number: int) -> None:
        """A throw recorded as failed must have been beatable, and the right piece must stand (X-8)."""
        blocked, known = self._blocked(seat, shape, attempted.cls)
        at = (number, 1, self.sheet.seats[seat])
        if not known:
            self.unproven = True
            if self.sheet.throws.needs_hands:
                self.fines_open = True
            else:
                self.fined.append(ThrowFine(number, seat, self.sheet.throws.cost(shape.units, ())))
            return
        if not blocked:
            self.report.at_play("THROW-UNBEATABLE", at, attempted.text, made.text)
            return
        self.fined.append(ThrowFine(number, seat, self.sheet.throws.cost(shape.units, blocked)))
        pieces = self._pieces(attempted, shape, blocked)
        if made.cards not in {self.ctx.plays[text].cards for text in pieces}:
            self.report.at_play("THROW-PIECE", at, " | ".join(pieces), made.text)

    def _pieces(self, thrown: Play, shape: Shape, blocked: tuple[Unit, ...]) -> list[str]:
        """The plays out of a failed throw that may stand (X-8); several where units are equal (X-20) or there is a choice."""
        rules = self.sheet.throws
        if rules.one_card:
            forced: tuple[Unit, ...] = (Unit(UnitKind.SINGLE, 0, min(unit.top for unit in blocked)),)
        else:
            kinds = tuple({unit.kind for unit in blocked})  # which comes first is asked only where there are several
            forced = forced_pieces(shape, blocked, rules.forced_kinds if len(kinds) > 1 else (kinds,))
        return [text for unit in forced for text in self._plays_of_unit(thrown, unit)]

    def _plays_of_unit(self, thrown: Play, unit: Unit) -> list[str]:
        """The plays out of a throw that make up a unit of it."""
        _, pairs, top = unit
        ctx = self.ctx
        rungs = ctx.rungs[thrown.cls][top - max(pairs, 1) + 1 : top + 1]
        choices = [[card * 2 for card in rung if ctx.contains(thrown.cards, 2 * ctx.weight[card])] for rung in rungs]
        if not pairs:
            copies = {1, 2} if self.sheet.throws.one_card else {1}
            choices = [[card for card in rungs[0] if ctx.count(thrown.cards, card) in copies]]
        return ["".join(cards) for cards in product(*choices)]
