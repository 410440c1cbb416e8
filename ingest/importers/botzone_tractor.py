"""The judge log of a match of Tractor (升级) on the Botzone platform, as one hand of the sheet `shengji-botzone`.

The log is `{"initdata": {…}, "log": [request, answer, request, answer, …]}`, where each request asks one player 0 to 3:

- `deal` (100 times): `deliver` is the card just drawn; an answer that is not empty declares or over-declares;
- `cover`: `deliver` is the kitty; the answer is the burial;
- `play`: `history` is the finished trick, the trick under way, and who led them; the answer is a play. What stood is in the
  `history` of the next request: the judge cuts a failed throw down;
- last, `finish` instead of a request: the players' scores, and who made an error, if somebody did.

Every request repeats `banking` (who declared, the trump, the banker) and from the burial on the attackers' `total_score`.

Cards are numbered 0 to 107, and the platform has changed the order of the suits in those numbers: `ORDERS`. The card with
which somebody declared tells which it was, for `banking` names its suit. If nobody declared, the winners tell: the judge's
own leaders agree with one order and not with the other, or the log is refused.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from ingest.importers.base import Document, Importer, Node, Refused, refusal
from ingest.parse import parse
from ingest.rejection import MAX_RECORD, Place, Rejection, problem, reject, shown
from ingest.strict_json import decode
from replay.audit import audit
from replay.cards import BIG_JOKER, LITTLE_JOKER
from replay.rulesheet import FOUR_SEATS

ORDERS: Final = ("hdsc", "shcd")
"""The orders of suits that the platform has used."""
RANKS: Final = "A23456789TJQK"
LEVELS: Final = {rank: rank for rank in RANKS if rank != "T"} | {"0": "T", "10": "T"}
TRUMPS: Final = {suit: suit for suit in "shcd"} | {"n": "NT"}
PLAYERS: Final = ("0", "1", "2", "3")

_DECK: Final = 54
_CARDS: Final = 2 * _DECK
_LITTLE: Final = 52
_DEALT: Final = 100
_HAND: Final = 25
_KITTY: Final = 8
_MOST_PLAYED: Final = _HAND + _KITTY
"""No play, and no hand before the burial, has more cards."""
_MOST_POINTS: Final = 100_000
_DAY: Final = 86_400_000
"""Milliseconds."""

Ids = tuple[int, ...]


def card_name(number: int, order: str) -> str:
    """A card's notation: the rank and the suit of its number, the two copies of a card 54 apart.

    >>> card_name(7, "hdsc"), card_name(61, "shcd"), card_name(106, "shcd")
    ('2c', '2d', 'LJ')
    """
    within = number % _DECK
    if within >= _LITTLE:
        return LITTLE_JOKER if within == _LITTLE else BIG_JOKER
    return RANKS[within // 4] + order[within % 4]


class Banking(NamedTuple):
    """The judge's `banking`: players as numbers, -1 for nobody; `major` is a suit, `n`, or empty."""

    called: int
    snatched: int
    major: str
    banker: int


NOBODY: Final = Banking(-1, -1, "", -1)


class Made(NamedTuple):
    """One play: all the cards that were put down, those that stood, and the milliseconds it took, if known."""

    attempted: Ids
    stood: Ids
    milliseconds: float | None


@dataclass(slots=True)
class Trick:
    """A trick under way or finished."""

    leader: int
    plays: list[Made] = field(default_factory=list)


class Answer(NamedTuple):
    """A player's answer to a request, not yet judged. `ids` is None if it is no list of cards."""

    player: int
    stage: str
    ids: Ids | None
    raw: object
    milliseconds: float | None


class Declared(NamedTuple):
    """A card that declared a suit which the judge then named: `at` points to the name."""

    at: Node
    card: int
    suit: str


@dataclass(slots=True)
class Game:
    """What the log tells, in the platform's numbers.

    `winners` are the leaders that the judge named after each trick, `scores` the running score it gave with them. `refused` is
    the answer for which the judge ended the match, `errors` what it said. `points` are what the last play gained.
    """

    level: str
    allocation: tuple[Ids, ...]
    public: Ids
    fixed_dealer: bool = False
    drawn: int = 0
    bids: list[tuple[int, Ids]] = field(default_factory=list)
    declared: list[Declared] = field(default_factory=list)
    banking: Banking = NOBODY
    buried: Ids | None = None
    tricks: list[Trick] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    running: int = 0
    refused: Answer | None = None
    errors: list[str | None] = field(default_factory=list)
    results: list[int] | None = None
    points: int | None = None


def convert(raw: bytes, source: str) -> list[Document] | Rejection:
    """The match of one log as a `paipu/1` document, or why it cannot be read; `source` only names it in a rejection."""
    if len(raw) > MAX_RECORD:
        return reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source)
    tree, problems = decode(raw)
    if problems:
        return reject(problems, source)
    try:
        game = LogReader(Node(tree)).read()
        identity = f"botzone-tractor/{sha256(raw).hexdigest()[:16]}"
        order, known_by = suit_order(game)
        return [document(game, order, known_by, identity)]
    except Refused as refused:
        return refusal(refused, BOTZONE_TRACTOR, source)


BOTZONE_TRACTOR: Final = Importer("botzone-tractor", "Botzone 平台升级（Tractor）", "Tractor on the Botzone platform", convert)


# --- Reading the log ---------------------------------------------------------------------------------------


class LogReader:
    """Walks a log once, holding every request against what came before it."""

    def __init__(self, root: Node) -> None:
        self.log = root.key("log").items(least=1)
        init = root.key("initdata")
        if isinstance(init.value, str):
            tree, problems = decode(init.value.encode())
            if problems:
                raise init.refuse("object")
            init = Node(tree, init.path)
        self.game = self.start(init)
        self.answer: Answer | None = None

    def start(self, init: Node) -> Game:
        """The deal and the level, which the log states in advance."""
        hands = init.key("allocation").items(4, 4)
        allocation = tuple(card_ids(hand, _HAND, _HAND) for hand in hands)
        public = card_ids(init.key("publiccard"), _KITTY, _KITTY)
        if len({*public, *(card for hand in allocation for card in hand)}) != _CARDS:
            raise init.refuse(f"0 … {_CARDS - 1}, each once")
        level = init.maybe("level") or _at(self.log[0], "output", "content", "*", "global", "level")
        game = Game(LEVELS[level.one_of(LEVELS)], allocation, public)
        first_round = init.maybe("first_round")
        game.fixed_dealer = first_round is not None and first_round.value is False
        return game

    def read(self) -> Game:
        """The whole log. Raises `Refused`."""
        for index in range(0, len(self.log), 2):
            output = self.log[index].key("output")
            if output.key("command").one_of(("request", "finish")) == "finish":
                if index + 1 < len(self.log):
                    raise self.log[index + 1].refuse("-")
                self.finish(output)
                return self.game
            self.request(output)
            if index + 1 < len(self.log):
                self.answer = self.answered(self.log[index + 1])
        if self.answer is not None:
            self.unjudged(self.answer)
        return self.game

    def request(self, output: Node) -> None:
        """One request of the judge."""
        content = output.key("content").members()
        if len(content) != 1 or next(iter(content)) not in PLAYERS:
            raise output.key("content").refuse('{"0"|"1"|"2"|"3": …}')
        name, body = next(iter(content.items()))
        self.player = int(name)
        game = self.game
        self.settle_answer(body)
        self.stage = "deal" if game.drawn < _DEALT else "cover" if game.buried is None else "play"
        body.key("stage").one_of((self.stage,))
        if self.stage == "deal":
            self.deal(body)
        elif self.stage == "cover":
            self.cover(body)
        else:
            self.play(body)

    def answered(self, node: Node) -> Answer:
        """The answer of the player who was asked."""
        answer = node.key(str(self.player))
        response = answer.maybe("response")
        time = answer.maybe("time")
        milliseconds = time.value if time is not None and type(time.value) in {int, float} else None
        if not isinstance(milliseconds, int | float) or not 0 <= milliseconds <= _DAY:
            milliseconds = None
        raw = None if response is None else response.value
        return Answer(self.player, self.stage, card_ids_or_none(response), raw, milliseconds)

    def settle_answer(self, body: Node) -> None:
        """The last answer was accepted, since the judge goes on: what became of it is in the new request."""
        answer, self.answer = self.answer, None
        banking = self.banking(body)
        game = self.game
        if answer is not None:
            ids = answer.ids
            if ids is None or (not ids and answer.stage == "play"):
                raise body.conflict("request", "finish", shown(answer.raw))
            if answer.stage == "deal" and ids:
                game.bids.append((answer.player, ids))
                self.note_declaration(answer.player, ids, banking, body)
            elif answer.stage == "cover":
                game.buried = ids
            elif answer.stage == "play":
                self.stood(ids, answer.milliseconds, body)
        game.banking = banking

    def banking(self, body: Node) -> Banking:
        """Who declared, the trump and the banker, as the judge repeats them."""
        node = body.key("global").key("banking")
        called, snatched, banker = (node.key(name).integer(-1, 3) for name in ("called", "snatched", "banker"))
        return Banking(called, snatched, node.key("major").one_of(("", *TRUMPS)), banker)

    def note_declaration(self, player: int, ids: Ids, banking: Banking, body: Node) -> None:
        """Keep the card that an accepted declaration showed beside the suit that the judge then named."""
        before = self.game.banking
        accepted = (banking.called, banking.snatched) != (before.called, before.snatched)
        suited = [card for card in ids if card % _DECK < _LITTLE]
        if accepted and player in {banking.called, banking.snatched} and suited and banking.major in {*"shcd"}:
            major = body.key("global").key("banking").key("major")
            self.game.declared.append(Declared(major, suited[0], banking.major))

    # -- the stages

    def deal(self, body: Node) -> None:
        """One card drawn; it must be the one that the deal says."""
        game = self.game
        deliver = body.key("deliver")
        (card,) = card_ids(deliver, 1, 1)
        hand, place = game.allocation[self.player], game.drawn // 4
        if hand[place] != card:
            raise deliver.conflict(str(card), str(hand[place]), f"/initdata/allocation/{self.player}/{place}")
        game.drawn += 1

    def cover(self, body: Node) -> None:
        """The banker takes up the kitty."""
        game = self.game
        deliver = body.key("deliver")
        taken = card_ids(deliver, _KITTY, _KITTY)
        if sorted(taken) != sorted(game.public):
            raise deliver.conflict(str(list(taken)), str(list(game.public)), "/initdata/publiccard")
        if game.banking.banker != self.player or not game.banking.major:
            raise body.key("global").key("banking").refuse(f'{{"banker": {self.player}, "major": "s"|"h"|"c"|"d"|"n"}}')

    def stood(self, ids: Ids, milliseconds: float | None, body: Node) -> None:
        """What stood of an accepted play, from the history of the next request."""
        trick = self.game.tricks[-1]
        before, current, *_ = body.key("history").items(4, 4)
        shown_in = current if current.items() else before
        plays = shown_in.items(len(trick.plays) + 1, len(trick.plays) + 1)
        stood = card_ids(plays[-1], 1, _MOST_PLAYED)
        lead = not trick.plays
        if not set(stood) <= set(ids) or (not lead and len(stood) != len(ids)):
            raise plays[-1].conflict(str(list(stood)), str(list(ids)), "response")
        trick.plays.append(Made(ids, ids if len(stood) == len(ids) else stood, milliseconds))

    def play(self, body: Node) -> None:
        """A player is asked to play: the history must be that of the answers before."""
        game = self.game
        history = body.key("history")
        before, current, last_leader, leader = history.items(4, 4)
        new_leader = leader.integer(0, 3)
        total = body.key("global").key("total_score").integer(-_MOST_POINTS, _MOST_POINTS)
        finished = game.tricks[-1] if game.tricks else None
        if finished is None or len(finished.plays) == len(PLAYERS):
            if finished is not None:
                game.winners.append(new_leader)
                game.scores.append(total)
                self.agree(before, [made.stood for made in finished.plays])
                self.same(last_leader, finished.leader)
            else:
                self.same(leader, game.banking.banker)
            if len(game.tricks) == _MOST_PLAYED:
                raise history.refuse(f"≤ {_MOST_PLAYED}")
            game.tricks.append(Trick(new_leader))
        trick = game.tricks[-1]
        self.agree(current, [made.stood for made in trick.plays])
        self.same(leader, trick.leader)
        if self.player != (trick.leader + len(trick.plays)) % len(PLAYERS):
            raise history.conflict(str(self.player), str((trick.leader + len(trick.plays)) % len(PLAYERS)), "content")
        game.running = total

    def agree(self, node: Node, plays: Sequence[Ids]) -> None:
        """The plays of a trick in the history are those that were made, copies and order within a play aside."""
        told = [sorted(card_ids(play, 0, _MOST_PLAYED)) for play in node.items()]
        if told != [sorted(play) for play in plays]:
            raise node.conflict(shown(json.dumps(told)), json.dumps([list(play) for play in plays]), "response")

    def same(self, node: Node, player: int) -> None:
        """A leader in the history is the one before."""
        if node.integer(0, 3) != player:
            raise node.conflict(str(node.value), str(player), "history")

    # -- the end

    def finish(self, output: Node) -> None:
        """The judge ended the match: all cards are played, or somebody made an error."""
        game = self.game
        results = output.key("content").members()
        if set(results) != set(PLAYERS):
            raise output.key("content").refuse('{"0": …, "1": …, "2": …, "3": …}')
        game.results = [results[player].integer(-_MOST_POINTS, _MOST_POINTS) for player in PLAYERS]
        display = output.maybe("display") or Node({}, output.path)
        errors = display.maybe("error")
        if errors is not None:
            game.errors = [None if error.value is None else shown(error.value) for error in errors.items(4, 4)]
        answer, self.answer = self.answer, None
        if any(game.errors):
            game.refused = answer
            self.refuse_play(answer)
        elif answer is None or answer.stage != "play" or not answer.ids:
            raise output.refuse('{"command": "request"}')
        else:
            game.tricks[-1].plays.append(Made(answer.ids, answer.ids, answer.milliseconds))
            gained = display.maybe("get_score")
            game.points = None if gained is None else gained.integer(-_MOST_POINTS, _MOST_POINTS)

    def refuse_play(self, answer: Answer | None) -> None:
        """A play for which the judge ended the match was made all the same, if it was of cards."""
        if answer is not None and answer.stage == "play" and answer.ids:
            self.game.tricks[-1].plays.append(Made(answer.ids, answer.ids, answer.milliseconds))

    def unjudged(self, answer: Answer) -> None:
        """The log ends with an answer: a declaration, a burial and a follow stand; of a throw nobody can tell."""
        game, ids = self.game, answer.ids
        if not ids:
            return
        if answer.stage == "deal":
            game.bids.append((answer.player, ids))
        elif answer.stage == "cover":
            game.buried = ids
        elif game.tricks[-1].plays or len({card % _DECK for card in ids}) == 1:
            game.tricks[-1].plays.append(Made(ids, ids, answer.milliseconds))


def _at(node: Node, *path: str) -> Node:
    """A place further down; `*` is the only member."""
    for step in path:
        node = next(iter(node.members().values()), node) if step == "*" else node.key(step)
    return node


def card_ids(node: Node, least: int, most: int) -> Ids:
    """An array of card numbers, none of them twice."""
    ids = tuple(item.integer(0, _CARDS - 1) for item in node.items(least, most))
    if len(set(ids)) != len(ids):
        raise node.refuse(f"0 … {_CARDS - 1}, each once")
    return ids


def card_ids_or_none(node: Node | None) -> Ids | None:
    """The cards of an answer, None if it is anything else."""
    try:
        return None if node is None else card_ids(node, 0, _MOST_PLAYED)
    except Refused:
        return None


# --- The order of suits ------------------------------------------------------------------------------------


def suit_order(game: Game) -> tuple[str, str]:
    """The order of suits in the log's numbers, and what it is known by."""
    if game.declared:
        fitting = [order for order in ORDERS if all(order[shown.card % _DECK % 4] == shown.suit for shown in game.declared)]
        if len(fitting) == 1:
            return fitting[0], "declaration"
        at = game.declared[-1].at
        told = " ".join(f"{shown.card}={shown.suit}" for shown in game.declared)
        raise Refused("FOREIGN-SUITS", at.pointer, found=told, expected=" | ".join(ORDERS))
    fitting = [order for order in ORDERS if agrees_with_winners(game, order)]
    if len(fitting) == 1:
        return fitting[0], "winners"
    found = f"{len(game.winners)} tricks agree with {' and '.join(fitting) or 'neither'}; nobody declared"
    raise Refused("FOREIGN-SUITS", "/log", found=found, expected=" | ".join(ORDERS))


def agrees_with_winners(game: Game, order: str) -> bool:
    """Whether the tricks, read with this order, are won by those whom the judge let lead next."""
    parsed = parse(json.dumps(document(game, order, "", "order")).encode(), Place())
    if isinstance(parsed, Rejection):
        return False
    winners = audit(parsed.record).hands[0].winners
    return winners is not None and winners.startswith(_seats(game.winners))


# --- Writing the record ------------------------------------------------------------------------------------


def document(game: Game, order: str, known_by: str, identity: str) -> Document:
    """The record, in `paipu/1`."""
    written: Document = {"format": "paipu/1", "id": identity, "sheet": "shengji-botzone"}
    start: Document = {}
    if game.level != "2":
        start["levels"] = {"EW": game.level, "NS": game.level}
    if game.fixed_dealer and game.banking.banker >= 0:
        start["dealer"] = FOUR_SEATS[game.banking.banker]
    if start:
        written["start"] = start
    written["hands"] = [_hand(game, order)]
    written["extra"] = {"botzone": _platform_data(game, order, known_by)}
    return written


def _hand(game: Game, order: str) -> Document:
    hand: Document = {"no": 1, "level": game.level}
    if game.banking.banker >= 0:
        hand["dealer"] = FOUR_SEATS[game.banking.banker]
    if game.banking.major:
        hand["trump"] = TRUMPS[game.banking.major]
    parts = zip((*FOUR_SEATS, "kitty"), (*game.allocation, game.public), strict=True)
    hand["deal"] = {part: " ".join(card_name(card, order) for card in cards) for part, cards in parts}
    if game.bids or game.drawn == _DEALT:
        hand["bids"] = [f"{FOUR_SEATS[player]} {_cards(ids, order)}" for player, ids in game.bids]
    if game.buried:
        hand["kitty"] = [{"seat": FOUR_SEATS[game.banking.banker], "bury": _cards(game.buried, order)}]
    tricks = [trick for trick in game.tricks if trick.plays]
    if tricks:
        hand["tricks"] = [_trick(trick, order) for trick in tricks]
    if any(made.milliseconds is not None for trick in tricks for made in trick.plays):
        hand["seconds"] = [[_seconds(made) for made in trick.plays] for trick in tricks]
    incident = _incident(game, tricks)
    if incident:
        hand["incidents"] = [incident]
    claims = _claims(game, tricks)
    if claims:
        hand["claims"] = claims
    return hand


def _trick(trick: Trick, order: str) -> str:
    return " ".join([FOUR_SEATS[trick.leader], *(_play(made, order) for made in trick.plays)])


def _play(made: Made, order: str) -> str:
    attempted = _cards(made.attempted, order)
    return attempted if made.stood == made.attempted else f"{attempted}>{_cards(made.stood, order)}"


def _seconds(made: Made) -> float | None:
    return None if made.milliseconds is None else made.milliseconds / 1000


def _incident(game: Game, tricks: Sequence[Trick]) -> Document | None:
    """What the judge noticed, and ended the match for: a wrong follow, or another play that it does not allow."""
    answer = game.refused
    if answer is None or answer.stage != "play" or not answer.ids:
        return None
    last = tricks[-1]
    at = f"{len(tricks)}.{len(last.plays)}"
    error = game.errors[answer.player] or ""
    kind = "revoke" if len(last.plays) > 1 and "ILLEGAL_MOVE" in error else "misconduct"
    return {"kind": kind, "seat": FOUR_SEATS[answer.player], "at": at, "noticed": at, "note": error}


def _claims(game: Game, tricks: Sequence[Trick]) -> Document:
    """The winners, where the judge named one for every finished trick, and the final score."""
    claims: Document = {}
    finished = sum(len(trick.plays) == len(PLAYERS) for trick in tricks)
    if game.winners and len(game.winners) == finished:
        claims["winners"] = _seats(game.winners)
    if game.points is not None:
        claims["attackers"] = game.running + game.points
    return claims


def _platform_data(game: Game, order: str, known_by: str) -> Document:
    data: Document = {"game": "Tractor", "suit_order": order, "suit_order_known_by": known_by}
    if game.scores:
        data["running_score"] = game.scores
    if game.results is not None:
        data["results"] = dict(zip(FOUR_SEATS, game.results, strict=True))
    if any(game.errors):
        data["errors"] = dict(zip(FOUR_SEATS, game.errors, strict=True))
    if game.refused is not None:
        data["refused"] = {
            "seat": FOUR_SEATS[game.refused.player],
            "stage": game.refused.stage,
            "answer": shown(game.refused.raw if game.refused.ids is None else json.dumps(list(game.refused.ids))),
        }
    return data


def _cards(ids: Ids, order: str) -> str:
    return "".join(card_name(card, order) for card in ids)


def _seats(players: Sequence[int]) -> str:
    return "".join(FOUR_SEATS[player] for player in players)
