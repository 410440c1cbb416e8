"""The state machine of a hand's tricks: it steps a trick at a time, checks every play and works out who won.

The common tricks, single cards or a led pair with follows that break nothing, take a fast path that commits only when all is
in order. Anything else goes the careful way, which alone reports findings; both ways share the same state.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from paipu.replay.budget import QUICK_TRICK, steps_of_careful
from paipu.replay.cards import HIDDEN
from paipu.replay.notation import PASS, with_sizes
from paipu.replay.plays import rotations
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.follow import Owed, follow_fault
from paipu.replay.tricks.held import Way
from paipu.replay.tricks.leading import LeadCheck
from paipu.replay.tricks.rules import BeatRules
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import Terms
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, blocked_units, shape_of
from paipu.replay.tricks.winner import check_leader, is_tied, ranked_lowest, winner_of

_FOUR_PLAYS: Final = 5
_ONE_CARD: Final = 2


Made = tuple[tuple[int, Play], ...]
"""The plays of a trick with who made them, the lead first."""


class TrickMachine(LeadCheck):
    """One hand in play.

    `leader` leads trick 1. `winners` has a seat index a finished trick; `points` are those in the tricks of each seat.
    `lowest` has by trick the seats whose play cannot win there, corrected in the trick. `last` is
    the last trick's winning play with the led shape, for the kitty. `told` is how many winners are sure where a later trick
    lacks plays, or has some that were not seen, None where none does; `open_tricks` counts such tricks, `unseen_tricks` those
    that lack none.
    """

    def __init__(
        self,
        sheet: TrickSheet,
        ctx: TrumpContext,
        hand: Hand,
        dealer: int,
        held: Holdings,
        report: Report,
        leader: int | None = None,
    ) -> None:
        super().__init__(sheet, ctx, hand, held, report)
        self.dealer = dealer
        self.leader = self.turn = dealer if leader is None else leader
        self.winners: list[int] = []
        self.open_tricks = 0
        self.points = [0] * len(sheet.seats)
        self.last: tuple[Play, Play] | None = None
        self.unseen_tricks = 0
        self.told: int | None = None
        self.lowest = ranked_lowest(sheet, hand.incidents)
        self.quick = len(sheet.seats) == _FOUR_PLAYS - 1 and not self.lowest
        # a watched copy is asked only where it decides
        self.last_of_equals = type(sheet.beat) is not BeatRules or not sheet.beat.equal_first
        self.careful: list[str] = []

    @property
    def steps(self) -> int:
        """What stepping the tricks cost."""
        return QUICK_TRICK * len(self.tricks) + self.careful_steps

    @property
    def careful_steps(self) -> int:
        """What stepping those tricks cost that were not stepped the quick way."""
        return sum(map(steps_of_careful, self.careful))

    @property
    def played_out(self) -> bool:
        """Whether everybody's cards are known and were played."""
        return all(self.complete) and not any(self.hands)

    @property
    def attackers_points(self) -> int:
        """The points in the tricks that the attackers took."""
        return sum(self.points[1 - self.dealer % 2 :: 2])

    def run(self, tricks: Iterable[str]) -> None:  # noqa: C901 - calls for its parts would cost as much as they do
        """Step through tricks, in notation."""
        singles, plays, masks, hands = self.ctx.singles, self.ctx.plays, self.ctx.masks, self.hands
        seats, orders, points, winners = self.sheet.seats, rotations(self.sheet.seats), self.points, self.winners
        quick, last_of_equals, trump, turn, last = self.quick, self.last_of_equals, TRUMP, self.turn, None
        for text in tricks:
            tokens = text.split(" ")
            if quick and len(tokens) == _FOUR_PLAYS and tokens[0] == seats[turn]:
                _, one, two, three, four = tokens
                first, left, across, right = orders[turn]
                if len(one) > _ONE_CARD and HIDDEN not in text:
                    made = ((first, plays[one]), (left, plays[two]), (across, plays[three]), (right, plays[four]))
                    if (made[0][1].is_pair and self._quick_pairs(made)) or self._quick_structure(made):
                        turn, last = self.turn, None
                        continue
                elif len(one) <= _ONE_CARD:
                    try:  # unpacked, for it is faster than to ask a play for one thing after the other
                        cards, bit, cls, power, worth = singles[one]
                        cards2, bit2, cls2, power2, worth2 = singles[two]
                        cards3, bit3, cls3, power3, worth3 = singles[three]
                        cards4, bit4, cls4, power4, worth4 = singles[four]
                    except KeyError:
                        pass
                    else:
                        led, follow, then, end = hands[first], hands[left], hands[across], hands[right]
                        # every hand holds its card, and nobody discards or ruffs while holding the led class
                        if (
                            led & bit
                            and follow & bit2
                            and then & bit3
                            and end & bit4
                            and (cls2 == cls or not follow & masks[cls])
                            and (cls3 == cls or not then & masks[cls])
                            and (cls4 == cls or not end & masks[cls])
                        ):
                            if last_of_equals and is_tied([(power, cls), (power2, cls2), (power3, cls3), (power4, cls4)]):
                                self._won_of_equals(tuple(zip(orders[turn], [plays[card] for card in tokens[1:]], strict=True)))
                                turn, last = self.turn, None
                                continue
                            hands[first] = led - cards
                            hands[left] = follow - cards2
                            hands[across] = then - cards3
                            hands[right] = end - cards4
                            best, turn = one, first
                            if power2 > power and cls2 in (cls, trump):
                                best, power, turn = two, power2, left
                            if power3 > power and cls3 in (cls, trump):
                                best, power, turn = three, power3, across
                            if power4 > power and cls4 in (cls, trump):
                                best, turn = four, right
                            points[turn] += worth + worth2 + worth3 + worth4
                            winners.append(turn)
                            last = one, best
                            continue
            self.turn = turn
            self._careful(text)
            turn, last = self.turn, None
        self.turn = turn
        if last is not None:
            self.last = (plays[last[0]], plays[last[1]])

    def _quick_pairs(self, made: Made) -> bool:
        """A led pair that everybody follows as he must; False, and nothing done, if it is anything else."""
        ctx, hands, (winner, lead) = self.ctx, self.hands, made[0]
        guard, best, power, cls, points = ctx.guard, lead, lead.power, lead.cls, 0
        mask, high = ctx.masks[cls], ctx.high_masks[cls]
        for seat, play in made:
            hand, cards, own = hands[seat], play.cards, play.cls
            if play.is_pair:
                if not hand & cards or (own != cls and hand & mask):
                    return False
                if play.power > power and own in (cls, TRUMP):
                    best, winner, power = play, seat, play.power
            elif (
                play.size != 2
                or hand & high
                or (own != cls and hand & mask != cards & mask)
                or ((hand | guard) - cards) & guard != guard
            ):
                return False
            points += play.points
        if self.last_of_equals and is_tied([(play.power, play.cls) for _, play in made if play.is_pair]):
            self._won_of_equals(made)
        else:
            self._won(made, winner, points, best)
        return True

    def _won_of_equals(self, made: Made) -> None:
        """A trick of single cards or of a led pair in which several are as high: who takes it is asked of the sheet."""
        lead = made[0][1]
        winner = winner_of(self.sheet, self.ctx, lead, shape_of(self.ctx, lead.cards, lead.cls), made)
        best = next(play for seat, play in made if seat == winner)
        self._won(made, winner, sum([play.points for _, play in made]), best)

    def _quick_structure(self, made: Made) -> bool:
        """A trick of more than single cards in which all is in order; False, and nothing done, if it is anything else."""
        ctx, hands, (winner, lead) = self.ctx, self.hands, made[0]
        guard, size, cls, best, points = ctx.guard, lead.size, lead.cls, lead, lead.points
        if cls == MIXED or lead.trio != MIXED or not lead.possible or not ctx.contains(hands[winner], lead.cards):
            return False
        led = shape_of(ctx, lead.cards, cls)
        if led.count > 1 and not self._unbeatable(made, led, cls):
            return False
        mask, high, pairs, contested = ctx.masks[cls], ctx.high_masks[cls], led.pair_count, False
        for seat, play in made[1:]:
            hand, cards, own = hands[seat], play.cards, play.cls
            if play.size != size or ((hand | guard) - cards) & guard != guard or not play.possible:
                return False
            held = hand & mask
            # pairs are owed to pairs alone, and by those who hold some
            legal = not held & high or (play.pairs >= pairs and not led.tractors)
            if own != cls:
                legal = cards & mask == held
            if not legal and follow_fault(ctx, self.sheet.follow, hand, lead, led, play) is not None:
                return False
            if own in (cls, TRUMP):  # without the pairs, or of single cards the high ones, nobody wins
                contested = contested or (play.pairs >= pairs and (pairs > 0 or play.power >= lead.power))
            contested = contested or play.trio != MIXED
            points += play.points
        if contested:
            winner = winner_of(self.sheet, ctx, lead, led, made)
            best = next(play for seat, play in made if seat == winner)
        self._won(made, winner, points, best)
        return True

    def _won(self, made: Made, winner: int, points: int, best: Play) -> None:
        """A seat takes a trick, of which the cards are gone."""
        hands = self.hands
        for seat, play in made:
            hands[seat] -= play.cards
        self.turn, self.last = winner, (made[0][1], best)
        self.points[winner] += points
        self.winners.append(winner)

    def _unbeatable(self, made: Made, led: Shape, cls: int) -> bool:
        """Whether a throw is allowed, and known to be beyond beating by anybody else."""
        if (cls == TRUMP and not self.sheet.throws.trump_throws) or not all(self.complete):
            return False
        others, above = [self.hands[seat] for seat, _ in made[1:]], self.ctx.above[cls][led.lowest]
        return not any(hand & above for hand in others) or not blocked_units(self.ctx, led, cls, others)

    def _careful(self, text: str) -> None:
        """Any trick: check the leader, the lead, each follow and its holding, and find the winner."""
        self.careful.append(text)
        tokens = with_sizes(text).split(" ")
        sheet, report = self.sheet, self.report
        number = len(self.winners) + self.open_tricks + 1
        leader = sheet.seats.index(tokens[0])
        check_leader(sheet, self.dealer, self.turn, leader, number, report)
        order: Sequence[int] = rotations(sheet.seats)[leader]
        texts = tokens[1:]
        if len(texts) < len(order) and PASS not in texts and not all(self.hands):
            order = [seat for seat in order if seat == leader or self.hands[seat] or not self.complete[seat]]
        last = number == len(self.tricks)
        if len(texts) > len(order) or (len(texts) < len(order) and not last):
            report.add(
                "TRICK-PLAYS",
                f"tricks/{number - 1}",
                trick=number,
                play=min(len(texts), len(order) + 1),
                expected=str(len(order)),
                actual=str(len(texts)),
            )
        whole = len(texts) >= len(order)
        lead, led = self._lead(leader, texts[0], number)
        made: list[tuple[int, Play]] = [(leader, lead)]
        ways: dict[int, Sequence[Way]] = {}
        for position, (seat, written) in enumerate(zip(order[1:], texts[1:], strict=False), start=2):
            token = self.told_by_hand(seat, written) if HIDDEN in written else written
            if HIDDEN in token:
                play, ways[seat] = self.follow_unseen(seat, token, lead, led, number, position)
                made.append((seat, play))
            else:
                made.append((seat, self._follow(seat, token, lead, led, number, position)))
        if not whole:
            self.open_tricks += 1
            self.turn = leader
            if not last:
                self._lose_plays(order[len(texts) :], number)
            return
        lowest = self.lowest.get(number, ())
        if ways or HIDDEN in texts[0]:
            known = self.winner_of_seen(lead, led, made, ways, lowest)
            if known is None:
                self.unseen_tricks += 1
                self._lose_winner(number, leader)
                return
            winner, won = known
        else:
            winner, won = winner_of(self.sheet, self.ctx, lead, led, made, lowest), sum([play.points for _, play in made])
        self.points[winner] += won
        self.winners.append(winner)
        self.last = (lead, next(play for seat, play in made if seat == winner))
        self.turn = winner

    def _lose_plays(self, missing: Iterable[int], number: int) -> None:
        """Go on after a trick that lacks plays: who won it, and what those seats played, cannot be told."""
        self.broken = True
        self.open_tricks -= 1
        self._lose_winner(number, self.turn)
        for seat in missing:
            self.complete[seat] = False
            self.hands[seat] = self.shown_from(seat, number + 1)

    def _lose_winner(self, number: int, leader: int) -> None:
        """Go on after a trick of which nobody can tell the winner: who leads the next one by the record."""
        self.open_tricks += 1
        if self.told is None:
            self.told = len(self.winners)
        self.turn = self.sheet.seats.index(self.tricks[number][0]) if number < len(self.tricks) else leader

    def _follow(self, seat: int, token: str, lead: Play, led: Shape | None, number: int, position: int) -> Play:
        """Check a follow and take its cards from the hand."""
        attempted, made = self._play(token)
        if attempted is not made:
            self.report.at_play("THROW-FOLLOW", (number, position, self.sheet.seats[seat]), actual=token)
        if self._holds(seat, made, number, position) and led is not None:
            fault = follow_fault(self.ctx, self.sheet.follow, self.hands[seat], lead, led, made)
            if fault is not None:
                if fault.owed is not Owed.HIGHEST_OR_TRIO:
                    self.faults.add(seat)
                self._report_follow(seat, made, lead, led, fault, number, position)
        self._take(seat, made)
        return made


class Played(NamedTuple):
    """A hand after its last recorded trick."""

    terms: Terms
    ctx: TrumpContext
    held: Holdings
    machine: TrickMachine
