"""The values of an answer in words: winners, leaders, results, costs, tribute."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from paipu.ingest.question.errors import text
from paipu.replay.cards import HIDDEN
from paipu.replay.notation import PASS
from paipu.replay.question import Verdict, Word
from paipu.replay.solve.solution import Value
from paipu.replay.solve.words import position_words, reason_words, value_words
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import INCIDENTS, by_side, card_name, join, levels_name, reading_name, seat_name

Values = Mapping[str, Any]


def play_words(values: Values, lang: Lang) -> Iterator[str]:
    """Each play of a trick: what it is, and whether that lets it win."""
    for play in values.get("plays", ()):
        said = [seat_name(play["seat"], lang), play["cards"]]
        if HIDDEN in play["cards"] and not play.get("reading"):
            said.append(text("answer.role.unseen", lang))
        elif "role" in play:
            said.append(text(f"answer.role.{play['role']}", lang))
            if play["can_win"] is not None:
                said.append(text("answer.able" if play["can_win"] else "answer.unable", lang))
        elif play["cards"] == PASS:
            said.append(text("answer.role.pass", lang))
        else:
            said += [reading_name(play["reading"], lang)] if play["reading"] else []
            said.append(text("answer.beats" if play["beats"] else "answer.low", lang))
        yield " ".join(said)


def answer_words(verdict: Verdict, lang: Lang, term: Text) -> str:
    """An answer in one sentence; of one that is open, what is missing."""
    if verdict.default is not Word.UNDETERMINED or "low" in verdict.values:
        return said_words(verdict.kind, verdict.values, lang, term)
    asked = text(f"answer.asked.{verdict.kind}", lang, what=incident_words(verdict, lang), term=in_language(term, lang))
    said = text("answer.open", lang, asked=asked, facts=join((fact_words(fact, lang, term) for fact in verdict.missing), lang))
    values: Values = dict(verdict.values)
    if values.get("holds"):
        said += text("answer.trick.holds", lang, seat=seat_name(values["holds"], lang))
    if values.get("multiplier"):
        said += text("list.stop", lang) + text("answer.kitty.factor", lang, factor=values["multiplier"])
    if values.get("bounds"):
        said += text("list.stop", lang) + text("band.score", lang, score=by_side(values["bounds"]))
    if verdict.kind == "result" and values.get("rose"):
        said += text("list.stop", lang) + text("answer.worth", lang, side=values["rose"], n=values["by"])
    return said


def said_words(kind: str, values: Values, lang: Lang, term: Text) -> str:
    """What an answer of a kind says; `term` is what the sheet calls a trick."""
    return SAID[kind]({**values, "term": in_language(term, lang)}, lang)


def incident_words(verdict: Verdict, lang: Lang) -> str:
    """The incident that a verdict is about, and whose; nothing of any other verdict."""
    named = verdict.kind == "incident"
    return f"{seat_name(verdict.seat, lang)} {in_language(INCIDENTS[verdict.subject], lang)}" if named else ""


def fact_words(fact: str, lang: Lang, term: Text) -> str:
    """A fact that is missing: a seat stands for its cards."""
    if len(fact) == 1:
        return text("answer.fact.hand", lang, seat=seat_name(fact, lang))
    return text(f"answer.fact.{fact}", lang, term=in_language(term, lang))


def _seats(seats: Sequence[str], lang: Lang) -> str:
    return text("answer.or", lang).join(seat_name(seat, lang) for seat in seats)


def _trick(values: Values, lang: Lang) -> str:
    if values["winner"] is None:
        return text("answer.trick.over", lang, term=values["term"])
    points = text("answer.trick.points", lang, n=values["points"]) if "points" in values else ""
    return text("answer.trick", lang, term=values["term"], seat=seat_name(values["winner"], lang)) + points


def _leads(values: Values, lang: Lang) -> str:
    leads, refused = values.get("leads", ()), values.get("leads_if_refused", ())
    if not leads:
        return text("answer.pays.none" if "payers" in values else "answer.leads.over", lang)
    said = text("answer.leads" if len(leads) == 1 else "answer.leads.any", lang, seats=_seats(leads, lang))
    return said + (text("answer.leads.refused", lang, seats=_seats(refused, lang)) if refused else "")


def _kitty(values: Values, lang: Lang) -> str:
    if not values["captured"]:
        return text("answer.kitty.kept", lang)
    return text("answer.kitty", lang, factor=values["multiplier"], n=values["points"])


def _result(values: Values, lang: Lang) -> str:
    if "points" in values:
        return _points(values, lang)
    points, score = values.get("attackers"), values.get("score")
    said = text("answer.points", lang, n=points) if points is not None else ""
    if values.get("winner") and values.get("lost"):
        won = text("answer.lost", lang, side=values["winner"])
        return won + (text("list.stop", lang) + text("band.score", lang, score=by_side(score)) if score else "")
    if "levels" not in values:
        return said + text("band.score", lang, score=by_side(values["score" if "score" in values else "bounds"]))
    said += text("answer.levels", lang, levels=levels_name(values["levels"], lang))
    if values.get("lost"):
        return said
    said += (
        text("answer.rises", lang, side=values["rose"], n=values["by"])
        if values["rose"] and values["by"]
        else text("answer.stays", lang)
    )
    return said + (text("answer.office", lang, side=values["office"]) if values.get("office") else "")


def _banker(values: Values, lang: Lang) -> str:
    seat = values["next_banker"]
    return text("answer.banker", lang, seat=seat_name(seat, lang)) if seat is not None else text("answer.banker.none", lang)


def _over(values: Values, lang: Lang) -> str:
    if values.get("lost"):
        return text("answer.lost", lang, side=values["winner"])
    return text("answer.over", lang, side=values["winner"]) if values["over"] else text("answer.over.not", lang)


def _points(values: Values, lang: Lang) -> str:
    score = values.get("score")
    told = text("answer.difference", lang, points=by_side(score)) if score else ""
    return text("answer.places", lang, points=by_side(values["points"])) + told


def _time(values: Values, lang: Lang) -> str:
    said = text("answer.time", lang, side=values["winner"]) if values["winner"] else text("answer.time.none", lang)
    said += text("list.stop", lang) + _points(values, lang) if values.get("points") else ""
    return said + (text("answer.time.decider", lang) if values.get("decider") else "")


def _incident(values: Values, lang: Lang) -> str:
    side, (low, high) = values["side"], values.get("range") or (0, 0)
    change, marks = values.get("attackers"), values.get("marks") or 0
    whom = text("answer.costs.attackers", lang, n=f"{change:+d}") if change is not None else ""
    said = {
        "points": text("answer.costs.points", lang, side=side, n=values.get("points") or 0) + whom,
        "marks": text("answer.costs.marks", lang, side=side, often=_often(marks, lang)),
        "costs_hand": text("answer.costs.hand", lang, side=side),
        "score": text("band.score", lang, score=by_side(values.get("score") or {})),
        "ends_match": text("answer.costs.match", lang),
        "free": text("answer.costs.free", lang),
        "past": text("answer.costs.past", lang, term=values["term"]),
        "disproved": text("answer.costs.disproved", lang),
        "range": text("answer.costs.range", lang, low=low, high=high),
        "referee": text("answer.costs.referee", lang) if not values.get("range") else "",
    }
    steps = [text(f"answer.costs.{step}", lang, side=side, who=who or "") for step, who in values.get("steps", ())]
    told = steps + [words for key, words in said.items() if values.get(key) and words and (not steps or key == "score")]
    return text("list.stop", lang).join(told) or text("answer.costs.none", lang)


def _often(number: int, lang: Lang) -> str:
    """How often something was: once, twice."""
    return text(f"answer.often.{number if number in {1, 2} else 'n'}", lang, n=number)


def _pays(values: Values, lang: Lang) -> str:
    said = []
    beside = next((key for key in ("may_refuse", "refusal_due") if values.get(key)), None)
    may = text(f"answer.pays.{beside}", lang) if beside else ""
    for gift in values.get("gifts", ()):
        cards = text("answer.or", lang).join(card_name(card, lang) for card in gift["cards"] or ())
        paid = text("answer.pays", lang, giver=seat_name(gift["from"], lang), taker=_seats(gift["to"] or (), lang))
        said.append(f"{paid} {cards}".rstrip())
    return text("list.stop", lang).join(said) + may if said else text("answer.pays.none", lang)


def _rest(values: Values, lang: Lang) -> str:
    value, unit = Value(values["low"], values["high"]), values["unit"]
    more = unit == "points" and values["so_far"] is None
    return text("answer.rest", lang, said=position_words(unit, values["side"], value, lang, more=more))


def rest_rows(values: Values, lang: Lang) -> Iterator[tuple[str, str]]:
    """Why the value is not exact; then the plays, those together that are worth the same, best first."""
    if values.get("reason"):
        yield "missing", reason_words(values["reason"], values["nodes"], lang)
    alike: dict[Value, list[str]] = {}
    for each in values.get("worth", ()):
        alike.setdefault(Value(each["low"], each["high"]), []).append(each["cards"])
    for value, plays in alike.items():
        yield "worth", f"{value_words(values['unit'], value, lang)}: {' | '.join(plays)}"


def _resist(values: Values, lang: Lang) -> str:
    if "open" not in values:
        return text("answer.pays.none", lang)
    if values["open"]:
        return text("answer.resist.due" if values["expected"] else "answer.resist", lang)
    return text("answer.resist.not", lang)


SAID: Final[Mapping[str, Callable[[Values, Lang], str]]] = {
    "trick": _trick,
    "leads": _leads,
    "kitty": _kitty,
    "result": _result,
    "banker": _banker,
    "over": _over,
    "points": _points,
    "time": _time,
    "incident": _incident,
    "pays": _pays,
    "resist": _resist,
    "rest": _rest,
}
"""How the values of each kind of answer are said."""
