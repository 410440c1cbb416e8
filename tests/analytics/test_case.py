"""The case file: one page for the decision, an annex behind it, in black and white, and safe."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paipu.analytics.report.case import Case, NoCaseError, case_html
from paipu.analytics.report.page import Tongue
from paipu.analytics.report.pdf import to_pdf
from paipu.analytics.report.texts import CASE
from paipu.analytics.rulings import Given, On, read_log
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.source import read
from paipu.replay.audit import audit
from paipu.replay.record import Incident, Player
from paipu.replay.sheets import SHEETS
from paipu.replay.words import with_signs
from tests.analytics.ruler import put
from tests.many import every

SAMPLES = Path(__file__).parent.parent.parent / "data" / "samples"
TONGUES: tuple[Tongue, ...] = ("zh", "en", "both")


@cache
def records(sheet: str) -> list[Parsed]:
    made = [parse(given.raw, given) for given in read([str(SAMPLES / f"{sheet}.ndjson")]) if hasattr(given, "raw")]
    return [each for each in made if isinstance(each, Parsed)]


def place(parsed: Parsed) -> tuple[int, tuple[int, int]] | None:
    """The first play with a finding."""
    for finding in audit(parsed.record).findings:
        where = finding.where
        if where.hand is not None and where.trick and where.play:
            return where.hand, (where.trick, where.play)
    return None


def case(sheet: str, **more: Any) -> Case:
    for parsed in records(sheet):
        found = place(parsed)
        if found is not None:
            return Case(parsed=parsed, hand=found[0], at=found[1], **more)
    parsed = records(sheet)[0]
    return Case(parsed=parsed, hand=parsed.record.hands[0].no, at=(2, 2), **more)


@pytest.mark.parametrize("sheet", every(3, [key for key in SHEETS if (SAMPLES / f"{key}.ndjson").exists()]))
def test_a_case_of_each_sheet_is_one_file_that_asks_for_nothing(sheet: str) -> None:
    made = {}
    for tongue in TONGUES:
        made[tongue] = case_html(case(sheet), tongue)
        assert not re.search(r"<script|<link|<img|<iframe|url\(|@import|//|\son[a-z]+=", made[tongue].replace("http-equiv", ""))
        assert "♥" not in made[tongue]
        assert "♦" not in made[tongue]
        assert with_signs(made[tongue].split("</head>")[1], "en") == made[tongue].split("</head>")[1]
        assert case(sheet).parsed.sha256 in made[tongue]
    own = [said.zh for said in CASE.values() if "{" not in said.zh and len(said.zh) > 2]
    assert [words for words in own if words in made["en"]] == []
    assert "局面" in made["zh"]
    assert "Position" not in made["zh"]
    assert "局面" in made["both"]
    assert "Position" in made["both"]


def test_hands_add_up_to_what_was_dealt_and_the_play_is_marked_once() -> None:
    found = case("shengji")
    html = case_html(found, "zh")
    counts = [int(count) for count in re.findall(r"· (\d+) 张</b>", html)]
    now = next(found.frames[found.ply - 1].hands[seat] for seat in found.view.sheet.seats)
    assert counts[0] == len(now)
    assert html.count('class="seat now"') == 1
    assert html.count('<li class="now">') == 1


def test_both_sides_late_is_one_open_matter_of_the_case() -> None:
    """SK-4.2 has a winner for one late side; for two it has none."""
    [parsed, *_] = records("shuangkou")
    hand = parsed.record.hands[0]
    late = tuple(Incident(kind="late", seat=seat, at=(0, 0), seconds=700) for seat in "EN")
    hands = (replace(hand, incidents=late), *parsed.record.hands[1:])
    html = case_html(Case(parsed=replace(parsed, record=replace(parsed.record, hands=hands)), hand=hand.no, at=(0, 0)), "zh")
    assert html.count("判谁胜没有写，由裁判定") == html.count("东 E、北 N · 迟到 · SK-4.2") == 1


def test_what_others_wrote_is_escaped(tmp_path: Path) -> None:
    found = case("shengji")
    nasty = "<script>alert(1)</script>"
    record = found.parsed.record
    seats = {seat: replace(player, name=nasty) for seat, player in record.seats.items()}
    parsed = replace(found.parsed, record=replace(record, id=nasty, seats=seats))
    log = tmp_path / "rulings.ndjson"
    entry = {"hand": found.hand, "effect": {}, "clause": nasty}
    put(log, Given("issue", nasty, nasty, on=On.of(parsed), ruling=entry))
    html = case_html(replace(found, parsed=parsed, acts=read_log(log).acts), "both")
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 8


def test_decision_and_history_are_those_of_the_log_and_results_are_told_three_ways(tmp_path: Path) -> None:
    found = case("shengji")
    log = tmp_path / "rulings.ndjson"
    side = "EW"
    entry: Mapping[str, Any] = {"hand": found.hand, "at": ".".join(map(str, found.at)), "effect": {"points": {side: -20}}}
    put(log, Given("issue", "王裁判", "藏牌", on=On.of(found.parsed), ruling=entry))
    put(log, Given("appeal", "李队长", "没有藏", "r1"))
    html = case_html(replace(found, acts=read_log(log).acts, mark=read_log(log).mark), "zh")
    assert "尚未裁决" not in html
    for words in ("王裁判", "李队长", "没有藏", "申诉中", "东西 −20 分", read_log(log).acts[-1].sha256):
        assert words in html
    assert re.search(r'<td class="wrong">[^<]+</td></tr>', html), "as ruled is marked where it differs"
    put(log, Given("withdraw", "王裁判", "撤", "r1"))
    after = replace(found, acts=read_log(log).acts)
    assert list(after.results()) == list(found.results())


@pytest.mark.parametrize(("hand", "at", "says"), [(99, (1, 1), "no hand 99"), (1, (99, 1), "no play 99.1"), (1, (1, 9), "1.9")])
def test_a_place_that_there_is_not_is_said(hand: int, at: tuple[int, int], says: str) -> None:
    with pytest.raises(NoCaseError, match=re.escape(says)):
        case_html(replace(case("shengji"), hand=hand, at=at), "zh")


LONG = ("Wolfeschlegelsteinhausenbergerdorff", "欧阳慕容·阿卜杜热合曼·艾力江", "Maximilian Featherstonehaugh-Cholmondeley")
FRONTS: tuple[tuple[str, Tongue, str | None], ...] = (
    ("shengji", "zh", None),
    ("daguai", "zh", "signal"),
    ("chaodipi", "both", "concealed"),
    ("guandan-3", "both", "exposed"),
    ("guandan-js2023", "both", "delay"),
    ("daguai", "both", "signal"),
)
"""Sheet, languages, and what the referee thinks was done: with it the sheet provides more than the page holds."""


@pytest.mark.browser
@pytest.mark.parametrize(("sheet", "tongue", "kind"), every(len(FRONTS), FRONTS))
def test_the_decision_is_on_one_page(sheet: str, tongue: Tongue, kind: str | None, tmp_path: Path) -> None:
    """With long names, a long note, and a ruling with a long reason."""
    found = case(sheet)
    seats = found.view.sheet.seats
    named = {seat: Player(id=seat, name=LONG[number % 3]) for number, seat in enumerate(seats)}
    on, log = On.of(found.parsed), tmp_path / "rulings.ndjson"
    entry: Mapping[str, Any] = {"hand": found.hand, "at": ".".join(map(str, found.at)), "seat": seats[0], "clause": "§"}
    put(log, Given("issue", "裁判长", "双方队长都在场，经查确有此事。" * 40, on=on, ruling={**entry, "effect": {"void": True}}))
    record = replace(found.parsed.record, seats=named)
    seat = found.frames[found.ply].seat if kind else None
    parsed = replace(found.parsed, record=record)
    html = case_html(replace(found, parsed=parsed, acts=read_log(log).acts, seat=seat, kind=kind), tongue)
    first = html[: html.index('<section class="new-page">')] + "</main></body></html>"
    assert "裁判长" in first
    assert len(re.findall(rb"/Type ?/Page\b", to_pdf(first))) == 1
    assert html.count("□") == len(replace(found, seat=seat, kind=kind).proposed), "what is not on the page is in the annex"


def test_every_sheet_of_a_case_says_whose_it_is() -> None:
    """Event, table, hand, who against whom and the account stand in the margin of each page, and nothing breaks out of it."""
    found = case("shengji")
    record = found.parsed.record
    assert record.event is not None
    event = replace(record.event, name='Cup"; } </style><script>', stage="group", round=2, table="3")
    html = case_html(replace(found, parsed=replace(found.parsed, record=replace(record, event=event)), looked_at=None), "en")
    running = html.split('@top-left { content: "')[1].partition('";')[0]
    assert "<" not in running
    assert [word in running for word in ("Cup\\22 ", "round 2", record.id, "as computed")] == [True] * 4
