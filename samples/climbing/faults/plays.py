"""Plays that break a rule: no combination, not higher, another type, cards not held, wrong readings, wrong numbers of plays.

A play that does not count is on record and out of the hand, and the table goes on as after a pass; after a lead that is none
the others pass.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from replay.cards import JOKERS, RANKS, split_cards
from replay.climbing.combos import SEQUENCE, beats
from replay.climbing.misfit import meant
from replay.climbing.play import case_of
from samples.climbing.faults.work import Ply, Work
from samples.climbing.table import PASS, Table
from samples.fault import Place

_ALIKE = frozenset({"single", "pair", "triple", "full_house", "bomb", "five", "four_one"})
"""The kinds in which a card's suit does not matter."""
_KEPT = 2
"""So many cards a player keeps at least, who plays something that does not count."""

Find = Callable[[Table], Sequence[str] | None]
"""Cards that whoever's turn it is could lay down."""


def by_rank(table: Table) -> Mapping[str, list[str]]:
    """The cards of whoever's turn it is by rank, without wild ones."""
    found: dict[str, list[str]] = {}
    for card in table.hands[table.turn]:
        if card not in table.ctx.wilds:
            found.setdefault(card if card in JOKERS else card[0], []).append(card)
    return found


# -- no combination


def illegal(work: Work, *, find: Find) -> Place | None:
    """Somebody plays cards that are no combination."""

    def chance(table: Table, _made: str) -> str | None:
        cards = find(table)
        if cards is None or len(table.hands[table.turn]) < len(cards) + _KEPT:
            return None
        token = "".join(cards)
        return token if not table.ctx.plays[token].readings else None

    found = work.opportunity(chance)
    return None if found is None else misplayed(work, *found)


def misplayed(work: Work, ply: Ply, token: str) -> Place:
    """Make a play that does not count at a point of the record, and play on."""
    table = work.table_at(ply)
    leads, lying = table.leads, table.lying
    play, on_table = table.ctx.plays[token], lying.readings[0] if lying is not None else None
    case = case_of(play, on_table) if play.readings else meant(table.ctx, token)
    place = work.put(table, token, counts=leads)
    if leads:
        work.all_pass(table)
    number = work.play_out(ply.hand, table)
    return Place(number, place.trick, place.play, place.seat, case=case)


def ill_matched(table: Table) -> Sequence[str] | None:
    """Two or three cards of different ranks, none of them a joker."""
    ranks = [rank for rank in by_rank(table) if rank not in JOKERS]
    if len(ranks) < 3:
        return None
    return [by_rank(table)[rank][0] for rank in table.rng.sample(ranks, table.rng.choice((2, 3)))]


def broken_run(table: Table) -> Sequence[str] | None:
    """Five cards in sequence but for one, or round the corner; their suits differ."""
    held = by_rank(table)
    runs = []
    for first in range(len(RANKS)):
        window = [RANKS[(first + step) % len(RANKS)] for step in range(6)]
        for left_out in range(1, 5):
            ranks = [rank for place, rank in enumerate(window) if place != left_out]
            if all(rank in held for rank in ranks):
                runs.append(ranks)
    if not runs:
        return None
    cards = [held[rank][0] for rank in table.rng.choice(runs)]
    return cards if len({card[1] for card in cards}) > 1 else None


def long_pairs(table: Table) -> Sequence[str] | None:
    """Two pairs in a row, or four."""
    held = by_rank(table)
    found = []
    for size in (2, 4):
        for first in range(len(SEQUENCE) - size + 1):
            ranks = SEQUENCE[first : first + size]
            if all(len(held.get(rank, ())) >= 2 for rank in ranks):
                found.append([card for rank in ranks for card in held[rank][:2]])
    return table.rng.choice(found) if found else None


def apart_triples(table: Table) -> Sequence[str] | None:
    """Two triples with a rank between them."""
    held = by_rank(table)
    triples = [rank for rank in RANKS if len(held.get(rank, ())) >= 3]
    apart = [(low, high) for low, high in pairwise(triples) if RANKS.index(high) - RANKS.index(low) == 2]
    if not apart:
        return None
    return [card for rank in table.rng.choice(apart) for card in held[rank][:3]]


def loose_triple(table: Table) -> Sequence[str] | None:
    """Three alike with two cards that are no pair."""
    held = by_rank(table)
    triples = [rank for rank in held if rank not in JOKERS and len(held[rank]) >= 3]
    others = [rank for rank in held if rank not in JOKERS]
    if not triples or len(others) < 3:
        return None
    triple = table.rng.choice(triples)
    loose = table.rng.sample([rank for rank in others if rank != triple], 2)
    return [*held[triple][:3], *(held[rank][0] for rank in loose)]


def mixed_jokers(table: Table) -> Sequence[str] | None:
    """A little and a big joker as a pair, or a joker beside a pair."""
    held = by_rank(table)
    jokers = [joker for joker in JOKERS if joker in held]
    pairs = [rank for rank in held if rank not in JOKERS and len(held[rank]) >= 2]
    if len(jokers) == 2 and (not pairs or table.rng.random() < 0.5):
        return jokers
    return [*held[table.rng.choice(pairs)][:2], jokers[0]] if jokers and pairs else None


def four_or_six(table: Table) -> Sequence[str] | None:
    """Four alike, or three pairs, on a sheet that has no combination of so many cards."""
    held = by_rank(table)
    fours = [rank for rank in held if len(held[rank]) >= 4]
    pairs = [rank for rank in held if len(held[rank]) >= 2]
    if fours and table.rng.random() < 0.5:
        return held[table.rng.choice(fours)][:4]
    if len(pairs) < 3:
        return None
    return [card for rank in table.rng.sample(pairs, 3) for card in held[rank][:2]]


def too_large_a_bomb(work: Work) -> Place | None:
    """Nine or ten alike, on a sheet that stops at eight: dealt to whoever leads the first hand, and led."""
    leader = work.rng.randrange(len(work.seats))
    level = work.sheet.first_level
    wild = level + "h"
    rank = work.rng.choice([rank for rank in RANKS if rank != level])
    cards = [rank + suit for suit in "shcd" for _ in range(work.sheet.cards.copies)]
    cards += [wild] * work.rng.choice((1, 2))
    table = work.deal_again(0, work.arranged({leader: cards}), leader=leader)
    place = work.put(table, "".join(cards))
    work.all_pass(table)
    return Place(work.play_out(0, table), place.trick, place.play, place.seat)


# -- a combination that does not beat what lies there


def not_enough(work: Work, *, same: bool) -> Place | None:
    """A combination of the same type that is no higher, or one of another type."""

    def chance(table: Table, _made: str) -> str | None:
        lying = table.lying
        if lying is None:
            return None
        cards = len(table.hands[table.turn])
        able = [
            held.token
            for held in table.of(table.turn)
            if not table.beats(held.play) and (held.play.group == lying.group) == same and held.play.size + _KEPT <= cards
        ]
        return table.rng.choice(able) if able else None

    found = work.opportunity(chance)
    return None if found is None else misplayed(work, *found)


lower = partial(not_enough, same=True)
other_type = partial(not_enough, same=False)


def came_back(work: Work) -> Place | None:
    """Somebody who passed plays later in the trick, where the organiser does not allow it."""
    work.set_option("reentry", "no")
    work.hands.clear()
    work.match.play_on()

    def chance(table: Table, _made: str) -> str | None:
        if table.turn not in table.passed:
            return None
        able = [held.token for held in table.of(table.turn) if table.beats(held.play)]
        return table.rng.choice(able) if able else None

    found = work.opportunity(chance)
    if found is None:
        return None
    ply, token = found
    table = work.table_at(ply)
    place = work.put(table, token)
    return Place(work.play_out(ply.hand, table), place.trick, place.play, place.seat)


# -- cards that are not there


def not_held(work: Work) -> Place | None:
    """A card of a play is written down with another suit, of which the player holds none."""

    def chance(table: Table, made: str) -> str | None:
        cards = split_cards(made.partition("=")[0]) if made != PASS else []
        if not cards or table.ctx.plays[made].kind not in _ALIKE:
            return None
        return other_suit(table, made, table.hands[table.turn])

    found = work.opportunity(chance)
    if found is None:
        return None
    ply, token = found
    seat = work.seats[work.table_at(ply).turn]
    work.rewrite(ply, token)
    return work.at(ply, seat)


def other_suit(table: Table, made: str, held: Sequence[str]) -> str | None:
    """The play with a card of it in a suit that is not among `held`, and that is the same combination still."""
    text, _, declared = made.partition("=")
    cards = split_cards(text)
    swaps = [
        (place, card[0] + suit)
        for place, card in enumerate(cards)
        if card not in JOKERS and card not in table.ctx.wilds
        for suit in "shcd"
        if card[0] + suit not in held and card[0] + suit not in table.ctx.wilds
    ]
    table.rng.shuffle(swaps)
    before = table.ctx.plays[made]
    for place, card in swaps:
        changed = "".join([*cards[:place], card, *cards[place + 1 :]]) + (f"={declared}" if declared else "")
        after = table.ctx.plays[changed]
        if after.plain and (after.kind, after.strength) == (before.kind, before.strength):
            return changed
    return None


# -- readings


def bad_reading(work: Work) -> Place | None:
    """A reading is declared that no substitution gives, for cards that can be read in one way only."""

    def chance(table: Table, made: str) -> str | None:
        if made == PASS or "=" in made:
            return None
        play = table.ctx.plays[made]
        ranks = {card[0] for card in split_cards(made) if card not in JOKERS}
        if play.size < 2 or not ranks or all(card in table.ctx.wilds for card in split_cards(made)):
            return None
        wrong = table.rng.choice([rank for rank in RANKS if rank not in ranks])
        return f"{made}={wrong * play.size}"

    found = work.opportunity(chance)
    if found is None:
        return None
    ply, token = found
    seat = work.seats[work.table_at(ply).turn]
    work.rewrite(ply, token)
    return work.at(ply, seat)


def undeclared(work: Work) -> Place | None:
    """The reading of a play that has several is not on record; what stands for it is what was meant."""

    def chance(table: Table, made: str) -> str | None:
        if "=" not in made:
            return None
        text = made.partition("=")[0]
        lying = table.lying.readings[0] if table.lying is not None else None
        open_play, meant = table.ctx.plays[text], table.ctx.plays[made].readings[0]
        fitting = [reading for reading in open_play.readings if lying is None or beats(reading, lying)]
        stands = table.ctx.standing(open_play, lying)
        return text if len(fitting) > 1 and stands == meant else None

    found = work.opportunity(chance)
    if found is None:
        return None
    ply, token = found
    seat = work.seats[work.table_at(ply).turn]
    work.rewrite(ply, token)
    return work.at(ply, seat)


def two_wilds(work: Work) -> Place | None:
    """Two neighbouring pairs with both wild cards, which are three pairs or two triples, are led and nothing is declared."""
    leader = work.rng.randrange(len(work.seats))
    wild = work.sheet.first_level + "h"
    low = work.rng.randrange(RANKS.index("4"), RANKS.index("J"))
    ranks = RANKS[low : low + 3]
    cards = [rank + suit for rank in ranks[:2] for suit in work.rng.sample("shcd", 2)] + [wild] * 2
    table = work.deal_again(0, work.arranged({leader: cards}), leader=leader)
    text = "".join(cards)
    place = work.put(table, f"{text}={''.join(rank * 2 for rank in ranks)}")
    number = work.play_out(0, table)
    work.rewrite(Ply(0, 0, 0), text)
    return Place(number, place.trick, place.play, place.seat)


def beats_one_reading(work: Work) -> Place | None:
    """Two pairs and a wild card are led and not declared; the next player beats the full house of the lower, not the higher."""
    leader = work.rng.randrange(len(work.seats))
    follower = (leader + 1) % len(work.seats)
    level = work.sheet.first_level
    low, middle, high, other = sorted(work.rng.sample([rank for rank in RANKS if rank != level], 4), key=RANKS.index)
    led = "".join(rank + suit for rank in (low, high) for suit in work.rng.sample("shcd", 2)) + level + "h"
    given = "".join(rank + suit for rank, count in ((middle, 3), (other, 2)) for suit in work.rng.sample("shcd", count))
    table = work.deal_again(0, work.arranged({leader: split_cards(led), follower: split_cards(given)}), leader=leader)
    work.put(table, f"{led}={high * 3}{low * 2}")
    place = work.put(table, given, counts=False)
    number = work.play_out(0, table)
    work.rewrite(Ply(0, 0, 0), led)
    return Place(number, place.trick, place.play, place.seat, follows=("READING-AMBIGUOUS",))
