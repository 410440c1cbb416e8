"""Faults that sheets of both families know: of the match and its claims, and incidents that a referee wrote down."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from paipu.replay.cards import JOKERS, split_cards
from paipu.replay.notation import PASS, read_bid
from paipu.samples.document import Document, stamp
from paipu.samples.table import cards_of
from paipu.samples.work import NoChance, Place, Ply, Work, in_one_of

AnyWork = Work[Any, Any, Any]


def team(work: AnyWork) -> Place:
    """One partner is written down with another team."""
    seats, at = work.document["seats"], work.rng.randrange(2, len(work.seats))
    seats[work.seats[at]]["team"] = work.rng.choice((seats[work.seats[at - 1]]["team"], "候补队"))
    return Place(seat=work.seats[at])


def played_on(work: AnyWork) -> Place:
    """One more hand is played when the match is over; nothing of the match counts it."""
    work.need(work.claims.get("reason") == "passed")
    work.hands.append(work.new_hand())
    return Place(len(work.hands))


def match_winner(work: AnyWork) -> Place:
    """The other side is said to have won."""
    work.need(work.claims.get("reason") == "passed" and "winner" in work.claims)
    work.claims["winner"] = other_side(work, work.claims["winner"])
    return Place()


def other_side(work: AnyWork, side: str) -> str:
    first, second = work.sheet.sides
    return str(second if side == first else first)


def match_levels(work: AnyWork) -> Place:
    """The final levels are copied wrongly."""
    other_level(work, work.claims["levels"], work.sheet.sides)
    return Place()


def other_level(work: AnyWork, levels: Document, sides: Sequence[str]) -> str:
    """Write another level down for one of some sides: one less, one more or two more; which side it is."""
    side = work.rng.choice(sides)
    ladder = work.sheet.ladder
    at = ladder.index(levels[side])
    levels[side] = work.rng.choice([ladder[other] for other in (at - 1, at + 1, at + 2) if 0 <= other < len(ladder)])
    return side


def match_total(work: AnyWork, *, name: str) -> Place:
    """Other points, or another score, of the match than its hands or levels come to."""
    work.need(name in work.claims)
    miswrite(work, work.claims, name, by=(1, 2, 3))
    return Place()


def miswrite(work: AnyWork, claims: Document, name: str, *, by: Sequence[int] = (), among: Sequence[int] = ()) -> None:
    """Write another number down, `by` so much more or another one `among` some; that of one side where each has one."""
    if isinstance(claims.get(name), dict):
        claims, name = claims[name], work.rng.choice(work.sheet.sides)
    right: Any = claims.get(name)
    others = [right + more for more in by if right + more >= min(right, 0)] or [other for other in among if other != right]
    claims[name] = work.rng.choice(others)


def clock(work: AnyWork) -> Place:
    """The time stamps do not fit the way the match ended: passed after the time, or time called early."""
    reason, limit = work.found(work.claims.get("reason")), work.found(work.minutes)
    work.need(reason != "passed" or work.stops)
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


Find = Callable[[Any, str], str | None]
"""At a table, told what is played there: what might be played instead, None where nothing of the kind."""


def misplayed(work: AnyWork, *, find: Find) -> Place:
    """Something else is played somewhere, and the players go on from there."""
    return work.misplay(*work.chance_at(find))


def rewritten(work: AnyWork, *, find: Find) -> Place:
    """Something else is written down somewhere than was played."""
    return work.rewrite(*work.chance(find))


def extra_copy(work: AnyWork, *, dealt: bool) -> Place:
    """A pack with a wrong card: a copy too many of one. The deal shows it, or only the plays where it is not recorded."""
    index = work.choose(work.plain())
    hand, ctx = work.hands[index], work.context(work.hands[index])
    seat = work.choose(seat for seat in work.seats if seat != hand.get("dealer"))
    own = split_cards(hand["deal"][seat])
    shown = {*JOKERS, *split_cards("".join(read_bid(bid)[1].cards for bid in hand.get("bids", ())))}
    usual = [card for card in ctx.order if card[0] != hand["level"] and card not in shown]
    extra = work.choose(card for card in usual if card not in own)
    own[own.index(work.choose(card for card in own if card in usual))] = extra
    hand["deal"][seat] = " ".join(own)
    work.finish(work.table(hand))
    if dealt:
        return Place(index + 1, 0, 0)
    played = Counter[str]()
    plays = [(ply, work.seats[table.turn], cards_of(token)) for ply, table, token in work.plies(index)]
    for _, whose, cards in plays:
        played[whose] += len(cards)
    out = [name for name in work.seats if played[name] >= work.sheet.hand_size and name != hand.get("dealer")]
    work.need(seat in out and not any(">" in text for text in hand["tricks"]))
    for name in (seat, work.choose(name for name in out if name != seat)):
        del hand["deal"][name]
    seen = sum(split_cards(cards).count(extra) for cards in hand["deal"].values())
    for ply, whose, cards in plays:
        if whose not in hand["deal"] and extra in cards:
            seen += cards.count(extra)
            if seen > ctx.copies:
                return work.place(ply, whose)
    raise NoChance


def wrong_leader(work: AnyWork, *, out: bool = False) -> Place:
    """Somebody else leads than the winner of the last trick, or, if he is `out`, than who takes over from him."""
    table = work.table_at(lead_after(work, out=out))
    wrong = work.choose(seat for seat in range(len(work.seats)) if table.holds(seat) and seat != table.turn)
    return work.led_by(table, wrong)


@in_one_of(lambda work: work.finished())
def lead_after(work: AnyWork, index: int, *, out: bool) -> Ply:
    """The lead of a trick after the first that follows on one whose winner is out, or is not."""
    found, winner = [], 0
    for ply, table, token in work.plies(index):
        if ply.play == 0 and ply.trick and table.holds(winner) != out:
            found.append(ply)
        winner = table.turn if token != PASS else winner
    return work.choose(found)


def noted(work: AnyWork, *, kind: str, when: str | None = "play") -> Place:
    """An incident that costs nothing: a warning, or conduct; at a play, before the first one (`deal`), or nobody says when."""
    index = work.choose(work.finished())
    ply = work.any_ply(index) if when == "play" else None
    seat = work.rng.choice(work.seats)
    if ply is not None:
        return work.note_at(ply, kind, seat)
    early = {"at": "0", "noticed": "0"} if when == "deal" else {}
    work.note(index, kind, seat, **early)
    return Place(index + 1, 0, 0, seat) if early else Place(index + 1, seat=seat)


def too_slow(work: AnyWork) -> Place:
    """A player was over time, and nobody wrote the seconds down."""
    place = noted(work, kind="timeout")
    work.hands[(place.hand or 1) - 1].pop("seconds")
    return place


def slow(work: AnyWork) -> Place:
    """Some play took longer than the sheet allows."""
    ply = work.any_ply(work.choose(work.finished()))
    allowed = work.sheet.clocks.limit(ply.trick + 1, ply.play + 1) or 0
    work.hands[ply.hand]["seconds"][ply.trick][ply.play] = allowed + work.rng.randrange(1, 20)
    return work.place(ply, work.seats[work.table_at(ply).turn])
