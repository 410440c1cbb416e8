"""The gate: nobody but a page of this server is let in, and every answer tells the browser to let nothing else in."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Scope

from paipu.dashboard.gate import HEADERS, NAMES, Gate
from paipu.dashboard.serve import config
from paipu.dashboard.text import t
from paipu.replay.text import LANGS
from tests.dashboard.asking import EVIL, ask, knock
from tests.dashboard.conftest import PATIENCE_MS, QUIET, Tab, free_port, run_apart, start_afresh, stop

PORT = 8501
FOREIGN = (
    f"http://{EVIL}",
    f"https://{EVIL}",
    "null",
    "",
    "file://",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    f"http://127.0.0.1:{PORT}.{EVIL}",
    f"http://127.0.0.1:{PORT}@{EVIL}",
    "http://10.0.0.1:{port}",
    "https://127.0.0.1:{port}",
    "http://0.0.0.0:{port}",
    "http://[::1]:{port}",
)
MISNAMED = (
    EVIL,
    f"{EVIL}:{{port}}",
    "127.0.0.1",
    "localhost",
    "127.0.0.1:1",
    "localhost.:{port}",
    f"localhost.{EVIL}:{{port}}",
    "127.0.0.1.:{port}",
    "127.1:{port}",
    "2130706433:{port}",
    "0.0.0.0:{port}",
    "[::1]:{port}",
    "10.0.0.1:{port}",
    "",
)
ADDRESSES = ("/", "/overview", "/healthz", "/favicon.png", "/_stcore/health", "/_stcore/metrics", "/static/nowhere.js")


def port_of(server: str) -> int:
    port = urlsplit(server).port
    assert port is not None
    return port


def both(key: str, **words: str) -> str:
    return "".join(f"{t(key, lang, **words)}\n" for lang in LANGS)


def names(server: str) -> str:
    """What a server goes by."""
    return " ".join(f"http://{name}:{port_of(server)}" for name in NAMES)


@pytest.mark.parametrize("host", MISNAMED)
def test_a_request_under_another_name_is_refused_in_both_languages(server: str, host: str) -> None:
    host = host.format(port=port_of(server))
    for path in ADDRESSES:
        answer = ask(server, path, host=host)
        assert answer.status == 421, path
        assert answer.body.decode() == both("gate.host", names=names(server))
        assert "set-cookie" not in answer.headers
    # a page of that name has its own name as its origin: DNS rebinding
    assert knock(server, host=host, origins=[f"http://{host}"]).status == 421
    assert knock(server, host=host).status == 421


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_is_refused_in_both_languages(server: str, origin: str) -> None:
    origin = origin.format(port=port_of(server))
    answers = [knock(server, origins=[origin]), *(ask(server, path, origins=[origin]) for path in ADDRESSES)]
    answers += [
        ask(server, "/_stcore/upload_file/a/b", method=method, origins=[origin]) for method in ("PUT", "DELETE", "POST")
    ]
    assert {answer.status for answer in answers} == {403}
    assert {answer.body.decode() for answer in answers} == {both("gate.origin")}


def test_an_origin_of_ours_beside_a_foreign_one_does_not_help(server: str) -> None:
    ours = server.rstrip("/")
    for origins in ([ours, f"http://{EVIL}"], [f"http://{EVIL}", ours]):
        assert ask(server, origins=origins).status == 403
        assert knock(server, origins=origins).status >= 400


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_pages_of_this_server_and_programs_that_have_no_origin_are_answered(server: str, name: str) -> None:
    host = f"{name}:{port_of(server)}"
    for origins in ([], [f"http://{host}"]):
        assert ask(server, "/healthz", host=host, origins=origins).status == 200
        assert knock(server, host=host, origins=origins).status == 101


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_nothing_can_be_written(server: str, method: str) -> None:
    for path in (*ADDRESSES, "/_stcore/upload_file/a/b", "/_stcore/agent/interact", "/_stcore/agent/mcp"):
        answer = ask(server, path, method=method, origins=[server.rstrip("/")])
        assert answer.status == 405
        assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/metrics",
        "/_stcore/script-health-check",
        "/_stcore/agent/openapi.json",
        "/_stcore/agent/mcp",
        "/_stcore/bidi-components/paipu.table/table.js",
        "/_stcore/upload_file/a/b",
        "/_%73tcore/metrics",
        "/component/paipu.table/table.js",
        "/app/static/run.py",
        "/auth/login",
        "/auth/logout",
        "/oauth2callback?code=1&state=2",
    ],
)
def test_what_the_pages_do_not_need_is_not_there(server: str, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.body.decode()) == (404, both("gate.path"))


def test_streamlits_settings_for_the_browser_name_no_other_site(server: str) -> None:
    body = ask(server, "/_stcore/host-config").body
    assert b'"allowedOrigins":[]' in body
    assert b"http" not in body


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../../../../../../etc/passwd",
        "/static/..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/static/%252e%252e/%252e%252e/etc/passwd",
        "/..%5c..%5c..%5cetc%5cpasswd",
        "//etc/passwd",
        "/static//etc/passwd",
        "/%2fetc/passwd",
        "/media/../../etc/passwd",
        "/media/%2fetc%2fpasswd",
        "/static/%00/etc/passwd",
        "/C:/windows/win.ini",
    ],
)
def test_no_path_leads_out_of_the_folder_of_static_files(server: str, path: str) -> None:
    answer = ask(server, path)
    assert answer.status in {200, 400, 404}
    assert b"root:" not in answer.body
    # what Streamlit does not find is its page, which then says that there is no such page
    assert answer.status != 200 or b'<div id="root">' in answer.body


@pytest.mark.parametrize(
    "path", [f"//{EVIL}/", f"/%2f{EVIL}/", f"/%5c{EVIL}/", f"/%09/{EVIL}/", f"/%0d%0aLocation:http://{EVIL}/", f"/.//{EVIL}/"]
)
def test_no_path_is_sent_on_to_another_site(server: str, path: str) -> None:
    location = ask(server, path).headers.get("location", "/")
    assert location.startswith("/")
    assert location[1:2] not in {"/", "\\", "\t"}


def test_every_answer_has_the_headers(server: str) -> None:
    foreign = [f"http://{EVIL}"]
    answers = [
        ask(server, path) for path in (*ADDRESSES, "/nowhere", "//nowhere", "/replay/", "/_stcore/host-config", "/auth/")
    ]
    answers += [ask(server, host=EVIL), ask(server, origins=foreign), ask(server, method="POST")]
    answers += [knock(server, host=EVIL), knock(server, origins=foreign)]
    assert {answer.status for answer in answers} == {200, 301, 307, 403, 404, 405, 421}
    for answer in answers:
        assert {name: answer.headers.getlist(name) for name in HEADERS} == {name: [value] for name, value in HEADERS.items()}
        (policy,) = answer.headers.getlist("content-security-policy")
        assert "unsafe-eval" not in policy
        assert "*" not in policy
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert "'unsafe-inline'" not in rules["script-src"]
        assert rules["default-src"] == "'self'"
        assert rules["connect-src"] == f"'self' ws://127.0.0.1:{port_of(server)} ws://localhost:{port_of(server)}"
        assert {rules[kind] for kind in ("object-src", "frame-ancestors", "base-uri", "form-action")} == {"'none'"}
        assert "access-control-allow-origin" not in answer.headers


def through_the_gate(headers: Iterable[tuple[str, str]], port: int = PORT) -> list[Message]:
    """What the gate sends for a request to an app that only fails."""

    async def fail(_request: Request) -> Response:
        raise ValueError

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers],
        "server": ("127.0.0.1", port),
    }
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def run() -> None:
        try:
            await Gate(Starlette(routes=[Route("/", fail)]))(scope, receive, send)
        except ValueError:
            return  # Starlette answers first, and then lets the server log it

    run_apart(run())
    return sent


def test_an_answer_to_an_internal_error_has_the_headers_too() -> None:
    began = through_the_gate([("host", f"127.0.0.1:{PORT}")])[0]
    assert began["status"] == 500
    assert set(dict(began["headers"])) >= {name.lower().encode() for name in (*HEADERS, "Content-Security-Policy")}


@pytest.mark.parametrize(
    ("hosts", "port", "status"),
    [
        ([], PORT, 421),  # HTTP/1.0
        ([f"127.0.0.1:{PORT}", EVIL], PORT, 421),
        ([f"127.0.0.1:{PORT}"] * 2, PORT, 421),
        (["127.0.0.1"], 80, 500),  # a browser leaves out the port that goes without saying
        (["localhost"], 80, 500),
        (["127.0.0.1:81"], 80, 421),
    ],
)
def test_exactly_one_host_is_named(hosts: list[str], port: int, status: int) -> None:
    assert through_the_gate([("host", host) for host in hosts], port)[0]["status"] == status


@pytest.mark.deep
def test_streamlit_itself_is_told_the_same_and_no_file_of_settings_overrules_it(warehouse: Path, tmp_path: Path) -> None:
    settings = config(PORT)
    assert settings["server.allowedHosts"] == ["127.0.0.1", "localhost"]
    assert settings["server.corsAllowedOrigins"] == settings["client.allowedOrigins"] == []
    assert settings["server.enableXsrfProtection"] is settings["server.enableCORS"] is True
    own = tmp_path / ".streamlit" / "config.toml"
    own.parent.mkdir()
    own.write_text(f'[server]\nenableAgentApi = true\nbaseUrlPath = "x"\n[client]\nallowedOrigins = ["https://{EVIL}"]\n')
    port = free_port()
    process = start_afresh(warehouse, port, folder=tmp_path)
    try:
        answer = ask(f"http://127.0.0.1:{port}/", "/_stcore/host-config")
    finally:
        stop(process)
    assert b'"allowedOrigins":[]' in answer.body


@pytest.fixture
def complaints(tab: Tab) -> Iterator[list[str]]:
    """What the browser says about the policy on the pages of the tab."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text or "Cross-Origin" in message.text:
            said.append(message.text)

    tab.page.on("console", hear)
    yield said
    tab.page.remove_listener("console", hear)


@pytest.mark.deep
@pytest.mark.browser
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_the_pages_work_under_the_policy(tab: Tab, complaints: list[str], name: str) -> None:
    tab.root = tab.root.replace("127.0.0.1", name)
    tab.open("?lang=en")
    expect(tab.page.locator(".overview .verdict")).to_be_visible()
    tab.open("data?lang=en")
    expect(tab.page.locator(".overview.data table")).to_have_count(2)
    tab.replay("match=spring26/r1/t02&hand=1")
    tab.page.keyboard.press("ArrowRight")
    tab.until_ply(1)
    tab.until_address("ply=1")
    tab.replay("match=daguai/1&hand=1")
    tab.page.keyboard.press("ArrowRight")
    tab.until_ply(1)
    tab.open("nowhere")
    expect(tab.page.get_by_role("link", name="To the overview")).to_be_visible()
    assert complaints == []


@pytest.mark.browser
def test_the_policy_is_in_force(tab: Tab, complaints: list[str]) -> None:
    tab.open("?lang=en")
    tab.page.get_by_role("link", name="Replay").wait_for()
    got = tab.page.evaluate("fetch('http://192.0.2.1/').then(() => 'let out', () => 'kept in')")
    assert got == "kept in"
    tab.page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.pwned = 1'}))")
    assert tab.page.evaluate("window.pwned") is None
    assert len(complaints) >= 2


@pytest.mark.browser
def test_a_site_open_in_the_same_browser_gets_nothing(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.route(f"http://{EVIL}/**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.goto(f"http://{EVIL}/")
    socket = """address => new Promise(done => {
        const socket = new WebSocket(address);
        socket.onopen = () => done("open");
        socket.onerror = () => done("refused");
    })"""
    assert page.evaluate(socket, server.replace("http", "ws") + "_stcore/stream") == "refused"
    read = "address => fetch(address).then(() => 'read', () => 'refused')"
    assert page.evaluate(read, server + "_stcore/host-config") == "refused"
    load = """([kind, address]) => new Promise(done => {
        const node = Object.assign(document.createElement(kind), {src: address});
        node.onload = () => done("loaded");
        node.onerror = () => done("refused");
        document.body.append(node);
    })"""
    assert page.evaluate(load, ["img", server + "favicon.png"]) == "refused"
    frame = page.evaluate_handle(
        """address => new Promise(done => {
            const frame = Object.assign(document.createElement("iframe"), {src: address});
            frame.onload = () => done(frame);
            document.body.append(frame);
        })""",
        server,
    ).as_element()
    assert frame is not None
    content = frame.content_frame()
    assert content is not None
    assert content.locator("#root").count() == 0
    page.close()


@pytest.mark.deep
@pytest.mark.browser
def test_a_name_that_was_let_point_here_gets_no_page(browser: Browser, chromium: str, server: str) -> None:
    resolved = [*QUIET, f"--host-resolver-rules=MAP {EVIL} 127.0.0.1"]
    rebound = browser.browser_type.launch(executable_path=chromium, args=resolved)
    page = rebound.new_page()
    page.set_default_timeout(PATIENCE_MS)
    answer = page.goto(server.replace("127.0.0.1", EVIL))
    assert answer is not None
    assert answer.status == 421
    expect(page.locator("body")).to_contain_text(t("gate.host", "en", names=names(server)))
    rebound.close()
