"""What rbtying's 升级 server says of a game, as matches of the sheet `shengji`: the part that its two kinds of log share.

The server sends states and, for all that happens, messages; `rbtying_json` reads both, `rbtying_text` messages as they stand in
the chat. Either becomes what is `Said`, of which this makes the hands. Only the game of two sides with two packs for four is
read.

House rules: the options of `options_of`. Levels belong to players there, and may go on past A; the kitty is multiplied by twice
the longest unit led to the last trick; a failed throw may cost points; the attackers' levels may be stopped. After a hand whose
result came of one of these what the server came to is in `extra`, and the next hand begins a record of its own. A hand that is
played without a level is left out.

Of a failed throw the part stands that the first player in turn who can beat any has beaten, the smallest of those. Where a
smaller part may have been beaten by somebody behind him the throw itself is in `extra`, and the play is what stood.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from paipu.ingest.importers.base import Document, Spot, known, seats, to_extra
from paipu.ingest.importers.table import TrickTable, written
from paipu.ingest.rejection import printable
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, RANKS, UNKNOWN
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import SHEETS

SHEET: Final = "shengji"
SIDES: Final = SHEETS[SHEET].sides
LEVELS: Final = {{"T": "10"}.get(rank, rank): rank for rank in RANKS}
"""The server's names of the levels; past A comes `NT`, which is none."""
NO_LEVEL: Final = "NT"
SUITS: Final = {"♤": "s", "♡": "h", "♢": "d", "♧": "c"}
_FIRST_CARD: Final = 0x1F0A0
_RANK_SIGNS: Final = "A23456789TJ?QK"
"""The order of ranks among the signs of playing cards, which have knights too."""
CARDS: Final = {
    chr(_FIRST_CARD + 16 * row + place): rank + suit
    for row, suit in enumerate("shdc")
    for place, rank in enumerate(_RANK_SIGNS, start=1)
    if rank != "?"
} | {"🃟": LITTLE_JOKER, "🃏": BIG_JOKER, "🂠": UNKNOWN}
EVALUATION: Final = {"All": "beat_all", "Highest": "highest_card", "TrickUnitLength": "structure"}
"""How throws are compared, and the option that says so."""
REFUSED: Final[Mapping[str, tuple[str, ...]]] = {
    "trick_draw_policy": ("NoProtections", "LongerTuplesProtected"),
    "tractor_requirements": ("2 × 2",),
    "game_mode": ("Tractor",),
    "num_decks": ("2",),
}
"""What no option says, and what it must be: longer tuples there are none of two packs."""

_MOST_GAMES: Final = 500
_MOST_PLAYS: Final = 400
_MOST_BIDS: Final = 50
_NAME: Final = 200
_HAND: Final = 25
_KITTY: Final = 8


class Said(NamedTuple):
    """Something that happened: what, who did it, what is told of it, and where that stands. Players are told apart by `who`."""

    kind: str
    who: str
    data: Mapping[str, Any]
    at: Spot


class Play(NamedTuple):
    """Cards on the table, and the throw of which they are what stood."""

    who: str
    cards: tuple[str, ...]
    attempt: tuple[str, ...]
    at: Spot

    @property
    def sure(self) -> bool:
        """Whether the part that stood is the one that the sheet has stand: nothing smaller was in the throw."""
        parts = Counter(self.attempt)
        if len(self.cards) == 1 or not parts:
            return True
        rest = parts - Counter(self.cards)
        return 1 not in parts.values() and (len(self.cards) == 2 or not rest)


@dataclass(slots=True)
class Game:
    """What is told of one hand."""

    number: int
    order: tuple[str, ...]
    ranks: dict[str, str]
    options: Document
    level: str | None = None
    trump: str | None = None
    dealer: str | None = None
    dealt: dict[str, list[str]] = field(default_factory=dict)
    kitty: list[str] | None = None
    buried: list[str] | None = None
    bids: list[tuple[str, str, int]] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    attempt: tuple[str, ...] = ()
    winners: list[tuple[str, int]] = field(default_factory=list)
    multiplier: int = 0
    attackers: int | None = None
    after: dict[str, str] = field(default_factory=dict)
    next_dealer: str | None = None
    stolen: bool = False
    no_level: bool = False
    house: bool = False

    def settle(self) -> None:
        """Who sat where and who dealt, where no state told it: the first trick is led by the dealer and goes round."""
        played = tuple(dict.fromkeys(play.who for play in self.plays))
        if not self.order and len(played) >= len(FOUR_SEATS):
            self.order = played[: len(FOUR_SEATS)]
        if self.dealer is None and self.plays:
            self.dealer = self.plays[0].who
        if self.bids:
            _, card, _ = self.bids[-1]
            suit = "NT" if card in {LITTLE_JOKER, BIG_JOKER} else card[1]
            self.trump = self.trump or suit
            self.level = self.level or (card[0] if suit != "NT" else None)
        rank = self.ranks.get(self.dealer or "")
        self.no_level = self.no_level or (self.level is None and rank == NO_LEVEL)
        self.level = self.level or LEVELS.get(rank or "")

    def levels(self, ranks: Mapping[str, str]) -> dict[str, str] | None:
        """The levels of the sides, where partners have the same; None where it is not known, or none of the sheet's."""
        told = [ranks.get(who) for who in self.order]
        if len(told) != len(FOUR_SEATS) or told[:2] != told[2:] or not all(rank in LEVELS for rank in told):
            return None
        return {side: LEVELS[str(rank)] for side, rank in zip(SIDES, told, strict=False)}

    @property
    def points_agree(self) -> bool:
        """Whether the attackers' points are those of the tricks that they won, of which no fine was taken."""
        if self.dealer not in self.order:
            return False
        bank = self.order.index(self.dealer) % 2
        won = sum(points for who, points in self.winners if who in self.order and self.order.index(who) % 2 != bank)
        return won == self.attackers

    @property
    def by_sheet(self) -> bool:
        """Whether the server came to its result by rules that the sheet has, too."""
        taken = self.multiplier > 2 and bool(self.winners) and self._attacker(self.winners[-1][0])
        return not (self.house or taken or self.stolen) and self.points_agree and self.levels(self.after) is not None

    def _attacker(self, who: str) -> bool:
        dealer = self.dealer
        return who in self.order and dealer in self.order and (self.order.index(who) - self.order.index(dealer)) % 2 == 1


class Room:
    """Takes what is said, in turn, and keeps the hands."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.order: tuple[str, ...] = ()
        self.names: dict[str, str] = {}
        self.ranks: dict[str, str] = {}
        self.settings: dict[str, tuple[str, Spot]] = {}
        self.number = 0
        self.playing = False
        self.house = False

    @property
    def game(self) -> Game:
        """The hand under way."""
        return self.games[-1]

    def take(self, said: Said) -> None:
        """Something happened. Raises `Refused`."""
        taken = getattr(self, f"_{said.kind}")
        if said.kind in {"start", "setting", "rank", "joined", "scoring"} or self.playing:
            taken(said)

    # -- between hands

    def _setting(self, said: Said) -> None:
        self.settings[said.data["name"]] = (said.data["value"], said.at)

    def _scoring(self, _said: Said) -> None:
        self.house = True

    def _joined(self, said: Said) -> None:
        self.ranks.setdefault(said.who, RANKS[0])

    def _rank(self, said: Said) -> None:
        self.ranks[said.who] = said.data["rank"]

    def _start(self, said: Said) -> None:
        for name, allowed in REFUSED.items():
            value, at = self.settings.get(name, (allowed[0], said.at))
            if value not in allowed:
                raise at.refuse(f"{name}: {' | '.join(allowed)}", f"{name}: {value}")
        if len(self.games) == _MOST_GAMES:
            raise said.at.refuse(f"StartingGame × 1 … {_MOST_GAMES}")
        self.number += 1
        self.playing = True
        self.games.append(
            Game(self.number, self.order, dict(self.ranks), options_of(self.settings), house=self.house),
        )

    # -- in a hand

    def _reset(self, _said: Said) -> None:
        self.playing = False

    def _bid(self, said: Said) -> None:
        if len(self.game.bids) == _MOST_BIDS:
            raise said.at.refuse(f"MadeBid × 0 … {_MOST_BIDS}")
        self.game.bids.append((said.who, said.data["card"], said.data["count"]))

    def _unbid(self, said: Said) -> None:
        if not self.game.bids or self.game.bids[-1][0] != said.who:
            raise said.at.conflict(said.who, self.game.bids[-1][0] if self.game.bids else "-", "MadeBid")
        self.game.bids.pop()

    def _picked(self, _said: Said) -> None:
        self.game.stolen = True

    def _throw(self, said: Said) -> None:
        self.game.attempt = said.data["cards"]

    def _play(self, said: Said) -> None:
        game, cards = self.game, said.data["cards"]
        if len(game.plays) == _MOST_PLAYS:
            raise said.at.refuse(f"PlayedCards × 0 … {_MOST_PLAYS}")
        attempt, game.attempt = game.attempt, ()
        if Counter(cards) - Counter(attempt) and attempt and UNKNOWN not in attempt:
            raise said.at.conflict("".join(cards), "".join(attempt), "ThrowFailed")
        game.plays.append(Play(said.who, cards, attempt, said.at))

    def _unplay(self, said: Said) -> None:
        plays = self.game.plays
        if not plays or plays[-1].who != said.who or (len(plays) % 4 == 0 and len(self.game.winners) == len(plays) // 4):
            raise said.at.conflict(said.who, plays[-1].who if plays else "-", "PlayedCards")
        plays.pop()

    def _won(self, said: Said) -> None:
        game = self.game
        if len(game.plays) != 4 * (len(game.winners) + 1):
            raise said.at.conflict(len(game.plays), 4 * (len(game.winners) + 1), "PlayedCards")
        game.winners.append((said.data["winner"], said.data["points"]))

    def _kitty(self, said: Said) -> None:
        self.game.multiplier = said.data["multiplier"]

    def _reveal(self, said: Said) -> None:
        if UNKNOWN not in said.data["cards"]:
            self.game.buried = list(said.data["cards"])

    def _summary(self, said: Said) -> None:
        self.game.attackers = said.data["points"]
        self.game.after = dict(self.ranks)

    def _advanced(self, said: Said) -> None:
        self.ranks[said.data["player"]] = said.data["rank"]
        self.game.after[said.data["player"]] = said.data["rank"]

    def _blocked(self, said: Said) -> None:
        self.game.house = self.game.house or said.data["rank"] != RANKS[-1]

    def _next(self, said: Said) -> None:
        self.game.next_dealer = said.data["player"]

    def _early(self, _said: Said) -> None:
        """The rest of the hand was not played, for its points decide nothing."""
        self.game.house = True

    def _finished(self, _said: Said) -> None:
        self.playing = False


def options_of(settings: Mapping[str, tuple[str, Spot]]) -> Document:
    """The options that say the server's house rules, by its settings."""
    evaluation, _ = settings.get("throw_evaluation_policy", ("All", None))
    return {
        "pass_level": "A",
        "pass_as": "banker",
        "office_at_80": "office_only",
        "side_single_kitty": "2",
        "forced_piece": "single_first",
        "tractor_before_pair": "pair",
        "kitty_structure": "lead",
        "overruff": EVALUATION.get(evaluation, EVALUATION["All"]),
        "joker_pair_opens": "yes",
    }


# --- Writing the record ------------------------------------------------------------------------------------


def documents(room: Room) -> list[Document]:
    """The records of a room, in `paipu/1`."""
    order: tuple[str, ...] = ()
    for game in room.games:
        game.settle()
        at = order.index(game.order[0]) if game.order and game.order[0] in order else 0
        if order[at:] + order[:at] == game.order:  # the dealer led another hand: the same table
            game.order = order
        order = game.order or order
    games = [game for game in room.games if not game.no_level and (game.plays or game.dealt)]
    return [_document(match, room.names) for match in _matches(games)]


def _matches(games: Sequence[Game]) -> Iterator[list[Game]]:
    """The hands of each match: one ends where the server's rules are others than the sheet's, and where players change."""
    match: list[Game] = []
    for game in games:
        last = match[-1] if match else None
        if last is not None and not (
            last.by_sheet
            and last.number + 1 == game.number
            and (last.order, last.options, last.next_dealer) == (game.order, game.options, game.dealer)
            and last.levels(last.after) == game.levels(game.ranks)
        ):
            yield match
            match = []
        match.append(game)
    if match:
        yield match


def _document(match: Sequence[Game], names: Mapping[str, str]) -> Document:
    first = match[0]
    called = [printable(names.get(who, who))[:_NAME] for who in first.order]
    told = len({*called}) == len(FOUR_SEATS) and all(name.isprintable() and name.strip() for name in called)
    levels, dealer = first.levels(first.ranks), first.dealer
    begun = first.number > 1 or levels is None  # of a hand that is not the first nobody asks how its level came about
    seat = FOUR_SEATS[first.order.index(dealer)] if dealer in first.order else None
    return known(
        sheet=SHEET,
        options=first.options,
        seats={seat: {"id": name, "name": name} for seat, name in zip(FOUR_SEATS, called, strict=True)} if told else None,
        start=known(
            levels=levels if levels is not None and (begun or {*levels.values()} != {RANKS[0]}) else None,
            dealer=seat if begun and levels is not None else None,
        ),
        hands=[_hand(game, game.number + (levels is None and first.number == 1)) for game in match],
        extra=known(rbtying=known(hands=to_extra(match, _platform_data))),
    )


def _hand(game: Game, number: int) -> Document:
    table, seat = TrickTable(), dict(zip(game.order, FOUR_SEATS, strict=False))
    for play in game.plays if game.order else ():
        if play.who not in seat:
            raise play.at.conflict(play.who, " | ".join(game.order), "StartingGame")
        thrown = "".join(play.attempt) + ">" if play.attempt and play.sure and len(play.attempt) > len(play.cards) else ""
        table.play(game.order.index(play.who), thrown + "".join(play.cards), play.at)
    dealer = seat.get(game.dealer or "")
    deal = {FOUR_SEATS[at]: " ".join(game.dealt[who]) for at, who in enumerate(game.order) if who in game.dealt}
    kitty = {"kitty": " ".join(game.kitty)} if game.kitty is not None else {}
    result = game.attackers if game.by_sheet else None
    after = game.levels(game.after) if result is not None else None
    winners = seats(game.order.index(who) for who, _ in game.winners if who in seat)
    return known(
        no=number,
        level=game.level,
        dealer=dealer,
        trump=game.trump,
        deal=deal | kitty,
        kitty=[{"seat": dealer, "bury": "".join(game.buried)}] if game.buried and dealer and not game.stolen else None,
        **written(table.tricks),
        claims=known(
            winners=winners if len(winners) == len(game.winners) else None,
            attackers=result,
            levels=after,
            next_dealer=seat.get(game.next_dealer or "") if result is not None else None,
        ),
    )


def _platform_data(game: Game) -> Document:
    """What the format has no key for, and what the sheet would not come to; declaring goes by other rules than the sheet's."""
    seat = dict(zip(game.order, FOUR_SEATS, strict=False))
    throws = [f"{index // 4 + 1}: {''.join(play.attempt)}" for index, play in enumerate(game.plays) if not play.sure]
    told = not game.by_sheet
    return known(
        declared=[f"{seat.get(who, who)} {card * count}" for who, card, count in game.bids],
        throws=throws,
        stolen=game.stolen or None,
        attackers=game.attackers if told else None,
        multiplier=game.multiplier if told and game.multiplier else None,
        levels={seat.get(who, who): rank for who, rank in game.after.items() if who in seat} if told else None,
        next_dealer=seat.get(game.next_dealer or "") if told else None,
    )
