"""The record format `paipu/1` as models: `data/FORMAT.md` in types, and the source of its JSON Schema.

A match has one of three shapes, told apart by `sheet`: the trick-taking sheets, the climbing sheets for four, the
one for six. A key that may be left out may also be `null`, which says the same: not recorded. What types cannot say
is in `ingest/convert.py` (`rules`), which also makes the engine's `GameRecord` of these.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Final, Generic, TypeVar

from pydantic import Field, TypeAdapter

from paipu.ingest.fields import (
    At,
    BoardNumber,
    Cards,
    CardsLeft,
    HandNumber,
    Held,
    Id,
    Name,
    Note,
    OneOf,
    OptionKey,
    OptionValue,
    Points,
    Seconds,
    Stamp,
    Strict,
    written,
)
from paipu.ingest.rejection import FORMAT as FORMAT  # noqa: PLC0414 - documents of it are described here, and named by it
from paipu.replay.cards import RANKS, SUITS
from paipu.replay.notation import (
    BID,
    BURIED,
    FINISH_OF_FOUR,
    FINISH_OF_SIX,
    ROUND_OF_FOUR,
    ROUND_OF_SIX,
    SHOW,
    TRIBUTE_OF_FOUR,
    TRIBUTE_OF_SIX,
    TRICK,
    WINNERS,
)
from paipu.replay.rulesheet import FOUR_SEATS, SIX_SEATS, RuleSheet, sides_of
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from paipu.replay.words import INCIDENTS, REASONS_TO_END, RULING_STATES, STEPS

TRUMPS: Final = (*SUITS, "NT")


FourSeat = Annotated[str, OneOf(FOUR_SEATS)]
FourSide = Annotated[str, OneOf(sides_of(FOUR_SEATS))]
SixSeat = Annotated[str, OneOf(SIX_SEATS)]
SixSide = Annotated[str, OneOf(sides_of(SIX_SEATS))]
Rank = Annotated[str, OneOf(tuple(RANKS))]
RankOrFlag = Annotated[str, OneOf(tuple(dict.fromkeys(level for sheet in TRICK_SHEETS.values() for level in sheet.ladder)))]

Seat = TypeVar("Seat", bound=str)
Side = TypeVar("Side", bound=str)
Level = TypeVar("Level", bound=str)
Round = TypeVar("Round", bound=str)
Tribute = TypeVar("Tribute", bound=str)
Finish = TypeVar("Finish", bound=str)


def _sheets(sheets: Mapping[str, RuleSheet], seats: tuple[str, ...]) -> OneOf:
    return OneOf(tuple(key for key, sheet in sheets.items() if sheet.seats == seats))


# --- What every match has ----------------------------------------------------------------------------------


class Doc(Strict):
    """One JSON object of a record."""

    @classmethod
    def model_parametrized_name(cls, _parameters: tuple[Any, ...]) -> str:
        """`Start`, whatever the seats; `json_schema` tells one from the other."""
        return cls.__name__


class Player(Doc):
    """Who sat at a seat."""

    id: Id
    """选手的标识 · follows a player from match to match"""
    name: Name | None = None
    """显示的姓名 · as shown; any text without control characters"""
    team: Id | None = None
    """所属队（对） · the pair or team"""


class Board(Doc):
    """Which deal of the event was played, where the same deals are played at several tables (复式)."""

    no: BoardNumber
    """牌号；记有几副的，以后各副依次为下一号 ·
    the board that the first hand is; each further hand of the record is the next one
    """
    set: Name | None = None
    """哪一套牌；本轮只有一套的省略 · the set that it is of; left out where its round has but one"""


class Event(Doc):
    """The tournament, and this match's place in it."""

    id: Id | None = None
    """赛事的标识 · follows an event from match to match"""
    name: Name | None = None
    """名称 · as shown"""
    stage: Name | None = None
    """阶段（小组赛、决赛……），见下 · group, semi-final, …; see below"""
    round: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """轮次 · round within the stage"""
    table: Name | None = None
    """桌号 · the table's name or number"""
    game: Annotated[int, Field(ge=1, le=100)] | None = None
    """第几局：一场几局而每局一份牌谱的 · which game of its match the record holds, where each game is a record of its own"""
    board: Board | None = None
    """复式赛的牌号 · the board, where the same deals are played at several tables"""
    started: Stamp | None = None
    """开始时间 · when the match began"""
    finished: Stamp | None = None
    """结束时间 · when the match ended"""


class Start(Doc, Generic[Seat, Side, Level]):
    """Where the record begins, if not with the first hand of the match."""

    levels: dict[Side, Level] | None = None
    """第一副之前双方的级数 · the levels before the first hand of the record"""
    dealer: Seat | None = None
    """第一副的庄家；没有庄家的规则，为第一副的领出者 · the dealer of that hand; where there is none, who leads it"""
    games: dict[Side, Annotated[int, Field(ge=0, le=100)]] | None = None
    """此前双方已胜的局数（一场有几局的） · the games that each side has won before, where a match has several"""


class Incident(Doc, Generic[Seat]):
    """Something that somebody noticed at the table."""

    kind: Annotated[str, OneOf(tuple(INCIDENTS))]
    """种类 · the kind"""
    seat: Seat
    """谁 · who did it"""
    at: At | None = None
    """发生在何处 · when it was done"""
    noticed: At | None = None
    """何时被发现 · when it was noticed"""
    cards: Cards | None = None
    """有关的牌 · the cards concerned"""
    count: Annotated[int, Field(ge=0, le=27)] | None = None
    """所报张数；不报则省略 · how many cards one said that he had left; left out where he did not say (不报)"""
    seconds: Seconds | None = None
    """迟到多少秒 · by how many seconds one was late"""
    note: Note | None = None
    """说明 · any text"""


class Fault(Doc):
    """A fault that the referee finds proven, of the ruling's `seat` and at its `at`: what follows from it the sheet prints."""

    kind: Annotated[str, OneOf(tuple(INCIDENTS))]
    """种类，同事件 · the kind, as of an incident"""
    noticed: At | None = None
    """何时被发现 · when it was noticed"""
    cards: Cards | None = None
    """有关的牌 · the cards concerned"""
    count: Annotated[int, Field(ge=0, le=27)] | None = None
    """所报张数 · how many cards one said that he had left"""
    seconds: Seconds | None = None
    """迟到多少秒 · by how many seconds one was late"""
    step: Annotated[str, OneOf(tuple(STEPS))] | None = None
    """裁判选定的档：警告、违例、犯规、判负、弃权 · the step of the penalty, where the sheet leaves it to the referee"""


class Effect(Doc, Generic[Seat, Side]):
    """What a ruling does, for each side by itself: the numbers need not sum to zero."""

    points: dict[Side, Points] | None = None
    """加减的分；双方各计，不必相抵 · points added, for each side by itself"""
    levels: dict[Side, Annotated[int, Field(ge=-100, le=100)]] | None = None
    """加减的级 · levels added"""
    next_dealer: Seat | None = None
    """下一副的庄家 · who deals next"""
    void: bool | None = None
    """本副作废 · the hand does not count"""
    winner: Side | None = None
    """判胜的一方 · the side that wins"""
    stopped: bool | None = None
    """停止被裁者在 `at` 处的一次出牌 · whom it is against loses the turn at `at`: another leads, or he passes"""
    double: Side | None = None
    """判为双下的一方，本副到此为止 · the side ruled to have the last places (双下); the hand ends there"""
    loser: Side | None = None
    """判负的一方，级数、积分按规则记 · the side that loses the match, or one game of several, as the sheet prints"""
    disqualified: Side | None = None
    """取消参赛资格的一方，本场亦负 · the side that is disqualified, and loses the match"""
    fault: Fault | None = None
    """认定的违规，按规则计 · a fault found proven, which counts as the sheet prints; see below"""


class Ruling(Doc, Generic[Seat, Side]):
    """A referee's decision: it changes results, never facts."""

    id: Id
    """与本场其他裁决都不同 · unlike that of every other ruling of the match"""
    hand: HandNumber | None = None
    """所裁之副的 `no`；省略为整场 · the `no` of a hand of the record; left out where it is on the match"""
    at: At | None = None
    """所裁之手 · the play it is about"""
    seat: Seat | None = None
    """被裁者 · whom it is against"""
    clause: Name | None = None
    """所据条款 · the clause of the sheet"""
    effect: Effect[Seat, Side] | None = None
    """效果 · what it does"""
    by: Name | None = None
    """裁判 · the referee"""
    when: Stamp | None = None
    """何时 · when it was made"""
    state: Annotated[str, OneOf(tuple(RULING_STATES))]
    """状态；`draft` 与 `withdrawn` 不生效 · drafts and withdrawn rulings do not count"""
    note: Note | None = None
    """理由 · the reason"""


class MatchClaims(Doc, Generic[Side, Level]):
    """What the score sheet says of the match."""

    winner: Side | None = None
    """胜方 · the side that won"""
    levels: dict[Side, Level] | None = None
    """结束时双方的级数 · the levels at the end"""
    points: dict[Side, Points] | None = None
    """场分、积分 · the match points"""
    score: dict[Side, Points] | None = None
    """各副大分合计（双扣），或级差分（江苏掼蛋） · the scores of the hands added up, or points for the levels between them"""
    reason: Annotated[str, OneOf(tuple(REASONS_TO_END))] | None = None
    """结束的原因：打过、到时、打完副数、弃权、裁决 · why it ended"""


class Match(Doc, Generic[Seat, Side, Level]):
    """One match: the run of hands that two sides play at one table under one rule sheet."""

    format: Annotated[str, OneOf((FORMAT,))]
    """格式及其版本 · the format and its version"""
    id: Id
    """与一起处理的其他各场都不同 · unlike that of every other match it is looked at with"""
    sheet: str
    """所用规则 · the rule sheet"""
    sheet_version: Name | None = None
    """记录时规则的版本 · the version of the sheet that the record was made under"""
    options: Annotated[dict[OptionKey, OptionValue], Field(max_length=100)] | None = None
    """与默认不同的规则选项，键为选项的名或编号 ·
    options of the sheet, by key or id; an option that the sheet does not declare is an error,
    one that is settled changes nothing and is told
    """
    event: Event | None = None
    """所属赛事 · the tournament"""
    seats: dict[Seat, Player] | None = None
    """各座位的选手 · who sat where"""
    start: Start[Seat, Side, Level] | None = None
    """不从第一副开始的记录，从何处开始 · where a record begins that does not begin with the first hand"""
    claims: MatchClaims[Side, Level] | None = None
    """计分表对整场的声称 · what the score sheet says of the match"""
    rulings: Annotated[tuple[Ruling[Seat, Side], ...], Field(max_length=500)] | None = None
    """裁判的裁决 · the referee's decisions"""
    extra: dict[str, Any] | None = None
    """自由数据，至多 10,000 个值 · free data, at most 10,000 values and 1,000,000 characters"""


# --- The trick-taking sheets -------------------------------------------------------------------------------


class KittyAction(Doc):
    """The dealer's burial, or an answer when asked whether to take the kitty up again (炒底)."""

    seat: FourSeat
    """谁 · who"""
    show: Annotated[str, written(SHOW)] | None = None
    """炒底亮出的牌；花色可选时加 `=c` · the cards shown to take the kitty up, with `=c` where the suit is a choice"""
    bury: Annotated[str, written(BURIED)] | None = None
    """扣下的牌，即新的底牌；没看到的写 `??`，只看到点数的写 `7?` ·
    the cards buried: the new kitty; `??` for one that was not seen, `7?` in part
    """
    passed: bool | None = Field(default=None, alias="pass")
    """问过而不炒；此时不写 `show` 和 `bury` · asked, and passed; then there is neither `show` nor `bury`"""
    seconds: Seconds | None = None
    """用时 · the time taken"""


class TrickHandClaims(Doc):
    """What the score sheet says of a hand."""

    winners: Annotated[str, written(WINNERS)] | None = None
    """各墩赢家 · the winner of each trick"""
    attackers: Points | None = None
    """抓分方得分：各墩 + 底分 × 倍数 + 罚分 · the attackers' points: tricks + kitty × multiplier + penalties"""
    kitty_points: Points | None = None
    """最终底牌里的分（未乘倍数） · the raw points in the final kitty"""
    multiplier: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """扣底倍数；未扣底则省略 · what the kitty counted, when it was captured"""
    penalties: Points | None = None
    """罚分对抓分方得分的增减 · the signed change of the attackers' points"""
    levels: dict[FourSide, RankOrFlag] | None = None
    """本副之后双方的级数 · the levels after the hand"""
    score: dict[FourSide, Points] | None = None
    """大分（双扣） · the score of the hand, where the sheet has one"""
    next_dealer: FourSeat | None = None
    """下一副的庄家 · who deals next"""


class TrickHand(Doc):
    """One hand (副/盘) of a trick-taking sheet."""

    no: HandNumber
    """编号，比前一副大 · its number, greater than that of the hand before"""
    level: RankOrFlag | None = None
    """级牌；`flag` 为扛旗 · the rank played; `flag` is 扛旗"""
    dealer: FourSeat | None = None
    """庄家 · the banker"""
    trump: Annotated[str, OneOf(TRUMPS)] | None = None
    """主花色；`NT` 无主 · the trump suit as it stood at the first trick"""
    deal: dict[Annotated[str, OneOf((*FOUR_SEATS, "kitty"))], Held] | None = None
    """摸完牌后各家的牌和底牌；可缺座位，可含 `??` 和 `7?` ·
    each seat's cards after the draw, and the kitty; seats may be left out, cards be `??` or `7?`
    """
    left: dict[FourSeat, CardsLeft] | None = None
    """从中途记起的一副：记下的首墩之前各家所剩张数，见下 ·
    of a hand on record from its middle on: how many cards each seat had left then; see below
    """
    bids: Annotated[tuple[Annotated[str, written(BID)], ...], Field(max_length=100)] | None = None
    """亮主与反主，按先后 · declarations and over-declarations, in order"""
    kitty: Annotated[tuple[KittyAction, ...], Field(max_length=200)] | None = None
    """庄家扣底，然后每次询问炒底，按先后 · the dealer's burial, then each ask, in order, passes included"""
    tricks: Annotated[tuple[Annotated[str, written(TRICK)], ...], Field(max_length=200)] | None = None
    """各墩 · the tricks; the last may be unfinished"""
    seconds: Annotated[tuple[Annotated[tuple[Seconds | None, ...], Field(max_length=4)], ...], Field(max_length=200)] | None = (
        None
    )
    """每墩每手用时，`null` 为未记；行数不多于墩数 · the time of each play of each trick; no more rows than tricks"""
    incidents: Annotated[tuple[Incident[FourSeat], ...], Field(max_length=200)] | None = None
    """有人发现的事 · what somebody noticed"""
    claims: TrickHandClaims | None = None
    """计分表的声称 · what the score sheet says"""


class TrickMatch(Match[FourSeat, FourSide, RankOrFlag]):
    """A match of a trick-taking sheet: 升级, 炒地皮, 双扣."""

    sheet: Annotated[str, _sheets(TRICK_SHEETS, FOUR_SEATS)]
    """所用规则 · the rule sheet"""
    hands: Annotated[tuple[TrickHand, ...], Field(max_length=500)]
    """各副，按先后 · the hands, as they were played"""


# --- The climbing sheets -----------------------------------------------------------------------------------


class ClimbingHandClaims(Doc, Generic[Side, Finish]):
    """What the score sheet says of a hand."""

    finish: Finish | None = None
    """名次：出完牌的先后，其余按序或各记 `-`，不明记 `?` · the order out, then the rest or `-` each; `?` if not known"""
    levels: dict[Side, Rank] | None = None
    """本副之后双方的级数 · the levels after the hand"""
    points: dict[Side, Points] | None = None
    """本副得分（大怪路子） · the points of the hand, where the sheet has them"""


class ClimbingHand(Doc, Generic[Seat, Side, Round, Tribute, Finish]):
    """One hand (副/盘) of a climbing sheet."""

    no: HandNumber
    """编号，比前一副大 · its number, greater than that of the hand before"""
    level: Rank | None = None
    """级牌（大怪路子为 `2`） · the rank played (`2` in 大怪路子)"""
    deal: dict[Seat, Held] | None = None
    """进贡之前各家的牌 · each seat's cards, before tribute"""
    left: dict[Seat, CardsLeft] | None = None
    """从中途记起的一副：记下的首轮之前各家所剩张数，见下 ·
    of a hand on record from its middle on: how many cards each seat had left then; see below
    """
    tribute: Annotated[tuple[Tribute, ...], Field(max_length=20)] | None = None
    """先进贡、后还牌，按先后 · gifts, then returns, as they were made"""
    tribute_seconds: Annotated[tuple[Seconds | None, ...], Field(max_length=20)] | None = None
    """`tribute` 每张用时 · the time that each card of `tribute` took"""
    resisted: bool | None = None
    """抗贡 · the tribute was resisted"""
    lead: Seat | None = None
    """首先出牌者 · who led the first trick"""
    tie_break: bool | None = None
    """加赛的一副 · a hand that only breaks a tie"""
    tricks: Annotated[tuple[Round, ...], Field(max_length=200)] | None = None
    """各轮 · the rounds"""
    seconds: (
        Annotated[tuple[Annotated[tuple[Seconds | None, ...], Field(max_length=1000)], ...], Field(max_length=200)] | None
    ) = None
    """每轮每手用时，`null` 为未记；行数不多于轮数 · the time of each play of each round; no more rows than rounds"""
    incidents: Annotated[tuple[Incident[Seat], ...], Field(max_length=200)] | None = None
    """有人发现的事 · what somebody noticed"""
    claims: ClimbingHandClaims[Side, Finish] | None = None
    """计分表的声称 · what the score sheet says"""


FinishOfFour = Annotated[str, written(FINISH_OF_FOUR)]
HandOfFour = ClimbingHand[
    FourSeat,
    FourSide,
    Annotated[str, written(ROUND_OF_FOUR)],
    Annotated[str, written(TRIBUTE_OF_FOUR)],
    FinishOfFour,
]
HandOfSix = ClimbingHand[
    SixSeat,
    SixSide,
    Annotated[str, written(ROUND_OF_SIX)],
    Annotated[str, written(TRIBUTE_OF_SIX)],
    Annotated[str, written(FINISH_OF_SIX)],
]


class GuandanMatch(Match[FourSeat, FourSide, Rank]):
    """A match of one of the 掼蛋 sheets."""

    sheet: Annotated[str, _sheets(CLIMBING_SHEETS, FOUR_SEATS)]
    """所用规则 · the rule sheet"""
    hands: Annotated[tuple[HandOfFour, ...], Field(max_length=500)]
    """各副，按先后 · the hands, as they were played"""


class DaguaiMatch(Match[SixSeat, SixSide, Rank]):
    """A match of 大怪路子."""

    sheet: Annotated[str, _sheets(CLIMBING_SHEETS, SIX_SEATS)]
    """所用规则 · the rule sheet"""
    hands: Annotated[tuple[HandOfSix, ...], Field(max_length=500)]
    """各副，按先后 · the hands, as they were played"""


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
    """The text of `data/schema/paipu-1.schema.json`, which `make tables` writes."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"
