"""Matches of the trick-taking sheets: drawn and declared, buried, asked about the kitty, and played by their players."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from replay.cards import join_cards, split_cards
from replay.record import GameRecord
from replay.report import Report
from replay.rulesheet import stage_name
from replay.sheets import TRICK_SHEETS
from replay.tricks.bidding import Outcome
from replay.tricks.deal import KITTY
from replay.tricks.match import MatchAudit
from replay.tricks.sheet import TrickSheet
from replay.tricks.tariff import Charge
from replay.tricks.terms import MatchState, Terms, TermsOfHand
from replay.tricks.trump import TrumpContext
from samples.document import Document
from samples.match import Match
from samples.tricks.auction import AuctionOfPairs
from samples.tricks.draw import Declared, Draw, ask, choose_burial, draw
from samples.tricks.follow import choose_follow
from samples.tricks.lead import choose_lead
from samples.tricks.table import TrickTable

_DRAW_SECONDS: Final = 60.0


class TrickMatch(Match[TrickSheet, MatchAudit, TrickTable]):
    """A match under way: it plays on from whatever hands its document has."""

    claimed: ClassVar[tuple[str, ...]] = (
        *("winners", "attackers", "kitty_points", "multiplier", "penalties"),
        *("levels", "score", "next_dealer"),
    )
    sheets = TRICK_SHEETS

    def audited(self, record: GameRecord, report: Report) -> MatchAudit:
        return MatchAudit(self.sheet, record, report)

    # -- the run of hands

    def dealer(self, index: int) -> int | None:
        """The banker of hand `index`, None while the bank is declared for."""
        schedule = self.sheet.schedule
        return self.at(index).state.dealer if schedule is None else self.sheet.seat_at[schedule.turn(index + 1)[0]]

    def level(self, index: int, dealer: int | None = None) -> str:
        """The level in force in hand `index` under a banker, the one in office if none is named."""
        if self.sheet.schedule is not None:
            return self.sheet.schedule.turn(index + 1)[1]
        bank = dealer if dealer is not None else self.dealer(index) or 0
        return self.sheet.level_name(self.at(index).state.levels[bank % 2] or 0)

    @property
    def minutes(self) -> int | None:
        clocks = self.sheet.clocks
        return None if stage_name(self.document["event"]["stage"]) in clocks.untimed_stages else clocks.round_minutes

    @property
    def stops(self) -> bool:
        return self.sheet.clocks.time_in_hand == "stop"

    @property
    def complete(self) -> bool:
        """Whether a side has won, or all hands that are scheduled have been played."""
        played, schedule = len(self.hands), self.sheet.schedule
        return self.at(played).state.over is not None or (schedule is not None and played >= schedule.hands)

    def seconds_before(self, hand: Mapping[str, Any]) -> float:
        spent: float = sum(action.get("seconds", 0.0) for action in hand.get("kitty", ()))
        return _DRAW_SECONDS + spent

    # -- one hand

    def deal_next(self) -> tuple[Document, TrickTable]:
        return self.deal(*self.draw(len(self.hands)))

    def draw(self, index: int, *, level: str | None = None) -> tuple[Draw, Declared]:
        """The draw of a hand, and what was declared; `level` as a table would have it wrong.

        Where the bank is declared for at different levels, they draw until it goes to the side whose level was shown.
        """
        bank = self.bank(index)
        if bank is not None or level is not None:
            level = level or self.level(index, bank)
            return draw(self.sheet.at_level(level), self.rng, self.players, level, bank)
        shown = self.level(index, self.rng.randrange(2))
        while True:
            drawn, terms = draw(self.sheet, self.rng, self.players, shown, None)
            if self.level(index, self.sheet.seat_at[terms.banker]) == shown:
                return drawn, terms

    def bank(self, index: int) -> int | None:
        """The banker before the draw, None where the bank is declared for."""
        return None if self.sheet.bids.bank_by_bid_always else self.dealer(index)

    def deal(
        self,
        drawn: Draw,
        terms: Declared,
        *,
        level: str | None = None,
        dealer: int | None = None,
        willing: bool = True,
    ) -> tuple[Document, TrickTable]:
        """Write down the draw of the next hand and the burial and open the table.

        `level` and `dealer` are as a table would have them wrong. Where the kitty may be taken up again somebody may do so if
        they are `willing`.
        """
        index, seats = len(self.hands), self.sheet.seats
        if dealer is None:
            bank = self.bank(index)
            dealer = seats.index(terms.banker) if bank is None else bank
        level = level or self.level(index, dealer)
        sheet = self.sheet.at_level(level)
        ctx = sheet.context(level, terms.trump)
        kitty = " ".join(drawn.kitty) if sheet.silence == "kitty" else _dealt(ctx, drawn.kitty)
        hand: Document = {
            "no": index + 1,
            "level": level,
            "dealer": seats[dealer],
            "trump": terms.trump,
            "deal": {seat: _dealt(ctx, cards) for seat, cards in zip(seats, drawn.hands, strict=True)}
            | ({KITTY: kitty} if sheet.kitty_size else {}),
            "bids": list(drawn.bids),
        }
        if sheet.kitty_size:
            self.bury(hand, dealer, ctx, willing=willing)
        return hand, self.table(hand)

    def bury(self, hand: Document, burier: int, ctx: TrumpContext, count: int | None = None, *, willing: bool = True) -> None:
        """A seat takes the kitty and lays cards down; then the others are asked, where the sheet asks them."""
        hand["kitty"] = []
        self.lay_down(hand, burier, ctx, count)
        sheet = self.sheet.at_level(hand["level"])
        if sheet.reopen is None:
            return

        def take(seat: int, shown: str, trump: str) -> None:
            hand["trump"] = trump
            self.lay_down(hand, seat, sheet.context(hand["level"], trump), show=shown)

        def refuse(seat: int) -> None:
            hand["kitty"].append({"seat": sheet.seats[seat], "pass": True})

        auction = AuctionOfPairs(sheet, self.rng, self.players, hand["level"], burier)
        outcome = self.outcome(hand)
        ask(auction, outcome, burier, lambda seat: _in_hand(hand, sheet.seats[seat])[0], take, refuse, willing=willing)

    def lay_down(self, hand: Document, burier: int, ctx: TrumpContext, count: int | None = None, **shown: str) -> None:
        """A seat takes up what lies there, for what it shows, and lays cards down."""
        seat = self.sheet.seats[burier]
        own, lying = _in_hand(hand, seat)
        buried = choose_burial(ctx, own + lying, self.sheet.kitty_size if count is None else count, self.rng)
        spent = round(self.players[burier].pace * (8.0 + 10.0 * self.rng.random()), 1)
        spent = min(spent, self.sheet.clocks.bury or spent)
        hand["kitty"].append({"seat": seat, **shown, "bury": join_cards(buried), "seconds": spent})

    def outcome(self, hand: Mapping[str, Any]) -> Outcome:
        """Where the declarations of a hand led, by the kernel, in the reading that gave the hand its trump."""
        terms = Terms(hand["level"], hand["trump"], self.sheet.seat_at[hand["dealer"]])
        return TermsOfHand(self.sheet, self.facts(hand), MatchState([None, None], None, bank_open=False)).agreed(terms)

    def charges(self, hand: Mapping[str, Any]) -> Sequence[Charge]:
        """What the incidents of a hand cost, by the kernel; there are none in other hands."""
        incidents = self.facts(hand).incidents
        return tuple(self.sheet.tariff.charges(incidents, {}, self.sheet.side_of, counted=True))

    def table(self, hand: Mapping[str, Any]) -> TrickTable:
        sheet = self.sheet.at_level(hand["level"])
        ctx, seats = sheet.context(hand["level"], hand["trump"]), sheet.seats
        hands = [ctx.pack(split_cards(hand["deal"][seat])) for seat in seats]
        lying = ctx.pack(split_cards(hand["deal"].get(KITTY, "")))
        taker = None
        for action in hand.get("kitty", ()):
            if "bury" in action:
                bury, seat = ctx.pack(split_cards(action["bury"])), seats.index(action["seat"])
                hands[seat] += lying - bury
                lying = bury
                taker = seat if "show" in action else taker
        dealer = seats.index(hand["dealer"])
        return TrickTable(hand["no"], sheet, ctx, self.rng, self.players, dealer, (hands, lying), taker=taker)

    def play(self, table: TrickTable) -> None:
        token = choose_lead(table, table.turn) if table.leads else choose_follow(table, table.turn)
        table.put(token, self.think(table, token))

    def think(self, table: TrickTable, token: str) -> float:
        del token  # to lead is what takes time, whatever is led
        pace = self.players[table.turn].pace * (2.0 if table.leads else 1.0)
        taken = round(pace * self.rng.lognormvariate(-0.1, 0.5), 1)
        return min(taken, self.sheet.clocks.play or taken)


def _in_hand(hand: Mapping[str, Any], seat: str) -> tuple[list[str], list[str]]:
    """What a seat holds after the kitty's actions so far, and what lies in the kitty."""
    own, lying = split_cards(hand["deal"][seat]), split_cards(hand["deal"][KITTY])
    for action in hand["kitty"]:
        if "bury" in action:
            bury = split_cards(action["bury"])
            if action["seat"] == seat:
                own += lying
                for card in bury:
                    own.remove(card)
            lying = bury
    return own, lying


def _dealt(ctx: TrumpContext, cards: Sequence[str]) -> str:
    """Cards of the deal as records list them: the strongest class and card first."""
    place = {card: number for number, card in enumerate(ctx.order)}
    return " ".join(sorted(cards, key=place.__getitem__, reverse=True))
