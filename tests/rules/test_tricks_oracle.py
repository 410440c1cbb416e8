"""The engine against the oracles of the trick games, on random small hands: one follow, one lead, one trick.

They are put to the engine's machine. Where the two are known to differ the engine's reading binds: under a lead with a tractor
a pair owed is owed as a part of it (X-17).
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import ModuleType
from typing import Final

import pytest

from paipu.replay.findings import Finding
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.score import contains_trio, multiplier
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import TrumpContext
from paipu.replay.tricks.units import lead_shape, shape_of
from tests.many import every, many
from tests.oracle import chaodipi, shengji, shuangkou
from tests.oracle.cards import RANKS, SEATS, TWO_DECKS, Multiset, multiset, without
from tests.oracle.tractors import both_copies, selections
from tests.rules.chance import TRUMPS, machine_of, small_hands, some_of_a_class
from tests.rules.tricks_build import CDP, SJ, SK

# ---------------------------------------------------------------------------------------- hands with 5·10·K


def hands_with_trios(rng: random.Random, level: str, trump: str, size: int) -> list[list[str]]:
    """Four hands of few cards: neighbours of one class and the fives, tens and kings of a suit, so that units are the rule."""
    suits = [suit for suit in "shcdT" if chaodipi.ladder(suit, level, trump)]
    rungs = chaodipi.ladder(rng.choice([*suits, "T"]), level, trump)
    start = rng.randrange(len(rungs))
    window = [card for rung in rungs[start : start + 7] for card in rung]
    suit = rng.choice("shcd")
    cards = dict.fromkeys([*window, "5" + suit, "T" + suit, "K" + suit, "5h", *rng.sample(TWO_DECKS, 4)])
    hands: list[list[str]] = [[] for _ in SEATS]
    together = rng.choice((0.3, 0.8))
    for card in cards:
        first, second = rng.choices(hands, (4, 5, 2, 2), k=2)
        first.append(card)
        (first if rng.random() < together else second).append(card)
    for hand in hands:
        rng.shuffle(hand)
        del hand[size:]
    return [hand or ["BJ"] for hand in hands]


def trios_in(hand: Sequence[str], level: str, trump: str) -> list[list[str]]:
    """Every 5·10·K that a hand can put down."""
    threes = combinations(dict.fromkeys(hand), 3)
    return [list(cards) for cards in threes if chaodipi.five_ten_king(cards, level, trump)]


def lead_with_trios(rng: random.Random, hand: Sequence[str], level: str, trump: str, most: int) -> list[str]:
    """Some cards that may be led together: often a 5·10·K, a tractor, or a throw."""
    trios = trios_in(hand, level, trump)
    if trios and rng.random() < 0.6:
        return rng.choice(trios)
    cls = chaodipi.effective_suit(rng.choice(list(hand)), level, trump)
    rest = chaodipi.of_class(hand, cls, level, trump)
    runs = [run for run in chaodipi.runs_in(rest, level, trump) if 2 * len(run) <= most]
    lead: list[str] = []
    if runs and rng.random() < 0.6:
        lead = both_copies(rng.choice(runs))
        rest = without(rest, lead)
    room = min(most - len(lead), len(rest))
    return [*lead, *rng.sample(rest, rng.randint(0 if lead else 1, room))]


# ---------------------------------------------------------------------------------------- the sheets


@dataclass(frozen=True)
class Duel:
    """A sheet of the engine against an oracle."""

    sheet: TrickSheet
    oracle: ModuleType
    levels: Sequence[str]
    faults: Mapping[str, tuple[str, str]]
    """The check, and its clause, of each fault of a follow that the oracle knows."""
    fine: Callable[[Sequence[str]], int] = lambda _: 0
    """What a failed throw costs, where that goes by the cards thrown."""
    hands: Callable[[random.Random, str, str, int], list[list[str]]] = small_hands
    lead: Callable[[random.Random, Sequence[str], str, str, int], list[str]] = some_of_a_class
    trios: Callable[[Sequence[str], str, str], list[list[str]]] = lambda *_: []

    def trumps(self, level: str) -> Sequence[str]:
        """What may be trump at a level; 扛旗 has no trump suit."""
        return TRUMPS if level != chaodipi.FLAG else ("NT",)

    def terms(self, rng: random.Random) -> tuple[str, str]:
        """A level and a trump."""
        level = rng.choice(self.levels)
        return level, rng.choice(self.trumps(level))

    def run(self, ctx: TrumpContext, hands: Sequence[Sequence[str]], trick: str) -> TrickMachine:
        """One trick led by E, all hands known."""
        return machine_of(self.sheet, ctx, hands, trick)

    def thrown(self, lead: Sequence[str], others: Sequence[Sequence[str]], level: str, trump: str) -> tuple[set[Multiset], int]:
        """The pieces of which one must stand, none if the lead stands, and what that costs."""
        told = self.oracle.throw_test(lead, others, level, trump) or set()
        return told if isinstance(told, tuple) else (told, self.fine(lead) if told else 0)


DUELS: Final = {
    SJ: Duel(
        TRICK_SHEETS[SJ],
        shengji,
        RANKS,
        {
            "count": ("TRICK-SIZE", "SJ-16c"),
            "SJ-16c": ("TRICK-FOLLOW-SUIT", "SJ-16c"),
            "SJ-16g": ("TRICK-FOLLOW-TRACTOR", "SJ-16g"),
            "SJ-16h": ("TRICK-FOLLOW-PAIR", "SJ-16h"),
        },
    ),
    CDP: Duel(
        TRICK_SHEETS[CDP],
        chaodipi,
        (*RANKS, chaodipi.FLAG),
        {
            "size": ("TRICK-SIZE", "CDP-7.4"),
            "suit": ("TRICK-FOLLOW-SUIT", "CDP-6.6"),
            "pair": ("TRICK-FOLLOW-PAIR", "CDP-5.3"),
            "tractor": ("TRICK-FOLLOW-TRACTOR", "CDP-5.3"),
            "five_ten_king": ("TRICK-FOLLOW-TRIO", "CDP-5.1e"),
            "top_trumps": ("TRICK-FOLLOW-HIGHEST", "CDP-5.1b"),
            "top_trumps_disputed": ("TRICK-HIGHEST-OR-TRIO", "CDP-5.1b"),
        },
        chaodipi.throw_fine,
        hands_with_trios,
        lead_with_trios,
        trios_in,
    ),
    SK: Duel(
        TRICK_SHEETS[SK],
        shuangkou,
        "2345678",
        {
            "count": ("TRICK-SIZE", "SK-2.1a"),
            "suit": ("TRICK-FOLLOW-SUIT", "SK-2.1a"),
            "tractor": ("TRICK-FOLLOW-TRACTOR", "SK-2.1a"),
            "pair": ("TRICK-FOLLOW-PAIR", "SK-2.1a"),
        },
    ),
}


def of_play(machine: TrickMachine, play: int) -> list[Finding]:
    """What is found on one play of the trick."""
    return [finding for finding in machine.report.findings if finding.where.play == play]


# ---------------------------------------------------------------------------------------- order and structure


@pytest.mark.parametrize("duel", DUELS.values(), ids=DUELS)
def test_classes_order_and_sets_of_three_at_every_level_and_trump(duel: Duel) -> None:
    for level in duel.levels:
        for trump in duel.trumps(level):
            ctx = duel.sheet.context(level, trump)
            for card in dict.fromkeys(TWO_DECKS):
                assert ctx.effective_suit(card) == duel.oracle.effective_suit(card, level, trump)
                assert ctx.rung[card] == duel.oracle.order(card, level, trump), (level, trump, card)
            for suit in "shcd":
                cards = ["5" + suit, "T" + suit, "K" + suit]
                cls = ctx.parse("".join(cards)).trio
                ours = ctx.class_name(cls) if cls >= 0 else None
                theirs = chaodipi.five_ten_king(cards, level, trump) if duel.trios(cards, level, trump) else None
                assert ours == theirs, (level, trump, cards)


PAIRED: Final = [each for sheet, duel in DUELS.items() for each in every(5, [(sheet, level) for level in duel.levels[::-1]])]


@pytest.mark.parametrize(("sheet", "level"), PAIRED)
def test_every_two_pairs_are_neighbours_for_both_or_for_neither(sheet: str, level: str) -> None:
    duel = DUELS[sheet]
    for trump in duel.trumps(level):
        ctx = duel.sheet.context(level, trump)
        for first, second in combinations(dict.fromkeys(TWO_DECKS), 2):
            cards = [first, first, second, second]
            if ctx.cls[first] == ctx.cls[second]:
                tractor = bool(shape_of(ctx, ctx.pack(cards), ctx.cls[first]).tractors)
                assert tractor == duel.oracle.is_tractor(cards, level, trump), (level, trump, cards)


# ---------------------------------------------------------------------------------------- follows, throws, winners


@pytest.mark.parametrize("duel", DUELS.values(), ids=DUELS)
@many(40, 12_000)
def test_every_play_of_random_small_hands(duel: Duel, seeds: range) -> None:
    """Each subset of a hand is legal, or breaks the same clause, for both; and the legal ones are those that we list."""
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = duel.terms(rng)
        hands = duel.hands(rng, level, trump, 11)
        lead, hand = duel.lead(rng, hands[0], level, trump, 8), hands[1]
        if len(hand) < len(lead):
            continue
        ctx = duel.sheet.context(level, trump)
        legal = set()
        for play in selections(hand, len(lead)):
            fault = duel.oracle.follow_fault(hand, lead, list(play), level, trump)
            expected = [duel.faults[fault]] if fault else []
            if expected and expected[0][0] == "TRICK-FOLLOW-PAIR" and duel.oracle.shape_of(lead, level, trump).tractors:
                expected = [told for told in duel.faults.values() if told[0] == "TRICK-FOLLOW-TRACTOR"]
            found = of_play(duel.run(ctx, [lead, hand, [], []], f"E {''.join(lead)} {''.join(play)}"), 2)
            assert [(each.code, each.clause) for each in found] == expected, (level, trump, hand, lead, play)
            if fault is None:
                legal.add(play)
        parsed = ctx.as_lead(ctx.parse("".join(lead)))
        listed = legal_follows(ctx, duel.sheet.follow, ctx.pack(hand), parsed, lead_shape(ctx, parsed), limit=10_000)
        assert {multiset(ctx.unpack(ctx.parse(text).cards)) for text in listed.plays} == legal, (level, trump, hand, lead)
        assert listed.total == len(listed.plays) == len(legal)


@pytest.mark.parametrize("duel", DUELS.values(), ids=DUELS)
@many(120, 40_000)
def test_throws_of_random_small_hands(duel: Duel, seeds: range) -> None:
    """Whether a throw stands, which parts may stand otherwise, what it costs, and which wrong part is found."""
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = duel.terms(rng)
        hands = duel.hands(rng, level, trump, 8)
        lead = duel.lead(rng, hands[0], level, trump, 8)
        allowed, fine = duel.thrown(lead, hands[1:], level, trump)
        trio = len(lead) == 3 and duel.trios(lead, level, trump)
        parts = trio or [part.cards for part in duel.oracle.components(lead, level, trump)]
        stood = list(rng.choice([lead, lead[:1], *parts, *sorted(allowed)]))
        failed = sorted(stood) != sorted(lead)
        text = "".join(lead) + (f">{''.join(stood)}" if failed else "")
        ctx = duel.sheet.context(level, trump)
        machine = duel.run(ctx, hands, f"E {text}")
        if not failed:
            expected = "THROW-BEATABLE" if allowed else None
        elif not allowed:
            expected = "THROW-ONE-UNIT" if len(parts) == 1 else "THROW-UNBEATABLE"
        else:
            expected = None if multiset(stood) in allowed else "THROW-PIECE"
        case = (level, trump, hands, text)
        found = of_play(machine, 1)
        assert [each.code for each in found] == ([expected] if expected else []), case
        assert machine.fines == [fine if failed else 0, 0, 0, 0], case
        if expected in {"THROW-BEATABLE", "THROW-PIECE"}:
            pieces = (found[0].expected or "").split(" | ")
            assert {multiset(ctx.unpack(ctx.parse(piece).cards)) for piece in pieces} == allowed, case


@pytest.mark.parametrize("duel", DUELS.values(), ids=DUELS)
@many(150, 60_000)
def test_winners_and_multipliers_of_random_tricks(duel: Duel, seeds: range) -> None:
    """Illegal follows take part as the cards they are."""
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = duel.terms(rng)
        hands = duel.hands(rng, level, trump, 12)
        lead = duel.lead(rng, hands[0], level, trump, 8)
        if any(len(hand) < len(lead) for hand in hands):
            continue
        plays = [lead]
        for hand in hands[1:]:
            trumps = duel.oracle.of_class(hand, "T", level, trump)
            trios = duel.trios(trumps, level, trump)
            if len(lead) == 3 and trios and rng.random() < 0.5:
                plays.append(rng.choice(trios))
                continue
            same = duel.oracle.of_class(hand, duel.oracle.effective_suit(lead[0], level, trump), level, trump)
            source = rng.choice([each for each in (trumps, same, hand) if len(each) >= len(lead)])
            plays.append(rng.sample(source, len(lead)))
        ctx = duel.sheet.context(level, trump)
        trick = "E " + " ".join("".join(cards) for cards in plays)
        machine = duel.run(ctx, hands, trick)
        winner = duel.oracle.winner(list(zip(SEATS, plays, strict=True)), level, trump)
        assert SEATS[machine.winners[0]] == winner, (level, trump, trick)
        total = sum(duel.oracle.points(cards) for cards in plays)
        assert machine.points[SEATS.index(winner)] == sum(machine.points) == total
        winning = plays[SEATS.index(winner)]
        assert machine.last is not None
        assert sorted(ctx.unpack(machine.last[1].cards)) == sorted(winning)
        assert multiplier(duel.sheet, ctx, *machine.last) == duel.oracle.kitty_multiplier(winning, level, trump), (level, trick)
        if duel.oracle is chaodipi and level != chaodipi.FLAG:  # in 扛旗 there is no kitty, so nothing to capture
            trio = chaodipi.holds_five_ten_king_bottom(winning, level, trump)
            assert contains_trio(ctx, machine.last[1]) == trio, (level, trick)
