"""The worst records that are known stay within the budget, which no ordinary record meets, and say what was left out."""

import random
from dataclasses import replace
from typing import Any

import pytest

from paipu.replay.audit import audit
from paipu.replay.budget import LIMIT, PER_CHARACTER, Budget, budget_of
from paipu.replay.checks import render
from paipu.replay.findings import Finding
from paipu.replay.rulesheet import TRICK
from paipu.samples import FAULTS, sample, to_line
from tests.made import must_parse
from tests.many import deep, every, many
from tests.worst.genome import Genome, to_bytes, to_record
from tests.worst.measure import audited, cost, forget
from tests.worst.pinned import ONCE_WORSE, WORST

MARGIN = 1.1
"""How far beyond the budget the hand may lead with which it is used up."""
CALLS = 10_000_000
"""More calls of functions than reading and auditing 40,000 bytes takes; some two seconds."""


QUICK = "guandan-1"
"""The sheet whose worst record is audited in every run."""


@pytest.mark.parametrize(
    "genome",
    [genome if genome == WORST[QUICK] else deep(genome) for genome in (*WORST.values(), *ONCE_WORSE)],
    ids=lambda genome: f"{genome.sheet}-{genome.seed}",
)
def test_the_worst_records_known_stay_within_the_budget(genome: Genome) -> None:
    raw = to_bytes(genome)
    found = cost(raw)
    assert found.steps < MARGIN * max(LIMIT, PER_CHARACTER * len(raw))
    assert found.calls < CALLS
    forget()
    assert audited(raw) == (found.steps, found.findings)


def test_what_was_too_much_work_is_said_in_both_languages() -> None:
    record = to_record(WORST["guandan-1"]).record
    *others, said = audit(record, Budget(1)).findings
    assert (said.code, said.where.hand, said.where.pointer, said.actual) == ("AUDIT-LIMIT", None, "", "1")
    assert "AUDIT-LIMIT" not in {finding.code for finding in others}
    assert 0 < int(said.params["unweighed"]) <= len(others)
    assert all(str(said.params["unweighed"]) in render(said, lang, TRICK) for lang in ("zh", "en"))
    assert int(said.params["undoubted"]) > 0


def test_alternatives_that_are_not_listed_are_counted() -> None:
    genome = Genome(sheet="shengji", tricks=10, size=2, deal="full", style="held", wrong_terms=100)
    record = to_record(genome, 2_000).record
    *_, said = audit(record, Budget(1)).findings
    listed = [finding for finding in audit(record).findings if finding.code.startswith("TRICK-") and finding.expected]
    assert said.params["unlisted"] == len(listed) > 0


def test_a_smaller_budget_finds_the_same_faults() -> None:
    """What is left out is what a verdict stands on and the legal plays beside it, never a verdict."""

    def verdicts(findings: tuple[Finding, ...]) -> list[Any]:
        return [(each.code, each.where, each.seat, each.actual) for each in findings if each.code != "AUDIT-LIMIT"]

    record = to_record(Genome(sheet="shengji", tricks=20, size=3, deal="full", style="held", claims=100), 5_000).record
    assert verdicts(audit(record, Budget(1)).findings) == verdicts(audit(record).findings)


@pytest.mark.parametrize("sheet", every(4, FAULTS))
def test_ordinary_matches_stay_far_from_the_budget(sheet: str) -> None:
    for document in sample(4, 3, 1.0, sheet=sheet):
        parsed = must_parse(to_line(document))
        work = budget_of(parsed.record)
        audit(parsed.record, work)
        assert work.steps < LIMIT / 2


def test_a_match_may_be_weighed_as_long_as_its_plays_are_long() -> None:
    record = must_parse(to_line(next(iter(sample(4, 1, 0.0, sheet=QUICK))))).record
    plays = sum(len(trick) for hand in record.hands for trick in hand.tricks or ())
    assert budget_of(record).limit == LIMIT
    assert budget_of(replace(record, hands=record.hands * 50)).limit == 50 * plays * PER_CHARACTER > LIMIT
    unplayed = replace(record.hands[0], tricks=None)
    assert budget_of(replace(record, hands=(unplayed,) * 100_000)).limit == LIMIT


@pytest.mark.parametrize("sheet", FAULTS)
@many(1, 12)
def test_a_budget_that_did_not_suffice_is_always_said(sheet: str, seeds: range) -> None:
    """Without AUDIT-LIMIT the findings are those of any budget, with all that they rest on and follow from."""
    rng = random.Random(sheet)
    for document in list(sample(11, seeds.stop, 1.0, sheet=sheet))[seeds.start :]:
        parsed = must_parse(to_line(document))
        whole = Budget(100 * LIMIT)
        found = audit(parsed.record, whole).findings
        for _ in range(5):
            again = audit(parsed.record, Budget(rng.randint(1, whole.steps + 1))).findings
            assert again == found or again[-1].code == "AUDIT-LIMIT"
