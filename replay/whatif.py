"""What would follow if something had been played, declared, buried, paid or ruled otherwise.

The fact is replaced in the record, and the record is audited again. What the audit then finds wrong later in the hand could not
have happened so: from there on the hand is open, and only what comes before it is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from paipu.replay.audit import audit
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.faults import Moment, established
from paipu.replay.findings import Finding, Kind, Severity
from paipu.replay.match import both_late
from paipu.replay.notation import join_trick, read_token, split_trick
from paipu.replay.plays import plays_of_hand
from paipu.replay.record import GameRecord, Hand, Ruling
from paipu.replay.ruling.alleged import hand_of
from paipu.replay.ruling.comparison import Again, Change, appeared, changes, hand_by_no
from paipu.replay.sheets import sheet_of

CLAIMS = "claims"
"""In a pointer: what is wrong there is only what somebody wrote down of the result."""


class Play(NamedTuple):
    """Other cards at a place, in notation: `KsKs`, `AsKs>Ks`, `-`."""

    at: Moment
    cards: str


class Bids(NamedTuple):
    """Other declarations, all of them, in order."""

    bids: tuple[str, ...]


class Burial(NamedTuple):
    """Other cards buried by a seat, or by whoever buried first."""

    cards: str
    seat: str | None = None


class Tribute(NamedTuple):
    """Other cards paid and returned, all of them, in order."""

    gifts: tuple[str, ...]


Fact = Play | Bids | Burial | Tribute | Ruling
"""What may have been otherwise."""


class NoFactError(Exception):
    """The record has nothing at that place that could have been otherwise."""


class Trick(NamedTuple):
    """What a trick came to: who won it, and the attackers' points in it where the game counts such; None where not known."""

    winner: str | None
    points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """What would follow.

    `verdicts` are the findings about the other fact itself: none, and it is as good as any. `before` and `after` are the trick
    of another play, as it was and as it would be. `broken` are the findings that say what later in the hand could not have
    happened so, in order; from `open_from` on the hand is open, None where all of it still holds. `changes` are the results
    that would be others where nothing is broken; else `so_far` is the hand up to there, and what it comes to is open. `later`
    are the findings in later hands and on the match that come with it, `gone` those that go.
    """

    record: GameRecord
    hand: int
    verdicts: tuple[Finding, ...]
    before: Trick | None
    after: Trick | None
    broken: tuple[Finding, ...]
    open_from: Moment | None
    so_far: ComputedHand | None
    changes: tuple[Change, ...]
    later: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    both: bool = False


def what_if(record: GameRecord, hand: int, fact: Fact, was: Audit | None = None) -> WhatIf:
    """What would follow another fact in a hand; `was` is the audit of the record, where somebody has it.

    Raises KeyError for a hand, and NoFactError for a place, that is not there.
    """
    hand_of(record, hand)
    other = with_fact(record, hand, fact)
    was, now = was or audit(record), audit(other)
    mine, its = Again(record), Again(other)
    new, gone = appeared(was.findings, now.findings), appeared(now.findings, was.findings)
    verdicts = tuple(each for each in now.findings if _is_about(each, record, hand, fact) and each.kind is not Kind.OPEN)
    broken = () if isinstance(fact, Ruling) else tuple(_broken(new, hand, fact, verdicts))
    open_from = _place(broken[0]) if broken else None
    cut = _cut(other, hand, open_from) if open_from is not None else None
    return WhatIf(
        record=other,
        hand=hand,
        verdicts=verdicts,
        before=_trick(mine, hand, fact),
        after=_trick(its, hand, fact),
        broken=broken,
        open_from=open_from,
        so_far=hand_by_no(its.judged(cut), hand) if cut is not None else None,
        changes=changes(was, now, hand, sheet_of(record).sides) if open_from is None else (),
        later=tuple(each for each in new if each.where.hand != hand) if open_from is None else (),
        gone=gone,
        both=isinstance(fact, Ruling) and _undecided(other, now.match.winner),
    )


def _undecided(record: GameRecord, winner: str | None) -> bool:
    """Whether both sides came late, and it is not ruled which of them loses."""
    ruled = winner is not None or any(each.in_force and each.effect.double is not None for each in record.rulings)
    return not ruled and both_late(sheet_of(record), established(record))


def with_fact(record: GameRecord, hand: int, fact: Fact) -> GameRecord:
    """The record with another fact in a hand."""
    if isinstance(fact, Ruling):
        return replace(record, rulings=(*record.rulings, fact))
    changed = _changed(hand_of(record, hand), fact)
    return replace(record, hands=tuple(changed if each.no == hand else each for each in record.hands))


def _changed(hand: Hand, fact: Play | Bids | Burial | Tribute) -> Hand:
    match fact:
        case Play(at, cards):
            return replace(hand, tricks=_with_play(hand.tricks or (), at, cards))
        case Bids(bids):
            return replace(hand, bids=bids)
        case Tribute(gifts):
            return replace(hand, tribute=gifts)
        case Burial(cards, seat):
            actions = list(hand.kitty or ())
            buried = (index for index, each in enumerate(actions) if each.bury is not None and seat in {None, each.seat})
            index = next(buried, None)
            if index is None:
                raise NoFactError
            actions[index] = replace(actions[index], bury=cards)
            return replace(hand, kitty=tuple(actions))


def _with_play(tricks: Sequence[str], at: Moment, cards: str) -> tuple[str, ...]:
    trick, play = at
    if not 1 <= trick <= len(tricks):
        raise NoFactError
    leader, *tokens = split_trick(tricks[trick - 1])
    if not 1 <= play <= len(tokens):
        raise NoFactError
    tokens[play - 1] = str(read_token(cards))
    return (*tricks[: trick - 1], join_trick(leader, *tokens), *tricks[trick:])


def _is_about(finding: Finding, record: GameRecord, hand: int, fact: Fact) -> bool:
    """Whether a finding is about the other fact itself."""
    where, step = finding.where, where_of(finding)
    if isinstance(fact, Ruling):
        return where.pointer.startswith(f"/rulings/{len(record.rulings)}")
    if where.hand != hand or step == CLAIMS:
        return False
    match fact:
        case Play(at, _):
            return (where.trick, where.play) == at
        case Bids():
            return step == "bids"
        case Tribute():
            return step == "tribute"
        case Burial():
            return step == "kitty"


def where_of(finding: Finding) -> str | None:
    """What of a hand a finding is in: `tricks`, `bids`, `claims`; None for one that is in no part of a hand.

    >>> from paipu.replay.findings import Basis, Kind, Severity, Where
    >>> where = Where(1, 2, 3, "/hands/0/tricks/1")
    >>> where_of(Finding(code="X", clause=None, basis=Basis.STATED, severity=Severity.ERROR, kind=Kind.FAIL, where=where))
    'tricks'
    """
    steps = finding.where.pointer.split("/")
    return steps[3] if len(steps) > 3 and steps[1] == "hands" else None


def _broken(new: Sequence[Finding], hand: int, fact: Fact, verdicts: Sequence[Finding]) -> Sequence[Finding]:
    """What could not have happened so later in the hand."""
    begin = fact.at if isinstance(fact, Play) else (0, 0)
    found = [
        finding
        for finding in new
        if finding.where.hand == hand
        and finding.severity is Severity.ERROR
        and where_of(finding) not in {None, CLAIMS, "incidents"}
        and finding not in verdicts
        and _place(finding) >= begin
    ]
    return sorted(found, key=_place)


def _place(finding: Finding) -> Moment:
    return (finding.where.trick or 0, finding.where.play or 0)


def _cut(record: GameRecord, hand: int, at: Moment) -> GameRecord:
    """The record up to a place of a hand: whole tricks before it, nothing claimed, no hand after."""
    kept: list[Hand] = []
    for each in record.hands:
        if each.no == hand:
            kept.append(replace(each, tricks=(each.tricks or ())[: max(at[0] - 1, 0)], seconds=(), claims=None))
            break
        kept.append(each)
    return replace(record, hands=tuple(kept), claims=None)


def _trick(again: Again, hand: int, fact: Fact) -> Trick | None:
    """What the trick of a play comes to by the plays up to it."""
    if not isinstance(fact, Play):
        return None
    cuts = (_cut(again.record, hand, (trick, 0)) for trick in (fact.at[0], fact.at[0] + 1))
    before, after = (hand_by_no(again.judged(cut), hand) for cut in cuts)
    if after is None:
        return None
    points = None
    if before is not None and after.trick_points is not None:
        points = after.trick_points - (before.trick_points or 0)
    winners = after.winners or ""
    return Trick(winners[fact.at[0] - 1] if len(winners) >= fact.at[0] else None, points)


def seat_at(record: GameRecord, hand: int, at: Moment) -> str | None:
    """Who played at a place; None where nobody did."""
    sheet = sheet_of(record)
    return next((sheet.seats[made.seat] for made in plays_of_hand(sheet, hand_of(record, hand)) if made.place == at), None)
