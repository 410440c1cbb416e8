"""A warehouse with a match of every sort, a server on it, and a browser that looks at the server."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Request, WebSocket, expect, sync_playwright
from streamlit.components.v2 import manifest_scanner

from paipu.analytics import collected
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.shell import HEALTH
from tests.dashboard import climbing, family, matches
from tests.dashboard.forge import Forked, pages

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ONCE_COMPILED = "--js-flags=--no-opt,--no-maglev"
"""To compile scripts once more, for speed, takes longer than all that the tests run of them."""
T = TypeVar("T")
Server = TypeVar("Server", "subprocess.Popen[str]", Forked)
BROKEN = 3
COLLECTION = "难题"
"""Hands that somebody has kept there."""
PATIENCE_MS = 20_000
"""How long a page may take on a busy machine."""
FRAMES_MS = 50
"""Between two looks at a condition: to look at every frame, which is the rule, has the browser paint all the time."""


def each_in_a_language(places: Iterable[str]) -> pytest.MarkDecorator:
    """The first `place` in one `lang`; in the deep run each of them in both."""
    first, *others = ((place, lang) for place in places for lang in ("zh", "en"))
    return pytest.mark.parametrize(
        ("place", "lang"), [first, *(pytest.param(*each, marks=pytest.mark.deep) for each in others)]
    )


@pytest.fixture(scope="session", autouse=True)
def _components_are_looked_for_once() -> Iterator[None]:
    """Else each page without a browser looks through all that is installed for components, which takes longer than the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@contextmanager
def main_kept() -> Iterator[None]:
    """Put back what Streamlit replaces: a process that is started after a page was drawn would run the page's script."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture(autouse=True)
def _own_main() -> Iterator[None]:
    with main_kept():
        yield


@cache
def documents() -> list[dict[str, Any]]:
    """The records of the warehouse."""
    return matches.everything() + family.everything() + climbing.everything()


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = matches.make_warehouse(tmp_path_factory.mktemp("dashboard"), documents(), BROKEN)
    places = [collected.KeptPlace(match="spring26/r1/t02", hand=2, ply=ply, note=f"ply {ply}") for ply in (20, 26)]
    collected.change(collected.file_beside(made), lambda before: before.added(COLLECTION, places))
    return made


@pytest.fixture
def on_warehouse(warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pages of this test read the warehouse."""
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(warehouse))
    return warehouse


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(directory: Path, port: int, first: str = "") -> Forked:
    """A server process that answers; the caller ends it. `first` is what it does before it serves, `app` being there."""
    return answering(Forked(pages, str(directory), port, first), port)


def start_afresh(directory: Path, port: int, under: Sequence[str] = (), folder: Path | None = None) -> "subprocess.Popen[str]":
    """The same from its birth, as people start one; run under another command or in another folder if one is given."""
    program = (
        f"from pathlib import Path; from paipu.dashboard.serve import serve; serve(Path({str(directory)!r}), {port}, False)"
    )
    process = subprocess.Popen(
        [*under, sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    return answering(process, port)


def answering(process: Server, port: int) -> Server:
    """A server process once it answers."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                if answer.status == 200:
                    return process
        except OSError:
            time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    raise AssertionError(f"the server did not come up: {process.communicate()[0]}")


def stop(process: "subprocess.Popen[str] | Forked") -> str:
    """End a server as a service manager does; what it printed. One that has ended by itself fails the test."""
    ended = process.poll()
    assert ended is None, f"the server ended with {ended}: {process.communicate()[0]}"
    process.send_signal(signal.SIGTERM)
    try:
        return process.communicate(timeout=10)[0]
    finally:
        process.kill()


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """The root address of a server on a warehouse, that ends without a traceback."""
    port = free_port()
    process = start(directory, port)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        said = stop(process)
    assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def server(warehouse: Path) -> Iterator[str]:
    """The root address of a server on the warehouse."""
    with served(warehouse) as address:
        yield address


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        launched = playwright.chromium.launch(executable_path=chromium, args=[*QUIET, ONCE_COMPILED])
        yield launched
        launched.close()


def run_apart(work: Coroutine[object, object, T]) -> T:
    """What a coroutine gives, run on a thread of its own: playwright keeps a loop running in that of the tests."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, work).result()


class Tab:
    """A page of the browser, with every address it asked for and every error it reported."""

    def __init__(self, page: Page, root: str) -> None:
        self.page, self.root = page, root
        self.asked: list[str] = []
        self.errors: list[str] = []
        page.on("request", self._ask)
        page.on("websocket", self._ask)
        page.on("pageerror", self._err)

    def _ask(self, asking: Request | WebSocket) -> None:
        self.asked.append(asking.url)

    def _err(self, error: Error) -> None:
        self.errors.append(str(error))

    def leave(self) -> None:
        """Leave nothing behind for who looks at the page next; a script error fails the test.

        The page stays at an address of the server: from a blank one the next would be opened by another process of the
        browser, which compiles all scripts again.
        """
        self.page.goto(self.root + HEALTH.removeprefix("/"))
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.context.clear_cookies()
        self.page.remove_listener("request", self._ask)
        self.page.remove_listener("websocket", self._ask)
        self.page.remove_listener("pageerror", self._err)
        assert self.errors == []

    def open(self, address: str) -> "Tab":
        self.page.goto(self.root + address)
        return self

    def replay(self, address: str) -> "Tab":
        """Open a replay address and wait for the card table."""
        self.open(f"replay?{address}")
        self.page.locator(".pp[data-ply]").wait_for()
        return self

    @property
    def ply(self) -> int:
        return int(self.page.locator(".pp").get_attribute("data-ply") or -1)

    def until(self, condition: str, argument: object = None) -> None:
        """Wait for a condition in JavaScript."""
        self.page.wait_for_function(condition, arg=argument, timeout=PATIENCE_MS, polling=FRAMES_MS)

    def fits(self) -> bool:
        """Whether the whole card table is seen without scrolling; what stands below it need not be."""
        seen: bool = self.page.locator(".pp").evaluate("node => node.getBoundingClientRect().bottom <= innerHeight")
        return seen

    def reach(self, selector: str, most: int = 90) -> None:
        """Go on by Tab until what has the focus fits a selector."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
        here = self.page.evaluate("() => document.activeElement?.outerHTML.slice(0, 200)")
        raise AssertionError(f"{most} times Tab never came to {selector}; now at {here}")

    def until_ply(self, ply: int) -> None:
        self.page.locator(f'.pp[data-ply="{ply}"]').wait_for()

    def until_hand(self, no: int) -> None:
        self.page.locator('.pp .hands [aria-current="true"]', has_text=re.compile(rf"^{no}(?!\d)")).wait_for()

    def until_address(self, *parts: str) -> None:
        self.until("parts => parts.every(part => location.href.includes(part))", list(parts))


class Phone:
    """The page as on a phone, used by a finger: the window that there is, so that no other compiles all scripts again."""

    def __init__(self, page: Page, width: int = 390, height: int = 844) -> None:
        self.page, self.taps = page, 0
        page.set_viewport_size({"width": width, "height": height})
        self.hand = page.context.new_cdp_session(page)
        self.hand.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})

    def tap(self, wanted: Locator) -> None:
        """Touch something that is seen and that nothing lies over."""
        wanted.first.click(trial=True)
        # Asked of the page and not by `bounding_box`, which has none while the element is drawn anew.
        at = wanted.first.evaluate(
            "e => (({x, y, width, height}) => ({x: x + width / 2, y: y + height / 2}))(e.getBoundingClientRect())"
        )
        self.hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        self.hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.taps += 1

    def away(self) -> None:
        """As it was."""
        self.hand.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.hand.detach()


@pytest.fixture
def phone(tab: "Tab") -> Iterator[Phone]:
    held = Phone(tab.page)
    yield held
    held.away()


STILL_MS = 250
"""How long a page does nothing that has taken all: an act may draw it twice, and between the two it is still for a moment."""


def settle(page: Page) -> None:
    """Until a page has taken what was done: it draws anew, and what is typed or pressed meanwhile would be lost."""
    page.evaluate(
        """still => new Promise(done => {
          let since = performance.now();
          const look = () => {
            const now = performance.now();
            if (document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning") since = now;
            if (now - since >= still) done();
            else setTimeout(look, 20);
          };
          look();
        })""",
        STILL_MS,
    )


def new_page(browser: Browser) -> Page:
    context = browser.new_context(locale="zh-CN")
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


@pytest.fixture(scope="session")
def page(browser: Browser) -> Page:
    """The page that tests look at one after the other: a new one would fetch and compile Streamlit's scripts again."""
    return new_page(browser)


@contextmanager
def tab_on(page: Page, root: str) -> Iterator[Tab]:
    """The page as at first, in a window in which nothing slides; a script error in it fails the test."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(media="null", color_scheme="null", reduced_motion="reduce")
    page.mouse.move(0, 0)
    opened = Tab(page, root)
    yield opened
    opened.leave()


@pytest.fixture
def tab(page: Page, server: str) -> Iterator[Tab]:
    with tab_on(page, server) as opened:
        yield opened


@pytest.fixture
def new_tab(browser: Browser, server: str) -> Iterator[Tab]:
    """A tab of a browser that has kept nothing and been nowhere."""
    page = new_page(browser)
    with tab_on(page, server) as opened:
        yield opened
    page.context.close()
