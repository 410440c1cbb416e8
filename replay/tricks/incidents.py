"""What deal and plays show of an incident: how many cards were wrong, whether they still lie there, whether it can have been.

`tricks` hold the cards as they lay when the trick was turned over. So a wrong play that the sheet lets its player take back
(noticed at once, or in its trick where the wrong card is changed then) is not among them, but what he played instead; any other
one is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from paipu.replay.cards import HIDDEN, join_cards, split_cards
from paipu.replay.clock import timed_play
from paipu.replay.faults import WRONG_PLAYS
from paipu.replay.findings import Finding
from paipu.replay.notation import NOTHING
from paipu.replay.penalties import SAME_PLAY, SAME_TRICK, delay
from paipu.replay.plays import PlayAt, Recorded, plays_of
from paipu.replay.record import Hand, Incident
from paipu.replay.report import Report
from paipu.replay.tricks.deal import KITTY
from paipu.replay.tricks.follow import FOLLOW_CODES, follow_fault
from paipu.replay.tricks.legal import VISITED_AT_MOST, any_will_do, legal_follows
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TrumpContext
from paipu.replay.tricks.units import lead_shape

SHOWN_FROM_HAND: Final = frozenset({"exposed", "failed_throw"})
"""The kinds of incident whose cards were in the hand, and more or fewer than those of a play."""
BY_THE_CARD: Final = WRONG_PLAYS | {"out_of_turn"}
"""The kinds of incident that are a play, so that no more cards can be concerned than it has."""


class Before(NamedTuple):
    """A moment of a hand: what each seat holds, and whether all of it is known."""

    ctx: TrumpContext
    hands: tuple[int, ...]
    complete: tuple[bool, ...]


class IncidentEvidence:
    """The incidents of a hand held against its deal and plays; `findings` are those of the plays."""

    def __init__(self, sheet: TrickSheet, hand: Hand, played: Played | None, findings: Iterable[Finding]) -> None:
        self.sheet, self.hand, self.played = sheet, hand, played
        wrong = set(FOLLOW_CODES.values())
        self.wrong = {(each.where.trick, each.where.play) for each in findings if each.code in wrong}

    @cached_property
    def plays(self) -> Recorded:
        """The plays of the hand."""
        return Recorded(plays_of(self.sheet, self.hand.tricks or ()))

    def play_of(self, incident: Incident) -> PlayAt | None:
        """The play that an incident is about, if it is one of its seat's on record, of which all was seen."""
        at = self.plays.at(incident.at)
        mine = at is not None and self.sheet.seats[at.seat] == incident.seat and HIDDEN not in at.token
        return at if mine else None

    def stands(self, incident: Incident) -> bool:
        """Whether a wrong play still lies there: then nobody took it back."""
        return incident.kind in WRONG_PLAYS and incident.at in self.wrong and self.play_of(incident) is not None

    def taken_back(self, incident: Incident) -> bool:
        """Whether what lies there was played instead of the wrong cards."""
        late = delay(incident)
        in_time = late is not None and SAME_PLAY <= late <= (SAME_TRICK if self.sheet.charging.corrected_lowest else SAME_PLAY)
        return incident.kind in WRONG_PLAYS and in_time and not self.stands(incident)

    # -- how many cards

    def cards(self, incident: Incident) -> int | None:
        """How many cards an incident is about, by the plays where they tell, else by its own words; None if neither does."""
        given, play = len(split_cards(incident.cards)) if incident.cards else None, self.play_of(incident)
        if incident.kind in BY_THE_CARD and play is not None:
            least, size = self.fewest(incident, play), len(play.attempted)
            if given is not None:
                return min(max(given, least), size)
            if self.stands(incident):
                return least or None
            return size if size == 1 or incident.kind == "out_of_turn" else None
        if incident.kind in SHOWN_FROM_HAND and given is not None:
            return given - self.not_held(incident).total() or None
        return given

    def fewest(self, incident: Incident, play: PlayAt) -> int:
        """How many cards of the play that an incident is about were wrong at least."""
        return (self.least_change(play) or 0) if self.stands(incident) else 0

    def least_change(self, play: PlayAt) -> int | None:
        """How many cards of a wrong follow had to be others; None if the hand is not known well enough."""
        before = self.before(play.trick)
        lead = self.plays.lead(play)
        if before is None or play.play == 1 or HIDDEN in lead.token:
            return None
        ctx = before.ctx
        led, hand = ctx.as_lead(ctx.plays[join_cards(lead.stood)]), before.hands[play.seat]
        if len(play.stood) == 1:
            return 1
        if led.cls == MIXED or not led.possible or not before.complete[play.seat] or len(play.stood) != led.size:
            return None
        made, held = Counter(play.stood), Counter(ctx.unpack(hand & ctx.masks[led.cls]))
        if any_will_do(ctx, self.sheet.follow, hand, led):
            return (held - made).total()
        legal = legal_follows(ctx, self.sheet.follow, hand, led, lead_shape(ctx, led), VISITED_AT_MOST)
        if legal.total != len(legal.plays):
            return None
        return min(((made - Counter(split_cards(text))).total() for text in legal.plays), default=None)

    @cached_property
    def course(self) -> Sequence[Before]:
        """The hand before each of its tricks, and after the last; nothing without plays."""
        if self.played is None:
            return ()
        done = self.played.machine
        machine = TrickMachine(done.sheet, done.ctx, self.hand, done.dealer, self.played.held, Report({}), leader=done.leader)
        found = [Before(machine.ctx, tuple(machine.hands), tuple(machine.complete))]
        for text in machine.tricks:
            machine.run((text,))
            found.append(Before(machine.ctx, tuple(machine.hands), tuple(machine.complete)))
        return found

    def before(self, trick: int) -> Before | None:
        """The hand before a trick, counted from 1; None without plays."""
        return self.course[min(max(trick - 1, 0), len(self.course) - 1)] if self.course else None

    def held_at(self, incident: Incident) -> Counter[str] | None:
        """What a seat held when the trick of an incident began, or at the first; None where that is not known."""
        before = self.before(incident.at[0] if incident.at is not None else 0)
        seat = self.sheet.seats.index(incident.seat)
        if before is None or not before.complete[seat]:
            return None
        return Counter(before.ctx.unpack(before.hands[seat]))

    def not_held(self, incident: Incident) -> Counter[str]:
        """The cards of an incident that its seat had not got then, as far as that is known."""
        held = self.held_at(incident)
        return Counter(split_cards(incident.cards or "")) - held if held is not None else Counter()

    # -- what does not agree

    def objection(self, incident: Incident) -> str | None:
        """The cards that there were instead of those an incident names; None where nothing speaks against these."""
        if not incident.cards or incident.kind not in BY_THE_CARD | SHOWN_FROM_HAND:
            return None
        given, play = Counter(split_cards(incident.cards)), self.play_of(incident)
        missing = self.not_held(incident)
        if missing:
            return join_cards((given - missing).elements()) or NOTHING
        if incident.kind in SHOWN_FROM_HAND or play is None:
            return None
        lies = join_cards(play.attempted)
        return None if self.fewest(incident, play) <= given.total() <= len(play.attempted) else lies

    def disproved(self, incident: Incident) -> bool:
        """Whether deal and plays, fully known, show that there was no such fault."""
        if incident.kind == "timeout":
            return self.in_time(incident)
        if incident.kind in WRONG_PLAYS:
            return self.every_play_was_right(incident) and not (self.taken_back(incident) and self.was_wrong(incident))
        sizes = {part: len(split_cards(cards)) for part, cards in (self.hand.deal or {}).items()}
        wanted = {**dict.fromkeys(self.sheet.seats, self.sheet.hand_size), KITTY: self.sheet.kitty_size}
        buried = [len(split_cards(action.bury)) for action in self.hand.kitty or () if action.bury is not None]
        if any(count != self.sheet.kitty_size for count in buried):
            return False
        if incident.kind == "kitty_count":
            return bool(buried)
        if incident.kind == "hand_count":
            return sizes.get(incident.seat) == self.sheet.hand_size
        return incident.kind == "overdraw" and all(sizes.get(part, 0) == size for part, size in wanted.items())

    def in_time(self, incident: Incident) -> bool:
        """Whether the seconds on record of a play, or of a burial before the first one, are not too many."""
        clocks, place = self.sheet.clocks, self.play_of(incident)
        timed: list[tuple[float | None, int | None]] = []
        if incident.at == (0, 0):
            own = (each for each in self.hand.kitty or () if each.seat == incident.seat and each.bury is not None)
            timed = [(each.seconds, clocks.bury) for each in own]
        elif place is not None and incident.at is not None:
            timed = [timed_play(clocks, self.hand, incident.at)]
        return bool(timed) and all(taken is not None and limit is not None and taken <= limit for taken, limit in timed)

    def every_play_was_right(self, incident: Incident) -> bool:
        """Whether the whole hand is known and its seat played by the rules: in the trick named, or else in all."""
        machine = self.played.machine if self.played is not None and self.hand.tricks and self.hand.left is None else None
        if machine is None or not all(machine.complete) or machine.broken or any(machine.hands):
            return False
        return self.sheet.seats.index(incident.seat) not in machine.faults

    def was_wrong(self, incident: Incident) -> bool:
        """Whether the cards that were taken back may have been wrong ones."""
        play, before = self.play_of(incident), self.before(incident.at[0]) if incident.at is not None else None
        if play is None or before is None or play.play == 1 or not incident.cards or not before.complete[play.seat]:
            return True
        ctx, lead = before.ctx, self.plays.lead(play)
        if HIDDEN in lead.token:
            return True
        led, shown = ctx.as_lead(ctx.plays[join_cards(lead.stood)]), ctx.plays[incident.cards.replace(" ", "")]
        if led.cls == MIXED or not led.possible or shown.size != led.size or self.not_held(incident):
            return True
        return follow_fault(ctx, self.sheet.follow, before.hands[play.seat], led, lead_shape(ctx, led), shown) is not None
