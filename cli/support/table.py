"""A hand shown as text, and what the boards of both families have: blocks at their seats, findings, pins."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from paipu.cli.support.terminal import cells, clean, pad, paint
from paipu.cli.text import TEXT, text
from paipu.ingest.output import finding_row
from paipu.ingest.parse import Parsed
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.cards import UNKNOWN
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.describe import facts, legal, results
from paipu.replay.describe.rows import noted, said
from paipu.replay.effects import EFFECTS
from paipu.replay.record import Hand
from paipu.replay.states import HandView, Seen
from paipu.replay.text import Lang, in_language
from paipu.replay.words import CLAIMS, cards_name, count_name, hand_name, join, place_name, seat_name, suit_sign

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
        stop = self.say("list.stop")
        yield stop.join([*(f"{label} {text}" for label, text, _ in self.facts), *self.standing(frame)])
        yield ""
        middle = self.middle(frame)
        if frame.next_seat is not None:
            middle.append(self.say("replay.next", seat=self.name(frame.next_seat)))
        elif frame.finished:
            middle.append(self.say("replay.end"))
        yield from round_the_table([self.seat(frame, seat) for seat in sheet.seats], middle)
        yield ""
        told = ((label, f"{said}  {why}") for label, said, why in self.facts)
        rows = [*self.made(frame), *self.legal(frame), ("time", self.time(frame))] if frame.ply else [*told, *self.before()]
        rows += [
            *self.now(frame),
            *self.noted_rows(frame),
            *self.finding_rows(frame),
            *(self.result() if frame.finished else ()),
            self.pins(),
        ]
        width = max(cells(self.label(key)) for key, _ in rows)
        for key, value in rows:
            label = paint(pad(self.label(key), width), "dim", colour=self.colour)
            yield f"{label}  {clean(value)}".rstrip()

    def standing(self, frame: Frame) -> Iterator[str]:  # noqa: ARG002 - only some games are scored play by play
        """How the hand stands."""
        return iter(())

    @abstractmethod
    def cards(self, frame: Frame, seat: str) -> Iterator[str]:
        """The cards of a seat that are known, in rows."""

    @abstractmethod
    def middle(self, frame: Frame) -> list[str]:
        """The trick under way, in the order of play, and who holds it."""

    @abstractmethod
    def before(self) -> Rows:
        """What came before the first trick."""

    @abstractmethod
    def made(self, frame: Frame) -> Rows:
        """What was played."""

    @abstractmethod
    def now(self, frame: Frame) -> Rows:
        """How things stand at any ply."""

    @property
    def hand(self) -> Hand:
        """The recorded hand."""
        return self.view.hand

    @property
    def computed(self) -> ComputedHand:
        """The same hand, computed."""
        return self.verdict.hands[self.view.number]

    @property
    def banker(self) -> str | None:
        """Who is banker."""
        return self.computed.dealer

    @cached_property
    def facts(self) -> Sequence[tuple[str, str, str]]:
        """What the hand was played under: of each fact its label, with the mark of a suit the text, and what explains it."""
        found = facts(self.view, self.verdict)
        sign = ["" if each.suit is None else f"{suit_sign(each.suit, self.lang)} " for each in found]
        return [
            (in_language(each.label, self.lang), mark + in_language(each.text, self.lang), in_language(each.title, self.lang))
            for mark, each in zip(sign, found, strict=True)
        ]

    def label(self, key: str) -> str:
        """What a row is called."""
        said = TEXT.get(f"label.{key}") or CLAIMS.get(key)
        return key if said is None else in_language(said, self.lang)

    def marks(self, frame: Frame, seat: str) -> Iterator[str]:  # noqa: ARG002 - who is banker is the same at every ply
        """What is said of a seat beside its name."""
        if seat == self.banker:
            yield self.say("replay.bank")

    def legal(self, frame: Frame) -> Rows:
        """What could have been played, by kind where plays have any."""
        found = legal(self.view, frame.ply, max(self.listed, 1))
        if found.lead or not found.known:
            yield "legal", self.say("replay.leads" if found.lead else "replay.legal_unknown")
            return
        owed = "" if found.owed is None else in_language(found.owed, self.lang)
        if any(choice.kind is not None for choice in found.choices):
            owed = self.say("replay.to_beat", reading=owed) if owed else self.say("replay.any_lead")
        yield "owed", owed
        shares = _shares([len(choice.plays) for choice in found.choices], self.listed)
        for choice, share in zip(found.choices, shares, strict=True):
            kind = [in_language(choice.kind, self.lang)] if choice.kind is not None else []
            plays = " | ".join(cards for cards, _ in choice.plays[:share])
            yield "legal", "  ".join([*kind, plays, f"({count_name(choice.total, share, self.lang)})"]).strip()
        if found.passing:
            yield "legal", self.say("game.pass")

    def result(self) -> Rows:
        """What the hand came to, beside what the score sheet says, and how that comes about."""
        for row in results(self.view, self.verdict):
            claimed, computed, how = said(row.key, row.claimed), said(row.key, row.computed), row.how
            value = self.say("unknown") if computed is None else in_language(computed, self.lang)
            if how is not None and row.key == "attackers":
                value, how = f"{in_language(how, self.lang)} = {value}", None
            parts = [value]
            if claimed is not None:
                parts.append(self.say("replay.claimed", value=in_language(claimed, self.lang)))
            yield row.key, "  ".join([*parts, *([in_language(how, self.lang)] if how is not None else [])])

    def say(self, key: str, **values: str | int) -> str:
        """A text of the catalogue."""
        return text(key, self.lang, **values)

    def name(self, seat: str | None) -> str:
        """A seat."""
        return seat_name(seat, self.lang)

    def names(self, seats: Iterable[str]) -> str:
        """Some seats."""
        return join(map(self.name, seats), self.lang)

    def seat(self, frame: Frame, seat: str) -> list[str]:
        """A seat's name, how many cards it has, what is said of it, and its cards."""
        held, left = frame.hands[seat], frame.left
        known = sum(card != UNKNOWN for card in held)
        count = f"{known}{'+' if known < len(held) else ''}" if left is None else f"{'≤' * (seat in frame.at_most)}{left[seat]}"
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
        for each in noted(self.view):
            if self.view.ply_at(*each.at or (None, None)) == frame.ply:
                whom = self.name(each.seat) if each.seat is not None else None
                cards = cards_name(each.cards, self.lang) if each.cards else None
                ruled = each.what == "ruling"
                effects = each.effects or ([EFFECTS["nothing"]] if ruled else [])
                told = [in_language(said, self.lang) for said in (*each.facts, *effects)]
                state = in_language(each.state, self.lang) if each.state is not None else None
                title = in_language(each.title, self.lang)
                first = (title, whom) if ruled else (whom, title)
                yield each.what, " · ".join(filter(None, (*first, cards, *told, each.clause, each.by, each.note, state)))

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


def _shares(totals: Sequence[int], most: int) -> list[int]:
    """How many plays of each kind are listed, so that all kinds have some: one more of each in turn.

    >>> _shares([9, 1, 4], 6)
    [3, 1, 2]
    """
    shares = [0] * len(totals)
    while most and any(share < total for share, total in zip(shares, totals, strict=True)):
        for place, total in enumerate(totals):
            if shares[place] < total and most:
                shares[place] += 1
                most -= 1
    return shares
