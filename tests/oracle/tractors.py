"""Pairs and tractors among the cards of a class, for the oracles of the trick games, which read them alike.

Which classes there are, how high a card stands and which pairs are neighbours is what each sheet says: an oracle brings these
three, and how cards are taken apart. X-… are the rule notes on what no sheet says and all play alike.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from tests.oracle.cards import Multiset, doubled, multiset, without

Run = tuple[str, ...]
"""A tractor as the card of each of its pairs, lowest first: `("7c", "8c")` is 7c7c8c8c."""


def both_copies(run: Run) -> list[str]:
    """All the cards of a tractor."""
    return [card for card in run for _ in range(2)]


def selections(hand: Sequence[str], size: int) -> set[Multiset]:
    """Every different choice of so many cards from a hand."""
    return {multiset(choice) for choice in combinations(hand, size)}


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a lead. `cards` are all its cards, lowest first; `pairs` is a tractor's length, 1 for
    a pair, 0 for a single; `top` is the order of its highest card.
    """

    kind: Literal["tractor", "pair", "single"]
    cards: tuple[str, ...]
    top: int

    @property
    def pairs(self) -> int:
        """How many pairs it is made of."""
        return len(self.cards) // 2


@dataclass(frozen=True, slots=True)
class Shape:
    """What a lead asks for: the lengths of its tractors, longest first, and the number of its other
    pairs.
    """

    tractors: tuple[int, ...]
    pairs: int


@dataclass(frozen=True, slots=True)
class Tractors:
    """What follows from a sheet's classes (`effective_suit`), their rungs (`ladder`), the tractors that can be picked out of
    cards of one class (`runs_in`) and what cards are made of (`components`).
    """

    effective_suit: Callable[[str, str, str], str]
    ladder: Callable[[str, str, str], list[list[str]]]
    runs_in: Callable[[Sequence[str], str, str], list[Run]]
    components: Callable[[Sequence[str], str, str], list[Component]]

    def order(self, card: str, level: str, trump: str) -> int:
        """How high a card stands in its own class: the number of its rung. Meaningless between classes."""
        rungs = self.ladder(self.effective_suit(card, level, trump), level, trump)
        return next(number for number, rung in enumerate(rungs) if card in rung)

    def class_of(self, cards: Sequence[str], level: str, trump: str) -> str | None:
        """The class that all the cards share; None where they are mixed, or there are none."""
        classes = {self.effective_suit(card, level, trump) for card in cards}
        return classes.pop() if len(classes) == 1 else None

    def of_class(self, cards: Sequence[str], suit: str, level: str, trump: str) -> list[str]:
        """Those of the cards that belong to a class."""
        return [card for card in cards if self.effective_suit(card, level, trump) == suit]

    def is_tractor(self, cards: Sequence[str], level: str, trump: str) -> bool:
        """Whether the cards are exactly one tractor."""
        if self.class_of(cards, level, trump) is None:
            return False
        return [part.kind for part in self.components(cards, level, trump)] == ["tractor"]

    def shape_of(self, lead: Sequence[str], level: str, trump: str) -> Shape:
        """The shape of a lead."""
        parts = self.components(lead, level, trump)
        tractors = tuple(part.pairs for part in parts if part.kind == "tractor")
        return Shape(tractors, sum(part.kind == "pair" for part in parts))

    def tractors_against(self, cards: Sequence[str], led: Sequence[int], level: str, trump: str) -> tuple[int, ...]:
        """The lengths of the tractors that cards of the led class can put against the led ones, 0 for none
        (X-4, X-16).

        Against each led tractor, longest first, the longest that is not longer than it. Where the first can
        be chosen in several ways, the way that leaves the most for the next: lengths are compared one after
        the other.
        """
        if not led:
            return ()
        fitting = [run for run in self.runs_in(cards, level, trump) if len(run) <= led[0]]
        if not fitting:
            return (0,) * len(led)
        longest = max(len(run) for run in fitting)
        return max(
            (longest, *self.tractors_against(without(cards, both_copies(run)), led[1:], level, trump))
            for run in fitting
            if len(run) == longest
        )

    def structure_fault(
        self, held: Sequence[str], shown: Sequence[str], shape: Shape, level: str, trump: str
    ) -> Literal["tractor", "pair"] | None:
        """X-4, X-16: a tractor against a tractor, and pairs where his tractors fall short (X-17); a pair
        against a pair. `held` and `shown` are of the led class.

        Pairs that he owes count against the led tractors first, then against the led pairs. A hand that
        shows all it has of the class can do no wrong.
        """
        most = self.tractors_against(held, shape.tractors, level, trump)
        if self.tractors_against(shown, shape.tractors, level, trump) < most:
            return "tractor"
        pairs_held, pairs_shown = len(doubled(held)), len(doubled(shown))
        if pairs_shown < min(pairs_held, sum(shape.tractors)):
            return "tractor"
        if pairs_shown < min(pairs_held, sum(shape.tractors) + shape.pairs):
            return "pair"
        return None

    def beaten_by(self, part: Component, hand: Sequence[str], level: str, trump: str) -> bool:
        """Whether a hand alone has something of the same kind and class that is higher (X-7).

        Single against any single card, pair against any pair, tractor against any tractor of the same
        length, which may be a part of a longer one. Trumps do not beat a side suit here.
        """
        suit = self.effective_suit(part.cards[0], level, trump)
        mine = self.of_class(hand, suit, level, trump)
        if part.kind == "single":
            return any(self.order(card, level, trump) > part.top for card in mine)
        if part.kind == "pair":
            return any(self.order(card, level, trump) > part.top for card in doubled(mine))
        runs = [run for run in self.runs_in(mine, level, trump) if len(run) == part.pairs]
        return any(self.order(run[-1], level, trump) > part.top for run in runs)

    def ways_to_hold(self, cards: Sequence[str], shape: Shape, level: str, trump: str) -> Iterator[list[Run]]:
        """Every way to find the tractors of a shape in the cards, one after the other, with pairs enough
        left over (X-5).

        A part of a longer tractor serves for a shorter one, and two parts of it for two.
        """
        if not shape.tractors:
            if len(doubled(cards)) >= shape.pairs:
                yield []
            return
        for run in self.runs_in(cards, level, trump):
            if len(run) == shape.tractors[0]:
                rest = Shape(shape.tractors[1:], shape.pairs)
                for others in self.ways_to_hold(without(cards, both_copies(run)), rest, level, trump):
                    yield [run, *others]

    def height(self, cards: Sequence[str], shape: Shape, level: str, trump: str) -> int | None:
        """By what cards of one class are compared under a lead of a shape (X-6); None if they have not got
        that shape.

        The highest structure of the lead decides: its longest tractor, else its pairs, else single cards.
        There the highest that the cards can put up counts, and nothing else.
        """
        ways = list(self.ways_to_hold(cards, shape, level, trump))
        if not ways:
            return None
        if shape.tractors:
            return max(self.order(way[0][-1], level, trump) for way in ways)
        return max(self.order(card, level, trump) for card in (doubled(cards) if shape.pairs else cards))
