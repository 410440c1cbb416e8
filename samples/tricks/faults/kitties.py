"""Faults of taking the kitty up again (炒底): who is asked, who may, and with what."""

from replay.tricks.sheet import rotations
from samples.tricks.work import TrickWork
from samples.work import NoChance, Place


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
    index = work.choose(index for index in work.ranked() if work.match.dealer(index) is not None)
    dealer = work.seats[work.match.dealer(index) or 0]
    declarer = work.rng.choice(work.other_seats(dealer))
    level = work.match.level(index)
    suit, other = work.suits(level, 2)
    pair = (level + other) * 2
    work.declared_again(index, level, {declarer: level + suit, dealer: pair}, [f"{declarer} {level}{suit}"])
    return _taken(work, index, dealer, pair, trump=other)


def ill_shown(work: TrickWork) -> Place:
    """Somebody takes the kitty up with a pair that makes no trump; the trump stays."""
    index, taker, _ = _dealt_for_it(work)
    hand = work.hands[index]
    own, always = hand["deal"][taker].split(" "), work.sheet.cards.top_trumps
    plain = work.choose(card for card in own if card[0] != hand["level"] and card not in always and own.count(card) == 2)
    _cut_answers(work, index, taker)
    return _taken(work, index, taker, plain * 2, trump=hand["trump"])


def not_held(work: TrickWork) -> Place:
    """Somebody takes the kitty up with a pair of which he holds one card."""
    index, taker, pair = _dealt_for_it(work, copies=1)
    _cut_answers(work, index, taker)
    return _taken(work, index, taker, pair, trump=pair[1])


def _dealt_for_it(work: TrickWork, copies: int = 2) -> tuple[int, str, str]:
    """A hand dealt anew in which the banker declared, and another seat has a level pair; all have passed."""
    index = work.choose(work.ranked())
    dealer, taker = work.rng.sample(work.seats, 2)
    bank = work.match.dealer(index)
    if bank is not None:
        dealer = work.seats[bank]
        taker = work.rng.choice(work.other_seats(dealer))
    level = work.match.level(index, work.seat(dealer))
    suit, other = work.suits(level, 2)
    wanted = {dealer: level + suit, taker: (level + other) * copies}
    if copies == 1:
        wanted["kitty"] = level + other
    work.declared_again(index, level, wanted, [f"{dealer} {level}{suit}"])
    return index, taker, (level + other) * 2


def _cut_answers(work: TrickWork, index: int, seat: str) -> None:
    """Take away the answers from a seat's on."""
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
