"""The documented tables and views: each with its meaning, in the order it promises, with the columns of its rows."""

from functools import cache

from paipu.analytics import schema
from paipu.analytics.rows import ROW_TYPES
from tests.tables.warehouse import blocks, fresh

connection = cache(fresh)


@cache
def columns(name: str) -> list[str]:
    return [column for column, *_ in connection().execute(f"DESCRIBE {name}").fetchall()]


def test_every_view_is_in_order_but_those_with_a_row_a_hand_claim_or_finding() -> None:
    """Those are asked for one event at a time, and an order in the view would have all of their rows sorted first."""
    unordered = {name for name in schema.VIEWS if "\nORDER BY " not in schema.sql_text(name)}
    assert unordered == {"results", "claims_compared", "findings_located", "event_audit"}


def test_nothing_is_said_of_what_is_not_there() -> None:
    told = {name: set(texts) - {"about"} for name, texts in schema.meanings().items() if name != "columns"}
    assert told.keys() == {*schema.TABLES, *schema.VIEWS}
    assert [(name, column) for name, said in told.items() for column in said if column not in columns(name)] == []
    assert len(list(blocks(connection()))) == len(told)


def test_a_table_has_the_columns_of_its_rows() -> None:
    for name in {*ROW_TYPES} - {"claims"}:
        assert {*schema.own_columns(name)} <= {*columns(name)}, name
