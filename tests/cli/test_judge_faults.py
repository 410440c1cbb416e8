"""`paipu judge` on faults: what each comes to, what the hand does with them, and what has to be known for that."""

import json
import shlex

import pytest

from paipu.replay.climbing.match import MatchAudit
from paipu.replay.question.result_climbing import _Audited
from paipu.replay.record import Ruling
from tests.cli.conftest import Paipu
from tests.cli.judged import Answers, Ask, by_kind

JS = "--sheet guandan-js2023"


def steps(found: Answers) -> list[str]:
    return [step for step, _ in found["values"]["steps"]]


# --- what a hand comes to with faults in it ------------------------------------------------------------------


@pytest.mark.parametrize("finish", ["", "--finish NSEW"])
@pytest.mark.parametrize(
    "faults",
    [
        ["tribute_wrong N noticed 25.1"],
        ["wrong_play N 2.1 noticed 2.1", "wrong_play S 4.1 noticed 4.1"],
        ["signal S 3.2"],
        ["late N 400s"],
    ],
)
def test_a_foul_ends_the_hand_whatever_was_played(ask: Ask, finish: str, faults: list[str]) -> None:
    told = " ".join(f"--incident '{fault}'" for fault in faults)
    found = by_kind(ask(f"{JS} --result --levels EW=5,NS=7 --in-force NS --level 7 {finish} {told}"))["result"]
    assert found["values"]["levels"] == {"EW": "8", "NS": "7"}
    assert (found["values"]["rose"], found["values"]["by"], found["clause"]) == ("EW", 3, "JS-7.3")


def test_a_foul_by_which_the_others_pass_the_ace_ends_the_match(ask: Ask) -> None:
    found = by_kind(ask(f"{JS} --result --levels EW=A,NS=7 --in-force EW --incident 'signal S 3.2'"))
    assert found["over"]["values"] == {"over": True, "winner": "EW"}
    assert found["points"]["values"] == {"points": {"EW": 2, "NS": 0}, "score": {"EW": 21, "NS": 5}}


@pytest.mark.parametrize(
    ("levels", "after", "score"),
    [("EW=9,NS=5", {"EW": "9", "NS": "K"}, {"EW": 0, "NS": 17}), ("EW=4,NS=J", {"EW": "4", "NS": "J"}, {"EW": 0, "NS": 17})],
)
def test_a_forfeit_ends_the_match(ask: Ask, levels: str, after: dict[str, str], score: dict[str, int]) -> None:
    found = by_kind(ask(f"{JS} --result --levels {levels} --in-force NS --incident 'late E 600s'"))
    assert (found["result"]["values"]["levels"], found["result"]["clause"]) == (after, "JS-7.4")
    assert found["over"]["values"]["winner"] == "NS"
    assert found["points"]["values"]["score"] == score


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("--sheet shuangkou --level 2 --banker E --attackers 80", {"score": {"EW": 20, "NS": -20}}),
        ("--sheet chaodipi --banker E --attackers 60 --levels EW=2,NS=2", {}),
        ("--sheet guandan-2 --finish NSEW --levels EW=2,NS=2", {}),
        ("--sheet guandan-3 --levels EW=2,NS=2", {}),
    ],
)
def test_ten_minutes_late_is_a_forfeit_whatever_was_played(ask: Ask, words: str, values: dict[str, object]) -> None:
    found = by_kind(ask(f"{words} --result --incident 'late S 600s'"))
    assert found["result"]["values"] == {"lost": True, "winner": "EW", **values}
    assert found["result"]["clause"] == found["incident"]["clause"]
    assert "EW win" in found["result"]["message"]["en"]
    found = by_kind(ask(f"{words} --result --incident 'late S 599s'"))
    assert "lost" not in found["result"]["values"]


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("--sheet guandan-1 --finish NSEW --levels EW=2,NS=2 --incident 'cheating S'", "GD1-6"),
        ("--sheet chaodipi --banker N --attackers 50 --levels EW=2,NS=2 --incident 'signal S'", "CDP-6.10"),
    ],
)
def test_who_is_put_out_loses_whatever_was_played(ask: Ask, words: str, clause: str) -> None:
    found = by_kind(ask(f"{words} --result"))
    assert found["result"]["values"] == {"lost": True, "winner": "EW"}
    assert {found["incident"]["clause"], found["result"]["clause"]} == {clause}
    assert "disqualified" in found["incident"]["message"]["en"]


def test_a_fault_that_may_be_a_foul_leaves_the_hand_open(ask: Ask) -> None:
    words = f"{JS} --result --levels EW=5,NS=7 --in-force NS --finish NSEW"
    found = by_kind(ask(f"{words} --incident 'tribute_wrong S'"))["result"]
    assert (found["verdict"], found["missing"]) == ("open", ["noticed"])
    found = by_kind(ask(f"{words} --incident 'timeout S 3.1'"))["result"]  # at most a warning
    assert (found["verdict"], found["values"]["levels"]) == ("settled", {"EW": "5", "NS": "T"})
    found = by_kind(ask(f"{words} --incident 'wrong_play S 3.1' --incident 'draw_seen S 0' --incident 'timeout S 4.1'"))[
        "result"
    ]
    assert (found["verdict"], found["missing"]) == ("open", ["counted"])  # two warnings are a second violation, and a foul


def test_fouls_of_both_sides_are_for_the_referee(ask: Ask) -> None:
    faults = "--incident 'signal S 3.2' --incident 'signal E 3.2'"
    found = by_kind(ask(f"{JS} --result --levels EW=5,NS=7 --in-force NS --finish NSEW {faults}"))["result"]
    assert (found["verdict"], found["missing"]) == ("open", ["referee"])


def test_marks_are_counted_as_they_are_given(ask: Ask) -> None:
    words = "--sheet daguai --result --finish 135246 --incident 'signal {} 4.1' --incident 'signal {} 3.1'"
    second, first, result = ask(words.format(3, 1))
    assert [each["values"]["marks"] for each in (first, second)] == [1, 2]
    assert [each["values"]["costs_hand"] for each in (first, second)] == [False, True]
    assert (first["message"]["en"], first["message"]["zh"]) == ("135 is marked once", "135 第一次记过")
    assert "marked twice" in second["message"]["en"]
    assert (result["values"]["points"], result["clause"]) == ({"135": 0, "246": 8}, "DG-6.4")
    other, one, result = ask(words.format(2, 1))
    assert [each["values"]["marks"] for each in (one, other)] == [1, 1]
    assert result["values"]["points"] == {"135": 8, "246": 0}


# --- reports of cards left -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "noticed", "left", "step", "clause"),
    [
        ("E 3s 4s - -", "1.2", "E:11", "warning", "JS-7.1.9"),
        ("E 3s 4s - - 5s 6s - - 7s", "1.9", "E:11", "violation", "JS-7.2.4"),
        ("E 3s3h3c4s4h 5s5h5c6s6h - - 7s7h7c8s8h! - -", "1.6", "E:10", "foul", "JS-7.3.4"),
    ],
)
def test_a_report_not_made_goes_by_when_it_was_noticed(
    ask: Ask, trick: str, noticed: str, left: str, step: str, clause: str
) -> None:
    words = f"{JS} --incident 'unannounced E 1.1 noticed {noticed}' --trick '{trick}' --option announcing=each"
    [found] = ask(f"{words} --left {left}")
    assert (steps(found), found["clause"]) == ([step], clause)
    if "!" not in trick:
        [found] = ask(words)
        assert (found["verdict"], found["missing"]) == ("open", ["left"])
        assert "--left" in found["message"]["en"]


@pytest.mark.parametrize(("sheet", "seat", "left"), [("guandan-1", "E", 12), ("guandan-js2023", "E", 12)])
def test_more_cards_than_are_reported_need_no_report(ask: Ask, sheet: str, seat: str, left: int) -> None:
    words = f"--sheet {sheet} --incident 'unannounced {seat} 1.1 noticed 1.2' --trick '{seat} 3s 4s'"
    [found] = ask(f"{words} --left {seat}:{left}")
    assert found["values"]["disproved"] is True
    [found] = ask(f"{words} --left {seat}:{left - 1}")
    assert not found["values"].get("disproved")


@pytest.mark.parametrize("left", ["E:1", "E:28", "E:5 E:6", "Q:3", "E", "N:0"])
def test_numbers_that_cannot_be_are_bad_usage(paipu: Paipu, left: str) -> None:
    told = ("--incident", "unannounced E 1.1", "--trick", "E 3s3h 4s4h - -", "--left", left)
    done = paipu("judge", "--sheet", "guandan-js2023", *told)
    assert done.exit_code == 2
    assert "--left" in done.stderr


def test_the_seconds_are_counted_before_who_is_over_time_is_warned(ask: Ask) -> None:
    [found] = ask(f"{JS} --incident 'timeout E 3.1'")
    assert (found["verdict"], found["missing"], found["clause"]) == ("open", ["counted"], "JS-7.1.5")
    for said in ("still", "仍超时"):
        [found] = ask(f"{JS} --incident 'timeout E 3.1 {said}'")
        assert (steps(found), found["clause"]) == (["warning"], "JS-7.1.5")
    first, second = ask(f"{JS} --incident 'timeout E 3.1 still' --incident 'timeout W 4.1 still'")
    assert (steps(first), steps(second)) == (["warning"], ["warning", "violation"])
    assert second["clauses"] == ["JS-7.2", "JS-7.1.5"]


def test_a_count_told_again_is_warned(ask: Ask) -> None:
    [found] = ask(f"{JS} --incident 'count_told E 1.2' --trick 'E 3s 4s - -'")
    assert (steps(found), found["clause"]) == (["warning"], "JS-7.1.8")


@pytest.mark.parametrize("kind", ["word_out_of_turn", "signal"])
def test_what_is_pointed_out_in_the_next_round_may_be_past(ask: Ask, kind: str) -> None:
    [found] = ask(f"{JS} --incident '{kind} E 2.1 noticed 3.1'")
    assert (found["clause"], found["values"]["past"]) == ("JS-8.1", True)
    assert "later trick" in found["message"]["en"]


# --- who leads, who wins at time, failures -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "words", "leads"),
    [
        ("guandan-js2023", "--after 'E 9s - - - -'", "E"),
        ("guandan-js2023", "--after 'E 9s! - - -' --out N", "W"),
        ("guandan-1", "--after 'E 9s - - - -'", "E"),
        ("guandan-2", "--after 'E 9s! - - - -'", "W"),
        ("daguai", "--after '1 9s - - - - - -'", "1"),
        ("daguai", "--after '1 9s! - - - - - -'", "2"),
    ],
)
def test_a_pass_too_many_is_a_fault_and_no_end_of_the_hand(ask: Ask, sheet: str, words: str, leads: str) -> None:
    found, fault = ask(f"--sheet {sheet} {words}")
    assert found["values"]["leads"] == [leads]
    assert (fault["verdict"], fault["code"]) == ("illegal", "TRICK-PLAYS")


@pytest.mark.parametrize(
    ("levels", "points", "score", "clauses"),
    [
        ("NS=9,EW=9", {"EW": 1, "NS": 1}, {"EW": 13, "NS": 13}, ["JS-IV.2", "JS-5.9.2"]),
        ("NS=9,EW=7", {"EW": 0, "NS": 2}, {"EW": 11, "NS": 15}, ["JS-IV.2"]),
    ],
)
def test_time_says_the_points(ask: Ask, levels: str, points: dict[str, int], score: dict[str, int], clauses: list[str]) -> None:
    [found] = ask(f"{JS} --time --levels {levels}")
    assert (found["values"]["points"], found["values"]["score"], found["clauses"]) == (points, score, clauses)


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-js2023"])
def test_failures_at_the_ace_decide_where_they_count(ask: Ask, sheet: str) -> None:
    words = f"--sheet {sheet} --result --levels EW=A,NS=7 --in-force EW --finish NSEW --option ace_failures=three"
    assert by_kind(ask(words))["result"]["missing"] == ["failures"]
    for failures, level in ((0, "A"), (1, "A"), (2, "2")):
        found = by_kind(ask(f"{words} --failures {failures}"))["result"]
        assert found["values"]["levels"] == {"EW": level, "NS": "T"}


# --- declarations --------------------------------------------------------------------------------------------


def bids(paipu: Paipu, words: str) -> list[Answers]:
    done = paipu("judge", *shlex.split(words), "-f", "json")
    assert done.exit_code == 0, done.stderr
    return list(json.loads(done.stdout)["verdicts"])


def test_ones_own_pair_after_anothers_declaration_is_disputed(paipu: Paipu) -> None:
    last = bids(paipu, "--sheet chaodipi --level K --bids 'E Ks; N KhKh; E KsKs'")[-1]
    assert (last["word"], last["default"], last["basis"], last["options"]) == ("DISPUTED", "LEGAL", "disputed", ["CDP-g"])
    [other] = last["otherwise"]
    assert (other["word"], other["clause"]) == ("ILLEGAL", "CDP-3.2a")


def test_what_is_so_for_any_number_of_cards_left_is_audited_once_for_all_incidents(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    audited = list[object]()

    def counted(self: _Audited, *rulings: tuple[Ruling, ...]) -> MatchAudit:
        audited.append(self)
        return plain(self, *rulings)

    plain = _Audited.audited
    monkeypatch.setattr(_Audited, "audited", counted)
    told = "--incident 'count_told N 1.2 count 3' "
    words = "--sheet guandan-js2023 --result --finish ENWS --levels EW=2,NS=3 --level 2 --trick 'E 3s 4s 5s 6s' "
    ask(words + told)
    once = len(audited)
    assert len(ask(words + told * 16)) > 16
    assert len(audited) < 3 * once
