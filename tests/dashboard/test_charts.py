"""The figures: every finding is in a bar, and severities differ by more than colour."""

import polars as pl

from dashboard.charts import COLOURS, PATTERNS, findings_by_code, findings_by_severity

FRAME = pl.DataFrame(
    {
        "code": ["B", "A", "A", "C"],
        "title": ["second", "first", "first", "third"],
        "severity": ["error", "error", "note", "warning"],
        "findings": [4, 2, 1, 1],
    }
)


def test_bars_by_check_hold_every_finding() -> None:
    figure = findings_by_code(FRAME, "en")
    assert sum(sum(bar.x) for bar in figure.data) == 8
    assert list(figure.data[0].y) == ["third  C", "first  A", "second  B"]
    assert [list(bar.x) for bar in figure.data] == [[0, 2, 4], [1, 0, 0], [0, 1, 0]]


def test_bars_by_severity_hold_every_finding() -> None:
    figure = findings_by_severity(FRAME, "zh")
    assert dict(zip(figure.data[0].y, figure.data[0].x, strict=True)) == {"提示": 1, "警告": 1, "错误": 6}


def test_severities_differ_by_pattern_and_colour() -> None:
    assert len(set(PATTERNS.values())) == len(set(COLOURS.values())) == 3
