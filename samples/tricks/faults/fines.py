"""What a referee wrote down: worth a look, no error, or charged wrongly on the score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from paipu.replay.cards import join_cards, split_cards
from paipu.replay.notation import read_token, split_trick
from paipu.samples import faults
from paipu.samples.tricks.work import TrickWork, throw_failed
from paipu.samples.work import Place


def charged_wrongly(work: TrickWork, index: int, follows: tuple[str, ...] = ()) -> Place:
    """Change what the score sheet says a settled hand's incidents cost: the score where the sheet has one, else the points."""
    claims = work.hands[index]["claims"]
    rows = [charge.row for charge in work.charges(work.hands[index])]
    if any(row.score or row.loses_hand or row.ends_match is not None for row in rows):
        work.need("score" in claims)
        first, second = work.sheet.sides
        claims["score"] = {first: claims["score"][first] + 1, second: claims["score"][second] - 1}
        return Place(index + 1, follows=follows)
    right = claims["penalties"]
    claims["penalties"] = work.rng.choice([other for other in (0, -right, right + 10, right - 10, 2 * right) if other != right])
    return Place(index + 1, follows=follows)


def incident(
    work: TrickWork, *, kind: str, times: int = 1, cards: int = 0, early: bool = False, follows: Sequence[str] = ()
) -> Place:
    """A side does something `times` over in one hand; it is noticed, and charged wrongly. `cards` of them are concerned."""
    index = work.choose(work.plain())
    hand = work.hands[index]
    seat = work.rng.choice(work.seats)
    for trick in sorted(work.rng.sample(range(2, len(hand["tricks"])), times)):
        at = "0" if early else f"{trick}.{work.rng.randrange(len(work.seats)) + 1}"
        shown = {"cards": join_cards(work.rng.sample(_still_held(hand, trick, work.seats, seat), cards))} if cards else {}
        work.note(index, kind, seat, at=at, noticed=f"{trick}.{len(work.seats)}", **shown)
    work.settle_again(index)
    return charged_wrongly(work, index, tuple(follows))


def again(work: TrickWork, *, kind: str, warned: str, early: bool = False) -> Place:
    """What costs nothing the first time, and is a warning, is done twice."""
    place = incident(work, kind=kind, times=2, early=early, follows=(f"INCIDENT-{warned}",))
    return untimed(work, place) if early else place


def untimed(work: TrickWork, place: Place) -> Place:
    """Nobody wrote down how long the burial took, which would disprove that it took too long."""
    for action in work.hands[(place.hand or 1) - 1].get("kitty") or ():
        action.pop("seconds", None)
    return place


def buried_late(work: TrickWork) -> Place:
    """A burial took too long, and nobody wrote the seconds down."""
    return untimed(work, faults.noted(work, kind="timeout", when="deal"))


def miscounted(work: TrickWork, *, kind: str) -> Place:
    """A wrong count, charged wrongly, that the recorded deal does not show."""
    return incident(work, kind=kind, early=True, follows=("INCIDENT-UNCONFIRMED",))


def _still_held(hand: Mapping[str, Any], trick: int, seats: Sequence[str], seat: str) -> list[str]:
    """The cards that a seat goes on to play from a trick on."""
    held = []
    for text in hand["tricks"][trick - 1 :]:
        leader, *tokens = split_trick(text)
        held += split_cards(read_token(tokens[(seats.index(seat) - seats.index(leader)) % len(seats)]).stood)
    return held


def failed_throw(work: TrickWork) -> Place:
    """What a failed throw costs is written down wrongly."""
    index = work.choose(index for index in work.finished() if throw_failed(work.hands[index]))
    work.need(work.hands[index]["claims"]["penalties"])
    return charged_wrongly(work, index)


def of_referee(work: TrickWork, *, kind: str) -> Place:
    """Several seats have the same fault, and what it costs is for the referee."""
    index = work.choose(work.plain())
    first, second = work.rng.sample(work.seats, 2)
    for seat in (first, second):
        work.note(index, kind, seat, at="0", noticed="1.4")
    return Place(index + 1, 0, 0, first, follows=("CLAIM-OPEN", "INCIDENT-REFEREE"))


def bounded(work: TrickWork) -> tuple[str, tuple[int, int]]:
    """The clause that leaves points between bounds to the referee, with these."""
    return next((clause, (least, most)) for clause, (least, most) in work.sheet.penalties.amounts.items() if least < most)


def ruling_amount(work: TrickWork) -> Place:
    """The referee takes off more, or less, than a clause lets him."""
    clause, (least, most) = bounded(work)
    side = work.rng.choice(work.sheet.sides)
    work.rule_on({side: -work.rng.choice((least - 5, most + 20))}, clause=clause)
    return Place()


def ruling_range(work: TrickWork) -> Place:
    """The referee takes a level where a clause lets him take points, from a side whose levels nobody claims at the end."""
    work.document["claims"].pop("levels", None)
    ruling = work.rule_on({}, clause=bounded(work)[0])
    ruling["effect"] = {"levels": {work.rng.choice(work.sheet.sides): -1}}
    return Place()


def ruling_side(work: TrickWork) -> Place:
    """The referee gives points to the very side that the ruling is against."""
    seat = work.rng.choice(work.seats)
    clause, (least, _) = bounded(work)
    work.rule_on({side: least for side in work.sheet.sides if seat in side}, clause=clause, seat=seat)
    return Place()


def ruling_first(work: TrickWork) -> Place:
    """The referee fines what costs nothing the first time, and nothing came before."""
    seat = work.rng.choice(work.seats)
    clause, points = next((work.sheet.clause_of(row), row.fixed) for row in work.sheet.penalties.rows if row.free)
    work.rule_on({side: -points for side in work.sheet.sides if seat in side}, clause=clause, seat=seat)
    return Place()


def ruling_kind(work: TrickWork, *, kind: str, told: str) -> Place:
    """The referee finds a fault proven under the clause of another one that disqualifies."""
    hand, seat = work.rng.choice(work.hands), work.rng.choice(work.seats)
    clause = next(iter(work.sheet.penalties.out.values()))
    ruling = work.rule_on({}, hand=hand["no"], at="2.1", seat=seat, clause=clause)
    ruling["effect"] = {"fault": {"kind": kind}}
    return Place(follows=(told,))


def ruling_time(work: TrickWork) -> Place:
    """The referee fines a wrong play as it was noted, but under the clause of an earlier time than it was found at."""
    place = unconfirmed(work)
    incident = work.hands[(place.hand or 0) - 1]["incidents"][0]
    early, late = work.sheet.penalties.of_kind[incident["kind"]]
    fined = {side: -late.fixed for side in work.sheet.sides if incident["seat"] in side}
    clause = work.sheet.clause_of(early)
    work.rule_on(fined, hand=place.hand, at=incident["at"], seat=incident["seat"], clause=clause)
    return Place(follows=("INCIDENT-UNCONFIRMED",))


def slow_burial(work: TrickWork) -> Place:
    index = work.choose(work.ranked())
    action = work.rng.choice([action for action in work.hands[index]["kitty"] if "bury" in action])
    action["seconds"] = (work.sheet.clocks.bury or 0) + work.rng.randrange(1, 40)
    return Place(index + 1, 0, 0, action["seat"])


def corrected(work: TrickWork) -> Place:
    """A wrong card, taken back before the next player played; what is on record is the right one."""
    place = faults.noted(work, kind="revoke")
    incident = work.hands[(place.hand or 0) - 1]["incidents"][0]
    incident["noticed"] = incident["at"]
    return place


def unconfirmed(work: TrickWork) -> Place:
    """A side is said to have revoked, and the hand was settled by that; but every play was right."""
    index = work.choose(work.finished())
    seat, tricks = work.rng.choice(work.seats), len(work.hands[index]["tricks"])
    trick = work.rng.randrange(tricks - 2) + 1
    work.note(index, "revoke", seat, at=f"{trick}.1", noticed=f"{tricks}.2")
    work.settle_again(index)
    return Place(index + 1, trick, 1, seat)
