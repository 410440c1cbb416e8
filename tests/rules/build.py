"""Full 108-card hands around a wanted position, and records of them.

The cards that a case does not name are dealt out by rule, and the tricks that it does not name are played as single cards,
legally by the oracle's reading, so that the only faults in a record are those that the test put there.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any

from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.findings import Finding, Kind
from paipu.replay.record import (
    Effect,
    GameRecord,
    Hand,
    HandClaims,
    Incident,
    KittyAction,
    OptionValue,
    Ruling,
    Start,
)
from tests.oracle import shengji as oracle
from tests.oracle.cards import SEATS, TWO_DECKS, cards_of, other_side, play_of, seats_from, side_of, without

KITTY = "kitty"
PARTS = (*SEATS, KITTY)
KITTY_15 = "5cTd8c9c9cJcJcQc"
"""A kitty with 15 points."""
Deal = dict[str, list[str]]


Terms = tuple[str, str, str]
"""Level, trump and the sheet's key."""


def rules_of(sheet: str) -> Any:
    """The independent reading of a sheet: a module of `tests/oracle` that is named like it."""
    return import_module(f"tests.oracle.{sheet}")


@cache
def class_and_height(card: str, level: str, trump: str, sheet: str = "shengji") -> tuple[str, int]:
    """A card's class (`s h c d T`) and its height in it."""
    rules = rules_of(sheet)
    return rules.effective_suit(card, level, trump), rules.order(card, level, trump)


def point_value(cards: Iterable[str]) -> int:
    """The points of some cards (SJ-1)."""
    return oracle.points(list(cards))


def top_trumps(level: str, trump: str, count: int = 25, sheet: str = "shengji") -> str:
    """The highest trumps there are: who holds 25 of them wins every trick that he leads."""
    rungs = rules_of(sheet).ladder("T", level, trump)
    return "".join([card * 2 for rung in reversed(rungs) for card in rung])[: 2 * count]


# ---------------------------------------------------------------------------------------- dealing


def deal_around(
    holds: Mapping[str, str] | None = None,
    only: Mapping[str, str] | None = None,
    *,
    kitty: str = "",
    level: str = "2",
    trump: str = "s",
    seed: int = 0,
    sheet: str = "shengji",
) -> Deal:
    """A full deal in which each seat has at least the cards in `holds`, and in the classes in `only` nothing else.

    `kitty` are cards that lie in it; all eight, or the rest is filled. Raises ValueError where the wishes cannot be met.
    """
    wanted = {seat: cards_of(text) for seat, text in (holds or {}).items()}
    closed = {seat: set(classes) for seat, classes in (only or {}).items()}
    rng = random.Random(seed)
    for _ in range(200):
        deal = _try_deal(wanted, closed, cards_of(kitty), (level, trump, sheet), rng)
        if deal is not None:
            return deal
    raise ValueError(f"no such deal: {holds} {only}")


def _try_deal(
    wanted: Mapping[str, list[str]],
    closed: Mapping[str, set[str]],
    kitty: list[str],
    terms: Terms,
    rng: random.Random,
) -> Deal | None:
    deal: Deal = {seat: list(wanted.get(seat, ())) for seat in SEATS} | {KITTY: list(kitty)}
    in_hand, in_kitty = (27, 0) if terms[0] == "flag" else (25, 8)
    room = {part: (in_kitty if part == KITTY else in_hand) - len(cards) for part, cards in deal.items()}
    pool = without(TWO_DECKS, [card for cards in deal.values() for card in cards])
    rng.shuffle(pool)

    def takers(cls: str) -> list[str]:
        return [part for part in PARTS if cls not in closed.get(part, ())]

    classes = {card: class_and_height(card, *terms)[0] for card in TWO_DECKS}
    pool.sort(key=lambda card: (len(takers(classes[card])), classes[card]))
    have: Counter[tuple[str, str]] = Counter()
    for card in pool:
        cls = classes[card]
        free = [part for part in takers(cls) if room[part] > 0]
        if not free:
            return None
        # evenly within the class, so that suits last as long for everybody; the kitty last
        part = min(free, key=lambda p: (p == KITTY, have[p, cls], -room[p], rng.random()))
        deal[part].append(card)
        have[part, cls] += 1
        room[part] -= 1
    return deal


# ---------------------------------------------------------------------------------------- playing


@dataclass
class Table:
    """A hand in play: tricks are appended in record notation, and the winner of each leads the next."""

    level: str
    trump: str
    dealer: str
    deal: Deal
    bury: list[str]
    hands: dict[str, list[str]]
    leader: str
    rng: random.Random
    sheet: str = "shengji"
    tricks: list[str] = field(default_factory=list)
    winners: str = ""
    points: dict[str, int] = field(default_factory=lambda: {"EW": 0, "NS": 0})

    def cls(self, card: str) -> str:
        """The class of a card."""
        return class_and_height(card, self.level, self.trump, self.sheet)[0]

    def trick(self, plays: Mapping[str, str] | None = None, *, leader: str | None = None) -> "Table":
        """Play a trick: the plays given as they are, the rest legal. `AsKs>Ks` is a failed throw."""
        given = dict(plays or {})
        seat = leader or self.leader
        if seat not in given:
            given[seat] = self.rng.choice(self.hands[seat])
        lead = play_of(given[seat])[1]
        made = []
        for each in seats_from(seat):
            stood = play_of(given[each])[1] if each in given else self.follow(each, lead)
            given.setdefault(each, "".join(stood))
            made.append((each, stood))
        return self.add(given, made)

    def add(self, given: Mapping[str, str], made: Sequence[tuple[str, list[str]]]) -> "Table":
        """Put a trick down; cards that a hand has not got are left out of the count of its cards."""
        leader = made[0][0]
        self.tricks.append(" ".join([leader, *(given[seat] for seat, _ in made)]))
        for seat, cards in made:
            held = Counter(self.hands[seat])
            self.hands[seat] = list((held - Counter(cards)).elements())
        self.leader = leader
        if self.led(made[0][1]) is not None:
            self.leader = rules_of(self.sheet).winner(made, self.level, self.trump)
        self.winners += self.leader
        self.points[side_of(self.leader)] += sum(point_value(cards) for _, cards in made)
        return self

    def led(self, lead: Sequence[str]) -> str | None:
        """The class of a lead; a 5·10·K with a lowered card belongs to its suit."""
        rules = rules_of(self.sheet)
        trio = getattr(rules, "five_ten_king", None)
        cls: str | None = trio(lead, self.level, self.trump) if trio is not None and len(lead) == 3 else None
        return cls or rules.class_of(lead, self.level, self.trump)

    def follow(self, seat: str, lead: Sequence[str]) -> list[str]:
        """Some legal follow, low cards first."""
        hand = sorted(self.hands[seat], key=lambda card: class_and_height(card, self.level, self.trump, self.sheet)[1])
        led = self.led(lead)
        held = [card for card in hand if self.cls(card) == led]
        rest = [card for card in hand if self.cls(card) != led]
        size = min(len(lead), len(hand))
        if len(held) <= size:
            rest.sort(key=lambda card: self.cls(card) == "T")
            return [*held, *rest[: size - len(held)]]
        if size == 1:
            return [self.rng.choice(held)]
        return next(
            list(cards)
            for cards in combinations(held, size)
            if rules_of(self.sheet).follow_fault(hand, lead, cards, self.level, self.trump) is None
        )

    def finish(self) -> "Table":
        """Play single cards until nobody has any."""
        while all(self.hands.values()):
            self.trick()
        return self

    @property
    def attackers(self) -> str:
        """The side that is not the banker's."""
        return other_side(side_of(self.dealer))

    def hand(self, **changes: Any) -> Hand:
        """The hand as a record has it."""
        facts: dict[str, Any] = {
            "no": 1,
            "level": self.level,
            "dealer": self.dealer,
            "trump": self.trump,
            "deal": {part: " ".join(cards) for part, cards in self.deal.items() if cards},
            "kitty": (KittyAction(seat=self.dealer, bury="".join(self.bury)),) if self.bury else (),
            "tricks": tuple(self.tricks),
        }
        return Hand(**(facts | changes))


def table(
    holds: Mapping[str, str] | None = None,
    only: Mapping[str, str] | None = None,
    *,
    kitty: str = "",
    bury: str = "",
    level: str = "2",
    trump: str = "s",
    dealer: str = "E",
    seed: int = 0,
    sheet: str = "shengji",
) -> Table:
    """A table with the burial done, the banker to lead; what lay in the kitty is buried again unless `bury` says otherwise."""
    deal = deal_around(holds, only, kitty=kitty, level=level, trump=trump, seed=seed, sheet=sheet)
    hands = {seat: list(deal[seat]) for seat in SEATS}
    buried = cards_of(bury) or list(deal[KITTY])
    hands[dealer] = without([*hands[dealer], *deal[KITTY]], buried)
    return Table(level, trump, dealer, deal, buried, hands, dealer, random.Random(seed), sheet)


def ending(
    last: Mapping[str, str],
    *,
    leader: str,
    kitty: str = "",
    level: str = "2",
    trump: str = "s",
    dealer: str = "S",
    points: int | None = None,
    seed: int = 0,
    sheet: str = "shengji",
) -> Table:
    """A whole hand, all cards played, whose last trick is `last`, led by `leader`.

    `points` are what the attackers have before that trick. The search begins at `seed`, and goes on where that seed gives no
    such hand. Raises ValueError if none is found.
    """
    kept = {seat: cards_of(cards) for seat, cards in last.items()}
    for number in range(seed, seed + 4000):
        board = table(last, kitty=kitty, level=level, trump=trump, dealer=dealer, seed=number, sheet=sheet)
        if _play_up_to(board, kept, leader) and points in {None, board.points[board.attackers]}:
            return board.trick(last, leader=leader)
    raise ValueError(f"no hand ends with {last}")


def _play_up_to(board: Table, kept: Mapping[str, list[str]], leader: str) -> bool:
    """Play singles until only the kept cards are left; False where a kept card would have to go, or another leads."""
    loose = {seat: without(board.hands[seat], kept[seat]) for seat in SEATS}
    terms = board.level, board.trump, board.sheet
    while loose[board.leader]:
        options = [card for card in loose[board.leader] if _all_can_follow(board.cls(card), loose, kept, terms)]
        if not options:
            return False
        lead = board.rng.choice(options)
        cls = board.cls(lead)
        made: list[tuple[str, list[str]]] = []
        for seat in seats_from(board.leader):
            same = [card for card in loose[seat] if board.cls(card) == cls]
            card = lead if seat == board.leader else board.rng.choice(same or loose[seat])
            loose[seat].remove(card)
            made.append((seat, [card]))
        board.add({seat: cards[0] for seat, cards in made}, made)
    return board.leader == leader


def _all_can_follow(cls: str, loose: Mapping[str, list[str]], kept: Mapping[str, list[str]], terms: Terms) -> bool:
    return all(
        any(class_and_height(card, *terms)[0] == cls for card in loose[seat])
        or not any(class_and_height(card, *terms)[0] == cls for card in kept[seat])
        for seat in SEATS
    )


# ---------------------------------------------------------------------------------------- records


def match(
    *hands: Hand,
    levels: Mapping[str, str] | None = None,
    dealer: str | None = None,
    games: Mapping[str, int] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    sheet: str = "shengji",
    **others: Any,
) -> GameRecord:
    """A record; `levels`, `dealer` and `games` say where it begins, and it begins with the first hand if none is given."""
    start = Start(levels=levels or {}, dealer=dealer, games=games or {}) if levels or dealer or games else None
    facts: dict[str, Any] = {"id": "t", "sheet": sheet, "start": start, "hands": hands, "options": options or {}}
    return GameRecord(**(facts | others))


def score_sheet(points: int | None, no: int = 1, **others: Any) -> Hand:
    """A hand of which only the score is known."""
    claims = {name: others.pop(name) for name in tuple(others) if name in HandClaims.__dataclass_fields__ and name != "points"}
    return Hand(no=no, claims=HandClaims(attackers=points, **claims), **others)


def answered(board: Table, *given: str) -> tuple[KittyAction, ...]:
    """The banker's burial and the answers: `N` passes, `W 2c2c` takes the kitty up with it and buries the same cards again."""
    bury = "".join(board.bury)
    rows = [KittyAction(seat=board.dealer, bury=bury)]
    for answer in given:
        seat, _, show = answer.partition(" ")
        rows.append(KittyAction(seat=seat, show=show, bury=bury) if show else KittyAction(seat=seat, passed=True))
    return tuple(rows)


def revoke(seat: str, **at: Any) -> Incident:
    """A revoke that was noticed."""
    return Incident(kind="revoke", seat=seat, **at)


def ruling(hand: int | None = 1, *, points: Mapping[str, int] | None = None, **effect: Any) -> Ruling:
    """A ruling in force."""
    return Ruling(id="r1", hand=hand, effect=Effect(points=points or {}, **effect))


# ---------------------------------------------------------------------------------------- verdicts


def verdicts(result: Audit) -> list[Finding]:
    """The findings that say something is wrong, or is for the referee; not what is merely unknown."""
    return [finding for finding in result.findings if finding.kind is not Kind.OPEN]


def found(record: GameRecord, *codes: str) -> list[Finding]:
    """The findings of some codes."""
    return [finding for finding in audit(record).findings if finding.code in codes]


def codes(record: GameRecord) -> list[str]:
    """The codes of all verdicts, in order."""
    return [finding.code for finding in verdicts(audit(record))]


def only(record: GameRecord) -> Finding:
    """The one verdict on a record."""
    (finding,) = verdicts(audit(record))
    return finding


def after(record: GameRecord) -> tuple[Mapping[str, str] | None, str | None]:
    """The levels after the first hand and the next banker."""
    hand = audit(record).hands[0]
    return hand.levels, hand.next_dealer
