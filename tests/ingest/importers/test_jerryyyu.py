"""The importer of room logs of jerryyyu's 升级 server: a log written out here, sample matches there and back, broken logs."""

import json
from itertools import count
from typing import Any

import pytest

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.base import NotHeld
from paipu.ingest.importers.jerryyyu import OPTIONS
from paipu.ingest.importers.writing import written
from paipu.ingest.rejection import Rejection
from paipu.replay.audit import audit
from paipu.replay.findings import Severity
from tests.ingest.importers.converting import documents
from tests.ingest.importers.held import by_house, rooms
from tests.made import must_parse
from tests.many import many

IMPORTER = IMPORTERS["jerryyyu-shengji"]
PLAYERS: list[dict[str, Any]] = [
    {"seat": seat, "name": name, "is_bot": name == "Bot"} for seat, name in enumerate(("ann", "Bot", "cy", "Bot"))
]
ONE = [suit + rank for suit in "SHDC" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
DECK = [*sorted([*ONE, "LJ", "BJ"] * 2, key=lambda card: (card[0], card))]
"""Each seat is dealt every fourth card, so two copies go to two seats."""


def event(name: str, time: float, number: int = 1, **data: Any) -> dict[str, Any]:
    return {"t": time, "room": "VKHW", "round": number, "e": name, **data}


def log() -> list[dict[str, Any]]:
    """The beginning of a game: seat 0 declares diamonds, buries, and leads."""
    held = [DECK[seat:100:4] for seat in range(4)]
    kitty = DECK[100:]
    plays: list[dict[str, Any]] = [
        {"seat": seat, "cards": [next(card for card in held[seat] if card[0] == "C" and card[1:] != "2")]} for seat in range(4)
    ]
    return [
        event("round_start", 100.0, deck=DECK, banker=None, trump_rank="2", levels=["2", "2"], players=PLAYERS),
        event("declare", 110.5, seat=0, cards=["D2"], bot=False),
        event("chat", 111.0, seat=1, text="hello"),
        event("trump", 130.0, suit="D", rank="2", banker=0, declared=True),
        event("bury", 150.25, seat=0, cards=kitty, bot=False),
        *(event("play", 155.25 + seat, bot=seat % 2 == 1, **play) for seat, play in enumerate(plays)),
        event("trick", 158.25, winner=2, points=0, plays=plays),
    ]


def raw(lines: list[dict[str, Any]]) -> bytes:
    return "\n".join(map(json.dumps, lines)).encode()


def converted(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return documents(IMPORTER, raw(lines), "VKHW.jsonl")


def test_a_log_becomes_a_record() -> None:
    (match,) = converted(log())
    (hand,) = match["hands"]
    assert (match["sheet"], match["options"]) == ("shengji", OPTIONS)
    assert [match["seats"][seat]["name"] for seat in "ENWS"] == ["ann", "Bot 1", "cy", "Bot 3"]
    assert (hand["no"], hand["level"], hand["dealer"], hand["trump"]) == (1, "2", "E", "d")
    assert [len(hand["deal"][seat].split()) for seat in ("E", "N", "W", "S", "kitty")] == [25, 25, 25, 25, 8]
    assert hand["deal"]["E"].split()[0] == {"BJ": "BJ"}.get(DECK[0])
    assert hand["kitty"][0]["seat"] == "E"
    assert hand["kitty"][0]["seconds"] == 20.25
    assert hand["tricks"][0].split()[0] == "E"
    assert hand["seconds"] == [[5.0, 1.0, 1.0, 1.0]]
    assert hand["claims"] == {"winners": "W"}
    assert match["extra"]["jerryyyu"] == {"room": "VKHW", "hands": [{"declared": ["E 2d"]}]}
    assert "bids" not in hand


def test_an_attempted_throw_is_written_with_what_stood() -> None:
    lines = log()
    play = next(line for line in lines if line["e"] == "play")
    lines.remove(lines[-1])
    play |= {"attempted_cards": [*play["cards"], "CA"], "engine_resolution": "failed_throw_forced"}
    (match,) = converted(lines)
    assert ">" in match["hands"][0]["tricks"][0].split()[1]


@many(3, 120)
def test_sample_matches_come_back_equal_and_audit_without_a_false_finding(seeds: range) -> None:
    for seed in seeds:
        for match in rooms(seed):
            (back,) = converted([json.loads(line) for line in written(IMPORTER, match).splitlines()])
            assert {key: value for key, value in back.items() if key not in {"format", "id"}} == match
            parsed = must_parse(back)
            assert [each for each in audit(parsed.record).findings if each.severity is Severity.ERROR] == []


def test_after_a_result_by_the_rule_of_the_house_another_record_begins() -> None:
    match = next(part for seed in range(20) for part in rooms(seed) if len(part["hands"]) > 1 and by_house(part["hands"][-1]))
    lines = [json.loads(line) for line in written(IMPORTER, match).splitlines()]
    number = match["hands"][-1]["no"]
    ended: dict[str, Any] = {"winner_team": 1, "new_levels": ["2", "6"], "next_banker": 1, "game_over": False}
    lines.append(event("round_end", 0, number, attacker_points=160, kitty_points=40, **ended) | {"room": "ABCD"})
    lines.append(lines[0] | {"round": number + 1, "banker": 1, "trump_rank": "6", "levels": ["2", "6"]})
    first, second = converted(lines)
    assert "attackers" not in first["hands"][-1]["claims"]
    assert first["extra"]["jerryyyu"]["hands"][-1] == {
        "attackers": 160,
        "kitty": 40,
        "levels": {"EW": "2", "NS": "6"},
        "next_dealer": "N",
    }
    assert second["start"] == {"levels": {"EW": "2", "NS": "6"}, "dealer": "N"}


def test_a_game_that_is_over_says_who_won() -> None:
    lines = log()
    ended: dict[str, Any] = {"winner_team": 0, "new_levels": ["A", "5"], "next_banker": 2, "game_over": True}
    lines.append(event("round_end", 200.0, attacker_points=35, kitty_points=0, **ended))
    first, second = converted([*lines, *log()])
    assert first["claims"] == {"winner": "EW", "reason": "passed"}
    assert first["hands"][0]["claims"]["levels"] == {"EW": "A", "NS": "5"}
    assert second["hands"][0]["no"] == 1


@pytest.mark.parametrize(
    ("change", "line", "pointer"),
    [
        (lambda lines: lines[0]["deck"].pop(), 1, "/deck"),
        (lambda lines: lines[0]["deck"].__setitem__(0, "S1"), 1, "/deck/0"),
        (lambda lines: lines[0]["deck"].__setitem__(0, lines[0]["deck"][50]), 1, "/deck"),
        (lambda lines: lines[4].__setitem__("cards", ["SA"]), 5, "/cards"),
        (lambda lines: lines[5].__setitem__("seat", 4), 6, "/seat"),
        (lambda lines: lines[6].__setitem__("seat", 3), 7, None),
        (lambda lines: lines[9].__setitem__("winner", None), 10, None),
        (lambda lines: lines[9]["plays"][0].__setitem__("cards", ["SA"]), 10, "/plays"),
        (lambda lines: lines[5].__setitem__("round", 2), 6, None),
        (lambda lines: lines.pop(0), 1, None),
        (lambda lines: lines[3].__setitem__("suit", "X"), 4, "/suit"),
    ],
    ids=map(str, count()),
)
def test_what_no_log_has_is_refused_with_line_and_pointer(change: Any, line: int, pointer: str | None) -> None:
    lines = json.loads(json.dumps(log()))
    change(lines)
    found = IMPORTER.convert(raw(lines), "x")
    assert isinstance(found, Rejection)
    assert (found.line, found.pointer) == (line, pointer)
    assert all(found.message)


def test_a_line_that_is_no_json_is_refused_at_its_line() -> None:
    found = IMPORTER.convert(raw(log()) + b'\n{"e": NaN}', "x")
    assert isinstance(found, Rejection)
    assert found.line == 11


def test_what_the_log_cannot_hold_is_told() -> None:
    match = next(rooms(0))
    for change, pointer in (({"options": {}}, "/options/pass_level"), ({"sheet": "guandan-1"}, "/sheet"), ({"id": "x"}, None)):
        if pointer is None:
            assert written(IMPORTER, match | change)
            continue
        with pytest.raises(NotHeld) as refused:
            written(IMPORTER, match | change)
        assert refused.value.pointer == pointer
