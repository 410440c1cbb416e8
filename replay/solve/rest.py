"""What the rest of a hand comes to from a position that is told, with all cards open: the question of the solver.

It is hindsight, and no verdict on anybody's play: nothing that a referee is asked elsewhere rests on it. The position is the
record of a hand from its middle on, and what is said of it is what the solver says of that record.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from paipu.replay.cards import UNKNOWN, split_cards
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.match import MatchAudit as ClimbingMatch
from paipu.replay.climbing.order import hand_over
from paipu.replay.climbing.states import UNTOLD, ClimbingView
from paipu.replay.faults import Moment
from paipu.replay.findings import Basis
from paipu.replay.notation import PASS, join_trick, read_token, split_trick
from paipu.replay.plays import plays_of_hand, seats_after
from paipu.replay.question.climbing import LAST
from paipu.replay.question.tricks import before_hand
from paipu.replay.question.verdict import Situation, Verdict, Word
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.report import Report
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS, Sheet
from paipu.replay.solve.climbing import solve_climbing
from paipu.replay.solve.solution import Reason, Solution, Value
from paipu.replay.solve.tricks import position, solve_tricks
from paipu.replay.tricks.match import MatchAudit as TrickMatch
from paipu.replay.tricks.states import TrickView

NODES: Final = 100_000
"""The usual budget of a question: some seconds without the compiled search."""
_LACKS: Final[Mapping[Reason, str]] = {
    "cards": "fewer",
    "units": "fewer",
    "unknown": "unseen",
    "kitty": "kitty_points",
    "lead": "lead",
    "nodes": "nodes",
}
"""What would have to be known, or given, for an exact answer."""


class Position(NamedTuple):
    """A position: the cards that each seat still holds in hand, and what lies on the table.

    `trick` is the leader and the plays so far, `!` behind a play that was a seat's last; where nothing lies there `turn` leads.
    `out` are those that were out before the trick, in order. In trick games `banker`, what is buried (`kitty`, None where it
    is not known), who took it up last (炒底), and the attackers' points so far, None to count from here on.
    """

    hands: Mapping[str, str]
    trick: str | None = None
    turn: str | None = None
    out: str = ""
    banker: str | None = None
    kitty: str | None = None
    taker: str | None = None
    attackers: int | None = None


def on_table(sheet: Sheet, told: Position) -> dict[str, str]:
    """The cards on the table by seat: of each who has made a play, a pass too.

    Who has no card left by now went out with the play that `!` stands behind; where none does, with the first that he made.
    """
    if told.trick is None:
        return {}
    leader, *tokens = split_trick(told.trick)
    left = [0 if seat in told.out else 1 for seat in sheet.seats]
    seat, made = sheet.seat_at[leader], dict[str, str]()
    for token in tokens:
        name = sheet.seats[seat]
        cards = "".join(split_cards(read_token(token.removesuffix(LAST)).stood)) if token != PASS else ""
        made[name] = made.get(name, "") + cards
        gone = token.endswith(LAST) if LAST in told.trick else not told.hands.get(name, "?")
        if cards and gone and not sheet.once_round:
            left[seat] = 0
        seat = seats_after(left)[seat]
    return made


def position_at(view: TrickView | ClimbingView, at: Moment) -> tuple[Situation, Position] | None:
    """The position before a play, as one tells it; None where nobody is to play, or not all hands are known."""
    return _trick_at(view, at) if isinstance(view, TrickView) else _climb_at(view, at)


def _trick_at(view: TrickView, at: Moment) -> tuple[Situation, Position] | None:
    found = position(view, at)
    if found is None or not all(found.machine.complete) or any(loses for _, _, loses in found.made):
        return None  # that a play ranks lowest by a ruling is nothing that can be told
    ctx, machine, seats, kitty = found.played.ctx, found.machine, view.sheet.seats, found.played.held.kitty
    left = list(machine.hands)
    for seat, cards, _ in found.made:
        left[seat] = ctx.minus(left[seat], cards)
    tokens = ["".join(ctx.unpack(cards)) for _, cards, _ in found.made]
    told = Position(
        hands={seat: "".join(ctx.unpack(cards)) for seat, cards in zip(seats, left, strict=True)},
        trick=join_trick(seats[found.leader], *tokens) if tokens else None,
        turn=None if tokens else seats[found.leader],
        banker=seats[machine.dealer],
        kitty="".join(ctx.unpack(kitty)) if kitty else None,
        taker=view.settlement.taker,
        attackers=found.so_far,
    )
    return Situation(view.record.sheet, found.played.terms.level, ctx.trump, view.record.options), told


def _climb_at(view: ClimbingView, at: Moment) -> tuple[Situation, Position] | None:
    frame = next((each for each in view.frames if (each.trick, each.play) == at), None)
    played = view.result.played
    if frame is None or frame.seat is None or played is None:
        return None
    before, began = (view.frames[frame.ply - back] for back in (1, at[1]))
    if UNTOLD in before.out or any(UNKNOWN in cards for cards in before.hands.values()):
        return None
    made = [each for each in plays_of_hand(view.sheet, view.hand) if each.trick == at[0] and each.play < at[1]]
    last = {each.seat: each.play for each in made if each.token != PASS}
    tokens = [
        each.token + (LAST if last.get(each.seat) == each.play and not before.hands[view.sheet.seats[each.seat]] else "")
        for each in made
    ]
    told = Position(
        hands={seat: "".join(cards) for seat, cards in before.hands.items() if seat not in began.out},
        trick=join_trick(view.sheet.seats[made[0].seat], *tokens) if made else None,
        turn=None if made else frame.seat,
        out="".join(began.out),
    )
    return Situation(view.record.sheet, played.ctx.level, "", view.record.options), told


def judge_rest(situation: Situation, told: Position, nodes: int = NODES) -> Verdict | None:
    """What the rest comes to, and each play of the seat whose turn it is: exact, or between two bounds with what is missing.

    The values have `low` and `high` for a `side` in a `unit` (see `Solution`), each play has its `worth`, and the `nodes` that
    were looked at; they have none where a hand is missing. None where nobody is to play. Raises KeyError for an unknown sheet.
    """
    sheet = SHEETS[situation.sheet]
    subject = told.trick or told.turn or ""
    missing = tuple(seat for seat in sheet.seats if seat not in told.hands and seat not in told.out)
    if missing:
        return _said(subject, missing, {})
    found = (_tricks if situation.sheet in TRICK_SHEETS else _climbing)(situation, told, nodes)
    if found is None:
        return None
    values: dict[str, object] = {
        "seat": found.seat,
        "side": found.side,
        "unit": found.unit,
        "so_far": told.attackers,
        **_bounds(found.value, told),
        "reason": found.reason,
        "nodes": found.nodes,
        "worth": [{"cards": each.cards, **_bounds(each.value, told)} for each in found.plays],
    }
    return _said(subject, (_LACKS[found.reason],) if found.reason is not None else (), values, found.seat)


def _bounds(value: Value, told: Position) -> dict[str, int]:
    return {"low": value.low + (told.attackers or 0), "high": value.high + (told.attackers or 0)}


def _said(subject: str, missing: tuple[str, ...], values: Mapping[str, object], seat: str | None = None) -> Verdict:
    """An answer that stands on no clause: a search, under the options in force."""
    word = Word.UNDETERMINED if missing else Word.SETTLED
    return Verdict(
        word=word,
        default=word,
        subject=subject,
        code="",
        clause=None,
        basis=Basis.ASSUMED,
        missing=missing,
        kind="rest",
        seat=seat,
        values=values,
    )


def _hand(sheet: Sheet, told: Position) -> tuple[Hand, Moment]:
    """The hand from before the trick on, and the place of the next play: who leads is told by a first play of his."""
    made = on_table(sheet, told)
    before = {seat: split_cards(told.hands.get(seat, "") + made.get(seat, "")) for seat in sheet.seats}
    leader, *tokens = split_trick((told.trick or told.turn or "").replace(LAST, ""))
    trick = join_trick(leader, *(tokens or before[leader][:1]))
    return Hand(
        no=1,
        deal={seat: " ".join(cards) for seat, cards in before.items()},
        left={seat: len(cards) for seat, cards in before.items()},
        tricks=(trick,),
    ), (1, len(tokens) + 1)


def _tricks(situation: Situation, told: Position, nodes: int) -> Solution | None:
    sheet = TRICK_SHEETS[situation.sheet].configured(situation.options)
    sheet = sheet.changed({"schedule": None}) if sheet.schedule is not None else sheet  # which turn it is has no part in it
    no, start = before_hand(sheet, situation.level, told.banker)
    hand, at = _hand(sheet, told)
    hand = replace(
        hand,
        no=no,
        level=situation.level,
        dealer=told.banker,
        trump=situation.trump,
        kitty=(KittyAction(seat=told.banker, bury=told.kitty),) if told.kitty and told.banker else None,
    )
    record = GameRecord(id="", sheet=sheet.key, options=situation.options, start=start, hands=(hand,))
    view = TrickView(TrickMatch(sheet, record, Report(clause_of_codes(sheet.key))), 0)
    return solve_tricks(view, at, nodes, taker=told.taker)


def _climbing(situation: Situation, told: Position, nodes: int) -> Solution | None:
    sheet = CLIMBING_SHEETS[situation.sheet].configured(situation.options)
    if told.out and hand_over(sheet, [sheet.seat_at[seat] for seat in told.out]):
        return None
    hand, at = _hand(sheet, told)
    start = Start(levels=dict.fromkeys(sheet.sides, situation.level)) if sheet.counts_levels else None
    hand = replace(hand, level=situation.level if sheet.counts_levels else None)
    record = GameRecord(id="", sheet=sheet.key, options=situation.options, start=start, hands=(hand,))
    view = ClimbingView(ClimbingMatch(sheet, record, Report(clause_of_codes(sheet.key))), 0)
    return solve_climbing(view, at, nodes, out=told.out)
