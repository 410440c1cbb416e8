"""The odd cases that were found, what the fuzzing begins with, a few changes of both: nothing of it raises anything. In the
deep run, a million inputs a target.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.mutate import MUTATE, changed
from tests.fuzz.seeds import SEEDS, seeds
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
ROOT = Path(__file__).parents[2]
KEPT = 64 * 1024
"""Bytes of the corpus of one target at most: it is a memory, not a store."""
RUNS = 1_000_000


def kept(target: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / target).glob("*"))]


def test_every_target_has_seeds_and_changes_and_every_corpus_a_target() -> None:
    assert SEEDS.keys() == MUTATE.keys() == TARGETS.keys()
    assert {path.name for path in CORPUS.iterdir()} <= TARGETS.keys()
    assert all(sum(map(len, kept(target))) <= KEPT for target in TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_odd_cases_and_seeds_raise_nothing(target: str) -> None:
    for raw in (*kept(target), *seeds(target)):
        TARGETS[target](raw)


@pytest.mark.parametrize("target", TARGETS)
def test_some_changes_raise_nothing(target: str) -> None:
    rng = random.Random(f"changes {target}")
    given = [*kept(target), *seeds(target)]
    made = [changed(target, rng.choice(given), rng) for _ in range(60)]
    assert any(made)
    for each in made:
        TARGETS[target](each or b"")


@pytest.mark.parametrize("target", TARGETS)
def test_a_change_is_the_same_whatever_was_changed_before(target: str) -> None:
    """What is put into an input is not shared: it would grow from input to input, and a run could not be had again."""
    given = seeds(target)[0]
    made = [changed(target, given, random.Random(seed)) for seed in range(200)]
    assert made == [changed(target, given, random.Random(seed)) for seed in range(200)]


@pytest.mark.deep
@pytest.mark.timeout(4 * 3600)  # the slowest target, foreign logs, has some 200 inputs a CPU second: an hour and a half
@pytest.mark.parametrize("target", TARGETS)
def test_a_million_inputs_raise_nothing(target: str) -> None:
    pytest.importorskip("atheris", reason="atheris has wheels for Linux alone")
    command = [sys.executable, "-m", "tests.fuzz", target, "--runs", str(RUNS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stderr[-4000:]
