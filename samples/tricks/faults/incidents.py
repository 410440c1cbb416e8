"""What a referee wrote down and the audit passes on to him: no error of the game, but worth a look."""

from samples.fault import Place
from samples.tricks.faults.work import Work


def noted(work: Work, *, kind: str) -> Place | None:
    """An incident that costs nothing: a warning, conduct, or a kind for which the sheet has no clause."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    trick = work.rng.randrange(len(hand["tricks"])) + 1
    play = work.rng.randrange(len(work.seats)) + 1
    seat = work.rng.choice(work.seats)
    hand["incidents"] = [{"kind": kind, "seat": seat, "at": f"{trick}.{play}", "noticed": f"{trick}.{len(work.seats)}"}]
    return Place(hand["no"], trick, play, seat)


def before_play(work: Work, *, kind: str) -> Place | None:
    """An incident that is noticed before the first trick, and costs nothing then."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    seat = work.rng.choice(work.seats)
    hand["incidents"] = [{"kind": kind, "seat": seat, "at": "0", "noticed": "0"}]
    return Place(hand["no"], 0, 0, seat)


def slow(work: Work, *, buries: bool) -> Place | None:
    """A burial, or a play, took longer than the sheet allows."""
    index = work.choose(work.ranked())
    if index is None:
        return None
    hand, clocks = work.hands[index], work.sheet.clocks
    if buries:
        action = work.rng.choice([action for action in hand["kitty"] if "bury" in action])
        action["seconds"] = (clocks.bury or 0) + work.rng.randrange(1, 40)
        return Place(hand["no"], 0, 0, action["seat"])
    trick = work.rng.randrange(len(hand["tricks"]))
    play = work.rng.randrange(len(hand["seconds"][trick]))
    hand["seconds"][trick][play] = (clocks.play or 0) + work.rng.randrange(1, 30)
    seat = work.seats[(work.seat(hand["tricks"][trick][0]) + play) % len(work.seats)]
    return Place(hand["no"], trick + 1, play + 1, seat)


def corrected(work: Work) -> Place | None:
    """A wrong card, taken back before the next player played; what is on record is the right one."""
    place = noted(work, kind="revoke")
    if place is None:
        return None
    incident = next(hand for hand in work.hands if hand["no"] == place.hand)["incidents"][0]
    incident["noticed"] = incident["at"]
    return place


def unconfirmed(work: Work) -> Place | None:
    """A side is said to have revoked, and the hand was settled by that; but every play was right."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    seat = work.rng.choice(work.seats)
    trick = work.rng.randrange(len(hand["tricks"])) + 1
    hand["incidents"] = [{"kind": "revoke", "seat": seat, "at": f"{trick}.1", "noticed": f"{len(hand['tricks'])}.2"}]
    table = work.match.table(hand)
    table.replay(hand["tricks"], hand["seconds"])
    work.settle(index, table, frozenset({work.seat(seat) % 2}))
    return Place(hand["no"], trick, 1, seat)
