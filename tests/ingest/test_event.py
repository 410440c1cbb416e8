"""The event format: its schema, its examples, and every way in which a document is refused."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paipu.ingest import event
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import MAX_RECORD, Place, Rejection
from paipu.replay.event.record import Adjusted, Scale
from paipu.replay.event_rules import FIGURES, ForfeitCounts, MatchPoints
from paipu.samples.deals import deals_of
from tests.event.build import can_be_drawn
from tests.ingest.documents import encode
from tests.ingest.hostile import EVENTS, Hostile
from tests.ingest.hostile import event as made_up
from tests.ingest.test_schema import BLOCKS
from tests.many import in_one
from tests.tables.format import EVENT_MODELS

VALIDATOR: Final = jsonschema.Draft202012Validator(event.event_json_schema())
EXAMPLES: Final = [block for block in BLOCKS if block["format"] == event.EVENT_FORMAT]

(DEALT,) = deals_of("shuangkou", 1, "full")
FULL: Final[dict[str, Any]] = {
    "format": "paipu-event/1",
    "id": "cup",
    "name": "春季杯",
    "sheet": "shuangkou",
    "options": {"big_points": "interpolated"},
    "teams": [
        {"id": "t1", "name": "一队", "players": [{"id": "p1", "name": "甲", "seed": 1}, {"id": "p2"}], "seed": 1},
        {"id": "t2"},
        {"id": "t3"},
    ],
    "stages": [
        {
            "id": "group",
            "form": "table",
            "groups": {"A": ["t1", "t2", "t3"]},
            "advance": 2,
            "rounds": [
                {
                    "no": 1,
                    "tables": [{"table": "1", "sides": {"EW": "t1", "NS": "t2"}}],
                    "byes": ["t3"],
                    "absent": ["t2"],
                    "best_of": 1,
                },
                {"no": 2, "tables": [{"table": "1", "sides": {"EW": "t1", "NS": "t3"}}]},
            ],
            "rank_by": ["match_points", "lot"],
            "match_points": {"win": 3, "loss": 0, "draw": 1},
            "points_by_difference": [[13, 13], [14, 12]],
            "bye_counts": {"match_points": 3},
            "absent_counts": {"match_points": 0},
            "forfeit_counts": {"absent": {"match_points": 0}, "present": {"match_points": 3}},
            "at_time": "higher_level",
            "best_of": 3,
            "third_place": "playoff",
            "lot": ["t2", "t1"],
        }
    ],
    "published": [
        {
            "stage": "group",
            "group": "A",
            "after_round": 1,
            "rows": [{"team": "t1", "place": 1, **dict.fromkeys(FIGURES, 1), "penalties": 0}],
        }
    ],
    "penalties": [
        {"stage": "group", "round": 1, "team": "t1", "figure": "points", "value": -1, "clause": "SK-5", "note": "…"},
    ],
    "boards": {
        "sets": [
            {
                "id": "A",
                "stage": "group",
                "rounds": [1],
                "deals": "deals.ndjson",
                "sha256": "0" * 64,
                "dealt": {"sha256": "0" * 64, "boards": [{**DEALT, "tribute": ["S>E BJ"]}]},
                "level": "by_board",
                "leader": "E",
                "tribute": "stated",
                "each": 1,
            }
        ],
        "scale": {"kind": "imp", "table": [[0, 0], [20, 1]], "against": "teams", "result": "attackers"},
        "adjusted": [
            {
                "stage": "group",
                "set": "A",
                "board": 1,
                "round": 1,
                "table": "1",
                "clause": "…",
                "note": "…",
                "points": {"EW": 3, "NS": "-1/2"},
            }
        ],
    },
    "extra": {"anything": [1, 2]},
}


def read(document: object) -> ParsedEvent:
    found = parse_event(encode(document), Place())
    assert isinstance(found, ParsedEvent), found
    return found


def problems(document: object) -> list[tuple[str, str | None]]:
    raw = document if isinstance(document, bytes) else encode(document)
    found = parse_event(raw, Place())
    assert isinstance(found, Rejection), found
    return [(each.code, each.pointer) for each in found.errors]


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The full document with values at JSON pointers replaced, or (None) taken out."""
    document = deepcopy(FULL)
    for pointer, value in changes:
        *steps, last = [int(step) if step.isdigit() else step for step in pointer.split("/")[1:]]
        at: Any = document
        for step in steps:
            at = at[step]
        if value is None:
            del at[last]
        else:
            at[last] = value
    return document


def test_every_model_is_in_the_document() -> None:
    assert {
        model.__name__ for model in vars(event).values() if isinstance(model, type) and model.__module__ == event.__name__
    } == {*EVENT_MODELS}


def test_the_document_has_an_example_of_each_form() -> None:
    forms = {
        (bool(each.get("players")), bool(stage.get("groups")), parsed.form)
        for each in EXAMPLES
        for stage, parsed in zip(each["stages"], read(each).event.stages, strict=True)
    }
    assert forms == {(False, False, "table"), (False, True, "table"), (False, False, "knockout"), (True, False, "knockout")}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_examples_are_valid(example: dict[str, Any]) -> None:
    VALIDATOR.validate(example)
    assert read(example).event.id == example["id"]


def test_the_full_document_has_every_key_and_is_read_as_it_says() -> None:
    VALIDATOR.validate(FULL)
    keys = {name: {field.alias or key for key, field in model.model_fields.items()} for name, model in EVENT_MODELS.items()}
    stage = FULL["stages"][0]
    assert keys["EventDocument"] - {"players"} == set(FULL)
    assert keys["EventStage"] == set(stage)
    assert keys["EventRound"] == set(stage["rounds"][0])
    assert keys["EventRow"] == set(FULL["published"][0]["rows"][0])
    assert keys["EventPenalty"] == set(FULL["penalties"][0])
    boards = FULL["boards"]
    assert keys["EventBoards"] == set(boards)
    assert keys["EventBoardSet"] == set(boards["sets"][0])
    assert keys["EventDealt"] == set(boards["sets"][0]["dealt"])
    assert keys["DealtBoard"] == set(boards["sets"][0]["dealt"]["boards"][0])
    assert keys["EventScale"] == set(boards["scale"])
    assert keys["EventAdjusted"] == set(boards["adjusted"][0])
    made = read(FULL).event
    (found,) = made.stages
    assert (found.match_points, found.bye, found.playoff) == (MatchPoints(3, 0, 1), {"match_points": 3}, True)
    assert found.forfeit == ForfeitCounts({"match_points": 0}, {"match_points": 3})
    assert found.rounds[0].tables[0].sides == (("t1",), ("t2",))
    (row,) = made.published[0].rows
    assert row.figures == dict.fromkeys([each for each in FIGURES if each != "board_points"], 1)
    assert row.board_points == 1
    assert made.boards is not None
    assert (made.boards.scale, made.boards.adjusted) == (
        Scale("imp", "attackers", ((0, 0), (20, 1)), teams=True),
        (Adjusted(0, 1, 1, "1", (Fraction(3), Fraction(-1, 2))),),
    )
    assert made.penalties[0].value == -1


def test_what_a_stage_leaves_out_is_as_the_sheet_prints_it() -> None:
    bare = changed(("/stages/0", {"id": "all", "rounds": []}), ("/published", None), ("/penalties", None), ("/boards", None))
    (stage,) = read(bare).event.stages
    assert (stage.form, stage.rank_by, stage.match_points) == ("table", None, None)


@in_one
@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        (("/format", "paipu/1"), "EVENT-FORMAT", "/format"),
        (("/sheet", "whist"), "SHEET-UNKNOWN", "/sheet"),
        (("/nmae", "x"), "KEY-UNKNOWN", "/nmae"),
        (("/stages/0/rounds/0/tables/0/tabel", "x"), "KEY-UNKNOWN", "/stages/0/rounds/0/tables/0/tabel"),
        (("/stages/0/rounds/0/no", None), "KEY-MISSING", "/stages/0/rounds/0/no"),
        (("/stages/0/rounds/0/no", "1"), "VALUE-TYPE", "/stages/0/rounds/0/no"),
        (("/stages/0/rounds/0/no", -1), "VALUE-RANGE", "/stages/0/rounds/0/no"),
        (("/stages/0/form", "ladder"), "VALUE-CHOICE", "/stages/0/form"),
        (("/stages/0/rank_by/0", "beauty"), "VALUE-CHOICE", "/stages/0/rank_by/0"),
        (("/stages/0/id", ""), "VALUE-LENGTH", "/stages/0/id"),
        (("/stages/0/bye_counts/beauty", 1), "KEY-UNKNOWN", "/stages/0/bye_counts/beauty"),
        (("/stages/0/points_by_difference/0", [1]), "VALUE-LENGTH", "/stages/0/points_by_difference/0"),
        (("/teams/0/id", "a\nb"), "VALUE-NOTATION", "/teams/0/id"),
        (("/options/big_points", "guessed"), "OPTION-INVALID", "/options/big_points"),
        (("/teams", None), "ENTRANTS-KIND", "/teams"),
        (("/players", []), "ENTRANTS-KIND", "/teams"),
        (("/teams/1/id", "t1"), "ID-TWICE", "/teams/1"),
        (("/teams/0/players/1/id", "p1"), "ID-TWICE", "/teams/0/players/1"),
        (("/stages/0/groups/A/2", "t9"), "ID-UNKNOWN", "/stages/0/groups/A/2"),
        (("/stages/0/groups/B", ["t1"]), "ID-TWICE", "/stages/0/groups/B"),
        (("/stages/0/lot/0", "t9"), "ID-UNKNOWN", "/stages/0/lot/0"),
        (("/stages/0/rounds/1/no", 1), "ROUND-ORDER", "/stages/0/rounds/1/no"),
        (("/stages/0/rounds/0/byes/0", "t9"), "ID-UNKNOWN", "/stages/0/rounds/0/byes/0"),
        (("/stages/0/rounds/0/absent/0", "t9"), "ID-UNKNOWN", "/stages/0/rounds/0/absent/0"),
        (("/stages/0/rounds/0/tables/0/sides/EW", "t9"), "ID-UNKNOWN", "/stages/0/rounds/0/tables/0/sides/EW"),
        (("/stages/0/rounds/0/tables/0/sides/EW", ["t1"]), "VALUE-TYPE", "/stages/0/rounds/0/tables/0/sides/EW"),
        (
            ("/stages/0/rounds/0/tables/0/sides", {"135": "t1", "EW": "t2"}),
            "KEY-MISSING",
            "/stages/0/rounds/0/tables/0/sides/NS",
        ),
        (("/published/0/stage", "x"), "ID-UNKNOWN", "/published/0/stage"),
        (("/published/0/group", "B"), "ID-UNKNOWN", "/published/0/group"),
        (("/published/0/group", None), "ID-UNKNOWN", "/published/0/group"),
        (("/published/0/rows/0/team", "t9"), "ID-UNKNOWN", "/published/0/rows/0/team"),
        (("/penalties/0/stage", "x"), "ID-UNKNOWN", "/penalties/0/stage"),
        (("/penalties/0/team", "t9"), "ID-UNKNOWN", "/penalties/0/team"),
        (("/sheet", "guandan-1"), "OPTION-INVALID", "/options/big_points"),
        (("/boards/sets", []), "VALUE-LENGTH", "/boards/sets"),
        (("/boards/sets/0/stage", "x"), "ID-UNKNOWN", "/boards/sets/0/stage"),
        (("/boards/sets/0/rounds/0", 9), "ID-UNKNOWN", "/boards/sets/0/rounds"),
        (("/boards/sets/0/level", "by hand"), "VALUE-CHOICE", "/boards/sets/0/level"),
        (("/boards/sets/0/leader", "1"), "VALUE-CHOICE", "/boards/sets/0/leader"),
        (("/boards/sets/0/deals", "../deals.ndjson"), "VALUE-NOTATION", "/boards/sets/0/deals"),
        (("/boards/sets/0/deals", "/etc/passwd"), "VALUE-NOTATION", "/boards/sets/0/deals"),
        (("/boards/sets/0/deals", ".hidden"), "VALUE-NOTATION", "/boards/sets/0/deals"),
        (("/boards/sets/0/sha256", "F" * 64), "VALUE-NOTATION", "/boards/sets/0/sha256"),
        (("/boards/sets/0/dealt/boards/0/hands/E", "As"), "VALUE-LENGTH", "/boards/sets/0/dealt/boards/0/hands/E"),
        (("/boards/sets/0/dealt/boards/0/kitty", None), "KEY-MISSING", "/boards/sets/0/dealt/boards/0/kitty"),
        (
            ("/boards/sets/0/dealt/boards/0/kitty", "As As As As As As As As"),
            "DEALS-DECK",
            "/boards/sets/0/dealt/boards/0/kitty",
        ),
        (("/boards/sets/0/dealt/boards/0/level", None), "KEY-MISSING", "/boards/sets/0/dealt/boards/0/level"),
        (("/boards/sets/0/dealt/boards/0/leader", "3"), "VALUE-CHOICE", "/boards/sets/0/dealt/boards/0/leader"),
        (("/boards/scale/table", None), "FORM-OPEN", "/boards/scale/table"),
        (("/boards/scale/table/1/0", 0), "BOARD-ORDER", "/boards/scale/table/1/0"),
        (("/boards/scale/kind", "difference"), "KEY-UNKNOWN", "/boards/scale/table"),
        (("/boards/scale/result", "levels"), "VALUE-CHOICE", "/boards/scale/result"),
        (("/boards/adjusted/0/set", "B"), "ID-UNKNOWN", "/boards/adjusted/0/set"),
        (("/boards/adjusted/0/round", 9), "ID-UNKNOWN", "/boards/adjusted/0/round"),
        (("/boards/adjusted/0/points/EW", "1/0"), "VALUE-NOTATION", "/boards/adjusted/0/points/EW"),
        (("/boards/adjusted/0/points/EW", 0.5), "VALUE-TYPE", "/boards/adjusted/0/points/EW"),
        (("/boards/adjusted/0/points", {"EW": 1, "135": 1}), "KEY-MISSING", "/boards/adjusted/0/points/NS"),
        (("/stages/0/form", "knockout"), "VALUE-CHOICE", "/stages/0/form"),
        (("/published/0/rows/0/board_points", "half"), "VALUE-NOTATION", "/published/0/rows/0/board_points"),
        (("/extra/many", [0] * 10_001), "EXTRA-SIZE", "/extra"),
    ],
)
def test_what_is_refused_and_where(change: tuple[str, Any], code: str, pointer: str) -> None:
    assert (code, pointer) in problems(changed(change))


@pytest.mark.parametrize(
    ("sheet", "stage", "pointers"),
    [
        ("guandan-1", {"rounds": []}, ["/stages/0/form"]),
        ("guandan-1", {"form": "table", "rounds": []}, ["/stages/0/rank_by"]),
        ("guandan-1", {"form": "table", "rank_by": ["match_points"], "rounds": []}, ["/stages/0/match_points"]),
        ("shengji", {"form": "table", "rounds": []}, ["/stages/0/rank_by"]),
    ],
)
def test_what_the_sheet_does_not_print_the_event_must_say(sheet: str, stage: dict[str, Any], pointers: list[str]) -> None:
    document = {"format": "paipu-event/1", "id": "x", "sheet": sheet, "teams": [], "stages": [{"id": "all", **stage}]}
    assert problems(document) == [("FORM-OPEN", pointer) for pointer in pointers]


@pytest.mark.parametrize(
    ("side", "found"),
    [
        (["p1"], ("VALUE-LENGTH", "/stages/0/rounds/0/tables/0/sides/EW")),
        ("p1", ("VALUE-TYPE", "/stages/0/rounds/0/tables/0/sides/EW")),
        (["p1", "p9"], ("ID-UNKNOWN", "/stages/0/rounds/0/tables/0/sides/EW/1")),
    ],
)
def test_players_sit_as_many_as_a_side_has(side: object, found: tuple[str, str]) -> None:
    example = deepcopy(next(each for each in EXAMPLES if "players" in each))
    example["stages"][0]["rounds"][0]["tables"][0]["sides"]["EW"] = side
    assert problems(example) == [found]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "JSON-EMPTY"),
        (b"[]", "RECORD-OBJECT"),
        (b"{", "JSON-SYNTAX"),
        (b'{"format": "paipu-event/1", "format": "paipu-event/1"}', "JSON-DUPLICATE-KEY"),
        (b'{"id": NaN}', "JSON-NUMBER"),
        (b"\xff", "JSON-ENCODING"),
        (b"[" * 50 + b"]" * 50, "JSON-DEPTH"),
        (b" " * (MAX_RECORD + 1), "RECORD-SIZE"),
        (b"," * 600_000, "RECORD-VALUES"),
    ],
)
def test_bytes_that_are_no_document(raw: bytes, code: str) -> None:
    assert problems(raw)[0][0] == code


@given(st.binary(max_size=200))
def test_no_bytes_set_off_an_exception(raw: bytes) -> None:
    assert isinstance(parse_event(raw, Place()), Rejection)


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["t1", "EW", "table", "group"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PLACES: Final[list[str]] = []


def _walk(value: object, pointer: str, visit: Callable[[str], None]) -> None:
    if pointer:
        visit(pointer)
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        _walk(inner, f"{pointer}/{step}", visit)


_walk(FULL, "", PLACES.append)


@given(st.sampled_from(PLACES), JSON)
def test_no_value_anywhere_sets_off_an_exception(pointer: str, value: object) -> None:
    document = changed((pointer, value)) if value is not None else changed((pointer, None))
    assert isinstance(parse_event(encode(document), Place()), ParsedEvent | Rejection)


@pytest.mark.parametrize(
    ("teams", "rounds", "groups"), [(64, 11, 1), (500, 15, 1), (500, 15, 20), (4000, 1, 1), (1500, 20, 300)]
)
def test_an_event_of_any_real_size_is_read(teams: int, rounds: int, groups: int) -> None:
    """With the table published after every round, group by group."""
    everybody = [str(at) for at in range(teams)]
    members = {str(at): everybody[at::groups] for at in range(groups)}
    shown = range(1, rounds + 1) if teams < 1000 else [rounds]
    tables = [
        {"stage": "s", "after_round": no, "rows": [{"team": each, "place": 1} for each in own]}
        | ({"group": group} if groups > 1 else {})
        for group, own in members.items()
        for no in shown
    ]
    stage: dict[str, object] = {"groups": members} if groups > 1 else {}
    stage |= {"form": "knockout", "rank_by": None} if teams > 1500 else {}
    raw = made_up(teams, rounds, teams // 2, stage=stage, published=tables)
    assert isinstance(parse_event(raw, Place()), ParsedEvent)


@pytest.mark.parametrize("hostile", [each for each in EVENTS if each.codes == ("EVENT-SIZE",)], ids=lambda each: each.name)
def test_an_event_that_takes_too_long_to_rank_is_refused(hostile: Hostile) -> None:
    found = parse_event(hostile.make(), Place())
    assert isinstance(found, Rejection)
    assert [(each.code, each.expected[0]) for each in found.errors if each.expected] == [("EVENT-SIZE", "≤")]


def test_a_round_of_many_is_drawn_again_without_trying_all_of_them() -> None:
    """Whoever has met half of the others at most always finds one; trying that pair by pair goes too deep."""
    everybody = [str(at) for at in range(1500)]
    pairs = [frozenset(everybody[at : at + 2]) for at in range(0, 1500, 2)]
    assert can_be_drawn(everybody, pairs)
    assert not can_be_drawn(everybody[1:], pairs)
    assert not can_be_drawn(everybody[:4], map(frozenset, combinations(everybody[:4], 2)))
