"""The importer of tables of plays: tables written out here, sample matches as tables, mappings, broken tables."""

import csv
import io
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.plays import Mapped, importer, mapping_of
from paipu.ingest.rejection import Rejection
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.findings import Severity
from tests.cli.conftest import Paipu, paipu
from tests.ingest.importers.converting import documents, refusal
from tests.ingest.importers.held import made
from tests.made import must_parse
from tests.many import many

__all__ = ["paipu"]

Document = dict[str, Any]
PLAYS = IMPORTERS["plays"]
HEAD = ("match", "sheet", "hand", "what", "seat", "cards", "to", "trick", "seconds", "level", "dealer", "trump", "player")
SMALL = """sheet,hand,seat,cards,level,dealer,trump
shengji,1,E,♦A,2,E,♥
shengji,1,N,♦3,2,E,♥
shengji,1,W,♦K,2,E,♥
shengji,1,S,9d,2,E,♥
shengji,1,E,AsKs>Ks,2,E,♥
"""
OTHERS = """Game;Round;Who;Action;Held
7;1;0;P;H10 H10
7;1;1;P;
7;1;2;P;HJ HJ
7;1;3;P;
7;1;0;P;
"""
OTHERS_MAPPING = b"""
format = "paipu-plays/1"
columns = {match = "Game", hand = "Round", seat = "Who", what = "Action", cards = "Held"}
constants = {sheet = "guandan-1", level = 5}
options = {after_out = "next"}
[words]
seat = {0 = "E", 1 = "N", 2 = "W", 3 = "S"}
what = {P = "play"}
cards = {H10 = "Th", HJ = "Jh"}
"""


def converted(raw: str, form: Any = PLAYS) -> list[Document]:
    return documents(form, raw.encode(), "plays.csv")


def refused(raw: str, form: Any = PLAYS) -> Rejection:
    return refusal(form, raw.encode(), "plays.csv")


def mapped(raw: bytes) -> Mapped:
    found = mapping_of(raw, "map.toml")
    assert isinstance(found, Mapped), found
    return found


def table_of(match: Document) -> str:
    """A match as a table of plays."""
    rows: list[dict[str, Any]] = []
    for hand in match["hands"]:
        said = {"match": "one", "sheet": match["sheet"], "hand": hand["no"], "level": hand["level"]}
        said |= {key: hand[key] for key in ("dealer", "trump") if key in hand}
        for seat, cards in hand["deal"].items():
            rows.append(said | ({"what": "kitty"} if seat == "kitty" else {"what": "deal", "seat": seat}) | {"cards": cards})
        rows += [said | {"what": "bury", "seat": act["seat"], "cards": act["bury"]} for act in hand.get("kitty", ())]
        gifts = hand.get("tribute", ())
        for number, gift in enumerate(gifts):
            what = "tribute" if number < len(gifts) // 2 else "return"
            rows.append(said | {"what": what, "seat": gift[0], "to": gift[2], "cards": gift[4:]})
        if hand.get("resisted"):
            rows.append(said | {"what": "resist"})
        left = dict.fromkeys("ENWS", 27)
        for gift in gifts:
            left |= {gift[0]: left[gift[0]] - 1, gift[2]: left[gift[2]] + 1}
        for number, trick in enumerate(hand["tricks"], start=1):
            seat, *plays = trick.split(" ")
            for place, play in enumerate(plays):
                if place:
                    after = ("ENWS" * 2)["ENWS".index(seat) + 1 :]
                    seat = next(each for each in after if left[each] > 0)
                left[seat] -= len(split_cards(play.partition("=")[0].rpartition(">")[2])) if play != "-" else 0
                rows.append(said | {"what": "pass" if play == "-" else "play", "seat": seat, "cards": play, "trick": number})
    out = io.StringIO()
    writer = csv.DictWriter(out, HEAD, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def test_a_small_table() -> None:
    (match,) = converted(SMALL)
    assert match["hands"] == [
        {"no": 1, "level": "2", "dealer": "E", "trump": "h", "tricks": ["E Ad 3d Kd 9d", "E AsKs>Ks"]},
    ]


def test_a_table_of_other_headers_and_words_is_read_by_a_mapping() -> None:
    (match,) = converted(OTHERS, importer(mapped(OTHERS_MAPPING)))
    assert (match["id"], match["sheet"], match["options"]) == ("7", "guandan-1", {"after_out": "next"})
    assert match["hands"] == [{"no": 1, "level": "5", "lead": "E", "tricks": ["E ThTh - JhJh - -"]}]


@many(2, 60)
def test_sample_matches_come_back_equal_from_a_table(seeds: range) -> None:
    for seed in seeds:
        for sheet in ("shengji", "guandan-1", "chaodipi"):
            match = made(seed, sheet, {})
            for hand in match["hands"]:
                hand.pop("claims", None)
                asked = hand.get("kitty", [])[1:]
                del hand.get("kitty", [])[1:]
                if asked:  # who was asked has no column
                    hand["tricks"] = []
            match["hands"] = [hand for hand in match["hands"] if hand["tricks"]]
            if not match["hands"]:
                continue
            (back,) = converted(table_of(match))
            assert {key: value for key, value in back.items() if key not in {"format", "id"}} == match
            parsed = must_parse(back)
            if sheet != "chaodipi" and match["hands"][0]["no"] == 1:
                assert [each for each in audit(parsed.record).findings if each.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("shengji,1,N", "shengji,1,W", 3, None),
        ("shengji,1,N,♦3", "shengji,1,X,♦3", 3, "E | N | W | S"),
        ("shengji,1,N,♦3,2", "shengji,1,N,♦3,5", 3, None),
        ("1,E,♦A", "0,E,♦A", 2, "1 … 10000"),
        ("shengji,1,E,♦A", "bridge,1,E,♦A", 2, None),
        ("shengji,1,E,♦A", "daguai,1,E,♦A", 2, None),
        ("seat,cards", "who,cards", 1, "seat, cards"),
        ("♦A", "♦1x", 2, None),
        ("1,S,9d", "2,S,9d", 6, None),
    ],
    ids=map(str, count()),
)
def test_what_no_table_has_is_refused_at_its_line(old: str, new: str, line: int, expected: str | None) -> None:
    rejection = refused(SMALL.replace(old, new))
    assert rejection.line == line
    assert expected is None or rejection.expected == expected
    assert all(rejection.message)


def test_all_cells_that_cannot_be_read_are_told_at_once() -> None:
    assert len(refused(SMALL.replace("♦3", "?!").replace("9d", "nine")).errors) == 2


@pytest.mark.parametrize(
    ("mapping", "pointer"),
    [
        (b"format = 1", "/format"),
        (b'format = "paipu-plays/1"\nmore = 1', "/more"),
        (b'format = "paipu-plays/1"\n[columns]\nbid = "x"', "/columns/bid"),
        (b'format = "paipu-plays/1"\n[columns]\nseat = 1', "/columns/seat"),
        (b'format = "paipu-plays/1"\n[words]\nseat = "E"', "/words/seat"),
        (b'format = "paipu-plays/1"\n[constants]\nlevel = [1]', "/constants/level"),
        (b"format = ", None),
        (b"\xff", None),
        (b'format = "paipu-plays/1"\n' + b"#" * 70_000, "/format"),
    ],
    ids=map(str, count()),
)
def test_what_cannot_be_in_a_mapping_is_refused_with_its_place(mapping: bytes, pointer: str | None) -> None:
    found = mapping_of(mapping, "map.toml")
    assert isinstance(found, Rejection)
    assert found.pointer == pointer


def test_an_option_that_the_sheet_has_not_is_refused() -> None:
    form = importer(mapped(b'format = "paipu-plays/1"\noptions = {after_out = "next"}'))
    assert "/options/after_out" in str(refused(SMALL, form).expected)


def test_the_command_takes_the_mapping(paipu: Paipu, tmp_path: Path) -> None:
    table, mapping = tmp_path / "x.csv", tmp_path / "map.toml"
    table.write_text(OTHERS)
    mapping.write_bytes(OTHERS_MAPPING)
    done = paipu("convert", "--from", "plays", "--map", mapping, table)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["hands"][0]["tricks"] == ["E ThTh - JhJh - -"]
    mapping.write_text("format = 3")
    refused = paipu("convert", "--from", "plays", "--map", mapping, table)
    assert refused.exit_code == 3
    assert "/format" in refused.stderr
    assert paipu("convert", "--from", "notes", "--map", mapping, table).exit_code == 2
