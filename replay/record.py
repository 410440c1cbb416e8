"""What the engine eats: a frozen, already validated game record.

`ingest` makes these from documents; nothing here is checked again. Plays stay in the notation of
`data/FORMAT.md` (`"E AsAs 3s4s KsKs 5s5s"`): the engine parses each distinct string once per trump context, which is
faster than building an object a play. Facts and claims are kept apart, as in the document.
"""

from collections.abc import Mapping
from dataclasses import field

from paipu.replay.frozen import frozen

OptionValue = str | int | bool


@frozen
class Player:
    """Who sat at a seat; only `id` is needed to follow somebody from match to match."""

    id: str
    name: str | None = None
    team: str | None = None


@frozen
class Event:
    """The tournament, and this match's place in it. `game` is which game of a match of several the record holds alone.

    `board` is the number of the board (复式) that the first hand of the record is, each hand after it being the next one, and
    the set of boards that it is of, None where there is but one.

    Stamps are ISO 8601 with an offset; `seconds` is the time between them, for the kernel has no calendar.
    """

    id: str | None = None
    name: str | None = None
    stage: str | None = None
    round: int | None = None
    table: str | None = None
    game: int | None = None
    board: tuple[int, str | None] | None = None
    started: str | None = None
    finished: str | None = None
    seconds: float | None = None


@frozen
class Start:
    """Where a record begins that does not begin with the first hand. `games` are those that each side has won before."""

    levels: Mapping[str, str] = field(default_factory=dict)
    dealer: str | None = None
    games: Mapping[str, int] = field(default_factory=dict)


@frozen
class KittyAction:
    """The dealer's burial, or an answer when asked whether to take the kitty up again (炒底)."""

    seat: str
    bury: str | None = None
    show: str | None = None
    passed: bool = False
    seconds: float | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing is told but whose it is: the first that is on record is then a burial of which nobody saw a card."""
        return not (self.passed or self.show or self.bury)


@frozen
class Incident:
    """Something that somebody noticed. `at` and `noticed` are `(trick, play)`, both from 1; (0, 0) is before trick 1.

    `count` is how many cards somebody said that he had left, `seconds` by how much he was late. `note` is anybody's text, which
    no verdict reads. One that a ruling finds proven has the ruling's index, `ruled`, and the `step` where the referee chose it;
    it stands in the place of what the table noted of the same fault, which is then `restated`.
    """

    kind: str
    seat: str
    at: tuple[int, int] | None = None
    noticed: tuple[int, int] | None = None
    cards: str | None = None
    count: int | None = None
    seconds: float | None = None
    note: str | None = None
    ruled: int | None = None
    step: str | None = None
    restated: bool = False

    @property
    def counts(self) -> bool:
        """Whether anything follows from it: it is not restated, and nobody is late by nothing."""
        return not self.restated and not (self.kind == "late" and self.seconds == 0)


@frozen
class Fault:
    """A fault that a ruling finds proven, of the seat and at the place of the ruling: what follows from it the sheet prints.

    The fields are those of an incident; `step` is the step of the penalty where the sheet leaves that to the referee.
    """

    kind: str
    noticed: tuple[int, int] | None = None
    cards: str | None = None
    count: int | None = None
    seconds: float | None = None
    step: str | None = None


@frozen
class Effect:
    """What a ruling does, per side; the numbers need not sum to zero.

    `stopped`: whom it is against does not get to play at its place. `double` is the side that is ruled to have the last
    places: the hand ends there. `loser` is the side that loses the match, with the levels and points that the sheet then
    prints; a ruling on a hand of a match of several games loses the game. Who is `disqualified` loses the match, all games of
    it. `fault` is what the referee finds proven, and counts as the sheet prints.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    levels: Mapping[str, int] = field(default_factory=dict)
    next_dealer: str | None = None
    void: bool = False
    winner: str | None = None
    stopped: bool = False
    double: str | None = None
    loser: str | None = None
    disqualified: str | None = None
    fault: Fault | None = None

    @property
    def loses(self) -> str | None:
        """The side that loses the match by it."""
        return self.disqualified or self.loser


@frozen
class Ruling:
    """A referee's decision: an overlay that changes results, never facts. `hand` is a hand's `no`.

    `by`, `when` and `note` say who made it, when and why; no verdict reads them.
    """

    id: str
    hand: int | None
    at: tuple[int, int] | None = None
    seat: str | None = None
    clause: str | None = None
    effect: Effect = Effect()
    state: str = "issued"
    by: str | None = None
    when: str | None = None
    note: str | None = None

    @property
    def in_force(self) -> bool:
        """Whether the ruling counts: drafts and withdrawn rulings do not, appealed ones stand until withdrawn."""
        return self.state in {"issued", "appealed", "final"}


@frozen
class HandClaims:
    """What the score sheet says of a hand; every one of these is recomputed."""

    winners: str | None = None
    attackers: int | None = None
    kitty_points: int | None = None
    multiplier: int | None = None
    penalties: int | None = None
    levels: Mapping[str, str] | None = None
    score: Mapping[str, int] | None = None
    next_dealer: str | None = None
    finish: str | None = None
    points: Mapping[str, int] | None = None


@frozen
class Hand:
    """One hand (副/盘). `None` means not recorded; an empty tuple means recorded as nothing.

    `deal` maps a seat, or `kitty`, to its cards in notation. `tricks` and `bids` are strings in notation. `left` counts the
    cards of each seat before the first trick on record, where that comes in the middle of the hand; `deal` then has those.
    `seconds[t][p]` is the think time of play p of trick t, `tribute_seconds` those of the cards in `tribute`. `tie_break`: the
    hand only breaks a tie.
    """

    no: int
    level: str | None = None
    dealer: str | None = None
    trump: str | None = None
    deal: Mapping[str, str] | None = None
    left: Mapping[str, int] | None = None
    bids: tuple[str, ...] | None = None
    kitty: tuple[KittyAction, ...] | None = None
    tricks: tuple[str, ...] | None = None
    seconds: tuple[tuple[float | None, ...], ...] = ()
    incidents: tuple[Incident, ...] = ()
    claims: HandClaims | None = None
    tribute: tuple[str, ...] | None = None
    tribute_seconds: tuple[float | None, ...] = ()
    resisted: bool = False
    lead: str | None = None
    tie_break: bool = False


@frozen
class MatchClaims:
    """What the score sheet says of the match. `reason` is passed, time, hands, forfeit or ruling."""

    winner: str | None = None
    levels: Mapping[str, str] | None = None
    points: Mapping[str, int] | None = None
    score: Mapping[str, int] | None = None
    reason: str | None = None


@frozen
class GameRecord:
    """One match: the run of hands that two sides play at one table under one rule sheet.

    `games` is how many games the match has at most by the file of its event, where that is at hand: no record says it.
    """

    id: str
    sheet: str
    sheet_version: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    event: Event | None = None
    seats: Mapping[str, Player] = field(default_factory=dict)
    start: Start | None = None
    hands: tuple[Hand, ...] = ()
    claims: MatchClaims | None = None
    rulings: tuple[Ruling, ...] = ()
    games: int | None = None


AT_OF_INCIDENT: Mapping[str, str] = {
    "exposed": "moment",
    "revoke": "play",
    "concealed": "play",
    "out_of_turn": "play",
    "kitty_count": "beginning",
    "hand_count": "beginning",
    "overdraw": "beginning",
    "kitty_viewed": "moment",
    "failed_throw": "play",
    "timeout": "play",
    "late": "nothing",
    "signal": "moment",
    "card_check": "moment",
    "misconduct": "moment",
    "cheating": "moment",
    "count_asked": "due",
    "count_told": "due",
    "unannounced": "play",
    "draw_seen": "beginning",
    "draw_kept": "beginning",
    "pack_count": "beginning",
    "tribute_wrong": "beginning",
    "word_out_of_turn": "due",
    "wrong_play": "play",
    "manner": "play",
    "delay": "moment",
    "left_seat": "moment",
    "sheet_not_kept": "nothing",
    "sheet_unsigned": "nothing",
}
"""What `at` says of each kind of incident: the seat's own `play`; the `moment`, the last play that was made by then; the play
that was `due`; that it was so from the `beginning`, and found at `noticed` or else at `at`; or `nothing`."""
