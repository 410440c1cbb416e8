"""What a record itself says went wrong in a hand: incidents that were noticed, and rulings; each is shown at its ply."""

from collections.abc import Mapping
from typing import Any

from paipu.dashboard.table.message import NotedView
from paipu.dashboard.text import t
from paipu.replay.catalogue import clauses
from paipu.replay.effects import effect_words
from paipu.replay.record import Incident, Ruling
from paipu.replay.states import HandView
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import INCIDENTS, RULING_STATES, place_name, seat_name


def noted(view: HandView[Any, Any, Any, Any], lang: Lang) -> list[NotedView]:
    """The incidents and rulings of a hand."""
    incidents, rulings = view.noted()
    return [
        *(_incident(each, view.sheet.term, lang) for each in incidents),
        *(_ruling(each, view.record.sheet, lang) for each in rulings),
    ]


def noted_at(view: HandView[Any, Any, Any, Any]) -> Mapping[int, list[int]]:
    """For each ply which of them it shows."""
    by_ply: dict[int, list[int]] = {}
    incidents, rulings = view.noted()
    for number, at in enumerate([each.at for each in incidents] + [each.at for each in rulings]):
        by_ply.setdefault(view.ply_at(*at or (None, None)), []).append(number)
    return by_ply


def said_short(each: NotedView, lang: Lang) -> str:
    """One line of it, for a row of the score sheet that it bears on: 东 E · 跟错牌 · 一手…"""
    seat = [] if each["seat"] is None else [seat_name(each["seat"], lang)]
    return " · ".join([*seat, each["title"], *each["effects"]])


def _incident(incident: Incident, term: Text, lang: Lang) -> NotedView:
    facts = []
    if incident.noticed is not None:
        facts.append(t("noted.noticed", lang, place=place_name(*incident.noticed, lang, term)))
    if incident.count is not None:
        facts.append(t("table.cards.one" if incident.count == 1 else "table.cards.left", lang, n=incident.count))
    if incident.seconds is not None:
        facts.append(t("game.seconds", lang, n=f"{incident.seconds:g}"))
    return NotedView(
        what="incident",
        title=in_language(INCIDENTS[incident.kind], lang),
        state=None,
        counts=True,
        seat=incident.seat,
        cards=incident.cards,
        facts=facts,
        effects=[],
        clause=None,
        clause_text=None,
        by=None,
        note=incident.note,
    )


def _ruling(ruling: Ruling, sheet: str, lang: Lang) -> NotedView:
    clause = clauses(sheet).get(ruling.clause) if ruling.clause is not None else None
    made = [each for each in (ruling.by, ruling.when) if each]
    return NotedView(
        what="ruling",
        title=t("noted.ruling", lang, id=ruling.id),
        state=in_language(RULING_STATES[ruling.state], lang),
        counts=ruling.in_force,
        seat=ruling.seat,
        cards=None,
        facts=[],
        effects=list(effect_words(ruling.effect, lang)),
        clause=ruling.clause,
        clause_text=None if clause is None else in_language(clause, lang),
        by=" · ".join(made) or None,
        note=ruling.note,
    )
