"""The importer of guandan-world's printed matches of 掼蛋: the real log, logs printed here, and logs that are broken."""

import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.base import REASONS
from paipu.ingest.rejection import MAX_RECORD, Rejection
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.computed import Audit
from tests.ingest.importers.converting import only, refusal
from tests.ingest.importers.guandan_printer import RANKS, SEATS, Printer
from tests.made import must_parse
from tests.many import every, in_one
from tests.real import REAL

LOG = REAL / "guandan-world" / "match1.txt"
IMPORTER = IMPORTERS["guandan-world"]


def converted(text: str) -> dict[str, Any]:
    """The document of a log of one match that must convert."""
    return only(IMPORTER, text.encode(), "match.txt")


def refused(text: str | bytes) -> Rejection:
    """The rejection of a log that must not."""
    return refusal(IMPORTER, text.encode() if isinstance(text, str) else text, "match.txt")


def audited(document: dict[str, Any]) -> Audit:
    """The audit of a document, which must be a valid record."""
    parsed = must_parse(document)
    return audit(parsed.record)


def platform_data(document: dict[str, Any], hand: int) -> dict[str, str]:
    data: dict[str, str] = document["extra"]["guandan_world"]["deals"][hand - 1]
    return data


@cache
def played(seed: int, deals: int = 3, by_the_sheet: bool = False, level: int = 2) -> Printer:
    return Printer(seed, deals, by_the_sheet=by_the_sheet, level=level)


def to_the_end(seed: int) -> Printer:
    """A match from level Q that somebody wins, of this seed or a later one."""
    printer = played(seed, 3, level=12)
    return printer if max(printer.levels) == 14 else to_the_end(seed + 1)


# --- The real log ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> dict[str, Any]:
    return converted(LOG.read_text())


def notation(card: str) -> str:
    return {"SJ": "LJ", "BJ": "BJ"}.get(card) or card[:-1].replace("10", "T") + card[-1].lower()


@pytest.mark.real
def test_the_real_log_converts_whole(real: dict[str, Any]) -> None:
    assert (real["sheet"], real["options"]) == ("guandan-1", {"after_out": "next", "hand_end": "third"})
    hands = real["hands"]
    assert [hand["level"] for hand in hands] == ["2", "5", "6", "9", "9", "J"]
    assert [hand["claims"]["finish"] for hand in hands] == ["NSEW", "SWEN", "SNWE", "ESWN", "SENW", "NSEW"]
    assert [hand["claims"]["levels"]["EW"] for hand in hands] == ["2", "2", "2", "4", "4", "4"]
    assert [hand["claims"]["levels"]["NS"] for hand in hands] == ["5", "6", "9", "9", "J", "A"]
    assert [hand.get("resisted") for hand in hands] == [None, True, None, None, None, None]
    assert [hand.get("tribute") for hand in hands] == [
        None,
        None,
        ["E>S Ah", "S>E 2c"],
        ["E>S BJ", "W>N Ad", "S>E 2h", "N>W 2h"],
        ["N>E BJ", "E>N 2h"],
        ["W>S Js", "S>W 2s"],
    ]
    assert real["claims"] == {"winner": "NS", "levels": {"EW": "4", "NS": "A"}}
    assert platform_data(real, 3)["tribute_rule"] == "对下：Player0上贡给Player3"
    assert platform_data(real, 3)["runs_on"] == "26"
    assert platform_data(real, 3)["asked_again"].startswith("21:W 22:E 23:N 24:W 26:EW")
    assert real["extra"]["guandan_world"]["summary"]["total_deals"] == "6"


@pytest.mark.real
def test_every_card_of_the_real_log_is_played_in_the_record_in_the_same_order(real: dict[str, Any]) -> None:
    made = re.findall(r"played 1 cards: \[(.*)\]", LOG.read_text())
    plays = [play for hand in real["hands"] for trick in hand["tricks"] for play in trick.split()[1:]]
    assert [play for play in plays if play != "-"] == [notation(card) for card in made]
    assert len(made) == 616
    again = sum(len(seats) for deal in range(1, 7) for seats in re.findall("[ENWS]+", platform_data(real, deal)["asked_again"]))
    assert plays.count("-") + again == len(re.findall(r"Player \d passed", LOG.read_text())) == 675


def leads_by_brute_force(text: str) -> dict[int, list[str]]:
    """Who may lead each hand after the first as `guandan-1` has it, from the log's text alone."""
    found: dict[int, list[str]] = {}
    deals = text.split("Event: Deal Started\n")[1:]
    for number, (before, deal) in enumerate(pairwise(deals), start=2):
        order = [int(seat) for seat in re.findall(r"Rankings: \[(.*)\],", before)[0].split()]
        if "触发抗贡" in deal:
            found[number] = [SEATS[order[0]]]
        elif order[1] % 2 == order[0] % 2:
            gifts = {int(seat): notation(card) for seat, card in re.findall(r"Player (\d) 贡献：(\w+)", deal)}
            strength = ["2", *"345678TJQKA", "9", "LJ", "BJ"]  # this log has one of them, at level 9
            rank = {seat: strength.index(card if card in ("LJ", "BJ") else card[0]) for seat, card in gifts.items()}
            found[number] = [SEATS[max(rank, key=lambda seat: rank[seat])]]
        else:
            found[number] = [SEATS[order[3]]]
    return found


PLATFORM_RULES = [
    (2, "LEAD-RESISTED", "E", "N", "E"),  # player 0 leads every deal
    (3, "TRIBUTE-WAIVED", "N", None, None),  # the first player's partner was last and held both big jokers:
    (3, "TRIBUTE-PAYER", "E", "N", "E>S Ah"),  # the third pays in his place, and only his own side's jokers count
    (3, "LEAD-TRIBUTE", "E", "N", "E"),
    (5, "LEVEL-IN-FORCE", None, "4", "9"),  # the higher level of both teams is played, not that of the first player's
    (5, "LEAD-TRIBUTE", "E", "N", "E"),
    (6, "LEAD-TRIBUTE", "E", "W", "E"),
    (None, "CLAIM-MATCH-WINNER", None, "-", "NS"),  # who reaches A has won
]
"""All that an audit says of the real log: where the simulator has other rules than the sheet."""
PLATFORM_CODES = {
    *(code for _, code, *_ in PLATFORM_RULES),
    *("TRIBUTE-RESISTED", "TRIBUTE-MISSING", "TRIBUTE-PAID-ANYWAY"),  # whose big jokers count, and who pays
    *("LEAD-TRIBUTE", "LEAD-RESISTED"),
}


@pytest.mark.real
def test_the_audit_of_the_real_log_names_the_simulators_own_rules_and_nothing_else(real: dict[str, Any]) -> None:
    result = audited(real)
    told = [(f.where.hand, f.code, f.seat, f.expected, f.actual) for f in result.findings]
    assert sorted(told, key=str) == sorted(PLATFORM_RULES, key=str)
    due = leads_by_brute_force(LOG.read_text())
    assert due == {2: ["N"], 3: ["N"], 4: ["E"], 5: ["N"], 6: ["W"]}
    assert {hand for hand, code, *_ in told if code.startswith("LEAD-")} == {2, 3, 5, 6}


@pytest.mark.real
def test_the_audit_finds_the_orders_and_levels_that_the_simulator_printed(real: dict[str, Any]) -> None:
    result = audited(real)
    for hand, computed in zip(real["hands"], result.hands, strict=True):
        assert computed.finish == hand["claims"]["finish"]
        assert computed.levels == hand["claims"]["levels"]
        assert computed.types is not None
        assert {kind for kinds in computed.types for kind in kinds} == {"single", "pass"}
    # a winner for each of the simulator's tricks; the record has more where one of those ran on
    for number, computed in enumerate(result.hands, start=1):
        data = platform_data(real, number)
        begun = {int(trick) for trick in data.get("runs_on", "").split()}
        ours = [seat for trick, seat in enumerate(computed.winners or "", start=1) if trick + 1 not in begun]
        assert "".join(ours[: len(data["winners"])]) == data["winners"]


# --- Logs printed here -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_what_was_played_is_what_the_record_says(seed: int) -> None:
    printer = played(seed)
    document = converted(printer.text)
    assert len(document["hands"]) == len(printer.orders)
    for number, hand in enumerate(document["hands"]):
        assert [sorted(hand["deal"][seat].split()) for seat in SEATS] == [sorted(cards) for cards in printer.deals[number]]
        assert hand.get("tribute") == printer.tributes[number]
        plays = [play for trick in hand["tricks"] for play in trick.split()[1:] if play != "-"]
        assert [tuple(split_cards(play)) for play in plays] == [cards for _, cards in printer.cards[number]]
        assert hand["claims"]["finish"] == "".join(SEATS[seat] for seat in printer.orders[number])
        if number + 1 < len(document["hands"]):
            levels = [RANKS[level - 2] for level in printer.after[number]]
            assert hand["claims"]["levels"] == dict(zip(("EW", "NS"), levels, strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_a_match_by_the_sheet_is_clean(seed: int) -> None:
    document = converted(played(seed, by_the_sheet=True).text)
    assert not audited(document).findings
    assert any("runs_on" in deal for deal in document["extra"]["guandan_world"]["deals"])


@pytest.mark.parametrize("seed", range(12))
def test_a_match_by_the_simulators_rules_shows_them_alone(seed: int) -> None:
    result = audited(converted(played(seed).text))
    assert {finding.code for finding in result.findings} <= PLATFORM_CODES
    assert [[SEATS.index(seat) for seat in hand.finish or ""] for hand in result.hands] == played(seed).orders


def test_a_match_that_reaches_ace_has_a_winner_and_its_levels() -> None:
    printer = to_the_end(0)
    document = converted(printer.text)
    levels = {side: RANKS[level - 2] for side, level in zip(("EW", "NS"), printer.levels, strict=True)}
    assert document["start"] == {"levels": {"EW": "Q", "NS": "Q"}}
    assert document["claims"] == {"winner": max(levels, key=lambda side: levels[side] == "A"), "levels": levels}
    assert document["hands"][-1]["claims"]["levels"] == levels
    assert document["extra"]["guandan_world"]["summary"] == {
        "total_deals": str(len(printer.orders)),
        "duration": "1.5ms",
        "total_tricks": "50",
    }


def test_of_two_like_gifts_each_winner_has_that_of_the_payer_he_returns_to() -> None:
    text = tiny(
        "  Player 0 贡献：AS",
        "  Player 2 贡献：AS",
        "Player 1 (第一次选择) 选择：AS",
        "Player 3 (第二次选择) 选择：AS",
        "Player 1 还贡给 Player 2：4S",
        "原收到贡牌：AS",
        "Player 3 还贡给 Player 0：7S",
        "Event: New Trick Started, Leader: Player 0",
        hands=("3S,AS", "4S,5S", "6S,AS", "7S,8S"),
    )
    assert converted(text)["hands"][0]["tribute"] == ["W>N As", "E>S As", "N>W 4s", "S>E 7s"]


def test_several_matches_in_one_log_are_several_documents() -> None:
    texts = [to_the_end(0), to_the_end(10)]
    result = IMPORTER.convert("\n".join(printer.text for printer in texts).encode(), "-")
    assert not isinstance(result, Rejection)
    assert [document["id"].rpartition("/")[2] for document in result] == ["1", "2"]
    assert [document["hands"] for document in result] == [converted(printer.text)["hands"] for printer in texts]


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    text = played(3).text
    plain, other = converted(text), converted("\ufeff" + text.replace("\n", "\r\n"))
    assert {**plain, "id": ""} == {**other, "id": ""}


@pytest.mark.parametrize("seed", every(2, (0, 1)))
def test_a_log_may_stop_after_any_line(seed: int) -> None:
    lines = played(seed, 2).lines
    for length in range(lines.index("Event: Deal Started") + 1, len(lines), 19):
        document = converted("\n".join(lines[:length]))
        cut = {finding.code for finding in audited(document).findings if finding.kind == "fail"}
        assert cut <= PLATFORM_CODES | {"TRIBUTE-NO-RETURN", "TRIBUTE-MISSING"}


# --- Tricks ------------------------------------------------------------------------------------------------

HANDS = ("3S,9S", "4S", "5S,6S,10S", "7S,8S")


def tiny(*lines: str, hands: tuple[str, ...] = HANDS) -> str:
    """A log of a deal of a few cards; the first of `lines` is line 9."""
    dealt = [f"Player {seat} ({len(cards.split(','))} cards): [{cards}]" for seat, cards in enumerate(hands)]
    return "\n".join(
        ["Event: Match Started", "Event: Deal Started", "当前Deal Level: 2", "=== 发牌完成，玩家手牌 ===", *dealt, *lines]
    )


LEAD = "Event: New Trick Started, Leader: Player 0"
OUT = (LEAD, "Event: Player 0 played 1 cards: [3S]", "Event: Player 1 played 1 cards: [4S]")


def plays(*moves: str) -> list[str]:
    """Lines of plays and passes: `2:6S`, `3:-`."""
    split = [move.split(":") for move in moves]
    return [
        f"Event: Player {player} passed" if card == "-" else f"Event: Player {player} played 1 cards: [{card}]"
        for player, card in split
    ]


def test_a_pass_after_all_others_have_passed_is_extra() -> None:
    document = converted(tiny(*OUT, *plays("2:5S", "3:-", "0:-", "2:-"), "Event: Trick Ended, Winner: Player 2"))
    assert document["hands"][0]["tricks"] == ["E 3s 4s 5s - -"]
    assert platform_data(document, 1) == {"winners": "W", "asked_again": "1:W"}


def test_a_play_after_all_others_have_passed_leads_the_next_trick() -> None:
    document = converted(tiny(*OUT, *plays("2:5S", "3:-", "0:-", "2:6S", "3:8S", "0:9S", "2:-", "3:-", "2:-")))
    assert document["hands"][0]["tricks"] == ["E 3s 4s 5s - -", "W 6s 8s 9s - -"]
    assert platform_data(document, 1) == {"runs_on": "2", "asked_again": "2:W"}
    assert document["hands"][0]["lead"] == "E"


def test_whoever_plays_when_all_others_have_passed_leads_though_another_is_due() -> None:
    document = converted(tiny(*OUT, *plays("2:5S", "3:-", "0:-", "2:-", "3:8S")))
    assert document["hands"][0]["tricks"] == ["E 3s 4s 5s - -", "S 8s"]
    assert platform_data(document, 1) == {"runs_on": "2", "asked_again": "1:W"}
    assert "LEAD-WINNER" in {finding.code for finding in audited(document).findings}


def test_after_the_winner_is_out_three_passes_are_no_more_than_needed() -> None:
    document = converted(tiny(*OUT, *plays("2:-", "3:-", "0:-"), "Event: Trick Ended, Winner: Player 1"))
    assert document["hands"][0]["tricks"] == ["E 3s 4s - - -"]
    assert "asked_again" not in platform_data(document, 1)


# --- Logs that are broken ----------------------------------------------------------------------------------

CARDS = "2S … 10D … AC | SJ | BJ"
NEXT = "Event: Player 0 played 1 cards: [3S] | Event: Player 0 passed"
BETWEEN = f"{LEAD} | Event: Deal Ended, Rankings: [0 1 2 3], Victory Type: double_down"
BEFORE = f"Player 0 (27 cards): [3S,…] | Player 0 上贡给 Player 1：AS | {LEAD}"
ANY_END = BETWEEN.removeprefix(f"{LEAD} | ")
GIFT = "Player 0 上贡给 Player 1：9S"
POOL = "  Player 0 贡献：9S"
ENDED = "Event: Deal Ended, Rankings: [1 0 2 3], Victory Type: single_last"
HAND_OVER = (*OUT, ENDED)
WON = (*HAND_OVER, "Event: Match Ended, Winner: Team 0")


@in_one
@pytest.mark.parametrize(
    ("lines", "number", "found", "expected"),
    [
        (("Player 9 did something",), 9, '"Player 9 did something"', BEFORE),
        (("Event: Deal Started",), 9, '"Event: Deal Started"', BEFORE),
        ((LEAD, "?"), 10, '"?"', NEXT),
        (("Event: New Trick Started, Leader: Player 4",), 9, "Player 4", "Player 0 … 3"),
        (("当前Deal Level: 15",), 9, "Level: 15", "Level: 2 … 14"),
        (("队伍1 Level: 1 (玩家 1,3)",), 9, "Level: 1", "Level: 2 … 14"),
        (("Player 0 (1 cards): [3S]",), 9, '"Player 0 (1 cards): [3S]"', LEAD),
        ((LEAD, "Player 0 (2 cards): [3S]"), 10, "1 cards", "(2 cards)"),
        ((LEAD, "Event: Player 0 played 1 cards: [11S]"), 10, '"11S"', CARDS),
        ((LEAD, "Event: Player 0 played 1 cards: [JB]"), 10, '"JB"', CARDS),
        ((LEAD, "Event: Player 0 played 2 cards: [3S]"), 10, "1 cards", "(2 cards)"),
        ((LEAD, "Event: Trick Ended, Winner: Player 0"), 10, '"Event: Trick Ended, Winner: Player 0"', NEXT),
        ((LEAD, ENDED), 10, f'"{ENDED}"', NEXT),
        ((*OUT, LEAD), 12, f'"{LEAD}"', NEXT.replace("0", "2") + f" | Event: Trick Ended, Winner: Player 0 | {ANY_END}"),
        ((*OUT, "Event: Trick Ended, Winner: Player 1", "x"), 13, '"x"', BETWEEN),
        (
            (*OUT, "Player 2: No cards"),
            12,
            '"Player 2: No cards"',
            NEXT.replace("0", "2") + f" | Event: Trick Ended, Winner: Player 0 | {ANY_END}",
        ),
        (
            (*OUT, *plays("2:-", "3:-", "0:-", "2:-")),
            15,
            '"Event: Player 2 passed"',
            f"Event: Player 2 played 1 cards: [3S] | Event: Trick Ended, Winner: Player 0 | {ANY_END}",
        ),
        ((*OUT, ENDED.replace("[1 0 2 3]", "[1 0 2]")), 12, "[1 0 2]", "[0 1 2 3]"),
        ((*OUT, ENDED.replace("[1 0 2 3]", "[1 0 2 2]")), 12, "[1 0 2 2]", "[0 1 2 3]"),
        ((*OUT, ENDED.replace("single_last", "draw")), 12, '"draw"', "double_down | single_last | partner_last"),
        ((*HAND_OVER, LEAD), 13, f'"{LEAD}"', "Event: Deal Started"),
        (("原收到贡牌：AS",), 9, '"原收到贡牌：AS"', "Player 1 还贡给 Player 0：3S"),
        (("Player 1 (第一次选择) 选择：AS",), 9, "As", "-"),
        ((POOL, "Player 1 (第一次选择) 选择：AS"), 10, "As", "9s"),
        ((POOL, LEAD), 10, f'"{LEAD}"', "Player 0 (第一次选择) 选择：9s"),
    ],
)
def test_a_line_that_cannot_stand_there_is_refused(lines: tuple[str, ...], number: int, found: str, expected: str) -> None:
    rejection = refused(tiny(*lines))
    assert (rejection.code, rejection.line, rejection.pointer) == ("FOREIGN-VALUE", number, None)
    assert (rejection.found, rejection.expected) == (found, expected)


@pytest.mark.parametrize(
    ("lines", "number", "found", "expected", "other"),
    [
        ((LEAD, "Event: Player 1 played 1 cards: [4S]"), 10, "Player 1", "Player 0", f'9: "{LEAD}"'),
        ((*OUT, "Event: Player 3 passed"), 12, "Player 3", "Player 2", '11: "Event: Player 1 played 1 cards: [4S]"'),
        ((LEAD, "Event: Player 0 played 3 cards: [3S,3S,3S]"), 10, "3 cards", "1 … 2 cards", f'9: "{LEAD}"'),
        ((LEAD, "Event: Player 0 played 0 cards: []"), 10, "0 cards", "1 … 2 cards", f'9: "{LEAD}"'),
        ((LEAD, "Player 0 (2 cards): [3S,9C]"), 10, "9c", "9s", f'9: "{LEAD}"'),
        ((LEAD, "Player 1: No cards"), 10, "-", "4s", f'9: "{LEAD}"'),
        ((GIFT, GIFT), 10, "Player 0 ×2", "Player 0 ×1", f'9: "{GIFT}"'),
        ((GIFT, "Player 1 还贡给 Player 0：4S", "原收到贡牌：8S"), 11, "8s", "9s", f'9: "{GIFT}"'),
        (
            (*HAND_OVER, "Event: Deal Started", "上局结果：[0 1 2 3], 胜利类型：x"),
            14,
            "[0 1 2 3]",
            "[1 0 2 3]",
            f'12: "{ENDED}"',
        ),
        ((*WON, "Winner: Team 1"), 14, "Team 1", "Team 0", '13: "Event: Match Ended, Winner: Team 0"'),
    ],
)
def test_a_line_that_contradicts_another_is_refused(
    lines: tuple[str, ...], number: int, found: str, expected: str, other: str
) -> None:
    rejection = refused(tiny(*lines))
    assert (rejection.code, rejection.line, rejection.pointer) == ("FOREIGN-CONFLICT", number, None)
    assert (rejection.found, rejection.expected) == (found, expected)
    assert other in rejection.message.zh
    assert other in rejection.message.en


@pytest.mark.parametrize(
    ("raw", "line", "found", "expected"),
    [
        (b"", 1, '""', "Event: Match Started"),
        (b"hello\nworld", 2, '"world"', "Event: Match Started"),
        (b"hello\n\xff", 2, "0xff", "UTF-8"),
        (b"Event: Match Started\n", 2, '""', "Event: Deal Started"),
        (b"Event: Match Started\nEvent: Match Started\n", 2, '"Event: Match Started"', "Event: Deal Started"),
        (b"Event: Match Started\nEvent: Match Ended, Winner: Team 0\n", 2, None, "Event: Deal Started"),
        (b"Event: Match Started\n{}", 2, '"{}"', "Event: Deal Started"),
    ],
)
def test_what_is_no_log_is_refused(raw: bytes, line: int, found: str | None, expected: str) -> None:
    rejection = refused(raw)
    assert (rejection.code, rejection.line, rejection.expected) == ("FOREIGN-VALUE", line, expected)
    assert found is None or rejection.found == found


def test_sizes_are_bounded() -> None:
    assert refused(b" " * (MAX_RECORD + 1)).code == "RECORD-SIZE"
    long = refused(tiny("x" * 1_000_000))
    assert len(long.found or "") < 200
    assert refused(tiny(LEAD, f"Event: Player 0 played 1 cards: [{'3S,' * 400}3S]")).line == 10
    many = "Event: Deal Started\n" + "\n".join(OUT) + "\n" + ENDED + "\n"
    rejection = refused("Event: Match Started\n" + many * 501)
    assert (rejection.line, rejection.expected) == (2 + 500 * 5, "Event: Deal Started × 1 … 500")
    assert len(converted("Event: Match Started\n" + many * 500)["hands"]) == 500
    crowd = refused(tiny(hands=(",".join(["3S"] * 28), "4S", "5S", "6S")))
    assert (crowd.found, crowd.expected) == ("(28 cards)", "(1 … 27 cards)")


JUNK = [
    "",
    "x",
    "\ud7ff",
    LEAD,
    "Event: Deal Started",
    "Event: Match Started",
    "Event: Player 2 passed",
    "Event: Player 1 played 1 cards: [3S]",
    "Player 0 (0 cards): []",
    "Player 3: No cards",
    "Event: Trick Ended, Winner: Player 2",
    ENDED,
    "Event: Match Ended, Winner: Team 1",
    POOL,
    GIFT,
    "Player 0 上贡给 Player -1：9S",
    "Player 1 (第一次选择) 选择：9S",
    "Player 1 还贡给 Player 0：4S",
    "结果：触发抗贡，本局跳过上贡阶段",
    "Final Levels: Team 0: Level 2, Team 1: Level 99999999999999999999",
]


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """A log with up to four of its lines taken away, doubled, exchanged, replaced, or changed in one character."""
    lines = played(draw(st.integers(0, 3)), 2).lines.copy()
    for _ in range(draw(st.integers(1, 4))):
        at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        kind = draw(st.sampled_from(["delete", "double", "swap", "junk", "insert", "character", "cut"]))
        if kind == "delete":
            del lines[at : at + draw(st.integers(1, 5))]
        elif kind == "double":
            lines.insert(other, lines[at])
        elif kind == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "junk":
            lines[at] = draw(st.sampled_from(JUNK))
        elif kind == "insert":
            lines.insert(at, draw(st.sampled_from(JUNK)))
        elif kind == "character":
            line = lines[at]
            place = draw(st.integers(0, len(line)))
            lines[at] = line[:place] + draw(st.sampled_from("0129JSH[],：-\u0661")) + line[place + 1 :]
        else:
            lines = lines[: at + 1]
        if not lines:
            return ""
    return "\n".join(lines)


@given(mutations())
def test_a_mutated_log_is_refused_or_becomes_a_valid_record(text: str) -> None:
    result = IMPORTER.convert(text.encode(), "-")
    if isinstance(result, Rejection):
        assert result.code in REASONS
        assert result.line is not None
        assert 1 <= result.line <= text.count("\n") + 1
        assert result.expected
    else:
        for document in result:
            audited(document)


@given(st.lists(st.sampled_from(JUNK), max_size=12))
def test_lines_in_any_order_never_raise(lines: list[str]) -> None:
    result = IMPORTER.convert(tiny(*lines).encode(), "-")
    if not isinstance(result, Rejection):
        for document in result:
            audited(document)


@given(st.binary(max_size=200))
def test_no_bytes_raise(raw: bytes) -> None:
    assert isinstance(IMPORTER.convert(raw, "-"), Rejection)
