"""Who holds what before trick 1: the deal, the kitty and the burial, or what the plays alone show of them."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from paipu.replay.cards import UNKNOWN, join_cards, split_cards
from paipu.replay.dealt import Parts, cards_in, check_copies, recorded_parts, tell_not_held
from paipu.replay.notation import NOTHING, read_shown, spaced_cards, with_sizes
from paipu.replay.plays import PlayAt, plays_of
from paipu.replay.record import Hand, KittyAction
from paipu.replay.report import Report
from paipu.replay.tricks.bidding import may_reopen
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import TrumpContext

KITTY: Final = "kitty"


class Holdings(NamedTuple):
    """Packed hands before trick 1, by seat index, after the burial.

    Where `complete[s]` is false, `hands[s]` is a lower bound: what the record shows that the seat held. `dealt` has the
    hands before the kitty was taken, None where not known. `kitty` is the final kitty, None when it cannot be told. `left` is
    how many cards each seat has before the first trick on record where that is not trick 1; the hands are those then. Deal and
    burial are `plain` if they are on record and all is in order.
    """

    hands: list[int]
    complete: list[bool]
    dealt: tuple[int | None, ...]
    kitty: int | None
    left: tuple[int, ...] | None = None
    plain: bool = False


def all_played(sheet: TrickSheet, hand: Hand) -> bool:
    """Whether the tricks on record have all the cards that were to be played, whatever the hand was played under."""
    sheet = sheet.at_level(hand.level)
    due = sum(hand.left.values()) if hand.left is not None else sheet.hand_size * len(sheet.seats)
    return cards_in([with_sizes(text) for text in hand.tricks or ()]) >= due


def breaks_off(sheet: TrickSheet, hand: Hand) -> bool:
    """Whether a hand has tricks on record, and not all of them."""
    return hand.tricks is not None and not all_played(sheet, hand)


def may_have_taken(sheet: TrickSheet, level: str | None, hand: Hand, dealt: Counter[str] | None) -> bool:
    """Whether a seat may have taken the kitty up again off the record: by what it was dealt, None where that is not known."""
    if sheet.reopen is None or level is None or hand.kitty is not None:
        return False
    return dealt is None or UNKNOWN in dealt or may_reopen(sheet.reopen, dealt, level)


def holdings(sheet: TrickSheet, ctx: TrumpContext, hand: Hand, dealer: int, report: Report) -> Holdings:
    """Work out the holdings and report what is wrong with the deal and the burial."""
    if not (hand.deal or hand.kitty or hand.tricks or hand.left):  # a score sheet has no cards
        seats = len(sheet.seats)
        return Holdings([0] * seats, [False] * seats, (None,) * seats, None if sheet.kitty_size else 0)
    return _quick(sheet, ctx, hand, dealer) or _Deal(sheet, ctx, hand, dealer, report).holdings()


def _quick(sheet: TrickSheet, ctx: TrumpContext, hand: Hand, dealer: int) -> Holdings | None:
    """The holdings of a fully recorded, faultless deal and burial; None for anything else."""
    deal, actions = hand.deal, hand.kitty
    if hand.left is not None or deal is None or not actions or not sheet.kitty_size or len(deal) != len(sheet.seats) + 1:
        return None
    action = actions[0]
    if action.seat != sheet.seats[dealer] or action.bury is None or action.show is not None:
        return None
    if len(actions) > 1 and not all(later.passed for later in actions[1:]):
        return None
    weight = ctx.weight.__getitem__
    hands = []
    try:
        for seat in sheet.seats:
            cards = spaced_cards(deal[seat])
            if len(cards) != sheet.hand_size:
                return None
            hands.append(sum(map(weight, cards)))
        kitty = spaced_cards(deal[KITTY])
        buried = split_cards(action.bury)
        bury = sum(map(weight, buried))
        pool = hands[dealer] + sum(map(weight, kitty))
    except KeyError:  # unseen cards, or cards written without spaces
        return None
    if len(kitty) != sheet.kitty_size or sum(hands) + pool - hands[dealer] != ctx.deck:
        return None
    # more cards alike than a field counts run over into the next: then there are fewer in it than were buried
    if not len(buried) == ctx.size(bury) == sheet.kitty_size or not ctx.contains(pool, bury):
        return None
    dealt = tuple(hands)
    hands[dealer] = pool - bury
    return Holdings(hands, [True] * len(hands), dealt, bury, plain=True)


class _Deal:
    """The careful way: any part may be missing, partly unseen or wrong."""

    def __init__(self, sheet: TrickSheet, ctx: TrumpContext, hand: Hand, dealer: int, report: Report) -> None:
        self.sheet, self.ctx, self.hand, self.dealer, self.report = sheet, ctx, hand, dealer, report

    def holdings(self) -> Holdings:
        sheet = self.sheet
        parts = self.parts()
        after, bury = self.burial(parts)
        hands: list[Counter[str]] = []
        complete = []
        from_plays = []
        for index, seat in enumerate(sheet.seats):
            held = parts.get(seat)
            if held is not None and UNKNOWN in held:
                held = None
            if index in after:
                held = after[index]
            from_plays.append(held is None)
            if held is None:
                shown = _shown(self.plays, index)
                partly = parts.get(seat)
                if partly is not None and index not in after:
                    shown |= Counter({card: n for card, n in partly.items() if card != UNKNOWN})
                hands.append(shown)
                complete.append(shown.total() == self.sizes[seat])
            else:
                hands.append(held)
                complete.append(True)
        known = [parts.get(seat) if self.hand.left is None else None for seat in sheet.seats]
        self.third_copies(hands, bury, from_plays)
        self.beyond_left(from_plays)
        dealt = tuple(None if held is None or UNKNOWN in held else self.pack(held) for held in known)
        kitty = self.final_kitty(hands, complete, bury)
        left = tuple(self.sizes.values()) if self.hand.left is not None else None
        return Holdings([self.pack(held) for held in hands], complete, dealt, kitty, left)

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many cards each seat has before the first trick on record."""
        return self.hand.left or dict.fromkeys(self.sheet.seats, self.sheet.hand_size)

    @cached_property
    def plays(self) -> tuple[PlayAt, ...]:
        """The plays of the hand, wanted only where a hand is not known otherwise."""
        return tuple(plays_of(self.sheet, self.hand.tricks or ()))

    def pack(self, cards: Mapping[str, int]) -> int:
        """Pack what a deck can hold; more copies than that have been reported already."""
        return self.ctx.pack_counts(cards.items())

    def parts(self) -> Parts:
        """The recorded parts of the deal, checked; a single part that is missing or partly unseen is the rest of the deck.

        Parts that had a wrong count and were put right before play are not known (SK-5.1.1, CDP-6.7).
        """
        sheet = self.sheet
        sizes = dict(self.sizes) | ({KITTY: sheet.kitty_size} if self.hand.left is None else {})
        deck = Counter(dict.fromkeys(self.ctx.order, sheet.cards.copies))
        parts = recorded_parts(self.hand.deal or {}, sizes, sheet.seats, deck, self.report)
        for seat in sheet.seats:
            recorded = (self.hand.deal or {}).get(seat)
            if seat in parts and (recorded is None or UNKNOWN in recorded) and self.disproved(seat, parts):
                parts |= {seat: Counter(split_cards(recorded or UNKNOWN))}
        noted = [incident for incident in self.hand.incidents if incident.ruled is None]
        if any(row.mends for incident in noted if (row := sheet.row_of(incident)) is not None):
            return {part: cards for part, cards in parts.items() if cards.total() == sizes[part]}
        return parts

    def disproved(self, seat: str, parts: Parts) -> bool:
        """Whether a seat plays cards that it has not got if the rest of the deck is its hand: then it was another deck."""
        actions = self.hand.kitty or ()
        taken = Counter[str]()
        if seat == self.sheet.seats[self.dealer] or any(action.seat == seat for action in actions):
            taken = sum((Counter(split_cards(each.bury or "")) for each in actions), parts.get(KITTY, Counter()))
        return UNKNOWN not in taken and bool(_shown(self.plays, self.sheet.seats.index(seat)) - parts[seat] - taken)

    def burial(self, parts: Mapping[str, Counter[str]]) -> tuple[dict[int, Counter[str] | None], Counter[str] | None]:
        """The hands of the seats that buried, by index, and the buried cards; None where not recorded or partly unseen.

        Each who takes the kitty up chooses from his hand and what lies there; he must hold what he shows for it. What the hands
        were then cannot be told of a hand that is on record from its middle on.
        """
        sheet, midway = self.sheet, self.hand.left is not None
        parts = parts if not midway else {}
        hands: dict[int, Counter[str] | None] = {}
        if not sheet.kitty_size:
            # a pass where there was nothing to ask for does no harm
            for number, action in [(at, each) for at, each in enumerate(self.hand.kitty or ()) if not each.passed]:
                self.tell("KITTY-NONE", f"kitty/{number}", action.seat, actual=_action(action))
            return hands, Counter()
        lying = _seen(parts.get(KITTY))
        # shown, and judged as a bid
        early = sheet.reopen is None and (sheet.bids.until_buried or (self.hand.bids == () and sheet.silence == "kitty"))
        taken = False
        for number, action in enumerate(self.hand.kitty or ()):
            shown_alone = action.show is not None and action.bury is None
            untold = action.silent and (taken or (number > 0 and sheet.reopen is not None))
            if action.passed or untold or (shown_alone and early and not taken):
                continue
            if sheet.reopen is None and (shown_alone or taken):
                self.tell("KITTY-AGAIN", f"kitty/{number}", action.seat, actual=_action(action))
                continue
            seat = sheet.seats.index(action.seat)
            if not taken and action.show is not None:
                lying = hands[self.dealer] = None  # what he took up was buried off the record
            elif not taken and seat != self.dealer:
                expected = sheet.seats[self.dealer]
                self.tell("BURY-SEAT", f"kitty/{number}/seat", action.seat, expected=expected, actual=action.seat)
            taken = True
            held = hands[seat] if seat in hands else _seen(parts.get(action.seat))
            if action.show is not None and held is not None and sheet.reopen is not None:
                shown = split_cards(read_shown(action.show).cards)
                if Counter(shown) - held:
                    self.tell("SHOW-NOT-HELD", f"kitty/{number}", action.seat, actual=join_cards(shown))
            pool = held + lying if held is not None and lying is not None else None
            bury = Counter(split_cards(action.bury)) if action.bury is not None else None
            if bury is not None:
                self.check_burial(number, action.seat, bury, pool)
            lying = _seen(bury)
            hands[seat] = pool - lying if pool is not None and lying is not None and not lying - pool else None
        if not taken:
            others = enumerate(sheet.seats)
            hands = {at: None for at, seat in others if may_have_taken(sheet, self.ctx.level, self.hand, parts.get(seat))}
            hands[self.dealer] = None
        return hands if not midway else {}, lying if taken else None

    def check_burial(self, number: int, seat: str, bury: Counter[str], pool: Counter[str] | None) -> None:
        """As many cards as the kitty has, out of the hand and what lay there."""
        place = f"kitty/{number}/bury"
        if bury.total() != self.sheet.kitty_size:
            self.tell("BURY-COUNT", place, seat, expected=str(self.sheet.kitty_size), actual=str(bury.total()))
        if pool is not None:
            foreign = bury - pool
            del foreign[UNKNOWN]
            if foreign:
                cards = join_cards(foreign.elements())
                self.tell("BURY-NOT-HELD", place, seat, actual=cards, cards=cards)

    def tell(
        self,
        code: str,
        pointer: str,
        seat: str | None,
        *,
        expected: str | None = None,
        actual: str | None = None,
        **params: str,
    ) -> None:
        """Report what is wrong before trick 1."""
        self.report.add(code, pointer, trick=0, play=0, seat=seat, expected=expected, actual=actual, **params)

    def final_kitty(self, hands: list[Counter[str]], complete: list[bool], bury: Counter[str] | None) -> int | None:
        """The buried cards, recorded or, where all hands are known, what is left of the deck."""
        if bury is not None:
            return self.pack(bury)
        total: Counter[str] = Counter()
        for held in hands:
            total += held
        deck = Counter(dict.fromkeys(self.ctx.order, self.sheet.cards.copies))
        rest = deck - total
        if all(complete) and not total - deck and rest.total() == self.sheet.kitty_size:
            return self.pack(rest)
        return None

    def beyond_left(self, from_plays: list[bool]) -> None:
        """Report the play by which a seat that has so many cards `left` plays more."""
        if self.hand.left is None or not any(from_plays):
            return
        seats = self.sheet.seats
        left = [self.sizes[seat] for seat in seats]
        for at in self.plays:
            before = left[at.seat]
            left[at.seat] -= len(at.stood)
            if from_plays[at.seat] and left[at.seat] < 0 <= before:
                tell_not_held((at.trick, at.play, seats[at.seat]), at.stood, at.stood[before:], self.report)

    def third_copies(self, hands: list[Counter[str]], bury: Counter[str] | None, from_plays: list[bool]) -> None:
        """Check how many copies of a card known hands, the burial and the plays of others show."""
        if any(from_plays):
            known = (held for held, unknown in zip(hands, from_plays, strict=True) if not unknown)
            plays = (((at.trick, at.play, self.sheet.seats[at.seat]), at.stood) for at in self.plays if from_plays[at.seat])
            check_copies(sum(known, Counter(bury or {})), plays, self.sheet.cards.copies, self.report)


def _shown(plays: tuple[PlayAt, ...], seat: int) -> Counter[str]:
    """The least that a seat must have held to make its plays, throws that failed included."""
    played: Counter[str] = Counter()
    least: Counter[str] = Counter()
    for at in plays:
        if at.seat != seat:
            continue
        if at.attempted is not at.stood:
            for card, count in Counter(at.attempted).items():
                least[card] = max(least[card], played[card] + count)
        played.update(at.stood)
    return least | played


def _seen(cards: Counter[str] | None) -> Counter[str] | None:
    """The cards if all of them were seen."""
    return None if cards is None or UNKNOWN in cards else cards


def _action(action: KittyAction) -> str:
    return action.bury or action.show or NOTHING
