"""`paipu judge` where the answer has values: who wins, who leads, what a hand or an incident comes to, who pays tribute."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Paipu
from tests.cli.judged import SHAPE, Answers, Ask, by_kind

ROOT = Path(__file__).parents[2]
# --- who wins ------------------------------------------------------------------------------------------------

SK_T27 = "E AcKc5c5c4c4c 3d4d5d6d7d8d 9s9s8s8s7s2s 6d6h7h8h9hJh"
"""No hand is known: a void player ruffs with the structure of the throw."""


@pytest.mark.parametrize(
    ("words", "winner", "clause", "options"),
    [
        ("--trump s --trick 'E 2d 2h As 3s'", "E", "SJ-16j", ["X-2"]),  # SJ-T41
        ("--trump s --trick 'E 7d Kd 3s 4d'", "W", "SJ-16j", []),
        ("--trump s --trick 'E KcKc 3c4c 5s6s 7c7c'", "E", "SJ-16j", []),
        ("--sheet chaodipi --level 8 --trump s --trick 'E KsTs5s 5hBJ8d LJ8s8h AsQsJs'", "E", "CDP-7.4", []),  # CDP-T29
        ("--sheet chaodipi --level 8 --trump NT --trick 'E KcTc5c 3c4c6c 7c9cJc BJLJ8s'", "E", "CDP-7.4", []),  # CDP-T35
        ("--sheet chaodipi --level 2 --trump s --trick 'N 8s8s 9s9s 3s4s 6s7s'", "W", "CDP-7.4", []),  # CDP-T17
        (f"--sheet shuangkou --level 3 --trump s --trick '{SK_T27}'", "W", "SK-2.1a", []),  # SK-T27
        ("--sheet shuangkou --level 2 --trump s --trick 'E 2h 2d Ks As'", "E", "SK-2.1a", ["X-2"]),  # SK-T33
        ("--sheet shengji-botzone --trump s --trick 'E 2d 2h As 3s'", "E", "SJ-16j", []),
    ],
)
def test_who_wins_a_trick(ask: Ask, words: str, winner: str, clause: str, options: list[str]) -> None:
    won = ask(words)[0]
    assert (won["kind"], won["verdict"], won["values"]["winner"]) == ("trick", "settled", winner)
    assert won["clause"] == clause
    assert won["options"] == options
    assert [play["seat"] for play in won["values"]["plays"]] in (list("ENWS"), list("NWSE"))


def test_each_play_says_whether_its_class_and_shape_let_it_win(ask: Ask) -> None:
    [won] = ask("--trump s --trick 'E KcKc 3c4c 5s6s 7c7c'")
    plays = {play["seat"]: play for play in won["values"]["plays"]}
    assert {seat: play["can_win"] for seat, play in plays.items()} == {"E": True, "N": False, "W": False, "S": True}
    assert (plays["W"]["role"], plays["W"]["shape"], plays["W"]["class"]) == ("ruff", ["single", "single"], "T")
    assert "SJ-12" in won["clauses"]  # pairless trumps do not beat a pair
    [won] = ask("--trump s --trick 'E KcKc 3c4c 5s5s 7c7c'")
    assert won["values"]["winner"] == "W"
    assert "SJ-12" not in won["clauses"]


def test_a_5tk_ruffs_one_of_a_side_suit_and_no_other_trumps_do(ask: Ask) -> None:
    trick = "--sheet chaodipi --level 8 --trump s --trick 'E KcTc5c 3c4c6c {} 7c9cJc'"
    assert ask(trick.format("KsTs5s"))[0]["values"]["winner"] == "W"
    assert ask(trick.format("AsQsJs"))[0]["values"]["winner"] == "E"


def test_points_of_the_trick(ask: Ask) -> None:
    words = "--sheet chaodipi --level 8 --trump s --trick 'E KsTs5s 5hBJ8d LJ8s8h AsQsJs'"
    assert ask(words)[0]["values"]["points"] == 30  # CDP-T29


def test_a_trick_that_lacks_plays_is_open_and_says_who_holds_it(ask: Ask) -> None:
    [won] = ask("--trump s --trick 'E 7d Kd'")
    assert (won["verdict"], won["word"], won["missing"]) == ("open", "UNDETERMINED", ["W", "S"])
    assert won["values"]["holds"] == "N"
    assert "winner" not in won["values"]
    [won] = ask("--sheet guandan-1 --trick 'E 3h 5s - 7d'")
    assert (won["verdict"], won["missing"], won["values"]["holds"]) == ("open", ["E", "N", "W"], "S")


def test_a_play_of_the_wrong_size_is_a_verdict_of_its_own(ask: Ask) -> None:
    won, fault = ask("--trump s --trick 'E AsAs 3s4s5s KsKs QsQs'")
    assert won["values"]["winner"] == "E"
    assert (fault["kind"], fault["verdict"], fault["seat"], fault["clause"]) == ("play", "illegal", "N", "SJ-16c")
    assert len(ask("--trump s --trick 'E AsAs 3s4s KsKs QsQs'")) == 1


@pytest.mark.parametrize(
    ("words", "winner"),
    [
        ("--sheet guandan-1 --trick 'E 3h 5s - 7d - - -'", "S"),
        ("--sheet guandan-1 --level 5 --trick 'E 8s8s8h8c8d 3s4s5s6s7s - - -'", "N"),  # GD1-T03
        ("--sheet guandan-2 --level 7 --trick 'E QsQhKsKcAdAc 3s3h3c3d - - -'", "N"),  # GD2-T07
        ("--sheet guandan-2 --level 7 --trick 'E TsJsQsKsAs - - 3s3s3h3h3c3c - - -'", "S"),  # GD2-T09
        ("--sheet guandan-3 --level 7 --trick 'E As2h3s4c5d TdJsQdKdAd - - -'", "N"),  # GD3-T09
        ("--sheet daguai --trick '1 AsAhAcKdKh 3s3h3c3d4s - - - - -'", "2"),  # DG-T13
        ("--sheet daguai --trick '1 2s3h4c5d6s - - - - -'", "1"),
    ],
)
def test_who_wins_a_climbing_trick(ask: Ask, words: str, winner: str) -> None:
    won, *faults = ask(words)
    assert (won["verdict"], won["values"]["winner"], faults) == ("settled", winner, [])


def test_declared_readings_count(ask: Ask) -> None:
    trick = "--sheet guandan-1 --level 2 --trick 'E 2s3s4s5s6s 3s4s5s6s2h={} - - -'"
    declared, *faults = ask(trick.format("34567s"))
    assert (declared["values"]["winner"], faults) == ("N", [])
    low, *faults = ask(trick.format("23456s"))
    assert [fault["clause"] for fault in faults] == ["GD1-2c"]
    assert low["values"]["plays"][1]["beats"] is False


# --- who leads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "leads", "clause"),
    [
        ("--sheet daguai --after '1 9s! - - - - -'", ["2"], "D-DG-03"),  # DG-T21
        ("--sheet daguai --after '1 9s - - - - -'", ["1"], "DG-4.4"),
        ("--sheet daguai --out 2 --after '1 9s! - - - -'", ["3"], "D-DG-03"),
        ("--sheet guandan-1 --after 'E 3h 5s! - - -'", ["S"], "D-GD-01"),
        ("--sheet guandan-2 --after 'E 3h 5s - - -'", ["N"], "D-GD-02"),
        ("--sheet guandan-3 --out N --after 'E 3h 5s! - -'", ["E"], "D-GD-01"),
        ("--trump s --after 'E 7d Kd 3s 4d'", ["W"], "SJ-16b"),
        ("--sheet shuangkou --level 3 --trump s --after 'E 7d Kd 3s 4d'", ["W"], "SK-2.1a"),
        ("--leads --banker N", ["N"], "SJ-3a"),
        ("--leads --bids 'N LJ2h; S BJBJ'", ["N"], "SJ-3a"),  # SJ-T17
        ("--sheet chaodipi --leads --banker E --bids 'E 2s' --asked 'N -; W 2c2c'", ["E"], "CDP-7.4"),  # CDP-T43
        ("--sheet daguai --leads --banker 3", ["3"], "DG-1.4"),
    ],
)
def test_who_leads(ask: Ask, words: str, leads: list[str], clause: str) -> None:
    [found] = ask(words)
    assert (found["kind"], found["verdict"], found["values"]["leads"], found["clause"]) == ("leads", "settled", leads, clause)


def test_who_leads_by_another_reading_is_told(ask: Ask) -> None:
    [found] = ask("--sheet chaodipi --leads --banker E --bids 'E 2s' --asked 'N -; W 2c2c'")
    assert [(other["ids"], other["values"]) for other in found["otherwise"]] == [(["D-CDP-06"], {"leads": ["W"]})]
    [found] = ask("--sheet daguai --after '1 9s! - - - - -'")
    assert found["otherwise"][0]["values"] == {"leads": ["3"]}


def test_the_end_of_a_hand_leaves_nobody_to_lead(ask: Ask) -> None:
    [found] = ask("--sheet guandan-1 --out N --after 'E 3h 5s 7d!'")
    assert (found["values"]["leads"], found["values"]["over"]) == ([], True)


@pytest.mark.parametrize(
    ("words", "missing"), [("--leads", "banker"), ("--sheet daguai --leads", "banker"), ("--sheet guandan-1 --leads", "drawn")]
)
def test_without_a_banker_who_leads_is_open(ask: Ask, words: str, missing: str) -> None:
    [found] = ask(words)
    assert (found["verdict"], found["missing"]) == ("open", [missing])


# --- what a hand comes to ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "levels", "clause", "banker"),
    [
        ("--banker N --levels NS=4,EW=4 --attackers 0", {"NS": "7", "EW": "4"}, "SJ-15b", "S"),  # SJ-T01
        ("--banker N --levels NS=2,EW=2 --attackers 75", {"NS": "3", "EW": "2"}, "SJ-15b", "S"),  # SJ-T11
        ("--banker N --levels NS=2,EW=2 --attackers 90", {"NS": "2", "EW": "3"}, "SJ-15b", "W"),  # SJ-T11
        ("--sheet chaodipi --banker N --levels NS=3,EW=6 --attackers 75", {"NS": "4", "EW": "6"}, "CDP-4.2a", "S"),  # CDP-T01
        ("--sheet chaodipi --banker N --levels NS=3,EW=6 --attackers 5", {"NS": "J", "EW": "6"}, "CDP-4.2a", "S"),  # CDP-T03
        ("--sheet chaodipi --banker N --levels NS=4,EW=6 --attackers 0", {"NS": "A", "EW": "6"}, "CDP-4.2c", "S"),  # CDP-T05
        ("--sheet chaodipi --banker N --levels NS=3,EW=6 --attackers 85", {"NS": "3", "EW": "6"}, "CDP-4.2b", "W"),  # CDP-T07
        ("--sheet chaodipi --banker N --levels NS=3,EW=6 --attackers 105", {"NS": "3", "EW": "8"}, "CDP-4.2a", "W"),  # CDP-T09
        (
            "--sheet chaodipi --banker N --levels NS=9,EW=3 --attackers 85 --bids 'N 9c' --asked 'E 5h5h=s'",
            {"NS": "2", "EW": "A"},
            "CDP-4.3d",
            "W",
        ),  # CDP-T13
        (
            "--sheet chaodipi --banker N --levels NS=5,EW=8 --attackers 40 --bids 'N 5h5h=s'",
            {"NS": "A", "EW": "2"},
            "CDP-4.3d",
            "S",
        ),  # CDP-T15
        ("--sheet shengji-botzone --banker N --levels NS=4,EW=4 --attackers 0", {"NS": "7", "EW": "4"}, "SJ-15b", "S"),
    ],
)
def test_levels_after_a_hand(ask: Ask, words: str, levels: dict[str, str], clause: str, banker: str) -> None:
    found = by_kind(ask(f"--result {words}"))
    assert found["result"]["values"]["levels"] == levels
    assert found["result"]["clause"] == clause
    assert found["banker"]["values"] == {"next_banker": banker}
    assert found["over"]["values"]["over"] is False


def test_border_rows_rest_on_their_reading(ask: Ask) -> None:
    found = by_kind(ask("--result --banker N --levels NS=4,EW=4 --attackers 120"))["result"]
    assert (found["basis"], found["options"], found["values"]["by"]) == ("assumed", ["D-SJ-03"], 2)
    found = by_kind(ask("--result --banker N --levels NS=4,EW=4 --attackers 115"))["result"]
    assert (found["basis"], found["options"]) == ("stated", [])


def test_the_last_level_wins_by_one_reading_and_not_by_another(ask: Ask) -> None:
    over = by_kind(ask("--result --banker N --levels NS=T,EW=9 --attackers 75"))["over"]  # SJ-T39
    assert (over["values"], over["basis"]) == ({"over": True, "winner": "NS"}, "assumed")
    assert {"option": "pass_level", "value": "A"}.items() <= over["otherwise"][0].items()
    assert by_kind(ask("--result --banker N --levels NS=9,EW=9 --attackers 75"))["over"]["values"]["over"] is False


def test_the_flag_is_passed_below_a_hundred(ask: Ask) -> None:
    words = "--sheet chaodipi --result --banker N --levels NS=flag,EW=6 --failures 0 --attackers {}"
    passed = by_kind(ask(words.format(95)))  # CDP-T11
    assert (passed["result"]["clause"], passed["over"]["values"]) == ("CDP-4.3b", {"over": True, "winner": "NS"})
    lost = by_kind(ask(words.format(100)))
    assert (lost["result"]["values"]["levels"], lost["over"]["values"]["over"]) == ({"EW": "6", "NS": "flag"}, False)


def test_the_third_failure_at_the_flag_needs_the_first_two(ask: Ask) -> None:
    words = "--sheet chaodipi --result --banker N --levels NS=flag,EW=6 --attackers 100"
    [found] = ask(words)
    assert (found["verdict"], found["missing"], found["clause"]) == ("open", ["failures"], "CDP-4.3c")
    assert by_kind(ask(f"{words} --failures 2"))["result"]["values"]["levels"] == {"EW": "6", "NS": "A"}
    assert by_kind(ask(f"{words} --failures 1"))["result"]["values"]["levels"] == {"EW": "6", "NS": "flag"}


def test_the_last_trick_tells_who_captures_the_kitty(ask: Ask) -> None:
    words = "--sheet chaodipi --result --banker {} --trump s --attackers 45 --kitty-points 15 --levels NS=2,EW={} --last '{}'"
    found = by_kind(ask(words.format("N", 6, "N 8s8s 9s9s 3s4s 6s7s")))  # CDP-T17
    assert found["kitty"]["values"] == {"captured": True, "multiplier": 4, "points": 60, "won_with": ["pair"]}
    assert (found["result"]["values"]["attackers"], found["result"]["values"]["levels"]) == (105, {"EW": "8", "NS": "2"})
    found = by_kind(ask(words.format("E", 2, "N 8s8s 9s9s 3s4s 6s7s")))
    assert found["kitty"]["values"]["captured"] is False
    assert found["result"]["values"]["attackers"] == 45


def test_a_5tk_that_wins_the_last_trick_puts_the_levels_at_stake(ask: Ask) -> None:
    words = "--sheet chaodipi --result --banker N --trump s --attackers 20 --kitty-points 0 --levels NS=9,EW=3 --last {}"
    found = by_kind(ask(words.format("KcTc5c")))["result"]
    assert (found["clause"], found["values"]["levels"]) == ("CDP-5.1f", {"EW": "A", "NS": "2"})
    assert by_kind(ask(words.format("KcTc")))["result"]["values"]["levels"]["NS"] == "A"  # 60 short of 80: six levels, up to A


@pytest.mark.parametrize(("attackers", "score"), [(20, -17), (40, -9), (80, 2), (120, 14), (160, 25)])
def test_the_match_score_of_points_in_the_table(ask: Ask, attackers: int, score: int) -> None:
    [found] = ask(f"--sheet shuangkou --level 2 --result --banker N --attackers {attackers}")  # SK-T19
    assert (found["verdict"], found["values"]["score"]) == ("settled", {"EW": score, "NS": -score})
    assert (found["clause"], found["options"]) == ("SK-4.1a", ["D-SK-03"])


def test_the_match_score_between_rows_is_open_with_its_bounds(ask: Ask) -> None:
    words = "--sheet shuangkou --level 3 --trump s --result --banker N --attackers 55 --kitty-points 15 --last 9s9s"  # SK-T17
    found = by_kind(ask(words))["result"]
    assert (found["verdict"], found["missing"], found["values"]["attackers"]) == ("open", ["table"], 115)
    assert found["values"]["bounds"]["EW"] == "2…14"
    assert by_kind(ask(f"{words} --option big_points=interpolated"))["result"]["values"]["score"] == {"EW": 13, "NS": -13}


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


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("--result --levels NS=4,EW=4 --attackers 0", ["banker"]),
        ("--result --banker N --levels NS=4,EW=4", ["attackers"]),
        ("--result --banker N --attackers 0", ["levels"]),
        ("--result --banker N --levels NS=4,EW=4 --attackers 40 --trump s --last KhKh", ["kitty_points"]),
        ("--result --banker N --levels NS=4,EW=4 --attackers 40 --kitty-points 15", ["last"]),
        ("--sheet guandan-1 --result --finish NS", ["levels"]),
        ("--sheet guandan-1 --result --finish NE --levels NS=4,EW=4", ["places"]),
        ("--sheet daguai --result --finish 12", ["places"]),
    ],
)
def test_a_result_that_lacks_a_fact_is_open_and_names_it(ask: Ask, words: str, missing: list[str]) -> None:
    found = by_kind(ask(words))["result"]
    assert (found["verdict"], found["missing"]) == ("open", missing)


def test_only_the_side_with_the_first_place_rises(ask: Ask) -> None:
    found = by_kind(ask("--sheet guandan-3 --result --finish ENSW --levels NS=2,EW=2"))
    after = {"levels": {"EW": "3", "NS": "2"}, "rose": "EW", "by": 1, "worth": 1}
    assert after.items() <= found["result"]["values"].items()


def test_who_is_last_where_one_side_has_the_first_two_places(ask: Ask) -> None:
    last = {
        sheet: by_kind(ask(f"--sheet {sheet} --result --finish NS --levels NS=2,EW=2"))["result"]["values"]["last"]
        for sheet in ("guandan-1", "guandan-2", "guandan-3")
    }
    assert last == {"guandan-1": None, "guandan-2": None, "guandan-3": "W"}  # GD3-T01
    found = by_kind(ask("--sheet guandan-1 --result --finish NESW --levels NS=2,EW=2"))["result"]["values"]
    assert (found["double"], found["last"]) == (False, "W")


def test_cards_that_the_attackers_led_and_won_with_need_no_banker(ask: Ask) -> None:
    found = by_kind(ask("--result --trump s --attackers 0 --levels NS=2,EW=2 --kitty-points 15 --last 8s8s9s9s"))
    assert found["kitty"]["values"]["points"] == 120
    assert found["result"]["missing"] == ["banker"]


def test_the_last_level_of_climbing_games(ask: Ask) -> None:
    words = "--sheet {} --result --finish {} --levels NS=A,EW=5 {}"
    own = "--in-force NS"
    assert by_kind(ask(words.format("guandan-1", "NESW", own)))["over"]["values"] == {"over": True, "winner": "NS"}  # GD1-T19
    assert by_kind(ask(words.format("guandan-1", "NEWS", own)))["over"]["values"]["over"] is False
    passed = by_kind(ask(words.format("guandan-2", "NEWS", own)))["over"]
    assert (passed["verdict"], passed["basis"], passed["options"]) == ("disputed", "disputed", ["D-GD2-A"])
    assert by_kind(ask(words.format("guandan-2", "NESW", "--level A")))["over"]["values"]["over"] is True
    assert by_kind(ask(words.format("guandan-2", "NESW", "--in-force EW")))["over"]["values"]["over"] is False  # D-GD-16
    assert by_kind(ask(words.format("guandan-2", "NESW", "")))["over"]["missing"] == ["in_force"]


def test_the_points_of_a_round_that_is_won(ask: Ask) -> None:
    found = by_kind(ask("--sheet guandan-3 --result --finish NS --levels NS=A,EW=2 --in-force NS"))  # GD3-T19
    assert (found["points"]["values"], found["points"]["clause"]) == ({"points": {"EW": 0, "NS": 115}}, "GD3-G2")
    assert "points" not in by_kind(ask("--sheet guandan-3 --result --finish NS --levels NS=K,EW=2"))


def test_three_places_of_a_side_are_enough_for_its_points(ask: Ask) -> None:
    [found] = ask("--sheet daguai --result --finish 135")
    assert (found["values"], found["clause"]) == ({"points": {"135": 8, "246": 0}}, "DG-5.1")


def test_two_marks_lose_the_hand(ask: Ask) -> None:
    words = "--sheet daguai --result --finish 246135 --incident 'signal 2' --incident 'misconduct 4'"
    *_, found = ask(words)  # DG-T29
    assert (found["values"], found["clause"]) == ({"points": {"135": 8, "246": 0}}, "DG-6.4")
    *_, found = ask("--sheet daguai --result --finish 246135 --incident 'signal 2' --incident 'signal 1'")
    assert found["values"]["points"] == {"135": 0, "246": 8}
    both = " ".join(f"--incident 'signal {seat}'" for seat in "1234")
    *_, found = ask(f"--sheet daguai --result --finish 246135 {both}")
    assert (found["verdict"], found["missing"]) == ("open", ["referee"])


# --- what an incident costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "clause", "values"),
    [
        ("--sheet chaodipi --incident 'revoke N 7.2 noticed 7.4 AsAs'", "CDP-6.5", {"points": 20}),
        ("--sheet chaodipi --incident 'revoke N 7.2 noticed 8.1 AsAs'", "CDP-6.5", {"points": 20}),
        ("--sheet chaodipi --incident 'revoke N 7.2 noticed 9.1 AsAs'", "CDP-6.6", {"points": 80}),
        ("--sheet chaodipi --incident '藏牌 N 7.2 发现 9.1'", "CDP-6.6", {"points": 80}),
        ("--sheet chaodipi --incident 'exposed N AsKsQs'", "CDP-6.1", {"points": 30}),
        (
            "--sheet guandan-js2023 --incident '越序出牌 W 1.1'",
            "JS-7.2.2",
            {"side": "EW", "costs_hand": False, "referee": True, "steps": [["violation", "S"]]},
        ),
        ("--sheet guandan-js2023 --incident 'late W 299s'", "JS-7.1.1", {"costs_hand": False, "ends_match": False}),
        (
            "--sheet guandan-js2023 --incident 'late W 300秒'",
            "JS-7.3.1",
            {"costs_hand": True, "ends_match": False, "steps": [["foul", "NS"]]},
        ),
        ("--sheet guandan-js2023 --incident 'late W 600s'", "JS-7.4.1", {"costs_hand": False, "ends_match": True}),
        ("--sheet guandan-js2023 --incident 'tribute_wrong N 0 noticed 1.1'", "JS-7.3.3", {"costs_hand": True}),
        ("--sheet chaodipi --incident 'late W 600s'", "CDP-7.3", {"ends_match": True, "steps": [["forfeit", "NS"]]}),
        ("--sheet chaodipi --incident 'late W 599s'", "CDP-7.3", {"ends_match": False, "referee": False}),
        ("--sheet shuangkou --incident 'late N 600s'", "SK-4.2", {"ends_match": True, "score": {"EW": 20, "NS": -20}}),
        ("--sheet shuangkou --incident 'late N 599s'", "SK-4.2", {"ends_match": False, "score": None}),
        ("--sheet guandan-2 --incident 'late N 601s'", "GD2-6", {"ends_match": True, "steps": [["forfeit", "EW"]]}),
        ("--sheet guandan-3 --incident 'late N 90s'", "GD3-F4", {"ends_match": False, "referee": False}),
        ("--sheet chaodipi --incident 'kitty_count N noticed 2.1'", "CDP-6.2", {"points": 80}),
        ("--sheet chaodipi --incident 'kitty_count N noticed 1.1'", "CDP-6.2", {"points": 0, "referee": True}),
        ("--sheet chaodipi --incident 'failed_throw E AcKcQc'", "CDP-6.8", {"points": 30}),  # CDP-T37
        ("--sheet chaodipi --incident 'timeout W 3.2'", "CDP-6.9", {"range": [10, 80], "referee": True}),  # CDP-T53
        ("--sheet chaodipi --incident 'card_check E' --earlier 0", "CDP-7.2", {"points": 0, "free": True}),  # CDP-T51
        ("--sheet chaodipi --incident 'card_check E' --earlier 1", "CDP-7.2", {"points": 10, "free": False}),  # CDP-T51
        ("--sheet chaodipi --incident 'kitty_viewed E' --earlier 1", "CDP-3.4", {"points": 80}),
        ("--sheet shuangkou --incident 'revoke N 7.2 noticed 7.3 As'", "SK-5.2.1", {"points": 10, "costs_hand": False}),
        (
            "--sheet shuangkou --incident 'revoke N 7.2 noticed 9.1'",
            "SK-5.3",
            {"score": {"EW": 2, "NS": -2}, "costs_hand": True},
        ),
        ("--sheet shuangkou --incident 'hand_count N noticed 20.1'", "SK-5.1.2", {"score": {"EW": 2, "NS": -2}}),
        ("--sheet shuangkou --incident 'hand_count N noticed 0'", "SK-5.1.1", {"score": None, "costs_hand": False}),
        ("--sheet shuangkou --incident 'signal N'", "SK-5.4", {"score": {"EW": 2, "NS": -10}, "ends_match": True}),
        ("--sheet shuangkou --incident 'out_of_turn N' --earlier 0", "SK-5.5", {"score": None, "free": True}),
        ("--sheet shuangkou --incident 'out_of_turn N' --earlier 1", "SK-5.5", {"score": {"EW": 0, "NS": -10}}),
        ("--incident 'out_of_turn W 3.2'", "SJ-16k", {"points": 0, "referee": True}),  # SJ-T33
        ("--banker N --incident 'revoke N 7.2 noticed 9.1'", "SJ-16l", {"costs_hand": True}),
        ("--banker N --incident 'revoke E 7.2 noticed 9.1'", "SJ-16m", {"costs_hand": True}),
        ("--sheet guandan-1 --incident 'unannounced E 0'", "GD1-4f", {"points": 0, "disproved": True}),  # he holds 27
        ("--sheet guandan-3 --incident 'count_asked E 3.2'", "GD3-F6", {"points": 0}),  # GD3-T21
        ("--sheet daguai --incident 'signal 2'", "DG-6.3", {"marks": 1, "costs_hand": False}),
    ],
)
def test_what_an_incident_costs(ask: Ask, words: str, clause: str, values: dict[str, object]) -> None:
    [found] = ask(words)
    assert (found["kind"], found["verdict"], found["clause"]) == ("incident", "settled", clause)
    assert values.items() <= found["values"].items()


@pytest.mark.parametrize(
    ("sheet", "called", "kind"),
    [("guandan-js2023", "出错牌", "wrong_play"), ("shengji", "出错牌", "revoke"), ("shengji", "跟错牌", "revoke")],
)
def test_an_incident_goes_by_the_name_it_is_shown_under_and_by_what_the_game_calls_it(
    ask: Ask, sheet: str, called: str, kind: str
) -> None:
    found = ask(f"--sheet {sheet} --level 2 --incident '{called} N 2.1 3c'")
    assert [each["subject"] for each in found] == [kind]


def test_a_wrong_play_put_right_at_once_costs_nothing_by_one_reading(ask: Ask) -> None:
    [found] = ask("--banker N --incident 'revoke E 7.2 noticed 7.2'")
    assert (found["values"]["costs_hand"], found["basis"], found["options"]) == (False, "assumed", ["D-SJ-19"])
    assert found["otherwise"][0]["values"]["costs_hand"] is True


def test_found_in_the_next_trick_rests_on_a_default(ask: Ask) -> None:
    [found] = ask("--sheet chaodipi --incident 'revoke N 7.2 noticed 8.1 AsAs'")
    assert (found["basis"], found["options"]) == ("assumed", ["D-CDP-28"])
    [found] = ask("--sheet chaodipi --incident 'revoke N 7.2 noticed 7.4 AsAs'")
    assert (found["basis"], found["options"]) == ("stated", [])


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("--sheet chaodipi --incident 'revoke N 7.2 AsAs'", ["noticed"]),
        ("--sheet chaodipi --incident 'revoke N 7.2 noticed 7.3'", ["cards"]),
        ("--sheet chaodipi --incident 'card_check E'", ["earlier"]),
        ("--sheet chaodipi --incident 'hand_count E noticed 5.1' --incident 'hand_count N noticed 5.1'", ["referee"]),
        ("--sheet shuangkou --incident 'failed_throw E AcKc9c'", ["blocked"]),
        ("--incident 'revoke N 7.2 noticed 9.1'", ["banker"]),
        ("--incident 'timeout N'", ["referee"]),
        ("--sheet guandan-3 --incident 'out_of_turn W 1.3 7d'", ["plays"]),
        ("--sheet guandan-js2023 --incident 'late W'", ["late"]),
        ("--sheet guandan-js2023 --incident 'tribute_wrong S'", ["noticed"]),
        ("--sheet chaodipi --incident 'late W'", ["late"]),
        ("--sheet guandan-2 --incident 'late W'", ["late"]),
        ("--sheet chaodipi --incident 'late W 600s' --incident 'late N 700s'", ["referee"]),
        ("--sheet guandan-1 --incident 'revoke W 1.3'", ["referee"]),
    ],
)
def test_an_incident_that_lacks_a_fact_is_open_and_names_it(ask: Ask, words: str, missing: list[str]) -> None:
    found = ask(words)[0]
    assert (found["verdict"], found["missing"]) == ("open", missing)


def test_what_an_early_play_comes_to_is_told_by_the_trick(ask: Ask) -> None:
    words = "--sheet guandan-3 --incident 'out_of_turn W 1.2 7d' --trick 'E 3s {} 7d -'"
    codes = {given: ask(words.format(given))[0]["code"] for given in ("4s", "-")}
    assert codes == {"4s": "INCIDENT-EARLY-EXPOSED", "-": "INCIDENT-EARLY"}


@pytest.mark.parametrize(
    ("attackers", "levels"), [(100, {"NS": "6", "EW": "3"}), (30, {"NS": "7", "EW": "3"}), (0, {"NS": "8", "EW": "3"})]
)
def test_a_wrong_play_of_the_attackers(ask: Ask, attackers: int, levels: dict[str, str]) -> None:
    words = f"--result --banker N --levels NS=5,EW=3 --attackers {attackers} --incident 'revoke E 7.2 noticed 9.1'"
    found = by_kind(ask(words))["result"]  # SJ-T35
    assert (found["values"]["levels"], found["clause"]) == (levels, "SJ-16m")


def test_a_fine_is_in_the_result(ask: Ask) -> None:
    words = "--sheet chaodipi --result --banker N --levels NS=3,EW=6 --attackers 50 --incident 'kitty_count N noticed 2.1'"
    found = by_kind(ask(words))  # CDP-T45
    assert found["incident"]["values"]["attackers"] == 80
    assert (found["result"]["values"]["attackers"], found["result"]["values"]["levels"]["EW"]) == (130, "J")
    assert "D-CDP-26" in found["result"]["options"]


@pytest.mark.parametrize(("attackers", "score"), [(120, {"NS": 14, "EW": -14}), (40, {"NS": 2, "EW": -2})])
def test_a_wrong_count_of_the_bank(ask: Ask, attackers: int, score: dict[str, int]) -> None:
    words = f"--sheet shuangkou --level 2 --result --banker E --attackers {attackers} --incident 'hand_count E noticed 25.1'"
    found = by_kind(ask(words))["result"]  # SK-T21
    assert (found["values"]["score"], found["clause"]) == (score, "SK-5.1.2")


# --- tribute -------------------------------------------------------------------------------------------------


def gifts(found: Answers) -> dict[str, list[str]]:
    return {gift["from"]: gift["to"] for gift in found["values"]["gifts"]}


def test_both_losers_may_refuse_with_one_big_joker_each(ask: Ask) -> None:
    words = "--sheet guandan-1 --tribute-from NS --hands 'E:BJ {}'"
    found = by_kind(ask(words.format("W:BJ")))  # GD1-T23
    assert (found["resist"]["values"], found["resist"]["clause"]) == ({"open": True, "expected": True}, "GD1-4c")
    assert (found["pays"]["values"]["payers"], found["leads"]["values"]) == ([], {"leads": ["N"]})
    found = by_kind(ask(words.format("N:BJ")))
    assert found["resist"]["values"]["open"] is False
    found = by_kind(ask(words.format("W:As")))
    assert (found["resist"]["verdict"], found["resist"]["missing"]) == ("open", ["E", "W"])


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-2", "guandan-3"])
def test_the_last_pays_the_first(ask: Ask, sheet: str) -> None:
    found = by_kind(ask(f"--sheet {sheet} --tribute-from NESW --hands 'W:BJ'"))
    assert gifts(found["pays"]) == {"W": ["N"]}
    assert (found["resist"]["verdict"], found["resist"]["missing"]) == ("open", ["W"])
    assert found["leads"]["values"] == {"leads": ["W"], "leads_if_refused": ["N"]}
    found = by_kind(ask(f"--sheet {sheet} --tribute-from NESW --hands 'W:BJ S:BJ'"))
    assert found["resist"]["values"]["open"] is False  # at 单下 the partner's does not count


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


def test_who_pays_all_the_same_is_told_what_the_audit_finds(ask: Ask) -> None:
    words = "--sheet guandan-js2023 --level 5 --tribute-from NSEW --hands 'E:BJ W:BJ' --tribute 'E BJ' --tribute 'W BJ'"
    pays, leads, anyway = ask(words)
    assert gifts(pays) == {"E": ["S"], "W": ["N"]}
    assert leads["values"] == {"leads": ["W"], "leads_if_refused": ["N"]}
    assert (anyway["verdict"], anyway["code"], anyway["clause"]) == ("disputed", "TRIBUTE-PAID-ANYWAY", "JS-5.4.3")
    wrong = ask("--sheet guandan-1 --tribute-from NESW --hands 'W:AsKs' --tribute 'W Ks'")[-1]
    assert (wrong["verdict"], wrong["code"], wrong["clause"]) == ("illegal", "TRIBUTE-CARD", "GD1-4e")


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-2", "guandan-3", "guandan-js2023"])
def test_each_open_answer_says_which_question_it_answers(ask: Ask, sheet: str) -> None:
    open_ = ask(f"--sheet {sheet} --level 5 --tribute-from NSEW --hands 'E:As W:Ah'")
    assert {verdict["verdict"] for verdict in open_} == {"open"}
    for lang in ("zh", "en"):
        assert len({verdict["message"][lang] for verdict in open_}) == 3


def test_the_last_pays_his_partner_by_one_reading(ask: Ask) -> None:
    found = by_kind(ask("--sheet guandan-1 --tribute-from NEWS"))["pays"]
    assert (found["verdict"], found["options"], gifts(found)) == ("disputed", ["D-GD-14"], {"S": ["N"]})
    assert found["otherwise"][0]["values"] == {"payers": []}


def test_six_players_pay_no_tribute(ask: Ask) -> None:
    [found] = ask("--sheet daguai --tribute-from 135246")
    assert (found["verdict"], found["values"]["payers"]) == ("settled", [])


def test_tribute_without_places_or_cards_is_open(ask: Ask) -> None:
    [found] = ask("--sheet guandan-1 --tribute-from NE")
    assert (found["verdict"], found["missing"]) == ("open", ["places"])
    found = by_kind(ask("--sheet guandan-1 --tribute-from NS --tribute 'E As'"))["pays"]
    assert (found["verdict"], found["missing"], found["values"]["payers"]) == ("open", ["W"], ["E", "W"])


# --- time ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "winner", "clause"),
    [
        ("--levels NS=7,EW=7 --banker E", "EW", "SJ-15a"),  # SJ-T37
        ("--levels NS=7,EW=6", "NS", "SJ-0.4"),
        ("--sheet chaodipi --levels NS=8,EW=6", "NS", "CDP-1.3b"),  # CDP-T49
        ("--sheet guandan-3 --levels NS=9,EW=7", "NS", "GD3-G2"),  # GD3-T15, D-GD3-10
        ("--sheet guandan-3 --levels NS=9,EW=9", None, "GD3-G2"),
    ],
)
def test_who_wins_at_time(ask: Ask, words: str, winner: str | None, clause: str) -> None:
    [found] = ask(f"--time {words}")
    assert (found["values"]["winner"], found["clause"]) == (winner, clause)


def test_equal_levels_at_time_need_the_banker(ask: Ask) -> None:
    [found] = ask("--time --levels NS=7,EW=7")
    assert (found["verdict"], found["missing"]) == ("open", ["banker"])


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


# --- usage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        # more copies than there are
        "--trump s --trick 'E AsAs As4s KsKs QsQs'",
        "--sheet guandan-1 --trick 'E 3s3s 3s4s'",
        "--sheet guandan-1 --table 8s8s8h8c8d --hand 3s --play 8s",
        "--sheet guandan-1 --table 8s8s8h8c8d --play 8s8h8c8d",
        "--sheet guandan-1 --table 3s --gone 3s --play 3s",
        "--sheet daguai --table 3s3s --gone 3s --play 3s",
        "--trump s --lead 7c7c --hand 3c4c --play 7c3c",
        "--trump s --hand 7c7c --gone 7c --play 7c",
        "--trump s --lead 7c --hand 7c --gone 7c --play 7c",
        "--sheet guandan-1 --tribute-from NS --hands 'E:BJBJ W:BJ'",
        "--result --banker N --levels NS=2,EW=2 --attackers 0 --kitty-points 5 --trump s --last 'E As As As As'",
        # cards, seats and tricks that are not there
        "--trump s --trick 'E Zz 3s 4s 5s'",
        "--trump s --trick 'Q As 3s 4s 5s'",
        "--trump s --trick 'E As 3s 4s 5s 6s'",
        "--trump s --trick 'E'",
        "--trump s --trick 'E As - 4s 5s'",
        "--trick 'E As 3s 4s 5s'",
        "--sheet daguai --trick 'E 3s'",
        "--sheet guandan-1 --out E --after 'E 3s - -'",
        "--sheet guandan-1 --out NN --after 'E 3s - -'",
        # contradictions
        "--result --banker N --level 5 --levels NS=4,EW=5 --attackers 0",
        "--sheet guandan-1 --result --finish NS --level 5 --in-force NS --levels NS=4,EW=5",
        "--sheet guandan-1 --result --finish NNSE --levels NS=4,EW=5",
        "--sheet guandan-1 --tribute-from NSNS",
        "--sheet guandan-1 --tribute-from NS --tribute 'E As' --tribute 'E Ks'",
        "--sheet chaodipi --incident 'revoke N 7.2 noticed 6.1'",
        # what is written wrongly
        "--result --banker N --levels NS=4 --attackers 0",
        "--result --banker N --levels NS=4,NE=4 --attackers 0",
        "--result --banker N --levels NS=1,EW=4 --attackers 0",
        "--result --banker N --levels NS=4,EW=4 --attackers 42",
        "--result --banker N --levels NS=4,EW=4 --attackers 40 --kitty-points -5",
        "--sheet daguai --result --finish 123456 --levels 135=2,246=2",
        "--incident 'revoked N'",
        "--incident revoke",
        "--incident 'revoke N x.y'",
        "--incident 'revoke N 7.2 noticed 9'",
        "--sheet guandan-1 --tribute-from NS --tribute 'E AsKs'",
        "--time",
        # questions that do not go together
        "--trick 'E As 3s 4s 5s' --after 'E As 3s 4s 5s' --trump s",
        "--result --play As --trump s --hand As",
        "--attackers 80",
        "--finish NS --sheet guandan-1",
        "--earlier 1 --play As --trump s --hand As",
        "--sheet guandan-1 --attackers 80 --result",
        "--finish NS --result",
        "--tribute-from NS",
        "--sheet guandan-1 --gone 3s --tribute 3s --hand 3s",
    ],
)
def test_a_question_that_makes_no_sense_is_bad_usage_with_a_remedy(paipu: Paipu, words: str) -> None:
    done = paipu("judge", *shlex.split(words))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--trump s --trick 'E 7d Kd 3s 4d'", 0),
        ("--trump s --trick 'E 7d Kd'", 3),
        ("--trump s --trick 'E 7d7d KdQdJd 3s4s 4d5d'", 1),
    ],
)
def test_exit_codes_where_they_are_asked_for(paipu: Paipu, words: str, code: int) -> None:
    assert paipu("judge", *shlex.split(words)).exit_code == 0
    assert paipu("judge", *shlex.split(words), "--exit-code").exit_code == code


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
