"""Phones at the tables of an event, and an event with as many tables and rounds as are wanted."""

import json
import random
from typing import Any, Final
from urllib.parse import quote

from paipu.dashboard.service.access import TABLE_COOKIE
from paipu.dashboard.service.addresses import API
from tests.dashboard.asking import Answer, ask
from tests.dashboard.service.conftest import Served
from tests.made import Document

LEAGUE: Final = "league"
STAGE: Final = "all"
LEVELS: Final = "23456789TJQK"


def league(tables: int, rounds: int) -> Document:
    """An event of twice as many teams as tables, who meet others in each round; of 掼蛋."""
    teams = [f"team {number:03}" for number in range(2 * tables)]
    drawn = []
    for number in range(rounds):
        first, *others = teams
        turned = [first, *others[number % len(others) :], *others[: number % len(others)]]
        pairs = zip(turned[:tables], reversed(turned[tables:]), strict=True)
        sides = [{"table": str(at), "sides": {"EW": one, "NS": other}} for at, (one, other) in enumerate(pairs, start=1)]
        drawn.append({"no": number + 1, "tables": sides})
    return {
        "format": "paipu-event/1",
        "id": LEAGUE,
        "sheet": "guandan-1",
        "teams": [{"id": each} for each in teams],
        "stages": [{"id": STAGE, "form": "table", "rounds": drawn, "rank_by": ["wins", "level_difference"]}],
    }


def result(chance: random.Random) -> dict[str, str]:
    """What a match of the league came to, as it is typed."""
    winner, loser = chance.sample(("EW", "NS"), 2)
    return {"/claims/winner": winner, f"/claims/levels/{winner}": "A", f"/claims/levels/{loser}": chance.choice(LEVELS)}


def address(event: str, table: str) -> str:
    """Where a table is."""
    return f"{API}/events/{quote(event)}/tables/{table}"


def links_of(served: Served, event: str, *tables: str) -> list[str]:
    """A new link for each of some tables."""
    answer = served.ask("POST", f"/events/{quote(event)}/links", json.dumps({"tables": tables}).encode())
    assert answer.status == 201, answer.body
    return [each["address"] for each in json.loads(answer.body)]


class Phone:
    """A phone that has scanned the card of a table."""

    def __init__(self, served: Served, link: str, event: str, stage: str = STAGE) -> None:
        self._served, self._event, self._stage = served, event, stage
        answer = ask(served.address, link)
        assert (answer.status, answer.headers["location"]) == (303, "/entry?lang=zh")
        self._cookie = answer.headers["set-cookie"].partition(";")[0]
        assert self._cookie.startswith(f"{TABLE_COOKIE.here}=")

    def at(self, served: Served) -> None:
        """The service has another address now."""
        self._served = served

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """What is answered to it."""
        headers = [("Cookie", self._cookie), ("Content-Type", "application/json")]
        raw = json.dumps(body).encode() if body is not None else None
        return ask(self._served.address, path, method=method, origins=[self._served.origin], headers=headers, body=raw)

    def look(self, table: str) -> dict[str, Any]:
        """Its table, and how it stands there."""
        found: dict[str, Any] = json.loads(self.ask("GET", address(self._event, table)).body)
        return found

    def act(self, table: str, key: str, **doing: Any) -> tuple[int, dict[str, Any]]:
        """What is answered to an act; of the first round where none is told."""
        body = {"stage": self._stage, "round": 1, **doing}
        answer = self.ask("PUT", f"{address(self._event, table)}/acts/{key}", body)
        return answer.status, json.loads(answer.body)
