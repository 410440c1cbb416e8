"""What tribute is made of: how the hand before ended, the cards that moved, and how the hand may begin after them."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from paipu.replay.cards import JOKERS, RANKS
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.deal import Dealt
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import read_gift
from paipu.replay.packing import FULL

_DOUBTED: Final = 4
"""So many cards without one in return are doubted at most: a list of tribute has no more."""


class Moved(NamedTuple):
    """A card that went from one seat's index to another's; `place` is where it stands in the record's list."""

    giver: int
    taker: int
    card: str
    place: int


@lru_cache(maxsize=4096)
def read_moved(seats: tuple[str, ...], place: int, text: str) -> Moved:
    """An entry of the record's list of tribute."""
    gift = read_gift(text)
    return Moved(seats.index(gift.giver), seats.index(gift.taker), gift.card, place)


def passed_on(ctx: LevelContext, move: Moved, hands: list[int]) -> bool:
    """Pass a card on from hand to hand; False if the giver does not hold it, or the taker has all of its kind."""
    weight = ctx.weight[move.card]
    copy = FULL * weight
    if not hands[move.giver] & copy or hands[move.taker] & copy == ctx.copies * weight:
        return False
    hands[move.giver] -= weight
    hands[move.taker] += weight
    return True


def may_be_returned(sheet: ClimbingSheet, card: str, level: str) -> bool:
    """Whether a sheet that has tribute lets a card be returned at a level where only low cards may be (D-GD-15)."""
    rules = sheet.tribute
    if rules is None or card in JOKERS or (card[0] == level and not rules.level_returns):
        return False
    return RANKS.index(card[0]) <= RANKS.index(rules.return_top)


def lowest_to_return(sheet: ClimbingSheet, ctx: LevelContext, hand: int) -> list[str]:
    """The lowest cards of a hand that has none low enough to return; none of any other (D-GD-15)."""
    held = dict.fromkeys(ctx.unpack(hand))
    if any(sheet.answer(may_be_returned, card, ctx.level) for card in held):
        return []
    lowest = min(map(ctx.value.__getitem__, held), default=None)
    return [card for card in held if ctx.value[card] == lowest]


def may_return(sheet: ClimbingSheet, ctx: LevelContext, card: str, hand: int | None, *, double: bool) -> bool:
    """Whether a card may be returned out of a hand; one that is not known is taken to hold a low card. `double`: after 双下."""
    rules = sheet.tribute
    if rules is None:
        return False
    if (rules.returns_at_double if double else rules.returns) == "any" or sheet.answer(may_be_returned, card, ctx.level):
        return True
    return hand is not None and card in lowest_to_return(sheet, ctx, hand)


class Start(NamedTuple):
    """Packed hands at trick 1, which of them are known, and how many cards each seat has."""

    hands: tuple[int, ...]
    known: tuple[bool, ...]
    sizes: tuple[int, ...]


class AfterTribute(NamedTuple):
    """Hands at trick 1, as far as they are known, and who may lead; `leaders` is None where that cannot be told.

    `if_refused` may lead where tribute was refused, if it is not known that it was, or if that was wrong. `moved` are the cards
    that changed hands, as recorded or as the plays tell; `undue` says that none should have. `lead` is the check of who leads,
    and in which cases it looks.
    """

    hands: tuple[int, ...]
    known: tuple[bool, ...]
    leaders: frozenset[int] | None
    moved: tuple[Moved, ...] = ()
    resisted: bool = False
    lead: tuple[str, tuple[str, ...]] = ("LEAD-TRIBUTE", ())
    undue: bool = False
    if_refused: frozenset[int] = frozenset()

    @property
    def may_lead(self) -> frozenset[int] | None:
        """All who may lead; None where that cannot be told."""
        return self.leaders | self.if_refused if self.leaders is not None and self.if_refused else self.leaders

    def without(self, unmade: Sequence[Moved], start: Start, ctx: LevelContext) -> Start:
        """How the hand began if some of the cards on the list did not change hands."""
        hands, sizes = list(start.hands), list(start.sizes)
        for move in unmade:
            sizes[move.giver] += 1
            sizes[move.taker] -= 1
            weight = ctx.weight[move.card]
            hands[move.giver] += weight if start.known[move.giver] else 0
            hands[move.taker] -= weight if start.known[move.taker] and ctx.contains(hands[move.taker], weight) else 0
        return Start(tuple(hands), start.known, tuple(sizes))

    def starts(self, dealt: Dealt, cards: int) -> list[Start]:
        """The ways in which the hand may have begun, that of the record first.

        A card for which none came back on record may have been answered all the same, and what was not due may have stayed on
        paper. Where others were dealt too many or too few, one whose hand is not on record may have had what is left of the
        `cards`.
        """
        found = self.after_moves(dealt)
        unsure = [seat for seat, known in enumerate(dealt.known) if not known]
        missing = cards - sum(dealt.sizes)
        if not missing or len(unsure) != 1:
            return found
        rest = [[size + missing * (seat in unsure) for seat, size in enumerate(start.sizes)] for start in found]
        return found + [start._replace(sizes=tuple(sizes)) for start, sizes in zip(found, rest, strict=True)]

    def after_moves(self, dealt: Dealt) -> list[Start]:
        """The same with the number of cards that each seat is known, or else supposed, to have been dealt."""
        if not self.moved:
            return [Start(self.hands, self.known, dealt.sizes)]
        sizes = [*dealt.sizes]
        for move in self.moved:
            sizes[move.giver] -= 1
            sizes[move.taker] += 1
        starts = [Start(self.hands, self.known, tuple(sizes))]
        if self.undue:
            starts.append(Start(dealt.hands, dealt.known, dealt.sizes))
        elif starts[0].sizes != dealt.sizes:
            answers = Counter((move.taker, move.giver) for move in self.moved)
            single = []
            for move in self.moved:
                if answers[move.giver, move.taker] > 0:
                    answers[move.giver, move.taker] -= 1
                else:
                    single.append(move)
            single = single[:_DOUBTED]
            for count in range(1, len(single) + 1):
                for answered in combinations(single, count):
                    changed = sizes.copy()
                    for move in answered:
                        changed[move.giver] += 1
                        changed[move.taker] -= 1
                    starts.append(Start(self.hands, self.known, tuple(changed)))
        return starts


class Finished(NamedTuple):
    """How the hand before ended: the seats in order, and whether one side had the first places (双下).

    `ruled`: the referee ended it so, after which there is no tribute and he names who leads, of those first places (JS-7.3).
    """

    order: tuple[int, ...]
    double: bool
    ruled: bool = False

    @property
    def to_partner(self) -> bool:
        """Whether the last player is the first one's partner."""
        return (self.order[0] - self.order[-1]) % 2 == 0

    @property
    def payers(self) -> tuple[int, ...]:
        """Who owes tribute: the last, or both losers."""
        return self.order[-2:] if self.double else self.order[-1:]

    @property
    def takers(self) -> tuple[int, ...]:
        """Who receives it: the first, or both winners, the first before the second."""
        return self.order[:2] if self.double else self.order[:1]
