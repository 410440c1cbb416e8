"""A hand to be shown as text, and what the boards of all families have: blocks at their seats, findings, pins."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from cli.support.terminal import cells, clean, pad, paint
from cli.text import text
from ingest.output import finding_row
from ingest.parse import Parsed
from replay.audit import ENGINE_VERSION
from replay.computed import Audit, ComputedHand
from replay.findings import Finding, Ply, ply_of
from replay.record import Hand
from replay.states import HandView
from replay.text import Lang
from replay.words import hand_name

GAP: Final = 4

Rows = Iterator[tuple[str, str]]
"""Labels, as keys of the catalogue without `label.`, and what stands beside them."""


Frame = TypeVar("Frame", bound=Ply)
View = TypeVar("View", bound=HandView[Any, Any, Any, Any])


@dataclass(frozen=True, kw_only=True)
class Table(ABC, Generic[View, Frame]):
    """A hand to be shown, and all that is known of it."""

    parsed: Parsed
    verdict: Audit
    view: View
    frames: tuple[Frame, ...]
    lang: Lang
    colour: bool
    listed: int

    @abstractmethod
    def board(self, frame: Frame) -> Iterator[str]:
        """Everything about one ply, line by line."""

    @property
    def hand(self) -> Hand:
        """The recorded hand."""
        return self.view.hand

    @property
    def computed(self) -> ComputedHand:
        """The same hand, computed."""
        return self.verdict.hands[self.view.number]

    @cached_property
    def findings(self) -> dict[int, list[Finding]]:
        """The findings by the ply that shows them."""
        found: dict[int, list[Finding]] = {}
        for finding in self.verdict.findings:
            if finding.where.hand == self.hand.no:
                found.setdefault(ply_of(finding.where, self.frames), []).append(finding)
        return found

    def finding_rows(self, frame: Frame) -> Rows:
        """What was found at a ply, and at which others there is something."""
        found = self.findings.get(frame.ply, [])
        for finding in found:
            row = finding_row(finding, self.parsed, self.verdict)
            severity = text(f"severity.{finding.severity}", self.lang)
            yield "finding", f"{severity} {finding.code} {finding.clause or ''}  {clean(row['message'][self.lang])}"
        if not found:
            yield "finding", text("replay.no_finding", self.lang)
        others = sorted(ply for ply in self.findings if ply != frame.ply)
        if others:
            yield "elsewhere", ", ".join(map(str, others))

    def pins(self) -> Rows:
        """What all this was computed with."""
        sheet = f"{self.verdict.sheet} {self.verdict.sheet_version}"
        yield "pins", text("replay.pins", self.lang, sheet=sheet, engine=ENGINE_VERSION, sha=self.parsed.sha256[:16])

    def taken(self, frame: Frame) -> float | None:
        """The think time of a play; None where it was not recorded."""
        rows = self.hand.seconds
        trick = rows[frame.trick - 1] if frame.trick <= len(rows) else ()
        return trick[frame.play - 1] if frame.play <= len(trick) else None

    def seconds(self, frame: Frame) -> str:
        """The think time of a play in words."""
        taken = self.taken(frame)
        return text("game.not_recorded", self.lang) if taken is None else text("game.seconds", self.lang, n=f"{taken:g}")

    def title(self, frame: Frame, where: str) -> str:
        """The first line: match, hand, ply and place."""
        parts = [
            clean(self.parsed.record.id),
            hand_name(self.hand.no, self.lang),
            text("replay.ply", self.lang, ply=frame.ply, last=self.frames[-1].ply),
            where,
        ]
        return paint(" · ".join(parts), "bold", colour=self.colour)

    def labelled(self, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Rows with their labels in a column."""
        width = max(cells(text(f"label.{key}", self.lang)) for key, _ in rows)
        for key, value in rows:
            label = paint(pad(text(f"label.{key}", self.lang), width), "dim", colour=self.colour)
            yield f"{label}  {value}".rstrip()


def round_the_table(
    top: Sequence[str], left: Sequence[str], middle: Sequence[str], right: Sequence[str], bottom: Sequence[str]
) -> Iterator[str]:
    """Blocks of lines laid out as their seats lie."""
    edge, centre = width_of(left), max(width_of(middle), width_of(top), width_of(bottom))
    for line in top:
        yield " " * (edge + GAP) + line
    yield ""
    for row in range(max(map(len, (left, middle, right)))):
        parts = [_at(left, row, edge), _at(middle, row, centre), _at(right, row, 0)]
        yield (" " * GAP).join(parts).rstrip()
    yield ""
    for line in bottom:
        yield " " * (edge + GAP) + line


def width_of(block: Sequence[str]) -> int:
    """The cells that the widest line of a block takes."""
    return max(map(cells, block), default=0)


def _at(block: Sequence[str], row: int, width: int) -> str:
    return pad(block[row] if row < len(block) else "", width)


def beside(computed: str, claimed: str | None, lang: Lang) -> str:
    """What was computed, and what the score sheet says where it says anything."""
    return computed if claimed is None else f"{computed}  {text('replay.claimed', lang, value=clean(claimed))}"
