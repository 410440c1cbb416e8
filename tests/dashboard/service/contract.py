"""What schemathesis is told besides the description of the interface; it loads this file by itself (`test_contract.py`)."""

import json
from typing import Any, Final

import schemathesis

OF_SHAPE: Final = {
    "SERVICE-REQUEST",
    "SERVICE-TYPE",
    "USAGE",
    "JSON-SYNTAX",
    "RECORD-OBJECT",
    "RECORD-FORMAT",
    "SHEET-UNKNOWN",
    "STUDY-SHEET",
    "KEY-MISSING",
    "KEY-UNKNOWN",
    "VALUE-TYPE",
    "JUDGE-OBJECT",
    "JUDGE-KEY",
    "JUDGE-TYPE",
    "JUDGE-WHAT",
    "JUDGE-NOT-HERE",
    "JUDGE-OTHER-FAMILY",
    "JUDGE-ID",
    "RULES-UNKNOWN",
    "STATS-KEY",
    "PROPOSE-AT",
}
"""Codes for what a schema can say: whoever keeps to the description hears none of them."""


@schemathesis.serializer("application/x-ndjson")
def lines(_ctx: schemathesis.SerializationContext, value: Any) -> bytes:
    """What is one a line; nothing for what is no list."""
    told = value if isinstance(value, list) else []
    return b"".join(json.dumps(each, ensure_ascii=True).encode() + b"\n" for each in told)


@schemathesis.check
def the_description_says_what_is_taken(_ctx: Any, response: Any, case: Any) -> None:
    """What the description allows is refused for what it means, if at all."""
    if not case.meta or not case.meta.generation.mode.is_positive or response.status_code not in {400, 415, 422}:
        return
    code = response.json()["code"]
    if code in OF_SHAPE:
        raise AssertionError(f"the description allows what is refused by its shape: {code}")
