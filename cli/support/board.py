"""The card table as text: four hands at their seats, the trick, what was legal, what the audit says."""

import sys
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from cli.formats.as_text import rejection_lines
from cli.support.errors import InputError, UsageError, near
from cli.support.files import say
from cli.support.terminal import cells, clean, pad, paint, tell, wants_colour
from cli.support.words import card_name, levels_line, one_of, seat_name, suit_name
from cli.text import Lang, text
from ingest.output import finding_row
from ingest.parse import Parsed, parse
from ingest.rejection import Rejection
from ingest.source import read
from replay.audit import ENGINE_VERSION, audit, configured_sheet
from replay.cards import SUITS
from replay.computed import Audit, ComputedHand
from replay.findings import Finding
from replay.record import Hand
from replay.states import State, alternatives, states
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import TrumpContext

GAP: Final = 4
MATCHES_LISTED: Final = 8


class Table(NamedTuple):
    """A hand to be shown, and all that is known of it."""

    parsed: Parsed
    verdict: Audit
    position: int
    sheet: TrickSheet
    ctx: TrumpContext
    frames: tuple[State, ...]
    lang: Lang
    colour: bool
    listed: int

    @property
    def hand(self) -> Hand:
        """The recorded hand."""
        return self.parsed.record.hands[self.position]

    @property
    def computed(self) -> ComputedHand:
        """The same hand, computed."""
        return self.verdict.hands[self.position]

    def findings_at(self, frame: State) -> list[Finding]:
        """The findings of one ply; ply 0 has those before the first trick, the last those of the hand as a whole."""
        number = self.hand.no
        found = [finding for finding in self.verdict.findings if finding.where.hand == number]
        if frame.ply == 0:
            return [each for each in found if each.where.trick == 0]
        at = [each for each in found if (each.where.trick, each.where.play) == (frame.trick, frame.play)]
        if frame.ply == self.frames[-1].ply:
            at += [each for each in found if each.where.trick is None or (each.where.trick and each.where.play is None)]
        return at


def show(
    path: str, *, match: str | None, hand: int | None, ply: int | None, everything: bool, alternatives: int, lang: Lang
) -> None:
    """Print a hand at a ply, or at every ply. Raises UsageError for a place that does not exist."""
    if everything and ply is not None:
        raise UsageError("replay.all_or_ply")
    parsed = find(path, match, lang)
    table = lay(parsed, hand, lang, alternatives)
    last = table.frames[-1].ply
    if ply is not None and not 0 <= ply <= last:
        raise UsageError("replay.no_ply", ply=ply, hand=table.hand.no, last=last)
    frames = table.frames if everything else (table.frames[last if ply is None else ply],)
    for number, frame in enumerate(frames):
        if number:
            say("", "─" * 60, "")
        say(*board(table, frame))


def find(path: str, match: str | None, lang: Lang) -> Parsed:
    """The record of a match, read no further than needed. Raises UsageError where it is not there."""
    others: list[str] = []
    count = 0
    only: Parsed | None = None
    rejected = 0
    for given in read([path]):
        parsed = given if isinstance(given, Rejection) else parse(given.raw, given)
        if isinstance(parsed, Rejection):
            rejected += 1
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
        raise InputError("replay.no_record", path=path, rejected=rejected)
    if match is not None:
        raise UsageError("replay.no_match", match=match, path=path, near=near(match, others))
    if only is None or count > 1:
        raise UsageError("replay.which_match", path=path, n=count, ids=", ".join(others[:MATCHES_LISTED]))
    return only


def lay(parsed: Parsed, hand: int | None, lang: Lang, listed: int) -> Table:
    """The table of a hand. Raises UsageError for a hand that does not exist, InputError for one that cannot be replayed."""
    record = parsed.record
    numbers = [each.no for each in record.hands]
    if not numbers:
        raise InputError("replay.no_hands", match=record.id)
    if hand is not None and hand not in numbers:
        raise UsageError("replay.no_hand", hand=hand, match=record.id, hands=_ranges(numbers))
    index = numbers.index(hand) if hand is not None else 0
    frames = tuple(states(record, index))
    verdict = audit(record)
    computed = verdict.hands[index]
    if not frames or computed.trump is None:
        raise InputError("replay.not_shown", match=record.id, hand=numbers[index], sheet=record.sheet)
    sheet = configured_sheet(record.sheet, tuple(sorted(record.options.items())))
    ctx = sheet.context(computed.level, computed.trump)
    return Table(parsed, verdict, index, sheet, ctx, frames, lang, wants_colour(sys.stdout), listed)


def _ranges(numbers: Sequence[int]) -> str:
    """`1–4, 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}–{last}" if first != last else str(first) for first, last in runs)


# --- Drawing -----------------------------------------------------------------------------------------------


def board(table: Table, frame: State) -> Iterator[str]:
    """Everything about one ply, line by line."""
    yield from _heading(table, frame)
    yield ""
    north, west, south, east = (_seat_block(table, frame, seat) for seat in "NWSE")
    middle = _trick_block(table, frame)
    left, centre = _width(west), max(_width(middle), _width(north), _width(south))
    for line in north:
        yield " " * (left + GAP) + line
    yield ""
    height = max(map(len, (west, middle, east)))
    for row in range(height):
        parts = [_at(west, row, left), _at(middle, row, centre), _at(east, row, 0)]
        yield (" " * GAP).join(parts).rstrip()
    yield ""
    for line in south:
        yield " " * (left + GAP) + line
    yield ""
    yield from _details(table, frame)


def _width(block: Sequence[str]) -> int:
    return max(map(cells, block), default=0)


def _at(block: Sequence[str], row: int, width: int) -> str:
    return pad(block[row] if row < len(block) else "", width)


def _heading(table: Table, frame: State) -> Iterator[str]:
    lang, hand, computed = table.lang, table.hand, table.computed
    record = table.parsed.record
    last = table.frames[-1].ply
    where = text("place.before", lang) if frame.ply == 0 else text("place.play", lang, trick=frame.trick, play=frame.play)
    parts = [
        clean(record.id),
        text("place.hand", lang, no=hand.no),
        text("replay.ply", lang, ply=frame.ply, last=last),
        where,
    ]
    yield paint(" · ".join(parts), "bold", colour=table.colour)
    bank = next(side for side in table.sheet.sides if side != frame.attackers)
    parts = [
        text("judge.at_level", lang, level=computed.level or "?"),
        text("judge.with_trump", lang, trump=suit_name(computed.trump, lang)),
        text("replay.banker", lang, seat=seat_name(computed.dealer, lang), side=bank),
        text("replay.points", lang, side=frame.attackers, n=frame.points, band=_band(table, frame)),
    ]
    yield " · ".join(parts)


def _band(table: Table, frame: State) -> str:
    row = table.sheet.score.row(frame.points)
    return text(f"replay.band.{row.side}", table.lang, n=row.steps)


def _seat_block(table: Table, frame: State, seat: str) -> list[str]:
    """A seat's name and its cards, a row for trumps and one for each side suit that it holds."""
    held = frame.hands[seat]
    marks = [
        text(key, table.lang)
        for key, on in (("replay.to_play", frame.next_seat == seat), ("replay.bank", seat == table.computed.dealer))
        if on
    ]
    title = f"{seat_name(seat, table.lang)} ({sum(card != '??' for card in held)}{'+' if '??' in held else ''})"
    lines = [" ".join([title, *marks])]
    rows: dict[str, list[str]] = {}
    for card in held:
        if card != "??":
            rows.setdefault(table.ctx.effective_suit(card), []).append(card)
    lines += [f"{_row_sign(table, name)} {_cards(table, rows[name], name)}" for name in ("T", *SUITS) if name in rows]
    if "??" in held:
        lines.append(f"? {text('replay.unseen', table.lang)}")
    return lines


def _row_sign(table: Table, name: str) -> str:
    return text("replay.trumps", table.lang) if name == "T" else card_name(f" {name}", table.lang).strip()


def _cards(table: Table, cards: Sequence[str], name: str) -> str:
    """The ranks of a row; jokers by name, and level cards of other suits with theirs."""
    suit = table.computed.trump if name == "T" else name
    return " ".join(card[0] if card[1] == suit else card_name(card, table.lang) for card in cards)


def _symbols(cards: str, lang: Lang) -> str:
    return "".join(card_name(cards[i : i + 2], lang) for i in range(0, len(cards), 2))


def _trick_block(table: Table, frame: State) -> list[str]:
    """The trick under way, in the order of play, and who holds it."""
    lang = table.lang
    lines = []
    for seat, cards in frame.table:
        attempted = frame.attempted if seat == frame.seat and frame.attempted else None
        shown = _symbols(cards, lang)
        if attempted:
            shown = f"{_symbols(attempted, lang)} > {shown}"
        mark = text("replay.winning", lang) if seat == frame.winner else ""
        lines.append(f"{seat_name(seat, lang)}  {shown}  {mark}".rstrip())
    if frame.next_seat is not None:
        lines.append(text("replay.next", lang, seat=seat_name(frame.next_seat, lang)))
    elif frame.finished:
        lines.append(text("replay.end", lang))
    return lines


def _details(table: Table, frame: State) -> Iterator[str]:
    """What was legal, how long it took, the kitty, the findings, and what all this was computed with."""
    lang = table.lang
    rows: list[tuple[str, str]] = []
    if frame.ply:
        rows += _legal(table, frame)
        rows.append(("time", _seconds(table, frame)))
    kitty = " ".join(card_name(card, lang) for card in frame.kitty) or text("replay.kitty_unknown", lang)
    rows.append(("kitty", kitty))
    found = table.findings_at(frame)
    for finding in found:
        row = finding_row(finding, table.parsed, table.verdict)
        severity = text(f"severity.{finding.severity}", lang)
        rows.append(("finding", f"{severity} {finding.code} {finding.clause or ''}  {clean(row['message'][lang])}"))
    if not found:
        rows.append(("finding", text("replay.no_finding", lang)))
    elsewhere = _elsewhere(table, frame)
    if elsewhere:
        rows.append(("elsewhere", elsewhere))
    if frame.finished and table.computed.levels is not None:
        rows.append(("levels", levels_line(table.computed.levels)))
    pins = text(
        "replay.pins",
        lang,
        sheet=f"{table.sheet.key} {table.sheet.version}",
        engine=ENGINE_VERSION,
        sha=table.parsed.sha256[:16],
    )
    rows.append(("pins", pins))
    width = max(cells(text(f"label.{key}", lang)) for key, _ in rows)
    for key, value in rows:
        yield f"{paint(pad(text(f'label.{key}', lang), width), 'dim', colour=table.colour)}  {value}".rstrip()


def _legal(table: Table, frame: State) -> list[tuple[str, str]]:
    lang = table.lang
    played = frame.attempted or frame.cards or ""
    rows = [("played", f"{seat_name(frame.seat, lang)}  {played}")]
    found = alternatives(table.parsed.record, table.position, frame.ply, limit=table.listed)
    if frame.play == 1:
        rows.append(("legal", text("replay.leads", lang)))
    elif found.total is None and not found.plays:
        rows.append(("legal", text("replay.legal_unknown", lang)))
    else:
        many = one_of(found.total, len(found.plays), lang)
        rows.append(("legal", f"{' | '.join(found.plays)}  ({many})".strip()))
    return rows


def _seconds(table: Table, frame: State) -> str:
    rows = table.hand.seconds
    trick = rows[frame.trick - 1] if frame.trick <= len(rows) else ()
    taken = trick[frame.play - 1] if frame.play <= len(trick) else None
    return text("replay.no_time", table.lang) if taken is None else text("replay.time", table.lang, n=f"{taken:g}")


def _elsewhere(table: Table, frame: State) -> str:
    """The other plies of the hand that have findings."""
    plies = [each.ply for each in table.frames if each.ply != frame.ply and table.findings_at(each)]
    return ", ".join(map(str, plies))
