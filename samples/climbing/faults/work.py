"""What every fault needs: a copy of the match, hands to choose from, tables to play on from, and hands made to measure."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from replay.cards import CARDS, split_cards
from replay.climbing.context import LevelContext
from replay.climbing.sheet import ClimbingSheet
from replay.record import OptionValue
from samples.climbing.match import Match, Standing
from samples.climbing.results import ended
from samples.climbing.table import PASS, Table
from samples.climbing.tribute import Exchange, Move, moved, written
from samples.document import Document
from samples.fault import Copy, Place

T = TypeVar("T")


class Ply(NamedTuple):
    """A point of a recorded hand, before a play: the hand's index, and trick and play from 0."""

    hand: int
    trick: int
    play: int


class Work(Copy):
    """A match that a fault is built into: a copy of the document, and the match that can play it on."""

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        super().__init__(document, rng)
        under_way = "reason" not in self.document["claims"]
        self.match = Match(self.document, rng, len(self.document["hands"]) if under_way else None)

    @property
    def sheet(self) -> ClimbingSheet:
        """The sheet, with the options of the record."""
        return self.match.sheet

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return self.sheet.seats

    @property
    def hands(self) -> list[Document]:
        """The hands of the document."""
        return self.match.hands

    def set_option(self, key: str, value: OptionValue) -> None:
        """Set an option of the record; from here on the match is played by it."""
        self.document["options"] = {**self.document.get("options", {}), key: value}
        self.match = Match(self.document, self.rng, self.match.limit)

    # -- choosing

    def finished(self, start: int = 0) -> list[int]:
        """The indices of the hands from `start` on that were played to the end, in an order of chance."""
        return self.shuffled(index for index in range(start, len(self.hands)) if "claims" in self.hands[index])

    def after_another(self, *, double: bool) -> list[int]:
        """Those of them before which tribute may be due, from one player or, if it is `double`, two."""
        before = ((index, self.standing(index).before) for index in self.finished(1))
        return [index for index, how in before if how is not None and how.double == double]

    def with_tribute(self, *, double: bool) -> list[int]:
        """Those of these with tribute on record."""
        return [index for index in self.after_another(double=double) if "tribute" in self.hands[index]]

    def seat(self, name: str) -> int:
        """A seat's index."""
        return self.seats.index(name)

    def context(self, hand: Mapping[str, Any]) -> LevelContext:
        """The order of cards that a hand was played under."""
        return self.sheet.context(hand["level"])

    def standing(self, index: int) -> Standing:
        """Where the match stood before hand `index`."""
        return self.match.standing(index)

    # -- plays of the record

    def table_at(self, ply: Ply) -> Table:
        """The table at a point of a recorded hand."""
        hand = self.hands[ply.hand]
        table = self.match.table(hand)
        table.replay(hand["tricks"][: ply.trick], hand["seconds"][: ply.trick])
        if ply.play:
            table.lead(self.seat(hand["tricks"][ply.trick][0]))
            tokens = hand["tricks"][ply.trick].split(" ")[1:]
            for token, seconds in zip(tokens[: ply.play], hand["seconds"][ply.trick], strict=False):
                table.put(token, seconds)
        return table

    def plies(self, index: int) -> Iterator[tuple[Ply, Table, str]]:
        """Every point of a recorded hand at which somebody plays: the table as it is then, which moves on, and the play."""
        hand = self.hands[index]
        table = self.match.table(hand)
        for number, (text, seconds) in enumerate(zip(hand["tricks"], hand["seconds"], strict=True)):
            table.lead(self.seat(text[0]))
            for play, (token, used) in enumerate(zip(text.split(" ")[1:], seconds, strict=True)):
                yield Ply(index, number, play), table, token
                table.put(token, used)

    def opportunity(self, find: Callable[[Table, str], T | None], indices: Iterable[int] | None = None) -> tuple[Ply, T] | None:
        """A point at which `find` (of the table and the play made there) finds something, chosen from those of one hand."""
        for index in self.finished() if indices is None else indices:
            chances = []
            for ply, table, token in self.plies(index):
                found = find(table, token)
                if found is not None:
                    chances.append((ply, found))
            if chances:
                return self.rng.choice(chances)
        return None

    def at(self, ply: Ply, seat: str | None, *follows: str) -> Place:
        """A point of the record as the place of a finding."""
        return Place(self.hands[ply.hand]["no"], ply.trick + 1, ply.play + 1, seat, follows)

    def rewrite(self, ply: Ply, token: str) -> None:
        """Write another play down at a point of the record, and nothing else."""
        hand = self.hands[ply.hand]
        words = hand["tricks"][ply.trick].split(" ")
        words[ply.play + 1] = token
        hand["tricks"][ply.trick] = " ".join(words)

    def left(self, index: int) -> list[list[str]]:
        """What each seat still holds after the last play of a recorded hand."""
        hand = self.hands[index]
        table = self.match.table(hand)
        table.replay(hand["tricks"], hand["seconds"])
        return table.hands

    # -- playing on

    def put(self, table: Table, token: str, *, counts: bool = True) -> Place:
        """Make a play that no player would make; the place is where it is on record."""
        seat = table.turn
        place = Place(trick=len(table.tricks) + 1, play=len(table.tokens) + 1, seat=self.seats[seat])
        table.put(token, self.match.think(table, token), counts=counts)
        return place

    def all_pass(self, table: Table) -> None:
        """Let the others pass until the trick is over."""
        while table.tokens and not table.over:
            table.put(PASS, self.match.think(table, PASS))

    def play_out(self, index: int, table: Table) -> int:
        """Let the players finish hand `index`, and play the match on from there; the hand's number."""
        self.match.play_out(table)
        hand = self.hands[index]
        self.match.write_result(hand, table, self.standing(index))
        self.play_on(index)
        number: int = hand["no"]
        return number

    def play_on(self, index: int) -> None:
        """Play the match on after hand `index`, which its claims settle."""
        del self.hands[index + 1 :]
        self.match.play_on()

    def deal_again(
        self,
        index: int,
        hands: Sequence[Sequence[str]] | None = None,
        *,
        level: str | None = None,
        leader: int | None = None,
    ) -> Table:
        """Another deal in place of hand `index`, with the tribute; `level` and `leader` as a table would have them wrong."""
        del self.hands[index:]
        hand, table = self.match.deal(self.standing(index), hands, level=level, leader=leader)
        self.hands.append(hand)
        return table

    def written_again(self, index: int) -> None:
        """The claims of hand `index` once more, for what an incident in it costs, and the match after it played on."""
        hand, sheet = self.hands[index], self.sheet
        table = self.match.table(hand)
        table.replay(hand["tricks"], hand["seconds"])
        hand["claims"] = self.match.result(hand, ended(sheet, table.out), self.standing(index))
        self.play_on(index)

    # -- tribute

    def exchange(self, index: int, hands: Sequence[Sequence[str]] | None = None) -> Exchange:
        """The tribute before hand `index`; of other hands than those dealt, if they are given."""
        before = self.standing(index).before
        if before is None:
            raise ValueError(f"no hand was played before hand {index + 1}")
        dealt = self.dealt(index) if hands is None else hands
        return Exchange(self.sheet, self.context(self.hands[index]), self.rng, dealt, before)

    def dealt(self, index: int) -> list[list[str]]:
        """The hands as dealt."""
        return [split_cards(self.hands[index]["deal"][seat]) for seat in self.seats]

    def pay(self, index: int, moves: Sequence[Move], leader: int, hands: Sequence[Sequence[str]] | None = None) -> Table:
        """Let other cards change hands before hand `index` than did, and open the table; `hands` as they really are then."""
        hand = self.hands[index]
        hand.pop("resisted", None)
        hand["tribute"] = written(self.sheet, moves)
        hand["lead"] = self.seats[leader]
        after = moved(self.dealt(index), moves) if hands is None else hands
        return self.match.open(self.context(hand), after, leader)

    # -- made-to-measure cards

    def arranged(
        self, wanted: Mapping[int, Sequence[str]], without: Mapping[int, Container[str]] = MappingProxyType({})
    ) -> list[list[str]]:
        """A shuffled deal in which some seats hold at least the wanted cards, and are not dealt certain others."""
        deck = list(CARDS * self.sheet.cards.copies)
        self.rng.shuffle(deck)
        hands = [list(wanted.get(seat, ())) for seat in range(len(self.seats))]
        for cards in hands:
            for card in cards:
                deck.remove(card)
        for seat in sorted(range(len(hands)), key=lambda seat: seat not in without):
            own = hands[seat]
            able = [card for card in deck if card not in without.get(seat, ())][: self.sheet.hand_size - len(own)]
            for card in able:
                deck.remove(card)
            own += able
            self.rng.shuffle(own)
        return hands
