"""What an incident costs by the sheet: points, the hand, or no more than a warning."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sized
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Protocol

from paipu.replay.cards import split_cards
from paipu.replay.faults import WRONG_COUNTS, WRONG_PLAYS, in_time
from paipu.replay.groups import Group
from paipu.replay.record import Incident

THROW_FINED: Final = "CLAIM-PENALTIES/failed_throw"
"""The check of a claim that is wrong about what a failed throw costs, which the plays show."""
BEFORE_PLAY: Final = -1
SAME_PLAY: Final = 0
SAME_TRICK: Final = 1
ANY_TIME: Final = 1_000_000
"""How late something was noticed: before trick 1, at the very play, within the trick, else so many tricks later plus one."""


def tricks_later(tricks: int) -> int:
    """The delay of what is noticed so many tricks after it happened."""
    return SAME_TRICK + tricks


class Fine(NamedTuple):
    """What one kind of incident costs when it is noticed no later than `until`.

    `claim` is the check of a claim that is wrong about it, as `CODE/case`, and so names the clause. It costs `points` and
    `per_card` for each card of the incident, against the side at fault; `score` of the sheet's match score (大分);
    `loses_hand`, the hand; `ends_match`, the match, with what it then counts for the side at fault and for the other. The
    first `free` of a side in a game cost nothing. `by_plays`: what it costs shows in the plays alone. `warns` is the finding
    for what costs nothing or is left to the referee. Of the incidents of one `group` at one seat only one counts; with
    `one_seat` a group at several seats is for the referee. `together`: kinds with one such name count as one where some are
    free. `mends`: cards are drawn until every count is right, so that wrong parts of the recorded deal are not what was
    played with. `forfeit` is what the match then counts, as in `ends_match`, if it was given up for this.
    """

    claim: str = ""
    until: int = ANY_TIME
    points: int = 0
    per_card: int = 0
    score: int = 0
    loses_hand: bool = False
    ends_match: tuple[int, int] | None = None
    free: int = 0
    warns: str = ""
    by_plays: bool = False
    group: str = ""
    one_seat: bool = False
    together: str = ""
    mends: bool = False
    forfeit: tuple[int, int] | None = None


class Evidence(Protocol):
    """What is known of an incident beside its own words."""

    def cards(self, incident: Incident) -> int | None:
        """How many cards it is about, None if nothing tells."""

    def stands(self, incident: Incident) -> bool:
        """Whether a wrong play still lies there, and so was not taken back."""


class ItsWords:
    """An incident is what it says."""

    def cards(self, incident: Incident) -> int | None:
        """As many cards as it names."""
        return len(split_cards(incident.cards)) if incident.cards else None

    def stands(self, incident: Incident) -> bool:
        """Nothing speaks against what it says."""
        del incident
        return False


class Charge(NamedTuple):
    """What incident `number` of a hand comes to; `points` is None where the record does not tell how much."""

    number: int
    incident: Incident
    fine: Fine
    points: int | None
    score: int
    free: bool

    @property
    def fined(self) -> bool:
        """Whether the sheet prints points for it, be it that they are not due the first times."""
        return self.points != 0 or (self.free and self.fine.points != 0)

    @property
    def costs(self) -> bool:
        """Whether it costs anything by the sheet; of one whose cost is not known the referee is told."""
        return bool(self.points or self.score or self.fine.loses_hand or self.fine.ends_match)


ITS_WORDS: Final = ItsWords()


class Tariff(Group):
    """A sheet's fines by kind of incident, each in tiers from the earliest notice to the latest.

    `bank_fault_adds`: points against the bank's side are added to the attackers' (D-CDP-26). `late_if_unsaid`: an incident that
    does not say when it was noticed counts as found late; otherwise its cost is not known where that matters.
    `corrected_lowest`: a wrong play put right in its trick ranks lowest there. `each_of_group`: of a group each counts, not one
    (D-CDP-27). `free_per`: what costs nothing is counted for a side or for a player. `next_trick_late`: a wrong play found in
    the next trick counts as found two later (D-CDP-28). `effects` says which kind of incident a fault would be that a check
    found and nobody noticed. `before_play` has for a kind that which it is before trick 1.
    """

    fines: Mapping[str, tuple[Fine, ...]]
    bank_fault_adds: bool
    late_if_unsaid: bool = False
    corrected_lowest: bool = False
    each_of_group: bool = False
    free_per: Literal["side", "player"] | None = None
    next_trick_late: bool = False
    effects: Mapping[str, str] = MappingProxyType({})
    before_play: Mapping[str, str] = MappingProxyType({})

    def kind_of(self, incident: Incident) -> str:
        """The kind of which an incident is where it happened."""
        return self.before_play.get(incident.kind, incident.kind) if incident.at == (0, 0) else incident.kind

    def fine_of(self, incident: Incident, *, stands: bool = False) -> Fine | None:
        """The fine for an incident; None for a kind that the sheet does not know, or if the cost is not known.

        A wrong play that `stands` was not put right, however soon it was noticed.
        """
        tiers = self.fines.get(self.kind_of(incident), ())
        if len(tiers) < 2:
            return tiers[0] if tiers else None
        late = delay(incident)
        if self.next_trick_late and incident.kind in WRONG_PLAYS and late == tricks_later(1):
            late = tricks_later(2)
        if late == SAME_PLAY and stands:
            late = SAME_TRICK
        if late is None:
            later = incident.noticed is not None and all(fine.until < SAME_PLAY for fine in tiers[:-1])
            return tiers[-1] if later or self.late_if_unsaid else None
        return next(fine for fine in tiers if late <= fine.until)

    def tiers_of(self, incident: Incident) -> Iterator[tuple[str, bool]]:
        """The checks of the tiers of an incident, as whatever kind a table may have taken it for, each with whether it holds.

        None where it is not known when it was noticed.
        """
        alike = next((kinds for kinds in (WRONG_PLAYS, WRONG_COUNTS) if incident.kind in kinds), frozenset({incident.kind}))
        for kind in sorted(alike) if delay(incident) is not None else ():
            taken = replace(incident, kind=kind)
            held, tiers = self.fine_of(taken), self.fines.get(self.kind_of(taken), ())
            yield from ((fine.claim or fine.warns, fine is held) for fine in tiers if len(tiers) > 1)

    @property
    def in_points(self) -> bool:
        """Whether incidents cost points."""
        return any(fine.points or fine.per_card for tiers in self.fines.values() for fine in tiers)

    def change(self, points: int, *, bank: bool) -> int:
        """How points charged to the bank's side, or to the attackers', change the attackers' score."""
        return points if points and bank and self.bank_fault_adds else -points

    def counted_for(self, seat: str, side_of: Mapping[str, int]) -> str:
        """For whom it is counted how often a seat did what costs nothing at first: for itself or for its side."""
        return seat if self.free_per == "player" else str(side_of[seat])

    def counted_as(self, incident: Incident, fine: Fine, side_of: Mapping[str, int]) -> tuple[str, str]:
        """For whom an incident is counted that costs nothing at first, and as what."""
        return self.counted_for(incident.seat, side_of), fine.together or incident.kind

    def charges(
        self,
        incidents: Iterable[Incident],
        earlier: dict[tuple[str, str], int],
        side_of: Mapping[str, int],
        *,
        counted: bool,
        seen: Evidence = ITS_WORDS,
        forfeited_by: int | None = None,
    ) -> Iterator[Charge]:
        """What the incidents of a hand come to: as they are listed, those of a kind in the order in which they were found.

        `earlier` counts those of each side or player and kind, and is moved on. Unless all incidents of the game so far are
        `counted`, whether one of the first is free cannot be told. `seen` is what deal and plays show of them, `forfeited_by`
        the side that gave the match up.
        """
        listed = tuple(incidents)
        noticed = {(side_of[each.seat], each.noticed) for each in listed if each.noticed is not None}
        seats: dict[str, set[str]] = {}
        for each in (each for each in listed if each.counts):
            seats.setdefault(each.kind, set()).add(each.seat)
        charged: set[tuple[str, str]] = set()
        of_kind = {kind: iter([told for told in in_time(listed) if told[1].kind == kind]) for kind in {e.kind for e in listed}}
        in_turn = [next(of_kind[each.kind]) for each in listed]
        for index, incident in ((index, each) for index, each in in_turn if each.counts):
            fine = self.fine_of(incident, stands=seen.stands(incident))
            if fine is None:
                if incident.kind in self.fines:
                    yield Charge(index, incident, Fine(), None, 0, free=False)
                continue
            if fine.forfeit is not None and side_of[incident.seat] == forfeited_by:
                fine = fine._replace(ends_match=fine.forfeit, warns="")
            if fine.group and not self.each_of_group and (incident.seat, fine.group) in charged:
                continue
            charged.add((incident.seat, fine.group))
            free = fine.free > 0
            if free and not _founded(incident, noticed, side_of):
                key = self.counted_as(incident, fine, side_of)
                earlier[key] = earlier.get(key, 0) + 1
                free = earlier[key] <= fine.free
                if free and not counted:
                    yield Charge(index, incident, fine, None, 0, free=False)
                    continue
            if free:
                yield Charge(index, incident, fine, 0, 0, free=True)
                continue
            points: int | None = None if fine.by_plays else fine.points
            if fine.per_card:
                cards = seen.cards(incident)
                points = fine.per_card * cards if cards is not None else None
            if fine.one_seat and len(seats[incident.kind]) > 1:
                points = None
            yield Charge(index, incident, fine, points, fine.score, free=False)


def costly(charges: Iterable[Charge]) -> bool:
    """Whether any of some charges costs points, or may."""
    return any(charge.points != 0 for charge in charges)


def played_on(charges: Iterable[Charge], tricks: Sized) -> bool:
    """Whether the table went on after all that costs the hand had been noticed, so that it was not stopped there (SK-5.3)."""
    noticed = [charge.incident.noticed for charge in charges if charge.fine.loses_hand]
    return bool(noticed) and all(at is not None and at[0] < len(tricks) for at in noticed)


def _founded(incident: Incident, noticed: Container[tuple[int, tuple[int, int]]], side_of: Mapping[str, int]) -> bool:
    """Whether a request to see past tricks found something: a fault of the other side noticed there and then (CDP-7.2).

    `noticed` has the sides whose faults were noticed, and when.
    """
    other = 1 - side_of[incident.seat]
    places = {incident.at, incident.noticed} - {None}
    return incident.kind == "card_check" and any((other, place) in noticed for place in places)


def delay(incident: Incident) -> int | None:
    """How late an incident was noticed, None if the record does not say."""
    at, noticed = incident.at, incident.noticed
    if incident.kind in WRONG_COUNTS:  # wrong from the beginning, whenever it was noticed
        at, noticed = (0, 0), noticed or at
    if noticed is None:
        return None
    if incident.kind in WRONG_PLAYS and (at is None or noticed < at):
        return None
    if noticed == (0, 0):
        return BEFORE_PLAY
    if at is None:
        return None
    if noticed == at:
        return SAME_PLAY
    return tricks_later(max(0, noticed[0] - at[0]))
