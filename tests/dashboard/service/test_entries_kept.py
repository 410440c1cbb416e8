"""What tables entered is kept: under kill -9 while they enter, and by a backup that is made meanwhile. Nothing counts twice."""

import json
import os
import random
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from paipu.analytics.reader import Reader
from paipu.analytics.verify import verify
from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.results import Spot
from paipu.dashboard.service.tables import Tables
from tests.dashboard.conftest import stop
from tests.dashboard.service.at_table import LEAGUE, STAGE, Phone, league, links_of, result
from tests.dashboard.service.busy import Busy
from tests.dashboard.service.conftest import Served, administrator, command, start

TABLES: Final = 4
CLAIMS: Final = "SELECT match, raw FROM latest_matches JOIN records USING (record_sha256) ORDER BY match"


class Entered(NamedTuple):
    """An act that was acknowledged: its key, and where; `fields` are those of a result that both sides have confirmed."""

    key: str
    spot: Spot
    fields: Mapping[str, str] | None


class Entering(Busy[Entered]):
    """Somebody at each table who enters match after match and confirms it for both sides, each act until it is acknowledged."""

    def __init__(self, phones: Mapping[str, Phone], rounds: Mapping[str, int], seed: int) -> None:
        self.rounds = dict(rounds)
        self._seed = seed
        super().__init__(partial(self._enter, *each) for each in phones.items())

    def _enter(self, table: str, phone: Phone) -> None:
        chance = random.Random(f"{self._seed} {table}")
        while not self.over.is_set():
            played = self.rounds[table]
            with suppress(OSError, HTTPException, ValueError, KeyError, StopIteration):
                match = next(each for each in phone.look(table)["matches"] if each["round"] == played)
                spot = Spot(LEAGUE, STAGE, played, table)
                if match["state"] in {"none", "entered"}:
                    fields = result(chance) if match["state"] == "none" else None
                    self._act(phone, spot, match, fields, chance)
                else:
                    self.rounds[table] += 1

    def _act(
        self, phone: Phone, spot: Spot, match: Mapping[str, Any], fields: Mapping[str, str] | None, chance: random.Random
    ) -> None:
        key = f"{chance.getrandbits(128):032x}"
        doing: dict[str, Any] = {"round": spot.round, "seen": match["seen"]}
        doing |= (
            {"act": "agree", "side": "NS", "of": match["seen"]}
            if fields is None
            else {"act": "enter", "side": "EW", "fields": fields}
        )
        until = time.monotonic() + 5
        while not self.over.is_set() and time.monotonic() < until:
            with suppress(OSError, HTTPException, ValueError):
                status, _ = phone.act(spot.table, key, **doing)
                if status in {200, 201}:
                    self.acknowledged.append(Entered(key, spot, fields))
                return


def opened(folder: Path, rounds: int) -> tuple[Served, Any]:
    """A service with a league, and its process."""
    (folder / "event.json").write_text(json.dumps(league(TABLES, rounds)), encoding="utf-8")
    assert command(folder, "load", "event.json", "--quiet", "--workers", "1", "--warehouse", "house")[0] == 0
    token = administrator(folder / "house")
    process, at = start(folder / "house")
    return Served(at, folder / "house", token), process


def phones_of(served: Served) -> dict[str, Phone]:
    tables = [str(number + 1) for number in range(TABLES)]
    return {table: Phone(served, link, LEAGUE) for table, link in zip(tables, links_of(served, LEAGUE, *tables), strict=True)}


def kept(warehouse: Path) -> dict[str, Spot]:
    """The acts that are there, by their keys."""
    accounts = Accounts(beside(warehouse))
    acts = [act for each in Tables(accounts).acts(LEAGUE).values() for act in each]
    accounts.close()
    assert len({act.key for act in acts}) == len(acts)
    return {act.key: act.spot for act in acts}


def standing(warehouse: Path) -> dict[Spot, bytes]:
    """The records of the results that both sides have confirmed."""
    accounts = Accounts(beside(warehouse))
    found = {each.spot: each.raw for each in Tables(accounts).to_load(every=True)}
    accounts.close()
    return found


def loaded(warehouse: Path) -> dict[Spot, bytes]:
    """The matches that the warehouse has, each once."""
    rows = list(Reader(warehouse).query(CLAIMS).iter_rows())
    places = [json.loads(raw)["event"] for _, raw in rows]
    spots = [Spot(each["id"], each["stage"], each["round"], each["table"]) for each in places]
    assert len(set(spots)) == len(spots)
    return {spot: bytes(raw) for spot, (_, raw) in zip(spots, rows, strict=True)}


def until_all_loaded(warehouse: Path) -> None:
    wanted, until = standing(warehouse), time.monotonic() + 120
    while loaded(warehouse) != wanted:
        assert time.monotonic() < until, (len(loaded(warehouse)), len(wanted))
        time.sleep(0.2)


def killed(folder: Path, kills: int) -> None:
    """Kill a service so many times while tables enter results."""
    served, process = opened(folder, 20 + 10 * kills)
    phones = phones_of(served)
    rounds = dict.fromkeys(phones, 1)
    acknowledged: list[Entered] = []
    for kill in range(kills):
        entering = Entering(phones, rounds, kill)
        entering.wait_for(1 + kill % 4)
        os.kill(process.pid, signal.SIGKILL)
        entering.end()
        process.communicate()
        acknowledged += entering.acknowledged
        rounds = entering.rounds
        there = kept(served.warehouse)
        assert {each.key: each.spot for each in acknowledged}.items() <= there.items()
        process, at = start(served.warehouse)
        served = Served(at, served.warehouse, served.token)
        for phone in phones.values():
            phone.at(served)
    until_all_loaded(served.warehouse)
    of_result = {each.spot: each.fields for each in acknowledged if each.fields is not None}
    for spot, raw in standing(served.warehouse).items():
        if (fields := of_result.get(spot)) is not None:
            assert json.loads(raw)["claims"]["winner"] == fields["/claims/winner"]
    assert "Traceback" not in stop(process)
    assert verify(served.warehouse).sound


@pytest.mark.deep
def test_what_tables_entered_survives_a_kill(tmp_path: Path) -> None:
    killed(tmp_path, 1)


@pytest.mark.deep
def test_what_tables_entered_survives_many_kills(tmp_path: Path) -> None:
    killed(tmp_path, 200)


@pytest.mark.deep
def test_a_backup_while_tables_enter_has_all_that_was_acknowledged_before_it_began(tmp_path: Path) -> None:
    served, process = opened(tmp_path, 60)
    phones = phones_of(served)
    entering = Entering(phones, dict.fromkeys(phones, 1), 1)
    entering.wait_for(8)
    before = list(entering.acknowledged)
    assert command(tmp_path, "backup", "x.tar", "--warehouse", "house")[0] == 0
    entering.wait_for(len(before) + 2)  # and tables go on
    entering.end()
    assert "Traceback" not in stop(process)
    (tmp_path / "back").mkdir()
    assert command(tmp_path, "restore", "x.tar", "--warehouse", "back/house")[0] == 0
    assert verify(tmp_path / "back" / "house").sound
    assert {each.key: each.spot for each in before}.items() <= kept(tmp_path / "back" / "house").items()
    process, _ = start(tmp_path / "back" / "house")  # what the warehouse of the backup does not have yet is loaded
    until_all_loaded(tmp_path / "back" / "house")
    assert "Traceback" not in stop(process)
