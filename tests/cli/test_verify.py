"""`paipu verify`: content or damage, in both languages and for programs; and what a load says of a recovered warehouse."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.cli.conftest import Paipu


@pytest.fixture
def cup(paipu: Paipu, records: Path, tmp_path: Path) -> Path:
    assert paipu("load", records, "--warehouse", tmp_path / "cup", "-q").exit_code == 0
    return tmp_path / "cup"


def damage(cup: Path) -> None:
    with duckdb.connect(str(cup / "writer.duckdb")) as con:
        con.execute("DELETE FROM plays WHERE trick = 1")


def test_a_sound_warehouse_ends_with_0(paipu: Paipu, cup: Path) -> None:
    done = paipu("verify", "--warehouse", cup)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "完好"
    assert paipu("verify", "--warehouse", cup, "--lang", "en").stdout.splitlines()[-1] == "no damage"


def test_damage_is_named_with_its_remedy_and_ends_with_3(paipu: Paipu, cup: Path) -> None:
    damage(cup)
    zh = paipu("verify", "--warehouse", cup)
    en = paipu("verify", "--warehouse", cup, "--lang", "en")
    assert (zh.exit_code, en.exit_code) == (3, 3)
    assert "rows-missing  writer.duckdb 的 plays 少了第 1 批的" in zh.stdout
    assert "办法：把 writer.duckdb 移出文件夹" in zh.stdout
    assert "rows-missing  writer.duckdb: " in en.stdout
    assert "remedy: move writer.duckdb out of the folder" in en.stdout


def test_the_remedy_helps(paipu: Paipu, cup: Path, records: Path, tmp_path: Path) -> None:
    damage(cup)
    (cup / "writer.duckdb").rename(tmp_path / "aside")
    again = paipu("load", records, "--warehouse", cup)
    assert again.exit_code == 0
    assert "writer.duckdb 不见了，已从 warehouse-1.duckdb 恢复" in again.stderr
    assert "writer.duckdb was gone and is recovered from warehouse-1.duckdb" in again.stderr
    assert paipu("verify", "--warehouse", cup).exit_code == 0


def test_json_has_both_languages(paipu: Paipu, cup: Path) -> None:
    sound = json.loads(paipu("verify", "--warehouse", cup, "--format", "json").stdout)
    assert (sound["sound"], sound["writing"], sound["damage"]) == (True, False, [])
    assert [each["file"] for each in sound["checked"]] == ["writer.duckdb", "warehouse-1.duckdb"]
    damage(cup)
    done = paipu("verify", "--warehouse", cup, "--format", "json")
    assert done.exit_code == 3
    found = next(each for each in json.loads(done.stdout)["damage"] if each["code"] == "rows-missing")
    assert (found["file"], found["table"], found["batch"]) == ("writer.duckdb", "plays", 1)
    assert found["message"].keys() == found["remedy"].keys() == {"zh", "en"}


def test_a_folder_without_a_warehouse_ends_with_3(paipu: Paipu, tmp_path: Path) -> None:
    done = paipu("verify", "--warehouse", tmp_path / "none")
    assert done.exit_code == 3
    assert len(done.stderr.splitlines()) == 2


def test_a_file_name_cannot_steer_the_terminal(paipu: Paipu, cup: Path) -> None:
    (cup / "a\x1b[2J").touch()
    for form in ("text", "json"):
        done = paipu("verify", "--warehouse", cup, "--format", form)
        assert done.exit_code == 3
        assert "\x1b" not in done.stdout


def test_a_warehouse_that_cannot_be_gone_on_from_refuses_the_load(paipu: Paipu, cup: Path, records: Path) -> None:
    (cup / "writer.duckdb").unlink()
    (cup / "current").unlink()
    (cup / "current").symlink_to("/mnt/none/warehouse-1.duckdb")
    done = paipu("load", records, "--warehouse", cup)
    assert done.exit_code == 3
    assert "挂上那个磁盘" in done.stderr
    assert "mount that disk" in done.stderr
