"""How pairs pack into tractors where several side-level pairs stand on one rung, against every partition of the pairs."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Final

from paipu.replay.audit import audit
from paipu.replay.question.tricks import judge_follow
from paipu.replay.question.verdict import Situation, Word
from paipu.replay.record import GameRecord, Hand, HandClaims
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.beat import beats, strength
from paipu.replay.tricks.follow import owed_tractors
from paipu.replay.tricks.tractors import packs, pair_layers
from paipu.replay.tricks.trump import TRUMP, TrumpContext
from paipu.replay.tricks.units import shape_of
from paipu.replay.tricks.winner import leading_seat
from tests.many import many
from tests.oracle import shengji as oracle
from tests.rules.build import found

MEETING: Final = "AhAh2s2s2d2d2h2h"
"""At level 2 with hearts trumps: ♥A and a side-level pair, and the other side-level pair with the main one."""


def partitions(items: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every way to put some things into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for groups in partitions(rest):
        yield [[first], *groups]
        for index, group in enumerate(groups):
            yield [*groups[:index], [first, *group], *groups[index + 1 :]]


def is_run(ctx: TrumpContext, pairs: Sequence[str]) -> bool:
    """Whether the pairs of these cards stand on rungs that are linked one to the next."""
    rungs = sorted(ctx.rung[card] for card in pairs)
    return all(high == low + 1 and ctx.links(TRUMP, 1 << high) for low, high in pairwise(rungs))


def lengths_of(ctx: TrumpContext, pairs: Sequence[str]) -> set[tuple[int, ...]]:
    """The lengths of the tractors in every partition of the pairs into tractors and lone pairs, longest first."""
    found = set()
    for groups in partitions(pairs):
        if all(is_run(ctx, group) for group in groups):
            found.add(tuple(sorted((len(group) for group in groups if len(group) > 1), reverse=True)))
    return found


def against(led: Sequence[int], ways: set[tuple[int, ...]]) -> tuple[int, ...]:
    """The most that can be put against the led lengths, one after the other, cut from the tractors of one partition."""
    tried = {
        tuple(min(mine, length) if min(mine, length) > 1 else 0 for mine, length in zip(order, led, strict=True))
        for way in ways
        for order in set(permutations([*way, *[0] * len(led)], len(led)))
    }
    return tuple(sorted((length for length in max(tried) if length), reverse=True))


def top_heavy(rng: random.Random, ctx: TrumpContext, most: int) -> list[str]:
    """A few trump pairs, mostly high ones: those round the side-level cards."""
    high = ctx.unpack(ctx.masks[TRUMP] & ctx.low)[-8:]
    return rng.sample(high, rng.randint(2, min(most, len(high))))


@many(100, 8_000)
def test_packing_agrees_with_every_partition_of_up_to_six_pairs(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        sheet = TRICK_SHEETS[rng.choice(["shengji", "shuangkou", "chaodipi", "shengji-botzone"])]
        ctx = sheet.context(rng.choice("258TKA"), rng.choice(["s", "h", "c", "d", "NT"]))
        pairs = top_heavy(rng, ctx, 6)
        held = 2 * ctx.pack(pairs)
        ways = lengths_of(ctx, pairs)
        layers = pair_layers(ctx, held, TRUMP)
        for wanted in ((2,), (3,), (4,), (2, 2), (3, 2), (3, 3), (4, 2), (2, 2, 2)):
            possible = wanted in {part for way in ways for part in parts_of(way)}
            assert packs(ctx, layers, TRUMP, wanted) == possible, (pairs, wanted)
            led = tuple((length, 0) for length in wanted)
            owed = owed_tractors(ctx, TRICK_SHEETS["shengji"].follow, held, TRUMP, led)
            assert owed == against(wanted, ways), (pairs, wanted)


def parts_of(way: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The lengths that some tractors of a partition have; partitions into shorter ones are listed themselves."""
    return {part for size in range(len(way) + 1) for part in combinations(way, size)}


@many(50, 4_000)
def test_throws_ruffed_with_high_trumps_are_won_as_the_oracle_says(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        level, trump = rng.choice("258KA"), "h"
        sheet = TRICK_SHEETS[rng.choice(["shengji", "shuangkou"])]
        ctx = sheet.context(level, trump)
        lead = "".join(
            f"{rank}s{rank}s" for rank in rng.choice(["349T", "3479", "346", "34679TJ", "679TJ", "9TJQ"]) if rank != level
        )
        size = len(lead) // 4
        table = [("E", lead)]
        for seat in "NWS":
            high = ctx.unpack(ctx.masks[TRUMP] & ctx.low)[-9:]
            table.append((seat, "".join(card * 2 for card in rng.sample(high, min(size, len(high))))))
        plays = [(seat, [text[at : at + 2] for at in range(0, len(text), 2)]) for seat, text in table]
        assert leading_seat(sheet, ctx, table) == oracle.winner(plays, level, trump), table


def test_two_tractors_that_meet_on_the_side_level_rung_ruff_two() -> None:
    for sheet in ("shengji", "shuangkou"):
        rules = TRICK_SHEETS[sheet]
        ctx = rules.context("2", "h")
        led = ("E", "3s3s4s4s9s9sTsTs")
        assert leading_seat(rules, ctx, [led, ("N", MEETING)]) == "N"
        assert leading_seat(rules, ctx, [led, ("N", "9h9hThThQhQhKhKh"), ("W", MEETING)]) == "W"
        exact = TRICK_SHEETS[sheet].configured({"longer_ruff": "exact"})
        assert leading_seat(exact, ctx, [led, ("N", MEETING)]) == "N"


def test_two_tractors_that_meet_are_owed_against_two() -> None:
    for sheet in ("shengji", "shuangkou"):
        asked = Situation(sheet, "2", "h")
        lead, hand = "3h3h4h4h9h9hThTh", MEETING + "5h5h7h7h"
        short = judge_follow(asked, lead=lead, hand=hand, play="AhAh2s2s5h5h7h7h")
        assert (short.default, short.code, short.allowed) == (Word.ILLEGAL, "TRICK-FOLLOW-TRACTOR", (canonical(MEETING),))
        assert judge_follow(asked, lead=lead, hand=hand, play=MEETING).default is Word.LEGAL


def canonical(cards: str) -> str:
    """Cards in the order in which the engine lists them."""
    ctx = TRICK_SHEETS["shengji"].context("2", "h")
    return "".join(ctx.unpack(ctx.parse(cards).cards))


def test_the_highest_tractor_that_leaves_room_for_the_others_is_compared() -> None:
    rules = TRICK_SHEETS["shengji"]
    ctx = rules.context("2", "h")
    lead = "3s3s4s4s5s5s7s7s8s8sTsTsJsJs"
    low_three = "3h3h4h4h5h5h8h8h9h9hThThJhJh"
    assert leading_seat(rules, ctx, [("E", lead), ("N", low_three)]) == "N"
    # the run of four has to give the two tractors of two, so that the three are compared: ♥6 over ♥5, whatever else is higher
    assert leading_seat(rules, ctx, [("E", lead), ("N", low_three), ("W", "4h4h5h5h6h6h8h8h9h9hThThJhJh")]) == "W"


def test_a_record_of_a_ruff_with_tractors_that_meet_keeps_its_winner() -> None:
    tricks = (f"E 3s3s4s4s9s9sTsTs {MEETING} 3c4c5c6c7c8c9cTc 3d4d5d6d7d8d9dTd",)
    hand = Hand(no=1, level="2", dealer="E", trump="h", tricks=tricks, claims=HandClaims(winners="N"))
    record = GameRecord(id="m", sheet="shengji", hands=(hand,))
    assert not found(record, "CLAIM-WINNER-RUFF")
    assert audit(record).hands[0].winners == "N"


EVERY_PART: Final = TRICK_SHEETS["shengji"].beat._replace(overruff="beat_all")


def beats_all(lead: str, holder: str, challenger: str) -> bool:
    """Whether one ruff goes over another where every part must be higher."""
    ctx = TRICK_SHEETS["shengji"].context("2", "c")
    led = ctx.parse(lead)
    shape = shape_of(ctx, led.cards, led.cls)
    mine, theirs = (strength(ctx, EVERY_PART, led, shape, ctx.parse(cards)) for cards in (challenger, holder))
    assert mine is not None
    assert theirs is not None
    return beats(EVERY_PART, mine, theirs)


def test_every_part_is_beaten_if_the_cards_can_be_divided_so() -> None:
    lead = "9s9sAsKs"
    assert beats_all(lead, "5c5cAc2s", "6c6c2c2c")  # sixes over the fives, and both twos over what is left
    assert not beats_all(lead, "5c5c2cLJ", "6c6c2c2c")
    assert beats_all(lead, "6c6c2c2c", "7c7cLJLJ")
    assert not beats_all(lead, "6c6c2c2c", "7c7cLJBJ")  # nothing over the pair of main level cards
    assert beats_all("3s3s4s4s9s9s", "3c3c4c4cAcAc", "4c4c5c5c2c2c")
    assert beats_all("3s3s4s4s9s9s", "3c3c4c4cAcAc", "5c5c6c6c2s2s")
    assert not beats_all("3s3s4s4s9s9s", "3c3c4c4c2s2s", "5c5c6c6c2d2d")


@many(50, 3_000)
def test_every_part_against_all_ways_to_divide_the_cards(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        ctx = TRICK_SHEETS["shengji"].context("2", "c")
        trumps = ctx.unpack(ctx.masks[TRUMP])
        lead, pairs = rng.choice([("9s9sAsKs", 1), ("9s9sQsQsAs", 2), ("9s9sQsQsAsKs", 2)])
        clumped = [card for card in rng.sample(trumps, 4) for _ in range(2)] if rng.random() < 0.7 else rng.sample(trumps, 8)
        drawn = [rng.sample(clumped, len(lead) // 2), rng.sample(trumps, len(lead) // 2)]
        rng.shuffle(drawn)
        ways = [divisions(ctx, cards, pairs) for cards in drawn]
        if not all(ways) or any(max(map(cards.count, cards)) > 2 for cards in drawn):
            continue
        wanted = all(any(all(m > t for m, t in zip(mine, theirs, strict=True)) for mine in ways[1]) for theirs in ways[0])
        assert beats_all(lead, "".join(drawn[0]), "".join(drawn[1])) == wanted, drawn


def divisions(ctx: TrumpContext, cards: Sequence[str], pairs: int) -> set[tuple[int, ...]]:
    """Every order of the cards in which the first so many twos are pairs, as the rungs of the pairs and of the rest."""
    return {
        (*(ctx.rung[order[2 * at]] for at in range(pairs)), *(ctx.rung[card] for card in order[2 * pairs :]))
        for order in permutations(cards)
        if all(order[2 * at] == order[2 * at + 1] for at in range(pairs))
    }
