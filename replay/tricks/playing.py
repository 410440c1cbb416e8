"""What a hand was played under, and its plays: the terms that the rules and the record allow, and the one that fits best."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from paipu.replay.budget import FINDING, QUICK_TRICK, fewest_errors, steps_of_hand
from paipu.replay.cards import SUITS, UNKNOWN, split_cards
from paipu.replay.findings import Finding, Kind, errors_of
from paipu.replay.plays import sizes_by_seat
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.bidding import Bid, beyond_decks
from paipu.replay.tricks.deal import Holdings, holdings
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import Terms, TermsOfHand, shown_of_deal
from paipu.replay.tricks.trump import NO_TRUMP, TrumpContext
from paipu.replay.tricks.winner import check_leader

ALL_TRUMPS: Final = (NO_TRUMP, *SUITS)
"""No trump first: there a card is of the suit that it shows, as what is said of it should be."""


class Stepped(NamedTuple):
    """A played hand, and the findings in its deal and in its plays."""

    played: Played
    in_deal: tuple[Finding, ...]
    in_plays: tuple[Finding, ...]


Memo = dict[tuple[object, ...], Stepped]
"""Played hands, by place, terms, the leader of trick 1 and the slots of the sheet that deal and plays depend on."""


def memo_key(sheet: TrickSheet, prefix: str, terms: Terms, leader: int) -> tuple[object, ...]:
    """What decides how a hand's plays are judged: a hand that is alike in this need not be stepped again."""
    return (prefix, terms, leader, sheet.at_level(terms.level).played_by)


def in_all(readings: Sequence[Sequence[Finding]]) -> list[Finding]:
    """What is found by each of some readings of a hand; it expects what any of them does."""
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for found in readings:
        for key, finding in {(each.code, each.clause, each.where, each.seat, each.actual): each for each in found}.items():
            alike.setdefault(key, []).append(finding)
    proven = [each for each in alike.values() if len(each) == len(readings)]
    due = (dict.fromkeys(each.expected for each in found if each.expected is not None) for found in proven)
    return [found[0].replace(expected=" | ".join(each) or None) for found, each in zip(proven, due, strict=True)]


class TermsResolver:
    """A hand on its way from the record's `terms` to its last trick.

    `memo` keeps what plays gave, for a caller that audits the same record again. `shown` tells which of the findings came from
    the deal, from the bids and from the plays: where those of each begin, and where the last end. `sure`: there is one reading.
    """

    def __init__(self, sheet: TrickSheet, hand: Hand, terms: TermsOfHand, report: Report, memo: Memo | None) -> None:
        self.sheet, self.hand, self.terms, self.report, self.memo = sheet, hand, terms, report, memo
        self.seats = sheet.seats
        self.shown = (0, 0, 0, 0)
        self.sure = False

    def settle_terms(self) -> Played | None:
        """Find level, banker and trump, report where the record has them wrong, and play the hand out.

        Where the record differs from what follows from the rules, the plays decide which of the two the table really
        played under: the one that leaves fewer faults, and the derived one if that does not tell.
        """
        readings = self.terms.readings()
        if not readings:
            self.without_terms()
            return None
        terms, self.sure = readings[0], len(readings) == 1
        if len(readings) > 1 and self.hand.tricks:
            terms = (
                fewest_errors(readings, self.faults_under, self.report.budget)
                if self.memo is None
                else self.least_faulty(readings)
            )
        self.terms.report(terms, self.report)
        self.report.tolerate()
        played = self.play_out(terms, self.report)
        self.report.tolerate()
        return played

    def without_terms(self) -> None:
        """Check what needs no trump or no banker, and say that the plays were not checked."""
        self.terms.report(None, self.report)
        level = self.terms.level
        dealers = self.terms.dealers(level)
        if level is not None:
            self.terms.check_bids(level, self.terms.accepted(level, None), dealers[0] if dealers else None, self.report)
            deal = (self.hand.deal or {}) if self.hand.left is None else {}
            dealt = {seat: Counter(split_cards(deal[seat])) for seat in self.seats if UNKNOWN not in deal.get(seat, UNKNOWN)}
            self.check_shown(dealt, self.seats[dealers[0]] if dealers else None, self.report)
        readings = self.terms.readings_under(ALL_TRUMPS) if self.hand.tricks else []
        if readings:
            self.report.findings += self.proven_under(readings)
        elif level is not None or not self.sheet.stages:
            self.check_deal(level, dealers, self.report)
        else:
            forks = [self.report.fork() for _ in (None, *self.sheet.stages)]
            for stage, fork in zip((None, *self.sheet.stages), forks, strict=True):
                self.check_deal(stage, dealers, fork)
            self.report.findings += in_all([fork.findings for fork in forks])
        if self.hand.tricks:
            self.report.add("TRUMP-OPEN", "trump", trick=0, play=0)

    def check_deal(self, level: str | None, dealers: Sequence[int], report: Report) -> None:
        """Check deal and burial alone, as they are at a level; None for one that has no rules of its own."""
        sheet = self.sheet.at_level(level)
        ctx = sheet.context(sheet.first_level if level is None else level, NO_TRUMP)
        holdings(sheet, ctx, replace(self.hand, tricks=None), dealers[0] if dealers else 0, report)

    def proven_under(self, readings: Sequence[Terms]) -> list[Finding]:
        """What is wrong of deal and plays whichever of some terms the hand was played under."""
        found = list[Sequence[Finding]]()
        for terms in readings:
            sheet, fork = self.sheet.at_level(terms.level), self.report.fork(brief=True)
            ctx, held = self.dealt(sheet, terms, fork)
            machine = self.machine(sheet, ctx, held, self.first_leader(sheet, terms), terms, fork)
            machine.run(machine.tricks)
            fork.budget.spend(steps_of_hand(self.hand) + machine.steps)
            found.append([each for each in fork.findings if each.kind is not Kind.OPEN])
        return in_all(found)

    def faults_under(self, terms: Terms) -> int:
        """How many errors the hand shows under some terms."""
        fork = self.report.fork(brief=True)
        played = self.play_out(terms, fork)
        if self.memo is None:
            fork.budget.spend(steps_of_hand(self.hand) + played.machine.steps)
        return errors_of(fork.findings)

    def play_out(self, terms: Terms, report: Report) -> Played:
        """Check deal, burial and bids and step through all tricks under some terms.

        The bids are judged anew each time, deal and plays only if that was not done before.
        """
        sheet = self.sheet.at_level(terms.level)
        leader = self.first_leader(sheet, terms)
        if self.memo is None:
            begun = len(report.findings)
            ctx, held = self.dealt(sheet, terms, report)
            dealt = len(report.findings)
            self.check_bids(ctx, held, terms, report)
            bid = len(report.findings)
            machine = self.machine(sheet, ctx, held, leader, terms, report)
            machine.run(machine.tricks)
            self.shown = (begun, dealt, bid, len(report.findings))
            return Played(terms, ctx, held, machine)
        key = memo_key(self.sheet, report.prefix, terms, leader)
        known = report.recall(self.memo, key)
        if known is None:
            known = self.memo[report.kept_as(key)] = self.step_anew(sheet, terms, leader, report)
        report.findings += known.in_deal
        self.check_bids(known.played.ctx, known.played.held, terms, report)
        report.findings += known.in_plays
        return known.played

    def step_anew(self, sheet: TrickSheet, terms: Terms, leader: int, report: Report) -> Stepped:
        """The deal and the plays of a hand that is to be remembered."""
        in_deal, in_plays = report.fork(), report.fork()
        ctx, held = self.dealt(sheet, terms, in_deal)
        machine = self.machine(sheet, ctx, held, leader, terms, in_plays)
        machine.run(machine.tricks if report.error_limit is None else _until(machine, report.error_limit))
        report.budget.spend(machine.steps + FINDING * (len(in_deal.findings) + len(in_plays.findings)))
        return Stepped(Played(terms, ctx, held, machine), tuple(in_deal.findings), tuple(in_plays.findings))

    def least_faulty(self, readings: Sequence[Terms]) -> Terms:
        """The first of the readings that leave the fewest errors, where some are remembered: others are stepped only so far.

        That is until they show that they leave too many. If none is remembered it is the record's that most often leaves few.
        """
        memo = self.memo if self.memo is not None else {}
        sheets = [self.sheet.at_level(terms.level) for terms in readings]
        leaders = [self.first_leader(sheet, terms) for sheet, terms in zip(sheets, readings, strict=True)]
        keys = [memo_key(self.sheet, self.report.prefix, terms, at) for terms, at in zip(readings, leaders, strict=True)]
        brief = self.report.fork(brief=True)
        known = [brief.recall(memo, key) is not None for key in keys]
        best = known.index(True) if True in known else None
        if best is None:
            if not self.exceeds(sheets[0], readings[0], leaders[0], 0):
                return readings[0]
            best = len(readings) - 1
        fewest = self.faults_under(readings[best])
        for at, terms in enumerate(readings):
            most = fewest if at < best else fewest - 1
            if at != best and most >= 0 and (known[at] or not self.exceeds(sheets[at], terms, leaders[at], most)):
                faults = self.faults_under(terms)
                if faults <= most:
                    best, fewest = at, faults
        return readings[best]

    def exceeds(self, sheet: TrickSheet, terms: Terms, leader: int, most: int) -> bool:
        """Whether a hand shows more than so many errors under some terms; the plays are stepped until it does.

        First it is asked who leads and who may have bid so, which takes no deal.
        """
        fork = self.report.fork(brief=True)
        if self.hand.tricks:
            check_leader(sheet, terms.dealer, leader, self.seats.index(self.hand.tricks[0][0]), 1, fork)
        if self.bidding:
            self.terms.check_bids(terms.level, self.terms.accepted(terms.level, terms.trump), terms.dealer, fork)
        if errors_of(fork.findings) > most:
            fork.budget.spend(FINDING * len(fork.findings))
            return True
        fork = self.report.fork(brief=True)
        ctx, held = self.dealt(sheet, terms, fork)
        self.check_bids(ctx, held, terms, fork)
        machine = self.machine(sheet, ctx, held, leader, terms, fork)
        stepped = 0
        while stepped < len(machine.tricks) and errors_of(fork.findings) <= most:
            machine.run(machine.tricks[stepped : stepped + 1])
            stepped += 1
        fork.budget.spend(machine.careful_steps + QUICK_TRICK * stepped + FINDING * len(fork.findings))
        return errors_of(fork.findings) > most

    def first_leader(self, sheet: TrickSheet, terms: Terms) -> int:
        """Who leads the first trick: the banker, or who took the kitty up again last where that is the rule (D-CDP-06).

        Of a hand on record from its middle on whoever did: who won the trick before is not there. So too without the kitty.
        """
        if self.hand.left is not None and self.hand.tricks:
            return self.seats.index(self.hand.tricks[0][0])
        taker = self.terms.agreed(terms).taker if sheet.reopen is not None and self.terms.asked else None
        if taker is None and self.hand.tricks and self.terms.reopened_unseen(terms.level):
            taker = self.hand.tricks[0][0]
        if taker is None or sheet.reopen is None or not sheet.reopen.leads:
            return terms.dealer
        return self.seats.index(taker)

    def dealt(self, sheet: TrickSheet, terms: Terms, report: Report) -> tuple[TrumpContext, Holdings]:
        """The hands before trick 1 under some terms."""
        ctx = sheet.context(terms.level, terms.trump)
        return ctx, holdings(sheet, ctx, self.hand, terms.dealer, report)

    def machine(
        self, sheet: TrickSheet, ctx: TrumpContext, held: Holdings, leader: int, terms: Terms, report: Report
    ) -> TrickMachine:
        """The hand before trick 1."""
        return TrickMachine(sheet, ctx, self.hand, terms.dealer, held, report, leader=leader)

    @property
    def bidding(self) -> bool:
        """Whether anybody bid, or showed something to take the kitty up again."""
        return bool(self.terms.places or self.terms.late_bids or self.terms.asked)

    def check_bids(self, ctx: TrumpContext, held: Holdings, terms: Terms, report: Report) -> None:
        """Check bids, and what was shown to take the kitty up again."""
        if self.bidding:
            self.terms.check_bids(terms.level, self.terms.accepted(terms.level, terms.trump), terms.dealer, report)
            self.check_bids_held(ctx, held, terms.dealer, report)
            if None in held.dealt:  # else no card is shown by anybody of whom it is not known
                known = zip(self.seats, held.dealt, strict=True)
                dealt = {seat: Counter(ctx.unpack(cards)) for seat, cards in known if cards is not None}
                self.check_shown(dealt, self.seats[terms.dealer], report)

    def shows(self, bid: Bid, ctx: TrumpContext, held: Holdings) -> bool:
        """Whether a seat was dealt what it showed first."""
        play, dealt = ctx.plays["".join(bid.cards)], held.dealt[self.sheet.seat_at[bid.seat]]
        return play.possible and dealt is not None and ctx.contains(dealt, play.cards)

    def check_bids_held(self, ctx: TrumpContext, held: Holdings, dealer: int, report: Report) -> None:
        """The declarer was dealt what he showed (SJ-5c); a single card added to a declaration is shown beside it.

        Where one may declare until the burial, the banker's later bids may use the kitty that he has taken (D-SK-21).
        """
        if len(self.terms.places) == 1 and self.shows(self.terms.bids[0], ctx, held):
            return
        shown: dict[str, tuple[int, bool]] = {}
        for number, (place, bid) in enumerate(self.terms.places):
            play = ctx.plays["".join(bid.cards)]
            needed, possible = shown.get(bid.seat, (0, True)) if play.size == 1 else (0, True)
            if needed & play.field != play.field or not play.field:  # a field is full at three, more than any hand has
                needed += play.cards
            possible = possible and play.possible
            shown[bid.seat] = needed, possible
            seat = self.seats.index(bid.seat)
            dealt = held.dealt[seat]
            if number and seat == dealer and self.sheet.bids.until_buried and held.left is None:
                known = held.complete[seat] and held.kitty is not None
                dealt = ctx.add(held.hands[seat], held.kitty or 0) if known else None
            if dealt is not None and not (possible and ctx.contains(dealt, needed)):
                report.add("BID-NOT-HELD", place, trick=0, play=0, seat=bid.seat, actual="".join(bid.cards))

    def check_shown(self, dealt: Mapping[str, Counter[str]], banker: str | None, report: Report) -> None:
        """Seats that are not among those of whom it is known what they were `dealt` show no card that the decks do not have."""
        if len(dealt) == len(self.seats):
            return
        shows, copies = shown_of_deal(self.terms, banker), self.sheet.cards.copies
        for index, card, count in beyond_decks([bid for _, bid in shows], copies, dealt):
            place, bid = shows[index]
            report.add(
                *("CARD-COPIES", place),
                trick=0,
                play=0,
                seat=bid.seat,
                expected=f"{card}×{copies}",
                actual=f"{card}×{count}",
                card=card,
            )


def _until(machine: TrickMachine, most: int) -> Iterator[str]:
    """The tricks of a hand, as long as there are no more than so many errors in it."""
    for text in machine.tricks:
        if errors_of(machine.report.findings) > most:
            return
        yield text


def finished_hand(sheet: TrickSheet, machine: TrickMachine | None, held: Holdings | None) -> tuple[bool, bool]:
    """Whether the hand was played out: every trick is whole, and every seat with the right count has played it all.

    And whether besides it is known who won each trick, and its points.
    """
    if machine is None or held is None or not machine.tricks:
        return False, False
    if len(machine.winners) + machine.unseen_tricks != len(machine.tricks):
        return False, False
    sure = machine.told is None and not machine.points_open
    if all(machine.complete) and not any(machine.hands):
        return True, sure
    played = sizes_by_seat(sheet, machine.tricks)
    sizes, ctx = held.left or (sheet.hand_size,) * len(played), machine.ctx
    to_its_end = any(count >= size for count, size in zip(played, sizes, strict=True)) and all(
        count >= size or (known and ctx.size(hand) != size)
        for count, size, known, hand in zip(played, sizes, held.complete, held.hands, strict=True)
    )
    return to_its_end, to_its_end and sure
