"""The models against what publishes them: the JSON Schema, `data/FORMAT.md`, the kernel's names."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from pydantic import BaseModel

from paipu.ingest import schema
from paipu.ingest.rejection import REASONS
from paipu.replay.checks import CHECKS
from paipu.replay.notation import FINISH_OF_SIX, NOTATIONS
from paipu.replay.record import AT_OF_INCIDENT
from paipu.replay.sheets import SHEETS
from paipu.replay.words import INCIDENTS, REASONS_TO_END, RULING_STATES
from tests.ingest import documents
from tests.ingest.documents import FULL, encode, parsed
from tests.many import every
from tests.tables.format import MODELS

DATA = Path(__file__).parents[2] / "data"
FORMAT_TEXT = (DATA / "FORMAT.md").read_text(encoding="utf-8")
VALIDATOR = jsonschema.Draft202012Validator(schema.json_schema())
BLOCKS = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", FORMAT_TEXT, re.DOTALL)]
EXAMPLES = [block for block in BLOCKS if block["format"] == schema.FORMAT]

BY_SIDE = ("levels", "points", "score")


def keys_of(model: type[BaseModel]) -> dict[str, bool]:
    """Each key of a model's object, and whether it is required."""
    return {field.alias or name: field.is_required() for name, field in model.model_fields.items()}


def test_the_schema_is_a_schema_and_keeps_every_shape_apart() -> None:
    made = schema.json_schema()
    jsonschema.Draft202012Validator.check_schema(made)
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in made["$defs"])
    assert {name for name in made["$defs"] if name.startswith("Start")} == {*("StartOfFour", "StartOfSix", "StartWithFlag")}
    finish = made["$defs"]["ClimbingHandClaimsOfSix"]["properties"]["finish"]
    assert finish["anyOf"][0]["pattern"] == FINISH_OF_SIX.pattern


def test_every_model_is_in_the_document() -> None:
    def below(model: type[Any]) -> set[type[Any]]:
        return {model}.union(*(below(child) for child in model.__subclasses__()))

    concrete = {model.__name__ for model in below(schema.Doc)} - {"Doc", "TrickMatch", "GuandanMatch", "DaguaiMatch"}
    assert concrete == set(MODELS)


def test_the_shapes_of_match_have_the_same_keys() -> None:
    shapes = get_args(schema.AnyMatch)
    assert [keys_of(shape) for shape in shapes] == [keys_of(schema.TrickMatch)] * 3


def test_every_sheet_is_of_one_shape_with_its_seats() -> None:
    def enum(model: str, key: str) -> list[str]:
        values = definitions[model]["properties"][key]
        return [values["const"]] if "const" in values else list(values["enum"])

    definitions = schema.json_schema()["$defs"]
    by_shape = {shape: enum(shape, "sheet") for shape in ("TrickMatch", "GuandanMatch", "DaguaiMatch")}
    assert sorted(sheet for sheets in by_shape.values() for sheet in sheets) == sorted(SHEETS)
    for shape, incident in (("TrickMatch", "OfFour"), ("GuandanMatch", "OfFour"), ("DaguaiMatch", "OfSix")):
        seats = {SHEETS[sheet].seats for sheet in by_shape[shape]}
        assert seats == {tuple(enum(f"Incident{incident}", "seat"))}


def test_incidents_and_sheets_are_documented() -> None:
    for word in (*INCIDENTS, *SHEETS, *RULING_STATES, *REASONS_TO_END, *schema.TRUMPS):
        assert f"`{word}`" in FORMAT_TEXT


def test_every_reason_is_documented_and_no_reason_shares_its_code_with_a_check() -> None:
    section = FORMAT_TEXT.split("## What is refused\n")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([A-Z-]+)` \|", section, re.MULTILINE) == list(REASONS)
    assert not REASONS.keys() & CHECKS.keys()


def test_the_examples_of_notation_are_of_their_notation() -> None:
    for notation in NOTATIONS.values():
        assert re.search(notation.pattern, notation.example) or not notation.example
        assert len(notation.example) <= notation.longest


def test_the_document_has_an_example_of_every_sheet() -> None:
    *of_sheets, end_position = [example["sheet"] for example in EXAMPLES]
    assert of_sheets == [key for key in SHEETS if key != "shengji-botzone"]
    assert end_position in SHEETS


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_examples_are_valid(example: dict[str, Any]) -> None:
    VALIDATOR.validate(example)
    assert parsed(example).record.sheet == example["sheet"]


@pytest.mark.parametrize("name", FULL)
def test_full_documents_are_valid(name: str) -> None:
    VALIDATOR.validate(FULL[name])
    assert parsed(FULL[name]).document == FULL[name]


def test_full_documents_have_every_key() -> None:
    def used(model: object, keys: set[str]) -> None:
        if isinstance(model, BaseModel):
            aliases = {name: field.alias or name for name, field in type(model).model_fields.items()}
            keys |= {f"{type(model).__name__}.{aliases[name]}" for name in model.model_fields_set}
            for value in model.__dict__.values():
                used(value, keys)
        elif isinstance(model, tuple | dict):
            for value in model.values() if isinstance(model, dict) else model:
                used(value, keys)

    keys: set[str] = set()
    for document in FULL.values():
        used(schema.MATCH.validate_json(encode(document)), keys)
    wanted = {f"{name}.{key}" for name in MODELS if name != "Match" for key in keys_of(MODELS[name])}
    wanted |= {f"{shape.__name__}.{key}" for shape in get_args(schema.AnyMatch) for key in keys_of(shape)}
    assert keys == wanted


NEEDED = (["rulings", 0, "hand"], ["rulings", 0, "seat"])
"""What a ruling that finds a fault proven cannot do without."""


@pytest.mark.parametrize("name", every(3, FULL))
def test_null_says_the_same_as_leaving_out(name: str) -> None:
    """Once for each place of the format, whichever hand or play it is in."""
    compared = 0
    places = {tuple("…" if isinstance(step, int) else step for step in path): path for path, _ in documents.nodes(FULL[name])}
    for path in places.values():
        if not path or isinstance(path[-1], int) or path[0] == "extra":
            continue
        gone, null = documents.without(FULL[name], path), documents.changed(FULL[name], path, None)
        of_model = path[-2:-1] not in [(holder,) for holder in ("options", "seats", "deal", "left", "games", *BY_SIDE)]
        assert VALIDATOR.is_valid(null) == (VALIDATOR.is_valid(gone) and of_model), path
        needed = path[-1] == "tricks" or list(path) in NEEDED  # without tricks there are too many rows of seconds
        if VALIDATOR.is_valid(null) and not needed:
            assert parsed(gone).record == parsed(null).record
            compared += 1
    assert compared > 40


def test_what_at_means_is_documented_for_every_kind_of_incident() -> None:
    """One row of the table a meaning, with just the kinds that the kernel gives it."""
    table = FORMAT_TEXT.split("`at`, by kind:\n\n", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    rows = [frozenset(re.findall("`([a-z_]+)`", row.split("|")[1])) for row in table]
    meanings = {
        frozenset(kind for kind in AT_OF_INCIDENT if AT_OF_INCIDENT[kind] == meaning) for meaning in AT_OF_INCIDENT.values()
    }
    assert set(rows) == meanings
    assert set(AT_OF_INCIDENT) == set(INCIDENTS)


def test_incidents_are_called_what_the_format_calls_them() -> None:
    table = FORMAT_TEXT.split("| kind | 含义 | meaning |\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| (\S+) \|", "\n".join(table), flags=re.MULTILINE))
    assert rows == {kind: said.zh for kind, said in INCIDENTS.items()}
