"""Whether a warehouse still is what was committed: every part and every record hashed again, every file looked at.

It changes nothing. Where nobody writes it keeps writers away the while; where somebody does, it checks what the newest
manifest lists, and not what else lies in the folder.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from paipu.analytics import manifest as manifests
from paipu.analytics.damage import Damage
from paipu.analytics.errors import NOTICES, NotAWarehouseError, UnusableError
from paipu.analytics.events import overdue
from paipu.analytics.lock import no_writer
from paipu.analytics.manifest import LOCK, PARTS, Manifest
from paipu.analytics.reader import connect
from paipu.replay.text import Text

_ATTEMPTS: Final = 5
"""How often what is being written to is looked at anew, when it has changed meanwhile."""
_COUNTED: Final = {
    "hands": ("audited", "hands"),
    "computed": ("audited", "hands"),
    "plays": ("audited", "plays"),
    "findings": ("audited", "findings"),
    "event_entrants": ("audited_events", "entrants"),
    "event_matches": ("audited_events", "matches"),
    "standings": ("audited_events", "standings"),
    "event_findings": ("audited_events", "findings"),
}
"""Tables of which each match or event says in one of its columns how many rows it has."""
_ADDED_UP: Final = {
    "sums": ("sum(records)", "sheet", "count(*)", "tallies", "length(unit) > 1"),
    "time_sums": ("sum(plays)", "seat", "sum(plays)", "think_times", "true"),
}
"""Tables of sums: what there adds up, for which kind of units, to what of the rows of records, and of which of them."""
_OF_BATCHES: Final = {
    "batch-missing": """
        SELECT number, batches, NULL, NULL FROM (SELECT unnest(range(1, batches + 1)) AS number, batches FROM warehouse)
        ANTI JOIN (SELECT batch AS number FROM batches) USING (number)
        """,
    "batch-unbalanced": "SELECT batch, NULL, NULL, NULL FROM reconciliation WHERE NOT holds",
    "record-changed": """
        SELECT batch, count(*), min(record_sha256), NULL FROM records WHERE sha256(raw) <> record_sha256 GROUP BY batch
        """,
    "record-missing": """
        SELECT batch, count(*), min(record_sha256), NULL
        FROM (SELECT batch, record_sha256 FROM matches UNION ALL SELECT batch, record_sha256 FROM events)
        ANTI JOIN records USING (record_sha256)
        GROUP BY batch
        """,
    "rows-differ": " UNION ALL ".join(
        f"""
        SELECT batch, count(*), NULL, '{name}' FROM stored.{audited}
        LEFT JOIN (SELECT record, count(*) AS found FROM stored.{name} GROUP BY record) USING (record)
        WHERE {said} <> coalesce(found, 0) GROUP BY batch
        """  # noqa: S608 - names of ours
        for name, (audited, said) in _COUNTED.items()
    ),
    "sums-differ": " UNION ALL ".join(
        f"""
        SELECT NULL, NULL, sheet, '{name}'
        FROM (SELECT sheet, {summed} AS told FROM stored.{name} WHERE kind = '{kind}' GROUP BY sheet)
        FULL JOIN (
            SELECT sheet, {counted} AS found
            FROM (SELECT * FROM stored.{table} WHERE {counts})
            JOIN (SELECT record, sheet FROM stored.audited) USING (record)
            GROUP BY sheet
        ) USING (sheet)
        WHERE coalesce(told, 0) <> coalesce(found, 0)
        """  # noqa: S608 - names of ours
        for name, (summed, kind, counted, table, counts) in _ADDED_UP.items()
    ),
    "record-doubled": """
        SELECT NULL, count(*), min(record_sha256), table_name
        FROM (
            SELECT record_sha256, table_name
            FROM (
                SELECT record_sha256, 'records' AS table_name FROM records
                UNION ALL
                SELECT record_sha256, 'matches, quarantine'
                FROM (SELECT record_sha256 FROM matches UNION ALL SELECT record_sha256 FROM quarantine)
                UNION ALL
                SELECT record_sha256, 'events' FROM events
            )
            GROUP BY record_sha256, table_name HAVING count(*) > 1
        )
        GROUP BY table_name
        """,
}
"""What can be wrong with the rows, and a query of the batch, the amount, an example and the table."""


class Checked(NamedTuple):
    """The manifest that was gone by, and how much it lists."""

    file: str
    batches: int
    records: int
    rows: int
    parts: int


class Verification(NamedTuple):
    """What a check found. `writing` is whether a process was writing meanwhile; notices are no damage.

    `due` are the events of which the audit is not that of their matches as they are.
    """

    directory: Path
    writing: bool
    checked: Checked | None
    damage: tuple[Damage, ...]
    notices: tuple[Text, ...]
    due: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.damage


def verify(directory: str | Path) -> Verification:
    """Check a warehouse.

    Raises NotAWarehouseError where there is none, OtherSchemaError where another paipu made it, UnusableError where the
    system refuses.
    """
    directory = Path(directory)
    try:
        manifests.refuse_old(directory)
        if not directory.is_dir() or not (manifests.numbered(directory) or manifests.part_files(directory)):
            raise NotAWarehouseError(directory, "这里没有仓库", "no warehouse here")
        with no_writer(directory) as alone:
            return _verify_alone(directory) if alone else _verify_beside(directory)
    except OSError as fault:
        raise UnusableError(directory, fault) from fault


def _verify_beside(directory: Path) -> Verification:
    notice = NOTICES["writing"]
    found = _verify_newest(directory)
    for _ in range(_ATTEMPTS):
        before, found = found, _verify_newest(directory)
        if before.sound or before == found:
            found = before
            break
    return found._replace(writing=True, notices=(notice, *found.notices))


def _verify_alone(directory: Path) -> Verification:
    found = _verify_newest(directory)
    left = [path.relative_to(directory) for path in manifests.drafts(directory)]
    damage = list(_foreign(directory))
    listed: set[str] = set()
    newest: Manifest | None = None
    kept: list[Manifest] = []
    for number, (_, path) in enumerate(manifests.numbered(directory)):
        if isinstance(read := _read(path), Damage):
            damage += [] if number == 0 else [read]
        else:
            newest = read if number == 0 else newest
            kept.append(read)
            listed |= {part.name for part in read.parts}
    if (apart := manifests.unchained(kept)) is not None:
        damage.append(Damage("manifest-unchained", apart.name))
    begun = manifests.begun(directory, newest)
    for path in manifests.part_files(directory):
        if not manifests.is_part(path):
            damage.append(Damage("file-foreign", f"{PARTS}/{path.name}"))
        elif path.name in begun - listed:
            left.append(path.relative_to(directory))
        elif path.name not in listed and manifests.numbered(directory):
            damage.append(Damage("part-stray", f"{PARTS}/{path.name}"))
    notices = [NOTICES["left"].fill(name=name) for name in left]
    return found._replace(damage=(*found.damage, *damage), notices=(*notices, *found.notices))


def _foreign(directory: Path) -> Iterator[Damage]:
    for path in sorted(directory.iterdir()):
        if not manifests.is_ours(path.name) or (path.name == LOCK and not manifests.is_plain(path)):
            yield Damage("file-foreign", path.name)


def _read(path: Path) -> Manifest | Damage:
    """Raises UnusableError where it may not be read."""
    try:
        if not manifests.is_plain(path):
            return Damage("manifest-damaged", path.name, what="not a file" if path.is_dir() else "a link")
        return manifests.read(path)
    except UnusableError as fault:
        if fault.refusal != "other":
            raise
        return Damage("manifest-damaged", path.name, what=fault.said)


def _verify_newest(directory: Path) -> Verification:
    """Check what the newest manifest lists: the files, and if all are as they were written, the rows."""
    for _, path in manifests.numbered(directory)[:1]:
        manifest = _read(path)
        if isinstance(manifest, Damage):
            return Verification(directory, False, None, (manifest,), ())
        records = sum(part.rows for part in manifest.parts if part.table == "records")
        rows = sum(part.rows for part in manifest.parts)
        checked = Checked(path.name, manifest.batches, records, rows, len(manifest.parts))
        damage = list(_damaged_parts(directory, manifest)) or list(_damaged_rows(directory, manifest))
        due = () if damage else _due(directory, manifest)
        return Verification(directory, False, checked, tuple(damage), tuple(_said(directory, due)), due)
    gone = Damage("manifest-missing", PARTS, amount=len(manifests.part_files(directory)))
    return Verification(directory, False, None, (gone,), ())


def _due(directory: Path, manifest: Manifest) -> tuple[str, ...]:
    if not any(part.table == "events" for part in manifest.parts):
        return ()
    with connect(directory, manifest) as con:
        return tuple(overdue(con))


def _said(directory: Path, due: tuple[str, ...]) -> Iterator[Text]:
    for event in due:
        yield NOTICES["due"].fill(event=event, directory=directory)


def _damaged_parts(directory: Path, manifest: Manifest) -> Iterator[Damage]:
    for part, code in manifests.altered(directory, manifest):
        yield Damage(code, part.file, table=part.table)


def _damaged_rows(directory: Path, manifest: Manifest) -> Iterator[Damage]:
    try:
        with connect(directory, manifest) as con:
            for code, sql in _OF_BATCHES.items():
                for batch, amount, what, table in con.execute(f"FROM ({sql}) ORDER BY ALL").fetchall():
                    yield Damage(code, manifest.name, batch, table, amount, what)
    except UnusableError as fault:
        yield Damage("unreadable", manifest.name, what=fault.said)
