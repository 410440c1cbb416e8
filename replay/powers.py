"""What a clause lets a referee do: a ruling that does more, or something else, is found, and counts all the same.

`given_by` has for each clause what may be ruled by it, for which faults, and when: its rows about faults (`Penalty`), and what
else it prints. `RulingCheck` holds a ruling against that. What a ruling is about it says by its `seat`, and by the `fault` that
it finds proven; where it does not, only what the record notes of such faults is held against it.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from paipu.replay.catalogue import Clause, clauses
from paipu.replay.faults import LOSING, PENALTY, STEP_DOES, STEP_OF, WRONG_COUNTS, WRONG_PLAYS, established, incident_of
from paipu.replay.findings import Basis, weakest
from paipu.replay.match import first_of_match, late_sides
from paipu.replay.penalties import LATE, LOST, TRIBUTE, Penalty, delay
from paipu.replay.record import Effect, GameRecord, Incident
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.seating import sides_at
from paipu.replay.words import INCIDENTS

GIVEN_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "next_dealer": (
        *("DEALER-FIRST", "DEALER-NEXT", "DEALER-OVERBID", "LEAD-BANKER", "CLAIM-LEVELS/stage", "CLAIM-LEVELS/stage_stake"),
        *("CLAIM-NEXT-DEALER/bank_fault", "CLAIM-NEXT-DEALER/attackers_fault"),
    ),
    "winner": (
        *("CLAIM-MATCH-WINNER", "CLAIM-MATCH-WINNER/beyond", "CLAIM-MATCH-TIME", "CLAIM-MATCH-OFFICE"),
        *("CLAIM-NEXT-DEALER/over", "TIE-BREAK-NONE"),
    ),
    "raised": (
        *("CLAIM-LEVELS", "CLAIM-LEVELS/straight", "CLAIM-LEVELS/stake", "CLAIM-LEVELS/stage_stake", "CLAIM-LEVELS/bottom"),
        *("CLAIM-LEVELS/bank_fault", "CLAIM-LEVELS/attackers_fault", "PENALTY-LOST/full"),
    ),
    "lowered": (
        *("CLAIM-LEVELS/stake", "CLAIM-LEVELS/stage_stake", "CLAIM-LEVELS/bottom", "CLAIM-LEVELS/failures"),
        "PENALTY-LOST/full",
    ),
    "void": ("CLAIM-LEVELS/both_fault", "PENALTY-WARNING/pack_count", "PENALTY-FOUL/hand_count"),
    "double": ("CLAIM-PLACE-POINTS/marks",),
}
"""What a clause prescribes that one of these checks enforces: who is banker or has won, how sides rise, what a fault makes of a
hand, or of its cards, which are drawn again.
"""
FAULT_OF: Final[Mapping[str, bool]] = {"CLAIM-LEVELS/bank_fault": True, "CLAIM-LEVELS/attackers_fault": False}
"""The checks of clauses about faults of one side alone: whether that is the banker's."""
COUNTS: Final = ("CLAIM-KITTY-POINTS", "CLAIM-MULTIPLIER", "CLAIM-PLACE-POINTS")
"""The checks of clauses that say what a hand counts in points."""
_NO_POINTS: Final = frozenset({"CLAIM-PLACE-POINTS/marks", "CLAIM-MULTIPLIER/trio"})
"""Cases of those that are about places, or about levels."""
_RANKS: Final = tuple(PENALTY)
_FULL: Final = "full"
_CASES: Final[Mapping[str, frozenset[str]]] = {
    "late_both": frozenset({"late"}),
    "report": frozenset({"unannounced", "count_told"}),
}
"""Cases of a penalty that are not the kind of incident themselves."""
_ALIKE: Final = (WRONG_PLAYS, WRONG_COUNTS)
"""Kinds that a table may take for one another: a kitty of nine cards leaves a hand with too few."""
_WHAT: Final = ("next_dealer", "void", "winner", "stopped", "double", "loser", "disqualified")


class Given(NamedTuple):
    """What a clause gives a referee: its `rows` about faults, and what its checks or its words give beside.

    `effects` are the keys of what a ruling may do by it, `raised` and `lowered` those of levels, apart from the amounts of the
    rows; `steps` those that it prints or lets him choose. `kinds` are the faults that it is about, None for whatever fault; it
    is about none where they are empty. `basis` is that of what is beyond it.
    """

    clause: Clause
    effects: frozenset[str]
    rows: Sequence[Penalty]
    steps: frozenset[str]
    kinds: frozenset[str] | None
    basis: Basis

    @property
    def weighed(self) -> Sequence[Penalty]:
        """What it leaves to him."""
        return [row for row in self.rows if row.by]

    @property
    def decides(self) -> bool:
        """Whether it says who decides, and not what."""
        return any(row.decides for row in self.rows)

    @property
    def printed(self) -> Sequence[str]:
        """The points that it prints, as findings have them: just so many, or so many a card, a unit or a throw."""
        exact, units = {row.fixed for row in self.rows} - {0}, {row.each for row in self.rows} - {0}
        return [*map(str, sorted(exact)), *(f"{unit}n" for unit in sorted(units))]

    def prints(self, points: int) -> bool:
        """Whether it prints some points."""
        return any(points == row.fixed or (row.each and not points % row.each) for row in self.rows)

    @property
    def later(self) -> Sequence[Penalty]:
        """What of it is only from a later time on."""
        return [row for row in self.rows if row.free]


def given_by(sheet: RuleSheet, clause: Clause) -> Given:
    """What a clause gives."""
    rows = [row for row in sheet.penalties.rows if row.by != "last_word" and sheet.clause_of(row) == clause.id]
    steps = steps_of(sheet, clause.id)
    effects = {kind for kind, checks in GIVEN_BY.items() if clause.enforced.keys() & checks}
    effects |= {"points" for key in clause.enforced if key.startswith(COUNTS) and key not in _NO_POINTS}
    effects |= {kind for row in rows for kind in row.effects} | set(clause.gives)
    if steps:  # so many of one step are one of the next; whether it came so far is asked of the match
        least = min(map(_RANKS.index, steps))
        effects |= {STEP_DOES[step] for step in _RANKS[least:] if step in STEP_DOES} | (LOST if steps & LOSING else set())
        effects |= {"next_dealer"} if "foul" in steps else set()  # the referee names who leads the next hand
    basis = weakest(clause.basis, Basis.ASSUMED if any(row.open for row in rows) else Basis.STATED)
    return Given(clause, frozenset(effects), rows, steps, _kinds(sheet, clause, rows), basis)


def steps_of(sheet: RuleSheet, clause: str | None) -> frozenset[str]:
    """The steps that a clause prints, or one of its items does, and those that it leaves to the referee."""
    listed = clauses(sheet.key).values()
    own = [each for each in listed if clause is not None and (each.id == clause or each.id.startswith(f"{clause}."))]
    printed = {STEP_OF[code] for each in own for code in each.checks if code in STEP_OF}
    return frozenset(printed.union(*(row.steps for row in sheet.penalties.weighed if row.clause == clause)))


def _kinds(sheet: RuleSheet, clause: Clause, rows: Sequence[Penalty]) -> frozenset[str] | None:
    """The kinds of fault that a clause is about."""
    cases = {case for code, _, case in (each.partition("/") for each in clause.enforced) if code in STEP_OF}
    items = any(each.startswith(f"{clause.id}.") for each in clauses(sheet.key))
    if _FULL in cases or items or any(not row.kinds for row in rows):
        return None
    found = {kind for row in rows for kind in row.kinds} | {kind for case in cases for kind in _CASES.get(case, {case})}
    found |= {kind for kind in INCIDENTS if clause.id in map(sheet.clause, sheet.tells_of(kind))}
    for alike in _ALIKE:
        found |= alike if found & alike else set()
    return frozenset(found)


# -- a ruling against what its clause gives


def check_rulings(sheet: RuleSheet, record: GameRecord, report: Report) -> None:
    """Every ruling is on a hand that exists, and does no more and no less than its clause lets the referee."""
    if not record.rulings:
        return
    check_ruling_places(record, report)
    proven = established(record)
    for index, ruling in enumerate(record.rulings):
        named = clauses(sheet.key).get(ruling.clause or "") if ruling.in_force else None
        if named is not None and named.id not in sheet.penalties.last_word:  # that one may do whatever it likes
            RulingCheck(sheet, proven, report, index, given_by(sheet, named)).check()


class RulingCheck:
    """Holds a ruling against what its clause gives.

    What the sheet says nothing of, and we have settled, leaves the referee what he does; so does a clause that is not listed.
    """

    def __init__(self, sheet: RuleSheet, record: GameRecord, report: Report, index: int, given: Given) -> None:
        self.sheet, self.record, self.report, self.given = sheet, record, report, given
        self.index, self.ruling = index, record.rulings[index]
        self.fault = self.ruling.effect.fault
        self.side_of = dict(zip(sheet.seats, sides_at(sheet, record) or sheet.alternating, strict=True))
        self.place = f"rulings/{index}/effect"

    def check(self) -> None:
        """Report what is beyond."""
        given, effect, fault = self.given, self.ruling.effect, self.fault
        if (not given.weighed and given.clause.basis is not Basis.STATED) or (given.decides and given.kinds is None):
            return
        if fault is not None and given.kinds and fault.kind not in given.kinds:
            self.tell("RULING-KIND", "fault/kind", fault.kind, " ".join(sorted(given.kinds.intersection(INCIDENTS))))
        self.by_when_found()
        wrong = set(self.wrong_side())
        if given.decides:
            return
        if fault is not None and fault.step is not None and fault.step not in given.steps:
            self.tell("RULING-RANGE", "fault/step", fault.step, basis=given.clause.basis)
        if (step := self.by_when()) is not None and step not in given.steps:
            self.tell("RULING-RANGE", "fault/step", step, basis=given.clause.basis)
        self.amounts(wrong)
        for kind in _WHAT:
            value = getattr(effect, kind)
            if value and kind not in wrong and (kind not in given.effects or self.too_little(kind) or self.too_soon(kind)):
                self.tell("RULING-RANGE", kind, kind if value is True else f"{kind}={value}")
        if given.later:
            self.first(given.later)

    def by_when(self) -> str | None:
        """The step to which a lateness comes by its seconds, unless both sides were late (JS-7.6.1), or a wrong tribute by when
        it was found, where no other was chosen.
        """
        fault = self.fault
        if fault is None or fault.step is not None or not (self.given.kinds and self.given.steps):
            return None
        late = {self.side_of[each.seat] for hand in self.record.hands for each in hand.incidents if each.kind == LATE}
        timed = fault.kind == LATE and fault.seconds is not None and len(late) < len(self.sheet.sides)
        if not timed and (fault.kind != TRIBUTE or fault.noticed is None):
            return None
        row = self.sheet.row_of(Incident(kind=fault.kind, seat="", noticed=fault.noticed, seconds=fault.seconds))
        return row.step if row is not None else None

    def by_when_found(self) -> None:
        """Report a ruling about a fault that by the time when it was found comes under another clause."""
        ruling, own = self.ruling, self.given.clause
        fault = incident_of(ruling, self.index)
        faults = [each for each in self.noted() if each.seat == ruling.seat] if fault is None else [fault]
        told = [self.found_under(each) for each in faults]
        due = sorted({name for each in told for name, holds in each.items() if holds})
        if due and all(each.get(own.id) is False for each in told):
            self.report.add(
                "RULING-TIME", f"rulings/{self.index}/clause", expected=" ".join(due), actual=own.id, ruling=ruling.id
            )
            listed = clauses(self.sheet.key)
            self.report.under(own.id, weakest(own.basis, *(listed[name].basis for name in due)))

    def found_under(self, incident: Incident) -> Mapping[str, bool]:
        """The clauses between which it decides when a fault was found, each with whether that was in its time.

        As whatever kind a table may have taken it for; none where it is not known when it was noticed.
        """
        found: dict[str, bool] = {}
        alike = next((kinds for kinds in _ALIKE if incident.kind in kinds), frozenset({incident.kind}))
        for kind in sorted(alike) if delay(incident) is not None else ():
            taken = replace(incident, kind=kind)
            held, tiers = self.sheet.row_of(taken), self.sheet.penalties.tiers(taken)
            for row in tiers if len(tiers) > 1 else ():
                name = self.sheet.clause(row.says) if not row.steps else None
                if name is not None:
                    found[name] = found.get(name, False) or row is held
        return found

    # -- whom it is against

    def wrong_side(self) -> Iterator[str]:
        """Report what is said against the side without fault, or for the other; yields its places."""
        side = self.at_fault()
        about = self.given.kinds is None or self.given.kinds
        told = [*against(self.sheet, self.ruling.effect), *self.next_dealer()]
        if {loses for _, _, loses in told} == {0, 1} and any(row.several for row in self.given.rows):
            return
        for place, said, loses in told:
            if about and side is not None and loses != side:
                self.tell("RULING-SIDE", place, said, self.sheet.sides[side])
                yield place
        seat = self.ruling.seat or ""
        answers = any(row.of_bank for row in self.given.rows)  # for a fault of anybody
        if self.fault is not None and about and not answers and side is not None and self.side_of.get(seat, side) != side:
            self.tell("RULING-SIDE", "fault", f"fault={seat}", self.sheet.sides[side])

    def next_dealer(self) -> Iterator[tuple[str, str, int]]:
        """Who is banker or leads next, where a clause about faults says so: somebody of the side without fault."""
        seat = self.ruling.effect.next_dealer
        if seat is not None and "next_dealer" in self.given.effects and (self.given.kinds or self.given.steps):
            yield "next_dealer", f"next_dealer={seat}", 1 - self.side_of[seat]

    def at_fault(self) -> int | None:
        """The side at fault: the banker's or the other where the clause says so, that of which alone the record notes such a
        fault, else that of whom the ruling is against.

        Where both came late that is one matter, whomever it was ruled on.
        """
        bank = self.bank()
        banks = {of_bank for check, of_bank in FAULT_OF.items() if check in self.given.clause.enforced}
        banks |= {True for row in self.given.rows if row.of_bank}
        if bank is not None and len(banks) == 1:
            return bank if banks == {True} else 1 - bank
        noted = {self.side_of[each.seat]: each.kind for each in self.noted()}
        if len(noted) > 1 and "late" in noted.values():
            return None
        if len(noted) == 1 and self.fault is None:
            return next(iter(noted))
        return self.side_of.get(self.ruling.seat or "")

    def bank(self) -> int | None:
        """The banker's side in the hand of the ruling."""
        dealer = next((hand.dealer for hand in self.record.hands if hand.no == self.ruling.hand), None)
        return self.side_of.get(dealer or "")

    def noted(self) -> Iterator[Incident]:
        """The faults noted of those that the clause is about: who came late, else those at the very play of the ruling.

        Where it does not say whom it is against, those of its hand.
        """
        at, seat = self.ruling.at, self.ruling.seat
        for hand in self.record.hands:
            for each in hand.incidents:
                same = each.at == at if at is not None and at > (0, 0) else seat is None
                here = each.kind == "late" or (same and hand.no == self.ruling.hand)
                if here and each.counts and each.kind in (self.given.kinds or ()):
                    yield each

    # -- how much

    def amounts(self, wrong: Container[str]) -> None:
        """Points and levels, but those that are said of the `wrong` side."""
        for side, change in self.ruling.effect.points.items():
            if change and f"points/{side}" not in wrong:
                self.points(side, change)
        for side, change in self.ruling.effect.levels.items():
            if change and f"levels/{side}" not in wrong:
                self.levels(side, change)

    def points(self, side: str, points: int) -> None:
        """Whether the points are those that a clause prints, or within what it leaves to the referee, if it has any.

        What is printed for a fault found proven it costs by itself: only what is on top of that may be said too.
        """
        given, twice = self.given, self.costs_by_itself()
        ranges = [row.points for row in given.weighed if row.points is not None and (row.besides or not given.printed)]
        if "points" in given.effects or (given.prints(abs(points)) and not twice) or _within(ranges, points):
            return
        if not ranges and (twice or not given.printed):
            self.tell("RULING-RANGE", f"points/{side}", f"{side}={points}")
            return
        wanted = " | ".join([*given.printed, *(f"{least}…{'' if most is None else most}" for least, most in ranges)])
        basis = Basis.ASSUMED if any(row.usual for row in given.rows) else Basis.STATED
        self.tell("RULING-AMOUNT", f"points/{side}", str(abs(points)), wanted, basis=basis)

    def costs_by_itself(self) -> bool:
        """Whether the fault found proven costs points by the clause, as far as the ruling tells how many."""
        given, fault = self.given, self.fault
        if fault is None or fault.kind not in (given.kinds or ()) or (given.later and not self.again(given.later)):
            return False
        return any(row.fixed or (row.each and fault.cards) for row in given.rows)

    def levels(self, side: str, change: int) -> None:
        """Whether the clause has a side rise, or lets the referee take so many levels off."""
        ranges = [row.levels for row in self.given.rows if row.levels is not None]
        allowed = ("raised" if change > 0 else "lowered") in self.given.effects
        if not allowed and not (change < 0 and _within(ranges, change)):
            self.tell("RULING-RANGE", f"levels/{side}", f"{side}={change}")

    def too_little(self, kind: str) -> bool:
        """Whether the match is ruled lost by a lateness that was timed, and was less than the clause asks for."""
        forfeit, effect, sheet = self.sheet.penalties.forfeit, self.ruling.effect, self.sheet
        lost = {"loser": effect.loser, "winner": other_side(sheet, effect.winner)}.get(kind)
        if lost is None or forfeit is None or forfeit not in self.given.rows or effect.disqualified == lost:
            return False
        side = sheet.sides.index(lost)
        late = (each for hand in self.record.hands for each in hand.incidents if each.kind == "late" and not each.restated)
        return any(self.side_of[each.seat] == side for each in late) and side not in late_sides(sheet, self.record)

    def too_soon(self, kind: str) -> bool:
        """Whether a side is out for what it must have done in more rounds running than there were."""
        out = [row for row in self.given.weighed if row.disqualifies]
        grounds = [row for row in out if self.fault is None or not row.kinds or self.fault.kind in row.kinds]
        return kind == "disqualified" and bool(grounds) and all(row.too_soon(self.record.event) for row in grounds)

    def first(self, later: Sequence[Penalty]) -> None:
        """Whether it was so often before: by the incidents of a record that has them all, and by earlier rulings.

        That of the other side nothing counts is settled, not printed (D-CDP-31).
        """
        if self.again(later):
            return
        free = later[0].free
        basis = Basis.STATED if self.earlier(later, {0, 1}) < free else Basis.ASSUMED
        for place, said in self.says("double" if later[0].per_hand else "points"):
            self.tell("RULING-FIRST", place, said, str(free + 1), basis=basis)

    def again(self, later: Sequence[Penalty]) -> bool:
        """Whether the side of whom it is against did it so often before."""
        side = self.side_of.get(self.ruling.seat or "")
        return side is None or self.earlier(later, {side}) >= later[0].free

    def earlier(self, later: Sequence[Penalty], sides: Container[int | None]) -> int:
        """How often some sides did it before what the ruling is about; often enough where the record cannot tell."""
        ruling, numbers, in_game = self.ruling, [hand.no for hand in self.record.hands], not later[0].per_hand
        last = numbers.index(ruling.hand) if ruling.hand in numbers else len(numbers) - 1
        whole = first_of_match(self.sheet, self.record) and numbers[: last + 1] == [*range(1, last + 2)]
        if in_game and not whole:
            return later[0].free
        own, found = False, 0
        for hand in self.record.hands[: last + 1]:
            here = hand.no == ruling.hand
            for each in hand.incidents if here or in_game else ():
                counted = each.counts and any(row in later for row in self.sheet.penalties.tiers(each))
                if not counted or self.side_of[each.seat] not in sides:
                    continue
                if here and not own and each.seat == ruling.seat and (ruling.at is None or each.at in {None, ruling.at}):
                    own = True  # what the ruling is about
                elif not (here and ruling.at is not None and each.at is not None and each.at > ruling.at):
                    found += 1
        told = [each for each in self.record.rulings[: self.index] if each.in_force and each.clause == ruling.clause]
        return found + sum(each.effect.fault is None and self.side_of.get(each.seat or "") in sides for each in told)

    def says(self, kind: str) -> Iterator[tuple[str, str]]:
        """What the ruling says of one kind, with its place."""
        effect = self.ruling.effect
        if kind == "points":
            yield from ((f"points/{side}", f"{side}={points}") for side, points in effect.points.items() if points)
        elif value := getattr(effect, kind):
            yield kind, f"{kind}={value}"

    def tell(self, code: str, place: str, actual: str, expected: str | None = None, *, basis: Basis | None = None) -> None:
        """Report something at a place of the effect, under the clause of the ruling."""
        self.report.add(code, f"{self.place}/{place}", expected=expected, actual=actual, ruling=self.ruling.id)
        beyond = code == "RULING-RANGE" and basis is None
        self.report.under(self.given.clause.id, self.given.basis if beyond else basis or self.given.clause.basis)


def against(sheet: RuleSheet, effect: Effect) -> Iterator[tuple[str, str, int]]:
    """What a ruling says of sides: its place, what it says, and the side that loses by it."""
    for name, changes in (("points", effect.points), ("levels", effect.levels)):
        for side, change in changes.items():
            if change:
                at = sheet.sides.index(side)
                yield f"{name}/{side}", f"{side}={change}", at if change < 0 else 1 - at
    for name in ("loser", "disqualified", "double", "winner"):
        named = getattr(effect, name)
        if named is not None:
            at = sheet.sides.index(named)
            yield name, f"{name}={named}", 1 - at if name == "winner" else at


def other_side(sheet: RuleSheet, side: str | None) -> str | None:
    """The other side of a side."""
    return sheet.sides[1 - sheet.sides.index(side)] if side is not None else None


def _within(ranges: Sequence[tuple[int, int | None]], number: int) -> bool:
    return any(least <= abs(number) <= (most or abs(number)) for least, most in ranges)


def check_ruling_places(record: GameRecord, report: Report) -> None:
    """Every ruling on a hand is on one that exists."""
    numbers = {hand.no for hand in record.hands}
    for index, ruling in enumerate(record.rulings):
        if ruling.hand is not None and ruling.hand not in numbers:
            report.add("RULING-PLACE", f"rulings/{index}/hand", actual=str(ruling.hand), ruling=ruling.id)
