"""The worked cases of 江苏 2023, by their ids, put to the independent reading of its text."""

import pytest

from tests.oracle import guandan, guandan_js2023
from tests.oracle.guandan_js2023 import Ladder, Step

JS = guandan.JS


def test_JS_T01_clocks() -> None:
    limits = {"tribute": 20, "return": 40, "first": 40, "later": 20}
    for what, limit in limits.items():
        assert not guandan_js2023.over_time(what, limit)  # type: ignore[arg-type] # the keys are the words
        assert guandan_js2023.over_time(what, limit + 1)  # type: ignore[arg-type] # the keys are the words
    assert guandan_js2023.SIMPLE["timeout"] == "warning"


@pytest.mark.parametrize(("seconds", "step"), [(299, "warning"), (300, "foul"), (599, "foul"), (600, "forfeit")])
def test_JS_T02_late(seconds: int, step: Step) -> None:
    assert guandan_js2023.late(seconds) == step
    assert guandan_js2023.forfeited("EW") == {"EW": 0, "NS": 17}
    assert guandan_js2023.both_late(60, seconds) == ("warning", step)


def test_JS_T03_wrong_return() -> None:
    allowed = guandan.returns_due(JS, "2", "SENW", ["Jd", "4c", "Ks"])
    assert allowed == {"4c"}
    assert guandan_js2023.wrong_tribute(played=False) == "warning"
    assert guandan_js2023.wrong_tribute(played=True) == "foul"
    assert guandan_js2023.after_foul("NS", {"EW": 4, "NS": 5}, 5) == ({"EW": 7, "NS": 5}, None)


def test_JS_T04_out_of_turn() -> None:
    assert guandan_js2023.SIMPLE["out_of_turn"] == "violation"
    assert guandan_js2023.leads_instead("E", "ENWS") == "N"
    assert guandan_js2023.leads_instead("E", "EWS") == "S"


def test_JS_T05_no_report() -> None:
    assert guandan_js2023.must_report(11, 9)
    assert guandan_js2023.wrong_report("NW", None) == "warning"
    assert guandan_js2023.wrong_report("NWSEN", None) == "violation"


def test_JS_T06_no_report_and_out() -> None:
    assert guandan_js2023.wrong_report("NWSE", "E", first=True) == "foul"
    assert guandan_js2023.wrong_report("NWSE", "E") == "violation"


def test_JS_T07_two_warnings() -> None:
    ladder = Ladder()
    assert ladder.fault("EW", "warning") == ["warning"]
    assert ladder.fault("NS", "warning") == ["warning"]
    assert ladder.fault("EW", "warning") == ["warning", "violation"]
    assert ladder.fault("EW", "violation") == ["violation", "foul"]
    assert ladder.fault("EW", "foul") == ["foul", "lost"]


@pytest.mark.parametrize(
    ("levels", "after", "points"),
    [
        ({"EW": 9, "NS": 5}, {"EW": 9, "NS": 13}, {"EW": 9, "NS": 17}),
        ({"EW": 14, "NS": 12}, {"EW": 11, "NS": 15}, {"EW": 9, "NS": 17}),
        ({"EW": 4, "NS": 11}, {"EW": 4, "NS": 11}, {"EW": 6, "NS": 20}),
        ({"EW": 4, "NS": 8}, {"EW": 4, "NS": 8}, {"EW": 9, "NS": 17}),
    ],
)
def test_JS_T08_lost_by_a_ruling(levels: dict[str, int], after: dict[str, int], points: dict[str, int]) -> None:
    assert guandan_js2023.after_losing(levels, "EW") == after
    assert guandan_js2023.difference_points(after) == points


def test_JS_T10_extra_hand() -> None:
    assert guandan_js2023.after_extra("W", {"EW": 9, "NS": 9}) == ("EW", {"EW": 9, "NS": 9})


def test_GDN_T14_who_draws_first() -> None:
    assert guandan_js2023.draws_first(None, "S", 7) == "N"
    assert guandan_js2023.draws_first("NESW") == "W"
    assert guandan_js2023.draws_first("NSEW") == "W"


def test_GDN_T29_points_at_the_end() -> None:
    assert guandan_js2023.ahead({"NS": 9, "EW": 7}) == "NS"
    assert guandan_js2023.match_points("NS") == {"EW": 0, "NS": 2}
    assert guandan_js2023.difference_points({"NS": 9, "EW": 7}) == {"EW": 11, "NS": 15}
    assert guandan_js2023.match_points(guandan_js2023.ahead({"NS": 9, "EW": 9})) == {"EW": 1, "NS": 1}
    assert guandan_js2023.climbed({"NS": 9, "EW": 7}) == {"EW": 5, "NS": 7}


def test_GDN_T30_points_past_the_ace() -> None:
    assert guandan_js2023.difference_points({"NS": 15, "EW": 2}) == {"EW": 0, "NS": 26}
    assert guandan_js2023.difference_points({"NS": 15, "EW": 13}) == {"EW": 11, "NS": 15}
