"""`paipu restore`: a backup put back where nothing is."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.errors import InputError
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text


def command(
    source: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help=both("help.restore.file"))],
    warehouse: Warehouse = Path("warehouse"),
    lang: Language = "zh",
) -> None:
    """The command line of `paipu restore`. Raises BackupError for what is no backup, and where something is there already."""
    from paipu.analytics import backup as backups
    from paipu.analytics import collected
    from paipu.dashboard.service import accounts

    folder = accounts.beside(warehouse.resolve())
    if folder.exists():
        raise InputError("backup.accounts", path=str(folder))
    more = backups.restore(source, warehouse)
    if collected.FILE in more:
        # Beside other warehouses of the folder there may be some, which stay.
        kept = collected.parsed(more[collected.FILE], source)
        collected.change(collected.file_beside(warehouse), lambda before: before.merged(kept))
    if accounts.NAME in more:
        accounts.put_back(folder, more[accounts.NAME])
    tell(text("backup.restored", lang, path=str(warehouse)))
