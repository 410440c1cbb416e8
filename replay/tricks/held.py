"""What the seats hold while tricks are stepped, and the plays of which not all cards were seen.

Of a seat that made such a play the least is known, what it goes on to play, and where it was known what it held, the most.
"""

from collections.abc import Container, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from paipu.replay.budget import CANDIDATE
from paipu.replay.cards import HIDDEN, may_be, missing_cards, seen_cards, split_cards
from paipu.replay.dealt import hidden_beyond, tell_not_held, told_by_hand
from paipu.replay.notation import FAILED, UNSEEN, read_token, split_trick
from paipu.replay.plays import PlayAt, rotations
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.follow import FOLLOW_CODES, FollowFault, Owed, follow_fault
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, Play, TrumpContext
from paipu.replay.tricks.units import Shape, lead_shape
from paipu.replay.tricks.winner import winner_of

ALTERNATIVES_SHOWN: Final = 6
_WORLDS: Final = 300
"""So many plays that one of which cards were not seen may have been are tried; of more nothing is said."""

Way = tuple[int, Play]
"""What a play of which cards were not seen may have been, and the least that its seat held then."""


class HeldCards:
    """The cards of the seats of a hand.

    `hands` are packed by seat index and shrink as cards are played; `complete` and the holdings are as in `Holdings`. Of a seat
    that made a play which was not all seen `most` has all that it may hold, if that is known; `points_open`: what points there
    are in such a play is not known. `fines_open` says that what failed throws cost cannot be told.
    """

    def __init__(self, sheet: TrickSheet, ctx: TrumpContext, hand: Hand, held: Holdings, report: Report) -> None:
        self.sheet = sheet
        self.ctx = ctx
        self.tricks = hand.tricks or ()
        self.hands = list(held.hands)
        self.complete = list(held.complete)
        self.report = report
        self.unproven = False
        self.fines_open = False
        self.broken = False
        self.points_open = False
        self.most: dict[int, int] = {}
        self.faults: set[int] = set()

    def _play(self, token: str) -> tuple[Play, Play]:
        """The attempted and the standing play of a token."""
        if token.isalnum():  # cards, and neither a pass, a failed throw nor a reading
            play = self.ctx.plays[token]
            return play, play
        written, plays = read_token(token), self.ctx.plays
        made = plays[written.stood]
        return (plays[written.thrown], made) if written.failed else (made, made)

    def _holds(self, seat: int, play: Play, number: int, position: int) -> bool:
        """Whether the seat holds the cards. If not, report it and go on with what the seat's plays alone show."""
        held = self.most.get(seat, self.hands[seat]) if self.most else self.hands[seat]
        if play.possible and (not play.size or self.ctx.contains(held, play.cards)):
            return True
        made = split_cards(play.text)
        self._tell_not_held(seat, made, missing_cards(made, self.ctx.unpack(held)), number, position)
        return False

    def _tell_not_held(self, seat: int, made: Sequence[str], missing: Sequence[str], number: int, position: int) -> None:
        """Report cards that are not held, and go on with what the seat's plays alone show."""
        tell_not_held((number, position, self.sheet.seats[seat]), made, missing, self.report)
        self.complete[seat] = False
        self.most.pop(seat, None)
        self.broken = True
        self.hands[seat] = self.shown_from(seat, number)

    def shown_from(self, seat: int, number: int) -> int:
        """The least that a seat holds from its play in this trick on, by its recorded plays."""
        return self._shown[number - 1][seat]

    @cached_property
    def _shown(self) -> Sequence[Sequence[int]]:
        """For each trick what each seat shows in it and later, and nothing after the last; worked out once, from the end."""
        ctx, seats = self.ctx, self.sheet.seats
        shown = [0] * len(seats)
        found = [tuple(shown)]
        for text in reversed(self.tricks):
            leader, *tokens = split_trick(text)
            for seat, token in zip(rotations(seats)[seats.index(leader)], tokens, strict=False):
                attempted, made = self._play(token)
                least = ctx.add(shown[seat], made.cards)
                shown[seat] = least if attempted is made else ctx.add(least, ctx.minus(attempted.cards, least))
            found.append(tuple(shown))
        found.reverse()
        return found

    def _take(self, seat: int, play: Play) -> None:
        """Take played cards from the hand, as far as they are there."""
        if seat in self.most:
            self.most[seat] = self.ctx.minus(self.most[seat], play.cards)
        if self.ctx.contains(self.hands[seat], play.cards):
            self.hands[seat] -= play.cards
        else:
            self.hands[seat] = self.ctx.minus(self.hands[seat], play.cards)

    def _lose_sight(self, seat: int, play: Play, number: int) -> None:
        """Go on after a play of which not all was seen: the least that is held is what the seat goes on to play."""
        if self.complete[seat]:
            self.most[seat] = self.hands[seat]
        if seat in self.most:
            self.most[seat] = self.ctx.minus(self.most[seat], play.cards)
        self.complete[seat] = False
        self.hands[seat] = self.shown_from(seat, number + 1)

    def lead_unseen(self, seat: int, token: str, number: int) -> tuple[Play, Shape | None]:
        """A lead of which not all was seen: what was seen of it must be held, and nobody can tell how it had to be followed.

        Where that is a throw that failed, and what stood of it was seen, that is followed.
        """
        attempted, made = self._play(token)
        self._holds_seen(seat, attempted, number, 1)
        self.fines_open = self.fines_open or attempted is not made
        self.unproven = self.unproven or attempted.size != 1
        if HIDDEN in made.text or made.cls == MIXED or not made.possible:
            self._lose_sight(seat, made, number)
            return made, None
        made = self.ctx.as_lead(made)
        self._take(seat, made)
        return made, lead_shape(self.ctx, made)

    def follow_unseen(
        self, seat: int, token: str, lead: Play, led: Shape | None, number: int, position: int
    ) -> tuple[Play, Sequence[Way]]:
        """A follow of which not all was seen: wrong if it is, whatever it was. Also what it may have been, if that is told."""
        attempted, made = self._play(token)
        at = (number, position, self.sheet.seats[seat])
        if attempted is not made:
            self.report.at_play("THROW-FOLLOW", at, actual=token)
        ways: Sequence[Way] = ()
        if self._holds_seen(seat, made, number, position):
            later = self.shown_from(seat, number + 1) if not self.complete[seat] else None
            ways = self._ways(seat, made, later) if led is not None else ()
            faults = [follow_fault(self.ctx, self.sheet.follow, hand, lead, led, way) for hand, way in ways] if led else []
            fault = faults[0] if faults else None
            if fault is not None and all(each is not None and each.owed == fault.owed for each in faults):
                if fault.owed is not Owed.HIGHEST_OR_TRIO:
                    self.faults.add(seat)
                self._report_follow(seat, made, lead, led or lead_shape(self.ctx, lead), fault, number, position)
        self._lose_sight(seat, made, number)
        return made, ways

    def _ways(self, seat: int, made: Play, later: int | None) -> list[Way]:
        """All that a play may have been, with the least that was held then; none where that is too much to try.

        `later` is what the seat goes on to play, None where its hand is known.
        """
        ctx, hand = self.ctx, self.hands[seat] if later is None else self.most.get(seat, self.ctx.deck)
        pool = list(dict.fromkeys(ctx.unpack(hand)))
        hidden = [card for card in split_cards(made.text) if HIDDEN in card]
        fits = [[card for card in pool if may_be(each, card)] for each in hidden]
        if prod(map(len, fits)) > _WORLDS:
            return []
        self.report.budget.spend(CANDIDATE * prod(map(len, fits)))
        found: dict[int, Way] = {}
        seen = "".join(seen_cards(made.text))
        for cards in product(*fits):
            play = ctx.parse(seen + "".join(cards))
            if play.possible and ctx.contains(hand, play.cards):
                found[play.cards] = (hand if later is None else ctx.add(later, play.cards), play)
        return list(found.values())

    def winner_of_seen(
        self,
        lead: Play,
        led: Shape | None,
        made: Sequence[tuple[int, Play]],
        ways: dict[int, Sequence[Way]],
        lowest: Container[int],
    ) -> tuple[int, int] | None:
        """Who won, and with what points, whatever the plays were of which not all was seen; None if nobody can tell who."""
        if led is None:
            return None
        seen = [(seat, play) for seat, play in made if seat not in ways]
        winner, won = winner_of(self.sheet, self.ctx, lead, led, seen, lowest), sum(play.points for _, play in seen)
        for seat, each in ways.items():
            if not each:
                return None
            for _, way in each:
                others = ways.keys() - {seat}
                tried = [(whose, way if whose == seat else other) for whose, other in made if whose not in others]
                if winner_of(self.sheet, self.ctx, lead, led, tried, lowest) != winner:
                    return None
            points = {way.points for _, way in each}
            self.points_open = self.points_open or len(points) > 1
            won += min(points)
        return winner, won

    def _holds_seen(self, seat: int, play: Play, number: int, position: int) -> bool:
        """Whether the seat may hold the cards that were seen of a play, and some for those that were not."""
        held = self.hands[seat] if self.complete[seat] else self.most.get(seat)
        if held is None:
            return True
        missing = hidden_beyond(split_cards(play.text) if play.text != UNSEEN else (), self.ctx.unpack(held))
        if missing:
            self._tell_not_held(seat, split_cards(play.text), missing, number, position)
        return not missing

    def _report_follow(
        self, seat: int, made: Play, lead: Play, led: Shape, fault: FollowFault, number: int, position: int
    ) -> None:
        owed = Owed.TRACTOR if fault.owed is Owed.PAIR and led.tractors else fault.owed
        ctx = self.ctx
        expected = None
        if self.complete[seat] and self.report.may_list():
            legal = legal_follows(ctx, self.sheet.follow, self.hands[seat], lead, led, ALTERNATIVES_SHOWN)
            self.report.budget.spend(CANDIDATE * legal.visited)
            expected = str(legal)
        self.report.at_play(
            FOLLOW_CODES[owed],
            (number, position, self.sheet.seats[seat]),
            expected,
            made.text,
            owed=fault.expected,
            given=fault.given,
            suit=ctx.class_name(lead.cls),
            lead=lead.text,
        )

    def told_by_hand(self, seat: int, token: str) -> str:
        """The play with the cards that it can only have been, where the hand is known and leaves no choice."""
        if not self.complete[seat] or FAILED in token or token == UNSEEN:
            return token
        return told_by_hand(split_cards(token), self.ctx.unpack(self.hands[seat])) or token

    def left_of(self, at: PlayAt, held: int) -> int:
        """What is left of a hand after a play, where the trick has been stepped."""
        if HIDDEN in at.token and not self.complete[at.seat]:
            return self.shown_from(at.seat, at.trick + 1)
        taken = self._play(at.token)[1].cards
        return held - taken if self.ctx.contains(held, taken) else self.ctx.minus(held, taken)
