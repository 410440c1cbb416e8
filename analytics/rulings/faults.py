"""What can be wrong with a log of rulings, in words; codes never change their meaning."""

from collections.abc import Iterable, Sequence
from typing import Final

from paipu.analytics.errors import RefusedActError
from paipu.analytics.rulings.acts import Act, Confirmed
from paipu.replay.effects import EFFECTS, effect_words
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.ruling import misplaced
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Text, both, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import INCIDENTS, RULING_STATES, join, place_name, seat_name

FAULTS: Final = Texts({}, (__package__, "text.fault"))

REFUSED: Final = Texts({}, (__package__, "text.refused"))
"""Why an act is not taken, and what helps."""

LINES: Final = Texts({}, (__package__, "text.line"))
ACT_WORDS: Final = Texts({}, (__package__, "text.act"))
"""What was done, or is to be done."""
MOST_NEAR: Final = 3
"""Places that are told where a ruling names one that cannot be."""
MOST_TOLD: Final = 3
"""Acts that have come since, which are told one by one."""


def said_of(line: Act | Confirmed) -> Text:
    """A line of the log in a few words: its number, what was done, and who did it."""
    if isinstance(line, Confirmed):
        told = {"no": line.no, "by": line.by, "day": line.when[:10], "before": line.no - 1, "reason": line.reason}
        return LINES["confirmed"].fill(**told)
    act, nothing = ACT_WORDS[line.act], EFFECTS["nothing"]
    effect = both(lambda lang: join(effect_words(line.entry().effect, lang), lang) or in_language(nothing, lang))
    return LINES["act"].fill(no=line.no, by=line.by, act=act, id=line.id, effect=effect)


def refused(key: str, may: Iterable[str] = (), came: Sequence[Text] = (), **values: object) -> RefusedActError:
    """Why an act is not taken. An act and a state among the values, and the acts that may be, are given their names; `came`
    are the lines that came meanwhile.
    """
    words: dict[str, object] = dict(values)
    for name, table in (("act", ACT_WORDS), ("state", RULING_STATES)):
        said = table.get(str(values.get(name)), LINES["absent"])
        words |= {f"{name}_zh": said.zh, f"{name}_en": said.en}
    named = [ACT_WORDS[act] for act in may]
    words["may_zh"] = "、".join(each.zh for each in named) or "—"
    words["may_en"] = ", ".join(each.en for each in named) or "—"
    more = len(came) - MOST_TOLD
    words["came_zh"] = "；".join([each.zh for each in came[:MOST_TOLD]]) + (f"；另 {more} 步" if more > 0 else "")
    words["came_en"] = "; ".join([each.en for each in came[:MOST_TOLD]]) + (f"; and {more} more" if more > 0 else "")
    return RefusedActError(REFUSED[key].fill(**words), key)


def out_of_place(record: GameRecord, ruling: Ruling) -> RefusedActError | None:
    """That a ruling, or the fault that it finds proven, cannot be where it says, and the nearest places where it can; None if
    it can.
    """
    places = misplaced(record, ruling)
    if places is None:
        return None
    at, fault = ruling.at or (0, 0), ruling.effect.fault
    near = sorted(sorted(places, key=lambda each: (abs(each[0] - at[0]), abs(each[1] - at[1]), each))[:MOST_NEAR])
    kind, term = INCIDENTS[fault.kind] if fault is not None else Text("", ""), SHEETS[record.sheet].term
    values: dict[str, object] = {"hand": ruling.hand, "kind_zh": kind.zh, "kind_en": kind.en}
    for lang in LANGS:
        values[f"at_{lang}"] = place_name(at[0], at[1], lang, term)
        values[f"seat_{lang}"] = seat_name(ruling.seat or "", lang)
    values["near"] = ", ".join(f"{trick}.{play}" for trick, play in near) or "—"
    key = "nowhere" if fault is None or ruling.seat is None else "at" if ruling.at is not None else "no_at"
    return RefusedActError(REFUSED[key].fill(**values), key)
