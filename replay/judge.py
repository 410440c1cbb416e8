"""One disputed play, or a run of declarations, judged without a record: what a referee is asked at the table.

The plays go through the state machine of the audit, one trick of it, so that a verdict here and a finding there cannot
differ. The words are those of the rule notes: LEGAL, ILLEGAL, DISPUTED, UNDETERMINED.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final, Literal, NamedTuple

from replay.audit import configured_sheet
from replay.catalogue import clause_of_codes
from replay.findings import Basis, Finding
from replay.record import Hand, OptionValue
from replay.report import Report
from replay.sheets import SHEETS
from replay.tricks.bidding import Outcome, judge_bids, parse_bid
from replay.tricks.deal import Holdings
from replay.tricks.legal import legal_follows
from replay.tricks.options import Option
from replay.tricks.play import TrickMachine
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import MIXED, TRUMP, TrumpContext
from replay.tricks.units import lead_shape

ALTERNATIVES_KEPT: Final = 60
BASIS_ORDER: Final = (Basis.STATED, Basis.ASSUMED, Basis.DISPUTED)


class Word(StrEnum):
    """The verdict words. DISPUTED: legal by one defensible reading and not by another; UNDETERMINED: a fact is missing."""

    LEGAL = "LEGAL"
    ILLEGAL = "ILLEGAL"
    DISPUTED = "DISPUTED"
    UNDETERMINED = "UNDETERMINED"


class Situation(NamedTuple):
    """Under what something is judged: the sheet's key, its options as a record gives them, the level and the trump."""

    sheet: str
    level: str
    trump: str
    options: Mapping[str, OptionValue] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """What another value of one option makes of it, all else alike."""

    option: str
    ids: tuple[str, ...]
    value: str
    mark: Literal["stated", "assumed", "disputed"]
    word: Word
    code: str
    clause: str | None
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on one play or bid.

    `default` is the word under the options in force; `word` is DISPUTED where a reading as defensible says otherwise. `code`
    and `clause` are what the verdict stands on, also where it is LEGAL; `finding` is what the audit would report of it.
    `allowed` are legal plays (of a throw, the parts that may stand), `total` how many there are, None past the bound or where
    they are not listed. `options` names what the verdict rests on, `missing` the seats whose hands would have to be known.
    """

    word: Word
    default: Word
    subject: str
    code: str
    clause: str | None
    basis: Basis
    finding: Finding | None = None
    allowed: tuple[str, ...] = ()
    total: int | None = None
    options: tuple[str, ...] = ()
    otherwise: tuple[Otherwise, ...] = ()
    missing: tuple[str, ...] = ()


class JudgedBid(NamedTuple):
    """One bid: the verdict, and trump and bank as they stand after it."""

    seat: str
    verdict: Verdict
    trump: str | None
    banker: str | None


class Bidding(NamedTuple):
    """A run of bids. Illegal ones do not stand. `banker` is None where nobody has won or held the bank."""

    bids: tuple[JudgedBid, ...]
    trump: str | None
    banker: str | None


class _Ruling(NamedTuple):
    """What one reading of the sheet says."""

    word: Word
    code: str
    finding: Finding | None = None
    allowed: tuple[str, ...] = ()
    total: int | None = None
    missing: tuple[str, ...] = ()
    exact: bool = False
    """Whether `allowed` is a part of the verdict: the forced part of a throw, not a list of choices."""

    @property
    def key(self) -> tuple[object, ...]:
        return (self.word, self.allowed if self.exact else None)


def judge_follow(situation: Situation, *, lead: str, hand: str, play: str) -> Verdict:
    """Judge a follow. `hand` is the follower's complete hand before the play; cards are in notation, without spaces.

    The cards must exist, and lead and hand together hold no card more often than the decks do. A lead of several classes
    leaves the follow UNDETERMINED. Raises KeyError for a sheet that is not implemented.
    """

    def rule(sheet: TrickSheet) -> _Ruling:
        ctx = sheet.context(situation.level, situation.trump)
        led = ctx.as_lead(ctx.parse(lead))
        if led.cls == MIXED:
            return _Ruling(Word.UNDETERMINED, "LEAD-ONE-SUIT")
        own = ctx.pack(_cards(hand))
        held = Holdings([led.cards, own, 0, 0], [True, True, False, False], (None,) * 4, None)
        findings, _ = _trick(sheet, ctx, f"{sheet.seats[0]} {lead} {play}", held, 0, play=2)
        if findings:
            return _Ruling(Word.ILLEGAL, findings[0].code, findings[0])
        return _Ruling(Word.LEGAL, _follow_code(ctx, lead, own))

    verdict = _verdict(situation, play, rule, _FOLLOWS)
    if verdict.default is Word.UNDETERMINED:
        return verdict
    sheet = _sheet(situation)
    ctx = sheet.context(situation.level, situation.trump)
    led = ctx.as_lead(ctx.parse(lead))
    shape = lead_shape(ctx, led)
    legal = legal_follows(ctx, sheet.follow, ctx.pack(_cards(hand)), led, shape, limit=ALTERNATIVES_KEPT)
    return replace(verdict, allowed=legal.plays, total=legal.total)


def judge_lead(situation: Situation, *, hand: str, play: str, seat: str, others: Mapping[str, str]) -> Verdict:
    """Judge a lead: a single unit of one class, or a throw that must be beyond beating.

    `play` may be a failed throw with what stood (`9c8c8c>9c`). `others` are complete hands of other seats; where one that
    matters is not given, the verdict stands only if it holds however the unseen cards lie. As in `judge_follow`, the cards
    must exist. Raises KeyError for a sheet that is not implemented, ValueError for a seat that it does not have.
    """
    attempted, failed, _ = play.partition(">")

    def rule(sheet: TrickSheet) -> _Ruling:
        ctx = sheet.context(situation.level, situation.trump)
        leader = sheet.seats.index(seat)
        known = {other: ctx.pack(_cards(cards)) for other, cards in others.items()}
        own = ctx.pack(_cards(hand))
        unseen = ctx.minus(ctx.deck, ctx.add(own, sum(known.values())))

        def lead_with(unknown: int, *, complete: bool) -> tuple[Finding | None, bool]:
            hands = [own if each == seat else known.get(each, unknown) for each in sheet.seats]
            whole = [each == seat or each in known or complete for each in sheet.seats]
            held = Holdings(hands, whole, (None,) * 4, None)
            findings, machine = _trick(sheet, ctx, f"{seat} {play}", held, leader, play=1)
            return next(iter(findings), None), machine.unproven

        missing = tuple(
            each
            for index, each in enumerate(sheet.seats)
            if each != seat and each not in known and (sheet.throws.partner_blocks or (index - leader) % 2)
        )
        thrown = ctx.as_lead(ctx.parse(attempted))
        throw = thrown.cls != MIXED and len(lead_shape(ctx, thrown).units) > 1
        code = "THROW-BEATABLE" if throw else "LEAD-TRIO" if thrown.trio != MIXED else "THROW-ONE-UNIT"
        finding, unproven = lead_with(0, complete=False)
        most, _ = lead_with(unseen, complete=True) if missing else (finding, False)
        if unproven and finding is None:
            settled = most is not None and most.code == "THROW-UNBEATABLE" if failed else most is None
            if not settled:
                return _Ruling(Word.UNDETERMINED, code, missing=missing)
            finding = most
        if finding is None:
            return _Ruling(Word.LEGAL, code)
        parts = tuple((finding.expected or "").split(" | ")) if finding.code in _PARTS else ()
        unsure = parts and (most is None or most.expected != finding.expected)
        return _Ruling(
            Word.ILLEGAL, finding.code, finding, parts, len(parts) or None, missing if unsure else (), exact=bool(parts)
        )

    return _verdict(situation, play, rule, _LEADS)


def judge_declarations(situation: Situation, bids: Sequence[str], banker: str | None = None) -> Bidding:
    """Judge bids in notation (`"N LJ2h"`, `"S BJBJ"`), in the order made; an illegal one does not stand.

    `banker` is who holds the bank already; None where it is declared for (抢庄). The situation's trump is not looked at.
    Raises KeyError for a sheet that is not implemented.
    """
    parsed = tuple(parse_bid(text) for text in bids)
    sheet = _sheet(situation)

    def outcome(of: TrickSheet, upto: int) -> Outcome:
        return judge_bids(of.bids, parsed[:upto], situation.level, accept_illegal=False)

    def bank(of: TrickSheet, upto: int) -> str | None:
        return banker if banker is not None and not of.bids.bank_by_bid_always else outcome(of, upto).banker

    def ruling(of: TrickSheet, index: int) -> _Ruling:
        faults = dict(outcome(of, index + 1).faults)
        bid, fault = parsed[index], faults.get(index)
        if fault is not None:
            report = Report(clause_of_codes(of.key))
            expected = fault.expected.replace("[level]", situation.level)
            report.add(fault.code, f"bids/{index}", seat=bid.seat, expected=expected, actual="".join(bid.cards))
            return _Ruling(Word.ILLEGAL, fault.code, report.findings[0])
        standing = next((parsed[i].seat for i in range(index - 1, -1, -1) if i not in faults), None)
        if standing is None:
            return _Ruling(Word.LEGAL, "BID-DECLARE")
        return _Ruling(Word.LEGAL, "BID-SELF" if standing == bid.seat else "BID-OVER")

    judged = tuple(
        JudgedBid(
            bid.seat,
            _verdict(situation, "".join(bid.cards), partial(ruling, index=index), _BIDS),
            outcome(sheet, index + 1).trump,
            bank(sheet, index + 1),
        )
        for index, bid in enumerate(parsed)
    )
    return Bidding(judged, outcome(sheet, len(parsed)).trump, bank(sheet, len(parsed)))


_PARTS: Final = frozenset({"THROW-BEATABLE", "THROW-PIECE"})
"""The findings whose `expected` lists the parts of a throw that may stand."""

_FOLLOWS: Final = frozenset(
    {
        *("TRICK-FOLLOW-TRACTOR", "TRICK-FOLLOW-PAIR", "TRICK-FOLLOW-SUIT", "TRICK-SIZE"),
        *("TRICK-FOLLOW-TRIO", "TRICK-FOLLOW-HIGHEST", "TRICK-HIGHEST-OR-TRIO"),
    }
)
_LEADS: Final = _PARTS | {"THROW-UNBEATABLE", "THROW-ONE-UNIT", "THROW-TRUMPS", "LEAD-ONE-SUIT", "LEAD-TRIO"}
_BIDS: Final = frozenset({"BID-DECLARE", "BID-OVER", "BID-RANK", "BID-SELF", "BID-CLOSED", "BID-SPENT"})
"""The checks that each kind of question can meet; only the options that touch them are tried."""


def _cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _sheet(situation: Situation, **changed: str) -> TrickSheet:
    options = {**situation.options, **changed}
    return configured_sheet(situation.sheet, tuple(sorted(options.items())))


def _trick(
    sheet: TrickSheet, ctx: TrumpContext, trick: str, held: Holdings, leader: int, play: int
) -> tuple[list[Finding], TrickMachine]:
    """What the audit finds wrong with one play of a trick."""
    report = Report(clause_of_codes(sheet.key))
    machine = TrickMachine(sheet, ctx, Hand(no=1, tricks=(trick,)), leader, held, report)
    machine.run(machine.tricks)
    return [finding for finding in report.findings if finding.where.play == play], machine


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


def _readings(situation: Situation, codes: frozenset[str]) -> Iterator[tuple[Option, str, TrickSheet]]:
    """The sheet with each other reading of each of its options that touch some checks."""
    for option in SHEETS[situation.sheet].options:
        if not codes.intersection(option.touches):
            continue
        given = [name for name in situation.options if name == option.key or name in option.ids]
        current = situation.options[given[0]] if given else option.default
        kept = {name: value for name, value in situation.options.items() if name not in given}
        for value in option.readings:
            if value != current:
                yield option, value, _sheet(situation._replace(options=kept), **{option.key: value})


def _verdict(situation: Situation, subject: str, rule: Callable[[TrickSheet], _Ruling], codes: frozenset[str]) -> Verdict:
    """The verdict under the options in force, and under each other reading that would change it."""
    ruling = rule(_sheet(situation))
    clause_of = clause_of_codes(situation.sheet)
    otherwise = []
    turning: dict[str, Option] = {}
    for option, value, sheet in _readings(situation, codes):
        other = rule(sheet)
        if other.key == ruling.key:
            continue
        turning[option.key] = option
        clause, _ = clause_of.get(other.code, (None, Basis.STATED))
        otherwise.append(
            Otherwise(
                option=option.key,
                ids=option.ids,
                value=value,
                mark=option.mark,
                word=other.word,
                code=other.code,
                clause=clause,
                allowed=other.allowed if other.exact else (),
            )
        )
    clause, basis = clause_of.get(ruling.code, (None, Basis.STATED))
    resting = [option for option in turning.values() if option.mark != "stated"]
    basis = max((basis, *(Basis(option.mark) for option in resting)), key=BASIS_ORDER.index)
    options = tuple(identifier for option in resting for identifier in option.ids)
    disputed = any(other.mark == "disputed" and other.word != ruling.word for other in otherwise)
    finding = ruling.finding
    return Verdict(
        word=Word.DISPUTED if disputed and ruling.word is not Word.UNDETERMINED else ruling.word,
        default=ruling.word,
        subject=subject,
        code=ruling.code,
        clause=clause,
        basis=basis,
        finding=replace(finding, basis=basis, options=options) if finding is not None else None,
        allowed=ruling.allowed,
        total=ruling.total,
        options=options,
        otherwise=tuple(otherwise),
        missing=ruling.missing,
    )
