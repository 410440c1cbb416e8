"""What an event file says of the matches of its score sheets."""

from typing import Any

import pytest

from paipu.ingest.scoresheet.entering import Entering
from paipu.replay.event.record import Entrant, EventRecord, Round, Stage, Table
from paipu.replay.record import Player


def drawn(stage: str, *tables: str) -> Stage:
    seated = tuple(Table(name, (("t1",), ("t2",))) for name in tables)
    return Stage(id=stage, form="table", rounds=(Round(1, seated), Round(2, seated[:1])))


TEAMS = (Entrant(id="t1", name="青松 队", players=(Player(id="p1", name="王一"),)), Entrant(id="t2", name="白鹭队"))
ONE = EventRecord(id="cup", name="春季 团体赛", sheet="guandan-1", entrants=TEAMS, stages=(drawn("preliminary", "1", "2"),))
TWO = EventRecord(
    id="cup", sheet="guandan-1", entrants=TEAMS, stages=(drawn("preliminary", "1", "2"), drawn("final", "1", "9"))
)


@pytest.mark.parametrize(
    ("event", "said", "told"),
    [
        (ONE, {"round": 1, "table": "2"}, {"stage": "preliminary"}),
        (
            ONE,
            {"id": "春季团体赛", "stage": "预赛", "round": 1, "table": "第2桌"},
            {"id": "cup", "stage": "preliminary", "table": "2"},
        ),
        (ONE, {"table": "2号台"}, {"stage": "preliminary", "round": 1, "table": "2"}),  # the second round has none
        (ONE, {"table": "1"}, {"stage": "preliminary"}),  # of either round
        (ONE, {"round": 1, "table": "7"}, {}),
        (ONE, {"id": "another cup", "table": "第2桌"}, {}),
        (TWO, {"round": 1, "table": "1"}, {}),  # of either stage
        (TWO, {"round": 1, "table": "Table 9"}, {"stage": "final", "table": "9"}),
        (TWO, {"stage": "决赛", "table": "9"}, {"stage": "final", "round": 1}),
    ],
)
def test_a_place_in_the_draw_is_told_where_the_draw_leaves_one_choice(
    event: EventRecord, said: dict[str, Any], told: dict[str, Any]
) -> None:
    document = {"format": "paipu/1", "id": "x", "sheet": "guandan-1", "event": said, "hands": [], "extra": {}}
    assert Entering(event).entered(document)["event"] == {"id": "cup", **said, **told}


def test_names_become_ids() -> None:
    seats = {"E": {"id": "王一", "team": "青松队"}, "N": {"id": " 白鹭队/N", "team": " 白鹭队"}}
    made = Entering(ONE).entered({"id": "x", "event": {}, "seats": seats})
    assert made["seats"] == {"E": {"id": "p1", "team": "t1"}, "N": {"id": "t2/N", "team": "t2"}}
