"""Questions about the cards of a trick game: a lead, a throw, a follow, who wins a trick; bids, and answers to 炒底.

A question about plays is the record of one trick, in a hand of which no more is known than is told; one about bids is the
record of a hand that has only those. So a verdict here and a finding of the audit cannot differ.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import count
from typing import Final, Literal, NamedTuple

from paipu.replay.cards import HIDDEN, SUITS, split_cards
from paipu.replay.catalogue import clause_for, clause_of_codes, permitting
from paipu.replay.findings import Basis, Finding
from paipu.replay.notation import NOTHING, PASS, Shown, Token, join_trick, read_token, split_trick
from paipu.replay.plays import rotations
from paipu.replay.question.verdict import ALTERNATIVES_KEPT, Question, Said, Situation, Verdict, Word
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.report import Report
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.beat import strength
from paipu.replay.tricks.bidding import Bid, Outcome, Standing, beyond_decks, case_of_shape, opens_by_name, parse_bid
from paipu.replay.tricks.claims import why_not
from paipu.replay.tricks.deal import KITTY
from paipu.replay.tricks.follow import check_passed
from paipu.replay.tricks.match import MatchAudit
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.playing import TermsResolver
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import TrickView
from paipu.replay.tricks.terms import Terms, TermsOfHand, shown_of_deal
from paipu.replay.tricks.trump import MIXED, NO_TRUMP, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import UnitKind, lead_shape, shape_of
from paipu.replay.tricks.winner import leading_seat, may_lead


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


def before_hand(
    sheet: TrickSheet, level: str, banker: str | None, levels: Mapping[str, str] | None = None
) -> tuple[int, Start]:
    """The number of a hand and where its match stands before it: the first where the bank is declared for.

    Where bankers and levels are fixed beforehand it is the hand that these are fixed for; else 2 where that does not matter.
    """
    turns = sheet.schedule.turns if sheet.schedule is not None else ()
    turn = (banker or "", level)
    no = turns.index(turn) + 1 if turn in turns else 2 if turns or banker is not None else 1
    return no, Start(levels=levels if levels is not None else dict.fromkeys(sheet.sides, level), dealer=banker)


# --- one trick ---------------------------------------------------------------------------------------------


class Trick:
    """One trick on record, in a hand of which the hands told are known and nothing else.

    It is played without a schedule of levels, of which it has no part.
    """

    def __init__(self, sheet: TrickSheet, situation: Situation, trick: str, hands: Mapping[str, str] | None = None) -> None:
        sheet = sheet.changed({"schedule": None}) if sheet.schedule is not None else sheet
        leader, *self.tokens = split_trick(trick)
        self.trick, self.situation = trick, situation
        no, start = before_hand(sheet, situation.level, leader)
        hand = Hand(
            no=no,
            level=situation.level,
            dealer=leader,
            trump=situation.trump,
            deal={**(hands or {}), KITTY: ""},
            kitty=(KittyAction(seat=leader, bury=""),),  # nothing of what is told was in the kitty
            tricks=(trick,),
        )
        self.record = GameRecord(id="", sheet=sheet.key, options=situation.options, start=start, hands=(hand,))
        self.unstaged, self.report = sheet, Report(clause_of_codes(sheet.key))
        self.sheet = sheet.at_level(situation.level)
        self.seats = [sheet.seats[seat] for seat in rotations(sheet.seats)[sheet.seats.index(leader)]]

    @property
    def match(self) -> MatchAudit:
        """An audit of the match that has not begun."""
        return MatchAudit(self.unstaged, self.record, self.report)

    @cached_property
    def machine(self) -> TrickMachine:
        """The hand after the trick; what it comes to then nobody asks."""
        sheet, [hand] = self.unstaged, self.record.hands
        self.report.at_hand(0, hand.no)
        played = TermsResolver(sheet, hand, TermsOfHand(sheet, hand, self.match.state), self.report, None).settle_terms()
        if played is None:
            raise ValueError(f"{self.situation.level} {self.situation.trump} is nothing that {sheet.key} is played under")
        return played.machine

    @property
    def ctx(self) -> TrumpContext:
        return self.machine.ctx

    @property
    def lead(self) -> Play:
        """What lies there to be followed."""
        return self.ctx.as_lead(self.ctx.plays[read_token(self.tokens[0]).stood])

    @property
    def found(self) -> Sequence[Finding]:
        """What is found of the plays."""
        self.machine  # noqa: B018 - it is judged when it is first looked at
        return [finding for finding in self.report.findings if "/tricks/" in finding.where.pointer]

    def wrong_at(self, play: int) -> Finding | None:
        """What is first found of one play."""
        return next((finding for finding in self.found if finding.where.play == play), None)

    @property
    def holder(self) -> str:
        """Who holds the trick so far."""
        made = [(seat, read_token(token).stood) for seat, token in zip(self.seats, self.tokens, strict=False)]
        return leading_seat(self.sheet, self.ctx, made)

    def untold(self, number: int, role: str) -> dict[str, object]:
        """A play of which no more can be told than by whom it was made."""
        unknown: dict[str, object] = {"class": None, "role": role, "shape": [], "can_win": None, "code": None}
        return {"seat": self.seats[number], "cards": self.tokens[number], **unknown}

    def told(self, number: int) -> dict[str, object]:
        """One play of the trick: its class and shape, whether they let it win, and the check that tells why not."""
        ctx, lead = self.ctx, self.lead
        play = ctx.plays[read_token(self.tokens[number]).stood] if number else lead
        if HIDDEN in self.tokens[number]:
            return self.untold(number, "unseen")
        if HIDDEN in self.tokens[0]:
            return self.untold(number, "open")
        led = lead_shape(ctx, lead) if lead.cls != MIXED and lead.possible else None
        able = not number or (led is not None and strength(ctx, self.sheet.beat, lead, led, play) is not None)
        leader, seat = (self.sheet.seats.index(self.seats[at]) for at in (0, number))
        follows = "follow" if play.cls == lead.cls else "ruff" if play.cls == TRUMP else "discard"
        return {
            "seat": self.seats[number],
            "cards": self.tokens[number],
            "class": ctx.class_name(play.cls) if play.cls != MIXED else None,
            "role": follows if number else "lead",
            "shape": shape_words(ctx, play),
            "can_win": able,
            "code": why_not(self.sheet, ctx, self.trick, seat, leader)[0] if not able else None,
        }


def shape_words(ctx: TrumpContext, play: Play) -> list[str]:
    """The units of some cards of one class, the highest first: `tractor2`, `pair`, `single`, `trio`; none of a mixture."""
    if play.trio != MIXED:
        return [UnitKind.TRIO.name.lower()]
    if play.cls == MIXED or not play.possible:
        return []
    units = shape_of(ctx, play.cards, play.cls).units
    return [unit.kind.name.lower() + (str(unit.pairs) if unit.kind is UnitKind.TRACTOR else "") for unit in units]


def judge_follow(situation: Situation, *, lead: str, hand: str, play: str) -> Verdict:
    """Judge a follow. `hand` is the follower's complete hand before the play; cards are in notation, without spaces.

    The cards must exist, and lead and hand together hold no card more often than the decks do. A lead of several classes
    leaves the follow UNDETERMINED. Raises KeyError for an unknown sheet.
    """

    def world(sheet: TrickSheet, at: Situation) -> Trick:
        first, follower = sheet.seats[:2]
        return Trick(sheet, at, join_trick(first, lead, play), {follower: hand})

    def say(trick: Trick) -> Said:
        if trick.lead.cls == MIXED:
            return Said(Word.UNDETERMINED, "LEAD-ONE-SUIT")
        wrong = trick.wrong_at(2)
        return (
            Said.against(wrong)
            if wrong is not None
            else Said(Word.LEGAL, check_passed(trick.ctx, trick.lead, trick.ctx.pack(split_cards(hand))))
        )

    question = Question(situation, TRICK_SHEETS, world)
    verdict = question.verdict(play, say)
    if verdict.default is Word.UNDETERMINED:
        return verdict
    legal = TrickView(question.here.match, 0).alternatives(2, ALTERNATIVES_KEPT)
    return replace(verdict, allowed=legal.plays, total=legal.total)


_PARTS: Final = frozenset({"THROW-BEATABLE", "THROW-PIECE"})
"""The findings whose `expected` lists the parts of a throw that may stand."""


class _Lead:
    """A lead against the hands told, and at its two ends: those not told have none of the unseen cards, or all of them."""

    def __init__(
        self, sheet: TrickSheet, situation: Situation, seat: str, hands: Mapping[str, str], gone: str, play: str
    ) -> None:
        self.sheet, self.situation, self.seat, self.hands, self.gone = sheet, situation, seat, hands, gone
        self.play, self.made = play, read_token(play)
        self.untold = [each for each in sheet.seats if each not in hands]
        self.tried: dict[tuple[str, str | None], Trick] = {}
        self.plain = self.against(play, None)

    def against(self, play: str, unseen: str | None) -> Trick:
        """A lead where each hand that is not told has these cards; None: nothing is known of it."""
        key = play, unseen if self.untold else None
        if key not in self.tried:
            others = dict.fromkeys(self.untold, unseen) if unseen is not None else {}
            self.tried[key] = Trick(self.sheet, self.situation, join_trick(self.seat, play), {**others, **self.hands})
        return self.tried[key]

    @cached_property
    def unseen(self) -> str:
        """The cards that are neither told nor gone."""
        ctx, told = self.plain.ctx, [*self.hands.values(), self.gone]
        return "".join(ctx.unpack(ctx.minus(ctx.deck, ctx.pack(split_cards("".join(told))))))

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats that may beat the throw, of whose hands nothing is told."""
        seats, partners = self.sheet.seats, self.sheet.throws.partner_blocks
        leader = seats.index(self.seat)
        return tuple(each for at, each in enumerate(seats) if each not in self.hands and (partners or (at - leader) % 2))

    def fine(self, play: str) -> int | None:
        """What the throw costs if that is the same however the unseen cards lie."""
        leader = self.sheet.seats.index(self.seat)
        least, most = (self.against(play, unseen).machine.fines[leader] for unseen in ("", self.unseen))
        return least if least == most and least else None

    def say(self) -> Said:
        """Whether it is legal, as far as the hands told can say."""
        thrown = self.plain.ctx.as_lead(self.plain.ctx.parse(self.made.thrown))
        throw = thrown.cls != MIXED and lead_shape(self.plain.ctx, thrown).count > 1
        code = "THROW-BEATABLE" if throw else "LEAD-TRIO" if thrown.trio != MIXED else "THROW-ONE-UNIT"
        finding, missing = self.plain.wrong_at(1), self.missing
        most = self.against(self.play, self.unseen).wrong_at(1) if missing else finding
        if self.plain.machine.unproven and finding is None:
            failed = self.made.failed
            if not (most is not None and most.code == "THROW-UNBEATABLE" if failed else most is None):
                return Said(Word.UNDETERMINED, code, missing=missing)
            finding = most
        if finding is None:
            return Said(Word.LEGAL, code, fine=self.fine(self.play) if self.made.failed else None)
        parts = tuple((finding.expected or "").split(" | ")) if finding.code in _PARTS else ()
        unsure = parts and (most is None or most.expected != finding.expected)
        return Said(
            *(Word.ILLEGAL, finding.code, finding, parts, len(parts) or None, missing if unsure else ()),
            exact=bool(parts),
            fine=self.fine(self.play if self.made.failed else str(Token(parts[0], self.made.thrown))) if parts else None,
        )


def judge_lead(situation: Situation, *, hand: str, play: str, seat: str, others: Mapping[str, str], gone: str = "") -> Verdict:
    """Judge a lead: a single unit of one class, or a throw that must be beyond beating.

    `play` may be a failed throw with what stood (`9c8c8c>9c`). `others` are complete hands of other seats; where one that
    matters is not given, the verdict stands only if it holds however the unseen cards lie, which are those neither told nor
    `gone`. As in `judge_follow`, the cards must exist. Raises KeyError for an unknown sheet, ValueError for a
    seat that it does not have.
    """

    def world(sheet: TrickSheet, at: Situation) -> _Lead:
        return _Lead(sheet, at, seat, {**others, seat: hand}, gone, play)

    return Question(situation, TRICK_SHEETS, world).verdict(play, _Lead.say)


def judge_trick(situation: Situation, trick: str, asked: Literal["trick", "leads"] = "trick") -> tuple[Verdict, ...]:
    """Judge who wins a trick in notation (`"E AsAs 3s4s KsKs 5s5s"`), or who leads after it; then what is wrong with its plays.

    Where plays are missing, or were not seen (`?`, `7?`) and may have won, the answer is UNDETERMINED; `holds` in its values
    says who holds a trick so far that lacks plays. Raises KeyError for a sheet of another family.
    """

    def say(told: Trick) -> Said:
        plays = [told.told(number) for number in range(len(told.tokens))]
        code = "LEAD-WINNER" if asked == "leads" else "CLAIM-WINNER"
        more = tuple((str(play["code"]), None) for play in plays if play["code"] is not None)
        missing = tuple(told.seats[len(plays) :])
        if missing:
            return Said(Word.UNDETERMINED, code, missing=missing, told={"plays": plays, "holds": told.holder}, more=more)
        machine = told.machine
        if not machine.winners:  # who holds it hangs on what nobody saw
            unseen = tuple(seat for seat, token in zip(told.seats, told.tokens, strict=False) if HIDDEN in token)
            return Said(Word.UNDETERMINED, code, missing=unseen, told={"plays": plays}, more=more)
        winner = told.sheet.seats[machine.winners[0]]
        counted = {"points": sum(machine.points)} if not machine.points_open else {}
        values: dict[str, object] = {"winner": winner, **counted} if asked == "trick" else {"leads": [winner]}
        return Said(Word.SETTLED, code, values=values, told={"plays": plays}, more=more)

    question = Question(situation, TRICK_SHEETS, lambda sheet, at: Trick(sheet, at, trick))
    return (question.verdict(trick, say, asked), *question.faults(trick, lambda told: told.found))


# --- bids, and answers to 炒底 -----------------------------------------------------------------------------


_Step = tuple[Finding | None, Outcome]
"""What is found of a bid, and where things stand after it; a run of them begins with how they stood before the first."""


class Bids:
    """A run of bids, and of answers to 炒底, all on one record; illegal ones do not stand.

    `kitty` is the kitty that was turned up because nobody had declared.
    """

    def __init__(
        self,
        sheet: TrickSheet,
        level: str,
        bids: Sequence[str],
        banker: str | None,
        answers: Sequence[str],
        kitty: str | None = None,
    ) -> None:
        self.sheet, self.level, self.banker, self.kitty = sheet, level, banker, kitty
        self.at_level = sheet.at_level(level)
        self.bids, self.answers = tuple(bids), kitty_actions(map(parse_bid, answers))
        self.told = bool(bids) or not answers
        """Whether it is known who declared: an answer to 炒底 tells that somebody may have."""

    def terms(self, bids: Sequence[str], actions: Sequence[KittyAction] = ()) -> TermsOfHand:
        """What a hand with some of them is played under."""
        sheet = self.sheet
        no, start = before_hand(sheet, self.level, self.banker)
        deal = {KITTY: self.kitty} if self.kitty is not None else None
        told = tuple(bids) if self.told else None
        hand = Hand(no=no, level=self.level, dealer=self.banker, deal=deal, bids=told, kitty=tuple(actions) or None)
        record = GameRecord(id="", sheet=sheet.key, start=start, hands=(hand,))
        return TermsOfHand(sheet, hand, MatchAudit(sheet, record, Report(clause_of_codes(sheet.key))).state)

    def found(self, terms: TermsOfHand) -> Mapping[str, Finding]:
        """What is found of the bids and answers of a hand, by place."""
        report = Report(clause_of_codes(self.sheet.key))
        dealer = self.sheet.seats.index(self.banker) if self.banker is not None else None
        terms.check_bids(self.level, self.led(terms), dealer, report)
        return {each.where.pointer[1:]: each for each in report.findings}

    def led(self, terms: TermsOfHand) -> Outcome:
        """Where the bids and answers of a hand lead."""
        return terms.outcome(self.level, accept_illegal=False)

    def bank(self, outcome: Outcome) -> str | None:
        """Who has the bank then."""
        return self.banker if self.banker is not None and not self.at_level.bids.bank_by_bid_always else outcome.banker

    @cached_property
    def declared(self) -> Sequence[_Step]:
        """The bids in order."""
        self.stood: list[str] = []
        if self.kitty is not None:
            turned = self.led(self.terms(()))
            return [(None, turned), *((self.too_late(parse_bid(bid)), turned) for bid in self.bids)]
        found = self.found(self.terms(self.bids))
        steps: list[_Step] = [(None, self.led(self.terms(())))]
        for index, bid in enumerate(self.bids):
            wrong = found.get(f"bids/{index}")
            if _stands(wrong):
                self.stood.append(bid)
            steps.append((wrong, self.led(self.terms(self.stood))))
        return steps

    def too_late(self, bid: Bid) -> Finding:
        """What is found of a bid that is made when the kitty has been turned up."""
        report = Report(clause_of_codes(self.sheet.key))
        report.add("BID-AFTER-KITTY", "", seat=bid.seat, expected=NOTHING, actual="".join(bid.cards))
        return report.findings[0]

    @property
    def burier(self) -> str | None:
        """Who buries first."""
        return self.bank(self.declared[-1][1])

    @cached_property
    def answered(self) -> Sequence[_Step]:
        """The answers in order."""
        before = self.declared[-1][1]
        if self.at_level.reopen is None or self.burier is None:
            return [(None, before)]
        buried = KittyAction(seat=self.burier, bury="")
        found = self.found(self.terms(self.bids, [buried, *self.answers]))
        steps: list[_Step] = [(None, before)]
        given = [buried]  # what takes nothing up is an answer too: who is asked next hangs on it
        for index, action in enumerate(self.answers, 1):
            wrong = found.get(f"kitty/{index}")
            given.append(action if action.passed or _stands(wrong) else replace(action, show=NOTHING))
            steps.append((wrong, self.led(self.terms(self.stood, given))))
        self.actions = given
        return steps

    def leader(self) -> int | None:
        """Who leads the first trick; None where there is no banker."""
        if self.burier is None:
            return None
        outcome = self.answered[-1][1]
        actions = self.actions if self.answers and self.at_level.reopen is not None else ()
        terms, report = self.terms(self.stood, actions), Report(clause_of_codes(self.sheet.key))
        at = Terms(self.level, outcome.trump or NO_TRUMP, self.sheet.seats.index(self.burier))
        return TermsResolver(self.sheet, terms.hand, terms, report, None).first_leader(self.at_level, at)

    # -- what is said of them

    def of_bid(self, index: int) -> Said:
        """One bid."""
        found, after = self.declared[index + 1]
        if found is not None:
            return Said.against(found)
        bid, rules, before = parse_bid(self.bids[index]), self.at_level.bids, self.declared[index][1].standing
        own = before is not None and before.seat == bid.seat
        code, made = (
            ("BID-DECLARE", "declare") if before is None else ("BID-SELF", "reinforce") if own else ("BID-OVER", "over")
        )
        standing = after.standing
        suited = standing is not None and (standing.reading.trump or "") in [*SUITS] and bid.named is None
        in_suit = f"{made}_suit" if made != "declare" or (self.banker is None and rules.bank_to is not None) else ""
        case = "paired" if rules.by_name.issuperset(bid.cards) else case_of_shape(rules, bid, self.level)
        opening = before is None and self.banker is None and rules.bank_to is not None and opens_by_name(rules, bid)
        values = _declares(standing)
        if case in {"paired", "attackers"}:
            clause, basis = clause_for(clause_of_codes(self.sheet.key), code, case)
            by = (clause, Basis.ASSUMED if opening else basis) if clause is not None else None
            return Said(Word.LEGAL, code, case=case, permitted=by, values=values)
        permits = permitting(self.sheet.key)
        permitted = permits.get(in_suit if suited else "") or permits.get(made)
        return Said(Word.LEGAL, code, case=case, permitted=permitted, values=values)

    def of_answer(self, index: int) -> Said:
        """One answer."""
        found, answer = self.answered[index + 1][0], self.answers[index]
        if found is not None:
            return Said.against(found)
        passed = any(earlier.seat == answer.seat and earlier.passed for earlier in self.answers[:index])
        code = "KITTY-ORDER" if answer.passed else "KITTY-BACK" if passed else "KITTY-SHOW"
        values = _declares(self.answered[index + 1][1].standing) if not answer.passed else {}
        clause, basis = permitting(self.sheet.key)["take_up"]
        refused: set[str] = set()
        for earlier, (wrong, _) in zip(self.answers[:index], self.answered[1:], strict=False):
            if not _stands(wrong):
                refused.add(earlier.seat)
            elif earlier.passed:
                refused.discard(earlier.seat)
            else:
                refused.clear()
        if refused:  # no sheet says whether who showed what takes nothing up answers again
            return Said(Word.LEGAL, code, permitted=(clause, Basis.ASSUMED), values=values)
        return Said(Word.LEGAL, code, permitted=(clause, basis) if code == "KITTY-SHOW" else None, values=values)

    def turned(self) -> Said:
        """What the kitty says where nobody declared."""
        trump = self.declared[0][1].trump
        if trump is None:
            return Said(Word.UNDETERMINED, "TRUMP-SUIT", case="kitty")
        return Said(Word.LEGAL, "TRUMP-SUIT", allowed=(trump,), total=1, exact=True, case="kitty")


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
    question = Question(situation, TRICK_SHEETS, lambda sheet, at: Bids(sheet, at.level, bids, banker, asked, kitty))
    here = question.here
    if asked and (here.at_level.reopen is None or here.burier is None):
        raise ValueError("nobody is asked without 炒底 and a banker")
    after = here.answered[-1][1]

    def verdicts(kind: str, given: Sequence[str], steps: Sequence[_Step], say: Callable[..., Said]) -> Iterable[Verdict]:
        for index, bid, (_, outcome) in zip(count(), map(parse_bid, given), steps[1:], strict=False):
            judged = question.verdict(_shown(bid) or PASS, partial(say, index=index), kind, bid.seat)
            yield replace(judged, values={"trump": outcome.trump, "banker": here.bank(outcome)})

    turned = question.verdict(kitty, Bids.turned, "turned") if kitty is not None else None
    return Bidding(
        tuple(verdicts("bid", bids, here.declared, Bids.of_bid)),
        after.trump,
        here.burier,
        tuple(verdicts("answer", asked, here.answered, Bids.of_answer)),
        replace(turned, values={"trump": after.trump}) if turned is not None else None,
        after.taker,
        after.stakes,
    )


def shown_too_often(
    situation: Situation, bids: Sequence[str], banker: str | None, asked: Sequence[str]
) -> tuple[str, int] | None:
    """The first card of which more was shown than the decks have, and how many; None if there is none."""
    run = Bids(Question(situation, TRICK_SHEETS, lambda sheet, _: sheet).here, situation.level, bids, banker, asked)
    terms = run.terms(bids, [KittyAction(seat=run.burier, bury=""), *run.answers] if run.burier else [])
    shown = [bid for _, bid in shown_of_deal(terms, run.burier)]
    return next(((card, count) for _, card, count in beyond_decks(shown, run.sheet.cards.copies)), None)


def judge_first_leader(
    situation: Situation, banker: str | None, bids: Sequence[str] = (), asked: Sequence[str] = ()
) -> Verdict:
    """Judge who leads the first trick, given the banker, or the bids that give the bank, and the answers to 炒底."""

    def say(run: Bids) -> Said:
        leader = run.leader()
        if leader is None:
            return Said(Word.UNDETERMINED, "LEAD-BANKER", missing=("banker",))
        values = {"leads": [run.sheet.seats[seat] for seat in may_lead(run.at_level, leader)]}
        return Said(Word.SETTLED, "LEAD-BANKER", values=values)

    question = Question(situation, TRICK_SHEETS, lambda sheet, at: Bids(sheet, at.level, bids, banker, asked))
    return question.verdict(banker or "", say, "leads")


def _declares(standing: Standing | None) -> Mapping[str, object]:
    """What a declaration that stands makes trump, and whether it puts the levels at stake."""
    return {"trump": standing.reading.trump, "stakes": standing.reading.stakes} if standing is not None else {}


def _stands(wrong: Finding | None) -> bool:
    """Whether a bid stands for all that was found of it: a suit that is named in vain does not undo what the cards say."""
    return wrong is None or wrong.code == "BID-NAMED"


def kitty_actions(answers: Iterable[Bid]) -> list[KittyAction]:
    """Answers to 炒底 as a record has them."""
    return [KittyAction(seat=bid.seat, passed=not bid.cards, show=_shown(bid) or None) for bid in answers]


def _shown(bid: Bid) -> str:
    """What was shown, in notation; nothing for a pass."""
    return str(Shown("".join(bid.cards), bid.named or ""))
