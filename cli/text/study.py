"""What the commands for studying say: ratings, luck, integrity."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

STUDY: Final[Mapping[str, Text]] = {
    "help.ratings": Text("等级分：搭档与个人", "ratings of pairs and players"),
    "help.study.sheet": Text("只看这份规则", "this rule sheet alone"),
    "help.study.event": Text("只列打过这项赛事的；等级分仍按全部场次", "only who played in this event; rated by all matches"),
    "help.ratings.history": Text(
        "这一对（编号以“ + ”相连）或这位选手的逐场历史",
        "the history of a pair (ids joined by “ + ”) or of a player, match by match",
    ),
    "ratings.none": Text("没有可评等级分的场次", "no match that can be rated"),
    "ratings.unit": Text("没有 {unit} 的等级分；相近：{near}", "there is no rating of {unit}; near: {near}"),
    "ratings.told": Text(
        "Plackett–Luce（openskill）；区间 95 %；同一规则内可比，不同规则之间不可比",
        "Plackett-Luce (openskill); 95 % intervals; to be compared within one sheet, never between sheets",
    ),
    "help.luck": Text("手气调整：去掉牌运以后", "results with the luck of the deal taken out"),
    "help.luck.action": Text(
        "show 列出各单位与模型的吻合程度；fit 在这个仓库上重新拟合",
        "show: units, and the model's fit; fit: a new model on this warehouse",
    ),
    "help.luck.by": Text("按搭档或按个人", "by pair or by player"),
    "help.luck.model": Text("用这份模型，不用自带的", "use this model, not the one that is shipped"),
    "help.luck.version": Text("新模型的版本名", "what to call the version of a new model"),
    "help.luck.note": Text("新模型拟合于什么牌", "what hands a new model is fitted on"),
    "luck.model": Text("模型 {version}，拟合于：{fitted_on}", "model {version}, fitted on: {fitted_on}"),
    "luck.limits": Text(
        "结果＝基准（同样多的普通牌会有的）＋手气（发牌多给的）＋其余；标准误是其余的，按场计，连同系数自身的不确定；"
        "上下限是每副其余的 95 % 区间，各单位单独成立。"
        "样例牌由虚构的选手打出，水平不如真人；期望只看发牌、级牌与坐庄。同一模型之下才可比。",
        "outcome = baseline (what as many ordinary hands come to) + luck (what the deals let expect beyond that) + the rest; "
        "the standard error is that of the rest, by match, with what is not known of the coefficients; low and high are the "
        "95 % interval of the rest of a hand, for each unit alone. "
        "Sample hands are played by made-up players, who are worse than people; the expectation knows only the deal, the level "
        "and the bank. Compare under one model alone.",
    ),
    "luck.none": Text(
        "没有可算的牌：要有完整发牌、算得出的结果，并且模型适用于该规则",
        "no hand to tell of: it takes a whole deal, a computed result and a model that is offered for the sheet",
    ),
    "luck.few": Text(
        "仓库里的牌太少，一份模型也拟合不出（每份规则至少 {least} 副）",
        "too few hands for any model: at least {least} of a sheet",
    ),
    "luck.unreadable": Text("{path} 不是手气模型（{why}）", "{path} is no luck model ({why})"),
    "help.integrity": Text("供人复核的异常", "what a person should look at again"),
    "help.integrity.all": Text("列出检验过的全部单位", "list every unit that was tested"),
    "integrity.title": Text("读牌谱", "reading records"),
    "integrity.tested": Text(
        "检验 {tested} 项，{named} 项少见（每种检验各自控制错误发现率 5 %，Benjamini–Hochberg）",
        "{tested} tests, {named} of them rare (Benjamini-Hochberg at a false discovery rate of 5 % for each kind of test)",
    ),
    "integrity.chosen": Text(
        "思考用时与可选牌的检验（hesitation、signal）每位选手只看按场次编号的散列选出的若干场，够 {turns} 个回合为止；"
        "matches 一栏是看了几场，of 是共有几场。其余检验看全部场次。",
        "the tests of think times against legal plays (hesitation, signal) look at some matches of each player, chosen by a "
        "hash of their ids until there are {turns} turns; the column “matches” says at how many, “of” of how many. "
        "The other tests look at all.",
    ),
    "integrity.words": Text(
        "名单供人复核，不是指控：少见的事也会自己发生，习惯、牌路与记录方式都可能是原因。",
        "For a person to review, never an accusation: rare things happen by themselves, and habit, the cards or the way of "
        "recording may be the reason.",
    ),
    "study.sheet": Text("没有规则 {sheet}；可用：{sheets}", "there is no sheet {sheet}; there are: {sheets}"),
    "study.event": Text("仓库里没有赛事 {event}；相近：{near}", "the warehouse has no event {event}; near: {near}"),
    # columns and values
    "column.sheet": Text("规则", "sheet"),
    "column.hands": Text("副数", "hands"),
    "column.held_out": Text("留出", "held out"),
    "column.r2": Text("R²", "R²"),
    "column.error": Text("均方误差", "squared error"),
    "column.mean_error": Text("只用均值", "of the mean"),
    "column.seat_error": Text("按座位均值", "of the seat's mean"),
    "column.over_mean": Text("胜均值（标准误）", "over the mean (s.e.)"),
    "column.over_seat": Text("胜座位均值（标准误）", "over the seat (s.e.)"),
    "column.offered": Text("采用", "offered"),
    "column.outcome": Text("结果", "outcome"),
    "column.baseline": Text("基准", "baseline"),
    "column.luck": Text("手气", "luck"),
    "column.adjusted": Text("其余", "the rest"),
    "column.standard_error": Text("标准误", "s.e."),
    "column.per_hand": Text("每副", "a hand"),
    "column.test": Text("检验", "test"),
    "column.sample": Text("样本", "sample"),
    "column.matches": Text("看了几场", "matches"),
    "column.of": Text("共几场", "of"),
    "column.effect": Text("效应", "effect"),
    "column.p": Text("p", "p"),
    "column.q": Text("q", "q"),
    "column.review": Text("复核", "review"),
    "column.places": Text("先看", "look first at"),
    "column.kind": Text("单位", "unit of"),
    "column.unit": Text("编号", "unit"),
    "column.name": Text("名称", "name"),
    "column.game": Text("场", "games"),
    "column.match": Text("场次", "match"),
    "column.event": Text("赛事", "event"),
    "column.opponents": Text("对手", "opponents"),
    "column.result": Text("结果", "result"),
    "column.won": Text("胜", "won"),
    "column.lost": Text("负", "lost"),
    "column.drawn": Text("平", "drawn"),
    "column.mu": Text("等级分", "rating"),
    "column.sigma": Text("不确定度", "sigma"),
    "column.ordinal": Text("保守分", "ordinal"),
    "column.low": Text("下限", "low"),
    "column.high": Text("上限", "high"),
    "value.True": Text("是", "yes"),
    "value.False": Text("否", "no"),
    "value.hesitation": Text("无可选却久想", "slower with less to choose"),
    "value.signal": Text("久想与同伴的行动", "long thinks and the partner's action"),
    "value.same_deal": Text("同一副牌出现两次", "the same deal twice"),
    "value.correction": Text("赛后更正偏向一方", "corrections to one's good"),
    "value.pair": Text("搭档", "pair"),
    "value.player": Text("个人", "player"),
    "value.won": Text("胜", "won"),
    "value.lost": Text("负", "lost"),
    "value.drawn": Text("平", "drawn"),
}
