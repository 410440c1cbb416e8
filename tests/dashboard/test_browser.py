"""The card table in a browser: keys, links, languages, and what never happens."""

from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from paipu.dashboard.table import assets
from tests.dashboard.conftest import Tab

pytestmark = pytest.mark.browser

FAULTY = "match=spring26/r1/t02"
MISWRITTEN = "match=spring26/r1/t07"
HOSTILE = f"match={quote('hostile/<script>alert(1)</script>&?#%', safe='')}"

RULED = "match=spring26/r1/t08"


def press_50(tab: Tab, key: str) -> None:
    """Fifty presses, 10 ms apart by the browser's own clock."""
    tab.page.evaluate(
        """key => new Promise(done => {
            let left = 50;
            const timer = setInterval(() => {
                const target = document.activeElement ?? document.body;
                target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, composed: true, cancelable: true}));
                if (--left === 0) { clearInterval(timer); done(); }
            }, 10);
        })""",
        key,
    )


@pytest.mark.deep
def test_fifty_presses_ten_milliseconds_apart_all_count(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1")
    for _ in range(5):
        press_50(tab, "ArrowRight")
        tab.until_ply(50)
        tab.until_address("ply=50")
        press_50(tab, "ArrowLeft")
        tab.until_ply(0)
        tab.until_address("ply=0")


@pytest.mark.deep
def test_real_key_presses_are_heard_without_a_click(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1")
    for _ in range(50):
        tab.page.keyboard.press("ArrowRight", delay=0)
    tab.until_ply(50)


@pytest.mark.deep
def test_stepping_on_while_the_ply_is_written_back_loses_nothing(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1")
    for step in range(1, 9):
        tab.page.keyboard.press("ArrowRight")
        tab.page.wait_for_timeout(290 + 5 * step)  # about the pause, so that presses and answers cross
    tab.until_ply(8)
    tab.until_address("ply=8")
    tab.page.wait_for_timeout(700)
    assert tab.ply == 8


def test_keys_of_tricks_hands_findings_and_ends(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=2")
    keys = tab.page.keyboard
    for key, ply in (("ArrowDown", 1), ("PageDown", 5), ("ArrowRight", 6), ("ArrowUp", 5), ("PageUp", 1), ("Home", 0)):
        keys.press(key)
        tab.until_ply(ply)
    keys.press("n")
    tab.until_ply(26)
    expect(tab.page.locator(".pp .finding .code").first).to_have_text("TRICK-FOLLOW-SUIT")
    keys.press("n")
    tab.until_ply(28)
    keys.press("End")
    tab.until_ply(84)
    keys.press("p")
    tab.until_ply(28)
    keys.press("]")
    tab.until_address("hand=3", "ply=0")
    tab.until_ply(0)
    keys.press("p")  # hand 3 has no finding: back to the last of hand 2
    tab.until_address("hand=2", "ply=84")
    tab.until_ply(84)
    keys.press("[")
    tab.until_address("hand=1", "ply=0")
    tab.until_hand(1)  # the address changes before the table does
    keys.press("[")
    expect(tab.page.locator(".pp .toast")).to_have_text("已是第一副")


@pytest.mark.deep
def test_keys_pressed_while_another_hand_is_on_its_way_take_effect_there(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1")
    for key in ("]", "]", "ArrowRight", "ArrowRight", "ArrowRight"):
        tab.page.keyboard.press(key)
    tab.until_address("hand=3", "ply=3")
    tab.until_ply(3)


@pytest.mark.deep
def test_what_follows_from_another_finding_is_folded_under_what_caused_it(tab: Tab) -> None:
    tab.replay(f"{MISWRITTEN}&hand=1")
    tab.page.keyboard.press("n")
    tab.until_ply(21)
    tab.page.keyboard.press("ArrowRight")
    tab.until_ply(22)
    followers = tab.page.locator(".pp .follows")
    expect(followers.locator("summary")).to_have_text("由第 1 副 第 6 轮第 1 手“出了没有的牌”引起")
    expect(followers.locator(".finding")).to_be_hidden()
    followers.locator("summary").click()
    expect(followers.locator(".finding .code").first).to_have_text("PLAY-NOT-HELD")
    tab.page.keyboard.press("n")  # nothing else is a fault of its own
    tab.until("() => !location.href.includes('t07')")  # what follows is no stop: on to the next match


@pytest.mark.deep
def test_a_finding_is_a_sentence_with_the_cards_it_is_about(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1&lang=en")
    tab.page.keyboard.press("n")
    finding = tab.page.locator(".pp .finding", has_text="TRICK-FOLLOW-SUIT").first
    expect(finding.locator("dt")).to_have_text(["Led", "Held of it", "played", "expected"])
    for row in range(3):
        assert finding.locator("dd").nth(row).locator(".card").count() > 0
    assert finding.locator(".message").evaluate("node => getComputedStyle(node).fontSize") == "18px"
    parts = finding.evaluate("node => [...node.children].map(part => part.classList[0])")
    assert [each for each in parts if each != "rests"] == ["head", "message", "lines", "clause", "basis", "code", "remedy"]
    assert finding.locator(".clause").evaluate("node => node.tagName") == "BLOCKQUOTE"


@pytest.mark.deep
def test_a_seat_is_looked_from_by_a_click_and_a_finger_steps(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1&ply=4")
    hidden = tab.page.locator(".pp .backs")
    seat = tab.page.locator('.pp .seat[data-slot="top"]')
    seat.click()
    expect(hidden).to_have_count(3)
    expect(seat.locator(".backs")).to_have_count(0)
    seat.click()
    expect(hidden).to_have_count(0)
    draw = """(felt, [across, down]) => {
        const at = (x, y) => new Touch({identifier: 1, target: felt, clientX: 300 + x, clientY: 300 + y});
        felt.dispatchEvent(new TouchEvent("touchstart", {touches: [at(0, 0)], changedTouches: [at(0, 0)]}));
        felt.dispatchEvent(new TouchEvent("touchend", {touches: [], changedTouches: [at(across, down)]}));
    }"""
    for across, down, ply in ((-80, 10, 5), (80, -10, 4), (20, 0, 4), (-80, 200, 4)):
        tab.page.locator(".pp .felt").evaluate(draw, [across, down])
        tab.until_ply(ply)


@pytest.mark.deep
def test_a_play_slides_in_unless_the_reader_wants_no_motion(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1&ply=4")
    play = tab.page.locator(".pp .play.now")
    slide = "node => { const {animationName: name, animationDuration: time} = getComputedStyle(node); return [name, time]; }"
    assert play.evaluate(slide)[0] == "none"
    tab.page.emulate_media(reduced_motion="no-preference")
    assert play.evaluate(slide) == ["laid", "0.12s"]


@pytest.mark.deep
def test_one_seats_view_and_the_list_of_keys(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1&ply=4")
    page, keys = tab.page, tab.page.keyboard
    shown = page.locator(".pp .holding .group")
    hidden = page.locator(".pp .backs")
    keys.press("2")
    expect(hidden).to_have_count(3)
    expect(page.locator('.pp .seat[data-slot="top"] .backs')).to_have_count(0)
    keys.press("h")
    expect(hidden).to_have_count(0)
    keys.press("h")
    expect(hidden).to_have_count(3)
    keys.press("a")
    expect(hidden).to_have_count(0)
    expect(shown.first).to_be_visible()
    keys.press("?")
    expect(page.locator(".pp .help")).to_be_visible()
    keys.press("Escape")
    expect(page.locator(".pp .help")).to_be_hidden()
    assert tab.ply == 4


def test_one_seats_view_shows_nothing_that_the_seat_did_not_know(tab: Tab) -> None:
    """Hand 2 has a revoke by another seat, a failed throw and wrong claims."""
    tab.replay(f"{FAULTY}&hand=2&ply=9")
    page = tab.page
    seats = ["E", "N", "W", "S"]
    actor = page.locator(".pp .seat.acted .seatmark small").text_content()
    assert actor is not None
    page.keyboard.press(str(seats.index(actor) % 4 + 1))
    expect(page.locator(".verdict .legal")).to_have_count(1)  # its own play
    page.keyboard.press(str((seats.index(actor) + 1) % 4 + 1))
    expect(page.locator(".verdict .legal")).to_have_count(0)
    visible = page.locator(".plays .ply:visible")
    expect(visible).to_have_count(10)
    for secret in (
        ".verdict .finding",
        ".claims table:visible",
        ".marks:visible",
        ".plays .dot:visible",
        ".hands .dot:visible",
    ):
        assert page.locator(secret).count() == 0, secret
    assert page.locator(".kittycards .card:visible").count() == 0 or page.locator(".pp .banker").count() == 1
    page.keyboard.press("n")
    expect(page.locator(".pp .toast")).to_have_text("全开后才能跳到发现")
    page.keyboard.press("ArrowRight")
    expect(visible).to_have_count(11)
    page.keyboard.press("ArrowLeft")
    expect(visible).to_have_count(11)  # what was seen stays seen
    page.keyboard.press("End")
    expect(page.locator(".claims table")).to_be_visible()
    expect(page.locator(".verdict .finding").first).to_be_visible()
    page.keyboard.press("a")
    assert page.locator(".plays .ply:visible").count() > 80


@pytest.mark.deep
def test_whose_view_it_is_stands_in_the_address(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1&ply=4&seat=N")
    expect(tab.page.locator(".pp .backs")).to_have_count(3)
    expect(tab.page.locator('.pp .seat[data-slot="top"] .backs')).to_have_count(0)
    tab.page.keyboard.press("4")
    tab.until_address("seat=S")
    tab.page.keyboard.press("]")
    tab.until_address("hand=2")
    tab.until_hand(2)  # the address may follow before the table does
    expect(tab.page.locator(".pp .backs")).to_have_count(3)
    assert "seat=S" in tab.page.url
    tab.page.keyboard.press("a")
    expect(tab.page.locator(".pp .backs")).to_have_count(0)
    tab.page.wait_for_timeout(600)
    assert "seat=" not in tab.page.url
    tab.open(f"replay?{FAULTY}&hand=1&seat=X&lang=en")
    expect(tab.page.get_by_text("The link looks from the seat “X”")).to_be_visible()


@pytest.mark.deep
def test_typing_in_the_list_of_matches_moves_nothing(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=1&ply=4")
    box = tab.page.locator(".st-key-replay-picked").get_by_role("combobox")
    box.click()
    tab.page.keyboard.type("an2")
    tab.page.keyboard.press("Escape")
    assert tab.ply == 4
    expect(tab.page.locator(".pp .backs")).to_have_count(0)


@pytest.mark.deep
def test_choosing_a_match_opens_it_and_the_keys_go_to_the_table(tab: Tab) -> None:
    tab.open("replay")
    tab.page.locator(".st-key-replay-picked").get_by_role("combobox").click()
    tab.page.get_by_role("option", name="spring26/r1/t03").click()
    tab.page.locator(".pp[data-ply]").wait_for()
    tab.page.keyboard.press("ArrowRight")
    tab.until_ply(1)
    tab.until_address("match=spring26%2Fr1%2Ft03", "hand=1", "ply=1")


@pytest.mark.deep
def test_a_deep_link_opens_its_place_even_as_the_first_request(new_tab: Tab) -> None:
    new_tab.replay(f"{FAULTY}&hand=2&ply=26&lang=en")
    assert new_tab.ply == 26
    expect(new_tab.page.locator(".pp .at")).to_contain_text("7.2")
    expect(new_tab.page.locator(".pp .counter")).to_have_text("26 / 84")


@pytest.mark.deep
def test_a_wrong_link_says_so_and_shows_no_other_place(tab: Tab) -> None:
    tab.open(f"replay?{FAULTY}&hand=2&ply=85&lang=zh")
    expect(tab.page.get_by_role("alert")).to_contain_text("第 2 副只有第 0 到 84 手")
    expect(tab.page.locator(".pp")).to_have_count(0)
    assert "ply=85" in tab.page.url


@pytest.mark.deep
def test_the_browsers_back_button_leads_to_the_page_before_not_through_every_ply(new_tab: Tab) -> None:
    new_tab.replay(f"{FAULTY}&hand=1&ply=3&lang=zh")
    before = new_tab.page.evaluate("history.length")
    for ply in (4, 5, 6):
        new_tab.page.keyboard.press("ArrowRight")
        new_tab.until_address(f"ply={ply}")
        new_tab.page.wait_for_timeout(200)
    assert new_tab.page.evaluate("history.length") == before


def test_words_of_a_record_are_shown_as_text(tab: Tab) -> None:
    tab.replay(f"{HOSTILE}&hand=1")
    tab.page.keyboard.press("End")
    expect(tab.page.locator(".pp .finding").first).to_contain_text("<script>window.pwned=2</script>")
    names = tab.page.locator(".pp .name").all_text_contents()
    assert "<img src=x onerror=window.pwned=1>" in names
    assert tab.page.locator(".pp img, .pp script, .pp a").count() == 0
    assert tab.page.evaluate("window.pwned") is None
    outside = [address for address in tab.asked if urlsplit(address).scheme not in ("data", "blob")]
    assert {urlsplit(address).hostname for address in outside} == {"127.0.0.1"}


@pytest.mark.deep
def test_a_hostile_link_is_quoted_as_text(tab: Tab) -> None:
    tab.open(f"replay?match={quote('![x](http://192.0.2.1/a.png)<img src=http://192.0.2.1/b.png onerror=window.pwned=1>')}")
    expect(tab.page.get_by_role("alert")).to_contain_text("![x](http://192.0.2.1/a.png)<img")
    assert tab.page.evaluate("window.pwned") is None
    assert not any("192.0.2.1" in urlsplit(address).netloc for address in tab.asked)


@pytest.mark.deep
def test_no_request_leaves_the_machine(tab: Tab) -> None:
    tab.open("?lang=en")
    expect(tab.page.locator(".overview .unusual")).to_be_visible()
    tab.page.get_by_role("link", name="Replay").click()
    tab.page.locator(".st-key-replay-picked").get_by_role("combobox").wait_for()
    tab.replay(f"{FAULTY}&hand=2&ply=26")
    tab.page.keyboard.press("ArrowRight")
    tab.until_address("ply=27")
    tab.replay(f"{HOSTILE}&hand=1")
    assert len(tab.asked) > 50
    outside = [url for url in tab.asked if urlsplit(url).scheme not in ("data", "blob")]
    assert {urlsplit(url).hostname for url in outside} == {"127.0.0.1"}


@pytest.mark.deep
def test_both_languages_and_the_switch_between_them(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=2&ply=26&lang=zh")
    expect(tab.page.locator(".pp .message").first).to_contain_text("应跟")
    tab.page.get_by_role("radio", name="English").or_(tab.page.get_by_role("button", name="English")).first.click()
    tab.until_address("lang=en", "ply=26")
    expect(tab.page.locator(".pp .message").first).to_contain_text("was led")
    expect(tab.page.locator(".pp")).to_have_attribute("lang", "en")
    assert tab.ply == 26
    tab.page.get_by_role("link", name="Overview").click()
    tab.until_address("lang=en")
    expect(tab.page.get_by_role("heading", name="To be decided")).to_be_visible()


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.deep)])
def test_the_table_fits_a_small_screen_without_scrolling(tab: Tab, lang: str) -> None:
    tab.replay(f"{FAULTY}&hand=2&ply=26&lang={lang}")
    assert tab.fits()
    inside = """root => {
        const overflowing = node => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
        return [...root.querySelectorAll(".felt, .left, .below, .box, .controls, .seat")].filter(overflowing).length;
    }"""
    assert tab.page.locator(".pp").evaluate(inside) == 0


@pytest.mark.deep
def test_a_narrow_screen_has_no_sideways_scrolling(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 420, "height": 800})
    tab.replay(f"{FAULTY}&hand=2&ply=26")
    page = tab.page.locator('[data-testid="stMain"]')
    assert page.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.deep
def test_every_control_has_a_name_and_the_verdict_is_announced(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=2&ply=26")
    nameless = "nodes => nodes.filter(node => !node.getAttribute('aria-label')).length"
    assert tab.page.locator(".pp button, .pp input").evaluate_all(nameless) == 0
    expect(tab.page.locator(".pp [aria-live]")).to_contain_text("2c")


@pytest.mark.deep
def test_six_seats_and_a_hand_without_plays_are_laid_out(tab: Tab) -> None:
    tab.replay("match=daguai/1&hand=1")
    expect(tab.page.locator(".pp .seat")).to_have_count(6)
    slots = tab.page.locator(".pp .seat").evaluate_all("nodes => nodes.map(node => node.dataset.slot)")
    assert len(set(slots)) == 6
    tab.replay("match=sheet/4&hand=1")
    expect(tab.page.locator(".pp .noplays")).to_contain_text("没有出牌记录")
    expect(tab.page.locator(".pp .felt")).to_have_count(0)
    expect(tab.page.locator(".pp .claims td").first).to_be_visible()


@pytest.mark.deep
def test_a_finding_of_the_overview_links_to_its_ply(tab: Tab) -> None:
    tab.replay(f"{FAULTY}&hand=2&ply=26&lang=en")
    tab.page.locator(".pp .win.bad").click()
    tab.until_ply(28)


@pytest.mark.deep
def test_a_trick_that_was_not_played_out_is_no_wrong_claim(tab: Tab) -> None:
    tab.replay(FAULTY)
    folder = assets.address("")
    drawn = """async folder => {
        const [{Layout}, {render}] = await Promise.all(["layout.js", "lit/lit-html.js"].map(name => import(folder + name)));
        const [table, box] = [new Layout(), document.createElement("div")];
        table.data = {text: {}};
        render(table.winners({claimed: "NEE", computed: "NW"}), box);
        return [...box.querySelectorAll("button")].map(cell => cell.className);
    }"""
    assert tab.page.evaluate(drawn, folder) == ["win", "win bad", "win"]


@pytest.mark.deep
def test_incidents_and_rulings_stand_at_their_plies(tab: Tab) -> None:
    tab.replay(f"{RULED}&hand=1")
    verdict = tab.page.locator(".verdict")
    expect(verdict.locator(".noted.incident")).to_have_count(1)
    expect(verdict.locator(".noted blockquote")).to_have_text("<b>庄家</b>看了底牌")
    tab.replay(f"{RULED}&hand=1&ply=10")
    expect(verdict.locator(".noted .message")).to_have_count(2)
    expect(verdict.locator(".noted.ruling")).to_contain_text("裁判长 Wu")
    expect(verdict.locator(".noted.ruling .clause")).to_contain_text("SJ-16l")
    tab.page.keyboard.press("End")
    expect(verdict.locator(".noted.idle")).to_have_count(2)
    expect(tab.page.locator(".claims .fined")).to_contain_text("裁决 r1")
    assert tab.page.locator(".plays .notedmark").count() == 3
