"""`paipu judge` where the answer has values, and no row of `asked.toml` can say what is asked of it."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Paipu
from tests.cli.judged import SHAPE, Answers, Ask, by_kind

ROOT = Path(__file__).parents[2]
# --- who wins ------------------------------------------------------------------------------------------------


def test_each_play_says_whether_its_class_and_shape_let_it_win(ask: Ask) -> None:
    [won] = ask("--trump s --trick 'E KcKc 3c4c 5s6s 7c7c'")
    plays = {play["seat"]: play for play in won["values"]["plays"]}
    assert {seat: play["can_win"] for seat, play in plays.items()} == {"E": True, "N": False, "W": False, "S": True}
    assert (plays["W"]["role"], plays["W"]["shape"], plays["W"]["class"]) == ("ruff", ["single", "single"], "T")
    assert "SJ-12" in won["clauses"]  # pairless trumps do not beat a pair
    [won] = ask("--trump s --trick 'E KcKc 3c4c 5s5s 7c7c'")
    assert won["values"]["winner"] == "W"
    assert "SJ-12" not in won["clauses"]


# --- what a hand comes to ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("attackers", [-85, 0, 200])
def test_beyond_the_printed_rows_an_organisers_table_would_settle_it(ask: Ask, paipu: Paipu, lang: str, attackers: int) -> None:
    words = f"--sheet shuangkou --level 2 --result --banker N --attackers={attackers}"
    [found] = ask(words)
    [other] = [each for each in found["otherwise"] if each["option"] == "big_points" and each["value"] != "interpolated"]
    assert found["verdict"] == "open"
    assert (other["value"], other["word"], other["values"]) == ("0:-25,20:-17,…", "SETTLED", {})
    said = {"zh": "（主办方自订）：已定 SETTLED", "en": " (as the organiser sets it): SETTLED"}[lang]
    lines = paipu(*f"judge {words} --lang {lang}".split()).stdout.splitlines()
    assert [line for line in lines if "0:-25,20:-17,…" in line and line.endswith(said)]


@pytest.mark.parametrize(("sheet", "clause"), [("guandan-1", "D-GD-03"), ("guandan-js2023", "JS-4.1.3")])
def test_nobody_wins_a_trick_or_leads_after_it_where_the_hand_was_over_before(
    ask: Ask, paipu: Paipu, sheet: str, clause: str
) -> None:
    asked = f"--sheet {sheet} --level 8 --out NS"
    for question, values in (("--trick", {"winner": None}), ("--after", {"leads": []})):
        found, fault = ask(f"{asked} {question} 'W 5s5s -'")
        assert (found["verdict"], found["code"], found["clause"]) == ("settled", "PLAY-AFTER-END", clause)
        assert values.items() <= found["values"].items()
        assert (fault["code"], fault["seat"], fault["subject"]) == ("PLAY-AFTER-END", "W", "5s5s")
    told = paipu("judge", *asked.split(), "--trick", "W 5s5s -", "--lang", "en").stdout
    assert "the hand is over: nobody wins the trick" in told


# --- what an incident costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "called", "kind"),
    [("guandan-js2023", "出错牌", "wrong_play"), ("shengji", "出错牌", "revoke"), ("shengji", "跟错牌", "revoke")],
)
def test_an_incident_goes_by_the_name_it_is_shown_under_and_by_what_the_game_calls_it(
    ask: Ask, sheet: str, called: str, kind: str
) -> None:
    found = ask(f"--sheet {sheet} --level 2 --incident '{called} N 2.1 3c'")
    assert [each["subject"] for each in found] == [kind]


def test_a_fine_is_in_the_result(ask: Ask) -> None:
    words = "--sheet chaodipi --result --banker N --levels NS=3,EW=6 --attackers 50 --incident 'kitty_count N noticed 2.1'"
    found = by_kind(ask(words))  # CDP-T45
    assert found["incident"]["values"]["attackers"] == 80
    assert (found["result"]["values"]["attackers"], found["result"]["values"]["levels"]["EW"]) == (130, "J")
    assert "D-CDP-26" in found["result"]["options"]


# --- tribute -------------------------------------------------------------------------------------------------


def gifts(found: Answers) -> dict[str, list[str]]:
    return {gift["from"]: gift["to"] for gift in found["values"]["gifts"]}


JOKERS = [
    ("guandan-1", "NSEW", "E:BJ W:BJ", "GD1-4c"),
    ("guandan-2", "NSEW", "E:BJ W:BJ", "GD2-3b"),
    ("guandan-3", "NSEW", "E:BJBJ", "GD3-C4.5"),
    ("guandan-js2023", "NSEW", "E:BJ W:BJ", "JS-5.4.3"),
    ("guandan-1", "NESW", "W:BJBJ", "GD1-4e"),
    ("guandan-2", "NESW", "W:BJBJ", "GD2-3c"),
    ("guandan-3", "NESW", "W:BJBJ", "GD3-C4.4"),  # GD3-T05
    ("guandan-js2023", "NEWS", "S:BJBJ", "JS-5.4.3"),
]


@pytest.mark.parametrize(("sheet", "order", "hands", "clause"), JOKERS)
def test_who_holds_the_big_jokers_pays_nothing(ask: Ask, sheet: str, order: str, hands: str, clause: str) -> None:
    found = by_kind(ask(f"--sheet {sheet} --level 5 --tribute-from {order} --hands '{hands}'"))
    assert {kind: verdict["clause"] for kind, verdict in found.items()} == dict.fromkeys(("pays", "resist", "leads"), clause)
    assert found["pays"]["values"] == {"payers": []}
    assert found["leads"]["values"] == {"leads": ["N"]}
    assert "stated" not in {verdict["basis"] for verdict in found.values()}
    assert "refused" in found["resist"]["message"]["en"]


@pytest.mark.parametrize(("sheet", "order", "hands", "clause"), JOKERS)
def test_where_refusing_is_a_choice_the_payers_choose(ask: Ask, sheet: str, order: str, hands: str, clause: str) -> None:
    found = by_kind(ask(f"--sheet {sheet} --tribute-from {order} --hands '{hands}' --option resisting=optional"))
    assert found["pays"]["values"]["may_refuse"] is True
    assert clause in found["pays"]["clauses"]
    assert found["pays"]["message"]["en"].endswith(", or tribute is refused")
    assert found["resist"]["values"] == {"open": True, "expected": False}
    assert found["leads"]["values"]["leads_if_refused"] == ["N"]


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-2", "guandan-3", "guandan-js2023"])
def test_a_payer_who_can_hold_no_big_joker_pays_less(ask: Ask, sheet: str) -> None:
    """E has one big joker and N the other: W's hand need not be known. Where W may have it, that is open."""
    found = by_kind(ask(f"--sheet {sheet} --level 2 --tribute-from NSEW --hands 'E:BJ N:BJ'"))
    assert {kind: verdict["verdict"] for kind, verdict in found.items()} == dict.fromkeys(
        ("pays", "resist", "leads"), "settled"
    )
    assert gifts(found["pays"]) == {"E": ["N"], "W": ["S"]}
    assert found["leads"]["values"] == {"leads": ["E"]}
    for hands in ("E:BJ", "N:BJ S:BJ"):
        known = by_kind(ask(f"--sheet {sheet} --level 2 --tribute-from NSEW --hands '{hands}'"))
        assert known["pays"]["verdict"] == known["leads"]["verdict"] == "open", hands


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-2", "guandan-3", "guandan-js2023"])
def test_each_open_answer_says_which_question_it_answers(ask: Ask, sheet: str) -> None:
    open_ = ask(f"--sheet {sheet} --level 5 --tribute-from NSEW --hands 'E:As W:Ah'")
    assert {verdict["verdict"] for verdict in open_} == {"open"}
    for lang in ("zh", "en"):
        assert len({verdict["message"][lang] for verdict in open_}) == 3


# --- what is gone, and hands without cards ---------------------------------------------------------------------


def test_a_throw_is_judged_from_what_is_left(paipu: Paipu) -> None:
    words = ["judge", "--trump", "s", "--hand", "AcKc", "--play", "AcKc", "-f", "json"]
    [found] = json.loads(paipu(*words).stdout)["verdicts"]
    assert found["word"] == "UNDETERMINED"
    [found] = json.loads(paipu(*words, "--gone", "Ac Kc").stdout)["verdicts"]
    assert found["word"] == "LEGAL"
    [found] = json.loads(paipu(*words, "--gone", "Kc").stdout)["verdicts"]
    assert found["word"] == "UNDETERMINED"


def test_an_empty_hand_among_the_others(paipu: Paipu) -> None:
    words = ["judge", "--trump", "s", "--hand", "AcKc", "--play", "AcKc", "-f", "json", "--others"]
    for given in ("N:- W:3c S:4c", "N: W:3c S:4c", "N:3c W:4c S:"):
        [found] = json.loads(paipu(*words, given).stdout)["verdicts"]
        assert found["word"] == "LEGAL"
    [found] = json.loads(paipu(*words, "N:- W:Ac S:4c").stdout)["verdicts"]
    assert found["word"] == "ILLEGAL"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_answers_in_words(paipu: Paipu, lang: str) -> None:
    told = {
        "--trump s --trick 'E 2d 2h As 3s'": {"zh": "东 E 赢得此轮", "en": "E wins the trick"},
        "--result --banker N --levels NS=4,EW=4 --attackers 0": {"zh": "NS 升 3 级", "en": "NS rises by 3"},
        "--sheet chaodipi --incident 'timeout N'": {"zh": "由裁判在 10…80 分内裁定", "en": "within 10…80 points"},
        "--sheet guandan-1 --tribute-from NS --hands 'E:BJ W:BJ'": {"zh": "可以抗贡", "en": "tribute may be refused"},
        "--result --banker N --attackers 0 --trump s --last 3c": {
            "zh": "（--kitty-points）；扣底：底牌分 ×1",
            "en": "its points ×1",
        },
        "--leads": {"zh": "还缺：庄家（--banker）", "en": "missing: the banker (--banker)"},
        "--sheet daguai --after '1 9s! - - - - -'": {"zh": "2 领出", "en": "2 leads"},
        "--sheet guandan-3 --time --levels NS=9,EW=7": {
            "zh": "时间到，NS 胜；得分 EW 5, NS 7",
            "en": "at time NS wins; points EW 5, NS 7",
        },
        "--sheet guandan-3 --time --levels NS=9,EW=9": {"zh": "时间到，无人获胜", "en": "at time nobody wins"},
    }
    for words, said in told.items():
        done = paipu("judge", *shlex.split(words), "--lang", lang)
        assert done.exit_code == 0
        assert said[lang] in done.stdout


def test_every_key_of_a_verdict_is_documented() -> None:
    format_text = (ROOT / "data" / "FORMAT.md").read_text(encoding="utf-8")
    section = format_text.partition("## What the judge gives back")[2].partition("\n## ")[0].partition("\n### ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == SHAPE


# ------------------------------------------------------------------------------------- what the verifier asked


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-2", "guandan-3"])
def test_who_leads_is_said_under_the_reading_by_which_nobody_pays(ask: Ask, sheet: str) -> None:
    words = f"--sheet {sheet} --level 5 --tribute-from NEWS --hands S:BJBJ"
    leads = by_kind(ask(words))["leads"]
    spared = next(each for each in leads["otherwise"] if each["option"] == "partner_pays")
    assert (spared["word"], spared["missing"], leads["values"]) == ("UNDETERMINED", ["unprinted"], {"leads": ["N"]})
    none = by_kind(ask(f"{words} --option partner_pays=no"))["leads"]
    assert (none["verdict"], none["missing"]) == ("open", ["unprinted"])
    assert [each["values"] for each in none["otherwise"] if each["option"] == "partner_pays"] == [{"leads": ["N"]}]


def test_the_second_foul_by_what_came_before_is_disputed_with_both_readings(ask: Ask) -> None:
    """D-JS-06: JS-T08 has the levels at which it happened; by the other reading the others rise three first."""
    words = "--sheet guandan-js2023 --result --levels EW=4,NS=J --level 4 --incident 'hand_count E 0 noticed 1.1'"
    found = by_kind(ask(f"{words} --earlier 1"))
    result, points = found["result"], found["points"]
    assert (result["verdict"], result["options"], result["values"]["levels"]) == (
        "disputed",
        ["D-JS-06"],
        {"EW": "4", "NS": "J"},
    )
    assert [each["values"]["levels"] for each in result["otherwise"]] == [{"EW": "4", "NS": "A"}]
    assert points["values"]["score"] == {"EW": 6, "NS": 20}
    assert [each["values"]["score"] for each in points["otherwise"]] == [{"EW": 3, "NS": 23}]
    alone = by_kind(ask(words))
    assert alone["result"]["values"]["levels"] == {"EW": "4", "NS": "A"}
    assert "lost" not in alone["result"]["values"]
    rises = by_kind(ask(f"{words} --earlier 1 --option last_foul=rises"))["result"]
    assert rises["values"]["levels"] == {"EW": "4", "NS": "A"}


@pytest.mark.parametrize(
    ("incident", "earlier", "steps"),
    [
        ("late E 0 60s", 0, ["warning"]),
        ("late E 0 60s", 1, ["warning", "violation"]),
        ("late E 0 60s", 3, ["warning", "violation", "foul"]),
        ("tribute_wrong E 0 noticed 1.1", 1, ["foul", "lost"]),
        ("signal E 1.1", 1, ["foul", "lost"]),
    ],
)
def test_how_often_it_happened_before_brings_the_next_step(ask: Ask, incident: str, earlier: int, steps: list[str]) -> None:
    found = ask(f"--sheet guandan-js2023 --incident '{incident}' --earlier {earlier}")[0]
    assert [step for step, _ in found["values"]["steps"]] == steps


@pytest.mark.parametrize("reentry", ["yes", "no"])
@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-3", "guandan-js2023"])
def test_a_pass_after_the_last_is_one_too_many_by_either_reading(ask: Ask, sheet: str, reentry: str) -> None:
    """W and S passed on E's last card, N was out: W leads, and a third pass belongs to nothing."""
    words = f"--sheet {sheet} --option reentry={reentry} --out N --after"
    leads, surplus = ask(f"{words} 'E 9s! - - -'")
    assert (leads["values"]["leads"], surplus["code"], surplus["otherwise"]) == (["W"], "TRICK-PLAYS", [])
    assert len(ask(f"{words} 'E 9s! - -'")) == 1


@pytest.mark.parametrize(
    ("words", "holds", "missing"),
    [
        ("--sheet daguai --after '5 Js! - -'", "5", ["2", "3", "4"]),  # who is out lacks nothing, nor who has passed
        ("--sheet guandan-1 --level 9 --trick 'W Jh!'", "W", ["S", "E", "N"]),
        ("--sheet guandan-1 --level 4 --after 'S TcQd - -'", "S", ["W"]),  # a lead that is no play is one to act on
        ("--sheet guandan-3 --level Q --option hand_end=third --out W --trick 'E 2s - Jc6sJsLJ5c - Qc - 5s'", "N", ["N", "S"]),
    ],
)
def test_who_has_still_to_act_on_who_holds_a_climbing_trick(ask: Ask, words: str, holds: str, missing: list[str]) -> None:
    found = ask(words)[0]
    assert (found["verdict"], found["values"]["holds"], found["missing"]) == ("open", holds, missing)


def test_two_things_that_are_wrong_with_a_card_are_two_verdicts(ask: Ask) -> None:
    words = "--sheet guandan-3 --level 8 --tribute-from NS --hands 'E:BJ W:BJ' --tribute 'W 6c'"
    pays, _, _, anyway, low = ask(words)
    assert (pays["verdict"], [gift["to"] for gift in pays["values"]["gifts"]]) == ("disputed", [["S"], ["N"]])
    assert pays["values"]["refusal_due"] is True
    assert (anyway["code"], [other["word"] for other in anyway["otherwise"]]) == ("TRIBUTE-PAID-ANYWAY", ["LEGAL"])
    assert (low["code"], low["verdict"], low["seat"], low["otherwise"]) == ("TRIBUTE-CARD", "illegal", "W", [])
