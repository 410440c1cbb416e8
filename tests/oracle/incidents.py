"""What the plays tell of an incident: which cards it is about, whatever it names. Alike in all sheets that fine by the card.

A record's tricks hold the cards as they lay when the trick was turned over, so that a wrong play that still lies there was not
taken back.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from tests.oracle.cards import Multiset, cards_of, seats_from, without

Least = Callable[[Sequence[str], Sequence[str], Sequence[str]], int]
"""How many cards of a follow had to be others, from the hand, the lead and the follow."""


class PlayOf(NamedTuple):
    """A play of the record, with the hand that it came from and the cards led; `turn` counts from 1."""

    hand: Sequence[str]
    lead: Sequence[str]
    cards: Sequence[str]
    turn: int


def wrong_at_least(play: Sequence[str], legal: Collection[Multiset]) -> int:
    """How many cards of a follow had to be others, by the follows that are legal: none of a legal one, one of one."""
    return min(((Counter(play) - Counter(cards)).total() for cards in legal), default=0)


def where(moment: str) -> tuple[int, int]:
    """Trick and turn of `7.2`; `0` stands for before the first."""
    trick, _, turn = moment.partition(".")
    return int(trick), int(turn or 0)


def stood(text: str) -> list[str]:
    """The cards of a play that remained on the table."""
    return cards_of(text.rpartition(">")[2])


def hand_at(seat: str, trick: int, hands: Mapping[str, Sequence[str]], tricks: Sequence[str]) -> list[str]:
    """What a seat held when a trick began, of what it had before the first."""
    made = [dict(zip(seats_from(text[0]), text.split()[1:], strict=True)) for text in tricks[: max(trick - 1, 0)]]
    return without(hands[seat], [card for plays in made for card in stood(plays[seat])])


def play_at(seat: str, at: str, hands: Mapping[str, Sequence[str]], tricks: Sequence[str]) -> PlayOf | None:
    """The play of a seat at a place; None where another seat played there, or nobody."""
    trick, turn = where(at)
    if not trick or seats_from(tricks[trick - 1][0])[turn - 1] != seat:
        return None
    _, led, *_ = texts = tricks[trick - 1].split()
    attempted = texts[turn].partition(">")[0]  # of a throw all that was tried
    return PlayOf(hand_at(seat, trick, hands, tricks), stood(led), cards_of(attempted), turn)


def concerned(
    incident: Mapping[str, str],
    hands: Mapping[str, Sequence[str]],
    tricks: Sequence[str],
    least: Least,
    plays: Collection[str] = ("revoke", "concealed"),
) -> list[str]:
    """The cards that an incident is about, held against what there was.

    Of cards shown only those can have been shown that were in the hand then. Of the kinds that are a play (`plays`) no more
    than the play has, and of a wrong one no fewer than had to be others; without a word it is about these, and about all the
    cards of one out of turn, or of a single one. ValueError where nothing tells how many of several were wrong.
    """
    kind, seat, at, named = incident["kind"], incident["seat"], incident.get("at", "0"), cards_of(incident.get("cards", ""))
    if kind in ("exposed", "failed_throw"):
        return list((Counter(named) & Counter(hand_at(seat, where(at)[0], hands, tricks))).elements())
    play = play_at(seat, at, hands, tricks)
    if kind not in plays or play is None:
        return named
    owed = least(play.hand, play.lead, play.cards) if play.turn > 1 and kind != "out_of_turn" else 0
    if not named and not owed and kind != "out_of_turn" and len(play.cards) > 1:
        raise ValueError("nothing tells how many cards were wrong")
    count = len(named) if named else owed or len(play.cards)
    return list(play.cards)[: min(max(count, owed), len(play.cards))]
