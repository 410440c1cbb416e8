"""`paipu convert`: records of other programs to `paipu/1`, one a line."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.support.arguments import Language, OutputFile, Quiet
from cli.support.ends import unreadable
from cli.support.errors import ExitCode, InputError, UsageError, near
from cli.support.files import check_targets, output
from cli.support.terminal import tell, wants_colour
from cli.text import both, text


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help=both("help.convert.file"))],
    form: Annotated[str, typer.Option("--from", metavar="FORMAT", show_default=False, help=both("help.convert.from"))],
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu convert`."""
    from cli.formats.as_ndjson import to_json
    from cli.formats.as_text import rejection_lines
    from ingest.importers import IMPORTERS
    from ingest.rejection import Rejection

    importer = IMPORTERS.get(form)
    if importer is None:
        raise UsageError("convert.unknown", form=form, near=near(form, IMPORTERS), known=", ".join(IMPORTERS))
    check_targets((output_file,), (file,))
    documents = importer.convert(_read(file), file)
    if isinstance(documents, Rejection):
        tell(rejection_lines(documents, lang, colour=wants_colour(sys.stderr)))
        raise typer.Exit(ExitCode.INPUT)
    with output(output_file) as out:
        for document in documents:
            out.write(to_json(document) + "\n")
    if not quiet:
        tell(text("convert.done", lang, n=len(documents), form=form))


def _read(file: str) -> bytes:
    """The file's bytes, within what a record may have. Raises InputError where they cannot be read."""
    from ingest.rejection import MAX_RECORD

    if file == "-" and sys.stdin is None:
        raise InputError("file.unreadable", path=file, why="closed")
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(MAX_RECORD + 1)
        else:
            with Path(file).open("rb") as stream:
                raw = stream.read(MAX_RECORD + 1)
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from error
    if len(raw) > MAX_RECORD:
        raise InputError("convert.large", path=file, limit=MAX_RECORD)
    return raw
