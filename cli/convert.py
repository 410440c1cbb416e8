"""`paipu convert`: score sheets and records of other programs to `paipu/1`, one match a line."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paipu.cli.support.arguments import Language, MappingFile, OfMatch, OutputFile, Quiet, SheetOfTables, known_sheet
from paipu.cli.support.ends import unreadable
from paipu.cli.support.errors import ExitCode, InputError, UsageError
from paipu.cli.support.files import check_targets, output, say
from paipu.cli.support.terminal import tell, wants_colour
from paipu.cli.text import TEXT, both, text
from paipu.replay.text import Lang, Text, near

if TYPE_CHECKING:
    from paipu.ingest.importers import Document, Importer
    from paipu.ingest.rejection import Rejection
    from paipu.ingest.scoresheet import Reading

SCORE_SHEET: Final = "scoresheet"
"""What score sheets are called beside the importers."""
PLAYS: Final = "plays"
"""The importer that takes a mapping."""
_NAMED: Final = 20
"""How many matches are named of those from which one is to be chosen."""
NOTES: Final = "notes"
"""What notes are called, of which the sheet may be told."""


def _list(wanted: bool) -> None:
    """Show what can be read, in both languages, and end."""
    from paipu.ingest.importers import BadImporter, importer_of, names

    for name in names() if wanted else ():
        try:
            importer = importer_of(name)
            told = Text(importer.zh, importer.en)
        except BadImporter as bad:
            told = TEXT["convert.bad"].fill(form=name, why=bad.why)
            importer = None
        say(f"{name:<16} {told.zh} · {told.en}")
        if importer is not None and importer.lost is not None:
            say(f"{'':<16} {both('convert.lost')} {importer.lost.zh} · {importer.lost.en}")
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
    target: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", show_default=False, help=both("help.convert.to"))
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option("--choose", metavar="LINE=N", show_default=False, help=both("help.convert.choose"))
    ] = None,
    match: OfMatch = None,
    output_file: OutputFile = None,
    _listed: Annotated[bool, typer.Option("--list", callback=_list, is_eager=True, help=both("help.convert.list"))] = False,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu convert`."""
    from paipu.cli.formats.as_text import rejection_lines
    from paipu.ingest.importers import names

    known = (*names(), SCORE_SHEET)
    if form not in {None, *known}:
        raise UsageError("convert.unknown", form=str(form), near=near(str(form), known), known=", ".join(known))
    if form is None and ({sheet, event, mapping, guess} != {None} or any(map(_is_table, files))):
        form = SCORE_SHEET
    own = mapping if form == PLAYS else sheet if form == NOTES else None
    if form != SCORE_SHEET and not {sheet, event, mapping, guess} <= {None, own}:
        raise UsageError("convert.sheet")
    chosen = _chosen_readings(choose or [], form, files)
    if match is not None and target is None:
        raise UsageError("convert.match.alone")
    writer = _writer(target) if target is not None else None
    check_targets((output_file, *filter(None, (guess,))), [*files, *filter(None, (event, mapping))])
    if guess is not None:
        _guess(files, sheet, event, guess, lang)
    converted = (
        _score_sheets(files, sheet, event, mapping, lang)
        if form == SCORE_SHEET
        else _of_program(files, form, own, lang, chosen)
    )
    for rejection in converted.rejections:
        tell(rejection_lines(rejection, lang, colour=wants_colour(sys.stderr)))
    if converted.documents or not converted.rejections:
        _put(converted, writer, match, output_file)
    _tell(converted, form, target, lang, quiet=quiet)
    if converted.rejections or not converted.documents:
        raise typer.Exit(converted.failure)


def _is_table(file: str) -> bool:
    """Whether a file's name is that of a score sheet."""
    from paipu.ingest.source import SHEET_SUFFIXES

    return file.lower().endswith(SHEET_SUFFIXES)


def _tell(converted: "Converted", form: str | None, target: str | None, lang: Lang, *, quiet: bool) -> None:
    """Say what was converted, and how score sheets and notes were read."""
    from paipu.cli.support.scoresheets import reading_lines

    if not quiet and (converted.documents or not converted.rejections):
        done = "convert.done" if target is None else "convert.written"
        tell(text(done, lang, n=len(converted.documents), form=target or ", ".join(converted.forms)))
    if form == NOTES and not quiet:
        tell(*_readings_of_notes(converted.documents, lang))
    for reading in converted.readings:
        tell(*reading_lines(reading, lang, notes=not quiet))


def _chosen_readings(given: Sequence[str], form: str | None, files: Sequence[str]) -> dict[int, int]:
    """Which reading was meant of which line of notes. Raises UsageError for what is not `5=2`, or not of one file of notes."""
    if given and (form != NOTES or len(files) != 1):
        raise UsageError("convert.choose.alone")
    found: dict[int, int] = {}
    for each in given:
        line, _, number = each.partition("=")
        if not (line.isdecimal() and number.isdecimal() and len(each) < len("1234567=123")) or int(line) in found:
            raise UsageError("convert.choose", given=each)
        found[int(line)] = int(number)
    return found


def _readings_of_notes(documents: "Sequence[Document]", lang: Lang) -> Iterator[str]:
    """How notes were read where not by the letter, and what of them was not read."""
    from paipu.cli.support.terminal import clean
    from paipu.ingest.importers.notes import readings_of

    for document in documents:
        for line, said, read, why in readings_of(document, lang):
            yield clean(text("convert.reading", lang, line=line or 0, said=said, read=read or "—", why=why))
        for said in document.get("extra", {}).get("remarks", ()):
            yield clean(text("convert.remark", lang, said=said))


def _writer(form: str) -> "Importer":
    """The format that records are to be written in. Raises UsageError where there is none, or it is only read."""
    from paipu.ingest.importers import BadImporter, importer_of, writable

    known = writable()
    if form not in known:
        raise UsageError("convert.to", form=form, near=near(form, known), known=", ".join(known))
    try:
        return importer_of(form)
    except BadImporter as bad:
        raise UsageError("convert.bad", form=form, why=bad.why) from bad


def _put(converted: "Converted", writer: "Importer | None", match: str | None, target: Path | None) -> None:
    """Write what was converted: as records, or the one match as another format has it."""
    from paipu.cli.support.terminal import to_json

    if writer is not None:
        converted.documents = [_chosen(converted.documents, match)]
    lines = (
        [_held(writer, converted.documents[0])]
        if writer is not None
        else [to_json(document) + "\n" for document in converted.documents]
    )
    with output(target) as out:
        out.writelines(lines)


def _chosen(documents: "Sequence[Document]", match: str | None) -> "Document":
    """The match that is to be written. Raises InputError where it is not there, or there are several and none is named."""
    found = [document for document in documents if match in {None, document["id"]}]
    if len(found) != 1:
        known = ", ".join(document["id"] for document in documents[:_NAMED])
        raise InputError("convert.match", n=len(documents), known=known)
    return found[0]


def _held(writer: "Importer", document: "Document") -> str:
    """A match as the format has it. Raises InputError where that cannot hold all of it."""
    from paipu.ingest.importers.base import NotHeld
    from paipu.ingest.importers.writing import written

    try:
        return written(writer, document).decode()
    except NotHeld as why:
        told = {"pointer": why.pointer or "/", "found": why.found, "expected": why.expected}
        raise InputError("convert.held", form=writer.name, match=document["id"], **told) from why


@dataclass(slots=True)
class Converted:
    """What came of some files: matches, what was refused, and how score sheets were read."""

    documents: "list[Document]" = field(default_factory=list)
    rejections: "list[Rejection]" = field(default_factory=list)
    readings: "list[Reading]" = field(default_factory=list)
    forms: list[str] = field(default_factory=list)

    @property
    def failure(self) -> ExitCode:
        """How it ends where something was refused."""
        from paipu.ingest.rejection import DENIED

        return ExitCode.DENIED if any(rejection.code == DENIED for rejection in self.rejections) else ExitCode.INPUT

    def add(self, form: str, documents: "Sequence[Document]") -> None:
        """What one file gave, and what it was read as."""
        self.documents += documents
        self.forms += [form] if form not in self.forms else []


def _of_program(files: Sequence[str], form: str | None, own: str | None, lang: Lang, chosen: Mapping[int, int]) -> Converted:
    """Records of another program, told by what is read where nobody names it; `own` is the form's own option.

    Raises UsageError, InputError.
    """
    from paipu.ingest.importers import BadImporter, names, recognised
    from paipu.ingest.importers.writing import records_of
    from paipu.ingest.rejection import FORMAT, Rejection

    converted = Converted()
    for file in files:
        raw = _read(file)
        matches = records_of(raw, file) if form is None else None
        if matches is not None:
            documents, rejections = matches
            converted.add(FORMAT, documents)
            converted.rejections += rejections
            continue
        if form is None:
            fitting = [*recognised(raw, file)]
            if len(fitting) != 1:
                known = ", ".join([importer.name for importer, _ in fitting] or names())
                raise InputError("convert.several" if fitting else "convert.none", path=file, known=known)
            converted.add(fitting[0][0].name, fitting[0][1])
            continue
        try:
            importer = _importer(form, own, chosen, lang)
            found = importer.convert(raw, file)
        except BadImporter as bad:
            raise UsageError("convert.bad", form=form, why=bad.why) from bad
        if isinstance(found, Rejection):
            converted.rejections.append(found)
        else:
            converted.add(form, found)
    return converted


def _importer(form: str, own: str | None, chosen: Mapping[int, int], lang: Lang) -> "Importer":
    """The importer of a format, with its `own` option. Raises UsageError, InputError, BadImporter."""
    from paipu.ingest.importers import importer_of

    if form == NOTES:
        return _notes_of(own, chosen)
    return importer_of(form) if own is None else _plays_by(own, lang)


def _plays_by(mapping: str, lang: Lang) -> "Importer":
    """The importer of tables of plays by a mapping. Raises InputError where that cannot be read."""
    from paipu.cli.formats.as_text import rejection_lines
    from paipu.ingest.importers.plays import importer, mapping_of
    from paipu.ingest.rejection import Rejection

    found = mapping_of(_read(mapping), mapping)
    if isinstance(found, Rejection):
        tell(rejection_lines(found, lang, colour=wants_colour(sys.stderr)))
        raise InputError("map.unreadable", path=mapping)
    return importer(found)


def _notes_of(sheet: str | None, chosen: Mapping[int, int]) -> "Importer":
    """The importer of notes, of a sheet where that is told. Raises UsageError where there is none of that name."""
    from paipu.ingest.importers.notes import notes_of
    from paipu.replay.sheets import SHEETS

    known_sheet(sheet)
    return notes_of(SHEETS[sheet] if sheet is not None else None, chosen)


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
