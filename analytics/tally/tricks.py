"""What is counted on the sheets of the trick-taking family.

Office is the side of the banker of a hand; the other are the attackers.
"""

from typing import Final

from paipu.analytics.plays import Plays
from paipu.analytics.tally.book import LEADS, POINTS, RUFFS, THROWS, UNKNOWN, Book, Under
from paipu.replay.cards import HIDDEN, JOKERS, split_cards
from paipu.replay.computed import ComputedHand
from paipu.replay.record import Hand
from paipu.replay.tricks.bidding import Bid, any_reading, parse_bid
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import shape_of
from paipu.replay.tricks.winner import ranked_lowest

OF_OFFICE: Final = ("hold_rate", "take_rate")
OF_BANK: Final = ("conceded_points", "shutout_rate")
OF_POINTS: Final = ("attack_points", "attack_trick_points", "attack_kitty_points", "attack_penalties")
"""The attackers' total and its parts."""
ONE_CARD: Final = 2


def count_hand(book: Book, sheet: TrickSheet, hand: Hand, result: ComputedHand, plays: Plays) -> None:
    """Count a hand that belongs to the match."""
    sheet = sheet.at_level(result.level)
    count_office(book, sheet, result)
    count_bids(book, sheet, hand, result)
    if sheet.kitty_size:
        count_burials(book, sheet, hand, result)
    if not plays.cards or result.trump is None or not plays.all_seen:
        book.open(["leads", "tricks_won", "points_taken", "throws", "throws_failed", "ruffs"])
        return
    under = Under(sheet, sheet.context(result.level, result.trump), ranked_lowest(sheet, hand.incidents))
    winners = result.winners or ""
    if not result.setting.finished:
        book.read(THROWS, under=under)
        book.open(["leads", "tricks_won", "points_taken", "ruffs"])
    elif winners and hand.left is None:
        book.read(THROWS | RUFFS | LEADS | POINTS, winners, under)
    else:
        book.read(THROWS | RUFFS, winners, under)
        book.open(["leads", "tricks_won", "points_taken"])


def count_office(book: Book, sheet: TrickSheet, result: ComputedHand) -> None:
    """Who has the bank, what the attackers come to, and whether they take office."""
    of_kitty = ["kitty_capture"] if sheet.kitty_size else []
    of_office = OF_OFFICE if sheet.schedule is None else ()
    if result.dealer is None:
        book.open(["bank_share", "dealer_share", *of_office, *OF_BANK, *OF_POINTS, *of_kitty])
        return
    seat = sheet.side_of[result.dealer]
    bank, attackers = book.sides[seat], book.sides[1 - seat]
    book.share("bank_share", bank, 1)
    book.share("bank_share", attackers, 0)
    book.shares("dealer_share", result.dealer)
    taken = taken_over(sheet, result)
    for key, side, held in zip(of_office, (bank, attackers), (False, True), strict=False):
        if taken is None:
            book.open([key], [side])
        else:
            book.share(key, side, taken == held)
    if result.attackers is None:
        book.open(OF_BANK, [bank])
        book.open(OF_POINTS, [attackers])
    else:
        book.value("conceded_points", bank, result.attackers)
        book.share("shutout_rate", bank, result.attackers <= 0)
        for key, value in zip(OF_POINTS, (result.attackers, *parts_of(result, result.attackers)), strict=True):
            book.value(key, attackers, value)
    if not of_kitty:
        return
    if result.setting.finished and result.winners:
        book.share("kitty_capture", attackers, result.winners[-1] in attackers)
    else:
        book.open(of_kitty, [attackers])
    if result.multiplier is not None:
        if result.kitty_points is None:
            book.open(["kitty_gain"], [attackers])
        else:
            book.value("kitty_gain", attackers, result.kitty_points * result.multiplier)


def taken_over(sheet: TrickSheet, result: ComputedHand) -> bool | None:
    """Whether the attackers take office: as the next banker tells where a hand follows, and who has won a game with it.

    Else it goes by the table of points. None where the plays do not tell, or the bank goes round whatever happens.
    """
    if result.dealer is None or sheet.schedule is not None or result.setting.by_claims:
        return None
    bank = sheet.side_of[result.dealer]
    if result.next_dealer is not None:
        return sheet.side_of[result.next_dealer] != bank
    if result.setting.won is not None and result.levels is not None:
        return result.setting.won != sheet.sides[bank]
    return sheet.score.row(result.attackers).side == "attackers" if result.attackers is not None else None


def parts_of(result: ComputedHand, attackers: int) -> tuple[int, int, int]:
    """What the attackers' total is made of: points in tricks, of the kitty, and penalties; they add up.

    Where a fault ends the counting at its discovery the points so far are all.
    """
    tricks, kitty = result.trick_points or 0, (result.kitty_points or 0) * (result.multiplier or 0)
    penalties = result.penalties if result.penalties is not None else attackers - tricks - kitty
    return (tricks, kitty, penalties) if tricks + kitty + penalties == attackers else (attackers, 0, 0)


def count_bids(book: Book, sheet: TrickSheet, hand: Hand, result: ComputedHand) -> None:
    """Declarations and over-declarations, and who took the kitty up again (炒底). What a declarer adds is no bid of its own."""
    if sheet.fixed_trump is not None:
        pass  # what is shown at such a level names no trump
    elif hand.bids is None:
        book.open(["bids", "bids_stood"])
    else:
        bids = [parse_bid(text) for text in hand.bids]
        made = [bid for before, bid in zip([None, *bids], bids, strict=False) if before is None or before.seat != bid.seat]
        level = result.level
        trumps = [None if level is None else named(sheet, bid, level, first=not number) for number, bid in enumerate(made)]
        kinds = [
            f"{'over' if number else 'first'}.{trump or UNKNOWN}.{len(bid.cards)}"
            for number, (bid, trump) in enumerate(zip(made, trumps, strict=True))
        ]
        book.counts("bids", "".join([bid.seat for bid in made]), kinds=kinds)
        if result.trump is None or level is None:
            book.open(["bids_stood"])
        else:
            stood = max((number for number, trump in enumerate(trumps) if trump == result.trump), default=None)
            for number, bid in enumerate(made):
                book.share("bids_stood", bid.seat, number == stood)
    if sheet.reopen is not None:
        answers = [action for action in hand.kitty or () if action.passed or action.show is not None]
        if answers:
            book.counts("reopened", "".join([action.seat for action in answers if action.show is not None]))
        else:
            book.open(["reopened"])


def count_burials(book: Book, sheet: TrickSheet, hand: Hand, result: ComputedHand) -> None:
    """The points that each burial puts into the kitty; who took it up again (炒底) buries too."""
    buried = [(action.seat, action.bury) for action in hand.kitty or () if action.bury is not None]
    if not buried or result.trump is None or any(HIDDEN in cards for _, cards in buried):
        book.open(["buried_points"])
        return
    ctx, worth = sheet.context(result.level, result.trump), dict(sheet.cards.points)
    for seat, told in buried:
        cards = split_cards(told)
        trumps = sum([ctx.plays[card].cls == TRUMP for card in cards])
        book.each_value("buried_points", seat, sum([worth.get(card[0], 0) for card in cards]), f"trumps.{trumps}")


def named(sheet: TrickSheet, bid: Bid, level: str, *, first: bool) -> str | None:
    """The trump that a bid names, of cards of another level their suit; None where it names none."""
    rules = sheet.bids
    reading = rules.first(bid, level) if first else rules.over_reading(bid, level)
    reading = reading or rules.over_reading(bid, level) or rules.first(bid, level) or any_reading(bid.cards, level)
    if reading is not None:
        return reading.trump
    suits = {card[1] for card in bid.cards if card not in JOKERS}
    return suits.pop() if len(suits) == 1 else None


def is_throw(ctx: TrumpContext, cards: str) -> bool:
    """Whether a lead has more than one component."""
    if len(cards) <= ONE_CARD:
        return False
    lead = ctx.plays[cards]
    return not lead.is_pair and components(ctx, lead) > 1


def lead_kind(ctx: TrumpContext, cards: str) -> str:
    """What a lead is: of trumps or of a side suit, and its form. What is led in several suits has no class of its own."""
    lead = ctx.plays[cards]
    cls = lead.cls if lead.trio == MIXED else lead.trio
    of = "mixed" if cls == MIXED else "trump" if cls == TRUMP else "side"
    if lead.trio != MIXED:
        form = "trio"
    elif lead.size == 1:
        form = "single"
    elif lead.is_pair:
        form = "pair"
    else:
        form = "throw" if is_throw(ctx, cards) or not lead.possible else "tractor"
    return f"{of}.{form}"


def components(ctx: TrumpContext, lead: Play) -> int:
    """How many units a lead has; of several suits more than one, of cards that no deck has none."""
    if not lead.possible:
        return 0
    if lead.trio != MIXED:
        return 1
    return shape_of(ctx, lead.cards, lead.cls).count if lead.cls != MIXED else 2
