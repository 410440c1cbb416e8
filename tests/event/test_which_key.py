"""累进分或直胜 (JS-IV.2): which of them decides the places of a table, where its event does not say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.event.match import Match
from paipu.replay.event.record import EventRecord, Published, PublishedRow, Round, Stage
from tests.event.build import audit_event, drawn, event, places, played, table_of, teams

EACH_OTHER: Final = (
    drawn(1, ("t1", "t4"), ("t2", "t3")),
    drawn(2, ("t1", "t3"), ("t4", "t2")),
    drawn(3, ("t2", "t1"), ("t3", "t4")),
)
"""The first side wins all: t1 and t2 have four, and t2 has beaten t1, who was ahead of him until then; t3 and t4 have two."""
DIRECT: Final = {"t2": 1, "t1": 2, "t3": 3, "t4": 4}
PROGRESSIVE: Final = {"t1": 1, "t2": 2, "t4": 3, "t3": 4}


def of_jiangsu(rounds: Sequence[Round], published: Mapping[str, int], **more: Any) -> tuple[EventRecord, list[Match]]:
    stage = Stage(id="all", form="table", rounds=tuple(rounds), **more)
    rows = tuple([PublishedRow(team, place) for team, place in published.items()])
    made = event("guandan-js2023", teams(4), stage, published=(Published("all", None, None, rows),))
    return made, [played(made, "all", each.no, table.name, winner=0, grades=(4, 0)) for each in rounds for table in each.tables]


def faulted(made: EventRecord, matches: Sequence[Match]) -> list[tuple[str, str]]:
    told = [each.finding for each in audit_event(made, matches)]
    return [(each.where.pointer.removeprefix("/published/0/rows/"), str(each.basis)) for each in told]


@pytest.mark.parametrize("groups", [{}, {"A": ("t1", "t2", "t3", "t4")}])
def test_JS_IV_2_where_everybody_meets_everybody_direct_wins_come_second(groups: dict[str, tuple[str, ...]]) -> None:
    """直胜：循环赛中总积分相同者相互之间比赛积分之和; 累进分 is of a Swiss."""
    made, matches = of_jiangsu(EACH_OTHER, DIRECT, groups=groups)
    made = replace(made, published=(made.published[0]._replace(group="A" if groups else None),))
    assert places(table_of(made, matches)) == DIRECT
    assert faulted(made, matches) == []
    wrong = tuple([PublishedRow(team, place) for team, place in PROGRESSIVE.items()])
    made = replace(made, published=(made.published[0]._replace(rows=wrong),))
    assert faulted(made, matches) == [(f"{at}/place", "stated") for at in range(4)]


def test_JS_IV_2_which_of_them_an_event_says() -> None:
    for keys, places_by in (("progressive", PROGRESSIVE), ("direct_win", DIRECT)):
        made, matches = of_jiangsu(EACH_OTHER, places_by, rank_by=("match_points", keys))
        assert faulted(made, matches) == []


MORE: Final = (*EACH_OTHER, drawn(4, ("t1", "t4"), ("t2", "t3")))
"""Two meet again: this is no round robin."""


@pytest.mark.parametrize(
    ("published", "wrong"),
    [
        ({"t1": 1, "t2": 2, "t4": 3, "t3": 4}, []),  # 累进分
        ({"t2": 1, "t1": 2, "t3": 3, "t4": 4}, []),  # 直胜
        ({"t1": 1, "t2": 2, "t3": 3, "t4": 4}, [("2/place", "assumed"), ("3/place", "assumed")]),  # now this, now that
        ({"t3": 1, "t2": 2, "t1": 3, "t4": 4}, [("0/place", "stated"), ("2/place", "stated"), ("3/place", "assumed")]),
    ],
)
def test_JS_IV_2_elsewhere_either_may_be_meant(published: dict[str, int], wrong: list[tuple[str, str]]) -> None:
    made, matches = of_jiangsu(MORE, published)
    told = [each for each in faulted(made, matches) if each[0].endswith("place")]
    assert sorted(told) == wrong
