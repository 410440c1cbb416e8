"""The log of rulings on a disk that refuses: what is refused is in force nowhere, at whichever step it is refused."""

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.analytics.errors import NotTakenError, UnsureActError
from paipu.analytics.rulings import Given, On, commit, commit_all, overlay, read_log
from paipu.analytics.rulings.disk import head_of
from tests.analytics.ruler import parsed

ON: Final = On.of(parsed(1))
FULL: Final = OSError(errno.ENOSPC, "No space left on device")
STEPS: Final = ("open", "write", "fsync", "replace", "rename", "ftruncate", "unlink", "close")
"""What the disk is asked for."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is not waited for."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def given(number: int) -> Given:
    ruling = {"hand": 1, "at": f"{number}.1", "seat": "E", "effect": {"points": {"EW": -number}}}
    return Given("issue", "王裁判", "理由", on=ON, ruling=ruling)


class Disk:
    """Refuses from some step on: that one, or it and all after it; `half`: of a write it takes a half, and of all else it does
    what it was asked before it refuses.
    """

    def __init__(self, patch: pytest.MonkeyPatch, *, first: int, last: int, half: bool = False) -> None:
        self.asked: list[str] = []
        self.first, self.last, self.half = first, last, half
        for name in STEPS:
            patch.setattr(os, name, self.refusing(name, getattr(os, name)))

    def refusing(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*args: Any, **named: Any) -> Any:
            self.asked.append(name)
            if not self.first <= len(self.asked) <= self.last or name == "close":
                return real(*args, **named)
            if self.half and name == "write":
                return real(args[0], args[1][: len(args[1]) // 2])
            if self.half and name != "open":
                real(*args, **named)
            raise FULL

        return asked


@contextmanager
def disk(**how: Any) -> Iterator[Disk]:
    with pytest.MonkeyPatch.context() as patch:
        yield Disk(patch, **how)


def in_force(log: Path) -> int:
    found = read_log(log)
    assert len(overlay(found).get(ON.record_sha256, ())) == len(found.acts)
    return len(found.acts)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("there", [0, 2])
@pytest.mark.parametrize("torn", [b"", b'{"half":'])
def test_refused_at_any_one_step_it_is_not_in_force_and_the_next_act_is(
    tmp_path: Path, there: int, torn: bytes, *, half: bool
) -> None:
    refusals = []
    for step in range(1, 60):
        log = tmp_path / f"{step}.ndjson"
        for number in range(1, there + 1):
            commit(log, given(number), number - 1)
        with log.open("ab") as stream:
            stream.write(torn)
        with disk(first=step, last=step, half=half) as refusing:
            try:
                commit(log, given(there + 1), there)
                taken = True
            except NotTakenError as fault:
                taken = False
                refusals.append(fault.message.en)
        assert in_force(log) == there + taken, (step, refusing.asked)
        commit(log, given(there + 2), there + taken)
        assert in_force(log) == there + taken + 1
        assert not [path for path in tmp_path.iterdir() if path.name.endswith((".partial", ".before"))]
        if step > len(refusing.asked):
            break
    assert len(refusals) >= 9
    assert all("no space left: the act was not taken and is not in force" in each for each in refusals)


def test_a_disk_that_refuses_everything_from_some_step_on_is_told_by_what_holds(tmp_path: Path) -> None:
    """Where it refuses even to go back, that is said, and not that the act was refused."""
    told = set()
    for step in range(1, 60):
        log = tmp_path / f"{step}.ndjson"
        commit(log, given(1), 0)
        with disk(first=step, last=10_000) as refusing:
            try:
                commit(log, given(2), 1)
                said = "taken"
            except UnsureActError as fault:
                said = "unsure" if "line 2 may be in force" in fault.message.en else fault.message.en
            except NotTakenError:
                said = "refused"
        assert in_force(log) == {"taken": 2, "unsure": 2, "refused": 1}[said], (step, refusing.asked)
        told.add(said)
        if step > len(refusing.asked):
            break
    assert told == {"taken", "unsure", "refused"}


def test_two_acts_that_go_together_are_refused_together(tmp_path: Path) -> None:
    for step in range(1, 40):
        log = tmp_path / f"{step}.ndjson"
        commit(log, given(1), 0)
        with disk(first=step, last=step, half=True) as refusing:
            try:
                commit_all(log, [given(2), given(3)], 1)
                more = 2
            except NotTakenError:
                more = 0
        assert in_force(log) == 1 + more
        if step > len(refusing.asked):
            break


def test_a_size_limit_of_the_system_refuses_in_the_same_way(tmp_path: Path) -> None:
    log = tmp_path / "rulings.ndjson"
    taken, seen = 0, 0
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, limit[1]))
    try:
        for number in range(1, 11):
            try:
                commit(log, given(number), seen)
                taken, seen = taken + 1, seen + 1
            except NotTakenError:
                continue
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert 0 < taken < 10
    assert in_force(log) == taken
    assert log.stat().st_size <= 2_000
    assert head_of(log).exists()
