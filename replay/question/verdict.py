"""What both families' judges share: the verdict words, the verdict, and the other readings of a sheet's options.

The words are those of the rule notes: LEGAL, ILLEGAL, DISPUTED, UNDETERMINED; and SETTLED for a question that asks for values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, partial
from types import MappingProxyType
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from paipu.replay.catalogue import Case, ClauseOf, clause_for, clause_of_codes
from paipu.replay.findings import Basis, Finding, Kind, weakest
from paipu.replay.options import Option
from paipu.replay.record import Incident, OptionValue
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS
from paipu.replay.slot_reads import SlotReads

ALTERNATIVES_KEPT: Final = 60

OneSheet = TypeVar("OneSheet", bound=RuleSheet)
"""The sheets of one family."""
World = TypeVar("World")
"""A partial record under one reading of its sheet."""


class Word(StrEnum):
    """The verdict words. DISPUTED: one defensible reading says this and another that; UNDETERMINED: a fact is missing.

    SETTLED answers what was asked for: a winner, a leader, a result, a cost.
    """

    LEGAL = "LEGAL"
    ILLEGAL = "ILLEGAL"
    DISPUTED = "DISPUTED"
    UNDETERMINED = "UNDETERMINED"
    SETTLED = "SETTLED"


class Situation(NamedTuple):
    """Under what something is judged: the sheet's key, the level, the trump, and the sheet's options as a record gives them.

    The level is one of the sheet's ladder; one with rules of its own (扛旗) is judged by those. Climbing sheets have no trump.
    """

    sheet: str
    level: str
    trump: str = ""
    options: Mapping[str, OptionValue] = {}


class Reads(NamedTuple):
    """What some cards may be: `readings`, strongest first, written `kind:key` (a bomb with its size), and what they count as.

    `stands` is None where they count as nothing. `why` says what decides: the cards can be nothing else (`only`), nothing else
    that they can be beats what lies there (`beats`), the player declared it (`declared`), or nothing was said and options of
    the sheet decide (`undeclared`), whose ids are `ids`. Or why they count as nothing: what was declared, no substitution
    gives (`misread`), or it does not beat what lies there (`low`); None where they are no combination. `declared` is the
    reading declared, if the cards give it.
    """

    cards: str
    readings: tuple[str, ...]
    stands: str | None
    why: Literal["only", "beats", "declared", "undeclared", "misread", "low"] | None
    declared: str | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """What another value of one option makes of it, all else alike.

    Where a value only stands for those that organisers may give, `value` is how such are written, and `values` has none of
    what it alone comes to.
    """

    option: str
    ids: tuple[str, ...]
    value: str
    mark: Literal["stated", "assumed", "disputed"]
    word: Word
    code: str
    clause: str | None
    allowed: tuple[str, ...]
    fine: int | None
    values: Mapping[str, object]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on one play, bid or card of a tribute, or the answer to one question.

    `default` is the word under the options in force; `word` is DISPUTED where a reading as defensible says otherwise. `code`
    and `clause` are what the verdict stands on, also where it is LEGAL; `finding` is what the audit would report of it.
    `allowed` are legal plays (of a throw, the parts that may stand), `total` how many there are, None past the bound or where
    they are not listed. `fine` is what a failed throw costs its side in points, None where it costs none or the hands do not
    tell. `options` names what the verdict rests on, `missing` the seats whose hands, or the facts that, would have to be known.
    `kind` says what it is about, `values` have what was asked for, `clauses` all that it stands on, `clause` first. `reads` are
    what the cards of a play may be, None for a pass and in games without readings.
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
    fine: int | None = None
    options: tuple[str, ...] = ()
    otherwise: tuple[Otherwise, ...] = ()
    missing: tuple[str, ...] = ()
    kind: str = "play"
    seat: str | None = None
    clauses: tuple[str, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    reads: Reads | None = None


class Said(NamedTuple):
    """What one reading of the sheet says."""

    word: Word
    code: str
    finding: Finding | None = None
    allowed: tuple[str, ...] = ()
    total: int | None = None
    missing: tuple[str, ...] = ()
    exact: bool = False
    """Whether `allowed` is a part of the verdict: the forced part of a throw, not a list of choices."""
    fine: int | None = None
    case: Case = None
    """The case that tells the clause where a sheet has several for the check (`clause_for`)."""
    values: Mapping[str, object] = MappingProxyType({})
    """What was asked for: with another value it is another verdict."""
    told: Mapping[str, object] = MappingProxyType({})
    """What is told beside it, and decides nothing."""
    more: tuple[tuple[str, Case], ...] = ()
    """Further checks that it rests on, each with its case."""
    beside: tuple[str | None, ...] = ()
    """Further clauses that it rests on."""
    permitted: tuple[str, Basis] | None = None
    """The clause by which a play is legal, and its basis, where that is not the check's."""

    @classmethod
    def against(cls, finding: Finding, allowed: tuple[str, ...] = (), total: int | None = None) -> "Said":
        """What is wrong: illegal, or for the referee to decide, and so disputed whichever reading is in force (D-CDP-13)."""
        return cls(Word.DISPUTED if finding.kind is Kind.REVIEW else Word.ILLEGAL, finding.code, finding, allowed, total)

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it another verdict: for the audit too it is one where the same play is wrong by another clause."""
        wrong = (self.finding.code, self.finding.clause) if self.finding is not None else None
        return (self.word, wrong, self.allowed if self.exact else None, self.fine, dict(self.values))


LATE: Final = "late"
"""The kind of incident, and the fact by how long."""
LATENESS: Final = "INCIDENT-LATE"
_OUT: Final = "INCIDENT-CONDUCT"
"""What puts a side out whoever rules on it (CDP-6.10, GD1-6)."""


def _clause(said: Said, clause_of: ClauseOf) -> tuple[str | None, Basis]:
    """The clause that what is said rests on, and its basis."""
    finding = said.finding
    if finding is not None and finding.code == said.code:
        return finding.clause, finding.basis
    return said.permitted or clause_for(clause_of, said.code, said.case)


def costs_nothing(side: str) -> dict[str, object]:
    """The values of an incident of a side that costs nothing."""
    return {"side": side, "points": 0, "score": None, "costs_hand": False, "ends_match": False}


def forfeited(
    sheet: RuleSheet, incidents: Sequence[Incident], number: int, score: tuple[int, int] | None = None
) -> Said | None:
    """What a lateness comes to where a clause says how late one forfeits, or what puts a side out; None of anything else.

    `score` is what a forfeit counts for who came late and for the others. Where both sides are so late nothing is printed.
    """
    incident = incidents[number]
    at = sheet.seats.index(incident.seat) % 2
    side, other = sheet.sides[at], sheet.sides[1 - at]
    out = sheet.penalties.out.get(incident.kind)
    if out is not None:
        values = {**costs_nothing(side), "ends_match": True, "steps": [("disqualified", other)], "referee": True}
        return Said(Word.SETTLED, _OUT, values=values, permitted=(out, Basis.STATED))
    if incident.kind != LATE or sheet.penalties.forfeit is None:
        return None
    if incident.seconds is None:
        return Said(Word.UNDETERMINED, LATENESS, missing=(LATE,), values={"side": side})
    if not sheet.penalties.forfeits(LATE, incident.seconds):
        return Said(Word.SETTLED, LATENESS, values={**costs_nothing(side), "referee": False})
    late = {sheet.seats.index(each.seat) % 2 for each in incidents if sheet.penalties.forfeits(each.kind, each.seconds)}
    if len(late) > 1:
        return Said(Word.UNDETERMINED, LATENESS, missing=("referee",), values={"side": side})
    values = {**costs_nothing(side), "ends_match": True, "steps": [("forfeit", other)], "referee": True}
    if score is not None:
        values["score"] = dict(zip((side, other), score, strict=True))
    return Said(Word.SETTLED, LATENESS, values=values)


@cache
def _left_open(sheet: str) -> tuple[tuple[Option, frozenset[str]], ...]:
    """The options of a sheet, and the slots that their readings fill and their default."""
    return tuple((each, each.slots_set_to(each.default)) for each in SHEETS[sheet].options)


@cache
def _slots(sheet: str) -> frozenset[str]:
    """The slots that some reading of the sheet fills."""
    return frozenset().union(*(option.slots for option, _ in _left_open(sheet)))


def other_readings(situation: Situation, read: frozenset[str] | None = None) -> Iterator[tuple[Option, str, Situation]]:
    """The situation with each other reading of each option of the sheet; only of those that fill slots which were `read`."""
    for option, slots in _left_open(situation.sheet):
        current = option.set_in(situation.options)
        if read is not None and read.isdisjoint(slots if current == option.default else option.slots_set_to(current)):
            continue
        for value, options in option.otherwise(situation.options):
            yield option, value, situation._replace(options=options)


def _otherwise(option: Option, value: str, said: Said, clause: str | None) -> Otherwise:
    """What a value of an option makes of it, where that is something else."""
    stands_in = value in option.tried
    return Otherwise(
        option=option.key,
        ids=option.ids,
        value=option.written if stands_in else value,
        mark=option.mark,
        word=said.word,
        code=said.code,
        clause=clause,
        allowed=said.allowed if said.exact else (),
        fine=said.fine,
        values={} if stands_in else dict(said.values),
        missing=said.missing,
    )


class Question(Generic[OneSheet, World]):
    """A partial record, and what it comes to under the options in force and under each other reading of them.

    `world` makes of a sheet the record under it, which is audited when it is asked and remembers what it was told: `here` is
    the one under the options in force. Raises KeyError for a sheet that is not among the `sheets`.
    """

    def __init__(
        self, situation: Situation, sheets: Mapping[str, OneSheet], world: Callable[[OneSheet, Situation], World]
    ) -> None:
        self.situation, self.sheets, self.world = situation, sheets, world
        self.slot_reads = SlotReads(_slots(situation.sheet))
        self.here = world(self.slot_reads.sheet(self.configured(situation)), situation)
        self.others: dict[tuple[str, str], World] = {}

    def configured(self, situation: Situation) -> OneSheet:
        """The sheet with the options in force."""
        return self.sheets[situation.sheet].configured(situation.options)

    def elsewhere(self, option: Option, value: str, changed: Situation) -> World:
        """The record under another reading of an option."""
        found = self.others.get((option.key, value))
        if found is None:
            found = self.others[option.key, value] = self.world(self.configured(changed), changed)
        return found

    def verdict(self, subject: str, say: Callable[[World], Said], kind: str = "play", seat: str | None = None) -> Verdict:
        """What is said of the record under the options in force, and under each other reading that would change it."""
        said = say(self.here)
        clause_of = clause_of_codes(self.situation.sheet)
        otherwise = []
        turning: dict[str, Option] = {}
        for option, value, changed in other_readings(self.situation, frozenset(self.slot_reads.read)):
            other = say(self.elsewhere(option, value, changed))
            if other.key == said.key:
                continue
            turning[option.key] = option
            otherwise.append(_otherwise(option, value, other, _clause(other, clause_of)[0]))
        clause, basis = _clause(said, clause_of)
        resting = [option for option in turning.values() if option.mark != "stated"]
        basis = weakest(basis, *(Basis(option.mark) for option in resting))
        options = tuple(identifier for option in resting for identifier in option.ids)
        disputed = any(
            other.mark == "disputed" and (other.word, other.values) != (said.word, said.values) for other in otherwise
        )
        rests_on = [clause, *(clause_for(clause_of, *check)[0] for check in said.more), *said.beside]
        finding = said.finding
        return Verdict(
            word=Word.DISPUTED if disputed and said.word is not Word.UNDETERMINED else said.word,
            default=said.word,
            subject=subject,
            code=said.code,
            clause=clause,
            basis=basis,
            finding=finding.replace(basis=basis, options=options) if finding is not None else None,
            allowed=said.allowed,
            total=said.total,
            fine=said.fine,
            options=options,
            otherwise=tuple(otherwise),
            missing=said.missing,
            kind=kind,
            seat=seat,
            clauses=tuple(dict.fromkeys(name for name in rests_on if name is not None)),
            values={**said.values, **said.told},
        )

    def faults(self, subject: str, find: Callable[[World], Sequence[Finding]]) -> tuple[Verdict, ...]:
        """A verdict on each play of a trick, or card of a tribute, that is found to be wrong."""

        def found(world: World) -> list[Finding]:
            return [finding for finding in find(world) if finding.kind is not Kind.OPEN]

        def verdict(finding: Finding) -> Verdict:
            beside = {other.code for other in here if other.where == finding.where} - {finding.code}

            def say(world: World) -> Said:
                there = [other for other in found(world) if other.where == finding.where and other.code not in beside]
                same = next((other for other in there if other.code == finding.code), there[0] if there else None)
                return Said.against(same) if same is not None else Said(Word.LEGAL, finding.code)

            return self.verdict(finding.actual or subject, say, seat=finding.seat)

        here = found(self.here)
        return tuple(map(verdict, here))

    def incidents(self, incidents: Sequence[Incident], say: Callable[..., Said]) -> tuple[Verdict, ...]:
        """A verdict on each incident, of which `say` is told the number."""
        return tuple(
            self.verdict(incident.kind, partial(say, number=number), "incident", incident.seat)
            for number, incident in enumerate(incidents)
        )
