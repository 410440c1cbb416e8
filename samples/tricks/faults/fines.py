"""Faults of the score sheet about what an incident or a failed throw costs: everything else of it is right."""

from collections.abc import Mapping, Sequence
from typing import Any

from replay.cards import join_cards, split_cards
from samples.fault import Place
from samples.tricks.faults.work import Work, throw_failed


def charged_wrongly(work: Work, index: int, follows: tuple[str, ...] = ()) -> Place | None:
    """Change what the score sheet says a settled hand's incidents cost: the score where the sheet has one, else the points."""
    claims = work.hands[index]["claims"]
    number = work.hands[index]["no"]
    fines = [charge.fine for charge in work.match.charges(work.hands[index])]
    if any(fine.score or fine.loses_hand or fine.ends_match is not None for fine in fines):
        if "score" not in claims:
            return None
        first, second = work.sheet.sides
        claims["score"] = {first: claims["score"][first] + 1, second: claims["score"][second] - 1}
        return Place(number, follows=follows)
    right = claims["penalties"]
    claims["penalties"] = work.rng.choice([other for other in (0, -right, right + 10, right - 10, 2 * right) if other != right])
    return Place(number, follows=follows)


def incident(
    work: Work, *, kind: str, times: int = 1, cards: int = 0, before_play: bool = False, follows: Sequence[str] = ()
) -> Place | None:
    """A side does something `times` over in one hand; it is noticed, and charged wrongly. `cards` of them are concerned."""
    index = work.choose(work.plain())
    if index is None:
        return None
    hand = work.hands[index]
    seat = work.rng.choice(work.seats)
    last = len(hand["tricks"])
    tricks = sorted(work.rng.sample(range(2, last), times))
    hand["incidents"] = []
    for trick in tricks:
        place = {"at": "0"} if before_play else {"at": f"{trick}.{work.rng.randrange(len(work.seats)) + 1}"}
        shown = {"cards": join_cards(work.rng.sample(_still_held(hand, trick, work.seats, seat), cards))} if cards else {}
        hand["incidents"].append({"kind": kind, "seat": seat, **place, "noticed": f"{trick}.{len(work.seats)}", **shown})
    work.settle(index, work.written(index), work.match.at_fault(hand))
    return charged_wrongly(work, index, tuple(follows))


def miscounted(work: Work, *, kind: str) -> Place | None:
    """A wrong count, charged wrongly, that the recorded deal does not show."""
    return incident(work, kind=kind, before_play=True, follows=("INCIDENT-UNCONFIRMED",))


def _still_held(hand: Mapping[str, Any], trick: int, seats: Sequence[str], seat: str) -> list[str]:
    """The cards that a seat goes on to play from a trick on."""
    held = []
    for text in hand["tricks"][trick - 1 :]:
        leader, *tokens = text.split(" ")
        held += split_cards(tokens[(seats.index(seat) - seats.index(leader)) % len(seats)].rpartition(">")[2])
    return held


def failed_throw(work: Work) -> Place | None:
    """What a failed throw costs is written down wrongly."""
    index = work.choose(index for index in work.finished() if throw_failed(work.hands[index]))
    return charged_wrongly(work, index) if index is not None and work.hands[index]["claims"]["penalties"] else None


def of_referee(work: Work, *, kind: str) -> Place | None:
    """Several seats have the same fault, and what it costs is for the referee."""
    index = work.choose(work.plain())
    if index is None:
        return None
    hand = work.hands[index]
    first, second = work.rng.sample(work.seats, 2)
    hand["incidents"] = [{"kind": kind, "seat": seat, "at": "0", "noticed": "1.4"} for seat in (first, second)]
    return Place(hand["no"], 0, 0, first, follows=("CLAIM-OPEN", "INCIDENT-REFEREE"))


def ruling_amount(work: Work) -> Place:
    """The referee takes off more, or less, than a clause lets him."""
    clause, (_, least, most) = next(iter(work.sheet.ruling_amounts.items()))
    side = work.rng.choice(work.sheet.sides)
    amount = work.rng.choice((least - 5, most + 20))
    effect = {"points": {side: -amount}}
    work.document["rulings"] = [{"id": "r1", "clause": clause, "effect": effect, "by": "裁判长", "state": "issued"}]
    return Place()
