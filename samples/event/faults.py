"""Faults of events: each is built into a document or its records, and notes where the audit must find it."""

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple, NoReturn

from paipu.replay.sheets import SHEETS
from paipu.samples.document import Document
from paipu.samples.work import NoChance

Records = list[Document]


class Found(NamedTuple):
    """Where the audit must find a fault: its code, its place, and the match where that is in a record."""

    code: str
    pointer: str
    match: str | None = None


Inject = Callable[[Document, Records, Random], Found]


def _row(event: Document, rng: Random) -> tuple[str, Document]:
    """A line of a published table of rounds."""
    tables = [at for at, table in enumerate(event["published"]) if len(table["rows"][0]) > 3]
    if not tables:
        raise NoChance
    table = rng.choice(tables)
    row = rng.randrange(len(event["published"][table]["rows"]))
    return f"/published/{table}/rows/{row}", event["published"][table]["rows"][row]


def wrong_figure(event: Document, _: Records, rng: Random) -> Found:
    """A published figure is another one."""
    pointer, row = _row(event, rng)
    figure = rng.choice([key for key in row if key not in {"place", "team"}])
    wrong = Fraction(row[figure]) + rng.choice((-2, -1, 1, 2))
    row[figure] = int(wrong) if wrong.denominator == 1 else str(wrong)
    return Found("EVENT-FIGURE", f"{pointer}/{figure}")


def wrong_place(event: Document, _: Records, rng: Random) -> Found:
    """A published place is one that nobody has."""
    table = rng.randrange(len(event["published"]))
    rows = event["published"][table]["rows"]
    row = rng.randrange(len(rows))
    rows[row]["place"] = len(rows) + rng.randrange(1, 4)
    return Found("EVENT-PLACE", f"/published/{table}/rows/{row}/place")


def line_twice(event: Document, _: Records, rng: Random) -> Found:
    """A line of a published table is there twice."""
    table = rng.randrange(len(event["published"]))
    rows = event["published"][table]["rows"]
    rows.append(dict(rng.choice(rows)))
    return Found("EVENT-ROWS", f"/published/{table}/rows")


def swapped_sides(_: Document, records: Records, rng: Random) -> Found:
    """The seats of a record are those of the draw the other way round, and so are its claims."""
    record = rng.choice(records)
    seats = list(record["seats"])
    turned = {seat: record["seats"][seats[at ^ 1]] for at, seat in enumerate(seats)}
    record["seats"] = turned
    return Found("EVENT-SIDES", "/seats", record["id"])


def wrong_table(_: Document, records: Records, rng: Random) -> Found:
    """A record names a table that there is not."""
    record = rng.choice(records)
    record["event"]["table"] = "99"
    return Found("EVENT-TABLE", "/event/table", record["id"])


def no_such_round(_: Document, records: Records, rng: Random) -> Found:
    """A record names a round that there is not."""
    record = rng.choice(records)
    record["event"]["round"] = 99
    return Found("EVENT-STRAY", "/event", record["id"])


def on_record_twice(_: Document, records: Records, rng: Random) -> Found:
    """A match is on record twice."""
    copy = json.loads(json.dumps(rng.choice(records)))
    copy["id"] += "/copy"
    records.append(copy)
    return Found("EVENT-TWICE", "/event", copy["id"])


def missing(event: Document, records: Records, rng: Random) -> Found:
    """A match is not on record."""
    record = records.pop(rng.randrange(len(records)))
    stage, no, table = (record["event"][key] for key in ("stage", "round", "table"))
    s = next(at for at, each in enumerate(event["stages"]) if each["id"] == stage)
    others = any(
        (each["event"]["stage"], each["event"]["round"], each["event"]["table"]) == (stage, no, table) for each in records
    )
    of_board = "board" in record["event"] and others
    return Found("EVENT-BOARD-OPEN" if of_board else "EVENT-MISSING", f"/stages/{s}/rounds/{no - 1}/tables/{int(table) - 1}")


def other_options(_: Document, records: Records, rng: Random) -> Found:
    """A record is under another sheet than the event, one of the same family."""
    record = rng.choice(records)
    if record["sheet"] not in {"guandan-1", "guandan-3"}:
        raise NoChance
    record["sheet"] = "guandan-2"
    return Found("EVENT-SHEET", "/sheet", record["id"])


def in_two_teams(event: Document, _: Records, rng: Random) -> Found:
    """A player of one team is on the list of a later one too."""
    teams = event.get("teams") or []
    if len(teams) < 2:
        raise NoChance
    at = rng.randrange(1, len(teams))
    teams[at]["players"].append(dict(teams[0]["players"][0]))
    return Found("EVENT-TWO-TEAMS", f"/teams/{at}/players/{len(teams[at]['players']) - 1}/id")


def substitute(event: Document, records: Records, rng: Random) -> Found:
    """Somebody plays who is not on his team's list."""
    if "teams" not in event:
        raise NoChance
    record = rng.choice(records)
    seat = rng.choice(list(record["seats"]))
    record["seats"][seat] = {**record["seats"][seat], "id": "p999"}
    return Found("EVENT-SUBSTITUTE", f"/seats/{seat}/id", record["id"])


def forgotten(event: Document, records: Records, rng: Random) -> Found:
    """A table is not in the draw of its round, and its match is stray."""
    record = rng.choice(records)
    stage, no, table = (record["event"][key] for key in ("stage", "round", "table"))
    found = next(each for each in event["stages"] if each["id"] == stage)["rounds"][no - 1]
    found["tables"] = [each for each in found["tables"] if each["table"] != table]
    return Found("EVENT-STRAY", "/event", record["id"])


def wrong_tie_break(event: Document, _: Records, rng: Random) -> Found:
    """Two who are equal in what counts first are published the other way round."""
    rules = SHEETS[event["sheet"]].event
    pairs = []
    for at, table in enumerate(event["published"]):
        stage = next(each for each in event["stages"] if each["id"] == table["stage"])
        first = next(iter(stage.get("rank_by") or rules.rank_by), "")
        rows = [(number, row) for number, row in enumerate(table["rows"]) if first in row]
        pairs += [
            (f"/published/{at}/rows/{number}/place", one, other)
            for number, one in rows
            for _, other in rows
            if one["place"] < other["place"] and one[first] == other[first]
        ]
    if not pairs:
        raise NoChance
    pointer, one, other = rng.choice(pairs)
    one["place"], other["place"] = other["place"], one["place"]
    return Found("EVENT-TIE-BREAK", pointer)


def wrong_advance(event: Document, _: Records, rng: Random) -> Found:
    """Somebody is drawn in the place of the one who should have gone on."""
    pointer, sides, side, right, wrong = rng.choice(list(_goers(event)) or [_nobody()])
    drawn = sides[side]
    sides[side] = wrong if drawn == right else [wrong if each == right else each for each in drawn]
    return Found("EVENT-ADVANCE", pointer)


def _nobody() -> NoReturn:
    raise NoChance


def _goers(event: Document) -> Iterator[tuple[str, Document, str, str, str]]:
    """Who went on: where, the sides of the table, the side, who it was, and another who did not."""
    stages = event["stages"]
    rounds = [(s, r) for s, stage in enumerate(stages) for r in range(len(stage["rounds"]))]
    for (s, r), (before, last) in zip(rounds[1:], rounds, strict=False):
        now, earlier, group_stage = stages[s]["rounds"][r], stages[before]["rounds"][last], stages[before].get("advance")
        if before == s and (stages[s].get("form") or SHEETS[event["sheet"]].event.form) != "knockout":
            continue
        here = {each for table in now["tables"] for side in table["sides"].values() for each in _named(side)}
        for t, table in enumerate(now["tables"]):
            for name, side in table["sides"].items():
                for each in _named(side):
                    pointer = f"/stages/{s}/rounds/{r}/tables/{t}/sides/{name}"
                    for other in _behind(event, before, group_stage) if group_stage else _met(earlier, each):
                        if other not in here:
                            yield pointer, table["sides"], name, each, other


def _named(side: str | list[str]) -> list[str]:
    return [side] if isinstance(side, str) else side


def _met(drawn: Document, who: str) -> list[str]:
    """Those against whom somebody sat."""
    found: list[str] = []
    for table in drawn["tables"]:
        one, other = map(_named, table["sides"].values())
        found += other if who in one else one if who in other else []
    return found


def _behind(event: Document, stage: int, advance: int) -> list[str]:
    """Those who are behind all who go on from a stage of groups."""
    tables = [table["rows"] for table in event["published"] if table["stage"] == event["stages"][stage]["id"]]
    return [row["team"] for rows in tables for row in rows if row["place"] == len(rows) > advance + 1]


def card_exchanged(_: Document, records: Records, rng: Random) -> Found:
    """Two cards of a deal are each in the other's hand, at one table alone; who holds them plays as if nothing was."""
    record = _board_of(records, rng)
    deal = record["hands"][0]["deal"]
    one, other = rng.sample(list(record["seats"]), 2)
    mine, theirs = deal[one].split(), deal[other].split()
    pairs = [(a, b) for a, x in enumerate(mine) for b, y in enumerate(theirs) if x not in theirs and y not in mine]
    if not pairs:
        raise NoChance
    a, b = rng.choice(pairs)
    mine[a], theirs[b] = theirs[b], mine[a]
    deal |= {one: " ".join(mine), other: " ".join(theirs)}
    return Found("EVENT-BOARD-CARD", f"/hands/0/deal/{one}", record["id"])


def other_level(_: Document, records: Records, rng: Random) -> Found:
    """A board is on record at another level than that of its deal."""
    record = _board_of(records, rng)
    record["hands"][0]["level"] = "3" if record["hands"][0]["level"] != "3" else "4"
    return Found("EVENT-BOARD-LEVEL", "/hands/0", record["id"])


def other_board(_: Document, records: Records, rng: Random) -> Found:
    """A record names a board that nobody dealt."""
    record = _board_of(records, rng)
    record["event"]["board"]["no"] = 999
    return Found("EVENT-BOARD-UNKNOWN", "/event/board/no", record["id"])


def other_deals(event: Document, _: Records, __: Random) -> Found:
    """The file of deals is not the one whose hash was given out."""
    if not event.get("boards"):
        raise NoChance
    event["boards"]["sets"][0]["sha256"] = "0" * 64
    return Found("EVENT-DEALS", "/boards/sets/0/sha256")


def _board_of(records: Records, rng: Random) -> Document:
    """A record of a board."""
    own = [record for record in records if "board" in record["event"]]
    if not own:
        raise NoChance
    return rng.choice(own)


EVENT_FAULTS: Final[Mapping[str, Inject]] = {
    each.__name__: each
    for each in (
        *(wrong_figure, wrong_place, line_twice, swapped_sides, wrong_table, no_such_round, on_record_twice, missing),
        *(other_options, in_two_teams, substitute, forgotten, wrong_tie_break, wrong_advance),
        *(card_exchanged, other_level, other_board, other_deals),
    )
}
"""Every class of faults that the audit of an event can be asked to find, by name."""


def inject_event(event: Document, records: Records, kind: str, rng: Random) -> tuple[Document, Records] | None:
    """Copies of an event and its records with one fault, noted under `extra.faults` of the event; None where none can be."""
    made: Document = json.loads(json.dumps(event))
    copies: Records = json.loads(json.dumps(records))
    try:
        found = EVENT_FAULTS[kind](made, copies, rng)
    except NoChance:
        return None
    made["extra"] = {"faults": [*made.get("extra", {}).get("faults", []), {"kind": kind, **found._asdict()}]}
    return made, copies
