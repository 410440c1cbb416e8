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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from ingest.importers.base import Document, Importer, Refused, refusal
from ingest.rejection import MAX_RECORD, Rejection, problem, reject, shown
from replay.cards import BIG_JOKER, LITTLE_JOKER, RANKS
from replay.rulesheet import FOUR_SEATS
from replay.sheets import SHEETS

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
_BEGIN: Final = "Event: Match Started"
_DEAL: Final = "Event: Deal Started"
_TRICK: Final = "Event: New Trick Started, Leader: Player 0"
_ENDED: Final = "Event: Deal Ended, Rankings: [0 1 2 3], Victory Type: double_down"

Phase = Literal["match", "deal", "trick", "between", "over"]
"""Between deals; before the first trick of a deal; in a trick; between tricks; after the match."""


class At(NamedTuple):
    """A line of the log, numbered from 1."""

    number: int
    text: str

    def __str__(self) -> str:
        """How a refusal names it."""
        return f"{self.number}: {shown(self.text)}"

    def refuse(self, expected: str, found: str | None = None) -> Refused:
        """The line is none of what may stand here."""
        return Refused("FOREIGN-VALUE", None, line=self.number, found=found or shown(self.text), expected=expected)

    def conflict(self, found: str, expected: str, other: "At") -> Refused:
        """The line contradicts another one."""
        return Refused("FOREIGN-CONFLICT", None, line=self.number, found=found, expected=expected, other=str(other))


class Move(NamedTuple):
    """A card that one player gives to another; a gift to the pool has no taker until somebody picks it."""

    giver: int
    taker: int | None
    card: str
    at: At


@dataclass(slots=True)
class Trick:
    """A trick: who leads it, the plays and passes in turn, how many others are still to answer, and who won it.

    `waiting` is -1 while there is no play. `again` are those who passed when it was over. `runs_on` says that the simulator
    took it for a part of the trick before.
    """

    leader: int
    at: At
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
    """What the log tells of one deal. `held` are the hands as they go, of the players whose deal was printed."""

    at: At
    name: str | None = None
    level: str | None = None
    levels: dict[str, str] = field(default_factory=dict)
    dealt: dict[int, list[str]] = field(default_factory=dict)
    held: dict[int, Counter[str]] = field(default_factory=dict)
    left: list[int] = field(default_factory=lambda: [_HAND] * len(FOUR_SEATS))
    rule: str | None = None
    resisted: bool = False
    gifts: list[Move] = field(default_factory=list)
    pool: list[Move] = field(default_factory=list)
    picks: list[Move] = field(default_factory=list)
    returns: list[Move] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    rankings: tuple[int, ...] | None = None
    victory: str | None = None


@dataclass(slots=True)
class Match:
    """What the log tells of one match."""

    deals: list[Deal] = field(default_factory=list)
    winner: int | None = None
    levels: dict[str, str] = field(default_factory=dict)
    summary: dict[str, str] = field(default_factory=dict)


def convert(raw: bytes, source: str) -> list[Document] | Rejection:
    """The matches of one log as `paipu/1` documents, or why it cannot be read; `source` only names it in a rejection."""
    if len(raw) > MAX_RECORD:
        return reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source)
    try:
        matches = read(text_of(raw))
    except Refused as refused:
        return refusal(refused, GUANDAN_WORLD, source)
    identity = f"guandan-world/{sha256(raw).hexdigest()[:16]}"
    names = [identity] if len(matches) == 1 else [f"{identity}/{number}" for number in range(1, len(matches) + 1)]
    return [document(match, name) for match, name in zip(matches, names, strict=True)]


GUANDAN_WORLD: Final = Importer("guandan-world", "掼蛋模拟器（guandan-world）", "the Guandan simulator guandan-world", convert)


def text_of(raw: bytes) -> str:
    """The text of a log. Raises `Refused` with the line that is not UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Refused("FOREIGN-VALUE", None, line=line, found=f"0x{raw[error.start]:02x}", expected="UTF-8") from error


def read(text: str) -> list[Match]:
    """The matches of a log. Raises `Refused`."""
    readers: list[MatchReader] = []
    last = At(1, "")
    for number, line in enumerate(text.split("\n"), start=1):
        last = At(number, line.rstrip())
        if last.text == _BEGIN:
            if readers and not readers[-1].match.deals:
                raise last.refuse(_DEAL)
            readers.append(MatchReader())
        elif readers:
            readers[-1].line(last)
    if not readers or not readers[-1].match.deals:
        raise last.refuse(_DEAL if readers else _BEGIN)
    return [reader.match for reader in readers]


# --- Cards -------------------------------------------------------------------------------------------------

_CARD: Final = re.compile("(10|[2-9AJQK])([CDHS])")
_JOKERS: Final = {"SJ": LITTLE_JOKER, "BJ": BIG_JOKER}


def card_name(printed: str) -> str | None:
    """A card's notation, None if it is none.

    >>> card_name("10D"), card_name("JS"), card_name("SJ"), card_name("1S")
    ('Td', 'Js', 'LJ', None)
    """
    if printed in _JOKERS:
        return _JOKERS[printed]
    found = _CARD.fullmatch(printed)
    return None if found is None else found[1].replace("10", "T") + found[2].lower()


def card(at: At, printed: str) -> str:
    """One card of a line."""
    name = card_name(printed)
    if name is None:
        raise at.refuse("2S … 10D … AC | SJ | BJ", shown(printed))
    return name


def cards(at: At, count: str, printed: str) -> list[str]:
    """The cards of a line that says how many they are."""
    names = [card(at, name) for name in printed.split(",")] if printed else []
    if len(names) != int(count):
        raise at.refuse(f"({count} cards)", f"{len(names)} cards")
    return names


# --- Reading the log ---------------------------------------------------------------------------------------


class MatchReader:
    """Takes the lines of one match in turn, holding each against what came before it. All methods may raise `Refused`."""

    def __init__(self) -> None:
        self.match = Match()
        self.phase: Phase = "match"
        self.turn = 0
        self.at = At(0, "")
        self.since = self.at

    @property
    def deal(self) -> Deal:
        """The deal under way."""
        return self.match.deals[-1]

    @property
    def trick(self) -> Trick:
        """The trick under way."""
        return self.deal.tricks[-1]

    def line(self, at: At) -> None:
        """Take one line."""
        self.at = at
        if not at.text or (self.phase != "over" and _SILENT.fullmatch(at.text)):
            return
        if len(at.text) <= _MOST_CHARACTERS:
            for pattern, phases, take in _LINES:
                found = pattern.fullmatch(at.text) if self.phase in phases else None
                if found is not None:
                    take(self, found)
                    return
        if self.phase != "over":
            raise at.refuse(self.expected)

    @property
    def expected(self) -> str:
        """What may come now."""
        if self.phase == "trick":
            ended = (f"Event: Trick Ended, Winner: Player {self.trick.leader}", _ENDED)
            made = f"Event: Player {self.turn} played 1 cards: [3S]"
            passed = f"Event: Player {self.turn} passed"
            may_pass = self.trick.passes < _MOST_PASSES
            return " | ".join((made, *((passed,) if may_pass else ()), *(ended if self.trick.led else ())))
        return {
            "match": _DEAL,
            "deal": f"Player 0 (27 cards): [3S,…] | Player 0 上贡给 Player 1：AS | {_TRICK}",
            "between": f"{_TRICK} | {_ENDED}",
            "over": "",
        }[self.phase]

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

    # -- the deal

    def deal_started(self, _: re.Match[str]) -> None:
        if len(self.match.deals) == _MOST_DEALS:
            raise self.at.refuse(f"{_DEAL} × 1 … {_MOST_DEALS}")
        self.match.deals.append(Deal(self.at))
        self.phase = "deal"

    def deal_name(self, found: re.Match[str]) -> None:
        self.deal.name = found[1]

    def deal_level(self, found: re.Match[str]) -> None:
        self.deal.level = self.level(found[1])

    def team_level(self, found: re.Match[str]) -> None:
        self.deal.levels[SIDES[int(found[1])]] = self.level(found[2])

    def hand(self, found: re.Match[str]) -> None:
        """A hand as dealt, or, at the beginning of a trick, as it must be by then."""
        player, printed = self.seat(found[1]), cards(self.at, found[2], found[3])
        if self.phase == "deal":
            if player in self.deal.dealt:
                raise self.at.refuse(_TRICK)
            if len(printed) > _HAND:
                raise self.at.refuse(f"(1 … {_HAND} cards)", f"({len(printed)} cards)")
            self.deal.dealt[player], self.deal.held[player] = printed, Counter(printed)
            self.deal.left[player] = len(printed)
        else:
            self.same_hand(player, printed)

    def no_hand(self, found: re.Match[str]) -> None:
        self.same_hand(self.seat(found[1]), [])

    def same_hand(self, player: int, printed: Sequence[str]) -> None:
        """A hand at the beginning of a trick is what the deal, the tribute and the plays leave."""
        if self.trick.plays:
            raise self.at.refuse(self.expected)
        held = self.deal.held.get(player)
        if held is not None and +held != Counter(printed):
            more, less = Counter(printed) - held, held - Counter(printed)
            words = ["".join(sorted(part.elements())) or "-" for part in (more, less)]
            raise self.at.conflict(words[0], words[1], self.since)

    # -- tribute

    def last_result(self, found: re.Match[str]) -> None:
        """The places of the deal before, as the tribute rules repeat them."""
        before = self.match.deals[-2].rankings if len(self.match.deals) > 1 else None
        places = self.places(found[1])
        if before is not None and places != before:
            raise self.at.conflict(_numbers(places), _numbers(before), self.match.deals[-2].at)

    def tribute_rule(self, found: re.Match[str]) -> None:
        self.deal.rule = found[1]

    def resisted(self, _: re.Match[str]) -> None:
        self.deal.resisted = True

    def gift(self, found: re.Match[str]) -> None:
        if found[2] == "-1":
            self.add(self.deal.pool, Move(self.seat(found[1]), None, card(self.at, found[3]), self.at))
        else:
            self.add(self.deal.gifts, Move(self.seat(found[1]), self.seat(found[2]), card(self.at, found[3]), self.at))

    def pooled(self, found: re.Match[str]) -> None:
        self.add(self.deal.pool, Move(self.seat(found[1]), None, card(self.at, found[2]), self.at))

    def picked(self, found: re.Match[str]) -> None:
        """A card taken out of the pool; `giver` is who picks until it is known whose card it was."""
        taker, name = self.seat(found[1]), card(self.at, found[2])
        in_pool = Counter(move.card for move in self.deal.pool) - Counter(move.card for move in self.deal.picks)
        if not in_pool[name]:
            raise self.at.refuse(" | ".join(sorted(in_pool.elements())) or "-", name)
        self.add(self.deal.picks, Move(taker, taker, name, self.at))

    def returned(self, found: re.Match[str]) -> None:
        self.add(self.deal.returns, Move(self.seat(found[1]), self.seat(found[2]), card(self.at, found[3]), self.at))

    def received(self, found: re.Match[str]) -> None:
        """What the one who has just returned a card had received."""
        name = card(self.at, found[1])
        if not self.deal.returns:
            raise self.at.refuse("Player 1 还贡给 Player 0：3S")
        came = [move for move in (*self.deal.gifts, *self.deal.picks) if move.taker == self.deal.returns[-1].giver]
        if came and name not in {move.card for move in came}:
            raise self.at.conflict(name, came[0].card, came[0].at)

    def add(self, moves: list[Move], move: Move) -> None:
        """Everybody gives once."""
        for earlier in moves:
            if earlier.giver == move.giver:
                raise self.at.conflict(f"Player {move.giver} ×2", f"Player {move.giver} ×1", earlier.at)
        moves.append(move)

    def settle_tribute(self) -> None:
        """Before the first trick: whose cards were picked out of the pool; then the cards change hands."""
        deal = self.deal
        if len(deal.picks) < len(deal.pool):
            left = sorted((Counter(m.card for m in deal.pool) - Counter(m.card for m in deal.picks)).elements())
            raise self.at.refuse(f"Player {_PLAYERS[0]} (第一次选择) 选择：{left[0]}")
        deal.gifts = tribute_gifts(deal)
        for move in (*deal.gifts, *deal.returns):
            for player, count in ((move.giver, -1), (move.taker, 1)):
                if player is not None and player in deal.held:
                    deal.held[player][move.card] += count
                if player is not None:
                    deal.left[player] += count

    # -- the tricks

    def trick_started(self, found: re.Match[str]) -> None:
        leader = self.seat(found[1])
        if self.phase == "deal":
            self.settle_tribute()
        self.deal.tricks.append(Trick(leader, self.at))
        self.phase, self.turn, self.since = "trick", leader, self.at

    def played(self, found: re.Match[str]) -> None:
        player, made = self.in_turn(found[1]), cards(self.at, found[2], found[3])
        left = self.deal.left
        if not 0 < len(made) <= left[player]:
            raise self.at.conflict(f"{len(made)} cards", f"1 … {left[player]} cards", self.since)
        left[player] -= len(made)
        if player in self.deal.held:
            self.deal.held[player].subtract(made)
        if not self.trick.waiting:
            self.deal.tricks.append(Trick(player, self.at, runs_on=True))
        trick = self.trick
        trick.plays.append("".join(made))
        trick.waiting = sum(count > 0 for count in left) - (left[player] > 0)
        trick.passes = 0
        self.next_player(player)

    def passed(self, found: re.Match[str]) -> None:
        player, trick = self.in_turn(found[1]), self.trick
        trick.passes += 1
        if trick.passes > _MOST_PASSES:
            raise self.at.refuse(self.expected)
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

    def trick_ended(self, found: re.Match[str]) -> None:
        if not self.trick.led:
            raise self.at.refuse(self.expected)
        self.trick.winner = self.seat(found[1])
        self.phase, self.since = "between", self.at

    # -- results

    def places(self, printed: str) -> tuple[int, ...]:
        """A finishing order of all players."""
        places = tuple(self.seat(number) for number in printed.split(" "))
        if len(set(places)) != len(FOUR_SEATS) or len(places) != len(FOUR_SEATS):
            raise self.at.refuse("[0 1 2 3]", f"[{printed}]")
        return places

    def deal_ended(self, found: re.Match[str]) -> None:
        if self.phase == "trick" and not self.trick.led:
            raise self.at.refuse(self.expected)
        if found[2] not in VICTORIES:
            raise self.at.refuse(" | ".join(VICTORIES), shown(found[2]))
        self.deal.rankings, self.deal.victory = self.places(found[1]), found[2]
        self.deal.at, self.phase = self.at, "match"

    def match_ended(self, found: re.Match[str]) -> None:
        if not self.match.deals:
            raise self.at.refuse(self.expected)
        self.match.winner, self.phase, self.since = int(found[1]), "over", self.at

    def summary_winner(self, found: re.Match[str]) -> None:
        if int(found[1]) != self.match.winner:
            raise self.at.conflict(f"Team {found[1]}", f"Team {self.match.winner}", self.since)

    def summary_levels(self, found: re.Match[str]) -> None:
        self.match.levels = dict(zip(SIDES, map(self.level, found.groups()), strict=True))

    def summary_item(self, found: re.Match[str]) -> None:
        self.match.summary[found[1].lower().replace(" ", "_")] = found[2]


_PLAYERS: Final = ("0", "1", "2", "3")
_HEADINGS: Final = (
    "发牌完成，玩家手牌|Player Hands at Trick Start|进贡阶段开始|上贡规则确定|抗贡检查|双下贡牌池创建|"
    "上贡执行开始|上贡完成|双下选牌|还贡阶段|进贡阶段完成"
)
_SILENT: Final = re.compile(
    rf"=+|=== (?:{_HEADINGS}) ===|Event: Cards Dealt|准备进行上贡、抗贡检查和还贡流程|开始执行具体的上贡流程|"
    "所有上贡和还贡流程已完成，游戏阶段即将开始|类型：.*|抗贡结果：.*|大王持有者详情：|  Player [0-3]: [0-9]张大王|"
    "结果：大王数量不足，正常进行上贡|双下贡牌池已创建.*|贡献详情：|选择顺序：.*|池中牌张：.*|剩余选项：.*|所有贡牌已选择完毕|"
    "上贡类型：.*|选择方式：.*|注意：.*"
)
"""Lines of a match that say nothing which others do not say too."""
_Take = Callable[[MatchReader, re.Match[str]], None]


def _line(pattern: str, phases: Sequence[Phase], take: _Take) -> tuple[re.Pattern[str], frozenset[Phase], _Take]:
    return re.compile(pattern), frozenset(phases), take


_LINES: Final = (
    _line(r"Event: Player ([0-9]+) passed", ("trick",), MatchReader.passed),
    _line(r"Event: Player ([0-9]+) played ([0-9]{1,3}) cards: \[(.*)\]", ("trick",), MatchReader.played),
    _line(r"Player ([0-9]+) \(([0-9]{1,3}) cards\): \[(.*)\]", ("deal", "trick"), MatchReader.hand),
    _line(r"Player ([0-9]+): No cards", ("trick",), MatchReader.no_hand),
    _line(r"Event: New Trick Started, Leader: Player ([0-9]+)", ("deal", "between"), MatchReader.trick_started),
    _line(r"Event: Trick Ended, Winner: Player ([0-9]+)", ("trick",), MatchReader.trick_ended),
    _line(r"Event: Deal Started", ("match",), MatchReader.deal_started),
    _line(r"=== Deal (\S{1,100}) Started ===", ("deal",), MatchReader.deal_name),
    _line(r"当前Deal Level: ([0-9]+)", ("deal",), MatchReader.deal_level),
    _line(r"队伍([01]) Level: ([0-9]+) \(玩家 (?:0,2|1,3)\)", ("deal",), MatchReader.team_level),
    _line(r"上局结果：\[([0-9 ]*)\], 胜利类型：.*", ("deal",), MatchReader.last_result),
    _line(r"上贡规则：(.{1,200})", ("deal",), MatchReader.tribute_rule),
    _line(r"结果：触发抗贡，本局跳过上贡阶段", ("deal",), MatchReader.resisted),
    _line(r"  Player ([0-9]+) 贡献：(.*)", ("deal",), MatchReader.pooled),
    _line(r"Player ([0-9]+) \(第[一二]次选择\) 选择：(.*)", ("deal",), MatchReader.picked),
    _line(r"Player ([0-9]+) 上贡给 Player (-1|[0-9]+)：(.*)", ("deal",), MatchReader.gift),
    _line(r"Player ([0-9]+) 还贡给 Player ([0-9]+)：(.*)", ("deal",), MatchReader.returned),
    _line(r"原收到贡牌：(.*)", ("deal",), MatchReader.received),
    _line(r"Event: Deal Ended, Rankings: \[([0-9 ]*)\], Victory Type: (.*)", ("trick", "between"), MatchReader.deal_ended),
    _line(r"Event: Match Ended, Winner: Team ([01])", ("match",), MatchReader.match_ended),
    _line(r"Winner: Team ([01])", ("over",), MatchReader.summary_winner),
    _line(r"Final Levels: Team 0: Level ([0-9]+), Team 1: Level ([0-9]+)", ("over",), MatchReader.summary_levels),
    _line(r"(Total Deals|Total Tricks|Duration): (\S{1,40})", ("over",), MatchReader.summary_item),
)
"""What a line may be, in which phases, and who takes it."""


def tribute_gifts(deal: Deal) -> list[Move]:
    """The gifts with their takers. Of two like cards in the pool each winner has the one of the payer to whom he returns."""
    back = {move.giver: move.taker for move in deal.returns}
    waiting = list(deal.pool)
    gifts = list(deal.gifts)
    for pick in deal.picks:
        alike = [move for move in waiting if move.card == pick.card]
        gift = next((move for move in alike if move.giver == back.get(pick.giver)), alike[0])
        waiting.remove(gift)
        gifts.append(gift._replace(taker=pick.taker))
    return gifts


def _numbers(places: Sequence[int]) -> str:
    return f"[{' '.join(map(str, places))}]"


# --- Writing the record ------------------------------------------------------------------------------------


def document(match: Match, identity: str) -> Document:
    """The record, in `paipu/1`."""
    written: Document = {"format": "paipu/1", "id": identity, "sheet": SHEET, "options": dict(OPTIONS)}
    began = match.deals[0].levels
    if len(began) == len(SIDES) and set(began.values()) != {RANKS[0]}:
        written["start"] = {"levels": began}
    after = [*(deal.levels for deal in match.deals[1:]), match.levels]
    written["hands"] = [
        _hand(number, deal, levels) for number, (deal, levels) in enumerate(zip(match.deals, after, strict=True), start=1)
    ]
    claims: Document = {}
    if match.winner is not None:
        claims["winner"] = SIDES[match.winner]
    if match.levels:
        claims["levels"] = match.levels
    if claims:
        written["claims"] = claims
    written["extra"] = {"guandan_world": _platform_data(match)}
    return written


def _hand(number: int, deal: Deal, levels: Mapping[str, str]) -> Document:
    hand: Document = {"no": number}
    if deal.level is not None:
        hand["level"] = deal.level
    if deal.dealt:
        hand["deal"] = {FOUR_SEATS[player]: " ".join(dealt) for player, dealt in sorted(deal.dealt.items())}
    moves = [
        f"{FOUR_SEATS[m.giver]}>{FOUR_SEATS[m.taker]} {m.card}" for m in (*deal.gifts, *deal.returns) if m.taker is not None
    ]
    if moves and (deal.tricks or not deal.pool):
        hand["tribute"] = moves
    if deal.resisted:
        hand["resisted"] = True
    if deal.tricks:
        hand["lead"] = FOUR_SEATS[deal.tricks[0].leader]
    tricks = [_trick(trick) for trick in deal.tricks if trick.plays]
    if tricks:
        hand["tricks"] = tricks
    claims: Document = {}
    if deal.rankings is not None:
        claims["finish"] = _seats(deal.rankings)
        if levels:
            claims["levels"] = dict(levels)
    if claims:
        hand["claims"] = claims
    return hand


def _trick(trick: Trick) -> str:
    return " ".join([FOUR_SEATS[trick.leader], *trick.plays])


def _platform_data(match: Match) -> Document:
    data: Document = {"deals": [_deal_data(deal) for deal in match.deals]}
    if match.summary:
        data["summary"] = match.summary
    return data


def _deal_data(deal: Deal) -> Document:
    """What the simulator says of a deal and the format has no key for.

    `winners` has one player for each trick of the simulator; the tricks that run on and those after which somebody was asked
    again are named by their numbers in the record.
    """
    data: Document = {}
    if deal.name is not None:
        data["id"] = deal.name
    if deal.victory is not None:
        data["victory"] = deal.victory
    if deal.rule is not None:
        data["tribute_rule"] = deal.rule
    winners = [trick.winner for trick in deal.tricks if trick.winner is not None]
    if winners:
        data["winners"] = _seats(winners)
    tricks = list(enumerate(deal.tricks, start=1))
    runs_on = [str(number) for number, trick in tricks if trick.runs_on]
    again = [f"{number}:{_seats(trick.again)}" for number, trick in tricks if trick.again]
    if runs_on:
        data["runs_on"] = " ".join(runs_on)
    if again:
        data["asked_again"] = " ".join(again)
    return data


def _seats(players: Sequence[int]) -> str:
    return "".join(FOUR_SEATS[player] for player in players)
