"""Climbing matches in the warehouse: readings and types of plays, passes, six seats, orders out, levels and points."""

from typing import Any

import pytest

from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from tests.dashboard import climbing
from tests.dashboard.matches import read, write

LOSERS = climbing.pairs()["hands"][0]["claims"]["finish"]
OTHERWISE = LOSERS[:2] + LOSERS[:1:-1]


def again(name: str, claims: dict[str, Any]) -> dict[str, Any]:
    """The hand that ends 双下, with another score sheet."""
    return {**climbing.pairs(), "id": name, "hands": [{**climbing.pairs()["hands"][0], "claims": claims}]}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    folder = tmp_path_factory.mktemp("climbing")
    documents = [
        *climbing.everything(),
        again("losers/other", {"finish": OTHERWISE}),
        again("losers/none", {"finish": LOSERS[:2]}),
        again("winners/other", {"finish": LOSERS[1] + LOSERS[0]}),
    ]
    with Warehouse.open(folder / "warehouse") as warehouse:
        load([str(write(folder, documents))], warehouse, 1)
    return Reader(folder / "warehouse")


def test_each_play_has_its_seat_its_reading_and_its_type(reader: Reader) -> None:
    plays = reader.query("SELECT * FROM plays WHERE match = 'guandan/small' ORDER BY trick, play")
    found = plays.select("trick", "seat", "cards", "reading", "type", "seconds").rows()
    assert found[:6] == [
        (1, "S", "7s7h8c8d5h", "77888", "full_house", 31.0),
        (1, "E", "-", None, "pass", 4.0),
        (1, "N", "9s9h9cJdJd", None, "full_house", 2.5),
        (1, "W", "4s4h4d3s3c", None, None, 16.0),
        (1, "S", "-", None, "pass", 3.0),
        (1, "E", "-", None, "pass", 1.0),
    ]
    assert found[7][4] == "bomb"


def test_the_six_seats_of_every_play_are_those_of_the_engine(reader: Reader) -> None:
    for document in (climbing.six(), climbing.pairs()):
        for index, hand in enumerate(document["hands"]):
            rows = reader.query(
                "SELECT seat FROM plays WHERE match = ? AND hand = ? ORDER BY trick, play", (document["id"], hand["no"])
            )
            made = [state.made for state in climbing.walked(document, index)]
            assert rows["seat"].to_list() == [play.seat for play in made if play is not None]


def test_the_order_out_levels_and_points(reader: Reader) -> None:
    for document in (climbing.six(), climbing.pairs()):
        computed = read(document)[1].hands
        rows = reader.query("SELECT finish, level FROM results WHERE match = ? ORDER BY hand_index", (document["id"],))
        assert rows.rows() == [(hand.finish, hand.level) for hand in computed]
        sides = reader.query(
            "SELECT hand, side, level, points FROM hand_sides WHERE match = ? ORDER BY hand, side", (document["id"],)
        )
        assert sides.rows() == [
            (hand.no, side, (hand.levels or {}).get(side), (hand.points or {}).get(side))
            for hand in computed
            for side in (hand.levels or hand.points or {})
        ]


def test_tribute_and_leader_are_kept(reader: Reader) -> None:
    row = reader.query("SELECT tribute, resisted, lead FROM hands WHERE match = 'guandan/small' ORDER BY hand").row(0)
    assert row == (["S>E BJ", "E>S 3h"], False, "S")


@pytest.mark.parametrize(
    ("match", "verdict"),
    [("guandan/pairs", "same"), ("losers/other", "same"), ("losers/none", "same"), ("winners/other", "differs")],
)
def test_an_order_out_is_compared_as_far_as_there_is_one(reader: Reader, match: str, verdict: str) -> None:
    rows = reader.query(
        "SELECT verdict FROM claims_compared WHERE match = ? AND hand = 1 AND field = 'finish' ORDER BY ALL", (match,)
    )
    assert rows["verdict"].to_list() == [verdict]


def test_what_differs_is_what_the_audit_found(reader: Reader) -> None:
    rows = reader.query(
        "SELECT hand, field, side FROM claims_compared WHERE verdict = 'differs' AND match = 'guandan/pairs' ORDER BY ALL"
    )
    assert rows.rows() == [(3, "finish", None), (3, "levels", "NS")]


def test_the_overview_counts_them(reader: Reader) -> None:
    rows = reader.query("SELECT sheet, matches, hands FROM overview ORDER BY sheet").rows()
    assert rows == [("daguai", 1, 2), ("guandan-1", 4, 6), ("guandan-3", 1, 1)]
