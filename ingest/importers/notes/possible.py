"""Which cards a seat can have laid down, by what is told of the hand: its deal, how many there are of a card, which suit it has
no more of.

What is written stands however the rules see it, but nobody plays the third copy of two. Where a suit is not written and the one
that is taken for it is not possible, it is asked which it was.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from paipu.ingest.importers.notes.cards import Card, written
from paipu.ingest.importers.notes.facts import KITTY
from paipu.ingest.importers.notes.grammar import Told
from paipu.ingest.importers.notes.naming import written_seat
from paipu.ingest.importers.notes.tricks import MOST_TRICKS
from paipu.ingest.question.errors import TEXT, QuestionError
from paipu.ingest.question.reading import cards_of
from paipu.replay.cards import HIDDEN, JOKERS, SUIT_SYMBOLS, SUITS, split_cards
from paipu.replay.notation import split_trick
from paipu.replay.text import Text

OFFERED: Final = "\n"
"""Between what may have been meant, in the values of a question."""
_OF_TRUMPS: Final = 3
"""Cards of a lead to which the highest trumps may have been due: by it nobody shows that he has no more of a suit."""


class Possible(Told):
    """What was read so far, and which cards may lie there by it.

    `voids` tells in which trick a seat did not follow to a class of cards, by the hand's place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.voids: dict[tuple[int, str, int], int] = {}

    @property
    def suits(self) -> Any:  # noqa: ANN401 - the order of trumps of the sheet
        """How the cards of the hand fall into suits and trumps; None where that is not told, or no suit is to be followed."""
        level, trump = self.hand.get("level"), self.hand.get("trump")
        return self.reader.sheet.context(level, trump) if self.once and level and trump else None

    def of_level_rank(self, rank: str) -> bool:
        """Whether cards of a rank are trumps in every suit, so that a lead does not tell which suit they have."""
        return self.once and rank == self.hand.get("level")

    def held_now(self, seat: str) -> Counter[str] | None:
        """What a seat still has of what it was dealt; None where that is not told whole, or cards came from the kitty."""
        deal = self.hand.get("deal", {}).get(seat)
        if deal is None or HIDDEN in deal or (KITTY in self.hand or (self.once and seat == self.hand.get("dealer"))):
            return None
        held = Counter(split_cards(deal))
        if held.total() != self.reader.sheet.hand_size:
            return None
        for gift in self.hand.get("tribute", ()):
            way, _, card = gift.partition(" ")
            if seat in way and HIDDEN in card:
                return None
            held[card] += way.endswith(seat) - way.startswith(seat)
        now = len(self.hands) - 1
        return +Counter({card: count - self.laid[now, seat, card] for card, count in held.items()})

    def by_deal(self, seat: str, cards: Sequence[Card]) -> list[Card]:
        """The cards, those without a suit of the one that is left of the seat's hand, where no other fits."""
        if all(card.suit is not None for card in cards) or (held := self.held_now(seat)) is None:
            return [*cards]
        held -= Counter(f"{card.rank}{card.suit}" for card in cards if card.suit is not None)
        found = [*cards]
        for rank in {card.rank for card in cards if card.suit is None}:
            bare = [at for at, card in enumerate(cards) if card.suit is None and card.rank == rank]
            left = [suit for suit in SUITS for _ in range(held[rank + suit])]
            if len(left) == len(bare):
                for at, suit in zip(bare, left, strict=True):
                    found[at] = replace(cards[at], suit=suit)
        if found != [*cards]:
            self.non_literal("deal")
        return found

    def note_void(self, seat: str, token: str) -> None:
        """Note that a seat has no more of the suit that was led, where its play tells that."""
        suits, lead = self.suits, split_cards(cards_of(split_trick(self.hand["tricks"][-1])[1]))
        played = split_cards(cards_of(token))
        if suits is None or HIDDEN in "".join((*lead, *played)) or len(played) != len(lead) or len(lead) == _OF_TRUMPS:
            return
        led = {suits.cls[card] for card in lead}
        if len(led) == 1 and not {suits.cls[card] for card in played} <= led:
            self.voids.setdefault((len(self.hands) - 1, seat, *led), len(self.hand["tricks"]))

    def gone(self, card: str) -> int:
        """How many of a card are gone: played, or buried last."""
        now = len(self.hands) - 1
        return sum(self.laid[now, seat, card] for seat in self.reader.sheet.seats) + self.buried_of(card)

    def buried_of(self, card: str) -> int:
        """How many of a card were buried last."""
        buried = next((action["bury"] for action in reversed(self.hand.get(KITTY, ())) if "bury" in action), "")
        return split_cards(buried).count(card)

    def check_possible(self, seat: str, group: Sequence[Card], token: str, given: str, said: Callable[[str], str]) -> None:
        """Whether a play can lie there: no card more often than there are, no suit that was not written and that its seat has
        no more of. `said` is how the play is told with other cards. Raises QuestionError.
        """
        cards = split_cards(cards_of(token))
        whole = len(cards) == len(group)
        for at, card in enumerate(cards):
            if HIDDEN in card:
                continue
            copies = self.reader.sheet.cards.copies
            if self.gone(card) + cards.count(card) > copies:
                last = max(number for number, each in enumerate(cards) if each == card)
                where = _where(self.tricks_with(card), buried=self.buried_of(card) > 0)
                raise self.asked("notes.copies", (seat, cards, last), given, said, copies=copies, where=where)
            if not whole or group[at].suit is not None or self.suits is None:
                continue
            trick = self.voids.get((len(self.hands) - 1, seat, self.suits.cls[card]))
            if trick is not None:
                raise self.asked("notes.void", (seat, cards, at), given, said, seat=seat, trick=trick)

    def too_often(self, why: QuestionError, seat: str, token: str, given: str, said: Callable[[str], str]) -> QuestionError:
        """The question for a card that is told too often with those that were taken up again of a throw."""
        cards = split_cards(cards_of(token))
        card = str(why.values.get("card", ""))
        if why.key != "judge.copies" or card not in cards:
            return why
        copies, where = self.reader.sheet.cards.copies, _where([len(self.hand["tricks"])], buried=False)
        return self.asked("notes.copies", (seat, cards, cards.index(card)), given, said, copies=copies, where=where)

    def tricks_with(self, card: str) -> list[int]:
        """The numbers of the tricks in which a card was seen."""
        return [
            number
            for number, trick in enumerate(self.hand.get("tricks", ())[:MOST_TRICKS], start=1)
            if any(card in split_cards(cards_of(play)) for play in split_trick(trick)[1:])
        ]

    def asked(
        self,
        key: str,
        of: tuple[str, Sequence[str], int],
        given: str,
        said: Callable[[str], str],
        **values: str | int | Text,
    ) -> QuestionError:
        """The question which card it was that stands at a place of a play, with each that it may be."""
        seat, cards, at = of
        card = cards[at]
        others = [other for other in JOKERS if other != card] if card in JOKERS else [card[0] + suit for suit in SUITS]
        copies = self.reader.sheet.cards.copies
        now = len(self.hands) - 1
        left = [
            other
            for other in others
            if other != card
            and self.gone(other) + cards.count(other) < copies
            and (self.suits is None or (now, seat, self.suits.cls[other]) not in self.voids)
        ]
        unseen = HIDDEN * 2 if card in JOKERS else card[0] + HIDDEN
        told = [said("".join((*cards[:at], other, *cards[at + 1 :]))) for other in (*left, unseen)]
        return QuestionError(key, given=given, card=signed(card), told=signed(unseen), offered=OFFERED.join(told), **values)


def signed(card: str) -> str:
    """A card as people write it."""
    return (
        card
        if card in JOKERS
        else f"{SUIT_SYMBOLS.get(card[1], '')}{card[0].replace('T', '10')}{card[1] * (card[1] == HIDDEN)}"
    )


def told_anew(
    seat: str, before: Sequence[str], behind: Sequence[Sequence[Card]], *, thrown: bool, last: bool
) -> Callable[[str], str]:
    """How some plays from a seat on are told with other cards in the place of one of them."""

    def said(cards: str) -> str:
        plays = [*before, cards, *(written(group).replace(HIDDEN, "") for group in behind)]
        return f"{written_seat(seat)} {'甩' * thrown}{', '.join(plays)}{'走了' * last}"

    return said


def _where(tricks: Sequence[int], *, buried: bool) -> Text:
    """In which tricks a card was seen, and whether it was buried."""
    key = ("notes.in_both" if tricks else "notes.in_kitty") if buried else "notes.in_tricks" if tricks else "notes.in_play"
    return TEXT[key].fill(tricks=", ".join(map(str, tricks)))
