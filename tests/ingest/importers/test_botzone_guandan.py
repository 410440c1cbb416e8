"""The importer of Botzone's GuanDan logs: logs of a table made here, and logs that are broken."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Rejection
from paipu.replay.audit import audit
from paipu.replay.findings import Severity
from tests.ingest.importers.botzone_table import RANKS, SUITS, Log, Table, names
from tests.ingest.importers.converting import only, refusal
from tests.made import match_of, must_parse

IMPORTER = IMPORTERS["botzone-guandan"]


def hands(seed: int) -> Iterator[tuple[dict[str, Any], tuple[str, str] | None]]:
    """The hands of a sample match, each with who was first and last before it, where somebody pays."""
    document = match_of(seed, 1, "guandan-1")
    before = None
    for hand in document["hands"]:
        if "claims" in hand and "tricks" in hand:
            yield hand, before
        finish = hand["claims"]["finish"]
        seats = (
            finish if "-" not in finish else finish.replace("-", "") + "".join(each for each in "ENWS" if each not in finish)
        )
        before = seats[0], seats[3]


def converted(log: object) -> dict[str, Any]:
    return only(IMPORTER, json.dumps(log).encode())


def refused(log: object) -> Rejection:
    return refusal(IMPORTER, json.dumps(log).encode())


def sorted_cards(text: str) -> list[str]:
    return sorted(names(text))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("flat", [False, True])
def test_a_hand_comes_back_as_it_was_played_and_audits_without_an_error(seed: int, *, flat: bool) -> None:
    for hand, before in hands(seed):
        document = converted(Table(hand, before, flat=flat).log)
        (read,) = document["hands"]
        assert {seat: sorted_cards(cards) for seat, cards in read["deal"].items()} == {
            seat: sorted_cards(cards) for seat, cards in hand["deal"].items()
        }
        assert (read["level"], read["lead"]) == (hand["level"], hand["lead"])
        assert Counter(read.get("tribute", ())) == Counter(hand.get("tribute", ()))
        assert read.get("resisted", False) == hand.get("resisted", False)
        assert [len(trick.split()) for trick in read["tricks"]] == [len(trick.split()) for trick in hand["tricks"]]
        for ours, theirs in zip(read["tricks"], hand["tricks"], strict=True):
            for mine, his in zip(ours.split(), theirs.split(), strict=True):
                assert sorted_cards(mine.partition("=")[0]) == sorted_cards(his.partition("=")[0])
                if "=" in his:  # ranks in any order, and a straight flush with its suit
                    assert sorted(mine.partition("=")[2]) == sorted(his.partition("=")[2])
        parsed = must_parse(document)
        found = audit(parsed.record)
        assert [finding for finding in found.findings if finding.severity is Severity.ERROR] == []


def test_players_verdicts_and_scores_are_kept() -> None:
    (hand, before), *_ = hands(0)
    document = converted(Table(hand, before).log)
    assert [player["name"] for player in document["seats"].values()] == list("abcd")
    assert document["extra"]["botzone"]["results"] == {"E": 3, "N": 0, "W": 3, "S": 0}
    assert document["hands"][0]["seconds"][0][1] in {0.04, None}


def test_a_file_holds_a_match_a_line_or_the_log_alone() -> None:
    logs = [Table(hand, before).log for hand, before in hands(1)][:3]
    lines = "\n".join(json.dumps(log) for log in logs).encode()
    several = IMPORTER.convert(lines, "month.json")
    assert not isinstance(several, Rejection)
    assert [each["hands"] for each in several] == [converted(log)["hands"] for log in logs]
    assert len({each["id"] for each in several}) == 3
    assert converted(logs[0]["log"])["hands"] == converted(logs[0])["hands"]
    assert converted({"logs": json.dumps(logs[0]["log"])})["hands"] == converted(logs[0])["hands"]


def dealt(**wanted: str) -> dict[str, str]:
    """A deal in which each seat has a card that is wanted."""
    deck = [rank + suit for rank in RANKS for suit in SUITS] * 2 + ["LJ", "BJ"] * 2
    for card in wanted.values():
        deck.remove(card)
    return {seat: " ".join([wanted[seat], *deck[at * 26 : at * 26 + 26]]) for at, seat in enumerate("ENWS")}


@pytest.mark.parametrize(
    ("north", "south", "moves"),
    [
        ("As", "Ks", ["N>E As", "S>W Ks", "E>N 3s", "W>S 7s"]),
        ("Ks", "As", ["S>E As", "N>W Ks", "E>S 3s", "W>N 7s"]),
        ("As", "Ah", ["N>E As", "S>W Ah", "E>N 3s", "W>S 7s"]),
        ("Ad", "2s", ["S>E 2s", "N>W Ad", "E>S 3s", "W>N 7s"]),
    ],
)
def test_of_two_gifts_the_larger_goes_to_the_first_and_of_two_alike_each_to_the_player_before(
    north: str, south: str, moves: list[str]
) -> None:
    hand = {"level": "2", "deal": dealt(E="3s", N=north, W="7s", S=south), "tribute": moves, "tricks": []}
    assert converted(Table(hand, ("E", "S")).log)["hands"][0]["tribute"] == moves


def test_where_not_all_have_paid_nobody_is_said_to_have_got_anything() -> None:
    moves = ["N>E As", "S>W Ks", "E>N 3s", "W>S 7s"]
    log = Table({"level": "2", "deal": dealt(E="3s", N="As", W="7s", S="Ks"), "tribute": moves, "tricks": []}, ("E", "S")).log
    del log["log"][10:]
    document = converted(log)
    assert "tribute" not in document["hands"][0]
    assert document["extra"]["botzone"] == {"game": "GuanDan", "before": {"first": "E", "last": "S"}, "paying": 2}


def broken(log: Log, how: str) -> Log:
    entries = log["log"]
    plays = [at for at, each in enumerate(entries) if "play" in json.dumps(each.get("output", {}).get("content", {}))]
    match how:
        case "deal":
            del entries[2:4]
        case "card":
            next(iter(entries[0]["output"]["content"].values()))["deliver"][0] = 108
        case "twice":
            first, second = (next(iter(entries[at]["output"]["content"].values()))["deliver"] for at in (0, 2))
            second[0] = first[0]
        case "turn":
            del entries[plays[1] : plays[1] + 2]
        case "pass":
            next(iter(entries[plays[0] + 1].values()))["response"] = []
        case "command":
            entries[0]["output"]["command"] = "request it"
        case "after":
            entries.append(entries[1])
        case _:
            next(iter(entries[0]["output"]["content"].values()))["global"]["level"] = "1"
    return log


@pytest.mark.parametrize(
    ("how", "pointer"),
    [
        ("deal", "/stage"),
        ("card", "/deliver/0"),
        ("twice", "/deliver"),
        ("turn", "/response"),
        ("pass", "/response"),
        ("command", "/command"),
        ("after", ""),
        ("level", "/level"),
    ],
)
def test_what_no_log_has_is_refused_at_its_place(how: str, pointer: str) -> None:
    (hand, before), *_ = hands(2)
    rejection = refused(broken(Table(hand, before).log, how))
    assert rejection.pointer is not None
    assert rejection.pointer.endswith(pointer)


def test_an_answer_that_is_no_play_ends_the_record_before_it() -> None:
    (hand, before), *_ = hands(0)
    log = Table(hand, before).log
    entries = log["log"]
    del entries[20:-1]
    next(iter(entries[19].values()))["response"] = [[1, 2], [1]]
    read = converted(log)
    whole = converted(Table(hand, before).log)
    assert read["extra"]["botzone"]["unread"]["answer"] == "[[1, 2], [1]]"
    said = " ".join(play for trick in read["hands"][0]["tricks"] for play in trick.split()[1:])
    assert " ".join(play for trick in whole["hands"][0]["tricks"] for play in trick.split()[1:]).startswith(said)


@settings(max_examples=60)
@given(st.data())
def test_nothing_raises(data: st.DataObject) -> None:
    (hand, before), *_ = hands(0)
    log = Table(hand, before).log
    entries = log["log"]
    at = data.draw(st.integers(0, len(entries) - 1))
    value = st.recursive(
        st.none() | st.booleans() | st.integers(-2, 110) | st.text(max_size=3), lambda each: st.lists(each, max_size=3)
    )
    member = next(iter(entries[at].values()))
    member[data.draw(st.sampled_from(sorted(member)))] = data.draw(value)
    result = IMPORTER.convert(json.dumps(log).encode(), "log.json")
    if not isinstance(result, Rejection):
        assert isinstance(parse(json.dumps(result[0]).encode(), Place()), Parsed)
