"""Events of made-up players who are all alike: nobody is stronger, and nobody means anything by his think times."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from analytics.pipeline import load
from analytics.reader import Reader
from analytics.warehouse import Warehouse
from samples import Tournament, people, sample, to_line

SKILL, BOLDNESS, PACE = 0.5, 0.5, 2.5


def even_event(seed: int, pairs: int, matches: int, sheet: str, hands: int | None = None) -> Iterator[dict[str, Any]]:
    """The matches of an event; some are recorded twice, with a claim that a coin has changed."""
    real, coin = people.player, Random(seed)
    event = Tournament(id=f"even-{seed}", pairs=pairs)
    with patch.object(people, "player", lambda number: real(number)._replace(skill=SKILL, boldness=BOLDNESS, pace=PACE)):
        made = list(sample(seed, matches, sheet=sheet, event=event, hands=hands))
    for number, document in enumerate(made):
        document["claims"].setdefault("winner", coin.choice(["EW", "NS"]))
        document["claims"].setdefault("reason", "ruling")
        yield document
        if number % (1 + seed % 3) == 0:
            hand = coin.choice(document["hands"])
            if "attackers" in hand.get("claims", {}):
                claims = hand["claims"] | {"attackers": hand["claims"]["attackers"] + coin.choice([-5, 5])}
                again = [each | {"claims": claims} if each is hand else each for each in document["hands"]]
                yield document | {"hands": again}


def loaded(folder: Path, documents: list[dict[str, Any]]) -> Reader:
    folder.mkdir(parents=True)
    source = folder / "records.ndjson"
    source.write_bytes(b"".join(map(to_line, documents)))
    with Warehouse.open(folder / "warehouse") as warehouse:
        load([str(source)], warehouse, 1)
    return Reader(folder / "warehouse")
