"""One description of a hand: the terminal, the page and the printed case say the same of it, in both languages."""

from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from paipu.analytics.report.case import Case, case_html
from paipu.dashboard.table.frames import legal_at, table_view
from paipu.ingest.parse import Parsed
from paipu.replay.audit import MatchView
from paipu.replay.cards import SUIT_SYMBOLS
from paipu.replay.computed import Audit
from paipu.replay.describe import facts, legal, results
from paipu.replay.describe.rows import AnyView, noted, result, said
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Lang, in_language
from paipu.samples import FAULTS, make_match, to_line
from tests.cli.conftest import Paipu
from tests.made import must_parse
from tests.many import every

HANDS = 2


def made(sheet: str) -> tuple[bytes, Parsed]:
    """A match with something noted and ruled in its last hand, whose score sheet is wrong."""
    document = make_match(4, 1, sheet=sheet, hands=HANDS)
    hand = document["hands"][-1]
    seat = SHEETS[sheet].seats[0]
    hand["incidents"] = [{"kind": "misconduct", "seat": seat, "at": "0", "note": "拍桌子"}]
    document["rulings"] = [{"id": "r1", "hand": HANDS, "at": "0", "seat": seat, "state": "draft", "effect": {"void": True}}]
    raw = to_line(document)
    read = must_parse(raw)
    return raw, read


def squeezed(text: str) -> str:
    return " ".join(text.split())


class Doors(NamedTuple):
    """A hand at the three doors: its view and verdict, what the page is sent, the terminal's board, and the printed case."""

    view: AnyView
    verdict: Audit
    page: Any
    board: str
    case: str


def opened(paipu: Paipu, folder: Path, sheet: str, lang: Lang, *ply: object) -> Doors:
    """The last hand of a made-up match, at a ply of the board where one is named."""
    raw, read = made(sheet)
    (folder / "one.ndjson").write_bytes(raw)
    match = MatchView(read.record)
    view, verdict = match.hands[-1], match.audit
    board = paipu("replay", folder / "one.ndjson", "--hand", HANDS, *ply, "--lang", lang).stdout
    case = unescape(case_html(Case(parsed=read, hand=HANDS, at=(0, 0)), lang))
    return Doors(view, verdict, table_view(view, verdict, lang, read.sha256), squeezed(board), squeezed(case))


@pytest.mark.parametrize("sheet", every(3, FAULTS))
@pytest.mark.parametrize("lang", LANGS)
def test_what_a_hand_was_played_under_is_said_alike(paipu: Paipu, tmp_path: Path, sheet: str, lang: Lang) -> None:
    view, verdict, page, board, case = opened(paipu, tmp_path, sheet, lang, "--ply", 0)
    rows = facts(view, verdict)
    assert rows
    shown = [(in_language(row.label, lang), in_language(row.text, lang)) for row in rows]
    assert [(fact["label"], fact["text"]) for fact in page["facts"]] == shown
    for row, (label, text) in zip(rows, shown, strict=True):
        sign = f"{SUIT_SYMBOLS[row.suit]} " if row.suit else ""
        assert f"{label} {sign}{text}" in board
        assert f"{label} {sign}{text}".translate({0x2665: "♡", 0x2666: "♢"}) in case
        assert in_language(row.title, lang) in board
    for each in noted(view):
        title = in_language(each.title, lang)
        assert title in board
        assert title in case or each.what == "ruling"
        assert title in [one["title"] for one in page["noted"]]


@pytest.mark.parametrize("sheet", every(3, FAULTS))
@pytest.mark.parametrize("lang", LANGS)
def test_what_a_hand_came_to_is_said_alike(paipu: Paipu, tmp_path: Path, sheet: str, lang: Lang) -> None:
    view, verdict, page, board, case = opened(paipu, tmp_path, sheet, lang)
    rows = results(view, verdict)
    assert [row.key for row in rows] == [claim["key"] for claim in page["claims"]]
    for row, claim in zip(rows, page["claims"], strict=True):
        for value, told in ((row.claimed, claim["claimed"]), (row.computed, claim["computed"])):
            text, printed = said(row.key, value), said(row.key, value, printed=True)
            assert told == (None if text is None else in_language(text, lang))
            assert told is None or told in board
            assert printed is None or f"<td>{in_language(printed, lang)}</td>" in case


@pytest.mark.parametrize("sheet", every(3, FAULTS))
def test_what_was_legal_is_the_same_list_cut_where_each_has_room(sheet: str) -> None:
    _, read = made(sheet)
    view = MatchView(read.record).hands[0]
    for ply in (1, 2, 7):
        found = legal(view, ply, 8)
        page: Any = legal_at(view, ply, "en")
        assert page["total"] == found.total
        plays = page.get("plays") or [cards for group in page.get("groups", ()) for cards, _ in group["plays"]]
        assert [cards for choice in found.choices for cards, _ in choice.plays] == plays[: len(plays) if found.led == "" else 8]


@pytest.mark.parametrize(
    ("claimed", "computed", "same"),
    [
        ({"NS": "3"}, {"NS": "3", "EW": "2"}, True),
        ({"NS": "4"}, {"NS": "3", "EW": "2"}, False),
        ({}, {"NS": "3"}, None),
        (None, 40, None),
        (40, 40, True),
        (0, 40, False),
    ],
)
def test_a_claim_is_held_against_what_was_computed(claimed: Any, computed: Any, same: bool | None) -> None:
    assert result("levels", claimed, computed).same is same
