"""A hand shown as text, and what the boards of both families have: blocks at their seats, findings, pins."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from paipu.cli.support.terminal import cells, clean, pad, paint
from paipu.cli.text import text
from paipu.ingest.output import finding_row
from paipu.ingest.parse import Parsed
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.cards import UNKNOWN
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.effects import EFFECTS, effect_words
from paipu.replay.record import Hand, HandClaims
from paipu.replay.states import HandView, Seen
from paipu.replay.text import Lang, in_language
from paipu.replay.words import INCIDENTS, RULING_STATES, cards_name, hand_name, join, levels_name, place_name, seat_name

GAP: Final = 4


Rows = Iterator[tuple[str, str]]
"""Labels, as keys of the catalogue without `label.`, and what stands beside them."""


Frame = TypeVar("Frame", bound=Seen)
View = TypeVar("View", bound=HandView[Any, Any, Any, Any])


@dataclass(frozen=True, kw_only=True)
class Table(ABC, Generic[View, Frame]):
    """A hand to be shown, and all that is known of it; a family says what is told of a ply."""

    parsed: Parsed
    verdict: Audit
    view: View
    lang: Lang
    colour: bool
    listed: int

    def board(self, frame: Frame) -> Iterator[str]:
        """Everything about one ply, line by line: where it is, the seats, what it was, and what this was computed with."""
        sheet = self.view.sheet
        parts = [
            clean(self.parsed.record.id),
            hand_name(self.hand.no, self.lang),
            self.say("replay.ply", ply=frame.ply, last=self.view.frames[-1].ply),
            place_name(frame.trick, frame.play, self.lang, sheet.term),
        ]
        yield paint(" · ".join(parts), "bold", colour=self.colour)
        yield " · ".join(self.terms(frame))
        yield ""
        middle = self.middle(frame)
        if frame.next_seat is not None:
            middle.append(self.say("replay.next", seat=self.name(frame.next_seat)))
        elif frame.finished:
            middle.append(self.say("replay.end"))
        yield from round_the_table([self.seat(frame, seat) for seat in sheet.seats], middle)
        yield ""
        rows = [*self.made(frame), ("time", self.time(frame))] if frame.ply else [*self.before()]
        rows += [
            *self.now(frame),
            *self.noted_rows(frame),
            *self.finding_rows(frame),
            *(self.result() if frame.finished else ()),
            self.pins(),
        ]
        width = max(cells(self.say(f"label.{key}")) for key, _ in rows)
        for key, value in rows:
            label = paint(pad(self.say(f"label.{key}"), width), "dim", colour=self.colour)
            yield f"{label}  {value}".rstrip()

    @abstractmethod
    def terms(self, frame: Frame) -> Iterator[str]:
        """What the hand is played under, and how it stands."""

    @abstractmethod
    def cards(self, frame: Frame, seat: str) -> Iterator[str]:
        """The cards of a seat that are known, in rows."""

    @abstractmethod
    def marks(self, frame: Frame, seat: str) -> Iterator[str]:
        """What is said of a seat beside its name."""

    @abstractmethod
    def middle(self, frame: Frame) -> list[str]:
        """The trick under way, in the order of play, and who holds it."""

    @abstractmethod
    def before(self) -> Rows:
        """What came before the first trick."""

    @abstractmethod
    def made(self, frame: Frame) -> Rows:
        """What was played, and what could have been."""

    @abstractmethod
    def now(self, frame: Frame) -> Rows:
        """How things stand at any ply."""

    @abstractmethod
    def result(self) -> Rows:
        """What the hand came to, beside what the score sheet says."""

    @property
    def hand(self) -> Hand:
        """The recorded hand."""
        return self.view.hand

    @property
    def computed(self) -> ComputedHand:
        """The same hand, computed."""
        return self.verdict.hands[self.view.number]

    @property
    def claims(self) -> HandClaims:
        """What the score sheet says of it."""
        return self.hand.claims or HandClaims()

    def say(self, key: str, **values: str | int) -> str:
        """A text of the catalogue."""
        return text(key, self.lang, **values)

    def name(self, seat: str | None) -> str:
        """A seat."""
        return seat_name(seat, self.lang)

    def names(self, seats: Iterable[str]) -> str:
        """Some seats."""
        return join(map(self.name, seats), self.lang)

    def beside(self, computed: str, claimed: object) -> str:
        """What was computed, and what the score sheet says where it says anything."""
        return computed if claimed is None else f"{computed}  {self.say('replay.claimed', value=clean(str(claimed)))}"

    def levels(self, levels: Mapping[str, str] | None) -> str | None:
        """Levels by side, None where there are none."""
        return levels_name(levels, self.lang) if levels else None

    def seat(self, frame: Frame, seat: str) -> list[str]:
        """A seat's name, how many cards it has, what is said of it, and its cards."""
        held, left = frame.hands[seat], frame.left
        known = sum(card != UNKNOWN for card in held)
        count = f"{known}{'+' if known < len(held) else ''}" if left is None else f"{left[seat]}"
        to_play = [self.say("replay.to_play")] if frame.next_seat == seat else []
        unseen = known < len(held) if left is None else known < left[seat]
        return [
            " ".join([f"{self.name(seat)} ({count})", *to_play, *self.marks(frame, seat)]),
            *self.cards(frame, seat),
            *([f"? {self.say('replay.unseen')}"] if unseen else []),
        ]

    def time(self, frame: Frame) -> str:
        """The think time of a play."""
        taken = self.view.seconds(frame)
        return self.say("game.not_recorded") if taken is None else self.say("game.seconds", n=f"{taken:g}")

    def noted_rows(self, frame: Frame) -> Rows:
        """The incidents and rulings that the record has at a ply, with what is written beside them."""
        incidents, rulings = self.view.noted()
        for incident in incidents:
            if self.is_at(incident.at, frame):
                cards = cards_name(incident.cards, self.lang) if incident.cards else None
                kind = in_language(INCIDENTS[incident.kind], self.lang)
                yield "incident", _said(seat_name(incident.seat, self.lang), kind, cards, incident.note)
        for ruling in rulings:
            if self.is_at(ruling.at, frame):
                effects = list(effect_words(ruling.effect, self.lang)) or [in_language(EFFECTS["nothing"], self.lang)]
                state = in_language(RULING_STATES[ruling.state], self.lang)
                whom = seat_name(ruling.seat, self.lang)
                yield "ruling", _said(ruling.id, whom, *effects, ruling.clause, ruling.by, ruling.note, state)

    def is_at(self, place: tuple[int, int] | None, frame: Frame) -> bool:
        """Whether something that happened at a place is shown with a ply."""
        return self.view.ply_at(*place or (None, None)) == frame.ply

    def finding_rows(self, frame: Frame) -> Rows:
        """What was found at a ply, and at which others there is something."""
        found, by_ply = self.view.findings(self.verdict)
        for finding in (found[number] for number in by_ply.get(frame.ply, ())):
            row = finding_row(finding, self.parsed, self.verdict)
            severity = self.say(f"severity.{finding.severity}")
            yield "finding", f"{severity} {finding.code} {finding.clause or ''}  {clean(row['message'][self.lang])}"
        if frame.ply not in by_ply:
            yield "finding", self.say("replay.no_finding")
        others = sorted(ply for ply in by_ply if ply != frame.ply)
        if others:
            yield "elsewhere", ", ".join(map(str, others))

    def pins(self) -> tuple[str, str]:
        """What all this was computed with."""
        sheet = f"{self.verdict.sheet} {self.verdict.sheet_version}"
        return "pins", self.say("replay.pins", sheet=sheet, engine=ENGINE_VERSION, sha=self.parsed.sha256[:16])


def round_the_table(blocks: Sequence[Sequence[str]], middle: Sequence[str]) -> Iterator[str]:
    """The blocks of the seats, in order of play, laid out as four or six seats lie."""
    if len(blocks) == 4:
        right, top, left, bottom = blocks
    else:
        right, top = [*blocks[2], "", *blocks[1]], blocks[3]
        left, bottom = [*blocks[4], "", *blocks[5]], blocks[0]
    edge, centre = width_of(left), max(map(width_of, (middle, top, bottom)))
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


def _said(*parts: str | None) -> str:
    """What there is of some parts, in a line."""
    return clean(" · ".join(part for part in parts if part))
