"""Faults of the deal, the burial and the pack, and of taking the kitty up again (炒底)."""

from replay.cards import join_cards, split_cards
from replay.tricks.deal import KITTY
from replay.tricks.sheet import rotations
from samples.tricks.work import TrickWork, throw_failed
from samples.work import NoChance, Place


def _drop(work: TrickWork, index: int, part: str, card: str) -> None:
    cards = split_cards(work.hands[index]["deal"][part])
    cards.remove(card)
    work.hands[index]["deal"][part] = " ".join(cards)


def _not_shown(work: TrickWork, index: int, part: str) -> list[str]:
    """The cards of a part of the deal with which nobody declared."""
    hand = work.hands[index]
    shown = {card for bid in hand["bids"] for card in split_cards(bid[2:])}
    return [card for card in split_cards(hand["deal"][part]) if card not in shown]


def card_left_out(work: TrickWork, *, kitty: bool) -> Place:
    """The deal lists a card too few for a seat, or for the kitty; that card is played all the same."""
    for index in work.plain():
        hand = work.hands[index]
        if throw_failed(hand) or (kitty and not hand["bids"]):
            continue
        part = KITTY if kitty else work.choose(work.other_seats(hand["dealer"]))
        buried = split_cards(hand["kitty"][0]["bury"]) if kitty else ()
        card = work.pick(card for card in _not_shown(work, index, part) if card not in buried)
        if card is not None:
            _drop(work, index, part, card)
            return Place(index + 1, 0, 0, None if kitty else part, follows=("PLAY-NOT-HELD",))
    raise NoChance


def misdeal(work: TrickWork, *, sides: int) -> Place:
    """One seat drew 24 cards and another 26; it is noticed before the first trick, and settled as the sheet says.

    With `sides` 1 partners miscounted; with 2 both sides are at fault and the hand is void.
    """
    index = work.choose(index for index in work.finished() if sides == 1 or work.level_equal(index))
    hand, count = work.hands[index], len(work.seats)
    short = work.rng.randrange(count)
    longer = (short + (2 if sides == 1 else work.rng.choice((1, 3)))) % count
    card = work.choose(_not_shown(work, index, work.seats[short]))
    _drop(work, index, work.seats[short], card)
    hand["deal"][work.seats[longer]] += f" {card}"
    del hand["kitty"]
    hand["tricks"], hand["seconds"] = [], []
    for seat in sorted((short, longer)):
        work.note(index, "hand_count", work.seats[seat], at="0", noticed="0")
    work.settle_again(index)
    return Place(index + 1, 0, 0, work.seats[short], follows=("DEAL-COUNT",))


# -- the burial


def _buried_anew(work: TrickWork, index: int, burier: str, more: int = 0) -> None:
    """Let a seat take the kitty and bury, so many cards more than it should; nobody wants it again."""
    hand = work.hands[index]
    work.match.bury(hand, work.seat(burier), work.context(hand), work.sheet.kitty_size + more, willing=False)


def bury_count(work: TrickWork) -> Place:
    """The banker buries a card too few or too many; it is noticed after some tricks, and the hand is stopped and settled."""
    index = work.choose(work.finished())
    hand = work.hands[index]
    _buried_anew(work, index, hand["dealer"], work.rng.choice((-1, 1)))
    table = work.match.table(hand)
    work.match.play_out(table, work.rng.randrange(1, 6))
    work.note(index, "kitty_count", hand["dealer"], at="0", noticed=f"{len(table.tricks)}.{len(work.seats)}")
    work.settle(table)
    return Place(index + 1, 0, 0, hand["dealer"])


def bury_unnoticed(work: TrickWork) -> Place:
    """The banker buries a card too many, and plays the hand out with a card fewer than the others."""
    index = work.choose(work.plain())
    hand = work.hands[index]
    _buried_anew(work, index, hand["dealer"], 1)
    table = work.match.table(hand)
    work.play_out(table)
    if any(table.machine.hands):
        raise NoChance
    return Place(index + 1, 0, 0, hand["dealer"])


def bury_not_held(work: TrickWork) -> Place:
    """A buried card is written down as another, both copies of which others hold."""
    for index in work.plain():
        hand = work.hands[index]
        action, ctx = hand["kitty"][0], work.context(hand)
        pool = split_cards(hand["deal"][hand["dealer"]]) + split_cards(hand["deal"][KITTY])
        cards = split_cards(action["bury"])
        place = work.rng.randrange(len(cards))
        foreign = work.pick(card for card in ctx.order if card not in pool and ctx.points[card] == ctx.points[cards[place]])
        if foreign is not None:
            cards[place] = foreign
            action["bury"] = join_cards(cards)
            return Place(index + 1, 0, 0, hand["dealer"])
    raise NoChance


def bury_seat(work: TrickWork) -> Place:
    """Somebody else than the banker takes the kitty and buries; the banker leads."""
    index = work.choose(work.plain())
    hand = work.hands[index]
    burier = work.rng.choice(work.other_seats(hand["dealer"]))
    _buried_anew(work, index, burier)
    work.play_out(work.match.table(hand))
    return Place(index + 1, 0, 0, burier)


def kitty_again(work: TrickWork) -> Place:
    """After the burial somebody over-declares, or the banker buries once more."""
    index = work.choose(work.finished())
    hand = work.hands[index]
    seat = work.rng.choice(work.seats)
    if seat == hand["dealer"]:
        hand["kitty"].append({"seat": seat, "bury": hand["kitty"][0]["bury"]})
    else:
        hand["kitty"].append({"seat": seat, "show": work.rng.choice(("LJLJ", "BJBJ", "LJ" + (hand["level"] + "s") * 2))})
    return Place(index + 1, 0, 0, seat)


# -- taking the kitty up again (炒底): who is asked, who may, and with what


def not_asked(work: TrickWork) -> Place:
    """The last but one who is to be asked is passed over: the last answer comes too early."""
    for index in work.plain():
        kitty = work.hands[index]["kitty"]
        if len(kitty[1:]) > 1:
            del kitty[-2]
            return Place(index + 1, 0, 0, kitty[-1]["seat"], follows=("KITTY-UNASKED",))
    raise NoChance


def asking_broken_off(work: TrickWork) -> Place:
    """The last answer is not on record."""
    index = work.choose(work.plain())
    missed = work.hands[index]["kitty"].pop()
    if not work.hands[index]["kitty"][1:]:
        raise NoChance
    return Place(index + 1, 0, 0, missed["seat"])


def kitty_of_stage(work: TrickWork) -> Place:
    """A burial is written down for a hand without a kitty."""
    index = work.choose(index for index in work.finished() if "kitty" not in work.hands[index])
    hand = work.hands[index]
    cards = hand["deal"][hand["dealer"]].split(" ")
    hand["kitty"] = [{"seat": hand["dealer"], "bury": "".join(work.rng.sample(cards, work.sheet.kitty_size))}]
    return Place(index + 1, 0, 0, hand["dealer"])


def taken_back(work: TrickWork) -> Place:
    """Somebody has passed, nobody has taken the kitty up since, and now he does so all the same."""
    index, taker, pair = _dealt_for_it(work)
    return _taken(work, index, taker, pair, trump=pair[1])


def own_burial(work: TrickWork) -> Place:
    """Another declared and the banker buried; all have passed, and now he takes his own burial up."""
    index, banker, pair = _dealt_for_it(work, own=True)
    return _taken(work, index, banker, pair, trump=pair[1])


def ill_shown(work: TrickWork) -> Place:
    """Somebody takes the kitty up with a pair that makes no trump; the trump stays."""
    index, taker, _ = _dealt_for_it(work)
    hand = work.hands[index]
    own, always = hand["deal"][taker].split(" "), work.sheet.cards.top_trumps
    plain = work.choose(card for card in own if card[0] != hand["level"] and card not in always and own.count(card) == 2)
    _cut_answers(work, index, taker)
    return _taken(work, index, taker, plain * 2, trump=hand["trump"])


def pair_not_held(work: TrickWork) -> Place:
    """Somebody takes the kitty up with a pair of which he holds one card."""
    index, taker, pair = _dealt_for_it(work, copies=1)
    _cut_answers(work, index, taker)
    return _taken(work, index, taker, pair, trump=pair[1])


def _dealt_for_it(work: TrickWork, copies: int = 2, *, own: bool = False) -> tuple[int, str, str]:
    """A hand dealt anew in which the banker declared, and another has a level pair, or the other way round; all have passed."""
    index = work.choose(index for index in work.ranked() if not own or work.match.dealer(index) is not None)
    bank = work.match.dealer(index)
    dealer = work.rng.choice(work.seats) if bank is None else work.seats[bank]
    other = work.rng.choice(work.other_seats(dealer))
    declarer, taker = (other, dealer) if own else (dealer, other)
    level = work.match.level(index, work.seat(dealer))
    card, more = (level + suit for suit in work.suits(level, 2))
    wanted = {declarer: card, taker: more * copies} | ({KITTY: more} if copies == 1 else {})
    work.declared_again(index, level, wanted, [f"{declarer} {card}"])
    return index, taker, more * 2


def _cut_answers(work: TrickWork, index: int, seat: str) -> None:
    kitty = work.hands[index]["kitty"]
    del kitty[next(number for number, action in enumerate(kitty) if number and action["seat"] == seat) :]


def _taken(work: TrickWork, index: int, seat: str, shown: str, *, trump: str) -> Place:
    """A seat takes the kitty up; the others pass, but for him whose declaration stands, and the hand is played."""
    hand = work.hands[index]
    holder = seat if trump != hand["trump"] else hand["dealer"]
    hand["trump"] = trump
    work.match.lay_down(hand, work.seat(seat), work.context(hand), show=shown)
    asked = (work.seats[other] for other in rotations(work.seats)[work.seat(seat)][1:])
    hand["kitty"] += [{"seat": other, "pass": True} for other in asked if other != holder]
    work.play_out(work.match.table(hand))
    return Place(index + 1, 0, 0, seat)
