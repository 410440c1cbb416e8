"""What every printed document shares: escaping, languages, and PDF."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from paipu.analytics.report import page, pdf
from paipu.cli.support.reporting import write
from paipu.replay.text import Text

SAID = Text("第 {n} 轮 <b>", "round {n} <b>")


@pytest.mark.parametrize(
    ("tongue", "shown"),
    [
        ("zh", "第 3 轮 &lt;b&gt;"),
        ("en", "round 3 &lt;b&gt;"),
        ("both", '第 3 轮 &lt;b&gt; <span class="en" lang="en">round 3 &lt;b&gt;</span>'),
    ],
)
def test_a_text_is_said_in_the_language_of_the_document_and_escaped(tongue: page.Tongue, shown: str) -> None:
    assert page.speaker(tongue)(SAID, n=3) == shown


def test_a_document_escapes_what_is_put_in_and_runs_nothing() -> None:
    made = page.document("base.html", "both", {}, title="<script>x</script>", subtitle="&", provenance=["a<b"])
    assert "<script" not in made
    assert "&lt;script&gt;x" in made
    assert "<li>a&lt;b</li>" in made
    assert "http:" not in made.replace("http-equiv", "")
    assert "default-src 'none'" in made


def test_what_a_template_lacks_is_a_fault() -> None:
    with pytest.raises(UndefinedError):
        page.document("base.html", "zh", {}, title="t")


def test_without_chromium_there_is_no_pdf_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "find_chromium", lambda: None)
    with pytest.raises(pdf.PdfError, match="no chromium"):
        pdf.to_pdf("<p>")


@pytest.mark.browser
def test_a_document_is_printed() -> None:
    made = page.document("base.html", "zh", {}, title="排名", subtitle="", provenance=["x"])
    assert pdf.to_pdf(made).startswith(b"%PDF-")


@pytest.mark.browser
def test_a_file_called_pdf_is_one(tmp_path: Path) -> None:
    made = page.document("base.html", "zh", {}, title="排名", subtitle="", provenance=["x"])
    for name, begins in (("x.PDF", b"%PDF-"), ("x.html", b"<!doctype")):
        write(made, tmp_path / name, pdf=False)
        assert (tmp_path / name).read_bytes().lower().startswith(begins.lower())
