"""A hand under the wrong level, trump or banker, copied or really played so, and illegal declarations."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from paipu.replay.cards import JOKERS, RANKS, SUITS, join_cards, split_cards
from paipu.replay.notation import DECLARED, read_bid
from paipu.replay.tricks.deal import KITTY
from paipu.replay.tricks.trump import NO_TRUMP
from paipu.samples.tricks.draw import Declared, Draw, declared
from paipu.samples.tricks.work import TrickWork
from paipu.samples.work import NoChance, Place, in_one_of


def level(work: TrickWork, *, first: bool, played: bool) -> Place:
    """A hand at another level than the bank's: the first hand, or a later one."""
    for index in [0] if first else work.finished(1):
        hand = work.hands[index]
        if "claims" not in hand or hand["level"] not in RANKS:
            continue
        at = RANKS.index(hand["level"])
        wrong = work.rng.choice([RANKS[other] for other in (at - 1, at + 1, at + 2) if 0 <= other < len(RANKS)])
        if played:
            drawn, terms = work.draw(index, level=wrong)
            work.finish(work.deal_again(index, drawn, terms, level=wrong))
        else:
            hand["level"] = wrong
        return Place(index + 1)
    raise NoChance


def _other_trump(work: TrickWork, index: int, trumps: Sequence[str] = SUITS) -> Place:
    hand = work.hands[index]
    hand["trump"] = work.rng.choice([trump for trump in trumps if trump != hand["trump"]])
    return Place(index + 1)


@in_one_of(TrickWork.plain)
def trump(work: TrickWork, index: int, *, played: bool) -> Place:
    """Another suit than the last shown level card's is trump."""
    hand = work.hands[index]
    work.need(hand["trump"] != NO_TRUMP and hand["bids"])
    if not played:
        return _other_trump(work, index)._replace(case=_named_by(hand["bids"]))
    drawn, terms = work.draw(index)
    work.need(terms.trump != NO_TRUMP and drawn.bids)
    return _under_another(work, index, drawn, terms.trump, terms.banker)._replace(case=_named_by(drawn.bids))


def _named_by(bids: Sequence[str]) -> str | None:
    """What names a trump, where a sheet may have a clause for it: the first declarer, or the owner of a pair that names it."""
    if DECLARED in bids[-1]:
        return "named"
    return "declared" if len({read_bid(bid)[0] for bid in bids}) == 1 else None


def _under_another(work: TrickWork, index: int, drawn: Draw, right: str | None, banker: str) -> Place:
    """Play a hand under another trump than the right one."""
    wrong = work.rng.choice([suit for suit in SUITS if suit != right])
    work.finish(work.deal_again(index, drawn, Declared(wrong, banker)))
    return Place(index + 1)


def other_trump(work: TrickWork, *, of_stage: bool) -> Place:
    """Another trump is written down than the level's own, or than that of him who took the kitty up again last."""
    if of_stage:
        able = [index for index in work.finished() if work.sheet.at_level(work.hands[index]["level"]).fixed_trump]
    else:
        able = [index for index in work.ranked() if any("show" in action for action in work.hands[index]["kitty"])]
    return _other_trump(work, work.choose(able))


def trump_of_kitty(work: TrickWork, *, played: bool) -> Place:
    """Nobody declared, and another trump than the kitty shows is copied onto the record, or really played."""
    index = work.choose(index for index in work.plain(1) if played or not work.hands[index]["bids"])
    if not played:
        return _other_trump(work, index, (*SUITS, NO_TRUMP))
    hand, drawn = work.hands[index], work.arranged({})
    return _under_another(work, index, drawn, work.sheet.kitty_trump(drawn.kitty, hand["level"]), hand["dealer"])


def nobody_declared(work: TrickWork) -> Place:
    """Nobody declared in the first hand, for which the sheet has another deal; the hand is played all the same."""
    drawn, dealer = work.arranged({}), work.rng.choice(work.seats)
    trump = work.found(work.sheet.kitty_trump(drawn.kitty, work.hands[0]["level"]))
    work.need("claims" in work.hands[0])
    work.finish(work.deal_again(0, drawn, Declared(trump, dealer)))
    return Place(1, 0, 0)


def trump_after_jokers(work: TrickWork, *, played: bool) -> Place:
    """A joker pair over-declared, and the suit shown before it is still taken for trump."""
    index = work.choose(work.ranked())
    card = work.level(index) + work.rng.choice(SUITS)
    first, second = work.rng.sample(work.seats, 2)
    joker, other = work.rng.choice((JOKERS, JOKERS[::-1]))
    bids = (work.opening(first, card, other), f"{second} {joker * 2}")
    terms = declared(work.sheet, bids, card[0])
    if played:
        terms = Declared(card[1], terms.banker)
    work.finish(work.deal_again(index, work.arranged({first: other + card, second: joker * 2}, bids), terms))
    work.hands[index]["trump"] = card[1]
    return Place(index + 1)


def dealer_first(work: TrickWork, *, played: bool, over: bool | None = None) -> Place:
    """Somebody else than the declarations say is banker of the first hand: the one of them, or several that follow (`over`)."""
    hand = work.hands[0]
    work.need("claims" in hand)
    if played:
        drawn, terms = work.draw(0)
        work.need(over in {None, len(drawn.bids) > 1})
        wrong = work.rng.choice(work.other_seats(terms.banker))
        work.finish(work.deal_again(0, drawn, terms, dealer=work.seat(wrong)))
    else:
        shown = any("show" in action for action in hand["kitty"])
        work.need(over in {None, len(hand["bids"]) > 1 or shown})
        hand["dealer"] = work.rng.choice(work.other_seats(hand["dealer"]))
    return Place(1)


@in_one_of(partial(TrickWork.plain, start=1))
def dealer_later(work: TrickWork, index: int, *, bidder: bool | None, played: bool, partner: bool | None = None) -> Place:
    """Somebody else than the last hand made banker is: one who over-declared or not, the partner or not, where that matters.

    Only the partner can take over without moving the level too, so it is he who really plays the hand as banker.
    """
    hand = work.hands[index]
    over, mate = {bid[0] for bid in hand["bids"][1:]}, work.seats[(work.seat(hand["dealer"]) + 2) % len(work.seats)]
    able = [seat for seat in work.other_seats(hand["dealer"]) if bidder in {None, seat in over}]
    hand["dealer"] = work.choose(seat for seat in able if partner in {None, seat == mate} and (not played or seat == mate))
    if played:
        work.finish(work.buried_anew(index, hand["dealer"]))
    return Place(index + 1)


def named_in_vain(work: TrickWork) -> Place:
    """A suit is named beside a first declaration that leaves no choice."""
    index = work.choose(index for index in work.ranked() if work.hands[index]["bids"])
    hand = work.hands[index]
    seat, shown = read_bid(hand["bids"][0])
    work.need(not shown.suit)
    level = work.level(index)
    told = {card[1] for card in split_cards(shown.cards) if card[0] == level}
    named = work.choose(suit for suit in SUITS if suit not in told)
    hand["bids"] = [f"{hand['bids'][0]}={named}", *hand["bids"][1:]]
    return Place(index + 1, 0, 0, seat)


def illegal(work: TrickWork, *, bids: Sequence[str], held: Sequence[str] = (), trump: str | None = None) -> Place:
    """Play a hand in which the last bid is illegal: one of some auctions, in which everybody holds what he shows.

    In an auction `a`, `b` and `c` are seats and `k` is the kitty; `x` and `y` are the level cards of two suits, `i` and `j` the
    jokers in an order of chance, `L` and `B` the little and the big one. `held` says of each auction who holds what, where that
    is something else, `trump` what is played where the bids do not tell.
    """
    index = work.choose(work.ranked())
    level = work.level(index)
    first, second = work.rng.sample(work.seats, 2)
    suit, other = work.suits(level, 2)
    seats, cards = (first, second, work.other_seats(first, second)[0], KITTY), (level + suit, level + other, *JOKERS)
    named = dict(zip("abckxyLBij", (*seats, *cards, *work.rng.choice((JOKERS, JOKERS[::-1]))), strict=True)) | {" ": " "}
    number = work.rng.randrange(len(bids)) if len(bids) > 1 else 0
    auction, holding = (
        ["".join(named[sign] for sign in part) for part in listed[number].split(", ")] for listed in (bids, held or bids)
    )
    wanted: dict[str, Counter[str]] = {}
    for place, shown in map(read_bid, holding):
        wanted[place] = wanted.get(place, Counter()) | Counter(split_cards(shown.cards))
    accepted = work.rng.random() < 0.5 or len(auction) == 1
    terms = Declared(trump, first) if trump else declared(work.sheet, auction, level, accept_illegal=accepted)
    drawn = work.arranged({place: join_cards(list(shown.elements())) for place, shown in wanted.items()}, auction)
    work.finish(work.deal_again(index, drawn, terms))
    return Place(index + 1, 0, 0, read_bid(auction[-1])[0])


def after_kitty(work: TrickWork) -> Place:
    """Nobody called, the kitty showed the trump, and then somebody shows a pair; he is refused."""
    index = work.choose(work.ranked())
    level = work.level(index)
    seat = work.rng.choice(work.seats)
    pair = (level + work.suits(level, 1)[0]) * 2
    drawn = work.arranged({seat: pair})
    trump = work.found(work.sheet.kitty_trump(drawn.kitty, level))
    work.finish(work.deal_again(index, drawn, Declared(trump, work.seats[work.dealer(index) or 0])))
    work.hands[index]["kitty"].insert(0, {"seat": seat, "show": pair})
    return Place(index + 1, 0, 0, seat)


@in_one_of(TrickWork.finished)
def by_bank(work: TrickWork, index: int) -> Place:
    """Somebody of the bank's side shows what only the attackers may show."""
    hand = work.hands[index]
    bids = work.sheet.at_level(hand["level"]).bids
    work.need(bids.attackers_only)
    seat = work.seats[(work.seat(hand["dealer"]) + work.rng.choice((0, 2))) % len(work.seats)]
    drawn = work.arranged({seat: bids.first_shape}, [f"{seat} {bids.first_shape}"], level=hand["level"])
    work.finish(work.deal_again(index, drawn, Declared(hand["trump"], hand["dealer"])))
    return Place(index + 1, 0, 0, seat)


def redeal(work: TrickWork) -> Place:
    """Nobody declared, by the option that calls for another deal; the hand was played all the same."""
    index = work.choose(work.finished())
    work.set_option("nobody_declares", "redeal")
    work.hands[index]["bids"] = []
    return Place(index + 1, 0, 0)
