"""`paipu verify`: content or damage, in both languages and for programs; and what a load says of a damaged warehouse."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Paipu


@pytest.fixture
def cup(paipu: Paipu, records: Path, tmp_path: Path) -> Path:
    assert paipu("load", records, "--warehouse", tmp_path / "cup", "-q").exit_code == 0
    return tmp_path / "cup"


PART = "parts/1-1.plays.parquet"


def damage(cup: Path) -> None:
    content = bytearray((cup / PART).read_bytes())
    content[len(content) // 2] ^= 1
    (cup / PART).write_bytes(content)


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
    assert f"part-changed  {PART} 不是写下时的样子" in zh.stdout
    assert f"办法：从备份放回 {PART}" in zh.stdout
    assert f"part-changed  {PART} is not as it was written" in en.stdout
    assert f"remedy: put {PART} back from a backup, or load the records into a new folder" in en.stdout


def test_the_remedies_help(paipu: Paipu, cup: Path, records: Path, tmp_path: Path) -> None:
    kept = (cup / PART).read_bytes()
    damage(cup)
    assert paipu("load", records, "--warehouse", tmp_path / "new").exit_code == 0
    assert paipu("verify", "--warehouse", tmp_path / "new").exit_code == 0
    (cup / PART).write_bytes(kept)
    assert paipu("verify", "--warehouse", cup).exit_code == 0


def test_json_has_both_languages(paipu: Paipu, cup: Path) -> None:
    sound = json.loads(paipu("verify", "--warehouse", cup, "--format", "json").stdout)
    assert (sound["sound"], sound["writing"], sound["damage"], sound["due"]) == (True, False, [], [])
    assert sound["checked"]["file"] == "manifest-1"
    damage(cup)
    done = paipu("verify", "--warehouse", cup, "--format", "json")
    assert done.exit_code == 3
    [found] = json.loads(done.stdout)["damage"]
    assert (found["code"], found["file"], found["table"]) == ("part-changed", PART, "plays")
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
    (cup / PART).unlink()
    done = paipu("load", records, "--warehouse", cup)
    assert done.exit_code == 3
    assert f"从备份放回 {PART}" in done.stderr
    assert f"put {PART} back from a backup" in done.stderr


def test_an_older_warehouse_is_refused_with_the_command_to_run(paipu: Paipu, tmp_path: Path, records: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "writer.duckdb").write_bytes(b"a database")
    for words in (("load", records), ("verify",), ("dashboard",)):
        done = paipu(*words, "--warehouse", tmp_path / "old")
        assert done.exit_code == 3
        assert "paipu load 牌谱 --warehouse 新文件夹" in done.stderr
        assert "paipu load RECORDS --warehouse NEW" in done.stderr
