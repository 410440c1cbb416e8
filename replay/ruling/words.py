"""What proposals say to people, in both languages."""

from collections.abc import Mapping, Sequence
from typing import Final

from paipu.replay.penalties import Penalty
from paipu.replay.record import Ruling
from paipu.replay.ruling.tiers import ALL_DAY, Tier, unplaced
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import INCIDENTS, STEPS, join, place_name, seat_name

FORMS: Final[Mapping[str, Text]] = {
    "printed": Text("按规则", "as printed"),
    "warning": Text("警告", "a warning"),
    "decides": Text("由裁判裁定", "as the referee decides"),
    "points": Text("由裁判罚分", "points, by the referee"),
    "levels": Text("由裁判罚级", "levels, by the referee"),
    "step": Text("由裁判选档：{step}", "by the referee: {step}"),
    "disqualified": Text("取消比赛资格", "disqualified"),
    "loss": Text("判负", "the match, or the game, is lost"),
    "stop": Text("；", "; "),
    "stopped": Text("下家停其一次出牌", "the next player stops one turn of his"),
    "nothing": Text("不改结果", "changes no result"),
    "unwritten": Text("怎么判没有写", "what follows is not printed"),
    "doubted": Text("发牌与出牌表明并非如此", "deal and plays speak against it"),
    "open": Text("记录不足，数目未定", "the record does not tell how much"),
    "both": Text(
        "双方都迟到，判谁胜没有写，由裁判定", "both sides came late: who wins is not printed, and the referee decides"
    ),
    "counted": Text("审核已按此计", "the audit counts it so already"),
    "found": Text("{first}发现", "found at {first}"),
    "found.between": Text("{first}至{last}发现", "found from {first} to {last}"),
    "found.late": Text("迟到 {least} 秒起", "late by {least} s or more"),
    "found.late.between": Text("迟到 {least} 秒起、不足 {most} 秒", "late by {least} s or more, less than {most} s"),
    "range": Text("{what} {least} 至 {most}", "{what} from {least} to {most}"),
    "range.open": Text("{what} {least} 起，由裁判定", "{what} from {least}, as the referee decides"),
    "range.one": Text("{what} {least}", "{what} {least}"),
    "range.free": Text("{what}数没有写，由裁判定", "{what} as the referee decides, no number is printed"),
    "usual": Text("通常 ", "usually "),
    "settled": Text("未写，按约定 {id}：{said}", "not printed, by the convention {id}: {said}"),
    "gives": Text("（扣，或加给对方）", " (off, or to the other side)"),
    "running": Text(
        "限连续第 {n} 轮，以前各轮不在此牌谱内", "only in the {n} rounds running of which this record has the last"
    ),
    "besides": Text("（另加）", " (on top)"),
    "unit.points": Text("分", "points"),
    "unit.levels": Text("级", "levels"),
}


def title_of(form: str, tier: Tier, ruling: Ruling, clause: str | None, seats: Sequence[str]) -> Text:
    """Whom it is against, for what, by which clause: `北 N · 藏牌 · CDP-6.6`."""
    said = {}
    step = ruling.effect.fault.step if ruling.effect.fault is not None else None
    for lang in ("zh", "en"):
        how = ""
        if form == "stop":
            how = in_language(FORMS["stopped"], lang)
        elif form != "printed":
            how = in_language(FORMS[form], lang, step=in_language(STEPS[step], lang) if step else "")
        parts = (
            join([seat_name(seat, lang) for seat in seats], lang),
            in_language(INCIDENTS[tier.incident.kind], lang),
            how,
            clause or "",
        )
        said[lang] = " · ".join(part for part in parts if part)
    return Text(said["zh"], said["en"])


def found_name(tier: Tier, lang: Lang, term: Text) -> str:
    """When a fault must have been found: `第 7 墩第 2 手至第 8 墩第 4 手发现`."""
    if tier.least is not None and tier.most is not None:
        if not tier.least and tier.most >= ALL_DAY:
            return ""
        key = "found.late" if tier.most >= ALL_DAY else "found.late.between"
        return in_language(FORMS[key], lang, least=f"{tier.least:g}", most=f"{tier.most:g}")
    if unplaced(tier.incident):
        return ""
    first, last = (place_name(*at, lang, term) for at in (tier.first, tier.last))
    return in_language(FORMS["found" if first == last else "found.between"], lang, first=first, last=last)


def range_name(power: Penalty, form: str, lang: Lang) -> str:
    """What the referee may take off; empty where there is nothing to choose."""
    bounds = {"points": power.points, "levels": power.levels}.get(form)
    if bounds is None:
        return ""
    least, most = bounds
    what = in_language(FORMS[f"unit.{form}"], lang)
    key = "range.one" if most == least else "range" if most is not None else "range.open" if least > 1 else "range.free"
    usual = in_language(FORMS["usual"], lang) if power.usual else ""
    said = usual + in_language(FORMS[key], lang, what=what, least=least, most=most)
    gives = in_language(FORMS["gives"], lang) if power.gives and form == "points" else ""
    return said + gives + (in_language(FORMS["besides"], lang) if power.besides else "")
