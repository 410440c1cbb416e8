"""`paipu event`: the file of an event, made of what its organiser has."""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, known_sheet
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.text import both, text
from paipu.replay.text import Lang

if TYPE_CHECKING:
    from paipu.ingest.event_draw import Drawn, Entry
    from paipu.ingest.rejection import Rejection

Form = Literal["swiss", "round-robin", "groups", "knockout"]


Results = Annotated[list[str], typer.Argument(metavar="RESULTS...", show_default=False, help=both("help.event.results"))]
OfSheet = Annotated[str, typer.Option("--sheet", metavar="SHEET", show_default=False, help=both("help.event.sheet"))]
HowDrawn = Annotated[Form, typer.Option("--form", show_default=False, help=both("help.event.form"))]
Identifier = Annotated[str, typer.Option("--id", metavar="ID", help=both("help.event.id"))]
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
    sheet: OfSheet,
    form: HowDrawn,
    identifier: Identifier = "event",
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
    from paipu.cli.support.terminal import tell, wants_colour
    from paipu.ingest.event_draw import event_document
    from paipu.ingest.event_parse import parse_event
    from paipu.ingest.rejection import Rejection
    from paipu.ingest.source import RawRecord

    known_sheet(sheet)
    check_targets((output_file,), (*results, *([entrants] if entrants is not None else [])))
    stage = {
        "rank_by": _keys(rank_by),
        "match_points": _match_points(match_points),
        "points_by_difference": [[difference + by, difference - by] for by in range(difference + 1)] if difference else None,
        "bye_counts": _counts(bye),
        "at_time": "higher_level" if higher_level else None,
    }
    made = _made(results, sheet, form, entrants, quiet=quiet, lang=lang)
    document = event_document(identifier, sheet, made.drawn, made.entries, name, stage)
    raw = json.dumps(document, ensure_ascii=False, indent=1)
    if made.drawn.stages:
        checked = parse_event(raw.encode(), RawRecord(b"", str(output_file or "event.json"), None))
        made.refused.extend([checked] if isinstance(checked, Rejection) else [])
    for each in made.refused:
        tell(rejection_lines(each, lang, colour=wants_colour(sys.stderr)))
    if made.refused or not made.drawn.stages:
        tell(text("event.new.none", lang), *_wanted(made.refused, lang))
        raise typer.Exit(ExitCode.INPUT)
    with output(output_file) as out:
        out.write(raw + "\n")
    if not quiet:
        tell(*_said(document, [entry.team for entry in made.entries], lang))


class _Made(NamedTuple):
    """What an event is made of, and what was refused."""

    drawn: "Drawn"
    entries: "Sequence[Entry]"
    refused: "list[Rejection]"


def _made(results: Sequence[str], sheet: str, form: Form, entrants: str | None, *, quiet: bool, lang: Lang) -> _Made:
    """The draw of the results, and the entries."""
    from paipu.cli.support.scoresheets import reading_lines
    from paipu.cli.support.terminal import tell
    from paipu.ingest.event_draw import drawn_in, read_entries
    from paipu.ingest.rejection import Rejection, reject
    from paipu.ingest.scoresheet import read_file

    refused, documents = list[Rejection](), list[dict[str, Any]]()
    for path in results:
        found = read_file(path, sheet)
        if isinstance(found, Rejection):
            refused.append(found)
            continue
        documents += found.documents
        refused += found.rejections
        tell(*reading_lines(found, lang, notes=not quiet))
    entries = read_entries(entrants) if entrants is not None else ()
    if isinstance(entries, Rejection):
        refused, entries = [*refused, entries], ()
    drawn = drawn_in(documents, sheet, form)
    return _Made(drawn, entries, [*refused, *([reject(drawn.problems, results[0])] if drawn.problems else [])])


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


def _said(document: Mapping[str, Any], entered: Sequence[str], lang: Lang) -> list[str]:
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
    strangers = [team["id"] for team in document["teams"] if team["id"] not in entered] if entered else []
    if strangers:
        lines.append(text("event.new.strangers", lang, teams=", ".join(strangers)))
    return lines


def _keys(given: str | None) -> list[str] | None:
    """What places go by, by keys or by names. Raises UsageError."""
    from paipu.ingest.event_draw import key_named
    from paipu.replay.event_rules import KEYS
    from paipu.replay.text import near
    from paipu.replay.words import FIGURE_NAMES

    if given is None:
        return None
    names = [each.strip() for each in re.split(r"[,，、;；>→]", given) if each.strip()]
    keys = [key_named(each) for each in names]
    unknown = next((name for name, found in zip(names, keys, strict=True) if found is None), None)
    if unknown is not None:
        known = [name for each in KEYS for name in (each, *FIGURE_NAMES[each])]
        listed = " ".join(f"{each}={FIGURE_NAMES[each].zh}" for each in KEYS)
        raise UsageError("event.new.rank_by", given=unknown, near=near(unknown, known), names=listed)
    return [each for each in keys if each is not None]


def _match_points(given: str | None) -> dict[str, int] | None:
    """Points for a win, a draw and a loss. Raises UsageError."""
    if given is None:
        return None
    numbers = given.replace(" ", "").split(",")
    if len(numbers) != len(_OUTCOMES) or not all(each.lstrip("-").isdecimal() for each in numbers):
        raise UsageError("event.new.match_points", given=given)
    return dict(zip(_OUTCOMES, map(int, numbers), strict=True))


_OUTCOMES: Final = ("win", "draw", "loss")


def _counts(given: Sequence[str] | None) -> dict[str, int] | None:
    """What a bye counts. Raises UsageError."""
    if not given:
        return None
    parts = [each.partition("=") for each in given]
    from paipu.ingest.event_draw import key_named

    if not all(value.strip().lstrip("-").isdecimal() for _, _, value in parts):
        raise UsageError("event.new.bye", given=" ".join(given))
    return {key_named(figure) or figure.strip(): int(value) for figure, _, value in parts}


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {"new": new}
