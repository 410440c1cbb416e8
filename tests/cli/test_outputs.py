"""Where results go: never over an input, whole or not at all, and as what was there before."""

import os
import stat
from pathlib import Path

import pytest

from tests.cli.conftest import Paipu, clean, write, wrong
from tests.cli.processes import shell


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A folder with two files of records, one of them deeper and with a name in capitals."""
    (tmp_path / "cup" / "day").mkdir(parents=True)
    write(tmp_path / "cup" / "a.ndjson", [clean(1)])
    write(tmp_path / "cup" / "day" / "B.NDJSON", [wrong(2)])
    return tmp_path / "cup"


# --- never over an input -----------------------------------------------------------------------------------


def ways_to_name(cup: Path) -> dict[str, Path]:
    """The file of records that lies deeper, by every name that leads to it."""
    target = cup / "day" / "B.NDJSON"
    outside = cup.parent
    (outside / "soft").symlink_to(target)
    (outside / "chain").symlink_to("soft")
    (outside / "folder").symlink_to(cup / "day")
    os.link(target, outside / "hard")
    return {
        "path": target,
        "roundabout": cup / "day" / ".." / "day" / "B.NDJSON",
        "relative": Path(os.path.relpath(target)),
        "link": outside / "soft",
        "link to a link": outside / "chain",
        "linked folder": outside / "folder" / "B.NDJSON",
        "hard link": outside / "hard",
    }


@pytest.mark.parametrize("option", ["-o", "--computed", "--baseline"])
def test_no_result_overwrites_a_file_in_a_folder_that_is_read(paipu: Paipu, cup: Path, option: str) -> None:
    before = (cup / "day" / "B.NDJSON").read_bytes()
    extra = ["--write-baseline"] if option == "--baseline" else []
    for way, path in ways_to_name(cup).items():
        done = paipu("audit", cup, option, path, "--fail-on", "never", *extra)
        assert done.exit_code == 2, way
        assert "也是这次的输入" in done.stderr
        assert "is an input of this run too" in done.stderr
        assert (cup / "day" / "B.NDJSON").read_bytes() == before


def test_a_result_in_the_folder_that_is_no_input_is_written(paipu: Paipu, cup: Path) -> None:
    (cup / ".hidden.ndjson").write_text("old")
    (cup / "notes.txt").write_text("old")
    for name in ("new.ndjson", "notes.txt", ".hidden.ndjson"):
        done = paipu("audit", cup, "-o", cup / name, "--fail-on", "never", "--format", "ndjson")
        assert done.exit_code == 0, name
        assert "CLAIM-ATTACKERS" in (cup / name).read_text(encoding="utf-8")
        (cup / name).unlink()
    paipu("audit", cup, "-o", cup / "new.ndjson", "--format", "ndjson")
    assert paipu("audit", cup, "-o", cup / "new.ndjson").exit_code == 2  # by now it is one


@pytest.mark.parametrize(
    "line",
    [
        "paipu audit - -o a.ndjson < a.ndjson",
        "paipu audit . -f ndjson > found.ndjson",
        pytest.param("paipu audit a.ndjson -f csv >> a.ndjson", marks=pytest.mark.deep),
        pytest.param("paipu convert --from botzone-tractor a.ndjson >> a.ndjson", marks=pytest.mark.deep),
        pytest.param("paipu replay a.ndjson >> a.ndjson", marks=pytest.mark.deep),
        pytest.param("paipu audit a.ndjson --computed out.txt > out.txt", marks=pytest.mark.deep),
    ],
)
def test_the_standard_streams_are_inputs_and_results_too(cup: Path, line: str) -> None:
    before = (cup / "a.ndjson").read_bytes()
    done = shell(line, cup)
    assert done.returncode == 2
    assert "paipu: " in done.stderr
    assert (cup / "a.ndjson").read_bytes() == before
    assert not (cup / "found.ndjson").exists() or (cup / "found.ndjson").read_bytes() == b""


def test_two_results_never_share_a_file_by_any_name(paipu: Paipu, cup: Path, tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    os.link(tmp_path / "old", tmp_path / "twin")
    (tmp_path / "to-nothing").symlink_to("nothing")
    (tmp_path / "here").symlink_to(".")
    for one, other in (("old", "twin"), ("nothing", "to-nothing"), ("x", "here/x"), ("x", "./x")):
        done = paipu("audit", cup, "-o", tmp_path / one, "--computed", f"{tmp_path}/{other}")
        assert done.exit_code == 2, (one, other)
        assert "两项输出是同一个文件" in done.stderr
    assert paipu("audit", cup, "-o", os.devnull, "--computed", os.devnull, "--fail-on", "never").exit_code == 0


# --- as what was there before ------------------------------------------------------------------------------

WRITERS = [
    ["audit", "cup", "--fail-on", "never", "-q", "-o"],
    ["audit", "cup", "--fail-on", "never", "-q", "--computed"],
    ["sample", "--matches", "1", "-q", "-o"],
    ["schema", "-o"],
]


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_a_file_that_is_overwritten_keeps_its_mode_and_a_link_stays_one(
    paipu: Paipu, cup: Path, tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cup.parent)
    target, link = tmp_path / "there" / "target", tmp_path / "link"
    target.parent.mkdir()
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("there/target")
    assert paipu(*words, link).exit_code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") != "old"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert [each.name for each in target.parent.iterdir()] == ["target"]


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_a_read_only_file_is_left_alone(
    paipu: Paipu, cup: Path, tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cup.parent)
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o444)
    link.symlink_to("target")
    for path in (target, link):
        done = paipu(*words, path)
        assert done.exit_code == 6
        assert "只读" in done.stderr
        assert "read-only" in done.stderr
        assert target.read_text() == "old"


def test_a_link_to_nothing_is_followed_and_one_in_a_circle_is_refused(paipu: Paipu, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    (tmp_path / "circle").symlink_to("circle")
    assert paipu("schema", "-o", tmp_path / "link").exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").stat().st_size > 0
    assert paipu("schema", "-o", tmp_path / "circle").exit_code == 2
    assert (tmp_path / "circle").is_symlink()


def test_a_file_of_the_longest_name_can_be_written(paipu: Paipu, tmp_path: Path) -> None:
    target = tmp_path / ("牌" * 85)
    assert paipu("schema", "-o", target).exit_code == 0
    assert [each.name for each in tmp_path.iterdir()] == [target.name]
