"""`paipu collection`: bookmarks with notes, in collections kept beside the warehouse; each a link, and a booklet."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Tongue, Warehouse
from paipu.cli.support.files import output, output_bytes
from paipu.cli.support.listing import Form, listed, with_links
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import both, text

Named = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help=both("help.collection.name"))]
PLACES = ("match", "hand", "ply", "note", "link")
COLLECTIONS = ("collection", "kept", "link")


def add(
    name: Named,
    match: Annotated[str, typer.Option("--match", metavar="ID", show_default=False, help=both("help.replay.match"))],
    hand: Annotated[int, typer.Option("--hand", metavar="N", min=1, show_default=False, help=both("help.collection.hand"))],
    ply: Annotated[int, typer.Option("--ply", metavar="N", min=0, help=both("help.collection.ply"))] = 0,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help=both("help.collection.note"))] = "",
    warehouse: Warehouse = Path("warehouse"),
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """`paipu collection add`."""
    from paipu.analytics.collected import change, file_beside, kept_place

    place = kept_place(match, hand, ply, note)
    kept = change(file_beside(warehouse), lambda before: before.added(name, [place]))
    if not quiet:
        tell(text("collection.told", lang, name=name, n=len(kept.named(name).places)))


def remove(
    name: Named,
    match: Annotated[
        str | None, typer.Option("--match", metavar="ID", show_default=False, help=both("help.collection.place"))
    ] = None,
    hand: Annotated[int, typer.Option("--hand", metavar="N", min=1, help=both("help.collection.hand"))] = 1,
    ply: Annotated[int, typer.Option("--ply", metavar="N", min=0, help=both("help.collection.ply"))] = 0,
    warehouse: Warehouse = Path("warehouse"),
) -> None:
    """`paipu collection remove`."""
    from paipu.analytics.collected import change, file_beside

    change(file_beside(warehouse), lambda before: before.without(name, None if match is None else (match, hand, ply)))


def list_(
    name: Annotated[str | None, typer.Argument(metavar="NAME", show_default=False, help=both("help.collection.name"))] = None,
    warehouse: Warehouse = Path("warehouse"),
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    lang: Language = "zh",
) -> None:
    """`paipu collection list`."""
    from paipu.analytics.collected import file_beside, read
    from paipu.dashboard.links import Place, page_link, replay_link

    kept = read(file_beside(warehouse))
    rows: list[dict[str, object]]
    if name is None:
        rows = [
            {"collection": each.name, "kept": len(each.places), "link": page_link("find", lang, {"collection": each.name})}
            for each in kept.collections
        ]
    else:
        of = {"collection": name}
        rows = [{**each.model_dump(), "link": replay_link(Place(*each.key), lang, of)} for each in kept.named(name).places]
    with output(output_file) as out:
        columns = COLLECTIONS if name is None else PLACES
        if form == "text" and rows:
            out.writelines(f"{line}\n" for line in with_links(rows, columns[:-1], [str(row["link"]) for row in rows], lang))
        elif form != "text":
            out.write(listed(rows, columns, form, lang))


def print_(
    name: Named,
    warehouse: Warehouse = Path("warehouse"),
    output_file: OutputFile = None,
    lang: Tongue = "zh",
) -> None:
    """`paipu collection print`."""
    from paipu.analytics.collected import file_beside, read
    from paipu.analytics.reader import Reader
    from paipu.analytics.report.booklet import booklet_html
    from paipu.cli.support.reporting import write

    collection = read(file_beside(warehouse)).named(name)
    write(booklet_html(Reader(warehouse), collection, lang), output_file, pdf=False)


def export(
    name: Annotated[str | None, typer.Argument(metavar="NAME", show_default=False, help=both("help.collection.name"))] = None,
    warehouse: Warehouse = Path("warehouse"),
    output_file: OutputFile = None,
) -> None:
    """`paipu collection export`."""
    from paipu.analytics.collected import Collections, file_beside, read, written

    kept = read(file_beside(warehouse))
    with output_bytes(output_file) as out:
        out.write(written(kept if name is None else Collections(collections=(kept.named(name),))))


def import_(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, readable=False, help=both("help.collection.file"))
    ],
    warehouse: Warehouse = Path("warehouse"),
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """`paipu collection import`."""
    from paipu.analytics.collected import change, file_beside, read
    from paipu.cli.support.errors import InputError

    if not path.exists():
        raise InputError("collection.no_file", path=clean(str(path)))
    given = read(path)

    kept = change(file_beside(warehouse), lambda before: before.merged(given))
    if not quiet:
        for each in given.collections:
            tell(text("collection.told", lang, name=each.name, n=len(kept.named(each.name).places)))


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {
    "add": add,
    "list": list_,
    "remove": remove,
    "print": print_,
    "export": export,
    "import": import_,
}
