"""Make the tables anew: `python -m tests.tables`."""

from tests.tables.documents import DOCUMENTS

if __name__ == "__main__":
    for path, rewritten in DOCUMENTS.items():
        path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")
