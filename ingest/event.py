"""The event format `paipu-event/1` as models: `data/FORMAT.md` in types, and the source of its JSON Schema.

A key that may be left out may also be `null`, which says the same: as the sheet prints it, or not known. What types cannot say
is in `ingest/event_parse.py`, which also makes the kernel's `EventRecord` of these.
"""

import json
import sys
from typing import Annotated, Any, Final, get_args

from pydantic import Field, TypeAdapter

from paipu.ingest.fields import BoardNumber, Deal, Id, Name, Note, OneOf, OptionKey, OptionValue, Points, Strict, written
from paipu.replay.event.boards import BY_BOARD
from paipu.replay.event.record import AtTime
from paipu.replay.event_rules import FIGURES, KEYS, BoardResult, Form
from paipu.replay.notation import BESIDE, FRACTION, SHA256, TRIBUTE_OF_FOUR, TRIBUTE_OF_SIX
from paipu.replay.rulesheet import FOUR_SEATS, SIX_SEATS, sides_of
from paipu.replay.sheets import SHEETS

EVENT_FORMAT: Final = "paipu-event/1"
FORMS: Final[tuple[str, ...]] = get_args(Form)
SIDES: Final = (*sides_of(FOUR_SEATS), *sides_of(SIX_SEATS))
THIRD_PLACES: Final = ("shared", "playoff")

LEVELS: Final = tuple(dict.fromkeys(level for sheet in SHEETS.values() for level in sheet.ladder))
SEATS: Final = (*FOUR_SEATS, *SIX_SEATS)
AnySeat = Annotated[str, OneOf(SEATS)]
AnyLevel = Annotated[str, OneOf(LEVELS)]
Sha256 = Annotated[str, written(SHA256)]
BoardPoints = Points | Annotated[str, written(FRACTION)]
AnyGift = Annotated[str, written(TRIBUTE_OF_FOUR)] | Annotated[str, written(TRIBUTE_OF_SIX)]
AnySide = Annotated[str, OneOf(SIDES)]
FigureName = Annotated[str, OneOf(FIGURES)]
KeyName = Annotated[str, OneOf(KEYS)]
RoundNumber = Annotated[int, Field(ge=0, le=10_000)]
Games = Annotated[int, Field(ge=1, le=99)]
Place = Annotated[int, Field(ge=1, le=10_000)]
Team = Annotated[tuple[Id, ...], Field(max_length=10)]
Teams = Annotated[tuple[Id, ...], Field(max_length=5_000)]
CountsOf = Annotated[dict[FigureName, Points], Field(max_length=len(FIGURES))]
OnePair = Annotated[tuple[Points, ...], Field(min_length=2, max_length=2)]


class EventPlayer(Strict):
    """A player of a team, or by himself where partners are drawn anew for each round."""

    id: Id
    """选手的标识 · follows a player from match to match"""
    name: Name | None = None
    """显示的姓名 · as shown"""
    seed: Place | None = None
    """种子序号（个人赛） · the seed, where players take part by themselves"""


class EventTeam(Strict):
    """A team that stays together."""

    id: Id
    """队的标识，即牌谱中的 `team` · what records call `team`"""
    name: Name | None = None
    """显示的名称 · as shown"""
    players: Annotated[tuple[EventPlayer, ...], Field(max_length=50)] | None = None
    """队员；省略则不核对谁上场 · who plays for it; left out, who plays is not checked"""
    seed: Place | None = None
    """种子序号 · the seed"""


class EventTable(Strict):
    """A drawn table."""

    table: Annotated[Name, Field(min_length=1)]
    """桌号，同一轮内不重复 · its name or number, unlike that of every other table of the round"""
    sides: Annotated[dict[AnySide, Id | Team], Field(min_length=2, max_length=2)]
    """两方各是哪一队；每轮重抽对家的，写选手们 · the team of each side; where partners are drawn anew, its players"""


class EventRound(Strict):
    """What was drawn for a round."""

    no: RoundNumber
    """第几轮，比前一轮大 · its number, greater than that of the round before"""
    tables: Annotated[tuple[EventTable, ...], Field(max_length=2_000)] | None = None
    """各桌 · the tables"""
    byes: Teams | None = None
    """轮空者 · who has a bye"""
    absent: Teams | None = None
    """缺席者；已排桌的判弃权 · who did not come; at a table that is a forfeit"""
    best_of: Games | None = None
    """本轮每场最多几局 · how many games a match of this round has at most"""


class EventMatchPoints(Strict):
    """Match points by outcome."""

    win: Points
    """胜 · for a match won"""
    loss: Points
    """负 · for a match lost"""
    draw: Points | None = None
    """平；没有平局则省略 · for a match drawn; left out where none is"""


class EventForfeit(Strict):
    """What a match counts that was not played."""

    absent: CountsOf
    """弃权方 · for the side that did not come"""
    present: CountsOf
    """到场方 · for the side that did"""


class EventStage(Strict):
    """A stage: a part of the event that is ranked by itself."""

    id: Annotated[Name, Field(min_length=1)]
    """牌谱中的 `event.stage` · what records call `event.stage`"""
    form: Annotated[str, OneOf(FORMS)] | None = None
    """淘汰或按轮计分；默认依规则 · who loses is out, or all play every round; as the sheet prints it where left out"""
    groups: Annotated[dict[Name, Teams], Field(max_length=1_000)] | None = None
    """分组；不分组则省略 · the groups; left out where there are none"""
    advance: Place | None = None
    """每组出线几名，进入下一阶段 · how many of each group go on to the next stage"""
    rounds: Annotated[tuple[EventRound, ...], Field(max_length=1_000)]
    """各轮 · the rounds, as they were drawn"""
    rank_by: Annotated[tuple[KeyName, ...], Field(max_length=len(KEYS))] | None = None
    """依次按什么排名 · what places go by, in order"""
    match_points: EventMatchPoints | None = None
    """胜平负各几分 · what a match is worth"""
    points_by_difference: Annotated[tuple[OnePair, ...], Field(max_length=100)] | None = None
    """按级差计的 `points`：从零级起，高方与低方各几分 ·
    `points` by the difference in levels, from none on: those of the higher side, those of the lower
    """
    bye_counts: CountsOf | None = None
    """轮空计什么，一律照此计入 · what a bye counts, whatever ranks"""
    absent_counts: CountsOf | None = None
    """缺席（没有排桌）计什么；默认同弃权方 · what an absence without a table counts; as a forfeit where left out"""
    forfeit_counts: EventForfeit | None = None
    """弃权一场计什么 · what a forfeited match counts"""
    at_time: Annotated[str, OneOf(get_args(AtTime))] | None = None
    """到时未分胜负的，级高者胜，级同为平 · who wins a match that time has stopped, where the sheet does not say"""
    best_of: Games | None = None
    """每场最多几局 · how many games a match has at most"""
    third_place: Annotated[str, OneOf(THIRD_PLACES)] | None = None
    """半决赛负方并列第三，或加赛一场 · semi-final losers share the third place, or play for it"""
    lot: Teams | None = None
    """抽签的次序，供 `lot` 用 · the order that lots gave, for `lot`"""


class EventRow(Strict):
    """A line of a published table; what it leaves out is not checked."""

    team: Id
    """队；每轮重抽对家的，为选手 · the team, or the player where partners are drawn anew"""
    place: Place | None = None
    """名次 · the place"""
    match_points: Points | None = None
    """积分（场分） · match points"""
    points: Points | None = None
    """得分 · points added up"""
    big_points: Points | None = None
    """大分 · match scores added up"""
    small_points: Points | None = None
    """小分 · points made as attackers"""
    first_places: Points | None = None
    """头名次数 · hands with the first place"""
    level_difference: Points | None = None
    """级差 · difference in levels added up"""
    levels_gained: Points | None = None
    """升级数 · levels climbed, added up"""
    wins: Points | None = None
    """胜场 · matches won"""
    board_points: BoardPoints | None = None
    """牌分合计，可为分数 · points of boards added up; may be a fraction"""
    penalties: Points | None = None
    """罚分合计 · what its lines of the ledger come to"""


class EventPublished(Strict):
    """A table as it was published."""

    stage: Name
    """阶段 · the stage"""
    group: Name | None = None
    """组 · the group"""
    after_round: RoundNumber | None = None
    """第几轮之后；省略为全部 · after which round; left out, after all"""
    rows: Annotated[tuple[EventRow, ...], Field(max_length=5_000)]
    """各行 · the lines"""


class EventPenalty(Strict):
    """A line of the penalty ledger."""

    stage: Name
    """阶段 · the stage"""
    round: RoundNumber | None = None
    """轮次 · the round"""
    team: Id
    """队；每轮重抽对家的，为选手 · the team, or the player where partners are drawn anew"""
    figure: FigureName
    """加减哪一项 · which figure it changes"""
    value: Points
    """加减多少 · by how much"""
    clause: Name | None = None
    """所据条款 · the clause"""
    note: Note | None = None
    """说明 · any text"""


class DealtBoard(Strict):
    """What was dealt as a board: a line of a file of deals."""

    board: BoardNumber
    """牌号，比前一行大 · its number, greater than that of the line before"""
    hands: Annotated[dict[AnySeat, Deal], Field(min_length=4, max_length=6)]
    """各家的牌，进贡之前 · the hand of every seat, before any tribute"""
    kitty: Deal | None = None
    """底牌；没有底牌的规则省略 · the kitty; left out where the sheet has none"""
    level: AnyLevel | None = None
    """打几 · the level played"""
    leader: AnySeat | None = None
    """由谁领出，有庄家的规则即庄家 · who leads; where there is a banker, he"""
    tribute: Annotated[tuple[AnyGift, ...], Field(max_length=20)] | None = None
    """写定的贡牌，先进贡、后还牌 · gifts, then returns, where they are stated"""


class EventDealt(Strict):
    """The deals of a set, in the event file itself."""

    sha256: Sha256 | None = None
    """所出文件的哈希 · the hash of the file that they are from"""
    boards: Annotated[tuple[DealtBoard, ...], Field(max_length=2_000)]
    """各副 · the deals"""


class EventBoardSet(Strict):
    """Boards that several tables play: the same deals at each."""

    id: Annotated[Name, Field(min_length=1)] | None = None
    """这套牌的名；一轮只有一套的可省略 · its name; may be left out where no round has several"""
    stage: Name
    """阶段 · the stage"""
    rounds: Annotated[tuple[RoundNumber, ...], Field(max_length=1_000)] | None = None
    """哪几轮打这套牌；省略为各轮 · the rounds that play it; left out, all of them"""
    deals: Annotated[str, written(BESIDE)] | None = None
    """牌组文件，在赛事文件旁边 · the file of deals, beside the event file"""
    sha256: Sha256 | None = None
    """封存时公布的哈希 · its hash, as it was given out before"""
    dealt: EventDealt | None = None
    """不另用文件的，各副写在这里 · the deals, where they are in no file of their own"""
    level: Annotated[str, OneOf((BY_BOARD, *LEVELS))] | None = None
    """打几：一律，或 `by_board` 依牌组；省略则不核对 ·
    the level of all boards, or as each deal has it; left out, not checked
    """
    leader: Annotated[str, OneOf((BY_BOARD, *SEATS))] | None = None
    """由谁领出：一律，或 `by_board` 依牌组；省略则不核对 ·
    who leads all boards, or as each deal has it; left out, not checked
    """
    tribute: Annotated[str, OneOf(("none", "stated"))] | None = None
    """`none` 不进贡，`stated` 依牌组；省略则不核对 · there is none, or it is as the deal states it; left out, not checked"""
    each: Annotated[int, Field(ge=1, le=500)] | None = None
    """每桌每轮至少打几副；省略为一副 · how many boards a table plays in a round at least; one where left out"""


class EventScale(Strict):
    """How a board is scored. Nothing is official for these games: the event says it."""

    kind: Annotated[str, OneOf(("matchpoints", "difference", "imp"))]
    """比分：胜一桌一分、平一桌半分；或与同方向平均的差；或该差按表折算 ·
    matchpoints: 1 for each table of the same direction outscored, a half for each equal; the difference to the mean of the
    direction; or that through the table
    """
    table: Annotated[tuple[OnePair, ...], Field(min_length=1, max_length=200)] | None = None
    """IMP 表：从差多少起，计几分 · for IMP: from which difference on, how many points"""
    against: Annotated[str, OneOf(("field", "teams"))] | None = None
    """与全场比，或两队两桌互比（IMP）；默认全场 ·
    against the field, or between the two tables of two teams (IMP); by default the field
    """
    result: Annotated[str, OneOf(get_args(BoardResult))] | None = None
    """比什么；默认依规则 · what is compared; as the sheet has it where left out"""


class EventAdjusted(Strict):
    """The adjusted score of a table for a spoiled board; what was played there is left out of the field."""

    stage: Name
    """阶段 · the stage"""
    set: Name | None = None
    """哪一套牌；只有一套的省略 · the set; left out where there is but one"""
    board: BoardNumber
    """牌号 · the board"""
    round: RoundNumber
    """轮次 · the round"""
    table: Name
    """桌号 · the table"""
    points: Annotated[dict[AnySide, BoardPoints], Field(min_length=2, max_length=2)]
    """两方各得几分（牌分） · what each side gets, in points of the board"""
    clause: Name | None = None
    """所据条款 · the clause"""
    note: Note | None = None
    """说明 · any text"""


class EventBoards(Strict):
    """The same deals at several tables (复式)."""

    sets: Annotated[tuple[EventBoardSet, ...], Field(min_length=1, max_length=200)]
    """各套牌 · the sets of boards"""
    scale: EventScale | None = None
    """怎样计牌分；省略则只核对同牌 · how boards are scored; left out, it is only checked that the deals were the same"""
    adjusted: Annotated[tuple[EventAdjusted, ...], Field(max_length=5_000)] | None = None
    """改判得分 · adjusted scores"""


class EventDocument(Strict):
    """A whole event: who takes part, what was drawn, what was published."""

    format: Annotated[str, OneOf((EVENT_FORMAT,))]
    """格式及其版本 · the format and its version"""
    id: Id
    """赛事的标识，即牌谱中的 `event.id` · what records call `event.id`"""
    name: Name | None = None
    """显示的名称 · as shown"""
    sheet: Annotated[str, OneOf(tuple(SHEETS))]
    """所用规则 · the rule sheet"""
    options: Annotated[dict[OptionKey, OptionValue], Field(max_length=100)] | None = None
    """与默认不同的规则选项，与各场牌谱一致 · options of the sheet, as in the records"""
    teams: Annotated[tuple[EventTeam, ...], Field(max_length=5_000)] | None = None
    """各队 · the teams"""
    players: Annotated[tuple[EventPlayer, ...], Field(max_length=5_000)] | None = None
    """每轮重抽对家的，为各选手，此时不写 `teams` · the players, where partners are drawn anew; then there are no `teams`"""
    stages: Annotated[tuple[EventStage, ...], Field(max_length=100)]
    """各阶段，按先后 · the stages, in order"""
    published: Annotated[tuple[EventPublished, ...], Field(max_length=1_000)] | None = None
    """已公布的各表 · tables as they were published"""
    penalties: Annotated[tuple[EventPenalty, ...], Field(max_length=5_000)] | None = None
    """罚分账 · the penalty ledger"""
    boards: EventBoards | None = None
    """复式：同一副牌在几桌打 · the same deals at several tables"""
    extra: dict[str, Any] | None = None
    """自由数据 · free data"""


DEALS_FORMAT: Final = "paipu-deals/1"


class DealsHead(Strict):
    """The first line of a file of deals."""

    format: Annotated[str, OneOf((DEALS_FORMAT,))]
    """格式及其版本 · the format and its version"""
    sheet: Annotated[str, OneOf(tuple(SHEETS))]
    """所用规则 · the rule sheet"""
    name: Name | None = None
    """名称 · as shown"""


DEALS_HEAD: Final[TypeAdapter[DealsHead]] = TypeAdapter(DealsHead)
DEALT: Final[TypeAdapter[DealtBoard]] = TypeAdapter(DealtBoard)
EVENT: Final[TypeAdapter[EventDocument]] = TypeAdapter(EventDocument)


def event_json_schema() -> dict[str, Any]:
    """The JSON Schema of an event."""
    made = EVENT.json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "paipu-event-1.schema.json",
        **made,
        "title": EVENT_FORMAT,
        "description": "An event of Chinese team card games: entrants, draw, published tables; see FORMAT.md.",
        "$defs": dict(sorted(made["$defs"].items())),
    }


def event_schema_file() -> str:
    """The text of `data/schema/paipu-event-1.schema.json`; `python -m paipu.ingest.event` prints it."""
    return json.dumps(event_json_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(event_schema_file())
