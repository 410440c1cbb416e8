"""What every fault needs: a copy of the match, hands to choose from, tables to play on from, and a note of what was done."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from replay.cards import CARDS, LITTLE_JOKER, RANKS, split_cards
from replay.record import OptionValue
from replay.tricks.bidding import parse_bid
from replay.tricks.deal import KITTY
from replay.tricks.trump import TrumpContext
from samples.document import Document
from samples.fault import Copy, Place
from samples.tricks.draw import Declared, Draw
from samples.tricks.match import NO_FAULT, Match, Standing
from samples.tricks.table import Table

T = TypeVar("T")


def throw_failed(hand: Mapping[str, Any]) -> bool:
    """Whether a throw failed in a hand: it rests on cards that others held."""
    return any(">" in text for text in hand["tricks"])


class Ply(NamedTuple):
    """A point of a recorded hand, before a play: the hand's index, and trick and play from 0."""

    hand: int
    trick: int
    play: int


Inject = Callable[["Work"], Place | None]
"""Builds one fault into a match; None where the match offers no opportunity."""


class Work(Copy):
    """A match that a fault is built into: a copy of the document, and the match that can play it on."""

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        super().__init__(document, rng)
        under_way = "reason" not in self.document["claims"]
        self.match = Match(self.document, rng, len(self.document["hands"]) if under_way else None)
        self.sheet = self.match.sheet
        self.seats = self.sheet.seats

    @property
    def hands(self) -> list[Document]:
        """The hands of the document."""
        return self.match.hands

    def set_option(self, key: str, value: OptionValue) -> None:
        """Set an option of the record; from here on the match is played by it."""
        self.document["options"] = {**self.document.get("options", {}), key: value}
        self.match = Match(self.document, self.rng, self.match.limit)
        self.sheet = self.match.sheet

    # -- choosing

    def finished(self, start: int = 0) -> list[int]:
        """The indices of the hands that were played to the end, in an order of chance.

        From `start` on; where it is not 0, those before which the bank was not declared for.
        """
        played = (index for index in range(start, len(self.hands)) if "claims" in self.hands[index])
        return self.shuffled(index for index in played if not start or self.standing(index).dealer is not None)

    def ranked(self, start: int = 0) -> list[int]:
        """Those of them that were played at the level of a rank."""
        return [index for index in self.finished(start) if self.hands[index]["level"] in RANKS]

    def plain(self, start: int = 0) -> list[int]:
        """Those of them with a kitty that was buried once, and whose result does not rest on failed throws."""
        return [
            index
            for index in self.ranked(start)
            if not any("show" in action for action in self.hands[index]["kitty"])
            and not (self.sheet.throws.fine and throw_failed(self.hands[index]))
        ]

    def seat(self, name: str) -> int:
        """A seat's index."""
        return self.seats.index(name)

    def context(self, hand: Mapping[str, Any]) -> TrumpContext:
        """The trump context that a hand was played under."""
        return self.sheet.context(hand["level"], hand["trump"])

    # -- plays of the record

    def table_at(self, ply: Ply) -> Table:
        """The table at a point of a recorded hand."""
        hand = self.hands[ply.hand]
        table = self.match.table(hand)
        table.replay(hand["tricks"][: ply.trick], hand["seconds"][: ply.trick])
        if ply.play:
            leader, *tokens = hand["tricks"][ply.trick].split(" ")
            table.open(self.seat(leader))
            for token, seconds in zip(tokens[: ply.play], hand["seconds"][ply.trick], strict=False):
                table.put(token, seconds)
        return table

    def plies(self, index: int) -> Iterator[tuple[Ply, Table]]:
        """Every point of a recorded hand at which somebody plays, with the table as it is then; the table moves on."""
        hand = self.hands[index]
        table = self.match.table(hand)
        for number, (text, seconds) in enumerate(zip(hand["tricks"], hand["seconds"], strict=True)):
            leader, *tokens = text.split(" ")
            table.open(self.seat(leader))
            for play, (token, used) in enumerate(zip(tokens, seconds, strict=True)):
                yield Ply(index, number, play), table
                table.put(token, used)

    def opportunity(self, find: Callable[[Table, int], T | None], indices: Iterable[int] | None = None) -> tuple[Ply, T] | None:
        """A point at which `find` (of the table and the seat to play) finds something, chosen from those of one hand."""
        for index in self.finished() if indices is None else indices:
            chances = []
            for ply, table in self.plies(index):
                found = find(table, table.open().seat)
                if found is not None:
                    chances.append((ply, found))
            if chances:
                return self.rng.choice(chances)
        return None

    # -- playing on

    def put(self, table: Table, token: str) -> Place:
        """Make a play that no player would make; the place is where it is on record."""
        trick = table.open()
        seat = trick.seat
        place = Place(trick=len(table.tricks) + 1, play=len(trick.made) + 1, seat=self.seats[seat])
        table.put(token, self.match.think(seat, leads=trick.lead is None))
        return place

    def play_out(self, index: int, table: Table, at_fault: frozenset[int] = NO_FAULT) -> int:
        """Let the players finish hand `index`, settle it, and play the match on from there; the hand's number."""
        self.match.play_out(table)
        return self.settle(index, table, at_fault)

    def written(self, index: int) -> Table:
        """The table of a recorded hand after its last trick."""
        hand = self.hands[index]
        table = self.match.table(hand)
        table.replay(hand["tricks"], hand["seconds"])
        return table

    def rule(self, index: int) -> str:
        """By which rule a hand was settled."""
        _, outcome = self.match.tally(self.hands[index], self.written(index))
        return self.match.settled(self.hands[index], self.standing(index), outcome).rule

    def settle(self, index: int, table: Table, at_fault: frozenset[int] = NO_FAULT) -> int:
        """Settle hand `index` with the plays made so far, and play the match on from there; the hand's number."""
        hand = self.hands[index]
        self.match.write_result(hand, table, self.match.standing(index), at_fault)
        self.play_on(index)
        number: int = hand["no"]
        return number

    def play_on(self, index: int) -> None:
        """Play the match on after hand `index`, which its claims settle."""
        del self.hands[index + 1 :]
        self.match.play_on()

    def deal_again(
        self, index: int, drawn: Draw, terms: Declared, *, level: str | None = None, dealer: int | None = None
    ) -> Table:
        """Another draw in place of hand `index`: written down, buried, and the table opened. Nobody wants the kitty again."""
        del self.hands[index:]
        standing = self.match.standing(index)
        hand, table = self.match.deal(standing, drawn, terms, level=level, dealer=dealer, willing=False)
        self.hands.append(hand)
        return table

    def begin_at(self, levels: tuple[str, str], dealer: int) -> None:
        """Make it a record that begins in mid-game, with no hand yet."""
        start = {"levels": dict(zip(self.sheet.sides, levels, strict=True)), "dealer": self.seats[dealer]}
        self.document["start"] = start
        self.hands.clear()

    def standing(self, index: int) -> Standing:
        """Where the match stood before hand `index`."""
        return self.match.standing(index)

    def opening(self, seat: str, card: str, joker: str = LITTLE_JOKER) -> str:
        """A first declaration of a level card as the sheet wants it: by itself, or beside a joker."""
        bids = (f"{seat} {joker}{card}", f"{seat} {card}")
        return next(bid for bid in bids if self.sheet.bids.first(parse_bid(bid), card[0]) is not None)

    # -- made-to-measure cards

    def arranged(
        self,
        wanted: Mapping[str, str],
        without: Mapping[str, Container[str]] = MappingProxyType({}),
        *,
        level: str | None = None,
    ) -> Draw:
        """A shuffled draw in which some places (seats, or `kitty`) hold at least the wanted cards; nobody has bid yet.

        `without` names cards that a seat must not be dealt beyond those; `level` matters where it changes the deal.
        """
        sheet = self.sheet.at_level(level)
        deck = list(CARDS * self.sheet.cards.copies)
        self.rng.shuffle(deck)
        places = {place: split_cards(wanted.get(place, "")) for place in (*self.seats, KITTY)}
        for own in places.values():
            for card in own:
                deck.remove(card)
        for place in sorted(places, key=lambda place: place not in without):
            own = places[place]
            size = sheet.kitty_size if place == KITTY else sheet.hand_size
            able = [card for card in deck if card not in without.get(place, ())][: size - len(own)]
            for card in able:
                deck.remove(card)
            own += able
            self.rng.shuffle(own)
        return Draw(tuple(tuple(places[seat]) for seat in self.seats), tuple(places[KITTY]), ())
