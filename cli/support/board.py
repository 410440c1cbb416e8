"""The card table as text: four hands at their seats, the trick, what was legal, what the audit says."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cli.formats.as_text import rejection_lines
from cli.support.errors import InputError, UsageError, near
from cli.support.files import say
from cli.support.terminal import cells, clean, pad, paint, tell, wants_colour
from cli.support.words import card_name, join, level_name, levels_line, one_of, seat_name, suit_name
from cli.text import Lang, text
from ingest.output import finding_row
from ingest.parse import Parsed, parse
from ingest.rejection import Rejection
from ingest.source import read
from replay.audit import ENGINE_VERSION, audit, configured_sheet
from replay.cards import SUITS, split_cards
from replay.catalogue import clauses
from replay.computed import Audit, ComputedHand
from replay.findings import Finding
from replay.record import Hand, KittyAction
from replay.states import Settlement, State, alternatives, settlement, states
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
    settlement: Settlement
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
    sheet = configured_sheet(record.sheet, tuple(sorted(record.options.items()))).at_level(computed.level)
    ctx = sheet.context(computed.level, computed.trump)
    rests = settlement(record, index)
    return Table(parsed, verdict, index, sheet, ctx, frames, rests, lang, wants_colour(sys.stdout), listed)


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
        text("judge.at_level", lang, level=level_name(computed.level, lang)),
        text("judge.with_trump", lang, trump=suit_name(computed.trump, lang)),
        text("replay.banker", lang, seat=seat_name(computed.dealer, lang), side=bank),
        text("replay.points", lang, side=frame.attackers, n=frame.points + frame.penalties, band=_band(table, frame)),
    ]
    if frame.penalties:
        parts.append(text("replay.penalties", lang, n=f"{frame.penalties:+d}"))
    stake = table.settlement.stake
    if stake is not None:
        seats = join((seat_name(seat, lang) for seat in table.settlement.stakes), lang)
        parts.append(text(f"replay.stakes.{stake.rule}", lang, seats=seats))
    yield " · ".join(parts)


def _band(table: Table, frame: State) -> str:
    """What the points so far would come to: levels, or the score (大分) by the sheet's table."""
    lang, points = table.lang, frame.points + frame.penalties
    if table.sheet.schedule is not None:
        return _bounds(lang, *table.sheet.schedule.conversion.bracket(points))
    row = table.sheet.score.row(points)
    stake = table.settlement.stake_on(row.side)
    if stake is not None:
        return text(f"replay.band.{stake.rule}.{row.side}", lang, top=stake.winner_to, bottom=stake.loser_to)
    if row.to is not None:
        return text("replay.band.straight", lang, level=level_name(row.to, lang))
    if row.side == "bank" and table.sheet.table_rule == "stage":
        return text("replay.band.passed", lang, level=level_name(table.computed.level, lang))
    return text(f"replay.band.{row.side}" if row.steps else f"replay.band.{row.side}.0", lang, n=row.steps)


def _bounds(lang: Lang, low: int | None, high: int | None) -> str:
    """A score (大分), or its bounds, open at an end that the sheet does not tell."""
    ends = ["" if end is None else f"{end:+d}" for end in (low, high)]
    return text("replay.score", lang, n=ends[0] if low is not None and low == high else "…".join(ends))


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
    lines += [f"{_suit_sign(name, table.lang)} {_cards(table, rows[name], name)}" for name in ("T", *SUITS) if name in rows]
    if "??" in held:
        lines.append(f"? {text('replay.unseen', table.lang)}")
    return lines


def _cards(table: Table, cards: Sequence[str], name: str) -> str:
    """The ranks of a row; jokers by name, and level cards of other suits with theirs."""
    suit = table.computed.trump if name == "T" else name
    return " ".join(card[0] if card[1] == suit else card_name(card, table.lang) for card in cards)


def _suit_sign(suit: str, lang: Lang) -> str:
    """A suit's sign, or the word for trumps."""
    return text("replay.trumps", lang) if suit == "T" else card_name(f" {suit}", lang).strip()


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
        marks = [text("replay.trio", lang, suit=_suit_sign(frame.trios[seat], lang))] if seat in frame.trios else []
        marks += [text("replay.winning", lang)] if seat == frame.winner else []
        lines.append("  ".join([seat_name(seat, lang), shown, *marks]))
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
    else:
        rows += _declared(table)
    rows.append(("kitty", _kitty(table, frame)))
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
    if frame.finished:
        rows += _result(table)
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


def _declared(table: Table) -> Iterator[tuple[str, str]]:
    """The declarations, and who took the kitty up with what and buried what (炒底)."""
    hand, lang = table.hand, table.lang
    for bid in hand.bids or ():
        seat, _, shown = bid.partition(" ")
        yield "bids", f"{seat_name(seat, lang)}  {_show(shown, lang)}"
    for number, action in enumerate(hand.kitty or ()):
        yield "asked" if number else "buried", _action(action, lang)


def _action(action: KittyAction, lang: Lang) -> str:
    parts = [seat_name(action.seat, lang)]
    if action.passed:
        parts.append(text("replay.passes", lang))
    if action.show is not None:
        parts.append(text("replay.takes", lang, cards=_show(action.show, lang)))
    if action.bury is not None:
        parts.append(text("replay.buries", lang, cards=" ".join(card_name(card, lang) for card in split_cards(action.bury))))
    if action.seconds is not None:
        parts.append(text("replay.time", lang, n=f"{action.seconds:g}"))
    return "  ".join(parts)


def _show(shown: str, lang: Lang) -> str:
    """Shown cards, and the suit that they name."""
    cards, equals, named = shown.partition("=")
    return _symbols(cards, lang) + (f" = {suit_name(named, lang)}" if equals else "")


def _kitty(table: Table, frame: State) -> str:
    """The kitty as it lies at last, and who buried it."""
    lang = table.lang
    if not table.sheet.kitty_size:
        return text("replay.no_kitty", lang)
    cards = " ".join(card_name(card, lang) for card in frame.kitty) or text("replay.kitty_unknown", lang)
    last = next((action.seat for action in reversed(table.hand.kitty or ()) if action.bury is not None), None)
    return cards if last is None else f"{cards}  {text('replay.buried_by', lang, seat=seat_name(last, lang))}"


def _result(table: Table) -> Iterator[tuple[str, str]]:
    """How the points come about, and the levels or the score after the hand with the clause that settled them."""
    computed, lang, rests = table.computed, table.lang, table.settlement
    claims = table.hand.claims
    if computed.attackers is not None and computed.trick_points is not None:
        total = str(computed.trick_points)
        if computed.multiplier is not None:
            total += f" + {computed.kitty_points} × {computed.multiplier}"
        if computed.penalties:
            total += f" {'+' if computed.penalties > 0 else '−'} {abs(computed.penalties)}"
        claimed = claims.attackers if claims is not None else None
        yield "points", _beside(f"{total} = {computed.attackers}", None if claimed is None else str(claimed), lang)
    if computed.levels is not None:
        claimed_levels = levels_line(claims.levels, lang) if claims is not None and claims.levels else None
        clause = clauses(table.sheet.key).get(rests.clause or "")
        why = "" if clause is None else f"  {clause.id} {getattr(clause, lang)}"
        yield "levels", _beside(levels_line(computed.levels, lang), claimed_levels, lang) + why
    score = None
    if computed.score is not None:
        score = _score(computed.score)
    elif rests.bounds is not None:
        side, low, high = rests.bounds
        score = f"{side} {_bounds(lang, low, high)}"
    if score is not None:
        claimed_score = _score(claims.score) if claims is not None and claims.score else None
        yield "score", _beside(score, claimed_score, lang)


def _score(score: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {value:+d}" for side, value in score.items())


def _beside(computed: str, claimed: str | None, lang: Lang) -> str:
    """What was computed, and what the score sheet says where it says anything."""
    return computed if claimed is None else f"{computed}  {text('replay.claimed', lang, value=clean(claimed))}"


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
