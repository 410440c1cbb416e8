"""The judge of the trick family: who wins a trick, and who leads.

A trick goes through the state machine of the audit as all that is on record of a hand.
"""

from collections.abc import Sequence
from typing import Literal

from replay.findings import Finding
from replay.judge.tricks import bidding_of, stepped, trick_sheet
from replay.judge.verdict import Ruling, Situation, Verdict, Word, faults, weigh
from replay.notation import read_token, split_trick
from replay.tricks.beat import strength
from replay.tricks.claims import why_not
from replay.tricks.sheet import TrickSheet, rotations
from replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from replay.tricks.units import UnitKind, lead_shape, shape_of
from replay.tricks.winner import leading_seat


def judge_trick(situation: Situation, trick: str, asked: Literal["trick", "leads"] = "trick") -> tuple[Verdict, ...]:
    """Judge who wins a trick in notation (`"E AsAs 3s4s KsKs 5s5s"`), or who leads after it; then what is wrong with its plays.

    Where plays are missing the answer is UNDETERMINED, and `holds` in its values says who holds the trick so far. Raises
    KeyError for a sheet of another family.
    """

    def rule(sheet: TrickSheet) -> Ruling:
        ctx = sheet.context(situation.level, situation.trump)
        seats, tokens = _seated(sheet, trick)
        plays = [_told(sheet, ctx, trick, number) for number in range(len(tokens))]
        told: dict[str, object] = {"plays": plays}
        code = "LEAD-WINNER" if asked == "leads" else "CLAIM-WINNER"
        more = tuple((str(play["code"]), None) for play in plays if play["code"] is not None)
        holder = leading_seat(sheet, ctx, [(seat, read_token(token).stood) for seat, token in zip(seats, tokens, strict=False)])
        if len(tokens) < len(seats):
            told |= {"holds": holder}
            return Ruling(Word.UNDETERMINED, code, missing=seats[len(tokens) :], told=told, more=more)
        machine, _ = stepped(sheet, ctx, trick)
        points = sum(machine.points)
        winner = seats[0] if not machine.winners else sheet.seats[machine.winners[0]]
        values: dict[str, object] = {"leads": [winner]} if asked == "leads" else {"winner": winner, "points": points}
        return Ruling(Word.SETTLED, code, values=values, told=told, more=more)

    answer = weigh(situation, trick, rule, trick_sheet, kind=asked)

    def found(sheet: TrickSheet) -> list[Finding]:
        return stepped(sheet, sheet.context(situation.level, situation.trump), trick)[1]

    return (answer, *faults(situation, trick, found, trick_sheet))


def judge_first_leader(
    situation: Situation, banker: str | None, bids: Sequence[str] = (), asked: Sequence[str] = ()
) -> Verdict:
    """Judge who leads the first trick, given the banker, or the bids that give the bank, and the answers to 炒底."""

    def rule(sheet: TrickSheet) -> Ruling:
        declared, taker = bidding_of(sheet, situation.level, bids, banker, asked)
        if declared is None:
            return Ruling(Word.UNDETERMINED, "LEAD-BANKER", missing=("banker",))
        first = taker if taker is not None and sheet.reopen is not None and sheet.reopen.leads else declared
        leaders = [first]
        if sheet.leader_from_side:
            leaders.append(sheet.seats[(sheet.seats.index(first) + 2) % len(sheet.seats)])
        return Ruling(Word.SETTLED, "LEAD-BANKER", values={"leads": leaders})

    return weigh(situation, banker or "", rule, trick_sheet, kind="leads")


def shape_words(ctx: TrumpContext, play: Play) -> list[str]:
    """The units of some cards of one class, the highest first: `tractor2`, `pair`, `single`, `trio`; none of a mixture."""
    if play.trio != MIXED:
        return [UnitKind.TRIO.name.lower()]
    if play.cls == MIXED or not play.possible:
        return []
    units = shape_of(ctx, play.cards, play.cls).units
    return [unit.kind.name.lower() + (str(unit.pairs) if unit.kind is UnitKind.TRACTOR else "") for unit in units]


# --- one trick -----------------------------------------------------------------------------------------------


def _seated(sheet: TrickSheet, trick: str) -> tuple[tuple[str, ...], list[str]]:
    """The seats of a trick in order of play, and the plays on record."""
    leader, *tokens = split_trick(trick)
    return tuple(sheet.seats[seat] for seat in rotations(sheet.seats)[sheet.seats.index(leader)]), tokens


def _told(sheet: TrickSheet, ctx: TrumpContext, trick: str, number: int) -> dict[str, object]:
    """One play of a trick: its class and shape, whether they let it win, and the check that tells why not."""
    seats, tokens = _seated(sheet, trick)
    lead = ctx.as_lead(ctx.plays[read_token(tokens[0]).stood])
    play = ctx.plays[read_token(tokens[number]).stood] if number else lead
    led = lead_shape(ctx, lead) if lead.cls != MIXED and lead.possible else None
    able = not number or (led is not None and strength(ctx, sheet.beat, lead, led, play) is not None)
    leader, seat = sheet.seats.index(seats[0]), sheet.seats.index(seats[number])
    code = why_not(sheet, ctx, trick, seat, leader)[0] if not able else None
    return {
        "seat": seats[number],
        "cards": tokens[number],
        "class": ctx.class_name(play.cls) if play.cls != MIXED else None,
        "role": _role(play, lead) if number else "lead",
        "shape": shape_words(ctx, play),
        "can_win": able,
        "code": code,
    }


def _role(play: Play, lead: Play) -> str:
    if play.cls == lead.cls:
        return "follow"
    return "ruff" if play.cls == TRUMP else "discard"
