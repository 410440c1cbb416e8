"""`python -m tests.dashboard.shoot`: the pictures of the README, of the Replay page, the Overview and the page of players.

Serves a warehouse, that of a sample tournament unless `--warehouse` names one, opens the first play in it that broke a
rule, one of two readings for choice (or `--place`), then the Overview, and writes PNGs of few colours. The players' pictures
are of a tournament of the other family: a profile, four pairs beside each other, and what their matches came to.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import sync_playwright

from paipu.analytics.reader import Reader
from paipu.dashboard.links import Place, replay_link
from paipu.replay.text import LANGS, Lang
from paipu.samples import sample
from tests.conftest import find_chromium
from tests.dashboard import matches
from tests.dashboard.conftest import QUIET, served

PICTURE = Path(__file__).parents[2] / "data" / "picture.png"
OVERVIEW = PICTURE.with_name("overview.png")
STUDIED = {
    "profile": ("u", ".heads"),
    "compared": ("u u2 u3 u4", ".heads"),
    "history": ("u u2 u3 u4", 'h3:has-text("等级分走势"), h3:has-text("Rating, match by match")'),
}
"""Of the players' pictures: how many pairs they show, and what is brought to the top of the window."""
SEED, MATCHES, FAULTY = 7, 72, 0.4
STUDIED_SHEET, STUDIED_MATCHES = "guandan-1", 64
COLOURS = 256
SETTLED_MS = 1500
BELOW_THE_FRAME = "node => { node.style.scrollMarginTop = '72px'; node.scrollIntoView({block: 'start'}) }"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.dashboard.shoot", description=__doc__.partition("\n")[0])
    parser.add_argument("out", nargs="?", type=Path, default=PICTURE, help="the PNG to write")
    parser.add_argument("--warehouse", type=Path, help="a warehouse to serve")
    parser.add_argument("--place", help="what follows `replay?` in the address")
    parser.add_argument("--lang", choices=LANGS, default="zh")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--size", default="1280x800", help="of the window, in CSS pixels")
    parser.add_argument("--scale", type=float, default=1.5, help="device pixels to a CSS pixel")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        directory = given.warehouse or matches.make_warehouse(Path(folder), list(sample(SEED, MATCHES, FAULTY)))
        address = f"replay?{given.place}" if given.place else first_fault(directory, given.lang)
        with served(directory) as root:
            shoot(f"{root}{address}", ".pp[data-ply]", given, given.out)
            if given.out == PICTURE:
                shoot(f"{root}?lang={given.lang}", ".overview .unusual", given, OVERVIEW)
    written = [given.out]
    if given.out == PICTURE:
        written += [OVERVIEW, *study(given)]
    for out in written:
        sys.stdout.write(f"{out}: {out.stat().st_size:,} bytes\n")


def study(given: argparse.Namespace) -> list[Path]:
    """Write the pictures of the page of players."""
    written = []
    with tempfile.TemporaryDirectory() as folder:
        made = list(sample(SEED, STUDIED_MATCHES, FAULTY, sheet=STUDIED_SHEET))
        directory = matches.make_warehouse(Path(folder), made)
        pairs = Reader(directory).query(
            "SELECT array_to_string(players, ' + ') AS pair FROM stored.tallies WHERE length(unit) > 1 "
            "GROUP BY players ORDER BY count(*) DESC, pair LIMIT 4"
        )["pair"]
        with served(directory) as root:
            for name, (places, top) in STUDIED.items():
                asked = {
                    "sheet": STUDIED_SHEET,
                    "lang": given.lang,
                    "figures": "on",
                    **dict(zip(places.split(), pairs, strict=False)),
                }
                out = PICTURE.with_name(f"{name}.png")
                shoot(f"{root}players?{urlencode(asked)}", ".js-plotly-plot", given, out, top)
                written.append(out)
    return written


def first_fault(directory: Path, lang: Lang) -> str:
    """The address of the first play that broke a rule; of the first match where none did."""
    reader = Reader(directory)
    faults = reader.query(
        """
        SELECT match, hand, (
            SELECT count(*)
            FROM plays
            WHERE plays.record_sha256 = findings.record_sha256
                AND plays.hand_index = findings.hand_index
                AND (plays.trick < findings.trick OR plays.trick = findings.trick AND plays.play <= findings.play)
        ) AS ply
        FROM findings
        WHERE severity = 'error' AND play > 0
        ORDER BY basis <> 'disputed', match, hand, ply
        LIMIT 1
        """
    )
    if faults.is_empty():
        return replay_link(Place(reader.query("SELECT match FROM latest_matches ORDER BY match LIMIT 1").item()), lang)
    return replay_link(Place(*faults.row(0)), lang)


def shoot(address: str, drawn: str, given: argparse.Namespace, out: Path, top: str | None = None) -> None:
    """Write a picture of a page once something of it is drawn; `top` is what the page is scrolled to."""
    width, height = map(int, given.size.split("x"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(QUIET))
        page = browser.new_page(
            viewport={"width": width, "height": height},
            device_scale_factor=given.scale,
            color_scheme="dark" if given.dark else "light",
        )
        page.goto(address)
        page.locator(drawn).first.wait_for()
        page.wait_for_timeout(SETTLED_MS)
        if top is not None:
            page.locator(top).first.evaluate(BELOW_THE_FRAME)
            page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=out)
        browser.close()
    Image.open(out).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(out, optimize=True)


if __name__ == "__main__":
    main()
