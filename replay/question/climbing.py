"""Questions about the cards of a climbing game: a play on what lies there, a lead, who wins a trick, who leads after it.

A question is the record of one trick, in a hand of which no more is known than is told. So a verdict here and a finding of the
audit cannot differ.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, Literal

from paipu.replay.cards import HIDDEN, split_cards
from paipu.replay.catalogue import clause_of_codes, permitting
from paipu.replay.climbing.combos import Reading, beats, reading_text
from paipu.replay.climbing.context import LevelContext, Play
from paipu.replay.climbing.invalid import case_of
from paipu.replay.climbing.legal import legal_plays
from paipu.replay.climbing.match import MatchAudit
from paipu.replay.climbing.order import takes_over
from paipu.replay.climbing.play import PASS_KIND, ClimbMachine
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.findings import Finding, Kind
from paipu.replay.notation import PASS, join_trick, read_token, split_trick
from paipu.replay.plays import plays_of, seats_after
from paipu.replay.question.verdict import ALTERNATIVES_KEPT, Question, Reads, Said, Situation, Verdict, Word, other_readings
from paipu.replay.record import GameRecord, Hand, Incident
from paipu.replay.report import Report
from paipu.replay.sheets import CLIMBING_SHEETS

LAST: Final = "!"
"""The mark of a play that was a seat's last."""


class _Trick:
    """One trick on record, of a hand before which nothing is owed.

    Of the hands those told are known; `left` tells how many cards seats have, where that is fewer than were dealt.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        situation: Situation,
        trick: str,
        *,
        hands: Mapping[str, str] | None = None,
        left: Mapping[str, int] | None = None,
        incidents: tuple[Incident, ...] = (),
    ) -> None:
        self.sheet, self.level = sheet, situation.level
        hand = Hand(no=1, level=situation.level, deal=hands or None, left=left, tricks=(trick,), incidents=incidents)
        record = GameRecord(id="", sheet=sheet.key, options=situation.options, hands=(hand,))
        self.match = MatchAudit(sheet, record, Report(clause_of_codes(sheet.key)))
        self.match.state.levels = [sheet.level_index(situation.level)] * 2

    @cached_property
    def view(self) -> ClimbingView:
        """The hand, audited."""
        return ClimbingView(self.match, 0)

    @property
    def machine(self) -> ClimbMachine:
        """The hand after the trick."""
        machine = self.view.result.machine
        if machine is None:
            raise ValueError(f"{self.level} is no level of {self.sheet.key}")
        return machine

    @property
    def found(self) -> Sequence[Finding]:
        """What is found of the plays."""
        self.machine  # noqa: B018 - it is audited when it is first looked at
        found = self.match.report.findings
        return [each for each in found if "/tricks/" in each.where.pointer and each.kind is not Kind.OPEN]

    @property
    def ctx(self) -> LevelContext:
        return self.machine.ctx


# --- whether a play is legal -------------------------------------------------------------------------------


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

    def world(sheet: ClimbingSheet, at: Situation) -> _Trick:
        seats = sheet.seats
        shown = (Incident(kind="exposed", seat=seats[0], at=(0, 0), cards=exposed),) if exposed else ()
        hands = {seats[len(tokens) - 1]: hand} if hand is not None else None
        return _Trick(sheet, at, join_trick(seats[0], *tokens), hands=hands, incidents=shown)

    def say(trick: _Trick) -> Said:
        lying = trick.ctx.standing(trick.ctx.plays[table], None) if table is not None else None
        # What lies there stands as what it is, whatever it was called; the verdict's table line tells that it was miscalled.
        found = [
            each for each in trick.found if lying is None or each.code != "READING-WRONG" or each.where.play == len(tokens)
        ]
        faults = sorted(found, key=lambda finding: finding.kind is not Kind.FAIL)
        under = next((finding for finding in faults if finding.where.play != len(tokens)), None)
        if under is not None:
            return Said(Word.UNDETERMINED, under.code, under)
        if faults:
            return Said.against(faults[0])
        if any(HIDDEN in token and not trick.ctx.plays[token].readings for token in tokens):
            return Said(Word.UNDETERMINED, "PLAY-TYPE", missing=("unseen",))
        if exposed:
            return Said(Word.LEGAL, "LEAD-EXPOSED")
        if play != PASS and table is not None:
            return Said(Word.LEGAL, "PLAY-NOT-HIGHER", case=case_of(trick.ctx.plays[play], lying) if lying else None)
        stands = trick.ctx.standing(trick.ctx.plays[play], None) if play != PASS else None
        kind = stands.kind if stands is not None else PASS_KIND
        code = "PLAY-TYPE" if stands is not None else "LEAD-PASS"
        return Said(Word.LEGAL, code, permitted=permitting(trick.sheet.key).get(kind))

    question = Question(situation, CLIMBING_SHEETS, world)
    verdict = question.verdict(play, say)
    if verdict.default is not Word.UNDETERMINED:
        allowed, total = _choices(question.here, hand, table, exposed)
        verdict = replace(verdict, allowed=allowed, total=total)
    reads = readings_of(situation, *tokens) if play != PASS else None
    return replace(verdict, reads=None if reads is not None and HIDDEN in play and not reads.readings else reads)


def _choices(trick: _Trick, hand: str | None, table: str | None, exposed: str | None) -> tuple[tuple[str, ...], int | None]:
    """The plays that a complete hand has, an example of each combination, and how many; none of a hand not known."""
    if exposed and trick.sheet.conduct.exposed_led:
        must = tuple(dict.fromkeys(split_cards(exposed)))
        return must, len(must)
    if hand is None:
        return (), None
    ctx = trick.ctx
    lying = ctx.standing(ctx.plays[table], None) if table is not None else None
    legal = legal_plays(ctx, ctx.pack(split_cards(hand)), lying, ALTERNATIVES_KEPT)
    return legal.plays, legal.total


def _standing(situation: Situation, tokens: Sequence[str]) -> tuple[Reading | None, Reading | None]:
    """What lies there, None where nothing does, and what the last of some plays counts as on it."""
    ctx = CLIMBING_SHEETS[situation.sheet].configured(situation.options).context(situation.level)
    plays = [ctx.plays[token] for token in tokens]
    lying = ctx.standing(plays[0], None) if len(plays) > 1 else None
    return lying, ctx.standing(plays[-1], lying) if not plays[-1].misread else None


def readings_of(situation: Situation, *tokens: str) -> Reads:
    """What the cards of the last of some plays may be, and what they count as on what lies there, the play before."""
    sheet = CLIMBING_SHEETS[situation.sheet].configured(situation.options)
    ctx = sheet.context(situation.level)
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
    if declared or (len(possible) == 1 and not sheet.cards.wild.one_reading):
        return found._replace(why="declared" if declared else "only")
    if len(possible) > 1 and lying is not None and sum(beats(reading, lying) for reading in possible) == 1:
        return found._replace(why="beats")
    others = [(option, _standing(changed, tokens)[1]) for option, _, changed in other_readings(situation)]
    turning = [option for option, other in others if other is not None and reading_text(other) != reading_text(stands)]
    ids = dict.fromkeys(name for option in turning if option.mark != "stated" for name in option.ids)
    return found._replace(why="undeclared", ids=tuple(ids)) if ids or len(possible) > 1 else found._replace(why="only")


# --- who wins, and who leads -------------------------------------------------------------------------------


def judge_climb(
    situation: Situation, trick: str, out: str = "", asked: Literal["trick", "leads"] = "trick"
) -> tuple[Verdict, ...]:
    """Judge who wins a trick in notation (`"E 3h 5s - 7d - - -"`), or who leads after it; then what is wrong with its plays.

    `out` are the seats that were out of cards before the trick, and a play that was a seat's last is marked (`"E 3h 5s! - -"`).
    Where plays are missing the answer is UNDETERMINED, and `holds` in its values says who holds the trick so far. Nobody wins
    one, or leads, where the hand was over before it. Raises KeyError for a sheet of another family.
    """

    def world(sheet: ClimbingSheet, at: Situation) -> _Trick:
        sizes, _ = sizes_told(sheet, trick, out)
        left = {seat: min(size, sheet.hand_size) for seat, size in zip(sheet.seats, sizes, strict=True)}
        return _Trick(sheet, at, trick.replace(LAST, ""), left=left)

    def say(told: _Trick) -> Said:
        machine, seats = told.machine, told.sheet.seats
        plays = list(_plays(told))
        if machine.over and not machine.winners:  # nobody has played while it lasted
            nobody: dict[str, object] = {"winner": None} if asked == "trick" else {"leads": []}
            return Said(Word.SETTLED, "PLAY-AFTER-END", values=nobody, told={"plays": plays, "over": True})
        if not machine.winners:
            holder = [*told.view.states()][-1].winner
            beside: dict[str, object] = {"plays": plays, "holds": holder}
            unseen = tuple(
                dict.fromkeys(str(play["seat"]) for play in plays if HIDDEN in str(play["cards"]) and not play["reading"])
            )
            return Said(Word.UNDETERMINED, "LEAD-WINNER", missing=unseen or _missing(told, holder), told=beside)
        beside, winner = {"plays": plays, "over": machine.over}, machine.winners[0]
        if asked == "trick":
            return Said(Word.SETTLED, "LEAD-WINNER", values={"winner": seats[winner]}, told=beside)
        out_too = machine.left[winner] <= 0
        next_ = machine.turn if machine.turn is not None else winner
        if machine.turn is None and out_too:  # whatever was played beyond its end
            next_ = takes_over(told.sheet, machine.sides, winner, machine.left)
        values = {"leads": [seats[next_]] if not machine.over else []}
        return Said(Word.SETTLED, "LEAD-AFTER-OUT" if out_too else "LEAD-WINNER", values=values, told=beside)

    question = Question(situation, CLIMBING_SHEETS, world)
    return (question.verdict(trick, say, asked), *question.faults(trick, lambda told: told.found))


def judge_first_climb(situation: Situation, banker: str | None) -> Verdict:
    """Judge who leads a hand before which no tribute is paid: the banker where the sheet has one, else whoever was drawn."""

    def say(sheet: ClimbingSheet) -> Said:
        code = "LEAD-BANKER" if sheet.places is not None else "LEAD-RECORD"
        if banker is None:
            return Said(Word.UNDETERMINED, code, missing=("banker" if sheet.places is not None else "drawn",))
        return Said(Word.SETTLED, code, values={"leads": [banker]})

    return Question(situation, CLIMBING_SHEETS, lambda sheet, _: sheet).verdict(banker or "", say, "leads")


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


def _plays(told: _Trick) -> Iterator[dict[str, object]]:
    """Each play of the trick: what it counts as, and whether it beats what lies there."""
    lying = None
    for at in plays_of(told.sheet, told.machine.tricks, told.machine.sizes):
        reading = _counts_as(told.ctx, told.ctx.plays[at.token], lying) if at.token != PASS else None
        lying = reading or lying
        yield {
            "seat": told.sheet.seats[at.seat],
            "cards": at.token,
            "reading": reading_text(reading) if reading is not None else None,
            "beats": reading is not None,
        }


def _counts_as(ctx: LevelContext, play: Play, lying: Reading | None) -> Reading | None:
    """What a play counts as on what lies there; None for one that does not beat it."""
    reading = ctx.standing(play, lying) if not play.misread else None
    return reading if reading is not None and (lying is None or beats(reading, lying)) else None


def _missing(told: _Trick, holder: str | None) -> tuple[str, ...]:
    """The seats whose passes or plays the trick lacks, from the next to the last before who holds it.

    Where it is his turn again who holds it, a play that is wrong has been let stand: then all others are to act on that.
    """
    machine, names = told.machine, told.sheet.seats
    last = [*plays_of(told.sheet, machine.tricks, machine.sizes)][-1].seat
    others = [(last + step) % len(names) for step in range(1, len(names))]
    until = next((at for at, seat in enumerate(others) if names[seat] == holder), None)
    acting, between = (tuple(names[seat] for seat in seats if machine.left[seat] > 0) for seats in (others, others[:until]))
    return between or acting
