"""The file of deals: what it holds, and what is refused of it, with its line."""

import os
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.ingest.deals import MAX_BOARDS, MAX_FILE, Deals, line_of, of_set, parse_deals, read_deals, to_file
from paipu.ingest.rejection import Problem, Rejection
from paipu.replay.sheets import SHEETS
from paipu.samples.deals import deals_of
from tests.many import in_one

HEAD: Final = {"format": "paipu-deals/1", "sheet": "guandan-1"}
FIRST, SECOND = deals_of("guandan-1", 2, "test", ("2", "T"))


def refused(*lines: Any) -> tuple[str, str | None, int | None]:
    found = parse_deals(b"".join(each if isinstance(each, bytes) else line_of(each) for each in lines), "deals.ndjson")
    assert isinstance(found, Rejection), found
    return found.code, found.pointer, found.line


@pytest.mark.parametrize("sheet", SHEETS)
def test_deals_of_every_sheet_are_read_as_they_were_made(sheet: str) -> None:
    deals = deals_of(sheet, 3, 1)
    raw = to_file(sheet, deals)
    assert parse_deals(raw, "d") == Deals(sheet, sha256(raw).hexdigest(), tuple(deals))
    assert raw == to_file(sheet, deals_of(sheet, 3, 1))
    assert deals_of(sheet, 5, 1)[:3] == deals  # each board is shuffled by itself
    assert deals_of(sheet, 3, 2)[0]["hands"] != deals[0]["hands"]


@in_one
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((b"",), ("JSON-EMPTY", None, 1)),
        ((b"\xff\n",), ("JSON-ENCODING", None, 1)),
        ((FIRST,), ("DEALS-FORMAT", "/format", 1)),
        (({**HEAD, "sheet": "whist"},), ("SHEET-UNKNOWN", "/sheet", 1)),
        (({**HEAD, "seed": 1},), ("KEY-UNKNOWN", "/seed", 1)),
        ((HEAD,), ("DEALS-COUNT", None, None)),
        ((HEAD, *[b"\n"] * (MAX_BOARDS + 1)), ("DEALS-COUNT", None, None)),
        ((HEAD, b"\n", FIRST), ("JSON-EMPTY", None, 2)),
        ((HEAD, [1]), ("RECORD-OBJECT", "", 2)),
        ((HEAD, b'{"board": 1, "board": 2}\n'), ("JSON-DUPLICATE-KEY", "/board", 2)),
        ((HEAD, {**FIRST, "hand": 1}), ("KEY-UNKNOWN", "/hand", 2)),
        ((HEAD, {**FIRST, "board": True}), ("VALUE-TYPE", "/board", 2)),
        ((HEAD, FIRST, FIRST), ("BOARD-ORDER", "/board", 3)),
        ((HEAD, FIRST, {**SECOND, "hands": FIRST["hands"] | {"E": SECOND["hands"]["E"]}}), ("DEALS-DECK", "/hands/N", 3)),
        ((HEAD, {**FIRST, "hands": {**FIRST["hands"], "E": "As"}}), ("VALUE-LENGTH", "/hands/E", 2)),
        ((HEAD, {**FIRST, "hands": {**FIRST["hands"], "E": "??" + FIRST["hands"]["E"][2:]}}), ("DEALS-DECK", "/hands/E", 2)),
        (
            (HEAD, {**FIRST, "hands": {seat: FIRST["hands"][at] for seat, at in zip("1234", "ENWS", strict=True)}}),
            ("KEY-MISSING", "/hands/E", 2),
        ),
        ((HEAD, {**FIRST, "kitty": "As"}), ("KEY-UNKNOWN", "/kitty", 2)),
        ((HEAD, {**FIRST, "level": "flag"}), ("VALUE-CHOICE", "/level", 2)),
        ((HEAD, {**FIRST, "leader": "1"}), ("VALUE-CHOICE", "/leader", 2)),
    ],
)
def test_what_is_refused_and_in_which_line(lines: tuple[Any, ...], told: tuple[str, str | None, int | None]) -> None:
    assert refused(*lines) == told


def test_a_large_file_a_link_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(b" " * (MAX_FILE + 1))
    found = read_deals(large)
    assert isinstance(found, Rejection)
    assert found.code == "RECORD-SIZE"
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        found = read_deals(tmp_path / name)
        assert isinstance(found, Rejection)
        assert found.code == "SOURCE-SPECIAL"
    (tmp_path / "link").symlink_to(large)
    with pytest.raises(OSError, match="link"):
        read_deals(tmp_path / "link")


def test_deals_for_another_sheet_do_not_fit_an_event() -> None:
    deals = Deals("guandan-1", "0" * 64, (FIRST,))
    refused = of_set(deals, "guandan-2")
    assert isinstance(refused, Problem)
    assert (refused.code, refused.found, refused.expected) == ("DEALS-SHEET", "guandan-1", "guandan-2")
    assert of_set(deals, "guandan-1") == {"sha256": "0" * 64, "boards": [FIRST]}
