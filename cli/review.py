"""`paipu review`: what each play cost by what its player could know."""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from paipu.cli.support.arguments import CORES, Language, OfMatch, OutputFile, Quiet, WorkersHere
from paipu.cli.support.errors import ExitCode, InputError, UsageError
from paipu.cli.support.files import check_targets, output, output_bytes
from paipu.cli.support.idle import refuse_idle
from paipu.cli.support.progress import progress
from paipu.cli.support.terminal import clean, clean_json, tell, wants_colour
from paipu.cli.text import both, text
from paipu.replay.text import Lang

if TYPE_CHECKING:
    from paipu.analytics.review.reviewed import Task
    from paipu.analytics.review.row import DecisionRow

Form = Literal["text", "ndjson", "parquet"]
MOST_WORLDS: Final = 10_000
SHOWN: Final = frozenset({"mistake", "doubtful", "open"})
Rows = list[dict[str, Any]]
Paths = Annotated[list[str], typer.Argument(metavar="PATH…", show_default=False, help=both("help.review.paths"))]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    paths: Paths,
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", show_default=False, help=both("help.review.hand"))] = None,
    match: OfMatch = None,
    worlds: Annotated[
        int | None,
        typer.Option("--worlds", min=16, max=MOST_WORLDS, metavar="N", show_default=False, help=both("help.review.worlds")),
    ] = None,
    threshold: Annotated[
        float | None, typer.Option("--threshold", min=0, metavar="X", show_default=False, help=both("help.review.threshold"))
    ] = None,
    every: Annotated[bool, typer.Option("--all", help=both("help.review.all"))] = False,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    workers: WorkersHere = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu review`."""
    from paipu.analytics.manifest import newest
    from paipu.analytics.review.judge import WORLDS

    house = Path(paths[0]) if len(paths) == 1 and "://" not in paths[0] else None
    if house is not None and house.is_dir() and newest(house) is not None:
        idle = {"hand": hand is not None, "match": match is not None, "output": output_file is not None, "all": every}
        refuse_idle("WAREHOUSE", **idle, format=form != "text")
        _into(house, worlds or WORLDS, threshold, workers, quiet=quiet, lang=lang)
        return
    refuse_idle(f"--format {form}", all=every and form != "text")
    if form == "parquet" and output_file is None:
        raise UsageError("review.parquet")
    check_targets((output_file,), paths)
    given = list(_tasks(paths, match, hand, worlds or WORLDS, threshold, lang))
    rows = _made(given, workers, output_file, quiet=quiet, lang=lang)
    if form == "parquet":
        import polars as pl

        from paipu.analytics.export import export

        with output_bytes(output_file) as out:
            told = [{**row, "candidates": json.dumps(row["candidates"], separators=(",", ":"))} for row in rows]
            export([pl.DataFrame(told, schema=_schema())], "parquet", out)
    else:
        lines = map(_line, rows) if form == "ndjson" else _text(rows, every=every, lang=lang)
        with output(output_file) as said:
            said.writelines(f"{line}\n" for line in lines)


def _tasks(
    paths: Sequence[str], match: str | None, hand: int | None, worlds: int, threshold: float | None, lang: Lang
) -> "Iterator[Task]":
    """The hands of the records at some paths. Raises InputError where there is none, or one that cannot be read."""
    from paipu.analytics.review.reviewed import tasks
    from paipu.cli.formats.as_text import rejection_lines
    from paipu.ingest.parse import parse
    from paipu.ingest.rejection import Rejection
    from paipu.ingest.source import read

    found = 0
    for given in read(paths):
        parsed = given if isinstance(given, Rejection) else parse(given.raw, given)
        if isinstance(parsed, Rejection):
            tell(rejection_lines(parsed, lang, colour=wants_colour(sys.stderr)))
            raise InputError("review.refused", source=parsed.source)
        if match is None or parsed.record.id == match:
            for each in tasks(parsed.record, hand, worlds, threshold):
                found += 1
                yield each
    if not found:
        raise UsageError("review.nothing")


def _made(given: "Sequence[Task]", workers: int | None, target: Path | None, *, quiet: bool, lang: Lang) -> Rows:
    """The rows of all hands, in order; those that an earlier run of the same had made are not made again."""
    from paipu.analytics.review.reviewed import review_hand
    from paipu.ingest.pool import in_order

    rows: Rows = []
    with _kept(target, given) as (done, keep), progress(text("review.title", lang), lambda: len(given), quiet=quiet) as advance:
        due = [task for number, task in enumerate(given) if number not in done]
        with closing(in_order(review_hand, due, workers or CORES)) as made:
            for number, task in enumerate(given):
                mine = done.get(number)
                if mine is None:
                    _, found = next(made)
                    mine = [row_of(task, each) for each in found]
                    keep(number, mine)
                rows += mine
                advance(number + 1, text("review.words", lang, hands=number + 1, decisions=len(rows)))
    return rows


def row_of(task: "Task", row: "DecisionRow") -> dict[str, Any]:
    """A row with the match and the player."""
    record = task.record
    player = record.seats.get(row.seat)
    told = row._asdict()
    told["candidates"] = json.loads(row.candidates)
    return {"match": record.id, "sheet": record.sheet, "player": player.id if player is not None else None, **told}


@contextmanager
def _kept(target: Path | None, given: "Sequence[Task]") -> Iterator[tuple[Mapping[int, Rows], Any]]:
    """What an earlier run into the same file had made before it ended, and how to keep more; gone when all is made.

    It stands beside the file, and counts only for the same hands, number of deals, threshold and judge.
    """
    if target is None:
        yield {}, lambda _number, _rows: None
        return
    from paipu.analytics.review.judge import VERSION

    asked = hashlib.sha256(repr([VERSION, *given]).encode()).hexdigest()
    path = target.with_name(f".{target.name}.review")
    done: dict[int, Rows] = {}
    with suppress(OSError, ValueError, KeyError, TypeError):
        lines = path.read_text(encoding="utf-8").splitlines()
        if lines and json.loads(lines[0]) == {"asked": asked}:
            for line in lines[1:]:
                told = json.loads(line)
                done[told["number"]] = told["rows"]
    try:
        with path.open("w", encoding="utf-8") as out:

            def keep(number: int, rows: Rows) -> None:
                out.write(json.dumps({"number": number, "rows": rows}, ensure_ascii=False) + "\n")
                out.flush()

            out.write(json.dumps({"asked": asked}) + "\n")
            for number, rows in done.items():
                keep(number, rows)
            yield done, keep
    except OSError as error:
        raise UsageError("output.cannot", path=str(target), why=error.strerror or str(error)) from error
    path.unlink(missing_ok=True)


def _line(row: Mapping[str, Any]) -> str:
    return clean_json(json.dumps(row, ensure_ascii=False))


def _schema() -> dict[str, Any]:
    """The columns of a Parquet file."""
    from typing import get_type_hints

    import polars as pl

    from paipu.analytics.review.row import DecisionRow

    kinds = {str: pl.String, int: pl.Int64, float: pl.Float64}
    hints = get_type_hints(DecisionRow)
    own: dict[str, Any] = {
        name: next(kind for each, kind in kinds.items() if each in {hint, *getattr(hint, "__args__", ())})
        for name, hint in hints.items()
    }
    return {"match": pl.String, "sheet": pl.String, "player": pl.String, **own, "candidates": pl.String}


def _text(rows: Rows, *, every: bool, lang: Lang) -> Iterator[str]:
    """The plays that cost something, in order, then what each player lost a decision."""
    from paipu.replay.sheets import SHEETS
    from paipu.replay.words import place_name, seat_name

    for row in rows:
        if not every and row["grade"] not in SHOWN:
            continue
        place = place_name(row["trick"], row["play"], lang, SHEETS[row["sheet"]].term)
        head = text("review.place", lang, match=row["match"], hand=row["hand"], place=place, seat=seat_name(row["seat"], lang))
        if row["loss"] is None:
            yield clean(f"{head}  {row['cards']}  {text('review.few_worlds', lang, n=row['worlds'])}")
            continue
        said = text(
            f"review.{row['unit']}",
            lang,
            did=text(f"review.did.{row['act'] if not row['ply'] else 'play'}", lang),
            cards=row["cards"],
            best=row["best"],
            loss=f"{row['loss']:.2f}",
            reach=f"{1.96 * row['error']:.2f}",
        )
        yield clean(f"{head}  {text('review.grade.' + str(row['grade']), lang)}  {said}")
        if row["open_loss"] is not None:
            yield clean(
                "    " + text("review.opened", lang, loss=f"{row['open_loss']:.2f}", reach=f"{1.96 * row['open_error']:.2f}")
            )
    yield from _players(rows, lang)
    yield text("review.limits", lang)


def _players(rows: Iterable[Mapping[str, Any]], lang: Lang) -> Iterator[str]:
    """What each player lost a decision."""
    from paipu.analytics.review.accuracy import FEWEST, accuracy

    by_player: dict[tuple[str, str, str], list[tuple[object, float]]] = {}
    for row in rows:
        if row["loss"] is not None:
            key = (row["sheet"], row["player"] or f"{row['match']} {row['seat']}", row["unit"])
            by_player.setdefault(key, []).append(((row["match"], row["hand_index"]), row["loss"]))
    for (sheet, player, unit), losses in sorted(by_player.items()):
        found = accuracy(losses)
        if found is None:
            continue
        reach = f"{found.low:.2f} … {found.high:.2f}" if found.low is not None and found.high is not None else "–"
        said = text("review.player", lang, sheet=sheet, player=player, mean=f"{found.mean:.2f}", reach=reach)
        what = text(f"review.unit.{unit}", lang)
        count = text("review.count", lang, decisions=found.decisions, hands=found.hands)
        few = "  " + text("review.few", lang, fewest=FEWEST) if found.few else ""
        yield clean(f"{said} {what}  {count}{few}")


def _into(house: Path, worlds: int, threshold: float | None, workers: int | None, *, quiet: bool, lang: Lang) -> None:
    """Review the records of a warehouse, into it."""
    from paipu.analytics.decisions import due_in, review_into

    with progress(text("review.title", lang), lambda: due_in(house, worlds, threshold), quiet=quiet) as advance:

        def show(records: int, decisions: int) -> None:
            advance(records, text("review.records", lang, records=records, decisions=decisions))

        done = review_into(house, worlds, threshold, workers or CORES, show)
    if not quiet:
        tell(text("review.done", lang, records=done.records, already=done.already, decisions=done.decisions))
    raise typer.Exit(ExitCode.CLEAN)
