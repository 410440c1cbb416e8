"""Where findings stand in the files that people have: the line of an event's file, or the cell of a score sheet."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from paipu.analytics.reader import Reader
from paipu.ingest.event_source import line_at
from paipu.ingest.scoresheet.places import PLACES, cell_of

_SOURCES: Final = "SELECT record_sha256, source FROM latest_events ORDER BY record_sha256"
_OF_MATCHES: Final = """
    SELECT match, record_sha256
    FROM latest_matches
    SEMI JOIN (SELECT unnest(CAST(? AS VARCHAR[])) AS match) USING (match)
    """
_MARK: Final = f'"{PLACES}"'.encode()


def places(reader: Reader, rows: Sequence[Mapping[str, Any]]) -> list[str | None]:
    """Where each of some rows of `event_audit` stands; None where it is in a record that no score sheet was read for."""
    of_event = [row["match"] for row in rows if row["subject"] == "event" and row["match"] is not None]
    named = dict(reader.query(_OF_MATCHES, [of_event]).rows()) if of_event else {}
    own = [row["subject"] == "match" or row["match"] is None for row in rows]
    keys = [row["record_sha256"] if is_own else named.get(row["match"]) for row, is_own in zip(rows, own, strict=True)]
    wanted = sorted({key for key in keys if key is not None})
    raws = reader.records(wanted)
    sources = dict(reader.query(_SOURCES).rows()) if raws else {}
    extras = {key: json.loads(raw).get("extra") or {} for key, raw in raws.items() if _MARK in raw}
    found: list[str | None] = []
    for row, key in zip(rows, keys, strict=True):
        if key is None or key not in raws:
            found.append(None)
        elif row["match"] is None:
            found.append(line_at(raws[key], sources.get(key, ""), row["pointer"]))
        else:
            found.append(cell_of(extras.get(key, {}), row["pointer"], row["expected"], row["actual"]))
    return found
