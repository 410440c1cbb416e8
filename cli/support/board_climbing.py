"""The card table of the climbing games as text: four or six hands at their seats, the round, tribute, places."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from paipu.cli.support.table import Rows, Table
from paipu.replay.cards import UNKNOWN, split_cards
from paipu.replay.climbing.combos import Reading, reading_text
from paipu.replay.climbing.states import ClimbingState, ClimbingView, OnTable
from paipu.replay.notation import PASS
from paipu.replay.words import by_side, card_name, count_name, finish_name, join, kind_name, level_name, reading_name

IN_A_ROW: Final = 9
"""Cards of a hand in a line, but for those of one rank, which stay together."""
WILD: Final = "*"


class ClimbingTable(Table[ClimbingView, ClimbingState]):
    """A hand of a climbing game."""

    def terms(self, frame: ClimbingState) -> Iterator[str]:
        terms, sheet = self.view.terms, self.view.sheet
        if sheet.levels is not None:
            own = self.say("replay.own_level", side=terms.owner) if terms.owner is not None else ""
            yield self.say("judge.at_level", level=level_name(terms.level, self.lang)) + own
            yield self.say("replay.levels_before", levels=self.levels(terms.levels) or "")
        if sheet.places is not None:
            yield self.say("replay.hand_of", no=self.hand.no, hands=sheet.places.hands)
            if terms.banker is not None:
                yield self.say("replay.led_by", seat=self.name(terms.banker))
            if terms.totals:
                yield self.say("replay.totals", totals=by_side(terms.totals))
        if any(terms.games.values()):
            yield self.say("replay.games", games=by_side(terms.games))
        yield self.say("replay.wild", cards=join((self.card(card, frame) for card in sorted(frame.wild)), self.lang))

    def place(self, place: int) -> str:
        """A place in the order of going out, from 0."""
        return finish_name(place + 1, len(self.view.sheet.seats), self.lang)

    def marks(self, frame: ClimbingState, seat: str) -> Iterator[str]:
        if seat == self.view.terms.banker:
            yield self.say("replay.bank")
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
            return self.say("game.broken")
        why = self.say(f"replay.why.{play.why}", declared=play.declared or "") if play.why not in {"only", None} else ""
        return self.reading(play.reading) + why

    def reading(self, reading: Reading) -> str:
        """A reading in words."""
        return reading_name(reading_text(reading), self.lang)

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

    def double(self, *, double: bool) -> str:
        """A note that one side had the first two places (双下)."""
        return "  " + self.say("game.double") if double else ""

    def now(self, frame: ClimbingState) -> Rows:
        if frame.out:
            places = (f"{self.place(place)} {self.name(seat)}" for place, seat in enumerate(frame.out))
            yield "places", join(places, self.lang)

    def before(self) -> Rows:
        """The hand before, the cards that changed hands, and who was to lead."""
        terms = self.view.terms
        if self.view.sheet.tribute is not None:
            if terms.before is not None:
                yield "before", terms.before + self.double(double=terms.before_double)
            if terms.resisted:
                yield "tribute", self.say("replay.resisted")
            for gift in terms.gifts:
                key = "replay.gives_back" if gift.back else "replay.gives"
                card = card_name(gift.card, self.lang)
                yield "tribute", self.say(key, card=card, giver=self.name(gift.giver), taker=self.name(gift.taker))
            if not terms.gifts and not terms.resisted:
                none = terms.first or self.hand.tribute is not None
                yield "tribute", self.say("replay.no_tribute" if none else "game.not_recorded")
        if terms.leaders:
            yield "leads", self.names(terms.leaders)

    def made(self, frame: ClimbingState) -> Rows:
        """What could have been played is listed by kind."""
        made = frame.made
        if made is None:
            return
        cards = made.cards + (f"={made.declared}" if made.declared else "")
        yield "played", "  ".join(filter(None, (self.name(made.seat), cards, self.read(made))))
        found = self.view.alternatives(frame.ply, max(self.listed, 1))
        if found is None:
            yield "legal", self.say("replay.legal_unknown")
            return
        against = found.against
        yield "owed", self.say("replay.to_beat", reading=self.reading(against)) if against else self.say("replay.any_lead")
        shares = _shares([group.total for group in found.groups], self.listed)
        for group, share in zip(found.groups, shares, strict=True):
            plays = " | ".join(cards for cards, _ in group.plays[:share])
            kind, many = kind_name(group.kind, group.size, self.lang), count_name(group.total, share, self.lang)
            yield "legal", f"{kind}  {plays}  ({many})"
        if found.passing:
            yield "legal", self.say("game.pass")

    def time(self, frame: ClimbingState) -> str:
        """The think time beside what the sheet allows."""
        said, taken = super().time(frame), self.view.seconds(frame)
        limit = self.view.terms.first_seconds if frame.ply == 1 else self.view.terms.seconds
        if limit is None:
            return said
        over = "  " + self.say("game.over_time") if taken is not None and taken > limit else ""
        return f"{said}  {self.say('game.limit', n=limit)}{over}"

    def result(self) -> Rows:
        """The finishing order, and what it came to."""
        computed, claims, terms = self.computed, self.claims, self.view.terms
        if computed.finish is not None:
            yield "finish", self.beside(computed.finish, claims.finish) + self.double(double=terms.double)
        if computed.levels is not None:
            why = ""
            if terms.rise is not None:
                side, by = terms.rise
                why = "  " + self.say("game.passed" if terms.passed else "replay.rises", side=side, n=by)
            yield "levels", self.beside(self.levels(computed.levels) or "", self.levels(claims.levels)) + why
        if computed.points is not None:
            yield "points", self.beside(by_side(computed.points), by_side(claims.points) if claims.points else None)


def _shares(totals: Sequence[int], most: int) -> list[int]:
    """How many of each kind are listed where at most so many are listed in all: as even as can be.

    >>> _shares([9, 1, 4], 6)
    [3, 1, 2]
    """
    shares = [0] * len(totals)
    while most and any(share < total for share, total in zip(shares, totals, strict=True)):
        for place, total in enumerate(totals):
            if shares[place] < total and most:
                shares[place] += 1
                most -= 1
    return shares
