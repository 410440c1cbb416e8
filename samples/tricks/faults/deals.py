"""Faults of the deal, the burial and the pack."""

from collections import Counter

from replay.cards import join_cards, split_cards
from replay.tricks.deal import KITTY, plays_of
from replay.tricks.score import Outcome
from samples.fault import Place
from samples.tricks.faults.work import Work, throw_failed


def _drop(work: Work, index: int, part: str, card: str) -> None:
    cards = split_cards(work.hands[index]["deal"][part])
    cards.remove(card)
    work.hands[index]["deal"][part] = " ".join(cards)


def card_left_out(work: Work, *, kitty: bool) -> Place | None:
    """The deal lists a card too few for a seat, or for the kitty; that card is played all the same."""
    for index in work.plain():
        hand = work.hands[index]
        if throw_failed(hand) or (kitty and not hand["bids"]):
            continue
        dealer = hand["dealer"]
        part = KITTY if kitty else work.choose(seat for seat in work.seats if seat != dealer) or dealer
        buried = Counter(split_cards(hand["kitty"][0]["bury"]))
        shown = {card for bid in hand["bids"] for card in split_cards(bid[2:])}
        cards = [card for card in split_cards(hand["deal"][part]) if card not in shown and not (kitty and buried[card])]
        card = work.choose(cards)
        if card is None:
            continue
        _drop(work, index, part, card)
        return Place(hand["no"], 0, 0, None if kitty else part, follows=("PLAY-NOT-HELD",))
    return None


def misdeal(work: Work, *, sides: int) -> Place | None:
    """One seat drew 24 cards and another 26; it is noticed before the first trick, and settled as the sheet says.

    With `sides` 1 partners miscounted; with 2 both sides are at fault and the hand is void.
    """
    standing_equal = [index for index in work.finished() if len(set(work.standing(index).levels)) == 1 or sides == 1]
    index = work.choose(standing_equal)
    if index is None:
        return None
    hand = work.hands[index]
    short = work.rng.randrange(len(work.seats))
    longer = (short + (2 if sides == 1 else work.rng.choice((1, 3)))) % len(work.seats)
    shown = {card for bid in hand["bids"] for card in split_cards(bid[2:])}
    card = work.choose(card for card in split_cards(hand["deal"][work.seats[short]]) if card not in shown)
    if card is None:
        return None
    _drop(work, index, work.seats[short], card)
    hand["deal"][work.seats[longer]] += f" {card}"
    del hand["kitty"]
    hand["tricks"], hand["seconds"] = [], []
    wrong = [work.seats[seat] for seat in sorted((short, longer))]
    hand["incidents"] = [{"kind": "hand_count", "seat": seat, "at": "0", "noticed": "0"} for seat in wrong]
    outcome = Outcome(0, frozenset({short % 2, longer % 2}))
    result = work.match.result(hand, work.standing(index), outcome, finished=False)
    hand["claims"] = {**({"attackers": 0} if sides == 1 else {}), **result}
    work.play_on(index)
    return Place(hand["no"], 0, 0, work.seats[short], follows=("DEAL-COUNT",))


def third_copy(work: Work, *, dealt: bool) -> Place | None:
    """A pack with a wrong card: three of one, one of another. The deal shows it, or only the plays where it is not recorded."""
    for index in work.plain():
        hand = work.hands[index]
        always = work.sheet.cards.top_trumps
        others = [seat for seat in work.seats if seat != hand["dealer"]]
        seat, unrecorded = work.rng.sample(others, 2)
        own = split_cards(hand["deal"][seat])
        plain = [card for card in dict.fromkeys(own) if card not in always and card[0] != hand["level"]]
        given = work.choose(plain)
        third = work.choose(
            card for card in work.context(hand).order if card not in own and card not in always and card[0] != hand["level"]
        )
        if given is None or third is None:
            continue
        own[own.index(given)] = third
        hand["deal"][seat] = " ".join(own)
        work.play_out(index, work.match.table(hand))
        if dealt:
            return Place(hand["no"], 0, 0)
        if work.sheet.throws.fine and throw_failed(hand):
            return None
        del hand["deal"][seat], hand["deal"][unrecorded]
        return _third_play(work, index, third, (seat, unrecorded))
    return None


def _third_play(work: Work, index: int, card: str, unrecorded: tuple[str, str]) -> Place:
    """The play at which the third copy of a card is seen, when two hands are not recorded."""
    hand = work.hands[index]
    seen = split_cards(hand["kitty"][0]["bury"]).count(card)
    plays = list(plays_of(work.sheet, tuple(hand["tricks"])))
    seen += sum(at.stood.count(card) for at in plays if work.seats[at.seat] not in unrecorded)
    for at in plays:
        if work.seats[at.seat] in unrecorded:
            seen += at.stood.count(card)
            if seen > work.sheet.cards.copies and card in at.stood:
                return Place(hand["no"], at.trick, at.play, work.seats[at.seat])
    raise ValueError(f"{card} is not played three times")


# -- the burial


def bury_count(work: Work) -> Place | None:
    """The banker buries a card too few or too many; it is noticed after some tricks, and the hand is stopped and settled."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    dealer = work.seat(hand["dealer"])
    work.match.bury(hand, dealer, work.context(hand), work.sheet.kitty_size + work.rng.choice((-1, 1)))
    table = work.match.table(hand)
    work.match.play_out(table, work.rng.randrange(1, 6))
    noticed = f"{len(table.tricks)}.{len(work.seats)}"
    hand["incidents"] = [{"kind": "kitty_count", "seat": hand["dealer"], "at": "0", "noticed": noticed}]
    work.settle(index, table, frozenset({dealer % 2}))
    return Place(hand["no"], 0, 0, hand["dealer"])


def bury_unnoticed(work: Work) -> Place | None:
    """The banker buries a card too many, and plays the hand out with a card fewer than the others."""
    index = work.choose(work.plain())
    if index is None:
        return None
    hand = work.hands[index]
    work.match.bury(hand, work.seat(hand["dealer"]), work.context(hand), work.sheet.kitty_size + 1, willing=False)
    table = work.match.table(hand)
    number = work.play_out(index, table)
    return Place(number, 0, 0, hand["dealer"]) if not any(table.machine.hands) else None


def bury_not_held(work: Work) -> Place | None:
    """A buried card is written down as another, both copies of which others hold."""
    for index in work.plain():
        hand = work.hands[index]
        action = hand["kitty"][0]
        ctx = work.context(hand)
        pool = Counter(split_cards(hand["deal"][hand["dealer"]]) + split_cards(hand["deal"][KITTY]))
        cards = split_cards(action["bury"])
        place = work.rng.randrange(len(cards))
        foreign = work.choose(card for card in ctx.order if not pool[card] and ctx.points[card] == ctx.points[cards[place]])
        if foreign is None:
            continue
        cards[place] = foreign
        action["bury"] = join_cards(cards)
        return Place(hand["no"], 0, 0, hand["dealer"])
    return None


def bury_seat(work: Work) -> Place | None:
    """Somebody else than the banker takes the kitty and buries; the banker leads."""
    index = work.choose(work.plain())
    if index is None:
        return None
    hand = work.hands[index]
    burier = work.rng.choice([seat for seat in range(len(work.seats)) if work.seats[seat] != hand["dealer"]])
    work.match.bury(hand, burier, work.context(hand), willing=False)
    work.play_out(index, work.match.table(hand))
    return Place(hand["no"], 0, 0, work.seats[burier])


def kitty_again(work: Work) -> Place | None:
    """After the burial somebody over-declares, or the banker buries once more."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    action = hand["kitty"][0]
    seat = work.rng.choice(work.seats)
    if seat == hand["dealer"]:
        hand["kitty"].append({"seat": seat, "bury": action["bury"]})
    else:
        hand["kitty"].append({"seat": seat, "show": work.rng.choice(("LJLJ", "BJBJ", "LJ" + (hand["level"] + "s") * 2))})
    return Place(hand["no"], 0, 0, seat)
