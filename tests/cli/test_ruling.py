"""`paipu ruling`, and what a log does to an audit."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Document, Paipu, clean, instead, write

MATCH = "cup/r1/t01"
ISSUE = (
    "--hand",
    "1",
    "--at",
    "2.1",
    "--seat",
    "E",
    "--clause",
    "SJ-16m",
    "--points",
    "EW=-10",
    "--by",
    "王",
    "--reason",
    "露牌",
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("PAIPU_REFEREE", "PAIPU_RULINGS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def acts() -> list[Document]:
    return [json.loads(line) for line in Path("rulings.ndjson").read_text(encoding="utf-8").splitlines()]


def audited(paipu: Paipu, records: Path, *words: str) -> tuple[str, list[dict[str, Any]]]:
    """The findings, and what was computed."""
    done = paipu("audit", records, "-f", "ndjson", "--computed", "computed.ndjson", "--fail-on", "never", "-q", *words)
    assert done.exit_code == 0, done.stderr
    computed = Path("computed.ndjson").read_text(encoding="utf-8")
    return done.stdout, [json.loads(line) for line in computed.splitlines()]


def test_a_ruling_goes_through_all_its_states_and_withdrawn_leaves_everything_as_it_was(paipu: Paipu, records: Path) -> None:
    plain = audited(paipu, records)
    steps = (
        ("draft", records, "--match", MATCH, *ISSUE),
        ("issue", "--id", "r1", "--by", "王", "--reason", "露牌"),
        ("appeal", "r1", "--by", "李", "--reason", "不服"),
        ("decide", "r1", "--by", "张", "--reason", "减半", "--points", "EW=-5"),
        ("withdraw", "r1", "--by", "张", "--reason", "记错了人"),
    )
    penalties = []
    findings = ""
    for step in steps:
        done = paipu("ruling", *step)
        assert done.exit_code == 0, done.stderr
        findings, computed = audited(paipu, records, "--rulings", "rulings.ndjson")
        penalties.append([computed[0][account]["hands"][0]["penalties"] for account in ("recorded", "ruled")])
        assert computed[0]["hands"] == plain[1][0]["hands"]
        assert [row["ruled"]["hands"] for row in computed[1:]] == [row["hands"] for row in computed[1:]]
    assert penalties == [[0, 0], [0, -10], [0, -10], [0, -5], [0, 0]]
    assert findings == plain[0]
    assert [act["ruling"]["state"] for act in acts()] == ["draft", "issued", "appealed", "final", "withdrawn"]
    assert {act["match"] for act in acts()} == {MATCH}
    listed = paipu("ruling", "list", "--id", "r1", "--lang", "en").stdout
    assert [word in listed for word in ("drafted · 王", "appealed · 李", "EW −5 points", "记错了人")] == [True] * 4
    assert len(json.loads(paipu("ruling", "list", "-f", "json").stdout)) == 1
    assert paipu("ruling", "verify").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("issue", *ISSUE), 2, "name the record"),
        (("issue", "none.ndjson", *ISSUE), 3, "none.ndjson"),
        (("issue", "cup.ndjson", *ISSUE), 2, "has 4 matches"),
        (("issue", "cup.ndjson", "--match", MATCH, *instead(ISSUE, "--points", "NS")), 2, "NS=-10,EW=2"),
        (("issue", "cup.ndjson", "--match", MATCH, *instead(ISSUE, "--hand", "7")), 2, "no hand 7"),
        (("issue", "cup.ndjson", "--match", MATCH, *instead(ISSUE, "--by", " ")), 2, "who does it"),
        (("issue", "cup.ndjson", "--match", MATCH, *instead(ISSUE, "--winner", "EN")), 2, "/effect/winner"),
        (("appeal", "r1", "--by", "a", "--reason", "b"), 2, "no ruling r1"),
        (("list", "--id", "r9"), 2, "no ruling r9"),
        (("verify", "--rulings", "none.ndjson"), 3, "no log of rulings none.ndjson"),
    ],
)
def test_what_cannot_be_is_said_with_what_helps(
    paipu: Paipu, records: Path, words: tuple[str, ...], code: int, says: str
) -> None:
    assert records.name == "cup.ndjson"
    done = paipu("ruling", *words)
    assert (done.exit_code, says in done.stderr) == (code, True), done.stderr
    assert not Path("rulings.ndjson").exists() or not acts()


def test_a_fault_where_the_seat_did_nothing_is_refused_by_every_act(paipu: Paipu, records: Path) -> None:
    """The record shows who played what: E, and not N, played first in trick 2."""
    there = (records.name, "--match", MATCH, "--hand", "1", "--at", "2.1")
    signed = ("--by", "王", "--reason", "x", "--lang", "en")
    nowhere = "did nothing there that can be"
    for words in (
        ("propose", *there, "--seat", "N", "--kind", "failed_throw", "--lang", "en"),
        ("issue", *there, "--seat", "N", "--kind", "failed_throw", "--proposal", "1", *signed),
        ("issue", *there, "--seat", "N", "--fault", "failed_throw", *signed),
        ("draft", *there, "--seat", "N", "--fault", "failed_throw", *signed),
    ):
        done = paipu("ruling", *words)
        assert (done.exit_code, nowhere in done.stderr) == (2, True), (words, done.stderr)
    case = paipu("report", "case", *there, "--seat", "N", "--kind", "failed_throw", "--lang", "en", "-o", "case.html")
    assert case.exit_code == 0, case.stderr
    assert nowhere in Path("case.html").read_text(encoding="utf-8")
    assert paipu("ruling", "propose", *there, "--seat", "E", "--kind", "failed_throw").exit_code == 0
    assert paipu("ruling", "issue", *there, "--seat", "E", "--fault", "failed_throw", *signed).exit_code == 0
    assert paipu("ruling", "appeal", "r1", *signed).exit_code == 0
    blind = paipu("ruling", "decide", "r1", "--seat", "N", *signed)
    assert (blind.exit_code, "name the record" in blind.stderr) == (2, True), blind.stderr
    done = paipu("ruling", "decide", "r1", *there[:3], "--seat", "N", *signed)
    assert (done.exit_code, nowhere in done.stderr) == (2, True), done.stderr
    assert paipu("ruling", "decide", "r1", *there[:3], "--fault", "failed_throw,cards=3s", *signed).exit_code == 0
    assert [act["act"] for act in acts()] == ["issue", "appeal", "decide"]


def test_a_log_that_was_changed_stops_whoever_reads_it_and_names_the_line(paipu: Paipu, records: Path) -> None:
    for at in ("2.1", "3.1", "4.1"):
        assert paipu("ruling", "issue", records, "--match", MATCH, *instead(ISSUE, "--at", at)).exit_code == 0
    log = Path("rulings.ndjson")
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[1].replace("露牌".encode(), "误牌".encode()) + lines[2])
    for words in (
        ("ruling", "list"),
        ("ruling", "withdraw", "r1", "--by", "a", "--reason", "b"),
        ("audit", records, "--rulings", log),
    ):
        done = paipu(*words)
        assert (done.exit_code, "line 2 was changed" in done.stderr) == (3, True), done.stderr
    done = paipu("ruling", "verify", "--lang", "en")
    assert (done.exit_code, "rulings.ndjson:2  changed" in done.stdout) == (3, True)
    told = json.loads(paipu("ruling", "verify", "-f", "json").stdout)
    assert (told["sound"], [fault["line"] for fault in told["faults"]]) == (False, [2])


def test_a_log_cut_together_with_its_head_is_found_and_somebody_must_answer_for_it(paipu: Paipu, records: Path) -> None:
    for at in ("2.1", "3.1"):
        assert paipu("ruling", "issue", records, "--match", MATCH, *instead(ISSUE, "--at", at)).exit_code == 0
    assert paipu("load", records, "-q").exit_code == 0
    log, head = Path("rulings.ndjson"), Path("rulings.ndjson.head")
    kept = log.read_bytes(), head.read_bytes()
    log.write_bytes(kept[0].splitlines(keepends=True)[0])
    head.unlink()
    for words in (("ruling", "verify"), ("ruling", "list"), ("load", records), ("audit", records, "--rulings", log)):
        done = paipu(*words, "--lang", "en")
        assert (done.exit_code, "there is no rulings.ndjson.head" in done.output) == (3, True), done.output
    head.write_text(json.dumps({"lines": 1, "sha256": acts()[0]["sha256"]}))  # whoever cuts it can write that too
    assert paipu("ruling", "list").exit_code == 0
    told = json.loads(paipu("ruling", "verify", "-f", "json").stdout)
    assert [(fault["code"], fault["line"]) for fault in told["faults"]] == [("seen", 2)]
    assert told["seen"]["lines"] == 2
    done = paipu("load", records, "--lang", "en")
    assert (done.exit_code, "the warehouse has seen 2" in done.stderr) == (3, True), done.stderr
    shown = paipu("ruling", "verify", "--lang", "en").stdout
    command = shown[shown.index("paipu ruling confirm") :].split()[1:6]
    assert paipu(*command, "--by", "王", "--reason", "备份只有这些").exit_code == 0
    assert paipu("ruling", "verify").exit_code == 0
    assert paipu("load", records, "-q").exit_code == 0
    assert "answered for it that the 1 lines before are all" in paipu("ruling", "verify", "--lang", "en").stdout


def test_a_ruling_carries_what_its_author_saw(paipu: Paipu, records: Path) -> None:
    """Two referees by their own terminals: the second is told of the first, whatever either has looked at."""
    rule = ("ruling", "issue", records, "--match", MATCH, *instead(ISSUE, "--lang", "en"))
    assert paipu(*rule).exit_code == 0
    for words in (("--points", "EW=-20"), ("--points", "EW=-20", "--seen", "0"), ("--at", "9.1", "--seen", "0")):
        done = paipu(*instead(rule, *words))
        assert (done.exit_code, "you saw 0 lines, and since then there came on this match: line 1: r1" in done.stderr) == (
            2,
            True,
        )
    assert "--seen 1" in paipu("ruling", "list", "--lang", "en").stderr
    assert paipu(*instead(rule, "--at", "9.1")).exit_code == 0, "another place of the match"
    assert paipu(*instead(rule, "--points", "EW=-20", "--seen", "2")).exit_code == 0
    for kind in ("appeal", "withdraw", "decide"):
        done = paipu("ruling", kind, "r1", "--by", "李", "--reason", "不服", "--seen", "1", "--lang", "en")
        assert (done.exit_code, "line 2: r2 issued by 王" in done.stderr) == (2, True)
    assert paipu("ruling", "appeal", "r1", "--by", "李", "--reason", "不服", "--seen", "3").exit_code == 0
    assert [act["act"] for act in acts()] == ["issue", "issue", "issue", "appeal"]


def test_reports_name_the_log_that_they_rest_on(paipu: Paipu, records: Path) -> None:
    paipu("ruling", "issue", records, "--match", MATCH, *ISSUE)
    [act] = acts()
    case = ("report", "case", records, "--match", MATCH, "--hand", "1", "--lang", "en")
    assert f"log of rulings: 1 lines, the last SHA-256 {act['sha256']}" in paipu(*case, "--rulings", "rulings.ndjson").stdout
    assert "no log of rulings was used" in paipu(*case).stdout


def test_a_torn_line_is_named_and_counts_nowhere(paipu: Paipu, records: Path) -> None:
    paipu("ruling", "issue", records, "--match", MATCH, *ISSUE)
    with Path("rulings.ndjson").open("ab") as log:
        log.write(b'{"format":"paipu-ru')
    done = paipu("ruling", "list")
    assert (done.exit_code, "第 2 行只写了一半" in done.stderr) == (0, True)


def test_an_audit_needs_the_log_that_it_is_told_of(paipu: Paipu, tmp_path: Path) -> None:
    done = paipu("audit", write(tmp_path / "a.ndjson", [clean()]), "--rulings", "none.ndjson")
    assert (done.exit_code, "none.ndjson" in done.stderr) == (3, True)


def test_a_case_is_written_with_the_rulings_of_the_log(paipu: Paipu, records: Path) -> None:
    paipu("ruling", "issue", records, "--match", MATCH, *ISSUE)
    words = ("report", "case", records, "--match", MATCH, "--hand", "1", "--at", "2.1", "--rulings", "rulings.ndjson")
    done = paipu(*words, "-o", "case.html", "--lang", "both")
    assert done.exit_code == 0, done.stderr
    html = Path("case.html").read_text(encoding="utf-8")
    assert [word in html for word in (MATCH, "EW −10 points", "露牌", "SJ-16m")] == [True] * 4
    for wrong, says in ((("--at", "7.2.1"), "it is written 7.2"), (("--hand", "9"), "no hand 9"), (("--at", "99.1"), "99.1")):
        done = paipu(*instead(words, *wrong))
        assert (done.exit_code, says in done.stderr) == (2, True), done.stderr


PLACE = ("--hand", "1", "--at", "2.2", "--by", "王", "--reason", "查实")
WRITTEN = {"hand": 1, "at": "2.2", "seat": "N", "clause": "SJ-16m"}


def test_every_effect_can_be_written_by_hand(paipu: Paipu, records: Path) -> None:
    """The fault as an option, and the whole ruling as records write it, come to the same line."""
    fault = {"kind": "revoke", "noticed": "4.1", "cards": "3s"}
    whole = json.dumps({**WRITTEN, "id": "p1", "state": "issued", "effect": {"fault": fault}})
    by_option = ("--seat", "N", "--clause", "SJ-16m", "--fault", "revoke,noticed=4.1,cards=3s")
    for words in ((*PLACE, *by_option), ("--ruling", whole, "--by", "王", "--reason", "查实")):
        done = paipu("ruling", "issue", records, "--match", MATCH, *words)
        assert done.exit_code == 0, done.stderr
        assert paipu("ruling", "withdraw", acts()[-1]["ruling"]["id"], "--by", "王", "--reason", "再写一次").exit_code == 0
    one, other = ({**act["ruling"], "id": "", "when": ""} for act in acts() if act["act"] == "issue")
    assert one == other
    assert one["effect"] == {"fault": fault}
    assert paipu("ruling", "issue", records, "--match", MATCH, *PLACE, *by_option).exit_code == 0
    decided = json.dumps({**WRITTEN, "effect": {"levels": {"NS": -1}, "stopped": True}})
    assert paipu("ruling", "decide", "r3", "--ruling", decided, "--by", "张", "--reason", "改判").exit_code == 0
    assert acts()[-1]["ruling"]["effect"] == {"levels": {"NS": -1}, "stopped": True}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--fault", "revok", "--seat", "N"), "revoke"),
        (("--fault", "revoke,late", "--seat", "N"), "KIND,noticed=9.4"),
        (("--fault", "revoke,noticed=4.1,noticed=5.1", "--seat", "N"), "noticed=5.1"),
        (("--fault", "revoke,noticed=99", "--seat", "N"), "/effect/fault/noticed"),
        (("--fault", "revoke,count=x", "--seat", "N"), "/effect/fault/count"),
        (("--fault", "revoke,why=x", "--seat", "N"), "/effect/fault/why"),
        (("--fault", "revoke"), "/effect/fault"),
        (("--ruling", "{"), "is not JSON"),
        (("--ruling", "[]"), "one JSON object"),
        (("--ruling", '{"hand": 1, "hand": 2}'), "/hand: the key"),
        (("--ruling", '{"hand": "1"}'), "/hand"),
        (("--ruling", '{"hand": 1, "effects": {}}'), "/effects"),
        (("--ruling", '{"hand": 1, "effect": {"points": {"NE": 3}}}'), "/effect/points/NE"),
        (("--ruling", '{"hand": 1, "effect": {"levels": {"NS": 1e999}}}'), "/effect/levels/NS"),
        (("--ruling", '{"effect": {"fault": {"kind": "revoke"}}}'), "/effect/fault"),
        (("--ruling", '{"hand": 1, "state": "withdrawn"}'), "/state"),
        (("--ruling", '{"hand": 9}'), "no hand 9"),
        (("--ruling", '{"hand": 1}', "--points", "NS=1"), "no other option"),
    ],
)
def test_what_is_written_wrongly_is_refused_with_its_place(
    paipu: Paipu, records: Path, words: tuple[str, ...], says: str
) -> None:
    place = PLACE if "--ruling" not in words else ("--by", "王", "--reason", "查实")
    done = paipu("ruling", "issue", records, "--match", MATCH, *instead(place, *words), "--lang", "en")
    assert done.exit_code == 2, done.stdout
    assert says in done.stderr
    assert not Path("rulings.ndjson").exists() or not acts()


HEARD = (
    *("--called", "14:05", "--statement", "EW=没有看到", "--statement", "NS=他看了底牌", "--witnesses", "邻桌"),
    *("--committee", "三人", "--deadline", "15:00", "--supposed", "3s", "--also", "1,2.2,N", "--also", "1,0"),
)


def test_what_was_heard_and_the_other_places_are_told_as_on_the_page(paipu: Paipu, records: Path) -> None:
    done = paipu("ruling", "issue", records, "--match", MATCH, *ISSUE, *HEARD)
    assert done.exit_code == 0, done.stderr
    done = paipu("ruling", "appeal", "r1", "--by", "李", "--reason", "不服", "--statement", "NS=再看", *HEARD[:2])
    assert done.exit_code == 0, done.stderr
    first, second = acts()
    assert first["hearing"] == {
        "called": "14:05",
        "witnesses": "邻桌",
        "committee": "三人",
        "deadline": "15:00",
        "supposed": ["3s"],
        "statements": {"EW": "没有看到", "NS": "他看了底牌"},
        "also": [{"hand": 1, "at": "2.2", "seat": "N"}, {"hand": 1, "at": "0"}],
    }
    assert second["hearing"] == {"called": "14:05", "statements": {"NS": "再看"}}
    listed = paipu("ruling", "list", "--id", "r1", "--lang", "en").stdout
    assert [word in listed for word in ("NS say · 他看了底牌", "committee · 三人", "14:05")] == [True] * 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--also", "9,2.1"), "no hand 9"),
        (("--also", "1,99.1"), "hand 1 has no trick 99, play 1 (the nearest: "),
        (("--also", "1,2.1,Q"), "/seat"),
        (("--also", "1.2"), "HAND,TRICK.PLAY"),
        (("--at", "99.1"), "hand 1 has no trick 99, play 1"),
        (("--statement", "EN=x"), "the sides are EW, NS"),
        (("--statement", "x"), "NS=WHAT"),
        (("--statement", "NS=x", "--statement", "NS=y"), "once for each"),
        (("--called", "x" * 3000), "hearing"),
    ],
)
def test_a_place_that_is_not_on_record_and_a_statement_of_nobody_are_refused(
    paipu: Paipu, records: Path, words: tuple[str, ...], says: str
) -> None:
    done = paipu("ruling", "issue", records, "--match", MATCH, *instead(ISSUE, *words), "--lang", "en")
    assert (done.exit_code, says in done.stderr) == (2, True), done.stderr
    assert not Path("rulings.ndjson").exists() or not acts()


def test_another_place_wants_the_record_that_shows_it(paipu: Paipu, records: Path) -> None:
    assert paipu("ruling", "draft", records, "--match", MATCH, *ISSUE).exit_code == 0
    said = ("ruling", "issue", "--id", "r1", "--by", "王", "--reason", "x", "--also", "1,2.2", "--lang", "en")
    assert "name the record" in paipu(*said).stderr
    assert paipu(*said[:2], records, "--match", MATCH, *said[2:]).exit_code == 0
