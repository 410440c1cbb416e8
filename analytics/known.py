"""Findings that do not count: those of a baseline, and those that somebody waived and signed for."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final

from paipu.ingest.whole import read_text
from paipu.replay.checks.renamed import codes_now
from paipu.replay.texts import Texts

BASELINE: Final = "paipu-baseline/1"

_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")
_SIGNED: Final = ("author", "reason", "date")
_BY_PLACE: Final = ("match", "code", "place")


WRONG: Final = Texts({}, (__package__, "text.known"))
"""What can be wrong with such a file."""


class KnownError(Exception):
    """A file of waivers or a baseline is none. `message` is for people, in both languages."""

    def __init__(self, key: str, /, **values: str | int) -> None:
        self.message = WRONG[key].fill(**values)
        super().__init__(self.message.en)


@dataclass(slots=True)
class Waiver:
    """A finding, or the findings of a code at a place, that somebody answers for; `used` counts what it met.

    `place` is `HAND`, `HAND/TRICK`, `HAND/TRICK.PLAY`, `match` for what belongs to no hand, or a JSON pointer.
    """

    fingerprint: str | None
    match: str | None
    code: str | None
    place: str | None
    author: str
    reason: str
    date: str
    used: int = field(default=0)

    @property
    def about(self) -> str:
        """What it is about, in one line."""
        return self.fingerprint or f"{self.match} {self.place} {self.code}"


def places(row: Mapping[str, Any]) -> set[str]:
    """All the ways in which a waiver may name a finding's place."""
    hand, trick, play = row["hand"], row["trick"], row["play"]
    found = {row["pointer"]} if row["pointer"] else set()
    if hand is None:
        return found | {"match"}
    found.add(f"{hand}")
    if trick is not None:
        found.add(f"{hand}/{trick}")
        if play is not None:
            found.add(f"{hand}/{trick}.{play}")
    return found


class Waivers:
    """The waivers of a file, looked up by fingerprint first and then by place."""

    def __init__(self, waivers: Sequence[Waiver] = ()) -> None:
        self.all = tuple(waivers)
        self._by_fingerprint = {waiver.fingerprint: waiver for waiver in reversed(self.all) if waiver.fingerprint}
        placed = [(waiver, waiver.code) for waiver in reversed(self.all) if waiver.code is not None]
        self._by_place = {(waiver.match, now, waiver.place): waiver for waiver, code in placed for now in codes_now(code)}

    def find(self, row: Mapping[str, Any]) -> Waiver | None:
        """The waiver of a finding, counted as used; None where there is none."""
        if not self.all:
            return None
        waiver = self._by_fingerprint.get(row["fingerprint"])
        if waiver is None:
            found = (self._by_place.get((row["match"], row["code"], place)) for place in sorted(places(row)))
            waiver = next((each for each in found if each is not None), None)
        if waiver is not None:
            waiver.used += 1
        return waiver

    @property
    def unused(self) -> tuple[Waiver, ...]:
        """Those that met no finding."""
        return tuple(waiver for waiver in self.all if not waiver.used)


def read_waivers(path: Path) -> Waivers:
    """The waivers of a JSON file. Raises KnownError naming the entry and the key that is wrong."""
    try:
        entries = json.loads(_read(path))
    except ValueError as error:
        raise KnownError("waivers.json", path=str(path), why=str(error)) from error
    if not isinstance(entries, list):
        raise KnownError("waivers.list", path=str(path))
    return Waivers([_waiver(path, number, entry) for number, entry in enumerate(entries, start=1)])


def _waiver(path: Path, number: int, entry: object) -> Waiver:
    if not isinstance(entry, dict):
        raise KnownError("waivers.object", path=str(path), number=number)
    named = ("fingerprint",) if "fingerprint" in entry else _BY_PLACE
    for key in entry:
        if key not in (*named, *_SIGNED):
            raise KnownError("waivers.key", path=str(path), number=number, key=key)
    for key in (*named, *_SIGNED):
        value = entry.get(key)
        if not isinstance(value, str) or not value.strip():
            raise KnownError("waivers.missing", path=str(path), number=number, key=key)
    if "fingerprint" in entry and not _FINGERPRINT.fullmatch(entry["fingerprint"]):
        raise KnownError("waivers.fingerprint", path=str(path), number=number, found=entry["fingerprint"])
    try:
        date.fromisoformat(entry["date"])
    except ValueError as error:
        raise KnownError("waivers.date", path=str(path), number=number, found=entry["date"]) from error
    told: dict[str, Any] = {**dict.fromkeys(("fingerprint", *_BY_PLACE)), **entry}
    return Waiver(**told)


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of a baseline file. Raises KnownError where it is none."""
    try:
        rows = [json.loads(line) for line in _read(path).splitlines() if line.strip()]
    except ValueError as error:
        raise KnownError("baseline.broken", path=str(path), why=str(error)) from error
    if not rows or not isinstance(rows[0], dict) or rows[0].get("format") != BASELINE:
        raise KnownError("baseline.format", path=str(path), expected=BASELINE)
    found: set[str] = set()
    for row in rows[1:]:
        given = row.get("fingerprint") if isinstance(row, dict) else row
        if not isinstance(given, str) or not _FINGERPRINT.fullmatch(given):
            raise KnownError("baseline.broken", path=str(path), why=f"fingerprint {given!r}")
        found.add(given)
    return frozenset(found)


def baseline_head() -> str:
    """The first line of a baseline file."""
    return json.dumps({"format": BASELINE})


def baseline_line(row: Mapping[str, Any]) -> str:
    """A finding's line in a baseline file: the fingerprint counts, the rest tells a reader what it is."""
    shown = {key: row[key] for key in ("fingerprint", "match", "hand", "trick", "play", "seat", "code")}
    return json.dumps(shown, ensure_ascii=False)


def _read(path: Path) -> str:
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise KnownError("unreadable", path=str(path), why=getattr(error, "strerror", None) or str(error)) from error
