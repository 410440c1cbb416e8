"""What is counted on the sheets of the trick-taking family.

Office is the side of the banker of a hand; the other are the attackers.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from analytics.tally.book import Book, Plays
from replay.computed import ComputedHand
from replay.record import Hand
from replay.tricks.bidding import Bid, parse_bid
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from replay.tricks.units import lead_shape, shape_of
from replay.tricks.winner import ranked_lowest, winner_of

OF_BANK: Final = ("hold_rate", "conceded_points", "shutout_rate")
OF_ATTACKERS: Final = (
    "take_rate",
    "attack_points",
    "attack_trick_points",
    "attack_kitty_points",
    "attack_penalties",
    "kitty_capture",
)
TRICK, PLAY, SEAT, CARDS, ATTEMPTED = 2, 3, 4, 5, 6
"""Where these stand in the row of a play."""


def count_hand(book: Book, sheet: TrickSheet, hand: Hand, result: ComputedHand, plays: Plays) -> None:
    """Count a hand that belongs to the match."""
    sheet = sheet.at_level(result.level)
    count_office(book, sheet, result)
    count_bids(book, sheet, hand, result)
    if result.setting.finished and result.winners:
        count_tricks(book, sheet, result.winners, plays)
    else:
        book.open(["tricks_won", "points_taken"])
    if plays and result.trump is not None:
        count_plays(book, sheet, sheet.context(result.level, result.trump), hand, plays, finished=result.setting.finished)
    else:
        book.open(["throws", "throws_failed", "ruffs"])


def count_office(book: Book, sheet: TrickSheet, result: ComputedHand) -> None:
    """Who has the bank, what the attackers come to, and whether they take office."""
    if result.dealer is None:
        book.open(["bank_share", "dealer_share", *OF_BANK, *OF_ATTACKERS])
        return
    seat = sheet.side_of[result.dealer]
    bank, attackers = book.sides[seat], book.sides[1 - seat]
    book.of_side("bank_share", bank, 1)
    book.of_side("bank_share", attackers, 0)
    book.each("dealer_share", {result.dealer: 1})
    taken = taken_over(sheet, result)
    if taken is None:
        book.open(["hold_rate"], [bank])
        book.open(["take_rate"], [attackers])
    else:
        book.of_side("hold_rate", bank, not taken)
        book.of_side("take_rate", attackers, taken)
    if result.attackers is None:
        book.open(["conceded_points", "shutout_rate"], [bank])
    else:
        book.mean_of_side("conceded_points", bank, result.attackers)
        book.of_side("shutout_rate", bank, result.attackers <= 0)
    kitty = kitty_points(result)
    for key, value in (
        ("attack_points", result.attackers),
        ("attack_trick_points", result.trick_points),
        ("attack_kitty_points", kitty),
        ("attack_penalties", result.penalties),
    ):
        if value is None:
            book.open([key], [attackers])
        else:
            book.mean_of_side(key, attackers, value)
    if result.setting.finished and result.winners:
        book.of_side("kitty_capture", attackers, result.winners[-1] in attackers)
    else:
        book.open(["kitty_capture"], [attackers])
    if result.multiplier is not None:
        if kitty is None:
            book.open(["kitty_gain"], [attackers])
        else:
            book.mean_of_side("kitty_gain", attackers, kitty)


def taken_over(sheet: TrickSheet, result: ComputedHand) -> bool | None:
    """Whether the attackers take office: as the next banker tells where a hand follows, else by the table of points.

    A sheet that fixes the bankers beforehand goes by the table alone.
    """
    if result.next_dealer is not None and sheet.schedule is None:
        return sheet.side_of[result.next_dealer] != sheet.side_of[result.dealer or sheet.seats[0]]
    return sheet.score.row(result.attackers).side == "attackers" if result.attackers is not None else None


def kitty_points(result: ComputedHand) -> int | None:
    """What the kitty brought the attackers; None where that cannot be told."""
    if result.multiplier is not None:
        return result.kitty_points * result.multiplier if result.kitty_points is not None else None
    return 0 if result.setting.finished or result.attackers is not None else None


def count_tricks(book: Book, sheet: TrickSheet, winners: str, plays: Plays) -> None:
    """Who won how many tricks of a hand that was played out, and the points in them."""
    book.each("tricks_won", Counter(winners), len(winners))
    worth = sheet.cards.points
    points: Counter[str] = Counter()
    for trick, made in groupby(plays, itemgetter(TRICK)):
        cards = "".join(map(itemgetter(CARDS), made))
        points[winners[trick - 1]] += sum([each * cards.count(rank) for rank, each in worth])
    book.mean_each("points_taken", points)


def count_bids(book: Book, sheet: TrickSheet, hand: Hand, result: ComputedHand) -> None:
    """Declarations and over-declarations, and who took the kitty up again (炒底). What a declarer adds is no bid of its own."""
    if hand.bids is None:
        book.open(["bids", "bids_stood"])
    else:
        bids = [parse_bid(text) for text in hand.bids]
        made = [bid for before, bid in zip([None, *bids], bids, strict=False) if before is None or before.seat != bid.seat]
        book.mean_each("bids", Counter(bid.seat for bid in made))
        if result.trump is None or result.level is None:
            book.open(["bids_stood"])
        else:
            for number, bid in enumerate(made):
                book.own("bids_stood", bid.seat, named(sheet, bid, result.level, first=not number) == result.trump)
    if sheet.reopen is not None:
        answers = [action for action in hand.kitty or () if action.passed or action.show is not None]
        if answers:
            book.mean_each("reopened", Counter(action.seat for action in answers if action.show is not None))
        else:
            book.open(["reopened"])


def named(sheet: TrickSheet, bid: Bid, level: str, *, first: bool) -> str | None:
    """The trump that a bid names; None where it names none."""
    rules = sheet.bids
    reading = rules.first(bid, level) if first else rules.over_reading(bid, level)
    reading = reading or rules.over_reading(bid, level) or rules.first(bid, level)
    return reading.trump if reading is not None else None


def count_plays(book: Book, sheet: TrickSheet, ctx: TrumpContext, hand: Hand, plays: Plays, *, finished: bool) -> None:
    """Throws, and ruffs. That a seat is void its later plays must bear out, so the tricks are gone through from the last."""
    lowest = ranked_lowest(sheet, hand.incidents)
    shown = dict.fromkeys(sheet.seats, 0)
    for trick, rows in reversed([(trick, list(made)) for trick, made in groupby(plays, itemgetter(TRICK))]):
        made = [(row[SEAT], ctx.plays[row[CARDS]]) for row in rows]
        count_lead(book, ctx, rows[0])
        for seat, play in made:
            shown[seat] |= classes_in(ctx, play)
        if finished:
            count_ruffs(book, sheet, ctx, made, shown, lowest.get(trick, ()))
    if not finished:
        book.open(["ruffs"])


def count_lead(book: Book, ctx: TrumpContext, row: Sequence[str | None]) -> None:
    """Whether a lead is a throw, and whether that stood."""
    seat, cards, attempted = str(row[SEAT]), str(row[CARDS]), row[ATTEMPTED]
    lead = ctx.plays[attempted or cards]
    thrown = lead.size > 1 and not lead.is_pair and components(ctx, lead) > 1
    book.own("throws", seat, thrown)
    if thrown:
        book.own("throws_failed", seat, attempted is not None)


def components(ctx: TrumpContext, lead: Play) -> int:
    """How many units a lead has; of several suits more than one, of cards that no deck has none."""
    if not lead.possible:
        return 0
    if lead.trio != MIXED:
        return 1
    return shape_of(ctx, lead.cards, lead.cls).count if lead.cls != MIXED else 2


def classes_in(ctx: TrumpContext, play: Play) -> int:
    """The classes of the cards of a play, as bits."""
    if play.cls != MIXED:
        return 1 << play.cls
    return sum([1 << cls for cls, mask in enumerate(ctx.masks) if play.cards & mask])


def count_ruffs(
    book: Book,
    sheet: TrickSheet,
    ctx: TrumpContext,
    made: Sequence[tuple[str, Play]],
    shown: dict[str, int],
    lowest: Iterable[int],
) -> None:
    """The plays of those who are void in the suit led, and which of them ruff and hold the trick at that moment."""
    lead = ctx.as_lead(made[0][1])
    if lead.cls in {TRUMP, MIXED} or not lead.possible:
        return
    table = [(sheet.seat_at[seat], play) for seat, play in made]
    table[0] = (table[0][0], lead)
    for place, (seat, play) in enumerate(made[1:], start=2):
        if not shown[seat] >> lead.cls & 1:
            ruffs = play.cls == TRUMP and play.size == lead.size
            holds = (
                ruffs
                and winner_of(sheet, ctx, lead, lead_shape(ctx, lead), table[:place], tuple(lowest)) == sheet.seat_at[seat]
            )
            book.own("ruffs", seat, holds)
