"""Reached from elsewhere: by TLS, under the one name that it was given, with a cookie that goes by TLS alone."""

import shutil
import ssl
import time
from collections.abc import Iterator
from http.client import HTTPSConnection
from typing import NamedTuple
from urllib.parse import quote

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.roles import Role
from tests.dashboard.conftest import free_port, stop
from tests.dashboard.forge import Forked, program
from tests.dashboard.service.conftest import NAME, PASSWORD, Stream, certified, member

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")


class Public(NamedTuple):
    """A service with a certificate of its own, and what it trusts a browser to know it by."""

    port: int
    context: ssl.SSLContext

    @property
    def origin(self) -> str:
        """What others call it."""
        return f"https://{NAME}:{self.port}"

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, Headers]:
        """The answer to a browser that has looked the name up."""
        connection = HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=30)
        told = {"Host": f"{NAME}:{self.port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.request(method, path, body or None, told)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, Headers(dict(answer.getheaders()))


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Public]:
    folder = tmp_path_factory.mktemp("tls")
    certified(folder)
    accounts = Accounts(beside(folder / "house"))
    member(accounts, "viewer", Role.VIEWER)
    accounts.close()
    port = free_port()
    given = ("--tls-cert", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem"))
    words = ("serve", "--warehouse", str(folder / "house"), "--port", str(port), "--public", f"https://{NAME}:{port}", *given)
    process = Forked(program, *words)
    found = Public(port, ssl.create_default_context(cafile=str(folder / "cert.pem")))
    _wait(process, found)
    yield found
    assert "Traceback" not in stop(process)


def _wait(process: Forked, public: Public) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            if public.ask("GET", "/healthz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise AssertionError(process.communicate()[0])


def test_it_answers_under_its_name_and_those_of_the_machine_alone(public: Public) -> None:
    assert public.ask("GET", "/healthz", Host=f"127.0.0.1:{public.port}")[0] == 200
    for host in (NAME, f"{NAME}:1", f"x.{NAME}:{public.port}", f"evil.example:{public.port}", ""):
        assert public.ask("GET", "/healthz", Host=host)[0] == 421, host
    assert public.ask("GET", "/healthz", Origin=public.origin)[0] == 200
    for origin in (f"http://{NAME}:{public.port}", f"https://{NAME}", "https://evil.example", "null"):
        assert public.ask("GET", "/healthz", Origin=origin)[0] == 403, origin


def test_somebody_signs_in_by_tls_and_opens_the_websocket(public: Public) -> None:
    fields = f"name=viewer&password={quote(PASSWORD)}"
    kind = "application/x-www-form-urlencoded"
    status, headers = public.ask("POST", "/sign-in?to=/replay", fields, Content_Type=kind, Origin=public.origin)
    assert (status, headers["location"]) == (303, "/replay")
    cookie, *how = headers["set-cookie"].split("; ")
    assert cookie.startswith("__Host-paipu=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(how)
    status, headers = public.ask("GET", "/", Cookie=cookie)
    assert status == 200
    assert f"wss://{NAME}:{public.port}" in headers["content-security-policy"]
    with Stream(public.origin, cookie, context=public.context):
        pass
    with pytest.raises(InvalidStatus):
        Stream(public.origin, "", context=public.context)
