"""Faults that come to a step of penalties, what steps add up to, and rulings that stop a turn or a hand."""

from typing import Any

from paipu.replay.audit import judge
from paipu.replay.notation import PASS
from paipu.samples.climbing.table import ClimbTable
from paipu.samples.climbing.work import ClimbWork
from paipu.samples.document import record_of
from paipu.samples.faults import noted
from paipu.samples.table import cards_of
from paipu.samples.work import NoChance, Place, Ply


def written(ply: Ply) -> str:
    """A point as incidents and rulings name it."""
    return f"{ply.trick + 1}.{ply.play + 1}"


def late(work: ClimbWork, *, least: int, most: int) -> Place:
    """A side came late by so many seconds."""
    index, seat = work.choose(work.finished()), work.rng.choice(work.seats)
    work.note(index, "late", seat, seconds=work.rng.randrange(least, most))
    return Place(index + 1, seat=seat)


def both_late(work: ClimbWork, *, least: int, most: int, first: bool = False) -> Place:
    """Both sides came late, the later one by so many seconds; the `first` to come is warned."""
    index, one = work.choose(work.finished()), work.rng.randrange(len(work.seats))
    earlier, later = work.seats[one], work.seats[one - 1]
    work.note(index, "late", earlier, seconds=least - 1)
    work.note(index, "late", later, seconds=work.rng.randrange(least, most))
    follows = "PENALTY-FOUL" if first else "PENALTY-WARNING"
    return Place(index + 1, seat=earlier if first else later, follows=(follows,))


def tribute_wrong(work: ClimbWork, *, played: bool) -> Place:
    """A wrong card was paid or returned, and noticed before or after somebody played."""
    index = work.choose(index for index in work.finished() if not work.hands[index].get("tribute"))  # which would disprove it
    seat, noticed = work.rng.choice(work.seats), written(work.any_ply(index)) if played else "0"
    work.note(index, "tribute_wrong", seat, at="0", noticed=noticed)
    return Place(index + 1, 0, 0, seat)


def wrong_draw(work: ClimbWork, *, kind: str) -> Place:
    """A wrong number of cards was drawn, of which no more is on record than that."""
    place = noted(work, kind=kind)
    if place.hand is None or place.seat is None:
        raise NoChance
    del work.hands[place.hand - 1]["deal"][place.seat]
    return place


def in_time(work: ClimbWork) -> Place:
    """A player is noted to have been over time with a play that by its seconds was not."""
    ply = work.any_ply(work.choose(work.finished()))
    work.hands[ply.hand]["seconds"][ply.trick][ply.play] = work.sheet.clocks.play or 1
    return work.note_at(ply, "timeout", work.seats[work.table_at(ply).turn])


def past(work: ClimbWork) -> Place:
    """A fault about one play was pointed out in a later round."""
    index = work.choose(index for index in work.finished() if len(work.hands[index]["tricks"]) > 1)
    trick = work.rng.randrange(len(work.hands[index]["tricks"]) - 1)
    ply, seat = Ply(index, trick, 0), work.rng.choice(work.seats)
    work.note_at(ply, work.rng.choice(("out_of_turn", "wrong_play", "manner")), seat, noticed=f"{trick + 2}.1")
    return work.place(ply, seat)


def added_up(work: ClimbWork, *, kind: str, follows: str) -> Place:
    """Two faults of a side in a match that make a step full."""
    index, seat = work.choose(work.finished()), work.rng.randrange(len(work.seats))
    partner = work.seats[(seat + 2) % len(work.seats)]
    first, ply = sorted((work.any_ply(index), work.any_ply(index)))
    work.note_at(first, kind, work.seats[seat])
    work.note_at(ply, kind, partner)
    return work.place(ply, partner, follows)


# -- counts


def unreported(work: ClimbWork, *, acts: int) -> Place:
    """A player does not report the count that a play leaves, which is noticed so many acts later."""

    def due(table: ClimbTable, made: str) -> int | None:
        before = len(table.own)
        left = before - len(cards_of(made))
        return table.turn if made != PASS and left and work.sheet.conduct.announces(before, left) else None

    ply, seat = work.chance(due)
    plies = [each for each, _, _ in work.plies(ply.hand)]
    at = plies.index(ply)
    if at + acts >= len(plies) or _out(work, plies[at : at + acts + 1], seat):
        raise NoChance
    work.note_at(ply, "unannounced", work.seats[seat], noticed=written(plies[at + acts]))
    return work.place(ply, work.seats[seat])


def _out(work: ClimbWork, plies: list[Ply], seat: int) -> bool:
    """Whether a seat plays its last card at one of some points."""
    return any(
        table.turn == seat and len(cards_of(made)) == len(table.own)
        for at, table, made in work.plies(plies[0].hand)
        if at in plies
    )


def unreported_first(work: ClimbWork) -> Place:
    """The same of one who then goes out first, and it is noticed at the end."""
    for index in work.finished():
        first = work.hands[index]["claims"]["finish"][0]
        points = [(at, table.turn, len(table.own), made) for at, table, made in work.plies(index)]
        seat = work.seat(first)
        for at, turn, before, made in points:
            left = before - len(cards_of(made))
            if turn == seat and made != PASS and left and work.sheet.conduct.announces(before, left):
                work.note_at(at, "unannounced", first, noticed=written(points[-1][0]))
                return work.place(at, first)
    raise NoChance


def told_again(work: ClimbWork) -> Place:
    """A player tells his right count when he passes: it is told again."""

    def passes(table: ClimbTable, made: str) -> int | None:
        return table.turn if made == PASS and len(table.own) <= (work.sheet.conduct.announce_at or 0) else None

    for index in work.finished():
        points = [(at, table.turn, passes(table, made), len(table.own)) for at, table, made in work.plies(index)]
        passed = set[int]()
        for at, turn, again, left in points:
            if turn in passed and again is not None:
                work.note_at(at, "count_told", work.seats[turn], count=left, noticed=written(at))
                return work.place(at, work.seats[turn])
            if again is not None:
                passed.add(turn)
            else:
                passed.discard(turn)
    raise NoChance


# -- clocks


def slow_tribute(work: ClimbWork, *, double: bool, returned: bool) -> Place:
    """A card paid, or returned, took longer than the sheet allows."""
    index = work.choose(work.with_tribute(double=double))
    tribute = work.hands[index]["tribute"]
    clocks = work.sheet.clocks
    limits = [clocks.tribute or 0] * (len(tribute) // 2) + [clocks.give_back or 0] * (len(tribute) // 2)
    at = work.rng.randrange(len(tribute) // 2) + returned * (len(tribute) // 2)
    taken = [work.rng.randrange(1, limit + 1) for limit in limits]
    taken[at] = limits[at] + work.rng.randrange(1, 20)
    work.hands[index]["tribute_seconds"] = taken
    return Place(index + 1, 0, 0, tribute[at][0])


# -- rulings


def _rule(work: ClimbWork, index: int, seat: str, ply: Ply, **effect: object) -> None:
    ruling = {
        "id": "r1",
        "hand": work.hands[index]["no"],
        "at": written(ply),
        "seat": seat,
        "effect": effect,
        "state": "issued",
    }
    work.document.setdefault("rulings", []).append(ruling)


def without_fault(work: ClimbWork) -> Place:
    """A turn is stopped by a ruling, and nobody has done anything."""

    def passes(table: ClimbTable, made: str) -> int | None:
        return table.turn if made == PASS else None

    ply, seat = work.chance(passes)
    _rule(work, ply.hand, work.seats[seat], ply, stopped=True)
    return Place()


def played_while_stopped(work: ClimbWork, *, leads: bool) -> Place:
    """Somebody is stopped by a ruling after a fault, and plays, or leads, all the same."""

    def made_one(table: ClimbTable, made: str) -> int | None:
        opens = not table.tokens
        return table.turn if made != PASS and opens == leads and (not opens or table.tricks) else None

    ply, seat = work.chance(made_one)
    work.note_at(ply, "out_of_turn", work.seats[seat])
    _rule(work, ply.hand, work.seats[seat], ply, stopped=True)
    return work.place(ply, work.seats[seat], "PENALTY-VIOLATION")


def _foul(work: ClimbWork, seat: int, *, ends: bool) -> list[Ply]:
    """A player gives a signal in the last hand, which the referee ends; gives its plies up to then. Whether it `ends` there."""
    if "reason" in work.claims:
        raise NoChance
    index = len(work.hands) - 1
    plies = [ply for ply, _, _ in work.plies(index)]
    made = plies[: work.rng.randrange(1, len(plies))]
    ply, hand = made[-1], work.hands[index]
    work.note_at(ply, "signal", work.seats[seat], noticed=written(ply))
    _rule(work, index, work.seats[seat], ply, double=work.sheet.sides[seat % 2])
    if ends:
        last = hand["tricks"][ply.trick].split()[: ply.play + 2]
        hand["tricks"] = [*hand["tricks"][: ply.trick], " ".join(last)]
        hand.pop("seconds", None)
    return made


def _judged(work: ClimbWork, index: int) -> None:
    """Let a hand that the referee ended, and the match, claim what they come to by that."""
    _, hands, match = judge(work.sheet, record_of(work.document))
    work.hands[index]["claims"] = {"levels": dict(hands[index].levels or {})}
    work.document["claims"] = {"levels": dict(match.levels)}


def played_on(work: ClimbWork) -> Place:
    """The referee has ended the last hand for a foul, and play goes on."""
    index, seat = len(work.hands) - 1, work.rng.randrange(len(work.seats))
    made = _foul(work, seat, ends=False)
    following = [(ply, table.turn) for ply, table, token in [*work.plies(index)][len(made) :] if token != PASS]
    if not following:
        raise NoChance
    _judged(work, index)
    return work.place(following[0][0], work.seats[following[0][1]], "PENALTY-FOUL")


def after_foul(work: ClimbWork, *, tribute: bool) -> Place:
    """The last hand ends by a foul; before the next one tribute is paid all the same, or one of the offenders leads it."""
    index, seat = len(work.hands) - 1, work.rng.randrange(len(work.seats))
    _foul(work, seat, ends=True)
    no, offender, other = work.hands[index]["no"] + 1, work.seats[seat], work.seats[(seat + 1) % len(work.seats)]
    following: dict[str, Any] = {"no": no, "lead": other if tribute else offender}
    if tribute:
        following["tribute"] = [f"{offender}>{other} As", f"{other}>{offender} 3s"]
    work.hands.append(following)
    _judged(work, index)
    return Place(no, 0, 0, follows=("PENALTY-FOUL",)) if tribute else Place(no, 1, 1, offender, ("PENALTY-FOUL",))


def no_tie(work: ClimbWork) -> Place:
    """One hand more is said to break a tie, and the levels are not equal."""
    levels = work.claims.get("levels", {})
    if "reason" in work.claims or len(set(levels.values())) < len(work.sheet.sides):
        raise NoChance
    work.hands.append({"no": work.hands[-1]["no"] + 1, "tie_break": True})
    return Place(work.hands[-1]["no"])
