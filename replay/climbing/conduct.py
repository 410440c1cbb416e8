"""Conduct with cards and clocks: exposed cards, early plays, counts asked and announced, think time, 记过."""

from collections import Counter
from collections.abc import Sequence

from replay.cards import UNKNOWN, split_cards
from replay.climbing.play import PASS, PlayAt, plays_of
from replay.climbing.sheet import ClimbingSheet
from replay.record import Hand, Incident
from replay.report import Report

_NOT_TOLD = None
_BEFORE = (0, 0)


class Conduct:
    """Checks the incidents and clocks of one hand."""

    def __init__(self, sheet: ClimbingSheet, hand: Hand, sizes: Sequence[int], report: Report) -> None:
        self.sheet, self.hand, self.sizes, self.report = sheet, hand, tuple(sizes), report
        self.rules = sheet.conduct
        self.marks = [0, 0]

    def run(self) -> Sequence[int]:
        """Report what incidents and clocks come to; gives each side's 记过."""
        self.check_clocks()
        if not self.hand.incidents:
            return self.marks
        plays = list(plays_of(self.sheet, self.hand.tricks or (), self.sizes))
        exposed: list[tuple[PlayAt | None, int, Counter[str]]] = []
        for number, incident in enumerate(self.hand.incidents):
            warned = self.rules.incidents.get(incident.kind)
            seat = self.sheet.seat_at[incident.seat]
            if warned is None:
                self.tell("INCIDENT-KIND", number, incident)
                continue
            if warned.marks:
                self.marks[seat % 2] += 1
            if incident.kind == "exposed" and self.rules.exposed_led and incident.cards:
                place = self.place_of(incident, plays)
                if place is not None or incident.at == _BEFORE:  # else when it binds is not known
                    exposed.append((place, seat, Counter(split_cards(incident.cards))))
            if incident.kind == "out_of_turn" and self.rules.early_exposed:
                self.check_early(number, incident, plays, exposed)
            elif incident.kind in {"count_asked", "count_told", "unannounced"}:
                self.check_count(number, incident, plays)
            else:
                self.tell(warned.code, number, incident)
        if exposed:
            self.check_exposed(plays, exposed)
        return self.marks

    def tell(self, code: str, number: int, incident: Incident, expected: str | None = None, actual: str | None = None) -> None:
        trick, play = incident.at or (None, None)
        self.report.add(
            code,
            f"incidents/{number}",
            trick=trick,
            play=play,
            seat=incident.seat,
            expected=expected,
            actual=incident.kind if actual is None else actual,
        )

    def place_of(self, incident: Incident, plays: Sequence[PlayAt]) -> PlayAt | None:
        """The play that an incident is about; None if the record does not tell."""
        return next((at for at in plays if (at.trick, at.play) == incident.at), None)

    # -- exposed cards (GD3-E2.2, E2.3)

    def check_early(
        self, number: int, incident: Incident, plays: Sequence[PlayAt], exposed: list[tuple[PlayAt | None, int, Counter[str]]]
    ) -> None:
        """A card played before the player in front acted: a warning if he then passes, else the card is exposed."""
        seat = self.sheet.seat_at[incident.seat]
        place = self.place_of(incident, plays)
        if place is not None and place.seat == seat:  # written at his own play: the one before it is in question
            index = plays.index(place) - 1
            place = plays[index] if index >= 0 else None
        if place is None:
            self.tell("INCIDENT-EARLY-OPEN", number, incident)
        elif place.token == PASS:
            self.tell("INCIDENT-EARLY", number, incident)
        else:
            self.tell("INCIDENT-EARLY-EXPOSED", number, incident)
            if incident.cards:
                exposed.append((place, seat, Counter(split_cards(incident.cards))))

    def check_exposed(self, plays: Sequence[PlayAt], exposed: Sequence[tuple[PlayAt | None, int, Counter[str]]]) -> None:
        """Who has exposed cards and leads must lead one of them alone, until they are gone."""
        for seat in dict.fromkeys(seat for _, seat, _ in exposed):
            left: Counter[str] = Counter()
            holding = self.holding(seat)
            waiting = [(since[:2] if since is not None else _BEFORE, cards) for since, whose, cards in exposed if whose == seat]
            for at in plays:
                left += sum((cards for since, cards in waiting if since < (at.trick, at.play)), Counter[str]())
                waiting = [(since, cards) for since, cards in waiting if since >= (at.trick, at.play)]
                if at.seat != seat or at.token == PASS:
                    continue
                made = split_cards(at.token.partition("=")[0])
                if holding is not None:  # a card that several saw is exposed as often as it is there
                    left &= holding
                    holding -= Counter(made)
                if at.play == 1 and left and (len(made) != 1 or made[0] not in left):
                    expected = " | ".join(sorted(left))
                    self.report.add(
                        "LEAD-EXPOSED",
                        f"tricks/{at.trick - 1}",
                        trick=at.trick,
                        play=at.play,
                        seat=self.sheet.seats[seat],
                        expected=expected,
                        actual="".join(made),
                    )
                left -= Counter(made)

    def holding(self, seat: int) -> Counter[str] | None:
        """The cards of a seat at trick 1; None if the record does not tell all of them."""
        name = self.sheet.seats[seat]
        dealt = Counter(split_cards((self.hand.deal or {}).get(name, UNKNOWN)))
        for text in self.hand.tribute or ():
            giver, taker, card = text[0], text[2], text[4:]
            dealt[card] += (taker == name) - (giver == name)
        return dealt if UNKNOWN not in dealt and min(dealt.values()) >= 0 else None

    # -- counts (GD1-4f, GD3-F6, DG-6.1, DG-6.2)

    def left_at(self, seat: int, at: tuple[int, int], plays: Sequence[PlayAt], *, after: bool) -> int:
        """How many cards a seat held at a play, before or after it was made."""
        played = sum(
            len(play.token.partition("=")[0]) // 2
            for play in plays
            if play.seat == seat and play.token != PASS and ((play.trick, play.play) < at or (after and play[:2] == at))
        )
        return self.sizes[seat] - played

    def check_count(self, number: int, incident: Incident, plays: Sequence[PlayAt]) -> None:
        """A count asked for, told, or not announced."""
        rules, seat = self.rules, self.sheet.seat_at[incident.seat]
        if rules.counts_agreed is False:
            self.tell("COUNT-NOT-AGREED", number, incident)
            return
        place = self.place_of(incident, plays)
        if incident.at is None or (place is None and incident.at != _BEFORE):
            self.tell("COUNT-OPEN", number, incident)
        elif incident.kind == "unannounced":
            left = self.left_at(seat, incident.at, plays, after=True)
            if left != rules.announce_at:
                self.tell("COUNT-UNCONFIRMED", number, incident, str(rules.announce_at), str(left))
            else:
                self.tell("COUNT-UNANNOUNCED", number, incident, str(rules.announce_at))
        elif incident.kind == "count_asked":
            if rules.ask_on_turn and place is not None and place.seat != seat:
                self.tell("COUNT-OFF-TURN", number, incident, self.sheet.seats[place.seat], incident.seat)
        elif rules.answer_up_to is not None:
            left = self.left_at(seat, incident.at, plays, after=False)
            due = left if left <= rules.answer_up_to else _NOT_TOLD
            if incident.count != due:
                words = ["-" if count is None else str(count) for count in (due, incident.count)]
                self.tell("COUNT-ANSWER", number, incident, *words)

    # -- clocks: what GD3-A4 allows

    def check_clocks(self) -> None:
        """Each act that took longer than the sheet allows; what follows is the referee's."""
        rules, hand = self.rules, self.hand
        if rules.seconds is None or not hand.seconds or not hand.tricks:
            return
        first = rules.first_seconds or rules.seconds
        over = {
            (trick, play): (taken, first if (trick, play) == (1, 1) else rules.seconds)
            for trick, row in enumerate(hand.seconds, start=1)
            if max(filter(None, row), default=0) > rules.seconds
            for play, taken in enumerate(row, start=1)
            if taken is not None and taken > (first if (trick, play) == (1, 1) else rules.seconds)
        }
        for at in plays_of(self.sheet, hand.tricks, self.sizes) if over else ():
            if (at.trick, at.play) in over:
                taken, limit = over[at.trick, at.play]
                self.report.add(
                    "CLOCK-PLAY",
                    f"seconds/{at.trick - 1}/{at.play - 1}",
                    trick=at.trick,
                    play=at.play,
                    seat=self.sheet.seats[at.seat],
                    expected=str(limit),
                    actual=f"{taken:g}",
                    case="pass" if at.token == PASS else None,
                )
