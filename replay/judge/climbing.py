"""The judge of the climbing family: a play against what lies on the table, a lead, a card of a tribute, a returned one.

A play goes through the state machine of the audit, one trick of it, and a card of a tribute through the audit of tributes, so
that a verdict here and a finding there cannot differ.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from replay.cards import split_cards
from replay.catalogue import clause_of_codes, permitting
from replay.climbing.combos import Reading, beats, reading_text
from replay.climbing.conduct import Conduct
from replay.climbing.context import LevelContext
from replay.climbing.deal import Dealt
from replay.climbing.exchange import Finished
from replay.climbing.legal import legal_plays
from replay.climbing.misfit import case_of
from replay.climbing.play import PASS_KIND, ClimbMachine
from replay.climbing.sheet import ClimbingSheet
from replay.climbing.tribute import TributeAudit
from replay.findings import Finding, Kind
from replay.judge.verdict import ALTERNATIVES_KEPT, Reads, Ruling, Situation, Verdict, Word, configured, other_readings, weigh
from replay.notation import PASS, Gift, join_trick, read_token
from replay.record import Hand, Incident
from replay.report import Case, Report
from replay.sheets import CLIMBING_SHEETS
from replay.watch import Watch


def judge_play(
    situation: Situation, *, table: str | None, play: str, hand: str | None = None, exposed: str | None = None
) -> Verdict:
    """Judge a play, `-` to pass, on what lies on the table, or as a lead; `reads` of the verdict are what its cards may be.

    Cards are in notation, without spaces, a declared reading after `=`. `hand` is the player's complete hand before the play,
    if that is known; table and hand together hold no card more often than the decks do. `exposed` are cards of a leader that
    he has exposed (GD3-E2.2). What is no combination on the table leaves the play UNDETERMINED. Raises KeyError for a sheet
    of another family.
    """
    tokens = (play,) if table is None else (table, play)

    def rule(sheet: ClimbingSheet) -> Ruling:
        ctx = sheet.context(situation.level)
        findings = [*_played(sheet, ctx, tokens, hand), *_exposure(sheet, play, exposed)]
        lying = ctx.standing(ctx.plays[table], None) if table is not None else None
        faults = [finding for finding in findings if finding.kind is not Kind.OPEN]
        under = [finding for finding in faults if finding.where.play != len(tokens)]
        if under:
            return Ruling(Word.UNDETERMINED, under[0].code, under[0])
        faults.sort(key=lambda finding: finding.kind is not Kind.FAIL)
        choices = _choices(sheet, ctx, hand, lying, exposed)
        if faults:
            return Ruling.against(faults[0], *choices)
        if exposed:
            return Ruling(Word.LEGAL, "LEAD-EXPOSED", None, *choices)
        if play != PASS and lying is not None:
            return Ruling(Word.LEGAL, "PLAY-NOT-HIGHER", None, *choices, case=case_of(ctx.plays[play], lying))
        stands = ctx.standing(ctx.plays[play], None)
        kind = stands.kind if stands is not None else PASS_KIND
        code = "PLAY-TYPE" if stands is not None else "LEAD-PASS"
        return Ruling(Word.LEGAL, code, None, *choices, permitted=permitting(sheet.key).get(kind))

    return replace(
        weigh(situation, play, rule, climbing_sheet), reads=readings_of(situation, *tokens) if play != PASS else None
    )


# --- plays -------------------------------------------------------------------------------------------------


def climbing_sheet(situation: Situation, watch: Watch | None = None) -> ClimbingSheet:
    """The sheet with the options in force. Raises KeyError for one of another family."""
    return configured(situation, watch, CLIMBING_SHEETS)


def _played(sheet: ClimbingSheet, ctx: LevelContext, tokens: Sequence[str], hand: str | None) -> list[Finding]:
    """What the audit finds wrong with the plays of a trick; of hands not known the plays are all that is known."""
    report = Report(clause_of_codes(sheet.key))
    rest = len(sheet.seats) - len(tokens)
    hands = [ctx.plays[token].cards for token in tokens] + [0] * rest
    known, sizes = [False] * len(hands), [sheet.hand_size] * len(hands)
    if hand is not None:
        cards = split_cards(hand)
        player = len(tokens) - 1
        hands[player], known[player], sizes[player] = ctx.pack(cards), True, len(cards)
    machine = ClimbMachine(sheet, ctx, (join_trick(sheet.seats[0], *tokens),), hands, known, sizes, report)
    machine.turn = 0
    machine.run()
    return report.findings


def _exposure(sheet: ClimbingSheet, play: str, exposed: str | None) -> list[Finding]:
    """What the audit finds where a leader has exposed cards."""
    if not exposed:
        return []
    report = Report(clause_of_codes(sheet.key))
    shown = Incident(kind="exposed", seat=sheet.seats[0], at=(0, 0), cards=exposed)
    hand = Hand(no=1, tricks=(join_trick(sheet.seats[0], play),), incidents=(shown,))
    Conduct(sheet, hand, (sheet.hand_size,) * len(sheet.seats), report).run()
    return [finding for finding in report.findings if finding.where.play == 1]


def _choices(
    sheet: ClimbingSheet, ctx: LevelContext, hand: str | None, lying: Reading | None, exposed: str | None
) -> tuple[tuple[str, ...], int | None]:
    """The plays that a complete hand has, an example of each combination, and how many; none of a hand not known."""
    if exposed and sheet.conduct.exposed_led:
        must = tuple(dict.fromkeys(split_cards(exposed)))
        return must, len(must)
    if hand is None:
        return (), None
    legal = legal_plays(ctx, ctx.pack(split_cards(hand)), lying, ALTERNATIVES_KEPT)
    return legal.plays, legal.total


def _standing(situation: Situation, tokens: Sequence[str]) -> tuple[Reading | None, Reading | None]:
    """What lies there, None where nothing does, and what the last of some plays counts as on it."""
    ctx = climbing_sheet(situation).context(situation.level)
    plays = [ctx.plays[token] for token in tokens]
    lying = ctx.standing(plays[0], None) if len(plays) > 1 else None
    return lying, ctx.standing(plays[-1], lying) if not plays[-1].misread else None


def readings_of(situation: Situation, *tokens: str) -> Reads:
    """What the cards of the last of some plays may be, and what they count as on what lies there, the play before."""
    ctx = climbing_sheet(situation).context(situation.level)
    cards, _, said = read_token(tokens[-1])
    play, possible = ctx.plays[tokens[-1]], ctx.plays[cards].readings
    lying, stands = _standing(situation, tokens)
    declared = reading_text(play.readings[0]) if said and play.readings and not play.misread else None
    found = Reads(cards, tuple(map(reading_text, possible)), None, "misread" if play.misread else "low", declared)
    if not possible:
        return found._replace(why=None)
    if stands is None:
        return found
    found = found._replace(stands=reading_text(stands))
    if declared or (len(possible) == 1 and not climbing_sheet(situation).cards.wild.one_reading):
        return found._replace(why="declared" if declared else "only")
    if len(possible) > 1 and lying is not None and sum(beats(reading, lying) for reading in possible) == 1:
        return found._replace(why="beats")
    others = [(option, _standing(changed, tokens)[1]) for option, _, changed in other_readings(situation)]
    turning = [option for option, other in others if other is not None and reading_text(other) != reading_text(stands)]
    ids = dict.fromkeys(name for option in turning if option.mark != "stated" for name in option.ids)
    return found._replace(why="undeclared", ids=tuple(ids)) if ids or len(possible) > 1 else found._replace(why="only")


# --- tribute -----------------------------------------------------------------------------------------------

_ONE_LAST: Final = Finished((0, 3, 2, 1), double=False)
_BOTH_LAST: Final = Finished((0, 2, 1, 3), double=True)
"""How the hand before ended: the first player is E, and N, who comes next, pays him."""


def judge_gift(situation: Situation, *, card: str, hand: str, double: bool = False, returned: bool = False) -> Verdict:
    """Judge whether a card is the one that must be paid as tribute, or may be `returned` for it, out of a complete hand.

    The hand is as dealt; that of a return has the tribute in it. `double`: both losers pay (双下). `allowed` are the cards
    that would do. Raises as `judge_play`, and ValueError for a sheet without tribute.
    """

    def rule(sheet: ClimbingSheet) -> Ruling:
        faults = sorted(found(sheet, card), key=lambda finding: finding.kind is not Kind.FAIL)
        held = dict.fromkeys(split_cards(hand))
        allowed = tuple(each for each in held if not any(fault.kind is Kind.FAIL for fault in found(sheet, each)))
        if faults:
            return Ruling.against(faults[0], allowed, len(allowed))
        code, case = passed(sheet)
        return Ruling(Word.LEGAL, code, None, allowed, len(allowed), case=case)

    def passed(sheet: ClimbingSheet) -> tuple[str, Case]:
        free = double and sheet.tribute is not None and sheet.tribute.returns_at_double == "any"
        code = "TRIBUTE-CARD" if not returned else "TRIBUTE-NOT-HELD" if free else "TRIBUTE-RETURN"
        audit = paying(sheet, card)
        smallest = audit.smallest(sheet.context(situation.level).pack(split_cards(hand)))
        return code, audit.cases("smallest" if code == "TRIBUTE-RETURN" and smallest else None)

    def found(sheet: ClimbingSheet, given: str) -> list[Finding]:
        audit = paying(sheet, given)
        audit.run()
        return [finding for finding in audit.report.findings if finding.where.pointer == "/tribute/0"]

    def paying(sheet: ClimbingSheet, given: str) -> TributeAudit:
        ctx = sheet.context(situation.level)
        giver, taker = (0, 1) if returned else (1, 0)
        hands = tuple(ctx.pack(split_cards(hand)) if seat == giver else 0 for seat in range(4))
        dealt = Dealt(hands, tuple(seat == giver for seat in range(4)), (sheet.hand_size,) * 4)
        move = Hand(no=2, tribute=(str(Gift(sheet.seats[giver], sheet.seats[taker], given)),))
        before = _BOTH_LAST if double else _ONE_LAST
        return TributeAudit(sheet, ctx, move, dealt, before, Report(clause_of_codes(sheet.key)), first=False)

    if climbing_sheet(situation).tribute is None:
        raise ValueError(f"{situation.sheet} has no tribute")
    return weigh(situation, card, rule, climbing_sheet, kind="return" if returned else "tribute")
