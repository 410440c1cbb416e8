"""What a referee wrote down: exposed cards, early plays, counts asked and told, slow plays, 记过."""

from collections.abc import Iterator

from replay.cards import split_cards
from samples.climbing.faults.work import Ply, Work
from samples.climbing.table import PASS
from samples.fault import Place


def _incident(work: Work, index: int, kind: str, seat: str, ply: Ply | None, **more: object) -> None:
    """Write an incident down."""
    at = {} if ply is None else {"at": f"{ply.trick + 1}.{ply.play + 1}"}
    work.hands[index].setdefault("incidents", []).append({"kind": kind, "seat": seat, **at, **more})


def _any_ply(work: Work, index: int) -> Ply:
    """Some point of a hand."""
    hand = work.hands[index]
    trick = work.rng.randrange(len(hand["tricks"]))
    return Ply(index, trick, work.rng.randrange(len(hand["seconds"][trick])))


def noted(work: Work, *, kind: str, timed: bool = True, follows: tuple[str, ...] = ()) -> Place | None:
    """An incident that costs nothing: a warning, or conduct; with the play that it is about or without."""
    index = work.choose(work.finished())
    if index is None:
        return None
    ply = _any_ply(work, index) if timed else None
    seat = work.rng.choice(work.seats)
    _incident(work, index, kind, seat, ply)
    no = work.hands[index]["no"]
    return Place(no, None, None, seat, follows) if ply is None else work.at(ply, seat, *follows)


def slow(work: Work) -> Place | None:
    """A play took longer than the sheet allows."""
    index, rules = work.choose(work.finished()), work.sheet.conduct
    if index is None or rules.seconds is None:
        return None
    ply = _any_ply(work, index)
    limit = rules.first_seconds if (ply.trick, ply.play) == (0, 0) and rules.first_seconds is not None else rules.seconds
    work.hands[index]["seconds"][ply.trick][ply.play] = limit + work.rng.randrange(1, 20)
    return work.at(ply, work.seats[work.table_at(ply).turn])


# -- exposed cards and early plays


def _broken(work: Work, index: int, since: Ply, seat: int, card: str) -> Iterator[Ply]:
    """The leads of a seat with which it does not lead an exposed card that it holds."""
    for ply, table, token in work.plies(index):
        if (ply.trick, ply.play) <= (since.trick, since.play) or table.turn != seat or token == PASS:
            continue
        if card not in table.hands[seat]:
            return
        cards = split_cards(token.partition("=")[0])
        if ply.play == 0 and cards != [card]:
            yield ply
        if card in cards:
            return


def exposed(work: Work, *, led: bool) -> Place | None:
    """A card is exposed; when its owner leads he leads it, if he leads again while he has it, or another (not `led`)."""
    for index in work.finished():
        points = [
            (ply, table.turn, card)
            for ply, table, made in work.plies(index)
            for card in dict.fromkeys(table.hands[table.turn])
            if table.hands[table.turn].count(card) == 1 and card not in split_cards(made.partition("=")[0])
        ]
        for ply, seat, card in work.shuffled(points)[:40]:
            broken = list(_broken(work, index, ply, seat, card))
            if len(broken) != (0 if led else 1):
                continue
            _incident(work, index, "exposed", work.seats[seat], ply, cards=card)
            if led:
                return work.at(ply, work.seats[seat])
            return work.at(broken[0], work.seats[seat], "INCIDENT-EXPOSED")
    return None


def early(work: Work, *, passed: bool) -> Place | None:
    """Somebody plays before the player in front of him, who then passes or does not."""
    for index in work.finished():
        points = []
        before = ""
        for ply, table, token in work.plies(index):
            if ply.play and token != PASS and (before == PASS) == passed:
                points.append((ply, table.turn, token))
            before = token
        found = work.choose(points)
        if found is not None:
            ply, seat, token = found
            _incident(work, index, "out_of_turn", work.seats[seat], ply, cards=token.partition("=")[0])
            return work.at(ply, work.seats[seat])
    return None


# -- counts


def unannounced(work: Work, *, due: bool) -> Place | None:
    """Somebody is said not to have announced his count, when he had to or when he had not; on that the sides may agree."""
    if work.sheet.conduct.counts_agreed is False:
        work.set_option("counts", "agreed")
    for index in work.finished():
        points = []
        for ply, table, token in work.plies(index):
            before = len(table.hands[table.turn])
            left = before - len(split_cards(token.partition("=")[0])) if token != PASS else before
            if token != PASS and work.sheet.conduct.announces(before, left) == due:
                points.append((ply, table.turn))
        found = work.choose(points)
        if found is not None:
            _incident(work, index, "unannounced", work.seats[found[1]], found[0])
            return work.at(found[0], work.seats[found[1]])
    return None


def asked_off_turn(work: Work) -> Place | None:
    """Somebody asks for counts when it is not his turn."""
    index = work.choose(work.finished())
    if index is None:
        return None
    ply = _any_ply(work, index)
    turn = work.table_at(ply).turn
    seat = work.rng.choice([seat for at, seat in enumerate(work.seats) if at != turn])
    _incident(work, index, "count_asked", seat, ply)
    return work.at(ply, seat)


def wrong_answer(work: Work, *, agreed: bool = False) -> Place | None:
    """Somebody gives a wrong count, tells one that he need not tell, or does not tell one that he should."""
    index = work.choose(work.finished())
    if index is None:
        return None
    if agreed:
        work.set_option("counts", "agreed")
    ply = _any_ply(work, index)
    seat = work.rng.randrange(len(work.seats))
    left, limit = len(work.table_at(ply).hands[seat]), work.sheet.conduct.answer_up_to or 0
    right = left if left <= limit else None
    able = [None, *range(max(0, left - 1), min(left + 1, work.sheet.hand_size) + 1)]
    told = work.rng.choice([count for count in able if count != right])
    _incident(work, index, "count_told", work.seats[seat], ply, **({} if told is None else {"count": told}))
    return work.at(ply, work.seats[seat])


def told_somewhere(work: Work) -> Place | None:
    """Where counts were agreed on: somebody is said to have told his, and the record does not say when."""
    work.set_option("counts", "agreed")
    return noted(work, kind="count_told", timed=False)


# -- 记过


def marks_ignored(work: Work) -> Place | None:
    """A side has the marks that lose a hand, and the score sheet counts the places all the same."""
    for index in work.finished():
        hand = work.hands[index]
        claimed = dict(hand["claims"]["points"])
        side = work.rng.randrange(2)
        for _ in range(work.sheet.conduct.marks_lose or 0):
            _incident(
                work,
                index,
                work.rng.choice(("signal", "misconduct")),
                work.rng.choice(work.seats[side::2]),
                _any_ply(work, index),
            )
        work.written_again(index)
        if hand["claims"]["points"] == claimed:
            del hand["incidents"]
            continue
        hand["claims"]["points"] = claimed
        return Place(hand["no"], follows=("INCIDENT-MARK",), case="marks")
    return None


def marks_of_both(work: Work) -> Place | None:
    """Both sides have the marks that lose a hand."""
    index = work.choose(work.finished())
    if index is None:
        return None
    for side in (0, 1):
        for _ in range(work.sheet.conduct.marks_lose or 0):
            _incident(work, index, "misconduct", work.rng.choice(work.seats[side::2]), _any_ply(work, index))
    return Place(work.hands[index]["no"], 0, 0, follows=("CLAIM-OPEN", "INCIDENT-MARK"))
