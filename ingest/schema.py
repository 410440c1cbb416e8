"""The record format `paipu/1` as models: `data/FORMAT.md` in types, and the source of its JSON Schema.

A match has one of three shapes, told apart by `sheet`: the trick-taking sheets, the climbing sheets for four, the
one for six. A key that may be left out may also be `null`, which says the same: not recorded. What types cannot say
is in `ingest/convert.py` (`rules`), which also makes the engine's `GameRecord` of these.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from replay.cards import RANKS, SUITS
from replay.rulesheet import FOUR_SEATS, SIX_SEATS
from replay.sheets.names import SHEET_NAMES, Family

FORMAT: Final = "paipu/1"
INCIDENTS: Final = (
    *("exposed", "revoke", "concealed", "out_of_turn", "kitty_count", "hand_count", "overdraw"),
    *("kitty_viewed", "failed_throw", "timeout", "late", "signal", "card_check", "misconduct"),
    *("count_asked", "count_told", "unannounced"),
)
RULING_STATES: Final = ("draft", "issued", "appealed", "final", "withdrawn")
REASONS_TO_END: Final = ("passed", "time", "forfeit", "ruling")
TRUMPS: Final = (*SUITS, "NT")

# --- Notation: strings that a person can type and read -----------------------------------------------------


class Notation(NamedTuple):
    """How one kind of string is written, and what an error message says of it."""

    pattern: str
    longest: int
    zh: str
    en: str
    example: str
    word: str = ""
    """How each word after the first is written, where a word at fault can be told."""


CARD = r"(?:[2-9TJQKA][shcd]|[BL]J)"
DEALT = rf"(?:{CARD}|\?\?)"
THROW_OR_PLAY = rf"(?:-|{CARD}+(?:>{CARD}+)?)"
COMBO = rf"(?:-|{CARD}+(?:=(?:[2-9TJQKA]|[BL]J)+[shcd]?)?)"
CHOICE = r"(?:=(?:[shcd]|NT))?"
TEXT_CHARACTER = r"[^\x00-\x1f\x7f-\x9f]"

CARDS = Notation(f"^{CARD}+$", 400, "牌", "cards", "AsAsKs")
BURIED = Notation(f"^{DEALT}+$", 400, "扣下的牌", "cards buried", "3d4d??")
DEAL = Notation(f"^(?:{DEALT}(?: ?{DEALT})*)?$", 600, "一手牌", "a hand of cards", "As As Kd ??", f"{DEALT}+")
BID = Notation(f"^[ENWS] {CARD}+{CHOICE}$", 50, "亮主", "a bid", "S 5h5h=c")
SHOW = Notation(f"^{CARD}+{CHOICE}$", 50, "炒底亮出的牌", "cards shown to take the kitty up", "2c2c")
TRICK = Notation(f"^[ENWS](?: {THROW_OR_PLAY}){{1,4}}$", 1000, "一墩牌", "a trick", "E AsAs 3s4s KsKs 5s5s", THROW_OR_PLAY)
ROUND_OF_FOUR = Notation(f"^[ENWS](?: {COMBO})+$", 4000, "一轮牌", "a trick", "E 3h 5s - 7d - - -", COMBO)
ROUND_OF_SIX = Notation(f"^[1-6](?: {COMBO})+$", 6000, "一轮牌", "a trick", "1 3h 5s - 7d - - - - -", COMBO)
TRIBUTE_OF_FOUR = Notation(f"^[ENWS]>[ENWS] {CARD}$", 6, "进贡或还牌", "a tribute or return", "S>E BJ")
TRIBUTE_OF_SIX = Notation(f"^[1-6]>[1-6] {CARD}$", 6, "进贡或还牌", "a tribute or return", "6>1 BJ")
WINNERS = Notation("^[ENWS]*$", 200, "各墩赢家", "the winners of the tricks", "EENW")
FINISH_OF_FOUR = Notation("^(?:[ENWS]{1,4}|[ENWS]{2}--|[ENWS]{3}-)$", 4, "名次", "a finishing order", "EWN-")
FINISH_OF_SIX = Notation("^(?:[1-6]{1,6}|[1-6]{3}---|[1-6]{4}--|[1-6]{5}-)$", 6, "名次", "a finishing order", "135246")
AT = Notation(r"^(?:0|[1-9][0-9]{0,2}\.[1-9][0-9]{0,2})$", 7, "墩.手", "trick.play, or 0", "7.2")
STAMP = Notation(
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})$",
    32,
    "带时区的 ISO 8601 时间",
    "an ISO 8601 time with an offset",
    "2026-05-01T14:00:00+08:00",
)
ID = Notation(f"^{TEXT_CHARACTER}+$", 200, "标识（不含控制字符）", "an id, without control characters", "cup26/r1/t03")
NAME = Notation(f"^{TEXT_CHARACTER}*$", 200, "一行文字（不含控制字符）", "a line of text, without control characters", "")
NOTE = Notation(
    r"^(?:[\t\n\r]|[^\x00-\x1f\x7f-\x9f])*$",
    4000,
    "文字（不含控制字符）",
    "text, without control characters",
    "",
)
OPTION_KEY = Notation(r"^[A-Za-z0-9_.-]+$", 60, "选项的键", "an option's key or id", "pass_level")

NOTATIONS: Final = {
    notation.pattern: notation
    for notation in (
        *(CARDS, BURIED, DEAL, BID, SHOW, TRICK, ROUND_OF_FOUR, ROUND_OF_SIX, TRIBUTE_OF_FOUR, TRIBUTE_OF_SIX, WINNERS),
        *(FINISH_OF_FOUR, FINISH_OF_SIX, AT, STAMP, ID, NAME, NOTE, OPTION_KEY),
    )
}
"""By pattern, since a pattern is what an error of pydantic's gives."""


def _written(notation: Notation) -> FieldInfo:
    made: FieldInfo = Field(pattern=notation.pattern, max_length=notation.longest)
    return made


def _real_time(stamp: str) -> str:
    try:
        datetime.fromisoformat(stamp)
    except ValueError as error:
        raise PydanticCustomError("stamp", "no such time") from error
    return stamp


Id = Annotated[str, _written(ID)]
Name = Annotated[str, _written(NAME)]
Note = Annotated[str, _written(NOTE)]
Stamp = Annotated[
    str,
    Field(pattern=STAMP.pattern, max_length=STAMP.longest, json_schema_extra={"format": "date-time"}),
    AfterValidator(_real_time),
]
Cards = Annotated[str, _written(CARDS)]
Deal = Annotated[str, _written(DEAL)]
At = Annotated[str, _written(AT)]
Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
HandNumber = Annotated[int, Field(ge=1, le=10_000)]
CardsLeft = Annotated[int, Field(ge=0, le=54)]
OptionKey = Annotated[str, _written(OPTION_KEY)]
OptionValue = Annotated[str, Field(pattern=NAME.pattern, max_length=4000)] | bool | Points
"""An organiser's own table is a text too (`big_points`)."""


@dataclass(frozen=True)
class OneOf:
    """One of some strings: `Literal`, whose values may come from a table and which is `str` to the type checker."""

    values: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: type[str], handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.values))


FourSeat = Annotated[str, OneOf(FOUR_SEATS)]
FourSide = Annotated[str, OneOf(SHEET_NAMES["shengji"].sides)]
SixSeat = Annotated[str, OneOf(SIX_SEATS)]
SixSide = Annotated[str, OneOf(SHEET_NAMES["daguai"].sides)]
Rank = Annotated[str, OneOf(tuple(RANKS))]
RankOrFlag = Annotated[str, OneOf((*RANKS, "flag"))]

Seat = TypeVar("Seat", bound=str)
Side = TypeVar("Side", bound=str)
Level = TypeVar("Level", bound=str)
Round = TypeVar("Round", bound=str)
Tribute = TypeVar("Tribute", bound=str)
Finish = TypeVar("Finish", bound=str)


def _sheets(family: Family, seats: tuple[str, ...]) -> OneOf:
    return OneOf(tuple(name.key for name in SHEET_NAMES.values() if (name.family, name.seats) == (family, seats)))


# --- What every match has ----------------------------------------------------------------------------------


class Doc(BaseModel):
    """One JSON object: no key but those declared, no value of another type turned into the right one."""

    model_config = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)

    @classmethod
    def model_parametrized_name(cls, _parameters: tuple[Any, ...]) -> str:
        """`Start`, whatever the seats; `json_schema` tells one from the other."""
        return cls.__name__


class Player(Doc):
    """Who sat at a seat."""

    id: Id
    """Follows a player from match to match."""
    name: Name | None = None
    """As shown; any text."""
    team: Id | None = None
    """The pair or team that the player plays for."""


class Event(Doc):
    """The tournament, and this match's place in it."""

    id: Id | None = None
    """Follows an event from match to match."""
    name: Name | None = None
    """As shown; any text."""
    stage: Name | None = None
    """Group, semi-final, …; any text."""
    round: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """Round within the stage."""
    table: Name | None = None
    """The table's name or number."""
    started: Stamp | None = None
    """When the match began."""
    finished: Stamp | None = None
    """When the match ended."""


class Start(Doc, Generic[Seat, Side, Level]):
    """Where the record begins, if not with the first hand of the match."""

    levels: dict[Side, Level] | None = None
    """The level of each side before the first hand of the record."""
    dealer: Seat | None = None
    """The dealer of the first hand of the record; where there is none, who leads it."""
    games: dict[Side, Annotated[int, Field(ge=0, le=100)]] | None = None
    """The games of the match that each side has won before, where a match has several."""


class Incident(Doc, Generic[Seat]):
    """Something that somebody noticed at the table."""

    kind: Annotated[str, OneOf(INCIDENTS)]
    """What it was; which kinds a rule sheet knows is the audit's business."""
    seat: Seat
    """Who did it."""
    at: At | None = None
    """When it was done: `trick.play`, both from 1; `0` is before the first trick."""
    noticed: At | None = None
    """When it was noticed."""
    cards: Cards | None = None
    """The cards concerned."""
    count: Annotated[int, Field(ge=0, le=27)] | None = None
    """How many cards one said that he had left (`count_told`); left out where he did not say (不报)."""
    note: Note | None = None
    """Any text."""


class Effect(Doc, Generic[Seat, Side]):
    """What a ruling does, for each side by itself: the numbers need not sum to zero."""

    points: dict[Side, Points] | None = None
    """Points added."""
    levels: dict[Side, Annotated[int, Field(ge=-100, le=100)]] | None = None
    """Levels added."""
    next_dealer: Seat | None = None
    """Who deals next."""
    void: bool | None = None
    """The hand does not count."""
    winner: Side | None = None
    """The side that wins the match (of a ruling on a hand: the hand)."""


class Ruling(Doc, Generic[Seat, Side]):
    """A referee's decision: it changes results, never facts."""

    id: Id
    """Unlike every other ruling's of the match."""
    hand: HandNumber | None = None
    """The `no` of a hand; left out where the ruling is on the match."""
    at: At | None = None
    """The play it is about: `trick.play`, or `0`."""
    seat: Seat | None = None
    """Whom it is against."""
    clause: Name | None = None
    """The clause of the rule sheet."""
    effect: Effect[Seat, Side] | None = None
    """What it does."""
    by: Name | None = None
    """The referee."""
    when: Stamp | None = None
    """When it was made."""
    state: Annotated[str, OneOf(RULING_STATES)]
    """Drafts and withdrawn rulings do not count."""
    note: Note | None = None
    """The reason; any text."""


class MatchClaims(Doc, Generic[Side, Level]):
    """What the score sheet says of the match."""

    winner: Side | None = None
    """The side that won."""
    levels: dict[Side, Level] | None = None
    """The levels at the end."""
    points: dict[Side, Points] | None = None
    """The match points of each side."""
    score: dict[Side, Points] | None = None
    """The scores of the hands added up, where the sheet has them (大分)."""
    reason: Annotated[str, OneOf(REASONS_TO_END)] | None = None
    """Why the match ended."""


class Match(Doc, Generic[Seat, Side, Level]):
    """One match: the run of hands that two sides play at one table under one rule sheet."""

    format: Annotated[str, OneOf((FORMAT,))]
    """The format and its version."""
    id: Id
    """Unlike every other match's that it is looked at with."""
    sheet: str
    """The rule sheet."""
    sheet_version: Name | None = None
    """The version of the sheet that the record was made under."""
    options: Annotated[dict[OptionKey, OptionValue], Field(max_length=100)] | None = None
    """Options of the sheet, by key or id, that are not at their default."""
    event: Event | None = None
    """The tournament."""
    seats: dict[Seat, Player] | None = None
    """Who sat where."""
    start: Start[Seat, Side, Level] | None = None
    """Where the record begins, if not with the first hand of the match."""
    claims: MatchClaims[Side, Level] | None = None
    """What the score sheet says of the match."""
    rulings: Annotated[tuple[Ruling[Seat, Side], ...], Field(max_length=500)] | None = None
    """The referee's decisions."""
    extra: dict[str, Any] | None = None
    """Free data, at most 10,000 values; the one place for keys that are not of the format."""


# --- The trick-taking sheets -------------------------------------------------------------------------------


class KittyAction(Doc):
    """The dealer's burial, or an answer when asked whether to take the kitty up again (炒底)."""

    seat: FourSeat
    """Who."""
    show: Annotated[str, _written(SHOW)] | None = None
    """The cards shown to take the kitty up, with the suit chosen where there is a choice: `5h5h=c`."""
    bury: Annotated[str, _written(BURIED)] | None = None
    """The cards buried: the new kitty; `??` for one that was not seen."""
    passed: bool | None = Field(default=None, alias="pass")
    """Asked, and passed."""
    seconds: Seconds | None = None
    """The time taken."""


class TrickHandClaims(Doc):
    """What the score sheet says of a hand."""

    winners: Annotated[str, _written(WINNERS)] | None = None
    """The winner of each trick, one seat a trick."""
    attackers: Points | None = None
    """The attackers' points: tricks, kitty × multiplier, penalties."""
    kitty_points: Points | None = None
    """The points of the cards in the kitty at the end."""
    multiplier: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """What the kitty counted, if it was captured."""
    penalties: Points | None = None
    """The change of the attackers' points by penalties."""
    levels: dict[FourSide, RankOrFlag] | None = None
    """The levels after the hand."""
    score: dict[FourSide, Points] | None = None
    """The score of the hand, where the sheet has one (大分)."""
    next_dealer: FourSeat | None = None
    """Who deals next."""


class TrickHand(Doc):
    """One hand (副/盘) of a trick-taking sheet."""

    no: HandNumber
    """Its number; greater than that of the hand before."""
    level: RankOrFlag | None = None
    """The rank played, or `flag` (扛旗)."""
    dealer: FourSeat | None = None
    """The banker (庄家)."""
    trump: Annotated[str, OneOf(TRUMPS)] | None = None
    """The trump suit as it stood at the first trick, or `NT`."""
    deal: dict[Annotated[str, OneOf((*FOUR_SEATS, "kitty"))], Deal] | None = None
    """Each seat's cards after the draw, and the kitty; with `left` the cards of each seat at that time."""
    left: dict[FourSeat, CardsLeft] | None = None
    """How many cards each seat had left before the first trick on record, where that is not the first of the hand."""
    bids: Annotated[tuple[Annotated[str, _written(BID)], ...], Field(max_length=100)] | None = None
    """Declarations and over-declarations, in the order they were made."""
    kitty: Annotated[tuple[KittyAction, ...], Field(max_length=200)] | None = None
    """The dealer's burial, then each ask, in order."""
    tricks: Annotated[tuple[Annotated[str, _written(TRICK)], ...], Field(max_length=200)] | None = None
    """The tricks, in order."""
    seconds: Annotated[tuple[Annotated[tuple[Seconds | None, ...], Field(max_length=4)], ...], Field(max_length=200)] | None = (
        None
    )
    """The time taken for each play of each trick."""
    incidents: Annotated[tuple[Incident[FourSeat], ...], Field(max_length=200)] | None = None
    """What somebody noticed."""
    claims: TrickHandClaims | None = None
    """What the score sheet says of the hand."""


class TrickMatch(Match[FourSeat, FourSide, RankOrFlag]):
    """A match of a trick-taking sheet: 升级, 炒地皮, 双扣."""

    sheet: Annotated[str, _sheets("tricks", FOUR_SEATS)]
    """The rule sheet."""
    hands: Annotated[tuple[TrickHand, ...], Field(max_length=500)]
    """The hands, in the order they were played."""


# --- The climbing sheets -----------------------------------------------------------------------------------


class ClimbingHandClaims(Doc, Generic[Side, Finish]):
    """What the score sheet says of a hand."""

    finish: Finish | None = None
    """The order in which the seats got rid of their cards; `-` for each that never did."""
    levels: dict[Side, Rank] | None = None
    """The levels after the hand."""
    points: dict[Side, Points] | None = None
    """The points of the hand, where the sheet has them."""


class ClimbingHand(Doc, Generic[Seat, Side, Round, Tribute, Finish]):
    """One hand (副/盘) of a climbing sheet."""

    no: HandNumber
    """Its number; greater than that of the hand before."""
    level: Rank | None = None
    """The rank played."""
    deal: dict[Seat, Deal] | None = None
    """Each seat's cards, before tribute; with `left` those at that time."""
    left: dict[Seat, CardsLeft] | None = None
    """How many cards each seat had left before the first trick on record, where that is not the first of the hand."""
    tribute: Annotated[tuple[Tribute, ...], Field(max_length=20)] | None = None
    """Gifts, then returns, as they were made: `S>E BJ`."""
    resisted: bool | None = None
    """The tribute was resisted (抗贡)."""
    lead: Seat | None = None
    """Who led the first trick."""
    tricks: Annotated[tuple[Round, ...], Field(max_length=200)] | None = None
    """The tricks, in order."""
    seconds: (
        Annotated[tuple[Annotated[tuple[Seconds | None, ...], Field(max_length=1000)], ...], Field(max_length=200)] | None
    ) = None
    """The time taken for each play of each trick."""
    incidents: Annotated[tuple[Incident[Seat], ...], Field(max_length=200)] | None = None
    """What somebody noticed."""
    claims: ClimbingHandClaims[Side, Finish] | None = None
    """What the score sheet says of the hand."""


HandOfFour = ClimbingHand[
    FourSeat,
    FourSide,
    Annotated[str, _written(ROUND_OF_FOUR)],
    Annotated[str, _written(TRIBUTE_OF_FOUR)],
    Annotated[str, _written(FINISH_OF_FOUR)],
]
HandOfSix = ClimbingHand[
    SixSeat,
    SixSide,
    Annotated[str, _written(ROUND_OF_SIX)],
    Annotated[str, _written(TRIBUTE_OF_SIX)],
    Annotated[str, _written(FINISH_OF_SIX)],
]


class GuandanMatch(Match[FourSeat, FourSide, Rank]):
    """A match of one of the three 掼蛋 sheets."""

    sheet: Annotated[str, _sheets("climbing", FOUR_SEATS)]
    """The rule sheet."""
    hands: Annotated[tuple[HandOfFour, ...], Field(max_length=500)]
    """The hands, in the order they were played."""


class DaguaiMatch(Match[SixSeat, SixSide, Rank]):
    """A match of 大怪路子."""

    sheet: Annotated[str, _sheets("climbing", SIX_SEATS)]
    """The rule sheet."""
    hands: Annotated[tuple[HandOfSix, ...], Field(max_length=500)]
    """The hands, in the order they were played."""


AnyMatch = TrickMatch | GuandanMatch | DaguaiMatch
MATCH: Final[TypeAdapter[AnyMatch]] = TypeAdapter(Annotated[AnyMatch, Field(discriminator="sheet")])


def json_schema() -> dict[str, Any]:
    """The JSON Schema of one record."""
    made = MATCH.json_schema()
    titles = Counter(model["title"] for model in made["$defs"].values())
    text = json.dumps(made)
    for name, model in made["$defs"].items():
        short = model["title"] if titles[model["title"]] == 1 else model["title"] + _suffix(model)
        text = text.replace(f'"{name}"', f'"{short}"').replace(f'/{name}"', f'/{short}"')
    renamed = json.loads(text)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "paipu-1.schema.json",
        "title": FORMAT,
        "description": "One match of a Chinese team card game; see FORMAT.md.",
        **renamed,
        "$defs": dict(sorted(renamed["$defs"].items())),
    }


def _suffix(model: dict[str, Any]) -> str:
    """What the parameters of a generic model come down to; pydantic spells them out in its name."""
    text = json.dumps(model)
    if re.search(r'"135"|\["1",|\[1-6\]', text):
        return "OfSix"
    return "WithFlag" if '"flag"' in text else "OfFour"


def schema_file() -> str:
    """The text of `data/schema/paipu-1.schema.json`; `python -m ingest.schema` prints it."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_file())
