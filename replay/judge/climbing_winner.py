"""The judge of the climbing family: who wins a trick, and who leads.

A trick goes through the state machine of the audit; the seats that are out of cards are told beside it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from replay.cards import split_cards
from replay.catalogue import clause_of_codes
from replay.climbing.combos import Reading, beats, reading_text
from replay.climbing.context import LevelContext
from replay.climbing.order import PlayAt, plays_of, seats_after, takes_over
from replay.climbing.play import ClimbMachine
from replay.climbing.sheet import ClimbingSheet
from replay.findings import Finding
from replay.judge.climbing import climbing_sheet
from replay.judge.verdict import Ruling, Situation, Verdict, Word, faults, weigh
from replay.notation import PASS, read_token, split_trick
from replay.report import Report

LAST: Final = "!"
"""The mark of a play that was a seat's last."""


def judge_climb(
    situation: Situation, trick: str, out: str = "", asked: Literal["trick", "leads"] = "trick"
) -> tuple[Verdict, ...]:
    """Judge who wins a trick in notation (`"E 3h 5s - 7d - - -"`), or who leads after it; then what is wrong with its plays.

    `out` are the seats that were out of cards before the trick, and a play that was a seat's last is marked (`"E 3h 5s! - -"`).
    Where plays are missing the answer is UNDETERMINED, and `holds` in its values says who holds the trick so far. Raises
    KeyError for a sheet of another family.
    """

    def rule(sheet: ClimbingSheet) -> Ruling:
        machine, _ = _stepped(sheet, situation.level, trick, out)
        plays = list(_told(sheet, machine))
        told: dict[str, object] = {"plays": plays}
        code = "LEAD-AFTER-OUT" if machine.winners and machine.left[machine.winners[0]] <= 0 else "LEAD-WINNER"
        if not machine.winners:
            holders = [play["seat"] for play in plays if play["beats"]]
            told |= {"holds": holders[-1] if holders else None}
            return Ruling(Word.UNDETERMINED, "LEAD-WINNER", missing=_missing(sheet, machine, holders), told=told)
        told |= {"over": machine.over}
        if asked == "trick":
            return Ruling(Word.SETTLED, "LEAD-WINNER", values={"winner": sheet.seats[machine.winners[0]]}, told=told)
        leads = [sheet.seats[_next_leader(sheet, machine)]] if not machine.over else []
        return Ruling(Word.SETTLED, code, values={"leads": leads}, told=told)

    answer = weigh(situation, trick, rule, climbing_sheet, kind=asked)

    def found(sheet: ClimbingSheet) -> list[Finding]:
        return _stepped(sheet, situation.level, trick, out)[1]

    return (answer, *faults(situation, trick, found, climbing_sheet))


def judge_first_climb(situation: Situation, banker: str | None) -> Verdict:
    """Judge who leads a hand before which no tribute is paid: the banker where the sheet has one, else whoever was drawn."""

    def rule(sheet: ClimbingSheet) -> Ruling:
        code = "LEAD-BANKER" if sheet.places is not None else "LEAD-RECORD"
        if banker is None:
            return Ruling(Word.UNDETERMINED, code, missing=("banker" if sheet.places is not None else "drawn",))
        return Ruling(Word.SETTLED, code, values={"leads": [banker]})

    return weigh(situation, banker or "", rule, climbing_sheet, kind="leads")


# --- one trick -----------------------------------------------------------------------------------------------


def _stepped(sheet: ClimbingSheet, level: str, trick: str, out: str) -> tuple[ClimbMachine, list[Finding]]:
    """The machine of the audit after the trick, and what it finds; of the hands nothing but the plays is known."""
    ctx, report = sheet.context(level), Report(clause_of_codes(sheet.key))
    sizes, made = sizes_told(sheet, trick, out)
    hands = [ctx.pack_counts(count.items()) for count in made]
    machine = ClimbMachine(sheet, ctx, (trick.replace(LAST, ""),), hands, [False] * len(hands), sizes, report)
    machine.out = [sheet.seat_at[seat] for seat in out]
    machine.turn = sheet.seat_at[trick[0]]
    machine.run()
    return machine, report.findings


def _next_leader(sheet: ClimbingSheet, machine: ClimbMachine) -> int:
    """Who leads after a trick that somebody has won, whatever was played beyond its end."""
    if machine.turn is not None:
        return machine.turn
    holder = machine.winners[0]
    return holder if machine.left[holder] > 0 else takes_over(sheet, machine.sides, holder, machine.left)


def sizes_told(sheet: ClimbingSheet, trick: str, out: str) -> tuple[list[int], list[Counter[str]]]:
    """How many cards each seat had before the trick, more than it played unless those were its last; and what it played."""
    leader, *tokens = split_trick(trick)
    left = [0 if seat in out else sheet.hand_size + 1 for seat in sheet.seats]
    made = [Counter[str]() for _ in sheet.seats]
    seat = sheet.seat_at[leader]
    for token in tokens:
        made[seat].update(split_cards(read_token(token.rstrip(LAST)).stood))
        if token.endswith(LAST):
            left[seat] = 0
        seat = seats_after(left)[seat]
    return [kept or count.total() for kept, count in zip(left, made, strict=True)], made


def _told(sheet: ClimbingSheet, machine: ClimbMachine) -> Iterator[dict[str, object]]:
    """Each play of the trick: what it counts as, and whether it beats what lies there."""
    ctx, lying = machine.ctx, None
    for at in plays_of(sheet, machine.tricks, machine.sizes):
        reading = _counts_as(ctx, at, lying)
        lying = reading or lying
        yield {
            "seat": sheet.seats[at.seat],
            "cards": at.token,
            "reading": reading_text(reading) if reading is not None else None,
            "beats": reading is not None,
        }


def _counts_as(ctx: LevelContext, at: PlayAt, lying: Reading | None) -> Reading | None:
    """What a play counts as on what lies there; None for a pass, and for one that does not beat it."""
    play = ctx.plays[at.token] if at.token != PASS else None
    reading = ctx.standing(play, lying) if play is not None and not play.misread else None
    return reading if reading is not None and (lying is None or beats(reading, lying)) else None


def _missing(sheet: ClimbingSheet, machine: ClimbMachine, holders: Sequence[object]) -> tuple[str, ...]:
    """The seats whose passes or plays the trick lacks, from the next to the last before who holds it."""
    made = list(plays_of(sheet, machine.tricks, machine.sizes))
    after = seats_after(machine.left)
    seat, seats = after[made[-1].seat], list[str]()
    while sheet.seats[seat] not in holders[-1:] and len(seats) < len(after) - 1:
        seats.append(sheet.seats[seat])
        seat = after[seat]
    return tuple(seats)
