"""The wheel that `make wheel` builds, unpacked over a copy of the repository whose tests then run compiled."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

from paipu.samples import FAULTS

ROOT = Path(__file__).parents[2]
COMPILER = shutil.which((os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0])
HEADERS = Path(sysconfig.get_path("include"), "Python.h")
SUITE = (
    "rules",
    "ruling",
    "event",
    "samples",
    "oracle",
    "solve",
    "review",
    *(f"cli/test_{name}.py" for name in ("main", "audit", "judge", "replay")),
)
LEFT = (".*", "__pycache__", "*.egg-info", "build", "dist", "links", "out", "warehouse")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(COMPILER is None, reason="no C compiler on the search path"),
    pytest.mark.skipif(not HEADERS.is_file(), reason="no header files of this Python"),
]


def environment(tree: Path) -> dict[str, str]:
    """What makes the modules of a folder those that are imported: they are `paipu` by its links, if it has any."""
    paths = os.pathsep.join((str(tree / "links"), str(tree)))
    return {**os.environ, "PYTHONPATH": paths, "HYPOTHESIS_PROFILE": "steady", "PAIPU_LANG": "en"}


def paipu(tree: Path, *words: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "paipu.cli", *words], cwd=tree, env=environment(tree), check=False, capture_output=True
    )
    assert done.returncode in {0, 1}, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make wheel` leaves, in a copy of the repository."""
    tree = tmp_path_factory.mktemp("wheel") / "paipu"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEFT))
    command = ["make", "wheel", f"VENV={sys.prefix}", "--assume-old", f"{sys.prefix}/.installed"]
    done = subprocess.run(command, cwd=tree, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return tree / "dist"


@pytest.fixture(scope="module")
def tree(dist: Path) -> Path:
    """The copy, the compiled modules beside their sources."""
    [wheel] = [path for path in dist.glob("*.whl") if not path.name.endswith("-none-any.whl")]
    tree = dist.parent
    subprocess.run([sys.executable, "setup.py", "-q", "links", "--into", "links"], cwd=tree, check=True)
    with ZipFile(wheel) as packed:
        packed.extractall(tree / "links", [name for name in packed.namelist() if name.endswith((".so", ".pyd"))])
    return tree


def test_there_is_a_wheel_for_every_python_and_it_has_nothing_compiled(dist: Path) -> None:
    [wheel] = dist.glob("*-py3-none-any.whl")
    with ZipFile(wheel) as packed:
        assert [name for name in packed.namelist() if name.endswith((".so", ".pyd", ".c"))] == []
        assert {"paipu/py.typed", "paipu/replay/tricks/play.py", "paipu/replay/catalogue/shengji.toml"} <= set(
            packed.namelist()
        )
        assert {name.partition("/")[0].partition("-")[0] for name in packed.namelist()} == {"paipu"}


def test_the_version_says_which_build_runs(tree: Path) -> None:
    assert b"compiled;" in paipu(tree, "--version")
    assert b"pure Python;" in paipu(ROOT, "--version")


def test_the_search_is_compiled(tree: Path) -> None:
    asks = [sys.executable, "-c", "from paipu.replay.solve import COMPILED; print(COMPILED)"]
    for build, compiled in ((ROOT, "False"), (tree, "True")):
        done = subprocess.run(asks, cwd=build, env=environment(build), check=True, capture_output=True, text=True)
        assert done.stdout.strip() == compiled


@pytest.mark.parametrize("sheet", FAULTS)
def test_the_verdicts_are_the_same_byte_for_byte(tree: Path, tmp_path: Path, sheet: str) -> None:
    records = tmp_path / "records.ndjson"
    paipu(ROOT, "sample", "--sheet", sheet, "--matches", "150", "--faults", "0.8", "--seed", "7", "-q", "-o", str(records))
    told = []
    for build in (ROOT, tree):
        computed = tmp_path / "computed.ndjson"
        findings = paipu(build, "audit", "-f", "ndjson", "--computed", str(computed), "-q", str(records))
        told.append((findings, computed.read_bytes()))
    assert told[0] == told[1]
    assert len(told[0][0].splitlines()) > 100


def test_it_passes_the_tests(tree: Path) -> None:
    folders = [f"tests/{name}" for name in SUITE]
    command = [sys.executable, "-m", "pytest", "-q", "--numprocesses", "auto", "-p", "no:cacheprovider", *folders]
    done = subprocess.run(command, cwd=tree, env=environment(tree), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:]
