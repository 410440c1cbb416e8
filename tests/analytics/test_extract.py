"""From an audited record to rows: claims beside computed, facts apart from both, every row pinned."""

from random import Random
from typing import Any, get_type_hints

import pytest

from paipu.analytics.extract import Origin, audited_rows, finding_rows, known_cards
from paipu.analytics.rows import ROW_TYPES, Pins, Rows
from paipu.analytics.told import Audited
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.ingest.stream import Verdict
from paipu.replay.audit import ENGINE_VERSION, audit
from paipu.replay.computed import Audit, ComputedHand, ComputedMatch
from paipu.replay.findings import Basis, Finding, Kind, Severity, Where
from paipu.samples import to_line
from tests.analytics.derived import derived
from tests.analytics.records import document, encode
from tests.made import make_match
from tests.slips.measure import slipped

FINDING = Finding(
    code="TRICK-FOLLOW-PAIR",
    clause="SJ-16h",
    basis=Basis.ASSUMED,
    severity=Severity.ERROR,
    kind=Kind.FAIL,
    where=Where(1, 7, 2, "/hands/0/tricks/6"),
    seat="N",
    expected="KsKs",
    actual="KsQs",
    options=("X-4",),
    params={"lead": "AsAs", "suit": "s", "owed": 1, "given": 0},
)
COMPUTED = ComputedHand(
    no=1, level="2", trump="s", dealer="E", winners="EN", attackers=85, levels={"NS": "3"}, score={"EW": 2, "NS": -2}
)
NOTHING = ComputedMatch()


def parsed(**keys: object) -> Parsed:
    made = parse(encode(document(1) | keys), Place())
    assert isinstance(made, Parsed), made
    return made


def rows_of(
    record: Parsed,
    *,
    findings: tuple[Finding, ...] = (),
    hands: tuple[ComputedHand, ...] = (COMPUTED,),
    match: ComputedMatch = NOTHING,
) -> Audited:
    audit = Audit(sheet="shengji", sheet_version="7", findings=findings, hands=hands, match=match)
    return audited_rows(Origin(4, "cup.ndjson", 12), record, Verdict(audit, audit))


def only(rows: Rows, name: str) -> dict[str, Any]:
    [row] = rows[name]
    return named(name, row)


def named(name: str, row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(get_type_hints(ROW_TYPES[name]), row, strict=True))


def test_the_pins_name_the_versions_that_made_the_rows() -> None:
    record = parsed()
    assert rows_of(record).pins == Pins("test/1", "shengji", "7", ENGINE_VERSION, record.sha256)


def test_a_match_says_where_it_came_from_and_how_much_is_in_it() -> None:
    rows = rows_of(parsed(options={"pass_level": "A"}, event={"id": "cup", "round": 2}), findings=(FINDING,)).rows
    match = only(rows, "matches")
    assert (match["position"], match["source"], match["line"]) == (4, "cup.ndjson", 12)
    assert (match["event"], match["round"], match["options"]) == ("cup", 2, '{"pass_level": "A"}')
    assert (match["hands"], match["plays"], match["findings"]) == (1, 100, 1)


def test_the_bytes_are_kept() -> None:
    record = parsed()
    rows = rows_of(record).rows
    assert only(rows, "records") == {"record_sha256": record.sha256, "raw": record.raw}


def test_claims_stand_beside_what_was_computed_and_never_in_its_place() -> None:
    hands = document(1)["hands"]
    hands[0]["claims"] = {"attackers": 40, "levels": {"EW": "4", "NS": "2"}, "next_dealer": "N"}
    claims = {"winner": "EW", "levels": {"EW": "J"}, "reason": "time"}
    rows = rows_of(parsed(hands=hands, claims=claims), match=ComputedMatch(levels={"EW": "2", "NS": "3"})).rows
    hand, computed = only(rows, "hands"), only(rows, "computed")
    assert (hand["claimed_attackers"], hand["claimed_next_dealer"]) == (40, "N")
    assert (computed["attackers"], computed["next_dealer"]) == (85, None)
    east_west, north_south = (named("hand_sides", row) for row in rows["hand_sides"])
    assert (east_west["claimed_level"], east_west["level"], east_west["score"]) == ("4", None, 2)
    assert (north_south["claimed_level"], north_south["level"], north_south["score"]) == ("2", "3", -2)
    result = only(rows, "match_results")
    claimed = {"claimed_winner": "EW", "winner": None, "claimed_reason": "time", "reason": None}
    assert result == {**claimed, "ruled_winner": None, "ruled_reason": None}
    assert [(row[0], row[1], row[2]) for row in rows["match_sides"]] == [("EW", "J", "2"), ("NS", None, "3")]


def test_a_hand_tells_not_recorded_from_none() -> None:
    bare = {"no": 1, "claims": {"attackers": 5}}
    rows = rows_of(parsed(hands=[bare])).rows
    hand = only(rows, "hands")
    assert [hand[key] for key in ("bids", "burials", "dealt_cards", "tricks", "plays")] == [None] * 5
    rows = rows_of(parsed(hands=[{**bare, "bids": [], "kitty": [], "deal": {}, "tricks": []}])).rows
    hand = only(rows, "hands")
    assert [hand[key] for key in ("bids", "burials", "dealt_cards", "tricks", "plays")] == [(), 0, 0, 0, 0]


def test_plays_carry_their_think_time_where_it_was_recorded() -> None:
    hand = {"no": 1, "tricks": ["E As Ks Qs Js", "E 3s 4s 5s 6s"], "seconds": [[1, None, 2.5]]}
    plays = derived(rows_of(parsed(hands=[hand])).told, "plays")
    assert [(row["trick"], row["play"]) for row in plays] == [(trick, play) for trick in (1, 2) for play in (1, 2, 3, 4)]
    assert [row["seconds"] for row in plays] == [1, None, 2.5, None, None, None, None, None]


def test_plays_of_climbing_sheets_carry_their_type() -> None:
    hand = {"no": 1, "tricks": ["E 3h 5s - - -"]}
    result = ComputedHand(no=1, types=(("single", None, "pass"),))
    plays = derived(rows_of(parsed(sheet="guandan-1", hands=[hand]), hands=(result,)).told, "plays")
    assert [(row["seat"], row["type"]) for row in plays] == [
        ("E", "single"),
        ("N", None),
        ("W", "pass"),
        ("S", None),
        ("E", None),
    ]


def test_seats_name_their_players_and_sides() -> None:
    rows = rows_of(parsed(seats={"S": {"id": "p4", "name": "丁"}, "E": {"id": "p1", "team": "t1"}})).rows
    assert list(rows["seats"]) == [("E", "EW", "p1", None, "t1"), ("S", "NS", "p4", "丁", None)]


def test_a_finding_keeps_its_place_and_both_languages() -> None:
    rows = rows_of(parsed(), findings=(FINDING,)).rows
    finding = only(rows, "findings")
    assert [finding[key] for key in ("position", "hand_index", "hand", "trick", "play")] == [0, 0, 1, 7, 2]
    assert (finding["code"], finding["clause"], finding["basis"]) == ("TRICK-FOLLOW-PAIR", "SJ-16h", "assumed")
    assert finding["options"] == ("X-4",)
    assert finding["message_zh"] != finding["message_en"]
    assert len(finding["fingerprint"]) == 16


def test_what_follows_from_another_finding_names_it() -> None:
    slip = slipped(make_match(1, 1), "leaders_rotated", Random("1 1 leaders_rotated"))
    assert slip is not None
    raw = to_line(slip.document)
    parsed = parse(raw, Place())
    assert isinstance(parsed, Parsed)
    cause, *others = finding_rows(parsed, audit(parsed.record))
    assert cause.follows_from is None
    assert others
    assert {row.follows_from for row in others} == {cause.fingerprint}


def test_an_audit_that_lacks_a_hand_is_a_fault_not_a_guess() -> None:
    with pytest.raises(ValueError, match="shorter"):
        rows_of(parsed(), hands=())


@pytest.mark.parametrize(("cards", "known"), [("", 0), ("As BJ ??", 2), ("AsBJ????", 2), ("?? ??", 0)])
def test_cards_that_a_deal_shows(cards: str, known: int) -> None:
    assert known_cards(cards) == known
