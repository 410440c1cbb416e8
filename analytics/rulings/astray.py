"""Rulings on a record as it was, and not as it stands for its match now: they are not laid over it, and that is said."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from paipu.analytics import manifest as manifests
from paipu.analytics.rulings.acts import Act
from paipu.analytics.rulings.log import Log
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.ruling import matters, moments
from paipu.replay.text import Text
from paipu.replay.texts import Texts

SHOWN: Final = 12
"""Digits of a hash that people compare."""

WHY: Final = Texts({}, (__package__, "text.astray"))


class Astray(NamedTuple):
    """The last act of a ruling, and the hash of the record that is there now."""

    act: Act
    record_sha256: str

    @property
    def message(self) -> Text:
        """That it is not applied, and what helps."""
        act = self.act
        return WHY["not_laid"].fill(id=act.id, match=act.match, was=act.record_sha256[:SHOWN], now=self.record_sha256[:SHOWN])


def astray(log: Log, present: Mapping[str, Collection[str]], *, drafts: bool = False) -> Sequence[Astray]:
    """The rulings in force on a match that is there, but on none of its records; `present` has their hashes by match.

    With `drafts` also those that are not issued yet.
    """
    states = {"issued", "appealed", "final", *(["draft"] if drafts else [])}
    last = (acts[-1] for acts in log.rulings.values())
    return [
        Astray(act, min(here))
        for act in last
        if act.state in states and (here := present.get(act.match)) and act.record_sha256 not in here
    ]


def astray_in(directory: Path, log: Log, *, drafts: bool = False) -> Sequence[tuple[Astray, Text]]:
    """The same of a warehouse, where the newest record stands for a match, each with why."""
    manifest = manifests.newest(directory) if log.rulings and directory.is_dir() else None
    if manifest is None:
        return []
    from paipu.analytics.reader import connect  # noqa: PLC0415 - it asks DuckDB, which an audit of files does not need

    with connect(directory, manifest) as con:
        named = list(dict.fromkeys(acts[-1].match for acts in log.rulings.values()))
        rows = con.execute(
            "SELECT match, record_sha256 FROM latest_matches WHERE match IN (SELECT unnest(?)) ORDER BY ALL", [named]
        ).fetchall()
        found = []
        for each in astray(log, {match: {sha256} for match, sha256 in rows}, drafts=drafts):
            raw = con.execute("SELECT raw FROM records WHERE record_sha256 = ?", [each.record_sha256]).fetchone()
            parsed = parse(raw[0], Place()) if raw is not None else None
            found.append((each, why_astray(each.act.entry(), parsed.record) if isinstance(parsed, Parsed) else Text("", "")))
    return found


def why_astray(ruling: Ruling, record: GameRecord) -> Text:
    """What a ruling on a former version does not find in a record."""
    hand = next((each for each in record.hands if each.no == ruling.hand), None)
    if ruling.hand is not None and hand is None:
        return WHY["hand"].fill(hand=ruling.hand)
    if hand is not None and ruling.at is not None:
        if hand.tricks is not None and ruling.at not in moments(record, hand):
            return WHY["play"].fill(hand=hand.no, at=".".join(map(str, ruling.at)))
        if ruling.effect.fault is not None and not matters(record, hand.no, at=ruling.at, seat=ruling.seat):
            return WHY["fault"]
    return WHY["elsewhere"]
