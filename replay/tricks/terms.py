"""What a hand was played under: its level, banker and trump, derived from the rules and held against the record."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paipu.replay.cards import split_cards
from paipu.replay.notation import NOTHING, split_trick
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.bidding import (
    Bid,
    BidFault,
    BidRules,
    Outcome,
    case_of_shape,
    idle_name,
    judge_bids,
    judge_reopening,
    opens_by_name,
    parse_bid,
    shown_by,
)
from paipu.replay.tricks.deal import KITTY, may_have_taken
from paipu.replay.tricks.score import Settled
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import NO_TRUMP


@dataclass(slots=True)
class MatchState:
    """Where the match stands before a hand: levels by side, the banker, whether the bank is declared for (抢庄).

    None is "cannot be told from the record". `over` is the side that has already won, `over_by` the kind of incident by
    which if one ended the match, and `over_under` the clause of that or of the ruling which ended it. `cut_short` says that
    the hand to come is the last one and that time, a forfeit or a ruling may have stopped it. `failures` counts each side's
    hands at the last level lost in a row, `incidents` those of each side and kind in the game, `games` the games that each
    side has won, all of them if `games_known`; `anew` says that a game was begun after one was won; `unsure` says that the
    last hand may have ended the match. Unless `counted`, hands of the game are not on record, so that what is counted from
    its beginning is not known. `forfeit` is the side that forfeited the match. `following` is the hand after the one to
    come, where that is on record; where that is the last, `closing` are the levels that are claimed of the match. `unseen`
    is where else the match may stand, by facts that are not on record, and `guessed` says that this is as good as the
    levels and the banker here; unless `traced`, what a side at the last level did there before is not known. `unfinished`
    says that the hand before broke off.
    """

    levels: list[int | None]
    dealer: int | None
    bank_open: bool
    over: int | None = None
    over_by: str | None = None
    over_under: str | None = None
    cut_short: bool = False
    failures: tuple[int, int] = (0, 0)
    incidents: dict[tuple[str, str], int] = field(default_factory=dict)
    games: list[int] = field(default_factory=lambda: [0, 0])
    counted: bool = True
    games_known: bool = True
    anew: bool = False
    unsure: bool = False
    forfeit: int | None = None
    following: Hand | None = None
    closing: Mapping[str, str] | None = None
    unseen: tuple[Settled, ...] = ()
    guessed: bool = False
    traced: bool = True
    unfinished: bool = False

    def copy(self) -> "MatchState":
        """A state that stays as it is when this one moves on. Written out, for one is made of every hand."""
        return MatchState(
            [*self.levels],
            self.dealer,
            self.bank_open,
            self.over,
            self.over_by,
            self.over_under,
            self.cut_short,
            self.failures,
            {**self.incidents},
            [*self.games],
            self.counted,
            self.games_known,
            self.anew,
            self.unsure,
            self.forfeit,
            self.following,
            self.closing,
            self.unseen,
            self.guessed,
            self.traced,
            self.unfinished,
        )


class Terms(NamedTuple):
    """What a hand is played under."""

    level: str
    trump: str
    dealer: int


def _led_to(sheet: TrickSheet, bids: tuple[Bid, ...], level: str, accept_illegal: bool, from_first: bool) -> Outcome:
    """Where bids lead by a sheet."""
    return judge_bids(sheet.bids, bids, level, accept_illegal=accept_illegal, from_first=from_first)


class TermsOfHand:
    """The readings of level, banker and trump that a hand allows: the derived one first, then the recorded one.

    `levels` are those in force, as derived, then as recorded where that differs; `level` is the first, None if there is none.
    """

    def __init__(self, sheet: TrickSheet, hand: Hand, state: MatchState) -> None:
        self.sheet, self.hand, self.state = sheet, hand, state
        self.seats = sheet.seats
        self.actions = hand.kitty or ()
        shown: list[tuple[str, Bid]] = []
        bids = [(f"bids/{index}", parse_bid(text)) for index, text in enumerate(hand.bids)] if hand.bids else []
        for index, action in enumerate(self.actions if sheet.reopen is None else ()):
            if action.show is not None:
                shown.append((f"kitty/{index}", shown_by(action.seat, action.show)))
            if action.bury is not None or action.silent:
                break
        silent = not bids and hand.bids is not None
        self.late_bids = tuple(shown) if silent and sheet.silence == "kitty" and sheet.bids.closed_by_kitty else ()
        self.places = (*bids, *(shown if shown and not silent and sheet.bids.until_buried else ()))
        self.bids = tuple([bid for _, bid in self.places])
        self.outcomes: dict[tuple[str, bool], Outcome] = {}
        self.bankers: dict[str | None, list[int]] = {}
        self.suits: dict[str, list[str]] = {}
        self.levels = self.find_levels()
        self.level = self.levels[0] if self.levels else None

    def readings(self) -> list[Terms]:
        """All terms that the record allows, the derived ones first; empty if one of the three cannot be told."""
        return [
            Terms(level, trump, dealer)
            for level in self.levels
            for trump in self.trumps(level)
            for dealer in (self.dealers(level) or self.dealers(self.level))
        ]

    def readings_under(self, trumps: Sequence[str]) -> list[Terms]:
        """The same with each of some trumps."""
        return [Terms(level, trump, dealer) for level in self.levels for trump in trumps for dealer in self.dealers(level)]

    def find_levels(self) -> list[str]:
        """The level in force as derived, then as recorded where that differs."""
        derived = None
        if self.sheet.schedule is not None:
            derived = self.sheet.level_index(self.sheet.schedule.turn(self.hand.no)[1])
        elif self.state.bank_open or self.sheet.bids.bank_by_bid_always:
            derived = self.declared_level()
        elif self.state.dealer is not None:
            derived = self.state.levels[self.state.dealer % 2]
        elif self.hand.dealer is not None:
            derived = self.state.levels[self.seats.index(self.hand.dealer) % 2]
        self.derived = derived is not None
        found = [self.sheet.level_name(derived)] if derived is not None else []
        if self.hand.level is not None and self.hand.level in self.sheet.ladder and self.hand.level not in found:
            found.append(self.hand.level)
        return found

    def declared_level(self) -> int | None:
        """The level where the bank is declared for: both sides', or that of the side to which its own level gives the bank.

        Where the bids do not tell, the recorded banker's side has its own level in force (SJ-8).
        """
        first, second = self.state.levels
        if first == second:
            return first
        fitting = []
        for side, level in enumerate(self.state.levels):
            name = self.sheet.level_name(level) if level is not None else None
            banker = self.outcome(name, accept_illegal=True).banker if name is not None else None
            if banker is not None and self.seats.index(banker) % 2 == side:
                fitting.append(level)
        if len(fitting) == 1:
            return fitting[0]
        return self.state.levels[self.seats.index(self.hand.dealer) % 2] if self.hand.dealer is not None else None

    def dealers(self, level: str | None) -> list[int]:
        """The banker at a level as derived, then as recorded; failing both, who buried or led first."""
        found = self.bankers.get(level)
        if found is None:
            found = self.bankers[level] = self.find_dealers(level)
        return found

    def find_dealers(self, level: str | None) -> list[int]:
        """The same, worked out anew."""
        found: list[int] = []
        if self.sheet.schedule is not None:
            found.append(self.seats.index(self.sheet.schedule.turn(self.hand.no)[0]))
        elif self.state.dealer is not None and not self.sheet.bids.bank_by_bid_always:
            found.append(self.state.dealer)
        elif level is not None and (self.state.bank_open or self.sheet.bids.bank_by_bid_always):
            lenient, strict = (self.outcome(level, accept_illegal=each).banker for each in (True, False))
            either = (lenient,) if self.hand.dealer is not None else dict.fromkeys((lenient, strict))
            found += [self.seats.index(banker) for banker in either if banker is not None]
        if self.hand.dealer is not None:
            recorded = self.seats.index(self.hand.dealer)
            if found == [recorded]:
                return found
            legal = self.outcome(level, accept_illegal=False) if level is not None else None
            if legal is not None and legal.faults and legal.banker == self.hand.dealer and self.state.bank_open:
                return [recorded]
            if recorded not in found:
                found.append(recorded)
        if not found and self.hand.kitty:
            found = [self.seats.index(action.seat) for action in self.hand.kitty if action.bury][:1]
        if not found and self.hand.tricks and self.hand.left is None:
            found = [self.seats.index(split_trick(self.hand.tricks[0])[0])]
        return found

    def outcome(self, level: str, *, accept_illegal: bool) -> Outcome:
        """Where the bids lead at a level, what was shown to take the kitty up again among them."""
        found = self.outcomes.get((level, accept_illegal))
        if found is None:
            found = self.outcomes[level, accept_illegal] = self.walk(level, accept_illegal=accept_illegal)
            if not (found.faults or found.kitty_faults):  # then there is nothing to be lenient or strict about
                self.outcomes[level, not accept_illegal] = found
        return found

    def walk(self, level: str, *, accept_illegal: bool) -> Outcome:
        """The same, worked out anew."""
        sheet = self.sheet.at_level(level)
        from_first = self.hand.bids is not None
        found = sheet.answer(_led_to, self.bids, level, accept_illegal, from_first)
        if found.trump is None and self.hand.bids == ():
            found = found._replace(trump=self.undeclared_trump(level))
        if sheet.reopen is not None and self.asked:
            before = found if self.hand.bids is not None else None
            banker = self.first_burier(found)
            found = judge_reopening(
                sheet.reopen, self.actions, self.seats, before, level, accept_illegal=accept_illegal, banker=banker
            )
        return found

    @property
    def asked(self) -> bool:
        """Whether the record has more of the kitty than one burial: answers, or what was shown."""
        return len(self.actions) > 1 or any(action.show is not None for action in self.actions)

    def first_burier(self, declared: Outcome) -> str | None:
        """Who buried first where that is not on record: the banker, if he can be told."""
        if self.sheet.schedule is not None:
            return self.sheet.schedule.turn(self.hand.no)[0]
        if self.state.dealer is not None and not self.sheet.bids.bank_by_bid_always:
            return self.seats[self.state.dealer]
        return declared.banker or self.hand.dealer

    def agreed(self, terms: Terms) -> Outcome:
        """Where the bids lead by the reading of illegal ones that agrees with the trump of some terms."""
        lenient = self.outcome(terms.level, accept_illegal=True)
        if lenient.trump == terms.trump:
            return lenient
        strict = self.outcome(terms.level, accept_illegal=False)
        return strict if strict.trump == terms.trump else lenient

    def trumps(self, level: str) -> list[str]:
        """The trump as derived from the bids, then as recorded.

        An illegal bid that the table accepted makes either outcome possible, so a record that agrees with one is right.
        """
        found = self.suits.get(level)
        if found is None:
            found = self.suits[level] = self.find_trumps(level)
        return found

    def find_trumps(self, level: str) -> list[str]:
        """The same, worked out anew."""
        recorded, fixed = self.hand.trump, self.sheet.at_level(level).fixed_trump
        derived = fixed or self.outcome(level, accept_illegal=True).trump
        if derived is None or derived == recorded or self.reopened_unseen(level):
            return [recorded] if recorded is not None else []
        strict = self.outcome(level, accept_illegal=False).trump
        if recorded is None:
            return [derived] if fixed is not None or strict in {None, derived} else [derived, strict]
        return [recorded] if strict == recorded else [derived, recorded]

    def reopened_unseen(self, level: str) -> bool:
        """Whether the kitty may have been taken up again off the record, and another trump named by that."""
        sheet = self.sheet.at_level(level)
        if sheet.reopen is None or self.hand.kitty is not None:  # asked of every hand: what each was dealt need not be counted
            return False
        deal = self.hand.deal if self.hand.left is None and self.hand.deal else {}
        dealt = (Counter(split_cards(deal[seat])) if seat in deal else None for seat in self.seats)
        return any(may_have_taken(sheet, level, self.hand, cards) for cards in dealt)

    def undeclared_trump(self, level: str) -> str | None:
        """The trump when nobody declared, by the chosen reading of the sheet's silence (D-SJ-08)."""
        if self.sheet.silence == "no_trump":
            return NO_TRUMP
        if self.sheet.silence != "kitty" or self.hand.deal is None or KITTY not in self.hand.deal:
            return None
        cards = split_cards(self.hand.deal[KITTY])
        return self.sheet.kitty_trump(cards, level)

    def report(self, terms: Terms | None, report: Report) -> None:
        """Report a level, banker or trump that the record has wrong, and a hand for which nobody declared.

        `terms` are those that the hand was played under, None if they cannot be told.
        """
        hand = self.hand
        trumps = self.trumps(terms.level) if terms is not None else []
        if self.level is not None and hand.level not in {None, self.level}:
            first = hand.no == 1 and self.state.bank_open and self.sheet.schedule is None
            report.add("START-LEVEL" if first else "LEVEL-IN-FORCE", "level", expected=self.level, actual=hand.level)
        if not self.derived:
            either = [self.sheet.level_name(level) for level in self.state.levels if level is not None]
            if len(either) == len(self.sheet.sides) and hand.level not in {None, *either}:
                report.add("LEVEL-IN-FORCE", "level", expected=" | ".join(either), actual=hand.level)
        self.report_dealer(self.dealers(terms.level if terms is not None else self.level), report)
        if len(trumps) > 1 and hand.trump is not None:
            cases = tuple(trump_named_by(self, trumps[0], terms))
            report.add("TRUMP-SUIT", "trump", expected=trumps[0], actual=trumps[1], case=cases)
        if hand.bids == () and self.sheet.at_level(hand.level).fixed_trump is None:
            self.report_silence(terms, report)

    def report_silence(self, terms: Terms | None, report: Report) -> None:
        """Report what comes of it that nobody declared."""
        hand = self.hand
        if self.sheet.silence == "redeal" and hand.tricks:
            report.add("BID-REDEAL", "bids", trick=0, play=0)
        elif self.sheet.silence == "recorded":
            report.add("BID-NONE", "bids", trick=0, play=0, actual=hand.trump)
            report.decided_by("silence")
        elif self.sheet.silent_bank == "redeal" and self.state.bank_open and hand.tricks:
            report.add("BANK-NONE", "bids", trick=0, play=0, actual=hand.dealer)
        if self.sheet.silence == "kitty" and hand.trump is not None and self.kitty_untold(terms):
            report.add("TRUMP-KITTY-OPEN", "trump", trick=0, play=0, actual=hand.trump)
            report.decided_by("silence")

    def kitty_untold(self, terms: Terms | None) -> bool:
        """Whether the trump is the kitty's to name, which the record does not show."""
        level = terms.level if terms is not None else self.level
        return level is None or self.outcome(level, accept_illegal=True).trump is None

    def report_dealer(self, dealers: list[int], report: Report) -> None:
        """Report a banker that the record has wrong."""
        if len(dealers) < 2 or self.hand.dealer is None:
            return
        expected, recorded = self.seats[dealers[0]], self.seats[dealers[1]]
        same_side = not (dealers[0] - dealers[1]) % 2
        if self.sheet.schedule is None and self.state.bank_open:
            code = "DEALER-FIRST"
        elif self.sheet.schedule is None and same_side and self.sheet.other_dealer_of_side == "disputed":
            code = "DEALER-PARTNER"
        elif any(bid.seat == recorded for bid in self.bids[1:]):
            code = "DEALER-OVERBID"
        else:
            code = "DEALER-NEXT"
        shown = _shows(self)
        case = "over" if len(shown) > 1 else "opening" if shown and opens_by_name(self.sheet.bids, shown[0][1]) else None
        report.add(code, "dealer", expected=expected, actual=recorded, case=case)

    def accepted(self, level: str, trump: str | None) -> Outcome:
        """Where the bids led the table: an illegal one that led to another trump than that of the hand did not stand."""
        strict, lenient = (self.outcome(level, accept_illegal=each) for each in (False, True))
        if self.hand.trump is None and not self.hand.tricks:  # nothing tells whether it stood
            return in_both(strict, lenient)
        return strict if strict.trump == trump is not None else lenient

    def check_bids(self, level: str, outcome: Outcome, dealer: int | None, report: Report) -> None:
        """Legality of each bid, and of what was shown and answered after the burial (SJ-5, CDP-3.5), by where they led."""
        rules = self.sheet.at_level(level).bids
        attackers_only = rules.attackers_only
        _report_idle_names(self, rules, level, report)
        if not (outcome.faults or outcome.kitty_faults or self.late_bids or outcome.unasked or attackers_only):
            return
        faults = [(*self.places[index], fault) for index, fault in outcome.faults]
        faults += [
            (f"kitty/{index}", shown_by(self.actions[index].seat, self.actions[index].show or ""), fault)
            for index, fault in outcome.kitty_faults
        ]
        faults += [(place, bid, BidFault("BID-AFTER-KITTY", NOTHING)) for place, bid in self.late_bids]
        if outcome.unasked is not None:
            report.add("KITTY-UNASKED", "kitty", trick=0, play=0, seat=outcome.unasked)
        if attackers_only and dealer is not None:
            faults += [
                (place, bid, BidFault("BID-ATTACKERS", self.sheet.sides[1 - dealer % 2]))
                for place, bid in self.places
                if not (self.seats.index(bid.seat) - dealer) % 2
            ]
        for place, bid, fault in faults:
            report.add(
                fault.code,
                place,
                trick=0,
                play=0,
                seat=bid.seat,
                expected=fault.expected.replace("[level]", level),
                actual="".join(bid.cards) or NOTHING,
                case=_cases_of(place, case_of_shape(rules, bid, level), bank_open=self.state.bank_open),
            )


def trump_named_by(of: TermsOfHand, trump: str, terms: Terms | None) -> Iterator[str]:
    """What named the trump: the stage alone, or who took the kitty up last, the kitty, a pair of jokers, a pair whose owner
    names the suit, the first declaration; else one over that.
    """
    hand = of.hand
    if of.sheet.at_level(of.level).fixed_trump is not None:
        yield "stage"
        return
    if terms is not None and of.outcome(terms.level, accept_illegal=True).taker:
        yield "reopened"
    if hand.bids == () and of.sheet.silence == "kitty":
        yield "kitty"
    if hand.bids and trump == NO_TRUMP:
        yield "jokers"
    standing = of.outcome(terms.level, accept_illegal=True).standing if terms is not None else None
    if standing is not None and of.sheet.bids.by_name.issuperset(standing.cards) and standing.reading.stakes:
        yield "named"
    if standing is not None and standing.first:
        yield "declared"


def _cases_of(place: str, shape: str | None, *, bank_open: bool) -> tuple[str, ...]:
    """The cases of an illegal bid, as in `clause_for`: of its shape, and that its seat was `asked` after the burial.

    That a declaration takes a level card is printed of the hand that is declared for the bank (CDP-3.1a).
    """
    printed = shape if shape != "no_level_card" or bank_open else None
    return tuple(filter(None, (printed, "asked" if place.startswith("kitty/") else None)))


def in_both(strict: Outcome, lenient: Outcome) -> Outcome:
    """Where bids lead, with the faults alone that are there whether an illegal bid stood or not."""
    of_bids, of_kitty = ({(at, fault.code) for at, fault in each} for each in (lenient.faults, lenient.kitty_faults))
    return strict._replace(
        faults=tuple(each for each in strict.faults if (each[0], each[1].code) in of_bids),
        kitty_faults=tuple(each for each in strict.kitty_faults if (each[0], each[1].code) in of_kitty),
    )


def _shows(terms: TermsOfHand) -> Sequence[tuple[str, Bid]]:
    """The bids and what was shown to take the kitty up again, with their places."""
    asked = terms.actions if terms.sheet.reopen is not None else ()
    shown = [(f"kitty/{index}", shown_by(each.seat, each.show)) for index, each in enumerate(asked) if each.show is not None]
    return [*terms.places, *shown] if shown else terms.places


def shown_of_deal(terms: TermsOfHand, banker: str | None) -> Sequence[tuple[str, Bid]]:
    """What was shown of cards that were dealt to who showed them: by seats that had not taken up the kitty yet."""
    if terms.sheet.bids.until_buried:
        return [(place, bid) for index, (place, bid) in enumerate(terms.places) if not index or bid.seat != banker]
    shown, taken = [*terms.places], {banker}
    for place, bid in _shows(terms)[len(terms.places) :]:
        if bid.seat not in taken:
            shown.append((place, bid))
        taken.add(bid.seat)
    return shown


def _report_idle_names(terms: TermsOfHand, rules: BidRules, level: str, report: Report) -> None:
    """Report suits that were named beside cards which leave no choice."""
    for place, bid in _shows(terms):
        idle = idle_name(rules, bid, level)
        if idle is not None:
            case = case_of_shape(rules, bid, level)
            report.add(
                "BID-NAMED",
                place,
                trick=0,
                play=0,
                seat=bid.seat,
                expected=idle,
                actual=bid.named,
                cards="".join(bid.cards),
                case=case,
            )
