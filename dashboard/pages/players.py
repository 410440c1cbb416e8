"""选手: who plays how, beside all the others: a player or a pair, or up to four of them beside each other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from paipu.analytics import ratings
from paipu.analytics.keys import NAMES, TOGETHER
from paipu.analytics.statistics import TIMES, key_name, written
from paipu.analytics.units import UnitKind
from paipu.dashboard.links import Place, Scope, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.scope import scope
from paipu.dashboard.session import language
from paipu.dashboard.study import ask as study
from paipu.dashboard.study import figures
from paipu.dashboard.study.shown import Picture, picture_choice, show
from paipu.dashboard.text import t
from paipu.replay.checks import with_cards
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.words import hand_name, level_name

PLACES: Final = ("u", "u2", "u3", "u4")
"""Where the address has the units that are looked at."""
KINDS: Final[tuple[UnitKind, ...]] = ("pair", "player")
LISTED: Final = 24
BINS: Final = 14
MET: Final = 8
AROUND: Final = 14
"""Players in the heat map at most: those with most matches."""
TWENTY: Final = 20
_SEARCH: Final = "players.search"

Row = dict[str, Any]


def page() -> None:
    """Draw the page."""
    lang = language()
    kind: UnitKind = "player" if st.query_params.get("by") == "player" else "pair"
    chosen = list(dict.fromkeys(filter(None, (st.query_params.get(place) for place in PLACES))))
    sheets = study.sheets_of(kind, chosen[0], scope().event) if chosen else study.sheets_in(scope().event)
    if chosen and not sheets:
        say("error", t("players.unknown", lang, unit=chosen[0]), t("replay.wrong.stop", lang))
        chosen, sheets = [], study.sheets_in(scope().event)
    wanted = scope().sheet
    sheet = wanted if wanted in sheets else next(iter(sheets), None)
    if sheet is None:
        st.info(t("players.none", lang))
        return
    at = Looked(kind, chosen, scope()._replace(sheet=sheet), lang)
    at.search(sheets)
    if at.units:
        at.profile()
    kept = picture_choice(lang)
    if at.units:
        at.figures(kept)
    at.around(kept)


class Looked:
    """What is looked at: units of a kind in a scope, on one sheet."""

    def __init__(self, kind: UnitKind, chosen: Sequence[str], within: Scope, lang: Lang) -> None:
        self.kind, self.within, self.lang = kind, within, lang
        self.sheet: RuleSheet = SHEETS[str(within.sheet)]
        known = study.called()
        self.names: dict[str, str] = {}
        self.matches: dict[str, int] = {}
        for members, matches in study.units_in(kind, within).iter_rows():
            unit = TOGETHER.join(members)
            self.names[unit] = TOGETHER.join(known.get(player, player) for player in members)
            self.matches[unit] = matches
        self.units = [unit for unit in chosen if unit in self.names]

    def link(self, units: Sequence[str], **more: str) -> str:
        """The address of this page for some units."""
        said = {**scope().query, "by": self.kind, **dict(zip(PLACES, units, strict=False)), **more, "lang": self.lang}
        return f"players?{urlencode(said)}"

    def of_sheet(self, sheet: str) -> str:
        return f"players?{urlencode({**self.within._replace(sheet=sheet).query, **self.said(), 'lang': self.lang})}"

    def said(self) -> dict[str, str]:
        return {"by": self.kind, **dict(zip(PLACES, self.units, strict=False))}

    @cached_property
    def statistics(self) -> pl.DataFrame:
        """Every statistic of every unit, for a unit is shown beside its peers."""
        return study.of_units(self.kind, self.within)

    def of_unit(self, unit: str) -> Mapping[str, pl.DataFrame]:
        """What was asked about a unit's records."""
        return study.of_unit(self.kind, unit, self.within, self.lang)

    # --- Choosing

    def search(self, sheets: Sequence[str]) -> None:
        """The search, and whom it finds."""
        with st.container(horizontal=True, gap="small", key="players"):
            if _SEARCH not in st.session_state:
                st.session_state[_SEARCH] = st.query_params.get("q", "")
            word = st.text_input(
                t("players.search", self.lang),
                key=_SEARCH,
                placeholder=t("players.search.placeholder", self.lang),
                label_visibility="collapsed",
                width=320,
                on_change=_searched,
            )
        wanted = word.strip().casefold()
        fitting = [unit for unit, name in self.names.items() if wanted in f"{name} {unit}".casefold()]
        fitting.sort(key=lambda unit: (-self.matches[unit], unit))
        full = len(self.units) == len(PLACES)
        listed = [
            {
                "name": self.names[unit],
                "matches": self.matches[unit],
                "link": self.link([unit]),
                "add": None if full or unit in self.units or not self.units else self.link([*self.units, unit]),
                "on": unit in self.units,
            }
            for unit in fitting[:LISTED]
        ]
        draw(
            "players.html",
            self.lang,
            part="search",
            kinds=[(t(f"players.{kind}", self.lang), self.of_kind(kind), kind == self.kind) for kind in KINDS],
            sheets=[
                (in_language(SHEETS[key].title, self.lang), self.of_sheet(key), key == self.within.sheet) for key in sheets
            ],
            listed=listed,
            more=len(fitting) - len(listed),
            folded=bool(self.units) and not wanted,
        )

    def of_kind(self, kind: UnitKind) -> str:
        return f"players?{urlencode({**scope().query, 'by': kind, 'lang': self.lang})}"

    # --- One to four units

    def profile(self) -> None:
        """All that is known of the units, beside each other."""
        rated = study.rated(str(self.within.sheet))
        now = ratings.standings(ratings.framed(()) if rated is None else rated).filter(kind=self.kind)
        heads = [
            {
                "name": self.names[unit],
                "id": unit,
                "off": self.link([other for other in self.units if other != unit]),
                "rating": next(now.filter(unit=unit).iter_rows(named=True), None),
                "luck": added_up(next(study.lucky(self.kind, unit, self.within).iter_rows(named=True), None)),
            }
            for unit in self.units
        ]
        model = study.model()
        fit = model.sheets.get(str(self.within.sheet))
        draw(
            "players.html",
            self.lang,
            part="profile",
            title=in_language(self.sheet.title, self.lang),
            heads=heads,
            rows=self.rows(),
            model=model,
            fit=fit.fit if fit is not None else None,
        )
        for unit in self.units:
            self.people(unit)

    def figures(self, kept: Picture) -> None:
        """The figures about the units."""
        rated = study.rated(str(self.within.sheet))
        if rated is None:
            _awaited(str(self.within.sheet), self.lang)
        else:
            self.rating_figure(rated, kept)
        self.place_figure(kept)
        self.mix_figure(kept)
        self.think_figure(kept)
        self.level_figure(kept)

    def rows(self) -> list[Row]:
        """A row a statistic: what each unit has, and how its peers spread."""
        told = []
        of_all = self.statistics.partition_by("key", as_dict=True)
        for key in NAMES:
            of_key = of_all.get((key,), self.statistics.clear())
            cells = [next(of_key.filter(unit=unit).iter_rows(named=True), None) for unit in self.units]
            if any(cell is not None for cell in cells):
                compared = of_key.filter(pl.col("percentile").is_not_null())["value"].to_list()
                own = [cell["value"] for cell in cells if cell is not None and cell["value"] is not None]
                told.append(
                    {"name": key_name(key, self.lang), "cells": [cell_of(cell) for cell in cells], **strip(compared, own)}
                )
        return told

    def rating_figure(self, rated: pl.DataFrame, kept: Picture) -> None:
        of_kind = rated.filter(kind=self.kind)
        frames = {self.names[unit]: of_kind.filter(unit=unit) for unit in self.units}
        frames = {name: frame for name, frame in frames.items() if not frame.is_empty()}
        if frames:
            figure = figures.rating_history(frames, t("column.mu", self.lang), t("column.game", self.lang))
            columns = ("game", "event", "match", "opponents", "result", "mu", "sigma", "low", "high")
            numbers = pl.concat([frame.select(pl.lit(name).alias("name"), *columns) for name, frame in frames.items()])
            words = {each: t(f"result.{each}", self.lang) for each in ("won", "lost", "drawn")}
            numbers = numbers.with_columns(pl.col("result").replace(words))
            show("players.rating", "players.rating.note", figure, numbers, "rating-history", self.lang, kept)

    def place_figure(self, kept: Picture) -> None:
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
            show("players.places", "players.places.note", figure, numbers, "places", self.lang, kept)

    def mix_figure(self, kept: Picture) -> None:
        """The attackers' points in bands."""
        found = {unit: dict(self.of_unit(unit)["points"].iter_rows()) for unit in self.units}
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
            show("players.points", None, figures.mix(names, shares), numbers, "mix", self.lang, kept)

    def think_figure(self, kept: Picture) -> None:
        frames: dict[str, list[tuple[float, float]]] = {}
        numbers: list[Row] = []
        for unit in self.units:
            found = dict(self.of_unit(unit)["thinks"].iter_rows())
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
            show("players.thinks", None, figure, pl.DataFrame(numbers), "think-times", self.lang, kept)

    def level_figure(self, kept: Picture) -> None:
        frames = {}
        for unit in self.units:
            found = self.of_unit(unit)["held"]
            if not found.is_empty():
                called = {level: level_name(level, self.lang) for level in found["level"]}
                frames[self.names[unit]] = found.with_columns(pl.col("level").replace(called))
        if frames:
            words = (t("column.level", self.lang), t("players.hold", self.lang))
            steps = {name: frame.rename({"level": "step"}) for name, frame in frames.items()}
            figure = figures.by_step(steps, *words, [level_name(level, self.lang) for level in self.sheet.ladder])
            numbers = pl.concat([frame.select(pl.lit(name).alias("name"), pl.all()) for name, frame in frames.items()])
            show("players.hold", "players.hold.note", figure, numbers, "hold-rate", self.lang, kept)

    def people(self, unit: str) -> None:
        """Whom a unit met, and the hands worth another look."""
        met = self.of_unit(unit)["met"].to_dicts()
        for row in met:
            row["name"], row["link"] = self.names.get(row["unit"], row["unit"]), self.link([row["unit"]])
        draw(
            "players.html",
            self.lang,
            part="people",
            name=self.names[unit],
            partners=[row for row in met if row["partner"]][:MET],
            opponents=[row for row in met if not row["partner"]][:MET],
            hands=self.hands(unit),
        )

    def hands(self, unit: str) -> list[Row]:
        """Hands to revisit: what broke a rule, what went most against or for the cards, what was thought about longest."""
        lang = self.lang
        found = self.of_unit(unit)
        told = [{**row, "why": with_cards(row["code"], row["message"], lang)} for row in found["faults"].to_dicts()]
        for row in found["outliers"].to_dicts() if "outliers" in found else ():
            key = "players.beyond" if row["beyond"] > 0 else "players.below"
            told.append({**row, "ply": 0, "why": t(key, lang, n=f"{abs(row['beyond']):.1f}")})
        slow = found["longest"].to_dicts()
        told += [{**row, "why": t("players.longest", lang, n=f"{row['seconds']:g}")} for row in slow]
        for row in told:
            row["link"] = replay_link(Place(row["match"], row["hand"], row["ply"]), lang, scope().query)
            row["where"] = f"{row['match']} · {hand_name(row['hand'], lang)}"
        return told

    # --- All of them

    def around(self, kept: Picture) -> None:
        """Who wins with whom, of those who played most."""
        pairs = study.wins(self.within)
        if pairs.is_empty():
            return
        played: Counter[str] = Counter()
        for player, _, matches, _ in pairs.iter_rows():
            played[player] += matches
        shown = [player for player, _ in sorted(played.items(), key=lambda each: (-each[1], each[0]))[:AROUND]]
        known = study.called()
        names = [known.get(player, player) for player in shown]
        won = {(player, partner): (wins, matches) for player, partner, matches, wins in pairs.iter_rows()}
        rates = [[_rate(won.get((one, other))) for other in shown] for one in shown]
        counts = [["/".join(map(str, won[one, other])) if (one, other) in won else "" for other in shown] for one in shown]
        numbers = pairs.filter(pl.col("player").is_in(shown) & pl.col("partner").is_in(shown)).with_columns(
            pl.col("player", "partner").replace(known) if known else pl.col("player", "partner")
        )
        figure = figures.who_with_whom(unlike(names), rates, counts)
        show("players.with", "players.with.note", figure, numbers, "who-with-whom", self.lang, kept)


@st.fragment(run_every=1.0)
def _awaited(sheet: str, lang: Lang) -> None:
    """Say that ratings are being worked out, and draw the page again once they are there."""
    if study.rated(sheet) is not None:
        st.rerun()
    st.caption(t("players.rating.soon", lang))


def _rate(found: tuple[int, int] | None) -> float | None:
    return None if found is None else found[0] / found[1]


def unlike(names: Sequence[str]) -> list[str]:
    """The names, with a number after those that look alike once they are cut: an axis puts equal ones into one."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        cut = figures.short(name)
        seen[cut] += 1
        told.append(cut if seen[cut] == 1 else f"{cut[: figures.NAME - 3]} {seen[cut]}")
    return told


def _searched() -> None:
    """The address follows the search."""
    word = st.session_state[_SEARCH]
    if word:
        st.query_params["q"] = word
    elif "q" in st.query_params:
        del st.query_params["q"]


def cell_of(cell: Mapping[str, Any] | None) -> Row | None:
    """A unit's statistic as it is written."""
    if cell is None:
        return None
    told = {"open": cell["open"], "of_matches": cell["key"] == "matches_won"}
    shown = written(cell, 0)
    if shown is None:
        return {**told, "value": "–", "of": "", "reach": "", "percentile": None}
    value, reach = shown
    percentile = cell["percentile"]
    # Of think times the numerator is kept in milliseconds.
    numerator = f"{cell['numerator'] / 1000:,.1f}" if cell["key"] == TIMES else f"{cell['numerator']:,}"
    return {
        "value": value,
        "of": f"{numerator} / {cell['denominator']:,}",
        "reach": reach.replace(" ", ""),
        **told,
        "percentile": None if percentile is None else round(100 * percentile),
    }


def added_up(luck: Row | None) -> Row | None:
    """A unit's luck with the rest as it is left by the other parts, written to a tenth."""
    if luck is None:
        return None
    outcome, baseline, of_deal = (round(luck[name], 1) for name in ("outcome", "baseline", "luck"))
    return {**luck, "rest": round(outcome - baseline - of_deal, 1) + 0.0}


def strip(peers: Sequence[float], own: Sequence[float]) -> Row:
    """How the peers' values spread, in bins, and in which of them the units are; nothing where none are, or all are alike."""
    if not peers or min(peers) == max(peers):
        return {"bins": [], "peers": len(peers)}
    low, high = min([*peers, *own]), max([*peers, *own])
    width = (high - low) / BINS or 1.0

    def place(value: float) -> int:
        return min(BINS - 1, int((value - low) / width))

    counts, here = Counter(map(place, peers)), {place(value) for value in own}
    most = max(counts.values())
    return {"bins": [(round(100 * counts[at] / most), at in here) for at in range(BINS)], "peers": len(peers)}


def band_name(band: int) -> str:
    """Twenty points, the last one open.

    >>> band_name(0), band_name(8)
    ('0–15', '160+')
    """
    return f"{TWENTY * band}+" if band == 8 else f"{TWENTY * band}–{TWENTY * band + 15}"
