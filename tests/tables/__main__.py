"""Make the tables anew: `python -m tests.tables`."""

from tests.tables import counts
from tests.tables.documents import DOCUMENTS, stored

if __name__ == "__main__":
    for path, rewritten in DOCUMENTS.items():
        path.write_text(rewritten(stored(path)), encoding="utf-8")
    counts.FILE.write_text(counts.text(), encoding="utf-8")
