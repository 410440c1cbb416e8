"""The keys of `data/FORMAT.md`, from the models of the format and the words beside them."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import BaseModel

from paipu.ingest import event, schema
from paipu.replay import notation
from paipu.replay.cards import RANKS
from paipu.replay.event.boards import BY_BOARD
from paipu.replay.event_rules import FIGURES, KEYS
from paipu.replay.rulesheet import FOUR_SEATS, SIX_SEATS, sides_of
from paipu.replay.sheets import SHEETS
from paipu.replay.words import INCIDENTS

MODELS: Final[Mapping[str, type[BaseModel]]] = {
    **{model.__name__: model for model in (schema.Event, schema.Board, schema.Player, schema.TrickHand, schema.KittyAction)},
    **{model.__name__: model for model in (schema.TrickHandClaims, schema.Effect, schema.Fault, schema.Ruling)},
    "Match": schema.TrickMatch,
    "Start": schema.Start[schema.FourSeat, schema.FourSide, schema.RankOrFlag],
    "Incident": schema.Incident[schema.FourSeat],
    "Ruling": schema.Ruling[schema.FourSeat, schema.FourSide],
    "Effect": schema.Effect[schema.FourSeat, schema.FourSide],
    "MatchClaims": schema.MatchClaims[schema.FourSide, schema.RankOrFlag],
    "ClimbingHand": schema.HandOfFour,
    "ClimbingHandClaims": schema.ClimbingHandClaims[schema.FourSide, schema.FinishOfFour],
}
"""The model under each heading, with the seats of four where it has any."""
EVENT_MODELS: Final[Mapping[str, type[BaseModel]]] = {
    model.__name__: model
    for model in (
        *(event.EventDocument, event.EventTeam, event.EventPlayer, event.EventStage, event.EventRound, event.EventTable),
        *(event.EventMatchPoints, event.EventForfeit, event.EventPublished, event.EventRow, event.EventPenalty),
        *(event.EventBoards, event.EventBoardSet, event.EventScale, event.EventAdjusted, event.EventDealt, event.DealtBoard),
        event.DealsHead,
    )
}
"""The same of an event."""
NAMED: Final = {
    FOUR_SEATS: "seat",
    SIX_SEATS: "seat",
    (*FOUR_SEATS, "kitty"): "seat or `kitty`",
    sides_of(FOUR_SEATS): "side",
    sides_of(SIX_SEATS): "side",
    tuple(RANKS): "rank",
    (*RANKS, "flag"): "rank or `flag`",
    tuple(INCIDENTS): "a kind below",
    event.SIDES: "side",
    FIGURES: "figure",
    event.SEATS: "seat",
    event.LEVELS: "level",
    (BY_BOARD, *event.SEATS): "seat or `by_board`",
    (BY_BOARD, *event.LEVELS): "level or `by_board`",
    KEYS: "key",
}
"""Values that are not listed where a key takes them."""
SAID: Final = {
    notation.SHOW: "cards",
    notation.BURIED: "cards",
    notation.WINNERS: "seats, one a trick",
    notation.FINISH_OF_FOUR: "seats",
    notation.ROUND_OF_FOUR: "round",
    notation.TRIBUTE_OF_FOUR: "tribute",
    notation.AT: "place in a hand",
    notation.STAMP: "time",
    notation.ID: f"text, 1–{notation.ID.longest}",
    notation.NAME: "text",
    notation.NOTE: f"text, ≤ {notation.NOTE.longest:,}",
}
"""How the document calls what is written so, where that is not the name of the notation."""
BOUNDED_BELOW: Final = 100_000
"""A bound beyond this only keeps numbers in their column, and is not worth a word."""


def table(model: type[BaseModel]) -> str:
    """The table of a model's keys."""
    made = model.model_json_schema()
    rows = ["| key | | value | 含义 | meaning |", "|---|---|---|---|---|"]
    for name, field in model.model_fields.items():
        key = field.alias or name
        zh, _, en = " ".join(made["properties"][key].get("description", "").split()).partition(" · ")
        mark = " ✓" if field.is_required() else ""
        rows.append(f"| `{key}` |{mark} | {value(made['properties'][key])} | {zh} | {en} |")
    return "\n".join(rows)


def value(of: Mapping[str, Any]) -> str:
    """What a key takes, in a few words."""
    options = [each for each in of.get("anyOf", ()) if each.get("type") != "null"]
    if len(options) == 1:
        return value(options[0])
    if options:
        return " or ".join(map(value, options))
    if "const" in of or "enum" in of:
        return one_of(tuple(of.get("enum") or [of["const"]]))
    made = _BY_TYPE.get(of.get("type", ""))
    return made(of) if made is not None else "object"


def list_of(of: Mapping[str, Any]) -> str:
    """An array."""
    items = of["items"]
    inner = value(items)
    if inner == SAID[notation.ID]:
        inner = "id"
    what = "" if inner == "object" else " of lists" if items.get("type") == "array" else f" of {inner}s"
    return f"list{what}, ≤ {of['maxItems']:,}"


def keyed(of: Mapping[str, Any]) -> str:
    """An object whose keys are seats or sides, or free."""
    names = of.get("propertyNames", {})
    return f"{value(names)} → {value(of['additionalProperties'])}" if "enum" in names else "object"


def number(of: Mapping[str, Any]) -> str:
    """A number with its bounds."""
    least, most = of["minimum"], of["maximum"]
    kind: str = of["type"]
    return f"{kind}, {least:,} to {most:,}" if most < BOUNDED_BELOW else kind


def one_of(values: tuple[str, ...]) -> str:
    """One of some words."""
    if values[0] in SHEETS:
        return "a sheet below"
    return NAMED.get(values) or " ".join(f"`{each}`" for each in values)


def text(of: Mapping[str, Any]) -> str:
    """A string: the name of its notation."""
    written = notation.NOTATIONS[of["pattern"]]
    return SAID.get(written) or re.sub("^an? ", "", written.en)


_BY_TYPE: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "array": list_of,
    "object": keyed,
    "string": text,
    "integer": number,
    "number": number,
    "boolean": lambda _: "true or false",
}


def rewritten(document: str) -> str:
    """FORMAT.md with every table of keys made anew."""
    for name, model in {**MODELS, **EVENT_MODELS}.items():
        made = table(model)
        pattern = re.compile(rf"(^### [^\n]*: `{name}`\n\n)(?:\|[^\n]*\n)+", re.MULTILINE)
        document = pattern.sub(lambda found, made=made: f"{found[1]}{made}\n", document)  # type: ignore[misc] # bound now
    return document
