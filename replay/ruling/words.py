"""What proposals say to people, in both languages."""

from collections.abc import Sequence
from typing import Final

from paipu.replay.penalties import Penalty
from paipu.replay.record import Ruling
from paipu.replay.ruling.tiers import ALL_DAY, Tier, unplaced
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import INCIDENTS, STEPS, join, place_name, seat_name

FORMS: Final = Texts({}, (__package__, "words"))


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
