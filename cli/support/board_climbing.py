"""The card table of the climbing games as text: four or six hands at their seats, the round, tribute, places."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from paipu.cli.support.table import Rows, Table
from paipu.replay.cards import UNKNOWN, split_cards
from paipu.replay.climbing.states import ClimbingState, ClimbingView, OnTable
from paipu.replay.describe.climbing import outcome, reading, tribute
from paipu.replay.notation import PASS
from paipu.replay.text import in_language
from paipu.replay.words import card_name, finish_name, join

IN_A_ROW: Final = 9
"""Cards of a hand in a line, but for those of one rank, which stay together."""
WILD: Final = "*"


class ClimbingTable(Table[ClimbingView, ClimbingState]):
    """A hand of a climbing game."""

    @property
    def banker(self) -> str | None:
        return self.view.terms.banker

    def place(self, place: int) -> str:
        """A place in the order of going out, from 0."""
        return finish_name(place + 1, len(self.view.sheet.seats), self.lang)

    def marks(self, frame: ClimbingState, seat: str) -> Iterator[str]:
        yield from super().marks(frame, seat)
        if seat in frame.out:
            yield self.place(frame.out.index(seat))

    def cards(self, frame: ClimbingState, seat: str) -> Iterator[str]:
        """Those of a rank stay together."""
        row, count = list[str](), 0
        for _, alike in groupby(filter(UNKNOWN.__ne__, frame.hands[seat]), lambda card: card.rstrip("shcd")):
            group = list(alike)
            if row and count + len(group) > IN_A_ROW:
                yield "  ".join(row)
                row, count = [], 0
            row.append(" ".join(self.card(card, frame) for card in group))
            count += len(group)
        if row:
            yield "  ".join(row)

    def card(self, card: str, frame: ClimbingState) -> str:
        """A card, marked where it is wild."""
        return card_name(card, self.lang) + (WILD if card in frame.wild else "")

    def read(self, play: OnTable) -> str:
        """What a play counts as, and what decides that where it could be several things."""
        if play.cards == PASS:
            return ""
        if play.reading is None:
            return self.say("game.unseen" if play.unseen else "game.broken")
        why = self.say(f"replay.why.{play.why}", declared=play.declared or "") if play.why not in {"only", None} else ""
        return in_language(reading(play.reading), self.lang) + why

    def middle(self, frame: ClimbingState) -> list[str]:
        lines = []
        held = max((i for i, play in enumerate(frame.table) if play.seat == frame.winner and play.cards != PASS), default=-1)
        for number, play in enumerate(frame.table):
            shown = "".join(self.card(card, frame) for card in split_cards(play.cards)) if play.cards != PASS else ""
            marks = [self.say("replay.holds")] if number == held else []
            parts = [self.name(play.seat), shown or self.say("game.pass"), self.read(play), *marks]
            lines.append("  ".join(filter(None, parts)))
        if frame.relieved is not None and frame.play == 1:
            lines[0] += "  " + self.say("game.relieves", seat=self.name(frame.relieved))
        return lines

    def now(self, frame: ClimbingState) -> Rows:
        if frame.out:
            places = (f"{self.place(place)} {self.name(seat)}" for place, seat in enumerate(frame.out))
            yield "places", join(places, self.lang)

    def before(self) -> Rows:
        """The hand before, the cards that changed hands, and who was to lead."""
        terms = self.view.terms
        if self.view.sheet.tribute is not None:
            yield "tribute", in_language(tribute(self.view), self.lang)
            for gift in terms.gifts:
                key = "replay.gives_back" if gift.back else "replay.gives"
                card = card_name(gift.card, self.lang)
                yield "tribute", self.say(key, card=card, giver=self.name(gift.giver), taker=self.name(gift.taker))
        if terms.leaders:
            yield "leads", self.names(terms.leaders)

    def made(self, frame: ClimbingState) -> Rows:
        made = frame.made
        if made is not None:
            cards = made.cards + (f"={made.declared}" if made.declared else "")
            yield "played", "  ".join(filter(None, (self.name(made.seat), cards, self.read(made))))

    def time(self, frame: ClimbingState) -> str:
        """The think time beside what the sheet allows."""
        said, taken = super().time(frame), self.view.seconds(frame)
        limit = self.view.terms.first_seconds if frame.ply == 1 else self.view.terms.seconds
        if limit is None:
            return said
        over = "  " + self.say("game.over_time") if taken is not None and taken > limit else ""
        return f"{said}  {self.say('game.limit', n=limit)}{over}"

    def result(self) -> Rows:
        yield from super().result()
        for line in outcome(self.view, self.verdict):
            yield "came_to", in_language(line, self.lang)
