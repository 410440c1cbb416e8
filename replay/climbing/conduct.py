"""Conduct with cards and clocks: exposed cards, early plays, counts asked and announced, think time, 记过, penalties."""

from collections import Counter
from collections.abc import Sequence

from paipu.replay.cards import HIDDEN, UNKNOWN, split_cards
from paipu.replay.climbing.result import Played
from paipu.replay.climbing.seen import IncidentEvidence, wrong_tribute
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.steps import Penalised, Reached, steps_of
from paipu.replay.clock import check_plays, check_tribute
from paipu.replay.faults import in_time
from paipu.replay.notation import NOTHING, PASS, UNSEEN, read_gift
from paipu.replay.plays import BEFORE, PlayAt, Recorded, plays_of
from paipu.replay.record import Hand, Incident
from paipu.replay.report import Report

_NOT_TOLD = None
_BOTH = 2


def check_clocks(sheet: ClimbingSheet, hand: Hand, sizes: Sequence[int], report: Report) -> None:
    """Report what took too long in a hand, given how many cards each seat plays in it."""
    if hand.tribute_seconds:
        check_tribute(sheet.clocks, hand, report)
    check_plays(sheet, hand, sizes, report)


class Conduct:
    """Checks the incidents of one hand; `sides` has the side of each seat.

    `reached` are the steps that were come to in the match before, `played` is the hand as far as it was stepped.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        hand: Hand,
        sizes: Sequence[int],
        report: Report,
        sides: Sequence[int] | None = None,
        reached: tuple[Reached, ...] = (),
        played: Played | None = None,
    ) -> None:
        self.sheet, self.hand, self.sizes, self.report = sheet, hand, tuple(sizes), report
        self.sides = sides or sheet.alternating
        self.rules = sheet.conduct
        self.marks = [0, 0]
        self.played = played
        self.penalised = Penalised(sheet, hand, sizes, self.sides, reached, report)

    def run(self) -> Sequence[int]:
        """Report what incidents come to; gives each side's 记过."""
        plays = Recorded(plays_of(self.sheet, self.hand.tricks or (), self.sizes))
        seen = IncidentEvidence(self.sheet, self.hand, plays, self.sizes, wrong_tribute(self.sheet, self.played, self.report))
        exposed: list[tuple[PlayAt | None, int, Counter[str]]] = []
        steps, marks = self.sheet.steps, self.sheet.penalties.marks
        timed = steps is not None or marks is not None  # what counts one after the other
        for number, incident in in_time(self.hand.incidents) if timed else enumerate(self.hand.incidents):
            if not incident.counts or self.is_disproved(number, incident, seen):
                continue
            stepped = incident.step or steps_of(self.sheet, incident.kind)
            if steps is not None and stepped and not self.return_shown(incident):
                self.penalised.judge(steps, number, incident, plays)
                continue
            told = self.sheet.penalties.told_of(incident)
            seat = self.sheet.seat_at[incident.seat]
            if not told:
                shown = self.return_shown(incident)
                self.report.at_incident("TRIBUTE-SHOWN" if shown else "INCIDENT-KIND", number, incident, actual=shown)
                continue
            if incident.kind == "exposed" and self.rules.exposed_led and incident.cards:
                place = plays.at(incident.at)
                if place is not None or incident.at == BEFORE:  # else when it binds is not known
                    exposed.append((place, seat, Counter(split_cards(incident.cards))))
            if incident.kind == "out_of_turn" and self.rules.early_exposed:
                self.check_early(number, incident, plays, exposed)
            elif incident.kind in {"count_asked", "count_told", "unannounced"}:
                self.check_count(number, incident, plays)
            elif marks is not None and incident.kind in marks.kinds:
                self.marks[self.sides[seat]] += 1
                self.report.at_incident(told, number, incident, case=incident.kind, marks=self.marks[self.sides[seat]])
            else:
                self.report.at_incident(told, number, incident, case=incident.kind)
        if exposed:
            self.check_exposed(plays, exposed)
        return self.marks

    def is_disproved(self, number: int, incident: Incident, seen: IncidentEvidence) -> bool:
        """Report an incident that the record disproves; one that a ruling finds proven counts all the same."""
        shows = seen.disproof(incident) if self.sheet.penalties.knows(incident.kind) else None
        if shows is not None:
            self.report.at_incident("INCIDENT-DISPROVED", number, incident, shows, case=incident.kind)
        return shows is not None and incident.ruled is None

    # -- exposed cards (GD3-E2.2, E2.3)

    def check_early(
        self, number: int, incident: Incident, plays: Recorded, exposed: list[tuple[PlayAt | None, int, Counter[str]]]
    ) -> None:
        """A card played before the player in front acted: a warning if he then passes, else the card is exposed."""
        seat = self.sheet.seat_at[incident.seat]
        place = plays.at(incident.at)
        if place is not None and place.seat == seat:  # written at his own play: the one before it is in question
            place = plays.before(place)
        if place is None or place.token == UNSEEN:
            self.report.at_incident("INCIDENT-EARLY-OPEN", number, incident)
        elif place.token == PASS:
            self.report.at_incident("INCIDENT-EARLY", number, incident)
        else:
            self.report.at_incident("INCIDENT-EARLY-EXPOSED", number, incident)
            if incident.cards:
                exposed.append((place, seat, Counter(split_cards(incident.cards))))

    def check_exposed(self, plays: Recorded, exposed: Sequence[tuple[PlayAt | None, int, Counter[str]]]) -> None:
        """Who has exposed cards and leads must lead one of them alone, until they are gone."""
        for seat in dict.fromkeys(seat for _, seat, _ in exposed):
            left: Counter[str] = Counter()
            holding = self.holding(seat)
            waiting = [
                (since.place if since is not None else BEFORE, cards) for since, whose, cards in exposed if whose == seat
            ]
            waiting.sort(key=lambda each: each[0], reverse=True)
            for at in plays.of_seat(seat):
                while waiting and waiting[-1][0] < at.place:
                    left.update(waiting.pop()[1])
                if at.token == PASS:
                    continue
                if HIDDEN in at.token:
                    break  # whether an exposed card was among it nobody can tell
                made = at.stood
                if holding is not None:  # a card that several saw is exposed as often as it is there
                    left &= holding
                    holding -= Counter(made)
                if at.play == 1 and left and (len(made) != 1 or made[0] not in left):
                    expected = " | ".join(sorted(left))
                    self.report.at_play("LEAD-EXPOSED", (at.trick, at.play, self.sheet.seats[seat]), expected, "".join(made))
                left -= Counter(made)

    def holding(self, seat: int) -> Counter[str] | None:
        """The cards of a seat at the first trick on record; None if that does not tell all of them."""
        name = self.sheet.seats[seat]
        dealt = Counter(split_cards((self.hand.deal or {}).get(name, UNKNOWN)))
        for text in (self.hand.tribute or ()) if self.hand.left is None else ():
            giver, taker, card = read_gift(text)
            dealt[card] += (taker == name) - (giver == name)
        return dealt if UNKNOWN not in dealt and min(dealt.values()) >= 0 else None

    # -- returned cards (GD1-4d)

    def return_shown(self, incident: Incident) -> str | None:
        """The card of a double tribute's return that somebody exposed before trick 1, where it must lie face down.

        Whether the other one had been returned by then is not on record.
        """
        if not self.rules.returns_hidden or incident.kind != "exposed" or incident.at != BEFORE:
            return None
        received: set[str] = set()
        returned: dict[str, str] = {}
        for text in self.hand.tribute or ():
            giver, taker, card = read_gift(text)
            if giver in received:
                returned[giver] = card
            received.add(taker)
        if len(returned) < _BOTH or incident.seat not in returned:
            return None
        back = returned[incident.seat]
        return back if incident.cards is None or back in split_cards(incident.cards) else None

    # -- counts (GD1-4f, GD3-F6, DG-6.1, DG-6.2)

    def left_at(self, seat: int, at: tuple[int, int], plays: Recorded, *, after: bool) -> int:
        """How many cards a seat held at a play, before or after it was made."""
        return self.sizes[seat] - plays.played_by(seat, at, after=after)

    def check_count(self, number: int, incident: Incident, plays: Recorded) -> None:
        """A count asked for, told, or not announced."""
        rules, seat = self.rules, self.sheet.seat_at[incident.seat]
        if rules.counts_agreed is False:
            self.report.at_incident("COUNT-NOT-AGREED", number, incident)
            return
        place = plays.at(incident.at)
        if incident.at is None or (place is None and incident.at != BEFORE) or plays.unseen_by(seat, incident.at):
            self.report.at_incident("COUNT-OPEN", number, incident)
        elif incident.kind == "unannounced":
            before, left = (self.left_at(seat, incident.at, plays, after=after) for after in (False, True))
            if not rules.announces(before, left):
                self.report.at_incident("COUNT-UNCONFIRMED", number, incident, str(rules.announce_at), str(left))
            else:
                self.report.at_incident("COUNT-UNANNOUNCED", number, incident, str(left))
        elif incident.kind == "count_asked":
            if rules.ask_on_turn and place is not None and place.seat != seat:
                self.report.at_incident("COUNT-OFF-TURN", number, incident, self.sheet.seats[place.seat], incident.seat)
        elif rules.answer_up_to is not None:
            left = self.left_at(seat, incident.at, plays, after=False)
            due = left if left <= rules.answer_up_to else _NOT_TOLD
            if incident.count != due:
                words = [NOTHING if count is None else str(count) for count in (due, incident.count)]
                self.report.at_incident("COUNT-ANSWER", number, incident, *words)
