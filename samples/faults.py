"""Faults that sheets of both families know: of the match and its claims, and incidents that a referee wrote down."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from replay.cards import JOKERS, split_cards
from replay.notation import PASS
from samples.document import Document, stamp
from samples.table import cards_of
from samples.work import NoChance, Place, Ply, Work

AnyWork = Work[Any, Any]

# -- the match


def team(work: AnyWork) -> Place:
    """One partner is written down with another team."""
    seats, at = work.document["seats"], work.rng.randrange(2, len(work.seats))
    seats[work.seats[at]]["team"] = work.rng.choice((seats[work.seats[at - 1]]["team"], "候补队"))
    return Place(seat=work.seats[at])


def played_on(work: AnyWork) -> Place:
    """One more hand is played when the match is over; nothing of the match counts it."""
    if work.claims.get("reason") != "passed":
        raise NoChance
    work.hands.append(work.match.new_hand())
    return Place(len(work.hands))


def match_winner(work: AnyWork) -> Place:
    """The other side is said to have won."""
    if work.claims.get("reason") != "passed" or "winner" not in work.claims:
        raise NoChance
    work.claims["winner"] = other_side(work, work.claims["winner"])
    return Place()


def other_side(work: AnyWork, side: str) -> str:
    first, second = work.match.sheet.sides
    return str(second if side == first else first)


def match_levels(work: AnyWork) -> Place:
    """The final levels are copied wrongly."""
    other_level(work, work.claims["levels"], work.match.sheet.sides)
    return Place()


def other_level(work: AnyWork, levels: Document, sides: Sequence[str]) -> str:
    """Write another level down for one of some sides: one less, one more or two more; which side it is."""
    side = work.rng.choice(sides)
    ladder = work.match.sheet.ladder
    at = ladder.index(levels[side])
    levels[side] = work.rng.choice([ladder[other] for other in (at - 1, at + 1, at + 2) if 0 <= other < len(ladder)])
    return side


def match_total(work: AnyWork, *, name: str) -> Place:
    """Other points, or another score, of the match than its hands or levels come to."""
    if name not in work.claims:
        raise NoChance
    miswrite(work, work.claims, name, by=(1, 2, 3))
    return Place()


def miswrite(work: AnyWork, claims: Document, name: str, *, by: Sequence[int] = (), among: Sequence[int] = ()) -> None:
    """Write another number down, `by` so much more or another one `among` some; that of one side where each has one."""
    if isinstance(claims.get(name), dict):
        claims, name = claims[name], work.rng.choice(work.match.sheet.sides)
    right: Any = claims.get(name)
    others = [right + more for more in by if right + more >= min(right, 0)] or [other for other in among if other != right]
    claims[name] = work.rng.choice(others)


def clock(work: AnyWork) -> Place:
    """The time stamps do not fit the way the match ended: passed after the time, or time called early."""
    reason, limit = work.claims.get("reason"), work.match.minutes
    if reason is None or limit is None or (reason == "passed" and not work.match.stops):
        raise NoChance
    minutes = limit + work.rng.randrange(2, 20) * (1 if reason == "passed" else -1)
    work.document["event"]["finished"] = stamp(work.document, 60 * minutes)
    return Place()


def left_miscounted(work: AnyWork) -> Place:
    """A hand that is on record whole is said to begin where every seat has one card left."""
    hand = work.choose(
        each for each in work.hands if each["tricks"] and all(each.get("deal", {}).get(seat) for seat in work.seats)
    )
    hand["left"] = dict.fromkeys(work.seats, 1)
    return Place(hand["no"], 0, 0)


# -- plays

Find = Callable[[Any, str], str | None]
"""At a table, told what is played there: what might be played instead, None where nothing of the kind."""


def misplayed(work: AnyWork, *, find: Find) -> Place:
    """Something else is played somewhere, and the players go on from there."""
    ply, token = work.chance(find)
    return work.misplay(work.table_at(ply), token)


def rewritten(work: AnyWork, *, find: Find) -> Place:
    """Something else is written down somewhere than was played."""
    return work.rewrite(*work.chance(find))


# -- the pack


def extra_copy(work: AnyWork, *, dealt: bool) -> Place:
    """A pack with a wrong card: a copy too many of one. The deal shows it, or only the plays where it is not recorded."""
    index = work.choose(work.plain())
    hand, ctx = work.hands[index], work.context(work.hands[index])
    seat = work.choose(seat for seat in work.seats if seat != hand.get("dealer"))
    own = split_cards(hand["deal"][seat])
    shown = {*JOKERS, *split_cards("".join(bid[2:].partition("=")[0] for bid in hand.get("bids", ())))}
    usual = [card for card in ctx.order if card[0] != hand["level"] and card not in shown]
    extra = work.choose(card for card in usual if card not in own)
    own[own.index(work.choose(card for card in own if card in usual))] = extra
    hand["deal"][seat] = " ".join(own)
    work.play_out(work.match.table(hand))
    if dealt:
        return Place(index + 1, 0, 0)
    played = Counter[str]()
    plays = [(ply, work.seats[table.turn], cards_of(token)) for ply, table, token in work.plies(index)]
    for _, whose, cards in plays:
        played[whose] += len(cards)
    out = [name for name in work.seats if played[name] >= work.match.sheet.hand_size and name != hand.get("dealer")]
    if seat not in out or any(">" in text for text in hand["tricks"]):
        raise NoChance
    for name in (seat, work.choose(name for name in out if name != seat)):
        del hand["deal"][name]
    seen = sum(split_cards(cards).count(extra) for cards in hand["deal"].values())
    for ply, whose, cards in plays:
        if whose not in hand["deal"] and extra in cards:
            seen += cards.count(extra)
            if seen > ctx.copies:
                return work.place(ply, whose)
    raise NoChance


# -- who leads


def wrong_leader(work: AnyWork, *, out: bool = False) -> Place:
    """Somebody else leads than the winner of the last trick, or, if he is `out`, than who takes over from him."""
    table = work.table_at(lead_after(work, out=out))
    wrong = work.choose(seat for seat in range(len(work.seats)) if table.holds(seat) and seat != table.turn)
    return work.led_by(table, wrong)


def lead_after(work: AnyWork, *, out: bool) -> Ply:
    """The lead of a trick after the first that follows on one whose winner is out, or is not."""
    for index in work.finished():
        found, winner = [], 0
        for ply, table, token in work.plies(index):
            if ply.play == 0 and ply.trick and table.holds(winner) != out:
                found.append(ply)
            winner = table.turn if token != PASS else winner
        if found:
            return work.rng.choice(found)
    raise NoChance


# -- what a referee wrote down


def noted(work: AnyWork, *, kind: str, timed: bool = True) -> Place:
    """An incident that costs nothing: a warning, or conduct; with the play that it is about or without."""
    index = work.choose(work.finished())
    ply = work.any_ply(index) if timed else None
    seat = work.rng.choice(work.seats)
    work.note(index, kind, seat, ply)
    return Place(index + 1, seat=seat) if ply is None else work.place(ply, seat)


def slow(work: AnyWork, index: int, first: int | None, limit: int | None) -> Place:
    """Some play took longer than the sheet allows, the `first` one of a hand or a later one."""
    ply = work.any_ply(index)
    allowed = first if (ply.trick, ply.play) == (0, 0) and first is not None else limit
    work.hands[index]["seconds"][ply.trick][ply.play] = (allowed or 0) + work.rng.randrange(1, 20)
    return work.place(ply, work.seats[work.table_at(ply).turn])
