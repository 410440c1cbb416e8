"""What every folder of tests shares: how hypothesis searches, and what a test that drives a browser needs."""

import atexit
import gc
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from functools import cache

import pytest
from hypothesis import is_hypothesis_test, settings
from typer.main import get_command

from paipu.samples.match import Match
from tests.made import played_once

# The default run finds the same on every machine and every day; the deep one searches anew each time.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=15)
settings.register_profile("deep", deadline=None, max_examples=5_000, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What hypothesis searches a little in every run is searched in the deep one too."""
    for item in items if PROFILE == "deep" else ():
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.deep)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Half as many workers again as there are cores: those that wait for a page or a process leave theirs to the others."""
    workers = yield
    return workers if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else workers + workers // 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests are there to stay: to look each time for what of them is garbage takes as long as to collect them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        atexit.register(gc.unfreeze)  # else DuckDB calls what is there at the end a leak
        gc.set_threshold(20_000, *gc.get_threshold()[1:])  # and to look for it after every 700 new objects costs every test
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _commands_are_built_once() -> Iterator[None]:
    """The tree of commands is built once, not for every call: that takes longer than most calls do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", cache(get_command))
        yield


@pytest.fixture(scope="session", autouse=True)
def _the_disk_is_not_waited_for() -> Iterator[None]:
    """No test pulls the plug, and whoever reads what was written has it, whether the disk does or not: to wait until it does
    takes longer than most loads. What is synced when is tested where the disk is one of the test's own.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)  # which refuses what is no open file, as the other does
        yield


PLAYED = Match.new_hand


@pytest.fixture(scope="session", autouse=True)
def _hands_are_played_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Sample hands are kept for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "hands"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "new_hand", played_once(PLAYED, folder))
        yield


@pytest.fixture
def played_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of the test are played, whatever is kept."""
    monkeypatch.setattr(Match, "new_hand", PLAYED)


def find_chromium() -> str | None:
    """The path of the first chromium (or Chrome) on the search path."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


MAIN = sys.modules["__main__"]


def pytest_runtest_setup(item: pytest.Item) -> None:
    # A page that is drawn for a test stays the main module of the process, and a worker that is spawned would draw it again.
    sys.modules["__main__"] = MAIN
    if item.get_closest_marker("browser") is None or find_chromium() is not None:
        return
    if os.environ.get("PAIPU_REQUIRE_BROWSER") == "1":
        pytest.fail("no chromium on the search path, and PAIPU_REQUIRE_BROWSER=1 asks for one", pytrace=False)
    pytest.skip("no chromium on the search path")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The executable for playwright's `launch(executable_path=…)`; for tests marked `browser`."""
    path = find_chromium()
    assert path is not None, "only a test marked `browser` may ask for chromium"
    return path
