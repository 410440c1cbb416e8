"""A publication as CSV: all tables that its workbook has, a file each, in one zip that is the same bytes every time."""

import csv
import io
import zipfile
from typing import Final

from paipu.analytics.report.book import FORBIDDEN, tables
from paipu.analytics.report.page import Tongue
from paipu.analytics.report.publication import Publication
from paipu.ingest.cells import csv_cell

LONGEST: Final = 60
"""Characters of a file's name."""
UNFIT: Final = dict.fromkeys(map(ord, '"<>|'), "-")
EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def as_csvs(made: Publication, tongue: Tongue) -> bytes:
    """The tables of a publication. What is said below one stands behind it, a line each, as in the workbook."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, rows, below) in enumerate(tables(made, tongue), start=1):
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\r\n")
            behind = [[], *([each] for each in below)] if below else []
            writer.writerows([csv_cell(value) for value in row] for row in [*rows, *behind])
            called = f"{number} {name}".translate(FORBIDDEN).translate(UNFIT)[:LONGEST]
            archive.writestr(zipfile.ZipInfo(f"{called}.csv", EPOCH), text.getvalue().encode("utf-8-sig"))
    return out.getvalue()
