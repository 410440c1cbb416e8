"""Plays of which notes do not tell enough: whose they are, or what else was played in their trick."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from paipu.ingest.importers.base import Spot
from paipu.ingest.importers.notes.cards import cards_in, written
from paipu.ingest.importers.notes.fit import Act, apart
from paipu.ingest.importers.notes.naming import written_seat
from paipu.ingest.importers.notes.possible import OFFERED
from paipu.ingest.importers.notes.tabled import Tabled
from paipu.ingest.importers.notes.tokens import Token
from paipu.ingest.importers.notes.tricks import FROM_LEADER
from paipu.ingest.question.errors import QuestionError
from paipu.replay.cards import split_cards
from paipu.replay.notation import split_trick

_WHOSE: Final = re.compile(
    r"谁(?:出的?)?(?:是)?哪[张个手一]+[^\s)]{0,3}(?:没记|忘|不记得|记不清|不清楚|没看)[^\s)]{0,2}"
    r"|(?:顺序|次序)\S{0,4}(?:[写记弄]?[反乱]了?|乱写|没记|忘|记不清)的?"
)
"""That nobody knows whose the plays of a line are, or in which order they stand."""


class Unsure(Tabled):
    """What was read so far, what each line came to, and what is still to be told."""

    def told_so_far(self) -> list[tuple[int, int, int]]:
        """How much of the hands is laid down: hands, tricks of the last, plays of the last of these."""
        tricks = self.hands[-1].get("tricks", []) if self.hands else []
        return [(len(self.hands), len(tricks), len(split_trick(tricks[-1])) - 1 if tricks else 0)]

    def tell(self, spot: Spot, before: Sequence[tuple[int, int, int]]) -> None:
        """Note what a line came to, and report where that is not the letter."""
        (hands, tricks, plays), *_ = before
        made = self.hands[-1].get("tricks", []) if self.hands else []
        first, skip = (0, 0) if len(self.hands) != hands else (max(0, tricks - 1), plays)
        told: list[str] = []
        for number, trick in enumerate(made[first:]):
            leader, *tokens = split_trick(trick)
            order = self.order_of(leader, tokens, first + number + 1)
            out = self.out.get(len(self.hands) - 1, {})
            told += [
                f"{seat} {token}{'走了' * (out.get(seat) == (first + number + 1, at))}"
                for at, (seat, token) in enumerate(zip(order, tokens, strict=False), start=1)
                if number or at > skip
            ]
        told += self.waiting()
        read_as = ", ".join(told)
        self.made.append((spot.line, read_as))
        if self.unread:
            self.non_literal("unread")
        if self.why:
            self.report(spot.line, str(spot.value), read_as, *self.why, unread=self.unread)

    def check_owners(self, acts: Sequence[Act], told: str) -> None:
        """Whether each play of a line has its seat, where nobody knows whose they are. Raises QuestionError."""
        unsure = _WHOSE.search(told)
        if unsure is None:
            return
        said = unsure[0]
        first = next((act for act in acts if act.kind == "play"), None)
        others = [act for act in acts if act.kind == "play" and act is not first]
        if first is None or (others and all(act.seats for act in others)):
            return
        groups = apart(first.cards)
        if not others and len(groups) == 1:
            return
        unseen = ", ".join((written(groups[0]), *["?"] * (len(self.reader.sheet.seats) - 1)))
        leads = written_seat(self.from_leader(first.seats[0])) if first.seats else ""
        offered = OFFERED.join((f"{leads} {unseen}", first.said)) if self.once and not others else first.said
        raise QuestionError("notes.owner", given=first.said, said=said, offered=offered, unsure=said)

    def note_elsewhere(self, said: str, tokens: Sequence[Token]) -> None:
        """Note a card of another trick of which some words tell."""
        found = _of_other_trick(tokens) if self.once else None
        if found is not None:
            self.elsewhere = (*self.elsewhere, (len(self.hands) - 1, said, *found))

    elsewhere: tuple[tuple[int, str, int, str, str], ...] = ()
    """Cards of other tricks of which somebody said something: the hand, the words, the trick, the seat, the card."""

    def not_told_of(self) -> Iterator[QuestionError]:
        """Of these cards the ones that are not among the plays."""
        for hand, said, number, seat, card in self.elsewhere:
            if not self.is_told_of(self.hands[hand].get("tricks", ()), number, seat, card):
                yield self.other_trick(said, number, seat, card)

    def is_told_of(self, tricks: Sequence[str], number: int, seat: str, card: str) -> bool:
        """Whether a card stands in a trick among the plays of a seat."""
        trick = split_trick(tricks[number - 1]) if number <= len(tricks) else []
        seats = self.reader.sheet.seats
        at = (seats.index(seat) - seats.index(trick[0])) % len(seats) + 1 if trick else 0
        return 0 < at < len(trick) and card in split_cards(trick[at])

    def other_trick(self, said: str, number: int, seat: str, card: str) -> QuestionError:
        """That a card is told of another trick than those that are written down, with who may have led there."""
        seats = self.reader.sheet.seats
        leads = [
            f"第{number}墩 {written_seat(leader)} "
            + ", ".join(card if seats[(at + step) % len(seats)] == seat else "?" for step in range(len(seats)))
            for at, leader in enumerate(seats)
        ]
        return QuestionError(
            "notes.other_trick", given=said, number=number, seat=seat, card=card, offered=OFFERED.join((*leads, f"// {said}"))
        )


def _of_other_trick(tokens: Sequence[Token]) -> tuple[int, str, str] | None:
    """The number of a trick, the seat and the card, where some tokens tell of one card there: `北第10圈出的方J`."""
    last = next((at for at in reversed(range(len(tokens))) if tokens[at].kind in "RK"), None)
    if last is None or not any(each.kind == "F" for each in tokens):
        return None
    labels = [
        each.value for each in (*reversed(tokens[:last]), *tokens[last:]) if each.kind == "L" and re.search(r"第|\d", each.text)
    ]
    number = labels[0] if labels else None
    if number is None:
        return None
    first = last - (last > 0 and tokens[last].kind == "R" and tokens[last - 1].kind == "U")
    seat: Sequence[str] = next((each.value for each in reversed(tokens[:first]) if each.kind == "S"), ())
    cards = cards_in(tokens[first : last + 1])
    if len(seat) != 1 or seat[0] in FROM_LEADER or len(cards) != 1 or cards[0].suit is None:
        return None
    return int(number), str(seat[0]), str(cards[0])
