"""The cards of a play as they are jotted: `4d4h`, `♠9978`, `对4`, `三个凯带一对`, `黑9对`, `大王x2`, `678910`.

A suit told once holds for the ranks behind it, one told behind a row of ranks for all of them. What has no suit is left open:
whoever knows the game and the trick tells whether it is that of the lead, or of no matter.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from paipu.ingest.importers.notes.tokens import Token, is_card, plain, tokens_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import read_seen
from paipu.replay.cards import HIDDEN, JOKERS, UNKNOWN
from paipu.replay.notation import UNSEEN

GLUED: Final = -1
"""Joined with what stands before it: `大王+红5`, `555带22`."""
CLOSE, SPACED, APART = 0, 1, 2
"""What stands before a card: nothing, a space, a comma or slash."""
_APART: Final = ",;/"
WILD: Final = "w"
BOMB: Final = "*"
"""A bomb of a rank, of how many cards is not told: `4炸`."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: rank and suit, the suit None where it is not told; what stands before it, where it stands, and where its
    suit does that was told before it and holds on.
    """

    rank: str
    suit: str | None
    gap: int = CLOSE
    at: int = 0
    end: int = 0
    suit_at: int = -1

    def __str__(self) -> str:
        """The card in notation, as far as it was told."""
        return f"{self.rank}{HIDDEN if self.suit is None else self.suit}"


@dataclass(slots=True)
class _Cards:
    """The cards that tokens tell of, made one token after another."""

    tokens: Sequence[Token]
    cards: list[Card] = field(default_factory=list)
    suit: str | None = None
    suit_at: int = -1
    many: int = 1
    gap: int = CLOSE
    end: int = -1
    said_since: int = 0

    def take(self) -> list[Card]:
        for number, token in enumerate(self.tokens):
            if token.kind == "+":
                self.gap, self.end = GLUED, token.end
                continue
            if token.kind in _APART:
                self.gap, self.end = APART, token.end
                if token.kind != ",":  # another's play begins, of which no suit was told yet
                    self.said_since, self.suit, self.suit_at = len(self.cards), None, -1
                continue
            if self.gap != GLUED and self.end >= 0 and token.at > self.end:
                self.gap = max(self.gap, SPACED)
            self.of_token(token, number)
            self.end = token.end
        return self.cards

    def of_token(self, token: Token, number: int) -> None:
        """What a token adds."""
        match token.kind:
            case "U":
                self.of_suit(token, number)
            case "R":
                self.of_ranks(token, number)
            case "J":
                for joker in token.value:
                    self.put(joker[0], joker[1], token, self.many)
                self.many = 1
            case "K":
                for rank, suit in token.value:
                    self.put(rank, suit, token, self.many)
                self.many = 1
                self.suit, self.suit_at = None, -1
            case "?":
                self.of_hidden(token, number)
            case "Y":
                self.put(WILD, "", token, 1)
                self.suit, self.suit_at = None, -1
            case "M":
                self.of_count(token, number)
            case "X":
                self.again(int(token.value))
            case "B":
                self.of_bomb(token)
            case _:
                pass

    def put(self, rank: str, suit: str | None, token: Token, count: int = 1) -> None:
        for _ in range(count):
            self.cards.append(
                Card(rank, suit, self.gap, token.at, token.end, self.suit_at if suit and suit == self.suit else -1)
            )
            self.gap = CLOSE

    def of_suit(self, token: Token, number: int) -> None:
        """A suit: of what follows, or of the ranks before it where none follows, or each rank has one behind; of a rank alone
        as many cards as suits stand close behind it: `7草红黑黑`.
        """
        first = number
        while first and self.tokens[first - 1].kind == "U" and self.tokens[first - 1].end == self.tokens[first].at:
            first -= 1
        rank = self.tokens[first - 1] if first else token
        glued = any(each.kind in "R?" and each.at == token.end for each in self.tokens[number + 1 : number + 2])
        one = rank.kind == "R" and len(rank.value) == 1 and rank.end == self.tokens[first].at
        if one and first < number and self.cards and self.cards[-1].at == rank.at and not glued:
            self.cards.append(replace(self.cards[-1], suit=token.value, gap=CLOSE))
            return
        follows = self.tokens[number + 1] if number + 1 < len(self.tokens) else None
        before = self.tokens[number - 1] if number else None
        ahead = follows is not None and (follows.kind in "R?" or (follows.kind in "M+" and self.ranks_ahead(number + 1)))
        close = before is not None and before.kind == "R" and before.end == token.at
        behind = close and (not ahead or self.is_suffixed(number))
        only = before if close and self.is_suffixed(number) and not token.text.startswith("(") else None
        if before is not None and before.kind == "?" and before.end == token.at and not ahead and self.cards[-1].rank == UNSEEN:
            self.cards[-1] = replace(self.cards[-1], rank=HIDDEN, suit=token.value)
            return
        if behind or (not ahead and self.open_before()):
            for at in range(len(self.cards) - 1, self.said_since - 1, -1):
                card = self.cards[at]
                if card.suit is not None:
                    if card.rank + card.suit in JOKERS:
                        continue
                    break
                if only is not None and card.at != only.at:
                    break
                self.cards[at] = replace(card, suit=token.value)
            self.said_since = len(self.cards)
            self.suit, self.suit_at = None, -1
            return
        self.suit, self.suit_at = token.value, token.at

    def ranks_ahead(self, number: int) -> bool:
        """Whether a rank stands at a place, behind how many there are of it."""
        return any(each.kind == "R" for each in self.tokens[number : number + 2])

    def open_before(self) -> bool:
        """Whether the last card has no suit yet."""
        of_suits = [card for card in self.cards[self.said_since :] if f"{card.rank}{card.suit}" not in JOKERS]
        return bool(of_suits) and of_suits[-1].suit is None

    def is_suffixed(self, number: int) -> bool:
        """Whether suits stand behind their ranks where this one is: `9♠9♠10♥`."""
        first = last = number
        while first and self.tokens[first - 1].kind in "RU" and self.tokens[first - 1].end == self.tokens[first].at:
            first -= 1
        while (
            last + 1 < len(self.tokens)
            and self.tokens[last + 1].kind in "RU"
            and self.tokens[last + 1].at == self.tokens[last].end
        ):
            last += 1
        run = self.tokens[first : last + 1]
        return [each.kind for each in run] == ["R", "U"] * (len(run) // 2) and len(run) > 1

    def of_ranks(self, token: Token, number: int) -> None:
        """Ranks written together; of one of them as many as was told."""
        ranks = token.value
        many, self.many = self.many, 1
        before = self.tokens[number - 1] if number else None
        if before is not None and before.kind == "Y" and before.end == token.at and self.cards[-1].rank == WILD:
            ranks = ranks[1:]  # 配2: the wild card and its rank
        same = self.tokens[number : number + many]
        if many > 1 and len(same) == many and all(each.kind == "R" and each.value == ranks for each in same):
            many = 1  # 对10 10
        if len(ranks) == 1:
            self.put(ranks[0], self.suit, token, many)
            return
        for rank in ranks:
            self.put(rank, self.suit, token)

    def of_hidden(self, token: Token, number: int) -> None:
        """What was not seen: the suit of a card close before it, a card of the suit before it, or so many cards."""
        marks = len(token.text)
        if self.many > 1:
            self.put(HIDDEN, HIDDEN, token, self.many)
            self.many = 1
            return
        close = self.end == token.at
        if close and self.cards and self.cards[-1].suit is None and self.cards[-1].end == token.at and marks == 1:
            self.cards[-1] = replace(self.cards[-1], suit=HIDDEN, end=token.end)
            self.said_since = len(self.cards)
        elif self.suit is not None and close and self.tokens[number - 1].kind == "U":
            for _ in range(marks):
                self.put(HIDDEN, self.suit, token)
        elif marks == 1:
            self.put(UNSEEN, "", token)
        elif self.gap == GLUED:
            self.put(HIDDEN, HIDDEN, token, marks)
        else:
            self.put(HIDDEN, HIDDEN, token, marks // 2)

    def of_count(self, token: Token, number: int) -> None:
        """How many there are of the card behind, or else of that before; with no card, of what nobody saw."""
        if self.card_ahead(number + 1):
            self.many = int(token.value)
        elif self.cards and self.gap != GLUED:
            self.again(int(token.value))
        else:
            self.put(HIDDEN, HIDDEN, token, int(token.value))

    def card_ahead(self, number: int) -> bool:
        """Whether a card stands right behind, only how many of it and its suit may come before."""
        for token in self.tokens[number:]:
            if token.kind in "RJK?":
                return True
            if token.kind not in "MU":
                return False
        return False

    def again(self, count: int) -> None:
        """The last card so many times; where it stands there as often already, as it is."""
        if not self.cards:
            return
        last = self.cards[-1]
        same = 0
        for card in reversed(self.cards):
            if (card.rank, card.suit) != (last.rank, last.suit) or (same and last.gap != CLOSE and card.gap == APART):
                break
            same += 1
        for _ in range(count - same):
            self.cards.append(replace(last, gap=CLOSE))

    def of_bomb(self, token: Token) -> None:
        """A bomb: of one rank told before or behind, how many is open; of more cards it says nothing new."""
        alone = len(self.cards) == 1 or (len(self.cards) > 1 and self.cards[-1].gap > CLOSE)
        if alone and self.cards[-1].suit is None and self.cards[-1].end == token.at:
            self.cards.append(Card(BOMB, "", CLOSE, token.at, token.end))


def cards_in(tokens: Sequence[Token]) -> list[Card]:
    """The cards that some tokens tell of."""
    return _Cards(tokens).take()


def written(cards: Iterable[Card]) -> str:
    """Cards in notation; one whose suit was not told is `7?`."""
    return "".join(map(str, cards))


def read_jotted(said: str, *, bare: bool, seats: int = 4) -> str:
    """The cards of a play; `bare` ranks are cards whose suit nobody wrote down. Raises QuestionError for what is none."""
    try:
        if not re.search(r"\?\s+\?", said):  # apart these are two cards
            return read_seen(said)
        refused = QuestionError("judge.no_cards", given=said)
    except QuestionError as why:
        if "=" in said or ">" in said:
            raise
        refused = why
    tokens = tokens_of(plain(said), seats)
    unread = next((each for each in tokens if not (is_card(each.kind) or each.kind in "+,/BF")), None)
    if unread is not None:
        raise (
            refused
            if said.isascii() and " " not in said.strip()
            else QuestionError("judge.card", given=said.strip(), found=unread.text[:8])
        )
    cards = cards_in(tokens)
    if not cards or any(card.rank in {WILD, BOMB} for card in cards):
        raise refused
    if not bare and any(card.suit is None for card in cards):
        raise (
            refused
            if not said.isascii() or refused.key.endswith("suitless")
            else QuestionError("notes.suitless", given=said.strip(), found=cards[0].rank, told=_with_marks(said.strip()))
        )
    return UNSEEN if len(cards) == 1 and cards[0].rank == UNSEEN and not cards[0].suit else written(_seen(cards))


def _with_marks(said: str) -> str:
    return re.sub(r"(10|[2-9TJQKA])", r"\1?", said)


def _seen(cards: Iterable[Card]) -> Iterator[Card]:
    """The cards, of a mark alone among others a card that was not seen."""
    for card in cards:
        yield Card(UNKNOWN[0], UNKNOWN[1]) if card.rank == UNSEEN and not card.suit else card
