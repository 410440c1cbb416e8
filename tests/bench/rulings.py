"""`make bench-rulings`: what a case, its proposals and a ruling cost in an event of 64 teams, on the desk and on the page.

The matches are a few sample matches with other teams, each with an incident in its longest hand; a case is one of them that
nobody has opened yet. Goals are seconds of CPU and on the clock: a case opens in one, and what a proposal makes of the
standings is there in one.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.ruling_effect import event_now
from paipu.analytics.rulings import Given, On, log_beside, read_log
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.rulings import desk
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.event_source import EventFile
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.ruling import ruling_document
from paipu.samples import to_line
from paipu.samples.event import make_event
from tests.bench.scale import TOLD, Cost, cost

TEAMS, ROUNDS, TIMES = 64, 7, 3
FAULTS: Final = {"round-robin": "concealed", "swiss": "misconduct"}
"""The forms of event, each of a family, and what somebody did there."""
GOAL: Final = 1.0
Document = dict[str, Any]


class Case(NamedTuple):
    """A match, a hand, and where in it somebody did what the table noted."""

    match: str
    hand: int
    ply: int


def documents(form: str, teams: int, rounds: int) -> tuple[Document, list[Document]]:
    """The event, and its matches."""
    event, played = make_event(form, 7)
    entrants = [{"id": f"t{no}", "players": [{"id": f"t{no}a"}, {"id": f"t{no}b"}]} for no in range(teams)]
    drawn: list[Document] = []
    made: list[Document] = []
    for no in range(1, rounds + 1):
        order = [0, *((each + no) % (teams - 1) + 1 for each in range(teams - 1))]
        pairs = [(order[at], order[-1 - at]) for at in range(teams // 2)]
        sides = [{"EW": f"t{one}", "NS": f"t{other}"} for one, other in pairs]
        drawn.append({"no": no, "tables": [{"table": str(at), "sides": each} for at, each in enumerate(sides, 1)]})
        for at, each in enumerate(sides, 1):
            told = played[len(made) % len(played)]
            made.append(moved(told, form, event["stages"][0]["id"], no, at, each))
    stage = {name: value for name, value in event["stages"][0].items() if name not in {"groups", "advance"}}
    return {**event, "id": "big", "teams": entrants, "stages": [{**stage, "rounds": drawn}], "published": []}, made


def moved(told: Document, form: str, stage: str, no: int, table: int, sides: Mapping[str, str]) -> Document:
    """A match at another table of another event, with a fault in its longest hand."""
    made: Document = json.loads(json.dumps(told))
    longest = max(made["hands"], key=lambda hand: len(hand["tricks"]))
    longest["incidents"] = [{"kind": FAULTS[form], "seat": longest["tricks"][2][0], "at": "3.1", "noticed": "5.1"}]
    seats = {seat: {"id": sides[side] + "ab"[side.index(seat)], "team": sides[side]} for side in sides for seat in side}
    place = {"id": "big", "stage": stage, "round": no, "table": str(table)}
    return {**made, "id": f"big/{no}/{table}", "seats": seats, "event": place}


def filled(folder: Path, form: str, teams: int, rounds: int) -> list[Case]:
    """A warehouse with the event, and a case of every match."""
    event, made = documents(form, teams, rounds)
    parsed = parse_event(to_line(event), Place())
    if not isinstance(parsed, ParsedEvent):
        raise TypeError(parsed)
    source = folder / "records.ndjson"
    source.write_bytes(b"".join(map(to_line, made)))
    with Warehouse.open(folder / "cup") as warehouse:
        load([str(source)], warehouse, event=EventFile(parsed, "event.json"))
    return [
        Case(each["id"], hand["no"], sum(row.count(" ") for row in hand["tricks"][:2]) + 1)
        for each in made
        for hand in each["hands"]
        if "incidents" in hand
    ]


def opened(cases: Iterator[Case], folder: Path, reader: Reader, event: str = "big") -> desk.Desk:
    """A case that nobody has opened, with the position and what the sheet provides."""
    case = next(cases)
    raw = next(line for line in (folder / "records.ndjson").read_bytes().splitlines() if f'"{case.match}"'.encode() in line)
    parsed = parse(raw, Place())
    if not isinstance(parsed, Parsed):
        raise TypeError(parsed)
    found = desk.case_of(parsed, case.hand, (3, 1), read_log(log_beside(folder / "cup")))
    made = desk.Desk(found, event_now(reader, event))
    if not (found.frames and list(found.noted()) and made.options):
        raise ValueError(case)
    return made


def shown(case: Case) -> None:
    """The page with a case. Raises ValueError where it says nothing of standings."""
    page = AppTest.from_function(_page, default_timeout=120)
    for name, value in {"match": case.match, "hand": str(case.hand), "ply": str(case.ply), "lang": "zh"}.items():
        page.query_params[name] = value
    page.run()
    drawn = " ".join(each.proto.body for each in page.get("html"))
    if page.exception or "名次" not in drawn:
        raise ValueError(page.exception or drawn[-400:])


def _page() -> None:
    from paipu.dashboard.pages import rulings
    from paipu.dashboard.session import language_switch

    language_switch()
    rulings.page()


def issued(made: desk.Desk) -> None:
    """A proposal in force, and the warehouse after it."""
    told = {name: value for name, value in ruling_document(made.options[0].ruling).items() if name not in {"id", "state"}}
    desk.act([Given("issue", "王", "查实", on=On.of(made.case.parsed), ruling=told)], desk.log().mark.lines)


def measured(form: str, teams: int, rounds: int, times: int) -> Iterator[tuple[str, Cost, float | None]]:
    """What is measured, what it cost, and the goal."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = iter(filled(folder, form, teams, rounds))
        desks: list[desk.Desk] = []
        reader = Reader(folder / "cup")
        with patch.dict(os.environ, {WAREHOUSE_VARIABLE: str(folder / "cup"), "PAIPU_REFEREE": "王"}):
            yield "a case and its proposals", cost(lambda: desks.append(opened(cases, folder, reader)), times), GOAL
            waiting = iter(desks)
            yield "every proposal's effect on the standings", cost(lambda: next(waiting).effects, times), GOAL
            shown(next(cases))  # what a process imports when it draws its first page is no matter of the case
            yield "the page with a case and every effect", cost(lambda: shown(next(cases)), times), GOAL
            issuing = iter(desks)
            yield "a ruling issued, and the warehouse after it", cost(lambda: issued(next(issuing)), times), None
            yield "the page after it", cost(lambda: shown(next(cases)), times), None


def show(forms: Sequence[str], teams: int = TEAMS, rounds: int = ROUNDS, times: int = TIMES) -> bool:
    """Print it; whether every goal is met in CPU seconds."""
    met = True
    for form in forms:
        sys.stdout.write(f"{form}: {teams} teams, {teams // 2 * rounds} matches\n")
        for what, paid, goal in measured(form, teams, rounds, times):
            missed = goal is not None and paid.cpu > goal
            met = met and not missed
            sys.stdout.write(TOLD.format("  " + what, str(paid)) + ("  MISSED\n" if missed else "\n"))
            sys.stdout.flush()
    return met


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rulings", description=__doc__.partition("\n")[0])
    parser.add_argument("--teams", type=int, default=TEAMS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    began = time.perf_counter()
    met = show(list(FAULTS), given.teams, given.rounds)
    sys.stdout.write(f"{time.perf_counter() - began:.0f} s in all\n")
    sys.exit(not met)


if __name__ == "__main__":
    main()
