"""What is counted on the sheets of the climbing family."""

from paipu.analytics.plays import Plays
from paipu.analytics.tally.book import BOMBS, LEADS, OVER, PASSES, Book
from paipu.replay.cards import JOKERS, split_cards
from paipu.replay.climbing.combos import RUNS, SEQUENCE, Kind, Reading
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.score import place_points
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.computed import ComputedHand
from paipu.replay.notation import read_gift
from paipu.replay.record import Hand


def count_hand(book: Book, sheet: ClimbingSheet, hand: Hand, result: ComputedHand, plays: Plays) -> None:
    """Count a hand that belongs to the match."""
    count_places(book, sheet, result)
    if sheet.levels is not None:
        count_ace(book, sheet, result)
    if sheet.tribute is not None:
        count_tribute(book, sheet, hand, result)
    if result.winners:
        book.read(LEADS, result.winners)
    else:
        book.open(["leads", "tricks_won"])
    count_plays(book, sheet, hand, result, plays)


# --- What the hand came to ---------------------------------------------------------------------------------


def count_places(book: Book, sheet: ClimbingSheet, result: ComputedHand) -> None:
    """The places of players and sides, and what the side of the first one made."""
    seats, mixes = sheet.seats, mixes_of(sheet)
    if sheet.places is not None:
        count_points(book, result)
    if result.setting.double is not None:
        count_ruled(book, sheet, sheet.sides[result.setting.double])
        return
    if result.finish is None or len(result.finish) != len(seats):
        book.open([f"place_{place}" for place in range(1, len(seats) + 1)])
        book.open(["both_first", "both_last", *(f"rise_mix_{made}" for made in mixes)])
        return
    half = len(seats) // 2
    losers = unplaced(sheet, book, result.finish)
    for place, seat in enumerate(result.finish, start=1):
        if losers and place > half:
            book.acts(f"place_{place}", result.finish[:half])
            book.open_of(f"place_{place}", losers)
        else:
            book.shares(f"place_{place}", seat)
    for side in book.sides:
        book.share("both_first", side, set(result.finish[:half]) == set(side))
        book.share("both_last", side, set(result.finish[-half:]) == set(side))
    if book.sides:
        first = book.side_of[result.finish[0]]
        result_made = made_of(sheet, book, result.finish)
        for made in mixes:
            book.share(f"rise_mix_{made}", first, made == result_made)


def count_ruled(book: Book, sheet: ClimbingSheet, double: str) -> None:
    """The places of a hand that the referee ended with a side last: within a side nobody knows them."""
    half = len(sheet.seats) // 2
    losers = book.named.get(double)
    if losers is None:
        book.open([f"place_{place}" for place in range(1, len(sheet.seats) + 1)])
        book.open(["both_first", "both_last", *(f"rise_mix_{made}" for made in mixes_of(sheet))])
        return
    winners = next(side for side in book.sides if side != losers)
    for place in range(1, len(sheet.seats) + 1):
        known, unknown = (losers, winners) if place <= half else (winners, losers)
        book.acts(f"place_{place}", known)
        book.open_of(f"place_{place}", unknown)
    for side in book.sides:
        book.share("both_first", side, side == winners)
        book.share("both_last", side, side == losers)
    made_of_it = made_of(sheet, book, winners + losers)
    for made in mixes_of(sheet):
        book.share(f"rise_mix_{made}", winners, made == made_of_it)


def unplaced(sheet: ClimbingSheet, book: Book, finish: str) -> str:
    """The losers of a hand that ended when the other side had the first places, where no order of theirs is printed."""
    half = len(finish) // 2
    ended = sheet.rounds.double_ends and len({book.side_of.get(seat) for seat in finish[:half]}) == 1
    return finish[half:] if ended and sheet.rounds.last_at_double is None else ""


def mixes_of(sheet: ClimbingSheet) -> tuple[int, ...]:
    """The results that a hand can have by the sheet: levels, or points."""
    if sheet.levels is not None:
        return sheet.levels.rises
    return (*(points for points, _ in sheet.places.rows), sheet.places.least) if sheet.places is not None else ()


def made_of(sheet: ClimbingSheet, book: Book, finish: str) -> int:
    """What the side of the first place made of an order."""
    if sheet.levels is not None:
        first = book.side_of[finish[0]]
        partner = next(place for place, seat in enumerate(finish) if place and seat in first)
        return sheet.levels.rises[partner - 1]
    if sheet.places is None:
        return 0
    sides = [book.sides.index(book.side_of[seat]) for seat in sheet.seats]
    return max(place_points(sheet.places, [sheet.seat_at[seat] for seat in finish], sides))


def count_points(book: Book, result: ComputedHand) -> None:
    """The points that each side has by the places."""
    for name, side in book.named.items():
        if result.points is None or name not in result.points or result.setting.by_claims:
            book.open(["hand_points"], [side])
        else:
            book.value("hand_points", side, result.points[name])
    if not book.sides:
        book.open(["hand_points"])


def count_ace(book: Book, sheet: ClimbingSheet, result: ComputedHand) -> None:
    """The hands at a side's own last level, and whether it passed that."""
    setting, last = result.setting, sheet.ladder[-1]
    if result.level != last:
        return
    if setting.in_force is None or setting.in_force not in setting.levels:
        book.open(["pass_ace"], book.sides)
    elif setting.levels[setting.in_force] == last:
        side = book.named[setting.in_force]
        if setting.by_claims or (setting.won is None and result.levels is None):
            book.open(["pass_ace"], [side])
        else:
            book.share("pass_ace", side, setting.won == setting.in_force)


# --- Tribute -----------------------------------------------------------------------------------------------


def count_tribute(book: Book, sheet: ClimbingSheet, hand: Hand, result: ComputedHand) -> None:
    """Who paid, whose side refused, and what changed hands."""
    setting = result.setting
    gifts = [read_gift(text) for text in setting.gifts]
    if setting.owes is None:
        book.open(["tribute_paid", "tribute_refused", "returned_card"])
    elif setting.owes:
        if hand.tribute is None and not hand.resisted and not gifts:
            book.open(["tribute_paid", "tribute_refused", "returned_card"])
        else:
            givers = {gift.giver for gift in gifts}
            book.shares("tribute_paid", "".join([seat for seat in setting.owes if seat in givers]))
            for side in book.sides:
                book.share("tribute_refused", side, hand.resisted and setting.owes[0] in side)
    if gifts and result.level is not None:
        value = sheet.context(result.level).value
        for gift in gifts:
            place = value[gift.card] + 1
            book.each_value("tribute_net", gift.giver, -place)
            book.each_value("tribute_net", gift.taker, place)
            if setting.owes and gift.giver not in setting.owes:
                book.each_value("returned_card", gift.giver, place, gift.card if gift.card in JOKERS else gift.card[0])


# --- Plays -------------------------------------------------------------------------------------------------


def count_plays(book: Book, sheet: ClimbingSheet, hand: Hand, result: ComputedHand, plays: Plays) -> None:
    """Passes, bombs, wild cards, and leads taken over."""
    bombs = {str(row.kind) for row in sheet.cards.rows if row.tier == "bomb"}
    if not plays.cards or result.types is None or result.level is None or not plays.all_seen:
        book.open(["pass_rate", "wild_as_other", "lead_taken_over", *(["bombs", "bombs_led"] if bombs else [])])
        return
    ctx = sheet.context(result.level)
    book.read(PASSES)
    for wild in sorted(ctx.wilds):  # a set has another order in each process
        for at in [at for at, played in enumerate(plays.cards) if wild in played]:
            count_wild(book, sheet, ctx, plays, at, wild)
    if result.finish is None or hand.left is not None:
        book.open(["lead_taken_over", *(["bombs", "bombs_led"] if bombs else [])])
        return
    book.read(BOMBS | OVER if bombs else OVER, result.winners or "")


def count_wild(book: Book, sheet: ClimbingSheet, ctx: LevelContext, plays: Plays, at: int, wild: str) -> None:
    """The wild cards of a kind in a play that is a combination, and how many stand for another card."""
    cards, kind = split_cards(plays.cards[at]), plays.types[at]
    played = cards.count(wild)
    if not played or kind is None:
        return
    natural = [card for card in cards if card not in ctx.wilds]
    themselves = played
    if natural and sheet.cards.wild.cards == "jokers":
        themselves = 0
    elif natural:
        said = plays.readings[at]
        play = ctx.plays[f"{plays.cards[at]}={said}" if said else plays.cards[at]]
        reading = next((each for each in play.readings if each.kind.value == kind), None)
        themselves = min(played, as_themselves(ctx.level, natural, reading)) if reading is not None else played
    book.share("wild_as_other", plays.seats[at], played - themselves, played, at + 1)


def as_themselves(level: str, natural: list[str], reading: Reading) -> int:
    """How many level cards of hearts a combination has room for as what they are, beside the natural cards."""
    have = sum(card[0] == level and card not in JOKERS for card in natural)
    if reading.kind in RUNS:
        width, copies = RUNS[reading.kind]
        top = SEQUENCE.rindex(reading.key)
        of_hearts = reading.kind is not Kind.STRAIGHT_FLUSH or natural[0][1] == "h"
        return copies - have if level in SEQUENCE[top - width + 1 : top + 1] and of_hearts else 0
    if reading.kind is Kind.FULL_HOUSE:
        pair = next((card[0] for card in natural if card[0] != reading.key), level)  # two wild cards are a pair of their own
        return 3 - have if reading.key == level else 2 - have if pair == level else 0
    return reading.size if reading.key == level else 0
