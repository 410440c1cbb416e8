"""What a ruling does, in words."""

import re
from collections.abc import Iterator
from typing import Final

from paipu.replay.record import Effect
from paipu.replay.text import Lang, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import INCIDENTS, STEPS, seat_name, seats_name, signed

_TOLD: Final = re.compile(r"\w+=(\S+)")
"""Of whom, or how much, a finding tells: `loser=NS`, `NS=-10`."""
EFFECTS: Final = Texts({}, (__package__, "words.effect"))


def effect_words(effect: Effect, lang: Lang) -> Iterator[str]:
    """A phrase for each thing that it does; none where it does nothing.

    >>> list(effect_words(Effect(points={"NS": -10}, void=True), "en"))
    ['NS −10 points', 'the hand does not count']
    """
    for key, values in (("points", effect.points), ("levels", effect.levels)):
        for side, change in values.items():
            yield in_language(EFFECTS[key], lang, side=seats_name(side, lang), n=signed(change))
    if effect.next_dealer is not None:
        yield in_language(EFFECTS["next_dealer"], lang, seat=seat_name(effect.next_dealer, lang))
    named = {"winner": effect.winner, "loser": effect.loser, "disqualified": effect.disqualified, "double": effect.double}
    for key, side_ruled in named.items():
        if side_ruled is not None:
            yield in_language(EFFECTS[key], lang, side=seats_name(side_ruled, lang))
    if effect.fault is not None:
        kind, step = in_language(INCIDENTS[effect.fault.kind], lang), effect.fault.step
        said = EFFECTS["fault"] if step is None else EFFECTS["fault.step"]
        yield in_language(said, lang, kind=kind, step=in_language(STEPS[step], lang) if step is not None else "")
    for key, happens in (("void", effect.void), ("stopped", effect.stopped)):
        if happens:
            yield in_language(EFFECTS[key], lang)


def effect_said(pointer: str, said: str, lang: Lang) -> str:
    """What a finding tells of an effect at a place of it, as a phrase; what it is not, as it stands.

    >>> effect_said("/rulings/0/effect/loser", "loser=NS", "zh"), effect_said("/rulings/0/effect/levels/NS", "NS=-1", "zh")
    ('判 南北 负', '南北 −1 级')
    >>> effect_said("/rulings/0/effect/void", "void", "en"), effect_said("/rulings/0/effect/fault/step", "foul", "zh")
    ('the hand does not count', '犯规')
    """
    group, _, key = pointer.rpartition("/effect/")[2].partition("/")
    told = _TOLD.fullmatch(said)
    of = told[1] if told is not None else ""
    if group in {"points", "levels"} and key and of:
        return in_language(EFFECTS[group], lang, side=seats_name(key, lang), n=signed(int(of)))
    if key == "step" and said in STEPS:
        return in_language(STEPS[said], lang)
    if group == "fault" and not key:
        return in_language(EFFECTS["fault.seat"], lang, seat=seat_name(of, lang))
    if group in EFFECTS and not key:
        return in_language(EFFECTS[group], lang, side=seats_name(of, lang), seat=of and seat_name(of, lang))
    return said
