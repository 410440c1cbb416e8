"""The figures about players or pairs, beside each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from paipu.analytics.statistics import key_name
from paipu.analytics.units import UnitKind
from paipu.dashboard.study import figures
from paipu.dashboard.study.shown import Picture, show
from paipu.dashboard.text import t
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.text import Lang
from paipu.replay.words import level_name

TWENTY: Final = 20

Row = dict[str, Any]


@dataclass(frozen=True)
class Pictures:
    """What is drawn of some units of a kind: their names, every statistic, and what was asked about the records of each."""

    kind: UnitKind
    units: Sequence[str]
    names: Mapping[str, str]
    sheet: RuleSheet
    statistics: pl.DataFrame
    drawn_of: Callable[[str], Mapping[str, pl.DataFrame]]
    lang: Lang
    kept: Picture

    def draw(self, rated: pl.DataFrame | None) -> None:
        """All of them, that of the ratings if these are known."""
        if rated is not None:
            self.rating_figure(rated)
        self.place_figure()
        self.mix_figure()
        self.think_figure()
        self.level_figure()

    def rating_figure(self, rated: pl.DataFrame) -> None:
        of_kind = rated.filter(kind=self.kind)
        frames = {self.names[unit]: of_kind.filter(unit=unit) for unit in self.units}
        frames = {name: frame for name, frame in frames.items() if not frame.is_empty()}
        if frames:
            figure = figures.rating_history(frames, t("column.mu", self.lang), t("column.game", self.lang))
            columns = ("game", "event", "match", "opponents", "result", "mu", "sigma", "low", "high")
            numbers = pl.concat([frame.select(pl.lit(name).alias("name"), *columns) for name, frame in frames.items()])
            words = {each: t(f"result.{each}", self.lang) for each in ("won", "lost", "drawn")}
            numbers = numbers.with_columns(pl.col("result").replace(words))
            show("players.rating", "players.rating.note", figure, numbers, "rating-history", self.lang, self.kept)

    def place_figure(self) -> None:
        """How often each finished where: the shares of the table."""
        called = {f"place_{place}": key_name(f"place_{place}", self.lang) for place in range(1, len(self.sheet.seats) + 1)}
        told = self.statistics.filter(pl.col("key").is_in([*called]) & pl.col("low").is_not_null()).select(
            "unit",
            pl.col("key").replace(called).alias("part"),
            "numerator",
            "denominator",
            untold="open",
            rate="value",
            low="low",
            high="high",
        )
        frames = {self.names[unit]: told.filter(unit=unit).drop("unit") for unit in self.units}
        frames = {name: frame for name, frame in frames.items() if not frame.is_empty()}
        if frames:
            words = (t("column.place", self.lang), t("players.share.hands", self.lang))
            figure = figures.by_step(
                {name: frame.rename({"part": "step"}) for name, frame in frames.items()}, *words, [*called.values()]
            )
            numbers = pl.concat([frame.select(pl.lit(name).alias("name"), pl.all()) for name, frame in frames.items()])
            show("players.places", "players.places.note", figure, numbers, "places", self.lang, self.kept)

    def mix_figure(self) -> None:
        """The attackers' points in bands."""
        found = {unit: dict(self.drawn_of(unit)["points"].iter_rows()) for unit in self.units}
        bands = range(max((band for each in found.values() for band in each), default=-1) + 1)
        counts = {unit: [each.get(band, 0) for band in bands] for unit, each in found.items()}
        labels = [band_name(band) for band in bands]
        counts = {unit: each for unit, each in counts.items() if sum(each)}
        if counts and labels:
            shares = {label: [each[place] / sum(each) for each in counts.values()] for place, label in enumerate(labels)}
            names = [self.names[unit] for unit in counts]
            numbers = pl.DataFrame(
                [
                    {"name": self.names[unit], "part": label, "hands": each[place]}
                    for unit, each in counts.items()
                    for place, label in enumerate(labels)
                ]
            )
            show("players.points", None, figures.mix(names, shares), numbers, "mix", self.lang, self.kept)

    def think_figure(self) -> None:
        frames: dict[str, list[tuple[float, float]]] = {}
        numbers: list[Row] = []
        for unit in self.units:
            found = dict(self.drawn_of(unit)["thinks"].iter_rows())
            total = sum(found.values())
            if total:
                bins = range(min(found), max(found) + 1)
                frames[self.names[unit]] = [(0.125 * 2 ** ((each + 0.5) / 4), found.get(each, 0) / total) for each in bins]
                numbers += [
                    {"name": self.names[unit], "seconds": round(0.125 * 2 ** (each / 4), 3), "plays": found.get(each, 0)}
                    for each in bins
                ]
        if frames:
            figure = figures.spread(frames, t("column.seconds", self.lang), t("players.share", self.lang))
            show("players.thinks", None, figure, pl.DataFrame(numbers), "think-times", self.lang, self.kept)

    def level_figure(self) -> None:
        frames = {}
        for unit in self.units:
            found = self.drawn_of(unit)["held"]
            if not found.is_empty():
                called = {level: level_name(level, self.lang) for level in found["level"]}
                frames[self.names[unit]] = found.with_columns(pl.col("level").replace(called))
        if frames:
            words = (t("column.level", self.lang), t("players.hold", self.lang))
            steps = {name: frame.rename({"level": "step"}) for name, frame in frames.items()}
            figure = figures.by_step(steps, *words, [level_name(level, self.lang) for level in self.sheet.ladder])
            numbers = pl.concat([frame.select(pl.lit(name).alias("name"), pl.all()) for name, frame in frames.items()])
            show("players.hold", "players.hold.note", figure, numbers, "hold-rate", self.lang, self.kept)


def band_name(band: int) -> str:
    """Twenty points, the last one open.

    >>> band_name(0), band_name(8)
    ('0–15', '160+')
    """
    return f"{TWENTY * band}+" if band == 8 else f"{TWENTY * band}–{TWENTY * band + 15}"
