"""Matches of the trick-taking sheets from the first draw to the last trick, with every claim right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, Final

from replay.cards import join_cards, split_cards
from replay.record import Hand, Incident, KittyAction
from replay.tricks.bidding import Outcome as Bidding
from replay.tricks.clock import stage_name
from replay.tricks.deal import KITTY
from replay.tricks.rules import StakeRules
from replay.tricks.schedule import Schedule
from replay.tricks.score import Outcome, Settled, contains_trio, multiplier, next_banker, passed, settle
from replay.tricks.sheet import TrickSheet
from replay.tricks.tariff import Charge
from replay.tricks.terms import MatchState, Terms, TermsOfHand
from replay.tricks.trump import TrumpContext
from samples.document import Document, cut, stamp
from samples.people import Player, player_of
from samples.tricks.bury import choose_burial
from samples.tricks.draw import Declared, Draw, draw
from samples.tricks.follow import choose_follow
from samples.tricks.lead import choose_lead
from samples.tricks.reopen import Reopening
from samples.tricks.sheet import trick_sheet
from samples.tricks.table import Table

_DRAW_SECONDS: Final = 60.0
NO_FAULT: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True)
class Standing:
    """Where a match stands before a hand.

    Levels by side as indices of the ladder, and the banker, None while it is declared for; the hands that each side lost in a
    row at the last level, and the games that each has won.
    """

    levels: tuple[int, int]
    dealer: int | None
    failures: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)

    def level(self, sheet: TrickSheet, dealer: int) -> str:
        """The level in force under a banker."""
        return sheet.level_name(self.levels[dealer % 2])


class Match:
    """A match under way: it plays on from whatever hands its document has."""

    def __init__(self, document: Document, rng: Random, hands: int | None = None) -> None:
        self.document, self.rng, self.limit = document, rng, hands
        self.sheet = trick_sheet(document["sheet"], document.get("options", {}))
        self.stage = stage_name(document["event"]["stage"])
        self.players: tuple[Player, ...] = tuple(player_of(document["seats"][seat]["id"]) for seat in self.sheet.seats)
        self.hands: list[Document] = document["hands"]

    # -- the run of hands

    def standing(self, index: int) -> Standing:
        """Where the match stands before hand `index`, by the schedule or by the claims of the hands before it."""
        sheet = self.sheet
        if sheet.schedule is not None:
            seat, level = sheet.schedule.turn(index + 1)
            at = sheet.ladder.index(level)
            return Standing((at, at), sheet.seats.index(seat))
        standing = self.begins()
        for hand in self.hands[:index]:
            standing = self.after(standing, hand)
        return standing

    def begins(self) -> Standing:
        """Before the first hand of the record."""
        start = self.document.get("start")
        if start is None:
            return self.opening
        first, second = (self.sheet.ladder.index(start["levels"][side]) for side in self.sheet.sides)
        return Standing((first, second), self.sheet.seats.index(start["dealer"]))

    @property
    def opening(self) -> Standing:
        """Before the first hand of a game."""
        first = self.sheet.ladder.index(self.sheet.first_level)
        return Standing((first, first), None)

    def after(self, before: Standing, hand: Mapping[str, Any]) -> Standing:
        """Where a hand led, by its claims; the next game of the match begins anew."""
        sheet, claims = self.sheet, hand["claims"]
        levels = [sheet.ladder.index(claims["levels"][side]) for side in sheet.sides]
        bank = sheet.seats.index(hand["dealer"]) % 2
        name = claims.get("next_dealer")
        dealer = None if name is None else sheet.seats.index(name)
        held = dealer is not None and dealer % 2 == bank
        lost = [0 if now < then else count for now, then, count in zip(levels, before.levels, before.failures, strict=True)]
        if sheet.at_level(hand["level"]).failures_allowed is not None:
            lost[bank] = 0 if held or levels[bank] < before.levels[bank] else lost[bank] + 1
        if name is None and hand["level"] == sheet.pass_level == sheet.ladder[-1]:
            levels[bank] += 1  # nobody is banker next: the last level is passed, and a claim has no name for what lies past it
        games = list(before.games)
        won = next((side for side in (0, 1) if passed(sheet, levels[side])), None)
        if won is not None:
            games[won] += 1
            dealer = next_banker(sheet, sheet.seats.index(hand["dealer"]), held=won == bank)  # at a table that plays on
            if games[won] < self.games_to_win:
                return replace(self.opening, games=(games[0], games[1]))
        return Standing((levels[0], levels[1]), dealer, (lost[0], lost[1]), (games[0], games[1]))

    @property
    def games_to_win(self) -> int:
        """How many games win the match."""
        return 2 if self.stage in self.sheet.best_of_three else 1

    @property
    def round_seconds(self) -> float:
        """The time for the match; some stages have no limit."""
        minutes = self.sheet.clocks.round_minutes
        return inf if minutes is None or self.stage in self.sheet.clocks.untimed_stages else 60 * minutes

    def elapsed(self) -> float:
        """Seconds since the match began."""
        return sum(_duration(hand) for hand in self.hands)

    def play_on(self) -> None:
        """Play hands until the match is over, and write down how it ended."""
        standing = self.standing(len(self.hands))
        reason = None
        while reason is None and not self.full(standing):
            hand = self.new_hand(standing)
            over = self.elapsed() + _duration(hand) - self.round_seconds
            if over >= 0 and self.sheet.clocks.time_in_hand == "stop":
                stopped = cut(hand, over)
                if stopped["tricks"]:
                    self.hands.append(stopped)
                reason = "time"
                break
            self.hands.append(hand)
            standing = self.standing(len(self.hands))
            reason = "time" if over >= 0 else None
        self.end(standing, reason)

    def full(self, standing: Standing) -> bool:
        """Whether a side has won, or all hands asked for or scheduled have been played."""
        return (self.limit is not None and len(self.hands) >= self.limit) or self.complete(standing)

    def complete(self, standing: Standing) -> bool:
        """Whether the match has come to its end by the game itself."""
        schedule = self.sheet.schedule
        if schedule is None:
            return self.winner(standing) is not None
        return len(self.hands) >= schedule.hands or self.ended_by() is not None

    def ended_by(self) -> int | None:
        """The side whose fault ended the match."""
        seats = self.sheet.seats
        ends = (charge for hand in self.hands for charge in self.charges(hand) if charge.fine.ends_match is not None)
        return next((seats.index(charge.incident.seat) % 2 for charge in ends), None)

    def winner(self, standing: Standing) -> int | None:
        """The side that has passed the last level, as often as it takes."""
        return next((side for side in (0, 1) if standing.games[side] >= self.games_to_win), None)

    def end(self, standing: Standing, reason: str | None) -> None:
        """The claims of the match and the time at which it ended; a match under way has neither winner nor end."""
        event = self.document["event"]
        event.pop("finished", None)
        if reason is None and self.complete(standing):
            reason = "passed"
        claims = self.scores_compared(reason) if self.sheet.schedule is not None else self.levels_compared(standing, reason)
        self.document.pop("claims", None)
        self.document["claims"] = claims
        if "reason" in claims:
            event["finished"] = stamp(self.document, self.finished_after(claims["reason"]))

    def finished_after(self, reason: str) -> int:
        """Seconds from the match's beginning to its end."""
        used, limit = self.elapsed(), self.round_seconds
        if reason == "passed" and self.sheet.clocks.time_in_hand == "stop":
            used = min(used, limit)
        return round(used if reason == "passed" else max(used, limit))

    def levels_compared(self, standing: Standing, reason: str | None) -> Document:
        """The claims of a match that is won by passing the last level, or by time."""
        sides = self.sheet.sides
        levels = {side: self.sheet.level_name(level) for side, level in zip(sides, standing.levels, strict=True)}
        games = {"points": dict(zip(sides, standing.games, strict=True))} if self.games_to_win > 1 else {}
        winner = self.winner(standing)
        if winner is not None:
            return {"winner": sides[winner], "levels": levels, **games, "reason": "passed"}
        if reason == "time":
            return {**self.ahead(standing), "levels": levels, "reason": "time"}
        return {"levels": levels}

    def ahead(self, standing: Standing) -> Document:
        """The claim of who won by time: the higher level, else the side in office; open while the bank is declared for."""
        (first, second), dealer = standing.levels, standing.dealer
        if first == second and dealer is None:
            return {}
        side = int(second > first) if dealer is None or first != second else dealer % 2
        return {"winner": self.sheet.sides[side]}

    def scores_compared(self, reason: str | None) -> Document:
        """The claims of a match of scheduled hands: the higher total of their scores wins, if all of them are known."""
        schedule, sides = self.sheet.schedule, self.sheet.sides
        if schedule is None or reason is None:
            return {}
        scores = [hand["claims"].get("score") for hand in self.hands if "claims" in hand]
        known = bool(scores) and None not in scores
        score = {"score": {side: sum(each[side] for each in scores) for side in sides}} if known else {}
        loser = self.ended_by()
        if loser is None:
            first, second = (score["score"][side] for side in sides) if known else (0, 0)
            if first == second:
                return {**score, "reason": reason}
            loser = 1 if first > second else 0
        winner = sides[1 - loser]
        points = {side: schedule.win if side == winner else schedule.loss for side in sides}
        return {"winner": winner, "points": points, **score, "reason": reason}

    # -- one hand

    def new_hand(self, standing: Standing) -> Document:
        """Draw, declare, bury, and play a hand out."""
        drawn, terms = self.draw(standing)
        hand, table = self.deal(standing, drawn, terms)
        self.play_out(table)
        self.write_result(hand, table, standing)
        return hand

    def draw(self, standing: Standing, *, level: str | None = None) -> tuple[Draw, Declared]:
        """The draw of a hand, and what was declared; `level` as a table would have it wrong.

        Where the bank is declared for at different levels, they draw until it goes to the side whose level was shown.
        """
        bank = self.bank(standing)
        if bank is not None or level is not None:
            level = level or standing.level(self.sheet, bank or 0)
            return draw(self.sheet.at_level(level), self.rng, self.players, level, bank)
        shown = standing.level(self.sheet, self.rng.randrange(2))
        while True:
            drawn, terms = draw(self.sheet, self.rng, self.players, shown, None)
            if standing.level(self.sheet, self.sheet.seats.index(terms.banker)) == shown:
                return drawn, terms

    def bank(self, standing: Standing) -> int | None:
        """The banker before the draw, None where the bank is declared for."""
        return None if self.sheet.bids.bank_by_bid_always else standing.dealer

    def deal(
        self,
        standing: Standing,
        drawn: Draw,
        terms: Declared,
        *,
        level: str | None = None,
        dealer: int | None = None,
        willing: bool = True,
    ) -> tuple[Document, Table]:
        """Write down a draw and the burial and open the table; `level` and `dealer` as a table would have them wrong.

        Where the kitty may be taken up again somebody may do so if they are `willing`.
        """
        seats = self.sheet.seats
        if dealer is None:
            bank = self.bank(standing)
            dealer = seats.index(terms.banker) if bank is None else bank
        level = level or standing.level(self.sheet, dealer)
        sheet = self.sheet.at_level(level)
        ctx = sheet.context(level, terms.trump)
        kitty = " ".join(drawn.kitty) if sheet.silence == "kitty" else _dealt(ctx, drawn.kitty)
        hand: Document = {
            "no": len(self.hands) + 1,
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

        asking = Reopening(sheet, self.rng, self.players, hand["level"], burier, self.outcome(hand))
        asking.ask(lambda seat: _in_hand(hand, sheet.seats[seat])[0], take, refuse, willing=willing)

    def lay_down(self, hand: Document, burier: int, ctx: TrumpContext, count: int | None = None, **shown: str) -> None:
        """A seat takes up what lies there, for what it shows, and lays cards down."""
        seat = self.sheet.seats[burier]
        own, lying = _in_hand(hand, seat)
        buried = choose_burial(ctx, own + lying, self.sheet.kitty_size if count is None else count, self.rng)
        spent = round(self.players[burier].pace * (8.0 + 10.0 * self.rng.random()), 1)
        spent = min(spent, self.sheet.clocks.bury or spent)
        hand["kitty"].append({"seat": seat, **shown, "bury": join_cards(buried), "seconds": spent})

    def outcome(self, hand: Mapping[str, Any]) -> Bidding:
        """Where the declarations of a hand led, by the kernel, in the reading that gave the hand its trump."""
        actions = tuple(
            KittyAction(seat=action["seat"], bury=action.get("bury"), show=action.get("show"), passed="pass" in action)
            for action in hand.get("kitty", ())
        )
        record = Hand(no=hand["no"], deal=hand["deal"], bids=tuple(hand["bids"]), kitty=actions)
        terms = Terms(hand["level"], hand["trump"], self.sheet.seats.index(hand["dealer"]))
        return TermsOfHand(self.sheet, record, MatchState([None, None], None, bank_open=False)).agreed(terms)

    def table(self, hand: Document) -> Table:
        """The table of a recorded hand, after the burial and before the first trick."""
        sheet = self.sheet.at_level(hand["level"])
        ctx, seats = sheet.context(hand["level"], hand["trump"]), sheet.seats
        dealer = seats.index(hand["dealer"])
        hands = [ctx.pack(split_cards(hand["deal"][seat])) for seat in seats]
        lying = ctx.pack(split_cards(hand["deal"].get(KITTY, "")))
        taker = None
        for action in hand.get("kitty", ()):
            if "bury" in action:
                bury, seat = ctx.pack(split_cards(action["bury"])), seats.index(action["seat"])
                hands[seat] += lying - bury
                lying = bury
                taker = seat if "show" in action else taker
        leader = taker if sheet.reopen is not None and sheet.reopen.leads else None
        return Table(sheet, ctx, self.rng, self.players, dealer, (hands, lying), burier=taker, leader=leader)

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
        taken = round(pace * self.rng.lognormvariate(-0.1, 0.5), 1)
        return min(taken, self.sheet.clocks.play or taken)

    # -- the result of a hand

    def write_result(self, hand: Document, table: Table, standing: Standing, at_fault: frozenset[int] = NO_FAULT) -> None:
        """Write the plays and the claims of a hand, by the kernel's scoring; `at_fault` are the sides with a noticed fault."""
        hand["tricks"], hand["seconds"] = table.tricks, table.seconds
        claims, outcome = self.tally(hand, table, at_fault)
        hand["claims"] = claims | self.result(hand, standing, outcome, finished=not any(table.machine.hands))

    def tally(self, hand: Mapping[str, Any], table: Table, at_fault: frozenset[int] = NO_FAULT) -> tuple[Document, Outcome]:
        """The claims of what was won on a table, and what it comes to."""
        sheet, machine = table.sheet, table.machine
        in_kitty = sum(table.ctx.points[card] for card in table.ctx.unpack(table.bury))
        penalties = self.penalties(hand, table)
        points = table.points() + penalties
        claims: Document = {
            "winners": "".join(sheet.seats[winner] for winner in machine.winners),
            "attackers": points,
            "kitty_points": in_kitty,
        }
        declared = self.outcome(hand)
        bottom = False
        if not any(machine.hands) and machine.last is not None and table.captured(declared.taker):
            factor = multiplier(sheet, table.ctx, *machine.last)
            points += in_kitty * factor
            bottom = contains_trio(table.ctx, machine.last[1])
            claims |= {"attackers": points, "multiplier": factor}
        if sheet.throws.failure_is_misplay:
            at_fault |= {sheet.seats.index(text[0]) % 2 for text in table.tricks if ">" in text}
        outcome = Outcome(points, at_fault, self.staked(sheet.stakes, declared, table.dealer), bottom)
        return claims | {"penalties": penalties}, outcome

    def staked(self, rules: StakeRules | None, declared: Bidding, dealer: int) -> bool:
        """Whether the declarations of a hand put the levels at stake."""
        if rules is None:
            return False
        if rules.last_only:
            return declared.standing is not None and declared.standing.reading.stakes
        return any(not rules.attackers_only or (self.sheet.seats.index(seat) - dealer) % 2 for seat in declared.stakes)

    def penalties(self, hand: Mapping[str, Any], table: Table) -> int:
        """What failed throws and incidents take from the attackers' points or add to them."""
        costs = list(table.machine.fines)
        for charge in self.charges(hand):
            costs[self.sheet.seats.index(charge.incident.seat)] += charge.points or 0
        adds = 1 if self.sheet.tariff.bank_fault_adds else -1
        return sum(-cost if (seat - table.dealer) % 2 else adds * cost for seat, cost in enumerate(costs))

    def charges(self, hand: Mapping[str, Any]) -> list[Charge]:
        """What the incidents of a hand cost, by the kernel; there are none in other hands."""
        incidents = [
            Incident(
                kind=incident["kind"],
                seat=incident["seat"],
                at=_at(incident.get("at")),
                noticed=_at(incident.get("noticed")),
                cards=incident.get("cards"),
            )
            for incident in hand.get("incidents", ())
        ]
        side_of = {seat: index % 2 for index, seat in enumerate(self.sheet.seats)}
        return list(self.sheet.tariff.charges(incidents, {}, side_of, counted=True))

    def at_fault(self, hand: Mapping[str, Any]) -> frozenset[int]:
        """The sides whose fault costs them the hand."""
        lost = (charge for charge in self.charges(hand) if charge.fine.loses_hand)
        return frozenset(self.sheet.seats.index(charge.incident.seat) % 2 for charge in lost)

    def result(self, hand: Mapping[str, Any], standing: Standing, outcome: Outcome, *, finished: bool = True) -> Document:
        """The claims of what a hand leads to, by the kernel: levels or the score, and the next banker."""
        sheet = self.sheet
        if sheet.schedule is not None:
            scored = self.scored(sheet.schedule, hand, outcome if finished or not outcome.at_fault else None)
            score = {} if scored is None else {"score": dict(zip(sheet.sides, scored, strict=True))}
            ends = any(charge.fine.ends_match for charge in self.charges(hand))
            return score if ends else score | {"next_dealer": sheet.schedule.turn(hand["no"] + 1)[0]}
        settled = self.settled(hand, standing, outcome)
        levels = {side: sheet.level_name(level) for side, level in zip(sheet.sides, settled.levels, strict=True)}
        over = any(passed(sheet, level) for level in settled.levels)
        following = None if over else settled.next_dealer
        return {"levels": levels} | ({} if following is None else {"next_dealer": sheet.seats[following]})

    def settled(self, hand: Mapping[str, Any], standing: Standing, outcome: Outcome) -> Settled:
        """Levels and the next banker after a hand, by the kernel."""
        sheet, dealer = self.sheet.at_level(hand["level"]), self.sheet.seats.index(hand["dealer"])
        return settle(sheet, standing.levels, dealer, outcome, standing.failures)

    def scored(self, schedule: Schedule, hand: Mapping[str, Any], outcome: Outcome | None) -> tuple[int, int] | None:
        """The score of a hand by side, None where it cannot be told; `outcome` is None for a hand stopped by a fault."""
        seats = self.sheet.seats
        changes = [0, 0]
        for charge in self.charges(hand):
            side = seats.index(charge.incident.seat) % 2
            if charge.fine.ends_match is not None:
                own, other = charge.fine.ends_match
                return (own, other) if side == 0 else (other, own)
            changes[side] += charge.score
        points = outcome.points if outcome is not None else None
        scored = schedule.score(points, seats.index(hand["dealer"]) % 2, self.at_fault(hand))
        return scored.changed((changes[0], changes[1])).by_side


def _at(text: str | None) -> tuple[int, int] | None:
    """A place in a hand: `trick.play`, or `0` before the first trick."""
    if text is None:
        return None
    trick, _, play = text.partition(".")
    return int(trick), int(play or 0)


def play(document: Document, rng: Random, hands: int | None = None) -> None:
    """Play a match that has no hand yet to its end, or so many hands of it."""
    Match(document, rng, hands).play_on()


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


def _duration(hand: Mapping[str, Any]) -> float:
    """Seconds from the draw of a hand to its last play."""
    spent: float = sum(action.get("seconds", 0.0) for action in hand.get("kitty", ())) + sum(map(sum, hand["seconds"]))
    return _DRAW_SECONDS + spent
