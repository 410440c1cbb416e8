"""Slips in a hand's cards, undone: found by holding what each seat had against what it played.

Only a hand with its whole deal is looked at. A card that a seat played and did not have is `over`, one that it had and never
played is `under`; a repair is tried only if it leaves nobody over. Of a play that was not all seen no card is known to be left:
there only what is over tells of a slip.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from paipu.replay.budget import Budget, steps_of_balance
from paipu.replay.cards import HIDDEN, UNKNOWN, count_cards, join_cards, split_cards
from paipu.replay.causes.repair import Repair, with_hand, with_trick, with_tricks_moved
from paipu.replay.notation import PASS, Gift, join_trick, plays_in, read_gift, read_token, split_trick
from paipu.replay.plays import PlayAt, cards_by_seat, cards_of, plays_of, turns
from paipu.replay.record import GameRecord, Hand
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.tricks.deal import KITTY


class Balance(NamedTuple):
    """By seat index, the cards played and not held, and those held and not played, before the hand was over."""

    over: tuple[Counter[str], ...]
    under: tuple[Counter[str], ...]

    @property
    def off(self) -> tuple[int, int]:
        """How many cards too many were played, and how many were not played."""
        return sum(map(Counter.total, self.over)), sum(map(Counter.total, self.under))


def _held(sheet: RuleSheet, hand: Hand) -> tuple[list[Counter[str]], list[int]] | None:
    """What every seat had, and how many cards it was dealt; None where the deal is not known in full."""
    deal, seats = hand.deal, sheet.seats
    if deal is None or not hand.tricks or any(UNKNOWN in deal.get(seat, UNKNOWN) for seat in seats):
        return None
    held = [_counted(deal[seat]).copy() for seat in seats]
    sizes = [cards.total() for cards in held]
    if hand.left is None:  # else these are the hands after it
        _exchange(sheet, hand, held)
    return held, sizes


Left = tuple[Sequence[dict[str, int]], Sequence[int]]
"""What each seat has left in a hand, and how many cards that is by what it was dealt."""


class Unplayed:
    """Counts what is left at the end of repaired hands, from the first trick that a repair changes: most soon do not fit."""

    def __init__(self, sheet: RuleSheet, hand: Hand) -> None:
        self.sheet, self.hand, self.tricks = sheet, hand, hand.tricks or ()
        self.unseen = any(HIDDEN in text for text in self.tricks)
        self.before: dict[int, Left | None] = {0: self.dealt(hand)}
        """By trick what was left before it; None where by then somebody had played a card that he did not have."""

    def dealt(self, hand: Hand) -> Left | None:
        """What is there before the first trick; None where that is not known, or somebody gave away what he did not have."""
        known = _held(self.sheet, hand)
        return known if known is not None and all(min(cards.values(), default=0) >= 0 for cards in known[0]) else None

    def of(self, hand: Hand) -> Sequence[Mapping[str, int]] | None:
        """What each seat has left in a repaired hand; None where that is not known, or a card was played that was not held."""
        tricks, mine = hand.tricks or (), self.hand
        if not tricks:
            return None
        if not self.unseen and hand.deal is mine.deal and hand.kitty is mine.kitty and hand.tribute is mine.tribute:
            both = enumerate(zip(tricks, self.tricks, strict=False))
            first = next((at for at, (one, other) in both if one is not other), min(len(tricks), len(self.tricks)))
            begun = self.at(first)
        else:  # after a play that nobody saw it takes the whole hand to tell who may be out
            first, begun = 0, self.dealt(hand)
        ended = self.played(begun, tricks[first:]) if begun is not None else None
        return ended[0] if ended is not None else None

    def balance(self) -> Balance | None:
        """As it is: what is over is asked where somebody has played a card that he did not have."""
        left = self.at(len(self.tricks))
        if left is None:
            return balance(self.sheet, self.hand)
        none, under = Counter[str](), ({card: count for card, count in cards.items() if count} for cards in left[0])
        return Balance((none,) * len(left[0]), tuple(map(Counter, under)))

    def seat_at(self, trick: int, play: int, text: str) -> int:
        """Who makes a play of a trick, from 1, that would read so."""
        begun = self.at(trick)
        return next(turns(self.sheet, [text], begun[1] if begun is not None else ()))[play - 1]

    def at(self, trick: int) -> Left | None:
        """What was left before a trick of the hand as it is."""
        if trick not in self.before:
            nearest = max(at for at in self.before if at < trick)
            begun = self.before[nearest]
            self.before[trick] = self.played(begun, self.tricks[nearest:trick]) if begun is not None else None
        return self.before[trick]

    def played(self, begun: Left, tricks: Sequence[str]) -> Left | None:
        """What is left after some tricks."""
        held, sizes = [dict(cards) for cards in begun[0]], [*begun[1]]
        for text, seats in zip(tricks, turns(self.sheet, tricks, begun[1]), strict=True):
            for seat, token in zip(seats, split_trick(text)[1:], strict=False):
                mine, cards = held[seat], cards_of(token)[1]
                sizes[seat] -= len(cards)
                for card in cards:
                    left = mine.get(card, 0)
                    if left <= 0:
                        return None
                    mine[card] = left - 1
        return held, sizes


def balance(sheet: RuleSheet, hand: Hand) -> Balance | None:
    """What every seat had against what it played; None where the deal is not known in full."""
    known = _held(sheet, hand)
    if known is None:
        return None
    held, sizes = known
    for cards, gone in zip(held, cards_by_seat(sheet, hand.tricks or (), sizes), strict=True):
        cards.subtract(Counter(gone))
    return Balance(tuple(-cards for cards in held), tuple(+cards for cards in held))


def _exchange(sheet: RuleSheet, hand: Hand, held: Sequence[Counter[str]]) -> None:
    """Take up the kitty, bury, and give tribute, as recorded."""
    pile = split_cards((hand.deal or {}).get(KITTY, ""))
    for action in hand.kitty or ():
        if action.bury is not None and UNKNOWN not in action.bury:
            buried = split_cards(action.bury)
            held[sheet.seat_at[action.seat]].update(pile)
            held[sheet.seat_at[action.seat]].subtract(buried)
            pile = buried
    for giver, taker, card in map(read_gift, hand.tribute or ()):
        held[sheet.seat_at[giver]][card] -= 1
        held[sheet.seat_at[taker]][card] += 1


@lru_cache(maxsize=64)
def _counted(cards: str) -> Counter[str]:
    """Kept, since most repairs of a hand leave its deal as it is."""
    return Counter(split_cards(cards))


def card_repairs(sheet: RuleSheet, record: GameRecord, index: int, budget: Budget) -> Iterator[Repair]:
    """The hand with one slip in its cards undone, wherever that leaves nobody with a card that he did not have."""
    unplayed = Unplayed(sheet, record.hands[index])
    found = unplayed.balance()
    if found is None or found.off == (0, 0) or (unplayed.unseen and not any(found.over)):
        return
    hand = _Hand(sheet, record, found, unplayed, budget, index)
    for repair in hand.repairs():
        budget.spend(steps_of_balance(record.hands[index]))
        if budget.done:
            return
        left = hand.unplayed.of(repair.record.hands[index])
        if left is not None and (0, sum(sum(cards.values()) for cards in left)) < found.off:
            yield repair


class _Hand:
    """One hand whose cards do not come out even."""

    def __init__(
        self, sheet: RuleSheet, record: GameRecord, found: Balance, unplayed: Unplayed, budget: Budget, index: int
    ) -> None:
        self.sheet, self.record, self.index, self.found, self.budget = sheet, record, index, found, budget
        self.hand = record.hands[index]
        self.tricks = self.hand.tricks or ()
        self.unplayed = unplayed
        self.under = [Counter[str]() if seat in self.unsure else cards for seat, cards in enumerate(found.under)]
        self.off = [seat for seat in range(len(sheet.seats)) if found.over[seat]]

    @cached_property
    def plays(self) -> tuple[PlayAt, ...]:
        """The plays of the hand."""
        return tuple(
            plays_of(self.sheet, self.tricks, [count_cards((self.hand.deal or {})[seat]) for seat in self.sheet.seats])
        )

    @cached_property
    def unsure(self) -> AbstractSet[int]:
        """The seats of which it is not known what they have left, since not all was seen that they played."""
        if not self.unplayed.unseen:
            return frozenset()
        told = len(self.plays) == sum(map(plays_in, self.tricks))
        return frozenset(play.seat for play in self.plays if not told or HIDDEN in play.token)

    def repairs(self) -> Iterator[Repair]:
        yield from self.leaders()
        yield from self.one_card()
        yield from self.two_seats()
        yield from self.whole_plays()
        yield from self.gifts()
        yield from self.dealt()

    # -- tricks

    def with_text(self, trick: int, text: str) -> Repair:
        hand = with_trick(self.hand, trick, text)
        return Repair(record=with_hand(self.record, self.index, hand), pointer=self.place(trick), value=text)

    def place(self, trick: int) -> str:
        return f"/hands/{self.index}/tricks/{trick}"

    def leaders(self) -> Iterator[Repair]:
        """One leader's letter, or all of them one or more seats on."""
        if not self.off:
            return
        seats = self.sheet.seats
        first = min(play.trick for play in self.plays if self.found.over[play.seat]) - 1
        for by in range(1, len(seats)):
            turned = partial(_turned, seats, by)
            yield self.with_tricks(tuple(map(turned, self.tricks)), 0)
            for trick in range(first, len(self.tricks)):
                if trick in self.touched:
                    yield self.with_text(trick, turned(self.tricks[trick]))

    @cached_property
    def touched(self) -> frozenset[int]:
        """The tricks in which a card is played that somebody did not have."""
        if not self.off:
            return frozenset()
        over = self.found.over
        return frozenset(play.trick - 1 for play in self.plays if not over[play.seat].keys().isdisjoint(play.stood))

    def with_tricks(self, tricks: tuple[str, ...], named: int) -> Repair:
        hand = replace(self.hand, tricks=tricks)
        return Repair(record=with_hand(self.record, self.index, hand), pointer=self.place(named), value=tricks[named])

    def one_card(self) -> Iterator[Repair]:
        """A card of one seat misread, written twice, or left out, in a play or in a burial."""
        over, under = self.found.over, self.under
        for seat, (extra, lacking) in enumerate(zip(over, under, strict=True)):
            if extra.total() == 1:
                [wrong] = extra
                for play in self.made_by(seat):
                    if wrong in play.stood:
                        for right in [*lacking, None]:
                            token = _exchanged(play.token, wrong, right)
                            if token != PASS or not self.sheet.once_round:  # where nobody passes no play is empty
                                yield self.with_token(play, token)
                yield from self.buried(seat, wrong, list(lacking))
            elif not extra and lacking.total() == 1:
                for play in self.made_by(seat):
                    yield self.with_token(play, _exchanged(play.token, None, next(iter(lacking))))

    def made_by(self, seat: int) -> Iterator[PlayAt]:
        """The plays of a seat that are no passes."""
        return (play for play in self.plays if play.seat == seat and play.token != PASS)

    def buried(self, seat: int, wrong: str, lacking: Sequence[str]) -> Iterator[Repair]:
        """A card of a burial misread."""
        for number, action in enumerate(self.hand.kitty or ()):
            if action.bury is None or self.sheet.seat_at[action.seat] != seat or wrong not in split_cards(action.bury):
                continue
            for right in lacking:
                bury = _exchanged(action.bury, wrong, right)
                kitty = (*(self.hand.kitty or ())[:number], replace(action, bury=bury), *(self.hand.kitty or ())[number + 1 :])
                yield Repair(
                    record=with_hand(self.record, self.index, replace(self.hand, kitty=kitty)),
                    pointer=f"/hands/{self.index}/kitty/{number}/bury",
                    value=bury,
                )

    def with_token(self, play: PlayAt, token: str) -> Repair:
        words = split_trick(self.tricks[play.trick - 1])
        words[play.play] = token
        return self.with_text(play.trick - 1, join_trick(*words))

    def two_seats(self) -> Iterator[Repair]:
        """Two neighbouring plays of a trick the wrong way round."""
        for trick, text in enumerate(self.tricks):
            if trick in self.touched:
                words = split_trick(text)
                for at in range(1, len(words) - 1):
                    if words[at] != words[at + 1]:
                        swapped = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
                        yield self.with_text(trick, join_trick(*swapped))

    # -- plays and tricks that are not there, or there twice

    def whole_plays(self) -> Iterator[Repair]:
        for trick, text in enumerate(self.tricks):
            if trick and text == self.tricks[trick - 1]:
                yield self.without_trick(trick)
        if self.unplayed.unseen:
            return
        for trick, text in enumerate(self.tricks):
            if self.off or trick == len(self.tricks) - 1:
                yield from self.with_a_play(trick, text)
        if not self.off:
            yield from self.with_a_trick()

    def without_trick(self, trick: int) -> Repair:
        before = (*range(1, trick + 1), *range(trick + 2, len(self.tricks) + 1))
        hand = with_tricks_moved(self.hand, (*self.tricks[:trick], *self.tricks[trick + 1 :]), before)
        return Repair(
            record=with_hand(self.record, self.index, hand), pointer=self.place(trick), index=self.index, tricks=before
        )

    def with_a_play(self, trick: int, text: str) -> Iterator[Repair]:
        """A play of a trick left out: what the seat there has not played at the end, or a pass."""
        words = split_trick(text)
        if PASS not in words and len(words) > len(self.sheet.seats):
            return
        for at in range(1, len(words) + 1):
            if at > 1 or PASS not in words:
                yield from self.filled(trick, words, at)

    def filled(self, trick: int, words: Sequence[str], at: int) -> Iterator[Repair]:
        """A trick with a play more at a place: a pass, and if that leaves one seat with the cards of a play, those."""
        passed = self.with_text(trick, join_trick(*words[:at], PASS, *words[at:]))
        self.budget.spend(steps_of_balance(self.hand))
        left = self.unplayed.of(passed.record.hands[self.index]) if not self.budget.done else None
        if left is None:
            return
        seat = self.unplayed.seat_at(trick, at, join_trick(*words[:at], PASS, *words[at:]))
        lacking = [card for card, count in left[seat].items() for _ in range(count)]
        if PASS in words or not lacking:
            yield passed
        if lacking:
            yield self.with_text(trick, join_trick(*words[:at], join_cards(lacking), *words[at:]))

    def with_a_trick(self) -> Iterator[Repair]:
        """A whole trick left out, where every seat lacks as many cards."""
        under = [list(cards.elements()) for cards in self.found.under]
        seats = self.sheet.seats
        if len({len(cards) for cards in under}) != 1 or any(PASS in text for text in self.tricks):
            return
        for trick in range(len(self.tricks) + 1):
            leaders = range(len(seats)) if trick == 0 else self.took(trick - 1)
            for leader in leaders:
                order = [(leader + step) % len(seats) for step in range(len(seats))]
                text = join_trick(seats[leader], *(join_cards(under[seat]) for seat in order))
                tricks = (*self.tricks[:trick], text, *self.tricks[trick:])
                before = (*range(1, trick + 1), None, *range(trick + 1, len(self.tricks) + 1))
                hand = with_tricks_moved(self.hand, tricks, before)
                yield Repair(
                    record=with_hand(self.record, self.index, hand),
                    pointer=self.place(min(trick, len(self.tricks) - 1)),
                    value=text,
                    index=self.index,
                    tricks=before,
                )

    def took(self, trick: int) -> Sequence[int]:
        """Who may have led after a trick: by the claimed winners, else anybody."""
        claims = self.hand.claims
        winners = claims.winners if claims is not None else None
        return [self.sheet.seat_at[winners[trick]]] if winners and trick < len(winners) else range(len(self.sheet.seats))

    # -- tribute

    def gifts(self) -> Iterator[Repair]:
        """A card of the tribute misread, one written the wrong way, or what is left out of the list.

        That changes who had a card, and not how many there were: it makes nothing even where nobody played one too many.
        """
        if not self.off:
            return
        over, seats = self.found.over, self.sheet.seats
        gifts = self.hand.tribute or ()
        for number, gift in enumerate(gifts):
            written = read_gift(gift)
            turned = written._replace(giver=written.taker, taker=written.giver)
            for other in (turned, *(written._replace(card=card) for card in over[self.sheet.seat_at[written.taker]])):
                yield self.with_gifts((*gifts[:number], str(other), *gifts[number + 1 :]), number)
        for one, two in combinations(range(len(seats)), 2):
            for giver, taker in ((one, two), (two, one)):
                given, back = list(over[taker].elements()), list(over[giver].elements())
                if len(given) == 1 and len(back) <= 1:
                    there = tuple(str(Gift(seats[giver], seats[taker], card)) for card in given)
                    returned = tuple(str(Gift(seats[taker], seats[giver], card)) for card in back)
                    yield self.with_gifts((*gifts, *there, *returned), len(gifts))

        for one, two in combinations(range(len(gifts)), 2):
            crossed = list(gifts)
            crossed[one] = gifts[one][:2] + gifts[two][2:3] + gifts[one][3:]
            crossed[two] = gifts[two][:2] + gifts[one][2:3] + gifts[two][3:]
            if crossed[one][0] != crossed[one][2] and crossed[two][0] != crossed[two][2]:
                yield self.with_gifts(tuple(crossed), one)

    def with_gifts(self, gifts: tuple[str, ...], named: int) -> Repair:
        hand = replace(self.hand, tribute=gifts)
        place = f"/hands/{self.index}/tribute" + (f"/{named}" if named < len(self.hand.tribute or ()) else "")
        return Repair(record=with_hand(self.record, self.index, hand), pointer=place, value=gifts[named])

    # -- the deal

    def dealt(self) -> Iterator[Repair]:
        """A card of the deal misread or left out, or hands, or a card each of two hands, that stand beside the other seat."""
        over, under = self.found.over, self.under
        deal = self.hand.deal or {}
        for seat in self.off:
            name = self.sheet.seats[seat]
            extra, lacking = [*over[seat].elements()], [*(self.beyond_decks if seat in self.unsure else under[seat]).elements()]
            if len(extra) == 1:
                yield self.with_deal({name: [*split_cards(deal[name]), extra[0]]})
                for card in dict.fromkeys(lacking):
                    cards = split_cards(deal[name])
                    if card in cards:
                        cards[cards.index(card)] = extra[0]
                        yield self.with_deal({name: cards})
        for one, two in combinations(self.off, 2):
            first, second = self.sheet.seats[one], self.sheet.seats[two]
            swapped = {first: split_cards(deal[second]), second: split_cards(deal[first])}
            yield self.with_deal(swapped)
            if over[one] <= self.found.under[two] and over[two] <= self.found.under[one]:
                mine = Counter(split_cards(deal[first])) - over[two] + over[one]
                his = Counter(split_cards(deal[second])) - over[one] + over[two]
                yield self.with_deal({first: list(mine.elements()), second: list(his.elements())})

    @cached_property
    def beyond_decks(self) -> Counter[str]:
        """The cards that the deal has more often than there are decks."""
        dealt = sum(map(_counted, (self.hand.deal or {}).values()), Counter[str]())
        return +Counter({card: count - self.sheet.decks for card, count in dealt.items() if card != UNKNOWN})

    def with_deal(self, parts: Mapping[str, Sequence[str]]) -> Repair:
        """The hand with other cards in one or two parts of its deal."""
        texts = {part: " ".join(cards) for part, cards in parts.items()}
        hand = replace(self.hand, deal={**(self.hand.deal or {}), **texts})
        one = next(iter(texts)) if len(texts) == 1 else None
        return Repair(
            record=with_hand(self.record, self.index, hand),
            pointer=f"/hands/{self.index}/deal" + (f"/{one}" if one is not None else ""),
            value=texts[one] if one is not None else "; ".join(f"{part}: {cards}" for part, cards in texts.items()),
        )


def _turned(seats: Sequence[str], by: int, text: str) -> str:
    """A trick with its leader so many seats back."""
    return seats[(seats.index(text[0]) - by) % len(seats)] + text[1:]


def _exchanged(token: str, wrong: str | None, right: str | None) -> str:
    """A play with one card taken out and another put in; a declared reading stays, an attempted throw too."""
    written = read_token(token)
    made = split_cards(written.stood)
    if wrong is not None:
        at = made.index(wrong)
        made[at : at + 1] = [right] if right is not None else []
    elif right is not None:
        made.append(right)
    stood = join_cards(made)
    return str(written._replace(stood=stood, thrown=written.thrown if written.failed else stood))
