"""Events of made-up players who are all alike: nobody is stronger, and nobody means anything by his think times."""

from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from paipu.analytics.keys import TOGETHER
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from paipu.replay.record import GameRecord
from paipu.samples import FAULTS, Tournament, people, sample, to_line
from paipu.samples.document import record_of
from tests import made

SKILL, BOLDNESS, PACE = 0.5, 0.5, 2.5


def even_event(seed: int, pairs: int, matches: int, sheet: str, hands: int) -> list[GameRecord]:
    """The matches of an event."""
    real = people.player
    event = Tournament(id=f"even-{seed}", pairs=pairs)
    with patch.object(people, "player", lambda number: real(number)._replace(skill=SKILL, boldness=BOLDNESS, pace=PACE)):
        return list(map(record_of, sample(seed, matches, sheet=sheet, event=event, hands=hands)))


def tossed(seed: int, played: list[GameRecord]) -> dict[tuple[str, str, str], int]:
    """Corrections of every match, whose way a coin decides."""
    coin, ways = Random(seed), {}
    for record in played:
        to_first = coin.choice((-1, 1))
        for seats, way in (("EW", to_first), ("NS", -to_first)):
            ways[record.sheet, TOGETHER.join(sorted(record.seats[seat].id for seat in seats)), record.id] = way
    return ways


def loaded(folder: Path, documents: list[dict[str, Any]]) -> Reader:
    folder.mkdir(parents=True)
    source = folder / "records.ndjson"
    source.write_bytes(b"".join(map(to_line, documents)))
    with Warehouse.open(folder / "warehouse") as warehouse:
        load([str(source)], warehouse, 1)
    return Reader(folder / "warehouse")


def of_every_sheet(folder: Path, matches: int) -> Reader:
    """So many sample matches of every sheet, half of them faulty."""
    return loaded(folder / "made", [each for sheet in FAULTS for each in made.sample(5, matches, 0.5, sheet=sheet)])
