"""The check of the JavaScript: skipped with a word where its tools are absent, failed where they must not be."""

import shutil
from pathlib import Path

import pytest

from tests import check_js
from tests.many import deep


def test_without_its_tools_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PAIPU_REQUIRE_BROWSER", raising=False)
    assert check_js.main() == 0
    assert "JavaScript not checked: no eslint and no tsc" in capsys.readouterr().out
    monkeypatch.setenv("PAIPU_REQUIRE_BROWSER", "1")
    assert check_js.main() == 1


@pytest.mark.skipif(any(shutil.which(name) is None for name in check_js.CHECKS), reason="no eslint or no tsc")
@pytest.mark.parametrize("wrong", ["/** @type {number} */\nexport const one = 'two';\n", deep("export const one = nowhere;\n")])
def test_it_finds_what_is_wrong(wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (".eslintrc.json", "jsconfig.json"):
        shutil.copy(check_js.FOLDER / name, tmp_path)
    monkeypatch.setattr(check_js, "FOLDER", tmp_path)
    (tmp_path / "one.js").write_text(wrong)
    assert check_js.main() == 1  # that what is right passes is seen wherever the check itself runs
