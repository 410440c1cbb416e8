"""Matches of the trick-taking sheets: drawn and declared, buried, asked about the kitty, and played by their players."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from paipu.replay.cards import join_cards, split_cards
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.bidding import Outcome
from paipu.replay.tricks.charges import Charge, charges_of
from paipu.replay.tricks.deal import KITTY
from paipu.replay.tricks.match import MatchAudit
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState, Terms, TermsOfHand
from paipu.replay.tricks.trump import TrumpContext
from paipu.samples.document import Document
from paipu.samples.match import Match, listed
from paipu.samples.tricks.auction import AuctionOfPairs
from paipu.samples.tricks.draw import Declared, Draw, choose_burial, draw
from paipu.samples.tricks.follow import choose_follow
from paipu.samples.tricks.lead import choose_lead
from paipu.samples.tricks.table import TrickTable


class TrickMatch(Match[TrickSheet, MatchAudit, TrickTable]):
    """A match under way: it plays on from whatever hands its document has."""

    claimed: ClassVar[tuple[str, ...]] = (
        *("winners", "attackers", "kitty_points", "multiplier", "penalties"),
        *("levels", "score", "next_dealer"),
    )
    deal_seconds = 60.0
    sheets = TRICK_SHEETS

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
    def complete(self) -> bool:
        """Whether a side has won, or all hands that are scheduled have been played."""
        played, schedule = len(self.hands), self.sheet.schedule
        return self.at(played).state.over is not None or (schedule is not None and played >= schedule.hands)

    def deal_next(self) -> tuple[Document, TrickTable]:
        return self.deal(*self.draw(len(self.hands)))

    def deal_board(self, dealt: Mapping[str, Any]) -> tuple[Document, TrickTable]:
        cards = [split_cards(dealt["hands"][seat]) for seat in self.sheet.seats]
        drawn, terms = draw(
            self.sheet.at_level(dealt["level"]),
            self.rng,
            self.players,
            dealt["level"],
            self.bank(0),
            (cards, split_cards(dealt.get(KITTY, ""))),
        )
        return self.deal(drawn, terms)

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
        self, drawn: Draw, terms: Declared, *, level: str | None = None, dealer: int | None = None, willing: bool = True
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
        kitty = " ".join(drawn.kitty) if sheet.silence == "kitty" else listed(ctx, drawn.kitty)
        hand: Document = {
            "no": index + 1,
            "level": level,
            "dealer": seats[dealer],
            "trump": terms.trump,
            "deal": {seat: listed(ctx, cards) for seat, cards in zip(seats, drawn.hands, strict=True)}
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
        auction = AuctionOfPairs(sheet, self.rng, self.players, hand["level"], burier)
        auction.ask_again(self.outcome(hand))
        turn = (burier + 1) % len(sheet.seats)
        while turn != burier:
            over = auction.pair_over(turn, held(hand)[0][sheet.seats[turn]]) if turn != auction.seat and willing else None
            if over is not None:
                shown, hand["trump"] = over
                self.lay_down(hand, turn, sheet.context(hand["level"], hand["trump"]), show=shown)
                auction.bid(turn, *over, 2)
                burier = turn
            elif turn != auction.seat or sheet.reopen.declarer_asked:
                hand["kitty"].append({"seat": sheet.seats[turn], "pass": True})
            turn = (turn + 1) % len(sheet.seats)

    def lay_down(self, hand: Document, burier: int, ctx: TrumpContext, count: int | None = None, **shown: str) -> None:
        """A seat takes up what lies there, for what it shows, and lays cards down."""
        seat = self.sheet.seats[burier]
        hands, lying = held(hand)
        buried = choose_burial(ctx, hands[seat] + lying, self.sheet.kitty_size if count is None else count, self.rng)
        spent = round(self.players[burier].pace * (8.0 + 10.0 * self.rng.random()), 1)
        spent = min(spent, self.sheet.clocks.bury or spent)
        hand["kitty"].append({"seat": seat, **shown, "bury": join_cards(buried), "seconds": spent})

    def outcome(self, hand: Mapping[str, Any]) -> Outcome:
        """Where the declarations of a hand led, by the kernel, in the reading that gave the hand its trump."""
        terms = Terms(hand["level"], hand["trump"], self.sheet.seat_at[hand["dealer"]])
        return TermsOfHand(self.sheet, self.facts(hand).hands[0], MatchState([None, None], None, bank_open=False)).agreed(terms)

    def charges(self, hand: Mapping[str, Any]) -> Sequence[Charge]:
        """What the incidents of a hand cost, by the kernel; there are none in other hands."""
        incidents = self.facts(hand).hands[0].incidents
        return tuple(charges_of(self.sheet, incidents, {}, counted=True))

    def table(self, hand: Mapping[str, Any]) -> TrickTable:
        takers = [
            self.sheet.seat_at[action["seat"]] for action in hand.get("kitty", ()) if "show" in action and "bury" in action
        ]
        return TrickTable(hand, self.sheet.at_level(hand["level"]), self, *held(hand), takers[-1] if takers else None)

    def play(self, table: TrickTable) -> None:
        token = choose_lead(table) if table.leads else choose_follow(table)
        table.put(token, self.think(table, token))

    def think(self, table: TrickTable, token: str) -> float:
        del token  # to lead is what takes time, whatever is led
        pace = self.players[table.turn].pace * (2.0 if table.leads else 1.0)
        taken = round(pace * self.rng.lognormvariate(-0.1, 0.5), 1)
        return min(taken, self.sheet.clocks.play or taken)


def held(hand: Mapping[str, Any]) -> tuple[dict[str, list[str]], list[str]]:
    """What each seat holds after the kitty's actions so far, and what lies in the kitty."""
    hands = {seat: split_cards(cards) for seat, cards in hand["deal"].items()}
    lying = hands.pop(KITTY, [])
    for action in hand.get("kitty", ()):
        if "bury" in action:
            own, bury = hands[action["seat"]], split_cards(action["bury"])
            own += lying
            for card in bury:
                own.remove(card)
            lying = bury
    return hands, lying
