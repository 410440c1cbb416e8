"""The judge of the trick family: a lead, a throw, a follow, declarations, and answers to 炒底.

The plays go through the state machine of the audit, one trick of it, so that a verdict here and a finding there cannot
differ.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from replay.cards import SUITS, split_cards
from replay.catalogue import clause_of_codes, permitting
from replay.findings import Finding
from replay.judge.verdict import ALTERNATIVES_KEPT, Ruling, Situation, Verdict, Word, configured, weigh
from replay.notation import NOTHING, PASS, Shown, Token, join_trick, read_token
from replay.record import Hand, KittyAction
from replay.report import Report
from replay.sheets import TRICK_SHEETS
from replay.tricks.bidding import Bid, BidFault, Outcome, judge_bids, judge_reopening, parse_bid, shown_case
from replay.tricks.deal import Holdings, holdings
from replay.tricks.legal import legal_follows
from replay.tricks.play import TrickMachine
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import MIXED, TRUMP, TrumpContext
from replay.tricks.units import lead_shape
from replay.watch import Watch


class Bidding(NamedTuple):
    """A run of bids, and of answers to 炒底 (`asked`). Illegal ones do not stand; `values` have trump and banker after each.

    `banker` is None where nobody has won or held the bank. `turned` is what the kitty says where nobody declared: its
    `allowed` names the trump. `taker` is the last who took the kitty up again, `stakes` who put the levels at stake (上天入地).
    """

    bids: tuple[Verdict, ...]
    trump: str | None
    banker: str | None
    asked: tuple[Verdict, ...] = ()
    turned: Verdict | None = None
    taker: str | None = None
    stakes: tuple[str, ...] = ()


def judge_follow(situation: Situation, *, lead: str, hand: str, play: str) -> Verdict:
    """Judge a follow. `hand` is the follower's complete hand before the play; cards are in notation, without spaces.

    The cards must exist, and lead and hand together hold no card more often than the decks do. A lead of several classes
    leaves the follow UNDETERMINED. Raises KeyError for an unknown sheet.
    """

    def rule(sheet: TrickSheet) -> Ruling:
        ctx = sheet.context(situation.level, situation.trump)
        led = ctx.as_lead(ctx.parse(lead))
        if led.cls == MIXED:
            return Ruling(Word.UNDETERMINED, "LEAD-ONE-SUIT")
        own = ctx.pack(split_cards(hand))
        held = Holdings([led.cards, own, 0, 0], [True, True, False, False], (None,) * 4, None)
        _, findings = stepped(sheet, ctx, join_trick(sheet.seats[0], lead, play), held)
        wrong = [finding for finding in findings if finding.where.play == 2]
        return Ruling.against(wrong[0]) if wrong else Ruling(Word.LEGAL, _follow_code(ctx, lead, own))

    verdict = weigh(situation, play, rule, trick_sheet)
    if verdict.default is Word.UNDETERMINED:
        return verdict
    sheet = trick_sheet(situation)
    ctx = sheet.context(situation.level, situation.trump)
    led = ctx.as_lead(ctx.parse(lead))
    shape = lead_shape(ctx, led)
    legal = legal_follows(ctx, sheet.follow, ctx.pack(split_cards(hand)), led, shape, limit=ALTERNATIVES_KEPT)
    return replace(verdict, allowed=legal.plays, total=legal.total)


def judge_lead(situation: Situation, *, hand: str, play: str, seat: str, others: Mapping[str, str], gone: str = "") -> Verdict:
    """Judge a lead: a single unit of one class, or a throw that must be beyond beating.

    `play` may be a failed throw with what stood (`9c8c8c>9c`). `others` are complete hands of other seats; where one that
    matters is not given, the verdict stands only if it holds however the unseen cards lie, which are those neither told nor
    `gone`. As in `judge_follow`, the cards must exist. Raises KeyError for an unknown sheet, ValueError for a
    seat that it does not have.
    """
    written = read_token(play)

    def rule(sheet: TrickSheet) -> Ruling:
        ctx = sheet.context(situation.level, situation.trump)
        leader = sheet.seats.index(seat)
        known = {other: ctx.pack(split_cards(cards)) for other, cards in others.items()}
        own = ctx.pack(split_cards(hand))
        unseen = ctx.minus(ctx.deck, ctx.add(own, sum(known.values())) + ctx.pack(split_cards(gone)))

        def lead_with(made: str, unknown: int, *, complete: bool) -> tuple[Finding | None, TrickMachine]:
            hands = [own if each == seat else known.get(each, unknown) for each in sheet.seats]
            whole = [each == seat or each in known or complete for each in sheet.seats]
            held = Holdings(hands, whole, (None,) * 4, None)
            machine, findings = stepped(sheet, ctx, join_trick(seat, made), held)
            return next((finding for finding in findings if finding.where.play == 1), None), machine

        def fine_for(made: str) -> int | None:
            """What the throw costs if that is the same however the unseen cards lie."""
            least, most = (lead_with(made, unknown, complete=True)[1].fines[leader] for unknown in (0, unseen))
            return least if least == most and least else None

        missing = tuple(
            each
            for index, each in enumerate(sheet.seats)
            if each != seat and each not in known and (sheet.throws.partner_blocks or (index - leader) % 2)
        )
        thrown = ctx.as_lead(ctx.parse(written.thrown))
        throw = thrown.cls != MIXED and lead_shape(ctx, thrown).count > 1
        code = "THROW-BEATABLE" if throw else "LEAD-TRIO" if thrown.trio != MIXED else "THROW-ONE-UNIT"
        finding, machine = lead_with(play, 0, complete=False)
        most = lead_with(play, unseen, complete=True)[0] if missing else finding
        if machine.unproven and finding is None:
            settled = most is not None and most.code == "THROW-UNBEATABLE" if written.failed else most is None
            if not settled:
                return Ruling(Word.UNDETERMINED, code, missing=missing)
            finding = most
        if finding is None:
            return Ruling(Word.LEGAL, code, fine=fine_for(play) if written.failed else None)
        parts = tuple((finding.expected or "").split(" | ")) if finding.code in _PARTS else ()
        unsure = parts and (most is None or most.expected != finding.expected)
        return Ruling(
            *(Word.ILLEGAL, finding.code, finding, parts, len(parts) or None, missing if unsure else ()),
            exact=bool(parts),
            fine=fine_for(play if written.failed else str(Token(parts[0], written.thrown))) if parts else None,
        )

    return weigh(situation, play, rule, trick_sheet)


def judge_declarations(
    situation: Situation,
    bids: Sequence[str],
    banker: str | None = None,
    *,
    kitty: str | None = None,
    asked: Sequence[str] = (),
) -> Bidding:
    """Judge bids in notation (`"N LJ2h"`, `"S 5h5h=c"`), in the order made; an illegal one does not stand.

    `banker` is who holds the bank already; None where it is declared for (抢庄). The situation's trump is not looked at.
    `kitty` is the kitty in order, turned up because nobody declared: any bid comes too late then. `asked` are the answers after
    the banker's burial (炒底): what was shown, or a pass (`"N -"`), in the order given. Raises KeyError for a sheet that is not
    implemented, ValueError for answers where the sheet asks nobody or there is no banker.
    """
    run = _run(situation.level, bids, banker, asked, kitty)
    sheet = trick_sheet(situation)
    before = [outcome for _, outcome in run.declared(sheet)]
    burier = run.bank(sheet, before[-1])
    if asked and (sheet.reopen is None or burier is None):
        raise ValueError("nobody is asked without 炒底 and a banker")
    after = [outcome for _, outcome in run.answered(sheet)]

    def verdict(rule: Callable[..., Ruling], kind: str, index: int, bid: Bid, outcome: Outcome) -> Verdict:
        values = {"trump": outcome.trump, "banker": run.bank(sheet, outcome)}
        judged = weigh(situation, _shown(bid) or PASS, partial(rule, index=index), trick_sheet, kind, bid.seat)
        return replace(judged, values=values)

    turned = weigh(situation, kitty, run.turned, trick_sheet, "turned") if kitty is not None else None
    return Bidding(
        tuple(map(partial(verdict, run.of_bid, "bid"), count(), run.bids, before[1:])),
        after[-1].trump,
        burier,
        tuple(map(partial(verdict, run.of_answer, "answer"), count(), run.answers, after[1:])),
        replace(turned, values={"trump": after[-1].trump}) if turned is not None else None,
        after[-1].taker,
        after[-1].stakes,
    )


def bidding_of(
    sheet: TrickSheet, level: str, bids: Sequence[str], banker: str | None, asked: Sequence[str]
) -> tuple[str | None, str | None]:
    """The banker by bids, unless he is told, and who was the last to take the kitty up again (炒底)."""
    run = _run(level, bids, banker, asked)
    return run.bank(sheet, run.declared(sheet)[-1][1]), run.answered(sheet)[-1][1].taker


_Step = tuple[BidFault | None, Outcome]
"""A bid's fault, and where things stand after it; a run of them begins with how they stood before the first."""


class _Run(NamedTuple):
    """A run of bids and of answers to 炒底, to be judged under several readings of a sheet."""

    level: str
    bids: tuple[Bid, ...]
    banker: str | None
    kitty: str | None
    answers: tuple[Bid, ...]

    def kitty_trump(self, of: TrickSheet) -> str | None:
        return of.kitty_trump(split_cards(self.kitty), self.level) if self.kitty is not None else None

    def turned(self, of: TrickSheet) -> Ruling:
        """What the kitty says where nobody declared."""
        trump = self.kitty_trump(of)
        if trump is None:
            return Ruling(Word.UNDETERMINED, "TRUMP-SUIT", case="kitty")
        return Ruling(Word.LEGAL, "TRUMP-SUIT", allowed=(trump,), total=1, exact=True, case="kitty")

    def bank(self, of: TrickSheet, outcome: Outcome) -> str | None:
        return self.banker if self.banker is not None and not of.bids.bank_by_bid_always else outcome.banker

    def declared(self, of: TrickSheet) -> list[_Step]:
        """The bids in order; only legal ones stand."""
        stood: list[Bid] = []
        outcome = judge_bids(of.bids, (), self.level, accept_illegal=False)._replace(trump=self.kitty_trump(of))
        steps: list[_Step] = [(None, outcome)]
        for bid in self.bids:
            tried = judge_bids(of.bids, [*stood, bid], self.level, accept_illegal=False)
            fault = self.out_of_place(of, bid) or dict(tried.faults).get(len(stood))
            if fault is None:
                stood.append(bid)
                outcome = tried
            steps.append((fault, outcome))
        return steps

    def out_of_place(self, of: TrickSheet, bid: Bid) -> BidFault | None:
        """A bid that comes too late, or from a side that has none."""
        if self.kitty is not None:
            return BidFault("BID-AFTER-KITTY", NOTHING)
        if of.bids.attackers_only and self.banker is not None:
            bank = of.seats.index(self.banker) % 2
            if of.seats.index(bid.seat) % 2 == bank:
                return BidFault("BID-ATTACKERS", of.sides[1 - bank])
        return None

    def of_bid(self, of: TrickSheet, index: int) -> Ruling:
        steps = self.declared(of)
        fault = steps[index + 1][0]
        if fault is not None:
            return self.refused(of, fault, self.bids[index], f"bids/{index}")
        before, after = steps[index][1].standing, steps[index + 1][1].standing
        own = before is not None and before.seat == self.bids[index].seat
        code, made = (
            ("BID-DECLARE", "declare") if before is None else ("BID-SELF", "reinforce") if own else ("BID-OVER", "over")
        )
        suited = after is not None and (after.reading.trump or "") in [*SUITS] and self.bids[index].named is None
        in_suit = f"{made}_suit" if made != "declare" or (self.banker is None and of.bids.bank_to is not None) else ""
        permits = permitting(of.key)
        case = shown_case(of.bids, self.bids[index], self.level)
        return Ruling(Word.LEGAL, code, case=case, permitted=permits.get(in_suit if suited else "") or permits.get(made))

    def answered(self, of: TrickSheet) -> list[_Step]:
        """The answers in order; only legal ones stand."""
        before = self.declared(of)[-1][1]
        burier = self.bank(of, before)
        if of.reopen is None or burier is None:
            return [(None, before)]
        actions = kitty_actions(self.answers)
        stood = [KittyAction(seat=burier, bury="")]
        walk = partial(judge_reopening, of.reopen, seats=of.seats, before=before, level=self.level, accept_illegal=False)
        steps: list[_Step] = [(None, walk(stood))]
        for index, action in enumerate(actions):
            tried = walk([*stood, *actions[index:]])  # those to come tell whether passes are written down at all
            fault = dict(tried.kitty_faults).get(len(stood))
            if fault is None:
                stood.append(action)
            steps.append((fault, walk(stood)))
        return steps

    def of_answer(self, of: TrickSheet, index: int) -> Ruling:
        fault, _ = self.answered(of)[index + 1]
        answer = self.answers[index]
        if fault is not None:
            return self.refused(of, fault, answer, f"kitty/{index + 1}")
        passed = any(earlier.seat == answer.seat and not earlier.cards for earlier in self.answers[:index])
        return Ruling(Word.LEGAL, "KITTY-ORDER" if not answer.cards else "KITTY-BACK" if passed else "KITTY-SHOW")

    def refused(self, of: TrickSheet, fault: BidFault, bid: Bid, place: str) -> Ruling:
        """A bid, or an answer, that is illegal."""
        report = Report(clause_of_codes(of.key))
        expected = fault.expected.replace("[level]", self.level)
        report.add(fault.code, place, seat=bid.seat, expected=expected, actual="".join(bid.cards) or NOTHING, case=fault.case)
        return Ruling.against(report.findings[0])


def _run(level: str, bids: Sequence[str], banker: str | None, asked: Sequence[str], kitty: str | None = None) -> _Run:
    return _Run(level, tuple(map(parse_bid, bids)), banker, kitty, tuple(map(parse_bid, asked)))


def kitty_actions(answers: Iterable[Bid]) -> list[KittyAction]:
    """Answers to 炒底 as a record has them."""
    return [KittyAction(seat=bid.seat, passed=not bid.cards, show=_shown(bid) or None) for bid in answers]


def _shown(bid: Bid) -> str:
    """What was shown, in notation; nothing for a pass."""
    return str(Shown("".join(bid.cards), bid.named or ""))


_PARTS: Final = frozenset({"THROW-BEATABLE", "THROW-PIECE"})
"""The findings whose `expected` lists the parts of a throw that may stand."""


def trick_sheet(situation: Situation, watch: Watch | None = None) -> TrickSheet:
    """The sheet with the options in force, as it is played at the level. Raises KeyError for one of another family."""
    return configured(situation, watch, TRICK_SHEETS).at_level(situation.level)


def stepped(
    sheet: TrickSheet, ctx: TrumpContext, trick: str, held: Holdings | None = None
) -> tuple[TrickMachine, list[Finding]]:
    """The machine of the audit after a trick, and what it finds; of hands that are not told the plays are all that is known."""
    report = Report(clause_of_codes(sheet.key))
    hand, leader = Hand(no=1, tricks=(trick,)), sheet.seats.index(trick[0])
    held = held or holdings(sheet, ctx, hand, leader, Report(report.clause_of))
    machine = TrickMachine(sheet, ctx, hand, leader, held, report)
    machine.run(machine.tricks)
    return machine, report.findings


def _follow_code(ctx: TrumpContext, lead: str, hand: int) -> str:
    """The check that a legal follow passed: void, short of the suit, or the structure that was led."""
    led = ctx.as_lead(ctx.parse(lead))
    held = ctx.size(hand & ctx.masks[led.cls])
    if not held:
        return "CLAIM-WINNER-DISCARD"
    shape = lead_shape(ctx, led)
    if shape.trio:
        return "TRICK-FOLLOW-HIGHEST" if led.cls == TRUMP else "TRICK-FOLLOW-TRIO"
    if held <= led.size or not shape.pair_count:
        return "TRICK-FOLLOW-SUIT"
    return "TRICK-FOLLOW-TRACTOR" if shape.tractors else "TRICK-FOLLOW-PAIR"
