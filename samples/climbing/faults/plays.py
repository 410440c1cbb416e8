"""Plays that break a rule: no combination, not higher, another type, cards not held, wrong readings; or out of turn."""

from collections import Counter
from collections.abc import Sequence

from paipu.replay.cards import JOKERS, RANKS, SUITS, join_cards, split_cards
from paipu.replay.climbing.combos import beats
from paipu.replay.climbing.invalid import case_of, explain_invalid, meant
from paipu.replay.notation import PASS, read_token
from paipu.samples import faults
from paipu.samples.climbing.table import ClimbTable
from paipu.samples.climbing.work import ClimbWork
from paipu.samples.table import cards_of
from paipu.samples.work import Place, Ply, in_one_of

_ALIKE = frozenset({"single", "pair", "triple", "full_house", "bomb", "five", "four_one"})
"""The kinds in which a card's suit does not matter."""
_KEPT = 2
"""So many cards a player keeps at least, who plays something that does not count."""
_TRIES = 16
"""So many ways to spoil a combination a player thinks of at each play."""


def illegal(work: ClimbWork, *, code: str) -> Place:
    """Somebody plays cards that are no combination, and come nearest to what a check is about."""

    def chance(table: ClimbTable, _made: str) -> str | None:
        for token in (spoiled(table) for _ in range(_TRIES)):
            play = table.ctx.plays[token]
            able = not play.readings and play.possible and play.size + _KEPT <= len(table.own)
            if able and explain_invalid(table.ctx, token) == code:
                return token
        return None

    return refused(work, *work.chance_at(chance))


def spoiled(table: ClimbTable) -> str:
    """A combination of the hand with one card exchanged, or with a card or two more, or together with another."""
    rng, groups = table.rng, table.of(table.turn)
    base, *rest = rng.sample(groups, min(2, len(groups)))
    others = list((Counter(table.own) - Counter(base.cards)).elements())
    more = rng.sample(others, min(rng.randrange(3), len(others))) or [card for held in rest for card in held.cards]
    return join_cards([*base.cards[rng.randrange(2) :], *more])


def refused(work: ClimbWork, table: ClimbTable, token: str) -> Place:
    leads, play = table.leads, table.ctx.plays[token]
    on_table = table.lying.readings[0] if table.lying is not None else None
    case = case_of(play, on_table) if play.readings else meant(table.ctx, token)
    place = work.put(table, token, counts=leads)
    while leads and table.tokens and not table.over:
        table.put(PASS, work.think(table, PASS))
    work.finish(table)
    return place._replace(case=case)


def led(work: ClimbWork, cards: Sequence[str], follower: Sequence[str] = ()) -> ClimbTable:
    """Deal the first hand anew so that whoever leads it holds some cards, as does the seat after it."""
    leader = work.rng.randrange(len(work.seats))
    wanted = {leader: cards, (leader + 1) % len(work.seats): follower}
    return work.deal_again(0, work.arranged(wanted), leader=leader)


def too_large_a_bomb(work: ClimbWork) -> Place:
    """Nine or ten alike, on a sheet that stops at eight: dealt to whoever leads the first hand, and led."""
    level = work.sheet.first_level
    rank = work.rng.choice([rank for rank in RANKS if rank != level])
    cards = [rank + suit for suit in SUITS for _ in range(work.sheet.cards.copies)]
    cards += [level + "h"] * work.rng.choice((1, 2))
    return refused(work, led(work, cards), "".join(cards))._replace(case=None)


def not_enough(work: ClimbWork, *, same: bool) -> Place:
    """A combination of the same type that is no higher, or one of another type."""

    def chance(table: ClimbTable, _made: str) -> str | None:
        if (lying := table.lying) is None:
            return None
        small = (held for held in table.of(table.turn) if held.play.size + _KEPT <= len(table.own))
        weak = [held for held in small if not table.beats(held.play)]
        able = [held.token for held in weak if (held.play.group == lying.group) == same]
        return table.rng.choice(able) if able else None

    return refused(work, *work.chance_at(chance))


def came_back(work: ClimbWork) -> Place:
    """Somebody who passed plays later in the trick, where the organiser does not allow it."""
    work.set_option("reentry", "no")
    work.hands.clear()
    work.play_on()

    def back(table: ClimbTable, _made: str) -> str | None:
        able = table.of(table.turn) if table.turn in table.passed else ()
        return next((held.token for held in able if table.beats(held.play)), None)

    return faults.misplayed(work, find=back)


def not_held(table: ClimbTable, made: str) -> str | None:
    """A card of a play is written down with another suit, of which the player holds none."""
    return other_suit(table, made, table.own) if table.ctx.plays[made].kind in _ALIKE else None


def other_suit(table: ClimbTable, made: str, held: Sequence[str]) -> str | None:
    """The play with a card of it in a suit that is not among `held`, and that is the same combination still."""
    token, cards, wilds = read_token(made), cards_of(made), table.ctx.wilds
    swaps = [
        (place, card[0] + suit)
        for place, card in enumerate(cards)
        if card not in JOKERS and card not in wilds
        for suit in SUITS
        if card[0] + suit not in held and card[0] + suit not in wilds
    ]
    table.rng.shuffle(swaps)
    before = table.ctx.plays[made]
    for place, card in swaps:
        changed = str(token._replace(stood=(text := "".join([*cards[:place], card, *cards[place + 1 :]])), thrown=text))
        after = table.ctx.plays[changed]
        if after.plain and (after.kind, after.strength) == (before.kind, before.strength):
            return changed
    return None


def bad_reading(table: ClimbTable, made: str) -> str | None:
    """A reading is declared that no substitution gives, for cards that can be read in one way only."""
    cards = cards_of(made) if "=" not in made else []
    ranks = {card[0] for card in cards if card not in JOKERS}
    if len(cards) < 2 or not ranks or all(card in table.ctx.wilds for card in cards):
        return None
    return f"{made}={table.rng.choice([rank for rank in RANKS if rank not in ranks]) * len(cards)}"


def undeclared(table: ClimbTable, made: str) -> str | None:
    """The reading of a play that has several is not on record; what stands for it is what was meant."""
    token = read_token(made)
    text, declared = token.stood, token.declared
    lying, play = table.lying.readings[0] if table.lying is not None else None, table.ctx.plays[text]
    fitting = [reading for reading in play.readings if lying is None or beats(reading, lying)]
    meant = declared and len(fitting) > 1 and table.ctx.standing(play, lying) == table.ctx.plays[made].readings[0]
    return text if meant else None


def two_wilds(work: ClimbWork) -> Place:
    """Two neighbouring pairs with both wild cards, which are three pairs or two triples, are led and nothing is declared."""
    low = work.rng.randrange(RANKS.index("4"), RANKS.index("J"))
    ranks = RANKS[low : low + 3]
    cards = [rank + suit for rank in ranks[:2] for suit in work.rng.sample(SUITS, 2)] + [work.sheet.first_level + "h"] * 2
    table = led(work, cards)
    work.misplay(table, f"{''.join(cards)}={''.join(rank * 2 for rank in ranks)}")
    return work.rewrite(Ply(0, 0, 0), "".join(cards))


def beats_one_reading(work: ClimbWork) -> Place:
    """Two pairs and a wild card are led and not declared; the next player beats the full house of the lower, not the higher."""
    level = work.sheet.first_level
    low, middle, high, other = sorted(work.rng.sample([rank for rank in RANKS if rank != level], 4), key=RANKS.index)
    cards = "".join(rank + suit for rank in (low, high) for suit in work.rng.sample(SUITS, 2)) + level + "h"
    given = "".join(rank + suit for rank, count in ((middle, 3), (other, 2)) for suit in work.rng.sample(SUITS, count))
    table = led(work, split_cards(cards), split_cards(given))
    work.put(table, f"{cards}={high * 3}{low * 2}")
    place = work.put(table, given, counts=False)
    work.finish(table)
    work.rewrite(Ply(0, 0, 0), cards)
    return place._replace(follows=("READING-AMBIGUOUS",))


def led_by_one_out(work: ClimbWork) -> Place:
    """The winner of a trick, who is out, is written down as the next leader, with nothing to play."""
    table = work.table_at(faults.lead_after(work, out=True))
    table.lead(table.out[-1])
    return work.misplay(table, PASS)._replace(follows=("LEAD-PASS",))


def passed_lead(table: ClimbTable, _made: str) -> str | None:
    """The leader passes, and the next one leads."""
    return PASS if table.leads and table.in_play() > 1 else None


def wrong_banker(work: ClimbWork) -> Place:
    """Somebody else than the next in turn leads a hand as banker."""
    index = work.choose(index for index in work.finished(1) if work.at(index).state.dealer is not None)
    work.need(index < (work.sheet.places.hands if work.sheet.places else 0))
    wrong = work.other_seat(work.at(index).state.dealer or 0)
    work.finish(work.deal_again(index, leader=wrong))
    return Place(index + 1, 1, 1, work.seats[wrong])


def lead_copied(work: ClimbWork) -> Place:
    """The leader of a hand is written down wrongly: the first trick says another."""
    index = work.choose(work.finished())
    hand = work.hands[index]
    hand["lead"] = work.choose(seat for seat in work.seats if seat != hand["lead"])
    return Place(index + 1, 1, 1, hand["lead"])


@in_one_of(ClimbWork.finished)
def passes(work: ClimbWork, index: int, *, more: bool) -> Place:
    """The last pass of a trick is not on record, or the trick goes on with one `more` when all have passed."""
    tricks, seconds = work.hands[index]["tricks"], work.hands[index]["seconds"]
    trick = work.choose(trick for trick, text in enumerate(tricks[:-1]) if text.endswith(PASS))
    case = "out" if work.table_at(Ply(index, trick + 1, 0)).out else None
    last = Ply(index, trick, len(seconds[trick]) - 1)
    table = work.table_at(last)
    if more:
        tricks[trick] += f" {PASS}"
        seconds[trick].append(1.0)
        return work.place(last._replace(play=last.play + 1), work.seats[table.after(table.turn)], case=case)
    tricks[trick] = tricks[trick].removesuffix(f" {PASS}")
    del seconds[trick][-1]
    return work.place(last, work.seats[table.turn], case=case)


def after_the_end(work: ClimbWork) -> Place:
    """Somebody who still holds cards plays on when the hand is over."""
    index = work.choose(work.finished())
    hand = work.hands[index]
    seat, cards = work.rng.choice([(seat, cards) for seat, cards in enumerate(work.written(index).hands) if cards])
    hand["tricks"].append(f"{work.seats[seat]} {work.rng.choice(cards)}")
    hand["seconds"].append([3.0])
    return Place(index + 1, len(hand["tricks"]), 1, work.seats[seat])
