"""`make bench-steps`: what a step of one ply on the card table costs the browser's main thread, from the key to the paint.

A whole match of each sheet is stepped through, ply by ply, at the sizes of a small and a big screen, and Chromium's own trace
says what its main thread did from one key to the next: everything, be it script, style, layout or paint. Times are CPU time of
that thread, in milliseconds, so that other processes do not count.
"""

import argparse
import json
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from paipu.samples import sample
from tests.conftest import find_chromium
from tests.dashboard import matches
from tests.dashboard.conftest import QUIET, free_port, start, stop

GOAL: Final = 16.0
SHEETS: Final = ("shengji", "guandan-1", "daguai")
"""Four seats, four seats of the other family, six seats."""
SIZES: Final = ((1366, 768), (2560, 1440))
SEED: Final = 5
FAULTY: Final = 1.0
CATEGORIES: Final = ("toplevel", "devtools.timeline", "blink.user_timing")
PARTS: Final = {
    "FunctionCall": "script",
    "EventDispatch": "script",
    "FireAnimationFrame": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
    "MinorGC": "garbage",
    "MajorGC": "garbage",
}
"""What the trace calls things; each without what lies inside it."""
MARK: Final = "step"
STEP: Final = """async steps => {
    const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    for (let left = steps; left >= 0; left -= 1) {
        performance.mark("step");
        const key = {key: "ArrowRight", bubbles: true, composed: true, cancelable: true};
        if (left > 0) (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", key));
        await drawn();
        await drawn();
    }
}"""


class Steps(NamedTuple):
    """Milliseconds of each step of a match, and the mean of each part."""

    took: list[float]
    parts: dict[str, float]

    @property
    def median(self) -> float:
        return statistics.median(self.took)

    def __str__(self) -> str:
        ninth = statistics.quantiles(self.took, n=10)[-1]
        parts = ", ".join(
            f"{name} {took / len(self.took):.1f}" for name, took in sorted(self.parts.items(), key=lambda part: -part[1])
        )
        return f"median {self.median:5.1f} ms, nine in ten {ninth:5.1f}, of {len(self.took):,} steps; mean of {parts}"


def read_trace(trace: bytes) -> Steps:
    """The steps between the marks in a trace of Chromium's."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    marks = sorted((each["ts"], each["pid"], each["tid"]) for each in events if each["name"] == MARK)
    if len(marks) < 2:
        raise ValueError("nothing was stepped")
    _, process, thread = marks[0]
    here = [each for each in events if (each["pid"], each["tid"]) == (process, thread) and each["ph"] == "X" and "tdur" in each]
    tasks = sorted((each["ts"], each["dur"], each["tdur"]) for each in here if each["name"].endswith("RunTask"))
    took = [0.0] * (len(marks) - 1)
    parts: dict[str, float] = defaultdict(float)
    starts = [ts for ts, *_ in marks]
    for ts, dur, cpu in tasks:  # the task that holds a mark belongs to the step that it begins
        at = sum(start <= ts + dur for start in starts) - 1
        if 0 <= at < len(took):
            took[at] += cpu / 1000
    for name, cpu in own_times(here):
        parts[name] += cpu / 1000
    return Steps(took, parts)


def own_times(events: Sequence[dict[str, Any]]) -> Iterator[tuple[str, float]]:
    """What each event took without the events inside it, by part."""
    open_: list[list[Any]] = []
    for each in sorted(events, key=lambda event: (event["ts"], -event["dur"])):
        while open_ and open_[-1][0] <= each["ts"]:
            _, part, own = open_.pop()
            yield part, own
        part = PARTS.get(each["name"], open_[-1][1] if open_ else "other")
        if open_:
            open_[-1][2] -= each["tdur"]
        open_.append([each["ts"] + each["dur"], part, each["tdur"]])
    for _, part, own in open_:
        yield part, own


def plies_of(page: Page) -> int:
    """How many steps there are from here to the end of the hand."""
    return int(page.locator(".pp .scrub").get_attribute("max") or 0)


def step_through(browser: Browser, page: Page) -> Steps:
    """Every ply of the hand that is shown."""
    page.locator('.pp[data-ply="0"]').wait_for()
    page.wait_for_timeout(700)
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    page.evaluate(STEP, plies_of(page))
    return read_trace(browser.stop_tracing())


def measure(browser: Browser, root: str, match: str, hands: Iterable[int], size: tuple[int, int]) -> Steps:
    """Some hands of a match, by their numbers."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    took: list[float] = []
    parts: dict[str, float] = defaultdict(float)
    for hand in hands:
        page.goto(f"{root}replay?match={quote(match, safe='')}&hand={hand}&ply=0")
        steps = step_through(browser, page)
        took += steps.took
        for name, cpu in steps.parts.items():
            parts[name] += cpu
    page.close()
    return Steps(took, parts)


def main() -> None:
    given = argparse.ArgumentParser(prog="python -m tests.bench.steps", description=__doc__)
    given.add_argument("--hands", type=int, help="of each match only so many")
    given.add_argument("--sheet", action="append", help=f"one of {' '.join(SHEETS)}; may be said again")
    asked = given.parse_args()
    made = {sheet: next(iter(sample(SEED, 1, FAULTY, sheet=sheet))) for sheet in asked.sheet or SHEETS}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        directory = matches.make_warehouse(Path(folder), list(made.values()))
        port = free_port()
        process = start(directory, port)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(QUIET))
        try:
            for sheet, document in made.items():
                hands = [hand["no"] for hand in document["hands"]][: asked.hands]
                for size in SIZES:
                    steps = measure(browser, f"http://127.0.0.1:{port}/", document["id"], hands, size)
                    met = "met" if steps.median <= GOAL else "not met"
                    print(f"{sheet:<10} {size[0]} x {size[1]}: {steps}; at most {GOAL:g} ms: {met}", flush=True)
        finally:
            browser.close()
            stop(process)


if __name__ == "__main__":
    main()
