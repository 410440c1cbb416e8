"""No packet leaves the machine: every call of the server that has to do with the network is watched by strace."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.dashboard.asking import EVIL, ask, knock
from tests.dashboard.conftest import Tab, free_port, start_afresh, stop

FOREIGN = (f"http://{EVIL}", "http://192.0.2.1", "null")
PATHS = (
    "/",
    "/healthz",
    "/nowhere",
    "/_stcore/health",
    "/_stcore/upload_file/a/b",
    "/_stcore/agent/mcp",
    "/media/x",
    "/auth/login",
)
ADDRESS = re.compile(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
CALLING = re.compile(r"^\d+ +connect\((?!.*/nscd/)", re.MULTILINE)  # nscd is the machine's own list of users
ASKING = re.compile(r"^\d+ +socket\(AF_(?!UNIX)\w+, (?!SOCK_STREAM)", re.MULTILINE)


def find_strace() -> str:
    """The path of a strace that works here; where there is none the test is skipped, or fails where browsers are required."""
    path = shutil.which("strace")
    if path is not None and subprocess.run([path, "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0:
        return path
    if os.environ.get("PAIPU_REQUIRE_BROWSER") == "1":
        pytest.fail("no strace that works here, and PAIPU_REQUIRE_BROWSER=1 asks for one", pytrace=False)
    pytest.skip("no strace that works here")


@pytest.fixture
def strace() -> str:
    return find_strace()


def test_without_strace_the_traffic_is_not_watched_or_the_test_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PAIPU_REQUIRE_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no strace"):
        find_strace()
    monkeypatch.setenv("PAIPU_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="no strace"):
        find_strace()


class Watched:
    """A server, and what it did with sockets."""

    def __init__(self, strace: str, warehouse: Path, log: Path) -> None:
        self.log = log
        port = free_port()
        # -D: strace stands aside, so that the process that we start and end is the server
        self.process = start_afresh(warehouse, port, [strace, "-D", "-f", "-q", "-e", "trace=network", "-o", str(log)])
        self.root = f"http://127.0.0.1:{port}/"

    def calls(self) -> str:
        """End the server; every call that it made."""
        stop(self.process)
        ended = re.compile(rf"^{self.process.pid} +\+\+\+ ", re.MULTILINE)
        deadline = time.monotonic() + 30
        while not ended.search(calls := self.log.read_text()):
            assert time.monotonic() < deadline, calls
            time.sleep(0.1)
        return calls


@pytest.fixture
def watched(strace: str, warehouse: Path, tmp_path: Path) -> Iterator[Watched]:
    server = Watched(strace, warehouse, tmp_path / "calls")
    yield server
    server.process.kill()
    server.process.communicate()


def assert_all_stays_here(calls: str) -> None:
    addresses = {here or there for here, there in ADDRESS.findall(calls)}
    assert addresses, "strace saw nothing"
    assert {address for address in addresses if not ip_address(address).is_loopback} == set()
    assert CALLING.findall(calls) == []  # not even a resolver on this machine, which would ask on
    assert ASKING.findall(calls) == []  # neither a datagram nor a question to the kernel about its interfaces


def test_what_is_asked_from_outside_makes_no_packet(watched: Watched) -> None:
    for path in PATHS:
        for origin in FOREIGN:
            assert ask(watched.root, path, origins=[origin]).status == 403
            assert ask(watched.root, path, origins=[origin], method="PUT").status == 403
        assert ask(watched.root, path, host=EVIL).status == 421
        assert ask(watched.root, path, host=EVIL, origins=[f"http://{EVIL}"]).status == 421
        assert ask(watched.root, path).status < 500
    assert knock(watched.root, origins=FOREIGN[:1]).status == 403
    assert knock(watched.root, origins=["null"]).status == 403
    assert knock(watched.root, host=EVIL, origins=[f"http://{EVIL}"]).status == 421
    assert knock(watched.root).status == 101
    assert_all_stays_here(watched.calls())


@pytest.mark.deep
@pytest.mark.browser
def test_pages_in_a_browser_make_no_packet(watched: Watched, browser: Browser) -> None:
    context = browser.new_context(locale="zh-CN")
    tab = Tab(context.new_page(), watched.root)
    tab.open("?lang=en")
    expect(tab.page.locator(".overview .verdict")).to_be_visible()
    tab.replay("match=spring26/r1/t02&hand=1")
    tab.page.keyboard.press("ArrowRight")
    tab.until_ply(1)
    tab.until_address("ply=1")
    context.close()
    assert_all_stays_here(watched.calls())


@pytest.mark.parametrize(
    "call",
    [
        '7 connect(4, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16) = 0',
        '7 sendto(4, "x", 1, 0, {sa_family=AF_INET6, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 1',
        '7 connect(4, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
        '7 connect(4, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0',
        "7 socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 4",
        "7 socket(AF_NETLINK, SOCK_RAW|SOCK_CLOEXEC, NETLINK_ROUTE) = 4",
    ],
)
def test_a_call_to_elsewhere_would_be_seen(call: str) -> None:
    quiet = (
        '7 bind(3, {sa_family=AF_INET, sin_port=htons(1), sin_addr=inet_addr("127.0.0.1")}, 16) = 0\n'
        '7 connect(4, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT\n'
        "7 socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 3\n"
    )
    assert_all_stays_here(quiet)
    with pytest.raises(AssertionError):
        assert_all_stays_here(f"{quiet}{call}\n")
