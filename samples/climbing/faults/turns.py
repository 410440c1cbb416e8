"""Who may play when: wrong leaders, leaders without cards, passed leads, tricks with plays too few or too many, and the end."""

from dataclasses import replace

from replay.climbing.play import PASS
from samples.climbing.work import ClimbWork
from samples.work import NoChance, Place, Ply


def wrong_leader(work: ClimbWork, *, out: bool) -> Place:
    """Somebody else leads than the winner of the last trick, or, if he is `out`, than who takes over from him."""
    table = work.table_at(_lead(work, out=out))
    wrong = work.choose(seat for seat, cards in enumerate(table.hands) if cards and seat != table.turn)
    return work.led_by(table, wrong)


def led_by_one_out(work: ClimbWork) -> Place:
    """The winner of a trick, who is out, is written down as the next leader, with nothing to play."""
    table = work.table_at(_lead(work, out=True))
    table.lead(table.out[-1])
    return replace(work.misplay(table, PASS), follows=("LEAD-PASS",))


def _lead(work: ClimbWork, *, out: bool) -> Ply:
    """The lead of a trick after the first that follows on one whose winner is out, or is not."""
    for index in work.finished():
        found, winner = [], 0
        for ply, table, token in work.plies(index):
            if ply.play == 0 and ply.trick and bool(table.hands[winner]) != out:
                found.append(ply)
            winner = table.turn if token != PASS else winner
        if found:
            return work.rng.choice(found)
    raise NoChance


def passed_lead(work: ClimbWork) -> Place:
    """The leader passes, and the next one leads."""
    ply, _ = work.chance(lambda table, _made: True if table.leads and table.in_play() > 1 else None)
    return work.misplay(work.table_at(ply), PASS)


def wrong_banker(work: ClimbWork) -> Place:
    """Somebody else than the next in turn leads a hand as banker."""
    index = work.choose(index for index in work.finished(1) if work.match.at(index).state.dealer is not None)
    if index >= (work.sheet.places.hands if work.sheet.places else 0):
        raise NoChance
    wrong = work.other_seat(work.match.at(index).state.dealer or 0)
    work.play_out(work.deal_again(index, leader=wrong))
    return Place(index + 1, 1, 1, work.seats[wrong])


def lead_copied(work: ClimbWork) -> Place:
    """The leader of a hand is written down wrongly: the first trick says another."""
    index = work.choose(work.finished())
    hand = work.hands[index]
    hand["lead"] = work.choose(seat for seat in work.seats if seat != hand["lead"])
    return Place(index + 1, 1, 1, hand["lead"])


# -- numbers of plays


def _last_pass(work: ClimbWork) -> Ply:
    """The last play of a trick that ended with a pass, and is not the last."""
    for index in work.finished():
        tricks = work.hands[index]["tricks"][:-1]
        trick = work.pick(trick for trick, text in enumerate(tricks) if text.endswith(PASS))
        if trick is not None:
            return Ply(index, trick, len(work.hands[index]["seconds"][trick]) - 1)
    raise NoChance


def pass_missing(work: ClimbWork) -> Place:
    """The last pass of a trick is not on record."""
    ply = _last_pass(work)
    hand, seat = work.hands[ply.hand], work.seats[work.table_at(ply).turn]
    case = _some_out(work, ply)
    hand["tricks"][ply.trick] = hand["tricks"][ply.trick].removesuffix(f" {PASS}")
    hand["seconds"][ply.trick].pop()
    return work.place(ply, seat, case=case)


def play_too_many(work: ClimbWork) -> Place:
    """A trick goes on when all have passed."""
    ply = _last_pass(work)
    hand, table = work.hands[ply.hand], work.table_at(ply)
    seat, case = work.seats[table.after(table.turn)], _some_out(work, ply)
    hand["tricks"][ply.trick] += f" {PASS}"
    hand["seconds"][ply.trick].append(1.0)
    return work.place(ply._replace(play=ply.play + 1), seat, case=case)


def _some_out(work: ClimbWork, ply: Ply) -> str | None:
    """The case that somebody is out at the end of a trick."""
    return "out" if work.table_at(Ply(ply.hand, ply.trick + 1, 0)).out else None


def after_the_end(work: ClimbWork) -> Place:
    """Somebody who still holds cards plays on when the hand is over."""
    index = work.choose(work.finished())
    hand = work.hands[index]
    seat, cards = work.rng.choice([(seat, cards) for seat, cards in enumerate(work.left(index)) if cards])
    hand["tricks"].append(f"{work.seats[seat]} {work.rng.choice(cards)}")
    hand["seconds"].append([3.0])
    return Place(index + 1, len(hand["tricks"]), 1, work.seats[seat])
