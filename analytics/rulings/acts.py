"""The lines of the log: what an act says, which may follow which, and how a line is written and read back.

A line is JSON in one way of writing it only, with its own hash at the end: what is read is compared byte for byte.
"""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, get_args

from pydantic import Field, ValidationError

from paipu.ingest.fields import Id, Name, Note, Stamp, Strict
from paipu.ingest.parse import Parsed
from paipu.ingest.rejection import printable
from paipu.ingest.ruling import read_ruling
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.sheets import SHEETS

FORMAT: Final = "paipu-rulings/1"
NOT_HEARD: Final[Mapping[str, Any]] = {}
NOBODY: Final = "0" * 64
"""Before the first line."""
LONGEST: Final = 64 * 1024
"""Bytes of a line: notes and names have their limits, and so no act of ours comes near."""

Kind = Literal["draft", "issue", "appeal", "decide", "withdraw"]
ACTS: Final[tuple[Kind, ...]] = get_args(Kind)

STATE_AFTER: Final[Mapping[Kind, str]] = {
    "draft": "draft",
    "issue": "issued",
    "appeal": "appealed",
    "decide": "final",
    "withdraw": "withdrawn",
}
FOLLOWS: Final[Mapping[Kind, tuple[str | None, ...]]] = {
    "draft": (None, "draft"),
    "issue": (None, "draft"),
    "appeal": ("issued",),
    "decide": ("issued", "appealed"),
    "withdraw": ("draft", "issued", "appealed", "final"),
}
"""In which states a ruling may be for an act; None where there is no such ruling yet. What is withdrawn stays so."""


def allowed(state: str | None) -> tuple[Kind, ...]:
    """What can be done next with a ruling in that state."""
    return tuple(act for act in ACTS if state in FOLLOWS[act])


class On(NamedTuple):
    """The record that a ruling is on, its hands by number, and the ids of its own rulings; None for one that is not at hand."""

    match: str
    sheet: str
    record_sha256: str
    hands: tuple[int, ...]
    taken: tuple[str, ...]
    record: GameRecord | None = None

    @classmethod
    def of(cls, parsed: Parsed) -> Self:
        """A record as it was read."""
        record = parsed.record
        hands = tuple([hand.no for hand in record.hands])
        return cls(record.id, record.sheet, parsed.sha256, hands, tuple([ruling.id for ruling in record.rulings]), record)


class Also(Strict):
    """Another place of the record that a ruling is on as well."""

    hand: Annotated[int, Field(ge=1)]
    at: Annotated[str, Field(pattern=r"^(0|[1-9]\d{0,3}\.[1-9]\d{0,2})$")]
    seat: Annotated[str, Field(pattern="^[A-Z][A-Z0-9]?$")] | None = None


class Hearing(Strict):
    """What was heard before an act, as far as it is told: when the referee was called, what each side says, who saw it, who
    sits in the committee and by when it decides, the other plays looked at, and the other places that the ruling is on.
    """

    called: Name | None = None
    statements: dict[Annotated[str, Field(pattern="^[A-Z0-9]{1,12}$")], Note] | None = None
    witnesses: Note | None = None
    committee: Note | None = None
    deadline: Name | None = None
    supposed: Annotated[list[Name], Field(max_length=20)] | None = None
    also: Annotated[list[Also], Field(max_length=40)] | None = None


class Given(NamedTuple):
    """An act as it is asked for. Of a ruling that is in the log `id` is enough; a new one is `on` a record.

    `ruling` is what it says from now on: an entry of the record format, of which the act gives `id` and `state`; `hearing` is a
    `Hearing`.
    """

    act: Kind
    by: str
    reason: str = ""
    id: str | None = None
    on: On | None = None
    ruling: Mapping[str, Any] | None = None
    hearing: Mapping[str, Any] = NOT_HEARD


Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class _Signed(Strict):
    format: Literal["paipu-rulings/1"]
    no: Annotated[int, Field(ge=1)]
    by: Annotated[Name, Field(min_length=1)]
    when: Stamp
    reason: Note
    before: Sha256


class _Line(_Signed):
    act: Kind
    match: Id
    sheet: str
    record_sha256: Sha256
    ruling: dict[str, Any]
    hearing: Hearing | None = None


class _Confirmed(_Signed):
    act: Literal["confirm"]
    instead_of: Sha256 | None


class Mark(NamedTuple):
    """How far a log had come: its number of lines, and the hash of the last. A head, a warehouse and a print keep it."""

    lines: int = 0
    sha256: str = NOBODY


START: Final = Mark()


class Place(NamedTuple):
    """A place of a record, and whom it is about."""

    hand: int
    trick: int
    play: int
    seat: str | None


def _at(written: str) -> tuple[int, int]:
    trick, _, play = written.partition(".")
    return int(trick), int(play or 0)


class Act(NamedTuple):
    """A line of the log. `ruling` is the whole entry as it stands after the act, `sha256` the hash of the line."""

    no: int
    act: Kind
    match: str
    sheet: str
    record_sha256: str
    ruling: Mapping[str, Any]
    by: str
    when: str
    reason: str
    before: str
    hearing: Mapping[str, Any] = NOT_HEARD
    sha256: str = ""

    @property
    def id(self) -> str:
        """Names the ruling through all its acts."""
        return str(self.ruling["id"])

    @property
    def state(self) -> str:
        """What the ruling is after the act."""
        return str(self.ruling["state"])

    def entry(self) -> Ruling:
        """The ruling as the engine takes it."""
        found = read_ruling(self.sheet, self.ruling)
        if not isinstance(found, Ruling):
            raise TypeError(f"line {self.no} was read and holds no ruling")
        return found

    def sealed(self) -> tuple[Self, bytes]:
        """The act with its hash, and its line."""
        told = {name: value for name, value in self._asdict().items() if name != "sha256" and value != NOT_HEARD}
        seal, line = _sealed(told)
        return self._replace(sha256=seal), line

    @property
    def also(self) -> Sequence[Place]:
        """The other places of the record that the ruling is on as well."""
        return [Place(each["hand"], *_at(each["at"]), each.get("seat")) for each in self.hearing.get("also", ())]


class Confirmed(NamedTuple):
    """A line in which somebody answers for it that the lines before are all there are, where nothing else says so.

    `instead_of` is the hash of a last line that a warehouse, or a print, has of this log, and that is not in it.
    """

    no: int
    by: str
    when: str
    reason: str
    instead_of: str | None
    before: str
    sha256: str = ""

    def sealed(self) -> tuple[Self, bytes]:
        """The same with its hash, and its line."""
        told = {name: value for name, value in self._asdict().items() if name != "sha256"}
        seal, line = _sealed({"no": told.pop("no"), "act": "confirm", **told})
        return self._replace(sha256=seal), line


def _sealed(told: Mapping[str, Any]) -> tuple[str, bytes]:
    body = written({"format": FORMAT, **told})
    seal = sha256(body).hexdigest()
    return seal, body[:-1] + f',"sha256":"{seal}"}}\n'.encode()


class NoActError(ValueError):
    """A line is none of a log, and what is wrong with it; `changed` where it was one."""

    def __init__(self, what: str, *, changed: bool = False) -> None:
        super().__init__(what)
        self.what, self.changed = printable(what), changed


def written(told: Mapping[str, Any]) -> bytes:
    """The one way in which an act is written."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


_SEAL: Final = re.compile(rb',"sha256":"([0-9a-f]{64})"\}')
_SEAL_LENGTH: Final = len(',"sha256":""}') + 64


def read_line(line: bytes) -> Act | Confirmed:
    """What a line, without its newline, says. Raises NoActError."""
    if len(line) > LONGEST:
        raise NoActError(f"> {LONGEST} bytes")
    seal = _SEAL.fullmatch(line[-_SEAL_LENGTH:])
    if seal is None:
        raise NoActError("no hash at its end", changed=line.startswith(f'{{"format":"{FORMAT}"'.encode()))
    body = line[:-_SEAL_LENGTH] + b"}"
    if sha256(body).hexdigest() != seal[1].decode():
        raise NoActError("not what its hash says", changed=True)
    try:
        told = json.loads(body)
        confirms = isinstance(told, dict) and told.get("act") == "confirm"
        found = (_Confirmed if confirms else _Line).model_validate(told)
        as_written = written(told)
    except (ValidationError, ValueError, RecursionError) as fault:  # one of these too: text that is none, half a surrogate pair
        raise NoActError(_first(fault)) from fault
    if as_written != body:
        raise NoActError("not in the one way of writing it")
    if isinstance(found, _Confirmed):
        return Confirmed(**{name: getattr(found, name) for name in Confirmed._fields[:-1]}, sha256=seal[1].decode())
    if found.sheet not in SHEETS:
        raise NoActError(f"no sheet {found.sheet[:40]!r}")
    entry = read_ruling(found.sheet, found.ruling)
    if not isinstance(entry, Ruling):
        raise NoActError(f"/ruling{entry[0].pointer}: {entry[0].message.en}")
    told = {name: getattr(found, name) for name in Act._fields[:-2]}
    heard = found.hearing.model_dump(exclude_unset=True) if found.hearing is not None else NOT_HEARD
    return Act(**told, hearing=heard, sha256=seal[1].decode())


def _first(fault: Exception) -> str:
    if isinstance(fault, ValidationError):
        error = fault.errors(include_url=False, include_input=False)[0]
        return f"/{'/'.join(map(str, error['loc']))}: {error['msg']}"
    return str(fault)[:200]
