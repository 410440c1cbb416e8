"""Where things are on the card table: at no size of the window does anything lie on anything else, or stick out of the page."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.dashboard.conftest import Tab, each_in_a_language

pytestmark = pytest.mark.browser

SIZES = ((360, 780), (768, 1024), (960, 720), (1024, 768), (1050, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1440))
A_PHONE_AND_A_DESK = (SIZES[0], SIZES[6])
FULLEST = {
    "six seats": "match=daguai/six&hand=1&ply=12",
    "four seats": "match=spring26/r1/t02&hand=2&ply=20",
    "four seats, climbing": "match=guandan/pairs&hand=1&ply=12",
}
"""Plies with much on the table."""
THINGS = ".seat, .spot .play, .middle, .controls > *, .below > *, .verdict, .plays, .facts, .foot"
BOXES = """(table, things) => [...table.querySelectorAll(things)].map(node => {
    const {left, top, right, bottom} = node.getBoundingClientRect();
    return [node.className + ' ' + (node.dataset.slot ?? node.parentNode.dataset.slot ?? ''), left, top, right, bottom];
}).filter(([, left, top, right, bottom]) => right - left > 0 && bottom - top > 0)"""
BOX = "node => { const {left, top, right, bottom} = node.getBoundingClientRect(); return [left, top, right, bottom]; }"
SLACK = 1.5
"""A border, in CSS pixels."""


def boxes_of(tab: Tab) -> list[tuple[str, float, float, float, float]]:
    """What is on the table: a name, left, top, right, bottom."""
    return [tuple(box) for box in tab.page.locator(".pp").evaluate(BOXES, THINGS)]


@pytest.mark.deep
def test_the_table_takes_a_wide_window_and_its_plays_stay_together(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 2560, "height": 1440})
    tab.replay(f"{FULLEST['four seats']}&lang=zh")
    left, _, right, _ = tab.page.locator(".pp .sheet").evaluate(BOX)
    assert right - left > 2400
    _, top, _, bottom = tab.page.locator(".pp .middle").evaluate(BOX)
    plays = [tab.page.locator(".pp .spot .play").nth(each).evaluate(BOX) for each in range(4)]
    apart = [(play[1] + play[3] - top - bottom) / 2 for play in plays]
    assert max(map(abs, apart)) < 160, apart


@each_in_a_language(FULLEST)
@pytest.mark.parametrize("sizes", [A_PHONE_AND_A_DESK, pytest.param(SIZES, marks=pytest.mark.deep)], ids=["some", "all"])
def test_nothing_lies_on_anything_else(tab: Tab, place: str, lang: str, sizes: Sequence[tuple[int, int]]) -> None:
    tab.replay(f"{FULLEST[place]}&lang={lang}")
    wrong = []
    for width, height in sizes:
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_timeout(150)
        boxes = boxes_of(tab)
        assert len(boxes) > 12
        for (one, *a), (other, *b) in combinations(boxes, 2):
            across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            if across > SLACK and down > SLACK:
                wrong.append(f"{width} x {height}: {one} and {other} by {across:.0f} x {down:.0f}")
        wrong += [f"{width} x {height}: {one} sticks out to {box[2]:.0f}" for one, *box in boxes if box[2] > width + SLACK]
    assert not wrong, "\n".join(wrong)


@pytest.mark.deep
def test_choices_of_the_overview_stand_beside_each_other(tab: Tab) -> None:
    """They are no list of matches, which has a line for each."""
    tab.open("?event=spring26&lang=zh")
    tab.page.locator(".overview .unusual").first.wait_for()
    tops = tab.page.locator(".overview .queue .chips a").evaluate_all("nodes => nodes.map(node => node.offsetTop)")
    assert len(tops) > 1
    assert len({*tops}) == 1
