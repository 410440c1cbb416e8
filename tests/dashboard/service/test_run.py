"""How it is run: the container file and the systemd unit say what `data/SERVICE.md` says of them; and a disk that is full."""

import re
import resource
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import pytest

from paipu.analytics.verify import verify
from paipu.cli.serve import check
from tests.dashboard.conftest import stop
from tests.dashboard.forge import Forked
from tests.dashboard.service.conftest import Served, administrator, command, problem, start
from tests.dashboard.service.test_kept import held, raw_of

SERVICE: Final = Path(__file__).parents[3] / "dashboard" / "service"
EXPOSURE: Final = 40
"""What `systemd-analyze security` may say of the unit, in tenths of its figure: of 0 to 10, below 4 is OK."""


def instructions() -> list[tuple[str, str]]:
    """Of the container file, each with what it says."""
    text = (SERVICE / "Containerfile").read_text(encoding="utf-8")
    joined = re.sub(r"\\\n", " ", "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#")))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def test_the_container_runs_it_as_nobody_and_writes_to_its_data_alone(tmp_path: Path) -> None:
    told = instructions()
    names = [name for name, _ in told]
    said = dict(told)
    assert names.index("USER") > max(at for at, name in enumerate(names) if name in {"RUN", "COPY"})
    assert int(said["USER"]) > 0
    assert said["VOLUME"] == "/var/lib/paipu"
    words = [each.strip('"') for each in said["ENTRYPOINT"].strip("[]").split(", ")]
    assert words[words.index("--warehouse") + 1].startswith(f"{said['VOLUME']}/")
    address = words[words.index("--address") + 1]
    check(address, "https://paipu.example.org", None, None)
    for option in words[2:]:  # each is an option that the command has
        assert not option.startswith("--") or option in command(tmp_path, "serve", "--help")[1]
    head = (SERVICE / "Containerfile").read_text(encoding="utf-8").split("FROM")[0]
    for wanted in ("--read-only", "--cap-drop all", "-p 127.0.0.1:8501:8501", "no-new-privileges", "--public https://"):
        assert wanted in head


def test_what_the_page_has_copied_is_installed_with_the_program() -> None:
    page = (SERVICE.parents[1] / "data" / "SERVICE.md").read_text(encoding="utf-8")
    [copied] = re.findall(r"^cp \S+/site-packages/paipu/(\S+) ", page, re.MULTILINE)
    assert (SERVICE.parents[1] / copied).is_file()
    project = tomllib.loads((SERVICE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert any(fnmatch(Path(copied).name, each) for each in project["tool"]["setuptools"]["package-data"]["*"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    unit = tmp_path / "paipu.service"
    text = (SERVICE / "paipu.service").read_text(encoding="utf-8")
    [line] = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    unit.write_text(text.replace(shlex.split(line)[0], sys.executable), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    words = ("systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE}", str(unit))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# ---- a full disk


@contextmanager
def full(process: Forked) -> Iterator[None]:
    """While no file of a service and of the processes that it has started grows beyond some bytes, as on a full disk."""
    tree = [process.pid, *_below(process.pid)]
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in tree}
    for pid, (_, most) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (16, most))
    yield
    for pid, limits in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def _below(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return [each for child in map(int, told) for each in (child, *_below(child))]


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are set on Linux")
def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    token = administrator(tmp_path / "house")
    process, address = start(tmp_path / "house", "--workers", "1")
    served = Served(address, tmp_path / "house", token)
    first, raw = raw_of("before")
    assert served.ask("PUT", f"/records/{first}", raw).status == 201
    sha256, raw = raw_of("meanwhile")
    with full(process):
        for path in (f"/records/{sha256}", f"/loads/{sha256}"):
            told = problem(served.ask("PUT", path, raw))
            assert told["status"] in {503, 507}, told
        assert served.ask("GET", f"/records/{first}").status == 200  # what is there is answered
    assert served.ask("PUT", f"/records/{sha256}", raw).status == 201
    assert sorted(held(tmp_path / "house")) == sorted([first, sha256])
    assert verify(tmp_path / "house").sound
    assert "Traceback" not in stop(process)
