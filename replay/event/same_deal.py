"""Whether the same deal was played at all tables of a board (复式): cards, level, leader, tribute; and who played it when."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from paipu.replay.cards import UNKNOWN, join_cards
from paipu.replay.event.board import BoardHand, cards_in
from paipu.replay.event.boards import BY_BOARD, Sat, set_of, sets_in
from paipu.replay.event.match import Match
from paipu.replay.event.placing import round_at, stage_at, table_at
from paipu.replay.event.record import BoardSet, Deal
from paipu.replay.event.report import EventReport
from paipu.replay.notation import read_gift

FROM_FILE: Final = "="
"""Stands for the deals of the event, where something differs from them; else it is the match whose table has it otherwise."""


class SameDealAudit:
    """Holds the boards of an event against its deals, and where these are not at hand their tables against each other."""

    def __init__(self, report: EventReport) -> None:
        self.event, self.sheet, self.placed, self.scores = report.event, report.sheet, report.placed, report.scores
        self.matches, self.add = report.matches, report.add
        self.sets: Sequence[BoardSet] = report.event.boards.sets if report.event.boards is not None else ()

    def run(self) -> None:
        """All of it."""
        if self.event.boards is None:
            return
        for at, each in enumerate(self.sets):
            self.deals(at, each)
        self.named()
        for tables in self.scores.by_key.values():
            self.same(tables)
        self.once()

    def deals(self, at: int, of: BoardSet) -> None:
        """The file of deals is the one whose hash was given out before."""
        if of.sha256 is not None and of.read is not None and of.sha256 != of.read:
            self.add("EVENT-DEALS", f"boards/sets/{at}/sha256", expected=of.sha256, actual=of.read, file=of.file or "-")
        elif of.deals is None and (of.file is not None or of.sha256 is not None):
            self.add("EVENT-DEALS-UNREAD", f"boards/sets/{at}", actual=of.file or of.id or of.stage)

    def named(self) -> None:
        """Every match of a round that plays boards names one that there is, and others name none."""
        for spot, seated in sorted(self.placed.at.items()):
            stage, number = stage_at(self.event, spot).id, round_at(self.event, spot).no
            for each in seated:
                if sets_in(self.event, stage, number) and not each.match.boards:
                    self.add("EVENT-BOARD-UNKNOWN", "event", match=each.match, actual="-")
                for board in each.match.boards:
                    self.known(each.match, board, set_of(self.event, stage, number, board))

    def known(self, match: Match, board: BoardHand, of: int | None) -> None:
        """A board is one of a set of its round, and has been dealt."""
        if of is None:
            self.add("EVENT-BOARD-UNKNOWN", "event/board", match=match, actual=board.set or str(board.no))
            return
        deals = self.sets[of].deals
        if deals is not None and board.no not in deals:
            pointer = "event/board/no" if not board.hand else f"hands/{board.hand}"
            self.add("EVENT-BOARD-UNKNOWN", pointer, match=match, actual=str(board.no))

    # -- the same cards

    def same(self, tables: Sequence[Sat]) -> None:
        """The tables of a board have all played the deal of the file, or else what most of them have."""
        of = self.sets[tables[0].set]
        deal = of.deals.get(tables[0].board.no) if of.deals is not None else None
        if of.deals is not None and deal is None:
            return
        due = (
            {part: (self.sorted_cards(cards), FROM_FILE) for part, cards in deal.parts.items()} if deal else self.usual(tables)
        )
        for one in tables:
            self.cards(one, due)
            self.unseen(one, deal)
        self.alike("EVENT-BOARD-LEVEL", tables, of.level, deal and deal.level, {id(one): one.board.level for one in tables})
        self.alike("EVENT-BOARD-LEADER", tables, of.leader, deal and deal.leader, {id(one): one.board.leader for one in tables})
        paid = {id(one): ", ".join(sorted(one.board.tribute)) for one in tables if one.board.hand is not None}
        stated = ", ".join(sorted(deal.tribute or ())) if deal else None
        fixed = {"none": "", "stated": BY_BOARD}.get(of.tribute or "")
        self.alike("EVENT-BOARD-TRIBUTE", tables, fixed, stated, {each: told or "-" for each, told in paid.items()})

    def sorted_cards(self, text: str) -> tuple[str, ...]:
        return tuple(sorted(cards_in(text)))

    def usual(self, tables: Sequence[Sat]) -> Mapping[str, tuple[tuple[str, ...], str]]:
        """Each part of the deal as most tables have it, the first of those that are as many; and the first match that does."""
        found: dict[str, tuple[tuple[str, ...], str]] = {}
        for part in dict.fromkeys(part for one in tables for part in one.board.dealt):
            told = [
                (self.sorted_cards(one.board.dealt[part]), one.match.id)
                for one in tables
                if part in one.board.dealt and UNKNOWN not in one.board.dealt[part]
            ]
            counted = Counter(cards for cards, _ in told).most_common(1)
            if counted:
                found[part] = next(each for each in told if each[0] == counted[0][0])
        return found

    def cards(self, one: Sat, due: Mapping[str, tuple[tuple[str, ...], str]]) -> None:
        """Every card of a table's deal is one of the board's, in the same hand."""
        for part, (cards, source) in due.items():
            text = one.board.dealt.get(part)
            if text is not None:
                here, there = Counter(cards_in(text)), Counter(cards)
                more, fewer = here - there, there - here if UNKNOWN not in text else Counter[str]()
                if more or fewer:
                    self.tell_cards(one, part, fewer, more, source, f"/deal/{part}")
            if part in one.board.played and source == FROM_FILE:
                may = Counter(cards) + Counter(card for other in ("kitty",) for card in due.get(other, ((), ""))[0])
                may += Counter(gift.card for gift in map(read_gift, one.board.tribute) if gift.taker == part)
                more = Counter(cards_in(one.board.played[part])) - may
                if more and text is None:
                    self.tell_cards(one, part, Counter(), more, source, "/tricks")

    def tell_cards(self, one: Sat, part: str, fewer: Counter[str], more: Counter[str], source: str, place: str) -> None:
        """Report a hand, or the kitty, that has other cards than it should."""
        expected, actual = (join_cards(sorted(cards.elements())) or "-" for cards in (fewer, more))
        seat = part if part in self.sheet.seat_at else None
        pointer = f"hands/{one.board.hand or 0}{place}"
        self.tell(one, "EVENT-BOARD-CARD", pointer, expected, actual, seat, part=part, source=source)

    def tell(
        self, one: Sat, code: str, pointer: str, expected: str | None, actual: str, seat: str | None = None, **said: str
    ) -> None:
        """Report something of a board at a table."""
        told: dict[str, str] = {"board": str(one.board.no), "table": table_at(self.event, one.spot).name, **said}
        self.add(code, pointer, match=one.match, seat=seat, expected=expected, actual=actual, **told)

    def unseen(self, one: Sat, deal: Deal | None) -> None:
        """Where the record does not tell the whole deal, that is said; nothing is known then of what it does not tell."""
        parts = list(deal.parts) if deal else list(self.sheet.seats)
        lacking = [part for part in parts if part not in one.board.dealt or UNKNOWN in one.board.dealt[part]]
        if lacking:
            pointer = f"hands/{one.board.hand}/deal" if one.board.hand is not None else "hands"
            self.tell(one, "EVENT-BOARD-UNSEEN", pointer, None, " ".join(lacking), of=str(len(parts)), n=str(len(lacking)))

    def alike(
        self, code: str, tables: Sequence[Sat], fixed: str | None, of_deal: str | None, told: Mapping[int, str | None]
    ) -> None:
        """What is fixed of a board is so at all its tables: as the event or its deal says, or else as most have it."""
        if fixed is None:
            return
        source = FROM_FILE
        due = (of_deal if fixed == BY_BOARD else fixed) if fixed != "" else "-"
        if fixed == BY_BOARD and of_deal is None:
            if self.sets[tables[0].set].deals is not None:
                return
            counted = Counter(value for one in tables if (value := told.get(id(one))) is not None).most_common(1)
            if not counted:
                return
            due = counted[0][0]
            source = next(one.match.id for one in tables if told.get(id(one)) == due)
        due = due or "-"
        for one in tables:
            value = told.get(id(one))
            if value is not None and value != due:
                self.tell(one, code, f"hands/{one.board.hand or 0}", due, value, source=source)

    # -- who has played it before

    def once(self) -> None:
        """Nobody plays a board twice, nor in both directions."""
        seen: dict[tuple[str, tuple[int, int]], tuple[int, str]] = {}
        for one in self.scores.sat:
            said = False
            for who, side, seat in self.who(one):
                direction, other = seen.setdefault((who, one.key), (side, one.match.id))
                if other == one.match.id or said:
                    continue
                said = True
                code = "EVENT-BOARD-TWICE" if direction == side else "EVENT-BOARD-DIRECTION"
                self.tell(one, code, "event/board", None, who, seat, other=other)

    def who(self, one: Sat) -> Iterator[tuple[str, int, str | None]]:
        """Who played a board in which direction: the players, or the entrants where the record names none."""
        for side in (0, 1):
            if one.match.players[side]:
                for who in one.match.players[side]:
                    seat = next((seat for seat, player in one.match.seats.items() if player.id == who), None)
                    yield who, side, seat
            elif self.event.boards is not None and not (self.event.boards.scale is not None and self.event.boards.scale.teams):
                yield from ((each, side, None) for each in one.seated(self.event)[side])
