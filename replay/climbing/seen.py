"""What deal, clock, tribute and plays show of an incident: that there was no such fault."""

from collections.abc import Collection, Sequence

from paipu.replay.cards import split_cards
from paipu.replay.climbing.result import Played
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.clock import timed_gifts, timed_play
from paipu.replay.notation import NOTHING, read_gift
from paipu.replay.plays import BEFORE, Recorded
from paipu.replay.record import Hand, Incident
from paipu.replay.report import Report


class IncidentEvidence:
    """The incidents of a hand held against what is on record of it.

    `sizes` are how many cards each seat had before its plays, `wrong_tribute` the seats whose tribute was found to be wrong, or
    of whose cards too little is known to tell.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        hand: Hand,
        plays: Recorded,
        sizes: Sequence[int],
        wrong_tribute: Collection[str],
    ) -> None:
        self.sheet, self.hand, self.plays, self.sizes = sheet, hand, plays, sizes
        self.wrong_tribute = wrong_tribute

    def disproof(self, incident: Incident) -> str | None:
        """What the record has that shows that there was no such fault; None where nothing does."""
        if incident.kind in {"hand_count", "overdraw"}:
            return self.drawn(incident)
        if incident.kind == "timeout":
            return self.in_time(incident)
        if incident.kind == "tribute_wrong":
            return self.given(incident)
        return self.told(incident) if incident.kind == "unannounced" else None

    def drawn(self, incident: Incident) -> str | None:
        """As many cards as he should have, and for a wrong draw everybody."""
        deal, size = self.hand.deal or {}, self.sheet.hand_size
        seats = self.sheet.seats if incident.kind == "overdraw" else (incident.seat,)
        right = self.hand.left is None and all(len(split_cards(deal.get(seat, ""))) == size for seat in seats)
        return str(size) if right else None

    def in_time(self, incident: Incident) -> str | None:
        """The seconds of the play, or of the cards that he paid or returned, none of which are too many."""
        clocks, place = self.sheet.clocks, self.plays.at(incident.at)
        timed: list[tuple[float | None, int | None]] = []
        if incident.at == BEFORE:
            timed = [(taken, limit) for giver, taken, limit in timed_gifts(clocks, self.hand) if giver == incident.seat]
        elif place is not None and self.sheet.seats[place.seat] == incident.seat:
            timed = [timed_play(clocks, self.hand, place.place)]
        if not timed or any(taken is None or limit is None or taken > limit for taken, limit in timed):
            return None
        return " ".join(f"{taken:g} ≤ {limit}" for taken, limit in timed)

    def given(self, incident: Incident) -> str | None:
        """His right card, or what others gave, on a list that nobody put right: it was found in play, or names the card."""
        gave = [card for giver, _, card in map(read_gift, self.hand.tribute or ()) if giver == incident.seat]
        stands = incident.noticed is not None and incident.noticed > BEFORE
        named = incident.cards is not None and split_cards(incident.cards) == gave
        if self.hand.tribute is None or incident.seat in self.wrong_tribute or not (stands or named):
            return None
        return " ".join(gave) or " ".join(each.replace(" ", ":") for each in self.hand.tribute) or NOTHING

    def told(self, incident: Incident) -> str | None:
        """The very number that he had left."""
        place, seat = self.plays.at(incident.at), self.sheet.seat_at[incident.seat]
        if incident.count is None or place is None or place.seat != seat or self.plays.unseen_by(seat, place.place):
            return None
        held = self.sizes[seat] - self.plays.played_by(seat, place.place, after=True)
        return str(held) if held == incident.count and self.sheet.conduct.announces(held + place.size, held) else None


def wrong_tribute(sheet: ClimbingSheet, played: Played | None, report: Report) -> frozenset[str]:
    """The seats whose tribute in a hand was found to be wrong, or who gave a card out of a hand that is not known."""
    if played is None:
        return frozenset(sheet.seats)
    unknown = {move.giver for move in played.tribute.moved if not played.dealt.known[move.giver]}
    told = (each for each in report.of_hand if each.code.startswith("TRIBUTE-"))
    return frozenset(sheet.names(unknown)).union(*(each.seat or "".join(sheet.seats) for each in told))
