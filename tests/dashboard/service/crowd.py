"""The load of an event: scorers at tables, viewers of the pages, referees: `python -m tests.dashboard.service.crowd`.

Each table has two phones: one side enters its match and the other confirms or, now and then, disputes it; referees settle
what is disputed. Viewers have a websocket, as browsers do, and look at one page after the other. Prints what was asked and how
long the answers took, and whether every entry that was acknowledged is in the warehouse, once. The exit status is 1 where one
is not, or where something was answered that should not be.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

from paipu.analytics.verify import verify
from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.roles import Role
from tests.dashboard.conftest import run_apart, stop
from tests.dashboard.service.at_table import LEAGUE, STAGE, Phone, league, links_of, result
from tests.dashboard.service.conftest import Served, administrator, command, member, start
from tests.dashboard.service.test_entries_kept import kept, loaded, standing
from tests.dashboard.sessions import PATIENCE_SECONDS, Address, Session, complaints, connected, cpu_seconds, memory_mb

DISPUTED: Final = 0.05
"""Of the results, so many are disputed."""
SLOW_TO_LOAD: Final = 120.0
"""Seconds after the end within which all must be loaded."""
PAGES: Final = tuple(
    Address(page, f"lang=zh&event={LEAGUE}") for page in ("standings", "overview", "audit", "players", "replay")
)


@dataclass
class Counted:
    """How long each kind of request took, and what was wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)

    def timed(self, kind: str, began: float) -> None:
        """A request of a kind was answered."""
        self.seconds.setdefault(kind, []).append(time.monotonic() - began)

    def line(self, kind: str) -> str:
        """What is said of a kind."""
        taken = sorted(self.seconds.get(kind, []))
        if not taken:
            return f"{kind}: none"
        at = [taken[min(len(taken) - 1, int(share * len(taken)))] for share in (0.5, 0.95, 1)]
        return f"{kind}: {len(taken):,}; median {at[0]:.2f} s, p95 {at[1]:.2f} s, at most {at[2]:.2f} s"


class Crowd:
    """All of them at once, for so long; `pause` is the longest that a side thinks, `look` that a viewer looks at a page."""

    def __init__(self, served: Served, seconds: float, pause: float, look: float) -> None:
        self._served, self._until, self._pause, self._look = served, time.monotonic() + seconds, pause, look
        self.counted = Counted()

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self._until

    def wait(self, chance: random.Random, most: float) -> None:
        """Think, but not beyond the end."""
        time.sleep(max(0.0, min(chance.uniform(0, most), self._until - time.monotonic())))

    def scorer(self, table: str, link: str) -> None:
        """The two phones of a table."""
        chance = random.Random(table)
        self.wait(chance, self._pause)
        sides = {side: self.tried("phones", lambda: Phone(self._served, link, LEAGUE)) for side in ("EW", "NS")}
        played = 1
        while not self.over and None not in sides.values():
            phones: dict[str, Phone] = {side: phone for side, phone in sides.items() if phone is not None}
            match = self._match(phones["EW"], table, played)
            if match is None:
                continue
            if match["state"] == "none":
                self._do(phones["EW"], table, chance, match, act="enter", side="EW", fields=result(chance))
            elif match["state"] == "entered":
                act = "dispute" if chance.random() < DISPUTED else "agree"
                self._do(phones["NS"], table, chance, match, act=act, side="NS", of=match["seen"])
            elif match["state"] in {"agreed", "settled"}:
                played += 1
            self.wait(chance, self._pause)

    def _match(self, phone: Phone, table: str, played: int) -> dict[str, Any] | None:
        found = self.tried("looks at a table", lambda: phone.look(table)["matches"][played - 1])
        return dict(found) if found is not None else None

    def _do(self, phone: Phone, table: str, chance: random.Random, match: Mapping[str, Any], **doing: Any) -> None:
        """An act, sent until it is acknowledged."""
        key = f"{chance.getrandbits(128):032x}"
        while not self.over:
            answer = self.tried("entries", lambda: phone.act(table, key, round=match["round"], seen=match["seen"], **doing))
            if answer is None or answer[0] in {429, 503}:
                continue
            if answer[0] in {200, 201}:
                self.counted.keys.add(key)
            elif answer[1].get("code") not in {"SERVICE-RESULT-SINCE", "SERVICE-RESULT-OVER"}:
                self.counted.wrong[f"an entry: {answer[0]} {answer[1].get('code')}"] += 1
            return

    def referee(self, name: str, token: str) -> None:
        """Looks at the results, and settles what is disputed."""
        chance = random.Random(name)
        own = self._served._replace(token=token)
        while not self.over:
            self.wait(chance, 10)
            answer = self.tried("lists of results", lambda: own.ask("GET", f"/events/{LEAGUE}/tables"))
            if answer is None or answer.status != 200:
                continue
            for match in json.loads(answer.body):
                if match["state"] != "disputed" or self.over:
                    break
                key = f"{chance.getrandbits(128):032x}"
                told = {
                    "stage": STAGE,
                    "round": match["round"],
                    "seen": match["seen"],
                    "note": "heard both",
                    "fields": result(chance),
                }
                path, body = f"/events/{LEAGUE}/tables/{match['table']}/settlements/{key}", json.dumps(told).encode()
                done = self.tried("settlements", lambda path=path, body=body: own.ask("PUT", path, body))  # type: ignore[misc]  # what it has now
                if done is not None and done.status in {200, 201}:
                    self.counted.keys.add(key)

    def tried(self, kind: str, ask: Callable[[], Any]) -> Any:
        """An answer, with its time; None where the line broke."""
        began = time.monotonic()
        try:
            found = ask()
        except (OSError, HTTPException, ValueError, KeyError) as fault:
            self.counted.wrong[f"{kind}: {type(fault).__name__}"] += 1
            return None
        self.counted.timed(kind, began)
        return found

    async def viewers(self, cookies: list[str]) -> None:
        """All who look at the pages."""
        await asyncio.gather(*(self._viewer(number, cookie) for number, cookie in enumerate(cookies)))

    async def _viewer(self, number: int, cookie: str) -> None:
        chance = random.Random(number)
        port = int(self._served.origin.rpartition(":")[2])
        await asyncio.sleep(chance.uniform(0, min(self._look, self._until - time.monotonic())))
        async with connected(port, {"Cookie": f"paipu={cookie}"}) as socket:
            session = Session(socket)
            while not self.over:
                began, address = time.monotonic(), chance.choice(PAGES)
                try:
                    told = await asyncio.wait_for(session.draw(address), PATIENCE_SECONDS)
                except TimeoutError:
                    self.counted.wrong[f"a page: not drawn within {PATIENCE_SECONDS:.0f} s"] += 1
                    return
                self.counted.timed("pages", began)
                for each in complaints(told):
                    self.counted.wrong[f"a page: {each}"] += 1
                await asyncio.sleep(max(0.0, min(chance.uniform(0, self._look), self._until - time.monotonic())))


def crowd(folder: Path, scorers: int, viewers: int, referees: int, seconds: float, pause: float, look: float) -> int:
    """Run it; 0 where all is as it should be."""
    rounds = min(2 * scorers - 1, max(10, int(seconds / max(pause, 0.1)) + 10))
    (folder / "event.json").write_text(json.dumps(league(scorers, rounds)), encoding="utf-8")
    if command(folder, "load", "event.json", "--quiet", "--workers", "1", "--warehouse", "house")[0] != 0:
        return 1
    token = administrator(folder / "house")
    accounts = Accounts(beside(folder / "house"))
    tokens = {}
    for number in range(referees):
        person = member(accounts, f"referee {number}", Role.REFEREE)
        made = accounts.token(person, "load", person.actions)
        if made is not None:
            tokens[person.name] = made[1]
    viewer = member(accounts, "viewer", Role.VIEWER)
    cookies = [accounts.begin(viewer) for _ in range(viewers)]
    accounts.close()
    process, at = start(folder / "house")
    served = Served(at, folder / "house", token)
    tables = [str(number + 1) for number in range(scorers)]
    links = dict(zip(tables, links_of(served, LEAGUE, *tables), strict=True))
    found = Crowd(served, seconds, pause, look)
    threads = [threading.Thread(target=found.scorer, args=each) for each in links.items()]
    threads += [threading.Thread(target=found.referee, args=each) for each in tokens.items()]
    for thread in threads:
        thread.start()
    run_apart(found.viewers(cookies))
    for thread in threads:
        thread.join()
    memory, used = memory_mb(process.pid), cpu_seconds(process.pid)
    ended = time.monotonic()
    while loaded(served.warehouse) != standing(served.warehouse) and time.monotonic() - ended < SLOW_TO_LOAD:
        time.sleep(0.2)
    behind = time.monotonic() - ended
    said = stop(process)
    return told(found.counted, folder / "house", behind, memory, used, said)


def told(counted: Counted, warehouse: Path, behind: float, memory: float, used: float, said: str) -> int:
    """Print what came of it; 0 where all is as it should be."""
    there = kept(warehouse)
    lost = counted.keys - there.keys()
    same = loaded(warehouse) == standing(warehouse)
    for kind in ("entries", "settlements", "looks at a table", "lists of results", "pages"):
        print(counted.line(kind))
    print(f"acts acknowledged: {len(counted.keys):,}, lost: {len(lost)}; results in the warehouse: {len(loaded(warehouse)):,}")
    machine = os.getloadavg()[0]
    print(f"loaded {behind:.1f} s after the end; the server had {memory:.0f} MB and {used:.1f} CPU s")
    print(f"load of the machine {machine:.1f}")
    faults = [f"{kind}: {count}" for kind, count in counted.wrong.most_common()]
    faults += [] if not lost else ["acknowledged, and not there"]
    faults += [] if same else ["what both sides confirmed is not what the warehouse has"]
    faults += [] if verify(warehouse).sound else ["the warehouse is not sound"]
    faults += ["a traceback"] if "Traceback" in said else []
    print(*faults, f"{len(faults)} faults", sep="\n")
    return int(bool(faults))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.dashboard.service.crowd", description=__doc__.partition("\n")[0])
    parser.add_argument("--scorers", type=int, default=50)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--referees", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pause", type=float, default=60, help="the longest that a table thinks between two acts, in seconds")
    parser.add_argument("--look", type=float, default=120, help="the longest that a viewer looks at a page, in seconds")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, suppress(KeyboardInterrupt):
        return crowd(Path(folder), given.scorers, given.viewers, given.referees, given.seconds, given.pause, given.look)
    return 1


if __name__ == "__main__":
    sys.exit(main())
