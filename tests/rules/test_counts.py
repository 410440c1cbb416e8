"""Nothing that is tested is lost in silence: how many situations there are of each kind is in `tests/counts.toml`."""

from functools import partial

import pytest

from tests.many import each_row
from tests.rules.registry import OWN_CLAUSES, ROWS, each, line_of
from tests.tables.counts import counts, situations, stored


@pytest.mark.parametrize("sheet", OWN_CLAUSES)
def test_no_situation_is_lost(sheet: str) -> None:
    assert counts()[sheet] == stored().get(sheet), "make tables, and see in the change what is fewer"


def test_every_table_of_records_is_run() -> None:
    """A module that has tables calls `situations`; a record in a table is built where the table stands."""
    assert situations()
    assert not ROWS


def test_every_row_that_fails_is_named() -> None:
    """One of them as it is, several together; the rows after one are tried all the same."""
    tried: list[str] = []

    def row(name: str) -> None:
        tried.append(name)
        assert name == "right"

    rows = {name: partial(row, name) for name in ("wrong", "right", "other")}
    with pytest.raises(ExceptionGroup, match="2 of 3 rows") as several:
        each_row(rows)
    assert tried == [*rows]
    assert [each.__notes__ for each in several.value.exceptions] == [["in the row: wrong"], ["in the row: other"]]
    with pytest.raises(AssertionError) as alone:
        each_row({name: rows[name] for name in ("right", "other")})
    assert alone.value.__notes__ == ["in the row: other"]
    each_row({"right": rows["right"]})


def test_a_row_of_a_list_is_named_by_its_own_line() -> None:
    """A record of a table by the line of its function, one of a list by the line of its row."""
    alone = partial(line_of, lambda: None)
    made = each(
        lambda number: number,
        [
            1,
            2,
        ],
    )
    here = made.__wrapped__.__code__.co_firstlineno  # type: ignore[attr-defined] # by `each`
    assert alone(0) == f"test_counts.py:{here - 2}"
    assert [line_of(made, index) for index in (0, 1)] == [f"test_counts.py:{here + 2}", f"test_counts.py:{here + 3}"]
