"""What the card table is sent: one JSON message a hand, with a frame a ply; here what every family's message has.

The browser steps through the frames without asking the server again, so everything that a ply shows is in them. Cards
travel in record notation, texts in the language asked for; a record's own words travel as they are, and the table
shows them as text and nothing else.
"""

from typing import Literal, TypedDict

from paipu.replay.text import Lang


class SeatView(TypedDict):
    """A seat of the table. `mark` is its letter or its name, `side` 0 or 1, `slot` where it sits."""

    seat: str
    mark: str
    name: str
    id: str
    team: str
    side: int
    slot: str
    banker: bool


class HandLink(TypedDict):
    """Another hand of the match: its level, who had what office in it, and what it came to, in words and in short.

    `plies` are those with findings.
    """

    no: int
    level: str
    office: str
    result: str
    short: str
    findings: int
    worst: str | None
    plies: list[int]


class FactView(TypedDict):
    """One fact of the hand; the seat, suit or side are shown as marks before the text."""

    label: str
    text: str
    title: str
    seat: str | None
    suit: str | None
    side: int | None


class ClaimRow(TypedDict):
    """What the score sheet says beside what was computed; `same` is None where one of them is missing.

    `ruled`: it differs since a ruling, and was right before.
    """

    key: str
    claimed: str | None
    computed: str | None
    same: bool | None
    ruled: bool
    how: str | None


class OptionView(TypedDict):
    """A rule option that a verdict rests on, and what it decides."""

    id: str
    text: str


class FindingView(TypedDict):
    """A finding in the language asked for; `scope` is what it is about: a play, a trick, a hand or the match.

    `cause` says which finding it follows from, `fits` what would put a cause and all that follows right, `remedy` what is to be
    done about it.
    """

    code: str
    scope: Literal["play", "trick", "hand", "match"]
    severity: str
    kind: str
    basis: str
    message: str
    clause: str | None
    clause_text: str | None
    expected: str | None
    actual: str | None
    options: list[OptionView]
    cause: str | None
    fits: str | None
    remedy: str


class NotedView(TypedDict):
    """An incident or a ruling on record. `title` names it, `facts` and `effects` are phrases; `counts` is false for a ruling
    that is not in force, `by` says who made it and when.
    """

    what: Literal["incident", "ruling"]
    title: str
    state: str | None
    counts: bool
    seat: str | None
    cards: str | None
    facts: list[str]
    effects: list[str]
    clause: str | None
    clause_text: str | None
    by: str | None
    note: str | None


class Frame(TypedDict):
    """The table after a play; `done` is true with the last play of a trick.

    `winner` holds the trick, `next` plays next. `findings` index into the findings of the message, `noted` into what is noted.
    """

    ply: int
    trick: int
    play: int
    seat: str | None
    cards: str | None
    hands: dict[str, str]
    leader: str | None
    winner: str | None
    next: str | None
    done: bool
    seconds: float | None
    findings: list[int]
    noted: list[int]


class PinView(TypedDict):
    """What the audit rests on; `full` is shown on hovering."""

    label: str
    short: str
    full: str


class MoveView(TypedDict):
    """Where the table is told to go; it obeys when `id` changes. `seat` alone is seen, or all hands."""

    id: str
    ply: int
    seat: str | None
    focus: bool


class StopView(TypedDict):
    """A ply of another match."""

    match: str
    hand: int
    ply: int


class QueueView(TypedDict):
    """The findings that are gone through: of a severity and a code, None for any; where they are in the matches about this.

    Where a list is gone through instead, `stops` has its plies by the numbers of the hands.
    """

    severity: str | None
    code: str | None
    stops: dict[str, list[int]] | None
    back: StopView | None
    on: StopView | None


class SupposedView(TypedDict):
    """What would follow other cards at a ply: `asked` as they were typed, `cards` as records write them; None of both the rest
    where they are `refused`.

    `verdicts` are empty where the play is legal; `was` and `would` say what the trick came to and would come to, and who wins
    it; `outcome` what follows, line by line, each with a list below it. `rest` is where the rest of the hand is asked from the
    position before the play, which may be changed there; empty where it is not all known, or has too many cards to search.
    """

    hand_id: str
    ply: int
    asked: str
    cards: str | None
    refused: str | None
    verdicts: list[str]
    was: tuple[str | None, str] | None
    would: tuple[str | None, str] | None
    outcome: list[tuple[str, list[str]]]
    rest: str


class WorthView(TypedDict):
    """A play that was compared: how much better than the one made it is by what the seat knew, half of the 95 % interval."""

    cards: str
    gain: float
    reach: float | None
    made: bool


class ReviewedView(TypedDict):
    """A decision that was reviewed: `value` is what the hand was expected to come to after it, `reach` half of the 95 %
    interval of that; `plays` stand best first.
    """

    ply: int
    grade: str | None
    said: str
    value: float | None
    reach: float | None
    plays: list[WorthView]
    small: str


class ReviewView(TypedDict):
    """The review of a hand. `stops` are the plies of mistakes by hand; `opened` has by play what it gives away at `ply` with
    all cards open.
    """

    stops: dict[str, list[int]]
    decisions: list[ReviewedView]
    ply: int
    opened: dict[str, float]


class Message(TypedDict):
    """What the message of every family has. `id` changes with the hand and the language, `hand_id` with the hand alone.

    `query` is the address of a ply, with `{ply}` for its number and `{seat}` for whose view it is. `supposed` is what was last
    asked of another play; `desk`: the table stands beside the desk, where verdict and rulings are; `attached` are the other
    plays that go with the case of the ply.
    """

    id: str
    hand_id: str
    lang: Lang
    text: dict[str, str]
    match: str
    hand: int
    hands: list[HandLink]
    seats: list[SeatView]
    has_plays: bool
    facts: list[FactView]
    claims: list[ClaimRow]
    findings: list[FindingView]
    noted: list[NotedView]
    pinned: list[PinView]
    query: str
    queue: QueueView
    move: MoveView
    supposed: SupposedView | None
    review: ReviewView | None
    desk: bool
    attached: list[str]
