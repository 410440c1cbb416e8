"""`paipu explain` and `paipu rules` know every code, clause, option and reason."""

import re
from pathlib import Path

import pytest

from paipu.analytics.keys import EXPLAINED
from paipu.analytics.tally_rows import KEYS
from paipu.cli.support.explaining import names
from paipu.cli.support.terms import TERMS
from paipu.ingest.rejection import REASONS
from paipu.replay.catalogue import clause_of_codes, clauses, evidence
from paipu.replay.checks import CHECKS
from paipu.replay.checks.renamed import RENAMED, codes_now
from paipu.replay.sheets import SHEETS, options_of
from paipu.replay.text import Lang, in_language
from tests.cli.conftest import Paipu
from tests.many import in_one

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_explain_knows_every_name(paipu: Paipu, lang: str) -> None:
    """Each in one of the languages: what differs between them is the text alone, and every text has both."""
    for name in list(names())[lang == "en" :: 2]:
        done = paipu("explain", name, "--lang", lang)
        assert done.exit_code == 0, name
        assert name in done.stdout


def test_every_code_clause_option_and_reason_is_a_name() -> None:
    known = set(names())
    assert known >= set(CHECKS) | set(REASONS) | set(SHEETS)
    for sheet in SHEETS:
        assert known >= set(clauses(sheet)) | set(options_of(sheet))
        assert known >= {identifier for option in options_of(sheet).values() for identifier in option.ids}


def test_a_code_names_its_clause_basis_options_and_remedy(paipu: Paipu) -> None:
    out = paipu("explain", "TRICK-FOLLOW-PAIR").stdout
    for part in ("SJ-16h", "明文", "shengji", CHECKS["TRICK-FOLLOW-PAIR"].remedy.zh):
        assert part in out
    out = paipu("explain", "TRICK-FOLLOW-PAIR", "--lang", "en").stdout
    for part in ("SJ-16h", "stated", CHECKS["TRICK-FOLLOW-PAIR"].remedy.en):
        assert part in out


OLD_CODES = re.findall(
    r"^\| `([A-Z-]+)` \| ((?:`[A-Z-]+(?:/\w+)?`(?:, )?)+) \|$", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE
)


def test_the_changelog_tells_every_renamed_code() -> None:
    assert {old: tuple(re.findall(r"`([^`]+)`", new)) for old, new in OLD_CODES} == RENAMED


def test_renamed_codes_are_gone_and_their_new_names_are_in_the_catalogues() -> None:
    known = {check for sheet in SHEETS for check in clause_of_codes(sheet)}
    assert not RENAMED.keys() & CHECKS.keys()
    assert {new for renamed in RENAMED.values() for new in renamed} <= known


@in_one
@pytest.mark.parametrize("old", RENAMED)
def test_an_old_code_is_answered_with_the_new_one(paipu: Paipu, old: str) -> None:
    first, *rest = paipu("explain", old, "--lang", "en").stdout.splitlines()
    assert all(name in first for name in (old, *RENAMED[old]))
    assert all(any(line.startswith(f"{code}  ") for line in rest) for code in codes_now(old))


def test_a_clause_names_its_checks(paipu: Paipu) -> None:
    assert "TRICK-FOLLOW-PAIR" in paipu("explain", "SJ-16h").stdout


def test_what_is_settled_is_a_clause_by_its_key_and_its_id(paipu: Paipu) -> None:
    for name in ("point_cards", "X-1"):
        out = paipu("explain", name).stdout
        assert out.startswith("X-1  point_cards")
        assert "未写明，按约定 [chaodipi]" in out
        assert "CLAIM-KITTY-POINTS" in out


def test_a_clause_tells_what_another_text_says_alike(paipu: Paipu) -> None:
    told = paipu("explain", "JS-5.4.1", "--lang", "en").stdout
    assert "national rules (2022, trial)" in told
    assert "national" not in paipu("explain", "JS-5.4.4", "--lang", "en").stdout


def test_a_clause_that_no_check_enforces_says_why(paipu: Paipu) -> None:
    why = next(clause for clause in clauses("guandan-3").values() if clause.not_checkable)
    assert why.not_checkable is not None
    assert why.not_checkable[0] in paipu("explain", why.id).stdout
    assert why.not_checkable[1] in paipu("explain", why.id, "--lang", "en").stdout


def test_an_option_lists_its_values_and_default(paipu: Paipu) -> None:
    out = paipu("explain", "D-SJ-11").stdout
    option = options_of("shengji")["hollow_tractors"]
    for value, choice in option.choices.items():
        assert value in out
        assert choice.zh in out


@pytest.mark.parametrize("name", ["D-SJ-11", "D-SJ-21"])
def test_a_question_tells_why_its_default_was_taken(paipu: Paipu, name: str) -> None:
    assert evidence()[name].zh in paipu("explain", name).stdout
    assert evidence()[name].en in paipu("explain", name, "--lang", "en").stdout


@pytest.mark.parametrize("name", ["trick-follow-pair", " SJ-16H ", "d-sj-11", "HOLLOW_TRACTORS"])
def test_names_are_known_in_any_case(paipu: Paipu, name: str) -> None:
    assert paipu("explain", name).exit_code == 0


@pytest.mark.parametrize(("name", "near"), [("TRICK-FOLLOW-PIAR", "TRICK-FOLLOW-PAIR"), ("SJ-16hh", "SJ-16h")])
def test_an_unknown_name_is_answered_with_near_ones(paipu: Paipu, name: str, near: str) -> None:
    done = paipu("explain", name)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert near in done.stderr


@pytest.mark.parametrize("words", [[], ["TRICK-SIZE", "--all"]])
def test_one_name_or_all(paipu: Paipu, words: list[str]) -> None:
    assert paipu("explain", *words).exit_code == 2


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_all_lists_everything(paipu: Paipu, lang: str) -> None:
    out = paipu("explain", "--all", "--lang", lang).stdout
    for name in names():
        assert name in out


def test_rules_lists_the_sheets(paipu: Paipu) -> None:
    lines = paipu("rules", "--lang", "en").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(SHEETS)
    for line, sheet in zip(lines, SHEETS.values(), strict=True):
        assert sheet.title.en in line
        assert line.endswith(sheet.source.en)


@pytest.mark.parametrize("sheet", list(SHEETS))
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rules_of_a_sheet(paipu: Paipu, sheet: str, lang: str) -> None:
    out = paipu("rules", sheet, "--lang", lang).stdout
    for clause in clauses(sheet).values():
        assert f"{clause.id} " in out
        assert getattr(clause, lang) in out
    out = paipu("rules", sheet, "--options", "--lang", lang).stdout
    for option in options_of(sheet).values():
        assert option.key in out
        assert f"* {option.default}" in out


def test_rules_of_no_sheet(paipu: Paipu) -> None:
    assert paipu("rules", "shengi").exit_code == 2
    assert "shengji" in paipu("rules", "shengi").stderr
    assert paipu("rules", "--options").exit_code == 2


def test_a_key_that_several_sheets_have_is_explained_for_each(paipu: Paipu) -> None:
    out = paipu("explain", "penalty_direction").stdout
    for part in ("D-CDP-26", "D-SK-12", "chaodipi", "shuangkou"):
        assert part in out
    assert "D-SK-12" not in paipu("explain", "D-CDP-26").stdout


def test_an_option_that_takes_a_table_says_how_it_is_written(paipu: Paipu) -> None:
    for words in (("explain", "D-SK-02"), ("rules", "shuangkou", "--options")):
        assert options_of("shuangkou")["big_points"].written in paipu(*words).stdout


@pytest.mark.parametrize("sheet", list(SHEETS))
def test_the_example_of_an_option_is_one_of_the_sheet(paipu: Paipu, sheet: str) -> None:
    said = paipu("rules", sheet, "--options").stdout.split('{"options": {')[1].split("}")[0]
    several = [option.key for option in options_of(sheet).values() if len(option.choices) > 1]
    assert said == "" if not several else said.split('"')[1] == several[0]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("下游", ("末游 = 下游", "GD1-3b", "GD3-C4.3")),
        ("双戴花", ("双下 = 双戴花", "GD2-3a", "D-GD-13")),
        ("双飞", ("钢板 = 双飞", "GD1-1g", "GD2-1.5", "D-GD-05a")),
        ("连对", ("三连对 = 连对", "GD2-1.4", "拖拉机 = 连对", "SJ-13")),
        ("自由牌", ("逢人配 = 自由牌", "GD1-1c", "DG-2.1")),
        ("Four Jokers", ("四王", "GD3-C3")),
        ("大怪", ("大王 = 大怪", "BJ", "DG-3.2")),
        ("小怪", ("小王 = 小怪", "LJ", "DG-2.1c")),
        ("怪", ("王 = 怪", "DG-2.1d")),
        ("将牌", ("将牌", "DG-1.2")),
        ("记过", ("记过", "DG-6.3", "DG-6.4")),
        ("团子", ("团子", "钢板", "GD3-C2")),
        ("级差", ("级差", "GD3-G2", "D-GD3-3")),
        ("二游", ("二游",)),
        ("三游", ("三游", "GD3-D3")),
        ("红桃级牌", ("逢人配", "GD1-1c")),
        ("木板", ("三连对", "GD1-1f")),
        ("天王炸", ("四王", "GD1-1a")),
        ("同花", ("同花", "DG-3.3d")),
    ],
)
def test_players_words_are_explained_with_what_else_they_are_called(paipu: Paipu, word: str, said: tuple[str, ...]) -> None:
    done = paipu("explain", word)
    assert done.exit_code == 0
    for part in said:
        assert part in done.stdout
    assert paipu("explain", word, "--lang", "en").exit_code == 0


def test_players_words_are_all_listed_and_none_is_a_name_of_something_else() -> None:
    words = [word for term in TERMS for word in term.names]
    assert not {word.casefold() for word in words} & {name.casefold() for name in names()}
    assert all(word == word.casefold() for word in words)
    for term in TERMS:
        assert len(set(term.names)) == len(term.names)


def test_a_word_that_is_nearly_known(paipu: Paipu) -> None:
    assert "下游" in paipu("explain", "下由").stderr


def test_a_case_of_a_code_is_explained_by_its_own_clauses(paipu: Paipu) -> None:
    said = paipu("explain", "tribute-card/DOUBLE", "--lang", "en").stdout
    assert "GD1-4b /double" in said
    assert "GD1-4e" not in said
    assert "GD1-4e" in paipu("explain", "TRIBUTE-CARD", "--lang", "en").stdout


def test_a_sheet_says_where_its_clauses_are(paipu: Paipu) -> None:
    out = paipu("explain", "Guandan-JS2023").stdout
    assert f"{len(clauses('guandan-js2023'))}  paipu rules guandan-js2023" in out
    assert SHEETS["guandan-js2023"].source.zh in out


def test_every_statistic_is_explained_by_its_name_in_either_language(paipu: Paipu) -> None:
    for part, told in EXPLAINED.items():
        assert tuple(told) == KEYS, part
    asked: tuple[tuple[str, Lang], ...] = (("坐庄率", "zh"), ("hands with the bank", "zh"), ("Bank_Share", "en"))
    for said, lang in asked:
        out = paipu("explain", said, "--lang", lang).stdout
        assert "bank_share" in out
        for told in EXPLAINED.values():
            assert in_language(told["bank_share"], lang) in out
        assert "paipu stats --player … --hands bank_share" in out
    both = paipu("explain", "炸弹").stdout
    assert "四张以上同点" in both, "the word of the table too"
    assert EXPLAINED["misleads"]["bombs"].zh in both
    assert "坐庄率" in paipu("explain", "坐庄").stderr
