"""What is done over the interface besides single records: searches, reviews, documents, rulings, and loads of whole files."""

import hashlib
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest

from paipu.dashboard.service.accounts import beside
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.loads import FOLDER
from paipu.dashboard.service.roles import Action, Role
from paipu.dashboard.service.rulings import SEEN
from tests.dashboard.asking import Answer, ask
from tests.dashboard.conftest import stop
from tests.dashboard.service.conftest import Served, administrator, command, member, problem, start
from tests.made import event_of, match_of

NDJSON: Final = "application/x-ndjson"
PATIENCE: Final = 120.0


def encode(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def sha256_of(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


# ---- searches, reviews, documents


def test_hands_are_found_as_the_command_finds_them(served: Served) -> None:
    answer = served.ask("GET", f"/find?q={quote('won')}&first=1")
    words = ("find", "--first=1", "--format=json", "--quiet", "--warehouse=house", "--", "won")
    code, said = command(served.warehouse.parent, *words)
    assert (code, answer.status, answer.body.decode()) == (0, 200, said)
    assert json.loads(said)
    assert problem(served.ask("GET", "/find?q=-x%20and"))["code"] == "FIND-WRONG"
    assert problem(served.ask("GET", "/find?q=won&player=nobody"))["status"] == 404
    assert problem(served.ask("GET", "/find?q=won&bogus=1"))["code"] == "SERVICE-REQUEST"


def test_what_cannot_be_reviewed_is_said(served: Served) -> None:
    raw = encode(match_of(7, 3, "guandan-1", 1))
    assert problem(served.ask("POST", "/review?hand=99", raw))["code"] == "REVIEW-NOTHING"
    assert problem(served.ask("POST", "/review?hand=1&worlds=15", raw))["code"] == "SERVICE-REQUEST"
    assert problem(served.ask("POST", "/review?hand=1", b"{}"))["code"] == "REVIEW-REFUSED"


@pytest.mark.deep
def test_a_hand_is_reviewed_as_the_command_reviews_it(served: Served, tmp_path: Path) -> None:
    raw = encode(match_of(7, 3, "guandan-1", 1))
    answer = served.ask("POST", "/review?hand=1&worlds=16", raw)
    words = ("review", "record.json", "--hand=1", "--worlds=16", "-f", "ndjson", "-q", "--workers=1")
    code, said = command(tmp_path, *words, files={"record.json": raw})
    assert (code, answer.status, answer.body.decode()) == (0, 200, said)


def test_findings_come_in_pages(served: Served) -> None:
    document = match_of(7, 3, "guandan-1", 2)
    raw = encode({**document, "id": "of findings", "claims": {"winner": "NS"}, "hands": document["hands"][1:]})
    served.ask("PUT", f"/records/{sha256_of(raw)}", raw)
    whole = json.loads(served.ask("GET", "/findings").body)
    assert len(whole) > 2
    at, rows = "?limit=2", []
    while at:
        answer = served.ask("GET", f"/findings{at}")
        rows += json.loads(answer.body)
        at = answer.headers.get("link", "").partition(">")[0].removeprefix("<")
    assert rows == whole
    words = ("export", "findings", "--limit=2", "--offset=1", "-f", "json", "-q", "--warehouse=house")
    assert served.ask("GET", "/findings?limit=2&offset=1").body.decode() == command(served.warehouse.parent, *words)[1]


@pytest.mark.parametrize("form", ["html", "xlsx", "zip", "csv", "json"])
def test_a_document_is_published_as_the_command_publishes_it(served: Served, form: str) -> None:
    event = json.loads(served.ask("GET", "/events").body)[0]["event"]
    answer = served.ask("GET", f"/events/{event}/documents/{form}?lang=en")
    assert answer.status == 200, answer.body
    if form in {"html", "csv", "json"}:
        words = ("standings", "--quiet", "--lang=en", f"--format={form}", event, "house")
        assert answer.body.decode() == command(served.warehouse.parent, *words)[1]
    again = served.ask("GET", f"/events/{event}/documents/{form}", If_None_Match=answer.headers["etag"])
    assert again.status == 304
    assert problem(served.ask("GET", f"/events/no/documents/{form}"))["code"] == "STUDY-EVENT"


# ---- rulings


@pytest.fixture(scope="module")
def referees(served: Served) -> Iterator[list[str]]:
    """The tokens of two referees, and of a player."""
    accounts = served.accounts()
    tokens = []
    for name, role in (("王 裁判二", Role.REFEREE), ("李 裁判二", Role.REFEREE), ("a player of them", Role.PLAYER)):
        made = accounts.token(member(accounts, name, role), "tests", list(Action))
        assert made is not None
        tokens.append(made[1])
    yield tokens
    accounts.close()


def act(served: Served, token: str, path: str, body: dict[str, Any]) -> Answer:
    told = [("Authorization", f"Bearer {token}"), ("Content-Type", "application/json")]
    return ask(served.address, f"{API}/rulings{path}", method="POST", headers=told, body=encode(body))


def seen_by(served: Served) -> int:
    return int(served.ask("GET", "/rulings").headers[SEEN])


def put(served: Served, name: str) -> str:
    raw = encode({**match_of(7, 3, "shengji", 1), "id": name})
    assert served.ask("PUT", f"/records/{sha256_of(raw)}", raw).status == 201
    return sha256_of(raw)


def until_follows(served: Served, rulings: int) -> None:
    """Until the warehouse has so many rulings in force on the match."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        said = command(served.warehouse.parent, "export", "rulings", "-f", "json", "-q", "--warehouse", "house")[1]
        if sum(each["match"] == "ruled on" and each["in_force"] for each in json.loads(said)) == rulings:
            return
        time.sleep(0.1)
    raise AssertionError("the warehouse does not follow")


def test_a_ruling_goes_through_its_states(served: Served, referees: list[str]) -> None:
    record, seen = put(served, "ruled on"), seen_by(served)
    given = {"hand": 1, "at": "2.1", "seat": "E", "effect": {"points": {"EW": -10}}}
    new = {"act": "issue", "record": record, "ruling": given, "reason": "露牌", "seen": seen}
    made = act(served, referees[0], "", new)
    assert made.status == 201, made.body
    [first] = json.loads(made.body)
    ruled = first["ruling"]["id"]
    assert (first["by"], first["ruling"]["effect"], first["ruling"]["state"]) == ("王 裁判二", given["effect"], "issued")
    assert made.headers["location"] == f"{API}/rulings/{ruled}"
    until_follows(served, 1)
    told = problem(act(served, referees[1], "", {**new, "ruling": {**given, "seat": "S"}}))
    assert (told["status"], told["code"]) == (409, "RULING-SINCE")  # he has not seen what the first ruled
    told = problem(act(served, referees[1], "", {**new, "seen": seen + 1}))
    assert (told["status"], told["code"]) == (409, "RULING-SAME")
    at = f"/{ruled}"
    appeal = act(served, referees[1], f"{at}/appeal", {"reason": "不服", "seen": seen + 1, "by": "蓝队"})
    [appealed] = json.loads(appeal.body)
    assert (appealed["by"], appealed["ruling"]["state"]) == ("蓝队", "appealed")
    less = {"effect": {"points": {"EW": -5}}}
    assert (
        problem(act(served, referees[1], f"{at}/decide", {"reason": "x", "seen": seen + 2, "by": "another"}))["status"] == 422
    )
    decided = act(served, referees[1], f"{at}/decide", {"reason": "减半", "seen": seen + 2, "ruling": {**given, **less}})
    assert decided.status == 201, decided.body
    assert json.loads(decided.body)[0]["ruling"]["effect"] == less["effect"]
    assert act(served, referees[1], f"{at}/withdraw", {"reason": "错", "seen": seen + 3}).status == 201
    told = problem(act(served, referees[1], f"{at}/withdraw", {"reason": "错", "seen": seen + 4}))
    assert (told["status"], told["code"]) == (409, "RULING-TURN")
    acts = json.loads(served.ask("GET", f"/rulings{at}").body)
    assert [each["act"] for each in acts] == ["issue", "appeal", "decide", "withdraw"]
    words = ("ruling", "list", "--format", "json", "--warehouse", "house")
    assert served.ask("GET", "/rulings").body.decode() == command(served.warehouse.parent, *words)[1]
    assert problem(served.ask("GET", "/rulings/no"))["status"] == 404
    until_follows(served, 0)
    assert served.ask("GET", "/rulings", If_None_Match=served.ask("GET", "/rulings").headers["etag"]).status == 304


def test_of_two_referees_at_once_one_is_told(served: Served, referees: list[str]) -> None:
    record, seen = put(served, "ruled on by two"), seen_by(served)

    def rule(number: int) -> int:
        given = {"hand": 1, "at": "2.1", "seat": "EN"[number], "effect": {"points": {"EW": -10}}}
        new = {"act": "issue", "record": record, "ruling": given, "reason": "x", "seen": seen}
        return act(served, referees[number], "", new).status

    with ThreadPoolExecutor(2) as beside_each_other:
        assert sorted(beside_each_other.map(rule, range(2))) == [201, 409]
    assert seen_by(served) == seen + 1


def test_what_is_no_ruling_is_refused(served: Served, referees: list[str]) -> None:
    record, seen = put(served, "not ruled on"), seen_by(served)
    new = {"act": "issue", "record": record, "ruling": {"hand": 1, "effect": {}}, "reason": "x", "seen": seen}
    assert problem(act(served, referees[2], "", new))["code"] == "SERVICE-MAY-NOT"
    assert problem(act(served, referees[0], "", {**new, "record": "0" * 64}))["code"] == "SERVICE-NO-RECORD"
    assert problem(act(served, referees[0], "", {**new, "seen": seen + 5}))["code"] == "RULING-AHEAD"
    assert problem(act(served, referees[0], "", {**new, "by": "another"}))["code"] == "SERVICE-REQUEST"
    for wrong in ({"bogus": 1}, {"hand": "x"}, {"hand": 999}, {"effect": {"points": {"XX": 1}}}, {"seat": "--help"}):
        assert problem(act(served, referees[0], "", {**new, "ruling": wrong}))["status"] in {400, 422}, wrong
    assert problem(act(served, referees[0], "/--help/withdraw", {"reason": "x", "seen": seen}))["status"] in {400, 404, 409}
    assert seen_by(served) == seen


# ---- loads


def until_over(served: Served, sha256: str) -> dict[str, Any]:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        told: dict[str, Any] = json.loads(served.ask("GET", f"/loads/{sha256}").body)
        if told["state"] in {"done", "refused"}:
            return told
        time.sleep(0.05)
    raise AssertionError("too slow")


def test_a_file_is_loaded_once_and_says_how_far_it_is(served: Served) -> None:
    documents = [{**match_of(7, 3, "guandan-1", 1), "id": f"of a load/{number}"} for number in range(5)]
    raw = b"".join(encode(each) + b"\n" for each in documents) + b"{\n"
    at = f"/loads/{sha256_of(raw)}"
    assert problem(served.ask("GET", at))["code"] == "SERVICE-NO-LOAD"
    first = served.ask("PUT", at, raw, NDJSON)
    assert (first.status, first.headers["location"]) == (202, f"{API}{at}")
    assert json.loads(first.body)["inputs"] == 6
    told = until_over(served, sha256_of(raw))
    assert (told["state"], told["read"], told["summary"]["accepted"], told["summary"]["quarantined"]) == ("done", 6, 5, 1)
    again = served.ask("PUT", at, raw, NDJSON)
    assert (again.status, json.loads(again.body)) == (200, told)
    records = [sha256_of(encode(each)) for each in documents]
    assert all(served.ask("HEAD", f"/records/{each}").status == 200 for each in records)
    left = {each.name for each in (beside(served.warehouse) / FOLDER).iterdir() if sha256_of(raw) in each.name}
    assert left == {f"{sha256_of(raw)}.state"}
    assert problem(served.ask("PUT", f"/loads/{'0' * 64}", raw, NDJSON))["code"] == "SERVICE-HASH"
    assert problem(served.ask("PUT", at, raw, "text/plain"))["status"] == 415


def test_an_event_and_a_score_sheet_are_loaded_too(tmp_path: Path) -> None:
    token = administrator(tmp_path / "house")
    process, address = start(tmp_path / "house")
    served = Served(address, tmp_path / "house", token)
    event, documents = event_of("round-robin", 7)
    for raw, kind in ((encode(event), "application/json"), (b"".join(encode(each) + b"\n" for each in documents), NDJSON)):
        assert served.ask("PUT", f"/loads/{sha256_of(raw)}", raw, kind).status == 202
        assert until_over(served, sha256_of(raw))["state"] == "done"
    assert json.loads(served.ask("GET", f"/events/{event['id']}/standings").body)
    raw = "轮次,台号,东西队,南北队,胜方\n1,1,红,蓝,东西\n".encode()
    assert served.ask("PUT", f"/loads/{sha256_of(raw)}?sheet=guandan-1", raw, "text/csv").status == 202
    assert until_over(served, sha256_of(raw))["state"] == "done"
    assert "Traceback" not in stop(process)


@pytest.mark.deep
def test_what_was_accepted_is_loaded_after_a_kill(tmp_path: Path) -> None:
    token = administrator(tmp_path / "house")
    process, address = start(tmp_path / "house")
    served = Served(address, tmp_path / "house", token)
    raw = b"".join(encode({**match_of(7, 3, "guandan-1", 1), "id": f"killed/{number}"}) + b"\n" for number in range(20))
    assert served.ask("PUT", f"/loads/{sha256_of(raw)}", raw, NDJSON).status == 202
    process.kill()
    process.communicate()
    process, address = start(tmp_path / "house")
    served = served._replace(address=address)
    assert until_over(served, sha256_of(raw))["read"] == 20
    assert "Traceback" not in stop(process)
