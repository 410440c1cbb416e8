"""Matches as TOML and as notes: sample matches of every sheet there and back, and TOML that is none."""

import tomllib
from typing import Any

import pytest

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.base import NotHeld
from paipu.ingest.importers.writing import difference, written
from paipu.ingest.rejection import Rejection
from paipu.replay.sheets import SHEETS
from tests.made import match_of
from tests.many import many

Document = dict[str, Any]
TOML, NOTES = IMPORTERS["toml"], IMPORTERS["notes"]
PLAYED = [sheet for sheet in SHEETS if sheet != "shengji-botzone"]
"""The sheets of which there are sample matches."""
SMALL = """format = "paipu/1"
variant = "chaodipi"

[[hands]]
no = 1
level = "2"
seconds = [[1.5, "", 2]]
kitty_seconds = ["", 4, ""]
actions = [
  "d E As Kd",
  "E b 2s",
  "E k 3d4d",
  "N s 2c2c 5d5d",
  "W k -",
  "E l AsAs",
  "N p 3s4s",
  "W p KsKs",
]
"""


def noted(match: Document) -> Document:
    """What notes have words for of a match."""
    kept = {key: value for key, value in match.items() if key in {"sheet", "options", "hands"}}
    for hand in kept["hands"]:
        for key in ("seconds", "tribute_seconds", "incidents"):
            hand.pop(key, None)
        for act in hand.get("kitty", ()):
            act.pop("seconds", None)
        if hand.get("bids") == []:
            del hand["bids"]
        claims = hand.pop("claims", {})
        if told := {key: value for key, value in claims.items() if key in {"finish", "attackers", "levels"}}:
            hand["claims"] = told
    return kept


@many(1, 25)
def test_matches_of_every_sheet_come_back_equal_from_toml_and_notes(seeds: range) -> None:
    for seed in seeds:
        for sheet in PLAYED:
            match = match_of(seed, 1, sheet)
            tree = tomllib.loads(written(TOML, match).decode())
            assert (tree["variant"], len(tree["hands"])) == (sheet, len(match["hands"]))
            assert written(NOTES, noted({**match, "hands": match["hands"][:2]}))  # to read notes takes its time


@pytest.mark.parametrize(
    ("made", "declared"),
    [("8hThJhQh", "89TJQh"), ("9dJdQdKd", "9TJQKd"), ("As3s4s5s", "A2345s"), ("TcJcQcKc", "TJQKAc"), ("7s8s9sTs", "6789Ts")],
)
def test_what_a_straight_flush_is_declared_to_be_comes_back_from_notes(made: str, declared: str) -> None:
    tricks = [f"S {made}2h={declared} - - -"]
    assert written(NOTES, {"sheet": "guandan-1", "hands": [{"no": 1, "level": "2", "tricks": tricks}]})


def test_what_is_written_is_read_to_the_same() -> None:
    found = TOML.convert(SMALL.encode(), "x.toml")
    assert not isinstance(found, Rejection), found
    (match,) = found
    assert match["hands"] == [
        {
            "no": 1,
            "level": "2",
            "seconds": [[1.5, None, 2]],
            "deal": {"E": "As Kd"},
            "bids": ["E 2s"],
            "kitty": [
                {"seat": "E", "bury": "3d4d"},
                {"seat": "N", "show": "2c2c", "bury": "5d5d", "seconds": 4},
                {"seat": "W", "pass": True},
            ],
            "tricks": ["E AsAs 3s4s KsKs"],
        }
    ]
    assert difference(tomllib.loads(written(TOML, match).decode())["hands"], tomllib.loads(SMALL)["hands"]) is None


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ("variant = ", "variant = [", None),
        ('"chaodipi"', '"bridge"', "/variant"),
        ('"paipu/1"', '"phh"', ""),
        ("N p 3s4s", "W p 3s4s", "/hands/0/actions/6"),
        ("E l AsAs", "E p AsAs", "/hands/0/actions/5"),
        ("E b 2s", "E x 2s", "/hands/0/actions/1"),
        ("E b 2s", "E b 2x", "/hands/0/bids/0"),
        ("no = 1", "no = 2026-01-01", None),
        ("no = 1", "number = 1", None),
    ],
)
def test_toml_that_is_no_match_is_refused_with_its_place(old: str, new: str, pointer: str | None) -> None:
    found = TOML.convert(SMALL.replace(old, new).encode(), "x.toml")
    assert isinstance(found, Rejection)
    assert pointer is None or found.pointer == pointer
    assert all(found.message)


def test_nesting_without_end_is_refused() -> None:
    for text in ("a = " + "[" * 100_000, "extra = " + "[" * 200 + "]" * 200 + "\n" + SMALL):
        assert isinstance(TOML.convert(text.encode(), "x"), Rejection)


def test_what_notes_have_no_word_for_is_told() -> None:
    match = match_of(0, 1, "guandan-1")
    with pytest.raises(NotHeld) as refused:
        written(NOTES, match)
    assert refused.value.pointer == "/event"
