"""The commands of `data/SCALE.md` as they stand there, all machines being this one: who listens where, and who gets in."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from paipu.analytics.verify import verify
from tests.analytics.records import write_ndjson
from tests.cluster.nodes import ROOT, wait_until

BIN: Final = Path(sys.executable).parent
BEGIN: Final = ("openssl", "export", "for")
PORT: Final = "18786"


def commands() -> list[str]:
    """The lines of the example, each machine being this one."""
    page = (ROOT / "data" / "SCALE.md").read_text(encoding="utf-8")
    code = page.partition("```sh\n")[2].partition("```")[0]
    lines = [re.sub(r"10\.0\.0\.\d", "127.0.0.1", line.partition("  #")[0].strip()) for line in code.splitlines()]
    return [line.replace("8786", PORT).replace("--nworkers 16", "--nworkers 1") for line in lines if line]


def the(word: str) -> str:
    [line] = [line for line in commands() if line.startswith(word)]
    return line


class Shells:
    """Programs begun in a folder after the lines that set TLS up, and what they listen on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.setting = "; ".join(the(word) for word in BEGIN[1:])
        self._begun: list[subprocess.Popen[bytes]] = []

    def run(self, line: str, setting: str | None = None) -> subprocess.CompletedProcess[str]:
        script = f"{self.setting if setting is None else setting}; {line}"
        return subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.env, capture_output=True, text=True, check=False, timeout=90
        )

    def begin(self, line: str) -> None:
        script = f"{self.setting}; exec {line}"
        self._begun.append(
            subprocess.Popen(
                ["bash", "-c", script], cwd=self.folder, env=self.env, stderr=subprocess.DEVNULL, start_new_session=True
            )
        )

    def sockets(self) -> set[str]:
        """The inodes of the sockets of what was begun, and of what that began."""
        sessions = {process.pid for process in self._begun}
        found: set[str] = set()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if os.getsid(int(process.name)) in sessions:
                    found.update(str(file.readlink()).strip("socket:[]") for file in (process / "fd").iterdir())
        return found

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PAIPU_LANG": "en"}

    def end(self) -> None:
        for process in self._begun:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def shells(tmp_path: Path) -> Iterator[Shells]:
    begun = Shells(tmp_path)
    try:
        yield begun
    finally:
        begun.end()


EVERYWHERE: Final = {"00000000", "0" * 32}


def listening(sockets: set[str] | None = None) -> set[tuple[str, int]]:
    """The addresses on which somebody listens (or some sockets do), in the kernel's hexadecimal, and the ports."""
    tables = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
    rows = [line.split() for table in tables for line in table.read_text(encoding="ascii").splitlines()[1:]]
    found = [row[1].split(":") for row in rows if row[3] == "0A" and (sockets is None or row[9] in sockets)]
    return {(address, int(port, 16)) for address, port in found}


@pytest.mark.deep
@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate by openssl, as the page says")
def test_a_cluster_set_up_as_the_page_says_is_closed_to_others_and_loads(shells: Shells, tmp_path: Path) -> None:
    assert shells.run(the("openssl"), setting="true").returncode == 0
    shells.begin(the("dask scheduler"))
    wait_until(lambda: int(PORT) in {port for _, port in listening()})
    shells.begin(the("dask worker"))
    write_ndjson(tmp_path / "cup.ndjson", range(5))
    done = shells.run(f"paipu load cup.ndjson --warehouse cup --cluster tls://127.0.0.1:{PORT}")
    assert done.returncode == 0, done.stderr
    assert verify(tmp_path / "cup").sound
    theirs = listening(shells.sockets())
    assert int(PORT) in {port for _, port in theirs}
    assert not {at for at in theirs if at[0] in EVERYWHERE}
    for address in (f"tcp://127.0.0.1:{PORT}", f"tls://127.0.0.1:{PORT}"):  # who has no certificate
        refused = shells.run(f"paipu load cup.ndjson --warehouse other --cluster {address}", setting="true")
        assert refused.returncode != 0
        assert "Traceback" not in refused.stderr
        assert "cannot be reached" in refused.stderr


def test_the_page_names_an_address_and_tls_wherever_something_listens() -> None:
    for line in (the("dask scheduler"), the("dask worker")):
        assert "--protocol tls" in line
        assert "--host 127.0.0.1" in line
        assert "--no-dashboard --dashboard-address 127.0.0.1:0" in line
    assert not re.search(r"tcp://", (ROOT / "data" / "SCALE.md").read_text(encoding="utf-8"))
