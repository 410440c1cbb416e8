"""Work shared out to processes: none where one batch is all there is."""

import multiprocessing
import os
import sys
import time
from types import ModuleType

import pytest

from paipu.ingest.pool import Processes, in_order


def at_work(given: str) -> tuple[str, int]:
    return given, os.getpid()


@pytest.mark.parametrize("workers", [1, 2, 256])
def test_nothing_and_one_batch_are_done_in_this_process(workers: int) -> None:
    assert list(in_order(at_work, [], workers)) == []
    assert list(in_order(at_work, ["a"], workers)) == [("a", ("a", os.getpid()))]


def test_several_batches_are_shared_out_and_come_in_order() -> None:
    done = list(in_order(at_work, "abcde", 2))
    assert [(given, made) for given, (made, _) in done] == [(letter, letter) for letter in "abcde"]
    assert os.getpid() not in {pid for _, (_, pid) in done}


def test_what_is_light_is_done_here_until_a_process_is_there() -> None:
    here = os.getpid()
    assert [pid for _, (_, pid) in in_order(at_work, "abcd", 2, str.islower)] == [here] * 4
    assert [pid for _, (_, pid) in in_order(at_work, "abC", 2, str.islower)] == [here] * 3, "C is alone"
    made = [(given, pid == here) for given, (_, pid) in in_order(at_work, "aBcD", 2, str.islower)]
    assert made == [("a", True), ("B", False), ("c", False), ("D", False)]


def test_the_same_processes_do_one_thing_after_the_other() -> None:
    """To start them takes as long as what a small job takes."""
    with Processes(2) as crew:
        first, then = ({pid for _, (_, pid) in crew.in_order(at_work, "abcde")} for _ in range(2))
    assert len(first | then) <= 2
    assert os.getpid() not in first | then


def test_one_worker_takes_no_batch_before_the_one_in_hand_is_done() -> None:
    taken = iter("ab")
    assert next(in_order(at_work, taken, 1))[0] == "a"
    assert next(taken) == "b"


@pytest.mark.deep
def test_workers_do_not_run_the_page_that_starts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from paipu.dashboard.serve import SCRIPT  # here: a worker imports this module, and would draw in all of the dashboard

    main = ModuleType("__main__")  # as Streamlit puts it while a page runs, and leaves it
    main.__file__ = str(SCRIPT)
    monkeypatch.setitem(sys.modules, "__main__", main)
    assert [made for made, _ in (made for _, made in in_order(at_work, "ab", 2))] == ["a", "b"]


def test_who_leaves_early_ends_the_workers_and_no_other_process() -> None:
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,), daemon=True)
    other.start()
    try:
        answers = in_order(str, iter(range(6)), 2)
        assert next(answers) == (0, "0")
        answers.close()
        other.join(0.5)
        assert multiprocessing.active_children() == [other]
    finally:
        other.kill()
        other.join()
