"""The card table of the trick games as text: four hands at their seats, the trick, what was legal, what the audit says."""

from collections.abc import Iterator
from functools import cached_property

from paipu.cli.support.table import Rows, Table
from paipu.replay.cards import SUITS, UNKNOWN
from paipu.replay.describe.tricks import acts, points
from paipu.replay.notation import FAILED
from paipu.replay.text import in_language
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import State, TrickView
from paipu.replay.tricks.trump import NO_TRUMP, TrumpContext
from paipu.replay.words import card_name, cards_name, signed, suit_name, suit_sign


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

    def standing(self, frame: State) -> Iterator[str]:
        """The attackers' points so far and what they would come to; in a hand from its middle on those since then."""
        said = f"{frame.points + frame.penalties}".replace("-", "−")
        band = points(self.view, self.sheet, frame)
        yield self.say("replay.points", n=said, band="" if band is None else in_language(band, self.lang))
        if frame.penalties:
            yield self.say("replay.penalties", n=signed(frame.penalties))

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
        number = 0
        for act in acts(self.hand) or ():
            shown = cards_name(act.cards, self.lang) + (f" = {suit_name(act.suit, self.lang)}" if act.suit else "")
            if act.what == "bid":
                yield "bids", f"{self.name(act.seat)}  {shown}"
                continue
            said = [self.name(act.seat)]
            if act.what == "passed":
                said.append(self.say("game.not_asked"))
            if act.what == "show":
                said.append(self.say("replay.takes", cards=shown))
            if act.bury is not None:
                said.append(self.say("replay.buries", cards=cards_name(act.bury, self.lang, " ")))
            if act.seconds is not None:
                said.append(self.say("game.seconds", n=f"{act.seconds:g}"))
            yield "asked" if number or act.bury is None else "buried", "  ".join(said)
            number += 1

    def now(self, frame: State) -> Rows:
        """The kitty as it lies at last, and who buried it."""
        if not self.sheet.kitty_size:
            yield "kitty", self.say("replay.no_kitty")
            return
        cards = cards_name("".join(frame.kitty), self.lang, " ") or self.say("game.not_recorded")
        last = self.view.buried_by
        yield "kitty", cards if last is None else f"{cards}  {self.say('replay.buried_by', seat=self.name(last))}"

    def made(self, frame: State) -> Rows:
        yield "played", f"{self.name(frame.seat)}  {frame.attempted or frame.cards or ''}"
