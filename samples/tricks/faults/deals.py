"""Faults of the deal, the burial and the pack, and of taking the kitty up again (炒底)."""

from paipu.replay.cards import join_cards, split_cards
from paipu.replay.notation import spaced_cards
from paipu.replay.plays import rotations
from paipu.replay.tricks.deal import KITTY
from paipu.samples.tricks.work import TrickWork, throw_failed
from paipu.samples.work import Place, in_one_of


def _drop(work: TrickWork, index: int, part: str, card: str) -> None:
    cards = split_cards(work.hands[index]["deal"][part])
    cards.remove(card)
    work.hands[index]["deal"][part] = " ".join(cards)


def _not_shown(work: TrickWork, index: int, part: str) -> list[str]:
    """The cards of a part of the deal with which nobody declared."""
    hand = work.hands[index]
    shown = {card for bid in hand["bids"] for card in split_cards(bid[2:])}
    return [card for card in split_cards(hand["deal"][part]) if card not in shown]


@in_one_of(TrickWork.plain)
def card_left_out(work: TrickWork, index: int, *, kitty: bool) -> Place:
    """The deal lists a card too few for a seat, or for the kitty; that card is played all the same."""
    hand = work.hands[index]
    work.need(not throw_failed(hand) and (hand["bids"] or not kitty))
    part = KITTY if kitty else work.choose(work.other_seats(hand["dealer"]))
    buried = split_cards(hand["kitty"][0]["bury"]) if kitty else ()
    _drop(work, index, part, work.choose(card for card in _not_shown(work, index, part) if card not in buried))
    return Place(index + 1, 0, 0, None if kitty else part, follows=("PLAY-NOT-HELD",))


def misdeal(work: TrickWork, *, sides: int) -> Place:
    """One seat drew 24 cards and another 26; it is noticed before the first trick, and settled as the sheet says.

    With `sides` 1 partners miscounted; with 2 both sides are at fault and the hand is void.
    """
    index = work.choose(index for index in work.finished() if sides == 1 or work.level_equal(index))
    hand, at = work.hands[index], work.rng.randrange(len(work.seats))
    short, longer = (work.seats[(at + more) % len(work.seats)] for more in (0, 2 if sides == 1 else work.rng.choice((1, 3))))
    card = work.choose(_not_shown(work, index, short))
    _drop(work, index, short, card)
    hand["deal"][longer] += f" {card}"
    del hand["kitty"]
    hand["tricks"], hand["seconds"] = [], []
    for seat in sorted((short, longer), key=work.seat):
        work.note(index, "hand_count", seat, at="0", noticed="0")
    work.settle_again(index)
    return Place(index + 1, 0, 0, short, follows=("DEAL-COUNT",))


def bury_count(work: TrickWork) -> Place:
    """The banker buries a card too few or too many; it is noticed after some tricks, and the hand is stopped and settled."""
    index = work.choose(work.finished())
    dealer = work.hands[index]["dealer"]
    table = work.buried_anew(index, dealer, work.rng.choice((-1, 1)))
    work.play_out(table, work.rng.randrange(1, 6))
    work.note(index, "kitty_count", dealer, at="0", noticed=f"{len(table.tricks)}.{len(work.seats)}")
    work.settle(table)
    return Place(index + 1, 0, 0, dealer)


def bury_unnoticed(work: TrickWork) -> Place:
    """The banker buries a card too many, and plays the hand out with a card fewer than the others."""
    index = work.choose(work.plain())
    dealer = work.hands[index]["dealer"]
    return work.unnoticed(work.buried_anew(index, dealer, 1), Place(index + 1, 0, 0, dealer))


@in_one_of(TrickWork.plain)
def bury_not_held(work: TrickWork, index: int) -> Place:
    """A buried card is written down as another, both copies of which others hold."""
    hand = work.hands[index]
    action, ctx = hand["kitty"][0], work.context(hand)
    pool = split_cards(hand["deal"][hand["dealer"]]) + split_cards(hand["deal"][KITTY])
    cards = split_cards(action["bury"])
    place = work.rng.randrange(len(cards))
    cards[place] = work.choose(card for card in ctx.order if card not in pool and ctx.points[card] == ctx.points[cards[place]])
    action["bury"] = join_cards(cards)
    return Place(index + 1, 0, 0, hand["dealer"])


def bury_seat(work: TrickWork) -> Place:
    """Somebody else than the banker takes the kitty and buries; the banker leads."""
    index = work.choose(work.plain())
    burier = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    work.finish(work.buried_anew(index, burier))
    return Place(index + 1, 0, 0, burier)


def kitty_again(work: TrickWork) -> Place:
    """After the burial somebody over-declares, or the banker buries once more."""
    index = work.choose(work.finished())
    hand, seat = work.hands[index], work.rng.choice(work.seats)
    shown = {} if seat == hand["dealer"] else {"show": work.rng.choice(("LJLJ", "BJBJ", "LJ" + (hand["level"] + "s") * 2))}
    hand["kitty"].append({"seat": seat, **(shown or {"bury": hand["kitty"][0]["bury"]})})
    return Place(index + 1, 0, 0, seat)


def not_asked(work: TrickWork, *, last: bool) -> Place:
    """The last who is to be asked is passed over, or the one before him: then the last answer comes too early."""
    index = work.choose(index for index in work.plain() if len(work.hands[index]["kitty"]) > 2)
    kitty = work.hands[index]["kitty"]
    passed_over = kitty.pop(-1 if last else -2)
    return Place(index + 1, 0, 0, *((passed_over["seat"],) if last else (kitty[-1]["seat"], ("KITTY-UNASKED",))))


def kitty_of_stage(work: TrickWork) -> Place:
    """A burial is written down for a hand without a kitty."""
    index = work.choose(index for index in work.finished() if "kitty" not in work.hands[index])
    hand = work.hands[index]
    cards = spaced_cards(hand["deal"][hand["dealer"]])
    hand["kitty"] = [{"seat": hand["dealer"], "bury": "".join(work.rng.sample(cards, work.sheet.kitty_size))}]
    return Place(index + 1, 0, 0, hand["dealer"])


def taken_again(
    work: TrickWork, *, asked: bool, own: bool = False, declarer: bool = False, copies: int = 2, ill: bool = False
) -> Place:
    """Somebody takes the kitty up again who may not: when all have passed, he among them, if he is not `asked`.

    The banker takes up his `own` burial, where another declared; or that other does, the `declarer`; or the pair shown makes no
    trump (`ill`), and the trump stays; or he holds so many `copies` of it.
    """
    index, taker, pair = _dealt_for_it(work, copies, own=own, declarer=declarer)
    hand, trump = work.hands[index], pair[1]
    if ill:
        held, always, trump = spaced_cards(hand["deal"][taker]), work.sheet.cards.top_trumps, hand["trump"]
        plain = (card for card in held if card[0] != hand["level"] and card not in always)
        pair = work.choose(card for card in plain if held.count(card) == 2) * 2
    if asked:
        del hand["kitty"][next(at for at, action in enumerate(hand["kitty"]) if at and action["seat"] == taker) :]
    return _taken(work, index, taker, pair, trump=trump)


def _dealt_for_it(work: TrickWork, copies: int = 2, *, own: bool = False, declarer: bool = False) -> tuple[int, str, str]:
    """A hand dealt anew in which the banker declared, and another has a level pair; all have passed.

    With `own` it is the other who declared, and the banker has the pair; with `declarer` the other has it too.
    """
    index = work.choose(index for index in work.ranked() if not (own or declarer) or work.dealer(index) is not None)
    bank = work.dealer(index)
    dealer = work.rng.choice(work.seats) if bank is None else work.seats[bank]
    other = work.rng.choice(work.other_seats(dealer))
    declares, taker = (other, dealer if own else other) if own or declarer else (dealer, other)
    level = work.level(index, work.seat(dealer))
    card, more = (level + suit for suit in work.suits(level, 2))
    pairs = {declares: card + more * copies} if declarer else {declares: card, taker: more * copies}
    wanted = pairs | ({KITTY: more} if copies == 1 else {})
    work.declared_again(index, level, wanted, [f"{declares} {card}"])
    return index, taker, more * 2


def _taken(work: TrickWork, index: int, seat: str, shown: str, *, trump: str) -> Place:
    """A seat takes the kitty up; the others pass, but for him whose declaration stands, and the hand is played."""
    hand = work.hands[index]
    holder = seat if trump != hand["trump"] else hand["dealer"]
    hand["trump"] = trump
    work.lay_down(hand, work.seat(seat), work.context(hand), show=shown)
    others = (work.seats[other] for other in rotations(work.seats)[work.seat(seat)][1:])
    hand["kitty"] += [{"seat": other, "pass": True} for other in others if other != holder]
    work.finish(work.table(hand))
    return Place(index + 1, 0, 0, seat)
