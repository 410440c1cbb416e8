"""What each verdict stands on: a verdict rests on an option if it would be another one with another value of that option.

So the record is audited again with each other value of each option; a clean record never comes here. First it is audited once
more under a watch, which tells for each hand the slots of the sheet that were read, and where the match stood before it. A hand
that reads none of the slots that an option fills, and before which the match stands as it did, is the same whatever the option
is set to: of each further audit only the other hands are done, up to the last one that has a finding to ask about. What the
budget does not suffice for stays as the catalogue marks it, and is counted.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import inf
from typing import Final

from paipu.replay.findings import Basis, Finding, Kind, weakest
from paipu.replay.match import AnyAudit
from paipu.replay.notation import PASS, split_trick
from paipu.replay.options import Option
from paipu.replay.record import OptionValue
from paipu.replay.report import Report
from paipu.replay.sheets import Sheet
from paipu.replay.slot_reads import Asked, SlotReads
from paipu.replay.worlds import BEFORE, Worlds

Configure = Callable[[Mapping[str, OptionValue]], Sheet]
Key = tuple[object, ...]
Findings = dict[int, list[tuple[int, Key]]]
"""The findings that an option is asked about, by stage: the index of each, and what makes it the same verdict.

A hand's stage is its index; -1 is what is checked before the hands, and one past the last hand the end of the match.
"""

_RECOMPUTED: Final = (
    *("CLAIM-", "LEVEL-", "DEALER-", "TRUMP-", "START-", "TRIBUTE-RECEIVER"),
    *("THROW-PIECE", "LEAD-AFTER-OUT"),
)


class OptionSensitivity:
    """Finds the options that the findings of an audit rest on; `configure` gives the sheet with some options set.

    `unweighed` are the findings of which that is not known for all options.
    """

    def __init__(self, done: AnyAudit, configure: Configure) -> None:
        self.done, self.configure = done, configure
        self.record, self.budget, self.findings = done.record, done.report.budget, done.report.findings
        self.rests: list[list[Option]] = [[] for _ in self.findings]
        self.unweighed: set[int] = set()
        self.read: dict[int, Mapping[str, int]] = {}
        """By stage the slots that options fill and that were read, each with how many findings there were before it was."""
        self.asked: dict[int, Mapping[str, Sequence[tuple[int, Asked]]]] = {}
        """By stage and slot the questions for the answers to which it was read, likewise."""
        self.stages: dict[str, set[int]] = {}
        """By slot the stages at which it was read."""
        self.tokens: dict[int, Collection[str]] = {}
        """By stage the plays of the hand."""
        self.worlds = Worlds(done)
        self.one_by_one = False
        self.groups: dict[int, frozenset[str]] = {}
        """By stage the slots by which a hand may be found wrong, and no more."""

    def run(self) -> list[Finding]:
        """The findings, each with the options that it rests on and the basis that follows from them.

        What a sheet states is as certain as the finding: nothing is made of it that another sheet has it otherwise.
        """
        asked = self.by_stage()
        weighed = asked or any(finding.decided_by for finding in self.findings)
        open_options = [option for option in self.done.sheet.options if option.mark != "stated"] if weighed else []
        options = [(option, self.slots_of(option)) for option in open_options]
        deciding: dict[tuple[str, ...], list[Option]] = {}
        for rests, finding in zip(self.rests, self.findings, strict=True):
            if finding.decided_by:
                if finding.decided_by not in deciding:
                    deciding[finding.decided_by] = [option for option, slots in options if decides(slots, finding)]
                rests.extend(deciding[finding.decided_by])
        if asked and options:
            self.slot_reads(frozenset().union(*(slots for _, slots in options)), asked)
            for option, slots in options:
                if self.budget.done:  # no option that is left can be asked about anything
                    self.unweighed.update(index for findings in asked.values() for index, _ in findings)
                    break
                if not slots.isdisjoint(self.stages):
                    self.weigh(option, slots, {stage: [*findings] for stage, findings in asked.items()})
        return [_resting_on(finding, options) for finding, options in zip(self.findings, self.rests, strict=True)]

    def by_stage(self) -> Findings:
        """The findings by the stage at which they are found; not those of what the record was made under.

        Nor what is open: no verdict was given there, and what would decide it the check has said.
        """
        asked: Findings = {}
        for index, finding in enumerate(self.findings[self.done.findings_before :], self.done.findings_before):
            if finding.kind is Kind.OPEN:
                continue
            stage = bisect_right(self.done.report.starts, index) - 1
            asked.setdefault(stage, []).append((index, same_verdict(finding)))
        return asked

    def slots_of(self, option: Option) -> frozenset[str]:
        """The slots that an option's readings fill, and what it is set to."""
        value = option.set_in(self.record.options)
        return self.done.sheet.slots_at_default[option.key] if value == option.default else option.slots_set_to(value)

    def slot_reads(self, slots: frozenset[str], asked: Collection[int]) -> None:
        """Audit the record again under a watch, up to the last stage that is `asked` about.

        Plays that nothing is asked about and that come to the same under most readings are not stepped: they are taken to have
        read all that they are judged by. The stages that the budget does not suffice for are not known to have read nothing.
        """
        last = max(asked)
        self.one_by_one = self.done.one_by_one(last)
        report = self.brief()
        slot_reads = SlotReads(slots, report.findings, questions=True)
        watched = self.done.fork(report, sheet=slot_reads.sheet(self.done.sheet), cached=False)
        worlds = self.worlds
        for stage in range(BEFORE, last + 1):
            passed_by = self.passed_by(stage, asked)
            if passed_by and self.one_by_one and stage != BEFORE:
                self.read[stage], self.asked[stage] = {}, {}
                continue
            plain = passed_by and stage in range(worlds.hands) and self.done.is_plain(stage)
            watched.memo = self.done.cached() if plain else None
            if stage != BEFORE:
                watched.sheet = slot_reads.sheet(self.done.sheet)
                if self.one_by_one:
                    watched.restore(worlds.stood[stage])
            if worlds.steps_of(stage) > self.budget.left:
                self.budget.spend(self.budget.left)
            if not self.budget.done:
                worlds.step(watched, stage)
                if plain:
                    self.done.ask_plain(stage, watched.sheet)
            found = report.kept if report.kept is not None else len(report.findings)
            # what was taken back was found after what it stood on was read
            self.read[stage] = {slot: min(first, found) for slot, first in slot_reads.read.items()}
            if self.budget.done:
                self.read[stage] = dict.fromkeys(slots, 0)
            questions: dict[str, list[tuple[int, Asked]]] = {}
            for question, (first, touched) in slot_reads.asked.items():
                for slot in touched:
                    questions.setdefault(slot, []).append((min(first, found), question))
            self.asked[stage] = questions
            for slot in (*self.read[stage], *questions):
                self.stages.setdefault(slot, set()).add(stage)
            slot_reads.forget()

    def weigh(self, option: Option, slots: frozenset[str], asked: Findings) -> None:
        """Find the findings that rest on an option."""
        stages = frozenset().union(*(self.stages.get(slot, ()) for slot in slots))
        for _, options in option.otherwise(self.record.options):
            if asked and not self.budget.done:
                self.ask(option, slots, self.configure(options), asked, stages)
        if self.budget.done:
            self.unweighed.update(index for stage in asked.values() for index, _ in stage)

    def ask(self, option: Option, slots: frozenset[str], other: Sheet, asked: Findings, stages: Collection[int]) -> None:
        """Audit the record again where that may tell something; what is another verdict there rests on the option.

        Only at some `stages` any of its slots was read. A hand that used the last steps up may be incomplete and tells nothing.
        """
        if min(stages) > max(asked):
            return
        for stage, world in self.worlds.steps(
            lambda: self.done.fork(self.brief(), sheet=other),
            max(asked),
            lambda stage: stage not in stages or self.alike(slots, other, stage, asked),
            played_alike=lambda stage: self.played_alike(slots, other, stage, stages),
            asked=asked.__contains__,
            one_by_one=self.one_by_one,
            begin=min(stages),
        ):
            if world is not None:
                if self.budget.done:
                    return
                self.compare(option, world.report, stage, asked)
                if stage > max(asked, default=BEFORE):
                    return

    def played_alike(self, slots: frozenset[str], other: Sheet, stage: int, stages: Collection[int]) -> bool:
        """Whether the plays of a hand are judged alike; where hands are looked at one by one that is not known of all."""
        return not self.one_by_one and (stage not in stages or not self.decides(slots, other, stage))

    def alike(self, slots: frozenset[str], other: Sheet, stage: int, asked: Findings) -> bool:
        """Whether a stage before which the match stands as it did tells nothing.

        In the last one that is asked about it is enough that all that is asked about was found before. One that is not asked
        about, and in which nothing was found, comes to the same where plays may only be found to be wrong.
        """
        if self.passed_by(stage, asked) and self.only_found(slots, stage):
            return True
        last = max(index for index, _ in asked[stage]) - self.done.findings_before if stage == max(asked) else inf
        return not self.decides(slots, other, stage, last)

    def only_found(self, slots: frozenset[str], stage: int) -> bool:
        """Whether by some slots a hand may be found wrong, and no more."""
        if stage not in range(len(self.record.hands)):
            return False
        known = self.groups.get(stage)
        if known is None:
            known = self.groups[stage] = self.done.only_found(stage)
        return all(lies_in(slot, known) for slot in slots)

    def passed_by(self, stage: int, asked: Collection[int]) -> bool:
        """Whether nothing is asked about a stage, in which nothing was found either."""
        return stage not in asked and not self.done.report.found_in(stage)

    def decides(self, slots: frozenset[str], other: Sheet, stage: int, last: float = inf) -> bool:
        """Whether a stage read one of the slots before it had more than so many findings, but for questions answered alike."""
        read, asks = self.read[stage], self.asked[stage]
        return any(slot in read and read[slot] <= last for slot in slots) or any(
            first <= last and not self.answered_alike(question, other, stage)
            for slot in slots
            for first, question in asks.get(slot, ())
        )

    def answered_alike(self, question: Asked, other: Sheet, stage: int) -> bool:
        """Whether the sheet answers a question as it does with another reading."""
        mine, theirs = question.answer(self.done.sheet), question.answer(other)
        if question.method != "context":
            return bool(mine == theirs)
        return bool(mine is theirs or mine.judges_alike(theirs, self.plays_at(stage)))

    def plays_at(self, stage: int) -> Collection[str]:
        """The plays of a hand that are no passes."""
        found = self.tokens.get(stage)
        if found is None:
            tricks = self.record.hands[stage].tricks or () if stage in range(len(self.record.hands)) else ()
            found = self.tokens[stage] = {token for trick in tricks for token in split_trick(trick)[1:]} - {PASS}
        return found

    def brief(self) -> Report:
        """A report of what is only compared."""
        return Report(self.done.report.clause_of, budget=self.budget, brief=True)

    def compare(self, option: Option, report: Report, stage: int, asked: Findings) -> None:
        """Which of the findings asked about at a stage are no longer there: no more need be asked about them."""
        wanted = asked.get(stage)
        if not wanted:
            return
        found = {same_verdict(finding) for finding in report.of_hand}
        for index, key in wanted:
            if key not in found:
                self.rests[index].append(option)
        asked[stage] = [(index, key) for index, key in wanted if key in found]
        if not asked[stage]:
            del asked[stage]


def decides(slots: frozenset[str], open_finding: Finding) -> bool:
    """Whether some slots, or groups of slots that they lie in, would decide what is open."""
    return any(lies_in(slot, open_finding.decided_by) for slot in slots)


def lies_in(slot: str, groups: Iterable[str]) -> bool:
    """Whether a slot is one of some groups of slots, or lies in one."""
    return any(slot == group or slot.startswith(f"{group}.") for group in groups)


def same_verdict(finding: Finding) -> Key:
    """What makes a verdict the same one: the clause too, which tells the case of a check.

    The expected value counts where it is a computed result, not a list of plays. So does the reading as which a play was taken.
    """
    expected = finding.expected if finding.code.startswith(_RECOMPUTED) else None
    rule = finding.code, finding.clause
    return (*rule, finding.where, finding.seat, finding.params.get("taken"), finding.actual, expected)


def _resting_on(finding: Finding, options: list[Option]) -> Finding:
    if not options:
        return finding
    return finding.replace(
        basis=weakest(finding.basis, *(Basis(option.mark) for option in options)),
        options=tuple(identifier for option in options for identifier in option.ids),
    )
