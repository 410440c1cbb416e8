"""The launcher: this machine alone, plain errors, and a quick end."""

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.serve import HOST, SCRIPT, ServeError, _open_when_up, config, serve
from tests.dashboard.conftest import free_port, start_afresh, stop


def test_a_taken_port_is_said(warehouse: Path) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port} of 127.0.0.1 cannot be used"):
            serve(warehouse, port, False)


def test_a_missing_warehouse_is_said(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="nowhere"):
        serve(tmp_path / "nowhere", free_port(), False)


def test_the_name_of_a_folder_is_shown_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "<img src=x onerror=alert(1)> ![x](x)"
    named.symlink_to(tmp_path / "gone")
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(named))
    app = AppTest.from_file(str(SCRIPT), default_timeout=60).run()
    (notice,) = (body for html in app.get("html") if 'class="notice' in (body := str(html.proto.body)))
    assert "&lt;img src=x onerror=alert(1)&gt; ![x](x)" in notice
    assert "<img" not in notice
    assert not app.markdown
    assert not app.error


def test_nothing_is_told_to_anybody_and_only_this_machine_is_served() -> None:
    settings = config(8501)
    assert settings["server.address"] == "127.0.0.1"
    assert settings["browser.gatherUsageStats"] is False
    assert settings["server.headless"] is True


def test_the_browser_is_opened_once_the_server_answers(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    _open_when_up(int(server.rstrip("/").rpartition(":")[2]))
    assert opened == [server]


def test_no_proxy_is_asked_whether_the_server_answers(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("paipu.dashboard.serve.PATIENCE_SECONDS", 5)
    monkeypatch.setattr("urllib.request._opener", None)  # it remembers the proxies of its first request
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with socket.socket() as proxy:
        proxy.bind((HOST, 0))
        proxy.listen()
        proxy.settimeout(0)
        monkeypatch.setenv("http_proxy", f"http://{HOST}:{proxy.getsockname()[1]}")
        _open_when_up(int(server.rstrip("/").rpartition(":")[2]))
        with pytest.raises(BlockingIOError):
            proxy.accept()
    assert opened == [server]


def test_the_script_has_no_pages_folder_beside_it() -> None:
    assert SCRIPT.is_file()
    assert not (SCRIPT.parent / "pages").exists()


def test_it_answers_listens_to_this_machine_alone_and_ends_on_sigterm(warehouse: Path) -> None:
    port = free_port()
    process = start_afresh(warehouse, port)
    with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=5) as answer:
        assert answer.read() == b'{"status":"ok"}'
    with urllib.request.urlopen(f"http://{HOST}:{port}/", timeout=5) as answer:
        assert answer.status == 200
    assert listening(port) <= {"0100007F"}
    began = time.monotonic()
    said = stop(process)
    assert time.monotonic() - began < 5
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert "WARNING" not in said


def listening(port: int) -> set[str]:
    """The local addresses, as Linux writes them, at which something listens on a port; empty on other systems."""
    found = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for line in table.read_text().splitlines()[1:] if table.exists() else ():
            address, number = line.split()[1].split(":")
            if int(number, 16) == port and line.split()[3] == "0A":
                found.add(address)
    return found


def test_a_page_need_not_look_through_all_modules_for_garbage(warehouse: Path) -> None:
    """Streamlit looks for it after each run of a page."""
    program = (
        "import gc, sys; from pathlib import Path; from paipu.dashboard.serve import prepare\n"
        f"prepare(Path({str(warehouse)!r}), {free_port()}, lambda: None)\n"
        "print('paipu.dashboard.app' in sys.modules, gc.get_freeze_count() > 10 * len(gc.get_objects()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True True\n", "")
