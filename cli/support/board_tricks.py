"""The card table of the trick games as text: four hands at their seats, the trick, what was legal, what the audit says."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from cli.support.table import Rows, Table, beside, round_the_table
from cli.text import text
from replay.cards import SUITS
from replay.catalogue import clauses
from replay.record import KittyAction
from replay.text import Lang, in_language
from replay.tricks.sheet import TrickSheet
from replay.tricks.states import State, TrickView
from replay.tricks.trump import NO_TRUMP, TrumpContext
from replay.tricks.words import bounds, points_name, signed, sum_of_points
from replay.words import (
    by_side,
    card_name,
    cards_name,
    count_name,
    join,
    level_name,
    levels_name,
    place_name,
    seat_name,
    suit_name,
    suit_sign,
)


class TrickTable(Table[TrickView, State]):
    """A hand of a trick game."""

    @cached_property
    def sheet(self) -> TrickSheet:
        """The sheet as it is played at the hand's level."""
        return self.view.sheet.at_level(self.computed.level)

    @cached_property
    def ctx(self) -> TrumpContext:
        """The order of the hand's cards."""
        return self.sheet.context(self.computed.level, self.computed.trump or NO_TRUMP)

    def board(self, frame: State) -> Iterator[str]:
        """Everything about one ply, line by line."""
        yield from _heading(self, frame)
        yield ""
        north, west, south, east = (_seat_block(self, frame, seat) for seat in "NWSE")
        yield from round_the_table(north, west, _trick_block(self, frame), east, south)
        yield ""
        yield from _details(self, frame)


def _heading(table: TrickTable, frame: State) -> Iterator[str]:
    lang, computed = table.lang, table.computed
    yield table.title(frame, place_name(frame.trick, frame.play, lang))
    bank = next(side for side in table.sheet.sides if side != frame.attackers)
    parts = [
        text("judge.at_level", lang, level=level_name(computed.level, lang)),
        text("judge.with_trump", lang, trump=suit_name(computed.trump, lang)),
        text("replay.banker", lang, seat=seat_name(computed.dealer, lang), side=bank),
        _points(table, frame),
    ]
    if frame.penalties:
        parts.append(text("replay.penalties", lang, n=signed(frame.penalties)))
    stake = table.view.settlement.stake
    if stake is not None:
        seats = join((seat_name(seat, lang) for seat in table.view.settlement.stakes), lang)
        parts.append(text(f"replay.stakes.{stake.rule}", lang, seats=seats))
    yield " · ".join(parts)


def _points(table: TrickTable, frame: State) -> str:
    """The attackers' points so far and what they would come to; in a hand from its middle on those since then."""
    lang, points = table.lang, frame.points + frame.penalties
    said = f"{points}".replace("-", "−")
    if frame.left is not None:
        return text("replay.points.midway", lang, side=frame.attackers, n=said)
    band = points_name(table.sheet, table.view.settlement, points, lang)
    return text("replay.points", lang, side=frame.attackers, n=said, band=band)


def _seat_block(table: TrickTable, frame: State, seat: str) -> list[str]:
    """A seat's name and its cards, a row for trumps and one for each side suit that it holds."""
    held = frame.hands[seat]
    marks = [
        text(key, table.lang)
        for key, on in (("replay.to_play", frame.next_seat == seat), ("replay.bank", seat == table.computed.dealer))
        if on
    ]
    seen = f"{sum(card != '??' for card in held)}{'+' if '??' in held else ''}"
    title = f"{seat_name(seat, table.lang)} ({seen if frame.left is None else frame.left[seat]})"
    lines = [" ".join([title, *marks])]
    rows: dict[str, list[str]] = {}
    for card in held:
        if card != "??":
            rows.setdefault(table.ctx.effective_suit(card), []).append(card)
    lines += [f"{_row_sign(name, table.lang)} {_cards(table, rows[name], name)}" for name in ("T", *SUITS) if name in rows]
    if "??" in held:
        lines.append(f"? {text('replay.unseen', table.lang)}")
    return lines


def _cards(table: TrickTable, cards: Sequence[str], name: str) -> str:
    """The ranks of a row; jokers by name, and level cards of other suits with theirs."""
    suit = table.computed.trump if name == "T" else name
    return " ".join(card[0] if card[1] == suit else card_name(card, table.lang) for card in cards)


def _row_sign(suit: str, lang: Lang) -> str:
    """What stands before a row of cards."""
    return text("replay.trumps", lang) if suit == "T" else suit_sign(suit, lang)


def _trick_block(table: TrickTable, frame: State) -> list[str]:
    """The trick under way, in the order of play, and who holds it."""
    lang = table.lang
    lines = []
    for seat, cards in frame.table:
        attempted = frame.attempted if seat == frame.seat and frame.attempted else None
        shown = cards_name(cards, lang)
        if attempted:
            shown = f"{cards_name(attempted, lang)} > {shown}"
        marks = [text("game.trio", lang, suit=suit_sign(frame.trios[seat], lang))] if seat in frame.trios else []
        marks += [text("replay.winning", lang)] if seat == frame.winner else []
        lines.append("  ".join([seat_name(seat, lang), shown, *marks]))
    if frame.next_seat is not None:
        lines.append(text("replay.next", lang, seat=seat_name(frame.next_seat, lang)))
    elif frame.finished:
        lines.append(text("replay.end", lang))
    return lines


def _details(table: TrickTable, frame: State) -> Iterator[str]:
    """What was legal, how long it took, the kitty, the findings, and what all this was computed with."""
    rows: list[tuple[str, str]] = []
    if frame.ply:
        rows += _legal(table, frame)
        rows.append(("time", table.seconds(frame)))
    else:
        rows += _declared(table)
    rows.append(("kitty", _kitty(table, frame)))
    rows += table.finding_rows(frame)
    if frame.finished:
        rows += _result(table)
    rows += table.pins()
    yield from table.labelled(rows)


def _declared(table: TrickTable) -> Rows:
    """The declarations, and who took the kitty up with what and buried what (炒底)."""
    hand, lang = table.hand, table.lang
    for bid in hand.bids or ():
        seat, _, shown = bid.partition(" ")
        yield "bids", f"{seat_name(seat, lang)}  {_show(shown, lang)}"
    for number, action in enumerate(hand.kitty or ()):
        yield "asked" if number or action.bury is None else "buried", _action(action, lang)


def _action(action: KittyAction, lang: Lang) -> str:
    parts = [seat_name(action.seat, lang)]
    if action.passed:
        parts.append(text("game.not_asked", lang))
    if action.show is not None:
        parts.append(text("replay.takes", lang, cards=_show(action.show, lang)))
    if action.bury is not None:
        parts.append(text("replay.buries", lang, cards=cards_name(action.bury, lang, " ")))
    if action.seconds is not None:
        parts.append(text("game.seconds", lang, n=f"{action.seconds:g}"))
    return "  ".join(parts)


def _show(shown: str, lang: Lang) -> str:
    """Shown cards, and the suit that they name."""
    cards, equals, named = shown.partition("=")
    return cards_name(cards, lang) + (f" = {suit_name(named, lang)}" if equals else "")


def _kitty(table: TrickTable, frame: State) -> str:
    """The kitty as it lies at last, and who buried it."""
    lang = table.lang
    if not table.sheet.kitty_size:
        return text("replay.no_kitty", lang)
    cards = cards_name("".join(frame.kitty), lang, " ") or text("game.not_recorded", lang)
    buried = (a.seat for a in reversed(table.hand.kitty or ()) if a.bury is not None or a.seat == table.view.settlement.taker)
    last = next(buried, None)
    return cards if last is None else f"{cards}  {text('replay.buried_by', lang, seat=seat_name(last, lang))}"


def _result(table: TrickTable) -> Rows:
    """How the points come about, and the levels or the score after the hand with the clause that settled them."""
    computed, lang, rests = table.computed, table.lang, table.view.settlement
    claims = table.hand.claims
    total = sum_of_points(computed)
    if total is not None:
        claimed = claims.attackers if claims is not None else None
        yield "points", beside(f"{total} = {computed.attackers}", None if claimed is None else str(claimed), lang)
    if computed.levels is not None:
        claimed_levels = levels_name(claims.levels, lang) if claims is not None and claims.levels else None
        clause = clauses(table.sheet.key).get(rests.clause or "")
        why = "" if clause is None else f"  {clause.id} {in_language(clause, lang)}"
        yield "levels", beside(levels_name(computed.levels, lang), claimed_levels, lang) + why
    score = None
    if computed.score is not None:
        score = _score(computed.score)
    elif rests.bounds is not None:
        side, low, high = rests.bounds
        score = f"{side} {bounds(low, high)}"
    if score is not None:
        claimed_score = _score(claims.score) if claims is not None and claims.score else None
        yield "score", beside(score, claimed_score, lang)


def _score(score: Mapping[str, int]) -> str:
    return by_side({side: signed(value) for side, value in score.items()})


def _legal(table: TrickTable, frame: State) -> list[tuple[str, str]]:
    lang = table.lang
    played = frame.attempted or frame.cards or ""
    rows = [("played", f"{seat_name(frame.seat, lang)}  {played}")]
    found = table.view.alternatives(frame.ply, table.listed)
    if frame.play == 1:
        rows.append(("legal", text("replay.leads", lang)))
    elif found.total is None and not found.plays:
        rows.append(("legal", text("replay.legal_unknown", lang)))
    else:
        many = count_name(found.total, len(found.plays), lang)
        rows.append(("legal", f"{' | '.join(found.plays)}  ({many})".strip()))
    return rows
