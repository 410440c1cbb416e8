"""A step of one ply touches what changes on the table and nothing else, and so costs the browser little."""

from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser

from tests.bench.steps import GOAL, SIZES, measure
from tests.dashboard.conftest import Tab

pytestmark = pytest.mark.browser

PLACES = {
    "four seats": "match=spring26/r1/t02&hand=1&ply=1",
    "four seats, climbing": "match=guandan/small&hand=4&ply=1",
    "six seats": "match=daguai/six&hand=2&ply=1",
}
TOUCHED = """async key => {
    const find = root => root.querySelector(".pp") ?? [...root.querySelectorAll("*")].map(
        node => node.shadowRoot && find(node.shadowRoot)).find(Boolean);
    const felt = find(document).querySelector(".felt");
    const cards = [...felt.querySelectorAll(".holding .card")];
    const counted = {come: 0, gone: 0};
    const watch = new MutationObserver(seen => {
        for (const {addedNodes, removedNodes} of seen) {
            for (const node of addedNodes) counted.come += 1 + (node.querySelectorAll?.("*").length ?? 0);
            for (const node of removedNodes) counted.gone += node.matches?.(".card") ?? false;
        }
    });
    watch.observe(felt, {childList: true, subtree: true});
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, composed: true}));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    watch.disconnect();
    return {...counted, held: cards.length, stayed: cards.filter(card => card.isConnected).length};
}"""
MOST_NEW = 40
"""Nodes of a play: six cards at most here, and what is said of it."""


@pytest.mark.parametrize("place", ["four seats", *(pytest.param(place, marks=pytest.mark.deep) for place in [*PLACES][1:])])
def test_the_cards_that_are_still_held_stay_where_they_are(tab: Tab, place: str) -> None:
    tab.replay(PLACES[place])
    tab.page.wait_for_timeout(100)
    for _ in range(6):
        touched = tab.page.evaluate(TOUCHED, "ArrowRight")
        played = touched["held"] - tab.page.locator(".pp .holding .card").count()
        assert 0 <= played <= 6
        assert touched["stayed"] >= touched["held"] - played
        assert touched["come"] <= MOST_NEW


@pytest.mark.deep
@pytest.mark.parametrize("place", PLACES)
def test_a_step_costs_the_main_thread_little(browser: Browser, server: str, place: str) -> None:
    shown = dict(parse_qsl(PLACES[place]))
    for size in SIZES:
        assert measure(browser, server, shown["match"], [int(shown["hand"])], size).median <= GOAL
