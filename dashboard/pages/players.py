"""选手: who plays how, beside all the others: a player or a pair, or up to four of them beside each other."""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final
from urllib.parse import quote, urlencode

import polars as pl
import streamlit as st

from paipu.analytics import ratings
from paipu.analytics.filters import Filters
from paipu.analytics.keys import EXPLAINED, NAMES, TOGETHER, TOLD
from paipu.analytics.statistics import TIMES, key_name, written
from paipu.analytics.tally_rows import ADDED
from paipu.analytics.units import UnitKind
from paipu.dashboard.links import Place, Scope, WrongLink, page_link, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.scope import scope
from paipu.dashboard.session import language, set_title
from paipu.dashboard.study import ask as study
from paipu.dashboard.study import figures, kept, narrow
from paipu.dashboard.study.headline import first_rows, forms
from paipu.dashboard.study.lost import lost
from paipu.dashboard.study.opened import opened
from paipu.dashboard.study.pictured import Pictures
from paipu.dashboard.study.played import rating_changes, rows_of
from paipu.dashboard.study.printed import offer_profile
from paipu.dashboard.study.shown import Picture, as_csv, picture_choice, show
from paipu.dashboard.study.worth import worth
from paipu.dashboard.text import t
from paipu.replay.checks import with_cards
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS, TRICK_SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.words import hand_name, level_name, seat_name, seats_name

PLACES: Final = ("u", "u2", "u3", "u4")
"""Where the address has the units that are looked at."""
KINDS: Final[tuple[UnitKind, ...]] = ("pair", "player")
LISTED: Final = 24
BINS: Final = 14
MET: Final = 8
NEWEST: Final = 12
"""Matches of a unit that are listed before all of them are asked for."""
RATINGS: Final[Mapping[str, str]] = {each: each for each in ("20", "22.5", "25", "27.5", "30")}
"""How high opponents may be asked to be rated: a beginner is at 25."""
AROUND: Final = 14
"""Players in the heat map at most: those with most matches."""
_SEARCH: Final = "players.search"
_FIGURES: Final = "players.figures"

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
    filters = narrow.filters_in(st.query_params.to_dict())
    if isinstance(filters, WrongLink):
        say("error", t(filters.key, lang, **filters.params), t("replay.wrong.stop", lang))
        return
    at = Looked(kind, chosen, scope()._replace(sheet=sheet), filters, lang)
    at.search(sheets)
    if at.units:
        set_title(" · ".join(at.names[unit] for unit in at.units), lang)
        at.profile()
        if at.kind == "player" and len(at.units) == 1:
            lost(at.units[0], sheet, lang)
        if len(at.units) == 1:
            at.people(at.units[0])
        else:
            draw("players.html", lang, part="alone", links=[(at.names[unit], at.link([unit])) for unit in at.units])
    if at.units and not at.worked_out():
        _awaited(at)
    if st.toggle(t("players.figures", lang), value=st.query_params.get("figures") == "on", key=_FIGURES):
        picture = picture_choice(lang)
        if at.units:
            at.figures(picture)
        at.around(picture)


class Looked:
    """What is looked at: units of a kind in a scope, on one sheet."""

    def __init__(self, kind: UnitKind, chosen: Sequence[str], within: Scope, filters: Filters, lang: Lang) -> None:
        self.kind, self.within, self.filters, self.lang = kind, within, filters, lang
        self.narrowing = narrow.filters_said(st.query_params.to_dict())
        self.sheet: RuleSheet = SHEETS[str(within.sheet)]
        known = study.called()
        self.names: dict[str, str] = {}
        self.matches: dict[str, int] = {}
        for members, matches in study.units_in(kind, within).iter_rows():
            unit = TOGETHER.join(members)
            self.names[unit] = TOGETHER.join(known.get(player, player) for player in members)
            self.matches[unit] = matches
        self.units = [unit for unit in chosen if unit in self.names]

    def link(self, units: Sequence[str], page: str = "players", **more: str) -> str:
        """The address of this page for some units, or of another under the same filters."""
        stays = {**scope().query, "by": self.kind, **dict(zip(PLACES, units, strict=False)), **self.narrowing, **more}
        return page_link(page, self.lang, {name: value for name, value in stays.items() if value})

    def of_sheet(self, sheet: str) -> str:
        return f"players?{urlencode({**self.within._replace(sheet=sheet).query, **self.said(), 'lang': self.lang})}"

    def said(self) -> dict[str, str]:
        return {"by": self.kind, **dict(zip(PLACES, self.units, strict=False))}

    @cached_property
    def statistics(self) -> pl.DataFrame:
        """Every statistic of every unit, for a unit is shown beside its peers; under filters of those looked at alone."""
        if self.filters.narrow:
            asked = [narrow.of_unit(self.filters, unit) for unit in self.units]
            return pl.concat([study.narrowed(self.kind, self.within, filters) for filters in asked])
        return study.of_units(self.kind, self.within)

    def worked_out(self) -> bool:
        """Whether everything that is computed in the background is ready."""
        of_players = self.kind != "player" or study.partnered(self.within) is not None
        return study.rated(str(self.within.sheet)) is not None and of_players

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
        fitting = [unit for unit, name in self.names.items() if fits(unit, name, wanted)]
        fitting.sort(key=lambda unit: (-self.matches[unit], unit))
        listed = [
            {
                "name": self.names[unit],
                "matches": self.matches[unit],
                "link": self.link([unit]),
                "add": self.link([*self.units, unit]) if 0 < len(self.units) < len(PLACES) and unit not in self.units else None,
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
        form = {} if rated is None else forms(rated.filter(kind=self.kind), self.units)
        heads = [
            {
                "name": self.names[unit],
                "id": unit,
                "find": self.link([], "find", **{"for": unit}),
                "off": self.link([other for other in self.units if other != unit]),
                "rating": next(now.filter(unit=unit).iter_rows(named=True), None),
                "form": form.get(unit),
                "unrated": None if rated is None else unrated(now.filter(unit=unit), self.kind),
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
            pills=[*self.pills()],
            clear=self.link(self.units, **dict.fromkeys(narrow.FILTERS, "")) if self.narrowing else None,
            model=model,
            fit=fit.fit if fit is not None else None,
        )
        self.first()
        self.counted()
        if len(self.units) == 1:
            self.matches_of(self.units[0], rated)
        draw(
            "players.html",
            self.lang,
            part="statistics",
            heads=heads,
            rows=self.rows(),
            narrowed=bool(self.narrowing),
            open=st.query_params.get("all") == "on",
        )
        own = self.statistics.filter(pl.col("unit").is_in(self.units))
        with st.container(horizontal=True, gap="small"):
            self.download("statistics", own)
            if len(self.units) == 1:
                whole = study.faced(narrow.of_unit(self.filters, self.units[0]), self.within)
                offer_profile(whole, self.within, own, self.lang)

    def pills(self) -> Iterator[Row]:
        """What narrows the hands: each a choice of links, which add up."""
        found = [study.met_by(self.kind, unit, self.within) for unit in self.units]
        met = pl.concat([each["met"] for each in found])
        months = sorted({day[:7] for each in found for day in each["days"]["day"]})
        of_seats = {seat: seat_name(seat, self.lang) for seat in self.sheet.seats}
        numbers = {str(n): t("narrow.hands", self.lang, n=n) for n in (1, 2, 3, 5, 8)}
        options: dict[str, Mapping[str, str]] = {
            "with": self.met_names(met, partner=True) if self.kind == "player" else {},
            "against": self.met_names(met, partner=False),
            "since": {f"{month}-01": month for month in months},
            "until": {f"{month}-{monthrange(*map(int, month.split('-')))[1]}": month for month in months},
            "seat": of_seats if self.kind == "player" else {},
            "side": {side: seats_name(side, self.lang) for side in self.sheet.sides},
            "level": {level: level_name(level, self.lang) for level in self.sheet.ladder} if self.sheet.counts_levels else {},
            "role": {each: t(f"narrow.role.{each}", self.lang) for each in narrow.ROLES if self.sheet.key in TRICK_SHEETS},
            "first": numbers,
            "last": numbers,
            "over": RATINGS,
            "under": RATINGS,
        }
        for name, given in options.items():
            on = self.narrowing.get(name, "")
            if given or on:
                shown = {**given, **({on: self.names.get(on, on)} if on and on not in given else {})}
                links = [(label, self.link(self.units, **{name: value}), value == on) for value, label in shown.items()]
                everything = (t("narrow.all", self.lang), self.link(self.units, **{name: ""}), not on)
                yield {"name": t(f"narrow.{name}", self.lang), "on": shown.get(on), "links": [everything, *links]}

    def matches_of(self, unit: str, rated: pl.DataFrame | None) -> None:
        """The matches of a unit, the newest first, each a link to its first hand, seen from the seat of a player."""
        every = st.query_params.get("matches") == "all"
        found = study.matches(self.kind, self.within, narrow.of_unit(self.filters, unit))
        changes = {} if rated is None else rating_changes(rated.filter(kind=self.kind, unit=unit))
        draw(
            "players.html",
            self.lang,
            part="matches",
            rows=rows_of(found.head(found.height if every else NEWEST), self.kind, changes, self.lang),
            total=found.height,
            more=None if every or found.height <= NEWEST else self.link(self.units, matches="all"),
            mine=urlencode({"by": self.kind, "u": unit}),
            told=f"player/{quote(unit, safe='')}" if self.kind == "player" else self.link([unit]),
            paired=self.kind == "player",
        )

    def met_names(self, met: pl.DataFrame, *, partner: bool) -> Mapping[str, str]:
        """Whom the units met, most often first."""
        units = met.filter(pl.col("partner") == partner)["unit"].unique(maintain_order=True)
        return {unit: self.names.get(unit, unit) for unit in units.head(LISTED)}

    def counted(self) -> None:
        """The hands that the statistic counts which was opened."""
        asked = narrow.listing_in(st.query_params.to_dict())
        if isinstance(asked, narrow.Listing) and asked.unit in self.units:
            stays = {**scope().query, "sheet": str(self.within.sheet), **narrow.said(st.query_params.to_dict())}
            link = partial(self.link, self.units)
            listed = opened(asked, self.within, self.names[asked.unit], link, stays, self.lang)
            self.download("counted", listed)
            if listed.height:
                these = t("kept.these", self.lang, n=listed.height)
                kept.offer(lambda _: kept.places_of(listed), "kept.counted", these, self.lang)

    def first(self) -> None:
        """The figures that are shown first; of several units in small multiples."""
        asked = narrow.listing_in(st.query_params.to_dict())
        on = asked.key if isinstance(asked, narrow.Listing) else None

        def link(unit: str, key: str) -> str:
            return self.link(self.units, **{"for": unit, "by": self.kind, "key": key, "of": "all"})

        heads = [{"name": self.names[unit]} for unit in self.units]
        rows = first_rows(self.statistics, self.units, link, on, self.lang)
        draw("players.html", self.lang, part="headline", heads=heads, rows=rows)

    def download(self, name: str, rows: pl.DataFrame) -> None:
        """What is shown as CSV, with the filters that it is under."""
        under = " ".join(f"{each}={value}" for each, value in {**self.within.query, **self.narrowing}.items())
        st.download_button(
            t(f"players.{name}.csv", self.lang),
            data=lambda: as_csv(rows.with_columns(filters=pl.lit(under))),
            file_name=f"{name}.csv",
            mime="text/csv",
            key=f"csv.{name}",
            on_click="ignore",
        )

    def figures(self, picture: Picture) -> None:
        """The figures about the units."""
        rated = study.rated(str(self.within.sheet))
        drawn = partial(study.drawn_of, self.kind, chosen=self.within)
        Pictures(self.kind, self.units, self.names, self.sheet, self.statistics, drawn, self.lang, picture).draw(rated)

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
                shown = [cell_of(cell) for cell in cells]
                for unit, each in zip(self.units, shown, strict=True):
                    if each is not None:
                        each["opens"] = self.opens(unit, key, each)
                explained = [(t(f"explained.{part}", self.lang), in_language(EXPLAINED[part][key], self.lang)) for part in TOLD]
                name = key_name(key, self.lang)
                told.append({"name": name, "told": explained, "cells": shown, **strip(compared, own)})
        return told

    def opens(self, unit: str, key: str, cell: Row) -> Row:
        """Where a statistic's counts lead: to the hands that they count. A sum of values has none of its own."""
        link = {"for": unit, "by": self.kind, "key": key}
        hits = None if key in ADDED or cell["numerator"] == "0" else self.link(self.units, **link)
        return {
            "hits": hits,
            "all": self.link(self.units, **link, of="all") if cell["denominator"] != "0" else None,
        }

    def people(self, unit: str) -> None:
        """Whom a unit met, and the hands worth another look."""
        met = study.met_by(self.kind, unit, self.within)["met"].to_dicts()
        for row in met:
            row["name"], row["link"] = self.names.get(row["unit"], row["unit"]), self.link([row["unit"]])
        together = worth(self.kind, unit, self.within, self.lang)
        draw(
            "players.html",
            self.lang,
            part="people",
            name=self.names[unit],
            partners=[{**row, "worth": together.get(row["unit"])} for row in met if row["partner"]][:MET],
            worth=bool(together),
            opponents=[row for row in met if not row["partner"]][:MET],
            hands=revisited(study.revisited(self.kind, unit, self.within, self.lang), self.lang),
        )

    # --- All of them

    def around(self, picture: Picture) -> None:
        """Who wins with whom, of those who played most."""
        pairs = study.wins(self.within)
        if not changing(pairs):
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
        show("players.with", "players.with.note", figure, numbers, "who-with-whom", self.lang, picture)


def revisited(found: Mapping[str, pl.DataFrame], lang: Lang) -> list[Row]:
    """Hands to revisit: what broke a rule, what went most against or for the cards, what was thought about longest."""
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


@st.fragment(run_every=1.0)
def _awaited(at: Looked) -> None:
    """Say that ratings are being worked out, and draw the page again once they are there."""
    if at.worked_out():
        st.rerun()
    st.caption(t("players.rating.soon", at.lang))


def unrated(now: pl.DataFrame, kind: UnitKind) -> str | None:
    """Why there is no rating of a unit, or one that says little: a key of the catalogue."""
    if now.is_empty():
        return "players.unrated.player" if kind == "player" else "players.unrated.pair"
    return "players.unrated.few" if now["game"][0] == 1 else None


def changing(pairs: pl.DataFrame) -> bool:
    """Whether anybody had several partners: among pairs and trios that never change there is nothing to compare."""
    beside = {player: set(group) for player, group in pairs.group_by("player").agg("partner").iter_rows()}
    return any(
        beside[player] | {player} != beside[partner] | {partner}
        for player, partner in pairs.select("player", "partner").iter_rows()
    )


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


def fits(unit: str, name: str, wanted: str) -> bool:
    """Whether a word finds a unit: as it is written, or by any of its players."""
    if not wanted or wanted in f"{name} {unit}".casefold():
        return True
    return any(study.people().fits(player, wanted) for player in unit.split(TOGETHER))


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
        return {**told, "value": "–", "numerator": "0", "denominator": "0", "reach": "", "percentile": None}
    value, reach = shown
    percentile = cell["percentile"]
    # Of think times the numerator is kept in milliseconds.
    numerator = f"{cell['numerator'] / 1000:,.1f}" if cell["key"] == TIMES else f"{cell['numerator']:,}"
    return {
        "value": value,
        "numerator": numerator,
        "denominator": f"{cell['denominator']:,}",
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
