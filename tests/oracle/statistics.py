"""A second reading of what the statistics mean: slow and obvious, from the documents and what the audit gives back of each.

It asks of every hand and every unit (the seats of a player, or of partners) what the unit has there, and knows nothing of how a
warehouse counts. Cards, tricks and combinations are those of the oracles of the sheets.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Final, NamedTuple

from paipu.replay.computed import Audit, ComputedHand
from tests.oracle import ORACLES, guandan
from tests.oracle.cards import JOKERS, RANKS, cards_of

Document = Mapping[str, Any]
Figure = tuple[int, int, int]
"""Numerator, denominator, hands open."""

SEATS: Final = {"daguai": "123456"}
HAND: Final = {"shengji": 25, "chaodipi": 25, "shuangkou": 25}
LIMITS: Final[Mapping[str, tuple[int, int]]] = {"chaodipi": (15, 15), "guandan-3": (30, 15), "guandan-js2023": (40, 20)}
"""Seconds of the first play of a hand, and of every other."""
MIXES: Final = {
    "guandan-1": (3, 2, 1),
    "guandan-2": (5, 3, 1),
    "guandan-3": (3, 2, 1),
    "guandan-js2023": (3, 2, 1),
    "daguai": (8, 5, 3, 1),
}
BOMBS: Final = frozenset({"bomb", "straight_flush", "four_jokers"})
SEQUENCES: Final = frozenset({"straight", "tube", "plate", "straight_flush"})
LEVELS: Final = (*RANKS, "flag")
PARTS: Final = ("attack_points", "attack_trick_points", "attack_kitty_points", "attack_penalties")
"""The attackers' total, and what it is made of."""
LOSERS_UNPLACED: Final = frozenset({"guandan-1", "guandan-2", "guandan-js2023"})
"""Sheets that print no order of the two who lose a hand when the others are first and second; GD3-C4.6 does."""


class Play(NamedTuple):
    trick: int
    place: int
    seat: str
    cards: tuple[str, ...]
    attempted: tuple[str, ...]
    failed: bool
    declared: str
    kind: str | None
    seconds: float | None

    @property
    def passed(self) -> bool:
        return not self.cards


class Match:
    """A document and what the audit made of it."""

    def __init__(self, document: Document, audit: Audit) -> None:
        self.document, self.audit = document, audit
        self.sheet: str = document["sheet"]
        self.seats = SEATS.get(self.sheet, "ENWS")
        self.climbing = self.sheet in MIXES
        self.hands = [
            Hand(self, index, told, result)
            for index, (told, result) in enumerate(zip(document["hands"], audit.hands, strict=True))
        ]

    @cached_property
    def sides(self) -> tuple[str, str]:
        return self.seats[::2], self.seats[1::2]

    def side_of(self, seats: str) -> str:
        return next(side for side in self.sides if seats[0] in side)

    @cache  # noqa: B019 - a match is asked by each kind of unit, and gone when all have asked
    def figures(self, seats: str) -> Mapping[str, Figure]:
        """What those who sit on some seats have in the match."""
        found: dict[str, Figure] = {}
        for key, figure in (*of_match(self, seats), *(each for hand in self.hands for each in of_hand(hand, seats))):
            old = found.get(key, (0, 0, 0))
            found[key] = (old[0] + figure[0], old[1] + figure[1], old[2] + figure[2])
        return found

    @cached_property
    def rulings(self) -> list[Mapping[str, Any]]:
        told = self.document.get("rulings", [])
        return [each for each in told if each.get("state", "issued") in {"issued", "appealed", "final"}]


class Hand:
    """A hand of a match: told by the document, and computed."""

    def __init__(self, match: Match, index: int, told: Document, result: ComputedHand) -> None:
        self.match, self.index, self.told, self.result = match, index, told, result

    @cached_property
    def counts(self) -> bool:
        """Whether it is a hand of the match: not after its end, not void, not one that breaks a tie."""
        after = {"MATCH-OVER", "MATCH-HANDS"}
        ended = any(each.code in after and each.where.at_hand == self.index for each in self.match.audit.findings)
        void = any(each.get("hand") == self.told["no"] and each.get("effect", {}).get("void") for each in self.match.rulings)
        return not ended and not void and not self.dealt_again and not self.told.get("tie_break", False)

    @property
    def dealt_again(self) -> bool:
        """Whether both sides were at fault in 升级: nobody is banker next, and no match was won."""
        played = self.match.sheet.startswith("shengji") and self.result.levels is not None
        return played and self.result.next_dealer is None and self.result.setting.won is None

    @cached_property
    def claimed_only(self) -> bool:
        """Whether what it came to is on the score sheet alone."""
        claims, result = self.told.get("claims") or {}, self.result
        if any(each.get("hand") == self.told["no"] and each.get("effect", {}).get("double") for each in self.match.rulings):
            return False
        marked = [
            each for each in self.match.audit.findings if each.code == "INCIDENT-MARK" and each.where.at_hand == self.index
        ]
        sides = [self.match.side_of(each.seat) for each in marked if each.seat]
        if any(sides.count(side) > 1 for side in sides):
            return False  # DG-6.4: two marks of a side decide a hand, whatever was played
        if result.levels is None and claims.get("levels") and self.match.sheet not in {"daguai", "shuangkou"}:
            return not (self.stopped and self.told.get("tricks"))
        if self.match.climbing:
            return result.finish is None and claims.get("finish") is not None and (result.levels or result.points) is not None
        return result.attackers is None and claims.get("attackers") is not None

    @property
    def stopped(self) -> bool:
        """Whether it is the last of a match that was stopped, and need not have come to an end."""
        reason = (self.match.document.get("claims") or {}).get("reason")
        return self.index + 1 == len(self.match.document["hands"]) and reason in {"time", "forfeit", "ruling"}

    @cached_property
    def plays(self) -> list[Play]:
        left = dict.fromkeys(self.match.seats, 27 if self.match.climbing else 1000)
        left |= self.told.get("left") or {} if self.match.climbing else {}
        for seat, cards in (self.told.get("deal") or {}).items():  # the cards themselves tell better than a number
            if seat in left and self.match.climbing and "?" not in cards:
                left[seat] = len(cards_of(cards))
        made: list[Play] = []
        for number, text in enumerate(self.told.get("tricks") or (), start=1):
            leader, *tokens = text.split(" ")
            turn = self.match.seats.index(leader)
            for place, token in enumerate(tokens, start=1):
                seat = self.match.seats[turn]
                thrown, _, stood = token.partition("=")[0].partition(">")
                cards = () if thrown == "-" else tuple(cards_of(stood or thrown))
                all_of_it = () if thrown == "-" else tuple(cards_of(thrown))
                declared = token.partition("=")[2]
                made.append(Play(number, place, seat, cards, all_of_it, bool(stood), declared, *self.aside(number, place)))
                left[seat] -= len(cards)
                for _ in self.match.seats:
                    turn = (turn + 1) % len(self.match.seats)
                    if left[self.match.seats[turn]] > 0:
                        break
        return made

    def aside(self, trick: int, place: int) -> tuple[str | None, float | None]:
        """What the audit takes a play for, and how long it took."""
        tables: tuple[Sequence[Sequence[Any]], ...] = (self.result.types or (), self.told.get("seconds") or ())
        kind, seconds = (
            table[trick - 1][place - 1] if len(table) >= trick and len(table[trick - 1]) >= place else None for table in tables
        )
        return kind, seconds

    @cached_property
    def tricks(self) -> list[list[Play]]:
        made: dict[int, list[Play]] = defaultdict(list)
        for play in self.plays:
            made[play.trick].append(play)
        return [made[number] for number in sorted(made)]

    @cached_property
    def played_out(self) -> bool:
        """Whether everybody has played all his cards, of a trick-taking hand."""
        if not self.tricks:
            return False
        size = 27 if self.result.level == "flag" else HAND[self.match.sheet]
        made = [sum(len(play.cards) for play in self.plays if play.seat == seat) for seat in self.match.seats]
        held = dict.fromkeys(self.match.seats, size)
        for action in self.told.get("kitty") or ():  # who buries too many, or too few, has as many fewer, or more, to play
            if "bury" in action:
                held[action["seat"]] += 8 - len(cards_of(action["bury"]))
        return len({*made}) == 1 if self.midway else made == [*held.values()]

    @property
    def midway(self) -> bool:
        """Whether only a later part of the hand is on record."""
        return self.told.get("left") is not None

    @cached_property
    def before(self) -> "Hand | None":
        """The hand before, where it is on record and of the same game."""
        if not self.index:
            return None
        hand = self.match.hands[self.index - 1]
        return hand if hand.told["no"] == self.told["no"] - 1 else None


# ---------------------------------------------------------------------------------------- every sheet


def of_match(match: Match, seats: str) -> Iterator[tuple[str, Figure]]:
    """What a unit has in a match, hands aside."""
    winner = match.audit.match.winner
    played = match.audit.match.reason in {"forfeit", "ruling"} or not any(
        hand.claimed_only for hand in match.hands if hand.counts
    )
    if not (
        played and match.audit.match.drawn and match.audit.match.reason is not None
    ):  # of a draw it is known that nobody won
        yield "matches_won", share(None if winner is None or not played else winner == match.side_of(seats))
    plays = [play for hand in match.hands for play in hand.plays if play.seat in seats]
    incidents = [
        (hand.told["no"], each["seat"], each.get("at")) for hand in match.hands for each in hand.told.get("incidents", [])
    ]
    rulings = [(each.get("hand"), each.get("seat"), each.get("at")) for each in match.rulings]
    confirmed = sum(seat in seats for _, seat, _ in incidents)
    confirmed += sum(seat is not None and seat in seats and (no, seat, at) not in incidents for no, seat, at in rulings)
    yield "faults_confirmed", (confirmed, len(plays), 0)
    alleged = 0
    for found in match.audit.findings:
        where, seat = found.where, found.seat
        if (found.kind, found.severity, found.cause) != ("fail", "error", None) or seat is None or seat not in seats:
            continue
        if where.trick and where.play:
            at = f"{where.trick}.{where.play}"
            covered = (where.hand, seat, at) in incidents or {(where.hand, seat, at), (where.hand, None, at)} & {*rulings}
            alleged += not covered
    yield "faults_alleged", (alleged, len(plays), 0)
    timed = [play for play in plays if play.seconds is not None]
    if timed:
        yield "think_time", (sum(int(Fraction(str(play.seconds)) * 1000) for play in timed), len(timed), 0)
    if timed and match.sheet in LIMITS:
        first, other = LIMITS[match.sheet]
        over = sum((play.seconds or 0) > (first if play.trick == play.place == 1 else other) for play in timed)
        yield "overtime", (over, len(timed), 0)


def of_hand(hand: Hand, seats: str) -> Iterator[tuple[str, Figure]]:
    """What a unit has in a hand."""
    if not hand.counts:
        return
    side, result = hand.match.side_of(seats), hand.result
    if hand.match.sheet not in {"daguai", "shuangkou"}:
        before, after = result.setting.levels, result.levels or {}
        if side in before and side in after and not hand.claimed_only:
            yield "levels_per_hand", (LEVELS.index(after[side]) - LEVELS.index(before[side]), 1, 0)
        else:
            yield "levels_per_hand", (0, 0, 1)
    yield from of_climbing(hand, seats, side) if hand.match.climbing else of_tricks(hand, seats, side)


# ---------------------------------------------------------------------------------------- trick-taking


def of_tricks(hand: Hand, seats: str, side: str) -> Iterator[tuple[str, Figure]]:
    result = hand.result
    rotates, kitty = hand.match.sheet == "shuangkou", result.level != "flag"
    if result.dealer is None:
        for key in ("bank_share", "dealer_share", "conceded_points", "shutout_rate", *PARTS):
            yield key, (0, 0, 1)
        for key in (*(() if rotates else ("hold_rate", "take_rate")), *(("kitty_capture",) if kitty else ())):
            yield key, (0, 0, 1)
    else:
        bank, taken = result.dealer in side, takes_office(hand)
        yield "bank_share", (int(bank), 1, 0)
        yield "dealer_share", (int(result.dealer in seats), 1, 0)
        if not rotates:
            yield ("hold_rate", share(None if taken is None else not taken)) if bank else ("take_rate", share(taken))
        yield from of_bank(result) if bank else of_attackers(hand, side)
    if hand.played_out and not hand.midway:
        winners = result.winners or ""
        yield "tricks_won", (sum(winner in seats for winner in winners), len(winners), 0)
        yield "leads", led(hand, seats, winners)
        worth = {"5": 5, "T": 10, "K": 10}
        won = [trick for trick, winner in zip(hand.tricks, winners, strict=True) if winner in seats]
        yield "points_taken", (sum(worth.get(card[0], 0) for trick in won for play in trick for card in play.cards), 1, 0)
    else:
        yield "leads", (0, 0, 1)
        yield "tricks_won", (0, 0, 1)
        yield "points_taken", (0, 0, 1)
    if kitty:
        yield from of_burials(hand, seats)
    yield from of_bids(hand, seats)
    yield from of_throws(hand, seats)


def of_bank(result: ComputedHand) -> Iterator[tuple[str, Figure]]:
    yield "conceded_points", mean(result.attackers)
    yield "shutout_rate", share(None if result.attackers is None else result.attackers <= 0)


def of_attackers(hand: Hand, side: str) -> Iterator[tuple[str, Figure]]:
    """The attackers' points, made up of three parts that add up, and the kitty."""
    result = hand.result
    captured = None if result.kitty_points is None else result.kitty_points * (result.multiplier or 0)
    if result.attackers is None:
        for key in PARTS:
            yield key, (0, 0, 1)
    else:
        made = [result.trick_points or 0, captured or 0, result.penalties or 0]
        if result.penalties is None:
            made[2] = result.attackers - made[0] - made[1]
        if sum(made) != result.attackers:  # counted at the discovery of a fault, from tricks alone
            made = [result.attackers, 0, 0]
        for key, value in zip(PARTS, (result.attackers, *made), strict=True):
            yield key, mean(value)
    if result.level != "flag":  # where there is no kitty nobody captures it
        if result.multiplier is not None:
            yield "kitty_gain", mean(captured)
        yield "kitty_capture", share((result.winners or "")[-1] in side if hand.played_out else None)


def takes_office(hand: Hand) -> bool | None:
    """Whether the attackers do: as the next banker, or who won the game, is of theirs; else by 80 points, 100 at the flag."""
    result = hand.result
    if hand.claimed_only:
        return None
    if result.next_dealer is not None:
        return hand.match.side_of(result.next_dealer) != hand.match.side_of(result.dealer or "")
    if result.setting.won is not None and result.levels is not None:
        return result.setting.won != hand.match.side_of(result.dealer or "")
    return None if result.attackers is None else result.attackers >= (100 if result.level == "flag" else 80)


def share(hit: bool | None) -> Figure:
    return (0, 0, 1) if hit is None else (int(hit), 1, 0)


def mean(value: int | None) -> Figure:
    return (0, 0, 1) if value is None else (value, 1, 0)


def led(hand: Hand, seats: str, winners: str) -> Figure:
    """How many of the tricks that somebody won were led by a unit."""
    return sum(trick[0].seat in seats for trick in hand.tricks[: len(winners)]), len(winners), 0


def of_burials(hand: Hand, seats: str) -> Iterator[tuple[str, Figure]]:
    buried = [(each["seat"], each["bury"]) for each in hand.told.get("kitty") or () if "bury" in each]
    if not buried or hand.result.trump is None or any("?" in cards for _, cards in buried):
        yield "buried_points", (0, 0, 1)
        return
    for seat, cards in buried:
        if seat in seats:
            yield "buried_points", (sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards_of(cards)), 1, 0)


def of_bids(hand: Hand, seats: str) -> Iterator[tuple[str, Figure]]:
    bids = hand.told.get("bids")
    if hand.result.level == "flag":
        pass  # what is shown there puts the levels at stake, and names no trump
    elif bids is None:
        yield "bids", (0, 0, 1)
        yield "bids_stood", (0, 0, 1)
    else:
        made: list[str] = []
        last = ""
        for bid in bids:
            if bid[0] != last:  # one who adds to his own declaration makes none
                made.append(bid)
            last = bid[0]
        own = [bid for bid in made if bid[0] in seats]
        yield "bids", (len(own), 1, 0)
        if hand.result.trump is None or hand.result.level is None:
            yield "bids_stood", (0, 0, 1)
        elif own:
            named = [bid for bid in made if shown(bid, hand.result.level) == hand.result.trump]
            yield "bids_stood", (int(bool(named) and named[-1] in own), len(own), 0)
    if hand.match.sheet == "chaodipi" and hand.result.level != "flag":  # under the flag there is no kitty
        answers = [each for each in hand.told.get("kitty") or () if each.get("pass") or "show" in each]
        taken = sum("show" in each and each["seat"] in seats for each in answers)
        yield "reopened", (taken, 1, 0) if answers else (0, 0, 1)


def shown(bid: str, level: str) -> str:
    """The trump that a bid names: the suit of its cards, of two ♥5 the one told, no trump by jokers and under the flag."""
    if level == "flag":
        return "NT"
    cards, _, named = bid[2:].partition("=")
    suits = [card[1] for card in cards_of(cards) if card not in JOKERS]
    return named if named and cards == "5h5h" else suits[-1] if suits else "NT"


def of_throws(hand: Hand, seats: str) -> Iterator[tuple[str, Figure]]:
    rules: Any = import_module(f"tests.oracle.{ORACLES[hand.match.sheet][0]}")
    level, trump = hand.result.level or "", hand.result.trump
    if not hand.plays or trump is None:
        for key in ("throws", "throws_failed", "ruffs"):
            yield key, (0, 0, 1)
        return
    leads = [trick[0] for trick in hand.tricks if trick[0].seat in seats]
    thrown = [lead for lead in leads if parts(rules, lead.attempted, level, trump) > 1]
    if leads:
        yield "throws", (len(thrown), len(leads), 0)
    if thrown:
        yield "throws_failed", (sum(lead.failed for lead in thrown), len(thrown), 0)
    if not hand.played_out:
        yield "ruffs", (0, 0, 1)
        return
    for trick in hand.tricks:
        lead = trick[0]
        try:
            led = getattr(rules, "led_class", rules.class_of)(lead.cards, level, trump)
        except ValueError:
            continue
        if led in {None, "T"} or max(map(lead.cards.count, lead.cards)) > 2:
            continue
        for place, play in enumerate(trick[1:], start=2):
            later = [card for each in hand.plays if each.seat == play.seat and each.trick >= play.trick for card in each.cards]
            if play.seat not in seats or any(rules.effective_suit(card, level, trump) == led for card in later):
                continue
            trumps = all(rules.effective_suit(card, level, trump) == "T" for card in play.cards)
            ruffs = trumps and len(play.cards) == len(lead.cards)
            holds = ruffs and rules.winner([(each.seat, each.cards) for each in trick[:place]], level, trump) == play.seat
            yield "ruffs", (int(holds), 1, 0)


def parts(rules: Any, cards: tuple[str, ...], level: str, trump: str) -> int:
    """How many components a lead has."""
    if max(map(cards.count, cards)) > 2:
        return 0  # no deck has them
    if hasattr(rules, "five_ten_king") and rules.five_ten_king(cards, level, trump) is not None:
        return 1
    if rules.class_of(cards, level, trump) is None:
        return len(cards)
    return len(rules.components(cards, level, trump))


# ---------------------------------------------------------------------------------------- climbing


def of_climbing(hand: Hand, seats: str, side: str) -> Iterator[tuple[str, Figure]]:
    match, result = hand.match, hand.result
    order, count, half = result.finish, len(match.seats), len(match.seats) // 2
    results = MIXES[match.sheet]
    if order is None:
        for key in (*(f"place_{place}" for place in range(1, count + 1)), "both_first", "both_last"):
            yield key, (0, 0, 1)
        for made in results:
            yield f"rise_mix_{made}", (0, 0, 1)
    else:
        losers = order[half:] if match.sheet in LOSERS_UNPLACED and {*order[:half]} in map(set, match.sides) else ""
        if match.document.get("options", {}).get("hand_end") == "third":
            losers = ""  # the hand was played until the third was out
        for place, seat in enumerate(order, start=1):
            unknown = place > half and seats[0] in losers
            yield f"place_{place}", (0, 0, 1) if unknown else (int(seat in seats), 1, 0)
        yield "both_first", (int({*order[:half]} == {*side}), 1, 0)
        yield "both_last", (int({*order[half:]} == {*side}), 1, 0)
        if order[0] in side:
            for made in results:
                yield f"rise_mix_{made}", (int(made == made_by(match.sheet, order, side)), 1, 0)
    if match.sheet == "daguai":
        yield "hand_points", mean(None if hand.claimed_only else (result.points or {}).get(side))
    else:
        yield from of_ace(hand, side)
        yield from of_tribute(hand, seats, side)
    winners = result.winners or ""
    yield "tricks_won", (sum(winner in seats for winner in winners), len(winners), 0 if winners else 1)
    yield "leads", led(hand, seats, winners) if winners else (0, 0, 1)
    yield from of_acts(hand, seats)


def made_by(sheet: str, order: str, side: str) -> int:
    """What the side of the first place made of an order (GD1-5a, GD2-4, DG-5.1 to 5.4)."""
    if sheet != "daguai":
        partner = max(place for place, seat in enumerate(order, start=1) if seat in side)
        return MIXES[sheet][partner - 2]
    lost = {place for place, seat in enumerate(order, start=1) if seat not in side}
    return 8 if lost >= {4, 5, 6} else 5 if lost >= {5, 6} else 3 if 6 in lost else 1


def of_ace(hand: Hand, side: str) -> Iterator[tuple[str, Figure]]:
    setting, result = hand.result.setting, hand.result
    if result.level != "A":
        return
    first = hand.before.result.finish if hand.before is not None else None
    owner = hand.match.side_of(first[0]) if first else setting.in_force
    if owner is None:
        yield "pass_ace", (0, 0, 1)
    elif owner == side and setting.levels.get(side) == "A":
        known = (setting.won is not None or result.levels is not None) and not hand.claimed_only
        yield "pass_ace", share(setting.won == side if known else None)


def of_tribute(hand: Hand, seats: str, side: str) -> Iterator[tuple[str, Figure]]:
    setting, told = hand.result.setting, hand.told
    gifts = [(text[0], text[2], text[4:]) for text in setting.gifts]
    if told.get("tribute"):
        assert list(setting.gifts) == list(told["tribute"])
    if setting.owes is None:
        yield "tribute_paid", (0, 0, 1)
        yield "tribute_refused", (0, 0, 1)
        yield "returned_card", (0, 0, 1)
    elif setting.owes:
        known = told.get("tribute") is not None or told.get("resisted", False) or bool(gifts)
        paid = sum(any(giver == seat for giver, _, _ in gifts) for seat in setting.owes if seat in seats)
        yield "tribute_paid", (paid, len(seats), 0) if known else (0, 0, 1)
        yield "tribute_refused", share((told.get("resisted", False) and setting.owes[0] in side) if known else None)
        if not known:
            yield "returned_card", (0, 0, 1)
    level = hand.result.level
    if level is None:
        return
    order = [*(rank for rank in RANKS if rank != level), level, "LJ", "BJ"]
    for giver, taker, card in gifts:
        place = order.index(card if card in JOKERS else card[0]) + 1
        if giver in seats:
            yield "tribute_net", (-place, 1, 0)
        if giver in seats and setting.owes and giver not in setting.owes:
            yield "returned_card", (place, 1, 0)
        if taker in seats:
            yield "tribute_net", (place, 1, 0)


def of_acts(hand: Hand, seats: str) -> Iterator[tuple[str, Figure]]:
    sheet, result, level = hand.match.sheet, hand.result, hand.result.level
    bombs = sheet != "daguai"
    if not hand.plays or level is None:
        for key in ("pass_rate", "wild_as_other", "lead_taken_over", *(("bombs", "bombs_led") if bombs else ())):
            yield key, (0, 0, 1)
        return
    for play in hand.plays:
        if play.seat in seats and play.place > 1:
            yield "pass_rate", (int(play.passed), 1, 0)
        if play.seat in seats and not play.passed and play.kind is not None:
            wild = [card for card in play.cards if (card in JOKERS if sheet == "daguai" else card == f"{level}h")]
            if wild:
                yield "wild_as_other", (stand_ins(sheet, level, play), len(wild), 0)
    if result.finish is None or hand.midway:
        for key in ("lead_taken_over", *(("bombs", "bombs_led") if bombs else ())):
            yield key, (0, 0, 1)
        return
    own = [play for play in hand.plays if play.seat in seats and play.kind in BOMBS]
    if bombs:
        yield "bombs", (len(own), 1, 0)
        yield "bombs_led", (sum(play.place == 1 for play in own), len(own), 0)
    yield "lead_taken_over", (sum(leader in seats for leader in taken_over(hand)), 1, 0)


def taken_over(hand: Hand) -> Iterator[str]:
    """Who led in place of a winner who had no cards left."""
    for number, winner in enumerate(hand.result.winners or "", start=1):
        if number < len(hand.tricks):
            leader = hand.tricks[number][0].seat
            more = any(play.seat == winner and play.trick > number and not play.passed for play in hand.plays)
            if leader != winner and not more:
                yield leader


def stand_ins(sheet: str, level: str, play: Play) -> int:
    """How many wild cards of a combination stand for another card: of those readings that are what was declared, or else the
    highest, that with the fewest.
    """
    if sheet == "daguai":
        natural = [card for card in play.cards if card not in JOKERS]
        return len(play.cards) - len(natural) if natural else 0
    heart = f"{level}h"
    if not any(card != heart for card in play.cards):
        return 0
    return fewest(sheet, level, play.cards, play.kind or "", play.declared)


@cache
def fewest(sheet: str, level: str, cards: tuple[str, ...], kind: str, declared: str) -> int:
    heart = f"{level}h"
    natural = [card for card in cards if card != heart]
    wild = len(cards) - len(natural)
    order = RANKS if kind in SEQUENCES else [*(rank for rank in RANKS if rank != level), level, *JOKERS]
    found: list[tuple[int, int]] = []
    for stood in guandan.substitutions(level, cards):
        reading = guandan.read(sheet, stood)
        if reading is not None and reading.type == kind and fits(stood, declared):
            others = wild - sum(card == heart for card in stood[len(natural) :])
            found.append((-order.index(reading.key), others))
    return min(found)[1]


def fits(stood: Sequence[str], declared: str) -> bool:
    """Whether cards are what was declared: the ranks in any order, of a straight flush the suit too."""
    if not declared:
        return True
    suit = declared[-1] if declared[-1] in "shcd" else ""
    ranks = declared.removesuffix(suit).replace("BJ", "b").replace("LJ", "l")
    named = sorted({"BJ": "b", "LJ": "l"}.get(card, card[0]) for card in stood)
    return named == sorted(ranks) and (not suit or {card[1] for card in stood} == {suit})


# ---------------------------------------------------------------------------------------- by unit

UNITS: Final = ("player", "pair", "team", "seat", "event", "sheet")
Unit = tuple[str, ...]


def units(match: Match, kind: str) -> Iterator[tuple[Unit, str]]:
    """The units of a kind that took part in a match, each with its seats there."""
    named = match.document.get("seats") or {}
    if kind in {"player", "seat"}:
        for seat in match.seats:
            if kind == "seat":
                yield (seat,), seat
            elif seat in named:
                yield (named[seat]["id"],), seat
        return
    for side in match.sides:
        people = [named[seat] for seat in side if seat in named]
        teams = {player.get("team") for player in people}
        if kind == "pair" and len(people) == len(side):
            yield tuple(sorted(player["id"] for player in people)), side
        elif kind == "team" and len(people) == len(side) and len(teams) == 1 and None not in teams:
            yield (people[0]["team"],), side
        elif kind == "event" and (match.document.get("event") or {}).get("id") is not None:
            yield (match.document["event"]["id"],), side
        elif kind == "sheet":
            yield (match.sheet,), side


def statistics(matches: Iterable[Match], kind: str) -> dict[tuple[str, Unit, str], Figure]:
    """Every statistic of every unit of a kind, by sheet, unit and key; those in which there is nothing are left out."""
    found: dict[tuple[str, Unit, str], Figure] = defaultdict(lambda: (0, 0, 0))
    for match in matches:
        for unit, seats in units(match, kind):
            for key, figure in match.figures(seats).items():
                old = found[match.sheet, unit, key]
                found[match.sheet, unit, key] = (old[0] + figure[0], old[1] + figure[1], old[2] + figure[2])
    return {place: figure for place, figure in found.items() if any(figure)}


def clustered(matches: Iterable[Match], kind: str) -> dict[tuple[str, Unit, str], tuple[int, float]]:
    """Of every statistic of every unit, in how many matches there is anything, and the standard error that the matches tell."""
    by_match: dict[tuple[str, Unit, str], dict[int, tuple[int, int]]] = defaultdict(dict)
    for number, match in enumerate(matches):
        for unit, seats in units(match, kind):
            for key, (numerator, denominator, _) in match.figures(seats).items():
                of_unit = by_match[match.sheet, unit, key]
                n, d = of_unit.get(number, (0, 0))
                of_unit[number] = (n + numerator, d + denominator)
    found = {}
    for place, of_unit in by_match.items():
        n, d = (sum(each) for each in zip(*of_unit.values(), strict=True))
        g = sum(each[1] > 0 for each in of_unit.values())
        residuals = [each[0] - n / d * each[1] for each in of_unit.values()] if d else []
        found[place] = (g, (sum(each * each for each in residuals) * g / (g - 1)) ** 0.5 / d if g > 1 else 0.0)
    return found
