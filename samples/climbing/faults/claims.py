"""Wrong claims, and what a referee wrote down: exposed cards, early plays, counts asked and told, slow plays, 记过."""

from collections.abc import Iterator

from paipu.replay.climbing.score import place_at_fault
from paipu.replay.notation import PASS, read_token
from paipu.samples import faults
from paipu.samples.climbing.table import ClimbTable
from paipu.samples.climbing.work import ClimbWork
from paipu.samples.faults import miswrite, other_level
from paipu.samples.table import cards_of
from paipu.samples.work import NoChance, Place, Ply, in_one_of


def finish(work: ClimbWork) -> Place:
    """Two places are exchanged: the first two, or two that follow on each other among those who went out."""
    index = work.choose(work.finished())
    claims = work.hands[index]["claims"]
    order = claims["finish"]
    at = work.rng.randrange(len(work.written(index).out) - 1)
    claims["finish"] = order[:at] + order[at + 1] + order[at] + order[at + 2 :]
    return Place(index + 1, case=place_at_fault(work.sheet, claims["finish"], order))


@in_one_of(ClimbWork.finished)
def levels(work: ClimbWork, index: int, *, last: bool) -> Place:
    """Another level than the hand led to.

    `last` says that the side that rose would have gone past the last level; else neither side was there, nor would have been.
    """
    before, sides = work.at(index).state.levels, work.sheet.sides
    rise = work.found(work.after(index).results[-1].rise)
    own, top = work.found(before[rise.side]), len(work.sheet.ladder) - 1
    work.need(last == (own + rise.by > top) and (last or top not in before))
    changed = other_level(work, work.hands[index]["claims"]["levels"], sides[rise.side : rise.side + 1] if last else sides)
    if last:
        return Place(index + 1, case="beyond" if own < top else None)
    return Place(index + 1, case="not_first" if changed != sides[rise.side] else None)


def place_points(work: ClimbWork) -> Place:
    """Other points than the places give."""
    index = work.choose(work.finished())
    points, rules = work.hands[index]["claims"]["points"], work.sheet.places
    winner = max(points, key=points.__getitem__)
    case = f"{points[winner]}_{winner}"
    miswrite(work, points, winner, among=[*(score for score, _ in rules.rows), rules.least] if rules else ())
    return Place(index + 1, case=case)


def match_reason(work: ClimbWork) -> Place:
    """A match that came to its end is said to have been broken off."""
    work.need("winner" in work.claims and work.claims["reason"] == "passed")
    work.claims["reason"] = work.rng.choice(("forfeit", "ruling"))
    return Place()


def _broken(work: ClimbWork, since: Ply, seat: int, card: str) -> Iterator[Ply]:
    """The leads of a seat with which it does not lead an exposed card that it holds."""
    for ply, table, token in work.plies(since.hand):
        if ply <= since or table.turn != seat or token == PASS:
            continue
        if card not in table.own:
            return
        cards = cards_of(token)
        if ply.play == 0 and cards != [card]:
            yield ply
        if card in cards:
            return


@in_one_of(ClimbWork.finished)
def exposed(work: ClimbWork, index: int, *, led: bool) -> Place:
    """A card is exposed; when its owner leads he leads it, if he leads again while he has it, or another (not `led`)."""
    held = ((ply, table, card, made) for ply, table, made in work.plies(index) for card in dict.fromkeys(table.own))
    points = [(ply, at.turn, card) for ply, at, card, made in held if at.own.count(card) == 1 and card not in cards_of(made)]
    for ply, seat, card in work.shuffled(points)[:40]:
        broken = list(_broken(work, ply, seat, card))
        if len(broken) == (0 if led else 1):
            place = work.note_at(ply, "exposed", work.seats[seat], cards=card)
            return place if led else work.place(broken[0], work.seats[seat], "INCIDENT-EXPOSED")
    raise NoChance


def early(work: ClimbWork, *, passed: bool) -> Place:
    """Somebody plays before the player in front of him, who then passes or does not."""

    def second(table: ClimbTable, made: str) -> tuple[int, str] | None:
        follows = table.tokens and made != PASS and (table.tokens[-1] == PASS) == passed
        return (table.turn, made) if follows else None

    ply, (seat, made) = work.chance(second)
    return work.note_at(ply, "out_of_turn", work.seats[seat], cards=read_token(made).stood)


def unannounced(work: ClimbWork, *, due: bool) -> Place:
    """Somebody is said not to have announced his count, when he had to or when he had not; on that the sides may agree."""
    if work.sheet.conduct.counts_agreed is False:
        work.set_option("counts", "agreed")

    def said(table: ClimbTable, made: str) -> int | None:
        before = len(table.own)
        announces = work.sheet.conduct.announces(before, before - len(cards_of(made)))
        return table.turn if made != PASS and announces == due else None

    ply, seat = work.chance(said)
    return work.note_at(ply, "unannounced", work.seats[seat])


def announced(work: ClimbWork) -> Place:
    """Somebody is said not to have announced his count, and to have told the right one."""

    def due(table: ClimbTable, made: str) -> int | None:
        before = len(table.own)
        left = before - len(cards_of(made))
        return left if made != PASS and work.sheet.conduct.announces(before, left) else None

    ply, left = work.chance(due)
    return work.note_at(ply, "unannounced", work.seats[work.table_at(ply).turn], count=left)


def asked_off_turn(work: ClimbWork) -> Place:
    """Somebody asks for counts when it is not his turn."""
    ply = work.any_ply(work.choose(work.finished()))
    return work.note_at(ply, "count_asked", work.seats[work.other_seat(work.table_at(ply).turn)])


def wrong_answer(work: ClimbWork, *, agreed: bool = False) -> Place:
    """Somebody gives a wrong count, tells one that he need not tell, or does not tell one that he should."""
    index = work.choose(work.finished())
    if agreed:
        work.set_option("counts", "agreed")
    ply = work.any_ply(index)
    seat = work.rng.randrange(len(work.seats))
    left, limit = len(work.table_at(ply).hands[seat]), work.sheet.conduct.answer_up_to or 0
    right = left if left <= limit else None
    able = [None, *range(max(0, left - 1), min(left + 1, work.sheet.hand_size) + 1)]
    told = work.rng.choice([count for count in able if count != right])
    return work.note_at(ply, "count_told", work.seats[seat], **({} if told is None else {"count": told}))


def told_somewhere(work: ClimbWork) -> Place:
    """Where counts were agreed on: somebody is said to have told his, and the record does not say when."""
    work.set_option("counts", "agreed")
    return faults.noted(work, kind="count_told", when=None)


def _marked(work: ClimbWork, index: int, side: int, kinds: tuple[str, ...]) -> None:
    for _ in range(marked.free + 1 if (marked := work.sheet.penalties.marks) is not None else 0):
        kind = work.rng.choice(kinds) if len(kinds) > 1 else kinds[0]
        seat = work.rng.choice(work.seats[side::2])
        work.note_at(work.any_ply(index), kind, seat)


@in_one_of(ClimbWork.finished)
def marks_ignored(work: ClimbWork, index: int) -> Place:
    """A side has the marks that lose a hand, and the score sheet counts the places all the same."""
    hand = work.hands[index]
    claimed = hand["claims"]["points"]
    _marked(work, index, work.rng.randrange(2), ("signal", "misconduct"))
    work.settle_again(index)
    if hand["claims"]["points"] == claimed:
        del hand["incidents"]
        raise NoChance
    hand["claims"]["points"] = claimed
    return Place(index + 1, follows=("INCIDENT-MARK",), case="marks")


def marks_of_both(work: ClimbWork) -> Place:
    """Both sides have the marks that lose a hand."""
    index = work.choose(work.finished())
    for side in (0, 1):
        _marked(work, index, side, ("misconduct",))
    return Place(index + 1, 0, 0, follows=("CLAIM-OPEN", "INCIDENT-MARK"))
