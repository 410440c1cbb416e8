"""Boards by the engine, and read a second time from the description of the event file: whole events made up at random."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.cards import CARDS
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.standings import standings
from paipu.replay.sheets import SHEETS
from paipu.samples.document import record_of, to_line
from tests.event.build import audit_event
from tests.many import many
from tests.oracle import boards as oracle

Document = dict[str, Any]
SHEETS_PLAYED: Final = ("shengji", "chaodipi", "shuangkou", "guandan-1", "guandan-2", "guandan-3", "guandan-js2023", "daguai")
SCALES: Final[tuple[Document, ...]] = (
    {"kind": "matchpoints"},
    {"kind": "difference"},
    {"kind": "imp", "table": [[0, 0], [1, 1], [3, 2], [8, 5], [20, 9], [60, 14]]},
    {"kind": "imp", "table": [[0, 0], [1, 1], [3, 2], [8, 5], [20, 9], [60, 14]], "against": "teams"},
)


def deal_of(sheet: str, board: int, chance: Random, *, level: str) -> Document:
    """A board as a line of a file of deals has it."""
    rules = SHEETS[sheet]
    deck = list(CARDS * rules.cards.copies)
    chance.shuffle(deck)
    size = rules.hand_size
    hands = {seat: " ".join(deck[at * size : (at + 1) * size]) for at, seat in enumerate(rules.seats)}
    rest = deck[size * len(rules.seats) :]
    return {
        "board": board,
        "hands": hands,
        **({"kitty": " ".join(rest)} if rest else {}),
        "level": level,
        "leader": rules.seats[0],
    }


def claims_of(sheet: str, chance: Random, level: str) -> Document:
    """What a score sheet may say of a hand; now and then nothing."""
    one, other = SHEETS[sheet].sides
    if chance.random() < 0.05:
        return {}
    if sheet == "shuangkou":
        score = chance.randint(-25, 25)
        return {"score": {one: score, other: -score}, "attackers": 5 * chance.randint(0, 40)}
    if sheet == "daguai":
        return {"points": {one: chance.choice((0, 0, 1, 3)), other: chance.choice((0, 1, 5, 8))}}
    ladder = SHEETS[sheet].ladder
    rose = [chance.randint(0, 3), 0]
    chance.shuffle(rose)
    levels = {side: ladder[ladder.index(level) + by] for side, by in zip((one, other), rose, strict=True)}
    return {"levels": levels, **({"attackers": 5 * chance.randint(0, 40)} if sheet in {"shengji", "chaodipi"} else {})}


def made(seed: int) -> tuple[Document, list[Document], dict[int, list[Document]]]:
    """An event that plays boards, its records, and the deals of each set by its index."""
    chance = Random(f"boards/{seed}")
    sheet, scale = chance.choice(SHEETS_PLAYED), dict(chance.choice(SCALES))
    rules = SHEETS[sheet]
    if len(rules.event.boards) > 1 and chance.random() < 0.5:
        scale["result"] = chance.choice(rules.event.boards)
    of_teams = scale.get("against") == "teams"
    names = [f"t{n}" for n in range(1, 2 * chance.randint(1, 4) + 1)]
    level = rules.ladder[0] if sheet in {"shuangkou", "daguai"} else rules.ladder[3]
    rounds: list[Document] = []
    sets: list[Document] = [{"id": "A", "stage": "s"}]
    if chance.random() < 0.3:
        sets = [{"id": "A", "stage": "s", "rounds": [1, 2]}, {"stage": "s", "id": "B", "rounds": [2, 3]}]
    elif chance.random() < 0.5:
        del sets[0]["id"]
    if chance.random() < 0.3:
        sets[0]["each"] = 2
    deals: dict[int, list[Document]] = {}
    for at, each in enumerate(sets):
        deals[at] = [deal_of(sheet, number, chance, level=level) for number in range(1, 7)]
        each |= {"level": "by_board", "leader": "by_board", "dealt": {"boards": deals[at]}}
    records: list[Document] = []
    adjusted: list[Document] = []
    for no in range(1, 4):
        order = list(names)
        chance.shuffle(order)
        pairs = [(order[at], order[at + 1]) for at in range(0, len(order), 2)]
        tables = [
            {"table": str(at), "sides": dict(zip(rules.sides, pair, strict=True))} for at, pair in enumerate(pairs, start=1)
        ]
        if of_teams:
            tables += [
                {"table": f"{at}b", "sides": dict(zip(rules.sides, pair[::-1], strict=True))}
                for at, pair in enumerate(pairs, start=1)
            ]
        rounds.append({"no": no, "tables": tables})
        playing = [at for at, each in enumerate(sets) if no in each.get("rounds", [no])]
        for table in tables:
            for number in chance.sample(range(1, 7), chance.choice((1, 2, 2, 3))):
                at = chance.choice(playing)
                if chance.random() < 0.07 or any(
                    (each["event"]["table"], each["event"]["round"], each["event"]["board"]["no"])
                    == (table["table"], no, number)
                    for each in records
                ):
                    continue
                records.append(record_of_board(sheet, no, table, sets[at], deals[at][number - 1], chance, level))
                if chance.random() < 0.06:
                    points = {side: chance.choice((0, 3, "1/2", "-5/2", "2.5")) for side in rules.sides}
                    told = {"stage": "s", "board": number, "round": no, "table": table["table"], "points": points}
                    adjusted.append({**told, **({"set": sets[at]["id"]} if "id" in sets[at] else {})})
    event: Document = {
        "format": "paipu-event/1",
        "id": "cup",
        "sheet": sheet,
        "teams": [{"id": name} for name in names],
        "stages": [{"id": "s", "form": "table", "rank_by": ["board_points"], "rounds": rounds}],
        "boards": {"sets": sets, "scale": scale, **({"adjusted": adjusted} if adjusted else {})},
    }
    return event, records, deals


def record_of_board(sheet: str, no: int, table: Document, of: Document, deal: Document, chance: Random, level: str) -> Document:
    """A table's record of a board: the deal, now and then with two cards exchanged, and the score sheet."""
    rules, teams = SHEETS[sheet], list(table["sides"].values())
    dealt = {**deal["hands"], **({"kitty": deal["kitty"]} if "kitty" in deal else {})}
    if chance.random() < 0.1:
        one, other = chance.sample(sorted(dealt), 2)
        dealt |= exchanged(dealt, one, other, chance)
    claims = claims_of(sheet, chance, level)
    hand = {"no": 1, "level": level, "deal": dealt, "claims": claims}
    hand |= {"dealer": rules.seats[0]} if sheet in {"shengji", "chaodipi", "shuangkou"} else {"lead": rules.seats[0]}
    board = {"no": deal["board"], **({"set": of["id"]} if "id" in of else {})}
    name = f"r{no}/t{table['table']}/{board.get('set', '')}{board['no']}"
    return {
        "format": "paipu/1",
        "id": name,
        "sheet": sheet,
        "event": {"id": "cup", "stage": "s", "round": no, "table": table["table"], "board": board},
        "seats": {
            seat: {"id": f"{teams[at % 2]}-{at // 2}{table['table'][-1:]}", "team": teams[at % 2]}
            for at, seat in enumerate(rules.seats)
        },
        "start": {"levels": dict.fromkeys(rules.sides, level), "dealer": rules.seats[0]},
        "hands": [hand],
    }


def exchanged(dealt: Document, one: str, other: str, chance: Random) -> Document:
    """Two parts of a deal with a card of each in the other."""
    mine, theirs = dealt[one].split(), dealt[other].split()
    at = chance.randrange(len(mine))
    to = next((k for k, card in enumerate(theirs) if card not in mine and mine[at] not in theirs), 0)
    mine[at], theirs[to] = theirs[to], mine[at]
    return {one: " ".join(mine), other: " ".join(theirs)}


def read(event: Document, records: list[Document]) -> tuple[ParsedEvent, list[Match]]:
    parsed = parse_event(to_line(event), Place())
    assert isinstance(parsed, ParsedEvent), parsed
    return parsed, [match_of(each, audit(each)) for each in map(record_of, records)]


def differences(event: ParsedEvent, matches: list[Match]) -> Iterator[tuple[str | None, int, str, str, str]]:
    """The cards that the audit finds, as the oracle has them."""
    for each in audit_event(event.event, matches, "recorded"):
        if each.finding.code == "EVENT-BOARD-CARD":
            where = each.finding.where.pointer.split("/")
            more, fewer = (cards_apart(text) for text in (each.finding.actual, each.finding.expected))
            yield each.match, int(where[2]), where[4], more, fewer


def cards_apart(text: str | None) -> str:
    cards = [] if text in {None, "-"} else [text[at : at + 2] for at in range(0, len(text or ""), 2)] if text else []
    return " ".join(sorted(cards))


@many(6, 200)
def test_two_readings_of_the_same_event_agree(seeds: range) -> None:
    for seed in seeds:
        event, records, deals = made(seed)
        parsed, matches = read(event, records)
        (table,) = standings(parsed.event, matches, "recorded")
        parts = table.board_parts
        found = {row.entrant: (row.place, row.open, Fraction(row.figures["board_points"] or 0, parts)) for row in table.rows}
        due = oracle.standings(event, records, "s")
        assert found == due, (seed, event["boards"]["scale"])
        assert set(differences(parsed, matches)) == oracle.differences(event, records, deals), seed


@pytest.mark.parametrize("with_file", [True, False], ids=["file", "tables"])
def test_a_card_exchanged_at_one_table_of_fifty_is_found(with_file: bool) -> None:
    chance = Random("fifty")
    deal = deal_of("guandan-1", 7, chance, level="5")
    tables: list[Document] = [{"table": str(at), "sides": {"EW": f"e{at}", "NS": f"n{at}"}} for at in range(1, 51)]
    of: Document = {"stage": "s", **({"dealt": {"boards": [deal]}} if with_file else {})}
    calm = Random(1)
    calm.random = lambda: 0.5  # type: ignore[method-assign] # nothing is left out, nor exchanged
    records = [record_of_board("guandan-1", 1, table, of, deal, calm, "5") for table in tables]
    dealt = records[36]["hands"][0]["deal"]
    mine, theirs = dealt["N"].split(), dealt["W"].split()
    mine[4], theirs[9] = theirs[9], mine[4]
    assert mine[4] != theirs[9]
    records[36]["hands"][0]["deal"] = {**dealt, "N": " ".join(mine), "W": " ".join(theirs)}
    event = {
        "format": "paipu-event/1",
        "id": "cup",
        "sheet": "guandan-1",
        "teams": [{"id": team} for table in tables for team in table["sides"].values()],
        "stages": [{"id": "s", "form": "table", "rounds": [{"no": 1, "tables": tables}]}],
        "boards": {"sets": [of], "scale": {"kind": "matchpoints"}},
    }
    parsed, matches = read(event, records)
    told = [each for each in audit_event(parsed.event, matches) if each.finding.severity == "error"]
    assert [(each.match, each.finding.code, each.finding.seat) for each in told] == [
        ("r1/t37/7", "EVENT-BOARD-CARD", "N"),
        ("r1/t37/7", "EVENT-BOARD-CARD", "W"),
    ]
    assert [(each.finding.expected, each.finding.actual, each.finding.params["table"]) for each in told] == [
        (theirs[9], mine[4], "37"),
        (mine[4], theirs[9], "37"),
    ]
