"""What a browser that was never here fetches to see a page: no chart is drawn where none is asked for, and no page is heavy."""

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from paipu.dashboard.app import PAGES
from tests.dashboard.conftest import COLLECTION, new_page, settle, tab_on

MOST: int = 4_000_000
"""Bytes as they come over the wire."""
PAIR = "players?sheet=shengji&u=p01+%2B+p03"
FIRST = "overview"
MORE = (
    "replay?match=spring26/r1/t02&hand=2&ply=26",
    "rulings?match=spring26/r1/t02&hand=2&ply=20",
    PAIR,
    f"{PAIR}&for=p01+%2B+p03&key=throws&across=trick&across2=level",
    "players?sheet=shengji&by=player&u=p01&u2=p02&u3=p03&u4=p04",
    "find?sheet=shengji&find=ruff",
    f"find?collection={quote(COLLECTION)}&place=1",
)
"""Addresses besides those of the pages."""

pytestmark = pytest.mark.browser


class Fetched:
    """How many bytes came, and from where."""

    def __init__(self) -> None:
        self.bytes = 0
        self.addresses: list[str] = []

    def answered(self, told: dict[str, Any]) -> None:
        self.addresses.append(told["response"]["url"])

    def loaded(self, told: dict[str, Any]) -> None:
        self.bytes += told["encodedDataLength"]

    def framed(self, told: dict[str, Any]) -> None:
        self.bytes += len(told["response"]["payloadData"])  # in base64 where it is binary, a third more than came


def first_visit(browser: Browser, server: str, address: str) -> Fetched:
    """What a new browser fetches until a page is still."""
    page, fetched = new_page(browser), Fetched()
    with tab_on(page, server) as tab:
        hand = page.context.new_cdp_session(page)
        hand.send("Network.enable")
        hand.on("Network.responseReceived", fetched.answered)
        hand.on("Network.loadingFinished", fetched.loaded)
        hand.on("Network.webSocketFrameReceived", fetched.framed)
        tab.open(address)
        page.locator(".stMain .stElementContainer").last.wait_for()
        settle(page)
    page.context.close()
    return fetched


@pytest.mark.parametrize(
    "address",
    [pytest.param(each, marks=[] if each == FIRST else pytest.mark.deep) for each in (*(page.name for page in PAGES), *MORE)],
)
def test_a_first_visit_is_light_and_without_charts(browser: Browser, server: str, address: str) -> None:
    fetched = first_visit(browser, server, f"{address}{'&' if '?' in address else '?'}lang=zh")
    assert not [each for each in fetched.addresses if "plotly" in each.lower()]
    assert 500_000 < fetched.bytes <= MOST


@pytest.mark.deep
def test_a_chart_would_be_seen(browser: Browser, server: str) -> None:
    fetched = first_visit(browser, server, f"{PAIR}&figures=on&lang=zh")
    assert [each for each in fetched.addresses if "plotly" in each.lower()]
    assert fetched.bytes > MOST
