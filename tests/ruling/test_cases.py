"""The worked cases about penalties, forfeits and rulings, by their ids, as the proposals answer them."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from tests.rules.test_second_reader_rulings import told

E: Final = "3.1"


def fault(kind: str, seat: str, noticed: str = "9.1", at: str = "0", **more: Any) -> dict[str, Any]:
    """A fault as the second reader's cases have it."""
    return {"kind": kind, "seat": seat, "at": at, "noticed": noticed, **more}


BANK: Final = {"dealer": "N", "level": "5", "attackers": 60}
FOURS: Final = {"level": "2", "finish": "NESW"}
CASES: Final[Mapping[str, tuple[str, dict[str, Any], list[dict[str, Any]], dict[str, Any]]]] = {
    "CDP-T45": (
        "chaodipi",
        {"dealer": "N", "level": "2", "attackers": 50},
        [fault("kitty_count", "N", "2.1")],
        {"penalties": 80, "clause": "CDP-6.2"},
    ),
    "CDP-T51": (
        "chaodipi",
        {"dealer": "N", "level": "2", "attackers": 50},
        [fault("card_check", "E", "3.4", "3.4"), fault("card_check", "E", "5.4", "5.4")],
        {"penalties": -10, "clause": "CDP-7.2"},
    ),
    "CDP-T53": (
        "chaodipi",
        {"dealer": "N", "level": "2", "attackers": 50},
        [fault("timeout", "W", "3.3", "3.3", form="points")],
        {"range": [10, 80], "clause": "CDP-6.9"},
    ),
    "SJ-T33": ("shengji", BANK, [fault("out_of_turn", "W", "3.3", "3.3")], {"clause": "SJ-16k"}),
    "SJ-T35 at 100": (
        "shengji",
        {"dealer": "N", "level": "5", "levels": {"EW": "3", "NS": "5"}, "attackers": 100},
        [fault("revoke", "E", "4.1", E)],
        {"levels": {"EW": "3", "NS": "6"}},
    ),
    "SJ-T35 at 30": (
        "shengji",
        {"dealer": "N", "level": "5", "levels": {"EW": "3", "NS": "5"}, "attackers": 30},
        [fault("revoke", "E", "4.1", E)],
        {"levels": {"EW": "3", "NS": "7"}},
    ),
    "SJ-T35 at 0": (
        "shengji",
        {"dealer": "N", "level": "5", "levels": {"EW": "3", "NS": "5"}, "attackers": 0},
        [fault("revoke", "E", "4.1", E)],
        {"levels": {"EW": "3", "NS": "8"}},
    ),
    "SJ-T43": (
        "shengji",
        {"dealer": "N", "level": "6", "levels": {"EW": "2", "NS": "6"}, "attackers": 50},
        [fault("hand_count", "W")],
        {"levels": {"EW": "2", "NS": "7"}, "clause": "SJ-16m"},
    ),
    "SK-T21 at 120": (
        "shuangkou",
        {"dealer": "E", "level": "2", "attackers": 120},
        [fault("hand_count", "E")],
        {"score": {"EW": -14, "NS": 14}},
    ),
    "SK-T21 at 40": (
        "shuangkou",
        {"dealer": "E", "level": "2", "attackers": 40},
        [fault("hand_count", "E")],
        {"score": {"EW": -2, "NS": 2}},
    ),
    "SK-T29": (
        "shuangkou",
        {"dealer": "E", "level": "2", "attackers": 40},
        [fault("revoke", "W", "6.1", "3.3")],
        {"score": {"EW": -2, "NS": 2}, "clause": "SK-5.3"},
    ),
    "DG-T29": (
        "daguai",
        {"level": "2", "finish": "246135"},
        [fault("signal", "2", "3.1", "3.1"), fault("signal", "4", "5.1", "5.1")],
        {"points": {"135": 8, "246": 0}},
    ),
    "JS-T02": (
        "guandan-js2023",
        FOURS,
        [fault("late", "E", "0", seconds=300)],
        {"clause": "JS-7.3.1", "levels": {"EW": "2", "NS": "5"}},
    ),
    "JS-T03": ("guandan-js2023", FOURS, [fault("tribute_wrong", "S", "2.1")], {"levels": {"EW": "5", "NS": "2"}}),
    "JS-T04": ("guandan-js2023", FOURS, [fault("out_of_turn", "E", "2.1", "2.1")], {"offered": "stop", "clause": "JS-7.2.2"}),
    "JS-T07": (
        "guandan-js2023",
        FOURS,
        [fault("manner", "E", "2.1", "2.1"), fault("manner", "W", "3.1", "3.1")],
        {"offered": "stop"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    sheet, hand, faults, expect = CASES[name]
    says = told(sheet, {"hand": hand, "faults": faults, "expect": expect})
    assert {key: says[key] for key in expect} == expect
