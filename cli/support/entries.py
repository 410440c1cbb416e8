"""A ruling written out on the command line: read as strictly as a record, with the place of whatever is wrong with it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from paipu.cli.support.errors import UsageError
from paipu.ingest.rejection import Problem, problem
from paipu.ingest.ruling import read_ruling, says_whose
from paipu.ingest.strict_json import decode
from paipu.replay.record import Ruling
from paipu.replay.ruling import NOTHING_TOLD, Told
from paipu.replay.sheets import SHEETS
from paipu.replay.text import near
from paipu.replay.words import INCIDENTS

GIVEN_BY_THE_ACT: Final = frozenset({"id", "state", "by", "when", "note"})
"""What an act says of a ruling itself."""
NUMBERS: Final = frozenset({"count", "seconds"})


def entry_of(given: str) -> dict[str, Any]:
    """The object of a JSON text. Raises UsageError for anything else."""
    tree, problems = decode(given.encode("utf-8", "surrogatepass"))
    if problems:
        raise refused(problems)
    if not isinstance(tree, dict):
        raise UsageError("entry.object")
    return tree


def ruling_of(entry: Mapping[str, Any], sheet: str) -> Ruling:
    """A ruling as the engine takes it. Raises UsageError for what is none."""
    found = read_ruling(sheet, entry)
    if not isinstance(found, Ruling):
        raise refused(found)
    if not says_whose(found):
        raise refused([problem("RULING-FAULT", "/effect/fault")])
    return found


def whole_of(given: str, sheet: str, state: str) -> dict[str, Any]:
    """What a ruling of JSON says without what the act says. Raises UsageError for what is no ruling, or of another state."""
    entry = entry_of(given)
    if entry.get("state", "issued") not in {"issued", state}:
        raise UsageError("entry.state", given=str(entry["state"])[:40], state=state)
    ruling_of({"id": "r", **entry, "state": state}, sheet)
    return {name: value for name, value in entry.items() if name not in GIVEN_BY_THE_ACT}


def fault_of(given: str) -> dict[str, Any]:
    """`concealed,noticed=9.4,cards=3s`: a fault as records write it. Raises UsageError for what is not written so."""
    kind, *others = [each.strip() for each in given.replace("，", ",").split(",")]
    if kind not in INCIDENTS:
        raise UsageError("propose.kind", given=kind, near=near(kind, INCIDENTS))
    fault: dict[str, Any] = {"kind": kind}
    for each in others:
        name, equals, value = (part.strip() for part in each.partition("="))
        if not equals or not name or name in fault:
            raise UsageError("entry.fault", given=each)
        fault[name] = _number(value) if name in NUMBERS else value
    return fault


def told_of(sheet: str, kind: str | None, cards: str | None, count: int | None, seconds: float | None) -> Told:
    """What is told of a fault of some kind, read as strictly as in a record. Raises UsageError, also where its kind is not."""
    fault = {name: value for name, value in (("cards", cards), ("count", count), ("seconds", seconds)) if value is not None}
    if not fault:
        return NOTHING_TOLD
    if kind is None:
        raise UsageError("propose.told", names=" ".join(f"--{name}" for name in fault))
    seat = SHEETS[sheet].seats[0]
    read = ruling_of(
        {"id": "r", "hand": 1, "seat": seat, "state": "issued", "effect": {"fault": {"kind": kind, **fault}}}, sheet
    )
    found = read.effect.fault
    return Told(cards=found.cards, count=found.count, seconds=found.seconds) if found is not None else NOTHING_TOLD


def _number(value: str) -> int | float | str:
    """A number; as it is written where it is none, which is refused then with its place."""
    for read in (int, float):
        try:
            return read(value)
        except ValueError:
            continue
    return value


def refused(problems: Iterable[Problem]) -> UsageError:
    """What is wrong, each with its JSON pointer."""
    said = {
        lang: "; ".join(f"{each.pointer or '/'}: {getattr(each.message, lang)}" for each in problems) for lang in ("zh", "en")
    }
    return UsageError("entry.wrong", **said)
