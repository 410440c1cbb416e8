"""The state machine of a hand's tricks: it steps a trick at a time, checks every play and knows who leads next.

A trick in which all is in order takes a fast path that commits only at its end. Anything else goes the careful way, which
alone reports findings; both ways share the same state.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from paipu.replay.budget import COMBINATION, QUICK_TRICK, steps_of_careful
from paipu.replay.cards import HIDDEN, missing_cards, split_cards
from paipu.replay.climbing.combos import BOMBS, Reading, beats, reading_text, readings_text
from paipu.replay.climbing.context import UNSURE, LevelContext, Play
from paipu.replay.climbing.invalid import case_of, explain_invalid, meant
from paipu.replay.climbing.legal import legal_plays
from paipu.replay.climbing.order import hand_over, takes_over
from paipu.replay.climbing.rules import RoundRules
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.dealt import hidden_beyond, tell_not_held, told_by_hand
from paipu.replay.findings import SeatsAtFault, errors_of
from paipu.replay.notation import PASS, UNSEEN
from paipu.replay.plays import next_seats, plays_of, seats_after
from paipu.replay.report import Report

PASS_KIND: Final = "pass"  # noqa: S105 - what a pass is in `types`, no secret
ALTERNATIVES_SHOWN: Final = 6


class Standing(NamedTuple):
    """What lies on the table: who played last, and as what. `reading` is None where the cards are no combination.

    `other` is what may count instead: a play that did not beat the one before it, and that the table let stand. `possible` is
    what else it may be, for it or an earlier play was not declared.
    """

    seat: int
    reading: Reading | None
    other: Reading | None = None
    possible: tuple[Reading, ...] = ()

    @property
    def lying(self) -> list[Reading]:
        """What a play has to beat: one of these."""
        return [reading for reading in (self.reading, self.other) if reading is not None]


class ClimbMachine:
    """Steps a hand. `hands` are packed, by seat; where `complete[s]` is false, a lower bound of what the seat holds.

    `began` and `known` are these two before trick 1. `left` counts the cards of each seat, `out` has the seats that are out,
    in order. `turn` is who leads next, None if it cannot be told; `within` is whose turn it is where the last trick is not
    finished. `types` has a list a trick of what each play was, `winners`
    who won each finished trick. `sides` has the side of each seat; `out_before` are those that were out before, in no order.
    The cards of a play that does not count are gone from the hand, unless such are `taken_back`; `refused` counts them by seat.
    `first_refused` is the place of the first play that breaks a rule.
    Of a seat that made a play which was not all seen `most` has all that it may hold, if that is known; `told` is how many
    winners are sure where such a play leaves one open, None where none does; `loosely` has by the index of each
    such trick from which play on, counted from 1, nobody can tell what lies on the table.
    Of the tricks in `stopped`, by index, who is to lead is stopped by a ruling: the next of the other side leads (JS-7.2).
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        ctx: LevelContext,
        tricks: Sequence[str],
        hands: Sequence[int],
        complete: Sequence[bool],
        sizes: Sequence[int],
        report: Report,
        out_before: Sequence[int] = (),
    ) -> None:
        self.sheet, self.ctx, self.tricks, self.report = sheet, ctx, tricks, report
        self.out_before = tuple(out_before)
        self.sides: Sequence[int] = sheet.alternating
        self.taken_back, self.refused = False, [0] * len(sizes)
        self.first_refused: tuple[int, int] | None = None
        self.stopped: frozenset[int] = frozenset()
        self.began, self.known, self.sizes = tuple(hands), tuple(complete), tuple(sizes)
        self.hands, self.complete = list(hands), list(complete)
        self.left = list(sizes)
        self.after = seats_after(sizes)
        self.out: list[int] = list(out_before)
        self.turn: int | None = None
        self.within: int | None = None
        self.over = bool(out_before) and hand_over(sheet, out_before)
        self.lost = False
        self.types: list[tuple[str | None, ...]] = []
        self.winners: list[int] = []
        self.told: int | None = None
        self.loosely: dict[int, int] = {}
        self.most: dict[int, int] = {}
        self.careful_steps = 0

    @property
    def steps(self) -> int:
        """What stepping the tricks cost."""
        return QUICK_TRICK * len(self.tricks) + self.careful_steps

    @cached_property
    def at_fault(self) -> "SeatsAtFault":
        """The seats with an error in the hand."""
        return SeatsAtFault(self.report.findings, self.report.began)

    @property
    def played_out(self) -> bool:
        """Whether everybody's cards are known and were played until the hand was over."""
        return self.over and all(self.complete)

    @property
    def written(self) -> tuple[int, ...]:
        """How many cards each seat plays by the record until it is out: those taken back twice."""
        if not self.taken_back:
            return self.sizes
        return tuple([size + again for size, again in zip(self.sizes, self.refused, strict=True)])

    def run(self, most: int | None = None) -> None:
        """Step all tricks, unless there are more than `most` errors before."""
        number, last = len(self.types), len(self.tricks)
        while number < last:
            number = self._quick(
                number, min([at for at in self.stopped if at >= number], default=last) if self.stopped else last
            )
            if number < last:
                _Careful.step(self, number)
                number += 1
                if most is not None and errors_of(self.report.findings) > most:
                    return

    def step(self, index: int) -> None:
        """Step one trick."""
        if index in self.stopped or self._quick(index, index + 1) == index:
            _Careful.step(self, index)

    def _quick(self, first: int, last: int) -> int:
        """Step the tricks up to `last` in which all is in order; the index of the first other one, of which nothing is done."""
        # who passed may be barred from coming back: the rule is asked only where somebody does, above all of a watched copy
        barring = type(self.sheet.rounds) is not RoundRules or not self.sheet.rounds.reentry
        sheet, tricks, seat_at, steps, guard = self.sheet, self.tricks, self.sheet.seat_at, self.ctx.steps, self.ctx.guard
        held = [hand | guard for hand in self.hands]
        left, after, out, over, turn, number = self.left, self.after, self.out, self.over, self.turn, first
        while number < last and not over:
            tokens = iter(tricks[number].split(" "))
            seat = seat_at[next(tokens)]
            if seat != turn:
                break
            holds, cards_left, behind, finished = held.copy(), left.copy(), after, out
            in_play, holder, waiting, passed = len(left) - len(out), -1, 1, 0
            to_beat = led = UNSURE
            kinds: list[str | None] = []
            for token in tokens:
                if token == PASS:
                    if barring:
                        passed |= 1 << seat
                    waiting -= 1
                    kinds.append(PASS_KIND)
                    seat = behind[seat]
                    continue
                cards, size, strength, group, kind = steps[token]
                rest = holds[seat] - cards
                if (
                    waiting <= 0
                    or strength <= to_beat
                    or (group != led and holder >= 0 and group != BOMBS)
                    or rest & guard != guard
                    or (barring and passed >> seat & 1 and not sheet.rounds.reentry)
                ):
                    holder = -1
                    break
                holds[seat] = rest
                to_beat, led, holder = strength, group, seat
                kinds.append(kind)
                count = cards_left[seat] = cards_left[seat] - size
                waiting = in_play - 1
                if count <= 0:
                    if count < 0:
                        holder = -1
                        break
                    in_play, finished = waiting, [*finished, seat]
                    behind = next_seats(tuple([count > 0 for count in cards_left]))
                    over = hand_over(sheet, finished)
                    waiting = 0 if over else in_play
                seat = behind[seat]
            if holder < 0 or (waiting and not over):
                over = False
                break
            held, left, after, out = holds, cards_left, behind, finished
            self.types.append(tuple(kinds))
            self.winners.append(holder)
            turn = None if over else holder if left[holder] > 0 else takes_over(self.sheet, self.sides, holder, left)
            number += 1
        self.hands = [hand ^ guard for hand in held]
        self.left, self.after, self.out, self.over, self.turn = left, after, out, over, turn
        return number

    def leads_instead(self, stopped: int | None) -> int | None:
        """Who leads where a seat is stopped that was to lead; None where nobody of the other side can, or it is not known."""
        count = len(self.left)
        turns = [(stopped + step) % count for step in range(1, count)] if stopped is not None else []
        return next((seat for seat in turns if self.left[seat] > 0 and self.sides[seat] != self.sides[stopped or 0]), None)

    def shown_from(self, seat: int, trick: int, play: int) -> int:
        """The least that a seat holds from a play on, by its recorded plays."""
        places, held = self._shown[seat]
        return held[bisect_left(places, (trick, play))]

    @cached_property
    def _shown(self) -> Sequence[tuple[Sequence[tuple[int, int]], Sequence[int]]]:
        """The places of each seat's plays, with what it shows there and later, and nothing after the last."""
        ctx = self.ctx
        places: list[list[tuple[int, int]]] = [[] for _ in self.sizes]
        held: list[list[int]] = [[0] for _ in self.sizes]
        for at in reversed(list(plays_of(self.sheet, self.tricks, self.sizes))):
            if at.token != PASS:
                cards = ctx.plays[at.token].cards or ctx.pack_counts(Counter(at.stood).items())
                places[at.seat].append(at.place)
                held[at.seat].append(ctx.add(held[at.seat][-1], cards))
        return [(each[::-1], shown[::-1]) for each, shown in zip(places, held, strict=True)]


class _InTrick:
    """What the seats hold within a trick, as long as the machine does not have its end."""

    def __init__(self, machine: ClimbMachine, index: int, *, stands: bool) -> None:
        self.machine, self.index, self.stands = machine, index, stands
        report = machine.report
        self.report = report.fork()
        self.at_fault = SeatsAtFault(self.report.findings)
        self.sheet, self.ctx = machine.sheet, machine.ctx
        self.hands, self.left, self.complete = machine.hands.copy(), machine.left.copy(), machine.complete.copy()
        self.out, self.over = machine.out.copy(), machine.over
        self.table: Standing | None = None
        self.waiting = -1
        self.passed: set[int] = set()
        self.since: set[int] = set()
        self.kinds: list[str | None] = []
        self.reentry = self.sheet.rounds.reentry
        self.refused, self.first_refused = False, machine.first_refused
        self.refusals = [0] * len(machine.left)
        self.whole = True
        self.loose_from: int | None = None
        self.most = machine.most.copy()
        leader, *self.tokens = machine.tricks[index].split(" ")
        self.leader = self.seat = self.sheet.seat_at[leader]

    @property
    def after(self) -> tuple[int, ...]:
        return seats_after(self.left)

    def tell(
        self,
        code: str,
        play: int,
        seat: int,
        expected: str | None = None,
        actual: str | None = None,
        *,
        case: str | None = None,
        **more: str,
    ) -> None:
        self.report.at_play(code, (self.index + 1, play, self.sheet.seats[seat]), expected, actual, case=case, **more)

    def lay_down(self, seat: int, play: Play) -> None:
        """Take the cards of a play from the hand."""
        if seat in self.most:
            self.most[seat] = self.ctx.minus(self.most[seat], play.cards)
        self.left[seat] -= play.size
        self.hands[seat] = self.without(seat, play)
        if self.left[seat] <= 0 and seat not in self.out:
            self.out.append(seat)
            self.over = hand_over(self.sheet, self.out)

    def without(self, seat: int, play: Play) -> int:
        hand = self.hands[seat]
        return hand - play.cards if self.ctx.contains(hand, play.cards) else self.ctx.minus(hand, play.cards)

    def holds(self, seat: int, play: Play, position: int) -> None:
        """Whether the seat holds the cards. If not, report it and go on with what the seat's plays alone show."""
        ctx = self.ctx
        beyond = play.size - self.left[seat]
        held = self.most.get(seat, self.hands[seat])
        if play.possible and ctx.contains(held, play.cards):
            if beyond <= 0 or self.misplayed(seat):
                return
            missing = split_cards(play.text)[-beyond:]
        else:
            missing = missing_cards(split_cards(play.text), ctx.unpack(held))
        self.not_held(seat, split_cards(play.text), missing, position)

    def not_held(self, seat: int, made: Sequence[str], missing: Sequence[str], position: int) -> None:
        """Report cards that are not held, and go on with what the seat's plays alone show."""
        tell_not_held((self.index + 1, position, self.sheet.seats[seat]), made, missing, self.report)
        self.complete[seat] = False
        self.most.pop(seat, None)
        self.machine.lost = True
        self.hands[seat] = self.machine.shown_from(seat, self.index + 1, position)

    def misplayed(self, seat: int) -> bool:
        """Whether a play of a seat was wrong before, so that its number of cards is not sure."""
        name = self.sheet.seats[seat]
        return name in self.machine.at_fault or name in self.at_fault


class _Careful(_InTrick):
    """One trick, play by play. `stands` says whether a play that breaks a rule was let stand by the table.

    `loose`: since a play that was not all seen, that at `loose_from`, nobody can tell what lies on the table, and who has to
    pass yet.
    """

    @classmethod
    def step(cls, machine: ClimbMachine, index: int) -> None:
        """Step a trick: a play that breaks a rule does not count, unless the record goes on as though it did."""
        walk = cls(machine, index, stands=False)
        walk.run()
        machine.careful_steps += steps_of_careful(machine.tricks[index])
        if walk.refused and not walk.fits():
            machine.careful_steps += steps_of_careful(machine.tricks[index])
            other = cls(machine, index, stands=True)
            other.run()
            if other.fits():
                walk = other
        walk.commit()

    @property
    def loose(self) -> bool:
        return self.loose_from is not None

    def fits(self) -> bool:
        """Whether the trick ends where its record ends, and the next one begins with who leads by that."""
        if not self.whole or (self.waiting and not self.over and not self.is_last and not self.loose):
            return False
        if self.loose or self.is_last or self.over or self.table is None:
            return True
        return self.machine.tricks[self.index + 1].split(" ")[0] == self.sheet.seats[self.next_leader()]

    @property
    def is_last(self) -> bool:
        return self.index + 1 == len(self.machine.tricks)

    def next_leader(self) -> int:
        """Who leads after this trick."""
        table = self.table
        if table is None:
            return self.seat
        return self.leads_after(table.seat)

    def leads_after(self, holder: int) -> int:
        """Who leads after a trick: its winner, or who takes the lead over from one who is out."""
        return holder if self.left[holder] > 0 else takes_over(self.machine.sheet, self.machine.sides, holder, self.left)

    def run(self) -> None:
        if not self.over:
            self.check_leader()
        for position, token in enumerate(self.tokens, start=1):
            if self.over:
                self.after_the_end(position)
                return
            if not self.waiting and not self.is_barred and not self.loose:
                self.whole = False
                expected, actual = str(position - 1), str(len(self.tokens))
                self.tell("TRICK-PLAYS", position, self.seat, expected, actual, case=self.some_out)
                self.take_surplus(self.tokens[position - 1 :])
                return
            if token == PASS:
                self.passes(position)
            elif HIDDEN in token:
                self.plays_unseen(position, token)
            else:
                self.plays(position, self.ctx.plays[token])
            self.seat = self.after[self.seat]
        if self.waiting and not self.over and not self.is_last and not self.loose:
            self.whole = False
            expected, actual = str(len(self.tokens) + self.due), str(len(self.tokens))
            self.tell("TRICK-PLAYS", len(self.tokens) + 1, self.seat, expected, actual, case=self.some_out)

    @property
    def due(self) -> int:
        """How many acts an unfinished trick still needs; in their turn those pass too who may not come back."""
        seat, acts, waiting = self.seat, 0, max(self.waiting, 1)
        while waiting:
            acts, waiting = acts + 1, waiting - (self.reentry or seat not in self.passed)
            seat = self.after[seat]
        return acts

    @property
    def is_barred(self) -> bool:
        """Whether the seat in turn had passed before the last play where none may come back: on that it need not, and may."""
        table = self.table
        return not self.reentry and table is not None and self.seat in self.passed - self.since - {table.seat}

    @property
    def some_out(self) -> str | None:
        """The case that somebody is out, and does not pass any more."""
        return "out" if self.out else None

    def take_surplus(self, tokens: Sequence[str]) -> None:
        """Plays beyond the end of a trick are not judged; their cards are gone all the same."""
        for token in tokens:
            if token != PASS:
                play = self.ctx.plays[token]
                self.hands[self.seat] = self.without(self.seat, play)
                self.left[self.seat] -= play.size
                if self.left[self.seat] <= 0 and self.seat not in self.out:
                    self.out.append(self.seat)
                    self.over = hand_over(self.sheet, self.out)
            self.seat = self.after[self.seat]

    def check_leader(self) -> None:
        """The winner of the trick before leads, or who takes over from one who is out; who is out himself cannot."""
        machine, seats = self.machine, self.sheet.seats
        if self.left[self.leader] <= 0:
            self.tell("LEAD-OUT", 1, self.leader, actual=seats[self.leader])
        elif self.index in machine.stopped:
            due = machine.leads_instead(machine.turn)
            if due not in {None, self.leader}:
                self.tell("LEAD-STOPPED", 1, self.leader, seats[due], seats[self.leader])
        elif machine.turn is not None and self.leader != machine.turn:
            took_over = bool(machine.winners) and machine.left[machine.winners[-1]] <= 0
            code = "LEAD-AFTER-OUT" if took_over else "LEAD-WINNER"
            self.tell(code, 1, self.leader, seats[machine.turn], seats[self.leader])

    def after_the_end(self, position: int) -> None:
        """Plays after the hand is over: passes say nothing, and the last player may go on alone where a sheet lets him."""
        for number, token in enumerate(self.tokens[position - 1 :], start=position):
            if token == PASS:
                self.kinds.append(PASS_KIND)
                continue
            play = self.ctx.plays[token]
            alone = len(self.out) >= len(self.left) - 1 and self.sheet.rounds.last_may_play
            if not alone:
                self.tell("PLAY-AFTER-END", number, self.seat, actual=play.text, case="extra" * self.sheet.rounds.first_ends)
                return
            self.plays(number, play)
            self.seat = self.after[self.seat]
            self.table, self.waiting = None, -1

    def passes(self, position: int) -> None:
        if self.table is None and not self.loose:
            self.tell("LEAD-PASS", position, self.seat)
            self.kinds.append(None)
            return
        self.kinds.append(PASS_KIND)
        if self.reentry or self.seat not in self.passed:
            self.waiting -= 1
        self.passed.add(self.seat)
        self.since.add(self.seat)

    def plays_unseen(self, position: int, token: str) -> None:
        """A play of which not all was seen: what was seen of it must be held, and it is judged if it can only be one thing."""
        seat, play = self.seat, self.ctx.plays[token]
        made = split_cards(play.text) if token != UNSEEN else []
        if self.complete[seat]:
            known = told_by_hand(made, self.ctx.unpack(self.hands[seat])) if made and "=" not in token else None
            if known is not None:
                self.plays(position, self.ctx.plays[known])
                return
            self.most[seat] = self.hands[seat]
        missing = hidden_beyond(made, self.ctx.unpack(self.most[seat])) if seat in self.most else []
        if missing:
            self.not_held(seat, made, missing, position)
        self.complete[seat] = False
        self.hands[seat] = self.ctx.add(self.machine.shown_from(seat, self.index + 1, position + 1), play.cards)
        if self.loose_from is None and (play.unsure or token == UNSEEN):
            self.loose_from = position
        if token == UNSEEN:
            self.kinds.append(None)
        else:
            self.plays(position, play)

    def plays(self, position: int, play: Play) -> None:
        """Check one play, and take its cards from the hand."""
        seat = self.seat
        if HIDDEN not in play.text:
            self.holds(seat, play, position)
        if self.loose:
            self.plays_loosely(position, play)
            return
        if play.misread:
            case = "wilds_alone" if self.ctx.wilds.issuperset(split_cards(play.text)) else None
            readings = readings_text(play.readings)
            self.tell("READING-WRONG", position, seat, readings, play.text, case=case, declared=play.declared)
        table = self.table
        lying = (*table.lying, *table.possible) if table is not None else ()
        reading = self.judge(position, play)
        legal = reading is not None
        if seat in self.passed and not self.reentry:
            self.tell("PLAY-REENTRY", position, seat, actual=play.text)
        self.kinds.append(reading.kind.value if reading is not None and not play.misread else None)
        self.refused = self.refused or not legal
        if not legal and self.first_refused is None:
            self.first_refused = self.index + 1, position
        counts = legal or table is None or self.stands
        if counts or not self.machine.taken_back:
            self.lay_down(seat, play)
        if not counts:
            self.refusals[seat] += play.size
            self.since.add(seat)
            if self.reentry or seat not in self.passed:
                self.waiting -= 1
            return
        beating = tuple([r for r in play.readings if not lying or any(beats(r, other) for other in lying)])
        if legal or table is None:
            wild = not self.ctx.wilds.isdisjoint(split_cards(play.text))
            self.table = Standing(seat, reading, possible=beating if wild else ())
        else:
            other = (*beating, *play.readings, table.other)[0]
            self.table = Standing(seat, table.reading, other, table.possible)
        passed = self.passed if not self.reentry else set()
        self.since = set()
        self.waiting = sum(count > 0 and other != seat and other not in passed for other, count in enumerate(self.left))

    def plays_loosely(self, position: int, play: Play) -> None:
        """A play on nobody knows what: it may not be wrong by itself, and its cards are gone."""
        if not play.readings and play.possible and not play.unsure:
            code, case = explain_invalid(self.ctx, play.text), meant(self.ctx, play.text)
            self.tell(code, position, self.seat, actual=play.text, case=case)
        self.kinds.append(play.readings[0].kind.value if play.plain else None)
        self.lay_down(self.seat, play)

    def judge(self, position: int, play: Play) -> Reading | None:
        """What the play counts as; None, reported, if it is no combination or does not beat what lies there."""
        table, seat = self.table, self.seat
        if not play.readings:
            if play.possible:
                code, case = explain_invalid(self.ctx, play.text), meant(self.ctx, play.text)
                self.tell(code, position, seat, actual=play.text, case=case)
            return None
        against = table.lying if table is not None else []
        fitting = [r for r in play.readings if not against or any(beats(r, other) for other in against)]
        if not fitting:
            lying, given = against[0], play.readings[0]
            readings = {"table": reading_text(lying), "given": reading_text(given)}
            beaten = [other for other in (table.possible if table else ()) if any(beats(r, other) for r in play.readings)]
            if beaten:
                self.tell("READING-DECIDES", position, seat, readings_text(beaten), play.text, **readings)
                return None
            same = any(r.group == other.group for r in play.readings for other in against)
            expected = None
            if self.complete[seat] and table is not None and table.reading is not None and self.report.may_list():
                legal = legal_plays(self.ctx, self.hands[seat], table.reading, ALTERNATIVES_SHOWN)
                self.report.budget.spend(COMBINATION * legal.visited)
                expected = str(legal)
            code = "PLAY-NOT-HIGHER" if same else "PLAY-OTHER-TYPE"
            self.tell(code, position, seat, expected, play.text, case=case_of(play, lying), **readings)
            return None
        chosen = self.ctx.chosen(fitting)
        if len(fitting) > 1 and not play.misread:
            possible = readings_text(fitting)
            self.tell("READING-AMBIGUOUS", position, seat, possible, play.text, taken=reading_text(chosen))
            self.report.decided_by(*self.ctx.choosing(fitting))
        return chosen

    def commit(self) -> None:
        """Make the trick's end the state of the machine."""
        machine = self.machine
        machine.hands, machine.left, machine.complete, machine.most = self.hands, self.left, self.complete, self.most
        machine.out, machine.over, machine.after, machine.first_refused = self.out, self.over, self.after, self.first_refused
        machine.types.append(tuple(self.kinds))
        machine.refused = [before + cards for before, cards in zip(machine.refused, self.refusals, strict=True)]
        machine.report.findings += self.report.findings
        if self.loose_from is not None:
            machine.loosely[self.index] = self.loose_from
            machine.turn, machine.told = None, len(machine.winners) if machine.told is None else machine.told
            if self.is_last and self.waiting and not self.over:
                machine.within = self.seat
            return
        if self.table is None:
            machine.turn = self.seat if not self.over else None
            return
        finished = self.over or not self.waiting
        if finished:
            machine.winners.append(self.table.seat)
        elif self.is_last:
            machine.within = self.seat
        machine.turn = None if self.over or not self.whole or not finished else self.leads_after(self.table.seat)
