"""`paipu sample`: a made-up tournament, the same for the same seed."""

import csv
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import output, output_bytes
from paipu.cli.support.idle import refuse_idle
from paipu.cli.support.progress import progress
from paipu.cli.support.terminal import tell, to_json
from paipu.cli.text import both, text
from paipu.replay.text import Lang

SHEET: Final = "shengji"
MATCHES: Final = 24
"""How many are made if nobody says."""


def command(
    sheet: Annotated[
        str | None, typer.Option("--sheet", metavar="SHEET", show_default="shengji", help=both("help.judge.sheet"))
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help=both("help.sample.seed"))] = 1,
    matches: Annotated[
        int | None,
        typer.Option("--matches", min=1, max=1_000_000, metavar="N", show_default="24", help=both("help.sample.matches")),
    ] = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="FORM", show_default=False, help=both("help.sample.event"))
    ] = None,
    faults: Annotated[float, typer.Option("--faults", min=0, max=1, metavar="SHARE", help=both("help.sample.faults"))] = 0.0,
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu sample`."""
    from paipu.samples import FAULTS

    if event is not None:
        refuse_idle(f"--event {event}", sheet=sheet is not None, matches=matches is not None)
        make_whole(output_file, event, seed, faults)
        if not quiet:
            boards = "boards" if (output_file is not None and (output_file / "deals.ndjson").exists()) else "event"
            tell(text(f"sample.{boards}", lang, form=event, seed=seed, folder=str(output_file)))
        return
    sheet, matches = sheet if sheet is not None else SHEET, matches if matches is not None else MATCHES
    if sheet not in FAULTS:
        raise UsageError("rules.which", sheets=", ".join(FAULTS))
    make(output_file, seed, matches, faults, sheet, quiet=quiet, lang=lang)
    if not quiet:
        tell(text("sample.done", lang, n=matches, seed=seed))


def make(path: Path | None, seed: int, matches: int, faults: float, sheet: str = "shengji", *, quiet: bool, lang: Lang) -> None:
    """Write a tournament, with a bar."""
    from paipu.samples import sample

    with output(path) as out, progress(text("sample.title", lang), lambda: matches, quiet=quiet) as advance:
        for number, document in enumerate(sample(seed, matches, faults, sheet=sheet), start=1):
            out.write(to_json(document) + "\n")
            advance(number, str(number))


def make_whole(folder: Path | None, form: str, seed: int, faults: float) -> int:
    """Write a whole event into a folder: `event.json`, `records.ndjson` with its matches, the same as `sheets.csv` and
    `sheets.xlsx`, and `published.csv`; how many matches there are. Where boards are played there is `deals.ndjson` in the
    place of the score sheets, which have no deals.

    Each class of faults of events and of score sheets is built in with the chance that is asked for; matches that are under
    another rule sheet by such a fault have a score sheet to themselves. Raises UsageError without a folder, or for a form that
    there is not.
    """
    from paipu.ingest.deals import to_file
    from paipu.samples.document import shuffler
    from paipu.samples.event import FORMS, make_event
    from paipu.samples.event.faults import EVENT_FAULTS, inject_event
    from paipu.samples.event.sheets import SHEET_FAULTS, csv_of, err, papers_of, workbook_of

    if form not in FORMS:
        raise UsageError("sample.form", form=form, forms=", ".join(FORMS))
    if folder is None:
        raise UsageError("sample.folder")
    document, records = make_event(form, seed)
    chance = shuffler("event faults", form, seed)
    for kind in EVENT_FAULTS:
        if chance.random() < faults:
            document, records = inject_event(document, records, kind, chance) or (document, records)
    sets = document.get("boards", {}).get("sets", ())
    several = papers_of(records) if not sets else []
    for kind in SHEET_FAULTS if several else ():
        if chance.random() < faults:
            err(several[0], kind, chance)
    if several and several[0].slips:
        document["extra"] = {"faults": [*document.get("extra", {}).get("faults", []), *several[0].notes()]}
    folder.mkdir(parents=True, exist_ok=True)
    for papers in several:
        own = "" if papers is several[0] else f"-{papers.made.rules}"
        with output_bytes(folder / f"sheets{own}.csv") as raw:
            raw.write(csv_of(papers))
    if several:
        with output_bytes(folder / "sheets.xlsx") as raw:
            raw.write(workbook_of(several))
    for each in sets:
        with output_bytes(folder / each["deals"]) as raw:
            raw.write(to_file(document["sheet"], each.pop("dealt")["boards"]))
    with output(folder / "published.csv") as out:
        out.write(published(document))
    with output(folder / "event.json") as out:
        out.write(to_json(document) + "\n")
    with output(folder / "records.ndjson") as out:
        out.writelines(to_json(record) + "\n" for record in records)
    return len(records)


def published(event: Mapping[str, Any]) -> str:
    """The published tables of an event, a line a row, with the figures that some row has."""
    from paipu.ingest.cells import csv_cell as cell
    from paipu.replay.event_rules import FIGURES

    rows = [(table, row) for table in event["published"] for row in table["rows"]]
    figures = [figure for figure in FIGURES if any(figure in row for _, row in rows)]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("stage", "group", "place", "team", *figures))
    for table, row in rows:
        values = (table["stage"], table.get("group"), row["place"], row["team"], *(row.get(figure) for figure in figures))
        writer.writerow([cell(value) for value in values])
    return out.getvalue()
