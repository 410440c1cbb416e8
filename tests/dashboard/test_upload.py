"""Files loaded from the Data page: through the one address that takes any, from pages of this server alone."""

import json
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from paipu.analytics.errors import LoadError, WarehouseBusyError
from paipu.analytics.pipeline import LoadSummary, load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard import uploads
from paipu.dashboard.loading import Asked
from paipu.dashboard.text import t
from paipu.dashboard.uploads import MOST_MB, BadEventError, load_files, loaded, too_much
from paipu.ingest.deals import to_file
from paipu.samples.event.sheets import papers_of, workbook_of
from tests.analytics.test_events import of_claims
from tests.dashboard import matches
from tests.dashboard.asking import EVIL, ask
from tests.dashboard.conftest import Tab, free_port, start, stop
from tests.dashboard.test_gate import both
from tests.ingest.hostile import EVENTS, RECORDS, TABLES, Hostile
from tests.made import event_of

ADDRESS = f"/_stcore/upload_file/{'0' * 8}-0000-4000-8000-{'0' * 12}/some-file-1"


class Sent:
    def __init__(self, name: str, held: bytes) -> None:
        self.name, self.held, self.size = name, held, len(held)

    def getbuffer(self) -> memoryview:
        return memoryview(self.held)


def test_a_page_of_ours_may_send_a_file_to_one_address(server: str) -> None:
    ours = [server.rstrip("/")]
    for method in ("PUT", "DELETE"):
        answer = ask(server, ADDRESS, method=method, origins=ours)
        assert answer.status == 403
        assert b"XSRF" in answer.body  # past the gate, and refused for want of the page's token


@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/upload_file/a/b",
        f"{ADDRESS}/more",
        f"{ADDRESS}/..",
        f"/x{ADDRESS}",
        ADDRESS.replace("some-file-1", ""),
        ADDRESS.replace("some-file-1", "a.b"),
        ADDRESS.replace("upload_file", "upload_file2"),
        "/data",
        "/",
    ],
)
def test_nothing_else_is_written(server: str, path: str) -> None:
    for method in ("PUT", "DELETE", "POST"):
        answer = ask(server, path, method=method, origins=[server.rstrip("/")])
        assert (answer.status, answer.body.decode()) == (405, both("gate.method"))


def test_who_is_no_page_of_ours_sends_nothing(server: str) -> None:
    assert ask(server, ADDRESS, method="PUT").status == 405  # no origin: no browser
    for origin in (f"http://{EVIL}", "null", "http://127.0.0.1:1"):
        assert ask(server, ADDRESS, method="PUT", origins=[origin]).status == 403
    assert ask(server, ADDRESS, method="PUT", origins=[server.rstrip("/")], host=EVIL).status == 421
    for method in ("POST", "PATCH", "OPTIONS"):
        assert ask(server, ADDRESS, method=method, origins=[server.rstrip("/")]).status == 405


def test_what_is_sent_goes_the_way_of_every_load(tmp_path: Path) -> None:
    good, faulty = matches.match(2, 1, faults=False), matches.match(3, 2)
    lines = b"\n".join([matches.encode(good), matches.encode(faulty), b'{"format": "paipu/1", "sheet": "bridge"}'])
    seen: list[int] = []
    longer_than_a_file_may_have = "牌" * 200 + ".json"
    files = [Sent("../cup.ndjson", lines), Sent(longer_than_a_file_may_have, matches.encode(good))]
    summary, _ = load_files(files, tmp_path / "w", lambda done: seen.append(done.read))
    assert (summary.read, summary.accepted, summary.accepted_with_findings) == (4, 1, 1)
    assert (summary.quarantined, summary.already_loaded) == (1, 1)
    assert seen[-1] == 4
    sources = Reader(tmp_path / "w").query("SELECT source FROM matches UNION SELECT source FROM quarantine ORDER BY ALL")
    assert sources["source"].to_list() == ["cup.ndjson"]


def test_an_event_and_its_deals_are_sent_together(tmp_path: Path) -> None:
    document, records = event_of("duplicate", 3)
    document = json.loads(json.dumps(document))
    deals = to_file(document["sheet"], document["boards"]["sets"][0].pop("dealt")["boards"])
    event = json.dumps(document).encode()
    lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    sent = [Sent("deals.ndjson", deals), Sent("cup.json", event), Sent("r.ndjson", lines)]
    summary, _ = load_files(sent, tmp_path / "w", lambda _: None)
    assert (summary.read, summary.quarantined) == (len(records) + 1, 0)
    assert Reader(tmp_path / "w").query("SELECT code FROM event_findings ORDER BY ALL").height == 0
    with pytest.raises(BadEventError) as bad:
        load_files([Sent("deals.ndjson", deals + b"{}\n"), *sent[1:]], tmp_path / "w", lambda _: None)
    assert bad.value.rejection is not None
    assert (bad.value.rejection.source, bad.value.rejection.line) == ("deals.ndjson", 12)


def test_an_event_and_its_score_sheets_are_sent_as_they_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document, records = event_of("individual", 3)
    (tmp_path / "event.json").write_text(json.dumps(document), encoding="utf-8")
    event, book = (tmp_path / "event.json").read_bytes(), workbook_of(papers_of(of_claims(records)))
    names = ["杯赛 2026.json", "计分 表.xlsx"]
    sent = [Sent(f"C:\\\\{name}", held) for name, held in zip(names, (event, book), strict=True)]
    summary, [reading] = load_files(sent, tmp_path / "w", lambda _: None)
    assert (summary.read, summary.quarantined) == (len(records) + 1, 0)
    assert (reading.file, reading.tally.holds, reading.tally.quarantined) == (names[1], True, 0)
    reader = Reader(tmp_path / "w")
    assert reader.query("SELECT source FROM matches UNION SELECT source FROM events ORDER BY ALL")[
        "source"
    ].to_list() == sorted(names)
    assert reader.query("SELECT * FROM standings ORDER BY ALL").height
    with pytest.raises(BadEventError) as bad:
        load_files([Sent("e.json", event.replace(b'"rounds"', b'"roundz"', 1))], tmp_path / "w", lambda _: None)
    assert bad.value.rejection is not None
    assert (bad.value.rejection.source, bad.value.rejection.pointer) == ("e.json", "/stages/0/rounds")
    # What the process does, done here: that its answer and its fault come back was seen.
    monkeypatch.setattr(uploads, "load_apart", loaded)
    assert load_files(sent, tmp_path / "w", lambda _: None).summary.already_loaded == summary.read
    with pytest.raises(BadEventError) as bad:
        load_files([sent[0], Sent("e.json", event)], tmp_path / "w", lambda _: None)
    assert bad.value.several == [names[0], "e.json"]


def test_a_load_waits_for_the_one_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [Sent("a.json", matches.encode(matches.match(2, 1, faults=False)))]
    other = Warehouse.open(tmp_path / "w")
    Timer(0.5, other.close).start()
    assert load_files(held, tmp_path / "w", lambda _: None).summary.accepted == 1
    monkeypatch.setattr(uploads, "PATIENCE", 0.2)
    with Warehouse.open(tmp_path / "w"), pytest.raises(WarehouseBusyError):
        load_files(held, tmp_path / "w", lambda _: None)


def test_others_load_while_files_are_audited(tmp_path: Path) -> None:
    """The warehouse is held to commit, and no longer."""
    path, scratch, directory = tmp_path / "a.ndjson", tmp_path / "scratch", tmp_path / "w"
    path.write_bytes(b"\n".join(matches.encode(matches.match(seed, seed, faults=False)) for seed in (2, 3)))
    other = tmp_path / "b.json"
    other.write_bytes(matches.encode(matches.match(4, 4, faults=False)))
    scratch.mkdir()
    told: list[LoadSummary] = []

    def show(done: LoadSummary) -> None:
        if not told:
            with Warehouse.open(directory) as warehouse:
                assert load([str(other)], warehouse).accepted == 1
        told.append(done)

    summary, _ = loaded(Asked({str(path): "a.ndjson"}, directory, 0, scratch), show)
    assert (summary.accepted, summary.batch) == (2, 2)
    assert told[0] == LoadSummary(read=2)


def test_a_process_that_is_ended_is_said_and_one_that_nobody_wants_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = [Sent("a.json", matches.encode(matches.match(2, 1, faults=False)))]
    begun: list[subprocess.Popen[bytes]] = []

    class Seen(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **more: Any) -> None:
            super().__init__(*words, **more)
            begun.append(self)

    def end(_: LoadSummary) -> None:
        begun[-1].kill()
        begun[-1].wait()

    def gone(_: LoadSummary) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paipu.dashboard.loading.subprocess.Popen", Seen)
    with pytest.raises(LoadError, match="out of memory"):
        load_files(held, tmp_path / "w", end)
    with pytest.raises(KeyboardInterrupt):
        load_files(held, tmp_path / "w", gone)
    assert [process.returncode for process in begun] == [-signal.SIGKILL] * 2
    assert load_files(held, tmp_path / "w", lambda _: None).summary.read == 1


@pytest.mark.deep
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "hostile", [each for each in (*RECORDS, *EVENTS, *TABLES) if not each.codes or each.heavy], ids=lambda each: each.name
)
def test_no_small_file_holds_up_another_session(tmp_path: Path, hostile: Hostile) -> None:
    """While it is loaded another file is loaded and pages are asked, and all of it is over before it, or soon.

    Others use the processors too: what is waited for is as much longer than here as a small load took longer than its work.
    """
    costly, held = Sent(hostile.name, hostile.make()), [Sent("a.json", matches.encode(matches.match(2, 1, faults=False)))]
    worked, alone = _work_of_processes(), [Sent("b.json", matches.encode(matches.match(3, 3, faults=False)))]
    waited = _took(lambda: load_files(alone, tmp_path / "w", lambda _: None))
    others = max(waited / (_work_of_processes() - worked), 1)
    worked, begun = _work_of_processes(), threading.Event()

    def costly_load() -> None:
        begun.set()
        with suppress(BadEventError):
            load_files([costly], tmp_path / "w", lambda _: None)

    with ThreadPoolExecutor() as beside:
        going_on = beside.submit(costly_load)
        begun.wait()
        at = time.monotonic()
        assert load_files(held, tmp_path / "w", lambda _: None).summary.accepted == 1
        took = time.monotonic() - at
        pages = [_took(lambda: Reader(tmp_path / "w").query("SELECT count(*) FROM matches")) for _ in range(5)]
        going_on.result()
    assert _work_of_processes() - worked < 10 + 2  # both loads
    assert took < 10 * others
    assert max(pages) < 2 * others


def _work_of_processes() -> float:
    """The seconds that processes which were begun here, and have ended, have worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _took(ask: Callable[[], object]) -> float:
    at = time.monotonic()
    ask()
    return time.monotonic() - at


def test_what_is_too_much_is_refused() -> None:
    assert too_much([Sent("a", b"")] * 51)
    assert not too_much([Sent("a", b"x")] * 50)
    large = Sent("a", b"")
    large.size = (MOST_MB << 20) // 2 + 1
    assert too_much([large, large])


@pytest.mark.deep
@pytest.mark.browser
def test_a_file_is_loaded_from_the_page(tmp_path: Path, browser: Browser) -> None:
    directory = matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])
    source = tmp_path / "more.ndjson"
    source.write_bytes(b"\n".join([matches.encode(matches.match(3, 2)), json.dumps({"format": "paipu/1"}).encode()]))
    port = free_port()
    process = start(directory, port)
    context = browser.new_context()
    try:
        tab = Tab(context.new_page(), f"http://127.0.0.1:{port}/")
        tab.open("data?lang=en")
        tab.page.locator('input[type="file"]').set_input_files(str(source))
        tab.page.get_by_role("button", name="Load", exact=True).click()
        said = t("data.upload.became", "en", read=2, clean=0, with_findings=1, quarantined=1, seen=0)
        expect(tab.page.locator(".notice")).to_contain_text(said)
        expect(tab.page.locator(".overview.data")).to_contain_text("more.ndjson")
        tab.open("?lang=en")
        expect(tab.page.locator(".overview")).to_contain_text("2 matches")
    finally:
        context.close()
        assert "Traceback" not in stop(process)
