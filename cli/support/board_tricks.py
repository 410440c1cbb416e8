"""The card table of the trick games as text: four hands at their seats, the trick, what was legal, what the audit says."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from paipu.cli.support.table import Rows, Table
from paipu.replay.cards import SUITS, UNKNOWN
from paipu.replay.catalogue import clauses
from paipu.replay.notation import FAILED, Shown, read_bid, read_shown
from paipu.replay.record import KittyAction
from paipu.replay.text import in_language
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import State, TrickView
from paipu.replay.tricks.trump import NO_TRUMP, TrumpContext
from paipu.replay.tricks.words import bounds, points_name, sum_of_points
from paipu.replay.words import by_side, card_name, cards_name, count_name, level_name, signed, suit_name, suit_sign


class TrickTable(Table[TrickView, State]):
    """A hand of a trick game."""

    @cached_property
    def sheet(self) -> TrickSheet:
        """The sheet as it is played at the hand's level."""
        return self.view.sheet.at_level(self.computed.level)

    @cached_property
    def ctx(self) -> TrumpContext:
        """The order of the hand's cards."""
        return self.sheet.context(self.computed.level, self.computed.trump or NO_TRUMP)

    def terms(self, frame: State) -> Iterator[str]:
        computed, rests = self.computed, self.view.settlement
        yield self.say("judge.at_level", level=level_name(computed.level, self.lang))
        yield self.say("judge.with_trump", trump=suit_name(computed.trump, self.lang))
        bank = next(side for side in self.sheet.sides if side != frame.attackers)
        yield self.say("replay.banker", seat=self.name(computed.dealer), side=bank)
        yield self.points(frame)
        if frame.penalties:
            yield self.say("replay.penalties", n=signed(frame.penalties))
        if rests.stake is not None:
            yield self.say(f"replay.stakes.{rests.stake.rule}", seats=self.names(rests.stakes))

    def points(self, frame: State) -> str:
        """The attackers' points so far and what they would come to; in a hand from its middle on those since then."""
        points = frame.points + frame.penalties
        said = f"{points}".replace("-", "−")
        if frame.left is not None:
            return self.say("replay.points.midway", side=frame.attackers, n=said)
        band = points_name(self.sheet, self.view.settlement, points, self.lang)
        return self.say("replay.points", side=frame.attackers, n=said, band=band)

    def marks(self, frame: State, seat: str) -> Iterator[str]:  # noqa: ARG002 - who is banker is the same at every ply
        if seat == self.computed.dealer:
            yield self.say("replay.bank")

    def cards(self, frame: State, seat: str) -> Iterator[str]:
        """A row for trumps and one for each side suit: ranks, jokers by name, level cards of other suits with theirs."""
        rows: dict[str, list[str]] = {}
        for card in filter(UNKNOWN.__ne__, frame.hands[seat]):
            rows.setdefault(self.ctx.effective_suit(card), []).append(card)
        for name in ("T", *SUITS):
            if name in rows:
                suit = self.computed.trump if name == "T" else name
                sign = self.say("replay.trumps") if name == "T" else suit_sign(name, self.lang)
                yield " ".join([sign, *(card[0] if card[1] == suit else card_name(card, self.lang) for card in rows[name])])

    def middle(self, frame: State) -> list[str]:
        lines = []
        for seat, cards in frame.table:
            shown = cards_name(cards, self.lang)
            if seat == frame.seat and frame.attempted:
                shown = f"{cards_name(frame.attempted, self.lang)} {FAILED} {shown}"
            marks = [self.say("game.trio", suit=suit_sign(frame.trios[seat], self.lang))] if seat in frame.trios else []
            marks += [self.say("replay.winning")] if seat == frame.winner else []
            lines.append("  ".join([self.name(seat), shown, *marks]))
        return lines

    def before(self) -> Rows:
        """The declarations, and who took the kitty up with what and buried what (炒底)."""
        for bid in self.hand.bids or ():
            seat, shown = read_bid(bid)
            yield "bids", f"{self.name(seat)}  {self.show(shown)}"
        for number, action in enumerate(self.hand.kitty or ()):
            yield "asked" if number or action.bury is None else "buried", "  ".join(self.action(action))

    def action(self, action: KittyAction) -> Iterator[str]:
        """What a seat did with the kitty."""
        yield self.name(action.seat)
        if action.passed:
            yield self.say("game.not_asked")
        if action.show is not None:
            yield self.say("replay.takes", cards=self.show(read_shown(action.show)))
        if action.bury is not None:
            yield self.say("replay.buries", cards=cards_name(action.bury, self.lang, " "))
        if action.seconds is not None:
            yield self.say("game.seconds", n=f"{action.seconds:g}")

    def show(self, shown: Shown) -> str:
        """Shown cards, and the suit that they name."""
        return cards_name(shown.cards, self.lang) + (f" = {suit_name(shown.suit, self.lang)}" if shown.suit else "")

    def now(self, frame: State) -> Rows:
        """The kitty as it lies at last, and who buried it."""
        if not self.sheet.kitty_size:
            yield "kitty", self.say("replay.no_kitty")
            return
        cards = cards_name("".join(frame.kitty), self.lang, " ") or self.say("game.not_recorded")
        last = self.view.buried_by
        yield "kitty", cards if last is None else f"{cards}  {self.say('replay.buried_by', seat=self.name(last))}"

    def result(self) -> Rows:
        """How the points come about, and the levels or the score after the hand with the clause that settled them."""
        computed, rests, claims = self.computed, self.view.settlement, self.claims
        total = sum_of_points(computed)
        if total is not None:
            yield "points", self.beside(f"{total} = {computed.attackers}", claims.attackers)
        if computed.levels is not None:
            clause = clauses(self.sheet.key).get(rests.clause or "")
            why = "" if clause is None else f"  {clause.id} {in_language(clause, self.lang)}"
            yield "levels", self.beside(self.levels(computed.levels) or "", self.levels(claims.levels)) + why
        score = _score(computed.score)
        if score is None and rests.bounds is not None:
            side, low, high = rests.bounds
            score = f"{side} {bounds(low, high)}"
        if score is not None:
            yield "score", self.beside(score, _score(claims.score))

    def made(self, frame: State) -> Rows:
        yield "played", f"{self.name(frame.seat)}  {frame.attempted or frame.cards or ''}"
        found = self.view.alternatives(frame.ply, self.listed)
        if frame.play == 1:
            yield "legal", self.say("replay.leads")
        elif found.total is None and not found.plays:
            yield "legal", self.say("replay.legal_unknown")
        else:
            many = count_name(found.total, len(found.plays), self.lang)
            yield "legal", f"{' | '.join(found.plays)}  ({many})".strip()


def _score(score: Mapping[str, int] | None) -> str | None:
    return by_side({side: signed(value) for side, value in score.items()}) if score else None
