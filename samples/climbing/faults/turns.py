"""Who may play when: wrong leaders, leaders without cards, passed leads, tricks with plays too few or too many, and the end."""

from samples.climbing.faults.work import Ply, Work
from samples.climbing.table import PASS, Table
from samples.fault import Place


def wrong_leader(work: Work, *, out: bool) -> Place | None:
    """Somebody else leads than the winner of the last trick, or, if he is `out`, than who takes over from him."""
    for index in work.finished():
        found = work.choose(_leads(work, index, out=out))
        if found is None:
            continue
        table = work.table_at(Ply(index, found, 0))
        wrong = work.choose(seat for seat, cards in enumerate(table.hands) if cards and seat != table.turn)
        if wrong is None:
            continue
        table.lead(wrong)
        return Place(work.play_out(index, table), found + 1, 1, work.seats[wrong])
    return None


def _leads(work: Work, index: int, *, out: bool) -> list[int]:
    """The tricks (from 0) after the first that follow on one whose winner is out, or is not."""
    hand = work.hands[index]
    table = work.match.table(hand)
    found = []
    for trick in range(1, len(hand["tricks"])):
        table.replay(hand["tricks"][trick - 1 : trick], hand["seconds"][trick - 1 : trick])
        winner = _winner(hand["tricks"][trick - 1], table)
        if bool(table.hands[winner]) != out:
            found.append(trick)
    return found


def _winner(text: str, after: Table) -> int:
    """Who won a trick: he leads the next, or is out of cards, and then the last one to be out."""
    passes = len(text) - len(text.rstrip(f" {PASS}"))
    in_play = sum(map(bool, after.hands))
    return after.turn if passes // 2 < in_play else after.out[-1]


def led_by_one_out(work: Work) -> Place | None:
    """The winner of a trick, who is out, is written down as the next leader, with nothing to play."""
    for index in work.finished():
        found = work.choose(_leads(work, index, out=True))
        if found is None:
            continue
        table = work.table_at(Ply(index, found, 0))
        wrong = table.out[-1]
        table.lead(wrong)
        place = work.put(table, PASS)
        return Place(work.play_out(index, table), place.trick, place.play, place.seat, ("LEAD-PASS",))
    return None


def passed_lead(work: Work) -> Place | None:
    """The leader passes, and the next one leads."""
    found = work.opportunity(lambda table, _made: True if table.leads and table.in_play() > 1 else None)
    if found is None:
        return None
    ply, _ = found
    table = work.table_at(ply)
    place = work.put(table, PASS)
    return Place(work.play_out(ply.hand, table), place.trick, place.play, place.seat)


def wrong_banker(work: Work) -> Place | None:
    """Somebody else than the next in turn leads a hand as banker."""
    index = work.choose(index for index in work.finished(1) if work.standing(index).leader is not None)
    if index is None or index >= (work.sheet.places.hands if work.sheet.places else 0):
        return None
    right = work.standing(index).leader
    wrong = work.rng.choice([seat for seat in range(len(work.seats)) if seat != right])
    table = work.deal_again(index, leader=wrong)
    return Place(work.play_out(index, table), 1, 1, work.seats[wrong])


def lead_copied(work: Work) -> Place | None:
    """The leader of a hand is written down wrongly: the first trick says another."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    wrong = work.rng.choice([seat for seat in work.seats if seat != hand["lead"]])
    hand["lead"] = wrong
    return Place(hand["no"], 1, 1, wrong)


# -- numbers of plays


def _passed_out(work: Work, index: int) -> list[int]:
    """The tricks (from 0), but the last, that ended with a pass."""
    return [trick for trick, text in enumerate(work.hands[index]["tricks"][:-1]) if text.endswith(PASS)]


def pass_missing(work: Work) -> Place | None:
    """The last pass of a trick is not on record."""
    for index in work.finished():
        trick = work.choose(_passed_out(work, index))
        if trick is None:
            continue
        hand = work.hands[index]
        last = len(hand["seconds"][trick]) - 1
        seat = work.seats[work.table_at(Ply(index, trick, last)).turn]
        hand["tricks"][trick] = hand["tricks"][trick].removesuffix(f" {PASS}")
        hand["seconds"][trick].pop()
        return Place(hand["no"], trick + 1, last + 1, seat, case=_some_out(work, index, trick))
    return None


def play_too_many(work: Work) -> Place | None:
    """A trick goes on when all have passed."""
    for index in work.finished():
        trick = work.choose(_passed_out(work, index))
        if trick is None:
            continue
        hand = work.hands[index]
        count = len(hand["seconds"][trick])
        table = work.table_at(Ply(index, trick, count - 1))
        seat = work.seats[table.after(table.turn)]
        hand["tricks"][trick] += f" {PASS}"
        hand["seconds"][trick].append(1.0)
        return Place(hand["no"], trick + 1, count + 1, seat, case=_some_out(work, index, trick))
    return None


def _some_out(work: Work, index: int, trick: int) -> str | None:
    """The case that somebody is out at the end of a trick (from 0)."""
    return "out" if work.table_at(Ply(index, trick + 1, 0)).out else None


def after_the_end(work: Work) -> Place | None:
    """Somebody who still holds cards plays on when the hand is over."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hand = work.hands[index]
    seat, cards = work.rng.choice([(seat, cards) for seat, cards in enumerate(work.left(index)) if cards])
    hand["tricks"].append(f"{work.seats[seat]} {work.rng.choice(cards)}")
    hand["seconds"].append([3.0])
    return Place(hand["no"], len(hand["tricks"]), 1, work.seats[seat])
