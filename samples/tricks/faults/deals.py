"""Faults of the deal, the burial and the pack."""

from replay.cards import join_cards, split_cards
from replay.tricks.deal import KITTY, plays_of
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


def third_copy(work: TrickWork, *, dealt: bool) -> Place:
    """A pack with a wrong card: three of one, one of another. The deal shows it, or only the plays where it is not recorded."""
    for index in work.plain():
        hand = work.hands[index]
        seat, unrecorded = work.rng.sample(work.other_seats(hand["dealer"]), 2)
        own = split_cards(hand["deal"][seat])
        usual = [
            card for card in work.context(hand).order if card not in work.sheet.cards.top_trumps and card[0] != hand["level"]
        ]
        given = work.pick(card for card in dict.fromkeys(own) if card in usual)
        third = work.pick(card for card in usual if card not in own)
        if given is None or third is None:
            continue
        own[own.index(given)] = third
        hand["deal"][seat] = " ".join(own)
        work.play_out(work.match.table(hand))
        if dealt:
            return Place(index + 1, 0, 0)
        if work.sheet.throws.fine and throw_failed(hand):
            raise NoChance
        del hand["deal"][seat], hand["deal"][unrecorded]
        return _third_play(work, index, third, (seat, unrecorded))
    raise NoChance


def _third_play(work: TrickWork, index: int, card: str, unrecorded: tuple[str, str]) -> Place:
    """The play at which the third copy of a card is seen, when two hands are not recorded."""
    hand = work.hands[index]
    plays = list(plays_of(work.sheet, tuple(hand["tricks"])))
    seen = split_cards(hand["kitty"][0]["bury"]).count(card)
    seen += sum(at.stood.count(card) for at in plays if work.seats[at.seat] not in unrecorded)
    for at in plays:
        if work.seats[at.seat] in unrecorded and card in at.stood:
            seen += at.stood.count(card)
            if seen > work.sheet.cards.copies:
                return Place(index + 1, at.trick, at.play, work.seats[at.seat])
    raise ValueError(f"{card} is not played three times")


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
