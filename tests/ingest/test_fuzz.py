"""Hostile bytes, and what two ways of deciding must agree on."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paipu.ingest import schema
from paipu.ingest.convert import count_members, rules
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import REASONS, Place, Rejection
from paipu.ingest.strict_json import colons_of_members, decode
from tests.ingest.documents import FULL, Path, changed, encode, nodes, without
from tests.ingest.test_parse import with_key_twice
from tests.ingest.test_schema import VALIDATOR

documents = st.sampled_from(list(FULL.values()))
jsonable = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 90) | st.floats() | st.sampled_from(["E", "1", "EW", "As", "2", "0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["E", "no", "id"]), inner, max_size=3),
    max_leaves=4,
)
PIECES = [*b'{}[]",:\\0-eE+. \n\t\x00\x7f\x80\xc3\xed\xff', *b"AsKhLJ?>=12"]
TOKENS = [b"NaN", b"1e999", b'"\\ud800"', b'"a":1,', b"\xef\xbb\xbf", b"null", b"[" * 60, b"9" * 400, b'"id":', b" :"]


@st.composite
def mutated_bytes(draw: st.DrawFn) -> bytes:
    """A valid document with a few bytes or slices of it changed, taken away, doubled or put elsewhere."""
    raw = bytearray(encode(draw(documents)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(raw)))
        to = min(len(raw), at + draw(st.integers(0, 30)))
        how = draw(st.integers(0, 4))
        if how == 0:
            raw[at:to] = bytes(draw(st.lists(st.sampled_from(PIECES), max_size=4)))
        elif how == 1:
            raw[at:at] = draw(st.sampled_from(TOKENS))
        elif how == 2:
            raw[at:at] = raw[at:to]
        elif how == 3:
            del raw[at:to]
        else:
            raw[at : at + 1] = draw(st.binary(min_size=1, max_size=2))
    return bytes(raw)


@st.composite
def mutated_documents(draw: st.DrawFn) -> dict[str, Any]:
    """A valid document with one value replaced or taken away, or one key added."""
    document = draw(documents)
    path = draw(st.sampled_from([path for path, _ in nodes(document) if path]))
    if draw(st.booleans()):
        return changed(document, path, draw(jsonable))
    if isinstance(path[-1], str) and draw(st.booleans()):
        return changed(document, (*path[:-1], draw(st.sampled_from(["x", "no", "E", "1", "kitty", "finish"]))), 1)
    return without(document, path)


def check_outcome(raw: bytes) -> Parsed | Rejection:
    """A record, or a rejection that says what, where and why, all of it printable."""
    result = parse(raw, Place("x", 1))
    if isinstance(result, Rejection):
        assert result.errors
        assert result.code == result.errors[0].code
        for problem in result.errors:
            assert problem.code in REASONS
            assert "{" not in REASONS[problem.code].en or problem.message.en != REASONS[problem.code].en
            for text in (*problem.message, problem.pointer, problem.found, problem.expected):
                assert text is None or text.encode().decode() == text
    return result


def check_one_way_or_the_other(raw: bytes) -> None:
    """Whatever `parse` takes, the slow decoder finds no fault with; what the two refuse, `parse` refuses."""
    result = check_outcome(raw)
    tree, faults = decode(raw)
    if isinstance(result, Parsed):
        assert not faults
        assert json.loads(json.dumps(result.document)) == json.loads(json.dumps(tree))
        assert VALIDATOR.is_valid(tree)
    elif not faults and VALIDATOR.is_valid(tree):
        beyond_types = {"HAND-ORDER", "KITTY-PASS", "SECONDS-ROWS", "RULING-HAND", "RULING-FAULT", "RULING-TWICE", "EXTRA-SIZE"}
        beyond_types |= {"OPTION-INVALID", "OPTION-TWICE"}
        assert {problem.code for problem in result.errors} <= beyond_types | {"VALUE-TYPE", "VALUE-NOTATION"}


def many(count: int) -> Callable[..., Any]:
    suppressed = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=count, suppress_health_check=suppressed)


@given(st.binary(max_size=200))
@many(60)
def test_any_bytes_are_a_record_or_a_rejection(raw: bytes) -> None:
    check_outcome(raw)


@given(mutated_bytes())
@many(80)
def test_bytes_changed_at_random_are_a_record_or_a_rejection(raw: bytes) -> None:
    check_one_way_or_the_other(raw)


@given(mutated_documents())
@many(40)
def test_values_changed_at_random_are_taken_where_the_schema_takes_them(document: dict[str, Any]) -> None:
    check_one_way_or_the_other(encode(document))


@pytest.mark.deep
@given(st.one_of(mutated_bytes(), mutated_documents().map(encode)))
@many(40_000)
@pytest.mark.timeout(7200)
def test_many_more_changes(raw: bytes) -> None:
    check_one_way_or_the_other(raw)


@given(st.data())
@many(150)
def test_a_key_twice_is_never_overlooked(data: st.DataObject) -> None:
    document = data.draw(documents)
    paths: list[Path] = [path for path, _ in nodes(document) if path and isinstance(path[-1], str)]
    rejection = parse(with_key_twice(document, data.draw(st.sampled_from(paths))), Place())
    assert isinstance(rejection, Rejection)
    assert rejection.code == "JSON-DUPLICATE-KEY"


@given(mutated_documents(), st.sampled_from([",", ", "]), st.sampled_from([":", ": ", " :", "\n:", ":\t"]))
@many(150)
def test_members_are_never_more_than_their_colons(document: dict[str, Any], comma: str, colon: str) -> None:
    """What the proof that no key is there twice rests on: the count is exact, and the colons are at least as many."""
    raw = json.dumps(document, separators=(comma, colon)).encode()
    try:
        match = schema.MATCH.validate_json(raw)
    except ValueError:
        return
    if not list(rules(match)):
        members = sum(len(value) for _, value in nodes(document) if isinstance(value, dict))
        assert count_members(match) == members
        colons = colons_of_members(raw)
        assert colons is None or colons >= members
