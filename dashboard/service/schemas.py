"""What the interface takes and gives, as OpenAPI has it: the JSON Schemas are those of the files."""

import json
from typing import Any, Final

from paipu.ingest.event import event_json_schema
from paipu.ingest.question.document import question_schema
from paipu.ingest.schema import json_schema

COMPONENTS: Final = "#/components/schemas/"
RECORD: Final[dict[str, Any]] = {"$ref": f"{COMPONENTS}Record"}
QUESTION: Final[dict[str, Any]] = {"$ref": f"{COMPONENTS}Question"}
RULING: Final[dict[str, Any]] = {"anyOf": [{"$ref": f"{COMPONENTS}Ruling{each}"} for each in ("OfFour", "OfSix")]}
GIVEN_BY_THE_ACT: Final = frozenset({"id", "state", "by", "when", "note"})
"""What of a ruling its act says."""
SIGNED_IN: Final[dict[str, Any]] = {
    "token": {"type": "http", "scheme": "bearer", "description": "a token of `POST /tokens` or `paipu account token`"},
    "session": {"type": "apiKey", "in": "cookie", "name": "paipu", "description": "the session of somebody who has signed in"},
}
"""How a program says who asks."""
EXAMPLE_OF_A_RECORD: Final[dict[str, Any]] = {
    "format": "paipu/1",
    "id": "example",
    "sheet": "guandan-1",
    "seats": {seat: {"id": f"player-{seat}"} for seat in "ENWS"},
    "hands": [],
    "claims": {"winner": "EW"},
}
EXAMPLE_OF_A_QUESTION: Final[dict[str, Any]] = {"trump": "s", "trick": "E KcKc 3c4c 5s6s 7c7c"}


def components() -> dict[str, Any]:
    """The schemas that bodies refer to."""
    of_records = _named("Record", json_schema())
    rulings = {f"Ruling{each}": _bare(of_records[f"Record.Ruling{each}"]) for each in ("OfFour", "OfSix")}
    return {**of_records, **_named("EventFile", event_json_schema()), **rulings, "Question": question_schema()}


def _bare(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling without what its act says."""
    properties = {name: each for name, each in ruling["properties"].items() if name not in GIVEN_BY_THE_ACT}
    required = [name for name in ruling.get("required", ()) if name not in GIVEN_BY_THE_ACT]
    return {**ruling, "properties": properties, "required": required}


def _named(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of a file, and those that it refers to, each under a name that begins with that of the first."""
    told = json.loads(json.dumps(schema).replace('"#/$defs/', f'"{COMPONENTS}{name}.'))
    found = {f"{name}.{each}": one for each, one in told.pop("$defs").items()}
    del told["$schema"], told["$id"]
    return {name: told, **found}


def described(document: dict[str, Any]) -> dict[str, Any]:
    """OpenAPI of the interface, with the schemas of the files and how one says who asks."""
    parts = document.setdefault("components", {})
    parts["schemas"] = {**parts.get("schemas", {}), **components()}
    parts["securitySchemes"] = SIGNED_IN
    return {**document, "security": [{name: []} for name in SIGNED_IN]}
