"""No option is ignored in silence: one that another leaves nothing to do is refused, with what it stands beside."""

from pathlib import Path

import pytest

from tests.cli.conftest import Paipu

IDLE = (
    ("sample --event knockout --sheet guandan-2 -o out", "--sheet", "--event knockout"),
    ("sample --event knockout --matches 3 -o out", "--matches", "--event knockout"),
    ("luck fit --by player", "--by", "fit"),
    ("luck fit --format csv", "--format", "fit"),
    ("luck fit --model m.json", "--model", "fit"),
    ("luck show --note x", "--note", "show"),
    ("luck show --model-version x", "--model-version", "show"),
    ("audit cup.ndjson --format json --unfold", "--unfold", "--format json"),
)


@pytest.mark.parametrize(("words", "option", "beside"), IDLE)
def test_an_option_that_would_be_ignored_is_refused(
    paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, option: str, beside: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = paipu(*words.split())
    assert done.exit_code == 2, done.stderr
    assert f"{option} 在 {beside} 时没有用处" in done.stderr
    assert f"{option} does nothing beside {beside}" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_default_refuses_nothing(paipu: Paipu, tmp_path: Path) -> None:
    assert paipu("sample", "--event", "knockout", "--seed", "3", "-o", tmp_path / "out").exit_code == 0
