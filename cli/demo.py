"""`paipu demo`: a made-up tournament from the first draw to the dashboard, in one go."""

from pathlib import Path
from typing import Annotated, Final

import typer

from cli import dashboard, load
from cli.dashboard import DEFAULT_PORT, Port
from cli.support.arguments import Language, Quiet
from cli.support.errors import ExitCode
from cli.support.files import output
from cli.support.progress import progress
from cli.support.terminal import tell
from cli.text import both, text
from replay.text import Lang

FOLDER: Final = Path("out/demo")
SEED: Final = 7
MATCHES: Final = 24
FAULTS: Final = 0.4
BATCH: Final = 4
"""Inputs committed at a time: few, so that the bar moves."""


def command(
    folder: Annotated[Path, typer.Option("--folder", metavar="DIR", readable=False, help=both("help.demo.folder"))] = Path(
        "out/demo"
    ),
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", envvar="DEMO_SERVE", show_envvar=True, help=both("help.demo.serve"))
    ] = True,
    port: Port = DEFAULT_PORT,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu demo`."""
    folder.mkdir(parents=True, exist_ok=True)
    records, findings, warehouse = folder / "records.ndjson", folder / "findings.txt", folder / "warehouse"
    tell(text("demo.sample", lang, n=MATCHES, path=str(records)))
    make_records(records, quiet=quiet, lang=lang)
    tell(text("demo.audit", lang, path=str(findings)))
    code = audit_records(records, findings, quiet=quiet, lang=lang)
    if code is not ExitCode.CLEAN:
        raise typer.Exit(code)
    tell(text("demo.load", lang, path=str(warehouse)))
    summary = load.run([str(records)], warehouse, workers=1, quiet=quiet, lang=lang, inputs=MATCHES, batch=BATCH)
    tell(*load.lines(summary, lang))
    if not serve:
        tell(text("demo.later", lang, path=str(warehouse)))
        raise typer.Exit(load.exit_code(summary))
    dashboard.run(warehouse, port, browser=False, lang=lang)


def make_records(path: Path, *, quiet: bool, lang: Lang) -> None:
    """The tournament: always the same."""
    from cli.formats.as_ndjson import to_json
    from samples import sample

    with output(path) as out, progress(text("sample.title", lang), lambda: MATCHES, quiet=quiet) as advance:
        for number, document in enumerate(sample(SEED, MATCHES, FAULTS), start=1):
            out.write(to_json(document) + "\n")
            advance(number, str(number))


def audit_records(records: Path, findings: Path, *, quiet: bool, lang: Lang) -> ExitCode:
    """The audit, as `paipu audit` does it; findings are expected, so they stop nothing."""
    from cli.support.auditing import Asked, run

    return run(
        Asked(
            paths=(str(records),),
            form="text",
            lang=lang,
            fail_on="never",
            severities={},
            workers=1,
            quiet=quiet,
            output=findings,
            computed=None,
            baseline=None,
            write_baseline=False,
            waivers=None,
        )
    )
