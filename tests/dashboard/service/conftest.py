"""A service as people start one, on a warehouse with an event."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from paipu.cli.main import app
from paipu.dashboard.service.accounts import Accounts, Person, beside
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.roles import Action, Role
from tests.dashboard.asking import Answer, ask
from tests.dashboard.conftest import answering, free_port, stop
from tests.made import event_of


class Served(NamedTuple):
    """A service that runs: its address, and its warehouse."""

    address: str
    warehouse: Path
    token: str

    @property
    def origin(self) -> str:
        """What its pages come from."""
        return self.address.rstrip("/")

    def accounts(self) -> Accounts:
        """Its accounts, as another process has them."""
        return Accounts(beside(self.warehouse))

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json", **headers: str) -> Answer:
        """The answer at an address below `/api/v1` to an administrator's program."""
        told = [("Authorization", f"Bearer {self.token}"), *([("Content-Type", kind)] if body is not None else [])]
        told += [(name.replace("_", "-"), value) for name, value in headers.items()]
        return ask(self.address, f"{API}{path}", method=method, headers=told, body=body)


def command(folder: Path, *words: str, files: Mapping[str, bytes] | None = None) -> tuple[int, str]:
    """The exit code and the standard output of a command that runs in a folder with some files."""
    for name, content in (files or {}).items():
        (folder / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("PAIPU_LANG", "PAIPU_DEBUG", "PAIPU_WAREHOUSE"):
            patch.delenv(name, raising=False)
        done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.stdout


def start(warehouse: Path, *more: str) -> tuple["subprocess.Popen[str]", str]:
    """A service that answers, and its address."""
    port = free_port()
    words = ("serve", "--warehouse", str(warehouse), "--port", str(port), *more)
    process = subprocess.Popen(
        [sys.executable, "-m", "paipu.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return answering(process, port), f"http://127.0.0.1:{port}/"


PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that are made for a test


def member(accounts: Accounts, name: str, *roles: Role) -> Person:
    """Somebody who has taken up an invitation."""
    person = accounts.join(accounts.invite(name, roles, None), PASSWORD)
    assert person is not None
    return person


def administrator(warehouse: Path) -> str:
    """The token of an administrator of the service of a warehouse."""
    accounts = Accounts(beside(warehouse))
    made = accounts.token(member(accounts, "管理员", Role.ADMINISTRATOR), "tests", Action)
    accounts.close()
    assert made is not None
    return made[1]


NAME = "paipu.example"
"""By which a service is reached that has a certificate."""


def certified(folder: Path) -> None:
    """Make a certificate of that name and of this machine, `cert.pem`, and its `key.pem`."""
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}")
    names = ("-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem")
    subprocess.run([*made, *names], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("service")
    event, documents = event_of("round-robin", 7)
    (folder / "event.json").write_text(json.dumps(event), encoding="utf-8")
    lines = "".join(json.dumps(each) + "\n" for each in documents)
    (folder / "records.ndjson").write_text(lines, encoding="utf-8")
    code, _ = command(folder, "load", "event.json", "records.ndjson", "--quiet", "--workers", "1", "--warehouse", "house")
    assert code == 0
    token = administrator(folder / "house")
    process, address = start(folder / "house")
    yield Served(address, folder / "house", token)
    said = stop(process)
    assert "Traceback" not in said, said


def problem(answer: Answer) -> dict[str, Any]:
    """The problem that an answer is."""
    assert answer.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = json.loads(answer.body)
    assert told["status"] == answer.status
    assert told["type"] == f"urn:paipu:problem:{told['code']}"
    assert told["message"]["zh"]
    assert told["detail"] == told["message"]["en"]
    return told
