"""A service on a warehouse with an event."""

import asyncio
import json
import subprocess
import threading
import time
from collections.abc import Coroutine, Iterator, Mapping
from pathlib import Path
from ssl import SSLContext
from typing import Any, NamedTuple, Self, TypeVar

import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from paipu.cli.main import app
from paipu.dashboard.service.accounts import Accounts, Person, beside
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.door import ENDED
from paipu.dashboard.service.roles import Action, Role
from tests.dashboard.asking import Answer, ask
from tests.dashboard.conftest import answering, free_port, stop
from tests.dashboard.forge import Forked, hash_quickly, program
from tests.made import event_of


@pytest.fixture(scope="session", autouse=True)
def _passwords_are_hashed_quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        hash_quickly(patch)
        yield


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


def start(warehouse: Path, *more: str) -> tuple[Forked, str]:
    """A service that answers, and its address."""
    port = free_port()
    words = ("serve", "--warehouse", str(warehouse), "--port", str(port), *more)
    return answering(Forked(program, *words), port), f"http://127.0.0.1:{port}/"


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


T = TypeVar("T")


class Stream:
    """The websocket of the pages, as a browser opens it: `origin` is that of the page, and the name it is reached by.

    With a certificate (`context`) it goes to this machine all the same. All of it is done by one thread: the client of
    `websockets` that needs no event loop reads and writes a connection by two at once, which TLS does not bear (it hangs).
    """

    def __init__(self, to: str, cookie: str, *, origin: str | None = None, context: SSLContext | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        there: dict[str, Any] = {"ssl": context, "host": "127.0.0.1"} if context is not None else {}
        try:
            self._socket = self._done(
                connect(
                    f"ws{to.removeprefix('http')}/_stcore/stream",
                    origin=Origin(origin or to),
                    subprotocols=[Subprotocol("streamlit")],
                    additional_headers={"Cookie": cookie},
                    **there,
                ).__aenter__()
            )
        except BaseException:
            self._end()
            raise

    def _done(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(120)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._done(self._socket.close())
        self._end()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._done(self._socket.send(message))

    def recv(self, seconds: float) -> bytes:
        """The next message. Raises TimeoutError after some seconds, and ConnectionClosed."""
        return self._done(asyncio.wait_for(self._socket.recv(decode=False), seconds))

    def ends(self, seconds: float) -> bool:
        """Whether it is closed within some seconds because whoever opened it is not signed in any more."""
        until = time.monotonic() + seconds
        try:
            while (left := until - time.monotonic()) > 0:
                self.recv(left)
        except TimeoutError:
            return False
        except ConnectionClosed as closed:
            return closed.rcvd is not None and closed.rcvd.code == ENDED
        return False


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
