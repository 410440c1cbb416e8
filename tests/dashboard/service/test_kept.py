"""What was acknowledged is kept: under kill -9, and by a backup that is made meanwhile; and how the service says it does."""

import hashlib
import json
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from paipu.analytics import collected
from paipu.analytics.backup import backup, restore
from paipu.analytics.collected import KeptPlace
from paipu.analytics.reader import Reader
from paipu.analytics.verify import verify
from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.addresses import ADDRESSES
from paipu.dashboard.service.roles import Action, Role
from paipu.dashboard.service.shelf import AccountShelf
from tests.dashboard.asking import ask
from tests.dashboard.conftest import run_apart, stop
from tests.dashboard.service.busy import Busy
from tests.dashboard.service.conftest import PASSWORD, Served, administrator, command, member, problem, start
from tests.made import match_of

SCORERS: Final = 4
DOCUMENT: Final = match_of(7, 3, "guandan-1", 1)


def raw_of(name: str) -> tuple[str, bytes]:
    raw = json.dumps({**DOCUMENT, "id": name}, ensure_ascii=False).encode()
    return hashlib.sha256(raw).hexdigest(), raw


class Scorers(Busy[str]):
    """Some scorers who put record after record, each again until it is acknowledged; and what was."""

    def __init__(self, served: Served, mark: str) -> None:
        self._served = served
        super().__init__(partial(self._put, f"{mark}/{number}") for number in range(SCORERS))

    def _put(self, mark: str) -> None:
        for number in range(10_000):
            if self.over.is_set():
                return
            sha256, raw = raw_of(f"{mark}/{number}")
            with suppress(OSError, HTTPException):
                if self._served.ask("PUT", f"/records/{sha256}", raw).status in {201, 204}:
                    self.acknowledged.append(sha256)


def held(warehouse: Path) -> list[str]:
    found = Reader(warehouse).query("SELECT record_sha256 FROM records ORDER BY record_sha256")["record_sha256"]
    return [each if isinstance(each, str) else bytes(each).hex() for each in found]


def killed(warehouse: Path, token: str, kills: int) -> None:
    """Kill a service so many times while scorers put records: what it acknowledged is there, once."""
    acknowledged: set[str] = set()
    for kill in range(kills):
        process, address = start(warehouse)
        served = Served(address, warehouse, token)
        assert all(served.ask("HEAD", f"/records/{each}").status == 200 for each in sorted(acknowledged)[-20:])
        scorers = Scorers(served, f"kill-{kill}")
        scorers.wait_for(3)
        os.kill(process.pid, signal.SIGKILL)
        scorers.end()
        process.communicate()
        acknowledged.update(scorers.acknowledged)
    there = held(warehouse)
    assert acknowledged <= set(there)
    assert len(there) == len(set(there))
    code, said = command(warehouse.parent, "verify", "--format", "json", "--warehouse", warehouse.name)
    assert (code, json.loads(said)["sound"]) == (0, True)


@pytest.mark.deep
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    killed(tmp_path / "house", administrator(tmp_path / "house"), 2)


@pytest.mark.deep
def test_what_was_acknowledged_survives_many_kills(tmp_path: Path) -> None:
    killed(tmp_path / "house", administrator(tmp_path / "house"), 200)


def test_a_backup_under_load_has_all_that_was_acknowledged_before_it_began(served: Served, tmp_path: Path) -> None:
    scorers = Scorers(served, "backup")
    scorers.wait_for(3)
    before = set(scorers.acknowledged)
    with (tmp_path / "x.tar").open("wb") as out:
        backup(served.warehouse, out)
    scorers.wait_for(len(before) + 2)  # and loads go on
    scorers.end()
    restore(tmp_path / "x.tar", tmp_path / "house")
    assert verify(tmp_path / "house").sound
    assert before <= set(held(tmp_path / "house"))


def test_one_command_backs_up_and_one_restores_accounts_too(served: Served, tmp_path: Path) -> None:
    accounts = served.accounts()
    person = member(accounts, "backed up", Role.REFEREE)
    session = accounts.begin(person)
    made = accounts.token(person, "x", [Action.READ])
    assert made is not None
    AccountShelf(accounts, "backed up").change(lambda before: before.added("难", [KeptPlace(match="m", hand=1, note="why")]))
    beside_it = collected.file_beside(served.warehouse)
    collected.change(beside_it, lambda before: before.added("易", [KeptPlace(match="m", hand=2)]))
    there = collected.file_beside(tmp_path / "back")
    collected.change(there, lambda before: before.added("另", [KeptPlace(match="n", hand=3)]))  # of a neighbour
    assert command(served.warehouse.parent, "backup", str(tmp_path / "x.tar"), "--warehouse", "house")[0] == 0
    assert command(tmp_path, "restore", "x.tar", "--warehouse", "back")[0] == 0
    back = Accounts(beside(tmp_path / "back"))
    assert back.all() == accounts.all()
    assert back.check("backed up", PASSWORD) == person
    assert back.bearer(made[1]) is not None
    assert AccountShelf(back, "backed up").read() == AccountShelf(accounts, "backed up").read()
    assert [each.name for each in collected.read(there).collections] == ["另", "易"]
    beside_it.unlink()
    assert back.session(session) is None  # who was signed in signs in again
    back.close()
    accounts.close()
    assert (beside(tmp_path / "back") / "service.sqlite3").stat().st_mode & 0o077 == 0
    assert held(tmp_path / "back") == held(served.warehouse)
    assert command(tmp_path, "restore", "x.tar", "--warehouse", "back")[0] == 3


# ---- how it does


def test_it_says_whether_it_is_ready(served: Served) -> None:
    assert json.loads(ask(served.address, "/healthz").body) == {"status": "ok"}
    assert json.loads(ask(served.address, "/readyz").body) == {"status": "ok", "wanting": []}


def test_it_says_what_is_wanting(tmp_path: Path) -> None:
    token = administrator(tmp_path / "house")
    process, address = start(tmp_path / "house")
    (tmp_path / "house").rename(tmp_path / "gone")
    answer = ask(address, "/readyz")
    assert (answer.status, json.loads(answer.body)) == (503, {"status": "wanting", "wanting": ["warehouse", "disk"]})
    told = problem(Served(address, tmp_path / "house", token).ask("GET", f"/records/{'0' * 64}"))
    assert (told["status"], told["code"]) == (503, "WAREHOUSE")
    assert str(tmp_path) not in json.dumps(told)
    assert "Traceback" not in stop(process)


def test_its_counts_name_nobody(served: Served) -> None:
    assert ask(served.address, f"/player/{quote('王伟')}?u=secret").status == 401
    served.ask("GET", "/findings?event=secret-event")
    said = served.ask("GET", "/metrics")
    assert said.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = said.body.decode()
    assert 'paipu_requests_total{address="/healthz",method="GET",status="200"}' in text
    assert "paipu_loads_waiting 0.0" in text
    assert "paipu_request_seconds_bucket" in text
    assert "secret" not in text
    known = {address.example for address in ADDRESSES} | {""}
    named = {line.partition('address="')[2].partition('"')[0] for line in text.splitlines() if 'address="' in line}
    assert named <= known


def test_its_lines_are_json_and_name_nobody(tmp_path: Path) -> None:
    token = administrator(tmp_path / "house")
    process, address = start(tmp_path / "house", "--log")
    served = Served(address, tmp_path / "house", token)
    sha256, raw = raw_of("secret-match")
    assert served.ask("PUT", f"/records/{sha256}", raw).status == 201
    ask(address, "/player/secret-player?u=secret")
    ask(address, "/sign-in", method="POST", origins=[served.origin], body=b"name=secret&password=secret")
    said = stop(process)
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert {"at", "level", "address", "method", "status", "seconds"} == set(lines[0])
    assert [each["status"] for each in lines if each["method"] == "PUT"] == [201]
    for secret in ("secret", token, sha256, *(seat["name"] for seat in DOCUMENT["seats"].values())):
        assert secret not in said


def test_a_request_that_takes_too_long_is_stopped_and_others_are_answered() -> None:
    """With a program that takes its time."""
    import asyncio

    from paipu.dashboard.service.problems import Problem
    from paipu.dashboard.service.workers import Workers

    slow = (
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    time.sleep(60 if 'slow' in line else 0)\n"
        "    print('[0, null, null]', flush=True)\n"
    )

    async def asked(workers: Workers, word: str) -> int:
        try:
            async with workers.run([word], {}) as ended:
                return ended.exit_code
        except Problem as stop:
            return int(stop.status)

    async def run() -> list[int]:
        workers = Workers((sys.executable, "-c", slow), 2, patience=2, waiting=2)
        found = list(await asyncio.gather(asked(workers, "slow"), asked(workers, "quick"), asked(workers, "quick")))
        found += await asyncio.gather(*(asked(workers, "slow") for _ in range(5)))
        found.append(await asked(workers, "quick"))
        await workers.close()
        return found

    assert run_apart(run()) == [504, 0, 0, 504, 504, 504, 504, 503, 0]
