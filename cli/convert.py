"""`paipu convert`: score sheets and records of other programs to `paipu/1`, one match a line."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paipu.cli.support.arguments import Language, MappingFile, OutputFile, Quiet, SheetOfTables, known_sheet
from paipu.cli.support.ends import unreadable
from paipu.cli.support.errors import ExitCode, InputError, UsageError
from paipu.cli.support.files import check_targets, output, say
from paipu.cli.support.terminal import tell, wants_colour
from paipu.cli.text import TEXT, both, text
from paipu.replay.text import Lang, Text, near

if TYPE_CHECKING:
    from paipu.ingest.importers import Document
    from paipu.ingest.rejection import Rejection
    from paipu.ingest.scoresheet import Reading

SCORE_SHEET: Final = "scoresheet"
"""What score sheets are called beside the importers."""


def _list(wanted: bool) -> None:
    """Show what can be read, in both languages, and end."""
    from paipu.ingest.importers import BadImporter, importer_of, names

    for name in names() if wanted else ():
        try:
            importer = importer_of(name)
            told = Text(importer.zh, importer.en)
        except BadImporter as bad:
            told = TEXT["convert.bad"].fill(form=name, why=bad.why)
        say(f"{name:<16} {told.zh} · {told.en}")
    if wanted:
        say(f"{SCORE_SHEET:<16} {both('convert.scoresheet')}")
        raise typer.Exit


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    files: Annotated[list[str], typer.Argument(metavar="FILE...", show_default=False, help=both("help.convert.file"))],
    form: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", show_default=False, help=both("help.convert.from"))
    ] = None,
    sheet: SheetOfTables = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="FILE", show_default=False, help=both("help.convert.event"))
    ] = None,
    mapping: MappingFile = None,
    guess: Annotated[
        Path | None,
        typer.Option("--guess-map", metavar="FILE", show_default=False, readable=False, help=both("help.convert.guess")),
    ] = None,
    output_file: OutputFile = None,
    _listed: Annotated[bool, typer.Option("--list", callback=_list, is_eager=True, help=both("help.convert.list"))] = False,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu convert`."""
    from paipu.cli.formats.as_ndjson import to_json
    from paipu.cli.formats.as_text import rejection_lines
    from paipu.cli.support.scoresheets import reading_lines
    from paipu.ingest.importers import names
    from paipu.ingest.rejection import DENIED
    from paipu.ingest.source import SHEET_SUFFIXES

    known = (*names(), SCORE_SHEET)
    if form not in {None, *known}:
        raise UsageError("convert.unknown", form=str(form), near=near(str(form), known), known=", ".join(known))
    tables = any(file.lower().endswith(SHEET_SUFFIXES) for file in files)
    if form is None and (tables or {sheet, event, mapping, guess} != {None}):
        form = SCORE_SHEET
    if form != SCORE_SHEET and not {sheet, event, mapping, guess} <= {None}:
        raise UsageError("convert.sheet")
    check_targets((output_file, *filter(None, (guess,))), [*files, *filter(None, (event, mapping))])
    if guess is not None:
        _guess(files, sheet, event, guess, lang)
    converted = _score_sheets(files, sheet, event, mapping, lang) if form == SCORE_SHEET else _of_program(files, form)
    for rejection in converted.rejections:
        tell(rejection_lines(rejection, lang, colour=wants_colour(sys.stderr)))
    if converted.documents or not converted.rejections:
        with output(output_file) as out:
            for document in converted.documents:
                out.write(to_json(document) + "\n")
        if not quiet:
            tell(text("convert.done", lang, n=len(converted.documents), form=", ".join(converted.forms)))
    for reading in converted.readings:
        tell(*reading_lines(reading, lang, notes=not quiet))
    if converted.rejections or not converted.documents:
        denied = any(rejection.code == DENIED for rejection in converted.rejections)
        raise typer.Exit(ExitCode.DENIED if denied else ExitCode.INPUT)


@dataclass(slots=True)
class Converted:
    """What came of some files: matches, what was refused, and how score sheets were read."""

    documents: "list[Document]" = field(default_factory=list)
    rejections: "list[Rejection]" = field(default_factory=list)
    readings: "list[Reading]" = field(default_factory=list)
    forms: list[str] = field(default_factory=list)

    def add(self, form: str, documents: "Sequence[Document]") -> None:
        """What one file gave, and what it was read as."""
        self.documents += documents
        self.forms += [form] if form not in self.forms else []


def _of_program(files: Sequence[str], form: str | None) -> Converted:
    """Records of another program, told by what is read where nobody names it. Raises UsageError, InputError."""
    from paipu.ingest.importers import BadImporter, importer_of, names, recognised
    from paipu.ingest.rejection import Rejection

    converted = Converted()
    for file in files:
        raw = _read(file)
        if form is None:
            fitting = [*recognised(raw, file)]
            if len(fitting) != 1:
                known = ", ".join([importer.name for importer, _ in fitting] or names())
                raise InputError("convert.several" if fitting else "convert.none", path=file, known=known)
            converted.add(fitting[0][0].name, fitting[0][1])
            continue
        try:
            found = importer_of(form).convert(raw, file)
        except BadImporter as bad:
            raise UsageError("convert.bad", form=form, why=bad.why) from bad
        if isinstance(found, Rejection):
            converted.rejections.append(found)
        else:
            converted.add(form, found)
    return converted


def _guess(files: Sequence[str], sheet: str | None, event_file: str | None, target: Path, lang: Lang) -> None:
    """Write the mapping that is guessed for the first of some score sheets, to be edited."""
    from paipu.cli.support.events import read_event
    from paipu.ingest.rejection import Rejection
    from paipu.ingest.scoresheet import grids_of
    from paipu.ingest.scoresheet.mapping import guessed

    rules = read_event(event_file, lang).parsed.event.sheet if event_file is not None else sheet
    if rules is None:
        raise UsageError("convert.guess")
    known_sheet(rules)
    grids = grids_of(files[0])
    if not isinstance(grids, Rejection):  # why it cannot be read, the conversion says
        with output(target) as out:
            out.write(guessed(grids, rules))
        tell(text("convert.guessed", lang, file=str(target)))


def _score_sheets(
    files: Sequence[str], sheet: str | None, event_file: str | None, mapping: str | None, lang: Lang
) -> Converted:
    """Score sheets. Raises UsageError for a rule sheet that does not exist, or is not the event's."""
    from paipu.cli.support.events import read_event
    from paipu.cli.support.scoresheets import mapping_at
    from paipu.ingest.rejection import Rejection
    from paipu.ingest.scoresheet import read_file
    from paipu.ingest.scoresheet.entering import Entering

    known_sheet(sheet)
    event = read_event(event_file, lang).parsed.event if event_file is not None else None
    if event is not None and sheet not in {None, event.sheet}:
        raise UsageError("convert.other", sheet=str(sheet), event=event.sheet)
    entering = Entering(event) if event is not None else None
    mapped = mapping_at(mapping, event.sheet if event is not None else sheet, lang) if mapping is not None else None
    converted = Converted()
    for file in files:
        found = read_file(file, event.sheet if event is not None else sheet, mapped)
        if isinstance(found, Rejection):
            converted.rejections.append(found)
            continue
        entered = [entering.entered(each) for each in found.documents] if entering is not None else found.documents
        converted.add(SCORE_SHEET, entered)
        converted.rejections += found.rejections
        converted.readings.append(found)
    return converted


def _read(file: str) -> bytes:
    """The file's bytes, within what a record may have. Raises InputError where they cannot be read."""
    from paipu.ingest.rejection import MAX_RECORD

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
