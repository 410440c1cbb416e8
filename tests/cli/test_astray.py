"""A ruling on a record that was changed afterwards: whoever lays the log over records says that it is not laid over it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Paipu, clean
from tests.many import every


def written(path: Path, document: dict[str, Any]) -> str:
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return str(path)


def shorter(tricks: int | None) -> dict[str, Any]:
    """The match with only so many tricks of its hand, or with another hand in its place."""
    document = clean()
    hand = document["hands"][0]
    if tricks is None:
        hand["no"] = 2
    else:
        hand["tricks"] = hand["tricks"][:tricks]
        hand["seconds"] = hand["seconds"][:tricks]
    return document


CHANGED = {
    "elsewhere": ({**clean(), "claims": None}, "别处改过"),
    "the play is gone": (shorter(1), "第 1 副没有 2.1 这一手"),
    "the hand is gone": (shorter(None), "没有第 1 副"),
}


@pytest.fixture
def ruled(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, a ruling on it, and a warehouse."""
    monkeypatch.chdir(tmp_path)
    record = written(tmp_path / "cup.json", clean())
    seat = clean()["hands"][0]["tricks"][1][0]
    told = ("--hand", 1, "--at", "2.1", "--seat", seat, "--points", "NS=-10", "--by", "王", "--reason", "露牌")
    assert paipu("ruling", "issue", record, *told).exit_code == 0
    return tmp_path


@pytest.mark.parametrize("name", every(2, CHANGED))
def test_a_ruling_on_a_former_version_is_named(paipu: Paipu, ruled: Path, name: str) -> None:
    document, why = CHANGED[name]
    document = {key: value for key, value in document.items() if value is not None}
    record = str(ruled / "cup.json")
    assert "没有套用" not in paipu("audit", record, "--rulings", "rulings.ndjson").stderr
    assert "⚠" not in paipu("ruling", "list", record).stdout
    assert "没有套用" not in paipu("load", record, "--warehouse", "warehouse").stderr
    written(ruled / "cup.json", document)
    audited = paipu("audit", record, "--rulings", "rulings.ndjson", "--fail-on", "never", "--quiet")
    assert "裁决 r1（cup/r1/t01）没有套用" in audited.stderr
    for listed in (paipu("ruling", "list", record), paipu("load", record, "--quiet"), paipu("ruling", "list")):
        assert listed.exit_code == 0
        assert "没有套用" in (said := listed.stdout + listed.stderr)
        assert why in said
    told = json.loads(paipu("ruling", "list", record, "--format", "json").stdout)
    assert "is not applied" in told[0]["astray"]["en"]
    paipu("ruling", "withdraw", "r1", "--by", "王", "--reason", "牌谱已改")
    assert "没有套用" not in paipu("audit", record, "--rulings", "rulings.ndjson", "--fail-on", "never").stderr


def test_both_versions_among_the_inputs_have_what_was_ruled(paipu: Paipu, ruled: Path) -> None:
    other = written(ruled / "now.json", CHANGED["elsewhere"][0] | {"claims": {}})
    said = paipu("audit", ruled / "cup.json", other, "--rulings", "rulings.ndjson", "--fail-on", "never")
    assert "没有套用" not in said.stderr


def test_standings_say_it_too(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paipu("sample", "--event", "round-robin", "--seed", 7, "-o", "league")
    path = tmp_path / "league" / "records.ndjson"
    lines = path.read_text(encoding="utf-8").splitlines()
    match = json.loads(lines[0])["id"]
    told = ("--match", match, "--hand", 1, "--points", "NS=-10", "--by", "王", "--reason", "罚")
    assert paipu("ruling", "issue", path, *told).exit_code == 0
    asked = ("standings", "league/event.json", path, "--rulings", "rulings.ndjson")
    assert "没有套用" not in paipu(*asked).stderr
    changed = json.loads(lines[0]) | {"extra": {"note": "再存了一次"}}
    path.write_text("\n".join([json.dumps(changed, ensure_ascii=False), *lines[1:]]), encoding="utf-8")
    assert f"（{match}）没有套用" in paipu(*asked).stderr
