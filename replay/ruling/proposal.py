"""What a sheet provides for a fault: proposals, each a ruling ready to be issued, with what it does.

A proposal's effect is that of an audit of the record with the ruling in it. So what a fault costs has one home, the
sheet's rows (`Penalty`), and what a proposal says is what issuing it gives.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from paipu.replay.catalogue import Clause, clause_for, clause_of_codes, clauses
from paipu.replay.computed import ComputedHand
from paipu.replay.faults import STEP_DOES, STEP_OF, Moment, established
from paipu.replay.findings import Basis, Finding, Kind, Where, weakest
from paipu.replay.match import both_late
from paipu.replay.options import Option
from paipu.replay.penalties import Penalty
from paipu.replay.plays import BEFORE, plays_of_hand
from paipu.replay.record import Effect, Fault, GameRecord, Incident, Ruling
from paipu.replay.ruling.alleged import (
    NOTHING_TOLD,
    AllegedFault,
    Told,
    found_proven,
    hand_of,
    matter_of,
    matters,
    misplaced,
    moments,
    sides_of,
    unnoted,
)
from paipu.replay.ruling.comparison import Again, Change, appeared, change_name, changes, hand_by_no, judged, with_ruling
from paipu.replay.ruling.tiers import Tier, end_of, however_late, tiers
from paipu.replay.ruling.words import FORMS, found_name, range_name, title_of
from paipu.replay.sheets import sheet_of
from paipu.replay.text import LANGS, Text, in_language
from paipu.replay.words import join
from paipu.replay.worlds import Judged

NOT_SO: Final = frozenset({"COUNT-UNCONFIRMED"})
"""Findings that say that there was no such fault, so that it counts nothing."""
COUNTS: Final = frozenset({"count_asked", "count_told"})
"""What is a fault only as the audit says so: one may ask for a count, and tell it, where the sheet lets him."""
ABOUT_FAULTS: Final = frozenset(
    {"charging", "misplay", "throws", "conduct", "penalties", "steps", "ends", "schedule.offender_mirrors"}
)
"""The groups of slots, or the slots, that say what faults cost."""
_COUNTED: Final = frozenset({"penalties", "score", "points"})
"""Results that change or do not, whatever they were before."""
DOUBTED: Final = frozenset({"INCIDENT-UNCONFIRMED", "INCIDENT-DISPROVED"})
"""The findings that the record speaks against a fault, which counts all the same where it is ruled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One way to rule on a fault that the sheet provides.

    `clause` prints it, with `basis`, which rests on the `options` and on what is settled, by their ids. `tier` says when the
    fault must have been found for it to hold. `form` is what it is: what is `printed`, or where the sheet leaves that to the
    referee what he `decides`, a `warning`, `points`, `levels`, a `step`, the `loss` of match or game, that a side is
    `disqualified`, or a `stop` of one turn; `discretion` then has his range. `ruling` is ready to be issued; `follows`, if
    there is one, must be in force with it. `changes` are the results of hand and match with it that differ from those without
    the fault, `findings` what is wrong with the record then that was not; `counted`: the audit of the record counts the fault
    already, as the table noted it. `open`: what it comes to cannot be told from the record; `doubted`: deal and plays speak
    against the fault. `title` and `words` say it to people.
    """

    clause: str | None
    basis: Basis
    options: tuple[str, ...] = ()
    form: str
    tier: Tier
    discretion: Penalty | None = None
    ruling: Ruling
    follows: Ruling | None = None
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]
    counted: bool
    open: bool
    both: bool
    doubted: bool
    title: Text
    words: Text

    @property
    def applies(self) -> bool:
        """Whether the fault was found when it must have been for this."""
        return self.tier.applies


def propose(
    record: GameRecord,
    hand: int,
    *,
    at: Moment | None = None,
    seat: str | None = None,
    kind: str | None = None,
    noticed: Moment | None = None,
    told: Told = NOTHING_TOLD,
) -> tuple[Proposal, ...]:
    """What the sheet provides for the faults of a hand, at a place of it if one is given, found at `noticed` or else now.

    With `seat` and `kind` it is a fault of that kind, whether or not anything shows it, and with what is `told` of it; nothing
    where the record shows that the seat did nothing of the kind there (`misplaced`). Raises KeyError for a hand that is not
    there.
    """
    found: Sequence[AllegedFault] = matters(record, hand, at=at, seat=seat)
    if kind is not None:
        found = [matter for matter in found if matter.incident.kind == kind]
        if not found and seat is not None:
            hand_of(record, hand)
            if misplaced(record, found_proven(hand, at, seat, kind)) is not None:
                return ()
            found = [AllegedFault(hand, Incident(kind=kind, seat=seat, at=at))]
        found = [told.of(matter) for matter in found]
    return tuple(_one_of_both(proposal for matter in found for proposal in propose_for(record, matter, noticed=noticed)))


def _one_of_both(found: Iterable[Proposal]) -> Iterator[Proposal]:
    """The proposals, of what is one matter of both sides the first."""
    told = False
    for each in found:
        if not (each.both and told):
            yield each
        told = told or each.both


def propose_for_finding(record: GameRecord, finding: Finding, *, noticed: Moment | None = None) -> tuple[Proposal, ...]:
    """What the sheet provides for what a check found; nothing for what is no fault of a seat."""
    matter = matter_of(record, finding)
    return propose_for(record, matter, noticed=noticed) if matter is not None else ()


def propose_for(record: GameRecord, matter: AllegedFault, *, noticed: Moment | None = None) -> tuple[Proposal, ...]:
    """What the sheet provides for a fault: first what is printed, tier by tier, then what is left to the referee."""
    return tuple(_Proposing(record, matter, noticed).run())


class _Proposing:
    """Lists the proposals for one fault."""

    def __init__(self, record: GameRecord, matter: AllegedFault, noticed: Moment | None) -> None:
        self.record, self.matter = record, matter
        self.sheet = sheet_of(record)
        self.clauses = clauses(self.sheet.key)
        self.side = sides_of(self.sheet, record)[matter.incident.seat]
        self.hand = hand_of(record, matter.hand)
        self.tiers = tiers(record, matter, noticed)
        self.again = Again(record)
        self.stands = self.again.of_first
        self.without = judged(unnoted(record, matter)) if matter.noted else self.stands
        until = record.hands.index(self.hand) + 1
        self.short = replace(record, hands=record.hands[:until], claims=None)
        taken = {ruling.id for ruling in record.rulings}
        self.found = set[str]()
        self.ids = (each for number in range(1, 1000) if (each := f"p{number}") not in taken)

    def run(self) -> Iterator[Proposal]:
        """Every proposal."""
        printed, lost, gone = set[str | None](), False, False
        if not replace(self.matter.incident, restated=False).counts:
            return
        for tier in self.tiers if self.sheet.penalties.knows(self.matter.incident.kind) else ():
            if self.in_time(tier):
                continue
            for proposal in self.printed(tier):
                printed.add(proposal.clause)
                lost = lost or proposal.ruling.effect.loses is not None
                gone = gone or (proposal.applies and proposal.ruling.effect.loses is not None)
                yield proposal
        now = next((tier for tier in self.tiers if tier.applies), self.tiers[-1])
        for power in self.sheet.penalties.weighed:
            if (power.found and not power.found & self.found) or (not power.kinds and self.in_time(now)):
                continue
            if power.too_soon(self.record.event) or (power.lost and not gone) or not self.answers(power):
                continue
            if (
                not power.kinds and printed and power.clause not in printed
            ):  # what is printed comes before what is not; a grave fault may lose all the same
                power = Penalty(clause=power.clause, by="referee", loses=power.loses and not lost)  # noqa: PLW2901 - the power as it is here
            if not power.kinds or self.matter.incident.kind in power.kinds:
                lost = lost or power.loses
                tier = now if power.running is None else however_late(self.record, self.matter)
                yield from self.left_to_referee(power, tier, warned=power.clause in printed)

    def answers(self, power: Penalty) -> bool:
        """Whether the side at fault answers for it, as far as the banker is known."""
        return not power.of_bank or self.banker is None or self.banker in self.side

    @property
    def banker(self) -> str | None:
        """The banker of the hand."""
        computed = hand_by_no(self.without, self.hand.no)
        return computed.dealer if computed is not None else None

    def in_time(self, tier: Tier) -> bool:
        """Whether who was late was so by less than the sheet prints anything for."""
        forfeit = self.sheet.penalties.forfeit
        return tier.least is not None and forfeit is not None and tier.least < forfeit.after

    # -- what is printed

    def printed(self, tier: Tier) -> Iterator[Proposal]:
        """What the sheet prints for a tier: the fault is found proven, and what it comes to follows."""
        fault = _fault(tier.incident)
        ruling = self.ruling(Effect(fault=fault))
        told = self.told_of(ruling)
        self.found |= {finding.code for finding in told} if tier.applies else set()
        if any(finding.code in NOT_SO for finding in told) or (tier.incident.kind in COUNTS and not told):
            return
        clause, basis = self.clause(tier.incident, told)
        if tier.incident.kind not in self.sheet.penalties.out and any(
            power.clause == clause and power.decides and not power.kinds for power in self.sheet.penalties.weighed
        ):
            return  # the clause says who decides, and prints nothing for it
        ruling = replace(ruling, clause=clause, effect=self.follows_from(told, ruling.effect))
        proposal = self.proposal("printed", tier, ruling, clause, basis, told=told)
        yield proposal
        if "stopped" in steps_do(told):
            yield from self.stop(tier, proposal)

    def told_of(self, ruling: Ruling) -> Sequence[Finding]:
        """What the audit says of the fault that a ruling finds proven."""
        place = f"/rulings/{len(self.record.rulings)}"
        return [each for each in self.again.judged(with_ruling(self.record, ruling)).findings if each.where.pointer == place]

    def clause(self, incident: Incident, told: Sequence[Finding]) -> tuple[str | None, Basis]:
        """The clause that prints what a fault costs, and its basis."""
        row = self.sheet.at_level(self.hand.level).row_of(incident)
        bank = self.banker is not None and self.banker in self.side
        check = self.sheet.check_of(row, bank=bank) if row is not None else ""
        if check:
            return clause_for(clause_of_codes(self.sheet.key), check)
        said = ((each.clause, each.basis) for each in told if each.clause is not None and each.code not in DOUBTED)
        return next(said, (None, Basis.STATED))

    def follows_from(self, told: Sequence[Finding], effect: Effect) -> Effect:
        """An effect with what the sheet prints for the match: that it is forfeited, or what the steps of a fault bring."""
        fault = effect.fault
        if self.both_late(effect):
            return effect
        if fault is not None and self.sheet.penalties.forfeits(fault.kind, fault.seconds):
            return replace(effect, loser=self.side)
        if fault is not None and fault.kind in self.sheet.penalties.out:
            return replace(effect, disqualified=self.side)
        does = steps_do(told)
        if "loser" in does:
            return replace(effect, loser=self.side)
        return replace(effect, double=self.side) if "double" in does else effect

    def both_late(self, effect: Effect) -> bool:
        """Whether with this lateness proven both sides came too late."""
        late = effect.fault is not None and self.loses_by(effect.fault.kind, effect.fault.seconds)
        return late and both_late(self.sheet, established(with_ruling(self.record, self.ruling(effect))))

    def loses_by(self, kind: str, seconds: float | None) -> bool:
        """Whether somebody loses match or hand by being so late."""
        alike = kind == "late" and seconds is not None and self.sheet.lose_alike(seconds)
        return alike or self.sheet.penalties.forfeits(kind, seconds)

    def stop(self, tier: Tier, first: Proposal) -> Iterator[Proposal]:
        """The next player may have the offender stopped at his next turn; its place is left open where it is not on record."""
        seat = self.matter.incident.seat
        made = (at.place for at in plays_of_hand(self.sheet, self.hand) if self.sheet.seats[at.seat] == seat)
        after = tier.incident.noticed or tier.incident.at or BEFORE
        turn = next((place for place in made if place > after), None)
        clause = clause_for(clause_of_codes(self.sheet.key), "STOPPED-PLAYED")
        ruling = replace(self.ruling(Effect(stopped=True), clause=clause[0]), at=turn)
        yield self.proposal("stop", tier, ruling, *clause, follows=first.ruling)

    # -- what is left to the referee

    def left_to_referee(self, power: Penalty, tier: Tier, *, warned: bool) -> Iterator[Proposal]:
        """What a clause leaves to the referee, each at its least, or at what a proposal begins with."""
        fault = _fault(tier.incident) if self.sheet.penalties.knows(tier.incident.kind) else None
        basis = self.clauses[power.clause].basis if power.clause in self.clauses else Basis.STATED
        forms: list[tuple[str, Effect]] = []
        if power.warning and not warned:
            forms.append(("warning", Effect(fault=fault)))
        if power.decides:
            proven = None if tier.incident.kind in self.sheet.penalties.out else fault  # which would decide it
            forms.append(("decides", Effect(fault=proven)))
        if power.points is not None:
            points = {self.side: -(power.proposed or power.points[0])}
            forms.append(("points", Effect(points=points, fault=fault if power.besides else None)))
        if power.levels is not None:
            forms.append(("levels", Effect(levels={self.side: -power.levels[0]}, fault=fault)))
        if power.disqualifies:
            forms.append(("disqualified", Effect(disqualified=self.side, fault=fault)))
        if power.loses:
            forms.append(("loss", Effect(loser=self.side, fault=fault)))
        for form, effect in forms:
            yield self.proposal(form, tier, self.ruling(effect, clause=power.clause), power.clause, basis, discretion=power)
        for step in power.steps:
            chosen = Fault(kind=tier.incident.kind, noticed=tier.incident.noticed, step=step)
            ruling = self.ruling(Effect(fault=chosen), clause=power.clause)
            ruling = replace(ruling, effect=self.follows_from(self.told_of(ruling), ruling.effect))
            yield self.proposal("step", tier, ruling, power.clause, basis, discretion=power)

    # -- a proposal

    def ruling(self, effect: Effect, clause: str | None = None) -> Ruling:
        """A ruling on the fault."""
        incident = self.matter.incident
        return Ruling(
            id=next(self.ids), hand=self.matter.hand, at=incident.at, seat=incident.seat, clause=clause, effect=effect
        )

    def proposal(
        self,
        form: str,
        tier: Tier,
        ruling: Ruling,
        clause: str | None,
        basis: Basis,
        *,
        discretion: Penalty | None = None,
        follows: Ruling | None = None,
        told: Sequence[Finding] = (),
    ) -> Proposal:
        """A ruling with what it does; `told` is what the audit says of its fault."""
        rulings = (follows, ruling) if follows is not None else (ruling,)
        after = self.again.judged(with_ruling(self.record, *rulings))
        no = self.hand.no
        changed = changes(self.without, after, no, self.sheet.sides)
        resting = self.rests_on(rulings)
        rests = {f"{clause}/{form}", *([f"{clause}/{form}/in_play"] if self.in_play(tier) else [])}
        codes = {each.code for each in told}
        settled = [
            each for each in self.clauses.values() if rests.intersection(each.proposed) or codes.intersection(each.bears)
        ]
        doubted = any(each.code in DOUBTED and _of_ruling(each.where) for each in after.findings)
        own_open = any(each.kind is Kind.OPEN and _of_ruling(each.where) for each in after.findings)
        running = discretion is not None and discretion.running is not None  # the other rounds are not in the record
        both = form == "printed" and self.both_late(ruling.effect)
        is_open = own_open or running or both or _is_open(after, self.without, no)
        counted = self.matter.noted and not both and (after.hands, after.match) == (self.stands.hands, self.stands.match)
        notes = {"open": is_open and not running and not both, "both": both, "counted": counted, "doubted": doubted}
        return Proposal(
            clause=clause,
            basis=weakest(basis, *(Basis(option.mark) for option in resting), *(each.basis for each in settled)),
            options=(*(identifier for option in resting for identifier in option.ids), *(each.id for each in settled)),
            form=form,
            tier=tier,
            discretion=discretion,
            ruling=ruling,
            follows=follows,
            changes=changed,
            findings=tuple(each for each in appeared(self.without.findings, after.findings) if not _of_ruling(each.where)),
            counted=counted,
            open=is_open,
            both=both,
            doubted=doubted,
            title=title_of(form, tier, ruling, clause, [*self.late_seats(both=both)]),
            words=self.words(form, tier, discretion, changed, after, notes, settled),
        )

    def in_play(self, tier: Tier) -> bool:
        """Whether a fault was found after play began, and not, as far as that is known, at its end."""
        noticed, computed = tier.incident.noticed, hand_by_no(self.without, self.hand.no)
        ended = computed is not None and computed.setting.finished and noticed == moments(self.record, self.hand)[-1]
        return noticed is not None and noticed > (0, 0) and not ended and noticed != end_of(self.record)

    def late_seats(self, *, both: bool) -> Iterator[str]:
        """Whom a proposal is against: who was late on both sides, else who is at fault."""
        late = (each for hand in self.record.hands for each in hand.incidents if each.kind == self.matter.incident.kind)
        told = {each.seat for each in late if each.seconds is None or self.loses_by(each.kind, each.seconds)}
        yield from (seat for seat in self.sheet.seats if seat == self.matter.incident.seat or (both and seat in told))

    def rests_on(self, rulings: Sequence[Ruling]) -> Sequence[Option]:
        """The questions about faults that the sheet leaves open, of which another reading has the rulings do something else.

        Later hands are left out: what they come to then is no matter of the fault. Where by a reading the hand has another
        result without the fault already, only by how much the rulings change it is theirs.
        """
        base, by_default, steps = self.does(self.short, rulings)
        found = list[Option]()
        for option in self.sheet.options:
            if option.mark == "stated" or not ABOUT_FAULTS & {_group(slot) for slot in option.slots}:
                continue
            for _, options in option.otherwise(self.short.options):
                other_base, by_other, other_steps = self.does(replace(self.short, options=options), rulings)
                same = by_other == by_default if other_base == base else _amounts(by_other) == _amounts(by_default)
                if not same or steps != other_steps:
                    found.append(option)
                    break
        return found

    def does(
        self, record: GameRecord, rulings: Sequence[Ruling]
    ) -> tuple[ComputedHand | None, Sequence[Change], frozenset[str]]:
        """The hand without the fault, what rulings do to the record against that, and the steps to which the fault comes."""
        without = self.bare.judged(unnoted(record, self.matter) if self.matter.noted else record)
        after = self.whole.judged(with_ruling(record, *rulings))
        changed = changes(without, after, self.hand.no, self.sheet.sides)
        steps = frozenset(each.code for each in after.findings if each.code in STEP_OF and _of_ruling(each.where))
        return hand_by_no(without, self.hand.no), changed, steps

    @cached_property
    def whole(self) -> Again:
        """The record up to the hand."""
        return Again(self.short)

    @cached_property
    def bare(self) -> Again:
        """The same without the fault."""
        return Again(unnoted(self.short, self.matter)) if self.matter.noted else self.whole

    def words(
        self,
        form: str,
        tier: Tier,
        power: Penalty | None,
        changed: Sequence[Change],
        after: Judged,
        notes: Mapping[str, bool],
        settled: Sequence[Clause],
    ) -> Text:
        """When it must have been found, what it does, the referee's range, which of the `notes` hold, what is not printed."""
        said = {}
        computed = hand_by_no(after, self.hand.no)
        bank = computed.dealer if computed is not None else None
        attackers = next((side for side in self.sheet.sides if bank is not None and bank not in side), None)
        for lang in LANGS:
            does = [in_language(change_name(each, attackers), lang) for each in changed]
            nothing = in_language(FORMS["unwritten" if form == "decides" else "nothing"], lang)
            parts = [
                found_name(tier, lang, self.sheet.term),
                join(does, lang) if does else "" if notes["open"] or notes["both"] else nothing,  # it may yet change something
                *([range_name(power, form, lang)] if power is not None else []),
                *([in_language(FORMS["running"], lang, n=power.running)] if power is not None and power.running else []),
                *(in_language(FORMS[note], lang) for note, holds in notes.items() if holds),
                *(in_language(FORMS["settled"], lang, id=each.id, said=in_language(each, lang)) for each in settled),
            ]
            said[lang] = in_language(FORMS["stop"], lang).join(part for part in parts if part)
        return Text(said["zh"], said["en"])


def steps_do(told: Iterable[Finding]) -> frozenset[str]:
    """What the steps of which some findings tell let a ruling do."""
    steps = (STEP_OF[finding.code] for finding in told if finding.code in STEP_OF)
    return frozenset(STEP_DOES[step] for step in steps if step in STEP_DOES)


def _fault(incident: Incident) -> Fault:
    return Fault(
        kind=incident.kind,
        noticed=incident.noticed,
        cards=incident.cards,
        count=incident.count,
        seconds=incident.seconds,
    )


def _amounts(changed: Sequence[Change]) -> Mapping[tuple[str, str | None], object]:
    """By how much what is counted changes."""
    counted = [each for each in changed if each.what in _COUNTED]
    return {
        (each.what, each.side): each.after - each.before
        if isinstance(each.after, int) and isinstance(each.before, int)
        else (each.before, each.after)
        for each in counted
    }


def _group(slot: str) -> str:
    return slot if slot in ABOUT_FAULTS else slot.partition(".")[0]


def _of_ruling(where: Where) -> bool:
    return where.pointer.startswith("/rulings/")


def _is_open(after: Judged, before: Judged, no: int) -> bool:
    """Whether something of the hand cannot be told after a ruling that could be told before; a match won has no next banker."""
    one, other = hand_by_no(before, no), hand_by_no(after, no)
    if one is None or other is None:
        return False
    if after.match.winner is not None:
        one, other = one._replace(next_dealer=None), other._replace(next_dealer=None)
    return any(old is not None and new is None for old, new in zip(one, other, strict=True))
