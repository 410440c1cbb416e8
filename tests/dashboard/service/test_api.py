"""The interface for programs: what it answers is what the command answers, and what it refuses has the command's code."""

import hashlib
import json
import re
import shlex
import signal
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest

from paipu.dashboard.service.addresses import ADDRESSES, API, methods_at
from paipu.dashboard.service.problems import STATUS_OF_EXIT
from paipu.ingest.question.asking import ask as ask_question
from paipu.ingest.question.document import question_of, question_schema
from paipu.ingest.question.errors import QuestionError
from paipu.samples import FAULTS
from tests.dashboard.asking import EVIL, ask
from tests.dashboard.conftest import stop
from tests.dashboard.service.conftest import Served, administrator, command, problem, start
from tests.made import match_of

NDJSON: Final = "application/x-ndjson"
ASKED: Final = Path(__file__).parents[2] / "cli" / "asked.toml"
UNREADABLE: Final = (b"", b"{", b"[]", b"{}", b'{"format":"paipu/2"}', b"\xff\xfe", b"\x1f\x8b", b"null", b'{"a":1,"a":2}')


def encode(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def sha256_of(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def questions() -> Iterator[dict[str, object]]:
    """The first questions of each table of `asked.toml`, as keys and values."""
    for rows in tomllib.loads(ASKED.read_text(encoding="utf-8")).values():
        for row in rows[:2]:
            words = shlex.split(row["words"])
            if all(word.startswith("--") for word in words[::2]) and len(set(words[::2])) * 2 == len(words):
                yield {
                    name.removeprefix("--"): int(value) if value.lstrip("-").isdigit() and name != "--level" else value
                    for name, value in zip(words[::2], words[1::2], strict=True)
                }


@pytest.mark.parametrize("sheet", FAULTS)
def test_an_audit_is_that_of_the_command(served: Served, tmp_path: Path, sheet: str) -> None:
    raw = encode(match_of(7, 3, sheet, 2))
    answer = served.ask("POST", "/audit", raw)
    code, said = command(tmp_path, "audit", "record.json", "-f", "json", "-q", files={"record.json": raw})
    assert code in {0, 1}
    assert answer.status == 200
    assert answer.body.decode() == said


def test_many_records_are_audited_at_once_and_what_is_refused_is_listed(served: Served, tmp_path: Path) -> None:
    raw = b"\n".join([encode(match_of(7, 3, "shengji", 2)), b"{", encode(match_of(7, 3, "guandan-1", 2))]) + b"\n"
    answer = served.ask("POST", "/audit", raw, NDJSON)
    _, said = command(tmp_path, "audit", "records.ndjson", "-f", "json", "-q", files={"records.ndjson": raw})
    assert answer.status == 200
    assert answer.body.decode() == said
    assert json.loads(said)["summary"]["quarantined"] == 1


@pytest.mark.parametrize("raw", UNREADABLE)
def test_what_no_audit_can_read_is_refused_with_the_same_rejections(served: Served, tmp_path: Path, raw: bytes) -> None:
    told = problem(served.ask("POST", "/audit", raw))
    code, said = command(tmp_path, "audit", "record.json", "-f", "json", "-q", files={"record.json": raw})
    assert (told["exit_code"], told["status"]) == (code, STATUS_OF_EXIT[code])
    assert told["rejections"] == json.loads(said)["rejections"]
    assert told["code"] == told["rejections"][0]["code"]


def test_a_question_is_answered_as_the_command_answers_it(served: Served, tmp_path: Path) -> None:
    asked = list(questions())
    assert len(asked) > 15
    raw = b"".join(encode(each) + b"\n" for each in asked)
    answer = served.ask("POST", "/judge", raw, NDJSON)
    _, said = command(tmp_path, "judge", "--from", "asked", "-f", "json", "-q", files={"asked": raw})
    assert (answer.status, answer.body.decode()) == (200, said)
    answered = [json.loads(line) for line in said.splitlines()]
    assert len(answered) == len(asked)
    for question, line in list(zip(asked, answered, strict=True))[::4]:
        alone = served.ask("POST", "/judge", encode(question))
        if "error" in line:
            told = problem(alone)
            assert (told["code"], told["message"]) == (line["error"]["code"], line["error"]["message"])
            continue
        words = [word for name, value in question.items() for word in (f"--{name}", str(value))]
        code, said = command(tmp_path, "judge", *words, "-f", "json")
        assert code == 0
        assert (alone.status, alone.body.decode()) == (200, said)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"[]", "JUDGE-OBJECT"),
        (b"{", "JSON-SYNTAX"),
        (b"{}", "JUDGE-WHAT"),
        (b'{"sheet":"no"}', "RULES-UNKNOWN"),
        (b'{"bogus":1}', "JUDGE-KEY"),
        (b'{"trick":1}', "JUDGE-TYPE"),
        (b'{"lang":"fr"}', "JUDGE-KEY"),
    ],
)
def test_a_question_that_makes_no_sense_says_why(served: Served, raw: bytes, code: str) -> None:
    told = problem(served.ask("POST", "/judge", raw))
    assert (told["code"], told["status"]) == (code, 422)


def test_an_ending_is_searched_as_the_command_searches_it(served: Served, tmp_path: Path) -> None:
    document = match_of(7, 3, "shengji", 1)
    raw, at = encode(document), f"{len(document['hands'][0]['tricks']) - 1}.1"
    answer = served.ask("POST", f"/solve?hand=1&at={at}&nodes=20000", raw)
    words = ("solve", "record.json", "--hand", "1", "--at", at, "--nodes", "20000", "-f", "ndjson")
    code, said = command(tmp_path, *words, files={"record.json": raw})
    assert code == 0
    assert (answer.status, answer.body.decode()) == (200, said)
    assert answer.headers["content-type"] == NDJSON
    assert problem(served.ask("POST", "/solve?hand=9&at=1.1", raw))["code"] == "REPLAY-NO-HAND"
    assert problem(served.ask("POST", "/solve?hand=1&at=1.1&nodes=99999999", raw))["code"] == "SERVICE-REQUEST"
    assert problem(served.ask("POST", "/solve?hand=1&at=--help", raw))["code"] == "SERVICE-REQUEST"


def test_a_record_is_put_and_got_by_its_hash(served: Served) -> None:
    raw = encode(match_of(7, 11, "guandan-1", 2))
    at = f"/records/{sha256_of(raw)}"
    assert problem(served.ask("GET", at))["code"] == "SERVICE-NO-RECORD"
    put = served.ask("PUT", at, raw)
    assert (put.status, put.headers["location"], put.headers["etag"]) == (201, f"{API}{at}", f'"{sha256_of(raw)}"')
    assert [served.ask("PUT", at, raw).status for _ in range(2)] == [204, 204]
    assert problem(served.ask("PUT", at, raw, If_None_Match="*"))["status"] == 412
    got = served.ask("GET", at)
    assert (got.status, got.body, got.headers["etag"]) == (200, raw, f'"{sha256_of(raw)}"')
    assert served.ask("HEAD", at).status == 200
    for told in (f'"{sha256_of(raw)}"', f'"x", W/"{sha256_of(raw)}"', "*"):
        assert served.ask("GET", at, If_None_Match=told).status == 304
    assert served.ask("GET", at, If_None_Match='"x"').status == 200


def test_records_that_are_put_at_the_same_time_are_all_there_once(served: Served) -> None:
    raws = [encode({**match_of(7, 3, "guandan-1", 1), "id": f"beside/{number}"}) for number in range(8)]
    with ThreadPoolExecutor(8) as beside:
        answers = list(beside.map(lambda raw: served.ask("PUT", f"/records/{sha256_of(raw)}", raw), [*raws, *raws[:2]]))
    assert {answer.status for answer in answers} <= {201, 204}
    assert [served.ask("GET", f"/records/{sha256_of(raw)}").body for raw in raws] == raws


def test_what_is_no_record_is_not_put(served: Served) -> None:
    raw = encode(match_of(7, 12, "guandan-1", 1))
    other = encode(match_of(7, 13, "guandan-1", 1))
    assert problem(served.ask("PUT", f"/records/{sha256_of(other)}", raw))["code"] == "SERVICE-HASH"
    assert problem(served.ask("PUT", f"/records/{'0' * 63}", raw))["code"] == "SERVICE-REQUEST"
    for broken in UNREADABLE:
        told = problem(served.ask("PUT", f"/records/{sha256_of(broken)}", broken))
        assert told["status"] == 422
        assert served.ask("GET", f"/records/{sha256_of(broken)}").status == 404
    quarantine = command(served.warehouse.parent, "export", "quarantine", "-f", "json", "-q", "--warehouse", "house")
    assert json.loads(quarantine[1]) == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/findings", "export findings"),
        ("/findings?sheet=guandan-1", "export findings --sheet guandan-1"),
        ("/events", "export latest_events"),
        ("/events/{event}/standings", "export standings --event {event}"),
        ("/statistics?by=team&event={event}", "stats --by team --event {event}"),
        ("/statistics?key=bombs", "stats --key bombs"),
    ],
)
def test_a_table_is_that_of_the_command(served: Served, path: str, words: str) -> None:
    [event] = json.loads(served.ask("GET", "/events").body)
    answer = served.ask("GET", path.format(event=event["event"]))
    asked = words.format(event=event["event"]).split()
    code, said = command(served.warehouse.parent, *asked, "-f", "json", "-q", "--warehouse", "house")
    assert code == 0
    assert (answer.status, answer.body.decode()) == (200, said)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/events/no/standings", 404, "STUDY-EVENT"),
        ("/findings?sheet=no", 400, "STUDY-SHEET"),
        ("/findings?event=--help", 404, "STUDY-EVENT"),
        ("/statistics?key=no", 400, "STATS-KEY"),
        ("/statistics?by=no", 422, "SERVICE-REQUEST"),
        ("/findings?sheet=", 422, "SERVICE-REQUEST"),
        ("/findings?event=%00%ff", 404, "STUDY-EVENT"),
        ("/nowhere", 404, "SERVICE-ADDRESS"),
        ("/records/%0a", 404, "SERVICE-ADDRESS"),
        ("/", 404, "SERVICE-ADDRESS"),
    ],
)
def test_what_there_is_not_is_said(served: Served, path: str, status: int, code: str) -> None:
    told = problem(served.ask("GET", path))
    assert (told["status"], told["code"]) == (status, code)
    assert str(served.warehouse.parent) not in json.dumps(told)


def test_a_table_that_is_as_it_was_is_not_sent_again(served: Served) -> None:
    first = served.ask("GET", "/findings")
    assert first.headers["etag"] == served.ask("GET", "/events").headers["etag"]
    again = served.ask("GET", "/findings", If_None_Match=first.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    raw = encode({**match_of(7, 3, "guandan-1", 1), "id": "etag"})
    assert served.ask("PUT", f"/records/{sha256_of(raw)}", raw).status == 201
    after = served.ask("GET", "/findings", If_None_Match=first.headers["etag"])
    assert after.status == 200
    assert after.headers["etag"] != first.headers["etag"]


def test_the_schema_of_a_question_holds_what_the_command_takes() -> None:
    schema = jsonschema.Draft202012Validator(question_schema())
    asked = list(questions())
    assert [each for each in asked if not schema.is_valid(each)] == []
    others: list[dict[str, Any]] = [{}, {"sheet": "guandan-1"}, {"trick": None}, {"time": False}, {"trick": "E", "bogus": 1}]
    for wrong in others:
        assert not schema.is_valid(wrong), wrong
        with pytest.raises(QuestionError):
            ask_question(question_of(wrong, "zh"))


def test_a_body_of_another_type_or_too_large_is_refused(served: Served) -> None:
    for path in ("/audit", "/judge", "/solve?hand=1&at=1.1"):
        assert problem(served.ask("POST", path, b"{}", "text/plain"))["status"] == 415
        assert problem(served.ask("POST", path))["status"] == 415
    assert problem(served.ask("POST", "/judge", b" " * 9000))["status"] == 413
    assert problem(served.ask("POST", "/audit", b" " * (16 << 20) + b" "))["status"] == 413


def test_an_address_says_what_it_takes(served: Served) -> None:
    answer = served.ask("DELETE", f"/records/{'0' * 64}")
    assert problem(answer)["code"] == "SERVICE-METHOD"
    assert answer.headers["allow"] == "GET, HEAD, PUT"


def test_the_gate_stands_before_the_interface_too(served: Served) -> None:
    for path in (f"{API}/events", f"{API}/nowhere"):
        assert ask(served.address, path, origins=[f"http://{EVIL}"]).status == 403
        assert ask(served.address, path, host=EVIL).status == 421
    answer = served.ask("GET", "/events")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert ask(served.address, "/healthz").status == 200


def test_the_description_is_openapi_and_names_every_address(served: Served) -> None:
    document: dict[str, Any] = json.loads(served.ask("GET", "/openapi.json").body)
    assert document["openapi"].startswith("3.1.")
    assert document["servers"] == [{"url": API}]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert {"4XX", "5XX"} <= operation["responses"].keys(), (method, path)
            for answer in operation["responses"].values():
                for media in answer.get("content", {}).values():
                    jsonschema.Draft202012Validator.check_schema(media.get("schema", {}))
    for path, operations in document["paths"].items():
        assert {method.upper() for method in operations} == methods_at(API + re.sub(r"{\w+}", "0" * 64, path)), path
    described = [re.compile(API + re.sub(r"{\w+}", "[^/]+", path)) for path in document["paths"]]
    for address in ADDRESSES:
        if address.example.startswith(f"{API}/") and not address.example.endswith("openapi.json"):
            assert any(path.fullmatch(address.example) for path in described), address.example


def test_a_service_makes_its_warehouse_and_ends_when_told(tmp_path: Path) -> None:
    token = administrator(tmp_path / "new")
    process, address = start(tmp_path / "new")
    served = Served(address, tmp_path / "new", token)
    assert json.loads(served.ask("GET", "/events").body) == []
    said = stop(process)
    assert process.returncode == 128 + signal.SIGTERM, said
    assert "Traceback" not in said
    assert "handles pid" not in said
    assert f"{address}api/v1" in said
