"""A hand of a match as a board (复式): what was dealt, at which level and who led, and what it came to for each side."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from paipu.replay.cards import UNKNOWN, split_cards
from paipu.replay.computed import ComputedHand, ComputedMatch, Results
from paipu.replay.event_rules import BoardResult
from paipu.replay.plays import cards_by_seat
from paipu.replay.record import GameRecord, Hand, HandClaims
from paipu.replay.rulesheet import RuleSheet

Both = tuple[int, int]
Came = Mapping[BoardResult, Both]
"""What a hand came to, by what it may be compared by; nothing where that cannot be told."""
ByAccount = Mapping[Literal["recorded", "computed", "ruled"], Came]
NOTHING_CAME: Final[Came] = MappingProxyType({})


class BoardHand(NamedTuple):
    """A hand that was a board: `hand` is its index in the record, None for a match of which no hand is told.

    `dealt` are the parts of the deal on record; of a seat whose hand is not, or not all of it, `played` has the cards that it
    played. `results` is by account, `void` those by which the hand does not count.
    """

    hand: int | None
    no: int
    set: str | None
    level: str | None = None
    leader: str | None = None
    dealt: Mapping[str, str] = MappingProxyType({})
    played: Mapping[str, str] = MappingProxyType({})
    tribute: tuple[str, ...] = ()
    results: ByAccount = MappingProxyType({})
    void: frozenset[str] = frozenset()

    def came_to(self, account: str, kind: BoardResult) -> Both | None:
        """What it came to by an account; None where that is not told, or it does not count."""
        told = account if account in self.results else "computed"
        if told in self.void:
            return None
        return self.results.get(cast("Literal['recorded', 'computed', 'ruled']", told), NOTHING_CAME).get(kind)

    def is_void(self, account: str) -> bool:
        """Whether it does not count by an account."""
        return (account if account in self.results else "computed") in self.void


def boards_of(sheet: RuleSheet, record: GameRecord, audit: Results, ruled: Results | None) -> tuple[BoardHand, ...]:
    """The hands of a record as boards: the first is that which its event names, each further one the next; none else."""
    if record.event is None or record.event.board is None:
        return ()
    first, name = record.event.board
    found = []
    for at, hand in enumerate(record.hands):
        results = {"recorded": _claimed(sheet, record, at, audit), "computed": _computed(sheet, audit, at)}
        void = {"recorded", "computed"} if not audit.hands[at].setting.counts else set[str]()
        if ruled is not None:
            results["ruled"] = _computed(sheet, ruled, at)
            void |= {"ruled"} if not ruled.hands[at].setting.counts else set()
        computed = audit.hands[at]
        found.append(
            BoardHand(
                hand=at,
                no=first + at,
                set=name,
                level=hand.level or computed.level,
                leader=_leader(record, at, computed),
                dealt=hand.deal if hand.deal is not None and hand.left is None else {},
                played=_played(sheet, hand),
                tribute=hand.tribute or (),
                results=cast("ByAccount", results),
                void=frozenset(void),
            )
        )
    if not record.hands:
        came = _of_match(sheet, record, audit.match)
        found.append(BoardHand(None, first, name, results={"recorded": came, "computed": came}))
    return tuple(found)


def _leader(record: GameRecord, at: int, computed: ComputedHand) -> str | None:
    """Who led the hand: as the plays show, else as it is noted."""
    hand = record.hands[at]
    if hand.tricks and hand.left is None:
        return hand.tricks[0][0]
    return hand.lead or hand.dealer or (record.start.dealer if record.start is not None and not at else computed.dealer)


def _played(sheet: RuleSheet, hand: Hand) -> Mapping[str, str]:
    """What the seats played whose hand is not on record, or not all of it."""
    dealt = hand.deal if hand.deal is not None and hand.left is None else {}
    lacking = [seat for seat in sheet.seats if seat not in dealt or UNKNOWN in dealt[seat]]
    if not lacking or not hand.tricks:
        return {}
    sizes = [hand.left[seat] if hand.left is not None and seat in hand.left else sheet.hand_size for seat in sheet.seats]
    by_seat = cards_by_seat(sheet, hand.tricks, sizes)
    return {seat: " ".join(by_seat[sheet.seat_at[seat]]) for seat in lacking}


def _claimed(sheet: RuleSheet, record: GameRecord, at: int, audit: Results) -> Came:
    """What the score sheet says that a hand came to."""
    hand, before = record.hands[at], audit.hands[at].setting.levels
    claims = hand.claims or HandClaims()
    if at:
        earlier = record.hands[at - 1].claims
        before = earlier.levels or {} if earlier is not None else {}
    match, past = record.claims, audit.hands[at].setting.won
    if match is not None and match.reason == "passed" and at == len(record.hands) - 1:
        past = match.winner
    rose = _rose(sheet, before, claims.levels, past)
    return _came(sheet, rose, claims.score, claims.points, hand.dealer or audit.hands[at].dealer, claims.attackers)


def _computed(sheet: RuleSheet, audit: Results, at: int) -> Came:
    hand = audit.hands[at]
    past = hand.setting.won
    if past is None and at == len(audit.hands) - 1 and (audit.match.reason == "passed" or audit.match.past is not None):
        past = sheet.sides[audit.match.past] if audit.match.past is not None else audit.match.winner
    return _came(
        sheet, _rose(sheet, hand.setting.levels, hand.levels, past), hand.score, hand.points, hand.dealer, hand.attackers
    )


def _of_match(sheet: RuleSheet, record: GameRecord, computed: ComputedMatch) -> Came:
    """What a match is claimed to have come to of which no hand is told: its one board."""
    claims = record.claims
    if claims is None:
        return NOTHING_CAME
    first = sheet.level_name(0)
    before = (record.start.levels if record.start is not None else None) or dict.fromkeys(sheet.sides, first)
    past = claims.winner if claims.reason == "passed" else None
    return _came(sheet, _rose(sheet, before, claims.levels, past), claims.score, claims.points or computed.points, None, None)


def _came(
    sheet: RuleSheet,
    rose: Both | None,
    score: Mapping[str, int] | None,
    points: Mapping[str, int] | None,
    dealer: str | None,
    attackers: int | None,
) -> Came:
    """A hand's results, of those that the sheet may be compared by."""
    found: dict[BoardResult, Both] = {}
    first, second = sheet.sides
    if rose is not None:
        found["levels"] = (rose[0] - rose[1], rose[1] - rose[0])
    if score and first in score and second in score:
        found["score"] = (score[first], score[second])
    if points and first in points and second in points:
        found["points"] = (points[first] - points[second], points[second] - points[first])
    if dealer is not None and attackers is not None:
        found["attackers"] = (-attackers, attackers) if sheet.side_of[dealer] == 0 else (attackers, -attackers)
    return {kind: found[kind] for kind in sheet.event.boards if kind in found}


def _rose(sheet: RuleSheet, before: Mapping[str, str], after: Mapping[str, str] | None, past: str | None) -> Both | None:
    """By how many levels each side rose; one may have passed the last."""
    if not after:
        return None
    found = []
    for side in sheet.sides:
        was, now = sheet.level_index(before.get(side)), sheet.level_index(after.get(side))
        if was is None or now is None:
            return None
        found.append(now - was + (side == past))
    return found[0], found[1]


def cards_in(text: str) -> list[str]:
    """The cards of a part of a deal, without those that nobody saw."""
    return [card for card in split_cards(text) if card != UNKNOWN]
