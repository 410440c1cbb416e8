"""Rows read = taken + quarantined + skipped, whatever the layout, and whatever has become of it."""

import csv
import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paipu.ingest.scoresheet import Reading, grids, read
from tests.ingest.scoresheet.papers import PAPERS
from tests.ingest.scoresheet.test_found_layouts import LAYOUTS
from tests.ingest.scoresheet.test_other_layouts import CASES

Rows = list[list[str]]
JUNK = ("", "?", "合计", "轮空", "弃权", "=1+1", "2026-05-01", "9:9", "第3桌", "A+", "-1", "裁判：", "\n")


def every_layout() -> dict[str, tuple[str, Rows]]:
    """The first table of every layout of these tests, with its rule sheet."""
    told = {
        f"{name} of {rules}": (rules, next(iter(layout.values())))
        for made in (PAPERS, LAYOUTS)
        for name, (rules, layout, *_) in made.items()
    }
    told |= {name: (rules, table) for name, (table, rules, *_) in CASES.items()}
    return {name: (rules, [[cell or "" for cell in row] for row in table]) for name, (rules, table) in told.items()}


EVERY = every_layout()


def spoilt(table: Rows, chance: Random) -> Rows:
    """A table with a few things that happen to one: cells emptied, changed or swapped, rows lost, doubled or put in."""
    made = [[*row] for row in table]
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(made))
        other, place = chance.randrange(len(made)), chance.randrange(max(1, len(made[at])))
        match chance.randrange(5):
            case 0 if len(made) > 1:
                del made[at]
            case 1:
                made.insert(other, [*made[at]])
            case 2:
                made.insert(at, [chance.choice(JUNK) for _ in range(chance.randint(0, 9))])
            case 3 if made[at] and made[other]:
                to = chance.randrange(len(made[other]))
                made[at][place], made[other][to] = made[other][to], made[at][place]
            case _:
                made[at][place : place + 1] = [chance.choice(JUNK)]
    return made


def hold(name: str, seed: int) -> None:
    """Whatever a spoilt table is read as, each of its rows has its fate; else it says why, and where."""
    rules, table = EVERY[name]
    out = io.StringIO()
    csv.writer(out).writerows(spoilt(table, Random(f"{name}/{seed}")))
    raw = out.getvalue().encode()
    found = read(raw, "club.csv", rules)
    if not isinstance(found, Reading):
        assert all(each.message.zh and each.code for each in found.errors)
        return
    tally = found.tally
    assert tally.read == sum(len(grid.rows) for grid in grids(raw, "club.csv"))
    assert tally.read == tally.taken + tally.quarantined + sum(tally.skipped.values())
    assert all(each.pointer or each.code == "SCORESHEET-NOTHING" for one in found.rejections for each in one.errors)


SHORT = """轮次,桌号,队A,队B,A得分,B得分,净胜分,胜队
,2026-05-01,弃权

1,1,红,蓝,18,8,10,红
1,2,绿,黑,12,14,2,黑
"""


def test_a_row_beneath_the_head_may_be_shorter_than_it() -> None:
    found = read(SHORT.encode(), "club.csv", "guandan-js2023")
    assert isinstance(found, Reading)
    assert found.tally.taken == 2


@settings(max_examples=60)
@given(name=st.sampled_from(sorted(EVERY)), seed=st.integers(0, 1 << 30))
def test_every_row_is_taken_quarantined_or_skipped(name: str, seed: int) -> None:
    hold(name, seed)


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(EVERY))
def test_every_row_of_two_hundred_spoilt_tables_has_its_fate(name: str) -> None:
    for seed in range(200):
        hold(name, seed)
