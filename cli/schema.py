"""`paipu schema`: the JSON Schema of the record format."""

import json

from cli.support.arguments import OutputFile
from cli.support.files import output


def command(output_file: OutputFile = None) -> None:
    """The command line of `paipu schema`."""
    from ingest.schema import json_schema

    with output(output_file) as out:
        out.write(json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n")
