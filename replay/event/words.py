"""What the figures of an event, the keys that it is ranked by and its parts are called."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from paipu.replay.event_rules import stage_name
from paipu.replay.text import LANGS, Lang, Text, both, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import FIGURE_NAMES, level_name, rank_name

WORDS: Final = Texts({}, (__package__, "words"))
STAGES: Final = Texts({}, (__package__, "words.stage"))
"""Stages under the common words for them, as `stage_name` has these; any other is called what its organiser calls it."""

KEYS: Final = Texts({}, (__package__, "words.key"))
"""What else the keys are called that an event is ranked by, several names apart by `|`."""

SHARED: Final = "="
"""Behind a place that several share, in notation."""
FEW: Final = 3


def names_apart(named: Mapping[str, str | None]) -> Mapping[str, str]:
    """What some are called, by id: by name, and with the id behind it where another is called the same.

    >>> dict(names_apart({"t1": "Red", "t2": "Red", "t3": None}))
    {'t1': 'Red (t1)', 't2': 'Red (t2)', 't3': 't3'}
    """
    shown = {each: name or each for each, name in named.items()}
    often = Counter(shown.values())
    return {each: f"{name} ({each})" if often[name] > 1 and name != each else name for each, name in shown.items()}


def listed_up(names: Sequence[str], lang: Lang, count: int | None = None) -> str:
    """The first few of some names, and how many more there are; they may be some themselves, of so many.

    >>> listed_up(["a", "b", "c", "d", "e"], "en"), listed_up(["a", "b"], "zh")
    ('a, b, c and 2 more', 'a、b')
    """
    shown = ("、" if lang == "zh" else ", ").join(names[:FEW])
    more = (len(names) if count is None else count) - FEW
    return in_language(WORDS["names.more"], lang, names=shown, n=more) if more > 0 else shown


def stage_title(stage: str) -> Text:
    """What a stage is called.

    >>> stage_title("Semi-final"), stage_title("B级")
    (Text(zh='半决赛', en='semi-final'), Text(zh='B级', en='B级'))
    """
    return STAGES.get(stage_name(stage)) or Text(stage, stage)


def written(score: str) -> Text:
    """What is written of a side of a match, as people read it: a level, past it with a plus, or a number.

    >>> written("flag+"), written("T").zh, written("-31").en
    (Text(zh='扛旗+', en='flag+'), '10', '−31')
    """
    level = score.removesuffix("+")
    name = both(lambda lang: rank_name(level_name(level, lang), lang).replace("-", "−"))
    return Text(*(f"{each}{score[len(level) :]}" for each in name))


def keys_in_order(keys: Sequence[str]) -> Text:
    """What an event is ranked by, in order, in words."""
    return Text(*(" → ".join(in_language(FIGURE_NAMES[key], lang) for key in keys) for lang in LANGS))


def part_title(stage: str | None, group: str | None = None, no: int | str | None = None, table: str | None = None) -> Text:
    """A part of an event in words, as far as it is told; without a stage the whole.

    >>> part_title("group", "A", 2, "1").en, part_title(None).zh
    ('groups · group A · round 2 · table 1', '全赛')
    """
    if stage is None:
        return WORDS["part.all"]
    parts = [stage_title(stage)]
    parts += [WORDS["part.group"].fill(group=group)] if group is not None else []
    parts += [WORDS["part.round"].fill(no=no)] if no is not None else []
    parts += [WORDS["part.table"].fill(table=table)] if table is not None else []
    return Text(*(" · ".join(in_language(each, lang) for each in parts) for lang in LANGS))
