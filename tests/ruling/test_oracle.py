"""Generated faults of every sheet: a proposal that is issued gives what the sheet prescribes, and withdrawn it leaves no trace.

What is prescribed is said by `tests/oracle/rulings.py`, which knows nothing of proposals. The hands are made up, faultless and
played out; whose fault it is, which, when it happened and when it was found is drawn by lot.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.record import GameRecord, Hand, Incident
from paipu.replay.ruling import AllegedFault, Proposal, propose_for, with_ruling, written_at
from paipu.replay.sheets import SHEETS
from paipu.samples.document import record_of
from tests.made import make_match
from tests.oracle import chaodipi, daguai, rulings, shengji
from tests.oracle.cards import side_of
from tests.oracle.rulings import Proven, Without

MATCHES: Final = 6
"""Of so many matches the hands of one piece are."""
Moment = tuple[int, int]
CHAODIPI: Final = ("exposed", "kitty_count", "hand_count", "out_of_turn", "revoke", "concealed", "kitty_viewed", "card_check")
SHENGJI: Final = ("revoke", "hand_count", "kitty_count", "overdraw", "out_of_turn")
SHUANGKOU: Final = ("hand_count", "kitty_count", "exposed", "revoke", "concealed", "signal")
JS: Final = tuple(rulings.JS_STEPS)


@cache
def matches(sheet: str, piece: int) -> tuple[GameRecord, ...]:
    """Faultless matches; each piece has its own."""
    return tuple(record_of(make_match(5 + piece, number, sheet=sheet, hands=3)) for number in range(1, MATCHES + 1))


@cache
def judged(sheet: str, piece: int, number: int) -> Audit:
    """The audit of one of them."""
    return audit(matches(sheet, piece)[number])


def turns(record: GameRecord, hand: Hand) -> list[tuple[Moment, str]]:
    """The places of a trick game, and who played there."""
    seats = SHEETS[record.sheet].seats
    return [
        ((trick, play), seats[(seats.index(text[0]) + play - 1) % len(seats)])
        for trick, text in enumerate(hand.tricks or (), 1)
        for play in range(1, text.count(" ") + 1)
    ]


def issued(record: GameRecord, matter: AllegedFault, noticed: Moment) -> tuple[Proposal, GameRecord]:
    """The proposal that holds for a fault found then, and the record with it in force."""
    found = [each for each in propose_for(record, matter, noticed=noticed) if each.applies and each.form == "printed"]
    return found[0], with_ruling(record, found[0].ruling)


def leaves_no_trace(found: Audit, ruled: GameRecord) -> bool:
    """Whether the audit of the record with its rulings withdrawn is that without them, to the letter."""
    withdrawn = replace(ruled, rulings=tuple(replace(each, state="withdrawn") for each in ruled.rulings))
    return repr(audit(withdrawn)) == repr(found)


def cards_left(record: GameRecord, hand: Hand, seat: str, trick: int) -> list[str]:
    """What a seat holds when a trick begins: what it still plays."""
    return [
        card
        for (number, play), who in turns(record, hand)
        if who == seat and number >= trick
        for card in _cards((hand.tricks or ())[number - 1].split(" ")[play])
    ]


def _cards(token: str) -> list[str]:
    text = token.rpartition(">")[2]
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def drawn(rng: random.Random, record: GameRecord, kinds: tuple[str, ...]) -> tuple[int, Incident, Moment] | None:
    """A hand, a fault of somebody in it, and when it is found; None where the hand has no such play."""
    index = rng.randrange(len(record.hands))
    hand, kind = record.hands[index], rng.choice(kinds)
    places = turns(record, hand)
    (at, seat), last = rng.choice(places), places[-1][0]
    if kind in {"kitty_count", "hand_count", "overdraw"}:
        at = (0, 0)
    noticed = rng.choice(
        [place for place, _ in [((0, 0), ""), *places] if place >= at]
        if at == (0, 0)
        else [place for place, _ in places if place >= at]
    )
    cards = None
    if kind in {"exposed", "out_of_turn"}:
        held = cards_left(record, hand, seat, at[0])
        played = _cards((hand.tricks or ())[at[0] - 1].split(" ")[at[1]])
        cards = "".join(rng.sample(held, min(len(held), rng.randint(1, 3))) if kind == "exposed" else played)
    if kind in {"revoke", "concealed"}:
        cards = "".join(_cards((hand.tricks or ())[at[0] - 1].split(" ")[at[1]])[:1])
    if kind in {"kitty_viewed", "card_check", "signal"}:
        noticed = at
    return (index, Incident(kind=kind, seat=seat, at=at, cards=cards), noticed) if noticed <= last else None


def proven(incident: Incident, noticed: Moment) -> Proven:
    """The fault as the oracle takes it."""
    return Proven(incident.kind, incident.seat, written_at(incident.at or (0, 0)), written_at(noticed), incident.cards or "")


def before(record: GameRecord, index: int, found: Audit) -> Mapping[str, str] | None:
    """The levels before a hand."""
    start = record.start.levels if record.start is not None and record.start.levels else {"EW": "2", "NS": "2"}
    return start if index == 0 else found.hands[index - 1].levels


def chaodipi_case(rng: random.Random, record: GameRecord, found: Audit) -> str | None:
    case = drawn(rng, record, CHAODIPI)
    if case is None:
        return None
    index, incident, noticed = case
    levels, played = before(record, index, found), found.hands[index]
    if levels is None or played.dealer is None or played.attackers is None or "flag" in levels.values():
        return None
    without = Without(levels, played.dealer, played.attackers)
    hand = record.hands[index]
    shown = [*(hand.bids or ()), *(action.show or "" for action in hand.kitty or ())]
    if (
        any("5h5h" in each for each in shown)
        or chaodipi.after_hand(levels, played.dealer, played.attackers).levels != played.levels
    ):
        return None  # the levels are at stake (CDP-4.3d, CDP-5.1f)
    _, ruled = issued(record, AllegedFault(record.hands[index].no, incident), noticed)
    after = audit(ruled).hands[index]
    wanted = rulings.of_chaodipi(without, proven(incident, noticed))
    assert (after.attackers, after.levels) == wanted, (record.id, index, incident, noticed)
    assert leaves_no_trace(found, ruled)
    return incident.kind


def shengji_case(rng: random.Random, record: GameRecord, found: Audit) -> str | None:
    case = drawn(rng, record, SHENGJI)
    if case is None:
        return None
    index, incident, noticed = case
    levels, played = before(record, index, found), found.hands[index]
    if levels is None or played.dealer is None or played.attackers is None:
        return None
    without = Without(levels, played.dealer, played.attackers)
    at_once = (
        incident.kind == "revoke"
        and shengji.revoke_effect(written_at(incident.at or (0, 0)), written_at(noticed), still_there=False) == "warning"
    )
    _, ruled = issued(record, AllegedFault(record.hands[index].no, incident), noticed)
    wanted = rulings.of_shengji(without, [] if at_once else [proven(incident, noticed)])
    assert audit(ruled).hands[index].levels == wanted, (record.id, index, incident, noticed)
    assert leaves_no_trace(found, ruled)
    return incident.kind


def organisers(record: GameRecord) -> Mapping[int, int] | None:
    """The table of 大分 that the organiser has set, if any."""
    told = record.options.get("big_points")
    if not isinstance(told, str):
        return None
    return {int(points): int(score) for points, score in (row.split(":") for row in told.split(","))}


def shuangkou_case(rng: random.Random, record: GameRecord, found: Audit) -> str | None:
    case = drawn(rng, record, SHUANGKOU)
    if case is None:
        return None
    index, incident, noticed = case
    if rng.random() < 0.3:  # as printed, without the organiser's table
        record = replace(record, options={})
        found = audit(record)
    played = found.hands[index]
    if played.dealer is None or played.attackers is None:
        return None
    without = Without({}, played.dealer, played.attackers)
    if incident.kind == "concealed" and noticed[0] == (incident.at or (0, 0))[0]:
        return None  # within its trick a concealed card is a wrong one, which the oracle calls a revoke
    _, ruled = issued(record, AllegedFault(record.hands[index].no, incident), noticed)
    wanted = rulings.of_shuangkou(without, proven(incident, noticed), organisers(record))
    assert audit(ruled).hands[index].score == wanted, (record.id, index, incident, noticed)
    assert leaves_no_trace(found, ruled)
    return incident.kind


def js2023_case(rng: random.Random, record: GameRecord, found: Audit) -> str | None:
    """Up to four faults of one hand, until the first that ends it; what was recorded of later hands is left out."""
    index = rng.randrange(len(record.hands))
    one = replace(record, hands=record.hands[: index + 1], claims=None)
    levels, faults = before(record, index, found), list[Proven]()
    level = found.hands[index].level
    if levels is None or level is None:
        return None
    ruled = one
    hand = record.hands[index]
    for number in range(rng.randint(1, 4)):
        seat, kind = rng.choice("ENWS"), rng.choice(JS)
        moment = (min(len(hand.tricks or ()), number + 1), 1)
        early = kind in {"draw_seen", "draw_kept", "pack_count", "hand_count"}
        incident = Incident(kind=kind, seat=seat, at=(0, 0) if early else moment)
        proposal, ruled = issued(ruled, AllegedFault(hand.no, incident), moment if not early else (0, 0))
        faults.append(proven(incident, moment))
        if proposal.ruling.effect.double is not None or proposal.ruling.effect.loser is not None:
            break
    lost, counted = rulings.of_js2023(levels, level, faults)
    result = audit(ruled)
    if lost is not None:
        assert result.match.winner == rulings.winner_against(lost)
    elif counted is None:
        assert result.hands[index].levels == found.hands[index].levels, (record.id, index, faults)
    else:
        names = {side: "23456789TJQKA"[min(place, 14) - 2] for side, place in counted.items()}
        assert result.hands[index].levels == names, (record.id, index, faults)
    assert leaves_no_trace(audit(one), ruled)
    return faults[-1].kind


def daguai_case(rng: random.Random, record: GameRecord, found: Audit) -> str | None:
    index = rng.randrange(len(record.hands))
    points = found.hands[index].points
    if points is None:
        return None
    marked = [rng.choice("123456") for _ in range(rng.randint(1, 3))]
    if daguai.misconduct(marked) == "undetermined":
        return None
    ruled = record
    for number, seat in enumerate(marked, 1):
        incident = Incident(kind=rng.choice(("signal", "misconduct")), seat=seat, at=(number, 1))
        _, ruled = issued(ruled, AllegedFault(record.hands[index].no, incident), (number, 1))
    assert audit(ruled).hands[index].points == rulings.of_daguai(points, marked), (record.id, index, marked)
    assert leaves_no_trace(found, ruled)
    return "marks"


def by_referee_case(rng: random.Random, record: GameRecord, found: Audit) -> str | None:
    """What is left to the referee: levels taken off in the last hand, and the match lost."""
    index = len(record.hands) - 1
    levels = found.hands[index].levels
    if levels is None or found.match.winner is not None:
        return None
    seat, taken = rng.choice("ENWS"), rng.randint(1, 3)
    matter = AllegedFault(record.hands[index].no, Incident(kind="wrong_play", seat=seat, at=(2, 1)))
    proposal = next((each for each in propose_for(record, matter, noticed=(2, 2)) if each.form == "levels"), None)
    if proposal is None:
        return None
    side = side_of(seat)
    effect = replace(proposal.ruling.effect, levels={side: -taken})
    ruled = with_ruling(record, replace(proposal.ruling, effect=effect))
    assert audit(ruled).hands[index].levels == rulings.by_levels(levels, side, taken)
    assert leaves_no_trace(found, ruled)
    return "levels"


Run = Callable[[random.Random, GameRecord, Audit], str | None]
CASES: Final[Mapping[str, Run]] = {
    "chaodipi": chaodipi_case,
    "shengji": shengji_case,
    "shuangkou": shuangkou_case,
    "guandan-3": by_referee_case,
    "guandan-js2023": js2023_case,
    "daguai": daguai_case,
}
SOME: Final = 4
DEEP: Final = 1_750
"""Of each of the six sheets that print what faults come to, so that there are over ten thousand."""


PIECE: Final = 250


def pieces() -> list[Any]:
    """The numbers of the faults: some, and many under the marker `deep`, in pieces."""
    spans = [range(first, first + PIECE) for first in range(SOME, SOME + DEEP, PIECE)]
    return [range(SOME), *(pytest.param(span, marks=pytest.mark.deep) for span in spans)]


@pytest.mark.parametrize("numbers", pieces(), ids=lambda numbers: f"{numbers.start}-")
@pytest.mark.parametrize("sheet", CASES)
def test_issued_it_is_as_prescribed_and_withdrawn_as_before(sheet: str, numbers: range) -> None:
    told = 0
    for number in numbers:
        rng, piece = random.Random(f"{sheet}/{number}"), number // PIECE
        for _ in range(30):
            which = rng.randrange(MATCHES)
            kind = CASES[sheet](rng, matches(sheet, piece)[which], judged(sheet, piece, which))
            if kind is not None:
                told += 1
                break
    assert told == len(numbers)
