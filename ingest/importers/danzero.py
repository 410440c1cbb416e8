"""The messages of the 掼蛋 platform of NJUPT, which DanZero and its kin play on, as matches of the sheet `guandan-1`.

One JSON object a line (or an array of them), as the server sends them to a client, or to all four one after the other:

- `beginning`: `handCards`, `myPos`, and in later versions `curRank`, `selfRank`, `oppoRank`;
- `tribute` and `back`: `result`, `[giver, taker, card]` each; `anti-tribute`: who resists;
- `play`: `curPos`, `curAction` `[type, rank, cards]`, a pass `["PASS", "PASS", "PASS"]`; what leads is repeated and not read;
- `episodeOver`: `order` of the four players, `restCards` of those who were not out; `gameOver` and `gameResult`.

Messages of the type `act` ask a client; only the levels are read of them. A message that is sent again at once is read once.
Cards are suit and rank, `HT`, `SB` the little and `HR` the big joker. Of a run the rank is that of its lowest card.

A client is dealt its own cards alone. Where a hand was played to its end, the cards played, those left and the tribute tell
what all were dealt.

What happens to a side that fails at A again and again is not told by the messages; the hand after one at A begins a record.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from paipu.ingest.importers.base import (
    LOST,
    Document,
    Importer,
    Node,
    NotHeld,
    known,
    seats,
    trees_of,
)
from paipu.ingest.importers.table import ClimbingTable, written
from paipu.replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, RANKS, SUITS, split_cards
from paipu.replay.climbing.combos import RUNS, SEQUENCE, Kind, Reading
from paipu.replay.climbing.context import level_context
from paipu.replay.notation import DECLARED, PASS, read_gift, split_trick
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import CLIMBING_SHEETS

SHEET: Final = "guandan-1"
"""The platform counts 双下 as three levels, and lets the partner lead after a trick's winner is out."""
SIDES: Final = CLIMBING_SHEETS[SHEET].sides

_HAND: Final = 27
_MOST_HANDS: Final = 500
_CODES: Final = {suit.upper() + rank: rank + suit for suit in SUITS for rank in RANKS} | {"SB": LITTLE_JOKER, "HR": BIG_JOKER}
_NAMES: Final = {card: code for code, card in _CODES.items()}
_KINDS: Final = {
    "Single": Kind.SINGLE,
    "Pair": Kind.PAIR,
    "Trips": Kind.TRIPLE,
    "ThreeWithTwo": Kind.FULL_HOUSE,
    "ThreePair": Kind.TUBE,
    "TwoTrips": Kind.PLATE,
    "Straight": Kind.STRAIGHT,
    "StraightFlush": Kind.STRAIGHT_FLUSH,
    "Bomb": Kind.BOMB,
    "FourKings": Kind.FOUR_JOKERS,
}
_TYPES: Final = {kind: name for name, kind in _KINDS.items()} | {Kind.FOUR_JOKERS: "Bomb"}
_PASSES: Final = "PASS"
_JOKERS: Final = {LITTLE_JOKER: "B", BIG_JOKER: "R"}
_KINGS: Final = "JOKER"
"""The rank of the bomb of all four jokers."""
_STAGES: Final = ("beginning", "tribute", "anti-tribute", "back", "play", "episodeOver", "gameOver", "gameResult")


@dataclass(slots=True)
class Episode:
    """What the messages tell of one hand. `levels` are by side, `game` counts the games before it, `over` those after it."""

    level: str | None = None
    levels: dict[str, str] = field(default_factory=dict)
    dealt: dict[int, list[str]] = field(default_factory=dict)
    moves: list[tuple[int, int, str]] = field(default_factory=list)
    returns: bool = False
    resisted: bool = False
    table: ClimbingTable = field(default_factory=lambda: ClimbingTable(_HAND))
    made: list[list[str]] = field(default_factory=lambda: [[] for _ in FOUR_SEATS])
    order: list[int] | None = None
    rest: dict[int, list[str]] = field(default_factory=dict)
    game_over: bool = False
    me: int | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was done but dealing."""
        return bool(self.table.tricks or self.moves or self.resisted)

    def deal(self) -> dict[str, str]:
        """The cards of those to whom they were dealt in a message, or of whom all cards were seen in the end."""
        dealt = {}
        for player, seat in enumerate(FOUR_SEATS):
            if player in self.dealt:
                dealt[seat] = " ".join(self.dealt[player])
            elif self.order is not None:
                held = Counter([*self.made[player], *self.rest.get(player, ())])
                held.update(card for giver, _, card in self.moves if giver == player)
                held.subtract(card for _, taker, card in self.moves if taker == player)
                if min(held.values(), default=-1) >= 0 and held.total() == _HAND:
                    dealt[seat] = " ".join(held.elements())
        return dealt


def read(raw: bytes) -> list[Document]:
    """The matches of a file. Raises `NotRead` or `Refused`."""
    reader = MessageReader()
    for node in trees_of(raw):
        for message in node.items() if isinstance(node.value, list) else [node]:
            reader.message(message)
    if not reader.episodes:
        raise Node(None).refuse('{"type": "notify", "stage": "beginning", …}')
    return [document(match) for match in _matches(reader.episodes)]


# --- Reading the messages ----------------------------------------------------------------------------------


class MessageReader:
    """Goes through the messages once."""

    def __init__(self) -> None:
        self.episodes: list[Episode] = []
        self.last: object = None

    def message(self, node: Node) -> None:
        """One message; the answers of a client, which have no `stage`, are passed over."""
        stage = node.maybe("stage")
        if stage is None:
            if node.maybe("actIndex") is None:
                raise node.refuse('{"type": …, "stage": …}')
            return
        name = stage.one_of(_STAGES)
        if node.key("type").one_of(("notify", "act")) == "act":
            if self.episodes:
                self.levels(node, self.episodes[-1].me)
            return
        if node.value == self.last:
            return
        self.last = node.value
        if name == "beginning":
            self.beginning(node)
            return
        if not self.episodes:
            raise stage.refuse('"beginning"', json.dumps(name))
        hand = self.episodes[-1]
        if hand.order is not None and name not in {"gameOver", "gameResult"}:
            raise stage.refuse('"beginning" | "gameOver" | "gameResult"', json.dumps(name))
        {
            "tribute": self.tribute,
            "back": self.tribute,
            "anti-tribute": self.resisted,
            "play": self.play,
            "episodeOver": self.over,
        }.get(name, self.game_over)(hand, node)

    def beginning(self, node: Node) -> None:
        """A client is dealt its cards."""
        me = node.key("myPos").integer(0, 3)
        cards = _cards(node.key("handCards"), _HAND, _HAND)
        hand = self.episodes[-1] if self.episodes else None
        if hand is None or hand.begun or hand.order is not None or me in hand.dealt:
            if len(self.episodes) == _MOST_HANDS:
                raise node.refuse(f"beginning × 1 … {_MOST_HANDS}")
            hand = Episode(me=me)
            self.episodes.append(hand)
        hand.dealt[me], hand.me = cards, me
        seen = Counter(card for held in hand.dealt.values() for card in held)
        if max(seen.values()) > 2:
            raise node.key("handCards").refuse("2 × 54")
        self.levels(node, me)

    def levels(self, node: Node, me: int | None) -> None:
        """The level of the hand and those of both sides, of which a client is told as its own and the others'."""
        hand = self.episodes[-1]
        current, own, other = (node.maybe(name) for name in ("curRank", "selfRank", "oppoRank"))
        if current is not None:
            hand.level = _rank(current)
        if me is not None and own is not None and other is not None and not hand.levels:
            told = (_rank(own), _rank(other))
            hand.levels = dict(zip(SIDES, told if me % 2 == 0 else told[::-1], strict=True))

    def tribute(self, hand: Episode, node: Node) -> None:
        """Cards change hands: gifts, or returns."""
        returns = node.key("stage").value == "back"
        if hand.table.tricks or (hand.returns and not returns) or len(hand.moves) > 2:
            raise node.key("stage").refuse('"play"')
        hand.returns = returns
        for each in node.key("result").items(1, 2):
            giver, taker, card = each.items(3, 3)
            move = giver.integer(0, 3), taker.integer(0, 3), _CODES[card.one_of(_CODES)]
            if move[0] == move[1]:
                raise taker.conflict(move[1], f"≠ {move[0]}", "result")
            hand.moves.append(move)
            hand.table.left[move[0]] -= 1
            hand.table.left[move[1]] += 1

    def resisted(self, hand: Episode, node: Node) -> None:
        if hand.begun:
            raise node.key("stage").refuse('"play"')
        for each in node.key("antiPos").items(1, 2):
            each.integer(0, 3)
        hand.resisted = True

    def play(self, hand: Episode, node: Node) -> None:
        action = node.key("curAction")
        kind, rank, told = action.items(3, 3)
        player = node.key("curPos").integer(0, 3)
        if kind.value == _PASSES:
            hand.table.play(player, PASS, 0, action)
            return
        cards = _cards(told, 1, _HAND)
        claimed = _KINDS[kind.one_of(_KINDS)]
        hand.made[player] += cards
        hand.table.play(player, _spelled(hand.level, cards, claimed, rank.value), len(cards), action)

    def over(self, hand: Episode, node: Node) -> None:
        order = [each.integer(0, 3) for each in node.key("order").items(4, 4)]
        if sorted(order) != [*range(4)]:
            raise node.key("order").refuse("0 … 3, each once")
        hand.order = order
        current, rest = node.maybe("curRank"), node.maybe("restCards")
        if current is not None and hand.level is None:
            hand.level = _rank(current)
        for each in rest.items(0, 4) if rest is not None else ():
            player, cards = each.items(2, 2)
            hand.rest[player.integer(0, 3)] = _cards(cards, 0, _HAND)

    @staticmethod
    def game_over(hand: Episode, _node: Node) -> None:
        hand.game_over = True


def _cards(node: Node, least: int, most: int) -> list[str]:
    return [_CODES[each.one_of(_CODES)] for each in node.items(least, most)]


def _rank(node: Node) -> str:
    """A level; some versions write it as a number."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return RANKS[node.integer(2, 14) - 2]
    return "T" if node.value == "10" else node.one_of(RANKS)


def _spelled(level: str | None, cards: Sequence[str], kind: Kind, rank: object) -> str:
    """A play as a record writes it: with what it is claimed to be, where its cards may be several things."""
    text = "".join(cards)
    if level is None or level + "h" not in cards:
        return text
    readings = level_context(level, CLIMBING_SHEETS[SHEET].cards).parse(text).readings
    fitting = [reading for reading in readings if reading.kind is kind and rank in {_lowest(reading), reading.key}]
    exact = [reading for reading in fitting if rank == _lowest(reading)] or fitting
    return f"{text}{DECLARED}{_ranks_of(exact[0], level, cards)}" if len(readings) > 1 and exact else text


def _lowest(reading: Reading) -> str:
    """The rank by which the platform calls a reading: of a run that of its lowest card."""
    if reading.kind is Kind.FOUR_JOKERS:
        return _KINGS
    if reading.kind not in RUNS:
        return _JOKERS.get(reading.key, reading.key)
    return SEQUENCE[SEQUENCE.rindex(reading.key) - RUNS[reading.kind][0] + 1]


def _ranks_of(reading: Reading, level: str, cards: Sequence[str]) -> str:
    """The ranks that cards stand for, and of a straight flush the suit."""
    natural = [card for card in cards if card != level + "h"]
    if reading.kind in RUNS:
        length, copies = RUNS[reading.kind]
        top = SEQUENCE.rindex(reading.key)
        suit = natural[0][1] if reading.kind is Kind.STRAIGHT_FLUSH else ""
        return "".join(rank * copies for rank in SEQUENCE[top - length + 1 : top + 1]) + suit
    if reading.kind is not Kind.FULL_HOUSE:
        return reading.key * reading.size
    names = [card if card in JOKERS else card[0] for card in natural]
    return reading.key * 3 + next((name for name in names if name != reading.key), level) * 2


def _matches(episodes: Sequence[Episode]) -> Iterator[list[Episode]]:
    """The hands of each match: a new one begins after a game, after a hand at A, and where messages are missing."""
    match: list[Episode] = []
    for hand in episodes:
        last = match[-1] if match else None
        if last is not None and (last.order is None or last.game_over or last.level == RANKS[-1]):
            yield match
            match = []
        match.append(hand)
    yield match


# --- Writing the record ------------------------------------------------------------------------------------


def document(match: Sequence[Episode]) -> Document:
    """The record, in `paipu/1`. A hand before which somebody pays or resists is not the first of its match."""
    first = match[0]
    later = bool(first.moves) or first.resisted
    lead = FOUR_SEATS[first.table.tricks[0].leader] if first.table.tricks else None
    begun = later or {*first.levels.values()} - {RANKS[0]}
    after = [*match[1:], None]
    return known(
        sheet=SHEET,
        start=known(levels=first.levels, dealer=lead if later else None) if begun else None,
        hands=[
            _hand(number, hand, then) for number, (hand, then) in enumerate(zip(match, after, strict=True), start=1 + later)
        ],
        extra=known(danzero=known(game_over=match[-1].game_over or None)),
    )


def _hand(number: int, hand: Episode, then: Episode | None) -> Document:
    tricks = hand.table.tricks
    levels = then.levels if then is not None else None
    return known(
        no=number,
        level=hand.level,
        deal=hand.deal(),
        tribute=[f"{FOUR_SEATS[giver]}>{FOUR_SEATS[taker]} {card}" for giver, taker, card in hand.moves],
        resisted=hand.resisted or None,
        lead=FOUR_SEATS[tricks[0].leader] if tricks else None,
        **written(tricks),
        claims=known(finish=None if hand.order is None else seats(hand.order), levels=levels),
    )


# --- Writing the messages ----------------------------------------------------------------------------------


def write(match: Document) -> bytes:
    """The messages of a match as the server sends them to all four, each once but for the deals. Raises `NotHeld`."""
    lines: list[Document] = []
    if match["sheet"] != SHEET:
        raise NotHeld("/sheet", match["sheet"], SHEET)
    levels = match.get("start", {}).get("levels", dict.fromkeys(SIDES, RANKS[0]))
    for index, hand in enumerate(match["hands"]):
        level, claims = hand.get("level"), hand.get("claims", {})
        if level is None:
            raise NotHeld(f"/hands/{index}/level", None, " | ".join(RANKS))
        for player, seat in enumerate(FOUR_SEATS):
            if seat in hand.get("deal", {}):
                own, other = (levels[SIDES[(player + step) % 2]] for step in range(2))
                cards = _coded(split_cards(hand["deal"][seat].replace(" ", "")))
                ranks = {"curRank": level, "selfRank": own, "oppoRank": other}
                lines.append(_notify("beginning", handCards=cards, myPos=player, **ranks))
        _write_tribute(lines, hand)
        left = _write_plays(lines, hand, level)
        if "finish" in claims:
            places = [*map("".join(FOUR_SEATS).find, claims["finish"])]
            rest = [[player, _coded(left[player])] for player in places if left.get(player)]
            lines.append(_notify("episodeOver", curRank=level, order=places, restCards=rest))
        levels = claims.get("levels", levels)
    if match.get("extra", {}).get("danzero", {}).get("game_over"):
        lines.append(_notify("gameOver", curTimes=1, settingTimes=1))
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()


def _notify(stage: str, **data: Any) -> Document:  # noqa: ANN401 - whatever stands in a message
    return {"type": "notify", "stage": stage, **data}


def _write_tribute(lines: list[Document], hand: Document) -> None:
    gifts = [read_gift(text) for text in hand.get("tribute", ())]
    moves = [[FOUR_SEATS.index(gift.giver), FOUR_SEATS.index(gift.taker), _NAMES[gift.card]] for gift in gifts]
    if hand.get("resisted"):
        leader = FOUR_SEATS.index(hand["lead"]) if "lead" in hand else 0
        others, deal = sorted(((leader + 1) % 4, (leader + 3) % 4)), hand.get("deal", {})
        at = [player for player in others if BIG_JOKER in deal.get(FOUR_SEATS[player], "")] or others[:1]
        lines.append(_notify("anti-tribute", antiNum=len(at), antiPos=at))
    for stage, part in (("tribute", moves[: len(moves) // 2]), ("back", moves[len(moves) // 2 :])):
        if part:
            lines.append(_notify(stage, result=part))


def _write_plays(lines: list[Document], hand: Document, level: str) -> dict[int, list[str]]:
    """The plays; what is left of the hands that were dealt."""
    ctx = level_context(level, CLIMBING_SHEETS[SHEET].cards)
    deal = hand.get("deal", {})
    left = {FOUR_SEATS.index(seat): Counter(split_cards(cards.replace(" ", ""))) for seat, cards in deal.items()}
    for text in hand.get("tribute", ()):
        gift = read_gift(text)
        for seat, count in ((gift.giver, -1), (gift.taker, 1)):
            left.setdefault(FOUR_SEATS.index(seat), Counter())[gift.card] += count
    number = dict.fromkeys(range(4), _HAND)
    for text in hand.get("tricks", ()):
        leader, *plays = split_trick(text)
        player, greater, top = FOUR_SEATS.index(leader), -1, [_PASSES] * 3
        for place, play in enumerate(plays):
            if place:
                player = next(at for step in range(1, 5) if number[at := (player + step) % 4] > 0)
            cards = split_cards(play.partition(DECLARED)[0]) if play != PASS else []
            number[player] -= len(cards)
            left.setdefault(player, Counter()).subtract(cards)
            action: list[Any] = [_PASSES] * 3
            if cards:
                readings = ctx.parse(play).readings
                named = (_TYPES[readings[0].kind], _lowest(readings[0])) if readings else ("Single", cards[0][0])
                action, greater = [*named, _coded(cards)], player
                top = action
            lines.append(_notify("play", curPos=player, curAction=action, greaterPos=greater, greaterAction=top))
    return {player: [*(+held).elements()] for player, held in left.items()}


def _coded(cards: Sequence[str]) -> list[str]:
    return [_NAMES[card] for card in cards]


DANZERO: Final = Importer(
    "danzero",
    "南邮掼蛋平台（DanZero）的消息",
    "messages of the NJUPT Guandan platform (DanZero)",
    read,
    LOST["danzero"],
    write,
)
