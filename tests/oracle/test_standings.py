"""Standings of events by the engine, and read a second time from the sheets: from full records, and from score sheets alone.

Whole events are played with cards, and in many more what the score sheets say is drawn up at random, under any terms that an
organiser can set.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any, Final

import pytest

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.output import standings_row
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet import Reading, read
from paipu.ingest.scoresheet.writing import sheets, to_csv, to_workbook
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.standings import standings
from paipu.samples.document import record_of, to_line
from paipu.samples.event import FORMS, OPTIONS, make_event
from tests.many import many
from tests.oracle import guandan
from tests.oracle import standings as oracle

Document = dict[str, Any]
Told = dict[tuple[str, str | None], dict[str, tuple[Any, ...]]]
"""Of every stage and group, by entrant: the place, matches that count and open ones, the figures, and what made the place."""


def by_the_engine(event: Document, records: Sequence[Document]) -> Told:
    parsed = parse_event(to_line(event), Place())
    assert isinstance(parsed, ParsedEvent), parsed
    matches = [match_of(each, audit(each)) for each in map(record_of, records)]
    found: Told = {}
    for table in map(standings_row, standings(parsed.event, matches, "computed")):
        rows = found[table["stage"], table["group"]] = {}
        for row in table["rows"]:
            figures = {each: row[each] for each in oracle.FIGURES}
            made = [(step["by"], step["value"], frozenset(step["tied_with"])) for step in row["derivation"]]
            rows[row["team"]] = (row["place"], row["played"], row["open"], figures, made)
    return found


def by_the_oracle(event: Document, records: Sequence[Document]) -> Told:
    return {
        key: {who: (row.place, row.played, row.open, row.figures, row.derivation) for who, row in rows.items()}
        for key, rows in oracle.standings(event, records).items()
    }


def from_sheets(records: Sequence[Document], form: str) -> list[Document]:
    """What is left of records that were written to a score sheet and read again."""
    (table,) = sheets(records)
    found = read(to_csv(table) if form == "csv" else to_workbook([table]), f"event.{form}")
    assert isinstance(found, Reading)
    assert not found.rejections
    return found.documents


def agree(form: str, seed: int, written: str) -> None:
    event, records = make_event(form, seed)
    expected = by_the_oracle(event, records)
    assert by_the_engine(event, records) == expected, (form, seed)
    assert by_the_engine(event, from_sheets(records, written)) == expected, (form, seed)


@pytest.mark.parametrize(("form", "seed"), [("groups", 7), ("knockout", 3)])
def test_standings_of_a_made_up_event(form: str, seed: int) -> None:
    agree(form, seed, "csv")


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("form", [form for form, made in FORMS.items() if not made.boards])
def test_standings_of_many_made_up_events(form: str) -> None:
    for seed in range(200):
        agree(form, seed, "xlsx" if seed % 10 == 0 else "csv")


# ---------------------------------------------------------------------------------------- drawn up at random

OF_SHEET: Final = {
    "shuangkou": ("match_points", "big_points", "small_points", "wins"),
    guandan.GD1: ("match_points", "points", "first_places", "level_difference", "levels_gained", "wins"),
    guandan.GD3: ("points", "first_places", "level_difference", "levels_gained", "wins"),
    guandan.JS: ("match_points", "points", "first_places", "level_difference", "levels_gained", "wins"),
    "daguai": ("points", "first_places", "wins"),
}
"""The figures that a table of rounds has, by its sheet, if the event sets match points where the sheet prints none."""
BETWEEN: Final = (
    *("head_to_head", "head_to_head_played", "head_to_head_levels", "direct_win"),
    *("opponents", "opponents_cut", "opponents_median", "progressive", "progressive_cut"),
    *("highest", "second_highest", "lot"),
)
DIFFERENCE: Final = [[13 + d, 13 - d] for d in range(14)]


def drawn_up(seed: int) -> tuple[Document, list[Document]]:
    """An event of tables of rounds under terms of chance, and the score sheets of its matches."""
    chance = Random(seed)
    sheet = chance.choice(list(OF_SHEET))
    names = [f"t{n}" for n in range(chance.randint(3, 9))]
    groups = [names] if len(names) < 6 or chance.random() < 0.6 else [names[::2], names[1::2]]
    stage = terms(sheet, names, chance)
    if len(groups) > 1:
        stage["groups"] = dict(zip("AB", groups, strict=True))
    tables, records = count(1), []
    stage["rounds"] = []
    for no in range(1, chance.randint(2, 5) + 1):
        drawn: Document = {"no": no, "tables": [], "byes": [], "absent": []}
        for group in groups:
            order = chance.sample(group, len(group))
            while len(order) > 1 and not (no > 1 and chance.random() < 0.1):
                sides = dict(
                    zip(("135", "246") if sheet == "daguai" else ("EW", "NS"), (order.pop(), order.pop()), strict=True)
                )
                table = {"table": str(next(tables)), "sides": sides}
                drawn["tables"].append(table)
                if no > 1 and chance.random() < 0.1:
                    drawn["absent"] += chance.sample([*sides.values()], chance.choice((1, 1, 2)))
                elif no == 1 or chance.random() < 0.9:
                    records.append(sheet_of(sheet, stage["id"], no, table, chance))
            for each in order:
                drawn["absent" if chance.random() < 0.2 else "byes"].append(each)
        stage["rounds"].append(drawn)
    event: Document = {
        "format": "paipu-event/1",
        "id": "drawn",
        "sheet": sheet,
        "teams": [{"id": each} for each in names],
        **({"options": dict(OPTIONS[sheet])} if sheet in OPTIONS else {}),
        "stages": [stage],
        "penalties": [
            {
                "stage": "all",
                "team": chance.choice(names),
                "figure": chance.choice(OF_SHEET[sheet]),
                "value": chance.randint(-3, 2),
                **({"round": chance.choice([each["no"] for each in stage["rounds"]])} if chance.random() < 0.6 else {}),
            }
            for _ in range(chance.choice((0, 0, 1, 3)))
        ],
    }
    return event, records


def terms(sheet: str, names: Sequence[str], chance: Random) -> Document:
    """What an organiser sets; what he leaves out, and the sheet too, leaves rounds without a match open."""
    figures = OF_SHEET[sheet]
    if own_points := sheet == guandan.GD3 and chance.random() < 0.5:
        figures = ("match_points", *figures)
    keys = chance.sample(figures, chance.randint(1, len(figures))) + chance.sample(BETWEEN, chance.randint(0, len(BETWEEN)))
    first = keys[0]
    rest = keys[1:]
    chance.shuffle(rest)
    stage: Document = {"id": "all", "form": "table", "rank_by": [first, *rest]}
    if chance.random() < 0.3 and sheet in oracle.RANKED_BY:
        del stage["rank_by"]
        first = oracle.RANKED_BY[sheet][0]
    if sheet == guandan.GD1:
        stage |= {"points_by_difference": DIFFERENCE}
    if sheet == guandan.GD1 or own_points or (sheet in oracle.WITH_MATCH_POINTS and chance.random() < 0.2):
        stage |= {"match_points": {"win": 3, "loss": chance.randint(0, 1), "draw": 1}, "at_time": "higher_level"}
    told = first not in ("match_points", "points", "big_points")
    if told or chance.random() < 0.7:
        stage["bye_counts"] = {each: chance.randint(0, 4) for each in figures}
        stage["forfeit_counts"] = {
            "absent": dict.fromkeys(figures, 0),
            "present": {each: chance.randint(1, 9) for each in figures},
        }
    if chance.random() < 0.3:
        stage["absent_counts"] = {each: chance.randint(-2, 0) for each in figures}
    if chance.random() < 0.7:
        stage["lot"] = chance.sample(names, chance.choice((len(names), len(names), len(names) - 1)))
    return stage


def sheet_of(sheet: str, stage: str, no: int, table: Document, chance: Random) -> Document:
    """What is written of a match at a table: of each hand who got the points, or who went out when."""
    while True:
        claims, hands = {}, []
        seats = "123456" if sheet == "daguai" else "ENWS"
        if sheet == "shuangkou":
            hands = [{"no": n, "claims": {"attackers": 5 * chance.randint(0, 50)}} for n in range(1, 9)]
        elif sheet == "daguai":
            hands = [
                {"no": n, "claims": {"finish": order}} for n, order in zip(range(1, 8), orders(seats, chance), strict=False)
            ]
        else:
            claims["reason"] = chance.choice(("passed", "passed", "time"))
            last = chance.randint(1, 12) if claims["reason"] == "time" else 99
            hands = [
                {"no": n, "claims": {"finish": order}}
                for n, order in zip(range(1, last + 1), orders(seats, chance), strict=False)
            ]
        side = table["sides"]
        record = {
            "format": "paipu/1",
            "id": f"{stage}/{no}/{table['table']}",
            "sheet": sheet,
            "event": {"id": "drawn", "stage": stage, "round": no, "table": table["table"]},
            "seats": {s: {"id": f"{side[of]}/{s}", "team": side[of]} for of in side for s in of},
            "hands": hands,
            "claims": claims,
        }
        if sheet == guandan.GD3:
            noted(record, chance)
        if sheet in OPTIONS:
            record["options"] = dict(OPTIONS[sheet])
        if (cut := until_over(record)) is not None:
            return ruled(cut, chance) if sheet == guandan.JS and chance.random() < 0.3 else cut


def noted(record: Document, chance: Random) -> None:
    """Who came late to a match, by the table or by a ruling, and who was disqualified there."""
    hand = record["hands"][0]
    if chance.random() < 0.5:
        told = {"kind": "late", "seat": chance.choice("ENWS"), "at": "0"}
        seconds = chance.choice((0, 30, 30, None))
        hand["incidents"] = [told if seconds is None else {**told, "seconds": seconds}]
    if chance.random() < 0.2:
        fault = {"kind": "late", "seconds": chance.choice((0, 30, 30))}
        ruling = {"id": "late", "hand": 1, "at": "0", "seat": chance.choice("ENWS"), "effect": {"fault": fault}}
        record["rulings"] = [{**ruling, "state": chance.choice(("draft", "issued", "final"))}]


def ruled(record: Document, chance: Random) -> Document:
    """A match of which a referee has the last word, at its end or before: by lots, by penalties, or since a side is out."""
    hands = record["hands"][: chance.choice((1, 2, 4, 99))]
    seat, kind = chance.choice("ENWS"), chance.choice(("winner", "loser", "loser", "disqualified"))
    mine, other = ("EW", "NS") if seat in "EW" else ("NS", "EW")
    ruling = {"id": "r", "hand": hands[-1]["no"], "seat": seat, "effect": {kind: other if kind == "winner" else mine}}
    return {**record, "hands": hands, "claims": {"reason": "ruling"}, "rulings": [{**ruling, "state": "final"}]}


def orders(seats: str, chance: Random) -> Iterator[str]:
    """Orders in which everybody went out."""
    while True:
        yield "".join(chance.sample(seats, len(seats)))


def until_over(record: Document) -> Document | None:
    """A match with no hand beyond its end; None if it came to no end."""
    sheet, hands = record["sheet"], record["hands"]
    if sheet == "daguai":
        six = {**record, "hands": hands[:6]}
        return six if oracle.came(six).winner is not None else record if oracle.came(record).winner is not None else None
    if sheet == "shuangkou":
        return record if oracle.came(record).winner is not None else None
    for last in range(1, len(hands) + 1):
        until = {**record, "hands": hands[:last], "claims": {"reason": "passed"}}
        if oracle.came(until).winner is not None:
            return until
    return record if record["claims"]["reason"] == "time" else None


def reaches(event: Document, records: Sequence[Document]) -> Iterator[tuple[str, object, object]]:
    """The places that somebody can still have by both, where they differ."""
    parsed = parse_event(to_line(event), Place())
    assert isinstance(parsed, ParsedEvent), parsed
    matches = [match_of(each, audit(each)) for each in map(record_of, records)]
    again = oracle.standings(event, records)
    for table in standings(parsed.event, matches, "computed"):
        for row in table.rows:
            reach = again[table.stage, table.group][row.entrant].reach
            if row.reach != reach:
                yield row.entrant, row.reach, reach


def differences(seeds: range) -> Iterator[str]:
    for seed in seeds:
        event, records = drawn_up(seed)
        engine, second = by_the_engine(event, records), by_the_oracle(event, records)
        if engine != second:
            rows = [
                (who, engine[of][who], second[of][who])
                for of in second
                for who in second[of]
                if engine[of][who] != second[of][who]
            ]
            yield f"{seed} {json.dumps(event, ensure_ascii=False)} {rows}"
        elif reach := [*reaches(event, records)]:
            yield f"{seed} {json.dumps(event, ensure_ascii=False)} reach {reach}"


def test_standings_of_events_that_are_drawn_up_at_random() -> None:
    assert next(differences(range(8)), None) is None


def cup(seed: int) -> tuple[Document, list[Document]]:
    """A knock-out of sixteen in which one is late to every match, and out by the semi-final; its victim goes on, or nobody."""
    chance = Random(seed)
    names = [f"t{n}" for n in range(16)]
    late, alive, rounds = names[0], chance.sample(names, 16), []
    records: list[Document] = []
    for no in range(1, 5):
        pairs = [*zip(alive[::2], alive[1::2], strict=False)]
        byes = alive[-1:] if len(alive) % 2 else []
        tables = [{"table": str(at), "sides": {"EW": first, "NS": second}} for at, (first, second) in enumerate(pairs, start=1)]
        rounds.append({"no": no, "tables": tables, "byes": byes})
        alive = list(byes)
        for table in tables:
            won, lost = played(no, table, late if no < 4 else "", chance)
            records.append(won)
            alive += [lost] if chance.random() < 0.7 and no == 3 and won["winner"] == late else []
            alive += [won.pop("winner")] if no < 3 or won["winner"] != late else []
            won.pop("winner", None)
    stage = {"id": "all", "form": "knockout", "third_place": "shared", "rounds": rounds}
    teams = [{"id": each} for each in names]
    return {"format": "paipu-event/1", "id": "drawn", "sheet": guandan.GD3, "teams": teams, "stages": [stage]}, records


def played(no: int, table: Document, late: str, chance: Random) -> tuple[Document, str]:
    """A match that was won by who is late if he is there, with who that is; and who lost it."""
    sides = table["sides"]
    while True:
        record = sheet_of(guandan.GD3, "all", no, table, chance)
        winner = oracle.came(record).winner
        if winner is None or (late in sides.values() and sides[("EW", "NS")[winner]] != late):
            continue
        for name in ("incidents", "rulings"):
            record["hands"][0].pop(name, None)
            record.pop(name, None)
        if late in sides.values():
            record["hands"][0]["incidents"] = [{"kind": "late", "seat": ("E", "N")[winner], "at": "0", "seconds": 60}]
        return {**record, "winner": sides[("EW", "NS")[winner]]}, sides[("EW", "NS")[1 - winner]]


@many(3, 200)
def test_standings_of_a_knock_out_in_which_somebody_is_disqualified(seeds: range) -> None:
    for seed in seeds:
        event, records = cup(seed)
        second = by_the_oracle(event, records)
        assert by_the_engine(event, records) == second, seed
        assert second["all", None]["t0"][0] is None


OUT_FOR: Final = {"chaodipi": "signal", guandan.GD1: "cheating"}


def of_games(seed: int) -> tuple[Document, list[Document]]:
    """A semi-final of four tables with matches of several games, of which some were forfeited, or a side was disqualified."""
    chance = Random(seed)
    sheet = chance.choice(("chaodipi", guandan.GD1, guandan.GD2))
    tables = [{"table": str(n), "sides": {"EW": f"t{2 * n}", "NS": f"t{2 * n + 1}"}} for n in range(4)]
    records = [of_game(sheet, table, game, chance) for table in tables for game in range(1, chance.randint(1, 3) + 1)]
    stage = {"id": "semifinal", "form": "knockout", "best_of": 3, "rounds": [{"no": 1, "tables": tables}]}
    teams = [{"id": f"t{n}"} for n in range(8)]
    return {"format": "paipu-event/1", "id": "drawn", "sheet": sheet, "teams": teams, "stages": [stage]}, records


def of_game(sheet: str, table: Document, game: int, chance: Random) -> Document:
    """A game that a ruling has given to a side, or of which that is late or out."""
    sides, kind = table["sides"], chance.choice(("winner", "winner", "winner", "disqualified", "fault", "late"))
    seat = chance.choice("ENWS")
    mine, other = ("EW", "NS") if seat in "EW" else ("NS", "EW")
    at = sides if chance.random() < 0.7 else {"EW": sides["NS"], "NS": sides["EW"]}
    hand: Document = {"no": 1}
    record = {
        "format": "paipu/1",
        "id": f"{table['table']}/{game}",
        "sheet": sheet,
        "event": {"id": "drawn", "stage": "semifinal", "round": 1, "table": table["table"], "game": game},
        "seats": {s: {"id": f"{who}/{s}", "team": who} for seats, who in at.items() for s in seats},
        "hands": [hand],
        "claims": {"reason": "ruling"},
    }
    if kind == "late" and (sheet == guandan.GD1 or chance.random() < 0.5):
        return {**record, "claims": {"reason": "forfeit", "winner": other}}
    if kind == "late":
        hand["incidents"] = [{"kind": "late", "seat": seat, "at": "0", "seconds": 600}]
        return {**record, "claims": {"reason": "forfeit", "winner": other}}
    effects = {"disqualified": {"disqualified": mine}, "fault": {"fault": {"kind": OUT_FOR.get(sheet)}}}
    effect = effects.get(kind, {"winner": other}) if kind != "fault" or sheet in OUT_FOR else {"winner": other}
    return {**record, "rulings": [{"id": "r", "hand": 1, "seat": seat, "effect": effect, "state": "final"}]}


@many(15, 1_000)
def test_who_wins_matches_of_several_games(seeds: range) -> None:
    for seed in seeds:
        event, records = of_games(seed)
        assert by_the_engine(event, records) == by_the_oracle(event, records), seed


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("first", range(1000, 3000, 500))
def test_standings_of_many_events_that_are_drawn_up_at_random(first: int) -> None:
    assert next(differences(range(first, first + 500)), None) is None
