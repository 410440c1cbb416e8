"""The tables of events, as the file of accounts has them: the links by which they enter results, and what was entered.

A link is for one table of one event, and good for a while; whoever opens it is a device at that table. What is done about a
result is only ever added to. An act goes by a key that its sender made: the same again is known, and changes nothing.
"""

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from paipu.dashboard.service.accounts import Accounts, Person, said, sha256_of
from paipu.dashboard.service.results import Act, Spot
from paipu.dashboard.service.roles import AT_TABLE, Action, Role

MOST_DEVICES: Final = 100
"""Of one link; who came first makes way."""
LETTERS: Final = 12
"""Of what a device is called."""


class Link(NamedTuple):
    """A link as it is listed: without the secret, which nobody keeps."""

    id: str
    event: str
    table: str
    until: str
    devices: int


class KeyTakenError(Exception):
    """Another act has that key."""


class Result(NamedTuple):
    """A result that stands: where it belongs, the bytes of its record and their hash."""

    spot: Spot
    raw: bytes
    sha256: str


class Tables:
    """Links, devices and results, in the file of some accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    # --- links

    def link(self, event: str, tables: Iterable[str], hours: float, by: str) -> list[tuple[Link, str]]:
        """A link for each of some tables, with its secret, which is told once. Links that they had before stay."""
        made = []
        with self._accounts.change():
            self._rows("DELETE FROM table_links WHERE until <= ?", self._accounts.until(0))
            until = self._accounts.until(hours * 3600)
            for table in tables:
                number, secret = secrets.token_hex(8), secrets.token_urlsafe(24)
                self._rows("INSERT INTO table_links VALUES (?, ?, ?, ?, ?)", number, sha256_of(secret), event, table, until)
                made.append((Link(number, event, table, said(until), 0), secret))
            self._accounts.put(by, Action.TABLES, json.dumps([event, [each.table for each, _ in made]], ensure_ascii=False))
        return made

    def links(self, event: str) -> list[Link]:
        """The links of an event that are good."""
        rows = self._rows(
            "SELECT id, event, event_table, until, (SELECT count(*) FROM table_devices WHERE link = id) FROM table_links"
            " WHERE event = ? AND until > ? ORDER BY event_table, until, id",
            event,
            self._accounts.until(0),
        )
        return [Link(number, name, table, said(until), devices) for number, name, table, until, devices in rows]

    def end(self, event: str, number: str, by: str) -> bool:
        """End a link, and what came by it; whether there was one."""
        with self._accounts.change():
            gone = bool(self._rows("DELETE FROM table_links WHERE id = ? AND event = ? RETURNING id", number, event))
            if gone:
                self._accounts.put(by, "table-link-ended", number)
        return gone

    def open(self, secret: str) -> str | None:
        """Another device at the table of a link: the secret of its cookie; None where the link is none, or no longer."""
        made = secrets.token_urlsafe(32)
        with self._accounts.change():
            found = self._rows(
                "SELECT id FROM table_links WHERE sha256 = ? AND until > ?", sha256_of(secret), self._accounts.until(0)
            )
            if not found:
                return None
            link = found[0][0]
            self._rows("INSERT INTO table_devices (sha256, link) VALUES (?, ?)", sha256_of(made), link)
            self._rows(
                "DELETE FROM table_devices WHERE link = ? AND number NOT IN"
                " (SELECT number FROM table_devices WHERE link = ? ORDER BY number DESC LIMIT ?)",
                link,
                link,
                MOST_DEVICES,
            )
        return made

    def device(self, secret: str) -> Person | None:
        """Who a device speaks for: a scorer at its table, who may nothing else; None once its link has ended."""
        rows = self._rows(
            "SELECT event, event_table FROM table_devices JOIN table_links ON id = link"
            " WHERE table_devices.sha256 = ? AND until > ?",
            sha256_of(secret),
            self._accounts.until(0),
        )
        if not rows:
            return None
        event, table = rows[0]
        return Person(f"{event}/{table}", frozenset({Role.SCORER}), AT_TABLE, (event, table))

    # --- results

    def acts(self, event: str, table: str | None = None) -> dict[Spot, list[Act]]:
        """What was done about the results of an event, or of one of its tables, in order."""
        narrowed, told = ("", [event]) if table is None else (" AND event_table = ?", [event, table])
        rows = self._rows(f"SELECT * FROM result_acts WHERE event = ?{narrowed} ORDER BY number", *told)  # noqa: S608 - the names are ours
        found: dict[Spot, list[Act]] = {}
        for row in rows:
            act = _act(row)
            found.setdefault(act.spot, []).append(act)
        return found

    def put(
        self,
        key: str,
        spot: Spot,
        person: Person,
        device: str,
        told: Mapping[str, Any],
        then: Callable[[Sequence[Act]], bytes | None],
    ) -> tuple[Act, bool]:
        """Add an act to those about a result, on the disk when it returns; the act, and whether it is new.

        `then` is asked, with all acts up to this one, for the record of the result that stands now, None where none does; what
        it raises leaves everything as it was. Raises KeyTakenError where another act has the key.
        """
        said_so = json.dumps(told, ensure_ascii=False, sort_keys=True)
        place = (spot.event, spot.stage, spot.round, spot.table)
        with self._accounts.change():
            before = self._rows("SELECT * FROM result_acts WHERE key = ?", key)
            if before:
                found = _act(before[0])
                if (found.spot, found.who, found.told) != (spot, person.name, dict(told)):
                    raise KeyTakenError
                return found, False
            at = said(self._accounts.until(0))
            row = (key, *place, at, person.name, device, said_so)
            number = self._rows(
                "INSERT INTO result_acts (key, event, stage, round, event_table, at, who, device, act)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
                *row,
            )[0][0]
            raw = then(self.acts(spot.event, spot.table)[spot])
            if raw is not None:
                text = raw.decode()
                self._rows("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, 0)", *place, text, sha256_of(text))
            about = json.dumps([*place, told["act"], told.get("side")], ensure_ascii=False)
            self._accounts.put(person.name, Action.RESULT, about)
        return Act(number, key, spot, at, person.name, device, dict(told)), True

    def standing(self, event: str) -> dict[Spot, bool]:
        """The results of an event that stand, and whether each is in the warehouse."""
        rows = self._rows("SELECT event, stage, round, event_table, loaded FROM results WHERE event = ?", event)
        return {Spot(*row[:4]): bool(row[4]) for row in rows}

    def to_load(self, *, every: bool) -> list[Result]:
        """The results that are to be in the warehouse, and are not known to be; `every`: those too that are."""
        rows = self._rows(
            "SELECT event, stage, round, event_table, raw, sha256 FROM results WHERE loaded <= ?"
            " ORDER BY event, stage, round, event_table",
            int(every),
        )
        return [Result(Spot(*row[:4]), row[4].encode(), row[5]) for row in rows]

    def loaded(self, result: Result) -> None:
        """A result is in the warehouse."""
        place = (result.spot.event, result.spot.stage, result.spot.round, result.spot.table)
        with self._accounts.change():
            self._rows(
                "UPDATE results SET loaded = 1 WHERE event = ? AND stage = ? AND round = ? AND event_table = ? AND sha256 = ?",
                *place,
                result.sha256,
            )

    def _rows(self, sql: str, *params: str | int) -> list[Any]:
        try:
            return self._accounts.rows(sql, *params)
        except sqlite3.IntegrityError as fault:
            raise KeyTakenError from fault


def device_of(secret: str) -> str:
    """What a device, or a session, is called where its secret is not to be told."""
    return sha256_of(secret)[:LETTERS]


def _act(row: Sequence[Any]) -> Act:
    number, key, event, stage, played, table, at, who, device, told = row
    return Act(number, key, Spot(event, stage, played, table), at, who, device, json.loads(told))
