"""The card table of the climbing games as text: four or six hands at their seats, the round, tribute, places."""

from collections.abc import Iterator, Sequence
from typing import Final

from cli.support.table import Rows, Table, beside, round_the_table
from cli.text import text
from replay.cards import split_cards
from replay.climbing.combos import reading_text
from replay.climbing.order import PASS
from replay.climbing.states import Choices, ClimbingState, ClimbingView, OnTable
from replay.text import Lang
from replay.words import (
    by_side,
    card_name,
    count_name,
    finish_name,
    join,
    kind_name,
    level_name,
    levels_name,
    place_name,
    reading_name,
    seat_name,
)

IN_A_ROW: Final = 9
"""Cards of a hand in a line, but for those of one rank, which stay together."""
WILD: Final = "*"


class ClimbingTable(Table[ClimbingView, ClimbingState]):
    """A hand of a climbing game."""

    def board(self, frame: ClimbingState) -> Iterator[str]:
        """Everything about one ply, line by line."""
        yield from _heading(self, frame)
        yield ""
        blocks = [_seat_block(self, frame, seat) for seat in self.view.sheet.seats]
        middle = _round_block(self, frame)
        if len(blocks) == 4:
            east, north, west, south = blocks
            yield from round_the_table(north, west, middle, east, south)
        else:
            first, second, third, fourth, fifth, sixth = blocks
            yield from round_the_table(fourth, _above(fifth, sixth), middle, _above(third, second), first)
        yield ""
        yield from _details(self, frame)


def _above(upper: list[str], lower: list[str]) -> list[str]:
    return [*upper, "", *lower]


def _heading(table: ClimbingTable, frame: ClimbingState) -> Iterator[str]:
    lang, terms, sheet = table.lang, table.view.terms, table.view.sheet
    yield table.title(frame, place_name(frame.trick, frame.play, lang, table.view.sheet.family))
    parts = []
    if sheet.levels is not None:
        parts.append(text("judge.at_level", lang, level=level_name(terms.level, lang)))
        if terms.owner is not None:
            parts[-1] += text("replay.own_level", lang, side=terms.owner)
        parts.append(text("replay.levels_before", lang, levels=levels_name(terms.levels, lang)))
    if sheet.places is not None:
        parts.append(text("replay.hand_of", lang, no=table.hand.no, hands=sheet.places.hands))
        if terms.banker is not None:
            parts.append(text("replay.led_by", lang, seat=seat_name(terms.banker, lang)))
        if terms.totals:
            parts.append(text("replay.totals", lang, totals=by_side(terms.totals)))
    if any(terms.games.values()):
        parts.append(text("replay.games", lang, games=by_side(terms.games)))
    wilds = join((card_name(card, lang) + WILD for card in sorted(frame.wild)), lang)
    parts.append(text("replay.wild", lang, cards=wilds))
    yield " · ".join(parts)


def _place(table: ClimbingTable, place: int) -> str:
    return finish_name(place + 1, len(table.view.sheet.seats), table.lang)


def _seat_block(table: ClimbingTable, frame: ClimbingState, seat: str) -> list[str]:
    """A seat's name, how many cards it has left or its place, and its cards, those of a rank together."""
    lang, held = table.lang, [card for card in frame.hands[seat] if card != "??"]
    marks = [text("replay.to_play", lang)] if frame.next_seat == seat else []
    if seat == table.view.terms.banker:
        marks.append(text("replay.bank", lang))
    if seat in frame.out:
        marks.append(_place(table, frame.out.index(seat)))
    lines = [" ".join([f"{seat_name(seat, lang)} ({frame.left[seat]})", *marks])]
    groups: list[list[str]] = []
    for card in held:
        if groups and groups[-1][0][0] == card[0] and len(card) == len(groups[-1][0]):
            groups[-1].append(card)
        else:
            groups.append([card])
    row: list[str] = []
    count = 0
    for group in groups:
        if row and count + len(group) > IN_A_ROW:
            lines.append("  ".join(row))
            row, count = [], 0
        row.append(" ".join(_card(card, frame, lang) for card in group))
        count += len(group)
    if row:
        lines.append("  ".join(row))
    if len(held) < frame.left[seat]:
        lines.append(f"? {text('replay.unseen', lang)}")
    return lines


def _card(card: str, frame: ClimbingState, lang: Lang) -> str:
    return card_name(card, lang) + (WILD if card in frame.wild else "")


def _symbols(cards: str, frame: ClimbingState, lang: Lang) -> str:
    """Cards one after the other, a pass by its word."""
    if cards == PASS:
        return text("game.pass", lang)
    return "".join(_card(card, frame, lang) for card in split_cards(cards))


def _read(play: OnTable, lang: Lang) -> str:
    """What a play counts as, and what decides that where it could be several things."""
    if play.cards == PASS:
        return ""
    if play.reading is None:
        return text("game.broken", lang)
    words = reading_name(reading_text(play.reading), lang)
    if play.why in {"only", None}:
        return words
    return words + text(f"replay.why.{play.why}", lang, declared=play.declared or "")


def _round_block(table: ClimbingTable, frame: ClimbingState) -> list[str]:
    """The round under way, in the order of play, and who holds it."""
    lang = table.lang
    lines = []
    held = max((i for i, play in enumerate(frame.table) if play.seat == frame.holder and play.cards != PASS), default=-1)
    for number, play in enumerate(frame.table):
        marks = [text("replay.holds", lang)] if number == held else []
        parts = [seat_name(play.seat, lang), _symbols(play.cards, frame, lang), _read(play, lang), *marks]
        lines.append("  ".join(part for part in parts if part))
    if frame.relieved is not None and frame.play == 1:
        lines[0] += "  " + text("game.relieves", lang, seat=seat_name(frame.relieved, lang))
    if frame.next_seat is not None:
        lines.append(text("replay.next", lang, seat=seat_name(frame.next_seat, lang)))
    elif frame.finished:
        lines.append(text("replay.end", lang))
    return lines


def _details(table: ClimbingTable, frame: ClimbingState) -> Iterator[str]:
    """What was legal, how long it took, tribute, places, the findings, and what all this was computed with."""
    rows: list[tuple[str, str]] = []
    if frame.ply:
        rows += _legal(table, frame)
        rows.append(("time", _seconds(table, frame)))
    else:
        rows += _tribute(table)
    if frame.out:
        rows.append(("places", _places(table, frame.out)))
    rows += table.finding_rows(frame)
    if frame.finished:
        rows += _result(table)
    rows += table.pins()
    yield from table.labelled(rows)


def _places(table: ClimbingTable, seats: Sequence[str]) -> str:
    names = (f"{_place(table, place)} {seat_name(seat, table.lang)}" for place, seat in enumerate(seats))
    return join(names, table.lang)


def _tribute(table: ClimbingTable) -> Rows:
    """The hand before, the cards that changed hands, and who was to lead."""
    lang, terms = table.lang, table.view.terms
    if table.view.sheet.tribute is not None:
        if terms.before is not None:
            double = "  " + text("game.double", lang) if terms.before_double else ""
            yield "before", terms.before + double
        if terms.resisted:
            yield "tribute", text("replay.resisted", lang)
        for gift in terms.gifts:
            key = "replay.gives_back" if gift.back else "replay.gives"
            names = {"giver": seat_name(gift.giver, lang), "taker": seat_name(gift.taker, lang)}
            yield "tribute", text(key, lang, card=card_name(gift.card, lang), **names)
        if not terms.gifts and not terms.resisted:
            none = "replay.no_tribute" if terms.first or table.hand.tribute is not None else "game.not_recorded"
            yield "tribute", text(none, lang)
    if terms.leaders:
        yield "leads", join((seat_name(seat, lang) for seat in terms.leaders), lang)


def _legal(table: ClimbingTable, frame: ClimbingState) -> Rows:
    """What was played, and what could have been, by kind."""
    lang, made = table.lang, frame.made
    if made is None:
        return
    cards = made.cards + (f"={made.declared}" if made.declared else "")
    yield "played", "  ".join(part for part in (seat_name(made.seat, lang), cards, _read(made, lang)) if part)
    found = table.view.alternatives(frame.ply, max(table.listed, 1))
    if found is None:
        yield "legal", text("replay.legal_unknown", lang)
        return
    if found.against is None:
        yield "owed", text("replay.any_lead", lang)
    else:
        yield "owed", text("replay.to_beat", lang, reading=reading_name(reading_text(found.against), lang))
    shares = _shares([group.total for group in found.groups], table.listed)
    for group, share in zip(found.groups, shares, strict=True):
        yield "legal", _choices(group, share, lang)
    if found.passing:
        yield "legal", text("game.pass", lang)


def _shares(totals: Sequence[int], most: int) -> list[int]:
    """How many of each kind are listed where at most so many are listed in all: as even as can be.

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


def _choices(group: Choices, share: int, lang: Lang) -> str:
    plays = " | ".join(cards for cards, _ in group.plays[:share])
    return f"{kind_name(group.kind, group.size, lang)}  {plays}  ({count_name(group.total, share, lang)})"


def _seconds(table: ClimbingTable, frame: ClimbingState) -> str:
    """The think time beside what the sheet allows."""
    said, taken = table.seconds(frame), table.taken(frame)
    limit = table.view.terms.first_seconds if frame.ply == 1 else table.view.terms.seconds
    if limit is None:
        return said
    over = "  " + text("game.over_time", table.lang) if taken is not None and taken > limit else ""
    return f"{said}  {text('game.limit', table.lang, n=limit)}{over}"


def _result(table: ClimbingTable) -> Rows:
    """The finishing order, and what it came to."""
    computed, lang, terms = table.computed, table.lang, table.view.terms
    claims = table.hand.claims
    if computed.finish is not None:
        double = "  " + text("game.double", lang) if terms.double else ""
        yield "finish", beside(computed.finish, claims.finish if claims is not None else None, lang) + double
    if computed.levels is not None:
        claimed = levels_name(claims.levels, lang) if claims is not None and claims.levels else None
        why = ""
        if terms.rise is not None:
            side, by = terms.rise
            why = "  " + text("game.passed" if terms.passed else "replay.rises", lang, side=side, n=by)
        yield "levels", beside(levels_name(computed.levels, lang), claimed, lang) + why
    if computed.points is not None:
        scored = by_side(claims.points) if claims is not None and claims.points else None
        yield "points", beside(by_side(computed.points), scored, lang)
