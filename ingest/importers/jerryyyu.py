"""The log of a room of jerryyyu's 升级 server, one JSON object a line, as matches of the sheet `shengji`.

Each has `e`, what happened, `t`, when in seconds, `room`, and `round`, the number of the hand in its game:

- `round_start`: `deck`, the 108 cards as they are dealt one by one to seats 0 to 3, the last eight the kitty; `banker` (null
  where declaring decides), `trump_rank`, `levels` of the two teams, `players`;
- `declare`: `seat`, `cards`; `trump`: `suit` (`NT`), `banker`; `bury`: `seat`, `cards`;
- `play`: `seat`, `cards` that stood; a bot whose throw failed also has `attempted_cards`;
- `trick`: `winner`, `points`, and the `plays` once more;
- `round_end`: `attacker_points`, `kitty_points` (multiplied), `new_levels`, `next_banker`, `winner_team`, `game_over`.

What else is logged (chat, searches of the bots) is passed over. Cards are suit and rank: `SA`, `H10`; `LJ` and `BJ` the jokers.

The server multiplies the kitty by twice the number of cards led to the last trick, which no option of the sheet says where
those are several; in its first versions a game also ended where the attackers won at A. After such a hand what the server came
to is in `extra`, and the next hand begins a record of its own.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from paipu.ingest.importers.base import (
    LOST,
    Document,
    Importer,
    Node,
    NotHeld,
    by_seat,
    known,
    seats,
    to_extra,
    trees_of,
)
from paipu.ingest.importers.table import TrickTable, written
from paipu.ingest.parse import parse
from paipu.ingest.rejection import FORMAT, Place, Rejection, printable
from paipu.replay.audit import audit
from paipu.replay.cards import JOKERS, RANKS, SUITS, split_cards
from paipu.replay.notation import split_trick
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import SHEETS

SHEET: Final = "shengji"
OPTIONS: Final = {
    "pass_level": "A",
    "pass_as": "banker",
    "office_at_80": "office_only",
    "side_single_kitty": "2",
    "shorter_tractor": "free",
    "owed_tractors": "first_only",
    "forced_piece": "single_first",
    "tractor_before_pair": "pair",
    "kitty_structure": "lead",
    "joker_pair_opens": "yes",
}
"""The server's house rules, as far as options say them."""
SIDES: Final = SHEETS[SHEET].sides

_DECK: Final = 108
_DEALT: Final = 100
_KITTY: Final = 8
_MOST_ROUNDS: Final = 500
_POINTS: Final = (-100_000, 100_000)
_NAME: Final = 200
_TIME: Final = 1e12
_DAY: Final = 86_400
_MOST_BIDS: Final = 20
"""Of each of four players no more than one can be stronger than the one before."""
_TAKEN_AT: Final = 80
_WORTH: Final = {"5": 5, "10": 10, "K": 10}
_CODES: Final = {suit.upper() + {"T": "10"}.get(rank, rank): rank + suit for suit in SUITS for rank in RANKS} | {
    joker: joker for joker in JOKERS
}
_NAMES: Final = {card: code for code, card in _CODES.items()}
_LEVELS: Final = {{"T": "10"}.get(rank, rank): rank for rank in RANKS}
_EVENTS: Final = ("round_start", "declare", "trump", "bury", "play", "trick", "round_end")


class Result(NamedTuple):
    """What the server came to at the end of a hand: the attackers' points, and of them those of the kitty."""

    attackers: int
    kitty: int
    levels: tuple[str, str]
    next_banker: int
    winner: int
    over: bool


@dataclass(slots=True)
class Round:
    """What the log tells of one hand."""

    number: int
    room: str
    level: str
    levels: tuple[str, str]
    dealer: int | None
    deck: tuple[str, ...]
    players: tuple[str, ...] = ()
    bids: list[str] = field(default_factory=list)
    trump: str | None = None
    buried: Document | None = None
    table: TrickTable = field(default_factory=TrickTable)
    winners: list[int] = field(default_factory=list)
    led: int = 0
    result: Result | None = None
    at: float | None = None

    @property
    def house(self) -> bool:
        """Whether the server came to its result by a rule that the sheet has not."""
        told = self.result
        if told is None:
            return False
        bank = told.winner == (self.dealer or 0) % len(SIDES)
        return (told.kitty > 0 and self.led > 1) or (told.over and not bank)


def read(raw: bytes) -> list[Document]:
    """The matches of a room. Raises `NotRead` or `Refused`."""
    rounds: list[Round] = []
    for node in trees_of(raw):
        for line in node.items() if isinstance(node.value, list) else [node]:
            _event(rounds, line)
    if not rounds:
        raise Node(None).refuse('{"e": "round_start", …}')
    return [document(match) for match in _matches(rounds)]


# --- Reading the log ---------------------------------------------------------------------------------------


def _event(rounds: list[Round], node: Node) -> None:
    kind = node.key("e").value
    if kind not in _EVENTS:
        if not isinstance(kind, str):
            raise node.key("e").refuse(" | ".join(_EVENTS))
        return
    if kind == "round_start":
        if len(rounds) == _MOST_ROUNDS:
            raise node.refuse(f"round_start × 1 … {_MOST_ROUNDS}")
        rounds.append(_round(node))
        return
    number = node.key("round").integer(0, 10_000)
    if not rounds or number != rounds[-1].number or rounds[-1].result is not None:
        raise node.conflict(number, rounds[-1].number if rounds else '{"e": "round_start", …}', "round_start")
    _HANDLERS[kind](rounds[-1], node)


def _round(node: Node) -> Round:
    deck = _cards(node.key("deck"), _DECK, _DECK)
    if {*Counter(deck).values()} != {2}:
        raise node.key("deck").refuse("2 × 54")
    banker, players = node.maybe("banker"), node.maybe("players")
    room = node.maybe("room")
    return Round(
        number=node.key("round").integer(1, 10_000),
        room=printable(room.value)[:_NAME] if room is not None and isinstance(room.value, str) else "",
        level=_LEVELS[node.key("trump_rank").one_of(_LEVELS)],
        levels=_both(node.key("levels")),
        dealer=None if banker is None else banker.integer(0, 3),
        deck=deck,
        players=() if players is None else tuple(_players(players)),
        at=_time(node),
    )


def _players(node: Node) -> Iterator[str]:
    """The names of the players by seat, where they tell them apart; a bot's with the seat, for bots have one name."""
    told = {}
    for each in node.items(4, 4):
        name, bot = each.maybe("name"), each.maybe("is_bot")
        if name is not None and isinstance(name.value, str) and name.value.strip():
            seat = each.key("seat").integer(0, 3)
            told[seat] = printable(name.value)[:_NAME] + (f" {seat}" if bot is not None and bot.value is True else "")
    if len(told) == len({*told.values()}) == len(FOUR_SEATS) and all(name.isprintable() for name in told.values()):
        yield from (told[seat] for seat in sorted(told))


def _declare(hand: Round, node: Node) -> None:
    if len(hand.bids) == _MOST_BIDS:
        raise node.refuse(f"declare × 0 … {_MOST_BIDS}")
    hand.bids.append(f"{FOUR_SEATS[node.key('seat').integer(0, 3)]} {''.join(_cards(node.key('cards'), 1, 2))}")


def _trump(hand: Round, node: Node) -> None:
    suit = node.key("suit").one_of((*map(str.upper, SUITS), "NT"))
    hand.trump = suit if suit == "NT" else suit.lower()
    hand.dealer = node.key("banker").integer(0, 3)
    hand.at = _time(node)


def _bury(hand: Round, node: Node) -> None:
    if hand.buried is not None or hand.table.tricks:
        raise node.refuse('{"e": "play", …}')
    hand.buried = known(
        seat=FOUR_SEATS[node.key("seat").integer(0, 3)],
        bury="".join(_cards(node.key("cards"), _KITTY, _KITTY)),
        seconds=_spent(hand, node),
    )


def _play(hand: Round, node: Node) -> None:
    cards = _cards(node.key("cards"), 1, 33)
    text, tried = "".join(cards), node.maybe("attempted_cards")
    if tried is not None:
        attempt = _cards(tried, 1, 33)
        if Counter(cards) - Counter(attempt):
            raise tried.conflict("".join(attempt), text, "cards")
        if len(attempt) > len(cards):
            text = f"{''.join(attempt)}>{text}"
    trick = hand.table.play(node.key("seat").integer(0, 3), text, node, _spent(hand, node))
    if len(trick.plays) == 1:
        hand.led = len(cards)


def _trick(hand: Round, node: Node) -> None:
    """The end of a trick, and its plays once more."""
    winner, tricks = node.key("winner").integer(0, 3), hand.table.tricks
    if not tricks or len(tricks[-1].plays) < len(FOUR_SEATS) or len(hand.winners) != len(tricks) - 1:
        raise node.refuse('{"e": "play", …}')
    plays = node.maybe("plays")
    if plays is not None:
        told = [sorted(_cards(each.key("cards"), 1, 33)) for each in plays.items(4, 4)]
        made = [sorted(split_cards(play.rpartition(">")[2])) for play in tricks[-1].plays]
        if told != made:
            raise plays.conflict(json.dumps(told), json.dumps(made), "play")
    hand.winners.append(winner)


def _end(hand: Round, node: Node) -> None:
    over = node.maybe("game_over")
    hand.result = Result(
        attackers=node.key("attacker_points").integer(*_POINTS),
        kitty=node.key("kitty_points").integer(*_POINTS),
        levels=_both(node.key("new_levels")),
        next_banker=node.key("next_banker").integer(0, 3),
        winner=node.key("winner_team").integer(0, 1),
        over=over is not None and over.value is True,
    )


_HANDLERS: Final = {"declare": _declare, "trump": _trump, "bury": _bury, "play": _play, "trick": _trick, "round_end": _end}


def _cards(node: Node, least: int, most: int) -> tuple[str, ...]:
    return tuple(_CODES[each.one_of(_CODES)] for each in node.items(least, most))


def _spent(hand: Round, node: Node) -> float | None:
    """The seconds since what was logged of the hand before, and the time of what is logged now."""
    before, hand.at = hand.at, _time(node)
    spent = None if before is None or hand.at is None else round(hand.at - before, 3)
    return spent if spent is not None and 0 <= spent < _DAY else None


def _both(node: Node) -> tuple[str, str]:
    first, second = (_LEVELS[each.one_of(_LEVELS)] for each in node.items(2, 2))
    return first, second


def _time(node: Node) -> float | None:
    told = node.maybe("t")
    value = None if told is None or isinstance(told.value, bool) else told.value
    return float(value) if isinstance(value, int | float) and 0 <= value < _TIME else None


def _matches(rounds: Sequence[Round]) -> Iterator[list[Round]]:
    """The hands of each match: a new one begins where a game does, and after a hand that ended by a rule of the house."""
    match: list[Round] = []
    for hand in rounds:
        last = match[-1] if match else None
        if last is not None and (
            last.result is None
            or last.result.over
            or last.house
            or (hand.room, hand.number) != (last.room, last.number + 1)
            or hand.players != last.players
        ):
            yield match
            match = []
        match.append(hand)
    yield match


# --- Writing the record ------------------------------------------------------------------------------------


def document(match: Sequence[Round]) -> Document:
    """The record, in `paipu/1`."""
    first, last = match[0], match[-1].result
    begun = first.number > 1
    levels = dict(zip(SIDES, first.levels, strict=True))
    ended = last is not None and last.over and not match[-1].house
    return known(
        sheet=SHEET,
        options=dict(OPTIONS),
        seats={seat: {"id": name, "name": name} for seat, name in zip(FOUR_SEATS, first.players, strict=False)},
        start=known(
            levels=levels if begun or {*first.levels} != {RANKS[0]} else None,
            dealer=FOUR_SEATS[first.dealer] if begun and first.dealer is not None else None,
        ),
        hands=[_hand(hand) for hand in match],
        claims=known(winner=SIDES[last.winner], reason="passed") if last is not None and ended else None,
        extra=known(jerryyyu=known(room=first.room, hands=to_extra(match, _platform_data))),
    )


def _hand(hand: Round) -> Document:
    hands = (hand.deck[seat:_DEALT:4] for seat in range(4))
    result = hand.result if hand.result is not None and not hand.house else None
    named = hand.winners if len(hand.winners) == sum(len(trick.plays) == len(FOUR_SEATS) for trick in hand.table.tricks) else []
    return known(
        no=hand.number,
        level=hand.level,
        dealer=None if hand.dealer is None else FOUR_SEATS[hand.dealer],
        trump=hand.trump,
        deal=by_seat(map(" ".join, hands)) | {"kitty": " ".join(hand.deck[_DEALT:])},
        kitty=[hand.buried] if hand.buried else None,
        **written(hand.table.tricks),
        claims=known(
            winners=seats(named),
            attackers=None if result is None else result.attackers,
            levels=None if result is None else dict(zip(SIDES, result.levels, strict=True)),
            next_dealer=None if result is None else FOUR_SEATS[result.next_banker],
        ),
    )


def _platform_data(hand: Round) -> Document:
    """What the format has no key for, and what the sheet would not come to; declaring goes by other rules than the sheet's."""
    told = hand.result if hand.house else None
    return known(
        declared=hand.bids,
        attackers=None if told is None else told.attackers,
        kitty=None if told is None else told.kitty,
        levels=None if told is None else dict(zip(SIDES, told.levels, strict=True)),
        next_dealer=None if told is None else FOUR_SEATS[told.next_banker],
        over=True if told is not None and told.over else None,
    )


# --- Writing the log ---------------------------------------------------------------------------------------


def write(match: Document) -> bytes:
    """The room log of a match, without what it has no place for. Raises `NotHeld` where a deal is not whole."""
    found = parse(json.dumps({"format": FORMAT, "id": "match", **match}).encode(), Place())
    if isinstance(found, Rejection) or match["sheet"] != SHEET:
        raise NotHeld("/sheet", match.get("sheet"), SHEET)
    told, extra = audit(found.record), match.get("extra", {}).get("jerryyyu", {})
    rows = extra.get("hands", [{}] * len(match["hands"]))
    names = [match.get("seats", {}).get(seat, {}).get("name", "") for seat in FOUR_SEATS]
    lines: list[Document] = []
    levels = match.get("start", {}).get("levels", dict.fromkeys(SIDES, RANKS[0]))
    for index, (hand, row, computed) in enumerate(zip(match["hands"], rows, told.hands, strict=True)):
        claims = hand.get("claims", {})
        after = claims if "attackers" in claims else row if "attackers" in row else None
        log = _Log(lines, extra.get("room", ""), hand["no"])
        log.start(index, hand, levels, names)
        log.plays(hand, row, claims.get("winners", ""))
        if after is not None and not {"levels", "next_dealer"} <= after.keys():
            raise NotHeld(f"/hands/{index}/claims", after, "levels, next_dealer")
        if after is not None:
            levels = log.end(hand, after, levels, row.get("kitty", (computed.kitty_points or 0) * (computed.multiplier or 0)))
            lines[-1]["game_over"] = bool(row.get("over")) or (
                index == len(match["hands"]) - 1 and "winner" in match.get("claims", {})
            )
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()


class _Log:
    """Writes the lines of one hand."""

    def __init__(self, lines: list[Document], room: str, number: int) -> None:
        self.lines, self.room, self.number = lines, room, number
        self.time = 0.0

    def line(self, event: str, **data: Any) -> None:  # noqa: ANN401 - whatever stands in a line
        self.lines.append({"t": round(self.time, 3), "room": self.room, "round": self.number, "e": event, **data})

    def start(self, index: int, hand: Document, levels: Document, names: Sequence[str]) -> None:
        deal = hand.get("deal", {})
        held = [split_cards(deal.get(seat, "")) for seat in (*FOUR_SEATS, "kitty")]
        if [*map(len, held)] != [*[_DEALT // 4] * 4, _KITTY]:
            raise NotHeld(f"/hands/{index}/deal", deal, f"4 × {_DEALT // 4} + {_KITTY}")
        deck = [held[seat][row] for row in range(_DEALT // 4) for seat in range(4)] + held[4]
        players = [
            {"seat": seat, "name": name.removesuffix(f" {seat}"), "is_bot": name.endswith(f" {seat}")}
            for seat, name in enumerate(names)
        ]
        dealer = hand.get("dealer")
        self.line(
            "round_start",
            deck=_coded(deck),
            banker=None if (index == 0 and self.number == 1) or dealer is None else FOUR_SEATS.index(dealer),
            trump_rank=_ranked(hand.get("level", RANKS[0])),
            levels=[_ranked(levels[side]) for side in SIDES],
            players=players,
        )

    def plays(self, hand: Document, row: Document, winners: str) -> None:
        times = hand.get("seconds", ())
        timed, first = bool(times), len(self.lines)
        for bid in row.get("declared", ()):
            self.line("declare", seat=FOUR_SEATS.index(bid[0]), cards=_coded(split_cards(bid[2:])), bot=False)
        if "trump" in hand and "dealer" in hand:
            banker = FOUR_SEATS.index(hand["dealer"])
            self.line("trump", suit=hand["trump"].upper(), rank=_ranked(hand.get("level", RANKS[0])), banker=banker)
        for act in hand.get("kitty", ()):
            if "bury" in act:
                self.time += act.get("seconds") or 0
                timed = timed or "seconds" in act
                self.line("bury", seat=FOUR_SEATS.index(act["seat"]), cards=_coded(split_cards(act["bury"])), bot=False)
        for number, trick in enumerate(hand.get("tricks", ())):
            leader, *played = split_trick(trick)
            made: list[Document] = []
            for place, play in enumerate(played):
                attempt, _, stood = play.rpartition(">")
                seat, cards = (FOUR_SEATS.index(leader) + place) % 4, _coded(split_cards(stood))
                self.time += (times[number][place] if number < len(times) and place < len(times[number]) else None) or 0
                tried = {"attempted_cards": _coded(split_cards(attempt))} if attempt else {}
                self.line("play", seat=seat, cards=cards, bot=bool(attempt), **tried)
                made.append({"seat": seat, "cards": cards})
            if number < len(winners) and len(made) == len(FOUR_SEATS):
                points = sum(_WORTH.get(card[1:], 0) for each in made for card in each["cards"])
                self.line("trick", winner=FOUR_SEATS.index(winners[number]), points=points, plays=made)
        if not timed:
            for line in self.lines[first:]:
                del line["t"]

    def end(self, hand: Document, after: Document, levels: Document, kitty: int) -> Document:
        """The end of the hand; the levels after it."""
        bank = FOUR_SEATS.index(hand["dealer"]) % len(SIDES)
        winner = bank if after["attackers"] < _TAKEN_AT else 1 - bank
        then: Document = after["levels"]
        self.line(
            "round_end",
            attacker_points=after["attackers"],
            kitty=_coded(split_cards(hand["kitty"][-1]["bury"])),
            kitty_points=kitty,
            winner_team=winner,
            level_change=RANKS.index(then[SIDES[winner]]) - RANKS.index(levels[SIDES[winner]]),
            new_levels=[_ranked(then[side]) for side in SIDES],
            next_banker=FOUR_SEATS.index(after["next_dealer"]),
        )
        return then


def _coded(cards: Sequence[str]) -> list[str]:
    return [_NAMES[card] for card in cards]


def _ranked(level: str) -> str:
    return {"T": "10"}.get(level, level)


JERRYYYU: Final = Importer(
    "jerryyyu-shengji",
    "jerryyyu 升级服务器的房间日志",
    "room logs of jerryyyu's shengji server",
    read,
    LOST["jerryyyu-shengji"],
    write,
)
