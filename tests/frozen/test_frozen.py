"""The frozen texts: that they are made, told apart, and are what they were; all of them, in the deep run."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from paipu.replay.sheets import SHEETS
from paipu.samples import FAULTS
from tests.frozen.__main__ import HASHES, differing
from tests.frozen.sources import ROOT, SOURCES, hashes, written

STORED = tomllib.loads(HASHES.read_text(encoding="utf-8"))
QUICK = "samples"


def test_every_sheet_has_every_source() -> None:
    of_sheets = {f"{source}.{sheet}" for source in SOURCES if source != "worst" for sheet in FAULTS}
    of_sheets |= {f"{source}.{sheet}" for source in ("worst", "situations") for sheet in SHEETS}
    assert STORED.keys() == of_sheets | {"judge", "judged"}


@pytest.mark.parametrize("sheet", FAULTS)
def test_the_sample_files_are_said_to_be_what_they_were(sheet: str, tmp_path: Path) -> None:
    written((QUICK, sheet, tmp_path))
    assert hashes(tmp_path) == {f"{QUICK}.{sheet}": STORED[f"{QUICK}.{sheet}"]}


def test_a_difference_is_shown_line_by_line(tmp_path: Path) -> None:
    for name, said in (("before", "legal"), ("now", "illegal")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "judge.txt").write_text(f"== one\nasked\n{said}\n")
    told = list(differing(tmp_path / "before", tmp_path / "now"))
    assert [each for each in told if each[:1] in "+-"] == ["--- before/judge.txt", "+++ now/judge.txt", "-legal", "+illegal"]


@pytest.mark.deep
@pytest.mark.timeout(7200)
def test_all_that_the_engine_says_is_what_it_said() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.frozen"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
