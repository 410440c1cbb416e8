"""The file of deals `paipu-deals/1`: a first line that says so, then a board a line. It lies sealed beside its event file."""

import json
import os
import stat
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from paipu.ingest.event import DEALS_FORMAT, DEALS_HEAD, DEALT
from paipu.ingest.event_parse import deal_rules
from paipu.ingest.parse import translate
from paipu.ingest.rejection import Problem, Rejection, problem, reject, shown
from paipu.ingest.strict_json import decode
from paipu.replay.sheets import SHEETS

Made = TypeVar("Made")
MAX_FILE: Final = 4 * 1024 * 1024
MAX_BOARDS: Final = 2_000


class Deals(NamedTuple):
    """The boards of a file, as its lines have them, the rule sheet and the hash of the file."""

    sheet: str
    sha256: str
    boards: tuple[dict[str, Any], ...]


def line_of(value: object) -> bytes:
    """A line of a file of deals: the same bytes for the same deal."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def to_file(sheet: str, boards: Iterable[dict[str, Any]]) -> bytes:
    """The bytes of a file of deals."""
    return b"".join([line_of({"format": DEALS_FORMAT, "sheet": sheet}), *map(line_of, boards)])


def read_deals(path: Path) -> Deals | Rejection:
    """The deals of a file, or what is wrong with it. Raises OSError where it cannot be read."""
    handle = os.open(
        path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return reject([problem("SOURCE-SPECIAL")], path.name)
    with os.fdopen(handle, "rb") as file:
        raw = file.read(MAX_FILE + 1)
    return parse_deals(raw, path.name)


def parse_deals(raw: bytes, source: str) -> Deals | Rejection:
    """The deals that the bytes are, or what is wrong in the first line that is."""
    if len(raw) > MAX_FILE:
        return reject([problem("RECORD-SIZE", limit=MAX_FILE)], source)
    digest = sha256(raw).hexdigest()
    lines = raw.splitlines()
    if len(lines) > MAX_BOARDS + 1:
        return reject([problem("DEALS-COUNT", found=str(len(lines) - 1), expected=f"1–{MAX_BOARDS}")], source, sha256=digest)
    head = _line(DEALS_HEAD, lines[0] if lines else b"", source, 1)
    if isinstance(head, Rejection):
        return head
    found: list[dict[str, Any]] = []
    last = 0
    for number, line in enumerate(lines[1:], start=2):
        made = _line(DEALT, line, source, number, head.sheet)
        if isinstance(made, Rejection):
            return made
        problems = list(deal_rules(head.sheet, made, ()))
        if made.board <= last:
            problems.append(problem("BOARD-ORDER", "/board", found=str(made.board), expected=f"> {last}"))
        if problems:
            return reject(problems, source, number, sha256=digest)
        last = made.board
        found.append(made.model_dump(exclude_none=True, mode="json"))
    if not found:
        return reject([problem("DEALS-COUNT", found="0", expected=f"1–{MAX_BOARDS}")], source, sha256=digest)
    return Deals(head.sheet, digest, tuple(found))


def _line(adapter: TypeAdapter[Made], raw: bytes, source: str, number: int, sheet: str = "") -> Made | Rejection:
    tree, problems = decode(raw)
    if not problems:
        problems = [] if isinstance(tree, dict) else [problem("RECORD-OBJECT", "", found=shown(tree))]
    if not problems and not sheet:
        problems = _head_problems(tree)
    if not problems:
        try:
            return adapter.validate_json(raw)
        except ValidationError as error:
            named = {"sheet": sheet, **tree} if isinstance(tree, dict) else {}
            problems = list(translate(error.errors(include_url=False, include_input=False), named, tag=0))
    return reject(problems, source, number)


def _head_problems(tree: object) -> list[Problem]:
    """What is wrong with a first line that says of no known sheet that the deals are for it."""
    told = tree if isinstance(tree, dict) else {}
    if told.get("format") != DEALS_FORMAT:
        return [problem("DEALS-FORMAT", "/format", found=shown(told.get("format")), expected=DEALS_FORMAT)]
    if not isinstance(told.get("sheet"), str) or told["sheet"] not in SHEETS:
        return [problem("SHEET-UNKNOWN", "/sheet", found=shown(told.get("sheet")), expected=", ".join(SHEETS))]
    return []


def of_set(deals: Deals, sheet: str) -> dict[str, Any] | Problem:
    """The deals as an event document has them, or what does not fit."""
    if deals.sheet != sheet:
        return problem("DEALS-SHEET", "/sheet", found=deals.sheet, expected=sheet)
    return {"sha256": deals.sha256, "boards": list(deals.boards)}
