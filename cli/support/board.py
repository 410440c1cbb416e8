"""`paipu replay`: finds the match and the hand, and shows the plies asked for, by the family that the sheet is of."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from paipu.cli.formats.as_text import rejection_lines
from paipu.cli.support.board_climbing import ClimbingTable
from paipu.cli.support.board_tricks import TrickTable
from paipu.cli.support.errors import ExitCode, InputError, UsageError
from paipu.cli.support.events import read_event
from paipu.cli.support.files import output, say
from paipu.cli.support.table import Table
from paipu.cli.support.terminal import tell, wants_colour
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import DENIED, Rejection
from paipu.ingest.source import read
from paipu.ingest.stream import in_event
from paipu.replay.audit import MatchView
from paipu.replay.event.placing import games_said
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, near

Frame = TypeVar("Frame")

MATCHES_LISTED: Final = 8

_TABLES: Final[Mapping[FamilyName, type[Table[Any, Any]]]] = {"tricks": TrickTable, "climbing": ClimbingTable}


def show(
    path: str,
    *,
    match: str | None,
    hand: int | None,
    ply: int | None,
    everything: bool,
    alternatives: int,
    lang: Lang,
    event: str | None,
) -> None:
    """Print a hand at a ply, or at every ply. Raises UsageError for a place that does not exist."""
    if everything and ply is not None:
        raise UsageError("replay.all_or_ply")
    parsed = find(path, match, lang, event)
    index = hand_index(parsed, hand)
    table = lay(parsed, index, lang, alternatives)
    for number, frame in enumerate(chosen(table.view.frames, table.hand.no, ply, everything=everything)):
        if number:
            say("", "─" * 60, "")
        say(*table.board(frame))


def write_page(path: str, target: Path, *, match: str | None, hand: int | None, lang: Lang, event: str | None) -> None:
    """Write a match, or one of its hands, as a page of its own. Raises UsageError for a place that does not exist."""
    from paipu.dashboard.table.alone import page

    parsed = find(path, match, lang, event)
    first = hand_index(parsed, hand)
    with output(target) as out:
        out.write(page(parsed, range(len(parsed.record.hands)) if hand is None else (first,), lang))


def chosen(frames: Sequence[Frame], hand: int, ply: int | None, *, everything: bool) -> Sequence[Frame]:
    """The frames to show. Raises UsageError for a ply that does not exist."""
    last = len(frames) - 1
    if ply is not None and not 0 <= ply <= last:
        raise UsageError("replay.no_ply", ply=ply, hand=hand, last=last)
    return frames if everything else (frames[last if ply is None else ply],)


def lay(parsed: Parsed, index: int, lang: Lang, listed: int) -> Table[Any, Any]:
    """The table of a hand. Raises InputError for one that cannot be replayed."""
    record = parsed.record
    family = SHEETS[record.sheet].family
    match = MatchView(record)
    view = match.hands[index]
    if not view.frames:
        raise InputError("replay.not_shown", match=record.id, hand=view.hand.no)
    return _TABLES[family](
        parsed=parsed,
        verdict=match.audit,
        view=view,
        lang=lang,
        colour=wants_colour(sys.stdout),
        listed=listed,
    )


def find(path: str, match: str | None, lang: Lang, event: str | None = None) -> Parsed:
    """The record of a match, with what its event says of its games. Raises UsageError where it is not there."""
    said = games_said(read_event(event, lang).parsed.event) if event is not None else {}
    return in_event(_find(path, match, lang), said)


def _find(path: str, match: str | None, lang: Lang) -> Parsed:
    """The record, read no further than needed."""
    others: list[str] = []
    count = 0
    only: Parsed | None = None
    rejected = denied = 0
    for given in read([path]):
        parsed = given if isinstance(given, Rejection) else parse(given.raw, given)
        if isinstance(parsed, Rejection):
            rejected += 1
            denied += parsed.code == DENIED
            tell(rejection_lines(parsed, lang, colour=wants_colour(sys.stderr)))
            continue
        count += 1
        if match is None:
            only = only or parsed
        elif parsed.record.id == match:
            return parsed
        if len(others) < 10_000:
            others.append(parsed.record.id)
    if not count:
        stop = InputError("replay.no_record", path=path, rejected=rejected)
        stop.code = ExitCode.DENIED if denied else stop.code
        raise stop
    if match is not None:
        raise UsageError("replay.no_match", match=match, path=path, near=near(match, others))
    if only is None or count > 1:
        raise UsageError("replay.which_match", path=path, n=count, ids=", ".join(others[:MATCHES_LISTED]))
    return only


def hand_index(parsed: Parsed, hand: int | None) -> int:
    """Where a hand stands in the record, the first where none is named. Raises UsageError for one that does not exist."""
    record = parsed.record
    numbers = [each.no for each in record.hands]
    if not numbers:
        raise InputError("replay.no_hands", match=record.id)
    if hand is not None and hand not in numbers:
        raise UsageError("replay.no_hand", hand=hand, match=record.id, hands=_ranges(numbers))
    return numbers.index(hand) if hand is not None else 0


def _ranges(numbers: Sequence[int]) -> str:
    """`1–4, 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}–{last}" if first != last else str(first) for first, last in runs)
