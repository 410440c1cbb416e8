"""`paipu schema`: the JSON Schema of the record format, or of the event format."""

from typing import Annotated

import typer

from paipu.cli.support.arguments import OutputFile
from paipu.cli.support.files import output
from paipu.cli.text import both


def command(
    event: Annotated[bool, typer.Option("--event", help=both("help.schema.event"))] = False,
    output_file: OutputFile = None,
) -> None:
    """The command line of `paipu schema`."""
    from paipu.ingest.event import event_schema_file
    from paipu.ingest.schema import schema_file

    with output(output_file) as out:
        out.write(event_schema_file() if event else schema_file())
