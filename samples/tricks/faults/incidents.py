"""What a referee wrote down and the audit passes on to him: no error of the game, but worth a look."""

from samples import faults
from samples.tricks.work import TrickWork
from samples.work import Place


def before_play(work: TrickWork, *, kind: str) -> Place:
    """An incident that is noticed before the first trick, and costs nothing then."""
    index = work.choose(work.finished())
    seat = work.rng.choice(work.seats)
    work.note(index, kind, seat, at="0", noticed="0")
    return Place(index + 1, 0, 0, seat)


def slow_play(work: TrickWork) -> Place:
    """A play took longer than the sheet allows."""
    return faults.slow(work, work.choose(work.ranked()), None, work.sheet.clocks.play)


def slow_burial(work: TrickWork) -> Place:
    """A burial took longer than the sheet allows."""
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
    trick = work.rng.randrange(tricks) + 1
    work.note(index, "revoke", seat, at=f"{trick}.1", noticed=f"{tricks}.2")
    work.settle_again(index)
    return Place(index + 1, trick, 1, seat)
