"""The claims of a hand, held against what was computed."""

from collections.abc import Iterable, Mapping

from paipu.replay.cards import HIDDEN
from paipu.replay.claims import ClaimsHeld
from paipu.replay.computed import sides_text
from paipu.replay.notation import NOTHING, read_token
from paipu.replay.plays import plays_of
from paipu.replay.record import HandClaims
from paipu.replay.report import Report
from paipu.replay.tricks.beat import strength
from paipu.replay.tricks.charges import THROW_FINED, Charge, costly
from paipu.replay.tricks.result import HandResult
from paipu.replay.tricks.score import FAULT_RULES, contains_trio
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.sums import Sums
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import lead_shape, shape_of


def agrees(sheet: TrickSheet, claims: HandClaims, result: HandResult) -> bool:
    """Whether the claims of a hand that was played out are just what was computed, all of which can be told."""
    computed, levels, score = result.computed, claims.levels, claims.score
    settled = result.settled is not None or sheet.schedule is not None
    return (
        result.finished
        and claims.points is None
        and claims.finish is None
        and None not in (computed.attackers, computed.kitty_points)
        and claims.winners in (None, computed.winners)
        and claims.kitty_points in (None, computed.kitty_points)
        and claims.multiplier in (None, computed.multiplier or 0)
        and claims.penalties in (None, computed.penalties)
        and claims.attackers in (None, computed.attackers)
        and (claims.next_dealer is None or (settled and claims.next_dealer == computed.next_dealer))
        and (levels is None or (result.settled is not None and _told(levels, computed.levels)))
        and (score is None or _told(score, computed.score))
    )


def _told(claimed: Mapping[str, object], computed: Mapping[str, object] | None) -> bool:
    return computed is not None and claimed.items() <= computed.items()


class ClaimCheck(ClaimsHeld):
    """Holds the claims of a hand against what was computed."""

    def __init__(
        self, sheet: TrickSheet, report: Report, result: HandResult, charges: Iterable[Charge], claims: HandClaims
    ) -> None:
        super().__init__(report)
        self.sheet, self.charges, self.claims = sheet, charges, claims
        self.computed, self.settled, self.scored = result.computed, result.settled, result.scored
        self.played, self.finished, self.ends_game = result.played, result.finished, result.ends_game
        self.result = result

    def run(self) -> None:
        """Check every claim; those for which facts are missing are listed in one open finding."""
        self.check_winners()
        self.check_points()
        settled = self.settled
        levels = self.computed.levels if settled is not None else None
        self.compare_sides("CLAIM-LEVELS", "levels", self.claims.levels, levels, settled.rule if settled is not None else None)
        self.check_next_dealer()
        self.check_score()
        if self.claims.points is not None:
            self.unchecked.append("points")
        if self.claims.finish is not None:
            self.unchecked.append("finish")
        self.tell_unchecked()

    def check_winners(self) -> None:
        """Each trick's winner, with the clause that the claimed one offends."""
        claimed, computed = self.claims.winners, self.computed.winners
        if claimed is None:
            return
        if computed is None:
            self.unchecked.append("winners")
            return
        if claimed == computed:
            return
        for number, (right, wrong) in enumerate(zip(computed, claimed, strict=False), start=1):
            if right != wrong:
                code, case = self.winner_code(number, right, wrong)
                self.report.add(code, "claims/winners", trick=number, seat=wrong, expected=right, actual=wrong, case=case)
        further = len(claimed) > len(computed) and not self.finished  # of tricks that are not on record
        if further or (self.played is not None and self.played.machine.told is not None):
            self.unchecked.append("winners")
        elif len(claimed) != len(computed):
            self.wrong("CLAIM-WINNER-COUNT", "winners", str(len(computed)), str(len(claimed)))

    def winner_code(self, number: int, winner: str, claimed: str) -> tuple[str, str | None]:
        """Why the claimed winner of a trick did not win, and the case of it."""
        if self.played is None:
            return "CLAIM-WINNER", None
        seats, trick = self.sheet.seats, self.played.machine.tricks[number - 1]
        return why_not(self.sheet, self.played.ctx, trick, seats.index(claimed), seats.index(winner))

    def check_points(self) -> None:
        """Kitty, multiplier, penalties and the total."""
        claims, computed = self.claims, self.computed
        self.compare("CLAIM-KITTY-POINTS", "kitty_points", claims.kitty_points, computed.kitty_points)
        if self.finished:
            factor = computed.multiplier or 0
            claimed = claims.multiplier
            if claimed is not None and claimed != factor and not (claimed == 0 and factor == 0):
                expected, case = str(factor) if factor else NOTHING, self.captured_with() if factor else None
                self.wrong("CLAIM-MULTIPLIER", "multiplier", expected, str(claimed), case)
        elif claims.multiplier is not None:
            self.unchecked.append("multiplier")
        if claims.penalties not in {None, computed.penalties}:
            self.compare("CLAIM-PENALTIES", "penalties", claims.penalties, computed.penalties, self.fined_for())
        self.compare("CLAIM-ATTACKERS", "attackers", claims.attackers, computed.attackers)
        if not self.finished or computed.attackers is None or computed.kitty_points is None:
            Sums(self.sheet, self.report, claims, self.result, charged=costly(self.charges)).check()

    def captured_with(self) -> str | None:
        """The case of what the kitty was captured with, if that is on record."""
        played = self.played
        return captured_with(played.ctx, played.machine.last[1]) if played is not None and played.machine.last else None

    def fined_for(self) -> str | None:
        """The case that one thing alone was charged for in points."""
        claims = {charge.row.check for charge in self.charges if charge.points or (charge.free and charge.row.fixed)}
        if self.played is not None and any(fine.points for fine in self.played.machine.fined):
            claims.add(THROW_FINED)
        return claims.pop().partition("/")[2] if len(claims) == 1 else None

    def check_score(self) -> None:
        """The hand's match score (大分): exact, or within the bounds that the sheet's table gives."""
        claimed, scored = self.claims.score, self.scored
        if claimed is None:
            return
        code, case = self.score_check()
        if scored is None or scored.by_side is not None:
            self.compare_sides(code, "score", claimed, self.computed.score, case)
            return
        sides = self.sheet.sides
        bounds = {sides[scored.side]: (scored.low, scored.high), sides[1 - scored.side]: scored.other}
        within = all(
            (low is None or value >= low) and (high is None or value <= high)
            for side, value in claimed.items()
            for low, high in [bounds[side]]
        )
        sums = len(claimed) < len(sides) or scored.total in {None, sum(claimed.values())}
        if within and sums:
            self.unchecked.append("score")
        else:
            expected = " ".join(f"{side}={bounds_text(*bounds[side])}" for side in sides if bounds[side] != (None, None))
            self.wrong(code, "score", expected or f"Σ={scored.total}", sides_text(claimed), case)

    def score_check(self) -> tuple[str, str]:
        """The check of the conversion, in the case of the one incident that cost the hand."""
        costly = (charge for charge in self.charges if charge.score or charge.row.loses_hand or charge.row.ends_match)
        claims = {charge.row.check for charge in costly}
        code, _, case = (claims.pop() if len(claims) == 1 else "CLAIM-SCORE").partition("/")
        return code, case

    def check_next_dealer(self) -> None:
        """The next banker; after a void hand there is none yet, after the last one none at all."""
        claimed, settled = self.claims.next_dealer, self.settled
        if claimed is None:
            return
        right, seats = self.computed.next_dealer, self.sheet.seats
        if settled is None and self.sheet.schedule is None:
            if self.result.next_banker is None:
                self.unchecked.append("next_dealer")
                return
            right = seats[self.result.next_banker]
        if claimed == right:
            return
        code, case = "CLAIM-NEXT-DEALER", "over" if self.ends_game else None
        if case is None and settled is not None and settled.rule in FAULT_RULES:
            case = settled.rule
        elif right is not None and not (seats.index(right) - seats.index(claimed)) % 2:
            code = "CLAIM-NEXT-PARTNER" if self.sheet.other_dealer_of_side == "disputed" else code
        self.wrong(code, "next_dealer", right or NOTHING, claimed, case)


def captured_with(ctx: TrumpContext, winning: Play) -> str | None:
    """The case of the cards that win the last trick, by the best that is among them: None for a play of several suits."""
    if contains_trio(ctx, winning):
        return "trio"
    if winning.cls == MIXED or not winning.possible:
        return None
    return shape_of(ctx, winning.cards, winning.cls).units[0].kind.name.lower()


def why_not(sheet: TrickSheet, ctx: TrumpContext, trick: str, seat: int, winner: int) -> tuple[str, str | None]:
    """The check that tells why a play does not win a trick: a discard, a ruff without the structure, or simply lower.

    The case is "follow" for a set of three under a lead that is none, and "trumps" where the order of trumps alone decided.
    """
    lead, made = _trick_plays(sheet, ctx, trick)
    play = made.get(seat)
    if play is None or winner not in made or lead.cls == MIXED or not lead.possible or not play.size or HIDDEN in play.text:
        return "CLAIM-WINNER", None
    if lead.trio != MIXED:
        return "CLAIM-WINNER-HIGHEST" if lead.cls == TRUMP == lead.trio else "CLAIM-WINNER-TRIO", None
    if play.trio != MIXED:
        return "CLAIM-WINNER-TRIO", "follow"
    if play.cls not in {lead.cls, TRUMP}:
        return "CLAIM-WINNER-DISCARD", None
    led = lead_shape(ctx, lead)
    mine = strength(ctx, sheet.beat, lead, led, play)
    if play.cls == TRUMP != lead.cls and mine is None:
        return "CLAIM-WINNER-RUFF" if play.pairs else "CLAIM-WINNER-PAIRLESS", None
    theirs = strength(ctx, sheet.beat, lead, led, made[winner])
    ordered = led.count == 1 and mine is not None and theirs is not None and mine.trump and theirs.tops != mine.tops
    return "CLAIM-WINNER", "trumps" if ordered else None


def bounds_text(low: int | None, high: int | None) -> str:
    """The bounds of a score, open at an end that is not known."""
    return f"{'' if low is None else low}…{'' if high is None else high}"


def _trick_plays(sheet: TrickSheet, ctx: TrumpContext, text: str) -> tuple[Play, dict[int, Play]]:
    """The lead of a trick and each seat's play, as they stood."""
    plays = [*plays_of(sheet, (text,))]
    made = {at.seat: ctx.plays[read_token(at.token).stood] for at in plays}
    lead = made[plays[0].seat] = ctx.as_lead(made[plays[0].seat])
    return lead, made
