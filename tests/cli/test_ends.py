"""How commands end: the exit code tells damage, a full disk, a missing permission and a fault of the program apart."""

import ctypes
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from paipu.cli.main import app
from paipu.cli.support import explaining, files
from paipu.samples import to_line
from tests.cli.conftest import Paipu, clean, write, wrong
from tests.cli.processes import COMMAND, ROOT, environment, run
from tests.made import sample

FULL_DEVICE = Path("/dev/full")
PR_CAPBSET_DROP = 24
OVERRIDING = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which the superuser is above permissions."""


def be_ordinary() -> None:
    """Give up what the superuser may and others may not, for the program that is about to run."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in OVERRIDING:
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


@pytest.fixture
def forbidden(records: Path) -> Path:
    """A file of records that may not be read, beside a folder in which nothing may be written."""
    records.chmod(0)
    (records.parent / "closed").mkdir(mode=0o555)
    return records


# --- full --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not FULL_DEVICE.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "words",
    [
        ("audit", "RECORDS", "-f", "json", "-o"),
        ("audit", "RECORDS", "--computed"),
        ("sample", "--matches", "2", "-o"),
        ("schema", "-o"),
    ],
    ids=" ".join,
)
def test_a_full_disk_is_5(paipu: Paipu, records: Path, words: tuple[str, ...]) -> None:
    done = paipu(*(str(records) if word == "RECORDS" else word for word in words), FULL_DEVICE)
    assert done.exit_code == 5
    zh, en = done.stderr.splitlines()[-2:]
    assert "空间不足" in zh
    assert "腾出空间" in zh
    assert "make room" in en


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))


@pytest.mark.parametrize(
    "command", ["load", *(pytest.param(each, marks=pytest.mark.deep) for each in ("audit", "sample", "schema"))]
)
def test_the_limit_of_file_size_is_5_and_leaves_nothing_half_made(tmp_path: Path, command: str) -> None:
    path = write(tmp_path / "many.ndjson", [wrong(number) for number in range(1, 41)])
    words = {
        "audit": ("audit", path, "-o", tmp_path / "out"),
        "load": ("load", path, "--warehouse", tmp_path / "house"),
        "sample": ("sample", "--matches", 40, "-o", tmp_path / "out"),
        "schema": ("schema", "-o", tmp_path / "out"),
    }[command]
    done = run(*words, before=small_files)
    assert done.returncode == 5, done.stderr
    assert "Traceback" not in done.stderr
    assert "空间不足" in done.stderr
    assert "no space left" in done.stderr
    assert {each.name for each in tmp_path.iterdir()} <= {"many.ndjson", "house"}


# --- no permission -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("audit", "RECORDS"),
        pytest.param(("audit", "FOLDER/open.ndjson", "RECORDS"), marks=pytest.mark.deep),
        pytest.param(("audit", "FOLDER/open.ndjson", "--waivers", "RECORDS"), marks=pytest.mark.deep),
        pytest.param(("audit", "FOLDER/open.ndjson", "--baseline", "RECORDS"), marks=pytest.mark.deep),
        pytest.param(("replay", "RECORDS"), marks=pytest.mark.deep),
        pytest.param(("convert", "--from", "botzone-tractor", "RECORDS"), marks=pytest.mark.deep),
        pytest.param(("audit", "FOLDER/open.ndjson", "-o", "FOLDER/closed/out"), marks=pytest.mark.deep),
        pytest.param(("sample", "--matches", "1", "-o", "FOLDER/closed/out"), marks=pytest.mark.deep),
        pytest.param(("schema", "-o", "FOLDER/closed/out"), marks=pytest.mark.deep),
        ("load", "FOLDER/open.ndjson", "--warehouse", "FOLDER/closed/house"),
        pytest.param(("demo", "--no-serve", "--folder", "FOLDER/closed/demo"), marks=pytest.mark.deep),
    ],
    ids=" ".join,
)
def test_no_permission_is_6(forbidden: Path, words: tuple[str, ...]) -> None:
    folder = forbidden.parent
    write(folder / "open.ndjson", [clean()])
    done = run(
        *(word.replace("RECORDS", str(forbidden)).replace("FOLDER", str(folder)) for word in words),
        before=be_ordinary,
    )
    assert done.returncode == 6, done.stderr
    assert "Traceback" not in done.stderr
    assert "Permission denied" in done.stderr


@pytest.mark.deep
def test_a_load_of_what_may_not_be_read_is_6_each_time(forbidden: Path) -> None:
    folder = forbidden.parent
    for _ in range(2):
        done = run("load", forbidden, "--warehouse", folder / "house", before=be_ordinary)
        assert done.returncode == 6, done.stderr


# --- one map for all ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        *((OSError(number, os.strerror(number)), 5) for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)),
        *((OSError(number, os.strerror(number)), 6) for number in (errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO)),
        (ZeroDivisionError("x"), 4),
        (BrokenPipeError(errno.EPIPE, "x"), 141),
        (KeyboardInterrupt(), 130),
    ],
    ids=repr,
)
def test_every_command_ends_by_the_same_map(
    paipu: Paipu, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: BaseException, code: int
) -> None:
    def fail(*_words: object, **_more: object) -> object:
        raise fault

    path = write(tmp_path / "x.ndjson", [clean()])
    monkeypatch.setattr(explaining, "explain", fail)
    monkeypatch.setattr("paipu.cli.support.explaining.sheets", fail)
    monkeypatch.setattr("paipu.cli.support.auditing.read", fail)
    monkeypatch.setattr("paipu.analytics.pipeline.read", fail)
    monkeypatch.setattr("paipu.cli.support.board.read", fail)
    monkeypatch.setattr("paipu.samples.sample", fail)
    monkeypatch.setattr("paipu.ingest.schema.json_schema", fail)
    monkeypatch.setattr("paipu.dashboard.serve.serve", fail)
    monkeypatch.setattr("paipu.analytics.verify.verify", fail)
    house = tmp_path / "house"
    for words in (
        ("explain", "x"),
        ("rules",),
        ("audit", path),
        ("load", path, "--warehouse", house),
        ("replay", path),
        ("sample",),
        ("schema",),
        ("dashboard", "--warehouse", house),
        ("verify", "--warehouse", house),
    ):
        done = paipu(*words)
        assert done.exit_code == code, (words, done.stderr)
        assert "Traceback" not in done.stderr


def test_the_codes_are_documented() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    epilog = str(app.info.epilog)
    for said in (epilog, readme):
        for code in (
            "0 clean",
            "1 findings",
            "2 usage",
            "3 unreadable",
            "4 internal error",
            "5 no space left",
            "6 no permission",
        ):
            assert code in said
        for code in ("130", "143", "129"):
            assert code in said
    assert "5 空间不足" in epilog
    assert "6 没有权限" in epilog


# --- a damaged warehouse -----------------------------------------------------------------------------------


def zeros(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[:100] + bytes(len(raw) - 100))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "beginning": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "text": lambda path: path.write_text("no manifest and no part\n" * 1000),
    "zeros": zeros,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("warehouse")
    (folder / "cup.ndjson").write_bytes(b"".join(map(to_line, sample(3, 2, 0.0))))
    assert run("load", folder / "cup.ndjson", "--warehouse", folder / "house").returncode == 0
    return folder / "house"


@pytest.mark.parametrize("kind", ["half", *(pytest.param(kind, marks=pytest.mark.deep) for kind in DAMAGE if kind != "half")])
@pytest.mark.parametrize("file", ["manifest-1", "parts/1-1.matches.parquet"])
def test_a_damaged_file_is_3_with_what_to_do(paipu: Paipu, house: Path, tmp_path: Path, file: str, kind: str) -> None:
    copy = tmp_path / "house"
    shutil.copytree(house, copy, symlinks=True)
    DAMAGE[kind](copy / file)
    assert paipu("verify", "--warehouse", copy).exit_code == 3
    done = paipu("load", house.parent / "cup.ndjson", "--warehouse", copy)
    assert done.exit_code == 3, done.stderr
    assert "folder" in done.stderr
    assert "文件夹" in done.stderr
    if (kind, file) != ("zeros", "parts/1-1.matches.parquet"):  # of its length, and only looked into when it is asked for
        done = paipu("dashboard", "--warehouse", copy)
        assert done.exit_code == 3, done.stderr
        assert "paipu load" in done.stderr
        assert "127.0.0.1" not in done.stderr  # no address is told of what is not served


@pytest.mark.parametrize(
    "name",
    ["manifest-1", *(pytest.param(name, marks=pytest.mark.deep) for name in ("parts/1-1.matches.parquet", "parts", "."))],
)
def test_a_warehouse_that_may_not_be_read_is_6_and_not_taken_for_damaged(house: Path, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "house"
    shutil.copytree(house, copy, symlinks=True)
    (copy / name).chmod(0)
    try:
        for words in (("verify",), ("load", house.parent / "cup.ndjson")):
            done = run(*words, "--warehouse", copy, before=be_ordinary)
            assert done.returncode == 6, done.stderr
            assert "Permission denied" in done.stderr
    finally:
        copy.chmod(0o755)


# --- signals -----------------------------------------------------------------------------------------------

ENDINGS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.fixture(scope="module")
def much(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Work for many seconds: matches that differ in their names alone, so that each is loaded."""
    path = tmp_path_factory.mktemp("much") / "much.ndjson"
    matches = list(sample(5, 4, 0.0))
    path.write_bytes(b"".join(to_line({**each, "id": f"{i}-{j}"}) for i in range(300) for j, each in enumerate(matches)))
    return path


def left_behind(group: int) -> list[str]:
    """The processes of a group that run on; one that has closed its output may take a moment to end."""
    latest = time.monotonic() + 5
    while (found := alive(group)) and time.monotonic() < latest:
        time.sleep(0.05)
    return found


def alive(group: int) -> list[str]:
    """The processes of a group that still run."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = each.read_text().rpartition(") ")
        except OSError:
            continue
        state, _parent, its_group = rest.split()[:3]
        if int(its_group) == group and state != "Z":
            found.append(name)
    return found


COMMANDS = ("audit", "audit with workers", "load", "load with workers", "sample")


@pytest.mark.parametrize(
    ("command", "number"),
    [
        pytest.param(command, number, marks=[] if (command, number) == ("load", signal.SIGTERM) else pytest.mark.deep)
        for command in COMMANDS
        for number in ENDINGS
    ],
)
def test_a_signal_ends_a_command_in_order(much: Path, tmp_path: Path, command: str, number: signal.Signals) -> None:
    """At several moments, to the whole group as a terminal does it: beginning, workers under way, work under way."""
    words = {
        "audit": ("audit", much, "-o", tmp_path / "out", "--computed", tmp_path / "computed", "--workers", 1),
        "audit with workers": ("audit", much, "-o", tmp_path / "out", "--workers", 3),
        "load": ("load", much, "--warehouse", tmp_path / "house", "--workers", 1),
        "load with workers": ("load", much, "--warehouse", tmp_path / "house", "--workers", 2),
        "sample": ("sample", "--matches", 1_000_000, "-o", tmp_path / "out"),
    }[command]
    for seconds in (0.7, 1.6) if "workers" in command else (1.2,):
        with subprocess.Popen(
            [*COMMAND, *map(str, words)],
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, number)
            out, err = process.communicate(timeout=30)
        assert process.returncode == ENDINGS[number], err
        assert out == ""
        assert "Traceback" not in err
        assert len(err.splitlines()) <= 2
        assert {each.name for each in tmp_path.iterdir()} <= {"house"}
        assert left_behind(process.pid) == []
    if (tmp_path / "house").exists():
        assert {each.suffix for each in (tmp_path / "house").iterdir()} <= {".partial", ""}
        assert run("load", write(tmp_path / "more.ndjson", [clean()]), "--warehouse", tmp_path / "house").returncode == 0


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, *(pytest.param(each, marks=pytest.mark.deep) for each in (signal.SIGINT, signal.SIGHUP))]
)
def test_a_signal_after_the_work_is_done_undoes_nothing(number: signal.Signals) -> None:
    script = (
        f"import atexit, os, sys; atexit.register(os.kill, os.getpid(), {int(number)}); "
        "sys.argv = ['paipu', 'rules']; from paipu.cli.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment({}), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "shengji" in done.stdout
    assert done.stderr == ""


def test_what_is_ignored_from_the_start_stays_so(records: Path) -> None:
    """As `nohup` has it."""
    done = run("audit", records, "-q", before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert done.returncode == 1
    script = (
        "import os, signal; from paipu.cli.support.signals import heard, heed; heed(); "
        "os.kill(os.getpid(), signal.SIGHUP); print(heard())"
    )
    command = [COMMAND[0], "-c", script]
    ignored = subprocess.run(
        command,
        env=environment({}),
        check=True,
        capture_output=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert ignored.stdout == b"None\n"


def test_a_draft_goes_with_any_exception(tmp_path: Path) -> None:
    def stopped() -> None:
        with files.output(tmp_path / "out") as out:
            out.write("half")
            assert len(list(tmp_path.iterdir())) == 1
            sys.exit(143)

    with pytest.raises(SystemExit):
        stopped()
    assert list(tmp_path.iterdir()) == []
