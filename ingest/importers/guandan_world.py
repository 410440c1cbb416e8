"""The text log of a match of 掼蛋 that the simulator of guandan-world prints, as a match of the sheet `guandan-1`.

One event a line, players 0 to 3 in order of play, cards as rank and suit (`10D`; `SJ` and `BJ` are the jokers, `JS` is the
jack of spades):

- `Event: Deal Started`, the level of the deal and of both teams, and the four hands before tribute;
- tribute: a gift to a player, or, after 双下, two gifts to a pool from which the winners pick; then the returns; or 抗贡;
- `Event: New Trick Started`, all hands once more, `played` and `passed`, `Event: Trick Ended` with the winner;
- `Event: Deal Ended` with the places and the kind of victory; at last the winning team and a summary.

Text around the matches is passed over, a line within a match that is none of these is refused. Every hand that the log prints
is held against the deal, the tribute and the plays before it.

The simulator ends a trick by three passes in a row, however many still hold cards. So when a player is out it goes on asking
after all others have passed, first the one whose play stands. In the record a trick ends where all others have passed: a
pass after that is in `extra` and in no trick, and a play after that leads the next trick.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from paipu.ingest.importers.base import LOST, Document, Importer, Refused, Spot, known, lines_of, seats, trick_line
from paipu.ingest.rejection import shown
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, RANKS
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import SHEETS

SHEET: Final = "guandan-1"
"""The printed sheet that differs least from the simulator: 3, 2 or 1 levels, and any card may be returned after 双下."""
OPTIONS: Final = {"after_out": "next", "hand_end": "third"}
"""When a trick's winner is out the next player leads, and 双下 does not end a deal."""
SIDES: Final = SHEETS[SHEET].sides
LEVELS: Final = {str(number): rank for number, rank in enumerate(RANKS, start=2)}
"""The simulator's levels, 2 to 14."""
VICTORIES: Final = ("double_down", "single_last", "partner_last")

_HAND: Final = 27
_MOST_DEALS: Final = 500
_MOST_PASSES: Final = 3
"""No trick of the simulator goes on after so many passes in a row."""
_MOST_CHARACTERS: Final = 1_000
"""No line of a match is longer."""
_PLAYERS: Final = ("0", "1", "2", "3")
_BEGIN: Final = "Event: Match Started"
_DEAL: Final = "Event: Deal Started"
_TRICK: Final = "Event: New Trick Started, Leader: Player 0"
_ENDED: Final = "Event: Deal Ended, Rankings: [0 1 2 3], Victory Type: double_down"

Phase = Literal["match", "deal", "trick", "between", "over"]
"""Between deals; before the first trick of a deal; in a trick; between tricks; after the match."""


class Move(NamedTuple):
    """A card that one player gives to another; a gift to the pool has no taker until somebody picks it."""

    giver: int
    taker: int | None
    card: str
    at: Spot


@dataclass(slots=True)
class Trick:
    """A trick: who leads it, the plays and passes in turn, how many others are still to answer, and who won it.

    `waiting` is -1 while there is no play. `again` are those who passed when it was over. `runs_on` says that the simulator
    took it for a part of the trick before.
    """

    leader: int
    runs_on: bool = False
    plays: list[str] = field(default_factory=list)
    again: list[int] = field(default_factory=list)
    waiting: int = -1
    passes: int = 0
    winner: int | None = None

    @property
    def led(self) -> bool:
        """Whether anybody has played a card."""
        return self.waiting >= 0


@dataclass(slots=True)
class Deal:
    """What the log tells of one deal, with the line at which it ended.

    `held` are the hands as they go, of the players whose deal was printed; `extra` is what the format has no key for.
    """

    at: Spot
    level: str | None = None
    levels: dict[str, str] = field(default_factory=dict)
    dealt: dict[int, list[str]] = field(default_factory=dict)
    held: dict[int, Counter[str]] = field(default_factory=dict)
    left: list[int] = field(default_factory=lambda: [_HAND] * len(FOUR_SEATS))
    resisted: bool = False
    gifts: list[Move] = field(default_factory=list)
    pool: list[Move] = field(default_factory=list)
    picks: list[Move] = field(default_factory=list)
    returns: list[Move] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    places: str | None = None
    extra: dict[str, str] = field(default_factory=dict)

    def in_pool(self) -> list[str]:
        """The cards in the pool that nobody has picked."""
        return sorted((Counter(move.card for move in self.pool) - Counter(move.card for move in self.picks)).elements())

    def picked(self) -> list[Move]:
        """The gifts picked out of the pool. Of two like cards each winner has the one of the payer to whom he returns."""
        back = {move.giver: move.taker for move in self.returns}
        waiting, gifts = list(self.pool), list[Move]()
        for pick in self.picks:
            alike = [move for move in waiting if move.card == pick.card]
            gift = next((move for move in alike if move.giver == back.get(pick.giver)), alike[0])
            waiting.remove(gift)
            gifts.append(gift._replace(taker=pick.taker))
        return gifts


def read(raw: bytes) -> list[Document]:
    """The matches of a log. Raises `Refused`."""
    readers: list[MatchReader] = []
    lines = lines_of(raw)
    for line in lines:
        if line.value == _BEGIN:
            if readers and not readers[-1].deals:
                raise line.refuse(_DEAL)
            readers.append(MatchReader())
        elif readers:
            readers[-1].line(line)
    if not readers or not readers[-1].deals:
        raise lines[-1].refuse(_DEAL if readers else _BEGIN)
    return [document(reader) for reader in readers]


GUANDAN_WORLD: Final = Importer(
    "guandan-world", "掼蛋模拟器（guandan-world）", "the Guandan simulator guandan-world", read, LOST["guandan-world"]
)


# --- Cards -------------------------------------------------------------------------------------------------

_CARD: Final = re.compile("(10|[2-9AJQK])([CDHS])")
_JOKERS: Final = {"SJ": LITTLE_JOKER, "BJ": BIG_JOKER}


def card(at: Spot, printed: str) -> str:
    """The notation of one card of a line: `10D` is `Td`, `SJ` the little joker, and `JS` the jack of spades."""
    found = _CARD.fullmatch(printed)
    if found is None and printed not in _JOKERS:
        raise at.refuse("2S … 10D … AC | SJ | BJ", shown(printed))
    return _JOKERS[printed] if found is None else found[1].replace("10", "T") + found[2].lower()


def cards(at: Spot, count: str, printed: str) -> list[str]:
    """The cards of a line that says how many they are."""
    names = [card(at, name) for name in printed.split(",")] if printed else []
    if len(names) != int(count):
        raise at.refuse(f"({count} cards)", f"{len(names)} cards")
    return names


# --- Reading the log ---------------------------------------------------------------------------------------

_SILENT: Final = re.compile(
    "=+|=== (?:发牌完成，玩家手牌|Player Hands at Trick Start|进贡阶段开始|上贡规则确定|抗贡检查|双下贡牌池创建|上贡执行开始|"
    "上贡完成|双下选牌|还贡阶段|进贡阶段完成) ===|Event: Cards Dealt|准备进行上贡、抗贡检查和还贡流程|开始执行具体的上贡流程|"
    "所有上贡和还贡流程已完成，游戏阶段即将开始|类型：.*|抗贡结果：.*|大王持有者详情：|  Player [0-3]: [0-9]张大王|"
    "结果：大王数量不足，正常进行上贡|双下贡牌池已创建.*|贡献详情：|选择顺序：.*|池中牌张：.*|剩余选项：.*|所有贡牌已选择完毕|"
    "上贡类型：.*|选择方式：.*|注意：.*"
)
"""Lines of a match that say nothing which others do not say too."""
_Take = Callable[..., None]
_LINES: Final[list[tuple[re.Pattern[str], tuple[Phase, ...], _Take]]] = []


def _line(pattern: str, *phases: Phase) -> Callable[[_Take], _Take]:
    """Let a method take the lines of a form in some phases; it is told what the form leaves open."""

    def listed(take: _Take) -> _Take:
        _LINES.append((re.compile(pattern), phases, take))
        return take

    return listed


class MatchReader:
    """Takes the lines of one match in turn, holding each against what came before it. All methods may raise `Refused`.

    `deals` are what the log tells of each deal, `winner`, `levels` and `summary` what it tells of the match.
    """

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.winner: int | None = None
        self.levels: dict[str, str] = {}
        self.summary: dict[str, str] = {}
        self.phase: Phase = "match"
        self.turn = 0
        self.at = self.since = Spot("", line=0)

    @property
    def deal(self) -> Deal:
        """The deal under way."""
        return self.deals[-1]

    @property
    def trick(self) -> Trick:
        """The trick under way."""
        return self.deal.tricks[-1]

    def line(self, at: Spot) -> None:
        """Take one line."""
        self.at = at
        if not at.value or (self.phase != "over" and _SILENT.fullmatch(at.value)):
            return
        for pattern, phases, take in _LINES if len(at.value) <= _MOST_CHARACTERS else ():
            found = pattern.fullmatch(at.value) if self.phase in phases else None
            if found is not None:
                take(self, *found.groups())
                return
        if self.phase != "over":
            raise self.unexpected()

    def unexpected(self) -> Refused:
        """The line is none of what may come now."""
        expected = {
            "match": _DEAL,
            "deal": f"Player 0 (27 cards): [3S,…] | Player 0 上贡给 Player 1：AS | {_TRICK}",
            "between": f"{_TRICK} | {_ENDED}",
        }.get(self.phase)
        if expected is None:
            passed = [f"Event: Player {self.turn} passed"] if self.trick.passes < _MOST_PASSES else []
            ended = [f"Event: Trick Ended, Winner: Player {self.trick.leader}", _ENDED] if self.trick.led else []
            expected = " | ".join([f"Event: Player {self.turn} played 1 cards: [3S]", *passed, *ended])
        return self.at.refuse(expected)

    def seat(self, number: str) -> int:
        """A player's number."""
        if number not in _PLAYERS:
            raise self.at.refuse("Player 0 … 3", f"Player {number}")
        return int(number)

    def level(self, number: str) -> str:
        """A level by the simulator's number."""
        if number not in LEVELS:
            raise self.at.refuse("Level: 2 … 14", f"Level: {number}")
        return LEVELS[number]

    # -- the tricks

    @_line(r"Event: New Trick Started, Leader: Player ([0-9]+)", "deal", "between")
    def trick_started(self, leader: str) -> None:
        self.turn = self.seat(leader)
        if self.phase == "deal":
            self.settle_tribute()
        self.deal.tricks.append(Trick(self.turn))
        self.phase, self.since = "trick", self.at

    @_line(r"Event: Player ([0-9]+) played ([0-9]{1,3}) cards: \[(.*)\]", "trick")
    def played(self, number: str, count: str, printed: str) -> None:
        player, made, left = self.in_turn(number), cards(self.at, count, printed), self.deal.left
        if not 0 < len(made) <= left[player]:
            raise self.at.conflict(f"{len(made)} cards", f"1 … {left[player]} cards", self.since)
        left[player] -= len(made)
        if player in self.deal.held:
            self.deal.held[player].subtract(made)
        if not self.trick.waiting:
            self.deal.tricks.append(Trick(player, runs_on=True))
        trick = self.trick
        trick.plays.append("".join(made))
        trick.waiting = sum(count > 0 for count in left) - (left[player] > 0)
        trick.passes = 0
        self.next_player(player)

    @_line(r"Event: Player ([0-9]+) passed", "trick")
    def passed(self, number: str) -> None:
        player, trick = self.in_turn(number), self.trick
        trick.passes += 1
        if trick.passes > _MOST_PASSES:
            raise self.unexpected()
        if trick.waiting:
            trick.plays.append("-")
            trick.waiting -= trick.led
        else:
            trick.again.append(player)
        self.next_player(player)

    def in_turn(self, number: str) -> int:
        """The player of a line, who must be the one whose turn it is: a trick is written in turn."""
        player = self.seat(number)
        if player != self.turn:
            raise self.at.conflict(f"Player {player}", f"Player {self.turn}", self.since)
        return player

    def next_player(self, player: int) -> None:
        """The turn goes to the next player who holds cards."""
        after = ((player + step) % len(FOUR_SEATS) for step in range(1, len(FOUR_SEATS) + 1))
        self.turn = next((seat for seat in after if self.deal.left[seat] > 0), player)
        self.since = self.at

    @_line(r"Event: Trick Ended, Winner: Player ([0-9]+)", "trick")
    def trick_ended(self, winner: str) -> None:
        if not self.trick.led:
            raise self.unexpected()
        self.trick.winner = self.seat(winner)
        self.phase, self.since = "between", self.at

    # -- the deal

    @_line(_DEAL, "match")
    def deal_started(self) -> None:
        if len(self.deals) == _MOST_DEALS:
            raise self.at.refuse(f"{_DEAL} × 1 … {_MOST_DEALS}")
        self.deals.append(Deal(self.at))
        self.phase = "deal"

    @_line(r"=== (Deal) (\S{1,100}) Started ===", "deal")
    @_line(r"(上贡规则)：(.{1,200})", "deal")
    def named(self, what: str, name: str) -> None:
        self.deal.extra["id" if what == "Deal" else "tribute_rule"] = name

    @_line(r"当前Deal Level: ([0-9]+)", "deal")
    def deal_level(self, number: str) -> None:
        self.deal.level = self.level(number)

    @_line(r"队伍([01]) Level: ([0-9]+) \(玩家 (?:0,2|1,3)\)", "deal")
    def team_level(self, team: str, number: str) -> None:
        self.deal.levels[SIDES[int(team)]] = self.level(number)

    @_line(r"Player ([0-9]+): No cards", "trick")
    @_line(r"Player ([0-9]+) \(([0-9]{1,3}) cards\): \[(.*)\]", "deal", "trick")
    def hand(self, number: str, count: str = "0", printed: str = "") -> None:
        """A hand as dealt, or, at the beginning of a trick, as the deal, the tribute and the plays must have left it."""
        player, names, deal = self.seat(number), cards(self.at, count, printed), self.deal
        told, held = Counter(names), deal.held.get(player)
        if self.phase == "deal":
            if held is not None:
                raise self.at.refuse(_TRICK)
            if len(names) > _HAND:
                raise self.at.refuse(f"(1 … {_HAND} cards)", f"({len(names)} cards)")
            deal.dealt[player], deal.held[player], deal.left[player] = names, told, len(names)
        elif self.trick.plays:
            raise self.unexpected()
        elif held is not None and +held != told:
            more, less = ("".join(sorted(part.elements())) or "-" for part in (told - held, held - told))
            raise self.at.conflict(more, less, self.since)

    # -- tribute

    @_line(r"上局结果：\[([0-9 ]*)\], 胜利类型：.*", "deal")
    def last_result(self, printed: str) -> None:
        """The places of the deal before, as the tribute rules repeat them."""
        places, before = self.places(printed), self.deals[-2] if len(self.deals) > 1 else None
        if before is not None and before.places is not None and places != before.places:
            raise self.at.conflict(f"[{places}]", f"[{before.places}]", before.at)

    @_line(r"结果：触发抗贡，本局跳过上贡阶段", "deal")
    def resisted(self) -> None:
        self.deal.resisted = True

    @_line(r"Player ([0-9]+) 上贡给 Player ([0-9]+)：(.*)", "deal")
    def gift(self, giver: str, taker: str, printed: str) -> None:
        self.add(self.deal.gifts, giver, taker, printed)

    @_line(r"Player ([0-9]+) 上贡给 Player -1：(.*)", "deal")
    @_line(r"  Player ([0-9]+) 贡献：(.*)", "deal")
    def pooled(self, giver: str, printed: str) -> None:
        self.add(self.deal.pool, giver, None, printed)

    @_line(r"Player ([0-9]+) \(第[一二]次选择\) 选择：(.*)", "deal")
    def picked(self, taker: str, printed: str) -> None:
        """A card taken out of the pool; `giver` is who picks until it is known whose card it was."""
        self.seat(taker)
        left, name = self.deal.in_pool(), card(self.at, printed)
        if name not in left:
            raise self.at.refuse(" | ".join(left) or "-", name)
        self.add(self.deal.picks, taker, taker, printed)

    @_line(r"Player ([0-9]+) 还贡给 Player ([0-9]+)：(.*)", "deal")
    def returned(self, giver: str, taker: str, printed: str) -> None:
        self.add(self.deal.returns, giver, taker, printed)

    @_line(r"原收到贡牌：(.*)", "deal")
    def received(self, printed: str) -> None:
        """What the one who has just returned a card had received."""
        name = card(self.at, printed)
        if not self.deal.returns:
            raise self.at.refuse("Player 1 还贡给 Player 0：3S")
        taker = self.deal.returns[-1].giver
        came = {move.card: move for move in (*self.deal.gifts, *self.deal.picks) if move.taker == taker}
        if came and name not in came:
            first = next(iter(came.values()))
            raise self.at.conflict(name, first.card, first.at)

    def add(self, moves: list[Move], giver: str, taker: str | None, printed: str) -> None:
        """A card is given. Everybody gives once."""
        move = Move(self.seat(giver), None if taker is None else self.seat(taker), card(self.at, printed), self.at)
        for earlier in moves:
            if earlier.giver == move.giver:
                raise self.at.conflict(f"Player {move.giver} ×2", f"Player {move.giver} ×1", earlier.at)
        moves.append(move)

    def settle_tribute(self) -> None:
        """Before the first trick: whose cards were picked out of the pool; then the cards change hands."""
        deal = self.deal
        if len(deal.picks) < len(deal.pool):
            raise self.at.refuse(f"Player {_PLAYERS[0]} (第一次选择) 选择：{deal.in_pool()[0]}")
        deal.gifts += deal.picked()
        for move in (*deal.gifts, *deal.returns):
            for player, count in ((move.giver, -1), (move.taker, 1)):
                if player is not None:
                    deal.left[player] += count
                if player in deal.held:
                    deal.held[player][move.card] += count

    # -- results

    def places(self, printed: str) -> str:
        """A finishing order of all players, as it is printed."""
        if sorted(self.seat(number) for number in printed.split(" ")) != [*range(len(FOUR_SEATS))]:
            raise self.at.refuse("[0 1 2 3]", f"[{printed}]")
        return printed

    @_line(r"Event: Deal Ended, Rankings: \[([0-9 ]*)\], Victory Type: (.*)", "trick", "between")
    def deal_ended(self, printed: str, victory: str) -> None:
        if self.phase == "trick" and not self.trick.led:
            raise self.unexpected()
        if victory not in VICTORIES:
            raise self.at.refuse(" | ".join(VICTORIES), shown(victory))
        self.deal.places, self.deal.extra["victory"] = self.places(printed), victory
        self.deal.at, self.phase = self.at, "match"

    @_line(r"Event: Match Ended, Winner: Team ([01])", "match")
    def match_ended(self, winner: str) -> None:
        if not self.deals:
            raise self.unexpected()
        self.winner, self.phase, self.since = int(winner), "over", self.at

    @_line(r"Winner: Team ([01])", "over")
    def summary_winner(self, winner: str) -> None:
        if int(winner) != self.winner:
            raise self.at.conflict(f"Team {winner}", f"Team {self.winner}", self.since)

    @_line(r"Final Levels: Team 0: Level ([0-9]+), Team 1: Level ([0-9]+)", "over")
    def summary_levels(self, *numbers: str) -> None:
        self.levels = dict(zip(SIDES, map(self.level, numbers), strict=True))

    @_line(r"(Total Deals|Total Tricks|Duration): (\S{1,40})", "over")
    def summary_item(self, name: str, value: str) -> None:
        self.summary[name.lower().replace(" ", "_")] = value


# --- Writing the record ------------------------------------------------------------------------------------


def document(match: MatchReader) -> Document:
    """The record, in `paipu/1`."""
    began = match.deals[0].levels
    after = [*(deal.levels for deal in match.deals[1:]), match.levels]
    return known(
        sheet=SHEET,
        options=dict(OPTIONS),
        start={"levels": began} if len(began) == len(SIDES) and set(began.values()) != {RANKS[0]} else None,
        hands=[_hand(number, deal, then) for number, (deal, then) in enumerate(zip(match.deals, after, strict=True), start=1)],
        claims=known(winner=None if match.winner is None else SIDES[match.winner], levels=match.levels),
        extra={"guandan_world": known(deals=[_platform_data(deal) for deal in match.deals], summary=match.summary)},
    )


def _hand(number: int, deal: Deal, levels: Mapping[str, str]) -> Document:
    moves = (*deal.gifts, *deal.returns) if deal.tricks or not deal.pool else ()
    return known(
        no=number,
        level=deal.level,
        deal={FOUR_SEATS[player]: " ".join(dealt) for player, dealt in sorted(deal.dealt.items())},
        tribute=[f"{FOUR_SEATS[m.giver]}>{FOUR_SEATS[m.taker]} {m.card}" for m in moves if m.taker is not None],
        resisted=deal.resisted or None,
        lead=FOUR_SEATS[deal.tricks[0].leader] if deal.tricks else None,
        tricks=[trick_line(trick.leader, trick.plays) for trick in deal.tricks if trick.plays],
        claims=None if deal.places is None else known(finish=seats(map(int, deal.places.split(" "))), levels=levels),
    )


def _platform_data(deal: Deal) -> Document:
    """What the simulator says of a deal and the format has no key for.

    `winners` has one player for each trick of the simulator; the tricks that run on and those after which somebody was asked
    again are named by their numbers in the record.
    """
    tricks = list(enumerate(deal.tricks, start=1))
    return deal.extra | known(
        winners=seats(trick.winner for trick in deal.tricks if trick.winner is not None),
        runs_on=" ".join(str(number) for number, trick in tricks if trick.runs_on),
        asked_again=" ".join(f"{number}:{seats(trick.again)}" for number, trick in tricks if trick.again),
    )
