"""A document as PDF, by the chromium of the machine where there is one."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from paipu.analytics.report.page import FRAME
from paipu.replay.text import Text

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE_SECONDS: Final = 120
OFFLINE: Final = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
"""Nothing is looked up, and nothing but the document is printed."""


class PdfError(Exception):
    """A document cannot be printed. `message` is for people; as a string it is the English one."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def find_chromium() -> str | None:
    """The path of the first chromium (or Chrome) on the search path."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def to_pdf(html: str) -> bytes:
    """The pages of a document. Raises PdfError where there is no chromium, or it fails."""
    chromium = find_chromium()
    if chromium is None:
        raise PdfError(FRAME["report.pdf.none"])
    with tempfile.TemporaryDirectory(prefix="paipu-pdf-") as folder:
        source, target = Path(folder, "document.html"), Path(folder, "document.pdf")
        source.write_text(html, encoding="utf-8")
        # The sandbox of chromium does not work for root. The document is ours, and its own policy runs no script.
        unboxed = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        command = [
            chromium,
            *OFFLINE,
            *unboxed,
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_SECONDS)
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as fault:
            why = " ".join(str(fault).split())[:200]
            raise PdfError(FRAME["report.pdf.failed"].fill(why=why)) from fault
