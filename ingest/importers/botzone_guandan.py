"""The log of a match of GuanDan (掼蛋) on the Botzone platform: one deal, as a hand of the sheet `guandan-1`.

A match is an object with its `log` (or `logs`), or that array alone; a file holds one, or one a line as the platform's monthly
archives do. The log is `[request, answer, request, answer, …]`, where each request asks one player 0 to 3:

- `deal` (four times): `deliver` are the player's 27 cards;
- `tribute`, `return`: the answer is `[card]`, or `[]` where tribute is resisted;
- `play`: the answer is `[cards, claimed cards]`, where the claim says what wild cards stand for; a pass is `[]` or `[[], []]`;
- last, `finish` instead of a request: the players' scores.

Every request repeats under `global` the `level`, how many pay `tribute`, who was `first` and `last` in the deal before, the
`tribute_cards` and `return_cards` with who gave them, and whether tribute was a `resist`; some repeat all this beside `stage`.

Nothing is known of the deal before but its first and last, so the hand is number 2 of a record that begins with it where
somebody pays, and who was first and last is in `extra`. The `history` that a request repeats differs by the version and is not
read: all that is played stands in the answers. An answer that was in time, and for which the judge ended the match, was
played all the same; what the judge said of it is in `extra`.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from paipu.ingest.importers.base import LOST, Document, Importer, Node, Refused, by_seat, known, trees_of
from paipu.ingest.importers.botzone import (
    CARDS,
    DECK,
    LEVELS,
    LITTLE,
    PLAYERS,
    RANKS,
    Ids,
    LogReader,
    card_ids,
    card_name,
    decoded,
    of_all_players,
    seconds_of,
)
from paipu.ingest.importers.table import ClimbingTable, written
from paipu.ingest.rejection import printable
from paipu.replay.cards import JOKERS
from paipu.replay.notation import DECLARED
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import SHEETS

SHEET: Final = "guandan-1"
"""The platform counts 双下 as three levels, lets the partner lead after a trick's winner is out, and plays one deal a match."""
SUITS: Final = "hdsc"
"""The order of suits in a card's number."""
SIDES: Final = SHEETS[SHEET].sides

_HAND: Final = 27
_PAYERS: Final = 2
_SCORES: Final = (-1_000_000, 1_000_000)
_RUN: Final = 5
_NAME: Final = 200
"""No name is longer, nor is more told of an answer that cannot be read."""


@dataclass(slots=True)
class Game:
    """What a log tells, in the platform's numbers.

    `first` and `last` are of the deal before, `unread` is an answer that is no play.
    """

    levels: list[str] = field(default_factory=list)
    first: int | None = None
    last: int | None = None
    paying: int = 0
    resisted: bool = False
    dealt: dict[int, Ids] = field(default_factory=dict)
    gifts: dict[int, int] = field(default_factory=dict)
    returns: dict[int, int] = field(default_factory=dict)
    table: ClimbingTable = field(default_factory=lambda: ClimbingTable(_HAND))
    results: list[int] | None = None
    unread: Document | None = None

    @property
    def level(self) -> str | None:
        """The level of the deal: that of the side which won the deal before."""
        return self.levels[(self.first or 0) % len(SIDES)] if self.levels else None


def read(raw: bytes) -> list[Document]:
    """The matches of a file. Raises `NotRead` or `Refused`."""
    return [document(DealReader(node).read(), players) for node, players in _matches(raw)]


BOTZONE_GUANDAN: Final = Importer(
    "botzone-guandan", "Botzone 平台掼蛋（GuanDan）", "GuanDan on the Botzone platform", read, LOST["botzone-guandan"]
)


def _matches(raw: bytes) -> Iterator[tuple[Node, list[str]]]:
    """The log of each match, and its players' names, if they are told."""
    for root in trees_of(raw):
        if isinstance(root.value, list):
            yield root, []
            continue
        log = next((log for log in map(root.maybe, ("log", "logs")) if log is not None), None) or root.key("log")
        players = root.maybe("players")
        yield decoded(log, "array"), _names(players) if players is not None else []


def _names(players: Node) -> list[str]:
    """The names of four players, where they tell them apart."""
    told = (
        [printable(each)[:_NAME] for each in players.value if isinstance(each, str)] if isinstance(players.value, list) else []
    )
    return told if len({*filter(None, told)}) == len(PLAYERS) == len(players.value) else []


# --- Reading the log ---------------------------------------------------------------------------------------


class DealReader(LogReader):
    """Holds every request against what came before it."""

    def __init__(self, log: Node) -> None:
        super().__init__(log, least=2)
        self.game = Game()

    def read(self) -> Game:
        """The whole log. Raises `Refused`."""
        self.walk()
        if len(self.game.dealt) < len(PLAYERS):
            raise self.log[-1].refuse('{"output": {"command": "request", "content": {"0": {"stage": "deal", …}}}}')
        return self.game

    def request(self, player: int, body: Node, answer: Node | None) -> None:
        """One request of the judge, and its answer."""
        self.told(body.maybe("global") or body)
        stage = body.key("stage").one_of(("deal",) if len(self.game.dealt) < len(PLAYERS) else ("tribute", "return", "play"))
        if stage == "deal":
            self.deal(player, body)
            return
        given = answer.key(str(player)) if answer is not None else None
        response = given.maybe("response") if given is not None else None
        if given is None or response is None:
            return
        response = decoded(response, "array")
        try:
            cards, claim = _parts(response, one=stage != "play")
        except Refused:  # the judge ends the match for it
            self.game.unread = {
                "seat": FOUR_SEATS[player],
                "stage": stage,
                "answer": printable(json.dumps(response.value))[:_NAME],
            }
        else:
            if stage == "play":
                played = _play(cards, claim, self.game.level)
                self.game.table.play(player, played, len(cards), response, seconds_of(given))
            else:
                self.give(self.game.gifts if stage == "tribute" else self.game.returns, player, cards, response)

    def told(self, about: Node) -> None:
        """What every request repeats of the deal before, and of the level."""
        game = self.game
        for name in ("first", "last"):
            player = about.maybe(name)
            if player is not None and player.integer(-1, 3) >= 0:
                setattr(game, name, player.value)
        paying, resist, level = about.maybe("tribute"), about.maybe("resist"), about.maybe("level")
        if paying is not None:
            game.paying = int(paying.value) if isinstance(paying.value, bool) else paying.integer(0, _PAYERS)
        game.resisted |= resist is not None and resist.value is True
        if level is not None and not game.levels:
            both = level.items(2, 2) if isinstance(level.value, list) else [level, level]
            game.levels = [LEVELS[each.one_of(LEVELS)] for each in both]

    def deal(self, player: int, body: Node) -> None:
        """A player's cards."""
        node, dealt = body.key("deliver"), self.game.dealt
        cards = card_ids(node, _HAND, _HAND)
        for other, held in dealt.items():
            if other == player or {*cards} & {*held}:
                raise node.conflict(json.dumps(sorted({*cards} & {*held})), "[]", f"deal {other}")
        dealt[player] = cards

    def give(self, given: dict[int, int], player: int, cards: Ids, response: Node) -> None:
        """A card is given in tribute or returned; none where tribute is resisted."""
        if player in given or self.game.table.tricks:
            raise response.refuse("-")
        if cards:
            given[player] = cards[0]

    def finish(self, output: Node) -> None:
        """The judge ended the match."""
        content = of_all_players(output.key("content"))
        self.game.results = [content[player].integer(*_SCORES) for player in PLAYERS]


def _parts(response: Node, *, one: bool) -> tuple[Ids, Ids]:
    """The cards of an answer, and what they are claimed to be: a card that is claimed twice stands twice."""
    if one or not response.items():
        return card_ids(response, 0, 1 if one else 0), ()
    actual, claimed = response.items(2, 2)
    cards = card_ids(actual, 0, _HAND)
    claim = claimed.items(len(cards), len(cards))
    return cards, tuple(each.integer(0, CARDS - 1) for each in claim)


# --- Writing the record ------------------------------------------------------------------------------------


def document(game: Game, players: Sequence[str]) -> Document:
    """The record, in `paipu/1`. With tribute the hand is not the first: it is the second of a match whose first nobody told."""
    later = game.paying > 0
    levels = dict(zip(SIDES, game.levels, strict=True)) if {*game.levels} - {RANKS[1]} else None
    lead = FOUR_SEATS[game.table.tricks[0].leader] if game.table.tricks else None
    return known(
        sheet=SHEET,
        seats={seat: {"id": name, "name": name} for seat, name in zip(FOUR_SEATS, players, strict=False)},
        start=known(levels=levels, dealer=lead if later else None),
        hands=[_hand(game, 2 if later else 1, lead)],
        extra={"botzone": _platform_data(game)},
    )


def _hand(game: Game, number: int, lead: str | None) -> Document:
    return known(
        no=number,
        level=game.level,
        deal=by_seat(" ".join(map(_name, game.dealt[player])) for player in range(len(PLAYERS))),
        tribute=[f"{FOUR_SEATS[giver]}>{FOUR_SEATS[taker]} {_name(card)}" for giver, taker, card in _moves(game)],
        resisted=(game.resisted and not game.gifts) or None,
        lead=lead,
        **written(game.table.tricks),
    )


def _moves(game: Game) -> list[tuple[int, int, int]]:
    """Who gave which card to whom, gifts and then returns.

    The log names the giver alone. After 双下 the larger card goes to the first and the other to his partner; of two of one rank
    each goes to the player before its giver. Until all have paid nobody can tell.
    """
    gifts, first = game.gifts, game.first
    if first is None or len(gifts) != game.paying:
        return []
    partner = (first + 2) % len(PLAYERS)
    takers = dict.fromkeys(gifts, first)
    if len(gifts) == _PAYERS:
        worth = {giver: _worth(card, game.level) for giver, card in gifts.items()}
        alike = len({*worth.values()}) == 1
        larger = (first + 1) % len(PLAYERS) if alike else max(worth, key=worth.__getitem__)
        takers = {giver: first if giver == larger else partner for giver in gifts}
    back = {taker: giver for giver, taker in takers.items()}
    paid = [(giver, takers[giver], card) for giver, card in sorted(gifts.items(), key=lambda each: takers[each[0]] != first)]
    return paid + [(giver, back[giver], card) for giver, card in game.returns.items() if giver in back]


def _worth(card: int, level: str | None) -> int:
    """Where a card stands among single cards."""
    within = card % DECK
    if within >= LITTLE:
        return within
    rank = RANKS[within // 4]
    return 14 if rank == level else 13 if rank == "A" else RANKS.index(rank)


def _platform_data(game: Game) -> Document:
    """What the format has no key for."""
    return known(
        game="GuanDan",
        before=known(**{name: FOUR_SEATS[at] for name, at in (("first", game.first), ("last", game.last)) if at is not None}),
        paying=game.paying or None,
        results=None if game.results is None else by_seat(game.results),
        unread=game.unread,
    )


def _play(cards: Ids, claim: Ids, level: str | None) -> str:
    """A play, with the reading that was claimed where a wild card is in it."""
    names = [_name(card) for card in cards]
    if not names:
        return "-"
    wild = f"{level}h"
    if wild not in names or len(names) == 1:
        return "".join(names)
    claimed = [_name(card) for card in claim]
    ranks = [name if name in JOKERS else name[0] for name in claimed]
    suits = {name[1] for name in claimed}
    return "".join((*names, DECLARED, *ranks, suits.pop() if len(suits) == 1 and len({*ranks}) == _RUN else ""))


def _name(card: int) -> str:
    return card_name(card, SUITS)
