"""Matches from the first draw to the last trick, as `paipu/1` documents with every claim right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from ingest.sample.bury import choose_burial
from ingest.sample.draw import Declared, Draw, draw
from ingest.sample.follow import choose_follow
from ingest.sample.lead import choose_lead
from ingest.sample.people import Player, Tournament, player_of, seating
from ingest.sample.table import Table
from ingest.schema import FORMAT
from replay.audit import configured_sheet
from replay.cards import join_cards, split_cards
from replay.record import OptionValue
from replay.tricks.deal import KITTY
from replay.tricks.score import Outcome, Settled, multiplier, passed, settle
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import TrumpContext

Document = dict[str, Any]

SHEET: Final = "shengji"
_DRAW_SECONDS: Final = 60.0
NO_FAULT: Final[frozenset[int]] = frozenset()


def shuffler(*seed: object) -> Random:
    """The one source of chance: the same seed, the same game, on every machine."""
    return Random("/".join(map(str, seed)))  # noqa: S311 - shuffled cards keep no secret


def make_match(
    seed: int,
    number: int,
    *,
    event: Tournament | None = None,
    hands: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Document:
    """Match `number` (from 1) of a tournament, legal in every play and right in every claim; the same for the same arguments.

    It ends when a side passes the last level, when time is called, or after `hands` hands (the record of a match under way).
    `options` are the record's options; players know those that concern plays. Raises ValueError for `number` below 1.
    """
    if number < 1:
        raise ValueError(f"matches are numbered from 1; found {number}")
    tournament = event or Tournament()
    place = tournament.pairing(number)
    started = tournament.start_of(place.round)
    document: Document = {
        "format": FORMAT,
        "id": f"{tournament.id}/r{place.round:02d}/t{place.table:02d}",
        "sheet": SHEET,
        **({"options": dict(options)} if options else {}),
        "event": {
            "id": tournament.id,
            "name": tournament.name,
            "stage": tournament.stage,
            "round": place.round,
            "table": str(place.table),
            "started": started.isoformat(),
        },
        "seats": seating(place.pairs),
        "hands": [],
    }
    Match(document, shuffler(seed, number), hands).play_on()
    return document


@dataclass(frozen=True)
class Standing:
    """Where a match stands before a hand: levels by side as indices of ranks, and the banker, None while it is declared for."""

    levels: tuple[int, int]
    dealer: int | None

    def level(self, sheet: TrickSheet, dealer: int) -> str:
        """The level in force under a banker."""
        return sheet.level_name(self.levels[dealer % 2])


class Match:
    """A match under way: it plays on from whatever hands its document has."""

    def __init__(self, document: Document, rng: Random, hands: int | None = None) -> None:
        self.document, self.rng, self.limit = document, rng, hands
        self.sheet: TrickSheet = configured_sheet(SHEET, tuple(sorted(document.get("options", {}).items())))
        self.players: tuple[Player, ...] = tuple(player_of(document["seats"][seat]["id"]) for seat in self.sheet.seats)
        self.hands: list[Document] = document["hands"]

    # -- the run of hands

    def standing(self, index: int) -> Standing:
        """Where the match stands before hand `index`, by the claims of the hands before it."""
        if index == 0:
            first = self.sheet.ladder.index(self.sheet.first_level)
            return Standing((first, first), None)
        claims = self.hands[index - 1]["claims"]
        first, second = (self.sheet.ladder.index(claims["levels"][side]) for side in self.sheet.sides)
        dealer = claims.get("next_dealer")
        return Standing((first, second), None if dealer is None else self.sheet.seats.index(dealer))

    def elapsed(self) -> float:
        """Seconds since the match began."""
        return sum(_duration(hand) for hand in self.hands)

    def play_on(self) -> None:
        """Play hands until the match is over, and write down how it ended."""
        limit = (self.sheet.clocks.round_minutes or 0) * 60
        standing = self.standing(len(self.hands))
        reason = None
        while reason is None and not self.full(standing):
            hand, settled = self.new_hand(standing)
            over = self.elapsed() + _duration(hand) - limit
            if over >= 0 and self.sheet.clocks.time_in_hand == "stop":
                cut = _cut(hand, over)
                if cut["tricks"]:
                    self.hands.append(cut)
                reason = "time"
                break
            self.hands.append(hand)
            standing = Standing(settled.levels, settled.next_dealer)
            reason = "time" if over >= 0 else None
        self.end(standing, reason)

    def full(self, standing: Standing) -> bool:
        """Whether a side has passed the last level, or all hands asked for have been played."""
        return (self.limit is not None and len(self.hands) >= self.limit) or self.winner(standing) is not None

    def winner(self, standing: Standing) -> int | None:
        """The side that has passed the last level."""
        return next((side for side in (0, 1) if passed(self.sheet, standing.levels[side])), None)

    def end(self, standing: Standing, reason: str | None) -> None:
        """The claims of the match and the time at which it ended; a match under way has neither winner nor end."""
        sides, event = self.sheet.sides, self.document["event"]
        levels = {side: self.sheet.level_name(level) for side, level in zip(sides, standing.levels, strict=True)}
        winner = self.winner(standing)
        event.pop("finished", None)
        if winner is not None:
            claims: Document = {"winner": sides[winner], "levels": levels, "reason": "passed"}
        elif reason == "time":
            claims = {**self.ahead(standing), "levels": levels, "reason": "time"}
        else:
            claims = {"levels": levels}
        self.document.pop("claims", None)
        self.document["claims"] = claims
        if "reason" in claims:
            limit = (self.sheet.clocks.round_minutes or 0) * 60
            seconds = round(min(self.elapsed(), limit) if claims["reason"] == "passed" else max(self.elapsed(), limit))
            event["finished"] = self.stamp(seconds)

    def ahead(self, standing: Standing) -> Document:
        """The claim of who won by time: the higher level, else the side in office; open while the bank is declared for."""
        (first, second), dealer = standing.levels, standing.dealer
        if first == second and dealer is None:
            return {}
        side = int(second > first) if dealer is None or first != second else dealer % 2
        return {"winner": self.sheet.sides[side]}

    def stamp(self, seconds: int) -> str:
        """The time so many seconds after the match began."""
        return (datetime.fromisoformat(self.document["event"]["started"]) + timedelta(seconds=seconds)).isoformat()

    # -- one hand

    def new_hand(self, standing: Standing) -> tuple[Document, Settled]:
        """Draw, declare, bury, and play a hand out."""
        drawn, terms = self.draw(standing)
        hand, table = self.deal(standing, drawn, terms)
        self.play_out(table)
        return hand, self.write_result(hand, table, standing)

    def draw(self, standing: Standing, *, level: str | None = None) -> tuple[Draw, Declared]:
        """The draw of a hand, and what was declared; `level` as a table would have it wrong.

        Where the bank is declared for at different levels, they draw until it goes to the side whose level was shown.
        """
        bank = self.bank(standing)
        if bank is not None or level is not None:
            return draw(self.sheet, self.rng, self.players, level or standing.level(self.sheet, bank or 0), bank)
        shown = standing.level(self.sheet, self.rng.randrange(2))
        while True:
            drawn, terms = draw(self.sheet, self.rng, self.players, shown, None)
            if standing.level(self.sheet, self.sheet.seats.index(terms.banker)) == shown:
                return drawn, terms

    def bank(self, standing: Standing) -> int | None:
        """The banker before the draw, None where the bank is declared for."""
        return None if self.sheet.bids.bank_by_bid_always else standing.dealer

    def deal(
        self, standing: Standing, drawn: Draw, terms: Declared, *, level: str | None = None, dealer: int | None = None
    ) -> tuple[Document, Table]:
        """Write down a draw and the burial and open the table; `level` and `dealer` as a table would have them wrong."""
        seats = self.sheet.seats
        if dealer is None:
            bank = self.bank(standing)
            dealer = seats.index(terms.banker) if bank is None else bank
        level = level or standing.level(self.sheet, dealer)
        ctx = self.sheet.context(level, terms.trump)
        hand: Document = {
            "no": len(self.hands) + 1,
            "level": level,
            "dealer": seats[dealer],
            "trump": terms.trump,
            "deal": {seat: _dealt(ctx, cards) for seat, cards in zip(seats, drawn.hands, strict=True)}
            | {KITTY: _dealt(ctx, drawn.kitty)},
            "bids": list(drawn.bids),
        }
        self.bury(hand, dealer, ctx)
        return hand, self.table(hand)

    def bury(self, hand: Document, burier: int, ctx: TrumpContext, count: int | None = None) -> None:
        """A seat takes the kitty and lays cards down."""
        seat = self.sheet.seats[burier]
        pool = split_cards(hand["deal"][seat]) + split_cards(hand["deal"][KITTY])
        buried = choose_burial(ctx, pool, self.sheet.kitty_size if count is None else count, self.rng)
        spent = round(self.players[burier].pace * (8.0 + 10.0 * self.rng.random()), 1)
        hand["kitty"] = [{"seat": seat, "bury": join_cards(buried), "seconds": spent}]

    def table(self, hand: Document) -> Table:
        """The table of a recorded hand, after the burial and before the first trick."""
        ctx = self.sheet.context(hand["level"], hand["trump"])
        action = hand["kitty"][0]
        burier, bury = self.sheet.seats.index(action["seat"]), ctx.pack(split_cards(action["bury"]))
        hands = [ctx.pack(split_cards(hand["deal"][seat])) for seat in self.sheet.seats]
        hands[burier] += ctx.pack(split_cards(hand["deal"][KITTY])) - bury
        return Table(self.sheet, ctx, self.rng, self.players, self.sheet.seats.index(hand["dealer"]), (hands, bury))

    def play_out(self, table: Table, tricks: int | None = None) -> None:
        """Let the players play to the end of the hand, or until so many tricks are finished."""
        while not table.finished and (tricks is None or len(table.tricks) < tricks):
            self.play(table)

    def play(self, table: Table) -> None:
        """One play, by the seat whose turn it is."""
        trick = table.open()
        seat = trick.seat
        leads = trick.lead is None
        token = choose_lead(table, seat) if leads else choose_follow(table, seat)
        table.put(token, self.think(seat, leads=leads))

    def think(self, seat: int, *, leads: bool) -> float:
        """Seconds that a player takes for a play."""
        pace = self.players[seat].pace * (2.0 if leads else 1.0)
        return round(pace * self.rng.lognormvariate(-0.1, 0.5), 1)

    # -- the result of a hand

    def write_result(self, hand: Document, table: Table, standing: Standing, at_fault: frozenset[int] = NO_FAULT) -> Settled:
        """Write the plays and the claims of a hand, by the kernel's scoring; `at_fault` are the sides with a noticed fault."""
        sheet, machine = self.sheet, table.machine
        hand["tricks"], hand["seconds"] = table.tricks, table.seconds
        points = table.points()
        in_kitty = sum(table.ctx.points[card] for card in table.ctx.unpack(table.bury))
        claims: Document = {
            "winners": "".join(sheet.seats[winner] for winner in machine.winners),
            "attackers": points,
            "kitty_points": in_kitty,
        }
        if not any(machine.hands) and machine.last is not None and (machine.winners[-1] - table.dealer) % 2:
            factor = multiplier(sheet, table.ctx, *machine.last)
            points += in_kitty * factor
            claims |= {"attackers": points, "multiplier": factor}
        if sheet.throws.failure_is_misplay:
            at_fault |= {sheet.seats.index(text[0]) % 2 for text in table.tricks if ">" in text}
        settled = self.settle(standing, table.dealer, points, at_fault)
        hand["claims"] = {**claims, "penalties": 0, **self.settled_claims(settled)}
        return settled

    def settle(self, standing: Standing, dealer: int, points: int, at_fault: frozenset[int] = NO_FAULT) -> Settled:
        """Levels and the next banker after a hand, by the kernel."""
        return settle(self.sheet, standing.levels, dealer, Outcome(points, at_fault))

    def settled_claims(self, settled: Settled) -> Document:
        """The claims that a settlement makes."""
        claims: Document = {
            "levels": {side: self.sheet.level_name(level) for side, level in zip(self.sheet.sides, settled.levels, strict=True)}
        }
        if settled.next_dealer is not None:
            claims["next_dealer"] = self.sheet.seats[settled.next_dealer]
        return claims


def _dealt(ctx: TrumpContext, cards: Sequence[str]) -> str:
    """Cards of the deal as records list them: the strongest class and card first."""
    place = {card: number for number, card in enumerate(ctx.order)}
    return " ".join(sorted(cards, key=place.__getitem__, reverse=True))


def _duration(hand: Mapping[str, Any]) -> float:
    """Seconds from the draw of a hand to its last play."""
    spent: float = sum(action.get("seconds", 0.0) for action in hand.get("kitty", ())) + sum(map(sum, hand["seconds"]))
    return _DRAW_SECONDS + spent


def _cut(hand: Document, over: float) -> Document:
    """A hand in which time was called `over` seconds before its end: the plays made by then, and no claims."""
    tricks = [text.split(" ") for text in hand["tricks"]]
    seconds = [list(row) for row in hand["seconds"]]
    while over > 0 and tricks:
        over -= seconds[-1].pop()
        tricks[-1].pop()
        if not seconds[-1]:
            tricks.pop()
            seconds.pop()
    rest = {key: value for key, value in hand.items() if key != "claims"}
    return {**rest, "tricks": [" ".join(tokens) for tokens in tricks], "seconds": seconds}
