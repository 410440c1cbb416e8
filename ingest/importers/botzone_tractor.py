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
from typing import Final, NamedTuple

from paipu.ingest.importers.base import LOST, Document, Importer, Node, Refused, by_seat, known, seats, tree_of, trick_line
from paipu.ingest.importers.botzone import (
    CARDS,
    DECK,
    LEVELS,
    LITTLE,
    PLAYERS,
    Ids,
    LogReader,
    card_ids,
    card_name,
    decoded,
    of_all_players,
    seconds_of,
)
from paipu.ingest.parse import parse
from paipu.ingest.rejection import FORMAT, Place, Rejection, shown
from paipu.replay.audit import audit
from paipu.replay.rulesheet import FOUR_SEATS

ORDERS: Final = ("hdsc", "shcd")
"""The orders of suits that the platform has used."""
TRUMPS: Final = {suit: suit for suit in "shcd"} | {"n": "NT"}
_DEALT: Final = 100
_HAND: Final = 25
_KITTY: Final = 8
_MOST_PLAYED: Final = _HAND + _KITTY
"""No play, and no hand before the burial, has more cards."""
_POINTS: Final = (-100_000, 100_000)


class Banking(NamedTuple):
    """The judge's `banking`: players as numbers, -1 for nobody; `major` is a suit, `n`, or empty."""

    called: int = -1
    snatched: int = -1
    major: str = ""
    banker: int = -1

    @property
    def seat(self) -> str:
        """The banker's seat, empty where there is none yet."""
        return FOUR_SEATS[self.banker] if self.banker >= 0 else ""


class Made(NamedTuple):
    """One play: all the cards that were put down, those that stood, and the seconds it took, if known."""

    attempted: Ids
    stood: Ids
    seconds: float | None


@dataclass(slots=True)
class Trick:
    """A trick under way or finished."""

    leader: int
    plays: list[Made] = field(default_factory=list)

    @property
    def finished(self) -> bool:
        return len(self.plays) == len(PLAYERS)

    @property
    def turn(self) -> int:
        """The player who plays next."""
        return (self.leader + len(self.plays)) % len(PLAYERS)


class Answer(NamedTuple):
    """A player's answer to a request, not yet judged. `ids` is None if it is no list of cards."""

    player: int
    stage: str
    ids: Ids | None
    raw: object
    seconds: float | None

    @property
    def text(self) -> str:
        """What was answered, as a person is told it."""
        return shown(self.raw if self.ids is None else json.dumps(self.ids))

    @property
    def plays(self) -> bool:
        """Whether it puts cards on the table."""
        return self.stage == "play" and bool(self.ids)

    def made(self, stood: Ids | None = None) -> Made:
        """The play that it is; all of its cards stand unless some are named."""
        return Made(self.ids or (), stood or self.ids or (), self.seconds)


@dataclass(slots=True)
class Game:
    """What the log tells, in the platform's numbers.

    `declared` are the cards that declared a suit, each with the judge's name of it; `winners` the leaders that the judge named
    after each trick, `scores` the running score it gave with them, `points` what the last play gained. `refused` is the answer
    for which the judge ended the match, `errors` what it said.
    """

    level: str
    allocation: tuple[Ids, ...]
    public: Ids
    fixed_dealer: bool = False
    drawn: int = 0
    bids: list[tuple[int, Ids]] = field(default_factory=list)
    declared: list[tuple[Node, int]] = field(default_factory=list)
    banking: Banking = field(default_factory=Banking)
    buried: Ids | None = None
    tricks: list[Trick] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    running: int = 0
    refused: Answer | None = None
    errors: list[str | None] = field(default_factory=list)
    results: list[int] | None = None
    points: int | None = None


def read(raw: bytes) -> list[Document]:
    """The match of one log. Raises `NotRead` or `Refused`."""
    game = TractorReader(tree_of(raw)).read()
    return [document(game, *suit_order(game))]


BOTZONE_TRACTOR: Final = Importer(
    "botzone-tractor", "Botzone 平台升级（Tractor）", "Tractor on the Botzone platform", read, LOST["botzone-tractor"]
)


# --- Reading the log ---------------------------------------------------------------------------------------


class TractorReader(LogReader):
    """Holds every request against what came before it."""

    def __init__(self, root: Node) -> None:
        super().__init__(root.key("log"))
        self.game = self.start(decoded(root.key("initdata"), "object"))
        self.answer: Answer | None = None

    def start(self, init: Node) -> Game:
        """The deal and the level, which the log states in advance."""
        hands = init.key("allocation").items(4, 4)
        allocation = tuple(card_ids(hand, _HAND, _HAND) for hand in hands)
        public = card_ids(init.key("publiccard"), _KITTY, _KITTY)
        if len({*public, *(card for hand in allocation for card in hand)}) != CARDS:
            raise init.refuse(f"0 … {CARDS - 1}, each once")
        level = init.maybe("level")
        if level is None:  # every request says it too
            content = self.log[0].key("output").key("content")
            level = next(iter(content.members().values()), content).key("global").key("level")
        game = Game(LEVELS[level.one_of(LEVELS)], allocation, public)
        first_round = init.maybe("first_round")
        game.fixed_dealer = first_round is not None and first_round.value is False
        return game

    def read(self) -> Game:
        """The whole log. Raises `Refused`."""
        if not self.walk() and self.answer is not None:
            self.unjudged(self.answer)
        return self.game

    def request(self, player: int, body: Node, answer: Node | None) -> None:
        """One request of the judge."""
        self.player = player
        self.settle_answer(body)
        stages = {"deal": self.deal, "cover": self.cover, "play": self.play}
        due = "deal" if self.game.drawn < _DEALT else "cover" if self.game.buried is None else "play"
        self.stage = body.key("stage").one_of((due,))
        stages[due](body)
        if answer is not None:
            self.answer = self.answered(answer)

    def answered(self, node: Node) -> Answer:
        """The answer of the player who was asked."""
        answer = node.key(str(self.player))
        response = answer.maybe("response")
        try:
            ids = None if response is None else card_ids(response, 0, _MOST_PLAYED)
        except Refused:
            ids = None
        return Answer(self.player, self.stage, ids, None if response is None else response.value, seconds_of(answer))

    def settle_answer(self, body: Node) -> None:
        """The last answer was accepted, since the judge goes on: what became of it is in the new request."""
        answer, self.answer, game = self.answer, None, self.game
        banking = self.banking(body)
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
                self.stood(answer, ids, body)
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
        suited = [card for card in ids if card % DECK < LITTLE]
        if accepted and player in {banking.called, banking.snatched} and suited and banking.major in {*"shcd"}:
            self.game.declared.append((body.key("global").key("banking").key("major"), suited[0]))

    # -- the stages

    def deal(self, body: Node) -> None:
        """One card drawn; it must be the one that the deal says."""
        deliver, place = body.key("deliver"), self.game.drawn // 4
        (card,), due = card_ids(deliver, 1, 1), self.game.allocation[self.player][place]
        if card != due:
            raise deliver.conflict(card, due, f"/initdata/allocation/{self.player}/{place}")
        self.game.drawn += 1

    def cover(self, body: Node) -> None:
        """The banker takes up the kitty."""
        game, deliver = self.game, body.key("deliver")
        taken = card_ids(deliver, _KITTY, _KITTY)
        if sorted(taken) != sorted(game.public):
            raise deliver.conflict(list(taken), list(game.public), "/initdata/publiccard")
        if game.banking.banker != self.player or not game.banking.major:
            raise body.key("global").key("banking").refuse(f'{{"banker": {self.player}, "major": "s"|"h"|"c"|"d"|"n"}}')

    def stood(self, answer: Answer, ids: Ids, body: Node) -> None:
        """What stood of an accepted play, from the history of the next request."""
        trick = self.game.tricks[-1]
        before, current, *_ = body.key("history").items(4, 4)
        shown_in = current if current.items() else before
        plays = shown_in.items(len(trick.plays) + 1, len(trick.plays) + 1)
        stood = card_ids(plays[-1], 1, _MOST_PLAYED)
        if not set(stood) <= set(ids) or (trick.plays and len(stood) != len(ids)):
            raise plays[-1].conflict(list(stood), list(ids), "response")
        trick.plays.append(answer.made(ids if len(stood) == len(ids) else stood))

    def play(self, body: Node) -> None:
        """A player is asked to play: the history must be that of the answers before."""
        game, history = self.game, body.key("history")
        before, current, last_leader, leader = history.items(4, 4)
        new_leader = leader.integer(0, 3)
        total = body.key("global").key("total_score").integer(*_POINTS)
        if not game.tricks:
            self.same(leader, game.banking.banker)
        elif game.tricks[-1].finished:
            game.winners.append(new_leader)
            game.scores.append(total)
            self.agree(before, game.tricks[-1])
            self.same(last_leader, game.tricks[-1].leader)
        if not game.tricks or game.tricks[-1].finished:
            if len(game.tricks) == _MOST_PLAYED:
                raise history.refuse(f"≤ {_MOST_PLAYED}")
            game.tricks.append(Trick(new_leader))
        trick = game.tricks[-1]
        self.agree(current, trick)
        self.same(leader, trick.leader)
        if self.player != trick.turn:
            raise history.conflict(self.player, trick.turn, "content")
        game.running = total

    def agree(self, node: Node, trick: Trick) -> None:
        """The plays of a trick in the history are those that were made, copies and order within a play aside."""
        told = [sorted(card_ids(play, 0, _MOST_PLAYED)) for play in node.items()]
        if told != [sorted(made.stood) for made in trick.plays]:
            raise node.conflict(shown(json.dumps(told)), json.dumps([made.stood for made in trick.plays]), "response")

    def same(self, node: Node, player: int) -> None:
        """A leader in the history is the one before."""
        if node.integer(0, 3) != player:
            raise node.conflict(node.value, player, "history")

    # -- the end

    def finish(self, output: Node) -> None:
        """The judge ended the match: all cards are played, or somebody made an error."""
        game = self.game
        results = of_all_players(output.key("content"))
        game.results = [results[player].integer(*_POINTS) for player in PLAYERS]
        display = output.maybe("display") or Node({}, output.path)
        errors = display.maybe("error")
        if errors is not None:
            game.errors = [None if error.value is None else shown(error.value) for error in errors.items(4, 4)]
        answer, self.answer = self.answer, None
        made = answer.made() if answer is not None and answer.plays else None
        if any(game.errors):
            game.refused = answer
        elif made is None:
            raise output.refuse('{"command": "request"}')
        else:
            gained = display.maybe("get_score")
            game.points = None if gained is None else gained.integer(*_POINTS)
        if made is not None:  # a play for which the judge ended the match was made all the same
            game.tricks[-1].plays.append(made)

    def unjudged(self, answer: Answer) -> None:
        """The log ends with an answer: a declaration, a burial and a follow stand; of a throw nobody can tell."""
        game, ids = self.game, answer.ids
        if not ids:
            return
        if answer.stage == "deal":
            game.bids.append((answer.player, ids))
        elif answer.stage == "cover":
            game.buried = ids
        elif game.tricks[-1].plays or len({card % DECK for card in ids}) == 1:
            game.tricks[-1].plays.append(answer.made())


# --- The order of suits ------------------------------------------------------------------------------------


def suit_order(game: Game) -> tuple[str, str]:
    """The order of suits in the log's numbers, and what it is known by."""
    if game.declared:
        fitting = [order for order in ORDERS if all(order[card % DECK % 4] == named.value for named, card in game.declared)]
        at, known_by = game.declared[-1][0], "declaration"
        found = " ".join(f"{card}={named.value}" for named, card in game.declared)
    else:
        fitting = [order for order in ORDERS if agrees_with_winners(game, order)]
        at, known_by = Node(None, ("log",)), "winners"
        found = f"{len(game.winners)} tricks agree with {' and '.join(fitting) or 'neither'}; nobody declared"
    if len(fitting) != 1:
        raise Refused("FOREIGN-SUITS", at, found, " | ".join(ORDERS))
    return fitting[0], known_by


def agrees_with_winners(game: Game, order: str) -> bool:
    """Whether the tricks, read with this order, are won by those whom the judge let lead next."""
    read_so = {"format": FORMAT, "id": "order", **document(game, order, "")}
    parsed = parse(json.dumps(read_so).encode(), Place())
    winners = None if isinstance(parsed, Rejection) else audit(parsed.record).hands[0].winners
    return winners is not None and winners.startswith(seats(game.winners))


# --- Writing the record ------------------------------------------------------------------------------------


def document(game: Game, order: str, known_by: str) -> Document:
    """The record, in `paipu/1`."""
    levels = None if game.level == "2" else {"EW": game.level, "NS": game.level}
    return known(
        sheet="shengji-botzone",
        start=known(levels=levels, dealer=game.banking.seat if game.fixed_dealer else None),
        hands=[_hand(game, order)],
        extra={"botzone": _platform_data(game, order, known_by)},
    )


def _hand(game: Game, order: str) -> Document:
    tricks = [trick for trick in game.tricks if trick.plays]
    seconds = [[made.seconds for made in trick.plays] for trick in tricks]
    bids = [f"{FOUR_SEATS[player]} {_cards(ids, order)}" for player, ids in game.bids]
    hand = known(
        no=1,
        level=game.level,
        dealer=game.banking.seat,
        trump=TRUMPS.get(game.banking.major),
        deal=by_seat(_cards(cards, order, " ") for cards in game.allocation) | {"kitty": _cards(game.public, order, " ")},
        kitty=[{"seat": game.banking.seat, "bury": _cards(game.buried, order)}] if game.buried else None,
        tricks=[trick_line(trick.leader, (_play(made, order) for made in trick.plays)) for trick in tricks],
        seconds=seconds if any(each is not None for row in seconds for each in row) else None,
        incidents=_incidents(game, tricks),
        claims=_claims(game, tricks),
    )
    return hand | {"bids": bids} if bids or game.drawn == _DEALT else hand


def _play(made: Made, order: str) -> str:
    """A play, with what stood of it where that is not all."""
    return ">".join(_cards(ids, order) for ids in dict.fromkeys((made.attempted, made.stood)))


def _incidents(game: Game, tricks: Sequence[Trick]) -> list[Document]:
    """What the judge noticed, and ended the match for: a wrong follow, or another play that it does not allow."""
    answer = game.refused
    if answer is None or not answer.plays:
        return []
    at, error = f"{len(tricks)}.{len(tricks[-1].plays)}", game.errors[answer.player] or ""
    kind = "revoke" if len(tricks[-1].plays) > 1 and "ILLEGAL_MOVE" in error else "misconduct"
    return [{"kind": kind, "seat": FOUR_SEATS[answer.player], "at": at, "noticed": at, "note": error}]


def _claims(game: Game, tricks: Sequence[Trick]) -> Document:
    """The winners, where the judge named one for every finished trick, and the final score."""
    named = len(game.winners) == sum(trick.finished for trick in tricks)
    attackers = None if game.points is None else game.running + game.points
    return known(winners=seats(game.winners) if named else None, attackers=attackers)


def _platform_data(game: Game, order: str, known_by: str) -> Document:
    refused = game.refused
    return known(
        game="Tractor",
        suit_order=order,
        suit_order_known_by=known_by,
        running_score=game.scores,
        results=None if game.results is None else by_seat(game.results),
        errors=by_seat(game.errors) if any(game.errors) else None,
        refused=refused and {"seat": FOUR_SEATS[refused.player], "stage": refused.stage, "answer": refused.text},
    )


def _cards(ids: Ids, order: str, between: str = "") -> str:
    return between.join(card_name(card, order) for card in ids)
