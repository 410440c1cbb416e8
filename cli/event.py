"""`paipu event`: the file of an event, made of what its organiser has."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, known_sheet
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.text import both, text
from paipu.replay.text import Lang

if TYPE_CHECKING:
    from paipu.ingest.event_book import Made, Terms
    from paipu.ingest.rejection import Rejection

Form = Literal["swiss", "round-robin", "groups", "knockout"]


Results = Annotated[list[str], typer.Argument(metavar="RESULTS...", show_default=False, help=both("help.event.results"))]
OfSheet = Annotated[str | None, typer.Option("--sheet", metavar="SHEET", show_default=False, help=both("help.event.sheet"))]
HowDrawn = Annotated[Form | None, typer.Option("--form", show_default=False, help=both("help.event.form"))]
Identifier = Annotated[str | None, typer.Option("--id", metavar="ID", show_default="event", help=both("help.event.id"))]
Named = Annotated[str | None, typer.Option("--name", metavar="NAME", show_default=False, help=both("help.event.name"))]
Entrants = Annotated[
    str | None, typer.Option("--entrants", metavar="FILE", show_default=False, help=both("help.event.entrants"))
]
RankBy = Annotated[str | None, typer.Option("--rank-by", metavar="KEY,…", show_default=False, help=both("help.event.rank_by"))]
MatchPoints = Annotated[
    str | None, typer.Option("--match-points", metavar="W,D,L", show_default=False, help=both("help.event.match_points"))
]
Difference = Annotated[
    int | None,
    typer.Option("--by-difference", min=1, max=99, metavar="N", show_default=False, help=both("help.event.difference")),
]
Bye = Annotated[list[str] | None, typer.Option("--bye", metavar="FIGURE=N", show_default=False, help=both("help.event.bye"))]
HigherLevel = Annotated[bool, typer.Option("--higher-level", help=both("help.event.higher_level"))]


def new(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    results: Results,
    sheet: OfSheet = None,
    form: HowDrawn = None,
    identifier: Identifier = None,
    name: Named = None,
    entrants: Entrants = None,
    rank_by: RankBy = None,
    match_points: MatchPoints = None,
    difference: Difference = None,
    bye: Bye = None,
    higher_level: HigherLevel = False,
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """`paipu event new`."""
    from paipu.cli.formats.as_text import rejection_lines
    from paipu.cli.support.files import check_targets, output
    from paipu.cli.support.scoresheets import reading_lines
    from paipu.cli.support.terminal import tell, wants_colour
    from paipu.ingest.event_book import Terms

    known_sheet(sheet)
    check_targets((output_file,), (*results, *([entrants] if entrants is not None else [])))
    given = Terms(
        id=identifier,
        name=name,
        sheet=sheet,
        form=form,
        rank_by=rank_by,
        match_points=match_points,
        difference=None if difference is None else str(difference),
        bye=",".join(bye) if bye else None,
        higher_level="yes" if higher_level else None,
    )
    made = _made(results, given, entrants)
    if made.lacking:
        raise UsageError("event.new.terms", missing=f"--{made.lacking[0]}")
    for reading in made.readings:
        tell(*reading_lines(reading, lang, notes=not quiet))
    for each in made.rejections:
        tell(rejection_lines(each, lang, colour=wants_colour(sys.stderr)))
    if made.document is None:
        tell(text("event.new.none", lang), *_wanted(made.rejections, lang))
        raise typer.Exit(ExitCode.INPUT)
    with output(output_file) as out:
        out.write(made.raw)
    if not quiet:
        tell(*_said(made, made.document, lang))


def _wanted(refused: "Sequence[Rejection]", lang: Lang) -> list[str]:
    """The options that say what the sheet leaves to the event."""
    open_keys = {
        error.pointer.rpartition("/")[2]
        for each in refused
        for error in each.errors
        if error.code == "FORM-OPEN" and error.pointer
    }
    options = [option for key, option in _OPTIONS.items() if key in open_keys]
    return [text("event.new.say", lang, options=" ".join(options))] if options else []


_OPTIONS: Final = {"rank_by": "--rank-by", "match_points": "--match-points", "bye_counts": "--bye", "form": "--form"}


def _said(made: "Made", document: Mapping[str, Any], lang: Lang) -> list[str]:
    """What the event has, and the teams that look wrong."""
    from paipu.replay.event.words import keys_in_order
    from paipu.replay.text import in_language

    rounds = [each for stage in document["stages"] for each in stage["rounds"]]
    tables = sum(len(each["tables"]) for each in rounds)
    counts = {"teams": len(document["teams"]), "rounds": len(rounds), "tables": tables}
    byes = sum(len(each.get("byes", ())) for each in rounds)
    lines = [text("event.new.made", lang, **counts, byes=byes)]
    ranked = next((stage["rank_by"] for stage in document["stages"] if stage.get("rank_by")), ())
    if ranked:
        lines.append(text("event.new.ranked", lang, keys=in_language(keys_in_order(ranked), lang)))
    if made.strangers:
        lines.append(text("event.new.strangers", lang, teams=", ".join(made.strangers)))
    return lines


def _made(results: Sequence[str], given: "Terms", entrants: str | None) -> "Made":
    """The event that the papers make. Raises UsageError."""
    from paipu.ingest.event_book import BadTerm, made_of
    from paipu.replay.event_rules import KEYS
    from paipu.replay.text import near
    from paipu.replay.words import FIGURE_NAMES

    try:
        return made_of(results, given, entrants)
    except BadTerm as bad:
        more = {}
        if bad.field == "rank_by":
            known = [name for each in KEYS for name in (each, *FIGURE_NAMES[each])]
            names = " ".join(f"{each}={FIGURE_NAMES[each].zh}" for each in KEYS)
            more = {"near": near(bad.given, known), "names": names}
        raise UsageError(f"event.new.{bad.field}", given=bad.given, **more) from bad


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {"new": new}
