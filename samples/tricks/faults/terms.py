"""A hand under the wrong level, trump or banker, copied or really played so, and illegal declarations."""

from collections import Counter
from collections.abc import Sequence

from replay.cards import JOKERS, RANKS, SUITS, join_cards, split_cards
from replay.tricks.deal import KITTY
from replay.tricks.trump import NO_TRUMP
from samples.tricks.draw import Declared, declared
from samples.tricks.work import TrickWork
from samples.work import NoChance, Place


def level(work: TrickWork, *, first: bool, played: bool) -> Place:
    """A hand at another level than the bank's: the first hand, or a later one."""
    for index in [0] if first else work.finished(1):
        hand = work.hands[index]
        if "claims" not in hand or hand["level"] not in RANKS:
            continue
        at = RANKS.index(hand["level"])
        wrong = work.rng.choice([RANKS[other] for other in (at - 1, at + 1, at + 2) if 0 <= other < len(RANKS)])
        if played:
            drawn, terms = work.match.draw(index, level=wrong)
            work.play_out(work.deal_again(index, drawn, terms, level=wrong))
        else:
            hand["level"] = wrong
        return Place(index + 1)
    raise NoChance


def _other_trump(work: TrickWork, index: int, trumps: Sequence[str] = SUITS) -> Place:
    hand = work.hands[index]
    hand["trump"] = work.rng.choice([trump for trump in trumps if trump != hand["trump"]])
    return Place(index + 1)


def trump(work: TrickWork, *, played: bool) -> Place:
    """Another suit than the last shown level card's is trump."""
    for index in work.plain():
        hand = work.hands[index]
        if hand["trump"] == NO_TRUMP or not hand["bids"]:
            continue
        if not played:
            return _other_trump(work, index)
        drawn, terms = work.match.draw(index)
        if terms.trump != NO_TRUMP and drawn.bids:
            wrong = work.rng.choice([suit for suit in SUITS if suit != terms.trump])
            work.play_out(work.deal_again(index, drawn, Declared(wrong, terms.banker)))
            return Place(index + 1)
    raise NoChance


def trump_of_taker(work: TrickWork) -> Place:
    """Another trump is written down than that of him who took the kitty up again last."""
    able = [index for index in work.ranked() if any("show" in action for action in work.hands[index]["kitty"])]
    return _other_trump(work, work.choose(able))


def trump_of_kitty(work: TrickWork, *, played: bool) -> Place:
    """Nobody declared, and another trump than the kitty shows is copied onto the record, or really played."""
    index = work.choose(index for index in work.plain(1) if played or not work.hands[index]["bids"])
    if not played:
        return _other_trump(work, index, (*SUITS, NO_TRUMP))
    hand = work.hands[index]
    drawn = work.arranged({})
    right = work.sheet.kitty_trump(drawn.kitty, hand["level"])
    wrong = Declared(work.rng.choice([suit for suit in SUITS if suit != right]), hand["dealer"])
    work.play_out(work.deal_again(index, drawn, wrong))
    return Place(index + 1)


def trump_of_stage(work: TrickWork) -> Place:
    """At a level with a trump of its own another is written down."""
    able = (index for index in work.finished() if work.sheet.at_level(work.hands[index]["level"]).fixed_trump)
    return _other_trump(work, work.choose(able))


def nobody_declared(work: TrickWork) -> Place:
    """Nobody declared in the first hand, for which the sheet has another deal; the hand is played all the same."""
    drawn, dealer = work.arranged({}), work.rng.choice(work.seats)
    trump = work.sheet.kitty_trump(drawn.kitty, work.hands[0]["level"])
    if trump is None or "claims" not in work.hands[0]:
        raise NoChance
    work.play_out(work.deal_again(0, drawn, Declared(trump, dealer)))
    return Place(1, 0, 0)


def trump_after_jokers(work: TrickWork, *, played: bool) -> Place:
    """A joker pair over-declared, and the suit shown before it is still taken for trump."""
    index = work.choose(work.ranked())
    card = work.match.level(index) + work.rng.choice(SUITS)
    first, second = work.rng.sample(work.seats, 2)
    joker = work.rng.choice(("LJ", "BJ"))
    other = "BJ" if joker == "LJ" else "LJ"
    bids = (work.opening(first, card, other), f"{second} {joker * 2}")
    terms = declared(work.sheet, bids, card[0])
    if played:
        terms = Declared(card[1], terms.banker)
    work.play_out(work.deal_again(index, work.arranged({first: other + card, second: joker * 2}, bids), terms))
    work.hands[index]["trump"] = card[1]
    return Place(index + 1)


def dealer_first(work: TrickWork, *, played: bool) -> Place:
    """Somebody else than the declarations say is banker of the first hand."""
    hand = work.hands[0]
    if "claims" not in hand:
        raise NoChance
    if not played:
        hand["dealer"] = work.rng.choice(work.other_seats(hand["dealer"]))
        return Place(1)
    drawn, terms = work.match.draw(0)
    wrong = work.rng.choice(work.other_seats(terms.banker))
    work.play_out(work.deal_again(0, drawn, terms, dealer=work.seat(wrong)))
    return Place(1)


def dealer_later(work: TrickWork, *, bidder: bool | None, played: bool, partner: bool | None = None) -> Place:
    """Somebody else than the last hand made banker is: one who over-declared or not, the partner or not, where that matters.

    Only the partner can take over without moving the level too, so it is he who really plays the hand as banker.
    """
    for index in work.plain(1):
        hand = work.hands[index]
        over = {bid[0] for bid in hand["bids"][1:]}
        mate = work.seats[(work.seat(hand["dealer"]) + 2) % len(work.seats)]
        able = [seat for seat in work.other_seats(hand["dealer"]) if bidder in {None, seat in over}]
        able = [seat for seat in able if partner in {None, seat == mate} and (not played or seat == mate)]
        wrong = work.pick(able)
        if wrong is None:
            continue
        hand["dealer"] = wrong
        if played:
            work.match.bury(hand, work.seat(wrong), work.context(hand), willing=False)
            work.play_out(work.match.table(hand))
        return Place(index + 1)
    raise NoChance


# -- illegal declarations, each at a table whose cards are dealt for it; the others let it stand, or refuse it


def illegal(work: TrickWork, *, bids: Sequence[str], held: Sequence[str] = (), trump: str | None = None) -> Place:
    """Play a hand in which the last bid is illegal: one of some auctions, in which everybody holds what he shows.

    In an auction `a`, `b` and `c` are seats and `k` is the kitty; `x` and `y` are the level cards of two suits, `i` and `j` the
    jokers in an order of chance, `L` and `B` the little and the big one. `held` says of each auction who holds what, where that
    is something else, `trump` what is played where the bids do not tell.
    """
    index = work.choose(work.ranked())
    level = work.match.level(index)
    first, second = work.rng.sample(work.seats, 2)
    suit, other = work.suits(level, 2)
    named = {"a": first, "b": second, "c": work.other_seats(first, second)[0], "k": KITTY}
    named |= {"x": level + suit, "y": level + other} | dict(zip("LB", JOKERS, strict=True))
    named |= dict(zip("ij", work.rng.choice((JOKERS, JOKERS[::-1])), strict=True))
    number = work.rng.randrange(len(bids)) if len(bids) > 1 else 0
    auction = [_read(bid, named) for bid in bids[number].split(", ")]
    wanted: dict[str, Counter[str]] = {}
    for place, cards in [_read(part, named) for part in held[number].split(", ")] if held else auction:
        wanted[place] = wanted.get(place, Counter()) | Counter(split_cards(cards))
    accepted = work.rng.random() < 0.5 or len(auction) == 1
    made = [f"{seat} {cards}" for seat, cards in auction]
    terms = Declared(trump, first) if trump else declared(work.sheet, made, level, accept_illegal=accepted)
    drawn = work.arranged({place: join_cards(list(cards.elements())) for place, cards in wanted.items()}, made)
    work.play_out(work.deal_again(index, drawn, terms))
    return Place(index + 1, 0, 0, auction[-1][0])


def _read(text: str, named: dict[str, str]) -> tuple[str, str]:
    place, cards = text.split(" ")
    return named[place], "".join(named[card] for card in cards)


# -- when nobody may declare, or not he


def after_kitty(work: TrickWork) -> Place:
    """Nobody called, the kitty showed the trump, and then somebody shows a pair; he is refused."""
    index = work.choose(work.ranked())
    level = work.match.level(index)
    seat = work.rng.choice(work.seats)
    pair = (level + work.suits(level, 1)[0]) * 2
    drawn = work.arranged({seat: pair})
    trump = work.found(work.sheet.kitty_trump(drawn.kitty, level))
    work.play_out(work.deal_again(index, drawn, Declared(trump, work.seats[work.match.dealer(index) or 0])))
    work.hands[index]["kitty"].insert(0, {"seat": seat, "show": pair})
    return Place(index + 1, 0, 0, seat)


def by_bank(work: TrickWork) -> Place:
    """Somebody of the bank's side shows what only the attackers may show."""
    for index in work.finished():
        hand = work.hands[index]
        bids = work.sheet.at_level(hand["level"]).bids
        if bids.attackers_only:
            seat = work.seats[(work.seat(hand["dealer"]) + work.rng.choice((0, 2))) % len(work.seats)]
            drawn = work.arranged({seat: bids.first_shape}, [f"{seat} {bids.first_shape}"], level=hand["level"])
            work.play_out(work.deal_again(index, drawn, Declared(hand["trump"], hand["dealer"])))
            return Place(index + 1, 0, 0, seat)
    raise NoChance


def redeal(work: TrickWork) -> Place:
    """Nobody declared, by the option that calls for another deal; the hand was played all the same."""
    index = work.choose(work.finished())
    work.set_option("nobody_declares", "redeal")
    work.hands[index]["bids"] = []
    return Place(index + 1, 0, 0)
