"""At the table, by a finger alone: a dispute is asked, written down, ruled on, appealed and printed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paipu.analytics.reader import Reader
from paipu.analytics.rulings import log_beside, read_log
from paipu.dashboard.text import t
from paipu.replay.text import Lang
from tests.dashboard import matches
from tests.dashboard.conftest import Phone, Tab, free_port, settle, start, stop, tab_on
from tests.dashboard.test_judge_page import Form
from tests.dashboard.test_record_page import one_hand


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return matches.make_warehouse(tmp_path, [one_hand("shengji")], 0)


@pytest.fixture
def hall(page: Page, house: Path) -> Iterator[Tab]:
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PAIPU_REFEREE", raising=False)
        process = start(house, port)
    try:
        with tab_on(page, f"http://127.0.0.1:{port}/") as opened:
            yield opened
    finally:
        said = stop(process)
    assert "Traceback" not in said, said


class Desk:
    """The page of rulings under a finger."""

    def __init__(self, page: Page, phone: Phone, lang: Lang) -> None:
        self.page, self.phone, self.lang = page, phone, lang

    def press(self, key: str) -> None:
        settle(self.page)
        self.phone.tap(self.page.get_by_role("button", name=t(key, self.lang), exact=True))

    def offered(self, field: str, words: str) -> None:
        """What is tapped stands in the field above it."""
        settle(self.page)
        offers = self.page.locator(f'[class*="st-key-offers-{field}"]')
        self.phone.tap(offers.get_by_role("radio", name=words, exact=True))
        told = {"rulings": "by", "reason": "reason", "appellant": "appellant", "why": "reason"}[field]
        expect(self.page.get_by_placeholder(t(f"rulings.{told}.ask", self.lang)).first).to_have_value(words)


@pytest.mark.browser
@pytest.mark.deep
@pytest.mark.parametrize(("lang", "width"), [("zh", 390), ("en", 820)])
def test_a_dispute_goes_from_a_question_to_a_ruling_an_appeal_and_a_printed_case(
    hall: Tab, house: Path, lang: Lang, width: int
) -> None:
    page = hall.open(f"judge?about=lead&trump=s&lead=AdAd&hand=Qd9d7d7d5d3d3d&lang={lang}").page
    phone = Phone(page, width)
    desk = Desk(page, phone, lang)

    try:
        page.locator(".judge .word").wait_for()
        form = Form(phone)
        for at in (4, 5):
            form.tap(form.row("play").locator(".pick button").nth(at))
        expect(page.locator(".judge .box.error .word")).to_be_visible()
        phone.tap(page.locator(".judge .to-record"))
        found = page.locator(".record .tricks .found")
        expect(found.locator("summary")).to_contain_text("SJ-16h")
        phone.tap(found.locator("summary"))
        phone.tap(found.locator(".rule"))
        page.locator(".proposals tr.on").wait_for()
        expect(page.locator(".matter")).to_contain_text("SJ-16h")
        names = t("rulings.referees", lang).split("|")
        desk.offered("rulings", names[0])
        desk.offered("reason", t("rulings.reasons", lang).split("|")[0])
        desk.press("rulings.ask.issue")
        expect(page.locator(".will")).to_be_visible()
        desk.press("rulings.act.issue")
        expect(page.locator(".standing")).to_have_count(1)
        desk.offered("appellant", "NS" if lang == "en" else "南北")
        desk.offered("why", t("rulings.reasons.appeal", lang).split("|")[0])
        desk.press("rulings.ask.appeal")
        expect(page.locator(".will")).to_be_visible()
        desk.press("rulings.act.appeal")
        expect(page.locator(".history li")).to_have_count(2)
        settle(page)
        with page.expect_download() as download:
            phone.tap(page.get_by_role("button", name=t("rulings.print", lang)))
    finally:
        phone.away()
    issued, appealed = read_log(log_beside(house)).acts
    assert [issued.act, appealed.act] == ["issue", "appeal"]
    assert issued.by == names[0]
    assert (issued.ruling["hand"], issued.ruling["at"], issued.ruling["seat"]) == (2, "1.2", "N")
    record = json.loads(Reader(house).record(issued.record_sha256) or b"")
    assert record["hands"][0]["tricks"] == ["E AdAd 5d3d"]
    printed = Path(download.value.path()).read_text(encoding="utf-8")
    assert [said in printed for said in (names[0], issued.reason, appealed.by, appealed.reason, "SJ-16h")] == [True] * 5
