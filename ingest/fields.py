"""What the documents of `paipu` are made of: fields of one kind each, and objects that take no key but their own."""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from paipu.replay.notation import AT, CARDS, DEAL, HELD, ID, NAME, NOTE, OPTION_KEY, STAMP, Notation


def written(notation: Notation) -> FieldInfo:
    """The field of a text in a notation."""
    made: FieldInfo = Field(pattern=notation.pattern, max_length=notation.longest)
    return made


def _real_time(stamp: str) -> str:
    try:
        datetime.fromisoformat(stamp)
    except ValueError as error:
        raise PydanticCustomError("stamp", "no such time") from error
    return stamp


Id = Annotated[str, written(ID)]
Name = Annotated[str, written(NAME)]
Note = Annotated[str, written(NOTE)]
Stamp = Annotated[
    str,
    Field(pattern=STAMP.pattern, max_length=STAMP.longest, json_schema_extra={"format": "date-time"}),
    AfterValidator(_real_time),
]
Cards = Annotated[str, written(CARDS)]
Deal = Annotated[str, written(DEAL)]
Held = Annotated[str, written(HELD)]
At = Annotated[str, written(AT)]
Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
BoardNumber = Annotated[int, Field(ge=1, le=10_000)]
HandNumber = Annotated[int, Field(ge=1, le=10_000)]
CardsLeft = Annotated[int, Field(ge=0, le=54)]
OptionKey = Annotated[str, written(OPTION_KEY)]
OptionValue = Annotated[str, Field(pattern=NAME.pattern, max_length=4000)] | bool | Points
"""An organiser's own table is a text too (`big_points`)."""


@dataclass(frozen=True)
class OneOf:
    """One of some strings: `Literal`, whose values may come from a table and which is `str` to the type checker."""

    values: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: type[str], handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.values))


class Strict(BaseModel):
    """One JSON object: no key but those declared, no value of another type turned into the right one."""

    model_config = ConfigDict(strict=True, extra="forbid")

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """What a key means is said below it in the source, which is read only here: for pydantic's own
        `use_attribute_docstrings` every start of a command would look for it.
        """
        made = handler(schema)
        properties = handler.resolve_ref_schema(made)["properties"]
        for base in reversed(cls.__mro__):
            for name, meaning in _said(base.__module__).get(base.__name__, {}).items() if issubclass(base, Strict) else ():
                properties[cls.model_fields[name].alias or name]["description"] = meaning
        return made


@cache
def _said(module: str) -> Mapping[str, Mapping[str, str]]:
    """What the source of a module says below the attributes of its classes, by class and attribute."""
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {made.name: dict(_said_in(made.body)) for made in source.body if isinstance(made, ast.ClassDef)}


def _said_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for at, below in pairwise(body):
        match at, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text)
            case _:
                pass
