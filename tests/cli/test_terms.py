"""A trick is called what the sheet prints, whoever speaks of it: findings, rulings, what-ifs, the judge, the pages."""

import json
import re
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from paipu.dashboard.table.frames import table_view
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.checks import CHECKS, render
from paipu.replay.family import hand_views
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Text
from paipu.replay.words import place_name, pointer_name
from paipu.samples import FAULTS
from tests.cli.conftest import Paipu, write
from tests.made import must_parse, sample
from tests.samples.test_faults import faulty

PRINTED = {
    "shengji": "轮",  # 第一轮牌由庄家方首先出牌
    "chaodipi": "轮",  # 每轮先出牌者
    "daguai": "轮",  # 第一轮的首先出牌权
    "guandan-js2023": "圈",  # 首圈领出
}
"""What the sheets print; the others have no word for it, or use these for other things."""
WORD = {sheet: PRINTED.get(sheet, TRICK.zh) for sheet in SHEETS}
NUMBERED = re.compile(r"第 ?\d+ ?([墩轮圈])")


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_word_is_what_the_sheet_prints(sheet: str) -> None:
    assert SHEETS[sheet].term == Text(WORD[sheet], "trick")
    assert place_name(3, 2, "zh", SHEETS[sheet].term) == f"第 3 {WORD[sheet]}第 2 手"
    assert place_name(3, 2, "en", SHEETS[sheet].term) == "trick 3, play 2"
    assert pointer_name("/hands/0/tricks/2", [1], "zh", SHEETS[sheet].term) == f"第 1 副第 3 {WORD[sheet]}"


def test_no_message_has_a_word_of_its_own() -> None:
    for check in CHECKS.values():
        for said in filter(None, (check.message, check.of_ruling)):
            assert not re.search("墩|圈|第一轮|首轮|下一轮|上一轮", said.zh), check.code


@cache
def matches(sheet: str, number: int = 2) -> list[dict[str, Any]]:
    return list(islice(sample(5, number, sheet=sheet, faults=1.0), number))


@pytest.mark.parametrize("sheet", FAULTS)
def test_findings_and_pages_say_it(sheet: str) -> None:
    for document in matches(sheet):
        parsed = must_parse(document, Place("x", 1))
        verdict = audit(parsed.record)
        said = [render(finding, "zh", SHEETS[sheet].term) for finding in verdict.findings]
        assert set(NUMBERED.findall(" ".join(said))) <= {WORD[sheet]}
        view = next(iter(hand_views(parsed.record)))
        views = {lang: table_view(view, verdict, lang, "x") for lang in LANGS}
        assert all("{term}" not in json.dumps(each, ensure_ascii=False) for each in views.values())
        shown = views["zh"]["text"]
        assert shown["table.trick.n"] == f"第 {{n}} {WORD[sheet]}"
        assert (
            all("墩" not in shown[key] for key in shown if key.startswith(("table.", "keys.", "scope."))) or WORD[sheet] == "墩"
        )


def at_a_play(sheet: str) -> dict[str, Any]:
    """A match of which a finding stands at a play."""
    kinds = [kind for kind in FAULTS[sheet] if "lead" in kind or "held" in kind or "follow" in kind]
    for document in (dict(next(faulty(sheet, kind))) for kind in kinds):
        if any(fault["play"] for fault in document["extra"]["faults"]):
            return document
    raise AssertionError(sheet)


@pytest.mark.parametrize("sheet", FAULTS)
def test_audit_and_replay_and_proposals_name_one_place_alike(sheet: str, paipu: Paipu, tmp_path: Path) -> None:
    document = at_a_play(sheet)
    match, records = document["id"], write(tmp_path / "one.ndjson", [document])
    told = paipu("audit", records, "--fail-on", "never").stdout
    assert set(re.findall(r"第 \d+ (\S)第 \d+ 手", told)) == {WORD[sheet]}
    assert f"第 1 {WORD[sheet]}第 1 手" in paipu("replay", records, "--match", match, "--hand", 1, "--ply", 1).stdout
    seat = re.search(r"^\W*([ENWS1-6]) ", document["hands"][0]["tricks"][0])
    proposed = paipu(
        *("ruling", "propose", records, "--match", match, "--hand", 1, "--at", "1.1"),
        *("--seat", seat[1] if seat else "E", "--kind", "exposed"),
    )
    assert set(NUMBERED.findall(proposed.stdout)) <= {WORD[sheet]}
    assert proposed.exit_code == 0, proposed.stderr


def test_the_judge_says_it(paipu: Paipu) -> None:
    asked = ("judge", "--sheet", "shengji", "--trump", "s", "--trick", "E KcKc 3c4c 5s6s 7c7c")
    assert "赢得此轮" in paipu(*asked).stdout
    assert "赢得此墩" in paipu(*(each if each != "shengji" else "shuangkou" for each in asked), "--level", "2").stdout
    played = ("judge", "--sheet", "guandan-js2023", "--level", "5", "--trick", "E 3s 4s - -")
    assert "此圈谁赢" in paipu(*played).stdout
