"""`paipu backup`: a warehouse with its rulings, its collections and its accounts in one file."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.files import output_bytes
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text


def command(
    target: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help=both("help.backup.file"))],
    warehouse: Warehouse = Path("warehouse"),
    lang: Language = "zh",
) -> None:
    """The command line of `paipu backup`. Raises WarehouseError where there is no warehouse, or it is not as it was written."""
    from paipu.analytics import backup as backups
    from paipu.analytics import collected
    from paipu.dashboard.service import accounts

    kept = collected.read(collected.file_beside(warehouse))
    told = accounts.copied(accounts.beside(warehouse.resolve()))
    more = {} if told is None else {accounts.NAME: told}
    if kept.collections:
        more[collected.FILE] = collected.written(kept)
    with output_bytes(target) as out:
        made = backups.backup(warehouse, out, more)
    tell(text("backup.made", lang, path=str(target), files=made.files, bytes=f"{made.bytes:,}", batches=made.batches))
