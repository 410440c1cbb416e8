"""Documents to be printed and kept: one self-contained A4 file each, that runs nothing and asks for nothing.

`page.document` fills a template that extends `base.html` (frame, print style, foot with what the document rests on);
`pdf.write_pdf` prints one where chromium is present. A document has its own template and texts, and nothing else of its own.
"""
