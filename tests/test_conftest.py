import re
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

DRIVES_A_BROWSER = """
import pytest

@pytest.mark.browser
def test_page(chromium: str) -> None:
    assert chromium.endswith("chromium")

def test_plain() -> None: ...
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers = browser\n")
    pytester.makepyfile(DRIVES_A_BROWSER)
    monkeypatch.delenv("PAIPU_REQUIRE_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(pytester.path))
    return pytester


def test_make_finds_every_browser_test() -> None:
    root = Path(__file__).parents[1]
    named = re.search(r"browser and not.*\" (.*)", (root / "Makefile").read_text(encoding="utf-8"))
    assert named is not None
    marked = {each for each in (root / "tests").rglob("test_*.py") if "mark.browser" in each.read_text(encoding="utf-8")}
    inside = {each for folder in named[1].split() for each in marked if each.is_relative_to(root / folder)}
    assert marked - inside == {Path(__file__)}


def test_without_chromium_a_browser_test_is_skipped(run: pytest.Pytester) -> None:
    run.runpytest().assert_outcomes(passed=1, skipped=1)


def test_without_chromium_a_browser_test_fails_where_one_is_required(
    run: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_REQUIRE_BROWSER", "1")
    result = run.runpytest()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*PAIPU_REQUIRE_BROWSER=1 asks for one*"])


def test_with_chromium_a_browser_test_runs(run: pytest.Pytester) -> None:
    executable = run.path / "chromium"
    executable.touch(mode=0o755)
    run.runpytest().assert_outcomes(passed=2)
