"""The referee's walk of the README, as it stands there: from a disputed follow to the case file."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Paipu

README = Path(__file__).parent.parent.parent / "README.md"


def walk() -> list[list[str]]:
    """The commands of the walk, without their comments."""
    part = README.read_text(encoding="utf-8").partition("## 裁判的一步步")[2]
    found = re.search(r"```sh\n(.*?)```", part, re.DOTALL)
    assert found
    return [shlex.split(line, comments=True) for line in found[1].splitlines()]


def test_the_referees_walk(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("PAIPU_REFEREE", "PAIPU_RULINGS"):
        monkeypatch.delenv(name, raising=False)
    said: dict[str, list[str]] = {}
    for program, *words in walk():
        assert program == "paipu"
        done = paipu(*words)
        assert done.exit_code == 0, (words, done.stderr)
        name = " ".join(words[:2]) if words[0] in {"ruling", "report"} else words[0]
        said.setdefault(name, []).append(done.stdout)
    before, ruled, after = said["standings"]
    assert "SK-5.3" in said["ruling propose"][0]
    assert "PLAY-NOT-HELD" in said["whatif"][0], "a card of the other play is played later"
    assert ruled != before
    assert after == before
    acts = [json.loads(line) for line in Path("rulings.ndjson").read_text(encoding="utf-8").splitlines()]
    assert [act["act"] for act in acts] == ["issue", "appeal", "withdraw"]
    assert acts[0]["ruling"]["effect"] == {"fault": {"kind": "concealed", "noticed": "13.4"}}
    case = Path("case.html").read_text(encoding="utf-8")
    for text in ("SK-5.3", "没有对子", "查牌无误", "The plies around it", acts[-1]["sha256"], acts[-1]["record_sha256"]):
        assert text in case
